"""What the pages of records, games and trends share: the history, and a tab about a category."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from minesweeper.store.categories import Category
from minesweeper.store.errors import StoreError
from minesweeper.store.statistics import (
    CategoryRecords,
    Summary,
    read_category_records,
    read_summaries,
)
from minesweeper.store.store import Store
from minesweeper.store.text_lines import ASCII, UNICODE, Characters, LineRole, TextLine
from minesweeper.tui.canvas import Canvas, Style, width, wrap_evenly
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Reaction
from minesweeper.tui.widgets.footer import FooterWord
from minesweeper.tui.widgets.page import PageLine, Scroller, Sheet, Tab

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

Found = TypeVar("Found")
_Values = ParamSpec("_Values")


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
    def summary(self) -> Summary | None:
        """The figures of the category shown; None if there are none."""
        return self.categories[self._index] if self.categories else None

    @property
    def position(self) -> str:
        """The number of the category shown: "1 of 2"; empty if there is only one."""
        count = len(self.categories)
        return f"{self._index + 1} of {count}" if count > 1 else ""

    def turn(self, way: int) -> None:
        """Show the next category, or the previous one; the first follows the last."""
        if self.categories:
            self._current = self.categories[(self._index + way) % len(self.categories)].category

    def records(self, summary: Summary) -> CategoryRecords:
        """Return the records of the category of a summary, which are read only once."""
        if summary.category not in self._records:
            found = self.query(read_category_records, summary)
            self._records[summary.category] = found or CategoryRecords(summary)
        return self._records[summary.category]

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


class CategoryTab(Tab):
    """A tab of lines about one category. Scrolling beyond the last line shows the next category."""

    empty: Sequence[str]
    """The message while there are no results."""

    def __init__(self, reader: HistoryReader) -> None:
        self.reader = reader
        self._scroller = Scroller()

    @abstractmethod
    def lines(
        self, records: CategoryRecords, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        """Return the lines about a category, for the given numbers of columns and rows."""

    def step(self) -> int:
        """Return the number of lines that an arrow key scrolls."""
        return 1

    def title_texts(self) -> Iterator[str]:
        if position := self.reader.position:
            yield f"Category {position}"
            yield position

    def position(self) -> str:
        return self._scroller.position

    def words(self) -> Iterable[FooterWord]:
        if len(self.reader.categories) > 1:
            yield FooterWord("[ ]", "change category", "]")

    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        summary = self.reader.summary
        if self.reader.trouble or not summary:
            texts = [self.reader.trouble] if self.reader.trouble else self.empty
            self._scroller.fit(0, sheet.rows)
            draw_message(canvas, sheet, texts, theme)
            return
        records = self.reader.records(summary)
        lines = self.lines(records, sheet.columns, sheet.rows, characters_of(theme))
        in_sight = self._scroller.fit(len(lines), sheet.rows)
        sheet.put_lines(canvas, paint_lines(lines[in_sight.start :], theme))

    def press(self, key: str, action: str, now: int) -> Reaction:
        if key in "[]":
            self._turn(1 if key == "]" else -1)
        elif action in ("up", "down"):
            way = self._scroller.distance(action)
            if not self._scroller.move(way * self.step()):
                self._turn(way)
        else:
            self._scroller.move(self._scroller.distance(action))
        return None

    def scroll(self, lines: int) -> None:
        self._scroller.move(lines)

    def _turn(self, way: int) -> None:
        self.reader.turn(way)
        self._scroller.first = 0


def characters_of(theme: Theme) -> Characters:
    """Return the characters for tables that go with a theme's glyphs."""
    return ASCII if theme.glyphs.is_ascii else UNICODE


def paint_lines(lines: Iterable[TextLine], theme: Theme) -> list[PageLine]:
    """Return lines of text as lines of a page, with the theme's styles for their roles."""
    styles: dict[LineRole, Style] = {
        "text": theme.text,
        "dim": theme.dim,
        "accent": theme.accent,
        "header": theme.header,
        "won": theme.won,
        "lost": theme.lost,
    }
    page_lines = []
    for line in lines:
        pieces, at = [], 0
        for text, role in line:
            pieces.append((at, text, styles[role]))
            at += len(text)
        page_lines.append(pieces)
    return page_lines


def draw_message(canvas: Canvas, sheet: Sheet, texts: Iterable[str], theme: Theme) -> None:
    """Draw a few sentences in the middle of the frame."""
    texts = [*texts]
    if any(width(text) > sheet.columns for text in texts):
        texts = [" ".join(texts)]
    lines = [line for text in texts for line in wrap_evenly(text, sheet.columns)]
    left = max(0, (sheet.columns - max(map(len, lines))) // 2)
    top = max(0, (sheet.rows - len(lines)) // 2)
    sheet.put_lines(canvas, [[(left, line, theme.message)] for line in lines], top)
