"""Pages of text that lie over the game: help."""

import textwrap
from collections.abc import Iterable

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event, Mouse
from minesweeper.tui.keys import ROWS, Row, action_of, keys_text
from minesweeper.tui.looks import Looks
from minesweeper.tui.screen import Ask, Reaction, Screen

MOUSE_HELP = (
    ("left click", "reveal; chord on a number"),
    ("left held, right click", "flag"),
    ("middle click, wheel", "chord, scroll"),
    ("click on the status", "new game"),
)


class Page(Screen):
    """Lines of text that scroll; any key that does not scroll leaves."""

    def __init__(self, looks: Looks, title: str, lines: list[str]) -> None:
        self.looks = looks
        self.title = title
        self.lines = lines
        self.first = 0
        self._in_sight = 1
        self._wrapped = lines
        self._actions = action_of(ROWS)

    def draw(self, canvas: Canvas, now: int) -> None:
        self._wrapped = _wrapped(self.lines, canvas.columns)
        self._in_sight = max(1, canvas.rows - 2)
        self.first = max(0, min(self.first, len(self._wrapped) - self._in_sight))
        in_sight = self._wrapped[self.first : self.first + self._in_sight]
        longest = max(map(len, self._wrapped))
        column = max(0, (canvas.columns - longest) // 2)
        canvas.put_centred(0, self.title, self.looks.theme.header)
        for row, line in enumerate(in_sight, 1):
            canvas.put(column, row, line, self.looks.theme.text)
        canvas.put_centred(canvas.rows - 1, self._footer(canvas.columns), self.looks.theme.dim)

    def _footer(self, columns: int) -> str:
        if len(self._wrapped) <= self._in_sight:
            return "any key goes back"
        last = min(self.first + self._in_sight, len(self._wrapped))
        part = f"{self.first + 1}-{last}/{len(self._wrapped)}"
        text = f"{part}  arrows scroll, any other key goes back"
        return text if len(text) <= columns else part

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            return self._handle_mouse(event)
        down = self._scrolls().get(self._actions.get(event.name, ""))
        if down is None or len(self._wrapped) <= self._in_sight:
            return Ask.LEAVE
        self.first += down
        return None

    def _handle_mouse(self, event: Mouse) -> Reaction:
        if event.button in (4, 5):
            self.first += -3 if event.button == 4 else 3
            return None
        return None if event.pressed else Ask.LEAVE

    def _scrolls(self) -> dict[str, int]:
        """How many lines each scrolling action moves the page."""
        everything = len(self._wrapped)
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


def _wrapped(lines: list[str], columns: int) -> list[str]:
    """The lines, those that are too long on several rows."""
    rows = []
    for line in lines:
        rows += textwrap.wrap(line, max(columns, 10), subsequent_indent="    ") or [""]
    return rows


class HelpPage(Page):
    """The keys, from the table that dispatch reads, and the mouse."""

    def __init__(
        self,
        looks: Looks,
        rows: Iterable[Row] = ROWS,
        mouse: Iterable[tuple[str, str]] = MOUSE_HELP,
    ) -> None:
        pairs = [*((keys_text(row), row.help) for row in rows), *mouse]
        widest = max(len(keys) for keys, _ in pairs)
        lines = [f"{keys:{widest}}  {text}" for keys, text in pairs]
        super().__init__(looks, "Minesweeper: keys and mouse", lines)
