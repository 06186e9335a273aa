"""What the pages of records and of games share: the history, and a head that names both."""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from minesweeper.store.categories import Category
from minesweeper.store.errors import StoreError
from minesweeper.store.statistics import (
    CategoryRecords,
    Summary,
    read_category_records,
    read_last_results,
    read_summaries,
)
from minesweeper.store.store import Store
from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Key
from minesweeper.tui.keys import TAB, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Reaction
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import PageScreen
from minesweeper.tui.widgets.side import Side

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

Found = TypeVar("Found")
_Values = ParamSpec("_Values")

# The last games whose results are shown.
_LAST_RESULTS: Final = 25
_NAMES: Final = ("Records", "Games")
_NAME_GAP: Final = 3


class HistoryReader:
    """Reads the history for the pages, and knows which category they show."""

    def __init__(self, store: Store, today: str, current: Category) -> None:
        """Show the category of the present game first; `today` is the local date."""
        self.today = today
        self.trouble = ""
        """Why the history could not be read, or ""; it is not read again before `forget`."""
        self.version = 0
        """A number that grows whenever the history may have changed."""
        self._store = store
        self._first = current
        self._categories: list[Summary] | None = None
        self._current = current
        self._records: dict[Category, CategoryRecords] = {}
        self._results: dict[Category, list[int | None]] = {}

    def query(
        self,
        query: "Callable[Concatenate[Connection, _Values], Found]",
        *values: _Values.args,
        **named: _Values.kwargs,
    ) -> Found | None:
        """Return what a function reads, given a connection and values; None if that fails."""
        if not self.trouble:
            try:
                return self._store.read(query, *values, **named)
            except StoreError as error:
                self.trouble = str(error)
        return None

    def forget(self) -> None:
        """Forget what was read, so that it is read again when it is next shown."""
        self.version += 1
        self.trouble = ""
        self._categories = None
        self._records.clear()
        self._results.clear()

    # Categories

    @property
    def categories(self) -> list[Summary]:
        """The figures of each category: that of the present game first, then by number of games."""
        if self._categories is None:
            found = self.query(read_summaries) or []
            self._categories = sorted(found, key=lambda each: each.category != self._first)
        return self._categories

    @property
    def _index(self) -> int:
        categories = [each.category for each in self.categories]
        return categories.index(self._current) if self._current in categories else 0

    @property
    def records(self) -> CategoryRecords | None:
        """The records of the category shown; None if there are none, or they cannot be read."""
        if not self.categories:
            return None
        summary = self.categories[self._index]
        if summary.category not in self._records:
            found = self.query(read_category_records, summary)
            self._records[summary.category] = found or CategoryRecords(summary)
        return None if self.trouble else self._records[summary.category]

    @property
    def position(self) -> str:
        """The number of the category shown: "1 of 2"; empty if there is only one."""
        count = len(self.categories)
        return f"{self._index + 1} of {count}" if count > 1 else ""

    def turn(self, way: int) -> None:
        """Show the next category, or the previous one; the first follows the last."""
        if self.categories:
            self._current = self.categories[(self._index + way) % len(self.categories)].category

    def last_results(self, category: Category) -> list[int | None]:
        """Return the times of the last wins of a category, and None for each loss."""
        if category not in self._results:
            found = self.query(read_last_results, category, _LAST_RESULTS)
            self._results[category] = found or []
        return self._results[category]

    # Games

    def delete(self, identity: str) -> str:
        """Delete a game, and forget what was read; return why it could not be deleted, or ""."""
        try:
            self._store.delete(identity)
        except StoreError as error:
            return str(error)
        finally:
            self.forget()
        return ""


class HistoryPage(PageScreen):
    """A page of the history. Its head names all of them; Tab shows the other one."""

    opened_by = "records"
    name = ""
    """One of the names in the head."""

    def __init__(
        self, reader: HistoryReader, looks: Looks, keymap: Keymap, change_page: Callable[[], None]
    ) -> None:
        """Call `change_page` to show the other page."""
        super().__init__(looks, keymap)
        self.reader = reader
        self._change_page = change_page

    def draw_head(self, canvas: Canvas) -> int:
        theme, stage = self.looks.theme, self.stage
        column, row = stage.column, range(stage.row, stage.row + 1)
        for name in _NAMES:
            is_shown = name == self.name
            canvas.put(column, stage.row, name, theme.bright if is_shown else theme.dim)
            end = column + width(name)
            if not is_shown and not self.question:
                canvas.target(range(column, end), row, Key(TAB))
            column = end + _NAME_GAP
        self.draw_value(canvas, stage.right + 1 - column)
        return 1

    @abstractmethod
    def draw_value(self, canvas: Canvas, room: int) -> None:
        """Draw what stands at the right end of the head, in so many columns."""

    def other_page_word(self, name: str) -> Word:
        """Return the word of the key line for the other page."""
        return Word("Tab", name, Key(TAB))

    def empty_side(self, text: str) -> Side:
        """Return a side that says why there is nothing to show; `text` if there are no games."""
        if trouble := self.reader.trouble:
            return Side(title=self.name, body=[sentence(trouble)], body_role="note")
        return Side(title="No games yet", body=[text])

    def press(self, key: str, action: str, now: int) -> Reaction:
        if key in (TAB, "shift-tab"):
            self._change_page()
            return None
        return super().press(key, action, now)


def luck_facts(guesses: int, survived: int, expected: float) -> list[tuple[str, str]]:
    """Return how many guesses were survived, and how many survivals were to be expected."""
    return [("lucky guesses", f"{survived} of {guesses}"), ("expected", f"{expected:.1f}")]
