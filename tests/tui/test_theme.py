"""Themes and glyph sets: contrasts computed from the colours, and faces told apart without them."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise, product
from math import dist
from operator import mul
from typing import Final
from unicodedata import east_asian_width
from unicodedata import name as name_of

import pytest

from minesweeper.engine.game import Face, Status
from minesweeper.tui.canvas import Style
from minesweeper.tui.canvas import width as width_of
from minesweeper.tui.colours import Colour, Rgb, levels_of
from minesweeper.tui.look.glyphs import (
    DIGITS,
    DIMMED,
    EXCESS,
    GLYPHS,
    LARGE_DIGITS,
    ZOOMS,
    Glyphs,
    zoomed,
)
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import Theme, half_block, has_tones, make_theme

COLOURED: Final = sorted({*PALETTES} - {"mono"})
BLACK, WHITE = (0, 0, 0), (255, 255, 255)

# What xterm shows for the first 16, which other terminals show a little differently.
NAMED: Final = bytes.fromhex(
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
EXACT: Final = 1 << 24
"""The number of colours of a terminal that shows exact ones."""
MANY: Final = (256, EXACT)
with_many_colours = pytest.mark.parametrize("colours", MANY, ids=["256", "exact"])


def rgb(index: int) -> Rgb:
    """A colour of xterm's 256: 16 named ones, a cube of six steps a side, and 24 greys."""
    if index < 16:
        red, green, blue = NAMED[3 * index : 3 * index + 3]
        return red, green, blue
    return levels_of(index)


def seen(colour: Colour | None, colours: int) -> Rgb:
    """Return what a terminal with `colours` colours shows."""
    assert colour
    return colour.rgb if colours == EXACT else rgb(index_of(colour, colours))


def linear(part: int) -> float:
    """Return the light of a part of a colour, from 0 to 1."""
    return part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4


def luminance(colour: Rgb) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def index_of(colour: Colour | None, colours: int) -> int:
    """Return the number of the colour that a terminal with `colours` colours shows."""
    assert colour
    if colours == 256:
        return colour.of_256
    return colour.of_8 if colours == 8 or colour.of_16 is None else colour.of_16


def reads(style: Style, colours: int = 256) -> float:
    """Return the contrast of a style's foreground with its background."""
    return contrast(seen(style.foreground, colours), seen(style.background, colours))


def theme_of(palette: str, colours: int = 256) -> Theme:
    tones = has_tones(PALETTES[palette], colours)
    return make_theme(zoomed("unicode", 2, tones=tones), PALETTES[palette], colours)


def name_of_face(face: int) -> str:
    """The name of a face, also of one that only the screen knows."""
    if face in DIMMED:
        return f"dimmed {DIMMED.index(face)}"
    return f"-{EXCESS.index(face) + 1}" if face in EXCESS else Face(face).name


def styles_of(theme: Theme) -> dict[str, Style]:
    """All the styles of a theme by name."""
    tones = product(theme.cells[0], (0, 1))
    styles = {f"{name_of_face(face)} {tone}": theme.cells[tone][face][1] for face, tone in tones}
    styles |= {"focus": theme.focused[Face.ZERO][1], "pressed": theme.pressed}
    styles |= {str(mark): style for mark, style in theme.marks.items()}
    styles |= {f"odds {level}": style for level, style in enumerate(theme.odds)}
    styles |= {f"sea {square}": style for square, style in enumerate(theme.sea)}
    return styles | {name: getattr(theme, name) for name in BESIDE}


def colours_of(style: Style) -> Iterator[Colour]:
    yield from (colour for colour in (style.foreground, style.background) if colour)


# The texture of covered cells, the dots of zeros and the line of a frame are no text. Numbers that
# have all their flags are done with.
TEXTURE: Final = {
    *("COVERED 0", "COVERED 1", "ZERO 0", "ZERO 1", "border"),
    *(f"{name_of_face(face)} {tone}" for face in DIMMED for tone in (0, 1)),
}
BESIDE: Final = {
    *("border", "scroll_arrow", "header", "counter", "flag", "face", "text", "dim", "accent"),
    *("message", "won", "lost"),
}


def test_contrast_is_computed_as_the_guidelines_say() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast((118, 118, 118), WHITE) == pytest.approx(4.54, abs=0.01)


@with_many_colours
@pytest.mark.parametrize("palette", COLOURED)
def test_text_has_enough_contrast_on_its_background(palette: str, colours: int) -> None:
    for name, style in styles_of(theme_of(palette)).items():
        if name not in TEXTURE:
            assert reads(style, colours) >= 4.5, name


@pytest.mark.parametrize("palette", COLOURED)
def test_a_dimmed_number_can_be_read_and_stands_back_behind_all_others(palette: str) -> None:
    for cells in theme_of(palette).cells:
        dimmed = max(reads(cells[face][1]) for face in DIMMED)
        assert min(reads(cells[face][1]) for face in DIMMED) >= 2.2
        assert min(reads(cells[face][1]) for face in DIGITS) >= 1.3 * dimmed


@pytest.mark.parametrize("colours", [8, 16])
@pytest.mark.parametrize("palette", COLOURED)
def test_text_has_enough_contrast_with_few_colours(palette: str, colours: int) -> None:
    for name, style in styles_of(theme_of(palette)).items():
        assert reads(style, colours) >= 3.5, name


def backgrounds_of(palette: str, face: Face, colours: int) -> list[Rgb]:
    """The backgrounds of a face on a black and on a white square."""
    return [seen(tone[face][1].background, colours) for tone in theme_of(palette).cells]


@with_many_colours
@pytest.mark.parametrize("palette", COLOURED)
def test_each_cell_has_an_edge_one_step_from_its_neighbours(palette: str, colours: int) -> None:
    for face in (Face.COVERED, Face.ZERO):
        black, white = backgrounds_of(palette, face, colours)
        assert 1.08 <= contrast(black, white) <= 1.25


@with_many_colours
@pytest.mark.parametrize("palette", COLOURED)
def test_covered_cells_have_enough_contrast_with_revealed_ones(palette: str, colours: int) -> None:
    covered, revealed = (
        backgrounds_of(palette, face, colours) for face in (Face.COVERED, Face.ZERO)
    )
    assert min(contrast(*pair) for pair in product(covered, revealed)) >= 1.4
    edges = [contrast(*pair) for pair in (covered, revealed)]
    assert min(contrast(*pair) for pair in product(covered, revealed)) > max(edges)


@with_many_colours
@pytest.mark.parametrize("palette", COLOURED)
def test_what_a_map_shows_differs_in_lightness(palette: str, colours: int) -> None:
    theme = theme_of(palette)
    covered, revealed = (theme.cells[0][face][1] for face in (Face.COVERED, Face.ZERO))
    pairs = [
        *product([theme.front, theme.selected_front], [covered, revealed]),
        *[
            (theme.front, theme.selected_front),
            (theme.front, theme.pocket),
            (theme.pocket, revealed),
        ],
    ]
    for pair in pairs:
        assert contrast(*(seen(style.background, colours) for style in pair)) >= 1.4


@with_many_colours
@pytest.mark.parametrize("palette", COLOURED)
def test_the_frame_is_seen_beside_the_field_and_the_field_in_the_window(
    palette: str, colours: int
) -> None:
    theme = theme_of(palette)
    assert reads(theme.border, colours) >= 2
    background = seen(theme.text.background, colours)
    covered = backgrounds_of(palette, Face.COVERED, colours)
    assert all(contrast(background, each) >= 1.5 for each in covered)


@pytest.mark.parametrize("palette", COLOURED)
def test_no_colour_is_the_terminals_own_and_everything_around_the_field_has_one_background(
    palette: str,
) -> None:
    styles = styles_of(theme_of(palette))
    assert all(style.foreground and style.background for style in styles.values())
    assert len({styles[name].background for name in BESIDE}) == 1


@pytest.mark.parametrize("palette", COLOURED)
def test_a_theme_only_uses_colours_that_the_terminal_has(palette: str) -> None:
    for name, style in styles_of(theme_of(palette)).items():
        for colour in colours_of(style):
            assert 16 <= colour.of_256 < 256, name  # the first 16 are what the player made of them
            assert 0 <= colour.of_8 < 8, name
            assert colour.of_16 is None or 0 <= colour.of_16 < 16, name


@pytest.mark.parametrize(("colours", "most"), [(256, 255), (16, 255), (8, 63)])
@pytest.mark.parametrize("palette", COLOURED)
def test_a_terminal_has_enough_colour_pairs_for_a_theme(
    palette: str, colours: int, most: int
) -> None:
    pairs = {seen_as(style, colours) for style in styles_of(theme_of(palette)).values()}
    assert len(pairs) <= most


@pytest.mark.parametrize("colours", [8, 16, 256])
@pytest.mark.parametrize("palette", COLOURED)
def test_the_cursor_is_no_colour_of_the_odds_and_marks_round_it(palette: str, colours: int) -> None:
    theme = theme_of(palette)
    focus = seen_as(theme.focused[Face.COVERED][1], colours)
    assert seen_as(theme.focus_on_reversed, colours) == focus
    # The player's own move is only marked in a review, which draws no cursor.
    marks = [style for mark, style in theme.marks.items() if mark != "own"]
    for style in (*marks, *theme.odds, *theme.sea):
        assert seen_as(style, colours) != focus


@pytest.mark.parametrize("colours", [8, 16, 256])
@pytest.mark.parametrize("palette", COLOURED)
def test_each_level_of_the_odds_and_the_sea_has_a_ground_of_its_own(
    palette: str, colours: int
) -> None:
    theme = theme_of(palette, colours)
    grounds = [index_of(style.background, colours) for style in (*theme.odds, theme.sea[0])]
    assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize("colours", [8, 16])
@pytest.mark.parametrize("palette", COLOURED)
def test_with_few_colours_the_sea_has_no_pattern(palette: str, colours: int) -> None:
    black, white = theme_of(palette, colours).sea
    assert seen_as(black, colours) == seen_as(white, colours)


@pytest.mark.parametrize("palette", COLOURED)
def test_half_blocks_leave_enough_colour_pairs_for_a_frame(palette: str) -> None:
    """Any cell may be above any other that is on a square of the other colour."""
    theme = make_theme(zoomed("unicode", max(ZOOMS), tones=True), PALETTES[palette])
    anywhere = [*theme.marks.values(), theme.focused[Face.ZERO][1], theme.text]
    on_black, on_white = (
        [style for _, style in theme.cells[square].values()]
        + [*theme.odds, theme.sea[square]]
        + anywhere
        for square in (0, 1)
    )
    drawn = {*styles_of(theme).values(), *(theme.edges if theme.raised else ())}
    for one, other in product(on_black, on_white):
        for upper, lower in ((one, other), (other, one)):
            touching = zip(theme.bands(upper)[-1], theme.bands(lower)[0], strict=True)
            drawn |= {half_block(*pair)[1] for pair in touching}
    for top, middle, bottom in map(theme.bands, [*on_black, *on_white]):
        drawn |= {half_block(*pair)[1] for pair in zip(top, middle, strict=True)}
        drawn |= {half_block(*pair)[1] for pair in zip(middle, bottom, strict=True)}
    assert len({seen_as(style, 256) for style in drawn}) <= 255


def seen_as(style: Style, colours: int) -> tuple[int, int]:
    """Return the numbers of a style's colours on a terminal with `colours` colours."""
    return index_of(style.foreground, colours), index_of(style.background, colours)


def test_raised_cells_have_a_light_edge_above_and_left_and_a_dark_one_below_and_right() -> None:
    theme = make_theme(zoomed("unicode", 3, tones=True), PALETTES["classic"])
    light, dark = theme.edges
    for face in (Face.COVERED, Face.FLAG, Face.QUESTION):
        middle = theme.cells[0][face][1]
        assert middle.background == theme.cells[1][face][1].background  # edges tell them apart
        assert theme.bands(middle) == ((light,) * 3, (light, middle, dark), (dark,) * 3)
        grounds = [seen(style.background, 256) for style in (dark, middle, light)]
        assert sorted(grounds) == grounds
        assert all(contrast(*pair) >= 1.5 for pair in pairwise(grounds))
    for face in {*Face} - {Face.COVERED, Face.FLAG, Face.QUESTION}:
        assert theme.cells[0][face][1] not in theme.raised


@pytest.mark.parametrize(("zoom", "colours"), [(1, 256), (2, 256), (3, 16), (4, 8)])
def test_small_cells_and_those_of_few_colours_are_not_raised(zoom: int, colours: int) -> None:
    classic = PALETTES["classic"]
    glyphs = zoomed("unicode", zoom, tones=has_tones(classic, colours))
    assert make_theme(glyphs, classic, colours).raised == frozenset()


def test_mono_has_no_colours_at_all() -> None:
    for style in styles_of(theme_of("mono")).values():
        assert list(colours_of(style)) == []


@pytest.mark.parametrize("palette", PALETTES)
def test_without_colours_all_themes_look_the_same(palette: str) -> None:
    mono = styles_of(theme_of("mono", 8))
    for name, style in styles_of(theme_of(palette, 8)).items():
        assert attributes(style) == attributes(mono[name])


def attributes(style: Style) -> tuple[bool, bool, bool]:
    return style.bold, style.reverse, style.underline


@pytest.mark.parametrize("palette", COLOURED)
def test_each_number_has_a_colour_of_its_own(palette: str) -> None:
    theme = theme_of(palette)
    for tone in theme.cells:
        assert len({tone[face][1].foreground for face in DIGITS}) == 8


def test_the_digits_of_the_colour_blind_are_those_most_distinct_for_them() -> None:
    foregrounds = [theme_of("colour-blind").cells[0][face][1].foreground for face in DIGITS]
    most_distinct = [226, 110, 180, 45, 148, 171, 34, 159]
    assert [foreground.of_256 for foreground in foregrounds if foreground] == most_distinct


def test_the_digits_of_the_colour_blind_are_about_as_bright_as_each_other() -> None:
    """The 1 and the 2 stand for most of what is read; no other digit is darker than half of it."""
    theme = theme_of("colour-blind")
    lights = [luminance(seen(theme.cells[0][face][1].foreground, 256)) for face in DIGITS]
    assert 2 * lights[1] > lights[2] > lights[1] / 2
    assert 3 * min(lights[:5]) > max(lights[:5])


# Colour-blind eyes

# The matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
# Color Vision Deficiency" (2009), severity 1.0, on linear red, green and blue.
EYES: Final = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# From linear colours to the three cones of Ottosson's Oklab (2020), and from their cube roots to
# lightness and two axes of hue. In hundredths, two colours about 2 apart are just told apart side
# by side.
TO_CONES: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
LEAST_APART: Final = 6
Vector = tuple[float, ...]


def times(matrix: Sequence[Vector], vector: Vector) -> Vector:
    return tuple(sum(map(mul, row, vector)) for row in matrix)


def lab(colour: Rgb, eyes: str) -> Vector:
    """Return where a colour lies for such eyes, in hundredths."""
    simulated = times(EYES[eyes], tuple(map(linear, colour)))
    cones = times(TO_CONES, tuple(min(1, max(0, part)) for part in simulated))
    return times(TO_LAB, tuple(100 * cone ** (1 / 3) for cone in cones))


def told_apart_by_colour(theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the pairs of grounds that nothing but their colours tells apart.

    Safe cells, mines and guesses have signs, too, but are seen first by their colours.
    """
    covered, revealed, sea = ([f"{what} 0", f"{what} 1"] for what in ("COVERED", "ZERO", "sea"))
    levels = [f"odds {level}" for level in range(1, len(theme.odds))]
    premises, moves = ["premise", "second", "support"], ["target", "danger", "guess"]
    yield from product(covered, [*revealed, *moves])
    yield from product(revealed, [*premises, *levels, *sea, "odds 0"])
    yield from product([*covered, *revealed], ["focus", "EXPLODED 0", "front", "selected_front"])
    yield from product(["focus"], [*premises, *levels, *sea])
    yield from product(levels, sea)
    yield from chain(*(combinations(group, 2) for group in (premises, moves, levels)))
    yield from [("front", "selected_front"), ("front", "pocket"), ("pocket", "ZERO 0")]


@pytest.mark.parametrize("palette", COLOURED)
def test_all_eyes_tell_apart_what_only_colours_tell_apart(palette: str) -> None:
    theme = theme_of(palette)
    styles = styles_of(theme)
    styles |= {name: getattr(theme, name) for name in ("front", "selected_front", "pocket")}
    alike = []
    for eyes, colours in product(EYES, MANY):
        for pair in told_apart_by_colour(theme):
            grounds = (seen(styles[name].background, colours) for name in pair)
            if dist(*(lab(ground, eyes) for ground in grounds)) < LEAST_APART:
                alike.append((*pair, eyes, colours))
    assert alike == []


def test_a_red_and_a_green_are_alike_to_eyes_that_confuse_them() -> None:
    red, green = (163, 80, 0), (108, 108, 0)
    apart = {eyes: dist(lab(red, eyes), lab(green, eyes)) for eyes in EYES}
    assert apart["deuteranopia"] < LEAST_APART < apart["all cones"]


# Glyphs

SETS: Final = {
    f"{name}, zoom {zoom}{', tones' * tones}": zoomed(name, zoom, tones=tones)
    for name, zoom, tones in product(("unicode", "ascii"), ZOOMS, (False, True))
}
SETS["emoji"] = GLYPHS["emoji"]
every_set = pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)


# Of ambiguous width, and one column in every terminal that is not set to something else.
DRAWN: Final = set("■█▀▄▔●▲◆◇╭╮╰╯─│├━┤")


def texts_of(glyphs: Glyphs) -> list[str]:
    texts = [*chain(*glyphs.cells.values()), *glyphs.focused.values(), *glyphs.scroll_arrows]
    texts += [*glyphs.indicators.values(), glyphs.paused, *glyphs.step_signs, *glyphs.bar]
    return [*texts, *glyphs.mark_texts.values()]


def test_emoji_are_the_same_at_each_zoom() -> None:
    for zoom, tones in product(ZOOMS, (False, True)):
        assert zoomed("emoji", zoom, tones=tones) is GLYPHS["emoji"]


@every_set
def test_every_face_differs_by_its_text(glyphs: Glyphs) -> None:
    assert set(glyphs.cells) == set(glyphs.focused) == {*Face, *DIMMED, *EXCESS}
    # With two tones a covered cell is as empty as a zero, on another background.
    assert len({glyphs.cells[face] for face in Face}) == len(Face) - glyphs.covered_is_blank
    under_the_cursor = {(glyphs.focused[face], glyphs.cells[face]) for face in Face}
    assert len(under_the_cursor) == len(Face)


@every_set
def test_a_glyph_is_in_the_middle_of_a_large_cell(glyphs: Glyphs) -> None:
    for face in {*Face} - {Face.COVERED, Face.ZERO} if glyphs.rows > 1 else ():
        art = glyphs.cells[face]
        if {*"".join(art)} & {*"▀▄"}:
            continue  # it is a shape
        assert art[len(art) // 2][glyphs.columns // 2] == glyphs.signs[face]
        assert glyphs.focused[face][glyphs.columns // 2] == glyphs.signs[face]


def test_a_digit_of_three_rows_is_in_the_middle_of_the_largest_cell() -> None:
    columns, rows = ZOOMS[max(ZOOMS)]
    cells = SETS[f"unicode, zoom {max(ZOOMS)}, tones"].cells
    for face in DIGITS:
        above, *digit, below = cells[face]
        assert {above, below} == {" " * columns}
        assert tuple(digit) == tuple(row.center(columns) for row in LARGE_DIGITS[chr(face)])
        assert len(cells[face]) == rows


def test_a_sign_of_three_rows_is_raised_without_colours() -> None:
    """It has a frame, in which it is in the middle."""
    cells = SETS[f"unicode, zoom {max(ZOOMS)}"].cells
    flag, covered = cells[Face.FLAG], cells[Face.COVERED]
    assert (flag[0], flag[-1]) == (covered[0], covered[-1])
    assert all(
        (of_flag[:2], of_flag[-2:]) == (of_covered[:2], of_covered[-2:])
        for of_flag, of_covered in zip(flag, covered, strict=True)
    )
    assert sum(row[2:-2].strip() != "" for row in flag[1:-1]) == 3


@every_set
def test_a_cell_is_as_wide_as_its_set_says(glyphs: Glyphs) -> None:
    texts = [*chain(*glyphs.cells.values()), *glyphs.mark_texts.values()]
    rows = glyphs.rows - glyphs.shares_rows
    assert {len(art) for art in glyphs.cells.values()} == {rows}
    assert {width_of(text) for text in texts} == {glyphs.columns}
    has_bracket = glyphs.right_padding and not (glyphs.covered_is_blank or glyphs.is_emoji)
    assert {width_of(text) for text in glyphs.focused.values()} == {glyphs.columns + has_bracket}


@every_set
def test_a_frame_is_one_column_wide_and_every_face_two(glyphs: Glyphs) -> None:
    assert {len(glyph) for glyph in (*glyphs.scroll_arrows, *glyphs.border)} == {1}
    assert {width_of(glyph) for glyph in (*glyphs.scroll_arrows, *glyphs.border)} == {1}
    assert {width_of(face) for face in (*glyphs.indicators.values(), glyphs.paused)} == {2}


@every_set
def test_no_glyph_is_as_wide_as_the_terminal_likes(glyphs: Glyphs) -> None:
    """A character of ambiguous width takes two columns in terminals that are set to that.

    Only what all programs draw with is taken nevertheless: shapes, blocks and boxes.

    And fullwidth letters are empty boxes without a font for Chinese or Japanese.
    """
    characters = {character for text in texts_of(glyphs) for character in text} - DRAWN
    widths = {east_asian_width(character) for character in characters}
    assert widths <= ({"W", "N", "Na"} if glyphs is GLYPHS["emoji"] else {"N", "Na", "H"})


@every_set
def test_a_frame_is_drawn_with_box_drawing_or_ascii(glyphs: Glyphs) -> None:
    drawn = {name_of(glyph).startswith("BOX DRAWINGS ") for glyph in glyphs.border}
    assert drawn == {not "".join(glyphs.border).isascii()}


@pytest.mark.parametrize("name", [name for name in SETS if name.startswith("ascii")])
def test_ascii_is_ascii(name: str) -> None:
    glyphs = SETS[name]
    texts = [*texts_of(glyphs), *glyphs.border, glyphs.times, glyphs.dot]
    assert all(text.isascii() for text in texts)


def test_beside_emoji_a_digit_is_a_blank_and_a_digit() -> None:
    cells = GLYPHS["emoji"].cells
    assert [text for face in DIGITS for text in cells[face]] == [
        " 1",
        " 2",
        " 3",
        " 4",
        " 5",
        " 6",
        " 7",
        " 8",
    ]


@every_set
def test_every_status_has_its_own_indicator(glyphs: Glyphs) -> None:
    indicators = [*glyphs.indicators.values(), glyphs.paused]
    assert len(set(indicators)) == len(Status) + 1


@pytest.mark.parametrize("name", ["ascii", "unicode"])
def test_the_cursor_shows_by_its_text(name: str) -> None:
    glyphs = GLYPHS[name]
    assert all(glyphs.focused[face].strip() != glyphs.cells[face][0].strip() for face in Face)


@pytest.mark.parametrize("palette", PALETTES)
def test_the_cursor_shows_on_every_face_with_and_without_colour(palette: str) -> None:
    hidden = []
    for name, glyphs in SETS.items():
        theme = make_theme(glyphs, PALETTES[palette])
        for face in set(Face) - {Face.EXPLODED}:  # where it marks the end, not the cursor
            for tone in theme.cells:
                (art, style), (focused_text, focused) = tone[face], theme.focused[face]
                has_ground = style.background != focused.background or palette == "mono"
                has_text = art[len(art) // 2].strip() != focused_text.strip()
                if not has_ground or not (has_text or style.reverse != focused.reverse):
                    hidden.append((name, face))
    assert hidden == []


@pytest.mark.parametrize("palette", COLOURED)
def test_of_256_colours_none_in_a_small_field_is_bold_and_titles_and_keys_are(palette: str) -> None:
    """From bold and to it, ncurses sends both colours and all attributes anew."""
    theme = theme_of(palette)
    often = {"scroll_arrow", "counter", "flag", "face"}
    for name, style in styles_of(theme).items():
        assert not style.bold or name in BESIDE - often, name
    assert theme.header.bold
    assert theme.accent.bold


@pytest.mark.parametrize("zoom", [3, 4, 5])
def test_in_large_cells_digits_are_bold_under_the_cursor_and_marks_too(zoom: int) -> None:
    theme = make_theme(zoomed("unicode", zoom, tones=True), PALETTES["dark"])
    assert all(tone[face][1].bold for tone in theme.cells for face in DIGITS)
    assert all(style.bold for style in (theme.focused[Face.ONE][1], *theme.marks.values()))
    assert not theme.counter.bold  # the clock is drawn every second
