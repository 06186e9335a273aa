"""A page: a stage, most often with a list, a side that says more about it, and the key line."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Click, Event, Key, Mouse, Pick
from minesweeper.tui.keys import ROWS, KeyRow, page_actions
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.tiles import put_text
from minesweeper.tui.screen import Leave, Reaction, Screen
from minesweeper.tui.widgets.board_screen import draw_too_small
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import (
    SMALLEST_WINDOW,
    STAGE_COLUMNS,
    STAGE_ROWS,
    Box,
    place_page,
)
from minesweeper.tui.widgets.side import Side, draw_side

BACK: Final = Word("Esc", "back", Key("escape"))
CHOOSE: Final = Word("↑ ↓", "choose")
"""What the arrows do in a list."""

# With fewer rows a list has no line under it, and when it scrolls no blank row over it.
_HIGH: Final = 14
_LEFT_AND_RIGHT: Final = {"left": -1, "right": 1}


class Question(NamedTuple):
    """A question that the side asks; any key but y keeps everything as it is."""

    text: str
    yes: str
    """What y does, in a few words."""
    no: str
    """What n does, in a few words."""
    answer: Callable[[int], Reaction]
    """Called with the time if the answer is yes."""


class PageScreen(Screen):
    """A page over the game. In a window too small for it, it only answers keys that leave it."""

    title = ""
    value = ""
    """What stands at the right end of the title's row."""
    opened_by = ""
    """The action whose keys open the page in a game; here they leave it."""

    def __init__(self, looks: Looks, keymap: Iterable[KeyRow] = ROWS) -> None:
        """Take the keymap of the game; some of its keys have the same meaning on a page."""
        self.looks = looks
        self.stage = Box(0, 0, STAGE_COLUMNS, STAGE_ROWS)
        """Where the page has room for what it shows."""
        self.message = ""
        """The result of the last key or click, or why it could not be done."""
        self.question: Question | None = None
        """The question that waits for an answer."""
        self._actions = page_actions(keymap)
        self._is_too_small = False

    @abstractmethod
    def draw_stage(self, canvas: Canvas, now: int) -> None:
        """Draw what the page shows, within the stage."""

    @abstractmethod
    def side(self, now: int) -> Side:
        """Return what stands beside the stage, and the words of the key line."""

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        columns, rows = SMALLEST_WINDOW
        self._is_too_small = canvas.columns < columns or canvas.rows < rows
        if self._is_too_small:
            draw_too_small(canvas, self.looks.theme, f"{BACK.key_text} {BACK.text}")
            return
        place = place_page((canvas.columns, canvas.rows))
        self.stage = place.field
        self.draw_stage(canvas, now)
        draw_side(canvas, place, self.shown_side(now), self.looks.theme)

    def shown_side(self, now: int) -> Side:
        """Return the side, or what is asked or said there instead."""
        side = self.side(now)
        if asked := self.question:
            words = Word("y", asked.yes, Key("y")), Word("n", asked.no, Key("n"))
            return side._replace(body=[asked.text], body_role="note", main=words, more=[BACK])
        if self.message:
            return side._replace(body=[self.message], body_role="note")
        return side

    def draw_head(self, canvas: Canvas) -> int:
        """Draw the title; return the rows that it takes."""
        theme, stage = self.looks.theme, self.stage
        put_text(canvas, stage.column, stage.row, self.title, theme.bright, theme)
        column = stage.right + 1 - width(self.value)
        if column > stage.column + width(self.title):
            put_text(canvas, column, stage.row, self.value, theme.dim, theme)
        return 1

    def draw_more(self, canvas: Canvas, rows: range, *, above: bool, below: bool) -> None:
        """Draw arrows beside the first and the last of these rows, where the page goes on."""
        *_, up, down = self.looks.theme.glyphs.scroll_arrows
        for is_drawn, row, arrow in ((above, rows.start, up), (below, rows.stop - 1, down)):
            if is_drawn:
                canvas.put(self.stage.right + 1, row, arrow, self.looks.theme.note)

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self._press(event.name, now)
        if self._is_too_small or self.question:
            return None
        if isinstance(event, Mouse):
            if event.wheel:
                self.message = ""
                self.scroll(event.wheel)
            return None
        self.message = ""
        return self.pick(event, now) if isinstance(event, Pick) else self.click(event, now)

    def _press(self, key: str, now: int) -> Reaction:
        action = self._actions.get(key, "")
        if self._is_too_small:
            return self.go_back() if key == "escape" or action == "quit" else None
        asked, self.question, self.message = self.question, None, ""
        if asked:
            return asked.answer(now) if key in ("y", "Y") else None
        return self.press(key, action, now)

    def press(self, key: str, action: str, now: int) -> Reaction:
        """Act on a key; `action` is the action that it is bound to in a game, or ""."""
        if key == "escape" or (action and action in ("quit", self.opened_by)):
            return self.go_back()
        return None

    def pick(self, place: Pick, now: int) -> Reaction:
        """Act on a click on something that the page has drawn as a `Pick`."""
        return None

    def click(self, click: Click, now: int) -> Reaction:
        """Act on a click elsewhere."""
        return None

    def scroll(self, rows: int) -> None:  # most pages show everything
        """Scroll down by a number of rows, or up if it is negative."""

    def go_back(self) -> Leave:
        """Return what leaves the page."""
        return Leave()


class RowText(NamedTuple):
    """A text of a row."""

    column: int
    """Its first column, from that of the stage; -1: it ends in the stage's last column."""
    text: str
    role: Role = "text"
    event: Event | None = None
    """What a click on it sends; None: what one on its row does."""


class ListScreen(PageScreen):
    """A list in groups, of which a row is chosen. A row is only made while it is in sight."""

    blank_rows = 1
    """Blank rows under the title."""
    last_line = ""
    """A dim text under the list, where there is room for it."""
    click_enters = True
    """Whether a click on a row does what Enter does, and not only a second click."""

    def __init__(self, looks: Looks, keymap: Iterable[KeyRow] = ROWS) -> None:
        super().__init__(looks, keymap)
        self.chosen = 0
        self._in_sight = 1

    @abstractmethod
    def row_counts(self) -> Sequence[int]:
        """Return how many rows each group has."""

    @abstractmethod
    def row(self, index: int) -> Sequence[RowText]:
        """Return the texts of a row, for the width of the stage."""

    def row_keys(self) -> Sequence[str]:
        """Return a key for each row that does there what Enter does; "" for none."""
        return ()

    @abstractmethod
    def enter(self, now: int) -> Reaction:
        """Do what Enter does on the chosen row."""

    def turn(self, way: int, now: int) -> Reaction:
        """Act on an arrow to the right, or if `way` is -1 to the left."""
        return None

    # Drawing

    def draw_stage(self, canvas: Canvas, now: int) -> None:
        head, stage = self.draw_head(canvas), self.stage
        rows = stage.rows
        is_wide = width(self.last_line) < stage.columns
        if self.last_line and is_wide and rows >= _HIGH:
            theme = self.looks.theme
            put_text(canvas, stage.column + 1, stage.bottom, self.last_line, theme.dim, theme)
            rows -= 2
        counts = self.row_counts()
        total = sum(counts)
        top, gap = arrange_groups(counts, rows, head, self.blank_rows)
        if head + total > rows >= _HIGH:
            top += 1  # it scrolls in any case
        self._in_sight = min(total, rows - top)
        self.choose(self.chosen)
        first = max(0, min(self.chosen - self._in_sight // 2, total - self._in_sight))
        row, starts, keys = stage.row + top, {*accumulate(counts)}, self.row_keys()
        for index in range(first, first + self._in_sight):
            self._draw_row(canvas, row, index, keys[index] if keys else "")
            row += 1 + gap * (index + 1 in starts)
        in_sight = range(stage.row + top, stage.row + top + self._in_sight)
        is_below = first + self._in_sight < total
        self.draw_more(canvas, in_sight, above=first > 0, below=is_below)

    def _draw_row(self, canvas: Canvas, row: int, index: int, key: str) -> None:
        theme, stage = self.looks.theme, self.stage
        columns, rows = range(stage.column, stage.right + 1), range(row, row + 1)
        canvas.target(columns, rows, Pick(index))
        is_chosen = index == self.chosen
        if is_chosen:
            canvas.put(stage.column, row, " " * stage.columns, theme.selected)
            mark = ">" if theme.glyphs.is_ascii else "▌"
            style = theme.style("cursor", "selected") if theme.has_colours else theme.selected
            canvas.put(stage.column, row, mark, style)
            canvas.cursor = stage.column, row
        texts = [*self.row(index)]
        if key:
            texts.insert(0, RowText(1, key, "key"))
        end = 0
        for text in texts:
            wide = width(text.text)
            column = text.column if text.column >= 0 else stage.columns + text.column + 1 - wide
            if text.column < 0 and column <= end:
                continue  # a fact that would touch the row's text
            end = max(end, column + wide)
            at = stage.column + column
            style = theme.style(text.role, bold=text.role == "key")
            put_text(canvas, at, row, text.text, theme.selected if is_chosen else style, theme)
            if text.event:
                canvas.target(range(at, at + wide), rows, text.event)

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        keys = [each.lower() for each in self.row_keys()]
        if key.lower() in keys:
            self.choose(keys.index(key.lower()))
            return self.enter(now)
        if key in ("enter", " ") or action == "reveal":
            return self.enter(now)
        if way := _LEFT_AND_RIGHT.get(action):
            return self.turn(way, now)
        if way := self._distance(action):
            self.choose(self.chosen + way)
            return None
        return super().press(key, action, now)

    def _distance(self, action: str) -> int:
        """Return how many rows down a moving action goes, negative for up; 0 for other actions."""
        total = sum(self.row_counts())
        return {
            "up": -1,
            "down": 1,
            "page-up": -self._in_sight,
            "page-down": self._in_sight,
            "top": -total,
            "row-start": -total,
            "bottom": total,
            "row-end": total,
        }.get(action, 0)

    def pick(self, place: Pick, now: int) -> Reaction:
        was_chosen = place.number == self.chosen
        self.choose(place.number)
        if place.step:
            return self.turn(place.step, now)
        return self.enter(now) if self.click_enters or was_chosen else None

    def scroll(self, rows: int) -> None:
        self.choose(self.chosen + rows)

    def choose(self, index: int) -> None:
        """Choose the row at an index, or the nearest one."""
        self.chosen = max(0, min(index, sum(self.row_counts()) - 1))


def arrange_groups(counts: Sequence[int], rows: int, head: int, blanks: int = 1) -> tuple[int, int]:
    """Return the row in which the first of some groups begins, and the blank rows between them.

    `counts` are the rows of each; the title takes `head` rows, and has `blanks` under it. If there
    are too few rows, first the blanks between the groups go, then those under the title.
    """
    gaps = len(counts) - 1
    for top, gap in ((head + blanks, 1), (head + blanks, 0)):
        if top + sum(counts) + gap * gaps <= rows:
            return top, gap
    return head, 0
