"""What things look like: the glyph and the style of each face, as data.

Every face differs by glyph before it differs by colour, so that nothing is lost without colour.
Glyphs are one column wide in every terminal, CJK ones included, which rules out box drawing; emoji
are two columns, and their digits are fullwidth ones, because terminals disagree about keycaps.
"""

from collections.abc import Mapping
from typing import NamedTuple

from minesweeper.game import Face, Status
from minesweeper.tui.canvas import Colour, Style

Look = tuple[str, Style]


class Glyphs(NamedTuple):
    """What is written for each thing, each cell two columns wide."""

    cells: Mapping[Face, str]
    # The cell under the cursor. Three columns cover the blank that leads the next cell.
    focused: Mapping[Face, str]
    # How many columns the field needs to the right of its last cell.
    trail: int
    wall: str
    corner: str
    side: str
    # In place of the wall where the board goes on beyond it: left, right, up, down.
    beyond: tuple[str, str, str, str]
    indicators: Mapping[Status, str]
    paused: str


class Theme(NamedTuple):
    """Everything that a screen needs to know to draw."""

    glyphs: Glyphs
    cells: Mapping[int, Look]
    focused: Mapping[int, Look]
    wall: Style
    beyond: Style
    header: Style
    text: Style
    dim: Style
    message: Style
    # What a hint points at: numbers to look at, cells to reveal, cells that are mines.
    premise: Style
    target: Style
    danger: Style
    # What is lit for a moment round a number that cannot be chorded.
    lit: Style
    # Safe, likelier safe than a mine, likelier a mine, a mine; each for the black and the white
    # squares of a chess board, which keep the odds of neighbours apart.
    odds: tuple[tuple[Style, Style], ...]
    won: Style
    lost: Style


_DIGITS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX, Face.SEVEN, Face.EIGHT)

_MARKS = (
    Face.COVERED,
    Face.FLAG,
    Face.QUESTION,
    Face.ZERO,
    Face.MINE,
    Face.EXPLODED,
    Face.WRONG_FLAG,
)


def _glyphs(marks: str, wall: str, corner: str, side: str) -> Glyphs:
    """`marks` are written in the order of _MARKS, one column each."""
    one_column = dict(zip(_MARKS, marks, strict=True)) | {face: chr(face) for face in _DIGITS}
    return Glyphs(
        cells={face: " " + glyph for face, glyph in one_column.items()},
        focused={face: f"[{glyph}]" for face, glyph in one_column.items()},
        trail=1,
        wall=wall,
        corner=corner,
        side=side,
        beyond=("<", ">", "^", "v"),
        indicators={Status.PLAYING: ":)", Status.WON: "B)", Status.LOST: ":("},
        paused="||",
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
    cells |= {face: chr(face - ord("0") + ord("０")) for face in _DIGITS}
    return Glyphs(
        cells=cells,
        # An emoji hides the ground behind it, so the covered cell changes its colour itself.
        focused=cells | {Face.COVERED: "🟨", Face.ZERO: "[]"},
        trail=0,
        wall="🧱",
        corner="🧱",
        side="🧱",
        beyond=("＜", "＞", "＾", "ｖ"),
        indicators={Status.PLAYING: "🙂", Status.WON: "😎", Status.LOST: "😵"},
        paused="😴",
    )


UNICODE = _glyphs("▪⚑? ✱◉✗", wall="░", corner="░", side="░")
ASCII = _glyphs("#F?.*@X", wall="-", corner="+", side="|")
EMOJI = _emoji()

_DEFAULT = -1
_WHITE = Colour(255, 7)
_REVEALED = Colour(234, _DEFAULT)
_COVERED = Colour(239, _DEFAULT)

# Each has a contrast of at least 4.5 on the dark ground of revealed cells.
_NUMBERS = (
    Colour(33, 6),
    Colour(120, 2),
    Colour(167, 1),
    Colour(183, 5),
    Colour(214, 3),
    Colour(43, 6),
    Colour(247, 7),
    Colour(255, 7),
)


def _cell_styles() -> dict[Face, Style]:
    numbers = zip(_DIGITS, _NUMBERS, strict=True)
    styles = {face: Style(ink, _REVEALED, bold=True) for face, ink in numbers}
    return styles | {
        Face.COVERED: Style(Colour(246, _DEFAULT), _COVERED),
        Face.FLAG: Style(Colour(215, 3), _COVERED, bold=True),
        Face.QUESTION: Style(Colour(159, 6), _COVERED, bold=True),
        Face.ZERO: Style(Colour(240, _DEFAULT), _REVEALED),
        Face.MINE: Style(_WHITE, _COVERED, bold=True),
        Face.EXPLODED: Style(_WHITE, Colour(160, 1), bold=True, reverse=True),
        Face.WRONG_FLAG: Style(Colour(210, 1), Colour(52, _DEFAULT), bold=True),
    }


def make_theme(glyphs: Glyphs) -> Theme:
    """The field brings its own dark ground, so that it reads the same on any background."""
    styles = _cell_styles()
    focus = Style(Colour(16, 0), Colour(220, 3), bold=True, reverse=True)
    return Theme(
        glyphs=glyphs,
        cells={face: (glyphs.cells[face], style) for face, style in styles.items()},
        focused={face: (glyphs.focused[face], focus) for face in styles},
        wall=Style(Colour(242, _DEFAULT)),
        beyond=Style(Colour(214, 3), bold=True),
        header=Style(bold=True),
        text=Style(),
        dim=Style(Colour(244, _DEFAULT)),
        message=Style(Colour(172, 3)),
        premise=Style(Colour(16, 0), Colour(80, 6), bold=True, reverse=True),
        target=Style(Colour(16, 0), Colour(120, 2), bold=True, reverse=True),
        danger=Style(Colour(16, 0), Colour(210, 1), bold=True, reverse=True),
        lit=Style(Colour(16, 0), Colour(255, 7), bold=True, reverse=True),
        odds=tuple(
            (Style(ink, Colour(236, _DEFAULT)), Style(ink, Colour(239, _DEFAULT), reverse=True))
            for ink in (Colour(120, 2), Colour(230, 7), Colour(215, 3), Colour(210, 1))
        ),
        won=Style(Colour(34, 2), bold=True),
        lost=Style(Colour(167, 1), bold=True),
    )
