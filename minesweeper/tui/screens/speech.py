"""What a player who listens is told: what just happened, and the cell under the cursor.

Screen readers follow the hardware cursor, which rests on the focused cell, and speak what changes
on the screen. So everything to hear is in one line, what is new first and only once.
"""

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.notation import counted
from minesweeper.play.session import Session
from minesweeper.play.words import cell_text, rules_text, size_text
from minesweeper.settings.values import sentence


class _Before(NamedTuple):
    """How a game stood before an event; what is told is the difference."""

    session: Session
    safe_left: int
    flags: int


class Speech:
    """Tells what has changed since the last event began, as one line of text."""

    def __init__(self, session: Session) -> None:
        self._before = _look(session)
        self._told: set[str] = set()

    def listen(self, session: Session, told: Iterable[str]) -> None:
        """Tell what changes from here on, but not again what is `told` already."""
        self._before = _look(session)
        self._told = set(told)

    def untold(self, text: str) -> str:
        """Return a lasting text while it is new, else an empty one."""
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
        """Return what happened, what else is `said`, the cell, and its odds, as one line."""
        if session.paused:
            return said or "Paused"
        cell = cell_text(session.game, cursor, mines=mines)
        texts = (self._happened(session), said, cell, odds)
        return ". ".join(sentence(text) for text in texts if text)

    def _happened(self, session: Session) -> str:
        before, after = self._before, _look(session)
        if before.session is not after.session:
            game = "back to the game" if session.is_touched else "new game"
            setup = session.head.setup
            rules = rules_text(setup.no_guess, setup.on_guess)
            parts = [size_text(setup.size), counted(setup.mines, "mine"), *rules]
            return f"{game}: {', '.join(parts)}"
        revealed = before.safe_left - after.safe_left
        flagged = after.flags - before.flags
        changes = (
            (revealed, f"revealed {counted(revealed, 'cell')}"),
            (-revealed, f"covered {counted(-revealed, 'cell')} again"),
            (flagged, "flagged" if flagged == 1 else f"flagged {counted(flagged, 'cell')}"),
            (-flagged, "flag removed" if flagged == -1 else f"{-flagged} flags removed"),
        )
        return ", ".join(text for count, text in changes if count > 0)


def _look(session: Session) -> _Before:
    return _Before(session, session.game.safe_left, session.game.flag_count)
