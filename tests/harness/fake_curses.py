"""A curses in memory: a screen, a scripted player, and the quirks of three real libraries.

Every quirk was measured with Python's `curses` on ncurses 6.4 and 6.6, or read in the source of
ncurses or PDCurses. Time is the fake's own: it passes only while a reading waits.
"""

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from types import ModuleType
from typing import Final, Literal, NamedTuple, TextIO, get_args
from unicodedata import east_asian_width

from minesweeper.tui.terminal.terminal import Terminal
from tests.harness.posix import openpty

Personality = Literal["ncurses6", "ncurses5", "pdcurses"]
PERSONALITIES: Final[tuple[Personality, ...]] = get_args(Personality)

# More readings in vain than any test needs.
PATIENCE: Final = 500
DOUBLE_CLICK: Final = 500
NAP: Final = 50
PASTE_MODE, FOCUS_MODE, MOUSE_MODE, SGR_MODE = 2004, 1004, 1000, 1006
_NEW_COLOUR: Final = re.compile(rb"\x1b\]4;(\d+);rgb:(..)/(..)/(..)\x1b\\")
_OLD_COLOUR: Final = re.compile(rb"\x1b\]104;(\d+)\x1b\\")

STOPS: Final = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGABRT,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGALRM,
    signal.SIGVTALRM,
    signal.SIGXCPU,
)
"""The signals that end the game, which leaves the terminal as it was."""


class CursesError(Exception):
    """What the real module calls `curses.error`."""


# What a script is made of, beside characters, key codes, and functions that are called


class Quiet(NamedTuple):
    """Nothing comes for so long."""

    milliseconds: int


NOTHING: Final = Quiet(1000)


class Resize(NamedTuple):
    """The window gets another size."""

    columns: int
    rows: int


class Signal(NamedTuple):
    """A signal arrives and interrupts the reading."""

    number: int


class NoCharacter(NamedTuple):
    """Bytes that decode to a number beyond Unicode, which Python cannot make a character of."""


class Report(NamedTuple):
    """The mouse does something to a button at a place of the screen."""

    button: int
    what: Literal["PRESSED", "RELEASED", "CLICKED"]
    column: int
    row: int


Item = str | int | Quiet | Resize | Signal | NoCharacter | Report | Callable[[], object]


def click(column: int, row: int, button: int = 1) -> list[Item]:
    """Return a press and a release, reported one after the other."""
    return [
        Report(button, "PRESSED", column, row),
        Report(button, "RELEASED", column, row),
    ]


# The screen


class CellStyle(NamedTuple):
    """How a cell of the screen is painted; colours are -1 where they are the terminal's own."""

    foreground: int = -1
    background: int = -1
    bold: bool = False
    reverse: bool = False
    underline: bool = False


ScreenCell = tuple[str, int]
BLANK: Final[ScreenCell] = (" ", 0)


def bucket_means(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


class Page:
    """Rows of characters with attributes; a wide one has a cell without text behind it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = [[BLANK] * columns for _ in range(rows)]

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; what is cut off is lost, as in curses."""
        more = [[BLANK] * columns for _ in range(rows)]
        kept = [(row + [BLANK] * columns)[:columns] for row in self.rows[:rows]]
        self.columns, self.rows = columns, kept + more[len(kept) :]

    def put(self, column: int, row: int, character: str, attribute: int) -> None:
        cells, end = self.rows[row], column + bucket_means(character)
        if cells[column][0] == "":
            cells[column - 1] = BLANK  # the other half of a wide character goes, too
        if end < self.columns and cells[end][0] == "":
            cells[end] = BLANK
        cells[column:end] = [(character, attribute), ("", attribute)][: end - column]

    def clear(self, row: int, column: int = 0, blank: ScreenCell = BLANK) -> None:
        self.rows[row][column:] = [blank] * (self.columns - column)

    def text(self) -> list[str]:
        return ["".join(character for character, _ in row).rstrip() for row in self.rows]


class FakeWindow:
    """What `initscr` returns."""

    def __init__(self, curses: "FakeCurses", columns: int, rows: int) -> None:
        self.page = Page(columns, rows)
        self.cursor = (0, 0)  # column, row
        self.has_keypad = False
        self._curses = curses
        self._wait = -1
        self._written: set[int] = set()
        self._touched = False
        self._background = 0

    def getmaxyx(self) -> tuple[int, int]:
        return len(self.page.rows), self.page.columns

    def keypad(self, on: bool) -> None:
        self._curses.called("keypad")
        self.has_keypad = on

    def timeout(self, milliseconds: int) -> None:
        self._wait = milliseconds

    def get_wch(self) -> str | int:
        if self._touched:
            self._show()  # as wgetch does
        return self._curses.read(self._wait)

    def getch(self) -> int:
        """Return a byte or a key code; characters of the script stand for bytes here."""
        try:
            key = self.get_wch()
        except CursesError:
            return -1
        return ord(key) if isinstance(key, str) else key

    def move(self, row: int, column: int) -> None:
        if not (0 <= row < len(self.page.rows) and 0 <= column < self.page.columns):
            raise CursesError("wmove() returned ERR")
        self.cursor = (column, row)

    def clrtoeol(self) -> None:
        column, row = self.cursor
        self.page.clear(row, column, (" ", self._background))
        self._write(row)

    def bkgdset(self, character: str, attribute: int) -> None:
        """Set what erased cells show from now on, and text without colours of its own."""
        assert character == " "
        self._background = attribute

    def addstr(self, row: int, column: int, text: str, attribute: int = 0) -> None:
        self.move(row, column)
        if not attribute & self._curses.A_COLOR:
            attribute |= self._background
        for character in text:
            self._add(character, attribute)

    def _add(self, character: str, attribute: int) -> None:
        """Write a character, in the next row if need be; raise after it in the last corner."""
        column, row = self.cursor
        wide = bucket_means(character)
        if column + wide > self.page.columns:
            self.move(row + 1, 0)
            column, row = self.cursor
        self.page.put(column, row, character, attribute)
        self._write(row)
        if column + wide < self.page.columns:
            self.cursor = (column + wide, row)
        elif row + 1 < len(self.page.rows):
            self.cursor = (0, row + 1)
        else:
            raise CursesError("addwstr() returned ERR")

    def erase(self) -> None:
        for row in range(len(self.page.rows)):
            self.page.clear(row, blank=(" ", self._background))
            self._write(row)

    def redrawwin(self) -> None:
        self._touched = True
        self._curses.redraw = True

    def refresh(self) -> None:
        self._curses.called("refresh")
        assert len(self._curses.written) < 10 * PATIENCE, "the program paints again and again"
        self._curses.written.append(self._written)
        self._written = set()
        self._show()

    def _write(self, row: int) -> None:
        self._written.add(row)
        self._touched = True

    def _show(self) -> None:
        self._touched = False
        self._curses.show(self.page, self.cursor)


# The three libraries

_KEYS: Final = {
    "KEY_DOWN": 258,
    "KEY_UP": 259,
    "KEY_LEFT": 260,
    "KEY_RIGHT": 261,
    "KEY_HOME": 262,
    "KEY_BACKSPACE": 263,
    "KEY_F1": 265,
    "KEY_NPAGE": 338,
    "KEY_PPAGE": 339,
    "KEY_ENTER": 343,
}
_NCURSES: Final = _KEYS | {
    "KEY_A1": 348,
    "KEY_A3": 349,
    "KEY_B2": 350,
    "KEY_C1": 351,
    "KEY_C3": 352,
    "KEY_END": 360,
    "KEY_FIND": 362,
    "KEY_SELECT": 385,
    "KEY_MOUSE": 409,
    "KEY_BTAB": 353,
    "KEY_RESIZE": 410,
    "A_NORMAL": 0,
    "A_COLOR": 0xFF00,
    "A_DIM": 1 << 20,
    "A_UNDERLINE": 1 << 17,
    "A_REVERSE": 1 << 18,
    "A_BOLD": 1 << 21,
}
_PDCURSES: Final = _KEYS | {
    "KEY_BTAB": 351,
    "KEY_END": 358,
    "CTL_LEFT": 443,
    "CTL_RIGHT": 444,
    "KEY_A1": 449,
    "KEY_A2": 450,
    "KEY_A3": 451,
    "KEY_B1": 452,
    "KEY_B2": 453,
    "KEY_B3": 454,
    "KEY_C1": 455,
    "KEY_C2": 456,
    "KEY_C3": 457,
    "PADENTER": 459,
    "CTL_UP": 480,
    "CTL_DOWN": 481,
    "KEY_MOUSE": 539,
    "KEY_RESIZE": 546,
    "A_NORMAL": 0,
    "A_DIM": 0,
    "A_COLOR": 0xFF000000,
    "A_UNDERLINE": 1 << 20,
    "A_REVERSE": 1 << 21,
    "A_BOLD": 1 << 23,
}
# Keys that the library numbers as it meets them: no constants, only `keyname` knows them.
_EXTENDED: Final[dict[Personality, dict[str, int]]] = {
    "ncurses6": {
        "kDN5": 531,
        "kLFT5": 551,
        "kRIT5": 566,
        "kUP5": 572,
        "kF63": 590,
        "kxIN": 598,
        "kxOUT": 599,
    },
    "ncurses5": {"kDN5": 517, "kLFT5": 542, "kRIT5": 557, "kUP5": 563, "kF63": 581},
    "pdcurses": {},
}
_BUTTON_EVENTS: Final = {
    "RELEASED": 1,
    "PRESSED": 2,
    "CLICKED": 4,
    "DOUBLE_CLICKED": 8,
    "TRIPLE_CLICKED": 16,
}


# Of the mouse only Windows hears by these.
_MOUSE: Final = {
    f"BUTTON{button}_{what}": value << 5 * (button - 1)
    for button in range(1, 6)
    for what, value in _BUTTON_EVENTS.items()
} | {"ALL_MOUSE_EVENTS": 0x1FFFFFFF}


class FakeCurses(ModuleType):
    """The module, and behind it the terminal with its player.

    `feed` it a script; `picture`, `style_at` and the attributes say what the terminal shows and how
    its modes are.
    """

    error = CursesError

    def __init__(
        self,
        personality: Personality = "ncurses6",
        columns: int = 80,
        rows: int = 24,
        *,
        colours: int = 256,
        colour_pairs: int = 65_536,
        terms: tuple[str, ...] = ("xterm-256color",),
        can_place_cursor: bool = True,
        second_screen: bool = True,
    ) -> None:
        super().__init__("curses")
        self.personality = personality
        self.windows = personality == "pdcurses"
        self.now = 1_000_000
        """Milliseconds, as a clock on the wall shows them."""
        self.written: list[set[int]] = []
        """Which rows the program wrote before each refresh of its own."""
        self.frames: list[list[str]] = []
        """Every picture that was on the screen, also those between two refreshes."""
        self.failing: dict[str, BaseException] = {}
        """What the next call of a function raises."""
        self.lacking: set[str] = set()
        """The functions that this terminal cannot do."""
        self.dead = False
        """The terminal is gone."""
        self.calls: list[str] = []
        self.redraw = True
        self.echoing, self.cbreaking, self.ended = True, False, True
        self.translating_return, self.hidden = True, False
        self.mouse_mask, self.mouse_wait, self.escape_wait = 0, 166, 1000
        self.mouse_prefix = b"\x1b[M" if personality == "ncurses5" else b"\x1b[<"
        """The beginning of a report of the mouse, as the terminal is described."""
        self.lacks_sgr = False
        """The terminal knows the older reports only."""
        self.sent = b""
        self.window = FakeWindow(self, columns, rows)
        self._shown = Page(columns, rows)
        self._shown_cursor = (0, 0)
        self._believed = Page(columns, rows)
        self._colours, self._most_pairs = colours, colour_pairs
        self.tints: dict[int, tuple[int, ...]] = {}
        """What the redefined colours show, in parts of 255."""
        self._default_colours = False
        self._pairs = {0: (-1, -1)}
        self._terms, self._can_place_cursor = terms, can_place_cursor
        self._second_screen = second_screen and not self.windows
        self._is_described = False
        self._script: deque[Item] = deque()
        self._readings_in_vain = 0
        self._mouse: tuple[int, int, int] | None = None
        self._new_size: Resize | None = None
        self._last_press: tuple[Report, int] | None = None
        self._swallowed_release = 0
        self._take_on_constants()

    def _take_on_constants(self) -> None:
        constants = _PDCURSES | _MOUSE if self.windows else _NCURSES
        self._constants = constants
        vars(self).update(self._constants)
        if self.personality == "ncurses6":
            self.set_escdelay = self._set_escdelay
        self._key_names = {
            code: name
            for name, code in (constants | _EXTENDED[self.personality]).items()
            if not name.startswith(("A_", "BUTTON", "ALL_"))
        }

    # What the player sees

    def picture(self) -> list[str]:
        return self._shown.text()

    def style_at(self, column: int, row: int) -> CellStyle:
        attribute = self._shown.rows[row][column][1]
        return CellStyle(
            *self._pairs[self._pair_of(attribute)],
            bold=bool(attribute & self._constants["A_BOLD"]),
            reverse=bool(attribute & self._constants["A_REVERSE"]),
            underline=bool(attribute & self._constants["A_UNDERLINE"]),
        )

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the hardware cursor, which may be hidden."""
        return self._shown_cursor

    @property
    def modes(self) -> set[int]:
        """The private modes that are on, from what was sent."""
        on: set[int] = set()
        for mode, state in re.findall(rb"\x1b\[\?(\d+)([hl])", self.sent):
            (on.add if state == b"h" else on.discard)(int(mode))
        return on

    @property
    def pushed_keys(self) -> int:
        """How often the keyboard's protocol was pushed and not popped."""
        return self.sent.count(b"\x1b[>0u") - self.sent.count(b"\x1b[<u")

    def left_behind(self) -> list[str]:
        """Return the names of what a program that has ended should have put back."""
        traces = {
            "no echo": not self.echoing,
            "cbreak": self.cbreaking,
            "hidden cursor": self.hidden,
            "keypad": self.window.has_keypad,
            "mouse": bool(self.mouse_mask),
            "screen": not self.ended,
            "keys": self.pushed_keys != 0,
        }
        return [trace for trace, left in traces.items() if left] + [
            f"mode {mode}" for mode in sorted(self.modes)
        ]

    def send(self, sequence: bytes) -> None:
        """Take what the program sends past curses; no function of the module."""
        self.called("send")
        assert not self.windows, "the console there need not understand it"
        self.sent += sequence
        for number, *parts in _NEW_COLOUR.findall(sequence):
            self.tints[int(number)] = tuple(int(part, 16) for part in parts)
        for number in _OLD_COLOUR.findall(sequence):
            del self.tints[int(number)]

    def scribble(self) -> None:
        """Write over the screen as another program would, without curses knowing it."""
        for row in range(len(self._shown.rows)):
            for column in range(self._shown.columns):
                self._shown.put(column, row, "~", 0)

    # What the player does

    def feed(self, *script: Item) -> None:
        self._script.extend(script)

    @property
    def has_input(self) -> bool:
        return bool(self._script)

    def code(self, name: str) -> int:
        """Return the code of a key, as a constant or as an extended key."""
        return next(code for code, key in self._key_names.items() if key == name)

    def wait_for_input(self, milliseconds: int) -> None:
        """Wait for the console of Windows, at most so long; no function of the module."""
        assert self.windows, "elsewhere curses itself waits well"
        self.called("wait_for_input")
        while isinstance(self._script[0] if self._script else None, Quiet) and milliseconds > 0:
            quiet = self._script.popleft()
            assert isinstance(quiet, Quiet)
            passed = min(milliseconds, quiet.milliseconds)
            milliseconds -= passed
            self.now += passed
            if passed < quiet.milliseconds:
                self._script.appendleft(Quiet(quiet.milliseconds - passed))
        if not self._script:
            self.now += milliseconds

    def read(self, wait: int) -> str | int:
        """Return the next key of the script; raise CursesError when none came in time."""
        if self.dead:
            self._wait_in_vain(0, "the terminal is gone and the program goes on")
            raise CursesError("no input")
        begun = self.now
        try:
            return self._read(wait)
        finally:
            if self.windows:
                self.now += (begun - self.now) % NAP

    def _read(self, wait: int) -> str | int:
        left = self._rounded(wait)
        while self._script:
            item = self._script.popleft()
            if isinstance(item, Quiet):
                left = self._pass_time(item, left)
                continue
            key = self._take(item)
            if key is not None:
                self._readings_in_vain = 0
                return key
        self._wait_in_vain(left, "the script has ended and the program goes on")
        raise CursesError("no input")

    def _wait_in_vain(self, milliseconds: int, complaint: str) -> None:
        self._readings_in_vain += 1
        assert self._readings_in_vain < PATIENCE, complaint
        self.now += max(0, milliseconds)

    def _rounded(self, wait: int) -> int:
        """Wait as PDCurses does: in naps, one at least, and look for keys after each."""
        return max(NAP, wait // NAP * NAP) if self.windows and wait > 0 else wait

    def _pass_time(self, quiet: Quiet, left: int) -> int:
        """Wait through a silence; return what is left of the time to wait."""
        if 0 <= left <= quiet.milliseconds:
            if left:
                self._readings_in_vain = 0
            self._wait_in_vain(left, "the program asks again and again without waiting")
            if left < quiet.milliseconds:
                self._script.appendleft(Quiet(quiet.milliseconds - left))
            raise CursesError("no input")
        self.now += quiet.milliseconds
        return left - quiet.milliseconds if left > 0 else left

    def _take(self, item: Item) -> str | int | None:
        if isinstance(item, str):
            self._script.extendleft(reversed(item[1:]))
            return item[:1] or None
        if isinstance(item, int):
            return item
        if isinstance(item, Resize):
            return self._resize(item)
        if isinstance(item, Signal):
            signal.raise_signal(item.number)
            raise CursesError("no input")
        if isinstance(item, NoCharacter):
            self._readings_in_vain = 0
            raise ValueError("chr() arg not in range(0x110000)")
        if isinstance(item, Report):
            return self._move_mouse(item)
        assert callable(item)
        item()
        return None

    def _resize(self, size: Resize) -> int | None:
        """Resize; PDCurses reports it once, and the window keeps its size until `resize_term`."""
        if not self.windows:
            self._apply_size(size)
            return self._constants["KEY_RESIZE"]
        is_pending = self._new_size is not None
        self._new_size = size
        return None if is_pending else self._constants["KEY_RESIZE"]

    def _apply_size(self, size: Resize) -> None:
        for page in (self.window.page, self._shown, self._believed):
            page.resize(*size)
        column, row = self.window.cursor
        self.window.cursor = (min(column, size.columns - 1), min(row, size.rows - 1))

    def _move_mouse(self, report: Report) -> int | None:
        if not self.windows:
            return self._report_mouse(report)
        # The console may report a quick click without the press and the release.
        what = self._double_clicks(report)
        state = self._constants.get(f"BUTTON{report.button}_{what}", 0)
        if not state or self.mouse_mask != self._constants["ALL_MOUSE_EVENTS"]:
            return None
        self._mouse = (report.column, report.row, state)
        return self._constants["KEY_MOUSE"]

    def _report_mouse(self, report: Report) -> int | None:
        """Send a report as a terminal does; ncurses knows its beginning if terminfo says so."""
        if MOUSE_MODE not in self.modes:
            return None
        column, row, down = report.column + 1, report.row + 1, report.what == "PRESSED"
        code = report.button - 1 if report.button <= 3 else 60 + report.button
        if SGR_MODE in self.modes and not self.lacks_sgr:
            text = f"\x1b[<{code};{column};{row}{'M' if down else 'm'}"
        else:
            numbers = (code if down else 3, column, row)
            text = "\x1b[M" + "".join(chr(ord(" ") + number) for number in numbers)
        known = self.mouse_prefix.decode()
        self._script.extendleft(reversed(text.removeprefix(known)))
        return self._constants["KEY_MOUSE"] if text.startswith(known) else None

    def _double_clicks(self, report: Report) -> str:
        """Turn a quick second press into a double click without a release, as Windows does."""
        if report.what == "RELEASED":
            swallowed, self._swallowed_release = self._swallowed_release, 0
            return "" if swallowed == report.button else report.what
        last, self._last_press = self._last_press, (report, self.now)
        if last and last[0] == report and self.now - last[1] <= DOUBLE_CLICK:
            self._last_press, self._swallowed_release = None, report.button
            return "DOUBLE_CLICKED"
        return report.what

    # What the program calls

    def called(self, name: str) -> None:
        """Record a call, and fail if the script wants it."""
        self.calls.append(name)
        if name in self.failing:
            raise self.failing.pop(name)
        if name in self.lacking:
            raise CursesError(f"{name}() returned ERR")

    def _needs_tty(self, name: str) -> None:
        self.called(name)
        if self.dead:
            raise CursesError(f"{name}() returned ERR")

    def setupterm(self, term: str, fd: int) -> None:
        if term not in self._terms:
            raise CursesError("setupterm: could not find terminal")
        self._is_described = True

    def tigetstr(self, name: str) -> bytes | None:
        if not self._is_described:
            raise CursesError("must call (at least) setupterm() first")
        if name == "kmous":
            return self.mouse_prefix
        known = {"cup": self._can_place_cursor, "smcup": self._second_screen}
        return b"\x1b[%p1%d" if known.get(name) else None

    def tigetnum(self, name: str) -> int:
        if not self._is_described:
            raise CursesError("must call (at least) setupterm() first")
        return self._colours if name == "colors" else -1

    def initscr(self) -> FakeWindow:
        self.called("initscr")
        self.ended, self._is_described = False, True
        self.LINES, self.COLS = self.window.getmaxyx()
        return self.window

    def endwin(self) -> None:
        self.called("endwin")
        if self.dead and not self.windows:
            raise CursesError("endwin() returned ERR")
        self.ended = True

    def isendwin(self) -> bool:
        return self.ended

    def noecho(self) -> None:
        self.called("noecho")
        self.echoing = False

    def echo(self) -> None:
        self.called("echo")
        self.echoing = True

    def cbreak(self) -> None:
        self._needs_tty("cbreak")
        self.cbreaking = True

    def nocbreak(self) -> None:
        self._needs_tty("nocbreak")
        self.cbreaking = False

    def nonl(self) -> None:
        self.called("nonl")
        self.translating_return = False

    def typeahead(self, fd: int) -> None:
        self.called("typeahead")

    def _set_escdelay(self, milliseconds: int) -> None:
        self.called("set_escdelay")
        self.escape_wait = milliseconds

    def flushinp(self) -> None:
        """Discard what was typed and not read yet, but not what is typed later."""
        self.called("flushinp")
        while self._script and isinstance(self._script[0], str):
            self._script.popleft()

    def def_prog_mode(self) -> None:
        self._needs_tty("def_prog_mode")

    def def_shell_mode(self) -> None:
        self.called("def_shell_mode")

    def curs_set(self, visibility: int) -> int:
        self.called("curs_set")
        before, self.hidden = int(not self.hidden), visibility == 0
        return before

    def keyname(self, code: int) -> bytes:
        if code < 0:
            raise ValueError("invalid key number")
        unknown = "UNKNOWN KEY" if self.windows else ""
        return self._key_names.get(code, unknown).encode()

    def resize_term(self, rows: int, columns: int) -> None:
        assert (rows, columns) == (0, 0), "no other size is asked for"
        assert self.windows, "ncurses would take these for the size"
        if self._new_size:
            self._apply_size(self._new_size)
            self._new_size = None

    # Colours

    def has_colors(self) -> bool:
        return self._colours > 0

    def start_color(self) -> None:
        self.called("start_color")
        self.COLORS, self.COLOR_PAIRS = self._colours, self._most_pairs

    def use_default_colors(self) -> None:
        self.called("use_default_colors")
        if not self._colours:
            raise CursesError("use_default_colors() returned ERR")
        self._default_colours = True

    def init_pair(self, number: int, foreground: int, background: int) -> None:
        most = self._most_pairs - 1
        if not 0 < number <= most:
            raise ValueError(f"Color pair is greater than COLOR_PAIRS-1 ({most}).")
        for colour in (foreground, background):
            if colour >= self._colours:
                most = self._colours - 1
                raise ValueError(f"Color number is greater than COLORS-1 ({most}).")
            if colour < 0 and not self._default_colours:
                raise CursesError("init_pair() returned ERR")
        self._pairs[number] = (foreground, background)

    def has_extended_color_support(self) -> bool:
        return self.personality.startswith("ncurses6")

    def color_pair(self, number: int) -> int:
        """Return an attribute, which has room for 8 bits: of greater numbers the rest is lost."""
        return number * self._one_pair & self._constants["A_COLOR"]

    def _pair_of(self, attribute: int) -> int:
        return (attribute & self._constants["A_COLOR"]) // self._one_pair

    @property
    def _one_pair(self) -> int:
        mask = self._constants["A_COLOR"]
        return mask & -mask

    # The mouse

    def mousemask(self, mask: int) -> tuple[int, int]:
        self.called("mousemask")
        before, self.mouse_mask = self.mouse_mask, mask
        return mask, before

    def mouseinterval(self, milliseconds: int) -> None:
        self.called("mouseinterval")
        self.mouse_wait = milliseconds

    def getmouse(self) -> tuple[int, int, int, int, int]:
        """Return the event of the last KEY_MOUSE, however often it is called."""
        assert self.windows, "elsewhere the program reads the reports itself"
        if not self._mouse:
            raise CursesError("getmouse() returned ERR")
        column, row, state = self._mouse
        return 0, column, row, 0, state

    # The screen

    def show(self, page: Page, cursor: tuple[int, int]) -> None:
        """Send what differs from what the library believes to be on the screen."""
        if self.ended:
            self.ended, self.redraw = False, True
        changed = False
        for row, cells in enumerate(page.rows):
            if self.redraw or cells != self._believed.rows[row]:
                self._shown.rows[row] = cells.copy()
                self._believed.rows[row] = cells.copy()
                changed = True
        self.redraw = False
        self._shown_cursor = cursor
        if changed:
            self.frames.append(self._shown.text())


def terminal_on(
    curses: FakeCurses,
    environ: MutableMapping[str, str] | None = None,
    *,
    mouse: bool = True,
) -> Terminal:
    """Return the game's terminal on a fake curses."""
    environ = {} if environ is None else environ
    return Terminal(
        curses,
        environ,
        mouse=mouse,
        windows=curses.windows,
        send=curses.send,
        wait_for_input=curses.wait_for_input,
    )


class Tty:
    """A real tty in the place of standard input, for what the terminal does without curses."""

    def __init__(self) -> None:
        self._other_end, end = openpty()
        self.file: TextIO = os.fdopen(end, encoding="utf-8")
        self._open = True

    def hang_up(self) -> None:
        if self._open:
            os.close(self._other_end)
            self._open = False

    def close(self) -> None:
        self.hang_up()
        self.file.close()


@contextmanager
def tty_as_input() -> Iterator[Tty]:
    """Make standard input a tty for a while, and let no stop signal end the tests."""
    tty, before = Tty(), sys.stdin
    numbers = (*STOPS, signal.SIGCONT)
    handlers = {number: signal.signal(number, _no_one_listens) for number in numbers}
    sys.stdin = tty.file
    try:
        yield tty
    finally:
        sys.stdin = before
        for number, handler in handlers.items():
            signal.signal(number, handler)
        tty.close()


def _no_one_listens(number: int, frame: object) -> None:
    raise AssertionError(f"signal {number} met no handler of the game")
