"""Help and judgement: a hint with its proof, a check of the flags, the verdict on a reveal.

Everything from what is visible; flags are never taken for mines.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.player import Choice, choose, endgame, fifty_fifties, tolerated
from minesweeper.solver.proofs import Proof, distance, places, prove

SIMPLE: Final = 20
"""A share is said as "3 in 5" up to this denominator, and as percent beyond."""


class Hint(NamedTuple):
    """A move, and why it is one."""

    cells: int
    """What to reveal; or to flag, where the proof says that they are mines."""
    proof: Proof | None
    """None for a guess, and where the proof is too much work to find."""
    risk: Fraction | None
    """Of a mine in the cell to guess; 0 or 1 for what is certain, None where it cannot be known."""
    sentence: str

    @property
    def guessed(self) -> bool:
        """Whether it is known that nothing is certain."""
        return self.risk is not None and 0 < self.risk < 1


class FlagCheck(NamedTuple):
    """The flags that can be proved wrong."""

    flags: int
    wrong: int
    sentence: str


class Luck(NamedTuple):
    """What a reveal risked."""

    chance: Fraction
    """That every revealed cell was safe."""
    least: Fraction
    """The risk of the safest reveal there was; 0 where some cell was certain."""

    @property
    def guessed(self) -> bool:
        """Whether it was a guess; a cell that is certainly a mine is none."""
        return 0 < self.chance < 1

    @property
    def needless(self) -> bool:
        """Whether it was a guess beside a cell that was certainly safe."""
        return self.guessed and not self.least


class Verdict(NamedTuple):
    """On the reveal of a cell, or of several at once."""

    luck: Luck | None
    """None if the position was too wide to know."""
    safe: int
    """The cells that were certainly safe."""
    why: Hint | None
    """How one of them could be known, or that the mine was one."""
    sentence: str

    @property
    def avoidable(self) -> bool:
        """Whether there was a certain move instead, or the mine was certain."""
        return bool(self.safe or (self.luck and not self.luck.chance))


def hint(clues: Clues, near: Cell | None = None, flags: int = 0) -> Hint:
    """The simplest certain move, the fewest premises first, then the nearest to `near`.

    Mines are only hinted at where no cell is safe, and not where a flag stands already. Raises
    ContradictionError if no layout agrees with the clues, ValueError if nothing is left to do.
    """
    odds = analyse(clues)
    for cells, mine in ((odds.safe, False), (odds.mines & ~flags, True)):
        if cells:
            return _certain(clues, _by_distance(clues, cells, near), flags, mine=mine)
    return _guess(clues, choose(clues))


def _by_distance(clues: Clues, cells: int, near: Cell | None) -> list[Cell]:
    if near is None:
        return cells_of(cells)
    return sorted(cells_of(cells), key=lambda cell: distance(clues.grid, near, cell))


def _certain(clues: Clues, targets: list[Cell], flags: int, *, mine: bool) -> Hint:
    proof = prove(clues, targets, mine=mine)
    if proof and mine:
        proof = proof._replace(cells=proof.cells & ~flags)
    risk = Fraction(int(mine))
    if proof is None:
        what = "a mine" if mine else "safe"
        sentence = f"{places(clues.grid, 1 << targets[0])} is {what}, by a long argument"
        return Hint(1 << targets[0], None, risk, sentence)
    return Hint(proof.cells, proof, risk, proof.sentence(clues.grid))


def _guess(clues: Clues, choice: Choice) -> Hint:
    cell, where = choice.cell, places(clues.grid, 1 << choice.cell)
    if isinstance(choice.odds, TooWide):
        sentence = f"The position is too wide to count and nothing simple is certain: try {where}"
        return Hint(1 << cell, None, None, sentence)
    risk = choice.odds.probability(cell)
    if choice.reason == "fifty-fifty":
        pair = next(pair for pair in fifty_fifties(clues, choice.odds) if pair >> cell & 1)
        other = places(clues.grid, pair & ~(1 << cell))
        sentence = (
            f"Nothing is certain: guess {where}, since no number can ever tell it from {other}"
        )
    elif choice.wins:
        sentence = f"Nothing is certain: the best guess is {where}, {in_words(choice.wins)} to win"
    else:
        sentence = f"Nothing is certain: the best guess is {where}, a mine in {percent(risk)}"
    return Hint(1 << cell, None, risk, sentence)


def _safest(clues: Clues, odds: Odds) -> tuple[Cell, Fraction]:
    cell = min(cells_of(clues.covered & ~odds.mines), key=odds.mined)
    return cell, odds.probability(cell)


def percent(share: Fraction) -> str:
    """A share rounded down; what is not 0 is at least "under 1%"."""
    return "under 1%" if 0 < share < Fraction(1, 100) else f"{100 * share // 1}%"


def precise(share: Fraction) -> str:
    """Return a share to the tenth of a percent; only what is certain is 0% or 100%."""
    if not 0 < share < 1:
        return f"{100 * share}%"
    tenths = round(1000 * share)
    if not 0 < tenths < 1000:
        return "over 99.9%" if tenths else "under 0.1%"
    return f"{tenths // 10}.{tenths % 10}%"


def in_words(share: Fraction) -> str:
    """Return a share as "3 in 5" where that is short, else as percent."""
    if share.denominator <= SIMPLE:
        return f"{share.numerator} in {share.denominator}"
    return percent(share)


def _both(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two different shares in the shortest texts that differ."""
    shortest = in_words if max(one.denominator, other.denominator) <= SIMPLE else percent
    texts = shortest(one), shortest(other)
    return texts if texts[0] != texts[1] else (precise(one), precise(other))


def check_flags(clues: Clues, flags: int) -> FlagCheck:
    """Which flags are on cells that are certainly safe."""
    wrong = analyse(clues).safe & flags
    count, total = wrong.bit_count(), flags.bit_count()
    if not total:
        sentence = "there are no flags to check"
    elif not wrong:
        sentence = "no flag can be proved wrong"
    else:
        of_flags = "your only flag" if total == 1 else f"{count} of your {total} flags"
        sentence = f"{of_flags} can be proved wrong"
    return FlagCheck(flags, wrong, sentence)


def judge(clues: Clues, *cells: Cell) -> Verdict:
    """Judge a fatal reveal of these cells at once by what was visible before it."""
    odds = analyse(clues)
    taken = _luck(clues, odds, set_of(cells))
    if odds.safe or (taken and not taken.chance):
        why, told = _why(clues, odds, cells), _avoidable(clues, odds, cells, taken)
        return Verdict(taken, odds.safe, why, f"{told}. {why.sentence}" if why else told)
    if taken is None or isinstance(odds, TooWide):
        return Verdict(None, 0, None, "The position was too wide to count")
    return Verdict(taken, 0, None, _had_to_guess(clues, odds, cells, taken))


def _why(clues: Clues, odds: Odds | TooWide, cells: Sequence[Cell]) -> Hint | None:
    """Return how a safe cell could be known; where there was none, how the mine could."""
    if odds.safe:
        return hint(clues, near=cells[0])
    certain = set_of(cells) & odds.mines
    if not certain or not clues.covered & ~odds.mines:
        return None
    return _certain(clues, cells_of(certain), 0, mine=True)


def _avoidable(
    clues: Clues, odds: Odds | TooWide, cells: Sequence[Cell], taken: Luck | None
) -> str:
    """Say that a mine was certain, and what was safe."""
    told = []
    certain = set_of(cells) & odds.mines
    if certain and not clues.covered & ~odds.mines:
        told.append("every covered cell was certainly a mine")
    elif certain:
        several = certain & (certain - 1)
        mines = "were certainly mines" if several else "was certainly a mine"
        told.append(f"{places(clues.grid, certain)} {mines}")
    elif taken and not taken.chance:
        told.append(f"a mine was certain among {places(clues.grid, set_of(cells))}")
    if odds.safe:
        told.append(_were_safe(clues, odds.safe))
    return f"Avoidable: {', and '.join(told)}"


def _were_safe(clues: Clues, safe: int) -> str:
    """Few cells by their places, many by their number."""
    count = safe.bit_count()
    if count > 3:
        return f"{count} cells were safe"
    return f"{places(clues.grid, safe)} {'was' if count == 1 else 'were'} safe"


def _had_to_guess(clues: Clues, odds: Odds, cells: Sequence[Cell], taken: Luck) -> str:
    """Judge a guess that was needed: by its wins where they are exact, elsewhere by its risk."""
    risk, wins = 1 - taken.chance, _wins(clues, odds, cells)
    if wins and wins.share < wins.most:
        most, fewer = _both(wins.most, wins.share)
        return f"You had to guess, but {wins.where} wins {most} instead of {fewer}"
    if risk == taken.least:
        return f"Unavoidable: {percent(risk)} was the lowest risk"
    if wins:
        return f"Unavoidable: {in_words(wins.most)} was the best chance to win"
    pair = next((pair for pair in fifty_fifties(clues, odds) if pair | set_of(cells) == pair), 0)
    if pair:
        one, other = (places(clues.grid, 1 << cell) for cell in cells_of(pair))
        return f"Unavoidable: no number can ever tell {one} from {other}"
    if risk <= Fraction(tolerated(odds), odds.layouts):
        return f"Unavoidable: {percent(risk)} was close to the lowest risk"
    least, higher = _both(taken.least, risk)
    where = places(clues.grid, 1 << _safest(clues, odds)[0])
    return f"You had to guess, but {where} was safer: {least}, not {higher}"


class _Wins(NamedTuple):
    """The chance to win after a guess, and after the best one."""

    share: Fraction
    most: Fraction
    where: str
    """The place of the best guess."""


def _wins(clues: Clues, odds: Odds, cells: Sequence[Cell]) -> _Wins | None:
    """Play out the endgame; None if it is too large for that."""
    ending = endgame(clues, odds)
    best = ending.best() if ending else None
    wins = ending.wins_after(set_of(cells)) if ending and best else None
    if not ending or not best or wins is None:
        return None
    total = len(ending.layouts)
    where = places(clues.grid, 1 << best.cell)
    return _Wins(Fraction(wins, total), Fraction(best.wins, total), where)


def luck(clues: Clues, *cells: Cell) -> Luck | None:
    """Return what the reveal of these cells at once risked.

    None if the position is too wide to know.
    """
    return _luck(clues, analyse(clues), set_of(cells))


def _luck(clues: Clues, odds: Odds | TooWide, revealed: int) -> Luck | None:
    risky = revealed & ~odds.safe
    if not risky:
        return Luck(Fraction(1), Fraction(0))
    if isinstance(odds, TooWide):
        return Luck(Fraction(0), Fraction(0)) if risky & odds.mines else None
    # Where all that is covered is a mine, which only `--win flags` plays on to, no risk was needed.
    may_be_safe = clues.covered & ~odds.mines
    least = _safest(clues, odds)[1] if may_be_safe and not odds.safe else Fraction(0)
    chance = _chance(clues, odds, cells_of(risky))
    return None if chance is None else Luck(chance, least)


def _chance(clues: Clues, odds: Odds, risky: list[Cell]) -> Fraction | None:
    """Return the share of the layouts in which none of the cells is a mine.

    One cell after the other counts as revealed, with a number that is not yet read. The numbers of
    layouts before and after it cannot be compared: in a window each lacks a factor of its own.
    """
    cell, *others = risky
    survived = 1 - odds.probability(cell)
    if not survived or not others:
        return survived
    clues = clues.with_safe(1 << cell)
    after = analyse(clues)
    rest = _chance(clues, after, others) if isinstance(after, Odds) else None
    return None if rest is None else survived * rest
