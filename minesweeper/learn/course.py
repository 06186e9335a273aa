"""The course of one player: what was answered so far, and the trainings to choose from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from minesweeper.engine.notation import NotationError
from minesweeper.learn.answers import Answer, Judgement
from minesweeper.learn.examination import Examination
from minesweeper.learn.exercises import Exercise, format_exercise, parse_exercise
from minesweeper.learn.figures import RECENT_GAMES, Figures, lesson_figures
from minesweeper.learn.generator import make_exercises
from minesweeper.learn.mastery import best_streak, open_lessons
from minesweeper.learn.schedule import next_lesson, reschedule
from minesweeper.learn.training import Keep, LessonTraining, OwnTraining, Streak, Training
from minesweeper.play.dates import day_name, days_later
from minesweeper.store.errors import StoreError
from minesweeper.store.learning import (
    Attempt,
    OwnMoment,
    count_calls,
    insert_answer,
    insert_rows,
    read_attempts,
    read_day,
    read_due_moments,
    read_next_due,
)
from minesweeper.store.schema import Source
from minesweeper.store.store import Store

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

_Row = TypeVar("_Row")
_Values = ParamSpec("_Values")

_Moments = Mapping[str, Sequence[OwnMoment]]
_NO_MOMENTS: Final[_Moments] = {}


class Course:
    """What a player has answered so far, and trainings, whose answers are kept at once."""

    def __init__(
        self,
        store: Store,
        rng: Random,
        read_clock: Callable[[], str],
        read_date: Callable[[], str],
    ) -> None:
        """Take the time in UTC as ISO 8601 text, and the player's date, from functions."""
        self._store = store
        self._trouble = ""
        """Why something could not be read; "" if everything was."""
        self.attempts = self._read(read_attempts)
        """All attempts, the oldest first."""
        self.examination = Examination(store)
        """The examination of own games, which a page or a command takes further, step by step."""
        self._rng = rng
        self._read_clock = read_clock
        self._read_date = read_date

    @property
    def due_moments(self) -> list[OwnMoment]:
        """The moments of own games that are due, those first that have waited longest."""
        return self._read(read_due_moments, self._read_date())

    def _read(
        self,
        query: "Callable[Concatenate[Connection, _Values], list[_Row]]",
        *values: _Values.args,
        **named: _Values.kwargs,
    ) -> list[_Row]:
        """Return the rows that a function reads; none if they cannot be read."""
        try:
            return self._store.read(query, *values, **named)
        except StoreError as error:
            self._trouble = str(error)
            return []

    def take_messages(self) -> str:
        """Return what went wrong with the stored answers, in one line; "" if nothing did."""
        trouble, self._trouble = self._trouble, ""
        return self._store.take_messages() or trouble

    def train_lesson(self, number: int, *, is_plain: bool = False) -> Training:
        """Return exercises of one lesson, on the screen or in lines of text."""
        exercises = make_exercises(number, self._rng)
        keep = self._keep_as("plain lesson" if is_plain else "lesson")
        return LessonTraining(number, exercises, keep, self._rng, self.attempts)

    def train_streak(self) -> Streak:
        """Return exercises of all open lessons, until the first mistake."""
        exercises, keep = self._mixed_exercises(), self._keep_as("streak")
        return Streak(exercises, keep, self._rng, best_streak(self.attempts), self.train_streak)

    def train_due_moments(self) -> Training:
        """Return the moments of own games that are due.

        The games that were not examined yet are examined while the player thinks.
        """
        by_text: dict[str, list[OwnMoment]] = {}
        exercises = self._find_due_exercises(by_text)
        return self._train_own(exercises, by_text)

    def train_moments(self, moments: Iterable[OwnMoment]) -> Training:
        """Return some moments of own games; a position that occurs twice is asked once."""
        by_text = _group_by_text(moments)
        return self._train_own(self._parse_moments(by_text), by_text)

    def _train_own(self, exercises: Iterator[Exercise | None], moments: _Moments) -> Training:
        keep = self._keep_as("own", moments)
        day_of = cache(self._day_of)
        return OwnTraining(exercises, keep, self._rng, moments, self.next_day, day_of)

    def next_day(self) -> str:
        """Return on which day moments are due next after today: "tomorrow"; "" without any."""
        today = self._read_date()
        date = next(iter(self._read(read_next_due, today)), "")
        if not date:
            return ""
        return "tomorrow" if date == days_later(today, 1) else day_name(date)

    def _day_of(self, game: str) -> str:
        """Return when an examined game was played: "24 November"; "" if that is not known."""
        with suppress(StoreError):
            day = self._store.read(read_day, game)
            return day_name(day) if day else ""
        return ""

    def read_figures(self) -> list[Figures]:
        """Return the figures of all lessons, with the games that have been examined so far."""
        calls, recent_calls = self._read(count_calls), self._read(count_calls, RECENT_GAMES)
        return lesson_figures(self.attempts, calls, recent_calls)

    # Exercises and answers

    def _find_due_exercises(self, asked: dict[str, list[OwnMoment]]) -> Iterator[Exercise | None]:
        """Yield the due moments, and None after each step of the examination for more of them.

        Add the moments to those that are asked, by their texts.
        """
        done, is_examining = -1, True
        while is_examining:
            is_examining = self.examination.step()
            if done < self.examination.done:
                done = self.examination.done
                due = _group_by_text(self.due_moments)
                new = {text: due[text] for text in due if text not in asked}
                asked.update(new)
                yield from self._parse_moments(new)
            yield None

    def _parse_moments(self, moments: _Moments) -> Iterator[Exercise]:
        """Yield exercises from their texts; the moments of one that cannot be read are dropped."""
        for text, its_moments in moments.items():
            if exercise := _parse_or_none(text):
                yield exercise
            else:
                dropped = [moment._replace(due="") for moment in its_moments]
                self._store.keep(partial(insert_rows, rows=dropped, if_stored="REPLACE"))

    def _mixed_exercises(self) -> Iterator[Exercise | None]:
        """Yield exercises of the open lessons, in the order of the schedule."""
        made: dict[int, Iterator[Exercise | None]] = {}
        asked: list[int] = []
        while True:
            last = {each.lesson: each for each in self.attempts if each.source != "own"}
            lesson = next_lesson(open_lessons(self.attempts), asked, last)
            if lesson not in made:
                made[lesson] = make_exercises(lesson, self._rng)
            asked.append(lesson)
            for exercise in made[lesson]:
                yield exercise
                if exercise:
                    break

    def _keep_as(self, source: Source, moments: _Moments = _NO_MOMENTS) -> Keep:
        """Return the function that keeps the answers of a training that begins now."""
        begun = self._read_clock()

        def keep(
            exercise: Exercise, answer: Answer, judgement: Judgement, milliseconds: int
        ) -> str:
            attempt = Attempt(
                begun=begun,
                at=self._read_clock(),
                source=source,
                lesson=exercise.lesson,
                is_right=judgement.is_right,
                milliseconds=milliseconds,
                exercise=format_exercise(exercise),
                answer=answer.format(exercise.clues.grid),
            )
            self.attempts.append(attempt)
            answered = self._reschedule(moments.get(attempt.exercise, ()), attempt)
            key = self._store.next_answer()
            self._store.keep(partial(insert_answer, attempt=attempt, moments=answered, key=key))
            return self._store.take_messages()

        return keep

    def _reschedule(self, moments: Iterable[OwnMoment], attempt: Attempt) -> list[OwnMoment]:
        """Return the moments with the days on which they are asked next, after an attempt."""
        today = self._read_date()
        return [reschedule(moment, today, is_right=attempt.is_right) for moment in moments]


def _group_by_text(moments: Iterable[OwnMoment]) -> dict[str, list[OwnMoment]]:
    by_text = defaultdict(list)
    for moment in moments:
        by_text[moment.exercise].append(moment)
    return by_text


def _parse_or_none(text: str) -> Exercise | None:
    with suppress(NotationError):
        return parse_exercise(text)
    return None
