"""What comes from the terminal: the events that the loop passes to a screen, and its own."""

from typing import Final, NamedTuple

LEFT: Final = 1
MIDDLE: Final = 2
_WHEEL: Final = {4: -1, 5: 1}


class Key(NamedTuple):
    """A pressed key, named by the character it types or by a word: "enter", "up", "ctrl-left"."""

    name: str


class Mouse(NamedTuple):
    """A mouse button that went down or up at a column and row of the screen, from 0.

    Button 4 is the wheel turned up, and button 5 the wheel turned down.
    """

    button: int
    pressed: bool
    column: int
    row: int

    @property
    def wheel(self) -> int:
        """The direction of the wheel: -1 up, 1 down, 0 for another button."""
        return _WHEEL.get(self.button, 0)


class Click(NamedTuple):
    """A mouse button that was pressed and released at the same place of the same screen.

    It comes after the `Mouse` of the press and before the `Mouse` of the release. Most screens only
    need clicks; the field of a game follows buttons that are held or dragged. A left click on a
    target of the canvas is the event of that target instead.
    """

    button: int
    column: int
    row: int


class Pick(NamedTuple):
    """A click on one of the things that a page shows: a line, a day, a tab.

    `number` is what the page counts it by; `step` is -1 or 1 for the arrows of a line, 0 elsewhere.
    """

    number: int
    step: int = 0


Event = Key | Mouse | Click | Pick


class Background(NamedTuple):
    """The terminal's report of its background colour. The loop handles it; no screen gets it."""

    light: bool


class Exact(NamedTuple):
    """The terminal's answer to how it shows a redefined colour. No screen gets it."""

    is_proved: bool
    """Whether it shows the colour as it was redefined."""


class FocusLost:
    """The window has lost the focus. Of some terminals this is never heard."""


FOCUS_LOST: Final = FocusLost()

Input = Event | Background | Exact | FocusLost
"""What comes from the terminal; the loop handles what is no event."""
