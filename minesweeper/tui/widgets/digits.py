"""A time in digits three rows high, made of half blocks."""

from typing import Final

from minesweeper.tui.canvas import Canvas, Style

ROWS: Final = 3

# The rows of each character, from top to bottom.
_SHAPES: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    ":": ("▄", "▄", " "),
    ".": (" ", " ", "▀"),
}


def draw_digits(canvas: Canvas, row: int, text: str, style: Style) -> None:
    """Draw a time in the middle of three rows, from `row` on."""
    for at in range(ROWS):
        line = " ".join(_SHAPES[character][at] for character in text)
        canvas.put_centred(row + at, line, style)
