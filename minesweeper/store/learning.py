"""What the course keeps on disk: answers to exercises, moments of own games, and what they needed.

It is a database of its own beside the history, with backups of its own. No method raises because of
a disk error: `take_messages` returns what went wrong.
"""

import os
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar, get_args

from minesweeper.engine.notation import count_text
from minesweeper.play.journal import MAX_TIME
from minesweeper.settings.safe_files import DATABASE_WAIT, reason_of
from minesweeper.store.messages import Messages
from minesweeper.store.schema import DamagedError, Schema

if TYPE_CHECKING:  # imported late, as sqlite3
    from minesweeper.store.database import Database
    from minesweeper.store.sqlite import Connection

_T = TypeVar("_T")
_Row = TypeVar("_Row", bound=NamedTuple)

Source = Literal["lesson", "plain lesson", "streak", "storm", "own"]
"""Where an exercise was answered; in a plain lesson, positions are lines of text."""
Reason = Literal["avoidable loss", "avoidable guess", "long think", "guess"]
"""Why a moment of a game is asked again."""


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


_LESSONS: Final = tuple(range(1, 13))
"""The numbers of all lessons."""
LEARNING_DATABASE: Final = "learning.db"
LEARNING_SCHEMA: Final = Schema(
    application=int.from_bytes(b"minl", "big"),
    version=1,
    tables="""
    CREATE TABLE answers (
        n INTEGER PRIMARY KEY,
        begun TEXT NOT NULL,
        at TEXT NOT NULL,
        source TEXT NOT NULL,
        lesson INTEGER NOT NULL,
        is_reduced INTEGER NOT NULL,
        is_right INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        exercise TEXT NOT NULL,
        answer TEXT NOT NULL
    );
    CREATE TABLE moments (
        game TEXT NOT NULL,
        moves INTEGER NOT NULL,
        reason TEXT NOT NULL,
        exercise TEXT NOT NULL,
        due TEXT NOT NULL,
        interval INTEGER NOT NULL,
        PRIMARY KEY (game, moves)
    );
    CREATE TABLE encounters (
        game TEXT NOT NULL,
        moves INTEGER NOT NULL,
        lesson INTEGER NOT NULL,
        is_reduced INTEGER NOT NULL,
        is_missed INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        PRIMARY KEY (game, moves)
    );
    CREATE TABLE examined (
        id TEXT PRIMARY KEY,
        begun TEXT NOT NULL,
        moves INTEGER NOT NULL,
        lost_to TEXT NOT NULL,
        is_won INTEGER NOT NULL,
        is_unaided INTEGER NOT NULL,
        solver_wins INTEGER NOT NULL
    );
    """,
    choices={
        "source": get_args(Source),
        "reason": get_args(Reason),
        "lesson": _LESSONS,
        "lost_to": ("", *map(str, _LESSONS), "luck", "first reveal", "unknown"),
    },
    conditions={
        "answers": "max(is_reduced, is_right) <= 1",
        "moments": "true",
        "encounters": "max(is_reduced, is_missed) <= 1",
        "examined": "max(is_won, is_unaided, solver_wins) <= 1",
    },
    name="the file of your answers",
    noun="answer",
    new_rows="answers",
)
_TABLES: Final[dict[type[NamedTuple], str]] = {
    Attempt: "answers",
    OwnMoment: "moments",
    Encounter: "encounters",
    ExaminedGame: "examined",
}


class LearningStore:
    """What one player has learned, shared by all running copies of the program."""

    def __init__(self, directory: str, today: str, *, longest_wait: int = DATABASE_WAIT) -> None:
        """Use the database in a directory; a damaged file is named after the date `today`.

        The longest wait for another copy is in milliseconds.
        """
        self.has_lost_answers = False
        """Whether answers could not be stored before the program ended."""
        self._path = os.path.join(directory, LEARNING_DATABASE)
        self._today = today
        self._messages = Messages()
        self._unstored: list[Attempt | OwnMoment] = []
        self._longest_wait = longest_wait
        self._opened: Database | None = None

    def take_messages(self) -> str:
        """Return what went wrong since the last call, in one line; "" if nothing did."""
        return self._messages.take()

    def close(self) -> None:
        """Try for the last time to store what could not be stored, and close the file."""
        if self._unstored and not self._store_answers():
            lost = count_text(len(self._unstored_attempts), "answer")
            self._messages.add_first(f"{lost} could not be stored in {self._path}")
            self.has_lost_answers = True
            self._unstored.clear()
        if self._opened:
            self._opened.close()

    def back_up(self) -> None:
        """Write a backup, if this run changed the database or no backup exists."""
        if self._opened:
            self._opened.back_up()

    # Answers

    def keep(self, attempt: Attempt, moments: Iterable[OwnMoment] = ()) -> None:
        """Store an attempt at once, and the moments that it answers, with their next dates.

        What cannot be stored now is stored with the next attempt, or by `close`.
        """
        self._unstored += [attempt, *moments]
        self._store_answers()

    def _store_answers(self) -> bool:
        rows = self._unstored
        is_stored = self._write(lambda db: _insert(db, rows, "REPLACE"))
        if is_stored:
            rows.clear()
        return is_stored

    @property
    def _unstored_attempts(self) -> list[Attempt]:
        return [row for row in self._unstored if isinstance(row, Attempt)]

    def attempts(self) -> list[Attempt]:
        """Return all attempts, the oldest first."""
        return [*self._read(Attempt, "ORDER BY n"), *self._unstored_attempts]

    # Own games

    def keep_game(
        self, game: ExaminedGame, moments: Iterable[OwnMoment], encounters: Iterable[Encounter]
    ) -> bool:
        """Store what an examined game has given; a game that is stored already stays as it is.

        Return whether the game is stored.
        """

        def insert(db: "Connection") -> None:
            if _insert(db, [game], "IGNORE"):
                _insert(db, [*moments, *encounters], "IGNORE")

        return self._write(insert)

    def drop_moments(self, moments: Iterable[OwnMoment]) -> None:
        """Store that moments are not asked any more."""
        dropped = [moment._replace(due="") for moment in moments]
        self._write(lambda db: _insert(db, dropped, "REPLACE"))

    def examined_games(self) -> list[ExaminedGame]:
        """Return the games that have been examined."""
        return self._read(ExaminedGame)

    def encounters(self) -> list[Encounter]:
        """Return the encounters of all games."""
        return self._read(Encounter)

    def moments(self, game: str) -> list[OwnMoment]:
        """Return the moments of a game, in order."""
        return self._read(OwnMoment, "WHERE game = ? ORDER BY moves", game)

    def due_moments(self, today: str) -> list[OwnMoment]:
        """Return the moments that are due on a date, those first that have waited longest."""
        condition = "WHERE due <> '' AND due <= ? ORDER BY due, game, moves"
        return self._read(OwnMoment, condition, today)

    def next_moments(self, today: str) -> list[OwnMoment]:
        """Return the moments of the first date after `today` on which any is due."""
        return self._read(
            OwnMoment, "WHERE due = (SELECT min(due) FROM moments WHERE due > ?)", today
        )

    # The database

    def _write(self, work: "Callable[[Connection], object]") -> bool:
        """Do the work in one transaction; return whether it succeeded.

        On failure add a message, unless another copy is writing for a second.
        """

        def transact(db: "Connection") -> bool:
            with db:
                db.execute("BEGIN IMMEDIATE")
                work(db)
            return True

        return bool(self._database.write(transact, wait=True))

    def _read(self, kind: type[_Row], condition: str = "", *values: str) -> list[_Row]:
        """Return the rows of a type; none if no database exists, or with a message on failure."""
        try:
            if not self._database.exists():
                return []
        except OSError as error:
            self._messages.add(f"the answers in {self._path} cannot be read: {reason_of(error)}")
            return []
        rows = self._database.read(lambda db: _select(db, kind, condition, values))
        if rows is None and not self._messages:
            self._messages.add("the course is in use by another copy of the program: try again")
        return rows or []

    @property
    def _database(self) -> "Database":
        from minesweeper.store.database import Database  # late: sqlite3

        if self._opened is None:
            self._opened = Database(
                self._path,
                LEARNING_SCHEMA,
                self._today,
                self._messages,
                longest_wait=self._longest_wait,
            )
        return self._opened


def _insert(
    db: "Connection", rows: Iterable[NamedTuple], if_stored: Literal["IGNORE", "REPLACE"]
) -> int:
    """Insert rows; ignore or replace those that are stored already. Return how many changed."""
    inserted = 0
    for row in rows:
        columns = ", ".join(row._fields)
        marks = ", ".join("?" * len(row))
        table = _TABLES[type(row)]
        statement = f"INSERT OR {if_stored} INTO {table} ({columns}) VALUES ({marks})"
        inserted += db.execute(statement, row).rowcount
    return inserted


def _select(
    db: "Connection", kind: type[_Row], condition: str, values: tuple[str, ...]
) -> list[_Row]:
    """Return the rows of a type that meet a condition; raise DamagedError for a wrong value."""
    columns = ", ".join(kind._fields)
    rows = db.execute(f"SELECT {columns} FROM {_TABLES[kind]} {condition}", values)
    types = kind.__annotations__.values()
    choices = [LEARNING_SCHEMA.choices.get(column) for column in kind._fields]
    return [kind._make(map(_value_of, row, types, choices)) for row in rows]


def _value_of(stored: object, kind: object, choices: Collection[object] | None) -> object:
    """Return a stored value as one of a type, and of the choices if only a few are allowed.

    Raise DamagedError if it is none.
    """
    if choices is None or stored in choices:
        if kind is int and isinstance(stored, int) and 0 <= stored <= MAX_TIME:
            return stored
        if kind is bool and stored in (0, 1):
            return stored == 1
        if kind not in (int, bool) and isinstance(stored, str) and stored.isascii():
            return stored
    raise DamagedError(f"an unexpected value: {stored!r}")
