"""Options that exclude or contradict each other, and which one wins if both are set."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from minesweeper.settings.table import (
    COMMAND_LINE,
    OPTIONS,
    RULE_OPTIONS,
    SIZES,
    Layer,
    Settings,
    SettingsError,
    Value,
)

# Options that the command line cannot combine.
_EXCLUSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "seed": ("board", "daily", "resume"),
    "board": ("daily", "resume"),
    "daily": ("resume", "width", "height", "mines", *RULE_OPTIONS),
    "resume": (*SIZES, *RULE_OPTIONS),
    "no-guess": ("board",),
    "demo": ("daily", "resume", "show-mines", "plain"),
}
# Each of these decides the whole size: lower layers have no say in it.
_DECIDE_SIZE: Final = {"level", "board", "daily"}


def check_exclusions(command_line: Layer) -> None:
    """Raise SettingsError if the command line combines options that exclude each other."""
    settings = Settings(command_line)
    for name, others in _EXCLUSIONS.items():
        for other in others:
            if not settings.is_default(name) and not settings.is_default(other):
                raise SettingsError(f"--{name} cannot be used with --{other}")


class Conflict(NamedTuple):
    """An option with a value that conflicts with the value of a second option."""

    name: str
    other: str
    # The value that the second option would need.
    required: str
    # What the first option needs: "needs --first opening".
    need: str


def conflicts(layer: Layer) -> Iterator[Conflict]:
    """Yield the conflicts between the values of a layer."""
    settings = Settings(layer)
    if settings.no_guess and settings.first != "opening":
        yield Conflict("no-guess", "first", "opening", "needs --first opening")
    if settings.on_guess != "luck" and "win" in layer and settings.win != "clear":
        yield Conflict("on-guess", "win", "clear", "needs --win clear")
    if settings.glyphs == "emoji" and settings.zoom not in ("auto", "2"):
        yield Conflict("glyphs", "zoom", "auto", "needs --zoom 2 or auto")


def check_conflicts(settings: Settings) -> None:
    """Raise SettingsError for the first conflict between options."""
    for name, other, _, need in conflicts(settings.layer):
        if other == "zoom" and settings.source("zoom") != COMMAND_LINE:
            continue  # a file may set both: the zoom is for other glyphs
        raise SettingsError(
            f"{option_text(settings, name)} {need}, not {option_text(settings, other)}"
        )


def option_text(settings: Settings, name: str) -> str:
    """Return an option that was set, as written: "--first any", or "first any (FILE, line 3)"."""
    value = settings.layer[name]
    words = name if value.value is True else f"{name} {value.text}"
    return f"--{words}" if value.source == COMMAND_LINE else f"{words} ({value.source})"


def merge_layers(*layers: Layer) -> Layer:
    """Merge layers, the lowest first: if two values conflict, that of the higher one wins."""
    merged: Layer = {}
    for layer in layers:
        dropped = set(SIZES) if layer.keys() & _DECIDE_SIZE else set()
        if "board" in layer:
            dropped.add("no-guess")
        for name, other, *_ in conflicts(merged | layer):
            if name in layer or other in layer:
                dropped |= {name, other}
        merged = {name: value for name, value in merged.items() if name not in dropped} | layer
    return merged


def required_changes(name: str, value: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change of one value together with the changes of others that it requires."""
    changes = {name: value}
    changed = {each: Value(setting, "") for each, setting in {**values, **changes}.items()}
    for one, other, required, _ in conflicts(changed):
        if name == one:
            changes[other] = required
        elif name == other:
            changes[one] = OPTIONS[one].default
    return changes
