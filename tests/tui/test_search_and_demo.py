"""A board that needs no guess is searched for, and the solver plays; on the screen in memory."""

from itertools import islice

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_layout
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.settings.table import Binding
from minesweeper.solver.guess_free import deal_guess_free, search_guess_free
from minesweeper.store.games import Games
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screen import QUIT
from minesweeper.tui.screens.demo import END_SHOWN, PACE, SPEEDS, DemoScreen
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.help import HelpPage
from tests.harness.seat import RIGHT, Seat, lines_of

# Searched for by moving mines, in about twenty steps from the corner; the other has no such board.
DENSE = Setup(30, 16, 140, no_guess=True)
HOPELESS = Setup(2, 2, 2, no_guess=True)
EASY = Setup(8, 8, 10, no_guess=True)
TALL = (80, 40)
# A search that takes so long is told of.
LONG = 100
LOOKING = "Looking for a board that needs no guess: "


def searching(setup: Setup = DENSE) -> Seat:
    """A seat where the first reveal waits for a board."""
    seat = Seat(None, TALL, setup=setup)
    seat.press("enter")
    assert seat.screen.state == "searching"
    return seat


def found(seat: Seat) -> Seat:
    """The seat after the search."""
    for _ in range(5_000):
        if seat.screen.state != "searching":
            return seat
        seat.wait(0)
    raise AssertionError("the search ends")


# A search


def test_the_first_reveal_waits_for_the_search() -> None:
    seat = searching()
    seat.wait(0)
    assert seat.screen.state == "searching"
    assert set(seat.position) == {"#", "\n"}
    assert seat.screen.session.clicks == 0
    found(seat)
    assert seat.position.startswith(".")
    assert seat.screen.session.clicks == 1


def test_the_search_wants_to_go_on_at_once() -> None:
    seat = searching()
    assert seat.screen.next_wakeup(seat.now) == 0
    assert found(seat).screen.next_wakeup(seat.now) > 0


def test_the_clock_does_not_run_while_it_is_searched() -> None:
    seat = searching()
    seat.wait(5_000)
    assert seat.screen.state == "searching"
    assert seat.clock == "0:00"
    found(seat)
    assert seat.clock == "0:00"
    seat.wait(1_000)
    assert seat.clock == "0:01"


def test_a_search_is_told_of_only_if_it_takes_long() -> None:
    seat = searching()
    seat.wait(99)
    assert seat.said == ""
    seat.wait(1)
    assert seat.said.startswith(LOOKING)
    assert seat.said.endswith(" %; Esc takes the best so far")
    assert found(seat).said == ""


def test_the_search_tells_how_far_it_is() -> None:
    seat = searching(Setup(2, 9, 9, no_guess=True))
    seat.wait(LONG)
    done = []
    for _ in range(4):
        done.append(int(seat.said.removeprefix(LOOKING).split(" ")[0]))
        for _ in range(300):
            seat.screen.tick(seat.now)
        seat.draw()
    assert done == sorted(set(done))
    assert done[-1] <= 100


@pytest.mark.parametrize(
    ("setup", "remark"),
    [(EASY, "proved"), (DENSE, "proved, by moving mines"), (HOPELESS, "not proved")],
)
def test_the_title_says_what_was_found(setup: Setup, remark: str) -> None:
    seat = searching(setup)
    assert "proved" not in seat.title
    assert found(seat).title.endswith(f", no guess  seed 7  {remark}")


@pytest.mark.parametrize("setup", [EASY, DENSE])
def test_the_board_is_the_one_of_the_seed_and_the_first_cell(setup: Setup) -> None:
    boards = []
    for keys in ([], ["3", "3"]):
        seat = Seat(None, TALL, setup=setup)
        seat.press(*keys, "enter")
        first = seat.screen.cursor
        assert found(seat).layout == format_layout(deal_guess_free(setup, 7, first).board)
        boards.append(seat.layout)
    assert boards[0] != boards[1]


def test_the_same_seed_gives_the_same_board_however_long_it_took() -> None:
    quick, slow = found(searching()), searching()
    while slow.screen.state == "searching":
        slow.wait(3_000)
    assert quick.layout == slow.layout


@pytest.mark.parametrize("steps", [0, 3])
def test_escape_takes_the_best_so_far(steps: int) -> None:
    seat = searching()
    for _ in range(steps):
        seat.wait(0)
    assert seat.press("escape") is None
    assert seat.screen.state != "searching"
    search = search_guess_free(DENSE, 7, seat.screen.cursor)
    best = list(islice(search, steps + 1))[-1]
    assert seat.layout == format_layout(best.board)
    assert seat.position.startswith(".")
    assert not best.proved
    assert seat.title.endswith("seed 7  not proved")


@pytest.mark.parametrize("key", ["n", "r", "i", "a", "x", "p", "?", " ", "right", "enter", "b"])
def test_other_keys_do_nothing_during_a_search(key: str) -> None:
    undisturbed, seat = searching(), searching()
    for each in (undisturbed, seat):
        each.wait(LONG)
    before = seat.lines
    assert seat.press(key) is None
    assert seat.screen.state == "searching"
    assert seat.lines == before
    assert found(seat).lines == found(undisturbed).lines
    assert set(seat.screen.session.helps) == set()


def test_the_mouse_does_nothing_during_a_search() -> None:
    seat = searching()
    seat.click(5, 5)
    seat.click(5, 5, RIGHT)
    seat.mouse(1, True, 40, seat.header)
    seat.mouse(1, False, 40, seat.header)
    assert seat.screen.state == "searching"
    assert found(seat).screen.session.clicks == 1
    assert seat.cursor == (1, 1)


@pytest.mark.parametrize("key", ["q", "Q", "ctrl-c"])
def test_quitting_needs_no_board(key: str) -> None:
    assert searching().press(key) is QUIT


def test_a_click_waits_for_a_board_too() -> None:
    seat = Seat(None, TALL, setup=DENSE)
    seat.click(5, 5)
    assert seat.screen.state == "searching"
    assert found(seat).screen.session.game.is_revealed(seat.screen.grid.cell(5, 5))


@pytest.mark.parametrize("key", [" ", "c", "i", "a"])
def test_only_a_reveal_needs_a_board(key: str) -> None:
    seat = Seat(None, TALL, setup=DENSE)
    seat.press(key)
    assert seat.screen.state != "searching"


def test_a_flag_before_the_first_reveal_protects_its_cell_from_a_search() -> None:
    seat = Seat(None, TALL, setup=DENSE)
    seat.press("f", "enter")
    assert seat.screen.state != "searching"
    assert seat.said == "A flag protects this cell"


def test_only_the_first_reveal_is_searched_for() -> None:
    seat = found(searching(EASY))
    seat.press("G", "$", "enter")
    assert seat.screen.state != "searching"


def test_a_board_with_guesses_is_not_searched_for() -> None:
    seat = Seat(None, setup=Setup(8, 8, 10))
    seat.press("enter")
    assert seat.screen.state != "searching"
    assert "proved" not in seat.title


def test_the_same_board_again_needs_no_search() -> None:
    seat = found(searching())
    layout = seat.layout
    seat.press("r", "G", "$", "enter")
    assert seat.screen.state != "searching"
    assert seat.layout == layout
    assert seat.title.endswith("seed 7  proved, by moving mines")


def test_a_new_board_is_searched_for_anew() -> None:
    seat = found(searching())
    layout = seat.layout
    seat.press("n")
    assert seat.title.endswith("no guess  seed 8")
    seat.press("enter")
    assert seat.screen.state == "searching"
    assert found(seat).layout != layout
    assert "seed 8  proved" in seat.title


# The demo


class DemoSeat(Seat):
    """Somebody who watches."""

    def open(self, games: Games, **options: object) -> GameScreen:
        self.demo = DemoScreen(games, self.looks, speak=bool(options.get("speak")))
        return self.demo


def watching(layout: str | None = None, setup: Setup | None = None) -> DemoSeat:
    """A seat where the demo is about to begin."""
    if layout is None and setup is None:
        setup = Setup(9, 9, 10)
    seat = DemoSeat(layout, setup=setup)
    seat.wait(0)
    return seat


def played(seat: Seat) -> int:
    return len(seat.screen.session.moves)


def seed(number: int) -> DemoSeat:
    seat = watching()
    seat.press(*["n"] * (number - 7))
    assert seat.shows(f"seed {number}")
    return seat


def test_the_demo_plays_a_move_at_a_time_by_itself() -> None:
    seat = watching()
    assert seat.screen.next_wakeup(seat.now) == PACE
    seat.wait(PACE - 1)
    assert played(seat) == 0
    for moves in (1, 2, 3):
        seat.wait(1)
        assert played(seat) == moves
        seat.wait(PACE - 1)
        assert played(seat) == moves


def test_the_demo_says_how_to_take_over_and_then_why_it_moves() -> None:
    seat = watching()
    assert seat.said == "Watching the solver: Enter takes over"
    seat.wait(PACE)
    assert seat.said == "Nothing is known yet: any cell will do"
    for _ in range(5):
        before = seat.said
        seat.wait(PACE)
        assert seat.said.endswith(("is safe", "are safe", "is a mine", "are mines"))
        assert seat.said != before


def test_the_reason_names_the_cell_that_was_played() -> None:
    seat = watching(".*..\n....\n...*")
    seat.wait(PACE)
    assert seat.said == "Nothing is certain: the best guess is 1,1, 78% to win"
    assert seat.cursor == (1, 1)
    assert seat.screen.session.game.is_revealed(seat.screen.cursor)


@pytest.mark.parametrize("number", [8, 9, 10, 15])
def test_the_demo_plays_a_game_to_its_end(number: int) -> None:
    seat = seed(number)
    for _ in range(60):
        if seat.status is not Status.PLAYING:
            break
        seat.wait(PACE)
    assert seat.status is Status.WON
    assert seat.said.startswith("Won :)")


@pytest.mark.parametrize("number", [7, 16])
def test_the_demo_plays_a_game_with_many_mines_together_to_its_end(number: int) -> None:
    seat = seed(number)
    for _ in range(81):
        if seat.status is Status.PLAYING:
            seat.wait(PACE)
    assert seat.status is not Status.PLAYING


def test_after_the_end_the_demo_deals_anew() -> None:
    seat = seed(8)
    while seat.status is Status.PLAYING:
        seat.wait(PACE)
    seat.wait(END_SHOWN - 1)
    assert seat.shows("seed 8")
    seat.wait(1)
    assert seat.shows("seed 9")
    seat.wait(PACE)
    assert played(seat) == 1


def test_the_look_back_follows_a_game_of_the_demo() -> None:
    seat = seed(8)
    for _ in range(60):
        seat.wait(PACE if seat.status is Status.PLAYING else 0)
    assert "guess" in seat.said


def test_space_stops_the_demo_and_lets_it_go_on() -> None:
    seat = watching()
    seat.wait(PACE)
    seat.press(" ")
    for _ in range(3):
        seat.wait(PACE)
    assert played(seat) == 1
    assert seat.position.count("F") == 0
    seat.press(" ")
    seat.wait(0)
    assert played(seat) == 1
    seat.wait(PACE)
    assert played(seat) == 2


@pytest.mark.parametrize("key", ["right", "l", "L"])
def test_right_makes_one_move_and_stops(key: str) -> None:
    seat = watching()
    for moves in (1, 2, 3):
        seat.press(key)
        assert played(seat) == moves
        seat.wait(PACE)
        seat.wait(PACE)
        assert played(seat) == moves
    assert seat.said.endswith(("is safe", "are safe"))


@pytest.mark.parametrize(
    ("keys", "speed"),
    [
        (["up"], 2),
        (["k", "k"], 4),
        (["down"], 0.5),
        (["j", "j"], 0.25),
        (["up", "down"], 1),
        (["up"] * 20, SPEEDS[-1]),
        (["down"] * 20, SPEEDS[0]),
        (["down"] * 20 + ["up"] * 2, 1),
    ],
)
def test_up_and_down_change_the_speed(keys: list[str], speed: float) -> None:
    seat = watching()
    seat.press(*keys)
    assert seat.said == f"Speed {speed}"
    seat.wait(0)
    seat.wait(round(PACE / speed) - 1)
    assert played(seat) == 0
    seat.wait(1)
    assert played(seat) == 1


def test_the_speed_is_kept_on_the_next_board() -> None:
    seat = watching()
    seat.press("up", "n")
    seat.wait(0)
    seat.wait(PACE // 2)
    assert played(seat) == 1


def test_enter_takes_over() -> None:
    seat = watching()
    seat.wait(PACE)
    seat.wait(PACE)
    seat.press("enter")
    assert seat.said == "It is your game now"
    for _ in range(5):
        seat.wait(10 * PACE)
    assert played(seat) == 2
    assert seat.status is Status.PLAYING


def test_after_that_all_keys_do_what_they_always_do() -> None:
    seat = watching("*...\n....\n...*")
    seat.press("enter", "right", "right", "right", "enter")
    assert seat.position == "#1..\n#111\n####\n"
    seat.press("down", "down", " ")
    assert seat.position == "#1..\n#111\n###F\n"
    seat.press("up", "left")
    assert seat.cursor == (3, 2)
    assert seat.said == ""
    assert seat.shows("Enter reveal")


def test_a_game_taken_over_can_be_won() -> None:
    seat = watching("*...\n....\n...*")
    seat.press("enter", "$", "enter", "0", "G", "enter")
    assert seat.status is Status.WON
    seat.wait(END_SHOWN)
    seat.wait(END_SHOWN)
    assert seat.status is Status.WON


def test_a_game_that_the_demo_plays_in_is_helped() -> None:
    seat = watching()
    assert set(seat.screen.session.helps) == set()
    seat.wait(PACE)
    assert set(seat.screen.session.helps) == {"demo"}
    assert seat.title == "beginner 9x9, 10 mines  seed 7  demo"
    seat.press("enter")
    assert set(seat.screen.session.helps) == {"demo"}


def test_a_game_taken_over_before_the_first_move_is_not_helped() -> None:
    seat = watching()
    seat.press("enter", "enter")
    assert played(seat) == 1
    assert set(seat.screen.session.helps) == set()


@pytest.mark.parametrize("key", ["q", "ctrl-c"])
def test_quitting_ends_the_demo(key: str) -> None:
    assert watching().press(key) is QUIT


def test_the_keys_of_the_demo_are_named_while_it_plays() -> None:
    seat = watching()
    assert seat.shows("Enter take over")
    assert not seat.shows("Enter reveal")
    seat.press("enter")
    assert seat.shows("Enter reveal")
    assert not seat.shows("take over")


def test_the_help_of_the_demo_names_its_keys_first() -> None:
    page = watching().press("?")
    assert isinstance(page, HelpPage)
    texts = [" ".join(line.split()) for line in lines_of(page, (40, 60)) if line]
    assert texts[1:4] == ["Watching the solver", "Enter take over", "Space stop, continue"]
    assert [text.split()[0] for text in texts[4:8]] == ["Right", "Up", "Down", "Moving"]
    assert texts[8] == "1-9 Left h move"


def test_no_key_stands_for_two_things_in_the_help_of_the_demo() -> None:
    own = {"new": "space", "flag": "f", "theme": "k", "up": "w"}
    rows = bound_rows("default", {name: Binding((key,), "file") for name, key in own.items()})
    seat = watching()
    seat.screen = DemoScreen(Games(Dealer(Setup(9, 9, 10), lambda: 1)), seat.looks, keymap=rows)
    told = [key for row in seat.screen.help_keymap for keys in row.actions.values() for key in keys]
    assert len(told) == len(set(told))
    assert "new game" not in {row.help for row in seat.screen.help_keymap}
    seat.press("enter")
    assert seat.screen.help_keymap == rows


def test_the_demo_is_the_same_every_time() -> None:
    one, other = watching(), watching()
    for seat in (one, other):
        for _ in range(8):
            seat.wait(PACE)
    assert one.lines == other.lines


def test_the_demo_searches_for_a_board_too() -> None:
    seat = watching(setup=EASY)
    seat.wait(PACE)
    assert seat.screen.state == "searching"
    assert found(seat).title.endswith("proved  demo")


@pytest.mark.parametrize("keys", [[], ["right"]])
def test_the_demo_stands_still_in_a_pause(keys: list[str]) -> None:
    seat = watching()
    seat.wait(PACE)
    seat.press("p")
    before = seat.said, seat.cursor
    seat.press(*keys)
    seat.wait(PACE)
    seat.wait(PACE)
    assert (seat.said, seat.cursor) == before


def test_a_new_board_has_no_reasons_yet() -> None:
    seat = watching()
    seat.wait(PACE)
    seat.wait(PACE)
    seat.press("n")
    assert "safe" not in seat.said


@pytest.mark.parametrize(
    ("key", "said"), [("z", "The left button flags"), ("x", "There are no flags"), ("i", "Look at")]
)
def test_what_other_keys_say_is_said_during_the_demo(key: str, said: str) -> None:
    seat = watching()
    seat.wait(PACE)
    seat.press(key)
    assert seat.said.startswith(said)
