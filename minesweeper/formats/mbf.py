"""MBF, a board format of other programs: the size and mine count, then two bytes for each mine.

09 09 00 03 00 00 08 00 04 04       9x9, 3 mines, in (1,1), (9,1) and (5,5)
"""

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.engine.notation import NotationError


def format_mbf(board: Board) -> bytes:
    """Return a board as an MBF file; raise NotationError for a side of more than 255 cells."""
    grid = board.grid
    mines = [cell for cell in grid if board.is_mine(cell)]
    if max(grid.width, grid.height) > 255 or len(mines) > 0xFFFF:
        raise NotationError(f"{grid.width}x{grid.height} is too large for MBF: at most 255 a side")
    places = [number - 1 for cell in mines for number in grid.place(cell)]
    return bytes([grid.width, grid.height]) + len(mines).to_bytes(2, "big") + bytes(places)


def is_mbf(data: bytes) -> bool:
    """Return whether a file is as long as MBF with its size and mine count is.

    No picture of a board is: read as MBF, it begins with more mines than cells.
    """
    count = int.from_bytes(data[2:4], "big")
    return len(data) == 4 + 2 * count and count < data[0] * data[1]


def parse_mbf(data: bytes) -> Board:
    """Return the board in an MBF file; raise NotationError if the file is not valid."""
    if len(data) < 4 or not data[0] or not data[1]:
        raise NotationError("is not an MBF file: width, height and mine count are missing")
    grid, mine_count = Grid(data[0], data[1]), int.from_bytes(data[2:4], "big")
    places = list(zip(data[4::2], data[5::2], strict=False))
    layout = bytearray(grid.padded_size)
    for column, row in places:
        if column >= grid.width or row >= grid.height:
            raise NotationError(f"has a mine at ({column + 1},{row + 1}), off the board")
        layout[grid.cell(column + 1, row + 1)] = 1
    if len(data) != 4 + 2 * mine_count or layout.count(1) != mine_count:
        raise NotationError(f"says {mine_count} mines and has {layout.count(1)}")
    if mine_count == len(grid):
        raise NotationError("has a mine in every cell: at least one safe cell is needed")
    return Board(grid, layout)
