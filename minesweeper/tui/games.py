"""The games of one sitting at a screen: dealt, given up for the next, gone on with, and kept."""

from minesweeper.board import LEVELS, Setup
from minesweeper.keeping import Keeping
from minesweeper.session import Dealer, Session
from minesweeper.typed import TYPE_CHECKING, Callable

if TYPE_CHECKING:  # the menu is loaded when it is opened
    from minesweeper.tui.menu_page import Offers

Daily = Callable[[str], Session]
"""Deals today's board of a level."""


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

    def settle(self) -> None:
        """What can wait until the first frame is painted: a look at what earlier runs left."""
        self.keeping.settle()
        self.keeping.remember(self.session, self.dealer.setup)

    @property
    def can_resume(self) -> bool:
        """A game waits, and none is begun that would have to be given up for it."""
        return bool(self.keeping.waiting) and not self.session.clicks

    def deal(self, now: int) -> None:
        self._start(self.dealer.next(), now)

    def again(self, now: int) -> None:
        """The same board."""
        self._start(self.dealer.again(self.session), now)

    def resume(self, now: int) -> bool:
        """Go on with the game that waits; False if it is gone."""
        session = self.keeping.resume(now)
        if session:
            self.dealer.follow(session)
            self._start(session, now)
        return session is not None

    def play_level(self, setup: Setup, now: int) -> None:
        """Play boards of a setup from now on."""
        self.dealer.change(setup)
        self.deal(now)
        self.keeping.remember(self.session, self.dealer.setup)

    def play_daily(self, level: str, now: int) -> None:
        """Play today's board, and boards of its size after it."""
        assert self._daily, "a daily board is only offered where it can be dealt"
        self.dealer.change(self.dealer.setup._replace(**LEVELS[level]._asdict()))
        self._start(self._daily(level), now)

    def offers(self, most_cells: int, started: Callable[[], None]) -> "Offers":
        """What the menu can offer; `started` is told of a game that was chosen."""
        from minesweeper.tui.menu_page import Offers

        def play_level(setup: Setup, now: int) -> None:
            self.play_level(setup, now)
            started()

        def play_daily(level: str, now: int) -> None:
            self.play_daily(level, now)
            started()

        def resume(now: int) -> None:
            self.resume(now)
            started()

        return Offers(
            play_level,
            play_daily if self._daily else None,
            resume if self.keeping.waiting else None,
            self.keeping.bests(),
            most_cells,
        )

    def leave(self, now: int) -> None:
        """The program ends: the game is kept, to be gone on with."""
        self.keeping.leave(self.session, now)

    def _start(self, session: Session, now: int) -> None:
        self.keeping.put_away(self.session, now)
        self.session = session
