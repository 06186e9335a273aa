"""The board at a smaller scale: what is covered, what is open, and where work is left.

block      a rectangle of cells that a map draws as one
unsolved   a covered cell without a flag that touches a revealed number
untouched  a covered cell without a flag that touches none
edge       unsolved cells that touch untouched ones
pocket     unsolved cells that touch none, since there are numbers all around
front      blocks with unsolved cells that touch each other, and lie close together

A survey knows no more than the player sees: it asks for nothing that the numbers prove.
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
from minesweeper.engine.setup import too_large_to_solve
from minesweeper.solver.clues import clues_of, unflagged_in

# What a block shows: nothing that is left to do, nothing but untouched cells, pockets, an edge. On
# a board without fronts also that a part of it is left to do.
OPEN: Final = ord(".")
COVERED: Final = ord("#")
PARTLY: Final = ord("+")
POCKET: Final = ord("o")
EDGE: Final = ord("O")

# What touches is cut into several fronts where it is more blocks across or down.
FRONT_SIZE: Final = 8


class Front(NamedTuple):
    """Unsolved cells that lie close together."""

    blocks: tuple[Cell, ...]
    middle: Cell
    """The one that is nearest to the middle of them all; with an edge, if any has one."""


class Survey:
    """A game at a smaller scale, as it was when this was made.

    The blocks are the cells of a grid of their own.
    """

    def __init__(self, game: Game, across: int, down: int) -> None:
        """Divide the board into blocks of so many columns and rows; the last may have less.

        Boards that are too large for the solver have no fronts.
        """
        self._board = board = game.grid
        self._across, self._down = across, down
        self.grid = Grid(-(-board.width // across), -(-board.height // down))
        covered = NO_CELLS if game.status is Status.WON else unflagged_in(game)
        untouched = self._blocks_with(covered)
        self._kinds = bytearray(bytes_of(untouched, self.grid.padded_size, COVERED))
        self._unsolved: dict[Cell, list[Cell]] = {}
        """The unsolved cells of each block that has any."""
        self._edges: set[Cell] = set()
        if too_large_to_solve(board.width, board.height):
            for block in cells_of(untouched & self._blocks_with(all_cells(board) ^ covered)):
                self._kinds[block] = PARTLY
        elif game.status is Status.PLAYING:
            unsolved = covered & grow(clues_of(game).revealed, board.stride)
            self._add_work(unsolved, unsolved & grow(covered ^ unsolved, board.stride))
        self.fronts = sorted(self._fronts(), key=lambda front: front.middle)
        """The fronts in reading order of their middles."""

    def _add_work(self, unsolved: CellSet, edge: CellSet) -> None:
        """Note which blocks have unsolved cells, and which of them an edge."""
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
        """Return what the blocks of a row show, one byte each."""
        first = self.grid.cell(1, row)
        return bytes(self._kinds[first : first + self.grid.width]).replace(b"\0", bytes([OPEN]))

    def block_of(self, cell: Cell) -> Cell:
        """Return the block that a cell of the board is in."""
        column, row = self._board.place(cell)
        return self.grid.cell(-(-column // self._across), -(-row // self._down))

    def cell_in(self, block: Cell) -> Cell:
        """Return the cell nearest to the middle of a block; an unsolved one if there is any."""
        column, row = self.grid.place(block)
        left, top = (column - 1) * self._across + 1, (row - 1) * self._down + 1
        right = min(left + self._across - 1, self._board.width)
        bottom = min(top + self._down - 1, self._board.height)
        middle = self._board.cell((left + right) // 2, (top + bottom) // 2)
        unsolved = self._unsolved.get(block)
        return _nearest(self._board, unsolved, middle) if unsolved else middle

    def nearest(self, cell: Cell) -> int:
        """Return the place in the list of the front that is nearest to a cell of the board."""
        from_block = _distance_from(self.grid, self.block_of(cell))
        distances = [min(map(from_block, front.blocks)) for front in self.fronts]
        return distances.index(min(distances))

    def size_of(self, front: Front) -> int:
        """Return the number of unsolved cells of a front."""
        return sum(len(self._unsolved[block]) for block in front.blocks)

    def next_front(self, place: int, columns: int, rows: int) -> int:
        """Return the place of the nearest front to the right or left, or below or above.

        Those that are less far to the side than ahead come first. If there is no front that way,
        it is the one from which the way begins.
        """
        column, row = self.grid.place(self.fronts[place].middle)
        ahead = []
        for other, front in enumerate(self.fronts):
            to_column, to_row = self.grid.place(front.middle)
            across, down = to_column - column, to_row - row
            along, aside = across * columns + down * rows, abs(across * rows + down * columns)
            if along > 0:
                ahead.append((aside >= along, along**2 + aside**2, other))
        return min(ahead)[-1] if ahead else place

    # Blocks

    def _blocks_with(self, cells: CellSet) -> CellSet:
        """Return the blocks that hold any of the cells."""
        board, blocks = self._board, NO_CELLS
        # As bytes, since each shift of a large set would go through all of it.
        byte_count = board.padded_size // 8 + 1
        folded = _folded(cells, self._down, board.stride).to_bytes(byte_count, "little")
        for row in range(1, self.grid.height + 1):
            first = board.cell(1, (row - 1) * self._down + 1)
            line = int.from_bytes(folded[first // 8 : (first + board.stride) // 8 + 1], "little")
            line = _folded(CellSet(line >> first % 8 & (1 << board.width) - 1), self._across, 1)
            one_a_block = f"{line:0{board.width}b}"[::-1][:: self._across]
            blocks |= CellSet(int(one_a_block[::-1], 2)) << self.grid.cell(1, row)
        return blocks

    # Fronts

    def _fronts(self) -> Iterator[Front]:
        for blocks in self._groups():
            for part in self._split(blocks):
                yield Front(tuple(part), self._middle(part))

    def _groups(self) -> Iterator[list[Cell]]:
        """Yield the blocks with unsolved cells, together those that touch each other."""
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
        """Return the blocks in squares of the reach, counted from their upper left corner."""
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


def _folded(cells: CellSet, length: int, step: int) -> CellSet:
    """Return the cells from which any of `length` cells, so far apart, is in the set."""
    done = 1
    while done < length:
        more = min(done, length - done)
        cells |= cells >> step * more
        done += more
    return cells


def _nearest(grid: Grid, cells: Collection[Cell], cell: Cell) -> Cell:
    """Return which of some cells is nearest to one; of several the first in reading order."""
    if cell in cells:
        return cell
    from_cell = _distance_from(grid, cell)
    return min(cells, key=lambda other: (from_cell(other), other))


def _distance_from(grid: Grid, cell: Cell) -> Callable[[Cell], int]:
    """Return a function for the square of the distance of another cell from one."""
    row, column = divmod(cell, grid.stride)

    def distance(other: Cell) -> int:
        to_row, to_column = divmod(other, grid.stride)
        return (to_column - column) ** 2 + (to_row - row) ** 2

    return distance
