"""Fifty-fifties: pairs of cells that no number can ever tell apart, at equal odds."""

from collections.abc import Iterator

from minesweeper.engine.cells import CellSet, cells_of, neighbour_sets
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import Odds


def fifty_fifties(clues: Clues, odds: Odds) -> Iterator[CellSet]:
    """Yield the pairs of cells that no number can ever tell apart, each a mine in half the layouts.

    The two cells are in the same constraints and have the same other covered neighbours. Most such
    pairs have exactly one mine, but that is not checked here.
    """
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    for group in odds.risk_groups:
        if 2 * group.mined_count == odds.layout_count and group.cells.bit_count() == 2:
            one, other = cells_of(group.cells)
            if not (around[one] ^ around[other]) & open_cells & ~group.cells:
                yield group.cells
