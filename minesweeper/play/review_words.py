"""Reviews in words: what each step risked, what was better and why, and the whole game."""

from collections.abc import Iterator
from fractions import Fraction

from minesweeper.engine.game import Status
from minesweeper.engine.notation import count_text
from minesweeper.play.review import (
    WON_WITHOUT_GUESS,
    Review,
    ReviewStep,
)
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.sentences import FIRST_CELL, STRICT_RULE, Sentence, cells_text, say


def risk_text(step: ReviewStep) -> str:
    """Return what a step risked, such as "33% risk"."""
    survival = step.survival
    return "risk unknown" if survival is None else f"{chance_percent_text(1 - survival)} risk"


def better_risk_text(step: ReviewStep) -> str:
    """Return the risk of a better cell, such as "6% risk"."""
    best = step.explained.best
    risk = None if best is None else step.odds.probability(best)
    return f"{chance_percent_text(risk or Fraction(0))} risk"


def step_sentence(step: ReviewStep) -> Sentence:
    """Return the judgement on a step; to explain what was safe may take some time."""
    if step.reveal.is_first:
        return say(FIRST_CELL)
    return step.explained.if_lost if step.reveal.lost else step.explained.if_survived


def step_name(review: Review, index: int) -> str:
    """Return the name of a step: "Guess 2 of 4", or that it was none and lost the game."""
    is_chance = review.steps[index].is_chance
    return f"Guess {index + 1} of {review.guess_count}" if is_chance else "The last move"


def exact_risk_text(step: ReviewStep) -> str:
    """Return what a step risked as a fraction: " (1/3)"; "" for 0 and 1, and if it is not known."""
    risk = 1 - step.survival if step.survival is not None else Fraction(0)
    return f" ({risk})" if risk.denominator > 1 else ""


def outcome_text(review: Review, step: ReviewStep) -> str:
    """Return what a step led to, as a sentence; "" where the judgement on it says so."""
    if not step.reveal.lost:
        return "You got away with it." if step.verdict.is_costly else ""
    if review.remark == STRICT_RULE:
        return "The strict rule made it explode."
    return "" if step.reveal.is_first or step.survival == 0 else "Yours was a mine."


def review_summary(review: Review, status: Status) -> list[str]:
    """Return sentences on the game as a whole: remarks, guesses and luck."""
    remark = "" if review.steps and not review.guess_count else review.remark
    lines = [remark, review.guesses_text, luck_line(review), review.made_safe_text]
    return [*filter(None, lines)] or [
        WON_WITHOUT_GUESS if status is Status.WON else "No guess was left to chance."
    ]


def luck_line(review: Review) -> str:
    """Return the luck in guessing: "2 survived, 2.8 expected"; "" without guesses."""
    if not review.guess_count:
        return ""
    return f"{review.survived_count} survived, {float(review.expected_survivals):.1f} expected"


def step_lines(session: Session, review: Review, *, exact: bool = False) -> Iterator[str]:
    """Yield the review in lines of text, a fact a line, with cells named by column and row.

    With `exact`, risks are also written as fractions.
    """
    grid = session.game.grid
    for index, step in enumerate(review.steps):
        made, cells = count_text(step.reveal.moves, "move"), cells_text(grid, step.reveal.cells)
        risk = risk_text(step) + (exact_risk_text(step) if exact else "")
        yield f"{step_name(review, index)}, after {made}: revealed {cells}, {risk}"
        if step.explained.best is not None:
            best = cells_text(grid, step.better)
            yield f"The best was {best}: {better_risk_text(step)}"
        yield str(step_sentence(step))
        if outcome := outcome_text(review, step):
            yield outcome
    yield from review_summary(review, session.game.status)
