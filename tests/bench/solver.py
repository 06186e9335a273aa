"""Rows of the solver: probabilities, guess-free boards, and how often it wins."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from math import sqrt
from statistics import mean, median
from time import perf_counter
from typing import Final

from minesweeper.engine.setup import LEVELS, FirstReveal, Setup
from minesweeper.solver.clues import Clues
from minesweeper.solver.guess_free import deal_guess_free
from minesweeper.solver.odds import analyse
from tests.bench.engine import EXPERT, NOT_INSTALLED, middle, peer
from tests.bench.table import (
    Bench,
    Goal,
    Options,
    Row,
    Timer,
    percentile,
    take_turns,
    time_once,
    timer,
)
from tests.harness.positions import stuck_positions
from tests.harness.solver_games import count_wins

SGT: Final = shutil.which("sgt-mines") or shutil.which("/usr/games/sgt-mines")
BOARDS_PER_CALL: Final = 10


# Probabilities


def measure_odds(options: Options) -> Iterator[Row]:
    """Measure exact probabilities of stuck expert positions, including the deduction."""
    positions = list(stuck_positions(7, options.rounds(500)))
    pictures = [picture(clues) for clues in positions]
    ours, theirs = iter(positions), iter(pictures)
    samples: list[Timer] = [lambda: time_once(lambda: analyse(next(ours)))]
    if probability := peer("cal_probability_onboard"):
        samples.append(lambda: time_once(lambda: probability(next(theirs), 99)))
    times = take_turns(len(positions), *samples)
    means = [1000 * mean(each) for each in times]
    of = "means; reference: cal_probability_onboard" if probability else NOT_INSTALLED
    note = f"{of}; our median {1000 * median(times[0]):.2f}, slowest {1000 * max(times[0]):.2f} ms"
    reference = means[1] if probability else None
    yield Row("odds", "ms", means[0], Goal("faster", 2), reference, note)
    slow = [1000 * percentile(each, 99) for each in times]
    yield Row("odds-p99", "ms", slow[0], Goal("at most", 8), slow[1] if probability else None)


def picture(clues: Clues) -> list[list[int]]:
    """Return a position as ms_toollib represents it: lists of numbers, 10 for a covered cell."""
    shown = [clues.numbers[c] if clues.revealed >> c & 1 else 10 for c in clues.grid]
    width = clues.grid.width
    return [shown[at : at + width] for at in range(0, len(shown), width)]


# Guess-free boards


def measure_guess_free(
    name: str, setup: Setup, goals: tuple[Goal, Goal | None], other: str, options: Options
) -> Iterator[Row]:
    """Measure guess-free boards that start in the middle, and those of both peers."""
    boards = options.rounds(BOARDS_PER_CALL)
    if options.quick:  # a quarter of the board
        setup = setup._replace(width=15, height=8, mines=setup.mines // 4)
    samples: dict[str, Timer] = {"ours": partial(_deal, setup, boards, count())}
    if lay := peer(other):
        width, height, mines = setup[:3]
        arguments = height, width, mines, (height - 1) // 2, (width - 1) // 2
        samples[other] = timer(lambda: [lay(*arguments) for _ in range(boards)])
    if SGT:
        samples["sgt"] = partial(_generate, SGT, setup, boards)
    times = take_turns(options.rounds(40), *samples.values(), seconds=40)
    means = {each: 1000 * mean(taken) / boards for each, taken in zip(samples, times, strict=True)}
    note = f"means; reference: {other}" if lay else NOT_INSTALLED
    yield Row(name, "ms", means["ours"], goals[0], means.get(other), note)
    note = "means; reference: sgt-mines, its start included" if SGT else NO_SGT
    yield Row(f"{name}-sgt", "ms", means["ours"], goals[1], means.get("sgt"), note)


NO_SGT: Final = "sgt-mines is not installed"


def _deal(setup: Setup, boards: int, seeds: Iterator[int]) -> float:
    first = middle(setup)
    return time_once(lambda: [deal_guess_free(setup, next(seeds), first) for _ in range(boards)])


def _generate(command: str, setup: Setup, boards: int) -> float:
    size = f"{setup.width}x{setup.height}n{setup.mines}"
    argv = [command, "--generate", str(boards), size]
    return time_once(lambda: subprocess.run(argv, check=True, capture_output=True))


# Games

WIN_RATES: Final[dict[tuple[str, FirstReveal], Goal]] = {
    ("beginner", "safe"): Goal("at least", 91.2),
    ("beginner", "opening"): Goal("at least", 96.9),
    ("intermediate", "safe"): Goal("at least", 77.4),
    ("intermediate", "opening"): Goal("at least", 88.5),
    ("expert", "safe"): Goal("at least", 41),
    ("expert", "opening"): Goal("at least", 54.3),
}
"""The goals for expert are the best published rates."""
MOST_GAMES: Final = 4000
MOST_SECONDS: Final = 30
GAMES_PER_JOB: Final = 50


def measure_win_rate(level: str, first: FirstReveal, options: Options) -> Iterator[Row]:
    """Measure the win rate over games from seed 0 on, with its 95% interval.

    The games are shared by all processors. Play the requested number of them, or as many as fit
    into half a minute.
    """
    setup, processes = LEVELS[level]._replace(first=first), os.cpu_count() or 1
    most = options.games or options.rounds(MOST_GAMES, 3)
    won = games = 0
    start = perf_counter()
    with ProcessPoolExecutor(processes) as pool:
        while games < most and (options.games or perf_counter() < start + MOST_SECONDS):
            stop = min(most, games + processes * GAMES_PER_JOB)
            jobs = [
                range(at, min(stop, at + GAMES_PER_JOB)) for at in range(games, stop, GAMES_PER_JOB)
            ]
            won += sum(pool.map(partial(count_wins, setup), jobs))
            games = stop
    each = 1000 * (perf_counter() - start) / games
    low, high = (100 * end for end in wilson_interval(won, games))
    note = (
        f"from {low:.2f} to {high:.2f} ({games} games, {each:.2f} ms each, {processes} at a time)"
    )
    name, goal = f"wins-{level}-{first}", WIN_RATES[level, first]
    yield Row(name, "%", 100 * won / games, goal, None, note, (low, high))


def wilson_interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a win rate, by Wilson's score."""
    z2, rate = 1.959964**2, won / games
    centre = rate + z2 / (2 * games)
    margin = sqrt(z2 * (rate * (1 - rate) / games + z2 / (4 * games**2)))
    return (centre - margin) / (1 + z2 / games), (centre + margin) / (1 + z2 / games)


def _bench(level: str, first: FirstReveal) -> Bench:
    run: Callable[[Options], Iterator[Row]] = partial(measure_win_rate, level, first)
    return Bench((f"wins-{level}-{first}",), run)


def _guess_free(of: str, setup: Setup, goals: tuple[Goal, Goal | None], other: str) -> Bench:
    name = f"guess-free-{of}"
    return Bench((name, f"{name}-sgt"), partial(measure_guess_free, name, setup, goals, other))


BENCHES: Final = [
    Bench(("odds", "odds-p99"), measure_odds),
    _guess_free("expert", EXPERT, (Goal("faster", 2), Goal("faster", 1)), "laymine_solvable"),
    _guess_free("130", Setup(30, 16, 130), (Goal("at most", 200), None), "laymine_solvable_adjust"),
    _guess_free("140", Setup(30, 16, 140), (Goal("at most", 60), None), "laymine_solvable_adjust"),
    *(_bench(level, first) for level, first in WIN_RATES),
]
