"""The board on the screen: which part of it is in sight, where each cell is, how it is drawn."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game
from minesweeper.tui.canvas import Canvas, Piece, Style, width
from minesweeper.tui.look.theme import Looks, StyledText, Theme, half_block
from minesweeper.tui.widgets.border import Box

# By column and row: a style instead of the face's, and a text instead of its text if there is one.
Overlay = dict[tuple[int, int], StyledText]

# Rows of cells that are kept to be shown again.
CACHED_ROWS = 500
# How many cells stay in sight round the cursor, where the window allows.
MARGIN = 3
# In fewer columns or rows nothing is scrolled further than the margin asks for.
MIN_TO_SCROLL_EVENLY = 12
# How many the wheel scrolls: an even number, which leaves the two tones where they are.
WHEEL_CELLS = 4


class BoardView:
    """A scrolling view of the board, with the sides of the frame round it."""

    def __init__(self, grid: Grid, looks: Looks) -> None:
        self.grid = grid
        self.looks = looks
        self.glyphs = looks.theme.glyphs  # with which it is placed
        self.left = self.top = 1  # the first column and row in sight
        self.across = self.down = 1  # how many are
        self.column = self.row = 0  # where on the screen the first cell is
        self.box = Box(0, 0, 0, 0)  # the frame round the part in sight, once it is placed
        self.hidden = 0  # how many of the rows in sight, the last ones, a message lies over

    @property
    def cell_width(self) -> int:
        return self.glyphs.columns

    @property
    def height(self) -> int:
        """How many rows of the screen the part in sight takes."""
        return self.box.rows - 2

    def rows_from(self, row: int) -> int:
        """Return how many rows of cells reach to this row of the screen or below it."""
        return max(0, -((row - self.row - self.height) // self.glyphs.rows))

    @property
    def last_column(self) -> int:
        return self.left + self.across - 1

    @property
    def last_row(self) -> int:
        return self.top + self.down - 1

    @property
    def shows_whole_board(self) -> bool:
        """Whether all of the board is in sight."""
        return (self.across, self.down) == (self.grid.width, self.grid.height)

    def full_size(self) -> tuple[int, int]:
        """Return the screen columns and rows of the whole board with its frame."""
        columns, rows = self.looks.theme.glyphs.field_size(self.grid.width, self.grid.height)
        return columns + 2, rows + 2

    def fit(self, columns: int, rows: int, rows_beside: int) -> None:
        """Choose the zoom for a window that has these columns and rows for the frame.

        Cells that are larger than usual leave `rows_beside` of the rows free.
        """
        self.looks.fit((self.grid.width, self.grid.height), columns - 2, rows - 2, rows_beside)

    def place(self, row: int, columns: int, rows: int) -> None:
        """Use the rows of the screen from `row` on, centred; what does not fit is scrolled."""
        self.glyphs = self.looks.theme.glyphs
        beside, below = self.glyphs.field_size(0, 0)
        across = (columns - 2 - beside) // self.glyphs.columns
        down = (rows - 2 - below) // self.glyphs.rows
        self.across = max(1, min(self.grid.width, across))
        self.down = max(1, min(self.grid.height, down))
        width, height = self.glyphs.field_size(self.across, self.down)
        self.column = (columns - width) // 2
        self.row = row + 1
        self.box = Box(self.column - 1, row, width + 2, height + 2)
        self._scroll_to(self.left, self.top)

    def follow(self, cell: Cell) -> None:
        """Scroll just enough to keep a margin of cells in sight round this one."""
        column, row = self.grid.place(cell)
        self._scroll_to(
            _kept_in_sight(column, self.left, self.across), _kept_in_sight(row, self.top, self.down)
        )

    def centre(self, cell: Cell) -> None:
        """Scroll until a cell is in the middle, or as near to it as the board allows."""
        column, row = self.grid.place(cell)
        self._scroll_to(column - self.across // 2, row - self.down // 2)

    def scroll(self, columns: int, rows: int) -> None:
        """Scroll columns to the right and rows down, as far as the board goes."""
        self._scroll_to(self.left + columns, self.top + rows)

    def is_in_sight(self, column: int, row: int) -> bool:
        """Return whether a cell is in sight, by its column and row on the board."""
        return self._is_drawn(column, row) and row <= self.last_row - self.hidden

    def _is_drawn(self, column: int, row: int) -> bool:
        return self.left <= column <= self.last_column and self.top <= row <= self.last_row

    def show(self, places: Iterable[tuple[int, int]]) -> None:
        """Scroll just enough to have cells in sight; the first ones, if there is no room for all.

        They are given by column and row.
        """
        shown: list[tuple[int, int]] = []
        down = max(1, self.down - self.hidden)
        for place in places:
            columns, rows = zip(*shown, place, strict=True)
            if _span(columns) <= self.across and _span(rows) <= down:
                shown.append(place)
        if not shown:
            return
        columns, rows = zip(*shown, strict=True)
        self._scroll_to(
            _all_in_sight(columns, self.left, self.across), _all_in_sight(rows, self.top, down)
        )

    def wheel(self, way: int, cursor: Cell) -> Cell:
        """Scroll rows, or columns where all rows are in sight; return where the cursor goes."""
        if self.down < self.grid.height:
            self.scroll(0, WHEEL_CELLS * way)
        else:
            self.scroll(WHEEL_CELLS * way, 0)
        return self.nearest_in_sight(cursor)

    def nearest_in_sight(self, cell: Cell) -> Cell:
        """Return the cell, or the one nearest to it that has the margin of `follow`."""
        column, row = self.grid.place(cell)
        return self.grid.cell(
            _nearest(column, self.left, self.across, self.grid.width),
            _nearest(row, self.top, self.down, self.grid.height),
        )

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell that is drawn at a place of the screen, or None."""
        across = (column - self.column) // self.glyphs.columns
        down = (row - self.row) // self.glyphs.rows
        if not (0 <= across < self.across and 0 <= row - self.row < self.height):
            return None
        # A row that two cells share belongs to the lower one, and the last one to the upper.
        return self.grid.cell(self.left + across, self.top + min(down, self.down - 1))

    def position(self, cell: Cell) -> tuple[int, int]:
        """Return where on the screen the text of a cell in sight starts."""
        column, row = self.grid.place(cell)
        return self._position(column, row)

    def _position(self, column: int, row: int) -> tuple[int, int]:
        down = self.glyphs.rows * (row - self.top) + (self.glyphs.rows > 1)
        return self.column + self.glyphs.columns * (column - self.left), self.row + down

    def notes(self) -> tuple[str, ...]:
        """Return the columns and rows in sight, and the same in fewer words; "" if all are."""
        if self.shows_whole_board:
            return ("",)
        columns = f"{self.left}-{self.last_column}/{self.grid.width}"
        rows = f"{self.top}-{self.last_row}/{self.grid.height}"
        if self.across == self.grid.width:
            return f"rows {rows}", rows
        if self.down == self.grid.height:
            return f"columns {columns}", columns
        return f"{columns} x {rows}", columns, rows

    def draw(
        self,
        canvas: Canvas,
        game: Game,
        focus: Cell,
        line: Style,
        *,
        mines: bool,
        overlay: Overlay,
    ) -> None:
        """Draw the part in sight, with the cursor on `focus`, and with `mines` every mine.

        `line` is the style of the frame, whose sides are drawn with the rows.
        """
        faces = game.faces_of_rows(
            self.top, self.last_row, self.left, self.last_column, mines=mines
        )
        box, rows = self.box, zip(self._rows(faces), *self._sides(line), strict=True)
        for row, (cells, left, right) in enumerate(rows, self.row):
            canvas.put_row(row, [(box.column, *left), *cells, (box.right, *right)])
        self._draw_marked(canvas, faces, overlay, self.grid.place(focus))

    def _rows(self, faces: bytes) -> Iterator[list[Piece]]:
        """Yield the cells on each row of the screen."""
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

    def draw_hidden(self, canvas: Canvas, line: Style) -> None:
        """Draw an empty field with the sides of the frame, for a pause."""
        box, blank = self.box, (" " * (self.box.columns - 2), self.looks.theme.text)
        for row, (left, right) in enumerate(zip(*self._sides(line), strict=True), self.row):
            canvas.put_row(row, [(box.column, *left), (self.column, *blank), (box.right, *right)])

    def _draw_marked(
        self, canvas: Canvas, faces: bytes, overlay: Overlay, focus: tuple[int, int]
    ) -> None:
        """Draw the cells of an overlay, and the one with the cursor, over the others."""
        columns = range(self.left, self.last_column + 1)
        rows_drawn = range(self.top, self.last_row + 1)
        marked = {
            place: look
            for place, look in overlay.items()
            if place[0] in columns and place[1] in rows_drawn
        }
        if self._is_drawn(*focus):
            marked.pop(focus, None)  # it is drawn last: its brackets reach into the next cell
            marked[focus] = self._focused(faces, overlay, focus)
            x, y = self._position(*focus)
            canvas.cursor = (x if self.glyphs.is_emoji else x + self.glyphs.columns // 2, y)
        rows: defaultdict[int, list[Piece]] = defaultdict(list)
        for place, (text, style) in marked.items():
            # Without colours the cursor underlines its glyph alone.
            beside = self.looks.theme.selected if place == focus else style
            for row, piece in self._cell(self._face(faces, place), place, (text, style), beside):
                rows[row].append(piece)
            for row, piece in self._shared(faces, marked, place):
                rows[row].append(piece)
        for row, pieces in rows.items():
            canvas.put_pieces(row, pieces)

    def _cell(
        self, face: int, place: tuple[int, int], look: StyledText, beside: Style
    ) -> Iterator[tuple[int, Piece]]:
        """Yield the rows of a cell, with a text in the middle if there is one."""
        x, y = self._position(*place)
        text, style = look
        art, _ = self.looks.theme.cells[0][face]
        middle = len(art) // 2
        text = text or art[middle]
        if width(text) < self.glyphs.columns:
            text = text.center(self.glyphs.columns)
        for row, own in enumerate(art, y - middle):
            yield row, (x, text, style) if row == y else (x, own, beside)

    def _shared(
        self, faces: bytes, marked: Overlay, place: tuple[int, int]
    ) -> Iterator[tuple[int, Piece]]:
        """Yield the rows that a cell shares with those above and below it."""
        if not (self.glyphs.shares_rows and self.glyphs.covered_is_blank):
            return
        theme, (column, row), (x, y) = self.looks.theme, place, self._position(*place)
        above, own, below = (
            self._style(faces, marked, (column, near)) for near in (row - 1, row, row + 1)
        )
        yield y - 1, (x, *_between(theme, above, own))
        yield y + 1, (x, *_between(theme, own, below))

    def _style(self, faces: bytes, marked: Overlay, place: tuple[int, int]) -> Style:
        """Return how a cell is painted, or what is beside the field."""
        if place in marked:
            return marked[place][1]
        if not self._is_drawn(*place):
            return self.looks.theme.text
        return self.looks.theme.cells[sum(place) % 2][self._face(faces, place)][1]

    def _focused(self, faces: bytes, overlay: Overlay, focus: tuple[int, int]) -> StyledText:
        """Return the text and style of the cell with the cursor."""
        column, row = focus
        text, style = self.looks.theme.focused[self._face(faces, focus)]
        laid_over, below = overlay.get(focus, ("", None))
        if below and below.reverse and self.glyphs.columns == 1:
            style = self.looks.theme.focus_on_reversed
        if width(laid_over) > len(laid_over):
            laid_over = ""  # an emoji would hide the background, and the cursor with it
        if overlay.get((column + 1, row), ("",))[0]:
            text = text[: self.glyphs.columns]  # the bracket would cover the text beside it
        return laid_over or text, style

    def _face(self, faces: bytes, place: tuple[int, int]) -> int:
        column, row = place
        return faces[(row - self.top) * self.across + column - self.left]

    def _sides(self, line: Style) -> tuple[list[StyledText], list[StyledText]]:
        """Return what stands left of each row in sight, and what right of it.

        Where the board goes on there are arrows: half way down a side for that side, and at the
        ends of the right one for what is above and below.
        """
        theme, middle = self.looks.theme, (self.height - 1) // 2
        side: StyledText = theme.glyphs.border[-1], line
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
    """Return the covered, unflagged neighbours of a number as lit cells, over what lies there."""
    lit: Overlay = {}
    for near in game.grid.neighbours(number):
        if not game.is_revealed(near) and not game.is_flagged(near):
            place = game.grid.place(near)
            # An emoji hides the style behind it, so there the glyph itself is another one.
            glyph = theme.glyphs.focused[Face(game.face(near))] if theme.glyphs.is_emoji else ""
            lit[place] = below.get(place, ("",))[0] or glyph, theme.flash
    return lit


@lru_cache(maxsize=CACHED_ROWS)  # it saves 1 to 2 ms a key in a large window
def _cell_rows(theme: Theme, columns: range, faces: bytes, square: int) -> tuple[list[Piece], ...]:
    """Return the rows of the screen that a row of cells has for itself.

    `square` is 0 if the first cell is a black square of a chess board, 1 if it is a white one.
    """
    looks = [theme.cells[(square + at) % 2][face] for at, face in enumerate(faces)]
    rows = tuple(
        [(column, art[line], style) for column, (art, style) in zip(columns, looks, strict=True)]
        for line in range(len(looks[0][0]))
    )
    if theme.glyphs.right_padding:
        rows[0].append((columns.stop, " ", theme.cells[0][faces[-1]][1]))
    return rows


def _shared_row(
    theme: Theme, columns: range, upper: bytes, lower: bytes, square: int
) -> list[Piece]:
    """Return the row of the screen that two rows of cells share; either may be missing.

    `square` is that of the first cell of the lower row.
    """
    outside = [theme.text] * len(columns)
    above = [theme.cells[(square + at) % 2][face][1] for at, face in enumerate(upper, 1)]
    below = [theme.cells[(square + at) % 2][face][1] for at, face in enumerate(lower)]
    pairs = zip(columns, above or outside, below or outside, strict=True)
    return [(column, *_between(theme, *styles)) for column, *styles in pairs]


def _between(theme: Theme, upper: Style, lower: Style) -> StyledText:
    """Return what is drawn between two cells: halves of them, or a gap."""
    glyphs = theme.glyphs
    if not glyphs.covered_is_blank:
        return " " * glyphs.columns, theme.text
    glyph, style = half_block(upper, lower)
    return glyph * glyphs.columns, style


def _margin(in_sight: int) -> int:
    return min(MARGIN, (in_sight - 1) // 2)


def _span(line: tuple[int, ...]) -> int:
    return max(line) - min(line) + 1


def _all_in_sight(line: tuple[int, ...], first: int, in_sight: int) -> int:
    """Return the first column or row to show: all of these are shown, and least is scrolled."""
    return max(max(line) - in_sight + 1, min(first, min(line)))


def _kept_in_sight(at: int, first: int, in_sight: int) -> int:
    """Return the first column or row to show: `at` has its margin, and least is scrolled.

    An even number is scrolled, which leaves the two tones of cells where they are: else all covered
    cells would be sent again, 130 kB in a large window.
    """
    margin = _margin(in_sight)
    wanted = max(at + margin - in_sight + 1, min(first, at - margin))
    if in_sight <= MIN_TO_SCROLL_EVENLY or (wanted - first) % 2 == 0:
        return wanted
    return wanted + (1 if wanted > first else -1)


def _nearest(at: int, first: int, in_sight: int, length: int) -> int:
    """Return the column or row nearest to `at` that has its margin or is at the board's edge."""
    margin = _margin(in_sight)
    last = first + in_sight - 1
    low = first if first == 1 else first + margin
    high = last if last == length else last - margin
    return max(low, min(at, high))
