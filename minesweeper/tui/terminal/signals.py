"""Signals while the game has the terminal: their handlers only set a flag."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

# Each ends a program that does not catch it, with the terminal as it happens to be; Ctrl+\ is a
# key. SEGV, BUS, FPE and ILL keep their default: after a handler in Python a real one comes again.
_STOPS: Final = (
    "SIGINT",
    "SIGTERM",
    "SIGHUP",
    "SIGQUIT",
    "SIGABRT",
    "SIGUSR1",
    "SIGUSR2",
    "SIGALRM",
    "SIGVTALRM",
    "SIGXCPU",
    "SIGBREAK",
)


class Signals:
    """What has arrived since `catch` was called."""

    def __init__(self) -> None:
        self.stopped_by: int | None = None
        """The signal that asks the game to end."""
        self.suspended = False
        """Ctrl+Z was typed, and the game has not stopped yet."""
        self.continued = False
        """The game goes on after a stop, and has not taken the terminal back yet."""
        self._before: dict[int, Any] = {}

    def catch(self) -> None:
        """Install the handlers. No SIGWINCH handler: KEY_RESIZE would stop arriving.

        SIGTSTP is not left to ncurses: its handler paints, whatever it has interrupted, and if the
        window has another size it allocates memory in the midst of an allocation.
        """
        handlers = dict.fromkeys(_STOPS, self._stop) | {"SIGCONT": self._continue}
        if hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
            handlers["SIGTSTP"] = self._suspend  # else there is no shell to continue the game
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            # A handler that Python did not install, as faulthandler's for SIGABRT, is None: it
            # could not be put back.
            if number is not None and signal.getsignal(number) is not None:
                self._before[number] = signal.signal(number, handler)

    def put_back(self) -> None:
        """Restore the handlers that were there before `catch`."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()

    def hang_up(self) -> None:
        """End the game as SIGHUP would, unless another signal came first."""
        if self.stopped_by is None:
            self.stopped_by = getattr(signal, "SIGHUP", signal.SIGTERM)

    def stop_process(self) -> None:
        """Stop the game until the shell continues it."""
        self.suspended = False  # also where it was typed twice meanwhile
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self.continued = True  # also where nobody could have continued it, and it did not stop

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped_by = number

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        self.suspended = True

    def _continue(self, number: int, frame: FrameType | None) -> None:
        self.continued = True


@contextmanager
def in_the_background() -> Iterator[None]:
    """Let the game use a terminal that the shell has taken back, as it may below a script."""
    numbers = (signal.SIGTTIN, signal.SIGTTOU)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
