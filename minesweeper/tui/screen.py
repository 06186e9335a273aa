"""What every screen can do for the loop that runs it."""

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event
from minesweeper.typed import Enum


class Ask(Enum):
    """What a screen may ask of the loop in answer to an event."""

    LEAVE = "leave"
    QUIT = "quit"


class Screen:
    """Draws itself whole at any size, and answers events; one screen may open another."""

    def draw(self, canvas: Canvas, now: int) -> None:
        """Put the whole screen on the canvas, whatever its size."""
        raise NotImplementedError  # no screen can do without its own

    def handle(self, event: Event, now: int) -> "Reaction":
        """Take an event; answer with a screen to open on top, something to ask, or None."""
        raise NotImplementedError  # nor without this; what follows may be left out

    def tick(self, now: int) -> None:
        """Do what has become due without an event."""

    def patience(self, now: int) -> int:
        """Milliseconds until something changes without an event, at most a minute."""
        return 60_000

    def leave(self, now: int) -> None:
        """The screen is shown no more: it was left, or the program ends."""

    def uncovered(self, now: int) -> None:
        """The screen opened on top of this one was left."""


Reaction = Screen | Ask | None
