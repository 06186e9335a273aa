"""The line of keys below a field or a page: what can be pressed, and clicked instead."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import LEFT, Click

# Columns between two words, and where they do not fit so.
_GAP: Final = 3
_LEAST_GAP: Final = 2


class KeyWord(NamedTuple):
    """What a key does, in a word or two."""

    key_text: str
    """The key as a person names it; empty where there is only something to read."""
    does: str
    key: str = ""
    """The key that a click on the word presses, as `tui.keys` names it; empty for none."""
    is_needed: bool = False
    """It is among the last to go where there is no room."""

    @property
    def text(self) -> str:
        """The key and what it does, as they are written."""
        return " ".join(filter(None, (self.key_text, self.does)))


class Footer:
    """A line of words that say what to press, and that can be clicked instead."""

    def __init__(self) -> None:
        self._row = -1
        self._places: list[tuple[range, str]] = []
        """The columns of each word, and its key."""

    def draw(
        self, canvas: Canvas, row: int, words: Iterable[KeyWord], theme: Theme, columns: int = 0
    ) -> None:
        """Draw the words in the middle of a row; where they do not fit, some are left out.

        With `columns` they take no more than that number of the window's.
        """
        room = min(columns or canvas.columns, canvas.columns)
        fitting = words_that_fit(words, room)
        gap = _GAP if _words_width(fitting, _GAP) <= room else _LEAST_GAP
        column = (canvas.columns - _words_width(fitting, gap)) // 2
        self._row, self._places = row, []
        for word in fitting:
            end = column + width(word.text)
            canvas.put(column, row, word.key_text, theme.accent)
            canvas.put(end - width(word.does), row, word.does, theme.dim)
            self._places.append((range(column, end), word.key))
            column = end + gap

    def clicked(self, click: Click) -> str:
        """Return the key of the word that was clicked with the left button; "" for none."""
        if click.button != LEFT or click.row != self._row:
            return ""
        return next((key for columns, key in self._places if click.column in columns), "")


def words_that_fit(words: Iterable[KeyWord], columns: int) -> list[KeyWord]:
    """Return the words that fit in a row: first those that are not needed go, from the end on."""
    left = list(words)
    while _words_width(left, _GAP) > columns and not all(word.is_needed for word in left):
        left.remove(next(word for word in reversed(left) if not word.is_needed))
    while left and _words_width(left, _LEAST_GAP) > columns:
        left.pop()
    return left


def _words_width(words: list[KeyWord], gap: int) -> int:
    return sum(width(word.text) for word in words) + gap * (len(words) - 1)
