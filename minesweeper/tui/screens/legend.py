"""The legend of the help page: what the signs and colours on the board mean in a theme."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Style, width
from minesweeper.tui.look.cells import Mark, cell_looks, tile_style
from minesweeper.tui.look.glyphs import DIGITS
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.zooms import SMALLEST_AUTO

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
    "safe": "safe to reveal",
    "danger": "mine to flag",
    "guess": "best guess",
    "other": "compared with it",
    "look": "number to look at",
    "second": "number to compare",
    "shade": "number that helps",
    "mine": "mine proved before",
    "own": "your move",
}
# Marks of numbers, which keep their digit.
_NUMBER_MARKS: Final = ("look", "second", "shade")
_ODDS: Final = {
    "0%": "safe",
    "10%": "low risk",
    "30%": "medium risk",
    "60%": "high risk",
    "100%": "mine",
}
"""The levels of risk, by an example of each."""


class BlockKind(NamedTuple):
    """The name of a kind of blocks on the map, and its signs: in ASCII, then in Unicode."""

    name: str
    signs: str


FRONT_BLOCK: Final = BlockKind("front", "O●")


def has_halves(theme: Theme) -> bool:
    """Return whether the map is drawn in half blocks, with a colour for each kind."""
    return theme.kind in ("exact", "256") and not theme.glyphs.is_ascii


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
    looks = cell_looks(theme, SMALLEST_AUTO)
    for face, meaning in _CELLS.items():
        look = looks.face(face, 0)
        yield _padded(look.glyph), look.style, meaning


def _marks(theme: Theme) -> Iterator[Sample]:
    number, signs = theme.glyphs.signs[_NUMBER], theme.glyphs.marks
    for mark, meaning in _MARKS.items():
        sign = number if mark in _NUMBER_MARKS else signs[mark]
        yield _padded(sign), tile_style(mark, theme, sign), meaning


def _odds(theme: Theme) -> Iterator[Sample]:
    """Yield the levels of risk, which colours tell apart without signs, except for safe cells."""
    looks = cell_looks(theme, SMALLEST_AUTO)
    covered = looks.face(Face.COVERED, 0)
    for level, (percent, meaning) in enumerate(_ODDS.items()):
        look = looks.odds(level, percent, 0, covered)
        yield _padded(look.glyph), look.style, meaning
    if theme.has_colours:
        look = looks.far(0, covered)
        yield _padded(look.glyph), look.style, "away from numbers"


def _blocks(theme: Theme) -> Iterator[Sample]:
    """Yield the fronts; the map explains its other blocks itself."""
    if has_halves(theme):
        yield _padded(""), theme.style("text", "front"), "front beside numbers"
    else:
        yield _padded(block_sign(theme, FRONT_BLOCK)), theme.key, "front beside numbers"


def _padded(sign: str) -> str:
    """Return a sign in the middle of SAMPLE_COLUMNS columns."""
    blank = SAMPLE_COLUMNS - width(sign)
    return " " * (blank // 2) + sign + " " * (blank - blank // 2)
