"""Many boards at once: which of them need no guess.

A set of cells is an int, and an int may be of any width: the boards of a *stack* lie in one int,
one after the other. Their borders keep them apart, so that the rules of deduction take a stack as
they take a board, for little more than the price of one. Only where those are stuck are boards
looked at one by one.

    swap       a mine and a safe cell that no number could tell apart: the board needs a guess
    known      mines that are proved
    frontier   the unknown cells next to numbers; the others are the sea
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    all_cells,
    byte_table,
    bytes_of,
    cells_of,
    cells_where,
    grown,
    neighbour_sets,
)
from minesweeper.solver.counting import FIELD, GUARD, Budget
from minesweeper.solver.deduction import (
    Deduction,
    Position,
    count_neighbours,
    shifted,
    single_numbers,
    two_numbers,
)
from minesweeper.solver.odds import analyse
from minesweeper.solver.simulate import Playout

PROOF_WORK: Final = 20_000
SINGLES: Final = 8
"""How often single numbers are applied before pairs are."""
FEW: Final = 60
"""The layouts of so many cells are gone through quickly."""


class Played(NamedTuple):
    """A board that is played by deduction; its name tells it from the others."""

    name: int
    mines: CellSet
    revealed: CellSet
    known: CellSet = NO_CELLS


def prove(grid: Grid, boards: list[Played]) -> Iterator[tuple[int, int]]:
    """Yield the name of each board that is done, and how many safe cells cannot be proved.

    Stop when a board is cleared and all before it are done.
    """
    while boards:
        stack = Stack(grid, boards)
        changes = stack.deduce()
        boards = []
        for board, change in zip(stack.boards(), changes, strict=True):
            left = len(grid) - (board.mines | board.revealed).bit_count()
            going = board if change else helped(grid, board) if left else None
            if going:
                boards.append(going)
                continue
            yield board.name, left
            if not left:
                break


class Stack:
    """Boards of one size that are played at once."""

    def __init__(self, grid: Grid, boards: list[Played]) -> None:
        self._grid = grid
        self._boards = boards
        mines = joined(grid, [board.mines for board in boards])
        revealed = joined(grid, [board.revealed for board in boards])
        known = joined(grid, [board.known for board in boards])
        planes = count_neighbours(mines, grid.stride)
        everywhere = repeated(grid, all_cells(grid), len(boards))
        self._position = Position(grid, planes, revealed, revealed, known, everywhere)

    def deduce(self) -> list[CellSet]:
        """Reveal what single numbers and then pairs prove; return what is new on each board."""
        position = self._position
        before = position.safe | position.mines
        for _ in range(SINGLES):
            if not self._reveal(single_numbers(position)):
                break
        self._reveal(two_numbers(position, every_pair=True))
        return self._parted(before ^ (position.safe | position.mines))

    def boards(self) -> list[Played]:
        """Return the boards one by one."""
        position = self._position
        names = [board.name for board in self._boards]
        mines = [board.mines for board in self._boards]
        return list(
            map(Played, names, mines, self._parted(position.safe), self._parted(position.mines))
        )

    def _reveal(self, proved: Deduction) -> bool:
        """Take over what is proved; return whether that is anything."""
        position = self._position
        position.mines |= proved.mines
        position.safe = position.numbered = position.safe | proved.safe
        return any(proved)

    def _parted(self, cells: CellSet) -> list[CellSet]:
        return parted(self._grid, cells, len(self._boards))


def joined(grid: Grid, boards: Sequence[CellSet]) -> CellSet:
    """Return the cells of several boards as one set."""
    length = _length(grid)
    parts = [cells.to_bytes(length, "little") for cells in boards]
    return CellSet(int.from_bytes(b"".join(parts), "little"))


def repeated(grid: Grid, cells: CellSet, count: int) -> CellSet:
    """Return the same cells of so many boards as one set."""
    return CellSet(int.from_bytes(cells.to_bytes(_length(grid), "little") * count, "little"))


def parted(grid: Grid, cells: CellSet, count: int) -> list[CellSet]:
    """Return the cells of each of so many boards."""
    length = _length(grid)
    whole = cells.to_bytes(length * count, "little")
    starts = range(0, length * count, length)
    return [CellSet(int.from_bytes(whole[at : at + length], "little")) for at in starts]


def _length(grid: Grid) -> int:
    """Return the bytes that a board takes in a stack."""
    return -(-grid.size // 8)


# Swaps: if a mine and a safe cell have the same safe neighbours, apart from each other, then moving
# the mine to the other cell changes no number that a player could ever see. The same holds for two
# mines in opposite places of a 2x2 square and its other places. Most boards that need a guess
# have such a swap, though not all.


class Swap(NamedTuple):
    """A cell and another one at a distance; the offsets of cells that touch only one of them."""

    distance: int
    telling: tuple[int, ...]


def without_swap(grid: Grid, layouts: Sequence[bytearray], first: Cell) -> list[Played]:
    """Return the layouts without a swap, named by their places, with the first cell revealed."""
    padding = bytes(8 * _length(grid) - grid.size)
    mines = cells_where(padding.join([*layouts, b""]), _IS_ONE)
    count, start = len(layouts), CellSet(1 << first)
    swaps = parted(grid, _swaps(grid, mines, first, count), count)
    each = enumerate(zip(parted(grid, mines, count), swaps, strict=True))
    return [Played(name, layout, start) for name, (layout, found) in each if not found]


def has_swap(grid: Grid, mines: CellSet, first: Cell) -> bool:
    """Return whether some swap changes no number, so that the board needs a guess."""
    return bool(_swaps(grid, mines, first, 1))


def _swaps(grid: Grid, mines: CellSet, first: Cell, count: int) -> CellSet:
    """Return the cells at which a swap begins, on so many boards.

    The first cell takes part in no swap, as it is known to be safe.
    """
    safe = repeated(grid, all_cells(grid), count) & ~mines
    open_cells = repeated(grid, all_cells(grid) & ~(1 << first), count)
    silent = _SilentCells(safe, 8 * _length(grid) * count)
    found = NO_CELLS
    for distance, telling in _pairs(grid.stride):
        pairs = (mines ^ mines >> distance) & open_cells & open_cells >> distance
        found |= silent.at_every(pairs, telling)
    squares = _crossed_squares(grid.stride, mines, open_cells)
    return found | silent.at_every(squares, _around_square(grid.stride))


class _SilentCells:
    """The cells that never show a number: mines, and everything off the board."""

    def __init__(self, safe: CellSet, size: int) -> None:
        self._cells = CellSet((1 << size) - 1) ^ safe
        self._shifted: dict[int, CellSet] = {}

    def at_every(self, cells: CellSet, offsets: tuple[int, ...]) -> CellSet:
        """Return the cells for which every offset hits a mine or leaves the board."""
        for offset in offsets:
            if not cells:
                break
            if offset not in self._shifted:
                self._shifted[offset] = shifted(self._cells, offset)
            cells &= self._shifted[offset]
        return cells


def _crossed_squares(stride: int, mines: CellSet, open_cells: CellSet) -> CellSet:
    """Return the upper left cells of the 2x2 squares whose mines are two opposite places."""
    right, below, across = mines >> 1, mines >> stride, mines >> stride + 1
    falling = mines & across & ~right & ~below
    rising = right & below & ~mines & ~across
    rows = open_cells & open_cells >> 1
    return (falling | rising) & rows & rows >> stride


def _around_square(stride: int) -> tuple[int, ...]:
    """Return the offsets from its upper left cell of all cells that touch one cell of a square."""
    return -stride - 1, -stride + 2, 2 * stride - 1, 2 * stride + 2


@lru_cache(maxsize=32)
def _pairs(stride: int) -> list[Swap]:
    """Return the pairs of cells close enough to share a neighbour."""
    around = {row * stride + column for row in (-1, 0, 1) for column in (-1, 0, 1)} - {0}
    distances = {row * stride + column for row in range(-2, 3) for column in range(-2, 3)}
    pairs = []
    for distance in sorted(distances):
        if distance > 0:
            one_only = around ^ {offset + distance for offset in around}
            pairs.append(Swap(distance, tuple(sorted(one_only - {0, distance}, key=abs))))
    return pairs


_IS_ONE: Final = byte_table({1})

# Layouts: the cells of the frontier are taken one after the other, and each is safe or a mine. As
# in `counting`, of all that was chosen before only a *state* matters, what each number still needs:
# an int with a field for each number. But nothing is counted; a layer maps each state to the cells
# that are mines in some way to reach it. Where the sea may not hold the rest of the mines, the mine
# total is one more number, which touches all unknown cells.

TOTAL: Final = 20
"""Bits of the field of the total, without its guard bit."""

Layer = dict[int, CellSet]


def helped(grid: Grid, board: Played) -> Played | None:
    """Return a stuck board after what its layouts prove; None if that is nothing."""
    unknown = all_cells(grid) & ~(board.revealed | board.known)
    frontier = grown(grown(unknown, grid.stride) & board.revealed, grid.stride) & unknown
    if frontier.bit_count() <= FEW:
        safe, known = never_mined(grid, board, frontier), board.known
    else:
        layout = Board(grid, bytes_of(board.mines, grid.size))
        playout = Playout(layout, board.revealed, board.known)
        odds = analyse(playout.clues(), Deduction(mines=board.known), None, Budget(PROOF_WORK))
        safe, known = odds.safe, odds.mines
    if not safe and known == board.known:
        return None
    return board._replace(revealed=board.revealed | safe, known=known)


def never_mined(grid: Grid, board: Played, frontier: CellSet) -> CellSet:
    """Return the unknown cells that are safe in all layouts that agree with a board."""
    sea = all_cells(grid) & ~(board.revealed | board.known | frontier)
    sea_mines = (sea & board.mines).bit_count()
    mine_count = (frontier & board.mines).bit_count() + sea_mines
    is_free = frontier.bit_count() < mine_count <= sea.bit_count()
    total = 0 if is_free else 1 << FIELD * grid.size
    numbers = grown(frontier, grid.stride) & board.revealed
    guards, one_mine = _fields(grid, numbers, frontier, total)
    needs = sum([one_mine[cell] for cell in cells_of(frontier & board.mines)])
    layer = {guards + needs + total * sea_mines: NO_CELLS}
    most = 2 * guards + sum(one_mine.values()) + total * sea.bit_count()
    for cell in _in_turn(grid, numbers, frontier):
        most -= one_mine[cell]
        layer = _advance(layer, cell, one_mine[cell], most, guards)
    can_be = NO_CELLS
    for state, mined in layer.items():
        can_be |= mined if state == guards else mined | sea
    return (frontier if is_free else frontier | sea) & ~can_be


def _fields(
    grid: Grid, numbers: CellSet, frontier: CellSet, total: int
) -> tuple[int, dict[Cell, int]]:
    """Return the guard bits of all fields in use, and what a mine in a cell takes from a state."""
    lowest = (frontier & -frontier).bit_length() - 1
    start = grid.stride + 1 - lowest
    guards = sum([GUARD << FIELD * (number + start) for number in cells_of(numbers)])
    used = 2 * guards - guards // GUARD
    ring = _ring(grid.stride)
    cells = cells_of(frontier)
    one_mine = {cell: ring << FIELD * (cell - lowest) & used | total for cell in cells}
    return guards | total << TOTAL, one_mine


@lru_cache(maxsize=32)
def _ring(stride: int) -> int:
    """Return a one in the fields of all neighbours of a cell, from the upper left one on."""
    places = [row * stride + column for row in range(3) for column in range(3)]
    return sum(1 << FIELD * at for at in places if at != stride + 1)


def _in_turn(grid: Grid, numbers: CellSet, frontier: CellSet) -> Iterator[Cell]:
    """Yield the cells of the frontier so that few numbers are begun but not done at a time."""
    around, stride = neighbour_sets(grid), grid.stride
    left, begun = frontier, NO_CELLS
    while left:
        begun = begun & grown(left, stride) or _an_end(grid, numbers, left)
        cells = around[Cell((begun & -begun).bit_length() - 1)] & left
        yield from cells_of(cells)
        left ^= cells
        begun |= grown(cells, stride) & numbers


def _an_end(grid: Grid, numbers: CellSet, cells: CellSet) -> CellSet:
    """Return the numbers at the far end of a chain of cells."""
    wave = last = cells & -cells
    while wave:
        last = wave
        cells &= ~wave
        wave = grown(grown(wave, grid.stride) & numbers, grid.stride) & cells
    return grown(last & -last, grid.stride) & numbers


def _advance(layer: Layer, cell: Cell, need: int, most: int, guards: int) -> Layer:
    """Return the layer after a cell that is safe or a mine; drop what can no longer be met.

    `most` is what the cells still to come can meet, and twice the guards.
    """
    following: Layer = {}
    mine = CellSet(1 << cell)
    for state, mined in layer.items():
        if most - state & guards == guards:
            following[state] = following.get(state, NO_CELLS) | mined
        after = state - need
        if after & guards == guards == most - after & guards:
            following[after] = following.get(after, NO_CELLS) | mined | mine
    return following
