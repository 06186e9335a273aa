"""What the pages of records, games and trends share: the history, and the table that is shown."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from sqlite3 import Connection
from typing import TypeVar

from minesweeper.store.games_text import ASCII, UNICODE, Characters, Role, TextLine
from minesweeper.store.history import History
from minesweeper.store.open_games import NoHistory
from minesweeper.store.records import Results, results_of
from minesweeper.store.results import Summary, Table, summaries
from minesweeper.tui.canvas import Canvas, Style, wrap
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Reaction
from minesweeper.tui.widgets.footer import FooterWord
from minesweeper.tui.widgets.page import PageLine, Scroller, Sheet, Tab

Answer = TypeVar("Answer")


class HistoryReader:
    """The history as the pages query it, and which of its tables they show."""

    def __init__(self, history: History | NoHistory, played: Table) -> None:
        """Show the table of the game that is played first."""
        self.today = history.today
        self.trouble = ""
        """Why the history could not be read: it is not asked again before `forget`."""
        self.version = 0
        """Grows whenever what was read may have changed."""
        self._history = history
        self._played = played
        self._tables: list[Summary] | None = None
        self._current = played
        self._results: dict[Table, Results] = {}

    def ask(self, query: Callable[[Connection], Answer]) -> Answer | None:
        """Return the answer to a query; None where there is no history, or it cannot be read."""
        if self.trouble:
            return None
        answer: Answer | None = self._history.query(query)
        if self._history.is_unreadable:
            self.trouble = self._history.take_messages()
        return answer

    def forget(self) -> None:
        """Read everything again when it is shown next."""
        self.version += 1
        self.trouble = ""
        self._tables = None
        self._results.clear()

    # Tables

    @property
    def tables(self) -> list[Summary]:
        """The results of each table: of the game that is played, then those of most games."""
        if self._tables is None:
            found = self.ask(summaries) or []
            self._tables = sorted(found, key=lambda each: each.table != self._played)
        return self._tables

    @property
    def _index(self) -> int:
        tables = [each.table for each in self.tables]
        return tables.index(self._current) if self._current in tables else 0

    @property
    def summary(self) -> Summary | None:
        """The results of the table that is shown; None if there are none."""
        return self.tables[self._index] if self.tables else None

    @property
    def place(self) -> str:
        """Which of the tables is shown; empty if there is only one."""
        return f"Table {self._index + 1} of {len(self.tables)}" if len(self.tables) > 1 else ""

    def turn(self, way: int) -> None:
        """Show the next table, or the one before; the first follows the last."""
        if self.tables:
            self._current = self.tables[(self._index + way) % len(self.tables)].table

    def results(self, summary: Summary) -> Results:
        """Return the results of the table of a summary, which are read only once."""
        if summary.table not in self._results:
            found = self.ask(lambda db: results_of(db, summary))
            self._results[summary.table] = found or Results(summary)
        return self._results[summary.table]

    # Games

    def delete(self, identity: str) -> str:
        """Delete a game, and forget what was read; return why it could not be deleted, or ""."""
        assert isinstance(self._history, History), "only what is kept is listed"
        is_deleted = self._history.delete(identity)
        self.forget()
        return "" if is_deleted else self._history.take_messages() or "The game is gone already"


class TableTab(Tab):
    """Lines about one table, which scroll; beyond the last and the first are other tables."""

    empty: Sequence[str]
    """The message while there are no results."""

    def __init__(self, reader: HistoryReader) -> None:
        self.reader = reader
        self._scroller = Scroller()

    @abstractmethod
    def lines(
        self, results: Results, columns: int, rows: int, characters: Characters
    ) -> list[TextLine]:
        """Return the lines about a table, for the columns and rows in sight."""

    def step(self) -> int:
        """Return how many lines an arrow key scrolls."""
        return 1

    def about(self) -> Iterator[str]:
        if self.reader.place:
            yield self.reader.place
            yield self.reader.place.removeprefix("Table ")

    def position(self) -> str:
        return self._scroller.position

    def words(self) -> Iterable[FooterWord]:
        if len(self.reader.tables) > 1:
            yield FooterWord("[ ]", "other tables", "]")

    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        summary = self.reader.summary
        if self.reader.trouble or not summary:
            texts = [self.reader.trouble] if self.reader.trouble else self.empty
            self._scroller.fit(0, sheet.rows)
            draw_message(canvas, sheet, texts, theme)
            return
        results = self.reader.results(summary)
        lines = self.lines(results, sheet.columns, sheet.rows, characters_of(theme))
        in_sight = self._scroller.fit(len(lines), sheet.rows)
        sheet.put_lines(canvas, painted(lines[in_sight.start :], theme))

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
    """Return the characters of tables that go with a theme's glyphs."""
    return ASCII if theme.glyphs.border[0].isascii() else UNICODE


def painted(lines: Iterable[TextLine], theme: Theme) -> list[PageLine]:
    """Return lines of text as a theme paints their roles."""
    styles: dict[Role, Style] = {
        "text": theme.text,
        "dim": theme.dim,
        "accent": theme.accent,
        "header": theme.header,
        "won": theme.won,
        "lost": theme.lost,
    }
    found = []
    for line in lines:
        pieces, at = [], 0
        for text, role in line:
            pieces.append((at, text, styles[role]))
            at += len(text)
        found.append(pieces)
    return found


def draw_message(canvas: Canvas, sheet: Sheet, texts: Iterable[str], theme: Theme) -> None:
    """Draw a few sentences in the middle of the frame."""
    lines = [line for text in texts for line in wrap(text, sheet.columns)]
    left = max(0, (sheet.columns - max(map(len, lines))) // 2)
    top = max(0, (sheet.rows - len(lines)) // 2)
    sheet.put_lines(canvas, [[(left, line, theme.message)] for line in lines], top)
