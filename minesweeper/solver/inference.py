"""What numbers force, step by step: how each cell is proved, and chains from a supposition."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, grow, neighbour_sets, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import (
    Deduction,
    Position,
    position_of,
    single_numbers,
    two_numbers,
)

MAX_ROUNDS: Final = 200
"""A cell that is proved later has a proof that is far too long to show."""


class Inference(NamedTuple):
    """Cells that numbers force at once, and the cells from which that follows, forced before."""

    numbers: tuple[Cell, ...]
    """One number, or two, of which the first needs more mines."""
    safe: CellSet
    mines: CellSet
    because: CellSet = NO_CELLS


class Trace(NamedTuple):
    """How a cell is proved: by a last inference, and by others before it."""

    last: Inference
    premises: CellSet
    """The numbers of all inferences."""
    safe: CellSet
    """The cells that the earlier inferences prove safe."""
    mines: CellSet
    """The cells that they prove to be mines."""

    @property
    def premise_count(self) -> int:
        """How many numbers it takes."""
        return self.premises.bit_count()


class _Round(NamedTuple):
    """Cells that single numbers, or else pairs, prove at once, and what is known before that."""

    proved: CellSet
    safe: CellSet
    mines: CellSet
    by_pairs: bool


def trace_proof(clues: Clues, targets: Sequence[Cell]) -> tuple[Cell, Trace] | None:
    """Return a target that numbers and pairs prove, one after the other, and how they prove it.

    Pairs are used where single numbers prove nothing more. Of several proofs that with the fewest
    premises is kept, and of equal ones that of the first target. Return None if no target is proved
    so.
    """
    position, tracer = position_of(clues), _Tracer(clues)
    best: tuple[Cell, Trace] | None = None
    while len(tracer.rounds) < MAX_ROUNDS and (proved := tracer.add_round(position)):
        # One round may prove safe cells by one number each, and the next one mines.
        fewest = 1 if len(tracer.rounds) <= 2 else 2
        for target in targets:
            if proved >> target & 1:
                trace = tracer.trace(target)
                if not best or trace.premise_count < best[1].premise_count:
                    best = target, trace
                if trace.premise_count <= fewest:
                    return best
    return best


class _Tracer:
    """Finds how cells are proved, in the rounds so far, and remembers it."""

    def __init__(self, clues: Clues) -> None:
        self.rounds: list[_Round] = []
        self._clues = clues
        self._traces: dict[Cell, Trace] = {}

    def add_round(self, position: Position) -> CellSet:
        """Note what is proved next in a position, which is updated, and return it."""
        before = position.safe, position.mines
        proved = single_numbers(position)
        by_pairs = not any(proved)
        if by_pairs:
            proved = two_numbers(position, all_pairs=True)
        elif proved.safe:
            proved = Deduction(proved.safe)  # the mines may follow from it
        position.safe |= proved.safe
        position.mines |= proved.mines
        self.rounds.append(_Round(proved.safe | proved.mines, *before, by_pairs))
        return self.rounds[-1].proved

    def trace(self, cell: Cell) -> Trace:
        """Return the proof of a cell with the fewest premises in the round that proves it."""
        if cell not in self._traces:
            within = next(each for each in self.rounds if each.proved >> cell & 1)
            proofs = [
                self._extend(inference)
                for inference in self._inferences(cell, within)
                if (inference.safe | inference.mines) >> cell & 1
            ]
            self._traces[cell] = min(proofs, key=lambda each: each.premise_count)
        return self._traces[cell]

    def _inferences(self, cell: Cell, within: _Round) -> Iterator[Inference]:
        """Yield the inferences of a round in which numbers beside a cell take part."""
        clues, known = self._clues, (within.safe, within.mines)
        beside = neighbour_sets(clues.grid)[cell] & clues.numbered
        if within.by_pairs:
            yield from _infer_from_pairs(clues, beside, *known)
        else:
            for number in cells_of(beside):
                yield from _infer_from_one(clues, number, *known)

    def _extend(self, inference: Inference) -> Trace:
        """Return how an inference proves its cells, with the traces of those it builds on."""
        premises, safe, mines = set_of(inference.numbers), NO_CELLS, NO_CELLS
        for cell in cells_of(inference.because & ~self._clues.known_mines):
            earlier = self.trace(cell)
            premises |= earlier.premises
            safe |= earlier.safe | earlier.last.safe & 1 << cell
            mines |= earlier.mines | earlier.last.mines & 1 << cell
        return Trace(inference, premises, safe, mines)


def _infer_from_one(
    clues: Clues, number: Cell, safe: CellSet, mines: CellSet
) -> Iterator[Inference]:
    """Yield what a number forces that has all its mines, or needs all its unknown cells."""
    near = neighbour_sets(clues.grid)[number] & clues.covered
    unknown = near & ~(safe | mines)
    need = clues.numbers[number] - (near & mines).bit_count()
    if unknown and not need:
        yield Inference((number,), unknown, NO_CELLS, near & mines)
    elif unknown and need == unknown.bit_count():
        yield Inference((number,), NO_CELLS, unknown, near & safe)


def _infer_from_pairs(
    clues: Clues, touching: CellSet, safe: CellSet, mines: CellSet
) -> Iterator[Inference]:
    """Yield what pairs of numbers force of which one is among `touching`."""
    stride = clues.grid.stride
    active = clues.numbered & grow(clues.covered & ~(safe | mines), stride)
    for one in cells_of(active & touching):
        for other in cells_of(active & grow(grow(CellSet(1 << one), stride), stride)):
            if other > one or (other < one and not touching >> other & 1):
                yield from _infer_from_two(clues, one, other, safe, mines)
                yield from _infer_from_two(clues, other, one, safe, mines)


def _infer_from_two(
    clues: Clues, more: Cell, less: Cell, safe: CellSet, mines: CellSet
) -> Iterator[Inference]:
    """Yield what two numbers force if one needs as many mines more as it has cells of its own.

    These are mines then, and the other's own cells are safe. What both touch counts for both.
    """
    near = neighbour_sets(clues.grid)
    own_more = near[more] & ~near[less] & clues.covered
    own_less = near[less] & ~near[more] & clues.covered
    extra = clues.numbers[more] - clues.numbers[less]
    if extra == (own_more & ~safe).bit_count() - (own_less & mines).bit_count():
        unknown = ~(safe | mines)
        forced_safe, forced_mines = own_less & unknown, own_more & unknown
        if forced_safe | forced_mines:
            because = own_more & safe | own_less & mines
            yield Inference((more, less), forced_safe, forced_mines, because)


# Chains: what a supposition about a cell forces, up to a number that cannot fit


class Chain(NamedTuple):
    """Inferences from a supposition, up to a number that cannot fit."""

    steps: tuple[Inference, ...]
    last: Cell
    """The number that cannot fit."""
    misfit: Literal["many", "few"]
    """Whether it would get too many or too few mines."""

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The numbers before the last one, in the order of the steps."""
        numbers = dict.fromkeys(number for step in self.steps for number in step.numbers)
        return tuple(number for number in numbers if number != self.last)


def find_chain(clues: Clues, supposed: Cell, *, mine: bool) -> Chain | None:
    """Return the chain that begins if a cell is supposed to be a mine, or else to be safe.

    It has no step that its end does not need. Return None if single numbers and pairs of them lead
    to no number that cannot fit.
    """
    itself = CellSet(1 << supposed)
    position = position_of(clues)
    position.safe |= NO_CELLS if mine else itself
    position.mines |= itself if mine else NO_CELLS
    steps: list[Inference] = []
    while True:
        for number in cells_of(clues.numbered):
            near, digit = neighbour_sets(clues.grid)[number] & clues.covered, clues.numbers[number]
            if (near & position.mines).bit_count() > digit:
                return Chain(_needed(steps, near & position.mines), number, "many")
            if (near & ~position.safe).bit_count() < digit:
                return Chain(_needed(steps, near & position.safe), number, "few")
        step = next(_all_inferences(clues, position), None)
        if not step:
            return None
        steps.append(step)
        position.safe |= step.safe
        position.mines |= step.mines


def _all_inferences(clues: Clues, position: Position) -> Iterator[Inference]:
    """Yield what single numbers force, and then what pairs force."""
    for number in cells_of(clues.numbered):
        yield from _infer_from_one(clues, number, position.safe, position.mines)
    yield from _infer_from_pairs(clues, clues.numbered, position.safe, position.mines)


def _needed(steps: list[Inference], because: CellSet) -> tuple[Inference, ...]:
    """Return the steps that force cells which the end of a chain, or a step before it, needs."""
    needed: list[Inference] = []
    for step in reversed(steps):
        if (step.safe | step.mines) & because:
            needed.insert(0, step._replace(safe=step.safe & because, mines=step.mines & because))
            because |= step.because
    return tuple(needed)
