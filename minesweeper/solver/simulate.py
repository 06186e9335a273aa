"""Whole games played by the solver without a screen: how often it wins, and why it loses."""

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import MAX_SEED, Setup
from minesweeper.solver.clearing import Clearing
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.player import Reason, choose


class Outcome(NamedTuple):
    """How a game went."""

    won: bool
    guesses: int
    """Reveals that might have lost."""
    lost_by: Reason | None
    """How the cell that lost was chosen; None for a win, or a loss by the first reveal."""


class Tally(NamedTuple):
    """How many games went."""

    games: int
    won: int
    guesses: int
    lost_by: dict[str, int]

    @property
    def win_rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, by Wilson's score."""
        return wilson(self.won, self.games)


def play(board: Board, first: Cell) -> Outcome:
    """Play a game from its first reveal to its end."""
    if board.is_mine(first):
        return Outcome(won=False, guesses=1, lost_by=None)
    clearing = Clearing(board, first)
    guesses = 0
    while True:
        clearing.deduce()
        if clearing.done:
            return Outcome(won=True, guesses=guesses, lost_by=None)
        choice = choose(clearing.clues(), Deduction(0, clearing.position.mines))
        guesses += not choice.safe
        if board.is_mine(choice.cell):
            return Outcome(won=False, guesses=guesses, lost_by=choice.reason)
        clearing.reveal(choice.safe or 1 << choice.cell)
        clearing.position.mines |= choice.odds.mines


def best_first(setup: Setup) -> Cell:
    """Where the solver starts: a corner, likeliest to be a zero, unless a zero is promised."""
    grid = Grid(setup.width, setup.height)
    if setup.first != "opening":
        return grid.cell(1, 1)
    inward = 4 if len(grid) > 300 else 3
    return grid.cell(min(inward, setup.width), min(inward, setup.height))


def simulate(setup: Setup, seeds: range) -> Tally:
    """Play the boards of these seeds, after the last of which comes 0.

    With several processes, give each a part of the seeds.
    """
    first = best_first(setup)
    return tally(play(deal(setup, seed & MAX_SEED, first), first) for seed in seeds)


def tally(outcomes: Iterator[Outcome]) -> Tally:
    games = won = guesses = 0
    lost_by: dict[str, int] = {}
    for outcome in outcomes:
        games += 1
        won += outcome.won
        guesses += outcome.guesses
        if not outcome.won:
            reason = outcome.lost_by or "first reveal"
            lost_by[reason] = lost_by.get(reason, 0) + 1
    return Tally(games, won, guesses, lost_by)


def added(tallies: Iterator[Tally]) -> Tally:
    """The tally of all of them."""
    games = won = guesses = 0
    lost_by: dict[str, int] = {}
    for each in tallies:
        games, won, guesses = games + each.games, won + each.won, guesses + each.guesses
        for reason, count in each.lost_by.items():
            lost_by[reason] = lost_by.get(reason, 0) + count
    return Tally(games, won, guesses, lost_by)


CONFIDENCE: Final = 1.959964


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    z2, share = CONFIDENCE**2, won / games
    centre = share + z2 / (2 * games)
    margin = CONFIDENCE * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    return (centre - margin) / (1 + z2 / games), (centre + margin) / (1 + z2 / games)
