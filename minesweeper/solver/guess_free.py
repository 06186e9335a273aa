"""Boards that can be cleared from the first reveal without a guess.

There are two methods. *Rejection* deals boards until one is proved guess-free, so that all
guess-free boards are equally likely. On dense or large boards that would take forever. For those,
*perturbation* moves mines around the place where the proof is stuck, continues the proof, and at
the end proves the resulting board from the start.

Perturbed boards look different from others: their mines lie closer together. So they are *mixed*:
single mines move to other cells as long as the board stays guess-free. A move and its reverse are
equally likely, so every move brings the board closer to one drawn from all guess-free boards (a
Metropolis chain). How many moves that takes is unknown, so the result names its method.

A proof uses the numbers first, then exact counting with the mine total. All limits count work, not
time, so that a seed gives the same board on every machine.
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
from minesweeper.solver.layouts import random_below
from minesweeper.solver.odds import analyse
from minesweeper.solver.simulate import Playout, start_playout
from minesweeper.solver.swaps import has_swap

Method = Literal["rejection", "perturbation"]

REJECTION_WORK: Final = 7_000_000
"""Rejection gives up after dealing this many cells: half a second or less."""
PROOF_WORK: Final = 20_000
"""The limit of work for counting the layouts of a stuck board once."""
DEALS_PER_PROOF: Final = 25
"""A proof counts as much work as this many deals."""
DEALS_PER_LAYOUT: Final = 20
"""On a tiny board the search gives up after this many deals for each possible layout."""

PERTURBATIONS: Final = 4_000
PERTURBATIONS_PER_RUN: Final = 400
TRIES_PER_MINE: Final = 3
MIXING_WORK: Final = 200_000
"""Mixing makes TRIES_PER_MINE attempts per mine, but at most MIXING_WORK / cells attempts."""
MAX_FUTILE: Final = 40
"""A run is given up after more than this many perturbations in a row without progress."""
MAX_RUNS: Final = 12
REPORT_WORK: Final = 20_000
"""The number of cells dealt between two reports, which takes a few milliseconds."""
TRIES_PER_REPORT: Final = 5
"""The number of attempts to move a mine between two reports, a few milliseconds."""


class GuessFreeResult(NamedTuple):
    """The best board found so far, and whether it is proved to be guess-free."""

    board: Board
    proved: bool
    method: Method
    progress: float
    """The share of the search that is done, from 0 to 1."""


def deal_guess_free(setup: Setup, seed: int, first: Cell, effort: float = 1.0) -> GuessFreeResult:
    """Return a guess-free board, or the best board found if none is proved guess-free.

    `effort` scales the budget of work.
    """
    return deque(search_guess_free(setup, seed, first, effort), maxlen=1)[0]


def search_guess_free(
    setup: Setup, seed: int, first: Cell, effort: float = 1.0
) -> Iterator[GuessFreeResult]:
    """Search for a guess-free board.

    Yield the best board so far every few milliseconds, and the result last.
    """
    search = _Search(setup, seed, first)
    stages: tuple[tuple[Method, Iterator[float]], ...] = (
        ("rejection", search.reject(round(effort * REJECTION_WORK))),
        ("perturbation", search.perturb(min(round(effort * PERTURBATIONS), search.max_deals))),
        ("perturbation", search.mix(round(effort * MIXING_WORK))),
    )
    for at, (method, steps) in enumerate(stages):
        for share in steps:
            yield GuessFreeResult(search.best, search.proved, method, (at + share) / len(stages))
        if search.proved and method == "rejection":
            return


class _Run(NamedTuple):
    """A stage of a run: the board, how often it was perturbed, whether it is cleared."""

    board: Board
    perturbations: int
    cleared: bool


class _Search:
    """A search and its best board so far; each stage yields the share of its work that is done."""

    def __init__(self, setup: Setup, seed: int, first: Cell) -> None:
        self.setup = setup
        self.first = first
        self.grid = grid_for(setup, first)
        self.rng = Random(seed)
        # A proof begins with a safe cell, even if the first reveal may be a mine.
        self.free = mine_free_cells(setup, self.grid, first) or {first}
        self.max_deals = DEALS_PER_LAYOUT * comb(len(self.grid) - len(self.free), setup.mines)
        """The number of deals after which a guess-free board is most unlikely to exist."""
        self.best = Board(self.grid, self._deal())
        self.fewest_left = len(self.grid)

    @property
    def proved(self) -> bool:
        """Whether the best board is proved guess-free."""
        return not self.fewest_left

    def reject(self, max_work: int) -> Iterator[float]:
        """Deal boards until one is proved, or the limit of work or of deals is reached."""
        cells, deals, work, next_report = len(self.grid), 0, 0, 0
        while not self.proved and work < max_work and deals < self.max_deals:
            if work >= next_report:
                next_report = work + REPORT_WORK
                yield work / max_work
            mines = cells_where(self._deal(), _IS_MINED)
            deals += 1
            work += cells
            if not has_swap(self.grid, mines, self.first):
                self._try_layout(mines)
                work += DEALS_PER_PROOF * cells
        yield 1.0

    def _deal(self) -> bytearray:
        """Return a layout drawn at random."""
        return lay_mines(self.grid, self.setup.mines, self.free, self.rng)

    def _try_layout(self, mines: CellSet) -> bool:
        """Return whether a layout is proved from the start; keep it if it is the best so far."""
        playout = start_playout(
            Board(self.grid, bytes_of(mines, self.grid.padded_size)), self.first
        )
        proved = clear_by_proof(playout)
        self._keep_if_better(playout)
        return proved

    def _keep_if_better(self, playout: Playout) -> None:
        """Make a board the best one if its proof left fewer safe cells covered than any other."""
        left = (playout.safe & ~playout.revealed).bit_count()
        if left < self.fewest_left:
            self.best, self.fewest_left = playout.board, left

    def perturb(self, max_perturbations: int) -> Iterator[float]:
        """Deal boards and move their mines until one is proved from the start."""
        used = 0
        while used < max_perturbations and not self.proved:
            run = _Run(Board(self.grid, self._deal()), PERTURBATIONS_PER_RUN, cleared=False)
            for _ in range(MAX_RUNS):
                last = run
                for run in self._run(last.board):
                    yield min(1.0, (used + run.perturbations) / max_perturbations)
                used += 1 + run.perturbations
                if self.proved or not run.cleared or run.perturbations >= last.perturbations:
                    break
        yield 1.0

    def mix(self, max_work: int) -> Iterator[float]:
        """Move single mines of a proved board, keeping each move after which it is still proved.

        Each attempt costs as much work as the board has cells. Failed attempts count as well:
        stopping after a number of successful moves would favour boards that allow many.
        """
        mines = all_cells(self.grid) & ~start_playout(self.best, self.first).safe
        mined = list(cells_of(mines))
        empty = [cell for cell in self.grid if not mines >> cell & 1 and cell not in self.free]
        can_move = self.proved and mined and empty
        tries = min(TRIES_PER_MINE * len(mined), max_work // len(self.grid)) if can_move else 0
        for at in range(tries):
            if at % TRIES_PER_REPORT == 0:
                yield at / tries
            mine, cell = random_below(len(mined), self.rng), random_below(len(empty), self.rng)
            moved = CellSet(mines ^ 1 << mined[mine] ^ 1 << empty[cell])
            if not has_swap(self.grid, moved, self.first) and self._try_layout(moved):
                mines = moved
                self.best = Board(self.grid, bytes_of(mines, self.grid.padded_size))
                mined[mine], empty[cell] = empty[cell], mined[mine]
        yield 1.0

    def _run(self, board: Board) -> Iterator[_Run]:
        """Clear a board, perturbing it whenever the proof is stuck; yield each stage."""
        playout = start_playout(board, self.first)
        perturbations = futile = 0
        while perturbations < PERTURBATIONS_PER_RUN and futile <= MAX_FUTILE:
            revealed = playout.revealed
            cleared = clear_by_proof(playout)
            if not perturbations:
                self._keep_if_better(playout)
            yield _Run(playout.board, perturbations, cleared)
            mines = None if cleared else self._perturb(playout)
            if mines is None:
                return
            perturbations += 1
            futile = 0 if playout.revealed != revealed else futile + 1
            playout = playout.with_mines(mines)

    def _perturb(self, playout: Playout) -> CellSet | None:
        """Return the mines after making all unknown cells around a number mines, or all safe.

        Their mines are exchanged with other unknown cells, preferably next to known cells, so that
        they change visible numbers. Return None if no number has unknown neighbours, or if the
        other cells are too few.
        """
        unknown = playout.position.unknown
        stride = self.grid.stride
        active = cells_of(grow(unknown, stride) & playout.revealed)
        if not active:
            return None
        number = active[random_below(len(active), self.rng)]
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
        """Return `count` random cells of the pool, next to known cells first; None if too few."""
        known = playout.revealed | playout.position.mines
        near = pool & grow(known, self.grid.stride)
        drawn = NO_CELLS
        for cells in (near, pool & ~near):
            among = cells_of(cells)
            while among and count:
                drawn |= 1 << among.pop(random_below(len(among), self.rng))
                count -= 1
        return drawn if not count else None


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
