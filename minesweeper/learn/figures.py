"""What the list of lessons says of each: how far its player is, and what their games say of it."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final, NamedTuple

from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.learn.mastery import is_mastered, open_lessons, recent_attempts
from minesweeper.store.learning import Attempt, Calls

LATEST: Final = 8
"""How many of the last answers a page speaks of."""
ENOUGH: Final = 20
"""A lesson is recommended if games called for it at least this often."""
RECENT_GAMES: Final = 100
"""A lesson is recommended by this many games, the newest ones."""
ADVICE: Final = "you miss it most in your games"


class Figures(NamedTuple):
    """The figures of a lesson."""

    lesson: int
    is_open: bool
    """Whether all lessons before it are mastered."""
    is_mastered: bool
    in_twelve: int
    """How many of the last 12 answers were right, which mastery counts."""
    right: int
    """How many of the last answers were right."""
    answers: int
    """How many last answers these are: 8, or fewer if there are no more."""
    seconds: float | None
    """The median time of those that were right; None without any on the screen."""
    goal: int
    """The seconds within which a player who has mastered the lesson answers."""
    met: int
    """How often the player's games called for the lesson."""
    missed: int
    """How often the player guessed instead."""
    advice: str
    """Why to train it next, without a full stop; "" for all lessons but one, at the most."""


def lesson_figures(
    attempts: Sequence[Attempt], calls: Iterable[Calls], recent_calls: Iterable[Calls]
) -> list[Figures]:
    """Return the figures of all lessons, by the answers, the oldest first, and the own games.

    `recent_calls` are those of the last RECENT_GAMES games, by lessons in order.
    """
    advised, opened = _advised_lesson(attempts, recent_calls), open_lessons(attempts)
    of_games = {each.lesson: each for each in calls}

    def figures(lesson: Lesson) -> Figures:
        number = lesson.number
        recent = recent_attempts(number, attempts)
        called = of_games.get(number, Calls(number, 0, 0))
        latest = recent[:LATEST]
        times = [each.milliseconds for each in latest if each.is_right and each.source == "lesson"]
        return Figures(
            lesson=number,
            is_open=number in opened,
            is_mastered=is_mastered(number, attempts),
            in_twelve=sum(each.is_right for each in recent),
            right=sum(each.is_right for each in latest),
            answers=len(latest),
            seconds=median(times) / 1000 if times else None,
            goal=lesson.target_ms // 1000,
            met=called.met,
            missed=called.missed,
            advice=ADVICE if number == advised else "",
        )

    return [figures(lesson) for lesson in LESSONS]


def _advised_lesson(attempts: Sequence[Attempt], recent_calls: Iterable[Calls]) -> int | None:
    """Return the lesson that recent games missed most, of those that are not mastered."""
    missed = {
        each.lesson: each.missed
        for each in recent_calls
        if each.missed and each.met >= ENOUGH and not is_mastered(each.lesson, attempts)
    }
    return max(missed, key=missed.__getitem__, default=None)
