"""Rows of the whole program: its start and its memory."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import pyte

from tests.bench.program import (
    FREESWEEP,
    GAME,
    NO_FREESWEEP,
    START,
    Piece,
    Program,
    field,
    playing,
    sweep,
)
from tests.bench.store import home_of_many, many
from tests.bench.table import Bench, Goal, Options, Row, Timer, take_turns

BOARD: Final = ["--width=10", "--height=10", "--mines=20"]
SCRIPT: Final = [sys.executable, "-c", "from minesweeper.__main__ import main; main()"]
BARE: Final = [sys.executable, "-c", START]


# Start


def measure_start(options: Options) -> Iterator[Row]:
    """Measure the start, from fork and exec to the complete first screen."""
    with TemporaryDirectory(prefix="home-") as again, home_of_many(options) as full:
        leave(again)
        samples: list[Timer] = [
            lambda: time_start([*SCRIPT, *BOARD]),
            lambda: time_start([*SCRIPT, *BOARD], again),
            lambda: time_start([*SCRIPT, *BOARD], full),
            lambda: time_start([*GAME, *BOARD]),
            lambda: time_start([*BARE, *BOARD]),
        ]
        peer: list[Timer] = [lambda: time_start(sweep(10, 10, 20))] if FREESWEEP else []
        take_turns(
            options.rounds(2), *samples, *peer
        )  # warms up: compiles modules, fills the system's caches
        times = take_turns(options.rounds(30), *samples, *peer, seconds=50)
    *ours, bare = times[: len(samples)]
    reference = 1000 * median(bare)
    notes = [
        "as the installed script starts, the first time; reference: argparse, curses and a line",
        "the same in a home where a game was left",
        f"the same in a home with {many(options)} games",
        "python -m minesweeper, which loads more of Python than the script",
    ]
    for name, taken, note in zip(START_NAMES, ours, notes, strict=True):
        yield Row(name, "ms", 1000 * median(taken), Goal("slower", 2.2), reference, note)
    note = "reference: freesweep, in C" if peer else NO_FREESWEEP
    in_c = 1000 * median(times[-1]) if peer else None
    yield Row("start-freesweep", "ms", 1000 * median(ours[0]), None, in_c, note)


START_NAMES: Final = ("start", "start-again", "start-20000", "start-module")


def time_start(argv: Sequence[str], home: str | None = None) -> float:
    if home is None:
        with TemporaryDirectory(prefix="home-") as fresh:
            return time_start(argv, fresh)
    with Program(argv, home) as program:
        pieces = program.settle(0.1)
        return first_complete(pieces) - program.start_time


def leave(home: str) -> None:
    """Play a little and quit, so that everything kept between two starts exists."""
    with Program([*GAME, *BOARD], home) as program:
        program.settle()
        program.press("\r", 0.1)
        program.type("q")
        program.settle()


def first_complete(pieces: Sequence[Piece]) -> float:
    """Return the time when the screen first looked as it does after the last piece."""
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


def measure_memory(options: Options) -> Iterator[Row]:
    """Measure memory per cell: a game on the largest board, minus one on a tiny board."""
    if not Path("/proc/self/status").exists():
        yield Row("memory", "bytes/cell", None, Goal("at most", 4), None, "needs Linux's /proc")
        return
    tiny = play_and_weigh("--width=9", "--height=9", "--mines=10", "--seed=3")
    large = play_and_weigh(*field(options.side, "20%"))
    cells = options.side**2
    kept, peak = ((now - idle) / cells for now, idle in zip(large, tiny, strict=True))
    note = f"peak {peak:.1f}; {large[0] / 1e6:.1f} MB of {tiny[0] / 1e6:.1f} MB with 9x9"
    yield Row("memory", "bytes/cell", kept, Goal("at most", 4), None, note)


def play_and_weigh(*options: str) -> tuple[int, int]:
    """Return the bytes of memory after a reveal and a flag, and the peak."""
    with playing(*options) as program:
        program.press("\r", 0.5)
        program.press(" ", 0.1)
        return 1024 * program.read_status("VmRSS"), 1024 * program.read_status("VmHWM")


BENCHES: Final = [
    Bench((*START_NAMES, "start-freesweep"), measure_start),
    Bench(("memory",), measure_memory),
]
