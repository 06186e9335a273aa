"""The coach: hints, odds, the check of flags, and the review of a finished game.

It knows no more than the player sees, and never trusts a flag. Its answers are sentences, in
which the screen and the plain mode each name cells in their own way. Importing it loads the solver.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Move, Status
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.play.review import Review, review
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.hints import FlagCheck, Hint, check_flags, find_hint, where_to_look
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.sentences import NOTHING_IS_LEFT, PATTERN, Sentence, say

TOO_WIDE: Final = "too complex to count: only what is certain is known"


class Coach:
    """Helps in one game, and reviews it once it is finished.

    Its answers hold for one position, and are forgotten after the next move.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._position: tuple[bytes, bool, int] | None = None
        self._forget()

    def _forget(self) -> None:
        self._answer: list[Sentence] = []
        self._hint: Hint | None = None
        self._has_named_move = False
        """Whether the answer names the move of the hint, not only where to look."""
        self._check: FlagCheck | None = None
        self._clues: Clues | None = None
        self._odds: Odds | None = None
        self._review = Review()
        self._review_steps: Iterator[Review] | None = None
        self.reviewed_moves = 0
        """How many moves of the finished game have been reviewed, about."""

    def _update(self) -> None:
        """Forget all answers if the position has changed; if the game is over, begin its review."""
        session = self.session
        # It includes the number of undos, because other guesses may lead to the same cells.
        position = bytes(session.game.cells), session.over, session.undos
        if position == self._position:
            return
        self._position = position
        self._forget()
        grid = session.game.grid
        if session.over and session.board and not why_too_large_to_solve(grid.width, grid.height):
            self._review_steps = review(session)

    @property
    def clues(self) -> Clues:
        """What the player sees."""
        self._update()
        self._clues = self._clues or clues_of(self.session.game)
        return self._clues

    @property
    def answer(self) -> list[Sentence]:
        """The answer to the last question, or the review, as short lines; empty without one."""
        self._update()
        return self._answer

    def forget_answer(self) -> None:
        """Forget the answer, the hint and the check of the flags."""
        self._answer = []
        self._hint = None
        self._has_named_move = False
        self._check = None

    # Hints

    @property
    def hint(self) -> Hint | None:
        """The hint in this position; None before `ask_hint`."""
        self._update()
        return self._hint

    @property
    def has_named_move(self) -> bool:
        """Whether the answer names the move of the hint, so that it can be played."""
        return self.hint is not None and self._has_named_move

    def ask_hint(self, near: Cell, now: int, key: str) -> None:
        """Answer where to look for a hint; when asked again, name its move.

        Of several equally simple moves, the hint is the nearest to `near`. `key` asks again. The
        first answer counts as help.
        """
        if self.hint:
            self._has_named_move = True
            pattern = self.hint.proof.pattern if self.hint.proof else None
            name = [say(PATTERN, name=pattern.label)] if pattern else []
            self._answer = [self.hint.sentence, *name]
            return
        self.session.note_help("hint", now)
        self._check = None
        game = self.session.game
        try:
            self._hint = find_hint(self.clues, near, flags_in(game), game.on_guess)
        except ValueError:
            self._answer = [say(NOTHING_IS_LEFT)]
        else:
            self._answer = [where_to_look(self.clues, self._hint, key)]

    def hint_moves(self) -> Iterator[Move]:
        """Yield the moves that play the hint; the caller makes each before taking the next.

        They remove flags from the cells that they reveal.
        """
        session, hint = self.session, self.hint
        if not hint:
            return
        is_mine = hint.risk == 1
        for cell in cells_of(hint.cells):
            while session.game.status is Status.PLAYING and (
                session.game.is_flagged(cell) != is_mine
            ):
                yield Move("flag", cell)
            if not is_mine and not session.game.is_revealed(cell) and not session.over:
                yield Move("reveal", cell)

    # Flags and odds

    @property
    def check(self) -> FlagCheck | None:
        """What `check_flags` found in this position; None before it, and without flags."""
        self._update()
        return self._check

    def check_flags(self, now: int) -> FlagCheck:
        """Return which flags can be proved wrong, with a sentence that says how many.

        If there are flags, this counts as help, and the answer and the hint are forgotten.
        """
        checked = check_flags(self.clues, flags_in(self.session.game))
        if checked.flags:
            self.session.note_help("flag check", now)
            self.forget_answer()
            self._check = checked
        return checked

    @property
    def odds(self) -> Odds | None:
        """The odds in this position; None while nothing is revealed, and after the end."""
        self._update()
        if self._odds is None and not self.session.over and self.clues.revealed:
            self._odds = analyse(self.clues)
        return self._odds

    # The review

    @property
    def is_reviewing(self) -> bool:
        """Whether the finished game is still being reviewed."""
        self._update()
        return self._review_steps is not None

    @property
    def review(self) -> Review | None:
        """The review of the finished game; None until it is done."""
        is_done = self.session.over and not self.is_reviewing and self._answer
        return self._review if is_done else None

    def step_review(self) -> Review | None:
        """Review one more move; return the review once it is done.

        The steps are short, so that no key has to wait for the whole review.
        """
        self._update()
        if not self._review_steps:
            return None
        self.reviewed_moves += 1
        found = next(self._review_steps, None)
        if found:
            self._review = found
            return None
        self._review_steps = None
        self._answer = self._review.sentences
        return self._review

    def finish_review(self, note: Callable[[float], None] | None = None) -> Review | None:
        """Finish the review of a finished game and return it; None if it cannot be reviewed.

        After each move `note` is told about how much is done, from 0 to 1.
        """
        while self.is_reviewing:
            self.step_review()
            if note:
                note(min(self.reviewed_moves / len(self.session.steps), 1))
        return self.review


def lowest_risk(odds: Odds) -> tuple[Fraction, list[Cell]] | None:
    """Return the lowest risk of a guess and the cells with it; None if no guess is needed."""
    uncertain = [each for each in odds.risk_groups if each.mined_count < odds.layout_count]
    if odds.safe or not uncertain:
        return None
    lowest = min(uncertain, key=lambda each: each.mined_count)
    return Fraction(lowest.mined_count, odds.layout_count), cells_of(lowest.cells)
