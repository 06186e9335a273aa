"""Random positions and a slow, obvious solver to judge the quick one by."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid, cells_of, set_of
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues, clues_from, clues_of
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import Odds, analyse

SHAPES = [(1, 1), (1, 9), (9, 1), (2, 6), (6, 2), (3, 4), (4, 3), (4, 4), (5, 3), (3, 5), (12, 1)]


def random_board(rng: Random, width: int, height: int, mines: int) -> Board:
    grid = Grid(width, height)
    layout = bytearray(grid.size)
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


def some_clues(board: Board, rng: Random) -> Clues:
    """Return the clues of a few safe cells anywhere, without their openings."""
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
        for mines in combinations(covered, total)
        if all(len(near.intersection(mines)) == number for near, number in rules)
    ]


def stuck_positions(seed: int, count: int) -> Iterator[Clues]:
    """Yield expert positions where deduction is stuck, met by playing the safest cell."""
    grid = Grid(30, 16)
    found = 0
    while found < count:
        seed += 1
        setup = Setup(30, 16, 99)
        game = Game(setup, partial(deal, setup, seed))
        game.play(Move("reveal", grid.cell(4, 4)))
        while found < count and game.status is Status.PLAYING:
            clues = clues_of(game)
            safe = deduce(clues).safe
            if not safe:
                yield clues
                found += 1
                odds = analyse(clues)
                assert isinstance(odds, Odds)
                safe = odds.safe or set_of([min(cells_of(clues.covered), key=odds.mined_count)])
            for cell in cells_of(safe):
                game.play(Move("reveal", cell))
