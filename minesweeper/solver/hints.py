"""Hints from what is visible, each with its proof; a check of the flags; verdicts on reveals.

Flags are never taken for mines.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, set_of
from minesweeper.engine.setup import OnGuess
from minesweeper.solver.best_guess import Choice, choose, endgame, tolerated
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.phrases import Phrase, by_place, cells_named, joined, phrase
from minesweeper.solver.proofs import Proof, distance, prove

SIMPLE: Final = 20
"""Fractions are written as "3 in 5" up to this denominator, and as percentages beyond."""
CLOSE: Final = 20
"""A guess is close to the safest if its chance to survive is less by one part in this, or less."""


class Hint(NamedTuple):
    """A move, and the reason for it."""

    cells: CellSet
    """The cells to reveal, or to flag if they are certainly mines."""
    proof: Proof | None
    """None for a guess, or if the proof is too much work to find."""
    risk: Fraction | None
    """The probability of a mine: 0 or 1 for what is certain, None if it cannot be known."""
    wording: Phrase

    @property
    def sentence(self) -> str:
        """The move and the reason, with cells named by column and row."""
        return self.wording.sentence(by_place)

    @property
    def guessed(self) -> bool:
        """Whether this is a guess, as nothing is certain."""
        return self.risk is not None and 0 < self.risk < 1


class FlagCheck(NamedTuple):
    """The flags that can be proved wrong."""

    flags: CellSet
    wrong: CellSet
    sentence: str


class RevealRisk(NamedTuple):
    """What a reveal risked."""

    chance: Fraction
    """The probability that all its cells were safe."""
    least: Fraction
    """The risk of the safest reveal there was."""

    @property
    def guessed(self) -> bool:
        """Whether it was a guess: neither certainly safe nor certainly a mine."""
        return 0 < self.chance < 1

    @property
    def avoidable(self) -> bool:
        """Whether it was a guess though some cell was certainly safe."""
        return self.guessed and not self.least


NO_RISK: Final = RevealRisk(Fraction(1), Fraction(0))
"""The reveal of what was certainly safe."""


class Verdict(NamedTuple):
    """A judgement on the reveal of a cell, or of several at once."""

    risk: RevealRisk | None
    """None if the position was too wide to know."""
    safe: CellSet
    """The cells that were certainly safe."""
    why: Hint | None
    """How one of them could be known to be safe, or the mine to be a mine."""
    wording: Phrase
    """The judgement, without the reason."""

    @property
    def sentence(self) -> str:
        """The judgement and the reason, with cells named by column and row."""
        judgement = self.wording.sentence(by_place)
        return f"{judgement}. {self.why.sentence}" if self.why else judgement

    @property
    def avoidable(self) -> bool:
        """Whether some cell was certainly safe, or the mine was certain."""
        return bool(self.safe or (self.risk and not self.risk.chance))


def find_hint(
    clues: Clues,
    near: Cell | None = None,
    flags: CellSet = NO_CELLS,
    on_guess: OnGuess = "luck",
) -> Hint:
    """Return the certain move with the fewest premises, of equals the nearest to `near`.

    A flagged cell is a hint only if no other cell is safe; a mine only if no cell is safe, and if
    it is not flagged already. `on_guess` is the rule that holds for guesses. Raises
    ContradictionError if no layout agrees with the clues, and ValueError if nothing is left to do.
    """
    odds = analyse(clues)
    for cells, mine in (
        (odds.safe & ~flags, False),
        (odds.safe, False),
        (odds.mines & ~flags, True),
    ):
        if cells:
            return _certain(clues, _by_distance(clues, cells, near), flags, mine=mine)
    return _guess(clues, choose(clues), on_guess)


def _by_distance(clues: Clues, cells: CellSet, near: Cell | None) -> list[Cell]:
    if near is None:
        return cells_of(cells)
    return sorted(cells_of(cells), key=lambda cell: distance(clues.grid, near, cell))


def _certain(clues: Clues, targets: list[Cell], flags: CellSet, *, mine: bool) -> Hint:
    """Return the hint at the easiest of some cells that are certainly safe, or mines."""
    proof = prove(clues, targets, mine=mine)
    if proof and mine:
        proof = proof._replace(cells=proof.cells & ~flags)
    risk = Fraction(int(mine))
    if proof is None:
        cells, what = CellSet(1 << targets[0]), "a mine" if mine else "safe"
        wording = phrase(
            cells_named(clues.grid, cells), f" is {what}, but the proof is too long to show"
        )
        return Hint(cells, None, risk, wording)
    return Hint(proof.cells, proof, risk, proof.describe(clues.grid))


def _guess(clues: Clues, choice: Choice, on_guess: OnGuess) -> Hint:
    """Return the hint at the cell to guess."""
    cells = CellSet(1 << choice.cell)
    where = cells_named(clues.grid, cells)
    if isinstance(choice.odds, TooWide):
        wide = "the position is too wide to count and nothing simple is certain: try "
        return Hint(cells, None, None, phrase(wide, where))
    risk = choice.odds.probability(choice.cell)
    if on_guess != "luck":
        advice = phrase("nothing is certain, and the rule makes a forced guess safe: try ", where)
        return Hint(cells, None, risk, advice)
    return Hint(cells, None, risk, _advice(clues, choice, choice.odds, cells))


def _advice(clues: Clues, choice: Choice, odds: Odds, cells: CellSet) -> Phrase:
    """Return why the cell to guess is the best one."""
    if choice.strategy == "fifty-fifty":
        pair = next(pair for pair in fifty_fifties(clues, odds) if pair & cells)
        other = cells_named(clues.grid, CellSet(pair & ~cells))
        where = cells_named(clues.grid, cells)
        reason = phrase(": no number can ever tell it from ", other)
        return phrase("nothing is certain. The best guess is ", where, reason)
    if choice.wins:
        chance = f"{in_words(choice.wins)} to win"
    else:
        chance = f"{percent(odds.probability(choice.cell))} risk"
    where = cells_named(clues.grid, cells)
    return phrase("nothing is certain. The best guess is ", where, f": {chance}")


def _safest(clues: Clues, odds: Odds) -> Cell:
    return min(cells_of(clues.covered & ~odds.mines), key=odds.mined_count)


def percent(chance: Fraction) -> str:
    """Return a probability in percent, rounded down, or "under 1%"."""
    return "under 1%" if 0 < chance < Fraction(1, 100) else f"{100 * chance // 1}%"


def precise(chance: Fraction) -> str:
    """Return a probability to a tenth of a percent; only what is certain is 0% or 100%."""
    if not 0 < chance < 1:
        return f"{100 * chance}%"
    tenths = round(1000 * chance)
    if not 0 < tenths < 1000:
        return "over 99.9%" if tenths else "under 0.1%"
    return f"{tenths // 10}.{tenths % 10}%"


def in_words(chance: Fraction) -> str:
    """Return a probability as "3 in 5" if that is simple, else in percent."""
    if chance.denominator <= SIMPLE:
        return f"{chance.numerator} in {chance.denominator}"
    return percent(chance)


def _both(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities in the shortest texts that differ."""
    shortest = in_words if max(one.denominator, other.denominator) <= SIMPLE else percent
    texts = shortest(one), shortest(other)
    return texts if texts[0] != texts[1] else (precise(one), precise(other))


def check_flags(clues: Clues, flags: CellSet) -> FlagCheck:
    """Return which flags stand on cells that are certainly safe."""
    wrong = analyse(clues).safe & flags
    count, total = wrong.bit_count(), flags.bit_count()
    if not total:
        sentence = "There are no flags to check"
    elif not wrong:
        sentence = "No flag can be proved wrong"
    else:
        which = "Your only flag" if total == 1 else f"{count} of your {total} flags"
        sentence = f"{which} can be proved wrong"
    return FlagCheck(flags, wrong, sentence)


def judge(clues: Clues, *cells: Cell, why: bool = True) -> Verdict:
    """Judge a reveal of these cells, all at once, by the clues before it.

    Without `why` no reason is looked for, which may take long.
    """
    odds = analyse(clues)
    risk = _risk(clues, odds, set_of(cells))
    if odds.safe or (risk and not risk.chance):
        reason = _why(clues, odds, cells) if why else None
        return Verdict(risk, odds.safe, reason, _avoidable(clues, odds, cells, risk))
    if risk is None or isinstance(odds, TooWide):
        return Verdict(None, NO_CELLS, None, phrase("the position was too wide to count"))
    return Verdict(risk, NO_CELLS, None, _had_to_guess(clues, odds, cells, risk))


def _why(clues: Clues, odds: Odds | TooWide, cells: Sequence[Cell]) -> Hint | None:
    """Return how a cell could be known to be safe, or if none was, the mine to be a mine."""
    if odds.safe:
        return find_hint(clues, near=cells[0])
    certain = set_of(cells) & odds.mines
    if not certain or not clues.covered & ~odds.mines:
        return None
    return _certain(clues, cells_of(certain), NO_CELLS, mine=True)


def _avoidable(
    clues: Clues, odds: Odds | TooWide, cells: Sequence[Cell], risk: RevealRisk | None
) -> Phrase:
    """Return a sentence that says which mine was certain, and which cells were safe."""
    facts = []
    certain = CellSet(set_of(cells) & odds.mines)
    if certain and not clues.covered & ~odds.mines:
        facts.append(phrase("every covered cell was certainly a mine"))
    elif certain:
        several = certain & (certain - 1)
        mines = " were certainly mines" if several else " was certainly a mine"
        facts.append(phrase(cells_named(clues.grid, certain), mines))
    elif risk and not risk.chance:
        revealed = cells_named(clues.grid, set_of(cells))
        facts.append(phrase("one of ", revealed, " was certainly a mine"))
    if odds.safe:
        were = " was safe" if odds.safe.bit_count() == 1 else " were safe"
        facts.append(phrase(cells_named(clues.grid, odds.safe, counted=True), were))
    return phrase("avoidable: ", joined(facts, ", and "))


def _had_to_guess(clues: Clues, odds: Odds, cells: Sequence[Cell], guess: RevealRisk) -> Phrase:
    """Judge a guess that was needed: by its chance to win if that is known, else by its risk."""
    risk, wins = 1 - guess.chance, _wins(clues, odds, cells)
    if wins and wins.chance < wins.most:
        most, less = _both(wins.most, wins.chance)
        return _but(clues, wins.best, "better", f"{most} to win, not {less}")
    if risk == guess.least:
        return phrase(f"forced guess: {percent(risk)} was the lowest risk")
    if wins:
        return phrase(f"forced guess: {in_words(wins.most)} was the best chance to win")
    for pair in fifty_fifties(clues, odds):
        if not set_of(cells) & ~pair:
            one, other = (cells_named(clues.grid, set_of([cell])) for cell in cells_of(pair))
            return phrase("forced guess: no number could ever tell ", one, " from ", other)
    least, higher = _both(guess.least, risk)
    if risk <= Fraction(tolerated(odds, CLOSE), odds.layout_count):
        return phrase(f"forced guess: {higher} was close to the lowest risk, {least}")
    if list(cells) == [choose(clues).cell]:
        return phrase(
            f"forced guess: {higher} was the best guess, though {least} was the lowest risk"
        )
    return _but(clues, _safest(clues, odds), "safer", f"{least}, not {higher}")


def _but(clues: Clues, cell: Cell, what: str, chances: str) -> Phrase:
    """Say which cell was the better guess."""
    where = cells_named(clues.grid, set_of([cell]))
    return phrase("forced guess, but ", where, f" was {what}: {chances}")


class _Wins(NamedTuple):
    """The chance to win after a guess, and after the best one."""

    chance: Fraction
    most: Fraction
    best: Cell


def _wins(clues: Clues, odds: Odds, cells: Sequence[Cell]) -> _Wins | None:
    """Return what a guess wins in an endgame; None outside one, or if it is too much work."""
    ending = endgame(clues, odds)
    best = ending.best() if ending else None
    wins = ending.wins_after(set_of(cells)) if ending and best else None
    if not ending or not best or wins is None:
        return None
    total = len(ending.layouts)
    return _Wins(Fraction(wins, total), Fraction(best.win_count, total), best.cell)


def assess_risk(clues: Clues, *cells: Cell) -> RevealRisk | None:
    """Return what the reveal of these cells, all at once, risks; None if it is too wide to know."""
    return _risk(clues, analyse(clues), set_of(cells))


def _risk(clues: Clues, odds: Odds | TooWide, revealed: CellSet) -> RevealRisk | None:
    risky = revealed & ~odds.safe
    if not risky:
        return NO_RISK
    if isinstance(odds, TooWide):
        return RevealRisk(Fraction(0), Fraction(0)) if risky & odds.mines else None
    # Where only mines are covered, which happens with `--win flags` alone, no risk is needed.
    may_be_safe = clues.covered & ~odds.mines
    needed = may_be_safe and not odds.safe
    least = odds.probability(_safest(clues, odds)) if needed else Fraction(0)
    chance = _chance(clues, odds, risky)
    return None if chance is None else RevealRisk(chance, least)


def _chance(clues: Clues, odds: Odds, risky: CellSet) -> Fraction | None:
    """Return the probability that none of the cells is a mine; None if it is too wide to know."""
    if risky.bit_count() == 1:
        return 1 - odds.probability(cells_of(risky)[0])
    try:
        after = analyse(clues.with_safe(risky))
    except ContradictionError:
        return Fraction(0)
    if isinstance(after, TooWide):
        return None
    return Fraction(after.layout_count, odds.layout_count)
