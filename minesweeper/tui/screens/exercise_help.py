"""The help of an exercise: a sentence about how to answer it, and the page with all its keys."""

from collections.abc import Iterator, Mapping
from typing import Final

from minesweeper.learn.exercises import ExerciseKind
from minesweeper.tui.keys import MOVING, Keymap, KeyRow
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.controls import MOVE_ACTIONS
from minesweeper.tui.screens.help import HelpPage

HOW_TO_ANSWER: Final[Mapping[ExerciseKind, str]] = {
    "point": "Go to a cell and press Enter if it must be safe, or Space if it must be a mine."
    " With the mouse: left click for safe, right click for a mine."
    " If no cell is certain, press n.",
    "safe": "Go to a cell and press Enter, or click on it. If you see none, press n.",
    "guess": "Go to a cell and press Enter, or click on it.",
}
_SAFE, _MINE = "This cell is safe", "This cell is a mine"
_GUESS = "This is the best guess"
# What keys of the game answer, by their action there.
_ANSWERS: Final[Mapping[ExerciseKind, Mapping[str, str]]] = {
    "point": {"reveal": _SAFE, "flag": _MINE},
    "safe": {"reveal": _SAFE},
    "guess": {"reveal": _GUESS},
}
_OTHER_ANSWERS: Final[Mapping[ExerciseKind, KeyRow]] = {
    "point": KeyRow("Nothing is certain", "", {"nothing": ("n",)}),
    "safe": KeyRow("Give up", "", {"nothing": ("n",)}),
}
_MOUSE: Final[Mapping[ExerciseKind, tuple[tuple[str, str], ...]]] = {
    "point": (("Left click", _SAFE), ("Right click", _MINE)),
    "safe": (("Left click", _SAFE),),
    "guess": (("Left click", _GUESS),),
}
_AFTERWARDS: Final = (
    KeyRow("Show the proof, or go on", "", {"next": ("enter",)}),
    KeyRow("Try again", "", {"again": ("backspace",)}),
    KeyRow("Go back", "", {"leave": ("escape",)}),
)


def exercise_help(kind: ExerciseKind, looks: Looks, keymap: Keymap) -> HelpPage:
    """Return the page with the keys of an exercise, the mouse, and what the colours mean."""
    mouse = (*_MOUSE[kind], ("Wheel", "Scroll"))
    return HelpPage(looks, _rows(kind, keymap), mouse, keymap)


def _rows(kind: ExerciseKind, keymap: Keymap) -> Iterator[KeyRow]:
    """Yield the keys that move, those that answer, those after an answer, those of the looks."""
    moving = (row for row in keymap if row.section == MOVING)
    yield from (row for row in moving if {*row.actions} <= MOVE_ACTIONS)
    for row in keymap:
        for action in row.actions:
            if text := _ANSWERS[kind].get(action):
                yield row._replace(help=text, section="Answering")
    if kind in _OTHER_ANSWERS:
        yield _OTHER_ANSWERS[kind]._replace(section="Answering")
    yield from (row._replace(section="After an answer") for row in _AFTERWARDS)
    yield from (row for row in keymap if "theme" in row.actions or "zoom-in" in row.actions)
