"""When something is asked again: moments on their days, lessons by what was slow or wrong."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.schedule import INTERVALS, WEIGHTS, next_lesson, reschedule
from minesweeper.play.dates import day_number, days_later
from minesweeper.store.learning import Attempt
from tests.harness.learned import attempt, moment

START = "2026-02-24"


def days_asked(answers: str, start: str = START) -> list[int]:
    """Return on which days after the first a moment is asked, for a plus or minus each day it is.

    A plus is a right answer. The last day may be one without an answer.
    """
    asked, today, present = [], start, moment("a", start)
    given_answers = iter(answers)
    while present.due and day_number(today) < day_number(start) + 100:
        if present.due <= today:
            asked.append(day_number(today) - day_number(start))
            answer = next(given_answers, "")
            if not answer:
                break
            present = reschedule(present, today, is_right=answer == "+")
        today = days_later(today, 1)
    return asked


def after(lesson: int, *, is_right: bool = True, times: float = 1.0) -> Attempt:
    """Return an attempt that took some times the time that the lesson allows."""
    milliseconds = round(times * LESSONS[lesson - 1].target_ms)
    return attempt()._replace(lesson=lesson, is_right=is_right, milliseconds=milliseconds)


# Days


@pytest.mark.parametrize("start", ["2026-02-24", "2027-12-30", "2028-02-28"])
def test_a_moment_is_asked_after_1_2_4_8_and_16_days_and_then_no_more(start: str) -> None:
    gaps = (1, 2, 4, 8, 16)
    assert days_asked("+" * 9, start) == [sum(gaps[:number]) for number in range(6)]


def test_after_a_mistake_a_moment_is_asked_on_the_next_day_and_begins_again() -> None:
    assert days_asked("++-+++") == [0, 1, 3, 4, 6, 10, 18]
    assert days_asked("---+") == [0, 1, 2, 3, 5]


def test_a_moment_that_is_asked_late_counts_its_days_from_the_answer() -> None:
    late = reschedule(moment("a", START)._replace(interval=4), "2026-03-10", is_right=True)
    assert late == moment("a", "2026-03-18")._replace(interval=8)


@pytest.mark.parametrize("due", ["2026-02-25", ""])
def test_a_right_answer_to_a_moment_that_is_not_due_changes_nothing(due: str) -> None:
    early = moment("a", due)._replace(interval=16)
    assert reschedule(early, START, is_right=True) == early


@pytest.mark.parametrize("due", ["2026-03-25", "", "2026-01-01"])
def test_a_wrong_answer_brings_any_moment_back_on_the_next_day(due: str) -> None:
    again = reschedule(moment("a", due)._replace(interval=16), START, is_right=False)
    assert again == moment("a", "2026-02-25")._replace(interval=1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40))))
def test_an_answer_never_leaves_a_moment_due_on_the_same_day(
    answers: list[tuple[bool, int]],
) -> None:
    today, present = START, moment("a", START)
    for is_right, wait in answers:
        today = days_later(today, wait)
        present = reschedule(present, today, is_right=is_right)
        assert present.due > today or not present.due
        assert present.interval in INTERVALS


# Lessons


def test_a_lesson_that_was_missed_comes_before_one_that_was_right() -> None:
    for missed, right in ((1, 2), (2, 1)):
        last = {missed: after(missed, is_right=False), right: after(right, times=50)}
        assert next_lesson([1, 2], [], last) == missed


def test_a_slow_lesson_comes_before_a_quick_one() -> None:
    for slow, quick in ((1, 2), (2, 1)):
        last = {slow: after(slow, times=1.5), quick: after(quick)}
        assert next_lesson([1, 2], [], last) == slow


@pytest.mark.parametrize("lesson", WEIGHTS)
def test_a_missed_lesson_comes_again_sooner(lesson: int) -> None:
    def others_before_it(*, is_right: bool) -> int:
        last = {number: after(number) for number in WEIGHTS}
        last[lesson] = after(lesson, is_right=is_right)
        asked = [*WEIGHTS, lesson]
        while (following := next_lesson([*WEIGHTS], asked, last)) != lesson:
            asked.append(following)
        return len(asked) - len(WEIGHTS) - 1

    assert 2 <= others_before_it(is_right=False) < others_before_it(is_right=True)
    assert others_before_it(is_right=False) < 15


@pytest.mark.parametrize("times", [0.001, 1, 20])
def test_all_lessons_are_asked_those_most_often_that_games_call_for(times: float) -> None:
    last = {number: after(number, times=times) for number in WEIGHTS}
    asked: list[int] = []
    for _ in range(1_000):
        asked.append(next_lesson([*WEIGHTS], asked, last))
    counts = Counter(asked)
    by_weight = sorted(WEIGHTS, key=lambda number: (WEIGHTS[number], counts[number]))
    assert sorted(counts, key=lambda number: (counts[number], WEIGHTS[number])) == by_weight
    assert counts.keys() == WEIGHTS.keys() == {lesson.number for lesson in LESSONS}


@pytest.mark.parametrize("seed", range(20))
def test_three_exercises_of_other_lessons_come_between_two_of_one_if_enough_are_open(
    seed: int,
) -> None:
    rng = Random(seed)
    lessons = list(range(1, rng.randint(3, 13)))
    others = min(3, len(lessons) - 1)
    asked: list[int] = []
    last: dict[int, Attempt] = {}
    for _ in range(200):
        lesson = next_lesson(lessons, asked, last)
        assert lesson in lessons
        assert lesson not in asked[-others:]
        asked.append(lesson)
        last[lesson] = after(lesson, is_right=rng.random() < 0.7, times=10 ** rng.uniform(-3, 2))


def test_one_open_lesson_is_asked_again_and_again_and_two_in_turn() -> None:
    assert next_lesson([1], [1, 1], {1: after(1)}) == 1
    asked = [1]
    last = {1: after(1, is_right=False), 2: after(2, times=0.1)}
    for _ in range(5):
        asked.append(next_lesson([1, 2], asked, last))
    assert asked == [1, 2] * 3
