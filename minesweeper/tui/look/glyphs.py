"""The glyph sets, as data: the characters for everything that is drawn.

Faces of cells differ by glyph before they differ by colour, so that nothing is lost without
colours. The glyphs of cells are one column wide, but for emoji, which are two, unless a terminal is
set to draw characters of ambiguous width wide; `--ascii` is for those terminals.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.engine.game import Face

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

# Faces that only the screen knows.
DIMMED: Final = tuple(range(0x80, 0x89))
"""The digits from 0 to 8 of numbers that have all their flags."""
WON_OPEN: Final = tuple(range(0x90, 0x99))
"""The numbers from 0 to 8 of a board that is won."""
LILY: Final = 0xA0
"""A mine of a board that is won."""
WALL: Final = 0xA1
"""A place beside the board, where emoji show a wall."""


class Glyphs(NamedTuple):
    """A set of characters for everything that is drawn."""

    # The glyph of each face; those of covered cells and of zeros are for lack of colours.
    signs: Mapping[int, str]
    # The glyph of a covered cell with a mark, by the name of the mark.
    marks: Mapping[str, str]
    # A zero under the cursor, whose background would make it look like a covered cell.
    zero_under_cursor: str
    # The cells are two columns wide, and have walls around them.
    is_emoji: bool
    # The arrows when the board goes on to the left, to the right, above and below.
    scroll_arrows: tuple[str, str, str, str]
    # The sign between width and height, and the separator of the parts of a title.
    times: str
    dot: str

    @property
    def is_ascii(self) -> bool:
        return self.times.isascii()


_NUMBER_SIGNS: Final[Mapping[int, str]] = {
    **{face: chr(face) for face in DIGITS},
    **{face: str(number) for number, face in enumerate(DIMMED)},
    **{face: str(number) for number, face in enumerate(WON_OPEN)},
}
_UNICODE: Final = Glyphs(
    signs={
        **_NUMBER_SIGNS,
        Face.COVERED: "■",
        Face.FLAG: "⚑",
        Face.QUESTION: "?",
        Face.ZERO: "·",
        Face.MINE: "✱",
        Face.EXPLODED: "✹",
        Face.WRONG_FLAG: "✗",
        WON_OPEN[0]: "·",
        LILY: "✿",
    },
    marks={
        "mine": "✱",
        "safe": "✓",
        "danger": "!",
        "guess": "◇",
        "best": "◇",
        "own": "◆",
        "other": "○",
        "wrong": "✗",
    },
    zero_under_cursor="∙",
    is_emoji=False,
    scroll_arrows=("◂", "▸", "▴", "▾"),
    times="\N{MULTIPLICATION SIGN}",
    dot=" · ",
)
_ASCII: Final = Glyphs(
    signs={
        **_NUMBER_SIGNS,
        Face.COVERED: "#",
        Face.FLAG: "F",
        Face.QUESTION: "?",
        Face.ZERO: ".",
        Face.MINE: "*",
        Face.EXPLODED: "@",
        Face.WRONG_FLAG: "X",
        WON_OPEN[0]: ".",
        LILY: "*",
    },
    marks={
        "mine": "*",
        "safe": "o",
        "danger": "!",
        "guess": "B",
        "best": "B",
        "own": "Y",
        "other": "-",
        "wrong": "X",
    },
    zero_under_cursor=".",
    is_emoji=False,
    scroll_arrows=("<", ">", "^", "v"),
    times="x",
    dot=" - ",
)
_EMOJI: Final = _UNICODE._replace(
    signs={
        **_UNICODE.signs,
        Face.FLAG: "🚩",
        Face.QUESTION: "❓",
        Face.MINE: "💣",
        Face.EXPLODED: "💥",
        Face.WRONG_FLAG: "❌",
        LILY: "🌸",
        WALL: "🧱",
    },
    marks={**_UNICODE.marks, "mine": "💣", "wrong": "❌"},
    is_emoji=True,
)

GLYPHS: Final[Mapping[str, Glyphs]] = {"unicode": _UNICODE, "ascii": _ASCII, "emoji": _EMOJI}

GLYPHS_HELP: Final[Mapping[str, str]] = {
    "unicode": "Symbols for flags and mines",
    "ascii": "Letters and signs that every terminal has",
    "emoji": "Emoji, two columns a cell",
}
"""The sets by name, with a description of each for the player who chooses one."""


def with_times(text: str, glyphs: Glyphs) -> str:
    """Return a text that may have sizes such as "8x8", with the sign of the set in them."""
    return re.sub(r"(?<=\d)x(?=\d)", glyphs.times, text)
