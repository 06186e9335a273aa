"""A game being played: its clock, its clicks, and how it went.

The clock is handed in as `now`, integer milliseconds of a monotonic clock.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from minesweeper.board import Board, Setup
from minesweeper.game import Game, Move, Status
from minesweeper.generator import deal
from minesweeper.metrics import bbbv, ratio, solved_bbbv


class Result(NamedTuple):
    """How a game ended; what cannot be computed is None."""

    status: Status
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int

    @property
    def bbbv_per_second(self) -> float | None:
        return ratio(1000 * self.solved, self.milliseconds)

    @property
    def efficiency(self) -> float | None:
        """3BV solved by a click, 1.0 for the fewest clicks that clear by reveals alone."""
        return ratio(self.solved, self.clicks)


class Session:
    """One game from its first look to its end.

    The clock starts with the first reveal, or with the first flag where the layout is known from
    the start; paused time does not count; the move that ends the game stops it.
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """`seed` is what the board is dealt from; None for a layout that was given."""
        self.game = game
        self.seed = seed
        self.clicks = 0
        self.paused = False
        self.result: Result | None = None
        self._running_since: int | None = None
        self._counted = 0

    @property
    def running(self) -> bool:
        """The clock runs."""
        return self._running_since is not None

    def milliseconds(self, now: int) -> int:
        """What the clock shows."""
        running = 0 if self._running_since is None else now - self._running_since
        return self._counted + running

    def play(self, move: Move, now: int) -> bool:
        """Make a move; False if nothing changed. Every attempt in a running game is a click."""
        if self.paused or self.result:
            return False
        self.clicks += 1
        changed = self.game.play(move)
        if changed and self.game.board and not self.running:
            self._running_since = now
        if self.game.status is not Status.PLAYING:
            self._end(self.game.board, now)
        return changed

    def pause(self, now: int) -> None:
        """Stop the clock; without effect before it runs and after the end."""
        if self._running_since is not None:
            self._stop_clock(now)
            self.paused = True

    def resume(self, now: int) -> None:
        if self.paused:
            self.paused = False
            self._running_since = now

    def _stop_clock(self, now: int) -> None:
        self._counted = self.milliseconds(now)
        self._running_since = None

    def _end(self, board: Board | None, now: int) -> None:
        assert board is not None, "a game ends on a laid board"
        self._stop_clock(now)
        self.result = Result(
            self.game.status, self._counted, bbbv(board), solved_bbbv(self.game), self.clicks
        )


class Dealer:
    """Deals the games of one sitting: the next board, or the last one again."""

    def __init__(
        self, setup: Setup, draw_seed: Callable[[], int], board: Board | None = None
    ) -> None:
        """The first game is on `board` if there is one; all others are dealt from drawn seeds."""
        self.setup = setup
        self._draw_seed = draw_seed
        self._given = board

    def next(self) -> Session:
        if self._given:
            board, self._given = self._given, None
            return Session(Game(self.setup, board))
        seed = self._draw_seed()
        return Session(Game(self.setup, partial(deal, self.setup, seed)), seed)

    def again(self, session: Session) -> Session:
        """The same layout, known from the start; where none was laid yet, the same seed."""
        seed, board = session.seed, session.game.board
        if board is None and seed is not None:
            return Session(Game(self.setup, partial(deal, self.setup, seed)), seed)
        assert board is not None, "a layout is given, or dealt from a seed"
        return Session(Game(self.setup, board), seed)
