"""Open, create and replace files safely, and keep them private to the player."""

import errno
import os
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

# Never wait for the other end of a pipe, never make the file the controlling terminal, never
# translate line ends. Not every platform has all of these flags.
SAFELY: Final = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)
NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
# Milliseconds: between two attempts, and up to which to try to replace a file that another program
# has open, and to use a database that another copy writes.
RETRY_PAUSE: Final = 20
REPLACE_WAIT: Final = 500
DATABASE_WAIT: Final = 1000


# Opening


def reason_of(error: Exception) -> str:
    """Return the reason of an error in the words of the system, without the path."""
    return str(getattr(error, "strerror", None) or error)


def printable(text: str) -> str:
    """Escape control characters, and bytes that are not text, such as in a path."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def open_regular(path: str, flags: int = os.O_RDONLY, *, follow: bool = False) -> int:
    """Open a regular file and return its descriptor; a new file is private to the player.

    Raise OSError for anything else of that name: a FIFO could block for ever, a device could act
    when it is opened, a link could lead to somebody else's file. Pass `follow` only to read a file
    that the player wrote: people keep their settings elsewhere and link to them.
    """
    check_regular(path, follow=follow)
    fd = os.open(path, flags | SAFELY | (0 if follow else NO_LINK), 0o600)
    try:
        _check(os.fstat(fd).st_mode)  # it may have been replaced in between
    except OSError:
        os.close(fd)
        raise
    return fd


def read_regular(path: str, limit: int, *, follow: bool = False) -> bytes:
    """Return up to `limit` bytes of a regular file; raise OSError on failure."""
    with open(open_regular(path, follow=follow), "rb") as file:
        return file.read(limit)


def is_utf_16(data: bytes) -> bool:
    """Return whether a file begins as UTF-16 does: Windows PowerShell's `>` writes that."""
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))


def decode_text(data: bytes) -> str:
    """Return the text in a file that a player wrote, in UTF-8 or UTF-16.

    Raise UnicodeDecodeError if it is damaged.
    """
    return data.decode("utf-16" if is_utf_16(data) else "utf-8-sig")


def check_regular(path: str, *, follow: bool = False) -> None:
    """Raise OSError if the path exists and is not a regular file."""
    with suppress(FileNotFoundError):
        _check((os.stat(path) if follow else os.lstat(path)).st_mode)


def is_out_of_reach(path: str) -> bool:
    """Return whether a folder above the path may not be entered, as in somebody else's home."""
    try:
        os.lstat(path)
    except OSError as error:
        return isinstance(error, PermissionError)
    return False


def _check(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def attempts(milliseconds: int) -> Iterator[None]:
    """Yield once, and then, for the given time, again after each pause."""
    yield
    for _ in range(milliseconds // RETRY_PAUSE):
        pause(RETRY_PAUSE)
        yield


def pause(milliseconds: int) -> None:
    """Wait for another copy or program. Only SQLite waits by itself."""
    from threading import Event  # late: waiting is rare

    Event().wait(milliseconds / 1000)


# Creating, replacing and naming


def make_directory(path: str) -> None:
    """Make a directory, and those missing above it, private to the player.

    An existing directory keeps its mode: it may be a home directory. Raise OSError if a directory
    cannot be made.
    """
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
        if path == missing[-1]:
            break
    for each in reversed(missing):
        with suppress(FileExistsError):  # another copy was faster, or it is not a directory
            os.mkdir(each, 0o700)


def make_file(path: str) -> None:
    """Make an empty file, private to the player, unless it exists.

    An existing file is not opened: closing it again would release SQLite's locks on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def replace_file(old: str, new: str) -> None:
    """Rename a file, and replace the file with the new name; raise OSError on failure.

    On Windows a program that scans files may have either open for a moment: try for half a second.
    """
    refusal = None
    for _ in attempts(REPLACE_WAIT):
        try:
            os.replace(old, new)
        except PermissionError as error:
            if not getattr(error, "winerror", None):  # not on Windows, where it may pass
                raise
            refusal = error
        else:
            return
    assert refusal
    raise refusal


def write_whole(path: str, text: str) -> None:
    """Write a file completely or not at all; of two copies that do, the last wins.

    Raise OSError, with the path in its reason, on failure.
    """
    draft = f"{path}.{os.getpid()}.new"  # of its own, as there is no lock
    try:
        check_regular(path)
        with suppress(FileNotFoundError):
            os.remove(draft)  # left behind by a copy that was killed
        with open(open_regular(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "w") as file:
            file.write(text)
        replace_file(draft, path)
    except OSError as error:
        with suppress(OSError):
            os.remove(draft)
        raise OSError(error.errno, f"{path}: {reason_of(error)}") from None


def unused_path(base: str, extension: str) -> str:
    """Return the path of no existing file: base and extension, with a number if necessary."""
    name, number = base + extension, 1
    while os.path.lexists(name):
        number += 1
        name = f"{base}-{number}{extension}"
    return name
