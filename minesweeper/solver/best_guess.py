"""The solver as a player: the cell to reveal next.

Safe cells are revealed. Where no cell is safe, the cell to guess is chosen by one of these:

    endgame      of few layouts, the move that wins most of them
    fifty-fifty  of two cells that no number will ever tell apart, each a mine in half the layouts,
                 either: guess it at once
    look-ahead   of the cells with about the least risk, the one that leaves the position worth
                 most: a low next risk, many safe cells, little that is unsettled

All limits count work, so that a position is played alike on every machine.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import log1p
from operator import and_
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, neighbour_sets
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, TooWideError
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.fifty_fifty import fifty_fifties
from minesweeper.solver.layouts import list_layouts
from minesweeper.solver.odds import Counts, Odds, TooWide, analyse

# The endgame: the best move when only a few layouts are left, by trying every way to play on. A set
# of layouts is an int, bit *i* for the *i*-th layout. Revealing a cell loses the layouts in which
# it is a mine, and its number divides the others.


class Reveal(NamedTuple):
    """A covered cell and what revealing it would do."""

    cell: Cell
    mined: int
    """The set of layouts in which it is a mine."""
    parts: tuple[int, ...]
    """The other layouts, as a set for each number that the cell would show."""


class BestReveal(NamedTuple):
    """The reveal that wins most."""

    cell: Cell
    win_count: int
    """The number of layouts that are won by it and perfect play after it."""


class Endgame:
    """A position with so few layouts that every way to play on can be tried."""

    def __init__(self, clues: Clues, layouts: Sequence[CellSet], work: int) -> None:
        self.layouts = layouts
        may_be_safe = clues.covered & ~reduce(and_, layouts)
        reveals = [_reveal(clues, cell, layouts) for cell in cells_of(may_be_safe)]
        self._tree = _Tree(reveals, Budget(work))

    def best(self) -> BestReveal | None:
        """Return the reveal that wins most layouts; None if that is too much work."""
        try:
            return self._tree.best((1 << len(self.layouts)) - 1)
        except TooWideError:
            return None

    def wins_after(self, cells: CellSet) -> int | None:
        """Return how many layouts are won after these cells are revealed at once.

        None if that is too much work.
        """
        survived = sum(1 << at for at, mines in enumerate(self.layouts) if not mines & cells)
        try:
            return self._tree.win_count(survived)
        except TooWideError:
            return None


def _reveal(clues: Clues, cell: Cell, layouts: Sequence[CellSet]) -> Reveal:
    """Return what the reveal of a cell would do to these layouts."""
    near = neighbour_sets(clues.grid)[cell]
    mined = 0
    parts: dict[int, int] = {}
    for at, mines in enumerate(layouts):
        if mines >> cell & 1:
            mined |= 1 << at
        else:
            number = (mines & near).bit_count()
            parts[number] = parts.get(number, 0) | 1 << at
    return Reveal(cell, mined, tuple(parts.values()))


class _Tree:
    """The number of layouts that can be won of any set of layouts, remembered for each set."""

    def __init__(self, reveals: list[Reveal], budget: Budget) -> None:
        self._reveals = reveals
        self._budget = budget
        self._wins: dict[int, int] = {}

    def best(self, layouts: int) -> BestReveal | None:
        """Return the best first move where no cell is safe in all layouts; None if none wins."""
        best, most = None, -1
        for survived, reveal in _by_survival(self._reveals, layouts):
            if survived <= most:
                break
            wins = self._won_after(reveal, layouts, self._reveals, survived, most)
            if wins > most:
                best, most = BestReveal(reveal.cell, wins), wins
        return best

    def win_count(self, layouts: int) -> int:
        """Return how many of these layouts are won."""
        return self._value(layouts, self._reveals) if layouts else 0

    def _value(self, layouts: int, reveals: list[Reveal]) -> int:
        wins = self._wins.get(layouts)
        if wins is None:
            self._budget.spend(1)
            wins = self._wins[layouts] = self._search(layouts, reveals)
        return wins

    def _search(self, layouts: int, reveals: list[Reveal]) -> int:
        """Return how many layouts are won: by a safe reveal that tells something, or the best."""
        if layouts & (layouts - 1) == 0:
            return 1
        for reveal in reveals:
            if not reveal.mined & layouts:
                parts = [part & layouts for part in reveal.parts if part & layouts]
                if len(parts) > 1:  # it is free, and so never wrong
                    return sum(self._value(part, reveals) for part in parts)
        risky = _by_survival([each for each in reveals if each.mined & layouts], layouts)
        left = [reveal for _, reveal in risky]
        most = 0
        for survived, reveal in risky:
            if survived <= most:
                break
            most = max(most, self._won_after(reveal, layouts, left, survived, most))
        return most

    def _won_after(
        self, reveal: Reveal, layouts: int, reveals: list[Reveal], survived: int, most: int
    ) -> int:
        """Return how many layouts a reveal wins; stop as soon as these cannot exceed `most`."""
        wins, left = 0, survived
        for part in reveal.parts:
            alive = part & layouts
            if alive:
                left -= alive.bit_count()
                wins += self._value(alive, reveals)
                if wins + left <= most:
                    break
        return wins


def _by_survival(reveals: list[Reveal], layouts: int) -> list[tuple[int, Reveal]]:
    """Return the reveals that are safe in some of the layouts, with how many, most first."""
    count = layouts.bit_count()
    survived = [(count - (reveal.mined & layouts).bit_count(), reveal) for reveal in reveals]
    return sorted((each for each in survived if each[0]), key=lambda each: -each[0])


Strategy = Literal["safe", "endgame", "fifty-fifty", "look-ahead", "too wide"]

ENDGAME_LAYOUTS: Final = 400
ENDGAME_WORK: Final = 60_000
CANDIDATES: Final = 10
TOLERANCE: Final = 12
"""A candidate's chance to survive may be less than the best one by one part in this."""

# What the position after a reveal is worth; 1 is one that is won, and safe cells add to it. The
# parts were fitted to how often candidates won, in thousands of positions played to the end.
ALIVE: Final = 0.286
"""What counts for having survived, however risky the next reveal is."""
PROGRESS: Final = 0.0358
"""To add, times the logarithm of one more than the number of safe cells."""
MANY_SAFE: Final = 10
"""More safe cells count no more."""
UNSETTLED: Final = 0.0153
"""To subtract for each group of cells, times its risk to be a mine or not to be."""
DEAD: Final = 0.0456
"""To subtract for a cell whose number tells nothing."""
BEST_VALUE: Final = 1 + PROGRESS * log1p(MANY_SAFE)


class Choice(NamedTuple):
    """The next cell to reveal, and how it was chosen."""

    cell: Cell
    strategy: Strategy
    safe: CellSet
    """All cells that are certainly safe; the cell is one of them, if there are any."""
    odds: Odds | TooWide
    wins: Fraction | None = None
    """The chance to win by perfect play, in an endgame."""


def choose(clues: Clues, proved: Deduction | None = None) -> Choice:
    """Return the next cell to reveal; `proved` is what is proved already.

    Raises ValueError where only mines are covered, and ContradictionError as `analyse` does.
    """
    proved = deduce(clues) if proved is None else proved
    counts: Counts = {}
    odds = analyse(clues, proved, counts)
    if odds.safe:
        return Choice(cells_of(odds.safe)[0], "safe", odds.safe, odds)
    if not clues.covered & ~odds.mines:
        raise ValueError("nothing is left to reveal")
    if isinstance(odds, TooWide):
        return Choice(_fewest_covered(clues, odds), "too wide", NO_CELLS, odds)
    ending = endgame(clues, odds, proved)
    best = ending.best() if ending else None
    if ending and best:
        wins = Fraction(best.win_count, len(ending.layouts))
        return Choice(best.cell, "endgame", NO_CELLS, odds, wins)
    cell, strategy = _guess(clues, proved, odds, counts)
    return Choice(cell, strategy, NO_CELLS, odds)


def _guess(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> tuple[Cell, Strategy]:
    """Return the cell to guess outside an endgame."""
    pair = next(fifty_fifties(clues, odds), NO_CELLS)
    if pair:
        return cells_of(pair)[0], "fifty-fifty"
    return _look_ahead(clues, proved, odds, counts), "look-ahead"


def _fewest_covered(clues: Clues, known: TooWide) -> Cell:
    """Return the cell with the fewest covered neighbours that is not certainly a mine."""
    around, covered = neighbour_sets(clues.grid), clues.covered
    return min(
        cells_of(covered & ~known.mines), key=lambda cell: (around[cell] & covered).bit_count()
    )


def endgame(clues: Clues, odds: Odds, proved: Deduction | None = None) -> Endgame | None:
    """Return the endgame of a position; None if it has too many layouts."""
    if odds.layout_count > ENDGAME_LAYOUTS:
        return None
    layouts = list_layouts(clues, proved or deduce(clues), ENDGAME_LAYOUTS)
    return None if layouts is None else Endgame(clues, layouts, ENDGAME_WORK)


def tolerated(odds: Odds, parts: int = TOLERANCE) -> int:
    """Return the most layouts in which a cell may be a mine and be about as good as the safest.

    Its chance to survive is at most one part in `parts` less than the best.
    """
    least = min(group.mined_count for group in odds.risk_groups)
    return least + (odds.layout_count - least) // parts


class _Candidate(NamedTuple):
    """A cell to look ahead from; the least of two is the safer."""

    mined_count: int
    """The number of layouts in which it is a mine."""
    crowd: int
    """The number of covered neighbours that may be safe."""
    cell: Cell


def _look_ahead(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> Cell:
    """Return the candidate after which the position is worth most."""
    candidates = _candidates(clues, odds)
    best, best_score = candidates[0].cell, -1.0
    if len(candidates) == 1:
        return best
    for candidate in candidates:
        score = _score(clues, proved, odds, candidate, counts, best_score)
        if score > best_score:
            best, best_score = candidate.cell, score
    return best


def _candidates(clues: Clues, odds: Odds) -> list[_Candidate]:
    """Return the cells of about the least risk, the safest first."""
    most = tolerated(odds)
    found = []
    for group in odds.risk_groups:
        if group.mined_count > most:
            continue
        cells = [
            _Candidate(group.mined_count, _crowd(clues, odds, cell), cell)
            for cell in cells_of(group.cells)
        ]
        found += _some_of_sea(clues, odds, cells) if group.cells == odds.sea else cells
    return sorted(found)[:CANDIDATES]


def _crowd(clues: Clues, odds: Odds, cell: Cell) -> int:
    """Return the number of covered neighbours that may be safe."""
    return (neighbour_sets(clues.grid)[cell] & clues.covered & ~odds.mines).bit_count()


def _some_of_sea(clues: Clues, odds: Odds, cells: list[_Candidate]) -> list[_Candidate]:
    """Return three cells with the fewest covered neighbours and three that touch most coast.

    Of those that touch no coast, one is enough for each number of neighbours.
    """
    around = neighbour_sets(clues.grid)
    coast = clues.covered & ~odds.mines & ~odds.sea
    touched = {each.cell: (around[each.cell] & coast).bit_count() for each in cells}
    cells.sort(key=lambda each: (each.crowd, each.cell))
    chosen = cells[:3] + sorted(cells[3:], key=lambda each: (-touched[each.cell], each.cell))[:3]
    alike = {(-each.cell if touched[each.cell] else each.crowd): each for each in reversed(chosen)}
    return list(alike.values())


def _score(
    clues: Clues,
    proved: Deduction,
    odds: Odds,
    candidate: _Candidate,
    counts: Counts,
    to_beat: float,
) -> float:
    """Return what the position is worth after this reveal, whatever its number; nothing if lost.

    Stop as soon as that cannot beat the best so far.
    """
    total = odds.layout_count
    left = total - candidate.mined_count
    near = CellSet(neighbour_sets(clues.grid)[candidate.cell] & clues.covered)
    known = (near & odds.mines).bit_count()
    mean = sum(odds.mined_count(cell) for cell in cells_of(near)) / total
    numbers = range(known, known + candidate.crowd + 1)
    score, seen = 0.0, 0
    for number in sorted(numbers, key=lambda each: abs(each - mean)):  # the likeliest decide
        if not left or score + left / total * BEST_VALUE <= to_beat:
            break
        after = _odds_after(clues, proved, candidate.cell, number, counts)
        if after is not None:
            seen += 1
            left -= after.layout_count
            score += after.layout_count / total * _value(after)
    return score - (DEAD if seen == 1 else 0)


def _value(after: Odds) -> float:
    """Return what a position is worth before its next reveal."""
    total = after.layout_count
    risks = [group.mined_count / total for group in after.risk_groups]
    unsettled = sum(min(risk, 1 - risk) for risk in risks)
    safe = min(after.safe.bit_count(), MANY_SAFE)
    survival = 1 if safe else 1 - min((risk for risk in risks if risk < 1), default=0)
    return ALIVE + (1 - ALIVE) * survival + PROGRESS * log1p(safe) - UNSETTLED * unsettled


def _odds_after(
    clues: Clues, proved: Deduction, cell: Cell, number: int, counts: Counts
) -> Odds | None:
    """Return the odds if the cell showed this number; None if it cannot, or if it is too wide."""
    numbers = bytearray(clues.numbers)
    numbers[cell] = number
    seen = clues._replace(revealed=clues.revealed | 1 << cell, numbers=bytes(numbers))
    try:
        odds = analyse(seen, proved, counts)
    except ContradictionError:
        return None
    return odds if isinstance(odds, Odds) else None
