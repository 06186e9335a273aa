"""The menu: a level or a size to play next, today's board, the saved game, and the other pages."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from minesweeper.engine.notation import count_text, percent_text
from minesweeper.engine.setup import LEVELS, Setup, Size, level_name, why_too_large_to_solve
from minesweeper.play.daily import daily_name
from minesweeper.play.dates import day_name
from minesweeper.play.words import clock_text, size_text
from minesweeper.store.categories import Category, category_of
from minesweeper.store.daily_results import (
    UNFINISHED,
    DailyResult,
    attempt_text,
    daily_figures,
    read_daily_results,
)
from minesweeper.store.errors import StoreError
from minesweeper.store.open_games import OpenGames
from minesweeper.store.statistics import find_last_own_size
from minesweeper.store.store import Store
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.keys import ROWS, Keymap, word_keys
from minesweeper.tui.look.glyphs import with_times
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import emphasis, unbroken
from minesweeper.tui.screen import QUIT, Leave, LeaveAction, Reaction, Screen
from minesweeper.tui.screens.daily import DailyPage
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.results import OWN_SIZE, Results, board_side, sides_text
from minesweeper.tui.screens.saved_games import SavedGamesPage, progress_of
from minesweeper.tui.screens.size_entry import SizeEntry
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import STAGE_ROWS
from minesweeper.tui.widgets.page_screen import BACK, CHOOSE, ListScreen, RowText
from minesweeper.tui.widgets.pixel_title import (
    PIXEL_TITLE_COLUMNS,
    PIXEL_TITLE_ROWS,
    draw_pixel_title,
)
from minesweeper.tui.widgets.side import Side

_PLAY: Final = Word("Enter", "play", Key("enter"))
_OPEN: Final = Word("Enter", "open", Key("enter"))
_RESUME: Final = Word("Enter", "resume", Key("enter"))
_CHOOSE_SIZE: Final = Word("Enter", "choose a size", Key("enter"))
_CHANGE_SIZE: Final = Word("→", "change the size", Key("right"))
_CHANGE_LEVEL: Final = Word("← →", "level", Key("right"))
_EXPLANATIONS: Final = {
    "Today's board": "The same board for everybody; the first attempt counts",
    "Calendar": "Your results day by day, and the boards of earlier days",
    "Learn": "Twelve short lessons, and training on the boards you have lost",
}
# One win is no streak.
_SHORTEST_STREAK: Final = 2
# With fewer columns the mines have no word, and with still fewer there are no best times.
_COLUMNS_FOR_WORD: Final = 46
_COLUMNS_FOR_BEST: Final = 37


class _Row(NamedTuple):
    """A row of the menu."""

    key: str
    name: str
    act: Callable[[], Reaction]
    side: Side = Side()
    fact: str = ""
    size: Size | None = None
    category: Category | None = None
    """That whose results stand in the side."""
    turn: Callable[[int], None] | None = None
    """Called with 1 for an arrow to the right, and with -1 for one to the left."""


class _Daily(NamedTuple):
    """Today's board of a level, and how many boards of the level were won in a row."""

    level: str
    day: str
    state: str
    streak: int


class MenuPage(ListScreen):
    """Levels, a size of one's own, today's board, the saved game, and the other pages."""

    title = "Minesweeper"
    opened_by = "menu"

    def __init__(
        self,
        games: OpenGames,
        looks: Looks,
        keymap: Keymap = ROWS,
        *,
        open_records: Callable[[], Screen],
        open_settings: Callable[[], Screen] | None = None,
        open_course: Callable[[], Screen] | None = None,
        needs_solver: bool = False,
    ) -> None:
        """Choose the row of the size that is played.

        What cannot be opened has no row. With `needs_solver`, boards too large for the solver are
        refused.
        """
        super().__init__(looks, keymap)
        self._games = games
        self._keymap = keymap
        self._open_records = open_records
        self._open_settings = open_settings
        self._open_course = open_course
        self._needs_solver = needs_solver
        self._entry: SizeEntry | None = None
        """The size that is being typed."""
        level = level_name(*self._setup.size)
        self._daily_level = level or next(iter(LEVELS))
        self._lesson = ""
        """Which lesson is next, once it has been read."""
        self._read()
        self.chosen = [*LEVELS, ""].index(level)

    @property
    def _setup(self) -> Setup:
        """The setup of the games that are dealt."""
        return self._games.dealer.setup

    # What the rows say

    def _read(self) -> None:
        """Read what the rows say, but for the lesson."""
        self._results = Results(self._games.store)
        self._own_size = _find_own_size(self._games)
        self._daily = _read_daily(self._games, self._daily_level)
        self._saved = self._saved_games() if self._games.resumable else None
        self._is_lesson_due = self._open_course is not None
        self._make_rows()

    def tick(self, now: int) -> None:
        """Read which lesson is next: the first frame does not wait for it."""
        if self._is_lesson_due:
            self._is_lesson_due = False
            self._lesson = _find_lesson(self._games.store)
            self._make_rows()

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_lesson_due else super().next_wakeup(now)

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Read everything anew: the page that was left may have changed it."""
        self._read()
        return super().continue_after(do, now)

    def _make_rows(self) -> None:
        groups = self._boards(), self._daily_and_lessons(), self._other_pages()
        self._counts = [len(group) for group in groups if group]
        self._rows = [row for group in groups for row in group]

    def _boards(self) -> list[_Row]:
        levels = [
            self._board(str(key), name.capitalize(), level.size)
            for key, (name, level) in enumerate(LEVELS.items(), 1)
        ]
        if size := self._own_size:
            own = self._board(_digit(1), OWN_SIZE, size)
            side = own.side._replace(main=[_PLAY, _CHANGE_SIZE])
        else:
            own = _Row(_digit(1), OWN_SIZE, self._begin_entry)
            side = Side(title=OWN_SIZE, body=[self._size_help()], main=[_CHOOSE_SIZE])
        return [*levels, own._replace(side=side, turn=self._begin_entry)]

    def _board(self, key: str, name: str, size: Size) -> _Row:
        side, play = board_side(size, [_PLAY], self.looks.theme), partial(self._play, size)
        return _Row(key, name, play, side, size=size, category=self._category(size))

    def _category(self, size: Size) -> Category:
        return category_of(self._setup._replace(**size._asdict()))

    def _daily_and_lessons(self) -> list[_Row]:
        rows = []
        if daily := self._daily:
            name, side = "Today's board", _side_of_today(daily, self.looks.theme.glyphs.times)
            today = _Row(_digit(2), name, self._play_today, side, daily.state)
            wins = daily.streak if daily.streak >= _SHORTEST_STREAK else 0
            fact = f"{wins} days in a row" if wins else ""
            side = _page_side("Calendar", f"You have won {fact}" if fact else "")
            calendar = _Row(_digit(3), "Calendar", self._open_calendar, side, fact)
            rows += [today._replace(turn=self._turn_level), calendar]
        if self._open_course:
            fact = self._lesson
            side = _page_side("Learn", f"The next is {fact}" if fact else "")
            rows.append(_Row(_digit(4), "Learn", self._open_course, side, fact))
        return rows

    def _other_pages(self) -> list[_Row]:
        rows = [self._saved] if self._saved else []
        won, ended = self._results.totals
        side = _page_side("Records", f"You have won {won:,} of {ended:,} games" if ended else "")
        rows.append(_Row(self._key("records"), "Records", self._open_records, side))
        if self._open_settings:
            rows.append(_Row(self._key("settings"), "Settings", self._open_settings))
        return [*rows, _Row(self._key("quit"), "Quit", lambda: QUIT)]

    def _saved_games(self) -> _Row:
        """Return the row of the saved games, which says more of a single one."""
        key, count = self._key("resume"), len(self._games.resumable)
        if count > 1:
            side = Side(title="Saved games", value=count_text(count, "game"), main=[_OPEN])
            return _Row(key, "Resume", self._resume, side, f"{count} saved games")
        [game] = self._games.resumable
        size = game.category.size
        fact = level_name(*size) or sides_text(size, self.looks.theme)
        side = board_side(size, [_RESUME], self.looks.theme)
        session = self._games.preview_resumable()
        if session and (progress := progress_of(session)):
            fact = f"{fact}, {progress} cells"
            side = side._replace(body=[f"{progress} cells, {clock_text(session.elapsed)}"])
        return _Row(key, "Resume", self._resume, side, fact, category=game.category)

    def _key(self, action: str) -> str:
        """Return the key of an action in the game, if it can be that of a row; or ""."""
        key = "".join(key for _, key in word_keys(self._keymap, action))
        return key if len(key) == 1 and key not in "0123456789 " else ""

    # What they do

    def _play(self, size: Size) -> Reaction:
        if fault := self._why_not(size):
            self._refuse(fault)
            return None
        setup = self._setup._replace(**size._asdict())
        return Leave(lambda game, now: game.play_setup(setup, now))

    def _why_not(self, size: Size) -> str:
        """Return why the solver, if it is needed, does not allow a size; "" if it does."""
        fault = why_too_large_to_solve(size.width, size.height)
        if fault and self._needs_solver:
            return f"the demo: {fault}"
        if fault and self._setup.no_guess:
            return f"guess-free: {fault}"
        return f"safe guesses: {fault}" if fault and self._setup.on_guess != "luck" else ""

    def _refuse(self, fault: str) -> None:
        self.message = self._with_times(sentence(fault))

    def _begin_entry(self, way: int = 1) -> None:
        """Let the player type a size, unless the arrow is one to the left."""
        if way > 0 and not self._entry:
            self._entry = SizeEntry(self._own_size)

    def _play_entry(self, entry: SizeEntry) -> Reaction:
        try:
            return self._play(entry.parse())
        except ValueError as fault:
            self._refuse(str(fault))
            return None

    def _play_today(self) -> Reaction:
        level = self._daily_level
        return Leave(lambda game, now: game.play_daily(level, now))

    def _turn_level(self, way: int) -> None:
        levels = [*LEVELS]
        at = (levels.index(self._daily_level) + way) % len(levels)
        self._daily_level = levels[at]
        self._daily = _read_daily(self._games, levels[at])
        self._make_rows()

    def _open_calendar(self) -> Reaction:
        return DailyPage(self._games, self.looks, self._daily_level, self._keymap)

    def _resume(self) -> Reaction:
        if len(self._games.resumable) > 1:
            return SavedGamesPage(self._games, self.looks, self._keymap)
        return Leave(lambda game, now: game.resume("", now))

    # The page

    def row_counts(self) -> Sequence[int]:
        return self._counts

    def row_keys(self) -> Sequence[str]:
        return [row.key for row in self._rows]

    def enter(self, now: int) -> Reaction:
        return self._play_entry(self._entry) if self._entry else self._rows[self.chosen].act()

    def turn(self, way: int, now: int) -> Reaction:
        if turn := self._rows[self.chosen].turn:
            turn(way)
        return None

    def choose(self, index: int) -> None:
        """Choose a row; a size that is being typed in another one is forgotten."""
        before = self.chosen
        super().choose(index)
        if self.chosen != before:
            self._entry = None

    def press(self, key: str, action: str, now: int) -> Reaction:
        if self._entry and (len(key) == 1 or key == "backspace"):
            self._entry.press(key)
        elif self._entry and key == "escape":
            self._entry = None
        elif action == "quit":
            return QUIT
        else:
            return super().press(key, action, now)
        return None

    # Drawing

    def draw_head(self, canvas: Canvas) -> int:
        stage, theme = self.stage, self.looks.theme
        has_room = stage.rows >= STAGE_ROWS and stage.columns >= PIXEL_TITLE_COLUMNS
        if not has_room or theme.glyphs.is_ascii:
            return super().draw_head(canvas)
        draw_pixel_title(canvas, stage.column, stage.row, theme)
        return PIXEL_TITLE_ROWS + 1

    def row(self, index: int) -> Sequence[RowText]:
        row = self._rows[index]
        texts = [RowText(4, row.name)]
        if self._entry and index == self.chosen:
            return [*texts, RowText(18, self._entry.text[19 - self.stage.columns :] + "▏")]
        if row.size:
            return [*texts, *self._figures(row.size)]
        return [*texts, RowText(-2, row.fact, "dim")]

    def _figures(self, size: Size) -> list[RowText]:
        """Return the width and height, the mines and the best time of a board."""
        sides, columns = sides_text(size, self.looks.theme), self.stage.columns
        best = RowText(-2, self._results.best(self._category(size)), "dim")
        indent = " " * (size.mines < 10)  # units below units
        if columns >= _COLUMNS_FOR_WORD:
            mines = RowText(26, indent + count_text(size.mines, "mine"), "dim")
            return [RowText(24 - len(sides), sides), mines, best]
        figures = RowText(23 - len(sides), sides), RowText(24, f"{indent}{size.mines}", "dim")
        return [*figures, best] if columns >= _COLUMNS_FOR_BEST else [*figures]

    def side(self, now: int) -> Side:
        row, more = self._rows[self.chosen], [CHOOSE, BACK]
        if self._entry:
            return self._entry_side(self._entry)._replace(more=[BACK])
        results = self._results.parts(row.category, self.looks.theme) if row.category else []
        return row.side._replace(body=[*row.side.body, *results], more=more)

    def _entry_side(self, entry: SizeEntry) -> Side:
        """Return how a size is typed, and what the one that has been typed means."""
        side = Side(title="Your own size", body=[self._size_help()], main=[_PLAY])
        try:
            size = entry.parse()
        except ValueError as fault:
            text = self._with_times(sentence(str(fault)))
            return side._replace(body=[text], body_role="note") if entry.is_complete else side
        cells = f"{size.width * size.height:,} cells"
        meaning = f"{count_text(size.mines, 'mine')} in {cells}: that is {_share_of_mines(size)}."
        beginner, expert = (_share_of_mines(LEVELS[name].size) for name in ("beginner", "expert"))
        others = f"Beginner has {beginner}, {unbroken(f'Expert {expert}')}."
        texts = meaning, emphasis("dim", others)
        return side._replace(body=[*side.body, *texts], short=cells)

    def _size_help(self) -> str:
        """Return how a size is typed."""
        examples = (emphasis("bright", example) for example in ("30x16/99", "20x20/15%"))
        return "Width x height / mines: {}, or {}.".format(*examples)

    def _with_times(self, text: str) -> str:
        return with_times(text, self.looks.theme.glyphs)


def _digit(place: int) -> str:
    """Return the digit of a row that comes so many rows after the levels."""
    return str(len(LEVELS) + place)


def _share_of_mines(size: Size) -> str:
    return percent_text(size.mines / (size.width * size.height))


def _page_side(title: str, fact: str) -> Side:
    """Return the side of a row that opens a page: a fact, and what the page is for."""
    explanation = emphasis("dim", f"{text}.") if (text := _EXPLANATIONS.get(title)) else ""
    body = [*filter(None, [fact and f"{fact}.", explanation])]
    return Side(title=title, body=body, main=[_OPEN])


def _side_of_today(daily: _Daily, times: str) -> Side:
    side = _page_side("Today's board", f"{day_name(daily.day)}: {daily.state}")
    board = size_text(LEVELS[daily.level].size, times)
    return side._replace(body=[board, *side.body], main=[_PLAY, _CHANGE_LEVEL])


# Reading


def _find_own_size(games: OpenGames) -> Size | None:
    """Return the size that is played if no level has it, or else the last such size; or None."""
    size = games.dealer.setup.size
    if not level_name(*size):
        return size
    with suppress(StoreError):
        return games.store.read(find_last_own_size)
    return None


def _read_daily(games: OpenGames, level: str) -> _Daily | None:
    """Return today's board of a level; None if there are no daily boards."""
    if not games.deal_daily:
        return None
    day = games.daily_date()
    results: dict[str, DailyResult] = {}
    with suppress(StoreError):
        results = games.store.read(read_daily_results, level)
    if result := results.get(day):
        state = attempt_text(result)
    else:
        is_begun = daily_name(day, level) in games.unfinished_dailies()
        state = UNFINISHED if is_begun else "not played yet"
    return _Daily(level, day, state, daily_figures(results, day).streak)


def _find_lesson(store: Store) -> str:
    """Return which lesson is next: "lesson 4 of 12"; "" if that cannot be read."""
    from minesweeper.learn.lessons import LESSONS  # late: with the mastery, some milliseconds
    from minesweeper.learn.mastery import open_lessons  # late
    from minesweeper.store.learning import read_attempts  # late

    with suppress(StoreError):
        return f"lesson {open_lessons(store.read(read_attempts))[-1]} of {len(LESSONS)}"
    return ""
