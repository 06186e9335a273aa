"""Fifty-fifties: pairs of cells, one of them a mine, that no number can ever tell apart."""

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.library import hint
from minesweeper.solver.clues import parse_position
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.odds import analyse
from tests.harness.brute import all_boards
from tests.harness.positions import format_clues, small_positions


def pairs_in(picture: str, mines: int) -> list[list[tuple[int, int]]]:
    """Return the fifty-fifties of a position."""
    clues = parse_position(picture, mines)
    odds = analyse(clues)
    assert odds.layout_count
    return [
        [clues.grid.place(cell) for cell in cells_of(pair)] for pair in fifty_fifties(clues, odds)
    ]


def test_two_cells_that_every_number_sees_together_are_a_fifty_fifty() -> None:
    assert pairs_in("#1\n#1", 1) == [[(1, 1), (1, 2)]]
    assert pairs_in("##\n11", 1) == [[(1, 1), (2, 1)]]


def test_certain_mines_next_to_one_cell_of_a_pair_do_not_tell_the_cells_apart() -> None:
    """The 1s in the last row prove the mine at (3,2), the 1 and the 3 prove the one at (3,1)."""
    assert pairs_in("###\n13#\n.11", 3) == [[(1, 1), (2, 1)]]


@pytest.mark.parametrize(
    ("picture", "mines"),
    [
        ("##1\n111", 1),  # the 1 beside the pair touches one of its cells
        ("####\n13##\n.2##\n.1##", 4),  # 3,1 or 3,3 is safe, and would tell
        ("#2#2###########\n#2#2###########", 13),  # both may be mines, and as often both are safe
    ],
)
def test_two_cells_that_a_number_tells_or_may_tell_apart_are_no_fifty_fifty(
    picture: str, mines: int
) -> None:
    assert pairs_in(picture, mines) == []


def test_what_is_not_one_of_two_is_not_said_to_be() -> None:
    clues = parse_position("#2#2###########\n#2#2###########", mines=13)
    assert "no number will ever tell" not in hint(clues).sentence


@pytest.mark.samples(300, 3_000)
def test_in_every_layout_just_one_of_the_two_is_a_mine_and_each_as_often(count: int) -> None:
    pairs = 0
    for _, clues in small_positions(63, count):
        boards = all_boards(clues)
        for pair in fifty_fifties(clues, analyse(clues)):
            pairs += 1
            mines = [board & pair for board in boards]
            assert {each.bit_count() for each in mines} == {1}, format_clues(clues)
            assert all(2 * mines.count(each) == len(boards) for each in mines)
    assert pairs > count // 15
