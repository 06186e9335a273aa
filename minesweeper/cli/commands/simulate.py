"""Let the solver play many games, on all cores."""

import json
import os
import sys
import threading
import time
from argparse import Namespace
from typing import Any, Final

from minesweeper.cli.commands.generate import add_size
from minesweeper.cli.output import ProgressBar, UsageError, complain
from minesweeper.cli.parser import Parser, add_option, command_line, for_argparse
from minesweeper.engine.notation import percent_text
from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.settings import values
from minesweeper.settings.resolve import resolve, setup_of
from minesweeper.settings.table import Settings
from minesweeper.solver.simulate import Tally, add_tallies, simulate

# Games a process plays before it reports.
BATCH: Final = 50


def add_arguments(parser: Parser) -> None:
    """Add the setup, the seeds and the number of games."""
    add_size(parser)
    add_option(parser, Settings.first)
    parser.add_argument(
        "--games",
        type=for_argparse(values.parse_count),
        default=1000,
        metavar="N",
        help="the number of games (default: 1000)",
    )
    add_option(parser, Settings.seed, metavar="S", help="use the seeds S, S+1, ... (default: 0)")
    text = "the number of processes, at most 61 on Windows (default: one per core)"
    parser.add_argument("--jobs", type=for_argparse(_jobs), metavar="J", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> int:
    """Print how many games the solver won, and how it lost the others."""
    settings = resolve(command_line(arguments))
    setup = setup_of(settings)
    if fault := why_too_large_to_solve(setup.width, setup.height):
        raise UsageError(fault)
    workers = arguments.jobs or min(os.cpu_count() or 1, max_jobs(sys.platform))
    started = time.perf_counter()
    seed = settings.seed or 0
    tally = _play_all(setup, range(seed, seed + arguments.games), workers)
    if tally is None:
        complain("no result: a process was killed, perhaps because memory ran out")
        return 1
    seconds = time.perf_counter() - started
    # The time that one core spends on a game, however many cores share the work.
    milliseconds = 1000 * seconds * min(workers, -(-arguments.games // BATCH)) / arguments.games
    if arguments.json:
        print(json.dumps(_tally_json(tally, milliseconds)))
    else:
        print(_tally_text(tally, milliseconds))
    return 0


def max_jobs(platform: str) -> int:
    """Return how many processes are allowed on a platform, named as by `sys.platform`."""
    return 61 if platform == "win32" else 1024  # Windows cannot wait for more at once


def _jobs(text: str) -> int:
    """Parse a number of processes."""
    return values.parse_integer(text, 1, max_jobs(sys.platform))


def _play_all(setup: Setup, seeds: range, workers: int) -> Tally | None:
    """Return the results of all games; None if a process was killed and its games are missing."""
    # Late: importing them takes as long as a short command.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    batches = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    jobs = min(workers, len(batches))
    tallies = []
    with ProcessPoolExecutor(jobs, initializer=_end_with_parent) as pool:
        try:
            # Not `map`: after a process was killed it cancels futures that the pool is ending,
            # and the other processes then wait for ever.
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
    return add_tallies(iter(tallies))


def _end_with_parent() -> None:
    """End this worker with its parent, or it would wait for work for ever if that is killed."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent, "only workers call this"

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
        f"won          {tally.won}  {percent_text(tally.win_rate, 2)}"
        f" (95% confidence interval: {percent_text(low, 2)} to {percent_text(high, 2)})",
        f"ms per game  {milliseconds:.2f}",
        f"guesses      {tally.guesses / tally.games:.2f} per game",
    ]
    losses = sorted(tally.lost_by.items(), key=lambda item: -item[1])
    if losses:
        listed = ", ".join(f"{reason} {count}" for reason, count in losses)
        lines.append(f"lost guesses {listed}")
    return "\n".join(lines)
