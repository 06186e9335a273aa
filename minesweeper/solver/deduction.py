"""What single numbers and pairs of numbers prove, on the whole board at once.

A set of cells is an int, so one shift moves every cell of the board and one `&` asks all of them.
A number for every cell is written across such ints as well ("planes"): plane *k* is the set of the
cells whose number has bit *k*, and adding is done with the logic of an adder circuit.

    unknown     the covered cells that nothing is proved about yet
    need        a number, less the mines proved next to it: the mines among its unknown neighbours
    relation    two cells at a fixed distance, and which neighbours only the one or the other has

Two rules, each applied to all cells in one go. Single numbers: where nothing is needed, all unknown
neighbours are safe; where all are needed, all are mines. Two numbers A and B: if B needs so many
more than A that every unknown cell next to B alone must be a mine, those are mines, and the cells
next to A alone are safe.
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
    grown,
)
from minesweeper.solver.clues import Clues, ContradictionError

Planes = tuple[CellSet, CellSet, CellSet, CellSet]


WORK: Final = 1_000_000_000
"""The number of cells to check by single numbers: some seconds."""
PAIRS: Final = 6
"""How much longer pairs of numbers take than single numbers."""


class Deduction(NamedTuple):
    """The cells that are proved."""

    safe: CellSet = NO_CELLS
    mines: CellSet = NO_CELLS


class Position:
    """The numbers, and the cells proved so far."""

    __slots__ = ("everywhere", "grid", "mines", "numbered", "planes", "safe")

    def __init__(
        self, grid: Grid, planes: Planes, numbered: CellSet, safe: CellSet, mines: CellSet
    ) -> None:
        """`numbered` are the cells whose numbers count; `safe` includes them."""
        self.grid = grid
        self.everywhere = all_cells(grid)
        self.planes = planes
        self.numbered = numbered
        self.safe = safe
        self.mines = mines

    @property
    def unknown(self) -> CellSet:
        """The cells that nothing is proved about."""
        return self.everywhere & ~(self.safe | self.mines)


def deduce(clues: Clues, mines: CellSet = NO_CELLS) -> Deduction:
    """Return everything that single numbers and pairs prove, one proof building on another.

    `mines` are cells already proved to be mines. Raises ContradictionError for a number that
    cannot be met, as far as this shows without counting layouts, and ValueError if `mines` are not
    covered cells. On a board of a million cells a very long chain of proofs is cut short.
    """
    if mines & ~clues.covered:
        raise ValueError(f"mines: {mines:#x} is not a set of covered cells")
    position = position_of(clues, mines)
    looks = WORK // len(clues.grid)
    while looks > 0:
        proved = single_numbers(position)
        looks -= 1
        if not any(proved):
            proved = two_numbers(position)
            looks -= PAIRS
        if not any(proved):
            break
        position.safe |= proved.safe
        position.mines |= proved.mines
        if position.safe & position.mines:
            raise ContradictionError("a cell is proved to be safe and to be a mine")
    _check_numbers(position)
    return Deduction(position.safe & ~clues.revealed, position.mines)


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
    safe = grown(met, grid.stride) & unknown
    candidates = count_neighbours(mines | unknown & ~safe, grid.stride)
    full = position.numbered & ~_differ(position.planes, candidates)
    return Deduction(safe, grown(full, grid.stride) & unknown & ~safe)


def two_numbers(position: Position) -> Deduction:
    """Return what two numbers prove together, adjacent ones if they prove anything."""
    grid, unknown = position.grid, position.unknown
    active = position.numbered & grown(unknown, grid.stride)
    if not active:
        return Deduction()
    have = count_neighbours(position.mines, grid.stride)
    need = _subtract(position.planes, have, active)
    for relations, offsets in _relations(grid.stride):
        shifted = {offset: _shifted(unknown, offset) for offset in offsets}
        safe = mines = NO_CELLS
        for relation in relations:
            found = _apply(relation, need, active, shifted)
            safe |= found.safe
            mines |= found.mines
        if safe or mines:
            return Deduction(safe, mines)
    return Deduction()


class Relation(NamedTuple):
    """Two cells A and B at a fixed distance; offsets count from A, in index space.

    Index space, because on a board narrower than five cells different (column, row) distances are
    the same offset: sets of offsets then agree where pairs of numbers would not.
    """

    distance: int
    only_b: tuple[int, ...]
    only_a: tuple[int, ...]


def _apply(
    relation: Relation, need: Planes, active: CellSet, shifted: dict[int, CellSet]
) -> Deduction:
    """Return what follows where A's need and all of B's own unknown cells make up B's need."""
    distance, only_b, only_a = relation
    both = active & _shifted(active, distance)
    if not both:
        return Deduction()
    m0, m1, m2, m3 = _count_up(need, only_b, shifted)
    n0, n1, n2, n3 = need
    if distance > 0:
        differ = m0 ^ n0 >> distance | m1 ^ n1 >> distance | m2 ^ n2 >> distance
        hits = both & ~(differ | m3 ^ n3 >> distance)
    else:
        differ = m0 ^ n0 << -distance | m1 ^ n1 << -distance | m2 ^ n2 << -distance
        hits = both & ~(differ | m3 ^ n3 << -distance)
    if not hits:
        return Deduction()
    return Deduction(_marked(only_a, hits, shifted), _marked(only_b, hits, shifted))


def _marked(offsets: tuple[int, ...], hits: CellSet, shifted: dict[int, CellSet]) -> CellSet:
    """Return the unknown cells at these offsets from the hits."""
    marked = NO_CELLS
    for offset in offsets:
        marked |= _shifted(hits & shifted[offset], -offset)
    return marked


Relations = tuple[list[Relation], frozenset[int]]


@lru_cache(maxsize=32)
def _relations(stride: int) -> tuple[Relations, Relations]:
    """Return all relations of numbers that can share a neighbour, with the offsets that they use.

    First those of numbers side by side, then the others.
    """
    around = {row * stride + column for row in (-1, 0, 1) for column in (-1, 0, 1)} - {0}
    distances = {row * stride + column for row in range(-2, 3) for column in range(-2, 3)} - {0}
    near: list[Relation] = []
    far: list[Relation] = []
    for distance in sorted(distances):
        around_b = {offset + distance for offset in around}
        only_b = tuple(sorted(around_b - around - {0}))
        only_a = tuple(sorted(around - around_b - {distance}))
        side_by_side = abs(distance) in (1, stride)
        (near if side_by_side else far).append(Relation(distance, only_b, only_a))
    return (near, _offsets(near)), (far, _offsets(far))


def _offsets(relations: list[Relation]) -> frozenset[int]:
    """Return all offsets that relations use."""
    return frozenset(offset for each in relations for offset in each.only_a + each.only_b)


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


def _count_up(planes: Planes, offsets: tuple[int, ...], shifted: dict[int, CellSet]) -> Planes:
    """Return the numbers, one more for each offset at which there is an unknown cell."""
    p0, p1, p2, p3 = planes
    for offset in offsets:
        more = shifted[offset]
        carry, p0 = p0 & more, p0 ^ more
        if carry:
            carry, p1 = p1 & carry, p1 ^ carry
            carry, p2 = p2 & carry, p2 ^ carry
            p3 ^= carry
    return p0, p1, p2, p3


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


def _shifted(cells: CellSet, offset: int) -> CellSet:
    """Return the cells that have one of the set at this offset."""
    return cells >> offset if offset > 0 else cells << -offset


_HAS_BIT: Final = [byte_table({n for n in range(16) if n >> bit & 1}) for bit in range(4)]
