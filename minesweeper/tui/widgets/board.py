"""The board on the screen: which part of it is in sight, where each cell is, how it is drawn."""

from collections.abc import Iterable

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game
from minesweeper.tui.canvas import Canvas, Piece, Style, width
from minesweeper.tui.look.theme import Looks, StyledText

# By column and row: a style instead of the face's, and a text instead of its text if there is one.
Overlay = dict[tuple[int, int], StyledText]

# Rows that are kept to be shown again: a held key scrolls through many.
MOST_ROWS = 1000
# How many cells stay in sight round the cursor, where the window allows.
MARGIN = 3
# How many the wheel scrolls.
NOTCH = 3


class BoardView:
    """A scrolling view of the board, with the wall round it."""

    def __init__(self, grid: Grid, looks: Looks) -> None:
        self.grid = grid
        self.looks = looks
        self.cell_width = looks.theme.glyphs.columns
        self.left = self.top = 1  # the first column and row in sight
        self.across = self.down = 1  # how many are
        self.column = self.row = 0  # where on the screen the first cell is
        self._rows: dict[tuple[bytes, str, str], list[Piece]] = {}
        self._made_for = (0, 0, 0, 0)
        self._drawn: list[list[Piece]] = []
        self._drawn_for = (b"", 0, 0, 0, 0)

    @property
    def wall_width(self) -> int:
        return width(self.looks.theme.glyphs.side)

    @property
    def last_column(self) -> int:
        return self.left + self.across - 1

    @property
    def last_row(self) -> int:
        return self.top + self.down - 1

    def full_size(self) -> tuple[int, int]:
        """Return the screen columns and rows of the whole board with its wall."""
        return self._columns(self.grid.width), self.grid.height + 2

    def place(self, row: int, columns: int, rows: int) -> None:
        """Use the rows of the screen from `row` on, centred; what does not fit is scrolled."""
        self.cell_width = self.looks.theme.glyphs.columns
        self.across = max(1, min(self.grid.width, self._cells_that_fit(columns)))
        self.down = max(1, min(self.grid.height, rows - 2))
        self.column = (columns - self._columns(self.across)) // 2 + self.wall_width
        self.row = row + 1
        self._scroll_to(self.left, self.top)
        self._forget_rows()

    def _forget_rows(self) -> None:
        """Make rows again when the theme or the place has changed."""
        made_for = id(self.looks.theme), self.column, self.row, self.across
        if made_for != self._made_for:
            self._rows.clear()
            self._drawn_for = (b"", 0, 0, 0, 0)
            self._made_for = made_for

    def follow(self, cell: Cell) -> None:
        """Scroll just enough to keep a margin of cells in sight round this one."""
        column, row = self.grid.place(cell)
        self._scroll_to(
            _kept_in_sight(column, self.left, self.across), _kept_in_sight(row, self.top, self.down)
        )

    def scroll(self, columns: int, rows: int) -> None:
        """Scroll so many columns to the right and rows down, as far as the board goes."""
        self._scroll_to(self.left + columns, self.top + rows)

    def is_in_sight(self, column: int, row: int) -> bool:
        """Return whether a cell is in sight, by its column and row on the board."""
        return self.left <= column <= self.last_column and self.top <= row <= self.last_row

    def show(self, places: Iterable[tuple[int, int]]) -> None:
        """Scroll just enough to have cells in sight; the first ones, if there is no room for all.

        They are given by column and row.
        """
        shown: list[tuple[int, int]] = []
        for place in places:
            columns, rows = zip(*shown, place, strict=True)
            if _span(columns) <= self.across and _span(rows) <= self.down:
                shown.append(place)
        if not shown:
            return
        columns, rows = zip(*shown, strict=True)
        self._scroll_to(
            _all_in_sight(columns, self.left, self.across), _all_in_sight(rows, self.top, self.down)
        )

    def wheel(self, way: int, cursor: Cell) -> Cell:
        """Scroll rows, or columns where all rows are in sight; return where the cursor goes."""
        if self.down < self.grid.height:
            self.scroll(0, NOTCH * way)
        else:
            self.scroll(NOTCH * way, 0)
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
        across, down = (column - self.column) // self.cell_width, row - self.row
        if 0 <= across < self.across and 0 <= down < self.down:
            return self.grid.cell(self.left + across, self.top + down)
        return None

    def position(self, cell: Cell) -> tuple[int, int]:
        """Return where on the screen a cell in sight starts."""
        column, row = self.grid.place(cell)
        return self.column + self.cell_width * (column - self.left), self.row + row - self.top

    def note(self) -> str:
        """Return which columns and rows are in sight, "" if all are."""
        return self._notes()[0]

    def _notes(self) -> tuple[str, ...]:
        """Return the note, and shorter ones for a narrow wall."""
        columns = f"{self.left}-{self.last_column}/{self.grid.width}"
        rows = f"{self.top}-{self.last_row}/{self.grid.height}"
        if self.across == self.grid.width:
            return (f"rows {rows}", rows) if self.down < self.grid.height else ("",)
        if self.down == self.grid.height:
            return f"columns {columns}", columns
        return f"{columns} x {rows}", columns, rows

    def draw(
        self, canvas: Canvas, game: Game, focus: Cell, *, mines: bool, overlay: Overlay
    ) -> None:
        """Draw the part in sight, with the cursor on `focus`, and with `mines` every mine."""
        faces = game.faces_of_rows(
            self.top, self.last_row, self.left, self.last_column, mines=mines
        )
        drawn_for = faces, self.left, self.top, canvas.rows, canvas.columns
        if drawn_for != self._drawn_for:  # most frames move only the cursor
            self._drawn_for = drawn_for
            self._drawn = self._field(Canvas(canvas.columns, canvas.rows), faces)
        canvas.put_rows(self.row - 1, self._drawn)
        self._draw_overlay(canvas, game, overlay, mines=mines)
        self._draw_focus(canvas, game, focus, overlay, mines=mines)

    def _field(self, canvas: Canvas, faces: bytes) -> list[list[Piece]]:
        """Return the rows in sight with their walls."""
        left, right = self._draw_walls(canvas)
        for down in range(self.down):
            of_row = faces[down * self.across : (down + 1) * self.across]
            canvas.put_row(self.row + down, self._row(of_row, left, right))
        return canvas.pieces[self.row - 1 : self.row + self.down + 1]

    def _row(self, faces: bytes, left: StyledText, right: StyledText) -> list[Piece]:
        """Return a row of cells between its walls; the same faces are the same list, made once."""
        key = faces, left[0], right[0]
        pieces = self._rows.get(key)
        if pieces is None:
            if len(self._rows) == MOST_ROWS:
                self._rows.clear()
            pieces = self._rows[key] = self._new_row(faces, left, right)
        return pieces

    def _new_row(self, faces: bytes, left: StyledText, right: StyledText) -> list[Piece]:
        looks, trail = self.looks.theme.cells, self._trail
        columns = range(self.column, self._right, self.cell_width)
        pieces: list[Piece] = [(self.column - self.wall_width, *left)]
        pieces += [(column, *looks[face]) for column, face in zip(columns, faces, strict=False)]
        if trail:
            pieces.append((self._right - len(trail), trail, looks[faces[-1]][1]))
        pieces.append((self._right, *right))
        return pieces

    def draw_hidden(self, canvas: Canvas) -> None:
        """Draw the wall round an empty field, for a pause."""
        left, right = self._draw_walls(canvas)
        blank = " " * (self._right - self.column), self.looks.theme.cells[Face.ZERO][1]
        row = [(self.column - self.wall_width, *left), (self.column, *blank), (self._right, *right)]
        for down in range(self.down):
            canvas.put_row(self.row + down, row)

    def _draw_overlay(self, canvas: Canvas, game: Game, overlay: Overlay, *, mines: bool) -> None:
        for (column, row), (text, style) in overlay.items():
            if self.left <= column <= self.last_column and self.top <= row <= self.last_row:
                face = game.faces(row, column, column, mines=mines)[0]
                x, y = self.position(self.grid.cell(column, row))
                canvas.put(x, y, text or self.looks.theme.cells[face][0], style)

    def _draw_focus(
        self, canvas: Canvas, game: Game, focus: Cell, overlay: Overlay, *, mines: bool
    ) -> None:
        column, row = self.grid.place(focus)
        x, y = self.position(focus)
        text, style = self.looks.theme.focused[game.faces(row, column, column, mines=mines)[0]]
        laid_over, below = overlay.get((column, row), ("", None))
        if below and below.reverse and self.cell_width == 1:
            style = self.looks.theme.focus_on_reversed
        if width(laid_over) > len(laid_over):
            laid_over = ""  # an emoji would hide the background, and the cursor with it
        if overlay.get((column + 1, row), ("",))[0]:
            text = text[: self.cell_width]  # the bracket would cover the text beside it
        canvas.put(x, y, laid_over or text, style)
        canvas.cursor = (x + self.looks.theme.glyphs.trail, y)

    def _draw_walls(self, canvas: Canvas) -> tuple[StyledText, StyledText]:
        """Draw the wall above and below the field; return what stands to its left and right.

        There are walls where the board ends, and arrows where it continues.
        """
        glyphs = self.looks.theme.glyphs
        to_left, to_right, to_up, to_down = glyphs.beyond
        bottom = self.row + self.down
        self._draw_wall(canvas, self.row - 1, to_up if self.top > 1 else "")
        self._draw_wall(canvas, bottom, to_down if self.last_row < self.grid.height else "")
        self._draw_note(canvas, bottom)
        left = to_left if self.left > 1 else ""
        right = to_right if self.last_column < self.grid.width else ""
        return self._wall(left or glyphs.side, left), self._wall(right or glyphs.side, right)

    def _draw_note(self, canvas: Canvas, row: int) -> None:
        """Draw the longest note that fits in the middle of the wall, in place of whole bricks."""
        brick, inner = width(self.looks.theme.glyphs.wall), self._right - self.column
        for note in filter(None, self._notes()):
            text = f" {note} " + " " * (len(note) % brick)
            if len(text) <= inner:
                column = (inner - len(text)) // 2 // brick * brick
                canvas.put(self.column + column, row, text, self.looks.theme.beyond)
                return

    def _draw_wall(self, canvas: Canvas, row: int, beyond: str) -> None:
        """Draw the wall above or below the field."""
        glyphs = self.looks.theme.glyphs
        glyph = beyond or glyphs.wall
        inner = glyph * ((self._right - self.column) // width(glyph))
        canvas.put(self.column - self.wall_width, row, glyphs.corner, self.looks.theme.wall)
        canvas.put(self.column, row, *self._wall(inner, beyond))
        canvas.put(self._right, row, glyphs.corner, self.looks.theme.wall)

    def _wall(self, text: str, beyond: str) -> tuple[str, Style]:
        return text, self.looks.theme.beyond if beyond else self.looks.theme.wall

    @property
    def _right(self) -> int:
        """The screen column of the wall to the right."""
        return self.column + self.cell_width * self.across + self.looks.theme.glyphs.trail

    @property
    def _trail(self) -> str:
        return " " * self.looks.theme.glyphs.trail

    def _columns(self, cells: int) -> int:
        return self.cell_width * cells + self.looks.theme.glyphs.trail + 2 * self.wall_width

    def _cells_that_fit(self, columns: int) -> int:
        return (columns - self._columns(0)) // self.cell_width

    def _scroll_to(self, left: int, top: int) -> None:
        self.left = max(1, min(left, self.grid.width - self.across + 1))
        self.top = max(1, min(top, self.grid.height - self.down + 1))


def _margin(in_sight: int) -> int:
    return min(MARGIN, (in_sight - 1) // 2)


def _span(line: tuple[int, ...]) -> int:
    return max(line) - min(line) + 1


def _all_in_sight(line: tuple[int, ...], first: int, in_sight: int) -> int:
    """Return the first column or row to show: all of these are shown, and least is scrolled."""
    return max(max(line) - in_sight + 1, min(first, min(line)))


def _kept_in_sight(at: int, first: int, in_sight: int) -> int:
    """Return the first column or row to show: `at` has its margin, and least is scrolled."""
    margin = _margin(in_sight)
    return max(at + margin - in_sight + 1, min(first, at - margin))


def _nearest(at: int, first: int, in_sight: int, length: int) -> int:
    """Return the column or row nearest to `at` that has its margin or is at the board's edge."""
    margin = _margin(in_sight)
    last = first + in_sight - 1
    low = first if first == 1 else first + margin
    high = last if last == length else last - margin
    return max(low, min(at, high))
