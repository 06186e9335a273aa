"""Screens and events: what the loop hands to a screen, and what a screen answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.setup import Setup
from minesweeper.play.replay import Replay
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


class Click(NamedTuple):
    """A mouse button that was pressed and released at the same place of the same screen.

    It comes before the `Mouse` of the release. Only what follows a button that is held or dragged,
    as the field of a game does, needs that.
    """

    button: int
    column: int
    row: int


Event = Key | Mouse | Click


class Background(NamedTuple):
    """The terminal's answer about its background, for the loop; no screen sees it."""

    light: bool


class GameActions(Protocol):
    """What a page may ask of the game that it lies over."""

    def play_setup(self, setup: Setup, now: int) -> None:
        """Deal a game by a setup, and the games after it too."""

    def play_instead(self, setup: Setup, now: int) -> None:
        """Make the first reveal by another setup: for the first no guess-free board was found."""

    def play_daily(self, level: str, now: int) -> None:
        """Deal today's board of a level."""

    def do_resume(self, now: int) -> None:
        """Resume the saved game."""

    def take_over(self, replay: Replay, moves: int, now: int) -> None:
        """Play on from a replay after the given number of moves."""

    def show_cell(self, cell: Cell) -> None:
        """Put the cursor on a cell, in the middle of the window."""

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Put changed settings in force; the rules from the next game on."""


Do = Callable[[GameActions, int], None]
"""What a page was left for; it is given the game's actions and the time."""


class Leave(NamedTuple):
    """Leave the screen; the game below does what it was left for, if anything."""

    do: Do | None = None


class Copy(NamedTuple):
    """Copy a text to the clipboard; `copied` is given the result."""

    text: str


class Quit:
    """Leave every screen: the program ends."""


QUIT: Final = Quit()


class Screen(ABC):
    """Something that draws itself at any size and answers events, for the loop that runs it."""

    @abstractmethod
    def draw(self, canvas: Canvas, now: int) -> None:
        """Put the whole screen on the canvas, whatever its size."""

    @abstractmethod
    def handle(self, event: Event, now: int) -> "Reaction":
        """Act on an event; return a screen to open on top, a way to leave, or None to stay."""

    def tick(self, now: int) -> "Screen | None":
        """Do what has become due without an event; return a screen to open on top, or None."""
        return None

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until something changes without an event, at most a minute."""
        return 60_000

    def leave(self, now: int) -> None:  # noqa: B027  # most screens have nothing to do here
        """Clean up: the screen was left, or the program ends."""

    def copied(self, result: str) -> None:  # noqa: B027  # most screens have nothing to do here
        """Take the result of a `Copy`, in words."""

    def continue_after(self, do: Do | None, now: int) -> "Reaction":
        """Go on after the screen on top was left; answer as `handle`.

        Only a game can do what it was left for; a page passes it down.
        """
        return Leave(do) if do else None


Reaction = Screen | Leave | Copy | Quit | None
