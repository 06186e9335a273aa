"""Framed pages over the game: a page of lines that scroll, and a page of several tabs."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, Piece, cut, first_that_fits, width, wrap
from minesweeper.tui.events import Click, Event, Key, Mouse, Pick
from minesweeper.tui.keys import ROWS, TAB, KeyRow, page_actions
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, Reaction, Screen
from minesweeper.tui.widgets.board_screen import draw_too_small
from minesweeper.tui.widgets.border import draw_border
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.layout import Box

# The smallest window in which a page is shown.
MIN_PAGE_COLUMNS: Final = 30
MIN_PAGE_ROWS: Final = 10
# Columns between the border and the text. In a window narrower than _NARROW the right margin is one
# column.
_MARGIN: Final = 2
_NARROW: Final = 50
# Lines that the wheel scrolls.
_WHEEL_LINES: Final = 3

PageLine = list[Piece]
"""The pieces of a row of a page, with columns counted from the left edge of the text."""


# The frame of a page, in the middle of the window


class Sheet(NamedTuple):
    """The places of the parts of a page in a window."""

    box: Box
    column: int
    """The first column of the text."""
    columns: int
    """The columns of the text."""
    first_row: int
    rows: int
    """The rows of the text."""
    footer_row: int

    @property
    def inside(self) -> range:
        """The columns between the sides of the frame; a selected line takes them all."""
        return range(self.box.column + 1, self.box.right)

    @property
    def text_end(self) -> int:
        """The row after the last one for text."""
        return self.first_row + self.rows

    def draw(
        self, canvas: Canvas, theme: Theme, title: str, right: str = "", position: str = ""
    ) -> None:
        """Draw the frame; `position` is a text in its lower edge, the others in the upper one."""
        draw_border(canvas, self.box, theme, title=title, right=right)
        if position:
            column = self.inside.stop - _MARGIN - 1 - width(position)
            canvas.put(column, self.box.bottom, f" {position} ", theme.dim)

    def put_lines(self, canvas: Canvas, lines: Iterable[PageLine], row: int = 0) -> None:
        """Draw lines from a row of the text on; those that do not fit are left out."""
        for at, line in zip(range(row, self.rows), lines, strict=False):
            for column, text, style in line:
                room = max(0, self.columns - column)
                canvas.put(self.column + column, self.first_row + at, cut(text, room), style)

    def target(self, canvas: Canvas, row: int, event: Event) -> None:
        """Send an event for a left click on a row of the text."""
        at = self.first_row + row
        canvas.target(self.inside, range(at, at + 1), event)

    def put_selected(self, canvas: Canvas, line: PageLine, row: int, theme: Theme) -> None:
        """Draw a line in the colour of the selection, or without colours with a mark before it."""
        selected = theme.selected
        canvas.put(self.inside.start, self.first_row + row, " " * len(self.inside), selected)
        if not selected.background:
            canvas.put(self.inside.start, self.first_row + row, ">", selected)
        self.put_lines(canvas, [[(column, text, selected) for column, text, _ in line]], row)


def text_columns(columns: int) -> int:
    """Return the largest number of columns for the text of a page in a window `columns` wide."""
    return max(1, columns - _MARGIN - _right_margin(columns) - 2)


def text_rows(rows: int) -> int:
    """Return the largest number of rows for the text of a page in a window `rows` high."""
    return max(1, rows - 3)


def lay_sheet(canvas: Canvas, columns: int, rows: int) -> Sheet:
    """Return the sheet, centred in the window, of a page with a text of `columns` x `rows`.

    If the window is too small, the text gets fewer columns or rows.
    """
    columns, rows = min(columns, text_columns(canvas.columns)), min(rows, text_rows(canvas.rows))
    # Blank rows above and below the text, if there is room; the footer is in the last row.
    margin = 1 if text_rows(canvas.rows) - rows >= 2 else 0
    across, down = columns + _MARGIN + _right_margin(canvas.columns) + 2, rows + 2 * margin + 2
    column, row = (canvas.columns - across) // 2, (canvas.rows - 1 - down) // 2
    return Sheet(
        box=Box(column, row, across, down),
        column=column + 1 + _MARGIN,
        columns=columns,
        first_row=row + 1 + margin,
        rows=rows,
        footer_row=canvas.rows - 1,
    )


def _right_margin(columns: int) -> int:
    return _MARGIN if columns >= _NARROW else 1


class Scroller:
    """The part of a list that is in sight."""

    def __init__(self) -> None:
        self.first = 0
        self.length = 0
        self.in_sight = 1
        """The number of lines in sight at once."""

    def fit(self, length: int, rows: int) -> range:
        """Set the length of the list and the rows for it; return the lines in sight."""
        self.length, self.in_sight = length, min(length, max(1, rows))
        self.move(0)
        return self.lines

    @property
    def lines(self) -> range:
        """The lines that are in sight."""
        return range(self.first, self.first + self.in_sight)

    @property
    def scrolls(self) -> bool:
        """Whether some of the lines are out of sight."""
        return self.in_sight < self.length

    @property
    def position(self) -> str:
        """The lines in sight as text, for example "1-9/30"; empty if all are in sight."""
        lines = self.lines
        return f"{lines.start + 1:,}-{lines.stop:,}/{self.length:,}" if self.scrolls else ""

    def move(self, lines: int) -> bool:
        """Scroll down by a number of lines, or up if it is negative; return whether that moved."""
        first = max(0, min(self.first + lines, self.length - self.in_sight))
        has_moved, self.first = first != self.first, first
        return has_moved

    def show(self, line: int) -> None:
        """Scroll just enough to bring a line into sight."""
        self.first = max(line - self.in_sight + 1, min(self.first, line))

    def distance(self, action: str) -> int:
        """Return how many lines down a moving action goes, negative for up; 0 for other actions."""
        return {
            "up": -1,
            "down": 1,
            "page-up": -self.in_sight,
            "page-down": self.in_sight,
            "top": -self.length,
            "row-start": -self.length,
            "bottom": self.length,
            "row-end": self.length,
        }.get(action, 0)


class FramedPage(Screen):
    """A page over the game. In a window too small for it, it only answers keys that leave it."""

    def __init__(self, looks: Looks, keymap: Iterable[KeyRow]) -> None:
        """Take the keymap of the game; some of its keys have the same meaning on a page."""
        self.looks = looks
        self._actions = page_actions(keymap)
        self._is_too_small = False

    def draw(self, canvas: Canvas, now: int) -> None:
        self._is_too_small = canvas.columns < MIN_PAGE_COLUMNS or canvas.rows < MIN_PAGE_ROWS
        if self._is_too_small:
            draw_too_small(canvas, self.looks.theme, GO_BACK.text)
        else:
            self.draw_page(canvas, now)

    def handle(self, event: Event, now: int) -> Reaction:
        if self._is_too_small:
            if not isinstance(event, Key):
                return None
            if event.name != "escape" and self._actions.get(event.name) != "quit":
                return None
            event = Key("escape")
        return self.handle_page(event, now)

    @abstractmethod
    def draw_page(self, canvas: Canvas, now: int) -> None:
        """Draw the page in a window that is large enough."""

    @abstractmethod
    def handle_page(self, event: Event, now: int) -> Reaction:
        """Act on an event, as `handle` does; in a window that is too small, only on Esc."""


# A page of lines


class Page(FramedPage):
    """Lines of text that scroll. A key that does not scroll leaves the page; so does a click."""

    indent = 4
    """Columns before the wrapped rest of a long line."""
    min_columns = 40
    """The minimum columns of the text, however short the lines are."""

    def __init__(
        self, looks: Looks, title: str, lines: list[str], keymap: Iterable[KeyRow] = ROWS
    ) -> None:
        """Show lines of text; a line followed by an indented one is drawn as a heading."""
        super().__init__(looks, keymap)
        self.title = title
        self.lines = lines
        self._scroller = Scroller()
        self._scroller.fit(2, 1)  # a key that comes before the first frame may scroll

    def lay_out(self, columns: int) -> list[PageLine]:
        """Return the lines as they are drawn in the given number of columns."""
        return [
            [(0, row, self.looks.theme.header if is_heading else self.looks.theme.text)]
            for line, next_line in pairwise([*self.lines, ""])
            for is_heading in [next_line.startswith(" ") and not line.startswith(" ")]
            for row in wrap(line, columns, self.indent) or [""]
        ]

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        lines = self.lay_out(text_columns(canvas.columns))
        longest = max(map(line_end, lines), default=0)
        sheet = lay_sheet(canvas, max(self.min_columns, longest), len(lines))
        in_sight = self._scroller.fit(len(lines), sheet.rows)
        sheet.draw(canvas, self.looks.theme, self.title, position=self._scroller.position)
        sheet.put_lines(canvas, lines[in_sight.start :])
        draw_footer(canvas, sheet.footer_row, self._footer_words(), self.looks.theme)

    def _footer_words(self) -> Iterator[FooterWord]:
        if self._scroller.scrolls:
            yield FooterWord("PgUp", "", "page-up")
            yield FooterWord("PgDn", "scroll", "page-down")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            self._scroller.move(event.wheel * _WHEEL_LINES)
            return None
        if isinstance(event, Click):
            return Leave()
        if not isinstance(event, Key):
            return None
        down = self._scroller.distance(self._actions.get(event.name, ""))
        if not down or not self._scroller.scrolls:
            return Leave()
        self._scroller.move(down)
        return None


def line_end(line: PageLine) -> int:
    """Return the column after the end of a line."""
    return max((column + width(text) for column, text, _ in line), default=0)


# A page of tabs

# The maximum columns of the text, as longer lines are hard to read, and its rows if no list is
# longer.
_MAX_COLUMNS: Final = 94
_USUAL_ROWS: Final = 30
# Columns before the names of the tabs, and between two names.
_NAMES_MARGIN: Final = 2
_NAMES_GAP: Final = 1
_TAB_STEPS: Final = {TAB: 1, "shift-tab": -1, "right": 1, "left": -1}


class Tab(ABC):
    """The contents of the frame. A tab gets the keys that the page itself does not use."""

    name = ""

    @property
    def claims_all_keys(self) -> bool:
        """Whether the tab gets every key, for example while a text is typed."""
        return False

    def claims_key(self, key: str) -> bool:
        """Return whether the tab gets a key that the page would otherwise use."""
        return False

    def title_texts(self) -> Iterable[str]:
        """Return texts for the right of the upper edge; the first that fits is drawn."""
        return ()

    @property
    def title_width(self) -> int:
        """The columns to keep free for the title text; the names of other tabs make room for it."""
        return 0

    def position(self) -> str:
        """Return the lines in sight as text; "" if all are in sight."""
        return ""

    def words(self) -> Iterable[FooterWord]:
        """Return the words of the footer that come before those of the page."""
        return ()

    def rows_needed(self) -> int:
        """Return the rows with which a long list need not scroll; the frame grows for them."""
        return 0

    @abstractmethod
    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        """Draw the contents of the tab in its frame."""

    def press(self, key: str, action: str, now: int) -> Reaction:
        """Act on a key; `action` is the action that it is bound to in a game, or ""."""
        return None

    def pick(self, number: int, now: int) -> Reaction:
        """Act on a click on something that the tab has drawn as a `Pick`."""
        return None

    @abstractmethod
    def scroll(self, lines: int) -> None:
        """Scroll down by a number of lines, or up if it is negative."""


class TabbedPage(FramedPage):
    """Several tabs in a frame that has the same size for all; one tab is shown."""

    def __init__(
        self, looks: Looks, tabs: Sequence[Tab], page_action: str, keymap: Iterable[KeyRow] = ROWS
    ) -> None:
        """Take the action whose keys open the page in a game; here they leave it."""
        super().__init__(looks, keymap)
        self._tabs = tabs
        self._index = 0
        self._rows = _USUAL_ROWS
        """The rows of the text; they never become fewer, for a list that is filtered."""
        self._page_action = page_action

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        return self._tabs[self._index]

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        theme, tab = self.looks.theme, self.tab
        self._rows = max(self._rows, *(each.rows_needed() for each in self._tabs))
        sheet = lay_sheet(canvas, _MAX_COLUMNS, self._rows)
        tab.draw(canvas, sheet, theme)
        sheet.draw(canvas, theme, "", position=tab.position())
        last = self._draw_names(canvas, sheet, theme)
        self._draw_title_text(canvas, sheet, last, theme)
        ways_on = () if tab.claims_all_keys else (FooterWord("Tab", "change page", TAB), GO_BACK)
        draw_footer(canvas, sheet.footer_row, [*tab.words(), *ways_on], theme)

    def _draw_names(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> int:
        """Draw the names of the tabs; return the column after them.

        If they do not all fit, only the tab that is shown has a name, and the others have a digit.
        """
        names = [f" {digit} {tab.name} " for digit, tab in enumerate(self._tabs, 1)]
        columns = sum(width(name) + _NAMES_GAP for name in names) + self.tab.title_width
        if columns > sheet.box.columns - 2 * _NAMES_MARGIN:
            names = [name if at == self._index else name[:3] for at, name in enumerate(names)]
        column, row = sheet.box.column + _NAMES_MARGIN, sheet.box.row
        for index, name in enumerate(names):
            if index == self._index:
                canvas.put(column, row, name, theme.selected)
            else:
                canvas.put(column, row, name[:2], theme.accent)
                canvas.put(column + 2, row, name[2:], theme.text)
            end = column + width(name)
            canvas.target(range(column, end), range(row, row + 1), Key(str(index + 1)))
            column = end + _NAMES_GAP
        return column

    def _draw_title_text(self, canvas: Canvas, sheet: Sheet, start: int, theme: Theme) -> None:
        last = sheet.inside.stop - _NAMES_MARGIN
        text = first_that_fits(self.tab.title_texts(), last - start - 3)
        if text:
            canvas.put(last - width(text) - 1, sheet.box.row, f" {text} ", theme.header)

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self._press(event.name, now)
        if isinstance(event, Pick):
            return self.tab.pick(event.number, now)
        if isinstance(event, Mouse):
            self.tab.scroll(event.wheel * _WHEEL_LINES)
        return None

    def _press(self, key: str, now: int) -> Reaction:
        action = self._actions.get(key, "")
        if self.tab.claims_all_keys or self.tab.claims_key(key):
            return self.tab.press(key, action, now)
        if key == "escape" or action in ("quit", self._page_action):
            return Leave()
        if key in [str(digit) for digit, _ in enumerate(self._tabs, 1)]:
            self._index = int(key) - 1
        elif way := _TAB_STEPS.get(key) or _TAB_STEPS.get(action):
            self._index = (self._index + way) % len(self._tabs)
        else:
            return self.tab.press(key, action, now)
        return None
