"""A board that needs no guess is searched for, and the solver plays; on the screen in memory."""

from itertools import islice

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_layout
from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.solver.guess_free import deal_guess_free, search_guess_free
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screen import QUIT
from minesweeper.tui.screens.demo import END_SHOWN, PACE, SPEEDS
from minesweeper.tui.screens.help import HelpPage
from tests.harness.player import RIGHT, GamePlayer, Player

# Searched for by moving mines, in about twenty steps from the corner; the other has no such board.
DENSE = Setup(30, 16, 140, no_guess=True)
HOPELESS = Setup(2, 2, 2, no_guess=True)
EASY = Setup(8, 8, 10, no_guess=True)
TALL = (80, 40)
# A search that takes so long is told of.
LONG = 100
LOOKING = "Looking for a board that needs no guess: "


def searching(setup: Setup = DENSE) -> GamePlayer:
    """A player where the first reveal waits for a board."""
    player = GamePlayer(None, TALL, setup=setup)
    player.press("enter")
    assert player.screen.state == "searching"
    return player


def found(player: GamePlayer) -> GamePlayer:
    """The player after the search."""
    player.wait_until_idle()
    assert player.screen.state != "searching"
    return player


# A search


def test_the_first_reveal_waits_for_the_search() -> None:
    player = searching()
    player.wait(0)
    assert player.screen.state == "searching"
    assert set(player.position) == {"#", "\n"}
    assert player.session.clicks == 0
    found(player)
    assert player.position.startswith(".")
    assert player.session.clicks == 1


def test_the_search_wants_to_go_on_at_once() -> None:
    player = searching()
    assert player.screen.next_wakeup(player.now) == 0
    assert found(player).screen.next_wakeup(player.now) > 0


def test_the_clock_does_not_run_while_it_is_searched() -> None:
    player = searching()
    player.wait(5_000)
    assert player.screen.state == "searching"
    assert player.clock == "0:00"
    found(player)
    assert player.clock == "0:00"
    player.wait(1_000)
    assert player.clock == "0:01"


def test_a_search_is_told_of_only_if_it_takes_long() -> None:
    player = searching()
    player.wait(99)
    assert player.said == ""
    player.wait(1)
    assert player.said.startswith(LOOKING)
    assert player.said.endswith(" %; Esc takes the best so far")
    assert found(player).said == ""


def test_the_search_tells_how_far_it_is() -> None:
    player = searching(Setup(2, 9, 9, no_guess=True))
    player.wait(LONG)
    done = []
    for _ in range(4):
        done.append(int(player.said.removeprefix(LOOKING).split(" ")[0]))
        for _ in range(300):
            player.screen.tick(player.now)
        player.draw()
    assert done == sorted(set(done))
    assert done[-1] <= 100


@pytest.mark.parametrize(
    ("setup", "title"),
    [
        (EASY, "Classic 8x8  no guess  Proved"),
        (DENSE, "30x16  no guess - seed 7 - proved, by moving mines"),
        (HOPELESS, "2x2  Not proved"),
    ],
)
def test_the_title_says_what_was_found(setup: Setup, title: str) -> None:
    player = searching(setup)
    assert "proved" not in player.title
    assert found(player).title == title


@pytest.mark.parametrize("setup", [EASY, DENSE])
def test_the_board_is_the_one_of_the_seed_and_the_first_cell(setup: Setup) -> None:
    boards = []
    for keys in ([], ["3", "3"]):
        player = GamePlayer(None, TALL, setup=setup)
        player.press(*keys, "enter")
        first = player.screen.cursor
        assert found(player).layout == format_layout(deal_guess_free(setup, 7, first).board)
        boards.append(player.layout)
    assert boards[0] != boards[1]


def test_the_same_seed_gives_the_same_board_however_long_it_took() -> None:
    quick, slow = found(searching()), searching()
    while slow.screen.state == "searching":
        slow.wait(3_000)
    assert quick.layout == slow.layout


@pytest.mark.parametrize("steps", [0, 3])
def test_escape_takes_the_best_so_far(steps: int) -> None:
    player = searching()
    for _ in range(steps):
        player.wait(0)
    assert player.press("escape") is None
    assert player.screen.state != "searching"
    search = search_guess_free(DENSE, 7, player.screen.cursor)
    best = list(islice(search, steps + 1))[-1]
    assert player.layout == format_layout(best.board)
    assert player.position.startswith(".")
    assert not best.proved
    assert player.title.endswith("seed 7 - not proved")


@pytest.mark.parametrize("key", ["n", "r", "i", "a", "x", "p", "?", " ", "right", "enter", "b"])
def test_other_keys_do_nothing_during_a_search(key: str) -> None:
    undisturbed, player = searching(), searching()
    for each in (undisturbed, player):
        each.wait(LONG)
    before = player.lines
    assert player.press(key) is None
    assert player.screen.state == "searching"
    assert player.lines == before
    assert found(player).lines == found(undisturbed).lines
    assert set(player.session.helps) == set()


def test_the_mouse_does_nothing_during_a_search() -> None:
    player = searching()
    player.click(5, 5)
    player.click(5, 5, RIGHT)
    player.click_at(40, player.header)
    assert player.screen.state == "searching"
    assert found(player).session.clicks == 1
    assert player.cursor == (1, 1)


@pytest.mark.parametrize("key", ["q", "Q", "ctrl-c"])
def test_quitting_needs_no_board(key: str) -> None:
    assert searching().press(key) is QUIT


def test_a_click_waits_for_a_board_too() -> None:
    player = GamePlayer(None, TALL, setup=DENSE)
    player.click(5, 5)
    assert player.screen.state == "searching"
    assert found(player).screen.session.game.is_revealed(player.screen.grid.cell(5, 5))


@pytest.mark.parametrize("key", [" ", "c", "i", "a"])
def test_only_a_reveal_needs_a_board(key: str) -> None:
    player = GamePlayer(None, TALL, setup=DENSE)
    player.press(key)
    assert player.screen.state != "searching"


def test_a_flag_before_the_first_reveal_protects_its_cell_from_a_search() -> None:
    player = GamePlayer(None, TALL, setup=DENSE)
    player.press("f", "enter")
    assert player.screen.state != "searching"
    assert player.said == "A flag protects this cell"


def test_only_the_first_reveal_is_searched_for() -> None:
    player = found(searching(EASY))
    player.press("G", "$", "enter")
    assert player.screen.state != "searching"


def test_a_board_with_guesses_is_not_searched_for() -> None:
    player = GamePlayer(None, setup=Setup(8, 8, 10))
    player.press("enter")
    assert player.screen.state != "searching"
    assert "proved" not in player.title


def test_the_same_board_again_needs_no_search() -> None:
    player = found(searching())
    layout = player.layout
    player.press("r", "G", "$", "enter")
    assert player.screen.state != "searching"
    assert player.layout == layout
    assert player.title.endswith("seed 7 - proved, by moving mines")


def test_a_new_board_is_searched_for_anew() -> None:
    player = found(searching())
    layout = player.layout
    player.press("n")
    assert player.title.endswith("no guess - seed 8")
    player.press("enter")
    assert player.screen.state == "searching"
    assert found(player).layout != layout
    assert "seed 8 - proved" in player.title


# The demo


def watching(layout: str | None = None, setup: Setup | None = None) -> GamePlayer:
    """A player where the demo is about to begin."""
    if layout is None and setup is None:
        setup = Setup(9, 9, 10)
    player = GamePlayer(layout, demo=True, setup=setup)
    player.wait(0)
    return player


def played(player: GamePlayer) -> int:
    return len(player.session.moves)


def seed(number: int) -> GamePlayer:
    player = watching()
    player.press(*["n"] * (number - 7))
    assert player.shows(f"seed {number}")
    return player


def test_the_demo_plays_a_move_at_a_time_by_itself() -> None:
    player = watching()
    assert player.screen.next_wakeup(player.now) == PACE
    player.wait(PACE - 1)
    assert played(player) == 0
    for moves in (1, 2, 3):
        player.wait(1)
        assert played(player) == moves
        player.wait(PACE - 1)
        assert played(player) == moves


def test_the_demo_says_how_to_take_over_and_then_why_it_moves() -> None:
    player = watching()
    assert player.said == "Watching the solver: Enter takes over"
    player.wait(PACE)
    assert player.said == "Nothing is known yet: any cell will do"
    for _ in range(5):
        before = player.said, player.cursor
        player.wait(PACE)
        assert player.said.endswith(("is safe", "are safe", "is a mine", "are mines"))
        assert (player.said, player.cursor) != before
        assert "the cell under the cursor" in player.said or "the one under the" in player.said
        assert "highlighted" not in player.said or player.painted(player.theme.marks["premise"])


def test_the_reason_names_the_cell_that_was_played() -> None:
    player = watching(".*..\n....\n...*")
    player.wait(PACE)
    assert player.said == (
        "Nothing is certain: the best guess is the cell under the cursor, 78% to win"
    )
    assert player.cursor == (1, 1)
    assert player.session.game.is_revealed(player.screen.cursor)


@pytest.mark.parametrize(
    ("number", "end"),
    [(8, "Won"), (9, "Won"), (10, "Won"), (15, "Won"), (7, "Lost"), (16, "Lost")],
)
def test_the_demo_plays_a_game_to_its_end(number: int, end: str) -> None:
    player = seed(number)
    for _ in range(81):
        if player.status is Status.PLAYING:
            player.wait(PACE)
    assert player.said.startswith(end)


def test_after_the_end_the_demo_deals_anew() -> None:
    player = seed(8)
    while player.status is Status.PLAYING:
        player.wait(PACE)
    player.wait(END_SHOWN - 1)
    assert player.shows("seed 8")
    player.wait(1)
    assert player.shows("seed 9")
    player.wait(PACE)
    assert played(player) == 1


def test_the_look_back_follows_a_game_of_the_demo() -> None:
    player = seed(8)
    for _ in range(60):
        player.wait(PACE if player.status is Status.PLAYING else 0)
    assert "guess" in player.said


def test_space_stops_the_demo_and_lets_it_go_on() -> None:
    player = watching()
    player.wait(PACE)
    player.press(" ")
    for _ in range(3):
        player.wait(PACE)
    assert played(player) == 1
    assert player.position.count("F") == 0
    player.press(" ")
    player.wait(0)
    assert played(player) == 1
    player.wait(PACE)
    assert played(player) == 2


@pytest.mark.parametrize("key", ["right", "l", "L"])
def test_right_makes_one_move_and_stops(key: str) -> None:
    player = watching()
    for moves in (1, 2, 3):
        player.press(key)
        assert played(player) == moves
        player.wait(PACE)
        player.wait(PACE)
        assert played(player) == moves
    assert player.said.endswith(("is safe", "are safe"))


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
    player = watching()
    player.press(*keys)
    assert player.said == f"Speed {speed}"
    player.wait(0)
    player.wait(round(PACE / speed) - 1)
    assert played(player) == 0
    player.wait(1)
    assert played(player) == 1


def test_the_next_board_keeps_the_speed_but_not_the_reasons() -> None:
    player = watching()
    player.wait(PACE)
    player.wait(PACE)
    assert "safe" in player.said
    player.press("up", "n")
    assert "safe" not in player.said
    player.wait(0)
    player.wait(PACE // 2)
    assert played(player) == 1


def test_enter_takes_over() -> None:
    player = watching()
    assert player.shows("Enter take over")
    assert not player.shows("Enter reveal")
    player.wait(PACE)
    player.wait(PACE)
    player.press("enter")
    assert player.said == "It is your game now"
    assert player.shows("Enter reveal")
    assert not player.shows("take over")
    for _ in range(5):
        player.wait(10 * PACE)
    assert played(player) == 2
    assert player.status is Status.PLAYING


def test_after_that_all_keys_do_what_they_always_do() -> None:
    player = watching("*...\n....\n...*")
    player.press("enter", "right", "right", "right", "enter")
    assert player.position == "#1..\n#111\n####\n"
    player.press("down", "down", " ")
    assert player.position == "#1..\n#111\n###F\n"
    player.press("up", "left")
    assert player.cursor == (3, 2)
    assert player.said == ""
    assert player.shows("Enter reveal")
    player.press("0", "G", "enter")
    assert player.status is Status.WON
    player.wait(END_SHOWN)
    player.wait(END_SHOWN)
    assert player.status is Status.WON


def test_a_game_that_the_demo_plays_in_is_helped() -> None:
    player = watching()
    assert set(player.session.helps) == set()
    player.wait(PACE)
    assert set(player.session.helps) == {"demo"}
    assert player.title == "Beginner 9x9  seed 7  Not a record: solver used"
    player.press("enter")
    assert set(player.session.helps) == {"demo"}


def test_a_game_taken_over_before_the_first_move_is_not_helped() -> None:
    player = watching()
    player.press("enter", "enter")
    assert played(player) == 1
    assert set(player.session.helps) == set()


@pytest.mark.parametrize("key", ["q", "ctrl-c"])
def test_quitting_ends_the_demo(key: str) -> None:
    assert watching().press(key) is QUIT


def test_the_help_of_the_demo_names_its_keys_first() -> None:
    page = watching().press("?")
    assert isinstance(page, HelpPage)
    texts = [" ".join(line.split()) for line in Player(page, (40, 60)).page if line]
    assert texts[:3] == ["Watching the solver", "Enter Take over", "Space Stop, continue"]
    assert [text.split()[0] for text in texts[3:7]] == ["Right", "Up", "Down", "Moving"]
    assert texts[7] == "1-9 Left h Move"


def test_no_key_stands_for_two_things_in_the_help_of_the_demo() -> None:
    own = {"new": "space", "flag": "f", "theme": "k", "up": "w"}
    rows = bound_rows("default", {name: Binding((key,), "file") for name, key in own.items()})
    player = GamePlayer(None, demo=True, keymap=rows)
    told = [
        key for row in player.screen.help_keymap for keys in row.actions.values() for key in keys
    ]
    assert len(told) == len(set(told))
    assert "new game" not in {row.help for row in player.screen.help_keymap}
    player.press("enter")
    assert player.screen.help_keymap == rows


def test_the_demo_is_the_same_every_time() -> None:
    one, other = watching(), watching()
    for _ in range(8):
        one.wait(PACE)
        other.wait(PACE)
    assert one.lines == other.lines


def test_the_demo_searches_for_a_board_too() -> None:
    player = watching(setup=EASY)
    player.wait(PACE)
    assert player.screen.state == "searching"
    assert found(player).title.endswith("  Proved - not a record: solver used")


def test_the_demo_stands_still_in_a_pause() -> None:
    player = watching()
    player.wait(PACE)
    player.press("p")
    before = player.said, player.cursor
    player.wait(PACE)
    player.wait(PACE)
    assert (player.said, player.cursor) == before


@pytest.mark.parametrize(
    ("key", "said"), [("z", "The left button flags"), ("x", "There are no flags"), ("i", "Look at")]
)
def test_what_other_keys_say_is_said_during_the_demo(key: str, said: str) -> None:
    player = watching()
    player.wait(PACE)
    player.press(key)
    assert player.said.startswith(said)
