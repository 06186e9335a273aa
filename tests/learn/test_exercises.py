"""Exercises and their text form, and the games that show them."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, set_of
from minesweeper.engine.notation import NotationError
from minesweeper.learn.exercises import (
    Exercise,
    ExerciseKind,
    format_exercise,
    parse_drawing,
    parse_exercise,
)
from minesweeper.learn.lessons import LESSONS
from tests.harness.brute import find_board
from tests.harness.positions import cells_at, drawn, small_positions


def some_exercises(seed: int, count: int) -> list[Exercise]:
    """Return exercises of all kinds about positions of many sizes, with known mines and flags."""
    rng = Random(seed)

    def some(cells: CellSet) -> CellSet:
        return set_of(cell for cell in cells_of(cells) if rng.random() < 0.3)

    exercises = []
    for board, clues in small_positions(seed, count):
        mines = set_of(cell for cell in board.grid if board.is_mine(cell))
        clues = clues._replace(known_mines=some(mines))
        unknown = clues.covered & ~clues.known_mines
        if clues.revealed and unknown:
            for kind in get_args(ExerciseKind):
                targets = {"reduce": clues.revealed, "numbers": unknown}.get(kind, NO_CELLS)
                exercises.append(
                    Exercise(
                        kind,
                        rng.randint(1, len(LESSONS)),
                        clues,
                        counts_mines=True,
                        flags=some(unknown),
                        target=rng.choice(cells_of(targets)) if targets else None,
                        is_reduced=rng.random() < 0.5,
                    )
                )
    return exercises


def test_a_drawing_is_read_with_its_known_mines_and_forgotten_numbers() -> None:
    clues = parse_drawing("F1.1f/1o.1#")
    assert clues.known_mines == cells_at(clues, (1, 1))
    assert clues.covered == cells_at(clues, (1, 1), (5, 1), (5, 2))
    assert clues.forgotten == cells_at(clues, (2, 2))
    assert [clues.numbers[cell] for cell in clues.grid] == [0, 1, 0, 1, 0, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("drawing", [lesson.drawing for lesson in LESSONS])
def test_without_a_mine_total_a_drawing_has_the_lowest_that_fits(drawing: str) -> None:
    lowest = parse_drawing(drawing).mine_count
    assert find_board(drawn(drawing, lowest), with_total=True)
    assert not find_board(drawn(drawing, lowest - 1), with_total=True)


@pytest.mark.parametrize("exercise", some_exercises(91, 60), ids=format_exercise)
def test_an_exercise_is_read_as_it_was_written(exercise: Exercise) -> None:
    assert parse_exercise(format_exercise(exercise)) == exercise
    lowest = parse_drawing(format_exercise(exercise).split()[-1])
    untold = exercise._replace(clues=lowest, counts_mines=False)
    if exercise.kind != "guess":
        assert parse_exercise(format_exercise(untold)) == untold


@given(st.data())
def test_any_other_text_is_refused(data: st.DataObject) -> None:
    text = format_exercise(data.draw(st.sampled_from(some_exercises(92, 40))))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 2, len(text))))
    more = data.draw(st.text("#Ffo.0123458-, /\nagp", max_size=2))
    changed = text[:start] + more + text[end:]
    try:
        exercise = parse_exercise(changed)
    except NotationError:
        assert changed != text
    else:
        assert format_exercise(exercise) == changed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "point 4 plain - - ####/o12o more",
        "point 0 plain - - ####/o12o",
        "point 13 plain - - ####/o12o",
        "point 4 plain - 1,1 ####/o12o",
        "point 4 plain 1 - #F#F/o12o",
        "point 4 plain 5 - ####/o12o",
        "point 4 plain - - ###/o4o",
        "point 4 plain - - ####/####",
        "point 4 plain - - ####/o12o/",
        "reduce 4 plain - - ####/o12o",
        "reduce 4 plain - 1,1 ####/o12o",
        "reduce 4 plain - 1,2 ####/o12o",
        "reduce 4 plain - 0,2 ####/o12o",
        "numbers 4 plain - 2,2 ####/o12o",
        "numbers 4 plain - 4,1 ###F/o12o",
        "guess 10 plain - - #3F/#3F",
        "point 4 plain 0 - " + "/".join(["." * 101] * 100),
    ],
)
def test_an_exercise_that_cannot_be_asked_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_exercise(text)


def test_a_game_looks_like_the_position() -> None:
    exercise = parse_exercise("point 4 plain 3 - f#F#/o12o")
    game = exercise.as_game()
    assert str(game).split() == ["?#F#", ".12."]
    assert game.mines_left == 2


def test_a_game_can_show_the_mines_of_a_layout() -> None:
    exercise = parse_exercise("point 4 plain - - #F##/o12o")
    mines = cells_at(exercise.clues, (2, 1), (4, 1))
    game = exercise.as_game(mines)
    assert str(game).split() == ["#F##", ".12."]
    assert game.faces(1, mines=True) == b"#F#*"


def test_the_game_of_a_position_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        parse_exercise("point 4 plain - - ####/o12o").as_game().reveal(1, 1)
