"""What every screen can do for the loop that runs it."""

from enum import Enum
from typing import NamedTuple

from minesweeper.tui.canvas import Canvas


class Key(NamedTuple):
    """A key, as the character that it types or as a word: "enter", "up", "ctrl-left"."""

    name: str


class Mouse(NamedTuple):
    """A mouse button went down or up; buttons 4 and 5 are the wheel, up and down."""

    button: int
    pressed: bool
    column: int
    row: int


Event = Key | Mouse


class Background(NamedTuple):
    """What the terminal answers about its background: the loop's business, no screen's."""

    light: bool


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

    def next_wakeup(self, now: int) -> int:
        """Milliseconds until something changes without an event, at most a minute."""
        return 60_000

    def leave(self, now: int) -> None:
        """The screen is shown no more: it was left, or the program ends."""

    def uncovered(self, now: int) -> None:
        """The screen opened on top of this one was left."""


Reaction = Screen | Ask | None
