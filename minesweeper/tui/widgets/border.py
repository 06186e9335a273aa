"""The frame around a field or a page: a line with texts in its upper and lower edge."""

from typing import Final, NamedTuple

from minesweeper.tui.canvas import PLAIN, Canvas, Piece, Style, StyledText, cut, width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.layout import Box

# The distance of the texts from the corners, and the blank on both sides of each text. The first
# spacing with which all texts fit is used.
_SPACINGS: Final = ((1, " "), (0, " "), (0, ""))

Edge = tuple[Piece, ...]
"""The pieces of an edge: the line, and the texts on top of it."""


class EdgeTexts(NamedTuple):
    """The texts in the upper or the lower edge of a frame."""

    left: StyledText = ("", PLAIN)
    middle: StyledText = ("", PLAIN)
    right: StyledText = ("", PLAIN)

    def fit(self, columns: int) -> bool:
        """Return whether the texts fit in an edge of `columns` columns without touching."""
        return _places(self, columns, *_SPACINGS[1]) is not None


NO_TEXTS: Final = EdgeTexts()


def draw_border(
    canvas: Canvas,
    box: Box,
    theme: Theme,
    *,
    title: str = "",
    right: str = "",
) -> None:
    """Draw a frame with a title at the left of its upper edge, and a text at the right.

    A title that is too long is cut. The text at the right is left out if it does not fit.
    """
    texts = EdgeTexts((cut(title, box.columns - 6), theme.header), right=(right, theme.dim))
    if not texts.fit(box.columns):
        texts = texts._replace(right=("", PLAIN))
    line, side = theme.border, theme.glyphs.border[-1]
    upper, lower = edges(box, theme, line, texts)
    canvas.put_pieces(box.row, upper)
    canvas.put_pieces(box.bottom, lower)
    for row in range(box.row + 1, box.bottom):
        canvas.put(box.column, row, side, line)
        canvas.put(box.right, row, side, line)


def edges(
    box: Box, theme: Theme, line: Style, top: EdgeTexts, bottom: EdgeTexts = NO_TEXTS
) -> tuple[Edge, Edge]:
    """Return the upper and the lower edge of a frame; `line` is the style of the frame.

    If the texts of an edge do not fit, that edge has none.
    """
    top_left, top_right, bottom_left, bottom_right, along, _ = theme.glyphs.border
    inner = along * (box.columns - 2)
    upper, lower = top_left + inner + top_right, bottom_left + inner + bottom_right
    return _edge(box.column, (upper, line), top), _edge(box.column, (lower, line), bottom)


def _edge(column: int, edge: StyledText, texts: EdgeTexts) -> Edge:
    """Return the pieces of an edge: its line, given with its style, and the texts on top."""
    line, style = edge
    spaced = ((column + place, *text) for place, text in _spaced(texts, len(line)))
    return (column, line, style), *spaced


def _spaced(texts: EdgeTexts, columns: int) -> list[tuple[int, StyledText]]:
    """Return each text with its blanks and its first column; [] if they do not fit."""
    for margin, blank in _SPACINGS:
        places = _places(texts, columns, margin, blank)
        if places:
            return [
                (place, (blank + text + blank, style))
                for place, (text, style) in zip(places, texts, strict=True)
                if text
            ]
    return []


def _places(texts: EdgeTexts, columns: int, margin: int, blank: str) -> tuple[int, int, int] | None:
    """Return the columns where the texts begin, with their blanks; None if they do not fit."""
    left, middle, right = (width(text) + 2 * len(blank) if text else 0 for text, _ in texts)
    first, after = 1 + margin, columns - 1 - margin
    centre = (columns - middle) // 2 if middle else first + left
    gap_left, gap_right = bool(left and middle), bool(right and (left or middle))
    if first + left + gap_left <= centre and centre + middle + gap_right <= after - right:
        return first, centre, after - right
    return None
