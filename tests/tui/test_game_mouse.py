"""What the mouse does in a game: on the screen in memory."""

from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.widgets.frame import indicator_text
from tests.harness.player import LEFT, MIDDLE, RIGHT, GamePlayer
from tests.harness.scenes import play

FIVE_MINES: Final = ".......*\n........\n..*.....\n........\n....*...\n........\n*......*"
# After this 1 there is one covered neighbour left, which is a mine.
CORNERED: Final = "$ enter ; go (1,2) ; enter up right ; = position #1../1111/####"

# Mines are at (1,1) and (4,3) of a board of 4x3.
SCENES: Final = {
    # The named keys
    "a click on a named key presses it": """
        $ enter ; click i hint ; = helps hint
        click q quit ; = quits ; click+5 q quit ; = quits
        click ? help ; = page open ; escape ; click+5 ? help ; = page open
    """,
    "a click beside a named key or off it presses none": """
        $ enter ; click+6 i hint ; click-1 i hint ; right-click i hint
        press i hint ; release F ; press F ; release i hint ; = helps
    """,
    # Buttons
    "the left button reveals when it is released": """
        press (4,1) ; = position ####/####/#### ; = cursor (4,1)
        release (4,1) ; = position #1../#111/####
    """,
    "the right button flags": "right-click (2,3) ; = position ####/####/#F##",
    "the right button flags around a number": f"""
        {CORNERED} ; right-click (2,1) ; = position F1../1111/####
    """,
    "so do Space and f, and undo takes it back": f"""
        {CORNERED} ; space ; = position F1../1111/#### ; = clicks 3 ; u ; = position #1../1111/####
        f ; = position F1../1111/#### ; u F ; = position F1../1111/####
    """,
    "a held left button on a number flags nothing": f"""
        {CORNERED} ; press (2,1) ; wait {LONG_PRESS} ; release (2,1)
        = position #1../1111/#### ; = message This cell is already revealed
    """,
    "the left button chords": """
        right-click (1,1) ; click (2,1) ; click (2,1) ; = position F1../1111/####
    """,
    "the middle button chords": """
        right-click (1,1) ; click (2,1) ; middle-click (2,1) ; = position F1../1111/####
    """,
    "the middle button only chords": """
        middle-click (4,1) ; = message Only numbers can be chorded ; = position ####/####/####
    """,
    "both buttons chord once, however they are pressed and released": """
        right-click (1,1) ; click (2,1) ; = clicks 2
        press (2,1) ; right-press (2,1) ; release (2,1) ; right-release (2,1)
        = position F1../1111/#### ; = clicks 3
    """,
    "the right one first": """
        right-click (1,1) ; click (2,1)
        right-press (2,1) ; press (2,1) ; release (2,1) ; right-release (2,1)
        = position F1../1111/#### ; = clicks 3
    """,
    "the right one released first": """
        right-click (1,1) ; click (2,1)
        press (2,1) ; right-press (2,1) ; right-release (2,1) ; release (2,1)
        = position F1../1111/#### ; = clicks 3
    """,
    "the right one first and released first": """
        right-click (1,1) ; click (2,1)
        right-press (2,1) ; press (2,1) ; right-release (2,1) ; release (2,1)
        = position F1../1111/#### ; = clicks 3
    """,
    "a button that is down beside the field is not one of two": """
        press :) ; right-press (1,1) ; right-release (1,1) ; = position F###/####/####
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
        press (1,1) ; wait {LONG_PRESS - 1} ; = position ####/####/####
        wait 1 ; = position F###/####/#### ; release (1,1) ; = position F###/####/#### ; = clicks 1
    """,
    "the middle button may be held long": f"""
        middle-press (1,1) ; wait {9 * LONG_PRESS} ; = clicks 0 ; middle-release (1,1) ; = clicks 1
    """,
    "the right button may be held long": f"""
        right-press (1,1) ; wait {9 * LONG_PRESS} ; = clicks 0 ; right-release (1,1) ; = clicks 1
    """,
    "z swaps the buttons": """
        z ; = message The left button flags, the right one reveals
        click (1,1) ; right-click (4,1) ; = position F1../#111/####
        z ; = message The left button reveals, the right one flags ; click (1,3) ; = status won
    """,
    "a long press reveals where the buttons are swapped": f"""
        z ; press (4,1) ; wait {LONG_PRESS} ; = position #1../#111/####
    """,
    "a key between press and release does not move the click": """
        press (4,1) ; home ; release (4,1) ; = position #1../#111/####
    """,
    "a key during a long press does not move the flag": f"""
        press (1,1) ; right ; wait {LONG_PRESS} ; = position F###/####/####
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
        press (1,1) ; ? ; wait 5000 ; escape ; wait 0 ; = position ####/####/####
    """,
    # The header
    "a press on the header counts only where it is released": """
        press (4,1) ; release F 2 ; press F 2 ; release (4,1) ; press :) ; release Enter
        press Enter ; release :) ; press :) ; release (4,1) ; press (4,1) ; release :)
        = clicks 0 ; = seed None
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


def test_the_left_button_held_on_the_header_waits_for_nothing() -> None:
    player = play(f"press :) ; wait {LONG_PRESS}")
    assert player.screen.next_wakeup(player.now) > 0


def test_a_game_may_be_won_by_flagging_around_a_number() -> None:
    scene = "right enter space ; = position F2F ; = status won ; = shows Won"
    play(scene, layout="*.*", setup=Setup(3, 1, 2, win="flags"))


# Left of the first cell, on the wall, under the last row, right of the wall, above the field.
BESIDE = [(-3, 0), (-1, 1), (2, 3), (9, 1), (40, 2), (0, -1), (0, -3)]


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
def test_nothing_is_clicked_or_released_off_the_field(button: int) -> None:
    player = GamePlayer()
    dealt, (column, row) = player.session, player.place_of(1, 1)
    for right, down in BESIDE:
        player.click_at(column + right, row + down, button)
        player.down(4, 1, button)
        player.mouse(button, False, column + right, row + down)
        assert player.session.clicks == 0, (right, down)
        assert player.session is dealt, (right, down)


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (20, 8)])
@pytest.mark.parametrize("keys", [[], ["$", "enter"], ["enter"]])
def test_a_click_on_the_face_deals_a_new_game(size: tuple[int, int], keys: list[str]) -> None:
    player = GamePlayer(FIVE_MINES, size)
    for behind in range(-1, 3):
        player.press(*keys)
        dealt = player.session
        column, row = player.find(indicator_text(dealt, player.theme.glyphs))
        player.mouse(LEFT, True, column + behind, row)
        assert player.session is dealt, behind
        player.mouse(LEFT, False, column + behind, row)
        assert player.session is not dealt, behind


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (20, 8), (16, 5)])
def test_a_click_anywhere_else_in_the_row_of_the_face_deals_nothing(size: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_MINES, size)
    dealt = player.session
    column, row = player.find(":)")
    for each in {*range(size[0])} - {*range(column - 1, column + 3)}:
        player.click_at(each, row)
    assert player.session is dealt


def test_a_click_above_and_below_the_face_deals_nothing() -> None:
    player = GamePlayer()
    dealt = player.session
    column, row = player.find(":)")
    player.click_at(column, row - 1)
    player.click_at(column, row + 1)
    assert player.session is dealt


def test_a_frame_without_room_for_the_face_deals_nothing() -> None:
    player = GamePlayer("*\n.\n.\n.\n.\n.\n.", (20, 8))
    dealt = player.session
    assert not player.shows(":)")
    for column in range(20):
        player.click_at(column, player.screen.view.box.row)
    assert player.session is dealt


def test_a_click_where_no_board_is_shown_plays_nothing() -> None:
    player = GamePlayer(FIVE_MINES, (80, 12))
    place = player.place_of(1, 1)
    player.resize(80, 4)
    assert player.shows("Too small")
    player.click_at(*place, RIGHT)
    assert player.session.clicks == 0
