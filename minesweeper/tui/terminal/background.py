"""The question for the colour of the terminal's background, and its answers among the keys.

The question is OSC 11, followed by a request for the primary device attributes. Every terminal
answers that one: once the attributes have come, no colour will follow, except from GNU screen,
which sends its own attributes at once and passes the question on. Answers arrive as if they were
typed, whole or byte by byte, at once, late, or never; while they are due, what begins like one is
not taken for keys.
"""

from collections.abc import Callable
from typing import Final

from minesweeper.tui.screen import Background

QUESTION: Final = b"\x1b]11;?\x1b\\\x1b[c"

_ESC: Final = "\x1b"
_OSC: Final = "\x1b]"
_CSI: Final = "\x1b["
_ATTRIBUTES: Final = "\x1b[?"
_COLOUR: Final = "\x1b]11;"
_ENDS: Final = ("\x07", "\x1b\\", "\x9c")
_LONGEST: Final = 256
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")

Read = Callable[[int], str | int | None]


class Question:
    """A question to the terminal, and as much of the answers as has come."""

    def __init__(self) -> None:
        self.due = True
        """The attributes have not come yet."""
        self.colour_due = True
        """The colour has not come yet, and may never come."""
        self.begun = ""
        """What followed the Esc in a sequence that turned out to be no answer."""
        self._text = ""
        self._news: Background | None = None

    def takes(self, character: str) -> bool:
        """Take a character; return whether it is part of an answer, and so not a key.

        An Esc alone is not: it may be the key.
        """
        text, self.begun = self._text + character, ""
        if text.startswith(_OSC) and self._may_be_colour(text):
            return self._takes_colour(text)
        if self.due and text.startswith(_ATTRIBUTES):
            return self._takes_attributes(text)
        begins_attributes = self.due and text == _CSI
        if text.startswith(_CSI) and text != _CSI and character != _ESC:
            self.begun = text.removeprefix(_ESC)  # the bracket was kept back
        self._text = text if begins_attributes else _ESC if character == _ESC else ""
        return begins_attributes

    def _may_be_colour(self, text: str) -> bool:
        """Return whether to swallow: any OSC at first, later only what begins like the answer."""
        return self.due or (self.colour_due and _COLOUR.startswith(text[: len(_COLOUR)]))

    def _takes_colour(self, text: str) -> bool:
        """Take everything up to the end of the sequence, or the longest that an answer may be."""
        if len(text) > len(_OSC) and text[-2] == _ESC and text[-1] != "\\":
            self._text = _ESC  # broken off: another sequence begins
            taken = self.takes(text[-1])
            self.begun = text[-1] if not taken and text[-1] in "[O" else ""
            return taken
        ended = text.endswith(_ENDS)
        if ended:
            self._news = background_of(text) or self._news
            self.colour_due = self.colour_due and not text.startswith(_COLOUR)
        self._text = "" if ended or len(text) >= _LONGEST else text
        return True

    def _takes_attributes(self, text: str) -> bool:
        last = text[-1]
        if last == _ESC:
            self._text = _ESC
            return False
        ended = last not in "?;0123456789" or len(text) >= _LONGEST
        self.due = not (ended and last == "c")
        self._text = "" if ended else text
        return True

    def break_off(self) -> None:
        """Expect no more of an answer that has begun."""
        self._text = self.begun = ""

    def expects(self, *, colour_too: bool) -> bool:
        """Return whether the attributes, or with `colour_too` also the colour, have yet to come."""
        return self.due or (colour_too and self.colour_due)

    def noting(self, read: Read) -> Read:
        """Return a reader for what follows an Esc, which shows this question each character.

        It first returns again what was read already.
        """
        begun = iter(self.begun)

        def noting_read(wait: int) -> str | int | None:
            if again := next(begun, ""):
                return again
            key = read(wait)
            if isinstance(key, str):
                self.takes(key)
            return key

        return noting_read

    def news(self) -> Background | None:
        """Return the answer once, when it is complete."""
        news, self._news = self._news, None
        return news


def background_of(answer: str) -> Background | None:
    """Return what an answer like `ESC ]11;rgb:ffff/ffff/ffff ESC \\` says; None for others."""
    kind, _, colour = answer.removeprefix(_OSC).rstrip("\x07\x1b\\\x9c").partition(";")
    parts = _parts(colour)
    if kind != "11" or len(parts) != 3 or not all(_HEX_DIGITS.issuperset(part) for part in parts):
        return None
    if not all(1 <= len(part) <= 4 for part in parts):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
    return Background(light=0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


def _parts(colour: str) -> list[str]:
    """Return red, green and blue of a colour in one of X's notations."""
    if colour.startswith("#"):
        third = len(colour) // 3
        return [colour[at : at + third] for at in range(1, len(colour), max(1, third))]
    name, _, parts = colour.partition(":")
    return parts.split("/")[:3] if name in ("rgb", "rgba") else []
