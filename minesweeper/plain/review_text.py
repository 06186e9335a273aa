"""Describe the review of a game in lines of text: its result, its guesses, thinks and clicks."""

from collections.abc import Iterator

from minesweeper.engine.notation import capitalise
from minesweeper.engine.setup import SOLVER_LIMIT
from minesweeper.play.review_figures import GameReview, clicks_lines, think_lines
from minesweeper.play.review_words import step_lines
from minesweeper.play.words import result_parts, result_text, setup_parts, time_text


def review_lines(game_review: GameReview) -> Iterator[str]:
    """Yield the setup and the result, each guess with its odds, and what else could be better."""
    session, result = game_review.session, game_review.result
    yield ", ".join(filter(None, (*setup_parts(session.head.setup), session.mode)))
    ending = f"abandoned after {time_text(result.milliseconds)}"
    if game_review.outcome != "abandoned":
        ending = result_text(result.status, result.milliseconds)
    yield capitalise(f"{ending}; {', '.join(result_parts(result))}")
    if game_review.review is None:
        yield f"The guesses are reviewed {SOLVER_LIMIT}"
        return
    yield from clicks_lines(game_review)
    yield from map(capitalise, step_lines(session, game_review.review, exact=True))
    yield from think_lines(game_review)
