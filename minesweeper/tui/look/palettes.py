"""The themes, as data.

To add a theme, add its palette to PALETTES; the command line, the settings page and the key for the
next theme follow. The manual and the completions are rewritten by `python -m tests.make_data`.

Every theme except mono paints the whole window, so that it looks the same on any terminal. With 256
colours a palette only uses numbers from 16 on, which no terminal redefines. With 8 or 16 colours it
uses those that stay legible on its darkest and lightest backgrounds, however a player has changed
their tints.
"""

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hsv
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Colour

Paint = tuple[Colour | None, Colour | None]
"""Foreground and background."""

Tones = tuple[Colour | None, Colour | None]
"""The backgrounds of the black and the white squares of a chessboard, one step apart."""


# What tests/tui/test_theme.py demands of every palette with colours. All figures are contrast
# ratios of the Web Content Accessibility Guidelines, from 1 for equal colours to 21 for black on
# white.
#
#   text, digits, marks and odds on their backgrounds       at least 4.5; with 8 or 16 colours 3.5
#   the two tones of covered cells; those of revealed ones  1.08 to 1.25
#   covered against revealed cells                          at least 1.4, and more than the tones
#   covered cells against the window's background           at least 1.5
#   the border against the window's background              at least 2
#   front and selected front (the accent) against cells     at least 1.4
#   front against selected front and pocket                 at least 1.4
#   pocket against revealed cells                           at least 1.4
#
# The eight digits have eight colours, and no mark or level of the odds has the colours of the
# cursor. `covered_glyph` and `zero` need no contrast: they only give cells a texture.
class Palette(NamedTuple):
    """The colours of a theme; None is the terminal's own colour."""

    # What the theme looks like, for the player who chooses one.
    description: str
    numbers: tuple[Colour | None, ...]
    revealed: Tones
    zero: Colour | None
    # Covered cells, and the glyph that is drawn on them when there are too few colours for two
    # tones.
    covered: Tones
    covered_glyph: Colour | None
    flag: Colour | None
    question: Colour | None
    mine: Colour | None
    exploded: Paint
    wrong_flag: Paint
    focus: Paint
    # The marks of a hint: numbers to look at, the second number of a comparison, what else its
    # proof uses (numbers, and mines proved before), safe cells, mines, and the cell to guess.
    premise: Paint
    second: Paint
    support: Paint
    target: Paint
    danger: Paint
    guess: Paint
    # The heat map of the odds: certainly safe, three levels of risk, certainly a mine.
    odds: tuple[Paint, Paint, Paint, Paint, Paint]
    # On that map, the sea: the cells that touch no number. A sentence names its colour.
    sea: Tones
    sea_text: Colour | None
    # On the map of the board: fronts, and the pockets that numbers enclose.
    front: Colour | None
    pocket: Colour | None
    # Around the field.
    window_background: Colour | None
    text: Colour | None
    header: Colour | None
    border: Colour | None
    scroll_arrow: Colour | None
    dim: Colour | None
    accent: Colour | None
    message: Colour | None
    won: Colour | None
    lost: Colour | None


_BLACK: Final = Colour(16, 0)
_WHITE: Final = Colour(231, 7, 15)
# The text on dark fields of a heat map: light with 256 colours, black with fewer.
_LIGHT_TEXT: Final = Colour(231, 0)

# With 8 and 16 colours a dark field is black and a light one white, covered or not.
_DARK_REVEALED: Final = (Colour(234, 0), Colour(235, 0))
_DARK_COVERED: Final = (Colour(238, 0), Colour(239, 0))

_DARK: Final = Palette(
    description="Light on dark",
    numbers=(
        Colour(75, 6, 12),
        Colour(114, 2, 10),
        Colour(210, 1, 9),
        Colour(183, 5, 13),
        Colour(216, 3, 11),
        Colour(80, 6, 14),
        Colour(255, 7, 15),
        Colour(250, 7),
    ),
    revealed=_DARK_REVEALED,
    zero=Colour(240, 7),
    covered=_DARK_COVERED,
    covered_glyph=Colour(243, 7),
    flag=Colour(215, 3, 11),
    question=Colour(159, 6, 14),
    mine=_WHITE,
    exploded=(_WHITE, Colour(160, 1)),
    wrong_flag=(Colour(217, 7, 15), Colour(88, 1)),
    focus=(_BLACK, Colour(220, 3, 11)),
    premise=(_BLACK, Colour(80, 6, 14)),
    second=(_BLACK, Colour(172, 7, 15)),
    support=(Colour(231, 7, 15), Colour(23, 4)),
    target=(_BLACK, Colour(120, 2, 10)),
    danger=(_BLACK, Colour(210, 1, 9)),
    guess=(_BLACK, Colour(177, 5, 13)),
    odds=(
        (_LIGHT_TEXT, Colour(28, 2, 10)),
        (_BLACK, Colour(64, 6, 2)),
        (_BLACK, Colour(136, 7, 3)),
        (_BLACK, Colour(166, 5, 13)),
        (_LIGHT_TEXT, Colour(124, 1, 9)),
    ),
    sea=(Colour(24, 4), Colour(25, 4)),
    sea_text=_WHITE,
    front=Colour(30, 6),
    pocket=Colour(23, 6),
    window_background=Colour(233, 0),
    text=Colour(250, 7),
    header=Colour(255, 7, 15),
    border=Colour(242, 7),
    scroll_arrow=Colour(179, 3, 11),
    dim=Colour(245, 7),
    accent=Colour(80, 6, 14),
    message=Colour(179, 3, 11),
    won=Colour(114, 2, 10),
    lost=Colour(203, 1, 9),
)

_LIGHT_REVEALED: Final = (Colour(254, 7, 15), Colour(255, 7, 15))
_LIGHT_COVERED: Final = (Colour(249, 7), Colour(250, 7))

_LIGHT: Final = Palette(
    description="Dark on light",
    numbers=(
        Colour(25, 4),
        Colour(22, 0),
        Colour(124, 1),
        Colour(93, 5),
        Colour(94, 1),
        Colour(23, 4),
        Colour(16, 0),
        Colour(240, 0),
    ),
    revealed=_LIGHT_REVEALED,
    zero=Colour(250, 0),
    covered=_LIGHT_COVERED,
    covered_glyph=Colour(244, 0),
    flag=Colour(88, 1),
    question=Colour(18, 4),
    mine=_BLACK,
    exploded=(_WHITE, Colour(160, 1)),
    wrong_flag=(Colour(88, 1), Colour(217, 7, 15)),
    focus=(Colour(231, 0), Colour(26, 3, 11)),
    premise=(_BLACK, Colour(80, 6)),
    second=(Colour(16, 7, 15), Colour(215, 4)),
    support=(_BLACK, Colour(152, 7)),
    target=(_BLACK, Colour(113, 2)),
    danger=(_BLACK, Colour(210, 1)),
    guess=(_BLACK, Colour(177, 5)),
    odds=(
        (_BLACK, Colour(114, 2)),
        (_BLACK, Colour(191, 6)),
        (_BLACK, Colour(221, 7, 3)),
        (_BLACK, Colour(215, 5)),
        (_BLACK, Colour(203, 1)),
    ),
    sea=(Colour(117, 4), Colour(153, 4)),
    sea_text=Colour(16, 7, 15),
    front=Colour(30, 6),
    pocket=Colour(73, 6),
    window_background=_WHITE,
    text=Colour(236, 0),
    header=_BLACK,
    border=Colour(245, 0),
    scroll_arrow=Colour(94, 4),
    dim=Colour(241, 0),
    accent=Colour(25, 4),
    message=Colour(94, 4),
    won=Colour(28, 4),
    lost=Colour(160, 1),
)

# The hues of the Windows original, made darker where they would be hard to read: its green, red,
# teal and grey have contrasts of only 2.2 to 2.8 on its grey background.
_CLASSIC: Final = _LIGHT._replace(
    description="Light, in the colours of old Windows",
    numbers=(
        Colour(21, 4),
        Colour(22, 0),
        Colour(160, 1),
        Colour(18, 4),
        Colour(88, 1),
        Colour(23, 4),
        Colour(16, 0),
        Colour(241, 0),
    ),
    revealed=(Colour(255, 7, 15), Colour(231, 7, 15)),
    covered_glyph=Colour(242, 0),
    flag=Colour(88, 1),
    question=Colour(16, 0),
    exploded=(_BLACK, Colour(196, 1)),
    focus=(_BLACK, Colour(226, 3, 11)),
)

# The digits are the most distinct ones for colour-blind eyes. Safe cells are blue and mines orange,
# instead of green and red.
_COLOUR_BLIND: Final = _DARK._replace(
    description="Dark, in colours that colour-blind eyes tell apart",
    numbers=(
        Colour(226, 3, 11),
        Colour(103, 7),
        Colour(180, 7, 15),
        Colour(45, 6, 14),
        Colour(148, 3, 11),
        Colour(171, 5, 13),
        Colour(34, 2, 10),
        Colour(159, 6, 14),
    ),
    revealed=(Colour(233, 0), Colour(234, 0)),
    window_background=Colour(232, 0),
    flag=Colour(214, 3, 11),
    exploded=(_BLACK, Colour(208, 3, 11)),
    wrong_flag=(_WHITE, Colour(94, 0)),
    accent=Colour(81, 6, 14),
    focus=(_BLACK, Colour(231, 7, 15)),
    premise=(_BLACK, Colour(226, 3, 11)),
    second=(_BLACK, Colour(248, 2, 10)),
    support=(Colour(231, 7, 15), Colour(58, 4)),
    target=(_BLACK, Colour(81, 6, 14)),
    danger=(_BLACK, Colour(208, 1, 9)),
    guess=(_BLACK, Colour(134, 5, 13)),
    odds=(
        (_BLACK, Colour(81, 6, 14)),
        (_BLACK, Colour(67, 2, 10)),
        (_BLACK, Colour(143, 3, 11)),
        (_BLACK, Colour(137, 5, 13)),
        (_BLACK, Colour(172, 1, 9)),
    ),
    sea=(Colour(240, 4), Colour(241, 4)),
    sea_text=_WHITE,
    front=Colour(100, 3),
    pocket=Colour(58, 3),
    won=Colour(75, 6, 14),
    lost=Colour(208, 3, 11),
)

_MONO: Final = Palette(
    description="No colours",
    numbers=(None,) * 8,
    revealed=(None, None),
    zero=None,
    covered=(None, None),
    covered_glyph=None,
    flag=None,
    question=None,
    mine=None,
    exploded=(None, None),
    wrong_flag=(None, None),
    focus=(None, None),
    premise=(None, None),
    second=(None, None),
    support=(None, None),
    target=(None, None),
    danger=(None, None),
    guess=(None, None),
    odds=((None, None),) * 5,
    sea=(None, None),
    sea_text=None,
    front=None,
    pocket=None,
    window_background=None,
    text=None,
    header=None,
    border=None,
    scroll_arrow=None,
    dim=None,
    accent=None,
    message=None,
    won=None,
    lost=None,
)

PALETTES: Final[Mapping[str, Palette]] = {
    "dark": _DARK,
    "light": _LIGHT,
    "classic": _CLASSIC,
    "colour-blind": _COLOUR_BLIND,
    "mono": _MONO,
}
"""The themes by name, in the order in which the theme key goes through them."""


# The names of colours, with which sentences refer to what is on the screen

_FIRST_EIGHT: Final = ("black", "red", "green", "yellow", "blue", "purple", "cyan", "white")
# The levels of red, green and blue in xterm's colour cube, and the levels of its greys.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_GREYS: Final = range(8, 248, 10)
# The names of hues; each number is the last degree to which the name applies.
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
# A colour with a lower saturation is called white or grey.
_PALE: Final = 0.15


def colour_name(colour: Colour, colours: int) -> str:
    """Return the name of a colour on a terminal that has the given number of colours."""
    if colours < 256:
        index = colour.of_8 if colours < 16 or colour.of_16 is None else colour.of_16
        return _FIRST_EIGHT[index % 8]
    if colour.of_256 < 16:
        return _FIRST_EIGHT[colour.of_256 % 8]
    if colour.of_256 >= 232:
        return "grey"
    return _name(*_levels(colour.of_256))


def _levels(index: int) -> tuple[int, ...]:
    """Return the red, green and blue, from 0 to 255, of an xterm colour from number 16 on."""
    if index >= 232:
        return (_GREYS[index - 232],) * 3
    return tuple(_STEPS[(index - 16) // step % 6] for step in (36, 6, 1))


def nearest(red: int, green: int, blue: int) -> int:
    """Return the number of the xterm colour, from 16 on, that is nearest to an RGB colour."""
    parts = red, green, blue

    def distance(index: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(_levels(index), parts, strict=True))

    # The nearest colour is either the one of the cube that has the nearest level for each part, or
    # the grey nearest to the mean of the parts.
    of_red, of_green, of_blue = (_nearest_step(_STEPS, part) for part in parts)
    grey = _nearest_step(_GREYS, sum(parts) / 3)
    return min(16 + 36 * of_red + 6 * of_green + of_blue, 232 + grey, key=distance)


def _nearest_step(steps: Sequence[int], level: float) -> int:
    return min(range(len(steps)), key=lambda step: abs(steps[step] - level))


def _name(red: int, green: int, blue: int) -> str:
    hue, saturation, value = rgb_to_hsv(red / 255, green / 255, blue / 255)
    if saturation < _PALE:
        return "white" if value > 0.9 else "grey"
    return next(name for limit, name in _HUES if 360 * hue <= limit)
