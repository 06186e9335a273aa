"""Playing what is obvious: the moves that single numbers prove, journalled as the player's own."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Move
from minesweeper.engine.notation import count_text
from minesweeper.play.session import Session
from minesweeper.solver.clues import clues_of, flags_in, unflagged_in
from minesweeper.solver.deduction import deduce

# The number of moves played at a time, which takes some hundredths of a second.
MOVES_A_STEP: Final = 100


class ObviousResult(NamedTuple):
    """What was played."""

    revealed_count: int
    flagged_count: int
    wrong_flag_count: int
    """How many flags were in the way, and are proved wrong."""

    @property
    def text(self) -> str:
        """Say what was played, or that nothing was."""
        parts = [
            f"revealed {count_text(self.revealed_count, 'cell')}" if self.revealed_count else "",
            f"flagged {count_text(self.flagged_count, 'mine')}" if self.flagged_count else "",
            f"{count_text(self.wrong_flag_count, 'wrong flag')} in the way"
            if self.wrong_flag_count
            else "",
        ]
        return ", ".join(filter(None, parts)) or "nothing is obvious here"


class ObviousPlay:
    """Plays all that single numbers prove, a slice at a time.

    The moves are made at one moment, and one undo takes them back.
    """

    def __init__(self, session: Session, now: int) -> None:
        """Begin at a moment of the clock; the solver has to work on a board of this size."""
        self._session = session
        self._now = now
        self._safe, self._flags = session.game.safe_left, session.game.flag_count
        self._wrong_flags = 0
        self._moves = self._obvious_moves()

    @property
    def result(self) -> ObviousResult:
        """Return what was played so far."""
        game = self._session.game
        revealed, flagged = self._safe - game.safe_left, game.flag_count - self._flags
        return ObviousResult(revealed, flagged, self._wrong_flags)

    def step(self) -> bool:
        """Play a slice; return whether there may be more to play."""
        left = MOVES_A_STEP
        for move in islice(self._moves, MOVES_A_STEP):
            self._session.play_obvious(move, self._now)
            left -= 1
        if left:
            self.stop()
        return not left

    def _obvious_moves(self) -> Iterator[Move]:
        """Yield each move, to be made before the next is asked for, until they change nothing.

        Flags are not trusted, and a wrong one stays.
        """
        session, before = self._session, b""
        while before != session.game.cells and not (session.over or session.paused):
            game = session.game
            before = bytes(game.cells)
            proved = deduce(clues_of(game), pairs=False)
            self._wrong_flags = (proved.safe & flags_in(game)).bit_count()
            for cell in cells_of(proved.mines & unflagged_in(game)):
                yield Move("flag", cell)  # a question mark goes first; the flag comes next time
            for cell in cells_of(proved.safe & unflagged_in(game)):
                if not session.game.is_revealed(cell):
                    yield Move("reveal", cell)

    def stop(self) -> None:
        """Play no more."""
        session = self._session
        if self._wrong_flags and not session.is_playing_obvious:
            session.help("obvious moves", self._now)  # to know of a wrong flag is help, too
        session.end_obvious(self._now)
