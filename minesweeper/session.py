"""A game being played: its clock, its clicks, and how it went.

The clock is handed in as `now`, integer milliseconds of a monotonic clock.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from minesweeper.board import Board, Setup
from minesweeper.cells import Cell
from minesweeper.game import Game, LayMines, Move, Status
from minesweeper.generator import deal
from minesweeper.metrics import bbbv, ratio, solved_bbbv

if TYPE_CHECKING:  # the solver is only loaded where it is used: the first frame comes sooner
    from minesweeper.guess_free import GuessFree

Help = Literal["hint", "odds", "flag check", "shown mines", "demo"]


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
        self.moves: list[Move] = []
        self.helps: set[Help] = set()
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
        self.moves.append(move)
        changed = self.game.play(move)
        if changed and self.game.board and not self.running:
            self._running_since = now
        if self.game.status is not Status.PLAYING:
            self._end(self.game.board, now)
        return changed

    def help(self, kind: Help, now: int) -> None:
        """Note that the player was helped in a running game."""
        if not self.result:
            self.helps.add(kind)

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
        self.found: GuessFree | None = None
        """The board that was searched for, for the next first reveal."""
        self._draw_seed = draw_seed
        self._given = board

    def next(self) -> Session:
        if self._given:
            board, self._given = self._given, None
            return self._session(board, None)
        return self._fresh(self._draw_seed())

    def again(self, session: Session) -> Session:
        """The same layout, known from the start; where none was laid yet, the same seed."""
        seed, board = session.seed, session.game.board
        if board is None and seed is not None:
            return self._fresh(seed)
        assert board is not None, "a layout is given, or dealt from a seed"
        return self._session(board, seed)

    def search(self, session: Session, first: Cell) -> "Iterator[GuessFree] | None":
        """The search for a board without a guess that the first reveal has to wait for, if any.

        Whoever makes it puts its answer into `found`.
        """
        if not self.setup.no_guess or session.game.board or session.seed is None:
            return None
        from minesweeper.guess_free import search_guess_free

        return search_guess_free(self.setup, session.seed, first)

    def _fresh(self, seed: int) -> Session:
        self.found = None
        return self._session(partial(self._deal, seed), seed)

    def _session(self, layout: Board | LayMines, seed: int | None) -> Session:
        rule = self.setup.on_guess
        if rule == "luck":
            return Session(Game(self.setup, layout), seed)
        from minesweeper.guess_rules import GuessRule

        return Session(Game(self.setup, layout, GuessRule(rule, seed or 0)), seed)

    def _deal(self, seed: int, first: Cell) -> Board:
        return self.found.board if self.found else deal(self.setup, seed, first)
