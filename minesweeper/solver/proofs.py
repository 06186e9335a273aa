"""Proofs: why a cell is certain, from the fewest numbers, and in one sentence.

The *premises* of a proof are revealed numbers. What they prove is found by counting the layouts
that agree with them; every other number is forgotten, and the mine total is left open unless it is
a premise as well. Premises are connected by covered cells that they share, so the search tries all
small connected sets, starting next to the cell. For larger proofs it starts with many numbers and
drops one after the other while the proof holds: the result may not be the smallest proof.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

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
from minesweeper.solver.chains import find_chain
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import (
    Deduction,
    Position,
    position_of,
    single_numbers,
    two_numbers,
)
from minesweeper.solver.odds import analyse, certain_without_total
from minesweeper.solver.patterns import Pattern, compare, find_line, find_patterns, need_of
from minesweeper.solver.phrases import (
    Chain,
    JointNumbers,
    Mention,
    Number,
    NumberPair,
    Phrase,
    Place,
    ProvedMines,
    SecondNumber,
    SupportingNumbers,
    cell_list,
)

# A proof in words: the rule of its last step, and what that step says. The clues are those of the
# proof: every number that is not a premise is forgotten.

MAX_AREA: Final = 12
"""More numbers than this are no help to a player who has to count the mines left."""

Rule = Literal[
    "single number",
    "two numbers",
    "corner",
    "supposition",
    "several numbers",
    "mine count",
    "all layouts",
]


class Proof(NamedTuple):
    """Cells that are certain, and the numbers that prove it."""

    cells: CellSet
    """The cells that the last step proves."""
    mine: bool
    """Whether they are mines; otherwise they are safe."""
    premises: tuple[Cell, ...]
    """The numbers that prove it; those that the reason compares come first."""
    counts_mines: bool
    """Whether the mine total is a premise as well."""
    rule: Rule
    """The hardest rule that the argument uses."""
    reason: Phrase
    """What proves it: a sentence, or the numbers that only prove it together."""
    support: tuple[Cell, ...] = ()
    """The premises that the earlier steps use, and that the reason does not compare."""
    pattern: Pattern | None = None
    """The largest pattern that the last step belongs to, if that has a name."""
    chain: Chain | None = None
    """What supposing the contrary forces, if that is how it is proved."""

    @property
    def area(self) -> tuple[Cell, ...]:
        """The numbers to look at first; none if they are many and the mines have to be counted."""
        return () if self.counts_mines and len(self.premises) > MAX_AREA else self.premises

    def describe(self, grid: Grid) -> Phrase:
        """Return the name of the pattern, the reason and the conclusion."""
        joint = " prove together that " if self._is_joint else ", so "
        return Phrase.of(self._label, self.reason, joint, self.conclusion(grid))

    @property
    def statement(self) -> Phrase:
        """The reason as a sentence of its own, to follow the conclusion."""
        joint = " prove it together" if self._is_joint else ""
        return Phrase.of(self._label, self.reason, joint)

    @property
    def _label(self) -> str:
        """The name of the pattern, to put before the reason; "" without one."""
        return f"{self.pattern.label}: " if self.pattern else ""

    @property
    def _is_joint(self) -> bool:
        """Whether the reason only names what is taken together."""
        return self.rule in ("several numbers", "all layouts")

    def conclusion(self, grid: Grid) -> Phrase:
        """Return the conclusion: which cells are safe, or mines."""
        several = self.cells & (self.cells - 1)
        are_mines, are_safe = (" are mines", " are safe") if several else (" is a mine", " is safe")
        cells = cell_list(grid, self.cells)._replace(is_middle=self._is_middle(grid))
        return Phrase.of(cells, are_mines if self.mine else are_safe)

    def _is_middle(self, grid: Grid) -> bool:
        """Return whether the conclusion is about the cell that all numbers of a 1-2-1 touch."""
        if not self.pattern or self.pattern.name != "1-2-1":
            return False
        around = neighbour_sets(grid)
        return not any(self.cells & ~around[number] for number in self.pattern.numbers)


def explain(board: Clues, premises: CellSet, target: Cell, *, mine: bool) -> Proof:
    """Return the proof of a cell from some numbers of a board, by the simplest rules."""
    clues = keep_only(board, premises)
    position = position_of(clues)
    rule: Rule = "single number"
    while True:
        proved = single_numbers(position)
        if _contains(proved, target, mine):
            if mine:  # the safe cells of this round count when a number's mines are counted
                position.safe |= proved.safe
            return _explain_by_one_number(clues, position, target, rule, mine=mine)
        if not any(proved):
            rule = "two numbers"
            proved = two_numbers(position)
            if _contains(proved, target, mine):
                return _explain_by_two_numbers(board, clues, position, target, mine=mine)
            if pattern := _larger_pattern(board, position, target, mine=mine):
                clues = keep_only(board, premises | set_of(pattern.numbers))
                return _explain_by_pattern(clues, position, pattern, target, mine=mine)
        if not any(proved):
            contradiction = _explain_by_supposition(clues, position, target, mine=mine)
            return contradiction or _explain_together(clues, target, mine=mine)
        position.safe |= proved.safe
        position.mines |= proved.mines


def _explain_together(clues: Clues, target: Cell, *, mine: bool) -> Proof:
    """Return a proof that only names its numbers."""
    numbers = tuple(cells_of(clues.numbered))
    reason = Phrase.of(JointNumbers(tuple(_mention(clues, number) for number in numbers)))
    return Proof(_set_of_one(target), mine, numbers, False, "several numbers", reason)


def explain_count(clues: Clues, proved: Deduction, target: Cell, *, mine: bool) -> Proof:
    """Return the proof of a cell from the mine total; `proved` is what the numbers alone prove."""
    rest = clues.covered & ~proved.mines & ~proved.safe
    left = clues.mine_count - proved.mines.bit_count()
    premises = tuple(cells_of(clues.numbered))
    found = SupportingNumbers((), _places(clues, proved.mines))

    def proof(cells: CellSet, rule: Rule, *reason: str | Mention) -> Proof:
        return Proof(cells, mine, premises, True, rule, Phrase.of(*reason, found))

    if not mine and not left:
        return proof(rest, "mine count", _all_found(clues.mine_count))
    if mine and left == rest.bit_count():
        one, many = "1 mine is left for 1 cell", f"{left} mines are left for {left} cells"
        return proof(rest, "mine count", one if left == 1 else many)
    position = position_of(clues, proved.mines)
    if by_needs := _explain_by_needs(clues, position, rest, left, target, mine=mine):
        return proof(by_needs[0], "mine count", *by_needs[1].parts)
    count = " and the only mine left" if left == 1 else f" and the {left} mines left"
    if not 0 < len(premises) <= MAX_AREA:
        return proof(_set_of_one(target), "all layouts", f"the numbers{count}")
    numbers = tuple(_mention(clues, number) for number in premises)
    together = JointNumbers(numbers) if len(numbers) > 1 else numbers[0]
    return proof(_set_of_one(target), "all layouts", together, count)


def _explain_by_needs(
    clues: Clues, position: Position, rest: CellSet, left: int, target: Cell, *, mine: bool
) -> tuple[CellSet, Phrase] | None:
    """Return what follows from the sum of the mines that the numbers need, and the reason.

    Each mine in a cell that two of them share counts twice. So if they need more mines than are
    left, by as many as they share cells, these are all mines; and nothing is left for other cells.
    If they need fewer, the mines that they do not need may be as many as the other cells.
    """
    around, touched, shared, by_three = neighbour_sets(clues.grid), NO_CELLS, NO_CELLS, NO_CELLS
    numbers = [number for number in cells_of(clues.numbered) if around[number] & rest]
    if not 0 < len(numbers) <= MAX_AREA:
        return None
    for number in numbers:
        near = around[number] & rest
        by_three |= shared & near
        shared |= touched & near
        touched |= near
    others = rest & ~touched
    needs = sum(need_of(clues, position, number) for number in numbers)
    cells = shared if mine else others
    if needs - left == shared.bit_count() and not by_three and cells >> target & 1:
        claim = _all_needed(len(numbers), needs, left)
    elif mine and left - needs == others.bit_count() and others >> target & 1:
        cells, claim = others, _some_needed(len(numbers), needs, left)
    else:
        return None
    mentions = tuple(_mention(clues, number) for number in numbers)
    match mentions:
        case [one]:
            return cells, Phrase.of(one, claim)
        case [one, other]:
            return cells, Phrase.of(NumberPair(one, other), claim)
    return cells, Phrase.of(JointNumbers(mentions), claim)


def _all_needed(number_count: int, needs: int, left: int) -> str:
    """Return the claim that numbers need all mines left, or more as they share cells."""
    if shared := needs - left:
        are_left = "is left" if left == 1 else "are left"
        cells = "one cell" if shared == 1 else f"{shared} cells"
        sharing = f"only {left} {are_left}, and they share only {cells}"
        return f" together need {needs} mines, but {sharing}"
    mines = {1: "the only mine left", 2: "both mines left"}.get(left, f"all {left} mines left")
    if number_count == 1:
        return f" needs {mines}"
    return f" need {mines}, and share {'neither' if left == 2 else 'none'}"


def _some_needed(number_count: int, needs: int, left: int) -> str:
    """Return the claim that the mines that numbers do not need are as many as the other cells."""
    verb, some = "needs" if number_count == 1 else "need", "one" if needs == 1 else f"{needs}"
    others = left - needs
    cells = "is only one other cell" if others == 1 else f"are only {others} other cells"
    return f" {verb} only {some} of the {left} mines left, and there {cells}"


def _all_found(mine_count: int) -> str:
    few = {0: "there are no mines", 1: "the only mine is found", 2: "both mines are found"}
    return few.get(mine_count, f"all {mine_count} mines are found")


def _contains(proved: Deduction, target: Cell, mine: bool) -> bool:
    return bool((proved.mines if mine else proved.safe) >> target & 1)


def _set_of_one(cell: Cell) -> CellSet:
    return CellSet(1 << cell)


def _explain_by_one_number(
    clues: Clues, position: Position, target: Cell, rule: Rule, *, mine: bool
) -> Proof:
    """Return the proof from one number: it has all its mines, or needs all its unknown cells."""
    number = next(
        each for each in cells_of(clues.numbered) if _proves(clues, position, each, target, mine)
    )
    near = neighbour_sets(clues.grid)[number]
    digit = clues.numbers[number]
    if mine:
        claim = f" touches only {digit} cells that can be mines"
        claim = " touches only 1 cell that can be a mine" if digit == 1 else claim
    else:
        claim = " already touches " if digit else " touches no mine"
    mines = ProvedMines(_places(clues, near & position.mines))
    reason = Phrase.of(_mention(clues, number), claim, *([mines] if digit and not mine else []))
    concluded = near & position.unknown
    return _with_support(clues, position, concluded, mine, (number,), rule, reason)


def _places(clues: Clues, cells: CellSet) -> tuple[Place, ...]:
    return tuple(map(clues.grid.place, cells_of(cells)))


def _proves(clues: Clues, position: Position, number: Cell, target: Cell, mine: bool) -> bool:
    """Return whether a number alone proves the target."""
    unknown = neighbour_sets(clues.grid)[number] & position.unknown
    need = need_of(clues, position, number)
    return bool(unknown >> target & 1) and need == (unknown.bit_count() if mine else 0)


def _explain_by_two_numbers(
    board: Clues, clues: Clues, position: Position, target: Cell, *, mine: bool
) -> Proof:
    """Return the proof from two numbers: one needs more mines, and has no other cells for them.

    It has the name of the larger pattern that they begin on the board, if there is one.
    """
    for more in cells_of(clues.numbered):
        for less in cells_of(clues.numbered):
            pair = compare(clues, position, less, more)
            if pair and pair.proves(target, mine=mine):
                own = NO_CELLS if mine else pair.mines
                reason = _comparison(clues, position, more, less, own)
                concluded = pair.mines if mine else pair.safe
                last = more, less
                rule: Rule = "two numbers"
                pattern = find_line(board, _on_board(board, position), pair) or pair
                return _with_support(clues, position, concluded, mine, last, rule, reason, pattern)
    raise AssertionError("two numbers prove the cell")


def _comparison(
    clues: Clues, position: Position, more: Cell, less: Cell, own: CellSet = NO_CELLS
) -> Phrase:
    """Return the words that compare two numbers, of which one needs at least as many mines.

    `own` are the mines that it has in cells of its own, if the conclusion is not about them.
    """
    one, other = _mention(clues, more), _mention(clues, less)
    need, shared = need_of(clues, position, more), need_of(clues, position, less)
    extra, is_reduced = need - shared, need < one.digit or shared < other.digit
    if not extra:
        last = "last " if is_reduced else ""
        return Phrase.of(NumberPair(one, other), " share their ", _mines_text(last, shared))
    still = "still " if is_reduced else ""
    mines = "one more mine" if extra == 1 else f"{extra} more mines"
    cells = "only one cell" if extra == 1 else f"only {extra} cells"
    comparison = Phrase.of(
        *(one, f" {still}needs {mines} than ", SecondNumber(other), f" and has {cells} of its own")
    )
    if not own:
        return comparison
    return Phrase.of(comparison, ", ", cell_list(clues.grid, own)._replace(are_mines=True))


def _mines_text(which: str, count: int) -> str:
    """Return mines as text, such as "last mine" or "2 mines"."""
    return f"{which}mine" if count == 1 else f"{which}{count} mines"


def _larger_pattern(
    board: Clues, position: Position, target: Cell, *, mine: bool
) -> Pattern | None:
    """Return a pattern of three premises or more that proves a cell, if there is one.

    One number of it need not be a premise: three of a 1-2-2-1 prove as much as all four.
    """
    if position.numbered.bit_count() < 3:
        return None
    for pattern in find_patterns(board, _on_board(board, position)):
        used = set_of(pattern.numbers) & position.numbered
        if used.bit_count() > 2 and pattern.proves(target, mine=mine):
            return pattern
    return None


def _on_board(board: Clues, position: Position) -> Position:
    """Return the position with all numbers of the board, and what is proved so far."""
    return Position(board.grid, position.planes, board.numbered, position.safe, position.mines)


def _explain_by_pattern(
    clues: Clues, position: Position, pattern: Pattern, target: Cell, *, mine: bool
) -> Proof:
    """Return the proof from a pattern of three or four numbers."""
    concluded = pattern.mines if mine else pattern.safe
    if len(pattern.numbers) == 4:
        _, one, other, _ = pattern.numbers
        last: tuple[Cell, ...] = one, other
        reason = _comparison(clues, position, one, other)
    else:
        one, middle, other = pattern.numbers
        last = one, other, middle
        concluded = concluded if pattern.is_corner else _set_of_one(target)
        reason = _sharing(clues, position, pattern)
    rule: Rule = "corner" if pattern.is_corner else "two numbers"
    return _with_support(clues, position, concluded, mine, last, rule, reason, pattern)


def _explain_by_supposition(
    clues: Clues, position: Position, target: Cell, *, mine: bool
) -> Proof | None:
    """Return the proof that supposes the contrary: a number cannot fit what that forces.

    Return None if deduction finds no such number.
    """
    itself = _set_of_one(target)
    chain = find_chain(clues, itself, mine=not mine)
    if not chain:
        return None
    last, *support = (clues.grid.cell(*each.place) for each in (chain.last, *chain.numbers))
    mines = grow(_set_of_one(last), clues.grid.stride) & position.mines
    claim = "safe" if mine else "a mine"
    reason = Phrase.of(
        *("if ", cell_list(clues.grid, itself), f" were {claim}, "),
        *(chain, SupportingNumbers((), _places(clues, mines))),
    )
    premises = last, *support
    return Proof(itself, mine, premises, False, "supposition", reason, tuple(support), chain=chain)


def _sharing(clues: Clues, position: Position, pattern: Pattern) -> Phrase:
    """Return the words for numbers that each share one mine with the number between them.

    In a corner they do if they lack other cells, or if it has only one other cell for its mines.
    """
    one, middle, other = (_mention(clues, number) for number in pattern.numbers)
    need = need_of(clues, position, pattern.numbers[1])
    verb, why = "have", ""
    if pattern.is_corner:
        verb, why = "need", ", having too few other cells"
        if need == 3:
            verb, why = "have only", ", which has only one other cell"
    mines = _mines_text("" if need == middle.digit else "last ", need)
    claim = f" each {verb} one of the {mines} of "
    return Phrase.of(NumberPair(one, other), claim, SecondNumber(middle), why)


def _with_support(
    clues: Clues,
    position: Position,
    cells: CellSet,
    mine: bool,
    last: tuple[Cell, ...],
    rule: Rule,
    reason: Phrase,
    pattern: Pattern | None = None,
) -> Proof:
    """Return a proof whose reason also mentions what was used and proved before its last step."""
    support = tuple(number for number in cells_of(clues.numbered) if number not in last)
    mines = grow(set_of(last), clues.grid.stride) & position.mines
    clause = SupportingNumbers(
        tuple(_mention(clues, number) for number in support), _places(clues, mines)
    )
    reason = Phrase.of(reason, clause)
    return Proof(cells, mine, last + support, False, rule, reason, support, pattern)


def _mention(clues: Clues, number: Cell) -> Number:
    return Number(clues.grid.place(number), clues.numbers[number])


# The search for premises.

MAX_SMALL_PROOF: Final = 3
"""All sets of up to this many premises are tried."""
MAX_TARGETS: Final = 12
"""A larger proof is sought only for this many targets, the first ones."""
PROOF_SEARCH_WORK: Final = 20_000
"""The limit of work for finding a larger proof: about a tenth of a second."""


def prove(clues: Clues, targets: list[Cell], *, mine: bool) -> Proof | None:
    """Return the proof with the fewest premises that proves one of the cells.

    All cells must be certain. Among equal proofs the first in the order of the targets wins. A
    proof from more than three numbers may not have the fewest premises possible. Return None if
    it takes too much work to find a proof.
    """
    prover = _Prover(clues, mine)
    proof = prover.prove_with_few_numbers(targets)
    if proof:
        return proof
    proved = certain_without_total(clues, Budget(PROOF_SEARCH_WORK))
    by_numbers = [target for target in targets if _contains(proved, target, mine)]
    if by_numbers:
        return prover.prove_with_many_numbers(by_numbers[:MAX_TARGETS])
    return prover.prove_by_mine_count(targets[0])


def small_proofs(clues: Clues, certain: Deduction) -> list[Proof]:
    """Return a proof of each of these certain cells that up to three numbers prove."""
    found = []
    for cells, mine in ((certain.safe, False), (certain.mines, True)):
        prover = _Prover(clues, mine)
        proofs = [prover.prove_with_few_numbers([cell]) for cell in cells_of(cells)]
        found += [proof for proof in proofs if proof]
    return found


class _Prover:
    """The search for proofs that cells are safe or, with `mine`, that they are mines."""

    def __init__(self, clues: Clues, mine: bool) -> None:
        self._clues = clues
        self._mine = mine
        self._around = neighbour_sets(clues.grid)
        self._unknown = clues.covered & ~clues.known_mines
        self._numbers = clues.numbered & grow(self._unknown, clues.grid.stride)
        self._proved: dict[CellSet, Deduction] = {}

    def prove_with_few_numbers(self, targets: list[Cell]) -> Proof | None:
        """Return the smallest proof from up to three numbers; None if there is none."""
        alone = single_numbers(position_of(self._clues))
        by_one = [target for target in targets if _contains(alone, target, self._mine)]
        for size, among in enumerate([by_one, *[targets] * (MAX_SMALL_PROOF - 1)], 1):
            for target in among:
                if self._follows(target, self._numbers_in_reach(target, size)):
                    for premises in self._connected_sets(target, size):
                        if self._follows(target, premises):
                            return self._explain(target, premises)
        return None

    def _numbers_in_reach(self, target: Cell, size: int) -> CellSet:
        """Return all numbers of the connected sets of this size that touch the cell."""
        premises = self._around[target] & self._numbers
        for _ in range(size - 1):
            premises |= self._linked_numbers(premises)
        return premises

    def _follows(self, target: Cell, premises: CellSet) -> bool:
        return _contains(self._proved_by(premises), target, self._mine)

    def prove_with_many_numbers(self, targets: list[Cell]) -> Proof | None:
        """Return the smallest proof found by dropping numbers while the proof of a cell holds."""
        budget = Budget(PROOF_SEARCH_WORK)
        proofs = [
            (premises, target)
            for target in targets
            if (premises := self._find_premises(target, budget))
        ]
        if not proofs:
            return None
        premises, target = min(proofs, key=lambda each: each[0].bit_count())
        return self._explain(target, premises)

    def prove_by_mine_count(self, target: Cell) -> Proof | None:
        """Return a proof that has the mine total as a premise; None if it is too much work."""
        budget = Budget(PROOF_SEARCH_WORK)

        def follows(premises: CellSet) -> bool:
            self._spend(premises, budget)
            odds = analyse(keep_only(self._clues, premises), budget=budget)
            return _contains(Deduction(odds.safe, odds.mines), target, self._mine)

        if not follows(self._numbers):
            return None
        premises = self._shrink(target, self._numbers, follows, budget)
        clues = keep_only(self._clues, premises)
        proved = certain_without_total(clues, Budget(PROOF_SEARCH_WORK))
        return explain_count(clues, proved, target, mine=self._mine)

    def _explain(self, target: Cell, premises: CellSet) -> Proof:
        return explain(self._clues, premises, target, mine=self._mine)

    def _proved_by(self, premises: CellSet) -> Deduction:
        """Return what follows from some numbers, remembered for each set of them."""
        if premises not in self._proved:
            clues = keep_only(self._clues, premises)
            # Counting alone is faster for a few numbers than deduction before it.
            few = premises.bit_count() <= MAX_SMALL_PROOF
            proved = Deduction(mines=clues.known_mines) if few else None
            self._proved[premises] = certain_without_total(clues, Budget(PROOF_SEARCH_WORK), proved)
        return self._proved[premises]

    def _connected_sets(self, target: Cell, size: int) -> Iterator[CellSet]:
        """Yield the connected sets of `size` numbers that touch the cell."""
        sets = {_set_of_one(number) for number in cells_of(self._around[target] & self._numbers)}
        for _ in range(size - 1):
            sets = {
                premises | 1 << number
                for premises in sets
                for number in cells_of(self._linked_numbers(premises))
            }
        yield from sorted(sets)

    def _linked_numbers(self, premises: CellSet) -> CellSet:
        """Return the other numbers that share a covered cell with a premise."""
        stride = self._clues.grid.stride
        shared = grow(premises, stride) & self._unknown
        return grow(shared, stride) & self._numbers & ~premises

    def _find_premises(self, target: Cell, budget: Budget) -> CellSet:
        """Return numbers that prove a cell; an empty set if the budget does not suffice."""

        def follows(premises: CellSet) -> bool:
            self._spend(premises, budget)
            proved = certain_without_total(keep_only(self._clues, premises), budget)
            return _contains(proved, target, self._mine)

        premises = self._around[target] & self._numbers
        while not follows(premises):
            wider = self._linked_numbers(premises)
            if not wider or budget.left < 0:
                return NO_CELLS
            premises |= wider
        return self._shrink(target, premises, follows, budget)

    def _spend(self, premises: CellSet, budget: Budget) -> None:
        """Spend the work of deducing from premises, which counting does not include."""
        budget.left -= self._clues.grid.padded_size // 32 + premises.bit_count() // 4

    def _shrink(
        self, target: Cell, premises: CellSet, follows: Callable[[CellSet], bool], budget: Budget
    ) -> CellSet:
        """Return the premises without those that the proof does not need.

        Numbers far from the target are dropped first, half of them at once, then fewer and fewer.
        """
        grid = self._clues.grid
        step = (premises.bit_count() + 1) // 2
        while step and budget.left > 0:
            order = sorted(cells_of(premises), key=lambda each: -distance(grid, target, each))
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
