"""The covered cells as the numbers divide them: constraints, groups, components, the sea.

constraint  exactly n of these cells are mines; named by the cell that has the number
group       the unknown cells in the same constraints: interchangeable
component   groups that constraints tie together; independent of the others but for the mine
            total
sea         the covered cells next to no number
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, CellSet, cells_of, grown
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.deduction import Deduction


class Patch(NamedTuple):
    """A set of cells that lie close together, as bits counted from its first cell.

    On a huge board a set for every group, each as long as the board, would not fit in memory.
    """

    first: Cell
    pattern: CellSet

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.pattern.bit_count()

    @property
    def cells(self) -> CellSet:
        """The cells, as a set of the whole grid."""
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
    """The parts of a position."""

    components: list[Component]
    sea: CellSet
    mines_left: int


def divide(clues: Clues, proved: Deduction) -> Frontier:
    """Divide the cells that nothing is proved about, in time linear in their number."""
    stride = clues.grid.stride
    unknown = clues.covered & ~(proved.safe | proved.mines)
    active = active_numbers(clues, proved)
    sea = unknown & ~grown(active, stride)
    needs, touched = _constraints(clues, active, unknown, proved.mines)
    components = _components(_groups(touched), needs)
    mines_left = clues.mine_count - proved.mines.bit_count()
    return Frontier(components, sea, mines_left)


def active_numbers(clues: Clues, proved: Deduction) -> CellSet:
    """Return the revealed cells whose numbers touch a cell that nothing is proved about."""
    unknown = clues.covered & ~(proved.safe | proved.mines)
    return clues.numbered & grown(unknown, clues.grid.stride)


def _constraints(
    clues: Clues, active: CellSet, unknown: CellSet, mines: CellSet
) -> tuple[dict[Cell, int], dict[int, list[Cell]]]:
    """Return what each constraint needs, and the constraints that each cell is in.

    Of several constraints on the same cells only one counts.
    """
    numbers, corner = clues.numbers, clues.grid.stride + 1
    needs: dict[Cell, int] = {}
    distinct: dict[tuple[int, int], int] = {}
    touched: dict[int, list[Cell]] = {}
    for number, near, mined in _around(active, unknown, mines, clues.grid.stride):
        need = numbers[number] - mined.bit_count()
        lowest = (near & -near).bit_length()
        same = distinct.setdefault((number + lowest, near >> lowest), need)
        if same != need:
            raise ContradictionError("two numbers disagree about the same cells")
        if len(distinct) > len(needs):
            needs[number] = need
            for at in _bits(near):
                touched.setdefault(number - corner + at, []).append(number)
    return needs, touched


def _around(
    centres: CellSet, cells: CellSet, others: CellSet, stride: int
) -> Iterator[tuple[Cell, int, int]]:
    """Yield each centre with the cells, and the others, next to it.

    Those are bits, counted from its upper left neighbour. Three rows are cut out at a time, so that
    the work for a centre does not depend on the size of the board.
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
    """Return the places of the ones; few patterns are possible around a number."""
    return [int(at) for at in cells_of(CellSet(pattern))]


def _groups(touched: dict[int, list[Cell]]) -> list[Group]:
    """Return the groups, in the order of their first cells."""
    members: dict[tuple[Cell, ...], list[int]] = {}
    for cell in sorted(touched):
        members.setdefault(tuple(touched[cell]), []).append(cell)
    return [Group(constraints, _patch(cells)) for constraints, cells in members.items()]


_FIRST: Final = CellSet(1)


def _patch(cells: list[int]) -> Patch:
    """Return a set of cells, which must be in order."""
    first, pattern = cells[0], _FIRST
    for cell in cells[1:]:
        pattern |= 1 << cell - first
    return Patch(Cell(first), pattern)


def _components(groups: list[Group], needs: dict[Cell, int]) -> list[Component]:
    """Return the components: groups that share constraints belong together."""
    bounded = _bounded(groups)
    components = []
    done: set[Cell] = set()
    for group in reversed(groups):
        if group.constraints[0] not in done:
            members, constraints = _tied(group, bounded)
            done |= constraints
            needed = tuple([(constraint, needs[constraint]) for constraint in sorted(constraints)])
            components.append(Component(tuple(members), needed))
    return components[::-1]


def _tied(group: Group, bounded: dict[Cell, list[Group]]) -> tuple[list[Group], set[Cell]]:
    """Return a group with all others that constraints tie to it, and those constraints."""
    members = {group.patch.first: group}
    queue = [group]
    constraints: set[Cell] = set()
    for each in queue:
        for constraint in each.constraints:
            if constraint not in constraints:
                constraints.add(constraint)
                for near in bounded[constraint]:
                    if near.patch.first not in members:
                        members[near.patch.first] = near
                        queue.append(near)
    return queue, constraints


def in_order(groups: tuple[Group, ...]) -> list[Group]:
    """Return the groups of a component in an order in which few constraints are open at a time.

    Start at an end of it, and always finish the open constraint with the fewest groups left.
    """
    bounded = _bounded(groups)
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
    """Return the groups of each constraint."""
    bounded: dict[Cell, list[Group]] = {}
    for group in groups:
        for constraint in group.constraints:
            bounded.setdefault(constraint, []).append(group)
    return bounded


def _an_end(bounded: dict[Cell, list[Group]]) -> Cell:
    """Return a constraint at an end: the one farthest from the one farthest from any."""
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
