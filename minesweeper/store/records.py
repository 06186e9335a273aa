"""How the results of one table develop: its best games, averages, and win rate and time as series.

Everything here is SQL over a connection that `database` has opened, and no journal is read.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from sqlite3 import Connection
from typing import Final, NamedTuple

from minesweeper.store.categories import IN_CATEGORY, Category
from minesweeper.store.finished_games import StoredGame, last_games, read_games
from minesweeper.store.results import Summary, summaries
from minesweeper.store.schema import check_types

BEST_GAMES: Final = 10
# How many of the last games are shown one by one, and how many of them, and wins, make a series.
LAST_GAMES: Final = 20
PLOTTED: Final = 100
SPANS: Final = (5, 12, 100)
"""Over how many wins averages are taken."""
# How many games a win rate is taken of, where it moves from game to game.
WINDOW: Final = 20


class Average(NamedTuple):
    """Averages over `span` consecutive wins, in milliseconds; None with fewer wins than that."""

    span: int
    current: int | None
    """The average of the last wins."""
    best: int | None
    """The smallest average of any."""


class CategoryRecords(NamedTuple):
    """The results of one table, besides its figures."""

    summary: Summary
    last_games: Sequence[StoredGame] = ()
    """Its last games, the newest first."""
    best_cleared: Sequence[StoredGame] = ()
    """Its fastest records on boards that were cleared, the fastest first."""
    best_flagged: Sequence[StoredGame] = ()
    averages: Sequence[Average] = ()
    win_rates: Sequence[float] = ()
    times: Sequence[int] = ()


def all_records(db: Connection) -> list[CategoryRecords]:
    """Return the results of every table, the one with the most games first."""
    return [category_records(db, summary) for summary in summaries(db)]


def category_records(db: Connection, summary: Summary) -> CategoryRecords:
    """Return the results of the table of a summary."""
    category = summary.category
    times = win_times(db, category)
    return CategoryRecords(
        summary,
        last_games(db, category, LAST_GAMES),
        best_games(db, category, "cleared"),
        best_games(db, category, "flagged"),
        averages(times),
        win_rates(db, category, PLOTTED),
        times[-PLOTTED:],
    )


def best_games(db: Connection, category: Category, ending: str) -> list[StoredGame]:
    """Return the fastest records of a table that were `cleared` or `flagged`, the fastest first.

    Of equal times the older one is first.
    """
    which = f"WHERE {IN_CATEGORY} AND record AND ending = ? ORDER BY milliseconds, begun, n LIMIT ?"
    return read_games(db, which, [*category, ending, BEST_GAMES])


def averages(times: Sequence[int]) -> list[Average]:
    """Return an average for each of SPANS, over consecutive times, the oldest first."""
    return [average(times, span) for span in SPANS]


def average(times: Sequence[int], span: int) -> Average:
    """Return the current and the best average over `span` consecutive times, the oldest first.

    As speedcubers do it: the best and the worst time are dropped, five each where the span is 100
    (a twentieth, rounded up), and the average is the mean of the others, to the millisecond.
    """
    dropped = -(-span // 20)
    totals = _totals(times, span, dropped)
    means = span - 2 * dropped
    return Average(
        span,
        round(totals[-1] / means) if totals else None,
        round(min(totals) / means) if totals else None,
    )


def _totals(times: Sequence[int], span: int, dropped: int) -> list[int]:
    """Return for each run of `span` times the sum of those that are not dropped."""
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


def win_times(db: Connection, category: Category) -> list[int]:
    """Return the times of the wins that can be records, the oldest first."""
    rows = db.execute(
        f"SELECT milliseconds FROM games INDEXED BY by_table WHERE {IN_CATEGORY} AND record"
        " ORDER BY begun, n",
        category,
    ).fetchall()
    check_types([row[0] for row in rows], *[(int,)] * len(rows))
    return [row[0] for row in rows]


def win_rates(db: Connection, category: Category, last: int, window: int = WINDOW) -> list[float]:
    """Return the win rate after each of the last counted games, from 0 to 1, the oldest first.

    Each is of that game and those before it, `window` in all, or fewer where there are not as many.
    Abandoned games are neither won nor lost, and left out.
    """
    rows = db.execute(
        f"""SELECT avg(status = 'won') OVER (ORDER BY begun, n ROWS {window - 1:d} PRECEDING)
        FROM (SELECT begun, n, status FROM {_ENDED}
            ORDER BY begun DESC, n DESC LIMIT ?)
        ORDER BY begun, n""",
        (*category, last + window - 1),
    ).fetchall()
    check_types([row[0] for row in rows], *[(float,)] * len(rows))
    return [row[0] for row in rows[-last:]]


_ENDED: Final = (
    f"games INDEXED BY by_table WHERE {IN_CATEGORY} AND unaided AND status != 'abandoned'"
)
