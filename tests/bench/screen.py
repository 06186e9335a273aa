"""Rows of the screen: our program and a bare curses loop, each in its own pseudo-terminal."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import Final

from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Game, Move
from minesweeper.engine.generator import deal
from tests.bench.program import (
    DOWN,
    LEFT,
    NO_FREESWEEP,
    RIGHT,
    UP,
    Answer,
    Piece,
    Program,
    echoing,
    field,
    playing,
    sweeping,
)
from tests.bench.table import Bench, Goal, Options, Row, percentile, take_turns

ENTER: Final = "\r"
SPACE: Final = " "
EXPERT: Final = ("--level=expert", "--seed=3")
TO_THE_CORNER: Final = "0g"
KEYS_PER_SECOND: Final = 60


# From a key to its paint


def measure_keys(options: Options) -> Iterator[Row]:
    """Measure keys on a board where every reveal opens one cell, in turns with the peers."""
    actions: dict[str, list[float]] = {"move": [], "flag": [], "reveal": []}
    peers: dict[str, list[float]] = {"move": [], "flag": []}
    bare: list[float] = []
    with NamedTemporaryFile("w", suffix=".txt", encoding="ascii") as layout:
        layout.write(no_zeros())
        layout.flush()
        with (
            playing(f"--board={layout.name}") as ours,
            echoing() as echo,
            sweeping() as freesweep,
        ):
            ours.press(TO_THE_CORNER, 0.1)
            for action, key in walk(options.rounds(120, 2)):
                actions[action].append(ours.press(key).seconds)
                to_and_fro = RIGHT if len(bare) % 2 else LEFT
                bare.append(echo.press(to_and_fro).seconds)
                if freesweep and action in peers:
                    answer = freesweep.press("f" if action == "flag" else to_and_fro)
                    peers[action].append(answer.seconds)
    for action, times in actions.items():
        yield from key_rows(f"key-{action}", times, bare)
    for action, times in peers.items():
        note = "reference: freesweep, in C" if times else NO_FREESWEEP
        of = None, 1000 * median(times) if times else None
        yield Row(f"key-{action}-freesweep", "ms", 1000 * median(actions[action]), *of, note)


def measure_large_windows(options: Options) -> Iterator[Row]:
    """Measure moves and flags where cells are large: the first ones fill the raster's caches."""
    for (columns, rows), most in LARGE_WINDOWS.items():
        with playing(*EXPERT, columns=columns, rows=rows) as ours:
            _reveal_middle(ours)
            ours.press(TO_THE_CORNER, 0.1)
            times = [
                ours.press(key).seconds
                for _ in range(options.rounds(40))
                for key in (RIGHT, SPACE, DOWN, LEFT, SPACE, UP)
            ]
        note = f"{len(times)} moves and flags, p95 {1000 * percentile(times, 95):.2f} ms"
        goal = Goal("at most", most)
        yield Row(f"key-{columns}x{rows}", "ms", 1000 * median(times), goal, None, note)


def measure_saving(options: Options) -> Iterator[Row]:
    """Measure flags with and without saving; a file in place of the home prevents saving."""
    with NamedTemporaryFile(prefix="file-") as in_the_way:
        nowhere = {"MINESWEEPER_HOME": os.path.join(in_the_way.name, "home")}
        with playing(*EXPERT) as saving, playing(*EXPERT, environment=nowhere) as not_saving:
            for program in (saving, not_saving):
                _reveal_middle(program)
                program.press("G$", 0.1)
            times, without = take_turns(
                options.rounds(200),
                lambda: saving.press(SPACE).seconds,
                lambda: not_saving.press(SPACE).seconds,
            )
    note = "a flag that is written to disk; reference: without"
    of = 1000 * median(times), Goal("slower", 1.2), 1000 * median(without)
    yield Row("key-keeping", "ms", *of, note)


def key_rows(name: str, times: list[float], bare: list[float]) -> Iterator[Row]:
    reference = 1000 * median(bare)
    note = f"{len(times)} presses; reference: a curses loop that echoes"
    yield Row(name, "ms", 1000 * median(times), None, reference, note)
    slowest = f"slowest {1000 * max(times):.2f} ms"
    slow = 1000 * percentile(times, 95), Goal("at most", 2), 1000 * percentile(bare, 95)
    yield Row(f"{name}-p95", "ms", *slow, slowest)


def no_zeros() -> str:
    """Return an expert-sized layout without zeros, so that every reveal opens only its cell."""
    mined, safe = ".*." * 10 + "\n", "." * 30 + "\n"
    return (safe + mined + safe) * 5 + mined


def walk(cells: int) -> Iterator[tuple[str, str]]:
    """Yield actions and keys: along the rows and back, flag, unflag and reveal each safe cell."""
    rows = no_zeros().split()
    for at in range(cells):
        row, column = divmod(at, len(rows[0]))
        leftwards = row % 2
        if rows[row][-1 - column if leftwards else column] == ".":
            yield from (("flag", SPACE), ("flag", SPACE), ("reveal", ENTER))
        at_end = column == len(rows[0]) - 1
        yield "move", DOWN if at_end else LEFT if leftwards else RIGHT


def measure_reveals_on_largest(options: Options) -> Iterator[Row]:
    """Measure reveals of fewer than 200 cells, next to the first one, on the largest board."""
    setup = options.largest
    grid = Grid(setup.width, setup.height)
    first = grid.cell(1, 1)
    game = Game(setup, deal(setup, 3, first))
    times: list[float] = []
    with playing(*field(options.side, "20%")) as ours:
        ours.press(TO_THE_CORNER, 0.3)
        begun = ours.press(ENTER, 0.5).seconds
        game.play(Move("reveal", first))
        for column in range(2, options.rounds(400, 30)):
            cell = grid.cell(column, 1)
            ours.press(RIGHT)
            assert game.board
            if game.is_revealed(cell) or game.board.is_mine(cell):
                continue
            left = game.safe_left
            game.play(Move("reveal", cell))
            took = ours.press(ENTER).seconds
            if left - game.safe_left < 200:
                times.append(took)
    note = f"{len(times)} reveals, p95 {1000 * percentile(times, 95):.2f} ms"
    note += f"; the first, which deals: {1000 * begun:.0f} ms"
    yield Row("reveal-1000", "ms", 1000 * median(times), Goal("at most", 10), None, note)


# Bytes and idling


def measure_move_bytes(options: Options) -> Iterator[Row]:
    """Measure the bytes that a cursor move writes, on a covered board and after an opening."""
    with playing(*EXPERT) as ours:
        yield _moves(ours, "bytes-move-covered", "before the first reveal", options)
        _reveal_middle(ours)
        yield _moves(ours, "bytes-move", "after an opening", options)


def _moves(program: Program, name: str, when: str, options: Options) -> Row:
    """Return the bytes of a cursor move in the most expensive of the four directions."""
    ways = {"right": RIGHT, "left": LEFT, "down": DOWN, "up": UP}
    sizes = {
        way: median(program.press(key).size for _ in range(options.rounds(6)))
        for way, key in ways.items()
    }
    note = f"{when}: " + ", ".join(f"{way} {size:g}" for way, size in sizes.items())
    return Row(name, "bytes", max(sizes.values()), Goal("at most", 80), None, note)


def measure_idling(options: Options) -> Iterator[Row]:
    """Measure the program without any key, before the first reveal and while the clock runs."""
    if not Path("/proc/self/schedstat").exists():
        for name, unit in zip(IDLE_NAMES, ("bytes", "%", "/s", "%", "/s"), strict=True):
            yield Row(name, unit, None, None, None, "needs Linux's /proc")
        return
    seconds = options.rounds(5, 2)
    with playing(*EXPERT) as ours:
        before = [_Idle(ours, seconds) for _ in range(options.rounds(3))]
        _reveal_middle(ours)
        running = [_Idle(ours, seconds) for _ in range(options.rounds(3))]
    ticks = [size for idle in running for size in _frame_sizes(idle.pieces)]
    unasked = sum(size for idle in before for size in _frame_sizes(idle.pieces))
    note = f"{len(ticks)} ticks, most {max(ticks)} bytes; {unasked} bytes before the first reveal"
    yield Row("bytes-tick", "bytes", median(ticks), Goal("at most", 40), None, note)
    yield from _idle_rows("", running, "the clock runs")
    yield from _idle_rows("-before", before, "before the first reveal")


def _idle_rows(end: str, times: Sequence["_Idle"], when: str) -> Iterator[Row]:
    """Yield processor time and wake-ups; in jiffies, an idle program shows as 0.0%."""
    busy = median(idle.nanoseconds for idle in times) / 1e6
    seconds = times[0].seconds
    percent = median(100 * idle.jiffies / os.sysconf("SC_CLK_TCK") / seconds for idle in times)
    note = f"{when}; {busy:.1f} ms of the processor in {seconds} s"
    yield Row(f"idle-cpu{end}", "%", percent, Goal("at most", 0), None, note)
    wakes = median(idle.switches / seconds for idle in times)
    yield Row(f"idle-wakes{end}", "/s", wakes, Goal("at most", 10), None, when)


class _Idle:
    """What a program used and wrote in some seconds without a key."""

    def __init__(self, program: Program, seconds: int) -> None:
        before = _read_usage(program)
        self.seconds = seconds
        self.pieces = program.listen(seconds)
        used = [now - then for now, then in zip(_read_usage(program), before, strict=True)]
        self.jiffies, self.nanoseconds, self.switches = used


def _read_usage(program: Program) -> tuple[int, int, int]:
    """Return processor time in jiffies and in nanoseconds, and the number of sleeps so far."""
    fields = program.read_proc("stat").rpartition(")")[2].split()
    on_processor = int(program.read_proc("schedstat").split()[0])
    switches = program.read_status("voluntary_ctxt_switches")
    return int(fields[11]) + int(fields[12]), on_processor, switches


def _frame_sizes(pieces: Sequence[Piece]) -> list[int]:
    """Return the bytes of each frame; pieces that follow at once belong to the same frame."""
    sizes: list[int] = []
    last = 0.0
    for time, data in pieces:
        if time - last > 0.05:
            sizes.append(0)
        sizes[-1] += len(data)
        last = time
    return sizes


def _reveal_middle(program: Program) -> Answer:
    """Reveal the cell in the middle, where the cursor starts."""
    return program.press(ENTER, 0.1)


# A key held down


def measure_held_key(options: Options) -> Iterator[Row]:
    """Measure how soon a large field stops scrolling after the key is released."""
    seconds = options.rounds(5)
    lags, sizes = [], []
    for _ in range(options.rounds(3)):
        with playing(*field(200, "10%"), columns=200, rows=60) as ours:
            ours.press(TO_THE_CORNER, 0.3)
            ours.press(ENTER, 0.3)
            lag, size = _hold(ours, seconds)
        lags.append(1000 * lag)
        sizes.append(size)
    note = f"{sizes[0] // (KEYS_PER_SECOND * seconds)} bytes a key; most {max(lags):.1f} ms"
    yield Row("held-key", "ms", median(lags), Goal("at most", 30), None, note)


def _hold(program: Program, seconds: int) -> tuple[float, int]:
    """Return the seconds from the last key to the last paint, and the bytes of all paints."""
    presses = KEYS_PER_SECOND * seconds
    size, pressed = 0, perf_counter()
    for press in range(presses):
        program.type(RIGHT if press < presses // 2 else DOWN)
        due = pressed + 1 / KEYS_PER_SECOND
        size += sum(len(data) for _, data in program.listen(due - perf_counter()))
        pressed = due
    program.type(UP)
    pressed = perf_counter()
    last = program.settle(0.03)
    return last[-1].time - pressed, size


# Painting the whole field


def measure_paints(options: Options) -> Iterator[Row]:
    """Measure full paints of the largest board in a window with as many cells as expert has."""
    largest = field(options.side, "20%")
    times: dict[str, tuple[list[float], list[float]]] = {"t": ([], []), "\x0c": ([], [])}
    window = partial(playing, columns=WINDOW[0], rows=WINDOW[1])
    with window(*largest) as large, window(*EXPERT) as expert:
        for _ in range(options.rounds(60)):
            for key, (ours, theirs) in times.items():
                ours.append(large.press(key).seconds)
                theirs.append(expert.press(key).seconds)
    notes = "another theme (t)", "everything anew (Ctrl+L)"
    names = "paint-1000", "paint-1000-all"
    for name, (ours, theirs), note in zip(names, times.values(), notes, strict=True):
        of = 1000 * median(ours), Goal("slower", 1.2), 1000 * median(theirs)
        yield Row(name, "ms", *of, f"{note}; reference: expert, as many cells in sight")


WINDOW: Final = (65, 22)
# The milliseconds that a key may take in windows of so many columns and rows.
LARGE_WINDOWS: Final = {(120, 40): 2, (300, 100): 5}

IDLE_NAMES: Final = (
    *("bytes-tick", "idle-cpu", "idle-wakes"),
    *("idle-cpu-before", "idle-wakes-before"),
)
KEY_NAMES: Final = ("key-move", "key-flag", "key-reveal")
BENCHES: Final = [
    Bench(
        (
            *(name + end for name in KEY_NAMES for end in ("", "-p95")),
            *("key-move-freesweep", "key-flag-freesweep"),
        ),
        measure_keys,
    ),
    Bench(tuple(f"key-{w}x{h}" for w, h in LARGE_WINDOWS), measure_large_windows),
    Bench(("key-keeping",), measure_saving),
    Bench(("reveal-1000",), measure_reveals_on_largest),
    Bench(("bytes-move-covered", "bytes-move"), measure_move_bytes),
    Bench(IDLE_NAMES, measure_idling),
    Bench(("held-key",), measure_held_key),
    Bench(("paint-1000", "paint-1000-all"), measure_paints),
]
