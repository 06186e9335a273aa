"""A game being played: the clock, the clicks and the result."""

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_position
from minesweeper.play.ranking import is_worth_saving
from minesweeper.play.session import Result, Session
from tests.harness.boards import game_on
from tests.harness.played import THREE_MINES, click, session_on

# The clock

# What happens at which millisecond: a move ("!" if it is refused), a pause, or what is seen ("=").
LAID_LATER = {
    "a flag before the first reveal": "1000 flag 1 1; 5000 = waiting 0; 7000 reveal 3 1; "
    "7000 = running 0; 8234 = running 1234",
    "a refused click before the first reveal": "1000 !chord 3 1; 3000 = waiting 0",
}
KNOWN = {
    "a flag, which may win": "1000 flag 1 1; 3000 = running 2000",
    "a refused click at first": "1000 !chord 3 1; 3000 = waiting 0",
    "a start at 0": "0 reveal 3 1; 17 = running 17",
    "a start before 0": "-5000 reveal 3 1; -4983 = running 17",
    "a late start": f"{2**40} reveal 3 1; {2**40 + 17} = running 17",
    "an end": "1000 reveal 3 1; 3500 reveal 1 1; 99000 = lost 2500",
    "pauses": "1000 reveal 3 1; 2000 pause; 50000 = paused 1000; 60000 resume; "
    "60300 = running 1300; 61000 pause; 62000 resume; 62500 reveal 1 1; 99000 = lost 2500",
    "a second pause and resumption": "1000 reveal 3 1; 1500 resume; 2000 = running 1000; "
    "2000 pause; 3000 pause; 9000 = paused 1000; 10000 resume; 11000 resume; 12000 = running 3000",
    "a pause before the start": "1000 pause; 1000 = waiting 0; 2000 reveal 3 1; 2100 = running 100",
    "a pause after the end": "1000 reveal 1 1; 2000 pause; 2000 = lost 0",
    "a pause in the first millisecond": "1000 reveal 3 1; 1000 pause; 3000 = paused 0; "
    "5000 resume; 5010 = running 10",
}
SCENES = [(False, each) for each in LAID_LATER.values()]
SCENES += [(True, each) for each in KNOWN.values()]


@pytest.mark.parametrize(("known", "scene"), SCENES, ids=[*LAID_LATER, *KNOWN])
def test_the_clock_counts_from_the_first_move_to_the_end_without_the_pauses(
    known: bool, scene: str
) -> None:
    session = session_on(game_on(THREE_MINES, known=known))
    for each in scene.split("; "):
        time, _, text = each.partition(" ")
        now = int(time)
        if text in ("pause", "resume"):
            getattr(session, text)(now)
        elif text.startswith("="):
            assert f"= {state_of(session)} {session.milliseconds(now)}" == text
        else:
            assert click(session, text.removeprefix("!"), now) == (not text.startswith("!"))


def state_of(session: Session) -> str:
    if session.paused or session.running:
        assert session.paused != session.running
        return "paused" if session.paused else "running"
    return session.game.status.value if session.result else "waiting"


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
    ("revealed", "flags", "is_kept"),
    [(4, 5, True), (4, 4, False), (3, 6, False), (3, 30, False), (9, 0, True), (8, 0, False)],
)
def test_ten_clicks_and_a_third_of_what_the_first_left_make_a_game_worth_saving(
    revealed: int, flags: int, is_kept: bool, known: bool
) -> None:
    session = session_on(game_on("*.*.*.*.*\n.........", known=known))
    click(session, "reveal 1 2")
    assert session.game.safe_left == 12
    others = [f"reveal {column} 2" for column in range(2, 10)] + ["reveal 2 1"]
    for text in others[:revealed] + ["flag 1 1"] * flags:
        assert click(session, text)
        assert not click(session, "reveal 1 2")  # refused, so it does not count
    assert is_worth_saving(session) == is_kept
    session.undo(0)
    assert is_worth_saving(session) == (is_kept and revealed + flags > 9)
