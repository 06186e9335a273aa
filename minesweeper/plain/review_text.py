"""Describe the review of a game in lines of text: its result, its guesses, thinks and clicks."""

from collections.abc import Iterator

from minesweeper.engine.notation import capitalise, count_text, percent_text
from minesweeper.engine.setup import SOLVER_LIMIT
from minesweeper.play.game_review import GameReview
from minesweeper.play.review_steps import step_lines
from minesweeper.play.words import place_text, result_parts, result_text, setup_parts, time_text


def review_lines(game_review: GameReview) -> Iterator[str]:
    """Yield the setup and the result, each guess with its odds, and what else could be better."""
    session, result = game_review.session, game_review.result
    yield ", ".join(setup_parts(session.head.setup))
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


def clicks_lines(game_review: GameReview) -> Iterator[str]:
    """Yield how many clicks the game needed, beside the fewest possible."""
    fewest, clicks = game_review.fewest_clicks, game_review.result.clicks
    if fewest and clicks:
        possible = f"about {count_text(fewest, 'click')} would clear the board (ZiNi)"
        if game_review.outcome == "won":
            possible += f": {percent_text(fewest / clicks)} of those made"
        yield capitalise(possible)


def think_lines(game_review: GameReview) -> Iterator[str]:
    """Yield the longest thinks before moves that were certain."""
    grid = game_review.session.game.grid
    for think in game_review.thinks:
        made = count_text(think.moves, "move")
        cell = place_text(grid, think.cell)
        yield f"Thought for {time_text(think.milliseconds)} before {cell}, after {made}"
