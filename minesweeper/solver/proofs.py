"""Why a cell is certain: the fewest numbers that prove it, and how.

A proof's *premises* are revealed numbers. What they prove is found by counting the layouts that
agree with them, every other number forgotten and the mine total left open, unless that is a premise
as well. Such a set of numbers hangs together by shared covered cells, so small sets are tried
outwards from the cell; larger ones are searched for. Where that takes too much work the premises
are what remains when no number can be dropped, and the proof does not claim to be the smallest.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell, Grid, cells_of, grown, neighbour_sets
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget, TooWideError, certain_cells, count_layouts
from minesweeper.solver.deduction import (
    Deduction,
    Position,
    position_of,
    single_numbers,
    two_numbers,
)
from minesweeper.solver.fewest import Smallest, fewest
from minesweeper.solver.frontier import divide
from minesweeper.solver.layouts import draw_layout
from minesweeper.solver.odds import analyse

# A proof in words: which rule its last step uses, and what that step says. The clues are those of
# the proof: every number that is no premise is forgotten.


Rule = Literal["single number", "two numbers", "several numbers", "mine count", "all layouts"]


class Proof(NamedTuple):
    """What follows from which numbers."""

    cells: int
    """The cells that the last step proves."""
    mine: bool
    """Whether they are mines; else they are safe."""
    premises: tuple[Cell, ...]
    """The numbers that it takes; those that the reason names come first."""
    counts_mines: bool
    """Whether the mine total is a premise too."""
    rule: Rule
    """The hardest rule of the argument."""
    reason: str
    fewest: bool = True
    """Whether no fewer numbers are known to be enough; else none of these can be dropped."""

    def sentence(self, grid: Grid) -> str:
        """The reason and the conclusion."""
        several = self.cells & (self.cells - 1)
        are_mines, are_safe = ("are mines", "are safe") if several else ("is a mine", "is safe")
        claim = f"{places(grid, self.cells)} {are_mines if self.mine else are_safe}"
        reason = self.reason[0].upper() + self.reason[1:]
        if self.rule == "all layouts":
            return f"{reason}, {claim} in every layout"
        return f"{reason}, so {claim}"


def explain(clues: Clues, target: Cell, *, mine: bool) -> Proof:
    """How the numbers of these clues prove the cell, by the simplest rules that do."""
    position = position_of(clues)
    rule: Rule = "single number"
    while True:
        proved = single_numbers(position)
        if _holds(proved, target, mine):
            return _by_one(clues, position, target, rule, mine=mine)
        if not any(proved):
            rule = "two numbers"
            proved = two_numbers(position)
            if _holds(proved, target, mine):
                return _by_two(clues, position, target, mine=mine)
        if not any(proved):
            return _by_several(clues, target, mine=mine)
        position.safe |= proved.safe
        position.mines |= proved.mines


def explain_count(clues: Clues, proved: Deduction, target: Cell, *, mine: bool) -> Proof:
    """How the mine total proves the cell; `proved` is what the numbers prove without it."""
    rest = clues.covered & ~proved.mines & ~proved.safe
    left = clues.mines - proved.mines.bit_count()
    premises = tuple(_premises(clues))
    if not mine and not left:
        reason = _all_found(clues.mines)
        return Proof(rest, mine, premises, True, "mine count", reason)
    if mine and left == rest.bit_count() + clues.beyond:
        reason = (
            "one mine is left for one cell"
            if left == 1
            else f"{left} mines are left for {left} cells"
        )
        return Proof(rest, mine, premises, True, "mine count", reason)
    reason = f"counting the {_counted(left, 'mine')} left"
    return Proof(1 << target, mine, premises, True, "all layouts", reason)


def _all_found(mines: int) -> str:
    if not mines:
        return "there are no mines"
    return "the only mine is found" if mines == 1 else f"all {mines} mines are found"


def _holds(proved: Deduction, target: Cell, mine: bool) -> bool:
    return bool((proved.mines if mine else proved.safe) >> target & 1)


def _by_one(clues: Clues, position: Position, target: Cell, rule: Rule, *, mine: bool) -> Proof:
    """By a number at the cell whose mines are all found, or whose cells must all be mines."""
    number = next(
        each for each in _premises(clues) if _settles(clues, position, each, target, mine)
    )
    near = neighbour_sets(clues.grid)[number]
    found = (near & position.mines).bit_count()
    if mine:
        claim = f"touches only {_counted(clues.numbers[number], 'cell')} that can be mines"
    else:
        claim = f"already touches {_counted(found, 'mine')}" if found else "touches no mine"
    reason = f"{_named(clues, number)} {claim}"
    return _with_support(clues, near & position.unknown, mine, (number,), rule, reason)


def _settles(clues: Clues, position: Position, number: Cell, target: Cell, mine: bool) -> bool:
    near = neighbour_sets(clues.grid)[number]
    unknown = near & position.unknown
    need = clues.numbers[number] - (near & position.mines).bit_count()
    return bool(unknown >> target & 1) and need == (unknown.bit_count() if mine else 0)


def _by_two(clues: Clues, position: Position, target: Cell, *, mine: bool) -> Proof:
    """By two numbers: what one needs more than the other must all lie in its own cells."""
    around, unknown = neighbour_sets(clues.grid), position.unknown
    premises = _premises(clues)
    for more in premises:
        for less in premises:
            only_more = around[more] & ~around[less] & unknown
            only_less = around[less] & ~around[more] & unknown
            extra = _need(clues, position, more) - _need(clues, position, less)
            concluded = only_more if mine else only_less
            if extra == only_more.bit_count() and concluded >> target & 1:
                reason = _compared(clues, more, less, extra)
                return _with_support(clues, concluded, mine, (more, less), "two numbers", reason)
    raise AssertionError("two numbers prove the cell")


def _need(clues: Clues, position: Position, number: Cell) -> int:
    near = neighbour_sets(clues.grid)[number]
    return clues.numbers[number] - (near & position.mines).bit_count()


def _compared(clues: Clues, more: Cell, less: Cell, extra: int) -> str:
    one, other = _named(clues, more), _named(clues, less)
    if not extra:
        return f"all the mines that {one} still needs are mines of {other} too, which needs no more"
    cells = "just one cell" if extra == 1 else f"just {extra} cells"
    return f"{one} needs {_counted(extra, 'mine')} more than {other} and has {cells} of its own"


def _by_several(clues: Clues, target: Cell, *, mine: bool) -> Proof:
    premises = tuple(_premises(clues))
    told = "has a mine there" if mine else "has no mine there"
    reason = f"every way to lay mines round these {_counted(len(premises), 'number')} {told}"
    return Proof(1 << target, mine, premises, False, "several numbers", reason)


def _with_support(
    clues: Clues, cells: int, mine: bool, last: tuple[Cell, ...], rule: Rule, reason: str
) -> Proof:
    """A proof whose reason also names the numbers that proved what its last step builds on."""
    support = tuple(number for number in _premises(clues) if number not in last)
    if len(support) == 1:
        reason += f" (see {_named(clues, support[0])})"
    elif support:
        reason += f" (see {len(support)} more numbers)"
    return Proof(cells, mine, last + support, False, rule, reason)


def _premises(clues: Clues) -> list[Cell]:
    return cells_of(clues.revealed & ~clues.forgotten)


def _named(clues: Clues, number: Cell) -> str:
    column, row = clues.grid.place(number)
    return f"the {clues.numbers[number]} at {column},{row}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def places(grid: Grid, cells: int, most: int = 4) -> str:
    """The cells as text: "3,1", "3,1 and 3,2"; of many only the first."""
    named = ["{},{}".format(*grid.place(cell)) for cell in cells_of(cells)]
    if len(named) > most:
        named[most - 1 :] = [f"{len(named) - most + 1} more"]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


SMALL: Final = 3
"""Up to so many premises all sets are tried."""
TRIED: Final = 12
"""Beyond that, so many cells are tried, the nearest first."""
WORK: Final = 20_000


def prove(clues: Clues, targets: list[Cell], *, mine: bool) -> Proof | None:
    """The proof with the fewest premises for one of the cells, of those for the first cell.

    The cells must be certain; None where that is too much work to show.
    """
    prover = _Prover(clues, mine)
    for size in range(1, SMALL + 1):
        for target in targets:
            for premises in prover.connected(target, size):
                if prover.follows(target, premises):
                    return explain(only(clues, premises), target, mine=mine)
    followers = [target for target in targets if prover.follows(target, prover.numbers)]
    if followers:
        smallest = _fewest(clues, followers, mine=mine, total=False, least=SMALL + 1)
        if smallest:
            return explain(only(clues, smallest.premises), smallest.target, mine=mine)
    return _prove_by_fewer(clues, prover, targets, mine=mine) or _prove_by_count(
        clues, targets, mine=mine
    )


def _prove_by_fewer(
    clues: Clues, prover: "_Prover", targets: list[Cell], *, mine: bool
) -> Proof | None:
    """Drop numbers until every one is needed: for few cells, as far as they follow at all."""
    shrunk = [(prover.shrink_around(target), target) for target in targets[:TRIED]]
    found = [(premises, target) for premises, target in shrunk if premises]
    if not found:
        return None
    premises, target = min(found, key=lambda each: each[0].bit_count())
    return explain(only(clues, premises), target, mine=mine)._replace(fewest=False)


def _fewest(
    clues: Clues, targets: list[Cell], *, mine: bool, total: bool, least: int
) -> Smallest | None:
    """The smallest proof of one of the cells; None if it takes too much work."""
    layout = draw_layout(clues, Random(0))
    if layout is None:
        return None
    return fewest(clues, targets, layout, mine=mine, total=total, least=least)


class _Prover:
    """Which cells follow from which numbers, the mine total left open."""

    def __init__(self, clues: Clues, mine: bool) -> None:
        self._clues = clues
        self._mine = mine
        self._around = neighbour_sets(clues.grid)
        stride = clues.grid.stride
        self.numbers = clues.revealed & ~clues.forgotten & grown(clues.covered, stride)
        self._known: dict[int, int] = {}

    def follows(self, target: Cell, premises: int) -> bool:
        proved = self._known.get(premises)
        if proved is None:
            both = proved_by(self._clues, premises)
            proved = self._known[premises] = both.mines if self._mine else both.safe
        return bool(proved >> target & 1)

    def connected(self, target: Cell, size: int) -> Iterator[int]:
        """The sets of so many numbers that touch the cell and hang together."""
        sets = {1 << number for number in cells_of(self._around[target] & self.numbers)}
        for _ in range(size - 1):
            sets = {
                premises | 1 << number
                for premises in sets
                for number in cells_of(self._next_to(premises))
            }
        yield from sorted(sets)

    def _next_to(self, premises: int) -> int:
        """The numbers that share a covered cell with one of these."""
        stride = self._clues.grid.stride
        shared = grown(premises, stride) & self._clues.covered
        return grown(shared, stride) & self.numbers & ~premises

    def shrink_around(self, target: Cell) -> int:
        """Premises none of which can be dropped; 0 if the cell does not follow."""
        premises, wider = 0, self._around[target] & self.numbers
        while wider != premises:
            premises = wider
            if self.follows(target, premises):
                return shrink(
                    self._clues.grid, target, premises, lambda fewer: self.follows(target, fewer)
                )
            wider |= self._next_to(premises)
        return 0


def proved_by(clues: Clues, premises: int) -> Deduction:
    """All that follows from these numbers alone, without the mine total."""
    safe = mines = 0
    try:
        for component in divide(only(clues, premises), Deduction(0, 0)).components:
            certain = certain_cells(count_layouts(component, Budget(WORK)))
            safe |= certain.safe
            mines |= certain.mines
    except TooWideError:
        return Deduction(0, 0)
    return Deduction(safe, mines)


def only(clues: Clues, premises: int) -> Clues:
    """The clues with every other number forgotten."""
    return clues._replace(forgotten=clues.revealed & ~premises)


def shrink(grid: Grid, target: Cell, premises: int, follows: Callable[[int], bool]) -> int:
    """Drop numbers, far ones first, until every one is needed."""
    for number in sorted(cells_of(premises), key=lambda each: -distance(grid, target, each)):
        fewer = premises & ~(1 << number)
        if follows(fewer):
            premises = fewer
    return premises


def distance(grid: Grid, one: Cell, other: Cell) -> int:
    """In steps to any of the eight sides."""
    (column, row), (column2, row2) = grid.place(one), grid.place(other)
    return max(abs(column - column2), abs(row - row2))


def _prove_by_count(clues: Clues, targets: list[Cell], *, mine: bool) -> Proof | None:
    """With the mine total as a premise too."""
    smallest = _fewest(clues, targets, mine=mine, total=True, least=0)
    if smallest:
        target, premises = smallest
        proved = proved_by(clues, premises)
        return explain_count(only(clues, premises), proved, target, mine=mine)
    target = targets[0]

    def follows(premises: int) -> bool:
        odds = analyse(only(clues, premises), work=WORK)
        return bool((odds.mines if mine else odds.safe) >> target & 1)

    numbers = clues.revealed & ~clues.forgotten & grown(clues.covered, clues.grid.stride)
    if not follows(numbers):
        return None
    premises = shrink(clues.grid, target, numbers, follows)
    proved = proved_by(clues, premises)
    proof = explain_count(only(clues, premises), proved, target, mine=mine)
    return proof._replace(fewest=False)
