"""The messages of the store, which wait until they are shown to the player."""

from typing import Final

from minesweeper.settings.safe_files import printable

# How many messages are shown at once; the others are only counted.
MAX_MESSAGES: Final = 3


class Messages:
    """Messages that wait to be shown, each of them once."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._added: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, text: str) -> None:
        """Add a message, unless it was added before."""
        if text not in self._added:
            self._added.add(text)
            self._waiting.append(text)

    def add_first(self, text: str) -> None:
        """Add a message in front of all others, even if it was shown before."""
        self._waiting.insert(0, text)

    def allow_repeats(self) -> None:
        """Allow earlier messages to be added again."""
        self._added.clear()

    def take(self) -> str:
        """Return the first few messages in one line, and drop all; "" if none wait."""
        if not self._waiting:
            return ""
        more = len(self._waiting) - MAX_MESSAGES
        text = "; ".join(self._waiting[:MAX_MESSAGES]) + (f"; and {more} more" if more > 0 else "")
        self._waiting.clear()
        return printable(text)
