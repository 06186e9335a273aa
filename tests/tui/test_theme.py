"""Themes: what their colours must make legible and tell apart, on every kind of terminal."""

from itertools import combinations, product
from runpy import run_path
from typing import Final, cast, get_args

import pytest

from minesweeper.tui.colours import FIRST_FIXED, Rgb, contrast
from minesweeper.tui.look import palettes
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.own_themes import BASES
from minesweeper.tui.look.palettes import NUMBERS, PALETTES, ROLES, Role, few_colours
from minesweeper.tui.look.theme import ColourKind, Theme, auto_theme, make_theme, second_tone
from tests.harness.colour_science import DEUTERANOPIA, PROTANOPIA, difference, seen_with
from tests.harness.work import count_calls

Pair = tuple[Role, Role]

FULL: Final[tuple[ColourKind, ...]] = ("exact", "256")


def roles(names: str) -> tuple[Role, ...]:
    assert {*names.split()} <= {*ROLES}
    return cast(tuple[Role, ...], tuple(names.split()))


COVERED: Final = roles("covered covered-2")
OPEN: Final = roles("open open-2")
MARKS: Final = roles("look second shade safe danger guess")
SECOND_TONES: Final = roles("look-2 second-2 shade-2 safe-2 danger-2 guess-2")
ON_MARKS: Final = roles("ink ink shade-text ink danger-text guess-text")
ODDS: Final = roles("odds-1 odds-2 odds-3 odds-4 odds-5")
ON_ODDS: Final = roles("odds-text-1 odds-text-2 odds-text-3 odds-text-4 odds-text-5")
OF_RAISED_CELLS: Final = frozenset(ROLES[ROLES.index("edge-light") :])

# Which text stands on which ground.
LEGIBLE: Final[tuple[Pair, ...]] = (
    *product(roles("text bright dim key note good bad flag"), roles("window")),
    *product(NUMBERS, roles("open open-2 open-won open-won-2 glow")),
    *product(roles("flag mine"), roles("covered covered-2 glow-covered")),
    *product(roles("bright"), roles("covered covered-2 calendar-won")),
    *product(roles("lily lily-2"), roles("pad pad-2")),
    *product(roles("far-text"), roles("far far-2")),
    *zip(ON_MARKS, MARKS, strict=True),
    *zip(ON_MARKS, SECOND_TONES, strict=True),
    *zip(ON_ODDS, ODDS, strict=True),
    ("bad", "glow"),
    ("text", "track"),
    ("ink", "cursor"),
    ("selected-text", "selected"),
    ("blast-text", "blast"),
    ("wrong-flag-text", "wrong-flag"),
)
ENOUGH: Final = 4.5
# What none of the 256 colours does better without looking like another.
LESS: Final[dict[tuple[str, ColourKind, Pair], float]] = {
    ("light", "256", ("number-5", "glow")): 4.3
}
# How different a mark must look from the cells around it.
DISTINCT: Final[dict[Role, int]] = dict.fromkeys((*MARKS, *SECOND_TONES), 12) | dict.fromkeys(
    roles("shade shade-2"), 8
)
THEMES: Final = [*product(BASES, FULL)]


def rgb_of(theme: Theme, role: Role) -> Rgb:
    colour = theme.colour(role)
    assert colour
    return colour.rgb


def contrast_of(theme: Theme, one: Role, other: Role) -> float:
    return contrast(rgb_of(theme, one), rgb_of(theme, other))


# Every theme


@pytest.mark.parametrize(("name", "kind"), THEMES)
def test_what_is_written_is_legible_on_what_it_is_written_on(name: str, kind: ColourKind) -> None:
    theme = make_theme(name, kind)
    for pair in LEGIBLE:
        assert contrast_of(theme, *pair) >= LESS.get((name, kind, pair), ENOUGH), pair


@pytest.mark.parametrize(("name", "kind"), THEMES)
def test_covered_cells_open_cells_and_the_window_can_be_told_apart(
    name: str, kind: ColourKind
) -> None:
    theme = make_theme(name, kind)
    covered = roles("flat flat-2") if theme.is_classic else COVERED  # or by their edges
    assert all(contrast_of(theme, *pair) >= 1.3 for pair in product(covered, OPEN))
    assert all(contrast_of(theme, each, "window") >= 1.06 for each in OPEN)
    assert 1.08 <= contrast_of(theme, "open", "open-2") <= 1.2
    tones = contrast_of(theme, "covered", "covered-2")
    assert 1.1 <= tones <= 1.2 if kind == "exact" and not theme.is_classic else tones == 1
    assert contrast_of(theme, "pad", "open-won") >= 1.3


@pytest.mark.parametrize(("name", "kind"), THEMES)
def test_marks_differ_from_the_cells_around_them(name: str, kind: ColourKind) -> None:
    theme = make_theme(name, kind)
    for mark, cell in product((*MARKS, *SECOND_TONES), (*COVERED, *OPEN)):
        assert difference(rgb_of(theme, mark), rgb_of(theme, cell)) >= DISTINCT[mark], (mark, cell)


@pytest.mark.parametrize(("name", "kind"), THEMES)
def test_digits_marks_and_odds_have_different_colours(name: str, kind: ColourKind) -> None:
    theme = make_theme(name, kind)
    for group in (NUMBERS, roles("cursor") + MARKS, ODDS, roles("far covered open")):
        for one, other in combinations(group, 2):
            assert rgb_of(theme, one) != rgb_of(theme, other), (one, other)


@pytest.mark.parametrize(("name", "kind"), THEMES)
def test_a_theme_has_a_colour_for_every_role_that_is_not_of_raised_cells(
    name: str, kind: ColourKind
) -> None:
    theme = make_theme(name, kind)
    for role in ROLES:
        if theme.is_classic or role not in OF_RAISED_CELLS:
            colour = theme.colour(role)
            assert colour
            assert colour.number >= FIRST_FIXED
            assert kind == "exact" or colour.exact is None
    assert theme.is_classic == (name == "classic")


@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("eyes", [PROTANOPIA, DEUTERANOPIA], ids=["protan", "deutan"])
def test_the_colour_blind_theme_is_for_colour_blind_eyes(
    kind: ColourKind, eyes: tuple[tuple[float, float, float], ...]
) -> None:
    theme = make_theme("colour-blind", kind)

    def seen(role: Role) -> Rgb:
        return seen_with(rgb_of(theme, role), eyes)

    for pair in LEGIBLE:
        assert contrast(seen(pair[0]), seen(pair[1])) >= 4, pair
    for mark, cell in product(MARKS, (*COVERED, *OPEN)):
        assert difference(seen(mark), seen(cell)) >= DISTINCT[mark], (mark, cell)
    for one, other in (*combinations(NUMBERS, 2), *combinations(ODDS, 2), roles("safe danger")):
        assert difference(seen(one), seen(other)) >= 6, (one, other)


# Few colours, and none


def test_with_few_colours_there_is_one_theme() -> None:
    for name, colours in product(BASES, (8, 16)):
        theme, sea = make_theme(name, "few", colours=colours), make_theme("sea", "few")
        if colours == 16:
            assert [theme.colour(role) for role in few_colours()] == [*few_colours().values()]
        for role in few_colours():
            colour = theme.colour(role)
            assert colour
            assert colour.number < colours
        assert sea.kind == theme.kind == "few"
        assert not theme.is_classic


def test_with_sixteen_colours_texts_are_legible() -> None:
    theme = make_theme("sea", "few")
    for pair in LEGIBLE:
        assert contrast_of(theme, *pair) >= 2.7, pair


def test_with_few_colours_weight_stands_for_what_is_missing() -> None:
    eight, sixteen = (make_theme("sea", "few", colours=colours) for colours in (8, 16))
    for theme in (eight, sixteen):
        assert all(theme.style(digit, "open").bold for digit in NUMBERS)
        assert not theme.style("ink", "safe", bold=True).bold  # bold black is grey
        assert theme.key.bold
        assert not theme.dim.bold
    assert (eight.flag.bold, sixteen.flag.bold) == (True, False)
    assert eight.style("bright").bold
    assert eight.faint.foreground != eight.colour("window")


@pytest.mark.parametrize("kind", get_args(ColourKind))
def test_mono_has_no_colours_anywhere(kind: ColourKind) -> None:
    theme = make_theme("mono", kind)
    assert theme.kind == "mono"
    assert not theme.has_colours
    assert {theme.colour(role) for role in ROLES} == {None}
    assert theme.style("good", "open").foreground is None
    assert theme.bright.bold
    assert theme.selected.reverse


@pytest.mark.parametrize("name", BASES)
def test_a_terminal_without_colours_gets_none(name: str) -> None:
    assert not make_theme(name, "mono").has_colours


# Styles


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("kind", get_args(ColourKind))
def test_themes_and_styles_are_always_the_same_objects(name: str, kind: ColourKind) -> None:
    for glyph_set in GLYPHS:
        theme = make_theme(name, kind, glyph_set)
        assert make_theme(name, kind, glyph_set) is theme
        assert theme.glyphs is GLYPHS[glyph_set]
        assert theme.style("text") is theme.text is theme.style("text", "window")
        assert theme.style("text", bold=True) is theme.style("text", bold=True)
        assert theme.style("text", bold=True) is not theme.text


@pytest.mark.parametrize("kind", FULL)
def test_a_style_is_what_was_asked_for(kind: ColourKind) -> None:
    theme = make_theme("sea", kind)
    style = theme.style("ink", "look-2", bold=True, underline=True, reverse=True, dim=True)
    assert (style.foreground, style.background) == (theme.colour("ink"), theme.colour("look-2"))
    assert (style.bold, style.underline, style.reverse, style.dim) == (True,) * 4
    plain = theme.style("number-1", "open")
    assert (plain.bold, plain.underline, plain.reverse, plain.dim) == (False,) * 4


def test_a_tone_is_that_of_the_square_where_there_are_two() -> None:
    exact, of_256 = make_theme("sea", "exact"), make_theme("sea", "256")
    for role in (*roles("open covered pad far open-won"), *MARKS):
        assert exact.colour(role) != exact.colour(second_tone(role))
    assert of_256.colour("covered") == of_256.colour("covered-2")
    assert second_tone("cursor") == "cursor"
    assert (of_256.has_texture, exact.has_texture) == (True, False)
    assert not make_theme("classic", "256").has_texture


def test_a_palette_is_made_when_it_is_needed() -> None:
    make = PALETTES["nord"].make
    assert make
    assert count_calls(contrast, lambda: run_path(palettes.__file__))[0] == 0
    assert count_calls(contrast, make)[0] > 0


# The theme "auto"


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({}, "sea"),
        ({"NO_COLOR": "1", "COLORFGBG": "0;15"}, "mono"),
        ({"NO_COLOR": "", "COLORFGBG": "0;15"}, "light"),
        *(({"COLORFGBG": said}, "light") for said in ("0;15", "0;7", "0;default;15", "15")),
        *(({"COLORFGBG": said}, "sea") for said in ("15;0", "7;0", "15;default;0", "0;8", "0;")),
        *(({"COLORFGBG": said}, "sea") for said in ("default;default", "", "0;15;", "0;white")),
    ],
)
def test_auto_follows_the_environment(environ: dict[str, str], theme: str) -> None:
    assert auto_theme(environ) == theme
