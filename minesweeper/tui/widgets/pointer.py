"""What the mouse means: presses and releases -> clicks on cells and on the status."""

from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.tui.screen import Mouse

LEFT: Final = 1
MIDDLE: Final = 2
WHEEL_UP: Final = 4
WHEEL_DOWN: Final = 5

# A left button that is held this long flags.
HELD: Final = 500

What = Literal["reveal", "flag", "chord", "new"]
"""The action of the keys that does the same."""


class Press(NamedTuple):
    """A button that is down: on a cell, or on the status above the field."""

    button: int
    cell: Cell | None
    since: int


class Pointer:
    """Follows the buttons. A press acts when it is released where it went down."""

    def __init__(self) -> None:
        self.press: Press | None = None
        self.swapped = False
        """The left button flags and the right one reveals."""

    def forget(self) -> None:
        self.press = None

    def follow(self, mouse: Mouse, cell: Cell | None, *, on_status: bool, now: int) -> What | None:
        """What a button does that goes down or up on a cell or the status, if anything.

        A second button that goes down before the first is released makes a chord.
        """
        if mouse.pressed:
            both = MIDDLE if self.press else mouse.button
            self.press = Press(both, cell, now) if cell or on_status else None
            return None
        press, self.press = self.press, None
        if not press or press.cell != cell or not (cell or on_status):
            return None
        return "new" if cell is None else self._what(press.button)

    def held(self, now: int) -> tuple[What, Cell] | None:
        """What a button does by being held, once it is due, and to which cell."""
        if self.next_wakeup(now) != 0:
            return None
        press, self.press = self.press, None
        assert press, "patience is for a press"
        assert press.cell, "patience is for a press on a cell"
        return "reveal" if self.swapped else "flag", press.cell

    def next_wakeup(self, now: int) -> int | None:
        """Milliseconds until a held button acts; None if no button that would is held."""
        press = self.press
        if not press or press.button != LEFT or not press.cell:
            return None
        return max(0, press.since + HELD - now)

    def _what(self, button: int) -> What:
        if button == MIDDLE:
            return "chord"
        return "reveal" if (button == LEFT) is not self.swapped else "flag"
