"""The loop on a fake terminal: small screens, and whole games by keys and by mouse."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.app import CALM_WAIT, EVENTS_A_FRAME, LONGEST_WAIT, run_screens
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Click, Event, Key, Mouse
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import QUIT, Copy, GameActions, Leave, LeaveAction, Reaction, Screen
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.terminal import clock as clock_of_the_game
from minesweeper.tui.terminal.terminal import Terminal
from tests.harness.boards import board_of
from tests.harness.fake_curses import (
    NOTHING,
    PERSONALITIES,
    STOPS,
    FakeCurses,
    Item,
    Personality,
    Quiet,
    Report,
    Resize,
    Signal,
    Tty,
    click,
    terminal_on,
    tty_as_input,
)
from tests.harness.kept_games import nowhere

PAINTED = Quiet(1)  # long enough for a frame: the loop paints before it waits

on_both_systems = pytest.mark.parametrize("personality", ["ncurses6", "pdcurses"])
on_every_curses = pytest.mark.parametrize("personality", PERSONALITIES)


@pytest.fixture(autouse=True)
def tty() -> Iterator[Tty]:
    with tty_as_input() as tty:
        yield tty


@pytest.fixture
def personality() -> Personality:
    return "ncurses6"


@pytest.fixture
def curses(personality: Personality, monkeypatch: pytest.MonkeyPatch) -> FakeCurses:
    """A terminal whose time is the program's."""
    curses = FakeCurses(personality)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 1_000_000 * curses.now)
    return curses


def play(curses: FakeCurses, screen: Screen, *script: Item) -> int:
    """Run the loop to its end; the exit status."""
    curses.feed(*script)
    with terminal_on(curses) as terminal:
        status = run_screens(terminal, screen, Looks("mono"))
    assert curses.left_behind() == []
    return status


def resume(game: GameActions, now: int) -> None:
    """What a note is left for."""
    game.resume("", now)


class Note(Screen):
    """Shows the keys that it heard; q quits, Esc leaves, other keys may open another screen."""

    def __init__(self, name: str, patience: int = 60_000, **opens: Screen) -> None:
        self.name = name
        self.heard: list[str] = []
        self.clicks: list[Click] = []
        self.ticks: list[int] = []
        self.uncovered_with: list[tuple[LeaveAction | None, int]] = []
        self._patience = patience
        self.opens = opens

    def draw(self, canvas: Canvas, now: int) -> None:
        canvas.put(0, 0, f"{self.name}: {' '.join(self.heard[-5:])}")
        canvas.put(0, canvas.rows - 1, f"{canvas.columns}x{canvas.rows}")

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Click):
            self.clicks.append(event)
        if not isinstance(event, Key):
            return None
        self.heard.append(event.name)
        answers: dict[str, Reaction] = {"q": QUIT, "escape": Leave(resume), **self.opens}
        return answers.get(event.name)

    def tick(self, now: int) -> None:
        self.ticks.append(now)

    def next_wakeup(self, now: int) -> int:
        return self._patience

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        self.uncovered_with.append((do, now))
        return None


# Screens


def test_a_screen_that_quits_ends_the_program_well(curses: FakeCurses) -> None:
    assert play(curses, Note("a"), "q") == 0


def test_the_last_screen_that_is_left_ends_the_program_well(curses: FakeCurses) -> None:
    assert play(curses, Note("a"), "\x1b", NOTHING) == 0


def test_what_is_typed_is_heard_and_painted(curses: FakeCurses) -> None:
    screen = Note("a")
    play(curses, screen, "x", PAINTED, "yz", PAINTED, "q")
    assert screen.heard == ["x", "y", "z", "q"]
    assert [frame[0] for frame in curses.frames] == ["a:", "a: x", "a: x y z"]


def test_keys_typed_while_another_is_handled_have_the_same_time(
    curses: FakeCurses,
) -> None:
    """A disk may take a second to keep a game that ends: Enter then deals only after a pause."""

    class Slow(Note):
        def handle(self, event: Event, now: int) -> Reaction:
            self.ticks.append(now)
            curses.now += 1_000
            return super().handle(event, now)

        def tick(self, now: int) -> None:
            pass

    screen = Slow("a")
    play(curses, screen, "xyz", PAINTED, Quiet(500), "q")
    assert [now - screen.ticks[0] for now in screen.ticks] == [0, 0, 0, 3_501]


def test_a_screen_hears_how_long_each_of_its_frames_took_to_write(
    curses: FakeCurses, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Timed(Note):
        def note_written(self, milliseconds: int) -> None:
            self.ticks.append(milliseconds)

        def tick(self, now: int) -> None:
            pass

    def paint_slowly(terminal: Terminal, canvas: Canvas) -> None:
        curses.now += 60

    monkeypatch.setattr(Terminal, "paint", paint_slowly)
    screen = Timed("a")
    play(curses, screen, "x", PAINTED, "q")
    assert screen.ticks == [60, 60]


def test_a_screen_on_top_hears_and_paints_alone(curses: FakeCurses) -> None:
    top = Note("top")
    bottom = Note("bottom", o=top)
    play(curses, bottom, "xo", PAINTED, "y", PAINTED, "q")
    assert (bottom.heard, top.heard) == (["x", "o"], ["y", "q"])
    assert [frame[0] for frame in curses.frames] == ["bottom:", "top:", "top: y"]


def test_a_screen_that_is_left_passes_its_action_to_the_one_below(curses: FakeCurses) -> None:
    top = Note("top")
    bottom = Note("bottom", o=top)
    play(curses, bottom, "o", Quiet(500), "\x1b", PAINTED, Quiet(500), "xq")
    assert bottom.heard == ["o", "x", "q"]
    waited = 10  # for the rest of an Esc
    assert bottom.uncovered_with == [(resume, 1_000_500 + waited)]
    assert top.uncovered_with == []


def test_a_page_passes_down_what_the_one_on_top_of_it_was_left_for(curses: FakeCurses) -> None:
    class Passing(Note):
        def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
            return Screen.continue_after(self, do, now)

    bottom = Note("bottom", o=Passing("middle", o=Note("top")))
    play(curses, bottom, "oo", PAINTED, "\x1b", NOTHING, "q")
    assert [do for do, _ in bottom.uncovered_with] == [resume]
    assert bottom.heard == ["o", "q"]


@pytest.mark.parametrize(
    ("personality", "term", "said"),
    [
        ("ncurses6", "xterm-256color", "Copied"),
        ("ncurses6", "tmux-256color", "Copied"),
        ("ncurses6", "linux", "This terminal has no clipboard"),
        ("ncurses6", "vt100", "This terminal has no clipboard"),
        ("pdcurses", "", "Copying does not work in the Windows console"),
    ],
)
def test_a_text_is_copied_by_the_terminal_if_it_can(
    curses: FakeCurses, term: str, said: str
) -> None:
    with terminal_on(curses, {"TERM": term}) as terminal:
        before = curses.sent
        assert terminal.copy("Won :)") == said
        is_sent = said == "Copied"
        assert curses.sent[len(before) :] == b"\x1b]52;c;V29uIDop\x1b\\" * is_sent


def test_a_text_that_is_too_long_is_not_copied(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        before = curses.sent
        assert terminal.copy("x" * 3_073) == "The text is too long to copy"
        assert curses.sent == before
        assert terminal.copy("x" * 3_072) == "Copied"


def test_a_screen_gets_the_result_of_a_copy(curses: FakeCurses) -> None:
    class Copying(Note):
        def handle(self, event: Event, now: int) -> Reaction:
            return Copy("text") if event == Key("c") else super().handle(event, now)

        def show_copy_result(self, result: str) -> None:
            self.heard.append(result)

    screen = Copying("screen")
    play(curses, screen, "cq")
    assert screen.heard == ["Copied", "q"]
    assert b"\x1b]52;c;dGV4dA==\x1b\\" in curses.sent


# Clicks


@pytest.mark.parametrize("button", [1, 2, 3])
def test_a_button_that_goes_down_and_up_at_one_place_is_a_click(
    curses: FakeCurses, button: int
) -> None:
    screen = Note("a")
    play(curses, screen, *click(7, 3, button), PAINTED, *click(9, 3, button), "q")
    assert screen.clicks == [Click(button, 7, 3), Click(button, 9, 3)]


@pytest.mark.parametrize(
    "script",
    [
        [Report(1, "PRESSED", 7, 3), PAINTED, Report(1, "RELEASED", 8, 3)],
        [Report(1, "PRESSED", 7, 3), PAINTED, "x", PAINTED, Report(1, "RELEASED", 7, 3)],
        [Report(1, "PRESSED", 7, 3), PAINTED, Report(3, "RELEASED", 7, 3)],
        [Report(1, "RELEASED", 7, 3)],
        [Report(4, "PRESSED", 7, 3)],
    ],
)
def test_a_button_that_is_dragged_or_interrupted_clicks_nothing(
    curses: FakeCurses, script: list[Item]
) -> None:
    screen = Note("a")
    play(curses, screen, *script, PAINTED, "q")
    assert screen.clicks == []


class Targets(Note):
    """Two words in the last row that can be clicked, one of them of two rows."""

    def draw(self, canvas: Canvas, now: int) -> None:
        canvas.target(range(10, 20), range(20, 22), Key("n"))
        canvas.target(range(15, 25), range(21, 22), Key("m"))
        super().draw(canvas, now)


@pytest.mark.parametrize(
    ("press", "release", "heard"),
    [
        ((10, 20), (10, 20), ["n"]),
        ((10, 20), (19, 20), ["n"]),  # a hand may move while it clicks
        ((10, 20), (14, 21), ["n"]),
        ((15, 21), (24, 21), ["m"]),
        ((14, 21), (15, 21), []),
        ((9, 20), (10, 20), []),
        ((10, 20), (9, 20), []),
    ],
)
def test_a_left_click_on_a_target_is_its_event(
    curses: FakeCurses, press: tuple[int, int], release: tuple[int, int], heard: list[str]
) -> None:
    screen = Targets("a")
    buttons = Report(1, "PRESSED", *press), PAINTED, Report(1, "RELEASED", *release)
    play(curses, screen, PAINTED, *buttons, PAINTED, "q")
    assert (screen.heard, screen.clicks) == ([*heard, "q"], [])


def test_another_button_presses_no_target(curses: FakeCurses) -> None:
    screen = Targets("a")
    play(curses, screen, PAINTED, *click(10, 20, 3), PAINTED, "q")
    assert (screen.heard, screen.clicks) == (["q"], [Click(3, 10, 20)])


def test_a_click_before_a_page_is_seen_is_none_on_the_targets_below_it(curses: FakeCurses) -> None:
    page, below = Note("page"), Targets("below")
    below.opens["o"] = page
    play(curses, below, PAINTED, "o", *click(10, 20), PAINTED, "q")
    assert (below.heard, page.heard) == (["o"], ["q"])
    assert page.clicks == [Click(1, 10, 20)]


def test_a_click_that_leaves_a_page_is_none_on_the_one_below(curses: FakeCurses) -> None:
    class Left(Note):
        def handle(self, event: Event, now: int) -> Reaction:
            return Leave() if isinstance(event, Click) else None

    bottom = Note("bottom", o=Left("top"))
    play(curses, bottom, "o", PAINTED, *click(7, 3), PAINTED, *click(8, 3), "q")
    assert bottom.clicks == [Click(1, 8, 3)]


def test_a_button_that_was_down_before_a_page_opened_clicks_nothing_on_it(
    curses: FakeCurses,
) -> None:
    class Opening(Note):
        def handle(self, event: Event, now: int) -> Reaction:
            is_press = isinstance(event, Mouse) and event.pressed
            return page if is_press else super().handle(event, now)

    page = Note("page")
    press, release = click(7, 3)
    play(curses, Opening("a"), press, PAINTED, release, PAINTED, "q")
    assert page.clicks == []


def test_quitting_on_top_quits_altogether(curses: FakeCurses) -> None:
    assert play(curses, Note("bottom", o=Note("top")), "oq") == 0


def test_control_c_as_a_key_quits_from_every_screen(curses: FakeCurses) -> None:
    top = Note("top")
    play(curses, Note("bottom", o=top), "o\x03")
    assert top.heard == []


def test_control_l_mends_the_screen(curses: FakeCurses) -> None:
    screen = Note("a")
    play(curses, screen, "x", PAINTED, curses.scribble, "\x0c", PAINTED, "q")
    assert curses.picture() == ["a: x", *[""] * 22, "80x24"]
    assert screen.heard == ["x", "q"]


# When the loop paints


def test_events_that_come_at_once_share_a_frame(curses: FakeCurses) -> None:
    screen = Note("a")
    play(curses, screen, "x" * (EVENTS_A_FRAME - 1), PAINTED, "q")
    assert len(curses.written) == 2


def test_a_flood_of_events_does_not_keep_the_screen_from_being_painted(curses: FakeCurses) -> None:
    screen = Note("a")
    play(curses, screen, "abcdefg" * 150, "q")
    assert 10 <= len(curses.written) <= 100


def test_no_event_of_a_flood_is_lost(curses: FakeCurses) -> None:
    screen = Note("a")
    play(curses, screen, "x" * 3 * EVENTS_A_FRAME, PAINTED, "q")
    assert screen.heard == [*"x" * 3 * EVENTS_A_FRAME, "q"]


def test_what_is_typed_after_the_end_is_left_for_the_shell(curses: FakeCurses) -> None:
    play(curses, Note("a"), "q", "ls")
    assert curses.has_input
    assert curses.read(0) == "l"


def test_nothing_is_written_while_nothing_changes(curses: FakeCurses) -> None:
    play(curses, Note("a", patience=100), Quiet(10_000), "q")
    assert len(curses.written) == 1


@pytest.mark.parametrize(("calm", "longest"), [(0, LONGEST_WAIT), (5_000, CALM_WAIT)])
def test_a_resize_that_curses_reports_late_is_noticed_soon(
    curses: FakeCurses, calm: int, longest: int
) -> None:
    """It is the last one of a storm: a long time after any event there is hardly one to miss."""
    assert LONGEST_WAIT <= 250 < CALM_WAIT <= 1_000

    def late() -> None:
        curses.window.page.resize(40, 10)

    play(curses, Note("a"), "x", PAINTED, Quiet(calm + 1), late, Quiet(longest), "q")
    assert len(curses.written) == 3


def test_a_screen_is_ticked_when_it_wants_to_be(curses: FakeCurses) -> None:
    screen = Note("a", patience=300)
    play(curses, screen, Quiet(1_000), "q")
    assert screen.ticks == [1_000_000, 1_000_300, 1_000_600, 1_000_900]


@on_both_systems
def test_every_size_is_painted(curses: FakeCurses) -> None:
    sizes = [(40, 12), (200, 60), (1, 1), (2, 1), (80, 24)]
    script = [item for size in sizes for item in (Resize(*size), PAINTED)]
    play(curses, Note("a"), PAINTED, *script, "q")
    assert [(max(map(len, frame)), len(frame)) for frame in curses.frames[-3:]] == [
        (1, 1),
        (2, 1),
        (5, 24),
    ]
    assert curses.picture() == ["a:", *[""] * 22, "80x24"]


# Signals and terminals that go


@on_both_systems
def test_a_stop_signal_ends_with_its_status(curses: FakeCurses) -> None:
    for number in STOPS:
        screen = Note("a")
        assert play(curses, screen, "x", NOTHING, Signal(number), "y") == 128 + number
        assert screen.heard == ["x"]


def test_a_stop_signal_ends_every_screen(curses: FakeCurses) -> None:
    top = Note("top")
    assert play(curses, Note("bottom", o=top), "o", NOTHING, Signal(signal.SIGTERM), "y") == 143
    assert top.heard == []


def terminated() -> None:
    """The signal comes between two readings."""
    signal.raise_signal(signal.SIGTERM)


def test_a_stop_signal_is_heard_in_a_flood_of_events(curses: FakeCurses) -> None:
    screen = Note("a")
    assert play(curses, screen, "xxx", terminated, "y" * 1000) == 143
    assert len(screen.heard) <= 4


def test_a_stop_signal_is_heard_in_a_paste_that_does_not_end(curses: FakeCurses) -> None:
    screen = Note("a")
    slowly: list[Item] = ["y", Quiet(100)]
    assert play(curses, screen, "x", "\x1b[200~", *slowly * 3, terminated, *slowly * 100) == 143
    assert curses.has_input
    assert screen.heard == ["x"]


def test_a_stop_signal_is_heard_in_a_flood_of_pasted_text(curses: FakeCurses) -> None:
    script: list[Item] = ["\x1b[200~", "y" * 100, terminated, "y" * 1_000, Quiet(100), "y"]
    assert play(curses, Note("a"), *script) == 143
    assert curses.has_input


@on_both_systems
def test_a_terminal_that_is_closed_ends_the_program(curses: FakeCurses, tty: Tty) -> None:
    def close() -> None:
        curses.dead = True
        tty.hang_up()

    curses.feed("x", NOTHING, close)
    with terminal_on(curses) as terminal:
        assert run_screens(terminal, Note("a"), Looks("mono")) == 129


# Whole games

LAYOUT = """
    *...
    ....
    ...*
"""
# The title of the side, which begins with blanks.
WON, LOST = "   Won", "   Boom"


def game_screen(layout: str = LAYOUT) -> GameScreen:
    board = board_of(layout)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count)
    return GameScreen(OpenGames(Dealer(setup, lambda: 7, board), nowhere()), Looks(glyphs="ascii"))


def on_cell(screen: GameScreen, column: int, row: int, button: int = 1) -> list[Item]:
    """A click on a cell of the board, in the window of the tests."""
    screen.draw(Canvas(80, 24), 0)
    return click(*screen.view.position(screen.grid.cell(column, row)), button)


def clock(curses: FakeCurses) -> str:
    counters = next(line for line in curses.picture() if " left " in line)
    return counters.split()[-1]


TO_CORNER = "0g"


@pytest.mark.parametrize(
    ("typed", "end", "status"),
    [
        ("$\r0G\r", WON, Status.WON),
        ("lll\rjjhhhG\n", WON, Status.WON),
        ("6668o1111o", WON, Status.WON),
        (" G$ ", WON, Status.WON),
        ("F3ff36f", WON, Status.WON),
        ("\r", LOST, Status.LOST),
        ("$\r f0gjO0gO", LOST, Status.LOST),
    ],
)
def test_a_game_is_played_to_its_end_by_keys(
    curses: FakeCurses, typed: str, end: str, status: Status
) -> None:
    screen = game_screen()
    assert play(curses, screen, TO_CORNER, typed, PAINTED, "q") == 0
    assert screen.session.game.status is status
    assert any(end in line for line in curses.picture())


@on_both_systems
def test_a_game_is_won_with_arrows(curses: FakeCurses) -> None:
    screen = game_screen()
    up, right, down, end = (curses.code(f"KEY_{name}") for name in ("UP", "RIGHT", "DOWN", "END"))
    to_other_opening = curses.code("KEY_HOME"), down, down
    play(curses, screen, up, end, "\r", *to_other_opening, "\r", right, PAINTED, "q")
    assert any(WON in line for line in curses.picture())


@on_every_curses
def test_a_game_is_won_by_quick_clicks(curses: FakeCurses) -> None:
    screen = game_screen()
    clicks = [*on_cell(screen, 4, 1), *on_cell(screen, 1, 3)]
    play(curses, screen, *clicks, Quiet(2_000), "q")
    assert any(WON in line for line in curses.picture())


@pytest.mark.parametrize("button", [1, 2])
@on_both_systems
def test_a_game_is_won_by_a_chord_of_the_mouse(curses: FakeCurses, button: int) -> None:
    screen = game_screen("*..*")
    clicks = [*on_cell(screen, 2, 1), *on_cell(screen, 1, 1, 3), *on_cell(screen, 2, 1, button)]
    play(curses, screen, *clicks, PAINTED, "q")
    assert any(WON in line for line in curses.picture())


@on_every_curses
def test_a_quick_second_click_chords(curses: FakeCurses) -> None:
    screen = game_screen("*..*")
    flag = on_cell(screen, 1, 1, 3)
    play(curses, screen, *flag, *on_cell(screen, 2, 1), *on_cell(screen, 2, 1), PAINTED, "q")
    assert any(WON in line for line in curses.picture())


@on_both_systems
def test_a_held_left_button_flags(curses: FakeCurses) -> None:
    screen = game_screen()
    press, release = on_cell(screen, 1, 1)
    play(curses, screen, press, Quiet(600), release, PAINTED, "q")
    assert screen.session.game.is_flagged(screen.grid.cell(1, 1))


@pytest.mark.parametrize("button", [pytest.param(1, id="left"), pytest.param(3, id="right")])
def test_a_held_button_costs_no_time(curses: FakeCurses, button: int) -> None:
    press, release = on_cell(game_screen(), 1, 1, button)
    if button == 1:
        press, release = click(0, 0)  # above the field, where it does not flag
    play(curses, game_screen(), press, Quiet(2_000), release, PAINTED, "q")
    assert len(curses.written) < 20


def test_the_clock_ticks_without_a_key_and_nothing_else_is_written(curses: FakeCurses) -> None:
    screen = game_screen()
    play(curses, screen, "$\r", PAINTED, Quiet(5_500), "q")
    assert clock(curses) == "0:05"
    header = {row for row, line in enumerate(curses.picture()) if "0:05" in line}
    assert [rows for rows in curses.written[2:] if rows] == 5 * [header]
    assert len(curses.written) <= 10


# Help and pause


def test_help_is_opened_and_left(curses: FakeCurses) -> None:
    screen = game_screen()
    play(curses, screen, "$\r", PAINTED, "?", PAINTED, "?", PAINTED, "q")
    titles = ["1 of 3" in "".join(frame[:3]) for frame in curses.frames]
    assert titles == [False, False, True, False]
    assert curses.frames[-1] == curses.frames[-3]


# Any size


def test_a_resize_there_and_back_shows_the_same(curses: FakeCurses) -> None:
    seen: list[list[str]] = []
    look: Item = lambda: seen.append(curses.picture())  # noqa: E731  # a part of the script
    script: list[Item] = [look, Resize(1, 1), PAINTED, Resize(80, 24), PAINTED, look]
    play(curses, game_screen(), "$\r", PAINTED, *script, "q")
    assert seen[0] == seen[1]


@pytest.mark.parametrize("page", ["m", ",", "s", "\t", "?"])
@pytest.mark.parametrize("size", [(80, 1), (80, 2), (5, 24), (1, 1)])
def test_a_page_without_room_for_its_cursor_is_moved_in_and_left(
    curses: FakeCurses, size: tuple[int, int], page: str
) -> None:
    keys: list[Item] = [
        item
        for name in ("KEY_RIGHT", "KEY_DOWN", "KEY_LEFT", "KEY_UP")
        for item in (curses.code(name), PAINTED)
    ]
    script: list[Item] = [Resize(*size), PAINTED, *keys, "\x1b", NOTHING]
    assert play(curses, game_screen(), page, PAINTED, *script, "\x03") == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 8), (16, 7)])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_a_canvas_reads_like_the_screen_it_was_painted_on(
    curses: FakeCurses, glyphs: str, size: tuple[int, int]
) -> None:
    """Of a board that is larger than the window; a wall of emoji has no half bricks."""
    screen = GameScreen(
        OpenGames(Dealer(Setup(30, 16, 99), lambda: 7), nowhere()), Looks(glyphs=glyphs)
    )
    play(curses, screen, Resize(*size), "\r3f", PAINTED, "\x03")
    canvas = Canvas(*size)
    screen.draw(canvas, curses.now)
    assert curses.picture() == canvas.lines()


@pytest.mark.skipif(not hasattr(signal, "SIGTSTP"), reason="Windows has no Ctrl+Z")
def test_time_for_which_the_game_is_stopped_does_not_count(
    curses: FakeCurses, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops: list[int] = []

    def stop(process: int, number: int) -> None:
        assert (process, number) == (os.getpid(), signal.SIGTSTP)
        stops.append(60_000)
        curses.now += stops[-1]

    monkeypatch.setattr(os, "kill", stop)
    monkeypatch.setattr(clock_of_the_game, "_stopped", 0)  # for the tests that follow
    dealer = Dealer(Setup(5, 3, 3, win="clear"), lambda: 1, board_of(FOR_CTRL_Z))
    games = OpenGames(dealer, nowhere())
    ctrl_z = Signal(signal.SIGTSTP)
    with default_stop():
        script = ("\r", Quiet(1_000), ctrl_z, Quiet(2_000), ctrl_z, PAINTED, " ", "q")
        assert play(curses, GameScreen(games, Looks()), *script) == 0
    assert len(stops) == 2
    assert 3_000 <= games.session.time < 4_000


FOR_CTRL_Z = """
    *....
    .....
    ...**
"""


@contextmanager
def default_stop() -> Iterator[None]:
    """Let Ctrl+Z be what it is below a shell, whoever runs the tests."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTSTP, before)
