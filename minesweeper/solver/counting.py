"""How many layouts of a component there are, and with how many mines.

The groups are taken one after the other, and how many mines a group holds is chosen; of all that
was chosen before, only what each constraint still needs matters. So a *state* is those needs, and
a *layer* maps each state to the number of ways to reach it (dynamic programming). Ways are counted
apart by how many mines they use, as the coefficients of a polynomial, and the whole polynomial is
one int with a wide enough slot for each coefficient: to add ways is `+`, to use *k* mines a shift.

A state is one int too, with a field of five bits for each constraint: its need, and a guard bit on
top that the subtraction of one mine too many turns off.
"""

import struct
from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.solver.clues import ContradictionError
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.frontier import Component, Group, Patch, in_order

FIELD: Final = 5
GUARD: Final = 16
MAX_NEED: Final = 8
SHORT: Final = 64
"""Bits of a coefficient that a machine holds in a word."""
ORDERED: Final = 16
"""Putting groups in order takes the square of their number, and so many of those are one unit."""

Layer = dict[int, int]

_WAYS: Final = [[comb(size, mines) for mines in range(size + 1)] for size in range(9)]
"""Ways to lay mines in a group: no number has more than eight neighbours."""


class TooWideError(Exception):
    """The budget of work is used up."""


class Budget:
    """How much work may still be done; counted, never timed, so that every machine agrees."""

    __slots__ = ("left",)

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise TooWideError


class Count(NamedTuple):
    """A component's layouts, by the number of mines: `fewest`, `fewest` + 1, ..."""

    fewest: int
    layouts: Sequence[int]
    mined: list[tuple[Patch, Sequence[int]]]
    """Of each group's cells: the layouts in which one given cell of it is a mine."""


class Step(NamedTuple):
    """A group in its turn."""

    patch: Patch
    size: int
    one_mine: int
    """What a mine in the group takes from the state."""
    room: int
    """The cells in the groups after it, for each constraint: more than that can never be met."""


class Plan(NamedTuple):
    """The order of the groups and how states and polynomials are written."""

    start: int
    """The state before the first group: all needs, all guards on."""
    guards: int
    """All guards on and nothing needed: the state after the last group."""
    slot: int
    """Bits of a coefficient; more than the number of cells, as no count reaches 2 ** cells."""
    steps: list[Step]


Moves = list[tuple[int, list[tuple[int, int]]]]
"""From a state of one layer: (mines in the group, state in the next layer), ..."""


def count_layouts(component: Component, budget: Budget) -> Count:
    """Count forwards, then backwards, and for every group put the two together."""
    budget.spend(len(component.groups) ** 2 // ORDERED)
    plan = plan_of(component)
    layers, moves = count_forward(plan, budget)
    total = layers[-1][plan.guards]
    mined = _count_backward(plan, layers, moves)
    fewest = ((total & -total).bit_length() - 1) // plan.slot
    length = (total.bit_length() - 1) // plan.slot + 1 - fewest
    coefficients = [
        (step.patch, unpack(polynomial, plan.slot, fewest, length))
        for step, polynomial in zip(plan.steps, mined, strict=True)
    ]
    return Count(fewest, unpack(total, plan.slot, fewest, length), coefficients)


def certain_cells(count: Count) -> Deduction:
    """Return the cells that are the same in every layout of a component."""
    safe = mines = 0
    for patch, mined in count.mined:
        if not any(mined):
            safe |= patch.cells
        elif tuple(mined) == tuple(count.layouts):
            mines |= patch.cells
    return Deduction(safe, mines)


def plan_of(component: Component) -> Plan:
    groups = in_order(component)
    place = {constraint: FIELD * at for at, (constraint, _) in enumerate(component.needs)}
    if not all(0 <= need <= MAX_NEED for _, need in component.needs):
        raise ContradictionError("a number cannot be met")
    guards = sum(GUARD << at for at in place.values())
    needs = sum(need << place[constraint] for constraint, need in component.needs)
    cells = sum(group.patch.pattern.bit_count() for group in groups)
    slot = SHORT * (cells // 63 + 1)
    return Plan(guards | needs, guards, slot, _steps(groups, place))


def _steps(groups: list[Group], place: dict[Cell, int]) -> list[Step]:
    steps = []
    room = 0
    for group in reversed(groups):
        size = group.patch.pattern.bit_count()
        one_mine = sum(1 << place[constraint] for constraint in group.constraints)
        steps.append(Step(group.patch, size, one_mine, room))
        room += size * one_mine  # at most the eight neighbours of a number: the field holds it
    return steps[::-1]


def count_forward(plan: Plan, budget: Budget) -> tuple[list[Layer], list[Moves]]:
    """All layers, and the moves from each to the next.

    Raises ContradictionError if none leads to the end.
    """
    layer = {plan.start: 1}
    layers, moves = [layer], []
    for step in plan.steps:
        budget.spend(_cost(plan, step, layer))
        layer, taken = _advance(plan, step, layer)
        layers.append(layer)
        moves.append(taken)
    if plan.guards not in layer:
        raise ContradictionError("the numbers agree with no layout")
    return layers, moves


def _cost(plan: Plan, step: Step, layer: Layer) -> int:
    """What it will take at most to go on from a layer, in time and in memory.

    One for each move, and one more for every 384 bytes that it writes.
    """
    moves = len(layer) * (step.size + 1)
    if plan.slot == SHORT:
        return moves
    bits = plan.guards.bit_length() + max(layer.values(), default=0).bit_length()
    return moves * (1 + bits // 3072)


def moves_from(plan: Plan, step: Step, state: int) -> list[tuple[int, int]]:
    """The (mines in the group, following state) after which every need can still be met."""
    guards = plan.guards
    room = step.room | guards
    moves = []
    for mines in range(step.size + 1):
        if (room - (state ^ guards)) & guards == guards:
            moves.append((mines, state))
        state -= step.one_mine
        if state & guards != guards:
            break
    return moves


def _advance(plan: Plan, step: Step, layer: Layer) -> tuple[Layer, Moves]:
    """Give one group each possible number of mines."""
    slot, ways = plan.slot, _WAYS[step.size]
    following: Layer = {}
    moves: Moves = []
    for state, polynomial in layer.items():
        taken = moves_from(plan, step, state)
        for mines, after in taken:
            more = polynomial * ways[mines] << slot * mines
            following[after] = following.get(after, 0) + more
        moves.append((state, taken))
    return following, moves


def _count_backward(plan: Plan, layers: list[Layer], moves: list[Moves]) -> list[int]:
    """For each group, the polynomial of the layouts in which a given cell of it is a mine."""
    mined = []
    ends = {plan.guards: 1}  # ways from a state to the end
    for at in range(len(plan.steps) - 1, -1, -1):
        ends, polynomial = _retreat(plan, plan.steps[at], ends, layers[at], moves[at])
        mined.append(polynomial)
    return mined[::-1]


def _retreat(plan: Plan, step: Step, ends: Layer, layer: Layer, moves: Moves) -> tuple[Layer, int]:
    ways, ways_of_others = _WAYS[step.size], _WAYS[step.size - 1]
    before: Layer = {}
    mined = 0
    for state, taken in moves:
        total = with_cell = 0
        for mines, after in taken:
            end = ends.get(after, 0) << plan.slot * mines
            if end:
                total += end * ways[mines]
                if mines:
                    with_cell += end * ways_of_others[mines - 1]
        if total:
            before[state] = total
            mined += layer[state] * with_cell
    return before, mined


def unpack(polynomial: int, slot: int, first: int, length: int) -> Sequence[int]:
    """The coefficients of `first` mines and up."""
    polynomial >>= slot * first
    if slot == SHORT:
        return struct.unpack(f"<{length}Q", polynomial.to_bytes(8 * length, "little"))
    mask = (1 << slot) - 1
    return [polynomial >> slot * at & mask for at in range(length)]
