"""Dealer: the next game of one sitting, or the last one again."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import LayMines
from minesweeper.engine.setup import MAX_SEED, Setup
from minesweeper.play.journal import (
    Head,
    Origin,
)

if TYPE_CHECKING:  # the solver is only loaded where it is used: the first frame comes sooner
    from minesweeper.solver.guess_free import GuessFree
from minesweeper.play.session import NO_ID, NO_TIME, OpenJournal, Session, write_nothing


class Plan(NamedTuple):
    """What decides which games a dealer deals next."""

    setup: Setup
    found: "GuessFree | None"
    next_seed: int | None
    """The seed of the next game; None if it will be drawn."""


class Dealer:
    """Deals the games of one sitting: the next board, or the last one again."""

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
        """The first game is on `board` if there is one; all others are dealt from seeds.

        The seeds count from `first_seed` if that is given; else they are drawn. `stamp` gives each
        game an id and the time it begins at, `keep` what writes its journal.
        """
        self.setup = setup
        self.found: GuessFree | None = None
        """The board that was searched for, for the next first reveal."""
        self._draw_seed = draw_seed
        self._given = board
        self._next_seed = first_seed
        self._stamp = stamp
        self._keep = keep

    def next(self) -> Session:
        if self._given:
            board, self._given = self._given, None
            return self._session(board, Origin("board"))
        if self._next_seed is None:
            return self._fresh(Origin("drawn", self._draw_seed()))
        seed, self._next_seed = self._next_seed, self._next_seed + 1 & MAX_SEED
        return self._fresh(Origin("given", seed))

    def change(self, setup: Setup) -> None:
        """Deal games of this setup from now on, all of them from drawn seeds."""
        self.setup = setup
        self.found = self._given = self._next_seed = None

    @property
    def plan(self) -> Plan:
        """Return what decides the next games; set it, and they are dealt as they were then."""
        return Plan(self.setup, self.found, self._next_seed)

    @plan.setter
    def plan(self, plan: Plan) -> None:
        self.setup, self.found, self._next_seed = plan

    def again(self, session: Session) -> Session:
        """The same layout, known from the start; where none was laid yet, the same seed."""
        if session.board:
            return self._session(session.board, Origin("again", session.seed))
        return self._fresh(session.head.origin)

    def search(self, session: Session, first: Cell) -> "Iterator[GuessFree] | None":
        """The search for a board without a guess that the first reveal has to wait for, if any.

        Whoever makes it puts its answer into `found`.
        """
        setup = session.game.setup
        if not setup.no_guess or session.board or session.seed is None:
            return None
        if session.game.is_flagged(first):
            return None
        from minesweeper.solver.guess_free import search_guess_free

        return search_guess_free(setup, session.seed, first)

    def _fresh(self, origin: Origin) -> Session:
        assert origin.seed is not None, "a layout is given, or dealt from a seed"
        self.found = None
        return self._session(partial(self._deal, self.setup, origin.seed), origin)

    def _session(self, layout: Board | LayMines, origin: Origin) -> Session:
        identity, begun = self._stamp()
        head = Head(identity, begun, self.setup, origin)
        return Session.new(head, layout, self._keep(head))

    def _deal(self, setup: Setup, seed: int, first: Cell) -> Board:
        from minesweeper.engine.generator import deal

        return self.found.board if self.found else deal(setup, seed, first)
