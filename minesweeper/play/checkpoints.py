"""Copies of a game after some of its moves, so that an undo need not play all of them again."""

from copy import copy

from minesweeper.engine.game import Game


class Checkpoints:
    """Games after some of the moves of a game: the nearer to the last move, the more of them.

    The distances from the move that was played to last roughly double, so that taking back k moves
    makes few more than k others be played again, and the time for all undos of a journal is
    proportional to its length. Copies of every game would take its square.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: list[tuple[int, Game]] = []

    def forget_after(self, moves: int) -> None:
        """Forget the games after more than this number of moves, because the others were undone."""
        while self._kept and self._kept[-1][0] > moves:
            self._kept.pop()

    def latest(self) -> tuple[int, Game] | None:
        """Return the last game with the number of its moves, as a copy to be played on."""
        if not self._kept:
            return None
        moves, game = self._kept[-1]
        return moves, copy(game)

    def keep(self, moves: int, game: Game, target: int) -> None:
        """Keep a copy of a game on the way to `target` moves, if it will be worth having."""
        distance = target - moves
        is_power_of_two = not distance & (distance - 1)
        if is_power_of_two and (not self._kept or self._kept[-1][0] < moves):
            self._kept.append((moves, copy(game)))

    def thin(self, target: int) -> None:
        """Keep one game, the farthest, for each distance from 1 to 2, 2 to 4, 4 to 8, ... moves."""
        farthest: dict[int, tuple[int, Game]] = {}
        for moves, game in self._kept:
            farthest.setdefault((target - moves).bit_length(), (moves, game))
        self._kept = list(farthest.values())
