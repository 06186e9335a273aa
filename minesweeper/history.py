"""The games kept: those that wait as journals, those that ended in one SQLite file.

A running game is a file of its own, held by a lock of the operating system for as long as the copy
that plays it lives: whatever is not held was left by a quit or a kill, and can go on. What has
ended is taken into the database, and only then is its journal removed; taking it in twice changes
nothing. Nothing here raises because of a disk: the game is played on, and `news` says why.
"""

import errno
import os
import sys

from minesweeper.files import lock, reason
from minesweeper.journal import MAX_TEXT, CutShortError, Head, is_over, parse_journal
from minesweeper.light import suppress
from minesweeper.notation import NotationError
from minesweeper.progress import Progress, fold
from minesweeper.session import Session
from minesweeper.typed import TYPE_CHECKING, Callable, Final, TypeVar

if TYPE_CHECKING:  # imported late, since a game can begin without them
    from sqlite3 import Connection

    from minesweeper.database import Database
    from minesweeper.records import Best

T = TypeVar("T")

DATABASE: Final = "history.db"
LOCK: Final = "history.lock"
JOURNAL: Final = ".journal"
# How many milliseconds another copy that writes is waited for, in a game and elsewhere.
BRIEFLY: Final = 10
PATIENTLY: Final = 5_000
TAIL: Final = 200  # more than the last line of a game that has ended


class History:
    """The games of one player, shared by all copies of the program that run."""

    def __init__(self, directory: str, today: str) -> None:
        """`today` names what has to be set aside."""
        self.directory = directory
        self._today = today
        self._files: dict[str, _JournalFile] = {}
        self._lines_kept: dict[str, int] = {}
        self._unkept: list[tuple[Progress, str]] = []
        self._news: list[str] = []
        self._said: set[str] = set()
        self._database: Database | None = None

    def news(self) -> str:
        """What there is to say, once; empty if nothing."""
        text = "; ".join(self._news)
        self._news.clear()
        return text

    def is_empty(self) -> bool:
        """Nothing was ever kept here: no game has ended, and none waits."""
        try:
            names = os.listdir(self.directory)
        except OSError:
            return True
        return not any(name == DATABASE or name.endswith(JOURNAL) for name in names)

    # The game that is played

    def keep(self, head: Head) -> Callable[[str], None]:
        """What writes the journal of a new game; its file begins with the first text."""
        file = self._files[head.id] = self._file(head.id)
        return file.write

    def keeps(self, session: Session) -> bool:
        """Whether all of a game that is played is in its file."""
        file = self._files.get(session.head.id)
        return file is not None and file.is_whole

    def record(self, session: Session, patience: int = BRIEFLY) -> "Best | None":
        """Take in a game that has just ended; None if that has to wait for a later time."""
        return self.take_in(session.progress, session.text(), patience)

    def take_in(self, progress: Progress, text: str, patience: int = BRIEFLY) -> "Best | None":
        """Take in a game by its journal, an imported one, say; None if that has to wait."""
        from minesweeper.records import insert

        best = self._open_database().do(lambda db: insert(db, progress, text), patience)
        if best is not None:
            self._lines_kept[progress.head.id] = text.count("\n")
        return best

    def note_luck(self, session: Session, chance: float, lost_by: str) -> None:
        """Keep what the risks of a game that has ended came to."""
        from minesweeper.records import note_luck

        identity = session.head.id
        self._open_database().do(lambda db: note_luck(db, identity, chance, lost_by), BRIEFLY)

    def put_away(self, session: Session) -> None:
        """Take in a game that was ended or abandoned, and be done with its file."""
        file = self._files.pop(session.head.id, None)
        if not session.progress.revealed and not session.result:
            return
        text = session.text()
        is_kept = self._lines_kept.get(session.head.id) == text.count("\n")
        if is_kept or self.take_in(session.progress, text):
            if file:
                file.remove()
        elif not file or not file.close():
            self._unkept.append((session.progress, text))

    def leave(self, session: Session) -> None:
        """Let a game wait; one that has ended is put away."""
        if session.progress.over:
            self.put_away(session)
        elif file := self._files.pop(session.head.id, None):
            file.close()

    def close(self) -> None:
        """Let go of every file, and take in whatever could not be, for the last time."""
        for file in self._files.values():
            file.close()
        self._files.clear()
        self.take_in_left(PATIENTLY if self._unkept else BRIEFLY)
        if self._database:
            self._database.close()

    # The games that wait

    def waiting(self) -> list[str]:
        """The ids of the games that were left and that no live copy holds, newest first."""
        left = [(file.id, file.is_over(), file.close()) for file in self._left()]
        return [identity for identity, is_over, _ in left if not is_over]

    def resume(self, identity: str, now: int) -> Session | None:
        """Go on with a game that waits; None if it has gone, or was over after all."""
        file = self._file(identity)
        if not file.take():
            return None
        text = file.read()
        progress = self._fold(file, text)
        if progress is None:
            return None
        if progress.over:
            self._finish(file, progress, text, BRIEFLY)
            return None
        self._files[progress.head.id] = file
        return Session.resumed(parse_journal(text), now, file.write)

    def take_in_left(self, patience: int = BRIEFLY) -> None:
        """Take in the games that ended without being taken in, after a kill or a full disk."""
        unkept, self._unkept = self._unkept, []
        for progress, text in unkept:
            if not self.take_in(progress, text, patience):
                self._unkept.append((progress, text))
        for file in self._left():
            text = file.read() if file.is_over() else ""
            if text and (found := self._fold(file, text)):
                self._finish(file, found, text, patience)
            file.close()

    def _finish(self, file: "_JournalFile", progress: Progress, text: str, patience: int) -> None:
        if progress.over and self.take_in(progress, text, patience):
            file.remove()
        file.close()

    def _left(self) -> list["_JournalFile"]:
        """The journals that no live copy holds, held now, the one written last first."""
        try:
            names = os.listdir(self.directory)
        except OSError:
            return []
        files = [self._file(name.removesuffix(JOURNAL)) for name in names if name.endswith(JOURNAL)]
        held = [file for file in files if file.id not in self._files and file.take()]
        return sorted(held, key=lambda file: os.stat(file.path).st_mtime_ns, reverse=True)

    def _fold(self, file: "_JournalFile", text: str) -> Progress | None:
        """The game in a file; None, with the file out of the way, if there is none."""
        try:
            return fold(parse_journal(text))
        except CutShortError:
            file.remove()
        except NotationError as error:
            self._say(f"a waiting game was set aside as {file.set_aside()}: {error}")
        return None

    def _file(self, identity: str) -> "_JournalFile":
        return _JournalFile(os.path.join(self.directory, identity + JOURNAL), self._say)

    def _say(self, text: str) -> None:
        """Once: a disk that is full is full at every key."""
        if text not in self._said:
            self._said.add(text)
            self._news.append(text)

    # The games that ended

    def ask(self, query: "Callable[[Connection], T]") -> T | None:
        """The answer of one of the queries of `records`; None where there is no history."""
        if not os.path.exists(os.path.join(self.directory, DATABASE)):
            return None
        database = self._open_database()
        if not os.access(self.directory, os.W_OK):
            return database.peek(query)
        return database.do(query, PATIENTLY)

    def _open_database(self) -> "Database":
        from minesweeper.database import Database

        if self._database is None:
            path = os.path.join(self.directory, DATABASE)
            lock_path = os.path.join(self.directory, LOCK)
            self._database = Database(path, self._today, self._say, lambda: _Alone(lock_path))
        return self._database


class _Alone:
    """No other copy is in here at the same time."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        lock(self._fd, wait=True)

    def __exit__(self, *exception: object) -> None:
        os.close(self._fd)


class _JournalFile:
    """The file of one game: held by a lock, only ever added to, whole lines at a time."""

    def __init__(self, path: str, say: Callable[[str], None]) -> None:
        self.path = path
        self.id = os.path.basename(path).removesuffix(JOURNAL)
        self._say = say
        self._fd: int | None = None
        self._size = 0
        self._unwritten = b""

    @property
    def is_whole(self) -> bool:
        return self._fd is not None and not self._unwritten

    def write(self, text: str) -> None:
        """Add the text, and what could not be added before; never half a line."""
        self._unwritten += text.encode("ascii")
        try:
            if self._fd is None:
                self._create()
            self._add()
        except OSError as error:
            self._say(f"this game cannot be kept in {self.path}: {reason(error)}")

    def _create(self) -> None:
        """Make the file and hold it.

        It is born under another name: a copy that looks for games that were left must not find it
        before it is held. Windows renames no open file, and is left with that moment.
        """
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        born = self.path if sys.platform == "win32" else self.path + ".new"
        if not self._open(born, os.O_CREAT | os.O_EXCL):
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
        if born != self.path:
            os.rename(born, self.path)

    def _add(self) -> None:
        assert self._fd is not None
        try:
            written = os.write(self._fd, self._unwritten)
            if written < len(self._unwritten):
                os.write(self._fd, self._unwritten[written:])  # says why
        except OSError:
            os.ftruncate(self._fd, self._size)
            raise
        self._size += len(self._unwritten)
        self._unwritten = b""

    def take(self) -> bool:
        """Hold a file that was left; False if it is held or has gone."""
        try:
            return self._open(self.path, 0)
        except OSError:
            return False

    def _open(self, path: str, flags: int) -> bool:
        binary = getattr(os, "O_BINARY", 0)
        fd = os.open(path, os.O_RDWR | os.O_APPEND | binary | flags, 0o600)
        # Between its opening and its locking it may have been taken in and removed.
        if lock(fd) and os.fstat(fd).st_nlink:
            self._fd = fd
            return True
        os.close(fd)
        return False

    def read(self) -> str:
        """All whole lines; a last one that was cut is taken off, since more will follow."""
        assert self._fd is not None
        os.lseek(self._fd, 0, os.SEEK_SET)
        data = b""
        while len(data) <= MAX_TEXT and (more := os.read(self._fd, MAX_TEXT)):
            data += more
        self._size = data.rfind(b"\n") + 1
        if self._size < len(data) <= MAX_TEXT:
            os.ftruncate(self._fd, self._size)
        return data[: self._size].decode("ascii", "replace")

    def is_over(self) -> bool:
        """Whether the game has ended, as far as its last line says."""
        assert self._fd is not None
        os.lseek(self._fd, max(0, os.fstat(self._fd).st_size - TAIL), os.SEEK_SET)
        return is_over(os.read(self._fd, TAIL).decode("ascii", "replace"))

    def set_aside(self) -> str:
        """Give the file a name that is no journal's, and say which."""
        name = self.path.removesuffix(JOURNAL) + ".damaged"
        with suppress(OSError):
            os.replace(self.path, name)
        self.close()
        return os.path.basename(name)

    def remove(self) -> None:
        """Done with: the game is in the database."""
        self._unwritten = b""
        if sys.platform == "win32":  # where no open file can be removed
            self.close()
        with suppress(OSError):
            os.remove(self.path)
        self.close()

    def close(self) -> bool:
        """Let go of the file; whether all that was written is in it."""
        if self._fd is not None:
            os.close(self._fd)
        self._fd = None
        return not self._unwritten
