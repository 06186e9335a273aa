"""A page of the course: a heading, a board, sentences about it, and the keys.

A second board may stand beside the first one. In a window that is too narrow for both, it takes its
place.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid, cells_of
from minesweeper.engine.game import Game
from minesweeper.solver.clues import Clues
from minesweeper.solver.sentences import Place
from minesweeper.tui.canvas import PLAIN, Canvas, Style, cut, first_that_fits, width, wrap
from minesweeper.tui.keys import LOOKS_ROWS, action_of
from minesweeper.tui.look.glyphs import DIMMED, USUAL_ZOOM, ZOOMS
from minesweeper.tui.look.theme import MIN_FIELD_ROWS, Extent, StyledText, Theme
from minesweeper.tui.look.tiles import put_text
from minesweeper.tui.screen import Click, Event, Key, Reaction
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.border import Box
from minesweeper.tui.widgets.footer import FooterWord
from minesweeper.tui.widgets.page import FramedPage, Scroller, Sheet, lay_sheet

# The columns and rows of the text of the page where the window has them: room for two boards of an
# exercise in large cells. What it shows stands in the middle.
_COLUMNS: Final = 172
_ROWS: Final = 34
# A board that is too large for such a page gets as much of the window as it can fill at this zoom.
_ZOOM_OF_LARGE: Final = 3
# The maximum columns of a sentence, the columns of a heading beside another one, if there is room,
# and the columns between two boards.
_SENTENCE_COLUMNS: Final = 76
_HEADING_COLUMNS: Final = 36
_GAP: Final = 3
# The first layout with which the whole board is in sight is used: whether blank rows set it apart,
# the rows kept for sentences, so that the board stays as it is when they come, and the minimum
# zoom. With fewer rows than _COMFORTABLE_ROWS no rows are kept, and no cells are large: there would
# be no room for the first sentence, and they would become small when one comes.
_COMFORTABLE_ROWS: Final = 15
_TEXT_ROWS: Final = 4
_LAYOUTS: Final = (
    (1, _TEXT_ROWS, USUAL_ZOOM + 1),
    (0, _TEXT_ROWS - 1, USUAL_ZOOM + 1),
    (1, _TEXT_ROWS, USUAL_ZOOM),
)
_LOW_LAYOUTS: Final = ((0, 0, 1),)
# The actions that change theme and zoom.
_LOOKS: Final = frozenset(action_of(LOOKS_ROWS).values())

Paragraph = list[StyledText]
"""The lines of a sentence."""


class Picture(NamedTuple):
    """A board and its heading."""

    headings: tuple[str, ...]
    """The heading, and shorter forms of it."""
    style: Style
    """The style of the heading."""
    game: Game
    overlay: Overlay
    shows_mines: bool = False


class PositionPage(FramedPage):
    """A page with one or two boards of the same size, or with none."""

    title = ""
    _text: Scroller
    _views: tuple[BoardView, BoardView] | None = None
    _shows_both = False
    """Whether there is room for two boards."""
    _shown_count = 0
    """The number of boards in the window."""
    _indent = 0
    """The blank columns before the boards and the sentences."""
    _pitch = 0
    """The columns from a board to the one beside it."""
    _gap = 0
    """The blank rows between a heading and its board."""
    _looks_text = ""
    """What the last key has changed in the looks; "" if nothing."""

    def show_grid(self, grid: Grid | None) -> None:
        """Make the views for boards of a size; None for no board."""
        self._views = None
        self._text = Scroller()
        if grid:
            first, second = (BoardView(grid, self.looks, is_framed=False) for _ in range(2))
            self._views = first, second

    @property
    def view(self) -> BoardView:
        """The view of the first board."""
        assert self._views, "there is a board"
        return self._views[0]

    @property
    def cursor(self) -> Cell | None:
        """The cell with the cursor; None if it is not drawn."""
        return None

    @property
    def shown_views(self) -> tuple[BoardView, ...]:
        """The views that are in the window."""
        return (self._views or ())[: self._shown_count]

    @property
    def may_refute(self) -> bool:
        """Whether a second board may come, for which room is kept."""
        return False

    @abstractmethod
    def pictures(self) -> Iterable[Picture]:
        """Return one or two boards. There is none while there is no grid."""

    @abstractmethod
    def texts(self) -> Iterable[StyledText]:
        """Return the sentences below the boards."""

    def help_text(self) -> str:
        """Return a sentence that is left out where it would take room from the board."""
        return ""

    @abstractmethod
    def places_to_show(self) -> Iterable[Place]:
        """Return the cells to scroll to while no cursor is drawn, the most important first."""

    @abstractmethod
    def words(self, columns: int) -> Iterable[FooterWord]:
        """Return the keys, for a window of the given number of columns."""

    def progress_texts(self) -> Sequence[str]:
        """Return a text for the right of the upper edge, and shorter forms of it."""
        return ()

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        sheet = lay_sheet(canvas, *self._extent())
        first, paragraphs = self._lay_out(sheet)
        theme = self.looks.theme  # the one of the zoom that was chosen
        notes: Sequence[str] = ()
        if self._views:
            self._draw_pictures(canvas, sheet, theme)
            notes = self.view.notes()
        rows = sheet.rows - first
        lines = _joined(paragraphs, _wrapped([(self.help_text(), theme.dim)], sheet.columns), rows)
        in_sight = self._text.fit(len(lines), rows)
        for row, (text, style) in enumerate(lines[in_sight.start : in_sight.start + rows], first):
            column = sheet.column + self._indent
            put_text(canvas, column, sheet.first_row + row, text, style, theme)
        room = sheet.box.columns - width(self.title) - 8
        progress = first_that_fits(self.progress_texts(), room)
        position = self._text.position or first_that_fits(notes, sheet.columns)
        position = cut(self._looks_text, sheet.columns) or position
        sheet.draw(canvas, theme, self.title, progress, position)
        self._footer.draw(canvas, sheet.footer_row, self.words(canvas.columns), theme)

    def _extent(self) -> Extent:
        if not self._views:
            return _COLUMNS, _ROWS
        grid = self.view.grid
        columns, rows = ZOOMS[_ZOOM_OF_LARGE]
        return (
            max(_COLUMNS, columns * grid.width),
            max(_ROWS, rows * grid.height + 1 + _TEXT_ROWS + 4),
        )

    def _lay_out(self, sheet: Sheet) -> tuple[int, list[Paragraph]]:
        """Place the boards; return the row of the sheet after them, and the wrapped sentences."""
        if not self._views:
            self._indent = _indent(sheet.columns, 0)
            return 0, _wrapped(self.texts(), sheet.columns)
        paragraphs: list[Paragraph] = []
        corner = self.view.left, self.view.top
        layouts = _LAYOUTS if sheet.rows >= _COMFORTABLE_ROWS else _LOW_LAYOUTS
        for gap, text_rows, min_zoom in layouts:
            first = self._place_boards(sheet, text_rows, gap)
            paragraphs = _wrapped(self.texts(), sheet.columns)  # they name the cells in sight
            has_room = sum(map(len, paragraphs)) <= sheet.rows - first
            if has_room and self.view.shows_whole_board and self.looks.zoom >= min_zoom:
                return first, paragraphs
        self.view.left, self.view.top = corner  # a layout with more rows may have scrolled back
        first = self._place_boards(sheet, sum(map(len, paragraphs)), 0)
        return first, _wrapped(self.texts(), sheet.columns)

    def _place_boards(self, sheet: Sheet, text_rows: int, gap: int) -> int:
        """Place the boards, with blank rows if `gap` is 1; return the row of the sheet after them.

        They leave `text_rows` rows free if a few rows of the board then remain.
        """
        self._gap, top = gap, 2 * gap + 1
        rows = max(MIN_FIELD_ROWS, sheet.rows - top - gap - text_rows)
        is_low = sheet.rows < _COMFORTABLE_ROWS
        columns = self._fit_zoom(sheet.columns, rows, may_be_large=not is_low)
        for at, view in enumerate(self._views or ()):
            column = sheet.column + self._indent + at * self._pitch * self._shows_both
            row = sheet.first_row + top
            view.place_in(Box(column - 1, row - 1, columns + 2, rows + 2))
            if self.cursor:
                view.follow(self.cursor)
            elif not view.shows_whole_board:
                view.show(self.places_to_show())
        return top + self.view.height + gap

    def _fit_zoom(self, columns: int, rows: int, *, may_be_large: bool) -> int:
        """Choose the zoom, and whether there is room for two boards; return the columns of one.

        The cells are large, if they may be, where two boards fit then, or else where one does.
        """
        half = (columns - _GAP) // 2
        grid, looks = self.view.grid, self.looks
        for room in (half, columns)[not self.may_refute :]:
            large = [(room, rows)] * may_be_large
            looks.fit((grid.width, grid.height), (columns, rows), large)
            if looks.zoom > USUAL_ZOOM:
                break
        across, down = looks.theme.glyphs.field_size(grid.width, grid.height)
        self._shows_both = across <= half and down <= rows
        self._pitch = min(half, max(across, _HEADING_COLUMNS)) + _GAP
        taken = 2 * self._pitch - _GAP if self._shows_both else across
        self._indent = _indent(columns, taken)
        return half if self._shows_both else columns

    def _draw_pictures(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        pictures = [*self.pictures()]
        shown = pictures if self._shows_both else pictures[-1:]
        self._shown_count = len(shown)
        for view, picture in zip(self.shown_views, shown, strict=True):
            column = view.box.column + 1
            room = self._pitch - _GAP if len(shown) > 1 else sheet.columns - self._indent
            heading = first_that_fits(picture.headings, room) or cut(picture.headings[-1], room)
            put_text(canvas, column, view.row - 1 - self._gap, heading, picture.style, theme)
            view.draw(
                canvas,
                picture.game,
                self.cursor,
                theme.border,
                mines=picture.shows_mines,
                overlay=picture.overlay,
            )

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; the keys that change theme and zoom are those of the game."""
        action = self._actions.get(event.name, "") if isinstance(event, Key) else ""
        self._looks_text = self.looks.change(action) if action in _LOOKS else ""
        return super().handle(event, now)

    def cell_at(self, click: Click) -> Cell | None:
        """Return the cell of the first board that was clicked, or None."""
        return self.view.cell_at(click.column, click.row) if self._views else None

    def scroll_text(self, lines: int) -> None:
        """Scroll a text that is too long for the window, down or with a negative number up."""
        self._text.move(lines)


def _indent(columns: int, taken: int) -> int:
    """Return the blank columns before boards that take some columns, and before the sentences."""
    return max(0, columns - max(taken, _SENTENCE_COLUMNS)) // 2


def forgotten_sign(theme: Theme) -> str:
    """Return what is drawn in place of a number that is unknown."""
    return "-" if theme.glyphs.times.isascii() else "·"


def forgotten_overlay(clues: Clues, theme: Theme) -> Overlay:
    """Return an overlay that tells the cells whose numbers are unknown from zeros."""
    sign = forgotten_sign(theme)
    text = f" {sign}" if theme.glyphs.columns == 2 else sign
    places = map(clues.grid.place, cells_of(clues.forgotten))
    return {place: (text, theme.cells[sum(place) % 2][DIMMED[0]][1]) for place in places}


def _wrapped(texts: Iterable[StyledText], columns: int) -> list[Paragraph]:
    """Return the lines of each sentence in a text of the given number of columns."""
    columns = min(columns, _SENTENCE_COLUMNS)
    return [[(row, style) for row in wrap(text, columns)] for text, style in texts if text]


def _joined(paragraphs: list[Paragraph], more: list[Paragraph], rows: int) -> Paragraph:
    """Return the lines of paragraphs, and of `more` and blank lines between them if these fit."""
    lines: Paragraph = []
    for chosen, gap in product(([*paragraphs, *more], paragraphs), (1, 0)):
        lines = [line for each in chosen for line in (*[("", PLAIN)] * gap, *each)][gap:]
        if len(lines) <= rows:
            break
    return lines
