"""Swaps of mines that no number could ever show: a board that has one needs a guess.

If a mine and a safe cell have the same safe neighbours, apart from each other, then moving the mine
to the other cell changes no number that a player could ever see. The same holds for two mines in
opposite places of a 2x2 square and its other places. Most boards that need a guess have such a
swap, though not all.
"""

from functools import lru_cache
from typing import NamedTuple

from minesweeper.engine.cells import Cell, CellSet, Grid, all_cells
from minesweeper.solver.deduction import offsets_within, shift


class Swap(NamedTuple):
    """A cell and another one at a distance; the offsets of cells that touch only one of them."""

    distance: int
    telling: tuple[int, ...]


def has_swap(grid: Grid, mines: CellSet, first: Cell) -> bool:
    """Return whether some swap changes no number, so that the board needs a guess.

    The first cell takes part in no swap, as it is known to be safe.
    """
    open_cells = all_cells(grid) & ~(1 << first)
    silent = _SilentCells(grid, mines)
    return any(
        silent.at_every((mines ^ mines >> distance) & open_cells & open_cells >> distance, telling)
        for distance, telling in _pairs(grid.stride)
    ) or silent.at_every(
        _crossed_squares(grid.stride, mines, open_cells), _around_square(grid.stride)
    )


class _SilentCells:
    """The cells that never show a number: mines, and everything off the board."""

    def __init__(self, grid: Grid, mines: CellSet) -> None:
        self._cells = CellSet((1 << grid.size) - 1) ^ all_cells(grid) | mines
        self._shifted: dict[int, CellSet] = {}

    def at_every(self, cells: CellSet, offsets: tuple[int, ...]) -> bool:
        """Return whether from one of the cells every offset leads to a mine or off the board."""
        for offset in offsets:
            if not cells:
                return False
            if offset not in self._shifted:
                self._shifted[offset] = shift(self._cells, offset)
            cells &= self._shifted[offset]
        return bool(cells)


def _crossed_squares(stride: int, mines: CellSet, open_cells: CellSet) -> CellSet:
    """Return the upper left cells of the 2x2 squares whose mines are two opposite places."""
    right, below, across = mines >> 1, mines >> stride, mines >> stride + 1
    falling = mines & across & ~right & ~below
    rising = right & below & ~mines & ~across
    rows = open_cells & open_cells >> 1
    return (falling | rising) & rows & rows >> stride


def _around_square(stride: int) -> tuple[int, ...]:
    """Return the offsets from its upper left cell of all cells that touch one cell of a square."""
    return -stride - 1, -stride + 2, 2 * stride - 1, 2 * stride + 2


@lru_cache(maxsize=32)
def _pairs(stride: int) -> list[Swap]:
    """Return the pairs of cells close enough to share a neighbour."""
    around = offsets_within(1, stride)
    pairs = []
    for distance in sorted(offsets_within(2, stride)):
        if distance > 0:
            one_only = around ^ {offset + distance for offset in around}
            pairs.append(Swap(distance, tuple(sorted(one_only - {0, distance}, key=abs))))
    return pairs
