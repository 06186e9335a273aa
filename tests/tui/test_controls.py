"""What a paused, finished, hidden or searching game answers, and that it does nothing else."""

from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.keys import DEMO_ROWS, ROWS, ScreenState
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
    GamePlayer,
)
from tests.harness.scenes import play

EXPERT = Setup(30, 16, 99)
KEYS = [key for row in ROWS for keys in row.actions.values() for key in keys]
TOO_SMALL = (80, 9)


def refused(state: ScreenState) -> list[str]:
    """The keys that the table of keys does not let pass in a state."""
    rows = [row for row in ROWS if state not in row.also_in]
    return [key for row in rows for keys in row.actions.values() for key in keys]


LOST_SAYS: Final = "= says Boom 0:00 6 of 10 cells You guessed..."
WON_SAYS: Final = "= says Won 4x3 ..."
LOST: Final = f"$ enter 0 enter ; idle ; {LOST_SAYS}"
WON: Final = f"$ enter 0 G enter ; idle ; {WON_SAYS}"

PLAYS_ON: Final = f"""= main Enter take over ; = moves 1
    wait 0 ; wait {PACE} ; = moves 2"""

SCENES: Final = {
    "a page is opened by its key and left by Esc": """
        ? ; = page open ; escape ; = page left ; tab ; = page open ; escape ; = page left
        m ; = page open ; escape ; = page left ; s ; = page open ; escape ; = page left
        , ; = message No settings can be changed here. ; = page left
    """,
    # In a pause
    "the wheel moves nothing in a pause": """
        on expert ; size 40x12 ; 3*5 enter ; wait 2500 ; p
        wheel down ; = unchanged ; wheel up ; = unchanged
    """,
    "Esc means nothing where no pause has to end": """
        $ enter p ; = state paused ; escape ; = state playing ; escape ; = state playing
    """,
    "a button pressed before a pause does nothing after it": """
        $ enter ; press (1,3) ; p*2 ; release (1,3) ; = board #1../#111/####
    """,
    # In a small window
    "q and Ctrl+C are answered in a small window": """
        size 29x24 ; = state too small ; = shows Too small ; = shows 30x10 needed
        q ; = quits ; ctrl-c ; = quits
        size 80x9 ; = state too small ; size 30x10 ; = state playing ; = hides Too small
    """,
    "a button held while the window shrinks flags nothing": f"""
        press (1,1) ; size 80x9 ; wait {LONG_PRESS} ; = clicks 0
    """,
    # During a search
    "keys held during a search deal nothing right after it": f"""
        on 3x1/1 guess-free ; enter ; wait {CALM_TIME} ; = state searching ; enter
        idle ; = state finished ; = seed 7 ; enter ; = state finished ; = seed 7
    """,
    # After the end
    "what does nothing leaves the review of a lost game": f"""
        {LOST} ; a ; = says Boom 0:00 6 of 10 cells The game is over. ; escape ; {LOST_SAYS}
        x ; left ; {LOST_SAYS} ; c ; left ; {LOST_SAYS} ; f ; left ; {LOST_SAYS}
        p ; left ; {LOST_SAYS} ; {FREE_KEY} ; left ; {LOST_SAYS} ; enter ; {LOST_SAYS}
    """,
    "so does a click on the field": f"""
        {LOST} ; wait {2 * CALM_TIME}
        click (1,1) ; = message The game is over. ; = board @1../#111/###*
        right-click (4,1) ; = message The game is over.
        middle-click (2,3) ; = message The game is over. ; = cursor (1,1) ; left ; {LOST_SAYS}
    """,
    "what does nothing leaves the lines of a win": f"""
        {WON} ; a ; = message The game is over. ; escape ; {WON_SAYS} ; x ; left ; {WON_SAYS}
        f ; left ; {WON_SAYS} ; p ; left ; {WON_SAYS} ; enter ; {WON_SAYS}
    """,
    "the review goes with the undo that does something": f"{LOST} ; u ; = says Undone.",
    # What keeps a game from being a record
    "a flag check without flags is no help": """
        $ enter x ; = says There are no flags to check. ; = helps ; = foot
        0 f x ; = helps flag check ; = foot with help
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_controls(scene: str) -> None:
    play(scene)


DEMO: Final = {
    "p ends a pause and the solver plays on": f"p ; {PLAYS_ON}",
    "so does Enter": f"enter ; {PLAYS_ON}",
    "so does Space": f"space ; {PLAYS_ON}",
    "so does Esc": f"escape ; {PLAYS_ON}",
}


@pytest.mark.parametrize("scene", DEMO.values(), ids=DEMO)
def test_a_pause_of_the_demo(scene: str) -> None:
    begin = f"on beginner ; wait 0 ; wait {PACE} ; p ; = title Paused ; = main p go on"
    play(f"{begin}\n{scene}", demo=True)


def test_a_stopped_demo_names_the_key_that_continues_it() -> None:
    scene = "on beginner ; wait 0 ; = words Space pause / ... ; space ; = words Space go on / ..."
    play(scene, demo=True)


def test_taking_over_a_finished_game_does_not_deal_with_the_same_key_held() -> None:
    held = "wait 30 ; enter ; = status lost\n" * 20
    play(f"enter*2\n{held}", demo=True)


def test_the_release_of_a_button_that_was_down_before_an_idle_pause_does_not_end_it() -> None:
    scene = """
        on expert ; enter ; right-press (1,1) ; wait 60000 ; = state paused
        right-release (1,1) ; = state paused
    """
    play(scene, idle_pause=1)


@pytest.mark.parametrize("demo", [False, True])
def test_every_action_of_the_table_of_keys_is_done(*, demo: bool) -> None:
    for key in [
        *KEYS,
        *(key for row in DEMO_ROWS for keys in row.actions.values() for key in keys),
    ]:
        GamePlayer(None, setup=Setup(9, 9, 10), demo=demo).press(key)


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


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("where", ["cell", "edge"])
def test_a_click_ends_a_pause_and_does_nothing_else(button: int, where: str) -> None:
    player = paused()
    before = place_and_position(player)
    place = player.place_of(3, 3) if where == "cell" else (0, 0)
    player.mouse(button, True, *place)
    assert player.session.paused
    player.mouse(button, False, *place)
    assert not player.session.paused
    player.wait(2 * LONG_PRESS)
    assert (place_and_position(player), player.message) == (before, "")


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
    assert (place_and_position(player), player.message) == (before, "")


def test_keys_that_a_pause_refuses_do_and_show_nothing() -> None:
    player = paused()
    for key in (*sorted({*refused("paused")} - {"enter", " "}), FREE_KEY):
        before = player.everything
        player.press(key)
        assert player.everything == before, key
        player.press("p")
        assert (player.message, player.session.paused) == ("", False), key
        player.press("p")


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


@pytest.mark.parametrize("key", ["right", "up", "down", "l", "j", "k"])
def test_the_keys_of_the_demo_do_nothing_in_a_pause(key: str) -> None:
    player = watched()
    player.press("p")
    before = player.cursor, player.position
    player.press(key, "p")
    player.press("p")
    assert (player.cursor, player.position) == before
    assert not player.demo.pacer.stopped


# In a window too small to show the field


def test_no_key_plays_blind() -> None:
    player = GamePlayer()
    player.press("$", "enter", "down")
    player.press("f", "u")
    player.resize(*TOO_SMALL)
    before = player.everything
    for key in [each for each in KEYS if each not in ("q", "ctrl-c")]:
        assert player.press(key) is None, key
        assert player.everything == before, key


@pytest.mark.parametrize("key", [key for row in DEMO_ROWS for [key, *_] in row.actions.values()])
def test_no_key_of_the_demo_works_blind(key: str) -> None:
    player = watched()
    player.resize(*TOO_SMALL)
    player.press(key)
    assert player.demo.watching
    assert not player.demo.pacer.stopped


# After the end


def test_a_click_beside_the_field_and_the_wheel_leave_the_review() -> None:
    player = play(LOST)
    lines = player.lines
    player.click_at(1, 1)
    player.mouse(WHEEL_DOWN, True, 40, 12)
    assert player.lines == lines


# What keeps a game from being a record


def test_that_the_mines_are_shown_is_noted_once_a_game() -> None:
    player = GamePlayer(show_mines=True)
    player.press("$", "enter", "0", "f", "f", "c", "u", "y", "f")
    helps = [entry.detail for entry in entries_of(player.session) if entry.word == "help"]
    assert helps == ["shown mines"]
