"""The saved games: one journal file per unfinished game, in the folder of the history.

The running copy of the program that plays a game holds a lock on its file. A file without a lock
was left by a copy that quit or was killed. Thousands of files are possible, so they are listed in
slices and opened one at a time.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import (
    MAX_TEXT,
    CutShortError,
    Head,
    TooLargeError,
    last_event,
    parse_head,
    parse_journal,
)
from minesweeper.play.session import Session, fold
from minesweeper.settings.safe_files import (
    attempts,
    lock,
    make_directory,
    make_private,
    open_regular,
    reason_of,
    replace_file,
    unused_path,
)
from minesweeper.store.messages import Messages

JOURNAL: Final = ".journal"
NEW: Final = ".new"
# How many files are examined before the caller has its turn.
FILES_A_SLICE: Final = 100
# How many file names are read to decide whether a folder may hold saved games.
FIRST_NAMES: Final = 10
# For how many milliseconds locking a new file is attempted.
NEW_FILE_WAIT: Final = 100
# How many bytes at the end of a file are enough to see whether the game has ended.
TAIL: Final = 200


class JournalFile:
    """The file of one game: locked while it is open, and only ever appended to in whole lines."""

    def __init__(self, path: str, messages: Messages) -> None:
        self.path = path
        self.id = os.path.basename(path).removesuffix(JOURNAL)
        self.why_unsaved = ""
        """Why a part of the game is not in the file; empty if all of it is."""
        self.is_empty = False
        """Whether `lock` found an empty file."""
        self.is_over = False
        """Whether `lock` found a last line that ends the game."""
        self.is_left_behind = False
        """Whether `lock` found a game that the player left for another one."""
        self.size = 0
        """The size that `lock` found, in bytes."""
        self._messages = messages
        self._fd: int | None = None
        self._size_of_whole_lines = 0
        self._is_torn = False
        """Whether a cut line may follow the whole lines."""
        self._unwritten = b""

    @property
    def is_complete(self) -> bool:
        """Whether the file holds everything that was passed to `write`."""
        return self._fd is not None and not self._unwritten

    def write(self, text: str) -> None:
        """Append text to the file, after any text that could not be written before.

        Never leave a cut line. If it fails, add a message and set `why_unsaved`.
        """
        self._unwritten += text.encode("ascii")
        try:
            if self._fd is None:
                self._create()
            self._add()
        except OSError as error:
            self.why_unsaved = f"this game cannot be saved in {self.path}: {reason_of(error)}"
            self._messages.add(self.why_unsaved)
        else:
            if self.why_unsaved:
                self.why_unsaved = ""
                self._messages.allow_repeats()

    def _create(self) -> None:
        """Create the file and lock it.

        Create it under another name first: a copy that looks for saved games must not find it
        before it is locked. Windows cannot rename an open file, so there the gap remains.
        """
        make_directory(os.path.dirname(self.path))
        draft = self.path if sys.platform == "win32" else self.path + NEW
        try:
            # Another copy may lock the draft first to remove it: then try again.
            if not any(self._open(draft, os.O_CREAT) for _ in attempts(NEW_FILE_WAIT)):
                raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
            # An earlier attempt may have left something in the draft.
            self._size_of_whole_lines, self._is_torn = 0, True
            if draft != self.path:
                os.rename(draft, self.path)
        except OSError:
            self._release()  # or later text would go to a file that nobody finds
            with suppress(OSError):
                os.remove(draft)
            raise

    def _add(self) -> None:
        assert self._fd is not None
        if self._is_torn:
            os.ftruncate(self._fd, self._size_of_whole_lines)
        self._is_torn = True
        rest = self._unwritten
        try:
            while rest:  # a full disk writes a part, and raises at the next attempt
                rest = rest[os.write(self._fd, rest) :]
        except OSError:
            os.ftruncate(self._fd, self._size_of_whole_lines)
            self._is_torn = False
            raise
        self._is_torn = False
        self._size_of_whole_lines += len(self._unwritten)
        self._unwritten = b""

    def lock(self) -> bool:
        """Open and lock the file of an earlier run, and read its end.

        Return False if another copy has it locked. Raise OSError if it is missing or unreadable.
        """
        if not self._open(self.path, 0):
            return False
        make_private(self.path)
        try:
            self._look_at_end()
        except OSError:
            self._release()
            raise
        return True

    def _open(self, path: str, flags: int) -> bool:
        fd = open_regular(path, os.O_RDWR | os.O_APPEND | flags)
        try:
            # Another copy may have removed the file after it was opened and before it was locked.
            if lock(fd) and _is_at(path, fd):
                self._fd, fd = fd, -1
                return True
        finally:
            if fd >= 0:
                os.close(fd)
        return False

    def _look_at_end(self) -> None:
        assert self._fd is not None
        self.size = os.fstat(self._fd).st_size
        os.lseek(self._fd, max(0, self.size - TAIL), os.SEEK_SET)
        self.is_empty = self.size == 0
        event = last_event(os.read(self._fd, TAIL).decode("ascii", "replace"))
        self.is_over = event in ("won", "lost", "abandoned")
        self.is_left_behind = event == "left-behind"

    def read(self) -> str:
        """Return all whole lines. The next `write` removes a cut last line first."""
        assert self._fd is not None
        os.lseek(self._fd, 0, os.SEEK_SET)
        data = b""
        while len(data) <= MAX_TEXT and (more := os.read(self._fd, MAX_TEXT)):
            data += more
        self._size_of_whole_lines = data.rfind(b"\n") + 1
        self._is_torn = self._size_of_whole_lines < len(data) <= MAX_TEXT
        return data[: self._size_of_whole_lines].decode("ascii", "replace")

    def set_aside(self) -> str:
        """Rename the file so that it is not listed any more, and return its new name.

        Close it first, as Windows cannot rename an open file. Raise OSError on failure.
        """
        self._release()
        name = unused_path(self.path.removesuffix(JOURNAL), ".damaged")
        replace_file(self.path, name)
        return os.path.basename(name)

    def remove(self) -> None:
        """Remove the file: its game is in the database, or it holds no game."""
        self._unwritten = b""
        if sys.platform == "win32":  # which cannot remove an open file
            self._release()
        with suppress(OSError):
            os.remove(self.path)
        self._release()

    def close(self) -> bool:
        """Close and unlock the file; return whether it holds everything that was written."""
        self._release()
        return not self._unwritten

    def _release(self) -> None:
        if self._fd is not None:
            with suppress(OSError):  # a network drive may report errors late; it is closed
                os.close(self._fd)
        self._fd = None


def _is_at(path: str, fd: int) -> bool:
    """Return whether the path still leads to the open file."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(fd))
    except FileNotFoundError:
        return False


class SavedGames:
    """The folder of saved games: those that this copy plays, and those that others left."""

    def __init__(self, directory: str, messages: Messages) -> None:
        self.directory = directory
        self.open_files: dict[str, JournalFile] = {}
        """The files of the games that this copy plays, by id."""
        self.obstacles: list[str] = []
        """Why saved games could not be opened, since the last listing."""
        self._messages = messages

    def may_hold_games(self) -> bool:
        """Return whether the folder may hold a game; True for any folder with many files."""
        try:
            with os.scandir(self.directory) as entries:
                names = [entry.name for entry, _ in zip(entries, range(FIRST_NAMES), strict=False)]
        except OSError:
            return False
        return len(names) == FIRST_NAMES or any(name.endswith(JOURNAL) for name in names)

    def new_file(self, identity: str) -> JournalFile:
        """Return the file of a new game; it is created when the first text is written."""
        file = self.open_files[identity] = self._file(identity)
        return file

    def ids_newest_first(self) -> Iterator[str]:
        """Yield the ids of all games, the last written first, and "" after each slice of files."""
        self.obstacles.clear()
        times = {}
        for number, name in enumerate(self._names(), 1):
            path = os.path.join(self.directory, name)
            with suppress(OSError):  # another copy may have removed it
                if name.endswith(JOURNAL):
                    times[name] = os.lstat(path).st_mtime_ns
                elif name.endswith(JOURNAL + NEW):
                    self._remove_draft(path)
            if number % FILES_A_SLICE == 0:
                yield ""
        ordered = sorted(times, key=lambda name: (times[name], name), reverse=True)
        for number, name in enumerate(ordered, 1):
            yield name.removesuffix(JOURNAL)
            if number % FILES_A_SLICE == 0:
                yield ""

    def _names(self) -> list[str]:
        try:
            return os.listdir(self.directory)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self.obstacles.append(f"{self.directory} cannot be read: {reason_of(error)}")
            return []

    def _remove_draft(self, path: str) -> None:
        """Remove a draft left by a copy that was killed; raise OSError on failure."""
        draft = JournalFile(path, self._messages)
        try:
            if draft.lock():
                os.remove(path)
        finally:
            draft.close()

    def lock(self, identity: str) -> JournalFile | None:
        """Lock and return the file of a saved game; if that fails, note why and return None."""
        if identity in self.open_files:
            return None
        file = self._file(identity)
        try:
            if file.lock() and not file.is_empty:
                return file
            if file.is_empty:  # the disk was too full even for the first line
                file.remove()
            elif os.path.lexists(file.path):  # else another copy has just removed it
                self.obstacles.append(
                    f"the saved game {identity} is being played in another window"
                )
        except FileNotFoundError:
            pass
        except OSError as error:
            self._note_unreadable(file, error)
        return None

    def read_head(self, identity: str) -> Head | None:
        """Return the head of a saved game; None if it cannot be read now."""
        file = self.lock(identity)
        if not file:
            return None
        try:
            return parse_head(file.read())
        except (OSError, NotationError):
            return None
        finally:
            file.close()

    def read(self, file: JournalFile) -> Session | None:
        """Return the game in a locked file; close the file and return None if it cannot be played.

        Remove the file of a game without a reveal, and set a damaged one aside. Leave the file of a
        board that is too large for this version.
        """
        try:
            session = fold(parse_journal(file.read()))
            if session.has_begun:
                return session
            file.remove()
        except CutShortError:
            file.remove()
        except TooLargeError as error:
            self.obstacles.append(f"the saved game {file.id} is refused: {error.reason}")
        except NotationError as error:
            self._set_aside(file, error)
        except OSError as error:
            self._note_unreadable(file, error)
        file.close()
        return None

    def _note_unreadable(self, file: JournalFile, error: OSError) -> None:
        self.obstacles.append(f"the saved game {file.id} cannot be read: {reason_of(error)}")

    def _set_aside(self, file: JournalFile, damage: NotationError) -> None:
        try:
            self._messages.add(
                f"a damaged saved game was set aside as {file.set_aside()}: {damage}"
            )
        except FileNotFoundError:  # another copy was quicker
            pass
        except OSError as error:
            why = f"is damaged, {damage}, and cannot be set aside: {reason_of(error)}"
            self._messages.add(f"the saved game {file.id} {why}")

    def _file(self, identity: str) -> JournalFile:
        return JournalFile(os.path.join(self.directory, identity + JOURNAL), self._messages)
