"""Layouts that agree with the clues: one drawn at random, or all of them if they are few.

A seed draws the same layout everywhere: the only random method used is `getrandbits`, and
`tests/solver/test_odds.py` pins layouts that would show a change of its sequence.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, Count, TooWideError, count_forward, plan_of
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.frontier import Component, Frontier
from minesweeper.solver.odds import ODDS_WORK, count_all, divide_within, ways_of_rest

FEW_LAYOUTS: Final = 60


class _CountedPosition(NamedTuple):
    """A position with the counts of its layouts."""

    frontier: Frontier
    counts: list[Count]
    rests: list[list[int]]
    """The ways to lay the rest of the mines, as `ways_of_rest` returns them."""

    @property
    def max_mines_in_sea(self) -> int:
        """The number of mines in the sea if all components use their fewest."""
        return self.frontier.mines_left - sum(count.fewest_mines for count in self.counts)


def _count(clues: Clues, proved: Deduction, budget: Budget) -> _CountedPosition:
    frontier = divide_within(clues, proved, budget)
    counts = count_all(frontier, None, budget, {})
    return _CountedPosition(frontier, counts, ways_of_rest(frontier, counts, budget))


def draw_layout(
    clues: Clues,
    rng: Random,
    *,
    safe: CellSet = NO_CELLS,
    mines: CellSet = NO_CELLS,
) -> CellSet | None:
    """Return the mines of a layout drawn uniformly from all layouts that agree with the clues.

    The cells of `safe` are safe in it, and those of `mines` are mines. Return None if the position
    is too wide to count; raise ContradictionError if no layout agrees.
    """
    clues = clues.with_safe(safe)
    proved = deduce(clues, mines)
    try:
        return _draw(proved, clues, rng, Budget(ODDS_WORK))
    except TooWideError:
        return None


def draw_small_layout(
    clues: Clues,
    rng: Random,
    *,
    safe: CellSet = NO_CELLS,
    mines: CellSet = NO_CELLS,
) -> CellSet | None:
    """Return the mines of a layout with the fewest mines that the numbers allow for any total.

    For the rest see `draw_layout`.
    """
    clues = clues.with_safe(safe)
    proved = deduce(clues, mines)
    budget = Budget(ODDS_WORK)
    try:
        counts = count_all(divide_within(clues, proved, budget), None, budget, {})
        fewest = proved.mines.bit_count() + sum(count.fewest_mines for count in counts)
        return _draw(proved, clues._replace(mine_count=fewest), rng, budget)
    except TooWideError:
        return None


def _draw(proved: Deduction, clues: Clues, rng: Random, budget: Budget) -> CellSet:
    position = _count(clues, proved, budget)
    frontier, counts, rests = position
    if not rests[0][0]:
        raise ContradictionError("the mine total agrees with no layout")
    layout, used = proved.mines, 0
    for component, count, rest in zip(frontier.components, counts, rests[1:], strict=True):
        ways = [here * rest[used + extra] for extra, here in enumerate(count.layout_counts)]
        extra = _draw_index(ways, rng)
        layout |= _Walk(component, budget).draw(count.fewest_mines + extra, rng)
        used += extra
    return layout | _draw_cells(frontier.sea, position.max_mines_in_sea - used, rng)


def list_layouts(clues: Clues, proved: Deduction, limit: int = FEW_LAYOUTS) -> list[CellSet] | None:
    """Return the mines of every layout that agrees with the clues.

    Return None if there are more than `limit` layouts, or if the position is too wide to count. The
    layouts are counted first, so that none is built if there are too many.
    """
    budget = Budget(ODDS_WORK)
    try:
        position = _count(clues, proved, budget)
        if position.rests[0][0] > limit:
            return None
        return _list(proved, position, budget)
    except TooWideError:
        return None


def _list(proved: Deduction, position: _CountedPosition, budget: Budget) -> list[CellSet]:
    frontier, counts, rests = position
    partial = [(proved.mines, 0)]
    for component, count, rest in zip(frontier.components, counts, rests[1:], strict=True):
        walk = _Walk(component, budget)
        partial = [
            (mines | layout, used + extra)
            for mines, used in partial
            for extra in range(len(count.layout_counts))
            if rest[used + extra]
            for layout in walk.layouts(count.fewest_mines + extra)
        ]
    return [
        mines | more
        for mines, used in partial
        if rests[-1][used]
        for more in _subsets(frontier.sea, position.max_mines_in_sea - used)
    ]


class _Walk:
    """A walk back from the end of a component's count, which builds layouts.

    In this direction no path is a dead end.
    """

    def __init__(self, component: Component, budget: Budget) -> None:
        self._plan = plan_of(component)
        self._layers, transitions = count_forward(self._plan, budget)
        self._origins: list[dict[int, list[tuple[int, int]]]] = []
        """For each group, the (state before, mines in the group) that lead to each state."""
        for layer in transitions:
            origins: dict[int, list[tuple[int, int]]] = {}
            for before, steps in layer:
                for used, after in steps:
                    origins.setdefault(after, []).append((before, used))
            self._origins.append(origins)

    def layouts(self, mine_count: int) -> list[CellSet]:
        """Return every layout with the given number of mines."""
        ends = [(self._plan.guards, mine_count, NO_CELLS)]
        for at in range(len(self._plan.groups) - 1, -1, -1):
            cells = self._plan.groups[at].cells
            ends = [
                (before, left - used, layout | chosen)
                for state, left, layout in ends
                for before, used in self._origins[at][state]
                if self._ways(at, before, left - used)
                for chosen in _subsets(cells, used)
            ]
        return [layout for _, _, layout in ends]

    def _ways(self, groups: int, state: int, mine_count: int) -> int:
        """Return how many layouts of the first `groups` groups lead to a state with these mines."""
        if mine_count < 0:
            return 0
        slot = self._plan.slot
        return self._layers[groups][state] >> slot * mine_count & (1 << slot) - 1

    def draw(self, mine_count: int, rng: Random) -> CellSet:
        """Return a layout drawn uniformly from those with the given number of mines."""
        layout, state = NO_CELLS, self._plan.guards
        for at in range(len(self._plan.groups) - 1, -1, -1):
            group, origins = self._plan.groups[at], self._origins[at][state]
            weights = [
                comb(group.size, used) * self._ways(at, before, mine_count - used)
                for before, used in origins
            ]
            state, used = origins[_draw_index(weights, rng)]
            layout |= _draw_cells(group.cells, used, rng)
            mine_count -= used
        return layout


def _subsets(cells: CellSet, count: int) -> Iterator[CellSet]:
    """Yield the subsets of `count` cells."""
    yield from map(set_of, combinations(cells_of(cells), count))


def _draw_cells(cells: CellSet, count: int, rng: Random) -> CellSet:
    """Return `count` cells drawn from a set."""
    choices = cells_of(cells)
    return set_of(choices[at] for at in _draw_numbers(len(choices), count, rng))


def random_below(bound: int, rng: Random) -> int:
    """Return a number from 0 to `bound` - 1, drawn uniformly."""
    bits = bound.bit_length()
    while (drawn := rng.getrandbits(bits)) >= bound:
        pass
    return drawn


def _draw_index(weights: Sequence[int], rng: Random) -> int:
    """Return an index, drawn with a probability proportional to its weight."""
    drawn = random_below(sum(weights), rng)
    for at, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return at
    raise AssertionError("the weights add up")


def _draw_numbers(size: int, count: int, rng: Random) -> set[int]:
    """Return `count` different numbers below `size`, by Floyd's method."""
    chosen: set[int] = set()
    for top in range(size - count, size):
        drawn = random_below(top + 1, rng)
        chosen.add(top if drawn in chosen else drawn)
    return chosen
