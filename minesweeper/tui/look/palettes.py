"""The themes, as data.

To add a theme, add its palette to PALETTES; the command line, the settings page and the key for the
next theme follow. `python -m tests.tools.make_data` rewrites the manual and the completions.

Every theme except mono paints the whole window, so that it looks the same on any terminal. With 256
colours a palette only uses numbers from 16 on, which no terminal gives tints of its own; where the
terminal can show exact colours, those of the named themes are. With 8 or 16 colours a palette uses
those that stay legible on its darkest and lightest backgrounds, however a player has changed
their tints.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from minesweeper.tui.colours import Colour

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
# What only colours tell apart differs for colour-blind eyes too, by at least 6 hundredths in Oklab.
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
    # On the map of the board: fronts, and what is partly open.
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
    # The light and the dark edge of a covered cell, if it looks raised where it is large enough.
    edges: tuple[Colour, Colour] | None = None


def _tinted(base: Palette, description: str, **tints: object) -> Palette:
    """Return a palette with other colours; their substitutes for few colours stay the same.

    A tint is one of xterm's 256 colours and an exact colour. That of a paint is for its background.
    """
    fields: dict[str, Any] = {
        field: _tint(getattr(base, field), tint) for field, tint in tints.items()
    }
    return base._replace(description=description, **fields)


def _tint(before: object, tint: object) -> object:
    match before, tint:
        case Colour() as colour, (int(of_256), int(exact)):
            return colour._replace(of_256=of_256, exact=exact)
        case (text, background), (int(), int()):
            return text, _tint(background, tint)
        case [*colours], [*each]:
            return tuple(map(_tint, colours, each))
    raise TypeError(tint)


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
        (_BLACK, Colour(71, 2, 10)),
        (_BLACK, Colour(107, 6, 2)),
        (_BLACK, Colour(136, 7, 3)),
        (_LIGHT_TEXT, Colour(130, 5, 13)),
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
    premise=(_BLACK, Colour(38, 6)),
    second=(Colour(16, 7, 15), Colour(215, 4)),
    support=(_BLACK, Colour(153, 7)),
    target=(_BLACK, Colour(113, 2)),
    danger=(_BLACK, Colour(203, 1)),
    guess=(_BLACK, Colour(177, 5)),
    odds=(
        (_BLACK, Colour(114, 2)),
        (_BLACK, Colour(156, 6)),
        (_BLACK, Colour(214, 7, 3)),
        (_BLACK, Colour(208, 5)),
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
        Colour(124, 1),
        Colour(18, 4),
        Colour(88, 1),
        Colour(23, 4),
        Colour(16, 0),
        Colour(241, 0),
    ),
    covered_glyph=Colour(242, 0),
    flag=Colour(88, 1),
    question=Colour(16, 0),
    exploded=(_BLACK, Colour(196, 1)),
    focus=(_BLACK, Colour(220, 3, 11)),
    edges=(Colour(253, 7), Colour(245, 0)),
)

# What follows changes colours of the dark theme. The exact ones are those that the named themes
# publish, or near them where the contrasts demand it.
_SEA: Final = _tinted(
    _DARK,
    "Dark, with a sea of covered cells",
    numbers=(
        (81, 0x6FC3FF),
        (115, 0x7BE0A4),
        (210, 0xFF8F8F),
        (183, 0xC9A7FF),
        (215, 0xFFB870),
        (80, 0x5EEAD4),
        (255, 0xF1F5F9),
        (250, 0xA8BFCC),
    ),
    revealed=((234, 0x112430), (235, 0x152B39)),
    zero=(240, 0x3C5A6B),
    covered=((24, 0x17557A), (25, 0x1B5F8A)),
    covered_glyph=(67, 0x4A86A8),
    flag=(222, 0xFFD27A),
    question=(159, 0xC4F5FF),
    mine=(231, 0xFFFFFF),
    exploded=(160, 0xC62828),
    wrong_flag=(88, 0x7A1420),
    focus=(221, 0xFFE066),
    premise=(80, 0x5FD7D7),
    second=(179, 0xE8A33D),
    support=(23, 0x005F5F),
    target=(121, 0x8CF29A),
    danger=(210, 0xFF8A80),
    guess=(177, 0xD48CFF),
    odds=((71, 0x3FB56F), (107, 0x9DBF72), (136, 0xBF8A2B), (130, 0xA8521C), (124, 0x951616)),
    sea=((240, 0x4A5A66), (241, 0x546571)),
    front=(30, 0x2AA5A0),
    pocket=(23, 0x146B78),
    window_background=(233, 0x0B1822),
    text=(251, 0xB9CBD6),
    header=(231, 0xF2FAFF),
    border=(242, 0x4F7488),
    scroll_arrow=(222, 0xFFC66D),
    dim=(247, 0x86A0AF),
    accent=(117, 0x87D7FF),
    message=(222, 0xFFC66D),
    won=(115, 0x7BE0A4),
    lost=(210, 0xFF7B72),
)

_GRUVBOX: Final = _tinted(
    _DARK,
    "Dark and warm, in the colours of Gruvbox",
    numbers=(
        (109, 0x83A598),
        (142, 0xB8BB26),
        (203, 0xFC6A59),
        (175, 0xD3869B),
        (208, 0xFE8019),
        (107, 0x8EC07C),
        (230, 0xFBF1C7),
        (247, 0xA89984),
    ),
    revealed=((234, 0x282828), (235, 0x32302F)),
    zero=(59, 0x665C54),
    covered=((238, 0x504945), (239, 0x5A524C)),
    covered_glyph=(243, 0x7C6F64),
    flag=(214, 0xFABD2F),
    question=(151, 0xADD19F),
    mine=(230, 0xFBF1C7),
    exploded=(160, 0xCC241D),
    wrong_flag=(88, 0x7C1A12),
    focus=(214, 0xFABD2F),
    premise=(109, 0x83A598),
    second=(166, 0xD65D0E),
    support=(24, 0x076678),
    target=(148, 0xB8BB26),
    danger=(203, 0xFB4934),
    guess=(175, 0xD3869B),
    odds=((71, 0xB8BB26), (107, 0xA9B665), (136, 0xB57614), (130, 0xB8450F), (124, 0x9D0006)),
    sea=((24, 0x1B4A55), (25, 0x205661)),
    front=(30, 0x689D6A),
    pocket=(23, 0x427B58),
    window_background=(233, 0x1D2021),
    text=(223, 0xEBDBB2),
    header=(230, 0xFBF1C7),
    border=(59, 0x665C54),
    scroll_arrow=(208, 0xFE8019),
    dim=(247, 0xA89984),
    accent=(107, 0x8EC07C),
    message=(214, 0xFABD2F),
    won=(142, 0xB8BB26),
    lost=(203, 0xFB4934),
)

_NORD: Final = _tinted(
    _DARK,
    "Dark and cool, in the colours of Nord",
    numbers=(
        (110, 0x8BA9C6),
        (144, 0xA3BE8C),
        (174, 0xD4959B),
        (248, 0xBD9CB7),
        (173, 0xD69783),
        (109, 0x8FBCBB),
        (255, 0xECEFF4),
        (250, 0xAEB9CC),
    ),
    revealed=((234, 0x2E3440), (235, 0x343B49)),
    zero=(240, 0x4C566A),
    covered=((238, 0x4C566A), (239, 0x545F75)),
    covered_glyph=(60, 0x616E88),
    flag=(223, 0xEFD6A3),
    question=(188, 0xC0DEE6),
    mine=(255, 0xECEFF4),
    exploded=(160, 0xB0303C),
    wrong_flag=(88, 0x7A2A33),
    focus=(186, 0xEBCB8B),
    premise=(110, 0x88C0D0),
    second=(173, 0xD08770),
    support=(24, 0x33567F),
    target=(150, 0xA3BE8C),
    danger=(174, 0xD57780),
    guess=(139, 0xB48EAD),
    odds=((71, 0xA3BE8C), (107, 0xB5BA88), (136, 0xC08F4E), (130, 0xA3533D), (124, 0x9A2F33)),
    sea=((24, 0x3A5A80), (25, 0x426490)),
    front=(30, 0x5F9A9E),
    pocket=(23, 0x3F7580),
    window_background=(233, 0x242933),
    text=(253, 0xD8DEE9),
    header=(255, 0xECEFF4),
    border=(60, 0x616E88),
    scroll_arrow=(186, 0xEBCB8B),
    dim=(246, 0x8C98AF),
    accent=(110, 0x88C0D0),
    message=(186, 0xEBCB8B),
    won=(144, 0xA3BE8C),
    lost=(174, 0xCA7C83),
)

_SOLARIZED: Final = _tinted(
    _DARK,
    "Dark teal, in the colours of Solarized",
    numbers=(
        (74, 0x4DA0DA),
        (106, 0x90A217),
        (174, 0xE87876),
        (104, 0x9194D3),
        (173, 0xDB835E),
        (37, 0x3BA9A0),
        (254, 0xEEE8D5),
        (247, 0x93A1A1),
    ),
    revealed=((234, 0x002B36), (235, 0x073642)),
    zero=(23, 0x2F5661),
    covered=((238, 0x1B5261), (239, 0x235B6A)),
    covered_glyph=(242, 0x586E75),
    flag=(186, 0xDCC887),
    question=(116, 0x9BD3CF),
    mine=(230, 0xFDF6E3),
    exploded=(160, 0xC02020),
    wrong_flag=(88, 0x7B1512),
    focus=(221, 0xF2C74B),
    premise=(37, 0x2AA198),
    second=(173, 0xE0762F),
    support=(24, 0x155A8A),
    target=(148, 0xA9C21A),
    danger=(203, 0xEC6F66),
    guess=(104, 0x8F94E0),
    odds=((71, 0x859900), (107, 0xAFBC5E), (136, 0xB58900), (130, 0xB4531F), (124, 0xA01C1A)),
    sea=((24, 0x263F70), (25, 0x2C487E)),
    front=(30, 0x1F7A74),
    pocket=(23, 0x1A5A55),
    window_background=(233, 0x00212B),
    text=(247, 0x93A1A1),
    header=(254, 0xEEE8D5),
    border=(242, 0x586E75),
    scroll_arrow=(166, 0xD3683B),
    dim=(246, 0x839496),
    accent=(37, 0x2AA198),
    message=(136, 0xB58900),
    won=(100, 0x859900),
    lost=(167, 0xE35957),
)

_CATPPUCCIN: Final = _tinted(
    _DARK,
    "Dark and soft, in the colours of Catppuccin Mocha",
    numbers=(
        (111, 0x89B4FA),
        (150, 0xA6E3A1),
        (211, 0xF38BA8),
        (183, 0xCBA6F7),
        (216, 0xFAB387),
        (116, 0x94E2D5),
        (254, 0xF5E0DC),
        (146, 0xA6ADC8),
    ),
    revealed=((234, 0x1E1E2E), (235, 0x26273A)),
    zero=(238, 0x45475A),
    covered=((238, 0x45475A), (239, 0x4E5065)),
    covered_glyph=(243, 0x6C7086),
    flag=(216, 0xFAB589),
    question=(116, 0x89DCEB),
    mine=(254, 0xF5E0DC),
    exploded=(160, 0xC43A45),
    wrong_flag=(88, 0x7C1F3D),
    focus=(223, 0xF9E2AF),
    premise=(81, 0x74C7EC),
    second=(173, 0xD98650),
    support=(25, 0x3B4C94),
    target=(150, 0xA6E3A1),
    danger=(211, 0xF38BA8),
    guess=(183, 0xCBA6F7),
    odds=((71, 0x7FC27A), (107, 0xA8C27E), (136, 0xC98D4E), (130, 0xA3512F), (124, 0x8F1D3D)),
    sea=((24, 0x343F70), (25, 0x3C497E)),
    front=(30, 0x3F9A94),
    pocket=(23, 0x2C6A72),
    window_background=(233, 0x181825),
    text=(251, 0xBAC2DE),
    header=(189, 0xCDD6F4),
    border=(59, 0x585B70),
    scroll_arrow=(223, 0xF9E2AF),
    dim=(247, 0x9399B2),
    accent=(116, 0x89DCEB),
    message=(223, 0xF9E2AF),
    won=(150, 0xA6E3A1),
    lost=(211, 0xF38BA8),
)

# The digits are the most distinct ones for colour-blind eyes. Safe cells are blue and mines orange,
# instead of green and red.
_COLOUR_BLIND: Final = _DARK._replace(
    description="Dark, in colours that colour-blind eyes tell apart",
    numbers=(
        Colour(226, 3, 11),
        Colour(110, 7),
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
    premise=(_BLACK, Colour(220, 3, 11)),
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
    "sea": _SEA,
    "gruvbox": _GRUVBOX,
    "nord": _NORD,
    "solarized": _SOLARIZED,
    "catppuccin": _CATPPUCCIN,
    "colour-blind": _COLOUR_BLIND,
    "mono": _MONO,
}
"""The themes by name, in the order in which the theme key goes through them."""
