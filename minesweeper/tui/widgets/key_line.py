"""The key line: the words, under everything else, that say what the keys do now.

Each can be clicked. Where there is no room for all, they fall and get shorter in an order of their
own, so that what matters most is said last.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Event
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import role_style
from minesweeper.tui.widgets.layout import Placement


class Word(NamedTuple):
    """A key and what it does."""

    key_text: str
    """The key as a person names it: "Enter", "← →"."""
    text: str
    event: Event | None = None
    """What a click on the word sends."""


_Rank = Literal["ordinary", "main", "help", "way out"]


class _Falling(NamedTuple):
    """A word of the key line, which may fall."""

    word: Word
    rank: _Rank

    @property
    def columns(self) -> int:
        return width(self.word.key_text) + bool(self.word.text) + width(self.word.text)


_GAP: Final = 3
_NARROW_GAP: Final = 2

_SHORT_TEXTS: Final[Mapping[str, str]] = {
    "take it back": "undo",
    "new board": "new",
    "this board again": "again",
    "look back": "review",
    "play again": "again",
    "it is safe": "safe",
    "it is a mine": "mine",
    "nothing is certain": "neither",
    "neither": "no",
    "what is certain?": "why?",
    "try again": "again",
    "hide the odds": "hide",
    "change the size": "size",
    "copy to share": "copy",
    "any board": "any",
    "fewer mines": "fewer",
    "go there": "go",
    "next front": "next",
}
_ASCII_KEYS: Final = str.maketrans({"←": "left", "→": "right", "↑": "up", "↓": "down"})


def with_key_names(words: Sequence[Word], theme: Theme) -> list[Word]:
    """Return the words with the names of their keys as the theme can write them."""
    if not theme.glyphs.is_ascii:
        return list(words)
    return [word._replace(key_text=word.key_text.translate(_ASCII_KEYS)) for word in words]


def draw_key_line(
    canvas: Canvas, place: Placement, main: Sequence[Word], more: Sequence[Word], theme: Theme
) -> None:
    """Draw the words of the key line; those of `main` say what to do with what was just said.

    A word of `main` takes the place of the word with the same key.
    """
    column, room = place.key_column, canvas.columns - 1 - place.key_column
    words = _fitting(_merged(with_key_names(main, theme), with_key_names(more, theme)), room)
    gap = _GAP if _length(words, _GAP) <= room else _NARROW_GAP
    for falling in words:
        word, end = falling.word, column + falling.columns
        canvas.put(column, place.key_row, word.key_text, role_style("key", theme))
        canvas.put(end - width(word.text), place.key_row, word.text, role_style("dim", theme))
        if word.event:
            canvas.target(range(column, end), range(place.key_row, place.key_row + 1), word.event)
        column = end + gap


def _merged(main: Sequence[Word], more: Sequence[Word]) -> list[_Falling]:
    instead = {word.key_text: word for word in main}
    merged = [
        _Falling(instead[word.key_text], "main")
        if word.key_text in instead
        else _Falling(word, _rank(word))
        for word in more
    ]
    there = {word.key_text for word in more}
    return [*(_Falling(word, "main") for word in main if word.key_text not in there), *merged]


def _rank(word: Word) -> _Rank:
    if word.text == "help":
        return "help"
    return "way out" if word.text == "quit" or word.key_text == "Esc" else "ordinary"


def _length(words: Sequence[_Falling], gap: int) -> int:
    return sum(word.columns + gap for word in words) - gap


def _fitting(words: Sequence[_Falling], room: int) -> Sequence[_Falling]:
    """Return what is left of the words in so many columns; one is always left."""
    for left in _fall(words):
        words = left
        if _length(left, _NARROW_GAP) <= room:
            break
    return words


def _drop(falling: _Falling) -> list[_Falling]:
    return []


def _shorten(falling: _Falling) -> list[_Falling]:
    word = falling.word
    short = word._replace(text=_SHORT_TEXTS.get(word.text, word.text))
    return [falling._replace(word=short)]


def _leave_key(falling: _Falling) -> list[_Falling]:
    return [falling._replace(word=falling.word._replace(text=""))]


# What happens to the words, step by step, each time from the right to the left. The first of the
# main words never falls, and all keep a text: a key alone says nothing of what to do.
_STEPS: Final[Sequence[tuple[_Rank, Callable[[_Falling], list[_Falling]]]]] = (
    ("ordinary", _drop),
    ("main", _shorten),
    ("help", _leave_key),
    ("way out", _leave_key),
    ("help", _drop),
    ("main", _shorten),
    ("way out", _drop),
    ("main", _drop),
)


def _fall(words: Sequence[_Falling]) -> Iterator[Sequence[_Falling]]:
    """Yield the words, and then fewer and shorter ones, until one is left."""
    yield words
    for rank, change in _STEPS:
        places = [at for at, word in enumerate(words) if word.rank == rank]
        for at in reversed(places[rank == "main" and change is not _shorten :]):
            words = [*words[:at], *change(words[at]), *words[at + 1 :]]
            if words:
                yield words
