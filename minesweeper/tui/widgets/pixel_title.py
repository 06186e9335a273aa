"""The name of the game in letters of pixels, each of which is half a row high."""

from collections.abc import Mapping
from typing import Final

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.shapes import Shape
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.large_digits import draw_pixels

# The I has the cloth of a flag: its pixels in a second colour.
_LETTERS: Final[Mapping[str, Shape]] = {
    "M": ("#   #", "## ##", "# # #", "#   #", "#   #"),
    "I": ("+", "+", "#", "#", "#"),
    "N": ("#  #", "## #", "# ##", "#  #", "#  #"),
    "E": ("###", "#  ", "## ", "#  ", "###"),
    "S": ("###", "#  ", "###", "  #", "###"),
    "W": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "P": ("###", "# #", "###", "#  ", "#  "),
    "R": ("###", "# #", "## ", "# #", "# #"),
}
_ROLES: Final[Mapping[str, Role]] = {"#": "key", "+": "flag"}

PIXEL_TITLE_COLUMNS: Final = 46
PIXEL_TITLE_ROWS: Final = 3


def draw_pixel_title(canvas: Canvas, column: int, row: int, theme: Theme) -> None:
    """Draw the name, for a theme whose characters are not ASCII alone."""
    lines = map(" ".join, zip(*map(_LETTERS.__getitem__, "MINESWEEPER"), strict=True))
    pixels = {
        (x, y): _ROLES[pixel]
        for y, line in enumerate(lines)
        for x, pixel in enumerate(line)
        if pixel in _ROLES
    }
    draw_pixels(canvas, column, row, pixels, theme)
