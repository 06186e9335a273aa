"""What a player hears, what a first-time player is taught, and the light round an unmet chord."""

import re

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.game import MOMENT
from tests.harness.player import LEFT, RIGHT, GamePlayer, ReplayPlayer
from tests.harness.replays import won

LESSONS = (
    "Arrows move, Enter reveals, Space flags",
    "A number counts the mines that touch it",
    "Try i for a hint, m a menu, ? all keys",
)


# Speech


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([], "Column 1, row 1: covered"),
        (["right", "down"], "Column 2, row 2: covered"),
        (["$", "enter"], "Revealed 6 cells. Column 4, row 1: empty"),
        (["$", "enter", "left"], "Column 3, row 1: empty"),
        (["$", "enter", "left", "left"], "Column 2, row 1: 1, 2 covered neighbours"),
        (["f"], "Flagged. Column 1, row 1: flag"),
        (["f", "f"], "Flag removed. Column 1, row 1: covered"),
        (["f", "enter"], "A flag protects this cell. Column 1, row 1: flag"),
        (["G", "enter", "u"], "Covered 6 cells again. Undone. Column 1, row 3: covered"),
        (["n"], "New game: 4x3, 2 mines. Column 1, row 1: covered"),
        (["$", "enter", "p"], "Paused"),
        (["$", "enter", "p", "p"], "Column 4, row 1: empty"),
        (["$", "enter", "a", "0"], "Column 1, row 1: covered. A mine here: 50.0%"),
    ],
)
def test_what_happened_is_told_before_the_cell(keys: list[str], said: str) -> None:
    player = GamePlayer(speak=True)
    player.press(*keys)
    assert player.said == said


def test_a_hint_is_told_once_and_then_only_the_cell() -> None:
    player = GamePlayer(speak=True)
    player.press("$", "enter", "i")
    assert player.said.startswith("Look at 2,1 and 2,2: press i again for the move")
    player.press("left")
    assert player.said == "Column 3, row 1: empty"
    assert player.painted(player.theme.marks["premise"]) == [(2, 1), (2, 2)]
    player.press("i")
    assert player.said == (
        "The 1 at 2,1 and the 1 at 2,2 share their mine, so 1,3, 2,3 and 3,3 are safe."
        " Column 3, row 1: empty"
    )
    player.press("i")
    assert "Revealed 4 cells" in player.said
    assert "2,1" not in player.said


def test_the_end_and_its_look_back_are_told_once() -> None:
    player = GamePlayer(speak=True)
    player.press("$", "enter", "0", "enter")
    assert player.said.startswith("Lost after ")
    assert "Column 1, row 1: exploded mine" in player.said
    player.wait_until_idle()
    assert "Lost after " in player.said
    assert "Avoidable" in player.said
    player.press("right")
    assert player.said == "Column 2, row 1: 1, 1 covered neighbour, 1 mine"


def test_what_stands_there_unasked_is_told_once() -> None:
    player = GamePlayer(None, demo=True, speak=True)
    assert player.said.startswith("Watching the solver")
    player.press("x")
    assert "Watching" not in player.said


def test_what_the_mouse_does_is_told() -> None:
    player = GamePlayer(speak=True)
    player.click(4, 1)
    assert player.message == "Revealed 6 cells. Column 4, row 1: empty"
    player.click(1, 1, RIGHT)
    assert player.message == "Flagged. Column 1, row 1: flag"
    player.down(2, 3, LEFT)
    player.wait(600)
    assert player.message == "Flagged. Column 2, row 3: flag"


def test_how_many_cells_are_flagged_around_a_number_is_told() -> None:
    player = GamePlayer("*.*..*", setup=Setup(6, 1, 3, win="flags"), speak=True)
    player.press("right", "enter", " ")
    assert player.said == "Flagged 2 cells. Column 2, row 1: 2, 2 flags"
    player.press("u")
    assert player.said == "2 flags removed. Undone. Column 2, row 1: 2, 2 covered neighbours"


def test_a_search_ends_in_words() -> None:
    player = GamePlayer(None, setup=Setup(9, 9, 10, no_guess=True), speak=True)
    player.press("enter")
    player.wait_until_idle()
    assert player.message.startswith("Revealed ")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["enter"], "A guess-free board with 9 mines"),
        (["down", "enter"], "You may have to guess on this board"),
    ],
)
def test_who_hears_that_no_board_was_found_hears_what_is_played_instead(
    keys: list[str], told: str
) -> None:
    player = GamePlayer(None, setup=Setup(9, 9, 10, no_guess=True), speak=True)
    player.press("enter", "escape")
    assert player.shows("Search stopped")
    column, row = player.canvas.cursor or (0, 0)
    assert player.lines[row][column:].startswith("1  Fewer mines: 9")
    player.press(*keys)
    player.wait_until_idle()
    assert re.fullmatch(rf"Revealed \d+ cells. {told}. Column 1, row 1: empty", player.said)


def test_the_hardware_cursor_stays_on_the_cell() -> None:
    player = GamePlayer(speak=True)
    player.press("right")
    column, row = player.place_of(2, 1)
    assert player.canvas.cursor == (column + 1, row)


def test_nothing_is_told_unasked() -> None:
    player = GamePlayer()
    player.press("$", "enter")
    assert not player.shows("Column")


def test_drawing_tells_the_same_again() -> None:
    player = GamePlayer(speak=True)
    player.press("$", "enter")
    assert player.draw().lines() == player.draw().lines()
    assert player.message.startswith("Revealed")


def test_the_moves_of_the_solver_are_told() -> None:
    player = GamePlayer(None, demo=True, speak=True)
    player.press("right")
    assert "Revealed " in player.said
    assert "Column " in player.said


def test_a_replay_tells_the_cell_of_each_move() -> None:
    player = ReplayPlayer(won(), speak=True)
    player.press(" ", "home")
    assert "column" not in "\n".join(player.lines).lower()
    player.press("right")
    move = player.screen.replay.steps[0].move
    column, row = player.screen.game.grid.place(move.cell)
    assert f"Column {column}, row {row}: " in "\n".join(player.lines)


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


def test_what_there_is_to_say_comes_before_the_lessons() -> None:
    player = GamePlayer(first_time=True)
    player.press("c")
    assert player.message == "Only a revealed number can be chorded"
    assert player.shows(LESSONS[2])


# An unmet chord


def chorded(**options: object) -> GamePlayer:
    """A number is chorded that has no flag."""
    player = GamePlayer(**options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter")
    player.go_to(2, 1)
    player.press("c")
    return player


def lit(player: GamePlayer) -> list[tuple[int, int]]:
    return player.painted(player.theme.lit)


def test_an_unmet_chord_lights_its_covered_neighbours_for_a_moment() -> None:
    player = chorded()
    assert lit(player) == [(1, 1), (1, 2)]
    assert player.message == "1 needs 1 flag, 0 are set"
    assert player.screen.next_wakeup(player.now) == MOMENT
    player.wait(MOMENT - 1)
    assert lit(player) == [(1, 1), (1, 2)]
    player.wait(1)
    assert lit(player) == []
    assert player.message == "1 needs 1 flag, 0 are set"


def test_enter_on_a_number_lights_as_well() -> None:
    player = chorded()
    player.press("enter")
    assert lit(player) == [(1, 1), (1, 2)]


@pytest.mark.parametrize("key", ["f", " "])
def test_an_unmet_flag_chord_lights_them_as_well(key: str) -> None:
    player = chorded()
    player.wait(MOMENT)
    player.press(key)
    assert lit(player) == [(1, 1), (1, 2)]
    assert player.message == "Only 1 of its 2 covered neighbours is a mine"
    player.wait(MOMENT)
    assert lit(player) == []


@pytest.mark.parametrize("key", ["right", "y", "x", "tab"])
def test_any_key_ends_the_light_and_does_what_it_does(key: str) -> None:
    player, dark = chorded(), chorded()
    dark.wait(MOMENT)
    dark.now -= MOMENT
    for each in (player, dark):
        each.press(key)
    assert lit(player) == []
    assert player.position == dark.position
    assert player.cursor == dark.cursor


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (["left", "f", "down", "f", "right", "up", "c"], "1 needs 1 flag, 2 are set"),
        (["left", "f", "right", "c"], ""),
        (["left", "c"], "Only a revealed number can be chorded"),
    ],
)
def test_flags_and_what_is_no_unmet_chord_stay_dark(keys: list[str], message: str) -> None:
    player = chorded()
    player.press(*keys)
    assert player.message == message
    assert lit(player) == []


def test_an_emoji_that_hides_its_ground_is_lit_by_another() -> None:
    player = chorded(glyphs="emoji")
    assert [line.count("🟨") for line in player.shown[2:5]] == [1, 1, 0]
    player.wait(MOMENT)
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
