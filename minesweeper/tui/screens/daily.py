"""The calendar of the daily boards: the results of a month, and a day to play."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from minesweeper.engine.notation import NotationError, capitalise, count_text
from minesweeper.engine.setup import LEVELS
from minesweeper.play.daily import daily_name, share_line
from minesweeper.play.dates import (
    day_name,
    days_later,
    last_of_month,
    month_name,
    months_later,
    weeks_of_month,
)
from minesweeper.play.session import Session
from minesweeper.play.words import help_text
from minesweeper.store.daily_results import (
    STREAK_RULE,
    UNFINISHED,
    DailyFigures,
    DailyResult,
    DailyState,
    attempt_text,
    daily_figures,
    read_daily_results,
    read_daily_session,
)
from minesweeper.store.errors import StoreError
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key, Pick
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.tiles import emphasis, put_text, unbroken
from minesweeper.tui.screen import Copy, Leave, Reaction
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import STAGE_COLUMNS
from minesweeper.tui.widgets.page_screen import BACK, PageScreen
from minesweeper.tui.widgets.side import Side

_WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
# The most weeks that a month has days in.
_WEEKS: Final = 6
_DAY_STEPS: Final = {"left": -1, "right": 1, "up": -7, "down": 7}
_MONTH_STEPS: Final = {"[": -1, "]": 1, "page-up": -1, "page-down": 1}
# What is too short for a streak is not said.
_SHORTEST_STREAK: Final = 2
_SIGNS: Final = ("✓ won    * with help", "✗ lost   • given up")


class _DaySize(NamedTuple):
    """How large the days of a calendar are drawn, and the stage that they need."""

    columns: int
    rows: int
    pitch: int
    """The columns from one day to the next."""
    week_pitch: int
    """The rows from one week to the next."""
    stage_columns: int
    stage_rows: int

    @property
    def is_large(self) -> bool:
        """Whether a blank stands before the number of a day, and one after its sign."""
        return self.columns >= 6


# From the largest to the smallest.
_SIZES: Final = (
    _DaySize(columns=6, rows=2, pitch=7, week_pitch=3, stage_columns=49, stage_rows=21),
    _DaySize(columns=7, rows=1, pitch=8, week_pitch=2, stage_columns=55, stage_rows=15),
    _DaySize(columns=4, rows=1, pitch=7, week_pitch=1, stage_columns=46, stage_rows=8),
    _DaySize(columns=4, rows=1, pitch=5, week_pitch=1, stage_columns=34, stage_rows=0),
    _DaySize(columns=3, rows=1, pitch=4, week_pitch=1, stage_columns=0, stage_rows=0),
)


class _DayLook(NamedTuple):
    """How a kind of days is drawn."""

    sign: str
    ink: Role
    ground: Role


_DayKind = DailyState | Literal["not played", "to come"]

_LOOKS: Final[Mapping[_DayKind, _DayLook]] = {
    "won": _DayLook("✓", "bright", "calendar-won"),
    "helped": _DayLook("*", "shade-text", "shade"),
    "lost": _DayLook("✗", "bad", "glow"),
    "given up": _DayLook("•", "text", "track"),
    "not played": _DayLook("", "bright", "covered"),
    "to come": _DayLook("", "dim", "open"),
}


class DailyPage(PageScreen):
    """The calendar of a month, with the results of a level."""

    opened_by = "menu"

    def __init__(self, games: OpenGames, looks: Looks, level: str, keymap: Keymap) -> None:
        """Choose today."""
        super().__init__(looks, keymap)
        self._games = games
        self._today = games.daily_date()
        self._unfinished = games.unfinished_dailies()
        self._day = self._today
        self._first_week = 0
        """The first week in sight; a day that was clicked stays where it is."""
        self._trouble = ""
        """Why the results of the level could not be read; "" if they were."""
        self._show_level(level)

    def _show_level(self, level: str) -> None:
        """Read the results of a level."""
        self._level, self._results, self._trouble = level, {}, ""
        try:
            self._results = self._games.store.read(read_daily_results, level)
        except StoreError as error:
            self._trouble = capitalise(str(error))
        self._figures = daily_figures(self._results, self._today)
        self.value = level
        self._choose(self._day)

    # The chosen day

    @property
    def _result(self) -> DailyResult | None:
        return self._results.get(self._day)

    def _choose(self, day: str) -> None:
        """Choose a day, at most the last one of this month, and describe it."""
        self._day = min(day, last_of_month(self._today))
        self.title = month_name(self._day)
        self._description = self._trouble or self._state_text()

    def _state_text(self) -> str:
        """Return the result of the chosen day in words."""
        if result := self._result:
            session = self._read(result) if result.is_helped else None
            return attempt_text(result, help_text(session) if session else "")
        if daily_name(self._day, self._level) in self._unfinished:
            return UNFINISHED
        return "still to come" if self._day > self._today else "not played yet"

    def _read(self, result: DailyResult) -> Session | None:
        """Return the game of a result; None, with a message, if it cannot be read."""
        try:
            return self._games.store.read(read_daily_session, result)
        except (NotationError, StoreError) as error:
            self.message = f"This game cannot be read: {error}"
            return None

    def _kind(self, day: str) -> _DayKind:
        if result := self._results.get(day):
            return result.state
        return "to come" if day > self._today else "not played"

    # Drawing

    def draw_stage(self, canvas: Canvas, now: int) -> None:
        self.draw_head(canvas)
        theme, stage = self.looks.theme, self.stage
        size = next(
            size
            for size in _SIZES
            if stage.columns >= size.stage_columns and stage.rows >= size.stage_rows
        )
        names = stage.row + (2 if stage.rows >= 3 + _WEEKS else 1)
        first_row = names + min(2, size.week_pitch)  # with a blank row if weeks have one
        for at, name in enumerate(_WEEKDAYS):
            column = stage.column + at * size.pitch + size.is_large
            canvas.put(column, names, name, theme.dim)
        weeks = weeks_of_month(self._day)
        in_sight = min(
            len(weeks), (stage.bottom - first_row - size.rows + 1) // size.week_pitch + 1
        )
        chosen = next(at for at, week in enumerate(weeks) if self._day in week)
        first = max(chosen - in_sight + 1, min(self._first_week, chosen, len(weeks) - in_sight))
        self._first_week = first
        for at, week in enumerate(weeks[first : first + in_sight]):
            for weekday, day in enumerate(week):
                if day:
                    column = stage.column + weekday * size.pitch
                    self._draw_day(canvas, size, day, column, first_row + at * size.week_pitch)
        rows, is_below = range(first_row, first_row + in_sight), first + in_sight < len(weeks)
        self.draw_more(canvas, rows, above=first > 0, below=is_below)

    def _draw_day(self, canvas: Canvas, size: _DaySize, day: str, column: int, row: int) -> None:
        """Draw the tile of a day; without colours only its number and its sign."""
        theme, look = self.looks.theme, _LOOKS[self._kind(day)]
        is_tile = theme.has_colours
        is_faint = not is_tile and day > self._today  # it cannot be played yet
        style = theme.style(look.ink, look.ground, dim=is_faint)
        if day == self._day:
            style = theme.style("ink", "cursor", bold=True, reverse=not is_tile)
            canvas.cursor = column + size.is_large, row
        columns, rows = (size.columns, size.rows) if is_tile else (2 + 2 * size.is_large, 1)
        for line in range(row, row + rows):
            canvas.put(column, line, " " * columns, style)
        canvas.put(column + size.is_large, row, f"{int(day[8:]):2}", style)
        if is_tile:
            sign_column = column + columns - (2 if size.is_large else 1)
            put_text(canvas, sign_column, row + rows - 1, look.sign, style, theme)
        else:  # nearer to this number than to the next one
            sign_column = column + size.is_large + (3 if size.pitch > 5 else 2)
            put_text(canvas, sign_column, row, look.sign, theme.bright, theme)
        across = range(column, column + size.columns)
        canvas.target(across, range(row, row + size.rows), Pick(int(day[8:])))

    def side(self, now: int) -> Side:
        width, height, _ = LEVELS[self._level].size
        board = f"{self._level}, {width}\N{MULTIPLICATION SIGN}{height}"
        figures = "\n".join(map(unbroken, _figures_texts(self._figures)))
        rule = emphasis("dim", f"{STREAK_RULE}.")
        return Side(
            title=day_name(self._day),
            value="today" if self._day == self._today else "",
            rows=[emphasis("dim", board)],
            body=[*filter(None, (self._description, figures, rule))],
            body_role="note" if self._trouble else "text",
            main=[*self._main()],
            foot=_SIGNS if self.stage.columns >= STAGE_COLUMNS else (),
            more=[
                Word("arrows", "day"),
                Word("[ ]", "month", Key("[")),
                Word(f"1-{len(LEVELS)}", "level"),
                BACK,
            ],
        )

    def _main(self) -> Iterator[Word]:
        if self._day <= self._today:
            yield Word("Enter", "play again" if self._result else "play", Key("enter"))
        if self._result and self._result.state != "given up":
            yield Word("c", "copy to share", Key("c"))

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        levels = {str(number): level for number, level in enumerate(LEVELS, 1)}
        months = _MONTH_STEPS.get(key) or _MONTH_STEPS.get(action)
        if key in levels:
            self._show_level(levels[key])
        elif key == "enter" or action == "reveal":
            return self._play()
        elif key in ("c", "C"):
            return self._copy()
        elif months:
            self.scroll(months)
        elif action in _DAY_STEPS:
            self._choose(days_later(self._day, _DAY_STEPS[action]))
        else:
            return super().press(key, action, now)
        return None

    def scroll(self, rows: int) -> None:
        """Turn to a later month, or to an earlier one."""
        self._choose(months_later(self._day, rows))

    def pick(self, place: Pick, now: int) -> Reaction:
        """Choose a day, or play the chosen one."""
        day = f"{self._day[:8]}{place.number:02}"
        if day == self._day:
            return self._play()
        self._choose(day)
        return None

    def _play(self) -> Reaction:
        """Play the board of the chosen day, if that has begun."""
        day, level = self._day, self._level
        if day > self._today:
            self.message = f"It can be played from {day_name(day)} on (UTC)."
            return None
        return Leave(lambda game, now: game.play_daily(level, now, day))

    def _copy(self) -> Reaction:
        """Copy the result of the chosen day, which is that of the first attempt."""
        result = self._result
        if not result or result.state == "given up":
            why = "the first attempt was given up" if result else "this board was not played"
            self.message = f"No result to copy: {why}."
            return None
        session = self._read(result)
        return Copy(share_line(session)) if session else None

    def show_copy_result(self, result: str) -> None:
        self.message = result


def _figures_texts(figures: DailyFigures) -> Iterator[str]:
    """Yield "3 days in a row", "longest streak 5", "won 11 of 14", as far as there are any."""
    if figures.streak >= _SHORTEST_STREAK:
        yield emphasis("good", f"{count_text(figures.streak, 'day')} in a row")
    if figures.longest >= _SHORTEST_STREAK:
        yield f"{emphasis('dim', 'longest streak')} {figures.longest}"
    if figures.played:
        yield f"{emphasis('dim', 'won')} {figures.won} {emphasis('dim', 'of')} {figures.played}"
