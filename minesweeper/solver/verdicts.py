"""Verdicts on reveals: what a reveal risked, and whether it was avoidable or a forced guess."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, set_of
from minesweeper.solver.best_guess import choose_reveal, endgame, mined_count_limit
from minesweeper.solver.chance_text import chance_percent_text, chance_text, different_chance_texts
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.hints import Hint, certain_hint, find_hint
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.phrases import (
    GuessedCell,
    Phrase,
    cell_list,
    name_by_place,
)

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
    wording: Phrase
    """The judgement, without the explanation."""
    best: Cell | None = None
    """The cell of a clearly better guess; None if there was none, or if a cell was safe."""

    @property
    def sentences(self) -> list[str]:
        """The judgement and the explanation, with cells named by column and row."""
        explanation = [self.explanation.sentence] if self.explanation else []
        return [self.wording.sentence(name_by_place), *explanation]

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
        explanation = _explanation(clues, odds, cells) if explain else None
        fact = _fact(clues, odds, cells, explanation)
        return Verdict(risk, odds.safe, explanation, Phrase.of("avoidable: ", fact))
    if risk is None:
        return Verdict(None, NO_CELLS, None, Phrase.of("the position was too complex to count"))
    wording, best = _forced_guess(clues, odds, cells, risk)
    return Verdict(risk, NO_CELLS, None, wording, best)


def _explanation(clues: Clues, odds: Odds, cells: Sequence[Cell]) -> Hint | None:
    """Return how the mine could be known to be a mine or, if it could not, a cell to be safe."""
    certain = set_of(cells) & odds.mines
    if certain and clues.covered & ~odds.mines:
        return certain_hint(clues, cells_of(certain), mine=True)
    return find_hint(clues, near=cells[0], odds=odds) if odds.safe else None


def _fact(clues: Clues, odds: Odds, cells: Sequence[Cell], explanation: Hint | None) -> Phrase:
    """Return what was certain: that the revealed cell was a mine, or that others were safe.

    Of the safe cells, those are named that the explanation proves.
    """
    certain = set_of(cells) & odds.mines
    if certain and not clues.covered & ~odds.mines:
        return Phrase.of("every covered cell was certainly a mine")
    if certain:
        several = certain & (certain - 1)
        mines = " were certainly mines" if several else " was certainly a mine"
        return Phrase.of(cell_list(clues.grid, certain), mines)
    safe = odds.safe & explanation.cells if explanation else odds.safe
    if not safe:
        revealed = cell_list(clues.grid, set_of(cells))
        return Phrase.of("one of ", revealed, " was certainly a mine")
    were = " was safe" if safe.bit_count() == 1 else " were safe"
    return Phrase.of(cell_list(clues.grid, safe, count_if_many=True), were)


def _forced_guess(
    clues: Clues, odds: Odds, cells: Sequence[Cell], guess: RevealRisk
) -> tuple[Phrase, Cell | None]:
    """Return a sentence on a forced guess, and the cell of a better one if there was one.

    The sentence compares the chances to win if they are known, else the risks.
    """
    risk, wins = 1 - guess.survival, win_chances(clues, odds, cells)
    if wins and wins.chance < wins.best_chance:
        best, chance = different_chance_texts(wins.best_chance, wins.chance)
        chances = f"better: a chance of {best} to win, not {chance}"
        return _better_guess(clues, odds, wins.best, chances), wins.best
    lowest, actual = different_chance_texts(guess.lowest_risk, risk)
    is_close = risk <= Fraction(mined_count_limit(odds, CLOSE_TOLERANCE), odds.layout_count)
    if risk == guess.lowest_risk:
        wording = Phrase.of(f"forced guess: {chance_percent_text(risk)} was the lowest risk")
    elif wins:
        chance = chance_text(wins.best_chance)
        wording = Phrase.of(f"forced guess: {chance} was the best chance to win")
    elif pair := _fifty_fifty_with(clues, odds, set_of(cells)):
        one, other = (cell_list(clues.grid, set_of([cell])) for cell in cells_of(pair))
        wording = Phrase.of("forced guess: no number could ever tell ", one, " from ", other)
    elif is_close:
        wording = Phrase.of(f"forced guess: {actual} was close to the lowest risk, {lowest}")
    elif list(cells) == [choose_reveal(clues).cell]:
        wording = Phrase.of(
            f"forced guess: {actual} was the best guess, though {lowest} was the lowest risk"
        )
    else:
        safest = _safest(odds)
        return _better_guess(clues, odds, safest, f"safer: {lowest}, not {actual}"), safest
    return wording, None


def _fifty_fifty_with(clues: Clues, odds: Odds, cells: CellSet) -> CellSet | None:
    """Return a pair of cells that has all `cells`, and that no number could ever tell apart."""
    return next((pair for pair in fifty_fifties(clues, odds) if not cells & ~pair), None)


def _better_guess(clues: Clues, odds: Odds, cell: Cell, chances: str) -> Phrase:
    """Return a sentence that names a better guess than the one made."""
    better = GuessedCell(clues.grid.place(cell), odds.probability(cell))
    return Phrase.of("forced guess, but ", better, f" was {chances}")


class WinChances(NamedTuple):
    """The chance to win after a guess, and after the best one."""

    chance: Fraction
    best_chance: Fraction
    best: Cell


def win_chances(clues: Clues, odds: Odds, cells: Sequence[Cell]) -> WinChances | None:
    """Return the chances to win in an endgame; None outside one, or if it is too much work."""
    ending = endgame(clues, odds)
    best = ending.best_reveal() if ending else None
    win_count = ending.win_count_after(set_of(cells)) if ending and best else None
    if not ending or not best or win_count is None:
        return None
    total = len(ending.layouts)
    return WinChances(Fraction(win_count, total), Fraction(best.win_count, total), best.cell)


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
    lowest_risk = _counted_risk(odds, _safest(odds)) if is_forced else Fraction(0)
    survival = _survival(clues, odds, risky)
    return None if survival is None else RevealRisk(survival, lowest_risk)


def _safest(odds: Odds) -> Cell:
    """Return the covered cell with the lowest risk, where none is safe."""
    lowest = min(group.mined_count for group in odds.risk_groups)
    safest = NO_CELLS
    for cells, mined_count in odds.risk_groups:
        safest |= cells if mined_count == lowest else NO_CELLS
    return cells_of(safest)[0]


def _survival(clues: Clues, odds: Odds, risky: CellSet) -> Fraction | None:
    """Return the probability that none of the cells is a mine.

    Return None if the position without mines in them is too wide to count.
    """
    if risky.bit_count() == 1:
        return 1 - _counted_risk(odds, cells_of(risky)[0])
    try:
        after = analyse(clues.with_safe(risky))
    except ContradictionError:
        return Fraction(0)
    return Fraction(after.layout_count, odds.layout_count) if after.layout_count else None


def _counted_risk(odds: Odds, cell: Cell) -> Fraction:
    return Fraction(odds.mined_count(cell), odds.layout_count)
