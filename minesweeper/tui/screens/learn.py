"""The list of lessons with what the player has mastered, and the other ways to train."""

from collections.abc import Iterator, Sequence
from typing import Final

from minesweeper.engine.notation import count_text
from minesweeper.learn.course import Course
from minesweeper.learn.figures import LATEST, Figures
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.mastery import RECENT, best_streak
from minesweeper.tui.events import Key
from minesweeper.tui.keys import ROWS, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screen import LeaveAction, Reaction
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.blocks import facts
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import BACK, CHOOSE, ListScreen, RowText
from minesweeper.tui.widgets.side import Block, Part, Side

# The rows after those of the lessons, and what the side says of them.
_OWN_GAMES, _STREAK = range(len(LESSONS), len(LESSONS) + 2)
_OTHERS: Final = {
    _OWN_GAMES: (
        "Your own games",
        "Your games, asked again: the moments at which you erred, or thought for long.",
    ),
    _STREAK: ("Streak", "Until the first mistake: exercises of all open lessons."),
}

# The columns of a row. In a narrow stage the bar stands at its right end, without a tick.
_NUMBER: Final = 2
_NAME: Final = 5
_BAR: Final = 32
_TICK: Final = 46
_COLUMNS_FOR_TICK: Final = 50
_LONGEST_NAME: Final = 20

# After how many examined games the figures are read anew.
_GAMES_BETWEEN_READINGS: Final = 25


class LearnPage(ListScreen):
    """Lessons, the player's own games, and the streak."""

    title = "Learn"

    def __init__(self, looks: Looks, course: Course, keymap: Keymap = ROWS) -> None:
        """Choose the first lesson that is not mastered."""
        super().__init__(looks, keymap)
        self._course = course
        self._keymap = keymap
        self._is_examining = True
        self._figures: Sequence[Figures] = ()
        self._due = 0
        """How many moments of own games are due today."""
        self._next_day = ""
        """The day after today on which moments are due next: "tomorrow"; "" for none."""
        self._read_figures()
        self._count_due()
        self._choose_last_open()

    # What is stored

    def tick(self, now: int) -> None:
        """Examine own games a little more; a moment that is found may be due."""
        if not self._is_examining:
            return
        examination = self._course.examination
        done, self._is_examining = examination.done, examination.step()
        if examination.done > done:
            self._count_due()
            is_last = examination.done == examination.total
            if is_last or examination.done % _GAMES_BETWEEN_READINGS == 0:
                self._read_figures()

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_examining else super().next_wakeup(now)

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Look up what has changed, and leave a lesson that has been mastered."""
        self._read_figures()
        self._count_due()
        if self.chosen < len(LESSONS) and self._figures[self.chosen].is_mastered:
            self._choose_last_open()
        return super().continue_after(do, now)

    def _read_figures(self) -> None:
        self._figures = self._course.read_figures()
        mastered = sum(each.is_mastered for each in self._figures)
        self.value = f"{mastered} of {len(LESSONS)} mastered"

    def _count_due(self) -> None:
        """Count the moments that are due now or next, and say what went wrong with the store."""
        self._due = len(self._course.due_moments)
        self._next_day = self._course.next_day()
        self.message = self._course.take_messages() or self.message

    def _choose_last_open(self) -> None:
        self.choose(sum(each.is_open for each in self._figures) - 1)

    # The list

    def row_counts(self) -> Sequence[int]:
        return len(LESSONS), len(_OTHERS)

    def row(self, index: int) -> Sequence[RowText]:
        if index >= len(LESSONS):
            fact, column = self._fact(index), self._bar_column()
            if column + len(fact) > self.stage.columns:
                column = -1
            return RowText(_NAME, _OTHERS[index][0]), RowText(column, fact, "dim")
        number = RowText(_NUMBER, f"{index + 1:>2}", "key")
        return number, RowText(_NAME, LESSONS[index].name), *self._bar(self._figures[index])

    def _bar(self, figures: Figures) -> Iterator[RowText]:
        """Yield the parts of a bar as long as the answers that mastery counts, and the tick."""
        column, right = self._bar_column(), figures.in_twelve
        if column < 0:
            return
        yield RowText(column, "━" * right, "good" if figures.is_mastered else "note")
        yield RowText(column + right, "─" * (RECENT - right), "faint")
        if column == _BAR and figures.is_mastered:
            yield RowText(_TICK, "✓", "good")

    def _bar_column(self) -> int:
        """Return the column of the bars; -1 if there is no room for them."""
        columns = self.stage.columns
        column = _BAR if columns >= _COLUMNS_FOR_TICK else columns - RECENT
        return column if column > _NAME + _LONGEST_NAME else -1

    def _fact(self, index: int) -> str:
        """Return what a row after the lessons says of the player."""
        if index == _STREAK:
            best = best_streak(self._course.attempts)
            return f"best {best}" if best else ""
        examination = self._course.examination
        if self._is_examining and examination.total:
            return f"{examination.done} of {count_text(examination.total, 'game')} read"
        if self._due:
            return f"{self._due} due today"
        return f"next {self._next_day}" if self._next_day else ""

    # The side

    def side(self, now: int) -> Side:
        if self.chosen < len(LESSONS):
            side = self._lesson_side(self._figures[self.chosen])
        else:
            name, text = _OTHERS[self.chosen]
            side = Side(title=name, short=self._fact(self.chosen), body=[text])
        can_begin = self.chosen != _OWN_GAMES or self._due
        main = [Word("Enter", "begin", Key("enter"))] if can_begin else []
        return side._replace(main=main, more=[CHOOSE, BACK])

    def _lesson_side(self, figures: Figures) -> Side:
        """Return the figures of a lesson. The narrow strip has room for the advice, or for them."""
        answers: list[tuple[str, str]] = []
        games: list[tuple[str, str]] = []
        body: list[Part] = []
        right, answered = figures.right, figures.answers
        if answered:
            last = "the last " if answered == LATEST else ""
            answers.append(("right", f"{right} of {last}{answered}"))
        if figures.seconds is not None:
            answers.append(("in", f"{figures.seconds:.1f} s, goal {figures.goal} s"))
        if figures.met:
            games += ("in your games, met", str(figures.met)), ("missed", str(figures.missed))
            body.append(self._facts(games, is_in_narrow=not figures.advice))
        if figures.advice:
            body.append(f"{emphasis('note', 'Train this next:')} {figures.advice}.")
        mastered = "mastered" if figures.is_mastered else ""
        return Side(
            title=LESSONS[figures.lesson - 1].name,
            short=mastered or (f"{right} of {answered} right" if answered else ""),
            rows=[self._facts(answers)] if answers else [],
            body=body,
        )

    def _facts(self, rows: Sequence[tuple[str, str]], *, is_in_narrow: bool = True) -> Block:
        """Return facts that a wide strip shows, too."""
        block = facts(rows, self.looks.theme)
        return block._replace(strip_rows=len(rows), text=block.text if is_in_narrow else "")

    # Keys

    def press(self, key: str, action: str, now: int) -> Reaction:
        if key in [str(lesson.number) for lesson in LESSONS]:
            self.choose(int(key) - 1)
            return self.enter(now)
        return super().press(key, action, now)

    def enter(self, now: int) -> Reaction:
        if self.chosen < len(LESSONS):
            training = self._course.train_lesson(self.chosen + 1)
        elif self.chosen == _STREAK:
            training = self._course.train_streak()
        elif self._due:
            training = self._course.train_due_moments()
        else:
            return None
        return LessonScreen(self.looks, training, self._keymap)
