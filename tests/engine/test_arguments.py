"""The engine as other programs use it: setups, and errors that name the wrong argument."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, Grid
from minesweeper.engine.game import VERBS, Game, Move, Refusal, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import LEVELS, Setup, Size
from minesweeper.solver.clues import parse_position
from minesweeper.solver.deduction import deduce
from tests.harness.boards import board_of, everything_about, game_on, play

EMPTY = Setup(9, 9, 0)
WRONG_SETUPS: Sequence[tuple[dict[str, object], str]] = [
    ({"width": 1, "height": 1, "mines": 1}, "mines: 1 is not a number from 0 to 0"),
    ({"width": 30, "height": 30, "mines": 900}, "mines: 900 is not a number from 0 to 899"),
    ({"mines": 100}, "mines: 100 is not a number from 0 to 80"),
    ({"mines": -1}, "mines: -1 is not a number from 0 to 80"),
    ({"mines": 10.5}, "mines: 10.5 is not a number from 0 to 80"),
    ({"width": 0}, "width: 0 is not a number from 1 to 10000"),
    ({"width": "9"}, "width: '9' is not a number from 1 to 10000"),
    ({"height": -2}, "height: -2 is not a number from 1 to 10000"),
    ({"height": 10_001}, "height: 10001 is not a number from 1 to 10000"),
    ({"width": 1_001, "height": 1_000}, "width, height: a board of 1001x1000 is too large"),
    ({"width": True}, "width: True is not a number from 1 to 10000"),
    ({"mines": True}, "mines: True is not a number from 0 to 80"),
    ({"first": "open"}, "first: 'open' is not one of any, safe, opening"),
    ({"win": "cleard"}, "win: 'cleard' is not one of either, clear, flags"),
    ({"question_marks": "no"}, "question_marks: 'no' is not one of False, True"),
    ({"no_guess": "no"}, "no_guess: 'no' is not one of False, True"),
    ({"on_guess": "fare"}, "on_guess: 'fare' is not one of luck, fair, strict"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG_SETUPS)
def test_a_setup_that_cannot_be_played_names_the_wrong_argument(
    wrong: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        Setup(**{"width": 9, "height": 9, "mines": 0, **wrong})
    with pytest.raises(ValueError, match=f"^{says}"):
        EMPTY._replace(**wrong)


SMALL = Grid(3, 3)
WRONG_CALLS: Sequence[tuple[str, Callable[[], object]]] = [
    ("width: 0 is not a number from 1 to 10000", lambda: Grid(0, 0)),
    ("height: -1 is not a number from 1 to 10000", lambda: Grid(3, -1)),
    ("width: '3' is not a number from 1 to 10000", lambda: Grid(cast(int, "3"), 3)),
    ("column: 11 is not a number from 1 to 9", lambda: Grid(9, 7).cell(11, 5)),
    ("column: 0 is not", lambda: Grid(9, 7).cell(0, 5)),
    ("column: -1 is not", lambda: Grid(9, 7).cell(-1, 2)),
    ("row: 8 is not a number from 1 to 7", lambda: Grid(9, 7).cell(5, 8)),
    ("row: 0 is not", lambda: Grid(9, 7).cell(5, 0)),
    ("layout: 9 bytes, but 3x3 has 21 places", lambda: Board(SMALL, bytes(9))),
    ("first: .* is not a cell of 9x9", lambda: deal(EMPTY, 1, Grid(30, 16).cell(30, 16))),
]


@pytest.mark.parametrize(("says", "call"), WRONG_CALLS)
def test_an_invalid_argument_is_named(says: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        call()


def test_a_setup_is_a_tuple_of_its_values() -> None:
    setup = Setup(9, 9, 10, win="flags")
    assert setup == (9, 9, 10, "opening", "flags", False, False, "luck")
    assert setup._replace(win="either") == LEVELS["beginner"]
    assert setup.size == (9, 9, 10)


@pytest.mark.parametrize(
    "cell",
    [Cell(0), Cell(-5), Cell(10**9), Grid(5, 2).cell(5, 1) + 1, cast(Cell, "x"), cast(Cell, 8.0)],
)
def test_a_move_off_the_grid_changes_nothing(cell: Cell) -> None:
    game = game_on("*....\n.....")
    before = everything_about(game)
    for verb in VERBS:
        with pytest.raises(ValueError, match=f"^cell: {cell!r} is not a cell of 5x2"):
            game.play(Move(verb, cell))
    with pytest.raises(ValueError, match=r"^column: 6 is not a number from 1 to 5"):
        game.reveal(6, 1)
    with pytest.raises(ValueError, match=r"^row: '1' is not a number from 1 to 2"):
        game.flag(1, cast(int, "1"))
    assert everything_about(game) == before


def test_a_chord_by_column_and_row_reveals_the_rest_around_a_number() -> None:
    game = game_on("*...\n....\n...*")
    assert game.reveal(2, 1) is None
    assert game.chord(2, 1) == Refusal("flags", 1, 0)
    assert game.flag(1, 1) is None
    assert game.chord(2, 1) is None
    assert str(game) == "F1..\n1111\n####"


def test_boards_are_compared_and_printed_by_their_layout() -> None:
    board = board_of("*..\n.*.")
    assert board == board_of("*..\n.*.") != board_of("*..\n..*")
    assert board_of("*.") != board_of("*\n.")
    assert hash(board) == hash(board_of("*..\n.*."))
    assert str(board) == "*..\n.*."


def test_an_unknown_verb_reveals_nothing() -> None:
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
def test_a_board_of_another_setup_is_refused_and_the_game_goes_on_without_it(layout: str) -> None:
    board, setup = board_of(layout), Setup(3, 2, 1)
    with pytest.raises(ValueError, match=r"^layout: .* but the setup says 3x2 with 1 mine$"):
        Game(setup, board)
    layouts = iter([board, board_of("..*\n...")])
    game = Game(setup, lambda first: next(layouts))
    with pytest.raises(ValueError, match=r"^layout: "):
        play(game, "reveal 1 1")
    assert format_position(game) == "###\n###\n"
    play(game, "reveal 1 1")
    assert format_position(game).startswith(".")


def test_a_number_of_mines_is_not_accepted_as_a_set_of_mines() -> None:
    clues = parse_position("1##\n###", 2)
    with pytest.raises(ValueError, match=r"^mines: 0xa is not a set of covered cells"):
        deduce(clues, CellSet(10))
    with pytest.raises(ValueError, match=r"^mines: "):
        deduce(clues, CellSet(1 << clues.grid.cell(1, 1)))
    assert deduce(clues, CellSet(1 << clues.grid.cell(2, 1))).safe.bit_count() == 2


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("classic", Size(8, 8, 10)),
        ("beginner", Size(9, 9, 10)),
        ("intermediate", Size(16, 16, 40)),
        ("expert", Size(30, 16, 99)),
    ],
)
def test_the_levels_are_the_classic_ones(name: str, size: Size) -> None:
    assert LEVELS[name].size == size
    assert LEVELS[name] == Setup(*size)
