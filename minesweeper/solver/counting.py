"""The number of layouts of a component, for each number of mines.

The groups are filled with mines one after the other. All that matters about the groups filled so
far is how many mines each constraint still needs. These needs are a *state*, and a *layer* maps
each state to the number of ways to reach it (dynamic programming). Ways are counted by the number
of mines that they use, as the coefficients of a polynomial. A polynomial is one int with a wide
enough slot for each coefficient: adding ways is `+`, using *k* mines is a shift.

A state is also one int, with a field of five bits for each constraint: its need, and above it a
guard bit, which is cleared when one mine too many is subtracted.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import comb
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet
from minesweeper.solver.clues import ContradictionError
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.frontier import Component, Group, order_groups

FIELD_BITS: Final = 5
GUARD_BIT: Final = 16
MAX_NEED: Final = 8
WORD_BITS: Final = 64
"""The number of bits of a machine word."""
ORDERING_DIVISOR: Final = 16
"""Ordering n groups takes n * n / ORDERING_DIVISOR units of work."""

StateCounts = dict[int, int]

_WAYS: Final = [[comb(size, mines) for mines in range(size + 1)] for size in range(9)]
"""The ways to lay mines in a group of at most eight cells: `_WAYS[size][mines]`."""


class TooWideError(Exception):
    """The budget of work is exhausted."""


class Budget:
    """The work that may still be done: counted, not timed, so that all machines agree."""

    __slots__ = ("left",)

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        """Subtract some work; raise TooWideError if too little is left."""
        self.left -= work
        if self.left < 0:
            raise TooWideError


class Count(NamedTuple):
    """The number of a component's layouts with `fewest_mines`, `fewest_mines` + 1, ... mines."""

    fewest_mines: int
    layout_counts: Sequence[int]
    mined_counts: list[tuple[CellSet, Sequence[int]]]
    """For each group, the number of those layouts in which a given cell of it is a mine."""


class PlannedGroup(NamedTuple):
    """A group prepared for counting."""

    cells: CellSet
    size: int
    one_mine: int
    """The int to subtract from the state for each mine in the group."""
    room: int
    """For each constraint, its cells in later groups: a greater need can no longer be met."""


class CountPlan(NamedTuple):
    """The groups in the order of counting, and the format of states and polynomials."""

    start: int
    """The state before the first group: all needs, all guards on."""
    guards: int
    """The state after the last group: nothing is needed, all guards on."""
    slot: int
    """The bits of a coefficient: more than n for n cells, which have at most 2 ** n layouts."""
    groups: list[PlannedGroup]


Transitions = list[tuple[int, list[tuple[int, int]]]]
"""For each state of a layer, its list of (mines in the group, state in the next layer)."""


def count_layouts(component: Component, budget: Budget) -> Count:
    """Count the layouts of a component, forwards and backwards, and combine the two per group.

    Raise ContradictionError if no layout meets the constraints, and TooWideError if the budget
    does not suffice.
    """
    budget.spend(len(component.groups) ** 2 // ORDERING_DIVISOR)
    plan = plan_of(component)
    layers, transitions = count_forward(plan, budget)
    total = layers[-1][plan.guards]
    mined_totals = _count_backward(plan, layers, transitions)
    fewest_mines = ((total & -total).bit_length() - 1) // plan.slot
    length = (total.bit_length() - 1) // plan.slot + 1 - fewest_mines
    mined_counts = [
        (group.cells, unpack(mined, plan.slot, fewest_mines, length))
        for group, mined in zip(plan.groups, mined_totals, strict=True)
    ]
    layout_counts = unpack(total, plan.slot, fewest_mines, length)
    return Count(fewest_mines, layout_counts, mined_counts)


def certain_cells(count: Count) -> Deduction:
    """Return the cells that are safe, and those that are mines, in every layout of a component."""
    safe = mines = NO_CELLS
    for cells, mined in count.mined_counts:
        if not any(mined):
            safe |= cells
        elif tuple(mined) == tuple(count.layout_counts):
            mines |= cells
    return Deduction(safe, mines)


def plan_of(component: Component) -> CountPlan:
    """Return the plan for counting a component; raise ContradictionError for an impossible need."""
    if not all(0 <= need <= MAX_NEED for _, need in component.needs):
        raise ContradictionError("a number cannot be met")
    order = _order(component.groups)
    needs = sum(need << order.places[constraint] for constraint, need in component.needs)
    return CountPlan(order.guards | needs, order.guards, order.slot, order.groups)


class _Order(NamedTuple):
    """The part of a plan that does not depend on the needs."""

    places: dict[Cell, int]
    guards: int
    slot: int
    groups: list[PlannedGroup]


@lru_cache(maxsize=4)  # a look-ahead tries every number of a cell in turn
def _order(groups: tuple[Group, ...]) -> _Order:
    constraints = dict.fromkeys(chain.from_iterable(group.constraints for group in groups))
    places = {constraint: FIELD_BITS * at for at, constraint in enumerate(constraints)}
    guards = sum(GUARD_BIT << at for at in places.values())
    cells = sum(group.cells.bit_count() for group in groups)
    slot = WORD_BITS * (cells // 63 + 1)
    return _Order(places, guards, slot, _plan_groups(order_groups(groups), places))


def _plan_groups(groups: list[Group], places: dict[Cell, int]) -> list[PlannedGroup]:
    planned = []
    room = 0
    for group in reversed(groups):
        size = group.cells.bit_count()
        one_mine = sum(1 << places[constraint] for constraint in group.constraints)
        planned.append(PlannedGroup(group.cells, size, one_mine, room))
        room += size * one_mine  # at most the eight neighbours of a number: the field holds it
    return planned[::-1]


def count_forward(plan: CountPlan, budget: Budget) -> tuple[list[StateCounts], list[Transitions]]:
    """Return all layers, and the transitions from each to the next.

    Raise ContradictionError if no transitions lead to the end, and TooWideError if the budget does
    not suffice.
    """
    layer = {plan.start: 1}
    layers, transitions = [layer], []
    for group in plan.groups:
        budget.spend(_advance_cost(plan, group, layer))
        layer, following = _advance(plan, group, layer)
        layers.append(layer)
        transitions.append(following)
    if plan.guards not in layer:
        raise ContradictionError("the numbers agree with no layout")
    return layers, transitions


def _advance_cost(plan: CountPlan, group: PlannedGroup, layer: StateCounts) -> int:
    """Return an upper limit of the work, in time and memory, of advancing from a layer.

    It is one unit for each transition, and another for every 384 bytes that the transition writes.
    """
    transitions = len(layer) * (group.size + 1)
    if plan.slot == WORD_BITS:
        return transitions
    bits = plan.guards.bit_length() + max(layer.values(), default=0).bit_length()
    return transitions * (1 + bits // 3072)


def transitions_from(plan: CountPlan, group: PlannedGroup, state: int) -> list[tuple[int, int]]:
    """Return each (mines in the group, next state) after which every need can still be met."""
    guards = plan.guards
    room = group.room | guards
    transitions = []
    for mines in range(group.size + 1):
        if (room - (state ^ guards)) & guards == guards:
            transitions.append((mines, state))
        state -= group.one_mine
        if state & guards != guards:
            break
    return transitions


def _advance(
    plan: CountPlan, group: PlannedGroup, layer: StateCounts
) -> tuple[StateCounts, Transitions]:
    """Return the layer after a group, for every possible number of mines in it."""
    slot, ways = plan.slot, _WAYS[group.size]
    following: StateCounts = {}
    transitions: Transitions = []
    for state, polynomial in layer.items():
        options = transitions_from(plan, group, state)
        for mines, after in options:
            more = polynomial * ways[mines] << slot * mines
            following[after] = following.get(after, 0) + more
        transitions.append((state, options))
    return following, transitions


def _count_backward(
    plan: CountPlan, layers: list[StateCounts], transitions: list[Transitions]
) -> list[int]:
    """Return the polynomial of each group: how many layouts have a mine in a given cell of it."""
    mined = []
    ends = {plan.guards: 1}  # the number of ways from a state to the end
    for at in range(len(plan.groups) - 1, -1, -1):
        ends, polynomial = _retreat(plan, plan.groups[at], ends, layers[at], transitions[at])
        mined.append(polynomial)
    return mined[::-1]


def _retreat(
    plan: CountPlan,
    group: PlannedGroup,
    ends: StateCounts,
    layer: StateCounts,
    transitions: Transitions,
) -> tuple[StateCounts, int]:
    """Return the ways to the end from each state before a group, and the group's polynomial."""
    ways, ways_of_others = _WAYS[group.size], _WAYS[group.size - 1]
    before: StateCounts = {}
    mined = 0
    for state, options in transitions:
        total = with_cell = 0
        for mines, after in options:
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
    """Return `length` coefficients of a polynomial, beginning with that of `first` mines."""
    polynomial >>= slot * first
    if slot == WORD_BITS:
        return struct.unpack(f"<{length}Q", polynomial.to_bytes(8 * length, "little"))
    mask = (1 << slot) - 1
    return [polynomial >> slot * at & mask for at in range(length)]
