"""A theme: the glyph and the style of everything that is drawn, made from a palette."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Colour, Style
from minesweeper.tui.look.glyphs import DIGITS, Glyphs
from minesweeper.tui.look.palettes import Paint, Palette

StyledText = tuple[str, Style]

Mark = Literal["premise", "target", "danger"]
"""What a hint points at: numbers to look at, cells to reveal, cells that are mines."""


class Theme(NamedTuple):
    """Everything that a screen needs to know to draw."""

    glyphs: Glyphs
    cells: Mapping[int, StyledText]
    focused: Mapping[int, StyledText]
    # The cursor among cells that are all reversed: without colours it would not be seen there.
    focus_on_reversed: Style
    wall: Style
    beyond: Style
    header: Style
    # Also for the window where nothing is written.
    text: Style
    dim: Style
    message: Style
    marks: Mapping[Mark, Style]
    # The cells round a number that cannot be chorded, lit for a moment.
    lit: Style
    # Safe, likelier safe than a mine, likelier a mine, a mine; each for the black and the white
    # squares of a chess board, which keep the odds of neighbours apart.
    odds: tuple[tuple[Style, Style], ...]
    won: Style
    lost: Style


def _cell_styles(palette: Palette) -> dict[Face, Style]:
    numbers = zip(DIGITS, palette.numbers, strict=True)
    styles = {
        face: Style(foreground, palette.revealed_background, bold=True)
        for face, foreground in numbers
    }
    return styles | {
        Face.COVERED: Style(palette.covered, palette.covered_background),
        Face.FLAG: Style(palette.flag, palette.covered_background, bold=True),
        Face.QUESTION: Style(palette.question, palette.covered_background, bold=True),
        Face.ZERO: Style(palette.zero, palette.revealed_background),
        Face.MINE: Style(palette.mine, palette.covered_background, bold=True),
        Face.EXPLODED: _standing_out(palette.exploded),
        Face.WRONG_FLAG: Style(*palette.wrong_flag, bold=True),
    }


def _standing_out(paint: Paint, *, underline: bool = False) -> Style:
    """Return a style that stands out without colours, too."""
    return Style(*paint, bold=True, reverse=True, underline=underline)


def _odds_styles(palette: Palette, odds: Colour | None) -> tuple[Style, Style]:
    """Return the styles on a black and on a white square.

    Where the terminal has too few colours for two backgrounds, the white square swaps its colours.
    """
    black, white = palette.squares
    if not (odds and black and white):
        return Style(), Style(reverse=True)
    foreground = Colour(odds.of_256, black.of_8, black.of_16)
    background = Colour(white.of_256, odds.of_8, odds.of_16)
    return Style(odds, black), Style(foreground, background, reverse=True)


def make_theme(glyphs: Glyphs, palette: Palette) -> Theme:
    """Return the theme of a glyph set and a palette."""
    styles = _cell_styles(palette)
    focus = _standing_out(palette.focus, underline=True)
    background = palette.window_background
    return Theme(
        glyphs=glyphs,
        cells={face: (glyphs.cells[face], style) for face, style in styles.items()},
        focused={face: (glyphs.focused[face], focus) for face in styles},
        focus_on_reversed=Style(*palette.focus, bold=True, underline=True),
        wall=Style(palette.wall, background),
        beyond=Style(palette.beyond, background, bold=True),
        header=Style(palette.header, background, bold=True),
        text=Style(palette.text, background),
        dim=Style(palette.dim, background),
        message=Style(palette.message, background),
        marks={
            "premise": _standing_out(palette.premise),
            "target": _standing_out(palette.target),
            "danger": _standing_out(palette.danger),
        },
        lit=_standing_out(palette.premise),
        odds=tuple(_odds_styles(palette, odds) for odds in palette.odds),
        won=Style(palette.won, background, bold=True),
        lost=Style(palette.lost, background, bold=True),
    )
