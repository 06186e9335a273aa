"""Boards played by the solver by deduction alone.

A `Playout` has the board, to look up numbers, as a game does; the solver receives only clues or the
numbers of revealed cells.
"""

from typing import Final

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    all_cells,
    byte_table,
    bytes_of,
    cells_where,
    grow,
)
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Position, deduce_next, planes_of


class Playout:
    """A board played by deduction: the revealed cells, and the mines that are proved."""

    __slots__ = ("board", "grid", "position", "safe", "zeros")

    def __init__(self, board: Board, revealed: CellSet, mines: CellSet) -> None:
        """Take the revealed cells and the mines that are proved.

        `revealed` must be safe and include the openings of its zeros; `mines` must be mines.
        """
        self.board = board
        self.grid = board.grid
        self.zeros = cells_where(board.cells, _ZERO)
        self.safe = all_cells(board.grid) & ~cells_where(board.cells, _MINE)
        self.position = Position(board.grid, planes_of(board.cells), revealed, revealed, mines)

    @property
    def revealed(self) -> CellSet:
        """The revealed cells."""
        return self.position.safe

    @property
    def is_cleared(self) -> bool:
        """Whether every safe cell is revealed."""
        return self.position.safe == self.safe

    @property
    def mines(self) -> CellSet:
        """The mines of the board, proved or not."""
        return all_cells(self.grid) & ~self.safe

    def reveal(self, cells: CellSet) -> None:
        """Reveal safe cells and the openings among them."""
        stride = self.grid.stride
        revealed = self.position.safe | cells
        zeros = cells & self.zeros
        while zeros:
            fresh = grow(zeros, stride) & self.safe & ~revealed
            revealed |= fresh
            zeros = fresh & self.zeros
        self.position.safe = self.position.numbered = revealed

    def with_mines(self, mines: CellSet) -> "Playout":
        """Return a playout of another layout, which must agree with all that is known so far."""
        board = Board(self.grid, bytes_of(mines, self.grid.padded_size))
        return Playout(board, self.revealed, self.position.mines)

    def deduce(self) -> None:
        """Reveal what single numbers and pairs of numbers prove safe, the simpler rule first."""
        position = self.position
        while not self.is_cleared and any(proved := deduce_next(position)):
            position.mines |= proved.mines
            if proved.safe:
                self.reveal(proved.safe)

    def clues(self) -> Clues:
        """Return what a player would see."""
        mask = bytes_of(self.revealed, self.grid.padded_size, 255)
        numbers = int.from_bytes(self.board.cells, "little") & int.from_bytes(mask, "little")
        visible = numbers.to_bytes(self.grid.padded_size, "little")
        return Clues(self.grid, self.board.mine_count, self.revealed, visible)


def start_playout(board: Board, first: Cell) -> Playout:
    """Return a playout after its first reveal; `first` must not be a mine."""
    playout = Playout(board, NO_CELLS, NO_CELLS)
    playout.reveal(CellSet(1 << first))
    return playout


_ZERO: Final = byte_table({0})
_MINE: Final = byte_table({value for value in range(32) if value & MINE and value & 0x0F < 9})


def best_first(setup: Setup) -> Cell:
    """Return the cell where the solver starts.

    It is a corner, the cell most likely to be a zero, unless the first reveal is guaranteed to be
    one; then it is a cell near the corner.
    """
    grid = Grid(setup.width, setup.height)
    if setup.first != "opening":
        return grid.cell(1, 1)
    inward = 4 if len(grid) > 300 else 3
    return grid.cell(min(inward, setup.width), min(inward, setup.height))
