"""Dealt boards: the same for the same seed, safe for the first reveal as promised, and fair."""

from collections import Counter
from hashlib import sha256
from itertools import product

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_layout
from minesweeper.engine.setup import FirstReveal, Setup
from tests.harness.boards import FIRSTS, WINS, picture

every_first = pytest.mark.parametrize("first", FIRSTS)

SMALL_SIZES = [*product(range(1, 6), repeat=2)]


def deal_at(setup: Setup, seed: int, column: int, row: int) -> Board:
    return deal(setup, seed, Grid(setup.width, setup.height).cell(column, row))


# The same board everywhere: these must not change, whatever the platform or the Python version.


def test_the_board_of_seed_2024_on_the_classic_level() -> None:
    assert format_layout(deal_at(Setup(8, 8, 10), 2024, 1, 1)) == picture("""
        ........
        ....*.*.
        *......*
        *.......
        ....*...
        ......*.
        *.*.....
        ..*.....
    """)


def test_the_board_of_seed_7_on_9x5_with_a_safe_middle() -> None:
    assert format_layout(deal_at(Setup(9, 5, 12, "safe"), 7, 5, 3)) == picture("""
        .......**
        ****.....
        ...*.....
        .*...*..*
        .....*..*
    """)


def test_the_board_of_the_largest_seed_on_6x4_with_nothing_promised() -> None:
    assert format_layout(deal_at(Setup(6, 4, 9, "any"), 2**64 - 1, 6, 4)) == picture("""
        ..**..
        *..**.
        .*.***
        ......
    """)


def test_a_large_board_of_seed_6_with_an_opening_at_5_5() -> None:
    layout = format_layout(deal_at(Setup(400, 300, 20_000), 6, 5, 5))
    digest = "669271c39a601e55db4c65d7c9f3de64257bdecb91eef72ee7d953d6936e0ed2"
    assert sha256(layout.encode("ascii")).hexdigest() == digest


def test_another_seed_deals_another_board() -> None:
    setup = Setup(30, 16, 99)
    boards = {format_layout(deal_at(setup, seed, 9, 9)) for seed in range(200)}
    assert len(boards) == 200


def test_the_board_does_not_depend_on_how_a_game_is_won_or_marked() -> None:
    boards = {
        format_layout(deal_at(Setup(9, 9, 10, "opening", win, marks), 5, 3, 3))
        for win, marks in product(WINS, (True, False))
    }
    assert len(boards) == 1


# What the first reveal is guaranteed to be


def is_kept(first: FirstReveal, board: Board, cell: Cell) -> bool:
    if first == "any":
        return True
    around = [cell, *board.grid.neighbours(cell)]
    if first == "opening" and board.mine_count <= len(board.grid) - len(around):
        return board.number(cell) == 0 and not board.is_mine(cell)
    return not board.is_mine(cell)


@every_first
def test_every_small_board_has_the_right_number_of_mines_and_keeps_the_promise(
    first: FirstReveal,
) -> None:
    for width, height in SMALL_SIZES:
        grid = Grid(width, height)
        for mines, cell in product(range(width * height), grid):
            board = deal(Setup(width, height, mines, first), 1000 * mines + cell, cell)
            assert format_layout(board).count("*") == board.mine_count == mines
            assert is_kept(first, board, cell)


@every_first
@pytest.mark.parametrize(
    ("width", "height", "mines"),
    [
        (30, 16, 99),
        (30, 16, 479),
        (300, 300, 0),
        (300, 300, 20_000),
        (600, 600, 1),
        (600, 600, 359_999),
        pytest.param(1000, 1000, 1, marks=pytest.mark.long),
        pytest.param(1000, 1000, 999_999, marks=pytest.mark.long),
        (10_000, 7, 35_000),
        (5, 10_000, 49_000),
    ],
)
def test_large_boards_have_the_right_number_of_mines_and_keep_the_promise(
    first: FirstReveal, width: int, height: int, mines: int
) -> None:
    board = deal_at(Setup(width, height, mines, first), 3, width, height // 2)
    assert format_layout(board).count("*") == board.mine_count == mines
    assert is_kept(first, board, board.grid.cell(width, height // 2))


# Fairness: all layouts that the promise allows are equally likely. Each case has 165 of them.


@pytest.mark.parametrize(("width", "height"), [(300, 300), (9_000, 10), (9, 10_000)])
def test_the_mines_of_a_large_board_are_spread_evenly(width: int, height: int) -> None:
    drawn = format_layout(deal_at(Setup(width, height, 20_000), 6, 5, 5)).replace("\n", "")
    tenth = len(drawn) // 10
    tenths = [drawn[at : at + tenth].count("*") for at in range(0, len(drawn), tenth)]
    assert len(tenths) == 10
    assert all(1_800 < mines < 2_200 for mines in tenths)  # standard deviation 37


@pytest.mark.parametrize(
    ("setup", "column", "row"),
    [
        (Setup(11, 1, 3, "any"), 4, 1),
        (Setup(1, 11, 8, "any"), 1, 4),
        (Setup(4, 3, 3, "safe"), 2, 2),
        (Setup(4, 3, 8, "safe"), 4, 3),
        (Setup(5, 3, 3, "opening"), 1, 1),
        (Setup(5, 3, 8, "opening"), 5, 3),
        (Setup(4, 3, 8, "opening"), 2, 2),
    ],
)
@pytest.mark.samples(12, 200)
def test_every_layout_is_equally_likely(setup: Setup, column: int, row: int, count: int) -> None:
    counts = Counter(deal_at(setup, seed, column, row).cells for seed in range(165 * count))
    assert len(counts) == 165
    chi_square = sum((found - count) ** 2 / count for found in counts.values())
    assert chi_square < 270  # 164 degrees of freedom: exceeded by one fair dealer in 3 million
