"""When something is asked again: on which day a moment, and next at a sitting which lesson.

Within a sitting, lessons are mixed by adaptive sequencing, with new examples each time: E. Mettler
and P. J. Kellman, "Adaptive response-time-based category sequencing in perceptual learning", Vision
Research 99 (2014), PMC6124487. Here a quick answer lowers the priority but never makes it negative,
and each lesson has the weight with which games call for it.
"""

from collections.abc import Mapping, Sequence
from math import log1p
from typing import Final

from minesweeper.learn.lessons import LESSONS
from minesweeper.play.dates import days_later
from minesweeper.store.learning import Attempt, OwnMoment

# The days until a moment is asked again, after each right answer in turn.
INTERVALS: Final = (1, 2, 4, 8, 16)
# How often 1,000 random expert games called for each lesson, in percent of the moments at which
# single numbers proved nothing. Lesson 9 has the pairs that are not neighbours; 11 and 12 share
# what needs three numbers or more. Lessons 1 and 2 are the other moments: their weight is chosen.
WEIGHTS: Final = {1: 10, 2: 10, 3: 14, 4: 15, 5: 31, 6: 19, 7: 3, 8: 3, 9: 5, 10: 27, 11: 2, 12: 2}
# More than this many other exercises come between two of a lesson, if enough lessons are open.
PAUSE: Final = 2
# The urgency of a lesson whose last answer was wrong, and of a lesson that was never tried.
MISTAKE: Final = 20.0


def reschedule(moment: OwnMoment, today: str, *, is_right: bool) -> OwnMoment:
    """Return a moment with the day on which it is asked next, after an answer of today.

    A right answer counts only if the moment was due.
    """
    if not is_right:
        return _after_days(moment, today, INTERVALS[0])
    if moment.due > today:
        return moment
    longer = [days for days in INTERVALS if days > moment.interval]
    return _after_days(moment, today, longer[0]) if longer else moment._replace(due="")


def _after_days(moment: OwnMoment, today: str, days: int) -> OwnMoment:
    return moment._replace(due=days_later(today, days), interval=days)


def next_lesson(lessons: Sequence[int], asked: Sequence[int], last: Mapping[int, Attempt]) -> int:
    """Return which of the lessons to ask next.

    `asked` are the lessons asked at this sitting, in order; `last` the last attempt of each lesson,
    which may be from an earlier sitting.
    """

    def priority(lesson: int) -> tuple[int, float]:
        since = asked[::-1].index(lesson) if lesson in asked else len(asked) + PAUSE + 1
        urgency = _urgency(lesson, last.get(lesson)) * WEIGHTS[lesson]
        return min(since, PAUSE), (since - PAUSE) * urgency

    return max(lessons, key=priority)


def _urgency(lesson: int, attempt: Attempt | None) -> float:
    """Return how much a lesson needs training, after the last attempt at it."""
    if not attempt or not attempt.is_right:
        return MISTAKE
    return log1p(attempt.milliseconds / LESSONS[lesson - 1].target_ms)
