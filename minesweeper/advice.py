"""Help and judgement: a hint with its proof, a check of the flags, the verdict on a reveal.

Everything from what is visible; flags are never taken for mines.
"""

from fractions import Fraction

from minesweeper.cells import Cell, cells_of, set_of
from minesweeper.clues import Clues, ContradictionError
from minesweeper.odds import Odds, TooWide, analyse
from minesweeper.player import choose
from minesweeper.proofs import distance, prove
from minesweeper.reasons import Proof, places
from minesweeper.typed import NamedTuple


class Hint(NamedTuple):
    """A move, and why it is one."""

    cells: int
    """What to reveal; or to flag, where the proof says that they are mines."""
    proof: Proof | None
    """None for a guess, and where the proof is too much work to find."""
    risk: Fraction | None
    """Of a mine in the cell to guess; 0 or 1 for what is certain, None where it cannot be known."""
    sentence: str


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
    def needed(self) -> bool:
        """Whether there was nothing safer."""
        return 1 - self.chance == self.least


class Verdict(NamedTuple):
    """On the reveal of a cell, or of several at once."""

    luck: Luck | None
    """None if the position was too wide to know."""
    safe: int
    """The cells that were certainly safe."""
    why: Hint | None
    """How one of them could be known."""
    sentence: str

    @property
    def avoidable(self) -> bool:
        """Whether there was a certain move instead."""
        return bool(self.safe)


def hint(clues: Clues, near: Cell | None = None, flags: int = 0) -> Hint:
    """The simplest certain move, the fewest premises first, then the nearest to `near`.

    Mines are only hinted at where no cell is safe, and not where a flag stands already. Raises
    ContradictionError if no layout agrees with the clues, ValueError if nothing is left to do.
    """
    odds = analyse(clues)
    for cells, mine in ((odds.safe, False), (odds.mines & ~flags, True)):
        if cells:
            return _certain(clues, _by_distance(clues, cells, near), flags, mine=mine)
    return _guess(clues, odds)


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


def _guess(clues: Clues, odds: Odds | TooWide) -> Hint:
    if isinstance(odds, TooWide):
        cell = choose(clues).cell
        where = places(clues.grid, 1 << cell)
        sentence = f"the position is too wide to count: nothing simple is certain, try {where}"
        return Hint(1 << cell, None, None, sentence)
    cell, risk = _safest(clues, odds)
    where = places(clues.grid, 1 << cell)
    sentence = f"nothing is certain; {where} is the safest guess, a mine in {percent(risk)}"
    return Hint(1 << cell, None, risk, sentence)


def _safest(clues: Clues, odds: Odds) -> tuple[Cell, Fraction]:
    cell = min(cells_of(clues.covered & ~odds.mines), key=odds.mined)
    return cell, odds.probability(cell)


def percent(share: Fraction) -> str:
    """A share rounded down; what is not 0 is at least "under 1%"."""
    return "under 1%" if 0 < share < Fraction(1, 100) else f"{100 * share // 1}%"


def precise(share: Fraction) -> str:
    """A share to the tenth of a percent; 0% and 100% are certain."""
    return f"{100 * float(share):.1f}%" if 0 < share < 1 else f"{100 * share}%"


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
    """A fatal reveal of these cells at once, judged by what was visible before it."""
    odds = analyse(clues)
    taken = _luck(clues, odds, set_of(cells))
    if odds.safe:
        why = hint(clues, near=cells[0])
        sentence = f"avoidable: {_were_safe(clues, odds.safe)}; {why.sentence}"
        return Verdict(taken, odds.safe, why, sentence)
    if taken is None or isinstance(odds, TooWide):
        return Verdict(None, 0, None, "the position was too wide to count")
    if not clues.covered & ~odds.mines:
        return Verdict(taken, 0, None, "avoidable: every covered cell was certainly a mine")
    return Verdict(taken, 0, None, _forced(clues, odds, taken))


def _were_safe(clues: Clues, safe: int) -> str:
    """Few cells by their places, many by their number."""
    count = safe.bit_count()
    if count > 3:
        return f"{count} cells were safe"
    return f"{places(clues.grid, safe)} {'was' if count == 1 else 'were'} safe"


def _forced(clues: Clues, odds: Odds, taken: Luck) -> str:
    risk = percent(1 - taken.chance)
    if taken.needed:
        return f"forced: nothing was safer than its risk of {risk}"
    cell, least = _safest(clues, odds)
    where = places(clues.grid, 1 << cell)
    return f"a guess was forced, but {where} risked {percent(least)}, not {risk}"


def luck(clues: Clues, *cells: Cell) -> Luck | None:
    """What the reveal of these cells at once risked; None if the position is too wide to know."""
    return _luck(clues, analyse(clues), set_of(cells))


def _luck(clues: Clues, odds: Odds | TooWide, revealed: int) -> Luck | None:
    if not revealed & ~odds.safe:
        return Luck(Fraction(1), Fraction(0))
    if isinstance(odds, TooWide):
        return None
    # Where all that is covered is a mine, which only `--win flags` plays on to, no risk was needed.
    may_be_safe = clues.covered & ~odds.mines
    least = _safest(clues, odds)[1] if may_be_safe and not odds.safe else Fraction(0)
    chance = _chance(clues, odds, revealed)
    return None if chance is None else Luck(chance, least)


def _chance(clues: Clues, odds: Odds, revealed: int) -> Fraction | None:
    """The share of the layouts in which none of the cells is a mine.

    Those are the ones that are left when the cells count as revealed, with numbers not yet read.
    """
    if revealed & odds.mines:
        return Fraction(0)
    try:
        left = analyse(clues.with_safe(revealed))
    except ContradictionError:
        return Fraction(0)
    return Fraction(left.layouts, odds.layouts) if isinstance(left, Odds) else None
