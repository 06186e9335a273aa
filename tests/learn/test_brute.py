"""The oracle of the course, compared with trying every board."""

from minesweeper.engine.cells import CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues
from tests.harness.brute import certain_cells, find_board, fits, smallest_proofs
from tests.harness.positions import (
    drawn,
    format_clues,
    layouts_by_brute_force,
    orientations,
    small_positions,
)


def certain_by_all_layouts(clues: Clues, *, with_total: bool) -> tuple[CellSet, CellSet]:
    layouts = layouts_by_brute_force(clues, any_total=not with_total)
    mines = set_of(frozenset.intersection(*layouts)) & ~clues.known_mines
    return clues.covered & ~set_of(frozenset.union(*layouts)), mines


def test_it_finds_certain_what_holds_on_every_board_that_fits() -> None:
    certain = 0
    for _, clues in small_positions(81, 110):
        if clues.covered.bit_count() > 10:
            continue
        known = CellSet(set_of(cells_of(certain_cells(clues)[1])[:1]))
        for position in (clues, clues._replace(known_mines=known)):
            for with_total in (True, False):
                found = certain_cells(position, with_total=with_total)
                expected = certain_by_all_layouts(position, with_total=with_total)
                assert found == expected, format_clues(position)
                certain += any(found)
    assert certain > 50


def test_a_board_that_it_finds_fits_and_has_the_cells_as_they_are_asked_for() -> None:
    clues = drawn("#####/##1##/oo1oo", 4)
    for cell in cells_of(clues.covered & ~certain_cells(clues)[0]):
        board = find_board(clues, mines=1 << cell, with_total=True)
        assert board is not None
        assert board >> cell & 1
        assert fits(clues, board, with_total=True)
        assert not fits(clues, board ^ 1 << cell, with_total=True)
    assert find_board(clues, mines=1 << clues.grid.cell(3, 1)) is None


def test_the_smallest_proofs_are_those_of_the_drawings() -> None:
    for drawing in orientations("###/121"):
        clues = drawn(drawing)
        safe, mines = certain_cells(clues)
        (middle,) = cells_of(safe)
        assert [len(each) for each in smallest_proofs(clues, middle, mine=False)] == [3]
        for end in cells_of(mines):
            ((one, other),) = smallest_proofs(clues, end, mine=True)
            assert {clues.numbers[one], clues.numbers[other]} == {1, 2}
