"""The report of the course on the screen: every figure opens the positions behind it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from minesweeper.engine.notation import count_text
from minesweeper.learn.course import Course
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.report import Case
from minesweeper.learn.report_text import ReportRow, report_rows
from minesweeper.store.finished_games import SHOWN_ID_LETTERS
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import ROWS, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave, LeaveAction, Reaction
from minesweeper.tui.screens.history_pages import paint_lines
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.page import FramedPage, PageLine, Scroller, lay_sheet, text_columns

_COLUMNS: Final = 76

# The rows kept free for the progress of the examination, with a blank one above it.
_BAR_ROWS: Final = 2
# How many times, about, the report is read anew while games are examined, and after how many games
# at the least: with thousands of games it takes a second.
_READINGS: Final = 10
_MIN_GAMES: Final = 20
_GONE: Final = "This position cannot be asked: its game is gone, or it is too complex to count"


class ReportPage(FramedPage):
    """The report: the rows with cases can be chosen, and the first one trains what it names."""

    def __init__(
        self,
        looks: Looks,
        course: Course,
        train: Callable[[int], Reaction],
        keymap: Keymap = ROWS,
    ) -> None:
        """Take what opens a lesson by its number, or the player's own games by OWN_GAMES.

        Games that have not been examined are examined while the page is open.
        """
        super().__init__(looks, keymap)
        self._course = course
        self._report = course.read_report()
        self._train = train
        self._keymap = keymap
        self._examination = course.examination
        self._is_examining = True
        self._games_read = self._examination.done
        """How many of the examined games the report knows."""
        self._rows: list[ReportRow] = []
        self._columns = 0
        """The columns for which the rows were made; 0 if they are outdated."""
        self._focus = 0
        self._scroller = Scroller()

    # Time

    def tick(self, now: int) -> None:
        """Examine a little more; read the report anew now and then, and at the end."""
        if not self._is_examining:
            return
        self._is_examining = self._examination.step()
        done, total = self._examination.done, self._examination.total
        step = max(_MIN_GAMES, total // _READINGS) if self._is_examining else 1
        if done >= self._games_read + step:
            self._games_read = done
            self._read_report()

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_examining else super().next_wakeup(now)

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Count the answers that were given meanwhile."""
        self._read_report()
        return super().continue_after(do, now)

    def _read_report(self) -> None:
        self._report, self._columns = self._course.read_report(), 0

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        theme, columns = self.looks.theme, min(_COLUMNS, text_columns(canvas.columns))
        if columns != self._columns:
            self._rows, self._columns = report_rows(self._report, columns), columns
        sheet = lay_sheet(canvas, columns, len(self._rows) + _BAR_ROWS)
        self._scroller.fit(len(self._rows), sheet.rows - _BAR_ROWS * self._shows_progress)
        self._choose(self._focus)
        sheet.draw(canvas, theme, "Report", position=self._scroller.position)
        for row, index in enumerate(self._scroller.lines):
            [line] = paint_lines([self._rows[index].line], theme)
            sheet.target(canvas, row, Pick(index))
            if index == self._focus:
                sheet.put_selected(canvas, line, row, theme)
                canvas.cursor = (sheet.column, sheet.first_row + row)
            else:
                sheet.put_lines(canvas, [line], row)
        if self._shows_progress:
            sheet.put_lines(canvas, [self._progress(sheet.columns)], sheet.rows - 1)
        draw_footer(canvas, sheet.footer_row, self._words(), theme)

    @property
    def _shows_progress(self) -> bool:
        return self._is_examining and self._examination.total > 0

    def _progress(self, columns: int) -> PageLine:
        """Return how many games have been examined, and a progress bar."""
        done, total, theme = self._examination.done, self._examination.total, self.looks.theme
        text = f"Your games: {done} of {total} "
        room = columns - len(text) - 2
        filled = room * done // total
        first, full, empty, last = theme.glyphs.bar
        return [
            (0, text + first, theme.dim),
            (len(text) + 1, full * filled, theme.accent),
            (len(text) + 1 + filled, empty * (room - filled) + last, theme.dim),
        ]

    def _words(self) -> Iterator[FooterWord]:
        if not self._focus or self._rows[self._focus].cases:
            verb = "positions" if self._focus else "train"
            yield FooterWord("Enter", verb, "enter", is_essential=True)
        yield FooterWord("arrows", "choose")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            self._move(event.wheel)
            return None
        if isinstance(event, Pick):
            return self._pick(event.number, now)
        if not isinstance(event, Key):
            return None
        action = self._actions.get(event.name, "")
        if event.name == "escape" or action == "quit":
            return Leave()
        if event.name == "enter" or action == "reveal":
            return self._open(now)
        self._move(self._scroller.distance(action))
        return None

    def _pick(self, index: int, now: int) -> Reaction:
        """Choose a row, or open the chosen one."""
        if index == self._focus:
            return self._open(now)
        self._choose(index)
        return None

    def _open(self, now: int) -> Reaction:
        """Train what the first row names, or list the positions behind the chosen row."""
        if not self._focus:
            return self._train(self._report.advice.lesson)
        cases = self._rows[self._focus].cases
        return CasesPage(self.looks, cases, self._course, self._keymap) if cases else None

    # The chosen row

    @property
    def _choosable(self) -> list[int]:
        """The rows with a text; blank ones are skipped."""
        return [index for index, row in enumerate(self._rows) if row.line]

    def _choose(self, index: int) -> None:
        """Choose the row that is nearest to an index."""
        self._focus = min(self._choosable, key=lambda each: abs(each - index), default=0)
        self._scroller.show(self._focus)

    def _move(self, lines: int) -> None:
        """Choose a row further down, or up if the number is negative."""
        rows = self._choosable
        if abs(lines) == 1 and self._focus in rows:
            at = rows.index(self._focus) + lines
            self._choose(rows[max(0, min(at, len(rows) - 1))])
        elif lines:
            self._choose(self._focus + lines)


class CasesPage(ChoicesPage):
    """The positions behind a figure; each can be asked again."""

    columns = 48
    verb = "ask again"

    def __init__(
        self,
        looks: Looks,
        cases: Sequence[Case],
        course: Course,
        keymap: Keymap = ROWS,
    ) -> None:
        super().__init__(looks, "Positions", "quit", keymap)
        self._course = course
        self._keymap = keymap
        self._lines = [
            ChoiceLine(
                case_text(case, course.local_time(case.at) if case.exercise else ""),
                aside=result_of_case(case),
                help=LESSONS[case.lesson - 1].title if case.lesson else "",
                pick=partial(self._ask, case),
            )
            for case in cases
        ]

    def choices(self) -> Sequence[ChoiceLine]:
        return self._lines

    def _ask(self, case: Case, now: int) -> Reaction:
        training = self._course.ask_again(case)
        if training:
            return LessonScreen(self.looks, training, self._keymap)
        self._lines[self.focus] = self._lines[self.focus]._replace(message=_GONE)
        return None


def case_text(case: Case, local_time: str) -> str:
    """Return where a position comes from: "Game 3f2a81, after 57 moves" or "2026-11-24 15:04"."""
    if case.exercise:
        return local_time
    return f"Game {case.game[:SHOWN_ID_LETTERS]}, after {count_text(case.moves, 'move')}"


def result_of_case(case: Case) -> str:
    """Return how a position went: "missed, 4.2 s", or for the end of a game "lost"."""
    if case.milliseconds is None:
        return "lost" if case.is_missed else "won"
    time = f"{case.milliseconds / 1000:.1f} s"
    return f"missed, {time}" if case.is_missed else time
