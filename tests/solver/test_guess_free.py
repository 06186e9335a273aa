"""Guess-free boards, checked by a slow independent solver and by brute force."""

from collections import Counter
from itertools import combinations
from random import Random
from statistics import mean

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid, cells_of, set_of
from minesweeper.engine.generator import deal, lay_mines, mine_free_cells
from minesweeper.engine.metrics import bbbv
from minesweeper.engine.notation import format_layout, parse_layout
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.solver.guess_free import (
    GuessFreeResult,
    clear_by_proof,
    deal_guess_free,
    search_guess_free,
)
from minesweeper.solver.odds import analyse
from minesweeper.solver.playout import start_playout
from minesweeper.solver.swaps import has_swap
from tests.harness.positions import (
    clues_from,
    layouts_by_brute_force,
    random_board,
)


def opening_at(board: Board, first: Cell) -> set[Cell]:
    """Return the cells that a reveal opens."""
    revealed = {first}
    stack = [first]
    while stack:
        cell = stack.pop()
        if board.number(cell) == 0:
            fresh = set(board.grid.neighbours(cell)) - revealed
            revealed |= fresh
            stack += fresh
    return revealed


def cleared_by_the_slow_solver(board: Board, first: Cell) -> bool:
    """Return whether a slow solver clears a board; it subtracts sets of cells and counts mines."""
    safe_cells = {cell for cell in board.grid if not board.is_mine(cell)}
    revealed = opening_at(board, first)
    mines: set[Cell] = set()
    while revealed != safe_cells:
        safe = proved_safe(board, revealed, mines)
        if not safe:
            safe = proved_by_counting(board, revealed)
            if not safe:
                return False
        assert safe <= safe_cells
        for cell in safe:
            revealed |= opening_at(board, cell)
    return True


def proved_safe(board: Board, revealed: set[Cell], mines: set[Cell]) -> set[Cell]:
    """Return the cells that differences of two sets prove safe; add proved mines to `mines`."""
    while True:
        rules = {}
        for cell in revealed:
            around = set(board.grid.neighbours(cell)) - revealed
            rules[frozenset(around - mines)] = board.number(cell) - len(around & mines)
        safe: set[Cell] = set()
        result: set[Cell] = set()
        for cells, need in rules.items():
            safe |= cells if need == 0 else set()
            result |= cells if need == len(cells) else set()
            for others, more in rules.items():
                if cells & others and more - need == len(others - cells):
                    safe |= cells - others
                    result |= others - cells
        if safe or result <= mines:
            return safe
        mines |= result


def proved_by_counting(board: Board, revealed: set[Cell]) -> set[Cell]:
    """Return the cells that the odds call safe; other tests check the odds by brute force."""
    clues = clues_from(
        board.grid, board.mine_count, {cell: board.number(cell) for cell in revealed}
    )
    odds = analyse(clues)
    assert odds.layout_count
    return set(cells_of(odds.safe))


def middle(grid: Grid) -> Cell:
    return grid.cell((grid.width + 1) // 2, (grid.height + 1) // 2)


def deal_from_middle(
    width: int, height: int, mines: int, seed: int, effort: float = 1.0
) -> GuessFreeResult:
    return deal_guess_free(Setup(width, height, mines), seed, middle(Grid(width, height)), effort)


CASES = [
    (*LEVELS["classic"].size, 14),
    (*LEVELS["intermediate"].size, 8),
    (*LEVELS["expert"].size, 6),
]


@pytest.mark.samples(1, 11)
def test_guess_free_boards_are_cleared_by_a_slow_simple_solver(count: int) -> None:
    for width, height, mines, boards in CASES:
        for seed in range(count * boards):
            result = deal_from_middle(width, height, mines, seed)
            assert result.proved
            assert result.board.mine_count == mines
            first = middle(result.board.grid)
            assert result.board.number(first) == 0
            assert cleared_by_the_slow_solver(result.board, first), format_layout(result.board)


def test_the_search_returns_the_first_dealt_board_that_needs_no_guess() -> None:
    for size in ((9, 9, 20), (16, 16, 60), (30, 16, 99)):
        setup, grid = Setup(*size), Grid(*size[:2])
        first = grid.cell((grid.width + 1) // 2, (grid.height + 1) // 2)
        for seed in range(4):
            free, rng = mine_free_cells(setup, grid, first), Random(seed)
            lay_mines(grid, setup.mines, free, rng)
            while True:
                board = Board(grid, lay_mines(grid, setup.mines, free, rng))
                if clear_by_proof(start_playout(board, first)):
                    break
            assert deal_guess_free(setup, seed, first).board == board, format_layout(board)


def searched(setup: Setup, seed: int, effort: float) -> tuple[Board, bool]:
    """Return a proved board for the middle, and whether its mines were moved.

    Dealing is the first third of a search.
    """
    first = middle(Grid(setup.width, setup.height))
    *reports, result = search_guess_free(setup, seed, first, effort)
    assert result.proved
    return result.board, reports[-1].progress > 1 / 3


def test_on_dense_boards_mines_are_moved_and_on_all_others_not_and_both_are_proved() -> None:
    for width, height, mines, is_dense in (
        (9, 9, 25, False),
        (30, 16, 110, False),
        (24, 24, 115, False),
        (30, 16, 140, True),
        (16, 16, 85, True),
        (3, 40, 30, True),
    ):
        board, is_moved = searched(Setup(width, height, mines), 5, effort=0.1)
        assert is_moved == is_dense
        assert board.mine_count == mines
        assert cleared_by_the_slow_solver(board, middle(board.grid))


def test_the_same_seed_finds_the_same_board() -> None:
    for size in ((9, 9, 10), (16, 16, 85)):  # dealt, and with moved mines
        boards = [deal_from_middle(*size, seed, effort=0.05).board.cells for seed in (1, 1, 2)]
        assert boards[0] == boards[1]
        assert boards[0] != boards[2]


def test_a_board_is_guess_free_from_a_safe_cell_even_if_the_first_reveal_may_be_a_mine() -> None:
    setup, first = Setup(8, 8, 10, first="any"), Grid(8, 8).cell(4, 4)
    for seed in range(30):
        result = deal_guess_free(setup, seed, first)
        assert result.proved
        assert not result.board.is_mine(first)


def test_if_no_board_is_guess_free_the_result_is_a_board_that_is_not_proved() -> None:
    """On 3x3, starting in the middle, the reveal shows nothing but the mine count."""
    for size in ((2, 2, 1), (3, 3, 1), (4, 4, 14)):
        grid = Grid(size[0], size[1])
        result = deal_guess_free(Setup(*size), 3, middle(grid), effort=0.2)
        assert not result.proved
        assert result.progress == 1.0
        assert result.board.mine_count == size[2]
        assert not result.board.is_mine(middle(result.board.grid))


def test_every_number_of_mines_gets_a_result_on_every_small_shape() -> None:
    for width, height in ((1, 1), (1, 6), (6, 1), (2, 5), (4, 3), (5, 5)):
        for mines in range(width * height):
            setup = Setup(width, height, mines)
            result = deal_guess_free(setup, mines, Grid(width, height).cell(1, 1), effort=0.01)
            assert result.board.mine_count == mines
            if result.proved:
                assert cleared_by_the_slow_solver(result.board, Grid(width, height).cell(1, 1))


def test_a_search_says_how_far_it_is() -> None:
    setup = Setup(30, 16, 200)
    steps = search_guess_free(setup, 1, middle(Grid(30, 16)))
    reports = [next(steps) for _ in range(15)]
    assert all(report.board.mine_count == 200 for report in reports)
    assert not any(report.proved for report in reports)
    assert 0 < reports[-1].progress < 0.2


def needs_guess(board: Board, first: Cell) -> bool:
    """Return whether a board needs a guess, by brute force over all layouts."""
    grid = board.grid
    revealed = opening_at(board, first)
    while True:
        numbers = {cell: board.number(cell) for cell in revealed}
        layouts = layouts_by_brute_force(clues_from(grid, board.mine_count, numbers))
        ever = frozenset.union(*layouts)
        safe = [cell for cell in grid if cell not in revealed and cell not in ever]
        if not safe:
            return len(revealed) + board.mine_count < len(grid)
        for cell in safe:
            revealed |= opening_at(board, cell)


def test_a_swap_means_that_a_guess_is_needed_whatever_the_shape() -> None:
    rng = Random(41)
    swaps = 0
    for at in range(600):
        width, height = [(4, 4), (5, 3), (3, 5), (1, 9), (9, 1), (2, 6), (6, 2), (5, 5)][at % 8]
        board = random_board(rng, width, height, rng.randrange(1, 6))
        first = rng.choice([cell for cell in board.grid if not board.is_mine(cell)])
        mines = set_of(cell for cell in board.grid if board.is_mine(cell))
        if has_swap(board.grid, mines, first):
            swaps += 1
            assert needs_guess(board, first), format_layout(board)
    assert swaps > 200


def test_a_mine_in_a_walled_corner_can_be_swapped() -> None:
    board = parse_layout("*.*.\n***.\n....\n....")
    mines = set_of(cell for cell in board.grid if board.is_mine(cell))
    assert has_swap(board.grid, mines, board.grid.cell(4, 4))


def test_two_mines_across_a_square_may_lie_in_its_other_corners() -> None:
    """Every number next to the square touches one of its mines in either layout, except (3,3)."""
    board = parse_layout("*....\n.*...\n..*..\n.....\n.....")
    mines = set_of(cell for cell in board.grid if board.is_mine(cell))
    assert has_swap(board.grid, mines, board.grid.cell(5, 5))
    assert needs_guess(board, board.grid.cell(5, 5))


@pytest.mark.samples(2, 3)
def test_guess_free_boards_of_a_small_size_are_all_equally_likely(count: int) -> None:
    grid = Grid(5, 4)
    first = grid.cell(1, 1)
    free = {first, *grid.neighbours(first)}
    possible = set()
    for mines in combinations([cell for cell in grid if cell not in free], count):
        layout = bytearray(grid.padded_size)
        for cell in mines:
            layout[cell] = 1
        if not needs_guess(Board(grid, layout), first):
            possible.add(bytes(Board(grid, layout).cells))
    draws = 12 * len(possible)
    drawn = Counter(
        deal_guess_free(Setup(5, 4, count), seed, first).board.cells for seed in range(draws)
    )
    assert set(drawn) <= possible
    square = sum((drawn[cells] - 12) ** 2 / 12 for cells in possible)
    freedom = len(possible) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.long
def test_guess_free_boards_have_the_3bv_of_random_boards_that_happen_to_be_guess_free() -> None:
    setup = Setup(16, 16, 40)
    first = middle(Grid(16, 16))
    results = [deal_guess_free(setup, seed, first) for seed in range(600)]
    rng = Random(42)
    random: list[int] = []
    while len(random) < 600:
        board = deal(setup, rng.getrandbits(64), first)
        if cleared_by_the_slow_solver(board, first):
            random.append(bbbv(board))
    assert abs(mean(bbbv(each.board) for each in results) - mean(random)) < 1.5


@pytest.mark.long
def test_boards_with_moved_mines_look_like_those_that_are_dealt() -> None:
    """Without mixing, they would have 10% less 3BV and 25% more zeros."""
    setup = Setup(16, 16, 74)
    searches = [searched(setup, seed, effort=0.3) for seed in range(40)]
    moved = [board for board, is_moved in searches if is_moved]
    assert len(moved) > 20
    dealt = [searched(setup, seed, effort=100) for seed in range(1000, 1024)]
    assert not any(is_moved for _, is_moved in dealt)
    for count, limit in ((bbbv, 6), (zeros, 2)):
        difference = mean(map(count, moved)) - mean(count(board) for board, _ in dealt)
        assert abs(difference) < limit


def zeros(board: Board) -> int:
    return sum(not board.cells[cell] for cell in board.grid)
