"""What the mouse means in a game: presses and releases as actions on cells and on the header."""

from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.tui.screen import LEFT, MIDDLE, Mouse

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
