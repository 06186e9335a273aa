"""Patterns: recognised in every orientation, and true by a search for boards that refute them."""

from itertools import combinations
from random import Random

import pytest

from minesweeper.engine.cells import cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Position, position_of, single_numbers
from minesweeper.solver.patterns import Pattern, find_patterns
from tests.harness.brute import proves
from tests.harness.positions import (
    drawn,
    format_clues,
    numbered,
    orientations,
    random_board,
    some_clues,
)

# In the answers, s is safe, and m a mine.
PATTERNS = [
    ("1-1", "###/11o", "##s/11o"),
    ("1-1", "o###/o11o", "o##s/o11o"),
    ("1-1", "oo#o#/o1#1#/oo#o#", "oo#os/o1#1s/oo#os"),
    ("2-2", "o###/o22#/oo##", "o##s/o22s/oo#s"),
    ("1-2", "####/o12o", "s##m/o12o"),
    ("1-2", "###/12o", "##m/12o"),
    ("1-3", "####/o13#/oooo", "s##m/o13m/oooo"),
    ("1-2", "#o#oo/#1#2#/#o#oo", "so#oo/s1#2m/so#oo"),
    ("reduced 1-1", "###/22o/Foo", "##s/22o/Foo"),
    ("reduced 1-2", "####/o23o/oFoo", "s##m/o23o/oFoo"),
    ("1-2-1", "###/121", "msm/121"),
    ("1-2-1", "#####/o121o", "smsms/o121o"),
    ("reduced 1-2-1", "#####/o232o/ooFoo", "smsms/o232o/ooFoo"),
    ("1-2-2-1", "####/1221", "smms/1221"),
    ("1-2-2-1", "######/o1221o", "ssmmss/o1221o"),
    ("reduced 1-2-2-1", "######/o1332o/oooFoo", "ssmmss/o1332o/oooFoo"),
    ("hole", "###/#1#/o1o", "sss/#1#/o1o"),
    ("reduced hole", "###/#1#/o2o/oFo", "sss/#1#/o2o/oFo"),
    ("hole", "#####/##1##/oo1oo", "#sss#/##1##/oo1oo"),
]

UNNAMED = [
    ("a hole with two mines tells nothing", "###/#2#/o1o"),
    ("three around a corner prove it together, but no two of them", "###/12#/o1#"),
    ("three with gaps do not lie in line", "1#2#1/o###o"),
    ("a 1-1 with a cell more on either side", "####/o11o"),
    ("a fifty-fifty", "#3F/#3F"),
]


def solved(drawing: str, clues: Clues, pattern: Pattern) -> str:
    """Return a drawing with the cells that a pattern proves."""
    faces = [*drawing.replace("/", "")]
    for at, cell in enumerate(clues.grid):
        if (pattern.safe | pattern.mines) >> cell & 1:
            faces[at] = "m" if pattern.mines >> cell & 1 else "s"
    width = clues.grid.width
    return "/".join("".join(faces[at : at + width]) for at in range(0, len(faces), width))


@pytest.mark.parametrize(("name", "drawing", "answer"), PATTERNS)
def test_a_pattern_is_recognised_in_all_orientations(name: str, drawing: str, answer: str) -> None:
    for turned, expected in zip(orientations(drawing), orientations(answer), strict=True):
        clues = drawn(turned)
        (pattern,) = find_patterns(clues, position_of(clues))
        assert pattern.label == name, turned
        assert solved(turned, clues, pattern) == expected


@pytest.mark.parametrize(("reason", "drawing"), UNNAMED)
def test_what_looks_alike_is_no_pattern(reason: str, drawing: str) -> None:
    for turned in orientations(drawing):
        clues = drawn(turned)
        assert not find_patterns(clues, position_of(clues)), reason


def test_a_pair_is_named_beside_a_line_but_not_inside_it() -> None:
    clues = drawn("#####oo###/o121ooo11o")
    names = [each.name for each in find_patterns(clues, position_of(clues))]
    assert names == ["1-2-1", "1-1"]


def test_mines_that_are_proved_reduce_numbers_as_those_that_are_given_do() -> None:
    clues = drawn("####/o23o/oFoo")
    position = position_of(clues)
    given = find_patterns(clues, position)
    unproved = clues._replace(known_mines=clues.known_mines & 0)
    assert find_patterns(unproved, position) == given
    assert given


def stuck(clues: Clues) -> Position:
    """Return a position in which single numbers prove nothing more."""
    position = position_of(clues)
    while any(proved := single_numbers(position)):
        position.safe |= proved.safe
        position.mines |= proved.mines
    return position


def window_of(clues: Clues, position: Position) -> Clues:
    """Return the clues with the proved cells as if they had been given."""
    safe = position.safe & clues.covered
    return clues.with_safe(safe)._replace(known_mines=position.mines)


def random_windows(seed: int, count: int) -> list[tuple[Clues, Position]]:
    rng, windows = Random(seed), []
    for _ in range(count):
        width, height = rng.randrange(3, 8), rng.randrange(3, 7)
        board = random_board(rng, width, height, width * height // rng.randrange(3, 7))
        clues = some_clues(board, rng)
        windows.append((clues, stuck(clues)))
    return windows


@pytest.mark.samples(1200, 20_000)
def test_no_board_refutes_what_a_pattern_proves(count: int) -> None:
    names = set()
    for clues, position in random_windows(71, count):
        window = window_of(clues, position)
        for pattern in find_patterns(clues, position):
            names.add(pattern.label)
            assert pattern.safe | pattern.mines
            for mine, cells in ((False, pattern.safe), (True, pattern.mines)):
                for cell in cells_of(cells):
                    assert proves(window, pattern.numbers, cell, mine=mine), format_clues(clues)
    assert {"1-1", "reduced 1-2", "1-2-1", "reduced hole", "1-2-2-1"} <= names


@pytest.mark.samples(60, 1000)
def test_all_pairs_that_prove_something_are_in_a_pattern(count: int) -> None:
    for clues, position in random_windows(72, count):
        window = window_of(clues, position)
        patterns = [set(each.numbers) for each in find_patterns(clues, position)]
        for pair in combinations(numbered(clues), 2):
            near = {near for number in pair for near in clues.grid.neighbours(number)}
            unknown = cells_of(set_of(near) & position.unknown)
            is_useful = any(
                proves(window, pair, cell, mine=mine) for cell in unknown for mine in (False, True)
            )
            assert is_useful <= any(numbers.issuperset(pair) for numbers in patterns)
