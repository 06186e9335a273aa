"""Read where the mines are, from any of the binary formats."""

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.formats.byte_reader import ByteReader, FormatError


def read_mines(
    reader: ByteReader, size: tuple[int, int, int], first: int = 0, *, row_first: bool = False
) -> Board:
    """Return the board whose mines follow, two bytes each: column and row, counted from `first`.

    `size` is the width, the height and the number of mines. With `row_first`, the row is before the
    column. Raise FormatError for a mine off the board, and for two mines in one cell.
    """
    width, height, count = size
    grid, layout = make_layout(reader, size)
    for _ in range(count):
        column, row = reader.take(2, "mines")
        if row_first:
            column, row = row, column
        column, row = column - first + 1, row - first + 1
        if not (1 <= column <= width and 1 <= row <= height):
            reader.fail("mines", f"({column},{row}) is not on the board of {width}x{height}", 2)
        cell = grid.cell(column, row)
        if layout[cell]:
            reader.fail("mines", f"({column},{row}) has two mines", 2)
        layout[cell] = 1
    return Board(grid, layout)


def make_layout(reader: ByteReader, size: tuple[int, int, int]) -> tuple[Grid, bytearray]:
    """Return a grid of this size and its layout, still without mines.

    Raise FormatError if no board can have this size, which has just been read.
    """
    width, height, count = size
    if not width or not height:
        raise FormatError(reader.offset, "size", f"{width}x{height} is not the size of a board")
    if count >= width * height:
        why = f"{count} mines do not fit on {width}x{height}"
        raise FormatError(reader.offset, "number of mines", why)
    grid = Grid(width, height)
    return grid, bytearray(grid.padded_size)
