"""The exact probability of a mine under every covered cell.

All layouts that agree with the clues are equally likely. A component's layouts are counted apart by
how many mines they use; the other components and the sea must hold the rest of the mine total, in
as many ways as they can. All in integers, so 0 and 1 mean what they say.
"""

from fractions import Fraction
from math import comb, prod
from operator import mul

from minesweeper.cells import Cell
from minesweeper.clues import Clues, ContradictionError
from minesweeper.counting import Budget, Count, TooWideError, count_layouts
from minesweeper.deduction import Deduction, deduce
from minesweeper.frontier import Component, Frontier, divide
from minesweeper.typed import Final, NamedTuple, Sequence

WORK: Final = 200_000
"""States of the count; about a second."""

Counts = dict[Component, Count]
"""Counts already made. A look-ahead changes one component and leaves the others as they are."""


class Share(NamedTuple):
    """Cells with the same probability: in how many of the layouts each of them is a mine."""

    cells: int
    mined: int


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
        return next((share.mined for share in self.shares if share.cells >> cell & 1), 0)

    def probability(self, cell: Cell) -> Fraction:
        """Of a mine under a covered cell."""
        return Fraction(self.mined(cell), self.layouts)


class TooWide(NamedTuple):
    """The count was given up; what deduction proves still holds."""

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
    try:
        return _weigh(clues, proved, {} if counts is None else counts, Budget(work))
    except TooWideError:
        return TooWide(proved.safe, proved.mines)


def _weigh(clues: Clues, proved: Deduction, known: Counts, budget: Budget) -> Odds:
    frontier = divide(clues, proved)
    counts = [count_once(component, known, budget) for component in frontier.components]
    rests = ways_of_rest(frontier, counts)
    layouts = rests[0][0]
    if not layouts:
        raise ContradictionError("the mine total agrees with no layout")
    shares = []
    before: Sequence[int] = [1]
    for count, rest in zip(counts, rests[1:], strict=True):
        outside = _correlate(before, rest)
        shares += [Share(cells, sum(map(mul, mined, outside))) for cells, mined in count.mined]
        before = _multiply(before, count.layouts)
    if frontier.sea:
        with_cell = _ways_of_sea(frontier, counts, with_cell=True)
        shares.append(Share(frontier.sea, sum(map(mul, before, with_cell))))
    return _odds(proved, layouts, shares, frontier.sea)


def ways_of_rest(frontier: Frontier, counts: list[Count]) -> list[list[int]]:
    """For each component, and then for the sea: the ways of it and all after it.

    Entry *m* of a list is for when the components before used *m* mines more than their fewest.
    """
    rests = [_ways_of_sea(frontier, counts, with_cell=False)]
    for count in reversed(counts):
        rests.append(_correlate(count.layouts, rests[-1]))
    return rests[::-1]


def _ways_of_sea(frontier: Frontier, counts: list[Count], *, with_cell: bool) -> list[int]:
    """Ways to lay the mines in the sea that are left, for each amount that the components use.

    Either all of them, or those in which a given cell is a mine.
    """
    most = frontier.mines_left - sum(count.fewest for count in counts)
    extra = sum(len(count.layouts) - 1 for count in counts)
    size = frontier.sea_size
    if size > frontier.sea.bit_count():
        return [
            _scaled_ways(size, most - used, used, extra, with_cell) for used in range(extra + 1)
        ]
    if with_cell:
        size, most = size - 1, most - 1
    ways = []
    last = 0
    for left in range(most, most - extra - 1, -1):
        if last and left >= 0:
            last = last * (left + 1) // (size - left)
        else:
            last = comb(size, left) if 0 <= left <= size else 0
        ways.append(last)
    return ways


def _scaled_ways(size: int, left: int, used: int, extra: int, with_cell: bool) -> int:
    """The ways for one amount, less a factor that all amounts share.

    With cells beyond the grid the sea can be a million cells, and a true number of ways a million
    digits; divided by size! / most! / (size - most + extra)! / size it has only some hundred.
    """
    if not 0 <= left <= size:
        return 0
    fewer = prod(range(left + 1, left + used + 1))
    more = prod(range(size - left + 1, size - left - used + extra + 1))
    return fewer * more * (left if with_cell else size)


def _odds(proved: Deduction, layouts: int, shares: list[Share], sea: int) -> Odds:
    safe, mines = proved
    for cells, mined in shares:
        if not mined:
            safe |= cells
        elif mined == layouts:
            mines |= cells
    return Odds(safe, mines, layouts, shares, sea)


def count_once(component: Component, known: Counts, budget: Budget) -> Count:
    count = known.get(component)
    if count is None:
        count = known[component] = count_layouts(component, budget)
    return count


def _correlate(pattern: Sequence[int], ways: Sequence[int]) -> list[int]:
    """At each place, the sum of the pattern times the ways from there on."""
    places = len(ways) - len(pattern) + 1
    if len(pattern) == 1:
        factor = pattern[0]
        return [factor * way for way in ways]
    return [sum(map(mul, pattern, ways[place : place + len(pattern)])) for place in range(places)]


def _multiply(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The product of two polynomials."""
    product = [0] * (len(a) + len(b) - 1)
    for at, factor in enumerate(a):
        if factor:
            for offset, other in enumerate(b):
                product[at + offset] += factor * other
    return product
