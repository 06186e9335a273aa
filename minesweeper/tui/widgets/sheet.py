"""The frame of a page: a border with a title in it, in the middle of the window."""

from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, cut, width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.border import Box, draw_border

# Columns between the border and the text; a narrow window has only one at the right.
MARGIN: Final = 2
# Where a window is smaller, its rows and columns are needed for the text.
LEAST_COLUMNS: Final = 30
LEAST_ROWS: Final = 10
NARROW: Final = 50


class Sheet(NamedTuple):
    """Where the parts of a page are in a window."""

    box: Box
    """All but the line of keys."""
    is_framed: bool
    inside: range
    """The columns that a selected line takes: all in the frame, or in the window."""
    column: int
    """Where the text begins."""
    columns: int
    """How many the text may take."""
    first_row: int
    rows: int
    """How many lines are in sight."""
    footer_row: int

    @property
    def text_end(self) -> int:
        """The row after the last one for text."""
        return self.first_row + self.rows

    def draw(
        self, canvas: Canvas, theme: Theme, title: str, right: str = "", position: str = ""
    ) -> None:
        """Draw the frame, or the title alone; `position` says in it which lines are in sight."""
        if not self.is_framed:
            title = cut(title, canvas.columns)
            canvas.put_centred(self.box.row, title, theme.header)
            return
        draw_border(canvas, self.box, theme, title=title, right=right)
        if position:
            column = self.inside.stop - MARGIN - 1 - width(position)
            canvas.put(column, self.box.row + self.box.rows - 1, f" {position} ", theme.dim)


def is_framed(canvas: Canvas) -> bool:
    """Return whether a window has room for a frame."""
    return canvas.columns >= LEAST_COLUMNS and canvas.rows >= LEAST_ROWS


def text_columns(canvas: Canvas, mark: int = 0) -> int:
    """Return how many columns of text a page may have in a window.

    `mark` is how many are needed at the left of it; a frame has them anyway.
    """
    return canvas.columns - sum(_margins(canvas, mark)) - (2 if is_framed(canvas) else 0)


def text_rows(canvas: Canvas) -> int:
    """Return how many lines of text a page may have in a window."""
    return max(1, canvas.rows - (3 if is_framed(canvas) else 2))


def lay_sheet(canvas: Canvas, columns: int, rows: int, mark: int = 0) -> Sheet:
    """Return where a page is whose text takes so many columns and rows, as far as they fit."""
    framed, (left, right) = is_framed(canvas), _margins(canvas, mark)
    columns, rows = min(columns, text_columns(canvas, mark)), min(rows, text_rows(canvas))
    edge = 1 if framed else 0
    spare = text_rows(canvas) - rows
    # Blank rows, where there are any: below and above the text, and above the line of keys.
    margin, gap = (1 if spare >= 2 else 0), (0 if spare in (0, 2) else 1)
    across, down = columns + left + right + 2 * edge, rows + 2 * margin + 1 + edge
    column, row = (canvas.columns - across) // 2, (spare - gap - 2 * margin) // 2
    return Sheet(
        box=Box(column, row, across, down),
        is_framed=framed,
        inside=range(column + 1, column + across - 1) if framed else range(canvas.columns),
        column=column + edge + left,
        columns=columns,
        first_row=row + 1 + margin,
        rows=rows,
        footer_row=max(1, row + down + gap),
    )


def _margins(canvas: Canvas, mark: int) -> tuple[int, int]:
    if not is_framed(canvas):
        return mark, 0
    return MARGIN, MARGIN if canvas.columns >= NARROW else 1
