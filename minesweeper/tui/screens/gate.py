"""The gate in front of the game's actions: which of them each state of the screen answers.

Nothing behind it asks again whether the game is paused, finished, too small or searching.
"""

from collections.abc import Mapping
from typing import Final, Literal

from minesweeper.tui.keys import DEMO_ROWS, HELP, MOVING, PLAYING, action_of, actions_of

State = Literal["playing", "finished", "paused", "too small", "searching", "helping"]

# What has no use once a game is finished.
MOVES_AND_HELP: Final = actions_of(HELP) | {"flag", "chord"}
# What needs the board in sight.
_ON_THE_BOARD: Final = actions_of(MOVING, PLAYING, HELP) - {"pause"} | {
    "wheel",
    *action_of(DEMO_ROWS).values(),
}
_REFUSED: Final[Mapping[State, frozenset[str]]] = {
    "playing": frozenset(),
    "finished": MOVES_AND_HELP | {"reveal", "pause"},
    "paused": _ON_THE_BOARD,
    "too small": _ON_THE_BOARD | {"new", "again", "resume", "swap-buttons"},
}

# What keys do once they have lost what they do during a game.
_AFTER_THE_END: Final = {"hint": "review", "chord": "copy"}
# What Esc does while the program works.
_ENDS_WORK: Final[Mapping[State, str]] = {"searching": "end-search", "helping": "end-obvious"}


def answers(state: State, action: str) -> bool:
    """Return whether a screen in this state answers an action, by key or mouse."""
    if action == "repaint":
        return False  # the loop does it
    if state in _ENDS_WORK:
        return action in ("quit", _ENDS_WORK[state])
    return action not in _REFUSED[state]


def meant(state: State, key: str, action: str, *, quiet: bool) -> str:
    """Return the action that a key means in a state; empty if it is not answered.

    `action` is what the key is bound to. A finished game makes way for a new one only if it is
    `quiet`: no key came for a while, so a held key does not wipe the board.
    """
    if state == "paused" and key in ("enter", " "):
        return "pause"
    if state == "finished" and action == "reveal":
        return "new" if quiet else ""
    if state == "finished" and action in _AFTER_THE_END:
        return _AFTER_THE_END[action]
    if state in _ENDS_WORK and key == "escape":
        return _ENDS_WORK[state]
    return action if action and answers(state, action) else ""
