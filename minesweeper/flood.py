"""Filling a region of cells a row at a time, for openings too large to walk cell by cell.

A row of cells is an int here, bit *c* for column *c*, and so is a run of it: filling a run of any
length is a few operations on ints.
"""

from minesweeper.typed import Callable


def fill(open_row: Callable[[int], int], seeds: dict[int, int], last_row: int) -> dict[int, int]:
    """The cells of rows 1 to `last_row` that are 8-connected to the seeds through open cells.

    `open_row(row)` is asked once for each row that is reached. Rows map to sets of columns.
    """
    open_rows: dict[int, int] = {}
    filled: dict[int, int] = {}
    reached = dict(seeds)
    while reached:
        row, columns = reached.popitem()
        if row not in open_rows:
            open_rows[row] = open_row(row)
        open_columns = open_rows[row] & ~filled.get(row, 0)
        columns &= open_columns
        if not columns:
            continue
        new = _fill_runs(open_columns, columns)
        filled[row] = filled.get(row, 0) | new
        beside = spread(new)
        for next_row in (row - 1, row + 1):
            if 1 <= next_row <= last_row:
                reached[next_row] = reached.get(next_row, 0) | beside
    return filled


def spread(columns: int) -> int:
    """The columns and those next to them."""
    return columns | columns << 1 | columns >> 1


def grown(rows: dict[int, int]) -> dict[int, int]:
    """The cells and everything next to them, as rows of columns."""
    result: dict[int, int] = {}
    for row, columns in rows.items():
        beside = spread(columns)
        for near in (row - 1, row, row + 1):
            result[near] = result.get(near, 0) | beside
    return result


def _fill_runs(open_columns: int, columns: int) -> int:
    """Every run of open columns that holds one of the columns, which are open themselves.

    Adding a bit to a run of ones carries through to the end of the run: what the sum changed is
    the part of the run from that bit upwards. Downwards there is no carry, so what is found
    doubles with every step.
    """
    run = columns | (open_columns ^ (open_columns + columns)) & open_columns
    downward, step = open_columns & ~run, 1
    while downward:
        run |= downward & run >> step
        downward &= downward >> step
        step *= 2
    return run
