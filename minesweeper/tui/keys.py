"""What the keys do: one table of actions, keys and help, read by dispatch and by the help page.

To add a key:

1. Add a row to ROWS. Its `also_in` says in which states of the screen the key works besides
   "playing"; screens/controls.py refuses it in all others, so that the method need not check them.
   A key that shows the board must not work in a pause, and one that changes the game not after its
   end; a key that opens a page without the board may work in every state.
2. Add a method to `GameScreen` in screens/game.py, and a line to the `methods()` there: the action
   "check-flags" is done by `do_check_flags`. A method may return a page, which is opened.
3. Give the action a word in screens/game.py if the key line is to offer it.

A default key must be free in every keymap: "wasd" takes w, a, s and d for the moves, v for the odds
and b for the records. A key that the player binds in config.toml wins over a default key, so that a
new row breaks no file; an action that loses all its keys disappears from help and key line.

A key is named as `terminal` reports it: the character itself, or a word such as "enter". A small
letter also works as a capital, so that Caps Lock breaks nothing, unless the capital is bound.
"""

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Final, Literal, NamedTuple
from unicodedata import bidirectional

from minesweeper.settings.table import Binding, SettingsError
from minesweeper.settings.values import did_you_mean, quoted
from minesweeper.tui.canvas import width

ScreenState = Literal["playing", "finished", "paused", "too small", "searching", "asking"]
"""The states of the game screen, which decide which actions it allows."""


class KeyRow(NamedTuple):
    """Actions that belong together, with their keys: a line of the help."""

    # If it has one part between commas for each action, each part describes one action.
    help: str
    actions: Mapping[str, tuple[str, ...]]
    # The heading above it on the help page, which decides on which page it is; empty for none.
    section: str = ""
    # The states in which the keys work, besides "playing".
    also_in: tuple[ScreenState, ...] = ()


Keymap = tuple[KeyRow, ...]

TAB: Final = "ctrl-i"
NO_CHARACTER: Final = "\N{REPLACEMENT CHARACTER}"
"""The key that stands for bytes that are no character."""

# The headings of the help. Without them, the first three are what a player needs, on a page alone.
PLAYING, HELP, GAMES = "Playing", "Help", "Games"
MOVING, IN_A_GAME, PAGES, LOOKS, MOUSE = "Moving", "In a game", "Games and pages", "Looks", "Mouse"

# For actions that need the board in sight, but no game in progress; and for actions that need no
# board in sight.
_BOARD: Final[tuple[ScreenState, ...]] = ("finished",)
_ALWAYS: Final[tuple[ScreenState, ...]] = ("finished", "paused")

_THEME_ROW = KeyRow("next theme", {"theme": ("t",)}, GAMES, also_in=_ALWAYS)
_ZOOM_ROW = KeyRow(
    "zoom in, zoom out",
    {"zoom-in": ("+", "="), "zoom-out": ("-",)},
    LOOKS,
    also_in=_ALWAYS,
)
# The keys of every screen that shows a board.
LOOKS_ROWS = (_THEME_ROW, _ZOOM_ROW)

# A key that is free here may be used by another keymap: see _ADDED_KEYS and _REPLACED_KEYS below.
ROWS = (
    KeyRow(
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
        PLAYING,
        also_in=_BOARD,
    ),
    KeyRow("reveal; on a number, all around it", {"reveal": ("enter", "o")}, PLAYING),
    KeyRow("flag; on a number, all around it", {"flag": (" ", "f")}, PLAYING),
    KeyRow("hint: where to look, why, play it", {"hint": ("i",)}, HELP),
    KeyRow("take back, even an explosion", {"undo": ("u",)}, HELP, also_in=_BOARD),
    KeyRow("odds", {"odds": ("a",)}, HELP),
    KeyRow("map of the whole board", {"map": (TAB,)}, HELP, also_in=_BOARD),
    KeyRow("new board", {"new": ("n",)}, GAMES, also_in=_ALWAYS),
    KeyRow("pause", {"pause": ("p",)}, GAMES, also_in=("paused",)),
    KeyRow("menu", {"menu": ("m",)}, GAMES, also_in=_ALWAYS),
    _THEME_ROW,
    KeyRow("quit; the game stays saved", {"quit": ("q", "ctrl-c")}, GAMES, also_in=_ALWAYS),
    KeyRow(
        "jump to the next covered cell",
        {
            "skip-left": ("ctrl-left",),
            "skip-down": ("ctrl-down",),
            "skip-up": ("ctrl-up",),
            "skip-right": ("ctrl-right",),
        },
        MOVING,
        also_in=_BOARD,
    ),
    KeyRow(
        "first column, last column",
        {"row-start": ("0", "home"), "row-end": ("$", "end")},
        MOVING,
        also_in=_BOARD,
    ),
    KeyRow("first row, last row", {"top": ("g",), "bottom": ("G",)}, MOVING, also_in=_BOARD),
    KeyRow(
        "page up, page down",
        {"page-up": ("page-up",), "page-down": ("page-down",)},
        MOVING,
        also_in=_BOARD,
    ),
    KeyRow("reveal all around a number; copy a result", {"chord": ("c",)}, IN_A_GAME),
    KeyRow("redo what was taken back", {"redo": ("y",)}, IN_A_GAME, also_in=_BOARD),
    KeyRow("make all easy moves", {"obvious": (".",)}, IN_A_GAME),
    KeyRow("check the flags", {"check-flags": ("x",)}, IN_A_GAME),
    KeyRow("solve this position as an exercise", {"train": ("!",)}, IN_A_GAME, also_in=_BOARD),
    KeyRow("this board again", {"again": ("r",)}, PAGES, also_in=_ALWAYS),
    KeyRow("resume a saved game", {"resume": ("e",)}, PAGES, also_in=_ALWAYS),
    KeyRow("records", {"records": ("s",)}, PAGES, also_in=_ALWAYS),
    KeyRow("settings", {"settings": (",",)}, PAGES, also_in=_ALWAYS),
    KeyRow("this help", {"help": ("?",)}, PAGES, also_in=_ALWAYS),
    _ZOOM_ROW,
    KeyRow("redraw the screen", {"repaint": ("ctrl-l",)}, LOOKS, also_in=_ALWAYS),
    KeyRow("swap the mouse buttons", {"swap-buttons": ("z",)}, MOUSE, also_in=_ALWAYS),
)

_WATCHING: Final = "Watching the solver"

# The keys of the demo; all others do what they do in a game.
DEMO_ROWS = (
    KeyRow("take over", {"take-over": ("enter",)}, _WATCHING, also_in=_BOARD),
    KeyRow("pause, go on", {"stop": (" ",)}, _WATCHING, also_in=_BOARD),
    KeyRow("make one move", {"step": ("right", "l")}, _WATCHING, also_in=_BOARD),
    KeyRow("speed up", {"faster": ("up", "k")}, _WATCHING, also_in=_BOARD),
    KeyRow("slow down", {"slower": ("down", "j")}, _WATCHING, also_in=_BOARD),
)


_NAMES = {" ": "Space", "escape": "Esc", "page-up": "PgUp", "page-down": "PgDn", TAB: "Tab"}
# Groups of keys that have one name.
_TOGETHER = (
    (("left", "down", "up", "right"), "arrows"),
    (("h", "j", "k", "l"), "hjkl"),
    (("w", "a", "s", "d"), "wasd"),
    (("4", "2", "8", "6", "7", "9", "1", "3"), "1-4 6-9"),
    (("ctrl-left", "ctrl-down", "ctrl-up", "ctrl-right"), "Ctrl+arrows"),
)


# Keys that have the same meaning on every page as in a game with the default keys.
_PAGE_KEYS: Final = (
    *("left", "down", "up", "right", "ctrl-left", "ctrl-right"),
    *("home", "end", "page-up", "page-down"),
)


def action_of(rows: Iterable[KeyRow]) -> dict[str, str]:
    """Return the action that each key stands for."""
    bound = {key: action for row in rows for action, keys in row.actions.items() for key in keys}
    small = {key: action for key, action in bound.items() if len(key) == 1 and key.islower()}
    return {key.upper(): action for key, action in small.items()} | bound


def page_actions(rows: Iterable[KeyRow]) -> dict[str, str]:
    """Return the action that each key stands for on a page.

    The arrows and other moving keys always move there, even if the player has bound them otherwise.
    """
    defaults = action_of(ROWS)
    return action_of(rows) | {key: defaults[key] for key in _PAGE_KEYS}


def without_keys(rows: Iterable[KeyRow], unavailable: Container[str]) -> tuple[KeyRow, ...]:
    """Return the rows without the `unavailable` keys, and without actions that have no key left."""
    remaining = (
        _with_keys(
            row,
            {
                action: tuple(key for key in keys if key not in unavailable)
                for action, keys in row.actions.items()
            },
        )
        for row in rows
    )
    return tuple(row for row in remaining if row.actions)


def _with_keys(row: KeyRow, actions: Mapping[str, tuple[str, ...]]) -> KeyRow:
    """Return a row with other keys for its actions, without the actions that have no keys."""
    bound = {action: keys for action, keys in actions.items() if keys}
    parts = row.help.split(", ")
    if len(bound) == len(actions) or len(parts) != len(actions):
        return row._replace(actions=bound)
    kept_parts = (part for part, action in zip(parts, actions, strict=True) if action in bound)
    return row._replace(help=", ".join(kept_parts), actions=bound)


def only_quitting(rows: Iterable[KeyRow]) -> Keymap:
    """Return the rows for games that are not saved."""
    return tuple(row._replace(help="quit") if "quit" in row.actions else row for row in rows)


def keys_text(row: KeyRow) -> str:
    """Return the keys of a row as a person would name them."""
    keys = [key for group in _by_rank(row.actions.values()) for key in group]
    text = []
    for together, name in _TOGETHER:
        if set(together) <= set(keys):
            keys = [key for key in keys if key not in together]
            text.append(name)
    return " ".join(text + [_name(key) for key in keys])


def key_text(row: KeyRow) -> str:
    """Return the first key of a row as a person would name it."""
    return keys_text(row).partition(" ")[0]


def other_keys_text(row: KeyRow) -> str:
    """Return all keys of a row but the first."""
    return keys_text(row).partition(" ")[2]


def word_keys(rows: Iterable[KeyRow], action: str) -> list[tuple[str, str]]:
    """Return the first key of an action, as a person names it and as `terminal` does; or []."""
    keys = [row.actions[action] for row in rows if action in row.actions]
    return [(_name(each[0]), each[0]) for each in keys[:1] if each]


def _by_rank(actions: Collection[tuple[str, ...]]) -> list[list[str]]:
    """Return the first keys of all actions, then their second keys, and so on."""
    longest = max(len(keys) for keys in actions)
    return [[keys[rank] for keys in actions if rank < len(keys)] for rank in range(longest)]


def _name(key: str) -> str:
    if key.startswith("ctrl-") and key not in _NAMES:
        return "Ctrl+" + key.removeprefix("ctrl-").upper()
    return _NAMES.get(key, key.capitalize() if len(key) > 1 else key)


class KeyAdvice:
    """Says of a key that does nothing where the keys are listed: once on a screen."""

    def __init__(self) -> None:
        self._is_given = False

    def after(
        self, message: str, key: str, rows: Iterable[KeyRow], *, in_ascii: bool = False
    ) -> str:
        """Return the message to show after a key that no row knows, in place of the present one.

        That is the advice the first time; later the present message stays, as the key may be held
        down. After keys that type nothing and are no function keys, there is no message.
        """
        if not _is_named(key):
            return ""
        if self._is_given:
            return message
        self._is_given = True
        help_keys = [name for name, _ in word_keys(rows, "help")]
        advice = f": {help_keys[0]} shows the keys" if help_keys else ""
        name = _name(key) if _is_shown(key, in_ascii) else "That"
        return f"{name} is no key here{advice}."


def _is_named(key: str) -> bool:
    """Return whether a key types a character, or is a function key."""
    is_function_key = key.startswith("f") and key[1:].isdecimal()
    return is_function_key or (len(key) == 1 and key.isprintable() and key != NO_CHARACTER)


def _is_shown(key: str, in_ascii: bool) -> bool:
    """Return whether the name of a key can stand in a sentence.

    A combining character would change the one before it, and a letter of a right-to-left script
    the order of all.
    """
    if key.isascii():
        return True
    return not in_ascii and width(key) > 0 and bidirectional(key) not in ("R", "AL")


# The keymap: the table, changed by a scheme and by the player's own bindings.


Keys = Mapping[str, tuple[str, ...]]

# The keys that each scheme adds to an action, and the keys with which it replaces those of an
# action.
_ADDED_KEYS: Final[Mapping[str, Keys]] = {
    "default": {},
    "wasd": {"up": ("w",), "left": ("a",), "down": ("s",), "right": ("d",)},
}
_REPLACED_KEYS: Final[Mapping[str, Keys]] = {
    "default": {},
    "wasd": {"odds": ("v",), "records": ("b",)},
}

KEYMAPS: Final[Mapping[str, str]] = {
    "default": "The arrows and h, j, k, l move",
    "wasd": "W, a, s, d move as well; v shows the odds, b the records",
}
"""The schemes by name, with a description of each."""

# Keys without a character: their names in settings, and the names that the terminal gives them.
_WORDS: Final = {"space": " ", "tab": TAB} | {
    word: word
    for word in (
        *("enter", "backspace", "home", "end", "page-up", "page-down"),
        *("left", "right", "up", "down"),
        *("ctrl-left", "ctrl-right", "ctrl-up", "ctrl-down"),
        *(f"ctrl-{letter}" for letter in "abdefgiknopqrstuvwxy"),
    )
}
# Keys that the loop and the terminal handle, whatever the player binds.
_FIXED: Final[Keys] = {"quit": ("ctrl-c",), "repaint": ("ctrl-l",)}


def bound_rows(scheme: str, own: Mapping[str, Binding]) -> tuple[KeyRow, ...]:
    """Return the table of keys for a scheme and the player's own keys.

    An action that the player binds loses its default keys, and a key that the player binds is taken
    from the action that has it by default. Raise SettingsError if the player's own keys are wrong.
    """
    own_keys = _own_keys(own)
    unavailable = {key for keys in own_keys.values() for key in keys}
    replaced, added = _REPLACED_KEYS[scheme], _ADDED_KEYS[scheme]

    def keys_of(action: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if action in own_keys:
            return (*own_keys[action], *_FIXED.get(action, ()))
        keys = (*replaced.get(action, keys), *added.get(action, ()))
        return tuple(key for key in keys if key not in unavailable)

    rows = (
        _with_keys(row, {action: keys_of(action, keys) for action, keys in row.actions.items()})
        for row in ROWS
    )
    return tuple(row for row in rows if row.actions)


def _own_keys(own: Mapping[str, Binding]) -> dict[str, tuple[str, ...]]:
    """Return the player's own keys of each action, as the terminal names them."""
    actions = [action for row in ROWS for action in row.actions if action != "repaint"]
    own_keys: dict[str, tuple[str, ...]] = {}
    action_of_key: dict[str, str] = {}
    for action, binding in own.items():
        if action not in actions:
            raise SettingsError(
                f"{binding.source}: unknown action {quoted(action)}{did_you_mean(action, actions)}"
            )
        own_keys[action] = _terminal_keys(action, binding)
        for key in own_keys[action]:
            other = action_of_key.setdefault(key, action)
            if other != action:
                raise SettingsError(
                    f"{binding.source}: {_config_name(key)} would be both"
                    f" {other}{_line(own[other])} and {action}: bind one of them to another key"
                )
    return own_keys


def _line(binding: Binding) -> str:
    """Return the line of config.toml that binds keys, such as " (line 3)"; "" if it is unknown."""
    line = binding.source.rpartition(", ")[2]
    return f" ({line})" if line.startswith("line ") else ""


def _terminal_keys(action: str, binding: Binding) -> tuple[str, ...]:
    for key in binding.keys:
        if key.lower() not in _WORDS and not (len(key) == 1 and key.isprintable()):
            raise SettingsError(
                f"{binding.source}: {action}: {quoted(key)} cannot be bound: choose"
                f" a character, or a word like space, enter, tab, page-up, ctrl-x"
            )
    names = (_WORDS.get(key.lower(), key) if len(key) > 1 else key for key in binding.keys)
    return tuple(dict.fromkeys(names))  # without repetitions


def _config_name(key: str) -> str:
    """Return the name of a key in config.toml."""
    return next((word for word, name in _WORDS.items() if name == key), key)
