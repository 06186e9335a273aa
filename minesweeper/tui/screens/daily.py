"""The calendar of the daily boards: the results of a month, and a day to play."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, capitalise
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
from minesweeper.play.words import help_text, size_text, time_text
from minesweeper.store.daily_results import (
    STREAK_RULE,
    UNFINISHED,
    DailyFigures,
    DailyResult,
    DailyState,
    attempt_text,
    daily_figures,
    figures_parts,
    read_daily_results,
    read_daily_session,
)
from minesweeper.store.errors import StoreError
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas, Style, width, wrap
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Copy, Leave, Reaction
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.page import (
    FramedPage,
    PageLine,
    Scroller,
    Sheet,
    lay_sheet,
    text_columns,
    text_rows,
)

_WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
# The most weeks that a month has days in.
_WEEKS: Final = 6
# The marks of the results in Unicode and in ASCII. The list of games marks help with * as well.
_MARKS: Final[dict[DailyState, str]] = {"won": "✓W", "helped": "**", "lost": "✗L", "given up": "∙-"}
_LEGEND: Final[dict[DailyState, str]] = {
    "won": "won",
    "helped": "with help",
    "lost": "lost",
    "given up": "given up",
}
# The results that a streak looks at, as levels of the odds: their tiles have those colours.
_LEVELS_OF_RISK: Final[dict[DailyState, int]] = {"won": 0, "helped": 1, "lost": 4}
# The rows of the note below the calendar, and the fewest in a low window.
_NOTE_ROWS: Final = 5
_MIN_NOTE_ROWS: Final = 2
# The columns of the text in a wide window, and those of a frame that has room for full titles.
_TEXT_COLUMNS: Final = 54
_NARROW_FRAME: Final = 40
_DAY_STEPS: Final = {"left": -1, "right": 1, "up": -7, "down": 7}
_MONTH_STEPS: Final = {"page-up": -1, "page-down": 1}


class TileSize(NamedTuple):
    """How large the days of a calendar are drawn."""

    pitch: int
    """The columns from one day to the next."""
    columns: int
    """The columns of a day; its mark is in the column after them, or in a tile of several rows."""
    rows: int
    gap: int
    """The blank rows between two weeks, and around them."""

    @property
    def is_large(self) -> bool:
        """Whether the tile of a day has room for its result."""
        return self.rows > 1

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for brackets around the number of today."""
        return self.columns == len("31")

    @property
    def week_columns(self) -> int:
        """The columns of a week."""
        return 6 * self.pitch + self.columns + (not self.is_large)

    @property
    def week_rows(self) -> int:
        """The rows from one week to the next."""
        return self.rows + self.gap

    @property
    def page_rows(self) -> int:
        """The rows of a page with the longest month."""
        return 1 + self.gap + _WEEKS * self.week_rows + _NOTE_ROWS


# From the largest to the smallest.
_SIZES: Final = (
    TileSize(pitch=13, columns=12, rows=3, gap=1),
    TileSize(pitch=7, columns=4, rows=1, gap=1),
    TileSize(pitch=7, columns=4, rows=1, gap=0),
    TileSize(pitch=3, columns=2, rows=1, gap=0),
)


def choose_tiles(columns: int, rows: int) -> TileSize:
    """Return the largest tiles that fit in the text of a page; in a low window, weeks scroll."""
    fitting = [size for size in _SIZES if size.week_columns <= columns]
    lowest = min(size.page_rows for size in fitting)
    return next(size for size in fitting if size.page_rows <= max(rows, lowest))


class DailyPage(FramedPage):
    """The calendar of a month, with the results of a level."""

    def __init__(self, games: OpenGames, looks: Looks, level: str, keymap: Keymap) -> None:
        """Select today."""
        super().__init__(looks, keymap)
        self._games = games
        self._today = games.daily_date()
        self._unfinished = games.unfinished_dailies()
        self._selected = self._today
        self._message = ""
        self._trouble = ""
        """Why the results of the level could not be read; "" if they were."""
        self._scroller = Scroller()
        self._show_level(level)

    def _show_level(self, level: str) -> None:
        """Read the results of a level."""
        self._level, self._results, self._trouble = level, {}, ""
        try:
            self._results = self._games.store.read(read_daily_results, level)
        except StoreError as error:
            self._trouble = capitalise(str(error))
        self._figures = daily_figures(self._results, self._today)
        self._select(self._selected)

    # The selected day

    @property
    def _result(self) -> DailyResult | None:
        return self._results.get(self._selected)

    def _select(self, day: str) -> None:
        """Select a day, at most the last one of this month, and describe it."""
        self._selected = min(day, last_of_month(self._today))
        name = "Today" if self._selected == self._today else day_name(self._selected)
        self._description = self._trouble or f"{name}: {self._state_text()}"

    def _state_text(self) -> str:
        """Return the result of the selected day in words, or what its board is."""
        if result := self._result:
            session = self._read(result) if result.is_helped else None
            return attempt_text(result, help_text(session) if session else "")
        board = size_text(LEVELS[self._level].size, self.looks.theme.glyphs.times).lower()
        if daily_name(self._selected, self._level) in self._unfinished:
            return f"{board}, {UNFINISHED}"
        if self._selected > self._today:
            return f"{board}, not before that day (UTC)"
        return f"{board}, not played{' yet' if self._selected == self._today else ''}"

    def _read(self, result: DailyResult) -> Session | None:
        """Return the game of a result; None, with a message, if it cannot be read."""
        try:
            return self._games.store.read(read_daily_session, result)
        except (NotationError, StoreError) as error:
            self._message = f"This game cannot be read: {error}"
            return None

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        theme = self.looks.theme
        columns, rows = text_columns(canvas.columns), text_rows(canvas.rows)
        size = choose_tiles(columns, rows)
        sheet = lay_sheet(canvas, max(size.week_columns, _TEXT_COLUMNS), size.page_rows)
        note_rows = max(_MIN_NOTE_ROWS, min(_NOTE_ROWS, sheet.rows - 1 - _WEEKS))
        note, has_figures = self._note(sheet.columns, note_rows)
        position = "" if has_figures else f"Streak {self._figures.streak}"
        sheet.draw(canvas, theme, *self._titles(sheet), position)
        self._draw_month(canvas, sheet, size, sheet.rows - note_rows)
        sheet.put_lines(canvas, note, sheet.rows - note_rows)
        draw_footer(canvas, sheet.footer_row, self._footer_words(), theme)

    def _titles(self, sheet: Sheet) -> tuple[str, str]:
        """Return the level and the month, shorter if they would not fit."""
        month, year = month_name(self._selected).split()
        if sheet.box.columns >= _NARROW_FRAME:
            return f"Daily {self._level}", f"{month} {year}"
        return self._level.capitalize(), f"{month[:3]} {year}"

    def _draw_month(self, canvas: Canvas, sheet: Sheet, size: TileSize, rows: int) -> None:
        """Draw the weeks of the month in the first `rows` rows of the text."""
        weeks = weeks_of_month(self._selected)
        self._scroller.fit(len(weeks), (rows - 1) // size.week_rows)
        self._scroller.show(next(at for at, week in enumerate(weeks) if self._selected in week))
        left = (sheet.columns - size.week_columns) // 2
        above_numbers = left + (not size.is_narrow)
        theme = self.looks.theme
        heading = [
            (above_numbers + at * size.pitch, name, theme.dim) for at, name in enumerate(_WEEKDAYS)
        ]
        sheet.put_lines(canvas, [heading])
        for row, at in enumerate(self._scroller.lines):
            top = 1 + size.gap + row * size.week_rows
            for weekday, day in enumerate(weeks[at]):
                if day:
                    self._draw_day(canvas, sheet, size, day, left + weekday * size.pitch, top)

    def _draw_day(
        self, canvas: Canvas, sheet: Sheet, size: TileSize, day: str, column: int, row: int
    ) -> None:
        """Draw the tile of a day."""
        theme, result = self.looks.theme, self._results.get(day)
        style = self._style(day, result, size)
        number = f"{int(day[8:]):2}"
        if not size.is_narrow:
            number = f"[{number}]" if day == self._today else f" {number} "
        mark = _mark(result.state, theme) if result else " "
        lines: list[PageLine] = [
            [(column, number, style), (column + size.columns, mark, _mark_style(result, theme))]
        ]
        if size.is_large:
            time = time_text(result.milliseconds) if result and result.state != "given up" else ""
            texts = f"{number:{size.columns - 2}}{mark} ", "", f"{time} "
            lines = [[(column, text.rjust(size.columns), style)] for text in texts]
        sheet.put_lines(canvas, lines, row)
        left, top = sheet.column + column, sheet.first_row + row
        columns, rows = range(left, left + size.columns + 1), range(top, top + size.rows)
        canvas.target(columns, rows, Pick(int(day[8:])))
        if day == self._selected:
            canvas.cursor = (left + min(2, size.columns // 2), top)

    def _style(self, day: str, result: DailyResult | None, size: TileSize) -> Style:
        """Return the style of a day; the days that a streak can use have coloured tiles."""
        theme = self.looks.theme
        if day == self._selected:
            return theme.selected
        if result and result.is_on_its_day and result.state in _LEVELS_OF_RISK:
            return theme.odds[_LEVELS_OF_RISK[result.state]]
        if day == self._today and size.is_narrow:
            return theme.accent
        return theme.dim if day > self._today else theme.pressed

    def _note(self, columns: int, rows: int) -> tuple[list[PageLine], bool]:
        """Return the rows below the calendar, and whether the streak is in them."""
        theme = self.looks.theme
        style = theme.message if self._message else theme.header
        lines: list[PageLine] = [
            [(0, text, style)] for text in wrap(self._message or self._description, columns)
        ]
        figures = _figures_rows(self._figures, columns)
        legend = "  ".join(f"{_mark(state, theme)} {name}" for state, name in _LEGEND.items())
        rest = [*figures, legend, *wrap(STREAK_RULE, columns)]
        has_figures = len(lines) + len(figures) <= rows
        lines += [[(0, text, theme.dim)] for text in rest if width(text) <= columns and has_figures]
        return lines[:rows], has_figures

    def _footer_words(self) -> Iterator[FooterWord]:
        result = self._result
        yield FooterWord("Enter", "play again" if result else "play", "enter", is_essential=True)
        yield FooterWord("arrows", "choose")
        yield FooterWord(f"1-{len(LEVELS)}", "set level")
        if result and result.state != "given up":
            yield FooterWord("c", "copy result", "c")
        yield FooterWord("PgUp PgDn", "turn month")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            if event.wheel:
                self._select(months_later(self._selected, event.wheel))
            return None
        self._message = ""
        if isinstance(event, Pick):
            return self._pick(f"{self._selected[:8]}{event.number:02}")
        return self._press(event.name) if isinstance(event, Key) else None

    def _press(self, key: str) -> Reaction:
        action = self._actions.get(key, "")
        levels = {str(number): level for number, level in enumerate(LEVELS, 1)}
        if key == "escape" or action in ("quit", "menu"):
            return Leave()
        if key in levels:
            self._show_level(levels[key])
        elif key == "enter" or action == "reveal":
            return self._play()
        elif key in ("c", "C"):
            return self._copy()
        elif action in _MONTH_STEPS:
            self._select(months_later(self._selected, _MONTH_STEPS[action]))
        elif action in _DAY_STEPS:
            self._select(days_later(self._selected, _DAY_STEPS[action]))
        return None

    def _pick(self, day: str) -> Reaction:
        """Select a day, or play the selected one."""
        if day == self._selected:
            return self._play()
        self._select(day)
        return None

    def _play(self) -> Reaction:
        """Play the board of the selected day, if that has begun."""
        day, level = self._selected, self._level
        if day > self._today:
            self._message = f"It can be played from {day_name(day)} on (UTC)"
            return None
        return Leave(lambda game, now: game.play_daily(level, now, day))

    def _copy(self) -> Reaction:
        """Copy the result of the selected day, which is that of the first attempt."""
        result = self._result
        if not result or result.state == "given up":
            self._message = "No result to copy: " + (
                "the first attempt was given up" if result else "this board was not played"
            )
            return None
        session = self._read(result)
        return Copy(share_line(session)) if session else None

    def show_copy_result(self, result: str) -> None:
        self._message = result


def _figures_rows(figures: DailyFigures, columns: int) -> list[str]:
    """Return streaks and totals in one row if they fit, else the totals below the streaks."""
    streaks, *totals = figures_parts(figures)
    if width("; ".join([streaks, *totals])) <= columns:
        return ["; ".join([streaks, *totals])]
    texts = streaks, capitalise("; ".join(totals))
    return [row for text in texts for row in wrap(text, columns)]


def _mark(state: DailyState, theme: Theme) -> str:
    return _MARKS[state][theme.glyphs.border[0].isascii()]


def _mark_style(result: DailyResult | None, theme: Theme) -> Style:
    """Return the style of a mark beside a tile."""
    styles = {"won": theme.won, "helped": theme.won, "lost": theme.lost}
    return styles.get(result.state, theme.dim) if result else theme.dim
