"""Openings: what the reveal of a zero reveals, and the parts that a board is cleared in.

A large opening is revealed whole rows at a time. There a row of cells is an int with bit *c* for
column *c*, and a few operations fill a run of any length.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, compress, count
from typing import Final, NamedTuple, cast

from minesweeper.engine.board import MINE, QUESTION, REVEALED, Board
from minesweeper.engine.cells import (
    Cell,
    CellSet,
    Grid,
    byte_table,
    bytes_of,
    cells_where,
)

LARGE_OPENING: Final = 128
"""Rows are used if an opening has more zeros than this, and more than the board has columns."""


class Opening(NamedTuple):
    """What the reveal of a zero has revealed: its zeros, and the number of all its cells."""

    zeros: Iterable[Cell]
    size: int


def reveal_opening(cells: bytearray, grid: Grid, zero: Cell) -> Opening:
    """Reveal a zero and the opening around it, in the cells of a game.

    The flood stops at flags and keeps them; it goes through question marks and removes them.
    """
    cells[zero] = REVEALED
    zeros, size, around = [zero], 1, grid.neighbour_offsets
    for at in zeros:
        for offset in around:
            value = cells[at + offset] & _UNMARKED
            if value < MINE:
                cells[at + offset] = value | REVEALED
                size += 1
                if not value:
                    zeros.append(Cell(at + offset))
        if size > LARGE_OPENING and size > grid.width:
            more = _reveal_rows(cells, grid.stride, zeros)
            return Opening(more.zeros, size + more.size)
    return Opening(zeros, size)


def parts(board: Board) -> Iterator[Iterable[Cell]]:
    """Yield what a reveal each clears: the zeros of every opening, and every lone number.

    An opening also clears the numbers around its zeros. A lone number touches no zero.
    """
    cells = bytearray(board.cells)
    zero = cells.find(0)
    while zero >= 0:
        yield reveal_opening(cells, board.grid, Cell(zero)).zeros
        zero = cells.find(0, zero)
    yield from zip(map(Cell, compress(count(), cells.translate(_IS_LONE))))


# Whole rows


def _reveal_rows(cells: bytearray, stride: int, zeros: list[Cell]) -> Opening:
    """Reveal the opening of some zeros that are revealed; return it with these zeros."""
    filled = _fill_rows(cells, stride, zeros)
    touched: dict[int, int] = {}
    for row, columns in filled.items():
        _spread(touched, row, columns)
    size = 0
    for row, columns in touched.items():
        place = slice(row * stride, (row + 1) * stride)
        new = CellSet(columns & cells_where(cells[place], _REVEALABLE))
        line = int.from_bytes(cells[place], "little")
        line &= ~int.from_bytes(bytes_of(new, stride, QUESTION), "little")
        line |= int.from_bytes(bytes_of(new, stride, REVEALED), "little")
        cells[place] = line.to_bytes(stride, "little")
        size += new.bit_count()
    places = (
        compress(range(row * stride, (row + 1) * stride), bytes_of(CellSet(columns), stride))
        for row, columns in filled.items()
    )
    return Opening(cast(Iterable[Cell], chain.from_iterable(places)), size)


def _fill_rows(cells: bytearray, stride: int, zeros: list[Cell]) -> dict[int, int]:
    """Return some revealed zeros and the covered zeros joined to them, as columns of rows."""
    filled: dict[int, int] = {}
    covered: dict[int, int] = {}
    reached: dict[int, int] = {}
    for zero in zeros:
        row, column = divmod(zero, stride)
        filled[row] = filled.get(row, 0) | 1 << column
        _spread(reached, row, 1 << column)
    while reached:
        row, columns = reached.popitem()
        if row not in covered:
            covered[row] = cells_where(cells[row * stride : (row + 1) * stride], _COVERED_ZERO)
        columns &= covered[row]
        if columns:
            runs = _fill_runs(covered[row], columns)
            covered[row] ^= runs
            filled[row] = filled.get(row, 0) | runs
            _spread(reached, row, runs)
    return filled


def _spread(rows: dict[int, int], row: int, columns: int) -> None:
    """Add some columns of a row, and all their neighbours."""
    wide = columns | columns << 1 | columns >> 1
    for near in (row - 1, row, row + 1):
        rows[near] = rows.get(near, 0) | wide


def _fill_runs(open_columns: int, columns: int) -> int:
    """Return all runs of open columns that contain one of the given columns, which must be open.

    Adding a bit to a run of ones carries through to the end of the run: the bits that the sum
    changes are the part of the run from that bit upwards. Nothing carries downwards, so in that
    direction each step doubles the filled part.
    """
    run = columns | (open_columns ^ (open_columns + columns)) & open_columns
    downward, step = open_columns & ~run, 1
    while downward:
        run |= downward & run >> step
        downward &= downward >> step
        step *= 2
    return run


_UNMARKED: Final = 0xFF & ~QUESTION
_IS_LONE: Final = bytes(0 < value < MINE for value in range(256))
_COVERED_ZERO: Final = byte_table({0, QUESTION})
_REVEALABLE: Final = byte_table({value for value in range(256) if value & ~QUESTION < MINE})
