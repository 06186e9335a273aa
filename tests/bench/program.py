"""A program in a pseudo-terminal, and the moment of each piece that it writes.

The emulator of the tests would take time of its own while the program writes; here the bytes are
only kept, to be looked at later.
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
# What an answer needs at least: curses, a key, a paint, in the same interpreter.
BARE: Final = """
import curses
screen = curses.initscr()
curses.noecho(); curses.cbreak(); screen.keypad(True)
screen.addstr(0, 0, "bare"); screen.refresh()
while True:
    key = screen.getch()
    screen.addstr(0, 0, f"{key:5}"); screen.refresh()
"""
# What a start needs at least: three options that argparse reads, curses, a paint.
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
# The peer in C, at once in a game.
FREESWEEP: Final = shutil.which("freesweep") or shutil.which("/usr/games/freesweep")
NO_FREESWEEP: Final = "freesweep is not installed"
PATIENCE: Final = 20.0
QUIET: Final = 0.01
STILL: Final = 0.3

RIGHT, LEFT, UP, DOWN = "\x1bOC", "\x1bOD", "\x1bOA", "\x1bOB"


class Piece(NamedTuple):
    """Bytes that were read at once, and when."""

    time: float
    data: bytes


class Answer(NamedTuple):
    """What a key brought about: the seconds to its last byte, and how many bytes."""

    seconds: float
    size: int


class Program:
    """A program that runs in a window of its own."""

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
        self.started = perf_counter()
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
        """What is written until nothing comes for `quiet` seconds; `first` is for the first."""
        wait = first
        while select.select([self._master], [], [], wait)[0]:
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # it has ended
                return
            yield Piece(perf_counter(), data)
            wait = quiet

    def settle(self, quiet: float = STILL) -> list[Piece]:
        """What is written until it has nothing more to write."""
        return list(self.pieces(quiet))

    def listen(self, seconds: float) -> list[Piece]:
        """What is written within a time."""
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

    def proc(self, name: str) -> str:
        """One of the files that Linux keeps about a process."""
        return Path(f"/proc/{self.pid}/{name}").read_text(encoding="ascii")

    def status(self, key: str) -> int:
        """A number of /proc/PID/status."""
        lines = dict(line.split(":", 1) for line in self.proc("status").splitlines())
        return int(lines[key].split()[0])


@contextmanager
def playing(
    *options: str,
    columns: int = 80,
    rows: int = 24,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Program]:
    """Our game, once it is painted, in a home of its own."""
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
    """The bare loop that curses needs to echo a key, once it is painted."""
    with running([sys.executable, "-c", BARE]) as program:
        yield program


@contextmanager
def sweeping() -> Iterator[Program | None]:
    """The peer in a game as large as expert, if it is there."""
    if not FREESWEEP:
        yield None
        return
    with running(sweep(30, 16, 99)) as program:
        yield program


def sweep(width: int, height: int, mines: int) -> list[str]:
    """What starts a game of the peer."""
    return [str(FREESWEEP), "-f", f"-w{width}", f"-h{height}", f"-m{mines}"]


@contextmanager
def running(argv: Sequence[str]) -> Iterator[Program]:
    """Another program, once it is painted, in a home of its own."""
    with TemporaryDirectory(prefix="home-") as home, Program(argv, home) as program:
        program.settle()
        yield program
