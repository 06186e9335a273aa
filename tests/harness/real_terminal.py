"""A real program in a real pseudo-terminal, its screen read as a person would see it.

pyte is the emulator; where its 0.8.2 differs from the terminals ncurses knows, `_Screen` and
`_Parser` repair it.
"""

from __future__ import annotations

import codecs
import contextlib
import copy
import os
import re
import select
import signal
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, Self

import pyte
from pyte import charsets, modes
from pyte.screens import Char, Cursor, Margins, Savepoint, StaticDefaultDict, wcwidth

from tests.harness.posix import openpty, termios

_Line = StaticDefaultDict[int, Char]
_Page = tuple[dict[int, _Line], list[Savepoint]]

_ALTERNATE_MODES = (47, 1047, 1049)
_MOUSE_MODES = (9, 1000, 1001, 1002, 1003)
_SGR_MOUSE = 1006
_CURSOR_KEYS = 1
_PASTE_MODE = 2004

# No wait is this long unless it is in vain, however busy the machine is.
LIMIT = 60.0
# A pty hands over a frame in as many pieces as it likes: with 5 bytes at a time in no test may a
# part of a frame pass for the whole.
_READ_AT_ONCE = int(os.environ.get("READ_AT_ONCE", "65536"))
# Programs that outlive the one we started keep the pty open: there is no end of file to wait for.
_GRACE = 0.1

_DEFAULT_SIGNALS = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGPIPE,
    signal.SIGTERM,
    signal.SIGTSTP,
    signal.SIGTTIN,
    signal.SIGTTOU,
)

_TERMIOS_FIELDS = ("iflag", "oflag", "cflag", "lflag", "ispeed", "ospeed", "cc")


class _Screen(pyte.Screen):
    """pyte's screen, moved as xterm moves it."""

    def __init__(self, columns: int, lines: int, reply: Callable[[str], object]) -> None:
        self._last_drawn = ""
        self._reply = reply
        self.background = ""
        self.answers = True
        super().__init__(columns, lines)

    def _new_page(self) -> _Page:
        return defaultdict(lambda: _Line(Char(" "))), []

    @property
    def default_char(self) -> Char:
        return Char(" ")

    def reset(self) -> None:
        self.alternate = False
        self.keypad = False
        self._hidden = self._new_page()
        self.savepoints = []
        super().reset()
        self.g1_charset = charsets.LAT1_MAP

    def write_process_input(self, data: str) -> None:
        if self.answers:
            self._reply(data)

    def report_background(self) -> None:
        if self.background:
            self.write_process_input(f"\x1b]11;{self.background}\x1b\\")

    def keypad_on(self) -> None:
        self.keypad = True

    def keypad_off(self) -> None:
        self.keypad = False

    # Modes.

    def has_mode(self, *private: int) -> bool:
        """Tells whether any of these `CSI ?` modes is on."""
        return any(mode << 5 in self.mode for mode in private)

    def change_modes(self, wanted: Sequence[int], private: bool, on: bool) -> None:
        """Sets or resets modes, without pyte's repainting of the screen for ?3 and ?5."""
        for mode in wanted:
            key = mode << 5 if private else mode
            (self.mode.add if on else self.mode.discard)(key)
            if private and mode in _ALTERNATE_MODES:
                self._turn_page(mode, on)
            elif key == modes.DECOM:
                self.cursor_position()

    def _turn_page(self, mode: int, on: bool) -> None:
        if on == self.alternate:
            return
        if on and mode == 1049:
            self.save_cursor()
        shown = self.buffer, self.savepoints
        (self.buffer, self.savepoints), self._hidden = self._hidden, shown
        self.alternate = on
        if on and mode != 47:
            self.buffer.clear()
        if not on and mode == 1049:
            self.restore_cursor()

    def restore_cursor(self) -> None:
        # pyte forgets what it restored, moves it into the scrolling region, and shows or hides it.
        if not self.savepoints:
            self.cursor_position()
            return
        saved = self.savepoints[-1]
        self.cursor = copy.copy(saved.cursor)
        self.g0_charset, self.g1_charset = saved.g0_charset, saved.g1_charset
        self.charset = saved.charset
        self.cursor.x = min(self.cursor.x, self.columns)
        self.ensure_vbounds()

    # Drawing.

    def draw(self, data: str) -> None:
        charset = self.g1_charset if self.charset else self.g0_charset
        for char in data:
            shown = char.translate(charset)
            width = wcwidth(shown)
            if width > 0:
                self._put(shown, width)
                self._last_drawn = char
            elif width == 0:
                self._combine(shown)

    def _put(self, char: str, width: int) -> None:
        wrapping = modes.DECAWM in self.mode
        if self.cursor.x + width > self.columns:
            if wrapping:
                self.carriage_return()
                self.index()
            else:
                self.cursor.x = self.columns - width
        if modes.IRM in self.mode:
            self.insert_characters(width)
        start, end = self.cursor.x, self.cursor.x + width
        self._cut(start)
        self._cut(end)
        line = self.buffer[self.cursor.y]
        line[start] = self.cursor.attrs._replace(data=char)
        if width == 2:
            line[start + 1] = self.cursor.attrs._replace(data="")
        self.cursor.x = end if wrapping else min(end, self.columns - 1)

    def _combine(self, char: str) -> None:
        line = self.buffer[self.cursor.y]
        before = self.cursor.x - 1
        while before > 0 and line[before].data == "":
            before -= 1
        if before >= 0:
            line[before] = line[before]._replace(data=line[before].data + char)

    def _cut(self, x: int) -> None:
        """Blanks both halves of a wide character whose second half is at x."""
        line = self.buffer[self.cursor.y]
        if 0 < x < self.columns and line[x].data == "":
            line[x - 1] = line[x - 1]._replace(data=" ")
            line[x] = line[x]._replace(data=" ")

    def repeat(self, count: int = 1) -> None:
        self.draw(self._last_drawn * (count or 1))

    # Erasing: the background colour stays, other attributes do not.

    def _blank(self) -> Char:
        return Char(" ", bg=self.cursor.attrs.bg)

    def _erase(self, start: int, end: int) -> None:
        self._cut(start)
        self._cut(end)
        line = self.buffer[self.cursor.y]
        for x in range(start, min(end, self.columns)):
            line[x] = self._blank()

    def erase_characters(self, count: int | None = None) -> None:
        self._erase(self.cursor.x, self.cursor.x + (count or 1))

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        start = self.cursor.x if how == 0 else 0
        end = self.cursor.x + 1 if how == 1 else self.columns
        self._erase(start, end)

    def erase_in_display(self, how: int = 0, *more: object, **flags: object) -> None:
        if how == 3:
            return  # The scrollback, which is not kept.
        start = self.cursor.y + 1 if how == 0 else 0
        end = self.cursor.y if how == 1 else self.lines
        for y in range(start, end):
            self.buffer[y] = _Line(self._blank())
        if how < 2:
            self.erase_in_line(how)

    def insert_characters(self, count: int | None = None) -> None:
        start = self.cursor.x
        room = self.columns - start
        count = min(count or 1, room)
        self._cut(start)
        self._cut(self.columns - count)
        line = self.buffer[self.cursor.y]
        kept = [line[x] for x in range(start, self.columns - count)]
        self._write_line(start, [self._blank()] * count + kept)

    def delete_characters(self, count: int | None = None) -> None:
        start = self.cursor.x
        count = min(count or 1, self.columns - start)
        self._cut(start)
        self._cut(start + count)
        line = self.buffer[self.cursor.y]
        kept = [line[x] for x in range(start + count, self.columns)]
        self._write_line(start, kept + [self._blank()] * count)

    def _write_line(self, start: int, cells: Sequence[Char]) -> None:
        self.buffer[self.cursor.y].update(enumerate(cells, start))

    # Scrolling.

    def _region(self) -> Margins:
        return self.margins or Margins(0, self.lines - 1)

    def _scroll(self, top: int, bottom: int, count: int) -> None:
        """Moves the lines from top to bottom up by count, or down when it is negative."""
        old = [self.buffer[y] for y in range(top, bottom + 1)]
        count = max(-len(old), min(count, len(old)))
        blank = [_Line(self._blank()) for _ in range(abs(count))]
        new = old[count:] + blank if count >= 0 else blank + old[:count]
        self.buffer.update(enumerate(new, top))

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        super().set_margins(top, bottom or self.lines)
        if self.margins == (0, self.lines - 1):
            self.margins = None

    def scroll_up(self, count: int = 1) -> None:
        self._scroll(*self._region(), count or 1)

    def scroll_down(self, count: int = 1) -> None:
        self._scroll(*self._region(), -(count or 1))

    def index(self) -> None:
        if self.cursor.y == self._region().bottom:
            self.scroll_up()
        else:
            self.cursor.y = min(self.cursor.y + 1, self.lines - 1)

    def reverse_index(self) -> None:
        if self.cursor.y == self._region().top:
            self.scroll_down()
        else:
            self.cursor.y = max(self.cursor.y - 1, 0)

    def next_line(self) -> None:
        self.carriage_return()
        self.index()

    def insert_lines(self, count: int | None = None) -> None:
        self._shift_lines(-(count or 1))

    def delete_lines(self, count: int | None = None) -> None:
        self._shift_lines(count or 1)

    def _shift_lines(self, count: int) -> None:
        top, bottom = self._region()
        if top <= self.cursor.y <= bottom:
            self._scroll(self.cursor.y, bottom, count)
            self.carriage_return()

    # Moving.

    def cursor_up(self, count: int | None = None) -> None:
        top = self._region().top
        limit = top if self.cursor.y >= top else 0
        self.cursor.y = max(self.cursor.y - (count or 1), limit)

    def cursor_down(self, count: int | None = None) -> None:
        bottom = self._region().bottom
        limit = bottom if self.cursor.y <= bottom else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), limit)

    def forward_tab(self, count: int = 1) -> None:
        for _ in range(count or 1):
            self.tab()

    def back_tab(self, count: int = 1) -> None:
        for _ in range(count or 1):
            self.cursor.x = max((x for x in self.tabstops if x < self.cursor.x), default=0)

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        lines, columns = lines or self.lines, columns or self.columns
        self._refit(self.buffer, self.cursor, lines, columns)
        hidden, saved = self._hidden
        self._refit(hidden, saved[-1].cursor if saved else Cursor(0, 0), lines, columns)
        self.tabstops = set(range(8, columns, 8))
        self.lines, self.columns = lines, columns
        self.margins = None

    def _refit(self, page: dict[int, _Line], cursor: Cursor, lines: int, columns: int) -> None:
        """Drops what no longer fits, the cursor's line last."""
        lost = max(0, cursor.y + 1 - lines)
        kept = {y - lost: line for y, line in page.items() if 0 <= y - lost < lines}
        for line in kept.values():
            for x in [x for x in line if x >= columns]:
                del line[x]
        page.clear()
        page.update(kept)
        cursor.x = min(cursor.x, columns - 1)
        cursor.y -= lost


class _Parser:
    """Bytes to calls of a screen; what it does not know is swallowed, as terminals do."""

    _TOKEN = re.compile(
        r"""
        (?P<text> [^\x00-\x1f\x7f]+ )
        | \x1b\[ (?P<private> [<=>?]? ) (?P<params> [\d;:]* )
                (?P<middle> [ -/]* ) (?P<final> [@-~] )
        | \x1b\] (?: R | P[\da-fA-F]{7} )       # the Linux console's palette: no terminator
        | \x1b [\]PX^_] .*? (?: \x07 | \x1b\\ )
        | \x1b (?P<charset> [()] ) (?P<code> . )
        | \x1b [ -/] .
        | \x1b (?P<escape> [0-OQ-WYZ\\`-~] )
        | (?P<control> [\x00-\x1a\x1c-\x1f\x7f] )
        """,
        re.VERBOSE | re.DOTALL,
    )
    _UNFINISHED = re.compile(
        r"\x1b (?: \[ [<=>?]? [\d;:]* [ -/]* | [\]PX^_] .* | [ -/] )? \Z", re.VERBOSE | re.DOTALL
    )
    _ESCAPES = pyte.Stream.escape | {"E": "next_line", "=": "keypad_on", ">": "keypad_off"}
    _SEQUENCES = pyte.Stream.csi | {
        "`": "cursor_to_column",
        "b": "repeat",
        "I": "forward_tab",
        "S": "scroll_up",
        "T": "scroll_down",
        "Z": "back_tab",
        "s": "save_cursor",
        "u": "restore_cursor",
    }
    # After a character in the last column the cursor waits there to wrap; these let it wait.
    _LEAVE_THE_CURSOR = (
        "bell",
        "keypad_off",
        "keypad_on",
        "repeat",
        "report_device_attributes",
        "save_cursor",
        "select_graphic_rendition",
        "shift_in",
        "shift_out",
    )

    def __init__(self, screen: _Screen) -> None:
        self._screen = screen
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def feed(self, data: bytes) -> None:
        """Plays the bytes to the screen; the start of an unfinished sequence waits for its end."""
        text = self._rest + self._decoder.decode(data)
        at = 0
        while at < len(text):
            if token := self._TOKEN.match(text, at):
                self._play(token)
                at = token.end()
            elif self._UNFINISHED.match(text, at):
                break
            else:
                at += 1
        self._rest = text[at:]

    def _play(self, token: re.Match[str]) -> None:
        if token["text"]:
            self._screen.draw(token["text"])
        elif token[0].startswith("\x1b]11;?"):
            self._screen.report_background()
        elif token["final"]:
            self._control_sequence(token)
        elif token["charset"]:
            self._screen.define_charset(token["code"], token["charset"])
        elif token["escape"]:
            self._call(self._ESCAPES.get(token["escape"]))
        elif token["control"]:
            self._call(pyte.Stream.basic.get(token["control"]))

    def _control_sequence(self, token: re.Match[str]) -> None:
        private, final = token["private"], token["final"]
        numbers = [int(number or 0) for number in re.split("[;:]", token["params"])]
        if token["middle"]:
            return
        if final in "hl" and private in ("", "?"):
            self._screen.change_modes(numbers, private == "?", final == "h")
        elif not private:
            self._call(self._SEQUENCES.get(final), *numbers)

    def _call(self, name: str | None, *numbers: int) -> None:
        if name is None:
            return
        if name not in self._LEAVE_THE_CURSOR:
            self._screen.ensure_hbounds()
        getattr(self._screen, name)(*numbers)


def _watch_exit(pid: int) -> int:
    """Returns a file descriptor that `select` finds readable once a child has ended."""
    if sys.platform == "linux":
        return os.pidfd_open(pid)
    queue = select.kqueue()
    try:
        queue.control([select.kevent(pid, select.KQ_FILTER_PROC, fflags=select.KQ_NOTE_EXIT)], 0)
    except ProcessLookupError:
        return os.open(os.devnull, os.O_RDONLY)  # It has ended before we asked: always readable.
    return os.dup(queue.fileno())


class RealTerminal:
    """A program, the pseudo-terminal it runs in, and what its screen shows."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        background: str = "rgb:0000/0000/0000",
        answers: bool = True,
    ) -> None:
        """`background` is what the terminal says of it, empty if it does not know the question.

        Without `answers` it says nothing at all, as over a connection that hangs.
        """
        self.argv = list(argv)
        self.columns = columns
        self.rows = rows
        self.status: int | None = None
        self._watch = -1
        self._screen = _Screen(columns, rows, self._send)
        self._screen.background, self._screen.answers = background, answers
        self._parser = _Parser(self._screen)
        self._written = 0
        self._marked = 0
        self._output_ended = False
        self._home = tempfile.TemporaryDirectory(prefix="home-")
        self._start(self._environment(term, env or {}), cwd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Kills the program if it still runs and gives everything back; may be called twice."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._reap(0)
        self._close_master()
        if self._watch >= 0:
            os.close(self._watch)
        self._watch = -1
        self._home.cleanup()

    # Starting.

    def _environment(self, term: str, extra: Mapping[str, str]) -> dict[str, str]:
        clean = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": self._home.name,
            "LANG": "C.UTF-8",
            "TERM": term,
        }
        return clean | dict(extra)

    def _start(self, env: dict[str, str], cwd: str | os.PathLike[str] | None) -> None:
        self._master, slave = openpty()
        os.set_blocking(self._master, False)
        termios.tcsetwinsize(slave, (self.rows, self.columns))
        self.termios_at_start: list[Any] = termios.tcgetattr(slave)
        self._last_termios = self.termios_at_start
        with warnings.catch_warnings():
            # From 3.12 on, forking beside other threads warns; the child only calls exec.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            self._become_the_program(slave, env, cwd)
        os.close(slave)
        self._watch = _watch_exit(self.pid)

    def _become_the_program(
        self, slave: int, env: dict[str, str], cwd: str | os.PathLike[str] | None
    ) -> NoReturn:
        try:
            # A window does not ignore what the shell that started these tests ignores.
            for signum in _DEFAULT_SIGNALS:
                signal.signal(signum, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.login_tty(slave)
            if cwd is not None:
                os.chdir(cwd)
            os.execvpe(self.argv[0], self.argv, env)
        except Exception as error:
            os.write(2, f"{self.argv[0]}: {error}\n".encode())
        finally:
            os._exit(127)

    # The person at the keyboard and the mouse.

    def type(self, keys: str | bytes, timeout: float = LIMIT) -> None:
        """Presses keys, given as what a terminal sends for them."""
        data = keys.encode() if isinstance(keys, str) else keys
        deadline = time.monotonic() + timeout
        while data and self._master in (sources := self._sources()):
            left = deadline - time.monotonic()
            if left < 0:
                raise self._failure(f"the program does not take {len(data)} of the keys")
            # Reading too: a program that waits for us to read does not take our keys.
            ready, free, _ = select.select(sources, [self._master], [], left)
            self._take_in(ready)
            if free:
                data = data[self._send(data) :]

    def _send(self, data: str | bytes) -> int:
        """Writes what the pty takes at once and returns its length."""
        raw = data.encode() if isinstance(data, str) else data
        try:
            return os.write(self._master, raw)
        except BlockingIOError:
            return 0
        except OSError:
            return len(raw)  # Nobody is there: keys typed at a window whose program ended.

    def press(self, column: int, row: int, button: int = 1) -> None:
        """Presses a mouse button; as in any window, only a program that asked hears of it."""
        self.type(self._mouse_report(button - 1, column, row, True))

    def release(self, column: int, row: int, button: int = 1) -> None:
        """Releases a mouse button."""
        self.type(self._mouse_report(button - 1, column, row, False))

    def click(self, column: int, row: int, button: int = 1) -> None:
        """Presses and releases a mouse button, so fast that a program may read both at once."""
        pressed = self._mouse_report(button - 1, column, row, True)
        self.type(pressed + self._mouse_report(button - 1, column, row, False))

    def wheel(self, column: int, row: int, up: bool) -> None:
        """Turns the mouse wheel by one notch."""
        self.type(self._mouse_report(64 if up else 65, column, row, True))

    def _mouse_report(self, code: int, column: int, row: int, down: bool) -> bytes:
        if not self.mouse:
            return b""
        if self._screen.has_mode(_SGR_MOUSE):
            return f"\x1b[<{code};{column + 1};{row + 1}{'M' if down else 'm'}".encode()
        return b"\x1b[M" + bytes([32 + (code if down else 3), 33 + column, 33 + row])

    def resize(self, columns: int, rows: int) -> None:
        """Makes the window another size, and the kernel tells the program."""
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)
        termios.tcsetwinsize(self._master, (rows, columns))

    def signal(self, signum: int) -> None:
        """Sends a signal to the program."""
        if self.status is not None:
            raise self._failure(f"no program to send signal {signum} to")
        os.kill(self.pid, signum)

    def hang_up(self) -> None:
        """Closes the window: the program gets SIGHUP and a dead terminal."""
        self._close_master()

    def _close_master(self) -> None:
        self._last_termios = self.termios_now()
        if self._master >= 0:
            os.close(self._master)
        self._master = -1

    # Waiting.

    def wait_for(
        self,
        condition: str | re.Pattern[str] | Callable[[RealTerminal], bool],
        timeout: float = LIMIT,
    ) -> None:
        """Takes in what the program writes until a text is on the screen or a condition holds.

        Blanks at the end of a line are not part of the text.
        """
        deadline = time.monotonic() + timeout
        while not self._holds(condition):
            if not self._pump_until(deadline):
                raise self._failure(f"waited for {condition!r}")

    def wait_until_still(self, quiet: float = 0.15, timeout: float = LIMIT) -> None:
        """Takes in what the program writes until it has written nothing for a while."""
        deadline = time.monotonic() + timeout
        while self._pump(quiet):
            if time.monotonic() > deadline:
                raise self._failure(f"waited for {quiet} seconds without output")

    def wait_exit(self, timeout: float = LIMIT) -> int:
        """Waits for the program's end; its exit status, or -signum when a signal killed it."""
        deadline = time.monotonic() + timeout
        while self._sources():
            if not self._pump_until(deadline):
                raise self._failure("waited for the program's end")
        assert self.status is not None
        return self.status

    def _holds(self, condition: str | re.Pattern[str] | Callable[[RealTerminal], bool]) -> bool:
        if isinstance(condition, str):
            return condition in self.text
        if isinstance(condition, re.Pattern):
            return condition.search(self.text) is not None
        return condition(self)

    def _sources(self) -> list[int]:
        """Returns what there still is to wait for: output, and the end."""
        output = self._master >= 0 and not self._output_ended
        return [self._master] * output + [self._watch] * (self.status is None)

    def _pump_until(self, deadline: float) -> bool:
        # A program that never stops writing always has something ready: the clock comes first.
        left = deadline - time.monotonic()
        return left > 0 and self._pump(left)

    def _pump(self, timeout: float) -> bool:
        """Waits until something happens and takes it in; False when nothing did."""
        sources = self._sources()
        if not sources:
            return False
        if self.status is not None:
            timeout = min(timeout, _GRACE)
        ready, _, _ = select.select(sources, [], [], timeout)
        self._take_in(ready)
        if not ready and self.status is not None:
            self._output_ended = True
            return True
        return bool(ready)

    def _take_in(self, ready: Sequence[int]) -> None:
        if self._master in ready:
            self._read()
        if self._watch in ready:
            self._reap(os.WNOHANG)

    def _read(self) -> None:
        try:
            data = os.read(self._master, _READ_AT_ONCE)
        except OSError:
            data = b""  # Linux's way to say what others say with an empty read.
        self._output_ended = not data
        self._written += len(data)
        self._parser.feed(data)

    def _reap(self, options: int) -> None:
        pid, status = os.waitpid(self.pid, options)
        if pid:
            self.status = os.waitstatus_to_exitcode(status)

    def _failure(self, problem: str) -> AssertionError:
        return AssertionError(f"{problem}\n{self.picture()}")

    # Looking.

    @property
    def lines(self) -> list[str]:
        """The screen's lines, without the blanks at their right ends."""
        return [self._line(row).rstrip() for row in range(self.rows)]

    @property
    def text(self) -> str:
        """The screen's lines as one string."""
        return "\n".join(self.lines)

    @property
    def cursor(self) -> tuple[int, int]:
        """The cursor's column and row."""
        return min(self._screen.cursor.x, self.columns - 1), self._screen.cursor.y

    def cell(self, column: int, row: int) -> Char:
        """Returns a character with its colours; the right half of a wide one is empty."""
        return self._screen.buffer[row][column]

    def _line(self, row: int) -> str:
        return "".join(self.cell(column, row).data for column in range(self.columns))

    def find(self, text: str) -> tuple[int, int]:
        """Returns the column and row where a text first stands."""
        for row, line in enumerate(self.lines):
            if text in line:
                return self._column(row, line.index(text)), row
        raise self._failure(f"{text!r} is not on the screen")

    def _column(self, row: int, index: int) -> int:
        """Returns the column of a line's index-th character."""
        ends = 0
        for column in range(self.columns):
            ends += len(self.cell(column, row).data)
            if index < ends:
                return column
        raise IndexError(index)

    def picture(self) -> str:
        """Draws the screen in a frame, with what one cannot see in it said below."""
        edge = "+" + "-" * self.columns + "+"
        body = [f"|{self._line(row)}|" for row in range(self.rows)]
        state = "running" if self.status is None else f"ended with {self.status}"
        notes = [f"cursor at {self.cursor}", f"program {state}", *self.is_clean()]
        return "\n".join([edge, *body, edge, ", ".join(notes)])

    def mark(self) -> None:
        """Starts counting the program's output anew."""
        self._marked = self._written

    @property
    def written_since_mark(self) -> int:
        """How many bytes the program wrote since the last mark, or the start."""
        return self._written - self._marked

    # The terminal's state.

    @property
    def alternate(self) -> bool:
        """Whether the alternate screen is shown."""
        return self._screen.alternate

    @property
    def cursor_visible(self) -> bool:
        """Whether the cursor is shown."""
        return modes.DECTCEM in self._screen.mode

    @property
    def mouse(self) -> bool:
        """Whether the program hears of the mouse."""
        return self._screen.has_mode(*_MOUSE_MODES)

    @property
    def bracketed_paste(self) -> bool:
        """Whether pasted text would come in brackets."""
        return self._screen.has_mode(_PASTE_MODE)

    @property
    def keypad(self) -> bool:
        """Whether the arrows or the keypad send their application sequences."""
        return self._screen.keypad or self._screen.has_mode(_CURSOR_KEYS)

    def termios_now(self) -> list[Any]:
        """Returns the pty's attributes, those of its last moment after a hang-up."""
        # Not through a slave kept open: macOS revokes it when the session ends, and on Linux it
        # would hide the end of the output. The master knows the same attributes, and lives on.
        return self._last_termios if self._master < 0 else termios.tcgetattr(self._master)

    def is_clean(self) -> list[str]:
        """Names what is not as it was before the program ran."""
        screen = self._screen
        left = {
            "alternate screen on": self.alternate,
            "cursor hidden": not self.cursor_visible,
            "mouse mode on": self.mouse,
            "bracketed paste on": self.bracketed_paste,
            "keypad mode on": self.keypad,
            "insert mode on": modes.IRM in screen.mode,
            "wrapping off": modes.DECAWM not in screen.mode,
            "scrolling region set": screen.margins is not None,
            "line drawing on": self._draws_lines(),
            "colours or attributes on": screen.cursor.attrs._replace(data=" ") != Char(" "),
        }
        return [name for name, is_left in left.items() if is_left] + self._changed_termios()

    def _draws_lines(self) -> bool:
        screen = self._screen
        return (screen.g1_charset if screen.charset else screen.g0_charset) != charsets.LAT1_MAP

    def _changed_termios(self) -> list[str]:
        both = zip(_TERMIOS_FIELDS, self.termios_at_start, self.termios_now(), strict=True)
        return [f"termios {field} differs" for field, before, now in both if before != now]
