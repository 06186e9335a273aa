"""Whole layouts of the mines that agree with the clues: one drawn at random, or all of a few.

Of `random` only `getrandbits` is used, so that a seed draws the same layout everywhere.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Final

from minesweeper.engine.cells import cells_of, set_of
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, TooWideError, count_forward, plan_of
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.frontier import Component
from minesweeper.solver.odds import LARGE_SEA, WORK, count_all, divide_within, ways_of_rest

FEW: Final = 60


def draw_layout(
    clues: Clues, rng: Random, *, safe: int = 0, mines: int = 0, work: int = WORK
) -> int | None:
    """The mines of a layout drawn uniformly from all that agree with the clues.

    And in which the given cells are safe, or mines. None if the position is too wide. Raises
    ContradictionError if there is no such layout.
    """
    clues = clues.with_safe(safe)
    proved = deduce(clues, mines)
    budget = Budget(work)
    try:
        frontier = divide_within(clues, proved, budget)
        counts = count_all(frontier, None, budget, {})
        rests = ways_of_rest(frontier, counts, budget)
        if not rests[0][0]:
            raise ContradictionError("the mine total agrees with no layout")
        layout, used = proved.mines, 0
        for component, count, rest in zip(frontier.components, counts, rests[1:], strict=True):
            ways = [here * rest[used + extra] for extra, here in enumerate(count.layouts)]
            extra = _pick(ways, rng)
            layout |= _Walk(component, budget).draw(count.fewest + extra, rng)
            used += extra
    except TooWideError:
        return None
    fewest = sum(count.fewest for count in counts)
    sea = cells_of(frontier.sea)
    chosen = _subset(frontier.sea_size, frontier.mines_left - fewest - used, rng)
    return layout | set_of(sea[at] for at in chosen if at < len(sea))


def list_layouts(clues: Clues, proved: Deduction, limit: int = FEW) -> list[int] | None:
    """Return the mines of every layout that agrees with the clues; None if more than `limit` do.

    Or if the position is too wide, or some cells are beyond the grid, as these layouts would not be
    whole. They are counted before the first one is built, and nothing is built that fits none.
    """
    if clues.beyond:
        return None
    budget = Budget(WORK)
    try:
        frontier = divide_within(clues, proved, budget)
        counts = count_all(frontier, None, budget, {})
        rests = ways_of_rest(frontier, counts, budget)
        if rests[0][0] > limit or frontier.sea_size > LARGE_SEA:
            return None
        partial = [(proved.mines, 0)]
        for component, count, rest in zip(frontier.components, counts, rests[1:], strict=True):
            walk = _Walk(component, budget)
            partial = [
                (mines | layout, used + extra)
                for mines, used in partial
                for extra in range(len(count.layouts))
                if rest[used + extra]
                for layout in walk.layouts(count.fewest + extra)
            ]
    except TooWideError:
        return None
    left = frontier.mines_left - sum(count.fewest for count in counts)
    return [
        mines | more
        for mines, used in partial
        if rests[-1][used]
        for more in _subsets(frontier.sea, left - used)
    ]


class _Walk:
    """The count of a component, walked back from its end: no way leads nowhere."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._plan = plan_of(component)
        self._layers, moves = count_forward(self._plan, budget)
        self._origins: list[dict[int, list[tuple[int, int]]]] = []
        """For each step, the (state before, mines of the group) that lead to a state."""
        for taken in moves:
            origins: dict[int, list[tuple[int, int]]] = {}
            for before, ways in taken:
                for used, after in ways:
                    origins.setdefault(after, []).append((before, used))
            self._origins.append(origins)

    def layouts(self, mines: int) -> list[int]:
        """Return every layout with that many mines."""
        ends = [(self._plan.guards, mines, 0)]
        for at in range(len(self._plan.steps) - 1, -1, -1):
            cells = self._plan.steps[at].patch.cells
            ends = [
                (before, left - used, layout | chosen)
                for state, left, layout in ends
                for before, used in self._origins[at][state]
                if self._ways(at, before, left - used)
                for chosen in _subsets(cells, used)
            ]
        return [layout for _, _, layout in ends]

    def _ways(self, steps: int, state: int, mines: int) -> int:
        """How many layouts of the first groups lead to this state with that many mines."""
        slot = self._plan.slot
        return self._layers[steps][state] >> slot * mines & (1 << slot) - 1 if mines >= 0 else 0

    def draw(self, mines: int, rng: Random) -> int:
        """Return a uniform layout with that many mines; each step is drawn by the ways to it."""
        layout, state = 0, self._plan.guards
        for at in range(len(self._plan.steps) - 1, -1, -1):
            step, origins = self._plan.steps[at], self._origins[at][state]
            weights = [
                comb(step.size, used) * self._ways(at, before, mines - used)
                for before, used in origins
            ]
            state, used = origins[_pick(weights, rng)]
            layout |= _draw_cells(step.patch.cells, used, rng)
            mines -= used
        return layout


def _subsets(cells: int, count: int) -> Iterator[int]:
    """The subsets of that many cells."""
    yield from map(set_of, combinations(cells_of(cells), count))


def _draw_cells(cells: int, count: int, rng: Random) -> int:
    """That many cells, drawn from a set."""
    among = cells_of(cells)
    return set_of(among[at] for at in _subset(len(among), count, rng))


def below(bound: int, rng: Random) -> int:
    """A uniform number from 0 to less than the bound."""
    bits = bound.bit_length()
    while (drawn := rng.getrandbits(bits)) >= bound:
        pass
    return drawn


def _pick(weights: Sequence[int], rng: Random) -> int:
    """A place, drawn by weight."""
    drawn = below(sum(weights), rng)
    for place, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return place
    raise AssertionError("the weights add up")


def _subset(size: int, count: int, rng: Random) -> set[int]:
    """`count` different numbers below `size` (Floyd's method)."""
    chosen: set[int] = set()
    for top in range(size - count, size):
        drawn = below(top + 1, rng)
        chosen.add(top if drawn in chosen else drawn)
    return chosen
