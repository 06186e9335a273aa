"""A quick proof that a board needs a guess: a mine that could as well lie in another cell.

If a mine and a safe cell have the same safe neighbours around them, apart from each other, then
moving the mine changes no number that a player could ever see, and no player can tell which of the
two it is. Two mines in the corners of a 2x2 square may hide in the other two corners likewise. Not
every board that needs a guess has such a swap, but most have, and to look for all of them at once
takes microseconds.
"""

from minesweeper.cells import Cell, Grid, all_cells
from minesweeper.light import lru_cache
from minesweeper.typed import NamedTuple


class Pair(NamedTuple):
    """A cell and another one at a distance; offsets of the cells that touch only one of them."""

    distance: int
    telling: tuple[int, ...]


def has_swap(grid: Grid, mines: int, first: Cell) -> bool:
    """Whether some swap changes no number: the board then needs a guess.

    The first cell is known, whatever its neighbours say, and takes part in none.
    """
    silent = _Silent(grid, mines)
    open_cells = all_cells(grid) & ~(1 << first)
    for distance, telling in _pairs(grid.stride):
        pairs = (mines ^ mines >> distance) & open_cells & open_cells >> distance
        if pairs and silent.at_all(pairs, telling):
            return True
    squares = _crossed_squares(grid.stride, mines, open_cells)
    return bool(silent.at_all(squares, _around_square(grid.stride)))


class _Silent:
    """The places where no number will ever be seen: mines, and everything off the board."""

    def __init__(self, grid: Grid, mines: int) -> None:
        # No offset reaches farther: two rows and columns to the other cell, one beyond that.
        self._margin = 3 * grid.stride + 3
        off_board = ~(all_cells(grid) << self._margin)
        everything = (1 << grid.size + 2 * self._margin) - 1
        self._places = (mines << self._margin | off_board) & everything
        self._shifted: dict[int, int] = {}

    def at_all(self, cells: int, offsets: tuple[int, ...]) -> int:
        """Those of the cells at whose every offset there is silence."""
        for offset in offsets:
            shifted = self._shifted.get(offset)
            if shifted is None:
                shifted = self._shifted[offset] = self._places >> self._margin + offset
            cells &= shifted
            if not cells:
                break
        return cells


def _crossed_squares(stride: int, mines: int, open_cells: int) -> int:
    """The upper left cells of the 2x2 squares with mines in two opposite corners only."""
    right, below, across = mines >> 1, mines >> stride, mines >> stride + 1
    falling = mines & across & ~right & ~below
    rising = right & below & ~mines & ~across
    rows = open_cells & open_cells >> 1
    return (falling | rising) & rows & rows >> stride


def _around_square(stride: int) -> tuple[int, ...]:
    """The cells that touch one cell of a 2x2 square, as offsets from its upper left."""
    return -stride - 1, -stride + 2, 2 * stride - 1, 2 * stride + 2


@lru_cache(maxsize=32)
def _pairs(stride: int) -> list[Pair]:
    around = {row * stride + column for row in (-1, 0, 1) for column in (-1, 0, 1)} - {0}
    distances = {row * stride + column for row in range(-2, 3) for column in range(-2, 3)}
    pairs = []
    for distance in sorted(distances):
        if distance > 0:
            one_only = around ^ {offset + distance for offset in around}
            pairs.append(Pair(distance, tuple(sorted(one_only - {0, distance}, key=abs))))
    return pairs
