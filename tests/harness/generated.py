"""Exercises of the lessons, made once in each process and shared by the tests that judge them."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from minesweeper.learn.exercises import Exercise
from minesweeper.learn.generator import make_exercises


def exercises(lesson: int, count: int) -> list[Exercise]:
    """Return the first exercises of a lesson."""
    made, more = _begun(lesson)
    made += islice(more, max(0, count - len(made)))
    return made[:count]


@cache
def _begun(lesson: int) -> tuple[list[Exercise], Iterator[Exercise]]:
    """Return the exercises that are made, to be added to, and those to come."""
    return [], filter(None, make_exercises(lesson, Random(lesson)))
