"""Tiles and emphasis: cells that are drawn in a sentence, and words in a colour of their own.

In a text, each of them stands between two marks: the first says how it is drawn. Marks take no
column, and the blanks of a tile are characters at which no row is broken. So a text with tiles and
emphasis is measured, wrapped and cut like any other.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args

from minesweeper.tui.canvas import Canvas, Style, width
from minesweeper.tui.look.cells import TILE_KINDS, TileKind, tile_style
from minesweeper.tui.look.theme import Theme

TextRole = Literal["text", "bright", "dim", "faint", "key", "note", "good", "bad", "flag"]
"""A colour of texts on the window."""

_ROLES: Final[tuple[TextRole, ...]] = get_args(TextRole)
# Unicode's tags, which have no width, and a character of its private use area.
_FIRST_MARK: Final = 0xE0020
END_OF_SPAN: Final = "\U000e007f"
"""The mark after a tile and after a word that is emphasised."""
_BLANK: Final = "\ue000"
_MARK: Final = f"[{chr(_FIRST_MARK)}-{chr(ord(END_OF_SPAN) - 1)}]"
_SPAN: Final = re.compile(f"({_MARK}[^{END_OF_SPAN}]*{END_OF_SPAN}?)")
# What ASCII has for the signs in texts, column for column.
_ASCII: Final = str.maketrans("\N{MULTIPLICATION SIGN}·●•▲✗✓◆◇⚑✱✹✿○─━▏", "x-o-!XoYBF*@*--#_")
_NOT_DRAWN: Final = re.compile(f"{_MARK}|{END_OF_SPAN}")


def tile(kind: TileKind, glyph: str) -> str:
    """Return a tile as part of a text; a blank one without a glyph.

    An emoji has no blank before it, so that all tiles with one glyph have three columns.
    """
    before = "" if width(glyph) > len(glyph) else _BLANK
    mark = chr(_FIRST_MARK + TILE_KINDS.index(kind))
    return f"{mark}{before}{glyph or _BLANK}{_BLANK}{END_OF_SPAN}"


def emphasis(role: TextRole, text: str) -> str:
    """Return a text, without tiles, that is drawn in a role wherever it stands."""
    mark = chr(_FIRST_MARK + len(TILE_KINDS) + _ROLES.index(role))
    return " ".join(f"{mark}{word}{END_OF_SPAN}" for word in text.split(" "))


def unbroken(text: str) -> str:
    """Return a text at whose blanks no row is broken."""
    return text.replace(" ", _BLANK)


def without_colours(text: str) -> str:
    """Return a text as it is drawn, without the marks of its tiles and its emphasis."""
    return _NOT_DRAWN.sub("", text).replace(_BLANK, " ")


def styled_parts(text: str, style: Style, theme: Theme) -> Iterator[tuple[str, Style]]:
    """Yield the parts of a text with their styles; `style` is that of the text between others."""
    for at, part in enumerate(_SPAN.split(text)):
        if part:
            yield without_colours(part), _style(part, theme) if at % 2 else style


def _style(span: str, theme: Theme) -> Style:
    number = ord(span[0]) - _FIRST_MARK
    if number >= len(TILE_KINDS):
        return role_style(_ROLES[number - len(TILE_KINDS)], theme)
    glyph = without_colours(span).strip()
    return tile_style(TILE_KINDS[number], theme, glyph)


def role_style(role: TextRole, theme: Theme) -> Style:
    """Return the style of a text on the window in one of its colours."""
    match role:
        case "text":
            return theme.text
        case "bright":
            return theme.bright
        case "dim":
            return theme.dim
        case "faint":
            return theme.faint
        case "key":
            return theme.key
        case "note":
            return theme.note
        case "good":
            return theme.good
        case "bad":
            return theme.bad
        case "flag":
            return theme.flag


def put_text(canvas: Canvas, column: int, row: int, text: str, style: Style, theme: Theme) -> None:
    """Draw a text with its tiles and its emphasis, and with the signs that the theme can draw."""
    if theme.glyphs.is_ascii:
        text = text.translate(_ASCII)
    for part, part_style in styled_parts(text, style, theme):
        canvas.put(column, row, part, part_style)
        column += width(part)
