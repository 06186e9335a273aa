"""The themes, as data: which colour each part of the screen has.

To add a theme, add its row to PALETTES; the command line, the settings page and the key for the
next theme follow. `python -m tests.tools.make_data` rewrites the manual and the completions.

Every theme except mono paints the whole window, so that it looks the same on any terminal. A colour
has a number from 16 on, to which no terminal gives a tint of its own, and an exact form for a
terminal that can show it. With fewer than 256 colours there is one theme, whatever its name.

What tests/tui/test_theme.py demands of every theme: texts, digits and marks have a contrast of 4.5
on what they stand on, and marks differ from the cells around them, for colour-blind eyes too.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Final, Literal, NamedTuple, get_args

from minesweeper.tui.colours import (
    FIRST_FIXED,
    FIRST_GREY,
    Colour,
    Rgb,
    contrast,
    levels_of,
    luminance,
    mix,
    nearest,
    nearest_that,
)

Role = Literal[
    # The window, and what is written beside the board. `faint` and `track` are for lines and the
    # rests of bars, `bar` for bars of the past, `key` for keys that can be pressed.
    "window",
    "text",
    "bright",
    "dim",
    "faint",
    "track",
    "bar",
    "key",
    "note",
    "good",
    "bad",
    # Cells; a name with -2 is the second tone of a chessboard. The texture is drawn on covered
    # cells where they have only one tone.
    "open",
    "open-2",
    "covered",
    "covered-2",
    "zero",
    "texture",
    "number-1",
    "number-2",
    "number-3",
    "number-4",
    "number-5",
    "number-6",
    "number-7",
    "number-8",
    "flag",
    "mine",
    "blast",
    "blast-text",
    "wrong-flag",
    "wrong-flag-text",
    # The cursor, and its form that hides no colour; what is written on the cursor and on other
    # light grounds; the chosen row of a page.
    "cursor",
    "ring",
    "ink",
    "selected",
    "selected-text",
    # The marks of a hint: a number to look at, one that it is compared with, what else proves it; a
    # safe cell, a mine, a guess.
    "look",
    "look-2",
    "second",
    "second-2",
    "shade",
    "shade-2",
    "shade-text",
    "safe",
    "safe-2",
    "danger",
    "danger-2",
    "danger-text",
    "guess",
    "guess-2",
    "guess-text",
    # The odds: safe, three levels of risk, a mine; cells that are far from all numbers.
    "odds-1",
    "odds-2",
    "odds-3",
    "odds-4",
    "odds-5",
    "odds-text-1",
    "odds-text-2",
    "odds-text-3",
    "odds-text-4",
    "odds-text-5",
    "far",
    "far-2",
    "far-text",
    # After a win: open cells, the mines as lilies on their pads, the wave that brings them.
    "open-won",
    "open-won-2",
    "lily",
    "lily-2",
    "pad",
    "pad-2",
    "crest",
    "tail",
    # After a loss: the cells around the mine, open and covered, and the fire that spreads.
    "glow",
    "glow-covered",
    "flash",
    "fire",
    "ember",
    # The fronts on the map, and the days of the calendar that were won.
    "front",
    "calendar-won",
    # Only in a theme with raised cells: their edges, covered cells too small for edges, the digits
    # and the ground of the counters, the face.
    "edge-light",
    "edge-dark",
    "flat",
    "flat-2",
    "led",
    "led-ground",
    "face",
]
"""What a colour is for, by the name that players write in config.toml."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

NUMBERS: Final[tuple[Role, ...]] = (
    "number-1",
    "number-2",
    "number-3",
    "number-4",
    "number-5",
    "number-6",
    "number-7",
    "number-8",
)
"""The colours of the digits on cells."""

Palette = Mapping[Role, Colour]
"""The colours of a theme. `complete` adds the roles that are missing."""

MakePalette = Callable[[], Palette]

Tint = tuple[int, int]
"""A colour of a built-in theme: its number, and the exact one, such as 0xFF8800 for orange."""

# The colours that are those of another unless a palette says something else.
_SAME_AS: Final[Mapping[Role, Role]] = {
    "bar": "faint",
    "open-2": "open",
    "covered-2": "covered",
    "blast-text": "selected-text",
    "ring": "cursor",
    "look-2": "look",
    "second-2": "second",
    "shade-2": "shade",
    "safe-2": "safe",
    "danger-2": "danger",
    "guess-2": "guess",
    "shade-text": "selected-text",
    "danger-text": "ink",
    "guess-text": "ink",
    "odds-1": "safe",
    "odds-text-1": "ink",
    "odds-text-2": "ink",
    "odds-text-3": "ink",
    "odds-text-4": "selected-text",
    "odds-text-5": "selected-text",
    "far-2": "far",
    "far-text": "selected-text",
    "open-won-2": "open-won",
    "pad-2": "pad",
}

_SEA: Final[Mapping[Role, Tint]] = {
    "window": (232, 0x081018),
    "text": (251, 0xB9CBD6),
    "bright": (231, 0xF2FAFF),
    "dim": (247, 0x86A0AF),
    "faint": (240, 0x3C5A6B),
    "track": (237, 0x22394A),
    "key": (117, 0x87D7FF),
    "note": (222, 0xFFC66D),
    "good": (115, 0x7BE0A4),
    "bad": (210, 0xFF7B72),
    "open": (234, 0x112430),
    "open-2": (235, 0x152B39),
    "covered": (24, 0x17557A),
    "covered-2": (24, 0x1B5F8A),
    "zero": (240, 0x3C5A6B),
    "texture": (31, 0x0087AF),
    "number-1": (81, 0x6FC3FF),
    "number-2": (115, 0x7BE0A4),
    "number-3": (210, 0xFF8F8F),
    "number-4": (183, 0xC9A7FF),
    "number-5": (215, 0xFFB870),
    "number-6": (80, 0x5EEAD4),
    "number-7": (255, 0xF1F5F9),
    "number-8": (250, 0xA8BFCC),
    "flag": (222, 0xFFD27A),
    "mine": (254, 0xD3E0E8),
    "blast": (160, 0xD0312D),
    "wrong-flag": (88, 0x7A1420),
    "wrong-flag-text": (217, 0xFFC2C2),
    "cursor": (221, 0xFFE066),
    "ink": (16, 0x06121A),
    "selected": (25, 0x1B5F8A),
    "selected-text": (231, 0xF2FAFF),
    "look": (80, 0x5FD7D7),
    "second": (179, 0xE8A33D),
    "shade": (23, 0x005F5F),
    "safe": (121, 0x8CF29A),
    "danger": (210, 0xFF8A80),
    "guess": (177, 0xD48CFF),
    "odds-2": (107, 0x9DBF72),
    "odds-3": (136, 0xBF8A2B),
    "odds-4": (130, 0xA8521C),
    "odds-5": (124, 0x951616),
    "far": (240, 0x4A5A66),
    "far-2": (241, 0x546571),
    "open-won": (234, 0x0E2C2A),
    "open-won-2": (235, 0x123532),
    "lily": (225, 0xFFC8E4),
    "lily-2": (230, 0xFFF0B8),
    "pad": (23, 0x185C4A),
    "pad-2": (23, 0x1A6450),
    "crest": (36, 0x2FA98A),
    "tail": (29, 0x1F7A72),
    "glow": (52, 0x3A1A22),
    "glow-covered": (88, 0x7A2E36),
    "flash": (229, 0xFFF3B0),
    "fire": (166, 0xE0662E),
    "ember": (88, 0x7A2A22),
    "front": (30, 0x2AA5A0),
    "calendar-won": (29, 0x1F7A5C),
}

# What differs from the sea.
_LIGHT: Final[Mapping[Role, Tint]] = {
    "window": (231, 0xF7FAFC),
    "text": (236, 0x303030),
    "bright": (16, 0x000000),
    "dim": (241, 0x626262),
    "faint": (248, 0xA8A8A8),
    "track": (253, 0xDADADA),
    "key": (25, 0x005FAF),
    "note": (94, 0x875F00),
    "good": (28, 0x007A00),
    "bad": (124, 0xB80000),
    "open": (254, 0xE4E4E4),
    "open-2": (255, 0xEEEEEE),
    "covered": (110, 0x87AFD7),
    "covered-2": (110, 0x93BBE3),
    "zero": (250, 0xBCBCBC),
    "texture": (67, 0x5F87AF),
    "number-1": (25, 0x005FAF),
    "number-2": (22, 0x005F00),
    "number-3": (124, 0xAF0000),
    "number-4": (93, 0x8700FF),
    "number-5": (94, 0x875F00),
    "number-6": (23, 0x005F5F),
    "number-7": (16, 0x000000),
    "number-8": (240, 0x585858),
    "flag": (88, 0x870000),
    "mine": (16, 0x000000),
    "wrong-flag": (217, 0xFFAFAF),
    "wrong-flag-text": (88, 0x870000),
    "cursor": (220, 0xFFD700),
    "ring": (94, 0x875F00),
    "ink": (16, 0x000000),
    "selected": (25, 0x005FAF),
    "selected-text": (231, 0xFFFFFF),
    "look": (38, 0x00AFD7),
    "second": (215, 0xFFAF5F),
    "safe": (113, 0x87D75F),
    "danger": (203, 0xFF5F5F),
    "guess": (177, 0xD787FF),
    "open-won": (254, 0xDDEDE4),
    "open-won-2": (255, 0xE6F4EC),
    "lily": (89, 0x7A0046),
    "lily-2": (54, 0x5A1E8C),
    "pad": (115, 0x8FD9BE),
    "pad-2": (115, 0x9BE0C8),
    "crest": (79, 0x4FC79E),
    "tail": (115, 0x8FD9BE),
    "glow": (224, 0xFBE0E0),
    "glow-covered": (182, 0xD6A4BC),
    "fire": (215, 0xFFB07A),
    "ember": (224, 0xF2C4B8),
    "front": (30, 0x007F87),
    "calendar-won": (114, 0x87D787),
}

# What differs from the light theme. The hues of the Windows original are darker where they would be
# hard to read.
_CLASSIC: Final[Mapping[Role, Tint]] = {
    "window": (251, 0xC6C6C6),
    "text": (235, 0x262626),
    "dim": (238, 0x444444),
    "faint": (245, 0x8A8A8A),
    "track": (247, 0x9E9E9E),
    "key": (18, 0x000087),
    "note": (52, 0x5F0000),
    "good": (22, 0x005F00),
    "bad": (88, 0x870000),
    "open": (253, 0xDADADA),
    "open-2": (254, 0xE4E4E4),
    "covered": (251, 0xC6C6C6),
    "covered-2": (251, 0xC6C6C6),
    "texture": (247, 0x9E9E9E),
    "number-1": (21, 0x0000FF),
    "number-4": (18, 0x000087),
    "number-5": (88, 0x870000),
    "ring": (18, 0x000087),
    "lily-2": (18, 0x1E1E8C),
    "edge-light": (231, 0xFFFFFF),
    "edge-dark": (245, 0x8A8A8A),
    "flat": (247, 0xA8A8A8),
    "flat-2": (249, 0xB2B2B2),
    "led": (196, 0xFF0000),
    "led-ground": (16, 0x000000),
    "face": (220, 0xFFD700),
}

# What differs from the sea. The digits are the most distinct ones for colour-blind eyes; safe cells
# are blue and mines orange, as red and green may look the same.
_COLOUR_BLIND: Final[Mapping[Role, Tint]] = {
    "good": (75, 0x5FAFFF),
    "bad": (208, 0xFF8700),
    "number-1": (226, 0xFFFF00),
    "number-2": (109, 0x9AA8C8),
    "number-3": (180, 0xD7AF87),
    "number-4": (45, 0x00D7FF),
    "number-5": (148, 0xAFD700),
    "number-6": (171, 0xDC70FF),
    "number-7": (34, 0x00B400),
    "number-8": (159, 0xAFFFFF),
    "second": (248, 0xA8A8A8),
    "safe": (75, 0x5FAFFF),
    "danger": (208, 0xFF8700),
    "odds-2": (152, 0xA8CCE8),
    "odds-3": (255, 0xF0F0F0),
    "odds-4": (215, 0xF2B37A),
    "odds-5": (166, 0xE06C00),
    "odds-text-4": (16, 0x06121A),
    "odds-text-5": (16, 0x06121A),
}

# The one theme below 256 colours, in the first sixteen of them.
_FEW: Final[Mapping[Role, int]] = {
    "window": 0,
    "text": 7,
    "bright": 15,
    "dim": 7,
    "faint": 8,
    "track": 8,
    "bar": 6,
    "key": 6,
    "note": 11,
    "good": 2,
    "bad": 1,
    "open": 0,
    "covered": 4,
    "zero": 7,
    "texture": 6,
    "number-1": 6,
    "number-2": 2,
    "number-3": 1,
    "number-4": 5,
    "number-5": 3,
    "number-6": 6,
    "number-7": 7,
    "number-8": 7,
    "flag": 11,
    "mine": 15,
    "blast": 1,
    "wrong-flag": 1,
    "wrong-flag-text": 15,
    "cursor": 11,
    "ink": 0,
    "selected": 4,
    "selected-text": 15,
    "look": 6,
    "second": 7,
    "shade": 0,
    "safe": 2,
    "danger": 1,
    "danger-text": 15,
    "guess": 5,
    "guess-text": 15,
    "odds-2": 6,
    "odds-3": 3,
    "odds-4": 5,
    "odds-5": 1,
    "far": 4,
    "open-won": 0,
    "lily": 15,
    "lily-2": 11,
    "pad": 2,
    "crest": 6,
    "tail": 2,
    "glow": 0,
    "glow-covered": 4,
    "flash": 15,
    "fire": 3,
    "ember": 1,
    "front": 6,
    "calendar-won": 2,
}
# Bright black, and what stands for it where there are only eight colours.
_FAINT: Final = 8
_FAINT_OF_8: Final = 4

# The marks, and the names of their second tones.
_MARKS: Final[Mapping[Role, Role]] = {
    "look": "look-2",
    "second": "second-2",
    "shade": "shade-2",
    "safe": "safe-2",
    "danger": "danger-2",
    "guess": "guess-2",
}

_WHITE: Final = (255, 255, 255)
_BLACK: Final = (0, 0, 0)
_LEGIBLE: Final = 4.5
"""The contrast that a text needs."""
_STEP: Final = 1.1
"""The contrast of the two tones of a chessboard."""
_SECOND_TONE: Final = 0.09
"""The share of black in the second tone of a mark."""


class PaletteRow(NamedTuple):
    """A theme that a player may choose."""

    description: str
    """What it looks like, for the player who chooses one."""
    make: MakePalette | None
    """Makes its colours, where there are 256 of them; None for a theme without colours."""


def _from(*tables: Mapping[Role, Tint]) -> Palette:
    """Return the palette of a table, changed by further ones."""
    return {
        role: Colour(number, _rgb(exact))
        for table in tables
        for role, (number, exact) in table.items()
    }


def _rgb(exact: int) -> Rgb:
    return exact >> 16, exact >> 8 & 255, exact & 255


def complete(palette: Palette, *, darken: bool = False) -> Palette:
    """Return a palette that has a colour for every role, but for those of raised cells.

    With `darken`, the second tones of marks are a little darker, else they are like the first.
    """
    seconds = {second: _darkened(palette[mark], palette) for mark, second in _MARKS.items()}
    palette = {**seconds, **palette} if darken else palette
    return {**{role: palette[other] for role, other in _SAME_AS.items()}, **palette}


def _darkened(mark: Colour, palette: Palette) -> Colour:
    is_light = luminance(palette["window"].rgb) > 0.5
    return Colour(mark.number, mix(_BLACK, mark.rgb, 0.07 if is_light else _SECOND_TONE))


def few_colours() -> Palette:
    """Return the palette for terminals that have only the first sixteen colours."""
    return complete({role: Colour(number) for role, number in _FEW.items()})


def eight_colours(palette: Palette) -> Palette:
    """Return a palette of sixteen colours without the bright ones; text in those is to be bold."""
    return {
        role: Colour(_FAINT_OF_8 if number == _FAINT else number % 8)
        for role, (number, _) in palette.items()
    }


# Themes that are derived from fourteen colours


def derived(hues: str) -> Palette:
    """Return a dark palette made of fourteen exact colours.

    They are: the window, revealed cells, covered cells, grey, text, white, red, orange, yellow,
    green, cyan, blue, purple, and cells far from all numbers. Texts that would be hard to read are
    made lighter, and what is under them darker or lighter. The numbers are the nearest that are as
    legible; for a ground that only its hue tells apart they are those of the sea.
    """
    window, revealed, covered, *others, far = (_rgb(int(hue, 16)) for hue in hues.split())
    grey, text, white, red, orange, yellow, green, cyan, blue, purple = others

    pale = _nearest(white)
    whole = _nearest(window)
    open_cells = _lighter_than(whole, revealed)
    second_open = _second(open_cells)
    shade = _like_sea("shade", _under(white, mix(cyan, window, 0.45)), pale)
    covered_cells = _lighter_than(second_open, covered, ratio=1.4, other_than=shade)
    second_covered = _second(covered_cells)._replace(number=covered_cells.number)
    far_cells = _hued_under(pale, far, other_than=(shade, covered_cells))
    blast = _like_sea("blast", _under(white, _darker(red)), pale)
    glow = _like_sea("glow", mix(blast.rgb, revealed, 0.25))
    glow_covered = _like_sea("glow-covered", mix(blast.rgb, covered, 0.4))
    pad = _like_sea("pad", mix(green, window, 0.35))
    second_pad = _second(pad)._replace(number=pad.number)
    won = Colour(open_cells.number, mix(green, window, 0.12))
    second_won = _second(won)._replace(number=second_open.number)
    selected = _ground_of(pale, _under(white, mix(grey, covered, 0.2)))
    inked = _each(_ground_of_ink, (yellow, blue, orange, green, red, purple))
    cursor, look, second, safe, danger, guess = inked
    digits = _each(
        lambda hue, taken: _text(hue, second_open, second_won, glow, taken=taken),
        (blue, green, red, purple, orange, cyan, white, grey),
    )
    return {
        "window": whole,
        "text": _text(text, whole),
        "bright": pale,
        "dim": _text(grey, whole),
        "faint": _nearest(mix(grey, window, 0.4)),
        "track": _nearest(mix(grey, window, 0.2)),
        "key": _text(mix(cyan, white, 0.5), whole),
        "note": _text(orange, whole),
        "good": _text(green, whole),
        "bad": _text(red, whole, glow),
        "open": open_cells,
        "open-2": second_open,
        "covered": covered_cells,
        "covered-2": second_covered,
        "zero": _nearest(mix(grey, revealed, 0.4)),
        "texture": _nearest(mix(grey, covered, 0.5)),
        **dict(zip(NUMBERS, digits, strict=True)),
        "flag": _text(yellow, second_covered, glow_covered, whole),
        "mine": _text(white, second_covered, glow_covered),
        "blast": blast,
        "wrong-flag": blast,
        "wrong-flag-text": pale,
        "cursor": cursor,
        "ink": Colour(FIRST_FIXED, _BLACK),
        "selected": selected,
        "selected-text": pale,
        "look": look,
        "second": second,
        "shade": shade,
        "safe": safe,
        "danger": danger,
        "guess": guess,
        "odds-2": _ground_of_ink(mix(green, yellow, 0.5)),
        "odds-3": _ground_of_ink(_darker(mix(yellow, orange, 0.5))),
        "odds-4": _like_sea("odds-4", _under(white, _darker(mix(orange, red, 0.5))), pale),
        "odds-5": _like_sea("odds-5", _under(white, _darker(_darker(red))), pale),
        "far": far_cells,
        "far-2": _second(far_cells)._replace(number=far_cells.number),
        "open-won": won,
        "open-won-2": second_won,
        "lily": _text(mix(purple, white, 0.3), pad, second_pad),
        "lily-2": _text(mix(yellow, white, 0.3), pad, second_pad),
        "pad": pad,
        "pad-2": second_pad,
        "crest": _like_sea("crest", mix(green, revealed, 0.6)),
        "tail": _like_sea("tail", mix(green, revealed, 0.4)),
        "glow": glow,
        "glow-covered": glow_covered,
        "flash": _nearest(mix(yellow, white, 0.3)),
        "fire": _like_sea("fire", orange),
        "ember": _like_sea("ember", mix(blast.rgb, revealed, 0.4)),
        "front": _like_sea("front", mix(cyan, revealed, 0.7)),
        "calendar-won": _like_sea("calendar-won", _under(white, mix(green, revealed, 0.4)), pale),
    }


def _each(make: Callable[[Rgb, Container[int]], Colour], hues: Iterable[Rgb]) -> list[Colour]:
    """Return a colour for each hue; no two have the same number."""
    colours: list[Colour] = []
    for hue in hues:
        colours.append(make(hue, {colour.number for colour in colours}))
    return colours


def _nearest(rgb: Rgb) -> Colour:
    return Colour(nearest(rgb), rgb)


def _text(rgb: Rgb, *grounds: Colour, taken: Container[int] = ()) -> Colour:
    """Return a colour, or the first lighter one that can be read on all the grounds."""
    exact = _first(rgb, _WHITE, lambda it: all(_is_legible(it, each.rgb) for each in grounds))
    levels = [levels_of(ground.number) for ground in grounds]
    return _numbered(exact, levels, lambda number: number not in taken)


def _ground_of_ink(rgb: Rgb, taken: Container[int] = ()) -> Colour:
    """Return a colour, or the first lighter one on which black can be read, on its tones too."""
    exact = _first(rgb, _WHITE, lambda it: _is_legible(mix(_BLACK, it, _SECOND_TONE), _BLACK))
    return _numbered(exact, [_BLACK], lambda number: number not in taken)


def _ground_of(text: Colour, rgb: Rgb) -> Colour:
    """Return a colour with the nearest number that a text can be read on."""
    return _numbered(rgb, [levels_of(text.number)])


def _hued_under(text: Colour, rgb: Rgb, other_than: tuple[Colour, ...]) -> Colour:
    """Return a ground for a text that is no grey, nor one of the others."""
    taken = {colour.number for colour in other_than}
    return _numbered(
        _under(text.rgb, rgb),
        [levels_of(text.number)],
        lambda number: number < FIRST_GREY and number not in taken,
    )


def _like_sea(role: Role, rgb: Rgb, *texts: Colour) -> Colour:
    """Return a colour whose number is that of the sea, or the nearest under the texts."""
    number, _ = _SEA[role]
    levels = [levels_of(text.number) for text in texts]
    return Colour(_numbered(levels_of(number), levels).number, rgb)


def _numbered(
    rgb: Rgb, others: Iterable[Rgb], is_right: Callable[[int], bool] = lambda number: True
) -> Colour:
    """Return a colour with the nearest number that is right and legible with the others."""
    return Colour(
        nearest_that(
            rgb,
            lambda number: (
                is_right(number) and all(_is_legible(levels_of(number), each) for each in others)
            ),
        ),
        rgb,
    )


def _second(ground: Colour) -> Colour:
    """Return the second tone of a ground: the first lighter one that can be told apart."""
    exact = _first(ground.rgb, _WHITE, lambda it: contrast(it, ground.rgb) >= _STEP)
    return _lighter_than(ground, exact)


def _lighter_than(
    ground: Colour, rgb: Rgb, *, ratio: float = 1.08, other_than: Colour | None = None
) -> Colour:
    """Return a colour with the nearest number that is lighter than that of a ground."""
    below = levels_of(ground.number)
    darkest = ratio * (luminance(below) + 0.05) - 0.05
    taken = other_than and other_than.number
    return Colour(
        nearest_that(
            rgb, lambda number: number != taken and luminance(levels_of(number)) >= darkest
        ),
        rgb,
    )


def _under(text: Rgb, rgb: Rgb) -> Rgb:
    """Return a colour, or the first darker one that a text can be read on."""
    return _first(rgb, _BLACK, lambda it: _is_legible(it, text))


def _darker(rgb: Rgb) -> Rgb:
    return mix(_BLACK, rgb, 1 / 3)


def _is_legible(one: Rgb, other: Rgb) -> bool:
    return contrast(one, other) >= _LEGIBLE


def _first(rgb: Rgb, towards: Rgb, is_right: Callable[[Rgb], bool]) -> Rgb:
    """Return the first colour on the way to another that is right, or that other one."""
    way = (mix(towards, rgb, step / 64) for step in range(64))
    return next(filter(is_right, way), towards)


PALETTES: Final[dict[str, PaletteRow]] = {
    "sea": PaletteRow("Dark, with a sea of covered cells", lambda: _from(_SEA)),
    "light": PaletteRow("Dark on light", lambda: _from(_SEA, _LIGHT)),
    "classic": PaletteRow(
        "Light, in the colours of old Windows", lambda: _from(_SEA, _LIGHT, _CLASSIC)
    ),
    "gruvbox": PaletteRow(
        "Dark and warm, in the colours of Gruvbox",
        lambda: derived(
            "1D2021 282828 504945 A89984 EBDBB2 FBF1C7 FB4934 FE8019 FABD2F A8CB46 8EC07C 83A598"
            " D79AC0 1B4A55"
        ),
    ),
    "nord": PaletteRow(
        "Dark and cool, in the colours of Nord",
        lambda: derived(
            "242933 2C323D 4C566A 8C98AF D8DEE9 ECEFF4 BF616A D08770 EBCB8B A3BE8C 88C0D0 81A1C1"
            " B48EAD 3A5A80"
        ),
    ),
    "solarized": PaletteRow(
        "Dark teal, in the colours of Solarized",
        lambda: derived(
            "00212B 002B36 1B5261 839496 93A1A1 FDF6E3 E35957 D3683B F2C74B A9C21A 3AC0B4 4DA0DA"
            " 9194D3 30508C"
        ),
    ),
    "catppuccin": PaletteRow(
        "Dark and soft, in the colours of Catppuccin Mocha",
        lambda: derived(
            "181825 1E1E2E 45475A 9399B2 BAC2DE CDD6F4 F38BA8 FAB387 F9E2AF A6E3A1 94E2D5 89B4FA"
            " CBA6F7 343F70"
        ),
    ),
    "colour-blind": PaletteRow(
        "The sea, in colours for colour-blind eyes", lambda: _from(_SEA, _COLOUR_BLIND)
    ),
    "mono": PaletteRow("No colours", None),
}
"""The built-in themes by name, in the order in which the theme key goes through them."""

NEED_EXACT: Final = ("gruvbox", "nord", "solarized")
"""The themes that look like others where there are only the 256 colours."""
