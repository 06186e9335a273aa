"""The clock of what plays by itself: a replay, the demo."""

from math import ceil
from typing import Final

SLOWEST: Final = 1 / 4
FASTEST: Final = 16


class Pacer:
    """A clock that runs at a speed, in milliseconds, and that the player can stop."""

    def __init__(self, time: int = 0) -> None:
        self.stopped = False
        """The player has stopped it: whoever has it does not let it run."""
        self.speed: float = 1
        self._time = time
        self._since: int | None = None
        """When the clock was started at `_time`, None while it stands."""

    @property
    def speed_text(self) -> str:
        """The speed in words: x2, x1/2."""
        return f"x{self.speed:g}" if self.speed >= 1 else f"x1/{1 / self.speed:g}"

    def time(self, now: int) -> int:
        """Return what the clock shows."""
        if self._since is None:
            return self._time
        return self._time + int((now - self._since) * self.speed)

    def run(self, now: int) -> None:
        """Start the clock where it stands, unless it runs."""
        if self._since is None:
            self._since = now

    def hold(self, now: int) -> None:
        """Stop the clock at what it shows, until it is run again."""
        self._time, self._since = self.time(now), None

    def set(self, time: int) -> None:
        """Stop the clock at a time, until it is run again."""
        self._time, self._since = time, None

    def change_speed(self, factor: float, now: int) -> None:
        """Multiply the speed, within its limits; the clock is held."""
        self.hold(now)
        self.speed = max(SLOWEST, min(self.speed * factor, FASTEST))

    def wait(self, time: int, now: int) -> int:
        """Return the milliseconds until the clock shows a time, if it runs from now on."""
        since = now if self._since is None else self._since
        return max(0, since + ceil((time - self._time) / self.speed) - now)
