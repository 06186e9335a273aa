"""The results of finished games: storing one, and the summary of each category.

All of it is SQL over a connection that `database` has opened. A game is one row, which is written
at the first end of the game and never changes. Its journal is in another table, so that statistics
read no journals.
"""

import zlib
from collections.abc import Sequence
from sqlite3 import Connection
from typing import Any, Final, NamedTuple

from minesweeper.play.ranking import is_counted, is_unaided, why_unranked
from minesweeper.play.session import Session
from minesweeper.store.categories import (
    CATEGORY_COLUMNS,
    IN_CATEGORY,
    Category,
    category_of,
    read_category,
)
from minesweeper.store.schema import DamagedError, check_types

_NUMBER: Final = (int, float, type(None))

SPEED: Final = "1000.0 * solved / milliseconds"
# The columns of `Summary` in order, up to the streaks, which depend on the order of the games.
_SUMMARY: Final = f"""
    SELECT {CATEGORY_COLUMNS}, sum(unaided), sum(unaided AND status = 'won'),
        sum(unaided AND status = 'lost'), sum(unaided AND status = 'abandoned'),
        avg(CASE WHEN unaided AND status != 'abandoned' THEN status = 'won' END),
        sum(NOT unaided), sum(NOT unaided AND status = 'won'),
        sum(NOT unaided AND status = 'lost'),
        min(CASE WHEN record AND ending = 'cleared' THEN milliseconds END),
        min(CASE WHEN record AND ending = 'flagged' THEN milliseconds END),
        max(CASE WHEN record THEN {SPEED} END)
    FROM games INDEXED BY by_table WHERE counted
    GROUP BY {CATEGORY_COLUMNS} ORDER BY count(*) DESC, {CATEGORY_COLUMNS}
"""
# W or L for each win or loss of a category that counts for a streak, in order.
_ENDS: Final = f"""
    SELECT CASE status WHEN 'lost' THEN 'L' ELSE 'W' END FROM games INDEXED BY by_table
    WHERE {IN_CATEGORY} AND (status = 'lost' OR status = 'won' AND unaided)
    ORDER BY begun, n
"""
_CHANCES: Final = f"""
    SELECT {CATEGORY_COLUMNS}, sum(lost_by = 'needless'), sum(lost_by = 'bad luck'), sum(guesses),
        sum(survived), sum(expected)
    FROM luck JOIN games USING (id) WHERE counted AND unaided GROUP BY {CATEGORY_COLUMNS}
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


class NewBest(NamedTuple):
    """In what a game is better than all earlier ones of its category."""

    time: bool = False
    speed: bool = False
    beaten: int | None = None
    """The previous best time in milliseconds; None if there was none."""
    since: str = ""
    """The local date of the game with that time; "" if it is not known."""


def insert_game(db: Connection, session: Session, text: str) -> NewBest:
    """Store a game, and return in what it is a new best.

    If the game is already stored, only replace its journal by a longer one.
    """
    lines = text.count("\n")
    packed = zlib.compress(text.encode("ascii"), 3)  # 6 takes four times as long for a tenth
    with db:
        db.execute("BEGIN IMMEDIATE")
        best = _best(db, session)
        is_new = _insert_row(db, _values(session))
        db.execute(
            "INSERT INTO journals VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
            " SET lines = excluded.lines, text = excluded.text WHERE excluded.lines > lines",
            (session.head.id, lines, packed),
        )
    return best if is_new else NewBest()


def _insert_row(db: Connection, values: dict[str, object]) -> bool:
    """Add the row of a game; return False if it already has one."""
    places = ", ".join("?" * len(values))
    sql = f"INSERT INTO games ({', '.join(values)}) VALUES ({places}) ON CONFLICT DO NOTHING"
    return db.execute(sql, list(values.values())).rowcount == 1


def _values(session: Session) -> dict[str, object]:
    head, result = session.head, session.result
    why_not = why_unranked(session)
    return {
        "id": head.id,
        "begun": head.begun,
        **category_of(head.setup)._asdict(),
        "win": head.setup.win,
        "kind": head.origin.kind,
        "seed": "" if head.origin.seed is None else str(head.origin.seed),
        "name": head.origin.name,
        "status": result.status.value if result else "abandoned",
        "ending": session.ending,
        "milliseconds": result.milliseconds if result else session.elapsed,
        "bbbv": result.bbbv if result else 0,
        "solved": result.solved if result else 0,
        "clicks": result.clicks if result else session.clicks,
        "counted": is_counted(session),
        "unaided": is_unaided(session),
        "record": bool(session.ending) and not why_not,
        "reasons": "\n".join(why_not),
    }


def _best(db: Connection, session: Session) -> NewBest:
    """Return in what a game that is not stored yet beats the stored ones."""
    result = session.result
    if not result or not session.ending or why_unranked(session):
        return NewBest()
    category = category_of(session.head.setup)
    records = f"FROM games WHERE {IN_CATEGORY} AND record"
    [speed] = db.execute(f"SELECT max({SPEED}) {records}", category).fetchone()
    time, since = db.execute(
        f"SELECT milliseconds, coalesce(date(begun, 'localtime'), '') {records}"
        " AND ending = ? ORDER BY milliseconds, n LIMIT 1",
        (*category, session.ending),
    ).fetchone() or (None, "")
    check_types((speed, time, since), _NUMBER, _NUMBER, (str,))
    own_speed = result.bbbv_per_second
    is_faster = time is None or result.milliseconds < time
    return NewBest(
        is_faster,
        own_speed is not None and (speed is None or own_speed > speed),
        *((time, since) if is_faster else ()),
    )


def read_summaries(db: Connection) -> list[Summary]:
    """Return the summary of every category, the one with the most games first."""
    chances = {read_category(row[:6]): row[6:] for row in db.execute(_CHANCES).fetchall()}
    found = []
    for row in db.execute(_SUMMARY).fetchall():
        category, figures = read_category(row[:6]), row[6:]
        check_types(figures, *[(int,)] * 4, (float, type(None)), *[(int,)] * 3, *[_NUMBER] * 3)
        streaks, guesses = _streaks(db, category), _guesses(category, chances.get(category))
        found.append(Summary._make([category, *figures, *streaks, *guesses]))
    return found


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


def are_possible_guesses(guesses: int, survived: int, expected: float) -> bool:
    """Return whether the numbers are possible: no chance of survival is above 1, or infinite."""
    return 0 <= survived <= guesses and 0 <= expected <= guesses
