"""A frame one cell wide, round a field or a page, with texts in its upper edge."""

from typing import NamedTuple

from minesweeper.tui.canvas import Canvas, Style, cut, width
from minesweeper.tui.look.theme import Theme


class Box(NamedTuple):
    """A rectangle of the screen, with its edges."""

    column: int
    row: int
    columns: int
    rows: int


def draw_border(
    canvas: Canvas,
    box: Box,
    theme: Theme,
    *,
    title: str = "",
    right: str = "",
    style: Style | None = None,
) -> None:
    """Draw a frame with a title at the left of its upper edge, and a text at the right.

    What does not fit is left out, the text before the title; `style` is another than the border's.
    """
    line = style or theme.border
    top_left, top_right, bottom_left, bottom_right, along, side = theme.glyphs.border
    edge, last = along * (box.columns - 2), box.column + box.columns - 1
    bottom = box.row + box.rows - 1
    canvas.put(box.column, box.row, top_left + edge + top_right, line)
    for row in range(box.row + 1, bottom):
        canvas.put(box.column, row, side, line)
        canvas.put(last, row, side, line)
    canvas.put(box.column, bottom, bottom_left + edge + bottom_right, line)
    room = box.columns - 6
    if title:
        canvas.put(box.column + 2, box.row, f" {cut(title, room)} ", theme.header)
    if right and width(title) + width(right) + 4 <= room:
        canvas.put(last - 3 - width(right), box.row, f" {right} ", theme.dim)
