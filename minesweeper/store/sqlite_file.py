"""One SQLite file of games: its version, whether it is sound, copies of it.

SQLite has no checksums. `check` finds damaged pages and indexes; what is wrong in a row is found by
those who read it, who raise DamagedError.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import Final

from minesweeper.play.journal import MAX_TIME
from minesweeper.settings.files import check_regular, make_file
from minesweeper.store.records import APPLICATION, MIGRATION, SCHEMA, VERSION, DamagedError

# SQLite keeps files of its own beside the database: the first version wrote ahead.
SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
# What brings the tables of each known version up to date.
SCRIPTS: Final = {0: SCHEMA, 1: MIGRATION, VERSION: ""}
TABLES: Final = ("games", "journals", "luck")
# What is tried, one after the other, with a game that cannot be read.
REMEDIES: Final = (
    "DELETE FROM luck WHERE id = (SELECT id FROM games WHERE n = ?)",
    "DELETE FROM games WHERE n = ?",
)


class ForeignError(Exception):
    """A database that a later version or another program has written."""


# SQLite's messages quote names in the file, which Python may not be able to decode.
FAILURES: Final = (sqlite3.Error, UnicodeDecodeError, DamagedError, ForeignError)


def error_name(error: Exception) -> str:
    """Return SQLite's name of an error, as in SQLITE_FULL; empty if it is none of SQLite's."""
    return getattr(error, "sqlite_errorname", "")


def is_busy(error: Exception) -> bool:
    """Return whether another copy of the program is writing."""
    return error_name(error).startswith("SQLITE_BUSY")


# The version


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables of a new file or bring old ones up to date; raise ForeignError for others."""
    version = _version(db)
    if _pragma(db, "journal_mode") == "wal":
        with suppress(sqlite3.OperationalError):  # another copy has it open: then later
            _pragma(db, "journal_mode = delete")
    # Safe from kills, and from power cuts but for the last games.
    db.execute("PRAGMA synchronous = NORMAL")
    if version != VERSION:
        with db:
            db.execute("BEGIN IMMEDIATE")
            # Read again: another copy may have been faster.
            for statement in SCRIPTS[_written_version(db)].split(";"):
                db.execute(statement)


def _version(db: sqlite3.Connection) -> int:
    """Return the version of our tables, 0 in an empty file; raise ForeignError for anything else.

    One transaction: between two, another copy may make the tables of a new file, which would then
    look like another program's.
    """
    db.execute("BEGIN")
    version = _written_version(db)
    db.execute("COMMIT")
    return version


def _written_version(db: sqlite3.Connection) -> int:
    written_by = _pragma(db, "application_id"), _pragma(db, "user_version")
    has_tables = db.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    for version in SCRIPTS:
        if written_by == (APPLICATION if version else 0, version) and has_tables == bool(version):
            return version
    raise ForeignError(f"it was written by another version: {written_by[1]}")


def _pragma(db: sqlite3.Connection, text: str) -> object:
    row = db.execute(f"PRAGMA {text}").fetchone()
    return row[0] if row else None


# Whether it is sound


def check_pages(db: sqlite3.Connection) -> bool:
    """Return True if every page can be read; raise DamagedError or an error of SQLite's if not."""
    return _check(db, "quick_check(1)")


def check_indexes(db: sqlite3.Connection) -> bool:
    """Return True if pages and indexes are sound; raise DamagedError or an error of SQLite's."""
    return _check(db, "integrity_check(1)")


def _check(db: sqlite3.Connection, pragma: str) -> bool:
    found = _pragma(db, pragma)
    if found != "ok":
        raise DamagedError(f"the file is damaged: {found}")
    return True


def rebuild_indexes(db: sqlite3.Connection) -> None:
    """Rebuild the indexes, if that makes the file sound.

    Otherwise leave it as it is, and raise DamagedError or an error of SQLite's.
    """
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("REINDEX")
        check_indexes(db)


# Copies of it


def write_copy(db: sqlite3.Connection, path: str) -> None:
    """Write a copy into a new file for the player alone; raise an error of SQLite's or OSError.

    Nobody may have the path open: it gets another name once it is whole.
    """
    for suffix in reversed(SUFFIXES):  # left by a copy of the program that was killed here
        with suppress(FileNotFoundError):
            os.remove(path + suffix)
    make_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        db.backup(copy)


def copy_sound(path: str) -> sqlite3.Connection:
    """Return a copy in memory; raise FAILURES or OSError where there is no sound file."""
    check_regular(path)
    os.lstat(path)  # where there is none SQLite would make one
    with closing(_open_to_copy(path)) as file:
        check_pages(file)
        if not _version(file):
            raise DamagedError("it is empty")
        prepare(file)
        copy = new_in_memory()
        for table in TABLES:
            _insert(copy, table, [*_newer_rows(copy, file, table)])
        return copy


def new_in_memory() -> sqlite3.Connection:
    """Return a database without games."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    prepare(db)
    return db


def add_readable_rows(db: sqlite3.Connection, path: str) -> None:
    """Add the rows that a damaged file has got since it was copied, as far as SQLite reads them.

    Raise an error of SQLite's if another copy of the program is writing.
    """
    with closing(_open_to_copy(path)) as damaged:
        for table in TABLES:
            rows = []
            try:
                for row in _newer_rows(db, damaged, table):
                    rows.append(row)  # noqa: PERF402  # those before an error are kept
            except FAILURES as error:
                if is_busy(error):
                    raise
            _insert(db, table, rows)


def _open_to_copy(path: str) -> sqlite3.Connection:
    """Open a file so that a text that is none is read as bytes, which no column of ours holds."""
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = _text_or_bytes
    return db


def _text_or_bytes(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _newer_rows(
    db: sqlite3.Connection, source: sqlite3.Connection, table: str
) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table that were written after the last one in `db`, the newest first."""
    [last] = db.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}").fetchone()
    sql = f"SELECT {_columns(db, table)} FROM {table} NOT INDEXED WHERE rowid > ?"
    return source.execute(f"{sql} ORDER BY rowid DESC", (last,))


def _insert(db: sqlite3.Connection, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Add rows, the last of them first; of two with an id the second is left out."""
    names = _columns(db, table)
    places = ", ".join("?" for _ in names.split())
    sql = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"
    db.executemany(sql, reversed(rows))


def _columns(db: sqlite3.Connection, table: str) -> str:
    return ", ".join(name for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))


def drop_damaged_rows(db: sqlite3.Connection) -> None:
    """Delete the rows that we cannot have written, so that the others can be shown."""
    for table in TABLES:
        faults = []
        for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})"):
            faults.append(f"typeof({name}) != '{kind.lower()}'")
            if kind in ("INTEGER", "REAL"):
                faults.append(f"{name} NOT BETWEEN 0 AND {MAX_TIME}")
        db.execute(f"DELETE FROM {table} WHERE {' OR '.join(faults)}")
    for (number,) in db.execute("SELECT n FROM games").fetchall():
        for remedy in REMEDIES:
            if _can_be_read(db, number):
                break
            db.execute(remedy, (number,))


def _can_be_read(db: sqlite3.Connection, number: int) -> bool:
    from minesweeper.store.listing import read_played  # late: only a damaged file needs it

    try:
        return bool(read_played(db, "WHERE n = ?", [number]))
    except DamagedError:
        return False
