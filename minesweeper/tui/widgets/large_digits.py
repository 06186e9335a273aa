"""Large digits: pixels of half a row, drawn with half blocks."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.raster import half_block
from minesweeper.tui.look.shapes import DIGIT_SHAPES
from minesweeper.tui.look.theme import Theme

Pixels = Mapping[tuple[int, int], Role]
"""The colours of pixels, by column and half row."""

DIGIT_ROWS: Final = 3
LED_ROWS: Final = 4
_LED_HALF_ROWS: Final = 7
_FACE: Final = (".oooo.", "o#oo#o", "oooooo", "o#oo#o", "oo##oo", ".oooo.")
FACE_COLUMNS: Final = len(_FACE[0])


def digits_width(text: str) -> int:
    """Return the columns of a text in large digits: of digits, ":", "." and "-"."""
    return sum(_shape_columns(character) + 1 for character in text) - 1


def _shape_columns(character: str) -> int:
    return len(DIGIT_SHAPES[character][0])


def draw_digits(
    canvas: Canvas,
    column: int,
    row: int,
    text: str,
    role: Role,
    theme: Theme,
    *,
    is_low: bool = False,
) -> int:
    """Draw a text in large digits, or half a row lower; return the column after it."""
    draw_pixels(canvas, column, row, dict.fromkeys(_pixels(text, int(is_low)), role), theme)
    return column + digits_width(text)


def draw_led(
    canvas: Canvas, column: int, row: int, text: str, theme: Theme, *, is_low: bool
) -> int:
    """Draw a text in large digits on a ground one pixel larger; return the column after it."""
    top = int(is_low)
    columns = digits_width(text) + 2
    ground = product(range(columns), range(top, top + _LED_HALF_ROWS))
    digits = ((x + 1, y) for x, y in _pixels(text, top + 1))
    pixels: dict[tuple[int, int], Role] = dict.fromkeys(ground, "led-ground")
    draw_pixels(canvas, column, row, pixels | dict.fromkeys(digits, "led"), theme)
    return column + columns


def draw_face(canvas: Canvas, column: int, row: int, theme: Theme, *, is_low: bool) -> None:
    """Draw a face, as high as large digits with their ground."""
    roles: dict[str, Role] = {"o": "face", "#": "ink"}
    pixels = {
        (x, y): roles[pixel]
        for y, line in enumerate(_FACE, 1 + is_low)
        for x, pixel in enumerate(line)
        if pixel in roles
    }
    draw_pixels(canvas, column, row, pixels, theme)


def _pixels(text: str, top: int) -> Iterator[tuple[int, int]]:
    left = 0
    for character in text:
        for y, line in enumerate(DIGIT_SHAPES[character], top):
            yield from ((left + x, y) for x, pixel in enumerate(line) if pixel == "#")
        left += _shape_columns(character) + 1


def draw_pixels(canvas: Canvas, column: int, row: int, pixels: Pixels, theme: Theme) -> None:
    """Draw pixels; column and row are those of the pixel (0, 0)."""
    for x, y in sorted({(x, y // 2) for x, y in pixels}):
        upper, lower = pixels.get((x, 2 * y), "window"), pixels.get((x, 2 * y + 1), "window")
        canvas.put(column + x, row + y, *half_blocks(upper, lower, theme))


def half_blocks(upper: Role, lower: Role, theme: Theme) -> tuple[str, Style]:
    """Return the character that shows two pixels, and its style.

    With few colours or none, one of the pixels is the window, or they have the same colour.
    """
    if theme.kind in ("exact", "256"):
        return half_block(theme.colour(upper), theme.colour(lower))
    if upper == "window":
        return "▄", theme.style(lower)
    return "▀" if lower == "window" else "█", theme.style(upper)
