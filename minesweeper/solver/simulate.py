"""Boards played by the solver without a screen: by deduction alone, or whole games with guesses.

A `Playout` has the board, to look up numbers, as a game does; the solver receives only clues or the
numbers of revealed cells.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from math import sqrt
from typing import Final, NamedTuple, cast

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    all_cells,
    byte_table,
    bytes_of,
    cells_where,
    grow,
)
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import MAX_SEED, Setup
from minesweeper.solver.best_guess import Strategy, choose_reveal
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Deduction, Position, deduce_next, planes_of


class Playout:
    """A board played by deduction: the revealed cells, and the mines that are proved."""

    __slots__ = ("board", "grid", "position", "safe", "zeros")

    def __init__(self, board: Board, revealed: CellSet, mines: CellSet) -> None:
        """Take the revealed cells and the mines that are proved.

        `revealed` must be safe and include the openings of its zeros; `mines` must be mines.
        """
        self.board = board
        self.grid = board.grid
        self.zeros = cells_where(board.cells, _ZERO)
        self.safe = all_cells(board.grid) & ~cells_where(board.cells, _MINE)
        self.position = Position(board.grid, planes_of(board.cells), revealed, revealed, mines)

    @property
    def revealed(self) -> CellSet:
        """The revealed cells."""
        return self.position.safe

    @property
    def is_cleared(self) -> bool:
        """Whether every safe cell is revealed."""
        return self.position.safe == self.safe

    @property
    def mines(self) -> CellSet:
        """The mines of the board, proved or not."""
        return all_cells(self.grid) & ~self.safe

    def reveal(self, cells: CellSet) -> None:
        """Reveal safe cells and the openings among them."""
        stride = self.grid.stride
        revealed = self.position.safe | cells
        zeros = cells & self.zeros
        while zeros:
            fresh = grow(zeros, stride) & self.safe & ~revealed
            revealed |= fresh
            zeros = fresh & self.zeros
        self.position.safe = self.position.numbered = revealed

    def with_mines(self, mines: CellSet) -> "Playout":
        """Return a playout of another layout, which must agree with all that is known so far."""
        board = Board(self.grid, bytes_of(mines, self.grid.padded_size))
        return Playout(board, self.revealed, self.position.mines)

    def deduce(self) -> None:
        """Reveal what single numbers and pairs of numbers prove safe, the simpler rule first."""
        position = self.position
        while not self.is_cleared and any(proved := deduce_next(position)):
            position.mines |= proved.mines
            if proved.safe:
                self.reveal(proved.safe)

    def clues(self) -> Clues:
        """Return what a player would see."""
        mask = bytes_of(self.revealed, self.grid.padded_size, 255)
        numbers = int.from_bytes(self.board.cells, "little") & int.from_bytes(mask, "little")
        visible = numbers.to_bytes(self.grid.padded_size, "little")
        return Clues(self.grid, self.board.mine_count, self.revealed, visible)


def start_playout(board: Board, first: Cell) -> Playout:
    """Return a playout after its first reveal; `first` must not be a mine."""
    playout = Playout(board, NO_CELLS, NO_CELLS)
    playout.reveal(CellSet(1 << first))
    return playout


_ZERO: Final = byte_table({0})
_MINE: Final = byte_table({value for value in range(32) if value & MINE and value & 0x0F < 9})


class Outcome(NamedTuple):
    """The result of a game."""

    won: bool
    guesses: int
    """The number of reveals that were not certainly safe."""
    lost_by: Strategy | None
    """The strategy that chose the mine; None for a win, or for a loss by the first reveal."""


class Tally(NamedTuple):
    """The results of many games."""

    games: int
    won: int
    guesses: int
    lost_by: dict[str, int]

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the win rate, from 0 to 1."""
        return wilson_interval(self.won, self.games)


def play(board: Board, first: Cell) -> Outcome:
    """Play a game from its first reveal to its end; return its result."""
    steps = play_in_steps(board, first)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Outcome, end.value)


def play_in_steps(board: Board, first: Cell) -> Generator[None, None, Outcome]:
    """Play a game from its first reveal to its end, in a step for each choice."""
    if board.is_mine(first):
        return Outcome(won=False, guesses=1, lost_by=None)
    playout = start_playout(board, first)
    guesses = 0
    while True:
        playout.deduce()
        yield
        if playout.is_cleared:
            return Outcome(won=True, guesses=guesses, lost_by=None)
        choice = choose_reveal(playout.clues(), Deduction(mines=playout.position.mines))
        guesses += not choice.safe
        if board.is_mine(choice.cell):
            return Outcome(won=False, guesses=guesses, lost_by=choice.strategy)
        playout.reveal(choice.safe or CellSet(1 << choice.cell))
        playout.position.mines |= choice.odds.mines


def best_first(setup: Setup) -> Cell:
    """Return the cell where the solver starts.

    It is a corner, the cell most likely to be a zero, unless the first reveal is guaranteed to be
    one; then it is a cell near the corner.
    """
    grid = Grid(setup.width, setup.height)
    if setup.first != "opening":
        return grid.cell(1, 1)
    inward = 4 if len(grid) > 300 else 3
    return grid.cell(min(inward, setup.width), min(inward, setup.height))


def simulate(setup: Setup, seeds: range) -> Tally:
    """Play the boards of these seeds and return the results; a seed above MAX_SEED wraps to 0.

    To use several processes, give each one a part of the seeds.
    """
    first = best_first(setup)
    return tally(play(deal(setup, seed & MAX_SEED, first), first) for seed in seeds)


def tally(outcomes: Iterable[Outcome]) -> Tally:
    """Count the results of these games."""
    done = list(outcomes)
    lost_by: Counter[str] = Counter(each.lost_by or "first reveal" for each in done if not each.won)
    won, guesses = sum(each.won for each in done), sum(each.guesses for each in done)
    return Tally(len(done), won, guesses, dict(lost_by))


def add_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of several tallies."""
    total = Tally(0, 0, 0, {})
    for each in tallies:
        lost_by = dict(Counter(total.lost_by) + Counter(each.lost_by))
        games, won = total.games + each.games, total.won + each.won
        total = Tally(games, won, total.guesses + each.guesses, lost_by)
    return total


CONFIDENCE: Final = 1.959964


def wilson_interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a win rate, by Wilson's score."""
    if not games:
        return 0.0, 1.0
    z2, rate = CONFIDENCE**2, won / games
    centre = rate + z2 / (2 * games)
    margin = CONFIDENCE * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    low, high = (centre - margin) / (1 + z2 / games), (centre + margin) / (1 + z2 / games)
    # Rounding leaves the ends of the range a little short, or beyond them.
    return low if won else 0.0, high if won < games else 1.0
