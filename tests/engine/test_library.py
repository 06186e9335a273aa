"""What other programs may ask of the engine: wrong arguments are named, and nothing is changed."""

from typing import cast

import pytest

from minesweeper.engine.cells import Cell, CellSet, Grid
from minesweeper.engine.game import Game, Move, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import First, OnGuess, Setup, Win
from minesweeper.solver.clues import clues_from, parse_position
from minesweeper.solver.deduction import deduce
from minesweeper.solver.guess_free import deal_guess_free
from tests.harness.boards import board_of, everything_about, game_on, play

WRONG_SETUPS = [
    (Setup(1, 1, 1), "mines: 1 is not a number from 0 to 0"),
    (Setup(30, 30, 900), "mines: 900 is not a number from 0 to 899"),
    (Setup(9, 9, 100), "mines: 100 is not a number from 0 to 80"),
    (Setup(9, 9, -1), "mines: -1 is not"),
    (Setup(0, 9, 0), "width: 0 is less than 1"),
    (Setup(9, -2, 0), "height: -2 is less than 1"),
    (Setup(9, 9, 10, first=cast(First, "open")), "first: 'open' is not one of any, safe, opening"),
    (Setup(9, 9, 10, win=cast(Win, "cleard")), "win: 'cleard' is not one of either, clear, flags"),
    (
        Setup(9, 9, 10, on_guess=cast(OnGuess, "fare")),
        "on_guess: 'fare' is not one of luck, fair, strict",
    ),
]


@pytest.mark.parametrize(("setup", "says"), WRONG_SETUPS)
def test_a_setup_that_cannot_be_played_is_refused_by_its_argument(setup: Setup, says: str) -> None:
    first = Grid(9, 9).cell(1, 1)
    with pytest.raises(ValueError, match=f"^{says}"):
        deal(setup, 1, first)
    with pytest.raises(ValueError, match=f"^{says}"):
        deal_guess_free(setup, 1, first)
    with pytest.raises(ValueError, match=f"^{says}"):
        Game(setup, lambda cell: deal(setup, 1, cell))


def test_the_fullest_board_and_the_smallest_are_dealt() -> None:
    assert deal(Setup(30, 30, 899), 1, Grid(30, 30).cell(7, 7)).mine_count == 899
    assert deal(Setup(1, 1, 0), 1, Grid(1, 1).cell(1, 1)).mine_count == 0


def test_a_first_cell_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^first: .* is not a cell of 9x9"):
        deal(Setup(9, 9, 10), 1, Grid(30, 16).cell(30, 16))


@pytest.mark.parametrize(
    ("column", "row", "says"),
    [
        (11, 5, "column: 11 is not a number from 1 to 9"),
        (0, 5, "column: 0 is not"),
        (-1, 2, "column: -1 is not"),
        (5, 8, "row: 8 is not a number from 1 to 7"),
        (5, 0, "row: 0 is not"),
    ],
)
def test_a_place_beside_the_grid_is_no_cell(column: int, row: int, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        Grid(9, 7).cell(column, row)


def test_a_verb_that_no_move_has_reveals_nothing() -> None:
    game = game_on("""
        *....
        ...**
    """)
    wrong = Move(cast(Verb, "dig"), game.grid.cell(3, 1))
    before = everything_about(game)
    with pytest.raises(ValueError, match=r"^verb: 'dig' is not one of reveal, flag, chord"):
        game.play(wrong)
    with pytest.raises(ValueError, match=r"^verb: 'dig'"):
        game.refusal(wrong)
    assert everything_about(game) == before


@pytest.mark.parametrize(
    "layout",
    [
        ".*\n..\n..\n",
        ".*.\n...\n...\n",
        "**.\n...\n",
    ],
)
def test_a_board_of_another_setup_is_refused_and_the_game_goes_on_without(layout: str) -> None:
    board, setup = board_of(layout), Setup(3, 2, 1)
    with pytest.raises(ValueError, match=r"^layout: .* but the setup says 3x2 with 1 mines"):
        Game(setup, board)
    layouts = iter([board, board_of("..*\n...")])
    game = Game(setup, lambda first: next(layouts))
    with pytest.raises(ValueError, match=r"^layout: "):
        play(game, "reveal 1 1")
    assert format_position(game) == "###\n###\n"
    play(game, "reveal 1 1")
    assert format_position(game).startswith(".")


def test_a_number_of_mines_is_no_set_of_mines() -> None:
    clues = parse_position("1##\n###", 2)
    with pytest.raises(ValueError, match=r"^mines: 0xa is not a set of covered cells"):
        deduce(clues, CellSet(10))
    with pytest.raises(ValueError, match=r"^mines: "):
        deduce(clues, CellSet(1 << clues.grid.cell(1, 1)))
    assert deduce(clues, CellSet(1 << clues.grid.cell(2, 1))).safe.bit_count() == 2


@pytest.mark.parametrize(
    ("cell", "number", "says"),
    [
        (Grid(3, 3).cell(1, 1), 9, "numbers: 9 is not a number from 0 to 8"),
        (Grid(3, 3).cell(1, 1), 16, "numbers: 16 is not"),
        (Grid(3, 3).cell(1, 1), -1, "numbers: -1 is not"),
        (Cell(0), 1, "numbers: 0 is not a cell of 3x3"),
        (Grid(9, 9).cell(9, 9), 1, "numbers: 99 is not a cell of 3x3"),
    ],
)
def test_clues_that_no_board_can_show_are_refused(cell: Cell, number: int, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        clues_from(Grid(3, 3), 1, {cell: number})
