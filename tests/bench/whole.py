"""Rows of the whole program: how soon it is there, what it keeps in memory, its own tests."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import pyte

from tests.bench.program import (
    FREESWEEP,
    GAME,
    NO_FREESWEEP,
    ROOT,
    START,
    Piece,
    Program,
    playing,
    sweep,
)
from tests.bench.table import Bench, Goal, Options, Row, Sample, take_turns

BOARD: Final = ["--width=10", "--height=10", "--mines=20"]
SCRIPT: Final = [sys.executable, "-c", "from minesweeper.__main__ import main; main()"]
BARE: Final = [sys.executable, "-c", START]
LIMIT: Final = ("--width=1000", "--height=1000", "--mines=20%", "--seed=3")


# Start


def start(options: Options) -> Iterator[Row]:
    """From fork and exec to a screen that shows all that it shows once it is still."""
    with TemporaryDirectory(prefix="home-") as again:
        leave(again)
        samples: list[Sample] = [
            lambda: start_once([*SCRIPT, *BOARD]),
            lambda: start_once([*SCRIPT, *BOARD], again),
            lambda: start_once([*GAME, *BOARD]),
            lambda: start_once([*BARE, *BOARD]),
        ]
        peer: list[Sample] = [lambda: start_once(sweep(10, 10, 20))] if FREESWEEP else []
        take_turns(2, *samples, *peer)  # compiles, and fills the system's caches
        times = take_turns(options.rounds(30), *samples, *peer, seconds=50)
    *ours, bare = times[: len(samples)]
    reference = 1000 * median(bare)
    notes = [
        "as the installed script starts, the first time; reference: argparse, curses and a line",
        "the same in a home where a game was left",
        "python -m minesweeper, which loads more of Python than the script",
    ]
    for name, taken, note in zip(START_NAMES, ours, notes, strict=True):
        yield Row(name, "ms", 1000 * median(taken), Goal("slower", 2.2), reference, note)
    note = "reference: freesweep, in C" if peer else NO_FREESWEEP
    in_c = 1000 * median(times[-1]) if peer else None
    yield Row("start-freesweep", "ms", 1000 * median(ours[0]), None, in_c, note)


START_NAMES: Final = ("start", "start-again", "start-module")


def start_once(argv: Sequence[str], home: str | None = None) -> float:
    if home is None:
        with TemporaryDirectory(prefix="home-") as fresh:
            return start_once(argv, fresh)
    with Program(argv, home) as program:
        pieces = program.settle(0.1)
        return first_complete(pieces) - program.started


def leave(home: str) -> None:
    """Play a little and quit, so that whatever is kept from start to start is there."""
    with Program([*GAME, *BOARD], home) as program:
        program.settle()
        program.press("\r", 0.1)
        program.type("q")
        program.settle()


def first_complete(pieces: Sequence[Piece]) -> float:
    """When the screen first showed what it shows after the last piece."""
    screens = []
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    for _, data in pieces:
        stream.feed(data)
        screens.append(list(screen.display))
    return next(
        time for (time, _), shown in zip(pieces, screens, strict=True) if shown == screens[-1]
    )


# Memory


def memory(options: Options) -> Iterator[Row]:
    """The whole program in a game on the largest board, over the same in a game on a tiny one."""
    if not Path("/proc/self/status").exists():
        yield Row("memory", "bytes/cell", None, Goal("most", 4), None, "needs Linux's /proc")
        return
    tiny = play_and_weigh("--width=9", "--height=9", "--mines=10", "--seed=3")
    large = play_and_weigh(*LIMIT)
    kept, peak = ((now - idle) / 1e6 for now, idle in zip(large, tiny, strict=True))
    note = f"peak {peak:.1f}; {large[0] / 1e6:.1f} MB of {tiny[0] / 1e6:.1f} MB with 9x9"
    yield Row("memory", "bytes/cell", kept, Goal("most", 4), None, note)


def play_and_weigh(*options: str) -> tuple[int, int]:
    """Bytes of memory, now and at most, after a reveal, flags and undos."""
    with playing(*options) as program:
        program.press("\r", 0.5)
        program.press(" ", 0.1)
        return 1024 * program.status("VmRSS"), 1024 * program.status("VmHWM")


# The suite


def suite(options: Options) -> Iterator[Row]:
    """Every test that is not long, as one calls them."""
    began = perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    last = run.stdout.strip().rpartition("\n")[2]
    note = f"{last}; {os.cpu_count()} cores"
    yield Row("suite", "s", perf_counter() - began, Goal("most", 120), None, note)


BENCHES: Final = [
    Bench((*START_NAMES, "start-freesweep"), start),
    Bench(("memory",), memory),
    Bench(("suite",), suite, is_long=True),
]
