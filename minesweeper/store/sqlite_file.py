"""One SQLite file: its version, whether it is sound, and copies of it.

SQLite has no checksums. Its own checks find damaged pages and indexes. A wrong value in a row is
found by the functions that read it, which raise DamagedError.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final

from minesweeper.play.journal import MAX_TIME
from minesweeper.settings.safe_files import check_regular, make_file
from minesweeper.store.schema import DamagedError, Schema
from minesweeper.store.sqlite import Connection, Error, check_available, connect

# SQLite may open files with these suffixes after the name of the database.
SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
# The conditions on the values of columns that allow many, by type. We only write ASCII: any other
# text is damaged, and Python may be unable to read it. The limit of numbers keeps sums from
# overflowing.
VALUES: Final = {
    "TEXT": "typeof({0}) = 'text' AND {0} NOT GLOB '*[^\x01-\x7f]*'",
    "INTEGER": f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {MAX_TIME}",
    "REAL": f"typeof({{0}}) = 'real' AND {{0}} BETWEEN 0 AND {MAX_TIME}",
}
IDS: Final = "typeof(id) = 'text' AND id NOT GLOB '*[^0-9a-f]*'"


class ForeignError(Exception):
    """The database was written by another version or another program."""


# SQLite's messages quote names from the file, which Python may be unable to decode.
FAILURES: Final = (Error, UnicodeDecodeError, DamagedError, ForeignError)


def error_name(error: Exception) -> str:
    """Return SQLite's name of an error, like "SQLITE_FULL"; "" for other errors."""
    return getattr(error, "sqlite_errorname", "")


def is_busy(error: Exception) -> bool:
    """Return whether an operation failed because another copy of the program is writing."""
    return error_name(error).startswith("SQLITE_BUSY")


# The version


def prepare(db: Connection, schema: Schema) -> None:
    """Create the tables of a new file; raise ForeignError for a file that is not ours."""
    # A kill loses nothing, a power cut at most the last rows.
    db.execute("PRAGMA synchronous = NORMAL")
    if is_ours(db, schema):
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        if not _has_our_tables(db, schema):  # another copy may have been faster
            for statement in schema.tables.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {schema.application}")
            db.execute(f"PRAGMA user_version = {schema.version}")


def is_ours(db: Connection, schema: Schema) -> bool:
    """Return True if the file has our tables, False if it is empty.

    Raise ForeignError for the tables of another program or version. All values are read in one
    transaction: another copy may be creating the tables of a new file.
    """
    db.execute("BEGIN")
    has_tables = _has_our_tables(db, schema)
    db.execute("COMMIT")
    return has_tables


def _has_our_tables(db: Connection, schema: Schema) -> bool:
    written_by = _pragma(db, "application_id"), _pragma(db, "user_version")
    has_tables = db.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    if written_by != ((schema.application, schema.version) if has_tables else (0, 0)):
        raise ForeignError(f"it was written by another version: {written_by[1]}")
    return has_tables


def _pragma(db: Connection, text: str) -> object:
    row = db.execute(f"PRAGMA {text}").fetchone()
    return row[0] if row else None


# Whether it is sound


def check_sound(db: Connection, schema: Schema) -> bool:
    """Return True if the file is sound; raise one of FAILURES if a page or a value is damaged."""
    _check(db, "quick_check(1)")
    with _new_database(schema) as new:
        for table, rule in schema.conditions.items():
            columns = _columns(db, table)
            if columns != _columns(new, table):
                raise DamagedError(f"the file is damaged: a wrong column in {table}")
            rules = [rule, *(_rule(name, kind, schema) for name, kind in columns)]
            damaged = f"SELECT 1 FROM {table} WHERE NOT ({' AND '.join(rules)}) LIMIT 1"
            if db.execute(damaged).fetchone():
                raise DamagedError(f"the file is damaged: a wrong value in {table}")
    return True


def _columns(db: Connection, table: str) -> list[tuple[str, str]]:
    """Return the names of the columns of a table and their types."""
    return [(name, kind) for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")]


def _rule(column: str, kind: str, schema: Schema) -> str:
    """Return the SQL condition on the values of a column."""
    if choices := schema.choices.get(column):  # faster than a list
        return f"({' OR '.join(f'{column} = {choice!r}' for choice in choices)})"
    return IDS if column == "id" else VALUES[kind].format(column)


def _check(db: Connection, pragma: str) -> None:
    found = _pragma(db, pragma)
    if found != "ok":
        raise DamagedError(f"the file is damaged: {found}")


def rebuild_indexes(db: Connection) -> None:
    """Rebuild the indexes, if that makes the file sound.

    Otherwise leave the file unchanged, and raise DamagedError or one of SQLite's errors.
    """
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("REINDEX")
        _check(db, "integrity_check(1)")


def local_time(utc: str) -> tuple[str, str]:
    """Return the local date and time of day of a time in UTC; "" for what is not a time.

    Without SQLite the date is that of UTC, and the time of day is "".
    """
    sql = "SELECT date(?, 'localtime'), strftime('%H:%M', ?, 'localtime')"
    try:
        check_available()
    except OSError:
        return utc.partition("T")[0], ""
    with closing(connect(":memory:")) as db:
        day, time_of_day = db.execute(sql, [utc, utc]).fetchone()
    return day or "", time_of_day or ""


# Copies of it


def write_copy(db: Connection, path: str) -> None:
    """Write a copy of the database into a new private file; raise Error or OSError.

    No process may have the path open. The caller renames the file once it is complete.
    """
    for suffix in reversed(SUFFIXES):  # left by a copy of the program that was killed
        with suppress(FileNotFoundError):
            os.remove(path + suffix)
    make_file(path)
    with closing(connect(path, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        db.backup(copy)


def write_empty(path: str, schema: Schema) -> None:
    """Write a database without rows into a new private file, as `write_copy` does."""
    with _new_database(schema) as db:
        write_copy(db, path)


@contextmanager
def _new_database(schema: Schema) -> Iterator[Connection]:
    """Yield a database without rows, in memory."""
    with closing(connect(":memory:", isolation_level=None)) as db:
        prepare(db, schema)
        yield db


def copy_sound(path: str, copy: str, schema: Schema) -> int:
    """Write a copy of a sound file, as `write_copy` does; return its number of games or other rows.

    Raise one of FAILURES or OSError if the file is missing, damaged or not ours.
    """
    check_regular(path)
    os.lstat(path)  # SQLite would create a missing file
    with closing(connect(path, isolation_level=None)) as db:
        if not is_ours(db, schema):
            raise DamagedError("it is empty")
        check_sound(db, schema)
        write_copy(db, copy)
        rows: int = db.execute(f"SELECT count(*) FROM {schema.noun}s").fetchone()[0]
        return rows
