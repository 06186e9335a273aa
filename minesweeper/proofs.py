"""Why a cell is certain: the fewest numbers that prove it, and how.

A proof's *premises* are revealed numbers. What they prove is found by counting the layouts that
agree with them, every other number forgotten and the mine total left open, unless that is a premise
as well. Such a set of numbers hangs together by shared covered cells, so small sets are tried
outwards from the cell; larger ones are what remains when no number can be dropped.
"""

from minesweeper.cells import Cell, Grid, cells_of, grown, neighbour_sets
from minesweeper.clues import Clues
from minesweeper.counting import Budget, TooWideError, count_layouts
from minesweeper.deduction import Deduction
from minesweeper.frontier import divide
from minesweeper.odds import analyse
from minesweeper.reasons import Proof, explain, explain_count
from minesweeper.typed import Callable, Final, Iterator

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
    shrunk = [(prover.shrink_around(target), target) for target in targets[:TRIED]]
    found = [(premises, target) for premises, target in shrunk if premises]
    if found:
        premises, target = min(found, key=lambda each: each[0].bit_count())
        return explain(only(clues, premises), target, mine=mine)
    return _prove_by_count(clues, targets[0], mine=mine)


class _Prover:
    """Which cells follow from which numbers, the mine total left open."""

    def __init__(self, clues: Clues, mine: bool) -> None:
        self._clues = clues
        self._mine = mine
        self._around = neighbour_sets(clues.grid)
        stride = clues.grid.stride
        self._numbers = clues.revealed & ~clues.forgotten & grown(clues.covered, stride)
        self._known: dict[int, int] = {}

    def follows(self, target: Cell, premises: int) -> bool:
        proved = self._known.get(premises)
        if proved is None:
            both = proved_by(self._clues, premises)
            proved = self._known[premises] = both.mines if self._mine else both.safe
        return bool(proved >> target & 1)

    def connected(self, target: Cell, size: int) -> Iterator[int]:
        """The sets of so many numbers that touch the cell and hang together."""
        sets = {1 << number for number in cells_of(self._around[target] & self._numbers)}
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
        return grown(shared, stride) & self._numbers & ~premises

    def shrink_around(self, target: Cell) -> int:
        """Premises none of which can be dropped; 0 if the cell does not follow."""
        premises, wider = 0, self._around[target] & self._numbers
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
            count = count_layouts(component, Budget(WORK))
            for cells, mined in count.mined:
                if not any(mined):
                    safe |= cells
                elif tuple(mined) == tuple(count.layouts):
                    mines |= cells
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


def _prove_by_count(clues: Clues, target: Cell, *, mine: bool) -> Proof | None:
    """With the mine total as a premise too."""

    def follows(premises: int) -> bool:
        odds = analyse(only(clues, premises), work=WORK)
        return bool((odds.mines if mine else odds.safe) >> target & 1)

    numbers = clues.revealed & ~clues.forgotten & grown(clues.covered, clues.grid.stride)
    if not follows(numbers):
        return None
    premises = shrink(clues.grid, target, numbers, follows)
    proved = proved_by(clues, premises)
    return explain_count(only(clues, premises), proved, target, mine=mine)
