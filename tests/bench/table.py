"""The rows of the table: our figure, the reference, and whether the goal is met."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final, Literal, NamedTuple

from minesweeper.engine.setup import Setup

# A row takes at most a minute, including its preparation.
SECONDS: Final = 25.0


class Goal(NamedTuple):
    """A limit for our figure, or for how many times slower or faster it is than the reference."""

    kind: Literal["at most", "at least", "slower", "faster"]
    limit: float

    def text(self, unit: str) -> str:
        sign = {"at most": "<=", "slower": "<="}.get(self.kind, ">=")
        after = {"slower": "x", "faster": "x faster"}.get(self.kind, f" {unit}")
        return f"{sign} {self.limit:g}{after}"


class Row(NamedTuple):
    """One figure; None if it could not be measured here, with the reason in the note."""

    name: str
    unit: str
    ours: float | None
    goal: Goal | None
    reference: float | None = None
    note: str = ""
    interval: tuple[float, float] | None = None
    """The 95% interval of an estimate; a goal within it counts as met."""

    @property
    def ratio(self) -> float | None:
        """Our figure divided by the reference's, or the inverse if the goal is to be faster."""
        if not self.ours or not self.reference:
            return None
        is_faster = self.goal is not None and self.goal.kind == "faster"
        return self.reference / self.ours if is_faster else self.ours / self.reference

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met; None if there is no goal or no figure to compare."""
        if self.goal is None:
            return None
        kind, limit = self.goal
        low, high = self.interval or (self.ours, self.ours)
        judged = {"at most": low, "at least": high}.get(kind, self.ratio)
        if judged is None:
            return None
        return judged <= limit if kind in ("at most", "slower") else judged >= limit


class Options(NamedTuple):
    """How thoroughly to measure."""

    quick: bool = False
    """Only enough to see that everything runs: once, and with little."""
    games: int = 0
    """The number of games for each win rate; 0 for as many as fit into its minute."""

    def rounds(self, number: int, quick: int = 1) -> int:
        return quick if self.quick else number

    @property
    def side(self) -> int:
        """The side of the largest board."""
        return 100 if self.quick else 1000

    @property
    def largest(self) -> Setup:
        """The largest board, with as many mines as expert has."""
        return Setup(self.side, self.side, self.side * self.side // 5)


class Bench(NamedTuple):
    """A measurement that yields the rows with these names in one run."""

    names: tuple[str, ...]
    run: Callable[[Options], Iterable[Row]]


# Measuring

Timer = Callable[[], float]
"""A function that does something once and returns the seconds it took."""


def time_once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def timer(work: Callable[[], object]) -> Timer:
    return partial(time_once, work)


def take_turns(rounds: int, *timers: Timer, seconds: float = SECONDS) -> list[list[float]]:
    """Return the times of each timer, run in turn, so that other load on the machine affects all.

    There are fewer rounds if these would take longer than `seconds`.
    """
    times: list[list[float]] = [[] for _ in timers]
    end = perf_counter() + seconds
    for _ in range(rounds):
        for each, own_times in zip(timers, times, strict=True):
            own_times.append(each())
        if perf_counter() > end:
            break
    return times


def medians(rounds: int, ours: Timer, theirs: Timer | None) -> tuple[float, float | None]:
    """Return our median and that of the peer, if there is one, in seconds."""
    if theirs is None:
        return median(take_turns(rounds, ours)[0]), None
    mine, yours = take_turns(rounds, ours, theirs)
    return median(mine), median(yours)


def scale(seconds: float | None, factor: float) -> float | None:
    return None if seconds is None else seconds * factor


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that `share` percent of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, share * len(values) // 100)]


# Printing

_COLUMNS: Final = "{:24} {:>12} {:>12} {:>13} {:>16}  {:4} {}"
HEADER: Final = _COLUMNS.format("row", "ours", "reference", "ratio", "goal", "met", "").rstrip()


def format_row(row: Row) -> str:
    """Return a row as a line below the header."""
    suffix = "x faster" if row.goal and row.goal.kind == "faster" else "x"
    return _COLUMNS.format(
        row.name,
        _format_value(row.ours, f" {row.unit}"),
        _format_value(row.reference, f" {row.unit}"),
        _format_value(row.ratio, suffix),
        row.goal.text(row.unit) if row.goal else "-",
        {True: "yes", False: "NO", None: "-"}[row.is_met],
        row.note,
    ).rstrip()


def _format_value(value: float | None, suffix: str) -> str:
    if value is None:
        return "-"
    digits = 0 if value == int(value) or value >= 1000 else 1 if value >= 100 else 2
    return f"{value:.{digits}f}{suffix}"


def format_json(machine: str, rows: Iterable[Row]) -> str:
    """Return the whole table as JSON."""
    objects = [
        row._asdict()
        | {"goal": row.goal.text(row.unit) if row.goal else None}
        | {"ratio": row.ratio, "met": row.is_met}
        for row in rows
    ]
    return json.dumps({"machine": machine, "rows": objects}, indent=2, ensure_ascii=False)
