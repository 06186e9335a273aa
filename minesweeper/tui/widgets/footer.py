"""The line of keys below a field or a page: what can be pressed, and clicked instead."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.look.theme import Theme

# Columns between two words.
GAP: Final = 3


class Word(NamedTuple):
    """What a key does, in a word or two."""

    shown: str
    """The key as a person names it; empty where there is only something to read."""
    does: str
    key: str = ""
    """The key that a click on the word presses, by its name in `tui.keys`; empty for none."""

    @property
    def text(self) -> str:
        """The key and what it does, as they are written."""
        return " ".join(filter(None, (self.shown, self.does)))


class Footer:
    """A line of words that say what to press, and that can be clicked instead."""

    def __init__(self) -> None:
        self._row = -1
        self._places: list[tuple[range, str]] = []

    def draw(
        self, canvas: Canvas, row: int, words: Iterable[Word], theme: Theme, columns: int = 0
    ) -> None:
        """Draw the words in the middle of a row; where they do not fit, the last ones go.

        With `columns` they take no more than so many of the window's.
        """
        room = min(columns or canvas.columns, canvas.columns)
        shown = words_that_fit(words, room)
        self._row = row
        self._places = []
        column = (canvas.columns - _words_width(shown)) // 2
        for word in shown:
            canvas.put(column, row, word.shown, theme.accent)
            canvas.put(column + width(word.text) - width(word.does), row, word.does, theme.dim)
            self._places.append((range(column, column + width(word.text)), word.key))
            column += width(word.text) + GAP

    def key_at(self, column: int, row: int) -> str:
        """Return the key of the word at a place, or "" where there is none."""
        if row != self._row:
            return ""
        return next((key for columns, key in self._places if column in columns), "")


def words_that_fit(words: Iterable[Word], columns: int) -> list[Word]:
    """Return the words without the last ones, so that they fit a row of so many columns."""
    shown = list(words)
    while shown and _words_width(shown) > columns:
        shown.pop()
    return shown


def _words_width(words: list[Word]) -> int:
    return sum(width(word.text) for word in words) + GAP * (len(words) - 1)
