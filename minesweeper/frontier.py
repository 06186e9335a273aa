"""The covered cells as the numbers divide them: constraints, groups, components, the sea.

constraint  exactly n mines among these cells; named by the one cell whose number it is
group       unknown cells in the same constraints: whatever one of them is, so may the others be
component   groups that constraints tie together; independent of the others but for the mine
            total
sea         the covered cells next to no number, and those beyond the grid
"""

from minesweeper.cells import Cell, cells_of, grown, neighbour_sets, set_of
from minesweeper.clues import Clues, ContradictionError
from minesweeper.deduction import Deduction
from minesweeper.typed import NamedTuple


class Group(NamedTuple):
    """Cells in the same constraints, as a set."""

    constraints: tuple[Cell, ...]
    cells: int


class Component(NamedTuple):
    """Groups that constraints tie together, and how many mines each constraint needs."""

    groups: tuple[Group, ...]
    needs: tuple[tuple[Cell, int], ...]


class Frontier(NamedTuple):
    """A position, divided."""

    components: list[Component]
    sea: int
    sea_size: int
    mines_left: int


def divide(clues: Clues, proved: Deduction) -> Frontier:
    """Divide the cells that nothing is proved about."""
    stride = clues.grid.stride
    unknown = clues.covered & ~(proved.safe | proved.mines)
    numbered = clues.revealed & ~clues.forgotten & grown(unknown, stride)
    needs = _needs(clues, numbered, unknown, proved.mines)
    coast = unknown & grown(numbered, stride)
    sea = unknown & ~coast
    components = _components(_groups(clues, coast, needs), needs)
    mines_left = clues.mines - proved.mines.bit_count()
    return Frontier(components, sea, sea.bit_count() + clues.beyond, mines_left)


def _needs(clues: Clues, numbered: int, unknown: int, mines: int) -> dict[Cell, int]:
    """What each constraint needs; of several about the same cells one is kept."""
    around = neighbour_sets(clues.grid)
    kept: dict[int, tuple[Cell, int]] = {}
    for cell in cells_of(numbered):
        near = around[cell]
        need = clues.numbers[cell] - (near & mines).bit_count()
        _, same = kept.setdefault(near & unknown, (cell, need))
        if same != need:
            raise ContradictionError("two numbers disagree about the same cells")
    return dict(kept.values())


def _groups(clues: Clues, coast: int, needs: dict[Cell, int]) -> dict[int, int]:
    """The cells of each group by its set of constraints."""
    around = neighbour_sets(clues.grid)
    named = set_of(needs)
    groups: dict[int, int] = {}
    for cell in cells_of(coast):
        constraints = around[cell] & named
        groups[constraints] = groups.get(constraints, 0) | 1 << cell
    return groups


def _components(groups: dict[int, int], needs: dict[Cell, int]) -> list[Component]:
    """Merge the groups that share constraints."""
    merged: list[tuple[int, list[int]]] = []
    for group in groups:
        constraints, members = group, [group]
        apart = []
        for other in merged:
            if other[0] & constraints:
                constraints |= other[0]
                members += other[1]
            else:
                apart.append(other)
        merged = [*apart, (constraints, members)]
    return [
        Component(
            tuple(Group(tuple(cells_of(member)), groups[member]) for member in members),
            tuple((cell, needs[cell]) for cell in cells_of(constraints)),
        )
        for constraints, members in merged
    ]


def in_order(component: Component) -> list[Group]:
    """The groups in an order that keeps few constraints open at a time.

    Starts at an end of the component, then again and again finishes the open constraint with the
    fewest groups left.
    """
    bounded = _bounded(component)
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


def _bounded(component: Component) -> dict[Cell, list[Group]]:
    """The groups that each constraint is about."""
    bounded: dict[Cell, list[Group]] = {}
    for group in component.groups:
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
