"""The exact probability of a mine under every covered cell.

All layouts that agree with the clues are equally likely. A component's layouts are counted apart by
how many mines they use; the other components and the sea must hold the rest of the mine total, in
as many ways as they can. All in integers, so 0 and 1 mean what they say.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, prod
from operator import mul
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, Count, TooWideError, certain_cells, count_layouts
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.frontier import Component, Frontier, Patch, active_numbers, divide

WORK: Final = 400_000
"""About a second, and at most 150 MB: a unit is some microseconds or 384 bytes."""
LARGE_SEA: Final = 10_000
"""In a larger sea ways are counted less a factor, as in a window."""
MULTIPLIED: Final = 2_000_000
"""Bits times bits that one unit of work multiplies; to write a bit costs as much as some."""
SUMMED: Final = 650
DIVIDED: Final = 4
"""What it takes to divide the cells round one number."""

Counts = dict[Component, Count]
"""Counts already made. A look-ahead changes one component and leaves the others as they are."""


class Share(NamedTuple):
    """Cells with the same probability: in how many of the layouts each of them is a mine."""

    patch: Patch
    mined: int

    @property
    def cells(self) -> int:
        """The set of these cells."""
        return self.patch.cells


class Odds(NamedTuple):
    """What can be known about every covered cell."""

    safe: int
    mines: int
    layouts: int
    """How many layouts there are; in a window, less a factor."""
    shares: list[Share]
    """Every covered cell that the deduction left open is in one of these, the sea comes last."""
    sea: int

    def mined(self, cell: Cell) -> int:
        """In how many of the layouts a covered cell is a mine."""
        if self.mines >> cell & 1:
            return self.layouts
        for (first, pattern), mined in self.shares:
            if cell >= first and pattern >> cell - first & 1:
                return mined
        return 0

    def probability(self, cell: Cell) -> Fraction:
        """Of a mine under a covered cell."""
        return Fraction(self.mined(cell), self.layouts)


class TooWide(NamedTuple):
    """The count was given up; what was proved before still holds."""

    safe: int
    mines: int


def analyse(
    clues: Clues,
    proved: Deduction | None = None,
    counts: Counts | None = None,
    work: int = WORK,
) -> Odds | TooWide:
    """The odds of every covered cell. Raises ContradictionError if no layout agrees with the clues.

    `proved` is what is proved already, if anything is; `counts` remembers components for the next
    call.
    """
    proved = deduce(clues) if proved is None else proved
    budget = Budget(work)
    made: dict[int, Count] = {}
    try:
        frontier = divide_within(clues, proved, budget)
        return _weigh(proved, frontier, count_all(frontier, counts, budget, made), budget)
    except TooWideError:
        return _certain(proved, made.values())


def _certain(proved: Deduction, made: Iterable[Count]) -> TooWide:
    """What is certain by the components that were counted, whatever the mine total is."""
    safe, mines = proved
    for count in made:
        certain = certain_cells(count)
        safe |= certain.safe
        mines |= certain.mines
    return TooWide(safe, mines)


def divide_within(clues: Clues, proved: Deduction, budget: Budget) -> Frontier:
    """Divide a position if the budget allows it."""
    budget.spend(DIVIDED * active_numbers(clues, proved).bit_count())
    return divide(clues, proved)


def count_all(
    frontier: Frontier, known: Counts | None, budget: Budget, made: dict[int, Count]
) -> list[Count]:
    """Return the count of each component.

    The small ones are counted first and put into `made`, by their place: if a wide one is too much
    for the budget, those are known.
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
    rests = ways_of_rest(frontier, counts, budget)
    layouts = rests[0][0]
    if not layouts:
        raise ContradictionError("the mine total agrees with no layout")
    shares = []
    before: Sequence[int] = [1]
    for count, rest in zip(counts, rests[1:], strict=True):
        outside = _correlate(before, rest, budget)
        shares += [Share(patch, sum(map(mul, mined, outside))) for patch, mined in count.mined]
        before = _multiply(before, count.layouts, budget)
    if frontier.sea:
        with_cell = _ways_of_sea(frontier, counts, with_cell=True)
        shares.append(Share(Patch(Cell(0), frontier.sea), sum(map(mul, before, with_cell))))
    return _odds(proved, layouts, shares, frontier.sea)


def ways_of_rest(frontier: Frontier, counts: list[Count], budget: Budget) -> list[list[int]]:
    """For each component, and then for the sea: the ways of it and all after it.

    Entry *m* of a list is for when the components before used *m* mines more than their fewest.
    """
    rests = [_ways_of_sea(frontier, counts, with_cell=False)]
    for count in reversed(counts):
        rests.append(_correlate(count.layouts, rests[-1], budget))
    return rests[::-1]


def _ways_of_sea(frontier: Frontier, counts: list[Count], *, with_cell: bool) -> list[int]:
    """Ways to lay the mines in the sea that are left, for each amount that the components use.

    Either all of them, or those in which a given cell is a mine.
    """
    most = frontier.mines_left - sum(count.fewest for count in counts)
    extra = sum(len(count.layouts) - 1 for count in counts)
    size = frontier.sea_size
    scaled = frontier.beyond or size > LARGE_SEA
    ways = []
    last = 0
    for left in range(most, most - extra - 1, -1):
        if last and left >= with_cell:
            # The next of the binomial coefficients in this row.
            last = last * (left + 1 - with_cell) // (size - left)
        elif not with_cell <= left <= size:
            last = 0
        elif scaled:
            last = _scaled_ways(size, left, most - left, extra) * (left if with_cell else size)
        else:
            last = comb(size - with_cell, left - with_cell)
        ways.append(last)
    return ways


def _scaled_ways(size: int, left: int, used: int, extra: int) -> int:
    """The ways for one amount, less a factor that all amounts share.

    A sea can be a million cells, and a true number of ways a million digits; divided by
    size! / most! / (size - most + extra)! / size it has only some hundred.
    """
    return prod(range(left + 1, left + used + 1)) * prod(
        range(size - left + 1, size - left - used + extra + 1)
    )


def _odds(proved: Deduction, layouts: int, shares: list[Share], sea: int) -> Odds:
    safe, mines = proved
    for patch, mined in shares:
        if not mined:
            safe |= patch.cells
        elif mined == layouts:
            mines |= patch.cells
    return Odds(safe, mines, layouts, shares, sea)


def _correlate(pattern: Sequence[int], ways: Sequence[int], budget: Budget) -> list[int]:
    """At each place, the sum of the pattern times the ways from there on."""
    places = len(ways) - len(pattern) + 1
    budget.spend(_cost(pattern, ways, places))
    if len(pattern) == 1:
        factor = pattern[0]
        return [factor * way for way in ways]
    return [sum(map(mul, pattern, ways[place : place + len(pattern)])) for place in range(places)]


def _cost(a: Sequence[int], b: Sequence[int], places: int) -> int:
    """What it takes to write so many sums of products, in time and in memory."""
    bits, more = max(a).bit_length(), max(b).bit_length()
    each = len(a) * (64 + bits) * (64 + more)
    return places * (each + SUMMED * (bits + more)) // MULTIPLIED


def _multiply(a: Sequence[int], b: Sequence[int], budget: Budget) -> list[int]:
    """The product of two polynomials."""
    budget.spend(_cost(a, b, len(b)))
    product = [0] * (len(a) + len(b) - 1)
    for at, factor in enumerate(a):
        if factor:
            for offset, other in enumerate(b):
                product[at + offset] += factor * other
    return product
