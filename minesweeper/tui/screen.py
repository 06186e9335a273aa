"""Screens, and the reactions that a screen returns to an event."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.setup import Setup
from minesweeper.play.replay import Replay
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event


class GameActions(Protocol):
    """The methods of the game screen that a page over it may call when it is left."""

    def play_setup(self, setup: Setup, now: int) -> None:
        """Deal a game with this setup, which the games after it will have as well."""

    def play_instead(self, setup: Setup, now: int) -> None:
        """Make the first reveal with this setup, after no guess-free board was found."""

    def play_daily(self, level: str, now: int, day: str = "") -> None:
        """Deal the daily board of a level and a day, by default of today."""

    def resume(self, identity: str, now: int) -> None:
        """Resume the saved game with this id, or show a message that says why that fails."""

    def take_over(self, replay: Replay, moves: int, now: int) -> None:
        """Deal a game that continues a replay after its first `moves` moves."""

    def show_cell(self, cell: Cell) -> None:
        """Put the cursor on a cell, and scroll the cell to the middle of the window."""

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Apply changed settings, by name; rules apply from the next game on."""


LeaveAction = Callable[[GameActions, int], None]
"""What the game does after a page is left: called with the game's actions and the time."""


class Leave(NamedTuple):
    """Leave the screen; if `do` is given, it is called for the game below."""

    do: LeaveAction | None = None


class Copy(NamedTuple):
    """Copy a text to the clipboard; `Screen.show_copy_result` is called with the result."""

    text: str


class Quit:
    """Leave all screens, which ends the program."""


QUIT: Final = Quit()


class Screen(ABC):
    """A picture of the whole window that answers events. All times are in milliseconds."""

    @abstractmethod
    def draw(self, canvas: Canvas, now: int) -> None:
        """Draw the whole screen on an empty canvas of any size."""

    @abstractmethod
    def handle(self, event: Event, now: int) -> "Reaction":
        """Act on an event; return what the loop is to do.

        That is a screen to open on top of this one, `Leave`, `Copy`, `QUIT`, or None to stay.
        """

    def tick(self, now: int) -> "Screen | None":
        """Do what is due without an event; return a screen to open on top, or None.

        The loop calls this before every frame.
        """
        return None

    def lose_focus(self, now: int) -> None:  # noqa: B027  # only a game has a clock to stop
        """Act on the window's loss of the focus, which is no key and no click."""

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until something is due without an event: at most a minute."""
        return 60_000

    def note_written(self, milliseconds: int) -> None:  # noqa: B027  # most screens never move
        """Act on the time that it took to write a frame to the terminal."""

    def leave(self, now: int) -> None:  # noqa: B027  # most screens have nothing to do here
        """Clean up after the screen was left, or when the program ends."""

    def show_copy_result(self, result: str) -> None:  # noqa: B027  # most screens never copy
        """Show the result of a `Copy`, a message for the player."""

    def continue_after(self, do: LeaveAction | None, now: int) -> "Reaction":
        """Continue after the screen on top was left with `Leave(do)`; return a reaction.

        Only the game can call `do`: any other screen is left as well, and passes it down.
        """
        return Leave(do) if do else None


Reaction = Screen | Leave | Copy | Quit | None
"""What the loop is to do after an event; None is nothing."""
