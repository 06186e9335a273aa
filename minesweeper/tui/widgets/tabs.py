"""A page of several tabs in one frame, whose names stand in its upper edge."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, first_that_fits, width
from minesweeper.tui.keys import ROWS, TAB, Row, action_of
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import LEFT, Event, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.page import NOTCH, Line
from minesweeper.tui.widgets.sheet import NARROW, Sheet, lay_sheet

# The most that the frame has room for: longer lines are hard to read.
MOST_COLUMNS: Final = 94
MOST_ROWS: Final = 30
# Columns to the left of the names, and between two where there is room.
MARGIN: Final = 2
GAP: Final = 1
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
        self._actions = action_of(keymap)
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
        wanted = sum(width(name) + GAP for name in names) + self.tab.about_width
        if wanted > sheet.box.columns - 2 * MARGIN:
            names = [name if at == self._index else name[:3] for at, name in enumerate(names)]
        column, row = sheet.box.column + MARGIN * sheet.is_framed, sheet.box.row
        self._spots = []
        for index, name in enumerate(names):
            if index == self._index:
                canvas.put(column, row, name, theme.selected)
            else:
                canvas.put(column, row, name, theme.text)
                canvas.put(column, row, name[:2], theme.accent)
            self._spots.append(Spot(range(column, column + width(name)), row, name[1]))
            column += width(name) + GAP * sheet.is_framed
        return column

    def _draw_about(self, canvas: Canvas, sheet: Sheet, start: int, theme: Theme) -> None:
        last = sheet.inside.stop - MARGIN
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
