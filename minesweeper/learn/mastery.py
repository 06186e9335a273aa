"""What the answers so far say: which lessons are mastered and open, and the best streak."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from math import ceil
from operator import attrgetter
from statistics import median
from typing import Final

from minesweeper.learn.lessons import LESSONS
from minesweeper.store.learning import Attempt

# Of how many last answers which share must be right, in a median time within that of the lesson.
RECENT: Final = 12
MASTERY: Final = 0.85
MASTERED: Final = "you have mastered this lesson"


def recent_attempts(lesson: int, attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the last attempts in trainings of a lesson, at most RECENT, the newest first."""
    return [*islice(trained_attempts(lesson, attempts), RECENT)]


def trained_attempts(lesson: int, attempts: Sequence[Attempt]) -> Iterator[Attempt]:
    """Yield the attempts in trainings of a lesson, the newest first.

    What is missed in a streak closes no lesson.
    """
    for attempt in reversed(attempts):
        if attempt.lesson == lesson and attempt.source in ("lesson", "plain lesson"):
            yield attempt


def is_mastered(lesson: int, attempts: Sequence[Attempt]) -> bool:
    """Return whether 11 of the last 12 answers are right, and their median is within the time.

    It takes long to listen to a position: answers in plain lessons need not be quick.
    """
    recent = recent_attempts(lesson, attempts)
    return _are_right(recent) and _median_ms(recent) <= LESSONS[lesson - 1].target_ms


def answers_needed(lesson: int, attempts: Sequence[Attempt]) -> int:
    """Return after how many right and quick answers a lesson is mastered; 0 if it is already."""
    recent = recent_attempts(lesson, attempts)[::-1]
    quick = Attempt("", "", "lesson", lesson, True, 0, "", "")
    counts = range(RECENT + 1)
    return next(each for each in counts if is_mastered(lesson, [*recent, *[quick] * each]))


def right_in_a_row(lesson: int, attempts: Sequence[Attempt]) -> int:
    """Return how many of the last answers of a lesson were right, up to the last mistake."""
    trained = trained_attempts(lesson, attempts)
    return sum(1 for _ in takewhile(attrgetter("is_right"), trained))


def _are_right(recent: Sequence[Attempt]) -> bool:
    """Return whether enough answers are right; a wrong one may be among them, or still come."""
    return sum(attempt.is_right for attempt in recent) >= MASTERY * RECENT


def _median_ms(attempts: Sequence[Attempt]) -> float:
    """Return the median time of answers, in which those of plain lessons took none."""
    return median(
        0 if attempt.source == "plain lesson" else attempt.milliseconds for attempt in attempts
    )


def mastery_goal_text() -> str:
    """Return what it takes to master a plain lesson, without a full stop."""
    return f"the goal is {ceil(MASTERY * RECENT)} right answers of {RECENT}"


def mastery_text(lesson: int, attempts: Sequence[Attempt]) -> str:
    """Return how far a player is: "mastered", "7 of the last 12 right", "open", "not begun"."""
    if is_mastered(lesson, attempts):
        return "mastered"
    if recent := recent_attempts(lesson, attempts):
        return _recent_text(recent)
    return "open" if lesson in open_lessons(attempts) else "not begun"


def mastered_text(lesson: int, attempts: Sequence[Attempt]) -> str:
    """Return that a lesson is mastered; "" if it is not."""
    return MASTERED if is_mastered(lesson, attempts) else ""


def lesson_progress_text(lesson: int, attempts: Sequence[Attempt]) -> str:
    """Return the progress in a lesson while it is trained.

    If too many answers were wrong for mastery, their time does not matter yet.
    """
    recent = recent_attempts(lesson, attempts)
    text = _recent_text(recent)
    if is_mastered(lesson, attempts):
        return f"{text}: mastered"
    if _are_right(recent):
        seconds = _median_ms(recent) / 1000
        goal = LESSONS[lesson - 1].target_ms / 1000
        return f"{text}, in {seconds:.1f} s; the goal is {goal:g} s"
    return text


def _recent_text(recent: Sequence[Attempt]) -> str:
    right = sum(attempt.is_right for attempt in recent)
    return share_text(right, len(recent), "the last " if len(recent) == RECENT else "")


def share_text(right: int, answered: int, last: str = "") -> str:
    """Return how many answers were right: "7 of 9 right"."""
    return f"{right} of {last}{answered} right" if answered else "no answers yet"


def open_lessons(attempts: Sequence[Attempt]) -> list[int]:
    """Return the lessons that are open: each up to the first that is not mastered."""
    lessons = []
    for lesson in LESSONS:
        lessons.append(lesson.number)
        if not is_mastered(lesson.number, attempts):
            break
    return lessons


def best_streak(attempts: Sequence[Attempt]) -> int:
    """Return how many answers were right in the best streak; 0 before the first one."""
    right = Counter(each.begun for each in attempts if each.source == "streak" and each.is_right)
    return max(right.values(), default=0)
