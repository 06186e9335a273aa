"""The steps of a review: the position before each guess, what was risked, and what was better."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, set_of
from minesweeper.engine.game import Game, Status
from minesweeper.engine.notation import count_text
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.clues import Clues, clues_of
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.phrases import Phrase, cell_list
from minesweeper.solver.review import (
    STRICT_RULE_EXPLOSION,
    WON_WITHOUT_GUESS,
    PlayedMoves,
    Review,
    ReviewStep,
    position_before,
)
from minesweeper.solver.verdicts import Verdict, judge


class StepDetails(NamedTuple):
    """A step of a review with its position and the verdict on it."""

    step: ReviewStep
    game: Game
    """The game before the step."""
    clues: Clues
    odds: Odds
    verdict: Verdict

    @property
    def is_first_reveal(self) -> bool:
        """Whether it was the first reveal, which is not judged."""
        return not self.clues.revealed

    @property
    def risk_text(self) -> str:
        """What was risked, such as "33% risk"."""
        survival = self.step.survival
        return "risk unknown" if survival is None else f"{chance_percent_text(1 - survival)} risk"

    @property
    def better(self) -> CellSet:
        """The cells that would have been better: all safe cells, or the best guess."""
        return self.verdict.safe or set_of([self.verdict.best] if self.verdict.best else [])

    @property
    def proved(self) -> CellSet:
        """The safe cells that the reasons prove; empty if those are all of them."""
        explanation = self.verdict.explanation
        if not explanation or not self.verdict.safe & ~explanation.cells:
            return NO_CELLS
        return explanation.cells & self.verdict.safe

    @property
    def better_risk_text(self) -> str:
        """The risk of a better cell, such as "6% risk"."""
        best = self.verdict.best
        risk = None if best is None else self.odds.probability(best)
        return f"{chance_percent_text(risk or Fraction(0))} risk"

    def reasons(self) -> Iterator[Phrase]:
        """Yield the sentences that judge the step."""
        if self.is_first_reveal:
            yield Phrase.of("nothing was known yet")
            return
        yield self.verdict.wording
        if explanation := self.verdict.explanation:
            yield explanation.wording


def played_moves(session: Session) -> PlayedMoves:
    """Return the moves that led to the present position, as a review takes them."""
    return [(step.board, step.move, step.on_guess) for step in session.steps]


def step_details(session: Session, step: ReviewStep) -> StepDetails:
    """Return the details of a step; to explain what was safe may take some time."""
    game = position_before(session.game.setup, played_moves(session), step)
    clues = clues_of(game)
    odds = analyse(clues)
    return StepDetails(step, game, clues, odds, judge(clues, *cells_of(step.cells), odds=odds))


def step_name(review: Review, index: int) -> str:
    """Return the name of a step: "Guess 2 of 4", or what else it was."""
    step = review.steps[index]
    if step.is_chance:
        return f"Guess {index + 1} of {review.guess_count}"
    return "The first reveal" if review.verdict is None else "The fatal move"


def exact_risk_text(step: ReviewStep) -> str:
    """Return what a step risked as a fraction: " (1/3)"; "" for 0 and 1, and if it is not known."""
    risk = 1 - step.survival if step.survival is not None else Fraction(0)
    return f" ({risk})" if risk.denominator > 1 else ""


def outcome_text(review: Review, step: ReviewStep) -> str:
    """Return what a step led to, as a sentence."""
    if not step.is_fatal:
        return "There was no mine"
    return "The strict rule made it explode" if _is_by_rule(review) else "It exploded"


def _is_by_rule(review: Review) -> bool:
    return review.remark == STRICT_RULE_EXPLOSION


def review_summary(review: Review, status: Status) -> list[str]:
    """Return sentences on the game as a whole: remarks, guesses and luck."""
    remark = "" if review.steps and not review.guess_count else review.remark
    lines = [remark, review.guesses_text, luck_line(review), review.made_safe_text]
    return [*filter(None, lines)] or [
        WON_WITHOUT_GUESS if status is Status.WON else "No guess was left to chance"
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
        details = step_details(session, step)
        made, cells = count_text(step.moves, "move"), cell_list(grid, step.cells)
        risk = details.risk_text + (exact_risk_text(step) if exact else "")
        revealed = f"revealed {Phrase.of(cells)}, {risk}"
        yield f"{step_name(review, index)}, after {made}: {revealed}"
        if details.verdict.best is not None:
            best = Phrase.of(cell_list(grid, details.better))
            yield f"The best was {best}: {details.better_risk_text}"
        yield from map(str, details.reasons())
        yield outcome_text(review, step)
    yield from review_summary(review, session.game.status)
