"""The moves of a game that were not taken back, and those that can be made again."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Refusal
from minesweeper.engine.setup import OnGuess
from minesweeper.play.checkpoints import Checkpoints
from minesweeper.play.journal import EntryWord


class Step(NamedTuple):
    """A move with its times; a refused move is a step as well.

    All moves that the program makes at one press of a key have the number of that click. The
    player's own moves have 0.
    """

    time: int
    """The time of the journal, in milliseconds."""
    milliseconds: int
    """The time of the clock, in milliseconds."""
    word: EntryWord
    move: Move
    refusal: Refusal | None
    press: int = 0
    board: Board | None = None
    """The layout that the move was made on, after a guess rule may have changed it."""
    on_guess: OnGuess = "luck"
    """The guess rule that was in force, also if the move was taken back and made again."""

    @property
    def is_effective(self) -> bool:
        """Whether the move changed something, as it was not refused."""
        return self.refusal is None


class Steps:
    """The moves of a game, in order, and how undo and redo change them."""

    def __init__(self) -> None:
        """Begin without a move."""
        self.made: list[Step] = []
        """The moves that were not taken back, including refused ones."""
        self.undone: list[Step] = []
        """The moves that `redo` would make again, the next one last."""
        self.own_count = 0
        """How many of those made changed something, and are the player's own or the program's."""
        self._checkpoints = Checkpoints()

    def add(self, step: Step) -> None:
        """Add a move that was made."""
        self.made.append(step)
        self.own_count += step.is_effective and step.word != "start"

    def undo(self) -> list[Step]:
        """Take back the last effective move, and the refused ones after it; return the effective.

        Moves that the program played at one press are taken back together.
        """
        while not self.made[-1].is_effective:
            self.made.pop()
        press = self.made[-1].press
        taken_back = [self.made.pop()]
        while press and self.made and self.made[-1].press == press:
            taken_back.append(self.made.pop())
        effective = [step for step in taken_back if step.is_effective]
        self.undone += effective
        self.own_count -= len(effective)
        self._checkpoints.forget_after(len(self.made))
        return effective

    def redo(self) -> list[Step]:
        """Return the moves to make again, in order: those that were taken back together."""
        steps = [self.undone.pop()]
        while steps[0].press and self.undone and self.undone[-1].press == steps[0].press:
            steps.append(self.undone.pop())
        return steps

    def replay(self, begin: Callable[[], Game], board: Board | None) -> Game:
        """Return the game after all moves, each made again on its own layout, and then on `board`.

        `begin` returns the game before its first move.
        """
        moves, game = self._checkpoints.latest() or (0, begin())
        steps, target = self.made[moves:], len(self.made)
        laid = next((step.board for step in steps if step.board), board)
        if laid and not game.board:
            game.layout = partial(same_board, laid)
        for number, step in enumerate(steps, moves):
            self._checkpoints.keep(number, game, target)
            if step.is_effective:
                _replace_board(game, step.board)
                game.play(step.move)
        self._checkpoints.keep(target, game, target)
        self._checkpoints.thin(target)
        _replace_board(game, board)
        return game


def same_board(board: Board, first: Cell) -> Board:
    """Lay a board that was laid before."""
    return board


def _replace_board(game: Game, board: Board | None) -> None:
    """Replace the layout of a game whose mines are laid, if `board` is another one."""
    if game.board and board and game.board is not board:
        game.replace_board(board)
