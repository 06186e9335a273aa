"""A short game that moves: from the first reveal, over a hint, to the win."""

from collections.abc import Iterator
from typing import Final

from pyte.screens import Char

from minesweeper.engine.cells import Cell, CellSet, cells_of
from minesweeper.engine.setup import LEVELS
from minesweeper.solver.clues import clues_of
from minesweeper.solver.deduction import deduce
from minesweeper.solver.proofs import distance
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.colours import Colour
from tests.harness.kept_games import dealer, nowhere
from tests.harness.player import GamePlayer
from tests.pictures.svg import Window, moving_svg

LABEL: Final = (
    "A beginner game: cells are revealed, a hint marks the numbers that prove the next ones, and "
    "after the win a wave runs over the board and turns the mines into water lilies"
)
_SEED: Final = 161
_FIRST: Final = (5, 5)
_WAVE_FRAMES: Final = 8
# How long the frames are shown, in milliseconds.
_START: Final = 1_500
_STEP: Final = 90
_BEFORE_REVEAL: Final = 150
_REVEAL: Final = 450
_HINT: Final = (1_600, 3_800, 1_000)
_WAVE: Final = 75
_END: Final = 5_000


Frame = tuple[Window, int]
"""A picture of the screen, and for how many milliseconds it is shown."""


def take_movie() -> str:
    """Play the game, and return it as a picture that moves."""
    return moving_svg(list(_Recorder().play()), LABEL)


class _Recorder:
    def __init__(self) -> None:
        boards = dealer(nowhere(), LEVELS["beginner"], first=_SEED)
        self.player = GamePlayer(None, dealer=boards, glyphs="unicode", motion=True)
        self.player.looks.set_exact()

    def shown(self, milliseconds: int) -> Frame:
        """Return the present frame, and let its time pass."""
        player = self.player
        canvas = Canvas(*player.size, blank=player.theme.text)
        player.top.draw(canvas, player.now)
        player.wait(milliseconds)
        return _window_of(canvas), milliseconds

    def play(self) -> Iterator[Frame]:
        yield self.shown(_START)
        yield from self.reveal(self.player.screen.grid.cell(*_FIRST))
        is_helped = False
        while not self.player.session.over:
            clues = clues_of(self.player.session.game)
            simple, proved = deduce(clues, pairs=False).safe, deduce(clues).safe
            if not simple and not is_helped:
                is_helped = True
                for milliseconds in _HINT:
                    self.player.press("i")
                    yield self.shown(milliseconds)
            else:
                yield from self.reveal(self.nearest(simple or proved))
        for _ in range(_WAVE_FRAMES):
            yield self.shown(_WAVE)
        yield self.shown(_END)

    def reveal(self, cell: Cell) -> Iterator[Frame]:
        """Go to a cell by the arrows, and reveal it."""
        grid = self.player.screen.grid
        (column, row), (to_column, to_row) = map(grid.place, (self.player.screen.cursor, cell))
        ways = (to_column - column, "left", "right"), (to_row - row, "up", "down")
        for way, back, forth in ways:
            for _ in range(abs(way)):
                self.player.press(forth if way > 0 else back)
                yield self.shown(_STEP)
        yield self.shown(_BEFORE_REVEAL)
        self.player.press("enter")
        if not self.player.session.over:
            yield self.shown(_REVEAL)

    def nearest(self, cells: CellSet) -> Cell:
        """Return the cell that is nearest to the cursor."""
        grid, cursor = self.player.screen.grid, self.player.screen.cursor
        return min(cells_of(cells), key=lambda cell: distance(grid, cursor, cell))


def _window_of(canvas: Canvas) -> Window:
    """Return what a terminal would show of a canvas."""
    rows = []
    for pieces in canvas.pieces:
        row = [_char(" ", canvas.blank, canvas.blank)] * canvas.columns
        for column, text, style in pieces:
            chars = [_char(glyph, style, canvas.blank) for glyph in text]
            row[column : column + len(chars)] = chars
        rows.append(row)
    return Window(rows, {})


def _char(glyph: str, style: Style, blank: Style) -> Char:
    ink, ground = style.foreground or blank.foreground, style.background or blank.background
    return Char(glyph, _hex(ink), _hex(ground), style.bold, underscore=style.underline)


def _hex(colour: Colour | None) -> str:
    assert colour, "the theme has colours"
    return bytes(colour.rgb).hex()
