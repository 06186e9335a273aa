"""Win rate and time as plots over the last games."""

from typing import Final

from minesweeper.store.games_text import Characters, TextLine, heading
from minesweeper.store.records import Results
from minesweeper.store.records_text import WIDE_RESULTS, plots, plots_beside
from minesweeper.tui.screens.history_pages import HistoryReader, TableTab

# Rows of a plot besides its blocks.
_AROUND: Final = 3
_MANY_ROWS: Final = 20
_HIGH: Final = 16


class TrendsTab(TableTab):
    """The plots of one table."""

    name = "Trends"
    empty = ("Your win rate and your times will be plotted here:", "finish a game first.")

    def __init__(self, reader: HistoryReader) -> None:
        super().__init__(reader)
        self._block = 1
        """How many lines an arrow key scrolls: a plot where they are below each other."""

    def step(self) -> int:
        return self._block

    def lines(
        self, results: Results, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        """Return the plots side by side, or below each other with as many in sight as fit."""
        head = [heading(results.summary.table, columns, characters)]
        if columns >= WIDE_RESULTS:
            self._block = 1
            head += [[]] * (rows >= _MANY_ROWS)
            height = max(1, min(_HIGH, rows - len(head) - _AROUND))
            return head + plots_beside(results, columns, height, characters)
        self._block = rows // max(1, rows // _HIGH)
        height = max(1, self._block - len(head) - _AROUND)
        each = plots(results, columns, height, characters)
        return [line for plot in each for line in [*head, *plot]]
