"""Hints from the visible numbers, each with its proof, and the check of the flags.

Flags are never taken for mines.
"""

from fractions import Fraction
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, cells_of
from minesweeper.engine.setup import OnGuess
from minesweeper.solver.best_guess import Choice, choose_reveal
from minesweeper.solver.chance_text import chance_text, different_percent_texts
from minesweeper.solver.clues import Clues
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.phrases import GuessedCell, Phrase, cell_list, name_by_place
from minesweeper.solver.proofs import Proof, distance, prove


class Hint(NamedTuple):
    """A move, and the reason for it."""

    cells: CellSet
    """The cells to reveal, or to flag if they are certainly mines."""
    proof: Proof | None
    """The proof; None for a guess, or if it would take too much work to find one."""
    risk: Fraction | None
    """The probability of a mine: 0 or 1 for what is certain, None if it cannot be computed."""
    wording: Phrase

    @property
    def sentence(self) -> str:
        """The move and the reason, with cells named by column and row."""
        return self.wording.sentence(name_by_place)

    @property
    def is_guess(self) -> bool:
        """Whether it is a guess: the cell is neither certainly safe nor certainly a mine."""
        return self.risk is not None and 0 < self.risk < 1


def find_hint(
    clues: Clues,
    near: Cell | None = None,
    flags: CellSet = NO_CELLS,
    on_guess: OnGuess = "luck",
    odds: Odds | None = None,
) -> Hint:
    """Return the certain move with the fewest premises, or the best guess if nothing is certain.

    Among equals the nearest to `near` wins. A flagged safe cell is suggested only if every safe
    cell is flagged, and a mine only if no cell is safe and the mine is neither flagged nor known.
    `on_guess` is the rule that applies to guesses. If `odds` are given, they replace a new
    analysis. Raise ContradictionError if no layout agrees with the clues, and ValueError if nothing
    is left to do.
    """
    odds = odds or analyse(clues)
    for cells, mine in (
        (odds.safe & ~flags, False),
        (odds.safe, False),
        (odds.mines & ~(flags | clues.known_mines), True),
    ):
        if cells:
            return certain_hint(clues, _by_distance(clues, cells, near), flags, mine=mine)
    return guess_hint(clues, choose_reveal(clues), on_guess)


def _by_distance(clues: Clues, cells: CellSet, near: Cell | None) -> list[Cell]:
    if near is None:
        return cells_of(cells)
    return sorted(cells_of(cells), key=lambda cell: distance(clues.grid, near, cell))


def certain_hint(
    clues: Clues, targets: list[Cell], flags: CellSet = NO_CELLS, *, mine: bool
) -> Hint:
    """Return the hint for the target that is easiest to prove.

    All targets must be certainly safe or, with `mine`, certainly mines. Mines that are flagged
    already are left out of the hint.
    """
    proof = prove(clues, targets, mine=mine)
    if proof and mine:
        proof = proof._replace(cells=proof.cells & ~flags)
    risk = Fraction(int(mine))
    if proof is None:
        cells, what = CellSet(1 << targets[0]), "a mine" if mine else "safe"
        wording = Phrase.of(
            cell_list(clues.grid, cells), f" is {what}, but the proof is too long to show"
        )
        return Hint(cells, None, risk, wording)
    return Hint(proof.cells, proof, risk, proof.describe(clues.grid))


def guess_hint(clues: Clues, choice: Choice, on_guess: OnGuess) -> Hint:
    """Return the hint that suggests a guess; `on_guess` is the rule that applies to it."""
    cells, place = CellSet(1 << choice.cell), clues.grid.place(choice.cell)
    risk = choice.odds.probability(choice.cell)
    if risk is None:
        advice = "too complex to count, and nothing simple is certain: try "
        return Hint(cells, None, None, Phrase.of(advice, GuessedCell(place, None)))
    if on_guess != "luck":
        advice = "nothing is certain, and the rule makes a forced guess safe: try "
        return Hint(cells, None, risk, Phrase.of(advice, GuessedCell(place, None)))
    best = Phrase.of("nothing is certain. The best guess is ", GuessedCell(place, risk))
    return Hint(cells, None, risk, Phrase.of(best, ": ", _why_best(clues, choice, risk)))


def _why_best(clues: Clues, choice: Choice, risk: Fraction) -> Phrase:
    """Return the risk or the chance of a guess, and why it is the best one if another is safer."""
    cells, odds = CellSet(1 << choice.cell), choice.odds
    if choice.strategy == "fifty-fifty":
        pair = next(pair for pair in fifty_fifties(clues, odds) if pair & cells)
        other = cell_list(clues.grid, pair & ~cells)
        return Phrase.of("a fifty-fifty with ", other, ", so waiting does not help")
    lowest = Fraction(min(each.mined_count for each in odds.risk_groups), odds.layout_count)
    own, safer = different_percent_texts(risk, lowest)
    win = f", and a chance of {chance_text(choice.win_chance)} to win" if choice.win_chance else ""
    drawback = "wins less often" if choice.win_chance else "tells less"
    why = f". A cell at {safer} {drawback}" if own != safer else ""
    return Phrase.of(f"{own} risk{win}{why}")


def move_of(hint: Hint, grid: Grid) -> Phrase:
    """Return the move of a hint as a short sentence, without the reason."""
    if hint.proof:
        return hint.proof.conclusion(grid)
    guess = [part for part in hint.wording.parts if isinstance(part, GuessedCell)]
    return Phrase.of("the best guess is ", *guess) if guess else hint.wording


class FlagCheck(NamedTuple):
    """The flags that can be proved wrong, and a sentence that counts them."""

    flags: CellSet
    wrong: CellSet
    sentence: str


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
