"""The clock of a game, its pauses, and a player who has gone away: on the screen in memory."""

from typing import Final

import pytest

from minesweeper.play.words import clock_text
from minesweeper.tui.screens.controls import LONG_PRESS
from tests.harness.kept_games import entries_of
from tests.harness.player import GamePlayer
from tests.harness.scenes import play

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
    "a pause stops the clock and hides the board": """
        $ enter ; wait 2500 ; p ; wait 60000 ; = clock 0:02 ; = shows Paused ; = hides 1 1
    """,
    "a pause outlasts the help": "$ enter p ; = state paused ; ? escape ; = state paused",
    "a button held into a pause plays nothing": f"""
        $ enter ; press (1,1) ; p ; wait {LONG_PRESS} ; release (1,1) ; = position #1../#111/####
    """,
    "a clock that does not run cannot be paused": """
        p ; = state playing ; = message The clock is not running yet
        enter p ; = state finished ; = shows The game is over
    """,
    "n ends a pause": "$ enter ; wait 2500 ; p n ; = hides Paused ; = clock 0:00",
    "r ends a pause": "$ enter ; wait 2500 ; p r ; = hides Paused ; = clock 0:00",
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

MINUTES = 60_000


def away(**options: object) -> GamePlayer:
    """A player in a game that pauses after 5 minutes without a key, 1 s after the first reveal."""
    player = GamePlayer(idle_pause=5, **options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter")
    player.wait(1_000)
    player.press("left")
    return player


def test_after_some_minutes_without_input_the_game_pauses_and_says_so() -> None:
    player = away()
    assert player.screen.next_wakeup(player.now) <= 1_000
    player.wait(5 * MINUTES - 1)
    assert not player.session.paused
    assert player.screen.next_wakeup(player.now) == 1
    player.wait(1)
    assert player.session.paused
    assert player.shows("Paused after 5 minutes without a key or click")
    assert player.session.journal_text().endswith("301000 pause\n")
    assert player.screen.next_wakeup(player.now) == 60_000


def test_the_clock_stops_when_the_pause_was_due_however_late_that_is_noticed() -> None:
    player = away()
    player.wait(60 * MINUTES)
    assert player.session.paused
    assert player.session.milliseconds(player.now) == 301_000
    player.press("enter")
    assert not player.session.paused
    assert not player.shows("Paused after")
    player.wait(2_000)
    assert player.session.milliseconds(player.now) == 303_000


def test_a_key_that_comes_too_late_ends_the_pause_and_does_nothing_else() -> None:
    player = away()
    before = player.position
    player.now += 6 * MINUTES
    player.press("enter")
    assert player.position == before
    assert not player.session.paused
    assert player.session.milliseconds(player.now) == 301_000


@pytest.mark.parametrize("input_", ["key", "unbound", "click", "wheel"])
def test_every_key_and_click_counts_as_being_there(input_: str) -> None:
    player = away()
    for _ in range(3):
        player.wait(4 * MINUTES)
        if input_ == "click":
            player.click_at(0, 23)
        elif input_ == "wheel":
            player.mouse(5, True, 3, 3)
        else:
            player.press("right" if input_ == "key" else "@")
    assert not player.session.paused
    player.wait(5 * MINUTES)
    assert player.session.paused


def test_without_a_running_clock_and_with_0_minutes_it_never_pauses() -> None:
    before_first, never, over = GamePlayer(idle_pause=5), GamePlayer(idle_pause=0), away()
    never.press("$", "enter")
    over.press("0", "enter")
    assert over.session.over
    for player in (before_first, never, over):
        player.wait(100 * MINUTES)
        assert not player.session.paused
        assert not player.shows("Paused")


def test_a_page_is_no_time_away() -> None:
    player = away()
    player.press("?")
    player.now += 10 * MINUTES
    player.press("escape")
    player.wait(4 * MINUTES)
    assert not player.session.paused
    assert player.session.milliseconds(player.now) == 1_000 + 4 * MINUTES


def test_a_minute_is_called_one() -> None:
    player = GamePlayer(idle_pause=1)
    player.press("$", "enter")
    player.wait(MINUTES)
    assert player.shows("Paused after 1 minute without a key or click")


def test_the_demo_continues_until_the_player_takes_over() -> None:
    player = GamePlayer(None, demo=True, idle_pause=1)
    player.press("right", " ")
    player.wait(2 * MINUTES)
    player.wait(2 * MINUTES)
    assert not player.session.paused
    player.press(" ")
    player.press("right", "enter")
    player.wait(2 * MINUTES)
    assert player.session.paused or player.session.over
