"""The one SQLite file with the games that ended, shared by all copies of the program.

It has a rollback journal: with write-ahead logging, SQLite tries for ten seconds to begin where
locks fail, whatever timeout it is given. A file that is damaged, or not of our version, is renamed,
and the rows that can still be read begin a new one. Nothing is ever overwritten.
"""

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import MAX_TIME, parse_journal
from minesweeper.play.journal import VERSION as JOURNAL_VERSION
from minesweeper.settings.files import (
    Alone,
    check_regular,
    make_directory,
    make_file,
    make_private,
    read_file,
    reason,
)
from minesweeper.store.records import (
    APPLICATION,
    MIGRATION,
    NOT_COUNTED,
    SCHEMA,
    STATUSES,
    VERSION,
    DamagedError,
    are_chances,
)

if TYPE_CHECKING:
    from minesweeper.store.history import Messages

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

    def __init__(self, path: str, today: str, messages: "Messages") -> None:
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
        make_directory(os.path.dirname(self._path))
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


# Recovering the rows of a damaged one
#
# A damaged page hides its own rows, and a damaged first page the names of all tables. But every
# file of ours begins alike, so the first page of a new one can take its place.

COLUMNS: Final[Mapping[str, str]] = {
    "games": "id, begun, width, height, mines, first, no_guess, on_guess, win, kind, seed, name,"
    " status, ending, milliseconds, bbbv, solved, clicks, counted, unaided, record, reasons",
    "journals": "id, lines, text",
    "luck": "id, guesses, survived, expected, lost_by",
}
KINDS_OF_VALUES: Final[Mapping[str, tuple[type, ...]]] = {
    "games": (str, str, int, int, int, str, int, *[str] * 7, *[int] * 7, str),
    "journals": (str, int, bytes),
    "luck": (str, int, int, float, str),
}
# After so many damaged places the rest of a table is given up.
MOST_FAULTS: Final = 1_000
MOST_BYTES: Final = 1 << 29
LEAST_BYTES_OF_A_ROW: Final = 16
MOST_BYTES_WRITTEN_AHEAD: Final = 1 << 22
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError, MemoryError)

Row = tuple[Any, ...]
Tables = dict[str, dict[str, Row]]
"""The rows of each table by their ids, the oldest first."""


def read_tables(path: str) -> Tables:
    """Return all rows that can be read and that we may have written."""
    tables: Tables = {name: {} for name in COLUMNS}
    data = read_file(path, MOST_BYTES)
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    with suppress(*FAULTS), closing(sqlite3.connect(f"file:{quoted}?mode=ro", uri=True)) as db:
        _read_all(db, len(data), tables)
    # Some interpreters, PyPy for one, cannot read a database from memory.
    with suppress(*FAULTS, AttributeError), closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(_with_first_page(data))
        _read_all(db, len(data), tables)
    return tables


def insert_tables(db: sqlite3.Connection, tables: Tables) -> int:
    """Add the rows that are not there yet; return how many games were given."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for name, rows in tables.items():
            places = ", ".join("?" * len(KINDS_OF_VALUES[name]))
            sql = f"INSERT OR IGNORE INTO {name} ({COLUMNS[name]}) VALUES ({places})"
            db.executemany(sql, rows.values())
        db.execute(NOT_COUNTED)  # the rows may be of the first version
    return len(tables["games"])


def _with_first_page(data: bytes) -> bytes:
    """Return the data of a file with the first page of a new one."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        new: bytes = db.serialize()
    size = int.from_bytes(new[16:18], "big")
    pages = len(data) // size
    return new[:28] + pages.to_bytes(4, "big") + bytes(8) + new[40:size] + data[size : pages * size]


def _read_all(db: sqlite3.Connection, size: int, tables: Tables) -> None:
    most = (size + MOST_BYTES_WRITTEN_AHEAD) // LEAST_BYTES_OF_A_ROW
    for name, found in tables.items():
        with suppress(*FAULTS):  # not even the name of the table may be readable
            db.execute(f"SELECT 1 FROM {name} LIMIT 0")
            for row in _scan(db, name, most):
                if row[0] not in found and _is_sound(name, row):
                    found[row[0]] = row


def _scan(db: sqlite3.Connection, table: str, most: int) -> list[Row]:
    """Return the rows of a table in order, without those that cannot be read."""
    sql = f"SELECT rowid, {COLUMNS[table]} FROM {table} NOT INDEXED"
    sql += " WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    found: list[Row] = []
    spans, faults = [(1, most)], 0
    while spans and faults < MOST_FAULTS:
        low, high = spans.pop()
        try:
            for number, *row in db.execute(sql, (low, high)):
                found.append(tuple(row))
                low = number + 1
        except FAULTS:
            faults += 1
            if low < high:
                middle = (low + high) // 2
                spans += [(middle + 1, high), (low, middle)]
    return found


def _is_sound(table: str, row: Row) -> bool:
    """Return whether we may have written the row: SQLite has no checksums."""
    if any(type(v) is not kind for v, kind in zip(row, KINDS_OF_VALUES[table], strict=True)):
        return False
    if not all(0 <= v <= MAX_TIME for v in row if isinstance(v, int | float)):
        return False
    if table == "luck":
        return are_chances(*row[1:4])
    return table != "games" or _is_game(dict(zip(COLUMNS[table].split(", "), row, strict=True)))


def _is_game(row: Mapping[str, Any]) -> bool:
    setup = "{width} {height} {mines} {first} {win} no no {on_guess}".format_map(row)
    origin = f"{row['kind']} {row['seed'] or '-'} {row['name'] or '-'}"
    head = (
        f"{JOURNAL_VERSION}\nid {row['id']}\nbegun {row['begun']}\nsetup {setup}\norigin {origin}\n"
    )
    try:
        parse_journal(head)
    except NotationError:
        return False
    switches = {row[name] for name in ("no_guess", "counted", "unaided", "record")}
    texts = row["name"] + row["reasons"].replace("\n", "")
    has_ended = row["status"] in STATUSES and row["ending"] in ("", "cleared", "flagged")
    return has_ended and switches <= {0, 1} and texts.isprintable()
