"""The list of lessons with what the player has mastered, and the other ways to train."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from minesweeper.engine.notation import count_text
from minesweeper.learn.course import Course
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.learn.mastery import best_streak, is_mastered, mastery_texts, open_lessons
from minesweeper.learn.training import Training
from minesweeper.tui.events import Event
from minesweeper.tui.keys import ROWS, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import LeaveAction, Reaction, Screen
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.screens.lesson_introduction import LessonIntroduction
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups

_STREAK_HELP: Final = "Exercises of all open lessons, until the first mistake"
_OWN_HELP: Final = "Moments of your games at which you erred, or thought for long, asked again"


class LearnPage(ChoicesPage):
    """Lessons, streak, and the player's own games."""

    verb = "begin"

    def __init__(self, looks: Looks, course: Course, keymap: Keymap = ROWS) -> None:
        """Focus the first lesson that is not mastered."""
        super().__init__(looks, "Learn", "quit", keymap)
        self._course = course
        self._keymap = keymap
        self._due, self._due_later = 0, ""
        self._message = ""
        """What went wrong with the stored answers, until the next key or click."""
        self._is_examining = True
        self._count_due()
        self.focus = open_lessons(course.attempts)[-1] - 1

    def tick(self, now: int) -> None:
        """Examine own games a little more; a moment that is found may be due."""
        examination = self._course.examination
        if self._is_examining:
            done, self._is_examining = examination.done, examination.step()
            if examination.done > done:
                self._count_due()

    def _count_due(self) -> None:
        """Count the moments that are due now or next, and take up what went wrong."""
        self._due = len(self._course.due_moments)
        count, date = self._course.next_due()
        self._due_later = f"{count} due on {date}" if date else "none due"
        self._message = self._course.take_messages() or self._message

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_examining else super().next_wakeup(now)

    def choices(self) -> Sequence[ChoiceLine]:
        lessons = [self._lesson(lesson) for lesson in LESSONS]
        course = self._course
        best = best_streak(course.attempts)
        training = [
            ChoiceLine(
                "Streak",
                aside=f"best {best}" if best else "",
                help=_STREAK_HELP,
                pick=partial(self._train, course.train_streak),
            ),
            ChoiceLine(
                "Your own games",
                aside=self._own_text(),
                help=_OWN_HELP,
                pick=partial(self._train, course.train_due_moments) if self._due else None,
            ),
        ]
        choices = in_groups(lessons, training)
        if self._message:
            choices[self.focus] = choices[self.focus]._replace(help="", message=self._message)
        return choices

    def handle_page(self, event: Event, now: int) -> Reaction:
        self._message = ""
        return super().handle_page(event, now)

    def _lesson(self, lesson: Lesson) -> ChoiceLine:
        number = lesson.number
        progress, short_progress = mastery_texts(number, self._course.attempts)
        return ChoiceLine(
            lesson.name,
            aside=progress,
            short_aside=short_progress,
            help=lesson.why[0],
            pick=lambda now: introduce(self._course, number, self.looks, self._keymap),
            key=str(number),
        )

    def _own_text(self) -> str:
        """Return how many moments are due, or how far the games have been examined."""
        examination = self._course.examination
        if self._is_examining and examination.total:
            return f"{examination.done} of {count_text(examination.total, 'game')} examined"
        return f"{self._due} due" if self._due else self._due_later

    def _train(self, train: Callable[[], Training], now: int) -> Reaction:
        return LessonScreen(self.looks, train(), self._keymap)

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Count the moments that are still due, and leave a lesson that has been mastered."""
        self._count_due()
        if self.focus < len(LESSONS) and is_mastered(self.focus + 1, self._course.attempts):
            self.focus = open_lessons(self._course.attempts)[-1] - 1
        return super().continue_after(do, now)


def introduce(course: Course, number: int, looks: Looks, keymap: Keymap) -> Screen:
    """Return the page with which a lesson begins."""

    def begin() -> Screen:
        return LessonScreen(looks, course.train_lesson(number), keymap)

    return LessonIntroduction(looks, LESSONS[number - 1], begin, keymap)
