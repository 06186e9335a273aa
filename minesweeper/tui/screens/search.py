"""The search for a guess-free board, and what to play where none was found.

The first reveal waits for the search, the screen does not.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import Setup
from minesweeper.solver.guess_free import GuessFreeResult
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Leave
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage

# Milliseconds after which a search shows its progress.
_SHOWN: Final = 100
# Up to this number of mines in a hundred cells a search seldom fails, except on two rows.
_OFTEN_FOUND: Final = 30


class Search:
    """A search under way, and how far it is."""

    def __init__(self, steps: Iterator[GuessFreeResult], setup: Setup, now: int) -> None:
        """`setup` is what the steps search for."""
        self.setup = setup
        self._steps = steps
        self._last = next(steps)
        self._since = now

    def step(self) -> bool:
        """Search a little more; return whether the search is over."""
        found = next(self._steps, None)
        self._last = found or self._last
        return found is None

    @property
    def found(self) -> GuessFreeResult | None:
        """The guess-free board, once the search is over; None if there is none."""
        return self._last if self._last.proved else None

    def text(self, now: int) -> str:
        """Say how far the search is; empty while it has only begun."""
        if now < self._since + _SHOWN:
            return ""
        done = f"{100 * self._last.progress:.0f} %"
        return f"Looking for a guess-free board: {done}; Esc stops"


class SearchFailedPage(ChoicesPage):
    """What to play where no guess-free board was found."""

    columns = 40

    def __init__(
        self, looks: Looks, keymap: Keymap, setup: Setup, any_board: Setup, *, stopped: bool
    ) -> None:
        """`setup` is what was searched for; `stopped` says that the player ended the search."""
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
                pick=lambda now: Leave(),
                key="3",
            ),
        )


def _play(setup: Setup) -> Leave:
    return Leave(lambda game, now: game.play_instead(setup, now))


def fewer_mines(setup: Setup) -> int:
    """Return a number of mines with which a guess-free board is likely to be found."""
    tenth = max(1, setup.mines // 10)
    often = setup.width * setup.height * _OFTEN_FOUND // 100
    return max(0, min(setup.mines - tenth, often))
