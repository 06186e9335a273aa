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
from minesweeper.tui.canvas import (
    PLAIN,
    Canvas,
    Style,
    StyledText,
    cut,
    first_that_fits,
    width,
    wrap,
)
from minesweeper.tui.events import Click, Event, Key
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import put_text
from minesweeper.tui.look.zooms import SMALLEST_AUTO, ZOOMS, Zoom
from minesweeper.tui.screen import Reaction
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.footer import FooterWord, draw_footer
from minesweeper.tui.widgets.layout import Box, Extent
from minesweeper.tui.widgets.page import FramedPage, Scroller, Sheet, lay_sheet

# The columns and rows of the text of the page where the window has them: room for two boards of an
# exercise in large cells. What it shows stands in the middle.
_COLUMNS: Final = 172
_ROWS: Final = 34
# A board that is too large for such a page gets as much of the window as it can fill at this zoom.
_ZOOM_OF_LARGE: Final = 5
# The rows that a board has at least.
_MIN_FIELD_ROWS: Final = 3
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
    (1, _TEXT_ROWS, SMALLEST_AUTO + 1),
    (0, _TEXT_ROWS - 1, SMALLEST_AUTO + 1),
    (1, _TEXT_ROWS, SMALLEST_AUTO),
)
_LOW_LAYOUTS: Final = ((0, 0, 1),)

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
    _views: tuple[Field, Field] | None = None
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
            first, second = (Field(grid, self.looks) for _ in range(2))
            self._views = first, second

    @property
    def view(self) -> Field:
        """The view of the first board."""
        assert self._views, "there is a board"
        return self._views[0]

    @property
    def cursor(self) -> Cell | None:
        """The cell with the cursor; None if it is not drawn."""
        return None

    @property
    def shown_views(self) -> tuple[Field, ...]:
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
        theme = self.looks.theme
        if self._views:
            self._draw_pictures(canvas, sheet, theme)
        rows = sheet.rows - first
        lines = _joined(paragraphs, _wrapped([(self.help_text(), theme.dim)], sheet.columns), rows)
        in_sight = self._text.fit(len(lines), rows)
        for row, (text, style) in enumerate(lines[in_sight.start : in_sight.start + rows], first):
            column = sheet.column + self._indent
            put_text(canvas, column, sheet.first_row + row, text, style, theme)
        room = sheet.box.columns - width(self.title) - 8
        progress = first_that_fits(self.progress_texts(), room)
        position = cut(self._looks_text, sheet.columns) or self._text.position
        sheet.draw(canvas, theme, self.title, progress, position)
        draw_footer(canvas, sheet.footer_row, self.words(canvas.columns), theme)

    def _extent(self) -> Extent:
        if not self._views:
            return _COLUMNS, _ROWS
        grid = self.view.grid
        columns, rows = ZOOMS[_ZOOM_OF_LARGE].field_size(grid.width, grid.height)
        return max(_COLUMNS, columns), max(_ROWS, rows + _TEXT_ROWS + 4)

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
            if has_room and self.view.shows_whole_board and self.view.zoom >= min_zoom:
                return first, paragraphs
        self.view.left, self.view.top = corner  # a layout with more rows may have scrolled back
        first = self._place_boards(sheet, sum(map(len, paragraphs)), 0)
        return first, _wrapped(self.texts(), sheet.columns)

    def _place_boards(self, sheet: Sheet, text_rows: int, gap: int) -> int:
        """Place the boards, with blank rows if `gap` is 1; return the row of the sheet after them.

        They leave `text_rows` rows free if a few rows of the board then remain.
        """
        self._gap, top = gap, 2 * gap + 1
        rows = max(_MIN_FIELD_ROWS, sheet.rows - top - gap - text_rows)
        is_low = sheet.rows < _COMFORTABLE_ROWS
        zoom = self._choose_zoom(sheet.columns, rows, may_be_large=not is_low)
        columns = (sheet.columns - _GAP) // 2 if self._shows_both else sheet.columns
        for at, view in enumerate(self._views or ()):
            column = sheet.column + self._indent + at * self._pitch * self._shows_both
            view.place_in(Box(column, sheet.first_row + top, columns, rows), zoom.columns)
            if self.cursor:
                view.follow(self.cursor)
            elif not view.shows_whole_board:
                view.show(self.places_to_show())
        return top + self.view.box.rows + gap

    def _choose_zoom(self, columns: int, rows: int, *, may_be_large: bool) -> Zoom:
        """Return the largest zoom at which the board fits, and see if there is room for two.

        The cells are large, if they may be, where two boards fit then, or else where one does.
        """
        half, board = (columns - _GAP) // 2, self.view.board_size
        zoom = smallest = ZOOMS[SMALLEST_AUTO]
        may_be_large = may_be_large and not self.looks.theme.glyphs.is_emoji
        rooms = (half, columns)[not self.may_refute :] if may_be_large else ()
        for room in rooms:
            sizes = {each: each.field_size(*board) for each in ZOOMS.values()}
            zoom = max((smallest, *(each for each in sizes if _fits(sizes[each], room, rows))))
            if zoom > smallest:
                break
        across, down = zoom.field_size(*board)
        self._shows_both = across <= half and down <= rows
        self._pitch = min(half, max(across, _HEADING_COLUMNS)) + _GAP
        self._indent = _indent(columns, 2 * self._pitch - _GAP if self._shows_both else across)
        return zoom

    def _draw_pictures(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        pictures = [*self.pictures()]
        shown = pictures if self._shows_both else pictures[-1:]
        self._shown_count = len(shown)
        for view, picture in zip(self.shown_views, shown, strict=True):
            column = view.box.column
            room = self._pitch - _GAP if len(shown) > 1 else sheet.columns - self._indent
            heading = first_that_fits(picture.headings, room) or cut(picture.headings[-1], room)
            put_text(canvas, column, view.box.row - 1 - self._gap, heading, picture.style, theme)
            view.draw(
                canvas,
                picture.game,
                cursor=self.cursor,
                mines=picture.shows_mines,
                overlay=picture.overlay,
            )

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; the key that changes the theme is that of the game."""
        action = self._actions.get(event.name, "") if isinstance(event, Key) else ""
        self._looks_text = self.looks.change_theme() if action == "theme" else ""
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


def _fits(field: Extent, columns: int, rows: int) -> bool:
    return field[0] <= columns and field[1] <= rows


def forgotten_overlay(clues: Clues, view: Field) -> Overlay:
    """Return an overlay that tells the cells whose numbers are unknown from zeros."""
    places = map(clues.grid.place, cells_of(clues.forgotten))
    return {place: view.looks_of_cells.forgotten(sum(place) % 2) for place in places}


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
