"""What the terminal tells a screen."""

from minesweeper.typed import NamedTuple


class Key(NamedTuple):
    """A key, as the character that it types or as a word: "enter", "up", "ctrl-left"."""

    name: str


class Mouse(NamedTuple):
    """A mouse button went down or up; buttons 4 and 5 are the wheel, up and down."""

    button: int
    pressed: bool
    column: int
    row: int


Event = Key | Mouse
