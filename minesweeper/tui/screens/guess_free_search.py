"""The search for a guess-free board, and what is offered if none was found.

The first reveal waits for the search, but the screen does not.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from minesweeper.engine.setup import Setup
from minesweeper.solver.guess_free import GuessFreeResult
from minesweeper.tui.events import Key
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.side import Side

LOOKING: Final = "Looking for a board that needs no guess..."
NONE_FOUND: Final = "None found: so many mines rarely allow it."
STOPPED: Final = "Stopped."

# Milliseconds after which it is said that a search goes on: most are over before.
_PATIENCE: Final = 100
# The mines per hundred cells up to which a search rarely fails, except on boards with two rows.
_EASY_DENSITY: Final = 30


class GuessFreeSearch:
    """A search in progress, or one that has found nothing."""

    def __init__(self, steps: Iterator[GuessFreeResult], setup: Setup, now: int) -> None:
        """Take the steps of a search for a board of `setup`, which begins now."""
        self.setup = setup
        self._steps = steps
        self._last = next(steps)
        self._since = now
        self._failure = ""
        """Why there is no board, in words; empty while the search goes on."""

    def step(self) -> bool:
        """Do another part of the work; return whether the search is over."""
        progress = next(self._steps, None)
        self._last = progress or self._last
        if progress is None and not self.result:
            self._failure = NONE_FOUND
        return progress is None

    def stop(self) -> None:
        """Give the search up."""
        self._failure = STOPPED

    @property
    def has_failed(self) -> bool:
        """Whether the search is over without a board, so that the player has to choose another."""
        return bool(self._failure)

    @property
    def result(self) -> GuessFreeResult | None:
        """The guess-free board; None if none was found, or before the search is over."""
        return self._last if self._last.proved else None

    @property
    def setup_with_fewer_mines(self) -> Setup:
        """The setup with a number of mines for which a guess-free board is likely to be found."""
        width, height, mines = self.setup.size
        often = width * height * _EASY_DENSITY // 100
        return self.setup._replace(mines=max(0, min(mines - max(1, mines // 10), often)))

    def is_worth_saying(self, now: int) -> bool:
        """Whether the player has waited long enough to wonder, or has to choose."""
        return self.has_failed or now >= self._since + _PATIENCE

    def side(self, more: Sequence[Word]) -> Side:
        """Return what stands beside the covered board; `more` are further words."""
        is_over = self.has_failed
        main = [Word("Enter", "any board", Key("enter")), Word("f", "fewer mines", Key("f"))]
        way_out = Word("Esc", "cancel" if is_over else "stop", Key("escape"))
        return Side(
            title="Guess-free",
            body=[self._failure or LOOKING],
            main=main if is_over else [],
            more=[way_out, *more],
        )
