"""The map of a board: what is covered and open, and where cells are left to solve.

block      a square of cells that a map draws as one
unsolved   a covered cell without a flag that touches a revealed number
front      blocks with unsolved cells that touch each other and lie close together

A survey knows no more than the player sees, and draws no conclusions from the numbers.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    all_cells,
    bytes_of,
    cells_of,
    grow,
    set_of,
)
from minesweeper.engine.game import Game, Status
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.solver.clues import clues_of, unflagged_in

# The kinds of blocks: nothing covered without a flag; covered cells, none of them unsolved; some
# covered cells, on boards without fronts; unsolved cells.
OPEN: Final = ord(".")
COVERED: Final = ord("#")
PARTLY: Final = ord("+")
FRONT: Final = ord("O")

# A group of blocks that is larger than this, across or down, is split into several fronts.
FRONT_SIZE: Final = 8


class Front(NamedTuple):
    """Unsolved cells that lie close together."""

    blocks: tuple[Cell, ...]
    middle: Cell
    """The block nearest to the middle of the front."""


class Survey:
    """A map of a game as it was when the survey was made; its blocks are cells of its `grid`."""

    def __init__(self, game: Game, side: int) -> None:
        """Divide the board into blocks of `side` columns and rows.

        The last blocks of a row or a column may be smaller. Boards that are too large for the
        solver have no fronts.
        """
        self._board = board = game.grid
        self._side = side
        self.grid = Grid(-(-board.width // side), -(-board.height // side))
        self._kinds = bytearray([OPEN]) * self.grid.padded_size
        self._unsolved: dict[Cell, list[Cell]] = {}
        """The unsolved cells of each block that has any."""
        covered = NO_CELLS if game.status is Status.WON else unflagged_in(game)
        blocks = self._blocks_with(covered)
        self._draw(blocks, COVERED)
        if why_too_large_to_solve(board.width, board.height):
            self._draw(blocks & self._blocks_with(all_cells(board) ^ covered), PARTLY)
        elif game.status is Status.PLAYING:
            for cell in cells_of(covered & grow(clues_of(game).revealed, board.stride)):
                self._unsolved.setdefault(self.block_of(cell), []).append(cell)
            self._draw(self._unsolved, FRONT)
        self.fronts = sorted(self._fronts(), key=lambda front: front.middle)
        """The fronts in reading order of their middles."""

    def __str__(self) -> str:
        """Return the map as a picture, a line for each row of blocks."""
        rows = range(1, self.grid.height + 1)
        return "\n".join(self.row(row).decode("ascii") for row in rows)

    def row(self, row: int) -> bytes:
        """Return the kinds of the blocks in a row, one byte each."""
        first = self.grid.cell(1, row)
        return bytes(self._kinds[first : first + self.grid.width])

    def block_of(self, cell: Cell) -> Cell:
        """Return the block that a cell of the board is in."""
        column, row = self._board.place(cell)
        return self.grid.cell(-(-column // self._side), -(-row // self._side))

    def cell_in(self, block: Cell) -> Cell:
        """Return the cell nearest to the middle of a block, an unsolved one if it has any."""
        column, row = self.grid.place(block)
        left, top = (column - 1) * self._side + 1, (row - 1) * self._side + 1
        right = min(column * self._side, self._board.width)
        bottom = min(row * self._side, self._board.height)
        middle = self._board.cell((left + right) // 2, (top + bottom) // 2)
        unsolved = self._unsolved.get(block)
        return _nearest(self._board, unsolved, middle) if unsolved else middle

    def nearest_front(self, cell: Cell) -> int:
        """Return the index in `fronts` of the front nearest to a cell of the board."""
        block = self.block_of(cell)
        near = (_nearest(self.grid, front.blocks, block) for front in self.fronts)
        distances = [_distance(self.grid, block, each) for each in near]
        return distances.index(min(distances))

    def size_of(self, front: Front) -> int:
        """Return the number of unsolved cells of a front."""
        return sum(len(self._unsolved[block]) for block in front.blocks)

    def next_front(self, index: int, columns: int, rows: int) -> int:
        """Return the index of the nearest front in a direction from the front at `index`.

        `columns` and `rows` are the direction: -1, 0 or 1. Fronts that are further ahead than to
        the side are preferred. Without a front in this direction, return `index` itself.
        """
        column, row = self.grid.place(self.fronts[index].middle)
        ahead = []
        for other, front in enumerate(self.fronts):
            to_column, to_row = self.grid.place(front.middle)
            across, down = to_column - column, to_row - row
            along, aside = across * columns + down * rows, abs(across * rows + down * columns)
            if along > 0:
                ahead.append((aside >= along, along**2 + aside**2, other))
        return min(ahead)[-1] if ahead else index

    # Blocks

    def _draw(self, blocks: Iterable[Cell], kind: int) -> None:
        for block in blocks:
            self._kinds[block] = kind

    def _blocks_with(self, cells: CellSet) -> set[Cell]:
        """Return the blocks that contain any of the cells."""
        board, side = self._board, self._side
        places = bytes_of(cells, board.padded_size)
        blocks = set()
        for row in range(1, self.grid.height + 1):
            any_row = 0
            for each in range((row - 1) * side + 1, min(row * side, board.height) + 1):
                first = board.cell(1, each)
                any_row |= int.from_bytes(places[first : first + board.width], "little")
            line = any_row.to_bytes(board.width, "little")
            for column in range(1, self.grid.width + 1):
                if 1 in line[(column - 1) * side : column * side]:
                    blocks.add(self.grid.cell(column, row))
        return blocks

    # Fronts

    def _fronts(self) -> Iterator[Front]:
        for blocks in self._groups():
            for part in self._split(blocks):
                columns, rows = zip(*map(self.grid.place, part), strict=True)
                column, row = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
                yield Front(tuple(part), _nearest(self.grid, part, self.grid.cell(column, row)))

    def _groups(self) -> Iterator[list[Cell]]:
        """Yield the groups of blocks with unsolved cells that touch each other."""
        left = set_of(self._unsolved)
        while left:
            group, wider = NO_CELLS, left & -left
            while group != wider:
                group, wider = wider, grow(wider, self.grid.stride) & left
            yield cells_of(group)
            left ^= group

    def _split(self, blocks: list[Cell]) -> Iterable[list[Cell]]:
        """Return the blocks of a group in squares of FRONT_SIZE, from its upper left corner on."""
        stride = self.grid.stride
        corner = blocks[0] // stride * stride + min(block % stride for block in blocks)
        squares: dict[tuple[int, int], list[Cell]] = {}
        for block in blocks:
            row, column = divmod(block - corner, stride)
            squares.setdefault((row // FRONT_SIZE, column // FRONT_SIZE), []).append(block)
        return squares.values()


def _nearest(grid: Grid, cells: Iterable[Cell], cell: Cell) -> Cell:
    """Return the one of `cells` nearest to a cell; of several the first in reading order."""
    return min(cells, key=lambda other: (_distance(grid, cell, other), other))


def _distance(grid: Grid, cell: Cell, other: Cell) -> int:
    """Return the squared distance of two cells."""
    (column, row), (other_column, other_row) = grid.place(cell), grid.place(other)
    return (other_column - column) ** 2 + (other_row - row) ** 2
