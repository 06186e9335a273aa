"""The page with a map of the whole board: what is open, the fronts, the window, the cursor."""

from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.engine.setup import SOLVER_LIMIT, too_large_to_solve
from minesweeper.play.survey import COVERED, EDGE, OPEN, PARTLY, POCKET, Front, Survey
from minesweeper.play.words import open_text, place_text
from minesweeper.tui.canvas import Canvas, Style, first_that_fits
from minesweeper.tui.keys import TAB, Keymap
from minesweeper.tui.look.theme import Looks, StyledText, Theme, half_block
from minesweeper.tui.screen import LEFT, Click, Event, Key, Leave, Reaction
from minesweeper.tui.widgets.board import BoardView
from minesweeper.tui.widgets.footer import FooterWord
from minesweeper.tui.widgets.page import FramedPage, Sheet, lay_sheet, text_columns, text_rows

# What a map shows besides what a survey tells: the edge of the window, the front that is chosen.
_WINDOW: Final = ord(":")
_CHOSEN: Final = ord("@")


class BlockKind(NamedTuple):
    """What the legend calls a kind of blocks, and its signs: in ASCII, and in Unicode."""

    name: str
    signs: str


# From the least important kind to the most important one: where a sign stands for two pixels, it
# is the later one's, and the legend begins with the last.
_KINDS: Final = {
    OPEN: BlockKind("open", ".·"),
    COVERED: BlockKind("covered", "#░"),
    PARTLY: BlockKind("partly open", "+▒"),
    _WINDOW: BlockKind("window", "::"),
    POCKET: BlockKind("pocket", "oo"),
    EDGE: BlockKind("front", "O●"),
    _CHOSEN: BlockKind("chosen", "@◉"),
}
_CURSOR: Final = BlockKind("cursor", "X◆")
_RANKS: Final = [*_KINDS]

# The least pixels of a side that has as many cells.
MIN_SIDE_PIXELS: Final = 16
# The columns that the frame has room for, and the rows from which on the signs are explained.
_WIDTH: Final = 64
_ROWS_FOR_LEGEND: Final = 12
_GAP: Final = 2

_WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Scale(NamedTuple):
    """How many columns and rows a block of the survey has, and its pixels either way.

    A pixel is a column of the screen wide and half a row high, which is a square.
    """

    across: int
    down: int
    pixels: int


def scale_of(board: Grid, columns: int, rows: int) -> Scale:
    """Return the scale at which a board fits the given columns and rows of the screen.

    The narrow side of a very long board is drawn wider than it is.
    """
    if 2 * board.width <= columns and board.height <= rows:
        return Scale(1, 1, 2)
    least = -(-board.width // columns), -(-board.height // (2 * rows))
    sides = zip(least, (board.width, board.height), strict=True)
    across, down = (max(own, min(max(least), side // MIN_SIDE_PIXELS)) for own, side in sides)
    return Scale(across, down, 1)


class MapPage(FramedPage):
    """The whole board in one frame; a place that is chosen there is shown in the game."""

    def __init__(
        self,
        looks: Looks,
        game: Game,
        view: BoardView,
        cursor: Cell,
        window: Canvas,
        keymap: Keymap,
    ) -> None:
        """Choose the front that is nearest to the cursor; `view` shows a part of the board.

        The map has room in `window`.
        """
        super().__init__(looks, keymap)
        self._game = game
        self._view = view
        self._cursor = self._chosen = cursor
        self._scale = Scale(0, 0, 0)
        self._column = self._row = 0
        """Where on the screen the map begins."""
        self._fit(window)

    def _fit(self, canvas: Canvas) -> None:
        """Survey the board at the scale of a window; the front that was chosen stays so."""
        rows = text_rows(canvas)
        self._legend_rows = 2 if rows >= _ROWS_FOR_LEGEND else 0
        scale = scale_of(self._game.grid, text_columns(canvas), rows - self._legend_rows)
        if scale != self._scale:
            self._scale = scale
            self._survey = Survey(self._game, scale.across, scale.down)
            self._place = self._survey.nearest(self._chosen) if self._survey.fronts else 0

    @property
    def _front(self) -> Front | None:
        """The front that is chosen, if there is any."""
        return self._survey.fronts[self._place] if self._survey.fronts else None

    @property
    def _destination(self) -> Cell:
        """A number beside the chosen front, or where the cursor is if there is no front.

        No covered cell: with Enter still held, it would be revealed.
        """
        if not self._front:
            return self._cursor
        around = self._game.grid.neighbours(self._survey.cell_in(self._front.middle))
        return next(near for near in around if self._game.is_revealed(near))

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        self._fit(canvas)
        scale, legend = self._scale, self._legend_rows
        across, down = (
            scale.pixels * side for side in (self._survey.grid.width, self._survey.grid.height)
        )
        sheet = lay_sheet(canvas, max(_WIDTH, across), (down + 1) // 2 + legend)
        title = self._title(sheet.columns)
        where = capitalise(self._where())
        sheet.draw(canvas, self.looks.theme, title, open_text(self._game), where)
        self._column = sheet.column + (sheet.columns - across) // 2
        self._row = sheet.first_row
        kinds = self._kinds()
        self._draw_map(canvas, kinds)
        if legend:
            self._draw_legend(canvas, sheet, b"".join(kinds))
        self._footer.draw(canvas, sheet.footer_row, self._words(), self.looks.theme)

    def _title(self, columns: int) -> str:
        """Return which front is chosen, in words that fit, or why there is none."""
        if self._front:
            place = f"{self._place + 1} of {len(self._survey.fronts)}"
            text = f"Front {place}: {count_text(self._survey.size_of(self._front), 'cell')}"
            return first_that_fits((text, f"Front {place}", place), columns)
        if self._game.status is not Status.PLAYING:
            return "The game is over"
        if self._game.safe_left == self._safe:
            return "All is covered"
        if too_large_to_solve(self._game.grid.width, self._game.grid.height):
            return first_that_fits((f"No fronts: {SOLVER_LIMIT}", "The whole board"), columns)
        return "Nothing is left"

    @property
    def _safe(self) -> int:
        return len(self._game.grid) - self._game.setup.mines

    def _where(self) -> str:
        return place_text(self._game.grid, self._destination)

    def _kinds(self) -> list[bytearray]:
        """Return what each block shows, row by row, with the window and the chosen front."""
        survey = self._survey
        kinds = [bytearray(survey.row(row)) for row in range(1, survey.grid.height + 1)]
        for column, row in self._window_edge():
            if kinds[row - 1][column - 1] in (OPEN, COVERED, PARTLY):
                kinds[row - 1][column - 1] = _WINDOW
        for column, row in map(survey.grid.place, self._front.blocks if self._front else ()):
            kinds[row - 1][column - 1] = _CHOSEN
        return kinds

    def _window_edge(self) -> Iterator[tuple[int, int]]:
        """Yield the edge of what the game shows, if that is neither all nor too small to see."""
        view, grid, block_of = self._view, self._survey.grid, self._survey.block_of
        first = view.grid.cell(view.left, view.top)
        last = view.grid.cell(view.last_column, view.last_row)
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
                text, style = _drawn(theme, *pair)
                piece = text * pixels * len([*run])
                canvas.put(column, line, piece, style)
                column += len(piece)
        cursor = self._survey.block_of(self._cursor)
        canvas.put(*self._position(cursor), f"{_sign(theme, _CURSOR):>{pixels}}", theme.map_cursor)
        focus = self._position(self._front.middle if self._front else cursor)
        canvas.cursor = focus

    def _position(self, block: Cell) -> tuple[int, int]:
        """Return where on the screen a block is."""
        column, row = self._survey.grid.place(block)
        pixels = self._scale.pixels
        return self._column + pixels * (column - 1), self._row + pixels * (row - 1) // 2

    def _draw_legend(self, canvas: Canvas, sheet: Sheet, shown: bytes) -> None:
        """Draw what the signs mean."""
        row, theme = sheet.text_end - 1, self.looks.theme
        samples = [(_sign(theme, _CURSOR), theme.map_cursor, _CURSOR.name)]
        kinds = [kind for kind in reversed(_KINDS) if kind in shown]
        samples += [(*_drawn(theme, kind, kind), _KINDS[kind].name) for kind in kinds]
        while _legend_width(samples) > sheet.columns:
            samples.pop()
        column = sheet.column + (sheet.columns - _legend_width(samples)) // 2
        for text, style, name in samples:
            canvas.put(column, row, text * 2 if text == " " else f" {text}", style)
            canvas.put(column + 3, row, name, theme.dim)
            column += len(name) + 3 + _GAP

    def _words(self) -> Iterator[FooterWord]:
        if self._front:
            yield FooterWord("arrows", "next front")
            yield FooterWord("Enter", "goes there", "enter", is_essential=True)
            yield FooterWord("Tab", "in order", TAB)
        yield FooterWord("Esc", "goes back", "escape", is_essential=True)

    # Events

    def answer(self, event: Event, now: int) -> Reaction:
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
            self._choose(key, action)
        return None

    def _choose(self, key: str, action: str) -> None:
        """Choose the front to which a key leads."""
        count = len(self._survey.fronts)
        if action in _WAYS:
            self._place = self._survey.next_front(self._place, *_WAYS[action])
        elif key == "shift-tab":
            self._place = (self._place - 1) % count
        elif key == TAB or action == "map":
            self._place = (self._place + 1) % count
        elif action in ("row-start", "top"):
            self._place = 0
        elif action in ("row-end", "bottom"):
            self._place = count - 1
        self._chosen = self._survey.cell_in(self._survey.fronts[self._place].middle)

    def _click(self, click: Click) -> Reaction:
        """Go to the place that was clicked, or press the key of a word below."""
        key = self._footer.clicked(click)
        if key:
            return self._press(key)
        block = self._block_at(click.column, click.row) if click.button == LEFT else None
        return _go_to(self._survey.cell_in(block)) if block else None

    def _block_at(self, column: int, row: int) -> Cell | None:
        """Return the block at a place of the screen; of two below each other the upper one."""
        grid, pixels = self._survey.grid, self._scale.pixels
        across = (column - self._column) // pixels + 1
        down = 2 * (row - self._row) // pixels + 1
        is_on_map = 1 <= across <= grid.width and 1 <= down <= grid.height
        return grid.cell(across, down) if is_on_map else None


def _go_to(cell: Cell) -> Leave:
    return Leave(lambda game, now: game.show_cell(cell))


def _legend_width(samples: list[tuple[str, Style, str]]) -> int:
    return sum(3 + len(name) for _, _, name in samples) + _GAP * (len(samples) - 1)


def _drawn(theme: Theme, upper: int, lower: int | None) -> StyledText:
    """Return what is drawn for two pixels, one below the other; the last row may have no lower."""
    styles = _styles(theme)
    if _has_halves(theme):
        return half_block(styles[upper][1], theme.text if lower is None else styles[lower][1])
    kind = upper if lower is None else max(upper, lower, key=_RANKS.index)
    return _sign(theme, _KINDS[kind]), styles[kind][0]


def _has_halves(theme: Theme) -> bool:
    """Return whether backgrounds can tell the kinds of pixels apart."""
    return theme.cells[0] is not theme.cells[1] and not _is_ascii(theme)


def _is_ascii(theme: Theme) -> bool:
    return theme.glyphs.border[0].isascii()


def _sign(theme: Theme, kind: BlockKind) -> str:
    return kind.signs[not _is_ascii(theme)]


def _styles(theme: Theme) -> dict[int, tuple[Style, Style]]:
    """Return for each kind the style of its sign, and the one with its background as a pixel."""
    cells = theme.cells[0]
    return {
        OPEN: (theme.dim, cells[Face.ZERO][1]),
        COVERED: (theme.text, cells[Face.COVERED][1]),
        PARTLY: (theme.text, theme.pocket),
        _WINDOW: (theme.scroll_arrow, theme.window_edge),
        POCKET: (theme.text, theme.pocket),
        EDGE: (theme.accent, theme.front),
        _CHOSEN: (theme.selected_front, theme.selected_front),
    }
