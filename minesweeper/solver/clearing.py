"""A board being cleared by the solver: reveals as set algebra.

It holds the board to look numbers up, as a game does; the solver is handed clues, or the numbers of
revealed cells.
"""

from typing import Final

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import Cell, all_cells, byte_table, bytes_of, cells_where, grown
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Position, planes_of, single_numbers, two_numbers


class Clearing:
    """A board, what is revealed of it, and the mines that are proved."""

    __slots__ = ("board", "clear", "grid", "position", "zeros")

    def __init__(self, board: Board, first: Cell) -> None:
        """`first` is revealed, and must not be a mine."""
        self._lay(board)
        self.reveal(1 << first)

    def _lay(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid
        self.zeros = cells_where(board.cells, _ZERO)
        self.clear = all_cells(board.grid) & ~cells_where(board.cells, _MINE)
        self.position = Position(board.grid, planes_of(board.cells), 0, 0, 0)

    @property
    def revealed(self) -> int:
        return self.position.safe

    @property
    def done(self) -> bool:
        return self.position.safe == self.clear

    def reveal(self, cells: int) -> None:
        """Reveal safe cells and the openings among them."""
        stride = self.grid.stride
        revealed = self.position.safe | cells
        spreading = cells & self.zeros
        while spreading:
            fresh = grown(spreading, stride) & self.clear & ~revealed
            revealed |= fresh
            spreading = fresh & self.zeros
        self.position.safe = self.position.numbered = revealed

    def with_mines(self, mines: int) -> "Clearing":
        """The same knowledge on another layout, which must agree with the proved cells."""
        layout = bytes_of(mines, self.grid.size)
        other = Clearing.__new__(Clearing)
        other._lay(Board(self.grid, layout))
        other.position.safe = other.position.numbered = self.revealed
        other.position.mines = self.position.mines
        return other

    def deduce(self) -> None:
        """Clear what single numbers and pairs prove, the simpler rule first."""
        position = self.position
        while not self.done:
            proved = single_numbers(position)
            if not any(proved):
                proved = two_numbers(position)
            if not any(proved):
                return
            position.mines |= proved.mines
            if proved.safe:
                self.reveal(proved.safe)

    def clues(self) -> Clues:
        """What a player would see."""
        shown = bytes_of(self.revealed, self.grid.size, 255)
        numbers = int.from_bytes(self.board.cells, "little") & int.from_bytes(shown, "little")
        seen = numbers.to_bytes(self.grid.size, "little")
        return Clues(self.grid, self.board.mine_count, self.revealed, seen)


_ZERO: Final = byte_table({0})
_MINE: Final = byte_table({value for value in range(32) if value & MINE and value & 0x0F < 9})
