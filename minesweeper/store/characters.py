"""The characters of lists and plots, in Unicode and in ASCII."""

from typing import Final, NamedTuple

from minesweeper.store.plot import ASCII_BLOCKS, UNICODE_BLOCKS, Blocks


class Characters(NamedTuple):
    """The characters of lists and plots: each one column wide, except for `dot`."""

    dot: str
    more: str
    """The last character of a text that is cut."""
    wins: str
    """Marks of wins, from the fastest to the slowest."""
    lost: str
    abandoned: str
    blocks: Blocks


UNICODE: Final = Characters(" · ", "…", "▁▂▃▄▅▆▇█", "✗", "∙", UNICODE_BLOCKS)
ASCII: Final = Characters(" - ", "~", "12345678", "X", "-", ASCII_BLOCKS)
