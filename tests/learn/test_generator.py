"""Exercises: what they ask is certain by the rule of their lesson, and by nothing simpler."""

from itertools import combinations, islice
from random import Random

import pytest

from minesweeper.engine.cells import Cell, Grid, cells_of, set_of
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.learn.answers import Answer, judge_answer
from minesweeper.learn.exercises import (
    MAX_COLUMNS,
    MAX_ROWS,
    Exercise,
    format_exercise,
    parse_exercise,
)
from minesweeper.learn.generator import make_exercises
from minesweeper.learn.lessons import GUESSES
from minesweeper.learn.pool import POOLS
from minesweeper.learn.windows import Window, cut_window, whole_board
from minesweeper.solver.clues import Clues
from minesweeper.solver.playout import start_playout
from tests.harness.brute import certain_cells, find_board, smallest_proofs
from tests.harness.generated import exercises
from tests.harness.positions import drawn, numbered, orientations
from tests.tools import make_pools

LESSONS = range(1, 13)
MANY_NUMBERS = 4
# How many numbers the easiest certain cell of a lesson takes.
PREMISES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 11: 3, 12: MANY_NUMBERS}
every_lesson = pytest.mark.parametrize("lesson", LESSONS)


def picture(exercise: Exercise) -> str:
    return format_exercise(exercise).split()[-1]


def unknown(clues: Clues) -> list[Cell]:
    return cells_of(clues.covered & ~clues.known_mines)


def need(clues: Clues, number: Cell) -> int:
    mines = set_of(clues.grid.neighbours(number)) & clues.known_mines
    return clues.numbers[number] - mines.bit_count()


def premises_needed(clues: Clues) -> int:
    """Return how many numbers prove the easiest certain cell."""
    safe, mines = certain_cells(clues)
    proofs = [smallest_proofs(clues, cell, mine=False) for cell in cells_of(safe)]
    proofs += [smallest_proofs(clues, cell, mine=True) for cell in cells_of(mines)]
    return min(len(found[0]) if found else MANY_NUMBERS for found in proofs)


@pytest.mark.samples(12, 60)
@every_lesson
def test_the_easiest_certain_cell_takes_as_many_numbers_as_the_lesson_teaches(
    lesson: int, count: int
) -> None:
    for exercise in exercises(lesson, count):
        clues = exercise.clues
        assert exercise.counts_mines == (lesson in (7, GUESSES))
        if lesson == GUESSES:
            assert not any(certain_cells(clues, with_total=True)), picture(exercise)
        elif lesson == 7:
            assert not any(certain_cells(clues)), picture(exercise)
        elif any(certain_cells(clues)):
            assert premises_needed(clues) == PREMISES[lesson], picture(exercise)


@pytest.mark.samples(12, 60)
def test_in_one_exercise_of_five_nothing_is_certain(count: int) -> None:
    asked = [each for lesson in LESSONS if lesson != GUESSES for each in exercises(lesson, count)]
    near_misses = [
        each for each in asked if not any(certain_cells(each.clues, with_total=each.counts_mines))
    ]
    assert 0.15 < len(near_misses) / len(asked) < 0.25
    assert {each.lesson for each in near_misses} == {*LESSONS} - {GUESSES}
    assert {each.kind for each in asked} == {"point"}


@pytest.mark.samples(12, 60)
@every_lesson
def test_exercises_fit_on_the_screen_and_some_board_fits_their_numbers(
    lesson: int, count: int
) -> None:
    for exercise in exercises(lesson, count):
        clues = exercise.clues
        assert clues.grid.width <= MAX_COLUMNS
        assert clues.grid.height <= MAX_ROWS
        assert 0 < len(unknown(clues)) <= 12
        assert find_board(clues, with_total=exercise.counts_mines) is not None, picture(exercise)
        assert parse_exercise(format_exercise(exercise)) == exercise


@pytest.mark.samples(12, 60)
@every_lesson
def test_no_two_exercises_look_alike_however_they_are_turned(lesson: int, count: int) -> None:
    looks = {min(orientations(picture(each))) for each in exercises(lesson, count)}
    assert len(looks) == count


@pytest.mark.parametrize("lesson", [1, 3, GUESSES])
def test_the_same_seed_makes_the_same_exercises(lesson: int) -> None:
    def begin(seed: int) -> list[Exercise]:
        return list(islice(filter(None, make_exercises(lesson, Random(seed))), 4))

    assert begin(5) == begin(5)
    assert begin(5) != begin(6)


# What each lesson is about


def certain_pairs(clues: Clues) -> list[list[Cell]]:
    """Return the pairs of numbers that prove a cell."""
    safe, mines = certain_cells(clues)
    proofs = [smallest_proofs(clues, cell, mine=False) for cell in cells_of(safe)]
    proofs += [smallest_proofs(clues, cell, mine=True) for cell in cells_of(mines)]
    return [sorted(pair) for found in proofs for pair in found if len(pair) == 2]


def with_certain_cells(lesson: int, count: int) -> list[Exercise]:
    return [each for each in exercises(lesson, count) if any(certain_cells(each.clues))]


@pytest.mark.samples(12, 60)
def test_single_numbers_prove_mines_in_lesson_1_and_safe_cells_in_lesson_2(count: int) -> None:
    for lesson in (1, 2):
        for exercise in with_certain_cells(lesson, count):
            needs = [
                (need(exercise.clues, each), len(set(around) & set(unknown(exercise.clues))))
                for each in numbered(exercise.clues)
                for around in [exercise.clues.grid.neighbours(each)]
            ]
            are_met = [not left and bool(cells) for left, cells in needs]
            assert any(are_met) == (lesson == 2), picture(exercise)


@pytest.mark.samples(12, 60)
@pytest.mark.parametrize("lesson", [3, 4, 5])
def test_pairs_are_plain_or_reduced_and_equal_or_not(lesson: int, count: int) -> None:
    for exercise in with_certain_cells(lesson, count):
        clues = exercise.clues
        kinds = set()
        for pair in certain_pairs(clues):
            needs = [need(clues, number) for number in pair]
            is_plain = needs == [clues.numbers[number] for number in pair]
            kinds.add((3 if needs[0] == needs[1] else 4) if is_plain else 5)
        assert lesson in kinds, picture(exercise)


@pytest.mark.samples(12, 60)
@pytest.mark.parametrize(("lesson", "pattern"), [(6, [1, 2, 1]), (8, [1, 2, 2, 1])])
def test_lines_of_numbers_are_seen_after_subtracting_known_mines(
    lesson: int, pattern: list[int], count: int
) -> None:
    for exercise in with_certain_cells(lesson, count):
        clues = exercise.clues
        shown = set(numbered(clues))
        lines = [
            [need(clues, cell) for cell in line if cell in shown]
            for step in (1, clues.grid.stride)
            for first in shown
            for line in [[Cell(first + at * step) for at in range(len(pattern))]]
        ]
        assert pattern in lines, picture(exercise)


@pytest.mark.samples(12, 60)
def test_a_hole_leaves_a_number_only_the_cells_beside_another(count: int) -> None:
    for exercise in with_certain_cells(9, count):
        clues = exercise.clues
        left = set(unknown(clues))
        holes = [
            (inner, outer)
            for inner, outer in combinations(numbered(clues), 2)
            for step in [abs(inner - outer)]
            if step in (1, clues.grid.stride)
            for cells in [left.intersection(clues.grid.neighbours(inner))]
            for others in [left.intersection(clues.grid.neighbours(outer))]
            if (others < cells or cells < others) and min(len(cells), len(others)) == 2
        ]
        assert holes, picture(exercise)


@every_lesson
def test_nobody_begins_with_a_near_miss(lesson: int) -> None:
    for seed in range(3):
        first = next(filter(None, make_exercises(lesson, Random(seed))))
        is_certain = any(certain_cells(first.clues, with_total=first.counts_mines))
        assert is_certain == (first.kind != "guess")


def test_every_guess_can_be_answered_wrong() -> None:
    for exercise in exercises(GUESSES, 12):
        guesses = [Answer("guess", set_of([cell])) for cell in unknown(exercise.clues)]
        right = {judge_answer(exercise, guess, Random(1)).is_right for guess in guesses}
        assert right == {True, False}, format_exercise(exercise)


# The stored pools


@pytest.mark.samples(5, 100)
@pytest.mark.parametrize("lesson", POOLS)
def test_a_stored_window_needs_the_rule_of_its_lesson(lesson: int, count: int) -> None:
    for drawing in islice(POOLS[lesson].split(), count):
        assert premises_needed(drawn(drawing)) == PREMISES[lesson], drawing


@pytest.mark.parametrize("lesson", POOLS)
def test_a_pool_has_a_hundred_windows_no_two_alike(lesson: int) -> None:
    assert len({min(orientations(drawing)) for drawing in POOLS[lesson].split()}) == 100


@pytest.mark.samples(2, 30)
@pytest.mark.parametrize("lesson", POOLS)
def test_the_script_makes_the_same_windows_again(lesson: int, count: int) -> None:
    assert list(islice(make_pools.windows(lesson), count)) == POOLS[lesson].split()[:count]


# Windows


def cut_by_hand(clues: Clues, left: int, top: int, width: int, height: int) -> str:
    """Return a part of a board, without the numbers that touch covered cells outside it."""
    grid = clues.grid
    columns, rows = range(left, left + width), range(top, top + height)
    inside = {grid.cell(column, row) for row in rows for column in columns}
    covered = set(cells_of(clues.covered))
    faces = format_exercise(Exercise("point", 1, clues)).split()[-1].replace("/", "")
    face_of = dict(zip(grid, faces, strict=True))

    def face(cell: Cell) -> str:
        is_open = cell in covered or not covered.intersection(grid.neighbours(cell)) - inside
        return face_of[cell] if is_open else "o"

    return "/".join("".join(face(grid.cell(column, row)) for column in columns) for row in rows)


def test_a_window_keeps_the_numbers_that_touch_no_covered_cell_outside() -> None:
    rng = Random(91)
    setup, grid = Setup(9, 9, 14), Grid(9, 9)
    forgotten = 0
    for seed in range(60):
        playout = start_playout(deal(setup, seed, grid.middle), grid.middle)
        playout.deduce()
        clues = playout.clues()._replace(known_mines=playout.position.mines)
        window = cut_window(clues, set_of([rng.choice(cells_of(clues.numbered))]), rng)
        if window:
            width, height = window.clues.grid.width, window.clues.grid.height
            assert window.drawing in {
                cut_by_hand(clues, left, top, width, height)
                for left in range(1, 11 - width)
                for top in range(1, 11 - height)
            }
            forgotten += "o" in window.drawing
    assert forgotten > 20


def test_a_whole_board_is_drawn_with_its_mine_total() -> None:
    clues = drawn("##F2/FFFo", 6)
    assert whole_board(clues).clues == clues


def test_a_window_is_turned_so_that_it_fits_on_the_screen() -> None:
    tall = Window("/".join(["##1"] * 12))
    assert {tall.turn(Random(seed)).drawing for seed in range(20)} == {
        each for each in orientations(tall.drawing) if each.count("/") == 2
    }
