"""What a paused, finished, hidden or searching game answers, and that it does nothing else."""

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.tui.keys import DEMO_ROWS, ROWS
from minesweeper.tui.screen import QUIT, Key, Leave, Screen
from minesweeper.tui.screens.demo import PACE
from minesweeper.tui.screens.game import QUIET
from minesweeper.tui.widgets.pointer import HELD
from tests.harness.seat import LEFT, MIDDLE, RIGHT, WHEEL_DOWN, WHEEL_UP, Seat
from tests.tui.test_replay_screen import Watcher, won
from tests.tui.test_search_and_demo import DemoSeat

EXPERT = Setup(30, 16, 99)
KEYS = [key for row in ROWS for keys in row.actions.values() for key in keys]
TOO_SMALL = (80, 6)
CONTINUE = "p continue  ? help  q quit"


def keys_of(*actions: str) -> list[str]:
    bound = {action: keys for row in ROWS for action, keys in row.actions.items()}
    return [key for action in actions for key in bound[action]]


# In a pause


def paused(size: tuple[int, int] = (80, 24)) -> Seat:
    seat = Seat(None, size, setup=EXPERT)
    seat.press("3", "3", "3", "3", "3", "enter")
    seat.wait(2_500)
    seat.press("p")
    return seat


@pytest.mark.parametrize("button", [WHEEL_UP, WHEEL_DOWN])
def test_the_wheel_moves_nothing_in_a_pause(button: int) -> None:
    seat = paused((40, 12))
    before = seat.everything, seat.screen.view.left, seat.screen.view.top
    seat.mouse(button, True, 5, 5)
    assert (seat.everything, seat.screen.view.left, seat.screen.view.top) == before


@pytest.mark.parametrize("key", keys_of("undo", "redo", "hint", "odds", "check-flags", "chord"))
def test_nothing_is_said_of_what_a_pause_does_not_answer(key: str) -> None:
    seat = paused()
    before = seat.everything
    seat.press(key)
    assert seat.everything == before
    assert seat.said == ""


@pytest.mark.parametrize("key", ["p", "enter", " "])
def test_a_pause_is_ended_and_nothing_else_is_done(key: str) -> None:
    seat = paused()
    cursor, entries = seat.cursor, len(seat.screen.session.entries)
    seat.press(key)
    assert seat.cursor == cursor
    added = [entry.word for entry in seat.screen.session.entries[entries:]]
    assert added == ["resume"]


def test_the_keys_of_a_pause_are_named_for_what_they_do() -> None:
    seat = paused()
    assert seat.shows(CONTINUE)
    assert not seat.shows("p pause")
    seat.press("p")
    assert seat.shows("p pause")


def test_a_button_pressed_before_a_pause_does_nothing_after_it() -> None:
    seat = Seat()
    seat.press("$", "enter")
    before = seat.position
    seat.down(1, 3)
    seat.press("p", "p")
    seat.up(1, 3)
    assert seat.position == before


@pytest.mark.parametrize("key", ["?", "m", "s", "q", "t"])
def test_pages_looks_and_the_end_are_answered_in_a_pause(key: str) -> None:
    seat = paused()
    pieces = seat.canvas.pieces
    assert seat.press(key) is not None or seat.canvas.pieces != pieces
    assert seat.screen.session.paused


# In the demo


def watched() -> DemoSeat:
    seat = DemoSeat(None, setup=Setup(9, 9, 10))
    seat.wait(0)
    seat.wait(PACE)
    return seat


@pytest.mark.parametrize("key", ["p", "enter", " "])
def test_a_pause_of_the_demo_is_ended_and_the_solver_plays_on(key: str) -> None:
    seat = watched()
    seat.press("p")
    assert seat.shows("Paused")
    assert seat.shows(CONTINUE)
    seat.press(key)
    assert not seat.shows("Paused")
    assert seat.demo.watching
    assert not seat.demo.stopped
    assert seat.shows("Enter take over")
    moves = len(seat.screen.session.moves)
    seat.wait(0)
    seat.wait(PACE)
    assert len(seat.screen.session.moves) == moves + 1


@pytest.mark.parametrize("key", ["right", "up", "down", "l", "j", "k"])
def test_the_keys_of_the_demo_do_nothing_in_a_pause(key: str) -> None:
    seat = watched()
    seat.press("p")
    before = seat.cursor, seat.position
    seat.press(key, "p")
    seat.press("p")
    assert (seat.cursor, seat.position) == before
    assert not seat.demo.stopped


def test_a_demo_that_stands_still_names_the_key_that_lets_it_go_on() -> None:
    seat = watched()
    assert seat.shows("Space stop")
    seat.press(" ")
    assert seat.shows("Space continue")


def test_a_replay_in_a_pause_names_the_key_that_lets_it_go_on() -> None:
    watcher = Watcher(won())
    assert "Space pause" in "\n".join(watcher.lines)
    watcher.press(" ")
    assert "Space continue" in "\n".join(watcher.lines)


def test_taking_over_a_finished_game_does_not_deal_with_the_same_key_held() -> None:
    seat = DemoSeat("*...\n....\n...*")
    seat.press("enter", "enter")
    seat.wait(30)
    seat.press("enter")
    assert seat.status is Status.LOST
    for _ in range(20):
        seat.wait(30)
        seat.press("enter")
    assert seat.status is Status.LOST


# In a window too small to show the field

ANSWERED = keys_of("menu", "records", "settings", "help", "quit", "pause", "theme", "zoom-in")
ANSWERED += keys_of("zoom-out", "repaint")


@pytest.mark.parametrize("key", sorted({*KEYS} - {*ANSWERED}))
def test_no_key_plays_blind(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", "down")
    seat.press("f", "u")
    seat.resize(*TOO_SMALL)
    before = seat.everything
    assert seat.press(key) is None
    assert seat.everything == before


@pytest.mark.parametrize("key", [key for row in DEMO_ROWS for [key, *_] in row.actions.values()])
def test_no_key_of_the_demo_works_blind(key: str) -> None:
    seat = watched()
    seat.resize(*TOO_SMALL)
    seat.press(key)
    assert seat.demo.watching
    assert not seat.demo.stopped


@pytest.mark.parametrize("key", ["q", "?", "m", "s"])
def test_pages_and_the_end_are_answered_in_a_small_window(key: str) -> None:
    seat = Seat()
    seat.resize(*TOO_SMALL)
    reaction = seat.press(key)
    assert isinstance(reaction, Screen) or reaction is QUIT


def test_a_button_held_while_the_window_shrinks_flags_nothing() -> None:
    seat = Seat()
    seat.down(1, 1)
    seat.resize(*TOO_SMALL)
    seat.wait(HELD)
    assert seat.screen.session.clicks == 0


def test_a_key_that_comes_before_the_new_game_is_drawn_plays_nothing_blind() -> None:
    seat = Seat("*.", (16, 5))
    assert seat.shows("[#]")
    menu = seat.press("m")
    assert isinstance(menu, Screen)
    menu.handle(Key("1"), seat.now)
    chosen = menu.handle(Key("enter"), seat.now)
    assert isinstance(chosen, Leave)
    seat.screen.uncovered(chosen.result, seat.now)
    seat.screen.handle(Key("enter"), seat.now)
    assert seat.screen.session.clicks == 0


# During a search


def test_keys_held_during_a_search_deal_nothing_right_after_it() -> None:
    seat = Seat(None, setup=Setup(3, 1, 1, no_guess=True))
    seat.press("enter")
    seat.wait(QUIET)
    assert seat.screen.state == "searching"
    seat.press("enter")
    while seat.screen.state == "searching":
        seat.wait(0)
    seed = seat.title
    assert seat.screen.session.over
    seat.press("enter")
    assert seat.title == seed


# After the end


def lost() -> Seat:
    """A seat at a lost game that was looked back on."""
    seat = Seat()
    seat.press("$", "enter", "home", "enter")
    while not seat.screen.next_wakeup(seat.now):
        seat.wait(0)
    assert "Avoidable" in seat.said
    return seat


IDLE = ["i", "a", "x", "c", "f", " ", "p", "b", "escape", "enter"]


@pytest.mark.parametrize("key", IDLE)
def test_what_does_nothing_leaves_the_review_of_a_lost_game(key: str) -> None:
    seat = lost()
    said = seat.said
    seat.press(key)
    assert seat.said.startswith(said)
    seat.press(key)
    assert seat.said.startswith(said)


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("place", [(1, 1), (4, 1), (2, 3)])
def test_a_click_on_the_field_leaves_the_review(button: int, place: tuple[int, int]) -> None:
    seat = lost()
    said, cursor = seat.said, seat.cursor
    seat.click(*place, button)
    assert seat.said.startswith(said)
    assert seat.cursor == cursor


def test_a_click_beside_the_field_and_the_wheel_leave_the_review() -> None:
    seat = lost()
    lines = seat.lines
    for pressed in (True, False):
        seat.mouse(LEFT, pressed, 1, 1)
    seat.mouse(WHEEL_DOWN, True, 40, 12)
    assert seat.lines == lines


def test_a_long_review_is_left_lying_over_the_field() -> None:
    seat = Seat(size=(20, 8))
    seat.press("$", "enter", "home", "enter")
    while not seat.screen.next_wakeup(seat.now):
        seat.wait(0)
    lines = seat.lines
    seat.press("b", "escape", "left")
    seat.mouse(WHEEL_UP, True, 5, 5)
    assert seat.lines == lines
    seat.press("right")
    assert seat.lines != lines


@pytest.mark.parametrize("key", IDLE)
def test_what_does_nothing_leaves_the_lines_of_a_win(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", "0", "G", "enter")
    while not seat.screen.next_wakeup(seat.now):
        seat.wait(0)
    said = seat.said
    assert said.startswith("Won :)")
    assert "Won without a guess" in said
    seat.press(key)
    assert seat.said.startswith(said)


def test_the_review_goes_with_the_undo_that_does_something() -> None:
    seat = lost()
    seat.press("u")
    assert seat.said == "Undone"


@pytest.mark.parametrize("key", ["i", "x", "b"])
def test_who_listens_is_left_the_review_too(key: str) -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "0", "enter")
    while not seat.screen.next_wakeup(seat.now):
        seat.wait(10)
    seat.press(key)
    assert "Avoidable" in seat.said


# What keeps a game from being a record


def test_a_flag_check_without_flags_is_no_help() -> None:
    seat = Seat()
    seat.press("$", "enter", "x")
    assert seat.said == "There are no flags to check"
    assert seat.screen.session.helps == set()
    assert seat.title == "4x3, 2 mines  the board given"
    seat.press("0", "f", "x")
    assert seat.screen.session.helps == {"flag check"}


def test_that_the_mines_are_shown_is_noted_once_a_game() -> None:
    seat = Seat(show_mines=True)
    seat.press("$", "enter", "0", "f", "f", "c", "u", "y", "f")
    helps = [entry.detail for entry in seat.screen.session.entries if entry.word == "help"]
    assert helps == ["shown mines"]
