"""Playing the obvious moves: those that single numbers prove, journalled like the player's own."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Move
from minesweeper.engine.notation import count_text
from minesweeper.play.session import Session
from minesweeper.solver.clues import clues_of, flags_in, unflagged_in
from minesweeper.solver.deduction import deduce

# The number of moves in one step, which takes a few hundredths of a second.
MOVES_A_STEP: Final = 100


class ObviousResult(NamedTuple):
    """The numbers of cells revealed, of cells flagged, and of wrong flags in the way."""

    revealed_count: int
    flagged_count: int
    wrong_flag_count: int
    """The number of flags that are proved wrong."""

    @property
    def text(self) -> str:
        """The result in words: "revealed 3 cells, flagged 1 mine"."""
        parts, wrong = [], self.wrong_flag_count
        if self.revealed_count:
            parts.append(f"revealed {count_text(self.revealed_count, 'cell')}")
        if self.flagged_count:
            parts.append(f"flagged {count_text(self.flagged_count, 'mine')}")
        is_blocked = f"{count_text(wrong, 'wrong flag')} {'is' if wrong == 1 else 'are'} in the way"
        texts = [", ".join(parts), is_blocked if wrong else ""]
        return "; ".join(filter(None, texts)) or "nothing is obvious here"


class ObviousPlay:
    """Plays all moves that single numbers prove, some at each step.

    The moves have the same time, and one undo takes them all back.
    """

    def __init__(self, session: Session, now: int) -> None:
        """Give all moves the time `now`. The board must not be too large for the solver."""
        self._session = session
        self._now = now
        self._safe, self._flags = session.game.safe_left, session.game.flag_count
        self._wrong_flags = 0
        self._moves = self._obvious_moves()

    @property
    def result(self) -> ObviousResult:
        """The result of the moves so far."""
        game = self._session.game
        revealed, flagged = self._safe - game.safe_left, game.flag_count - self._flags
        return ObviousResult(revealed, flagged, self._wrong_flags)

    def step(self) -> bool:
        """Play up to MOVES_A_STEP moves; return whether more may follow."""
        remaining = MOVES_A_STEP
        for move in islice(self._moves, MOVES_A_STEP):
            self._session.play_obvious(move, self._now)
            remaining -= 1
        if remaining:
            self.stop()
        return not remaining

    def _obvious_moves(self) -> Iterator[Move]:
        """Yield the obvious moves until none is left; the caller makes each before the next.

        Flags are not trusted, and wrong ones stay.
        """
        session, before = self._session, b""
        while before != session.game.cells and not (session.over or session.paused):
            game = session.game
            before = bytes(game.cells)
            proved = deduce(clues_of(game), pairs=False)
            self._wrong_flags = (proved.safe & flags_in(game)).bit_count()
            for cell in cells_of(proved.mines & unflagged_in(game)):
                yield Move("flag", cell)  # it removes a question mark; the next round flags
            for cell in cells_of(proved.safe & unflagged_in(game)):
                if not session.game.is_revealed(cell):
                    yield Move("reveal", cell)

    def stop(self) -> None:
        """Stop playing, and note the help if wrong flags were found."""
        session = self._session
        if self._wrong_flags and not session.is_playing_obvious:
            session.note_help("obvious moves", self._now)  # a wrong flag that is reported is help
        session.end_obvious(self._now)
