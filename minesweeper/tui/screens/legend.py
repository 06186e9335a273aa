"""The legend of the help page: what the signs and colours on the board mean in a theme."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Style, width
from minesweeper.tui.look.glyphs import DIGITS
from minesweeper.tui.look.theme import Mark, Theme

Sample = tuple[str, Style, str]
"""A sign as it is drawn on the board, its style, and what it means."""

SAMPLE_COLUMNS: Final = 3
"""The columns of a sign with the blanks around it."""

# A number that stands for all, as a revealed cell and in proofs.
_NUMBER: Final = DIGITS[1]
_CELLS: Final = {
    Face.COVERED: "covered",
    Face.ZERO: "no mine around it",
    _NUMBER: "mines around it",
    Face.FLAG: "flag",
    Face.QUESTION: "question mark",
    Face.MINE: "mine",
    Face.EXPLODED: "exploded mine",
    Face.WRONG_FLAG: "wrong flag",
}
_MARKS: Final[dict[Mark, str]] = {
    "target": "safe to reveal",
    "danger": "mine to flag",
    "guess": "best guess",
    "premise": "number to look at",
    "second": "number to compare",
    "support": "number that helps",
    "mine": "mine proved before",
    "own": "your move",
    "best": "best move",
}
# Marks of numbers, which keep their digit.
_NUMBER_MARKS: Final = ("premise", "second", "support")
_ODDS: Final = ("safe", "low risk", "medium risk", "high risk", "mine")


class BlockKind(NamedTuple):
    """The name of a kind of blocks on the map, and its signs: in ASCII, then in Unicode."""

    name: str
    signs: str


FRONT_BLOCK: Final = BlockKind("front", "O●")


def has_halves(theme: Theme) -> bool:
    """Return whether the map is drawn in half blocks, with a colour for each kind."""
    return theme.cells[0] is not theme.cells[1] and not theme.glyphs.is_ascii


def block_sign(theme: Theme, kind: BlockKind) -> str:
    """Return the sign of a kind of blocks where the map is not drawn in half blocks."""
    return kind.signs[not theme.glyphs.is_ascii]


def legend(theme: Theme) -> dict[str, list[Sample]]:
    """Return samples of everything that a board shows, by heading."""
    return {
        "On the board": [*_cells(theme)],
        "In hints and reviews": [*_marks(theme)],
        "In the odds": [*_odds(theme)],
        "On the map": [*_blocks(theme)],
    }


def _cells(theme: Theme) -> Iterator[Sample]:
    for face, meaning in _CELLS.items():
        is_blank = face is Face.COVERED and theme.glyphs.covered_is_blank
        sign = "" if is_blank else theme.glyphs.signs[face]
        yield _padded(sign), theme.cells[0][face][1], meaning


def _marks(theme: Theme) -> Iterator[Sample]:
    number = theme.glyphs.signs[_NUMBER]
    for mark, meaning in _MARKS.items():
        sign = number if mark in _NUMBER_MARKS else theme.glyphs.mark_texts[mark].strip()
        yield _padded(sign), theme.marks[mark], meaning


def _odds(theme: Theme) -> Iterator[Sample]:
    """Yield the levels of risk, which colours tell apart without signs, except for safe cells."""
    for sign, style, meaning in zip(theme.glyphs.odds, theme.odds, _ODDS, strict=True):
        is_blank = theme.has_colours and meaning != "safe"
        yield _padded("" if is_blank else sign), style, meaning
    if theme.has_colours:
        yield _padded(""), theme.sea[0], "away from numbers"


def _blocks(theme: Theme) -> Iterator[Sample]:
    """Yield the fronts; the map explains its other blocks itself."""
    if has_halves(theme):
        yield _padded(""), theme.front, "front beside numbers"
    else:
        yield _padded(block_sign(theme, FRONT_BLOCK)), theme.accent, "front beside numbers"


def _padded(sign: str) -> str:
    """Return a sign in the middle of SAMPLE_COLUMNS columns."""
    blank = SAMPLE_COLUMNS - width(sign)
    return " " * (blank // 2) + sign + " " * (blank - blank // 2)
