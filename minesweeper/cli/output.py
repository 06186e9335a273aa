"""Write to standard output and standard error, and to the file that `--output` names."""

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

    The file is there, or replaced, only once all is written. Raise UsageError if that fails.
    """
    if path is None or path == "-":
        yield _print
        return
    target = os.path.realpath(path) if path else ""  # a link stays one
    is_file = os.path.isfile(target) or not os.path.exists(target)
    draft = f"{target}.{os.getpid()}.new" if is_file else target  # no device has a draft
    try:
        try:
            with open(draft, "xb" if is_file else "wb") as file:
                yield lambda data: file.write(data.encode() if isinstance(data, str) else data)
            if is_file:
                with suppress(FileNotFoundError):
                    os.chmod(draft, stat.S_IMODE(os.stat(target).st_mode))
                replace_file(draft, target)
        except BaseException:
            if is_file:
                with suppress(OSError):
                    os.remove(draft)
            raise
    except OSError as error:
        raise UsageError(f"--output {quoted_path(path)}: {reason_of(error)}") from None


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
    """A progress bar for a long task, on a terminal only, once the task has taken a while."""

    WIDTH: Final = 40
    DELAY: Final = 0.1
    """Seconds of work before the bar appears; shorter work needs none."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream and stream.isatty() else None
        self._since = time.monotonic()
        self._text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, done: float) -> None:
        """Draw the share of the task that is done, from 0 to 1."""
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
        self._since = time.monotonic()
        if self._stream and self._text:
            self._stream.write("\r" + " " * len(self._text) + "\r")
            self._stream.flush()
            self._text = ""
