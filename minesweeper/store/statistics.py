"""What the finished games add up to: records, streaks, averages, and series of results to plot.

The functions run SQL on a connection that `Store.read` hands them. No journal is read.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.setup import Size, level_name
from minesweeper.store.categories import CATEGORY_COLUMNS, IN_CATEGORY, Category
from minesweeper.store.finished_games import StoredGame, read_games, read_last_games

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

BEST_GAMES: Final = 10
# How many of the last games are listed, and how many games or wins a series for a plot has.
LAST_GAMES: Final = 20
SERIES_LENGTH: Final = 100
SPANS: Final = (5, 12, 100)
"""The numbers of consecutive wins over which averages are taken."""
# The number of games over which each value of the series of win rates is taken.
WINDOW: Final = 20

_SPEED: Final = "1000.0 * solved / ms"
_ENDED: Final = f"FROM game WHERE {IN_CATEGORY} AND unaided AND status != 'abandoned'"
_RANKED: Final = f"FROM game WHERE {IN_CATEGORY} AND ranked"


# A new result


class NewBest(NamedTuple):
    """How a ranked win compares with all earlier games of its category."""

    time: bool
    """Whether its time is better than all with the same ending."""
    speed: bool
    """Whether its 3BV per second is better than all."""
    best: int | None
    """The best time before it, in milliseconds; None if there was none."""
    since: str
    """The local date on which that was reached; "" if it still stands, or is not known."""
    rank: int
    """The place of its time among those with the same ending, from 1; the newest is the last."""
    wins: int
    """How many they are, with this one."""
    streak: int
    """The wins of the category since the last loss, with this one."""
    times: tuple[int, ...]
    """The times of the last wins with the same ending, at most SHOWN_WINS, with this one."""


SHOWN_WINS: Final = 12


def compare_result(db: "Connection", game: StoredGame) -> NewBest | None:
    """Return how a game that is not stored yet compares; None if it is no ranked win."""
    if not game.ranked:
        return None
    category, [speed] = (
        game.category,
        db.execute(f"SELECT max({_SPEED}) {_RANKED}", game.category).fetchone(),
    )
    wins, faster = db.execute(
        f"SELECT count(*), count(CASE WHEN ms <= ? THEN 1 END) {_RANKED} AND ending = ?",
        (game.ms, *category, game.ending),
    ).fetchone()
    time, since = db.execute(
        f"SELECT ms, coalesce(date(begun, 'localtime'), '') {_RANKED} AND ending = ?"
        " ORDER BY ms, number LIMIT 1",
        (*category, game.ending),
    ).fetchone() or (None, "")
    is_faster = time is None or game.ms < time
    is_speedier = game.speed is not None and (speed is None or game.speed > speed)
    ends = db.execute(f"{_ENDS} ORDER BY number DESC", category)
    streak = 1 + sum(1 for _ in takewhile(lambda row: row[0] == "W", ends))
    times = (*read_last_times(db, category, game.ending, SHOWN_WINS - 1), game.ms)
    day = since if is_faster else ""
    return NewBest(is_faster, is_speedier, time, day, faster + 1, wins + 1, streak, times)


def read_last_times(
    db: "Connection", category: Category, ending: str, count: int = SHOWN_WINS
) -> list[int]:
    """Return the times of the last ranked wins with an ending, in milliseconds, oldest first."""
    last = db.execute(
        f"SELECT ms {_RANKED} AND ending = ? ORDER BY number DESC LIMIT ?",
        (*category, ending, count),
    )
    return [*reversed([ms for (ms,) in last])]


def find_farthest_loss(db: "Connection", category: Category) -> int | None:
    """Return the most safe cells that were revealed in an unaided loss; None before two of them."""
    count, farthest = db.execute(
        f"SELECT count(*), max(revealed) {_ENDED} AND status = 'lost'", category
    ).fetchone()
    return farthest if count >= FEWEST_LOSSES else None


FEWEST_LOSSES: Final = 2

# W or L for each win or loss of a category that counts for a streak.
_ENDS: Final = f"""
    SELECT CASE status WHEN 'lost' THEN 'L' ELSE 'W' END FROM game
    WHERE {IN_CATEGORY} AND (status = 'lost' OR status = 'won' AND unaided)
"""


# The summary of each category


class Summary(NamedTuple):
    """The figures of one category, named by their keys in JSON; times are in milliseconds.

    The figures count unaided games, on boards drawn for the player. Those that begin with `helped`
    count games with help, or on a board that the player may have known.
    """

    category: Category
    games: int
    won: int
    lost: int
    abandoned: int
    win_rate: float | None
    """The share of wins among the games won or lost, from 0 to 1; None without such games."""
    helped_games: int
    helped_won: int
    helped_lost: int
    best_cleared_ms: int | None
    best_flagged_ms: int | None
    best_3bv_per_s: float | None
    lost_needlessly: int
    """The number of reviewed games lost by an avoidable guess."""
    lost_unluckily: int
    """The number of reviewed games lost by a forced guess."""
    guesses: int | None
    """The number of guesses in reviewed games.

    This and the next two are None if the rules move mines or select boards.
    """
    guesses_survived: int | None
    guesses_expected: float | None
    """The sum of the guesses' chances of survival: how many are survived on average."""
    streak: int
    longest_streak: int


_SUMMARIES: Final = f"""
    SELECT {CATEGORY_COLUMNS}, sum(unaided), sum(unaided AND status = 'won'),
        sum(unaided AND status = 'lost'), sum(unaided AND status = 'abandoned'),
        avg(CASE WHEN unaided AND status != 'abandoned' THEN status = 'won' END),
        sum(NOT unaided), sum(NOT unaided AND status = 'won'),
        sum(NOT unaided AND status = 'lost'),
        min(CASE WHEN ranked AND ending = 'cleared' THEN ms END),
        min(CASE WHEN ranked AND ending = 'flagged' THEN ms END),
        max(CASE WHEN ranked THEN {_SPEED} END),
        total(unaided AND lost_by = 'needless'), total(unaided AND lost_by = 'bad luck'),
        total(guesses * unaided), total(guesses_survived * unaided),
        total(guesses_expected * unaided)
    FROM game INDEXED BY by_category WHERE {{}}
    GROUP BY {CATEGORY_COLUMNS} ORDER BY count(*) DESC, {CATEGORY_COLUMNS}
"""


def read_summaries(db: "Connection", only: Category | None = None) -> list[Summary]:
    """Return the summary of every category, or of one; that with the most games is the first."""
    condition, values = (IN_CATEGORY, only) if only else ("counted", ())
    rows = db.execute(_SUMMARIES.format(condition), values).fetchall()
    return [_summary(db, Category(*row[:6]), row[6:]) for row in rows]


def find_last_own_size(db: "Connection") -> Size | None:
    """Return the size of the last finished game that has not that of a level; None if none has."""
    rows = db.execute(
        "SELECT width, height, mines FROM game INDEXED BY by_category WHERE counted"
        " GROUP BY width, height, mines ORDER BY max(number) DESC"
    )
    return next((Size(*row) for row in rows if not level_name(*row)), None)


def _summary(db: "Connection", category: Category, row: Sequence[float]) -> Summary:
    *figures, needless, unlucky, guesses, survived, expected = row
    losses = int(needless), int(unlucky)
    luck = (int(guesses), int(survived), expected) if category.is_by_chance else (None,) * 3
    ends = db.execute(f"{_ENDS} ORDER BY number", category)
    streaks = [*map(len, "".join(letter for (letter,) in ends).split("L"))]
    return Summary._make([category, *figures, *losses, *luck, streaks[-1], max(streaks)])


def read_last_results(db: "Connection", category: Category, number: int) -> list[int | None]:
    """Return the times of the last unaided wins, and None for each loss, the newest last."""
    sql = f"SELECT CASE status WHEN 'won' THEN ms END {_ENDED} ORDER BY number DESC LIMIT ?"
    return [ms for (ms,) in db.execute(sql, (*category, number))][::-1]


# The records of one category


class Average(NamedTuple):
    """Averages over `span` consecutive wins, in milliseconds; None with fewer than `span` wins."""

    span: int
    current_ms: int | None
    """The average of the last `span` wins."""
    best_ms: int | None
    """The lowest average of any `span` consecutive wins."""


class CategoryRecords(NamedTuple):
    """The summary of one category, with its best and last games, averages and series."""

    summary: Summary
    last_games: Sequence[StoredGame] = ()
    """The last games, the newest first."""
    best_cleared: Sequence[StoredGame] = ()
    """The fastest ranked wins by clearing the board, the fastest first; of equal ones the older."""
    best_flagged: Sequence[StoredGame] = ()
    averages: Sequence[Average] = ()
    win_rates: Sequence[float] = ()
    """The win rate over WINDOW games, after each of the last games won or lost, from 0 to 1."""
    times_ms: Sequence[int] = ()
    """The times of the last ranked wins in milliseconds, the oldest first."""


def read_all_records(db: "Connection") -> list[CategoryRecords]:
    """Return the records of every category, the one with the most games first."""
    return [read_category_records(db, summary) for summary in read_summaries(db)]


def read_category_records(db: "Connection", summary: Summary) -> CategoryRecords:
    """Return the records of the category of a summary."""
    category = summary.category
    times = [row[0] for row in db.execute(f"SELECT ms {_RANKED} ORDER BY number", category)]
    rates = db.execute(_WIN_RATES, (*category, SERIES_LENGTH + WINDOW - 1)).fetchall()
    which = f"WHERE {IN_CATEGORY} AND ranked AND ending = ? ORDER BY ms, number LIMIT ?"
    return CategoryRecords(
        summary,
        read_last_games(db, category, LAST_GAMES),
        read_games(db, which, [*category, "cleared", BEST_GAMES]),
        read_games(db, which, [*category, "flagged", BEST_GAMES]),
        [compute_average(times, span) for span in SPANS],
        [row[0] for row in rates[-SERIES_LENGTH:]],
        times[-SERIES_LENGTH:],
    )


_WIN_RATES: Final = f"""
    SELECT avg(status = 'won') OVER (ORDER BY number ROWS {WINDOW - 1} PRECEDING)
    FROM (SELECT number, status {_ENDED} ORDER BY number DESC LIMIT ?) ORDER BY number
"""


def compute_average(times: Sequence[int], span: int) -> Average:
    """Return the current and the best average over `span` consecutive times, the oldest first.

    Averages are taken as in speedcubing: the best and the worst times are dropped (a twentieth of
    the span at each end, rounded up), and the average is the mean of the rest, in milliseconds.
    """
    dropped = -(-span // 20)
    totals = _totals(times, span, dropped)
    averaged_count = span - 2 * dropped
    return Average(
        span,
        round(totals[-1] / averaged_count) if totals else None,
        round(min(totals) / averaged_count) if totals else None,
    )


def _totals(times: Sequence[int], span: int, dropped: int) -> list[int]:
    """Return the sum of the times that are not dropped, for each `span` consecutive times."""
    window = sorted(times[:span])
    if len(window) < span:
        return []
    total = sum(window)
    totals = [total - sum(window[:dropped]) - sum(window[-dropped:])]
    for old, new in zip(times, times[span:], strict=False):
        del window[bisect_left(window, old)]
        insort(window, new)
        total += new - old
        totals.append(total - sum(window[:dropped]) - sum(window[-dropped:]))
    return totals
