"""Setup, Level, LEVELS: the size, the mines and the rules that a game is played with."""

from typing import Final, Literal, NamedTuple, get_args

First = Literal["any", "safe", "opening"]


Win = Literal["either", "clear", "flags"]


OnGuess = Literal["luck", "fair", "strict"]


MAX_SIDE: Final = 10_000


MAX_CELLS: Final = 4_000_000
MAX_SEED: Final = 2**64 - 1


# A proof that no guess is needed looks at the whole board many times over.
MAX_GUESS_FREE_CELLS: Final = 10_000


class Level(NamedTuple):
    """A size with a name."""

    width: int
    height: int
    mines: int


LEVELS: Final = {
    "classic": Level(8, 8, 10),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}


def level_name(width: int, height: int, mines: int) -> str:
    """What a size is called; empty if it has no name."""
    size = (width, height, mines)
    return next((name for name, level in LEVELS.items() if level == size), "")


class Setup(NamedTuple):
    """Whatever the player would choose before a game: the size, the mines and the rules."""

    width: int
    height: int
    mines: int
    first: First = "opening"
    win: Win = "either"
    question_marks: bool = False
    no_guess: bool = False
    on_guess: OnGuess = "luck"


def check_setup(setup: Setup) -> None:
    """Raise ValueError, which names the argument, if no game can be played with a setup."""
    width, height, mines, first, win, _, _, on_guess = setup
    if width < 1:
        raise ValueError(f"width: {width} is less than 1")
    if height < 1:
        raise ValueError(f"height: {height} is less than 1")
    if not 0 <= mines < width * height:
        raise ValueError(f"mines: {mines} is not a number from 0 to {width * height - 1}")
    if first not in _FIRSTS:
        raise ValueError(f"first: {first!r} is not one of {', '.join(_FIRSTS)}")
    if win not in _WINS:
        raise ValueError(f"win: {win!r} is not one of {', '.join(_WINS)}")
    if on_guess not in _ON_GUESSES:
        raise ValueError(f"on_guess: {on_guess!r} is not one of {', '.join(_ON_GUESSES)}")


_FIRSTS: Final = get_args(First)


_WINS: Final = get_args(Win)


_ON_GUESSES: Final = get_args(OnGuess)


def too_large(width: int, height: int, most: int = MAX_CELLS) -> str:
    """Why there is no board of this size, as a sentence; empty if there is."""
    if width * height <= most:
        return ""
    return f"a board of {width}x{height} is too large: at most {most} cells"


def too_full(size: Level, source: str = "") -> str:
    """Why so many mines do not fit, as a sentence with where the number is from; empty if they do.

    At least one cell is safe.
    """
    cells = size.width * size.height
    if size.mines < cells:
        return ""
    return (
        f"{size.mines} mines{source} do not fit on {size.width}x{size.height}:"
        f" from 0 to {cells - 1} are allowed"
    )
