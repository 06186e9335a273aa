"""Letting the solver play many games, on all cores."""

import json
import os
import sys
import threading
import time
from argparse import Namespace
from typing import Any, Final

from minesweeper.cli.commands.generate import add_size
from minesweeper.cli.output import ProgressBar, UsageError, complain
from minesweeper.cli.parser import Parser, add_option, command_line, typed
from minesweeper.engine.setup import Setup, too_large_to_solve
from minesweeper.settings import values
from minesweeper.settings.resolve import resolve, setup_of
from minesweeper.settings.table import Settings
from minesweeper.solver.simulate import Tally, added, simulate

# Games a process plays before it reports.
BATCH: Final = 50


def add_arguments(parser: Parser) -> None:
    """Add what is played, and how often."""
    add_size(parser)
    add_option(parser, Settings.first)
    parser.add_argument(
        "--games", type=typed(values.count), default=1000, metavar="N", help="(default: 1000)"
    )
    add_option(parser, Settings.seed, metavar="S", help="seeds S, S+1, ... (default: 0)")
    text = "processes, on Windows at most 61 (default: all cores)"
    parser.add_argument("--jobs", type=typed(_jobs), metavar="J", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> int:
    """Print how many games were won, and how the others were lost."""
    settings = resolve(command_line(arguments))
    setup = setup_of(settings)
    if fault := too_large_to_solve(setup.width, setup.height):
        raise UsageError(fault)
    workers = arguments.jobs or min(os.cpu_count() or 1, most_jobs(sys.platform))
    started = time.perf_counter()
    seed = settings.seed or 0
    tally = _play_all(setup, range(seed, seed + arguments.games), workers)
    if tally is None:
        complain("a process that played was killed, perhaps for want of memory: there is no result")
        return 1
    seconds = time.perf_counter() - started
    # What one core spends on a game, however many share the work.
    milliseconds = 1000 * seconds * min(workers, -(-arguments.games // BATCH)) / arguments.games
    if arguments.json:
        print(json.dumps(_tally_json(tally, milliseconds)))
    else:
        print(_tally_text(tally, milliseconds))
    return 0


def most_jobs(platform: str) -> int:
    """Return how many processes may be asked for on a platform, as named by `sys.platform`."""
    return 61 if platform == "win32" else 1024  # Windows waits for no more of them at once


def _jobs(text: str) -> int:
    """Parse a number of processes."""
    return values.number(text, 1, most_jobs(sys.platform))


def _play_all(setup: Setup, seeds: range, workers: int) -> Tally | None:
    """Return the results of all games; None if a process was killed, whose games are lost."""
    # late: they take as long as a short command
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    batches = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    jobs = min(workers, len(batches))
    tallies = []
    with ProcessPoolExecutor(jobs, initializer=_end_with_parent) as pool:
        try:
            # Not `map`: where a process was killed it cancels what the pool is ending, which then
            # leaves the other processes waiting for ever.
            played = [pool.submit(simulate, setup, batch) for batch in batches]
            with ProgressBar(sys.stderr) as bar:
                for tally in played:
                    tallies.append(tally.result())
                    bar.show(len(tallies) / len(batches))
        except BrokenProcessPool:
            return None
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return added(iter(tallies))


def _end_with_parent() -> None:
    """End this worker with its parent: if that was killed, it would wait for work for ever."""
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
