"""Signals while the game has the terminal: their handlers only set a flag."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from minesweeper.tui.terminal.clock import stop_process

# Signals that would end the program without restoring the terminal; one of them is sent by Ctrl+\.
# SEGV, BUS, FPE and ILL keep their defaults: after a handler in Python, the faulty instruction
# would run again and raise the signal for ever.
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
    """The signals that have arrived since `catch` was called."""

    def __init__(self) -> None:
        self.stopped_by: int | None = None
        """The signal that asks the game to end."""
        self.suspended = False
        """Whether Ctrl+Z was typed, and the game has not stopped yet."""
        self.continued = False
        """Whether the game continues after a stop, and has not taken the terminal back yet."""
        self._before: dict[int, Any] = {}

    @property
    def is_stopped_by_key(self) -> bool:
        """Whether the signal that asks the game to end is that of a key, which may be held down."""
        return self.stopped_by in (signal.SIGINT, getattr(signal, "SIGQUIT", signal.SIGINT))

    def catch(self) -> None:
        """Install the handlers. SIGWINCH has none, or KEY_RESIZE would no longer arrive.

        SIGTSTP is not left to ncurses, whose handler paints regardless of what it interrupts. If
        the window then has another size, it may allocate memory in the middle of an allocation.
        """
        handlers = dict.fromkeys(_STOPS, self._stop) | {"SIGCONT": self._continue}
        # If SIGTSTP is ignored, there is no shell that could continue the game.
        if hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
            handlers["SIGTSTP"] = self._suspend
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            # A handler that Python did not install, such as faulthandler's for SIGABRT, is None and
            # could not be restored.
            if number is not None and signal.getsignal(number) is not None:
                self._before[number] = signal.signal(number, handler)

    def put_back(self) -> None:
        """Restore the handlers that were there before `catch`.

        That of a key that has ended the game is ignored: the key may be held down.
        """
        if self.stopped_by is not None and self.is_stopped_by_key:
            self._before[self.stopped_by] = signal.SIG_IGN
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()

    def hang_up(self) -> None:
        """End the game as SIGHUP would, unless another signal came first."""
        if self.stopped_by is None:
            self.stopped_by = getattr(signal, "SIGHUP", signal.SIGTERM)

    def suspend(self) -> None:
        """Stop the game until the shell continues it."""
        self.suspended = False  # even if Ctrl+Z was typed twice
        stop_process()
        self.continued = True  # even if the process was not stopped

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped_by = number

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        self.suspended = True

    def _continue(self, number: int, frame: FrameType | None) -> None:
        self.continued = True


@contextmanager
def in_the_background() -> Iterator[None]:
    """Let the game use a terminal that the shell has already taken back, as below a script."""
    numbers = (signal.SIGTTIN, signal.SIGTTOU)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
