"""The help page: all keys, from the table that dispatch uses, the mouse, and a legend."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Final

from minesweeper.tui.canvas import width, wrap
from minesweeper.tui.keys import GAMES, LOOKS, MOUSE, PLAYING, ROWS, KeyRow, keys_text
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.legend import SAMPLE_COLUMNS, legend
from minesweeper.tui.widgets.page import Page, PageLine

MOUSE_HELP: Final = (
    ("Left click", "Reveal, or chord"),
    ("Right click", "Flag (or hold left)"),
    ("Middle click", "Chord"),
    ("Wheel", "Scroll"),
    ("Click on the mines", "Deal a new board"),
)
# The sections in the right column, if there are two; all others are in the left one.
_RIGHT: Final = (PLAYING, GAMES, LOOKS)
# The columns between keys and their help and between the two columns of the page, and the minimum
# width of each of the two.
_KEY_GAP: Final = 2
_COLUMN_GAP: Final = 3
_MIN_COLUMN: Final = 34
# The minimum columns of a sample of the legend with its meaning.
_MIN_SAMPLE: Final = 24
# The minimum columns for the help beside the keys; with fewer it goes below them.
_MIN_HELP: Final = 18

Sections = Mapping[str, list[tuple[str, str]]]
"""Pairs of keys and their help, by heading."""


class HelpPage(Page):
    """The keys, the mouse, and what signs and colours mean, under headings."""

    def __init__(
        self,
        looks: Looks,
        rows: Iterable[KeyRow] = ROWS,
        mouse: Iterable[tuple[str, str]] = MOUSE_HELP,
        keymap: Iterable[KeyRow] = ROWS,
    ) -> None:
        """Show the keys of `rows` and the help in `mouse`; the keys of `keymap` scroll the page."""
        super().__init__(looks, "Keys, mouse and colours", [], keymap)
        self._sections = _sections(rows, mouse)

    def lay_out(self, columns: int) -> list[PageLine]:
        """Return the keys and, below them, the legend."""
        return [*self._keys(columns), *self._legend(columns)]

    def _legend(self, columns: int) -> Iterator[PageLine]:
        """Yield the samples of the legend under their headings, as many in a line as fit."""
        theme, count = self.looks.theme, max(1, columns // _MIN_SAMPLE)
        pitch = columns // count
        for name, samples in legend(theme).items():
            yield []
            yield [(0, name, theme.header)]
            for first in range(0, len(samples), count):
                line: PageLine = []
                for at, (sign, style, meaning) in enumerate(samples[first : first + count]):
                    line += [
                        (at * pitch, sign, style),
                        (at * pitch + SAMPLE_COLUMNS + 1, meaning, theme.text),
                    ]
                yield line

    def _keys(self, columns: int) -> list[PageLine]:
        """Return the sections of keys in two columns if there is room for them, else in one."""
        right = {name: self._sections[name] for name in _RIGHT if name in self._sections}
        left = {name: self._sections[name] for name in self._sections if name not in right}
        if not left or not right or columns < 2 * _MIN_COLUMN + _COLUMN_GAP:
            return self._column(self._sections, columns)
        room = columns - _COLUMN_GAP
        across = min(_width(left), room - min(_width(right), room // 2))
        both = zip_longest(self._column(left, across), self._column(right, room - across))
        start = across + _COLUMN_GAP
        return [
            [*(one or []), *((start + at, text, style) for at, text, style in other or [])]
            for one, other in both
        ]

    def _column(self, sections: Sections, columns: int) -> list[PageLine]:
        """Return the lines of sections below each other."""
        theme, lines = self.looks.theme, list[PageLine]()
        widths = (width(keys) for entries in sections.values() for keys, _ in entries)
        widest = max((each for each in widths if each + _KEY_GAP + _MIN_HELP <= columns), default=0)
        for name, entries in sections.items():
            lines += [[]] if lines else []
            lines += [[(0, name, theme.header)]] if name else []
            for keys, text in entries:
                lines += self._entry(keys, text, widest, columns)
        return lines

    def _entry(self, keys: str, text: str, widest: int, columns: int) -> Iterator[PageLine]:
        """Yield the lines of keys and their help.

        The help is beside the keys if they take at most `widest` columns, else below them.
        """
        theme = self.looks.theme
        help_column, head = widest + _KEY_GAP, [(0, keys, theme.accent)]
        if width(keys) > widest:  # no room for the help beside them
            yield from ([(0, line, theme.accent)] for line in wrap(keys, columns))
            head = []
        for line in wrap(text, max(1, columns - help_column)):
            yield [*head, (help_column, line, theme.text)]
            head = []


def _width(sections: Sections) -> int:
    """Return the columns that sections take if nothing in them is wrapped."""
    entries = [entry for each in sections.values() for entry in each]
    return sum(max(map(width, texts)) for texts in zip(*entries, strict=True)) + _KEY_GAP


def _sections(rows: Iterable[KeyRow], mouse: Iterable[tuple[str, str]]) -> Sections:
    """Return keys and help by heading, in the order of the rows, and then the mouse."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        sections.setdefault(row.section, []).append((keys_text(row), row.help))
    buttons = sections.pop(MOUSE, [])
    return {**sections, MOUSE: [*mouse, *buttons]}
