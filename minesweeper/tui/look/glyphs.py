"""The glyph sets, as data: the characters for everything that is drawn.

Faces of cells differ by glyph before they differ by colour, so that nothing is lost without
colours. The glyphs of cells are one column wide in every terminal. So are the box-drawing
characters of frames, unless a terminal is set to draw characters of ambiguous width wide; `--ascii`
is for those terminals. Emoji are two columns wide. Among emoji a digit is drawn as a blank and a
digit: terminals disagree about the width of keycaps, and fullwidth digits are empty boxes without a
CJK font.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.engine.game import Face, Status

Art = tuple[str, ...]
"""The rows of text that draw a cell."""


class Glyphs(NamedTuple):
    """A set of characters for everything that is drawn, at one zoom."""

    # The width and height of a cell on the screen. With `shares_rows`, a cell shares its top row
    # with the cell above and its bottom row with the cell below: half of each row belongs to each
    # cell.
    columns: int
    rows: int
    shares_rows: bool
    # The glyph of each face in messages, in the header and in the legend.
    signs: Mapping[Face, str]
    # The art of each face, those of DIMMED and EXCESS too: each row is as wide as the cell, and the
    # middle row has the glyph.
    cells: Mapping[int, Art]
    # The middle row of the cell under the cursor. It may be one column wider than the cell: its
    # right bracket then covers the blank with which the next cell begins.
    focused: Mapping[int, str]
    # The text of a marked covered cell, by the name of the mark; that of a guess is its risk, where
    # there is room for it.
    mark_texts: Mapping[str, str]
    # The glyphs of the odds: certainly safe, three levels of risk, certainly a mine. The levels are
    # only used without colours, in cells without a number.
    odds: tuple[str, str, str, str, str]
    # The steps of a review: good, costly, fatal, the line between them, the pointer below one.
    step_signs: tuple[str, str, str, str, str]
    # A progress bar: its left end, a column that is done, one to come, its right end.
    bar: tuple[str, str, str, str]
    # The blank columns to the left of the first cell, and to the right of the last one, which has
    # room for the cursor's bracket there. Where nothing but glyphs tells cells from the window,
    # there are none on the left: numbers are at the right of their cells.
    left_padding: int
    right_padding: int
    # The cells are emoji, which hide their background and are always two columns wide.
    is_emoji: bool
    # Covered cells are drawn as blanks: their background alone tells them from revealed zeros.
    covered_is_blank: bool
    # A frame: top left, top right, bottom left, bottom right, along a row, along a column.
    border: tuple[str, str, str, str, str, str]
    # The arrows in the frame when the board goes on to the left, to the right, above and below.
    scroll_arrows: tuple[str, str, str, str]
    indicators: Mapping[Status, str]
    paused: str
    # The sign between width and height, and the separator of the parts of a title.
    times: str
    dot: str

    @property
    def is_ascii(self) -> bool:
        return self.border[0].isascii()

    def field_size(self, width: int, height: int) -> tuple[int, int]:
        """Return how many columns and rows of the screen `width` x `height` cells take."""
        padding = self.left_padding + self.right_padding
        return self.columns * width + padding, self.rows * height + self.shares_rows


DIGITS: Final = (
    Face.ONE,
    Face.TWO,
    Face.THREE,
    Face.FOUR,
    Face.FIVE,
    Face.SIX,
    Face.SEVEN,
    Face.EIGHT,
)

# The rows of each character in large digits, drawn with half blocks.
LARGE_DIGITS: Final[Mapping[str, Art]] = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    ":": ("▄", "▄", " "),
    ".": (" ", " ", "▀"),
}
_SHAPES: Final[Mapping[str, Art]] = {
    **LARGE_DIGITS,
    "⚑": (" ███▄", " █▀▀ ", " ▀   "),
    "?": ("▀▀█", " ▀▀", " ▀ "),
    "✱": (" ▄█▄ ", "▀███▀", "  ▀  "),
    "◉": ("▄▀▀▀▄", "█ ▀ █", " ▀▀▀ "),
    "✗": ("▀▄ ▄▀", " ▄▀▄ ", "▀   ▀"),
}

# Faces that only the screen knows, of numbers that count down: the digits from 0 to 8 of those that
# have all their flags, and the digits from 1 to 7 of the flags that a number has too many.
DIMMED: Final = tuple(0x80 + number for number in range(9))
EXCESS: Final = tuple(0x90 + number for number in range(1, 8))
_COUNTED: Final[dict[int, str]] = {
    **{face: str(number) for number, face in enumerate(DIMMED)},
    **{face: f"-{number}" for number, face in enumerate(EXCESS, 1)},
}

_MARKS: Final = (
    Face.COVERED,
    Face.FLAG,
    Face.QUESTION,
    Face.ZERO,
    Face.MINE,
    Face.EXPLODED,
    Face.WRONG_FLAG,
)


_ROUNDED: Final = ("╭", "╮", "╰", "╯", "─", "│")
_SQUARE: Final = ("+", "+", "+", "+", "-", "|")
_TRIANGLES: Final = ("◂", "▸", "▴", "▾")
_STEPS: Final = ("●", "▲", "✗", "─", "▔")
_ASCII_STEPS: Final = ("o", "!", "X", "-", "^")
_BAR: Final = ("├", "━", "─", "┤")
_ASCII_BAR: Final = ("[", "#", ".", "]")


def _glyphs(
    marks: str,
    safe: str,
    levels: str,
    border: tuple[str, str, str, str, str, str],
    scroll_arrows: tuple[str, str, str, str],
) -> Glyphs:
    """Return the glyph set at zoom 2.

    `marks` are the glyphs of the faces in _MARKS, in that order. `safe` is drawn in cells that are
    certainly safe, and `levels` are the glyphs of the three levels of risk.
    """
    one_column = dict(zip(_MARKS, marks, strict=True)) | {face: chr(face) for face in DIGITS}
    texts = _COUNTED | one_column
    return Glyphs(
        columns=2,
        rows=1,
        shares_rows=False,
        signs=one_column,
        cells={face: (f"{text:>2}",) for face, text in texts.items()},
        focused={face: f"[{text}]"[-3:] for face, text in texts.items()},
        mark_texts={
            "target": f" {safe}",
            "danger": " !",
            "guess": " %",
            "mine": f" {one_column[Face.MINE]}",
            "own": " Y" if safe.isascii() else " ◆",
            "best": " B" if safe.isascii() else " ◇",
        },
        odds=(safe, *levels, one_column[Face.MINE]),
        step_signs=_ASCII_STEPS if safe.isascii() else _STEPS,
        bar=_ASCII_BAR if safe.isascii() else _BAR,
        left_padding=0,
        right_padding=1,
        is_emoji=False,
        covered_is_blank=False,
        border=border,
        scroll_arrows=scroll_arrows,
        indicators={Status.PLAYING: ":)", Status.WON: "B)", Status.LOST: ":("},
        paused="||",
        times="x" if border is _SQUARE else "\N{MULTIPLICATION SIGN}",
        dot=" - " if border is _SQUARE else " · ",
    )


def _emoji() -> Glyphs:
    cells: dict[int, str] = {
        Face.COVERED: "🟦",
        Face.FLAG: "🚩",
        Face.QUESTION: "❓",
        Face.ZERO: "  ",
        Face.MINE: "💣",
        Face.EXPLODED: "💥",
        Face.WRONG_FLAG: "❌",
    }
    cells |= {face: " " + chr(face) for face in DIGITS}
    counted = {face: f"{text:>2}" for face, text in _COUNTED.items()}
    return Glyphs(
        columns=2,
        rows=1,
        shares_rows=False,
        signs={Face(face): text.strip() for face, text in cells.items()},
        cells={face: (text,) for face, text in (cells | counted).items()},
        # An emoji hides its background, so a covered cell under the cursor is another emoji.
        focused=cells | counted | {Face.COVERED: "🟨", Face.ZERO: "[]"},
        mark_texts={
            "premise": "🟧",
            "target": "🟩",
            "danger": "🟥",
            "guess": " %",
            "mine": "💣",
            "own": "🔶",
            "best": "🔷",
        },
        odds=("✓", "▗", "▚", "▟", "💣"),
        step_signs=_STEPS,
        bar=_BAR,
        left_padding=1,
        right_padding=1,
        is_emoji=True,
        covered_is_blank=False,
        border=_ROUNDED,
        scroll_arrows=_TRIANGLES,
        indicators={Status.PLAYING: "🙂", Status.WON: "😎", Status.LOST: "😵"},
        paused="😴",
        times="\N{MULTIPLICATION SIGN}",
        dot=" · ",
    )


GLYPHS: Final[Mapping[str, Glyphs]] = {
    "unicode": _glyphs("■⚑? ✱◉✗", "✓", "▗▚▟", _ROUNDED, _TRIANGLES),
    "ascii": _glyphs("#F?.*@X", "o", "-=%", _SQUARE, ("<", ">", "^", "v")),
    "emoji": _emoji(),
}

GLYPHS_HELP: Final[Mapping[str, str]] = {
    "unicode": "Symbols for flags and mines, and rounded frames",
    "ascii": "Letters and signs that every terminal has",
    "emoji": "Emoji, two columns a cell",
}
"""The sets by name, with a description of each for the player who chooses one."""


# The zooms. With "auto", when not even zoom 1 shows the whole board, zoom 2 is used.
ZOOMS: Final[dict[int, tuple[int, int]]] = {
    1: (1, 1),
    2: (2, 1),
    3: (5, 2),
    4: (7, 3),
    5: (11, 5),
}
"""The columns and rows of a cell, by the zoom."""
USUAL_ZOOM: Final = 2
# From this number of rows on, a cell has room for a shape of three rows instead of its glyph.
_ROWS_FOR_SHAPES: Final = 5
COVERED_FACES: Final = (Face.COVERED, Face.FLAG, Face.QUESTION)
"""The faces of covered cells, which look raised in large cells without colours."""
_FOCUSED_ZERO: Final = "∙"


def zoomed(name: str, zoom: int, *, tones: bool) -> Glyphs:
    """Return a glyph set at a zoom; with `tones`, covered and revealed cells differ by background.

    Covered cells are then drawn as blanks, except in ASCII. As the cursor hides the background, a
    dot tells a zero under the cursor from a covered cell.
    """
    glyphs = GLYPHS[name]
    if glyphs.is_emoji:
        return glyphs
    covered_is_blank = tones and not glyphs.signs[Face.COVERED].isascii()
    if covered_is_blank:
        quiet = {**glyphs.cells, Face.COVERED: ("  ",)}
        focused = _middles(quiet) | {Face.ZERO: f" {_FOCUSED_ZERO}"}
        glyphs = glyphs._replace(cells=quiet, focused=focused, covered_is_blank=True)
    if zoom == USUAL_ZOOM:
        return glyphs._replace(left_padding=int(tones))
    return _one_column(glyphs) if zoom == 1 else _large(glyphs, zoom)


def _middles(cells: Mapping[int, Art]) -> dict[int, str]:
    """Return the middle row of each cell's art, which has the glyph."""
    return {face: art[len(art) // 2] for face, art in cells.items()}


def _one_column(glyphs: Glyphs) -> Glyphs:
    """Return the set with one column a cell; the cursor has no brackets, only its style."""
    cells = {face: (text[-1],) for face, text in _middles(glyphs.cells).items()}
    focused = {face: text.strip("[]")[-1] for face, text in glyphs.focused.items()}
    mark_texts = {mark: text[-1] for mark, text in glyphs.mark_texts.items()}
    return glyphs._replace(
        columns=1,
        cells=cells,
        focused=focused,
        mark_texts=mark_texts,
        right_padding=0,
    )


def _large(glyphs: Glyphs, zoom: int) -> Glyphs:
    """Return the set at a zoom above 2, with each glyph in the middle of its cell."""
    columns, rows = ZOOMS[zoom]
    shapes = _SHAPES if rows >= _ROWS_FOR_SHAPES and glyphs.border is not _SQUARE else {}
    own_rows = rows - (rows == 2)  # a shared row is not part of the art
    cells = {
        face: _in_middle(shapes.get(text.strip(), (text.strip(),)), columns, own_rows)
        for face, text in _middles(glyphs.cells).items()
    }
    if glyphs.covered_is_blank:
        focused = _middles(cells) | {Face.ZERO: _FOCUSED_ZERO.center(columns)}
    else:
        raised = _raised_one(glyphs) if own_rows == 1 else _raised(glyphs, shapes, columns, rows)
        cells |= raised
        focused = {face: f"[{text[1:-1]}]" for face, text in _middles(cells).items()}
    mark_texts = {mark: text.strip().center(columns) for mark, text in glyphs.mark_texts.items()}
    return glyphs._replace(
        columns=columns,
        rows=rows,
        shares_rows=rows == 2,
        cells=cells,
        focused=focused,
        mark_texts=mark_texts,
        right_padding=0,
    )


def with_times(text: str, glyphs: Glyphs) -> str:
    """Return a text that may have sizes such as "8x8", with the sign of the set in them."""
    return re.sub(r"(?<=\d)x(?=\d)", glyphs.times, text)


def _in_middle(art: Art, columns: int, rows: int) -> Art:
    """Return an art in the middle of a cell of the given columns and rows."""
    blank_rows = (" " * columns,) * ((rows - len(art)) // 2)
    return (*blank_rows, *(row.center(columns) for row in art), *blank_rows)


def _raised_one(glyphs: Glyphs) -> Mapping[int, Art]:
    """Return the art of covered cells, one row high, that looks raised without colours."""
    block = "#" if glyphs.signs[Face.FLAG].isascii() else "█"
    signs = {face: glyphs.signs[face] for face in COVERED_FACES} | {Face.COVERED: block}
    return {face: (f" {block}{sign}{block} ",) for face, sign in signs.items()}


def _raised(
    glyphs: Glyphs, shapes: Mapping[str, Art], columns: int, rows: int
) -> Mapping[int, Art]:
    """Return the art of covered cells of many rows that looks raised without colours."""
    top_left, top_right, bottom_left, bottom_right, along, side = glyphs.border
    if glyphs.signs[Face.FLAG].isascii():
        top_left = top_right = "."
        bottom_left = bottom_right = "'"
    inner = columns - 4
    above = f" {top_left}{inner * along}{top_right} "
    below = f" {bottom_left}{inner * along}{bottom_right} "
    signs = {face: glyphs.signs[face] for face in COVERED_FACES} | {Face.COVERED: " "}
    arts = {
        face: _in_middle(shapes.get(sign, (sign,)), inner, rows - 2) for face, sign in signs.items()
    }
    return {
        face: (above, *(f" {side}{row}{side} " for row in art), below) for face, art in arts.items()
    }
