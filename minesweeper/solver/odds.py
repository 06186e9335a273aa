"""The exact probability of a mine under every covered cell.

All layouts that agree with the clues are equally likely. A component's layouts are counted by the
number of mines that they use; the other components and the sea hold the rest of the mine total.
All counts are exact integers, so that only what is certain has probability 0 or 1.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import comb
from operator import mul
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, Count, TooWideError, certain_cells, count_layouts
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.frontier import Component, Frontier, active_numbers, divide

ODDS_WORK: Final = 400_000
"""The limit of work: about a second and at most 150 MB. A unit is a few microseconds or 384 bytes.
"""
PRODUCTS_PER_UNIT: Final = 2_000_000
"""Multiplying two factors is one unit of work if this is the product of their bit lengths."""
PRODUCTS_PER_BIT: Final = 650
"""Writing a bit takes as long as multiplying factors with this product of their bit lengths."""
WORK_PER_NUMBER: Final = 4
"""The work of dividing the cells around one number."""

Counts = dict[Component, Count]
"""Remembered counts: a look-ahead changes one component and does not affect the others."""


class RiskGroup(NamedTuple):
    """Cells with the same probability of a mine."""

    cells: CellSet
    mined_count: int
    """The number of layouts in which a given cell of the group is a mine."""


class Odds(NamedTuple):
    """Everything that can be known about the covered cells."""

    safe: CellSet
    """The cells that are certainly safe."""
    mines: CellSet
    """The cells that are certainly mines."""
    layout_count: int = 0
    """The number of layouts that agree with the clues; 0 if they are too many to count."""
    risk_groups: Sequence[RiskGroup] = ()
    """The covered cells that deduction did not prove, in groups; the sea comes last."""
    sea: CellSet = NO_CELLS

    def mined_count(self, cell: Cell) -> int:
        """Return the number of layouts in which a covered cell is a mine."""
        if self.mines >> cell & 1:
            return self.layout_count
        for cells, mined_count in self.risk_groups:
            if cells >> cell & 1:
                return mined_count
        return 0

    def probability(self, cell: Cell) -> Fraction | None:
        """Return the probability that a cell is a mine; None if it could not be counted."""
        if self.layout_count:
            return Fraction(self.mined_count(cell), self.layout_count)
        if (self.safe | self.mines) >> cell & 1:
            return Fraction(self.mines >> cell & 1)
        return None


def analyse(
    clues: Clues,
    proved: Deduction | None = None,
    counts: Counts | None = None,
    budget: Budget | None = None,
) -> Odds:
    """Return the odds of every covered cell, or what is certain if the budget does not suffice.

    If `proved` is given, it replaces a new deduction; `counts` remembers counted components for the
    next call. Raise ContradictionError if no layout agrees with the clues.
    """
    proved = deduce(clues) if proved is None else proved
    budget = budget or Budget(ODDS_WORK)
    counts_by_index: dict[int, Count] = {}
    try:
        frontier = divide_within(clues, proved, budget)
        in_order = count_all(frontier, counts, budget, counts_by_index)
        return _weigh(proved, frontier, in_order, budget)
    except TooWideError:
        return Odds(*_certain(proved, counts_by_index.values()))


def certain_without_total(
    clues: Clues, budget: Budget, proved: Deduction | None = None
) -> Deduction:
    """Return what is certain for every mine total, as far as the budget suffices.

    If `proved` is given, it replaces a new deduction.
    """
    proved = deduce(clues) if proved is None else proved
    counts_by_index: dict[int, Count] = {}
    with suppress(TooWideError):
        count_all(divide_within(clues, proved, budget), None, budget, counts_by_index)
    return _certain(proved, counts_by_index.values())


def _certain(proved: Deduction, counts: Iterable[Count]) -> Deduction:
    """Return what is proved, and what is certain in the counted components on their own."""
    safe, mines = proved
    for count in counts:
        certain = certain_cells(count)
        safe |= certain.safe
        mines |= certain.mines
    return Deduction(safe, mines)


def divide_within(clues: Clues, proved: Deduction, budget: Budget) -> Frontier:
    """Divide a position into its parts; raise TooWideError if the budget does not suffice."""
    budget.spend(WORK_PER_NUMBER * active_numbers(clues, proved).bit_count())
    return divide(clues, proved)


def count_all(
    frontier: Frontier, remembered: Counts | None, budget: Budget, counts_by_index: dict[int, Count]
) -> list[Count]:
    """Return the count of each component, in the same order.

    Count small components first, and put each count into `counts_by_index`. Raise TooWideError if a
    component exceeds the budget; `counts_by_index` then holds the finished counts.
    """
    components = frontier.components
    for at in sorted(range(len(components)), key=lambda each: len(components[each].groups)):
        counts_by_index[at] = _count_once(components[at], remembered, budget)
    return [counts_by_index[at] for at in range(len(components))]


def _count_once(component: Component, remembered: Counts | None, budget: Budget) -> Count:
    if remembered is None:
        return count_layouts(component, budget)
    count = remembered.get(component)
    if count is None:
        count = remembered[component] = count_layouts(component, budget)
    return count


def _weigh(proved: Deduction, frontier: Frontier, counts: list[Count], budget: Budget) -> Odds:
    """Return the odds that follow from the counts of all components."""
    rests = ways_of_rest(frontier, counts, budget)
    layout_count = rests[0][0]
    if not layout_count:
        raise ContradictionError("the mine total agrees with no layout")
    groups: list[RiskGroup] = []
    before: Sequence[int] = [1]
    for count, rest in zip(counts, rests[1:], strict=True):
        outside = _correlate(before, rest, budget)
        groups += [
            RiskGroup(cells, sum(map(mul, mined, outside))) for cells, mined in count.mined_counts
        ]
        before = multiply(before, count.layout_counts, budget)
    if frontier.sea:
        with_cell = ways_of_sea(frontier, counts, with_cell=True)
        groups.append(RiskGroup(frontier.sea, sum(map(mul, before, with_cell))))
    safe, mines = proved
    for cells, mined_count in groups:
        if not mined_count:
            safe |= cells
        elif mined_count == layout_count:
            mines |= cells
    return Odds(safe, mines, layout_count, groups, frontier.sea)


def ways_of_rest(frontier: Frontier, counts: list[Count], budget: Budget) -> list[list[int]]:
    """Return, for each component and then for the sea, the ways to lay it and everything after it.

    Entry *m* of each list is the number of ways if the components before it use *m* mines more than
    their minimum.
    """
    rests = [ways_of_sea(frontier, counts, with_cell=False)]
    for count in reversed(counts):
        rests.append(_correlate(count.layout_counts, rests[-1], budget))
    return rests[::-1]


def ways_of_sea(frontier: Frontier, counts: list[Count], *, with_cell: bool) -> list[int]:
    """Return the ways to lay the remaining mines in the sea.

    Entry *m* is for components that use *m* mines more than their minimum. With `with_cell` only
    the ways in which a given cell of the sea is a mine are counted.
    """
    maximum = frontier.mines_left - sum(count.fewest_mines for count in counts)
    extra = sum(len(count.layout_counts) - 1 for count in counts)
    size = frontier.sea.bit_count()
    ways = []
    last = 0
    for left in range(maximum, maximum - extra - 1, -1):
        if last and left >= with_cell:
            # The next binomial coefficient in this row of Pascal's triangle.
            last = last * (left + 1 - with_cell) // (size - left)
        elif not with_cell <= left <= size:
            last = 0
        else:
            last = comb(size - with_cell, left - with_cell)
        ways.append(last)
    return ways


def _correlate(pattern: Sequence[int], ways: Sequence[int], budget: Budget) -> list[int]:
    """Return, for each place, the sum of products of the pattern and the ways from there on."""
    places = len(ways) - len(pattern) + 1
    budget.spend(_product_cost(pattern, ways, places))
    if len(pattern) == 1:
        factor = pattern[0]
        return [factor * way for way in ways]
    return [sum(map(mul, pattern, ways[place : place + len(pattern)])) for place in range(places)]


def _product_cost(a: Sequence[int], b: Sequence[int], places: int) -> int:
    """Return the work, in time and memory, of summing the products of `a` and `b` at `places`."""
    bits, more = max(a).bit_length(), max(b).bit_length()
    each = len(a) * (64 + bits) * (64 + more)
    return places * (each + PRODUCTS_PER_BIT * (bits + more)) // PRODUCTS_PER_UNIT


def multiply(a: Sequence[int], b: Sequence[int], budget: Budget) -> list[int]:
    """Return the product of two polynomials."""
    budget.spend(_product_cost(a, b, len(b)))
    product = [0] * (len(a) + len(b) - 1)
    for at, factor in enumerate(a):
        if factor:
            for offset, other in enumerate(b):
                product[at + offset] += factor * other
    return product
