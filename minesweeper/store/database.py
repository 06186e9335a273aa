"""The one SQLite file that all running copies share: opening it, its errors, damage, the backup.

SQLite does the work. What is done here is what games were lost without: to tell damage from a disk
that fails, to put the backup in the place of a damaged file while other copies have it open, and to
notice that another copy, or somebody else, has put another file there.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from sqlite3 import Connection
from typing import Concatenate, Final, ParamSpec, TypeVar

from minesweeper.engine.notation import count_text
from minesweeper.play.dates import seconds_of
from minesweeper.settings.safe_files import (
    DATABASE_WAIT,
    attempts,
    check_regular,
    make_directory,
    make_file,
    printable,
    reason_of,
    replace_file,
    unused_path,
)
from minesweeper.store.errors import ReplacedError, RowError, StoreError
from minesweeper.store.schema import APPLICATION, STATEMENTS, VERSION

_T = TypeVar("_T")
_Values = ParamSpec("_Values")

# The log first: without its file SQLite never applies it to another one.
SUFFIXES: Final = ("-wal", "-journal", "-shm", "")
DRAFT: Final = ".new"
# After this many seconds a draft is what a killed copy has left.
MAX_DRAFT_AGE: Final = 60
# SQLite takes a file with fewer bytes for a new one, and would write over it.
MIN_SIZE: Final = 512
# How often the file is copied while others write into it, and the seconds between two attempts.
BACKUP_ATTEMPTS: Final = 4
BACKUP_PAUSE: Final = 0.25
OLD_HISTORY: Final = "history.db"

# SQLite's codes of errors. All others mean: not now.
IN_USE: Final = (5, 6)  # BUSY, LOCKED
NO_MEMORY: Final = (10, 14, 15)  # IOERR, CANTOPEN, PROTOCOL: no memory to share, or no locks for it
DAMAGE: Final = (11, 26)  # CORRUPT, NOTADB
OF_A_ROW: Final = (18, 19, 20)  # TOOBIG, CONSTRAINT, MISMATCH
BUSY: Final = "the games are in use by another program: try again"


class _RestoredError(StoreError):
    """A damaged file was replaced: the next attempt finds the new one."""


class _OutdatedError(Exception):
    """The file has the tables of an earlier state of development."""


class Database:
    """One file that all running copies of the program share; the first read or write opens it.

    A read waits up to a second for another copy that is writing.
    """

    def __init__(
        self, path: str, read_clock: Callable[[], str], *, longest_wait: int = DATABASE_WAIT
    ) -> None:
        """Use the file at `path`.

        `read_clock` returns the time in UTC as ISO 8601 text: a damaged file is named after it. The
        longest wait for another copy is in milliseconds.
        """
        self.path = path
        self.longest_wait = longest_wait
        self.is_changed = False
        """Whether this run has stored more than moves, so that a backup is due."""
        self.is_replaced = False
        """Whether another file has taken the place of the one that this run has used."""
        self.news: list[str] = []
        """What was done about a damaged or an old file, for the player."""
        self._read_clock = read_clock
        self._backup = "-backup".join(os.path.splitext(path))
        self._connection: Connection | None = None
        self._wait = 0
        # The device and inode of the file that was opened last.
        self._file: tuple[int, int] | None = None
        self._why_never = ""
        self._has_shared_memory = True
        self._has_restored = False

    def read(
        self,
        query: Callable[Concatenate[Connection, _Values], _T],
        *values: _Values.args,
        **named: _Values.kwargs,
    ) -> _T:
        """Return what `query` reads from one state of the file; raise StoreError.

        If nothing was ever stored, it reads an empty file that is only in memory.
        """
        wait = self.longest_wait
        return self._repeat(lambda db: query(db, *values, **named), wait, writes=False)

    def write(self, work: Callable[[Connection], _T], wait: int) -> _T:
        """Do the work in one transaction, and return its result.

        Wait so many milliseconds for another copy. Raise ReplacedError, without doing it, as long
        as `is_replaced`; StoreError if it cannot be done now, and RowError if it never can.
        """
        return self._repeat(work, wait, writes=True)

    def _repeat(self, work: Callable[[Connection], _T], wait: int, *, writes: bool) -> _T:
        """Do the work; try again if a damaged file was replaced, or is being replaced elsewhere."""
        for _ in attempts(wait):
            with suppress(FileExistsError):
                try:
                    return self._transact(work, wait, writes=writes)
                except _RestoredError:
                    return self._transact(work, wait, writes=writes)
        raise StoreError(BUSY)

    def _transact(self, work: Callable[[Connection], _T], wait: int, *, writes: bool) -> _T:
        try:
            if not (writes or self._connection or self._exists()):
                with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
                    _make_tables(empty)
                    return work(empty)
            db = self._open(wait)
            if self.is_replaced and writes:
                raise ReplacedError("the file was replaced")
            with _transaction(db, writes=writes):
                return work(db)
        except (StoreError, RowError, FileExistsError):
            raise
        except OSError as error:
            raise StoreError(f"{self.path}: {reason_of(error)}") from None
        except Exception as error:
            raise self._judged(error) from error

    def close(self) -> None:
        """Close the file; the next read or write opens it again."""
        if self._connection:
            with suppress(Exception):  # an open transaction is rolled back
                self._connection.close()
        self._connection = None

    def check_place(self) -> None:
        """Set `is_replaced` if another file, or none, is where this run has used one."""
        if self._file not in (None, _identity(self.path)):
            self.is_replaced, self._file = True, None
            self.close()

    # Opening

    def _exists(self) -> bool:
        """Return whether there is a file, or a backup; raise OSError if that is unknown."""
        for path in (self.path, self._backup):
            with suppress(FileNotFoundError, NotADirectoryError):
                os.lstat(path)
                return True
        return False

    def _open(self, wait: int) -> Connection:
        """Return the open connection, or open the file, and make its tables if it is new."""
        if self._why_never:
            raise StoreError(self._why_never)
        self.check_place()
        if not self._connection:
            self._prepare_files()
            file = _identity(self.path)
            try:
                self._connection, self._wait = self._connect(wait), wait
            except _OutdatedError:
                raise self._replace(file, "is of an earlier version", "old") from None
            if file != _identity(self.path):  # another copy was faster
                self.close()
                raise StoreError(BUSY)
            self._file = file
        if wait != self._wait:
            self._connection.execute(f"PRAGMA busy_timeout = {wait}")
            self._wait = wait
        return self._connection

    def _prepare_files(self) -> None:
        """Make the file, private to the player; raise OSError if it, or one beside it, is none."""
        make_directory(self._directory)
        for suffix in SUFFIXES:
            check_regular(self.path + suffix)
        file = _identity(self.path)
        size = os.path.getsize(self.path) if file else -1
        if size < MIN_SIZE and os.path.lexists(self._backup):
            raise self._replace(file, "was empty" if file else "was missing")
        if size < 0:
            make_file(self.path)
            old = os.path.join(self._directory, OLD_HISTORY)
            if os.path.lexists(old):
                self.news.append(f"the games of version 0.1 stay in {old}, unread")

    def _connect(self, wait: int) -> Connection:
        """Open the file, with a log if there is memory that copies can share, else without one."""
        if self._has_shared_memory:
            try:
                return self._connect_with(wait, has_memory=True)
            except sqlite3.Error as error:
                if _code(error) not in NO_MEMORY:
                    raise
        db = self._connect_with(wait, has_memory=False)
        self._has_shared_memory = False  # trying it again may take ten seconds
        return db

    def _connect_with(self, wait: int, *, has_memory: bool) -> Connection:
        db = sqlite3.connect(self._address(), timeout=wait / 1000, isolation_level=None, uri=True)
        try:
            # A name with a wrong byte is shown, not refused.
            db.text_factory = lambda data: data.decode("utf-8", "replace")
            if not has_memory:  # a file with a log can then only be opened by its single user
                db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._check_version(db)
            if self._can_write():
                db.execute(f"PRAGMA journal_mode = {'WAL' if has_memory else 'PERSIST'}")
                db.execute(f"PRAGMA synchronous = {'NORMAL' if has_memory else 'OFF'}")
            db.execute("PRAGMA locking_mode = NORMAL")
            db.execute("SELECT 1 FROM game LIMIT 1")  # only now the log, or the lock, is opened
        except BaseException:
            db.close()
            raise
        return db

    def _address(self) -> str:
        """Return the URI to open; SQLite makes no file that is missing.

        Where it may not write, it opens no file without its log, unless it is told so.
        """
        if self._can_write():
            return f"{_uri(self.path)}?mode=rw"
        how = "mode=ro" if os.path.exists(self.path + "-wal") else "immutable=1"
        return f"{_uri(self.path)}?{how}"

    def _can_write(self) -> bool:
        return os.access(self.path, os.W_OK) and os.access(self._directory, os.W_OK)

    def _check_version(self, db: Connection) -> None:
        """Make the tables of a new file; raise StoreError for one of another version.

        This is done before anything is written, as choosing the kind of log does.
        """
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            _make_tables(db)
        if _is_ours(db):
            return
        application, version = _versions(db)
        if application == APPLICATION and version < 0:
            raise _OutdatedError
        self._why_never = f"no game is kept: {self.path} is of another version"
        raise StoreError(self._why_never)

    @property
    def _directory(self) -> str:
        return os.path.dirname(self.path)

    # Errors: no other place knows those of SQLite

    def _judged(self, error: Exception) -> Exception:
        """Return what to raise for an error: one for the player, or itself if it is a bug."""
        if isinstance(error, (OverflowError, UnicodeEncodeError)) or _code(error) in OF_A_ROW:
            return RowError(printable(str(error)))
        if not isinstance(error, (sqlite3.Error, UnicodeDecodeError)):
            return error
        code = _code(error)
        if code in IN_USE:
            return StoreError(BUSY)
        self.close()
        file = _identity(self.path)
        if code in DAMAGE and not self._is_sound():
            try:
                return self._replace(file, "was damaged")
            except FileExistsError as busy:
                return busy
        return StoreError(f"{self.path}: {printable(str(error))}")

    def _is_sound(self) -> bool:
        """Look at the file anew: a disk that fails for a moment looks like damage."""
        try:
            with closing(self._connect(self.longest_wait)) as db:
                return _is_intact(db)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return _code(error) not in DAMAGE
        except (StoreError, _OutdatedError):
            return True

    # Damage

    def _replace(
        self, file: tuple[int, int] | None, what: str, name: str = "damaged"
    ) -> StoreError:
        """Put the backup, or an empty file, in the place of a file; return the news.

        `file` is its identity before it was judged: if there is another one by now, another copy
        has restored it. The draft comes first: a full disk changes nothing. A kill between two
        renames leaves no file, or an empty one, and the next run restores again. If it fails,
        nothing more is kept in this run. Raise FileExistsError if another copy is restoring it.
        """
        try:
            with self._draft_of(self.path) as draft:
                if self._has_restored:  # a disk that damages whatever is written
                    raise OSError(0, "it was restored already in this run")
                games = self._copy_backup(draft)
                if _identity(self.path) != file:
                    return _RestoredError(BUSY)
                kept = self._set_aside(name)
                replace_file(draft, self.path)
        except FileExistsError:
            raise
        except OSError as error:
            self._why_never = f"no game is kept: {self.path} {what}: {reason_of(error)}"
            return StoreError(self._why_never)
        self._has_restored = True
        found = f"{count_text(games, 'game')} restored" if games else "restored"
        outcome = "it starts anew" if games is None else f"{found} from its backup"
        self.news.append(f"{self.path} {what}: {outcome}" + (f"; it is now {kept}" if kept else ""))
        return _RestoredError(self.news[-1])

    def _set_aside(self, name: str) -> str:
        """Give the file and those beside it other names; return the new one, "" without a file."""
        base, extension = os.path.splitext(self.path)
        moment = self._read_clock().replace(":", "").replace("T", "-").rstrip("Z")
        kept = unused_path(f"{base}-{name}-{moment}", extension)
        for suffix in SUFFIXES:
            with suppress(FileNotFoundError):
                os.rename(self.path + suffix, kept + suffix)
        if os.path.lexists(kept) and not os.path.getsize(kept):
            os.remove(kept)
        return kept if os.path.lexists(kept) else ""

    def _copy_backup(self, draft: str) -> int | None:
        """Copy the backup, or make the tables if there is no sound one.

        Return how many games it holds, None if there is no sound one. Raise OSError if it cannot be
        read now, or is of another version: an empty file must not take its place.
        """
        from shutil import copyfile  # late: for a damaged file only

        check_regular(self._backup)
        with suppress(FileNotFoundError):
            copyfile(self._backup, draft)
        try:
            with closing(_open_copy(draft)) as db:
                if _is_ours(db) and _is_intact(db):
                    return int(db.execute("SELECT count(*) FROM game").fetchone()[0])
                if _versions(db)[1] > 0:
                    raise OSError(0, "its backup is of another version")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if _code(error) not in DAMAGE:
                raise OSError(0, f"its backup cannot be read: {error}") from None
        os.truncate(draft, 0)
        try:
            with closing(_open_copy(draft)) as db:
                _make_tables(db)
        except sqlite3.Error as error:  # such as a full disk
            raise OSError(0, printable(str(error))) from None
        return None

    # The backup

    def back_up(self) -> None:
        """Replace the backup, if this run has stored more than moves; raise StoreError.

        A file that turns out to be damaged is replaced by the backup instead. Call it after the
        screen is restored: with 20,000 games it takes 0.15 s.
        """
        if not self.is_changed:
            return
        try:
            with self._draft_of(self._backup) as draft:
                db = self._open(self.longest_wait)
                if not _is_intact(db):
                    file = self._file
                    self.close()
                    if self._is_sound():
                        raise StoreError(f"{self._backup} cannot be written: try again")
                    raise self._replace(file, "was damaged")
                _copy(db, draft)
                replace_file(draft, self._backup)
            self.is_changed = False
        except (FileExistsError, _RestoredError):
            pass  # another copy writes one, or it is what there is now
        except StoreError:
            raise
        except OSError as error:
            raise StoreError(f"{self._backup} cannot be written: {reason_of(error)}") from None
        except Exception as error:
            judged = self._judged(error)
            if not isinstance(judged, (_RestoredError, FileExistsError)):
                raise judged from error

    @contextmanager
    def _draft_of(self, path: str) -> Iterator[str]:
        """Yield a new private file, which keeps other copies out for as long as it exists.

        Raise FileExistsError if another copy holds it.
        """
        draft = path + DRAFT
        with suppress(FileNotFoundError):
            check_regular(draft)
            age = seconds_of(self._read_clock()) - os.lstat(draft).st_mtime
            if not -MAX_DRAFT_AGE < age < MAX_DRAFT_AGE:
                os.remove(draft)
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            yield draft
        finally:
            with suppress(OSError):  # it has become the file
                os.remove(draft)


@contextmanager
def _transaction(db: Connection, *, writes: bool) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # after some errors SQLite has rolled it back by itself
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise


def _copy(db: Connection, path: str) -> None:
    """Copy the database into an empty file; raise StoreError if other copies write all the time."""
    failures = 0

    def give_up(code: int, *_: int) -> None:  # by itself it would be tried for ever
        nonlocal failures
        failures += code in IN_USE
        if failures > BACKUP_ATTEMPTS:
            raise StoreError(BUSY)

    with closing(_open_copy(path)) as copy:
        db.backup(copy, progress=give_up, sleep=BACKUP_PAUSE)


def _open_copy(path: str) -> Connection:
    """Open a file that nobody else uses: neither shared memory nor a log beside it is needed."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = MEMORY", "synchronous = OFF"):
            db.execute(f"PRAGMA {pragma}")
    except BaseException:
        db.close()
        raise
    return db


def _is_ours(db: Connection) -> bool:
    return _versions(db) == [APPLICATION, VERSION]


def _versions(db: Connection) -> list[int]:
    return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in _VERSIONS]


_VERSIONS: Final = ("application_id", "user_version")


def _is_intact(db: Connection) -> bool:
    """Return what SQLite finds; its quick check does not see half of all damages."""
    return bool(db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


def _make_tables(db: Connection) -> None:
    """Make the tables in an empty file; do nothing in any other."""
    with db:  # commits, or rolls back
        db.execute("BEGIN IMMEDIATE")
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in STATEMENTS:
                db.execute(statement)
            for name, value in zip(_VERSIONS, (APPLICATION, VERSION), strict=True):
                db.execute(f"PRAGMA {name} = {value}")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _code(error: Exception) -> int:
    """Return SQLite's code of an error; 0 without one.

    If its message quotes a damaged name, Python cannot decode it, and there is no other error.
    """
    if isinstance(error, UnicodeDecodeError):
        return DAMAGE[0]
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _uri(path: str) -> str:
    absolute = os.path.abspath(path).replace(os.sep, "/")
    for sign in "%?#":  # in this order
        absolute = absolute.replace(sign, f"%{ord(sign):02x}")
    return f"file://{'' if absolute[0] == '/' else '/'}{absolute}"
