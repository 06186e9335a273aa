"""A reinforcement-learning environment with the interface of Gymnasium, built on the library."""

from fractions import Fraction
from typing import Any

from minesweeper import LEVELS, Face, Setup, Status, new_game, odds

Observation = list[list[int]]


class MinesweeperEnv:
    """Minesweeper as an environment: an action is the index of a cell in reading order.

    An observation has a number for each cell: its value if it is revealed, -1 if it is covered.
    """

    def __init__(self, setup: Setup = LEVELS["beginner"]) -> None:
        self.setup = setup
        self.action_count = setup.width * setup.height
        self.game = new_game(setup)

    def reset(self, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; return the first observation and its info."""
        self.game = new_game(self.setup, seed)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Reveal a cell; return observation, reward, terminated, truncated and info."""
        column, row = self._place(action)
        risk = odds(self.game).probability(column, row)
        safe_left = self.game.safe_left
        if self.game.reveal(column, row):
            raise ValueError(f"action {action} reveals nothing: see the action mask")
        revealed = (safe_left - self.game.safe_left) / (self.action_count - self.setup.mines)
        reward = -1.0 if self.game.status is Status.LOST else revealed
        is_over = self.game.status is not Status.PLAYING
        return self._observation(), reward, is_over, False, {**self._info(), "risk": risk}

    def risks(self) -> list[Fraction | None]:
        """Return the exact probability of a mine for each action; 0 for a revealed cell."""
        chances = odds(self.game)
        return [chances.probability(*self._place(action)) for action in range(self.action_count)]

    def _place(self, action: int) -> tuple[int, int]:
        row, column = divmod(action, self.setup.width)
        return column + 1, row + 1

    def _observation(self) -> Observation:
        rows = str(self.game).split("\n")
        return [
            [int(face.replace(".", "0")) if face in ".12345678" else -1 for face in row]
            for row in rows
        ]

    def _info(self) -> dict[str, Any]:
        """Return which actions reveal something: the action mask."""
        faces = map(self.game.face, self.game.grid)
        return {"action_mask": [face is Face.COVERED for face in faces]}
