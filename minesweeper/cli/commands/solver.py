"""What runs without the screen: analyse, generate, simulate."""

import itertools
import json
import math
import os
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TextIO

from minesweeper.cli import parser as arguments
from minesweeper.cli.options import Options, UsageError
from minesweeper.cli.setups import fill, setup_of
from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid, bytes_of, cells_of
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import NotationError, format_layout, format_mbf
from minesweeper.engine.setup import MAX_SEED, Setup
from minesweeper.settings.table import NOTHING_SET
from minesweeper.settings.values import shown_path
from minesweeper.solver.clues import Clues, ContradictionError, parse_position
from minesweeper.solver.frontier import Patch
from minesweeper.solver.guess_free import search_guess_free
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.simulate import Tally, added, simulate

COMMANDS: Final = ("analyse", "generate", "simulate")

ReadText = Callable[[str], str]

# The floats next to 0 and 1.
LEAST: Final = math.ulp(0.0)
MOST: Final = math.nextafter(1.0, 0.0)

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
    odds = None
    with suppress(ContradictionError):
        odds = analyse(clues)
    sys.stdout.writelines(_as_json(clues, odds) if options.json else _as_text(clues, odds))
    return int(odds is None)


def _position(options: Options, read_text: ReadText) -> Clues:
    text = read_text(options.file)
    try:
        clues = parse_position(text, 0)
        cells = len(clues.grid)
        mines = options.mines.among(cells)
        if mines >= cells:
            raise UsageError(f"--mines: {mines} mines do not fit: 0 to {cells - 1} are allowed")
        return clues._replace(mine_count=mines)
    except NotationError as error:
        raise UsageError(f"{shown_path(options.file)} {error}") from None


def _as_json(clues: Clues, odds: Odds | TooWide | None) -> Iterator[str]:
    """Yield one object a row at a time: as a whole it may be larger than the memory."""
    status = "contradiction" if odds is None else "ok" if isinstance(odds, Odds) else "too-wide"
    yield f'{{"status": "{status}", "probability": ['
    for number, (_, shares) in enumerate(_rows(clues, odds)):
        yield (", " if number else "") + json.dumps(shares)
    yield "]}\n"


def _as_text(clues: Clues, odds: Odds | TooWide | None) -> Iterator[str]:
    """Yield lines: percentages in the place of the covered cells, and the revealed numbers."""
    if odds is None:
        yield "contradiction: no layout of the mines agrees with these numbers\n"
        return
    revealed = bytes_of(clues.revealed, clues.grid.size)
    for cells, shares in _rows(clues, odds):
        entries = [
            str(clues.numbers[cell] or ".") if revealed[cell] else _entry(share)
            for cell, share in zip(cells, shares, strict=True)
        ]
        yield " ".join([f"{entry:>6}" for entry in entries]) + "\n"
    if isinstance(odds, TooWide):
        yield "too wide to count: only what is certain is shown\n"


def _entry(share: float | None) -> str:
    """Write what is known of a covered cell; what is not certain is neither 0 nor 100 percent."""
    if share is None:
        return "?"
    percent = f"{min(max(100 * share, 0.01), 99.99):.2f}%"
    return {0.0: "safe", 1.0: "mine"}.get(share, percent)


def _rows(clues: Clues, odds: Odds | TooWide | None) -> Iterator[tuple[range, list[float | None]]]:
    """Yield the cells of each row, and the probability of a mine in each of them.

    None for a revealed cell, and where it is not known. Only what is certain is 0 or 1.
    """
    grid = clues.grid
    uncertain = _uncertain(odds) if isinstance(odds, Odds) else []
    shares = [None, 0.0, 1.0, *(share for _, share in uncertain)]
    # Of each cell, where its share is in the list.
    places = array("I", bytes(4 * grid.size))
    certain = [Patch(Cell(0), odds.safe), Patch(Cell(0), odds.mines)] if odds else []
    for place, (first, pattern) in enumerate(certain + [patch for patch, _ in uncertain], 1):
        for cell in cells_of(pattern):
            places[first + cell] = place
    for row in range(1, grid.height + 1):
        first = grid.cell(1, row)
        line = range(first, first + grid.width)
        yield line, [shares[place] for place in places[first : first + grid.width]]


def _uncertain(odds: Odds) -> list[tuple[Patch, float]]:
    """The sets of cells that may be mines and may be safe, and how likely they are mines.

    A share that a float would round to 0 or 1 is the float next to that.
    """
    return [
        (group.patch, min(max(group.mined_count / odds.layout_count, LEAST), MOST))
        for group in odds.risk_groups
        if 0 < group.mined_count < odds.layout_count
    ]


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
    from concurrent.futures import ProcessPoolExecutor  # takes as long as a short command

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
    from multiprocessing import parent_process

    parent = parent_process()
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
