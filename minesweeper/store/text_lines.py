"""Lines of text for the commands and the pages: pieces of text, each with its role.

A command joins the texts; a page paints each one as its theme paints that role. No line ends with
blanks.
"""

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
