"""Swaps of mines that no number can ever reveal: a board that has one needs a guess.

If a mine and a safe cell have the same safe neighbours, apart from each other, then moving the mine
to the safe cell changes no number that a player could ever see. The same holds for two mines in
opposite corners of a 2x2 square: moving both to the other corners changes no visible number. Most
boards that need a guess have such a swap, but not all.
"""

from functools import lru_cache
from typing import NamedTuple

from minesweeper.engine.cells import Cell, CellSet, Grid, all_cells
from minesweeper.solver.deduction import offsets_within, shift


class Swap(NamedTuple):
    """Two cells at a distance, and the offsets of the cells that touch only one of them."""

    distance: int
    one_sided: tuple[int, ...]


def has_swap(grid: Grid, mines: CellSet, first: Cell) -> bool:
    """Return whether some swap changes no number, which means that the board needs a guess.

    The first cell is known to be safe, so it takes part in no swap.
    """
    open_cells = all_cells(grid) & ~(1 << first)
    silent = _SilentCells(grid, mines)
    return any(
        silent.at_every(
            (mines ^ mines >> distance) & open_cells & open_cells >> distance, one_sided
        )
        for distance, one_sided in _pairs(grid.stride)
    ) or silent.at_every(
        _crossed_squares(grid.stride, mines, open_cells), _around_square(grid.stride)
    )


class _SilentCells:
    """The places that never show a number: mines, and everything outside the board."""

    def __init__(self, grid: Grid, mines: CellSet) -> None:
        self._cells = CellSet((1 << grid.padded_size) - 1) ^ all_cells(grid) | mines
        self._shifted: dict[int, CellSet] = {}

    def at_every(self, cells: CellSet, offsets: tuple[int, ...]) -> bool:
        """Return whether every offset from at least one of the cells leads to a silent place."""
        for offset in offsets:
            if not cells:
                return False
            if offset not in self._shifted:
                self._shifted[offset] = shift(self._cells, offset)
            cells &= self._shifted[offset]
        return bool(cells)


def _crossed_squares(stride: int, mines: CellSet, open_cells: CellSet) -> CellSet:
    """Return the upper left cells of the 2x2 squares whose mines are in two opposite corners."""
    right, below, across = mines >> 1, mines >> stride, mines >> stride + 1
    falling = mines & across & ~right & ~below
    rising = right & below & ~mines & ~across
    rows = open_cells & open_cells >> 1
    return (falling | rising) & rows & rows >> stride


def _around_square(stride: int) -> tuple[int, ...]:
    """Return the offsets, from a square's upper left cell, of the cells that a swap changes.

    These touch only one cell of the square. The others touch one of its mines in either layout.
    """
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
