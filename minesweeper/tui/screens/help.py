"""The page of help: all keys, from the table that dispatch reads, and the mouse."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from minesweeper.tui.canvas import width, wrap
from minesweeper.tui.keys import MOUSE, ROWS, Row, keys_text
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.page import LEAST_TEXT, Line, Page

if TYPE_CHECKING:
    from minesweeper.tui.screens.game import GameScreen

MOUSE_HELP: Final = (
    ("left click", "reveal, or chord"),
    ("right click", "flag; also left held"),
    ("middle click", "chord"),
    ("wheel", "scroll"),
    ("click on top", "new game"),
)
# Columns between two halves of a page, and the least that each half needs.
BETWEEN: Final = 4
HALF: Final = 36
MANY_SECTIONS: Final = 4


def open_page(game: "GameScreen") -> Page:
    """Return the help, as it lies over a game."""
    return HelpPage(game.looks, game.help_keymap, keymap=game.keymap)


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
        super().__init__(looks, "Minesweeper: keys and mouse", [], keymap)

    def lay_out(self, columns: int) -> list[Line]:
        """Return two columns if there is much to tell and room for them, else one."""
        names = [*self._sections]
        if columns < 2 * HALF + BETWEEN or len(names) < MANY_SECTIONS:
            return self._column(names, columns)
        half = min((columns - BETWEEN) // 2, HALF + BETWEEN)
        splits = [(names[:at], names[at:]) for at in range(1, len(names) + 1)]
        left, right = min(
            ((self._column(one, half), self._column(other, half)) for one, other in splits),
            key=lambda pair: max(map(len, pair)),
        )
        return _beside(left, right, half + BETWEEN)

    def _column(self, names: list[str], columns: int) -> list[Line]:
        """Return sections below each other, with a blank line between two."""
        pairs = [pair for name in names for pair in self._sections[name]]
        if not pairs:
            return []
        widest = max(width(keys) for keys, _ in pairs)
        lines: list[Line] = []
        for name in names:
            lines += [[]] if lines else []
            lines += [[(0, name, self.looks.theme.message)]] if name else []
            for keys, text in self._sections[name]:
                lines += self._entry(keys, text, widest, columns)
        return lines

    def _entry(self, keys: str, text: str, widest: int, columns: int) -> Iterator[Line]:
        """Yield keys and what they do, on as many rows as that takes."""
        beside, head = widest + 2, [(0, keys, self.looks.theme.header)]
        if columns < beside + LEAST_TEXT:
            beside = 2
            yield head
            head = []
        for line in wrap(text, max(1, columns - beside)):
            yield [*head, (beside, line, self.looks.theme.text)]
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
