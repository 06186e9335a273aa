"""The tables of the database, and the check of values that are read from them."""

from collections.abc import Sequence
from typing import Final

# "mine" in ASCII, by which SQLite files of this program are recognized.
APPLICATION: Final = 0x6D696E65
SCHEMA_VERSION: Final = 2

# The index `by_table` holds every value that a summary needs, in the right order, so that summaries
# never read the rows.
SCHEMA: Final = f"""
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
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {SCHEMA_VERSION};
"""
# The 3BV solved in a second, as SQL.
SPEED: Final = "1000.0 * solved / milliseconds"
NUMBER_OR_NULL: Final = (int, float, type(None))
STATUSES: Final = ("won", "lost", "abandoned")


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
