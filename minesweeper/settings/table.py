"""The table of options: each is one row, a field of `Settings`.

The command line, config.toml, the environment, the settings screen, the manual page and the
completions are made from the rows. An option has one name and one way to parse it everywhere.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar, overload

from minesweeper.engine.setup import LEVELS, First, OnGuess, Win
from minesweeper.settings import values
from minesweeper.settings.values import Mines

T = TypeVar("T")


class SettingsError(Exception):
    """An option cannot be understood, obeyed or saved; the message says which, where and why."""


class Value(NamedTuple):
    """The value of an option, and where it was set."""

    value: Any
    source: str

    @property
    def text(self) -> str:
        return text_of(self.value)


class Binding(NamedTuple):
    """The keys that the player wants for an action, and where that is set."""

    keys: tuple[str, ...]
    source: str


# The values set in one place, by the names of the options.
Layer = dict[str, Value]

# The source of options on the command line.
COMMAND_LINE: Final = "the command line"

# What is told of a number that has no text of its own; {} stands for it.
ANY_NUMBER: Final = "N"
# A level that stands for what was played last.
LAST: Final = "last"
SIZES: Final = ("level", "width", "height", "mines")
RULES: Final = ("first", "win", "no-guess", "on-guess", "question-marks")

# The headings below which the help lists the options, in its order.
BOARD, GAME_RULES, LOOKS, CONTROLS = "the board", "the rules", "the looks", "the controls"
GROUPS: Final = (BOARD, GAME_RULES, LOOKS, CONTROLS)

# When a change on the settings screen takes effect, if not at once.
NEXT_START: Final = "from the next start on"
NEXT_GAME: Final = "from the next game on"


class Clash(NamedTuple):
    """Values of an option that exclude values of another one."""

    values: tuple[object, ...]
    other: str
    others: tuple[object, ...]
    # For the error where one place sets both, as in "--no-guess means --first opening, not ...".
    # Empty if that is harmless.
    reason: str = ""

    def applies(self, layer: "Layer", name: str, other_layer: "Layer") -> bool:
        """Return whether the option of this name clashes with the other one's value."""
        value, other = layer.get(name), other_layer.get(self.other)
        if value is None or other is None:
            return False
        return value.value in self.values and other.value in self.others


class Option(Generic[T]):
    """A row of the table: on the class `Settings` a field is the row, on an instance the value.

    `help` is for the command line, as are `metavar`, `action` and `bare`. `action` is argparse's,
    for an option without a value; `bare` is the value of an option whose value was left out. With
    a `label` it is a setting too: config.toml and the environment may set it, and the settings
    screen shows it, if it has `choices`, each with what it does, or a range of `numbers`; `effect`
    says when a change there takes effect, if not at once. `hides` names the options that it
    overrides where they are set in a lower place, and `never_with` those that it excludes on the
    command line.
    """

    name: str

    def __init__(
        self,
        convert: Callable[[str], T],
        default: T,
        help: str,  # noqa: A002 - as argparse calls it
        group: str = "",
        *,
        choices: Mapping[str, str] | tuple[str, ...] = (),
        numbers: range | None = None,
        metavar: str | None = None,
        bare: T | None = None,
        action: str = "",
        label: str = "",
        effect: str = "",
        clashes: tuple[Clash, ...] = (),
        hides: tuple[str, ...] = (),
        never_with: tuple[str, ...] = (),
    ) -> None:
        self.convert = convert
        self.default = default
        self.help = help
        self.group = group
        self.told = dict(choices) if isinstance(choices, Mapping) else {}
        """What each choice does; of numbers, what those do that are named, and any other one."""
        self.numbers = numbers
        self.choices = () if numbers else tuple(choices)
        self.metavar = metavar
        self.bare = bare
        self.action = action
        self.label = label
        self.effect = effect
        self.clashes = clashes
        self.hides = hides
        self.never_with = never_with

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name.replace("_", "-")

    @overload
    def __get__(self, settings: None, owner: type) -> "Option[T]": ...

    @overload
    def __get__(self, settings: "Settings", owner: type) -> T: ...

    def __get__(self, settings: "Settings | None", owner: type) -> "Option[T] | T":
        if settings is None:
            return self
        given = settings.given.get(self.name)
        value: T = given.value if given else self.default
        return value

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return f"MINESWEEPER_{self.name.upper().replace('-', '_')}"

    @property
    def opposite(self) -> str:
        """The name of the option that turns a switch off."""
        name = self.name.removeprefix("no-")
        return name if name != self.name else f"no-{name}"

    def parse(self, text: str) -> T:
        """Return the value that a text means; ValueError says what is allowed."""
        value = self.convert(text)
        if self.choices and text not in self.choices:
            raise ValueError(f"{values.shown(text)} is not one of {', '.join(self.choices)}")
        return value

    def offer(self, choices: Mapping[str, str]) -> None:
        """Add what can be chosen where the table leaves that open, and what each choice does."""
        self.told |= choices
        self.choices = tuple(self.told)

    def what_does(self, text: str) -> str:
        """Return what a value does, as a sentence without its full stop."""
        if not text:
            return ""  # a number that is being typed
        return self.told.get(text) or self.told.get(ANY_NUMBER, "").format(text)


def text_of(value: object) -> str:
    """Return a value as it is written on the command line and in files."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _word(text: str) -> Any:  # noqa: ANN401 - one of the choices
    return text


def _switch(
    default: bool,
    help_text: str,
    group: str = "",
    *,
    off: str = "",
    on: str = "",
    label: str = "",
    effect: str = "",
    clashes: tuple[Clash, ...] = (),
    never_with: tuple[str, ...] = (),
) -> Option[bool]:
    """Return an option that is turned on by its name and off by its opposite.

    `off` and `on` tell what these do, where it is a setting.
    """
    return Option(
        values.boolean,
        default,
        help_text,
        group,
        choices={"false": off, "true": on},
        action="switch",
        label=label,
        effect=effect,
        clashes=clashes,
        never_with=never_with,
    )


def _short_form(glyphs: str) -> Option[bool | None]:
    """Return a switch that is short for --glyphs; turned off, it excludes those glyphs."""
    return Option(
        values.boolean,
        None,
        f"short for --glyphs {glyphs}",
        LOOKS,
        action="switch",
        clashes=(Clash((False,), "glyphs", (glyphs,)),),
    )


def _flag(help_text: str, group: str = "", *, never_with: tuple[str, ...] = ()) -> Option[bool]:
    """Return an option of the command line that is there or not."""
    return Option(
        values.boolean, False, help_text, group, action="store_true", never_with=never_with
    )


class Settings:
    """What was chosen: a value for every option. Nothing in it changes."""

    __slots__ = ("given",)

    def __init__(self, given: Layer) -> None:
        """`given` holds what was set anywhere; all other options have their defaults."""
        self.given: Final = given

    theme: Option[str] = Option(
        _word,
        "auto",
        "the colours (default: auto)",
        LOOKS,
        choices={"auto": "Dark or light, as the terminal is"},
        label="the colours",
    )
    glyphs: Option[str] = Option(
        _word,
        "auto",
        "what to draw with (default: auto, what the terminal can show)",
        LOOKS,
        choices={"auto": "What the terminal can show"},
        label="what cells are drawn with",
    )
    ascii = _short_form("ascii")
    emoji = _short_form("emoji")
    zoom: Option[str] = Option(
        _word,
        "auto",
        "how large cells are: 1 and 2 columns, 5x2, 7x3 (default: auto, all of the board as large "
        "as it fits)",
        LOOKS,
        choices={
            "auto": "All of the board, as large as it fits",
            "1": "One column a cell",
            "2": "Two columns a cell, about a square",
            "3": "Five columns and two rows a cell",
            "4": "Seven columns and three rows a cell",
        },
        label="the size of a cell",
        clashes=(Clash(("1", "3", "4"), "glyphs", ("emoji",)),),
    )

    level: Option[str] = Option(
        _word,
        LAST,
        "a size by its name, or the one that was played last",
        BOARD,
        choices={
            LAST: "The size that you played last",
            **{name: f"{level.size}" for name, level in LEVELS.items()},
        },
        label="the board that is dealt at the start",
        effect=NEXT_START,
        hides=SIZES,
    )
    width: Option[int | None] = Option(
        values.side, None, "columns (default: 8)", BOARD, metavar="W", label="its columns"
    )
    height: Option[int | None] = Option(
        values.side, None, "rows (default: 8)", BOARD, metavar="H", label="its rows"
    )
    mines: Option[Mines | None] = Option(
        values.mines,
        None,
        "mines, as a number or a share: 20%% (default: 10)",
        BOARD,
        metavar="M",
        label="its mines, or their share",
    )
    seed: Option[int | None] = Option(
        values.seed,
        None,
        "deal the boards of this seed",
        BOARD,
        metavar="N",
        never_with=("board", "daily", "resume"),
    )
    board: Option[str | None] = Option(
        str,
        None,
        "play a layout: * mine, . safe",
        BOARD,
        metavar="FILE",
        hides=(*SIZES, "no-guess"),
        never_with=("daily", "resume"),
    )
    daily: Option[str | None] = Option(
        str,
        None,
        "today's board, or that of a day; the same for everybody",
        BOARD,
        metavar="DATE",
        bare="today",
        hides=SIZES,
        never_with=("resume", "width", "height", "mines", *RULES),
    )
    resume = _flag("resume the saved game", BOARD, never_with=(*SIZES, *RULES))

    first: Option[First] = Option(
        _word,
        "opening",
        "what the first reveal is guaranteed to be (default: opening, a cell that touches no mine)",
        GAME_RULES,
        choices={
            "opening": "The first cell touches no mine, so that an area opens",
            "safe": "The first cell is no mine",
            "any": "The first cell may be a mine",
        },
        label="what the first reveal is guaranteed to be",
        effect=NEXT_GAME,
    )
    win: Option[Win] = Option(
        _word,
        "either",
        "win by revealing every safe cell, by flagging exactly the mines, or by either (default)",
        GAME_RULES,
        choices={
            "either": "Reveal every safe cell, or flag exactly the mines",
            "clear": "Reveal every safe cell",
            "flags": "Flag exactly the mines",
        },
        label="what wins",
        effect=NEXT_GAME,
    )
    no_guess = _switch(
        False,
        "only boards that can be cleared without guessing",
        GAME_RULES,
        off="A board may need a guess",
        on="Every board can be cleared without guessing",
        label="boards that need no guess",
        effect=NEXT_GAME,
        clashes=(Clash((True,), "first", ("safe", "any"), "means --first opening"),),
        never_with=("board",),
    )
    on_guess: Option[OnGuess] = Option(
        _word,
        "luck",
        "luck: a guess is a guess (default); fair: a guess that you had to make is safe; strict: "
        "and an unnecessary guess explodes (both with --win clear)",
        GAME_RULES,
        choices={
            "luck": "A guess is a guess",
            "fair": "A guess that you had to make is safe",
            "strict": "A guess that you had to make is safe, any other explodes",
        },
        label="what becomes of a guess",
        effect=NEXT_GAME,
        clashes=(Clash(("fair", "strict"), "win", ("either", "flags"), "needs --win clear"),),
    )
    question_marks = _switch(
        False,
        "a second press turns a flag into a question mark",
        GAME_RULES,
        off="A second press takes the flag away",
        on="A second press makes it a question mark, a third takes it away",
        label="what a second press does to a flag",
        effect=NEXT_GAME,
    )
    show_mines = _switch(False, "practice: see the mines", GAME_RULES)
    demo = _switch(
        False,
        "watch the solver play",
        GAME_RULES,
        never_with=("daily", "resume", "show-mines", "plain"),
    )

    mouse = _switch(
        True,
        "use the mouse (default)",
        CONTROLS,
        off="The terminal has the mouse, to select text",
        on="Clicks reveal and flag",
        label="who has the mouse",
        effect=NEXT_START,
    )
    speak = _switch(
        False,
        "say in words what happens and what is under the cursor, for screen readers",
        CONTROLS,
        off="The screen shows it all",
        on="A line says what happens and what is under the cursor",
        label="words, for screen readers",
    )
    keys: Option[str] = Option(
        _word, "default", "the keymap", CONTROLS, choices={"default": ""}, label="the keymap"
    )
    idle_pause: Option[int] = Option(
        values.minutes,
        5,
        "pause game and clock after so many minutes without a key or a click, 0 for never "
        "(default: 5)",
        CONTROLS,
        choices={
            "0": "Never",
            "1": "After a minute without a key or a click",
            ANY_NUMBER: "After {} minutes without a key or a click",
        },
        numbers=range(values.MAX_MINUTES + 1),
        metavar="MIN",
        label="when the game pauses by itself",
    )

    plain: Option[str | None] = Option(
        _word,
        None,
        "play in lines of text; board prints a picture after each, for programs",
        choices=("words", "board"),
        metavar="board",
        bare="words",
    )
    save_settings = _flag("save the options given as your settings, and exit")
    print_completion: Option[str | None] = Option(
        _word,
        None,
        "print the completion script for that shell, and exit",
        choices=("bash", "zsh", "fish"),
    )
    print_manual = _flag("print the manual page, for man -l -, and exit")
    version: Option[bool] = Option(
        values.boolean, False, "print the version, and exit", action="version"
    )

    def is_default(self, option: Option[Any]) -> bool:
        """Return whether an option has its default value, given or not."""
        given = self.given.get(option.name)
        return given is None or given.value == option.default


OPTIONS: Final = {row.name: row for row in vars(Settings).values() if isinstance(row, Option)}
SETTINGS: Final = {name: option for name, option in OPTIONS.items() if option.label}
