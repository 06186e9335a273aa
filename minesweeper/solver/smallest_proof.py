"""The fewest numbers that prove a cell.

A layout in which the cell is not what it is said to be breaks some numbers, and every proof needs
one of those. So a proof hits all such sets of broken numbers, and the smallest set that hits those
found so far is a lower bound. If that proves the cell, there is no smaller proof; otherwise there
is another such layout, which breaks other numbers (an implicit hitting set).

    amounts     how many mines each group holds, in the order of the groups: a layout
    example     amounts in which a target is not what it is said to be
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget, TooWideError
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.frontier import Frontier, divide

TOTAL: Final = Cell(0)
"""Stands for the mine total, as if it were a number next to all covered cells."""
WORK: Final = 20_000
REPAIR: Final = 2_000
"""What may be spent to satisfy one more number."""
MAX_GROUPS: Final = 200

Amounts = list[int]


class Smallest(NamedTuple):
    """A smallest set of numbers that proves a cell."""

    target: Cell
    premises: int


def fewest(
    clues: Clues, targets: Sequence[Cell], layout: int, *, mine: bool, total: bool, least: int
) -> Smallest | None:
    """Return the smallest proof of any of the cells, of equal ones that of the first cell.

    Each cell must follow, and none from fewer than `least` numbers. `layout` is any that agrees
    with the clues; with `total` the mine total is used as well. None if it takes too much work.
    """
    frontier = divide(clues, Deduction(0, 0))
    groups = [group for component in frontier.components for group in component.groups]
    if len(groups) > MAX_GROUPS:
        return None
    search = _Search(_Rules(clues, frontier, total=total), targets, layout, mine=mine, least=least)
    try:
        return search.run()
    except TooWideError:
        return None


class _Rules:
    """The groups and the numbers about them, and how to find amounts that agree with some."""

    def __init__(self, clues: Clues, frontier: Frontier, *, total: bool) -> None:
        groups = [group for component in frontier.components for group in component.groups]
        self.cells = [group.patch.cells for group in groups]
        self.sizes = [cells.bit_count() for cells in self.cells]
        self.numbers: list[tuple[Cell, ...]] = [group.constraints for group in groups]
        self.needs = {cell: need for each in frontier.components for cell, need in each.needs}
        self.always = set()
        if total:
            self.cells.append(frontier.sea)
            self.sizes.append(frontier.sea_size)
            self.numbers = [(TOTAL, *numbers) for numbers in [*self.numbers, ()]]
            self.needs[TOTAL] = clues.mines
            self.always = {TOTAL}
        self.members: dict[Cell, list[int]] = {number: [] for number in self.needs}
        for group, numbers in enumerate(self.numbers):
            for number in numbers:
                self.members[number].append(group)

    def broken(self, amounts: Amounts) -> set[Cell]:
        """Return the numbers that these amounts break."""
        return {number for number in self.needs if self._excess(number, amounts)}

    def _excess(self, number: Cell, amounts: Amounts) -> int:
        return sum([amounts[group] for group in self.members[number]]) - self.needs[number]

    def repair(
        self, kept: set[Cell], low: Amounts, high: Amounts, amounts: Amounts, budget: Budget
    ) -> Amounts | None:
        """Return amounts within the bounds that agree with the kept numbers; None if none do.

        The given amounts are changed as little as is easily done: other numbers may still agree.
        """
        budget.spend(1 + len(kept))
        if not self._tighten(kept, low, high):
            return None
        amounts = [
            min(max(least, now), most) for least, now, most in zip(low, amounts, high, strict=True)
        ]
        for number in kept:
            excess = self._excess(number, amounts)
            if excess:
                return self._branch(kept, low, high, amounts, budget, number, excess)
        return amounts

    def _branch(
        self,
        kept: set[Cell],
        low: Amounts,
        high: Amounts,
        amounts: Amounts,
        budget: Budget,
        number: Cell,
        excess: int,
    ) -> Amounts | None:
        """Try every amount of a group that a broken number is about, the helpful ones first."""
        unsettled = [group for group in self.members[number] if low[group] < high[group]]
        group = min(unsettled, key=lambda each: len(self.numbers[each]))
        now = amounts[group]
        for amount in sorted(
            range(low[group], high[group] + 1),
            key=lambda each: (each >= now if excess > 0 else each <= now, abs(each - now)),
        ):
            lower, upper = low.copy(), high.copy()
            lower[group] = upper[group] = amount
            found = self.repair(kept, lower, upper, amounts, budget)
            if found:
                return found
        return None

    def _tighten(self, kept: set[Cell], low: Amounts, high: Amounts) -> bool:
        """Narrow the bounds to what the kept numbers allow; whether they allow anything."""
        queue = dict.fromkeys(kept)
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
                    queue.update((each, None) for each in self.numbers[group] if each in kept)
        return True


class _Search:
    """The proofs of all targets at once; those in the same group have the same."""

    def __init__(
        self, rules: _Rules, targets: Sequence[Cell], layout: int, *, mine: bool, least: int
    ) -> None:
        self._rules = rules
        self._mine = mine
        self._budget = Budget(WORK)
        self._truth = [(cells & layout).bit_count() for cells in rules.cells]
        self._target: dict[int, Cell] = {}
        """The first target in each group."""
        for target in targets:
            group = next(at for at, cells in enumerate(rules.cells) if cells >> target & 1)
            self._target.setdefault(group, target)
        self._least = dict.fromkeys(self._target, least)
        """How many numbers each proof needs at least."""
        self._hit: dict[int, list[int]] = {group: [] for group in self._target}
        """The sets of numbers that each proof must hit."""

    def run(self) -> Smallest:
        """Take the target with the lowest bound until one is proved by as few numbers as that."""
        while True:
            group = min(self._least, key=self._least.__getitem__)
            premises = self._hitting(self._hit[group], self._least[group])
            if premises is None:
                self._least[group] += 1
                continue
            example = self._example(group, premises)
            if example is None:
                return Smallest(self._target[group], premises)
            self._learn(self._grown(group, example))

    def _bounds(self, group: int) -> tuple[Amounts, Amounts]:
        """Bounds of the amounts in which a target of the group is not what it is said to be."""
        low, high = [0] * len(self._rules.sizes), self._rules.sizes.copy()
        if self._mine:
            high[group] -= 1
        else:
            low[group] = 1
        return low, high

    def _example(self, group: int, premises: int) -> Amounts | None:
        kept = self._rules.always.union(cells_of(premises))
        return self._rules.repair(kept, *self._bounds(group), self._truth, self._budget)

    def _grown(self, group: int, example: Amounts) -> Amounts:
        """An example that breaks fewer numbers, none of which can easily be satisfied as well."""
        broken = self._rules.broken(example)
        for number in sorted(broken):
            if number in broken:
                kept = self._rules.needs.keys() - broken | {number}
                budget = Budget(min(REPAIR, self._budget.left))
                start = budget.left
                try:
                    better = self._rules.repair(kept, *self._bounds(group), example, budget)
                except TooWideError:
                    better = None
                self._budget.spend(start - budget.left)
                if better:
                    example, broken = better, self._rules.broken(better)
        return example

    def _learn(self, example: Amounts) -> None:
        """Every proof of a target that the example gets wrong needs a number that it breaks."""
        broken = set_of(self._rules.broken(example))
        for group, sets in self._hit.items():
            wrong = self._rules.sizes[group] - example[group] if self._mine else example[group]
            if wrong:
                sets.append(broken)

    def _hitting(self, sets: list[int], most: int) -> int | None:
        """A set of at most so many numbers that hits all the sets."""
        self._budget.spend(1 + len(sets) // 8)
        if not sets:
            return 0
        if not _can_be_hit(sets, most):
            return None
        for number in cells_of(min(sets, key=int.bit_count)):
            rest = [each for each in sets if not each >> number & 1]
            found = self._hitting(rest, most - 1)
            if found is not None:
                return found | 1 << number
        return None


def _can_be_hit(sets: list[int], most: int) -> bool:
    """Whether no more than so many of the sets are found to have nothing in common."""
    taken = 0
    for each in sorted(sets, key=int.bit_count):
        if not each & taken:
            taken |= each
            most -= 1
            if most < 0:
                return False
    return True
