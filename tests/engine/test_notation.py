"""Boards written as text and parsed again, and the errors for text that is not a board."""

from fractions import Fraction

import pytest
from hypothesis import given

from minesweeper.engine.notation import (
    NotationError,
    format_layout,
    format_position,
    parse_layout,
    percent_text,
)
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE
from tests.harness.boards import game_on, layouts, picture, play


def error_message(text: str) -> str:
    """Return the error message for a text that is not a layout."""
    with pytest.raises(NotationError) as error:
        parse_layout(text)
    return str(error.value)


def test_a_layout_is_parsed_from_its_picture() -> None:
    board = parse_layout("..*\n*..\n")
    assert (board.grid.width, board.grid.height, board.mine_count) == (3, 2, 2)
    assert [board.grid.place(cell) for cell in board.grid if board.is_mine(cell)] == [
        (3, 1),
        (1, 2),
    ]


@given(layouts())
def test_a_layout_is_written_as_it_was_parsed(layout: str) -> None:
    assert format_layout(parse_layout(layout)) == layout


@pytest.mark.parametrize(
    "text", ["..*\n*..", "..*\n*..\n", "..*\n*..\n\n\n", "..*\r\n*..\r\n", "..*\r\n*..\r\n\r\n"]
)
def test_line_ends_of_any_system_and_empty_lines_after_the_board_are_accepted(text: str) -> None:
    assert format_layout(parse_layout(text)) == "..*\n*..\n"


@pytest.mark.parametrize(("width", "height"), [(MAX_SIDE, 100), (100, MAX_SIDE), (1000, 1000)])
def test_the_largest_boards_are_read(width: int, height: int) -> None:
    board = parse_layout(("." * width + "\n") * height)
    assert (board.grid.width, board.grid.height) == (width, height)


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "\r\n\r\n"])
def test_an_empty_text_is_refused(text: str) -> None:
    assert error_message(text) == "is empty: a row of * (mine) and . (safe) a line is expected"


def test_rows_must_be_equally_long() -> None:
    assert error_message("..*\n..\n") == "line 2 has 2 cells, the first line has 3"
    assert error_message("..\n..\n..*") == "line 3 has 3 cells, the first line has 2"
    assert error_message("..\n\n..") == "line 2 has 0 cells, the first line has 2"
    assert error_message("\n..\n.") == "line 3 has 1 cells, the first line has 2"


def test_empty_lines_before_and_after_a_picture_are_ignored() -> None:
    assert parse_layout("\n\n*.\n\n") == parse_layout("*.")


@pytest.mark.parametrize(
    "text", ["*0\n00\n", "* .\n. .", "\t*\t.\n\t.\t0\t\n", " \n*.  \n.. \n \n"]
)
def test_pictures_are_read_as_others_write_them(text: str) -> None:
    assert parse_layout(text) == parse_layout("*.\n..")


def test_columns_are_counted_without_blanks() -> None:
    assert (
        error_message("* . . .\n. . x .") == "line 2, column 3 is 'x': only * . and 0 are allowed"
    )


@pytest.mark.parametrize(
    ("wrong", "escaped"),
    [
        ("x", "'x'"),
        ("1", "'1'"),
        ("\x00", r"'\x00'"),
        ("\x1b", r"'\x1b'"),
        ("\x7f", r"'\x7f'"),
        ("\x0b", r"'\x0b'"),
        ("\x0c", r"'\x0c'"),
        ("\x1c", r"'\x1c'"),
        ("\x1f", r"'\x1f'"),
        ("\x85", r"'\x85'"),
        ("\u2028", r"'\u2028'"),
        ("\ufeff", r"'\ufeff'"),
        ("é", r"'\xe9'"),
        ("💣", r"'\U0001f4a3'"),
    ],
)
def test_other_characters_than_mines_and_safe_cells_are_refused(wrong: str, escaped: str) -> None:
    message = f"{escaped}: only * . and 0 are allowed"
    assert error_message(f"..*.\n*.{wrong}.\n") == f"line 2, column 3 is {message}"
    assert error_message(f"{wrong}*\n..\n") == f"line 1, column 1 is {message}"


@pytest.mark.parametrize("wrong", ["\x0c", "\x1f", "\x85", "\u2028"])
def test_a_wrong_character_at_the_end_is_not_mistaken_for_a_line_end(wrong: str) -> None:
    assert error_message(f"..*\n..{wrong}\n") == (
        f"line 2, column 3 is {wrong!a}: only * . and 0 are allowed"
    )
    assert error_message(f"..*\n...\n{wrong}\n") == "line 3 has 1 cells, the first line has 3"


@pytest.mark.parametrize("text", ["*", "**\n**\n"])
def test_a_board_needs_a_safe_cell(text: str) -> None:
    assert error_message(text) == "has a mine in every cell: at least one safe cell is needed"


@pytest.mark.parametrize(
    ("width", "height"), [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1), (1001, 1000), (MAX_SIDE, 101)]
)
def test_a_board_too_large_is_refused(width: int, height: int) -> None:
    assert error_message(("." * width + "\n") * height) == (
        f"is {width}x{height}: at most {MAX_SIDE:,} a side and {MAX_CELLS:,} cells are allowed"
    )


@pytest.mark.parametrize("text", ["", "..\n.", ".\x1b[2J", "*", "." * 20_000, "\n..\n."])
def test_every_error_message_is_one_plain_line(text: str) -> None:
    message = error_message(text)
    assert message.isascii()
    assert message.isprintable()


def test_a_position_shows_what_the_player_sees() -> None:
    game = game_on(
        """
        .....*
        ......
        *...*.
        """,
        question_marks=True,
    )
    play(game, "reveal 1 1", "flag 6 1", "flag 5 3", "flag 5 3")
    assert format_position(game) == picture("""
        ....1F
        11.12#
        #1.1?#
    """)
    play(game, "reveal 1 3")
    assert format_position(game) == picture("""
        ....1F
        11.12#
        @1.1*#
    """)


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0, 0, "0%"),
        (1e-9, 0, "1%"),
        (1 / 8, 0, "13%"),
        (Fraction(2, 3), 0, "67%"),
        (0.999, 0, "99%"),
        (1, 2, "100%"),
        (1.05, 0, "105%"),
        (Fraction(1, 3), 1, "33.3%"),
        (Fraction(1, 10**30), 2, "0.01%"),
        (0.5, 2, "50.00%"),
    ],
)
def test_only_all_and_nothing_are_100_and_0_percent(
    share: float | Fraction, decimals: int, text: str
) -> None:
    assert percent_text(share, decimals) == text
