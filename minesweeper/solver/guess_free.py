"""Boards that can be cleared from the first reveal without a guess.

Two ways. *Rejection* deals until a board is proved, so that every guess-free board is as likely as
any other; a quick filter throws most of the others out first. On dense or large boards that would
take for ever. There *perturbation* moves mines round the place where the proof is stuck, goes on,
and proves the result from the start. Such boards are not uniform; the answer says which way it was.

A proof uses the numbers, then exact counting with the mine total. All limits count work: the same
seed finds the same board on every machine.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from random import Random
from typing import Final, Literal, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid, all_cells, byte_table, cells_of, cells_where, grown
from minesweeper.engine.generator import grid_for, kept_free, lay_mines
from minesweeper.engine.setup import Setup
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.layouts import below
from minesweeper.solver.odds import Counts, analyse
from minesweeper.solver.simulate import Playout, start_playout

# Swaps: a quick proof that a board needs a guess. If a mine and a safe cell have the same safe
# neighbours around them, apart from each other, then moving the mine changes no number that a
# player could ever see. Two mines in the corners of a 2x2 square may hide in the other two corners
# likewise. Not every board that needs a guess has such a swap, but most have, and to look for all
# of them at once takes microseconds.


class Pair(NamedTuple):
    """A cell and another one at a distance; offsets of the cells that touch only one of them."""

    distance: int
    telling: tuple[int, ...]


def has_swap(grid: Grid, mines: int, first: Cell) -> bool:
    """Whether some swap changes no number: the board then needs a guess.

    The first cell is known, whatever its neighbours say, and takes part in none.
    """
    silent = _Silent(grid, mines)
    open_cells = all_cells(grid) & ~(1 << first)
    for distance, telling in _pairs(grid.stride):
        pairs = (mines ^ mines >> distance) & open_cells & open_cells >> distance
        if pairs and silent.at_all(pairs, telling):
            return True
    squares = _crossed_squares(grid.stride, mines, open_cells)
    return bool(silent.at_all(squares, _around_square(grid.stride)))


class _Silent:
    """The places where no number will ever be seen: mines, and everything off the board."""

    def __init__(self, grid: Grid, mines: int) -> None:
        # No offset reaches farther: two rows and columns to the other cell, one beyond that.
        self._margin = 3 * grid.stride + 3
        off_board = ~(all_cells(grid) << self._margin)
        everything = (1 << grid.size + 2 * self._margin) - 1
        self._places = (mines << self._margin | off_board) & everything
        self._shifted: dict[int, int] = {}

    def at_all(self, cells: int, offsets: tuple[int, ...]) -> int:
        """Those of the cells at whose every offset there is silence."""
        for offset in offsets:
            shifted = self._shifted.get(offset)
            if shifted is None:
                shifted = self._shifted[offset] = self._places >> self._margin + offset
            cells &= shifted
            if not cells:
                break
        return cells


def _crossed_squares(stride: int, mines: int, open_cells: int) -> int:
    """The upper left cells of the 2x2 squares with mines in two opposite corners only."""
    right, below, across = mines >> 1, mines >> stride, mines >> stride + 1
    falling = mines & across & ~right & ~below
    rising = right & below & ~mines & ~across
    rows = open_cells & open_cells >> 1
    return (falling | rising) & rows & rows >> stride


def _around_square(stride: int) -> tuple[int, ...]:
    """The cells that touch one cell of a 2x2 square, as offsets from its upper left."""
    return -stride - 1, -stride + 2, 2 * stride - 1, 2 * stride + 2


@lru_cache(maxsize=32)
def _pairs(stride: int) -> list[Pair]:
    around = {row * stride + column for row in (-1, 0, 1) for column in (-1, 0, 1)} - {0}
    distances = {row * stride + column for row in range(-2, 3) for column in range(-2, 3)}
    pairs = []
    for distance in sorted(distances):
        if distance > 0:
            one_only = around ^ {offset + distance for offset in around}
            pairs.append(Pair(distance, tuple(sorted(one_only - {0, distance}, key=abs))))
    return pairs


Method = Literal["rejection", "perturbation"]

REJECTION_CELLS: Final = 600
REJECTION_SHARE: Final = 0.22
DEALS: Final = 20_000
DEALS_A_LAYOUT: Final = 20
"""On a tiny board, so many times the number of its layouts: then there is none to be found."""

PERTURBATIONS: Final = 4_000
PERTURBATIONS_A_RUN: Final = 400
IN_VAIN: Final = 40
"""Perturbations in a row that prove nothing: this start leads nowhere."""
RUNS: Final = 12
PROOF_WORK: Final = 20_000
REPORT_EVERY: Final = 50
"""Deals between two reports on a search; some milliseconds."""


class GuessFree(NamedTuple):
    """The best board so far, and whether it is proved to need no guess."""

    board: Board
    proved: bool
    method: Method
    done: float
    """The share of the search's budget that is used."""


def deal_guess_free(setup: Setup, seed: int, first: Cell, effort: float = 1.0) -> GuessFree:
    """A board that needs no guess after the first reveal, or the best that was found.

    `effort` scales the budget of work.
    """
    return deque(search_guess_free(setup, seed, first, effort), maxlen=1)[0]


def search_guess_free(
    setup: Setup, seed: int, first: Cell, effort: float = 1.0
) -> Iterator[GuessFree]:
    """The search in steps of some milliseconds: ends with its answer, may be left at any time."""
    search = _Search(setup, seed, first)
    if search.rejection_pays:
        yield from search.reject(min(round(effort * DEALS), search.enough))
    if not search.proved:
        yield from search.perturb(min(round(effort * PERTURBATIONS), search.enough))


class _Run(NamedTuple):
    """What a board has become, how often it was perturbed, and whether that cleared it."""

    board: Board
    moves: int
    cleared: bool


class _Search:
    """What is searched for, and the best board so far."""

    def __init__(self, setup: Setup, seed: int, first: Cell) -> None:
        self.setup = setup
        self.first = first
        self.grid = grid_for(setup, first)
        self.rng = Random(seed)
        self.free = kept_free(setup, self.grid, first)
        self.best = Board(self.grid, self._deal())
        self.least_left = len(self.grid)

    @property
    def proved(self) -> bool:
        return not self.least_left

    @property
    def rejection_pays(self) -> bool:
        cells = len(self.grid)
        return cells <= REJECTION_CELLS and self.setup.mines <= REJECTION_SHARE * cells

    @property
    def enough(self) -> int:
        """After so many deals there is nothing to be found."""
        return DEALS_A_LAYOUT * comb(len(self.grid) - len(self.free), self.setup.mines)

    def reject(self, most: int) -> Iterator[GuessFree]:
        """Deal at most so many times, until a board is proved."""
        for deal in range(most):
            if deal % REPORT_EVERY == 0:
                yield self._report("rejection", deal / most)
            layout = self._deal()
            if not has_swap(self.grid, cells_where(layout, _IS_ONE), self.first):
                playout = start_playout(Board(self.grid, layout), self.first)
                clear(playout, {})
                self._note(playout)
                if self.proved:
                    break
        yield self._report("rejection", 1.0)

    def _deal(self) -> bytearray:
        return lay_mines(self.grid, self.setup.mines, self.free, self.rng)

    def _note(self, playout: Playout) -> None:
        """Keep the board that leaves the fewest safe cells covered."""
        left = (playout.safe & ~playout.revealed).bit_count()
        if left < self.least_left:
            self.best, self.least_left = playout.board, left

    def _report(self, method: Method, done: float) -> GuessFree:
        return GuessFree(self.best, self.proved, method, done)

    def perturb(self, most: int) -> Iterator[GuessFree]:
        """Deal, and move mines until a proof from the start needs no more of it."""
        used = 0
        while used < most and not self.proved:
            run = _Run(Board(self.grid, self._deal()), PERTURBATIONS_A_RUN, cleared=False)
            for _ in range(RUNS):
                last = run
                for run in self._run(last.board):
                    yield self._report("perturbation", min(1.0, (used + run.moves) / most))
                used += 1 + run.moves
                if self.proved or not run.cleared or run.moves >= last.moves:
                    break
        yield self._report("perturbation", 1.0)

    def _run(self, board: Board) -> Iterator[_Run]:
        """Clear a board, perturbing where stuck, step by step."""
        playout = start_playout(board, self.first)
        counts: Counts = {}
        moves = in_vain = 0
        while moves < PERTURBATIONS_A_RUN and in_vain <= IN_VAIN:
            revealed = playout.revealed
            cleared = clear(playout, counts)
            if not moves:
                self._note(playout)
            yield _Run(playout.board, moves, cleared)
            mines = None if cleared else self._moved(playout)
            if mines is None:
                return
            moves += 1
            in_vain = 0 if playout.revealed != revealed else in_vain + 1
            playout = playout.with_mines(mines)

    def _moved(self, playout: Playout) -> int | None:
        """The mines after a perturbation: the unknown cells at one number emptied, or filled.

        Mines are exchanged with unknown cells, if possible next to what is known, where the number
        that they change is seen. None if there is no number to begin with.
        """
        unknown = playout.position.unknown
        stride = self.grid.stride
        active = cells_of(grown(unknown, stride) & playout.revealed)
        if not active:
            return None
        number = active[below(len(active), self.rng)]
        cells = grown(1 << number, stride) & unknown
        mines = all_cells(self.grid) & ~playout.safe
        filled, empty = cells & mines, cells & ~mines
        outside = unknown & ~cells
        ways = [(filled, outside & ~mines), (empty, outside & mines)]
        if filled.bit_count() > empty.bit_count():
            ways.reverse()
        for change, pool in ways:
            others = self._draw(pool, playout, change.bit_count())
            if others is not None:
                return mines ^ change ^ others
        return None

    def _draw(self, pool: int, playout: Playout, count: int) -> int | None:
        """That many cells of the pool, first those next to what is known."""
        known = playout.revealed | playout.position.mines
        near = pool & grown(known, self.grid.stride)
        drawn = 0
        for cells in (near, pool & ~near):
            among = cells_of(cells)
            while among and count:
                drawn |= 1 << among.pop(below(len(among), self.rng))
                count -= 1
        return drawn if not count else None


def clear(playout: Playout, counts: Counts) -> bool:
    """Clear as much of a board as can be proved; whether that is all."""
    while True:
        playout.deduce()
        if playout.is_cleared:
            return True
        mines = playout.position.mines
        odds = analyse(playout.clues(), Deduction(0, mines), counts, PROOF_WORK)
        if not odds.safe and odds.mines == mines:
            return False
        playout.position.mines = odds.mines
        playout.reveal(odds.safe)


_IS_ONE: Final = byte_table({1})
