"""Proofs: why a cell is certain, from few numbers, and in one sentence.

The *premises* of a proof are revealed numbers; every other number is forgotten. What single
numbers, pairs and patterns prove is read off the trace of that. If they do not suffice, the
contrary is supposed, and if the numbers alone do not, the mine total is a premise as well. Such
proofs begin with many numbers and drop one after the other while they hold: they may not be the
smallest.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Final, NamedTuple

from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    cells_of,
    grow,
    neighbour_sets,
    set_of,
)
from minesweeper.engine.notation import count_text
from minesweeper.solver import sentences
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import Deduction, Position, position_of
from minesweeper.solver.inference import Chain, Trace, find_chain, trace_proof
from minesweeper.solver.odds import analyse, certain_without_total
from minesweeper.solver.patterns import Pattern, compare, find_line, need_of
from minesweeper.solver.sentences import Sentence, cells_in, numbers_in, say

MAX_PREMISES: Final = 12
"""A player who has to look at more numbers than this cannot check a proof."""


class Proof(NamedTuple):
    """Cells that are certain, and the numbers that prove it."""

    cells: CellSet
    """The cells that the last step proves."""
    mine: bool
    """Whether they are mines; otherwise they are safe."""
    premises: tuple[Cell, ...]
    """The numbers that prove it; those that the reason compares come first."""
    reason: Sentence
    """What proves it, as a part of a sentence."""
    found: CellSet = NO_CELLS
    """The mines that the reason takes as found."""
    counts_mines: bool = False
    """Whether the mine total is a premise as well."""
    names_premises: bool = True
    """Whether one has to look at all premises: not if it is enough to count the mines left."""
    pattern: Pattern | None = None
    """The largest pattern that the last step belongs to, if that has a name."""
    chain: Chain | None = None
    """What supposing the contrary forces, if that is how it is proved."""

    @property
    def is_too_long(self) -> bool:
        """Whether it names so many numbers that nobody can check it."""
        return self.names_premises and len(self.premises) > MAX_PREMISES

    @property
    def area(self) -> tuple[Cell, ...]:
        """The numbers to look at first; none if the mines have to be counted."""
        return self.premises if self.names_premises else ()

    def conclusion(self, grid: Grid) -> Sentence:
        """Return the conclusion, as a part of a sentence: which cells are safe, or mines."""
        return conclude(grid, self.cells, mine=self.mine)

    def sentence(self, grid: Grid) -> Sentence:
        """Return the conclusion and the reason."""
        return say(sentences.PROOF, conclusion=self.conclusion(grid), reason=self.reason)


def conclude(grid: Grid, cells: CellSet, *, mine: bool) -> Sentence:
    """Return that cells are mines, or else that they are safe, as a part of a sentence."""
    row = sentences.MINES if mine else sentences.SAFE
    return say(row, cells=cells_in(grid, cells, "danger" if mine else "safe"))


# The search for a proof

MAX_SMALL_PROOF: Final = 3
MAX_TARGETS: Final = 12
"""A proof by supposition is sought only for this many targets, the first ones."""
PROOF_SEARCH_WORK: Final = 20_000
"""The limit of work for finding such a proof: about a tenth of a second."""


def prove(
    clues: Clues, targets: list[Cell], *, mine: bool, flags: CellSet = NO_CELLS
) -> Proof | None:
    """Return a proof with few premises that proves one of the cells, all of which are certain.

    Among equal proofs the first in the order of the targets wins. `flags` are those that the
    counter of the player subtracts from the mine total. Return None if it takes too much work to
    find a proof.
    """
    if found := trace_proof(clues, targets):
        target, trace = found
        return _explain(clues, _shorten(clues, target, trace), target, mine=mine)
    certain = certain_without_total(clues, Budget(PROOF_SEARCH_WORK))
    by_numbers = [each for each in targets if (certain.mines | certain.safe) >> each & 1]
    if not by_numbers:
        return _prove_by_mine_count(clues, certain, targets[0], flags, mine=mine)
    budget = Budget(PROOF_SEARCH_WORK)
    proofs = [_suppose(clues, each, budget, mine=mine) for each in by_numbers[:MAX_TARGETS]]
    return min(filter(None, proofs), key=lambda proof: len(proof.premises), default=None)


def _shorten(clues: Clues, target: Cell, trace: Trace) -> Trace:
    """Return a proof of a cell without the premises that it does not need."""
    for number in cells_of(trace.premises) if trace.premise_count > 2 else ():
        fewer = keep_only(clues, trace.premises & ~_set_of_one(number))
        if shorter := trace_proof(fewer, [target]):
            trace = shorter[1]
    return trace


def small_proofs(clues: Clues, certain: Deduction) -> list[Proof]:
    """Return a proof of each of these certain cells that up to MAX_SMALL_PROOF numbers prove."""
    proofs = []
    for cells, mine in ((certain.safe, False), (certain.mines, True)):
        for cell in cells_of(cells):
            proof = prove(clues, [cell], mine=mine)
            if proof and len(proof.premises) > MAX_SMALL_PROOF:  # fewer may prove it as well
                few = _few_numbers(clues, cell, mine=mine)
                proof = prove(keep_only(clues, few), [cell], mine=mine) if few else None
            proofs += [proof] if proof else []
    return proofs


def _few_numbers(clues: Clues, target: Cell, *, mine: bool) -> CellSet:
    """Return up to MAX_SMALL_PROOF numbers that prove a cell; none if no so few prove it.

    All connected sets are tried: numbers are connected by a covered cell that they share.
    """
    stride, unknown = clues.grid.stride, clues.covered & ~clues.known_mines
    sets = {NO_CELLS}
    for _ in range(MAX_SMALL_PROOF):
        larger = set[CellSet]()
        for premises in sets:
            shared = grow(premises, stride) & unknown if premises else _set_of_one(target)
            numbers = cells_of(grow(shared, stride) & clues.numbered & ~premises)
            larger |= {premises | 1 << number for number in numbers}
        for premises in sorted(larger):
            budget = Budget(PROOF_SEARCH_WORK)
            proved = certain_without_total(keep_only(clues, premises), budget)
            if (proved.mines if mine else proved.safe) >> target & 1:
                return premises
        sets = larger
    return NO_CELLS


def _suppose(clues: Clues, target: Cell, budget: Budget, *, mine: bool) -> Proof | None:
    """Return a proof that supposes the contrary, or one that only names its numbers.

    Return None if the budget does not suffice.
    """

    def follows(premises: CellSet) -> bool:
        _spend(clues, premises, budget)
        proved = certain_without_total(keep_only(clues, premises), budget)
        return bool((proved.mines if mine else proved.safe) >> target & 1)

    chain = find_chain(clues, target, mine=not mine)
    if chain:
        premises = set_of((chain.last, *chain.numbers))
    else:
        premises = _numbers_around(clues, target, follows, budget)
    fewer = keep_only(clues, _drop_needless(clues, target, premises, follows, budget))
    if not fewer.numbered:
        return None
    chain = find_chain(fewer, target, mine=not mine)
    if chain and chain.numbers:
        return _explain_chain(fewer, chain, target, mine=mine)
    numbers = cells_of(fewer.numbered)
    reason = say(sentences.TOGETHER, numbers=numbers_in(clues, numbers, "look"))
    return Proof(_set_of_one(target), mine, tuple(numbers), reason)


def _numbers_around(
    clues: Clues, target: Cell, follows: Callable[[CellSet], bool], budget: Budget
) -> CellSet:
    """Return the numbers near a cell that prove it; none if the budget does not suffice."""
    stride, premises = clues.grid.stride, NO_CELLS
    near = _set_of_one(target)
    while budget.left > 0 and premises != clues.numbered:
        near = grow(grow(near, stride), stride)
        premises = near & clues.numbered
        if follows(premises):
            return premises
    return NO_CELLS


def _spend(clues: Clues, premises: CellSet, budget: Budget) -> None:
    """Spend the work of deducing from premises, which counting does not include."""
    budget.left -= clues.grid.padded_size // 32 + premises.bit_count() // 4


def _drop_needless(
    clues: Clues,
    target: Cell,
    premises: CellSet,
    follows: Callable[[CellSet], bool],
    budget: Budget,
) -> CellSet:
    """Return the premises without those that the proof does not need.

    Numbers far from the target are dropped first, half of them at once, then fewer and fewer.
    """
    step = (premises.bit_count() + 1) // 2
    while step and budget.left > 0:
        order = sorted(cells_of(premises), key=lambda each: -distance(clues.grid, target, each))
        for at in range(0, len(order), step):
            fewer = premises & ~set_of(order[at : at + step])
            if budget.left > 0 and follows(fewer):
                premises = fewer
        step //= 2
    return premises


def keep_only(clues: Clues, premises: CellSet) -> Clues:
    """Return the clues in which every number that is not a premise is forgotten."""
    return clues._replace(forgotten=clues.revealed & ~premises)


def distance(grid: Grid, one: Cell, other: Cell) -> int:
    """Return the number of steps between two cells, in any of the eight directions."""
    (column, row), (column2, row2) = grid.place(one), grid.place(other)
    return max(abs(column - column2), abs(row - row2))


def _set_of_one(cell: Cell) -> CellSet:
    return CellSet(1 << cell)


# Reasons: single numbers, pairs, patterns, chains


def _explain(board: Clues, trace: Trace, target: Cell, *, mine: bool) -> Proof:
    """Return the proof in a trace, which takes what its earlier inferences prove as known."""
    clues = keep_only(board, trace.premises)
    position = position_of(clues)
    position.safe |= trace.safe
    position.mines |= trace.mines
    if len(trace.last.numbers) == 2:
        return _explain_two_numbers(board, clues, position, trace.last.numbers, mine=mine)
    line = None if mine else _line_of(board, trace.premises, target)
    if line and len(line.numbers) == 3:
        return _explain_one_two_one(clues, line, target)
    number = trace.last.numbers[0]
    return _explain_one_number(clues, position, number, mine=mine)._replace(pattern=line)


def _line_of(board: Clues, premises: CellSet, target: Cell) -> Pattern | None:
    """Return the 1-2-1 or the 1-2-2-1 on a board of which three premises prove a cell safe."""
    if premises.bit_count() != 3:
        return None
    position = position_of(board)
    for less, more in permutations(cells_of(premises), 2):
        pair = compare(board, position, less, more)
        line = find_line(board, position, pair) if pair else None
        if line and line.safe >> target & 1 and not premises & ~set_of(line.numbers):
            return line
    return None


def _explain_one_number(clues: Clues, position: Position, number: Cell, *, mine: bool) -> Proof:
    """Return the proof from one number: it has all its mines, or needs all its unknown cells."""
    near, digit = neighbour_sets(clues.grid)[number], clues.numbers[number]
    this = numbers_in(clues, [number], "look", "this")
    if mine:
        row = sentences.HAS_ONLY_ONE if digit == 1 else sentences.HAS_ONLY
        reason = say(row, number=this, count=digit)
    elif digit:
        mines = cells_in(clues.grid, near & position.mines, "mine", "these")
        row = sentences.HAS_ITS_MINE if digit == 1 else sentences.HAS_ITS_MINES
        reason = say(row, number=this, mines=mines)
    else:
        reason = say(sentences.HAS_NO_MINE, number=this)
    return _with_support(clues, position, near & position.unknown, mine, (number,), reason)


def _explain_two_numbers(
    board: Clues, clues: Clues, position: Position, numbers: tuple[Cell, ...], *, mine: bool
) -> Proof:
    """Return the proof from two numbers: one needs more mines, and has no other cells for them.

    It has the name of the larger pattern that they begin on the board, if there is one.
    """
    more, less = numbers
    pair = compare(clues, position, less, more)
    assert pair, "two numbers prove the cell"
    reason = _comparison(clues, position, more, less, pair.mines, mine=mine)
    whole = Position(board.grid, position.planes, board.numbered, position.safe, position.mines)
    cells, pattern = pair.mines if mine else pair.safe, find_line(board, whole, pair) or pair
    return _with_support(clues, position, cells, mine, numbers, reason, pattern)


def _comparison(
    clues: Clues, position: Position, more: Cell, less: Cell, own: CellSet, *, mine: bool
) -> Sentence:
    """Return the words that compare two numbers, of which one needs at least as many mines.

    `own` are the mines that it has in cells of its own.
    """
    need, shared = need_of(clues, position, more), need_of(clues, position, less)
    is_reduced = need < clues.numbers[more] or shared < clues.numbers[less]
    first, second = (numbers_in(clues, [number], "look") for number in (more, less))
    if need == shared:
        mines = _mines_text(shared, "last " if is_reduced else "")
        return say(sentences.SHARE_MINES, one=first, other=second, mines=mines)
    needs = "still needs" if is_reduced else "needs"
    mines = "one mine" if need - shared == 1 else f"{need - shared} mines"
    second = second._replace(role="second")
    if mine:
        cells = "this cell" if own.bit_count() == 1 else f"{own.bit_count()} cells"
        return say(
            sentences.NEEDS_ALL_ITS_OWN,
            more=first,
            needs=needs,
            mines=mines,
            less=second,
            own=cells,
        )
    named = cells_in(clues.grid, own, "danger", "these")
    return say(sentences.NEEDS_MORE, more=first, needs=needs, mines=mines, less=second, own=named)


def _mines_text(count: int, which: str = "") -> str:
    """Return mines as text, such as "last mine" or "2 mines"."""
    return f"{which}mine" if count == 1 else f"{which}{count} mines"


def _explain_one_two_one(clues: Clues, line: Pattern, target: Cell) -> Proof:
    """Return the proof that the middle cell of a 1-2-1 is safe."""
    one, middle, other = line.numbers
    ends = [numbers_in(clues, [number], "look") for number in (one, other)]
    second = numbers_in(clues, [middle], "second")
    need = (
        clues.numbers[middle] - (neighbour_sets(clues.grid)[middle] & clues.known_mines).bit_count()
    )
    mines = "mines" if need == clues.numbers[middle] else f"last {need} mines"
    reason = say(sentences.EACH_HAVE_ONE, one=ends[0], other=ends[1], mines=mines, middle=second)
    numbers = one, other, middle
    found = grow(set_of(numbers), clues.grid.stride) & clues.known_mines
    return Proof(_set_of_one(target), False, numbers, reason, found, pattern=line)


def _with_support(
    clues: Clues,
    position: Position,
    cells: CellSet,
    mine: bool,
    last: tuple[Cell, ...],
    reason: Sentence,
    pattern: Pattern | None = None,
) -> Proof:
    """Return a proof whose reason also mentions the numbers that were used before its last step."""
    support = tuple(number for number in cells_of(clues.numbered) if number not in last)
    if support:
        numbers = numbers_in(clues, support, "support")
        reason = say(sentences.SUPPORT, reason=reason, numbers=numbers)
    found = grow(set_of(last), clues.grid.stride) & position.mines
    return Proof(cells, mine, last + support, reason, found, pattern=pattern)


def _explain_chain(clues: Clues, chain: Chain, target: Cell, *, mine: bool) -> Proof:
    """Return the proof that supposes the contrary: a number cannot fit what that forces."""
    last = numbers_in(clues, [chain.last], "look")
    numbers = numbers_in(clues, chain.numbers, "support")
    reason = say(sentences.OTHERWISE, last=last, misfit=chain.misfit, numbers=numbers)
    found = grow(_set_of_one(chain.last), clues.grid.stride) & clues.known_mines
    premises = (chain.last, *chain.numbers)
    return Proof(_set_of_one(target), mine, premises, reason, found, chain=chain)


# The mine total


def _prove_by_mine_count(
    clues: Clues, certain: Deduction, target: Cell, flags: CellSet, *, mine: bool
) -> Proof | None:
    """Return a proof that has the mine total as a premise; None if it is too much work.

    `certain` is what the numbers alone prove, whose mines are taken as found.
    """
    rest = clues.covered & ~certain.mines & ~certain.safe
    left = clues.mine_count - certain.mines.bit_count()
    numbers = cells_of(clues.numbered & grow(rest, clues.grid.stride))

    def proof(cells: CellSet, reason: Sentence, premises: list[Cell] | None = None) -> Proof:
        named, found = premises is not None, certain.mines
        return Proof(cells, mine, tuple(premises or numbers), reason, found, True, named)

    if not mine and not left:
        rows = sentences.NO_MINES, sentences.THE_ONE_FOUND, sentences.BOTH_FOUND
        count = clues.mine_count
        row = rows[count] if count < len(rows) else sentences.ALL_FOUND
        return proof(rest, say(row, count=count))
    found = _taken_away(clues, certain.mines, flags | clues.known_mines)
    if mine and left == rest.bit_count():
        # All of them are mines, so that a flag on one takes away a mine and a cell.
        found = _taken_away(clues, certain.mines, (flags | clues.known_mines) & ~rest)
        left = (rest & ~flags).bit_count()
        return proof(rest, say(sentences.MINES_FOR_CELLS, found=found, left=left, cells=left))
    needing = [] if mine else _numbers_that_need_all(clues, certain, rest, left)
    others = rest & ~grow(set_of(needing), clues.grid.stride)
    if needing and others >> target & 1:
        mention = numbers_in(clues, needing, "look", "list")
        words = {1: "the only mine left", 2: "both mines left"}.get(left, f"all {left} mines left")
        words += ", and share none" * (len(needing) > 1)
        reason = say(sentences.NEED_ALL_LEFT, found=found, numbers=mention, left=words)
        return proof(others, reason, needing)
    return _prove_by_total_and_numbers(clues, certain, target, found, mine=mine)


def _taken_away(clues: Clues, mines: CellSet, flags: CellSet) -> Sentence | str:
    """Return which mines count as found, besides those that the player's counter has subtracted.

    That is "" if the flags are just these mines. Where others are flagged, the counter is no help.
    """
    if flags & ~mines and not mines:
        return say(sentences.NOT_COUNTING_FLAGS)
    missing = mines if flags & ~mines else mines & ~flags
    return say(sentences.APART_FROM, mines=cells_in(clues.grid, missing, "mine")) if missing else ""


def _numbers_that_need_all(
    clues: Clues, certain: Deduction, rest: CellSet, left: int
) -> list[Cell]:
    """Return numbers without a common cell that need all the mines left; nothing without them."""
    position, around = position_of(clues, certain.mines), neighbour_sets(clues.grid)
    chosen: list[Cell] = []
    free = rest
    for number in cells_of(clues.numbered & grow(rest, clues.grid.stride)):
        near = around[number] & rest
        if near and not near & ~free:
            chosen.append(number)
            left -= need_of(clues, position, number)
            free &= ~near
    return chosen if not left else []


def _prove_by_total_and_numbers(
    clues: Clues, certain: Deduction, target: Cell, found: Sentence | str, *, mine: bool
) -> Proof | None:
    """Return a proof that only names its numbers and the mines left."""
    budget = Budget(PROOF_SEARCH_WORK)
    known = clues._replace(known_mines=certain.mines).with_safe(certain.safe)

    def follows(premises: CellSet) -> bool:
        _spend(clues, premises, budget)
        odds = analyse(keep_only(known, premises), budget=budget)
        return bool((odds.mines if mine else odds.safe) >> target & 1)

    rest = known.covered & ~known.known_mines
    premises = known.numbered & grow(rest, clues.grid.stride)
    if not follows(premises):
        return None
    numbers = cells_of(_drop_needless(clues, target, premises, follows, budget))
    left = clues.mine_count - certain.mines.bit_count()
    words = "the only mine left" if left == 1 else f"the {count_text(left, 'mine')} left"
    mention = numbers_in(clues, numbers, "look", "list")
    reason = say(sentences.TOGETHER_WITH_COUNT, found=found, numbers=mention, left=words)
    return Proof(_set_of_one(target), mine, tuple(numbers), reason, certain.mines, True)
