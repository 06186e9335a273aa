"""The clock by which games are played. It stands while Ctrl+Z has stopped the program."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

# For how many milliseconds the program has been stopped. That is a fact of the whole process: all
# times that a game compares have to be read from this clock.
_stopped = 0


def now() -> int:
    """Return milliseconds of a monotonic clock, less those for which the program was stopped."""
    return time.monotonic_ns() // 1_000_000 - _stopped


def stop_process() -> None:
    """Stop the program as Ctrl+Z does, until the shell continues it."""
    global _stopped
    before = now()
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, handler)
    _stopped += now() - before


@contextmanager
def stand_while_stopped() -> Iterator[None]:
    """Let the clock stand when Ctrl+Z stops a program that is not on the screen."""
    # If SIGTSTP is ignored, there is no shell that could continue the program.
    if not hasattr(signal, "SIGTSTP") or signal.getsignal(signal.SIGTSTP) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTSTP, lambda *_: stop_process())
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
