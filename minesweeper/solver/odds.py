"""The exact probability of a mine under every covered cell.

All layouts that agree with the clues are equally likely. A component's layouts are counted by the
number of mines that they use; the other components and the sea hold the rest of the mine total.
Everything is counted in integers, so that only what is certain is 0 or 1.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import comb
from operator import mul
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, CellSet
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, Count, TooWideError, certain_cells, count_layouts
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.frontier import Component, Frontier, active_numbers, divide

WORK: Final = 400_000
"""About a second, and at most 150 MB: a unit is a few microseconds or 384 bytes."""
MULTIPLIED: Final = 2_000_000
"""The product of the bits of two factors that one unit of work multiplies."""
SUMMED: Final = 650
"""What writing a bit costs, in such products."""
DIVIDED: Final = 4
"""The work of dividing the cells around one number."""

Counts = dict[Component, Count]
"""Counts already made: a look-ahead changes one component and leaves the others as they are."""


class RiskGroup(NamedTuple):
    """Cells with the same probability of a mine."""

    cells: CellSet
    mined_count: int
    """The number of layouts in which a given one of them is a mine."""


class Odds(NamedTuple):
    """All that can be known about the covered cells."""

    safe: CellSet
    mines: CellSet
    layout_count: int
    """The number of layouts."""
    risk_groups: list[RiskGroup]
    """All covered cells that the deduction did not prove; the sea comes last."""
    sea: CellSet

    def mined_count(self, cell: Cell) -> int:
        """Return the number of layouts in which a covered cell is a mine."""
        if self.mines >> cell & 1:
            return self.layout_count
        for cells, mined_count in self.risk_groups:
            if cells >> cell & 1:
                return mined_count
        return 0

    def probability(self, cell: Cell) -> Fraction:
        """Return the probability that a covered cell is a mine."""
        return Fraction(self.mined_count(cell), self.layout_count)


class TooWide(Deduction):
    """What is certain, where the count was given up."""

    __slots__ = ()


def analyse(
    clues: Clues,
    proved: Deduction | None = None,
    counts: Counts | None = None,
    budget: Budget | None = None,
) -> Odds | TooWide:
    """Return the odds of every covered cell, or what is certain if the budget does not suffice.

    `proved` is what is proved already; `counts` remembers components for the next call. Raises
    ContradictionError if no layout agrees with the clues.
    """
    proved = deduce(clues) if proved is None else proved
    budget = budget or Budget(WORK)
    made: dict[int, Count] = {}
    try:
        frontier = divide_within(clues, proved, budget)
        return _weigh(proved, frontier, count_all(frontier, counts, budget, made), budget)
    except TooWideError:
        return TooWide(*_certain(proved, made.values()))


def certain_without_total(
    clues: Clues, budget: Budget, proved: Deduction | None = None
) -> Deduction:
    """Return what is certain whatever the mine total, as far as the budget suffices.

    `proved` is what is proved already.
    """
    proved = deduce(clues) if proved is None else proved
    made: dict[int, Count] = {}
    with suppress(TooWideError):
        count_all(divide_within(clues, proved, budget), None, budget, made)
    return _certain(proved, made.values())


def _certain(proved: Deduction, made: Iterable[Count]) -> Deduction:
    """Return what is certain by the components that were counted, whatever the mine total."""
    safe, mines = proved
    for count in made:
        certain = certain_cells(count)
        safe |= certain.safe
        mines |= certain.mines
    return Deduction(safe, mines)


def divide_within(clues: Clues, proved: Deduction, budget: Budget) -> Frontier:
    """Return the parts of a position, within the budget."""
    budget.spend(DIVIDED * active_numbers(clues, proved).bit_count())
    return divide(clues, proved)


def count_all(
    frontier: Frontier, known: Counts | None, budget: Budget, made: dict[int, Count]
) -> list[Count]:
    """Return the count of each component.

    The small ones are counted first and put into `made`, by their index: if a wide one exceeds the
    budget, those are known.
    """
    components = frontier.components
    for at in sorted(range(len(components)), key=lambda each: len(components[each].groups)):
        made[at] = _count_once(components[at], known, budget)
    return [made[at] for at in range(len(components))]


def _count_once(component: Component, known: Counts | None, budget: Budget) -> Count:
    if known is None:
        return count_layouts(component, budget)
    count = known.get(component)
    if count is None:
        count = known[component] = count_layouts(component, budget)
    return count


def _weigh(proved: Deduction, frontier: Frontier, counts: list[Count], budget: Budget) -> Odds:
    """Return the odds, from the counts of all components."""
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
        before = _multiply(before, count.layout_counts, budget)
    if frontier.sea:
        with_cell = _ways_of_sea(frontier, counts, with_cell=True)
        groups.append(RiskGroup(frontier.sea, sum(map(mul, before, with_cell))))
    safe, mines = proved
    for cells, mined_count in groups:
        if not mined_count:
            safe |= cells
        elif mined_count == layout_count:
            mines |= cells
    return Odds(safe, mines, layout_count, groups, frontier.sea)


def ways_of_rest(frontier: Frontier, counts: list[Count], budget: Budget) -> list[list[int]]:
    """Return, for each component and then for the sea, the ways to lay it and all after it.

    Entry *m* of a list is for components before it that use *m* mines more than their fewest.
    """
    rests = [_ways_of_sea(frontier, counts, with_cell=False)]
    for count in reversed(counts):
        rests.append(_correlate(count.layout_counts, rests[-1], budget))
    return rests[::-1]


def _ways_of_sea(frontier: Frontier, counts: list[Count], *, with_cell: bool) -> list[int]:
    """Return the ways to lay the rest of the mines in the sea, for each number used before.

    All of them, or those in which a given cell is a mine.
    """
    most = frontier.mines_left - sum(count.fewest_mines for count in counts)
    extra = sum(len(count.layout_counts) - 1 for count in counts)
    size = frontier.sea.bit_count()
    ways = []
    last = 0
    for left in range(most, most - extra - 1, -1):
        if last and left >= with_cell:
            # The next of the binomial coefficients in this row.
            last = last * (left + 1 - with_cell) // (size - left)
        elif not with_cell <= left <= size:
            last = 0
        else:
            last = comb(size - with_cell, left - with_cell)
        ways.append(last)
    return ways


def _correlate(pattern: Sequence[int], ways: Sequence[int], budget: Budget) -> list[int]:
    """Return, for each place, the sum of the pattern times the ways from there on."""
    places = len(ways) - len(pattern) + 1
    budget.spend(_cost(pattern, ways, places))
    if len(pattern) == 1:
        factor = pattern[0]
        return [factor * way for way in ways]
    return [sum(map(mul, pattern, ways[place : place + len(pattern)])) for place in range(places)]


def _cost(a: Sequence[int], b: Sequence[int], places: int) -> int:
    """Return the work, in time and memory, of that many sums of products."""
    bits, more = max(a).bit_length(), max(b).bit_length()
    each = len(a) * (64 + bits) * (64 + more)
    return places * (each + SUMMED * (bits + more)) // MULTIPLIED


def _multiply(a: Sequence[int], b: Sequence[int], budget: Budget) -> list[int]:
    """Return the product of two polynomials."""
    budget.spend(_cost(a, b, len(b)))
    product = [0] * (len(a) + len(b) - 1)
    for at, factor in enumerate(a):
        if factor:
            for offset, other in enumerate(b):
                product[at + offset] += factor * other
    return product
