"""A game being played: the clock, the clicks and the result."""

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_position
from minesweeper.play.session import Result
from tests.harness.boards import game_on
from tests.harness.played import THREE_MINES, click, session_on

# The clock


def test_the_clock_stands_still_until_the_first_reveal() -> None:
    session = session_on(game_on(THREE_MINES, known=False))
    assert not session.running
    assert session.milliseconds(500) == 0
    click(session, "flag 1 1", now=1_000)
    assert not session.running
    assert session.milliseconds(5_000) == 0
    assert click(session, "reveal 3 1", now=7_000)
    assert session.running
    assert session.milliseconds(7_000) == 0
    assert session.milliseconds(8_234) == 1_234


def test_a_flag_starts_the_clock_where_the_layout_is_known() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "flag 1 1", now=1_000)
    assert session.running
    assert session.milliseconds(3_000) == 2_000


@pytest.mark.parametrize("known", [True, False])
def test_a_refused_click_does_not_start_the_clock(known: bool) -> None:
    session = session_on(game_on(THREE_MINES, known=known))
    assert not click(session, "chord 3 1", now=1_000)
    assert not session.running
    assert session.milliseconds(3_000) == 0


def test_the_clock_may_start_at_any_time_even_at_0() -> None:
    for start in (0, -5_000, 2**40):
        session = session_on(game_on(THREE_MINES))
        click(session, "reveal 3 1", now=start)
        assert session.running
        assert session.milliseconds(start + 17) == 17


def test_the_move_that_ends_the_game_stops_the_clock() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=1_000)
    click(session, "reveal 1 1", now=3_500)
    assert session.game.status is Status.LOST
    assert not session.running
    assert session.milliseconds(99_000) == 2_500


# Pauses


def test_paused_time_does_not_count() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=1_000)
    session.pause(2_000)
    assert session.paused
    assert not session.running
    assert session.milliseconds(50_000) == 1_000
    session.resume(60_000)
    assert not session.paused
    assert session.running
    assert session.milliseconds(60_300) == 1_300
    session.pause(61_000)
    session.resume(62_000)
    click(session, "reveal 1 1", now=62_500)
    assert session.milliseconds(99_000) == 2_500


def test_a_paused_game_takes_no_move_and_counts_no_click() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=1_000)
    seen = format_position(session.game)
    session.pause(2_000)
    for text in ("reveal 7 1", "flag 1 1", "chord 3 1", "reveal 1 1"):
        assert not click(session, text, now=3_000)
    assert format_position(session.game) == seen
    assert (session.clicks, session.result) == (1, None)
    session.resume(4_000)
    assert click(session, "reveal 7 1", now=5_000)
    assert session.milliseconds(5_000) == 2_000


def test_a_second_pause_or_resume_changes_nothing() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=1_000)
    session.resume(1_500)
    assert session.milliseconds(2_000) == 1_000
    session.pause(2_000)
    session.pause(3_000)
    assert session.milliseconds(9_000) == 1_000
    session.resume(10_000)
    session.resume(11_000)
    assert session.milliseconds(12_000) == 3_000


def test_a_game_that_has_not_started_cannot_be_paused() -> None:
    session = session_on(game_on(THREE_MINES))
    session.pause(1_000)
    assert not session.paused
    assert click(session, "reveal 3 1", now=2_000)
    assert session.milliseconds(2_100) == 100


def test_a_game_that_has_ended_cannot_be_paused() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 1 1", now=1_000)
    session.pause(2_000)
    assert not session.paused


def test_a_game_can_be_paused_in_its_first_millisecond() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=1_000)
    session.pause(1_000)
    assert session.paused
    session.resume(5_000)
    assert session.milliseconds(5_010) == 10


# The result


def test_the_result_of_a_cleared_board() -> None:
    session = session_on(game_on(THREE_MINES, win="clear"))
    for second, text in enumerate(["reveal 3 1", "reveal 7 1"]):
        click(session, text, now=1_000 * second)
    for column in (1, 5, 9):
        click(session, f"reveal {column} 2", now=4_000)
    assert session.result == Result(Status.WON, milliseconds=4_000, bbbv=5, solved=5, clicks=5)
    assert session.result.bbbv_per_second == 1.25
    assert session.result.efficiency == 1.0


def test_the_result_of_a_flagged_board_counts_what_was_solved_before_it_was_completed() -> None:
    session = session_on(game_on(THREE_MINES, win="flags"))
    click(session, "reveal 3 1", now=500)
    for column in (1, 5, 9):
        click(session, f"flag {column} 1", now=2_500)
    assert session.result == Result(Status.WON, milliseconds=2_000, bbbv=5, solved=1, clicks=4)
    assert session.result.bbbv_per_second == 0.5
    assert session.result.efficiency == 0.25


def test_the_result_of_a_lost_game_counts_what_was_solved() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 3 1", now=0)
    click(session, "reveal 5 2", now=1_000)
    click(session, "reveal 5 1", now=4_000)
    assert session.result == Result(Status.LOST, milliseconds=4_000, bbbv=5, solved=2, clicks=3)


def test_refused_clicks_are_clicks() -> None:
    session = session_on(game_on(THREE_MINES))
    for text in ("flag 1 1", "reveal 1 1", "reveal 3 1", "reveal 3 1", "chord 4 1", "chord 9 2"):
        click(session, text)
    assert session.clicks == 6
    click(session, "reveal 5 1", now=100)
    assert session.result
    assert session.result.clicks == 7
    assert session.result.efficiency == 1 / 7


def test_a_game_won_by_its_first_reveal_has_no_speed() -> None:
    session = session_on(game_on("....", known=False))
    click(session, "reveal 2 1", now=3_000)
    assert session.result == Result(Status.WON, milliseconds=0, bbbv=1, solved=1, clicks=1)
    assert session.result.bbbv_per_second is None
    assert session.result.efficiency == 1.0


def test_nothing_more_happens_after_the_end() -> None:
    session = session_on(game_on(THREE_MINES))
    click(session, "reveal 1 1", now=1_000)
    result, seen = session.result, format_position(session.game)
    for text in ("reveal 3 1", "flag 5 1", "chord 3 1"):
        assert not click(session, text, now=2_000)
    session.resume(3_000)
    assert (session.result, session.clicks, session.milliseconds(9_000)) == (result, 1, 0)
    assert format_position(session.game) == seen


def test_a_ratio_has_no_value_where_there_is_nothing_to_divide_by() -> None:
    result = Result(Status.WON, milliseconds=0, bbbv=3, solved=3, clicks=0)
    assert (result.bbbv_per_second, result.efficiency) == (None, None)
    result = result._replace(milliseconds=2000, clicks=2)
    assert (result.bbbv_per_second, result.efficiency) == (1.5, 1.5)
    assert result._replace(solved=0).efficiency == 0


# Whether it is worth saving


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("revealed", "flags", "is_worth_saving"),
    [(4, 5, True), (4, 4, False), (3, 6, False), (3, 30, False), (9, 0, True), (8, 0, False)],
)
def test_ten_clicks_and_a_third_of_what_the_first_left_make_a_game_worth_saving(
    revealed: int, flags: int, is_worth_saving: bool, known: bool
) -> None:
    session = session_on(game_on("*.*.*.*.*\n.........", known=known))
    click(session, "reveal 1 2")
    assert session.game.safe_left == 12
    others = [f"reveal {column} 2" for column in range(2, 10)] + ["reveal 2 1"]
    for text in others[:revealed] + ["flag 1 1"] * flags:
        assert click(session, text)
        assert not click(session, "reveal 1 2")  # refused, so it does not count
    assert session.is_worth_saving == is_worth_saving
    session.undo(0)
    assert session.is_worth_saving == (is_worth_saving and revealed + flags > 9)
