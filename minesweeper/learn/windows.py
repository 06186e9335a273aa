"""Windows: small drawings cut from a board, to look at on their own.

The edges of a window are walls: it keeps only the numbers that touch no covered cell beyond them.
It is drawn as `exercises` describes, so that it can be changed, turned and compared as text.
"""

from random import Random
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, CellSet, all_cells, cells_of, grow, set_of
from minesweeper.learn.exercises import MAX_COLUMNS, MAX_ROWS, parse_drawing
from minesweeper.solver.clues import Clues

MIN_SIDE: Final = 3
MARGINS: Final = (0, 0, 1, 1, 2)
"""How many columns or rows a window may show beyond the cells that it is cut around."""


class Window(NamedTuple):
    """A drawing, and the mine total if that counts."""

    drawing: str
    mines: int | None = None

    @property
    def clues(self) -> Clues:
        """The position that it shows."""
        return parse_drawing(self.drawing, self.mines)

    @property
    def orientations(self) -> "list[Window]":
        """The window turned and mirrored in all eight ways."""
        rows = self.drawing.split("/")
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        return [
            self._replace(drawing="/".join(line[::across] for line in lines[::down]))
            for lines in (rows, columns)
            for across in (1, -1)
            for down in (1, -1)
        ]

    def turn(self, rng: Random) -> "Window":
        """Return the window in one of the orientations that fit on the screen."""
        return rng.choice(
            [each for each in self.orientations if each.drawing.count("/") < MAX_ROWS]
        )

    def with_faces(self, cells: CellSet, face: str) -> "Window":
        """Return the window with another character for some cells."""
        grid, faces = self.clues.grid, list(self.drawing)
        for cell in cells_of(cells):
            faces[cell - grid.stride - 1] = face  # a slash stands where the grid has its border
        return self._replace(drawing="".join(faces))


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def fits(self) -> bool:
        """Whether a window of this size fits on the screen, perhaps turned."""
        short, long = sorted((self.right - self.left + 1, self.bottom - self.top + 1))
        return MIN_SIDE <= short <= MAX_ROWS and long <= MAX_COLUMNS


def cut_window(clues: Clues, numbers: CellSet, rng: Random) -> Window | None:
    """Return a window around some numbers and their neighbours, with random margins.

    Return None if it would be too large or too small.
    """
    grid = clues.grid
    shown = grow(numbers, grid.stride) & all_cells(grid)
    columns, rows = zip(*map(grid.place, cells_of(shown)), strict=True)
    margins = [rng.choice(MARGINS) for _ in range(4)]
    box = _Box(
        max(1, min(columns) - margins[0]),
        max(1, min(rows) - margins[1]),
        min(grid.width, max(columns) + margins[2]),
        min(grid.height, max(rows) + margins[3]),
    )
    return Window(_draw(clues, box)) if box.fits else None


def whole_board(clues: Clues) -> Window:
    """Return a small board as a window in which the mine total counts."""
    return Window(_draw(clues, _Box(1, 1, clues.grid.width, clues.grid.height)), clues.mine_count)


def _draw(clues: Clues, box: _Box) -> str:
    """Return the drawing of a part of a board."""
    rows = [
        [clues.grid.cell(column, row) for column in range(box.left, box.right + 1)]
        for row in range(box.top, box.bottom + 1)
    ]
    inside = set_of(cell for row in rows for cell in row)
    forgotten = clues.forgotten | grow(clues.covered & ~inside, clues.grid.stride)
    return "/".join("".join(_face(clues, forgotten, cell) for cell in row) for row in rows)


def _face(clues: Clues, forgotten: CellSet, cell: Cell) -> str:
    if clues.known_mines >> cell & 1:
        return "F"
    if clues.covered >> cell & 1:
        return "#"
    return "o" if forgotten >> cell & 1 else str(clues.numbers[cell] or ".")
