"""The rows of the table: what was measured, beside what, and whether that is enough."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final, Literal, NamedTuple

# A row takes a minute at most, its preparation included.
SECONDS: Final = 25.0


class Goal(NamedTuple):
    """A limit of our figure, or of how many times slower or faster than the reference it is.

    "above" is for a figure that others published: the lower end of an interval has to beat it.
    """

    kind: Literal["most", "least", "above", "slower", "faster"]
    limit: float

    def text(self, unit: str) -> str:
        sign = {"most": "<=", "slower": "<=", "above": ">"}.get(self.kind, ">=")
        after = {"slower": "x", "faster": "x faster"}.get(self.kind, f" {unit}")
        return f"{sign} {self.limit:g}{after}"


class Row(NamedTuple):
    """One figure; None where it could not be measured here, for the reason in the note."""

    name: str
    unit: str
    ours: float | None
    goal: Goal | None
    reference: float | None = None
    note: str = ""
    interval: tuple[float, float] | None = None
    """Where the figure is an estimate, its 95 % interval; what it reaches meets a goal."""

    @property
    def ratio(self) -> float | None:
        """Our need divided by the reference's; the other way round where we have to be faster."""
        if not self.ours or not self.reference:
            return None
        is_faster = self.goal is not None and self.goal.kind == "faster"
        return self.reference / self.ours if is_faster else self.ours / self.reference

    @property
    def met(self) -> bool | None:
        """None if there is no goal, or nothing to judge by."""
        if self.goal is None:
            return None
        kind, limit = self.goal
        low, high = self.interval or (self.ours, self.ours)
        judged = {"most": low, "least": high, "above": low}.get(kind, self.ratio)
        if judged is None:
            return None
        if kind == "above":
            return judged > limit
        return judged <= limit if kind in ("most", "slower") else judged >= limit


class Options(NamedTuple):
    """How thorough to be."""

    quick: bool = False
    """Only enough to see that everything runs."""
    games: int = 0
    """For each win rate; 0 for as many as fit into its minute."""

    def rounds(self, number: int) -> int:
        return 2 if self.quick else number


class Bench(NamedTuple):
    """What yields the rows of these names, all from one run."""

    names: tuple[str, ...]
    run: Callable[[Options], Iterable[Row]]
    is_long: bool = False
    """Takes more than a minute: runs only when it is named, or with all."""


# Measuring

Sample = Callable[[], float]
"""Does something once; the seconds that it took."""


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def sample(work: Callable[[], object]) -> Sample:
    return partial(timed, work)


def take_turns(rounds: int, *samples: Sample, seconds: float = SECONDS) -> list[list[float]]:
    """The times of each, taken in turn, so that whatever else the machine does meets them all.

    Fewer rounds where they would take too long, but always one.
    """
    times: list[list[float]] = [[] for _ in samples]
    end = perf_counter() + seconds
    for at in range(rounds):
        for each, taken in zip(samples, times, strict=True):
            taken.append(each())
        if at and perf_counter() > end:
            break
    return times


def medians(rounds: int, ours: Sample, theirs: Sample | None) -> tuple[float, float | None]:
    """Our median and that of the peer, if there is one, in seconds."""
    if theirs is None:
        return median(take_turns(rounds, ours)[0]), None
    mine, yours = take_turns(rounds, ours, theirs)
    return median(mine), median(yours)


def scaled(seconds: float | None, factor: float) -> float | None:
    return None if seconds is None else seconds * factor


def percentile(values: Sequence[float], share: int) -> float:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[min(len(values) - 1, share * len(values) // 100)]


# Printing

_COLUMNS: Final = "{:24} {:>12} {:>12} {:>13} {:>16}  {:4} {}"
HEADER: Final = _COLUMNS.format("row", "ours", "reference", "ratio", "goal", "met", "").rstrip()


def format_row(row: Row) -> str:
    """The row as a line under the header."""
    suffix = "x faster" if row.goal and row.goal.kind == "faster" else "x"
    return _COLUMNS.format(
        row.name,
        _format_value(row.ours, f" {row.unit}"),
        _format_value(row.reference, f" {row.unit}"),
        _format_value(row.ratio, suffix),
        row.goal.text(row.unit) if row.goal else "-",
        {True: "yes", False: "NO", None: "-"}[row.met],
        row.note,
    ).rstrip()


def _format_value(value: float | None, suffix: str) -> str:
    if value is None:
        return "-"
    digits = 0 if value == int(value) or value >= 1000 else 1 if value >= 100 else 2
    return f"{value:.{digits}f}{suffix}"


def format_json(machine: str, rows: Iterable[Row]) -> str:
    """The whole table as JSON."""
    listed = [
        row._asdict()
        | {"goal": row.goal.text(row.unit) if row.goal else None}
        | {"ratio": row.ratio, "met": row.met}
        for row in rows
    ]
    return json.dumps({"machine": machine, "rows": listed}, indent=2, ensure_ascii=False)
