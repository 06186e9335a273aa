"""Playing the obvious moves: those that single numbers prove in the present position."""

from typing import NamedTuple

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Face, Move
from minesweeper.engine.notation import count_text
from minesweeper.play.session import Session
from minesweeper.solver.clues import clues_of, flags_in, unflagged_in
from minesweeper.solver.deduction import deduce


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


def play_obvious(session: Session, now: int) -> ObviousResult:
    """Flag the mines and reveal the safe cells that single numbers prove; return what was done.

    Flags are not trusted, and wrong ones stay. The board must not be too large for the solver.
    """
    game = session.game
    proved = deduce(clues_of(game), pairs=False)
    mines = cells_of(proved.mines & unflagged_in(game))
    questions = [cell for cell in mines if game.face(cell) is Face.QUESTION]  # flagged twice
    moves = [Move("flag", cell) for cell in [*questions, *mines]]
    moves += [Move("reveal", cell) for cell in cells_of(proved.safe & unflagged_in(game))]
    wrong_flags = (proved.safe & flags_in(game)).bit_count()
    safe_left, flag_count = game.safe_left, game.flag_count
    if moves or wrong_flags:  # a wrong flag that is reported is help
        session.play_obvious(moves, now)
    return ObviousResult(safe_left - game.safe_left, game.flag_count - flag_count, wrong_flags)
