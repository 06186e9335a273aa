"""MBF, a board format of other programs: the size and mine count, then two bytes for each mine.

09 09 00 03 00 00 08 00 04 04       9x9, 3 mines, in (1,1), (9,1) and (5,5)
"""

from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError, count_text
from minesweeper.formats.byte_reader import ByteReader
from minesweeper.formats.layouts import read_mines


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
    reader = ByteReader(data)
    size = reader.number(1, "width"), reader.number(1, "height"), reader.number(2, "mine count")
    board = read_mines(reader, size)
    if reader.rest:
        reader.fail("end", f"the file goes on for {count_text(reader.rest, 'byte')}")
    return board
