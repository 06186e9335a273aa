"""The figures of the lessons, and the one that is recommended."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import pytest

from minesweeper.learn.figures import Figures, lesson_figures
from minesweeper.learn.lessons import LESSONS
from minesweeper.store.learning import Attempt, Calls, Encounter, ExaminedGame
from tests.harness.kept_games import close_stores, open_store
from tests.harness.learned import attempt, encounter, keep_findings, open_course

ADVICE = "you miss it most in your games"


def answered(lesson: int, answers: str, milliseconds: int = 2_000) -> list[Attempt]:
    """Return an answer to a lesson for each plus or minus."""
    quick = attempt()._replace(lesson=lesson, milliseconds=milliseconds)
    return [quick._replace(is_right=answer == "+") for answer in answers]


def figures(lesson: int, attempts: Sequence[Attempt] = ()) -> Figures:
    all_figures = lesson_figures(attempts, [], [])
    assert [each.lesson for each in all_figures] == [*range(1, 13)]
    return all_figures[lesson - 1]


def advised(*recent_calls: Calls, attempts: Sequence[Attempt] = ()) -> list[int]:
    """Return the lessons that are recommended: one, or none."""
    return advised_of(lesson_figures(attempts, [], recent_calls))


def advised_of(found: Sequence[Figures]) -> list[int]:
    assert {each.advice for each in found} <= {"", ADVICE}
    return [each.lesson for each in found if each.advice]


def keep_games(home: Path, encounters: Iterable[Encounter], count: int) -> None:
    """Keep so many examined games, the oldest first, with their numbers as ids."""
    store = open_store(home)
    for each in range(count):
        game = ExaminedGame(str(each), f"2025-01-01T00:{each:04}Z")
        keep_findings(store, game, encounters=[one for one in encounters if one.game == game.id])
    close_stores()


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


def test_what_was_met_and_missed_is_counted_over_all_games(tmp_path: Path) -> None:
    rng = Random(1)
    moves = [
        encounter(str(number % 120), rng.randint(1, 12), is_missed=rng.random() < 0.2)._replace(
            moves=number
        )
        for number in range(400)
    ]
    keep_games(tmp_path, moves, 120)
    for each in open_course(tmp_path).read_figures():
        of_lesson = [move.is_missed for move in moves if move.lesson == each.lesson]
        assert (each.met, each.missed) == (len(of_lesson), sum(of_lesson))
    close_stores()


def test_the_lesson_that_was_missed_most_is_recommended() -> None:
    assert advised(Calls(3, 30, 2), Calls(5, 60, 3), Calls(6, 90, 0)) == [5]
    assert advised(Calls(6, 20, 1)) == [6]
    assert advised(Calls(3, 30, 2), Calls(5, 30, 2)) == [3]


def test_a_lesson_that_games_rarely_called_for_is_not_recommended() -> None:
    assert advised(Calls(3, 20, 1), Calls(5, 19, 19)) == [3]
    assert advised(Calls(5, 19, 19)) == []


def test_a_lesson_that_is_mastered_or_never_missed_is_not_recommended() -> None:
    mastered = answered(5, "+" * 12)
    assert advised(Calls(3, 30, 1), Calls(5, 60, 9), attempts=mastered) == [3]
    assert advised(Calls(3, 30, 0)) == []


@pytest.mark.parametrize(("count", "lesson"), [(100, 5), (101, 3)])
def test_only_the_last_hundred_games_recommend(tmp_path: Path, count: int, lesson: int) -> None:
    moves = [
        encounter(game, lesson, is_missed=moves < missed)._replace(moves=moves)
        for game, lesson, missed in (("0", 5, 9), ("99", 3, 1))
        for moves in range(30)
    ]
    keep_games(tmp_path, moves, count)
    assert advised_of(open_course(tmp_path).read_figures()) == [lesson]
    close_stores()
