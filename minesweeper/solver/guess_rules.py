"""What becomes of a guess: a game may move its mines, to any layout that fits all ever shown.

    luck     nothing: the classic game
    fair     a guess that was needed is made safe
    strict   besides, a guess that was not needed is made deadly (the Kaboom rule)

A guess is the reveal of a cell that may be a mine and may be safe. It was needed if no covered cell
was certainly safe. The first reveal of a game is none: `first` says what it is promised.
"""

from random import Random
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, bytes_of
from minesweeper.engine.game import Game
from minesweeper.engine.setup import OnGuess
from minesweeper.solver.clues import Clues, clues_of
from minesweeper.solver.layouts import draw_layout
from minesweeper.solver.odds import Odds, TooWide, analyse

# On larger boards a reveal would take seconds.
MAX_CELLS: Final = 10_000


class GuessRule:
    """A rule, and the randomness that it moves mines with; a game asks it before each reveal."""

    def __init__(self, rule: OnGuess, seed: int) -> None:
        self.rule = rule
        self.gave_up = False
        """Whether some position was too wide to count, and was played as luck."""
        self._rng = Random(seed)

    def __call__(self, game: Game, cell: Cell) -> Board | None:
        """The board to go on with; None for the one there is."""
        clues = clues_of(game)
        if not clues.revealed:
            return None
        if len(game.grid) > MAX_CELLS:  # from a file: the command line asks for no such game
            self.gave_up = True
            return None
        odds = analyse(clues)
        layout = None
        if isinstance(odds, TooWide):
            self.gave_up = True
        elif _is_guess(odds, cell):
            layout = self._layout(clues, cell, needed=not odds.safe)
        return None if layout is None else _board(game, layout)

    def _layout(self, clues: Clues, cell: Cell, *, needed: bool) -> int | None:
        """A layout drawn from those in which the guess ends as the rule wants."""
        if needed:
            return draw_layout(clues, self._rng, safe=1 << cell)
        if self.rule == "strict":
            return draw_layout(clues, self._rng, mines=1 << cell)
        return None


def _is_guess(odds: Odds, cell: Cell) -> bool:
    return 0 < odds.mined(cell) < odds.layouts


def _board(game: Game, mines: int) -> Board:
    return Board(game.grid, bytes_of(mines, game.grid.size))
