"""What the store has to tell the player: the interfaces show it when they can."""

from typing import Final

from minesweeper.settings.files import printable

MOST: Final = 3


class Messages:
    """Sentences that wait to be shown."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._added_once: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, text: str) -> None:
        """Add a sentence, even if it was shown before."""
        self._waiting.append(text)

    def add_once(self, text: str) -> None:
        """Add a sentence unless this was done before."""
        if text not in self._added_once:
            self._added_once.add(text)
            self._waiting.append(text)

    def add_first(self, text: str) -> None:
        """Add a sentence that must be shown, however many there are."""
        self._waiting.insert(0, text)

    def allow_repeats(self) -> None:
        """Let `add_once` add again what it has added."""
        self._added_once.clear()

    def take(self) -> str:
        """Return the first few sentences in one line, and forget all; empty if there are none."""
        more = len(self._waiting) - MOST
        text = "; ".join(self._waiting[:MOST]) + (f"; and {more} more" if more > 0 else "")
        self._waiting.clear()
        return printable(text)
