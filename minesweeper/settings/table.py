"""The table of options: each is one row, a field of `Settings`.

The command line, config.toml, the environment, the settings page, the manual page and the
completions are made from the rows. An option has one name and one way to parse it everywhere.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar, overload

from minesweeper.engine.setup import LEVELS, FirstReveal, OnGuess, WinRule
from minesweeper.settings import values
from minesweeper.settings.values import Mines

_T = TypeVar("_T")


class SettingsError(Exception):
    """An option that cannot be understood, applied or saved; the message says which and why."""


class Value(NamedTuple):
    """The value of an option, and where it was set."""

    value: Any
    source: str

    @property
    def text(self) -> str:
        return text_of(self.value)


class Binding(NamedTuple):
    """The keys that the player binds to an action, and where that is set."""

    keys: tuple[str, ...]
    source: str


# The values set in one place, by the names of the options.
Layer = dict[str, Value]

# The source of options on the command line.
COMMAND_LINE: Final = "the command line"

# The key of `number_help` for any number that is not a key itself; {} stands for the number.
ANY_NUMBER: Final = "N"
# The level that stands for the size played last.
LAST: Final = "last"
SIZES: Final = ("level", "width", "height", "mines")
RULE_OPTIONS: Final = ("first", "win", "no-guess", "on-guess", "question-marks")

# The headings of the help, in order, below which it lists the options.
BOARD, GAME_RULES, APPEARANCE, CONTROLS = "board", "rules", "appearance", "controls"
GROUPS: Final = (BOARD, GAME_RULES, APPEARANCE, CONTROLS)

# When a change on the settings page takes effect, if not at once.
NEXT_START: Final = "takes effect at the next start"
NEXT_GAME: Final = "takes effect with the next game"


def _word(text: str) -> Any:  # noqa: ANN401 - one of the choices
    return text


class Option(NamedTuple, Generic[_T]):
    """A row of the table. (A tuple: importing `dataclasses` takes 6 ms of a start.)"""

    default: _T
    # What it is. --help also lists its choices, with their descriptions.
    help: str
    # The heading below which the help lists the option.
    group: str = ""
    # Turns a text into a value, or raises ValueError with a message that says what is allowed.
    convert: Callable[[str], _T] = _word
    # The texts that are allowed, each with a description; if empty, any that `convert` accepts.
    choices: Mapping[str, str] = MappingProxyType({})
    # Whether config.toml may add choices, so that the command line is checked after it is read.
    has_own_choices: bool = False
    # Choices that are options of their own: --ascii is --glyphs ascii.
    shortcuts: tuple[str, ...] = ()
    # Descriptions of numbers, by their texts or by ANY_NUMBER.
    number_help: Mapping[str, str] = MappingProxyType({})
    # Values that earlier versions knew: files and the environment may still have them.
    former: tuple[str, ...] = ()
    # What the command line calls a value.
    metavar: str | None = None
    # The value if the option is written without one.
    bare: _T | None = None
    # argparse's action for an option without a value, or "switch" for one that has an opposite.
    action: str = ""
    # Whether config.toml and the environment may set it too.
    is_setting: bool = True
    # When a change on the settings page takes effect, if not at once.
    effect: str = ""
    # The name of its field of `Settings`, with hyphens.
    name: str = ""

    @property
    def field(self) -> str:
        """The name of the field of `Settings`, and of `Setup` if it is a rule."""
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return f"MINESWEEPER_{self.field.upper()}"

    @property
    def opposite(self) -> str:
        """The name of the option that turns a switch off."""
        name = self.name.removeprefix("no-")
        return name if name != self.name else f"no-{name}"

    def parse(self, text: str) -> _T:
        """Return the value of a text; raise ValueError, which says what is allowed."""
        value = self.convert(text)
        if self.choices and text not in self.choices:
            listed = values.shortened(", ".join(self.choices), values.MAX_LISTED)
            raise ValueError(f"{values.quoted(text)} is not one of {listed}")
        return value

    def describe(self, value: object) -> str:
        """Return what a value, or its text, does: a sentence without its full stop."""
        text, descriptions = text_of(value), self.choices or self.number_help
        return descriptions.get(text, descriptions.get(ANY_NUMBER, "")).format(text)


class SettingField(Generic[_T]):
    """A field of `Settings`: on the class it is the row of an option, on an instance its value."""

    def __init__(self, row: Option[_T]) -> None:
        self.row = row

    def __set_name__(self, owner: type, name: str) -> None:
        self.row = self.row._replace(name=name.replace("_", "-"))

    @overload
    def __get__(self, settings: None, owner: type) -> Option[_T]: ...

    @overload
    def __get__(self, settings: "Settings", owner: type) -> _T: ...

    def __get__(self, settings: "Settings | None", owner: type) -> Option[_T] | _T:
        if settings is None:
            return self.row
        value: _T = settings.value(self.row.name)
        return value


# A table of options, by their names.
Options = Mapping[str, Option[Any]]


def text_of(value: object) -> str:
    """Return a value as it is written on the command line and in files."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_value(option: Option[Any], text: str, source: str) -> Value:
    """Return the value of a setting; SettingsError names the source and says what is allowed."""
    try:
        return Value(option.parse(text), source)
    except ValueError as error:
        raise SettingsError(f"{source}: {option.name}: {error}") from None


def is_former(option: Option[Any], text: str) -> bool:
    """Return whether a value means nothing any more, but did in an earlier version."""
    return text in option.former and text not in option.choices


def former_text(option: Option[Any], text: str, source: str) -> str:
    """Return a warning about such a value."""
    return f"{source}: {option.name}: {values.quoted(text)} has no meaning any more"


def _bare_option(help_text: str, group: str = "") -> SettingField[bool]:
    """Return an option of the command line without a value, which is not a setting."""
    return SettingField(
        Option(False, help_text, group, values.parse_boolean, action="store_true", is_setting=False)
    )


class Settings:
    """A value for every option. It never changes."""

    __slots__ = ("layer",)

    def __init__(self, layer: Layer) -> None:
        """Take the options that were set; all others have their defaults."""
        self.layer: Final = layer

    theme = SettingField(
        Option[str](
            "auto",
            "the colours",
            APPEARANCE,
            choices={"auto": "Dark or light, like the terminal"},
            has_own_choices=True,
            former=("dark",),
        )
    )
    glyphs = SettingField(
        Option[str](
            "auto",
            "the characters that cells are drawn with",
            APPEARANCE,
            choices={"auto": "The best that the terminal can show"},
            shortcuts=("ascii", "emoji"),
        )
    )
    zoom = SettingField(
        Option[str](
            "auto",
            "the size of a cell",
            APPEARANCE,
            choices={
                "auto": "The largest at which the whole board fits",
                "1": "One column per cell",
                "2": "Two columns per cell",
                "3": "Three columns and two rows per cell",
                "5": "Five columns and two rows per cell",
                "7": "Seven columns and three and a half rows per cell",
                "11": "Eleven columns and five rows per cell",
            },
            former=("4",),
        )
    )
    dim_numbers = SettingField(
        Option[bool](
            False,
            "numbers that have all their flags",
            APPEARANCE,
            values.parse_boolean,
            choices={
                "true": "Numbers that have all their flags are dimmed",
                "false": "All numbers are drawn alike",
            },
            action="switch",
        )
    )
    motion = SettingField(
        Option[bool](
            True,
            "what moves at the end of a game",
            APPEARANCE,
            values.parse_boolean,
            choices={
                "true": "A wave runs over a board that is won, and a blast over one that is lost",
                "false": "Nothing moves",
            },
            action="switch",
        )
    )

    level = SettingField(
        Option[str](
            LAST,
            "the size of the board at the start",
            BOARD,
            choices={
                LAST: "The size you played last",
                **{name: f"{level.size}" for name, level in LEVELS.items()},
            },
        )
    )
    width = SettingField(
        Option[int | None](
            None, "the number of columns, 8 by default", BOARD, values.parse_side, metavar="W"
        )
    )
    height = SettingField(
        Option[int | None](
            None, "the number of rows, 8 by default", BOARD, values.parse_side, metavar="H"
        )
    )
    mines = SettingField(
        Option[Mines | None](
            None,
            "the number of mines, 10 by default, or their share, such as 20%",
            BOARD,
            values.parse_mines,
            metavar="M",
        )
    )
    seed = SettingField(
        Option[int | None](
            None,
            "deal the board of seed N, then those of N+1, N+2, ...",
            BOARD,
            values.parse_seed,
            metavar="N",
            is_setting=False,
        )
    )
    board = SettingField(
        Option[str | None](
            None,
            "play the layout in a file, a picture (* mine, . safe) or MBF, or of a link ?b=1&m=...",
            BOARD,
            metavar="FILE",
            is_setting=False,
        )
    )
    daily = SettingField(
        Option[str | None](
            None,
            "play today's board, or that of DATE (YYYY-MM-DD); it is the same for everybody",
            BOARD,
            metavar="DATE",
            bare="today",
            is_setting=False,
        )
    )
    resume = SettingField(
        Option[str | None](
            None,
            "resume the saved game that was played last, or the one with this ID: minesweeper "
            "games --saved lists them",
            BOARD,
            metavar="ID",
            bare="newest",
            is_setting=False,
        )
    )

    first = SettingField(
        Option[FirstReveal](
            "opening",
            "what the first reveal is guaranteed to be",
            GAME_RULES,
            choices={
                "opening": "The first cell touches no mine, and opens an area",
                "safe": "The first cell is not a mine",
                "any": "The first cell may be a mine",
            },
        )
    )
    win = SettingField(
        Option[WinRule](
            "either",
            "what wins",
            GAME_RULES,
            choices={
                "either": "Reveal every safe cell, or flag exactly the mines",
                "clear": "Reveal every safe cell",
                "flags": "Flag exactly the mines",
            },
        )
    )
    no_guess = SettingField(
        Option[bool](
            False,
            "guess-free boards",
            GAME_RULES,
            values.parse_boolean,
            choices={
                "true": "Every board is guess-free: deduction alone clears it",
                "false": "A board may force you to guess",
            },
            action="switch",
            effect=NEXT_GAME,
        )
    )
    on_guess = SettingField(
        Option[OnGuess](
            "luck",
            "the rule for guesses; fair and strict need --win clear",
            GAME_RULES,
            choices={
                "luck": "A guess may hit a mine: where no cell is certain, luck decides",
                "fair": "A forced guess is safe: you cannot lose where no cell is certain",
                "strict": "A forced guess is safe, any other explodes: find what is certain",
            },
            effect=NEXT_GAME,
        )
    )
    question_marks = SettingField(
        Option[bool](
            False,
            "what a second press does to a flag",
            GAME_RULES,
            values.parse_boolean,
            choices={
                "true": "A second press makes it a question mark, a third removes it",
                "false": "A second press removes the flag",
            },
            action="switch",
            effect=NEXT_GAME,
        )
    )
    show_mines = _bare_option("show the mines; the game does not count", GAME_RULES)
    demo = _bare_option("watch the solver play", GAME_RULES)

    mouse = SettingField(
        Option[bool](
            True,
            "whether the game uses the mouse",
            CONTROLS,
            values.parse_boolean,
            choices={
                "true": "Clicks reveal and flag",
                "false": "The mouse selects text, as in other programs",
            },
            action="switch",
            effect=NEXT_START,
        )
    )
    keys = SettingField(Option[str]("default", "the keymap", CONTROLS, choices={"default": ""}))
    idle_pause = SettingField(
        Option[int](
            5,
            "when an idle game pauses, 5 by default; one whose window loses the focus pauses at "
            "once",
            CONTROLS,
            values.parse_minutes,
            number_help={
                "0": "Never",
                "1": "After a minute without a key or click",
                ANY_NUMBER: "After {} minutes without a key or click",
            },
            metavar=ANY_NUMBER,
        )
    )

    plain = SettingField(
        Option[str | None](
            None,
            "play in lines of text",
            choices={
                "words": "With sentences",
                "board": "With the board after each line, for programs",
            },
            bare="words",
            is_setting=False,
        )
    )
    save_settings = _bare_option("save the other options as your settings and exit")
    print_completion = SettingField(
        Option[str | None](
            None,
            "print the completion script for a shell and exit",
            choices=dict.fromkeys(("bash", "zsh", "fish"), ""),
            is_setting=False,
        )
    )
    print_manual = _bare_option("print the manual page (pipe it into man -l -) and exit")
    version = SettingField(
        Option[bool](
            False,
            "print the version and exit",
            "",
            values.parse_boolean,
            action="version",
            is_setting=False,
        )
    )

    def value(self, name: str) -> Any:  # noqa: ANN401 - of any type
        """Return the value of an option by its name."""
        return self.layer[name].value if name in self.layer else OPTIONS[name].default

    def source(self, name: str) -> str:
        """Return where an option was set, or "" if it was not set."""
        return self.layer[name].source if name in self.layer else ""

    def is_default(self, name: str) -> bool:
        """Return whether an option has its default value, even if that was set."""
        value: bool = self.value(name) == OPTIONS[name].default
        return value


# The rows declared above; `with_choices` adds the choices that other modules declare.
OPTIONS: Final[Options] = {
    field.row.name: field.row
    for field in vars(Settings).values()
    if isinstance(field, SettingField)
}
# The names of the options that config.toml and the environment may set.
SETTINGS: Final = tuple(name for name, option in OPTIONS.items() if option.is_setting)


def with_choices(options: Options, added: Mapping[str, Mapping[str, str]]) -> Options:
    """Return a table of options with more choices for some: descriptions of values, by option."""
    return {**options} | {
        name: options[name]._replace(choices={**options[name].choices, **choices})
        for name, choices in added.items()
    }
