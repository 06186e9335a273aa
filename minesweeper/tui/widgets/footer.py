"""The footer, a line of keys below a field or a page, and the choice of the keys that it names.

A word of the footer can be clicked instead of pressing its key.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from minesweeper.play.session import Session
from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.keys import KeyRow, first_key, key_text
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import LEFT, Click

# The short names of the actions to offer in each state of a game, in this order.
_PLAYING_KEYS: Final = (
    *("reveal", "flag", "hint", "menu", "undo", "new", "pause", "odds", "chord"),
    *("obvious", "restart", "records", "help", "quit"),
)
_ENDED_KEYS: Final = ("new", "hint", "undo", "restart", "records", "menu", "help", "quit")
_KEYS_WITH_TRAINING: Final = (*_ENDED_KEYS[:3], "train", *_ENDED_KEYS[3:])
_PAUSED_KEYS: Final = ("pause", "help", "quit")
# The actions that are left out last when there is little room, with the first one offered.
_ESSENTIAL: Final = frozenset(("reveal", "flag", "help", "quit"))
# The footer's words for an action when they differ from its short name; and, during a pause, those
# for the actions that pause.
_DESCRIPTIONS: Final[Mapping[str, str]] = {"stop": "pause"}
_PAUSED_DESCRIPTIONS: Final[Mapping[str, str]] = {"pause": "continue", "stop": "continue"}

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


def actions_to_offer(
    session: Session, *, copies: bool, trains: bool, shows_whole_board: bool
) -> tuple[str, ...]:
    """Return the short names of the actions that make sense in the present state of a game.

    With `copies`, the chord key copies the result of a daily board, and is offered after the end.
    With `trains`, the position in which the game was lost can be asked. The map is only offered
    when part of the board is out of sight.
    """
    if session.over:
        keys = _KEYS_WITH_TRAINING if trains else _ENDED_KEYS
        return (*keys[:1], "chord", *keys[1:]) if copies else keys
    if session.paused:
        return _PAUSED_KEYS
    if shows_whole_board:
        return _PLAYING_KEYS
    return (*_PLAYING_KEYS[:3], "map", *_PLAYING_KEYS[3:])


def footer_words(
    keymap: Iterable[KeyRow], offers: Sequence[str], *, paused: bool = False, **descriptions: str
) -> tuple[FooterWord, ...]:
    """Return the words for the actions with these short names.

    `descriptions` are the words for actions that now do something other than their short name
    says; when `paused`, the actions that pause are described as "continue". An action without a
    key is left out, except for the first one during a pause: Enter always ends a pause.
    """
    rows = {row.short_name: row for row in keymap}
    essential = {offers[0], *_ESSENTIAL}
    descriptions = {**_DESCRIPTIONS, **descriptions, **(_PAUSED_DESCRIPTIONS if paused else {})}
    words = tuple(
        FooterWord(
            key_text(rows[name]),
            descriptions.get(name, name),
            first_key(rows[name]),
            is_essential=name in essential,
        )
        for name in offers
        if name in rows
    )
    if paused and offers[0] not in rows:
        return (FooterWord("Enter", descriptions[offers[0]], "enter", is_essential=True), *words)
    return words


GO_BACK: Final = FooterWord("Esc", "go back", "escape", is_essential=True)
"""The last word of every page."""


class Footer:
    """A row of words, each of which can be clicked."""

    def __init__(self) -> None:
        self._row = -1
        self._places: list[tuple[range, str]] = []
        """The columns of each word, and its key."""

    def draw(
        self, canvas: Canvas, row: int, words: Iterable[FooterWord], theme: Theme, columns: int = 0
    ) -> None:
        """Draw the words in the middle of a row, leaving out those that do not fit.

        They take at most `columns` columns, or with 0 the whole width of the window.
        """
        room = min(columns or canvas.columns, canvas.columns)
        fitting = words_that_fit(words, room)
        gap = _WORD_GAP if _words_width(fitting, _WORD_GAP) <= room else _MIN_WORD_GAP
        column = (canvas.columns - _words_width(fitting, gap)) // 2
        self._row, self._places = row, []
        for word in fitting:
            end = column + width(word.text)
            canvas.put(column, row, word.key_text, theme.accent)
            canvas.put(end - width(word.description), row, word.description, theme.dim)
            self._places.append((range(column, end), word.key))
            column = end + gap

    def clicked(self, click: Click) -> str:
        """Return the key of the word that was clicked with the left button; "" for none."""
        if click.button != LEFT or click.row != self._row:
            return ""
        return next((key for columns, key in self._places if click.column in columns), "")


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
