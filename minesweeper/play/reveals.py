"""The reveals of a game, each with the position before it.

A review, the luck, the thinks, and what a game says about its player all go through this one walk.
"""

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, set_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.setup import OnGuess
from minesweeper.play.session import Session
from minesweeper.play.steps import Step
from minesweeper.solver.clues import Clues, clues_of, flags_in


class PlayedReveal(NamedTuple):
    """A move that revealed cells, and the position before it.

    Under a guess rule, each cell that a chord reveals is a reveal of its own.
    """

    moves: int
    """The number of moves that were made before it."""
    cells: CellSet
    """The cells that it revealed, without the openings around them."""
    game: Game
    """The game before it."""
    clues: Clues
    """What the player could see."""
    think: int
    """The longest time without a move since the reveal before, in milliseconds."""
    lost: bool
    """Whether it lost the game."""
    on_guess: OnGuess
    """The guess rule in force."""

    @property
    def flags(self) -> CellSet:
        """The cells that were flagged."""
        return flags_in(self.game)

    @property
    def is_first(self) -> bool:
        """Whether it was the first one, before which nothing can be known."""
        return not self.clues.revealed


def reveals(session: Session) -> Iterator[PlayedReveal]:
    """Yield the reveals that were not taken back, in order."""
    # The first reveal lays the mines. If the layout were known from the start, flags alone could
    # win before a move that in fact followed them.
    game = Game(session.head.setup, lambda first: _board_of(session.steps, first))
    think = clock = 0
    for moves, step in enumerate(session.steps):
        think, clock = max(think, step.milliseconds - clock), step.milliseconds
        if not step.is_effective:
            continue
        if game.board and step.board and step.board is not game.board:
            game.replace_board(step.board)
        for part in _parts(game, step):
            before, cells = copy(game), set_of(game.cells_to_reveal(part))
            game.play(part)
            if cells:
                clues, lost = clues_of(before), game.status is Status.LOST
                yield PlayedReveal(moves, cells, before, clues, think, lost, step.on_guess)
                think = 0


def _board_of(steps: list[Step], first: Cell) -> Board:
    """Return the board on which the first reveal was made."""
    return next(step.board for step in steps if step.board)


def _parts(game: Game, step: Step) -> list[Move]:
    """Return a move as a guess rule sees it: it goes through the cells of a chord one by one."""
    if step.on_guess == "luck" or step.move.verb != "chord":
        return [step.move]
    return [Move("reveal", cell) for cell in game.cells_to_reveal(step.move)]
