"""Exercises and their text form, damaged texts, and the games that show them."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import LEVELS
from minesweeper.learn.answers import Answer, AnswerVerb, judge_answer, why_no_answer
from minesweeper.learn.exercises import (
    Exercise,
    ExerciseKind,
    format_exercise,
    parse_drawing,
    parse_exercise,
)
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.own_games import exercise_before
from minesweeper.plain.lesson import drawing_rows
from tests.harness.bots import play_like_a_person
from tests.harness.brute import find_board
from tests.harness.generated import exercises
from tests.harness.positions import cells_at, drawn


@cache
def real_texts() -> list[str]:
    """Return exercises of all kinds as text, of every lesson and from a game."""
    found: list[Exercise | None] = []
    for lesson in LESSONS:
        found += exercises(lesson.number, 12)
    session = play_like_a_person(LEVELS["beginner"], 2, slips=0.3)
    found += [exercise_before(session, moves) for moves in range(len(session.steps))]
    return [format_exercise(each) for each in found if each]


def all_answers(exercise: Exercise) -> Iterator[Answer]:
    """Yield every answer, allowed or not."""
    cells = cells_of(exercise.clues.covered | exercise.clues.revealed)
    yield Answer("nothing")
    pointing: list[AnswerVerb] = ["safe", "mine", "guess"]
    for verb in pointing:
        yield from (Answer(verb, CellSet(1 << cell)) for cell in cells)


def try_all_answers(exercise: Exercise, rng: Random) -> None:
    """Judge every answer that can be judged, and write what is said of it."""
    for answer in all_answers(exercise):
        if not why_no_answer(exercise, answer):
            judgement = judge_answer(exercise, answer, rng)
            assert all(map(str, judgement.sentences))
            assert drawing_rows(exercise, judgement.layout or NO_CELLS)


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


def test_an_exercise_is_written_as_it_is_read() -> None:
    for text in real_texts():
        assert format_exercise(parse_exercise(text)) == text


@given(st.data())
def test_any_other_text_is_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(real_texts()))
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


@pytest.mark.samples(400, 3_000)
def test_a_damaged_exercise_is_refused_or_can_be_answered(count: int) -> None:
    rng, answered = Random(count), Counter[ExerciseKind]()
    kinds = get_args(ExerciseKind)
    texts = {kind: [each for each in real_texts() if each.split()[0] == kind] for kind in kinds}
    for _ in range(count):
        faces = [*rng.choice(texts[rng.choice(kinds)])]
        for at in rng.sample(range(len(faces)), rng.randint(1, 3)):
            faces[at] = rng.choice("##FFfo.012345678-,/")
        text = "".join(faces)
        try:
            exercise = parse_exercise(text)
        except NotationError:
            continue
        try:
            try_all_answers(exercise, rng)
        except Exception as error:
            error.add_note(text)
            raise
        answered[exercise.kind] += 1
    assert {*answered} == {*kinds}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "point 4 - ####/o12o more",
        "point 0 - ####/o12o",
        "point 13 - ####/o12o",
        "point 4 plain - - ####/o12o",
        "reduce 5 - ####/o23o/oFoo",
        "point 4 1 #F#F/o12o",
        "point 4 5 ####/o12o",
        "point 4 - ###/o4o",
        "point 4 - ####/####",
        "point 4 - ####/o12o/",
        "guess 10 - #3F/#3F",
        "point 4 3 f#F#/o12o",
        "point 4 1 ####/o12o",
        "point 4 - F###/F12o",
        "point 4 - ..##/o22o",
        "point 7 2 oF/oF",
        "guess 10 2 ####/o12o",
        "guess 10 2 oF/oF",
        "point 4 0 " + "/".join(["." * 101] * 100),
    ],
)
def test_an_exercise_that_cannot_be_asked_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_exercise(text)


def test_a_game_looks_like_the_position() -> None:
    exercise = parse_exercise("point 4 2 f#F#/o12o")
    game = exercise.as_game()
    assert str(game).split() == ["F#F#", ".12."]
    assert game.mines_left == 0


def test_a_game_can_show_the_mines_of_a_layout() -> None:
    exercise = parse_exercise("point 4 - #F##/o12o")
    mines = cells_at(exercise.clues, (2, 1), (4, 1))
    game = exercise.as_game(mines)
    assert str(game).split() == ["#F##", ".12."]
    assert game.faces(1, mines=True) == b"#F#*"


def test_the_game_of_a_position_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        parse_exercise("point 4 - ####/o12o").as_game().reveal(1, 1)
