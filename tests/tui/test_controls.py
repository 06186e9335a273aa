"""What a paused, finished, hidden or searching game answers, and that it does nothing else."""

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.tui.keys import DEMO_ROWS, ROWS, ScreenState
from minesweeper.tui.screen import QUIT, Key, Screen
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.screens.demo import PACE
from minesweeper.tui.screens.game import CALM_TIME
from tests.harness.kept_games import entries_of
from tests.harness.player import (
    FREE_KEY,
    LEFT,
    MIDDLE,
    RIGHT,
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    ReplayPlayer,
)
from tests.harness.replays import won

EXPERT = Setup(30, 16, 99)
KEYS = [key for row in ROWS for keys in row.actions.values() for key in keys]
TOO_SMALL = (80, 4)
CONTINUE = "p continue   ? help   q quit"


def keys_of(*actions: str) -> list[str]:
    bound = {action: keys for row in ROWS for action, keys in row.actions.items()}
    return [key for action in actions for key in bound[action]]


def refused(state: ScreenState) -> list[str]:
    """The keys that the table of keys does not let pass in a state."""
    rows = [row for row in ROWS if state not in row.also_in]
    return [key for row in rows for keys in row.actions.values() for key in keys]


@pytest.mark.parametrize("demo", [False, True])
def test_every_action_of_the_table_of_keys_is_done(*, demo: bool) -> None:
    for key in [
        *KEYS,
        *(key for row in DEMO_ROWS for keys in row.actions.values() for key in keys),
    ]:
        GamePlayer(None, setup=Setup(9, 9, 10), demo=demo).press(key)


@pytest.mark.parametrize("action", ["help", "map", "menu", "records", "settings"])
def test_a_page_is_opened_by_its_key_and_left_by_another(action: str) -> None:
    player = GamePlayer()
    player.press(*keys_of(action))
    assert player.is_at_page is (action != "settings")  # there is nothing to set here
    player.press("escape")
    assert not player.is_at_page


# In a pause


def paused(size: tuple[int, int] = (80, 24)) -> GamePlayer:
    player = GamePlayer(None, size, setup=EXPERT)
    player.press("3", "3", "3", "3", "3", "enter")
    player.wait(2_500)
    player.press("p")
    return player


def place_and_position(player: GamePlayer) -> object:
    """What ending a pause leaves as it was."""
    view = player.screen.view
    return id(player.session), player.session.steps, player.cursor, view.left, view.top


@pytest.mark.parametrize("button", [WHEEL_UP, WHEEL_DOWN])
def test_the_wheel_moves_nothing_in_a_pause(button: int) -> None:
    player = paused((40, 12))
    before = player.everything, place_and_position(player)
    player.mouse(button, True, 5, 5)
    assert (player.everything, place_and_position(player)) == before


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("where", ["cell", "header", "edge"])
def test_a_click_ends_a_pause_and_does_nothing_else(button: int, where: str) -> None:
    player = paused()
    before = place_and_position(player)
    places = {"cell": player.place_of(3, 3), "header": (40, player.header), "edge": (0, 0)}
    player.mouse(button, True, *places[where])
    assert player.session.paused
    player.mouse(button, False, *places[where])
    assert not player.session.paused
    assert place_and_position(player) == before
    assert player.notice_text == ""
    player.wait(2 * LONG_PRESS)
    assert place_and_position(player) == before


@pytest.mark.parametrize("key", ["p", "P", "enter", " ", "escape"])
@pytest.mark.parametrize("idle", [0, 5])
def test_some_keys_end_a_pause_and_do_nothing_else(key: str, idle: int) -> None:
    player = paused()
    if idle:  # it paused by itself, and this is the first that it sees since
        player = GamePlayer(None, setup=EXPERT, idle_pause=idle)
        player.press("enter")
        player.now += 2 * idle * 60_000
    before = place_and_position(player)
    player.press(key)
    if idle and player.session.paused:
        player.press(key)
    assert not player.session.paused
    assert place_and_position(player) == before
    assert player.notice_text == ""


def test_the_release_of_a_button_that_was_down_before_an_idle_pause_does_not_end_it() -> None:
    player = GamePlayer(None, setup=EXPERT, idle_pause=1)
    player.press("enter")
    player.down(1, 1, RIGHT)
    player.wait(60_000)
    assert player.session.paused
    player.up(1, 1, RIGHT)
    assert player.session.paused


def test_escape_means_nothing_where_no_pause_has_to_end() -> None:
    player = paused()
    player.press("escape", "escape")
    assert not player.session.paused


def test_keys_that_a_pause_refuses_do_and_show_nothing() -> None:
    player = paused()
    for key in (*sorted({*refused("paused")} - {"enter", " "}), FREE_KEY):
        before = player.everything
        player.press(key)
        assert player.everything == before, key
        player.press("p")
        assert (player.notice_text, player.session.paused) == ("", False), key
        player.press("p")


def test_a_button_pressed_before_a_pause_does_nothing_after_it() -> None:
    player = GamePlayer()
    player.press("$", "enter")
    before = player.position
    player.down(1, 3)
    player.press("p", "p")
    player.up(1, 3)
    assert player.position == before


@pytest.mark.parametrize("key", ["?", "m", "s", "q", "t"])
def test_pages_looks_and_the_end_are_answered_in_a_pause(key: str) -> None:
    player = paused()
    pieces = player.canvas.pieces
    assert player.press(key) is not None or player.canvas.pieces != pieces
    assert player.session.paused


# In the demo


def watched() -> GamePlayer:
    player = GamePlayer(None, demo=True, setup=Setup(9, 9, 10))
    player.wait(0)
    player.wait(PACE)
    return player


@pytest.mark.parametrize("key", ["p", "enter", " ", "escape"])
def test_a_pause_of_the_demo_is_ended_and_the_solver_plays_on(key: str) -> None:
    player = watched()
    player.press("p")
    assert player.shows("Paused")
    assert player.shows(CONTINUE)
    player.press(key)
    assert not player.shows("Paused")
    assert player.demo.watching
    assert not player.demo.pacer.stopped
    assert player.shows("Enter take over")
    moves = len(player.session.steps)
    player.wait(0)
    player.wait(PACE)
    assert len(player.session.steps) == moves + 1


@pytest.mark.parametrize("key", ["right", "up", "down", "l", "j", "k"])
def test_the_keys_of_the_demo_do_nothing_in_a_pause(key: str) -> None:
    player = watched()
    player.press("p")
    before = player.cursor, player.position
    player.press(key, "p")
    player.press("p")
    assert (player.cursor, player.position) == before
    assert not player.demo.pacer.stopped


def test_a_stopped_demo_names_the_key_that_continues_it() -> None:
    player = watched()
    assert player.shows("Space pause")
    player.press(" ")
    assert player.shows("Space continue")


def test_a_replay_in_a_pause_names_the_key_that_lets_it_go_on() -> None:
    player = ReplayPlayer(won())
    assert "Space pause" in "\n".join(player.lines)
    player.press(" ")
    assert "Space continue" in "\n".join(player.lines)


def test_taking_over_a_finished_game_does_not_deal_with_the_same_key_held() -> None:
    player = GamePlayer("*...\n....\n...*", demo=True)
    player.press("enter", "enter")
    player.wait(30)
    player.press("enter")
    assert player.status is Status.LOST
    for _ in range(20):
        player.wait(30)
        player.press("enter")
    assert player.status is Status.LOST


# In a window too small to show the field


def test_no_key_plays_blind() -> None:
    player = GamePlayer()
    player.press("$", "enter", "down")
    player.press("f", "u")
    player.resize(*TOO_SMALL)
    before = player.everything
    for key in refused("too small"):
        assert player.press(key) is None, key
        assert player.everything == before, key


@pytest.mark.parametrize("key", [key for row in DEMO_ROWS for [key, *_] in row.actions.values()])
def test_no_key_of_the_demo_works_blind(key: str) -> None:
    player = watched()
    player.resize(*TOO_SMALL)
    player.press(key)
    assert player.demo.watching
    assert not player.demo.pacer.stopped


@pytest.mark.parametrize("key", ["q", "?", "m", "s"])
def test_pages_and_the_end_are_answered_in_a_small_window(key: str) -> None:
    player = GamePlayer()
    player.resize(*TOO_SMALL)
    reaction = player.press(key)
    assert isinstance(reaction, Screen) or reaction is QUIT


def test_a_button_held_while_the_window_shrinks_flags_nothing() -> None:
    player = GamePlayer()
    player.down(1, 1)
    player.resize(*TOO_SMALL)
    player.wait(LONG_PRESS)
    assert player.session.clicks == 0


def test_a_key_that_comes_before_the_new_game_is_drawn_plays_nothing_blind() -> None:
    player = GamePlayer("*.", (16, 4))
    assert player.shows("[#]")
    player.screen.play_setup(Setup(8, 8, 10), player.now)
    player.screen.handle(Key("enter"), player.now)
    assert player.session.clicks == 0


# During a search


def test_keys_held_during_a_search_deal_nothing_right_after_it() -> None:
    player = GamePlayer(None, setup=Setup(3, 1, 1, no_guess=True))
    player.press("enter")
    player.wait(CALM_TIME)
    assert player.screen.state == "searching"
    player.press("enter")
    while player.screen.state == "searching":
        player.wait(0)
    seed = player.title
    assert player.session.over
    player.press("enter")
    assert player.title == seed


# After the end


def lost(**options: object) -> GamePlayer:
    """A player at a lost game that was looked back on."""
    player = GamePlayer(**options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter", "0", "enter")
    player.wait_until_idle()
    assert "Avoidable" in player.notice_text
    return player


IDLE = ["a", "x", "c", "f", " ", "p", FREE_KEY, "escape", "enter"]


@pytest.mark.parametrize("key", IDLE)
def test_what_does_nothing_leaves_the_review_of_a_lost_game(key: str) -> None:
    player = lost()
    said = player.notice_text
    player.press(key)
    assert player.notice_text.startswith(said)
    player.press(key)
    assert player.notice_text.startswith(said)


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("place", [(1, 1), (4, 1), (2, 3)])
def test_a_click_on_the_field_leaves_the_review(button: int, place: tuple[int, int]) -> None:
    player = lost()
    said, before = player.notice_text, (player.cursor, player.position)
    player.wait(2 * CALM_TIME)
    player.click(*place, button)
    assert player.notice_text == f"{said} The game is over"
    assert (player.cursor, player.position) == before


def test_a_click_beside_the_field_and_the_wheel_leave_the_review() -> None:
    player = lost()
    lines = player.lines
    for pressed in (True, False):
        player.mouse(LEFT, pressed, 1, 1)
    player.mouse(WHEEL_DOWN, True, 40, 12)
    assert player.lines == lines


def test_a_long_review_is_left_lying_over_the_field() -> None:
    player = GamePlayer(size=(20, 8))
    player.press("$", "enter", "home", "enter")
    player.wait_until_idle()
    lines = player.lines
    player.press(FREE_KEY, "escape", "left")
    player.mouse(WHEEL_UP, True, 5, 5)
    assert player.lines == lines
    player.press("right")
    assert player.lines != lines


@pytest.mark.parametrize("key", IDLE)
def test_what_does_nothing_leaves_the_lines_of_a_win(key: str) -> None:
    player = GamePlayer()
    player.press("$", "enter", "0", "G", "enter")
    player.wait_until_idle()
    said = player.notice_text
    assert said.startswith("Won --")
    assert "Won without a guess" in said
    player.press(key)
    assert player.notice_text.startswith(said)


def test_the_review_goes_with_the_undo_that_does_something() -> None:
    player = lost()
    player.press("u")
    assert player.notice_text == "Undone"


# What keeps a game from being a record


def test_a_flag_check_without_flags_is_no_help() -> None:
    player = GamePlayer()
    player.press("$", "enter", "x")
    assert player.notice_text == "There are no flags to check"
    assert set(player.session.helps) == set()
    assert player.title == "4x3  unranked"  # as a layout of one's own
    player.press("0", "f", "x")
    assert set(player.session.helps) == {"flag check"}


def test_that_the_mines_are_shown_is_noted_once_a_game() -> None:
    player = GamePlayer(show_mines=True)
    player.press("$", "enter", "0", "f", "f", "c", "u", "y", "f")
    helps = [entry.detail for entry in entries_of(player.session) if entry.word == "help"]
    assert helps == ["shown mines"]
