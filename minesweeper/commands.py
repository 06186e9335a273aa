"""What runs without the screen: analyse, generate, simulate."""

import itertools
import json
import multiprocessing
import os
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from minesweeper import arguments
from minesweeper.board import Board, Setup
from minesweeper.cells import Cell, Grid
from minesweeper.clues import Clues, ContradictionError
from minesweeper.generator import deal
from minesweeper.guess_free import search_guess_free
from minesweeper.light import suppress
from minesweeper.notation import NotationError, format_layout, format_mbf, parse_position
from minesweeper.odds import Odds, TooWide, analyse
from minesweeper.options import Options, UsageError
from minesweeper.preferences import NOTHING_SET
from minesweeper.setups import fill, setup_of
from minesweeper.simulate import Tally, added, simulate
from minesweeper.typed import Any, Callable, Final, Iterator, Sequence, TextIO
from minesweeper.values import MAX_SEED

COMMANDS: Final = ("analyse", "generate", "simulate")

ReadText = Callable[[str], str]

# Games a process plays before it reports.
BATCH: Final = 50
MBF_MOST: Final = 255


def run(name: str, argv: Sequence[str], read_text: ReadText) -> int:
    """Run a command; the exit status."""
    if name == "analyse":
        return _analyse(arguments.analyse_parser().options(argv), read_text)
    if name == "generate":
        return _generate(arguments.generate_parser().options(argv))
    return _simulate(arguments.simulate_parser().options(argv))


# analyse


def _analyse(options: Options, read_text: ReadText) -> int:
    clues = _position(options, read_text)
    status, odds = "contradiction", None
    with suppress(ContradictionError):
        odds = analyse(clues)
        status = "ok" if isinstance(odds, Odds) else "too-wide"
    table = [[_probability(clues, odds, cell) for cell in row] for row in _rows(clues.grid)]
    if options.json:
        print(json.dumps({"status": status, "probability": table}))
    else:
        print(_table(clues, status, table))
    return 0


def _position(options: Options, read_text: ReadText) -> Clues:
    text = read_text(options.file)
    try:
        clues = parse_position(text, 0)
        cells = len(clues.grid)
        mines = options.mines.among(cells)
        if mines >= cells:
            raise UsageError(f"--mines: {mines} mines do not fit: 0 to {cells - 1} are allowed")
        return clues._replace(mines=mines)
    except NotationError as error:
        raise UsageError(f"{options.file!a} {error}") from None


def _rows(grid: Grid) -> list[list[Cell]]:
    cells = list(grid)
    return [cells[at : at + grid.width] for at in range(0, len(cells), grid.width)]


def _probability(clues: Clues, odds: Odds | TooWide | None, cell: Cell) -> float | None:
    """Of a mine; None for a revealed cell, and where it cannot be known."""
    if odds is None or clues.revealed >> cell & 1:
        return None
    if isinstance(odds, Odds):
        return float(odds.probability(cell))
    if odds.safe >> cell & 1:
        return 0.0
    return 1.0 if odds.mines >> cell & 1 else None


def _table(clues: Clues, status: str, table: list[list[float | None]]) -> str:
    """Percentages in the place of the covered cells; numbers of revealed cells in brackets."""
    if status == "contradiction":
        return "contradiction: no layout of the mines agrees with these numbers"
    lines = []
    for cells, row in zip(_rows(clues.grid), table, strict=True):
        shown = zip(cells, row, strict=True)
        lines.append(" ".join(f"{_entry(clues, cell, share):>6}" for cell, share in shown).rstrip())
    if status == "too-wide":
        lines.append("too wide to count: only what is certain is shown")
    return "\n".join(lines)


def _entry(clues: Clues, cell: Cell, share: float | None) -> str:
    if clues.revealed >> cell & 1:
        return str(clues.numbers[cell] or ".")
    if share is None:
        return "?"
    return {0.0: "safe", 1.0: "mine"}.get(share, f"{100 * share:.2f}%")


# generate


def _generate(options: Options) -> int:
    fill(options, NOTHING_SET)
    setup = setup_of(options)
    first = _first_cell(options, setup)
    if options.format == "mbf" and max(setup.width, setup.height) > MBF_MOST:
        raise UsageError(f"--format mbf: at most {MBF_MOST} columns and rows are allowed")
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4), "big")
    status = 0
    bar = ProgressBar(sys.stderr)
    seeds = range(seed, seed + options.count)
    for number, board in enumerate(_boards(setup, seeds, first, bar)):
        if board is None:
            bar.clear()
            print(f"seed {seeds[number]}: no board without a guess found", file=sys.stderr)
            status = 1
        elif options.format == "mbf":
            sys.stdout.buffer.write(format_mbf(board))
        else:
            bar.clear()
            print(("\n" if number else "") + format_layout(board), end="")
    bar.clear()
    return status


def _first_cell(options: Options, setup: Setup) -> Cell:
    column, row = options.start or ((setup.width + 1) // 2, (setup.height + 1) // 2)
    if column > setup.width or row > setup.height:
        raise UsageError(
            f"--start {column},{row} is not on a board of {setup.width}x{setup.height}:"
            f" 1,1 to {setup.width},{setup.height} are"
        )
    return Grid(setup.width, setup.height).cell(column, row)


def _boards(setup: Setup, seeds: range, first: Cell, bar: "ProgressBar") -> Iterator[Board | None]:
    """The board of each seed; None where none without a guess was found."""
    for done, seed in enumerate(seeds):
        if not setup.no_guess:
            bar.show(done / len(seeds))
            yield deal(setup, seed & MAX_SEED, first)
            continue
        for answer in search_guess_free(setup, seed & MAX_SEED, first):
            bar.show((done + answer.done) / len(seeds))
        yield answer.board if answer.proved else None


# simulate


def _simulate(options: Options) -> int:
    fill(options, NOTHING_SET)
    setup = setup_of(options)
    workers = options.jobs or os.cpu_count() or 1
    started = time.perf_counter()
    tally = _play_all(setup, range(options.seed, options.seed + options.games), workers)
    seconds = time.perf_counter() - started
    # What one core spends on a game, however many share the work.
    milliseconds = 1000 * seconds * min(workers, -(-options.games // BATCH)) / options.games
    if options.json:
        print(json.dumps(_tally_json(tally, milliseconds)))
    else:
        print(_tally_text(tally, milliseconds))
    return 0


def _play_all(setup: Setup, seeds: range, workers: int) -> Tally:
    batches = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    bar = ProgressBar(sys.stderr)
    jobs = min(workers, len(batches))
    with ProcessPoolExecutor(jobs, initializer=_end_with_parent) as pool:
        tallies = []
        for tally in pool.map(simulate, itertools.repeat(setup), batches):
            tallies.append(tally)
            bar.show(len(tallies) / len(batches))
    bar.clear()
    return added(iter(tallies))


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent, "this is run in workers only"

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _tally_json(tally: Tally, milliseconds: float) -> dict[str, Any]:
    low, high = tally.interval
    return {
        "games": tally.games,
        "won": tally.won,
        "win_rate": tally.win_rate,
        "win_rate_95": [low, high],
        "ms_per_game": milliseconds,
        "guesses": tally.guesses,
        "lost_by": tally.lost_by,
    }


def _tally_text(tally: Tally, milliseconds: float) -> str:
    low, high = tally.interval
    lines = [
        f"games        {tally.games}",
        f"won          {tally.won}  {100 * tally.win_rate:.2f} %"
        f" (95 %: {100 * low:.2f} to {100 * high:.2f} %)",
        f"ms a game    {milliseconds:.2f}",
        f"guesses      {tally.guesses / tally.games:.2f} a game",
    ]
    lines += [
        f"lost by      {reason}: {count}"
        for reason, count in sorted(tally.lost_by.items(), key=lambda item: -item[1])
    ]
    return "\n".join(lines)


class ProgressBar:
    """How far a long task is, on a terminal only, and only once it has taken a while."""

    WIDTH: Final = 40
    PATIENCE: Final = 0.5

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._since = time.monotonic()
        self._shown = ""

    def show(self, done: float) -> None:
        filled = round(self.WIDTH * done)
        text = f"[{'#' * filled}{'.' * (self.WIDTH - filled)}] {100 * done:3.0f} %"
        late = time.monotonic() - self._since > self.PATIENCE
        if late and text != self._shown and self._stream.isatty():
            self._stream.write("\r" + text)
            self._stream.flush()
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            self._stream.write("\r" + " " * len(self._shown) + "\r")
            self._stream.flush()
            self._shown = ""
