"""Training: the present exercise, the judgement of its answer, and the score.

A training is a run of exercises at one sitting. The screen and the plain mode show it, each in its
own way. Times are in milliseconds, and handed in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from minesweeper.learn.answers import Answer, Judgement, judge_answer
from minesweeper.learn.exercises import Exercise, format_exercise
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.mastery import (
    answers_needed,
    lesson_progress_text,
    mastered_text,
    recent_attempts,
    right_in_a_row,
    share_text,
)
from minesweeper.store.learning import Attempt, OwnMoment
from minesweeper.store.schema import Reason

Keep = Callable[[Exercise, Answer, Judgement, int], str | None]
"""Keeps an answer that took some milliseconds; returns what went wrong, if anything did."""
_REASONS: Final[Mapping[Reason, str]] = {
    "avoidable loss": "you lost here, and could have known",
    "avoidable guess": "you guessed here, and could have known",
    "long think": "you thought for long here",
    "guess": "you guessed here",
}


class Training:
    """A run of exercises: the present one, and the judgement of the answer to it."""

    ending = ""
    """What is said when it is over, without a full stop; "" if the result says it."""

    def __init__(
        self,
        title: str,
        exercises: Iterator[Exercise | None],
        keep: Keep,
        rng: Random,
    ) -> None:
        """Take a title, the exercises (None after a step that found none), and what keeps answers.

        Only the first answer to an exercise is kept.
        """
        self.title = title
        self.exercise: Exercise | None = None
        """The present exercise; None while it is being made, and after the last one."""
        self.judgement: Judgement | None = None
        """The judgement of the last answer; None before the first one, and when trying again."""
        self.warning = ""
        """What went wrong when the last answer was kept; "" if nothing did."""
        self.milliseconds: int | None = None
        """What the last answer took; None if it was not the first one to its exercise."""
        self.right = 0
        """How many exercises were answered right, the first time."""
        self.answered = 0
        """How many exercises were answered."""
        self._exercises = exercises
        self._keep = keep
        self._rng = rng
        self._next: Exercise | None = None
        self._since = 0
        self._is_closed = False
        self._is_first_answer = True

    @property
    def is_last(self) -> bool:
        """Whether no exercise follows the present one."""
        return self._is_closed

    @property
    def is_over(self) -> bool:
        """Whether there is no further exercise."""
        return self.exercise is None and self._is_closed

    @property
    def progress_text(self) -> str:
        """How many answers were right, without a full stop: "7 of the last 12 right"."""
        return share_text(self.right, self.answered)

    @property
    def note(self) -> str:
        """Why the present exercise is asked, without a full stop; "" for a new one."""
        return ""

    @property
    def mastered_text(self) -> str:
        """That the lesson is mastered, without a full stop; "" if not, and if it trains none."""
        return ""

    def prepare(self, now: int) -> bool:
        """Take a short step towards the present or the next exercise; return whether it is ready.

        The clock of an exercise starts when it becomes the present one.
        """
        if self.exercise:
            self._next = self._next or self._step()
            return self._next is not None or self._is_closed
        self._present(self._step(), now)
        return self.exercise is not None or self._is_closed

    def answer(self, answer: Answer, now: int) -> Judgement:
        """Judge an answer to the present exercise, and keep it if it is the first one."""
        assert self.exercise
        self.judgement = judge_answer(self.exercise, answer, self._rng)
        self.milliseconds = None
        if self._is_first_answer:
            self._is_first_answer = False
            self.milliseconds = elapsed = now - self._since
            self.warning = self._keep(self.exercise, answer, self.judgement, elapsed) or ""
            self.count(self.judgement)
        return self.judgement

    def count(self, judgement: Judgement) -> None:
        """Count the first answer to an exercise."""
        self.answered += 1
        self.right += judgement.is_right

    def try_again(self) -> None:
        """Ask the present exercise again; a second answer is not kept."""
        self.judgement = None
        self.warning = ""

    def go_on(self, now: int) -> None:
        """Go on to the next exercise, or wait for it until `prepare` has found it."""
        self._present(self._next, now)

    def close(self) -> None:
        """Make the present exercise the last one."""
        self._is_closed = True
        self._next = None

    def _present(self, exercise: Exercise | None, now: int) -> None:
        self.exercise = exercise
        self.judgement = self._next = None
        self.warning = ""
        self._since = now
        self._is_first_answer = True

    def _step(self) -> Exercise | None:
        """Take a step in the making of exercises, unless the last one has been made."""
        if not self._is_closed:
            try:
                return next(self._exercises)
            except StopIteration:
                self.close()
        return None


def train_once(exercise: Exercise, rng: Random) -> Training:
    """Return a training of one exercise, whose answer is not kept."""
    return Training("Asked again", iter([exercise]), lambda *answer: None, rng)


class LessonTraining(Training):
    """Exercises of one lesson, without end."""

    def __init__(
        self,
        number: int,
        exercises: Iterator[Exercise | None],
        keep: Keep,
        rng: Random,
        attempts: Sequence[Attempt],
    ) -> None:
        """Take also the number of the lesson, and all attempts, to which `keep` adds new ones."""
        super().__init__(LESSONS[number - 1].name, exercises, keep, rng)
        self.number = number
        self._attempts = attempts

    @property
    def last_answers(self) -> list[bool]:
        """Whether each of the last answers was right, the oldest first; at most 12."""
        recent = recent_attempts(self.number, self._attempts)
        return [each.is_right for each in reversed(recent)]

    @property
    def in_a_row(self) -> int:
        """How many answers were right since the last mistake."""
        return right_in_a_row(self.number, self._attempts)

    @property
    def answers_needed(self) -> int:
        """After how many right and quick answers it is mastered; 0 if it is already."""
        return answers_needed(self.number, self._attempts)

    @property
    def progress_text(self) -> str:
        """How many of the last answers were right; how quick they were, if that is what counts."""
        return lesson_progress_text(self.number, self._attempts)

    @property
    def mastered_text(self) -> str:
        return mastered_text(self.number, self._attempts)


class OwnTraining(Training):
    """Moments of own games, also those of games that are examined meanwhile."""

    def __init__(
        self,
        exercises: Iterator[Exercise | None],
        keep: Keep,
        rng: Random,
        moments: Mapping[str, Sequence[OwnMoment]],
        next_day: Callable[[], str],
        day_of: Callable[[str], str] = lambda game: "",
    ) -> None:
        """Take also the moments by the text of the exercise; the making of exercises may add some.

        `next_day` returns on which day after today moments are due next, such as "tomorrow", and
        `day_of` when a game was played, by its id; "" if there is none, or it is not known.
        """
        super().__init__("Your own games", exercises, keep, rng)
        self._moments = moments
        self.next_day = next_day
        self._day_of = day_of

    @property
    def moment(self) -> OwnMoment | None:
        """The present moment."""
        text = format_exercise(self.exercise) if self.exercise else ""
        return next(iter(self._moments.get(text, ())), None)

    @property
    def note(self) -> str:
        """What the player did at the present moment."""
        return _REASONS[self.moment.reason] if self.moment else ""

    @property
    def day(self) -> str:
        """When the game of the present moment was played; "" if that is not known."""
        return self._day_of(self.moment.game) if self.moment else ""

    @property
    def place_text(self) -> str:
        """Which of the moments is the present one: "1 of 5"; "" if there is only one."""
        number = self.answered + self._is_first_answer
        return f"{number} of {len(self._moments)}" if len(self._moments) > 1 else ""

    @property
    def progress_text(self) -> str:
        """How many answers were right; when there is something to ask, if nothing was asked."""
        if self.answered or not self.is_over:
            return super().progress_text
        day = self.next_day()
        return "nothing to repeat" + f": next {day}" * bool(day)


class Streak(Training):
    """Exercises of all open lessons, until the first mistake."""

    ending = "the streak is over"

    def __init__(
        self,
        exercises: Iterator[Exercise | None],
        keep: Keep,
        rng: Random,
        best: int,
        again: Callable[[], "Streak"],
    ) -> None:
        """Take also the number of right answers in the best one so far, and what makes another."""
        super().__init__("Streak", exercises, keep, rng)
        self.again = again
        self.best = best

    @property
    def progress_text(self) -> str:
        """How many answers were right, and the best so far."""
        return f"{self.right} in a row" + f", {self.best_text}" * bool(self.best_text)

    @property
    def best_text(self) -> str:
        """What the right answers compare with: "best 12", "your best"; "" if with nothing yet."""
        if self.right > self.best:
            return "your best"
        return f"best {self.best}" if self.best else ""

    def count(self, judgement: Judgement) -> None:
        """Count the first answer to an exercise; a mistake is the end."""
        super().count(judgement)
        if not judgement.is_right:
            self.close()
