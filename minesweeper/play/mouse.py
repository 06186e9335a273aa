"""The path of a mouse: where it was, and which buttons were pressed, as a replay recorded it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from sys import intern
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import MAX_EVENTS

# Pixels along one side of a cell, in which all positions of a mouse are kept.
PIXELS: Final = 16

MOUSE_EVENTS: Final = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc")
"""Movement; press and release of the left, right and middle button; left press with Shift."""


class MouseEvent(NamedTuple):
    """What a mouse did: one of MOUSE_EVENTS, with its time and its position.

    The time is that of the clock, in milliseconds, negative before its start. The position is in
    pixels from the top left corner of the board, 16 of them along a cell.
    """

    milliseconds: int
    event: str
    x: int
    y: int

    @property
    def place(self) -> tuple[int, int]:
        """The column and row under the mouse, which may be beside the board."""
        return self.x // PIXELS + 1, self.y // PIXELS + 1


_START: Final = MouseEvent(0, "mv", 0, 0)


def format_mouse(path: Sequence[MouseEvent]) -> str:
    """Return a path as one word of a journal.

    Each event has its name, and how much later, further right and further down it is than the one
    before: "lc0,8,24;mv16,1,-1" is a press at 0 ms in (8, 24), and a movement to (9, 23) by 16 ms.
    """
    return ";".join(
        [
            f"{event}{time - before},{x - left},{y - top}"
            for (before, _, left, top), (time, event, x, y) in pairwise(chain([_START], path))
        ]
    )


def parse_mouse(word: str) -> list[MouseEvent]:
    """Return the path in a word of a journal.

    Raise NotationError if it is damaged, or has more events than any replay.
    """
    count = word.count(";") + 1
    if count > MAX_EVENTS:
        raise NotationError(f"the mouse has {count:,} events: at most {MAX_EVENTS:,} are allowed")
    path = []
    time = x = y = 0
    pattern = re.compile(_PART, re.ASCII)  # here, as the start of a game needs none
    for part in word.split(";"):
        match = pattern.fullmatch(part)
        if not match:
            raise NotationError(f"{part[:40]!a} is not an event of a mouse")
        event, later, right, down = match.groups()
        time, x, y = time + int(later), x + int(right), y + int(down)
        path.append(MouseEvent(time, intern(event), x, y))  # each match has its own
    return path


_PART: Final = r"(mv|[lrm][cr]|sc)(-?\d{1,13}),(-?\d{1,10}),(-?\d{1,10})"


class PointerState(NamedTuple):
    """Where a mouse is at one time: its column and row, and what its buttons would act on."""

    place: tuple[int, int]
    presses_cell: bool
    """Whether the left button is pressed: its release reveals the cell."""
    presses_around: bool
    """Whether the buttons of a chord are pressed, which act on the neighbours as well."""


class MousePath:
    """The mouse of a replay at any time."""

    def __init__(self, path: Sequence[MouseEvent]) -> None:
        self._path = path
        self._times = [event.milliseconds for event in path]
        self._pressed = list(accumulate((event.event for event in path), _press, initial=""))[1:]

    def at(self, milliseconds: int) -> PointerState | None:
        """Return the state at a time of the clock; None before the first event."""
        index = bisect_right(self._times, milliseconds) - 1
        if index < 0:
            return None
        pressed = self._pressed[index]
        around = "m" in pressed or "s" in pressed or ("l" in pressed and "r" in pressed)
        return PointerState(self._path[index].place, "l" in pressed or around, around)

    def next_event(self, milliseconds: int) -> int | None:
        """Return the time of the first event after a time of the clock; None after the last."""
        index = bisect_right(self._times, milliseconds)
        return self._times[index] if index < len(self._times) else None


def _press(pressed: str, event: str) -> str:
    """Return the buttons that are pressed after an event, by the first letters of their events."""
    if event == "mv":
        return pressed
    button = event[0]
    released = pressed.replace(button, "")
    if event == "lr":
        released = released.replace("s", "")
    return released + button if event[1] == "c" else released
