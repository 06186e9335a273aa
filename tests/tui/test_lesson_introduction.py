"""What each lesson begins with: a drawing, the cells that are certain in it, and why."""

import pytest

from minesweeper.engine.cells import CellSet, set_of
from minesweeper.learn.exercises import parse_drawing
from minesweeper.learn.lessons import LESSONS, Lesson, mentions_in
from tests.harness.brute import certain_cells
from tests.harness.lessons import LessonPlayer
from tests.harness.player import torn_texts
from tests.harness.scenes import marks_text

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def introduced(lesson: Lesson, size: tuple[int, int] = (80, 24)) -> LessonPlayer:
    """Return a player who has opened a lesson."""
    return LessonPlayer(f"point {lesson.number} - #1", size=size, has_begun=False)


def text_below(player: LessonPlayer, row: int, column: int = 0) -> str:
    """Return what stands under a row of the screen, from a column on, in one line."""
    lines = [line[column:] for line in player.lines[row + 1 :]]
    return " ".join(" ".join(lines).split())


@every_lesson
def test_all_that_is_said_is_in_sight_beside_the_drawing(lesson: Lesson) -> None:
    player = introduced(lesson)
    column, row = player.find("Lesson ")
    text = text_below(player, row, column)
    assert f"{player.message} {player.main}" in text
    assert not {*"{}"} & {*text}
    has_question_mark = any("?" in line[:column] for line in player.lines[:-1])
    assert ("? is a number that you need not know." in text) == has_question_mark
    assert player.view.shows_whole_board


@every_lesson
@pytest.mark.parametrize("size", [(60, 24), (40, 14), (30, 10)])
def test_less_room_has_the_beginning(lesson: Lesson, size: tuple[int, int]) -> None:
    player = introduced(lesson, size)
    assert torn_texts(player.canvas) == []
    beginning = " ".join(player.message.split()[:3])
    assert beginning in " ".join(" ".join(player.lines).split())
    assert player.shows("Enter begin")


def marked(player: LessonPlayer, *, mark: str) -> CellSet:
    """Return the cells with a mark."""
    parts = [part.split(" ") for part in marks_text(player).split(", ")]
    places = [
        place.strip("()").split(",") for name, *places in parts if name == mark for place in places
    ]
    return set_of(player.screen.grid.cell(int(column), int(row)) for column, row in places)


@every_lesson
def test_the_cells_that_are_certain_in_a_drawing_are_marked(lesson: Lesson) -> None:
    player = introduced(lesson)
    clues = parse_drawing(lesson.drawing, lesson.mines)
    safe, mines = certain_cells(clues, with_total=lesson.mines is not None)
    seen = marked(player, mark="safe"), marked(player, mark="danger")
    assert seen[0] & ~safe == seen[1] & ~mines == 0
    assert any(seen) == bool(safe | mines)


@every_lesson
def test_what_a_lesson_mentions_is_marked(lesson: Lesson) -> None:
    player = introduced(lesson)
    clues = parse_drawing(lesson.drawing, lesson.mines)
    for role, digit in mentions_in("".join(lesson.why)):
        cells = marked(player, mark={"mine": "shade"}.get(role, role))  # they look the same
        assert cells
        numbers = {clues.numbers[cell] for cell in clues.grid if cells >> cell & 1}
        assert not digit or int(digit) in numbers


def test_a_drawing_has_its_mines_left_where_they_count() -> None:
    assert introduced(LESSONS[6]).says.startswith("The mine count Lesson 7 0 mines left Near")
