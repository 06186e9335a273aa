"""Boards from a setup, a seed and the first cell.

The same three give the same board on every platform and Python version. The only random methods
used are `random` and `getrandbits`. Python guarantees the sequence of `random` only. The sequence
of `getrandbits` has never changed, and `tests/engine/test_generator.py` pins boards that would show
a change.
"""

from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.setup import Setup


def deal(setup: Setup, seed: int, first: Cell) -> Board:
    """Return a board whose mines are drawn uniformly from the cells where `setup.first` allows one.

    Raise ValueError for a first cell that is not on the grid.
    """
    grid = grid_for(setup, first)
    mine_free = mine_free_cells(setup, grid, first)
    return Board(grid, lay_mines(grid, setup.mines, mine_free, Random(seed)))


def grid_for(setup: Setup, first: Cell) -> Grid:
    """Return the grid of a setup; raise ValueError if the first cell is not on it."""
    grid = Grid(setup.width, setup.height)
    if first not in grid:
        raise ValueError(f"first: {first} is not a cell of {grid}")
    return grid


def mine_free_cells(setup: Setup, grid: Grid, first: Cell) -> set[Cell]:
    """Return the cells that get no mine.

    If the board is too full for an opening, only the first cell is kept free.
    """
    if setup.first == "any":
        return set()
    opening = {first, *grid.neighbours(first)}
    if setup.first == "opening" and setup.mines <= len(grid) - len(opening):
        return opening
    return {first}


def lay_mines(grid: Grid, mine_count: int, mine_free: set[Cell], rng: Random) -> bytearray:
    """Return a uniformly drawn layout, as bytes of the padded grid: 1 for a mine, else 0.

    Toss a biased coin for every cell at once, then add or remove mines until the count is exact.
    All layouts with as many mines as the toss laid are equally likely, and adding or removing a
    uniformly chosen mine keeps them so.
    """
    layout = _toss(grid, mine_count / max(1, len(grid) - len(mine_free)), rng)
    for cell in mine_free:
        layout[cell] = 0
    missing = mine_count - layout.count(1)
    random, size = rng.random, grid.padded_size
    while missing > 0:
        place = int(random() * size)
        if not layout[place] and place not in mine_free and Cell(place) in grid:
            layout[place] = 1
            missing -= 1
    while missing < 0:
        place = int(random() * size)
        if layout[place]:
            layout[place] = 0
            missing += 1
    return layout


def _toss(grid: Grid, share: float, rng: Random) -> bytearray:
    """Return a layout in which each cell is a mine with about the given probability."""
    mine_below = round(256 * share)
    toss = bytes([1]) * mine_below + bytes(256 - mine_below)
    start, stop = grid.stride, (grid.height + 1) * grid.stride
    layout = bytearray(grid.padded_size)
    drawn = rng.getrandbits(8 * (stop - start)).to_bytes(stop - start, "little")
    layout[start:stop] = drawn.translate(toss)
    layout[start : stop : grid.stride] = bytes(grid.height)
    return layout
