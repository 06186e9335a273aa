"""What a person calls a colour, so that texts can name what is on the screen."""

from colorsys import rgb_to_hsv
from typing import Final

from minesweeper.tui.canvas import Colour

_FIRST_EIGHT: Final = ("black", "red", "green", "yellow", "blue", "purple", "cyan", "white")
# The steps of xterm's cube of colours, and the hues in degrees up to which a name is used.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_HUES: Final = (
    (15, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (185, "cyan"),
    (260, "blue"),
    (290, "purple"),
    (345, "pink"),
    (360, "red"),
)
# Below this saturation a colour is grey.
_PALE: Final = 0.15


def colour_name(colour: Colour, colours: int) -> str:
    """Return the name of a colour on a terminal with so many colours."""
    if colours < 256:
        index = colour.of_8 if colours < 16 or colour.of_16 is None else colour.of_16
        return _FIRST_EIGHT[index % 8]
    if colour.of_256 < 16:
        return _FIRST_EIGHT[colour.of_256 % 8]
    if colour.of_256 >= 232:
        return "grey"
    return _name(*levels(colour.of_256))


def levels(index: int) -> tuple[int, ...]:
    """Return the red, green and blue, from 0 to 255, of a colour of the cube or of the greys."""
    if index >= 232:
        return (8 + 10 * (index - 232),) * 3
    return tuple(_STEPS[(index - 16) // step % 6] for step in (36, 6, 1))


def _name(red: int, green: int, blue: int) -> str:
    hue, saturation, value = rgb_to_hsv(red / 255, green / 255, blue / 255)
    if saturation < _PALE:
        return "white" if value > 0.9 else "grey"
    return next(name for most, name in _HUES if 360 * hue <= most)
