"""ZiNi: boards with counted clicks, laws, and a peer."""

import pytest
from hypothesis import given

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv, bbbv_and_solved
from minesweeper.engine.setup import Setup
from minesweeper.engine.zini import zini
from tests.harness.boards import board_of, game_on, layouts, number_rows, play

# Boards with counted clicks


def clicks_of(layout: str, *moves: str) -> int:
    """Return the number of the given moves, and assert that they clear the board."""
    game = game_on(layout, win="clear")
    play(game, *moves)
    assert game.status is Status.WON
    return len(moves)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (9, 9), (1, 40), (40, 1)])
def test_a_board_without_mines_takes_one_click(width: int, height: int) -> None:
    assert zini(board_of("\n".join(["." * width] * height))) == 1


@pytest.mark.parametrize("layout", [".*", "*.*.*", "*..*", "..*..", "....*..*...."])
def test_where_no_chord_saves_a_click_the_zini_is_the_3bv(layout: str) -> None:
    assert zini(board_of(layout)) == bbbv(board_of(layout))


def test_the_chord_that_saves_most_comes_first() -> None:
    layout = """
        ..
        *.
        ..
    """
    assert zini(board_of(layout)) == clicks_of(layout, "reveal 2 2", "flag 1 2", "chord 2 2")
    assert bbbv(board_of(layout)) == 5


def test_a_chord_at_a_revealed_number_needs_no_reveal_and_no_second_flag() -> None:
    layout = """
        ...
        .*.
        ...
    """
    moves = ["reveal 1 2", "flag 2 2", "chord 1 2", "chord 2 1", "chord 2 3"]
    assert zini(board_of(layout)) == clicks_of(layout, *moves) == 5
    assert bbbv(board_of(layout)) == 8


def test_a_chord_that_saves_nothing_is_made_for_its_flags() -> None:
    layout = """
        ..*
        .*.
        *..
    """
    moves = ["reveal 1 1", "flag 2 2", "chord 1 1", "reveal 3 3", "chord 3 3"]
    assert zini(board_of(layout)) == clicks_of(layout, *moves) == 5
    assert bbbv(board_of(layout)) == 6


def test_a_chord_clears_the_openings_that_its_number_touches() -> None:
    layout = """
        ....
        ...*
        *...
    """
    assert zini(board_of(layout)) == clicks_of(layout, "reveal 3 2", "flag 4 2", "chord 3 2")
    assert bbbv(board_of(layout)) == 5


def test_revealing_a_number_of_an_opening_clears_no_part_of_the_3bv() -> None:
    layout = """
        *...*
        ...*.
        .....
    """
    moves = ["reveal 3 2", "flag 4 2", "chord 3 2", "chord 4 3"]
    assert zini(board_of(layout)) == clicks_of(layout, *moves) == 4
    assert bbbv(board_of(layout)) == 7


def test_of_equal_chords_the_one_in_the_leftmost_column_comes_first() -> None:
    layout = """
        **..
        .**.
        ...*
    """
    mirrored_at_the_diagonal = """
        *..
        **.
        .*.
        ..*
    """
    assert (zini(board_of(layout)), zini(board_of(mirrored_at_the_diagonal))) == (7, 6)


# Laws


@given(layouts())
def test_the_zini_is_at_most_the_3bv(layout: str) -> None:
    board = board_of(layout)
    assert 1 <= zini(board) <= bbbv(board)


@given(layouts(largest_side=5))
def test_the_zini_is_the_number_of_moves_of_a_greedy_player(layout: str) -> None:
    board = board_of(layout)
    assert zini(board) == len(greedy_moves(board))


@pytest.mark.parametrize("setup", [Setup(9, 9, 10), Setup(4, 15, 14)])
@pytest.mark.samples(2, 30)
def test_on_a_beginner_board_too_it_is_the_number_of_moves_of_a_greedy_player(
    setup: Setup, count: int
) -> None:
    for seed in range(count):
        board = deal(setup, seed, Grid(setup.width, setup.height).middle)
        assert zini(board) == len(greedy_moves(board)), f"seed {seed}:\n{board}"


def greedy_moves(board: Board) -> list[Move]:
    """Return the moves of a player who always saves most, and assert that they win."""
    moves: list[Move] = []
    while played(board, moves).status is Status.PLAYING:
        plans = chord_plans(board, moves)
        plans += [[Move("reveal", cell)] for cell in down_columns(board)]
        moves = max((moves + plan for plan in plans), key=lambda moves: saved_clicks(board, moves))
    assert played(board, moves).status is Status.WON
    return moves


def played(board: Board, moves: list[Move]) -> Game:
    setup = Setup(board.grid.width, board.grid.height, board.mine_count, win="clear")
    game = Game(setup, board)
    for move in moves:
        game.play(move)
    return game


def down_columns(board: Board) -> list[Cell]:
    """Return the safe cells, a column after the other."""
    return sorted(
        (cell for cell in board.grid if not board.is_mine(cell)),
        key=lambda cell: board.grid.place(cell),
    )


def chord_plans(board: Board, moves: list[Move]) -> list[list[Move]]:
    """Return, for each number, the moves that are still needed for its chord, and the chord."""
    game = played(board, moves)
    plans = []
    for number in down_columns(board):
        mines = [near for near in board.grid.neighbours(number) if board.is_mine(near)]
        flags = [Move("flag", mine) for mine in mines if not game.is_flagged(mine)]
        reveal = [] if game.is_revealed(number) else [Move("reveal", number)]
        plans.append([*reveal, *flags, Move("chord", number)])
    return plans


def saved_clicks(board: Board, moves: list[Move]) -> int:
    """Return how much of the 3BV the moves solve, minus their number."""
    _, solved = bbbv_and_solved(board, played(board, moves))
    return solved - len(moves)


# The peer


@pytest.mark.parametrize(
    ("width", "height", "mines"),
    [
        *[(9, 9, 10), (16, 16, 40), (30, 16, 99)],
        *[(40, 1, 8), (1, 40, 8), (30, 2, 10), (2, 30, 10)],
        *[(20, 20, 130), (12, 9, 70), (40, 30, 60), (8, 8, 63), (10, 10, 0)],
    ],
)
def test_the_zini_is_that_of_the_peer(width: int, height: int, mines: int) -> None:
    ms_toollib = pytest.importorskip("ms_toollib")
    setup = Setup(width, height, mines, first="any")
    for seed in range(25):
        board = deal(setup, seed, Grid(width, height).middle)
        assert zini(board) == ms_toollib.cal_zini(number_rows(board)), f"seed {seed}:\n{board}"


def test_the_zini_of_a_large_board_is_that_of_the_peer() -> None:
    ms_toollib = pytest.importorskip("ms_toollib")
    for mines in (100, 600, 2_000, 5_000):
        setup = Setup(100, 100, mines, first="any")
        board = deal(setup, 8, Grid(100, 100).middle)
        assert zini(board) == ms_toollib.cal_zini(number_rows(board))
