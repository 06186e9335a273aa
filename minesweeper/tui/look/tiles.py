"""Tiles: cells that are drawn in a sentence, in the colours of their marks.

In a text a tile is a glyph between two edges. An edge is a character of Unicode's private use area,
one for each kind of tile, that takes a column and is drawn as a blank. So a text with tiles is
measured, wrapped and cut like any other.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Canvas, Style, width
from minesweeper.tui.look.theme import Mark, StyledText, Theme

TileKind = Mark | Literal["exploded", "sea"]
"""The mark of a cell, an exploded mine, or a cell of the odds that is far from all numbers."""

_KINDS: Final[tuple[TileKind, ...]] = (*get_args(Mark), "exploded", "sea")
_FIRST_EDGE: Final = 0xE000
_EDGE: Final = f"[{chr(_FIRST_EDGE)}-{chr(_FIRST_EDGE + len(_KINDS) - 1)}]"
_TILE: Final = re.compile(rf"({_EDGE}[^{_EDGE[1:-1]}]*{_EDGE}+)")


def tile(kind: TileKind, glyph: str) -> str:
    """Return a tile as part of a text; a blank one without a glyph."""
    edge = chr(_FIRST_EDGE + _KINDS.index(kind))
    return f"{edge}{glyph or edge}{edge}"


def without_colours(text: str) -> str:
    """Return a text whose tiles are drawn in its own style."""
    return re.sub(_EDGE, " ", text)


def styled_parts(text: str, style: Style, theme: Theme) -> Iterator[StyledText]:
    """Yield the parts of a text, each tile in the colours of its kind."""
    for at, part in enumerate(_TILE.split(text)):
        if at % 2:
            yield without_colours(part), _style(_KINDS[ord(part[0]) - _FIRST_EDGE], theme)
        elif part:
            yield part, style


def _style(kind: TileKind, theme: Theme) -> Style:
    if kind == "exploded":
        return theme.cells[0][Face.EXPLODED][1]
    return theme.sea[0] if kind == "sea" else theme.marks[kind]


def put_text(canvas: Canvas, column: int, row: int, text: str, style: Style, theme: Theme) -> None:
    """Draw a text with its tiles."""
    for part, part_style in styled_parts(text, style, theme):
        canvas.put(column, row, part, part_style)
        column += width(part)
