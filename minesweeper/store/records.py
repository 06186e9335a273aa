"""The records of a category: its best games, averages, last games, and series of results to plot.

The functions run SQL on a connection that `database` has opened. No journal is read.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import Final, NamedTuple

from minesweeper.store.categories import IN_CATEGORY, Category
from minesweeper.store.finished_games import StoredGame, read_games, read_last_games
from minesweeper.store.schema import check_types
from minesweeper.store.sqlite import Connection
from minesweeper.store.summaries import Summary, read_summaries

BEST_GAMES: Final = 10
# How many of the last games are listed, and how many games or wins a series for a plot has.
LAST_GAMES: Final = 20
SERIES_LENGTH: Final = 100
SPANS: Final = (5, 12, 100)
"""The numbers of consecutive wins over which averages are taken."""
# The number of games over which each value of the series of win rates is taken.
WINDOW: Final = 20


class Average(NamedTuple):
    """Averages over `span` consecutive wins, in milliseconds; None with fewer than `span` wins."""

    span: int
    current: int | None
    """The average of the last `span` wins."""
    best: int | None
    """The lowest average of any `span` consecutive wins."""


class CategoryRecords(NamedTuple):
    """The summary of one category, with its best and last games, averages and series."""

    summary: Summary
    last_games: Sequence[StoredGame] = ()
    """The last games, the newest first."""
    best_cleared: Sequence[StoredGame] = ()
    """The fastest ranked wins by clearing the board, the fastest first."""
    best_flagged: Sequence[StoredGame] = ()
    averages: Sequence[Average] = ()
    win_rates: Sequence[float] = ()
    times: Sequence[int] = ()


def read_all_records(db: Connection) -> list[CategoryRecords]:
    """Return the records of every category, the one with the most games first."""
    return [read_category_records(db, summary) for summary in read_summaries(db)]


def read_category_records(db: Connection, summary: Summary) -> CategoryRecords:
    """Return the records of the category of a summary."""
    category = summary.category
    times = read_win_times(db, category)
    return CategoryRecords(
        summary,
        read_last_games(db, category, LAST_GAMES),
        read_best_games(db, category, "cleared"),
        read_best_games(db, category, "flagged"),
        compute_averages(times),
        read_win_rates(db, category, SERIES_LENGTH),
        times[-SERIES_LENGTH:],
    )


def read_best_games(db: Connection, category: Category, ending: str) -> list[StoredGame]:
    """Return the fastest ranked wins of a category with an ending, `cleared` or `flagged`.

    The fastest is first; of equal times the older one.
    """
    which = f"WHERE {IN_CATEGORY} AND record AND ending = ? ORDER BY milliseconds, begun, n LIMIT ?"
    return read_games(db, which, [*category, ending, BEST_GAMES])


def compute_averages(times: Sequence[int]) -> list[Average]:
    """Return an `Average` for each of SPANS. The times are in order, the oldest first."""
    return [compute_average(times, span) for span in SPANS]


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


def read_win_times(db: Connection, category: Category) -> list[int]:
    """Return the times of all ranked wins in milliseconds, the oldest first."""
    rows = db.execute(
        f"SELECT milliseconds FROM games INDEXED BY by_table WHERE {IN_CATEGORY} AND record"
        " ORDER BY begun, n",
        category,
    ).fetchall()
    check_types([row[0] for row in rows], *[(int,)] * len(rows))
    return [row[0] for row in rows]


def read_win_rates(
    db: Connection, category: Category, last: int, window: int = WINDOW
) -> list[float]:
    """Return the win rate after each of the `last` unaided games, from 0 to 1, the oldest first.

    Each value covers up to `window` games, ending with that one. Abandoned games are left out.
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
