"""Grids: where cells are, and which of them are neighbours."""

from itertools import product

from minesweeper.engine.cells import (
    Cell,
    Grid,
    byte_table,
    bytes_of,
    cells_of,
    cells_where,
    set_of,
)

SMALL_GRIDS = [Grid(width, height) for width, height in product(range(1, 7), repeat=2)]


def test_the_neighbours_of_a_cell_are_those_one_step_away_in_reading_order() -> None:
    for grid in SMALL_GRIDS:
        for column, row in product(range(1, grid.width + 1), range(1, grid.height + 1)):
            one_step_away = [
                (near_column, near_row)
                for near_row in range(1, grid.height + 1)
                for near_column in range(1, grid.width + 1)
                if max(abs(near_column - column), abs(near_row - row)) == 1
            ]
            around = grid.neighbours(grid.cell(column, row))
            assert [grid.place(cell) for cell in around] == one_step_away


def test_a_grid_lists_its_cells_in_reading_order() -> None:
    grid = Grid(3, 2)
    assert [grid.place(cell) for cell in grid] == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]
    assert len(grid) == 6


def test_a_cell_and_its_place_convert_into_each_other() -> None:
    for grid in SMALL_GRIDS:
        for cell in grid:
            assert grid.cell(*grid.place(cell)) == cell


def test_the_border_is_not_on_the_grid() -> None:
    for grid in SMALL_GRIDS:
        cells = set(grid)
        assert len(cells) == grid.width * grid.height
        for place in range(-grid.stride, grid.padded_size + grid.stride):
            assert (Cell(place) in grid) == (place in cells)


def test_a_set_of_cells_converts_to_one_byte_a_place_and_back() -> None:
    for grid in SMALL_GRIDS:
        chosen = set_of(list(grid)[::3])
        written = bytes_of(chosen, grid.padded_size, 7)
        assert len(written) == grid.padded_size
        assert set(written) <= {0, 7}
        assert cells_where(written, byte_table({7})) == chosen
        assert cells_of(chosen) == list(grid)[::3]
