"""Searches for guess-free boards that are handed to a dealer: they take a few steps and no time."""

from collections.abc import Iterator

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.guess_free import GuessFreeResult

STEPS = 4
"""How often these searches say how far they are; the last time with the result."""


def find(setup: Setup, seed: int, first: Cell) -> Iterator[GuessFreeResult]:
    """Find a board in four steps; the one of the third step is proved, but not the result."""
    for step in range(1, STEPS):
        board = deal(setup, seed + step, first)
        yield GuessFreeResult(board, step == STEPS - 1, step / STEPS)
    yield GuessFreeResult(board_found(setup, seed, first), True, 1.0)


def board_found(setup: Setup, seed: int, first: Cell) -> Board:
    """Return the board that `find` finds, which is not the one that the seed deals."""
    return deal(setup, seed + STEPS, first)


def fail(setup: Setup, seed: int, first: Cell) -> Iterator[GuessFreeResult]:
    """Find no board in four steps."""
    for step in range(1, STEPS + 1):
        yield GuessFreeResult(deal(setup, seed, first), False, step / STEPS)
