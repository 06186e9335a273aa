"""The board on the screen: which part of it is in sight, where each cell is, how it is drawn."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game
from minesweeper.tui.canvas import PLAIN, Canvas, Piece, Style, width
from minesweeper.tui.look.theme import Looks, StyledText, halves
from minesweeper.tui.widgets.border import Box

# By column and row: a style instead of the face's, and a text instead of its text if there is one.
Overlay = dict[tuple[int, int], StyledText]

# Rows that are kept to be shown again: a held key scrolls through many.
MOST_ROWS = 1000
# How many cells stay in sight round the cursor, where the window allows.
MARGIN = 3
# In fewer columns or rows nothing is scrolled further than the margin asks for.
LEAST_TO_SCROLL_ON = 12
# How many the wheel scrolls: an even number, which leaves the two tones where they are.
NOTCH = 4


class Part(NamedTuple):
    """What is on one row of the screen: a part of the cells of a row, or of those of two rows."""

    kind: Literal["above", "middle", "below", "shared"]
    faces: bytes
    # 0 if the first cell is a black square of a chess board, 1 if it is a white one.
    square: int
    # Of a shared row: the cells of the row above.
    upper: bytes = b""


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
        self._rows: dict[tuple[Part, StyledText, StyledText], list[Piece]] = {}
        self._made_for = (0, 0, 0, 0)
        self._drawn: list[list[Piece]] = []
        self._drawn_for = (b"", 0, 0, 0, 0, PLAIN)

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
    def is_whole(self) -> bool:
        """Whether all of the board is in sight."""
        return (self.across, self.down) == (self.grid.width, self.grid.height)

    def full_size(self) -> tuple[int, int]:
        """Return the screen columns and rows of the whole board with its frame."""
        columns, rows = self.looks.theme.glyphs.field_size(self.grid.width, self.grid.height)
        return columns + 2, rows + 2

    def fit(self, columns: int, rows: int, rows_beside: int) -> None:
        """Let the zoom follow a window in which there is so much room for the frame.

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
        before = self.left, self.top
        self._scroll_to(
            _kept_in_sight(column, self.left, self.across), _kept_in_sight(row, self.top, self.down)
        )
        self._scroll_on(*before)

    def _scroll_on(self, left: int, top: int) -> None:
        """Make the distance from there even, which leaves the two tones where they are.

        Else all covered cells would be written again, which in a large window is 100 kB.
        """
        across, down = self.left - left, self.top - top
        if (across + down) % 2:
            if across and self.across > LEAST_TO_SCROLL_ON:
                self._scroll_to(self.left + (1 if across > 0 else -1), self.top)
            elif down and self.down > LEAST_TO_SCROLL_ON:
                self._scroll_to(self.left, self.top + (1 if down > 0 else -1))

    def centre(self, cell: Cell) -> None:
        """Scroll until a cell is in the middle, or as near to it as the board allows."""
        column, row = self.grid.place(cell)
        self._scroll_to(column - self.across // 2, row - self.down // 2)

    def scroll(self, columns: int, rows: int) -> None:
        """Scroll so many columns to the right and rows down, as far as the board goes."""
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
        """Return which columns and rows are in sight, and the same in less words; "" if all are."""
        if self.is_whole:
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
        drawn_for = faces, self.left, self.top, canvas.rows, canvas.columns, line
        if drawn_for != self._drawn_for:  # most frames move only the cursor
            self._drawn_for = drawn_for
            self._drawn = self._field(faces, line)
        canvas.put_rows(self.row, self._drawn)
        self._draw_overlay(canvas, faces, overlay)
        self._draw_focus(canvas, faces, self.grid.place(focus), overlay)

    def _field(self, faces: bytes, line: Style) -> list[list[Piece]]:
        """Return the rows in sight with the sides of the frame."""
        return list(map(self._row, self._parts(faces), *self._sides(line)))

    def _parts(self, faces: bytes) -> Iterator[Part]:
        """Yield what is on each row of the screen."""
        upper, square = b"", (self.left + self.top) % 2
        for start in range(0, len(faces), self.across):
            of_row = faces[start : start + self.across]
            if self.glyphs.shares_rows:
                yield Part("shared", of_row, square, upper)
            elif self.glyphs.rows > 1:
                yield Part("above", of_row, square)
            yield Part("middle", of_row, square)
            if self.glyphs.rows > 2:
                yield Part("below", of_row, square)
            upper, square = of_row, 1 - square
        if self.glyphs.shares_rows:
            yield Part("shared", b"", square, upper)

    def _row(self, part: Part, left: StyledText, right: StyledText) -> list[Piece]:
        """Return a row between the sides; the same row is the same list, made once."""
        key = part, left, right
        pieces = self._rows.get(key)
        if pieces is None:
            if len(self._rows) == MOST_ROWS:
                self._rows.clear()
            texts = self._shared(part) if part.kind == "shared" else self._texts(part)
            columns = range(self.column, self.box.right, self.glyphs.columns)
            cells = ((column, *text) for column, text in zip(columns, texts, strict=False))
            sides = (self.box.column, *left), (self.box.right, *right)
            pieces = [sides[0], *cells, *self._trail(part), sides[1]]
            self._rows[key] = pieces
        return pieces

    def _texts(self, part: Part) -> list[StyledText]:
        """Return what is written for each cell in its own part of the screen."""
        faces, square, tones = part.faces, part.square, self.looks.theme.cells
        texts = [tones[(square + at) % 2][face] for at, face in enumerate(faces)]
        if part.kind == "middle":
            return texts
        texts_of_part = zip(faces, texts, strict=True)
        return [(self._text(part.kind, face), style) for face, (_, style) in texts_of_part]

    def _text(self, kind: str, face: int) -> str:
        texts = self.glyphs.above if kind == "above" else self.glyphs.below
        return texts.get(Face(face), " " * self.glyphs.columns)

    def _shared(self, part: Part) -> Iterator[StyledText]:
        """Yield what is drawn for each two cells in the row that they share."""
        theme, square = self.looks.theme, part.square
        outside = [theme.text] * self.across
        below, above = (
            [theme.cells[(square + first + at) % 2][face][1] for at, face in enumerate(faces)]
            for first, faces in ((0, part.faces), (1, part.upper))
        )
        for upper, lower in zip(above or outside, below or outside, strict=True):
            yield self._between(upper, lower)

    def _between(self, upper: Style, lower: Style) -> StyledText:
        """Return what is drawn between two cells: halves of them, or a gap."""
        if not self.glyphs.is_quiet:
            return " " * self.glyphs.columns, self.looks.theme.text
        glyph, style = halves(upper, lower)
        return glyph * self.glyphs.columns, style

    def _trail(self, part: Part) -> list[Piece]:
        """Return what fills the column to the right of the last cell, if there is one."""
        if not self.glyphs.trail:
            return []
        return [(self.box.right - 1, " ", self.looks.theme.cells[0][part.faces[-1]][1])]

    def draw_hidden(self, canvas: Canvas, line: Style) -> None:
        """Draw an empty field with the sides of the frame, for a pause."""
        box, blank = self.box, (" " * (self.box.columns - 2), self.looks.theme.text)
        for row, (left, right) in enumerate(zip(*self._sides(line), strict=True), self.row):
            canvas.put_row(row, [(box.column, *left), (self.column, *blank), (box.right, *right)])

    def _draw_overlay(self, canvas: Canvas, faces: bytes, overlay: Overlay) -> None:
        for place, (text, style) in overlay.items():
            if self._is_drawn(*place):
                face = self._face(faces, place)
                text = text or self.looks.theme.cells[0][face][0]
                self._draw_cell(canvas, place, face, text, style)
                self._draw_edges(canvas, faces, place, overlay)

    def _draw_focus(
        self, canvas: Canvas, faces: bytes, focus: tuple[int, int], overlay: Overlay
    ) -> None:
        column, row = focus
        if not self._is_drawn(column, row):
            return
        face = self._face(faces, focus)
        text, style = self.looks.theme.focused[face]
        laid_over, below = overlay.get(focus, ("", None))
        if below and below.reverse and self.glyphs.columns == 1:
            style = self.looks.theme.focus_on_reversed
        if width(laid_over) > len(laid_over):
            laid_over = ""  # an emoji would hide the background, and the cursor with it
        if overlay.get((column + 1, row), ("",))[0]:
            text = text[: self.glyphs.columns]  # the bracket would cover the text beside it
        self._draw_cell(canvas, focus, face, laid_over or text, style)
        self._draw_edges(canvas, faces, focus, overlay | {focus: ("", style)})
        x, y = self._position(*focus)
        canvas.cursor = (x if self.glyphs.is_emoji else x + self.glyphs.columns // 2, y)

    def _draw_cell(
        self, canvas: Canvas, place: tuple[int, int], face: int, text: str, style: Style
    ) -> None:
        """Draw a text in the middle of a cell, and what is above and below it."""
        x, y = self._position(*place)
        if width(text) < self.glyphs.columns:
            text = text.center(self.glyphs.columns)
        canvas.put(x, y, text, style)
        if self.glyphs.rows > 2:
            theme = self.looks.theme  # without colours the cursor underlines its text alone
            beside = theme.selected if style is theme.focused[face][1] else style
            canvas.put(x, y - 1, self._text("above", face), beside)
            canvas.put(x, y + 1, self._text("below", face), beside)

    def _draw_edges(
        self, canvas: Canvas, faces: bytes, place: tuple[int, int], overlay: Overlay
    ) -> None:
        """Draw the rows that a cell shares with those above and below it."""
        if not (self.glyphs.shares_rows and self.glyphs.is_quiet):
            return
        x, y = self._position(*place)
        column, row = place
        styles = [self._style(faces, (column, near), overlay) for near in (row - 1, row, row + 1)]
        canvas.put(x, y - 1, *self._between(styles[0], styles[1]))
        canvas.put(x, y + 1, *self._between(styles[1], styles[2]))

    def _style(self, faces: bytes, place: tuple[int, int], overlay: Overlay) -> Style:
        """Return how a cell is painted, or what is beside the field."""
        if not self._is_drawn(*place):
            return self.looks.theme.text
        if place in overlay:
            return overlay[place][1]
        return self.looks.theme.cells[sum(place) % 2][self._face(faces, place)][1]

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
        to_left, to_right, to_up, to_down = ((arrow, theme.beyond) for arrow in theme.glyphs.beyond)
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
