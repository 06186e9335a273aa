"""Playing what is obvious: the moves that single numbers prove, journalled as the player's own."""

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.engine.game import Move
from minesweeper.play.session import Session
from minesweeper.play.words import counted
from minesweeper.solver.clues import Sight
from minesweeper.solver.obvious import Obvious


class Played(NamedTuple):
    """What was played."""

    revealed: int
    flagged: int
    wrong_flags: int
    """How many flags were in the way, and are proved wrong."""

    @property
    def text(self) -> str:
        """Say what was played, or that nothing was."""
        parts = [
            f"revealed {counted(self.revealed, 'cell')}" if self.revealed else "",
            f"flagged {counted(self.flagged, 'mine')}" if self.flagged else "",
            f"{counted(self.wrong_flags, 'wrong flag')} in the way" if self.wrong_flags else "",
        ]
        return ", ".join(filter(None, parts)) or "nothing is obvious here"


class ObviousPlay:
    """Plays all that single numbers prove, a slice at a time.

    The moves are made at one moment, and one undo takes them back.
    """

    def __init__(self, session: Session, now: int) -> None:
        self._session = session
        self._now = now
        self._game = game = session.game
        self._safe, self._flags = game.safe_left, game.flag_count
        self._obvious = Obvious(Sight(game))
        self._slices = self._play()

    @property
    def played(self) -> Played:
        """What was played so far."""
        game = self._game
        revealed, flagged = self._safe - game.safe_left, game.flag_count - self._flags
        return Played(revealed, flagged, self._obvious.wrong_flags)

    def step(self) -> bool:
        """Play a slice; return whether there may be more to play."""
        has_more = next(self._slices, False)
        if not has_more:
            self.stop()
        return has_more

    def _play(self) -> Iterator[bool]:
        """Play everything, and yield True where a slice ends."""
        for found in self._obvious.moves():
            if not found:
                yield True
            elif self._session.play_obvious(Move(*found), self._now):
                return  # no move proves more while none changes anything

    def stop(self) -> None:
        """Play no more."""
        session = self._session
        if self.played.wrong_flags and not session.progress.is_playing_obvious:
            session.help("obvious moves", self._now)  # to know of a wrong flag is help, too
        session.end_obvious(self._now)
