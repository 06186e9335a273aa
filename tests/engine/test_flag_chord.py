"""The flag-chord, on drawn boards and against a second implementation of the rule."""

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Refusal, Status
from minesweeper.engine.notation import format_move, format_position, parse_move
from minesweeper.engine.setup import WinRule
from tests.harness.boards import WINS, game_on, layouts, picture, play, refusal

CROWDED = """
    *.*.
    ....
    *...
    ....
"""


def game_after(*moves: str, win: WinRule = "clear") -> Game:
    """Return a game with a 3 whose covered neighbours are its mines, after some moves."""
    game = game_on(CROWDED, win=win, question_marks=True)
    play(game, *moves, "reveal 4 4", "reveal 2 1", "reveal 1 2")
    return game


def test_it_flags_every_covered_neighbour_of_a_number() -> None:
    game = game_after()
    assert format_position(game) == picture("""
        #2##
        2311
        #1..
        #1..
    """)
    play(game, "flag-chord 2 2")
    assert format_position(game) == picture("""
        F2F#
        2311
        F1..
        #1..
    """)
    assert (game.mines_left, game.status) == (0, Status.PLAYING)


def test_flags_stay_and_question_marks_become_flags() -> None:
    game = game_after("flag 1 1", "flag 3 1", "flag 3 1")
    assert format_position(game).startswith("F2?#\n")
    play(game, "flag-chord 2 2")
    assert format_position(game) == picture("""
        F2F#
        2311
        F1..
        #1..
    """)
    assert game.mines_left == 0


def test_a_number_with_more_covered_neighbours_than_mines_is_refused_with_both() -> None:
    game = game_on(CROWDED)
    play(game, "reveal 4 4", "flag 3 1")
    assert refusal(game, "flag-chord 2 2") == Refusal("covered", 3, 5)
    assert refusal(game, "flag-chord 4 2") == Refusal("covered", 1, 2)


def test_a_number_whose_flags_are_all_set_is_refused() -> None:
    game = game_after()
    play(game, "flag-chord 2 2")
    assert refusal(game, "flag-chord 2 2") == Refusal("nothing to flag")
    assert refusal(game, "flag-chord 3 4") == Refusal("nothing covered")


def test_a_zero_next_to_a_covered_cell_is_refused() -> None:
    game = game_on("...*\n....\n*...")
    play(game, "flag 2 1", "reveal 1 1")
    assert refusal(game, "flag-chord 1 1") == Refusal("covered", 0, 1)


def test_only_a_revealed_number_can_be_flag_chorded() -> None:
    for known in (True, False):
        game = game_on(CROWDED, known=known, question_marks=True)
        play(game, "flag 1 1", "flag 2 1", "flag 2 1")
        for cell in ("1 1", "2 1", "4 4"):
            assert refusal(game, f"flag-chord {cell}") == Refusal("no number")


def test_a_flag_on_a_revealed_number_still_does_nothing() -> None:
    game = game_after()
    assert refusal(game, "flag 2 2") == Refusal("revealed")


def test_nothing_is_flag_chorded_after_the_end() -> None:
    game = game_after("flag 4 1")
    play(game, "flag 4 1", "flag 4 1", "reveal 1 1")
    assert game.status is Status.LOST
    assert refusal(game, "flag-chord 2 2") == Refusal("over")


def test_it_may_flag_the_last_mines() -> None:
    results = {win: game_after(win=win) for win in WINS}
    for game in results.values():
        play(game, "flag-chord 2 2")
    assert results["clear"].status is Status.PLAYING
    assert results["flags"].status is results["either"].status is Status.WON
    assert format_position(results["flags"]) == "F2F1\n2311\nF1..\n11..\n"


def test_a_wrong_flag_elsewhere_keeps_it_from_winning() -> None:
    game = game_after("flag 1 4", win="either")
    play(game, "flag-chord 2 2")
    assert (game.status, game.mines_left) == (Status.PLAYING, -1)
    play(game, "flag 1 4")  # a question mark
    assert game.status is Status.WON


# Any position


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, list[Move], WinRule, bool]:
    """Draw a board and any moves on it."""
    layout = draw(layouts(largest_side=6))
    win, marks = draw(st.sampled_from(WINS)), draw(st.booleans())
    game = game_on(layout, win=win, question_marks=marks)
    cells = list(game.grid)
    safe = [cell for cell in cells if not game.board or not game.board.is_mine(cell)]
    reveals = st.builds(Move, st.just("reveal"), st.sampled_from(safe))
    others = st.builds(Move, st.sampled_from(["flag", "flag", "chord"]), st.sampled_from(cells))
    moves = draw(st.lists(reveals | reveals | others, max_size=20))
    assert game.board
    return game.board, moves, win, marks


def game_with_moves(board: Board, moves: list[Move], win: WinRule, *, marks: bool) -> Game:
    game = game_on(str(board), win=win, question_marks=marks)
    for each in moves:
        game.play(each)
    return game


@given(positions())
def test_it_flags_exactly_the_covered_neighbours_if_they_are_as_many_as_the_number_says(
    position: tuple[Board, list[Move], WinRule, bool],
) -> None:
    board, moves, win, marks = position
    for number in board.grid:
        game = game_with_moves(board, moves, win, marks=marks)
        around = game.grid.neighbours(number)
        covered = {near for near in around if not game.is_revealed(near)}
        flags = {cell for cell in game.grid if game.is_flagged(cell)}
        faces = before = format_position(game)
        allowed = (
            game.status is Status.PLAYING
            and game.is_revealed(number)
            and len(covered) == sum(board.is_mine(near) for near in around)
            and not covered <= flags
        )
        assert (game.play(Move("flag-chord", number)) is None) == allowed
        assert {cell for cell in game.grid if game.is_flagged(cell)} == (
            flags | covered if allowed else flags
        )
        assert all(board.is_mine(cell) for cell in covered) or not allowed
        if not allowed:
            assert format_position(game) == before
        elif game.status is Status.PLAYING:
            for near in covered:
                faces = with_flag(game, faces, near)
            assert format_position(game) == faces
        mines = {cell for cell in board.grid if board.is_mine(cell)}
        if allowed:
            exact = flags | covered == mines
            assert (game.status is Status.WON) == (exact and win != "clear")


def with_flag(game: Game, faces: str, cell: Cell) -> str:
    """Return a picture with a flag on a cell."""
    column, row = game.grid.place(cell)
    at = (row - 1) * (game.grid.width + 1) + column - 1
    return faces[:at] + "F" + faces[at + 1 :]


@given(positions())
def test_single_flags_make_the_same_game(position: tuple[Board, list[Move], WinRule, bool]) -> None:
    board, moves, win, marks = position
    for number in board.grid:
        game = game_with_moves(board, moves, win, marks=marks)
        single = game_with_moves(board, moves, win, marks=marks)
        if game.play(Move("flag-chord", number)) is None:
            for near in game.grid.neighbours(number):
                while not (single.is_revealed(near) or single.is_flagged(near)):
                    assert single.play(Move("flag", near)) is None
        assert game == single
        assert game.mines_left == single.mines_left


def test_its_text_is_parsed_and_written_alike() -> None:
    game = game_after()
    move = Move("flag-chord", game.grid.cell(2, 2))
    assert format_move(game.grid, move) == "flag-chord 2 2"
    assert parse_move(game.grid, "flag-chord 2 2") == move
