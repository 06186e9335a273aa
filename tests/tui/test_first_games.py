"""What a first-time player is taught, and what lights: an unmet chord, and a press."""

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.glyphs import ZOOMS
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.screens.game import FLASH_TIME
from tests.harness.player import LEFT, MIDDLE, RIGHT, GamePlayer

LESSONS = (
    "Arrows move, Enter reveals, Space flags",
    "A number says how many mines touch it",
    "Try i for a hint, m for menu, ? for help",
)


# The first time


def test_a_first_time_player_is_taught_the_keys_until_the_first_move() -> None:
    player = GamePlayer(first_time=True)
    for line in LESSONS:
        assert player.shows(line)
    player.press("right", "n")
    assert player.shows(LESSONS[0])
    player.press("f")
    assert not any(player.shows(line) for line in LESSONS)
    player.press("n")
    assert not any(player.shows(line) for line in LESSONS)


@pytest.mark.parametrize(
    "size", [(80, 24), (40, 12), (39, 12), (38, 24), (40, 9), (20, 8), (16, 7)]
)
def test_the_lessons_hide_nothing_and_are_for_first_time_players(size: tuple[int, int]) -> None:
    plain, taught = GamePlayer(size=size), GamePlayer(size=size, first_time=True)
    assert not any(plain.shows(line) for line in LESSONS)
    shown = [line for line in taught.lines if line.strip() not in LESSONS]
    assert [line for line in shown if line] == [line for line in plain.lines if line]
    taught_lines = [line for line in LESSONS if taught.shows(line)]
    assert taught_lines in ([], [*LESSONS])


def test_lessons_fit_beside_an_intermediate_board_at_80x24() -> None:
    player = GamePlayer(None, setup=Setup(16, 16, 40), first_time=True)
    assert all(player.shows(line) for line in LESSONS)
    assert player.shows("? help")


def test_other_notices_come_before_the_lessons() -> None:
    player = GamePlayer(first_time=True)
    player.press("c")
    assert player.message == "Only numbers can be chorded"
    assert player.shows(LESSONS[2])


# An unmet chord


def chorded(**options: object) -> GamePlayer:
    """A number is chorded that has no flag."""
    player = GamePlayer(**options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter")
    player.go_to(2, 1)
    player.press("c")
    return player


def flashing_cells(player: GamePlayer) -> list[tuple[int, int]]:
    return player.painted(player.theme.flash)


def test_an_unmet_chord_lights_its_covered_neighbours_for_a_moment() -> None:
    player = chorded()
    assert flashing_cells(player) == [(1, 1), (1, 2)]
    assert player.message == "This 1 needs 1 flag, but has none"
    assert player.screen.next_wakeup(player.now) == FLASH_TIME
    player.wait(FLASH_TIME - 1)
    assert flashing_cells(player) == [(1, 1), (1, 2)]
    player.wait(1)
    assert flashing_cells(player) == []
    assert player.message == "This 1 needs 1 flag, but has none"


def test_enter_on_a_number_lights_as_well() -> None:
    player = chorded()
    player.press("enter")
    assert flashing_cells(player) == [(1, 1), (1, 2)]


@pytest.mark.parametrize("key", ["f", " "])
def test_an_unmet_flag_chord_lights_them_as_well(key: str) -> None:
    player = chorded()
    player.wait(FLASH_TIME)
    player.press(key)
    assert flashing_cells(player) == [(1, 1), (1, 2)]
    assert player.message == "Only 1 of its 2 covered neighbours is a mine"
    player.wait(FLASH_TIME)
    assert flashing_cells(player) == []


@pytest.mark.parametrize("key", ["right", "y", "x", "tab"])
def test_any_key_ends_the_light_and_does_what_it_does(key: str) -> None:
    player, dark = chorded(), chorded()
    dark.wait(FLASH_TIME)
    dark.now -= FLASH_TIME
    for each in (player, dark):
        each.press(key)
    assert flashing_cells(player) == []
    assert player.position == dark.position
    assert player.cursor == dark.cursor


def test_where_there_are_too_many_flags_they_light() -> None:
    player = chorded()
    player.press("left", "f", "down", "f", "right", "up", "c")
    assert player.message == "This 1 needs 1 flag, but has 2"
    assert flashing_cells(player) == [(1, 1), (1, 2)]
    assert player.text_at(1, 1).strip() == "F"


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_an_unmet_chord_lights_its_neighbours_at_every_zoom(zoom: int, theme: str) -> None:
    assert flashing_cells(chorded(zoom=zoom, theme=theme)) == [(1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (["left", "f", "right", "c"], ""),
        (["left", "c"], "Only numbers can be chorded"),
    ],
)
def test_what_is_no_unmet_chord_lights_nothing(keys: list[str], message: str) -> None:
    player = chorded()
    player.press(*keys)
    assert player.message == message
    assert flashing_cells(player) == []


def test_an_emoji_that_hides_its_ground_is_lit_by_another() -> None:
    player = chorded(glyphs="emoji")
    assert [line.count("🟨") for line in player.shown[2:5]] == [1, 1, 0]
    player.wait(FLASH_TIME)
    assert not player.shows("🟨")


def test_odds_are_still_read_in_the_light() -> None:
    player = chorded()
    player.press("a", "c")
    texts = [player.text_at(1, row).strip() for row in (1, 2)]
    assert all(text != "#" for text in texts)


def test_the_light_ends_in_time_while_the_clock_runs() -> None:
    player = chorded()
    player.wait(900)
    player.press("c")
    canvas = Canvas(80, 24)
    player.screen.draw(canvas, player.now)
    assert player.screen.next_wakeup(player.now) == 100
    player.screen.handle(Key("tab"), player.now)
    assert player.screen.next_wakeup(player.now) == 100


# A button that is down


def pressed_cells(player: GamePlayer) -> list[tuple[int, int]]:
    return player.painted(player.theme.pressed)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_a_covered_cell_looks_pressed_until_the_button_is_released(zoom: int, theme: str) -> None:
    player = GamePlayer(zoom=zoom, theme=theme)
    player.down(1, 1)
    assert pressed_cells(player) == [(1, 1)]
    assert player.text_at(1, 1).strip(" []") == ""
    player.up(2, 1)
    assert pressed_cells(player) == []
    assert player.session.steps == []


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_a_number_with_its_flags_lights_what_its_chord_will_reveal(button: int) -> None:
    player = chorded()
    player.press("left", "f")
    player.down(2, 1, button)
    assert pressed_cells(player) == [(1, 2)]
    player.up(2, 1, button)
    assert pressed_cells(player) == []
    assert player.session.game.is_revealed(player.screen.grid.cell(1, 2))


@pytest.mark.parametrize(
    ("button", "place"),
    [(LEFT, (2, 1)), (MIDDLE, (2, 1)), (MIDDLE, (1, 1)), (RIGHT, (1, 1)), (LEFT, (3, 1))],
    ids=["no flags", "no flags", "no number", "a flag", "a zero"],
)
def test_a_press_that_will_reveal_nothing_lights_nothing(
    button: int, place: tuple[int, int]
) -> None:
    player = chorded()
    player.down(*place, button)
    assert pressed_cells(player) == []


def test_a_flag_does_not_look_pressed() -> None:
    player = GamePlayer()
    player.press("f")
    player.down(1, 1)
    assert pressed_cells(player) == []


def test_with_swapped_buttons_the_right_one_presses() -> None:
    player = GamePlayer()
    player.press("z")
    player.down(1, 1, RIGHT)
    assert pressed_cells(player) == [(1, 1)]
    player.up(2, 1, RIGHT)
    player.down(1, 1, LEFT)
    assert pressed_cells(player) == []


def test_a_long_press_that_has_flagged_lights_nothing() -> None:
    player = GamePlayer()
    player.down(1, 1)
    player.wait(LONG_PRESS)
    assert player.text_at(1, 1).strip(" []") == "F"
    assert pressed_cells(player) == []
