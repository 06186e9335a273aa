"""The pages of records, games and trends, and the first of them: the best games of a category."""

from collections.abc import Iterator, Sequence
from typing import Final

from minesweeper.store.categories import category_of
from minesweeper.store.open_games import OpenGames
from minesweeper.store.records_text import WIDE_RECORDS, category_lines, overview_lines
from minesweeper.store.statistics import CategoryRecords
from minesweeper.store.text_lines import Characters, TextLine
from minesweeper.tui.events import Event
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import LeaveAction, Reaction
from minesweeper.tui.screens.games import GamesTab
from minesweeper.tui.screens.history_pages import CategoryTab, HistoryReader
from minesweeper.tui.screens.trends import TrendsTab
from minesweeper.tui.widgets.page import Tab, TabbedPage

# Milliseconds between two readings of the history: with 10,000 games one delays a key noticeably.
_REFRESH_TIME: Final = 1_000


def make_records_page(games: OpenGames, looks: Looks, keymap: Keymap) -> "RecordsPage":
    """Return the pages of the history, with the category of the present game first."""
    reader = HistoryReader(games.store, games.today(), category_of(games.session.game.setup))
    overdue_reviews = games.step_overdue_reviews()
    games_tab = GamesTab(reader, looks, keymap, overdue_reviews)
    tabs = [RecordsTab(reader), games_tab, TrendsTab(reader)]
    return RecordsPage(looks, tabs, reader, keymap, overdue_reviews)


class RecordsPage(TabbedPage):
    """The pages of records, games and trends."""

    def __init__(
        self,
        looks: Looks,
        tabs: Sequence[Tab],
        reader: HistoryReader,
        keymap: Keymap,
        overdue_reviews: Iterator[bool],
    ) -> None:
        """Take a step of `overdue_reviews` after each frame, and show the luck that it stored."""
        super().__init__(looks, tabs, "records", keymap)
        self._reader = reader
        self._overdue_reviews = overdue_reviews
        self._is_reviewing = True
        self._is_outdated = False
        """Whether luck was stored that is not shown yet."""
        self._next_refresh = 0

    def tick(self, now: int) -> None:
        has_stored = None if self._reader.trouble else next(self._overdue_reviews, None)
        self._is_reviewing = has_stored is not None
        self._is_outdated |= bool(has_stored)
        if self._is_outdated and (now >= self._next_refresh or not self._is_reviewing):
            self._next_refresh, self._is_outdated = now + _REFRESH_TIME, False
            self._reader.forget()

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_reviewing else super().next_wakeup(now)

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Show the luck that was stored while a replay or a review was open."""
        self._reader.forget()
        return super().continue_after(do, now)

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; if the history could not be read, it is read again."""
        if self._reader.trouble:
            self._reader.forget()
        return super().handle(event, now)


class RecordsTab(CategoryTab):
    """The best games of one category, and the figures of all."""

    name = "Records"
    empty = (
        "Your ten best games at each level will appear here,",
        "with averages, streaks and luck. Play and win one first!",
    )

    def lines(
        self, records: CategoryRecords, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        lines = category_lines(records, columns, characters, self.reader.today)
        if columns < WIDE_RECORDS:
            return lines
        others = overview_lines(self.reader.categories, records.summary, columns, characters)
        return [*lines, [], *others] if len(lines) + len(others) < rows else lines
