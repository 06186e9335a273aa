"""The chances to survive the reveals of a game, one after the other, where some cell was safe.

From one to the next only that is counted anew which the moves between them have changed, and no
odds of other cells: a game on a large board has thousands of reveals and hundreds of components.
"""

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, grow, set_of
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, Count, TooWideError, count_layouts
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.frontier import (
    Component,
    Frontier,
    active_numbers,
    components_of,
    join_groups,
)
from minesweeper.solver.odds import ODDS_WORK, WORK_PER_NUMBER, multiply, ways_of_sea


class _Part(NamedTuple):
    """What is remembered of a component."""

    cells: CellSet
    """Its cells, and the cells of its numbers."""
    layouts: Count


class Survivals:
    """Counts what the reveals of one game risked, in their order."""

    def __init__(self) -> None:
        """Begin before the first reveal."""
        self._forget()

    def _forget(self) -> None:
        self._parts: dict[Component, _Part] = {}
        # The product of the layout counts of all parts.
        self._product = [1]
        self._unknown = self._active = NO_CELLS

    def chance(self, clues: Clues, cells: CellSet, proved: Deduction) -> Fraction | None:
        """Return the probability that none of the cells is a mine; None if it takes too much work.

        `proved` is all that deduction proves from the clues.
        """
        if cells & proved.mines:
            return Fraction(0)
        budget = Budget(ODDS_WORK)
        try:
            self._follow(clues, proved, budget)
            return self._chance(clues, cells, proved, budget)
        except TooWideError:
            self._forget()  # it may be half counted
            return None

    def _follow(self, clues: Clues, proved: Deduction, budget: Budget) -> None:
        """Count the components that have changed since the last position."""
        stride = clues.grid.stride
        unknown = clues.covered & ~(proved.safe | proved.mines)
        active = active_numbers(clues, proved)
        changed = grow(unknown ^ self._unknown | active ^ self._active, stride)
        self._unknown, self._active = unknown, active
        gone = {each: part for each, part in self._parts.items() if part.cells & changed}
        for component in gone:
            del self._parts[component]
        for part in self._parts.values():
            unknown &= ~part.cells
        near = active & grow(unknown, stride)
        budget.spend(WORK_PER_NUMBER * near.bit_count())
        for component in components_of(clues, near, unknown, proved.mines):
            if component in gone:
                self._parts[component] = gone.pop(component)
                continue
            count = count_layouts(component, budget)
            self._parts[component] = _Part(_cells(component), count)
            self._product = multiply(self._product, count.layout_counts, budget)
        for part in gone.values():
            self._product = _quotient(self._product, part.layouts.layout_counts)

    def _chance(self, clues: Clues, cells: CellSet, proved: Deduction, budget: Budget) -> Fraction:
        sea = self._unknown & ~grow(self._active, clues.grid.stride)
        frontier = Frontier([], sea, clues.mine_count - proved.mines.bit_count())
        counts = [part.layouts for part in self._parts.values()]
        total = _layout_count(frontier, counts, self._product)
        if not total:
            raise ContradictionError("the mine total agrees with no layout")
        product, after = self._product, []
        for component, part in self._parts.items():
            if not part.cells & cells:
                after.append(part.layouts)
                continue
            product = _quotient(product, part.layouts.layout_counts)
            try:
                left = [count_layouts(each, budget) for each in _without(component, cells)]
            except ContradictionError:
                return Fraction(0)
            for count in left:
                product = multiply(product, count.layout_counts, budget)
            after += left
        without = frontier._replace(sea=sea & ~cells)
        return Fraction(_layout_count(without, after, product), total)


def _cells(component: Component) -> CellSet:
    cells = set_of(number for number, _ in component.needs)
    for group in component.groups:
        cells |= group.cells
    return cells


def _without(component: Component, cells: CellSet) -> list[Component]:
    """Return the components that are left of one if some of its cells are safe."""
    groups = [group._replace(cells=group.cells & ~cells) for group in component.groups]
    groups = [group for group in groups if group.cells]
    touching = {constraint for group in groups for constraint in group.constraints}
    if any(need and constraint not in touching for constraint, need in component.needs):
        raise ContradictionError("a number cannot be met")
    return join_groups(groups, dict(component.needs))


def _quotient(product: Sequence[int], factor: Sequence[int]) -> list[int]:
    """Return the polynomial that gives the product when it is multiplied by the factor."""
    quotient: list[int] = []
    for at in range(len(product) - len(factor) + 1):
        first = max(0, at - len(factor) + 1)
        known = sum(map(mul, quotient[first:], factor[at - first : 0 : -1]))
        quotient.append((product[at] - known) // factor[0])
    return quotient


def _layout_count(frontier: Frontier, counts: list[Count], product: list[int]) -> int:
    return sum(map(mul, product, ways_of_sea(frontier, counts, with_cell=False)))
