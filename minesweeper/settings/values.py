"""Parse the values that a player writes on the command line and in settings.

Each parser raises ValueError with a message that says what was wrong and what is allowed.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, parse_number
from minesweeper.engine.setup import (
    MAX_CELLS,
    MAX_SEED,
    MAX_SIDE,
    Size,
    why_too_full,
    why_too_large,
)

MAX_GAMES: Final = 10_000_000
MAX_MINUTES: Final = 24 * 60
# The length up to which a message quotes what the player wrote, and the path of a file.
MAX_QUOTED: Final = 40
MAX_QUOTED_PATH: Final = 100
# The length to which a message lists what is allowed.
MAX_LISTED: Final = 100


def quoted(text: str, limit: int = MAX_QUOTED) -> str:
    """Return a text in quotes and ASCII for a message, cut to `limit` characters."""
    literal = ascii(text[: limit + 1])
    return literal if len(literal) <= limit + 2 else f"{literal[: limit + 1]}...{literal[-1]}"


def shortened(text: str, length: int) -> str:
    """Return a text cut to a length, with dots at its end if something was cut."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def quoted_path(path: str) -> str:
    """Return the path of a file in quotes for a message."""
    return quoted(path, MAX_QUOTED_PATH)


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return ": did you mean NAME?" with the name most like a word; "" if none is near."""
    from difflib import get_close_matches  # late: few names are misspelt

    near = get_close_matches(word, names, n=1, cutoff=0.75)
    return "".join(f": did you mean {name}?" for name in near)


def parse_integer(text: str, lowest: int, highest: int) -> int:
    """Parse a number of ASCII digits, from `lowest` to `highest`."""
    with suppress(NotationError):
        value = parse_number(text, highest)
        if value >= lowest:
            return value
    raise ValueError(f"{quoted(text)} is not a number from {lowest} to {highest}")


def parse_side(text: str) -> int:
    """Parse a width or a height."""
    return parse_integer(text, 1, MAX_SIDE)


def parse_seed(text: str) -> int:
    """Parse a seed."""
    return parse_integer(text, 0, MAX_SEED)


def parse_count(text: str) -> int:
    """Parse a number of games or layouts."""
    return parse_integer(text, 1, MAX_GAMES)


def parse_minutes(text: str) -> int:
    """Parse a number of minutes, up to a day."""
    return parse_integer(text, 0, MAX_MINUTES)


def parse_place(text: str) -> tuple[int, int]:
    """Parse a column and a row, counted from 1: "3,5" or "(3,5)"."""
    try:
        has_brackets = text.startswith("(") and text.endswith(")")
        column, row = (text[1:-1] if has_brackets else text).split(",")
        return parse_side(column), parse_side(row)
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is not a cell (use COLUMN,ROW, counted from 1, such as 3,5)"
        ) from None


class Mines(NamedTuple):
    """A number of mines, or a share of the cells in percent."""

    amount: int
    is_share: bool

    def count_among(self, cells: int) -> int:
        """Return the number of mines on a board of `cells` cells; a share is rounded down."""
        return cells * self.amount // 100 if self.is_share else self.amount

    def __str__(self) -> str:
        return f"{self.amount}%" if self.is_share else str(self.amount)


def parse_mines(text: str) -> Mines:
    """Parse a number of mines, or a share of the cells such as 20%."""
    try:
        if text.endswith("%"):
            return Mines(parse_integer(text[:-1], 0, 99), is_share=True)
        return Mines(parse_integer(text, 0, MAX_CELLS - 1), is_share=False)
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is not a number of mines, nor a share from 0% to 99%"
        ) from None


def parse_size(text: str) -> Size:
    """Parse a size such as 30x16/99 or 20x20/15%."""
    sides, _, mines = text.partition("/")
    width, _, height = sides.partition("x")
    if not (width and height and mines):
        raise ValueError(f"{quoted(text)} is not a size (use WIDTHxHEIGHT/MINES, such as 30x16/99)")
    columns, rows = parse_side(width), parse_side(height)
    size = Size(columns, rows, parse_mines(mines).count_among(columns * rows))
    if fault := why_too_large(columns, rows) or why_too_full(size):
        raise ValueError(fault)
    return size


def parse_boolean(text: str) -> bool:
    """Parse true or false."""
    if text not in ("true", "false"):
        raise ValueError(f"{quoted(text)} is neither true nor false")
    return text == "true"
