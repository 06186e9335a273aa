"""The review of a finished game in figures: its guesses, its longest thinks, and its clicks."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from minesweeper.engine.game import Status
from minesweeper.engine.metrics import bbbv_and_solved
from minesweeper.engine.notation import count_text
from minesweeper.engine.zini import zini
from minesweeper.play.coach import Coach
from minesweeper.play.review import Review, Think
from minesweeper.play.session import Result, Session
from minesweeper.play.words import place_text, time_text


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


def review_game(session: Session, note: Callable[[float], None] | None = None) -> GameReview:
    """Review a game that is over; on a large board it takes seconds.

    After each move `note` is told about how much is done, from 0 to 1.
    """
    return figures_of(session, Coach(session).finish_review(note))


def figures_of(session: Session, review: Review | None) -> GameReview:
    """Return the figures of a game that is over, whose guesses were reviewed."""
    result = session.result or _result_so_far(session)
    if not review or not session.board:
        return GameReview(session, result, review, (), None)
    return GameReview(session, result, review, review.longest_thinks, zini(session.board))


def _result_so_far(session: Session) -> Result:
    bbbv, solved = (0, 0)
    if session.board:
        bbbv, solved = bbbv_and_solved(session.board, session.game)
    return Result(session.game.status, session.elapsed, bbbv, solved, session.clicks)


def clicks_lines(game_review: GameReview) -> Iterator[str]:
    """Yield about how few clicks clear the board, and for a win how many were made."""
    fewest, clicks = game_review.fewest_clicks, game_review.result.clicks
    if fewest and game_review.outcome == "won" and game_review.result.efficiency is not None:
        yield f"About {count_text(fewest, 'click')} would do (yours: {clicks})"
    elif fewest:
        yield f"About {count_text(fewest, 'click')} clear the board (ZiNi)"


def think_lines(game_review: GameReview) -> Iterator[str]:
    """Yield the longest thinks before moves that were certain."""
    grid = game_review.session.game.grid
    for think in game_review.thinks:
        made = count_text(think.moves, "move")
        cell = place_text(grid, think.cell)
        yield f"Thought for {time_text(think.milliseconds)} before {cell}, after {made}"
