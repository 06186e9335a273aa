"""The covered cells as the numbers divide them: constraints, groups, components, the sea.

constraint  exactly n mines among these cells; named by the one cell whose number it is
group       unknown cells in the same constraints: whatever one of them is, so may the others be
component   groups that constraints tie together; independent of the others but for the mine
            total
sea         the covered cells next to no number, and those beyond the grid
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from minesweeper.engine.cells import Cell, cells_of, grown
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.deduction import Deduction


class Patch(NamedTuple):
    """A set of cells that lie close together, written from its first cell on.

    On a huge board a set for every group, each as long as the board, would not fit in memory.
    """

    first: Cell
    pattern: int

    @property
    def cells(self) -> int:
        """The set as one of the whole grid."""
        return self.pattern << self.first


class Group(NamedTuple):
    """Cells in the same constraints."""

    constraints: tuple[Cell, ...]
    patch: Patch


class Component(NamedTuple):
    """Groups that constraints tie together, and how many mines each constraint needs."""

    groups: tuple[Group, ...]
    needs: tuple[tuple[Cell, int], ...]


class Frontier(NamedTuple):
    """A position, divided."""

    components: list[Component]
    sea: int
    beyond: int
    """How many more cells of the sea there are outside the grid."""
    mines_left: int

    @property
    def sea_size(self) -> int:
        """How many cells the sea has."""
        return self.sea.bit_count() + self.beyond


def divide(clues: Clues, proved: Deduction) -> Frontier:
    """Divide the cells that nothing is proved about, in time linear in their number."""
    stride = clues.grid.stride
    unknown = clues.covered & ~(proved.safe | proved.mines)
    numbered = active_numbers(clues, proved)
    sea = unknown & ~grown(numbered, stride)
    needs, touched = _constraints(clues, numbered, unknown, proved.mines)
    components = _components(_groups(touched), needs)
    mines_left = clues.mines - proved.mines.bit_count()
    return Frontier(components, sea, clues.beyond, mines_left)


def active_numbers(clues: Clues, proved: Deduction) -> int:
    """Return the revealed cells whose numbers touch a cell that nothing is proved about."""
    unknown = clues.covered & ~(proved.safe | proved.mines)
    return clues.revealed & ~clues.forgotten & grown(unknown, clues.grid.stride)


def _constraints(
    clues: Clues, numbered: int, unknown: int, mines: int
) -> tuple[dict[Cell, int], dict[int, list[Cell]]]:
    """What each constraint needs, and the constraints that each cell is in.

    Of several constraints about the same cells one is kept.
    """
    numbers, corner = clues.numbers, clues.grid.stride + 1
    needs: dict[Cell, int] = {}
    kept: dict[tuple[int, int], int] = {}
    touched: dict[int, list[Cell]] = {}
    for number, near, mined in _around(numbered, unknown, mines, clues.grid.stride):
        need = numbers[number] - mined.bit_count()
        lowest = (near & -near).bit_length()
        same = kept.setdefault((number + lowest, near >> lowest), need)
        if same != need:
            raise ContradictionError("two numbers disagree about the same cells")
        if len(kept) > len(needs):
            needs[number] = need
            for at in _bits(near):
                touched.setdefault(number - corner + at, []).append(number)
    return needs, touched


def _around(centres: int, cells: int, others: int, stride: int) -> Iterator[tuple[Cell, int, int]]:
    """Yield each centre and which of the cells, and of the others, are next to it.

    Those are bits, counted from its upper left neighbour on. Three rows are cut out at a time: what
    is done for a centre does not depend on the size of the board.
    """
    ring = 0b111 | 0b101 << stride | 0b111 << 2 * stride
    one_row, three_rows = (1 << stride) - 1, (1 << 3 * stride) - 1
    start = stride
    centres >>= stride
    while centres:
        row = centres & one_row
        if row:
            near, near_others = cells & three_rows, others & three_rows
            while row:
                column = (row & -row).bit_length() - 1
                row &= row - 1
                before = column - 1
                yield Cell(start + column), near >> before & ring, near_others >> before & ring
        centres >>= stride
        cells >>= stride
        others >>= stride
        start += stride


@lru_cache(maxsize=2048)
def _bits(pattern: int) -> list[int]:
    """Where the ones are; few patterns are possible round a number."""
    return [int(at) for at in cells_of(pattern)]


def _groups(touched: dict[int, list[Cell]]) -> list[Group]:
    """The groups, those with the earliest cells first."""
    members: dict[tuple[Cell, ...], list[int]] = {}
    for cell in sorted(touched):
        members.setdefault(tuple(touched[cell]), []).append(cell)
    return [Group(constraints, _patch(cells)) for constraints, cells in members.items()]


def _patch(cells: list[int]) -> Patch:
    """The set of these cells; the first one comes first."""
    first, pattern = cells[0], 1
    for cell in cells[1:]:
        pattern |= 1 << cell - first
    return Patch(Cell(first), pattern)


def _components(groups: list[Group], needs: dict[Cell, int]) -> list[Component]:
    """Put the groups together that share constraints."""
    bounded = _bounded(groups)
    components = []
    asked: set[Cell] = set()
    for group in reversed(groups):
        if group.constraints[0] not in asked:
            members, constraints = _tied(group, bounded)
            asked |= constraints
            needed = tuple([(constraint, needs[constraint]) for constraint in sorted(constraints)])
            components.append(Component(tuple(members), needed))
    return components[::-1]


def _tied(group: Group, bounded: dict[Cell, list[Group]]) -> tuple[list[Group], set[Cell]]:
    """A group and all others that constraints tie to it, and those constraints."""
    members = {group.patch.first: group}
    queue = [group]
    asked: set[Cell] = set()
    for each in queue:
        for constraint in each.constraints:
            if constraint not in asked:
                asked.add(constraint)
                for near in bounded[constraint]:
                    if near.patch.first not in members:
                        members[near.patch.first] = near
                        queue.append(near)
    return queue, asked


def in_order(component: Component) -> list[Group]:
    """The groups in an order that keeps few constraints open at a time.

    Starts at an end of the component, then again and again finishes the open constraint with the
    fewest groups left.
    """
    bounded = _bounded(component.groups)
    left = {constraint: len(groups) for constraint, groups in bounded.items()}
    opened = {_an_end(bounded): 0}
    order: dict[Group, None] = {}
    while opened:
        finish = min(opened, key=lambda constraint: (left[constraint], opened[constraint]))
        for group in bounded[finish]:
            if group not in order:
                order[group] = None
                for constraint in group.constraints:
                    left[constraint] -= 1
                    opened.setdefault(constraint, len(order))
        for constraint in [constraint for constraint in opened if not left[constraint]]:
            del opened[constraint]
    return list(order)


def _bounded(groups: Iterable[Group]) -> dict[Cell, list[Group]]:
    """The groups that each constraint is about."""
    bounded: dict[Cell, list[Group]] = {}
    for group in groups:
        for constraint in group.constraints:
            bounded.setdefault(constraint, []).append(group)
    return bounded


def _an_end(bounded: dict[Cell, list[Group]]) -> Cell:
    """A constraint about as far from the others as any: the farthest from the farthest."""
    end = min(bounded, key=lambda constraint: len(bounded[constraint]))
    for _ in range(2):
        queue = [end]
        reached = {end}
        for constraint in queue:
            for group in bounded[constraint]:
                for near in group.constraints:
                    if near not in reached:
                        reached.add(near)
                        queue.append(near)
        end = queue[-1]
    return end
