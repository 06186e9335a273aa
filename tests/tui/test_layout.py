"""Where the field, the side and the key line are: the laws of the layout, and what it gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.tui.look.zooms import ZOOMS
from minesweeper.tui.widgets.layout import (
    SIDE_COLUMNS,
    SMALLEST_WINDOW,
    WIDE_STRIP_COLUMNS,
    Box,
    Extent,
    Placement,
    lesson_zooms,
    place_board,
    place_lesson,
    place_page,
    shown_zooms,
)

WINDOWS = st.tuples(st.integers(SMALLEST_WINDOW[0], 230), st.integers(SMALLEST_WINDOW[1], 75))
SIZES = st.integers(1, 120)
BOARDS = st.one_of(
    st.tuples(SIZES, SIZES),
    st.sampled_from([(8, 8), (9, 9), (10, 10), (16, 16), (30, 16), (1000, 1000)]),
)
CHOSEN = st.none() | st.sampled_from(list(ZOOMS))


def overlap(one: Box, other: Box) -> bool:
    return (
        one.column <= other.right
        and other.column <= one.right
        and one.row <= other.bottom
        and other.row <= one.bottom
    )


@given(WINDOWS, BOARDS, CHOSEN)
def test_nothing_is_outside_the_window_and_nothing_overlaps(
    window: Extent, board: Extent, chosen: int | None
) -> None:
    place = place_board(window, board, chosen)
    columns, rows = window
    for box in (place.field, place.side):
        assert box.columns > 0
        assert box.rows > 0
        assert box.column >= 1  # the arrows of a board that scrolls stand in the margins
        assert box.right <= columns - 2
        assert box.row >= 0
        assert box.bottom < place.key_row <= rows - 1
    assert not overlap(place.field, place.side)
    assert place.side.rows >= 2
    assert place.side.columns >= SIDE_COLUMNS
    assert 1 <= place.key_column <= max(place.field.column, 1)


@given(WINDOWS)
def test_a_page_is_in_the_window_and_its_stage_beside_or_over_its_side(window: Extent) -> None:
    place = place_page(window)
    stage, side = place.field, place.side
    assert stage.column >= 1
    assert max(stage.right, side.right) <= window[0] - 2
    assert max(stage.bottom, side.bottom) < place.key_row <= window[1] - 1
    assert not overlap(stage, side)
    if window[0] >= 79:
        assert (place.kind, stage.columns, side.columns) == ("column", 50, SIDE_COLUMNS)
        assert stage.rows == side.rows == min(21, window[1] - 1)
    else:
        assert (place.kind, stage.row) == ("strip", 0)
        assert side.row == stage.bottom + 2


def test_the_side_of_a_page_is_where_that_of_a_10x10_is() -> None:
    assert place_page((80, 24)).side.column == place_board((80, 24), (10, 10), None).side.column


@given(WINDOWS, BOARDS, CHOSEN)
def test_the_field_is_as_large_as_its_cells(
    window: Extent, board: Extent, chosen: int | None
) -> None:
    place = place_board(window, board, chosen)
    assert 1 <= place.across <= board[0]
    assert 1 <= place.down <= board[1]
    size = ZOOMS[place.zoom].field_size(place.across, place.down)
    assert (place.field.columns, place.field.rows) == size


@given(WINDOWS, BOARDS, st.sampled_from(list(ZOOMS)))
def test_a_chosen_zoom_is_shown_if_it_shows_enough(
    window: Extent, board: Extent, chosen: int
) -> None:
    place = place_board(window, board, chosen)
    if chosen in shown_zooms(window, board):
        assert place.zoom == chosen
        assert place.across >= min(8, board[0])
        assert place.down >= min(5, board[1])
    else:
        assert place == place_board(window, board, None)


@given(WINDOWS, BOARDS, CHOSEN)
def test_a_strip_is_only_where_a_column_does_not_show_as_much(
    window: Extent, board: Extent, chosen: int | None
) -> None:
    place = place_board(window, board, chosen)
    zoom = ZOOMS[place.zoom]
    beside = (window[0] - 2 - 3 - SIDE_COLUMNS) // zoom.columns
    shows_all = (place.across, place.down) == board
    fits_beside = beside >= board[0] and zoom.field_size(*board)[1] <= window[1] - 1
    assert not fits_beside or place.kind == "column"
    if place.kind == "strip" and not shows_all:
        down = zoom.cells_in(window[1] - 2)
        seen = max(0, min(beside, board[0])), min(down, board[1])
        is_enough = seen[0] >= min(8, board[0]) and seen[1] >= min(5, board[1])
        assert not is_enough or seen[0] * seen[1] <= place.across * place.down


DRAWINGS = st.tuples(st.integers(1, 14), st.integers(1, 10))


@given(WINDOWS, DRAWINGS, CHOSEN)
def test_an_exercise_is_in_the_window_and_its_side_where_it_always_is(
    window: Extent, drawing: Extent, chosen: int | None
) -> None:
    place, other = place_lesson(window, drawing, chosen), place_lesson(window, (3, 3), None)
    assert place.side == other.side
    assert (place.kind, place.key_row, place.key_column) == other[:1] + other[-2:]
    assert place.field.column >= 1
    assert place.field.right <= window[0] - 2
    assert place.field.row >= 0
    assert place.field.bottom < place.key_row <= window[1] - 1
    assert not overlap(place.field, place.side)
    size = ZOOMS[place.zoom].field_size(place.across, place.down)
    assert (place.field.columns, place.field.rows) == size


@given(WINDOWS, DRAWINGS, CHOSEN)
def test_an_exercise_is_as_large_as_was_chosen_or_can_be(
    window: Extent, drawing: Extent, chosen: int | None
) -> None:
    place, fitting = place_lesson(window, drawing, chosen), lesson_zooms(window, drawing)
    assert place.zoom == (chosen if chosen in fitting else max(fitting, default=2))
    assert ((place.across, place.down) == drawing) == bool(fitting)
    assert 1 not in fitting


@given(WINDOWS)
def test_an_exercise_has_the_place_of_a_10x10_where_its_cells_are_of_middle_size(
    window: Extent,
) -> None:
    board, exercise = place_board(window, (10, 10), None), place_lesson(window, (10, 10), None)
    is_wide = place_lesson(window, (12, 1), None).field.columns == 12 * board.zoom
    assert exercise == board or board.zoom in (2, 7, 11) or is_wide


@given(st.integers(80, 300), st.integers(24, 100), DRAWINGS)
def test_in_a_large_window_an_exercise_and_its_side_are_one_block(
    columns: int, rows: int, drawing: Extent
) -> None:
    small, large = (place_lesson(window, drawing, None) for window in ((80, 24), (columns, rows)))
    assert (large.kind, large.zoom, large.side.rows) == ("column", small.zoom, small.side.rows)
    assert large.side.column - large.field.column == small.side.column - small.field.column
    assert large.side.row - large.field.row == small.side.row - small.field.row


@given(WINDOWS)
def test_the_widest_exercise_is_in_sight_where_a_column_is(window: Extent) -> None:
    place = place_lesson(window, (12, 8), None)
    assert place.across == 12 or place.kind == "strip"


def brute_force_zoom(window: Extent, board: Extent) -> int:
    """Return the largest zoom from 2 on at which the board fits, with 4 rows of text, or else 3."""
    columns, rows = window
    for texts in (4, 3):
        for name in (11, 7, 5, 3, 2):
            across, down = ZOOMS[name].field_size(*board)
            is_beside = 1 + across + 3 + 24 + 1 <= columns and down + 1 <= rows
            if is_beside or (1 + across + 1 <= columns and down + texts + 1 <= rows):
                return name
    return 2


@given(WINDOWS, BOARDS)
def test_the_best_zoom_is_the_largest_that_fits(window: Extent, board: Extent) -> None:
    assert place_board(window, board, None).zoom == brute_force_zoom(window, board)


@given(WINDOWS, BOARDS, st.integers(0, 40), st.integers(0, 20))
def test_no_board_shrinks_when_the_window_grows(
    window: Extent, board: Extent, columns: int, rows: int
) -> None:
    larger = window[0] + columns, window[1] + rows
    assert place_board(larger, board, None).zoom >= place_board(window, board, None).zoom


@given(WINDOWS, BOARDS, CHOSEN)
def test_a_board_with_walls_has_one_zoom(window: Extent, board: Extent, chosen: int | None) -> None:
    assert place_board(window, board, chosen, has_walls=True).zoom == 2


@given(WINDOWS, BOARDS, CHOSEN)
def test_the_field_and_its_side_are_in_the_middle(
    window: Extent, board: Extent, chosen: int | None
) -> None:
    place = place_board(window, board, chosen)
    last = place.side.right if place.kind == "column" else place.field.right
    right_margin = window[0] - 1 - last
    assert 0 <= right_margin - place.field.column <= 1


@given(WINDOWS, BOARDS, CHOSEN)
def test_a_strip_begins_under_the_field_if_it_is_wide_enough(
    window: Extent, board: Extent, chosen: int | None
) -> None:
    place = place_board(window, board, chosen)
    if place.kind == "strip":
        assert place.side.right == window[0] - 2
        is_under = window[0] - 1 - place.field.column >= WIDE_STRIP_COLUMNS
        assert place.side.column == (place.field.column if is_under else 1)


@pytest.mark.parametrize(
    ("window", "board", "wanted"),
    [
        ((80, 24), (8, 8), ("column", 5, 8, 8)),
        ((80, 24), (9, 9), ("column", 5, 9, 9)),
        ((80, 24), (10, 10), ("column", 5, 10, 10)),
        ((80, 24), (16, 16), ("column", 2, 16, 16)),
        ((80, 24), (30, 16), ("strip", 2, 30, 16)),
        ((120, 40), (10, 10), ("column", 7, 10, 10)),
        ((120, 40), (16, 16), ("column", 5, 16, 16)),
        ((120, 40), (30, 16), ("column", 3, 30, 16)),
        ((200, 60), (8, 8), ("column", 11, 8, 8)),
        ((200, 60), (30, 16), ("column", 5, 30, 16)),
        ((60, 24), (10, 10), ("column", 3, 10, 10)),
        ((40, 14), (9, 9), ("strip", 2, 9, 9)),
        ((40, 14), (30, 16), ("strip", 2, 19, 10)),
        ((30, 10), (10, 10), ("strip", 2, 10, 7)),
    ],
)
def test_what_usual_boards_look_like_in_usual_windows(
    window: Extent, board: Extent, wanted: tuple[str, int, int, int]
) -> None:
    place = place_board(window, board, None)
    assert (place.kind, place.zoom, place.across, place.down) == wanted


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (
            (10, 10),
            Placement("column", 5, Box(1, 1, 50, 21), Box(54, 1, 24, 21), 10, 10, 23, 1),
        ),
        (
            (30, 16),
            Placement("strip", 2, Box(10, 1, 60, 16), Box(10, 18, 69, 4), 30, 16, 23, 10),
        ),
    ],
)
def test_where_boards_are_in_80x24(board: Extent, wanted: Placement) -> None:
    assert place_board((80, 24), board, None) == wanted


@pytest.mark.parametrize(
    ("window", "wanted"),
    [
        ((80, 24), Placement("column", 11, Box(4, 1, 44, 20), Box(54, 1, 24, 21), 4, 4, 23, 1)),
        ((40, 14), Placement("strip", 5, Box(10, 0, 20, 9), Box(1, 10, 38, 3), 4, 4, 13, 1)),
    ],
)
def test_where_an_exercise_of_4x4_is(window: Extent, wanted: Placement) -> None:
    assert place_lesson(window, (4, 4), None) == wanted


def test_which_zooms_can_be_chosen() -> None:
    assert shown_zooms((80, 24), (10, 10)) == [1, 2, 3, 5, 7]
    assert shown_zooms((30, 10), (10, 10)) == [1, 2]
