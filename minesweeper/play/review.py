"""The review of a finished game: what each reveal risked, and what lost the game."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Final, NamedTuple

from minesweeper.engine.board import MINE
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    byte_table,
    cells_of,
    cells_where,
    set_of,
)
from minesweeper.engine.game import Game
from minesweeper.engine.notation import count_text
from minesweeper.play.reveals import PlayedReveal, reveals
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.clues import clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.sentences import FIRST_CELL, STRICT_RULE, Sentence, say
from minesweeper.solver.survivals import Survivals
from minesweeper.solver.verdicts import NO_RISK, RevealRisk, Verdict, judge

TOO_WIDE_TO_COUNT: Final = "Some positions were too complex to count."
UNPROVED_FLAGS: Final = "Not every flag was proved."
WON_WITHOUT_GUESS: Final = "Won without a guess."

SHOWN_THINKS: Final = 3
SHORTEST_THINK: Final = 1_000
"""From how many milliseconds on a think is one of the longest."""


class ReviewStep:
    """A guess that was left to chance, or the reveal that lost the game."""

    def __init__(self, reveal: PlayedReveal, verdict: Verdict, *, is_chance: bool = True) -> None:
        self.reveal = reveal
        self.verdict = verdict
        """The verdict without its explanation."""
        self.is_chance = is_chance
        """Whether its outcome was left to chance."""

    @property
    def survival(self) -> Fraction | None:
        """The chance to survive it; None if the position was too wide to count."""
        return self.verdict.risk and self.verdict.risk.survival

    @cached_property
    def odds(self) -> Odds:
        """The odds before it."""
        return analyse(self.reveal.clues)

    @cached_property
    def explained(self) -> Verdict:
        """The verdict with its explanation, which may take some time to find."""
        if not self.verdict.is_avoidable:
            return self.verdict
        return judge(self.reveal.clues, *cells_of(self.reveal.cells), odds=self.odds)

    @property
    def better(self) -> CellSet:
        """The cells that would have been better: all safe cells, or the best guess."""
        verdict = self.explained
        return verdict.safe or set_of([verdict.best] if verdict.best else [])


class Think(NamedTuple):
    """The time without a move that a player took before a reveal that was certain."""

    milliseconds: int
    moves: int
    """The number of moves before the one that was certain."""
    cell: Cell
    """The cell of that move."""


class Review(NamedTuple):
    """What the reveals of a game risked, up to some move."""

    steps: tuple[ReviewStep, ...] = ()
    """The guesses that were left to chance and the reveal that lost the game, in order."""
    guesses_made_safe: int = 0
    """The number of forced guesses that the guess rule made safe."""
    remark: str = ""
    """A further sentence about the game; empty if there is none."""
    thinks: tuple[Think, ...] = ()
    """The thinks of a second and more before reveals that were certain, in order."""

    @property
    def judged_loss(self) -> ReviewStep | None:
        """The reveal that lost the game; None if there is none, or if it was the first one."""
        last = self.steps[-1] if self.steps else None
        return last if last and last.reveal.lost and not last.reveal.is_first else None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on that reveal, with its explanation."""
        return self.judged_loss.explained if self.judged_loss else None

    @property
    def guesses(self) -> list[ReviewStep]:
        """The guesses that were left to chance and had one."""
        return [each for each in self.steps if each.is_chance and each.survival]

    @property
    def guess_count(self) -> int:
        """The number of guesses that were left to chance."""
        return len(self.guesses)

    @property
    def avoidable_count(self) -> int:
        """The number of those guesses that were made although some cell was certainly safe."""
        return sum(each.is_chance and each.verdict.is_avoidable for each in self.steps)

    @property
    def survived_count(self) -> int:
        """The number of guesses that did not explode, to compare with `expected_survivals`."""
        return sum(each.is_chance and not each.reveal.lost for each in self.steps)

    @property
    def expected_survivals(self) -> Fraction:
        """The sum of the chances to survive each guess."""
        return sum(self._chances, Fraction(0))

    @property
    def survival(self) -> Fraction:
        """The chance to survive all of the guesses."""
        return prod(self._chances, start=Fraction(1))

    @property
    def _chances(self) -> list[Fraction]:
        """The chance to survive each guess that was left to chance."""
        return [each.survival for each in self.guesses if each.survival]

    @property
    def lost_by(self) -> str:
        """What lost the game: "needless" or "bad luck"; empty for a win, or if it is unknown."""
        verdict = self.judged_loss.verdict if self.judged_loss else None
        if not verdict or not (verdict.risk or verdict.is_avoidable):
            return ""
        return "needless" if verdict.is_avoidable else "bad luck"

    @property
    def longest_thinks(self) -> tuple[Think, ...]:
        """The longest thinks, the longest first."""
        judged = {step.reveal.moves for step in self.steps}  # of a chord, a part may be certain
        thinks = sorted((each for each in self.thinks if each.moves not in judged), reverse=True)
        return tuple(thinks[:SHOWN_THINKS])

    @property
    def sentences(self) -> list[Sentence]:
        """The review in sentences: the verdict on a loss with its reason, and a summary."""
        verdict = self.judged_loss.explained if self.judged_loss else None
        lines = [
            say(text) for text in (self.remark, self.guesses_text, self.made_safe_text) if text
        ]
        if verdict and self.remark != STRICT_RULE:
            lines.insert(0, verdict.if_lost)
        elif verdict and verdict.explanation:
            lines.insert(1, verdict.explanation.sentence)
        return lines or [say(WON_WITHOUT_GUESS)]

    @property
    def guesses_text(self) -> str:
        """A summary of the guesses that were left to chance; empty if there were none."""
        count, avoidable = self.guess_count, self.avoidable_count
        if not count:
            return ""
        guessed = f"You guessed {_times(count)}"
        if avoidable:
            which = "" if avoidable == count else f", {_times(avoidable)}"
            guessed += f"{which} where you could have known"
        survive = "survive it" if count == 1 else "survive all"
        return f"{guessed}: {chance_percent_text(self.survival)} to {survive}"

    @property
    def made_safe_text(self) -> str:
        """A summary of the guesses that the rule made safe; empty if there were none."""
        if not self.guesses_made_safe:
            return ""
        return f"{count_text(self.guesses_made_safe, 'forced guess')}, made safe by the rule"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def review(session: Session) -> Iterator[Review]:
    """Review a game that is over, reveal by reveal; the last result is complete.

    The first reveal is not judged, because nothing can be known before it.
    """
    result, judgements = Review(), _Judgements()
    for reveal in reveals(session):
        if reveal.is_first:
            result = _with_first(result, reveal)
            continue
        if verdict := judgements.verdict(reveal):
            result = _with_verdict(result, reveal, verdict)
        else:
            result = _with_certain(result, reveal, session.steps[reveal.moves].move.cell)
        yield result
    yield result._replace(remark=result.remark or _flags_remark(session.game))


class _Judgements:
    """Judges the reveals of a game in their order.

    What was proved stays proved: that saves nearly all of the work on a large board.
    """

    def __init__(self) -> None:
        self._safe = NO_CELLS
        self._survivals = Survivals()

    def verdict(self, reveal: PlayedReveal) -> Verdict | None:
        """Return the verdict on a reveal, without its explanation; None if it was certain."""
        if not reveal.cells & ~self._safe:
            return None
        proved = deduce(reveal.clues)
        self._safe |= proved.safe
        risky = reveal.cells & ~self._safe
        if not risky:
            return None
        cells = cells_of(reveal.cells)
        if proved.safe:  # the odds of the other cells do not matter
            verdict = judge(reveal.clues, *cells, explain=False, odds=Odds(*proved))
            chance = self._survivals.chance(reveal.clues, risky, proved)
            risk = None if chance is None else RevealRisk(chance, Fraction(0))
            verdict = verdict._replace(risk=risk)
        else:
            verdict = judge(reveal.clues, *cells, explain=False)
        return None if verdict.risk == NO_RISK else verdict


def _with_first(result: Review, reveal: PlayedReveal) -> Review:
    if not reveal.lost:
        return result
    verdict = judge(reveal.clues, *cells_of(reveal.cells), explain=False)
    step = ReviewStep(reveal, verdict, is_chance=False)
    return result._replace(steps=(step,), remark=FIRST_CELL)


def _with_certain(result: Review, reveal: PlayedReveal, cell: Cell) -> Review:
    if reveal.think < SHORTEST_THINK:
        return result
    return result._replace(thinks=(*result.thinks, Think(reveal.think, reveal.moves, cell)))


def _with_verdict(result: Review, reveal: PlayedReveal, verdict: Verdict) -> Review:
    """Return the review with a reveal added; a guess that the rule decided was not up to chance."""
    is_guess = verdict.risk is not None and verdict.risk.is_guess
    if not (is_guess or reveal.lost):
        return result._replace(remark=TOO_WIDE_TO_COUNT)
    is_forced = is_guess and not verdict.is_avoidable
    if is_forced and not reveal.lost and reveal.on_guess != "luck":
        return result._replace(guesses_made_safe=result.guesses_made_safe + 1)
    by_rule = is_guess and not is_forced and reveal.lost and reveal.on_guess == "strict"
    step = ReviewStep(reveal, verdict, is_chance=is_guess and not by_rule)
    remark = STRICT_RULE if by_rule else result.remark
    return result._replace(steps=(*result.steps, step), remark=remark)


def _flags_remark(game: Game) -> str:
    """Return a remark if the game was won by flags that were not all proved, else ""."""
    flags, mines = flags_in(game), cells_where(game.cells, _MINED)
    unproved = flags == mines and flags & ~analyse(clues_of(game)).mines
    return UNPROVED_FLAGS if unproved else ""


_MINED: Final = byte_table({value for value in range(256) if value & MINE})
