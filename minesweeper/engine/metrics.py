"""How much work a board is, and how much of it a game has done: 3BV."""

from minesweeper.engine.board import BORDER, Board
from minesweeper.engine.cells import CellSet, byte_table, cells_where, fill_rows, grown
from minesweeper.engine.game import REVEALED, Game

SHRINKING_ROUNDS = 64


def bbbv(board: Board) -> int:
    """Return the 3BV, the fewest reveals that clear the board: openings, and numbers at no zero."""
    zeros = cells_where(board.cells, _ZERO)
    return _count_regions(zeros, board.grid.stride) + _lone_numbers(board).bit_count()


def solved_bbbv(game: Game) -> int:
    """Return how much of the 3BV a game has solved: openings without a covered zero, and numbers.

    What a win completes for the player does not count.
    """
    if game.board is None:
        return 0
    stride = game.grid.stride
    zeros = cells_where(game.board.cells, _ZERO)
    revealed = cells_where(game.cells, _REVEALED)
    unsolved = _regions_of(zeros & ~revealed, zeros, stride)
    openings = _count_regions(zeros & ~unsolved, stride)
    return openings + (_lone_numbers(game.board) & revealed).bit_count()


def _lone_numbers(board: Board) -> CellSet:
    zeros = cells_where(board.cells, _ZERO)
    numbers = cells_where(board.cells, _NUMBER)
    return numbers & ~grown(zeros, board.grid.stride)


def _regions_of(seeds: CellSet, cells: CellSet, stride: int) -> CellSet:
    """Return those 8-connected regions of `cells` that hold a seed; all seeds are in `cells`."""
    rows = _rows(cells, stride)
    regions = fill_rows(lambda row: rows.get(row, 0), _rows(seeds, stride), max(rows, default=0))
    rows_down = range(max(regions, default=0), -1, -1)
    return CellSet(int("".join(f"{regions.get(row, 0):0{stride}b}" for row in rows_down), 2))


def _count_regions(cells: CellSet, stride: int) -> int:
    """Return how many 8-connected regions the cells form, by Levialdi's parallel shrinking.

    Each round draws every region together towards its lower right corner without splitting or
    joining any, until it is a single cell, which is counted and vanishes in the next round. What
    is left after many rounds is large, and rare: it is filled region by region.
    """
    count = 0
    for _ in range(SHRINKING_ROUNDS):
        if not cells:
            return count
        left, above = cells << 1, cells << stride
        across = left | cells >> 1
        row = cells | across
        count += (cells & ~(across | row << stride | row >> stride)).bit_count()
        cells = cells & (left | above | above << 1) | left & above
    return count + _count_by_filling(_rows(cells, stride))


def _count_by_filling(rows: dict[int, int]) -> int:
    count = 0
    last_row = max(rows, default=0)
    while rows:
        row, columns = next(iter(rows.items()))
        region = fill_rows(lambda row: rows.get(row, 0), {row: columns & -columns}, last_row)
        for row, columns in region.items():
            rows[row] &= ~columns
            if not rows[row]:
                del rows[row]
        count += 1
    return count


def _rows(cells: CellSet, stride: int) -> dict[int, int]:
    """Return the cells as rows of columns, without the empty rows."""
    height = cells.bit_length() // stride + 1
    bits = f"{cells:0{height * stride}b}"
    starts = range(len(bits) - stride, -1, -stride)
    rows = ((row, int(bits[at : at + stride], 2)) for row, at in enumerate(starts))
    return {row: columns for row, columns in rows if columns}


_ZERO = byte_table({0})
_NUMBER = byte_table(set(range(1, 9)))
_REVEALED = byte_table({value for value in range(256) if value & REVEALED and value != BORDER})
