"""The smallest set of numbers that proves a cell.

Every layout in which the cell is not as claimed breaks some numbers, and a proof needs at least one
of them. So a proof hits all such sets of broken numbers, and the size of the smallest set that hits
those found so far is a lower bound. If that set proves the cell, there is no smaller proof;
otherwise there is another such layout, which breaks other numbers (an implicit hitting set).

    amounts         the number of mines in each group: a layout, as far as numbers can tell
    counterexample  amounts in which a target is not as claimed
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget, TooWideError
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.frontier import Frontier, divide

TOTAL: Final = Cell(0)
"""Stands for the mine total, as if it were a number next to all covered cells."""
WORK: Final = 20_000
REPAIR: Final = 2_000
"""The work that may be spent to satisfy one more number."""
MAX_GROUPS: Final = 200

Amounts = list[int]
Bounds = tuple[Amounts, Amounts]
"""The least and the most mines of each group."""


class SmallestProof(NamedTuple):
    """A cell and the smallest set of numbers that proves it."""

    target: Cell
    premises: CellSet


def smallest_proof(
    clues: Clues, targets: Sequence[Cell], layout: CellSet, *, mine: bool, total: bool, least: int
) -> SmallestProof | None:
    """Return the smallest proof of any of the cells, of equal ones that of the first cell.

    Each cell must follow, and none from fewer than `least` numbers. `layout` is any that agrees
    with the clues; with `total` the mine total is used as well. None if it takes too much work.
    """
    frontier = divide(clues, Deduction())
    groups = [group for component in frontier.components for group in component.groups]
    if len(groups) > MAX_GROUPS:
        return None
    constraints = _Constraints(clues, frontier, total=total)
    search = _Search(constraints, targets, layout, mine=mine, least=least)
    try:
        return search.run()
    except TooWideError:
        return None


class _Constraints:
    """The groups and the numbers, and how to find amounts that satisfy some of the numbers."""

    def __init__(self, clues: Clues, frontier: Frontier, *, total: bool) -> None:
        groups = [group for component in frontier.components for group in component.groups]
        self.cells = [group.patch.cells for group in groups]
        self.sizes = [group.patch.size for group in groups]
        self.numbers: list[tuple[Cell, ...]] = [group.constraints for group in groups]
        self.needs = {cell: need for each in frontier.components for cell, need in each.needs}
        self.always = set()
        if total:
            self.cells.append(frontier.sea)
            self.sizes.append(frontier.sea_size)
            self.numbers = [(TOTAL, *numbers) for numbers in [*self.numbers, ()]]
            self.needs[TOTAL] = clues.mine_count
            self.always = {TOTAL}
        self.members: dict[Cell, list[int]] = {number: [] for number in self.needs}
        for group, numbers in enumerate(self.numbers):
            for number in numbers:
                self.members[number].append(group)

    def broken(self, amounts: Amounts) -> set[Cell]:
        """Return the numbers that these amounts break."""
        return {number for number in self.needs if self._excess(number, amounts)}

    def _excess(self, number: Cell, amounts: Amounts) -> int:
        """Return how many mines more than its need a number has."""
        return sum([amounts[group] for group in self.members[number]]) - self.needs[number]

    def repair(
        self, required: set[Cell], bounds: Bounds, amounts: Amounts, budget: Budget
    ) -> Amounts | None:
        """Return amounts within the bounds that satisfy the required numbers; None if none do.

        The given amounts are changed as little as is easily done, so that most other numbers stay
        satisfied. The bounds are narrowed in place.
        """
        budget.spend(1 + len(required))
        if not self._tighten(required, bounds):
            return None
        amounts = [
            min(max(least, now), most)
            for least, now, most in zip(bounds[0], amounts, bounds[1], strict=True)
        ]
        for number in required:
            if self._excess(number, amounts):
                return self._branch(required, bounds, amounts, budget, number)
        return amounts

    def _branch(
        self, required: set[Cell], bounds: Bounds, amounts: Amounts, budget: Budget, broken: Cell
    ) -> Amounts | None:
        """Try every amount of one group of a broken number, the helpful amounts first."""
        low, high = bounds
        unsettled = [group for group in self.members[broken] if low[group] < high[group]]
        group = min(unsettled, key=lambda each: len(self.numbers[each]))
        now, too_many = amounts[group], self._excess(broken, amounts) > 0
        for amount in sorted(
            range(low[group], high[group] + 1),
            key=lambda each: (each >= now if too_many else each <= now, abs(each - now)),
        ):
            lower, upper = low.copy(), high.copy()
            lower[group] = upper[group] = amount
            found = self.repair(required, (lower, upper), amounts, budget)
            if found:
                return found
        return None

    def _tighten(self, required: set[Cell], bounds: Bounds) -> bool:
        """Narrow the bounds to what the required numbers allow; return whether they allow any."""
        low, high = bounds
        queue = dict.fromkeys(required)
        while queue:
            number, _ = queue.popitem()
            members, need = self.members[number], self.needs[number]
            spare = need - sum([low[group] for group in members])
            lack = sum([high[group] for group in members]) - need
            if spare < 0 or lack < 0:
                return False
            for group in members:
                room = high[group] - low[group]
                if room > spare or room > lack:
                    low[group], high[group] = (
                        max(low[group], high[group] - lack),
                        min(high[group], low[group] + spare),
                    )
                    queue.update((each, None) for each in self.numbers[group] if each in required)
        return True


class _Search:
    """The search for all targets at once; targets in the same group have the same proofs."""

    def __init__(
        self,
        constraints: _Constraints,
        targets: Sequence[Cell],
        layout: CellSet,
        *,
        mine: bool,
        least: int,
    ) -> None:
        self._constraints = constraints
        self._mine = mine
        self._budget = Budget(WORK)
        self._truth = [(cells & layout).bit_count() for cells in constraints.cells]
        self._target: dict[int, Cell] = {}
        """The first target in each group."""
        for target in targets:
            group = next(at for at, cells in enumerate(constraints.cells) if cells >> target & 1)
            self._target.setdefault(group, target)
        self._least = dict.fromkeys(self._target, least)
        """The least size of each group's proof, as far as is known."""
        self._to_hit: dict[int, list[CellSet]] = {group: [] for group in self._target}
        """The sets of numbers that each proof must hit."""

    def run(self) -> SmallestProof:
        """Take the group with the lowest bound until a set of that size proves its target."""
        while True:
            group = min(self._least, key=self._least.__getitem__)
            premises = self._hitting_set(self._to_hit[group], self._least[group])
            if premises is None:
                self._least[group] += 1
                continue
            example = self._counterexample(group, premises)
            if example is None:
                return SmallestProof(self._target[group], premises)
            self._learn(self._minimal(group, example))

    def _bounds(self, group: int) -> Bounds:
        """Return the bounds of the amounts in which some cell of a group is not as claimed."""
        low, high = [0] * len(self._constraints.sizes), self._constraints.sizes.copy()
        if self._mine:
            high[group] -= 1
        else:
            low[group] = 1
        return low, high

    def _counterexample(self, group: int, premises: CellSet) -> Amounts | None:
        """Return amounts that satisfy the premises, and in which the target is not as claimed."""
        required = self._constraints.always.union(cells_of(premises))
        return self._constraints.repair(required, self._bounds(group), self._truth, self._budget)

    def _minimal(self, group: int, example: Amounts) -> Amounts:
        """Return a counterexample that breaks fewer numbers, all of them hard to satisfy."""
        constraints = self._constraints
        broken = constraints.broken(example)
        for number in sorted(broken):
            if number in broken:
                required = constraints.needs.keys() - broken | {number}
                budget = Budget(min(REPAIR, self._budget.left))
                start = budget.left
                try:
                    better = constraints.repair(required, self._bounds(group), example, budget)
                except TooWideError:
                    better = None
                self._budget.spend(start - budget.left)
                if better:
                    example, broken = better, constraints.broken(better)
        return example

    def _learn(self, example: Amounts) -> None:
        """Add the broken numbers to what must be hit, wherever this is a counterexample."""
        constraints = self._constraints
        broken = set_of(constraints.broken(example))
        for group, sets in self._to_hit.items():
            amount = example[group]
            if amount < constraints.sizes[group] if self._mine else amount:
                sets.append(broken)

    def _hitting_set(self, sets: list[CellSet], most: int) -> CellSet | None:
        """Return a set of at most `most` numbers that hits all the sets; None if there is none."""
        self._budget.spend(1 + len(sets) // 8)
        if not sets:
            return NO_CELLS
        if not _can_be_hit(sets, most):
            return None
        for number in cells_of(min(sets, key=int.bit_count)):
            rest = [each for each in sets if not each >> number & 1]
            found = self._hitting_set(rest, most - 1)
            if found is not None:
                return found | 1 << number
        return None


def _can_be_hit(sets: list[CellSet], most: int) -> bool:
    """Return False if more than `most` of the sets are quickly found to be disjoint."""
    taken = NO_CELLS
    for each in sorted(sets, key=int.bit_count):
        if not each & taken:
            taken |= each
            most -= 1
            if most < 0:
                return False
    return True
