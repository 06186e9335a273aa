"""The page with a map of the whole board: what is open, the fronts, the window, the cursor."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.notation import counted
from minesweeper.engine.setup import SOLVER_LIMIT, too_large_to_solve
from minesweeper.play.survey import COVERED, EDGE, OPEN, PARTLY, POCKET, Front, Survey
from minesweeper.play.words import place_text
from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import Canvas, Style, first_that_fits
from minesweeper.tui.keys import TAB, Keymap, page_actions
from minesweeper.tui.look.theme import Looks, StyledText, Theme, halves
from minesweeper.tui.screen import LEFT, Event, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.board import BoardView
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.page import Sheet, lay_sheet, text_columns, text_rows

# What a map shows besides what a survey tells: the edge of the window, the front that is chosen.
WINDOW: Final = ord(":")
CHOSEN: Final = ord("@")
# Where a sign stands for two pixels, the later of these kinds is shown.
_KINDS: Final = bytes([OPEN, COVERED, PARTLY, WINDOW, POCKET, EDGE, CHOSEN])
# What they are called in the legend, in the order of importance.
_LEGEND: Final = {
    COVERED: "covered",
    OPEN: "open",
    PARTLY: "partly open",
    EDGE: "front",
    CHOSEN: "chosen",
    POCKET: "pocket",
    WINDOW: "window",
}
# The signs of those, and of the cursor, where backgrounds do not tell them apart.
_ASCII: Final = ".#+:oO@X"
_UNICODE: Final = "·░▒:o●◉◆"

# A side is at least so many pixels long, where it has as many cells.
LEAST_PIXELS: Final = 16
# The columns that the frame has room for, and the rows from which on the signs are explained.
LEAST_COLUMNS: Final = 64
ROWS_FOR_LEGEND: Final = 12
GAP: Final = 2

_WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class GoTo(NamedTuple):
    """Chosen: to go to a cell of the board."""

    cell: Cell


class Scale(NamedTuple):
    """How many columns and rows a block of the survey has, and its pixels either way.

    A pixel is a column of the screen wide and half a row high, which is a square.
    """

    across: int
    down: int
    pixels: int


def scale_of(board: Grid, columns: int, rows: int) -> Scale:
    """Return the scale at which a board fits so many columns and rows of the screen.

    The narrow side of a very long board is drawn wider than it is.
    """
    if 2 * board.width <= columns and board.height <= rows:
        return Scale(1, 1, 2)
    least = -(-board.width // columns), -(-board.height // (2 * rows))
    sides = zip(least, (board.width, board.height), strict=True)
    across, down = (max(own, min(max(least), side // LEAST_PIXELS)) for own, side in sides)
    return Scale(across, down, 1)


class MapPage(Screen):
    """The whole board in one frame. Left with `GoTo` where the player chose a place."""

    def __init__(
        self,
        looks: Looks,
        game: Game,
        view: BoardView,
        cursor: Cell,
        window: Canvas,
        keymap: Keymap,
        *,
        speak: bool,
    ) -> None:
        """Choose the front that is nearest to the cursor; `view` shows a part of the board.

        The map has room in `window`. With `speak`, what is chosen is described in words.
        """
        self.looks = looks
        self._game = game
        self._view = view
        self._cursor = self._chosen = cursor
        self._speaks = speak
        self._actions = page_actions(keymap)
        self._footer = Footer()
        self._pressed: Cell | None = None
        self._scale = Scale(0, 0, 0)
        self._column = self._row = 0
        """Where on the screen the map begins."""
        self._fit(window)

    def _fit(self, canvas: Canvas) -> None:
        """Survey the board at the scale of a window; the front that was chosen stays so."""
        rows = text_rows(canvas)
        self._legend_rows = 2 if rows >= ROWS_FOR_LEGEND else 0
        columns = max(1, text_columns(canvas))
        scale = scale_of(self._game.grid, columns, rows - self._legend_rows)
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

    def draw(self, canvas: Canvas, now: int) -> None:
        self._fit(canvas)
        scale, legend = self._scale, self._legend_rows
        across, down = (
            scale.pixels * side for side in (self._survey.grid.width, self._survey.grid.height)
        )
        sheet = lay_sheet(canvas, max(LEAST_COLUMNS, across), (down + 1) // 2 + legend)
        title = self._title(sheet.columns)
        where = sentence(self._where())
        sheet.draw(canvas, self.looks.theme, title, self._share(), where)
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
            text = f"Front {place}: {counted(self._survey.size_of(self._front), 'cell')}"
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

    def _share(self) -> str:
        """Return how much of the board is open; below all of it never 100%."""
        return f"{100 * (self._safe - self._game.safe_left) // self._safe}% open"

    def _where(self) -> str:
        return place_text(self._game.grid, self._destination)

    def _kinds(self) -> list[bytearray]:
        """Return what each block shows, row by row, with the window and the chosen front."""
        survey = self._survey
        kinds = [bytearray(survey.row(row)) for row in range(1, survey.grid.height + 1)]
        for column, row in self._window_edge():
            if kinds[row - 1][column - 1] in (OPEN, COVERED, PARTLY):
                kinds[row - 1][column - 1] = WINDOW
        for column, row in map(survey.grid.place, self._front.blocks if self._front else ()):
            kinds[row - 1][column - 1] = CHOSEN
        return kinds

    def _window_edge(self) -> Iterator[tuple[int, int]]:
        """Yield the edge of what the game shows, if that is neither all nor too small to see."""
        view, grid, block_of = self._view, self._survey.grid, self._survey.block_of
        first = view.grid.cell(view.left, view.top)
        last = view.grid.cell(view.last_column, view.last_row)
        (left, top), (right, bottom) = grid.place(block_of(first)), grid.place(block_of(last))
        if view.is_whole or min(right - left, bottom - top) < 2:
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
            for (text, style), run in groupby(_drawn(theme, upper, lower)):
                piece = text * pixels * len([*run])
                canvas.put(column, line, piece, style)
                column += len(piece)
        cursor = self._survey.block_of(self._cursor)
        canvas.put(*self._position(cursor), f"{_signs(theme)[-1]:>{pixels}}", theme.here)
        focus = self._position(self._front.middle if self._front else cursor)
        canvas.cursor = focus

    def _position(self, block: Cell) -> tuple[int, int]:
        """Return where on the screen a block is."""
        column, row = self._survey.grid.place(block)
        pixels = self._scale.pixels
        return self._column + pixels * (column - 1), self._row + pixels * (row - 1) // 2

    def _draw_legend(self, canvas: Canvas, sheet: Sheet, shown: bytes) -> None:
        """Draw what the signs mean; say what is chosen instead to a player who listens."""
        row, theme = sheet.text_end - 1, self.looks.theme
        if self._speaks:
            text = f"{self._title(sheet.columns)}, {self._where()}, {self._share()}"
            canvas.put_centred(row, text, theme.message)
            return
        samples = [(_signs(theme)[-1], theme.here, "cursor")]
        for kind, name in _LEGEND.items():
            if kind in shown:
                samples += [(*drawn, name) for drawn in _drawn(theme, [kind], [kind])]
        while _legend_width(samples) > sheet.columns:
            samples.pop()
        column = sheet.column + (sheet.columns - _legend_width(samples)) // 2
        for text, style, name in samples:
            canvas.put(column, row, text * 2 if text == " " else f" {text}", style)
            canvas.put(column + 3, row, name, theme.dim)
            column += len(name) + 3 + GAP

    def _words(self) -> Iterator[Word]:
        if self._front:
            yield Word("arrows", "next front")
            yield Word("Enter", "goes there", "enter", is_needed=True)
            yield Word("Tab", "in order", TAB)
        yield Word("Esc", "goes back", "escape", is_needed=True)

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            return self._handle_mouse(event)
        return self._press(event.name)

    def _press(self, key: str) -> Reaction:
        action = self._actions.get(key, "")
        if key == "escape" or action == "quit":
            return Leave()
        if self._front and (key == "enter" or action == "reveal"):
            return Leave(GoTo(self._destination))
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

    def _handle_mouse(self, mouse: Mouse) -> Reaction:
        """Go to a place that is clicked, or press the key of a word below."""
        key = self._footer.clicked(mouse)
        if key:
            return self._press(key)
        block = self._block_at(mouse.column, mouse.row) if mouse.button == LEFT else None
        pressed, self._pressed = self._pressed, block if mouse.pressed else None
        if block and block == pressed and not mouse.pressed:
            return Leave(GoTo(self._survey.cell_in(block)))
        return None

    def _block_at(self, column: int, row: int) -> Cell | None:
        """Return the block at a place of the screen; of two below each other the upper one."""
        grid, pixels = self._survey.grid, self._scale.pixels
        across = (column - self._column) // pixels + 1
        down = 2 * (row - self._row) // pixels + 1
        is_on_map = 1 <= across <= grid.width and 1 <= down <= grid.height
        return grid.cell(across, down) if is_on_map else None


def _legend_width(samples: list[tuple[str, Style, str]]) -> int:
    return sum(3 + len(name) for _, _, name in samples) + GAP * (len(samples) - 1)


def _drawn(theme: Theme, upper: Sequence[int], lower: Sequence[int]) -> Iterator[StyledText]:
    """Yield what is drawn for the pixels of a row, which may have no lower ones."""
    if not _has_halves(theme):
        signs, styles = dict(zip(_KINDS, _signs(theme), strict=False)), _sign_styles(theme)
        for pair in zip(upper, lower or upper, strict=True):
            kind = max(pair, key=_KINDS.index)
            yield signs[kind], styles[kind]
        return
    paints = _paints(theme)
    below = [paints[kind] for kind in lower] or [theme.text] * len(upper)
    for kind, style in zip(upper, below, strict=True):
        yield halves(paints[kind], style)


def _has_halves(theme: Theme) -> bool:
    """Return whether backgrounds can tell the kinds of pixels apart."""
    return theme.cells[0] is not theme.cells[1] and not _is_ascii(theme)


def _is_ascii(theme: Theme) -> bool:
    return theme.glyphs.border[0].isascii()


def _signs(theme: Theme) -> str:
    return _ASCII if _is_ascii(theme) else _UNICODE


def _paints(theme: Theme) -> dict[int, Style]:
    """Return the styles whose backgrounds the kinds of pixels have."""
    cells = theme.cells[0]
    return {
        OPEN: cells[Face.ZERO][1],
        COVERED: cells[Face.COVERED][1],
        PARTLY: theme.pocket,
        WINDOW: theme.window_edge,
        POCKET: theme.pocket,
        EDGE: theme.front,
        CHOSEN: theme.chosen,
    }


def _sign_styles(theme: Theme) -> dict[int, Style]:
    return {
        OPEN: theme.dim,
        COVERED: theme.text,
        PARTLY: theme.text,
        WINDOW: theme.beyond,
        POCKET: theme.text,
        EDGE: theme.accent,
        CHOSEN: theme.chosen,
    }
