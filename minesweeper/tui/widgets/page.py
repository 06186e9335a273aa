"""A page of text that lies over the game."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from minesweeper.tui.canvas import Canvas, Piece, width, wrap
from minesweeper.tui.keys import ROWS, Row, action_of
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.sheet import is_framed, lay_sheet, text_columns, text_rows

# Lines that the wheel scrolls.
NOTCH: Final = 3
# The least columns beside the keys for what they do; where it is less, that goes below them.
LEAST_TEXT: Final = 14
# One row of a page: its pieces, each with its place from the left edge of the text.
Line = list[Piece]


class Page(Screen):
    """Lines of text that scroll; any key that does not scroll leaves."""

    indent = 4
    """Columns before the rest of a line that is too long."""
    least = 40
    """The columns that the frame has room for, however short the lines are."""

    def __init__(
        self, looks: Looks, title: str, lines: list[str], keymap: Iterable[Row] = ROWS
    ) -> None:
        """Show lines; one before indented ones is their heading."""
        self.looks = looks
        self.title = title
        self.lines = lines
        self.first = 0
        self._in_sight = 1
        self._laid_out: list[Line] = [[], []]  # until it is drawn, it may have to scroll
        self._footer = Footer()
        self._pressed = False
        self._actions = action_of(keymap)

    def lay_out(self, columns: int, rows: int) -> list[Line]:
        """Return the lines as they are drawn in so many columns; `rows` are in sight at once."""
        return [
            [(0, row, self.looks.theme.header if is_heading else self.looks.theme.text)]
            for line, behind in pairwise([*self.lines, ""])
            for is_heading in [behind.startswith(" ") and not line.startswith(" ")]
            for row in wrapped(line, columns, self.indent)
        ]

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        lines = self._laid_out = self.lay_out(text_columns(canvas), text_rows(canvas))
        longest = max(map(_end, lines), default=0)
        if is_framed(canvas):
            longest = max(longest, self.least)
        sheet = lay_sheet(canvas, longest, len(lines))
        self._in_sight = sheet.rows
        self.first = max(0, min(self.first, len(lines) - sheet.rows))
        last = self.first + sheet.rows
        position = f"{self.first + 1}-{last}/{len(lines)}" if self._scrolls else ""
        sheet.draw(canvas, self.looks.theme, self.title, position=position)
        for row, line in enumerate(lines[self.first : last], sheet.first_row):
            for column, text, style in line:
                canvas.put(sheet.column + column, row, text, style)
        words = self._footer_words("" if sheet.is_framed else position)
        self._footer.draw(canvas, sheet.footer_row, words, self.looks.theme)

    @property
    def _scrolls(self) -> bool:
        return len(self._laid_out) > self._in_sight

    def _footer_words(self, position: str) -> Iterator[Word]:
        if not self._scrolls:
            yield Word("Any key", "goes back", "escape")
            return
        if position:
            yield Word("", position)
        yield Word("Esc", "goes back", "escape")
        yield Word("PgUp", "", "page-up")
        yield Word("PgDn", "", "page-down")
        yield Word("arrows", "scroll")

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        down = self._scrolling().get(self._actions.get(event.name, ""))
        if down is None or not self._scrolls:
            return Leave()
        self.first += down
        return None

    def _handle_mouse(self, mouse: Mouse, now: int) -> Reaction:
        """Press the key of a word of the footer that is clicked; leave on a click elsewhere."""
        if mouse.wheel:
            self.first += mouse.wheel * NOTCH
            return None
        pressed, self._pressed = self._pressed, mouse.pressed
        if mouse.pressed or not pressed:
            return None
        return self.handle(Key(self._footer.key_at(mouse.column, mouse.row) or "escape"), now)

    def _scrolling(self) -> dict[str, int]:
        """Return how many lines each scrolling action moves the page."""
        everything = len(self._laid_out)
        return {
            "up": -1,
            "down": 1,
            "page-up": -self._in_sight,
            "page-down": self._in_sight,
            "top": -everything,
            "row-start": -everything,
            "bottom": everything,
            "row-end": everything,
        }


def _end(line: Line) -> int:
    """Return the column after a line's last piece."""
    return max((column + width(text) for column, text, _ in line), default=0)


def wrapped(line: str, columns: int, indent: int) -> list[str]:
    """Return a line as the rows that it takes, one at least; those after the first are indented."""
    return wrap(line, max(1, columns), max(0, min(indent, columns - LEAST_TEXT))) or [""]
