"""The review of a finished game in figures: its guesses, its longest thinks, and its clicks."""

from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import FLAGGING, Status
from minesweeper.engine.metrics import bbbv_and_solved
from minesweeper.engine.zini import zini
from minesweeper.play.coach import Coach
from minesweeper.play.session import Result, Session
from minesweeper.solver.review import Review

SHOWN_THINKS: Final = 3
SHORTEST_THINK: Final = 1_000
"""From how many milliseconds on a think is one of the longest."""


class Think(NamedTuple):
    """The time without a move that a player took before a move that was certain."""

    milliseconds: int
    moves: int
    """The number of moves before the one that was certain."""
    cell: Cell
    """The cell of that move."""


class GameReview(NamedTuple):
    """What a finished game was worth: its result, its guesses, its thinks, and its clicks."""

    session: Session
    result: Result
    """The result; of a game that was abandoned, what was reached."""
    review: Review | None
    """The guesses; None for a board that is too large for the solver."""
    thinks: tuple[Think, ...]
    """The longest thinks before certain moves, the longest first."""
    fewest_clicks: int | None
    """About the fewest clicks that clear the board (ZiNi); None for a board that is too large."""

    @property
    def outcome(self) -> str:
        """How it ended: "won", "lost" or "abandoned"."""
        status = self.result.status
        return "abandoned" if status is Status.PLAYING else status.value


def review_game(session: Session) -> GameReview:
    """Review a game that is over; it takes up to a second."""
    review = Coach(session).finish_review()
    board = session.board
    can_solve = review is not None and board is not None
    return GameReview(
        session,
        session.result or _result_so_far(session),
        review,
        longest_thinks(session, review) if review else (),
        zini(board) if can_solve and board else None,
    )


def longest_thinks(session: Session, review: Review) -> tuple[Think, ...]:
    """Return the longest thinks before moves that were certain, the longest first.

    A think is the longest time without a move since the reveal before.
    """
    guesses = {step.moves for step in review.steps}
    thinks = []
    clock = think = 0
    has_begun = False
    for moves, step in enumerate(session.steps):
        think, clock = max(think, step.milliseconds - clock), step.milliseconds
        if step.is_effective and step.move.verb not in FLAGGING:
            if has_begun and moves not in guesses and think >= SHORTEST_THINK:
                thinks.append(Think(think, moves, step.move.cell))
            has_begun, think = True, 0
    return tuple(sorted(thinks, reverse=True)[:SHOWN_THINKS])


def _result_so_far(session: Session) -> Result:
    bbbv, solved = (0, 0)
    if session.board:
        bbbv, solved = bbbv_and_solved(session.board, session.game)
    return Result(session.game.status, session.elapsed, bbbv, solved, session.clicks)
