"""The results of the daily boards of a level: the first attempt of each day, streaks and totals.

The functions that read run SQL on a connection that `Store.read` hands them.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from minesweeper.engine.game import Status
from minesweeper.engine.notation import NotationError
from minesweeper.play.daily import daily_name, parse_date
from minesweeper.play.dates import day_number
from minesweeper.play.journal import parse_daily_name, parse_journal
from minesweeper.play.ranking import is_helped
from minesweeper.play.session import Session, fold
from minesweeper.play.words import result_text, time_text
from minesweeper.store.finished_games import read_journal, words_in

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

STREAK_RULE: Final = "For a streak, win without help on the day itself (UTC)"

DailyState = Literal["won", "helped", "lost", "given up"]

# All attempts at the boards of a level, those of each board in order.
_ATTEMPTS: Final = """
    SELECT id, name, begun, status, ms, reasons FROM game
    WHERE origin = 'daily' AND name GLOB ? AND number NOT NULL ORDER BY name, n
"""


class DailyResult(NamedTuple):
    """The first attempt at a daily board."""

    id: str
    day: str
    """The day of the board: "2026-11-22"."""
    begun: str
    """When the attempt began, in UTC: "2026-11-22T18:05:00Z"."""
    status: str
    milliseconds: int
    is_helped: bool

    @property
    def state(self) -> DailyState:
        """The result; a win with help is "helped"."""
        if self.status == "abandoned":
            return "given up"
        if self.status == "lost":
            return "lost"
        return "helped" if self.is_helped else "won"

    @property
    def day_played(self) -> str:
        """The day on which the attempt began, in UTC."""
        return self.begun[:10]

    @property
    def is_on_its_day(self) -> bool:
        """Whether the board was played on its own day, as streaks demand."""
        return self.day_played == self.day


DailyResults = Mapping[str, DailyResult]
"""The first attempts at the boards of a level, by day."""


def read_daily_results(db: "Connection", level: str) -> dict[str, DailyResult]:
    """Return the first attempts at the boards of a level, in the order of their days."""
    results: dict[str, DailyResult] = {}
    for identity, name, begun, status, ms, reasons in db.execute(
        _ATTEMPTS, (daily_name("*", level),)
    ):
        day = parse_daily_name(name)[1]
        result = DailyResult(identity, day, begun, status, ms, is_helped(words_in(reasons)))
        with suppress(NotationError):  # of a damaged row
            parse_date(day)
            results.setdefault(day, result)
    return results


def read_daily_session(db: "Connection", result: DailyResult) -> Session:
    """Return the game of a result; raise NotationError or StoreError if it cannot be read."""
    return fold(parse_journal(read_journal(db, result.id)))


# Streaks and totals


class DailyFigures(NamedTuple):
    """What the first attempts at the boards of a level add up to."""

    streak: int
    """The wins up to today, or up to yesterday while today's board is not played."""
    longest: int
    played: int
    won: int
    helped: int
    """How many of the wins were helped."""
    best: int | None
    """The best time without help, in milliseconds."""


def daily_figures(results: DailyResults, today: str) -> DailyFigures:
    """Return the streaks and totals of the boards up to today."""
    states = [each.state for each in results.values()]
    times = [each.milliseconds for each in results.values() if each.state == "won"]
    helped = states.count("helped")
    won = states.count("won") + helped
    return DailyFigures(
        *_streaks(results, today), len(states), won, helped, min(times, default=None)
    )


def _streaks(results: DailyResults, today: str) -> tuple[int, int]:
    """Return the current and the longest streak.

    A streak is a run of days whose boards were won without help, each on its own day. A helped win
    neither counts nor ends it; a loss, a game given up and a day without a game end it.
    """
    run = longest = last = 0
    for day in sorted(day for day, each in results.items() if each.is_on_its_day and day <= today):
        number, state = day_number(day), results[day].state
        run = run if number == last + 1 and state in ("won", "helped") else 0
        run += state == "won"
        longest, last = max(longest, run), number
    return run if day_number(today) - last <= 1 else 0, longest


# Words


UNFINISHED: Final = "unfinished"
"""What is said of an attempt that can go on."""


def attempt_text(result: DailyResult, helps: str = "") -> str:
    """Return how an attempt ended: "won in 14.205 s with 2 hints, played on 2026-11-24".

    `helps` names the help that was used; the day is only named if it is not that of the board.
    """
    end = "given up"
    if result.status != "abandoned":
        end = result_text(Status(result.status), result.milliseconds)
    played = "" if result.is_on_its_day else f", played on {result.day_played}"
    return f"{end} {helps}".rstrip() + played


def figures_parts(figures: DailyFigures) -> Iterator[str]:
    """Yield "Streak 5, longest 9", "12 of 19 won, 2 with help", "best 14.205 s"."""
    yield f"Streak {figures.streak}, longest {figures.longest}"
    helped = f", {figures.helped} with help" if figures.helped else ""
    yield f"{figures.won} of {figures.played} won{helped}" if figures.played else "none played yet"
    if figures.best is not None:
        yield f"best {time_text(figures.best)}"
