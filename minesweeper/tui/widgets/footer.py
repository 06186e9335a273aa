"""The last line of a page: words that say what can be pressed, and that can be clicked instead."""

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.tui.canvas import Canvas, Style, width

GAP = 3


class Word(NamedTuple):
    """What a key does, in a word or two; without a key it only says something."""

    text: str
    key: str = ""


class Footer:
    """Words in a row, as many as fit, and where they stand."""

    def __init__(self) -> None:
        self._row = -1
        self._places: list[tuple[range, str]] = []

    def draw(self, canvas: Canvas, row: int, words: Iterable[Word], style: Style) -> None:
        """Centre the words; where they do not fit, the last ones go."""
        shown = list(words)
        while shown and _width(shown) > canvas.columns:
            shown.pop()
        self._row = row
        self._places = []
        column = (canvas.columns - _width(shown)) // 2
        for word in shown:
            canvas.put(column, row, word.text, style)
            self._places.append((range(column, column + width(word.text)), word.key))
            column += width(word.text) + GAP

    def key_at(self, column: int, row: int) -> str:
        """The key that the word at a place stands for; empty where there is none."""
        if row != self._row:
            return ""
        return next((key for columns, key in self._places if column in columns), "")


def _width(words: list[Word]) -> int:
    return sum(width(word.text) for word in words) + GAP * (len(words) - 1)
