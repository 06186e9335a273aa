"""Dealing games: the next one, the same board again, or one that continues a replay."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import LayMines
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import MAX_SEED, Setup
from minesweeper.play.journal import Head, Origin
from minesweeper.play.replay import Replay, journal_of
from minesweeper.play.session import NO_ID, NO_TIME, OpenJournal, Session, fold, write_nothing

if TYPE_CHECKING:  # the first frame does not need the solver
    from minesweeper.solver.guess_free import GuessFreeResult


Search = Callable[[Setup, int, Cell], "Iterator[GuessFreeResult]"]
"""Searches for a guess-free board, given the setup, the seed and the first cell to be revealed.

It yields the best board so far again and again, and the result last.
"""


def _search(setup: Setup, seed: int, first: Cell) -> "Iterator[GuessFreeResult]":
    from minesweeper.solver.guess_free import search_guess_free  # late: the solver

    return search_guess_free(setup, seed, first)


# The name in the origin of a game that is not guess-free, although the games after it are.
ONE_OFF: Final = "exception"


class DealPlan(NamedTuple):
    """Everything that decides which games a dealer deals next."""

    setup: Setup
    guess_free: "GuessFreeResult | None"
    """The guess-free board for the next first reveal, if one was found."""
    next_seed: int | None
    """The seed of the next game; None if it will be drawn."""


def make_playable(setup: Setup) -> Setup:
    """Return a setup, if it can be played; else one in which guesses are left to chance.

    That of a replay, for example, may be of a board that is too large for the solver.
    """
    return setup._replace(no_guess=False, on_guess="luck") if setup.fault() else setup


class Dealer:
    """Deals one game after the other, on new boards or on the same board again."""

    def __init__(
        self,
        setup: Setup,
        draw_seed: Callable[[], int],
        board: Board | None = None,
        *,
        first_seed: int | None = None,
        stamp: Callable[[], tuple[str, str]] = lambda: (NO_ID, NO_TIME),
        open_journal: OpenJournal = lambda head: write_nothing,
        search: Search = _search,
    ) -> None:
        """Deal the first game on `board`, if it is given, and all others from seeds.

        The seeds count up from `first_seed`, if it is given; otherwise `draw_seed` draws them.
        `stamp` returns the id and the start of a new game, in UTC as ISO 8601 text. `open_journal`
        returns the function that writes its journal. `search` searches for guess-free boards.
        """
        self.setup = make_playable(setup)
        self.guess_free: GuessFreeResult | None = None
        """The guess-free board for the next first reveal, if one was found."""
        self._draw_seed = draw_seed
        self._given_board = board
        self._next_seed = first_seed
        self._stamp = stamp
        self._open_journal = open_journal
        self._search = search

    def next(self) -> Session:
        """Return a game on the next board."""
        if self._given_board:
            board, self._given_board = self._given_board, None
            return self._make_session(self.setup, board, Origin("board"))
        if self._next_seed is None:
            return self._new_game(Origin("drawn", self._draw_seed()))
        seed, self._next_seed = self._next_seed, self._next_seed + 1 & MAX_SEED
        return self._new_game(Origin("given", seed))

    def change(self, setup: Setup) -> None:
        """Deal games of this setup from now on, from drawn seeds.

        Guesses are left to chance if they have to be, as `make_playable` says.
        """
        self.setup = make_playable(setup)
        self.guess_free = self._given_board = self._next_seed = None

    def deal_like(self, session: Session) -> None:
        """Deal games with the setup of a resumed one.

        If that was not guess-free as an exception, deal guess-free ones again.
        """
        setup = session.game.setup
        is_exception = session.head.origin.name == ONE_OFF
        self.change(setup._replace(no_guess=setup.no_guess or is_exception))

    @property
    def plan(self) -> DealPlan:
        """Everything that decides the next games; set it to return to an earlier plan."""
        return DealPlan(self.setup, self.guess_free, self._next_seed)

    @plan.setter
    def plan(self, plan: DealPlan) -> None:
        self.setup, self.guess_free, self._next_seed = plan

    def deal_again(self, session: Session) -> Session:
        """Return a game on the same layout, which is then known from the start.

        If no mines were laid, return a game with the same seed.
        """
        if not session.board:
            return self._new_game(session.head.origin)
        dealt = session.game.setup  # the layout follows the rules it was dealt by
        setup = self.setup._replace(first=dealt.first, no_guess=dealt.no_guess)
        return self._make_session(setup, session.board, Origin("again", session.head.origin.seed))

    def redeal(self, session: Session, setup: Setup) -> Session:
        """Return a game whose mines are not laid yet, with another setup of the same size."""
        assert session.head.origin.seed is not None, "a layout that is not laid comes from a seed"
        head = session.head._replace(
            setup=setup, origin=self._mark_one_off(session.head.origin, setup)
        )
        lay_mines = partial(self._deal, setup, session.head.origin.seed)
        return session.with_head(head, lay_mines, self._open_journal(head))

    def take_over(self, replay: Replay, moves: int, now: int) -> Session:
        """Return a game that continues a replay after its first `moves` moves."""
        head = Head(*self._stamp(), replay.setup, Origin("replay"))
        session = fold(journal_of(replay, head, moves))
        session.reopen(now, self._open_journal(head), is_written=False)
        return session

    def search(
        self, session: Session, first: Cell, setup: Setup
    ) -> "Iterator[GuessFreeResult] | None":
        """Return the search for a guess-free board if the reveal of `first` needs one, else None.

        `setup` may differ from that of the session. The caller stores the result in `guess_free`
        before the reveal.
        """
        is_first = not session.board and not session.game.is_flagged(first)
        if not setup.no_guess or not is_first or session.head.origin.seed is None:
            return None
        return self._search(setup, session.head.origin.seed, first)

    def _new_game(self, origin: Origin) -> Session:
        assert origin.seed is not None, "a layout is given, or dealt from a seed"
        self.guess_free = None
        lay_mines = partial(self._deal, self.setup, origin.seed)
        return self._make_session(self.setup, lay_mines, origin)

    def _make_session(self, setup: Setup, layout: Board | LayMines, origin: Origin) -> Session:
        head = Head(*self._stamp(), setup, self._mark_one_off(origin, setup))
        return Session.new(head, layout, self._open_journal(head))

    def _mark_one_off(self, origin: Origin, setup: Setup) -> Origin:
        """Return the origin, marked if the game is not guess-free although the next games are."""
        is_exception = self.setup.no_guess and not setup.no_guess
        return origin._replace(name=ONE_OFF) if is_exception else origin

    def _deal(self, setup: Setup, seed: int, first: Cell) -> Board:
        return self.guess_free.board if self.guess_free else deal(setup, seed, first)
