"""The query for the terminal's background colour, and the parser of its answer."""

from typing import Final

from minesweeper.tui.screen import Background

BACKGROUND_QUERY: Final = b"\x1b]11;?\x1b\\"

_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")


def parse_background(answer: str) -> Background | None:
    """Return the background of an answer such as "11;rgb:ffff/ffff/ffff"; None for other texts."""
    kind, _, colour = answer.partition(";")
    parts = _parts(colour)
    if kind != "11" or len(parts) != 3 or not all(_HEX_DIGITS.issuperset(part) for part in parts):
        return None
    if not all(1 <= len(part) <= 4 for part in parts):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
    return Background(light=0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


def _parts(colour: str) -> list[str]:
    """Return the hexadecimal parts of a colour in one of the notations of the X Window System."""
    if colour.startswith("#"):
        third = len(colour) // 3
        return [colour[at : at + third] for at in range(1, len(colour), max(1, third))]
    name, _, parts = colour.partition(":")
    return parts.split("/")[:3] if name in ("rgb", "rgba") else []
