"""Huge games: a step back among many moves, the map, and an hour on the largest board."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import Entry, Head, Journal, Origin, format_journal
from minesweeper.store.history import DATABASE
from minesweeper.store.journals import JOURNAL
from tests.bench.program import DOWN, GAME, LEFT, Program, playing
from tests.bench.table import Bench, Goal, Options, Row, percentile

SIDE: Final = 1000
CROWDED: Final = Setup(SIDE, SIDE, SIDE * SIDE // 5)
HEAD: Final = Head("b", "2025-11-21T00:00:00Z", CROWDED, Origin("drawn", 3))
ENTER, FLAG, UNDO, REDO, NEW, QUIT = "\r", " ", "u", "y", "n", "q"
MAP, PAUSE, END = "\t", "p", "\x1b[F"
SCREEN: Final = b"\x1b[?1049h"  # the terminal's other screen, once there is something to show
NEXT_COVERED: Final = {1: "\x1b[1;5C", -1: "\x1b[1;5D"}

# An hour
MINES: Final = SIDE * SIDE // 10
SEED: Final = 3
KEYS: Final = 72_000
KEYS_A_SECOND: Final = 20
SHORT_QUIET: Final = 0.003
NOTICED: Final = 0.05


# Steps back


def undo(options: Options) -> Iterator[Row]:
    """Undo after an opening of nearly the whole board, and in a game resumed after many moves."""
    with playing(f"--width={SIDE}", f"--height={SIDE}", "--mines=1%", "--seed=3") as ours:
        ours.press(ENTER, 0.5)
        opening = ours.press(UNDO).seconds
    moves = 1_000 if options.quick else 100_000
    with TemporaryDirectory(prefix="home-") as home:
        Path(home, HEAD.id + JOURNAL).write_text(long_journal(moves), encoding="ascii")
        with Program([*GAME, "--resume"], home) as ours:
            _load(ours)
            ours.settle()
            times = [ours.press(UNDO).seconds for _ in range(options.rounds(20))]
    note = (
        f"after {moves} moves, {1000 * median(times):.2f} ms; after an opening of the whole board"
    )
    yield Row("undo-1000", "ms", 1000 * max(opening, *times), Goal("most", 50), None, note)


def step_back(options: Options) -> Iterator[Row]:
    """The step back from the end of a replay."""
    moves = 10_000 if options.quick else 600_000
    with TemporaryDirectory(prefix="home-") as home:
        path = Path(home, "long.txt")
        path.write_text(long_journal(moves), encoding="ascii")
        with Program([*GAME, "replay", str(path)], home) as ours:
            loaded = _load(ours)
            ours.press(PAUSE, 0.2)
            end = ours.press(END, 0.2).seconds
            times = [ours.press(LEFT).seconds for _ in range(options.rounds(20))]
    note = f"the slowest of {len(times)}, after {moves} moves; loaded in {loaded:.1f} s"
    note += f", at its end in {end:.1f} s"
    yield Row("back-far", "ms", 1000 * max(times), Goal("most", 50), None, note)


def _load(program: Program) -> float:
    """Wait until it has loaded a game, and return the seconds since its start."""
    for piece in program.pieces(60, 60):
        if SCREEN in piece.data:
            return piece.time - program.started
    raise RuntimeError("nothing was loaded")


def long_journal(moves: int) -> str:
    """A game of so many reveals, a cell each, on the largest board."""
    board = deal(CROWDED, 3, Grid(SIDE, SIDE).cell(1, 1))
    numbers = (cell for cell in board.grid if board.number(cell) and not board.is_mine(cell))
    reveals = [Entry(50 * at, "reveal", Move("reveal", next(numbers))) for at in range(moves)]
    return format_journal(Journal(HEAD, [Entry(0, "mines", board), *reveals]))


def board_map(options: Options) -> Iterator[Row]:
    """From Tab to the last byte of the map of the largest board."""
    with playing(f"--width={SIDE}", f"--height={SIDE}", f"--mines={MINES}", "--seed=3") as ours:
        ours.press(ENTER, 0.5)
        times = []
        for _ in range(options.rounds(20)):
            times.append(ours.press(MAP, 0.1).seconds)
            ours.press(QUIT, 0.1)  # only the page
    note = f"the slowest of {len(times)}; median {1000 * median(times):.0f} ms"
    yield Row("map-1000", "ms", 1000 * max(times), Goal("most", 100), None, note)


# An hour


class Bot:
    """Plays without a mistake, row by row: it deals the same board and plays the same game."""

    def __init__(self) -> None:
        setup = Setup(SIDE, SIDE, MINES)
        self._board = deal(setup, SEED, Grid(SIDE, SIDE).cell(1, 1))
        self._game = Game(setup, lambda first: self._board)
        self._cursor = self._board.grid.cell(1, 1)

    def keys(self) -> Iterator[str]:
        """Yield the keys that play; some moves are taken back, and made again."""
        way = 1
        moves = 0
        for _ in range(SIDE - 1):
            while True:
                if not self._game.is_revealed(self._cursor):
                    yield self._move()
                    moves += 1
                    if moves % 50 == 0:
                        yield from (UNDO, REDO)
                if not self._skip(way):
                    break
                yield NEXT_COVERED[way]
            yield DOWN
            self._cursor = Cell(self._cursor + self._board.grid.stride)
            way = -way

    def _move(self) -> str:
        is_mine = self._board.is_mine(self._cursor)
        self._game.play(Move("flag" if is_mine else "reveal", self._cursor))
        return FLAG if is_mine else ENTER

    def _skip(self, way: int) -> bool:
        """Go to the next covered cell of the row; return False if there is none."""
        cell = Cell(self._cursor + way)
        while cell in self._board.grid and self._game.is_revealed(cell):
            cell = Cell(cell + way)
        if cell not in self._board.grid:
            return False
        self._cursor = cell
        return True


class Key(NamedTuple):
    """A key of the hour, the seconds until its answer was there, and the memory then."""

    key: str
    seconds: float
    busy: float
    """How much of them the program ran: others may have kept it waiting."""
    memory: int


def hour(options: Options) -> Iterator[Row]:
    """An hour of a bot on the largest board: as fast as it is answered; if long, in real time."""
    with TemporaryDirectory(prefix="home-") as home:
        argv = [*GAME, f"--width={SIDE}", f"--height={SIDE}", f"--mines={MINES}", f"--seed={SEED}"]
        with Program(argv, home) as ours:
            ours.settle()
            pressed = list(_press_all(ours, options))
            journal = sum(path.stat().st_size for path in Path(home).glob(f"*{JOURNAL}"))
            ours.press(NEW, 0.5)
            ended = ours.press(ENTER, 0.5).seconds  # ends the game that was left, and deals another
            ours.type(QUIT)
            ours.settle()
        history = sum(path.stat().st_size for path in Path(home).glob(f"{DATABASE}*"))
    yield from _pauses(pressed, ended)
    yield from _sizes(pressed, journal, history)


def _press_all(ours: Program, options: Options) -> Iterator[Key]:
    begun = perf_counter()
    for at, key in zip(range(400 if options.quick else KEYS), Bot().keys(), strict=False):
        if options.long:
            sleep(max(0, begun + at / KEYS_A_SECOND - perf_counter()))
        busy = _busy(ours)
        answer = ours.press(key, SHORT_QUIET if at else 0.5)
        memory = ours.status("VmRSS") if at % 1000 == 1 else 0
        yield Key(key, answer.seconds, _busy(ours) - busy, memory)


def _busy(program: Program) -> float:
    """The seconds that it has run on a processor."""
    return int(program.proc("schedstat").split()[0]) / 1e9


def _pauses(pressed: list[Key], ended: float) -> Iterator[Row]:
    first, *pressed = pressed
    slowest = max(pressed, key=lambda each: each.seconds)
    times = [each.seconds for each in pressed]
    late = sum(time > NOTICED for time in times)
    note = f"{len(times)} keys, {late} over 50 ms; median {1000 * median(times):.2f} ms"
    note += f", p99 {1000 * percentile(times, 99):.2f} ms; the slowest is {slowest.key!r}, of which"
    busy = max(each.busy for each in pressed)
    note += f" it ran {1000 * slowest.busy:.2f} ms; the most that it ran is {1000 * busy:.2f} ms"
    note += (
        f"; the first, which deals, {1000 * first.seconds:.0f} ms, its end {1000 * ended:.0f} ms"
    )
    yield Row("hour-pause", "ms", 1000 * slowest.seconds, Goal("most", 50), None, note)


def _sizes(pressed: list[Key], journal: int, history: int) -> Iterator[Row]:
    """How much the memory grew after the first thousand keys, which load what is used late."""
    first, *later = (each.memory / 1024 for each in pressed if each.memory)
    warm, last = (later or [first])[0], (later or [first])[-1]
    note = f"of {warm:.1f} MB after a thousand keys, {first:.1f} MB after the first"
    yield Row("hour-memory", "MB", last - warm, Goal("most", 2), None, note)
    yield Row("hour-journal", "KB", journal / 1024, None)
    yield Row("hour-history", "KB", history / 1024, None)


HOUR: Final = ("hour-pause", "hour-memory", "hour-journal", "hour-history")
BENCHES: Final = [
    Bench(("undo-1000",), undo),
    Bench(("back-far",), step_back),
    Bench(("map-1000",), board_map),
    Bench(HOUR, hour, is_long=True),
]
