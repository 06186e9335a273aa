"""The board: where the mines are and how many of them are around each cell.

A board never changes; what the player has done to it is a `Game`.
"""

from typing import Final

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.setup import Size

# A board keeps one byte a cell: its number, and whether it is a mine.
NUMBER: Final = 0x0F
MINE: Final = 0x10
# A game adds the state of the cell. The byte of a covered safe cell without a mark is below MINE.
REVEALED: Final = 0x20
FLAG: Final = 0x40
QUESTION: Final = 0x80
STATE_BITS: Final = REVEALED | FLAG | QUESTION
# The border counts as revealed, and has a number that no cell can have. So no rule ever reveals,
# flags or counts it.
BORDER: Final = 0x2F
_BORDER: Final = bytes([BORDER])

_LAYOUT: Final = bytes(b".*"[value & MINE > 0] for value in range(256))


class Board:
    """A layout of mines with the number of every cell: one byte for each place of the padded grid.

    >>> board = parse_layout("*..\\n...")
    >>> board, board.mine_count, board.number(board.grid.cell(2, 1))
    (<Board 3x2 with 1 mine>, 1, 1)
    """

    __slots__ = ("cells", "grid", "mine_count")

    def __init__(self, grid: Grid, layout: bytes | bytearray) -> None:
        """Take a layout with a byte for each place of the padded grid: 1 for a mine, else 0.

        Raise ValueError for a layout of another length.
        """
        if len(layout) != grid.padded_size:
            raise ValueError(
                f"layout: {len(layout)} bytes, but {grid} has {grid.padded_size} places"
            )
        self.grid = grid
        self.mine_count = layout.count(1)
        self.cells = _count_neighbours(grid, layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.grid == other.grid and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells)

    def __repr__(self) -> str:
        return f"<Board {Size(self.grid.width, self.grid.height, self.mine_count)}>"

    def __str__(self) -> str:
        """Return the layout as a picture, one line per row: * for a mine, a dot for a safe cell."""
        rows = range(1, self.grid.height + 1)
        return "\n".join(self._row(row) for row in rows)

    def _row(self, row: int) -> str:
        start = self.grid.cell(1, row)
        return self.cells[start : start + self.grid.width].translate(_LAYOUT).decode("ascii")

    def is_mine(self, cell: Cell) -> bool:
        """Return whether a cell hides a mine."""
        return bool(self.cells[cell] & MINE)

    def number(self, cell: Cell) -> int:
        """Return how many neighbours of a cell are mines."""
        return self.cells[cell] & NUMBER


def write_border(grid: Grid, cells: bytearray) -> bytearray:
    """Write the border around the cells of a padded grid, in place, and return them."""
    stride, below = grid.stride, (grid.height + 1) * grid.stride
    cells[:stride] = _BORDER * stride
    cells[stride:below:stride] = _BORDER * grid.height
    cells[below:] = _BORDER * (stride + 1)
    return cells


def _count_neighbours(grid: Grid, layout: bytes | bytearray) -> bytes:
    """Count the mines around every cell: add the layout to itself, shifted to eight neighbours.

    One int serves as an array of byte counters: no sum exceeds 9 + 15, so no byte overflows into
    the next one.
    """
    mines = int.from_bytes(layout, "little")
    across = mines + (mines << 8) + (mines >> 8)
    total = across + (across << 8 * grid.stride) + (across >> 8 * grid.stride)
    total += 15 * mines  # a mine counted itself: 1 + 15 is the MINE bit
    return bytes(write_border(grid, bytearray(total.to_bytes(grid.padded_size, "little"))))
