"""A stopwatch, which does not know the time: it is told when it is started and stopped."""


class Stopwatch:
    """Counts the milliseconds during which it runs."""

    def __init__(self) -> None:
        """Begin stopped, at 0."""
        self._counted = 0
        self._running_since: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether it is running."""
        return self._running_since is not None

    def at(self, time: int) -> int:
        """Return the milliseconds that it has counted until a time."""
        running = 0 if self._running_since is None else time - self._running_since
        return self._counted + running

    def start(self, time: int) -> None:
        """Go on from here, if it is not running."""
        if self._running_since is None:
            self._running_since = time

    def stop(self, time: int) -> None:
        """Stop, if it is running."""
        self._counted, self._running_since = self.at(time), None
