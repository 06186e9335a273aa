"""Options that exclude each other, and which of them holds where the player set both."""

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

# What the command line cannot ask for together.
_EXCLUSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "seed": ("board", "daily", "resume"),
    "board": ("daily", "resume"),
    "daily": ("resume", "width", "height", "mines", *RULE_OPTIONS),
    "resume": (*SIZES, *RULE_OPTIONS),
    "no-guess": ("board",),
    "demo": ("daily", "resume", "show-mines", "plain"),
}
# Each of these settles the whole size, whatever lower places say of it.
_SETTLE_SIZE: Final = {"level", "board", "daily"}


def check_exclusions(command_line: Layer) -> None:
    """Raise SettingsError where the command line asks for two things at once."""
    asked = Settings(command_line)
    for name, others in _EXCLUSIONS.items():
        for other in others:
            if not asked.is_default(name) and not asked.is_default(other):
                raise SettingsError(f"--{name} and --{other} exclude each other")


class Conflict(NamedTuple):
    """An option whose value means another value of a second option than the one that is set."""

    name: str
    other: str
    # The value that the second option should have.
    fitting: str
    # The error, as in "--no-guess means --first opening, not --first any".
    reason: str


def conflicts(given: Layer) -> Iterator[Conflict]:
    """Yield the conflicts between values that were set."""
    asked = Settings(given)
    if asked.no_guess and asked.first != "opening":
        yield Conflict("no-guess", "first", "opening", "means --first opening")
    if asked.on_guess != "luck" and "win" in given and asked.win != "clear":
        yield Conflict("on-guess", "win", "clear", "needs --win clear")
    if asked.glyphs == "emoji" and asked.zoom not in ("auto", "2"):
        yield Conflict("glyphs", "zoom", "auto", "means --zoom 2")


def check_conflicts(settings: Settings) -> None:
    """Raise SettingsError where one place sets what cannot go together."""
    for name, other, _, reason in conflicts(settings.given):
        if other == "zoom" and settings.source("zoom") != COMMAND_LINE:
            continue  # a file may set both: the zoom is for when the glyphs are others
        raise SettingsError(f"{written(settings, name)} {reason}, not {written(settings, other)}")


def written(settings: Settings, name: str) -> str:
    """Return an option as it was written, or the setting and where it was set."""
    given = settings.given[name]
    words = name if given.value is True else f"{name} {given.text}"
    return f"--{words}" if given.source == COMMAND_LINE else f"{words} ({given.source})"


def merged(*layers: Layer) -> Layer:
    """Return the layers put together, lowest first: a higher one wins where they conflict."""
    together: Layer = {}
    for layer in layers:
        hidden = set(SIZES) if layer.keys() & _SETTLE_SIZE else set()
        if "board" in layer:
            hidden.add("no-guess")
        for name, other, *_ in conflicts(together | layer):
            if name in layer or other in layer:
                hidden |= {name, other}
        together = {name: value for name, value in together.items() if name not in hidden} | layer
    return together


def adjusted(name: str, value: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a change of one of the values, and the changes of others that it demands."""
    changes = {name: value}
    together = {each: Value(setting, "") for each, setting in {**values, **changes}.items()}
    for one, other, fitting, _ in conflicts(together):
        if name == one:
            changes[other] = fitting
        elif name == other:
            changes[one] = OPTIONS[one].default
    return changes
