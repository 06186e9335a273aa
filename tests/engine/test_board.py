"""Boards: where the mines are, and the number of each cell."""

from random import Random

import pytest
from hypothesis import given

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from tests.harness.boards import board_of, layouts, picture


def numbers(board: Board) -> str:
    """Return a picture of a board with the number of every safe cell."""
    drawn = ["*" if board.is_mine(cell) else str(board.number(cell)) for cell in board.grid]
    width = board.grid.width
    return "".join("".join(drawn[at : at + width]) + "\n" for at in range(0, len(drawn), width))


def counted_by_hand(layout: str) -> str:
    """Return the same picture, counting the eight neighbours of each cell in turn."""
    rows = layout.split()

    def mine(x: int, y: int) -> bool:
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] == "*"

    def drawn(x: int, y: int) -> str:
        around = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        return "*" if mine(x, y) else str(sum(mine(*near) for near in around))

    return "".join(
        "".join(drawn(x, y) for x in range(len(row))) + "\n" for y, row in enumerate(rows)
    )


def test_a_cell_counts_the_mines_among_its_eight_neighbours() -> None:
    board = board_of("""
        *....
        .....
        ..***
        ..*.*
        ..***
    """)
    assert numbers(board) == picture("""
        *1000
        12232
        02***
        03*8*
        02***
    """)


def test_a_mine_counts_its_neighbours_but_not_itself() -> None:
    board = board_of("""
        **.
        *..
    """)
    assert [board.number(cell) for cell in board.grid] == [2, 2, 1, 2, 3, 1]


@given(layouts())
def test_numbers_match_a_count_cell_by_cell(layout: str) -> None:
    assert numbers(board_of(layout)) == counted_by_hand(layout)


@pytest.mark.parametrize(("width", "height"), [(70, 50), (900, 3), (3, 1_000)])
def test_the_numbers_of_large_boards_match_a_count_cell_by_cell(width: int, height: int) -> None:
    draw = Random(width).choices
    layout = "".join("".join(draw("*..", k=width)) + "\n" for _ in range(height))
    grid = Grid(width, height)
    padded = bytearray(grid.padded_size)
    for cell, drawn in zip(grid, layout.replace("\n", ""), strict=True):
        padded[cell] = drawn == "*"
    assert numbers(Board(grid, padded)) == counted_by_hand(layout)
