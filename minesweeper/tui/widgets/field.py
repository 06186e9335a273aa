"""The field: which part of the board is in sight, where its cells are, and how they are drawn."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Status
from minesweeper.tui.canvas import Canvas, Piece
from minesweeper.tui.look.cells import CellLook, CellLooks, cell_looks
from minesweeper.tui.look.glyphs import DIGITS, LILY, WALL, WON_OPEN
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.raster import CellRow, draw_between, draw_cells
from minesweeper.tui.look.zooms import SMALLEST_AUTO, ZOOMS
from minesweeper.tui.widgets.layout import Box, Extent, Placement
from minesweeper.tui.widgets.numbers import dim_done

Overlay = dict[tuple[int, int], CellLook]
"""What is drawn instead of cells, by column and row on the board."""

# The number of cells that stay in sight on each side of the cursor, if the window allows.
_MARGIN: Final = 3
# With at most this number of columns or rows in sight, scrolling is not rounded to even numbers.
_MIN_TO_SCROLL_EVENLY: Final = 12
# The cells that the wheel scrolls: an even number, which leaves the tones of the chessboard in
# place.
_WHEEL_CELLS: Final = 4
# Two bars stand for a pause: their columns, from the middle of the field, and their rows.
_PAUSE_COLUMNS: Final = (-5, -4, -3, 2, 3, 4)
_PAUSE_ROWS: Final = 7
# In small cells an exploded mine is seen from afar, as the cells around it glow; in larger ones it
# is seen without, and a red cell would seem to mean something.
_LARGEST_WITH_GLOW: Final = 2

# A board that is won: its mines, which the game shows as flags, are lilies.
_AS_WON: Final = bytes.maketrans(bytes((Face.ZERO, *DIGITS, Face.FLAG)), bytes((*WON_OPEN, LILY)))


class Field:
    """The part of a board that is in sight, which can scroll.

    Emoji have walls around the board, which scroll with it like cells.
    """

    def __init__(self, grid: Grid, looks: Looks) -> None:
        self.grid = grid
        self.looks = looks
        self.zoom = SMALLEST_AUTO
        self.box = Box(0, 0, 0, 0)
        """Where the cells in sight are drawn, once the field is placed."""
        self.left = self.top = 1
        """The first column and row of the board in sight; 0 is that of a wall."""
        self.across = self.down = 1
        """The number of columns and rows of the board in sight, with those of walls."""

    @property
    def looks_of_cells(self) -> CellLooks:
        """How cells are drawn in the present theme at the present zoom."""
        return cell_looks(self.looks.theme, self.zoom)

    @property
    def _wall(self) -> int:
        """The number of cells that a wall is thick."""
        return int(self.looks.theme.glyphs.is_emoji)

    @property
    def board_size(self) -> Extent:
        """The columns and rows of the board, with those of walls."""
        return self.grid.width + 2 * self._wall, self.grid.height + 2 * self._wall

    @property
    def last_column(self) -> int:
        """The last column of the board in sight."""
        return self.left + self.across - 1

    @property
    def last_row(self) -> int:
        """The last row of the board in sight."""
        return self.top + self.down - 1

    @property
    def shows_whole_board(self) -> bool:
        """Whether the whole board is in sight."""
        return (self.across, self.down) == self.board_size

    def place(self, place: Placement) -> None:
        """Show the cells that a place has room for, scrolled as before as far as possible."""
        self.zoom, self.box = place.zoom, place.field
        self.across, self.down = place.across, place.down
        self._scroll_to(self.left, self.top)

    def place_in(self, room: Box, zoom: int) -> None:
        """Show as many cells as a room has room for, in its upper left corner."""
        size, (columns, rows) = ZOOMS[zoom], self.board_size
        self.across = max(1, min(columns, room.columns // size.columns))
        self.down = max(1, min(rows, size.cells_in(room.rows)))
        self.zoom = zoom
        self.box = Box(room.column, room.row, *size.field_size(self.across, self.down))
        self._scroll_to(self.left, self.top)

    # Scrolling

    def places_in_sight(self) -> Iterator[tuple[int, int]]:
        """Yield the columns and rows of the cells in sight, walls left out."""
        for row in range(max(1, self.top), min(self.last_row, self.grid.height) + 1):
            for column in range(max(1, self.left), min(self.last_column, self.grid.width) + 1):
                yield column, row

    def follow(self, cell: Cell) -> None:
        """Scroll just enough to keep a margin around a cell in sight."""
        column, row = self.grid.place(cell)
        self._scroll_to(
            _first_with_margin(column, self.left, self.across),
            _first_with_margin(row, self.top, self.down),
        )

    def centre(self, cell: Cell) -> None:
        """Scroll a cell to the middle, or as near to it as the board allows."""
        column, row = self.grid.place(cell)
        self._scroll_to(column - self.across // 2, row - self.down // 2)

    def scroll(self, columns: int, rows: int) -> None:
        """Scroll right by `columns` and down by `rows`, as far as the board goes."""
        self._scroll_to(self.left + columns, self.top + rows)

    def is_in_sight(self, column: int, row: int) -> bool:
        """Return whether the cell at a column and row of the board is in sight."""
        return self.left <= column <= self.last_column and self.top <= row <= self.last_row

    def show(self, places: Iterable[tuple[int, int]]) -> None:
        """Scroll just enough to show the cells at these columns and rows of the board.

        If they do not all fit, the first ones have precedence.
        """
        fitting: list[tuple[int, int]] = []
        for place in places:
            columns, rows = zip(*fitting, place, strict=True)
            if _span(columns) <= self.across and _span(rows) <= self.down:
                fitting.append(place)
        if not fitting:
            return
        columns, rows = zip(*fitting, strict=True)
        self._scroll_to(
            _first_showing_all(columns, self.left, self.across),
            _first_showing_all(rows, self.top, self.down),
        )

    def scroll_by_wheel(self, way: int, cursor: Cell) -> Cell:
        """Scroll rows, or columns if all rows are in sight; return the new cell of the cursor.

        `way` is 1 for down or right, and -1 for up or left.
        """
        if self.down < self.board_size[1]:
            self.scroll(0, _WHEEL_CELLS * way)
        else:
            self.scroll(_WHEEL_CELLS * way, 0)
        return self.nearest_in_sight(cursor)

    def nearest_in_sight(self, cell: Cell) -> Cell:
        """Return the cell if it is in sight with a margin around it, else the nearest that is."""
        column, row = self.grid.place(cell)
        return self.grid.cell(
            _nearest_with_margin(column, self.left, self.across, self.grid.width),
            _nearest_with_margin(row, self.top, self.down, self.grid.height),
        )

    def _scroll_to(self, left: int, top: int) -> None:
        columns, rows = self.board_size
        first = 1 - self._wall
        self.left = max(first, min(left, first + columns - self.across))
        self.top = max(first, min(top, first + rows - self.down))

    # Places on the screen

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell that is drawn at a column and row of the screen; None for a wall too.

        A row that two cells share belongs to the lower one, and the last row to the upper one.
        """
        box, zoom = self.box, self.looks_of_cells.zoom
        if not (box.column <= column <= box.right and box.row <= row <= box.bottom):
            return None
        across = (column - box.column) // zoom.columns
        down = (2 * (row - box.row) + 1 - zoom.shares_rows) // zoom.half_rows
        return self.grid.find(self.left + across, self.top + min(down, self.down - 1))

    def position(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of the screen where the glyph of a cell in sight stands."""
        zoom, (column, row) = self.looks_of_cells.zoom, self.grid.place(cell)
        half_row = zoom.half_rows * (row - self.top) + zoom.half_rows // 2 + zoom.shares_rows
        left = self.box.column + zoom.columns * (column - self.left)
        return left + (zoom.columns - 1) // 2, self.box.row + half_row // 2

    # Drawing

    def draw(
        self,
        canvas: Canvas,
        game: Game,
        *,
        cursor: Cell | None = None,
        is_quiet: bool = False,
        mines: bool = False,
        overlay: Overlay | None = None,
    ) -> None:
        """Draw the part in sight, and arrows beside it where the board goes on.

        The terminal's cursor is parked on that of the game, which hides no colour if it is quiet.
        With `mines` covered mines are shown. `overlay` is what is drawn instead of some cells.
        """
        faces = self._faces(game, mines=mines)
        instead = dict(overlay or {})
        if game.status is Status.LOST:
            instead = self._glow(game) | instead
        if cursor:
            place, looks = self.grid.place(cursor), self.looks_of_cells
            if self.is_in_sight(*place):
                own = instead.get(place) or self._look_in(faces, place)
                draw_cursor = looks.quiet_cursor if is_quiet else looks.cursor
                instead[place] = draw_cursor(own)
                canvas.cursor = self.position(cursor)
        self._draw_rows(canvas, self._rows(faces, instead))
        self._draw_arrows(canvas)

    def draw_paused(self, canvas: Canvas) -> None:
        """Draw open cells without numbers, and two bars over them."""
        faces = bytes([Face.ZERO]) * self.across * self.down
        self._draw_rows(canvas, self._rows(self._with_walls(faces), {}))
        theme, box = self.looks.theme, self.box
        bar = theme.style("text", "faint", reverse=not theme.has_colours)
        rows = min(_PAUSE_ROWS, box.rows)
        middle, first = box.column + box.columns // 2, box.row + (box.rows - rows) // 2
        for column in (middle + at for at in _PAUSE_COLUMNS):
            if box.column <= column <= box.right:
                for row in range(first, first + rows):
                    canvas.put(column, row, " ", bar)

    def look_of(self, game: Game, place: tuple[int, int]) -> CellLook:
        """Return how the cell at a column and row of the board is drawn by itself."""
        column, row = place
        face = game.faces(row, column, column, mines=False)[0]
        return self.looks_of_cells.face(face, sum(place) % 2)

    def pressed_overlay(self, game: Game, cells: Iterable[Cell]) -> Overlay:
        """Return an overlay that draws covered cells as pressed by the mouse."""
        places = map(game.grid.place, cells)
        return {place: self.looks_of_cells.pressed(sum(place) % 2) for place in places}

    def flash_overlay(self, game: Game, number: Cell, below: Overlay) -> Overlay:
        """Return an overlay that highlights the covered neighbours of a number.

        What the overlay `below` writes in them can still be read.
        """
        near = [each for each in game.grid.neighbours(number) if not game.is_revealed(each)]
        owns = {
            place: below.get(place) or self.look_of(game, place)
            for place in map(game.grid.place, near)
        }
        mark = self.looks_of_cells.mark
        return {place: mark("look", sum(place) % 2, own) for place, own in owns.items()}

    def _faces(self, game: Game, *, mines: bool) -> bytes:
        """Return the faces of the cells in sight, row by row."""
        left, right = max(1, self.left), min(self.last_column, self.grid.width)
        top, bottom = max(1, self.top), min(self.last_row, self.grid.height)
        faces = game.faces_of_rows(top, bottom, left, right, mines=mines)
        if game.status is Status.WON:
            faces = faces.translate(_AS_WON)
        elif self.looks.dim_numbers and game.status is Status.PLAYING:
            faces = dim_done(faces, game, range(top, bottom + 1), range(left, right + 1))
        return self._with_walls(faces) if self._wall else faces

    def _with_walls(self, faces: bytes) -> bytes:
        """Return the faces of the cells in sight, with those of the walls around them."""
        before, above = max(0, 1 - self.left), max(0, 1 - self.top)
        after = max(0, self.last_column - self.grid.width)
        below = max(0, self.last_row - self.grid.height)
        wall, columns = bytes([WALL]), self.across - before - after
        starts = range(0, columns * (self.down - above - below), columns)
        rows = (wall * before + faces[at : at + columns] + wall * after for at in starts)
        whole = wall * self.across
        return whole * above + b"".join(rows) + whole * below

    def _look_in(self, faces: bytes, place: tuple[int, int]) -> CellLook:
        column, row = place
        face = faces[(row - self.top) * self.across + column - self.left]
        return self.looks_of_cells.face(face, sum(place) % 2)

    def _glow(self, game: Game) -> Overlay:
        """Return the cells that glow around the exploded mines in sight."""
        looks, overlay = self.looks_of_cells, Overlay()
        if self.zoom > _LARGEST_WITH_GLOW or looks.theme.kind in ("few", "mono"):
            return overlay
        for place in self.exploded(game, 1):
            for cell in game.grid.neighbours(game.grid.cell(*place)):
                near, face = game.grid.place(cell), game.face(cell)
                overlay[near] = looks.glowing(looks.face(face, sum(near) % 2), face)
        return overlay

    def exploded(self, game: Game, rings: int) -> Iterator[tuple[int, int]]:
        """Yield the places of exploded mines in sight, and of those whose rings may be."""
        left, right = max(1, self.left - rings), min(self.last_column + rings, self.grid.width)
        top, bottom = max(1, self.top - rings), min(self.last_row + rings, self.grid.height)
        faces = game.faces_of_rows(top, bottom, left, right, mines=False)
        at = faces.find(Face.EXPLODED)
        while at >= 0:
            down, across = divmod(at, right - left + 1)
            yield left + across, top + down
            at = faces.find(Face.EXPLODED, at + 1)

    def _rows(self, faces: bytes, overlay: Overlay) -> Iterator[CellRow]:
        """Yield what each row of cells in sight shows."""
        left, last, top, bottom = self.left, self.last_column, self.top, self.last_row
        instead: dict[int, list[tuple[int, CellLook]]] = defaultdict(list)
        for (column, row), look in overlay.items():
            if left <= column <= last and top <= row <= bottom:
                instead[row].append((column - left, look))
        looks, square, across = self.looks_of_cells, (self.left + self.top) % 2, self.across
        for down, start in enumerate(range(0, len(faces), across)):
            yield CellRow(
                looks,
                faces[start : start + across],
                (square + down) % 2,
                tuple(instead.get(self.top + down, ())),
            )

    def _draw_rows(self, canvas: Canvas, rows: Iterable[CellRow]) -> None:
        looks, column, line = self.looks_of_cells, self.box.column, self.box.row
        half_row, above = int(looks.zoom.shares_rows), None
        for row in rows:
            is_shared = half_row % 2
            pieces: list[list[Piece]] = []
            if is_shared:
                pieces.append(draw_between(looks, above, row, column))
            pieces += draw_cells(row, column, is_shared)
            for each in pieces:
                canvas.put_pieces(line, each)
                line += 1
            half_row, above = half_row + looks.zoom.half_rows, row
        if half_row % 2:
            canvas.put_pieces(line, draw_between(looks, above, None, column))

    def _draw_arrows(self, canvas: Canvas) -> None:
        """Draw arrows in the columns beside the field where the board goes on.

        They stand halfway down, and at the ends of the right one.
        """
        theme, box, (columns, rows) = self.looks.theme, self.box, self.board_size
        to_left, to_right, to_up, to_down = theme.glyphs.scroll_arrows
        middle, first = box.row + box.rows // 2, 1 - self._wall
        if self.left > first:
            canvas.put(box.column - 1, middle, to_left, theme.note)
        if self.last_column < first + columns - 1:
            canvas.put(box.right + 1, middle, to_right, theme.note)
        if self.top > first:
            canvas.put(box.right + 1, box.row, to_up, theme.note)
        if self.last_row < first + rows - 1:
            canvas.put(box.right + 1, box.bottom, to_down, theme.note)


def _margin(in_sight: int) -> int:
    return min(_MARGIN, (in_sight - 1) // 2)


def _span(numbers: tuple[int, ...]) -> int:
    return max(numbers) - min(numbers) + 1


def _first_showing_all(numbers: tuple[int, ...], first: int, in_sight: int) -> int:
    """Return the first column or row to show, to see all `numbers` with the least scrolling."""
    return max(max(numbers) - in_sight + 1, min(first, min(numbers)))


def _first_with_margin(at: int, first: int, in_sight: int) -> int:
    """Return the first column or row to show, to give `at` its margin with the least scrolling.

    The distance is even, which leaves the tones of the checkerboard in place: otherwise all covered
    cells would be sent again, 130 kB in a large window.
    """
    margin = _margin(in_sight)
    nearest = max(at + margin - in_sight + 1, min(first, at - margin))
    if in_sight <= _MIN_TO_SCROLL_EVENLY or (nearest - first) % 2 == 0:
        return nearest
    return nearest + (1 if nearest > first else -1)


def _nearest_with_margin(at: int, first: int, in_sight: int, length: int) -> int:
    """Return the column or row nearest to `at` that has a margin or is at the board's edge."""
    margin = _margin(in_sight)
    last = first + in_sight - 1
    low = first if first == 1 else first + margin
    high = last if last == length else last - margin
    return max(low, min(at, high))
