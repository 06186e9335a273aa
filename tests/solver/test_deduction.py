"""What numbers prove, compared with brute force and with a solver that goes pair by pair."""

from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.game import Face, Game, Move
from minesweeper.engine.setup import MAX_SOLVER_CELLS, Setup
from minesweeper.solver.clues import Clues, ContradictionError, clues_of, parse_position
from minesweeper.solver.deduction import Deduction, deduce
from tests.harness.positions import (
    clues_from,
    clues_in,
    format_clues,
    layouts_by_brute_force,
    numbered,
    numbers_seen,
    random_board,
    small_positions,
)


def places(clues: Clues, cells: CellSet) -> set[tuple[int, int]]:
    return {clues.grid.place(cell) for cell in cells_of(cells)}


def test_a_number_with_one_cell_left_has_its_mine_there_and_a_met_number_has_safe_neighbours() -> (
    None
):
    """The 1 at (1,2) has only the corner left; with it, the other 1s have their mine."""
    clues = clues_in("""
        #1#
        11#
    """)
    proved = deduce(clues)
    assert places(clues, proved.mines) == {(1, 1)}
    assert places(clues, proved.safe) == {(3, 1), (3, 2)}


def test_one_two_one_on_a_wall_has_its_mines_at_the_ends() -> None:
    clues = clues_in("""
        #####
        11211
        .....
    """)
    proved = deduce(clues)
    assert places(clues, proved.mines) == {(2, 1), (4, 1)}
    assert places(clues, proved.safe) == {(1, 1), (3, 1), (5, 1)}


@pytest.mark.parametrize("mines", [1, 2, 3])
def test_two_numbers_that_share_four_cells_prove_the_others(mines: int) -> None:
    """The number at the wall touches only those four cells."""
    left = {(1, 1), (1, 2), (1, 3)}
    same = clues_in(f"""
        ###
        #{mines}{mines}
        ###
    """)
    assert places(same, deduce(same).safe) == left
    more = clues_in(f"""
        ###
        #{mines + 3}{mines}
        ###
    """)
    assert places(more, deduce(more).mines) == left


def test_whatever_is_proved_holds_in_every_layout() -> None:
    proved_cells = 0
    for _, clues in small_positions(1, 400):
        proved = deduce(clues)
        for mines in layouts_by_brute_force(clues):
            assert not set_of(mines) & proved.safe, format_clues(clues)
            assert proved.mines & ~set_of(mines) == 0, format_clues(clues)
        proved_cells += (proved.safe | proved.mines).bit_count()
    assert proved_cells > 500


def slow_deduction(clues: Clues) -> Deduction:
    """Return what single numbers and pairs prove, examining them one by one."""
    grid = clues.grid
    safe: set[Cell] = set()
    mines: set[Cell] = set()
    while True:
        proved_before = len(safe) + len(mines)
        rules = []
        for cell in numbered(clues):
            covered = {near for near in grid.neighbours(cell) if not clues.revealed >> near & 1}
            rules.append((covered - safe - mines, clues.numbers[cell] - len(covered & mines)))
        for cells, need in rules:
            if need == len(cells):
                mines |= cells
            if need == 0:
                safe |= cells
            for others, more in rules:
                if more - need == len(others - cells):
                    mines |= others - cells
                    safe |= cells - others
        if len(safe) + len(mines) == proved_before:
            return Deduction(set_of(safe), set_of(mines))


def test_all_pairs_at_once_prove_the_same_as_pairs_one_by_one() -> None:
    for _, clues in small_positions(2, 400):
        assert deduce(clues) == slow_deduction(clues), format_clues(clues)
    rng = Random(3)
    for _ in range(40):
        board = random_board(rng, rng.randrange(5, 14), rng.randrange(5, 14), 8)
        safe = [cell for cell in board.grid if not board.is_mine(cell)]
        numbers_by_cell = {cell: board.number(cell) for cell in rng.sample(safe, len(safe) // 2)}
        clues = clues_from(board.grid, board.mine_count, numbers_by_cell)
        assert deduce(clues) == slow_deduction(clues), format_clues(clues)


def test_numbers_that_cannot_be_met_are_a_contradiction() -> None:
    for picture in ("1.\n..", "2#\n..", "#1\n1.\n##\n.."):
        with pytest.raises(ContradictionError):
            deduce(parse_position(picture, 1))


def test_clues_contain_what_the_screen_shows_and_no_more() -> None:
    rng = Random(4)
    for _ in range(60):
        board = random_board(rng, 9, 7, 10)
        game = Game(Setup(9, 7, 10), board)
        for cell in rng.sample(list(board.grid), 12):
            game.play(Move(rng.choice(("reveal", "flag")), cell))
        clues = clues_of(game)
        exploded = set_of(cell for cell in game.grid if game.face(cell) is Face.EXPLODED)
        clues_on_screen = clues_from(clues.grid, 10, numbers_seen(game))
        assert clues == clues_on_screen._replace(grid=clues.grid, known_mines=exploded)


def test_a_position_is_parsed_from_its_picture() -> None:
    for _, clues in small_positions(7, 60):
        again = parse_position(format_clues(clues), clues.mine_count)
        assert again._replace(grid=clues.grid) == clues
    assert parse_position("F?#\n1..", 1).revealed.bit_count() == 3


@pytest.mark.parametrize("text", ["#10\n110", "# 1 .\n1 1 .", "\t#\t1\t0\n1 1 0 \n \n"])
def test_positions_are_read_as_others_write_them(text: str) -> None:
    assert parse_position(text, 1) == parse_position("#1.\n11.", 1)


def test_a_chain_along_a_whole_board_of_the_largest_size_is_followed_to_its_end() -> None:
    """The 1 in the corner has its mine beside it, and from there each 1 proves the next."""
    width = MAX_SOLVER_CELLS // 2
    rows = ["1" + "#" * (width - 1), "1" * width]
    clues = parse_position("\n".join(rows), width // 3)
    proved = deduce(clues)
    mines = {(column, 1) for column in range(2, width + 1, 3)}
    assert places(clues, proved.mines) == mines
    assert places(clues, proved.safe) == places(clues, clues.covered) - mines
