"""The games of one sitting at a screen: dealt, left for the next, come back to, and kept."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.keeping import Keeping

if TYPE_CHECKING:  # the menu is loaded when it is opened
    from minesweeper.tui.screens.menu import Offers

Daily = Callable[[str], Session]
"""Deals today's board of a level."""
Begin = Callable[[int], str | None]
"""Goes over to another game; the result says why not, if that cannot be."""


class Games:
    """Knows the game that is played, and how to come to another one."""

    def __init__(
        self,
        dealer: Dealer,
        keeping: Keeping,
        session: Session | None = None,
        daily: Daily | None = None,
    ) -> None:
        """Begin with the session given, or the first one dealt."""
        self.dealer = dealer
        self.keeping = keeping
        self.session = session or dealer.next()
        self._daily = daily
        self._is_remembered = False

    def settle(self) -> None:
        """Do a part of what can wait until the first frame is painted."""
        self.keeping.settle()
        if not self._is_remembered:
            self._is_remembered = True
            self.keeping.remember(self.session, self.dealer.setup)

    @property
    def can_resume(self) -> bool:
        """A game is saved, and the one in hand is not begun."""
        return bool(self.keeping.waiting) and not self.session.clicks

    @property
    def can_go_back(self) -> bool:
        """Undo returns to an unfinished game."""
        return self.keeping.parked is not None and not self.session.can_undo

    def deal(self, now: int) -> None:
        self._park(now)
        self.session = self.dealer.next()

    def again(self, now: int) -> None:
        """The same board."""
        self._park(now)
        self.session = self.dealer.again(self.session)

    def _park(self, now: int) -> None:
        self.keeping.park(self.session, self.dealer, now)

    def go_back(self, now: int) -> bool:
        """Return to the game that was left for this one; False if none was."""
        session = self.keeping.unpark(self.session, self.dealer, now)
        if session:
            self.session = session
            self.keeping.remember(session, self.dealer.setup)
        return session is not None

    def revealed(self, now: int) -> None:
        """Give up the games that were left for this one, since it is played."""
        self.keeping.abandon_parked(now)

    def resume(self, now: int) -> str:
        """Go on with the newest saved game, this one stays saved; why not, if that cannot be."""
        is_unfinished = self.session.progress.has_begun and not self.session.over
        if self.keeping.can_resume and is_unfinished and not self.keeping.keeps(self.session):
            return "This game cannot be saved: finish it first"
        session = self.keeping.resume(self.session, self.dealer, now)
        if not session:
            return self.keeping.why_none() or "the saved game could not be opened"
        self.session = session
        return ""

    def play_level(self, setup: Setup, now: int) -> None:
        """Play boards of a setup from now on."""
        self._park(now)
        self.dealer.change(setup)
        self.session = self.dealer.next()
        self.keeping.remember(self.session, self.dealer.setup)

    def play_daily(self, level: str, now: int) -> None:
        """Play today's board, and boards of its size after it."""
        assert self._daily, "a daily board is only offered where it can be dealt"
        self._park(now)
        self.dealer.change(self.dealer.setup._replace(**LEVELS[level].size._asdict()))
        self.session = self._daily(level)

    def offers(self, most_cells: int, begin: Callable[[Begin, int], None]) -> "Offers":
        """What the menu can offer; `begin` goes over to a game that was chosen."""
        from minesweeper.tui.screens.menu import Offers

        def play_level(setup: Setup, now: int) -> None:
            begin(partial(self.play_level, setup), now)

        def play_daily(level: str, now: int) -> None:
            begin(partial(self.play_daily, level), now)

        return Offers(
            play_level,
            play_daily if self._daily else None,
            partial(begin, self.resume) if self.keeping.can_resume else None,
            self.keeping.bests(),
            most_cells,
        )

    def leave(self, now: int) -> None:
        """Leave the game saved: the program ends."""
        self.keeping.leave(self.session, now)
