"""Open, lock, create and replace files safely, and keep them private to the player."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

# Never wait for the other end of a pipe, never become the terminal's, change no line ends. Not
# every platform has them all.
SAFELY: Final = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)
NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
# The errors where another copy holds a lock.
LOCKED_ERRORS: Final = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
# How many milliseconds pass between two attempts, and how long something is tried: to take a lock
# that another copy holds, and to replace a file that another program looks at.
PAUSE: Final = 20
LOCK_WAIT: Final = 800
REPLACE_WAIT: Final = 500


# Opening and locking


def reason_of(error: Exception) -> str:
    """Return what the system says of an error, without the path."""
    return str(getattr(error, "strerror", None) or error)


def printable(text: str) -> str:
    """Escape control characters, and what is no text, in a path for example."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def open_regular(path: str, flags: int = os.O_RDONLY, *, follow: bool = False) -> int:
    """Open a regular file and return its descriptor; a new one is for the player alone.

    Raise OSError for anything else of that name: a FIFO could wait for ever, a device could act on
    being opened, a link could lead to somebody else's file. `follow` a link only to read what the
    player wrote: people keep their settings elsewhere and link to them.
    """
    check_regular(path, follow=follow)
    fd = os.open(path, flags | SAFELY | (0 if follow else NO_LINK), 0o600)
    try:
        _check(os.fstat(fd).st_mode)  # it may have been replaced since
    except OSError:
        os.close(fd)
        raise
    return fd


def read_regular(path: str, most: int, *, follow: bool = False) -> bytes:
    """Return up to `most` bytes of a regular file; raise OSError on failure."""
    with open(open_regular(path, follow=follow), "rb") as file:
        return file.read(most)


def check_regular(path: str, *, follow: bool = False) -> None:
    """Raise OSError if the path is anything but a regular file, or nothing yet."""
    with suppress(FileNotFoundError):
        _check((os.stat(path) if follow else os.lstat(path)).st_mode)


def _check(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def lock(fd: int, *, wait: bool = False) -> bool:
    """Hold a file until it is closed, however the program ends; False if another copy does.

    With `wait` another copy has most of a second to let go of it. Raise OSError where the file
    cannot be locked at all.
    """
    return any(_try_to_lock(fd) for _ in attempts(LOCK_WAIT if wait else 0))


def attempts(milliseconds: int) -> Iterator[None]:
    """Yield once, and then again and again, with pauses, for the given time."""
    yield
    from threading import Event  # late: it is seldom that somebody has to wait

    never = Event()
    for _ in range(milliseconds // PAUSE):
        never.wait(PAUSE / 1000)
        yield


def _try_to_lock(fd: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            # Held bytes cannot be read by others: hold one beyond the end.
            os.lseek(fd, 2**31 - 2, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in LOCKED_ERRORS:
            raise
        return False
    return True


class FileLock:
    """A lock on a file, for as long as a `with` lasts, that keeps other copies out."""

    def __init__(self, path: str, *, wait: bool = True) -> None:
        """With `wait` another copy has most of a second to leave."""
        self._path = path
        self._wait = wait

    def __enter__(self) -> None:
        """Take the lock; raise OSError, which names the file, if that fails."""
        try:
            self._fd = open_regular(self._path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise OSError(error.errno, f"{self._path}: {reason_of(error)}") from None
        try:
            make_private(self._path)
            if not lock(self._fd, wait=self._wait):
                raise OSError(errno.EAGAIN, f"another copy holds {self._path}")
        except OSError:
            os.close(self._fd)
            raise

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)


# Creating, replacing and naming


def make_directory(path: str) -> None:
    """Make a directory and those missing above it, for the player alone.

    One that exists keeps its mode: it may be a home directory. Raise OSError where a directory
    cannot be made.
    """
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
        if path == missing[-1]:
            break
    for each in reversed(missing):
        with suppress(FileExistsError):  # another copy was faster, or it is no directory
            os.mkdir(each, 0o700)


def make_private(path: str) -> None:
    """Let nobody but the player read or write a file of the game."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        status = os.lstat(path)
        is_ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if is_ours and status.st_mode & 0o077:
            os.chmod(path, status.st_mode & 0o700)


def make_file(path: str) -> None:
    """Make an empty file for the player alone, unless there is one.

    One that is there is not opened: to close it again would end the locks that SQLite has on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def replace_file(old: str, new: str) -> None:
    """Give a file another name, in place of the file of that name; raise OSError on failure.

    On Windows a program that scans files may hold either for a moment: try for half a second.
    """
    refusal = None
    for _ in attempts(REPLACE_WAIT):
        try:
            os.replace(old, new)
        except PermissionError as error:
            if not getattr(error, "winerror", None):  # elsewhere it is for good
                raise
            refusal = error
        else:
            return
    assert refusal
    raise refusal


def write_whole(path: str, text: str) -> None:
    """Write a file of ours whole or not at all, while other copies are held off.

    Raise OSError, with the path in its reason, on failure.
    """
    draft = f"{path}.new"
    try:
        check_regular(path)
        with suppress(FileNotFoundError):
            os.remove(draft)  # left by a copy that was killed
        with open(open_regular(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "w") as file:
            file.write(text)
        replace_file(draft, path)
    except OSError as error:
        with suppress(OSError):
            os.remove(draft)
        raise OSError(error.errno, f"{path}: {reason_of(error)}") from None


def unused_path(base: str, extension: str) -> str:
    """Return a path that is not in use: the base and the extension, with a number if need be."""
    name, number = base + extension, 1
    while os.path.lexists(name):
        number += 1
        name = f"{base}-{number}{extension}"
    return name
