"""The queries for colours of the terminal, and the parser of its answers."""

from typing import Final

from minesweeper.tui.colours import Rgb
from minesweeper.tui.events import Background, Exact

BACKGROUND_QUERY: Final = b"\x1b]11;?\x1b\\"
# The entry that is redefined to see whether the terminal obeys: so little that nobody can see it.
TRIED_COLOUR: Final = 17
TRIED_RGB: Final[Rgb] = (0, 0, 94)
EXACT_QUERY: Final = b"\x1b]4;%d;?\x1b\\" % TRIED_COLOUR

_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")


def parse_reply(answer: str) -> Background | Exact | None:
    """Return the answer in a text such as "11;rgb:ffff/ffff/ffff"; None for other texts."""
    kind, _, rest = answer.partition(";")
    number, _, colour = rest.rpartition(";")
    parts = _parts(colour)
    if len(parts) != 3 or not all(_HEX_DIGITS.issuperset(part) for part in parts):
        return None
    if not all(1 <= len(part) <= 4 for part in parts):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
    if kind == "11" and not number:
        return Background(light=0.299 * red + 0.587 * green + 0.114 * blue > 0.5)
    if kind == "4" and number == str(TRIED_COLOUR):
        shown = tuple(round(255 * part) for part in (red, green, blue))
        return Exact(is_proved=shown == TRIED_RGB)
    return None


def _parts(colour: str) -> list[str]:
    """Return the hexadecimal parts of a colour in one of the notations of the X Window System."""
    if colour.startswith("#"):
        third = len(colour) // 3
        return [colour[at : at + third] for at in range(1, len(colour), max(1, third))]
    name, _, parts = colour.partition(":")
    return parts.split("/")[:3] if name in ("rgb", "rgba") else []
