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
    is_reduced: bool
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
    is_reduced: bool
    is_missed: bool
    """Whether the player guessed instead."""
    milliseconds: int
    """The longest time without a move since the position last changed, without pauses."""


class ExaminedGame(NamedTuple):
    """What a finished game says about its player."""

    id: str
    begun: str
    """When it began, in UTC as ISO 8601 text."""
    moves: int
    """The number of moves before the one that ended it."""
    lost_to: str
    """What lost it: the number of a lesson as text, "luck", "first reveal" or "unknown"; "" for a
    win."""
    is_won: bool
    is_unaided: bool
    """Whether it was played without help and without undo."""
    solver_wins: bool
    """Whether the solver wins the same board from the same first reveal."""


_TABLES: Final[dict[type[NamedTuple], str]] = {
    Attempt: "answer",
    OwnMoment: "moment",
    Encounter: "encounter",
    ExaminedGame: "examined",
}


# Answers


def insert_answer(
    db: "Connection", attempt: Attempt, moments: Iterable[OwnMoment], key: tuple[str, int]
) -> None:
    """Store an attempt, and the moments that it answers, with their next dates.

    The key is the run and the number of the answer in it: the same answer is stored once.
    """
    columns = ", ".join(("run", "number", *Attempt._fields))
    marks = ", ".join("?" * (2 + len(attempt)))
    db.execute(f"INSERT OR IGNORE INTO answer ({columns}) VALUES ({marks})", (*key, *attempt))
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


def read_encounters(db: "Connection") -> list[Encounter]:
    """Return the encounters of all games."""
    return _select(db, Encounter)


def read_due_moments(db: "Connection", today: str) -> list[OwnMoment]:
    """Return the moments that are due on a date, those first that have waited longest."""
    return _select(db, OwnMoment, "WHERE due <> '' AND due <= ? ORDER BY due, game, moves", today)


def read_next_moments(db: "Connection", today: str) -> list[OwnMoment]:
    """Return the moments of the first date after `today` on which any is due."""
    return _select(db, OwnMoment, "WHERE due = (SELECT min(due) FROM moment WHERE due > ?)", today)


def insert_rows(
    db: "Connection", rows: Iterable[NamedTuple], if_stored: Literal["IGNORE", "REPLACE"]
) -> None:
    """Store rows; ignore or replace those that are stored already."""
    for row in rows:
        columns, marks = ", ".join(row._fields), ", ".join("?" * len(row))
        table = _TABLES[type(row)]
        db.execute(f"INSERT OR {if_stored} INTO {table} ({columns}) VALUES ({marks})", row)


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
