"""The summary of each category of games: games, wins, best results, streaks and guesses.

The functions run SQL on a connection that `database` has opened.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from minesweeper.store.categories import (
    CATEGORY_COLUMNS,
    IN_CATEGORY,
    Category,
    read_category,
)
from minesweeper.store.schema import (
    NUMBER_OR_NULL,
    SPEED,
    DamagedError,
    are_possible_guesses,
    check_types,
)
from minesweeper.store.sqlite import Connection

# The columns of `Summary` in order, up to the streaks, which depend on the order of the games.
_SUMMARIES: Final = f"""
    SELECT {CATEGORY_COLUMNS}, sum(unaided), sum(unaided AND status = 'won'),
        sum(unaided AND status = 'lost'), sum(unaided AND status = 'abandoned'),
        avg(CASE WHEN unaided AND status != 'abandoned' THEN status = 'won' END),
        sum(NOT unaided), sum(NOT unaided AND status = 'won'),
        sum(NOT unaided AND status = 'lost'),
        min(CASE WHEN record AND ending = 'cleared' THEN milliseconds END),
        min(CASE WHEN record AND ending = 'flagged' THEN milliseconds END),
        max(CASE WHEN record THEN {SPEED} END)
    FROM games INDEXED BY by_table WHERE {{}}
    GROUP BY {CATEGORY_COLUMNS} ORDER BY count(*) DESC, {CATEGORY_COLUMNS}
"""
# W or L for each win or loss of a category that counts for a streak, in order.
_ENDS: Final = f"""
    SELECT CASE status WHEN 'lost' THEN 'L' ELSE 'W' END FROM games INDEXED BY by_table
    WHERE {IN_CATEGORY} AND (status = 'lost' OR status = 'won' AND unaided)
    ORDER BY begun, n
"""
_STANDING: Final = f"""
    SELECT count(CASE WHEN milliseconds <= ? THEN 1 END), count(*) FROM games INDEXED BY by_table
    WHERE {IN_CATEGORY} AND record AND ending = ?
"""
_CHANCES: Final = f"""
    SELECT {CATEGORY_COLUMNS}, sum(lost_by = 'needless'), sum(lost_by = 'bad luck'), sum(guesses),
        sum(survived), sum(expected)
    FROM luck JOIN games USING (id) WHERE {{}} AND unaided GROUP BY {CATEGORY_COLUMNS}
"""


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
    streak: int
    longest_streak: int
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


def read_summaries(db: Connection, only: Category | None = None) -> list[Summary]:
    """Return the summary of every category, or of one; that with the most games is the first."""
    condition, values = (IN_CATEGORY, only) if only else ("counted", ())
    luck = db.execute(_CHANCES.format(condition), values).fetchall()
    chances = {read_category(row[:6]): row[6:] for row in luck}
    found = []
    for row in db.execute(_SUMMARIES.format(condition), values).fetchall():
        category, figures = read_category(row[:6]), row[6:]
        check_types(
            figures, *[(int,)] * 4, (float, type(None)), *[(int,)] * 3, *[NUMBER_OR_NULL] * 3
        )
        streaks, guesses = _streaks(db, category), _guesses(category, chances.get(category))
        found.append(Summary._make([category, *figures, *streaks, *guesses]))
    return found


class Standing(NamedTuple):
    """Where the time of a ranked win stands among those of its category with the same ending."""

    rank: int
    """From 1; of equal times, the newest is the last."""
    win_count: int
    streak: int
    """The wins of the category since the last loss."""


def read_standing(db: Connection, category: Category, ending: str, milliseconds: int) -> Standing:
    """Return the standing of a ranked win that is stored already."""
    rank, count = db.execute(_STANDING, (milliseconds, *category, ending)).fetchone()
    check_types((rank, count), (int,), (int,))
    return Standing(rank, count, _streaks(db, category)[0])


def _streaks(db: Connection, category: Category) -> tuple[int, int]:
    """Return the current and the longest run of wins; only a loss ends one."""
    streaks = "".join(letter for (letter,) in db.execute(_ENDS, category)).split("L")
    return len(streaks[-1]), max(map(len, streaks))


def _guesses(category: Category, values: Sequence[Any] | None) -> Sequence[Any]:
    """Return the last five figures of a summary: the losses and guesses of reviewed games."""
    guesses = values or (0, 0, 0, 0, 0.0)
    check_types(guesses, *[(int,)] * 4, (int, float))
    if not are_possible_guesses(*guesses[2:]):
        raise DamagedError("impossible guesses")
    return guesses if category.is_by_chance else [*guesses[:2], None, None, None]
