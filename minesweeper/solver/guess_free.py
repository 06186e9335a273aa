"""Boards that can be cleared from the first reveal without a guess.

There are two methods. *Rejection* deals boards until one is proved guess-free, so that all
guess-free boards are equally likely. On dense or large boards that would take forever. There,
*perturbation* moves mines around the place where the proof is stuck, goes on, and proves the result
from the start.

Such boards look unlike others: their mines lie closer together. So they are *mixed*: single mines
move to other cells, wherever the board stays guess-free. A move and its reverse are equally likely,
so that with every move the board comes closer to one drawn from all guess-free boards (it is a
Metropolis chain). As that takes a number of moves that nobody knows, the result names its method.

A proof uses the numbers, then exact counting with the mine total. All limits count work: a seed
finds the same board on every machine.
"""

from collections import deque
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Final, Literal, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    all_cells,
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
from minesweeper.solver.layouts import below
from minesweeper.solver.odds import analyse
from minesweeper.solver.simulate import Playout, start_playout
from minesweeper.solver.swaps import has_swap

Method = Literal["rejection", "perturbation"]

REJECTION_WORK: Final = 7_000_000
"""How many cells are dealt before rejection is given up: half a second or less."""
PROOF_WORK: Final = 20_000
"""What one count of the layouts of a stuck board may take."""
PROOF_DEALS: Final = 25
"""The number of deals that take as long as a proof."""
DEALS_A_LAYOUT: Final = 20
"""A search of a tiny board ends after this many deals for each possible layout."""

PERTURBATIONS: Final = 4_000
PERTURBATIONS_A_RUN: Final = 400
MOVES_A_MINE: Final = 3
MIXING_WORK: Final = 200_000
"""Mixing tries to move each mine so often, as long as these boards have fewer cells in all."""
IN_VAIN: Final = 40
"""Perturbations in a row without progress after which a run is given up."""
RUNS: Final = 12
REPORT_WORK: Final = 20_000
"""How many cells are dealt between two reports: some milliseconds."""
REPORT_EVERY: Final = 5
"""Moves of a mine between two reports: some milliseconds."""


class GuessFreeResult(NamedTuple):
    """The best board so far, and whether it is proved to need no guess."""

    board: Board
    proved: bool
    method: Method
    done: float
    """The fraction of the budget that is used."""


def deal_guess_free(setup: Setup, seed: int, first: Cell, effort: float = 1.0) -> GuessFreeResult:
    """Return a board that needs no guess after the first reveal, or the best one found.

    `effort` scales the budget of work.
    """
    return deque(search_guess_free(setup, seed, first, effort), maxlen=1)[0]


def search_guess_free(
    setup: Setup, seed: int, first: Cell, effort: float = 1.0
) -> Iterator[GuessFreeResult]:
    """Search, yielding the best board so far every few milliseconds, and the result last."""
    search = _Search(setup, seed, first)
    stages: tuple[tuple[Method, Iterator[float]], ...] = (
        ("rejection", search.reject(round(effort * REJECTION_WORK))),
        ("perturbation", search.perturb(min(round(effort * PERTURBATIONS), search.enough))),
        ("perturbation", search.mix(round(effort * MIXING_WORK))),
    )
    for at, (method, steps) in enumerate(stages):
        for done in steps:
            yield GuessFreeResult(search.best, search.proved, method, (at + done) / len(stages))
        if search.proved and method == "rejection":
            return


class _Run(NamedTuple):
    """A board, how often it was perturbed, and whether it was cleared in the end."""

    board: Board
    perturbations: int
    cleared: bool


class _Search:
    """A search, and the best board so far; its stages yield how much of their work is done."""

    def __init__(self, setup: Setup, seed: int, first: Cell) -> None:
        self.setup = setup
        self.first = first
        self.grid = grid_for(setup, first)
        self.rng = Random(seed)
        # A proof begins with a safe cell, even if the first reveal may be a mine.
        self.free = mine_free_cells(setup, self.grid, first) or {first}
        self.enough = DEALS_A_LAYOUT * comb(len(self.grid) - len(self.free), setup.mines)
        """The number of deals after which there is no board to be found."""
        self.best = Board(self.grid, self._deal())
        self.least_left = len(self.grid)

    @property
    def proved(self) -> bool:
        """Whether the best board needs no guess."""
        return not self.least_left

    def reject(self, most: int) -> Iterator[float]:
        """Deal boards until one is proved, or until the work is that of dealing so many cells."""
        cells, deals, work, next_report = len(self.grid), 0, 0, 0
        while not self.proved and work < most and deals < self.enough:
            if work >= next_report:
                next_report = work + REPORT_WORK
                yield work / most
            mines = cells_where(self._deal(), _IS_MINED)
            deals += 1
            work += cells
            if not has_swap(self.grid, mines, self.first):
                self._proves(mines)
                work += PROOF_DEALS * cells
        yield 1.0

    def _deal(self) -> bytearray:
        """Return a layout drawn at random."""
        return lay_mines(self.grid, self.setup.mines, self.free, self.rng)

    def _proves(self, mines: CellSet) -> bool:
        """Return whether a layout is proved from the start; it may be the best board then."""
        playout = start_playout(Board(self.grid, bytes_of(mines, self.grid.size)), self.first)
        proved = clear(playout)
        self._compare(playout)
        return proved

    def _compare(self, playout: Playout) -> None:
        """Make a board the best one if none left fewer safe cells covered."""
        left = (playout.safe & ~playout.revealed).bit_count()
        if left < self.least_left:
            self.best, self.least_left = playout.board, left

    def perturb(self, most: int) -> Iterator[float]:
        """Deal boards and move their mines until one is proved from the start."""
        used = 0
        while used < most and not self.proved:
            run = _Run(Board(self.grid, self._deal()), PERTURBATIONS_A_RUN, cleared=False)
            for _ in range(RUNS):
                last = run
                for run in self._run(last.board):
                    yield min(1.0, (used + run.perturbations) / most)
                used += 1 + run.perturbations
                if self.proved or not run.cleared or run.perturbations >= last.perturbations:
                    break
        yield 1.0

    def mix(self, most: int) -> Iterator[float]:
        """Move mines of a proved board, where it stays proved, on `most` cells in all.

        Every try counts, also in vain: to stop after a number of moves would favour boards that
        have many.
        """
        mines = all_cells(self.grid) & ~start_playout(self.best, self.first).safe
        mined = list(cells_of(mines))
        empty = [cell for cell in self.grid if not mines >> cell & 1 and cell not in self.free]
        can_move = self.proved and mined and empty
        tries = min(MOVES_A_MINE * len(mined), most // len(self.grid)) if can_move else 0
        for at in range(tries):
            if at % REPORT_EVERY == 0:
                yield at / tries
            mine, cell = below(len(mined), self.rng), below(len(empty), self.rng)
            moved = CellSet(mines ^ 1 << mined[mine] ^ 1 << empty[cell])
            if not has_swap(self.grid, moved, self.first) and self._proves(moved):
                mines = moved
                self.best = Board(self.grid, bytes_of(mines, self.grid.size))
                mined[mine], empty[cell] = empty[cell], mined[mine]
        yield 1.0

    def _run(self, board: Board) -> Iterator[_Run]:
        """Clear a board, perturbing it where the proof is stuck; yield each stage."""
        playout = start_playout(board, self.first)
        perturbations = in_vain = 0
        while perturbations < PERTURBATIONS_A_RUN and in_vain <= IN_VAIN:
            revealed = playout.revealed
            cleared = clear(playout)
            if not perturbations:
                self._compare(playout)
            yield _Run(playout.board, perturbations, cleared)
            mines = None if cleared else self._perturbed(playout)
            if mines is None:
                return
            perturbations += 1
            in_vain = 0 if playout.revealed != revealed else in_vain + 1
            playout = playout.with_mines(mines)

    def _perturbed(self, playout: Playout) -> CellSet | None:
        """Return the mines after all unknown cells around a number become mines, or become safe.

        Their mines are exchanged with other unknown cells, if possible next to known ones, where
        they change a number that is seen. None if no number has unknown neighbours.
        """
        unknown = playout.position.unknown
        stride = self.grid.stride
        active = cells_of(grow(unknown, stride) & playout.revealed)
        if not active:
            return None
        number = active[below(len(active), self.rng)]
        cells = grow(CellSet(1 << number), stride) & unknown
        mines = all_cells(self.grid) & ~playout.safe
        mined, empty = cells & mines, cells & ~mines
        outside = unknown & ~cells
        ways = [(mined, outside & ~mines), (empty, outside & mines)]
        if mined.bit_count() > empty.bit_count():
            ways.reverse()
        for change, pool in ways:
            others = self._draw(pool, playout, change.bit_count())
            if others is not None:
                return mines ^ change ^ others
        return None

    def _draw(self, pool: CellSet, playout: Playout, count: int) -> CellSet | None:
        """Return that many cells of the pool, those next to known ones first; None if too few."""
        known = playout.revealed | playout.position.mines
        near = pool & grow(known, self.grid.stride)
        drawn = NO_CELLS
        for cells in (near, pool & ~near):
            among = cells_of(cells)
            while among and count:
                drawn |= 1 << among.pop(below(len(among), self.rng))
                count -= 1
        return drawn if not count else None


def clear(playout: Playout) -> bool:
    """Reveal all of a board that can be proved; return whether that clears it."""
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
