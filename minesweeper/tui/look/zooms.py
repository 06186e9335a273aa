"""The sizes of a cell on the screen.

A pixel is half a row. Cells of four half rows share rows: the first and the last of their half rows
lie in rows that they share with the cells above and below.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Zoom(NamedTuple):
    """A size of a cell."""

    columns: int
    """The columns of a cell; they are the name of the zoom."""
    half_rows: int
    """The height of a cell in half rows."""

    @property
    def shares_rows(self) -> bool:
        """Whether the field begins half a row down, so that glyphs stand in the middle of cells."""
        return self.half_rows == 4

    def field_size(self, across: int, down: int) -> tuple[int, int]:
        """Return the columns and rows of the screen that a field of so many cells takes."""
        return self.columns * across, (self.half_rows * down + 1) // 2 + self.shares_rows

    def cells_in(self, rows: int) -> int:
        """Return how many rows of cells fit into so many rows of the screen."""
        return max(0, 2 * (rows - self.shares_rows) // self.half_rows)


ZOOMS: Final[Mapping[int, Zoom]] = {
    zoom.columns: zoom
    for zoom in (Zoom(1, 2), Zoom(2, 2), Zoom(3, 4), Zoom(5, 4), Zoom(7, 7), Zoom(11, 10))
}
"""The zooms by name, the smallest first."""
SMALLEST_AUTO: Final = 2
"""The zoom that is shown where no larger one fits, unless the player chooses 1."""
WITHOUT_PIXELS: Final = [zoom for zoom, size in ZOOMS.items() if size.half_rows % 2 == 0]
"""The zooms at which all cells are equally high without half blocks."""
LARGEST_WITHOUT_GROUNDS: Final = 5
"""The largest zoom at which one character is not lost in a cell that has no background."""
