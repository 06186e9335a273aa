"""The 3BV of boards, and how much of it a game has solved."""

from random import Random

import pytest
from hypothesis import given

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv, bbbv_and_solved
from minesweeper.engine.setup import Setup
from tests.harness.boards import board_of, game_on, layouts, number_rows, play, spiral

# The 3BV of a board


@pytest.mark.parametrize(
    ("layout", "openings", "lone_numbers"),
    [
        (".", 1, 0),
        (".*", 0, 1),
        ("*.*.*", 0, 2),
        ("*..*", 0, 2),
        ("..*..", 2, 0),
        ("*...*", 1, 0),
        ("....*..*....", 2, 2),
        ("...*...*.*..", 3, 1),
    ],
)
def test_the_3bv_is_the_openings_and_the_numbers_at_no_zero(
    layout: str, openings: int, lone_numbers: int
) -> None:
    assert bbbv(board_of(layout)) == openings + lone_numbers


def test_zeros_that_touch_at_a_corner_are_one_opening() -> None:
    board = board_of("""
        ...*
        ....
        ....
        *...
    """)
    assert bbbv(board) == 1


def test_a_ring_of_zeros_is_one_opening_and_its_inside_is_counted_apart() -> None:
    board = board_of("""
        .........
        .........
        ..*****..
        ..*...*..
        ..*.*.*..
        ..*...*..
        ..*****..
        .........
        .........
    """)
    assert bbbv(board) == 1 + 8


@given(layouts())
def test_the_3bv_matches_a_plain_count(layout: str) -> None:
    board = board_of(layout)
    assert bbbv(board) == len(parts(board))


@pytest.mark.parametrize("setup", [Setup(9, 9, 10), Setup(16, 16, 40), Setup(30, 16, 99)])
def test_the_3bv_of_the_levels_matches_the_plain_count(setup: Setup) -> None:
    ms_toollib = pytest.importorskip("ms_toollib")
    for seed in range(40):
        board = deal(setup, seed, Grid(setup.width, setup.height).cell(1, 1))
        assert bbbv(board) == len(parts(board)) == ms_toollib.cal_bbbv(number_rows(board))


def test_a_long_winding_corridor_is_one_opening() -> None:
    board, _ = spiral(401)
    assert bbbv(board) == 1


@pytest.mark.parametrize(
    ("width", "height", "mines"),
    [(100, 50, 1), (50, 100, 500), (500, 9, 225), (9, 500, 225), (70, 70, 1_300)],
)
def test_on_a_large_board_the_3bv_and_the_solved_part_match_a_plain_count(
    width: int, height: int, mines: int
) -> None:
    setup = Setup(width, height, mines, win="clear")
    board = deal(setup, 8, Grid(width, height).cell(5, 5))
    assert bbbv(board) == len(parts(board))
    game = Game(setup, board)
    cells, rng = [*game.grid], Random(width)
    for cell in rng.choices(cells, k=len(cells) // 5):
        game.play(Move("flag", cell))
    for cell in rng.choices(cells, k=len(cells) // 50):
        if not board.is_mine(cell):
            game.play(Move("reveal", cell))
    revealed = {cell for cell in cells if game.is_revealed(cell)}
    solved = sum(part <= revealed for part in parts(board))
    assert solved_bbbv(game) == solved
    for cell in cells:
        if game.is_flagged(cell):
            game.play(Move("flag", cell))
    for cell in cells:
        if not board.is_mine(cell):
            game.play(Move("reveal", cell))
    assert solved_bbbv(game) == bbbv(board) > solved


def test_on_a_huge_board_of_identical_rooms_the_3bv_is_the_sum_over_the_rooms() -> None:
    setup = Setup(50, 50, 150)
    inside = str(deal(setup, 8, Grid(50, 50).cell(25, 25))).split("\n")
    room = ["*" * 52, *(f"*{row}*" for row in inside), "*" * 52]
    one = board_of("\n".join(room))
    game = game_on("\n".join([row * 19 for row in room] * 19), win="clear")
    assert game.board
    play(game, "reveal 26 26")
    total, solved = bbbv_and_solved(game.board, game)
    assert total == bbbv(game.board) == 361 * len(parts(one))
    assert solved == 1


def parts(board: Board) -> list[set[Cell]]:
    """Return what the 3BV counts: the zeros of each opening, and each number touching no zero."""
    safe = [cell for cell in board.grid if not board.is_mine(cell)]
    zeros = {cell for cell in safe if board.number(cell) == 0}
    found: list[set[Cell]] = []
    opened: set[Cell] = set()
    for zero in sorted(zeros):
        if zero not in opened:
            opening = zeros_joined_to(zero, zeros, board)
            found.append(opening)
            opened |= opening
    lone = [cell for cell in safe if not zeros.intersection([cell, *board.grid.neighbours(cell)])]
    return [*found, *({cell} for cell in lone)]


def zeros_joined_to(zero: Cell, zeros: set[Cell], board: Board) -> set[Cell]:
    opening, waiting = {zero}, [zero]
    while waiting:
        new = zeros.intersection(board.grid.neighbours(waiting.pop())) - opening
        opening |= new
        waiting += new
    return opening


# How much of the 3BV a game has solved


def solved_bbbv(game: Game) -> int:
    assert game.board
    total, solved = bbbv_and_solved(game.board, game)
    assert total == bbbv(game.board)
    return solved


def test_nothing_is_solved_before_the_mines_are_laid() -> None:
    game = game_on("..*..", known=False)
    play(game, "flag 3 1")
    assert bbbv_and_solved(board_of("..*.."), game) == (2, 0)


def test_an_opening_is_solved_by_its_flood_and_a_lone_number_by_its_reveal() -> None:
    game = game_on("""
        ....*.*
        ....*..
    """)
    solved = []
    for reveal in ("reveal 6 1", "reveal 4 1", "reveal 1 1", "reveal 7 2"):
        play(game, reveal)
        solved.append(solved_bbbv(game))
    assert solved == [1, 1, 2, 3]
    assert game.board
    assert bbbv(game.board) == 4


def test_an_opening_that_flags_keep_covered_is_solved_once_its_last_zero_is_revealed() -> None:
    game = game_on("""
        .......*
        .......*
    """)
    play(game, "flag 3 1", "flag 3 2", "reveal 1 1")
    assert solved_bbbv(game) == 0
    play(game, "flag 3 2", "reveal 3 2")
    assert solved_bbbv(game) == 0
    play(game, "flag 3 1", "reveal 3 1")
    assert solved_bbbv(game) == 1


def test_a_mine_that_exploded_solves_nothing() -> None:
    game = game_on("..*.*")
    play(game, "reveal 4 1", "reveal 3 1")
    assert solved_bbbv(game) == 1


def test_what_a_win_completes_is_not_solved() -> None:
    game = game_on("*.*.*", win="flags")
    play(game, "reveal 2 1", "flag 1 1", "flag 3 1", "flag 5 1")
    assert game.safe_left == 0
    assert solved_bbbv(game) == 1


@given(layouts())
def test_the_solved_part_matches_a_plain_count_after_every_move(layout: str) -> None:
    game = game_on(layout, win="clear")
    assert game.board
    rng = Random(layout)
    cells = [*game.grid]
    verbs: list[Verb] = ["reveal", "reveal", "flag", "chord"]
    for _ in range(2 * len(cells)):
        game.play(Move(rng.choice(verbs), rng.choice(cells)))
        revealed = {cell for cell in cells if game.is_revealed(cell)}
        assert solved_bbbv(game) == sum(part <= revealed for part in parts(game.board))
