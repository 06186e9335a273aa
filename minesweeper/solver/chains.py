"""Chains: what a supposition about a cell forces step by step, up to a number that cannot fit."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, grow, neighbour_sets
from minesweeper.solver.clues import Clues
from minesweeper.solver.phrases import Chain, ChainStep, Number


class _Step(NamedTuple):
    """Numbers that force cells, and the cells from which that follows, which were forced before."""

    numbers: tuple[Cell, ...]
    safe: CellSet
    mines: CellSet
    because: CellSet


def find_chain(clues: Clues, supposed: CellSet, *, mine: bool) -> Chain | None:
    """Return the chain that begins if cells are supposed to be mines, or else to be safe.

    It has no step that its end does not need. Return None if single numbers and pairs of them lead
    to no number that cannot fit.
    """
    safe, mines = (NO_CELLS, supposed) if mine else (supposed, NO_CELLS)
    mines |= clues.known_mines
    steps: list[_Step] = []
    while True:
        for number in cells_of(clues.numbered):
            near, digit = neighbour_sets(clues.grid)[number] & clues.covered, clues.numbers[number]
            if (near & mines).bit_count() > digit:
                return _chain(clues, steps, number, "many", CellSet(near & mines))
            if (near & ~safe).bit_count() < digit:
                return _chain(clues, steps, number, "few", CellSet(near & safe))
        step = next(_steps(clues, safe, mines), None)
        if not step:
            return None
        steps.append(step)
        safe |= step.safe
        mines |= step.mines


def _steps(clues: Clues, safe: CellSet, mines: CellSet) -> Iterator[_Step]:
    """Yield the steps from what is forced so far: by single numbers, then by pairs.

    If one number needs as many mines more than another as it has cells of its own, those are mines,
    and the cells of the other's own are safe. A single number is compared with nothing.
    """
    stride, around = clues.grid.stride, neighbour_sets(clues.grid)
    active = clues.numbered & grow(clues.covered & ~(safe | mines), stride)
    numbers = cells_of(active)
    alone = (pair for number in numbers for pair in ((number, None), (None, number)))
    pairs = (
        (more, less)
        for more in numbers
        for less in cells_of(active & grow(grow(CellSet(1 << more), stride), stride))
    )
    for more, less in chain(alone, pairs):
        near_more, near_less = (
            around[each] & clues.covered if each else NO_CELLS for each in (more, less)
        )
        own_more, own_less = near_more & ~near_less, near_less & ~near_more
        extra = sum(clues.numbers[each] * sign for each, sign in ((more, 1), (less, -1)) if each)
        if extra == (own_more & ~safe).bit_count() - (own_less & mines).bit_count():
            forced = CellSet(own_less & ~(safe | mines)), CellSet(own_more & ~(safe | mines))
            if any(forced):
                because = CellSet(own_more & safe | own_less & mines)
                yield _Step(tuple(filter(None, (more, less))), *forced, because)


def _chain(clues: Clues, steps: list[_Step], last: Cell, misfit: str, because: CellSet) -> Chain:
    """Return the steps that force cells which the end of the chain, or a step before it, needs."""
    needed: list[_Step] = []
    for step in reversed(steps):
        if (step.safe | step.mines) & because:
            forced = CellSet(step.safe & because), CellSet(step.mines & because)
            needed.insert(0, step._replace(safe=forced[0], mines=forced[1]))
            because |= step.because

    def number(cell: Cell) -> Number:
        return Number(clues.grid.place(cell), clues.numbers[cell])

    def places(cells: CellSet) -> tuple[tuple[int, int], ...]:
        return tuple(map(clues.grid.place, cells_of(cells)))

    return Chain(
        tuple(
            ChainStep(tuple(map(number, step.numbers)), places(step.safe), places(step.mines))
            for step in needed
        ),
        number(last),
        misfit,
    )
