"""What keys and the mouse mean in a game, and which actions each state of the screen answers.

Nothing behind the gate asks again whether the game is paused, finished, too small or searching.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.tui.keys import DEMO_ROWS, ROWS, State
from minesweeper.tui.screen import LEFT, MIDDLE, Mouse

_PASSES: Final[Mapping[str, tuple[State, ...]]] = {
    action: row.passes for row in (*ROWS, *DEMO_ROWS) for action in row.actions
}

# What ends a pause besides the key that pauses.
_ENDS_PAUSE: Final = ("enter", " ", "escape")
# What keys do once they have lost what they do during a game.
_AFTER_THE_END: Final = {"hint": "review", "chord": "copy"}
# What Esc does while the program works.
_ENDS_WORK: Final[Mapping[State, str]] = {"searching": "end-search", "helping": "end-obvious"}


# The gate


def answers(state: State, action: str) -> bool:
    """Return whether a screen in this state answers an action, by key or mouse."""
    if action == "repaint":
        return False  # the loop does it
    if state in _ENDS_WORK:
        return action in ("quit", _ENDS_WORK[state])
    return state == "playing" or state in _PASSES[action]


def meant(state: State, key: str, action: str, *, quiet: bool) -> str:
    """Return the action that a key means in a state; empty if it is not answered.

    `action` is what the key is bound to. A finished game makes way for a new one only if it is
    `quiet`: no key came for a while, so a held key does not wipe the board.
    """
    if state == "paused" and key in _ENDS_PAUSE:
        return "pause"
    if state == "finished" and action == "reveal":
        return "new" if quiet else ""
    if state == "finished" and action in _AFTER_THE_END:
        return _AFTER_THE_END[action]
    if state in _ENDS_WORK and key == "escape":
        return _ENDS_WORK[state]
    return action if action and answers(state, action) else ""


# The mouse

# A left button that is held for so many milliseconds flags.
HELD: Final = 500

Action = Literal["reveal", "flag", "chord", "new"]
"""The action of the keys that does the same."""


class Press(NamedTuple):
    """A button that is down: on a cell, or on the header above the field."""

    button: int
    cell: Cell | None
    since: int


class Pointer:
    """Follows the buttons: a press acts when it is released where it went down."""

    def __init__(self) -> None:
        self.press: Press | None = None
        self.swapped = False
        """The left button flags and the right one reveals."""

    def forget(self) -> None:
        """Let no press act that has not been released yet."""
        self.press = None

    def follow(
        self, mouse: Mouse, cell: Cell | None, *, on_header: bool, now: int
    ) -> Action | None:
        """Return the action of a button that goes down or up on a cell or the header, if any.

        A second button that goes down before the first is released makes a chord.
        """
        if mouse.pressed:
            both = MIDDLE if self.press else mouse.button
            self.press = Press(both, cell, now) if cell or on_header else None
            return None
        press, self.press = self.press, None
        if not press or press.cell != cell or not (cell or on_header):
            return None
        return "new" if cell is None else self._action(press.button)

    def held(self, now: int) -> tuple[Action, Cell] | None:
        """Return the action of a button that was held long enough, and the cell it acts on."""
        if self.next_wakeup(now) != 0:
            return None
        press, self.press = self.press, None
        assert press, "only a press becomes due"
        assert press.cell, "only a press on a cell becomes due"
        return "reveal" if self.swapped else "flag", press.cell

    def next_wakeup(self, now: int) -> int | None:
        """Return the milliseconds until a held button acts; None if none will."""
        press = self.press
        if not press or press.button != LEFT or not press.cell:
            return None
        return max(0, press.since + HELD - now)

    def _action(self, button: int) -> Action:
        if button == MIDDLE:
            return "chord"
        return "reveal" if (button == LEFT) is not self.swapped else "flag"
