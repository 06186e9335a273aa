"""Where cells are: a grid, a cell, its neighbours.

A cell is one int, and the grid has a border of sentinels round it (a mailbox layout), so that a
neighbour is a constant offset away and nothing asks whether it fell off the edge. Columns and rows
count from 1; column 0 of each row is border, and closes the row before it as well:

    row 0   | | | | |      width 3, stride 4: the cell in column 2 of row 1 is 1 * 4 + 2 = 6
    row 1   | |x|x|x|
    row 2   | |x|x|x|
    row 3   | | | | | |    one byte more, so that the last cell has a lower right neighbour
"""

from collections.abc import Iterator
from typing import NewType

Cell = NewType("Cell", int)


class Grid:
    """The geometry of a board: its size, and where each cell and its neighbours are."""

    __slots__ = ("around", "height", "size", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.stride = stride = width + 1
        self.size = (height + 2) * stride + 1
        # Reading order. On a board one cell wide some offsets coincide, but only on the border.
        self.around = (-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1)

    def __contains__(self, cell: Cell) -> bool:
        row, column = divmod(cell, self.stride)
        return column > 0 and 1 <= row <= self.height

    def __iter__(self) -> Iterator[Cell]:
        """Every cell in reading order."""
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                yield self.cell(column, row)

    def __len__(self) -> int:
        return self.width * self.height

    def cell(self, column: int, row: int) -> Cell:
        return Cell(row * self.stride + column)

    def place(self, cell: Cell) -> tuple[int, int]:
        """The cell's column and row."""
        row, column = divmod(cell, self.stride)
        return column, row

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The up to 8 cells around, in reading order."""
        around = {cell + offset: None for offset in self.around}
        return [Cell(near) for near in around if Cell(near) in self]
