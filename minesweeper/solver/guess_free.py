"""Boards that can be cleared from the first reveal without a guess.

Boards are dealt until one is proved guess-free, so that all guess-free boards are equally likely.
On dense or large boards that would take for ever. There, mines are moved around the place where the
proof is stuck, the proof goes on, and the resulting board is proved from the start.

Such a board looks different from others: its mines lie closer together. So it is *mixed*: single
mines move to other cells as long as the board stays guess-free. A move and its reverse are equally
likely, so every move brings the board closer to one drawn from all guess-free boards (a Metropolis
chain).

A proof uses the numbers first, then exact counting with the mine total. All limits count work, not
time, so that a seed gives the same board on every machine.
"""

from collections import deque
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    byte_table,
    bytes_of,
    cells_of,
    cells_where,
    grow,
)
from minesweeper.engine.generator import grid_for, lay_mines, mine_free_cells
from minesweeper.engine.setup import Setup
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.layouts import random_below
from minesweeper.solver.odds import analyse
from minesweeper.solver.playout import Playout, start_playout
from minesweeper.solver.swaps import has_swap

DEALT_CELLS: Final = 7_000_000
"""Dealing gives up after this many cells, which takes half a second or less."""
DEALS_PER_PROOF: Final = 25
"""A proof counts as much work as this many deals."""
DEALS_PER_LAYOUT: Final = 20
"""On a tiny board the search gives up after this many deals for each possible layout."""
CELLS_PER_REPORT: Final = 20_000
"""The number of cells dealt between two reports, which takes a few milliseconds."""
PROOFS: Final = 4_000
"""Moving the mines of stuck boards gives up after this many proofs."""
PROOF_WORK: Final = 20_000
"""The limit of work for counting the layouts of a stuck board once."""
TRIES_PER_MINE: Final = 3
MIXED_CELLS: Final = 200_000
"""Mixing makes TRIES_PER_MINE attempts per mine, but at most MIXED_CELLS / cells attempts."""


class GuessFreeResult(NamedTuple):
    """A board, and whether it is proved to be guess-free."""

    board: Board
    proved: bool
    progress: float
    """The share of the search that is done, from 0 to 1."""


def deal_guess_free(setup: Setup, seed: int, first: Cell, effort: float = 1.0) -> GuessFreeResult:
    """Return a guess-free board, or the board that was tried last if none is found.

    `effort` scales the limits of work.
    """
    return deque(search_guess_free(setup, seed, first, effort), maxlen=1)[0]


def search_guess_free(
    setup: Setup, seed: int, first: Cell, effort: float = 1.0
) -> Iterator[GuessFreeResult]:
    """Search for a guess-free board.

    Yield the board that is being tried every few milliseconds, and the result last.
    """
    source = _Source(setup, seed, first)
    size, most_deals = len(source.grid), source.enough_deals
    most_work = effort * DEALT_CELLS / size
    source.deal()  # not used: a seed has always been played from its second layout on
    deals = work = next_report = 0
    while work < most_work and deals < most_deals:
        mines = source.deal()
        if work >= next_report:
            next_report = work + CELLS_PER_REPORT // size
            yield GuessFreeResult(source.board(mines), False, work / most_work / 3)
        deals, work = deals + 1, work + 1
        if not has_swap(source.grid, mines, first):
            work += DEALS_PER_PROOF
            if clear_by_proof(playout := source.start(mines)):
                yield GuessFreeResult(playout.board, True, 1.0)
                return
    playout, is_moved = source.start(source.deal()), False
    most_proofs = min(round(effort * PROOFS), most_deals)
    for proof in range(most_proofs):
        yield GuessFreeResult(playout.board, False, (1 + proof / most_proofs) / 3)
        is_cleared = clear_by_proof(playout)
        if is_cleared and not is_moved:
            yield from source.mix(playout.mines, round(effort * MIXED_CELLS) // size)
            return
        moved = NO_CELLS if is_cleared else source.move_mines(playout)
        if moved:
            playout = playout.with_mines(moved)
        else:  # begin again, with the same layout to prove it from the start
            playout = source.start(playout.mines if is_cleared else source.deal())
        is_moved = bool(moved)
    yield GuessFreeResult(playout.board, False, 1.0)


class _Source:
    """The layouts of a search: dealt, with mines moved, and mixed."""

    def __init__(self, setup: Setup, seed: int, first: Cell) -> None:
        self.grid = grid_for(setup, first)
        self._first = first
        self._mine_count = setup.mines
        self._rng = Random(seed)
        # A proof begins with a safe cell, even if the first reveal may be a mine.
        self._free = mine_free_cells(setup, self.grid, first) or {first}
        layouts = comb(len(self.grid) - len(self._free), setup.mines)
        self.enough_deals = DEALS_PER_LAYOUT * layouts
        """The number of deals after which a guess-free board is most unlikely to exist."""

    def deal(self) -> CellSet:
        """Return the mines of a layout drawn at random."""
        layout = lay_mines(self.grid, self._mine_count, self._free, self._rng)
        return cells_where(layout, _IS_MINED)

    def board(self, mines: CellSet) -> Board:
        return Board(self.grid, bytes_of(mines, self.grid.padded_size))

    def start(self, mines: CellSet) -> Playout:
        """Return a layout with the first cell revealed."""
        return start_playout(self.board(mines), self._first)

    def move_mines(self, playout: Playout) -> CellSet:
        """Return the mines after making all unknown cells around a number mines, or all safe.

        Their mines are exchanged with other unknown cells, preferably next to known cells, so that
        they change visible numbers. Return no cells if no number has unknown neighbours, or if the
        other cells are too few.
        """
        unknown, stride = playout.position.unknown, self.grid.stride
        active = cells_of(grow(unknown, stride) & playout.revealed)
        if not active:
            return NO_CELLS
        number = active[random_below(len(active), self._rng)]
        around = grow(CellSet(1 << number), stride) & unknown
        outside, mines = unknown & ~around, playout.mines
        ways = [(around & mines, outside & ~mines), (around & ~mines, outside & mines)]
        for change, pool in sorted(ways, key=lambda way: way[0].bit_count()):
            others = self._draw(pool, playout, change.bit_count())
            if others is not None:
                return mines ^ change ^ others
        return NO_CELLS

    def _draw(self, pool: CellSet, playout: Playout, count: int) -> CellSet | None:
        """Return `count` random cells of the pool, next to known cells first; None if too few."""
        near = grow(playout.revealed | playout.position.mines, self.grid.stride)
        drawn = NO_CELLS
        for cells in (pool & near, pool & ~near):
            among = cells_of(cells)
            while among and count:
                drawn |= 1 << among.pop(random_below(len(among), self._rng))
                count -= 1
        return drawn if not count else None

    def mix(self, mines: CellSet, most_tries: int) -> Iterator[GuessFreeResult]:
        """Move single mines of a proved layout, as long as it is still proved; yield each step.

        Failed attempts count as well: stopping after a number of successful moves would favour
        boards that allow many.
        """
        mined = cells_of(mines)
        empty = [cell for cell in self.grid if not mines >> cell & 1 and cell not in self._free]
        tries = min(TRIES_PER_MINE * len(mined), most_tries)
        for at in range(tries):
            yield GuessFreeResult(self.board(mines), True, (2 + at / tries) / 3)
            mine, cell = random_below(len(mined), self._rng), random_below(len(empty), self._rng)
            moved = CellSet(mines ^ 1 << mined[mine] ^ 1 << empty[cell])
            if not has_swap(self.grid, moved, self._first) and clear_by_proof(self.start(moved)):
                mines = moved
                mined[mine], empty[cell] = empty[cell], mined[mine]
        yield GuessFreeResult(self.board(mines), True, 1.0)


def clear_by_proof(playout: Playout) -> bool:
    """Reveal every cell that can be proved safe; return whether that clears the board."""
    while True:
        playout.deduce()
        if playout.is_cleared:
            return True
        known = playout.position.mines
        odds = analyse(playout.clues(), Deduction(mines=known), budget=Budget(PROOF_WORK))
        if not odds.safe and odds.mines == known:
            return False
        playout.position.mines = odds.mines
        playout.reveal(odds.safe)


_IS_MINED: Final = byte_table({1})
