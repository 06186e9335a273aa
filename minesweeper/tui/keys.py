"""What the keys do: one table of actions, keys and help, read by dispatch and by the help screen.

A key is named as `terminal` reports it: the character itself, or a word such as "enter". A key of
one letter works in either case, so that Caps Lock breaks nothing, unless both cases are bound.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """Actions that belong together, as the help screen lists them."""

    help: str
    # What the line of keys below the field calls it; empty if it is not worth the place there.
    short: str
    actions: Mapping[str, tuple[str, ...]]


# What every screen with a board on it can do.
LOOKS_ROWS = (
    Row(
        "the next theme; zoom: two columns a cell, one",
        "theme",
        {"theme": ("t",), "zoom-in": ("+", "="), "zoom-out": ("-",)},
    ),
)

ROWS = (
    Row(
        "move eight ways; with Ctrl to the next covered cell",
        "move",
        {
            "left": ("left", "h", "4"),
            "down": ("down", "j", "2"),
            "up": ("up", "k", "8"),
            "right": ("right", "l", "6"),
            "up-left": ("7",),
            "up-right": ("9",),
            "down-left": ("1",),
            "down-right": ("3",),
            "skip-left": ("ctrl-left",),
            "skip-down": ("ctrl-down",),
            "skip-up": ("ctrl-up",),
            "skip-right": ("ctrl-right",),
        },
    ),
    Row(
        "ends of the row and column; a window up, down",
        "",
        {
            "row-start": ("0", "home"),
            "row-end": ("$", "end"),
            "top": ("g",),
            "bottom": ("G",),
            "page-up": ("page-up",),
            "page-down": ("page-down",),
        },
    ),
    Row("reveal a cell; chord on a number", "reveal", {"reveal": ("enter", "o")}),
    Row("flag a cell, unflag it", "flag", {"flag": (" ", "f")}),
    Row("chord: reveal round a number with all its flags", "chord", {"chord": ("c",)}),
    Row("new game", "new", {"new": ("n",)}),
    Row("same board again", "again", {"again": ("r",)}),
    Row("hint: where to look; again: the move and its reason", "hint", {"hint": ("i",)}),
    Row("show the odds of every covered cell", "odds", {"odds": ("a",)}),
    Row("check the flags, as far as the numbers can", "", {"check-flags": ("x",)}),
    Row("undo, redo; also after an explosion", "undo", {"undo": ("u",), "redo": ("y",)}),
    Row("go on with the game that waits", "go on", {"resume": ("e",)}),
    Row("records", "records", {"records": ("s",)}),
    Row("pause", "pause", {"pause": ("p",)}),
    *LOOKS_ROWS,
    Row("swap the left and right mouse buttons", "", {"swap-buttons": ("z",)}),
    Row("help; paint the screen anew", "help", {"help": ("?",), "repaint": ("ctrl-l",)}),
    Row("quit", "quit", {"quit": ("q", "ctrl-c")}),
)

# While the solver plays; every other key does what it always does.
DEMO_ROWS = (
    Row("take over from the solver", "take over", {"take-over": ("enter",)}),
    Row("stop the solver, go on", "stop", {"stop": (" ",)}),
    Row("one move of the solver", "step", {"step": ("right", "l")}),
    Row("a faster solver", "faster", {"faster": ("up", "k")}),
    Row("a slower solver", "slower", {"slower": ("down", "j")}),
)

_NAMES = {" ": "Space", "page-up": "PgUp", "page-down": "PgDn"}
# Keys that are better named together.
_TOGETHER = (
    (("left", "down", "up", "right"), "arrows"),
    (("h", "j", "k", "l"), "hjkl"),
    (("4", "2", "8", "6", "7", "9", "1", "3"), "1-9"),
    (("ctrl-left", "ctrl-down", "ctrl-up", "ctrl-right"), "Ctrl+arrows"),
)


def action_of(rows: Iterable[Row]) -> dict[str, str]:
    """Which action each key stands for."""
    bound = {key: action for row in rows for action, keys in row.actions.items() for key in keys}
    letters = {key: action for key, action in bound.items() if len(key) == 1}
    return {key.swapcase(): action for key, action in letters.items()} | bound


def keys_text(row: Row) -> str:
    """The row's keys as a person would name them."""
    keys = [key for group in _by_rank(row) for key in group]
    text = []
    for together, name in _TOGETHER:
        if set(together) <= set(keys):
            keys = [key for key in keys if key not in together]
            text.append(name)
    return " ".join(text + [_name(key) for key in keys])


def key_text(row: Row) -> str:
    """The row's first key as a person would name it."""
    return keys_text(row).split(" ")[0]


def _by_rank(row: Row) -> list[list[str]]:
    """The first key of each action, then the second of each that has one, and so on."""
    longest = max(len(keys) for keys in row.actions.values())
    return [
        [keys[rank] for keys in row.actions.values() if rank < len(keys)] for rank in range(longest)
    ]


def _name(key: str) -> str:
    if key.startswith("ctrl-"):
        return "Ctrl+" + key.removeprefix("ctrl-").upper()
    return _NAMES.get(key, key.capitalize() if len(key) > 1 else key)
