"""Fifty-fifties: pairs of cells, one of them a mine, that no number can ever tell apart."""

from collections.abc import Iterator
from contextlib import suppress

from minesweeper.engine.cells import CellSet, cells_of, neighbour_sets
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.odds import Counts, Odds, analyse


def fifty_fifties(clues: Clues, odds: Odds, counts: Counts | None = None) -> Iterator[CellSet]:
    """Yield the pairs of cells that no number can ever tell apart, one of which is a mine.

    In every layout exactly one is, in half of them the one and in half the other. They have the
    same covered neighbours. `counts` remembers counted components for the next call.
    """
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    for group in odds.risk_groups:
        if 2 * group.mined_count == odds.layout_count and group.cells.bit_count() == 2:
            one, other = cells_of(group.cells)
            if not (around[one] ^ around[other]) & open_cells & ~group.cells:
                with suppress(ContradictionError):
                    analyse(clues.with_safe(group.cells), None, counts)
                    continue  # both may be safe, and as often both are mines
                yield group.cells
