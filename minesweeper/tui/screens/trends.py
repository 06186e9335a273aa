"""Win rate and time as plots over the last games."""

from typing import Final

from minesweeper.store.report import WIDE_RESULTS, plots, plots_beside
from minesweeper.store.tables import Characters, TextLine, heading
from minesweeper.store.trends import Results
from minesweeper.tui.screens.archive import Archive, TableTab

# Rows of a plot besides its blocks, where there are many.
AROUND: Final = 3
FEW_ROWS: Final = 8
MANY_ROWS: Final = 20
HIGH: Final = 16


class TrendsTab(TableTab):
    """The plots of one table."""

    name = "Trends"
    empty = ("Your win rate and your times will be plotted here:", "finish a game first.")

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive)
        self._block = 1
        """How many lines an arrow key scrolls: a plot where they are below each other."""

    def step(self) -> int:
        return self._block

    def lines(
        self, results: Results, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        """Return the plots side by side, or below each other with as many in sight as fit."""
        head = [heading(results.summary.table, columns, characters)] * (rows >= FEW_ROWS)
        if columns >= WIDE_RESULTS:
            self._block = 1
            head += [[]] * (rows >= MANY_ROWS)
            height = max(1, min(HIGH, rows - len(head) - AROUND))
            return head + plots_beside(results, columns, height, characters)
        self._block = rows // max(1, rows // HIGH)
        around = AROUND if head else AROUND - 1
        height = max(1, self._block - len(head) - around)
        each = plots(results, columns, height, characters, has_foot=bool(head))
        return [line for plot in each for line in [*head, *plot]]
