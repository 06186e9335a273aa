"""What keys and the mouse mean in a game, and which actions each state of the screen answers.

Nothing behind the gate asks again whether the game is paused, finished, too small or searching.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game
from minesweeper.engine.setup import MAX_SIDE
from minesweeper.tui.keys import DEMO_ROWS, ROWS, ScreenState
from minesweeper.tui.screen import LEFT, MIDDLE, Mouse

_PASSES: Final[Mapping[str, tuple[ScreenState, ...]]] = {
    action: row.also_in for row in (*ROWS, *DEMO_ROWS) for action in row.actions
}

# What ends a pause besides the key that pauses.
_ENDS_PAUSE: Final = ("enter", " ", "escape")
# What keys do once they have lost what they do during a game.
_AFTER_THE_END: Final = {"hint": "review", "chord": "copy"}
# What Esc does while the program works.
_ENDS_WORK: Final[Mapping[ScreenState, str]] = {"searching": "end-search", "helping": "end-obvious"}


# The gate


def allows(state: ScreenState, action: str) -> bool:
    """Return whether a screen in this state answers an action, by key or mouse."""
    if action == "repaint":
        return False  # the loop does it
    if state in _ENDS_WORK:
        return action in ("quit", _ENDS_WORK[state])
    return state == "playing" or state in _PASSES[action]


def resolve_action(state: ScreenState, key: str, action: str, *, quiet: bool) -> str:
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
    return action if action and allows(state, action) else ""


# Moving

# Where keys take the cursor, in columns and rows; at the wall it stops.
_STEPS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-1, -1),
    "up-right": (1, -1),
    "down-left": (-1, 1),
    "down-right": (1, 1),
    "row-start": (-MAX_SIDE, 0),
    "row-end": (MAX_SIDE, 0),
    "top": (0, -MAX_SIDE),
    "bottom": (0, MAX_SIDE),
}
_SKIPS: Final = {f"skip-{way}": _STEPS[way] for way in ("left", "right", "up", "down")}
_PAGES: Final = {"page-up": -1, "page-down": 1}
MOVE_ACTIONS: Final = frozenset((*_STEPS, *_SKIPS, *_PAGES))
"""The actions that only move the cursor."""


def destination(action: str, cursor: Cell, game: Game, page: int) -> Cell | None:
    """Return where a moving action takes the cursor; None if no covered cell is that way.

    `page` is the number of rows in sight.
    """
    grid = game.grid
    if action in _SKIPS:
        columns, rows = _SKIPS[action]
        step = rows * grid.stride + columns
        cell = Cell(cursor + step)
        while cell in grid and game.is_revealed(cell):
            cell = Cell(cell + step)
        return cell if cell in grid else None
    columns, rows = _STEPS.get(action) or (0, _PAGES[action] * max(1, page - 1))
    column, row = grid.place(cursor)
    column = max(1, min(column + columns, grid.width))
    return grid.cell(column, max(1, min(row + rows, grid.height)))


# The mouse

# A left button that is held for so many milliseconds flags.
LONG_PRESS: Final = 500

Action = Literal["reveal", "flag", "chord"]
"""The action of the keys that does the same."""


class Press(NamedTuple):
    """A button that is down: on a cell, or somewhere else."""

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

    def follow(self, mouse: Mouse, cell: Cell | None, now: int) -> Action | None:
        """Return the action of a button that goes down or up on a cell or elsewhere, if any.

        A second button that goes down before the first is released makes a chord.
        """
        if mouse.pressed:
            button = MIDDLE if self.press and self.press.cell else mouse.button
            self.press = Press(button, cell, now)
            return None
        press, self.press = self.press, None
        return self._action(press.button) if press and cell and press.cell == cell else None

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
        return max(0, press.since + LONG_PRESS - now)

    def _action(self, button: int) -> Action:
        if button == MIDDLE:
            return "chord"
        return "reveal" if (button == LEFT) is not self.swapped else "flag"
