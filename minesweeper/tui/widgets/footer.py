"""The footer, a line of keys below a page, and the choice of the keys that it names.

A word of the footer can be clicked instead of pressing its key.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Key
from minesweeper.tui.keys import KeyRow, first_key, key_text
from minesweeper.tui.look.theme import Theme

# The actions that are left out last when there is little room, with the first one offered.
_ESSENTIAL: Final = frozenset(("reveal", "flag", "help", "quit"))

# Columns between two words, and the minimum when there is not enough room. In a footer of fewer
# columns than _ROOMY_COLUMNS, more words count for more than the gaps between them.
_WORD_GAP: Final = 3
_MIN_WORD_GAP: Final = 2
_ROOMY_COLUMNS: Final = 64


class FooterWord(NamedTuple):
    """A key and what it does, in a word or two."""

    key_text: str
    """The key as a person names it; empty for a text without a key."""
    description: str
    """What the key does."""
    key: str = ""
    """The key that a click on the word presses, as `tui.keys` names it; empty for none."""
    is_essential: bool = False
    """Whether the word is left out only after all others when there is little room."""

    @property
    def text(self) -> str:
        """The key and its description, as they are drawn."""
        return " ".join(filter(None, (self.key_text, self.description)))


def footer_words(
    keymap: Iterable[KeyRow], offers: Sequence[str], **descriptions: str
) -> tuple[FooterWord, ...]:
    """Return the words for the actions with these short names.

    `descriptions` are the words for actions that do something other than their short name says. An
    action without a key is left out.
    """
    rows = {row.short_name: row for row in keymap}
    essential = {offers[0], *_ESSENTIAL}
    return tuple(
        FooterWord(
            key_text(rows[name]),
            descriptions.get(name, name),
            first_key(rows[name]),
            is_essential=name in essential,
        )
        for name in offers
        if name in rows
    )


GO_BACK: Final = FooterWord("Esc", "go back", "escape", is_essential=True)
"""The last word of every page."""


def draw_footer(
    canvas: Canvas, row: int, words: Iterable[FooterWord], theme: Theme, columns: int = 0
) -> None:
    """Draw words in the middle of a row, leaving out those that do not fit; a click is the key.

    They take at most `columns` columns, or with 0 the whole width of the window.
    """
    room = min(columns or canvas.columns, canvas.columns)
    fitting = words_that_fit(words, room)
    gap = _WORD_GAP if _words_width(fitting, _WORD_GAP) <= room else _MIN_WORD_GAP
    column = (canvas.columns - _words_width(fitting, gap)) // 2
    for word in fitting:
        end = column + width(word.text)
        canvas.put(column, row, word.key_text, theme.accent)
        canvas.put(end - width(word.description), row, word.description, theme.dim)
        if word.key:
            canvas.target(range(column, end), range(row, row + 1), Key(word.key))
        column = end + gap


def words_that_fit(words: Iterable[FooterWord], columns: int) -> list[FooterWord]:
    """Return the words that fit in `columns` columns, leaving out the last ones first.

    Essential words are left out only after all others. In a narrow footer Esc has no description if
    another word fits instead.
    """
    whole = list(words)
    brief = [word._replace(description="") if word is GO_BACK else word for word in whole]
    forms = [whole] if columns >= _ROOMY_COLUMNS else [whole, brief]
    return max((_leave_out(form, columns) for form in forms), key=len)


def _leave_out(words: list[FooterWord], columns: int) -> list[FooterWord]:
    fitting = list(words)
    gap = _WORD_GAP if columns >= _ROOMY_COLUMNS else _MIN_WORD_GAP
    while _words_width(fitting, gap) > columns and not all(w.is_essential for w in fitting):
        fitting.remove(next(word for word in reversed(fitting) if not word.is_essential))
    while fitting and _words_width(fitting, _MIN_WORD_GAP) > columns:
        fitting.pop()
    return fitting


def _words_width(words: list[FooterWord], gap: int) -> int:
    return sum(width(word.text) for word in words) + gap * (len(words) - 1)
