"""The page of trends: plots of the win rate and the times of the last games."""

from typing import Final

from minesweeper.store.records import CategoryRecords
from minesweeper.store.records_text import WIDE_RECORDS, category_heading, plots, plots_side_by_side
from minesweeper.store.text_lines import Characters, TextLine
from minesweeper.tui.screens.history_pages import CategoryTab, HistoryReader

# The rows of a plot around its bars.
_AROUND: Final = 3
_MANY_ROWS: Final = 20
_HIGH: Final = 16


class TrendsTab(CategoryTab):
    """The plots of one category."""

    name = "Trends"
    empty = ("Your win rate and times will be plotted here.", "Finish a game first.")

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
            head += [[]] * (rows >= _MANY_ROWS)
            height = max(1, min(_HIGH, rows - len(head) - _AROUND))
            return head + plots_side_by_side(records, columns, height, characters)
        self._block = rows // max(1, rows // _HIGH)
        height = max(1, self._block - len(head) - _AROUND)
        each = plots(records, columns, height, characters)
        return [line for plot in each for line in [*head, *plot]]
