"""The terminal in memory shows what a real one would, and the driver waits for what it shows."""

import json
import signal
import sys
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.harness import real_terminal
from tests.harness.emulator import Emulator, Parser
from tests.harness.program import LAYOUT, WON, Drawn, click, quit_cleanly, shows
from tests.harness.real_terminal import RealTerminal


def printed(text: str, piece: int = 1_000) -> Emulator:
    """Return a small terminal to which a text was written, in pieces of so many bytes."""
    screen = Emulator(10, 4, lambda _: None)
    parser, data = Parser(screen), text.encode()
    for start in range(0, len(data), piece):
        parser.feed(data[start : start + piece])
    return screen


def lines(screen: Emulator) -> list[str]:
    """Return what stands on a screen, without blanks at the ends."""
    rows = ["".join(screen.buffer[y][x].data for x in range(10)).rstrip() for y in range(4)]
    return "\n".join(rows).rstrip("\n").split("\n")


PAINTING = [
    ("ab\x1b[3bc", ["abbbbc"]),
    ("\x1b(0q\x1b[3b\x1b(Bq", ["────q"]),
    ("\x1b)0\x0eq\x0fq\x0eq", ["─q─"]),
    ("a\r\nb\r\nc\r\nd\x1b[2S", ["c", "d"]),
    ("a\r\nb\r\nc\r\nd\x1b[T", ["", "a", "b", "c"]),
    ("a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[S", ["a", "c", "", "d"]),
    ("a\r\n\r\nc\r\nd\x1b[2;3r\x1b[2H\x1b[2M", ["a", "", "", "d"]),
    ("\x1b[1;2r\x1b[4Hd\x1b[Ae\r\x1b[2Bf", ["", "", " e", "f"]),
    ("\x1b[3;4r\x1b[Ha\x1bMb", ["ab"]),
    ("\x1b[2H\x1b7\x1b8a\x1b8b", ["", "b"]),
    ("abcdef\r\x1b[3X", ["   def"]),
    ("a\r\nb\r\nc\x1b[2H\x1b[1J", ["", "", "c"]),
    ("abc\x1b[8`h\x1b[2Gi\x1b[4d!", ["aic    h", "", "", "  !"]),
    ("\tx\x1b[Z\x1b[Z*\x1b[Iy", ["*       y"]),
    ("abc\r\x1b[4hxy\x1b[4lz", ["xyzbc"]),
    ("a\x1bEb", ["a", "b"]),
    ("0123456789\x1b[mx", ["0123456789", "x"]),
    ("0123456789\x1b[Kx", ["012345678x"]),
    ("\x1b[?7l0123456789ab\x1b[?7h", ["012345678b"]),
    ("\x1b[?1049hold\x1b[?1049l\x1b[?1049hx", ["x"]),
    ("main\x1b[?1049hold\x1b[?1049l!", ["main!"]),
    ("\x1b[?47hold\x1b[?47l\x1b[?47h!", ["old!"]),
    ("012345678字", ["012345678", "字"]),
    ("漢字\x1b[2Gx\x1b[3Gy", [" xy"]),
    ("漢字\x1b[2G\x1b[P", [" 字"]),
    ("漢字\x1b[2G\x1b[X|", [" |字"]),
    ("12345678字\r\x1b[@", [" 12345678"]),
    ("⚠\ufe0f1字e\u0301!", ["⚠\ufe0f1字e\u0301!"]),
]


def test_a_sequence_does_what_it_does_in_a_terminal_also_in_pieces() -> None:
    for text, painted in PAINTING:
        assert [lines(printed(text, piece)) for piece in (1_000, 1)] == [painted] * 2, repr(text)


SWALLOWED = (
    *("[>4;1m", "[>c", "[=1;1u", "[>1u", "[?u", "[?2026$p", "[2 q", "[4 u", "[22;0;0t", "[?1c"),
    *(
        "[34h",
        "[?5h\x1b[?5l",
        "]0;title\x07",
        "]4;1;rgb:00/11/22\x1b\\",
        "]104;1\x07",
        "]R",
        "]P1aabbcc",
        "g",
    ),
    *("P+q544e\x1b\\", "_comment\x1b\\", "%G", "*0", "=", "8\x1b[3G\x1b[7m", ">\x00\x7f\x07"),
)


def test_a_sequence_that_paints_nothing_is_swallowed() -> None:
    for sequence in SWALLOWED:
        screen = printed(f"\x1b[7mab\x1b{sequence}cd")
        assert lines(screen) == ["abcd"], repr(sequence)
        assert [screen.buffer[0][x].reverse for x in range(5)] == [True] * 4 + [False]


def test_erasing_keeps_the_background_and_no_other_attribute() -> None:
    cell = printed("\x1b[44;7;1m\x1b[2J\x1b[m").buffer[3][3]
    assert (cell.bg, cell.reverse, cell.bold) == ("blue", False, False)


def test_the_line_of_the_cursor_stays_when_the_window_shrinks_also_on_the_hidden_page() -> None:
    for text in ("a\r\nb\r\nc\r\nd", "a\r\nb\r\nc\r\nd\x1b[?1049h"):
        screen = printed(text)
        screen.resize(2, 10)
        Parser(screen).feed(b"\x1b[?1049l")
        assert lines(screen)[:2] == ["c", "d"]
        assert (screen.cursor.x, screen.cursor.y) == (1, 1)


def test_every_trace_left_is_named() -> None:
    for text, left in (
        ("\x1b[?1049h", "alternate screen on"),
        ("\x1b[?25l", "cursor hidden"),
        ("\x1b[?2004h", "bracketed paste on"),
        ("\x1b[31m", "colours or attributes on"),
        ("\x1b[2;3r", "scrolling region set"),
        ("\x1b(0", "line drawing on"),
        ("\x1b[4h", "insert mode on"),
        ("\x1b[?7l", "wrapping off"),
        ("\x1b[?1h", "keypad mode on"),
        ("\x1b=", "keypad mode on"),
        ("\x1b]4;20;rgb:00/11/22\x1b\\", "colours redefined"),
        ("\x1b[?1003h", "mouse mode on"),
        ("\x1b[?1004h", "focus reports on"),
        ("\x1b[>0u", "keyboard protocol pushed"),
        ("\x1b[<u", "keyboard protocol pushed"),
        ("\x1b[>4;0m", "modifyOtherKeys set"),
    ):
        assert printed(text).left_on() == [left]
        assert printed(text + "\x1bc").left_on() == []


def test_a_click_is_reported_as_the_program_asked_for_it() -> None:
    for asked, reports in (
        ("", [b"", b""]),
        ("\x1b[?1000h", [b"\x1b[M\x22\x24\x21", b"\x1b[M\x23\x24\x21"]),
        ("\x1b[?1000h\x1b[?1006h", [b"\x1b[<2;4;1M", b"\x1b[<2;4;1m"]),
    ):
        screen = printed(asked)
        assert [screen.mouse_report(2, 3, 0, down) for down in (True, False)] == reports


def test_the_transcript_has_each_line_that_went() -> None:
    bar = "[##..]"
    for went in (
        "\r          \rdone",
        "\r[####] 100%",
        "\r\x1b[Kdone",
        "\x1b[2J",
        "\r\x1b[9P",
        "\r\x1b[4@",
        "\x1b[4H\n",
        "\x1b[H\x1b[M",
        "\x1b[H\x1b[L\x1b[4H\x1b[2M\x1b[H\x1b[M\x1b[M",
        "\x1b[?1049h",
        "\x1bc",
        "0123456789",
    ):
        screen = printed(bar + went)
        assert any(line.startswith(bar) for line in screen.transcript + lines(screen)), repr(went)
    assert printed(f"\x1b[4H{bar}\x1b[H\x1bM").transcript == [bar]
    assert printed("a\rb\r\x1b[Kc").transcript == ["a", "b"]


# What ncurses paints: a glyph whose look follows from it, so that text is enough.

COLUMNS, ROWS = 40, 12
PAINTER = """
import curses, json, sys
screen = curses.initscr()
if colours := curses.has_colors():
    curses.start_color()
    curses.init_pair(1, curses.COLOR_YELLOW, curses.COLOR_BLUE)
for frame in json.loads(sys.argv[1]):
    screen.erase()
    for row, line in enumerate(frame):
        screen.move(row, 0)
        for glyph in line:
            in_colour = colours and glyph in "19"
            look = curses.A_REVERSE if glyph.isupper() else curses.color_pair(1) if in_colour else 0
            screen.addstr(glyph, look)
    screen.refresh()
    screen.getch()
curses.endwin()
"""


def random_line(rng: Random, wide: bool) -> str:
    """Return a line of runs of glyphs, some of which are two columns wide."""
    glyphs = (
        rng.choice("abc XYZ 19" + "🚩\uff11" * wide) * rng.choice([1, 2, 15]) for _ in "a" * 9
    )
    return "".join(glyphs)[: COLUMNS // (1 + wide)]


def is_shown(frame: list[str], terminal: RealTerminal) -> bool:
    """Return whether a frame is on the screen; each glyph there has to have its own colours."""
    for column, row in product(range(COLUMNS), range(ROWS)):
        cell = terminal.cell(column, row)
        assert cell.reverse == cell.data.isupper(), terminal.picture()
        assert cell.bg != "blue" or cell.data in "19", terminal.picture()
    return terminal.lines[:ROWS] == [line.rstrip() for line in frame]


@pytest.mark.parametrize(
    ("term", "locale"), [("xterm-256color", "C.UTF-8"), ("linux", "C.UTF-8"), ("vt100", "C")]
)
def test_random_frames_are_shown_as_ncurses_paints_them(term: str, locale: str) -> None:
    rng, wide = Random(term), locale != "C"
    frames = [[random_line(rng, wide) for _ in range(ROWS)]]
    for _ in range(30):
        frame, row, at = [*frames[-1]], rng.randrange(ROWS), rng.randrange(5)
        old = frame[row]
        frame[row] = rng.choice([random_line(rng, wide), old[at:], f"ab{old[:-2]}"])
        frames.append(frame)
    argv = [sys.executable, "-S", "-c", PAINTER, json.dumps(frames)]
    with RealTerminal(argv, columns=COLUMNS, term=term, env={"LC_ALL": locale}) as terminal:
        for frame in frames:
            terminal.wait_for(partial(is_shown, frame))
            terminal.type(" ")
        assert terminal.wait_exit() == 0
        assert terminal.is_clean() == []


# The driver.


def test_a_program_has_its_window_and_a_small_clean_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SURPRISE", "1")
    command, env = "stty size; exec env", {"PATH": "/usr/bin:/bin", "EMPTY": ""}
    with RealTerminal(["sh", "-c", command], env=env, columns=500, rows=20) as terminal:
        assert terminal.wait_exit() == 0
        size, *variables = filter(None, terminal.lines)
        assert size == "20 500"
        given = dict(line.split("=", 1) for line in variables)
        home = Path(given.pop("HOME"))
        assert not [*home.iterdir()]
        assert given.pop("PWD", "")  # the shell's own
        assert given == {**env, "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    assert not home.exists()


def test_all_that_was_written_before_the_end_is_shown_though_another_process_goes_on() -> None:
    command = "trap '' HUP; sleep 1 & seq 1 2000; exit 3"
    with RealTerminal(["sh", "-c", command]) as terminal:
        assert terminal.wait_exit() == 3
        assert terminal.lines[-2:] == ["2000", ""]
        assert terminal.written_since_mark == sum(len(str(n)) + 2 for n in range(1, 2001))
        terminal.wait_until_shown("777", timeout=0)
        terminal.mark()
        assert terminal.written_since_mark == 0
        with pytest.raises(AssertionError, match="program ended with 3"):
            terminal.wait_for("never")


def test_much_can_be_typed_at_a_program_that_answers_as_much() -> None:
    command = "stty raw -echo; echo ready; head -c 30000; printf '\r\nenough'"
    with RealTerminal(["sh", "-c", command]) as terminal:
        terminal.wait_for("ready")
        terminal.type("x" * 30_000)
        terminal.wait_for("enough")
        assert terminal.wait_exit() == 0


def test_a_wait_in_vain_ends_with_a_picture_of_the_screen() -> None:
    with RealTerminal(["sh", "-c", "echo 1漢3; read x"], columns=8, rows=2) as terminal:
        terminal.wait_for("3")
        assert terminal.find("3") == (3, 0)
        with pytest.raises(AssertionError) as failure:
            terminal.wait_until_shown("4", timeout=0)
    picture = ["+--------+", "|1漢3    |", "|        |", "+--------+"]
    assert str(failure.value).splitlines()[:5] == ["waited until '4' was shown", *picture]


def test_waiting_ends_though_the_program_never_stops_writing() -> None:
    with RealTerminal(["sh", "-c", "stty raw -echo; echo ready; exec yes"]) as terminal:
        with pytest.raises(AssertionError, match="waited for 'never'"):
            terminal.wait_for("never", timeout=0.1)
        with pytest.raises(AssertionError, match="end"):
            terminal.wait_exit(timeout=0.1)
        with pytest.raises(AssertionError, match="does not take"):
            terminal.type("x" * 100_000, timeout=0.1)


def test_a_program_that_does_not_exist_ends_with_127() -> None:
    with RealTerminal(["/no/such/program"]) as terminal:
        assert terminal.wait_exit() == 127
        assert "No such file" in terminal.text


def test_a_program_still_running_is_killed_at_the_end_and_what_it_changed_is_named() -> None:
    command = "trap '' HUP TERM; stty -echo; echo ready; sleep 100"
    with RealTerminal(["sh", "-c", command]) as terminal:
        terminal.wait_for("ready")
    assert terminal.status == -signal.SIGKILL
    assert terminal.is_clean() == ["termios lflag differs"]


def test_a_part_of_a_frame_does_not_pass_for_the_whole(
    drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal may hand over a frame in as many pieces as it likes."""
    monkeypatch.setattr(real_terminal, "READ_AT_ONCE", 5)
    with drawn(LAYOUT, "--ascii") as terminal:
        click(terminal, 1, 1, button=3)
        click(terminal, 3, 1)
        terminal.wait_for(shows("F1...\n#1122\n#####"))
        click(terminal, 2, 2)
        terminal.wait_for(shows(WON, "Won"))
        quit_cleanly(terminal)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program does")
def test_a_screen_counts_once_the_program_sleeps() -> None:
    """A program may write a frame in several goes."""
    program = """
import time
print("first")
while time.process_time() < 0.3:
    pass
input("last")
"""
    with RealTerminal([sys.executable, "-u", "-c", program]) as terminal:
        terminal.wait_for("first")
        assert terminal.find("last")
