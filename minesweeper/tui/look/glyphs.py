"""The glyph sets, as data: what is written for each thing on the screen.

Every face differs by glyph before it differs by colour, so that nothing is lost without colour.
The glyphs of cells are one column wide in every terminal. So is the box drawing of frames where
characters of ambiguous width are not set to be wide; `--ascii` is for the rest. Emoji are two
columns; beside them a digit is a blank and a digit, because terminals disagree about the width of
keycaps, and fullwidth digits are empty boxes without a CJK font.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.engine.game import Face, Status

# The rows of a cell.
Art = tuple[str, ...]


class Glyphs(NamedTuple):
    """What is written for each thing."""

    # How wide and how high a cell is, and whether a row between two cells is shared by both.
    columns: int
    rows: int
    shares_rows: bool
    # The glyph of each thing, as texts name it.
    signs: Mapping[Face, str]
    # Each row is as wide as the cell; the glyph is in the middle one.
    cells: Mapping[Face, Art]
    # The middle row under the cursor. Three columns cover the blank that leads the next cell.
    focused: Mapping[Face, str]
    # What a hint writes into a covered cell, by the mark's name.
    marked: Mapping[str, str]
    # The odds where a cell has no room for a number: from safe, over three levels, to a mine. What
    # is certain is written so in every cell.
    odds: tuple[str, str, str, str, str]
    # How many columns the field needs to the right of its last cell.
    right_padding: int
    # The cells are emoji, which hide the background behind them and are always two columns wide.
    is_emoji: bool
    # Backgrounds alone show what is covered and where the cursor is.
    covered_is_blank: bool
    # A frame: top left, top right, bottom left, bottom right, along a row, along a column.
    border: tuple[str, str, str, str, str, str]
    # In the frame where the board goes on beyond it: left, right, up, down.
    scroll_arrows: tuple[str, str, str, str]
    indicators: Mapping[Status, str]
    paused: str
    # Between width and height, and between the parts of a title.
    times: str
    dot: str

    def field_size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows of the screen that `width` x `height` cells take."""
        return self.columns * width + self.right_padding, self.rows * height + self.shares_rows


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


def _glyphs(
    marks: str,
    safe: str,
    levels: str,
    border: tuple[str, str, str, str, str, str],
    scroll_arrows: tuple[str, str, str, str],
) -> Glyphs:
    """Return a set whose `marks` are in the order of _MARKS, one column each.

    `safe` is written into cells that are certainly safe, `levels` for the risk of others.
    """
    one_column = dict(zip(_MARKS, marks, strict=True)) | {face: chr(face) for face in DIGITS}
    return Glyphs(
        columns=2,
        rows=1,
        shares_rows=False,
        signs=one_column,
        cells={face: (" " + glyph,) for face, glyph in one_column.items()},
        focused={face: f"[{glyph}]" for face, glyph in one_column.items()},
        marked={"target": f" {safe}", "danger": " !"},
        odds=("ok" if safe.isascii() else safe, *levels, one_column[Face.MINE]),
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
    cells = {
        Face.COVERED: "🟦",
        Face.FLAG: "🚩",
        Face.QUESTION: "❓",
        Face.ZERO: "  ",
        Face.MINE: "💣",
        Face.EXPLODED: "💥",
        Face.WRONG_FLAG: "❌",
    }
    cells |= {face: " " + chr(face) for face in DIGITS}
    return Glyphs(
        columns=2,
        rows=1,
        shares_rows=False,
        signs={face: text.strip() for face, text in cells.items()},
        cells={face: (text,) for face, text in cells.items()},
        # An emoji hides the background behind it, so the covered cell changes its colour itself.
        focused=cells | {Face.COVERED: "🟨", Face.ZERO: "[]"},
        marked={"premise": "🟪", "target": "🟩", "danger": "🟥"},
        odds=("ok", "", "", "", "💣"),
        right_padding=0,
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
"""What each of them is, for those who choose."""


# The zooms; at most 2 where all must be seen in the smallest window.
ZOOMS: Final[tuple[int, ...]] = (1, 2, 3, 4)
USUAL_ZOOM: Final = 2
_COLUMNS: Final = {1: 1, 2: 2, 3: 5, 4: 7}
_ROWS: Final = {1: 1, 2: 1, 3: 2, 4: 3}
# The faces of cells that are still covered, which look raised.
_RAISED: Final = (Face.COVERED, Face.FLAG, Face.QUESTION)
_FOCUSED_ZERO: Final = "∙"


def zoomed(name: str, zoom: int, *, tones: bool) -> Glyphs:
    """Return a glyph set at a zoom; with `tones` covered and revealed cells differ by colour.

    Then nothing is written into covered cells; a dot tells a zero from them under the cursor, which
    hides the background. ASCII has a glyph for each thing.
    """
    glyphs = GLYPHS[name]
    if glyphs.is_emoji:
        return glyphs
    covered_is_blank = tones and not glyphs.signs[Face.COVERED].isascii()
    if covered_is_blank:
        quiet = {**glyphs.cells, Face.COVERED: ("  ",)}
        focused = _middles(quiet) | {Face.ZERO: f" {_FOCUSED_ZERO}"}
        glyphs = glyphs._replace(
            cells=quiet, focused=focused, right_padding=0, covered_is_blank=True
        )
    if zoom == USUAL_ZOOM:
        return glyphs
    return _one_column(glyphs) if zoom == 1 else _large(glyphs, zoom)


def _middles(cells: Mapping[Face, Art]) -> dict[Face, str]:
    """Return the middle rows of cells, which have the glyphs."""
    return {face: art[len(art) // 2] for face, art in cells.items()}


def _one_column(glyphs: Glyphs) -> Glyphs:
    """Return the set with one column a cell, where only its style shows the cursor."""
    cells = {face: (text[-1],) for face, text in _middles(glyphs.cells).items()}
    focused = {face: text.strip("[]")[-1] for face, text in glyphs.focused.items()}
    marked = {mark: text[-1] for mark, text in glyphs.marked.items()}
    return glyphs._replace(columns=1, cells=cells, focused=focused, marked=marked, right_padding=0)


def _large(glyphs: Glyphs, zoom: int) -> Glyphs:
    """Return the set with cells of several rows, each glyph in the middle."""
    columns, rows = _COLUMNS[zoom], _ROWS[zoom]
    beside = (" " * columns,) * (rows // 2) if rows > 2 else ()  # a shared row is no cell's own
    texts = {face: text[-1].center(columns) for face, text in _middles(glyphs.cells).items()}
    cells = {face: (*beside, text, *beside) for face, text in texts.items()}
    if glyphs.covered_is_blank:
        focused = texts | {Face.ZERO: _FOCUSED_ZERO.center(columns)}
    else:
        cells = {**cells, **(_raised_three(glyphs) if rows > 2 else _raised_one(glyphs))}
        focused = {face: f"[{text[1:-1]}]" for face, text in _middles(cells).items()}
    marked = {mark: text.strip().center(columns) for mark, text in glyphs.marked.items()}
    return glyphs._replace(
        columns=columns,
        rows=rows,
        shares_rows=rows == 2,
        cells=cells,
        focused=focused,
        marked=marked,
        right_padding=0,
    )


def _raised_one(glyphs: Glyphs) -> Mapping[Face, Art]:
    """Return covered cells of one row that look raised without colours."""
    block = "#" if glyphs.signs[Face.FLAG].isascii() else "█"
    signs = {face: glyphs.signs[face] for face in _RAISED} | {Face.COVERED: block}
    return {face: (f" {block}{sign}{block} ",) for face, sign in signs.items()}


def _raised_three(glyphs: Glyphs) -> Mapping[Face, Art]:
    """Return covered cells of three rows that look raised without colours."""
    top_left, top_right, bottom_left, bottom_right, along, side = glyphs.border
    if glyphs.signs[Face.FLAG].isascii():
        top_left = top_right = "."
        bottom_left = bottom_right = "'"
    above = f" {top_left}{3 * along}{top_right} "
    below = f" {bottom_left}{3 * along}{bottom_right} "
    signs = {face: glyphs.signs[face] for face in _RAISED} | {Face.COVERED: " "}
    return {face: (above, f" {side} {sign} {side} ", below) for face, sign in signs.items()}
