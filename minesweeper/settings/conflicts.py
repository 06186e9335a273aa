"""Options that exclude or contradict each other, and which one wins if both are set."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from minesweeper.engine.setup import LEVELS
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
# Options that replace lower values of others: each of them decides the whole size.
_REPLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "level": SIZES,
    "daily": SIZES,
    "board": (*SIZES, "no-guess"),
}
# Options of which some values need one value of another option.
_NEEDS: Final = (
    ("no-guess", "first", "opening"),
    ("on-guess", "win", "clear"),
    ("glyphs", "zoom", "auto"),
)


def check_exclusions(command_line: Layer) -> None:
    """Raise SettingsError if the command line combines options that exclude each other."""
    settings = Settings(command_line)
    for name, others in _EXCLUSIONS.items():
        for other in others:
            if not settings.is_default(name) and not settings.is_default(other):
                raise SettingsError(f"--{name} cannot be used with --{other}")


def conflicts(layer: Layer) -> Iterator[tuple[str, str, str]]:
    """Yield two options that a layer sets to conflicting values, and what the second should be."""
    for name, other, required in _NEEDS:
        if name in layer and other in layer:
            values = {OPTIONS[each].field: layer[each].value for each in (name, other)}
            if name == "glyphs":
                is_conflict = values["glyphs"] == "emoji" and values["zoom"] not in ("auto", "2")
            else:
                is_conflict = bool(LEVELS["classic"]._replace(**values).fault())
            if is_conflict:
                yield name, other, required


def check_conflicts(settings: Settings) -> None:
    """Raise SettingsError for the first conflict between options."""
    for name, other, required in conflicts(settings.layer):
        if other == "zoom" and settings.source("zoom") != COMMAND_LINE:
            continue  # a file may set both: the zoom is for other glyphs
        needed = f"needs --{other} {required}, not {option_text(settings, other)}"
        raise SettingsError(f"{option_text(settings, name)} {needed}")


def option_text(settings: Settings, name: str) -> str:
    """Return an option that was set, as written: "--first any", or "first any (FILE, line 3)"."""
    value = settings.layer[name]
    words = name if value.value is True else f"{name} {value.text}"
    return f"--{words}" if value.source == COMMAND_LINE else f"{words} ({value.source})"


def merge_layers(*layers: Layer) -> Layer:
    """Merge layers, the lowest first: a value also replaces lower ones that it conflicts with."""
    merged: Layer = {}
    for layer in layers:
        replaced = {lower for name in layer for lower in _REPLACES.get(name, ())}
        for name, other, _ in conflicts(merged | layer):
            if layer.keys() & {name, other}:
                replaced |= {name, other}
        merged = {name: value for name, value in merged.items() if name not in replaced} | layer
    return merged


def required_changes(name: str, value: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change of one value together with the changes of others that it requires."""
    changes = {name: value}
    changed = {each: Value(setting, "") for each, setting in {**values, **changes}.items()}
    for one, other, required in conflicts(changed):
        if name == one:
            changes[other] = required
        elif name == other:
            changes[one] = OPTIONS[one].default
    return changes
