"""The page of help: all keys, from the table that dispatch reads, and the mouse."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from minesweeper.tui.canvas import width, wrap
from minesweeper.tui.keys import MOUSE, ROWS, Row, keys_text
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.page import Line, Page

MOUSE_HELP: Final = (
    ("Left click", "Reveal, or chord"),
    ("Right click", "Flag; also left held"),
    ("Middle click", "Chord"),
    ("Wheel", "Scroll"),
    ("Click on top", "New game"),
)
# Columns between keys and what they do, and between two halves of the page; the least of a half.
GAP: Final = 2
BETWEEN: Final = 3
HALF: Final = 34
# The least columns beside the keys for what they do; where it is less, that goes below them.
LEAST_HELP: Final = 18
MANY_SECTIONS: Final = 4


class HelpPage(Page):
    """The keys and the mouse, under headings."""

    def __init__(
        self,
        looks: Looks,
        told: Iterable[Row] = ROWS,
        mouse: Iterable[tuple[str, str]] = MOUSE_HELP,
        keymap: Iterable[Row] = ROWS,
    ) -> None:
        """Tell of the keys `told`; those of `keymap` scroll the page."""
        self._sections = _sections(told, mouse)
        super().__init__(looks, "Keys and mouse", [], keymap)

    def lay_out(self, columns: int, rows: int) -> list[Line]:
        """Return two columns if there is much to tell and room for them, else one."""
        names = [*self._sections]
        if columns < 2 * HALF + BETWEEN or len(names) < MANY_SECTIONS:
            return self._column(names, columns, rows)
        left, right = self._halves(names, columns, rows)
        half = (columns - BETWEEN) // 2
        across = min(self._width(left), columns - BETWEEN - min(self._width(right), half))
        return _beside(
            self._column(left, across, rows),
            self._column(right, columns - BETWEEN - across, rows),
            across + BETWEEN,
        )

    def _halves(self, names: list[str], columns: int, rows: int) -> tuple[list[str], list[str]]:
        """Return the sections of two columns: of all ways the one that fits and looks best."""
        ways = (
            ([name for name in names if name in left], [name for name in names if name not in left])
            for count in range(1, len(names))
            for left in combinations(names, count)
            if names[0] in left
        )

        def badness(way: tuple[list[str], list[str]]) -> tuple[bool, bool, bool, bool, int]:
            is_wide = sum(map(self._width, way)) + BETWEEN > columns
            full = max(map(self._height, way))
            dense = max(map(self._dense, way))
            return dense > rows, is_wide, full > rows, [*way[0], *way[1]] != names, full

        return min(ways, key=badness)

    def _height(self, names: list[str]) -> int:
        """Return the lines of sections with their headings, and the blank ones between them."""
        return sum(len(self._sections[name]) + 2 for name in names) - 1

    def _dense(self, names: list[str]) -> int:
        return self._height(names) - len(names) + 1

    def _width(self, names: list[str]) -> int:
        """Return the columns that sections take where nothing in them is wrapped."""
        pairs = [pair for name in names for pair in self._sections[name]]
        return sum(max(map(width, texts)) for texts in zip(*pairs, strict=True)) + GAP

    def _column(self, names: list[str], columns: int, rows: int) -> list[Line]:
        """Return sections below each other, without blank lines if all is in sight only so."""
        blank: list[Line] = [] if self._dense(names) <= rows < self._height(names) else [[]]
        pairs = [pair for name in names for pair in self._sections[name]]
        widths = (width(keys) for keys, _ in pairs)
        widest = max((each for each in widths if each + GAP + LEAST_HELP <= columns), default=0)
        lines: list[Line] = []
        for name in names:
            lines += blank if lines else []
            lines += [[(0, name, self.looks.theme.header)]] if name else []
            for keys, text in self._sections[name]:
                lines += self._entry(keys, text, widest, columns)
        return lines

    def _entry(self, keys: str, text: str, widest: int, columns: int) -> Iterator[Line]:
        """Yield keys and what they do, on as many rows as that takes; `widest` are most keys."""
        theme = self.looks.theme
        beside, head = widest + GAP, [(0, keys, theme.accent)]
        if width(keys) > widest:  # there is no room for the text beside them
            yield from ([(0, line, theme.accent)] for line in wrap(keys, columns))
            head = []
        for line in wrap(text, max(1, columns - beside)):
            yield [*head, (beside, line, theme.text)]
            head = []


def _sections(
    rows: Iterable[Row], mouse: Iterable[tuple[str, str]]
) -> dict[str, list[tuple[str, str]]]:
    """Return keys and help by their headings, in the order of the rows; the mouse is last."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        sections.setdefault(row.section, []).append((keys_text(row), row.help))
    buttons = sections.pop(MOUSE, [])
    return {**sections, MOUSE: [*mouse, *buttons]}


def _beside(left: list[Line], right: list[Line], column: int) -> list[Line]:
    """Return two columns of lines as one."""
    height = max(len(left), len(right))
    left, right = ([*side, *[[] for _ in range(height - len(side))]] for side in (left, right))
    return [
        [*one, *((column + at, text, style) for at, text, style in other)]
        for one, other in zip(left, right, strict=True)
    ]
