"""The rules, each shown as a drawn board before and after some moves."""

from functools import partial
from itertools import product
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move, Refusal, Status, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.openings import LARGE_OPENING
from minesweeper.engine.setup import FirstReveal, Setup, WinRule
from tests.harness.boards import (
    FIRSTS,
    WINS,
    board_of,
    cells_where,
    game_on,
    picture,
    play,
    refusal,
    spiral,
)

every_win = pytest.mark.parametrize("win", WINS)
every_rule = pytest.mark.parametrize(("first", "win"), [*product(FIRSTS, WINS)])

CROWDED = """
    *.*.
    ....
    *...
    ....
"""


# Reveal


def test_a_new_game_is_covered() -> None:
    game = game_on("""
        ..*
        ...
    """)
    assert format_position(game) == picture("""
        ###
        ###
    """)
    assert (game.status, game.mines_left, game.safe_left) == (Status.PLAYING, 1, 5)


def test_a_number_is_revealed_alone() -> None:
    game = game_on("""
        ..*..
        .....
        *....
    """)
    play(game, "reveal 2 2", "reveal 4 1")
    assert format_position(game) == picture("""
        ###1#
        #2###
        #####
    """)
    assert game.safe_left == 11


def test_the_top_left_reveal_of_a_5x5_field_with_3_mines_opens_two_rows() -> None:
    game = game_on("""
        .....
        .....
        *.*.*
        .....
        .....
    """)
    play(game, "reveal 1 1")
    assert format_position(game) == picture("""
        .....
        12121
        #####
        #####
        #####
    """)


def test_the_flood_passes_between_zeros_that_only_touch_at_a_corner() -> None:
    game = game_on(
        """
        ...*
        ....
        ....
        *...
        """,
        win="flags",
    )
    play(game, "reveal 1 1")
    assert format_position(game) == picture("""
        ..1#
        ..11
        11..
        #1..
    """)


def test_a_flag_survives_the_flood() -> None:
    game = game_on("""
        ......*
        .......
    """)
    play(game, "flag 3 1", "reveal 1 1")
    assert format_position(game) == picture("""
        ..F..1#
        .....1#
    """)
    assert game.mines_left == 0


def test_a_row_of_flags_dams_the_flood() -> None:
    game = game_on("""
        ......*
        .......
    """)
    play(game, "flag 3 1", "flag 3 2", "reveal 1 1")
    assert format_position(game) == picture("""
        ..F####
        ..F####
    """)


def test_question_marks_do_not_survive_the_flood() -> None:
    game = game_on(
        """
        ......*
        .......
        """,
        question_marks=True,
    )
    play(game, *["flag 3 1", "flag 6 2", "flag 7 2"] * 2)
    assert format_position(game) == picture("""
        ##?####
        #####??
    """)
    play(game, "reveal 1 1")
    assert format_position(game) == picture("""
        .....1#
        .....1?
    """)


def test_a_question_mark_does_not_protect_its_cell() -> None:
    game = game_on("..*..", question_marks=True)
    play(game, "flag 2 1", "flag 2 1", "reveal 2 1")
    assert format_position(game) == "#1###\n"


def test_a_flag_protects_its_cell() -> None:
    game = game_on("..*..")
    play(game, "flag 1 1")
    assert refusal(game, "reveal 1 1") == Refusal("flagged")
    assert format_position(game) == "F####\n"
    play(game, "flag 1 1", "reveal 1 1")
    assert format_position(game) == ".1###\n"


def test_revealing_a_revealed_cell_does_nothing() -> None:
    game = game_on("..*..")
    play(game, "reveal 2 1", "reveal 5 1")
    assert refusal(game, "reveal 2 1") == Refusal("revealed")
    assert refusal(game, "reveal 5 1") == Refusal("revealed")


def test_a_million_safe_cells_are_revealed_at_once() -> None:
    setup = Setup(1000, 1000, 0)
    game = Game(setup, partial(deal, setup, 1))
    play(game, "reveal 500 500")
    assert game.status is Status.WON
    assert all(game.faces(row) == b"." * 1000 for row in range(1, 1001))


def test_a_corridor_one_zero_wide_is_flooded_all_along_its_spiral() -> None:
    board, corridor = spiral(401)
    game = Game(Setup(401, 401, board.mine_count), board)
    play(game, "reveal 1 1")
    assert game.status is Status.WON
    assert format_position(game).count(".") == corridor > 40_000


share_of_marks = pytest.mark.parametrize("marks", [0.0, 0.02, 0.25, 0.5])
with_large_openings = pytest.mark.parametrize(
    ("width", "height", "mines"),
    [(100, 70, 1), (70, 100, 140), (900, 9, 120), (9, 900, 120), (2, 1_500, 1)],
)


@share_of_marks
@with_large_openings
def test_large_openings_match_a_flood_cell_by_cell(
    width: int, height: int, mines: int, marks: float
) -> None:
    setup = Setup(width, height, mines, win="flags", question_marks=True)
    board = deal(setup, 4, Grid(width, height).cell(1, 1))
    game = Game(setup, board)
    cells, rng = [*game.grid], Random(width)
    for start in (0, len(cells) // 3, len(cells) * 2 // 3):
        for cell in rng.choices(cells, k=int(marks * len(cells))):
            game.play(Move("flag", cell))
        can_be_opened = [cell for cell in cells[start:] if is_covered_zero(game, board, cell)]
        if not can_be_opened:
            break
        opening = flooded_cell_by_cell(game, board, can_be_opened[0])
        assert marks or start or len(opening) > max(LARGE_OPENING, width)
        before = format_position(game).replace("\n", "")
        assert game.play(Move("reveal", can_be_opened[0])) is None
        expected = [
            str(board.number(cell) or ".") if cell in opening else face
            for cell, face in zip(cells, before, strict=True)
        ]
        assert [*format_position(game).replace("\n", "")] == expected
        assert game.safe_left == sum(face in "#F?" for face in expected) - mines


def is_covered_zero(game: Game, board: Board, cell: Cell) -> bool:
    marked = game.is_revealed(cell) or game.is_flagged(cell)
    return not marked and not board.is_mine(cell) and board.number(cell) == 0


def flooded_cell_by_cell(game: Game, board: Board, first: Cell) -> set[Cell]:
    """Return the cells that revealing the first one would open."""
    revealed, waiting = {first}, [first]
    while waiting:
        cell = waiting.pop()
        if board.number(cell) == 0:
            for near in board.grid.neighbours(cell):
                if not (near in revealed or game.is_revealed(near) or game.is_flagged(near)):
                    revealed.add(near)
                    waiting.append(near)
    return revealed


# Flags and question marks


@pytest.mark.parametrize(
    ("question_marks", "expected"), [(False, "F#F#"), (True, "F?#F")], ids=["without", "with"]
)
def test_a_flag_becomes_a_question_mark_before_it_is_removed_if_they_are_enabled(
    question_marks: bool, expected: str
) -> None:
    game = game_on(".*", question_marks=question_marks)
    seen = ""
    for _ in range(4):
        play(game, "flag 1 1")
        seen += format_position(game)[0]
    assert seen == expected


def test_mines_left_counts_flags_and_not_question_marks() -> None:
    game = game_on("*.*..", win="clear", question_marks=True)
    play(game, "flag 1 1", "flag 2 1")
    assert game.mines_left == 0
    play(game, "flag 2 1")
    assert game.mines_left == 1


def test_a_revealed_cell_takes_no_flag() -> None:
    game = game_on("*..*.")
    play(game, "reveal 2 1")
    assert refusal(game, "flag 2 1") == Refusal("revealed")


def test_flags_around_a_cell_do_not_include_its_own() -> None:
    game = game_on(CROWDED)
    play(game, "flag 1 1", "flag 2 2", "flag 4 4", "flag 3 3")
    assert game.flags_around(game.grid.cell(2, 2)) == 2


# Chord


def test_a_chord_on_a_number_without_its_flags_says_what_is_missing() -> None:
    game = game_on(CROWDED)
    play(game, "reveal 2 2", "flag 1 1", "flag 3 1")
    assert format_position(game) == picture("""
        F#F#
        #3##
        ####
        ####
    """)
    assert refusal(game, "chord 2 2") == Refusal("flags", 3, 2)


def test_a_chord_on_a_number_with_too_many_flags_says_so() -> None:
    game = game_on(CROWDED)
    play(game, "reveal 2 2", "flag 1 1", "flag 1 2", "flag 1 3", "flag 3 3")
    assert refusal(game, "chord 2 2") == Refusal("flags", 3, 4)


@pytest.mark.parametrize("known", [True, False])
def test_only_a_revealed_number_can_be_chorded(known: bool) -> None:
    game = game_on(CROWDED, known=known, question_marks=True)
    play(game, "flag 1 1", "flag 2 1", "flag 2 1")
    for cell in ("1 1", "2 1", "4 4"):
        assert refusal(game, f"chord {cell}") == Refusal("no number")


def test_a_question_mark_does_not_count_as_a_flag_for_a_chord() -> None:
    game = game_on("*....", win="clear", question_marks=True)
    play(game, "reveal 2 1", "flag 1 1", "flag 1 1")
    assert refusal(game, "chord 2 1") == Refusal("flags", 1, 0)


def test_a_chord_counts_neighbours_that_its_own_flood_revealed_only_once() -> None:
    game = game_on(
        """
        .....
        ....*
        .....
        *.*.*
        """,
        win="clear",
    )
    play(game, "reveal 4 3", "flag 5 2", "flag 3 4", "flag 5 4", "chord 4 3")
    assert format_position(game) == picture("""
        ...1#
        ...1F
        12132
        ##F2F
    """)
    assert (game.status, game.safe_left) == (Status.PLAYING, 2)


def test_a_chord_reveals_the_other_neighbours_marked_or_not_and_floods_from_zeros() -> None:
    game = game_on(CROWDED, win="clear", question_marks=True)
    play(game, "reveal 2 2", "flag 1 1", "flag 3 1", "flag 1 3", "flag 4 4")
    play(game, "flag 1 2", "flag 1 2", "flag 2 3", "flag 2 3")
    assert format_position(game) == picture("""
        F#F#
        ?3##
        F?##
        ###F
    """)
    play(game, "chord 2 2")
    assert format_position(game) == picture("""
        F2F#
        2311
        F1..
        #1.F
    """)
    assert (game.status, game.safe_left) == (Status.PLAYING, 3)


def test_a_chord_with_nothing_left_to_reveal_is_refused() -> None:
    game = game_on("*..*.")
    play(game, "reveal 2 1", "flag 1 1", "chord 2 1")
    assert format_position(game) == "F11##\n"
    assert refusal(game, "chord 2 1") == Refusal("nothing left")


def test_a_chord_on_a_zero_reveals_what_a_removed_flag_left_covered() -> None:
    game = game_on("""
        .....
        .....
        ....*
        *....
    """)
    play(game, "flag 2 2", "reveal 1 1")
    assert refusal(game, "chord 1 1") == Refusal("flags", 0, 1)
    play(game, "flag 2 2")
    assert format_position(game) == picture("""
        .....
        .#.11
        11.1#
        #1.1#
    """)
    play(game, "chord 1 1")
    assert format_position(game) == picture("""
        .....
        ...11
        11.1#
        #1.1#
    """)
    assert refusal(game, "chord 1 1") == Refusal("nothing covered")


def test_a_chord_trusts_its_flags_and_floods_on_after_several_explosions() -> None:
    game = game_on("""
        **...
        .....
        .....
        ....*
    """)
    play(game, "reveal 2 2", "flag 1 2", "flag 2 3", "chord 2 2")
    assert format_position(game) == picture("""
        @@1..
        X21..
        .X.11
        ...1*
    """)
    assert game.status is Status.LOST


# Marks before the first reveal


def test_flags_and_question_marks_may_be_set_before_the_mines_are_laid() -> None:
    game = game_on(
        """
        ....*
        .....
        """,
        known=False,
        question_marks=True,
    )
    play(game, "flag 1 2", "flag 5 1", "flag 5 2", "flag 5 2")
    assert format_position(game) == picture("""
        ####F
        F###?
    """)
    assert (game.board, game.mines_left, game.safe_left) == (None, -1, 9)
    play(game, "reveal 2 1")
    assert format_position(game) == picture("""
        ...1F
        F..1?
    """)


def test_the_mines_are_laid_once_for_the_first_cell_that_is_revealed() -> None:
    asked: list[Cell] = []

    def lay_mines(first: Cell) -> Board:
        asked.append(first)
        return board_of("..*..")

    game = Game(Setup(5, 1, 1), lay_mines)
    play(game, "flag 4 1")
    assert refusal(game, "reveal 4 1") == Refusal("flagged")
    play(game, "reveal 2 1", "reveal 1 1")
    assert asked == [game.grid.cell(2, 1)]


@every_win
def test_exact_flags_are_not_judged_before_the_first_reveal(win: WinRule) -> None:
    game = game_on("*..*..", win=win, known=False)
    play(game, "flag 1 1", "flag 4 1")
    assert (game.status, game.mines_left) == (Status.PLAYING, 0)
    play(game, "reveal 2 1")
    assert game.status is (Status.PLAYING if win == "clear" else Status.WON)


@every_win
def test_exact_flags_win_before_any_reveal_if_the_layout_is_known(win: WinRule) -> None:
    game = game_on("*..*..", win=win)
    play(game, "flag 1 1")
    assert game.status is Status.PLAYING
    play(game, "flag 4 1")
    assert game.status is (Status.PLAYING if win == "clear" else Status.WON)


# Winning


@every_win
def test_revealing_every_safe_cell_wins_unless_flags_are_required(win: WinRule) -> None:
    game = game_on("*..*.", win=win)
    play(game, "reveal 2 1", "reveal 3 1")
    assert game.status is Status.PLAYING
    play(game, "reveal 5 1")
    assert game.status is (Status.PLAYING if win == "flags" else Status.WON)
    assert format_position(game) == ("#11#1\n" if win == "flags" else "F11F1\n")


@every_win
def test_flagging_exactly_the_mines_wins_unless_a_cleared_board_is_required(win: WinRule) -> None:
    game = game_on("*..*.", win=win)
    play(game, "reveal 2 1", "flag 1 1")
    assert game.status is Status.PLAYING
    play(game, "flag 4 1")
    assert game.status is (Status.PLAYING if win == "clear" else Status.WON)
    assert format_position(game) == ("F1#F#\n" if win == "clear" else "F11F1\n")


@every_win
def test_one_flag_too_many_does_not_win_until_it_is_removed(win: WinRule) -> None:
    game = game_on("*..*.", win=win)
    play(game, "reveal 2 1", "flag 5 1", "flag 1 1", "flag 4 1")
    assert (game.status, game.mines_left) == (Status.PLAYING, -1)
    play(game, "flag 5 1")
    assert game.status is (Status.PLAYING if win == "clear" else Status.WON)


@pytest.mark.parametrize("win", ["either", "flags"])
def test_a_flag_that_comes_and_goes_counts_once(win: WinRule) -> None:
    game = game_on("*..*.", win=win)
    play(game, "reveal 2 1", "flag 1 1", "flag 1 1", "flag 1 1", "flag 5 1")
    assert (game.status, game.mines_left) == (Status.PLAYING, 0)
    play(game, "flag 5 1", "flag 4 1")
    assert game.status is Status.WON


def test_a_question_mark_does_not_count_as_a_flag_for_a_win() -> None:
    game = game_on("*..*.", question_marks=True)
    play(game, "flag 1 1", "flag 1 1", "flag 4 1")
    assert game.status is Status.PLAYING


def test_a_chord_can_win() -> None:
    game = game_on(CROWDED, win="clear")
    play(game, "reveal 2 2", "flag 1 1", "flag 3 1", "flag 1 3", "reveal 4 1", "reveal 1 4")
    play(game, "chord 2 2")
    assert game.status is Status.WON


@pytest.mark.parametrize(
    ("win", "moves"),
    [
        ("clear", "flag 3 1,flag 3 1,reveal 4 4,reveal 2 1,reveal 4 1,reveal 1 2,reveal 1 4"),
        ("flags", "flag 4 4,flag 4 4,reveal 2 2,flag 1 1,flag 3 1,flag 1 3"),
    ],
)
def test_a_won_board_is_completed_with_flags_and_numbers(win: WinRule, moves: str) -> None:
    game = game_on(CROWDED, win=win, question_marks=True)
    play(game, *moves.split(","))
    assert format_position(game) == picture("""
        F2F1
        2311
        F1..
        11..
    """)
    assert (game.status, game.mines_left, game.safe_left) == (Status.WON, 0, 0)


@every_win
@pytest.mark.parametrize("known", [True, False])
def test_without_mines_the_first_reveal_wins_and_removes_standing_flags(
    win: WinRule, known: bool
) -> None:
    game = game_on(
        """
        ....
        ....
        ....
        """,
        win=win,
        known=known,
        question_marks=True,
    )
    play(game, "flag 2 1", "flag 2 2", "flag 2 3", "flag 4 3", "flag 4 3", "reveal 1 1")
    assert format_position(game) == picture("""
        ....
        ....
        ....
    """)
    assert (game.status, game.mines_left, game.safe_left) == (Status.WON, 0, 0)


@every_win
@pytest.mark.parametrize("known", [True, False])
def test_without_mines_no_flag_wins_set_or_removed(win: WinRule, known: bool) -> None:
    game = game_on("...", win=win, known=known)
    play(game, "flag 1 1")
    assert (game.status, game.mines_left) == (Status.PLAYING, -1)
    play(game, "flag 1 1")
    assert (game.status, game.mines_left) == (Status.PLAYING, 0)


# Losing


@every_rule
def test_a_revealed_mine_loses_under_every_rule(first: FirstReveal, win: WinRule) -> None:
    game = after_a_first_reveal(Setup(6, 5, 8, first, win))
    assert game.board is not None
    mine = cells_where(game.board, mine=True)[0]
    assert game.play(Move("reveal", mine)) is None
    assert game.status is Status.LOST
    assert format_position(game).count("@") == 1
    assert format_position(game).count("*") == 7


def test_a_lost_game_shows_the_mines_and_judges_the_flags() -> None:
    game = game_on(
        """
        *.*..
        .....
        *..*.
        ....*
        """,
        question_marks=True,
    )
    play(game, "reveal 2 2", "flag 1 1", "flag 5 1", "flag 1 2")
    play(game, *["flag 4 3", "flag 4 4"] * 2, "reveal 3 1")
    assert format_position(game) == picture("""
        F#@#X
        X3###
        *##*#
        ###?*
    """)
    assert game.mines_left == 2


def test_a_chord_that_explodes_loses_though_it_reveals_every_other_cell() -> None:
    game = game_on("""
        *..
        ...
    """)
    play(game, "reveal 2 1", "flag 1 2", "chord 2 1")
    assert format_position(game) == picture("""
        @1.
        X1.
    """)
    assert game.status is Status.LOST


def test_a_cleared_board_can_still_be_lost_if_only_flags_win() -> None:
    game = game_on("*..*.", win="flags")
    play(game, "reveal 2 1", "reveal 3 1", "reveal 5 1", "reveal 1 1")
    assert game.status is Status.LOST
    assert format_position(game) == "@11*1\n"


# After the end


@pytest.mark.parametrize("ending", ["reveal 1 1", "flag 1 1"])
def test_nothing_changes_after_the_end(ending: str) -> None:
    game = game_on(
        """
        *....
        .....
        """,
        question_marks=True,
    )
    play(game, "reveal 2 1", "flag 5 1", "flag 5 1", "flag 5 1", ending)
    assert game.status is (Status.WON if ending == "flag 1 1" else Status.LOST)
    for verb, column, row in product(("reveal", "flag", "chord"), range(1, 6), (1, 2)):
        assert refusal(game, f"{verb} {column} {row}") == Refusal("over")


# Whole games on dealt boards


@every_rule
@pytest.mark.parametrize("size", [(8, 20), (20, 8), (20, 4), (1, 16), (16, 1)])
@pytest.mark.parametrize(("verb", "other_win"), [("reveal", "flags"), ("flag", "clear")])
def test_a_board_of_any_shape_is_won_by_clearing_or_flagging_it_unless_the_other_is_required(
    first: FirstReveal, win: WinRule, size: tuple[int, int], verb: Verb, other_win: WinRule
) -> None:
    game = after_a_first_reveal(Setup(*size, 5, first, win))
    assert game.board is not None
    for cell in cells_where(game.board, mine=verb == "flag"):
        if not game.is_revealed(cell):
            assert game.status is Status.PLAYING
            assert game.play(Move(verb, cell)) is None
    assert game.status is (Status.PLAYING if win == other_win else Status.WON)


def after_a_first_reveal(setup: Setup) -> Game:
    """Return a game on a dealt board after a first reveal in the corner that was not a mine."""
    for seed in range(20):
        game = Game(setup, partial(deal, setup, seed))
        play(game, "reveal 1 1")
        if game.status is Status.PLAYING:
            return game
        assert setup.first == "any", "a promised first reveal lost"
    raise AssertionError("every first reveal lost")


@every_rule
def test_a_layout_known_from_the_start_promises_nothing_about_the_first_reveal(
    first: FirstReveal, win: WinRule
) -> None:
    board = board_of("""
        ..*
        ...
    """)
    game = Game(Setup(3, 2, 1, first, win), board)
    play(game, "reveal 3 1")
    assert game.status is Status.LOST
    assert game.board is board


# The faces of a row


def test_the_faces_of_part_of_a_row_can_be_read() -> None:
    game = game_on(
        """
        ....*
        ....*
        """,
        win="flags",
    )
    play(game, "flag 5 2", "reveal 1 1")
    assert game.faces(2) == b"...2F"
    assert game.faces(2, 3, 4) == b".2"
    assert game.faces(1, 4) == b"2#"
    assert game.faces(1, last=1) == b"."


def test_mines_can_be_shown_for_practice() -> None:
    game = game_on("*.*.*.*..", win="clear", question_marks=True)
    play(game, "reveal 2 1", "flag 3 1", "flag 5 1", "flag 5 1", "flag 6 1", "flag 8 1", "flag 8 1")
    assert game.faces(1) == b"#2F#?F#?#"
    assert game.faces(1, mines=True) == b"*2F#*F*?#"


def test_no_mine_can_be_shown_before_it_is_laid() -> None:
    game = game_on("*.*..", known=False)
    assert game.faces(1, mines=True) == b"#####"


def test_a_finished_game_looks_the_same_in_practice() -> None:
    lost = game_on("*.*..")
    play(lost, "flag 2 1", "reveal 3 1")
    assert lost.faces(1, mines=True) == lost.faces(1) == b"*X@##"
    won = game_on("*.*..")
    play(won, "flag 1 1", "flag 3 1")
    assert won.faces(1, mines=True) == won.faces(1) == b"F2F1."


def test_only_revealed_cells_are_revealed_and_only_flagged_cells_flagged() -> None:
    game = game_on("..*..", question_marks=True)
    play(game, "reveal 1 1", "flag 4 1", "flag 5 1", "flag 5 1")
    assert format_position(game) == ".1#F?\n"
    assert [game.is_revealed(cell) for cell in game.grid] == [True, True, False, False, False]
    assert [game.is_flagged(cell) for cell in game.grid] == [False, False, False, True, False]
