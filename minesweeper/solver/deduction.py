"""What single numbers and pairs of numbers prove, on the whole board at once.

A set of cells is an int, so one shift moves every cell of the board and one `&` asks all of them.
A number for every cell is written across such ints as well ("planes"): plane *k* is the set of the
cells whose number has bit *k*, and adding is done with the logic of an adder circuit.

    unknown     the covered cells that nothing is proved about yet
    need        a number, less the mines proved next to it: the mines among its unknown neighbours
    spare       its other unknown neighbours, which are safe
    pair        two cells at a fixed distance, and which neighbours both have or only one of them

Two rules, each applied to all cells in one go. Single numbers: where nothing is needed, all unknown
neighbours are safe; where nothing is spare, all are mines. Two numbers A and B: as the unknown
cells next to both are mines that A needs, or safe and to spare for B, there are at most as many as
A's need and B's spare cells together. If there are just so many, A needs no other mine and B has no
other spare cell: the cells next to A alone are safe, and those next to B alone are mines.
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
    """The cells that are proved."""

    safe: CellSet = NO_CELLS
    mines: CellSet = NO_CELLS


class Position:
    """The numbers, and the cells proved so far."""

    __slots__ = ("grid", "mines", "numbered", "planes", "safe")

    def __init__(
        self, grid: Grid, planes: Planes, numbered: CellSet, safe: CellSet, mines: CellSet
    ) -> None:
        """`numbered` are the cells whose numbers count; `safe` includes them."""
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

    Without `pairs`, what single numbers prove. `mines` are cells already proved to be mines, beside
    those that have exploded. Raise ContradictionError for a number that cannot be met, as far as
    this shows without counting layouts, and ValueError if `mines` are not covered cells.
    """
    if mines & ~clues.covered:
        raise ValueError(f"mines: {mines:#x} is not a set of covered cells")
    position = position_of(clues, mines | clues.exploded)
    while any(proved := next_proved(position, pairs=pairs)):
        position.safe |= proved.safe
        position.mines |= proved.mines
        if position.safe & position.mines:
            raise ContradictionError("a cell is proved to be safe and to be a mine")
    _check_numbers(position)
    return Deduction(position.safe & ~clues.revealed, position.mines)


def next_proved(position: Position, *, pairs: bool = True) -> Deduction:
    """Return what single numbers prove or, with `pairs`, what two numbers do if those are done."""
    proved = single_numbers(position)
    return two_numbers(position) if pairs and not any(proved) else proved


def position_of(clues: Clues, mines: CellSet = NO_CELLS) -> Position:
    """Return the position of these clues, with some mines proved already."""
    return Position(clues.grid, planes_of(clues.numbers), clues.numbered, clues.revealed, mines)


def planes_of(numbers: bytes) -> Planes:
    """Return the numbers of all cells as planes."""
    p0, p1, p2, p3 = (cells_where(numbers, table) for table in _HAS_BIT)
    return p0, p1, p2, p3


def single_numbers(position: Position) -> Deduction:
    """Return what each number proves by itself."""
    grid, unknown = position.grid, position.unknown
    mines = position.mines
    met = position.numbered & ~_differ(position.planes, count_neighbours(mines, grid.stride))
    safe = grow(met, grid.stride) & unknown
    candidates = count_neighbours(mines | unknown & ~safe, grid.stride)
    full = position.numbered & ~_differ(position.planes, candidates)
    return Deduction(safe, grow(full, grid.stride) & unknown & ~safe)


def two_numbers(position: Position) -> Deduction:
    """Return what two numbers prove together, once single numbers prove nothing more.

    If numbers side by side prove anything, the others are left out.
    """
    grid, unknown = position.grid, position.unknown
    active = position.numbered & grow(unknown, grid.stride)
    needs, spares = _needs_and_spares(position, active)
    near = {offset: shift(unknown, offset) for offset in grid.around}
    safe, mines = dict.fromkeys(near, NO_CELLS), dict.fromkeys(near, NO_CELLS)
    found = Deduction()
    for pairs in _pairs(grid.stride) if active else ():
        for distance, shared, only_a, only_b in pairs:
            counts = _two_to_four([near[offset] for offset in shared])
            at_a = _made_up(counts, needs, [cells >> distance for cells in spares])
            _mark(safe, only_a, at_a)
            _mark(mines, only_b, at_a << distance)
            at_a = _made_up(counts, [cells >> distance for cells in needs], spares)
            _mark(safe, only_b, at_a << distance)
            _mark(mines, only_a, at_a)
        found = Deduction(_marked(safe) & unknown, _marked(mines) & unknown)
        if any(found):
            break
    return found


def _needs_and_spares(position: Position, cells: CellSet) -> tuple[list[CellSet], list[CellSet]]:
    """Return those of the cells that need 1, 2 and 3 mines, and that can spare 1, 2 and 3 cells."""
    stride = position.grid.stride
    need = _subtract(position.planes, count_neighbours(position.mines, stride), cells)
    spare = _subtract(count_neighbours(position.unknown, stride), need, cells)
    return _one_to_three(need), _one_to_three(spare)


class Pair(NamedTuple):
    """Two cells A and B, and the offsets of those that touch both or only one.

    Offsets count places, `only_b` from B and the others from A: on a board narrower than five cells
    different (column, row) distances are the same offset.
    """

    distance: int
    shared: tuple[int, ...]
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]


@lru_cache(maxsize=32)
def _pairs(stride: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs that share two neighbours or more: those side by side, and the others.

    One shared neighbour is fewer than the one mine that A needs and the one cell that B can spare:
    otherwise single numbers would prove more.
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
    """Return the cells whose number is one, two and three."""
    p0, p1, p2, p3 = planes
    few = ~(p2 | p3)
    return [few & p0 & ~p1, few & p1 & ~p0, few & p0 & p1]


def _two_to_four(sets: list[CellSet]) -> list[CellSet]:
    """Return the cells that are in two, three and four of the sets."""
    if len(sets) == 2:
        return [sets[0] & sets[1], NO_CELLS, NO_CELLS]
    one = two = three = four = NO_CELLS
    for cells in sets:
        four |= three & cells
        three |= two & cells
        two |= one & cells
        one |= cells
    return [two ^ three, three ^ four, four]


def _made_up(counts: list[CellSet], needs: list[CellSet], spares: list[CellSet]) -> CellSet:
    """Return where need and spare cells are together as many as the shared cells."""
    two, three, four = counts
    need1, need2, need3 = needs
    spare1, spare2, spare3 = spares
    hits = two & need1 & spare1
    if three:
        hits |= three & (need1 & spare2 | need2 & spare1)
    if four:
        hits |= four & (need1 & spare3 | need2 & spare2 | need3 & spare1)
    return hits


def _mark(marks: dict[int, CellSet], offsets: tuple[int, ...], cells: CellSet) -> None:
    """Mark the cells at these offsets from others."""
    if cells:
        for offset in offsets:
            marks[offset] |= cells


def _marked(marks: dict[int, CellSet]) -> CellSet:
    """Return all marked cells."""
    marked = NO_CELLS
    for offset, cells in marks.items():
        marked |= shift(cells, -offset)
    return marked


def _check_numbers(position: Position) -> None:
    """Raise ContradictionError if some number can no longer be met."""
    stride = position.grid.stride
    fewest = count_neighbours(position.mines, stride)
    most = count_neighbours(position.mines | position.unknown, stride)
    wrong = _less(position.planes, fewest) | _less(most, position.planes)
    if wrong & position.numbered:
        raise ContradictionError("a number cannot be met")


def count_neighbours(cells: CellSet, stride: int) -> Planes:
    """Return how many neighbours of each cell are in the set, by full and half adders."""
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
    """Return the cells at which two numbers differ."""
    return a[0] ^ b[0] | a[1] ^ b[1] | a[2] ^ b[2] | a[3] ^ b[3]


def _subtract(a: Planes, b: Planes, cells: CellSet) -> Planes:
    """Return `a` less `b` at the cells; a difference below 0 wraps round to one never met."""
    result = []
    borrow = NO_CELLS
    for x, y in zip(a, b, strict=True):
        difference = x ^ y
        result.append((difference ^ borrow) & cells)
        borrow = y & ~x | borrow & ~difference
    p0, p1, p2, p3 = result
    return p0, p1, p2, p3


def _less(a: Planes, b: Planes) -> CellSet:
    """Return the cells at which `a` is less than `b`."""
    borrow = NO_CELLS
    for x, y in zip(a, b, strict=True):
        borrow = y & ~x | borrow & ~(x ^ y)
    return borrow


def offsets_within(distance: int, stride: int) -> set[int]:
    """Return the offsets from a cell to all others at most `distance` columns and rows away."""
    reach = range(-distance, distance + 1)
    return {row * stride + column for row in reach for column in reach} - {0}


def shift(cells: CellSet, offset: int) -> CellSet:
    """Return the cells that have one of the set at this offset."""
    return cells >> offset if offset > 0 else cells << -offset


_HAS_BIT: Final = [byte_table({n for n in range(16) if n >> bit & 1}) for bit in range(4)]
