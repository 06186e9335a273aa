"""What single numbers and pairs of numbers prove, on the whole board at once.

A set of cells is an int, so one shift moves every cell of the board and one `&` tests all of them.
The numbers of all cells are spread over four sets ("planes"): plane *k* is the set of the cells
with a number that has bit *k*, and numbers are added as in an adder circuit.

    unknown     the covered cells that nothing is proved about yet
    need        a number minus the mines proved next to it: the mines among its unknown neighbours
    spare       its other unknown neighbours, which are safe
    pair        two cells at a fixed distance, and the neighbours that they share or have alone

There are two rules, each applied to all cells at once. Single numbers: if a number needs no more
mines, all its unknown neighbours are safe; if it has no spare neighbours, all of them are mines.
Two numbers A and B: each unknown cell that they share is either a mine that A needs or a cell that
B can spare. So they share at most as many as A's need plus B's spare cells. If they share exactly
that many, A needs no other mine and B has no other spare cell: the cells next to A alone are safe,
and those next to B alone are mines.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from minesweeper.engine.cells import (
    NO_CELLS,
    CellSet,
    Grid,
    all_cells,
    byte_table,
    cells_where,
    grow,
)
from minesweeper.solver.clues import Clues, ContradictionError

Planes = tuple[CellSet, CellSet, CellSet, CellSet]


class Deduction(NamedTuple):
    """The cells that are proved to be safe or mines."""

    safe: CellSet = NO_CELLS
    mines: CellSet = NO_CELLS


class Position:
    """The numbers, and the cells proved so far; deduction updates it in place."""

    __slots__ = ("grid", "mines", "numbered", "planes", "safe")

    def __init__(
        self, grid: Grid, planes: Planes, numbered: CellSet, safe: CellSet, mines: CellSet
    ) -> None:
        """Take the cells whose numbers count as `numbered`; `safe` must include them."""
        self.grid = grid
        self.planes = planes
        self.numbered = numbered
        self.safe = safe
        self.mines = mines

    @property
    def unknown(self) -> CellSet:
        """The cells that nothing is proved about."""
        return all_cells(self.grid) & ~(self.safe | self.mines)


def deduce(clues: Clues, mines: CellSet = NO_CELLS, *, pairs: bool = True) -> Deduction:
    """Return everything that single numbers and pairs prove, one proof building on another.

    With `pairs=False` only single numbers are used. `mines` are cells proved to be mines before, in
    addition to the known mines of the clues. Raise ContradictionError if the rules show that the
    clues contradict each other, and ValueError if `mines` are not covered cells.
    """
    if mines & ~clues.covered:
        raise ValueError(f"mines: {mines:#x} is not a set of covered cells")
    position = position_of(clues, mines)
    while any(proved := deduce_next(position, pairs=pairs)):
        position.safe |= proved.safe
        position.mines |= proved.mines
        if position.safe & position.mines:
            raise ContradictionError("a cell is proved to be safe and to be a mine")
    _check_numbers(position)
    return Deduction(position.safe & ~clues.revealed, position.mines)


def deduce_next(position: Position, *, pairs: bool = True) -> Deduction:
    """Return what single numbers prove.

    If that is nothing and `pairs` is set, return what two numbers prove together.
    """
    proved = single_numbers(position)
    return two_numbers(position) if pairs and not any(proved) else proved


def position_of(clues: Clues, mines: CellSet = NO_CELLS) -> Position:
    """Return the position of these clues; `mines` and the known mines count as proved already."""
    mines |= clues.known_mines
    return Position(clues.grid, planes_of(clues.numbers), clues.numbered, clues.revealed, mines)


def planes_of(numbers: bytes) -> Planes:
    """Return the numbers of all cells as planes."""
    p0, p1, p2, p3 = (cells_where(numbers, table) for table in _HAS_BIT)
    return p0, p1, p2, p3


def single_numbers(position: Position) -> Deduction:
    """Return what each number proves on its own."""
    grid, unknown = position.grid, position.unknown
    mines = position.mines
    satisfied = position.numbered & ~_differ(position.planes, count_neighbours(mines, grid.stride))
    safe = grow(satisfied, grid.stride) & unknown
    candidates = count_neighbours(mines | unknown & ~safe, grid.stride)
    full = position.numbered & ~_differ(position.planes, candidates)
    return Deduction(safe, grow(full, grid.stride) & unknown & ~safe)


def two_numbers(position: Position, *, all_pairs: bool = False) -> Deduction:
    """Return what two numbers prove together, once single numbers prove nothing more.

    Adjacent numbers come first: if they prove anything, other pairs are only examined if
    `all_pairs` is set.
    """
    grid, unknown = position.grid, position.unknown
    active = position.numbered & grow(unknown, grid.stride)
    needs, spares = _needs_and_spares(position, active)
    near = {offset: shift(unknown, offset) for offset in grid.neighbour_offsets}
    safe, mines = dict.fromkeys(near, NO_CELLS), dict.fromkeys(near, NO_CELLS)
    proved = Deduction()
    for pairs in _pairs(grid.stride) if active else ():
        for distance, shared, only_a, only_b in pairs:
            counts = _two_to_four([near[offset] for offset in shared])
            at_a = _where_counts_match(counts, needs, [cells >> distance for cells in spares])
            _mark_offsets(safe, only_a, at_a)
            _mark_offsets(mines, only_b, at_a << distance)
            at_a = _where_counts_match(counts, [cells >> distance for cells in needs], spares)
            _mark_offsets(safe, only_b, at_a << distance)
            _mark_offsets(mines, only_a, at_a)
        proved = Deduction(_marked_cells(safe) & unknown, _marked_cells(mines) & unknown)
        if any(proved) and not all_pairs:
            break
    return proved


def _needs_and_spares(position: Position, cells: CellSet) -> tuple[list[CellSet], list[CellSet]]:
    """Return which of the cells need 1, 2 and 3 mines, and which can spare 1, 2 and 3 cells."""
    stride = position.grid.stride
    need = _subtract(position.planes, count_neighbours(position.mines, stride), cells)
    spare = _subtract(count_neighbours(position.unknown, stride), need, cells)
    return _one_to_three(need), _one_to_three(spare)


class Pair(NamedTuple):
    """Two cells A and B, and the offsets of the cells that touch both, or only one of them.

    `only_b` counts from B, the others from A. These are offsets of places, because on a board
    narrower than five cells different (column, row) distances have the same offset.
    """

    distance: int
    shared: tuple[int, ...]
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]


@lru_cache(maxsize=32)
def _pairs(stride: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs that share at least two neighbours: those side by side, and the others.

    A single shared neighbour proves nothing: A needs at least one mine and B has at least one spare
    cell, or single numbers would prove more.
    """
    around = offsets_within(1, stride)
    side_by_side: list[Pair] = []
    others: list[Pair] = []
    for distance in sorted(each for each in offsets_within(2, stride) if each > 0):
        shared = around & {offset + distance for offset in around}
        only_a = around - shared - {distance}
        only_b = around - {offset - distance for offset in shared} - {-distance}
        if len(shared) > 1:
            pairs = side_by_side if distance in (1, stride) else others
            pairs.append(Pair(distance, tuple(shared), tuple(only_a), tuple(only_b)))
    return side_by_side, others


def _one_to_three(planes: Planes) -> list[CellSet]:
    """Return three sets: the cells whose number is one, two and three."""
    p0, p1, p2, p3 = planes
    few = ~(p2 | p3)
    return [few & p0 & ~p1, few & p1 & ~p0, few & p0 & p1]


def _two_to_four(sets: list[CellSet]) -> list[CellSet]:
    """Return three sets: the cells that are in exactly two, three and four of the given sets."""
    if len(sets) == 2:
        return [sets[0] & sets[1], NO_CELLS, NO_CELLS]
    one = two = three = four = NO_CELLS
    for cells in sets:
        four |= three & cells
        three |= two & cells
        two |= one & cells
        one |= cells
    return [two ^ three, three ^ four, four]


def _where_counts_match(
    counts: list[CellSet], needs: list[CellSet], spares: list[CellSet]
) -> CellSet:
    """Return the cells where need plus spare cells equals the number of shared cells."""
    two, three, four = counts
    need1, need2, need3 = needs
    spare1, spare2, spare3 = spares
    hits = two & need1 & spare1
    if three:
        hits |= three & (need1 & spare2 | need2 & spare1)
    if four:
        hits |= four & (need1 & spare3 | need2 & spare2 | need3 & spare1)
    return hits


def _mark_offsets(marks: dict[int, CellSet], offsets: tuple[int, ...], cells: CellSet) -> None:
    """Record that the neighbours of `cells` at these offsets are proved."""
    if cells:
        for offset in offsets:
            marks[offset] |= cells


def _marked_cells(marks: dict[int, CellSet]) -> CellSet:
    """Return the cells that are proved by these marks."""
    marked = NO_CELLS
    for offset, cells in marks.items():
        marked |= shift(cells, -offset)
    return marked


def _check_numbers(position: Position) -> None:
    """Raise ContradictionError if some number can no longer be met."""
    stride = position.grid.stride
    minimum = count_neighbours(position.mines, stride)
    maximum = count_neighbours(position.mines | position.unknown, stride)
    wrong = _less(position.planes, minimum) | _less(maximum, position.planes)
    if wrong & position.numbered:
        raise ContradictionError("a number cannot be met")


def count_neighbours(cells: CellSet, stride: int) -> Planes:
    """Return how many neighbours of each cell are in the set, using full and half adders."""
    left, right = cells << 1, cells >> 1
    beside, both = left ^ right, left & right
    three, carry = beside ^ cells, both | beside & cells  # the cell above or below and its sides
    up, down, up2, down2 = three << stride, three >> stride, carry << stride, carry >> stride
    ones, carry_vertical = up ^ down, up & down
    ones, carry_ones = ones ^ beside, ones & beside
    twos, fours = up2 ^ down2, up2 & down2
    extra, fours2 = carry_vertical ^ carry_ones, carry_vertical & carry_ones
    twos, fours3 = twos ^ extra, twos & extra
    twos, fours4 = twos ^ both, twos & both
    carried, eights = fours ^ fours2, fours & fours2
    odd, eights2 = fours3 ^ fours4, fours3 & fours4
    return ones, twos, carried ^ odd, eights | eights2 | carried & odd


def _differ(a: Planes, b: Planes) -> CellSet:
    """Return the cells where two numbers differ."""
    return a[0] ^ b[0] | a[1] ^ b[1] | a[2] ^ b[2] | a[3] ^ b[3]


def _subtract(a: Planes, b: Planes, cells: CellSet) -> Planes:
    """Return `a` minus `b` at the cells; a negative difference wraps to a value never matched."""
    result = []
    borrow = NO_CELLS
    for x, y in zip(a, b, strict=True):
        difference = x ^ y
        result.append((difference ^ borrow) & cells)
        borrow = y & ~x | borrow & ~difference
    p0, p1, p2, p3 = result
    return p0, p1, p2, p3


def _less(a: Planes, b: Planes) -> CellSet:
    """Return the cells where `a` is less than `b`."""
    borrow = NO_CELLS
    for x, y in zip(a, b, strict=True):
        borrow = y & ~x | borrow & ~(x ^ y)
    return borrow


def offsets_within(distance: int, stride: int) -> set[int]:
    """Return the offsets from a cell to all others at most `distance` columns and rows away."""
    reach = range(-distance, distance + 1)
    return {row * stride + column for row in reach for column in reach} - {0}


def shift(cells: CellSet, offset: int) -> CellSet:
    """Return the cells that have a cell of the set at this offset."""
    return cells >> offset if offset > 0 else cells << -offset


_HAS_BIT: Final = [byte_table({n for n in range(16) if n >> bit & 1}) for bit in range(4)]
