"""Write to standard output and standard error, and to the file that `--output` names."""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self, TextIO

from minesweeper import __version__
from minesweeper.engine.notation import percent_text
from minesweeper.settings.safe_files import printable, reason_of, replace_file
from minesweeper.settings.table import SettingsError
from minesweeper.settings.values import quoted_path

PROGRAM: Final = f"minesweeper {__version__}"


class UsageError(SettingsError):
    """A request that cannot be fulfilled; the message says what is wrong and what is allowed."""


def check_output() -> None:
    """Raise UsageError if standard output is closed."""
    if sys.stdout is None:
        raise UsageError("standard output is closed")


@contextmanager
def output_to(path: str | None) -> Iterator[Callable[[str | bytes], object]]:
    """Return a function that writes to a file, text in UTF-8; without a path, or "-", to stdout.

    The file is there, or replaced, only once all is written, and only if something was. Raise
    UsageError if that fails.
    """
    if path is None or path == "-" or _is_stdout(path):
        yield _print
        return
    is_file = os.path.isfile(path) or not os.path.exists(path)
    target = os.path.realpath(path) if is_file and os.path.islink(path) else path  # links stay
    # A name of its own: with one more word that of the file may be too long. No device has a draft.
    name = f".minesweeper-{os.getpid()}.new"
    draft = os.path.join(os.path.dirname(target), name) if is_file else target
    try:
        if os.path.exists(target) and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        try:
            with open(draft, "xb" if is_file else "wb") as file:
                yield lambda data: file.write(data.encode() if isinstance(data, str) else data)
            if is_file and os.path.getsize(draft):
                with suppress(FileNotFoundError):
                    os.chmod(draft, stat.S_IMODE(os.stat(target).st_mode))
                replace_file(draft, target)
        finally:
            if is_file:
                with suppress(OSError):
                    os.remove(draft)
    except OSError as error:
        raise UsageError(f"--output {quoted_path(path)}: {reason_of(error)}") from None


def _is_stdout(path: str) -> bool:
    """Return whether a path, such as /dev/stdout, leads to where standard output goes.

    It may go to a file to which others write as well: that file must not be replaced.
    """
    with suppress(OSError):
        return os.path.samestat(os.stat(path), os.fstat(sys.stdout.fileno()))
    return False


def _print(data: str | bytes) -> None:
    if isinstance(data, bytes):
        sys.stdout.buffer.write(data)
    else:
        print(data, end="")


def complain(text: str) -> None:
    """Write an error or a warning to standard error, in one line; nothing if the text is empty."""
    if not text or sys.stderr is None:  # the caller has closed it
        return
    try:
        print(one_line(f"minesweeper: {text}", sys.stderr), file=sys.stderr, flush=True)
    except OSError:  # keep Python from trying again when it exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def one_line(text: str, stream: TextIO) -> str:
    """Return the text with control characters, and what the stream cannot encode, escaped."""
    encoding = stream.encoding or "ascii"
    return printable(text).encode(encoding, "backslashreplace").decode(encoding)


def is_utf_8(encoding: str | None) -> bool:
    """Return whether an encoding is UTF-8, however its name is spelt."""
    return (encoding or "").lower().replace("-", "").replace("_", "") == "utf8"


class ProgressBar:
    """A progress bar for a long task, once the task has taken a while.

    What is no terminal, such as a pipe or a file, gets a line now and then instead.
    """

    WIDTH: Final = 40
    DELAY: Final = 0.1
    """Seconds of work before the bar appears; shorter work needs none."""
    LINE_DELAY: Final = 10.0
    """Seconds of work from line to line."""

    def __init__(self, stream: TextIO | None) -> None:
        is_terminal = stream is not None and stream.isatty()
        self._stream = stream if is_terminal else None
        self._says_lines = stream is not None and not is_terminal
        self._since = time.monotonic()
        self._text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, done: float) -> None:
        """Draw the share of the task that is done, from 0 to 1."""
        if self._says_lines and time.monotonic() >= self._since + self.LINE_DELAY:
            self._since = time.monotonic()
            complain(f"{percent_text(done)} done")
        if not self._stream or time.monotonic() < self._since + self.DELAY:
            return
        filled = round(self.WIDTH * done)
        text = f"[{'#' * filled}{'.' * (self.WIDTH - filled)}] {percent_text(done):>4}"
        if text != self._text:
            self._text = text  # first, so that `clear` removes it if Ctrl+C comes meanwhile
            self._stream.write("\r" + text)
            self._stream.flush()

    def clear(self) -> None:
        """Remove the bar from the terminal until the next `show`."""
        if self._stream:
            self._since = time.monotonic()
        if self._stream and self._text:
            self._stream.write("\r" + " " * len(self._text) + "\r")
            self._stream.flush()
            self._text = ""
