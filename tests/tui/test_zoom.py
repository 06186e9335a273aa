"""Cells of one column to eleven in a game: the keys, the mouse, help and pauses."""

from itertools import pairwise

import pytest

from minesweeper.tui.look.zooms import ZOOMS
from tests.harness.player import LEFT, TWO_MINES, GamePlayer

ROOM = (120, 60)
"""A window in which the board fits at every zoom."""


def test_the_keys_go_through_all_sizes_and_say_so() -> None:
    player = GamePlayer(TWO_MINES, ROOM, zoom=1)
    for zoom, larger in pairwise(ZOOMS):
        assert player.screen.view.zoom == zoom
        player.press("+")
        assert player.message == f"Zoom {larger}."
    player.press("+")
    assert player.message == "No larger zoom fits here."
    for _ in ZOOMS:
        player.press("-")
    assert player.message == "No smaller zoom."
    assert player.screen.view.zoom == min(ZOOMS)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_mouse_acts_on_the_cell_it_is_on(zoom: int) -> None:
    player = GamePlayer(TWO_MINES, ROOM, zoom=zoom)
    player.click(4, 1)
    assert player.cursor == (4, 1)
    assert player.position.splitlines()[0].endswith(".")
    player.click_at(*player.place_of(1, 1), 3)
    assert player.position.startswith("F")


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_press_lights_the_cell_that_its_release_acts_on(zoom: int) -> None:
    player = GamePlayer(TWO_MINES, ROOM, zoom=zoom)
    looks = player.screen.view.looks_of_cells
    player.mouse(LEFT, True, *player.place_of(2, 3))
    opened = {looks.pressed(square).style.background for square in (0, 1)}
    overlay = player.scene.overlay or {}
    assert overlay[2, 3].style.background in opened
    player.up(2, 3)
    assert player.cursor == (2, 3)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_zooming_keeps_the_cursor_in_sight(zoom: int) -> None:
    player = GamePlayer("\n".join(["." * 60 + "*"] * 40), (80, 24), zoom=2)
    player.go_to(55, 35)
    player.looks.apply({"zoom": str(zoom)})
    player.draw()
    assert player.screen.view.is_in_sight(55, 35)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_pause_hides_the_numbers(zoom: int) -> None:
    player = GamePlayer(TWO_MINES, ROOM, zoom=zoom, theme="mono")
    player.press("$", "enter")
    place = player.place_of(3, 2)
    assert player.text_at(3, 2) == "1"
    player.press("p")
    assert player.lines[place[1]].ljust(ROOM[0])[place[0]] != "1"
