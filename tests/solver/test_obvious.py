"""What single numbers prove, played out, and against the rule asked of the whole board."""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_move, format_position
from minesweeper.engine.setup import Setup
from minesweeper.solver import obvious
from minesweeper.solver.clues import Sight, clues_of
from minesweeper.solver.deduction import position_of, single_numbers
from minesweeper.solver.obvious import Obvious
from tests.harness.boards import game_on, layouts, picture, play


def play_out(game: Game) -> Obvious:
    """Make every obvious move; all of them have to be accepted."""
    playing = Obvious(Sight(game))
    for move in playing.moves():
        if move:
            assert game.play(Move(*move)) is None
    return playing


def obvious_moves(game: Game) -> list[str]:
    """Make every obvious move, and return them in words."""
    found = []
    for move in Obvious(Sight(game)).moves():
        assert move, "there is only so little to look at"
        assert game.play(Move(*move)) is None
        found.append(format_move(game.grid, Move(*move)))
    return found


def test_one_proof_builds_on_another() -> None:
    game = game_on("*.....\n......\n...*..\n......", win="clear")
    play(game, "reveal 6 1")
    assert format_position(game) == picture("""
        #1....
        #1111.
        ####1.
        ####1.
    """)
    assert obvious_moves(game) == ["flag-chord 5 2", "chord 5 3", "chord 3 2"]
    assert format_position(game) == "F1....\n11111.\n..1F1.\n..111.\n"
    assert game.status is Status.WON


def test_nothing_is_guessed() -> None:
    game = game_on("*....*\n......\n..*...\n*.....", win="clear")
    play(game, "reveal 6 4")
    assert obvious_moves(game) == []


def test_before_the_first_reveal_and_after_the_end_nothing_is_obvious() -> None:
    game = game_on("*.*.", known=False)
    assert obvious_moves(game) == []
    play(game, "reveal 2 1", "reveal 1 1")
    assert game.status is Status.LOST
    assert obvious_moves(game) == []


def test_a_wrong_flag_is_not_trusted_and_stays() -> None:
    game = game_on("*....\n.....\n.....", win="clear")
    play(game, "flag 2 1", "reveal 5 3")
    assert format_position(game) == "#F...\n11...\n.....\n"
    assert play_out(game).wrong_flags == 1
    assert format_position(game) == "FF...\n11...\n.....\n"


def test_a_flag_that_no_number_proves_is_no_mine() -> None:
    game = game_on("*..\n...", win="clear")
    play(game, "flag 1 1", "reveal 2 2")
    assert obvious_moves(game) == []


def test_a_flag_that_a_number_proves_is_a_mine() -> None:
    game = game_on("*.*..\n.....\n.....\n*....", win="clear")
    play(game, "flag 3 1", "reveal 5 4")
    assert format_position(game) == "##F1.\n#211.\n#1...\n#1...\n"
    assert obvious_moves(game) == ["chord 3 2"]


def test_a_question_mark_on_a_mine_becomes_a_flag() -> None:
    game = game_on("*...*\n.....\n.....\n....*", win="clear", question_marks=True)
    play(game, "flag 1 1", "flag 1 1", "flag 5 2", "flag 5 2", "reveal 3 1")
    assert format_position(game) == "?1.1#\n11.1?\n...1#\n...1#\n"
    assert obvious_moves(game) == ["flag-chord 2 1"]
    assert format_position(game) == "F1.1#\n11.1?\n...1#\n...1#\n"


Position = tuple[str, bool, list[Move]]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a layout, whether there are question marks, and moves that reveal no mine."""
    layout, marks = draw(layouts(largest_side=9)), draw(st.booleans())
    game = game_on(layout)
    cells = list(game.grid)
    safe = [cell for cell in cells if game.board and not game.board.is_mine(cell)]
    flags = st.lists(st.builds(Move, st.just("flag"), st.sampled_from(cells)), max_size=8)
    reveals = st.lists(st.builds(Move, st.just("reveal"), st.sampled_from(safe)), max_size=6)
    return layout, marks, [*draw(flags), *draw(reveals), *draw(flags)]


def folded(position: Position) -> Game:
    layout, marks, moves = position
    game = game_on(layout, win="clear", question_marks=marks)
    for move in moves:
        game.play(move)
    return game


class CountedSight(Sight):
    """What a player sees, and how often it was looked at a cell."""

    looks = 0

    def look(self, cell: int) -> int:
        self.looks += 1
        return super().look(cell)


def test_the_work_between_two_rests_is_bounded_on_any_board() -> None:
    setup = Setup(300, 300, 7_200)
    game = Game(setup, partial(deal, setup, 3))
    play(game, "reveal 150 150")
    sight = CountedSight(game)
    rests = [0]
    for move in Obvious(sight).moves():
        if move:
            game.play(Move(*move))
        else:
            rests.append(sight.looks)
    assert len(rests) > 20, "there was much to do"
    assert max(looks - before for before, looks in pairwise(rests)) < 30_000


def test_after_a_large_opening_numbers_beside_nothing_but_flags_prove_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The wrong flags stay, and the mine below them is still found."""
    monkeypatch.setattr(obvious, "MOST", 5)
    game = game_on("...*\n....\n....\n*...", win="clear")
    play(game, "flag 2 2", "flag 4 1", "flag 1 3", "reveal 3 1", "reveal 2 3", "reveal 3 4")
    assert format_position(game) == "##1F\n#F11\nF1..\n#1..\n"
    play_out(game)
    assert format_position(game) == "..1F\n.F11\nF1..\nF1..\n"


@pytest.mark.parametrize("most", [5, obvious.MOST])
@given(position=positions())
def test_all_that_single_numbers_prove_is_played_and_nothing_else(
    most: int, position: Position
) -> None:
    """Also after openings that are too large to go through at once."""
    game, slow = folded(position), folded(position)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(obvious, "MOST", most)
        play_out(game)
    while slow.status is Status.PLAYING and play_proved(slow):
        pass
    assert format_position(game) == format_position(slow)


def play_proved(game: Game) -> bool:
    """Play what single numbers prove of the whole board; return whether that was anything."""
    clues = clues_of(game)
    position, before = position_of(clues), format_position(game)
    while any(proved := single_numbers(position)):
        position.safe |= proved.safe
        position.mines |= proved.mines
    for cell in cells_of(position.mines):
        while not game.is_flagged(cell):
            game.play(Move("flag", cell))
    for cell in cells_of(position.safe & ~clues.revealed):
        game.play(Move("reveal", cell))
    return format_position(game) != before


@given(positions())
def test_no_mine_is_ever_revealed_and_every_flag_that_is_set_is_right(position: Position) -> None:
    game = folded(position)
    before = {cell for cell in game.grid if game.is_flagged(cell)}
    obvious = play_out(game)
    new = {cell for cell in game.grid if game.is_flagged(cell)} - before
    assert game.board
    assert all(game.board.is_mine(cell) for cell in new)
    assert obvious.wrong_flags <= sum(not game.board.is_mine(cell) for cell in before)
    assert game.status is not Status.LOST
