"""The port to curses, on a fake curses with the quirks of three real ones."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from minesweeper.tui.canvas import PLAIN, Canvas, Style
from minesweeper.tui.colours import Colour
from minesweeper.tui.events import FOCUS_LOST, Background, Event, Exact, FocusLost, Key, Mouse
from minesweeper.tui.terminal.answers import TRIED_COLOUR
from minesweeper.tui.terminal.terminal import (
    Terminal,
    TerminalError,
    check_terminal,
    colour_count,
    load_curses,
)
from tests.harness.fake_curses import (
    FOCUS_MODE,
    MOUSE_MODE,
    NOTHING,
    PASTE_MODE,
    PERSONALITIES,
    SGR_MODE,
    STOPS,
    CellStyle,
    CursesError,
    FakeCurses,
    Item,
    NoCharacter,
    Personality,
    Quiet,
    Report,
    Resize,
    Tty,
    click,
    terminal_on,
    tty_as_input,
)
from tests.harness.posix import termios

on_ncurses = pytest.mark.parametrize("personality", ["ncurses6"])
on_pdcurses = pytest.mark.parametrize("personality", ["pdcurses"])
# The versions of ncurses differ in the numbers of some keys, in whether they know the beginning of
# a report of the mouse, and in whether they can be told how long to wait after an Esc.
on_every_curses = pytest.mark.parametrize("personality", PERSONALITIES)


@pytest.fixture(autouse=True)
def tty() -> Iterator[Tty]:
    with tty_as_input() as tty:
        yield tty


@pytest.fixture(params=["ncurses6", "pdcurses"])
def personality(request: pytest.FixtureRequest) -> Personality:
    chosen: Personality = request.param
    return chosen


@pytest.fixture
def curses(personality: Personality, monkeypatch: pytest.MonkeyPatch) -> FakeCurses:
    """A terminal whose time is the program's."""
    curses = FakeCurses(personality, 12, 4)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 1_000_000 * curses.now)
    return curses


def canvas_of(
    *lines: str,
    style: Style = PLAIN,
    cursor: tuple[int, int] | None = (0, 0),
    size: tuple[int, int] = (12, 4),
) -> Canvas:
    canvas = Canvas(*size)
    canvas.cursor = cursor
    for row, line in enumerate(lines):
        canvas.put(0, row, line, style)
    return canvas


def events(curses: FakeCurses, *script: Item) -> list[Event]:
    """What a screen hears of a script."""
    curses.feed(*script)
    with terminal_on(curses) as terminal:
        return events_of(terminal, curses)


def events_of(terminal: Terminal, curses: FakeCurses) -> list[Event]:
    heard: list[Event] = []
    while (event := terminal.next_event(100)) or curses.has_input:
        assert not isinstance(event, Background | Exact | FocusLost)
        heard += [event] if event else []
    return heard


def keys(curses: FakeCurses, *script: Item) -> list[str]:
    heard = events(curses, *script)
    assert all(isinstance(event, Key) for event in heard)
    return [event.name for event in heard if isinstance(event, Key)]


# Painting


def test_only_the_rows_that_changed_are_written(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two", "three"))
        terminal.paint(canvas_of("one", "2", "three"))
        assert curses.written[-1] == {1}
        assert curses.picture() == ["one", "2", "three", ""]


def test_the_same_picture_again_writes_nothing(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        terminal.paint(canvas_of("one", "two"))
        assert len(curses.written) == 1


ON_GREY = Style(Colour(120), Colour(239))
ON_BLACK = Style(Colour(120), Colour(16))


def pieces_of(*rows: list[tuple[int, str, Style]], cursor: tuple[int, int] = (0, 0)) -> Canvas:
    canvas = canvas_of(cursor=cursor)
    for row, pieces in enumerate(rows):
        canvas.pieces[row] = pieces
    return canvas


def test_a_row_that_looks_like_the_one_the_cursor_left_is_sent_after_it(
    curses: FakeCurses,
) -> None:
    """Or ncurses would scroll, and rewrite a whole row."""
    plain = [(0, "# # # #", ON_GREY)]
    lit = [*plain, (2, "[#]", ON_BLACK)]
    with terminal_on(curses) as terminal:
        terminal.paint(pieces_of(plain, lit, plain, cursor=(3, 1)))
        terminal.paint(pieces_of(plain, plain, lit, cursor=(3, 2)))
        assert curses.written[1:] == [{1}, {2}]
        terminal.paint(pieces_of(plain, plain, [*plain, (4, "[#]", ON_BLACK)], cursor=(5, 2)))
        assert curses.written[3:] == [{2}]


def test_a_row_in_another_style_is_written_anew(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one"))
        terminal.paint(canvas_of("one", style=Style(bold=True)))
        assert curses.written[-1] == {0}
        assert curses.style_at(2, 0) == CellStyle(bold=True)


def test_pieces_cover_the_ones_before_them(curses: FakeCurses) -> None:
    canvas = canvas_of("aaaaaa")
    canvas.put(2, 0, "bb")
    with terminal_on(curses) as terminal:
        terminal.paint(canvas)
        assert curses.picture()[0] == "aabbaa"


def test_pieces_stay_on_one_that_is_written_again(curses: FakeCurses) -> None:
    edge = (0, "------------", PLAIN)
    with terminal_on(curses) as terminal:
        terminal.paint(pieces_of([edge, (1, "one", PLAIN), (8, "1/5", PLAIN)]))
        terminal.paint(pieces_of([edge, (1, "two", PLAIN), (8, "1/5", PLAIN)]))
        assert curses.picture()[0] == "-two----1/5-"


def test_the_bottom_right_corner_is_drawn(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of(*["x" * 12] * 4))
        assert curses.picture() == ["x" * 12] * 4


def test_wide_characters_keep_their_columns(curses: FakeCurses) -> None:
    canvas = canvas_of("🟦🟦🟦")
    canvas.put(2, 0, "[]")
    with terminal_on(curses) as terminal:
        terminal.paint(canvas)
        assert curses.picture()[0] == "🟦[]🟦"


def test_a_frame_reaches_the_screen_in_one_piece(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        terminal.paint(canvas_of("ONE", "TWO"))
        assert curses.frames == [["one", "two", "", ""], ["ONE", "TWO", "", ""]]


def test_the_hidden_cursor_is_parked_where_the_canvas_has_it(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        assert curses.hidden
        for cursor in ((2, 3), None, (5, 1)):
            terminal.paint(canvas_of("one", cursor=cursor))
            assert cursor in (curses.cursor, None)
        assert curses.hidden
    assert not curses.hidden


def test_a_cursor_that_cannot_be_hidden_stays(curses: FakeCurses) -> None:
    curses.lacking.add("curs_set")
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", cursor=None))
        assert curses.picture()[0] == "one"
    assert curses.left_behind() == []


# Other sizes, and screens that others wrote on


def test_nothing_needs_paint_but_the_first_frame(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        assert terminal.needs_paint()
        terminal.paint(canvas_of("one"))
        assert not terminal.needs_paint()
        assert terminal.next_event(100) is None
        assert not terminal.needs_paint()


@pytest.mark.parametrize("size", [(20, 8), (5, 2), (1, 1), (12, 5)])
def test_after_a_resize_all_is_painted_anew(curses: FakeCurses, size: tuple[int, int]) -> None:
    curses.feed(Resize(*size))
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        assert terminal.next_event(100) is None
        assert terminal.size() == size
        assert terminal.needs_paint()
        terminal.paint(canvas_of("one", "two", size=size))
        assert curses.written[-1] == set(range(size[1]))
        assert not terminal.needs_paint()
        assert curses.picture()[0] == "one"[: size[0]]


def test_every_resize_is_heard_of(curses: FakeCurses) -> None:
    curses.feed(Resize(20, 8), NOTHING, Resize(30, 9), NOTHING, Resize(8, 3), NOTHING)
    with terminal_on(curses) as terminal:
        sizes = []
        while curses.has_input:
            terminal.next_event(500)
            sizes.append(terminal.size())
    assert list(dict.fromkeys(sizes)) == [(20, 8), (30, 9), (8, 3)]


def test_a_window_that_has_shrunk_meanwhile_takes_the_rows_that_fit(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two", "3", "4", "5", "6", size=(12, 6), cursor=(11, 5)))
        assert curses.picture() == ["one", "two", "3", "4"]
        assert terminal.needs_paint()


def test_a_resize_there_and_back_loses_nothing(curses: FakeCurses) -> None:
    curses.feed(Resize(4, 1), Resize(12, 4))
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two", "a long row"))
        while curses.has_input:
            terminal.next_event(100)
            if terminal.needs_paint():
                terminal.paint(canvas_of("one", "two", "a long row", size=terminal.size()))
        assert curses.picture() == ["one", "two", "a long row", ""]


@on_ncurses
def test_a_resize_there_and_back_within_a_paste_loses_nothing(curses: FakeCurses) -> None:
    curses.feed("\x1b[200~", Resize(4, 1), Resize(12, 4), "\x1b[201~")
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two", "a long row"))
        terminal.next_event(100)
        terminal.paint(canvas_of("one", "two", "a long row"))
        assert curses.picture() == ["one", "two", "a long row", ""]


def test_a_repaint_mends_what_others_wrote(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        curses.scribble()
        terminal.paint(canvas_of("one", "two"))
        assert curses.picture() == ["~" * 12] * 4
        terminal.repaint()
        assert terminal.needs_paint()
        terminal.paint(canvas_of("one", "two"))
        assert curses.picture() == ["one", "two", "", ""]


def test_a_repaint_shows_no_empty_screen(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        terminal.repaint()
        terminal.next_event(0)
        terminal.paint(canvas_of("one", "two"))
    assert all(any(frame) for frame in curses.frames)


# After a stop and a continue


def test_after_a_stop_all_is_painted_anew(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        curses.scribble()
        signal.raise_signal(signal.SIGCONT)
        assert terminal.needs_paint()
        terminal.next_event(0)
        assert terminal.needs_paint()
        terminal.paint(canvas_of("one", "two"))
        assert curses.picture() == ["one", "two", "", ""]
        assert not terminal.needs_paint()


@on_ncurses
def test_after_a_stop_the_modes_are_on_again(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        curses.sent += b"\x1b[?2004l\x1b[?1006l\x1b[?1000l"  # by the shell
        signal.raise_signal(signal.SIGCONT)
        terminal.next_event(0)
        assert curses.modes == {PASTE_MODE, FOCUS_MODE, MOUSE_MODE, SGR_MODE}


def test_a_stop_leaves_no_empty_screen(curses: FakeCurses) -> None:
    curses.feed(NOTHING)
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", "two"))
        signal.raise_signal(signal.SIGCONT)
        terminal.next_event(250)
        terminal.paint(canvas_of("one", "two"))
    assert all(any(frame) for frame in curses.frames)


@on_ncurses
def test_a_stop_may_end_on_a_terminal_that_is_gone(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        curses.failing["send"] = OSError()
        signal.raise_signal(signal.SIGCONT)
        terminal.next_event(0)


def test_keys_typed_before_a_stop_are_not_lost(curses: FakeCurses) -> None:
    curses.feed("a")
    with terminal_on(curses) as terminal:
        signal.raise_signal(signal.SIGCONT)
        assert Key("a") in (terminal.next_event(0), terminal.next_event(0))


# Keys


def test_a_character_is_its_own_key_or_has_a_name(curses: FakeCurses) -> None:
    own = "aZ5$? é好"
    assert keys(curses, own) == [*own]
    named: dict[Item, str] = {
        **dict.fromkeys(("\n", "\r", 343, 459), "enter"),
        "\x03": "ctrl-c",
        "\x0c": "ctrl-l",
        "\x01": "ctrl-a",
        "\x08": "backspace",
        "\x7f": "backspace",
    }
    assert keys(curses, *named) == [*named.values()]


def test_key_codes_become_keys(curses: FakeCurses) -> None:
    names = {
        "KEY_UP": "up",
        "KEY_DOWN": "down",
        "KEY_LEFT": "left",
        "KEY_RIGHT": "right",
        "KEY_HOME": "home",
        "KEY_END": "end",
        "KEY_PPAGE": "page-up",
        "KEY_NPAGE": "page-down",
        "KEY_BTAB": "shift-tab",
        "KEY_ENTER": "enter",
        "KEY_BACKSPACE": "backspace",
        "KEY_A1": "7",
        "KEY_A3": "9",
        "KEY_C1": "1",
        "KEY_C3": "3",
        "KEY_F1": "f1",
    }
    assert keys(curses, *map(curses.code, names)) == [*names.values()]


@on_ncurses
def test_home_and_end_have_other_names_on_a_vt220(curses: FakeCurses) -> None:
    assert keys(curses, *map(curses.code, ("KEY_FIND", "KEY_SELECT"))) == ["home", "end"]


@on_pdcurses
def test_the_keypad_moves_without_numlock(curses: FakeCurses) -> None:
    codes = map(curses.code, ("KEY_A2", "KEY_B1", "KEY_B3", "KEY_C2"))
    assert keys(curses, *codes) == ["8", "4", "6", "2"]


@on_every_curses
def test_extended_keys_are_known_by_name(curses: FakeCurses) -> None:
    in_pdcurses, in_ncurses = "CTL_UP CTL_DOWN CTL_LEFT CTL_RIGHT", "kUP5 kDN5 kLFT5 kRIT5"
    names = (in_pdcurses if curses.windows else in_ncurses).split()
    named = keys(curses, *map(curses.code, names))
    assert named == ["ctrl-up", "ctrl-down", "ctrl-left", "ctrl-right"]


@on_every_curses
def test_keys_that_play_nothing_are_not_heard_of(curses: FakeCurses) -> None:
    of_ncurses_6 = 590  # kF63
    assert keys(curses, 499, 5000, of_ncurses_6) == []


def test_waiting_takes_no_longer_than_was_asked(curses: FakeCurses) -> None:
    curses.feed(NOTHING)
    with terminal_on(curses) as terminal:
        before = curses.now
        terminal.next_event(250)
        terminal.next_event(0)
        assert curses.now - before == 250


@on_pdcurses
def test_windows_hears_a_key_at_once(curses: FakeCurses) -> None:
    """And not at the end of one of the naps of PDCurses."""
    curses.feed(Quiet(10), "x")
    with terminal_on(curses) as terminal:
        before = curses.now
        assert terminal.next_event(250) == Key("x")
        assert curses.now - before == 10


@on_pdcurses
def test_windows_waits_as_long_as_was_asked(curses: FakeCurses) -> None:
    curses.feed(NOTHING)
    with terminal_on(curses) as terminal:
        before = curses.now
        assert terminal.next_event(130) is None
        assert curses.now - before == 130


# Escape


def test_escape_alone_is_a_key(curses: FakeCurses) -> None:
    assert keys(curses, "\x1b", NOTHING, "a") == ["escape", "a"]


@on_pdcurses
def test_escape_is_not_waited_after_on_windows(curses: FakeCurses) -> None:
    assert keys(curses, "\x1ba") == ["escape", "a"]


@on_ncurses
def test_curses_itself_waits_little_after_an_escape(curses: FakeCurses) -> None:
    with terminal_on(curses):
        assert curses.escape_wait == 25


@on_ncurses
def test_alt_with_an_arrow_plays_nothing(curses: FakeCurses) -> None:
    assert keys(curses, "\x1b", curses.code("KEY_LEFT"), "x") == ["x"]


@on_ncurses
def test_nothing_of_a_sequence_is_heard_once_it_is_quiet(curses: FakeCurses) -> None:
    sequences = [
        *("\x1b\x1b[C", "\x1b\x1bOC", "\x1b\x1b[1;5C"),  # Alt with a key unknown to curses
        *("\x1b[", "\x1bO", "\x1b[1;", "\x1b[<0;3", "\x1b[M", "\x1b[M !"),  # broken off
        "\x1b" * 3_000,  # a flood of Esc
    ]
    quiet = Quiet(1_000)
    heard = {sequence: keys(curses, sequence, quiet, "x") for sequence in sequences}
    assert heard == {sequence: ["x"] for sequence in sequences}


@on_ncurses
def test_half_a_sequence_lets_the_game_go_on_and_the_other_half_is_no_key(
    curses: FakeCurses,
) -> None:
    named = {sequence: Key(name) for sequence, name in SEQUENCES.items()}
    played = {**named, **REPORTS}
    for whole in [*played, *UNKNOWN_SEQUENCES, *STRINGS, "\x1b[200~q\x1b[201~"]:
        for at in range(2, len(whole)):
            begun_by_curses = whole[:at] == curses.mouse_prefix.decode()
            first = curses.code("KEY_MOUSE") if begun_by_curses else whole[:at]
            curses.feed(first, Quiet(900), whole[at:], "x")
            with terminal_on(curses) as terminal:
                then = curses.now
                assert terminal.next_event(100) is None, (whole, at)
                assert curses.now - then == 100, (whole, at)
                expected = [played[whole], Key("x")] if whole in played else [Key("x")]
                assert events_of(terminal, curses) == expected, (whole, at)


@on_ncurses
@pytest.mark.parametrize("pause", [[], [Quiet(30)]])
def test_a_string_of_the_terminal_plays_nothing_of_itself(
    curses: FakeCurses, pause: list[Item]
) -> None:
    for string in STRINGS:
        slowly = [item for character in string[2:] for item in (character, *pause)]
        assert keys(curses, string[:2], *slowly, "x") == ["x"], string


@on_ncurses
def test_a_string_that_does_not_end_is_given_up(curses: FakeCurses) -> None:
    for introducer in "P]X^_":
        heard = keys(curses, f"\x1b{introducer}q", Quiet(990), "q", Quiet(10), "x")
        assert heard == ["x"], introducer


@on_ncurses
def test_a_control_of_one_character_begins_what_an_esc_and_another_one_do(
    curses: FakeCurses,
) -> None:
    """In UTF-8 as U+0080 to U+009F."""
    sequences = {
        sequence: chr(ord(sequence[1]) + 0x40) + sequence[2:]
        for sequence in [*SEQUENCES, *UNKNOWN_SEQUENCES, *STRINGS]
        if "@" <= sequence[1] <= "_"
    }
    for sequence, short in sequences.items():
        assert keys(curses, short, "x") == keys(curses, sequence, "x"), sequence
    others = [chr(code) for code in range(0x80, 0xA0) if chr(code - 0x40) not in "OPX[]^_"]
    assert keys(curses, *others, "x") == ["x"]


# Answers to what another program has asked, which may come late; and what a terminal may send.
STRINGS: Final = [
    introducer + text + end
    for introducer, text in {
        "\x1bP": ">|XTerm(354)",
        "\x1b]": "11;q",
        "\x1bX": "q",
        "\x1b^": "nnnn",
        "\x1b_": "Gi=31;OK",
    }.items()
    for end in ("\x1b\\", "\x07", "\x9c")
] + ["\x1bP1+r544e=787465726d\x1b\\", "\x1bP1$r0m\x1b\\", "\x1bP!|7E7E5459\x1b\\", "\x1bP\x1b\\"]

# What terminals send although their descriptions name other sequences.
SEQUENCES: Final = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1bOH": "home",
    "\x1bOF": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1b[7~": "home",
    "\x1b[8~": "end",
    "\x1b[Z": "shift-tab",
    "\x1b[1;5A": "ctrl-up",
    "\x1b[1;5B": "ctrl-down",
    "\x1b[1;5C": "ctrl-right",
    "\x1b[1;5D": "ctrl-left",
    "\x1bOM": "enter",
    "\x1bOp": "0",
    "\x1bOy": "9",
}
UNKNOWN_SEQUENCES: Final = [
    *("\x1ba", "\x1bq", "\x1b\r", "\x1b ", "\x1bé"),  # Alt with a key
    "\x1b[1;3C",  # Alt+Right
    "\x1b[15;2~",  # Shift+F5
    "\x1b[200;5u",
    "\x1b[?1;2c",
    "\x1b[27;5;99~",
    "\x1b[I",  # the window has the focus
    "\x1b[<35;10;10M",  # the mouse has moved
    "\x1b[<32;10;10M",  # with a button down
    "\x1b[<0;1M",
    "\x1b[<M",
    "\x1bOP",  # F1
    "\x1bOj",
    "\x1bO2Q",  # Shift+F2 in Konsole, would quit
    "\x1bO2P",  # Shift+F1 in Konsole, would pause
    "\x1b[[C",  # F3 on the Linux console, would chord
]


@on_ncurses
def test_a_sequence_that_curses_did_not_know_is_a_key(curses: FakeCurses) -> None:
    heard = {sequence: keys(curses, sequence, "x") for sequence in SEQUENCES}
    assert heard == {sequence: [key, "x"] for sequence, key in SEQUENCES.items()}


@on_ncurses
def test_an_unknown_sequence_is_swallowed_whole(curses: FakeCurses) -> None:
    heard = {sequence: keys(curses, sequence, "x") for sequence in UNKNOWN_SEQUENCES}
    assert heard == {sequence: ["x"] for sequence in UNKNOWN_SEQUENCES}


@on_ncurses
def test_the_loss_of_the_focus_is_no_key(curses: FakeCurses) -> None:
    named = {name: curses.code(name) for name in ("kxIN", "kxOUT")}
    for gained, lost in (("\x1b[I", "\x1b[O"), (named["kxIN"], named["kxOUT"])):
        curses.feed(gained, lost, "x")
        with terminal_on(curses) as terminal:
            heard = [terminal.next_event(100) for _ in range(3)]
        assert heard == [None, FOCUS_LOST, Key("x")]


# Pasted text


@on_ncurses
@pytest.mark.parametrize("pasted", ["", "q", "nnn\rq\n", "\x1b[A\x1bOM\x1b", "fo\x1b[200~o", "é💣"])
def test_a_pasted_text_plays_nothing(curses: FakeCurses, pasted: str) -> None:
    assert keys(curses, "a", f"\x1b[200~{pasted}\x1b[201~", "x") == ["a", "x"]


@on_ncurses
def test_keys_within_a_paste_play_nothing(curses: FakeCurses) -> None:
    up = curses.code("KEY_UP")
    assert keys(curses, "\x1b[200~q", up, "q", Resize(20, 8), "\x1b[201~", "x") == ["x"]


@on_ncurses
def test_a_paste_that_does_not_end_is_given_up(curses: FakeCurses) -> None:
    assert keys(curses, "\x1b[200~quit", Quiet(2_990), "q", Quiet(3_000), "x") == ["x"]


@on_ncurses
@pytest.mark.parametrize("pause", [110, 550, 2_900])
def test_a_paste_that_comes_in_parts_is_one(curses: FakeCurses, pause: int) -> None:
    slowly: list[Item] = [Quiet(pause), "q"]
    assert keys(curses, "\x1b[200~qui", *slowly * 40, "\x1b[201~x") == ["x"]


@on_ncurses
def test_a_long_paste_over_a_slow_line_is_one(curses: FakeCurses) -> None:
    slowly: list[Item] = [Quiet(10), "q"]
    assert keys(curses, "\x1b[200~", *slowly * 1_000, "\x1b[201~", "x") == ["x"]


# Bytes that are no characters


@pytest.mark.parametrize("script", [[NoCharacter()], [NoCharacter()] * 100])
def test_bytes_beyond_unicode_are_a_key_that_plays_nothing(
    curses: FakeCurses, script: list[Item]
) -> None:
    assert keys(curses, "a", *script, "x") == ["a", *"\ufffd" * len(script), "x"]


@on_ncurses
def test_bytes_beyond_unicode_do_not_end_a_paste(curses: FakeCurses) -> None:
    assert keys(curses, "\x1b[200~q", NoCharacter(), "q\x1b[201~", "x") == ["x"]


@on_ncurses
def test_alt_with_bytes_beyond_unicode_is_no_escape(curses: FakeCurses) -> None:
    assert keys(curses, "\x1b", NoCharacter(), "x") == ["x"]


@on_pdcurses
def test_windows_is_sent_no_sequences(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        signal.raise_signal(signal.SIGCONT)
        terminal.next_event(0)
    assert curses.sent == b""


# The mouse


@on_every_curses
def test_a_click_is_a_press_and_a_release(curses: FakeCurses) -> None:
    for button in (1, 2, 3):
        pressed, released = events(curses, *click(7, 2, button))
        assert pressed == Mouse(button, True, 7, 2)
        assert released == Mouse(button, False, 7, 2)


@on_every_curses
def test_events_that_come_at_once_are_in_order(curses: FakeCurses) -> None:
    reports = [
        Report(1, "PRESSED", 1, 1),
        Report(3, "PRESSED", 2, 1),
        Report(3, "RELEASED", 3, 1),
        *(Report(4, "PRESSED", column, 1) for column in (1, 2, 3)),
        Report(1, "RELEASED", 4, 1),
    ]
    expected = [Mouse(it.button, it.what == "PRESSED", it.column, it.row) for it in reports]
    assert events(curses, *reports, "x") == [*expected, Key("x")]


@on_ncurses
@pytest.mark.parametrize("prefix", ["\x1b[M", "\x1b[<"])
def test_a_terminal_that_knows_the_older_reports_only_reports_clicks(
    curses: FakeCurses, prefix: str
) -> None:
    """These do not say which button was released, and their bytes may be no characters."""
    curses.lacks_sgr, curses.mouse_prefix = True, prefix.encode()
    for button in (1, 2, 3):
        once = [Mouse(button, True, 200, 2), Mouse(button, False, 200, 2)]
        assert events(curses, *click(200, 2, button), "x") == [*once, Key("x")]
    assert events(curses, Report(5, "PRESSED", 5, 1)) == [Mouse(5, True, 5, 1)]


@on_every_curses
def test_a_quick_second_click_is_a_click_like_the_first(curses: FakeCurses) -> None:
    once = [Mouse(1, True, 3, 3), Mouse(1, False, 3, 3)]
    assert events(curses, *click(3, 3), *click(3, 3), *click(3, 3)) == 3 * once


@on_pdcurses
@pytest.mark.parametrize("button", [1, 2, 3])
def test_a_click_reported_as_one_event_is_a_press_and_a_release(
    curses: FakeCurses, button: int
) -> None:
    once = [Mouse(button, True, 3, 2), Mouse(button, False, 3, 2)]
    assert events(curses, Report(button, "CLICKED", 3, 2)) == once


@on_pdcurses
def test_presses_are_not_delayed(curses: FakeCurses) -> None:
    with terminal_on(curses):
        assert curses.mouse_wait == 0


@on_every_curses
def test_the_wheel_turns_up_and_down(curses: FakeCurses) -> None:
    for button in (4, 5):
        assert events(curses, Report(button, "PRESSED", 5, 1)) == [Mouse(button, True, 5, 1)]


@on_pdcurses
def test_a_mouse_key_without_an_event_is_nothing(curses: FakeCurses) -> None:
    assert events(curses, curses.code("KEY_MOUSE"), "x") == [Key("x")]


def test_without_the_mouse_none_is_asked_for(curses: FakeCurses) -> None:
    with terminal_on(curses, mouse=False):
        assert curses.mouse_mask == 0
        assert not {MOUSE_MODE, SGR_MODE} & curses.modes
    assert "mousemask" not in curses.calls


def test_a_terminal_without_a_mouse_is_played_by_keys(curses: FakeCurses) -> None:
    curses.lacking.add("mousemask")
    assert keys(curses, "x") == ["x"]
    assert curses.left_behind() == []


# Reports as their bytes, also those of which curses does not know the beginning.
REPORTS: Final = {
    "\x1b[<0;33;10M": Mouse(1, True, 32, 9),
    "\x1b[<0;33;10m": Mouse(1, False, 32, 9),
    "\x1b[<1;1;1M": Mouse(2, True, 0, 0),
    "\x1b[<2;300;10M": Mouse(3, True, 299, 9),
    "\x1b[<64;3;4M": Mouse(4, True, 2, 3),
    "\x1b[<65;3;4M": Mouse(5, True, 2, 3),
    "\x1b[<4;3;4M": Mouse(1, True, 2, 3),  # with Shift
    "\x1b[<16;3;4M": Mouse(1, True, 2, 3),  # with Ctrl
    "\x1b[M !!": Mouse(1, True, 0, 0),
    "\x1b[M0~\xff": Mouse(1, True, 93, 222),  # with Ctrl
    "\x1b[M`##": Mouse(4, True, 2, 2),
}


@on_ncurses
def test_a_mouse_report_is_read_from_its_bytes(curses: FakeCurses) -> None:
    heard = {report: events(curses, report, "x") for report in REPORTS}
    assert heard == {report: [event, Key("x")] for report, event in REPORTS.items()}


@on_ncurses
def test_a_key_within_a_report_that_broke_off_is_heard(curses: FakeCurses) -> None:
    up = curses.code("KEY_UP")
    for report in ("\x1b[<0;3", "\x1b[M", "\x1b[M !"):
        assert keys(curses, report, up, "x") == ["up", "x"], report


# Colours

GREEN, GREY = Colour(120), Colour(239)
COLOURED = Style(GREEN, GREY, bold=True, underline=True)


def style_of(curses: FakeCurses, style: Style, environ: dict[str, str] | None = None) -> CellStyle:
    with terminal_on(curses, environ) as terminal:
        terminal.paint(canvas_of("x", style=style, size=terminal.size()))
        return curses.style_at(0, 0)


@pytest.mark.parametrize("colours", [256, 88, 16, 8])
def test_a_style_is_painted_as_it_is(personality: Personality, colours: int) -> None:
    curses = FakeCurses(personality, colours=colours)
    style = Style(Colour(2), Colour(4), underline=True, reverse=True)
    assert style_of(curses, style) == CellStyle(2, 4, underline=True, reverse=True)


@pytest.mark.parametrize("colours", [2, 0])
def test_fewer_than_8_colours_are_none(personality: Personality, colours: int) -> None:
    curses = FakeCurses(personality, colours=colours)
    assert style_of(curses, COLOURED) == CellStyle(bold=True, underline=True)


def test_elsewhere_bold_is_bold_with_256_colours() -> None:
    assert style_of(FakeCurses(), COLOURED) == CellStyle(120, 239, bold=True, underline=True)


@pytest.mark.parametrize(("colours", "bold"), [(256, False), (0, True)])
def test_windows_makes_none_of_256_colours_bold(colours: int, bold: bool) -> None:
    """It adds 8 to the number of the colour, which is then another one."""
    curses = FakeCurses("pdcurses", colours=colours)
    assert style_of(curses, Style(GREEN, bold=True)).bold is bold


# Exact colours

# Two exact colours nearest to number 239, which a third style uses as it is.
FIRST, SECOND = Colour(239, (0x4C, 0x4F, 0x50)), Colour(239, (0x4D, 0x4D, 0x4D))
PROOF = "\x1b]4;17;rgb:0000/0000/5e5e\x1b\\"


def prove(curses: FakeCurses, terminal: Terminal) -> None:
    """Ask a terminal that shows colours as they are redefined."""
    terminal.ask(background=False, exact=True)
    curses.feed(PROOF)
    assert terminal.next_event(100) == Exact(is_proved=True)


def tints_of(
    curses: FakeCurses, *frames: tuple[Style, ...], is_proved: bool = True
) -> list[list[tuple[int, ...] | int]]:
    """What is seen of the backgrounds in each frame: a redefined colour, or a number."""
    seen: list[list[tuple[int, ...] | int]] = []
    with terminal_on(curses) as terminal:
        if is_proved:
            prove(curses, terminal)
        for styles in frames:
            canvas = Canvas(*terminal.size(), blank=Style())
            for column, style in enumerate(styles):
                canvas.put(column, 0, "x", style)
            terminal.paint(canvas)
            shown = [curses.style_at(column, 0).background for column in range(len(styles))]
            seen.append([curses.tints.get(index, index) for index in shown])
    return seen


def test_exact_colours_are_exact_beside_the_plain_one_nearest_to_them() -> None:
    curses = FakeCurses()
    styles = [Style(None, colour) for colour in (FIRST, SECOND, GREY, FIRST)]
    seen = tints_of(curses, tuple(styles))
    assert seen == [[FIRST.exact, SECOND.exact, (78, 78, 78), FIRST.exact]]
    # The nearest number first, so that it is as near as can be if this is not kept.
    redefined = [int(number) for number in re.findall(rb"\]4;(\d+);rgb", curses.sent)]
    assert redefined[:2] == [TRIED_COLOUR, 239]
    assert min(redefined) >= 16


def test_a_change_of_theme_gives_colours_back() -> None:
    seen = tints_of(FakeCurses(), (Style(None, FIRST),), (Style(None, GREY),))
    assert seen == [[FIRST.exact], [(78, 78, 78)]]


def test_plain_colours_are_not_redefined() -> None:
    curses = FakeCurses()
    assert tints_of(curses, (COLOURED, Style(GREEN, Colour(3)))) == [[239, 3]]
    assert curses.sent.count(b";rgb:") == 1


def test_without_a_proof_no_colour_of_a_theme_is_redefined() -> None:
    curses = FakeCurses()
    assert tints_of(curses, (Style(None, FIRST),), is_proved=False) == [[239]]
    assert b"]4;" not in curses.sent


def test_only_the_redefined_colours_are_given_back_at_the_end() -> None:
    curses = FakeCurses()
    tints_of(curses, (Style(None, FIRST), Style(SECOND, GREY)))
    assert curses.tints == {}
    assert curses.sent.count(b"]104;") == 4  # the tried one as well
    assert not {"init_color", "can_change_color"} & {*curses.calls}  # curses would reset all 256


def test_the_redefined_colours_are_given_back_while_the_game_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    curses = FakeCurses()
    stopped = []
    monkeypatch.setattr(os, "kill", lambda *stop: stopped.append((stop[1], dict(curses.tints))))
    with terminal_on(curses) as terminal:
        prove(curses, terminal)
        terminal.paint(Canvas(80, 24, blank=Style(None, FIRST)))
        redefined = dict(curses.tints)
        signal.raise_signal(signal.SIGTSTP)
        assert len(redefined) == 2
        for _ in range(2):
            terminal.next_event(0)
        assert stopped == [(signal.SIGTSTP, {})]
        assert curses.tints == redefined


DIRECT = 1 << 24


def test_direct_colours_are_rgb_values() -> None:
    curses = FakeCurses(colours=DIRECT)
    backgrounds = (FIRST, GREY, Colour(16), Colour(21))
    seen = tints_of(curses, tuple(Style(None, colour) for colour in backgrounds), is_proved=False)
    # Below 256 the number may be one of a palette, such as that of pure blue.
    assert seen == [[0x4C4F50, 0x4E4E4E, 0x000100, 0x0001FF]]
    assert curses.tints == {}


@pytest.mark.parametrize(
    "curses", [FakeCurses("ncurses5", colours=DIRECT), FakeCurses(colours=1 << 15)]
)
def test_direct_colours_that_curses_cannot_give_are_left_alone(curses: FakeCurses) -> None:
    assert tints_of(curses, (Style(None, Colour(2)),), is_proved=False) == [[2]]


def test_no_color_means_none_unless_it_is_empty(curses: FakeCurses) -> None:
    assert style_of(curses, COLOURED, {"NO_COLOR": "1"}) == CellStyle(bold=True, underline=True)
    assert "start_color" not in curses.calls
    assert style_of(curses, COLOURED, {"NO_COLOR": ""}).foreground == 120


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (Style(), CellStyle()),
        (Style(GREEN), CellStyle(120, -1)),
        (Style(None, GREEN), CellStyle(-1, 120)),
    ],
)
def test_what_no_colour_is_asked_for_keeps_the_terminals_own(
    curses: FakeCurses, style: Style, expected: CellStyle
) -> None:
    assert style_of(curses, style) == expected


def test_a_terminal_without_default_colours_is_painted_without_colours(curses: FakeCurses) -> None:
    curses.lacking.add("use_default_colors")
    assert style_of(curses, COLOURED) == CellStyle(bold=True, underline=True)


def many_pairs(first: int, count: int = 120) -> Canvas:
    """A frame with pairs of colours from one on, each in a cell of its own."""
    canvas = Canvas(60, 6, blank=PLAIN)
    for place, number in enumerate(range(first, first + count)):
        style = Style(Colour(16 + number % 200), Colour(number // 200))
        canvas.put(place % 60, place // 60, "x", style)
    return canvas


@pytest.mark.parametrize("pairs", [65_536, 150])
def test_a_frame_takes_the_pairs_that_it_does_not_find_from_those_before(
    personality: Personality, pairs: int
) -> None:
    curses = FakeCurses(personality, 60, 6, colour_pairs=pairs)
    with terminal_on(curses) as terminal:
        for first in (0, 30, 200, 210, 0):
            terminal.paint(many_pairs(first))
            numbers = range(first, first + 120)
            shown = [curses.style_at(at % 60, at // 60) for at in range(120)]
            assert shown == [CellStyle(16 + each % 200, each // 200) for each in numbers]


def test_a_frame_that_is_painted_whole_for_want_of_pairs_leaves_no_old_text(
    curses: FakeCurses,
) -> None:
    with terminal_on(curses) as terminal:
        for first in (0, 150, 300):
            terminal.paint(many_pairs(first))
        terminal.paint(Canvas(*terminal.size()))
        assert not any(curses.picture())


# Start and end


def input_settings() -> object:
    return termios.tcgetattr(sys.stdin.fileno())


def settings_of_signals() -> list[object]:
    numbers = (*STOPS, signal.SIGCONT, signal.SIGTSTP, signal.SIGWINCH)  # the last is curses' own
    return [signal.getsignal(number) for number in numbers]


@contextmanager
def all_put_back(curses: FakeCurses, *but: str) -> Iterator[None]:
    """What happens within leaves the terminal and the signals as they were."""
    before, signals = input_settings(), settings_of_signals()
    yield
    assert curses.left_behind() == [*but]
    assert input_settings() == before
    assert settings_of_signals() == signals


def test_the_terminal_is_set_up_to_play(curses: FakeCurses) -> None:
    with terminal_on(curses):
        assert not curses.echoing
        assert curses.cbreaking
        assert not curses.translating_return
        assert curses.window.has_keypad


def test_control_s_is_free_meanwhile_and_a_key_that_is_a_signal_discards_no_input(
    curses: FakeCurses,
) -> None:
    with all_put_back(curses), terminal_on(curses):
        settings = termios.tcgetattr(sys.stdin.fileno())
        assert not settings[0] & termios.IXON
        assert settings[3] & termios.NOFLSH


def test_what_was_typed_before_a_signal_does_not_reach_the_shell(curses: FakeCurses) -> None:
    with terminal_on(curses):
        signal.raise_signal(signal.SIGINT)
    assert "flushinp" in curses.calls


def test_the_size_in_the_environment_is_not_believed(curses: FakeCurses) -> None:
    environ = {"LINES": "5", "COLUMNS": "7", "TERM": "xterm"}
    with terminal_on(curses, environ):
        assert environ == {"TERM": "xterm"}


def crash(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", cursor=None))
        assert curses.left_behind()
        raise ZeroDivisionError


def test_a_game_that_crashes_leaves_nothing_behind(curses: FakeCurses) -> None:
    with all_put_back(curses), pytest.raises(ZeroDivisionError):
        crash(curses)


SET_UP = ["noecho", "cbreak", "nonl", "keypad", "typeahead", "start_color"]
SET_UP_ON_WINDOWS = [*SET_UP, "mousemask", "mouseinterval"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, CursesError, MemoryError])
def test_a_set_up_that_breaks_off_leaves_nothing_behind(
    curses: FakeCurses, error: type[BaseException]
) -> None:
    for step in SET_UP_ON_WINDOWS if curses.windows else SET_UP:
        curses.failing[step] = error()
        with all_put_back(curses), suppress(error), terminal_on(curses):
            assert error is CursesError, "a terminal may lack things"
        assert not curses.failing


def test_a_screen_that_cannot_be_opened_leaves_nothing_behind(curses: FakeCurses) -> None:
    curses.failing["initscr"] = CursesError()
    with all_put_back(curses), pytest.raises(CursesError), terminal_on(curses):
        pass


@pytest.mark.parametrize(
    ("step", "trace"),
    [
        ("keypad", "keypad"),
        ("echo", "no echo"),
        ("nocbreak", "cbreak"),
        ("endwin", "screen"),
        ("curs_set", "hidden cursor"),
    ],
)
def test_each_thing_is_put_back_although_another_fails(
    personality: Personality, step: str, trace: str
) -> None:
    for error in (CursesError, OSError, ValueError):
        curses = FakeCurses(personality)
        with all_put_back(curses, trace), terminal_on(curses) as terminal:
            terminal.paint(canvas_of("one", cursor=None, size=terminal.size()))
            curses.failing[step] = error()


@on_pdcurses
def test_all_else_is_put_back_although_the_mouse_is_not(curses: FakeCurses) -> None:
    with all_put_back(curses, "mouse"), terminal_on(curses):
        curses.failing["mousemask"] = CursesError()


@on_ncurses
@pytest.mark.parametrize("error", [OSError, ValueError])
def test_all_else_is_put_back_although_nothing_can_be_sent(
    curses: FakeCurses, error: type[Exception]
) -> None:
    with terminal_on(curses):
        curses.failing["send"] = error()
    modes = sorted((FOCUS_MODE, MOUSE_MODE, SGR_MODE, PASTE_MODE))
    assert curses.left_behind() == ["keys", *(f"mode {mode}" for mode in modes)]


@on_ncurses
def test_what_curses_has_no_call_for_goes_to_standard_output(
    curses: FakeCurses, tmp_path: Path
) -> None:
    sent = tmp_path / "sent"
    with sent.open("w") as file, redirect_stdout(file), Terminal(curses, {}, windows=False):
        assert sent.read_bytes().startswith(b"\x1b[?2004h\x1b[?1004h\x1b[?1000h\x1b[?1006h")
    assert sent.read_bytes().endswith(b"\x1b[?1006l\x1b[?1000l\x1b[?1004l\x1b[?2004l")


PLAIN_KEYS, KEYS_BACK = b"\x1b[>0u\x1b[>4;0m", b"\x1b[>4m\x1b[<u"


@on_ncurses
def test_keys_are_plain_whatever_another_program_left_on(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        for _ in range(3):
            assert curses.sent.endswith(PLAIN_KEYS)
            assert curses.pushed_keys == 1
            signal.raise_signal(signal.SIGCONT)  # after a stop of which it could not hear
            terminal.next_event(0)
    assert KEYS_BACK in curses.sent
    assert curses.left_behind() == []


@pytest.mark.parametrize("term", ["linux", "linux-16color", "vt100", "vt220"])
@on_ncurses
def test_a_terminal_that_would_print_it_is_asked_for_no_plain_keys(
    curses: FakeCurses, term: str
) -> None:
    """The Linux console took the rest of a sequence behind a ">" for text."""
    with terminal_on(curses, {"TERM": term}):
        pass
    assert not [sequence for sequence in (b"\x1b[>", b"\x1b[<") if sequence in curses.sent]


def test_a_game_can_be_played_after_another(curses: FakeCurses) -> None:
    for _ in range(2):
        with terminal_on(curses) as terminal:
            terminal.paint(canvas_of("one"))
            assert curses.picture()[0] == "one"
        assert curses.left_behind() == []


# A terminal that is gone


def test_input_that_was_closed_asks_the_game_to_end(curses: FakeCurses, tty: Tty) -> None:
    with terminal_on(curses) as terminal:
        curses.dead = True
        tty.close()
        assert terminal.next_event(250) is None
        assert terminal.stopped_by == signal.SIGHUP


def test_the_signal_that_came_first_is_kept(curses: FakeCurses, tty: Tty) -> None:
    with terminal_on(curses) as terminal:
        signal.raise_signal(signal.SIGTERM)
        curses.dead = True
        tty.hang_up()
        terminal.next_event(250)
        assert terminal.stopped_by == signal.SIGTERM


def test_a_terminal_that_is_gone_is_left_without_an_error(curses: FakeCurses, tty: Tty) -> None:
    signals = settings_of_signals()
    with terminal_on(curses) as terminal:
        terminal.paint(canvas_of("one", cursor=None))
        curses.dead = True
        tty.hang_up()
    assert curses.echoing
    assert settings_of_signals() == signals


# Signals


@on_pdcurses
def test_control_break_asks_the_game_to_end(
    curses: FakeCurses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal that only Windows has: another one replaces it here."""
    number = signal.SIGURG
    monkeypatch.setattr("signal.SIGBREAK", number, raising=False)
    with terminal_on(curses) as terminal:
        signal.raise_signal(number)
        assert terminal.stopped_by == number
    assert signal.getsignal(number) is signal.SIG_DFL


def test_signals_are_as_before_after_the_game(curses: FakeCurses) -> None:
    before = settings_of_signals()
    with terminal_on(curses):
        assert set(settings_of_signals()[:-1]).isdisjoint(before[:-1])
        assert settings_of_signals()[-1:] == before[-1:]
    assert settings_of_signals() == before


def test_where_stops_are_ignored_they_stay_so(curses: FakeCurses) -> None:
    """There is no shell that could let the game go on."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        with terminal_on(curses):
            assert signal.getsignal(signal.SIGTSTP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTSTP, before)


def test_the_signals_of_a_broken_program_keep_their_default(curses: FakeCurses) -> None:
    """A handler in Python for a real one would be called again and again."""
    with terminal_on(curses):
        for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
            assert signal.getsignal(number) is signal.SIG_DFL


def test_a_stop_signal_is_caught_before_the_terminal_is_touched(curses: FakeCurses) -> None:
    initscr = curses.initscr

    def stopped_meanwhile() -> object:
        signal.raise_signal(signal.SIGTERM)
        return initscr()

    curses.initscr = stopped_meanwhile  # type: ignore[method-assign,assignment]  # an unlucky moment
    with terminal_on(curses) as terminal:
        assert terminal.stopped_by == signal.SIGTERM
    assert curses.left_behind() == []


# Before the screen is touched


class Tube(StringIO):
    """An output that says that it is a terminal."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def check(curses: FakeCurses, environ: dict[str, str], output: StringIO | None = None) -> None:
    with redirect_stdout(output or Tube()):
        check_terminal(curses, environ)


def test_a_known_terminal_is_accepted() -> None:
    environ = {"TERM": "xterm-256color"}
    check(FakeCurses(), environ)
    assert environ == {"TERM": "xterm-256color"}


@pytest.mark.parametrize("environ", [{}, {"TERM": ""}, {"TERM": "unknown"}, {"TERM": "no-such"}])
def test_an_unknown_terminal_is_treated_as_an_xterm(environ: dict[str, str]) -> None:
    curses = FakeCurses(terms=("unknown", "xterm-256color"))
    check(curses, environ)
    assert environ == {"TERM": "xterm-256color"}
    assert colour_count(curses, environ)


@pytest.mark.parametrize(
    ("term", "curses", "complaint"),
    [
        ("xterm", FakeCurses(terms=()), "terminal is unknown"),
        ("dumb", FakeCurses(), r"\(TERM is dumb\)"),
        ("tty43", FakeCurses(terms=("tty43",), can_place_cursor=False), "'tty43'"),
    ],
    ids=["none is known", "dumb", "without a cursor that can be placed"],
)
def test_a_terminal_on_which_nothing_can_be_drawn_is_refused(
    term: str, curses: FakeCurses, complaint: str
) -> None:
    with pytest.raises(TerminalError, match=complaint):
        check(curses, {"TERM": term})


def test_output_into_a_file_is_refused() -> None:
    with pytest.raises(TerminalError, match="a terminal is needed"):
        check(FakeCurses(), {"TERM": "xterm-256color"}, StringIO())


def test_input_from_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with pytest.raises(TerminalError, match="a terminal is needed"):
            check(FakeCurses(), {"TERM": "xterm-256color"})


@pytest.mark.parametrize(
    ("platform", "remedy"),
    [("win32", "pip install windows-curses")]
    + [(unix, "python3-curses") for unix in ("linux", "darwin", "freebsd14", "openbsd7")],
)
def test_a_python_without_curses_names_the_package(
    platform: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "curses", None)
    with pytest.raises(TerminalError) as refused:
        load_curses(platform)
    assert ("windows" in str(refused.value)) is (platform == "win32")
    assert remedy in str(refused.value)


def test_a_curses_whose_library_is_missing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "curses.py").write_text("raise ImportError('libncursesw.so.6: cannot open')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "curses", raising=False)
    with pytest.raises(TerminalError, match="no curses"):
        load_curses()


def test_the_real_curses_has_what_the_port_asks_of_the_fake() -> None:
    real, fake = load_curses(), FakeCurses("ncurses6")
    with terminal_on(fake) as terminal:
        terminal.paint(canvas_of("one", cursor=None))
    others = {"keypad", "refresh", "send"}
    assert {name for name in fake.calls if not hasattr(real, name)} == others
