"""What the course knows: answers to exercises, moments of own games, and what they needed.

The functions run SQL on a connection that `Store.read` or a transaction hands them.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from minesweeper.store.schema import Reason, Source

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

_Row = TypeVar("_Row", bound=NamedTuple)


class Attempt(NamedTuple):
    """The first answer to an exercise."""

    begun: str
    """When the training began, in UTC as ISO 8601 text: all its attempts have the same."""
    at: str
    """When the answer was given."""
    source: Source
    lesson: int
    is_right: bool
    milliseconds: int
    exercise: str
    """The exercise as text, as `format_exercise` writes it."""
    answer: str
    """The answer as text, as `parse_answer` reads it."""


class OwnMoment(NamedTuple):
    """A position of a player's own game that is asked again on some days."""

    game: str
    """The id of the game."""
    moves: int
    """The number of moves before the position."""
    reason: Reason
    exercise: str
    """The position, as `format_exercise` writes it."""
    due: str
    """The date on which it is asked next; "" if it is not asked any more."""
    interval: int
    """The days from the last answer, or from the game, to `due`."""


class Encounter(NamedTuple):
    """A move of a real game that called for the rule of a lesson."""

    game: str
    moves: int
    """The number of moves before it."""
    lesson: int
    is_missed: bool
    """Whether the player guessed instead."""


class ExaminedGame(NamedTuple):
    """A finished game whose moves have been gone through."""

    id: str
    begun: str
    """When it began, in UTC as ISO 8601 text."""


class Calls(NamedTuple):
    """How often the moves of games called for the rule of a lesson."""

    lesson: int
    met: int
    missed: int
    """How often the player guessed instead."""


_TABLES: Final[dict[type[NamedTuple], str]] = {
    Attempt: "answer",
    OwnMoment: "moment",
    Encounter: "encounter",
    ExaminedGame: "examined",
}
_UNREAD: Final[dict[type[NamedTuple], dict[str, str | int]]] = {
    Attempt: {"is_reduced": 0},
    OwnMoment: {},
    Encounter: {"is_reduced": 0, "milliseconds": 0},
    ExaminedGame: {"moves": 0, "lost_to": "", "is_won": 0, "is_unaided": 0, "solver_wins": 0},
}
"""Columns that the tables demand and nobody reads any more, and what is written into them."""


# Answers


def insert_answer(
    db: "Connection", attempt: Attempt, moments: Iterable[OwnMoment], key: tuple[str, int]
) -> None:
    """Store an attempt, and the moments that it answers, with their next dates.

    The key is the run and the number of the answer in it: the same answer is stored once.
    """
    run, number = key
    _insert(db, attempt, "IGNORE", {"run": run, "number": number})
    insert_rows(db, moments, "REPLACE")


def read_attempts(db: "Connection") -> list[Attempt]:
    """Return all attempts, the oldest first."""
    return _select(db, Attempt, "ORDER BY n")


# Own games


def insert_findings(
    db: "Connection",
    game: ExaminedGame,
    moments: Iterable[OwnMoment],
    encounters: Iterable[Encounter],
) -> None:
    """Store what an examined game has given; what is stored already stays as it is."""
    for rows in ([game], moments, encounters):
        insert_rows(db, rows, "IGNORE")


def read_examined(db: "Connection") -> list[ExaminedGame]:
    """Return the games that have been examined."""
    return _select(db, ExaminedGame)


def read_day(db: "Connection", game: str) -> str:
    """Return the local date on which an examined game began; "" if it is not known."""
    sql = "SELECT date(begun, 'localtime') FROM examined WHERE id = ?"
    day, *_ = db.execute(sql, [game]).fetchone() or [None]
    return day or ""


def count_calls(db: "Connection", games: int = -1) -> list[Calls]:
    """Count the encounters of so many games, the newest ones, or of all, by lessons in order."""
    sql = """
        SELECT lesson, count(*), sum(is_missed) FROM encounter
        WHERE game IN (SELECT id FROM examined ORDER BY begun DESC LIMIT ?)
        GROUP BY lesson ORDER BY lesson
    """
    return [*map(Calls._make, db.execute(sql, [games]))]


def read_due_moments(db: "Connection", today: str) -> list[OwnMoment]:
    """Return the moments that are due on a date, those first that have waited longest."""
    return _select(db, OwnMoment, "WHERE due <> '' AND due <= ? ORDER BY due, game, moves", today)


def read_next_due(db: "Connection", today: str) -> list[str]:
    """Return the first date after `today` on which a moment is due; none if there is none."""
    sql = "SELECT due FROM moment WHERE due > ? ORDER BY due LIMIT 1"
    return [due for (due,) in db.execute(sql, [today])]


def insert_rows(
    db: "Connection", rows: Iterable[NamedTuple], if_stored: Literal["IGNORE", "REPLACE"]
) -> None:
    """Store rows; ignore or replace those that are stored already."""
    for row in rows:
        _insert(db, row, if_stored, {})


def _insert(
    db: "Connection",
    row: NamedTuple,
    if_stored: Literal["IGNORE", "REPLACE"],
    more: dict[str, str | int],
) -> None:
    """Store a row with more columns than it has fields."""
    values = row._asdict() | _UNREAD[type(row)] | more
    columns, marks = ", ".join(values), ", ".join("?" * len(values))
    sql = f"INSERT OR {if_stored} INTO {_TABLES[type(row)]} ({columns}) VALUES ({marks})"
    db.execute(sql, [*values.values()])


def _select(db: "Connection", kind: type[_Row], condition: str = "", *values: str) -> list[_Row]:
    """Return the rows of a type that meet a condition."""
    sql = f"SELECT {', '.join(kind._fields)} FROM {_TABLES[kind]} {condition}"
    are_flags = [each is bool for each in kind.__annotations__.values()]
    return [
        kind._make(
            bool(value) if is_flag else value for value, is_flag in zip(row, are_flags, strict=True)
        )
        for row in db.execute(sql, values)
    ]
