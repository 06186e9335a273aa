"""Whole games that the solver plays without a screen."""

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.playout import best_first, play_in_steps


def solver_wins(board: Board, first: Cell) -> bool:
    """Return whether the solver wins on a board, from this first reveal."""
    steps = play_in_steps(board, first)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return bool(end.value)


def count_wins(setup: Setup, seeds: range) -> int:
    """Return how many boards of these seeds the solver wins."""
    first = best_first(setup)
    return sum(solver_wins(deal(setup, seed, first), first) for seed in seeds)
