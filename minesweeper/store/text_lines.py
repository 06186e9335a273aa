"""Lines of text for the commands and the pages: pieces of text, each with its role.

A command joins the texts; a page paints each one as its theme paints that role. No line ends with
blanks.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from minesweeper.store.plot import ASCII_BLOCKS, UNICODE_BLOCKS, Blocks

LineRole = Literal["text", "dim", "accent", "header", "won", "lost"]
TextLine = list[tuple[str, LineRole]]


class Characters(NamedTuple):
    """The characters of lists and plots: each one column wide, except for `dot`."""

    times: str
    dot: str
    more: str
    """The last character of a text that is cut."""
    wins: str
    """Marks of wins, from the fastest to the slowest."""
    lost: str
    abandoned: str
    blocks: Blocks


UNICODE: Final = Characters(
    "\N{MULTIPLICATION SIGN}", " · ", "…", "▁▂▃▄▅▆▇█", "✗", "∙", UNICODE_BLOCKS
)
ASCII: Final = Characters("x", " - ", "~", "12345678", "X", "-", ASCII_BLOCKS)


def join_texts(line: TextLine) -> str:
    """Return a line without its roles."""
    return "".join(text for text, _ in line).rstrip()


def beside(left: Sequence[TextLine], right: Sequence[TextLine], column: int) -> list[TextLine]:
    """Return the lines of `left` with those of `right` beside them, which begin at `column`."""
    nothing: TextLine = []
    lines: list[TextLine] = []
    for one, other in zip_longest(left, right, fillvalue=nothing):
        width = sum(len(text) for text, _ in one)
        lines.append([*one, (" " * (column - width), "text"), *other] if other else one)
    return lines
