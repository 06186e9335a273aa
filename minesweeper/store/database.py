"""An SQLite file that all running copies of the program share, with its lock and its backups.

It uses a rollback journal: with write-ahead logging, SQLite ignores the timeout and tries for ten
seconds on a file system where locks fail. Damaged indexes are rebuilt. A file with other damage, or
of another version, is kept under another name and replaced by the newer sound backup of two, or by
an empty file.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final, TypeVar

from minesweeper.engine.notation import count_text
from minesweeper.settings.safe_files import (
    DATABASE_WAIT,
    FileLock,
    check_regular,
    make_directory,
    make_file,
    make_private,
    reason_of,
    replace_file,
    unused_path,
)
from minesweeper.store.messages import Messages
from minesweeper.store.schema import DamagedError, Schema
from minesweeper.store.sqlite import Connection, Error, check_available, connect
from minesweeper.store.sqlite_file import (
    FAILURES,
    SUFFIXES,
    check_sound,
    copy_sound,
    error_name,
    is_busy,
    is_ours,
    prepare,
    rebuild_indexes,
    write_copy,
    write_empty,
)

_T = TypeVar("_T")

DRAFT: Final = ".new"
# For how many milliseconds to wait, unless asked to wait, for another copy that is writing.
SHORT_WAIT: Final = 10
# Errors of the disk, the system or another copy. Any other error of our statements means damage.
_NO_DAMAGE = "BUSY LOCKED READONLY IOERR FULL CANTOPEN PROTOCOL PERM AUTH NOLFS NOMEM"
NO_DAMAGE: Final = tuple(f"SQLITE_{name}" for name in _NO_DAMAGE.split())
DAMAGED: Final = ("malformed", "not a database", "Could not decode")


class Database:
    """A connection that is opened when it is needed, and opened again after any failure.

    With `wait`, a method gives another copy that is writing up to a second to finish.
    """

    def __init__(
        self,
        path: str,
        schema: Schema,
        today: str,
        messages: Messages,
        *,
        longest_wait: int = DATABASE_WAIT,
    ) -> None:
        """Use the file at `path`. A damaged one gets a name that ends with the date `today`.

        The longest wait for another copy is in milliseconds.
        """
        self._path = path
        self._longest_wait = longest_wait
        self._schema = schema
        base, extension = os.path.splitext(path)
        self._lock = f"{base}.lock"
        # The newer backup first.
        self._backups = [f"{base}-backup-{number}{extension}" for number in (1, 2)]
        self._today = today
        self._messages = messages
        self._connection: Connection | None = None
        # The device and inode of the open file: another copy may have replaced it.
        self._file: tuple[int, int] | None = None
        self._has_changed = False

    def write(self, work: Callable[[Connection], _T], *, wait: bool = False) -> _T | None:
        """Call `work` with a connection and return its result; return None if it fails.

        On failure add a message, unless another copy is writing.
        """
        complaint = f"{self._schema.new_rows} cannot be stored in {self._path}"
        return self._try(work, complaint, wait=wait)

    def read(self, query: Callable[[Connection], _T]) -> _T | None:
        """Return the answer to a query; wait up to a second for a copy that is writing.

        If the file cannot be read, add a message and return None. A read-only file is read, but not
        repaired.
        """
        complaint = f"the {self._schema.noun}s in {self._path} cannot be read"
        if self._is_writable():
            return self._try(query, complaint, wait=True)
        try:
            self._check_files()
            with closing(self._open_to_read()) as db:
                if not is_ours(db, self._schema):
                    raise DamagedError("it is empty")
                return query(db)
        except (*FAILURES, OSError) as error:
            self._messages.add(f"{complaint}: {reason_of(error)}")
            return None

    def is_sound(self, *, wait: bool) -> bool:
        """Return whether the file is sound now; a damaged one is repaired first.

        Say nothing if this Python has no SQLite: games of earlier runs wait for one that has.
        """
        try:
            check_available()
        except OSError:
            return False
        return bool(self.write(lambda db: check_sound(db, self._schema), wait=wait))

    def exists(self) -> bool:
        """Return whether the file or a backup exists; raise OSError if that is unknown.

        Also raise it if this Python has no SQLite.
        """
        check_available()
        return any(map(_exists, (self._path, *self._backups)))

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        if self._connection:
            self._has_changed |= self._connection.total_changes > 0
            with suppress(Error):
                self._connection.close()
        self._connection = None

    def _try(self, work: Callable[[Connection], _T], complaint: str, *, wait: bool) -> _T | None:
        try:
            return self._try_with_repairs(work, wait)
        except (*FAILURES, OSError) as error:
            self.close()
            if not is_busy(error):
                self._messages.add(f"{complaint}: {reason_of(error)}")
            return None

    def _try_with_repairs(self, work: Callable[[Connection], _T], wait: bool) -> _T:
        """Do the work; if the file turns out to be damaged, repair it and try again."""
        for repair in (self._rebuild_indexes, self._restore):
            try:
                return work(self._connect(wait))
            except FAILURES as error:
                if not self._is_damage(error):
                    raise
            # Not in the handler: there the error keeps its statement, and that a lock on the file.
            self.close()
            repair(wait)
        return work(self._connect(wait))

    def _connect(self, wait: bool) -> Connection:
        if self._connection and self._file != _identity(self._path):
            self.close()
        milliseconds = self._longest_wait if wait else SHORT_WAIT
        if not self._connection:
            check_available()
            self._check_files()
            self._make_files()
            self._file = _identity(self._path)
            if not os.path.getsize(self._path) and any(map(_exists, self._backups)):
                raise DamagedError("it is empty")
            self._connection = connect(
                self._path, timeout=milliseconds / 1000, isolation_level=None
            )
            prepare(self._connection, self._schema)
        self._connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
        return self._connection

    def _check_files(self) -> None:
        """Raise OSError unless every file that SQLite would open here is a regular file."""
        for suffix in SUFFIXES:
            check_regular(self._path + suffix)

    def _make_files(self) -> None:
        """Create the file, and make it and SQLite's files beside it private."""
        make_directory(os.path.dirname(self._path))
        for suffix in SUFFIXES:
            make_private(self._path + suffix)
        make_file(self._path)

    def _open_to_read(self) -> Connection:
        from pathlib import Path  # late: read-only homes are rare

        uri = f"{Path(self._path).absolute().as_uri()}?mode=ro"
        seconds = self._longest_wait / 1000
        return connect(uri, uri=True, timeout=seconds, isolation_level=None)

    def _is_writable(self) -> bool:
        is_file_writable = os.access(self._path, os.W_OK) or not os.path.exists(self._path)
        return is_file_writable and os.access(os.path.dirname(self._path), os.W_OK)

    # Backups

    def back_up(self) -> None:
        """Replace the older backup by a new one, if this run changed the database.

        Also write a backup if the database has none yet.
        """
        self.close()
        has_none = self._is_writable() and not any(map(_exists, self._backups))
        if self._has_changed or (has_none and _exists(self._path)):
            complaint = f"the backup of {self._path} cannot be written"
            self._try(self._back_up, complaint, wait=True)
            self.close()
            self._has_changed = False

    def _back_up(self, db: Connection) -> None:
        newer, older = self._backups
        with FileLock(self._lock), _draft_of(newer) as draft:
            with db:
                db.execute("BEGIN")
                check_sound(db, self._schema)
                write_copy(db, draft)
            # A kill at any moment leaves at least one whole backup under its name.
            if os.path.lexists(newer):
                replace_file(newer, older)
            replace_file(draft, newer)

    # Damage

    def _is_damage(self, error: Exception) -> bool:
        if not isinstance(error, Error):
            return True
        name = error_name(error)
        if not name:  # raised by Python itself
            return any(words in str(error) for words in DAMAGED)
        if name == "SQLITE_READONLY":  # damage can make SQLite think so
            return self._is_writable()
        return not name.startswith(NO_DAMAGE)

    def _rebuild_indexes(self, wait: bool) -> None:
        """Rebuild the indexes if that makes the file sound; otherwise leave it unchanged."""
        try:
            rebuild_indexes(self._connect(wait))
        except FAILURES as error:
            self.close()
            if not self._is_damage(error):
                raise

    def _restore(self, wait: bool) -> None:
        """Replace the file by the newest sound backup, or by an empty database if there is none.

        Keep the damaged file under another name. Do nothing if another copy has already done it.
        """
        try:
            with FileLock(self._lock, wait=wait), _draft_of(self._path) as draft:
                if self._file != _identity(self._path):
                    return
                rows = self._write_draft(draft)
                kept_path = self._keep_damaged(draft)
        except OSError as error:
            why = f"it is damaged, and cannot be repaired: {reason_of(error)}"
            raise OSError(error.errno, why) from None
        if rows is None:
            remedy = "starts empty, as there is no sound backup"
        else:
            remedy = f"was restored with {count_text(rows, self._schema.noun)}"
        if kept_path:
            text = f"could not be read and {remedy}; the unreadable file is now {kept_path}"
        else:
            text = f"was missing and {remedy}"
        self._messages.add(f"{self._schema.name} {text}")

    def _write_draft(self, draft: str) -> int | None:
        """Write the file that replaces the damaged one; return its number of rows.

        Return None if no backup is sound, so that the file is empty.
        """
        for path in self._backups:
            with suppress(*FAILURES, OSError):
                return copy_sound(path, draft, self._schema)
        write_empty(draft, self._schema)
        return None

    def _keep_damaged(self, draft: str) -> str:
        """Replace the damaged file by the draft; return where it was moved, "" if it was empty.

        Copy it instead of renaming it, so that the path always leads to a file.
        """
        from shutil import copyfile  # late: it is only needed for a damaged file

        base, extension = os.path.splitext(self._path)
        kept_path = unused_path(f"{base}-damaged-{self._today}", extension)
        suffixes = [suffix for suffix in SUFFIXES if os.path.exists(self._path + suffix)]
        try:
            for suffix in suffixes:
                make_file(kept_path + suffix)
                copyfile(self._path + suffix, kept_path + suffix)
            for suffix in suffixes[1:]:  # SQLite would apply them to the draft
                os.remove(self._path + suffix)
            replace_file(draft, self._path)
        except OSError:
            if suffixes == [""]:  # nothing has changed: on Windows another copy may have it open
                with suppress(OSError):
                    os.remove(kept_path)
            raise
        if not os.path.getsize(kept_path):
            os.remove(kept_path)
            return ""
        return kept_path


@contextmanager
def _draft_of(path: str) -> Iterator[str]:
    """Yield the path of a file that is to replace another; remove it if it was not used."""
    draft = path + DRAFT
    try:
        yield draft
    finally:
        with suppress(OSError):  # missing, if it has replaced the other file
            os.remove(draft)


def _exists(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
