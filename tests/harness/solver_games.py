"""Whole games that the solver plays without a screen."""

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.playout import best_first, start_playout


def solver_wins(board: Board, first: Cell) -> bool:
    """Return whether the solver wins on a board, from this first reveal.

    Where nothing is certain, it makes its best guess.
    """
    if board.is_mine(first):
        return False
    playout = start_playout(board, first)
    playout.deduce()
    while not playout.is_cleared:
        choice = choose_reveal(playout.clues(), Deduction(mines=playout.position.mines))
        if board.is_mine(choice.cell):
            return False
        playout.reveal(choice.safe or CellSet(1 << choice.cell))
        playout.position.mines |= choice.odds.mines
        playout.deduce()
    return True


def count_wins(setup: Setup, seeds: range) -> int:
    """Return how many boards of these seeds the solver wins."""
    first = best_first(setup)
    return sum(solver_wins(deal(setup, seed, first), first) for seed in seeds)
