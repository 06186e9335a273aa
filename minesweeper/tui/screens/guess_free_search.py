"""The search for a guess-free board, and the page that asks what to play if none was found.

The first reveal waits for the search, but the screen does not.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from minesweeper.engine.notation import count_text, percent_text
from minesweeper.engine.setup import Setup
from minesweeper.solver.guess_free import GuessFreeResult
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Leave
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage

# Milliseconds after which a search shows its progress.
_PROGRESS_DELAY: Final = 100
# The mines per hundred cells up to which a search rarely fails, except on boards with two rows.
_EASY_DENSITY: Final = 30


class GuessFreeSearch:
    """A search in progress."""

    def __init__(self, steps: Iterator[GuessFreeResult], setup: Setup, now: int) -> None:
        """Take the steps of a search for a board of `setup`."""
        self.setup = setup
        self._steps = steps
        self._last = next(steps)
        self._since = now

    def step(self) -> bool:
        """Do another part of the work; return whether the search is over."""
        progress = next(self._steps, None)
        self._last = progress or self._last
        return progress is None

    @property
    def result(self) -> GuessFreeResult | None:
        """The guess-free board; None if none was found, or before the search is over."""
        return self._last if self._last.proved else None

    def text(self, now: int) -> str:
        """Return the progress in words; "" while the search has only just begun."""
        if now < self._since + _PROGRESS_DELAY:
            return ""
        percent = percent_text(self._last.progress)
        return f"Looking for a guess-free board: {percent}; press Esc to stop"


class SearchFailedPage(ChoicesPage):
    """A page that asks what to play, as no guess-free board was found."""

    columns = 40
    verb = "play"

    def __init__(
        self, looks: Looks, keymap: Keymap, setup: Setup, any_board: Setup, *, stopped: bool
    ) -> None:
        """Take the setup of the search, and as `any_board` the same without the guess-free rule.

        `stopped` is whether the player stopped the search.
        """
        title = "Search stopped" if stopped else "No guess-free board"
        super().__init__(looks, title, "quit", keymap)
        self._fewer = setup._replace(mines=fewer_mines(setup))
        self._any_board = any_board

    def choices(self) -> Sequence[ChoiceLine]:
        return (
            ChoiceLine(
                f"Fewer mines: {self._fewer.mines}",
                help=f"Search with {count_text(self._fewer.mines, 'mine')}",
                pick=lambda now: _play(self._fewer),
                key="1",
            ),
            ChoiceLine(
                "Any board",
                help="You may have to guess",
                pick=lambda now: _play(self._any_board),
                key="2",
            ),
            ChoiceLine(
                "Cancel",
                help="Go back to the covered board",
                verb="cancel",
                pick=lambda now: Leave(),
                key="3",
            ),
        )


def _play(setup: Setup) -> Leave:
    return Leave(lambda game, now: game.play_instead(setup, now))


def fewer_mines(setup: Setup) -> int:
    """Return a smaller number of mines with which a guess-free board is likely to be found."""
    tenth = max(1, setup.mines // 10)
    often = setup.width * setup.height * _EASY_DENSITY // 100
    return max(0, min(setup.mines - tenth, often))
