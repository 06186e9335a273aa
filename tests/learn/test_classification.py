"""Which lesson a position belongs to, on drawings that are solved beside them."""

import pytest

from minesweeper.engine.cells import CellSet, set_of
from minesweeper.learn.classification import Skill, easiest_skill
from minesweeper.learn.exercises import parse_drawing
from tests.harness.brute import certain_cells
from tests.harness.positions import format_clues, orientations, small_positions

# The lesson, the position, and what its rule proves at once: s is safe, m is a mine.
DRAWINGS = [
    (1, "#1/11", "m1/11"),
    (1, "###/o3o", "mmm/o3o"),
    (1, "F##/o3o", "Fmm/o3o"),
    (2, "F1#/o1o", "F1s/o1o"),
    (2, "#F#/#2#/#F#", "sFs/s2s/sFs"),
    (3, "o###/o11o", "o##s/o11o"),
    (3, "oo#o#/o1#1#/oo#o#", "oo#os/o1#1s/oo#os"),
    (3, "o###/o22#/oo##", "o##s/o22s/oo#s"),
    (4, "####/o12o", "s##m/o12o"),
    (4, "####/o13#/oooo", "s##m/o13m/oooo"),
    (5, "###/22o/Foo", "##s/22o/Foo"),
    (5, "####/o23o/oFoo", "s##m/o23o/oFoo"),
    (6, "###/121", "msm/121"),
    (6, "#####/o121o", "smsms/o121o"),
    (6, "#####/o232o/ooFoo", "smsms/o232o/ooFoo"),
    (8, "####/1221", "smms/1221"),
    (8, "######/o1332o/oooFoo", "ssmmss/o1332o/oooFoo"),
    (9, "###/#1#/o1o", "sss/#1#/o1o"),
    (9, "#####/##1##/oo1oo", "#sss#/##1##/oo1oo"),
    (11, "###/12#/o1#", "##s/12#/o1#"),
    (11, "###/23#/F2#", "##s/23#/F2#"),
    (11, "####/o22#/oo1#", "m##s/o22#/oo1#"),
    (11, "####/#31o/#1oo/#ooo", "m##s/#31o/#1oo/sooo"),
    (11, "1#2#1/o###o", "1#2#1/o#s#o"),
    (11, "##o/12#/.1#/oo#", "##o/12#/.1#/oos"),
]


def cells_solved(drawing: str, face: str) -> CellSet:
    grid = parse_drawing("/".join("o" * len(row) for row in drawing.split("/"))).grid
    faces = drawing.replace("/", "")
    return set_of(cell for cell, each in zip(grid, faces, strict=True) if each == face)


@pytest.mark.parametrize(("lesson", "drawing", "solved"), DRAWINGS)
def test_a_position_needs_the_rule_of_its_lesson_in_every_orientation(
    lesson: int, drawing: str, solved: str
) -> None:
    pairs = zip(orientations(drawing), orientations(solved), strict=True)
    for turned, answer in pairs:
        expected = Skill(lesson, cells_solved(answer, "s"), cells_solved(answer, "m"))
        assert easiest_skill(parse_drawing(turned), counts_mines=False) == expected


@pytest.mark.parametrize(
    ("drawing", "mines", "solved"),
    [
        ("##F2/FFFo", 4, "ssF2/FFFo"),
        ("##F2/FFFo", 6, "mmF2/FFFo"),
        ("#3F#/#3FF", 4, "#3Fs/#3FF"),
        ("##1/##2/12F", 2, "ss1/sm2/12F"),
    ],
)
def test_the_mine_count_is_a_lesson_only_where_it_counts(
    drawing: str, mines: int, solved: str
) -> None:
    clues = parse_drawing(drawing, mines)
    expected = Skill(7, cells_solved(solved, "s"), cells_solved(solved, "m"))
    assert easiest_skill(clues, counts_mines=True) == expected
    assert easiest_skill(clues, counts_mines=False) is None


@pytest.mark.parametrize(
    ("drawing", "mines"), [("#3F/#3F", 3), ("##1/##2/12F", 3), ("###/#2#/o1o", 2)]
)
def test_no_lesson_has_a_rule_where_nothing_is_certain(drawing: str, mines: int) -> None:
    assert easiest_skill(parse_drawing(drawing, mines), counts_mines=True) is None


def test_safe_cells_come_before_mines_that_may_follow_from_them() -> None:
    skill = easiest_skill(parse_drawing("F1#oo/o1o1#/ooooo"), counts_mines=False)
    assert skill
    assert skill.lesson == 2


def test_the_easier_of_two_lessons_is_chosen() -> None:
    both = parse_drawing("o###oo####/o11oooo12o")
    skill = easiest_skill(both, counts_mines=False)
    assert skill
    assert (skill.lesson, skill.safe) == (3, 1 << both.grid.cell(4, 1))


def test_something_is_certain_exactly_where_a_search_for_boards_says_so() -> None:
    found = 0
    for _, clues in small_positions(82, 165):
        for with_total in (True, False):
            safe, mines = certain_cells(clues, with_total=with_total)
            skill = easiest_skill(clues, counts_mines=with_total)
            assert bool(skill) == bool(safe | mines), format_clues(clues)
            if skill:
                found += 1
                assert not skill.safe & ~safe, format_clues(clues)
                assert not skill.mines & ~mines, format_clues(clues)
                assert skill.safe | skill.mines
    assert found > 50
