"""The one SQLite file with the games that ended, shared by all copies of the program.

Write-ahead logging lets them read and write side by side. A file that is damaged, or not of our
version, is given another name and a new one begun; nothing is ever written over.
"""

import os
import sqlite3
from contextlib import AbstractContextManager, closing

from minesweeper.files import reason
from minesweeper.light import suppress
from minesweeper.records import APPLICATION, SCHEMA, VERSION
from minesweeper.typed import Callable, Final, TypeVar

T = TypeVar("T")

# SQLite keeps files of its own beside the database.
SUFFIXES: Final = ("", "-wal", "-shm")
DAMAGED: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


class ForeignError(Exception):
    """A database that another version, or another program, has written."""


class Database:
    """A connection that is made when it is needed, and made anew after whatever went wrong."""

    def __init__(
        self,
        path: str,
        today: str,
        say: Callable[[str], None],
        alone: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """`alone` keeps other copies away while a file is set aside, under a name with `today`."""
        self._path = path
        self._today = today
        self._say = say
        self._alone = alone
        self._connection: sqlite3.Connection | None = None
        # Which file is open: another copy may have set it aside, and begun a new one.
        self._file: tuple[int, int] | None = None

    def do(self, work: Callable[[sqlite3.Connection], T], patience: int) -> T | None:
        """Work with the database; None if that cannot be done now, or at all, as is then said.

        Another copy that writes is waited for `patience` milliseconds.
        """
        try:
            try:
                return work(self._connect(patience))
            except (sqlite3.DatabaseError, ForeignError) as error:
                if not _is_damage(error):
                    raise
                self._set_aside()
                return work(self._connect(patience))
        except (sqlite3.Error, ForeignError, OSError) as error:
            self.close()
            if not _name(error).startswith("SQLITE_BUSY"):
                self._say(f"games that end cannot be kept in {self._path}: {reason(error)}")
            return None

    def peek(self, query: Callable[[sqlite3.Connection], T]) -> T | None:
        """Ask where nothing can be written, not even what SQLite keeps beside the file."""
        path = self._path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        uri = f"file:{path}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as connection:
                return query(connection) if _is_ours(connection) else None
        except (sqlite3.Error, ForeignError) as error:
            self._say(f"the games in {self._path} cannot be read: {reason(error)}")
            return None

    def close(self) -> None:
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _connect(self, patience: int) -> sqlite3.Connection:
        if self._connection and self._file != _identity(self._path):
            self.close()
        if not self._connection:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            self._file = _identity(self._path)
            self._connection = sqlite3.connect(
                self._path, timeout=patience / 1000, isolation_level=None
            )
            _prepare(self._connection)
            self._file = _identity(self._path)
        self._connection.execute(f"PRAGMA busy_timeout = {patience}")
        return self._connection

    def _set_aside(self) -> None:
        """Rename the file that is open, unless another copy has done so."""
        self.close()
        with self._alone():
            if self._file is None or self._file != _identity(self._path):
                return
            name = self._free_name()
            for suffix in SUFFIXES:
                if os.path.exists(self._path + suffix):
                    os.rename(self._path + suffix, name + suffix)
        self._say(f"the history could not be read: it is set aside as {os.path.basename(name)}")

    def _free_name(self) -> str:
        base, extension = os.path.splitext(self._path)
        name, number = f"{base}-damaged-{self._today}{extension}", 1
        while os.path.lexists(name):
            number += 1
            name = f"{base}-damaged-{self._today}-{number}{extension}"
        return name


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file; ForeignError where other tables are."""
    is_ours = _is_ours(connection)
    if _pragma(connection, "journal_mode") != "wal":
        _pragma(connection, "journal_mode = wal")
    # Safe from kills; after a power cut the last games may be missing, never the file damaged.
    connection.execute("PRAGMA synchronous = NORMAL")
    if not is_ours:
        connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")


def _is_ours(connection: sqlite3.Connection) -> bool:
    """Whether our tables are there; ForeignError if anything else is.

    Asked in one transaction: between two, another copy may make the tables of a new file, which
    would then look like somebody else's.
    """
    connection.execute("BEGIN")
    written_by = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    has_tables = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    connection.execute("COMMIT")
    if written_by == (APPLICATION, VERSION):
        return True
    if written_by != (0, 0) or has_tables:
        raise ForeignError(f"it was written by another version: {written_by[1]}")
    return False


def _pragma(connection: sqlite3.Connection, text: str) -> object:
    row = connection.execute(f"PRAGMA {text}").fetchone()
    return row[0] if row else None


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _is_damage(error: Exception) -> bool:
    return isinstance(error, ForeignError) or _name(error).startswith(DAMAGED)


def _name(error: Exception) -> str:
    return getattr(error, "sqlite_errorname", "")
