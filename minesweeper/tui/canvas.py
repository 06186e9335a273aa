"""A picture of the whole screen, in memory: pieces of text with styles, row by row.

Screens draw on a canvas, the terminal paints it, tests read it. Nothing here knows curses.
"""

from collections.abc import Iterable, Sequence
from typing import Final
from unicodedata import category, east_asian_width

from minesweeper.tui.colours import Colour
from minesweeper.tui.events import Event


class Style:
    """The colours and attributes of a text. Compared by identity: a theme makes each style once."""

    __slots__ = ("background", "bold", "dim", "foreground", "reverse", "underline")

    def __init__(
        self,
        foreground: Colour | None = None,
        background: Colour | None = None,
        *,
        bold: bool = False,
        reverse: bool = False,
        underline: bool = False,
        dim: bool = False,
    ) -> None:
        """`reverse` and `underline` are only used without colours, `dim` with fewer than 256."""
        self.foreground = foreground
        self.background = background
        self.bold = bold
        self.reverse = reverse
        self.underline = underline
        self.dim = dim


PLAIN = Style()
# The end of a text that was cut.
_DOTS: Final = "..."

# The Unicode categories of characters that combine with the one before them, or only join others.
_WITHOUT_WIDTH: Final = ("Mn", "Me", "Cf")

StyledText = tuple[str, Style]

# A tuple rather than a class: a large board makes thousands of them per frame.
Piece = tuple[int, str, Style]
"""A column, and the text that begins there with its style."""


class Canvas:
    """One frame. Text beyond its edges is cut off; later pieces cover earlier ones.

    `blank` is the style of the empty parts, and gives its colours to text that has none.
    A list of pieces is never changed once it is made, so that frames can share rows.
    """

    __slots__ = ("_cursor", "_targets", "blank", "columns", "pieces", "rows")

    def __init__(self, columns: int, rows: int, *, blank: Style = PLAIN) -> None:
        self.columns = columns
        self.rows = rows
        self.blank = blank
        self.pieces: list[list[Piece]] = [[]] * rows
        self._cursor: tuple[int, int] | None = None
        self._targets: list[tuple[range, range, Event]] = []

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The column and row where the terminal's hidden cursor is parked; None for anywhere.

        Screen magnifiers follow it.
        """
        return self._cursor

    @cursor.setter
    def cursor(self, place: tuple[int, int] | None) -> None:
        in_sight = place and 0 <= place[0] < self.columns and 0 <= place[1] < self.rows
        self._cursor = place if in_sight else None

    def put(self, column: int, row: int, text: str, style: Style = PLAIN) -> None:
        """Draw a text over the pieces of a row; the part beyond the right edge is cut off."""
        if 0 <= column < self.columns:
            # No text is wider than twice its length, so most texts need not be measured.
            if column + 2 * len(text) > self.columns:
                text = cut(text, self.columns - column)
            self.put_pieces(row, [(column, text, style)])

    def put_pieces(self, row: int, pieces: Iterable[Piece]) -> None:
        """Draw pieces over those of a row; they must not reach beyond the right edge."""
        if 0 <= row < self.rows:
            self.pieces[row] = [*self.pieces[row], *pieces]

    def target(self, columns: range, rows: range, event: Event) -> None:
        """Send an event for a left click on these columns and rows, instead of the click."""
        self._targets.append((columns, rows, event))

    def target_at(self, column: int, row: int) -> Event | None:
        """Return what a left click at a place sends: of two targets, that of the later one."""
        for columns, rows, event in reversed(self._targets):
            if column in columns and row in rows:
                return event
        return None

    def lines(self) -> list[str]:
        """Return the rows as text, without trailing blanks."""
        return [row_text(row) for row in self.pieces]


def width(text: str) -> int:
    """Return the number of screen columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """Return the beginning of a text that fits in `columns` columns; "" if they are negative."""
    columns = max(0, columns)
    if text.isascii():
        return text[:columns]
    for at, character in enumerate(text):
        columns -= _columns_of(character)
        if columns < 0:
            return text[:at]
    return text


def first_that_fits(texts: Iterable[str], columns: int) -> str:
    """Return the first of the texts that fits, or "" if none does."""
    return next((text for text in texts if width(text) <= columns), "")


def wrap(text: str, columns: int) -> list[str]:
    """Return a text as rows of at most `columns` columns, broken at blanks.

    The first row keeps its indentation. In no columns, or less, each character has a row.
    """
    if not text.strip():
        return []
    columns = max(0, columns)
    rows = []
    row = text[: max(0, min(len(text) - len(text.lstrip()), columns - 2))]
    for word in text.strip().split(" "):
        longer = f"{row} {word}" if row.strip() else row + word
        if row.strip() and width(longer) > columns:
            rows.append(row)
            longer = word
        row = longer
        while width(row) > columns:  # a word that is longer than a row
            end = max(len(cut(row, columns)), len(row) - len(row.lstrip()) + 1)
            rows.append(row[:end])
            row = row[end:]
    return [*rows, row] if row.strip() else rows


def with_dots(text: str, columns: int) -> str:
    """Return a text followed by dots, cut so that both together fit in `columns` columns."""
    return cut(text, columns - len(_DOTS)).rstrip() + _DOTS


def row_text(pieces: list[Piece]) -> str:
    """Return the text of a row, without trailing blanks."""
    row: list[str] = []
    for column, text, _ in pieces:
        cells = _cells(text)
        row += " " * (column - len(row))
        row[column : column + len(cells)] = cells
    return "".join(row).rstrip()


def _cells(text: str) -> Sequence[str]:
    """Return what a text puts into each column; a wide character leaves the second one empty."""
    if text.isascii():
        return text
    cells: list[str] = []
    last = 0
    for character in text:
        if columns := _columns_of(character):
            last = len(cells)
            cells += [character, ""][:columns]
        elif cells:
            cells[last] += character
    return cells
