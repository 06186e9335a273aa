"""A real program in a real pseudo-terminal, its screen read as a person would see it."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Self

from pyte.screens import Char

from tests.harness.emulator import Emulator, Parser
from tests.harness.posix import openpty, termios

# No wait is this long unless it is in vain, however busy the machine is. A test may take longer, so
# that it ends with a picture of what is shown.
LIMIT = 50.0 * float(os.environ.get("PATIENCE", "1"))
READ_AT_ONCE = 65_536
# Programs that outlive the one we started keep the pty open: there is no end of file to wait for.
_GRACE = 0.1
# Nothing tells when a program goes to sleep. One that computes for so long has painted before.
_MOMENT, _PAINTED = 0.001, 1.0

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


def _watch_exit(pid: int) -> int:
    """Return a file descriptor that `select` finds readable once a child has ended."""
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
        proves_colours: bool = False,
    ) -> None:
        """`background` is what the terminal says of it, empty if it does not know the question.

        Without `answers` it says nothing at all, as over a connection that hangs. If it
        `proves_colours`, it says how it shows a colour that was redefined.
        """
        self.argv = list(argv)
        self.columns = columns
        self.rows = rows
        self.status: int | None = None
        self._watch = -1
        self._screen = Emulator(columns, rows, self._send)
        self._screen.background, self._screen.answers = background, answers
        self._screen.proves_colours = proves_colours
        self._parser = Parser(self._screen)
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
        """Kill the program if it still runs and free everything; may be called twice."""
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
        """Press keys, given as what a terminal sends for them."""
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
        """Write what the pty takes at once and return its length."""
        raw = data.encode() if isinstance(data, str) else data
        try:
            return os.write(self._master, raw)
        except BlockingIOError:
            return 0
        except OSError:
            return len(raw)  # Nobody is there: keys typed at a window whose program ended.

    def click(self, column: int, row: int, button: int = 1) -> None:
        """Press and release a mouse button, so fast that a program may read both at once.

        As in any window, only a program that asked hears of it.
        """
        pressed = self._screen.mouse_report(button - 1, column, row, True)
        self.type(pressed + self._screen.mouse_report(button - 1, column, row, False))

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window; the kernel tells the program."""
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)
        termios.tcsetwinsize(self._master, (rows, columns))

    def signal(self, signum: int) -> None:
        """Send a signal to the program."""
        if self.status is not None:
            raise self._failure(f"no program to send signal {signum} to")
        os.kill(self.pid, signum)

    def hang_up(self) -> None:
        """Close the window: the program gets SIGHUP and a dead terminal."""
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
        """Take in what the program writes until a text is on the screen or a condition holds.

        Blanks at the end of a line are not part of the text. On Linux, a screen counts once the
        program sleeps: until then it may be half of the old one and half of the new.
        """
        deadline = time.monotonic() + timeout
        while True:
            if self._holds(condition):
                if self._settles(deadline):
                    return
            elif not self._pump_until(deadline):
                raise self._failure(f"waited for {condition!r}")

    def wait_until_shown(self, text: str, timeout: float = LIMIT) -> None:
        """Take in what the program writes until a text stands, or has stood, in a line.

        Other waits look at the screen once in a while; this one misses nothing, however soon the
        program takes it away again.
        """

        def has_been_shown(terminal: RealTerminal) -> bool:
            return any(text in line for line in (*self.lines, *self.transcript))

        try:
            self.wait_for(has_been_shown, timeout)
        except AssertionError:
            raise self._failure(f"waited until {text!r} was shown") from None

    def let_pass(self, seconds: float) -> None:
        """Take in what the program writes for a time that it counts, too."""
        deadline = time.monotonic() + seconds
        while self._sources() and (left := deadline - time.monotonic()) > 0:
            self._pump(left)

    def wait_exit(self, timeout: float = LIMIT) -> int:
        """Wait for the program's end; return its exit status, or -signum if a signal killed it."""
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

    def _settles(self, deadline: float) -> bool:
        """Wait until the program sleeps, as far as Linux tells; return False if it wrote more."""
        painted = min(deadline, time.monotonic() + _PAINTED)
        while self.status is None and time.monotonic() < painted:
            sleeps = self._state() not in "RD"
            if self._pump(0 if sleeps else _MOMENT):
                return False
            if sleeps:
                break
        return True

    def _state(self) -> str:
        """Return the letter for what the program does, such as "S" while it sleeps."""
        try:
            stat = Path(f"/proc/{self.pid}/stat").read_text()
        except OSError:
            return "S"
        return stat.rpartition(")")[2].split()[0]

    def _sources(self) -> list[int]:
        """Return what there still is to wait for: output, and the end."""
        output = self._master >= 0 and not self._output_ended
        return [self._master] * output + [self._watch] * (self.status is None)

    def _pump_until(self, deadline: float) -> bool:
        # A program that never stops writing always has something ready: the clock comes first.
        left = deadline - time.monotonic()
        return left > 0 and self._pump(left)

    def _pump(self, timeout: float) -> bool:
        """Wait until something happens and take it in; return False when nothing did."""
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
            data = os.read(self._master, READ_AT_ONCE)
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
    def transcript(self) -> list[str]:
        """The lines that stood on the screen until a part of them went, in order."""
        return self._screen.transcript

    @property
    def cursor(self) -> tuple[int, int]:
        """The cursor's column and row."""
        return min(self._screen.cursor.x, self.columns - 1), self._screen.cursor.y

    def cell(self, column: int, row: int) -> Char:
        """Return a character with its colours; the right half of a wide one is empty."""
        return self._screen.buffer[row][column]

    def _line(self, row: int) -> str:
        return "".join(self.cell(column, row).data for column in range(self.columns))

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and row where a text first stands."""
        for row, line in enumerate(self.lines):
            if text in line:
                return self._column(row, line.index(text)), row
        raise self._failure(f"{text!r} is not on the screen")

    def _column(self, row: int, index: int) -> int:
        """Return the column of a line's index-th character."""
        ends = 0
        for column in range(self.columns):
            ends += len(self.cell(column, row).data)
            if index < ends:
                return column
        raise IndexError(index)

    def picture(self) -> str:
        """Return the screen in a frame, with what is invisible in it listed below."""
        edge = "+" + "-" * self.columns + "+"
        body = [f"|{self._line(row)}|" for row in range(self.rows)]
        state = "running" if self.status is None else f"ended with {self.status}"
        notes = [f"cursor at {self.cursor}", f"program {state}", *self.is_clean()]
        return "\n".join([edge, *body, edge, ", ".join(notes)])

    @property
    def clipboard(self) -> str:
        """What the program has put on the clipboard."""
        return self._screen.clipboard

    @property
    def palette(self) -> dict[int, str]:
        """The colours that the program has redefined, by their numbers, such as rgb:08/10/18."""
        return self._screen.palette

    @property
    def palette_lost(self) -> bool:
        """Whether the program has reset all colours, also those that a shell has set."""
        return self._screen.palette_lost

    def mark(self) -> None:
        """Start counting the program's output again."""
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
        return self._screen.cursor_visible

    @property
    def mouse(self) -> bool:
        """Whether the program hears of the mouse."""
        return self._screen.mouse

    def termios_now(self) -> list[Any]:
        """Return the pty's attributes, those of its last moment after a hang-up."""
        # Not through a slave kept open: macOS revokes it when the session ends, and on Linux it
        # would hide the end of the output. The master knows the same attributes, and lives on.
        return self._last_termios if self._master < 0 else termios.tcgetattr(self._master)

    def is_clean(self) -> list[str]:
        """Return the names of what is not as it was before the program ran."""
        return self._screen.left_on() + self._changed_termios()

    def _changed_termios(self) -> list[str]:
        both = zip(_TERMIOS_FIELDS, self.termios_at_start, self.termios_now(), strict=True)
        return [f"termios {field} differs" for field, before, now in both if before != now]
