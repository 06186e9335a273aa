"""The driver shows what programs paint, as a terminal would: small programs, real ptys."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.real_terminal import RealTerminal

TERMS = ["xterm-256color", "tmux-256color", "screen-256color", "vt100", "linux"]
every_term = pytest.mark.parametrize("term", TERMS)

START_CURSES = """
import curses, json, os, signal, sys
screen = curses.initscr()
curses.noecho()
curses.cbreak()
screen.keypad(True)
screen.scrollok(True)
screen.idlok(True)
"""
FRAME_BY_FRAME = """
def show():
    screen.refresh()
    if screen.getch() == ord("q"):
        curses.endwin()
        sys.exit()
"""


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", textwrap.dedent(code), *arguments]


def with_curses(code: str, *arguments: str) -> list[str]:
    return python(START_CURSES + FRAME_BY_FRAME + textwrap.dedent(code), *arguments)


# What ncurses paints.


@every_term
def test_text_stands_where_the_program_put_it(term: str) -> None:
    code = 'screen.addstr(3, 5, "hello", curses.A_REVERSE); screen.move(7, 9); show()'
    with RealTerminal(with_curses(code), term=term) as terminal:
        terminal.wait_for(lambda t: t.cursor == (9, 7))
        assert terminal.lines == [""] * 3 + ["     hello"] + [""] * 20
        assert terminal.find("llo") == (7, 3)
        assert terminal.cell(5, 3).reverse
        assert not terminal.cell(4, 3).reverse


@every_term
def test_wide_characters_take_two_columns(term: str) -> None:
    code = 'screen.addstr(1, 0, "a🚩\uff11\uff12|"); screen.move(1, 7); show()'
    with RealTerminal(with_curses(code), term=term) as terminal:
        line = "a🚩\uff11\uff12|"
        terminal.wait_for(lambda t: t.cursor == (7, 1) and t.lines[1] == line)
        assert terminal.find("\uff12") == (5, 1)
        assert terminal.find("|") == (7, 1)
        assert [terminal.cell(column, 1).data for column in range(4)] == ["a", "🚩", "", "\uff11"]


# What a cell of a random frame is: a glyph whose look follows from it, so that text is enough.

PAINTER = """
curses.start_color() if curses.has_colors() else None
curses.init_pair(1, curses.COLOR_YELLOW, curses.COLOR_BLUE) if curses.has_colors() else None
colour = curses.color_pair(1) if curses.has_colors() else curses.A_NORMAL
screen.scrollok(False)
for frame in json.load(open(sys.argv[1], encoding="utf-8")):
    for row, line in enumerate(frame):
        screen.move(row, 0)
        for glyph in line:
            look = curses.A_REVERSE if glyph.isupper() else colour if glyph in "_19" else 0
            try:
                screen.addstr(glyph.replace("_", " "), look)
            except curses.error:
                pass  # The last cell: it is painted nevertheless.
    show()
"""
COLUMNS, ROWS = 40, 12


def random_line(rng: random.Random, wide: bool) -> str:
    glyphs = "abc XYZ_19" + "🚩\uff11" * wide
    line = ""
    while (room := COLUMNS - bucket_means(line)) > 0:
        glyph = rng.choice(glyphs)
        line += glyph * min(rng.choice([1, 1, 2, 3, 15]), max(1, room // bucket_means(glyph)))
        if bucket_means(line) > COLUMNS:
            line = line[:-1] + "."
    return line


def bucket_means(text: str) -> int:
    return sum(2 if ord(glyph) > 0xFF else 1 for glyph in text)


def edit(rng: random.Random, frame: list[str], wide: bool) -> None:
    top = rng.randrange(ROWS)
    bottom = rng.randrange(top, ROWS)
    kind = rng.choice(["up", "down", "line", "blank", "push", "pull"])
    line = "".ljust(COLUMNS) if kind == "blank" else random_line(rng, wide)
    if kind == "up":
        frame[top : bottom + 1] = [*frame[top + 1 : bottom + 1], line]
    elif kind == "down":
        frame[top : bottom + 1] = [line, *frame[top:bottom]]
    elif kind in ("line", "blank"):
        frame[top] = line
    elif bucket_means(frame[top]) == len(frame[top]):
        at, count = rng.randrange(COLUMNS), rng.randrange(1, 6)
        pushed = frame[top][:at] + "abcde"[:count] + frame[top][at:]
        pulled = frame[top][:at] + frame[top][at + count :]
        frame[top] = (pushed if kind == "push" else pulled)[:COLUMNS].ljust(COLUMNS)


def random_frames(rng: random.Random, wide: bool) -> list[list[str]]:
    frame = [random_line(rng, wide) for _ in range(ROWS)]
    frames = [list(frame)]
    for _ in range(50):
        for _ in range(rng.randrange(1, 4)):
            edit(rng, frame, wide)
        frames.append(list(frame))
    return frames


def looks(terminal: RealTerminal) -> list[str]:
    """Returns the screen in the notation of the frames."""
    return ["".join(glyph(terminal, x, row) for x in range(COLUMNS)) for row in range(ROWS)]


def shows(frame: list[str]) -> Callable[[RealTerminal], bool]:
    return lambda terminal: looks(terminal) == frame


def glyph(terminal: RealTerminal, column: int, row: int) -> str:
    cell = terminal.cell(column, row)
    coloured = cell.bg == "blue"
    assert cell.reverse == cell.data.isupper(), terminal.picture()
    assert coloured <= (cell.data in " 19"), terminal.picture()
    return "_" if coloured and cell.data == " " else cell.data


@every_term
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_random_frames_are_shown_as_painted(term: str, locale: str, tmp_path: Path) -> None:
    wide = locale != "C"
    frames = random_frames(random.Random(f"{term} {locale}"), wide)
    if term == "vt100":
        frames = [[line.replace("_", " ") for line in frame] for frame in frames]
    film = tmp_path / "frames.json"
    film.write_text(json.dumps(frames), encoding="utf-8")
    # Where wrapping cannot be turned off, ncurses spoils a wide character in the last corner.
    rows = ROWS + 1 if wide else ROWS
    program, env = with_curses(PAINTER, str(film)), {"LC_ALL": locale}
    with RealTerminal(program, columns=COLUMNS, rows=rows, term=term, env=env) as terminal:
        for frame in frames:
            terminal.wait_for(shows(frame))
            terminal.type(" ")
        assert terminal.wait_exit() == 0


# What a terminal does with sequences, ncurses or not.


@contextmanager
def after_printing(text: str, tmp_path: Path) -> Iterator[RealTerminal]:
    """Gives a small terminal in which a program printed a text and ended."""
    page = tmp_path / "page"
    page.write_text(text, encoding="utf-8")
    with RealTerminal(["cat", str(page)], columns=10, rows=4) as terminal:
        assert terminal.wait_exit() == 0
        yield terminal


@pytest.mark.parametrize(
    ("printed", "lines"),
    [
        ("ab\x1b[3bc", ["abbbbc"]),
        ("\x1b(0q\x1b[3b\x1b(Bq", ["────q"]),
        ("\x1b)0\x0eq\x0fq\x0eq", ["─q─"]),
        ("\x0eq\x0f", ["q"]),
        ("a\r\nb\r\nc\r\nd\x1b[2S", ["c", "d"]),
        ("a\r\nb\r\nc\r\nd\x1b[T", ["", "a", "b", "c"]),
        ("a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[S", ["a", "c", "", "d"]),
        ("a\r\nb\r\nc\r\nd\x1b[1;2r\x1b[9S", ["", "", "c", "d"]),
        ("a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[H\x1b[L", ["a", "b", "c", "d"]),
        ("a\x1b[M", []),
        ("a\r\n\r\nc\r\nd\x1b[2;3r\x1b[2H\x1b[2M", ["a", "", "", "d"]),
        ("\x1b[1;2r\x1b[4Hd\x1b[Ae\r\x1b[2Bf", ["", "", " e", "f"]),
        ("\x1b[3;4r\x1b[2Hb\x1b[5Aa", [" a", "b"]),
        ("\x1b[1;2r\x1b[4Hd\x1bDe", ["", "", "", "de"]),
        ("\x1b[3;4r\x1b[Ha\x1bMb", ["ab"]),
        ("\x1b[4H\x1b7\x1b[1;2r\x1b8d", ["", "", "", "d"]),
        ("\x1b[2H\x1b7\x1b8a\x1b8b", ["", "b"]),
        ("\x1b7\x1b[2Ha\x1b7\x1b[4H\x1b8b", ["", "ab"]),
        ("\x1b[4Ha\x1b[rb", ["b", "", "", "a"]),
        ("abcdef\r\x1b[3X", ["   def"]),
        ("a\r\nb\r\nc\x1b[2H\x1b[1J", ["", "", "c"]),
        ("abc\x1b[8`h\x1b[2Gi\x1b[4d!", ["aic    h", "", "", "  !"]),
        ("\tx\x1b[Z\x1b[Z*\x1b[Iy", ["*       y"]),
        ("abc\r\x1b[4hxy\x1b[4lz", ["xyzbc"]),
        ("a\x1bEb", ["a", "b"]),
        ("0123456789\x1b[mx", ["0123456789", "x"]),
        ("0123456789\rx", ["x123456789"]),
        ("0123456789\x1b[Kx", ["012345678x"]),
        ("\x1b[?7l0123456789ab\x1b[?7h", ["012345678b"]),
        ("\x1b[?7l0123456789\x1b[?7hx", ["012345678x"]),
        ("\x1b[?1049hold\x1b[?1049l\x1b[?1049hx", ["x"]),
        ("\x1b[?47hold\x1b[?47l\x1b[?47h!", ["old!"]),
        ("012345678字", ["012345678", "字"]),
        ("漢字\x1b[2Gx\x1b[3Gy", [" xy"]),
        ("漢字\x1b[2G\x1b[P", [" 字"]),
        ("漢字\x1b[2G\x1b[X|", [" |字"]),
        ("a漢字\r\x1b[2P", [" 字"]),
        ("12345678字\r\x1b[@", [" 12345678"]),
        ("漢\u0301\x1b[2Gx", [" x"]),
        ("⚠\ufe0f1字e\u0301!", ["⚠\ufe0f1字e\u0301!"]),
    ],
)
def test_a_sequence_does_what_it_does_in_a_terminal(
    printed: str, lines: list[str], tmp_path: Path
) -> None:
    with after_printing(printed, tmp_path) as terminal:
        assert terminal.text.rstrip("\n") == "\n".join(lines)


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[>4;1m",
        "\x1b[>c",
        "\x1b[=1;1u",
        "\x1b[>1u",
        "\x1b[?u",
        "\x1b[?2026$p",
        "\x1b[2 q",
        "\x1b[4 u",
        "\x1b[22;0;0t",
        "\x1b[?1c",
        "\x1b[34h",
        "\x1b[?5h\x1b[?5l",
        "\x1b]0;title\x07",
        "\x1b]4;1;rgb:00/11/22\x1b\\",
        "\x1b]R",
        "\x1b]P1aabbcc",
        "\x1bP+q544e\x1b\\",
        "\x1b_comment\x1b\\",
        "\x1b%G",
        "\x1b*0",
        "\x1bg",
        "\x1b=",
        "\x00\x7f\x07",
    ],
)
def test_a_sequence_that_paints_nothing_is_swallowed(sequence: str, tmp_path: Path) -> None:
    with after_printing(f"\x1b[7mab{sequence}cd", tmp_path) as terminal:
        assert terminal.lines == ["abcd", "", "", ""]
        assert [terminal.cell(column, 0).reverse for column in range(5)] == [True] * 4 + [False]


def test_the_cursor_waits_on_the_last_column_to_wrap(tmp_path: Path) -> None:
    with after_printing("0123456789", tmp_path) as terminal:
        assert terminal.cursor == (9, 0)


def test_erasing_keeps_the_background_and_no_other_attribute(tmp_path: Path) -> None:
    with after_printing("\x1b[44;7;1m\x1b[2J\x1b[m", tmp_path) as terminal:
        cell = terminal.cell(3, 3)
        assert (cell.bg, cell.reverse, cell.bold) == ("blue", False, False)


def test_sequences_and_characters_may_arrive_in_pieces() -> None:
    shell = (
        r"stty -echo; printf 'a\033[3'; read x; printf '1Gb\303'; read x; printf '\251c'; read x"
    )
    with RealTerminal(["sh", "-c", shell]) as terminal:
        terminal.wait_for("a")
        terminal.type("\n")
        terminal.wait_for("b")
        assert terminal.find("b") == (30, 0)
        terminal.type("\n")
        terminal.wait_for("béc")


@pytest.mark.parametrize("mode", [47, 1047, 1049])
def test_the_main_screen_comes_back_after_the_alternate_one(mode: int) -> None:
    on, off = rf"printf '\033[?{mode}h\033[3;3Hother'", rf"printf '\033[?{mode}l'"
    shell = f"stty -echo; printf main; read x; {on}; read x; {off}; read x"
    with RealTerminal(["sh", "-c", shell], columns=20, rows=5) as terminal:
        terminal.wait_for("main")
        terminal.type("\n")
        terminal.wait_for("other")
        assert terminal.alternate
        assert terminal.lines == ["", "", "  other", "", ""]
        terminal.type("\n")
        terminal.wait_for("main")
        assert not terminal.alternate
        assert terminal.lines == ["main", "", "", "", ""]
        assert terminal.cursor == ((4, 0) if mode == 1049 else (7, 2))


def test_the_main_screen_is_resized_while_the_alternate_one_is_shown() -> None:
    shell = r"stty -echo; printf 'a\nb\nc\nd\033[?1049h'; read x; printf '\033[?1049l'; read x"
    with RealTerminal(["sh", "-c", shell], columns=20, rows=5) as terminal:
        terminal.wait_for(lambda t: t.alternate)
        terminal.resize(30, 2)
        terminal.type("\n")
        terminal.wait_for(lambda t: not t.alternate)
        assert terminal.lines == ["c", "d"]
        assert terminal.cursor == (1, 1)


def test_the_line_of_the_cursor_stays_when_the_window_shrinks() -> None:
    shell = r"stty -echo; printf 'a\nb\nc\nd'; read x; printf '\t\t\t|'; read x"
    with RealTerminal(["sh", "-c", shell], columns=20, rows=5) as terminal:
        terminal.wait_for("d")
        terminal.resize(30, 2)
        assert terminal.lines == ["c", "d"]
        terminal.resize(40, 3)
        terminal.type("\n")
        terminal.wait_for("|")
        assert terminal.lines == ["c", "d" + " " * 23 + "|", ""]


# The mouse.

HEAR_THE_MOUSE = """
names = {
    getattr(curses, f"BUTTON{button}_{act}"): f"{act.lower()} {button}"
    for button in range(1, 6) for act in ("PRESSED", "RELEASED")
}
curses.mouseinterval(0)
curses.mousemask(sum(names))
screen.addstr("ready ")
while screen.getch() == curses.KEY_MOUSE:
    events = []
    try:
        while True:
            events.append(curses.getmouse())
    except curses.error:
        pass
    # Which comes first differs from one ncurses to the next; we press before we release.
    for _, column, row, _, state in sorted(events, key=lambda event: "rel" in names[event[4]]):
        screen.addstr(f"{names[state]} at {column},{row}; ")
"""


@pytest.mark.parametrize("term", [term for term in TERMS if term != "vt100"])
def test_a_program_hears_of_the_mouse_as_it_asked_to(term: str) -> None:
    with RealTerminal(with_curses(HEAR_THE_MOUSE), term=term, columns=150) as terminal:
        terminal.wait_for("ready")
        assert terminal.mouse
        terminal.click(0, 0)
        terminal.wait_for("pressed 1 at 0,0; released 1 at 0,0;")
        terminal.click(94, 23, button=2)
        terminal.wait_for("pressed 2 at 94,23; released 2 at 94,23;")
        terminal.click(40, 7, button=3)
        terminal.wait_for("pressed 3 at 40,7; released 3 at 40,7;")


def test_a_program_that_did_not_ask_hears_nothing_of_the_mouse() -> None:
    with RealTerminal(["sh", "-c", "stty -echo; echo ready; read x; echo [$x]"]) as terminal:
        terminal.wait_for("ready")
        assert not terminal.mouse
        terminal.click(3, 3)
        terminal.type("typed\n")
        terminal.wait_for("[typed]")


# What a program leaves behind.

UNTIDY = """
curses.curs_set(0)
curses.mousemask(curses.ALL_MOUSE_EVENTS)
screen.addstr("here")
screen.refresh()
os.write(1, b"\\x1b[?2004h")
screen.getch()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_terminal_left_dirty_is_told() -> None:
    with RealTerminal(with_curses(UNTIDY)) as terminal:
        terminal.wait_for(lambda t: t.bracketed_paste)
        assert terminal.alternate
        assert terminal.mouse
        assert terminal.keypad
        assert not terminal.cursor_visible
        terminal.type(" ")
        assert terminal.wait_exit() == -signal.SIGKILL
        left = terminal.is_clean()
        assert left[:5] == [
            "alternate screen on",
            "cursor hidden",
            "mouse mode on",
            "bracketed paste on",
            "keypad mode on",
        ]
        assert "termios lflag differs" in left
    assert terminal.is_clean() == left


@pytest.mark.parametrize(
    ("printed", "left"),
    [
        ("\x1b[31m", "colours or attributes on"),
        ("\x1b[2;3r", "scrolling region set"),
        ("\x1b(0", "line drawing on"),
        ("\x1b[4h", "insert mode on"),
        ("\x1b[?7l", "wrapping off"),
        ("\x1b[?1h", "keypad mode on"),
        ("\x1b=", "keypad mode on"),
        ("\x1b[?1003h", "mouse mode on"),
    ],
)
def test_every_trace_left_is_named(printed: str, left: str, tmp_path: Path) -> None:
    with after_printing(printed, tmp_path) as terminal:
        assert terminal.is_clean() == [left]
    with after_printing(printed + "\x1bc", tmp_path) as terminal:
        assert terminal.is_clean() == []


@every_term
def test_a_program_that_tidies_up_leaves_the_terminal_clean(term: str) -> None:
    code = "curses.mousemask(curses.ALL_MOUSE_EVENTS); screen.border(); show()"
    with RealTerminal(with_curses(code), term=term) as terminal:
        assert terminal.is_clean() == []
        terminal.wait_for(lambda t: t.is_clean() != [] and t.lines[-1].endswith("┘"))
        terminal.type("q")
        assert terminal.wait_exit() == 0
        assert terminal.is_clean() == []
        assert terminal.termios_now() == terminal.termios_at_start


# The program's life.


def test_the_program_knows_its_window_from_the_start() -> None:
    code = "import os; print(*os.get_terminal_size(), os.tcgetpgrp(0))"
    with RealTerminal(python(code), columns=51, rows=7) as terminal:
        terminal.wait_exit()
        assert terminal.lines[0] == f"51 7 {terminal.pid}"


def test_the_program_sees_a_resize() -> None:
    code = """
    screen.timeout(100)  # ncurses can miss a resize that comes just before a read.
    while True:
        screen.getch()
        rows, columns = screen.getmaxyx()
        screen.erase()
        screen.addstr(rows - 1, columns - 12, f"{columns} by {rows}")
        screen.refresh()
    """
    with RealTerminal(with_curses(code), columns=50, rows=20) as terminal:
        terminal.wait_for("50 by 20")
        for columns, rows in [(100, 40), (30, 5), (60, 10)]:
            terminal.resize(columns, rows)
            terminal.wait_for(f"{columns} by {rows}")
            assert len(terminal.lines) == rows
            assert terminal.find(f"{columns} by {rows}") == (columns - 12, rows - 1)


def test_all_that_was_written_before_the_end_is_shown() -> None:
    with RealTerminal(["sh", "-c", "seq 1 2000; exit 3"]) as terminal:
        assert terminal.wait_exit() == 3
        assert terminal.lines[-2:] == ["2000", ""]
        assert terminal.written_since_mark == sum(len(str(n)) + 2 for n in range(1, 2001))
        terminal.mark()
        assert terminal.written_since_mark == 0


def test_the_end_is_seen_though_another_process_keeps_the_terminal() -> None:
    with RealTerminal(["sh", "-c", "trap '' HUP; sleep 1 & echo done; exit 4"]) as terminal:
        assert terminal.wait_exit() == 4
        assert terminal.lines[0] == "done"


def test_much_can_be_typed_at_a_program_that_answers_as_much() -> None:
    shell = "stty raw -echo; echo ready; head -c 30000; printf '\r\nenough'"
    with RealTerminal(["sh", "-c", shell]) as terminal:
        terminal.wait_for("ready")
        terminal.type("x" * 30_000)
        terminal.wait_for("enough")
        assert terminal.wait_exit() == 0


def test_a_wait_in_vain_ends_with_a_picture_of_the_screen() -> None:
    with RealTerminal(["sh", "-c", "echo 1漢3; read x"], columns=8, rows=2) as terminal:
        terminal.wait_for("3")
        with pytest.raises(AssertionError) as failure:
            terminal.wait_for("never", timeout=0)
    picture = ["+--------+", "|1漢3    |", "|        |", "+--------+"]
    assert str(failure.value).splitlines()[:5] == ["waited for 'never'", *picture]


def test_waiting_for_text_ends_when_the_program_does() -> None:
    with RealTerminal(["sh", "-c", "echo bye; exit 5"]) as terminal:
        with pytest.raises(AssertionError, match="program ended with 5"):
            terminal.wait_for("never", timeout=60)
        terminal.wait_for(re.compile("^bye$", re.MULTILINE), timeout=0)


@pytest.mark.parametrize(
    "printed",
    [
        "[##..] 50%\r          \rdone",
        "[##..] 50%\r[####] 100%",
        "[##..] 50%\r\x1b[Kdone",
        "[##..] 50%\x1b[2J",
        "[##..] 50%\r\x1b[9P",
        "[##..]\x1b[H\x1b[4@",
        "[##..]\n\n\n\n\n",
        "[##..]\x1b[H\x1bM\x1b[4H\x1bD",
        "[##..]\x1b[4H\n",
        "\n\n\n[##..]\x1b[H\x1bM",
        "[##..]\x1b[H\x1b[M",
        "[##..]\x1b[?1049h",
        "\x1b[?1049h[##..]\x1b[?1049l",
        "[##..]\x1bc",
        "[##..]" + 40 * "x",
        "\n[##..]\x1b[H" + 15 * "x",
    ],
)
def test_a_wait_finds_what_was_shown_for_a_moment_only(printed: str, tmp_path: Path) -> None:
    with after_printing(printed, tmp_path) as terminal:
        terminal.wait_until_shown("[##..]", timeout=0)
        with pytest.raises(AssertionError, match="waited until"):
            terminal.wait_until_shown("[###.]", timeout=0)


def test_waiting_ends_though_the_program_never_stops_writing() -> None:
    with RealTerminal(["sh", "-c", "stty raw -echo; echo ready; exec yes"]) as terminal:
        with pytest.raises(AssertionError, match="waited for 'never'"):
            terminal.wait_for("never", timeout=0.2)
        with pytest.raises(AssertionError, match="end"):
            terminal.wait_exit(timeout=0.1)
        with pytest.raises(AssertionError, match="does not take"):
            terminal.type("x" * 100_000, timeout=0.2)


def test_waiting_for_stillness_ends_when_there_is_none() -> None:
    with RealTerminal(["yes"]) as terminal, pytest.raises(AssertionError, match="without output"):
        terminal.wait_until_still(timeout=0.2)


def test_a_program_that_does_not_exist_ends_with_127() -> None:
    with RealTerminal(["/no/such/program"]) as terminal:
        assert terminal.wait_exit() == 127
        assert "No such file" in terminal.text


def test_the_environment_is_small_and_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SURPRISE", "1")
    env = {"PATH": "/usr/bin:/bin", "EMPTY": ""}
    with RealTerminal(["env"], env=env, columns=1000) as terminal:
        assert terminal.wait_exit() == 0
        got = dict(line.split("=", 1) for line in terminal.lines if line)
        home = Path(got.pop("HOME"))
        assert list(home.iterdir()) == []
        assert got == {**env, "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    assert not home.exists()


def test_a_program_still_running_is_killed_at_the_end() -> None:
    with RealTerminal(["sh", "-c", "trap '' HUP TERM; echo ready; sleep 100"]) as terminal:
        terminal.wait_for("ready")
    assert terminal.status == -signal.SIGKILL
    terminal.close()


def test_threads_in_the_tests_do_no_harm() -> None:
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            with RealTerminal(["echo", "fine"]) as terminal:
                assert terminal.wait_exit() == 0
        assert terminal.lines[0] == "fine"
        assert seen == []
    finally:
        over.set()
        thread.join()


@pytest.mark.long
def test_no_test_takes_a_part_of_a_frame_for_the_whole() -> None:
    """Every test with a terminal, where each read gives no more than five bytes."""
    tests = Path(__file__).parents[1]
    drives = re.compile(r"RealTerminal| playing\(")
    driven = [path for path in tests.rglob("test_*.py") if drives.search(path.read_text("utf-8"))]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *sorted(driven)],
        cwd=tests.parent,
        env={**os.environ, "READ_AT_ONCE": "5"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
