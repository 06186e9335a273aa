"""A proof in words: which rule its last step uses, and what that step says.

The clues are those of the proof: every number that is no premise is forgotten.
"""

from minesweeper.cells import Cell, Grid, cells_of, neighbour_sets
from minesweeper.clues import Clues
from minesweeper.deduction import Deduction, Position, position_of, single_numbers, two_numbers
from minesweeper.typed import Literal, NamedTuple

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

    def sentence(self, grid: Grid) -> str:
        """The reason and the conclusion."""
        several = self.cells & (self.cells - 1)
        are_mines, are_safe = ("are mines", "are safe") if several else ("is a mine", "is safe")
        return (
            f"{self.reason}, so {places(grid, self.cells)} {are_mines if self.mine else are_safe}"
        )


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
    with_numbers = f" that agrees with {_counted(len(premises), 'number')}" if premises else ""
    reason = f"with {_counted(clues.mines, 'mine')} in all, every layout{with_numbers} has it so"
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
