"""What windows prove, by searching for boards that refute it: the oracle for the course.

It shares nothing with the solver. A number is a rule, "so many of these cells are mines"; a cell is
safe if no board on which it is a mine fits every rule. Unlike `layouts_by_brute_force`, which tries
all boards, it follows what each choice forces, and so answers for windows of 12x8.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues
from tests.harness.positions import numbered

Rule = tuple[frozenset[Cell], int]


def fits(clues: Clues, mines: CellSet, *, with_total: bool = False) -> bool:
    """Return whether a board agrees with every number, and with the mine total if that counts."""
    is_possible = not mines & clues.revealed and not clues.known_mines & ~mines
    is_total_right = not with_total or mines.bit_count() == clues.mine_count
    return (
        is_possible
        and is_total_right
        and all(
            sum(mines >> near & 1 for near in clues.grid.neighbours(number))
            == clues.numbers[number]
            for number in numbered(clues)
        )
    )


def find_board(
    clues: Clues,
    *,
    safe: CellSet | int = 0,
    mines: CellSet | int = 0,
    numbers: Iterable[Cell] | None = None,
    rules: Iterable[Rule] = (),
    with_total: bool = False,
) -> CellSet | None:
    """Return the mines of a board that fits, with these cells safe and mined; None without one.

    With `numbers`, only these numbers have to fit; `rules` are further ones.
    """
    used = numbered(clues) if numbers is None else list(numbers)
    known = clues.known_mines | mines
    rules = [*rules, *(_rule(clues, number) for number in used)]
    rules += [(frozenset([cell]), 1) for cell in cells_of(CellSet(known))]
    rules += [(frozenset([cell]), 0) for cell in cells_of(CellSet(safe))]
    if with_total:
        rules.append(_total(clues))
    found = next(_solutions(rules), None)
    return None if found is None else set_of(found)


def all_boards(clues: Clues) -> list[CellSet]:
    """Return the mines of every board that fits, with the mine total."""
    rules = [_rule(clues, number) for number in numbered(clues)]
    rules += [(frozenset([cell]), 1) for cell in cells_of(clues.known_mines)]
    return [set_of(mines) for mines in _solutions([*rules, _total(clues)])]


def _rule(clues: Clues, number: Cell) -> Rule:
    near = (cell for cell in clues.grid.neighbours(number) if clues.covered >> cell & 1)
    return frozenset(near), clues.numbers[number]


def _total(clues: Clues) -> Rule:
    return frozenset(cells_of(clues.covered)), clues.mine_count


def _solutions(rules: list[Rule]) -> Iterator[frozenset[Cell]]:
    """Yield every set of cells that obeys all rules if they are mines and no others are."""
    safe: set[Cell] = set()
    mines: set[Cell] = set()
    while True:
        rules = [(cells - safe - mines, need - len(cells & mines)) for cells, need in rules]
        if any(not 0 <= need <= len(cells) for cells, need in rules):
            return
        rules = list(dict.fromkeys(rule for rule in rules if rule[0]))
        forced = [rule for rule in rules if rule[1] in (0, len(rule[0]))]
        if not forced:
            break
        cells, need = forced[0]
        (mines if need else safe).update(cells)
    if not rules:
        yield frozenset(mines)
        return
    cell = min(min(rules, key=lambda rule: len(rule[0]))[0])
    for need in (0, 1):
        for more in _solutions([*rules, (frozenset([cell]), need)]):
            yield more | mines


def proves(
    clues: Clues, numbers: Iterable[Cell], cell: Cell, *, mine: bool, with_total: bool = False
) -> bool:
    """Return whether these numbers alone, with the known mines, prove what a cell is."""
    itself = 1 << cell
    safe, mines = (itself, 0) if mine else (0, itself)
    board = find_board(clues, safe=safe, mines=mines, numbers=numbers, with_total=with_total)
    return board is None


def certain_cells(clues: Clues, *, with_total: bool = False) -> tuple[CellSet, CellSet]:
    """Return the cells that all numbers prove safe, and those that they prove to be mines.

    The known mines are in neither set.
    """
    return _certain_cells(clues, with_total)


@lru_cache(maxsize=2_000)  # each sentence about a position asks again
def _certain_cells(clues: Clues, with_total: bool) -> tuple[CellSet, CellSet]:
    board = find_board(clues, with_total=with_total)
    assert board is not None, f"no board fits\n{clues}"
    sure = [
        cell
        for cell in cells_of(clues.covered & ~clues.known_mines)
        if proves(
            clues,
            numbered(clues) if with_total else _linked_numbers(clues, cell),
            cell,
            mine=bool(board >> cell & 1),
            with_total=with_total,
        )
    ]
    return set_of(sure) & ~board, set_of(sure) & board


def _linked_numbers(clues: Clues, cell: Cell) -> list[Cell]:
    """Return the numbers that could have to do with a cell, through cells that they share."""
    reached: list[Cell] = []
    queue = [cell]
    for place in queue:
        for number in _numbers_at(clues, place):
            if number not in reached:
                reached.append(number)
                queue += [near for near in _open_cells(clues, number) if near not in queue]
    return reached


def _numbers_at(clues: Clues, cell: Cell) -> list[Cell]:
    return [each for each in numbered(clues) if each in clues.grid.neighbours(cell)]


def _open_cells(clues: Clues, number: Cell) -> list[Cell]:
    """Return the covered cells around a number that are not known to be mines."""
    unknown = clues.covered & ~clues.known_mines
    return [near for near in clues.grid.neighbours(number) if unknown >> near & 1]


def smallest_proofs(clues: Clues, cell: Cell, *, mine: bool, limit: int = 3) -> list[set[Cell]]:
    """Return the smallest sets of at most `limit` numbers that prove a cell, without the total.

    All have the same size. The numbers of a smallest proof are linked by cells that they share.
    """
    sets = {frozenset([number]) for number in _numbers_at(clues, cell)}
    for _ in range(limit):
        found = [set(each) for each in sets if proves(clues, each, cell, mine=mine)]
        if found:
            return sorted(found, key=sorted)
        sets = {
            each | {number}
            for each in sets
            for member in each
            for near in _open_cells(clues, member)
            for number in _numbers_at(clues, near)
            if number not in each
        }
    return []
