"""A search for a board that needs no guess, while the screen stays alive."""

from collections.abc import Iterator

from minesweeper.guess_free import GuessFree
from minesweeper.typed import Final

# It is shown once it takes longer than this.
SHOWN: Final = 100


class Search:
    """A search under way, and the best board so far."""

    def __init__(self, steps: Iterator[GuessFree], since: int) -> None:
        self._since = since
        self.best = next(steps)
        self._steps = steps

    def step(self) -> bool:
        """Search a little; True if the search is over."""
        best = next(self._steps, None)
        self.best = best or self.best
        return best is None

    def text(self, now: int) -> str:
        """How far it is; empty while it has only begun."""
        if now < self._since + SHOWN:
            return ""
        done = f"{100 * self.best.done:.0f} %"
        return f"looking for a board that needs no guess: {done}; Esc takes the best so far"
