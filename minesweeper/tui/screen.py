"""Screens and events: what the loop hands to a screen, and what a screen answers."""

from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas

LEFT: Final = 1
MIDDLE: Final = 2
_WHEEL: Final = {4: -1, 5: 1}


class Key(NamedTuple):
    """A key: the character that it types, or a word such as "enter", "up", "ctrl-left"."""

    name: str


class Mouse(NamedTuple):
    """A mouse button that went down or up; buttons 4 and 5 are the wheel, up and down."""

    button: int
    pressed: bool
    column: int
    row: int

    @property
    def wheel(self) -> int:
        """Which way the wheel was turned: -1 up, 1 down, 0 if it was another button."""
        return _WHEEL.get(self.button, 0)


Event = Key | Mouse


class Background(NamedTuple):
    """The terminal's answer about its background, for the loop; no screen sees it."""

    light: bool


class Leave(NamedTuple):
    """Leave the screen; the one below it is handed the result."""

    result: object = None


class Copy(NamedTuple):
    """Copy a text to the clipboard; the screen is told what became of it."""

    text: str


class Quit:
    """Leave every screen: the program ends."""


QUIT: Final = Quit()


class Screen:
    """Something that draws itself at any size and answers events, for the loop that runs it."""

    def draw(self, canvas: Canvas, now: int) -> None:
        """Put the whole screen on the canvas, whatever its size."""
        raise NotImplementedError  # every screen has its own

    def handle(self, event: Event, now: int) -> "Reaction":
        """Act on an event; return a screen to open on top, a way to leave, or None to stay."""
        raise NotImplementedError  # as this; the methods below are optional

    def tick(self, now: int) -> "Screen | None":
        """Do what has become due without an event; return a screen to open on top, or None."""
        return None

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until something changes without an event, at most a minute."""
        return 60_000

    def leave(self, now: int) -> None:
        """Clean up: the screen was left, or the program ends."""

    def copied(self, said: str) -> None:
        """Take what became of a text that was to be copied."""

    def uncovered(self, result: object, now: int) -> "Reaction":
        """Take the result of the screen that was open on top of this one; answer as `handle`."""
        return None


Reaction = Screen | Leave | Copy | Quit | None
