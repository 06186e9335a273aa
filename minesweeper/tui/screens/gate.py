"""The gate in front of the game's actions: which of them a screen answers, and what keys mean then.

Nothing behind it asks again whether the game is paused, finished, out of sight or waited for.
"""

from collections.abc import Mapping
from typing import Final, Literal

from minesweeper.tui.keys import DEMO_ROWS, LOOKS_ROWS, action_of
from minesweeper.tui.screens.help import WAYS
from minesweeper.tui.screens.moving import MOVING

State = Literal["playing", "finished", "paused", "too small", "searching"]

# What a finished game has no use for.
MOVES_AND_HELP: Final = frozenset({"flag", "chord", *WAYS})

_PAGES: Final = frozenset({"menu", "records", "settings", "help", "quit"})
_LOOKS: Final = frozenset(action_of(LOOKS_ROWS).values())
_GAMES: Final = frozenset({"new", "again", "resume", "swap-buttons"})
_SEEN: Final = frozenset({"undo", "redo", "wheel", *MOVING, *action_of(DEMO_ROWS).values()})
# What is answered in each state but "playing", in which everything is.
_ANSWERED: Final[Mapping[State, frozenset[str]]] = {
    "finished": _PAGES | _LOOKS | _GAMES | _SEEN,
    "paused": _PAGES | _LOOKS | _GAMES | {"pause"},
    "too small": _PAGES | _LOOKS | {"pause"},
    "searching": frozenset({"quit", "end-search"}),
}


def answers(state: State, action: str) -> bool:
    """Return whether a screen in this state answers an action, by key or mouse."""
    return state == "playing" or action in _ANSWERED[state]


def meant(state: State, key: str, action: str, *, quiet: bool) -> str:
    """Return what a key means that is bound to an action; empty where that is not answered.

    `quiet` is whether no key came for a while: only then a finished game makes way for a new one.
    """
    if state == "paused" and key in ("enter", " "):
        return "pause"
    if state == "finished" and action == "reveal":
        return "new" if quiet else ""
    if state == "searching" and key == "escape":
        return "end-search"
    return action if answers(state, action) else ""
