"""Boards from a setup, a seed and the first cell.

The same three give the same board on every platform and Python version. Of `random` only `random`
and `getrandbits` are used. Python promises to keep the sequence of the first alone; that of the
second has never changed, and `tests/engine/test_generator.py` pins boards that would show it.
"""

from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.setup import Setup


def deal(setup: Setup, seed: int, first: Cell) -> Board:
    """Lay the mines uniformly over the cells that the promise about the first reveal leaves.

    Raise ValueError for a first cell that is not on the grid.
    """
    grid = grid_for(setup, first)
    return Board(grid, lay_mines(grid, setup.mines, kept_free(setup, grid, first), Random(seed)))


def grid_for(setup: Setup, first: Cell) -> Grid:
    """Return the grid of a setup; raise ValueError if the first cell is not on it."""
    grid = Grid(setup.width, setup.height)
    if first not in grid:
        raise ValueError(f"first: {first} is not a cell of {grid}")
    return grid


def kept_free(setup: Setup, grid: Grid, first: Cell) -> set[Cell]:
    """Return the cells that get no mine; on too full a board `opening` shrinks to `safe`."""
    if setup.first == "any":
        return set()
    opening = {first, *grid.neighbours(first)}
    if setup.first == "opening" and setup.mines <= len(grid) - len(opening):
        return opening
    return {first}


def lay_mines(grid: Grid, mine_count: int, kept_free: set[Cell], rng: Random) -> bytearray:
    """Return a uniformly drawn layout, as bytes of the padded grid: 1 for a mine, else 0.

    Toss a coin for every cell at once, then add or remove mines until the count is exact. Given how
    many mines the toss laid, all layouts with that many are equally likely, and adding or removing
    a uniformly chosen mine keeps them so.
    """
    layout = _toss(grid, mine_count / max(1, len(grid) - len(kept_free)), rng)
    for cell in kept_free:
        layout[cell] = 0
    missing = mine_count - layout.count(1)
    random, size = rng.random, grid.size
    while missing > 0:
        place = int(random() * size)
        if not layout[place] and place not in kept_free and Cell(place) in grid:
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
    layout = bytearray(grid.size)
    drawn = rng.getrandbits(8 * (stop - start)).to_bytes(stop - start, "little")
    layout[start:stop] = drawn.translate(toss)
    layout[start : stop : grid.stride] = bytes(grid.height)
    return layout
