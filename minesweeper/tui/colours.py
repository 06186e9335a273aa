"""Colours: their numbers among xterm's 256, and exact ones."""

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

Rgb = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

FIRST_FIXED: Final = 16
"""The first of xterm's 256 colours that no terminal gives a tint of its own."""

# The levels of red, green and blue in xterm's colour cube, and the levels of its greys.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_GREYS: Final = range(8, 248, 10)


class Colour(NamedTuple):
    """One of xterm's 256 colours, with substitutes for terminals with 8 and 16 colours."""

    of_256: int
    of_8: int
    of_16: int | None = None
    """If it is None, `of_8` is used with 16 colours as well."""
    exact: int | None = None
    """What a terminal that can change its colours shows, such as 0xFF8800 for orange."""

    @property
    def rgb(self) -> Rgb:
        """The exact colour, or else the xterm colour, which must be a fixed one."""
        if self.exact is None:
            return levels_of(self.of_256)
        return self.exact >> 16, self.exact >> 8 & 255, self.exact & 255


def levels_of(index: int) -> Rgb:
    """Return the red, green and blue of an xterm colour from number 16 on."""
    if index >= 232:
        grey = _GREYS[index - 232]
        return grey, grey, grey
    red, green, blue = (_STEPS[(index - FIRST_FIXED) // step % 6] for step in (36, 6, 1))
    return red, green, blue


def nearest(rgb: Rgb) -> int:
    """Return the number of the xterm colour, from 16 on, that is nearest to an RGB colour."""
    # It is either the one of the cube that has the nearest level for each part, or the grey nearest
    # to the mean of the parts.
    red, green, blue = (_nearest_step(_STEPS, part) for part in rgb)
    grey = _nearest_step(_GREYS, sum(rgb) / 3)
    of_cube = FIRST_FIXED + 36 * red + 6 * green + blue
    return min(of_cube, 232 + grey, key=lambda index: _distance(index, rgb))


def nearest_free(rgb: Rgb, taken: Container[int]) -> int:
    """Return the number of the nearest xterm colour, from 16 on, that is not taken."""
    best = nearest(rgb)
    if best not in taken:
        return best
    free = [index for index in range(FIRST_FIXED, 256) if index not in taken]
    return min(free, key=lambda index: _distance(index, rgb), default=best)


def _distance(index: int, rgb: Rgb) -> int:
    return sum((one - other) ** 2 for one, other in zip(levels_of(index), rgb, strict=True))


def _nearest_step(steps: Sequence[int], level: float) -> int:
    return min(range(len(steps)), key=lambda step: abs(steps[step] - level))
