"""The map of a board: what is covered and open, and where cells are left to solve.

block      a rectangle of cells that a map draws as one
unsolved   a covered cell without a flag that touches a revealed number
untouched  a covered cell without a flag that touches none
edge       unsolved cells that touch untouched ones
pocket     unsolved cells that touch no untouched ones: numbers enclose them
front      blocks with unsolved cells that touch each other and lie close together

A survey knows no more than the player sees, and draws no conclusions from the numbers.
"""

from collections.abc import Callable, Collection, Iterator
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
)
from minesweeper.engine.game import Game, Status
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.solver.clues import clues_of, unflagged_in

# The kinds of blocks: nothing left to solve; only untouched cells; some covered cells, on boards
# without fronts; unsolved cells without an edge; unsolved cells with an edge.
OPEN: Final = ord(".")
COVERED: Final = ord("#")
PARTLY: Final = ord("+")
POCKET: Final = ord("o")
EDGE: Final = ord("O")

# A group of blocks that is larger than this, across or down, is split into several fronts.
FRONT_SIZE: Final = 8


class Front(NamedTuple):
    """Unsolved cells that lie close together."""

    blocks: tuple[Cell, ...]
    middle: Cell
    """The block nearest to the middle of the front; one with an edge, if there is any."""


class Survey:
    """A map of a game as it was when the survey was made; its blocks are cells of its `grid`."""

    def __init__(self, game: Game, block_width: int, block_height: int) -> None:
        """Divide the board into blocks of `block_width` columns and `block_height` rows.

        The last blocks of a row or a column may be smaller. Boards that are too large for the
        solver have no fronts.
        """
        self._board = board = game.grid
        self._block_width, self._block_height = block_width, block_height
        self.grid = Grid(-(-board.width // block_width), -(-board.height // block_height))
        covered = NO_CELLS if game.status is Status.WON else unflagged_in(game)
        untouched = self._blocks_with(covered)
        self._kinds = bytearray(bytes_of(untouched, self.grid.padded_size, COVERED))
        self._unsolved: dict[Cell, list[Cell]] = {}
        """The unsolved cells of each block that has any."""
        self._edges: set[Cell] = set()
        if why_too_large_to_solve(board.width, board.height):
            for block in cells_of(untouched & self._blocks_with(all_cells(board) ^ covered)):
                self._kinds[block] = PARTLY
        elif game.status is Status.PLAYING:
            unsolved = covered & grow(clues_of(game).revealed, board.stride)
            self._note_unsolved(unsolved, unsolved & grow(covered ^ unsolved, board.stride))
        self.fronts = sorted(self._fronts(), key=lambda front: front.middle)
        """The fronts in reading order of their middles."""

    def _note_unsolved(self, unsolved: CellSet, edge: CellSet) -> None:
        """Note the blocks with unsolved cells, and those of them with an edge."""
        for cell in cells_of(unsolved):
            self._unsolved.setdefault(self.block_of(cell), []).append(cell)
        self._edges.update(map(self.block_of, cells_of(edge)))
        for block in self._unsolved:
            self._kinds[block] = EDGE if block in self._edges else POCKET

    def __str__(self) -> str:
        """Return the map as a picture, a line for each row of blocks."""
        rows = range(1, self.grid.height + 1)
        return "\n".join(self.row(row).decode("ascii") for row in rows)

    def row(self, row: int) -> bytes:
        """Return the kinds of the blocks in a row, one byte each."""
        first = self.grid.cell(1, row)
        return bytes(self._kinds[first : first + self.grid.width]).replace(b"\0", bytes([OPEN]))

    def block_of(self, cell: Cell) -> Cell:
        """Return the block that a cell of the board is in."""
        column, row = self._board.place(cell)
        return self.grid.cell(-(-column // self._block_width), -(-row // self._block_height))

    def cell_in(self, block: Cell) -> Cell:
        """Return the cell nearest to the middle of a block, an unsolved one if it has any."""
        column, row = self.grid.place(block)
        left, top = (column - 1) * self._block_width + 1, (row - 1) * self._block_height + 1
        right = min(left + self._block_width - 1, self._board.width)
        bottom = min(top + self._block_height - 1, self._board.height)
        middle = self._board.cell((left + right) // 2, (top + bottom) // 2)
        unsolved = self._unsolved.get(block)
        return _nearest(self._board, unsolved, middle) if unsolved else middle

    def nearest_front(self, cell: Cell) -> int:
        """Return the index in `fronts` of the front nearest to a cell of the board."""
        from_block = _distance_from(self.grid, self.block_of(cell))
        distances = [min(map(from_block, front.blocks)) for front in self.fronts]
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

    def _blocks_with(self, cells: CellSet) -> CellSet:
        """Return the set of blocks that contain any of the cells."""
        board, blocks = self._board, NO_CELLS
        # As bytes, since each shift of a large set would copy all of it.
        byte_count = board.padded_size // 8 + 1
        folded = _fold(cells, self._block_height, board.stride).to_bytes(byte_count, "little")
        for row in range(1, self.grid.height + 1):
            first = board.cell(1, (row - 1) * self._block_height + 1)
            line = int.from_bytes(folded[first // 8 : (first + board.stride) // 8 + 1], "little")
            line = CellSet(line >> first % 8 & (1 << board.width) - 1)
            line = _fold(line, self._block_width, 1)
            one_a_block = f"{line:0{board.width}b}"[::-1][:: self._block_width]
            blocks |= CellSet(int(one_a_block[::-1], 2)) << self.grid.cell(1, row)
        return blocks

    # Fronts

    def _fronts(self) -> Iterator[Front]:
        for blocks in self._groups():
            for part in self._split(blocks):
                yield Front(tuple(part), self._middle(part))

    def _groups(self) -> Iterator[list[Cell]]:
        """Yield the groups of blocks with unsolved cells that touch each other."""
        left = dict.fromkeys(self._unsolved)
        while left:
            together = [next(iter(left))]
            del left[together[0]]
            for block in together:
                near = [each for each in self.grid.neighbours(block) if each in left]
                together += near
                for each in near:
                    del left[each]
            yield sorted(together)

    def _split(self, blocks: list[Cell]) -> Collection[list[Cell]]:
        """Return the blocks of a group in squares of FRONT_SIZE, from its upper left corner on."""
        stride = self.grid.stride
        corner = blocks[0] // stride * stride + min(block % stride for block in blocks)
        squares: dict[tuple[int, int], list[Cell]] = {}
        for block in blocks:
            row, column = divmod(block - corner, stride)
            squares.setdefault((row // FRONT_SIZE, column // FRONT_SIZE), []).append(block)
        return squares.values()

    def _middle(self, blocks: list[Cell]) -> Cell:
        columns, rows = zip(*map(self.grid.place, blocks), strict=True)
        column, row = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
        edges = [block for block in blocks if block in self._edges]
        return _nearest(self.grid, edges or blocks, self.grid.cell(column, row))


def _fold(cells: CellSet, length: int, step: int) -> CellSet:
    """Return the cells from which any of `length` cells, `step` apart, is in the set."""
    done = 1
    while done < length:
        more = min(done, length - done)
        cells |= cells >> step * more
        done += more
    return cells


def _nearest(grid: Grid, cells: Collection[Cell], cell: Cell) -> Cell:
    """Return the one of `cells` nearest to a cell; of several the first in reading order."""
    if cell in cells:
        return cell
    from_cell = _distance_from(grid, cell)
    return min(cells, key=lambda other: (from_cell(other), other))


def _distance_from(grid: Grid, cell: Cell) -> Callable[[Cell], int]:
    """Return a function that returns the squared distance of another cell from a cell."""
    row, column = divmod(cell, grid.stride)

    def distance(other: Cell) -> int:
        to_row, to_column = divmod(other, grid.stride)
        return (to_column - column) ** 2 + (to_row - row) ** 2

    return distance
