"""Every lesson on the screen, with exercises as the course makes them."""

from pathlib import Path

import pytest

from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.lesson import LessonScreen
from tests.harness.kept_games import close_stores
from tests.harness.learned import open_course
from tests.harness.lessons import CALM, covered_places, keys_to, right_keys
from tests.harness.player import Player


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_an_exercise_is_asked_answered_and_kept(lesson: Lesson, tmp_path: Path) -> None:
    course = open_course(tmp_path)
    training = course.train_lesson(lesson.number)
    player = Player(LessonScreen(Looks(glyphs="ascii"), training), (80, 24))
    player.press("enter")
    player.wait_until_idle()
    exercise = training.exercise
    assert exercise
    is_guess = exercise.kind == "guess"
    keys = [*keys_to(*covered_places(exercise)[0]), "enter"] if is_guess else right_keys(exercise)
    player.now += CALM
    player.press(*keys)
    assert is_guess or player.side.title == "Right"
    [attempt] = course.attempts
    assert (attempt.lesson, attempt.is_right or is_guess) == (lesson.number, True)
    close_stores()
