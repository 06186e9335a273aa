"""What the rules for guesses do: they may move the mines, to a layout that fits all ever shown.

    luck     nothing: a guess is a guess
    fair     a guess that the player had to make is safe
    strict   and one that the player did not have to make explodes (the Kaboom rule)

A guess is the reveal of a cell that is neither certainly safe nor certainly a mine. The player has
to make it if no covered cell is certainly safe. The first reveal is no guess: `first` decides it.
"""

from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, bytes_of
from minesweeper.engine.game import Game
from minesweeper.engine.setup import OnGuess, too_large_to_solve
from minesweeper.solver.clues import Clues, clues_of
from minesweeper.solver.layouts import draw_layout
from minesweeper.solver.odds import TooWide, analyse


class MovingMines:
    """A rule for guesses, and the randomness that it moves mines with."""

    def __init__(self, rule: OnGuess, seed: int) -> None:
        self.rule = rule
        self.guesses_left_to_luck = False
        """Whether some position was too wide to count, and was played as luck."""
        self._rng = Random(seed)

    def move_mines(self, game: Game, cell: Cell) -> Board | None:
        """Return the board to go on with before a cell is revealed; None for the present one."""
        if too_large_to_solve(game.grid.width, game.grid.height):
            self.guesses_left_to_luck = True
            return None
        clues = clues_of(game)
        if not clues.revealed:
            return None
        odds = analyse(clues)
        mines = None
        if isinstance(odds, TooWide):
            self.guesses_left_to_luck = True
        elif 0 < odds.mined_count(cell) < odds.layout_count:
            mines = self._draw(clues, cell, needed=not odds.safe)
        return None if mines is None else Board(game.grid, bytes_of(mines, game.grid.size))

    def _draw(self, clues: Clues, cell: Cell, *, needed: bool) -> CellSet | None:
        """Return a layout in which the guess ends as the rule demands; None if it does not."""
        guess = CellSet(1 << cell)
        if needed:
            return draw_layout(clues, self._rng, safe=guess)
        if self.rule == "strict":
            return draw_layout(clues, self._rng, mines=guess)
        return None
