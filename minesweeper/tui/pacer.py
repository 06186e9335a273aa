"""The clock of a replay or of the demo, with a speed that the player can change."""

from math import ceil
from typing import Final

SLOWEST: Final = 1 / 4
FASTEST: Final = 16


class Pacer:
    """A clock in milliseconds that runs at an adjustable speed and can be stopped."""

    def __init__(self, time: int = 0) -> None:
        self.stopped = False
        """Whether the player has stopped the clock; its screen then does not run it."""
        self.speed: float = 1
        self._time = time
        self._since: int | None = None
        """When the clock was started at `_time`; None while it is held."""

    def speed_text(self, times: str) -> str:
        """Return the speed as text, for example "2x" or "1/2x"; `times` replaces the "x"."""
        return f"{self.speed:g}{times}" if self.speed >= 1 else f"1/{1 / self.speed:g}{times}"

    def time(self, now: int) -> int:
        """Return the time that the clock shows."""
        if self._since is None:
            return self._time
        return self._time + int((now - self._since) * self.speed)

    def run(self, now: int) -> None:
        """Start the clock, unless it is running."""
        if self._since is None:
            self._since = now

    def hold(self, now: int) -> None:
        """Stop the clock at the time it shows, until it is run again."""
        self._time, self._since = self.time(now), None

    def set(self, time: int) -> None:
        """Stop the clock at a time, until it is run again."""
        self._time, self._since = time, None

    def change_speed(self, factor: float, now: int) -> None:
        """Multiply the speed by a factor, within its limits, and hold the clock."""
        self.hold(now)
        self.speed = max(SLOWEST, min(self.speed * factor, FASTEST))

    def wait(self, time: int, now: int) -> int:
        """Return the milliseconds until the clock shows a time if it runs from now on."""
        since = now if self._since is None else self._since
        return max(0, since + ceil((time - self._time) / self.speed) - now)
