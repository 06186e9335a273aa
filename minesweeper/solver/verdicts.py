"""Verdicts on reveals: what a reveal risked, and whether it was avoidable or a forced guess."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, neighbour_sets, set_of
from minesweeper.solver import sentences
from minesweeper.solver.best_guess import Choice, choose_reveal, mined_count_limit, safest_cell
from minesweeper.solver.chance_text import (
    chance_percent_text,
    compared_times,
    different_percent_texts,
    times_text,
)
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.hints import Hint, certain_hint, find_hint, guessed
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.sentences import Sentence, cells_in, numbers_in, say

CLOSE_TOLERANCE: Final = 20
"""A guess is close to the safest if its chance of survival is at most 1/CLOSE_TOLERANCE lower."""


class RevealRisk(NamedTuple):
    """What a reveal risked."""

    survival: Fraction
    """The probability that all its cells were safe."""
    lowest_risk: Fraction
    """The risk of the safest reveal that was possible."""

    @property
    def is_guess(self) -> bool:
        """Whether it was a guess: neither certainly safe nor certain to explode."""
        return 0 < self.survival < 1

    @property
    def is_avoidable_guess(self) -> bool:
        """Whether it was a guess although some cell was certainly safe."""
        return self.is_guess and not self.lowest_risk


NO_RISK: Final = RevealRisk(survival=Fraction(1), lowest_risk=Fraction(0))
"""The risk of revealing what is certainly safe."""


class Verdict(NamedTuple):
    """A judgement on the reveal of a cell, or of several at once."""

    risk: RevealRisk | None
    """What it risked; None if the position was too wide to count."""
    safe: CellSet
    """The cells that were certainly safe."""
    explanation: Hint | None
    """How one of them could be known to be safe, or the mine to be a mine."""
    if_lost: Sentence
    """The judgement with its reason, if a mine exploded."""
    if_survived: Sentence
    """The judgement with its reason, if none did."""
    best: Cell | None = None
    """The cell of a clearly better guess; None if there was none, or if a cell was safe."""

    @property
    def is_avoidable(self) -> bool:
        """Whether some cell was certainly safe, or the reveal was certain to explode."""
        return bool(self.safe or (self.risk and not self.risk.survival))

    @property
    def is_costly(self) -> bool:
        """Whether a clearly better move was possible."""
        return self.is_avoidable or self.best is not None


def judge(clues: Clues, *cells: Cell, explain: bool = True, odds: Odds | None = None) -> Verdict:
    """Judge a reveal of these cells, all at once, by the clues before it.

    `explain=False` skips the search for an explanation, which may take long. If `odds` are given,
    they replace a new analysis.
    """
    odds = odds or analyse(clues)
    risk = _risk(clues, odds, set_of(cells))
    if odds.safe or (risk and not risk.survival):
        return _avoidable(clues, odds, cells, risk, explain=explain)
    if risk is None:
        why = say(sentences.NOT_COUNTED)
        return Verdict(None, NO_CELLS, None, why, why)
    why, best = _forced_guess(clues, choose_reveal(clues), cells, risk)
    lost, survived = sentences.BAD_LUCK, sentences.GOOD_GUESS
    if best is not None:
        lost = survived = sentences.COSTLY_GUESS
    return Verdict(risk, NO_CELLS, None, say(lost, why=why), say(survived, why=why), best)


# Avoidable


def _avoidable(
    clues: Clues, odds: Odds, cells: Sequence[Cell], risk: RevealRisk | None, *, explain: bool
) -> Verdict:
    """Return the verdict on a reveal of certain mines, or on one where other cells were safe."""
    mines = set_of(cells) & odds.mines
    hint: Hint | None = None
    if mines and not clues.covered & ~odds.mines:
        lost = survived = _known(mines, say(sentences.EVERY_CELL_A_MINE))
    elif mines:
        hint = certain_hint(clues, cells_of(mines), mine=True) if explain else None
        mines &= hint.cells if hint and hint.proof else mines
        lost = survived = _known(mines, _why_a_mine(clues, hint))
    elif odds.safe:
        hint = find_hint(clues, near=cells[0], odds=odds) if explain else None
        lost, survived = _was_safe(clues, odds, hint)
    else:
        revealed = cells_in(clues.grid, set_of(cells), "own", "each")
        lost = survived = say(sentences.ONE_WAS_A_MINE, cells=revealed)
    return Verdict(risk, odds.safe, hint, lost, survived)


def _known(mines: CellSet, reason: Sentence | None) -> Sentence:
    """Return that mines could be known, and why."""
    row = sentences.KNOWN_MINES if mines & (mines - 1) else sentences.KNOWN_MINE
    if reason:
        return say(row, reason=reason)
    return say(sentences.TOO_LONG, conclusion=row.partition(":")[0])


def _why_a_mine(clues: Clues, hint: Hint | None) -> Sentence | None:
    """Return how a mine could be known; None without a proof that can be shown."""
    proof = hint.proof if hint else None
    if not proof:
        return None
    number = proof.premises[0] if proof.premises else None
    if number is not None and len(proof.premises) == 1 and not proof.counts_mines:
        near = neighbour_sets(clues.grid)[number] & clues.covered
        count = near.bit_count()
        row = sentences.TOUCHES_ONLY if count > 1 else sentences.TOUCHES_ONLY_ONE
        these = "both" if count == 2 else f"all {count}"
        return say(row, number=numbers_in(clues, [number], "look"), count=count, these=these)
    return proof.reason


def _was_safe(clues: Clues, odds: Odds, hint: Hint | None) -> tuple[Sentence, Sentence]:
    """Return which cells were safe, and why: if a mine exploded, and if none did.

    Those are named that the hint proves; without one, all of them.
    """
    if hint and hint.proof:
        cells = cells_in(clues.grid, hint.cells, "safe")
        rows, reason = (sentences.WAS_SAFE, sentences.COULD_HAVE_KNOWN), hint.proof.reason
        lost, survived = (say(row, cells=cells, reason=reason) for row in rows)
    else:
        cells = cells_in(clues.grid, odds.safe, "safe")
        rows = sentences.WAS_SAFE_UNSHOWN, sentences.COULD_HAVE_KNOWN_UNSHOWN
        lost, survived = (say(row, cells=cells) for row in rows)
    return lost, survived


# Forced guesses


def _forced_guess(
    clues: Clues, choice: Choice, cells: Sequence[Cell], guess: RevealRisk
) -> tuple[Sentence, Cell | None]:
    """Return what is to say of a forced guess, and the cell of the hint if that was better.

    The chances to win are compared if they are known, else the risks.
    """
    odds, revealed = choice.odds, set_of(cells)
    own_chance = choice.win_chance_after(revealed)
    if choice.win_chance and own_chance is not None and own_chance < choice.win_chance:
        best = cells_in(clues.grid, CellSet(1 << choice.cell), "guess")
        chance, own = compared_times(choice.win_chance, own_chance)
        return say(sentences.WINS_MORE, best=best, chance=chance, own=own), choice.cell
    if any(not revealed & ~pair for pair in fifty_fifties(clues, odds)):
        return say(sentences.COIN_TOSS), None
    risk = 1 - guess.survival
    if risk == guess.lowest_risk:
        wins = times_text(guess.survival)
        return say(sentences.LOWEST_RISK, risk=chance_percent_text(risk), odds=wins), None
    if choice.win_chance and own_chance is not None:
        return say(sentences.BEST_CHANCE, chance=chance_percent_text(own_chance)), None
    actual, lowest = different_percent_texts(risk, guess.lowest_risk)
    if risk <= Fraction(mined_count_limit(odds, CLOSE_TOLERANCE), odds.layout_count):
        return say(sentences.CLOSE_TO_LOWEST, risk=actual, lowest=lowest), None
    return _compared_with_hint(clues, choice, guess)


def _compared_with_hint(
    clues: Clues, choice: Choice, guess: RevealRisk
) -> tuple[Sentence, Cell | None]:
    """Return what is to say of a guess that is clearly riskier than the safest one."""
    odds, risk = choice.odds, 1 - guess.survival
    if choice.strategy == "fifty-fifty":
        pair = next(pair for pair in fifty_fifties(clues, odds) if pair >> choice.cell & 1)
        one, other = (guessed(clues, odds, cell, "guess") for cell in cells_of(pair))
        return say(sentences.HAD_TO_BE_GUESSED, one=one, other=other), choice.cell
    best = Fraction(odds.mined_count(choice.cell), odds.layout_count)
    if risk == best:
        actual, lowest = different_percent_texts(risk, guess.lowest_risk)
        return say(sentences.BEST_THOUGH_RISKIER, risk=actual, lowest=lowest), None
    actual, of_best = different_percent_texts(risk, best)
    if risk < best:
        return say(sentences.NO_RISKIER, risk=actual, best=of_best), None
    cell = cells_in(clues.grid, CellSet(1 << choice.cell), "guess")
    return say(sentences.WAS_SAFER, best=cell, lowest=of_best, risk=actual), choice.cell


# Risks


def assess_risk(clues: Clues, *cells: Cell) -> RevealRisk | None:
    """Return the risk of revealing these cells at once; None if the position is too wide."""
    return _risk(clues, analyse(clues), set_of(cells))


def _risk(clues: Clues, odds: Odds, revealed: CellSet) -> RevealRisk | None:
    risky = revealed & ~odds.safe
    if not risky:
        return NO_RISK
    if risky & odds.mines:
        return RevealRisk(Fraction(0), Fraction(0))
    if not odds.layout_count:
        return None
    # With `--win flags` it can happen that only mines are covered: then no reveal is needed.
    may_be_safe = clues.covered & ~odds.mines
    is_forced = may_be_safe and not odds.safe
    lowest = odds.mined_count(safest_cell(odds)) if is_forced else 0
    survival = _survival(clues, odds, risky)
    return None if survival is None else RevealRisk(survival, Fraction(lowest, odds.layout_count))


def _survival(clues: Clues, odds: Odds, risky: CellSet) -> Fraction | None:
    """Return the probability that none of the cells is a mine.

    Return None if the position without mines in them is too wide to count.
    """
    if risky.bit_count() == 1:
        return 1 - Fraction(odds.mined_count(cells_of(risky)[0]), odds.layout_count)
    try:
        after = analyse(clues.with_safe(risky))
    except ContradictionError:
        return Fraction(0)
    return Fraction(after.layout_count, odds.layout_count) if after.layout_count else None
