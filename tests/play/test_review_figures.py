"""What a finished game was worth, in figures: its thinks and its clicks."""

from minesweeper.play.replay import session_of
from minesweeper.play.review_figures import (
    GameReview,
    clicks_lines,
    review_game,
    think_lines,
)
from tests.harness.player import TWO_MINES
from tests.harness.replays import replay_on


def reviewed(*steps: str, layout: str = TWO_MINES) -> GameReview:
    return review_game(session_of(replay_on(layout, *steps)))


def thinks(game_review: GameReview) -> list[tuple[int, int, tuple[int, int]]]:
    """Each think as its milliseconds, the moves before it, and its cell."""
    place = game_review.session.game.grid.place
    return [(each.milliseconds, each.moves, place(each.cell)) for each in game_review.thinks]


def test_a_think_is_the_time_before_a_move_that_was_certain() -> None:
    won = reviewed("0 reveal 4 1", "2500 reveal 1 3", "9000 reveal 2 3")
    assert thinks(won) == [(2_500, 1, (1, 3))]
    assert [*think_lines(won)] == ["Thought for 2.500 s before (1,3), after 1 move"]


def test_the_time_before_a_flag_belongs_to_the_reveal_behind_it() -> None:
    won = reviewed("0 reveal 4 1", "4000 flag 1 1", "4100 reveal 1 3")
    assert thinks(won) == [(4_000, 2, (1, 3))]


def test_the_time_before_the_first_reveal_and_before_a_guess_is_no_think() -> None:
    """(1,2) is one of two cells of which one is a mine, while the last row was safe."""
    game = reviewed("-5000 flag 1 1", "0 reveal 4 1", "3000 reveal 1 2", "3500 reveal 1 3")
    assert thinks(game) == []
    assert game.review
    assert [step.reveal.moves for step in game.review.guesses] == [2]


BOTH_SIDES = """
    *......*
    ........
    ........
    *......*
    ........
    ........
    *......*
"""


def test_only_the_three_longest_thinks_are_named_the_longest_first() -> None:
    steps = ["2500 reveal 1 3", "6500 reveal 1 5", "8000 reveal 1 2", "13000 reveal 8 3"]
    game = reviewed("0 reveal 4 1", *steps, layout=BOTH_SIDES)
    assert thinks(game) == [(5_000, 4, (8, 3)), (4_000, 2, (1, 5)), (2_500, 1, (1, 3))]


def test_a_think_takes_a_second_or_longer() -> None:
    steps = ["0 reveal 4 1", "999 reveal 1 3", "1999 reveal 1 5"]
    assert thinks(reviewed(*steps, layout=BOTH_SIDES)) == [(1_000, 2, (1, 5))]


def test_the_fewest_clicks_stand_beside_those_of_a_win() -> None:
    won = reviewed("0 reveal 4 1", "100 reveal 1 3")
    assert won.outcome == "won"
    assert [*clicks_lines(won)] == ["About 2 clicks would do (yours: 2)"]


def test_a_loss_is_not_compared_with_the_fewest_clicks() -> None:
    lost = reviewed("0 reveal 4 1", "100 reveal 1 1")
    assert lost.outcome == "lost"
    assert [*clicks_lines(lost)] == ["About 2 clicks clear the board (ZiNi)"]


def test_a_game_that_does_not_end_is_abandoned_with_what_it_reached() -> None:
    left = reviewed("0 reveal 4 1", "700 flag 1 1")
    assert left.outcome == "abandoned"
    result = left.result
    assert (result.milliseconds, result.bbbv, result.solved, result.clicks) == (700, 2, 1, 2)


def test_a_board_that_is_too_large_for_the_solver_has_a_result_only() -> None:
    large = "\n".join(["*" + "." * 199, *["." * 200] * 50])
    game = reviewed("0 reveal 200 1", layout=large)
    assert (game.review, game.thinks, game.fewest_clicks) == (None, (), None)
    assert (game.outcome, game.result.bbbv) == ("won", 1)
