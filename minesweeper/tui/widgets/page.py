"""Pages that lie over the game: one of lines, and one of several tabs, in the same frame."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, Piece, cut, first_that_fits, width, wrap
from minesweeper.tui.keys import ROWS, TAB, Row, page_actions
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import LEFT, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.border import Box, draw_border
from minesweeper.tui.widgets.footer import Footer, Word

# Columns between the border and the text; a narrow window has only one at the right.
MARGIN: Final = 2
# Where a window is smaller, its rows and columns are needed for the text.
LEAST_COLUMNS: Final = 30
LEAST_ROWS: Final = 10
NARROW: Final = 50


# The frame of a page, in the middle of the window


class Sheet(NamedTuple):
    """Where the parts of a page are in a window."""

    box: Box
    """All but the line of keys."""
    is_framed: bool
    inside: range
    """The columns that a selected line takes: all in the frame, or in the window."""
    column: int
    """Where the text begins."""
    columns: int
    """How many the text may take."""
    first_row: int
    rows: int
    """How many lines are in sight."""
    footer_row: int

    @property
    def text_end(self) -> int:
        """The row after the last one for text."""
        return self.first_row + self.rows

    def draw(
        self, canvas: Canvas, theme: Theme, title: str, right: str = "", position: str = ""
    ) -> None:
        """Draw the frame, or the title alone; `position` says in it which lines are in sight."""
        if not self.is_framed:
            title = cut(title, canvas.columns)
            canvas.put_centred(self.box.row, title, theme.header)
            return
        draw_border(canvas, self.box, theme, title=title, right=right)
        if position:
            column = self.inside.stop - MARGIN - 1 - width(position)
            canvas.put(column, self.box.row + self.box.rows - 1, f" {position} ", theme.dim)


def is_framed(canvas: Canvas) -> bool:
    """Return whether a window has room for a frame."""
    return canvas.columns >= LEAST_COLUMNS and canvas.rows >= LEAST_ROWS


def text_columns(canvas: Canvas, mark: int = 0) -> int:
    """Return how many columns of text a page may have in a window.

    `mark` is how many are needed at the left of it; a frame has them anyway.
    """
    return canvas.columns - sum(_margins(canvas, mark)) - (2 if is_framed(canvas) else 0)


def text_rows(canvas: Canvas) -> int:
    """Return how many lines of text a page may have in a window."""
    return max(1, canvas.rows - (3 if is_framed(canvas) else 2))


def lay_sheet(canvas: Canvas, columns: int, rows: int, mark: int = 0) -> Sheet:
    """Return where a page is whose text takes so many columns and rows, as far as they fit."""
    framed, (left, right) = is_framed(canvas), _margins(canvas, mark)
    columns, rows = min(columns, text_columns(canvas, mark)), min(rows, text_rows(canvas))
    edge = 1 if framed else 0
    spare = text_rows(canvas) - rows
    # Blank rows, where there are any: below and above the text, and above the line of keys.
    margin, gap = (1 if spare >= 2 else 0), (0 if spare in (0, 2) else 1)
    across, down = columns + left + right + 2 * edge, rows + 2 * margin + 1 + edge
    column, row = (canvas.columns - across) // 2, (spare - gap - 2 * margin) // 2
    return Sheet(
        box=Box(column, row, across, down),
        is_framed=framed,
        inside=range(column + 1, column + across - 1) if framed else range(canvas.columns),
        column=column + edge + left,
        columns=columns,
        first_row=row + 1 + margin,
        rows=rows,
        footer_row=max(1, row + down + gap),
    )


def _margins(canvas: Canvas, mark: int) -> tuple[int, int]:
    if not is_framed(canvas):
        return mark, 0
    return MARGIN, MARGIN if canvas.columns >= NARROW else 1


# A page of lines

# Lines that the wheel scrolls.
NOTCH: Final = 3
# The least columns for the rest of a line that is too long: an indent gives way to them.
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
        self._actions = page_actions(keymap)

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
        longest = max(map(line_end, lines), default=0)
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


def line_end(line: Line) -> int:
    """Return the column after a line's last piece."""
    return max((column + width(text) for column, text, _ in line), default=0)


def wrapped(line: str, columns: int, indent: int) -> list[str]:
    """Return a line as the rows that it takes, one at least; those after the first are indented."""
    return wrap(line, max(1, columns), max(0, min(indent, columns - LEAST_TEXT))) or [""]


# A page of tabs

# The most that the frame has room for: longer lines are hard to read.
MOST_COLUMNS: Final = 94
MOST_ROWS: Final = 30
# Columns to the left of the names, and between two where there is room.
NAMES_MARGIN: Final = 2
NAMES_GAP: Final = 1
_WAYS: Final = {TAB: 1, "shift-tab": -1, "right": 1, "left": -1}


class Tab:
    """What is shown in the frame; it answers the keys that the frame has no use for."""

    name = ""
    mark = 0
    """Columns to the left of its lines, where one of them can be marked."""

    @property
    def takes_all(self) -> bool:
        """Whether every key is for the tab, as while something is typed."""
        return False

    def takes(self, key: str) -> bool:
        """Return whether a key that the frame would use is for the tab."""
        return False

    def about(self) -> Iterable[str]:
        """Yield what is said at the right of the upper edge, the longest first."""
        return ()

    @property
    def about_width(self) -> int:
        """How many columns that needs, if the names of other tabs are to make room for it."""
        return 0

    def position(self) -> str:
        """Return which lines are in sight, if not all."""
        return ""

    def words(self) -> Iterable[Word]:
        """Return what the footer names before the keys of the frame."""
        return ()

    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        """Draw the tab in its frame."""
        raise NotImplementedError  # every tab has its own

    def press(self, key: str, action: str, now: int) -> Reaction:
        """Do what a key asks for; `action` is what it is bound to in a game."""
        return None

    def click(self, column: int, row: int, now: int) -> Reaction:
        """Do what a click at a place of the screen asks for."""
        return None

    def scroll(self, lines: int) -> None:
        """Go so many lines down, or up if negative."""


class Spot(NamedTuple):
    """Where the name of a tab can be clicked."""

    columns: range
    row: int
    key: str


class TabbedPage(Screen):
    """One of several tabs at a time, in a frame that is the same for all.

    Left with the result of a screen that was opened from a tab, if it had any.
    """

    def __init__(
        self, looks: Looks, tabs: Sequence[Tab], own: str, keymap: Iterable[Row] = ROWS
    ) -> None:
        """`own` is the action whose keys open the page: they leave it, too."""
        self.looks = looks
        self._tabs = tabs
        self._index = 0
        self._own = own
        self._actions = page_actions(keymap)
        self._footer = Footer()
        self._spots: list[Spot] = []
        self._pressed: tuple[int, int] | None = None

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        return self._tabs[self._index]

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        theme, tab = self.looks.theme, self.tab
        sheet = lay_sheet(canvas, MOST_COLUMNS, MOST_ROWS, tab.mark)
        tab.draw(canvas, sheet, theme)
        sheet.draw(canvas, theme, "", position=tab.position())
        last = self._draw_names(canvas, sheet, theme)
        if sheet.is_framed:
            self._draw_about(canvas, sheet, last, theme)
        words = [*tab.words(), *self._words(canvas.columns)]
        self._footer.draw(canvas, sheet.footer_row, words, theme)

    def _words(self, columns: int) -> Iterator[Word]:
        if not self.tab.takes_all:
            yield Word("Esc", "goes back" if columns >= NARROW else "", "escape")
            yield Word("Tab", "next page", TAB)

    def _draw_names(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> int:
        """Draw the names, or the digits of those without room for one; return where they end.

        That of the tab that is shown is reversed, so that it stands out without colours, too.
        """
        names = [f" {digit} {tab.name} " for digit, tab in enumerate(self._tabs, 1)]
        wanted = sum(width(name) + NAMES_GAP for name in names) + self.tab.about_width
        if wanted > sheet.box.columns - 2 * NAMES_MARGIN:
            names = [name if at == self._index else name[:3] for at, name in enumerate(names)]
        column, row = sheet.box.column + NAMES_MARGIN * sheet.is_framed, sheet.box.row
        self._spots = []
        for index, name in enumerate(names):
            if index == self._index:
                canvas.put(column, row, name, theme.selected)
            else:
                canvas.put(column, row, name, theme.text)
                canvas.put(column, row, name[:2], theme.accent)
            self._spots.append(Spot(range(column, column + width(name)), row, name[1]))
            column += width(name) + NAMES_GAP * sheet.is_framed
        return column

    def _draw_about(self, canvas: Canvas, sheet: Sheet, start: int, theme: Theme) -> None:
        last = sheet.inside.stop - NAMES_MARGIN
        text = first_that_fits(self.tab.about(), last - start - 3)
        if text:
            canvas.put(last - width(text) - 1, sheet.box.row, f" {text} ", theme.header)

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        return self._press(event.name, now)

    def _press(self, key: str, now: int) -> Reaction:
        action = self._actions.get(key, "")
        if self.tab.takes_all or self.tab.takes(key):
            return self.tab.press(key, action, now)
        if key == "escape" or action in ("quit", self._own):
            return Leave()
        if key in [str(digit) for digit, _ in enumerate(self._tabs, 1)]:
            self._index = int(key) - 1
        elif way := _WAYS.get(key) or _WAYS.get(action):
            self._index = (self._index + way) % len(self._tabs)
        else:
            return self.tab.press(key, action, now)
        return None

    def _handle_mouse(self, mouse: Mouse, now: int) -> Reaction:
        """Act on a press when it is released where it went down."""
        if mouse.wheel:
            self.tab.scroll(mouse.wheel * NOTCH)
        if mouse.button != LEFT:
            return None
        place = mouse.column, mouse.row
        pressed, self._pressed = self._pressed, place if mouse.pressed else None
        return None if mouse.pressed or pressed != place else self._click(*place, now)

    def _click(self, column: int, row: int, now: int) -> Reaction:
        on_name = (spot.key for spot in self._spots if spot.row == row and column in spot.columns)
        key = self._footer.key_at(column, row) or next(on_name, "")
        return self._press(key, now) if key else self.tab.click(column, row, now)

    def uncovered(self, result: object, now: int) -> Reaction:
        return None if result is None else Leave(result)


def draw_lines(canvas: Canvas, sheet: Sheet, lines: Iterable[Line], row: int = 0) -> None:
    """Draw lines below each other from a row of the sheet on, as far as there is room."""
    for at, line in enumerate(lines, row):
        if at < sheet.rows:
            for column, text, style in line:
                room = max(0, sheet.columns - column)
                canvas.put(sheet.column + column, sheet.first_row + at, text[:room], style)
