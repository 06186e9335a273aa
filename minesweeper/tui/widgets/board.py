"""The board on the screen: which part is in sight, where its cells are, and how they are drawn."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Status
from minesweeper.tui.canvas import Canvas, Piece, Style, width
from minesweeper.tui.look.glyphs import COVERED_FACES, Art
from minesweeper.tui.look.theme import Band, Extent, Looks, StyledText, Theme, half_block
from minesweeper.tui.widgets.border import Box
from minesweeper.tui.widgets.numbers import count_down

Overlay = dict[tuple[int, int], StyledText]
"""What is drawn instead of cells, by column and row on the board: a style, and a text unless it is
empty, in which case the cell keeps its own."""

# The number of rows of cells whose pieces are kept for the next frames.
CACHED_ROWS = 500
# The number of cells that stay in sight on each side of the cursor, if the window allows.
MARGIN = 3
# With at most this number of columns or rows in sight, scrolling is not rounded to even numbers.
MIN_TO_SCROLL_EVENLY = 12
# The cells that the wheel scrolls: an even number, which leaves the tones of the checkerboard in
# place.
WHEEL_CELLS = 4


class BoardView:
    """A view of the board that can scroll, with the sides of the frame around it."""

    def __init__(self, grid: Grid, looks: Looks, *, is_framed: bool = True) -> None:
        """Without a frame of its own, the sides are blank, but for the arrows of a scrolled board.

        They still take a column each, and the edges a row each.
        """
        self.grid = grid
        self.looks = looks
        self._is_framed = is_framed
        self.glyphs = looks.theme.glyphs
        """The glyphs with which the view was placed."""
        self.left = self.top = 1
        """The first column and row of the board in sight."""
        self.across = self.down = 1
        """The number of columns and rows of the board in sight."""
        self.column = self.row = 0
        """The column and row of the screen where the first cell in sight is drawn."""
        self.box = Box(0, 0, 0, 0)
        """The frame around the part in sight, once the view is placed."""

    @property
    def cell_width(self) -> int:
        """The columns of the screen that a cell takes."""
        return self.glyphs.columns

    @property
    def height(self) -> int:
        """The rows of the screen that the part in sight takes."""
        return self.box.rows - 2

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
        return (self.across, self.down) == (self.grid.width, self.grid.height)

    def full_size(self) -> tuple[int, int]:
        """Return the screen columns and rows of the whole board with its frame."""
        columns, rows = self.looks.theme.glyphs.field_size(self.grid.width, self.grid.height)
        return columns + 2, rows + 2

    def fit(self, room: Extent, rooms_for_large: Sequence[Extent]) -> None:
        """Choose the zoom for a frame that may take `room`, the columns and rows of the screen.

        At a zoom above the usual one it must fit in one of `rooms_for_large`.
        """
        field, *fields = ((columns - 2, rows - 2) for columns, rows in (room, *rooms_for_large))
        self.looks.fit((self.grid.width, self.grid.height), field, fields)

    def place(self, row: int, columns: int, rows: int, room_beside: int = 0) -> None:
        """Place the frame from `row` on, on at most `rows` rows, in `columns` columns.

        If the board does not fit, part of it is in sight. The frame is in the middle, or further
        left to leave `room_beside` columns at its right.
        """
        width, _ = self._choose_part(columns - 2, rows - 2)
        first = min((columns - width) // 2, columns - room_beside - width - 1) - 1
        self._place_corner(first, row)

    def place_in(self, room: Box) -> None:
        """Place the frame in the upper left corner of a room; part of the board may be in sight."""
        self._choose_part(room.columns - 2, room.rows - 2)
        self._place_corner(room.column, room.row)

    def _choose_part(self, columns: int, rows: int) -> Extent:
        """Choose how much of the board a field of `columns` x `rows` shows; return its own size."""
        self.glyphs = self.looks.theme.glyphs
        beside, below = self.glyphs.field_size(0, 0)
        across = (columns - beside) // self.glyphs.columns
        down = (rows - below) // self.glyphs.rows
        self.across = max(1, min(self.grid.width, across))
        self.down = max(1, min(self.grid.height, down))
        return self.glyphs.field_size(self.across, self.down)

    def _place_corner(self, column: int, row: int) -> None:
        width, height = self.glyphs.field_size(self.across, self.down)
        self.row = row + 1
        self.box = Box(column, row, width + 2, height + 2)
        self.column = column + 1 + self.glyphs.left_padding
        self._scroll_to(self.left, self.top)

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
        if self.down < self.grid.height:
            self.scroll(0, WHEEL_CELLS * way)
        else:
            self.scroll(WHEEL_CELLS * way, 0)
        return self.nearest_in_sight(cursor)

    def nearest_in_sight(self, cell: Cell) -> Cell:
        """Return the cell if it is in sight with a margin around it, else the nearest that is."""
        column, row = self.grid.place(cell)
        return self.grid.cell(
            _nearest_with_margin(column, self.left, self.across, self.grid.width),
            _nearest_with_margin(row, self.top, self.down, self.grid.height),
        )

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell that is drawn at a column and row of the screen, or None."""
        across = (column - self.column) // self.glyphs.columns
        down = (row - self.row) // self.glyphs.rows
        if not (0 <= across < self.across and 0 <= row - self.row < self.height):
            return None
        # A row that two cells share belongs to the lower cell, and the last row to the upper one.
        return self.grid.cell(self.left + across, self.top + min(down, self.down - 1))

    def position(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of the screen where the text of a cell in sight begins."""
        column, row = self.grid.place(cell)
        return self._position(column, row)

    def _position(self, column: int, row: int) -> tuple[int, int]:
        down = self.glyphs.rows * (row - self.top) + self.glyphs.rows // 2
        return self.column + self.glyphs.columns * (column - self.left), self.row + down

    def notes(self) -> tuple[str, ...]:
        """Return the columns and rows in sight as text, and shorter forms of it; "" if all are."""
        if self.shows_whole_board:
            return ("",)
        columns = f"{self.left}-{self.last_column}/{self.grid.width}"
        rows = f"{self.top}-{self.last_row}/{self.grid.height}"
        if self.across == self.grid.width:
            return f"rows {rows}", rows
        if self.down == self.grid.height:
            return f"columns {columns}", columns
        return f"{columns} {self.glyphs.times} {rows}", columns, rows

    def draw(
        self,
        canvas: Canvas,
        game: Game,
        focus: Cell | None,
        border: Style,
        *,
        mines: bool,
        overlay: Overlay,
    ) -> None:
        """Draw the part in sight and the sides of the frame, with the cursor on `focus`, if any.

        `border` is the style of the frame. With `mines`, all mines are shown.
        """
        faces = self._faces(game, overlay, mines=mines)
        box, rows = self.box, zip(self._rows(faces), *self._sides(border), strict=True)
        for row, (cells, left, right) in enumerate(rows, self.row):
            canvas.put_pieces(row, [(box.column, *left), *cells, (box.right, *right)])
        self._draw_overlay(canvas, faces, overlay, self.grid.place(focus) if focus else None)

    def _faces(self, game: Game, overlay: Overlay, *, mines: bool) -> bytes:
        """Return the faces of the cells in sight, with numbers that count down if they are to.

        The numbers of an overlay do not, since sentences name them as they are.
        """
        faces = game.faces_of_rows(
            self.top, self.last_row, self.left, self.last_column, mines=mines
        )
        if self.looks.numbers == "plain" or game.status is not Status.PLAYING:
            return faces
        rows, columns = range(self.top, self.last_row + 1), range(self.left, self.last_column + 1)
        counted = bytearray(count_down(faces, game, rows, columns, self.looks.numbers))
        for place in filter(lambda place: self.is_in_sight(*place), overlay):
            at = self._index(place)
            counted[at] = faces[at]
        return bytes(counted)

    def _rows(self, faces: bytes) -> Iterator[list[Piece]]:
        """Yield the pieces of each row of the screen, for the faces of the cells in sight."""
        theme, glyphs, across = self.looks.theme, self.glyphs, self.across
        columns = range(self.column, self.column + across * glyphs.columns, glyphs.columns)
        upper, square = b"", (self.left + self.top) % 2
        for start in range(0, len(faces), across):
            of_row = faces[start : start + across]
            if glyphs.shares_rows:
                yield _shared_row(theme, columns, upper, of_row, square)
            yield from _cell_rows(theme, columns, of_row, square)
            upper, square = of_row, 1 - square
        if glyphs.shares_rows:
            yield _shared_row(theme, columns, upper, b"", square)

    def draw_empty(self, canvas: Canvas, border: Style) -> None:
        """Draw the sides of the frame around an empty field, for a pause."""
        box, blank = self.box, (" " * (self.box.columns - 2), self.looks.theme.text)
        for row, (left, right) in enumerate(zip(*self._sides(border), strict=True), self.row):
            pieces = (box.column, *left), (box.column + 1, *blank), (box.right, *right)
            canvas.put_row(row, [*pieces])

    def _draw_overlay(
        self, canvas: Canvas, faces: bytes, overlay: Overlay, focus: tuple[int, int] | None
    ) -> None:
        """Draw the cells of an overlay, and the cell with the cursor, over the others."""
        marked = {place: look for place, look in overlay.items() if self.is_in_sight(*place)}
        if focus and self.is_in_sight(*focus):
            marked.pop(focus, None)  # it is drawn last: its brackets reach into the next cell
            marked[focus] = self._focused(faces, overlay, focus)
            x, y = self._position(*focus)
            canvas.cursor = (x if self.glyphs.is_emoji else x + self.glyphs.columns // 2, y)
        theme, rows = self.looks.theme, defaultdict[int, list[Piece]](list)
        for place, (text, style) in marked.items():
            # Without colours, only the glyph under the cursor is underlined.
            beside = theme.selected if style is theme.focused[Face.COVERED][1] else style
            face, is_laid_over = self._face(faces, place), bool(overlay.get(place, ("", None))[0])
            art = self._art_below(face) if is_laid_over else theme.cells[0][face][0]
            for row, piece in self._cell(art, place, (text, style), beside):
                rows[row].append(piece)
            for row, pieces in self._shared(faces, marked, place):
                rows[row] += pieces
        for row, pieces in rows.items():
            canvas.put_pieces(row, pieces)

    def _art_below(self, face: int) -> Art:
        """Return the art of a cell without its sign, for a text of an overlay."""
        art, _ = self.looks.theme.cells[0][Face.COVERED if face in COVERED_FACES else Face.ZERO]
        return art

    def _cell(
        self, art: Art, place: tuple[int, int], look: StyledText, beside: Style
    ) -> Iterator[tuple[int, Piece]]:
        """Yield the rows of a cell, with the text of `look` in the middle unless it is empty.

        `beside` is the style of the other rows.
        """
        x, y = self._position(*place)
        text, style = look
        middle = len(art) // 2
        text = text or art[middle]
        if width(text) < self.glyphs.columns:
            text = text.center(self.glyphs.columns)
        for row, own in enumerate(art, y - middle):
            yield row, (x, text, style) if row == y else (x, own, beside)

    def _shared(
        self, faces: bytes, marked: Overlay, place: tuple[int, int]
    ) -> Iterator[tuple[int, list[Piece]]]:
        """Yield the rows that a cell shares with the cells above and below it."""
        if not (self.glyphs.shares_rows and self.glyphs.covered_is_blank):
            return
        theme, (column, row), (x, y) = self.looks.theme, place, self._position(*place)
        above, own, below = (
            self._style(faces, marked, (column, near)) for near in (row - 1, row, row + 1)
        )
        yield y - 1, _shared_pieces(theme, x, above, own)
        yield y + 1, _shared_pieces(theme, x, own, below)

    def _style(self, faces: bytes, marked: Overlay, place: tuple[int, int]) -> Style:
        """Return the style of a cell, or of the window for a place outside the field."""
        if place in marked:
            return marked[place][1]
        if not self.is_in_sight(*place):
            return self.looks.theme.text
        return self.looks.theme.cells[sum(place) % 2][self._face(faces, place)][1]

    def _focused(self, faces: bytes, overlay: Overlay, focus: tuple[int, int]) -> StyledText:
        """Return the text and style of the cell with the cursor.

        Marks, pressed cells, an exploded mine and a wrong flag keep their style: there the cursor
        is drawn as brackets.
        """
        theme, face = self.looks.theme, self._face(faces, focus)
        laid_over, below = overlay.get(focus, ("", None))
        kept = (*theme.marks.values(), theme.pressed)
        if below in kept if below else face in (Face.EXPLODED, Face.WRONG_FLAG):
            _, own = theme.cells[sum(focus) % 2][face]
            return self._bracketed(faces, overlay, focus), below or own
        text, style = theme.focused[face]
        if below and below.reverse and self.glyphs.columns == 1:
            style = theme.focus_on_reversed
        if width(laid_over) > len(laid_over):
            laid_over = ""  # an emoji would hide the background, and so the cursor
        if not self._has_blank_beside(faces, overlay, focus):
            text = text[: self.glyphs.columns]
        return laid_over or text, style

    def _bracketed(self, faces: bytes, overlay: Overlay, focus: tuple[int, int]) -> str:
        """Return the text of a cell in brackets, as far as there is room for them."""
        text, columns = self._text(faces, overlay, focus), self.glyphs.columns
        if columns == 1 or width(text) > len(text):
            return text
        bracketed = f"[{text.strip() or ' '}]"
        if columns > 2:
            return bracketed.center(columns)
        bracketed = bracketed[-3:]  # two characters leave no room on the left
        return bracketed if self._has_blank_beside(faces, overlay, focus) else bracketed[:2]

    def _has_blank_beside(self, faces: bytes, overlay: Overlay, place: tuple[int, int]) -> bool:
        """Return whether the column to the right of a cell is blank."""
        column, row = place
        if column == self.last_column:
            return bool(self.glyphs.right_padding)
        return self._text(faces, overlay, (column + 1, row)).startswith(" ")

    def _text(self, faces: bytes, overlay: Overlay, place: tuple[int, int]) -> str:
        """Return the text of a cell, without a cursor; the middle row of a large one."""
        art, _ = self.looks.theme.cells[0][self._face(faces, place)]
        text, _ = overlay.get(place, ("", None))
        return text or art[len(art) // 2]

    def _face(self, faces: bytes, place: tuple[int, int]) -> int:
        return faces[self._index(place)]

    def _index(self, place: tuple[int, int]) -> int:
        """Return where a cell in sight is among the faces of all of them."""
        column, row = place
        return (row - self.top) * self.across + column - self.left

    def _sides(self, border: Style) -> tuple[list[StyledText], list[StyledText]]:
        """Return the left and the right side of the frame, with a text for each row of the screen.

        Arrows show where the board goes on: to the left and right halfway down the sides, up and
        down at the ends of the right side.
        """
        theme, middle = self.looks.theme, (self.height - 1) // 2
        side: StyledText = theme.glyphs.border[-1] if self._is_framed else " ", border
        left, right = [side] * self.height, [side] * self.height
        to_left, to_right, to_up, to_down = (
            (arrow, theme.scroll_arrow) for arrow in theme.glyphs.scroll_arrows
        )
        if self.left > 1:
            left[middle] = to_left
        if self.last_column < self.grid.width:
            right[middle] = to_right
        if self.top > 1:
            right[0] = to_up
        if self.last_row < self.grid.height:
            right[-1] = to_down
        return left, right

    def _scroll_to(self, left: int, top: int) -> None:
        self.left = max(1, min(left, self.grid.width - self.across + 1))
        self.top = max(1, min(top, self.grid.height - self.down + 1))


def flash_overlay(game: Game, number: Cell, below: Overlay, theme: Theme) -> Overlay:
    """Return an overlay that highlights the covered neighbours of a number.

    `below` is the overlay that it will lie on: its texts stay.
    """
    overlay: Overlay = {}
    for near in game.grid.neighbours(number):
        if not game.is_revealed(near):
            place = game.grid.place(near)
            # An emoji hides its background, so it is replaced by the emoji of the cursor.
            glyph = theme.glyphs.focused[Face(game.face(near))] if theme.glyphs.is_emoji else ""
            overlay[place] = below.get(place, ("",))[0] or glyph, theme.flash
    return overlay


def pressed_overlay(game: Game, cells: Iterable[Cell], theme: Theme) -> Overlay:
    """Return an overlay that draws covered cells as pressed: blank, on the ground of zeros."""
    return {game.grid.place(cell): (" " * theme.glyphs.columns, theme.pressed) for cell in cells}


@lru_cache(maxsize=CACHED_ROWS)  # it saves 1 to 2 ms a key in a large window
def _cell_rows(theme: Theme, columns: range, faces: bytes, square: int) -> tuple[list[Piece], ...]:
    """Return the pieces of the rows that a row of cells does not share with other cells.

    `square` is 0 if the first cell is a black square of a chessboard, 1 if it is a white one.
    """
    looks = [theme.cells[(square + at) % 2][face] for at, face in enumerate(faces)]
    if theme.raised:
        cells = [_raised_cell(theme, *each) for each in zip(columns, looks, strict=True)]
        return tuple(
            [piece for cell in rows for piece in cell] for rows in zip(*cells, strict=True)
        )
    return tuple(
        [(column, art[line], style) for column, (art, style) in zip(columns, looks, strict=True)]
        for line in range(len(looks[0][0]))
    )


def _raised_cell(theme: Theme, column: int, look: tuple[Art, Style]) -> list[list[Piece]]:
    """Return the pieces of each row of a cell, with its edges if it is raised."""
    art, style = look
    if style not in theme.raised:
        return [[(column, line, style)] for line in art]
    (light, dark), last = theme.edges, column + theme.glyphs.columns - 1
    rows: list[list[Piece]] = [
        [(column, " ", light), (column + 1, text[1:-1], style), (last, " ", dark)] for text in art
    ]
    if len(art) > 1:
        upper, middle, lower = theme.bands(style)
        rows[0] = _halves(theme, column, upper, middle)
        rows[-1] = _halves(theme, column, middle, lower)
    return rows


def _halves(theme: Theme, column: int, upper: Band, lower: Band) -> list[Piece]:
    """Return the pieces of a row of a cell with one band above another."""
    if len({*upper}) == len({*lower}) == 1:
        glyph, style = half_block(upper[0], lower[0])
        return [(column, glyph * theme.glyphs.columns, style)]
    middle = theme.glyphs.columns - 2
    places = (column, 1), (column + 1, middle), (column + 1 + middle, 1)
    halves = map(half_block, upper, lower)
    return [
        (at, count * glyph, style)
        for (at, count), (glyph, style) in zip(places, halves, strict=True)
    ]


def _shared_row(
    theme: Theme, columns: range, upper: bytes, lower: bytes, square: int
) -> list[Piece]:
    """Return the pieces of the row that two rows of cells share; either may be missing (b"").

    `square` is 0 if the first cell of the lower row is a black square, 1 if it is a white one.
    """
    outside = [theme.text] * len(columns)
    above = [theme.cells[(square + at) % 2][face][1] for at, face in enumerate(upper, 1)]
    below = [theme.cells[(square + at) % 2][face][1] for at, face in enumerate(lower)]
    pairs = zip(columns, above or outside, below or outside, strict=True)
    return [piece for column, *styles in pairs for piece in _shared_pieces(theme, column, *styles)]


def _shared_pieces(theme: Theme, column: int, upper: Style, lower: Style) -> list[Piece]:
    """Return the pieces between two cells: half of each, or a gap without colours."""
    if not theme.glyphs.covered_is_blank:
        return [(column, " " * theme.glyphs.columns, theme.text)]
    return _halves(theme, column, theme.bands(upper)[-1], theme.bands(lower)[0])


def _margin(in_sight: int) -> int:
    return min(MARGIN, (in_sight - 1) // 2)


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
    if in_sight <= MIN_TO_SCROLL_EVENLY or (nearest - first) % 2 == 0:
        return nearest
    return nearest + (1 if nearest > first else -1)


def _nearest_with_margin(at: int, first: int, in_sight: int, length: int) -> int:
    """Return the column or row nearest to `at` that has a margin or is at the board's edge."""
    margin = _margin(in_sight)
    last = first + in_sight - 1
    low = first if first == 1 else first + margin
    high = last if last == length else last - margin
    return max(low, min(at, high))
