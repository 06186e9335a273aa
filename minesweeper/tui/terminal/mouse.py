"""The order of mouse events, of which curses tells several at once."""

from typing import Final

from minesweeper.tui.screen import Mouse

_BUTTONS: Final = 3  # those beyond are the wheel


class MouseOrder:
    """Put events in the order in which they happened, whichever end the library begins at."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._oldest_first = False
        self._votes = 0

    def sorted(self, told: list[list[Mouse]]) -> list[Mouse]:
        """Join the events, and turn them round where the library gives the newest first.

        ncurses does before patch 20250913, and gives the oldest first since. Which of the two it
        is the buttons tell: none is released before it is pressed. A release may have been lost,
        so that the majority decides; where nothing tells it, the order is that of the last time.
        """
        given = [event for events in told for event in events]
        turned = [event for events in reversed(told) for event in events]
        self._votes += _impossible(turned, self._down) - _impossible(given, self._down)
        if self._votes:
            self._oldest_first = self._votes > 0
        events = given if self._oldest_first else turned
        for event in events:
            (self._down.add if event.pressed else self._down.discard)(event.button)
        return events


def _impossible(events: list[Mouse], down: set[int]) -> int:
    """Count the presses of buttons that are down already, and the releases of those that are not.

    The wheel is never released.
    """
    down, count = {*down}, 0
    for event in events:
        if event.button <= _BUTTONS:
            count += event.pressed == (event.button in down)
            (down.add if event.pressed else down.discard)(event.button)
    return count
