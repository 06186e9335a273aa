"""The screen on which a game is watched, in memory; time is handed in."""

from itertools import pairwise
from unicodedata import east_asian_width

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import Setup
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.play.journal import Head, Origin
from minesweeper.play.replay import Playback, Replay, Timed, journal_of, new_game
from minesweeper.play.session import Session
from minesweeper.settings.table import Binding
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import ROWS, Row, action_of, bound_rows, keys_text
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.records import RecordsPage
from minesweeper.tui.screens.replay import REPLAY_ROWS, ReplayScreen, replay_rows
from minesweeper.tui.widgets.page import Page
from tests.harness.boards import board_of, move, picture
from tests.harness.seat import lines_of

LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 2, 3, 4, 5
SIZES = [(80, 24), (40, 12), (20, 8), (16, 7), (1, 1)]

TWO_MINES = """
    *...
    ....
    ...*
"""
WON = ("0 reveal 4 1", "1000 flag 1 1", "2000 chord 3 2", "4500 chord 2 2")
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


def replay_on(layout: str, *steps: str, known: bool = False) -> Replay:
    """A replay on a drawn layout of steps like "1000 flag 1 1"."""
    board = board_of(layout)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count)
    replay = Replay(setup, board, known, [], {})
    for step in steps:
        time, _, text = step.partition(" ")
        replay.steps.append(Timed(int(time), move(new_game(replay), text)))
    return replay


def won(**headers: str) -> Replay:
    """A game of four moves, the third of which was refused."""
    return replay_on(TWO_MINES, *WON)._replace(headers=headers)


def many(moves: int = 40, layout: str = TWO_MINES) -> Replay:
    """A flag set and removed again, every quarter of a second."""
    steps = [f"{250 * number} flag 2 1" for number in range(moves)]
    return replay_on(layout, *steps, known=True)


class Watcher:
    """Somebody who watches a replay: a window, a clock, a keyboard and a mouse."""

    def __init__(
        self,
        replay: Replay,
        size: tuple[int, int] = (80, 24),
        glyphs: str = "ascii",
        *,
        speak: bool = False,
        rows: tuple[Row, ...] = ROWS,
    ) -> None:
        self.looks = Looks(glyphs=glyphs)
        self.branched: list[int] = []
        self.screen = ReplayScreen(replay, self.looks, self.take_over, rows=rows, speak=speak)
        self.size = size
        self.now = 1_000_000
        self.canvas = Canvas(*size)
        self.wait(0)

    def take_over(self, moves: int) -> Screen:
        self.branched.append(moves)
        return Page(self.looks, "a game taken over", [""])

    def draw(self) -> None:
        self.canvas = Canvas(*self.size)
        self.screen.draw(self.canvas, self.now)

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.screen.tick(self.now)
        self.draw()

    def press(self, *keys: str) -> Reaction:
        """Press keys, all at once; what the last one answers."""
        reaction: Reaction = None
        for key in keys:
            reaction = self.screen.handle(Key(key), self.now)
            self.wait(0)
        return reaction

    def mouse(self, button: int, pressed: bool, column: int, row: int) -> None:
        self.screen.handle(Mouse(button, pressed, column, row), self.now)
        self.wait(0)

    def click(self, column: int, row: int, button: int = LEFT) -> None:
        self.mouse(button, True, column, row)
        self.mouse(button, False, column, row)

    def scrub(self, place: int) -> None:
        """Click on a place of the bar, the first one being 0."""
        self.click(self.bar_start + place, self.bar_row)

    @property
    def lines(self) -> list[str]:
        return self.canvas.lines()

    @property
    def shown(self) -> list[str]:
        """The lines without the blank ones above and below."""
        first = next(row for row, line in enumerate(self.lines) if line)
        return "\n".join(self.lines[first:]).rstrip().split("\n")

    @property
    def bar_row(self) -> int:
        wall = self.screen.view.row + self.screen.view.down
        return next(row for row in range(wall, self.size[1]) if "] " in self.lines[row])

    @property
    def bar(self) -> str:
        return self.lines[self.bar_row].strip()

    @property
    def bar_start(self) -> int:
        """The screen column of the bar's first place."""
        return self.lines[self.bar_row].index("[") + 1

    @property
    def bar_width(self) -> int:
        return self.bar.index("]") - 1

    @property
    def speed(self) -> str:
        return self.bar.split()[-1]

    @property
    def message(self) -> str:
        return self.lines[self.bar_row + 1].strip()

    @property
    def title(self) -> str:
        return self.lines[self.screen.view.row - 3].strip()

    @property
    def header(self) -> list[str]:
        return self.lines[self.screen.view.row - 2].split()

    @property
    def clock(self) -> str:
        return self.header[-1]

    @property
    def focus_is_drawn(self) -> bool:
        column, row = self.canvas.cursor or (0, 0)
        return self.lines[row][column - 1 : column] == "["

    @property
    def position(self) -> str:
        return format_position(self.screen.game)

    @property
    def cursor(self) -> tuple[int, int]:
        return self.screen.game.grid.place(self.screen.cursor)


def width_of(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


# Whole screens


def test_a_replay_at_80x24() -> None:
    watcher = Watcher(won())
    watcher.wait(1_000)
    assert watcher.shown == [
        "                              4x3, 2 mines  replay",
        "                    1 mine  4 safe     :)               0:01",
        "                                  +---------+",
        "                                  |[F]1 . . |",
        "                                  | # 1 1 1 |",
        "                                  | # # # # |",
        "                                  +---------+",
        "                    [###############................] 2/4 x1",
        "                                    Flag 1,1",
        "Space pause  Enter take over  ? help  q leave  Right step  Up faster  Home start",
    ]


def test_the_end_of_a_replay_at_40x12() -> None:
    watcher = Watcher(won(), (40, 12))
    watcher.press("end")
    assert watcher.shown == [
        "          4x3, 2 mines  replay",
        "0 mines  0 safe    B)               0:04",
        "              +---------+",
        "              | F 1 . . |",
        "              | 1[1]1 1 |",
        "              | . . 1 F |",
        "              +---------+",
        "[###############################] 4/4 x1",
        " Won :) 4.500s 3BV 2 3BV/s 0.44 eff 50%",
        "  Space pause  Enter take over  ? help",
    ]


def test_a_large_board_at_20x8_scrolls_to_the_move() -> None:
    watcher = Watcher(replay_on(LARGE, "0 flag 30 16", known=True), (20, 8))
    assert watcher.cursor == (30, 16)
    assert any("[F]" in line for line in watcher.lines)
    assert watcher.bar == "[###########] 1/1 x1"
    assert watcher.message == "Flag 30,16; ends"


def test_the_smallest_window_of_the_game_shows_a_replay_as_well() -> None:
    watcher = Watcher(won(), (16, 7))
    assert watcher.bar.startswith("[")
    assert watcher.message == "Reveal 4,1"
    assert "Too small" not in "\n".join(watcher.lines)
    assert Watcher(won(), (16, 6)).lines[:2] == ["Too small", "16x7 needed"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("layout", [TWO_MINES, LARGE, "*."])
def test_nothing_is_drawn_outside_the_window(
    size: tuple[int, int], glyphs: str, layout: str
) -> None:
    watcher = Watcher(many(12, layout), size, glyphs)
    for keys in (["home"], [" "], ["end"], ["down", "down"], ["page-up"]):
        watcher.press(*keys)
        assert len(watcher.canvas.pieces) == size[1]
        pieces = [piece for row in watcher.canvas.pieces for piece in row]
        assert max(at + width_of(text) for at, text, _ in pieces) <= size[0]


def test_the_last_move_stays_in_sight() -> None:
    steps = ("0 flag 30 16", "0 flag 2 2", "0 flag 15 8")
    watcher = Watcher(replay_on(LARGE, *steps, known=True), (20, 8))
    for keys in (["home"], [" "], ["left"], ["left"], ["right"], ["end"], ["page-up"]):
        for size in [(20, 8), (60, 9), (20, 18), (20, 8)]:
            watcher.size = size
            watcher.draw()
            assert watcher.focus_is_drawn
        watcher.press(*keys)
        assert watcher.focus_is_drawn


@pytest.mark.parametrize("size", SIZES)
def test_a_resize_loses_nothing(size: tuple[int, int]) -> None:
    watcher = Watcher(won())
    watcher.wait(2_000)
    before = watcher.lines
    watcher.size = size
    watcher.draw()
    watcher.click(0, 0)
    watcher.size = (80, 24)
    watcher.draw()
    assert watcher.lines == before


def test_the_bar_is_as_wide_as_a_wide_field() -> None:
    watcher = Watcher(many(12, LARGE))
    wall = next(line for line in watcher.lines if "+--" in line)
    bar = watcher.lines[watcher.bar_row]
    assert (bar.index("["), len(bar)) == (wall.index("+"), len(wall))


# What is said


def test_the_title_says_who_played_and_when() -> None:
    about = {"Program": "minesweeper", "Version": "0.1.0", "Timestamp": "2025-11-21T02:19:07Z"}
    replay = won(**about, player="Ada")
    title = "4x3, 2 mines  replay  Ada  2025-11-21  minesweeper 0.1.0"
    assert Watcher(replay).title == title
    assert Watcher(replay, (40, 12)).title == "4x3, 2 mines  replay  Ada  2025-11-21"
    assert Watcher(replay, (30, 12)).title == "4x3, 2 mines  replay  Ada"
    assert Watcher(replay, (20, 12)).title == "4x3, 2 mines  replay"
    assert Watcher(replay, (16, 12)).title == "replay"


def test_a_file_cannot_upset_the_terminal_by_its_title() -> None:
    replay = won(Player="\x1b[2J\0" + "A" * 10_000)
    assert Watcher(replay).title == "4x3, 2 mines  replay  [2J" + "A" * 35


def test_a_game_without_a_date_has_none() -> None:
    replay = won(Timestamp="0000-00-00T00:00:00Z")
    assert Watcher(replay).title == "4x3, 2 mines  replay"


def test_every_move_is_said_with_why_it_was_refused() -> None:
    watcher = Watcher(won())
    watcher.press("home", " ")
    said = [watcher.message]
    for _ in range(4):
        watcher.press("right")
        said.append(watcher.message)
    assert said == [
        "Reveal 4,1",
        "Flag 1,1",
        "Chord 3,2, refused: 1 needs 1 flag, 0 are set",
        "Won :)  time 4.500 s  3BV 2  3BV/s 0.44  efficiency 50%",
        "Won :)  time 4.500 s  3BV 2  3BV/s 0.44  efficiency 50%",
    ]
    watcher.press("left")
    assert watcher.message == "Chord 3,2, refused: 1 needs 1 flag, 0 are set"
    watcher.press("home")
    assert watcher.message == "Before the first move"


def test_a_lost_game_says_so() -> None:
    watcher = Watcher(replay_on(TWO_MINES, "0 reveal 4 1", "300 reveal 1 1"))
    watcher.wait(300)
    assert watcher.message.startswith("Lost :(  time 0.300 s")
    assert watcher.header[-2] == ":("


def test_a_game_that_was_left_ends_with_its_last_move() -> None:
    watcher = Watcher(many(2))
    watcher.press("end")
    assert watcher.message == "Flag 2,1; ends here"


@pytest.mark.parametrize("keys", [[], [" "], ["right", "left", "home", "end"], ["page-up"]])
def test_a_replay_without_moves_is_shown(keys: list[str]) -> None:
    watcher = Watcher(replay_on(TWO_MINES))
    watcher.press(*keys)
    watcher.scrub(5)
    watcher.wait(100_000)
    assert watcher.message == "No move was made"
    assert watcher.bar.endswith(".] 0/0 x1")
    assert watcher.screen.next_wakeup(watcher.now) == 60_000


# The replay's own time


def test_moves_are_made_when_they_were_made() -> None:
    watcher = Watcher(won())
    seen = [(watcher.screen.index, watcher.clock)]
    for _ in range(10):
        watcher.wait(500)
        seen.append((watcher.screen.index, watcher.clock))
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
    "wait", [500, 999, 1000, 3_000, pytest.param(10_000, marks=pytest.mark.long)]
)
def test_one_long_wait_is_as_good_as_many_short_ones(wait: int) -> None:
    once, often = Watcher(won()), Watcher(won())
    once.wait(wait)
    for _ in range(wait):
        often.wait(1)
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
    watcher = Watcher(won())
    watcher.press(*keys)
    assert watcher.speed == speed
    assert watcher.screen.next_wakeup(watcher.now) == wait
    watcher.wait(wait - 1)
    assert (watcher.screen.index, watcher.clock) == (1, "0:00")
    watcher.wait(1)
    assert (watcher.screen.index, watcher.clock) == (2, "0:01")


def test_a_change_of_speed_does_not_jump() -> None:
    watcher = Watcher(won())
    watcher.wait(900)
    watcher.press("up", "up")
    assert watcher.screen.next_wakeup(watcher.now) == 25
    watcher.wait(25)
    watcher.press("down", "down", "down")
    assert watcher.screen.index == 2
    assert watcher.screen.next_wakeup(watcher.now) == 2_000


def test_patience_ends_with_the_next_move_or_second() -> None:
    watcher = Watcher(won())
    dues = []
    while watcher.screen.index < 4:
        patience = watcher.screen.next_wakeup(watcher.now)
        watcher.wait(patience)
        dues.append(patience)
    assert dues == [1000, 1000, 1000, 1000, 500]
    assert watcher.screen.next_wakeup(watcher.now) == 60_000


def test_a_long_pause_of_the_player_is_waited_for() -> None:
    watcher = Watcher(replay_on(TWO_MINES, "0 reveal 4 1", "3600000 flag 1 1"))
    watcher.wait(3_599_999)
    assert (watcher.screen.index, watcher.clock) == (1, "59:59")
    watcher.wait(1)
    assert (watcher.screen.index, watcher.clock) == (2, "1:00:00")


def test_what_came_before_the_clock_is_played_before_it() -> None:
    replay = replay_on(TWO_MINES, "-1500 flag 1 1", "-500 flag 4 3", "0 reveal 4 1")
    watcher = Watcher(replay)
    assert (watcher.screen.index, watcher.clock) == (1, "0:00")
    assert watcher.screen.next_wakeup(watcher.now) == 1_000
    watcher.wait(1_000)
    assert (watcher.screen.index, watcher.clock) == (2, "0:00")
    watcher.wait(500)
    assert (watcher.screen.index, watcher.clock) == (3, "0:00")


# Keys


def test_space_pauses_and_goes_on() -> None:
    watcher = Watcher(won())
    watcher.wait(600)
    watcher.press(" ")
    watcher.wait(100_000)
    assert (watcher.screen.index, watcher.clock, watcher.header[-2]) == (1, "0:00", "||")
    assert watcher.screen.next_wakeup(watcher.now) == 60_000
    assert any("[.]" in line for line in watcher.lines)
    watcher.press(" ")
    assert watcher.header[-2] == ":)"
    watcher.wait(399)
    assert watcher.screen.index == 1
    watcher.wait(1)
    assert watcher.screen.index == 2


def test_space_at_the_end_starts_anew() -> None:
    watcher = Watcher(won())
    watcher.press("right", "right", "right", "right")
    assert watcher.header[-2] == "B)"
    watcher.press(" ")
    assert (watcher.screen.index, watcher.clock) == (1, "0:00")
    watcher.wait(1_000)
    assert watcher.screen.index == 2


def test_steps_pause_and_show_the_time_of_the_move() -> None:
    watcher = Watcher(won())
    watcher.wait(700)
    watcher.press("right")
    watcher.wait(9_000)
    assert (watcher.screen.index, watcher.clock) == (2, "0:01")
    watcher.press("l")
    assert (watcher.screen.index, watcher.clock) == (3, "0:02")
    watcher.press("left", "h", "left")
    assert (watcher.screen.index, watcher.clock) == (0, "0:00")
    assert watcher.position == "####\n####\n####\n"
    watcher.press("left")
    assert watcher.screen.index == 0


def test_moves_of_the_same_moment_can_be_stepped_through() -> None:
    watcher = Watcher(replay_on(TWO_MINES, "0 flag 1 1", "0 flag 2 1", "0 flag 3 1", known=True))
    assert watcher.screen.index == 3
    watcher.press("left")
    assert watcher.screen.index == 2
    watcher.press("left")
    assert watcher.screen.index == 1


def test_pages_are_ten_moves() -> None:
    watcher = Watcher(many(25))
    seen = []
    for key in ["page-down", "page-down", "page-down", "page-up", "page-up", "page-up"]:
        watcher.press(key)
        seen.append(watcher.screen.index)
    assert seen == [11, 21, 25, 15, 5, 0]


def test_home_and_end_go_on_where_nothing_was_paused() -> None:
    watcher = Watcher(won())
    watcher.press("end")
    assert watcher.screen.index == 4
    watcher.press("home")
    watcher.wait(1_000)
    assert watcher.screen.index == 2
    watcher.press(" ", "home")
    watcher.wait(1_000)
    assert watcher.screen.index == 0


def test_any_way_to_a_move_shows_the_same() -> None:
    replay, straight = won(), Playback(won())
    watcher = Watcher(replay)
    watcher.press(" ")
    ways = ["home", "right", "right", "left", "right", "end", "left", "left", "end", "page-up"]
    for key in ways:
        watcher.press(key)
        assert watcher.position == format_position(straight.go_to(watcher.screen.index))
        direct = Watcher(replay)
        direct.press(" ", "home", *["right"] * watcher.screen.index)
        assert direct.lines == watcher.lines


def test_enter_takes_over_at_this_moment() -> None:
    watcher = Watcher(won())
    watcher.wait(1_200)
    reaction = watcher.press("enter")
    assert isinstance(reaction, Page)
    assert reaction.title == "a game taken over"
    assert watcher.branched == [2]
    watcher.wait(10_000)
    assert watcher.screen.index == 2


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_the_game_taken_over_is_the_one_that_was_shown(moves: int) -> None:
    watcher = Watcher(won())
    watcher.press(" ", "home", *["right"] * moves, "enter")
    head = Head("b", "2025", Setup(1, 1, 0), Origin("replay"))
    branch = Session.branched(journal_of(won(), head, watcher.branched[0]), watcher.now)
    assert format_position(branch.game) == watcher.position
    assert branch.game.status is Status.PLAYING


def test_the_replay_stands_still_under_the_help() -> None:
    watcher = Watcher(won())
    watcher.wait(900)
    assert isinstance(watcher.screen.handle(Key("?"), watcher.now), HelpPage)
    watcher.now += 50_000
    watcher.screen.uncovered(None, watcher.now)
    watcher.wait(0)
    assert watcher.screen.index == 1
    watcher.wait(100)
    assert watcher.screen.index == 2


def test_the_help_lists_every_key_that_does_something() -> None:
    page = Watcher(won()).press("?")
    assert isinstance(page, HelpPage)
    shown = lines_of(page)
    for row in replay_rows(ROWS):
        assert any(line.strip().startswith(keys_text(row)) and row.help in line for line in shown)


def test_q_leaves() -> None:
    assert Watcher(won()).press("q") == Leave()


@pytest.mark.parametrize("key", ["n", "f", "u", "escape", "tab", "ctrl-left"])
def test_other_keys_do_nothing(key: str) -> None:
    watcher = Watcher(won())
    before = watcher.lines
    assert watcher.press(key) is None
    assert watcher.lines == before


def test_no_key_has_two_meanings() -> None:
    bound = [key for row in REPLAY_ROWS for keys in row.actions.values() for key in keys]
    assert len(bound) == len(set(bound))
    assert set(bound) <= set(action_of(REPLAY_ROWS))


# The mouse


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 8)])
def test_a_click_on_the_bar_goes_there(size: tuple[int, int]) -> None:
    watcher = Watcher(many(1_000), size)
    watcher.press(" ")
    seen = []
    for place in range(watcher.bar_width):
        watcher.scrub(place)
        seen.append(watcher.screen.index)
        assert abs(watcher.bar.count("#") - place) <= 1
    assert (seen[0], seen[-1]) == (0, 1_000)
    steps = {later - earlier for earlier, later in pairwise(seen)}
    assert max(steps) - min(steps) <= 1


def test_a_replay_plays_on_from_where_it_was_clicked() -> None:
    watcher = Watcher(many(40))
    watcher.scrub(watcher.bar_width // 2)
    index = watcher.screen.index
    watcher.wait(500)
    assert watcher.screen.index == index + 2


def test_the_brackets_of_the_bar_are_its_ends() -> None:
    watcher = Watcher(many(40))
    watcher.press(" ")
    watcher.scrub(watcher.bar_width)
    assert watcher.screen.index == 40
    watcher.scrub(-1)
    assert watcher.screen.index == 0


def test_a_drag_ends_where_the_button_comes_up() -> None:
    watcher = Watcher(many(40))
    watcher.press(" ")
    watcher.mouse(LEFT, True, watcher.bar_start, watcher.bar_row)
    watcher.mouse(LEFT, False, watcher.bar_start + watcher.bar_width - 1, watcher.bar_row)
    assert watcher.screen.index == 40


def test_clicks_beside_the_bar_do_nothing() -> None:
    watcher = Watcher(many(40))
    watcher.press(" ")
    before, middle = watcher.lines, watcher.bar_start + watcher.bar_width // 2
    for row in (watcher.bar_row - 1, watcher.bar_row + 1, 0):
        watcher.click(middle, row)
    watcher.scrub(-2)
    watcher.scrub(watcher.bar_width + 1)
    for button in (RIGHT, MIDDLE):
        watcher.click(middle, watcher.bar_row, button)
    assert watcher.lines == before


def test_the_wheel_steps() -> None:
    watcher = Watcher(won())
    watcher.mouse(WHEEL_DOWN, True, 0, 0)
    watcher.mouse(WHEEL_DOWN, True, 0, 0)
    assert watcher.screen.index == 3
    watcher.mouse(WHEEL_UP, True, 0, 0)
    assert watcher.screen.index == 2
    watcher.wait(9_000)
    assert watcher.screen.index == 2


# Others' games


def test_a_foreign_file_is_watched() -> None:
    watcher = Watcher(parse_rawvf(FOREIGN))
    assert watcher.title == "4x3, 2 mines  replay  José  2024-02-29  Some Clone"
    said = [watcher.message]
    for wait in (700, 1_300):
        watcher.wait(wait)
        said.append(watcher.message)
    assert said[:2] == ["Flag 1,1", "Reveal 4,1"]
    assert said[2].startswith("Won :)  time 1.500 s  3BV 2")
    assert watcher.screen.game.status is Status.WON


def test_a_foreign_file_goes_backwards_to_its_covered_board() -> None:
    watcher = Watcher(parse_rawvf(FOREIGN))
    watcher.press("end", "left", "left")
    assert (watcher.message, watcher.clock) == ("Flag 1,1", "0:00")
    watcher.press("left")
    assert watcher.position == "####\n####\n####\n"


# Records


def test_the_records_are_a_page() -> None:
    lines = ["beginner  12.345 s", "expert  -"]
    page = RecordsPage(Looks(glyphs="ascii"), lines)
    shown = [line.strip() for line in lines_of(page, (60, 10)) if line]
    assert shown == [
        "Minesweeper: records",
        *lines,
        "Any key goes back",
    ]
    assert page.handle(Key("q"), 0) == Leave()


def test_many_records_scroll_at_every_size() -> None:
    page = RecordsPage(Looks(glyphs="ascii"), [f"line {number}" for number in range(100)])
    for size in SIZES:
        canvas = Canvas(*size)
        page.draw(canvas, 0)
        page.handle(Key("down"), 0)
    assert page.handle(Key("x"), 0) == Leave()


# Looks


def test_theme_and_zoom_change_while_a_replay_is_watched() -> None:
    watcher = Watcher(many())
    watcher.press(" ", "-")
    view = watcher.screen.view
    row = view.row
    assert watcher.lines[row].strip() == "|#F##|"
    assert watcher.message == "Zoom: one column a cell"
    watcher.press("t")
    assert watcher.message == "Theme: dark"
    watcher.press("right")
    assert watcher.message == "Flag 2,1"
    watcher.press("+")
    assert watcher.lines[row].strip() == "| #[#]# # |"


def test_the_looks_of_a_replay_are_in_its_help() -> None:
    assert {"theme", "zoom-in", "zoom-out"} <= set(action_of(replay_rows(ROWS)).values())


def test_the_players_own_keys_are_in_force_where_a_replay_has_no_other_use_for_them() -> None:
    own = {"help": ("tab",), "quit": ("Q",), "theme": ("k", "T"), "zoom-out": ("_",)}
    own |= {"up": ("w",)}
    rows = bound_rows("default", {name: Binding(keys, "file") for name, keys in own.items()})
    watcher = Watcher(won(), rows=rows)
    watcher.press("T")
    assert watcher.message.startswith("Theme: ")
    watcher.press("_")
    assert watcher.message == "Zoom: one column a cell"
    watcher.press("k")
    assert watcher.speed == "x2"
    assert watcher.press("?") is None
    page = watcher.press("ctrl-i")
    assert isinstance(page, HelpPage)
    shown = [" ".join(line.split()) for line in lines_of(page)]
    assert {"Tab help", "Q Ctrl+C leave", "T the next theme"} <= set(shown)
    assert "Tab help  Q leave" in watcher.shown[-1]
    assert watcher.press("Q") == Leave()
