"""How much work a board is, and how much of it a game has done: 3BV."""

from typing import Final

from minesweeper.engine.board import BORDER, Board
from minesweeper.engine.cells import (
    CellSet,
    byte_table,
    cells_where,
    fill_rows,
    fill_runs,
    grown,
    widened,
)
from minesweeper.engine.game import REVEALED, Game

SHRINKING_ROUNDS: Final = 64
# Where a round finds fewer regions than one in so many bits, to fill what is left is quicker.
BITS_A_REGION: Final = 1 << 20


def bbbv(board: Board) -> int:
    """Return the 3BV, the fewest reveals that clear the board: openings, and numbers at no zero."""
    zeros, lone = _zeros_and_lone_numbers(board)
    return _count_regions(zeros, board.grid.stride) + lone.bit_count()


def bbbv_and_solved(board: Board, game: Game) -> tuple[int, int]:
    """Return the 3BV of a board, and how much of it a game on this board has solved.

    Solved are openings without a covered zero, and revealed numbers at no zero. What a win
    completes for the player does not count.
    """
    stride = board.grid.stride
    zeros, lone = _zeros_and_lone_numbers(board)
    revealed = cells_where(game.cells, _REVEALED)
    covered_zeros = zeros ^ zeros & revealed
    unsolved = _regions_of(covered_zeros, zeros, stride)
    solved_openings = _count_regions(zeros ^ unsolved, stride)
    openings = solved_openings + _count_regions(unsolved, stride)
    return openings + lone.bit_count(), solved_openings + (lone & revealed).bit_count()


def _zeros_and_lone_numbers(board: Board) -> tuple[CellSet, CellSet]:
    """Return the zeros, and the numbers that touch none."""
    zeros = cells_where(board.cells, _ZERO)
    numbers = cells_where(board.cells, _NUMBER)
    return zeros, numbers ^ numbers & grown(zeros, board.grid.stride)


def _regions_of(seeds: CellSet, cells: CellSet, stride: int) -> CellSet:
    """Return those 8-connected regions of `cells` that hold a seed; all seeds are in `cells`."""
    if not seeds:
        return seeds
    rows = _rows(cells, stride)
    regions = fill_rows(lambda row: rows.get(row, 0), _rows(seeds, stride), max(rows))
    rows_down = range(max(regions), -1, -1)
    return CellSet(int("".join(f"{regions.get(row, 0):0{stride}b}" for row in rows_down), 2))


def _count_regions(cells: CellSet, stride: int) -> int:
    """Return how many 8-connected regions the cells form, by Levialdi's parallel shrinking.

    Each round draws every region together towards its lower right corner without splitting or
    joining any, until it is a single cell, which is counted and vanishes in the next round. What
    is left after many rounds, or once few are found, is large: it is filled region by region.
    """
    count = 0
    few = cells.bit_length() // BITS_A_REGION
    for _ in range(SHRINKING_ROUNDS):
        if not cells:
            return count
        left, above = cells << 1, cells << stride
        across = left | cells >> 1
        row = cells | across
        # Much quicker than `cells & ~...`, as an int below 0 has to be complemented first.
        found = (cells ^ cells & (across | row << stride | row >> stride)).bit_count()
        cells = cells & (left | above | above << 1) | left & above
        count += found
        if found < few:
            break
    return count + _count_by_filling(_rows(cells, stride))


def _count_by_filling(rows: dict[int, int]) -> int:
    """Return how many regions the rows form, and leave none of them."""
    count = 0
    while rows:
        row, columns = next(iter(rows.items()))
        _take_region(rows, {row: columns & -columns})
        count += 1
    return count


def _take_region(rows: dict[int, int], reached: dict[int, int]) -> None:
    """Take the regions that hold what is reached out of the rows."""
    while reached:
        row, columns = reached.popitem()
        open_columns = rows.get(row, 0)
        columns &= open_columns
        if columns:
            columns = fill_runs(open_columns, columns)
            rows[row] = open_columns ^ columns
            if not rows[row]:
                del rows[row]
            for near in (row - 1, row + 1):
                reached[near] = reached.get(near, 0) | widened(columns)


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
