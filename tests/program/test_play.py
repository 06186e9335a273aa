"""The real program in a real pseudo-terminal, played as a person would."""

import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from minesweeper.cli.main import main
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
    shows,
)
from tests.harness.real_terminal import RealTerminal


def has_stopped(times: int, terminal: RealTerminal) -> bool:
    """The shell has said so often that it has stopped the game, and prompts again."""
    return terminal.text.count("Stopped") == times and terminal.lines[terminal.cursor[1]] != ""


# Whole games


def test_width_height_and_mines_give_the_board_asked_for() -> None:
    with playing("--width=10", "--height=10", "--mines=20", "--ascii", "--seed=1") as terminal:
        terminal.wait_for(shows("\n".join(["#" * 10] * 10), "seed 1"))
        terminal.type(ENTER)
        terminal.wait_for(lambda t: "." in field(t))
        quit_cleanly(terminal)


def test_a_game_is_won_by_revealing_with_the_keys(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("0g" + RIGHT + "l" + ENTER)
        terminal.wait_for(shows(HALF_WON))
        terminal.type(DOWN + "j" + "h" + LEFT + "o")
        terminal.wait_for(shows(WON, "Won without a guess", "Efficiency              100%"))
        quit_cleanly(terminal)


def test_a_game_is_won_with_the_mouse(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        click(terminal, 1, 1, button=3)
        click(terminal, 3, 1)
        terminal.wait_for(lambda t: field(t) == HALF_WON.replace("#", "F", 1))
        click(terminal, 2, 2)  # a chord: its one mine is flagged
        terminal.wait_for(shows(WON, "Won"))


def test_flags_around_a_number_win_with_a_right_click_or_space(drawn: Drawn) -> None:
    for flag in (SPACE, None):
        with drawn("*.*\n", "--ascii", "--win=flags") as terminal:
            click(terminal, 2, 1)
            terminal.wait_for(lambda t: field(t) == "#2#\n".strip())
            if flag:
                terminal.type(flag)
            else:
                click(terminal, 2, 1, button=3)
            terminal.wait_for(shows("F2F", "Won"))
            quit_cleanly(terminal)


def test_obvious_moves_are_played_with_one_key_and_saved(drawn: Drawn) -> None:
    with drawn("*.*..\n.....\n.....\n*....\n", "--ascii", "--win=clear") as terminal:
        click(terminal, 3, 1, button=3)
        click(terminal, 5, 4)
        terminal.wait_for(lambda t: field(t).startswith("##F1."))
        terminal.type(".")
        terminal.wait_for(lambda t: field(t).startswith("#2F1.") and "Revealed 1 cell" in t.text)
        terminal.type("u")
        terminal.wait_for(lambda t: field(t).startswith("##F1."))
        quit_cleanly(terminal)


def test_the_map_leads_to_a_front_far_away(drawn: Drawn) -> None:
    rows = ["." * 60] * 60
    rows[2], rows[50] = "..*" + "." * 57, "*" * 60
    with drawn("\n".join(rows), "--ascii") as terminal:
        terminal.type("0g" + ENTER)
        terminal.wait_for("x 1-19/60")
        terminal.type("\t")
        terminal.wait_for("Front 1 of 5: 1 cell ")
        terminal.type(DOWN)
        terminal.wait_for("Front 2 of 5: 16 cells ")
        terminal.type(ENTER)
        terminal.wait_for(lambda t: "[3]" in t.text and "x 41-59/60" in t.text)
        quit_cleanly(terminal)


# Windows of any size


def test_a_window_that_shrinks_to_one_cell_and_back_loses_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("0g66" + ENTER)
        # The cursor is placed last, when all is painted.
        column, row = place(terminal, 3, 1)
        cursor = column + 1, row
        terminal.wait_for(lambda t: field(t) == HALF_WON and t.cursor == cursor)
        before = without_clock(terminal), cursor
        for size in ((40, 12), (16, 7), (9, 3), (1, 1)):
            terminal.resize(*size)
            terminal.wait_until_still()
        terminal.resize(80, 24)
        terminal.wait_for(lambda t: (without_clock(t), t.cursor) == before)
        quit_cleanly(terminal)


def without_clock(terminal: RealTerminal) -> list[str]:
    """The lines, which a slow machine takes so long to paint that the clock goes on."""
    return [re.sub(r"\d+:\d\d$", "", line) for line in terminal.lines]


def test_a_board_larger_than_the_window_scrolls_to_the_cursor() -> None:
    size = ("--width=500", "--height=300", "--mines=0")
    with playing(*size, "--ascii", columns=40, rows=12) as terminal:
        terminal.wait_for("1-")
        terminal.type("G$")
        terminal.wait_for(re.compile("-500/500 x .*-300/300"))
        terminal.type(SPACE)
        terminal.wait_for("[F]")
        column, row = terminal.find("[F]")
        terminal.click(column - 20, row - 2)
        terminal.wait_for("Won")


# Terminals of any kind


@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "tmux-256color", "linux", "vt100"])
def test_every_kind_of_terminal_shows_the_cursor_and_is_left_clean(term: str, drawn: Drawn) -> None:
    with drawn(LAYOUT, term=term) as terminal:
        terminal.type("0g66" + ENTER)
        if "256color" in term:  # the cursor is a colour there
            terminal.wait_for(lambda t: t.cursor_visible and t.cell(*t.cursor).bg == "ffd700")
        else:
            focus = "[ ]" if term != "linux" else "[.]"
            terminal.wait_for(focus)
            column, row = terminal.find(focus)
            terminal.wait_for(lambda t: t.cursor == (column + 1, row))
        quit_cleanly(terminal)


def test_without_unicode_it_is_drawn_in_ascii() -> None:
    with playing("--zoom=2", env={"LC_ALL": "C"}) as terminal:
        terminal.wait_for(lambda t: "[#]# # #" in t.text and t.text.isascii())


def sides(terminal: RealTerminal) -> list[tuple[int, int]]:
    """Where the frame begins and ends, in each row."""
    rows = ([x for x in range(80) if terminal.cell(x, y).data in [*"╭╮╰╯│"]] for y in range(24))
    return [(row[0], row[-1]) for row in rows if row]


def test_the_emoji_look_keeps_its_frame_straight(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--emoji") as terminal:
        terminal.type("0g" + SPACE + "66" + ENTER)
        terminal.wait_for("│ 🚩 1")
        terminal.wait_for(lambda t: len(sides(t)) == 5 and len(set(sides(t))) == 1)


def test_a_pasted_text_plays_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.wait_for(lambda t: t.bracketed_paste)
        terminal.type("\x1b[200~" + "q\rnG$ \x1b[A\r" * 50 + "\x1b[201~" + RIGHT)
        terminal.wait_for(shows(FRESH, " #[#]#"))


def type_slowly(terminal: RealTerminal, key: str, until: Callable[[RealTerminal], bool]) -> None:
    """Type a key about every tenth of a second until a condition holds, for as long as it takes.

    A slow program finds several of them at once: the key has to do the same once and often.
    """
    for _ in range(600):
        terminal.type(key)
        with suppress(AssertionError):
            terminal.wait_for(until, timeout=0.1)
            return
    terminal.wait_for(until, timeout=0)


BEYOND_UNICODE = (
    b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80",
    b"\xf7\xbf\xbf\xbf",
    b"\xf8\x88\x80\x80\x80",
    b"\xfb\xbf\xbf\xbf\xbf",
    b"\xfc\x84\x80\x80\x80\x80",
    b"\xfd\xbf\xbf\xbf\xbf\xbf",
)


def test_bytes_beyond_unicode_play_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        for typed in BEYOND_UNICODE:
            terminal.type(typed + b"\x1b" + typed + b"\x1b[200~q" + typed + b"q\x1b[201~" + typed)
            # ncurses takes some of what follows for a part of them.
            type_slowly(terminal, "$", shows(FRESH, "# #[#]|"))
            terminal.type("0")
            terminal.wait_for(shows(FRESH, "| [#]# #"))
        quit_cleanly(terminal)


def test_an_unknown_escape_sequence_plays_nothing(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii") as terminal:
        terminal.type("\x1b[1;6C\x1b[99;5;3~\x1bOZ\x1bq\x1b[?1;2c" + RIGHT)
        terminal.wait_for(shows(FRESH, " #[#]#"))


# The end, whichever way it comes


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
        terminal.type(" ".join(MINESWEEPER) + " --ascii --theme=dark --zoom=2 --mines=0\r")
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
        terminal.wait_for("highlighted")
        terminal.type(DOWN + DOWN + "h" + LEFT + "o")
        terminal.wait_for(shows(WON, "Won"))
        quit_cleanly(terminal)
    assert errors.read_text() == ""


def test_an_exception_leaves_the_terminal_clean_and_its_traceback_readable() -> None:
    crash = textwrap.dedent("""
        import os
        from minesweeper.tui import app
        from minesweeper.tui.terminal import terminal
        from minesweeper.tui.look.theme import Looks
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


# Wrong input


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--width=0"], "'0' is not a number from 1 to 10000"),
        (["--height=-5"], "'-5' is not a number from 1 to 10000"),
        (["--width=abc"], "'abc' is not a number from 1 to 10000"),
        (["--width="], "'' is not a number from 1 to 10000"),
        (["--width=--"], "--width: '--' is not a value"),
        (["--board=--"], "--board: '--' is not a value"),
        (["--keys=--"], "--keys: '--' is not a value"),
        (["--width=10\x1b[2J"], "'10\\x1b[2J' is not a number"),
        (["--width=10", "--height=10", "--mines=100"], "from 0 to 99 are allowed"),
        (["--width=10000", "--height=10000"], "at most 1,000,000 cells"),
        (["--level=hard"], "invalid choice: 'hard'"),
        (["--theme=pink"], "invalid choice: 'pink'"),
        (["--glyphs=runes"], "invalid choice: 'runes'"),
        (["--plain=bored"], "--plain: invalid choice: 'bored'"),
        (["--plain", "bored"], "--plain: invalid choice: 'bored'"),
        (["--zoom=6"], "invalid choice: '6' (choose from"),
        (["--seed=-1"], "'-1' is not a number from 0 to"),
        (["--wid=5"], "unrecognised arguments: --wid=5"),
        (["--no-such-thing\n"], "--no-such-thing\\n"),
        (["--emoji", "--zoom=3"], "--glyphs emoji needs --zoom 2 or auto, not --zoom 3"),
        (["--plain", "--demo"], "--demo cannot be used with --plain"),
        (["--board=no-such-file"], "--board: 'no-such-file': No such file"),
        (["--board=."], "directory"),
    ],
)
def test_wrong_input_gets_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(arguments) == 2
    said, complained = capsys.readouterr()
    assert complaint in complained
    assert (said, complained.count("\n")) == ("", 1)
    assert complained.startswith("minesweeper: ")
    assert complained.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"*.\n*\n", "line 2 has 1 cells, the first line has 2"),
        (b"**\n**\n", "a mine in every cell"),
        (b"*.\n.o\n", "line 2, column 2 is 'o'"),
        (b"\xff\xfe\x00", "is not text"),
        (b"*...*\n", "6x1 with 2 mines contradicts --board, which is 5x1 with 2 mines"),
    ],
)
def test_the_error_in_a_board_file_is_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, complaint: str
) -> None:
    file = tmp_path / "board"
    file.write_bytes(content)
    assert main([f"--board={file}", "--width=6"]) == 2
    assert complaint in capsys.readouterr().err


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
    with playing("--seed=5", env={"TERM": term}) as terminal:
        terminal.wait_for("seed 5")
        quit_cleanly(terminal)


def test_a_locale_that_is_not_installed_here_is_played_in_ascii() -> None:
    with playing("--seed=5", "--zoom=2", env={"LC_ALL": "xx_YY.UTF-8"}) as terminal:
        terminal.wait_for("[#]")
        quit_cleanly(terminal)
