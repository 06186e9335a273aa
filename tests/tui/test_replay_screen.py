"""The screen on which a game is watched, in memory; time is handed in."""

from itertools import pairwise

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import Setup
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.play.journal import Head, Origin
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Playback, Replay, journal_of
from minesweeper.settings.table import Binding
from minesweeper.tui.keys import ROWS, action_of, bound_rows, keys_text
from minesweeper.tui.look.glyphs import GLYPHS, ZOOMS
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.replay import (
    MOUSE_WAIT,
    MOVES_A_FRAME,
    REPLAY_KEYMAP,
    ReplayScreen,
    replay_keymap,
    replay_title,
)
from minesweeper.tui.widgets.frame import Title
from minesweeper.tui.widgets.page import Page
from tests.harness.boards import picture
from tests.harness.played import reopened
from tests.harness.player import (
    LEFT,
    MIDDLE,
    RIGHT,
    TWO_MINES,
    WHEEL_DOWN,
    WHEEL_UP,
    Player,
    ReplayPlayer,
)
from tests.harness.replays import replay_on, won

FLAG_CHORDED = ("0 reveal 4 1", "1000 reveal 1 2", "2000 flag-chord 2 1", "3000 flag-chord 2 1")

LARGE = "\n".join(["*" + "." * 29, *["." * 30] * 14, "." * 29 + "*"])

FOREIGN = picture("""
    RawVF_Version: Rev6
    Program: Some Clone
    Player: José
    Timestamp: 2024-02-29
    Width: 4
    Height: 3
    Mines: 2
    Time: 2.50
    Board:
    *000
    0000
    000*
    Events:
    -1.00 start
    -0.50 rc 1 1 (2 2)
    -0.40 rr 1 1 (2 2)
    0.00 mv 4 1 (50 2)
    0.00 lc 4 1 (50 2)
    0.20 lr 4 1 (50 2)
    1.00 lc 2 2 (18 18)
    1.01 rc 2 2 (18 18)
    1.50 lr 2 2 (18 18)
    1.60 rr 2 2 (18 18)
    won
""")


def many(moves: int = 40, layout: str = TWO_MINES) -> Replay:
    """A flag set and removed again, every quarter of a second."""
    steps = [f"{250 * number} flag 2 1" for number in range(moves)]
    return replay_on(layout, *steps, known=True)


# Whole screens


def test_a_flag_chord_is_one_step_and_a_refused_one_says_why() -> None:
    player = ReplayPlayer(replay_on(TWO_MINES, *FLAG_CHORDED))
    player.press(" ", "home", "right", "right")
    assert player.position == picture("#1..\n1111\n####")
    player.press("right")
    assert player.position == picture("F1..\n1111\n####")
    assert player.message == "Flag-chord (2,1)"
    player.press("right")
    assert player.message == "Flag-chord (2,1), no effect: nothing left to flag around it, the end"
    player.press("left", "left")
    assert player.position == picture("#1..\n1111\n####")


def test_a_replay_at_80x24() -> None:
    player = ReplayPlayer(won())
    player.wait(1_000)
    assert player.shown == [
        "                               F 1     :)    0:01",
        "                                  +- Replay -+",
        "                                  | [F]1 . . |   Move 2 of 4",
        "                                  |  # 1 1 1 |   ----------------------------",
        "                                  |  # # # # |   Flag (1,1)",
        "                                  +---- 4x3 -+",
        "                    [###############................] 2/4 x1",
        *[""] * 9,
        "            Space pause   Enter play on   i review   ? help   q quit",
    ]


def test_a_click_on_a_named_key_of_a_replay_presses_it() -> None:
    player = ReplayPlayer(won())
    player.click_on("Space pause")
    assert player.header[-2] == "||"
    assert isinstance(player.click_on("q quit"), Leave)


def test_the_footer_offers_to_play_on_until_the_game_is_over() -> None:
    player = ReplayPlayer(won())
    player.press("end")
    assert player.shows("Space restart   i review")
    player.press("left")
    assert player.shows("Enter play on   i review")


def test_the_end_of_a_replay_at_40x12() -> None:
    player = ReplayPlayer(won(), (40, 12))
    player.press("end")
    assert player.shown == [
        "F 0     B)    0:04",
        "+- Replay -+   Won",
        "|  F 1 . . |   -----------------------",
        "|  1[1]1 1 |   Time            4.500 s",
        "|  . . 1 F |   3BV                   2",
        "+---- 4x3 -+   3BV/s              0.44",
        "[###############################] 4/4 x1",
        *[""] * 3,
        "Space restart  i review  ? help  q quit",
    ]
    player.press(" ")
    assert player.shows("Move 1 of 4")


def test_a_large_board_at_20x8_scrolls_to_the_move() -> None:
    player = ReplayPlayer(replay_on(LARGE, "0 flag 30 16", known=True), (20, 8))
    assert player.cursor == (30, 16)
    assert any("[F]" in line for line in player.lines)
    assert player.bar == "[###########] 1/1 x1"
    player.resize(30, 12)
    assert player.message == "Flag (30,16), the end"


def test_the_smallest_window_of_the_game_shows_a_replay_as_well() -> None:
    player = ReplayPlayer(won(), (16, 7))
    assert player.bar.startswith("[")
    assert player.lines[-1].strip() == "Space pause"
    assert "Too small" not in "\n".join(player.lines)
    assert ReplayPlayer(won(), (16, 4)).lines[:2] == ["Too small", "16x5 needed"]


@pytest.mark.parametrize(("name", "columns"), [("Zoe\u0308", 3), ("\u6f22\u5b57", 4)])
def test_a_name_of_characters_of_any_width_keeps_the_frame_straight(
    name: str, columns: int
) -> None:
    replay = replay_on(LARGE, "0 flag 1 1", known=True)
    player = ReplayPlayer(replay._replace(headers={"player": name}), glyphs="unicode")
    assert player.shows(name)
    latin = ReplayPlayer(replay._replace(headers={"player": columns * "x"}), glyphs="unicode")
    assert player.lines == [line.replace(columns * "x", name) for line in latin.lines]


def test_the_last_move_stays_in_sight() -> None:
    steps = ("0 flag 30 16", "0 flag 2 2", "0 flag 15 8")
    player = ReplayPlayer(replay_on(LARGE, *steps, known=True), (20, 8))
    for keys in (["home"], [" "], ["left"], ["left"], ["right"], ["end"], ["page-up"]):
        for size in [(20, 8), (60, 9), (20, 18), (20, 8)]:
            player.resize(*size)
            assert player.focus_is_drawn
        player.press(*keys)
        assert player.focus_is_drawn


@pytest.mark.parametrize("size", [(80, 24), (20, 8), (1, 1)])
def test_a_resize_loses_nothing(size: tuple[int, int]) -> None:
    player = ReplayPlayer(won())
    player.wait(2_000)
    before = player.lines
    player.resize(*size)
    player.click_at(0, 0)
    player.resize(80, 24)
    assert player.lines == before


def test_the_bar_is_as_wide_as_a_wide_field() -> None:
    player = ReplayPlayer(many(12, LARGE))
    wall = next(line for line in player.lines if "+--" in line)
    bar = player.lines[player.bar_row]
    assert (bar.index("["), len(bar)) == (wall.index("+"), len(wall))


def test_the_bar_is_a_line_with_a_heavy_part_for_what_was_played() -> None:
    player = ReplayPlayer(won(), (40, 14), glyphs="unicode")
    player.press("right", "right", "up")
    assert player.shows(f"├{23 * '━'}{8 * '─'}┤ 3/4 \N{MULTIPLICATION SIGN}2")


# Messages


def test_the_title_says_who_played_and_when() -> None:
    about = {"Program": "minesweeper", "Version": "0.1.0", "Timestamp": "2025-11-21T02:19:07Z"}
    replay = won(**about, player="Ada")
    assert replay_title(replay, GLYPHS["ascii"]) == Title(
        "Replay", ("4x3", "Ada", "2025-11-21", "minesweeper 0.1.0")
    )


def test_the_title_of_an_imported_game_does_not_say_that_it_was_played_here() -> None:
    replay = won(Program="minesweeper", Version="0.1.0", Origin="import")
    assert replay_title(replay, GLYPHS["ascii"]).details == ("4x3", "imported")


def test_the_title_is_in_the_frame_as_far_as_it_fits() -> None:
    replay = replay_on(LARGE, "0 flag 30 16", known=True)
    replay = replay._replace(headers={"Player": "Ada"})
    assert ReplayPlayer(replay).title == "Replay  30x16 - Ada"
    assert ReplayPlayer(replay, (20, 12)).title.startswith("Replay  30x16")


def test_a_file_cannot_upset_the_terminal_by_its_title() -> None:
    replay = won(Player="\x1b[2J\0" + "A" * 10_000)
    assert replay_title(replay, GLYPHS["ascii"]).details == ("4x3", "[2J" + "A" * 35)


def test_a_game_without_a_date_has_none() -> None:
    replay = won(Timestamp="0000-00-00T00:00:00Z")
    assert replay_title(replay, GLYPHS["ascii"]).details == ("4x3",)


WON = "Time  4.500 s 3BV  2 3BV/s  0.44"


def test_every_move_is_described_with_the_reason_of_a_refusal() -> None:
    player = ReplayPlayer(won())
    player.press("home", " ")
    said = [player.message]
    for _ in range(4):
        player.press("right")
        said.append(player.message)
    assert said == [
        "Reveal (4,1)",
        "Flag (1,1)",
        "Chord (3,2), no effect: this 1 needs 1 flag, but has none",
        WON,
        WON,
    ]
    player.press("left")
    assert player.message == "Chord (3,2), no effect: this 1 needs 1 flag, but has none"
    player.press("home")
    assert player.message == "Before the first move"


def test_a_lost_game_says_so() -> None:
    player = ReplayPlayer(replay_on(TWO_MINES, "0 reveal 4 1", "300 reveal 1 1"))
    player.wait(300)
    assert player.panel[0] == "Lost"
    assert player.message.startswith("Time  0.300 s")
    assert player.header[-2] == ":("


def test_a_game_that_was_left_ends_with_its_last_move() -> None:
    player = ReplayPlayer(many(2))
    player.press("end")
    assert player.message == "Flag (2,1), the end"


@pytest.mark.parametrize("keys", [[], [" "], ["right", "left", "home", "end"], ["page-up"]])
def test_a_replay_without_moves_is_shown(keys: list[str]) -> None:
    player = ReplayPlayer(replay_on(TWO_MINES))
    player.press(*keys)
    player.scrub(5)
    player.wait(100_000)
    assert player.message == "No move was made"
    assert player.bar.endswith(".] 0/0 x1")
    assert player.screen.next_wakeup(player.now) == 60_000


# The replay's own time


def test_moves_are_made_when_they_were_made() -> None:
    player = ReplayPlayer(won())
    seen = [(player.screen.index, player.clock)]
    for _ in range(10):
        player.wait(500)
        seen.append((player.screen.index, player.clock))
    assert [index for index, _ in seen] == [1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4]
    assert [clock for _, clock in seen][::2] == ["0:00", "0:01", "0:02", "0:03", "0:04", "0:04"]


def test_a_replay_starts_with_the_first_tick() -> None:
    screen = ReplayScreen(
        won(), Looks(glyphs="ascii"), lambda moves: Page(Looks(glyphs="ascii"), "", [""])
    )
    assert (screen.index, screen.next_wakeup(5_000)) == (0, 0)
    screen.tick(5_000)
    assert (screen.index, screen.next_wakeup(5_000)) == (1, 1_000)


@pytest.mark.parametrize(
    ("wait", "step"),
    [(500, 1), (999, 9), (1_000, 8), (3_000, 25), pytest.param(10_000, 1, marks=pytest.mark.long)],
)
def test_one_long_wait_is_as_good_as_many_short_ones(wait: int, step: int) -> None:
    once, often = ReplayPlayer(won()), ReplayPlayer(won())
    once.wait(wait)
    for _ in range(wait // step):
        often.wait(step)
    assert once.lines == often.lines


@pytest.mark.parametrize(
    ("keys", "speed", "wait"),
    [
        (["down"] * 9, "x1/4", 4_000),
        (["down"], "x1/2", 2_000),
        (["up", "down"], "x1", 1_000),
        (["up"], "x2", 500),
        (["k", "k"], "x4", 250),
        (["up"] * 3, "x8", 125),
        (["up"] * 9, "x16", 63),
    ],
)
def test_the_speed_goes_from_a_quarter_to_sixteen_times(
    keys: list[str], speed: str, wait: int
) -> None:
    player = ReplayPlayer(won())
    player.press(*keys)
    assert player.speed == speed
    assert player.screen.next_wakeup(player.now) == wait
    player.wait(wait - 1)
    assert (player.screen.index, player.clock) == (1, "0:00")
    player.wait(1)
    assert (player.screen.index, player.clock) == (2, "0:01")


def test_a_change_of_speed_does_not_jump() -> None:
    player = ReplayPlayer(won())
    player.wait(900)
    player.press("up", "up")
    assert player.screen.next_wakeup(player.now) == 25
    player.wait(25)
    player.press("down", "down", "down")
    assert player.screen.index == 2
    assert player.screen.next_wakeup(player.now) == 2_000


def test_patience_ends_with_the_next_move_or_second() -> None:
    player = ReplayPlayer(won())
    dues = []
    while player.screen.index < 4:
        patience = player.screen.next_wakeup(player.now)
        player.wait(patience)
        dues.append(patience)
    assert dues == [1000, 1000, 1000, 1000, 500]
    assert player.screen.next_wakeup(player.now) == 60_000


def test_a_long_pause_of_the_player_is_waited_for() -> None:
    player = ReplayPlayer(replay_on(TWO_MINES, "0 reveal 4 1", "3600000 flag 1 1"))
    player.wait(3_599_999)
    assert (player.screen.index, player.clock) == (1, "59:59")
    player.wait(1)
    assert (player.screen.index, player.clock) == (2, "1:00:00")


def test_what_came_before_the_clock_is_played_before_it() -> None:
    replay = replay_on(TWO_MINES, "-1500 flag 1 1", "-500 flag 4 3", "0 reveal 4 1")
    player = ReplayPlayer(replay)
    assert (player.screen.index, player.clock) == (1, "0:00")
    assert player.screen.next_wakeup(player.now) == 1_000
    player.wait(1_000)
    assert (player.screen.index, player.clock) == (2, "0:00")
    player.wait(500)
    assert (player.screen.index, player.clock) == (3, "0:00")


# Keys


def test_space_pauses_and_goes_on() -> None:
    player = ReplayPlayer(won())
    player.wait(600)
    player.press(" ")
    player.wait(100_000)
    assert (player.screen.index, player.clock, player.header[-2]) == (1, "0:00", "||")
    assert player.screen.next_wakeup(player.now) == 60_000
    assert any("[.]" in line for line in player.lines)
    player.press(" ")
    assert player.header[-2] == ":)"
    player.wait(399)
    assert player.screen.index == 1
    player.wait(1)
    assert player.screen.index == 2


def test_space_at_the_end_starts_anew() -> None:
    player = ReplayPlayer(won())
    player.press("right", "right", "right", "right")
    assert player.header[-2] == "B)"
    player.press(" ")
    assert (player.screen.index, player.clock) == (1, "0:00")
    player.wait(1_000)
    assert player.screen.index == 2


def test_steps_pause_and_show_the_time_of_the_move() -> None:
    player = ReplayPlayer(won())
    player.wait(700)
    player.press("right")
    player.wait(9_000)
    assert (player.screen.index, player.clock) == (2, "0:01")
    player.press("l")
    assert (player.screen.index, player.clock) == (3, "0:02")
    player.press("left", "h", "left")
    assert (player.screen.index, player.clock) == (0, "0:00")
    assert player.position == "####\n####\n####\n"
    player.press("left")
    assert player.screen.index == 0


def test_moves_of_the_same_moment_can_be_stepped_through() -> None:
    steps = ("0 flag 1 1", "0 flag 2 1", "0 flag 3 1")
    player = ReplayPlayer(replay_on(TWO_MINES, *steps, known=True))
    for index in (3, 2, 1):
        assert player.screen.index == index
        player.press("left")


def test_pages_are_ten_moves() -> None:
    player = ReplayPlayer(many(25))
    for key, index in [("page-down", 11), ("page-down", 21), ("page-down", 25), ("page-up", 15)]:
        player.press(key)
        assert player.screen.index == index
    player.press("page-up", "page-up")
    assert player.screen.index == 0


def test_home_and_end_go_on_where_nothing_was_paused() -> None:
    player = ReplayPlayer(won())
    player.press("end")
    assert player.screen.index == 4
    player.press("home")
    player.wait(1_000)
    assert player.screen.index == 2
    player.press(" ", "home")
    player.wait(1_000)
    assert player.screen.index == 0


def test_a_long_way_is_gone_in_sight_and_a_key_stops_it() -> None:
    moves = 6 * MOVES_A_FRAME
    flag = many(1).steps[0]
    steps = [flag._replace(milliseconds=250 * number) for number in range(moves)]
    player = ReplayPlayer(many(1)._replace(steps=steps))
    player.press(" ", "end")
    shown: list[int] = []
    while not shown or player.screen.next_wakeup(player.now) == 0:
        shown.append(player.screen.index)
        assert f"{shown[-1]}/{moves} " in player.bar
        player.wait(0)
    assert shown == sorted(shown)
    assert len(shown) >= 3
    assert player.screen.index == moves
    player.press("home")
    assert player.screen.index == 0
    player.press("end", "left")
    player.wait_until_idle()
    assert 0 < player.screen.index < moves


def test_any_way_to_a_move_shows_the_same() -> None:
    replay, straight = won(), Playback(won())
    player = ReplayPlayer(replay)
    player.press(" ")
    ways = ["home", "right", "right", "left", "right", "end", "left", "left", "end", "page-up"]
    for key in ways:
        player.press(key)
        assert player.position == format_position(straight.go_to(player.screen.index))
        direct = ReplayPlayer(replay)
        direct.press(" ", "home", *["right"] * player.screen.index)
        assert direct.lines == player.lines


def test_enter_takes_over_at_this_moment() -> None:
    player = ReplayPlayer(won())
    player.wait(1_200)
    reaction = player.press("enter")
    assert isinstance(reaction, Page)
    assert reaction.title == "a game taken over"
    assert player.branched == [2]
    player.wait(10_000)
    assert player.screen.index == 2


def test_a_game_that_is_over_cannot_be_taken_over() -> None:
    player = ReplayPlayer(won())
    player.press("end", "enter")
    assert player.message.endswith("The game is over here: go back to play on")
    assert player.branched == []
    player.press("left", "enter")
    assert player.branched == [3]


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_the_game_taken_over_is_the_one_that_was_shown(moves: int) -> None:
    player = ReplayPlayer(won())
    player.press(" ", "home", *["right"] * moves, "enter")
    head = Head("b", "2025", Setup(1, 1, 0), Origin("replay"))
    branch = reopened(journal_of(won(), head, player.branched[0]), player.now, is_written=False)
    assert format_position(branch.game) == player.position
    assert branch.game.status is Status.PLAYING


def test_the_replay_stops_while_the_help_is_open() -> None:
    player = ReplayPlayer(won())
    player.wait(900)
    assert isinstance(player.press("?"), HelpPage)
    player.now += 50_000
    player.press("escape")
    assert player.screen.index == 1
    player.wait(100)
    assert player.screen.index == 2


def test_the_help_lists_every_key_that_does_something() -> None:
    page = ReplayPlayer(won()).press("?")
    assert isinstance(page, HelpPage)
    shown = Player(page).page
    for row in replay_keymap(ROWS):
        assert any(line.strip().startswith(keys_text(row)) and row.help in line for line in shown)


def test_q_leaves() -> None:
    assert ReplayPlayer(won()).press("q") == Leave()


@pytest.mark.parametrize("key", ["escape", "tab", "ctrl-left"])
def test_other_keys_do_nothing(key: str) -> None:
    player = ReplayPlayer(won())
    before = player.lines
    assert player.press(key) is None
    assert player.lines == before


def test_a_key_of_a_game_that_is_none_here_says_so() -> None:
    player = ReplayPlayer(won())
    player.press("f")
    assert player.message == "F is no key here: ? shows the keys"
    player.press("u")  # or f, if it is held down
    assert player.message == "F is no key here: ? shows the keys"
    player.press("right", "n")
    assert "no key" not in player.message


def test_no_key_has_two_meanings() -> None:
    bound = [key for row in REPLAY_KEYMAP for keys in row.actions.values() for key in keys]
    assert len(bound) == len(set(bound))
    assert set(bound) <= set(action_of(REPLAY_KEYMAP))


# The mouse


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 8)])
def test_a_click_on_the_bar_goes_there(size: tuple[int, int]) -> None:
    player = ReplayPlayer(many(1_000), size)
    player.press(" ")
    seen = []
    for place in range(player.bar_width):
        player.scrub(place)
        seen.append(player.screen.index)
        assert abs(player.bar.count("#") - place) <= 1
    assert (seen[0], seen[-1]) == (0, 1_000)
    steps = {later - earlier for earlier, later in pairwise(seen)}
    assert max(steps) - min(steps) <= 1


def test_a_replay_plays_on_from_where_it_was_clicked() -> None:
    player = ReplayPlayer(many(40))
    player.scrub(player.bar_width // 2)
    index = player.screen.index
    player.wait(500)
    assert player.screen.index == index + 2


def test_the_brackets_of_the_bar_are_its_ends() -> None:
    player = ReplayPlayer(many(40))
    player.press(" ")
    player.scrub(player.bar_width)
    assert player.screen.index == 40
    player.scrub(-1)
    assert player.screen.index == 0


def test_a_drag_ends_where_the_button_comes_up() -> None:
    player = ReplayPlayer(many(40))
    player.press(" ")
    player.mouse(LEFT, True, player.bar_start, player.bar_row)
    player.mouse(LEFT, False, player.bar_start + player.bar_width - 1, player.bar_row)
    assert player.screen.index == 40


def test_clicks_beside_the_bar_do_nothing() -> None:
    player = ReplayPlayer(many(40))
    player.press(" ")
    before, middle = player.lines, player.bar_start + player.bar_width // 2
    for row in (player.bar_row - 1, player.bar_row + 1, 0):
        player.click_at(middle, row)
    player.scrub(-2)
    player.scrub(player.bar_width + 1)
    for button in (RIGHT, MIDDLE):
        player.click_at(middle, player.bar_row, button)
    assert player.lines == before


def test_the_wheel_steps() -> None:
    player = ReplayPlayer(won())
    player.mouse(WHEEL_DOWN, True, 0, 0)
    player.mouse(WHEEL_DOWN, True, 0, 0)
    assert player.screen.index == 3
    player.mouse(WHEEL_UP, True, 0, 0)
    assert player.screen.index == 2
    player.wait(9_000)
    assert player.screen.index == 2


# Others' games


def test_a_foreign_file_is_watched_and_goes_backwards_to_its_covered_board() -> None:
    replay = parse_rawvf(FOREIGN)
    title = replay_title(replay, GLYPHS["ascii"])
    assert title.details == ("4x3", "José", "2024-02-29", "Some Clone")
    player = ReplayPlayer(replay)
    said = [player.message]
    for wait in (700, 1_300):
        player.wait(wait)
        said.append(player.message)
    assert said[:2] == ["Flag (1,1)", "Reveal (4,1)"]
    assert said[2].startswith("Time  1.500 s")
    assert player.panel[0] == "Won"
    assert player.screen.game.status is Status.WON
    player.press("left", "left")
    assert (player.message, player.clock) == ("Flag (1,1)", "0:00")
    player.press("left")
    assert player.position == "####\n####\n####\n"


# Looks


def test_theme_and_zoom_change_while_a_replay_is_watched() -> None:
    player = ReplayPlayer(many())
    player.press(" ", "-")
    view = player.screen.view
    row = view.row
    assert player.lines[row].split()[0] == "|#F##|"
    assert player.message == f"Zoom 1 of {len(ZOOMS)}"
    player.press("t")
    assert player.message == "Theme: dark"
    player.press("right")
    assert player.message == "Flag (2,1)"
    player.press("+")
    assert player.lines[row].strip().startswith("|  #[#]# # |")


def test_the_key_of_the_hint_opens_the_review_whatever_it_is_bound_to() -> None:
    rows = bound_rows("default", {"hint": Binding(("!",), "file")})
    player = ReplayPlayer(won(), keymap=rows)
    player.press("i")
    assert not player.is_at_page
    player.press("!")
    assert player.is_at_page


def test_the_players_own_keys_are_in_force_where_a_replay_has_no_other_use_for_them() -> None:
    own = {"help": ("tab",), "quit": ("Q",), "theme": ("k", "T"), "zoom-out": ("_",)}
    rows = bound_rows("default", {name: Binding(keys, "file") for name, keys in own.items()})
    player = ReplayPlayer(won(), keymap=rows)
    player.press("T")
    assert player.message.startswith("Theme: ")
    player.press("_")
    assert player.message == f"Zoom 1 of {len(ZOOMS)}"
    player.press("k")
    assert player.speed == "x2"
    assert player.press("?") is None
    player.press("ctrl-i")
    shown = [" ".join(line.split()) for line in player.page]
    assert {"Tab Show this help", "Q Ctrl+C Quit", "T Change the theme"} <= set(shown)
    player.press("escape")
    assert "Tab help   Q quit" in player.shown[-1]
    assert player.press("Q") == Leave()


# The mouse


def moving(*path: MouseEvent) -> Replay:
    """A game of two moves that were made with a mouse."""
    return replay_on(TWO_MINES, "0 reveal 4 1", "3000 reveal 1 3")._replace(mouse=path)


MOVING = moving(
    MouseEvent(0, "lc", 56, 8),
    MouseEvent(0, "lr", 56, 8),
    MouseEvent(500, "mv", 40, 20),
    MouseEvent(900, "mv", 24, 40),
    MouseEvent(1_200, "lc", 24, 40),
    MouseEvent(1_500, "mv", 8, 40),
    MouseEvent(2_000, "mv", -3, 40),
    MouseEvent(2_500, "mv", 8, 40),
    MouseEvent(3_000, "lr", 8, 40),
)


def pressed(player: ReplayPlayer) -> list[tuple[int, int]]:
    """The cells that look pressed."""
    screen, places = player.screen, []
    for cell in screen.game.grid:
        column, row = screen.view.position(cell)
        column += screen.view.cell_width - 1
        pieces = player.canvas.pieces[row]
        styles = [style for at, text, style in pieces if at <= column < at + len(text)]
        if styles and styles[-1] is player.looks.theme.pressed:
            places.append(screen.game.grid.place(cell))
    return places


def test_the_cursor_is_where_the_mouse_was() -> None:
    player = ReplayPlayer(MOVING)
    player.wait(1)
    places = []
    for _ in range(3):
        player.wait(500)
        places.append(player.cursor)
    assert places == [(3, 2), (2, 3), (1, 3)]


def test_a_replay_begins_with_the_first_movement() -> None:
    player = ReplayPlayer(moving(MouseEvent(-700, "mv", 8, 8), MouseEvent(0, "lr", 56, 8)))
    player.wait(1)
    player.wait(600)
    assert (player.cursor, player.screen.index) == ((1, 1), 0)
    player.wait(100)
    assert (player.cursor, player.screen.index) == ((4, 1), 1)


def test_no_cursor_is_shown_while_the_mouse_is_beside_the_board() -> None:
    player = ReplayPlayer(MOVING)
    player.wait(1)
    player.wait(2_200)
    assert player.canvas.cursor is None
    player.wait(400)
    assert player.cursor == (1, 3)


def test_a_cell_looks_pressed_under_a_pressed_button() -> None:
    player = ReplayPlayer(MOVING)
    player.wait(1)
    player.wait(1_000)
    assert pressed(player) == []
    player.wait(400)
    assert pressed(player) == [(2, 3)]
    player.wait(200)
    assert pressed(player) == [(1, 3)]


def test_the_covered_neighbours_look_pressed_under_the_buttons_of_a_chord() -> None:
    player = ReplayPlayer(moving(MouseEvent(0, "lr", 56, 8), MouseEvent(500, "mc", 40, 20)))
    player.wait(1)
    player.wait(600)
    assert pressed(player) == [(2, 3), (3, 3), (4, 3)]


def test_a_moving_mouse_wakes_the_screen_not_more_often_than_a_person_sees() -> None:
    path = [MouseEvent(time, "mv", time % 64, 8) for time in range(0, 3_000, 8)]
    player = ReplayPlayer(moving(*path))
    player.wait(1)
    assert player.screen.next_wakeup(player.now) == MOUSE_WAIT


def test_stepping_shows_where_the_mouse_made_the_move() -> None:
    player = ReplayPlayer(MOVING)
    player.press("right", "right")
    assert player.cursor == (1, 3)
    player.press("left")
    assert player.cursor == (4, 1)


def test_without_a_path_the_cursor_is_at_the_last_move() -> None:
    player = ReplayPlayer(moving())
    player.wait(1)
    player.wait(2_000)
    assert player.cursor == (4, 1)
