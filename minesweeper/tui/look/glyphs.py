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


class Glyphs(NamedTuple):
    """What is written for each thing."""

    # How wide a cell is.
    columns: int
    cells: Mapping[Face, str]
    # The cell under the cursor. Three columns cover the blank that leads the next cell.
    focused: Mapping[Face, str]
    # What a hint writes into a covered cell, by the mark's name.
    marked: Mapping[str, str]
    # The odds where a cell has no room for a number: from safe, over three levels, to a mine. What
    # is certain is written so in every cell.
    odds: tuple[str, str, str, str, str]
    # How many columns the field needs to the right of its last cell.
    trail: int
    # A frame: top left, top right, bottom left, bottom right, along a row, along a column.
    border: tuple[str, str, str, str, str, str]
    # In the frame where the board goes on beyond it: left, right, up, down.
    beyond: tuple[str, str, str, str]
    indicators: Mapping[Status, str]
    paused: str
    # Between width and height, and between the parts of a title.
    times: str
    dot: str


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
    beyond: tuple[str, str, str, str],
) -> Glyphs:
    """Return a set whose `marks` are in the order of _MARKS, one column each.

    `safe` is written into cells that are certainly safe, `levels` for the risk of others.
    """
    one_column = dict(zip(_MARKS, marks, strict=True)) | {face: chr(face) for face in DIGITS}
    return Glyphs(
        columns=2,
        cells={face: " " + glyph for face, glyph in one_column.items()},
        focused={face: f"[{glyph}]" for face, glyph in one_column.items()},
        marked={"target": f" {safe}", "danger": " !"},
        odds=("ok" if safe.isascii() else safe, *levels, one_column[Face.MINE]),
        trail=1,
        border=border,
        beyond=beyond,
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
        cells=cells,
        # An emoji hides the background behind it, so the covered cell changes its colour itself.
        focused=cells | {Face.COVERED: "🟨", Face.ZERO: "[]"},
        marked={"premise": "🟪", "target": "🟩", "danger": "🟥"},
        odds=("ok", "", "", "", "💣"),
        trail=0,
        border=_ROUNDED,
        beyond=_TRIANGLES,
        indicators={Status.PLAYING: "🙂", Status.WON: "😎", Status.LOST: "😵"},
        paused="😴",
        times="\N{MULTIPLICATION SIGN}",
        dot=" · ",
    )


GLYPHS: Final[Mapping[str, Glyphs]] = {
    "unicode": _glyphs("▪⚑? ✱◉✗", "✓", "▗▚▟", _ROUNDED, _TRIANGLES),
    "ascii": _glyphs("#F?.*@X", "o", "-=%", _SQUARE, ("<", ">", "^", "v")),
    "emoji": _emoji(),
}

TOLD: Final[Mapping[str, str]] = {
    "unicode": "Symbols for flags and mines, and rounded frames",
    "ascii": "Letters and signs that every terminal has",
    "emoji": "Emoji, two columns a cell",
}
"""What each of them is, for those who choose."""


def one_column(glyphs: Glyphs) -> Glyphs | None:
    """Return the set with one column a cell, or None for emoji.

    Only its style shows the cursor there.
    """
    if not glyphs.trail:
        return None
    cells = {face: text[-1] for face, text in glyphs.cells.items()}
    marked = {mark: text[-1] for mark, text in glyphs.marked.items()}
    return glyphs._replace(columns=1, cells=cells, focused=cells, marked=marked, trail=0)
