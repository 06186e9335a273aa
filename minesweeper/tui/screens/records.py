"""The page of records: the best games of a category, its figures and its last games."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, count_text, percent_text
from minesweeper.play.dates import date_text
from minesweeper.play.words import setup_parts, time_text
from minesweeper.store.categories import Category, category_of
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.games_text import board_name
from minesweeper.store.open_games import OpenGames
from minesweeper.store.statistics import CategoryRecords, Summary
from minesweeper.tui.canvas import Canvas, first_that_fits, width
from minesweeper.tui.events import Event, Key
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.tiles import emphasis, put_text
from minesweeper.tui.screen import LeaveAction, Reaction, Screen
from minesweeper.tui.screens.games import GamesPage
from minesweeper.tui.screens.history_pages import HistoryPage, HistoryReader, luck_facts
from minesweeper.tui.widgets.blocks import bar_heights, draw_upright, facts
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.large_digits import DIGIT_ROWS, digits_width, draw_digits
from minesweeper.tui.widgets.layout import SIDE_COLUMNS
from minesweeper.tui.widgets.page_screen import BACK
from minesweeper.tui.widgets.side import Side

# Milliseconds between two readings of the history: with 10,000 games one delays a key noticeably.
_REFRESH_TIME: Final = 1_000


def make_history_screen(games: OpenGames, looks: Looks, keymap: Keymap) -> "HistoryScreen":
    """Return the pages of records and games, with the category of the present game first."""
    reader = HistoryReader(games.store, games.today(), category_of(games.session.game.setup))
    return HistoryScreen(reader, looks, keymap, games.step_overdue_reviews())


class HistoryScreen(Screen):
    """The pages of records and of games, one of which is shown."""

    def __init__(
        self,
        reader: HistoryReader,
        looks: Looks,
        keymap: Keymap,
        overdue_reviews: Iterator[bool],
    ) -> None:
        """Take a step of `overdue_reviews` after each frame, and show the luck that it stored."""
        self.looks = looks
        self._reader = reader
        self._overdue_reviews = overdue_reviews
        self._is_reviewing = True
        self._is_outdated = False
        """Whether luck was stored that is not shown yet."""
        self._next_refresh = 0
        self.page: HistoryPage = RecordsPage(reader, looks, keymap, self._change_page)
        """The page that is shown."""
        self._other_page: HistoryPage = GamesPage(
            reader, looks, keymap, self._change_page, overdue_reviews
        )

    def _change_page(self) -> None:
        self.page, self._other_page = self._other_page, self.page

    def draw(self, canvas: Canvas, now: int) -> None:
        self.page.draw(canvas, now)

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; if the history could not be read, it is read again."""
        if self._reader.trouble:
            self._reader.forget()
        return self.page.handle(event, now)

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


class _Group(NamedTuple):
    """A part of the page that is drawn as a whole, or not at all."""

    rows: int
    draw: Callable[[Canvas, int], None]
    """Called with the canvas and the first row."""


# The rows of the other best games, and the columns from one to the next and of one.
_PLACE_ROWS: Final = 3
_PLACE_ROWS_WHEN_LOW: Final = 2
_PLACE_PITCH: Final = 17
_PLACE_COLUMNS: Final = 12
_MOST_PLACE_COLUMNS: Final = 3
# The rows of the upright bars with their label, those of the highest one, and the columns of one.
_BARS_ROWS: Final = 6
_BARS_ROWS_WHEN_LOW: Final = 4
_BAR_ROWS: Final = 4
_BAR_PITCH: Final = 2
_MOST_BARS: Final = 25
_TURNS: Final = {"left": -1, "right": 1}
_SCROLLS: Final = {"up": -1, "page-up": -1, "down": 1, "page-down": 1}


class RecordsPage(HistoryPage):
    """The records of one category; arrows show the others."""

    name = "Records"

    def __init__(
        self, reader: HistoryReader, looks: Looks, keymap: Keymap, change_page: Callable[[], None]
    ) -> None:
        super().__init__(reader, looks, keymap, change_page)
        self._first = 0
        """The first group that is shown, if the stage is too low for all."""
        self._last_first = 0

    # Drawing

    def draw_value(self, canvas: Canvas, room: int) -> None:
        theme, stage = self.looks.theme, self.stage
        left, right, _, _ = theme.glyphs.scroll_arrows
        position = self.reader.position
        if not position:
            return
        text = first_that_fits([f"{left} {position} {right}", position], room)
        start, middle = stage.right + 1 - width(text), stage.right + 1 - width(text) // 2
        canvas.put(start, stage.row, text, theme.dim)
        row = range(stage.row, stage.row + 1)
        canvas.target(range(start, middle), row, Key("left"))
        canvas.target(range(middle, stage.right + 1), row, Key("right"))

    def draw_stage(self, canvas: Canvas, now: int) -> None:
        head, records = self.draw_head(canvas), self.reader.records
        if not records:
            return
        theme, stage = self.looks.theme, self.stage
        groups = self._groups(records, _PLACE_ROWS, _BARS_ROWS)
        if head + 1 + sum(group.rows for group in groups) > stage.rows:
            groups = self._groups(records, _PLACE_ROWS_WHEN_LOW, _BARS_ROWS_WHEN_LOW)
        heights, room = [group.rows for group in groups], stage.rows - head - 1
        self._last_first = next(at for at in range(len(groups)) if sum(heights[at:]) <= room)
        self._first = min(self._first, self._last_first)
        top, start, gap, count = _arrange(heights[self._first :], stage.rows, head)
        name = self._category_name(records.summary.category, stage.columns - 2)
        put_text(canvas, stage.column + 1, stage.row + top, name, theme.bright, theme)
        row, end = stage.row + start, self._first + count
        for group in groups[self._first : end]:
            group.draw(canvas, row)
            row += group.rows + gap
        rows = range(stage.row + start, row - gap)
        self.draw_more(canvas, rows, above=self._first > 0, below=end < len(groups))

    def _groups(self, records: CategoryRecords, place_rows: int, bars_rows: int) -> list[_Group]:
        results = self.reader.last_results(records.summary.category)
        groups = [self._best_group(records)]
        places = (records.best_cleared or records.best_flagged)[1:]
        if places:
            rows = min(place_rows, len(places))
            groups.append(_Group(rows, partial(self._draw_places, rows=rows, games=places)))
        if results:
            draw = partial(self._draw_bars, rows=bars_rows, results=results)
            groups.append(_Group(bars_rows, draw))
        return groups

    def _category_name(self, category: Category, columns: int) -> str:
        """Return the size, mines and rules, else a short name, else as many parts as fit."""
        times = self.looks.theme.glyphs.times
        parts = setup_parts(category, times)
        names = [", ".join(parts[:end]) for end in range(len(parts), 0, -1)]
        names.insert(1, capitalise(board_name(category, times)))
        return first_that_fits(names, columns)

    def _best_group(self, records: CategoryRecords) -> _Group:
        """Return the best time and its day, and below it the best one by flags."""
        theme, games = self.looks.theme, records.best_cleared or records.best_flagged
        if not games:
            return _Group(1, partial(self._draw_texts, texts=["No record yet."]))
        best, flagged = games[0], records.best_flagged[:1]
        time, texts = time_text(best.ms), list[str]()
        digits = time.removesuffix(" s")
        is_large = not theme.glyphs.is_ascii and digits_width(digits) < self.stage.columns
        columns = digits_width(digits) if is_large else width(time)
        day = f"on {date_text(best.day, self.reader.today)}" if best.day else ""
        if flagged == [best]:
            day = f"flagged {day}"
        elif flagged:
            texts.append(f"{emphasis('dim', 'flagged')} {time_text(flagged[0].ms)}")
        if columns + 2 + width(day) >= self.stage.columns:
            texts.insert(0, emphasis("dim", day))
            day = ""
        rows = DIGIT_ROWS if is_large else 1
        texts = texts[: self.stage.rows - 2 - rows]

        def draw(canvas: Canvas, row: int) -> None:
            left = self.stage.column + 1
            if is_large:
                draw_digits(canvas, left, row, digits, "good", theme)
            else:
                put_text(canvas, left, row, time, theme.good, theme)
            put_text(canvas, left + columns + 2, row + rows - 1, day, theme.dim, theme)
            self._draw_texts(canvas, row + rows, texts)

        return _Group(rows + len(texts), draw)

    def _draw_texts(self, canvas: Canvas, row: int, texts: Sequence[str]) -> None:
        theme = self.looks.theme
        for at, text in enumerate(texts, row):
            put_text(canvas, self.stage.column + 1, at, text, theme.text, theme)

    def _draw_places(
        self, canvas: Canvas, row: int, rows: int, games: Sequence[StoredGame]
    ) -> None:
        """Draw the times of the best games from the second one on, in columns."""
        theme = self.looks.theme
        fitting = (self.stage.columns - _PLACE_COLUMNS - 1) // _PLACE_PITCH + 1
        shown = games[: rows * min(_MOST_PLACE_COLUMNS, fitting)]
        for at, game in enumerate(shown):
            across, down = divmod(at, rows)
            column = self.stage.column + 1 + _PLACE_PITCH * across
            canvas.put(column, row + down, f"{at + 2:2}", theme.dim)
            canvas.put(column + 3, row + down, f"{time_text(game.ms):>9}", theme.text)

    def _draw_bars(
        self, canvas: Canvas, row: int, rows: int, results: Sequence[int | None]
    ) -> None:
        """Draw a bar for each of the last games that was won, and a sign for each that was lost."""
        theme, left = self.looks.theme, self.stage.column + 1
        results = results[-min(_MOST_BARS, self.stage.columns // _BAR_PITCH) :]
        times = [ms for ms in results if ms is not None]
        put_text(canvas, left, row, self._legend(results, len(times)), theme.dim, theme)
        heights = iter(bar_heights(times, min(_BAR_ROWS, rows - 1)) if times else ())
        for column, ms in enumerate(results):
            at = left + _BAR_PITCH * column, row + rows - 1
            if ms is None:
                put_text(canvas, *at, "✗", theme.bad, theme)
            else:
                role: Role = "good" if ms == min(times) else "bar"
                draw_upright(canvas, *at, next(heights), role, theme)

    def _legend(self, results: Sequence[int | None], wins: int) -> str:
        """Return what the bars mean, in the room that there is."""
        texts = [f"last {count_text(len(results), 'game')}"]
        if wins > 1:
            texts.append("short is fast")
        if wins < len(results):
            texts.append(f"{emphasis('bad', '✗')} lost")
        forms = ["   ".join(texts), "   ".join([texts[0], *texts[2:]]), texts[0]]
        return first_that_fits(forms, self.stage.columns - 2)

    # The side

    def side(self, now: int) -> Side:
        boards = [Word("← →", "board", Key("right"))] * (len(self.reader.categories) > 1)
        words = [*boards, self.other_page_word("games"), BACK]
        records = self.reader.records
        if not records:
            text = "Your best times will stand here: win a game first."
            return self.empty_side(text)._replace(more=words)
        summary, rate = records.summary, records.summary.win_rate
        ended = summary.won + summary.lost
        return Side(
            title=f"Won {summary.won} of {ended}" if ended else "No game that counts",
            value="" if rate is None else percent_text(rate),
            value_role="text",
            body=[facts(group, self.looks.theme) for group in record_facts(records) if group],
            more=words,
        )

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        if way := _TURNS.get(action):
            self.reader.turn(way)
            self._first = 0
        elif way := _SCROLLS.get(action):
            self.scroll(way)
        else:
            return super().press(key, action, now)
        return None

    def scroll(self, rows: int) -> None:
        """Scroll by groups, which differ in their rows."""
        self._first = max(0, min(self._first + rows, self._last_first))


def _arrange(heights: Sequence[int], rows: int, head: int) -> tuple[int, int, int, int]:
    """Return the row of the board's name, that of the first group, and the blanks between groups.

    The last number is how many groups are in sight: as many as there is room for, and as airy.
    """

    def in_sight(arrangement: tuple[int, int, int]) -> int:
        _, start, gap = arrangement
        ends = accumulate((height + gap for height in heights), initial=start - gap)
        return sum(end <= rows for end in ends) - 1

    name = head + 1
    airiest_first = (name, name + 2, 1), (head, name + 1, 1), (name, name + 1, 0), (head, name, 0)
    best = max(airiest_first, key=in_sight)
    return *best, in_sight(best)


def record_facts(records: CategoryRecords) -> list[list[tuple[str, str]]]:
    """Return the figures of a category that exist, in groups, the most important first."""
    summary = records.summary
    return [
        _streaks(summary),
        [
            (f"average of {each.span}", time_text(each.current_ms))
            for each in records.averages
            if each.current_ms is not None
        ],
        _helped(summary),
        _luck(summary),
        _losses(summary),
    ]


def _streaks(summary: Summary) -> list[tuple[str, str]]:
    if not summary.longest_streak:
        return []
    longest = [("longest", str(summary.longest_streak))]
    return [("in a row", str(summary.streak)), *longest * (summary.longest_streak > summary.streak)]


def _helped(summary: Summary) -> list[tuple[str, str]]:
    if not summary.helped_games:
        return []
    won = f"{summary.helped_won} won"
    texts = f"{count_text(summary.helped_games, 'game')}, {won}", f"{summary.helped_games}, {won}"
    return [("helped", first_that_fits(texts, SIDE_COLUMNS - len("helped ")))]


def _luck(summary: Summary) -> list[tuple[str, str]]:
    if not summary.guesses:
        return []
    survived, expected = summary.guesses_survived or 0, summary.guesses_expected or 0
    return luck_facts(summary.guesses, survived, expected)


def _losses(summary: Summary) -> list[tuple[str, str]]:
    avoidable, unlucky = summary.lost_needlessly, summary.lost_unluckily
    if not summary.lost:
        return []
    reviewed = [("you could know", str(avoidable)), ("bad luck", str(unlucky))]
    return [("losses", str(summary.lost)), *reviewed * bool(avoidable or unlucky)]
