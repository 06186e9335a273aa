"""Hints from the visible numbers, each with its proof, and the check of the flags.

Flags are never taken for mines.
"""

from fractions import Fraction
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of
from minesweeper.engine.setup import OnGuess
from minesweeper.solver import sentences
from minesweeper.solver.best_guess import Choice, choose_reveal, safest_cell
from minesweeper.solver.chance_text import times_text
from minesweeper.solver.clues import Clues
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.proofs import Proof, conclude, distance, prove
from minesweeper.solver.sentences import CellRole, Mention, Sentence, cells_in, numbers_in, say


class Hint(NamedTuple):
    """A move, and the reason for it."""

    cells: CellSet
    """The cells to reveal, or to flag if they are certainly mines."""
    proof: Proof | None
    """The proof; None for a guess, if none is found, and if it is too long to show."""
    risk: Fraction | None
    """The probability of a mine: 0 or 1 for what is certain, None if it cannot be computed."""
    sentence: Sentence

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
            targets = cells_of(cells)
            if near is not None:
                targets.sort(key=lambda cell: distance(clues.grid, near, cell))
            return certain_hint(clues, targets, flags, mine=mine)
    return guess_hint(clues, choose_reveal(clues), on_guess)


def certain_hint(
    clues: Clues, targets: list[Cell], flags: CellSet = NO_CELLS, *, mine: bool
) -> Hint:
    """Return the hint for the target that is easiest to prove.

    All targets must be certainly safe or, with `mine`, certainly mines. Mines that are flagged
    already are left out of the hint.
    """
    proof, risk = prove(clues, targets, mine=mine, flags=flags), Fraction(int(mine))
    if proof and mine:
        proof = proof._replace(cells=proof.cells & ~flags)
    if proof is None or proof.is_too_long:
        cells = proof.cells if proof else CellSet(1 << targets[0])
        conclusion = conclude(clues.grid, cells, mine=mine)
        return Hint(cells, None, risk, say(sentences.TOO_LONG, conclusion=conclusion))
    return Hint(proof.cells, proof, risk, proof.sentence(clues.grid))


def guess_hint(clues: Clues, choice: Choice, on_guess: OnGuess) -> Hint:
    """Return the hint that suggests a guess; `on_guess` is the rule that applies to it."""
    cells, risk = CellSet(1 << choice.cell), choice.odds.probability(choice.cell)
    guess = guessed(clues, choice.odds, choice.cell, "guess")
    if risk is None:
        return Hint(cells, None, None, say(sentences.TOO_COMPLEX, guess=guess))
    if on_guess != "luck":
        guess = guess._replace(risk=None)
        return Hint(cells, None, risk, say(sentences.SAFE_BY_RULE, guess=guess))
    return Hint(cells, None, risk, _best_guess(clues, choice, guess))


def guessed(clues: Clues, odds: Odds, cell: Cell, role: CellRole) -> Mention:
    """Return a mention of a cell to guess, with its risk."""
    mention = cells_in(clues.grid, CellSet(1 << cell), role)
    return mention._replace(risk=odds.probability(cell))


def _best_guess(clues: Clues, choice: Choice, guess: Mention) -> Sentence:
    """Return what to guess, the chance to win if it is known, and why no safer cell is better."""
    odds = choice.odds
    if choice.strategy == "fifty-fifty":
        pair = next(pair for pair in fifty_fifties(clues, odds) if pair >> choice.cell & 1)
        other = cells_of(pair & ~CellSet(1 << choice.cell))[0]
        second = guessed(clues, odds, other, "guess")
        return say(sentences.FIFTY_FIFTY, one=guess, other=second)
    wording = say(sentences.BEST_GUESS, guess=guess)
    if choice.win_chance:
        chance = times_text(choice.win_chance)
        wording = say(sentences.IT_WINS, guess=wording, chance=chance)
    safest = safest_cell(odds)
    if odds.mined_count(safest) == odds.mined_count(choice.cell):
        return wording
    row = sentences.WINS_LESS_OFTEN if choice.win_chance else sentences.LEADS_TO_LESS
    return say(row, guess=wording, other=guessed(clues, odds, safest, "other"))


def where_to_look(clues: Clues, hint: Hint, key: str) -> Sentence:
    """Return where to look for a hint, without its move; `key` asks for that."""
    if hint.is_guess:
        return say(sentences.NOTHING_IS_CERTAIN, key=key)
    if not hint.proof:
        return say(sentences.NOTHING_IS_SIMPLE, key=key)
    if not hint.proof.area:
        return say(sentences.COUNT_MINES)
    return say(
        sentences.LOOK_AT, numbers=numbers_in(clues, sorted(hint.proof.area), "look", "list")
    )


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
        sentence = "There are no flags to check."
    elif total == 1:
        sentence = "Your only flag is wrong." if wrong else "Your only flag is not provably wrong."
    elif not wrong:
        sentence = f"None of your {total} flags is provably wrong."
    else:
        which = "One" if count == 1 else f"{count}"
        sentence = f"{which} of your {total} flags {'is' if count == 1 else 'are'} wrong."
    return FlagCheck(flags, wrong, sentence)
