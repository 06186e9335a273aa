"""Setup and LEVELS: the size, the mines and the rules that a game is played with."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, Self, get_args

FirstReveal = Literal["any", "safe", "opening"]
WinRule = Literal["either", "clear", "flags"]
OnGuess = Literal["luck", "fair", "strict"]

MAX_SIDE: Final = 10_000
MAX_CELLS: Final = 1_000_000
MAX_SEED: Final = 2**64 - 1
# The solver works on the whole board many times over. This limit applies to hints, odds, the flag
# check, obvious moves, the review, the demo, the map's fronts, guess-free boards and guess rules.
MAX_SOLVER_CELLS: Final = 10_000


def check_number(name: str, number: object, minimum: int, maximum: int) -> None:
    """Raise ValueError, naming the argument, for anything but an int in this range."""
    if not isinstance(number, int) or isinstance(number, bool) or not minimum <= number <= maximum:
        raise ValueError(f"{name}: {number!r} is not a number from {minimum} to {maximum}")


def _check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(map(str, choices))}")


class Size(NamedTuple):
    """A width, a height and a number of mines, whether or not they can be played."""

    width: int
    height: int
    mines: int

    def __str__(self) -> str:
        """Return the size as messages write it: "3x2 with 1 mine"."""
        return f"{self.width}x{self.height} with {self.mines} mine{'s' * (self.mines != 1)}"


class _Setup(NamedTuple):
    width: int
    height: int
    mines: int
    first: FirstReveal
    win: WinRule
    question_marks: bool
    no_guess: bool
    on_guess: OnGuess


class Setup(_Setup):
    """What the player chooses before a game: the size, the number of mines and the rules.

    first           what the first reveal is guaranteed to be: "opening", a cell that touches no
                    mine; "safe", not a mine; "any", nothing. A board too full for an opening
                    guarantees a safe cell
    win             what wins: "clear", revealing every safe cell; "flags", flagging exactly the
                    mines; "either", whichever comes first
    question_marks  whether flagging a flagged cell makes the flag a question mark
    no_guess        whether the board can be cleared from the first reveal without a guess; needs
                    first="opening"
    on_guess        "luck", guesses are left to chance; "fair", a forced guess is always safe;
                    "strict", as "fair", and an avoidable guess always explodes; the last two need
                    win="clear"

    A setup whose rules lack what they need can be made, so that they can be changed one after the
    other, but not be played; `fault` says why.

    >>> Setup(10, 10, 20, first="safe").size
    Size(width=10, height=10, mines=20)
    >>> Setup(10, 10, 100)
    Traceback (most recent call last):
        ...
    ValueError: mines: 100 is not a number from 0 to 99
    """

    __slots__ = ()

    def __new__(
        cls,
        width: int,
        height: int,
        mines: int,
        first: FirstReveal = "opening",
        win: WinRule = "either",
        question_marks: bool = False,
        no_guess: bool = False,
        on_guess: OnGuess = "luck",
    ) -> Self:
        """Make a setup; raise ValueError, naming the argument, if no game can have these values."""
        check_number("width", width, 1, MAX_SIDE)
        check_number("height", height, 1, MAX_SIDE)
        if width * height > MAX_CELLS:
            raise ValueError(f"width, height: {why_too_large(width, height)}")
        check_number("mines", mines, 0, width * height - 1)
        _check_choice("first", first, get_args(FirstReveal))
        _check_choice("win", win, get_args(WinRule))
        _check_choice("question_marks", question_marks, (False, True))
        _check_choice("no_guess", no_guess, (False, True))
        _check_choice("on_guess", on_guess, get_args(OnGuess))
        return super().__new__(
            cls, width, height, mines, first, win, question_marks, no_guess, on_guess
        )

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]  # only the type differs
        """Return a Setup after the checks of the constructor; `_replace` calls this."""
        return cls(*iterable)

    @property
    def size(self) -> Size:
        """The width, the height and the number of mines."""
        return Size(self.width, self.height, self.mines)

    def fault(self) -> str:
        """Return which rule lacks what it needs, so that no game can be played; "" if none does."""
        if self.no_guess and self.first != "opening":
            return f"no_guess needs first='opening', not {self.first!r}"
        if self.on_guess != "luck" and self.win != "clear":
            return f"on_guess={self.on_guess!r} needs win='clear', not {self.win!r}"
        if self.no_guess or self.on_guess != "luck":
            return why_too_large_to_solve(self.width, self.height)
        return ""


LEVELS: Final[Mapping[str, Setup]] = {
    "classic": Setup(8, 8, 10),
    "beginner": Setup(9, 9, 10),
    "intermediate": Setup(16, 16, 40),
    "expert": Setup(30, 16, 99),
}


def level_name(width: int, height: int, mines: int) -> str:
    """Return the name of the level that has this size; empty if none has."""
    size = (width, height, mines)
    return next((name for name, level in LEVELS.items() if level.size == size), "")


def why_too_large(width: int, height: int) -> str:
    """Return a message that says why a board of this size cannot be played; empty if it can."""
    if width * height <= MAX_CELLS:
        return ""
    return f"a board of {width}x{height} is too large: at most {MAX_CELLS:,} cells"


def why_too_large_to_solve(width: int, height: int) -> str:
    """Return a message that says why the solver refuses this size; empty if it does not."""
    return "" if width * height <= MAX_SOLVER_CELLS else SOLVER_LIMIT


SOLVER_LIMIT: Final = f"only for boards of up to {MAX_SOLVER_CELLS:,} cells"


def why_too_full(size: Size, source: str = "") -> str:
    """Return a message that says why the mines do not fit; empty if they do.

    At least one cell must be safe. `source` says where the number of mines came from, as in
    " (default)".
    """
    cells = size.width * size.height
    if size.mines < cells:
        return ""
    return (
        f"{size.mines} mines{source} do not fit on {size.width}x{size.height}:"
        f" from 0 to {cells - 1} are allowed"
    )
