"""Rows of the largest board: undo and steps back after many moves, and the map."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Move
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import Entry, Head, Journal, Origin, format_journal
from tests.bench.program import GAME, LEFT, Program, field, playing
from tests.bench.store import keep_unfinished
from tests.bench.table import Bench, Goal, Options, Row

ENTER, UNDO, MAP, PAUSE, END, QUIT = "\r", "u", "\t", "p", "\x1b[F", "q"
SCREEN: Final = b"\x1b[?1049h"  # switches to the alternate screen, before the first frame
MOVES: Final = 1_000
ID: Final = "b"


# Undo, and steps back


def measure_undo(options: Options) -> Iterator[Row]:
    """Measure undo after an opening of nearly the whole board, and in a resumed long game.

    The time of each is that of the quickest of three runs: no machine pauses at the same key.
    """
    runs = [_undo_times(options) for _ in range(options.rounds(3))]
    opening, *times = map(min, zip(*runs, strict=True))
    note = f"the slowest; {1000 * opening:.0f} ms after an opening of nearly the whole board"
    note += f", {1000 * median(times):.0f} ms after {MOVES} moves"
    yield Row("undo-1000", "ms", 1000 * max(opening, *times), Goal("at most", 200), None, note)


def _undo_times(options: Options) -> list[float]:
    """Return the time of an undo after an opening, and those of undos one after the other."""
    with playing(*field(options.side, "1%")) as ours:
        ours.press(ENTER, 0.5)
        opening = ours.press(UNDO).seconds
    with TemporaryDirectory(prefix="home-") as home:
        keep_unfinished(home, long_journal(options.largest))
        with Program([*GAME, "--resume"], home) as ours:
            _load(ours)
            ours.settle()
            return [opening, *(ours.press(UNDO).seconds for _ in range(options.rounds(20)))]


def measure_step_back(options: Options) -> Iterator[Row]:
    """Measure a step back from the end of a replay."""
    with TemporaryDirectory(prefix="home-") as home:
        path = Path(home, "long.txt")
        path.write_text(long_journal(options.largest), encoding="ascii")
        with Program([*GAME, "replay", str(path)], home) as ours:
            loaded = _load(ours)
            ours.press(PAUSE, 0.2)
            end = ours.press(END, 0.2).seconds
            times = [ours.press(LEFT).seconds for _ in range(options.rounds(20))]
    note = f"the slowest of {len(times)}, after {MOVES} moves; loaded in {loaded:.1f} s"
    note += f", at its end in {end:.1f} s"
    yield Row("back-far", "ms", 1000 * max(times), Goal("at most", 200), None, note)


def _load(program: Program) -> float:
    """Wait until a program has loaded a game; return the seconds since its start."""
    for piece in program.pieces(60, 60):
        if SCREEN in piece.data:
            return piece.time - program.start_time
    raise RuntimeError("nothing was loaded")


def long_journal(setup: Setup) -> str:
    """Return the journal of many reveals of one cell each on the largest board.

    The last ones are in sight together, so that each undo of one changes what is shown.
    """
    grid = Grid(setup.width, setup.height)
    board = deal(setup, 3, grid.cell(1, 1))
    columns = range(1, setup.width + 1)
    cells = (grid.cell(column, row) for column in columns for row in range(1, 13))
    numbers = [cell for cell in cells if board.number(cell) and not board.is_mine(cell)]
    reveals = [
        Entry(50 * at, "reveal", Move("reveal", cell)) for at, cell in enumerate(numbers[:MOVES])
    ]
    head = Head(ID, "2025-11-21T00:00:00Z", setup, Origin("drawn", 3))
    return format_journal(Journal(head, [Entry(0, "mines", board), *reveals]))


def measure_map(options: Options) -> Iterator[Row]:
    """Measure the time from Tab to the last byte of the map of the largest board."""
    with playing(*field(options.side, "10%")) as ours:
        ours.press(ENTER, 0.5)
        times = []
        for _ in range(options.rounds(20)):
            times.append(ours.press(MAP, 0.1).seconds)
            ours.press(QUIT, 0.1)  # only the page
    note = f"the slowest of {len(times)}; median {1000 * median(times):.0f} ms"
    yield Row("map-1000", "ms", 1000 * max(times), Goal("at most", 100), None, note)


BENCHES: Final = [
    Bench(("undo-1000",), measure_undo),
    Bench(("back-far",), measure_step_back),
    Bench(("map-1000",), measure_map),
]
