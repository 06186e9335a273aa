"""Cells, refusals and times in words."""

import pytest

from minesweeper.engine.game import Refusal
from minesweeper.play.words import cell_text, goal_text, refusal_text, time_text
from tests.harness.boards import game_on, move, play

LAYOUT = """
    *....
    .....
    ...**
"""


def said(column: int, row: int, *moves: str, mines: bool = False) -> str:
    game = game_on(LAYOUT, question_marks=True, win="clear")
    play(game, *moves)
    return cell_text(game, game.grid.cell(column, row), mines=mines)


@pytest.mark.parametrize(
    ("place", "moves", "text"),
    [
        ((3, 2), [], "covered"),
        ((1, 1), ["flag 1 1"], "flag"),
        ((1, 1), ["flag 1 1"] * 2, "question mark"),
        ((5, 1), ["reveal 3 1"], "empty"),
        ((4, 2), ["reveal 4 2"], "2, 8 covered neighbours"),
        ((2, 1), ["reveal 3 1", "flag 1 2"], "1, 1 covered neighbour, 1 flag"),
        ((4, 2), ["reveal 4 2", "flag 4 3", "flag 5 3"], "2, 6 covered neighbours, 2 flags"),
        ((4, 2), ["reveal 4 2", *["flag 4 3"] * 2], "2, 8 covered neighbours"),
        ((1, 1), ["reveal 3 1", "reveal 1 3"], "flag"),  # won, and completed
    ],
)
def test_a_cell_is_named_with_what_is_around_it(
    place: tuple[int, int], moves: list[str], text: str
) -> None:
    assert said(*place, *moves) == f"({place[0]},{place[1]}): {text}"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ((1, 1), "exploded mine"),
        ((4, 3), "mine"),
        ((5, 3), "flag"),
        ((3, 1), "wrong flag"),
        ((2, 2), "1, 6 covered neighbours, 1 wrong flag, 1 mine"),
    ],
)
def test_a_lost_board_is_laid_open(place: tuple[int, int], text: str) -> None:
    moves = ("reveal 2 2", "flag 5 3", "flag 3 1", "reveal 1 1")
    assert said(*place, *moves) == f"({place[0]},{place[1]}): {text}"


def test_mines_are_named_only_where_they_are_shown() -> None:
    game = game_on(LAYOUT)
    assert not game.refusal(move(game, "reveal 1 1"))
    assert said(1, 1) == "(1,1): covered"
    assert said(1, 1, mines=True) == "(1,1): mine"


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (Refusal("over"), "the game is over"),
        (Refusal("revealed"), "this cell is already revealed"),
        (Refusal("flagged"), "this cell is flagged"),
        (Refusal("no number"), "only numbers can be chorded"),
        (Refusal("nothing left"), "nothing left to reveal around it"),
        (Refusal("nothing to flag"), "nothing left to flag around it"),
        (Refusal("nothing covered"), "there is nothing covered around it"),
        (Refusal("covered", 3, 5), "only 3 of its 5 covered neighbours are mines"),
        (Refusal("covered", 1, 2), "only 1 of its 2 covered neighbours is a mine"),
        (Refusal("covered", 0, 1), "this cell touches no mine: nothing to flag around it"),
        (Refusal("flags", 3, 2), "this 3 needs 3 flags, but has 2"),
        (Refusal("flags", 1, 0), "this 1 needs 1 flag, but has none"),
        (Refusal("flags", 2, 1), "this 2 needs 2 flags, but has 1"),
    ],
)
def test_a_refusal_says_what_is_missing(refusal: Refusal, text: str) -> None:
    assert refusal_text(refusal) == text


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0.000 s"),
        (75_123, "75.123 s"),
        (99_999, "99.999 s"),
        (100_000, "1:40.000"),
        (3_599_999, "59:59.999"),
        (3_723_456, "1:02:03.456"),
    ],
)
def test_the_time_of_a_result_has_minutes_from_100_seconds_on(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("reveal 2 1", ""),
        ("reveal 2 1|reveal 3 1", "Flag the 2 mines that are left"),
        ("reveal 2 1|reveal 3 1|flag 1 1", "Flag the mine that is left"),
        ("reveal 2 1|reveal 3 1|flag 1 1|flag 4 1", ""),
        ("reveal 2 1|reveal 3 1|reveal 1 1", ""),
    ],
)
def test_what_is_left_to_flag_is_said_once_all_safe_cells_are_revealed(
    moves: str, text: str
) -> None:
    game = game_on("*..*", win="flags")
    play(game, *moves.split("|"))
    assert goal_text(game) == text
    other = game_on("*..*", win="clear")
    play(other, "reveal 2 1")
    assert goal_text(other) == ""
