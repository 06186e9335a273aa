"""The clock of a game, its pauses, and a player who has gone away: on the screen in memory."""

from typing import Final

import pytest

from minesweeper.play.words import clock_text
from minesweeper.tui.screens.controls import LONG_PRESS
from tests.harness.kept_games import entries_of
from tests.harness.player import FREE_KEY, GamePlayer
from tests.harness.scenes import act, play

SCENES: Final = {
    "the clock starts with the first reveal": """
        on classic ; f right ; wait 5000 ; = clock 0:00 ; enter ; wait 61000 ; = clock 1:01
    """,
    "it stops with the end": """
        $ enter home ; wait 3999 ; enter ; = status lost ; wait 60000 ; = clock 0:03
    """,
    "it stops while the help is open": """
        $ enter ; wait 2500 ; ? ; wait 60000 ; escape ; wait 1000 ; = clock 0:03
    """,
    "it stops while the menu is open": """
        $ enter ; wait 2500 ; m ; wait 60000 ; escape ; wait 1000 ; = clock 0:03
    """,
    "a pause stops the clock, hides the board and says so": """
        $ enter ; wait 2500 ; = shows # ; p ; wait 60000 ; = clock 0:02 ; = hides #
        = says Paused The board is hidden, and the clock is stopped. ; = main p go on
        = words n new / m menu / ? help / q quit ; click p go on ; = state playing
    """,
    "a pause outlasts the help": "$ enter p ; = state paused ; ? escape ; = state paused",
    "a button held into a pause plays nothing": f"""
        $ enter ; press (1,1) ; p ; wait {LONG_PRESS} ; release (1,1) ; = board #1../#111/####
    """,
    "a clock that does not run cannot be paused": """
        p ; = state playing ; = message There is nothing to pause yet.
        enter p ; = state finished ; = message The game is over.
    """,
    "n ends a pause": "$ enter ; wait 2500 ; p n ; = title ; = clock 0:00",
    "r ends a pause": "$ enter ; wait 2500 ; p r ; = title ; = clock 0:00",
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_clock(scene: str) -> None:
    play(scene)


def test_the_clock_shows_whole_seconds() -> None:
    texts = {
        0: "0:00",
        999: "0:00",
        1_000: "0:01",
        59_999: "0:59",
        60_000: "1:00",
        3_599_999: "59:59",
        3_600_000: "1:00:00",
        36_061_000: "10:01:01",
    }
    assert {time: clock_text(time) for time in texts} == texts


@pytest.mark.parametrize("after", [0, 1, 400, 999, 1_000, 5_432])
def test_the_screen_asks_to_be_drawn_when_the_clock_shows_another_second(after: int) -> None:
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(after)
    assert player.screen.next_wakeup(player.now) == 1_000 - after % 1_000


@pytest.mark.parametrize("keys", [[], ["$", "enter", "p"], ["enter"]])
def test_a_stopped_clock_causes_no_wakeup(keys: list[str]) -> None:
    player = GamePlayer()
    player.press(*keys)
    for _ in range(100):  # in which the finished game is looked back on
        player.wait(0)
    assert player.screen.next_wakeup(player.now) == 60_000


def paused_player() -> GamePlayer:
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(2_500)
    player.press("p")
    return player


@pytest.mark.parametrize("key", ["p", "P", "enter", " "])
def test_a_pause_is_ended_by_a_key_that_does_nothing_else(key: str) -> None:
    player = paused_player()
    player.wait(60_000)
    before, entries = (player.position, player.cursor), len(entries_of(player.session))
    player.press(key)
    player.wait(1_000)
    assert player.clock == "0:03"
    assert (player.position, player.cursor) == before
    assert [entry.word for entry in entries_of(player.session)[entries:]] == ["resume"]


# A player who has gone away

MINUTE: Final = 60_000
# With a pause after 5 minutes without a key, and a key 1 s after the first reveal.
AWAY: Final = {
    "after 5 minutes the game pauses and says so": f"""
        wait {5 * MINUTE - 1} ; = state playing ; wait 1 ; = state paused
        = says Paused 5 minutes without a key or click.
    """,
    "the clock stops when that was due, however late it is noticed": f"""
        wait {60 * MINUTE} ; = state paused ; = clock 5:01
        enter ; = state playing ; = says ; wait 2000 ; = clock 5:03
    """,
    "every key and click counts as being there": f"""
        wait {4 * MINUTE} ; right ; wait {4 * MINUTE} ; {FREE_KEY} ; wait {4 * MINUTE}
        click ? help ; escape ; wait {4 * MINUTE} ; wheel down ; wait {4 * MINUTE}
        right-click (4,1) ; wait {4 * MINUTE} ; = state playing ; wait {MINUTE} ; = state paused
    """,
    "after the end nothing pauses": f"""
        0 enter ; = state finished ; wait {100 * MINUTE} ; = state finished
    """,
    "a page is no time away": f"""
        ? ; wait {10 * MINUTE} ; escape ; wait {4 * MINUTE} ; = state playing ; = clock 4:01
    """,
}


@pytest.mark.parametrize("scene", AWAY.values(), ids=AWAY)
def test_who_goes_away(scene: str) -> None:
    play(f"$ enter ; wait 1000 ; left\n{scene}", idle_pause=5)


def test_an_idle_pause_is_waited_for_and_kept_as_any_other() -> None:
    player = play("$ enter ; wait 1000 ; left", idle_pause=5)
    player.wait(5 * MINUTE - 1)
    assert player.screen.next_wakeup(player.now) == 1
    player.wait(1)
    assert player.session.journal_text().endswith("301000 pause\n")
    assert player.screen.next_wakeup(player.now) == MINUTE


def test_the_loss_of_the_focus_pauses_a_running_game_and_ends_no_pause() -> None:
    player = play("$ enter ; wait 1000 ; left", idle_pause=5)
    for _ in range(2):
        player.screen.lose_focus(player.now)
        act(player, "wait 1000 ; = state paused ; = clock 0:01")
        act(player, "= message The window lost the focus.")
    assert player.session.journal_text().count("pause") == 1
    act(player, "p ; = state playing")


@pytest.mark.parametrize(
    ("scene", "options"),
    [
        ("= state playing", {"idle_pause": 5}),  # the clock is not running yet
        ("$ enter ; = state playing", {"idle_pause": 0}),
        ("$ enter ; size 29x10 ; = state too small", {"idle_pause": 5}),
        ("$ enter home enter ; = state finished", {"idle_pause": 5}),
        ("wait 2000", {"idle_pause": 5, "demo": True}),
    ],
)
def test_elsewhere_the_loss_of_the_focus_does_nothing(
    scene: str, options: dict[str, object]
) -> None:
    player = play(scene, **options)
    player.screen.lose_focus(player.now)
    assert not player.session.paused


def test_a_key_that_comes_too_late_ends_the_pause_and_does_nothing_else() -> None:
    player = play("$ enter ; wait 1000 ; left", idle_pause=5)
    before = player.position
    player.now += 6 * MINUTE
    player.press("enter")
    assert player.position == before
    assert not player.session.paused
    assert player.session.milliseconds(player.now) == 301_000


def test_without_a_running_clock_and_with_0_minutes_it_never_pauses() -> None:
    play(f"wait {100 * MINUTE} ; = state playing", idle_pause=5)
    play(f"$ enter ; wait {100 * MINUTE} ; = state playing", idle_pause=0)


def test_a_minute_is_called_one() -> None:
    play(
        f"$ enter ; wait {MINUTE} ; = message 1 minute without a key or click.",
        idle_pause=1,
    )


def test_the_demo_continues_until_the_player_takes_over() -> None:
    scene = f"""
        on classic ; right space ; wait {2 * MINUTE} ; wait {2 * MINUTE} ; = state playing
        space right enter ; = message Your turn. ; wait {2 * MINUTE} ; = state paused
    """
    play(scene, demo=True, idle_pause=1)
