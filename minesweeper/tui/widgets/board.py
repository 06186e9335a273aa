"""The board on the screen: which part of it is in sight, where each cell is, how it is drawn."""

from collections.abc import Iterable

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game
from minesweeper.tui.canvas import PLAIN, Canvas, Piece, Style, width
from minesweeper.tui.look.theme import Looks, StyledText
from minesweeper.tui.widgets.border import Box

# By column and row: a style instead of the face's, and a text instead of its text if there is one.
Overlay = dict[tuple[int, int], StyledText]

# Rows that are kept to be shown again: a held key scrolls through many.
MOST_ROWS = 1000
# How many cells stay in sight round the cursor, where the window allows.
MARGIN = 3
# How many the wheel scrolls.
NOTCH = 3


class BoardView:
    """A scrolling view of the board, with the sides of the frame round it."""

    def __init__(self, grid: Grid, looks: Looks) -> None:
        self.grid = grid
        self.looks = looks
        self.cell_width = looks.theme.glyphs.columns
        self.left = self.top = 1  # the first column and row in sight
        self.across = self.down = 1  # how many are
        self.column = self.row = 0  # where on the screen the first cell is
        self.hidden = 0  # how many of the rows in sight, the last ones, a message lies over
        self._rows: dict[tuple[bytes, StyledText, StyledText], list[Piece]] = {}
        self._made_for = (0, 0, 0, 0)
        self._drawn: list[list[Piece]] = []
        self._drawn_for = (b"", 0, 0, 0, 0, PLAIN)

    @property
    def last_column(self) -> int:
        return self.left + self.across - 1

    @property
    def last_row(self) -> int:
        return self.top + self.down - 1

    def full_size(self) -> tuple[int, int]:
        """Return the screen columns and rows of the whole board with its frame."""
        return self._columns(self.grid.width), self.grid.height + 2

    def place(self, row: int, columns: int, rows: int) -> None:
        """Use the rows of the screen from `row` on, centred; what does not fit is scrolled."""
        self.cell_width = self.looks.theme.glyphs.columns
        self.across = max(1, min(self.grid.width, self._cells_that_fit(columns)))
        self.down = max(1, min(self.grid.height, rows - 2))
        self.column = (columns - self._columns(self.across)) // 2 + 1
        self.row = row + 1
        self._scroll_to(self.left, self.top)
        self._forget_rows()

    def _forget_rows(self) -> None:
        """Make rows again when the theme or the place has changed."""
        made_for = id(self.looks.theme), self.column, self.row, self.across
        if made_for != self._made_for:
            self._rows.clear()
            self._drawn_for = (b"", 0, 0, 0, 0, PLAIN)
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
        last_row = self.last_row - self.hidden
        return self.left <= column <= self.last_column and self.top <= row <= last_row

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

    @property
    def box(self) -> Box:
        """The frame round the part in sight."""
        return Box(self.column - 1, self.row - 1, self._columns(self.across), self.down + 2)

    def notes(self) -> tuple[str, ...]:
        """Return which columns and rows are in sight, and the same in less words; "" if all are."""
        columns = f"{self.left}-{self.last_column}/{self.grid.width}"
        rows = f"{self.top}-{self.last_row}/{self.grid.height}"
        if self.across == self.grid.width:
            return (f"rows {rows}", rows) if self.down < self.grid.height else ("",)
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
        drawn_for = faces, self.left, self.top, canvas.rows, canvas.columns, line
        if drawn_for != self._drawn_for:  # most frames move only the cursor
            self._drawn_for = drawn_for
            self._drawn = self._field(faces, line)
        canvas.put_rows(self.row, self._drawn)
        self._draw_overlay(canvas, game, overlay, mines=mines)
        self._draw_focus(canvas, game, focus, overlay, mines=mines)

    def _field(self, faces: bytes, line: Style) -> list[list[Piece]]:
        """Return the rows in sight with the sides of the frame."""
        return [
            self._row(
                faces[down * self.across : (down + 1) * self.across], *self._sides(down, line)
            )
            for down in range(self.down)
        ]

    def _row(self, faces: bytes, left: StyledText, right: StyledText) -> list[Piece]:
        """Return a row of cells between the sides; the same row is the same list, made once."""
        key = faces, left, right
        pieces = self._rows.get(key)
        if pieces is None:
            if len(self._rows) == MOST_ROWS:
                self._rows.clear()
            pieces = self._rows[key] = self._new_row(faces, left, right)
        return pieces

    def _new_row(self, faces: bytes, left: StyledText, right: StyledText) -> list[Piece]:
        looks, trail = self.looks.theme.cells, self._trail
        columns = range(self.column, self._right, self.cell_width)
        pieces: list[Piece] = [(self.column - 1, *left)]
        pieces += [(column, *looks[face]) for column, face in zip(columns, faces, strict=False)]
        if trail:
            pieces.append((self._right - len(trail), trail, looks[faces[-1]][1]))
        pieces.append((self._right, *right))
        return pieces

    def draw_hidden(self, canvas: Canvas, line: Style) -> None:
        """Draw an empty field with the sides of the frame, for a pause."""
        blank = " " * (self._right - self.column), self.looks.theme.cells[Face.ZERO][1]
        for down in range(self.down):
            left, right = self._sides(down, line)
            row = [(self.column - 1, *left), (self.column, *blank), (self._right, *right)]
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

    def _sides(self, row: int, line: Style) -> tuple[StyledText, StyledText]:
        """Return what stands left and right of a row in sight, the first being 0.

        Where the board goes on there are arrows: half way down a side for that side, and at the
        ends of the right one for what is above and below.
        """
        theme, middle = self.looks.theme, (self.down - 1) // 2
        to_left, to_right, to_up, to_down = theme.glyphs.beyond
        left = to_left if self.left > 1 and row == middle else ""
        right = to_right if self.last_column < self.grid.width and row == middle else ""
        if row == 0 and self.top > 1:
            right = to_up
        if row == self.down - 1 and self.last_row < self.grid.height:
            right = to_down
        return self._side(left, line), self._side(right, line)

    def _side(self, arrow: str, line: Style) -> StyledText:
        theme = self.looks.theme
        return (arrow, theme.beyond) if arrow else (theme.glyphs.border[-1], line)

    @property
    def _right(self) -> int:
        """The screen column of the frame to the right."""
        return self.column + self.cell_width * self.across + self.looks.theme.glyphs.trail

    @property
    def _trail(self) -> str:
        return " " * self.looks.theme.glyphs.trail

    def _columns(self, cells: int) -> int:
        return self.cell_width * cells + self.looks.theme.glyphs.trail + 2

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
