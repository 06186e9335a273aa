"""What a player hears, what a first-time player is taught, and the light round an unmet chord."""

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.game import MOMENT
from tests.harness.seat import LEFT, RIGHT, Seat
from tests.tui.test_replay_screen import Watcher, won
from tests.tui.test_search_and_demo import DemoSeat

LESSONS = (
    "Arrows move, Enter reveals, Space flags",
    "A number counts the mines that touch it",
    "Try i for a hint, m a menu, ? all keys",
)


# Speech


def test_each_move_of_the_cursor_is_followed_in_words() -> None:
    seat = Seat(speak=True)
    assert seat.message == "Column 1, row 1: covered"
    seat.press("right", "down")
    assert seat.message == "Column 2, row 2: covered"


def test_what_happened_comes_first() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter")
    assert seat.message == "Revealed 6 cells. Column 4, row 1: empty"
    seat.press("left")
    assert seat.message == "Column 3, row 1: empty"
    seat.press("left")
    assert seat.message == "Column 2, row 1: 1, 2 covered neighbours"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["f"], "Flagged. Column 1, row 1: flag"),
        (["f", "f"], "Flag removed. Column 1, row 1: covered"),
        (["f", "enter"], "A flag protects this cell. Column 1, row 1: flag"),
        (["G", "enter", "u"], "Covered 6 cells again. Undone. Column 1, row 3: covered"),
        (["n"], "New game: 4x3, 2 mines. Column 1, row 1: covered"),
        (["$", "enter", "p"], "Paused"),
        (["$", "enter", "p", "p"], "Column 4, row 1: empty"),
    ],
)
def test_every_action_is_told(keys: list[str], said: str) -> None:
    seat = Seat(speak=True)
    seat.press(*keys)
    assert seat.said == said


def test_the_end_is_told_beside_the_result() -> None:
    seat = Seat(speak=True)
    seat.press("enter")
    assert seat.said.startswith("Lost :(")
    assert "Column 1, row 1: exploded mine" in seat.said


def test_a_hint_names_what_it_marks() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "i")
    assert seat.said.startswith("Look at 2,1 and 2,2: i again names the move")


def test_a_hint_is_told_once_and_then_only_the_cell() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "i", "left")
    assert seat.said == "Column 3, row 1: empty"
    assert seat.painted(seat.theme.marks["premise"]) == [(2, 1), (2, 2)]
    seat.press("i")
    told = seat.said
    seat.press("i")
    assert seat.said == told
    assert "are mines" in told or "are safe" in told or "is safe" in told


def test_the_end_and_its_look_back_are_told_once() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "0", "enter")
    while seat.screen.next_wakeup(seat.now) == 0:
        seat.wait(10)
    assert "Lost :(" in seat.said
    assert "Avoidable" in seat.said
    seat.press("right")
    assert seat.said == "Column 2, row 1: 1, 1 covered neighbour, 1 mine"


def test_the_odds_follow_the_cell() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "a", "0")
    assert seat.said == "Column 1, row 1: covered. A mine here: 50.0%"
    seat.press("down")
    assert seat.said == "Column 1, row 2: covered. A mine here: 50.0%"


def test_what_stands_there_unasked_is_told_once() -> None:
    seat = DemoSeat(None, speak=True)
    assert seat.said.startswith("Watching the solver")
    seat.press("x")
    assert "watching" not in seat.said


def test_what_the_mouse_does_is_told() -> None:
    seat = Seat(speak=True)
    seat.click(4, 1)
    assert seat.message == "Revealed 6 cells. Column 4, row 1: empty"
    seat.click(1, 1, RIGHT)
    assert seat.message == "Flagged. Column 1, row 1: flag"
    seat.down(2, 3, LEFT)
    seat.wait(600)
    assert seat.message == "Flagged. Column 2, row 3: flag"


def test_a_search_ends_in_words() -> None:
    seat = Seat(None, setup=Setup(9, 9, 10, no_guess=True), speak=True)
    seat.press("enter")
    while seat.screen.state == "searching":
        seat.wait(10)
    assert seat.message.startswith("Revealed ")


def test_the_hardware_cursor_stays_on_the_cell() -> None:
    seat = Seat(speak=True)
    seat.press("right")
    column, row = seat.place_of(2, 1)
    assert seat.canvas.cursor == (column + 1, row)


def test_nothing_is_told_unasked() -> None:
    seat = Seat()
    seat.press("$", "enter")
    assert not seat.shows("column")


def test_drawing_tells_the_same_again() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter")
    assert seat.draw().lines() == seat.draw().lines()
    assert seat.message.startswith("Revealed")


def test_the_moves_of_the_solver_are_told() -> None:
    seat = DemoSeat(None, speak=True)
    seat.press("right")
    assert "Revealed " in seat.said
    assert "Column " in seat.said


def test_a_replay_tells_the_cell_of_each_move() -> None:
    watcher = Watcher(won(), speak=True)
    watcher.press(" ", "home")
    assert "column" not in "\n".join(watcher.lines).lower()
    watcher.press("right")
    move = watcher.screen.replay.steps[0].move
    column, row = watcher.screen.game.grid.place(move.cell)
    assert f"Column {column}, row {row}: " in "\n".join(watcher.lines)


# The first time


def test_a_first_time_player_is_taught_the_keys_until_the_first_move() -> None:
    seat = Seat(first_time=True)
    for line in LESSONS:
        assert seat.shows(line)
    seat.press("right", "n")
    assert seat.shows(LESSONS[0])
    seat.press("f")
    assert not any(seat.shows(line) for line in LESSONS)
    seat.press("n")
    assert not any(seat.shows(line) for line in LESSONS)


def test_others_are_taught_nothing() -> None:
    assert not any(Seat().shows(line) for line in LESSONS)


@pytest.mark.parametrize(
    "size", [(80, 24), (40, 12), (39, 12), (38, 24), (40, 9), (20, 8), (16, 7)]
)
def test_the_lessons_hide_nothing(size: tuple[int, int]) -> None:
    plain, taught = Seat(size=size), Seat(size=size, first_time=True)
    shown = [line for line in taught.lines if line.strip() not in LESSONS]
    assert [line for line in shown if line] == [line for line in plain.lines if line]
    taught_lines = [line for line in LESSONS if taught.shows(line)]
    assert taught_lines in ([], [*LESSONS])


def test_lessons_fit_beside_an_intermediate_board_at_80x24() -> None:
    seat = Seat(None, setup=Setup(16, 16, 40), first_time=True)
    assert all(seat.shows(line) for line in LESSONS)
    assert seat.shows("? help")


def test_what_there_is_to_say_comes_before_the_lessons() -> None:
    seat = Seat(first_time=True)
    seat.press("c")
    assert seat.message == "Only a revealed number can be chorded"
    assert seat.shows(LESSONS[2])


# An unmet chord


def chorded(**options: object) -> Seat:
    """A number is chorded that has no flag."""
    seat = Seat(**options)  # type: ignore[arg-type]  # the seat's own
    seat.press("$", "enter")
    seat.go_to(2, 1)
    seat.press("c")
    return seat


def lit(seat: Seat) -> list[tuple[int, int]]:
    return seat.painted(seat.theme.lit)


def test_an_unmet_chord_lights_its_covered_neighbours_for_a_moment() -> None:
    seat = chorded()
    assert lit(seat) == [(1, 1), (1, 2)]
    assert seat.message == "1 needs 1 flag, 0 are set"
    assert seat.screen.next_wakeup(seat.now) == MOMENT
    seat.wait(MOMENT - 1)
    assert lit(seat) == [(1, 1), (1, 2)]
    seat.wait(1)
    assert lit(seat) == []
    assert seat.message == "1 needs 1 flag, 0 are set"


def test_enter_on_a_number_lights_as_well() -> None:
    seat = chorded()
    seat.press("enter")
    assert lit(seat) == [(1, 1), (1, 2)]


@pytest.mark.parametrize("key", ["right", "f", "x", "tab"])
def test_any_key_ends_the_light_and_does_what_it_does(key: str) -> None:
    seat, dark = chorded(), chorded()
    dark.wait(MOMENT)
    dark.now -= MOMENT
    for each in (seat, dark):
        each.press(key)
    assert lit(seat) == []
    assert seat.position == dark.position
    assert seat.cursor == dark.cursor


def test_flags_stay_dark() -> None:
    seat = chorded()
    seat.press("left", "f", "down", "f", "right", "up", "c")
    assert seat.message == "1 needs 1 flag, 2 are set"
    assert lit(seat) == []


def test_a_chord_that_is_met_lights_nothing() -> None:
    seat = chorded()
    seat.press("left", "f", "right", "c")
    assert lit(seat) == []


def test_a_chord_on_a_covered_cell_lights_nothing() -> None:
    seat = Seat()
    seat.press("c")
    assert lit(seat) == []


def test_an_emoji_that_hides_its_ground_is_lit_by_another() -> None:
    seat = chorded(glyphs="emoji")
    assert [line.count("🟨") for line in seat.shown[3:6]] == [1, 1, 0]
    seat.wait(MOMENT)
    assert not seat.shows("🟨")


def test_odds_are_still_read_in_the_light() -> None:
    seat = chorded()
    seat.press("a", "c")
    texts = [seat.text_at(1, row).strip() for row in (1, 2)]
    assert all(text != "#" for text in texts)


def test_the_light_ends_in_time_while_the_clock_runs() -> None:
    seat = chorded()
    seat.wait(900)
    seat.press("c")
    canvas = Canvas(80, 24)
    seat.screen.draw(canvas, seat.now)
    assert seat.screen.next_wakeup(seat.now) == 100
    seat.screen.handle(Key("tab"), seat.now)
    assert seat.screen.next_wakeup(seat.now) == 100
