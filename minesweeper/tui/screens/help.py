"""The help page: the keys, from the table that dispatch uses, the mouse, and what marks mean."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, Piece, first_that_fits, width, wrap
from minesweeper.tui.events import Key
from minesweeper.tui.keys import (
    IN_A_GAME,
    LOOKS,
    MOUSE,
    MOVING,
    PAGES,
    KeyRow,
    key_text,
    keys_text,
    other_keys_text,
)
from minesweeper.tui.look.glyphs import DIGITS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import put_text, tile
from minesweeper.tui.screen import Reaction
from minesweeper.tui.widgets.blocks import listing
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import BACK, PageScreen, arrange_groups
from minesweeper.tui.widgets.side import Side

# The pages of the help of a game, from 0; all else is on the first.
_PAGES: Final = {MOVING: 1, IN_A_GAME: 1, PAGES: 2, LOOKS: 2, MOUSE: 2}
_MOUSE_HELP: Final = (
    ("left click", "reveal; on a number, all around it"),
    ("right click", "flag; or hold the left button"),
    ("middle click", "on a number: reveal all around it"),
    ("wheel", "scroll"),
    ("counters", "a click deals a new board"),
)

_KEY_GAP: Final = 3
# The least columns for what keys do; with fewer it stands below them.
_FEWEST_TEXT_COLUMNS: Final = 18
# The columns that the key line has beside what it says of the next page.
_KEY_LINE_REST: Final = 16


_Line = list[Piece]
"""A row of the stage; its pieces have columns from that of the stage."""


class HelpSection(NamedTuple):
    """Keys, or buttons of the mouse, and what each of them does."""

    heading: str
    """What stands above them; "" for nothing."""
    entries: Sequence[tuple[str, str]]


class HelpPage(PageScreen):
    """Pages of keys, which scroll where they are too long; the side says what marks mean."""

    title = "Help"
    opened_by = "help"

    def __init__(
        self,
        looks: Looks,
        rows: Iterable[KeyRow],
        mouse: Sequence[tuple[str, str]],
        keymap: Iterable[KeyRow],
    ) -> None:
        """Show the keys of `rows` and the help in `mouse`; `keymap` has the keys of the game."""
        super().__init__(looks, keymap)
        self.pages = [_sections_of(rows, mouse)]
        self._page = 0
        self._first = self._last = 0
        """The line of the page with which it begins on the screen, and the last such line."""
        self._in_sight = 1

    # Drawing

    def draw_stage(self, canvas: Canvas, now: int) -> None:
        if len(self.pages) > 1:
            self.value = f"{self._page + 1} of {len(self.pages)}"
        sections, stage = [*self._sections()], self.stage
        counts = [len(lines) for lines in sections]
        top, gap = arrange_groups(counts, stage.rows, self.draw_head(canvas))
        lines = [line for section in sections for line in (*[[]] * gap, *section)][gap:]
        self._in_sight = stage.rows - top
        self._last = max(0, len(lines) - self._in_sight)
        self._first = min(self._first, self._last)
        shown = lines[self._first : self._first + self._in_sight]
        for row, line in enumerate(shown, stage.row + top):
            for column, text, style in line:
                put_text(canvas, stage.column + column, row, text, style, self.looks.theme)
        rows = range(stage.row + top, stage.bottom + 1)
        self.draw_more(canvas, rows, above=self._first > 0, below=self._first < self._last)

    def _sections(self) -> Iterator[list[_Line]]:
        """Yield the lines of each section of the page."""
        sections = self.pages[self._page]
        last = self.stage.columns - _FEWEST_TEXT_COLUMNS
        ends = [1 + width(keys) + _KEY_GAP for section in sections for keys, _ in section.entries]
        column = max((end for end in ends if end <= last), default=1 + _KEY_GAP)
        for heading, entries in sections:
            lines: list[_Line] = [[(1, heading, self.looks.theme.dim)]] if heading else []
            for keys, text in entries:
                lines += self._entry(keys, text, column)
            yield lines

    def _entry(self, keys: str, text: str, column: int) -> list[_Line]:
        """Return the lines of keys, and of what they do, which begins in a column.

        It stands beside the keys, or below them if they are too long.
        """
        theme, columns = self.looks.theme, self.stage.columns
        texts: list[_Line] = [[(column, each, theme.text)] for each in wrap(text, columns - column)]
        if 1 + width(keys) + _KEY_GAP <= column:
            return [[(1, keys, theme.key), *texts[0]], *texts[1:]]
        return [*([(1, each, theme.key)] for each in wrap(keys, columns - 1)), *texts]

    def side(self, now: int) -> Side:
        theme = self.looks.theme
        return Side(
            title="In hints and reviews",
            body=[listing([*_marks(theme)], theme)],
            more=[*self._turning_words(), BACK],
        )

    def _turning_words(self) -> Iterator[Word]:
        if self._page > 0:
            yield Word("PgUp", "page before", Key("page-up"))
        if self._page + 1 < len(self.pages):
            texts = ["next page"] if self._page else ["all other keys, mouse", "more"]
            text = first_that_fits(texts, self.stage.columns - _KEY_LINE_REST)
            yield Word("PgDn", text, Key("page-down"))

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        if step := {"up": -1, "down": 1}.get(action):
            self.scroll(step)
        elif way := {"page-up": -1, "page-down": 1}.get(action):
            self._turn(way)
        else:
            return super().press(key, action, now)
        return None

    def _turn(self, way: int) -> None:
        """Scroll on; at the end of the page turn to the next one, or to the one before."""
        if self._first != (self._last if way > 0 else 0):
            self.scroll(way * self._in_sight)
        elif 0 <= self._page + way < len(self.pages):
            self._page += way
            self._first = 0

    def scroll(self, rows: int) -> None:
        self._first = max(0, min(self._first + rows, self._last))


class GameHelpPage(HelpPage):
    """The help of a game: what is needed first, then all other keys, and the mouse."""

    def __init__(self, looks: Looks, rows: Iterable[KeyRow], keymap: Iterable[KeyRow]) -> None:
        super().__init__(looks, rows, _MOUSE_HELP, keymap)
        pages: list[list[KeyRow]] = [[], [], []]
        for row in rows:
            pages[_PAGES.get(row.section, 0)].append(row)
        first, second, third = pages
        others = [(keys, row.help) for row in first if (keys := other_keys_text(row))]
        self.pages = [
            [section._replace(heading="") for section in _sections_of(first, text_of=key_text)],
            [HelpSection("", others), *_sections_of(second)],
            _sections_of(third, _MOUSE_HELP),
        ]


def _sections_of(
    rows: Iterable[KeyRow],
    mouse: Sequence[tuple[str, str]] = (),
    text_of: Callable[[KeyRow], str] = keys_text,
) -> list[HelpSection]:
    """Return the sections of rows, with the text of their keys, and the help in `mouse`."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        sections.setdefault(row.section, []).append((text_of(row), row.help))
    if buttons := [*mouse, *sections.pop(MOUSE, [])]:
        sections[MOUSE] = buttons
    return [HelpSection(*section) for section in sections.items()]


def _marks(theme: Theme) -> Iterator[str]:
    """Yield what the marks of hints and reviews mean, each after a tile."""
    one, two = (theme.glyphs.signs[digit] for digit in DIGITS[:2])
    marks = theme.glyphs.marks
    yield f"{tile('look', one)}  look at this number"
    yield f"{tile('second', two)}  compared with"
    yield f"{tile('shade', one)}  shows it"
    yield f"{tile('safe', marks['safe'])}  safe"
    yield f"{tile('danger', marks['danger'])}  a mine"
    yield f"{tile('guess', marks['guess'])}  the best guess"
    yield f"{tile('own', marks['own'])}  your move"
