"""A program in a pseudo-terminal, with the time of each piece of output.

The emulator of the tests would use processor time while the program writes; here the bytes are only
collected, and examined later.
"""

import os
import select
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple, Self

from tests.harness.posix import termios

ROOT: Final = Path(__file__).parent.parent.parent
GAME: Final = [sys.executable, "-m", "minesweeper"]
# The minimum for answering a key: curses, a key, a paint, in the same interpreter.
BARE: Final = """
import curses
screen = curses.initscr()
curses.noecho(); curses.cbreak(); screen.keypad(True)
screen.addstr(0, 0, "bare"); screen.refresh()
while True:
    key = screen.getch()
    screen.addstr(0, 0, f"{key:5}"); screen.refresh()
"""
# The minimum for a start: argparse with three options, curses, a paint.
START: Final = """
import argparse, curses
parser = argparse.ArgumentParser()
for name in ("--width", "--height", "--mines"):
    parser.add_argument(name, type=int)
parser.parse_args()
screen = curses.initscr()
screen.addstr(0, 0, "bare"); screen.refresh()
screen.getch()
"""
# A comparable program in C, which starts in a game at once.
FREESWEEP: Final = shutil.which("freesweep") or shutil.which("/usr/games/freesweep")
NO_FREESWEEP: Final = "freesweep is not installed"
PATIENCE: Final = 20.0
QUIET: Final = 0.01
STILL: Final = 0.3

RIGHT, LEFT, UP, DOWN = "\x1bOC", "\x1bOD", "\x1bOA", "\x1bOB"


class Piece(NamedTuple):
    """Bytes that were read at once, and the time when they were read."""

    time: float
    data: bytes


class Answer(NamedTuple):
    """The answer to a key: the seconds until its last byte, and the number of bytes."""

    seconds: float
    size: int


class Program:
    """A program that runs in its own pseudo-terminal."""

    def __init__(
        self,
        argv: Sequence[str],
        home: str,
        *,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        clean = {
            "PATH": os.environ.get("PATH", os.defpath),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "HOME": home,
            "MINESWEEPER_HOME": home,
        }
        self.start_time = perf_counter()
        self.pid, self._master = os.forkpty()
        if self.pid == 0:
            try:
                termios.tcsetwinsize(0, (rows, columns))
                os.chdir(ROOT)
                os.execve(argv[0], list(argv), clean | dict(environment or {}))
            finally:
                os._exit(127)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._master)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def pieces(self, quiet: float, first: float = PATIENCE) -> Iterator[Piece]:
        """Yield output until none comes for `quiet` seconds; wait `first` seconds for the first."""
        wait = first
        while select.select([self._master], [], [], wait)[0]:
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # it has ended
                return
            yield Piece(perf_counter(), data)
            wait = quiet

    def settle(self, quiet: float = STILL) -> list[Piece]:
        """Return all output until the program is still."""
        return list(self.pieces(quiet))

    def listen(self, seconds: float) -> list[Piece]:
        """Return the output of the next seconds."""
        pieces: list[Piece] = []
        end = perf_counter() + seconds
        while (left := end - perf_counter()) > 0:
            pieces += self.pieces(0, left)
        return pieces

    def press(self, key: str, quiet: float = QUIET) -> Answer:
        """Press a key and wait for the whole answer."""
        start = perf_counter()
        self.type(key)
        pieces = self.settle(quiet)
        if not pieces:
            raise RuntimeError(f"no answer to {key!r} in {PATIENCE:g} seconds")
        return Answer(pieces[-1].time - start, sum(len(data) for _, data in pieces))

    def read_proc(self, name: str) -> str:
        """Return a file of /proc/PID."""
        return Path(f"/proc/{self.pid}/{name}").read_text(encoding="ascii")

    def read_status(self, key: str) -> int:
        """Return a number from /proc/PID/status."""
        lines = dict(line.split(":", 1) for line in self.read_proc("status").splitlines())
        return int(lines[key].split()[0])


def field(side: int, mines: str) -> tuple[str, ...]:
    """Return the options for a square field, the same in each run."""
    return f"--width={side}", f"--height={side}", f"--mines={mines}", "--seed=3"


@contextmanager
def playing(
    *options: str,
    columns: int = 80,
    rows: int = 24,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Program]:
    """Run our game in its own home directory; it is painted when the block begins."""
    argv = [*GAME, *options]
    size = {"columns": columns, "rows": rows}
    with (
        TemporaryDirectory(prefix="home-") as home,
        Program(argv, home, **size, environment=environment) as program,
    ):
        program.settle()
        yield program


@contextmanager
def echoing() -> Iterator[Program]:
    """Run the smallest curses loop that echoes keys; it is painted when the block begins."""
    with running([sys.executable, "-c", BARE]) as program:
        yield program


@contextmanager
def sweeping() -> Iterator[Program | None]:
    """Run freesweep in a game of expert size; None if it is not installed."""
    if not FREESWEEP:
        yield None
        return
    with running(sweep(30, 16, 99)) as program:
        yield program


def sweep(width: int, height: int, mines: int) -> list[str]:
    """Return the command line that starts a game of freesweep."""
    return [str(FREESWEEP), "-f", f"-w{width}", f"-h{height}", f"-m{mines}"]


@contextmanager
def running(argv: Sequence[str]) -> Iterator[Program]:
    """Run a program in its own home directory; it is painted when the block begins."""
    with TemporaryDirectory(prefix="home-") as home, Program(argv, home) as program:
        program.settle()
        yield program
