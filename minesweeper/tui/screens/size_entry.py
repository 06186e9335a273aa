"""A size of the player's own, while it is typed in one line: 30x16/99, or 20x20/15%."""

from typing import Final

from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE, Size
from minesweeper.settings.values import parse_size

_CHARACTERS: Final = "0123456789x/%"
_LONGEST: Final = len(f"{MAX_SIDE}x{MAX_SIDE}/{MAX_CELLS}")


class SizeEntry:
    """What has been typed; the first character takes the place of the size before."""

    def __init__(self, size: Size | None) -> None:
        self.text = f"{size.width}x{size.height}/{size.mines}" if size else ""
        self._is_changed = False

    def press(self, key: str) -> None:
        """Act on a key that types; any other does nothing."""
        character = key.lower()
        if key == "backspace":
            self.text = self.text[:-1]
        elif character in _CHARACTERS:
            self.text = ((self.text if self._is_changed else "") + character)[:_LONGEST]
        else:
            return
        self._is_changed = True

    def parse(self) -> Size:
        """Return the size; raise ValueError if there is none such."""
        return parse_size(self.text)

    @property
    def is_complete(self) -> bool:
        """Whether all parts of a size have been begun."""
        return not self.text.endswith("/") and "/" in self.text
