"""The real program in a real pseudo-terminal, played as a person would."""

import re
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import pytest

from minesweeper.store.categories import Category
from minesweeper.store.unfinished_games import find_unfinished
from minesweeper.tui.screens.game import CALM_TIME
from tests.harness.kept_games import open_store
from tests.harness.program import (
    CTRL_C,
    CTRL_Z,
    DOWN,
    ENTER,
    ESC,
    FRESH,
    HALF_WON,
    LAYOUT,
    LEFT,
    MINESWEEPER,
    RIGHT,
    ROOT,
    SPACE,
    WON,
    Drawn,
    click,
    field,
    place,
    playing,
    quit_cleanly,
    says,
    shows,
)
from tests.harness.real_terminal import RealTerminal


def has_stopped(times: int, terminal: RealTerminal) -> bool:
    """The shell has said so often that it has stopped the game, and prompts again."""
    return terminal.text.count("Stopped") == times and terminal.lines[terminal.cursor[1]] != ""


# Whole games


def test_width_height_and_mines_give_the_board_asked_for() -> None:
    with playing("--width=10", "--height=10", "--mines=20", "--ascii", "--zoom=2") as terminal:
        terminal.wait_for(shows("\n".join(["#" * 10] * 10), "20 mines left"))
        terminal.type(ENTER)
        terminal.wait_for(lambda t: "." in field(t))
        quit_cleanly(terminal)


def test_a_game_is_won_by_revealing_with_the_keys(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("0g" + RIGHT + "l" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type(DOWN + "j" + "h" + LEFT + "o")
        terminal.wait_for(shows(WON, "Won", "3BV 2", "100%"))
        quit_cleanly(terminal)


def test_a_game_is_won_with_the_mouse(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        click(terminal, 1, 1, button=3)
        click(terminal, 3, 1)
        terminal.wait_for(lambda t: field(t) == HALF_WON.replace("#", "F", 1))
        click(terminal, 2, 2)  # a chord: its one mine is flagged
        terminal.wait_for(shows(WON, "Won"))


# So many mines take a search of many seconds.
DENSE = ("--width=100", "--height=100", "--mines=4000", "--no-guess", "--seed=5", "--ascii")


def test_a_long_search_for_a_guess_free_board_is_stopped_and_any_board_dealt(
    tmp_path: Path,
) -> None:
    with playing(*DENSE, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type(ENTER)
        terminal.wait_until_shown("Looking for a board that needs no guess")
        terminal.type(ESC)
        terminal.wait_for(lambda t: "Stopped." in t.text and "Enter any board" in t.text)
        time.sleep(CALM_TIME / 1000)  # an Enter that was meant for something else is not taken
        terminal.type(ENTER)
        terminal.wait_for("You may have to guess on this board")
        quit_cleanly(terminal)
    [game] = open_store(tmp_path).read(find_unfinished)
    assert game.category == Category(100, 100, 4000, "opening", 0, "luck")


# Windows of any size


def test_a_window_that_shrinks_to_one_cell_and_back_loses_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("0g66" + ENTER)
        column, row = place(terminal, 3, 1)
        cursor = column, row
        terminal.wait_for(shows(HALF_WON, "shows you one"))  # which is painted last
        terminal.wait_for(lambda t: t.cursor == cursor)
        before = without_clock(terminal), cursor
        for size in ((40, 12), (16, 7), (9, 3), (1, 1)):
            terminal.mark()
            terminal.resize(*size)
            terminal.wait_for(lambda t: t.written_since_mark > 0)
        terminal.resize(80, 24)
        terminal.wait_for(lambda t: (without_clock(t), t.cursor) == before)
        quit_cleanly(terminal)


def without_clock(terminal: RealTerminal) -> list[str]:
    """The lines, which a slow machine takes so long to paint that the clock goes on."""
    return [re.sub(r"\d+:\d\d$", "", line) for line in terminal.lines]


# Terminals of any kind


@pytest.mark.parametrize(
    ("term", "report"),
    [("xterm-256color", "\x1b[<0;5;"), ("screen", "\x1b[M "), ("linux", "\x1b[M")],
)
def test_half_a_report_of_the_mouse_stops_no_clock_and_no_later_key(
    term: str, report: str, drawn: Drawn
) -> None:
    with drawn(LAYOUT, "--ascii", term=term) as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type(report)
        for _ in range(3):  # more than the second for which the rest is waited for
            terminal.wait_for(partial(shows_another_time, clock(terminal)))
        terminal.type("n")
        terminal.wait_for(shows(FRESH))
        quit_cleanly(terminal)


def clock(terminal: RealTerminal) -> str:
    return next(it for line in terminal.lines if (it := re.search(r"\d+:\d\d$", line)))[0]


def shows_another_time(than: str, terminal: RealTerminal) -> bool:
    return clock(terminal) != than


@pytest.mark.parametrize("term", ["vt220", "xterm-256color"])
@pytest.mark.parametrize(("home", "end"), [("\x1b[1~", "\x1b[4~"), ("\x1b[7~", "\x1b[8~")])
def test_home_and_end_are_known_by_the_sequences_of_other_terminals(
    term: str, home: str, end: str, drawn: Drawn
) -> None:
    with drawn(LAYOUT, "--ascii", term=term) as terminal:
        terminal.type("0g" + end + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type(home + SPACE)
        terminal.wait_for(shows(HALF_WON.replace("#", "F", 1)))
        quit_cleanly(terminal)


def test_an_answer_that_another_program_asked_for_plays_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("\x1bP>|XTerm(354)\x1b\\\x1b_Gi=31;OK\x1b\\\x1bPq\x1b\\" + "0g66" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        quit_cleanly(terminal)


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100"])
def test_every_kind_of_terminal_shows_the_cursor_and_is_left_clean(term: str, drawn: Drawn) -> None:
    with drawn(LAYOUT, term=term) as terminal:
        terminal.type("0g66" + ENTER)
        if term == "vt100":
            terminal.wait_for("[·]")
            column, row = terminal.find("[·]")
            terminal.wait_for(lambda t: t.cursor == (column + 1, row))
        else:  # the cursor is a colour there
            terminal.wait_for(lambda t: t.cell(*t.cursor).bg in ("ffd75f", "brown"))
        quit_cleanly(terminal)


def test_without_unicode_it_is_drawn_in_ascii_whatever_is_set() -> None:
    with playing("--zoom=2", env={"LC_ALL": "C", "MINESWEEPER_GLYPHS": "emoji"}) as terminal:
        terminal.wait_for(lambda t: field(t) == "\n".join(["#" * 8] * 8) and t.text.isascii())


def walls(terminal: RealTerminal) -> list[tuple[int, int]]:
    """Where the walls begin and end, in each row."""
    rows = ([x for x in range(80) if terminal.cell(x, y).data == "🧱"] for y in range(24))
    return [(row[0], row[-1]) for row in rows if row]


def test_the_walls_of_emoji_are_straight(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--emoji") as terminal:
        terminal.type("0g" + SPACE + "66" + ENTER)
        terminal.wait_for("🧱🚩1")
        terminal.wait_for(lambda t: len(walls(t)) == 5 and len({*walls(t)}) == 1)


# The end, whichever way it comes


def test_a_window_that_loses_the_focus_pauses_the_game(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type("\x1b[O")
        terminal.wait_for(says("The window lost the focus"))
        terminal.type("\x1b[I" + "p")
        terminal.wait_for(shows(HALF_WON))
        quit_cleanly(terminal)


def test_ctrl_c_ends_the_game_with_status_130() -> None:
    with playing() as terminal:
        terminal.type(CTRL_C)
        assert terminal.wait_exit() == 130
        assert terminal.is_clean() == []


def test_a_closed_window_ends_even_a_game_that_ignores_hang_ups() -> None:
    argv = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *MINESWEEPER]
    with RealTerminal(argv, cwd=ROOT) as terminal:
        terminal.wait_for("quit")
        terminal.hang_up()
        assert terminal.wait_exit() == 128 + signal.SIGHUP


def test_ctrl_z_gives_the_shell_a_clean_terminal_and_fg_the_game_back() -> None:
    with RealTerminal(["bash", "--norc", "-i"], cwd=ROOT, env={"PS1": "shell> "}) as terminal:
        terminal.wait_for("shell>")
        # A theme that asks the terminal nothing: an answer may come later than it is waited for.
        terminal.type(" ".join(MINESWEEPER) + " --ascii --theme=mono --zoom=2 --mines=0\r")
        terminal.wait_for("[#]")
        for before in range(3):
            terminal.type(CTRL_Z)
            terminal.wait_for(partial(has_stopped, before + 1))
            assert not terminal.alternate
            assert not terminal.mouse
            assert terminal.cursor_visible
            terminal.type("fg\r")
            terminal.wait_for(lambda t: t.alternate and t.mouse and "[#]" in t.text)
        terminal.type(RIGHT)
        terminal.wait_for(" #[#]#")
        terminal.type("q")
        terminal.wait_for(lambda t: not t.alternate)
        terminal.type("exit\r")
        terminal.wait_exit()
        assert terminal.is_clean() == []


def test_in_pythons_development_mode_a_game_is_played_without_a_warning(tmp_path: Path) -> None:
    """Its faulthandler has a handler for SIGABRT that no Python code could put back."""
    errors = tmp_path / "errors"
    board = tmp_path / "board.txt"
    board.write_text(LAYOUT)
    command = [sys.executable, "-X", "dev", *MINESWEEPER[1:], "--ascii", f"--board={board}"]
    to_file = ["sh", "-c", f'exec "$@" 2>{errors}', "sh", *command]
    with RealTerminal(to_file, cwd=ROOT, env={"MINESWEEPER_ZOOM": "2"}) as terminal:
        terminal.wait_for(lambda t: field(t) == FRESH)
        for page in "m,s?\t":
            terminal.type(page)
            terminal.wait_for(lambda t: field(t) != FRESH)
            terminal.type(ESC)
            terminal.wait_for(lambda t: field(t) == FRESH)
        terminal.type("0g66" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type("i")
        terminal.wait_for("Look at")
        terminal.type(DOWN + DOWN + "h" + LEFT + "o")
        terminal.wait_for(shows(WON, "Won"))
        quit_cleanly(terminal)
    assert errors.read_text() == ""


def test_an_exception_leaves_the_terminal_clean_and_its_traceback_readable() -> None:
    crash = textwrap.dedent("""
        import os
        from minesweeper.tui import app
        from minesweeper.tui.terminal import terminal
        from minesweeper.tui.look.looks import Looks
        from minesweeper.tui.screen import Screen

        class Broken(Screen):
            def draw(self, canvas, now):
                raise RuntimeError("a fault in a screen")

            def handle(self, event, now):
                return None

        curses = terminal.load_curses()
        with terminal.Terminal(curses, os.environ) as screen:
            app.run_screens(screen, Broken(), Looks())
    """)
    with RealTerminal([sys.executable, "-c", crash], cwd=ROOT) as terminal:
        assert terminal.wait_exit() == 1
        assert terminal.is_clean() == []
        assert "RuntimeError: a fault in a screen" in terminal.text


# Terminals that are none, or unknown


def test_without_a_terminal_there_is_an_error_and_no_escape_code() -> None:
    done = subprocess.run(
        MINESWEEPER, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr == (
        b"minesweeper: a terminal is needed on standard input and output:"
        b" minesweeper --plain plays without one\n"
    )


@pytest.mark.parametrize("term", ["unknown", "no-such-terminal"])
def test_a_terminal_that_nobody_knows_is_played_on_as_an_xterm(term: str) -> None:
    with playing(env={"TERM": term}) as terminal:
        terminal.wait_for("mines left")
        quit_cleanly(terminal)


def test_a_locale_that_is_not_installed_here_is_played_in_ascii() -> None:
    with playing("--zoom=2", env={"LC_ALL": "xx_YY.UTF-8"}) as terminal:
        terminal.wait_for("# # #")
        quit_cleanly(terminal)
