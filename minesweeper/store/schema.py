"""What a database holds, the tables of the history, and the check of values that are read."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, get_args

from minesweeper.engine.setup import FirstReveal, OnGuess, WinRule
from minesweeper.play.journal import Kind
from minesweeper.play.session import Ending

STATUSES: Final = ("won", "lost", "abandoned")


class Schema(NamedTuple):
    """What a database of this program holds, and how messages name it."""

    application: int
    """Four bytes by which its files are recognized."""
    version: int
    tables: str
    """The SQL that makes its tables and indexes."""
    choices: Mapping[str, tuple[object, ...]]
    """The values of the columns that allow only a few."""
    conditions: Mapping[str, str]
    """The tables whose values are checked, each with a condition on whole rows."""
    name: str
    """Such as "the history"; its verb is singular."""
    noun: str
    """What messages count, such as "game": the rows of the table "games"."""
    new_rows: str
    """What is added to it, such as "finished games"."""


# The index `by_table` holds every value that a summary needs, in the right order, so that summaries
# never read the rows.
_HISTORY_TABLES: Final = """
    CREATE TABLE games (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        begun TEXT NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        mines INTEGER NOT NULL,
        first TEXT NOT NULL,
        no_guess INTEGER NOT NULL,
        on_guess TEXT NOT NULL,
        win TEXT NOT NULL,
        kind TEXT NOT NULL,
        seed TEXT NOT NULL,
        name TEXT NOT NULL,
        status TEXT NOT NULL,
        ending TEXT NOT NULL,
        milliseconds INTEGER NOT NULL,
        bbbv INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        clicks INTEGER NOT NULL,
        counted INTEGER NOT NULL,
        unaided INTEGER NOT NULL,
        record INTEGER NOT NULL,
        reasons TEXT NOT NULL
    );
    CREATE INDEX by_table ON games (
        width, height, mines, first, no_guess, on_guess, begun, n,
        status, ending, milliseconds, solved, unaided, record
    ) WHERE counted;
    CREATE INDEX by_date ON games (begun, n);
    CREATE INDEX by_name ON games (name, begun, n) WHERE kind = 'daily';
    CREATE TABLE journals (
        id TEXT PRIMARY KEY,
        lines INTEGER NOT NULL,
        text BLOB NOT NULL
    );
    CREATE TABLE luck (
        id TEXT PRIMARY KEY,
        guesses INTEGER NOT NULL,
        survived INTEGER NOT NULL,
        expected REAL NOT NULL,
        lost_by TEXT NOT NULL
    );
"""
HISTORY_SCHEMA: Final = Schema(
    application=int.from_bytes(b"mine", "big"),
    version=2,
    tables=_HISTORY_TABLES,
    choices={
        "first": get_args(FirstReveal),
        "on_guess": get_args(OnGuess),
        "win": get_args(WinRule),
        "kind": get_args(Kind),
        "status": STATUSES,
        "ending": get_args(Ending),
    },
    # A journal is checked when it is read, as a damaged one affects no other.
    conditions={"games": "true", "luck": "max(survived, expected) <= guesses"},
    name="the history",
    noun="game",
    new_rows="finished games",
)
# The 3BV solved in a second, as SQL.
SPEED: Final = "1000.0 * solved / milliseconds"
NUMBER_OR_NULL: Final = (int, float, type(None))


class DamagedError(Exception):
    """The database holds a value that this program cannot have written."""


def check_types(values: Sequence[object], *kinds: tuple[type, ...]) -> None:
    """Raise DamagedError for a value of another type than those allowed for it.

    SQLite does not check the types of the values in a damaged row.
    """
    for value, allowed in zip(values, kinds, strict=True):
        if type(value) not in allowed:
            raise DamagedError(f"an unexpected {type(value).__name__}")


def are_possible_guesses(guesses: int, survived: int, expected: float) -> bool:
    """Return whether the numbers are possible: no chance of survival is above 1, or infinite."""
    return 0 <= survived <= guesses and 0 <= expected <= guesses
