"""The layout: where the field, the side and the key line are.

It is a function of the window, the board and the zoom, and of nothing else, so that no text ever
moves a box. Columns and rows count from 0.
"""

from collections.abc import Container
from typing import Final, Literal, NamedTuple

from minesweeper.tui.look.zooms import SMALLEST_AUTO, ZOOMS

Extent = tuple[int, int]
"""Columns and rows: of a window, or of the cells of a board."""
Arrangement = Literal["column", "strip"]

SMALLEST_WINDOW: Final[Extent] = (30, 10)
SIDE_COLUMNS: Final = 24
"""The width of a side beside the field."""
WIDE_STRIP_COLUMNS: Final = 56
"""The width from which on a strip may have two boxes, and begins under the field's first column."""
STAGE_COLUMNS: Final = 50
"""The width of a page's stage beside a side."""
STAGE_ROWS: Final = 21
"""The rows of a page's stage where the window is high enough."""

_GAP: Final = 3
_MARGIN: Final = 1
_KEY_LINE: Final = 1
_STRIP_ROWS: Final = 4
_FEWEST_STRIP_ROWS: Final = 3
_WIDEST_STAGE: Final = 78
_FEWEST_COLUMN_ROWS: Final = 16
# The cells that must be in sight of a board that scrolls.
_FEWEST_CELLS: Final[Extent] = (8, 5)
# The board in whose place exercises stand, and its largest zoom: in a large window they stay near
# the side. Where its cells are small, it is as wide as an exercise can be.
_BOARD_OF_LESSONS: Final[Extent] = (10, 10)
_WIDE_BOARD_OF_LESSONS: Final[Extent] = (12, 10)
_LARGEST_OF_LESSONS: Final = 5


class Box(NamedTuple):
    """A rectangle of the screen."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def bottom(self) -> int:
        """Its last row."""
        return self.row + self.rows - 1

    @property
    def right(self) -> int:
        """Its last column."""
        return self.column + self.columns - 1


class Placement(NamedTuple):
    """Where everything is."""

    kind: Arrangement
    """Whether the side is a column beside the field, or a strip under it."""
    zoom: int
    field: Box
    """The cells in sight; the stage of a page."""
    side: Box
    across: int
    """The cells in sight of a row of the board."""
    down: int
    """The cells in sight of a column of the board."""
    key_row: int
    """The row of the key line."""
    key_column: int
    """The column in which the key line begins."""


def place_board(
    window: Extent, board: Extent, chosen: int | None, *, has_walls: bool = False
) -> Placement:
    """Return the layout of a board at the zoom that was chosen, or at the best one.

    A chosen zoom that would show too little of the board gives way to the best one. A board with
    walls, which count as cells, has only one zoom.
    """
    if has_walls:
        zoom = SMALLEST_AUTO
    elif chosen is not None and _is_shown(window, board, chosen):
        zoom = chosen
    else:
        zoom = _best_zoom(window, board)
    return _lay_out(window, board, zoom)


def place_page(window: Extent) -> Placement:
    """Return the layout of a page: a stage, with a side as if it was a board."""
    columns, rows = window
    if columns >= STAGE_COLUMNS + _GAP + SIDE_COLUMNS + 2 * _MARGIN:
        stage_rows = min(STAGE_ROWS, rows - _KEY_LINE)
        left = (columns - STAGE_COLUMNS - _GAP - SIDE_COLUMNS) // 2
        stage = Box(left, (rows - _KEY_LINE - stage_rows) // 2, STAGE_COLUMNS, stage_rows)
        side = stage._replace(column=stage.right + 1 + _GAP, columns=SIDE_COLUMNS)
        return _placed(window, "column", SMALLEST_AUTO, stage, side, (0, 0))
    stage_columns, strip_rows = (
        min(_WIDEST_STAGE, columns - 2 * _MARGIN),
        _scrolling_strip_rows(rows),
    )
    last_row = rows - _KEY_LINE
    stage = Box((columns - stage_columns) // 2, 0, stage_columns, last_row - strip_rows - 1)
    side = stage._replace(row=last_row - strip_rows, rows=strip_rows)
    return _placed(window, "strip", SMALLEST_AUTO, stage, side, (0, 0))


def place_lesson(
    window: Extent, drawing: Extent, chosen: int | None, zooms: Container[int] = ZOOMS
) -> Placement:
    """Return the layout of an exercise, at the zoom that was chosen or at the largest that fits.

    That is one of `zooms`. The drawing stands in the middle of the field of a board, the same
    one for all drawings, so that the side is always at the same place. One that does not fit
    scrolls.
    """
    outer, room = _lesson_room(window)
    fitting = lesson_zooms(window, drawing)
    best = max((zoom for zoom in fitting if zoom in zooms), default=SMALLEST_AUTO)
    zoom = chosen if chosen in fitting else best
    size = ZOOMS[zoom]
    across = min(drawing[0], room.columns // size.columns)
    down = min(drawing[1], size.cells_in(room.rows))
    columns, rows = size.field_size(across, down)
    left = room.column + (room.columns - columns) // 2
    field = Box(left, room.row + (room.rows - rows) // 2, columns, rows)
    return outer._replace(zoom=zoom, field=field, across=across, down=down)


def lesson_zooms(window: Extent, drawing: Extent) -> list[int]:
    """Return the zooms at which the drawing of an exercise fits, the smallest first."""
    _, room = _lesson_room(window)
    sizes = {zoom: ZOOMS[zoom].field_size(*drawing) for zoom in _auto_zooms()}
    return [
        zoom
        for zoom, (columns, rows) in sizes.items()
        if columns <= room.columns and rows <= room.rows
    ]


def _lesson_room(window: Extent) -> tuple[Placement, Box]:
    """Return the layout of the board in whose place an exercise stands, and its room there."""
    zoom = min(_best_zoom(window, _BOARD_OF_LESSONS), _LARGEST_OF_LESSONS)
    board = _WIDE_BOARD_OF_LESSONS if zoom == SMALLEST_AUTO else _BOARD_OF_LESSONS
    outer = _lay_out(window, board, zoom)
    if outer.kind == "column":
        return outer, outer.field
    columns = window[0] - 2 * _MARGIN
    return outer, outer.field._replace(column=_MARGIN, columns=columns)


def shown_zooms(window: Extent, board: Extent) -> list[int]:
    """Return the zooms that would be shown if they were chosen, the smallest first."""
    return [zoom for zoom in ZOOMS if _is_shown(window, board, zoom)]


def _best_zoom(window: Extent, board: Extent) -> int:
    """Return the largest zoom at which the whole board fits.

    It is never 1: where 1 shows a whole board, 2 shows about half of it, and the board would shrink
    while the window grows.
    """
    strip_rows = _strip_rows_needed(window, board)
    fitting = [zoom for zoom in _auto_zooms() if _fits(window, board, zoom, strip_rows)]
    return max(fitting, default=SMALLEST_AUTO)


def _auto_zooms() -> list[int]:
    return [zoom for zoom in ZOOMS if zoom >= SMALLEST_AUTO]


def _is_shown(window: Extent, board: Extent, zoom: int) -> bool:
    if _fits(window, board, zoom, _strip_rows_needed(window, board)):
        return True
    return _is_enough(
        board, _in_sight(window, board, zoom, _kind_of_scrolling(window, board, zoom))
    )


def _strip_rows_needed(window: Extent, board: Extent) -> int:
    """Return the rows that a strip must have; fewer only if the board fits at no zoom otherwise."""
    if any(_fits(window, board, zoom, _STRIP_ROWS) for zoom in _auto_zooms()):
        return _STRIP_ROWS
    return _FEWEST_STRIP_ROWS


def _fits(window: Extent, board: Extent, zoom: int, strip_rows: int) -> bool:
    return _fits_column(window, board, zoom) or _fits_strip(window, board, zoom, strip_rows)


def _fits_column(window: Extent, board: Extent, zoom: int) -> bool:
    columns, rows = ZOOMS[zoom].field_size(*board)
    return columns <= _room_for_field(window, "column")[0] and rows <= window[1] - _KEY_LINE


def _fits_strip(window: Extent, board: Extent, zoom: int, strip_rows: int) -> bool:
    columns, rows = ZOOMS[zoom].field_size(*board)
    return columns <= window[0] - 2 * _MARGIN and rows <= window[1] - _KEY_LINE - strip_rows


def _room_for_field(window: Extent, kind: Arrangement) -> Extent:
    """Return the columns and rows that a board that scrolls may take."""
    columns, rows = window
    if kind == "column":
        return columns - 2 * _MARGIN - _GAP - SIDE_COLUMNS, rows - _KEY_LINE - 1
    return columns - 2 * _MARGIN, rows - _KEY_LINE - _scrolling_strip_rows(rows)


def _scrolling_strip_rows(rows: int) -> int:
    """Return the rows of the strip under a board that scrolls, in a window of so many rows."""
    if rows < 14:
        return 2
    return _FEWEST_STRIP_ROWS if rows < 20 else _STRIP_ROWS


def _in_sight(window: Extent, board: Extent, zoom: int, kind: Arrangement) -> Extent:
    """Return how many cells are in sight across and down if the board scrolls."""
    columns, rows = _room_for_field(window, kind)
    across, down = columns // ZOOMS[zoom].columns, ZOOMS[zoom].cells_in(rows)
    return max(0, min(board[0], across)), max(0, min(board[1], down))


def _is_enough(board: Extent, seen: Extent) -> bool:
    return all(
        cells >= min(fewest, size)
        for cells, fewest, size in zip(seen, _FEWEST_CELLS, board, strict=True)
    )


def _kind_of_scrolling(window: Extent, board: Extent, zoom: int) -> Arrangement:
    """Return where the side is if the board scrolls: where most cells are in sight, and enough."""

    def worth(kind: Arrangement) -> tuple[bool, int]:
        across, down = _in_sight(window, board, zoom, kind)
        return _is_enough(board, (across, down)), across * down

    return "column" if worth("column") > worth("strip") else "strip"


def _lay_out(window: Extent, board: Extent, zoom: int) -> Placement:
    if _fits_column(window, board, zoom):
        return _place_column(window, board, zoom)
    if _fits_strip(window, board, zoom, _FEWEST_STRIP_ROWS):
        return _place_strip(window, board, zoom, _STRIP_ROWS)
    kind = _kind_of_scrolling(window, board, zoom)
    seen = _in_sight(window, board, zoom, kind)
    if kind == "column":
        return _place_column(window, seen, zoom)
    return _place_strip(window, seen, zoom, _scrolling_strip_rows(window[1]))


def _place_column(window: Extent, cells: Extent, zoom: int) -> Placement:
    columns, rows = ZOOMS[zoom].field_size(*cells)
    left = (window[0] - columns - _GAP - SIDE_COLUMNS) // 2
    last_row = window[1] - _KEY_LINE
    top = (last_row - rows) // 2
    end = min(last_row, max(top + rows, min(top + STAGE_ROWS, last_row - 1)))
    first = max(0, min(top, end - _FEWEST_COLUMN_ROWS))
    field = Box(left, top, columns, rows)
    side = Box(left + columns + _GAP, first, SIDE_COLUMNS, end - first)
    return _placed(window, "column", zoom, field, side, cells)


def _place_strip(window: Extent, cells: Extent, zoom: int, strip_rows: int) -> Placement:
    """Place a field over a strip of at most `strip_rows` rows."""
    columns, rows = ZOOMS[zoom].field_size(*cells)
    spare = window[1] - _KEY_LINE - rows
    strip_rows = min(strip_rows, spare)
    gap, below = spare > strip_rows, spare > strip_rows + 1
    left = (window[0] - columns) // 2
    top = (window[1] - below - rows - gap - strip_rows) // 2
    end = window[0] - _MARGIN
    first = left if end - left >= WIDE_STRIP_COLUMNS else _MARGIN
    field = Box(left, top, columns, rows)
    side = Box(first, top + rows + gap, end - first, strip_rows)
    return _placed(window, "strip", zoom, field, side, cells)


def _placed(
    window: Extent, kind: Arrangement, zoom: int, field: Box, side: Box, cells: Extent
) -> Placement:
    """Return a layout with its key line: a blank row under everything else, if there is room."""
    key_row = min(window[1] - _KEY_LINE, max(field.bottom, side.bottom) + 2)
    key_column = field.column if kind == "column" else side.column
    return Placement(kind, zoom, field, side, *cells, key_row, key_column)
