"""A picture of the whole screen, in memory: pieces of text with styles, row by row.

Screens draw on a canvas, the terminal paints it, tests read it. Nothing here knows curses.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category, east_asian_width


class Colour(NamedTuple):
    """One of xterm's 256 colours, and its substitutes among the first 8 and 16."""

    of_256: int
    of_8: int
    of_16: int | None = None
    """Where it is None, `of_8` serves for 16 colours too."""


class Style:
    """How a piece of text is painted. Compared by identity: a theme makes each style once."""

    __slots__ = ("background", "bold", "foreground", "reverse", "underline")

    def __init__(
        self,
        foreground: Colour | None = None,
        background: Colour | None = None,
        *,
        bold: bool = False,
        reverse: bool = False,
        underline: bool = False,
    ) -> None:
        """`reverse` and `underline` take the place of colours where there are none."""
        self.foreground = foreground
        self.background = background
        self.bold = bold
        self.reverse = reverse
        self.underline = underline


PLAIN = Style()
# Ends a text that was cut.
MORE = "..."

# The categories of characters that stand on the one before them, or only join others.
_WITHOUT_WIDTH: Final = ("Mn", "Me", "Cf")

# A tuple and no class: a large board makes thousands of them a frame.
Piece = tuple[int, str, Style]


class Canvas:
    """One frame. What is put beyond its edges is cut off; later pieces cover earlier ones.

    `blank` is the style of empty cells, whose colours text without colours of its own takes on. A
    list of pieces is never changed once it is made, so that frames can share rows.
    """

    __slots__ = ("_cursor", "blank", "columns", "pieces", "rows")

    def __init__(self, columns: int, rows: int, *, blank: Style = PLAIN) -> None:
        self.columns = columns
        self.rows = rows
        self.blank = blank
        self.pieces: list[list[Piece]] = [[]] * rows
        self._cursor: tuple[int, int] | None = None

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The column and row of the hardware cursor; None if there is none to be seen."""
        return self._cursor

    @cursor.setter
    def cursor(self, place: tuple[int, int] | None) -> None:
        in_sight = place and 0 <= place[0] < self.columns and 0 <= place[1] < self.rows
        self._cursor = place if in_sight else None

    def put(self, column: int, row: int, text: str, style: Style = PLAIN) -> None:
        """Put a text on top of what is there."""
        if 0 <= column < self.columns:
            # No text is wider than twice its length: most need not be measured.
            if column + 2 * len(text) > self.columns:
                text = cut(text, self.columns - column)
            self.put_pieces(row, [(column, text, style)])

    def put_pieces(self, row: int, pieces: Iterable[Piece]) -> None:
        """Put pieces that fit a row on top of what is there."""
        if 0 <= row < self.rows:
            self.pieces[row] = [*self.pieces[row], *pieces]

    def put_row(self, row: int, pieces: list[Piece]) -> None:
        """Replace a row by pieces that fit it, which an earlier frame may share."""
        self.put_rows(row, [pieces])

    def put_rows(self, row: int, rows: Sequence[list[Piece]]) -> None:
        """Replace several rows from `row` on; those beyond the edges are cut off."""
        first = max(0, row)
        shown = rows[first - row : max(first, self.rows) - row]
        self.pieces[first : first + len(shown)] = shown

    def put_centred(self, row: int, text: str, style: Style = PLAIN) -> None:
        """Put a text in the middle of a row."""
        self.put(max(0, (self.columns - width(text)) // 2), row, text, style)

    def lines(self) -> list[str]:
        """Return the rows as text, without trailing blanks."""
        return [_line(row) for row in self.pieces]


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else _width(text)


@lru_cache(maxsize=1000)  # most are walls and glyphs, which every frame has again
def _width(text: str) -> int:
    return sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """Return as much of the text as fits; less than no columns are none."""
    columns = max(0, columns)
    while width(text) > columns:
        text = text[: columns if len(text) > columns else -1]
    return text


def first_that_fits(texts: Iterable[str], columns: int) -> str:
    """Return the first of the texts that fits, or "" if none does."""
    return next((text for text in texts if width(text) <= columns), "")


def wrap(text: str, columns: int, indent: int = 0) -> list[str]:
    """Return the text as the rows that it takes; those after the first are indented."""
    if width(text) <= columns:
        return [text] if text.strip() else []
    import textwrap  # late: it takes 2 ms to load, and few texts are too long

    return textwrap.wrap(text, columns, subsequent_indent=" " * indent)


def first_lines(lines: list[str], rows: int) -> list[str]:
    """Return the lines that there are rows for; the last of them says if there are more."""
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], lines[rows - 1][: -len(MORE)] + MORE] if rows > 0 else []


def _line(pieces: list[Piece]) -> str:
    cells: dict[int, str] = {}
    for start, text, _ in pieces:
        column = last = start
        for character in text:
            columns = _columns_of(character)
            if columns:
                cells[column], last = character, column
            else:
                cells[last] = cells.get(last, "") + character
            if columns == 2:
                cells[column + 1] = ""
            column += columns
    return "".join(cells.get(column, " ") for column in range(max(cells, default=-1) + 1)).rstrip()
