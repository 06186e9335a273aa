"""The figures of the lessons, and the one that is recommended."""

from random import Random

import pytest

from minesweeper.learn.figures import Figures, lesson_figures
from minesweeper.learn.lessons import LESSONS
from minesweeper.store.learning import Attempt, Encounter, ExaminedGame
from tests.harness.learned import attempt, encounter

ADVICE = "you miss it most in your games"


def answered(lesson: int, answers: str, milliseconds: int = 2_000) -> list[Attempt]:
    """Return an answer to a lesson for each plus or minus."""
    quick = attempt()._replace(lesson=lesson, milliseconds=milliseconds)
    return [quick._replace(is_right=answer == "+") for answer in answers]


def games(count: int) -> list[ExaminedGame]:
    """Return some games, the oldest first, with their numbers as ids."""
    return [ExaminedGame(str(each), f"2025-01-01T00:{each:04}Z") for each in range(count)]


def called(lesson: int, met: int, missed: int, game: int = 0) -> list[Encounter]:
    """Return moves of a game that called for a lesson, the first ones missed."""
    return [encounter(str(game), lesson, is_missed=number < missed) for number in range(met)]


def figures(
    lesson: int,
    attempts: list[Attempt] | None = None,
    encounters: list[Encounter] | None = None,
    count: int = 1,
) -> Figures:
    all_figures = lesson_figures(attempts or [], encounters or [], games(count))
    assert [each.lesson for each in all_figures] == [*range(1, 13)]
    return all_figures[lesson - 1]


def advised(attempts: list[Attempt], encounters: list[Encounter], count: int = 1) -> list[int]:
    """Return the lessons that are recommended: one, or none."""
    found = lesson_figures(attempts, encounters, games(count))
    assert {each.advice for each in found} <= {"", ADVICE}
    return [each.lesson for each in found if each.advice]


def test_a_new_player_has_no_figures_and_one_open_lesson() -> None:
    first = figures(1)
    assert first == Figures(1, True, False, 0, 0, 0, None, 5, 0, 0, "")
    assert [figures(lesson.number).is_open for lesson in LESSONS[1:]] == [False] * 11


def test_the_last_eight_answers_are_counted_and_the_time_of_the_right_ones() -> None:
    slow, quick = answered(1, "++-", 9_000), answered(1, "+-+++", 3_000)
    assert figures(1, answered(1, "--") + slow + quick)[3:8] == (6, 6, 8, 3.0, 5)
    assert figures(1, slow)[3:8] == (2, 2, 3, 9.0, 5)
    assert figures(1, answered(1, "--"))[3:8] == (0, 0, 2, None, 5)


def test_answers_in_lines_of_text_have_no_time() -> None:
    heard = [each._replace(source="plain lesson") for each in answered(1, "++", 60_000)]
    assert figures(1, heard).seconds is None
    assert figures(1, heard + answered(1, "+", 4_000)).seconds == 4.0


def test_answers_elsewhere_count_for_no_lesson() -> None:
    others = [each._replace(source="streak") for each in answered(1, "+++")]
    assert figures(1, others) == figures(1)


def test_the_bar_has_the_last_twelve_answers_and_a_mastered_lesson_opens_the_next() -> None:
    attempts = answered(1, "-" * 5 + "+" * 11)
    assert figures(1, attempts)[1:4] == (True, True, 11)
    assert figures(2, attempts)[1:4] == (True, False, 0)
    assert figures(3, attempts)[1:4] == (False, False, 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_was_met_and_missed_is_counted_over_all_games(seed: int) -> None:
    rng = Random(seed)
    moves = [
        encounter(str(rng.randrange(300)), rng.randint(1, 12), is_missed=rng.random() < 0.2)
        for _ in range(400)
    ]
    for each in lesson_figures([], moves, games(300)):
        assert each.met == len([move for move in moves if move.lesson == each.lesson])
        assert each.missed == len(
            [move for move in moves if move.is_missed and move.lesson == each.lesson]
        )


def test_the_lesson_that_was_missed_most_is_recommended() -> None:
    assert advised([], called(3, 30, 2) + called(5, 60, 3) + called(6, 90, 0)) == [5]
    assert advised([], called(6, 20, 1)) == [6]
    assert advised([], called(3, 30, 2) + called(5, 30, 2)) == [3]


def test_a_lesson_that_games_rarely_called_for_is_not_recommended() -> None:
    assert advised([], called(5, 19, 19) + called(3, 20, 1)) == [3]
    assert advised([], called(5, 19, 19)) == []


def test_a_lesson_that_is_mastered_or_never_missed_is_not_recommended() -> None:
    assert advised(answered(5, "+" * 12), called(5, 60, 9) + called(3, 30, 1)) == [3]
    assert advised([], called(3, 30, 0)) == []


def test_only_the_last_hundred_games_recommend() -> None:
    old, new = called(5, 30, 9, game=0), called(3, 30, 1, game=100)
    assert advised([], old + new, 100) == [5]
    assert advised([], old + new, 101) == [3]
