"""The keys of an exercise, by what is asked, and the page that lists them."""

from collections.abc import Iterator, Mapping
from typing import Final

from minesweeper.learn.exercises import ExerciseKind
from minesweeper.tui.keys import LOOKS, MOVING, Keymap, KeyRow, action_of, without_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.controls import MOVE_ACTIONS
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets.board_screen import LOOKS_ACTIONS

_SAFE, _MINE = "This cell is safe", "This cell is a mine"
_GUESS = "This is the best guess"
# What keys of a game answer, by their action there.
_ANSWERS: Final[Mapping[ExerciseKind, Mapping[str, str]]] = {
    "point": {"reveal": _SAFE, "flag": _MINE},
    "safe": {"reveal": _SAFE},
    "guess": {"reveal": _GUESS},
}
_MOUSE: Final[Mapping[ExerciseKind, tuple[tuple[str, str], ...]]] = {
    "point": (("Left click", _SAFE), ("Right click", _MINE)),
    "safe": (("Left click", _SAFE),),
    "guess": (("Left click", _GUESS),),
}
# What other keys of a game do after an answer.
_AFTERWARDS: Final = {"reveal": "Go on", "undo": "Try again", "hint": "What is certain?"}
_SHARED: Final = LOOKS_ACTIONS | {"help", "repaint"}


def exercise_keymap(kind: ExerciseKind, keymap: Keymap) -> Keymap:
    """Return the keys of an exercise, most of which are those of a game."""
    leaving = [key for row in keymap for key in row.actions.get("quit", ())]
    own = [KeyRow("Go back", {"quit": ("escape", *leaving)})]
    if kind != "guess":
        own.insert(0, KeyRow("Nothing is certain", {"nothing": ("n",)}, "Answering"))
    others = without_keys(_rows_of_game(kind, keymap), action_of(own))
    return (*others, *own)


def _rows_of_game(kind: ExerciseKind, keymap: Keymap) -> Iterator[KeyRow]:
    """Yield the keys that move, that answer, that go on, and those that every screen has."""
    moving = (row for row in keymap if {*row.actions} <= MOVE_ACTIONS)
    yield from (row._replace(section=MOVING) for row in moving)
    for section, meanings in (("Answering", _ANSWERS[kind]), ("After an answer", _AFTERWARDS)):
        for row in keymap:
            for action in row.actions.keys() & meanings.keys():
                yield KeyRow(meanings[action], {action: row.actions[action]}, section)
    shared = (row for row in keymap if {*row.actions} <= _SHARED)
    yield from (row._replace(section=LOOKS) for row in shared)


def exercise_help(kind: ExerciseKind, looks: Looks, keys: Keymap, keymap: Keymap) -> HelpPage:
    """Return the page with the keys of an exercise, and what signs and colours mean.

    The keys of `keymap`, that of the game, scroll it.
    """
    return HelpPage(looks, keys, (*_MOUSE[kind], ("Wheel", "Scroll")), keymap)
