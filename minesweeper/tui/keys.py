"""What the keys do: one table of actions, keys and help, read by dispatch and by the help screen.

A key is named as `terminal` reports it: the character itself, or a word such as "enter". A small
letter works as a capital as well, so that Caps Lock breaks nothing, unless that is bound itself.
"""

from minesweeper.light import cache
from minesweeper.typed import Collection, Container, Iterable, Mapping, NamedTuple


class Row(NamedTuple):
    """Actions that belong together, as the help screen lists them."""

    help: str
    # What the line of keys below the field calls it; empty if it is not worth the place there.
    short: str
    actions: Mapping[str, tuple[str, ...]]
    # Under which heading the help screen lists it; empty where it needs none.
    section: str = ""


MOVING, PLAYING, HELP = "Moving", "Playing", "Help from the solver"
GAMES, LOOKS, MOUSE = "Games", "Looks", "Mouse"

# What every screen with a board on it can do.
LOOKS_ROWS = (
    Row("the next theme", "theme", {"theme": ("t",)}, LOOKS),
    Row("two columns a cell, one", "zoom", {"zoom-in": ("+", "="), "zoom-out": ("-",)}, LOOKS),
)

ROWS = (
    Row(
        "move",
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
        },
        MOVING,
    ),
    Row(
        "next covered cell",
        "",
        {
            "skip-left": ("ctrl-left",),
            "skip-down": ("ctrl-down",),
            "skip-up": ("ctrl-up",),
            "skip-right": ("ctrl-right",),
        },
        MOVING,
    ),
    Row("ends of the row", "", {"row-start": ("0", "home"), "row-end": ("$", "end")}, MOVING),
    Row("top, bottom", "", {"top": ("g",), "bottom": ("G",)}, MOVING),
    Row("a window up, down", "", {"page-up": ("page-up",), "page-down": ("page-down",)}, MOVING),
    Row("reveal, or chord", "reveal", {"reveal": ("enter", "o")}, PLAYING),
    Row("flag, unflag", "flag", {"flag": (" ", "f")}, PLAYING),
    Row("chord round a number", "chord", {"chord": ("c",)}, PLAYING),
    Row("undo, redo", "undo", {"undo": ("u",), "redo": ("y",)}, PLAYING),
    Row("pause", "pause", {"pause": ("p",)}, PLAYING),
    Row("hint; again: the move", "hint", {"hint": ("i",)}, HELP),
    Row("odds of every cell", "odds", {"odds": ("a",)}, HELP),
    Row("check the flags", "", {"check-flags": ("x",)}, HELP),
    Row("new game", "new", {"new": ("n",)}, GAMES),
    Row("same board again", "again", {"again": ("r",)}, GAMES),
    Row("levels, custom, daily", "menu", {"menu": ("m",)}, GAMES),
    Row("resume the waiting game", "go on", {"resume": ("e",)}, GAMES),
    Row("records", "records", {"records": ("s",)}, GAMES),
    Row("settings", "settings", {"settings": (",",)}, GAMES),
    Row("help", "help", {"help": ("?",)}, GAMES),
    Row("quit", "quit", {"quit": ("q", "ctrl-c")}, GAMES),
    *LOOKS_ROWS,
    Row("paint the screen anew", "", {"repaint": ("ctrl-l",)}, LOOKS),
    Row("swap left and right", "", {"swap-buttons": ("z",)}, MOUSE),
)

# While the solver plays; every other key does what it always does.
DEMO_ROWS = (
    Row("take over", "take over", {"take-over": ("enter",)}, "Watching the solver"),
    Row("stop, go on", "stop", {"stop": (" ",)}, "Watching the solver"),
    Row("one move", "step", {"step": ("right", "l")}, "Watching the solver"),
    Row("faster", "faster", {"faster": ("up", "k")}, "Watching the solver"),
    Row("slower", "slower", {"slower": ("down", "j")}, "Watching the solver"),
)

_NAMES = {" ": "Space", "page-up": "PgUp", "page-down": "PgDn", "ctrl-i": "Tab"}
# Keys that are better named together.
_TOGETHER = (
    (("left", "down", "up", "right"), "arrows"),
    (("h", "j", "k", "l"), "hjkl"),
    (("w", "a", "s", "d"), "wasd"),
    (("4", "2", "8", "6", "7", "9", "1", "3"), "1-9"),
    (("ctrl-left", "ctrl-down", "ctrl-up", "ctrl-right"), "Ctrl+arrows"),
)


def action_of(rows: Iterable[Row]) -> dict[str, str]:
    """Which action each key stands for."""
    bound = {key: action for row in rows for action, keys in row.actions.items() for key in keys}
    small = {key: action for key, action in bound.items() if len(key) == 1 and key.islower()}
    return {key.upper(): action for key, action in small.items()} | bound


def without_keys(rows: Iterable[Row], taken: Container[str]) -> tuple[Row, ...]:
    """The rows without keys that do something else now, and without those that have none left."""
    left = (
        row._replace(
            actions={
                action: tuple(key for key in keys if key not in taken)
                for action, keys in row.actions.items()
            }
        )
        for row in rows
    )
    return tuple(row for row in left if any(row.actions.values()))


def keys_text(row: Row) -> str:
    """The row's keys as a person would name them."""
    return _text(tuple(row.actions.values()))


@cache
def _text(actions: tuple[tuple[str, ...], ...]) -> str:
    """The keys of some actions; asked for by every frame, for each of the keys that it names."""
    keys = [key for group in _by_rank(actions) for key in group]
    text = []
    for together, name in _TOGETHER:
        if set(together) <= set(keys):
            keys = [key for key in keys if key not in together]
            text.append(name)
    return " ".join(text + [_name(key) for key in keys])


def key_names(rows: Iterable[Row]) -> dict[str, str]:
    """What is pressed for each thing that has a short name."""
    return {row.short: key_text(row) for row in rows if row.short}


def key_text(row: Row) -> str:
    """The row's first key as a person would name it."""
    return keys_text(row).split(" ")[0]


def _by_rank(actions: Collection[tuple[str, ...]]) -> list[list[str]]:
    """The first key of each action, then the second of each that has one, and so on."""
    longest = max(len(keys) for keys in actions)
    return [[keys[rank] for keys in actions if rank < len(keys)] for rank in range(longest)]


def _name(key: str) -> str:
    if key.startswith("ctrl-") and key not in _NAMES:
        return "Ctrl+" + key.removeprefix("ctrl-").upper()
    return _NAMES.get(key, key.capitalize() if len(key) > 1 else key)
