"""What the answers so far say: which lessons are mastered and open, and the best scores."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import ceil
from statistics import median
from typing import Final

from minesweeper.learn.lessons import LESSONS
from minesweeper.store.learning import Attempt
from minesweeper.store.schema import Source

# Of how many last answers which share must be right, in a median time within that of the lesson.
RECENT: Final = 12
MASTERY: Final = 0.85


def recent_attempts(lesson: int, attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the last attempts in trainings of a lesson, at most RECENT.

    What is missed in the haste of a storm closes no lesson.
    """
    trained = (each for each in reversed(attempts) if each.source in ("lesson", "plain lesson"))
    return [*islice((each for each in trained if each.lesson == lesson), RECENT)]


def is_mastered(lesson: int, attempts: Sequence[Attempt]) -> bool:
    """Return whether 85% of the last 12 answers are right, and their median is within the time.

    It takes long to listen to a position: answers in plain lessons need not be quick.
    """
    recent = recent_attempts(lesson, attempts)
    return _are_right(recent) and _median_ms(recent) <= LESSONS[lesson - 1].target_ms


def _are_right(recent: Sequence[Attempt]) -> bool:
    """Return whether there are enough answers, and enough of them are right."""
    right = sum(attempt.is_right for attempt in recent)
    return len(recent) == RECENT and right >= MASTERY * RECENT


def _median_ms(attempts: Sequence[Attempt]) -> float:
    """Return the median time of answers, in which those of plain lessons took none."""
    return median(
        0 if attempt.source == "plain lesson" else attempt.milliseconds for attempt in attempts
    )


def mastery_goal_text(lesson: int, *, is_timed: bool) -> str:
    """Return what it takes to master a lesson, as a sentence without a full stop."""
    goal = f"the goal is {ceil(MASTERY * RECENT)} right answers of {RECENT}"
    seconds = LESSONS[lesson - 1].target_ms / 1000
    return f"{goal}, half of them within {seconds:g} seconds" if is_timed else goal


def mastery_texts(lesson: int, attempts: Sequence[Attempt]) -> tuple[str, str]:
    """Return how far a player is, and a shorter form: "mastered", "7 of the last 12 right"..."""
    if is_mastered(lesson, attempts):
        return "mastered", ""
    if recent := recent_attempts(lesson, attempts):
        long, short = _recent_texts(recent)
        return long, short
    return "open" if lesson in open_lessons(attempts) else "not begun", ""


def mastered_text(lesson: int, attempts: Sequence[Attempt]) -> str:
    """Return that a lesson is mastered, and whether the next one is open; "" if it is not."""
    if not is_mastered(lesson, attempts):
        return ""
    is_next_open = lesson + 1 in open_lessons(attempts)
    return "you have mastered this lesson" + f": lesson {lesson + 1} is open" * is_next_open


def lesson_progress_texts(lesson: int, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """Return the progress in a lesson while it is trained, and shorter forms of it.

    If too many answers were wrong for mastery, their time does not matter yet.
    """
    recent = recent_attempts(lesson, attempts)
    texts = _recent_texts(recent)
    if is_mastered(lesson, attempts):
        return f"{texts[0]}: mastered", *texts
    if _are_right(recent):
        seconds = _median_ms(recent) / 1000
        goal = LESSONS[lesson - 1].target_ms / 1000
        return f"{texts[0]}, in {seconds:.1f} s; the goal is {goal:g} s", *texts
    return texts


def _recent_texts(recent: Sequence[Attempt]) -> tuple[str, ...]:
    right = sum(attempt.is_right for attempt in recent)
    return share_texts(right, len(recent), "the last " if len(recent) == RECENT else "")


def share_texts(right: int, answered: int, last: str = "") -> tuple[str, ...]:
    """Return how many answers were right, in words and in numbers."""
    if not answered:
        return ("no answers yet",)
    return f"{right} of {last}{answered} right", f"{right}/{answered}"


def open_lessons(attempts: Sequence[Attempt]) -> list[int]:
    """Return the lessons that are open: each up to the first that is not mastered."""
    lessons = []
    for lesson in LESSONS:
        lessons.append(lesson.number)
        if not is_mastered(lesson.number, attempts):
            break
    return lessons


def best_score(source: Source, attempts: Sequence[Attempt]) -> int:
    """Return how many answers were right in the best streak or storm; 0 before the first one."""
    right = Counter(each.begun for each in attempts if each.source == source and each.is_right)
    return max(right.values(), default=0)
