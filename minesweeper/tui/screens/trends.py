"""The page of trends: plots of the win rate and the times of the last games."""

from typing import Final

from minesweeper.store.records_text import WIDE_RECORDS, category_heading, plots, plots_side_by_side
from minesweeper.store.statistics import CategoryRecords
from minesweeper.store.text_lines import Characters, TextLine
from minesweeper.tui.screens.history_pages import CategoryTab, HistoryReader

# The rows of a plot without its bars, the maximum rows of its bars, and the minimum rows of the
# text for a blank row after the heading.
_PLOT_MARGIN: Final = 3
_MAX_PLOT_ROWS: Final = 16
_ROOMY_ROWS: Final = 20


class TrendsTab(CategoryTab):
    """The plots of one category."""

    name = "Trends"
    empty = ("Your win rate and times will be plotted here.", "Play a game to its end first.")

    def __init__(self, reader: HistoryReader) -> None:
        super().__init__(reader)
        self._block = 1
        """The lines that an arrow key scrolls: a whole plot if they are below each other."""

    def step(self) -> int:
        return self._block

    def lines(
        self, records: CategoryRecords, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        """Return the plots side by side, or below each other if there is no room for that."""
        head = [category_heading(records.summary.category, columns, characters)]
        if columns >= WIDE_RECORDS:
            self._block = 1
            head += [[]] * (rows >= _ROOMY_ROWS)
            height = max(1, min(_MAX_PLOT_ROWS, rows - len(head) - _PLOT_MARGIN))
            return head + plots_side_by_side(records, columns, height, characters)
        self._block = rows // max(1, rows // _MAX_PLOT_ROWS)
        height = max(1, self._block - len(head) - _PLOT_MARGIN)
        each = plots(records, columns, height, characters)
        return [line for plot in each for line in [*head, *plot]]
