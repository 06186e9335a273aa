"""Whole layouts of the mines that agree with the clues: one drawn at random, or all of a few.

Of `random` only `getrandbits` is used, so that a seed draws the same layout everywhere.
"""

from itertools import combinations, islice
from math import comb
from random import Random

from minesweeper.cells import cells_of, set_of
from minesweeper.clues import Clues, ContradictionError
from minesweeper.counting import Budget, Plan, TooWideError, count_forward, moves_from, plan_of
from minesweeper.deduction import Deduction, deduce
from minesweeper.frontier import Component, divide
from minesweeper.odds import WORK, count_once, ways_of_rest
from minesweeper.typed import Final, Iterator, Sequence

FEW: Final = 60
SLACK: Final = 40
"""So many times the limit may be listed of a part, as the mine total may still refuse most."""


def draw_layout(
    clues: Clues, rng: Random, *, safe: int = 0, mines: int = 0, work: int = WORK
) -> int | None:
    """The mines of a layout drawn uniformly from all that agree with the clues.

    And in which the given cells are safe, or mines. None if the position is too wide. Raises
    ContradictionError if there is no such layout.
    """
    clues = clues.with_safe(safe)
    proved = deduce(clues, mines)
    frontier = divide(clues, proved)
    budget = Budget(work)
    try:
        counts = [count_once(component, {}, budget) for component in frontier.components]
        rests = ways_of_rest(frontier, counts)
        if not rests[0][0]:
            raise ContradictionError("the mine total agrees with no layout")
        layout, used = proved.mines, 0
        for component, count, rest in zip(frontier.components, counts, rests[1:], strict=True):
            ways = [here * rest[used + extra] for extra, here in enumerate(count.layouts)]
            extra = _pick(ways, rng)
            layout |= _draw_component(component, count.fewest + extra, rng, budget)
            used += extra
    except TooWideError:
        return None
    fewest = sum(count.fewest for count in counts)
    sea = cells_of(frontier.sea)
    chosen = _subset(frontier.sea_size, frontier.mines_left - fewest - used, rng)
    return layout | set_of(sea[at] for at in chosen if at < len(sea))


def list_layouts(clues: Clues, proved: Deduction, limit: int = FEW) -> list[int] | None:
    """The mines of every layout that agrees with the clues; None if they are more than `limit`.

    Or if some cells are beyond the grid, as these layouts would not be whole.
    """
    if clues.beyond:
        return None
    frontier = divide(clues, proved)
    most = SLACK * limit
    partial = [proved.mines]
    for component in frontier.components:
        plan = plan_of(component)
        layouts = list(islice(_lay(plan, 0, plan.start), most))
        partial = [mines | layout for mines in partial for layout in layouts]
        if len(partial) >= most:
            return None
    found: list[int] = []
    for mines in partial:
        left = clues.mines - mines.bit_count()
        found += [mines | more for more in islice(_subsets(frontier.sea, left), limit + 1)]
        if len(found) > limit:
            return None
    return found


def _lay(plan: Plan, at: int, state: int) -> Iterator[int]:
    """Every layout of a component's groups from the given step on."""
    if at == len(plan.steps):
        if state == plan.guards:
            yield 0
        return
    step = plan.steps[at]
    for mines, after in moves_from(plan, step, state):
        for rest in _lay(plan, at + 1, after):
            for chosen in _subsets(step.cells, mines):
                yield rest | chosen


def _subsets(cells: int, count: int) -> Iterator[int]:
    """The subsets of that many cells."""
    if count >= 0:
        yield from map(set_of, combinations(cells_of(cells), count))


def _draw_component(component: Component, mines: int, rng: Random, budget: Budget) -> int:
    """A uniform layout of a component with that many mines.

    Walks the count back from its end; each step is chosen by the ways that lead up to it.
    """
    plan = plan_of(component)
    layers, moves = count_forward(plan, budget)
    mask = (1 << plan.slot) - 1
    layout, state = 0, plan.guards
    for step, layer, taken in reversed(list(zip(plan.steps, layers, moves, strict=False))):
        origins = [
            (before, used)
            for before, ways in taken
            for used, after in ways
            if after == state and used <= mines
        ]
        weights = [
            comb(step.size, used) * (layer[before] >> plan.slot * (mines - used) & mask)
            for before, used in origins
        ]
        state, used = origins[_pick(weights, rng)]
        layout |= _draw_cells(step.cells, used, rng)
        mines -= used
    return layout


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
