"""Tiles and emphasis in texts: how wide they are, how they are wrapped and cut, how they look."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.tui.canvas import PLAIN, Canvas, Style, cut, row_text, width, wrap
from minesweeper.tui.look.cells import TILE_KINDS, tile_style
from minesweeper.tui.look.theme import make_theme
from minesweeper.tui.look.tiles import (
    emphasis,
    put_text,
    role_style,
    styled_parts,
    tile,
    without_colours,
)

SEA = make_theme("sea")
TILES = st.builds(tile, st.sampled_from(TILE_KINDS), st.sampled_from(["", "1", "✓", "38%", "🚩"]))
WORDS = st.text("abc.,:", min_size=1, max_size=8)
EMPHASISED = st.builds(
    emphasis, st.sampled_from(["bright", "good", "dim"]), st.lists(WORDS, min_size=1).map(" ".join)
)
TEXTS = st.lists(TILES | WORDS | EMPHASISED, min_size=1, max_size=12).map(" ".join)


def drawn(text: str) -> str:
    """Return what is drawn of a text."""
    return "".join(part for part, _ in styled_parts(text, PLAIN, SEA))


def styles(text: str) -> list[Style]:
    """Return the style of each character that is drawn of a text, but for blanks."""
    parts = styled_parts(text, PLAIN, SEA)
    return [style for part, style in parts for character in part if character != " "]


@pytest.mark.parametrize(
    ("glyph", "text"), [("", "   "), ("1", " 1 "), ("38%", " 38% "), ("🚩", "🚩 ")]
)
def test_a_tile_is_a_glyph_between_blanks(glyph: str, text: str) -> None:
    assert drawn(tile("look", glyph)) == text
    assert width(tile("look", glyph)) == width(text)


@pytest.mark.parametrize("kind", TILE_KINDS)
def test_a_tile_has_the_style_of_its_kind(kind: str) -> None:
    each = next(name for name in TILE_KINDS if name == kind)
    assert styles(f"a {tile(each, '1')}, b") == [
        *(PLAIN, tile_style(each, SEA, "1")),
        *(PLAIN, PLAIN),
    ]


def test_emphasis_takes_no_columns() -> None:
    text = f"Here {emphasis('bright', '32% risk')}."
    assert width(text) == len("Here 32% risk.")
    assert without_colours(text) == "Here 32% risk."
    bright = role_style("bright", SEA)
    assert styles(text) == [*[PLAIN] * 4, *[bright] * 7, PLAIN]


def test_a_tile_is_not_broken_from_the_punctuation_after_it() -> None:
    text = f"Look at {tile('look', '1')}."
    assert [drawn(row) for row in wrap(text, 11)] == ["Look at", " 1 ."]


@given(TEXTS, st.integers(8, 30))
def test_texts_are_wrapped_and_cut_as_they_are_drawn(text: str, columns: int) -> None:
    rows = wrap(text, columns)
    assert all(width(row) <= columns for row in rows)
    assert [style for row in rows for style in styles(row)] == styles(text)
    assert drawn(cut(text, columns)) == cut(drawn(text), columns)


@given(TEXTS)
def test_what_is_drawn_is_as_wide_as_the_text(text: str) -> None:
    canvas = Canvas(200, 1)
    put_text(canvas, 0, 0, text, PLAIN, SEA)
    end = max(column + width(part) for column, part, _ in canvas.pieces[0])
    assert end == min(200, width(text)) == min(200, width(drawn(text)))
    assert row_text(canvas.pieces[0]) == cut(without_colours(text), 200).rstrip()


def test_signs_have_letters_in_ascii() -> None:
    ascii_theme = make_theme("mono", "mono", "ascii")
    canvas = Canvas(40, 1)
    text = f"10\N{MULTIPLICATION SIGN}10 · {emphasis('good', '●')} {tile('safe', '✓')}"
    put_text(canvas, 0, 0, text, PLAIN, ascii_theme)
    assert canvas.lines() == ["10x10 - o  o"]
