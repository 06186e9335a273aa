"""The player's results on boards of each kind, as the side of a page says them."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from minesweeper.engine.setup import Size, level_name
from minesweeper.play.words import time_text
from minesweeper.store.categories import Category
from minesweeper.store.errors import StoreError
from minesweeper.store.statistics import Summary, read_last_times, read_summaries
from minesweeper.store.store import Store
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screens.game_side import FEWEST_BARS
from minesweeper.tui.widgets.blocks import bars
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.side import Part, Side

OWN_SIZE: Final = "Your own"
"""What a board is called that has not the size of a level."""


def sides_text(size: Size, theme: Theme) -> str:
    """Return a width and a height: "30x16"."""
    return f"{size.width}{theme.glyphs.times}{size.height}"


def board_side(size: Size, main: Sequence[Word], theme: Theme, body: Sequence[Part] = ()) -> Side:
    """Return the side of a board that can be played: its name, its width and its height."""
    name = level_name(*size).capitalize() or OWN_SIZE
    return Side(title=name, value=sides_text(size, theme), body=body, main=main)


class Results:
    """The results as they are when this is made. What cannot be read is left out."""

    def __init__(self, store: Store) -> None:
        self._store = store
        summaries: list[Summary] = []
        with suppress(StoreError):
            summaries = store.read(read_summaries)
        self._summaries = {each.category: each for each in summaries}
        self._times: dict[Category, list[int]] = {}
        """The times of the last wins, by category, as far as they were asked for."""

    @property
    def totals(self) -> tuple[int, int]:
        """How many games were won, and how many won or lost."""
        won = sum(each.won for each in self._summaries.values())
        return won, won + sum(each.lost for each in self._summaries.values())

    def best(self, category: Category) -> str:
        """Return the best time, of boards cleared if there is one; "" before the first win."""
        if not (summary := self._summaries.get(category)):
            return ""
        cleared, flagged = summary.best_cleared_ms, summary.best_flagged_ms
        best = flagged if cleared is None else cleared
        return "" if best is None else time_text(best)

    def parts(self, category: Category, theme: Theme) -> list[Part]:
        """Return the best time, the wins of all games, and the times of the last wins as bars."""
        summary = self._summaries.get(category)
        if not summary:
            return []
        parts: list[Part] = []
        if best := self.best(category):
            parts.append(f"{emphasis('dim', 'best')} {best}")
        if ended := summary.won + summary.lost:
            parts.append(f"{emphasis('dim', 'won')} {summary.won} of {ended}")
        times = self._last_times(summary)
        if len(times) >= FEWEST_BARS:
            parts.append(bars(times, f"last {len(times)} wins", theme))
        return parts

    def _last_times(self, summary: Summary) -> list[int]:
        """Return the times of the last wins with the ending of the best one."""
        category = summary.category
        if category not in self._times:
            ending = "flagged" if summary.best_cleared_ms is None else "cleared"
            self._times[category] = []
            with suppress(StoreError):
                self._times[category] = self._store.read(read_last_times, category, ending)
        return self._times[category]
