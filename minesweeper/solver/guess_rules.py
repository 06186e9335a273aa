"""The guess rules, which may move the mines to another layout that fits everything revealed so far.

    luck     guesses are left to chance
    fair     a forced guess is always safe
    strict   as fair, and an avoidable guess always explodes (the Kaboom rule)

A guess is the reveal of a cell that is neither certainly safe nor certainly a mine. It is forced if
no covered cell is certainly safe, and avoidable otherwise. The first reveal is not a guess: the
`first` rule decides what it may hit.
"""

from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, bytes_of
from minesweeper.engine.game import Game
from minesweeper.engine.setup import OnGuess, why_too_large_to_solve
from minesweeper.solver.clues import Clues, clues_of
from minesweeper.solver.layouts import draw_layout
from minesweeper.solver.odds import analyse


class MovingMines:
    """A guess rule, with the random numbers it uses to move mines; an engine `GuessRule`."""

    def __init__(self, rule: OnGuess, seed: int) -> None:
        self.rule = rule
        self.guesses_left_to_luck = False
        """Whether a position was too wide to count; then all later guesses are left to chance."""
        self._rng = Random(seed)

    def move_mines(self, game: Game, cell: Cell) -> Board | None:
        """Return the board on which to reveal a cell; None to keep the present board."""
        self.guesses_left_to_luck |= bool(why_too_large_to_solve(*game.setup.size[:2]))
        if self.guesses_left_to_luck:
            return None
        clues = clues_of(game)
        if not clues.revealed:
            return None
        odds = analyse(clues)
        mines = None
        if not odds.layout_count:
            self.guesses_left_to_luck = True
        elif 0 < odds.mined_count(cell) < odds.layout_count:
            mines = self._draw(clues, cell, is_forced=not odds.safe)
        return None if mines is None else Board(game.grid, bytes_of(mines, game.grid.padded_size))

    def _draw(self, clues: Clues, cell: Cell, *, is_forced: bool) -> CellSet | None:
        """Return a layout with the outcome that the rule demands; None if it demands nothing."""
        guess = CellSet(1 << cell)
        if is_forced:
            return draw_layout(clues, self._rng, safe=guess)
        if self.rule == "strict":
            return draw_layout(clues, self._rng, mines=guess)
        return None
