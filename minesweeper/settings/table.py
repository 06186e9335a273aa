"""What can be preferred: every setting with its name, what it may be, and how settings add up.

A setting has one name, with which it stands in `config.toml`, in the environment (as
`MINESWEEPER_NAME`), in what the game itself remembers, and on the command line. Its value is a text
that is understood by the same function wherever it comes from.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values


class SettingsError(Exception):
    """A setting cannot be understood, or not be kept; the message says which, where and why."""


class Setting(NamedTuple):
    """One thing that can be preferred."""

    name: str
    help: str
    # What can be chosen from, the default first; empty if it is a number.
    choices: tuple[str, ...]
    parse: Callable[[str], Any]

    @property
    def option(self) -> str:
        """What the options of the command line call it."""
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        return f"MINESWEEPER_{self.option.upper()}"


def _choice(name: str, help_text: str, *choices: str) -> Setting:
    return Setting(name, help_text, choices, values.one_of(*choices))


def _switch(name: str, help_text: str, default: str) -> Setting:
    choices = (default, "false" if default == "true" else "true")
    return Setting(name, help_text, choices, values.boolean)


# A level that stands for whatever was played last.
LAST: Final = "last"

SETTINGS: Final = (
    _choice("theme", "colours", "auto", "dark", "light", "classic", "colour-blind", "mono"),
    _choice("glyphs", "what cells are drawn with", "auto", "unicode", "ascii", "emoji"),
    Setting("zoom", "columns a cell", ("2", "1"), lambda text: values.number(text, 1, 2)),
    _choice("level", "the board that is dealt at the start", LAST, *LEVELS),
    Setting("width", "its columns", (), values.side),
    Setting("height", "its rows", (), values.side),
    Setting("mines", "its mines, or their share", (), values.mines),
    _choice("first", "what the first reveal is promised", "opening", "safe", "any"),
    _choice("win", "what wins", "either", "clear", "flags"),
    _switch("no-guess", "only boards that need no guess", "false"),
    _choice("on-guess", "what becomes of a guess", "luck", "fair", "strict"),
    _switch("question-marks", "a flag, pressed again, turns into ?", "false"),
    _switch("mouse", "use the mouse", "true"),
    _switch("speak", "say where the cursor is", "false"),
    _choice("keys", "the keymap", "default", "wasd"),
)
BY_NAME: Final = {setting.name: setting for setting in SETTINGS}
SIZES: Final = ("level", "width", "height", "mines")
# What the last game leaves to be played again, while nothing else is asked for.
LAST_GAME: Final = ("width", "height", "mines", "no-guess")

# Settings that exclude each other, each with the values with which it does.
_EXCLUDE: Final = (
    (("no-guess", ("true",)), ("first", ("safe", "any"))),
    (("on-guess", ("fair", "strict")), ("win", ("either", "flags"))),
    (("zoom", ("1",)), ("glyphs", ("emoji",))),
)

# Sources of values that nobody wrote.
STATE: Final = "state"
DEFAULT: Final = "default"


class Value(NamedTuple):
    """What was set, and where."""

    text: str
    parsed: Any
    source: str


# The values set in one place, by name.
Layer = dict[str, Value]


class Binding(NamedTuple):
    """The keys that the player wants for an action, and where that is said."""

    keys: tuple[str, ...]
    source: str


class Settings(NamedTuple):
    """What was set, in one place or in all together."""

    values: Layer
    bindings: dict[str, Binding]
    # What is wrong without being an error; empty if nothing is.
    warning: str = ""


NOTHING_SET: Final = Settings({}, {})


def parse_value(name: str, text: str, source: str) -> Value:
    """Raises SettingsError if the setting cannot be so."""
    try:
        return Value(text, BY_NAME[name].parse(text), source)
    except ValueError as error:
        raise SettingsError(f"{source}: {name}: {error}") from None


def from_environment(environ: Mapping[str, str]) -> Layer:
    """The settings in variables; an empty one sets nothing."""
    return {
        setting.name: parse_value(setting.name, environ[setting.variable], setting.variable)
        for setting in SETTINGS
        if environ.get(setting.variable)
    }


def layered(*layers: Layer) -> Layer:
    """The layers on top of each other: what contradicts a higher one gives way to it."""
    together: Layer = {}
    for layer in layers:
        hidden = conflicts(texts_of(layer), texts_of(together))
        together = {name: value for name, value in together.items() if name not in hidden} | layer
    if "level" in together and together["level"].text == LAST:
        del together["level"]
    return together


def texts_of(layer: Layer) -> dict[str, str]:
    return {name: value.text for name, value in layer.items()}


def conflicts(wanted: Mapping[str, str], said: Mapping[str, str]) -> set[str]:
    """The names of what was said that cannot hold beside what is wanted.

    Whoever names a level means its whole size.
    """
    names = {
        other
        for pair in _EXCLUDE
        for (one, texts), (other, others) in (pair, pair[::-1])
        if wanted.get(one) in texts and said.get(other) in others
    }
    return names.union(SIZES if "level" in wanted else ())


def implied(wanted: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """What has to be said otherwise for what is wanted to hold; of sizes, nothing."""
    allowed = {
        other: [text for text in BY_NAME[other].choices if text not in texts]
        for pair in _EXCLUDE
        for other, texts in pair
    }
    return {name: allowed[name][0] for name in conflicts(wanted, said) if name in allowed}
