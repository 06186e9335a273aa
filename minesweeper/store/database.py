"""The one SQLite file with the games that ended, shared by all copies of the program.

It has a rollback journal: with write-ahead logging, SQLite tries for ten seconds to begin where
locks fail, whatever timeout it is given. A file that is damaged, or not of our version, is renamed,
and the rows that can still be read begin a new one. Nothing is ever overwritten.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Final, TypeVar

from minesweeper.settings.files import (
    Alone,
    check_regular,
    make_directory,
    make_file,
    make_private,
    reason,
)
from minesweeper.store.messages import Messages
from minesweeper.store.records import APPLICATION, MIGRATION, SCHEMA, VERSION, DamagedError
from minesweeper.store.salvage import insert_tables, read_tables

T = TypeVar("T")

# SQLite keeps files of its own beside the database: the first version wrote ahead.
SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
DRAFT: Final = ".new"
LOCK: Final = "history.lock"
# How many milliseconds another copy that writes is waited for.
BRIEFLY: Final = 10
PATIENTLY: Final = 900
# Errors of the disk, the system or another copy. Our statements cause no others, unless the file is
# damaged.
_NO_DAMAGE = "BUSY LOCKED READONLY IOERR FULL CANTOPEN PROTOCOL PERM AUTH NOLFS NOMEM"
NO_DAMAGE: Final = tuple(f"SQLITE_{name}" for name in _NO_DAMAGE.split())
DAMAGED: Final = ("malformed", "not a database", "Could not decode")

# What brings the tables of each known version up to date.
SCRIPTS: Final = {0: SCHEMA, 1: MIGRATION, VERSION: ""}


class ForeignError(Exception):
    """A database that a later version or another program has written."""


# SQLite's messages quote names in the file, which Python may not be able to decode.
FAILURES: Final = (sqlite3.Error, UnicodeDecodeError, DamagedError, ForeignError)


class Database:
    """A connection that is made when it is needed, and made anew after any failure.

    With `wait` another copy that writes is waited for, for most of a second.
    """

    def __init__(self, path: str, today: str, messages: Messages) -> None:
        """Use the file at the path; one that has to be set aside is named after `today`."""
        self._path = path
        self._today = today
        self._messages = messages
        self._connection: sqlite3.Connection | None = None
        # Which file is open: another copy may have set it aside, and begun a new one.
        self._file: tuple[int, int] | None = None

    def write(self, work: Callable[[sqlite3.Connection], T], *, wait: bool = False) -> T | None:
        """Return what work with the database returns; None, with a message, if it fails.

        No message is added if another copy is writing.
        """
        try:
            try:
                return work(self._connect(wait))
            except FAILURES as error:
                if not self._is_damage(error):
                    raise
                self._set_aside(wait)
                return work(self._connect(wait))
        except (*FAILURES, OSError) as error:
            self.close()
            if not _name(error).startswith("SQLITE_BUSY"):
                text = f"finished games cannot be stored in {self._path}: {reason(error)}"
                self._messages.add(text)
            return None

    def read(self, query: Callable[[sqlite3.Connection], T]) -> T | None:
        """Return the answer to a query, as `write` does, waiting for another copy.

        Query a temporary copy of a file that cannot be written.
        """
        if self._is_writable():
            return self.write(query, wait=True)
        from tempfile import TemporaryDirectory  # late: few homes can only be read

        try:
            with TemporaryDirectory() as directory:
                return self._read_copy(query, directory)
        except (*FAILURES, OSError) as error:
            self._messages.add(f"the games in {self._path} cannot be read: {reason(error)}")
            return None

    def _read_copy(self, query: Callable[[sqlite3.Connection], T], directory: str) -> T:
        """Query a copy in a directory, with what SQLite has not yet moved into the file."""
        from shutil import copyfile

        self._check_files()
        copy = os.path.join(directory, os.path.basename(self._path))
        for suffix in SUFFIXES:
            if os.path.exists(self._path + suffix):
                copyfile(self._path + suffix, copy + suffix)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            _prepare(connection)
            return query(connection)

    def _is_writable(self) -> bool:
        return os.access(self._path, os.W_OK) and os.access(os.path.dirname(self._path), os.W_OK)

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _connect(self, wait: bool) -> sqlite3.Connection:
        if self._connection and self._file != _identity(self._path):
            self.close()
        milliseconds = PATIENTLY if wait else BRIEFLY
        if not self._connection:
            self._check_files()
            self._file = _identity(self._path)
            self._make_files()
            self._connection = sqlite3.connect(
                self._path, timeout=milliseconds / 1000, isolation_level=None
            )
            _prepare(self._connection)
            self._file = _identity(self._path)
        self._connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
        return self._connection

    def _check_files(self) -> None:
        """Raise OSError unless all that SQLite would open here is a regular file."""
        for suffix in SUFFIXES:
            check_regular(self._path + suffix)

    def _make_files(self) -> None:
        """Make the file, and make it and what SQLite keeps beside it private."""
        directory = os.path.dirname(self._path)
        make_directory(directory)
        make_private(directory)
        for suffix in SUFFIXES:
            make_private(self._path + suffix)
        make_file(self._path)

    def _is_damage(self, error: Exception) -> bool:
        if not isinstance(error, sqlite3.Error):
            return True
        name = _name(error)
        if not name:  # raised by Python itself
            return any(words in str(error) for words in DAMAGED)
        if name == "SQLITE_READONLY":  # damage can make SQLite think so
            return self._is_writable()
        return not name.startswith(NO_DAMAGE)

    def _set_aside(self, wait: bool) -> None:
        """Rename the file that was open, unless another copy has; begin a new one with its rows."""
        self.close()
        with Alone(os.path.join(os.path.dirname(self._path), LOCK), wait=wait):
            if self._file is None or self._file != _identity(self._path):
                return
            draft, games = self._draft()
            name = self._free_name()
            for suffix in SUFFIXES:
                if os.path.exists(self._path + suffix):
                    os.rename(self._path + suffix, name + suffix)
            os.rename(draft, self._path)
        text = f"the history could not be read: it was set aside as {os.path.basename(name)}"
        self._messages.add(text + (f"; games recovered: {games}" if games else ""))

    def _draft(self) -> tuple[str, int]:
        """Make a new file of the rows that can be read; return its path and number of games."""
        draft = self._path + DRAFT
        for suffix in SUFFIXES:
            with suppress(FileNotFoundError):  # of a copy that was killed here
                os.remove(draft + suffix)
        make_file(draft)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            _prepare(connection)
            return draft, insert_tables(connection, read_tables(self._path))

    def _free_name(self) -> str:
        base, extension = os.path.splitext(self._path)
        name, number = f"{base}-damaged-{self._today}{extension}", 1
        while os.path.lexists(name):
            number += 1
            name = f"{base}-damaged-{self._today}-{number}{extension}"
        return name


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file or bring old ones up to date; raise ForeignError for others."""
    version = _version(connection)
    if _pragma(connection, "journal_mode") == "wal":
        with suppress(sqlite3.OperationalError):  # another copy has it open: then later
            _pragma(connection, "journal_mode = delete")
    # Safe from kills, and from power cuts but for the last games.
    connection.execute("PRAGMA synchronous = NORMAL")
    if version != VERSION:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            # Read again: another copy may have been faster.
            for statement in SCRIPTS[_written_version(connection)].split(";"):
                connection.execute(statement)


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of our tables, 0 in an empty file; raise ForeignError for anything else.

    One transaction: between two, another copy may make the tables of a new file, which would then
    look like another program's.
    """
    connection.execute("BEGIN")
    version = _written_version(connection)
    connection.execute("COMMIT")
    return version


def _written_version(connection: sqlite3.Connection) -> int:
    written_by = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    has_tables = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    for version in SCRIPTS:
        if written_by == (APPLICATION if version else 0, version) and has_tables == bool(version):
            return version
    raise ForeignError(f"it was written by another version: {written_by[1]}")


def _pragma(connection: sqlite3.Connection, text: str) -> object:
    row = connection.execute(f"PRAGMA {text}").fetchone()
    return row[0] if row else None


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _name(error: Exception) -> str:
    return getattr(error, "sqlite_errorname", "")
