"""The map of the whole board: open and covered cells, fronts, the part in sight, the cursor."""

from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Status
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.engine.setup import SOLVER_LIMIT, why_too_large_to_solve
from minesweeper.play.survey import COVERED, FRONT, OPEN, PARTLY, Front, Survey
from minesweeper.play.words import place_text, revealed_text
from minesweeper.tui.canvas import Canvas, Style, StyledText, first_that_fits
from minesweeper.tui.events import LEFT, Click, Event, Key
from minesweeper.tui.keys import TAB, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.raster import half_block
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.legend import (
    FRONT_BLOCK,
    BlockKind,
    block_sign,
    has_halves,
)
from minesweeper.tui.widgets.field import Field
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.page import FramedPage, Sheet, lay_sheet, text_columns, text_rows

# Kinds of blocks that are not part of a survey: the edge of the part of the board that the game has
# in sight, and the selected front.
_WINDOW: Final = ord(":")
_SELECTED: Final = ord("@")


# From the least to the most important kind. If one sign stands for two pixels, it is that of the
# more important kind; the legend begins with the last kind.
_KINDS: Final = {
    OPEN: BlockKind("open", ".·"),
    COVERED: BlockKind("covered", "#░"),
    PARTLY: BlockKind("partly open", "+▒"),
    _WINDOW: BlockKind("window", "::"),
    FRONT: FRONT_BLOCK,
    _SELECTED: BlockKind("chosen", "@◉"),
}
_CURSOR: Final = BlockKind("cursor", "X◆")
_GROUNDS: Final[dict[int, Role]] = {
    OPEN: "open-2",
    COVERED: "covered",
    PARTLY: "tail",
    _WINDOW: "dim",
    FRONT: "front",
    _SELECTED: "look",
}
_RANKS: Final = [*_KINDS]

# The minimum pixels of a side of the map, unless that side of the board has fewer cells.
MIN_SIDE_PIXELS: Final = 16
# The minimum columns of the text, and the minimum rows with which the map has a legend.
_MIN_COLUMNS: Final = 64
_MIN_ROWS_FOR_LEGEND: Final = 12
_LEGEND_GAP: Final = 2

_DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Scale(NamedTuple):
    """The size of a block of the survey: in columns and rows of the board, and in pixels per side.

    A pixel is one column of the screen wide and half a row high, which is roughly square.
    """

    across: int
    down: int
    pixels: int


def scale_of(board: Grid, columns: int, rows: int) -> Scale:
    """Return the scale at which a board fits in the given columns and rows of the screen.

    The short side of a very long board is stretched, so that it can be seen.
    """
    if 2 * board.width <= columns and board.height <= rows:
        return Scale(1, 1, 2)
    blocks = -(-board.width // columns), -(-board.height // (2 * rows))
    sides = zip(blocks, (board.width, board.height), strict=True)
    across, down = (max(own, min(max(blocks), side // MIN_SIDE_PIXELS)) for own, side in sides)
    return Scale(across, down, 1)


class MapPage(FramedPage):
    """A map on which the player selects a front or clicks a place, to go there in the game."""

    def __init__(
        self,
        looks: Looks,
        game: Game,
        view: Field,
        cursor: Cell,
        window: tuple[int, int],
        keymap: Keymap,
    ) -> None:
        """Select the front that is nearest to the cursor.

        `view` is the part of the board that the game has in sight, and `window` the columns and
        rows of the window.
        """
        super().__init__(looks, keymap)
        self._game = game
        self._view = view
        self._cursor = self._selected_cell = cursor
        self._scale = Scale(0, 0, 0)
        self._column = self._row = 0
        """The column and row of the screen where the map begins."""
        self._fit(*window)

    def _fit(self, window_columns: int, window_rows: int) -> None:
        """Survey the board at the scale for a window, and keep the selected front."""
        rows = text_rows(window_rows)
        self._legend_rows = 2 if rows >= _MIN_ROWS_FOR_LEGEND else 0
        columns = text_columns(window_columns)
        scale = scale_of(self._game.grid, columns, rows - self._legend_rows)
        if scale != self._scale:
            self._scale = scale
            self._survey = Survey(self._game, scale.across, scale.down)
            self._place = (
                self._survey.nearest_front(self._selected_cell) if self._survey.fronts else 0
            )

    @property
    def _front(self) -> Front | None:
        """The selected front; None if the board has no fronts."""
        return self._survey.fronts[self._place] if self._survey.fronts else None

    @property
    def _destination(self) -> Cell:
        """The cell to go to: a number next to the selected front, or the cursor without fronts.

        It is never a covered cell, which Enter would reveal if the key was still held.
        """
        if not self._front:
            return self._cursor
        around = self._game.grid.neighbours(self._survey.cell_in(self._front.middle))
        return next(near for near in around if self._game.is_revealed(near))

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        self._fit(canvas.columns, canvas.rows)
        scale, legend = self._scale, self._legend_rows
        across, down = (
            scale.pixels * side for side in (self._survey.grid.width, self._survey.grid.height)
        )
        sheet = lay_sheet(canvas, max(_MIN_COLUMNS, across), (down + 1) // 2 + legend)
        title = self._title(sheet.columns)
        destination = capitalise(place_text(self._game.grid, self._destination))
        sheet.draw(canvas, self.looks.theme, title, revealed_text(self._game), destination)
        self._column = sheet.column + (sheet.columns - across) // 2
        self._row = sheet.first_row
        kinds = self._kinds()
        self._draw_map(canvas, kinds)
        if legend:
            self._draw_legend(canvas, sheet, b"".join(kinds))
        draw_footer(canvas, sheet.footer_row, self._words(), self.looks.theme)

    def _title(self, columns: int) -> str:
        """Return the selected front's number and size as far as they fit, or why there is none."""
        if self._front:
            place = f"{self._place + 1} of {len(self._survey.fronts)}"
            text = f"Front {place}: {count_text(self._survey.size_of(self._front), 'cell')}"
            return first_that_fits((text, f"Front {place}", place), columns)
        if self._game.status is not Status.PLAYING:
            return "The game is over"
        if self._game.safe_left == self._safe:
            return "Everything is covered"
        if why_too_large_to_solve(self._game.grid.width, self._game.grid.height):
            return first_that_fits((f"Fronts: {SOLVER_LIMIT}", "The whole board"), columns)
        return "No fronts are left"

    @property
    def _safe(self) -> int:
        return len(self._game.grid) - self._game.setup.mines

    def _kinds(self) -> list[bytearray]:
        """Return the kind of each block, row by row, with the window and the selected front."""
        survey = self._survey
        kinds = [bytearray(survey.row(row)) for row in range(1, survey.grid.height + 1)]
        for column, row in self._window_edge():
            if kinds[row - 1][column - 1] in (OPEN, COVERED, PARTLY):
                kinds[row - 1][column - 1] = _WINDOW
        for column, row in map(survey.grid.place, self._front.blocks if self._front else ()):
            kinds[row - 1][column - 1] = _SELECTED
        return kinds

    def _window_edge(self) -> Iterator[tuple[int, int]]:
        """Yield the blocks at the edge of the part in sight.

        There are none if the whole board is in sight, or if the part is too small to be seen.
        """
        view, grid, block_of = self._view, self._survey.grid, self._survey.block_of
        first = view.grid.cell(max(1, view.left), max(1, view.top))
        last = view.grid.cell(
            min(view.last_column, view.grid.width), min(view.last_row, view.grid.height)
        )
        (left, top), (right, bottom) = grid.place(block_of(first)), grid.place(block_of(last))
        if view.shows_whole_board or min(right - left, bottom - top) < 2:
            return
        for column in range(left, right + 1):
            yield from ((column, top), (column, bottom))
        for row in range(top, bottom + 1):
            yield from ((left, row), (right, row))

    def _draw_map(self, canvas: Canvas, kinds: list[bytearray]) -> None:
        theme, pixels = self.looks.theme, self._scale.pixels
        rows = [row for row in kinds for _ in range(pixels)]
        if len(rows) % 2:
            rows.append(bytearray())
        for line, (upper, lower) in enumerate(zip(rows[::2], rows[1::2], strict=True), self._row):
            column = self._column
            for pair, run in groupby(zip_longest(upper, lower)):
                text, style = _pixel_text(theme, *pair)
                piece = text * pixels * len([*run])
                canvas.put(column, line, piece, style)
                column += len(piece)
        cursor = self._survey.block_of(self._cursor)
        canvas.put(
            *self._position(cursor), f"{block_sign(theme, _CURSOR):>{pixels}}", theme.map_cursor
        )
        focus = self._position(self._front.middle if self._front else cursor)
        canvas.cursor = focus

    def _position(self, block: Cell) -> tuple[int, int]:
        """Return the column and row of the screen of a block."""
        column, row = self._survey.grid.place(block)
        pixels = self._scale.pixels
        return self._column + pixels * (column - 1), self._row + pixels * (row - 1) // 2

    def _draw_legend(self, canvas: Canvas, sheet: Sheet, kinds: bytes) -> None:
        """Explain the signs of these kinds of blocks, and of the cursor."""
        row, theme = sheet.text_end - 1, self.looks.theme
        samples = [(block_sign(theme, _CURSOR), theme.map_cursor, _CURSOR.name)]
        samples += [
            (*_pixel_text(theme, kind, kind), _KINDS[kind].name)
            for kind in reversed(_KINDS)
            if kind in kinds
        ]
        while _legend_width(samples) > sheet.columns:
            samples.pop()
        column = sheet.column + (sheet.columns - _legend_width(samples)) // 2
        for text, style, name in samples:
            canvas.put(column, row, text * 2 if text == " " else f" {text}", style)
            canvas.put(column + 3, row, name, theme.dim)
            column += len(name) + 3 + _LEGEND_GAP

    def _words(self) -> Iterator[FooterWord]:
        if self._front:
            yield FooterWord("Enter", "go there", "enter", is_essential=True)
            yield FooterWord("Tab", "choose next", TAB)
            yield FooterWord("arrows", "choose nearest")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self._press(event.name)
        return self._click(event) if isinstance(event, Click) else None

    def _press(self, key: str) -> Reaction:
        action = self._actions.get(key, "")
        if key == "escape" or action == "quit":
            return Leave()
        if self._front and (key == "enter" or action == "reveal"):
            return _go_to(self._destination)
        if self._front:
            self._select(key, action)
        return None

    def _select(self, key: str, action: str) -> None:
        """Select the front that a key leads to."""
        count = len(self._survey.fronts)
        if action in _DIRECTIONS:
            self._place = self._survey.next_front(self._place, *_DIRECTIONS[action])
        elif key == "shift-tab":
            self._place = (self._place - 1) % count
        elif key == TAB or action == "map":
            self._place = (self._place + 1) % count
        elif action in ("row-start", "top"):
            self._place = 0
        elif action in ("row-end", "bottom"):
            self._place = count - 1
        self._selected_cell = self._survey.cell_in(self._survey.fronts[self._place].middle)

    def _click(self, click: Click) -> Reaction:
        """Go to the place that was clicked."""
        block = self._block_at(click.column, click.row) if click.button == LEFT else None
        return _go_to(self._survey.cell_in(block)) if block else None

    def _block_at(self, column: int, row: int) -> Cell | None:
        """Return the block at a place of the screen; the upper one if a row shows two."""
        grid, pixels = self._survey.grid, self._scale.pixels
        across = (column - self._column) // pixels + 1
        down = 2 * (row - self._row) // pixels + 1
        is_on_map = 1 <= across <= grid.width and 1 <= down <= grid.height
        return grid.cell(across, down) if is_on_map else None


def _go_to(cell: Cell) -> Leave:
    return Leave(lambda game, now: game.show_cell(cell))


def _legend_width(samples: list[tuple[str, Style, str]]) -> int:
    return sum(3 + len(name) for _, _, name in samples) + _LEGEND_GAP * (len(samples) - 1)


def _pixel_text(theme: Theme, upper: int, lower: int | None) -> StyledText:
    """Return the text for two pixels, one below the other, given by their kinds.

    Below the last row of pixels there may be none.
    """
    if has_halves(theme):
        below: Role = "window" if lower is None else _GROUNDS[lower]
        return half_block(theme.colour(_GROUNDS[upper]), theme.colour(below))
    kind = upper if lower is None else max(upper, lower, key=_RANKS.index)
    return block_sign(theme, _KINDS[kind]), _sign_style(theme, kind)


def _sign_style(theme: Theme, kind: int) -> Style:
    """Return the style of the sign of a kind of blocks."""
    if kind == _SELECTED:
        return theme.style("ink", "look", reverse=not theme.has_colours)
    styles = {OPEN: theme.dim, _WINDOW: theme.note, FRONT: theme.key}
    return styles.get(kind, theme.text)
