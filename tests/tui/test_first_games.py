"""What a first-time player is taught, and what lights: an unmet chord, and a press."""

from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.zooms import ZOOMS
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.screens.game import FLASH_TIME
from tests.harness.player import GamePlayer
from tests.harness.scenes import play

# The first time

OPENING: Final = "on ...*./...*./....."  # the first reveal opens the first three columns

MOVE: Final = (
    "= says Arrows move . Enter reveals a cell. The first one is always safe."
    " The mouse works, too: left click reveals, right click flags."
)
ON_KNOWN: Final = MOVE.replace(" The first one is always safe.", "")
"""The first step on a layout that is known before the first reveal."""
NUMBERS: Final = (
    "= says A number counts the mines in the 8 cells around it."
    " Find a cell that is safe, and reveal it. i shows you one."
)
FLAG: Final = "= says Space puts a flag on a mine."
STEPS: Final = {
    "three steps, a reveal each, and then never again": f"""
        {OPENING} ; {ON_KNOWN} ; enter ; {NUMBERS} ; go (4,3) ; enter ; {FLAG}
        go (4,1) ; f ; {FLAG} ; go (5,3) ; enter ; = says ; n
        = says u goes back to the game that you left.
    """,
    "a flag is no step": f"""
        on classic ; right f ; {MOVE} ; left enter ; {NUMBERS} ; end f ; {NUMBERS}
    """,
    "on another board they begin again": f"""
        on classic ; enter ; {NUMBERS} ; n enter ; {NUMBERS} ; n
        = says u goes back to the game that you left. Arrows move ...
    """,
    "the same board again promises nothing": f"""
        on classic ; {MOVE} ; enter r left ; = says ... Enter reveals a cell. The mouse ...
    """,
    "the end of a game is the end of the steps": f"""
        {OPENING} ; enter ; {NUMBERS} ; lose ; idle ; n ; = says ; enter ; = says
    """,
    "a message of a key stands in their place until the next key": f"""
        c ; = says Only numbers can be chorded. ; left ; {ON_KNOWN}
    """,
    "so does a hint": f"""
        {OPENING} ; enter ; i ; = says Look at ... ; i*2 ; = says Played the hint. ; left ; {FLAG}
    """,
}


@pytest.mark.parametrize("scene", STEPS.values(), ids=STEPS)
def test_a_first_time_player_is_taught_the_keys(scene: str) -> None:
    play(scene, first_time=True)


def test_nobody_else_is() -> None:
    play(f"{OPENING} ; = says ; enter ; = says")


def test_the_first_cell_is_only_called_safe_if_it_is() -> None:
    player = GamePlayer(None, setup=Setup(8, 8, 10, first="any"), first_time=True)
    assert "Enter reveals a cell. The mouse" in player.message


def test_the_steps_name_the_keys_of_the_player_or_are_left_out() -> None:
    def taught(**own: tuple[str, ...]) -> str:
        bindings = {name: Binding(keys, "config.toml, line 2") for name, keys in own.items()}
        return GamePlayer(first_time=True, keymap=bound_rows("default", bindings)).message

    assert "J reveals a cell." in taught(reveal=("j",))
    assert taught(hint=()) == ""


@pytest.mark.parametrize(
    ("setup", "size"),
    [
        (Setup(10, 10, 20), (80, 24)),
        (Setup(16, 16, 40), (80, 24)),
        (Setup(30, 16, 99), (120, 40)),
    ],
)
def test_the_first_step_is_seen_as_a_whole(setup: Setup, size: tuple[int, int]) -> None:
    player = GamePlayer(None, size, setup=setup, first_time=True, glyphs="unicode")
    for part in ("Arrows move", "Enter reveals a cell.", "safe.", "right click flags."):
        assert player.shows(part)


@pytest.mark.parametrize(("theme", "cursor"), [("sea", "   "), ("mono", "[ ]")])
def test_the_first_step_shows_the_cursor_as_it_is_on_the_board(theme: str, cursor: str) -> None:
    player = GamePlayer(None, first_time=True, theme=theme)
    assert player.shows(f"Arrows move {cursor}.")


# What lights: `c` at the 1 in the second column chords it, and it has no flag.

UNMET: Final = "$ enter ; go (2,1) ; c ; = lit (1,1) (1,2)"
SCENES: Final = {
    "an unmet chord lights its covered neighbours for a moment": f"""
        {UNMET} ; = message This 1 needs 1 flag, but has none.
        wait {FLASH_TIME - 1} ; = lit (1,1) (1,2) ; wait 1 ; = lit
        = message This 1 needs 1 flag, but has none.
    """,
    "Enter on a number does too": f"{UNMET} ; enter ; = lit (1,1) (1,2)",
    "and an unmet flag-chord": f"""
        {UNMET} ; wait {FLASH_TIME} ; f ; = lit (1,1) (1,2)
        = message Only 1 of its 2 covered neighbours is a mine. ; wait {FLASH_TIME} ; = lit
        space ; = lit (1,1) (1,2)
    """,
    "any key ends the light and does what it does": f"""
        {UNMET} ; right ; = lit ; = cursor (3,1) ; left c y ; = lit ; = message Nothing to redo.
        c x ; = lit ; = message There are no flags to check. ; c tab ; = page open
    """,
    "too many flags light": """
        $ enter ; go (2,1) ; left f down f right up c ; = message This 1 needs 1 flag, but has 2.
        = lit (1,1) (1,2)
    """,
    "a met chord lights nothing": "$ enter ; go (2,1) ; left f right c ; = message ; = lit",
    "nor does a chord on a covered cell": """
        $ enter 0 c ; = message Only numbers can be chorded. ; = lit
    """,
    # A button that is down
    "a covered cell looks pressed until the button is released": """
        press (1,1) ; = pressed (1,1) ; release (2,1) ; = pressed ; = moves 0
    """,
    "a number with its flags lights what its chord will reveal": """
        $ enter ; go (1,1) ; f ; press (2,1) ; = pressed (1,2) ; release (3,1)
        middle-press (2,1) ; = pressed (1,2) ; middle-release (2,1) ; = pressed
        = board F1../1111/####
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
        press (1,1) ; wait {LONG_PRESS} ; = board F###/####/#### ; = pressed
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_lights(scene: str) -> None:
    play(scene)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("theme", ["sea", "classic", "mono"])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_what_lights_is_seen_at_every_zoom(zoom: int, theme: str, glyphs: str) -> None:
    player = GamePlayer(zoom=zoom, theme=theme, glyphs=glyphs)
    player.press("$", "enter", "g")
    player.go_to(2, 1)
    before = player.canvas.pieces
    player.press("c")
    row = player.place_of(1, 2)[1]
    assert player.canvas.pieces[row] != before[row]
    player.wait(FLASH_TIME)
    assert player.canvas.pieces[row] == before[row]
    player.down(1, 2)
    assert player.canvas.pieces[row] != before[row]


def test_odds_are_still_read_in_the_light() -> None:
    player = play("$ enter ; go (2,1) ; a ; c ; = lit (1,1) (1,2)", zoom=5)
    assert player.shows("50%")


def test_the_light_ends_in_time_while_the_clock_runs() -> None:
    player = play("$ enter ; go (2,1) ; c")
    assert player.screen.next_wakeup(player.now) == FLASH_TIME
    player.wait(900)
    player.press("c")
    player.screen.draw(Canvas(80, 24), player.now)
    assert player.screen.next_wakeup(player.now) == 100
    player.screen.handle(Key("tab"), player.now)
    assert player.screen.next_wakeup(player.now) == 100
