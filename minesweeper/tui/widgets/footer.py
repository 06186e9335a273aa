"""The line of keys below a field or a page: what can be pressed, and clicked instead."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, Piece, Style, width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import LEFT, Mouse

# Columns between two words, and where they do not fit so.
GAP: Final = 3
LEAST_GAP: Final = 2


class Word(NamedTuple):
    """What a key does, in a word or two."""

    shown: str
    """The key as a person names it; empty where there is only something to read."""
    does: str
    key: str = ""
    """The key that a click on the word presses, by its name in `tui.keys`; empty for none."""
    is_needed: bool = False
    """It is among the last to go where there is no room."""

    @property
    def text(self) -> str:
        """The key and what it does, as they are written."""
        return " ".join(filter(None, (self.shown, self.does)))


# The columns of each word, and its key.
Places = tuple[tuple[range, str], ...]


class Footer:
    """A line of words that say what to press, and that can be clicked instead."""

    def __init__(self) -> None:
        self._row = -1
        self._places: Places = ()
        self._pressed = ""

    def draw(
        self, canvas: Canvas, row: int, words: Iterable[Word], theme: Theme, columns: int = 0
    ) -> None:
        """Draw the words in the middle of a row; where they do not fit, some are left out.

        With `columns` they take no more than so many of the window's.
        """
        room = min(columns or canvas.columns, canvas.columns)
        self._row = row
        styles = theme.accent, theme.dim
        pieces, self._places = _lay_out(tuple(words), room, canvas.columns, styles)
        canvas.put_pieces(row, pieces)

    def key_at(self, column: int, row: int) -> str:
        """Return the key of the word at a place, or "" where there is none."""
        if row != self._row:
            return ""
        return next((key for columns, key in self._places if column in columns), "")

    def clicked(self, mouse: Mouse) -> str:
        """Return the key of a word on which the left button went down and now up; "" for none."""
        key = self.key_at(mouse.column, mouse.row) if mouse.button == LEFT else ""
        pressed, self._pressed = self._pressed, key if mouse.pressed else ""
        return key if key == pressed and not mouse.pressed else ""


@lru_cache(maxsize=100)  # most frames have the keys of the one before
def _lay_out(
    words: tuple[Word, ...], room: int, columns: int, styles: tuple[Style, Style]
) -> tuple[tuple[Piece, ...], Places]:
    """Return the words that fit, in the middle of so many columns; one style is for the keys."""
    shown = words_that_fit(words, room)
    gap = GAP if _words_width(shown, GAP) <= room else LEAST_GAP
    column = (columns - _words_width(shown, gap)) // 2
    pieces: list[Piece] = []
    places = []
    for word in shown:
        end = column + width(word.text)
        pieces.append((column, word.shown, styles[0]))
        pieces.append((end - width(word.does), word.does, styles[1]))
        places.append((range(column, end), word.key))
        column = end + gap
    return tuple(pieces), tuple(places)


def words_that_fit(words: Iterable[Word], columns: int) -> list[Word]:
    """Return the words that fit a row of so many columns; the last go, the needed ones last."""
    shown = list(words)
    while _words_width(shown, GAP) > columns and not all(word.is_needed for word in shown):
        shown.remove(next(word for word in reversed(shown) if not word.is_needed))
    while shown and _words_width(shown, LEAST_GAP) > columns:
        shown.pop()
    return shown


def _words_width(words: list[Word], gap: int) -> int:
    return sum(width(word.text) for word in words) + gap * (len(words) - 1)
