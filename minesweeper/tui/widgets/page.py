"""A page of text that lies over the game."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from minesweeper.tui.canvas import Canvas, Piece, width, wrap
from minesweeper.tui.keys import ROWS, Row, action_of
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word

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

    def lay_out(self, columns: int) -> list[Line]:
        """Return the lines as they are drawn in a window of so many columns."""
        return [
            [(0, row, self.looks.theme.header if is_heading else self.looks.theme.text)]
            for line, behind in pairwise([*self.lines, ""])
            for is_heading in [behind.startswith(" ") and not line.startswith(" ")]
            for row in wrapped(line, columns, self.indent)
        ]

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        lines = self._laid_out = self.lay_out(canvas.columns)
        spare = canvas.rows - len(lines) - 2
        gap = 1 if spare >= 2 else 0  # a blank line below the title and above the footer
        top = max(0, spare - 2 * gap) // 2
        self._in_sight = max(1, min(len(lines), canvas.rows - 2))
        self.first = max(0, min(self.first, len(lines) - self._in_sight))
        longest = max((_end(line) for line in lines), default=0)
        left = max(0, (canvas.columns - longest) // 2)
        canvas.put_centred(
            top, title_that_fits(self.title, canvas.columns), self.looks.theme.header
        )
        first_row = top + 1 + gap
        in_sight = lines[self.first : self.first + self._in_sight]
        for row, line in enumerate(in_sight, first_row):
            for column, text, style in line:
                canvas.put(left + column, row, text, style)
        footer_row = max(1, first_row + self._in_sight + gap)
        self._footer.draw(canvas, footer_row, self._footer_words(), self.looks.theme)

    @property
    def _scrolls(self) -> bool:
        return len(self._laid_out) > self._in_sight

    def _footer_words(self) -> Iterator[Word]:
        if not self._scrolls:
            yield Word("Any key", "goes back", "escape")
            return
        last = self.first + self._in_sight
        yield Word("", f"{self.first + 1}-{last}/{len(self._laid_out)}")
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


def title_that_fits(title: str, columns: int) -> str:
    """Return the title, without the name of the game where there is no room for it."""
    return title if width(title) <= columns else title.partition(": ")[2].capitalize()


def _end(line: Line) -> int:
    """Return the column after a line's last piece."""
    return max((column + width(text) for column, text, _ in line), default=0)


def wrapped(line: str, columns: int, indent: int) -> list[str]:
    """Return a line as the rows that it takes, one at least; those after the first are indented."""
    return wrap(line, max(1, columns), max(0, min(indent, columns - LEAST_TEXT))) or [""]
