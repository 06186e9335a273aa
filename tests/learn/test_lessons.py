"""Lessons: what each drawing needs, and that everything a lesson claims is true."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.notation import NotationError
from minesweeper.learn.answers import Answer, judge_answer
from minesweeper.learn.classification import easiest_skill
from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.solver.clues import Clues
from tests.harness.brute import certain_cells, find_board, proves
from tests.harness.positions import cells_at, numbered, small_positions

GUESSES = LESSONS[9]


def position(lesson: Lesson) -> Clues:
    return parse_drawing(lesson.drawing, lesson.mines)


def row_of(clues: Clues, *columns: int) -> CellSet:
    """Return cells of the first row."""
    return cells_at(clues, *((column, 1) for column in columns))


@cache
def positions() -> list[tuple[Clues, CellSet, CellSet]]:
    """Return small positions without a mine total, each with what brute force finds certain."""
    windows = [clues for _, clues in small_positions(83, 330)]
    return [(clues, *certain_cells(clues)) for clues in windows]


def cells_near(clues: Clues, number: Cell) -> CellSet:
    """Return the covered cells that touch a number."""
    return set_of(clues.grid.neighbours(number)) & clues.covered


def pairs() -> Iterator[tuple[Clues, Cell, Cell, CellSet, CellSet]]:
    """Yield two numbers of a position, with all that is certain there."""
    for clues, safe, mines in positions():
        for one in numbered(clues):
            for other in numbered(clues):
                if one != other and cells_near(clues, one) & cells_near(clues, other):
                    yield clues, one, other, safe, mines


def test_lessons_are_numbered_in_order_and_their_names_are_short() -> None:
    assert [lesson.number for lesson in LESSONS] == [*range(1, 13)]
    assert max(len(lesson.name) for lesson in LESSONS) <= 20


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_drawing_needs_exactly_the_rule_of_its_lesson(lesson: Lesson) -> None:
    skill = easiest_skill(position(lesson), counts_mines=lesson.mines is not None)
    assert skill is None if lesson is GUESSES else skill and skill.lesson == lesson.number


# What the lessons claim, by brute force


def test_1_if_a_number_touches_as_many_covered_cells_all_of_them_are_mines() -> None:
    tested = 0
    for clues, _, mines in positions():
        for number in numbered(clues):
            near = cells_near(clues, number)
            if near and near.bit_count() == clues.numbers[number]:
                assert not near & ~mines
                tested += 1
    assert tested > 100


def test_2_once_all_mines_of_a_number_are_known_its_other_cells_are_safe() -> None:
    tested = 0
    for clues, _, mines in positions():
        clues = clues._replace(known_mines=mines)
        safe, _ = certain_cells(clues)
        for number in numbered(clues):
            near = cells_near(clues, number)
            if near and (near & mines).bit_count() == clues.numbers[number]:
                assert not near & ~mines & ~safe
                tested += 1
    assert tested > 100


def test_3_if_all_cells_of_a_1_touch_another_1_the_other_cells_are_safe() -> None:
    tested = 0
    for clues, one, other, safe, _ in pairs():
        if clues.numbers[one] == clues.numbers[other] == 1:
            inner, outer = cells_near(clues, one), cells_near(clues, other)
            if not inner & ~outer:
                assert not outer & ~inner & ~safe
                tested += inner != outer
    assert tested > 20


@pytest.mark.parametrize("digit", [2, 3])
def test_4_if_a_number_has_just_as_many_cells_of_its_own_as_it_needs_more_they_are_mines(
    digit: int,
) -> None:
    tested = 0
    for clues, one, more, safe, mines in pairs():
        if (clues.numbers[one], clues.numbers[more]) == (1, digit):
            own = cells_near(clues, more) & ~cells_near(clues, one)
            if own.bit_count() == digit - 1:
                assert not own & ~mines
                assert not cells_near(clues, one) & ~cells_near(clues, more) & ~safe
                tested += 1
    assert tested > 3


def test_5_a_2_3_beside_a_known_mine_of_both_is_a_1_2_in_disguise() -> None:
    disguised = position(LESSONS[4])
    plain = parse_drawing(LESSONS[4].drawing.replace("F", "o").replace("2", "1").replace("3", "2"))
    assert set(plain.numbers) == {0, 1, 2}
    assert certain_cells(disguised) == certain_cells(plain)


@pytest.mark.parametrize("margins", [1, 2, 3])
def test_6_in_a_1_2_1_along_a_wall_the_mines_lie_in_front_of_the_1s(margins: int) -> None:
    wall, rest = "#" * (3 + 2 * margins), "o" * margins
    clues = parse_drawing(f"{wall}/{rest}121{rest}")
    left, right = margins + 1, margins + 3
    safe = row_of(clues, left - 1, left + 1, right + 1)
    assert certain_cells(clues) == (safe, row_of(clues, left, right))


@pytest.mark.parametrize("margins", [1, 2, 3])
def test_8_in_a_1_2_2_1_along_a_wall_the_mines_lie_in_front_of_the_2s(margins: int) -> None:
    wall, rest = "#" * (4 + 2 * margins), "o" * margins
    clues = parse_drawing(f"{wall}/{rest}1221{rest}")
    left, right = margins + 1, margins + 4
    safe = row_of(clues, left - 1, left, right, right + 1)
    assert certain_cells(clues) == (safe, row_of(clues, left + 1, right - 1))


def test_7_if_no_mines_are_left_all_cells_are_safe_and_if_only_mines_are_all_are_mines() -> None:
    tested = 0
    rng = Random(84)
    for board, clues in small_positions(85, 200):
        mines = [cell for cell in board.grid if board.is_mine(cell)]
        known = set_of(mines[: rng.randrange(len(mines) + 1)])
        clues = clues._replace(known_mines=known)
        left, cells = clues.mine_count - known.bit_count(), clues.covered & ~known
        if left in (0, cells.bit_count()):
            safe, certain_mines = certain_cells(clues, with_total=True)
            assert cells == (certain_mines if left else safe)
            tested += 1
    assert tested > 20


def test_7_the_numbers_of_the_drawing_are_not_enough() -> None:
    clues = position(LESSONS[6])
    assert certain_cells(clues) == (0, 0)
    assert certain_cells(clues, with_total=True) != (0, 0)


def test_9_behind_a_hole_it_is_safe_if_the_number_before_it_needs_as_many_at_the_sides() -> None:
    tested = 0
    for clues, hole, before, safe, _ in pairs():
        step = hole - before
        side = {1: clues.grid.stride, clues.grid.stride: 1}.get(abs(step), 0)
        sides = set_of(Cell(hole + each) for each in (side, -side))
        if (
            side
            and clues.numbers[hole] == clues.numbers[before]
            and not cells_near(clues, before) & ~sides
        ):
            assert not cells_near(clues, hole) & ~sides & ~safe
            tested += bool(cells_near(clues, hole) & ~sides)
    assert tested > 10


def test_10_waiting_does_not_help_with_a_real_fifty_fifty() -> None:
    clues = position(GUESSES)
    guess = Exercise("guess", 10, clues, counts_mines=True)
    for cell in cells_of(clues.covered & ~clues.known_mines):
        judgement = judge_answer(guess, Answer("guess", set_of([cell])), Random(1))
        assert judgement.is_right
        assert not judgement.cost


def test_11_three_numbers_around_a_corner_prove_what_no_two_prove() -> None:
    clues = position(LESSONS[10])
    safe, mines = certain_cells(clues)
    assert (safe, mines) == (cells_at(clues, (3, 1)), 0)
    [corner] = cells_of(safe)
    assert not any(
        proves(clues, two, corner, mine=False) for two in combinations(numbered(clues), 2)
    )


def test_11_if_both_1s_of_a_corner_touch_only_cells_of_the_2_the_corner_is_safe() -> None:
    outcomes = []
    for row, (beside, below, last) in product(product("#o", repeat=3), repeat=2):
        with suppress(NotationError):  # no layout agrees with the numbers
            clues = parse_drawing(f"{''.join(row)}#/o12{beside}/oo1{below}/ooo{last}")
            numbers = [clues.grid.cell(*place) for place in ((3, 2), (2, 2), (3, 3))]
            of_2, *of_1s = (cells_near(clues, number) for number in numbers)
            is_safe = bool(certain_cells(clues)[0] & cells_at(clues, (4, 1)))
            outcomes.append((not any(near & ~of_2 for near in of_1s), is_safe))
    assert (True, False) not in outcomes
    assert {(True, True), (False, False)} <= {*outcomes}


def test_12_no_three_numbers_of_the_drawing_prove_anything() -> None:
    clues = position(LESSONS[11])
    safe, mines = certain_cells(clues)
    assert cells_at(clues, (1, 1)) & safe
    for cell in cells_of(safe | mines):
        for three in combinations(numbered(clues), 3):
            assert not proves(clues, three, cell, mine=bool(mines >> cell & 1))
    assert find_board(clues, mines=cells_at(clues, (1, 1))) is None
