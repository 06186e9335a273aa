"""The geometry of a board: grids, cells, neighbours, and sets of cells.

A cell is one int, and the grid has a border of sentinels around it (a mailbox layout), so that a
neighbour is a constant offset away and needs no bounds check. Columns and rows count from 1. Column
0 of each row is border; it also serves as the right border of the row before it:

    row 0   | | | | |      width 3, stride 4: the cell in column 2 of row 1 is 1 * 4 + 2 = 6
    row 1   | |x|x|x|
    row 2   | |x|x|x|
    row 3   | | | | | |    one byte more, so that the last cell has a lower right neighbour

A set of cells is also an int, with bit *i* for cell *i*: a few shifts answer a question about the
whole board, and the border keeps neighbouring rows apart.
"""

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NewType

from minesweeper.engine.setup import MAX_SIDE, check_number

Cell = NewType("Cell", int)

if TYPE_CHECKING:

    class CellSet(int):
        """A set of cells. Only the type checker sees this class: at run time it is a plain int.

        The set operations return a `CellSet`. Any other int has to be converted explicitly, so that
        a cell or a count is never mistaken for a set.
        """

        def __and__(self, other: int, /) -> "CellSet": ...
        def __or__(self, other: int, /) -> "CellSet": ...
        def __xor__(self, other: int, /) -> "CellSet": ...
        def __rand__(self, other: int, /) -> "CellSet": ...
        def __ror__(self, other: int, /) -> "CellSet": ...
        def __lshift__(self, other: int, /) -> "CellSet": ...
        def __rshift__(self, other: int, /) -> "CellSet": ...
        def __invert__(self) -> "CellSet": ...

else:
    CellSet = int

NO_CELLS: Final = CellSet(0)
LONG_SET_BITS: Final = 1 << 14
"""The cells of a set with more bits than this are found faster in its binary digits as text."""


class Grid:
    """The geometry of a board: its width and height, and where each cell and its neighbours are.

    >>> grid = Grid(30, 16)
    >>> grid.place(grid.cell(3, 1)), len(grid.neighbours(grid.cell(3, 1)))
    ((3, 1), 5)
    """

    __slots__ = ("height", "neighbour_offsets", "padded_size", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        """Make a grid; raise ValueError, naming the argument, for a side that no board can have."""
        check_number("width", width, 1, MAX_SIDE)
        check_number("height", height, 1, MAX_SIDE)
        self.width = width
        self.height = height
        self.stride = stride = width + 1
        """The offset from a cell to the one below it."""
        self.padded_size = (height + 2) * stride + 1
        """The number of places of the padded grid, border included."""
        # On a board one cell wide some offsets coincide, but only on the border.
        left, right = -1, 1
        above, below = -stride, stride
        self.neighbour_offsets = (
            *(above + left, above, above + right),
            *(left, right),
            *(below + left, below, below + right),
        )
        """The offsets from a cell to its eight neighbours, in reading order."""

    def __contains__(self, cell: Cell) -> bool:
        row, column = divmod(cell, self.stride)
        return column > 0 and 1 <= row <= self.height

    def __iter__(self) -> Iterator[Cell]:
        """Yield every cell in reading order."""
        for row in range(1, self.height + 1):
            first = row * self.stride + 1
            yield from map(Cell, range(first, first + self.width))

    def __len__(self) -> int:
        return self.width * self.height

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.width, self.height) == (other.width, other.height)

    def __hash__(self) -> int:
        return hash((self.width, self.height))

    def __repr__(self) -> str:
        return f"Grid({self.width}, {self.height})"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    def cell(self, column: int, row: int) -> Cell:
        """Return the cell in a column and a row; raise ValueError if it is not on the grid."""
        check_number("column", column, 1, self.width)
        check_number("row", row, 1, self.height)
        return Cell(row * self.stride + column)

    def find(self, column: int, row: int) -> Cell | None:
        """Return the cell in a column and a row; None if it is not on the grid."""
        is_inside = 0 < column <= self.width and 0 < row <= self.height
        return Cell(row * self.stride + column) if is_inside else None

    @property
    def middle(self) -> Cell:
        """The cell in the middle; along an even side, the one before the middle."""
        return self.cell((self.width + 1) // 2, (self.height + 1) // 2)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of a cell."""
        row, column = divmod(cell, self.stride)
        return column, row

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the up to 8 cells around a cell, in reading order."""
        around = [Cell(cell + offset) for offset in self.neighbour_offsets]
        row, column = divmod(cell, self.stride)
        if 1 < column < self.width and 1 < row < self.height:
            return around
        return [near for near in around if near in self]


# Sets of cells


def all_cells(grid: Grid) -> CellSet:
    """Return the set of every cell of the grid."""
    return _all_cells(grid.width, grid.height)


@lru_cache(maxsize=32)
def _all_cells(width: int, height: int) -> CellSet:
    return CellSet(int(("1" * width + "0") * height, 2)) << width + 1


def set_of(cells: Iterable[Cell]) -> CellSet:
    """Return the set of the given cells."""
    total = NO_CELLS
    for cell in cells:
        total |= 1 << cell
    return total


def cells_of(cells: CellSet) -> list[Cell]:
    """Return the cells of a set in reading order."""
    found = []
    if cells.bit_length() > LONG_SET_BITS:  # linear in the length instead of quadratic
        digits = f"{cells:b}"[::-1]
        at = digits.find("1")
        while at >= 0:
            found.append(Cell(at))
            at = digits.find("1", at + 1)
        return found
    left: int = cells
    while left:
        lowest = left & -left
        found.append(Cell(lowest.bit_length() - 1))
        left ^= lowest
    return found


def grow(cells: CellSet, stride: int) -> CellSet:
    """Return the cells and all their neighbours, border included."""
    across = cells | cells << 1 | cells >> 1
    return across | across << stride | across >> stride


def cells_where(cells: bytes | bytearray, table: bytes) -> CellSet:
    """Return the set of the cells with a byte that the table maps to "1"."""
    return CellSet(int(cells.translate(table)[::-1], 2))


def byte_table(chosen: Container[int]) -> bytes:
    """Return a table for `cells_where`: "1" for the chosen bytes, "0" for the others."""
    return bytes(ord("1") if value in chosen else ord("0") for value in range(256))


def bytes_of(cells: CellSet, size: int, value: int = 1) -> bytes:
    """Return `size` bytes, one for each place: `value` at the cells of the set, 0 elsewhere."""
    return f"{cells:0{size}b}".encode("ascii")[::-1].translate(_value_at_ones(value))


@lru_cache
def _value_at_ones(value: int) -> bytes:
    return bytes.maketrans(b"01", bytes([0, value]))


class NeighbourSets(dict[Cell, CellSet]):
    """The set of neighbours of each cell, built on first use.

    Each set takes as many bits as the whole grid, so only the cells in use should have one.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._everywhere = all_cells(grid)
        self._stride = grid.stride

    def __missing__(self, cell: Cell) -> CellSet:
        itself = CellSet(1 << cell)
        around = grow(itself, self._stride) & self._everywhere & ~itself
        self[cell] = around
        return around


def neighbour_sets(grid: Grid) -> NeighbourSets:
    """Return the sets of neighbours of a grid, shared by all grids of its size."""
    return _neighbour_sets(grid.width, grid.height)


@lru_cache(maxsize=8)
def _neighbour_sets(width: int, height: int) -> NeighbourSets:
    return NeighbourSets(Grid(width, height))
