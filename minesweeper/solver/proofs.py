"""Proofs: why a cell is certain, from the fewest numbers, and in one sentence.

The *premises* of a proof are revealed numbers. What they prove is found by counting the layouts
that agree with them, with every other number forgotten and the mine total left open, unless that is
a premise too. Premises hang together by shared covered cells, so all small sets are tried, outwards
from the cell. Beyond these, numbers are dropped while the proof holds: it may not be the smallest.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    cells_of,
    grown,
    neighbour_sets,
    set_of,
)
from minesweeper.engine.notation import count_text
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
from minesweeper.solver.phrases import (
    Number,
    NumberPair,
    Other,
    Phrase,
    Support,
    Together,
    cells_named,
    listed,
    phrase,
)

# A proof in words: the rule of its last step, and what that step says. The clues are those of the
# proof: every number that is no premise is forgotten.

MOST_LOOKED_AT: Final = 12
"""To look at more numbers than this helps nobody to count the mines that are left."""

Rule = Literal["single number", "two numbers", "several numbers", "mine count", "all layouts"]


class Proof(NamedTuple):
    """What follows from which numbers."""

    cells: CellSet
    """The cells that the last step proves."""
    mine: bool
    """Whether they are mines; else they are safe."""
    premises: tuple[Cell, ...]
    """The numbers needed; those that the reason names come first."""
    counts_mines: bool
    """Whether the mine total is a premise too."""
    rule: Rule
    """The hardest rule of the argument."""
    reason: Phrase
    support: tuple[Cell, ...] = ()
    """Those of the premises that the reason builds on without comparing them."""

    @property
    def area(self) -> tuple[Cell, ...]:
        """The numbers to look at first; none if there are many and the mines have to be counted."""
        return () if self.counts_mines and len(self.premises) > MOST_LOOKED_AT else self.premises

    def describe(self, grid: Grid) -> Phrase:
        """Return the reason and the conclusion."""
        if self.rule in ("several numbers", "all layouts"):
            return phrase(self.reason, ", ", self.conclusion(grid), " in every layout")
        return phrase(self.reason, ", so ", self.conclusion(grid))

    def conclusion(self, grid: Grid) -> Phrase:
        """Return which cells are safe, or mines."""
        several = self.cells & (self.cells - 1)
        are_mines, are_safe = (" are mines", " are safe") if several else (" is a mine", " is safe")
        return phrase(cells_named(grid, self.cells), are_mines if self.mine else are_safe)


def explain(clues: Clues, target: Cell, *, mine: bool) -> Proof:
    """Return the proof of a cell by these numbers, with the simplest rules that suffice."""
    position = position_of(clues)
    rule: Rule = "single number"
    while True:
        proved = single_numbers(position)
        if _contains(proved, target, mine):
            return _by_one(clues, position, target, rule, mine=mine)
        if not any(proved):
            rule = "two numbers"
            proved = two_numbers(position)
            if _contains(proved, target, mine):
                return _by_two(clues, position, target, mine=mine)
        if not any(proved):
            premises = tuple(cells_of(clues.numbered))
            together = Together(tuple(_named(clues, number) for number in premises))
            reason = phrase("taking ", together, " together")
            return Proof(_one(target), mine, premises, False, "several numbers", reason)
        position.safe |= proved.safe
        position.mines |= proved.mines


def explain_count(clues: Clues, proved: Deduction, target: Cell, *, mine: bool) -> Proof:
    """Return the proof of a cell by the mine total; `proved` is what the numbers alone prove."""
    rest = clues.covered & ~proved.mines & ~proved.safe
    left = clues.mine_count - proved.mines.bit_count()
    premises = tuple(cells_of(clues.numbered))
    if not mine and not left:
        return Proof(rest, mine, premises, True, "mine count", _all_found(clues.mine_count))
    if mine and left == rest.bit_count():
        one, many = "one mine is left for one cell", f"{left} mines are left for {left} cells"
        reason = phrase(one if left == 1 else many)
        return Proof(rest, mine, premises, True, "mine count", reason)
    reason = phrase(f"counting the {count_text(left, 'mine')} left")
    return Proof(_one(target), mine, premises, True, "all layouts", reason)


def _all_found(mine_count: int) -> Phrase:
    if not mine_count:
        return phrase("there are no mines")
    found = "the only mine is found" if mine_count == 1 else f"all {mine_count} mines are found"
    return phrase(found)


def _contains(proved: Deduction, target: Cell, mine: bool) -> bool:
    return bool((proved.mines if mine else proved.safe) >> target & 1)


def _one(cell: Cell) -> CellSet:
    return CellSet(1 << cell)


def _by_one(clues: Clues, position: Position, target: Cell, rule: Rule, *, mine: bool) -> Proof:
    """Return the proof by a number whose mines are all found, or whose cells are all mines."""
    number = next(
        each for each in cells_of(clues.numbered) if _settles(clues, position, each, target, mine)
    )
    near = neighbour_sets(clues.grid)[number]
    shown = clues.numbers[number]
    if mine:
        claim = f" touches only {shown} cells that can be mines"
        claim = " touches only 1 cell that can be a mine" if shown == 1 else claim
    else:
        claim = _touches_its(shown) if shown else " touches no mine"
    reason = phrase(_named(clues, number), claim)
    return _with_support(clues, near & position.unknown, mine, (number,), rule, reason)


def _touches_its(count: int) -> str:
    return " already touches its mine" if count == 1 else f" already touches its {count} mines"


def _settles(clues: Clues, position: Position, number: Cell, target: Cell, mine: bool) -> bool:
    """Return whether a number proves the target by itself."""
    unknown = neighbour_sets(clues.grid)[number] & position.unknown
    need = _need(clues, position, number)
    return bool(unknown >> target & 1) and need == (unknown.bit_count() if mine else 0)


def _by_two(clues: Clues, position: Position, target: Cell, *, mine: bool) -> Proof:
    """Return the proof by two numbers: what one needs more than the other is in its own cells."""
    around, unknown = neighbour_sets(clues.grid), position.unknown
    premises = cells_of(clues.numbered)
    for more in premises:
        for less in premises:
            only_more = around[more] & ~around[less] & unknown
            only_less = around[less] & ~around[more] & unknown
            extra = _need(clues, position, more) - _need(clues, position, less)
            concluded = only_more if mine else only_less
            if extra == only_more.bit_count() and concluded >> target & 1:
                need = _need(clues, position, more)
                reason = _compared(clues, more, less, extra, need)
                return _with_support(clues, concluded, mine, (more, less), "two numbers", reason)
    raise AssertionError("two numbers prove the cell")


def _need(clues: Clues, position: Position, number: Cell) -> int:
    """Return how many of a number's mines are not found yet."""
    near = neighbour_sets(clues.grid)[number]
    return clues.numbers[number] - (near & position.mines).bit_count()


def _compared(clues: Clues, more: Cell, less: Cell, extra: int, need: int) -> Phrase:
    """Say what `more` needs beyond `less`; `need` is how many mines `more` needs."""
    one, other = _named(clues, more), _named(clues, less)
    if not extra:
        last = "last " if max(one.digit, other.digit) > need else ""
        mines = f"{last}mine" if need == 1 else f"{last}{need} mines"
        return phrase(NumberPair(one, other), f" share their {mines}")
    mines = "1 more mine" if extra == 1 else f"{extra} more mines"
    cells = "only one cell" if extra == 1 else f"only {extra} cells"
    return phrase(one, f" needs {mines} than ", Other(other, one), f" and has {cells} of its own")


def _with_support(
    clues: Clues, cells: CellSet, mine: bool, last: tuple[Cell, ...], rule: Rule, reason: Phrase
) -> Proof:
    """Return a proof whose reason also names the numbers that its last step builds on."""
    support = tuple(number for number in cells_of(clues.numbered) if number not in last)
    if support:
        named = Support(tuple(_named(clues, number) for number in support))
        reason = phrase(reason, named)
    return Proof(cells, mine, last + support, False, rule, reason, support)


def _named(clues: Clues, number: Cell) -> Number:
    return Number(clues.grid.place(number), clues.numbers[number])


def places(grid: Grid, cells: CellSet, most: int = 4) -> str:
    """Return cells as text, "(3,1)" or "(3,1) and (3,2)"; of more than `most` only the first."""
    return listed(cells_named(grid, cells).places, most)


# The search for premises.

SMALL: Final = 3
"""All sets of up to this many premises are tried."""
TRIED: Final = 12
"""The number of cells that are tried for larger proofs, the first ones."""
SEARCH_WORK: Final = 20_000
"""What a larger proof may take to find, in units of work: about a tenth of a second."""


def prove(clues: Clues, targets: list[Cell], *, mine: bool) -> Proof | None:
    """Return the proof with the fewest premises of any of the cells, of equals the first.

    The cells must be certain. Of larger proofs there may be one with fewer premises. None if it
    takes too much work to find any.
    """
    prover = _Prover(clues, mine)
    proof = prover.by_few(targets)
    if proof:
        return proof
    proved = certain_without_total(clues, Budget(SEARCH_WORK))
    followers = [target for target in targets if _contains(proved, target, mine)]
    return prover.by_many(followers[:TRIED]) if followers else prover.by_count(targets[0])


class _Prover:
    """Proofs that some cells are safe, or that they are mines."""

    def __init__(self, clues: Clues, mine: bool) -> None:
        self._clues = clues
        self._mine = mine
        self._around = neighbour_sets(clues.grid)
        self._numbers = clues.numbered & grown(clues.covered, clues.grid.stride)
        self._proved: dict[CellSet, Deduction] = {}

    def by_few(self, targets: list[Cell]) -> Proof | None:
        """Return the smallest proof by up to three numbers."""
        alone = single_numbers(position_of(self._clues))
        by_one = [target for target in targets if _contains(alone, target, self._mine)]
        for size, among in enumerate([by_one, *[targets] * (SMALL - 1)], 1):
            for target in among:
                if self._follows(target, self._in_reach(target, size)):
                    for premises in self._connected(target, size):
                        if self._follows(target, premises):
                            return self._explained(target, premises)
        return None

    def _in_reach(self, target: Cell, size: int) -> CellSet:
        """Return the numbers that a connected set of this size may have, if it touches the cell."""
        premises = self._around[target] & self._numbers
        for _ in range(size - 1):
            premises |= self._linked(premises)
        return premises

    def _follows(self, target: Cell, premises: CellSet) -> bool:
        return _contains(self._proved_by(premises), target, self._mine)

    def by_many(self, targets: list[Cell]) -> Proof | None:
        """Return the smallest proof found by dropping numbers while the proof of a cell holds."""
        budget = Budget(SEARCH_WORK)
        found = [
            (premises, target) for target in targets if (premises := self._needed(target, budget))
        ]
        if not found:
            return None
        premises, target = min(found, key=lambda each: each[0].bit_count())
        return self._explained(target, premises)

    def by_count(self, target: Cell) -> Proof | None:
        """Return a proof with the mine total as a premise."""
        budget = Budget(SEARCH_WORK)

        def follows(premises: CellSet) -> bool:
            self._spend(premises, budget)
            odds = analyse(only(self._clues, premises), budget=budget)
            return _contains(Deduction(odds.safe, odds.mines), target, self._mine)

        if not follows(self._numbers):
            return None
        premises = self._shrunk(target, self._numbers, follows, budget)
        clues = only(self._clues, premises)
        proved = certain_without_total(clues, Budget(SEARCH_WORK))
        return explain_count(clues, proved, target, mine=self._mine)

    def _explained(self, target: Cell, premises: CellSet) -> Proof:
        return explain(only(self._clues, premises), target, mine=self._mine)

    def _proved_by(self, premises: CellSet) -> Deduction:
        """Return what follows from some numbers; few are counted sooner than deduced from."""
        if premises not in self._proved:
            clues = only(self._clues, premises)
            known = Deduction() if premises.bit_count() <= SMALL else None
            self._proved[premises] = certain_without_total(clues, Budget(SEARCH_WORK), known)
        return self._proved[premises]

    def _connected(self, target: Cell, size: int) -> Iterator[CellSet]:
        """Yield the sets of that many numbers that touch the cell and hang together."""
        sets = {_one(number) for number in cells_of(self._around[target] & self._numbers)}
        for _ in range(size - 1):
            sets = {
                premises | 1 << number
                for premises in sets
                for number in cells_of(self._linked(premises))
            }
        yield from sorted(sets)

    def _linked(self, premises: CellSet) -> CellSet:
        """Return the other numbers that share a covered cell with one of these."""
        stride = self._clues.grid.stride
        shared = grown(premises, stride) & self._clues.covered
        return grown(shared, stride) & self._numbers & ~premises

    def _needed(self, target: Cell, budget: Budget) -> CellSet:
        """Return numbers that prove a cell; no cells if the budget does not suffice."""

        def follows(premises: CellSet) -> bool:
            self._spend(premises, budget)
            proved = certain_without_total(only(self._clues, premises), budget)
            return _contains(proved, target, self._mine)

        premises = self._around[target] & self._numbers
        while not follows(premises):
            wider = self._linked(premises)
            if not wider or budget.left < 0:
                return NO_CELLS
            premises |= wider
        return self._shrunk(target, premises, follows, budget)

    def _spend(self, premises: CellSet, budget: Budget) -> None:
        """Use up the work of deducing from premises, which counting does not include."""
        budget.left -= self._clues.grid.size // 32 + premises.bit_count() // 4

    def _shrunk(
        self, target: Cell, premises: CellSet, follows: Callable[[CellSet], bool], budget: Budget
    ) -> CellSet:
        """Return the premises without those that can be dropped, the farthest first.

        As long as it holds without them, many are dropped at once.
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


def only(clues: Clues, premises: CellSet) -> Clues:
    """Return the clues with every other number forgotten."""
    return clues._replace(forgotten=clues.revealed & ~premises)


def distance(grid: Grid, one: Cell, other: Cell) -> int:
    """Return how many cells apart two cells are, in any of the eight directions."""
    (column, row), (column2, row2) = grid.place(one), grid.place(other)
    return max(abs(column - column2), abs(row - row2))
