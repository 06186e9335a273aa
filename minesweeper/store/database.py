"""The one SQLite file with the games that ended, shared by all copies of the program.

It has a rollback journal: with write-ahead logging, SQLite tries for ten seconds to begin where
locks fail, whatever timeout it is given. Damaged indexes are rebuilt. A file that is damaged
otherwise, or not of our version, is kept under another name, and the newest sound backup of the two
takes its place.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final, TypeVar

from minesweeper.engine.notation import count_text
from minesweeper.settings.safe_files import (
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
from minesweeper.store.schema import DamagedError
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
LOCK_NAME: Final = "history.lock"
# The newer one first.
BACKUPS: Final = ("history-backup-1.db", "history-backup-2.db")
# How many milliseconds another copy that writes is waited for.
BRIEFLY: Final = 10
PATIENTLY: Final = 900
# Errors of the disk, the system or another copy. Our statements cause no others, unless the file is
# damaged.
_NO_DAMAGE = "BUSY LOCKED READONLY IOERR FULL CANTOPEN PROTOCOL PERM AUTH NOLFS NOMEM"
NO_DAMAGE: Final = tuple(f"SQLITE_{name}" for name in _NO_DAMAGE.split())
DAMAGED: Final = ("malformed", "not a database", "Could not decode")


class Database:
    """A connection that is made when it is needed, and made anew after any failure.

    With `wait` another copy that writes is waited for, for most of a second.
    """

    def __init__(self, path: str, today: str, messages: Messages) -> None:
        """Use the file at the path; a damaged one is kept under a name that ends with `today`."""
        self._path = path
        directory = os.path.dirname(path)
        self._lock = os.path.join(directory, LOCK_NAME)
        self._backups = [os.path.join(directory, name) for name in BACKUPS]
        self._today = today
        self._messages = messages
        self._connection: sqlite3.Connection | None = None
        # Which file is open: another copy may have put a new one in its place.
        self._file: tuple[int, int] | None = None
        self._has_changed = False

    def write(self, work: Callable[[sqlite3.Connection], _T], *, wait: bool = False) -> _T | None:
        """Return what work with the database returns; None, with a message, if it fails.

        No message is added if another copy is writing.
        """
        return self._try(work, f"finished games cannot be stored in {self._path}", wait=wait)

    def read(self, query: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Return the answer to a query, as `write` does, waiting for another copy.

        A file that cannot be written is not repaired.
        """
        complaint = f"the games in {self._path} cannot be read"
        if self._is_writable():
            return self._try(query, complaint, wait=True)
        try:
            self._check_files()
            with closing(self._open_to_read()) as db:
                if not is_ours(db):
                    raise DamagedError("it is empty")
                return query(db)
        except (*FAILURES, OSError) as error:
            self._messages.add(f"{complaint}: {reason_of(error)}")
            return None

    def exists(self) -> bool:
        """Return whether there is the file, or a backup of it; raise OSError if that is unknown."""
        return any(map(_exists, (self._path, *self._backups)))

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        if self._connection:
            self._has_changed |= self._connection.total_changes > 0
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _try(
        self, work: Callable[[sqlite3.Connection], _T], complaint: str, *, wait: bool
    ) -> _T | None:
        try:
            return self._repairing(work, wait)
        except (*FAILURES, OSError) as error:
            self.close()
            if not is_busy(error):
                self._messages.add(f"{complaint}: {reason_of(error)}")
            return None

    def _repairing(self, work: Callable[[sqlite3.Connection], _T], wait: bool) -> _T:
        """Do the work; where the file turns out to be damaged, repair it and try again."""
        for repair in (self._rebuild_indexes, self._restore):
            try:
                return work(self._connect(wait))
            except FAILURES as error:
                if not self._is_damage(error):
                    raise
                self.close()
                repair(wait)
        return work(self._connect(wait))

    def _connect(self, wait: bool) -> sqlite3.Connection:
        if self._connection and self._file != _identity(self._path):
            self.close()
        milliseconds = PATIENTLY if wait else BRIEFLY
        if not self._connection:
            self._check_files()
            self._make_files()
            self._file = _identity(self._path)
            if not os.path.getsize(self._path) and any(map(_exists, self._backups)):
                raise DamagedError("it is empty")
            self._connection = sqlite3.connect(
                self._path, timeout=milliseconds / 1000, isolation_level=None
            )
            prepare(self._connection)
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

    def _open_to_read(self) -> sqlite3.Connection:
        from pathlib import Path  # late: few homes can only be read

        uri = f"{Path(self._path).absolute().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, timeout=PATIENTLY / 1000, isolation_level=None)

    def _is_writable(self) -> bool:
        is_file_writable = os.access(self._path, os.W_OK) or not os.path.exists(self._path)
        return is_file_writable and os.access(os.path.dirname(self._path), os.W_OK)

    # Backups

    def back_up(self) -> None:
        """Write a backup in place of the older one, if the history has changed in this run.

        An older history that has no backup yet gets one as well.
        """
        self.close()
        has_none = self._is_writable() and not any(map(_exists, self._backups))
        if self._has_changed or (has_none and _exists(self._path)):
            complaint = f"the backup of {self._path} cannot be written"
            self._try(self._back_up, complaint, wait=True)
            self.close()
            self._has_changed = False

    def _back_up(self, db: sqlite3.Connection) -> None:
        newer, older = self._backups
        with FileLock(self._lock), _draft_of(newer) as draft:
            with db:
                db.execute("BEGIN")
                check_sound(db)
                write_copy(db, draft)
            # A kill leaves at least one of them under its name, and whole.
            if os.path.lexists(newer):
                replace_file(newer, older)
            replace_file(draft, newer)

    # Damage

    def _is_damage(self, error: Exception) -> bool:
        if not isinstance(error, sqlite3.Error):
            return True
        name = error_name(error)
        if not name:  # raised by Python itself
            return any(words in str(error) for words in DAMAGED)
        if name == "SQLITE_READONLY":  # damage can make SQLite think so
            return self._is_writable()
        return not name.startswith(NO_DAMAGE)

    def _rebuild_indexes(self, wait: bool) -> None:
        """Rebuild the indexes if that makes the file sound; else leave it alone."""
        try:
            rebuild_indexes(self._connect(wait))
        except FAILURES as error:
            self.close()
            if not self._is_damage(error):
                raise

    def _restore(self, wait: bool) -> None:
        """Put the newest sound backup in place of the file, and keep that, unless another copy has.

        Without a sound backup the history begins anew.
        """
        try:
            with FileLock(self._lock, wait=wait), _draft_of(self._path) as draft:
                if self._file != _identity(self._path):
                    return
                games = self._write_draft(draft)
                kept = self._keep_damaged(draft)
        except OSError as error:
            why = f"it is damaged, and cannot be repaired: {reason_of(error)}"
            raise OSError(error.errno, why) from None
        if games is None:
            games_text = "and begins anew, as there is no sound backup"
        else:
            games_text = f"and was restored with {count_text(games, 'game')}"
        if kept:
            text = f"could not be read, {games_text}; the unreadable file is now {kept}"
        else:
            text = f"was missing, {games_text}"
        self._messages.add(f"the history {text}")

    def _write_draft(self, draft: str) -> int | None:
        """Make the file that takes the place of the damaged one; return its number of games.

        Return None for an empty one: there is no sound backup.
        """
        for path in self._backups:
            with suppress(*FAILURES, OSError):
                return copy_sound(path, draft)
        write_empty(draft)
        return None

    def _keep_damaged(self, draft: str) -> str:
        """Put the draft in place of the damaged file; return where that is now, empty if it was.

        It is copied first, so that at every moment a file has its name.
        """
        from shutil import copyfile

        base, extension = os.path.splitext(self._path)
        kept = unused_path(f"{base}-damaged-{self._today}", extension)
        suffixes = [suffix for suffix in SUFFIXES if os.path.exists(self._path + suffix)]
        try:
            for suffix in suffixes:
                make_file(kept + suffix)
                copyfile(self._path + suffix, kept + suffix)
            for suffix in suffixes[1:]:  # SQLite would apply them to the draft
                os.remove(self._path + suffix)
            replace_file(draft, self._path)
        except OSError:
            if suffixes == [""]:  # it is where it was: on Windows another copy may have it open
                with suppress(OSError):
                    os.remove(kept)
            raise
        if not os.path.getsize(kept):
            os.remove(kept)
            return ""
        return kept


@contextmanager
def _draft_of(path: str) -> Iterator[str]:
    """Yield the path of a file that is to replace another, and remove it if it did not."""
    draft = path + DRAFT
    try:
        yield draft
    finally:
        with suppress(OSError):  # it has the other's name now
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
