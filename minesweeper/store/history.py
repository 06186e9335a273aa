"""The games kept: saved ones as journals, those that ended in one SQLite file.

A running game is a file of its own, held by a lock of the operating system for as long as the copy
that plays it lives: whatever is not held was left by a quit or a kill, and can be resumed. What has
ended is taken into the database, and only then is its journal removed; taking it in twice changes
nothing. There may be thousands of saved games: they are looked at one at a time and in slices, and
only the newest are kept as such. Nothing here raises because of a disk: the game is played on, and
`take_messages` says why, as does `why_unsaved` for as long as a game is not kept.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import (
    MAX_TEXT,
    CutShortError,
    Entry,
    Head,
    format_entries,
    is_over,
    parse_journal,
)
from minesweeper.play.progress import Progress, fold
from minesweeper.play.session import Session
from minesweeper.settings.files import (
    Alone,
    lock,
    make_directory,
    make_private,
    open_regular,
    printable,
    reason,
)

if TYPE_CHECKING:  # imported late, since a game can begin without them
    from sqlite3 import Connection

    from minesweeper.store.database import Database
    from minesweeper.store.records import Best

T = TypeVar("T")

DATABASE: Final = "history.db"
LOCK: Final = "history.lock"
JOURNAL: Final = ".journal"
NEW: Final = ".new"
# How many saved games are kept; older ones become abandoned.
MOST_SAVED: Final = 100
# How many files are looked at between two keys, and names told from journals at a start.
SLICE: Final = 100
FIRST_NAMES: Final = 10
ATTEMPTS: Final = 3
# How many milliseconds another copy that writes is waited for, in a game and elsewhere.
BRIEFLY: Final = 10
PATIENTLY: Final = 900
TAIL: Final = 200  # more than the last line of a game that has ended
MOST_NEWS: Final = 3


class History:
    """The games of one player, shared by all copies of the program that run."""

    def __init__(self, directory: str, today: str) -> None:
        """`today` names what has to be set aside."""
        self.directory = directory
        self._today = today
        self._files: dict[str, _JournalFile] = {}
        self._lines_kept: dict[str, int] = {}
        self._unkept: list[tuple[Progress, str, _JournalFile | None]] = []
        self._obstacle = ""
        self.has_lost_game = False
        """Whether a game could not be kept until the program ended."""
        self._news: list[str] = []
        self._said: set[str] = set()
        self._database: Database | None = None
        self.is_unreadable = False
        """There are games, and the last query had no answer."""

    def take_messages(self) -> str:
        """What there is to say, once; empty if nothing."""
        more = len(self._news) - MOST_NEWS
        text = "; ".join(self._news[:MOST_NEWS]) + (f"; and {more} more" if more > 0 else "")
        self._news.clear()
        return printable(text)

    def is_empty(self) -> bool:
        """Nothing was ever kept here: no game has ended, and none is saved.

        Looks at a few names only: where there are more, somebody has played.
        """
        if os.path.lexists(os.path.join(self.directory, DATABASE)):
            return False
        try:
            with os.scandir(self.directory) as entries:
                names = [entry.name for entry, _ in zip(entries, range(FIRST_NAMES), strict=False)]
        except OSError:
            return True
        return len(names) < FIRST_NAMES and not any(name.endswith(JOURNAL) for name in names)

    # The game that is played

    def open_journal(self, head: Head) -> Callable[[str], None]:
        """What writes the journal of a new game; its file begins with the first text."""
        file = self._files[head.id] = self._file(head.id)
        return file.write

    def is_saved(self, session: Session) -> bool:
        """Whether all of a game that is played is in its file."""
        file = self._files.get(session.head.id)
        return file is not None and file.is_whole

    def store_result(self, session: Session, patience: int = BRIEFLY) -> "Best | None":
        """Take in a game that has just ended; None if that has to wait for a later time."""
        return self.store(session.progress, session.text(), patience)

    def store(self, progress: Progress, text: str, patience: int = BRIEFLY) -> "Best | None":
        """Take in a game by its journal, an imported one, say; None if that has to wait."""
        from minesweeper.store.records import insert

        best = self._open_database().do(lambda db: insert(db, progress, text), patience)
        if best is not None:
            self._lines_kept[progress.head.id] = text.count("\n")
        return best

    def store_luck(
        self, session: Session, guesses: int, survived: int, expected: float, lost_by: str
    ) -> None:
        """Keep what the guesses of a game that has ended came to."""
        from minesweeper.store.records import note_luck

        luck = session.head.id, guesses, survived, expected, lost_by
        self._open_database().do(lambda db: note_luck(db, *luck), BRIEFLY)

    def finish(self, session: Session) -> None:
        """Take in a game that was ended or abandoned, and be done with its file."""
        file = self._files.pop(session.head.id, None)
        if not session.progress.has_begun:
            return
        text = session.text()
        is_kept = self._lines_kept.get(session.head.id) == text.count("\n")
        if is_kept or self.store(session.progress, text):
            if file:
                file.remove()
        elif not file or not file.close():
            self._unkept.append((session.progress, text, file))

    def why_unsaved(self, session: Session) -> str:
        """Say why not all of a game that is played is in its file; empty if all of it is."""
        file = self._files.get(session.head.id)
        return printable(file.why_unsaved) if file else ""

    def leave(self, session: Session) -> None:
        """Save a game; one that has ended is put away."""
        if session.progress.over:
            self.finish(session)
        elif file := self._files.pop(session.head.id, None):
            if session.progress.has_begun and not file.is_whole:
                file.write("")  # for the last time
            if not file.close():
                self._lose(f"the game is not saved: {file.why_unsaved}")

    def close(self) -> None:
        """Let go of every file, and take in whatever could not be, for the last time."""
        for file in self._files.values():
            file.close()
        self._files.clear()
        lost = 0
        for progress, text, rest in self._unkept:
            if self.store(progress, text, BRIEFLY if lost else PATIENTLY) is None:
                lost += 1
            elif rest:
                self._remove_rest(rest)
        if lost:
            games = "a game" if lost == 1 else f"{lost} games"
            self._lose(f"{games} could not be kept in {self.directory}")
        self._unkept.clear()
        if self._database:
            self._database.close()

    def _lose(self, text: str) -> None:
        """Tell of a game that could not be kept, even where the reason was told before."""
        self.has_lost_game = True
        self._news.insert(0, text)  # of more than a few, the first are told

    def _remove_rest(self, file: "_JournalFile") -> None:
        """Remove what there is of the journal of a game that was taken in from memory."""
        with suppress(OSError):
            if file.take():
                file.remove()

    # The saved games

    def saved_ids(self) -> Iterator[str]:
        """Yield the ids of the games that were left and that no live copy holds, newest first.

        One file is open at a time, and none while the caller looks at an id.
        """
        newest: list[str] = []
        for _ in self._list(newest):
            pass  # all of it at once
        for identity in newest:
            if file := self._taken(identity):
                file.close()
                if not file.is_over:
                    yield identity

    def why_no_saved_game(self) -> str:
        """Say why no saved game was found: the first obstacle that was met, if there was any."""
        return printable(self._obstacle) or "there is no saved game"

    def resume(self, identity: str, now: int) -> Session | None:
        """Resume a saved game; None if it has gone, or was over after all, or cannot be read."""
        before, self._obstacle = self._obstacle, ""
        file = self._taken(identity)
        found = self._fold(file) if file else None
        if self._obstacle:
            self._say(self._obstacle)
        self._obstacle = before or self._obstacle
        if not file or not found:
            return None
        progress, text = found
        if progress.over:
            self._finish(file, progress, text, BRIEFLY)
            return None
        self._files[progress.head.id] = file
        return Session.resumed(parse_journal(text), now, file.write)

    def tidy(self, most_saved: int = MOST_SAVED, patience: int = BRIEFLY) -> Iterator[str]:
        """Go through what earlier runs left, in slices.

        Take in the games that ended without being taken in, after a kill or a full disk. Keep the
        newest `most_saved` of those that can be resumed, and let go of the others: they stay in the
        history as abandoned. Yield the id of the newest when it is found, and "" after each slice.
        """
        newest: list[str] = []
        yield from self._list(newest)
        saved, can_finish = 0, True
        for number, identity in enumerate(newest, 1):
            if file := self._taken(identity):
                saved += not file.is_over
                if can_finish and (file.is_over or saved > most_saved):
                    can_finish = self._finish_left(file, patience)
                    yield ""
                file.close()
                if saved == 1 and not file.is_over:
                    yield identity
            if number % SLICE == 0:
                yield ""

    def store_ended_games(self, patience: int = BRIEFLY) -> None:
        """Take in the games that ended without being taken in, all at once."""
        for _ in self.tidy(most_saved=sys.maxsize, patience=patience):
            pass  # it is the going through that does it

    def _finish_left(self, file: "_JournalFile", patience: int) -> bool:
        """Take in a game that was left, as abandoned if it had not ended; False if that failed."""
        found = self._fold(file)
        if not found:
            return True
        progress, text = found
        if not progress.over:
            entry = Entry(progress.time, "abandoned")
            progress.add(entry)
            text += format_entries([entry])
        return self._finish(file, progress, text, patience)

    def _finish(self, file: "_JournalFile", progress: Progress, text: str, patience: int) -> bool:
        is_kept = self.store(progress, text, patience) is not None
        if is_kept:
            file.remove()
        file.close()
        return is_kept

    def _list(self, newest: list[str]) -> Iterator[str]:
        """Fill in the ids of all journals, the one written last first; yield "" after slices."""
        self._obstacle = ""
        found = {}
        for number, name in enumerate(self._names(), 1):
            whole = self._recovered(name) if name.endswith(JOURNAL + NEW) else name
            if whole.endswith(JOURNAL):
                with suppress(OSError):  # another copy may have removed it
                    found[whole] = os.lstat(os.path.join(self.directory, whole)).st_mtime_ns
            if number % SLICE == 0:
                yield ""
        names = sorted(found, key=lambda name: (found[name], name), reverse=True)
        newest += [name.removesuffix(JOURNAL) for name in names]

    def _names(self) -> list[str]:
        try:
            return os.listdir(self.directory)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._note(f"{self.directory} cannot be read: {reason(error)}")
            return []

    def _recovered(self, name: str) -> str:
        """Clear up what was left of the making of a journal; return its name, if it is one now.

        Earlier versions went on writing into such a file where it could not be given its name.
        """
        file = _JournalFile(os.path.join(self.directory, name), self._news.append)
        whole = file.path.removesuffix(NEW)
        try:
            if not file.take():
                return ""
            if file.read() and not os.path.lexists(whole):
                os.rename(file.path, whole)
                return os.path.basename(whole)
            os.remove(file.path)
        except OSError:  # whatever it is, it is in nobody's way
            return ""
        finally:
            file.close()
        return ""

    def _taken(self, identity: str) -> "_JournalFile | None":
        """Hold the file of a game that was left; None, with the obstacle noted, if that fails."""
        if identity in self._files:  # it is played here
            return None
        file = self._file(identity)
        try:
            if file.take() and not file.is_empty:
                return file
            if file.is_empty:  # no line of it could ever be written
                file.remove()
                return None
            if os.path.lexists(file.path):  # else it was taken in or removed just now
                self._note(f"the saved game {identity} is being played in another window")
        except FileNotFoundError:
            pass
        except OSError as error:
            self._note(f"the saved game {identity} cannot be read: {reason(error)}")
        return None

    def _note(self, obstacle: str) -> None:
        """Remember the first reason why a saved game could not be had."""
        self._obstacle = self._obstacle or obstacle

    def _fold(self, file: "_JournalFile") -> tuple[Progress, str] | None:
        """Return the game in a file, and its text; None, with the file let go, if there is none."""
        try:
            text = file.read()
            progress = fold(parse_journal(text))
            if progress.has_begun:
                return progress, text
            file.remove()  # it was cut before the first reveal
        except CutShortError:
            file.remove()
        except NotationError as error:
            self._set_aside(file, error)
        except OSError as error:
            self._note(f"the saved game {file.id} cannot be read: {reason(error)}")
        file.close()
        return None

    def _set_aside(self, file: "_JournalFile", damage: NotationError) -> None:
        try:
            self._say(f"a damaged saved game was set aside as {file.set_aside()}: {damage}")
        except FileNotFoundError:  # another copy was quicker
            pass
        except OSError as error:
            why = f"nor can it be set aside: {reason(error)}"
            self._say(f"the saved game {file.id} is damaged: {damage}, {why}")

    def _file(self, identity: str) -> "_JournalFile":
        return _JournalFile(os.path.join(self.directory, identity + JOURNAL), self._news.append)

    def _say(self, text: str) -> None:
        """Say it once."""
        if text not in self._said:
            self._said.add(text)
            self._news.append(text)

    # The games that ended

    def query(self, query: "Callable[[Connection], T]") -> T | None:
        """The answer of one of the queries of `records`; None where there is no history.

        Where there is one that cannot be asked now, `is_unreadable` is True and `take_messages`
        says why.
        """
        self.is_unreadable = False
        self._said.clear()  # who asks again is answered again
        try:
            os.lstat(os.path.join(self.directory, DATABASE))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.is_unreadable = True
            self._say(f"the games in {self.directory} cannot be read: {reason(error)}")
            return None
        answer = self._open_database().ask(lambda db: (query(db),), PATIENTLY)
        self.is_unreadable = answer is None
        if self.is_unreadable and not self._news:
            self._say("another copy of the program keeps the history busy")
        return answer[0] if answer else None

    def _open_database(self) -> "Database":
        from minesweeper.store.database import Database

        if self._database is None:
            path = os.path.join(self.directory, DATABASE)
            self._database = Database(path, self._today, self._say, self._alone)
        return self._database

    def _alone(self, patience: int) -> Alone:
        """Keep other copies away; who writes in a game is waited for nowhere."""
        return Alone(os.path.join(self.directory, LOCK), wait=patience > BRIEFLY)


class _JournalFile:
    """The file of one game: held by a lock, only ever added to, whole lines at a time."""

    def __init__(self, path: str, say: Callable[[str], None]) -> None:
        self.path = path
        self.id = os.path.basename(path).removesuffix(JOURNAL)
        self.why_unsaved = ""
        """Why not all of the game is in the file; empty if all of it is."""
        self.is_empty = self.is_over = False
        """What was seen when the file was taken: nothing; a last line with the end of the game."""
        self._say = say
        self._fd: int | None = None
        self._size = 0
        self._is_torn = False
        """There may be more in the file than the whole lines of `_size` bytes."""
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
            self.why_unsaved = ""
        except OSError as error:
            before = self.why_unsaved
            self.why_unsaved = f"this game cannot be kept in {self.path}: {reason(error)}"
            if self.why_unsaved != before:  # a disk that is full is full at every key
                self._say(self.why_unsaved)

    def _create(self) -> None:
        """Make the file and hold it.

        It is born under another name: a copy that looks for games that were left must not find it
        before it is held. Windows renames no open file, and is left with that moment.
        """
        directory = os.path.dirname(self.path)
        make_directory(directory)
        make_private(directory)
        born = self.path if sys.platform == "win32" else self.path + NEW
        try:
            # A copy that clears up may be quicker to hold it, and removes it then.
            if not any(self._open(born, os.O_CREAT) for _ in range(ATTEMPTS)):
                raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
            self._size, self._is_torn = 0, True  # an earlier attempt may have left something in it
            if born != self.path:
                os.rename(born, self.path)
        except OSError:
            self._let_go()  # or what follows would be written where nobody looks for it
            with suppress(OSError):
                os.remove(born)
            raise

    def _add(self) -> None:
        assert self._fd is not None
        if self._is_torn:
            os.ftruncate(self._fd, self._size)
        self._is_torn = True
        rest = self._unwritten
        try:
            while rest:  # a full disk takes a part, and says why at the next attempt
                rest = rest[os.write(self._fd, rest) :]
        except OSError:
            os.ftruncate(self._fd, self._size)
            self._is_torn = False
            raise
        self._is_torn = False
        self._size += len(self._unwritten)
        self._unwritten = b""

    def take(self) -> bool:
        """Hold a file that was left; False if a copy holds it. Raise OSError if it cannot be."""
        if not self._open(self.path, 0):
            return False
        make_private(self.path)
        try:
            self._look()
        except OSError:
            self._let_go()
            raise
        return True

    def _open(self, path: str, flags: int) -> bool:
        fd = open_regular(path, os.O_RDWR | os.O_APPEND | flags)
        try:
            # Between its opening and its locking it may have been taken in and removed.
            if lock(fd) and _is_at(path, fd):
                self._fd, fd = fd, -1
                return True
        finally:
            if fd >= 0:
                os.close(fd)
        return False

    def read(self) -> str:
        """Return all whole lines; a last one that was cut is taken off before more follows."""
        assert self._fd is not None
        os.lseek(self._fd, 0, os.SEEK_SET)
        data = b""
        while len(data) <= MAX_TEXT and (more := os.read(self._fd, MAX_TEXT)):
            data += more
        self._size = data.rfind(b"\n") + 1
        self._is_torn = self._size < len(data) <= MAX_TEXT
        return data[: self._size].decode("ascii", "replace")

    def _look(self) -> None:
        """Read no more than the end of a file that was taken."""
        assert self._fd is not None
        size = os.fstat(self._fd).st_size
        os.lseek(self._fd, max(0, size - TAIL), os.SEEK_SET)
        self.is_empty = size == 0
        self.is_over = is_over(os.read(self._fd, TAIL).decode("ascii", "replace"))

    def set_aside(self) -> str:
        """Give the file a name that is no journal's, and return it; raise OSError if that fails."""
        name = self.path.removesuffix(JOURNAL) + ".damaged"
        os.replace(self.path, name)
        return os.path.basename(name)

    def remove(self) -> None:
        """Done with: the game is in the database."""
        self._unwritten = b""
        if sys.platform == "win32":  # where no open file can be removed
            self._let_go()
        with suppress(OSError):
            os.remove(self.path)
        self._let_go()

    def close(self) -> bool:
        """Let go of the file; return whether all that was written is in it."""
        self._let_go()
        return not self._unwritten

    def _let_go(self) -> None:
        if self._fd is not None:
            with suppress(OSError):  # a network drive may answer only now; the file is closed
                os.close(self._fd)
        self._fd = None


def _is_at(path: str, fd: int) -> bool:
    """Whether the path still leads to the open file."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(fd))
    except FileNotFoundError:
        return False
