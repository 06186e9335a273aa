"""The raster: cells become pixels of half a row, with glyphs over them, and these become pieces.

Every zoom, edge and cursor is drawn this way. What a cell and what a row of cells looks like is
kept for the next frames, so that a key costs little more than the rows that it changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple

from minesweeper.tui.canvas import PLAIN, Piece, Style, StyledText, width
from minesweeper.tui.colours import Colour, luminance
from minesweeper.tui.look.cells import CellLook, CellLooks
from minesweeper.tui.look.shapes import DIGIT_SHAPES, SIGN_SHAPES, Shape
from minesweeper.tui.look.zooms import ZOOMS

CACHED_ROWS: Final = 500
"""The rows of cells whose pieces are kept."""
_CACHED_CELLS: Final = 5000

Line = tuple[Colour | None, ...]
"""The pixels of half a row of the screen."""
Segment = tuple[str, int, Style]
"""A text, the columns that it takes, and its style."""

_PERCENT: Final = "%"
# From this number of columns on, a cell has outer ones beside its glyph.
_FEWEST_COLUMNS_WITH_OUTER: Final = 3
# Cells of so many half rows have no edges; from the other number on, edges are a pixel wide.
_HALF_ROWS_WITHOUT_EDGES: Final = 2
_HALF_ROWS_OF_PIXELS: Final = 7


class CellRow(NamedTuple):
    """What a row of cells in sight shows."""

    looks: CellLooks
    faces: bytes
    square: int
    """0 if the first cell is a black square of a chessboard, 1 if it is a white one."""
    instead: tuple[tuple[int, CellLook], ...] = ()
    """What is drawn instead of the faces, by the number of the cell in the row."""


class _Picture(NamedTuple):
    """A cell in pixels, and the texts over them."""

    lines: tuple[Line, ...]
    text: tuple[Segment, ...]
    """The row of the screen with the glyph."""


# Pairs of colours


def half_block(upper: Colour | None, lower: Colour | None) -> StyledText:
    """Return the character that shows one background above another, with its style.

    The darker colour is always the foreground, so that two colours need one pair, whichever is
    above.
    """
    if upper == lower:
        return " ", pair_style(lower, lower)
    if _is_darker(upper, lower):
        return "▀", pair_style(upper, lower)
    return "▄", pair_style(lower, upper)


@cache
def _bold_block(upper: Colour | None, lower: Colour | None, bold: Colour) -> StyledText:
    """Return the character that shows two pixels, one of which at least is bold, with its style."""
    sign = "█" if upper == lower else "▀" if upper == bold else "▄"
    return sign, Style(bold, lower if upper == bold else upper, bold=True)


def _side_block(left: Colour | None, right: Colour | None) -> StyledText:
    """Return the character that shows one background to the left of another, with its style."""
    if _is_darker(left, right):
        return "▌", pair_style(left, right)
    return "▐", pair_style(right, left)


@cache
def pair_style(foreground: Colour | None, background: Colour | None) -> Style:
    """Return the style of two colours, always as the same object."""
    return Style(foreground, background) if background else PLAIN


@cache
def _is_darker(one: Colour | None, other: Colour | None) -> bool:
    if one is None or other is None:
        return one is None
    return (luminance(one.rgb), one) < (luminance(other.rgb), other)


# Rows


@lru_cache(CACHED_ROWS)
def draw_cells(row: CellRow, column: int, skipped: int) -> tuple[list[Piece], ...]:
    """Return the pieces of the rows of the screen that a row of cells has to itself.

    It begins in a column of the screen. `skipped` is 1 if its first half row shares a row of the
    screen with other cells, else 0.
    """
    looks = [*_cells(row)]
    zoom = row.looks.zoom
    middle = zoom.half_rows // 2
    rows = []
    for line in range(skipped, zoom.half_rows - 1, 2):
        if line <= middle < line + 2:
            cells = [_middle(row.looks, look, line) for look in looks]
        else:
            cells = [_segments(row.looks, look, line) for look in looks]
        rows.append(_joined(column, cells))
    if zoom.columns < _FEWEST_COLUMNS_WITH_OUTER:
        for at, look in enumerate(looks):
            if look.brackets:  # they cover blanks of the cell and of the one before it
                left = column + at * zoom.columns
                rows[0] += [(left - 1, "[", look.brackets), (left + 1, "]", look.brackets)]
    return tuple(rows)


@lru_cache(CACHED_ROWS)
def draw_between(
    looks: CellLooks, upper: CellRow | None, lower: CellRow | None, column: int
) -> list[Piece]:
    """Return the pieces of a row of the screen that two rows of cells share.

    One of them is missing at the edge of the field.
    """
    outside: Line = (looks.theme.colour("window"),) * looks.zoom.columns
    above = (_picture(looks, look).lines[-1] for look in _cells(upper))
    below = (_picture(looks, look).lines[0] for look in _cells(lower))
    pairs = zip_longest(above, below, fillvalue=outside)
    return _joined(column, (_halves(one, other, looks.has_halves) for one, other in pairs))


def _cells(row: CellRow | None) -> Iterable[CellLook]:
    """Return the look of each cell in a row."""
    if row is None:
        return ()
    black, white = row.looks.faces if row.square == 0 else reversed(row.looks.faces)
    looks = [(black, white)[at % 2][face] for at, face in enumerate(row.faces)]
    for at, look in row.instead:
        looks[at] = look
    return looks


def _joined(column: int, cells: Iterable[Sequence[Segment]]) -> list[Piece]:
    """Return segments as pieces, those of the same style as one."""
    pieces: list[Piece] = []
    text, begin, last = "", column, PLAIN
    for segments in cells:
        for part, columns, style in segments:
            if style is last:
                text += part
            else:
                if text:
                    pieces.append((begin, text, last))
                text, begin, last = part, column, style
            column += columns
    pieces.append((begin, text, last))
    return pieces


@cache
def _halves(
    upper: Line, lower: Line, has_halves: bool, bold: Colour | None = None
) -> tuple[Segment, ...]:
    """Return the segments of a row of the screen with one line of pixels above another.

    Without half blocks it shows the lower line. Pixels of the colour `bold` are bold.
    """
    pairs = zip(upper if has_halves else lower, lower, strict=True)
    return _merged(
        _bold_block(*pair, bold) if bold and bold in pair else half_block(*pair) for pair in pairs
    )


def _merged(characters: Iterable[StyledText]) -> tuple[Segment, ...]:
    """Return characters of one column as segments."""
    pieces = _joined(0, [[(text, width(text), style)] for text, style in characters if text])
    return tuple((text, width(text), style) for _, text, style in pieces)


# Cells


def _middle(looks: CellLooks, look: CellLook, line: int) -> tuple[Segment, ...]:
    """Return the segments of the row of a cell with its glyph."""
    return _picture(looks, look).text or _segments(looks, look, line)


@lru_cache(_CACHED_CELLS)
def _segments(looks: CellLooks, look: CellLook, line: int) -> tuple[Segment, ...]:
    """Return the segments of a row of a cell, from a line of pixels on, without its glyph."""
    lines, style = _picture(looks, look).lines, look.style
    is_bold = looks.has_pixels and looks.theme.kind == "few" and style.bold
    bold = style.foreground if is_bold else None
    return _halves(lines[line], lines[line + 1], looks.has_halves, bold)


@lru_cache(_CACHED_CELLS)
def _picture(looks: CellLooks, look: CellLook) -> _Picture:
    """Draw a cell."""
    columns, half_rows = looks.zoom
    pixels = [[look.style.background] * columns for _ in range(half_rows)]
    sides = _draw_edges(pixels, look) if looks.has_halves else {}
    shape = _shape_of(look.glyph, columns) if looks.has_pixels else ()
    if shape:
        _draw_shape(pixels, shape, look)
    lines = tuple(tuple(line) for line in pixels)
    text = () if shape else _text_row(look, lines[half_rows // 2], sides)
    return _Picture(lines, text)


def _draw_edges(pixels: list[list[Colour | None]], look: CellLook) -> dict[int, StyledText]:
    """Draw the edges of a cell that looks raised or has a quiet cursor.

    Return those characters of the row with the glyph that show half a column of an edge.
    """
    if not look.edges:
        return {}
    ground, last = look.style.background, len(pixels[0]) - 1
    light, dark = look.edges
    if len(pixels) <= _HALF_ROWS_WITHOUT_EDGES:
        return {last: _side_block(ground, dark)}
    pixels[0][:], pixels[-1][:] = [light] * last + [dark], [light] + [dark] * last
    if len(pixels) < _HALF_ROWS_OF_PIXELS:
        if light != dark:  # such a corner would be twice as wide as the side next to it
            pixels[0][-1] = pixels[-1][0] = ground
        return {0: _side_block(light, ground), last: _side_block(ground, dark)}
    for line in pixels[1:-1]:
        line[0], line[-1] = light, dark
    return {}


def _shape_of(glyph: str, columns: int) -> Shape:
    """Return the shape of a glyph in cells of so many columns; an empty one if it has none."""
    if columns == max(ZOOMS) and glyph.endswith(_PERCENT):
        digits = [DIGIT_SHAPES[digit] for digit in glyph.rstrip(_PERCENT)]
        return tuple(" ".join(line) for line in zip(*digits, strict=True))
    return SIGN_SHAPES.get(glyph) or DIGIT_SHAPES.get(glyph) or ()


def _draw_shape(pixels: list[list[Colour | None]], shape: Shape, look: CellLook) -> None:
    """Draw a shape in the middle of a cell."""
    top, left = len(pixels) // 2 - len(shape) // 2, (len(pixels[0]) - len(shape[0])) // 2
    colours = {"#": look.style.foreground, "+": look.accent or look.style.foreground}
    for line, dots in zip(pixels[top:], shape, strict=False):
        for column, dot in enumerate(dots, left):
            line[column] = colours.get(dot, line[column])


def _text_row(look: CellLook, ground: Line, sides: Mapping[int, StyledText]) -> tuple[Segment, ...]:
    """Return the row of the screen with the glyph of a cell as text."""
    style, columns = look.style, len(ground)
    is_plain = not (style.underline or style.reverse)
    row: list[StyledText] = [
        (" ", style if is_plain and colour == style.background else pair_style(colour, colour))
        for colour in ground
    ]
    if style.reverse:  # without the outer columns, so that two cells do not melt
        inner = slice(columns >= _FEWEST_COLUMNS_WITH_OUTER, max(1, columns - 1))
        row[inner] = [(" ", style)] * len(row[inner])
    for column, side in sides.items():
        row[column] = side
    glyph, begin = _placed(look, columns)
    for column, character in enumerate(glyph, begin):
        row[column] = character, style
    if width(glyph) > len(glyph):  # an emoji
        row[begin + 1] = "", style
    if look.brackets and columns >= _FEWEST_COLUMNS_WITH_OUTER:
        row[0], row[-1] = ("[", look.brackets), ("]", look.brackets)
    return _merged(row)


def _placed(look: CellLook, columns: int) -> tuple[str, int]:
    """Return the glyph of a cell and the column in which it begins; "" if there is no room."""
    glyph = look.glyph
    if columns < _FEWEST_COLUMNS_WITH_OUTER:
        return (glyph if len(glyph) == 1 else ""), 0
    if glyph.endswith(_PERCENT) and columns == _FEWEST_COLUMNS_WITH_OUTER:
        glyph = "" if look.edges or look.brackets else glyph[:2]
        return glyph, 0
    return glyph, (columns - len(glyph) + (len(glyph) == 2)) // 2
