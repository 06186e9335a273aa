"""What a player who hears the game is told: what just happened, and the cell under the cursor.

Screen readers follow the hardware cursor, which rests on the focused cell, and speak what changes
on the screen: so all that there is to hear is in one line, the news of it first and once.
"""

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.play.session import Session
from minesweeper.play.words import cell_text, counted
from minesweeper.tui.widgets.status import setup_text


class _Before(NamedTuple):
    """How a game stood: what is told is the difference."""

    session: Session
    safe_left: int
    flags: int


class Speech:
    """Tells what has changed since the last event began."""

    def __init__(self, session: Session) -> None:
        self._before = _look(session)
        self._told: set[str] = set()

    def listen(self, session: Session, told: Iterable[str]) -> None:
        """An event begins: what comes of it is told from here on, but not what was told before."""
        self._before = _look(session)
        self._told = set(told)

    def untold(self, text: str) -> str:
        """A text that stands there for longer, as long as it is news."""
        return "" if text in self._told else text

    def text(
        self,
        session: Session,
        cursor: Cell,
        *,
        said: str = "",
        odds: str = "",
        mines: bool = False,
    ) -> str:
        """What happened, what else is said, the cell, and its odds."""
        if session.paused:
            return said or "paused"
        cell = cell_text(session.game, cursor, mines=mines)
        return "; ".join(filter(None, (self._happened(session), said, cell, odds)))

    def _happened(self, session: Session) -> str:
        before, after = self._before, _look(session)
        if before.session is not after.session:
            game = "back to the game" if session.is_touched else "new game"
            return f"{game}: {setup_text(session.game.setup)}"
        revealed = before.safe_left - after.safe_left
        changes = (
            (revealed, f"revealed {counted(revealed, 'cell')}"),
            (-revealed, f"covered {counted(-revealed, 'cell')} again"),
            (after.flags - before.flags, "flagged"),
            (before.flags - after.flags, "flag removed"),
        )
        return ", ".join(text for count, text in changes if count > 0)


def _look(session: Session) -> _Before:
    return _Before(session, session.game.safe_left, session.game.flag_count)
