"""Positions, drawn, random or played, and a slow, obvious solver to judge the quick one by."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, Grid, cells_of, set_of
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues, clues_of, parse_position
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import analyse

# Revealing (4,3) wins three of the five layouts; (2,1), the cell with the lowest risk, only two.
FOUR_MINES = """
    1#1.
    1#21
    23##
    ####
"""
# No number can ever tell the two cells of the first column apart.
SWAPPED = """
    #1.1############
    #1.1############
"""

SHAPES = [(1, 1), (1, 9), (9, 1), (2, 6), (6, 2), (3, 4), (4, 3), (4, 4), (5, 3), (3, 5), (12, 1)]


def random_board(rng: Random, width: int, height: int, mines: int) -> Board:
    grid = Grid(width, height)
    layout = bytearray(grid.padded_size)
    for cell in rng.sample(list(grid), mines):
        layout[cell] = 1
    return Board(grid, layout)


def numbers_seen(game: Game) -> dict[Cell, int]:
    """Return the revealed numbers, read from what the screen shows."""
    seen = {}
    for row in range(1, game.grid.height + 1):
        for column, face in enumerate(game.faces(row), 1):
            if face == Face.ZERO or Face.ONE <= face <= Face.EIGHT:
                seen[game.grid.cell(column, row)] = 0 if face == Face.ZERO else face - ord("0")
    return seen


def clues_from(grid: Grid, mine_count: int, numbers: dict[Cell, int]) -> Clues:
    """Return clues with these numbers."""
    seen = bytearray(grid.padded_size)
    for cell, number in numbers.items():
        seen[cell] = number
    return Clues(grid, mine_count, set_of(numbers), bytes(seen))


def format_clues(clues: Clues) -> str:
    """Return what the player sees as a picture, without flags and question marks."""
    return f"{clues}\n"


def some_clues(board: Board, rng: Random) -> Clues:
    """Return the clues after some safe cells anywhere are revealed, without their openings."""
    safe = [cell for cell in board.grid if not board.is_mine(cell)]
    shown = rng.sample(safe, rng.randrange(len(safe) + 1))
    return clues_from(board.grid, board.mine_count, {cell: board.number(cell) for cell in shown})


def small_positions(seed: int, count: int) -> Iterator[tuple[Board, Clues]]:
    rng = Random(seed)
    for at in range(count):
        width, height = SHAPES[at % len(SHAPES)]
        mines = rng.randrange(0, min(6, width * height))
        board = random_board(rng, width, height, mines)
        yield board, some_clues(board, rng)


def numbered(clues: Clues) -> list[Cell]:
    known = clues.revealed & ~clues.forgotten
    return [cell for cell in clues.grid if known >> cell & 1]


def layouts_by_brute_force(clues: Clues, *, any_total: bool = False) -> list[frozenset[Cell]]:
    """Return every layout that agrees with the clues, by trying all."""
    grid = clues.grid
    covered = [cell for cell in grid if not clues.revealed >> cell & 1]
    rules = [(set(grid.neighbours(cell)), clues.numbers[cell]) for cell in numbered(clues)]
    totals = range(len(covered) + 1) if any_total else [clues.mine_count]
    return [
        frozenset(mines)
        for total in totals
        for mines in itertools.combinations(covered, total)
        if all(len(near.intersection(mines)) == number for near, number in rules)
        if not clues.known_mines & ~set_of(mines)
    ]


def wins_after(clues: Clues, cells: Sequence[Cell], layouts: Sequence[int]) -> int:
    """Return how many layouts perfect play wins after a reveal, by trying every cell in turn."""
    around = [set_of(clues.grid.neighbours(cell)) for cell in cells]
    parts: dict[tuple[int, ...], list[int]] = {}
    for mines in layouts:
        if not mines & set_of(cells):
            numbers = tuple((mines & near).bit_count() for near in around)
            parts.setdefault(numbers, []).append(mines)
    return sum(most_wins(clues.with_safe(set_of(cells)), part) for part in parts.values())


def most_wins(clues: Clues, layouts: Sequence[int]) -> int:
    """Return how many layouts perfect play wins."""
    if len(layouts) == 1:
        return 1
    return max((wins_after(clues, [cell], layouts) for cell in cells_of(clues.covered)), default=1)


def positions_met(setup: Setup, first: tuple[int, int], seeds: Iterable[int]) -> Iterator[Clues]:
    """Yield the positions where deduction is stuck, met by playing the safest cell."""
    for seed in seeds:
        game = Game(setup, partial(deal, setup, seed))
        game.play(Move("reveal", game.grid.cell(*first)))
        while game.status is Status.PLAYING:
            clues = clues_of(game)
            safe = deduce(clues).safe
            if not safe:
                yield clues
                odds = analyse(clues)
                assert odds.layout_count
                safe = odds.safe or set_of([min(cells_of(clues.covered), key=odds.mined_count)])
            for cell in cells_of(safe):
                game.play(Move("reveal", cell))


def stuck_positions(seed: int, count: int) -> Iterator[Clues]:
    """Yield expert positions where deduction is stuck."""
    yield from itertools.islice(
        positions_met(Setup(30, 16, 99), (4, 4), itertools.count(seed + 1)), count
    )


def clues_in(picture: str, mine_count: int = 99) -> Clues:
    """Return the clues in a picture, whose rows may be indented or stand in one line.

    The mine total may be more than fits, for tests in which it plays no part.
    """
    return parse_position("\n".join(picture.split()), 0)._replace(mine_count=mine_count)


def lattice(side: int) -> Clues:
    """Return twos scattered so that every covered cell lies between them, with one corner settled.

    A lattice of 61 is too wide to count, and found to be so at once: its parts are too many.
    """
    grid = Grid(side, side)
    shown = {grid.cell(column, row): 2 for row in range(2, side, 2) for column in range(2, side, 2)}
    shown |= {grid.cell(2, 1): 1, grid.cell(1, 2): 1, grid.cell(2, 2): 1}
    return clues_from(grid, side * side // 4, shown)


def scattered(width: int, height: int, mine_count: int, shown: int, seed: int) -> Clues:
    """Return a position with this many safe cells revealed anywhere, so that most are apart."""
    rng = Random(seed)
    board = random_board(rng, width, height, mine_count)
    safe = [cell for cell in board.grid if not board.is_mine(cell)]
    numbers = {cell: board.number(cell) for cell in rng.sample(safe, shown)}
    return clues_from(board.grid, mine_count, numbers)


def drawn(drawing: str, mine_count: int = 99) -> Clues:
    """Return the clues in a drawing of a window, whose rows are separated by slashes.

    F is a known mine, and o a revealed cell whose number is unknown.
    """
    rows = drawing.split("/")
    clues = clues_in(" ".join(rows).replace("o", "."), mine_count)

    def cells_drawn(face: str) -> CellSet:
        at = "".join(rows)
        return set_of(cell for cell, each in zip(clues.grid, at, strict=True) if each == face)

    return clues._replace(forgotten=cells_drawn("o"), known_mines=cells_drawn("F"))


def orientations(drawing: str) -> list[str]:
    """Return a drawing turned and mirrored in all eight ways."""
    rows = drawing.split("/")
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    flipped = [[row[::-1] for row in each] for each in (rows, turned)]
    return ["/".join(each[::step]) for each in (rows, turned, *flipped) for step in (1, -1)]


def cells_at(clues: Clues, *places: tuple[int, int]) -> CellSet:
    """Return the cells at these columns and rows."""
    return set_of(clues.grid.cell(*place) for place in places)
