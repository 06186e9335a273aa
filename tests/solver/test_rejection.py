"""Many boards at once, against the same boards one by one."""

from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, Grid, all_cells, grown, set_of
from minesweeper.engine.generator import kept_free, lay_mines
from minesweeper.engine.notation import format_layout
from minesweeper.engine.setup import Setup
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.guess_free import clear, deal_guess_free
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.rejection import Played, has_swap, never_mined, prove, without_swap
from minesweeper.solver.simulate import Playout, start_playout
from tests.harness.samples import few_or_many

SIZES = [(9, 9, 20), (30, 16, 99), (1, 12, 3), (12, 1, 3), (2, 9, 4), (3, 3, 1), (40, 3, 20)]


def layouts(setup: Setup, first: Cell, count: int) -> list[bytearray]:
    grid, rng = Grid(setup.width, setup.height), Random(setup.mines)
    free = kept_free(setup, grid, first)
    return [lay_mines(grid, setup.mines, free, rng) for _ in range(count)]


def mines_of(grid: Grid, layout: bytearray) -> CellSet:
    return set_of(cell for cell in grid if layout[cell])


def cells_left(playout: Playout) -> int:
    return (playout.safe & ~playout.revealed).bit_count()


@pytest.mark.parametrize("size", SIZES)
def test_swaps_are_found_on_many_boards_as_on_each_alone(size: tuple[int, int, int]) -> None:
    setup, grid = Setup(*size), Grid(*size[:2])
    first = grid.cell(1, 1)
    dealt = layouts(setup, first, 40)
    mines = [mines_of(grid, layout) for layout in dealt]
    alone = [at for at, each in enumerate(mines) if not has_swap(grid, each, first)]
    together = without_swap(grid, dealt, first)
    assert [board.name for board in together] == alone
    assert [board.mines for board in together] == [mines[at] for at in alone]


@few_or_many(20, 400)
@pytest.mark.parametrize("size", [*SIZES, (30, 16, 130), (16, 16, 70)])
def test_boards_are_proved_together_as_each_alone(size: tuple[int, int, int], count: int) -> None:
    """Up to the first that is cleared: nobody needs the others."""
    setup, grid = Setup(*size), Grid(*size[:2])
    first = grid.cell((grid.width + 1) // 2, (grid.height + 1) // 2)
    dealt = layouts(setup, first, count)
    alone: dict[int, int] = {}
    for name, layout in enumerate(dealt):
        playout = start_playout(Board(grid, layout), first)
        clear(playout)
        alone[name] = cells_left(playout)
        if not alone[name]:
            break
    boards = [
        Played(name, mines_of(grid, layout), CellSet(1 << first))
        for name, layout in enumerate(dealt)
    ]
    together = dict(prove(grid, boards))
    assert {name: together[name] for name in alone} == alone


def test_the_board_that_is_found_is_the_first_dealt_that_needs_no_guess() -> None:
    for size in ((9, 9, 20), (16, 16, 60), (30, 16, 99)):
        setup, grid = Setup(*size), Grid(*size[:2])
        first = grid.cell((grid.width + 1) // 2, (grid.height + 1) // 2)
        for seed in range(4):
            free, rng = kept_free(setup, grid, first), Random(seed)
            lay_mines(grid, setup.mines, free, rng)
            while True:
                board = Board(grid, lay_mines(grid, setup.mines, free, rng))
                if clear(start_playout(board, first)):
                    break
            assert deal_guess_free(setup, seed, first).board == board, format_layout(board)


@few_or_many(150, 3000)
def test_cells_that_no_layout_mines_are_those_that_are_safe_by_counting(count: int) -> None:
    """Also where the mine total decides, which is at the end of a game."""
    rng = Random(5)
    with_total = without = safe_cells = 0
    for at in range(count):
        width, height, mines = [(9, 9, 10), (12, 10, 34), (7, 2, 4), (1, 9, 3)][at % 4]
        grid = Grid(width, height)
        first = grid.cell(1, 1)
        layout = lay_mines(grid, mines, {first}, rng)
        playout = start_playout(Board(grid, layout), first)
        for cell in rng.sample(list(grid), rng.randrange(len(grid))):
            if not layout[cell]:
                playout.reveal(CellSet(1 << cell))
        unknown = all_cells(grid) & ~playout.revealed
        frontier = grown(playout.revealed, grid.stride) & unknown
        board = Played(at, all_cells(grid) & ~playout.safe, playout.revealed)
        odds = analyse(playout.clues(), Deduction())
        assert isinstance(odds, Odds)
        assert never_mined(grid, board, frontier) == odds.safe, format_layout(playout.board)
        is_free = frontier.bit_count() < mines <= (unknown & ~frontier).bit_count()
        without, with_total = without + is_free, with_total + (not is_free)
        safe_cells += odds.safe.bit_count()
    assert min(with_total, without) > count // 10
    assert safe_cells > count
