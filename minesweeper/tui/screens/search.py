"""The search for a guess-free board: the first reveal waits for it, the screen does not."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from minesweeper.engine.cells import Cell
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session

if TYPE_CHECKING:
    from minesweeper.solver.guess_free import GuessFree

# Milliseconds after which it is shown.
SHOWN: Final = 100


class Search:
    """At most one search at a time, and the best board so far."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._steps: Iterator[GuessFree] | None = None
        self._best: GuessFree | None = None
        self._since = 0

    @property
    def under_way(self) -> bool:
        """Whether a search is running."""
        return self._steps is not None

    def begin(self, session: Session, first: Cell, now: int) -> bool:
        """Search for a board that begins with this cell; return whether there is any search."""
        self._steps = self._dealer.search(session, first)
        if self._steps:
            self._best, self._since = next(self._steps), now
        return self.under_way

    def step(self) -> bool:
        """Search a little more; return whether a search is over."""
        if not self._steps:
            return False
        best = next(self._steps, None)
        self._best = best or self._best
        return best is None

    def end(self) -> None:
        """Take the best board so far."""
        self._dealer.found, self._steps = self._best, None

    def text(self, now: int) -> str:
        """Say how far the search is; empty while it has only begun."""
        if not self._best or now < self._since + SHOWN:
            return ""
        done = f"{100 * self._best.done:.0f} %"
        return f"Looking for a board that needs no guess: {done}; Esc takes the best so far"
