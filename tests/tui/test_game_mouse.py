"""What the mouse does in a game: on the screen in memory."""

from itertools import product
from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.screens.controls import LONG_PRESS
from tests.harness.player import LEFT, MIDDLE, RIGHT, GamePlayer
from tests.harness.scenes import play

FIVE_MINES: Final = ".......*\n........\n..*.....\n........\n....*...\n........\n*......*"
# After this 1 there is one covered neighbour left, which is a mine.
CORNERED: Final = "$ enter ; go (1,2) ; enter up right ; = board #1../1111/####"

# Mines are at (1,1) and (4,3) of a board of 4x3.
SCENES: Final = {
    # Words and counters
    "a click on a word presses its key": """
        $ enter ; click i hint ; = helps hint ; click i tell me ; = main i play it
        click q quit ; = quits ; click+5 q quit ; = quits
        click ? help ; = page open ; escape ; click+5 ? help ; = page open
    """,
    "a click beside a word or off it presses none": """
        $ enter ; click+6 i hint ; click-1 i hint ; right-click i hint
        press i hint ; release ? help ; press (1,1) ; release i hint ; = helps ; = page left
    """,
    "so does one after the end": """
        enter ; idle ; click take it back ; = status playing ; enter ; idle ; wait 500
        click Enter new board
        = status playing ; = seed 7
    """,
    "a click on the counters deals a new board and u brings the old one back": """
        $ enter ; click 2 mines left ; = clicks 0 ; = seed 7 ; = board ####/####/####
        = says u goes back to the game that you left. ; u ; = board #1../#111/####
        = message Back in the game that you left. ; click 0:00 ; = seed 8
    """,
    "a click on the counters ends a pause with a new board": """
        $ enter ; wait 2000 ; p ; click 0:02 ; = state playing ; = seed 7
    """,
    "a click on the title deals a new board after the end": """
        enter ; click Boom ; = status playing ; = seed 7 ; = clicks 0
    """,
    "other buttons deal none, nor does a click that ends elsewhere": """
        right-click 2 mines left ; middle-click 2 mines left ; press 2 mines left ; release i hint
        press 2 mines left ; release (4,1) ; press (4,1) ; release 2 mines left ; = seed None
        = clicks 0
    """,
    "on the counters of a game without a move another board is dealt as well": """
        on classic ; click 10 mines left ; = seed 8
    """,
    # Buttons
    "the left button reveals when it is released": """
        press (4,1) ; = board ####/####/#### ; = cursor (4,1)
        release (4,1) ; = board #1../#111/####
    """,
    "the right button flags": "right-click (2,3) ; = board ####/####/#F##",
    "the right button flags around a number": f"""
        {CORNERED} ; right-click (2,1) ; = board F1../1111/####
    """,
    "so do Space and f, and undo takes it back": f"""
        {CORNERED} ; space ; = board F1../1111/#### ; = clicks 3 ; u ; = board #1../1111/####
        f ; = board F1../1111/#### ; u F ; = board F1../1111/####
    """,
    "a held left button on a number flags nothing": f"""
        {CORNERED} ; press (2,1) ; wait {LONG_PRESS} ; release (2,1)
        = board #1../1111/#### ; = message This cell is already revealed.
    """,
    "the left button chords": """
        right-click (1,1) ; click (2,1) ; click (2,1) ; = board F1../1111/####
    """,
    "the middle button chords": """
        right-click (1,1) ; click (2,1) ; middle-click (2,1) ; = board F1../1111/####
    """,
    "the middle button only chords": """
        middle-click (4,1) ; = message Only numbers can be chorded. ; = board ####/####/####
    """,
    "both buttons chord once, however they are pressed and released": """
        right-click (1,1) ; click (2,1) ; = clicks 2
        press (2,1) ; right-press (2,1) ; release (2,1) ; right-release (2,1)
        = board F1../1111/#### ; = clicks 3
    """,
    "the right one first": """
        right-click (1,1) ; click (2,1)
        right-press (2,1) ; press (2,1) ; release (2,1) ; right-release (2,1)
        = board F1../1111/#### ; = clicks 3
    """,
    "the right one released first": """
        right-click (1,1) ; click (2,1)
        press (2,1) ; right-press (2,1) ; right-release (2,1) ; release (2,1)
        = board F1../1111/#### ; = clicks 3
    """,
    "the right one first and released first": """
        right-click (1,1) ; click (2,1)
        right-press (2,1) ; press (2,1) ; right-release (2,1) ; release (2,1)
        = board F1../1111/#### ; = clicks 3
    """,
    "a button that is down beside the field is not one of two": """
        press 2 mines ; right-press (1,1) ; right-release (1,1) ; = board F###/####/####
    """,
    "dragged off, the left button does nothing": """
        press (4,1) ; release (3,1) ; press (4,1) ; release (4,2) ; press (4,1) ; release (1,3)
        = clicks 0
    """,
    "dragged off, the middle button does nothing": """
        middle-press (4,1) ; middle-release (3,1) ; middle-press (4,1) ; middle-release (1,3)
        = clicks 0 ; = message
    """,
    "dragged off, the right button does nothing": """
        right-press (4,1) ; right-release (3,1) ; right-press (4,1) ; right-release (4,2)
        right-press (4,1) ; right-release (1,3) ; = clicks 0
    """,
    "a release without a press does nothing": "release (4,1) ; = clicks 0",
    # Held
    "a held left button flags once": f"""
        press (1,1) ; wait {LONG_PRESS - 1} ; = board ####/####/####
        wait 1 ; = board F###/####/#### ; release (1,1) ; = board F###/####/#### ; = clicks 1
    """,
    "the middle button may be held long": f"""
        middle-press (1,1) ; wait {9 * LONG_PRESS} ; = clicks 0 ; middle-release (1,1) ; = clicks 1
    """,
    "the right button may be held long": f"""
        right-press (1,1) ; wait {9 * LONG_PRESS} ; = clicks 0 ; right-release (1,1) ; = clicks 1
    """,
    "z swaps the buttons": """
        z ; = message The left button flags, the right one reveals.
        click (1,1) ; right-click (4,1) ; = board F1../#111/####
        z ; = message The left button reveals, the right one flags. ; click (1,3) ; = status won
    """,
    "a long press reveals where the buttons are swapped": f"""
        z ; press (4,1) ; wait {LONG_PRESS} ; = board #1../#111/####
    """,
    "a key between press and release does not move the click": """
        press (4,1) ; home ; release (4,1) ; = board #1../#111/####
    """,
    "a key during a long press does not move the flag": f"""
        press (1,1) ; right ; wait {LONG_PRESS} ; = board F###/####/####
    """,
    "a long press does not move the reveal that a search is for": f"""
        on classic guess-free ; press (1,1) ; 3*2 enter ; = state searching
        wait {LONG_PRESS} ; idle ; = cursor (3,3) ; = clicks 1
    """,
    "nor does a release after it click": """
        on classic guess-free ; press (1,1) ; 3*2 enter ; = state searching
        idle ; release (1,1) ; = cursor (3,3) ; = clicks 1
    """,
    "a press before the help flags nothing after it": """
        press (1,1) ; ? ; wait 5000 ; escape ; wait 0 ; = board ####/####/####
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_the_mouse_does(scene: str) -> None:
    play(scene)


def test_a_long_press_is_waited_for() -> None:
    player = play("press (1,1)")
    assert player.screen.next_wakeup(player.now) == LONG_PRESS
    player.wait(LONG_PRESS - 1)
    assert player.screen.next_wakeup(player.now) == 1


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_other_buttons_wait_for_nothing(button: int) -> None:
    player = GamePlayer()
    player.down(1, 1, button)
    player.wait(LONG_PRESS)
    assert player.screen.next_wakeup(player.now) > 0


def test_the_left_button_held_beside_the_field_waits_for_nothing() -> None:
    player = play(f"press 2 mines ; wait {LONG_PRESS}")
    assert player.screen.next_wakeup(player.now) > 0


def test_a_game_may_be_won_by_flagging_around_a_number() -> None:
    scene = "right enter space ; = board F2F ; = status won ; = title Won"
    play(scene, layout="*.*", setup=Setup(3, 1, 2, win="flags"))


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
def test_nothing_is_clicked_or_released_off_the_field(button: int) -> None:
    player = GamePlayer()
    dealt, box = player.session, player.screen.view.box
    beside = product((box.column - 1, box.right + 1), (box.row, box.bottom))
    above_and_below = product((box.column, box.right), (box.row - 1, box.bottom + 1))
    for place in (*beside, *above_and_below):
        player.click_at(*place, button)
        player.down(4, 1, button)
        player.mouse(button, False, *place)
        assert (player.session, player.session.clicks) == (dealt, 0), place


def test_a_click_where_no_board_is_shown_plays_nothing() -> None:
    player = GamePlayer(FIVE_MINES, (80, 12))
    place = player.place_of(1, 1)
    player.resize(80, 9)
    assert player.shows("Too small")
    player.click_at(*place, RIGHT)
    assert player.session.clicks == 0
