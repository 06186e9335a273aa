"""What the solver costs and how well it plays, in one run with its peers.

    python -m tests.bench.solver [games]

Medians and means in milliseconds; a ratio above 1 means that we are faster.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple, TypeVar

from minesweeper.board import LEVELS, First, Setup
from minesweeper.cells import Grid
from minesweeper.clues import Clues
from minesweeper.guess_free import deal_guess_free
from minesweeper.odds import analyse
from minesweeper.simulate import simulate
from tests.positions import stuck_positions

ms_toollib = import_module("ms_toollib") if find_spec("ms_toollib") else None
T = TypeVar("T")


class Timing(NamedTuple):
    """Milliseconds of many runs."""

    mean: float
    median: float
    p99: float
    most: float


def timed(run: Callable[[T], object], items: Iterable[T]) -> Timing:
    times = []
    for item in items:
        start = perf_counter()
        run(item)
        times.append(1000 * (perf_counter() - start))
    times.sort()
    return Timing(mean(times), median(times), times[99 * len(times) // 100], times[-1])


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def show(name: str, ours: Timing, theirs: Timing | None = None, peer: str = "") -> None:
    say(
        f"{name:34} mean {ours.mean:8.2f}  median {ours.median:8.2f}  p99 {ours.p99:8.2f}"
        f"  max {ours.most:8.2f}"
    )
    if theirs:
        ratio = theirs.mean / ours.mean
        say(f"{'  ' + peer:34} mean {theirs.mean:8.2f}  median {theirs.median:8.2f}  {ratio:.1f}x")
    elif peer:
        say(f"  {peer} is not installed")


def picture(clues: Clues) -> list[list[int]]:
    """As ms_toollib draws a position: 10 for a covered cell."""
    shown = [clues.numbers[c] if clues.revealed >> c & 1 else 10 for c in clues.grid]
    width = clues.grid.width
    return [shown[at : at + width] for at in range(0, len(shown), width)]


def odds(count: int = 500) -> None:
    """Exact probabilities of stuck expert positions, what deduction proves included."""
    positions = list(stuck_positions(7, count))
    ours = timed(analyse, positions)
    theirs = None
    if ms_toollib:
        pictures = [picture(clues) for clues in positions]
        probability = ms_toollib.cal_probability_onboard
        theirs = timed(lambda shown: probability(shown, 99), pictures)
    show("odds, stuck expert", ours, theirs, "ms_toollib")


def guess_free(count: int = 200) -> None:
    """Guess-free boards, started in the middle."""
    theirs = None
    if ms_toollib:
        lay = ms_toollib.laymine_solvable
        theirs = timed(lambda _: lay(16, 30, 99, 7, 14), range(count))
    show("guess-free, expert", _deals("expert", count), theirs, "ms_toollib")
    command = shutil.which("sgt-mines") or shutil.which("/usr/games/sgt-mines")
    theirs = None
    if command:
        start = perf_counter()
        subprocess.run(
            [command, "--generate", str(count), "30x16n99"], check=True, capture_output=True
        )
        each = 1000 * (perf_counter() - start) / count
        theirs = Timing(each, each, each, each)
    show("guess-free, expert", _deals("expert", count), theirs, "sgt-mines")
    setup, first = Setup(30, 16, 140), Grid(30, 16).cell(15, 8)
    show(
        "guess-free, 30x16/140", timed(lambda seed: deal_guess_free(setup, seed, first), range(60))
    )


def _deals(level: str, count: int) -> Timing:
    width, height, mines = LEVELS[level]
    first = Grid(width, height).cell((width + 1) // 2, (height + 1) // 2)
    setup = Setup(width, height, mines)
    return timed(lambda seed: deal_guess_free(setup, seed, first), range(count))


GOALS = {
    ("beginner", "safe"): 91.2,
    ("beginner", "opening"): 96.9,
    ("intermediate", "safe"): 77.4,
    ("intermediate", "opening"): 88.5,
    ("expert", "safe"): 39.5,
    ("expert", "opening"): 53.2,
}


def win_rates(games: int = 2000) -> None:
    firsts: tuple[First, ...] = ("safe", "opening")
    for level in ("beginner", "intermediate", "expert"):
        for first in firsts:
            width, height, mines = LEVELS[level]
            start = perf_counter()
            tally = simulate(Setup(width, height, mines, first), range(games))
            each = 1000 * (perf_counter() - start) / games
            low, high = tally.interval
            goal = GOALS[level, first]
            say(
                f"{level:13} {first:8} {100 * tally.win_rate:6.2f} % of {games}"
                f"  ({100 * low:.2f} .. {100 * high:.2f}, goal {goal}"
                f" {'met' if 100 * high >= goal else 'missed'})  {each:.2f} ms a game"
            )


if __name__ == "__main__":
    odds()
    guess_free()
    win_rates(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
