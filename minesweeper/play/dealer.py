"""The next game, or the same board again."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import LayMines
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import MAX_SEED, Setup, too_large_to_solve
from minesweeper.play.journal import Head, Origin
from minesweeper.play.replay import Replay, journal_of
from minesweeper.play.session import NO_ID, NO_TIME, OpenJournal, Session, fold, write_nothing

if TYPE_CHECKING:  # the first frame does without the solver
    from minesweeper.solver.guess_free import GuessFreeResult


# The name of the origin of a game that is not guess-free though those dealt after it are.
ONE_OFF: Final = "exception"


class DealPlan(NamedTuple):
    """What decides which games a dealer deals next."""

    setup: Setup
    guess_free: "GuessFreeResult | None"
    next_seed: int | None
    """The seed of the next game; None if it will be drawn."""


class Dealer:
    """Deals one game after the other: on a new board, or on the same board again."""

    def __init__(
        self,
        setup: Setup,
        draw_seed: Callable[[], int],
        board: Board | None = None,
        *,
        first_seed: int | None = None,
        stamp: Callable[[], tuple[str, str]] = lambda: (NO_ID, NO_TIME),
        keep: OpenJournal = lambda head: write_nothing,
    ) -> None:
        """Deal the first game on `board` if that is given, and all others from seeds.

        The seeds count from `first_seed` if that is given; otherwise they are drawn. `stamp`
        returns the id and the start of a game, `keep` the function that writes its journal.
        """
        self.setup = setup
        self.guess_free: GuessFreeResult | None = None
        """The guess-free board for the next first reveal, if one was found."""
        self._draw_seed = draw_seed
        self._given_board = board
        self._next_seed = first_seed
        self._stamp = stamp
        self._keep = keep

    def next(self) -> Session:
        """Return a game on the next board."""
        if self._given_board:
            board, self._given_board = self._given_board, None
            return self._session(self.setup, board, Origin("board"))
        if self._next_seed is None:
            return self._new_game(Origin("drawn", self._draw_seed()))
        seed, self._next_seed = self._next_seed, self._next_seed + 1 & MAX_SEED
        return self._new_game(Origin("given", seed))

    def change(self, setup: Setup) -> None:
        """Deal games of this setup from now on, all of them from drawn seeds.

        Above the solver's limit, which the setup of a replay may be, they are not guess-free.
        """
        no_guess = setup.no_guess and not too_large_to_solve(setup.width, setup.height)
        self.setup = setup._replace(no_guess=no_guess)
        self.guess_free = self._given_board = self._next_seed = None

    def follow(self, session: Session) -> None:
        """Deal games like a resumed one from now on; where that was an exception, guess-free."""
        setup = session.game.setup
        is_exception = session.head.origin.name == ONE_OFF
        self.change(setup._replace(no_guess=setup.no_guess or is_exception))

    @property
    def plan(self) -> DealPlan:
        """Return what decides the next games; setting it restores that."""
        return DealPlan(self.setup, self.guess_free, self._next_seed)

    @plan.setter
    def plan(self, plan: DealPlan) -> None:
        self.setup, self.guess_free, self._next_seed = plan

    def deal_again(self, session: Session) -> Session:
        """Return a game on the same layout, known from the start; without one, on the same seed."""
        if not session.board:
            return self._new_game(session.head.origin)
        dealt = session.game.setup  # the rules for the layout hold for it, whatever is dealt next
        setup = self.setup._replace(first=dealt.first, no_guess=dealt.no_guess)
        return self._session(setup, session.board, Origin("again", session.head.origin.seed))

    def redeal(self, session: Session, setup: Setup) -> Session:
        """Return a game whose mines are not laid yet, with another setup."""
        assert session.head.origin.seed is not None, "a layout that is not laid comes from a seed"
        head = session.head._replace(
            setup=setup, origin=self._mark_one_off(session.head.origin, setup)
        )
        return session.with_head(head, partial(self._deal, setup, session.head.origin.seed))

    def take_over(self, replay: Replay, moves: int, now: int) -> Session:
        """Return a game that continues a replay after so many of its moves."""
        head = Head(*self._stamp(), replay.setup, Origin("replay"))
        session = fold(journal_of(replay, head, moves))
        session.reopen(now, self._keep(head), is_written=False)
        return session

    def search(
        self, session: Session, first: Cell, setup: Setup
    ) -> "Iterator[GuessFreeResult] | None":
        """Return the search for a guess-free board that a first reveal has to wait for, if any.

        The setup is that of the session, or another one. The caller stores the result in `found`.
        """
        is_first = not session.board and not session.game.is_flagged(first)
        if not setup.no_guess or not is_first or session.head.origin.seed is None:
            return None
        from minesweeper.solver.guess_free import search_guess_free

        return search_guess_free(setup, session.head.origin.seed, first)

    def _new_game(self, origin: Origin) -> Session:
        assert origin.seed is not None, "a layout is given, or dealt from a seed"
        self.guess_free = None
        lay_mines = partial(self._deal, self.setup, origin.seed)
        return self._session(self.setup, lay_mines, origin)

    def _session(self, setup: Setup, layout: Board | LayMines, origin: Origin) -> Session:
        head = Head(*self._stamp(), setup, self._mark_one_off(origin, setup))
        return Session.new(head, layout, self._keep(head))

    def _mark_one_off(self, origin: Origin, setup: Setup) -> Origin:
        """Return the origin of a game, marked if its setup is an exception to what is dealt."""
        is_exception = self.setup.no_guess and not setup.no_guess
        return origin._replace(name=ONE_OFF) if is_exception else origin

    def _deal(self, setup: Setup, seed: int, first: Cell) -> Board:
        return self.guess_free.board if self.guess_free else deal(setup, seed, first)
