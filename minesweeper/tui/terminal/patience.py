"""A sign of life while the program is at work for longer than a player likes to wait."""

import time
from _thread import allocate_lock  # threading is loaded after the first frame
from collections.abc import Callable
from typing import Any, Final

# Seconds that nobody takes for a pause.
PATIENCE: Final = 0.1


class Patience:
    """Calls a function once where work takes long; `turn` keeps it from what may not interfere.

    The work can be anything, so the function runs in a thread of its own: between `begin` and `end`
    only, and with `turn`. While nothing begins, the thread sleeps; while much does, it looks up ten
    times a second, so that a key costs next to nothing.
    """

    def __init__(self, show: Callable[[], object], seconds: float = PATIENCE) -> None:
        self.turn = allocate_lock()
        self._show = show
        self._seconds = seconds
        self._since = 0.0
        self._works = 0
        """How often some work has begun."""
        self._is_at_work = False
        self._is_asleep = False
        self._begun: Any = None
        self._closed: Any = None
        self._thread: Any = None

    def begin(self) -> None:
        """Begin to count the time, unless that has begun."""
        if self._is_at_work:
            return
        self._since = time.monotonic()
        self._works += 1
        self._is_at_work = True
        if self._thread is None:
            self._start()
        if self._is_asleep:
            self._begun.set()

    def end(self) -> None:
        """Call nothing before the next beginning."""
        with self.turn:
            self._is_at_work = False

    def close(self) -> None:
        """End the thread."""
        self.end()
        if self._thread:
            self._closed.set()
            self._begun.set()
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        from threading import Event, Thread

        self._begun, self._closed = Event(), Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        seen = 0
        while not self._closed.is_set():
            self._is_asleep = True  # before the look: what begins after it is heard of
            if seen == self._works:
                self._begun.wait()
            self._begun.clear()
            self._is_asleep = False
            seen = self._works
            self._closed.wait(self._seconds - (time.monotonic() - self._since))
            with self.turn:
                if self._is_at_work and seen == self._works:
                    self._show()
