"""Fifty-fifties: cells that no number can ever tell apart, and those that may become so.

Two cells side by side share a mine, or two mines lie in opposite corners of a box of 2x2 cells. The
mines can change places without a trace if every cell that sees only one place of each swap is a
mine itself. As long as some of those *witnesses* are neither certain mines nor revealed, the
fifty-fifty is *looming*: the chance that only a guess will ever decide it is counted like any
other odds. What must be guessed anyway is no extra risk for the cell that decides it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, neighbour_sets, set_of
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.odds import Counts, Odds, analyse

LIKELY: Final = 0.05
"""The least chance to become a fifty-fifty that counts."""
MOST_OPEN: Final = 2
"""With more witnesses that may be safe, a fifty-fifty is too unlikely to be looked at."""
MOST_LOOMING: Final = 6


def fifty_fifties(clues: Clues, odds: Odds) -> Iterator[CellSet]:
    """Yield the pairs of cells that no number can ever tell apart, each a mine in half the layouts.

    They are in the same constraints and have the same other covered neighbours. Most such pairs
    have exactly one mine, but that is not proved here.
    """
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    for group in odds.risk_groups:
        if 2 * group.mined_count == odds.layout_count and group.patch.size == 2:
            one, other = cells_of(group.cells)
            if not (around[one] ^ around[other]) & open_cells & ~group.cells:
                yield group.cells


class Shape(NamedTuple):
    """A form of a fifty-fifty, as offsets from its first cell."""

    mines: tuple[int, ...]
    safe: tuple[int, ...]
    """The cells that change places with the mines."""
    witnesses: tuple[int, ...]
    """The cells around it whose numbers would tell the two layouts apart."""


class Looming(NamedTuple):
    """A fifty-fifty if all its witnesses are mines."""

    mines: CellSet
    safe: CellSet
    witnesses: CellSet
    """Those that are not certainly mines."""


def settled_by(
    clues: Clues, proved: Deduction, odds: Odds, counts: Counts | None = None
) -> dict[Cell, int]:
    """Return in how many layouts revealing a cell loses what would have to be guessed anyway.

    Cells of no looming fifty-fifty are left out.
    """
    settled: Counter[Cell] = Counter()
    for each in looming(clues, odds):
        count = _layouts_of(each, clues, proved, counts)
        if 2 * count / odds.layout_count < LIKELY:
            continue
        for cell in cells_of(each.mines | each.safe | each.witnesses):
            settled[cell] += count
    total = odds.layout_count
    return {
        cell: min(count, odds.mined_count(cell), total - odds.mined_count(cell))
        for cell, count in settled.items()
    }


def looming(clues: Clues, odds: Odds) -> list[Looming]:
    """Return the fifty-fifties that are likely enough to arise, the likeliest first."""
    found = []
    chances = dict.fromkeys(cells_of(odds.safe), 0.0)
    for group in odds.risk_groups:
        chances |= dict.fromkeys(cells_of(group.cells), group.mined_count / odds.layout_count)
    for shape in _shapes(clues.grid.stride):
        for first in cells_of(_places(shape, clues, odds)):
            each = _looming_at(first, shape, clues, odds)
            chance = _about(each, chances)
            if chance >= LIKELY:
                found.append((-chance, first, each))
    return [each for _, _, each in sorted(found)[:MOST_LOOMING]]


def _about(each: Looming, chances: Mapping[Cell, float]) -> float:
    """Return about how likely it is to become a fifty-fifty, as if its cells were independent."""
    witnessed = prod(chances[cell] for cell in cells_of(each.witnesses))
    return witnessed * min(1, 2 * min(chances[cell] for cell in cells_of(each.mines | each.safe)))


def _shapes(stride: int) -> tuple[Shape, ...]:
    """Return the pair in a row, the pair in a column and the box."""
    up, down = -stride, stride
    return (
        Shape((0,), (1,), (up - 1, -1, down - 1, up + 2, 2, down + 2)),
        Shape((0,), (down,), (up - 1, up, up + 1, 2 * down - 1, 2 * down, 2 * down + 1)),
        Shape((0, down + 1), (1, down), (up - 1, up + 2, 2 * down - 1, 2 * down + 2)),
    )


def _places(shape: Shape, clues: Clues, odds: Odds) -> CellSet:
    """Return the first cells of all places where no witness has a number and few are open."""
    open_cells = clues.covered & ~odds.mines
    places = open_cells
    for offset in shape.mines + shape.safe:
        places &= _moved(open_cells, offset)
    more_than = [NO_CELLS] * (MOST_OPEN + 1)  # places with more than 0, 1, ... open witnesses
    for offset in shape.witnesses:
        places &= _moved(~clues.revealed, offset)  # beyond the edge nothing is revealed
        is_open = _moved(open_cells, offset)
        for count in range(MOST_OPEN, 0, -1):
            more_than[count] |= more_than[count - 1] & is_open
        more_than[0] |= is_open
    return places & ~more_than[MOST_OPEN]


def _moved(cells: CellSet, offset: int) -> CellSet:
    """Return the cells from which the offset leads to one of these."""
    return cells >> offset if offset >= 0 else cells << -offset


def _looming_at(first: Cell, shape: Shape, clues: Clues, odds: Odds) -> Looming:
    mines, safe, witnesses = (set_of(Cell(first + offset) for offset in each) for each in shape)
    return Looming(mines, safe, witnesses & clues.covered & ~odds.mines)


def _layouts_of(each: Looming, clues: Clues, proved: Deduction, counts: Counts | None) -> int:
    """Return the number of layouts with just these mines, and as many have them swapped."""
    clues = clues.with_safe(each.safe)
    try:
        known = deduce(clues, CellSet(proved.mines | each.mines | each.witnesses))
        odds = analyse(clues, known, counts)
    except ContradictionError:
        return 0
    return odds.layout_count if isinstance(odds, Odds) else 0
