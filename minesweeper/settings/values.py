"""What a player may write for a value, on the command line and in settings: text -> value.

Each parser raises ValueError with a message that says what was wrong and what is allowed.
"""

from contextlib import suppress
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, parse_number
from minesweeper.engine.setup import MAX_CELLS, MAX_SEED, MAX_SIDE

MAX_GAMES: Final = 10_000_000
MAX_MINUTES: Final = 24 * 60
LONGEST_SHOWN: Final = 40
LONGEST_PATH: Final = 100


def quoted(text: str, most: int = LONGEST_SHOWN) -> str:
    """Return a text in quotes and ASCII, at most `most` characters of it, for a message."""
    literal = ascii(text[: most + 1])
    return literal if len(literal) <= most + 2 else f"{literal[: most + 1]}...{literal[-1]}"


def quoted_path(path: str) -> str:
    """Return the path of a file as a message shows it."""
    return quoted(path, LONGEST_PATH)


def number(text: str, least: int, most: int) -> int:
    """Parse a number of ASCII digits, from `least` to `most`."""
    with suppress(NotationError):
        value = parse_number(text, most)
        if value >= least:
            return value
    raise ValueError(f"{quoted(text)} is not a number from {least} to {most}")


def side(text: str) -> int:
    """Parse a width or a height."""
    return number(text, 1, MAX_SIDE)


def seed(text: str) -> int:
    """Parse a seed."""
    return number(text, 0, MAX_SEED)


def count(text: str) -> int:
    """Parse how many games or layouts are wanted."""
    return number(text, 1, MAX_GAMES)


def minutes(text: str) -> int:
    """Parse a number of minutes, up to a day."""
    return number(text, 0, MAX_MINUTES)


def start(text: str) -> tuple[int, int]:
    """Parse a column and a row, from 1: "3,5" or "(3,5)"."""
    try:
        has_brackets = text.startswith("(") and text.endswith(")")
        column, row = (text[1:-1] if has_brackets else text).split(",")
        return side(column), side(row)
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is not a cell: a column and a row from 1 are expected, like 3,5"
        ) from None


class Mines(NamedTuple):
    """A number of mines, or a share of the cells in percent."""

    amount: int
    is_share: bool

    def among(self, cells: int) -> int:
        """Return the number of mines on a board of `cells` cells; a share is rounded down."""
        return cells * self.amount // 100 if self.is_share else self.amount

    def __str__(self) -> str:
        return f"{self.amount}%" if self.is_share else str(self.amount)


def mines(text: str) -> Mines:
    """Parse a number of mines, or their share, like 20%."""
    try:
        if text.endswith("%"):
            return Mines(number(text[:-1], 0, 99), is_share=True)
        return Mines(number(text, 0, MAX_CELLS - 1), is_share=False)
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is not a number of mines, or a share from 0% to 99%"
        ) from None


def boolean(text: str) -> bool:
    """Parse true or false."""
    if text not in ("true", "false"):
        raise ValueError(f"{quoted(text)} is neither true nor false")
    return text == "true"
