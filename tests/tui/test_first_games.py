"""What a first-time player is taught, and what lights: an unmet chord, and a press."""

from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.glyphs import ZOOMS
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.screens.game import FLASH_TIME
from tests.harness.player import GamePlayer
from tests.harness.scenes import play

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


# What lights: `c` at the 1 in the second column chords it, and it has no flag.

UNMET: Final = "$ enter ; go (2,1) ; c ; = lit (1,1) (1,2)"
SCENES: Final = {
    "an unmet chord lights its covered neighbours for a moment": f"""
        {UNMET} ; = message This 1 needs 1 flag, but has none
        wait {FLASH_TIME - 1} ; = lit (1,1) (1,2) ; wait 1 ; = lit
        = message This 1 needs 1 flag, but has none
    """,
    "Enter on a number does too": f"{UNMET} ; enter ; = lit (1,1) (1,2)",
    "and an unmet flag-chord": f"""
        {UNMET} ; wait {FLASH_TIME} ; f ; = lit (1,1) (1,2)
        = message Only 1 of its 2 covered neighbours is a mine ; wait {FLASH_TIME} ; = lit
        space ; = lit (1,1) (1,2)
    """,
    "any key ends the light and does what it does": f"""
        {UNMET} ; right ; = lit ; = cursor (3,1) ; left c y ; = lit ; = message Nothing to redo
        c x ; = lit ; = message There are no flags to check. ; c tab ; = page open
    """,
    "too many flags light": """
        $ enter ; go (2,1) ; left f down f right up c ; = message This 1 needs 1 flag, but has 2
        = lit (1,1) (1,2)
    """,
    "a met chord lights nothing": "$ enter ; go (2,1) ; left f right c ; = message ; = lit",
    "nor does a chord on a covered cell": """
        $ enter 0 c ; = message Only numbers can be chorded ; = lit
    """,
    # A button that is down
    "a covered cell looks pressed until the button is released": """
        press (1,1) ; = pressed (1,1) ; = hides [#] ; release (2,1) ; = pressed ; = moves 0
    """,
    "a number with its flags lights what its chord will reveal": """
        $ enter ; go (1,1) ; f ; press (2,1) ; = pressed (1,2) ; release (3,1)
        middle-press (2,1) ; = pressed (1,2) ; middle-release (2,1) ; = pressed
        = position F1../1111/####
    """,
    "what will reveal nothing lights nothing": """
        $ enter ; press (2,1) ; = pressed ; release (1,1) ; middle-press (2,1) ; = pressed
        middle-release (3,1) ; middle-press (1,1) ; = pressed ; middle-release (3,1)
        right-press (1,1) ; = pressed ; right-release (3,1) ; press (3,1) ; = pressed
    """,
    "a flag does not look pressed": "f ; press (1,1) ; = pressed",
    "with swapped buttons the right one presses": """
        z ; right-press (1,1) ; = pressed (1,1) ; right-release (2,1) ; press (1,1) ; = pressed
    """,
    "a long press that has flagged lights nothing": f"""
        press (1,1) ; wait {LONG_PRESS} ; = position F###/####/#### ; = pressed
    """,
    "other notices come before the lessons": f"""
        c ; = message Only numbers can be chorded ; = shows {LESSONS[2]}
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_lights(scene: str) -> None:
    play(scene, first_time=True)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_what_lights_is_seen_at_every_zoom(zoom: int, theme: str) -> None:
    play(f"press (1,1) ; = pressed (1,1) ; release (2,1) ; {UNMET}", zoom=zoom, theme=theme)


# An unmet chord


def chorded(**options: object) -> GamePlayer:
    """A number is chorded that has no flag."""
    player = GamePlayer(**options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter")
    player.go_to(2, 1)
    player.press("c")
    return player


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
    assert player.screen.next_wakeup(player.now) == FLASH_TIME
    player.wait(900)
    player.press("c")
    canvas = Canvas(80, 24)
    player.screen.draw(canvas, player.now)
    assert player.screen.next_wakeup(player.now) == 100
    player.screen.handle(Key("tab"), player.now)
    assert player.screen.next_wakeup(player.now) == 100
