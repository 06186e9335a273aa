"""How the numbers divide the covered cells: constraints, groups, components, the sea.

constraint  exactly n of these cells are mines; identified by the cell that shows the number
group       unknown cells in the same constraints, which makes them interchangeable
component   groups connected by constraints; components depend on each other only through the
            mine total
sea         the covered cells next to no number
"""

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, grow, neighbour_sets
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.deduction import Deduction


class Group(NamedTuple):
    """Unknown cells in the same constraints."""

    constraints: tuple[Cell, ...]
    cells: CellSet


class Component(NamedTuple):
    """Groups connected by constraints, and how many mines each constraint needs."""

    groups: tuple[Group, ...]
    needs: tuple[tuple[Cell, int], ...]


class Frontier(NamedTuple):
    """The parts of a position, and the number of mines in them."""

    components: list[Component]
    sea: CellSet
    mines_left: int


def divide(clues: Clues, proved: Deduction) -> Frontier:
    """Divide the cells that nothing is proved about, in time linear in their number."""
    stride = clues.grid.stride
    unknown = clues.covered & ~(proved.safe | proved.mines)
    active = active_numbers(clues, proved)
    sea = unknown & ~grow(active, stride)
    components = components_of(clues, active, unknown, proved.mines)
    mines_left = clues.mine_count - proved.mines.bit_count()
    return Frontier(components, sea, mines_left)


def components_of(
    clues: Clues, active: CellSet, unknown: CellSet, mines: CellSet
) -> list[Component]:
    """Return the components of the active numbers and the unknown cells around them.

    `mines` are those that are proved.
    """
    needs, touched = _constraints(clues, active, unknown, mines)
    return join_groups(_groups(touched), needs)


def active_numbers(clues: Clues, proved: Deduction) -> CellSet:
    """Return the revealed numbers that touch a cell that nothing is proved about."""
    unknown = clues.covered & ~(proved.safe | proved.mines)
    return clues.numbered & grow(unknown, clues.grid.stride)


def _constraints(
    clues: Clues, active: CellSet, unknown: CellSet, mines: CellSet
) -> tuple[dict[Cell, int], dict[Cell, list[Cell]]]:
    """Return what each constraint needs, and the constraints that each cell is in.

    Of several constraints on the same cells only the first is kept.
    """
    around = neighbour_sets(clues.grid)
    needs: dict[Cell, int] = {}
    distinct: dict[CellSet, int] = {}
    touched: dict[Cell, list[Cell]] = {}
    for number in cells_of(active):
        near = around[number]
        cells, need = near & unknown, clues.numbers[number] - (near & mines).bit_count()
        if distinct.setdefault(cells, need) != need:
            raise ContradictionError("two numbers disagree about the same cells")
        if len(distinct) > len(needs):
            needs[number] = need
            for cell in cells_of(cells):
                touched.setdefault(cell, []).append(number)
    return needs, touched


def _groups(touched: dict[Cell, list[Cell]]) -> list[Group]:
    """Return the groups, in the order of their first cells."""
    members: dict[tuple[Cell, ...], CellSet] = {}
    for cell in sorted(touched):
        constraints = tuple(touched[cell])
        members[constraints] = members.get(constraints, NO_CELLS) | 1 << cell
    return [Group(constraints, cells) for constraints, cells in members.items()]


def join_groups(groups: list[Group], needs: dict[Cell, int]) -> list[Component]:
    """Return the components: groups that share a constraint are in the same one."""
    by_constraint = _groups_by_constraint(groups)
    components = []
    done: set[Cell] = set()
    for group in reversed(groups):
        if group.constraints[0] not in done:
            members, constraints = _connected_groups(group, by_constraint)
            done |= constraints
            own_needs = tuple([(each, needs[each]) for each in sorted(constraints)])
            components.append(Component(tuple(members), own_needs))
    return components[::-1]


def _connected_groups(
    group: Group, by_constraint: dict[Cell, list[Group]]
) -> tuple[list[Group], set[Cell]]:
    """Return a group with all groups that constraints connect to it, and those constraints."""
    members = {group.constraints}
    queue = [group]
    constraints: set[Cell] = set()
    for each in queue:
        for constraint in each.constraints:
            if constraint not in constraints:
                constraints.add(constraint)
                for near in by_constraint[constraint]:
                    if near.constraints not in members:
                        members.add(near.constraints)
                        queue.append(near)
    return queue, constraints


def order_groups(groups: tuple[Group, ...]) -> list[Group]:
    """Return the groups of a component, ordered so that few constraints are open at a time.

    Start at one end of the component, and always finish the open constraint that has the fewest
    groups left.
    """
    by_constraint = _groups_by_constraint(groups)
    left = {constraint: len(groups) for constraint, groups in by_constraint.items()}
    opened = {_end_constraint(by_constraint): 0}
    order: dict[Group, None] = {}
    while opened:
        finish = min(opened, key=lambda constraint: (left[constraint], opened[constraint]))
        for group in by_constraint[finish]:
            if group not in order:
                order[group] = None
                for constraint in group.constraints:
                    left[constraint] -= 1
                    opened.setdefault(constraint, len(order))
        for constraint in [constraint for constraint in opened if not left[constraint]]:
            del opened[constraint]
    return list(order)


def _groups_by_constraint(groups: Iterable[Group]) -> dict[Cell, list[Group]]:
    """Return the groups of each constraint."""
    by_constraint: dict[Cell, list[Group]] = {}
    for group in groups:
        for constraint in group.constraints:
            by_constraint.setdefault(constraint, []).append(group)
    return by_constraint


def _end_constraint(by_constraint: dict[Cell, list[Group]]) -> Cell:
    """Return a constraint at one end: twice in a row, go to the one farthest from the last."""
    end = min(by_constraint, key=lambda constraint: len(by_constraint[constraint]))
    for _ in range(2):
        queue = [end]
        reached = {end}
        for constraint in queue:
            for group in by_constraint[constraint]:
                for near in group.constraints:
                    if near not in reached:
                        reached.add(near)
                        queue.append(near)
        end = queue[-1]
    return end
