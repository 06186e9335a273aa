"""The screen on which a game is watched, in memory; time is handed in."""

from itertools import pairwise
from typing import Final

import pytest

from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import Setup
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.play.journal import Head, Origin
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Playback, Replay, journal_of
from minesweeper.settings.table import Binding
from minesweeper.tui.keys import ROWS, bound_rows, keys_text
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.replay import (
    MOUSE_WAIT,
    MOVES_A_FRAME,
    ReplayScreen,
    replay_keymap,
)
from tests.harness.boards import picture
from tests.harness.played import reopened
from tests.harness.player import TWO_MINES, Player, ReplayPlayer
from tests.harness.replays import replay_on, won
from tests.harness.scenes import act

BAR: Final = 24
"""The columns of the bar in a window of 80x24."""
LARGE: Final = "\n".join(["*" + "." * 29, *["." * 30] * 14, "." * 29 + "*"])
FLAG_CHORDED: Final = replay_on(
    TWO_MINES, "0 reveal 4 1", "1000 reveal 1 2", "2000 flag-chord 2 1", "3000 flag-chord 2 1"
)
FOREIGN: Final = picture("""
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


# Of `won` the moves are made at 0, 1000, 2000 and 4500 ms; the third is refused.

WATCHED: Final = {
    "moves are made when they were made": """
        = shows move 1 of 4 ; = clock 0:00 ; = position #1../#111/####
        wait 999 ; = shows move 1 of 4 ; wait 1 ; = shows move 2 of 4 ; = clock 0:01
        wait 1000 ; = shows move 3 of 4 ; wait 2499 ; = shows move 3 of 4 ; = clock 0:04
        wait 1 ; = shows move 4 of 4 ; = position F1../1111/..1F ; wait 90000 ; = clock 0:04
    """,
    "what it is, and the words of the keys": """
        = foot won in 4.500 s ; = main
        = words Space pause / ← → step / ↑ ↓ speed / Enter play on / q quit
    """,
    "the end says how it ended, and can only be watched once more": """
        end ; = says Won ; = cursor (0,0)
        = words Space once more / ← → step / ↑ ↓ speed / q quit
        space ; = shows move 1 of 4 ; = clock 0:00 ; wait 1000 ; = shows move 2 of 4
    """,
    "a refused move says why, wherever one comes from": """
        home ; space ; = says ; right ; = says ; right
        = says Chord (3,2) had no effect: this 1 needs 1 flag, but has none.
        right ; = says Won ; left
        = says Chord (3,2) had no effect: this 1 needs 1 flag, but has none.
    """,
    "Space pauses and goes on": """
        wait 600 ; space ; = words Space go on / ... ; wait 100000 ; = shows move 1 of 4
        = clock 0:00 ; space ; = words Space pause / ...
        wait 399 ; = shows move 1 of 4 ; wait 1 ; = shows move 2 of 4
    """,
    "steps pause and show the time of the move": """
        wait 700 ; right ; wait 9000 ; = shows move 2 of 4 ; = clock 0:01 ; l
        = shows move 3 of 4 ; = clock 0:02 ; left h left ; = shows move 0 of 4 ; = clock 0:00
        = position ####/####/#### ; left ; = shows move 0 of 4
    """,
    "the start and the end go on where nothing was paused": """
        end ; = shows move 4 of 4 ; home ; wait 1000 ; = shows move 2 of 4
        space home ; wait 1000 ; = shows move 0 of 4
    """,
    "the speed goes from a quarter to sixteen times": """
        = shows 1x ; down*9 ; = shows 1/4x ; wait 3999 ; = shows move 1 of 4 ; wait 1
        = shows move 2 of 4 ; up ; = shows 1/2x ; up*9 ; = shows 16x
        wait 62 ; = shows move 2 of 4 ; wait 1 ; = shows move 3 of 4
    """,
    "a change of speed does not jump": """
        wait 900 ; up k ; wait 24 ; = shows move 1 of 4 ; wait 1 ; = shows move 2 of 4
        down*2 j ; wait 1999 ; = shows move 2 of 4 ; wait 1 ; = shows move 3 of 4
    """,
    "the wheel steps": """
        wheel down ; wheel down ; = shows move 3 of 4 ; wheel up ; = shows move 2 of 4
        wait 9000 ; = shows move 2 of 4
    """,
    "its words can be clicked": """
        click pause ; = words Space go on / ... ; click step ; = shows move 2 of 4
        click speed ; = shows 2x ; end ; click step ; = shows move 3 of 4 ; click play on
        = page open
    """,
    "the replay stops while the help is open": """
        wait 900 ; ? ; = page open ; wait 50000 ; escape ; = shows move 1 of 4
        wait 100 ; = shows move 2 of 4
    """,
    "a game that is over cannot be taken over": """
        end ; enter ; = page left ; = says The game is over here: go back to play on.
        left ; enter ; = page open
    """,
    "a key of a game that is none here says so, once": """
        f ; = says F is no key here: ? shows the keys. ; u
        = says F is no key here: ? shows the keys. ; right ; = says ; n ; = says
    """,
    "keys that type nothing do nothing": "escape ; = unchanged ; tab ; = unchanged",
    "theme and zoom change": """
        space ; - ; = says Zoom 7. ; t ; = says Theme: ... ; right ; = says
    """,
    "in a small window there is a strip, and what is said stands in it": """
        size 40x14 ; = shows 2 mines left ; space ; right*2 ; = shows move 3 of 4, 1x, Chord (3,2)
        = shows Space go on ; size 29x10 ; = shows Too small ; right ; size 80x24
        = shows move 3 of 4
    """,
}


@pytest.mark.parametrize("scene", WATCHED.values(), ids=WATCHED)
def test_a_replay(scene: str) -> None:
    act(ReplayPlayer(won()), scene)


OTHERS: Final = {
    "a flag-chord is one step": (
        FLAG_CHORDED,
        """
        space home right*2 ; = position #1../1111/#### ; right ; = position F1../1111/####
        right ; = says Flag-chord (2,1) had no effect: nothing left to flag around it.
        left*2 ; = position #1../1111/####
        """,
    ),
    "a lost game": (
        replay_on(TWO_MINES, "0 reveal 4 1", "300 reveal 1 1"),
        "= foot lost after 0.300 s ; = says ; wait 300 ; = says Boom",
    ),
    "a game that was left": (many(2), "end ; = says ; = foot not finished"),
    "a game without moves": (
        replay_on(TWO_MINES),
        """
        = says No move was made. ; = shows move 0 of 0 ; space ; right left home end ; page-up
        wait 100000 ; = shows move 0 of 0
        """,
    ),
    "what came before the clock is played before it": (
        replay_on(TWO_MINES, "-1500 flag 1 1", "-500 flag 4 3", "0 reveal 4 1"),
        """
        = shows move 1 of 3 ; = clock 0:00 ; wait 1000 ; = shows move 2 of 3 ; = clock 0:00
        wait 500 ; = shows move 3 of 3 ; = clock 0:00
        """,
    ),
    "a long pause of the player is waited for": (
        replay_on(TWO_MINES, "0 reveal 4 1", "3600000 flag 1 1"),
        "wait 3599999 ; = shows move 1 of 2 ; = clock 59:59 ; wait 1 ; = clock 1:00:00",
    ),
    "moves of the same moment can be stepped through": (
        replay_on(TWO_MINES, "0 flag 1 1", "0 flag 2 1", "0 flag 3 1", known=True),
        "= shows move 3 of 3 ; left ; = shows move 2 of 3 ; left ; = shows move 1 of 3",
    ),
    "pages are ten moves": (
        many(25),
        """
        page-down ; = shows move 11 of 25 ; page-down*2 ; = shows move 25 of 25
        page-up ; = shows move 15 of 25 ; page-up*2 ; = shows move 0 of 25
        """,
    ),
    "a foreign game is watched back to its covered board": (
        parse_rawvf(FOREIGN),
        """
        = foot José, 29 February 2024 / won in 1.500 s ; = position F###/####/####
        wait 700 ; = clock 0:00 ; = position F1../#111/#### ; wait 1300 ; = says Won
        left*3 ; = position ####/####/####
        """,
    ),
}


@pytest.mark.parametrize(("replay", "scene"), OTHERS.values(), ids=OTHERS)
def test_another_replay(replay: Replay, scene: str) -> None:
    act(ReplayPlayer(replay), scene)


@pytest.mark.parametrize(
    ("headers", "line"),
    [
        ({"Timestamp": "2025-11-21T02:19:07Z"}, "21 November 2025"),
        ({"Timestamp": "0000-00-00T00:00:00Z"}, ""),
        ({"Player": "Ada"}, "Ada"),
        ({"Player": "\x1b[2J\0Ada"}, "[2JAda"),
        ({"Player": "A" * 10_000, "Timestamp": "2025-11-21"}, "21 November 2025"),
    ],
)
def test_the_foot_says_who_played_and_when(headers: dict[str, str], line: str) -> None:
    assert ReplayPlayer(won(**headers)).side.foot[:-1] == ([line] if line else [])


# Time


def test_a_replay_starts_with_the_first_tick() -> None:
    looks = Looks(glyphs="ascii")
    screen = ReplayScreen(won(), looks, lambda moves: None)
    assert (screen.index, screen.next_wakeup(5_000)) == (0, 0)
    screen.tick(5_000)
    assert (screen.index, screen.next_wakeup(5_000)) == (1, 1_000)


@pytest.mark.parametrize(("wait", "step"), [(500, 1), (999, 9), (1_000, 8), (3_000, 25)])
def test_one_long_wait_is_as_good_as_many_short_ones(wait: int, step: int) -> None:
    once, often = ReplayPlayer(won()), ReplayPlayer(won())
    once.wait(wait)
    for _ in range(wait // step):
        often.wait(step)
    assert once.lines == often.lines


def test_it_wakes_up_for_the_next_move_or_second_and_sleeps_in_a_pause() -> None:
    player = ReplayPlayer(won())
    dues = []
    while player.screen.index < 4:
        dues.append(player.screen.next_wakeup(player.now))
        player.wait(dues[-1])
    assert dues == [1000, 1000, 1000, 1000, 500]
    assert player.screen.next_wakeup(player.now) == 60_000
    player.press("left")
    assert player.screen.next_wakeup(player.now) == 60_000


def test_a_long_way_is_gone_in_sight_and_a_key_stops_it() -> None:
    moves = 6 * MOVES_A_FRAME
    flag = many(1).steps[0]
    steps = [flag._replace(milliseconds=250 * number) for number in range(moves)]
    player = ReplayPlayer(many(1)._replace(steps=steps))
    player.press(" ", "end")
    shown: list[int] = []
    while not shown or player.screen.next_wakeup(player.now) == 0:
        shown.append(player.screen.index)
        assert player.shows(f"move {shown[-1]} of {moves}")
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


def test_the_last_move_stays_in_sight() -> None:
    steps = ("0 flag 30 16", "0 flag 2 2", "0 flag 15 8")
    player = ReplayPlayer(replay_on(LARGE, *steps, known=True), (30, 10))
    for key in ("home", " ", "left", "left", "right", "end", "page-up"):
        for size in [(30, 10), (60, 12), (30, 18), (30, 10)]:
            player.resize(*size)
            assert player.screen.view.is_in_sight(*player.cursor)
        player.press(key)
        assert player.screen.view.is_in_sight(*player.cursor)


# Playing on


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_the_game_taken_over_is_the_one_that_was_shown(moves: int) -> None:
    player = ReplayPlayer(won())
    player.press(" ", "home", *["right"] * moves)
    shown = player.position
    player.press("enter")
    assert player.branched == [moves]
    head = Head("b", "2025", Setup(1, 1, 0), Origin("replay"))
    branch = reopened(journal_of(won(), head, moves), player.now, is_written=False)
    assert format_position(branch.game) == shown


# Keys


def test_the_help_lists_every_key_that_does_something() -> None:
    page = ReplayPlayer(won()).press("?")
    assert isinstance(page, HelpPage)
    shown = Player(page).lines
    for row in replay_keymap(ROWS):
        assert any(line.strip().startswith(keys_text(row)) and row.help in line for line in shown)


def test_the_players_own_keys_are_in_force_where_a_replay_has_no_other_use_for_them() -> None:
    own = {"help": ("tab",), "quit": ("Q",), "theme": ("k", "T"), "hint": ("!",)}
    rows = bound_rows("default", {name: Binding(keys, "file") for name, keys in own.items()})
    player = ReplayPlayer(won(), keymap=rows)
    scene = "T ; = says Theme: ... ; k ; = shows 2x ; i ; = page left ; ! ; = page open ; escape"
    act(player, scene)
    player.press("ctrl-i")
    shown = [" ".join(line[:51].split()) for line in player.lines]
    assert {"Tab this help", "Q Ctrl+C quit", "T next theme"} <= set(shown)
    player.press("escape")
    assert player.shows("Q quit")
    assert player.press("Q") == Leave()


# The bar


def test_a_click_on_the_bar_goes_there() -> None:
    player = ReplayPlayer(many(1_000))
    player.press(" ")
    seen = []
    for place in range(BAR):
        player.scrub(place)
        seen.append(player.screen.index)
    assert (seen[0], seen[-1]) == (0, 1_000)
    steps = {later - earlier for earlier, later in pairwise(seen)}
    assert max(steps) - min(steps) <= 1
    player.scrub(BAR // 2)
    before = player.lines
    player.scrub(-1)
    player.scrub(BAR)
    assert player.lines == before


def test_a_replay_plays_on_from_where_it_was_clicked() -> None:
    player = ReplayPlayer(many(40))
    player.scrub(BAR // 2)
    index = player.screen.index
    player.wait(500)
    assert player.screen.index == index + 2


# The mouse of the one who played


def moving(*path: MouseEvent) -> Replay:
    """A game of two moves that were made with a mouse."""
    return replay_on(TWO_MINES, "0 reveal 4 1", "3000 reveal 1 3")._replace(mouse=path)


MOVING: Final = moving(
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
    return sorted(player.scene.overlay or ())


def test_the_cursor_is_where_the_mouse_was_and_nowhere_while_it_is_beside_the_board() -> None:
    player = ReplayPlayer(MOVING)
    places = []
    for _ in range(5):
        player.wait(500)
        places.append(player.cursor)
    assert places == [(3, 2), (2, 3), (1, 3), (0, 0), (1, 3)]


def test_a_replay_begins_with_the_first_movement() -> None:
    player = ReplayPlayer(moving(MouseEvent(-700, "mv", 8, 8), MouseEvent(0, "lr", 56, 8)))
    player.wait(600)
    assert (player.cursor, player.screen.index) == ((1, 1), 0)
    player.wait(100)
    assert (player.cursor, player.screen.index) == ((4, 1), 1)


def test_a_cell_looks_pressed_under_a_pressed_button() -> None:
    player = ReplayPlayer(MOVING)
    player.wait(1_000)
    assert pressed(player) == []
    player.wait(400)
    assert pressed(player) == [(2, 3)]
    player.wait(200)
    assert pressed(player) == [(1, 3)]


def test_the_covered_neighbours_look_pressed_under_the_buttons_of_a_chord() -> None:
    player = ReplayPlayer(moving(MouseEvent(0, "lr", 56, 8), MouseEvent(500, "mc", 40, 20)))
    player.wait(600)
    assert pressed(player) == [(2, 3), (3, 3), (4, 3)]


def test_a_moving_mouse_wakes_the_screen_not_more_often_than_a_person_sees() -> None:
    path = [MouseEvent(time, "mv", time % 64, 8) for time in range(0, 3_000, 8)]
    player = ReplayPlayer(moving(*path))
    assert player.screen.next_wakeup(player.now) == MOUSE_WAIT


def test_stepping_shows_where_the_mouse_made_the_move() -> None:
    player = ReplayPlayer(MOVING)
    player.press("right", "right")
    assert player.screen.cursor == player.screen.grid.cell(1, 3)
    player.press("left")
    assert player.cursor == (4, 1)
