"""The patterns that players know by name, such as 1-2-1, in any of the eight orientations.

A pattern is recognised by what its numbers still need, after their known mines are subtracted, and
by how the numbers lie: side by side, or in line.
"""

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, grow, neighbour_sets, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Position, two_numbers


class Pattern(NamedTuple):
    """Numbers that form a pattern, and what they prove."""

    name: str
    """Such as "1-1", "1-2", "1-2-1", "1-2-2-1" or "hole"."""
    numbers: tuple[Cell, ...]
    """The numbers, in the order of the name."""
    is_reduced: bool
    """Whether the pattern appears only after subtracting known mines."""
    safe: CellSet
    """The cells that it proves safe."""
    mines: CellSet
    """The cells that it proves to be mines."""

    @property
    def label(self) -> str:
        """The name as sentences begin with it, such as "reduced 1-1"."""
        return f"reduced {self.name}" if self.is_reduced else self.name


def find_patterns(clues: Clues, position: Position) -> list[Pattern]:
    """Return the patterns of two or more numbers that prove something new in a position.

    Pairs that are part of a larger pattern are left out. `position` holds what is proved so far;
    where single numbers prove more in it, patterns may be missing.
    """
    pairs = list(_pairs(clues, position))
    lines = [
        line
        for pair in pairs
        if pair.numbers[0] < pair.numbers[1]  # so that each is found at one end only
        and (line := find_line(clues, position, pair))
    ]
    in_lines = [{*line.numbers} for line in lines]
    alone = [pair for pair in pairs if not any(line.issuperset(pair.numbers) for line in in_lines)]
    return [*lines, *alone]


def need_of(clues: Clues, position: Position, number: Cell) -> int:
    """Return how many of a number's mines are not proved yet."""
    near = neighbour_sets(clues.grid)[number]
    return clues.numbers[number] - (near & position.mines).bit_count()


def _open_cells(position: Position, number: Cell) -> CellSet:
    """Return the neighbours of a number that nothing is proved about."""
    return neighbour_sets(position.grid)[number] & position.unknown


def _make(
    clues: Clues,
    position: Position,
    name: str,
    numbers: tuple[Cell, ...],
    safe: CellSet,
    mines: CellSet,
) -> Pattern:
    is_reduced = any(clues.numbers[each] != need_of(clues, position, each) for each in numbers)
    return Pattern(name, numbers, is_reduced, safe, mines)


# Pairs


def _pairs(clues: Clues, position: Position) -> Iterator[Pattern]:
    """Yield the pairs that prove something: one of their numbers touches a cell that is proved."""
    stride = position.grid.stride
    active = _active(position)
    proved = two_numbers(position, all_pairs=True)
    touching = active & grow(proved.safe | proved.mines, stride)
    for one in cells_of(touching):
        around = grow(grow(CellSet(1 << one), stride), stride)
        for other in cells_of(active & around):
            is_new = one < other or not touching >> other & 1
            for less, more in ((one, other), (other, one)) if is_new else ():
                if pair := compare(clues, position, less, more):
                    yield pair


def compare(clues: Clues, position: Position, less: Cell, more: Cell) -> Pattern | None:
    """Return the pattern of two numbers if the second needs all the cells of its own for mines.

    These are as many as it needs more than the first, whose own cells are safe then. Return None
    if this proves nothing.
    """
    open_less, open_more = _open_cells(position, less), _open_cells(position, more)
    safe, mines = open_less & ~open_more, open_more & ~open_less
    need = need_of(clues, position, less)
    total = need + mines.bit_count()
    if not (safe | mines) or total != need_of(clues, position, more):
        return None
    name = "hole" if _is_hole(position, less, more) else f"{need}-{total}"
    return _make(clues, position, name, (less, more), safe, mines)


def _is_hole(position: Position, inner: Cell, outer: Cell) -> bool:
    """Return whether the outer number has only the cells on both sides of the inner one."""
    side = _across(position, inner - outer)
    return bool(side) and _open_cells(position, outer) == 1 << inner + side | 1 << inner - side


def _across(position: Position, step: int) -> int:
    """Return the offset at a right angle to a step between neighbours; 0 for any other offset."""
    stride = position.grid.stride
    return {1: stride, stride: 1}.get(abs(step), 0)


# Lines: 1-2-1 and 1-2-2-1


def find_line(clues: Clues, position: Position, pair: Pattern) -> Pattern | None:
    """Return the 1-2-1 or the 1-2-2-1 that begins with a pair, along a wall of open cells.

    It proves all that the pair proves. Return None if there is none.
    """
    less, more = pair.numbers
    step = more - less
    if pair.name != "1-2" or not _across(position, step):
        return None
    numbers = [less, more]
    while len(numbers) < 4 and need_of(clues, position, numbers[-1]) == 2:
        numbers.append(Cell(numbers[-1] + step))
    if set_of(numbers) & ~_active(position):
        return None
    name = "-".join(str(need_of(clues, position, number)) for number in numbers)
    mined = {"1-2-1": numbers[::2], "1-2-2-1": numbers[1:3]}.get(name, [])
    open_cells = _touched(position, numbers)
    for side in (_across(position, step), -_across(position, step)):
        wall = _run(Cell(less + side - step), step, len(numbers) + 2)
        mines = set_of(Cell(number + side) for number in mined)
        if mines and not mines & ~open_cells and not open_cells & ~wall:
            return _make(clues, position, name, tuple(numbers), open_cells & ~mines, mines)
    return None


def _touched(position: Position, numbers: list[Cell]) -> CellSet:
    """Return the open cells of several numbers."""
    touched = NO_CELLS
    for number in numbers:
        touched |= _open_cells(position, number)
    return touched


def _active(position: Position) -> CellSet:
    """Return the numbers that touch open cells."""
    return position.numbered & grow(position.unknown, position.grid.stride)


def _run(first: Cell, step: int, count: int) -> CellSet:
    """Return cells in line."""
    return set_of(Cell(first + at * step) for at in range(count))
