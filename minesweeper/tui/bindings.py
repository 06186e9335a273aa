"""Which keys are in force: the table of keys, changed by a scheme and by the player's wishes."""

from minesweeper.preferences import Binding, SettingsError
from minesweeper.tui.keys import ROWS, Row
from minesweeper.typed import Final, Iterable, Mapping

Keys = Mapping[str, tuple[str, ...]]

# What each scheme adds to the keys of an action, and which keys it puts in place of them.
_ADDED: Final[Mapping[str, Keys]] = {
    "default": {},
    "wasd": {"up": ("w",), "left": ("a",), "down": ("s",), "right": ("d",)},
}
_MOVED: Final[Mapping[str, Keys]] = {
    "default": {},
    "wasd": {"odds": ("v",), "records": ("b",)},
}

# How a key is written that is no character of its own, and what the terminal calls it.
_WORDS: Final = {"space": " ", "tab": "ctrl-i"} | {
    word: word
    for word in (
        *("enter", "backspace", "home", "end", "page-up", "page-down"),
        *("left", "right", "up", "down"),
        *("ctrl-left", "ctrl-right", "ctrl-up", "ctrl-down"),
        *(f"ctrl-{letter}" for letter in "abdefgiknopqrstuvwxy"),
    )
}
# Kept by the loop and the terminal whatever the player prefers.
_FIXED: Final[Keys] = {"quit": ("ctrl-c",), "repaint": ("ctrl-l",)}


def bound_rows(scheme: str, own: Mapping[str, Binding]) -> tuple[Row, ...]:
    """The table of keys in force; SettingsError where the player's own keys cannot be."""
    actions = [action for row in ROWS for action in row.actions if action != "repaint"]
    for action, binding in own.items():
        if action not in actions:
            raise SettingsError(
                f"{binding.source}: {action!a} is no action: {', '.join(actions)} are"
            )
    wanted = {action: _terminal_keys(action, binding) for action, binding in own.items()}
    wanted = dict(_MOVED[scheme]) | wanted
    rows = tuple(_bound(row, _ADDED[scheme], wanted) for row in ROWS)
    _check_no_key_twice(rows, own)
    return tuple(row for row in rows if any(row.actions.values()))


def _bound(row: Row, added: Keys, wanted: Keys) -> Row:
    actions = {
        action: (*wanted[action], *_FIXED.get(action, ()))
        if action in wanted
        else (*keys, *added.get(action, ()))
        for action, keys in row.actions.items()
    }
    return row._replace(actions=actions)


def _terminal_keys(action: str, binding: Binding) -> tuple[str, ...]:
    for key in binding.keys:
        if key.lower() not in _WORDS and not (len(key) == 1 and key.isprintable()):
            raise SettingsError(
                f"{binding.source}: {action}: {key!a} is no key that can be chosen: a character,"
                f" space, enter, tab, page-up, ctrl-x and the like are"
            )
    return tuple(_WORDS.get(key.lower(), key) if len(key) > 1 else key for key in binding.keys)


def _check_no_key_twice(rows: Iterable[Row], own: Mapping[str, Binding]) -> None:
    """Raise SettingsError where a key would do two things, or one thing by two wishes."""
    action_of: dict[str, str] = {}
    for row in rows:
        for action, keys in row.actions.items():
            for key in keys:
                other = action_of.setdefault(key, action)
                if other != action:
                    source = own[action if action in own else other].source
                    raise SettingsError(
                        f"{source}: {_written(key)} would be both {other} and {action}:"
                        f" give one of them another key"
                    )


def _written(key: str) -> str:
    return next((word for word, name in _WORDS.items() if name == key), key)
