"""What keys and the mouse mean in a game, and which actions each state of the screen allows.

`allows` and `resolve_action` are the gate before all actions: the methods of the game screen need
not ask again whether the game is paused, finished, too small or searching.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Verb
from minesweeper.engine.setup import MAX_SIDE
from minesweeper.tui.events import LEFT, MIDDLE, Mouse
from minesweeper.tui.keys import DEMO_ROWS, ROWS, ScreenState

_PASSES: Final[Mapping[str, tuple[ScreenState, ...]]] = {
    action: row.also_in for row in (*ROWS, *DEMO_ROWS) for action in row.actions
}

# Keys that end a pause, like the pause key itself.
_ENDS_PAUSE: Final = ("enter", " ", "escape")
# The keys while a guess-free board is looked for, and after none was found, with their actions.
_SEARCH_KEYS: Final[Mapping[ScreenState, Mapping[str, str]]] = {
    "searching": {"escape": "stop-search"},
    "asking": {
        "enter": "any-board",
        "f": "fewer-mines",
        "F": "fewer-mines",
        "escape": "cancel-search",
    },
}
# The actions of keys that have another meaning after the end of a game.
_AFTER_THE_END: Final = {"hint": "review", "chord": "copy"}

# The gate


def allows(state: ScreenState, action: str) -> bool:
    """Return whether a screen in this state allows an action, by key or mouse."""
    if action == "repaint":
        return False  # the loop redraws the screen
    if state == "too small":
        return action == "quit"
    if state in _SEARCH_KEYS:
        return action == "quit" or action in _SEARCH_KEYS[state].values()
    return state == "playing" or state in _PASSES[action]


def resolve_action(state: ScreenState, key: str, action: str, *, may_deal: bool) -> str:
    """Return the action of a key in a state of the screen; "" if there is none.

    `action` is the action that the key is bound to. After the end, the key that reveals deals a new
    game, but only with `may_deal`: a held key must not wipe the board. Nor must it choose a board
    that may need guesses.
    """
    if state == "paused" and key in _ENDS_PAUSE:
        return "pause"
    if state == "finished" and action == "reveal":
        return "new" if may_deal else ""
    if state == "finished" and action in _AFTER_THE_END:
        return _AFTER_THE_END[action]
    if key in _SEARCH_KEYS.get(state, ()):
        found = _SEARCH_KEYS[state][key]
        return found if may_deal or found != "any-board" else ""
    return action if action and allows(state, action) else ""


# Moving

STEPS: Final = {
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
"""The columns and rows by which actions move the cursor, which stops at the edge of the board."""
_SKIPS: Final = {f"skip-{way}": STEPS[way] for way in ("left", "right", "up", "down")}
_PAGES: Final = {"page-up": -1, "page-down": 1}
MOVE_ACTIONS: Final = frozenset((*STEPS, *_SKIPS, *_PAGES))
"""The actions that only move the cursor."""


def destination(action: str, cursor: Cell, game: Game, page: int) -> Cell | None:
    """Return the cell to which a moving action takes the cursor.

    `page` is the number of rows in sight. Return None if the action skips to the next covered cell
    and there is none that way.
    """
    grid = game.grid
    if action in _SKIPS:
        columns, rows = _SKIPS[action]
        step = rows * grid.stride + columns
        cell = Cell(cursor + step)
        while cell in grid and game.is_revealed(cell):
            cell = Cell(cell + step)
        return cell if cell in grid else None
    columns, rows = STEPS.get(action) or (0, _PAGES[action] * max(1, page - 1))
    column, row = grid.place(cursor)
    column = max(1, min(column + columns, grid.width))
    return grid.cell(column, max(1, min(row + rows, grid.height)))


# The mouse

# Milliseconds after which a left button that is held down flags.
LONG_PRESS: Final = 500

Action = Literal["reveal", "flag", "chord"]
"""An action of a mouse button, with the name of the same action of the keys."""


class Press(NamedTuple):
    """A button that is down: the cell where it was pressed, if any, and when."""

    button: int
    cell: Cell | None
    since: int


class Pointer:
    """Follows the mouse buttons: a press acts when it is released on the same cell."""

    def __init__(self) -> None:
        self.press: Press | None = None
        self.swapped = False
        """Whether the left button flags and the right one reveals."""

    def forget(self) -> None:
        """Forget a button that is down, so that its release does nothing."""
        self.press = None

    def follow(self, mouse: Mouse, cell: Cell | None, now: int) -> Action | None:
        """Return the action of a button that goes down or up, or None.

        `cell` is the cell below the mouse, if any. A second button that goes down before the first
        is released makes a chord.
        """
        if mouse.pressed:
            button = MIDDLE if self.press and self.press.cell else mouse.button
            self.press = Press(button, cell, now)
            return None
        press, self.press = self.press, None
        return self._action(press.button) if press and cell and press.cell == cell else None

    def cells_lit(self, game: Game) -> list[Cell]:
        """Return the cells that the button that is down would reveal if it were released."""
        if not self.press or not self.press.cell:
            return []
        cell, action = self.press.cell, self._action(self.press.button)
        verb: Verb = "chord" if action == "reveal" and game.is_revealed(cell) else action
        return game.cells_to_reveal(Move(verb, cell))

    def take_long_press(self, now: int) -> tuple[Action, Cell] | None:
        """Return the action and cell of a press that has become long, only once; otherwise None."""
        if self.next_wakeup(now) != 0:
            return None
        press, self.press = self.press, None
        assert press, "only a press can be due"
        assert press.cell, "only a press on a cell can be due"
        return "reveal" if self.swapped else "flag", press.cell

    def next_wakeup(self, now: int) -> int | None:
        """Return the milliseconds until a held left button flags; None if none is on a cell."""
        press = self.press
        if not press or press.button != LEFT or not press.cell:
            return None
        return max(0, press.since + LONG_PRESS - now)

    def _action(self, button: int) -> Action:
        if button == MIDDLE:
            return "chord"
        return "reveal" if (button == LEFT) is not self.swapped else "flag"
