"""Colours: their numbers among xterm's 256, exact ones, and how well they can be told apart."""

from collections.abc import Callable, Container, Sequence
from typing import Final, NamedTuple

Rgb = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

FIRST_FIXED: Final = 16
"""The first of xterm's 256 colours that no terminal gives a tint of its own."""
FIRST_GREY: Final = 232
"""The first of the greys among them; the others are a cube of hues."""

# The levels of red, green and blue in xterm's colour cube, and the levels of its greys.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_GREYS: Final = range(8, 248, 10)

# The first sixteen colours as a VGA card shows them. Terminals have tints of their own for them.
_VGA: Final = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)


class Colour(NamedTuple):
    """A colour: its number, and what a terminal shows that can change its colours."""

    number: int
    """One of xterm's 256; in the theme of few colours one of the first 8 or 16."""
    exact: Rgb | None = None
    """If it is None, the colour is shown as its number is."""

    @property
    def rgb(self) -> Rgb:
        """The exact colour, or else that of its number."""
        return self.exact or levels_of(self.number)


def levels_of(number: int) -> Rgb:
    """Return the red, green and blue of an xterm colour; the first 16 are only an example."""
    if number < FIRST_FIXED:
        return _VGA[number]
    if number >= FIRST_GREY:
        grey = _GREYS[number - FIRST_GREY]
        return grey, grey, grey
    red, green, blue = (_STEPS[(number - FIRST_FIXED) // step % 6] for step in (36, 6, 1))
    return red, green, blue


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return a mixture of two colours that has this share of the first one."""
    pairs = zip(one, other, strict=True)
    red, green, blue = (round(theirs + (ours - theirs) * share) for ours, theirs in pairs)
    return red, green, blue


def luminance(rgb: Rgb) -> float:
    """Return how bright a colour seems, from 0 for black to 1 for white."""
    red, green, blue = (
        part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of the Web Content Accessibility Guidelines.

    It goes from 1 for equal colours to 21 for black on white.
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def nearest(rgb: Rgb) -> int:
    """Return the number of the xterm colour, from 16 on, that is nearest to an RGB colour."""
    # It is either the one of the cube that has the nearest level for each part, or the grey nearest
    # to the mean of the parts.
    red, green, blue = (_nearest_step(_STEPS, part) for part in rgb)
    grey = _nearest_step(_GREYS, sum(rgb) / 3)
    of_cube = FIRST_FIXED + 36 * red + 6 * green + blue
    return min(of_cube, FIRST_GREY + grey, key=lambda number: _distance(number, rgb))


def nearest_that(rgb: Rgb, is_right: Callable[[int], bool]) -> int:
    """Return the number of the nearest xterm colour, from 16 on, that is right.

    If none is, it is the nearest of all.
    """
    best = nearest(rgb)
    if is_right(best):
        return best
    right = filter(is_right, range(FIRST_FIXED, 256))
    return min(right, key=lambda number: _distance(number, rgb), default=best)


def nearest_free(rgb: Rgb, taken: Container[int]) -> int:
    """Return the number of the nearest xterm colour, from 16 on, that is not taken."""
    return nearest_that(rgb, lambda number: number not in taken)


def _distance(number: int, rgb: Rgb) -> int:
    return sum((one - other) ** 2 for one, other in zip(levels_of(number), rgb, strict=True))


def _nearest_step(steps: Sequence[int], level: float) -> int:
    return min(range(len(steps)), key=lambda step: abs(steps[step] - level))
