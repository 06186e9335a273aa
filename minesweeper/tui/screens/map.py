"""The map of the whole board: what is open, where cells are left to solve, where the player is."""

from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Status
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import SOLVER_LIMIT, why_too_large_to_solve
from minesweeper.play.survey import COVERED, FRONT, OPEN, PARTLY, Front, Survey
from minesweeper.play.words import open_text, place_text
from minesweeper.tui.canvas import Canvas, Style, StyledText
from minesweeper.tui.events import LEFT, Click, Key
from minesweeper.tui.keys import TAB, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.raster import half_block
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import place_page
from minesweeper.tui.widgets.page_screen import BACK, PageScreen
from minesweeper.tui.widgets.side import Block, Side


class _Kind(NamedTuple):
    """A kind of blocks: its name, and how it is drawn."""

    name: str
    pixel: Role
    """Its colour where a character shows two blocks."""
    signs: str
    """What stands for it elsewhere, in ASCII and in Unicode."""
    ink: Role
    ground: Role


# Kinds of blocks that are not part of a survey: the chosen front, and where the player is.
_CHOSEN: Final = ord("@")
_YOU: Final = ord("X")
# In the order of the legend.
_KINDS: Final = {
    _CHOSEN: _Kind("chosen front", "look", "@◉", "ink", "look"),
    FRONT: _Kind("other fronts", "front", "O●", "key", "open"),
    PARTLY: _Kind("partly open", "tail", "+▒", "text", "open"),
    OPEN: _Kind("open", "open-2", ".·", "dim", "open"),
    COVERED: _Kind("covered", "covered", "#░", "texture", "covered"),
    _YOU: _Kind("you", "bright", "X◆", "window", "bright"),
}
# If one sign stands for two blocks, it is that of the first of these kinds.
_RANKS: Final = (_YOU, *_KINDS)
_REVERSED_IN_MONO: Final = (_CHOSEN, _YOU)

# The title and the blank row under it.
_HEAD_ROWS: Final = 2
_SAMPLE_COLUMNS: Final = 3
_SAMPLE_GAP: Final = 2
_DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class MapPage(PageScreen):
    """A map on which the player chooses a front or clicks a place, to go there in the game."""

    title = "Map"

    def __init__(
        self, looks: Looks, game: Game, cursor: Cell, window: tuple[int, int], keymap: Keymap
    ) -> None:
        """Choose the front nearest to the cursor; `window` is the size of the game's window."""
        super().__init__(looks, keymap)
        self.value = f"{game.grid.width}\N{MULTIPLICATION SIGN}{game.grid.height}"
        self.stage = place_page(window).field
        self._game = game
        self._cursor = self._chosen_cell = cursor
        self._column = self._row = 0
        """The column and row of the screen where the map begins."""
        self._block_side = 0
        """The cells of a side of a block."""
        self._scale = 1
        """The columns and half rows of a side of a block."""
        self._fit()

    def _fit(self) -> None:
        """Survey the board in the smallest blocks that fit on the stage; keep the chosen front.

        A block is drawn as large as it can be; a column is as wide as half a row is high, roughly.
        """
        grid, columns, rows = self._game.grid, self.stage.columns, self.stage.rows - _HEAD_ROWS
        side = max(-(-grid.width // columns), -(-grid.height // (2 * rows)))
        if side != self._block_side:
            self._block_side = side
            self._survey = survey = Survey(self._game, side)
            self._place = survey.nearest_front(self._chosen_cell) if survey.fronts else 0
        grid = self._survey.grid
        self._scale = min(columns // grid.width, 2 * rows // grid.height)

    @property
    def _front(self) -> Front | None:
        """The chosen front; None if the board has no fronts."""
        return self._survey.fronts[self._place] if self._survey.fronts else None

    @property
    def _destination(self) -> Cell:
        """The cell to go to: a number next to the chosen front, or the cursor without fronts.

        It is never a covered cell, which Enter would reveal if the key was still held.
        """
        if not self._front:
            return self._cursor
        around = self._game.grid.neighbours(self._survey.cell_in(self._front.middle))
        return next(near for near in around if self._game.is_revealed(near))

    # Drawing

    def draw_stage(self, canvas: Canvas, now: int) -> None:
        self.draw_head(canvas)
        self._fit()
        stage, grid, scale = self.stage, self._survey.grid, self._scale
        rows = (grid.height * scale + 1) // 2
        self._column = stage.column + (stage.columns - grid.width * scale) // 2
        self._row = stage.row + _HEAD_ROWS + (stage.rows - _HEAD_ROWS - rows) // 2
        theme, kinds = self.looks.theme, _enlarged(self._kinds(), scale)
        pairs = zip_longest(kinds[::2], kinds[1::2], fillvalue=b"")
        for row, (upper, lower) in enumerate(pairs, self._row):
            column = self._column
            for pair, run in groupby(zip_longest(upper, lower)):
                text, style = _pair_text(theme, *pair)
                piece = text * len([*run])
                canvas.put(column, row, piece, style)
                column += len(piece)
        focus = self._front.middle if self._front else self._survey.block_of(self._cursor)
        across, down = (scale * (at - 1) + scale // 2 for at in grid.place(focus))
        canvas.cursor = self._column + across, self._row + down // 2

    def _kinds(self) -> list[bytearray]:
        """Return the kind of each block, row by row, with the chosen front and the player."""
        survey = self._survey
        kinds = [bytearray(survey.row(row)) for row in range(1, survey.grid.height + 1)]
        chosen = self._front.blocks if self._front else ()
        here = survey.block_of(self._cursor)
        for block, kind in [*((block, _CHOSEN) for block in chosen), (here, _YOU)]:
            column, row = survey.grid.place(block)
            kinds[row - 1][column - 1] = kind
        return kinds

    def side(self, now: int) -> Side:
        foot = [f"at {place_text(self._game.grid, self._destination)}", open_text(self._game)]
        legend = _legend(b"".join(self._kinds()), self.looks.theme)
        if not self._front:
            why = self._why_no_fronts()
            return Side(title="No fronts", body=[why, legend], foot=foot, more=[BACK])
        count = self._survey.size_of(self._front)
        wait, why = ("waits", "it touches") if count == 1 else ("wait", "they touch")
        return Side(
            title=f"Front {self._place + 1} of {len(self._survey.fronts)}",
            body=[f"{count_text(count, 'cell')} {wait} here: {why} numbers.", legend],
            main=[Word("Enter", "go there", Key("enter")), Word("Tab", "next front", Key(TAB))],
            foot=foot,
            more=[Word("arrows", "nearest front"), BACK],
        )

    def _why_no_fronts(self) -> str:
        if self._game.status is not Status.PLAYING:
            return "The game is over."
        if why_too_large_to_solve(self._game.grid.width, self._game.grid.height):
            return f"Fronts are shown {SOLVER_LIMIT}."
        return "No covered cell without a flag touches a number."

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        if self._front:
            if key == "enter" or action == "reveal":
                return _go_to(self._destination)
            self._choose(key, action)
        return super().press(key, action, now)

    def _choose(self, key: str, action: str) -> None:
        """Choose the front that a key leads to."""
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
        self._chosen_cell = self._survey.cell_in(self._survey.fronts[self._place].middle)

    def click(self, click: Click, now: int) -> Reaction:
        """Go to the place of the map that was clicked; the upper one if a row shows two."""
        grid = self._survey.grid
        across = (click.column - self._column) // self._scale + 1
        down = 2 * (click.row - self._row) // self._scale + 1
        is_on_map = 1 <= across <= grid.width and 1 <= down <= grid.height
        if click.button != LEFT or not is_on_map:
            return None
        return _go_to(self._survey.cell_in(grid.cell(across, down)))


def _go_to(cell: Cell) -> Leave:
    return Leave(lambda game, now: game.show_cell(cell))


def _enlarged(rows: Sequence[bytearray], scale: int) -> list[bytes]:
    """Return rows of blocks in which each block stands so many times across and down."""
    wide = [bytes(kind for kind in row for _ in range(scale)) for row in rows]
    return [row for row in wide for _ in range(scale)]


def _legend(kinds: bytes, theme: Theme) -> Block:
    """Return the legend of these kinds of blocks."""
    shown = [kind for kind in _KINDS if kind in kinds]

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        for at, kind in enumerate(shown, row):
            text, style = _pair_text(theme, kind, kind)
            canvas.put(column, at, text.center(_SAMPLE_COLUMNS), style)
            name_column = column + _SAMPLE_COLUMNS + _SAMPLE_GAP
            canvas.put(name_column, at, _KINDS[kind].name, theme.text)

    return Block(len(shown), 0, draw)


def _pair_text(theme: Theme, upper: int, lower: int | None) -> StyledText:
    """Return the character for two blocks, one below the other, given by their kinds.

    Below the last row of blocks there may be none.
    """
    if theme.kind in ("exact", "256") and not theme.glyphs.is_ascii:
        below: Role = "window" if lower is None else _KINDS[lower].pixel
        return half_block(theme.colour(_KINDS[upper].pixel), theme.colour(below))
    kind = upper if lower is None else min(upper, lower, key=_RANKS.index)
    return _KINDS[kind].signs[not theme.glyphs.is_ascii], _sign_style(theme, kind)


def _sign_style(theme: Theme, kind: int) -> Style:
    is_reversed = not theme.has_colours and kind in _REVERSED_IN_MONO
    return theme.style(_KINDS[kind].ink, _KINDS[kind].ground, reverse=is_reversed)
