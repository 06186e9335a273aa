"""The solver as a player: the cell to reveal next.

Safe cells are revealed first. When no cell is certainly safe, one of these strategies chooses the
cell to guess:

    endgame      when few layouts are left: the reveal that wins most of them
    fifty-fifty  when no number will ever tell two cells apart, and each is a mine in half the
                 layouts: either of the two, at once, because waiting does not help
    look-ahead   otherwise: of the cells whose risk is close to the lowest, the one that leaves the
                 most valuable position: a low next risk, many safe cells, little uncertainty

All limits count work, not time, so that every machine plays a position alike.
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
from minesweeper.solver.odds import Counts, Odds, analyse

# The endgame: find the best move by trying every way to play on, when only a few layouts are left.
# A set of layouts is an int, bit *i* for the *i*-th layout. Revealing a cell loses the layouts in
# which it is a mine, and the number it shows divides the others.


class Reveal(NamedTuple):
    """A covered cell, and the layouts divided by what revealing it would show."""

    cell: Cell
    lost: int
    """The set of layouts in which the cell is a mine."""
    by_number: tuple[int, ...]
    """The other layouts, as one set for each number that the cell may show."""


class BestReveal(NamedTuple):
    """The reveal that wins the most layouts."""

    cell: Cell
    win_count: int
    """The number of layouts won by this reveal and perfect play after it."""


class Endgame:
    """A position with few enough layouts to try every way to play on."""

    def __init__(self, clues: Clues, layouts: Sequence[CellSet], work: int) -> None:
        """Take all layouts that agree with the clues, and the work that a search may take."""
        self.layouts = layouts
        may_be_safe = clues.covered & ~reduce(and_, layouts)
        reveals = [_reveal(clues, cell, layouts) for cell in cells_of(may_be_safe)]
        self._tree = _Tree(reveals, Budget(work))

    def best_reveal(self) -> BestReveal | None:
        """Return the reveal that wins the most layouts; None if finding it is too much work."""
        try:
            return self._tree.best_reveal((1 << len(self.layouts)) - 1)
        except TooWideError:
            return None

    def win_count_after(self, cells: CellSet) -> int | None:
        """Return how many layouts are won after revealing these cells at once.

        Return None if counting them is too much work.
        """
        survived = sum(1 << at for at, mines in enumerate(self.layouts) if not mines & cells)
        try:
            return self._tree.win_count(survived)
        except TooWideError:
            return None


def _reveal(clues: Clues, cell: Cell, layouts: Sequence[CellSet]) -> Reveal:
    """Return how revealing a cell would divide these layouts."""
    near = neighbour_sets(clues.grid)[cell]
    lost = 0
    by_number: dict[int, int] = {}
    for at, mines in enumerate(layouts):
        if mines >> cell & 1:
            lost |= 1 << at
        else:
            number = (mines & near).bit_count()
            by_number[number] = by_number.get(number, 0) | 1 << at
    return Reveal(cell, lost, tuple(by_number.values()))


class _Tree:
    """The game tree: how many layouts of a set can be won, remembered for each set of layouts."""

    def __init__(self, reveals: list[Reveal], budget: Budget) -> None:
        self._reveals = reveals
        self._budget = budget
        self._win_counts: dict[int, int] = {}

    def best_reveal(self, layouts: int) -> BestReveal | None:
        """Return the best first reveal when no cell is safe in all layouts; None if none wins."""
        best, highest = None, -1
        for survivals, reveal in _by_survival(self._reveals, layouts):
            if survivals <= highest:
                break
            wins = self._win_count_after(reveal, layouts, self._reveals, survivals, highest)
            if wins > highest:
                best, highest = BestReveal(reveal.cell, wins), wins
        return best

    def win_count(self, layouts: int) -> int:
        """Return how many of these layouts perfect play wins."""
        return self._remembered_win_count(layouts, self._reveals) if layouts else 0

    def _remembered_win_count(self, layouts: int, reveals: list[Reveal]) -> int:
        wins = self._win_counts.get(layouts)
        if wins is None:
            self._budget.spend(1)
            wins = self._win_counts[layouts] = self._search(layouts, reveals)
        return wins

    def _search(self, layouts: int, reveals: list[Reveal]) -> int:
        """Return how many layouts are won by a safe reveal that divides them, else by the best."""
        if layouts & (layouts - 1) == 0:
            return 1
        for reveal in reveals:
            if not reveal.lost & layouts:
                parts = [part & layouts for part in reveal.by_number if part & layouts]
                if len(parts) > 1:  # information for free: never worse than another reveal
                    return sum(self._remembered_win_count(part, reveals) for part in parts)
        risky = _by_survival([each for each in reveals if each.lost & layouts], layouts)
        risky_reveals = [reveal for _, reveal in risky]
        highest = 0
        for survivals, reveal in risky:
            if survivals <= highest:
                break
            wins = self._win_count_after(reveal, layouts, risky_reveals, survivals, highest)
            highest = max(highest, wins)
        return highest

    def _win_count_after(
        self, reveal: Reveal, layouts: int, reveals: list[Reveal], survivals: int, to_beat: int
    ) -> int:
        """Return how many layouts a reveal wins; stop as soon as it cannot exceed `to_beat`."""
        wins, left = 0, survivals
        for part in reveal.by_number:
            consistent = part & layouts
            if consistent:
                left -= consistent.bit_count()
                wins += self._remembered_win_count(consistent, reveals)
                if wins + left <= to_beat:
                    break
        return wins


def _by_survival(reveals: list[Reveal], layouts: int) -> list[tuple[int, Reveal]]:
    """Return (number of layouts survived, reveal) pairs, the highest first; leave out zeros."""
    count = layouts.bit_count()
    survivals = [(count - (reveal.lost & layouts).bit_count(), reveal) for reveal in reveals]
    return sorted((each for each in survivals if each[0]), key=lambda each: -each[0])


Strategy = Literal["safe", "endgame", "fifty-fifty", "look-ahead", "too wide"]

MAX_ENDGAME_LAYOUTS: Final = 400
ENDGAME_WORK: Final = 60_000
MAX_CANDIDATES: Final = 10
TOLERANCE: Final = 12
"""A candidate's chance of survival may be at most 1/TOLERANCE lower than the best one."""

# The value of the position after a reveal: 1 for a position without further risk, plus a bonus for
# safe cells. These weights were fitted to how often candidates won, in thousands of positions
# played to the end.
SURVIVAL_VALUE: Final = 0.286
"""The value of having survived, however risky the next reveal is."""
SAFE_CELL_VALUE: Final = 0.0358
"""The bonus for n safe cells is this value times log(1 + n)."""
MAX_SAFE_COUNTED: Final = 10
"""Further safe cells add no bonus."""
UNCERTAINTY_COST: Final = 0.0153
"""The cost of a group of cells is this value times its risk r, or 1 - r if that is lower."""
NO_NEWS_COST: Final = 0.0456
"""The cost of revealing a cell that can show only one number."""
MAX_VALUE: Final = 1 + SAFE_CELL_VALUE * log1p(MAX_SAFE_COUNTED)


class Choice(NamedTuple):
    """The next cell to reveal, and the strategy that chose it."""

    cell: Cell
    strategy: Strategy
    safe: CellSet
    """All certainly safe cells; if there are any, `cell` is one of them."""
    odds: Odds
    win_chance: Fraction | None = None
    """The chance to win with perfect play; None outside an endgame."""
    ending: Endgame | None = None
    """The endgame that was searched; None outside one."""

    def win_chance_after(self, cells: CellSet) -> Fraction | None:
        """Return the chance to win after revealing these cells at once.

        Return None outside an endgame, and if counting it is too much work.
        """
        wins = self.ending.win_count_after(cells) if self.ending else None
        return None if wins is None else Fraction(wins, self.odds.layout_count)


def choose_reveal(clues: Clues, proved: Deduction | None = None) -> Choice:
    """Return the next cell to reveal. If `proved` is given, it replaces a new deduction.

    Raise ValueError if only mines are covered, and ContradictionError if no layout agrees with the
    clues.
    """
    proved = deduce(clues) if proved is None else proved
    counts: Counts = {}
    odds = analyse(clues, proved, counts)
    if odds.safe:
        return Choice(cells_of(odds.safe)[0], "safe", odds.safe, odds)
    if not clues.covered & ~odds.mines:
        raise ValueError("nothing is left to reveal")
    if not odds.layout_count:
        return Choice(_fewest_covered(clues, odds), "too wide", NO_CELLS, odds)
    ending = endgame(clues, odds, proved)
    best = ending.best_reveal() if ending else None
    if ending and best:
        win_chance = Fraction(best.win_count, len(ending.layouts))
        return Choice(best.cell, "endgame", NO_CELLS, odds, win_chance, ending)
    cell, strategy = _guess(clues, proved, odds, counts)
    return Choice(cell, strategy, NO_CELLS, odds)


def _guess(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> tuple[Cell, Strategy]:
    """Return the cell to guess outside an endgame."""
    pair = next(fifty_fifties(clues, odds, counts), NO_CELLS)
    if pair:
        return cells_of(pair)[0], "fifty-fifty"
    return _look_ahead(clues, proved, odds, counts), "look-ahead"


def _fewest_covered(clues: Clues, odds: Odds) -> Cell:
    """Return, of the cells that may be safe, the one with the fewest covered neighbours."""
    around, covered = neighbour_sets(clues.grid), clues.covered
    return min(
        cells_of(covered & ~odds.mines), key=lambda cell: (around[cell] & covered).bit_count()
    )


def endgame(clues: Clues, odds: Odds, proved: Deduction | None = None) -> Endgame | None:
    """Return a position as an endgame; None if it has too many layouts, or too many to count."""
    if not 0 < odds.layout_count <= MAX_ENDGAME_LAYOUTS:
        return None
    layouts = list_layouts(clues, proved or deduce(clues), MAX_ENDGAME_LAYOUTS)
    return None if layouts is None else Endgame(clues, layouts, ENDGAME_WORK)


def mined_count_limit(odds: Odds, tolerance: int = TOLERANCE) -> int:
    """Return the highest `mined_count` of a cell that is close to the safest one.

    A cell that is a mine in at most that many layouts has a chance of survival at most
    1/`tolerance` lower than the best.
    """
    lowest = min(group.mined_count for group in odds.risk_groups)
    return lowest + (odds.layout_count - lowest) // tolerance


def safest_cell(odds: Odds) -> Cell:
    """Return the covered cell with the lowest risk, the first of several, where none is safe."""
    lowest = min(group.mined_count for group in odds.risk_groups)
    safest = NO_CELLS
    for cells, mined_count in odds.risk_groups:
        safest |= cells if mined_count == lowest else NO_CELLS
    return cells_of(safest)[0]


class _Candidate(NamedTuple):
    """A cell to look ahead from; candidates sort from the safest to the riskiest."""

    mined_count: int
    """The number of layouts in which it is a mine."""
    possibly_safe_neighbours: int
    """The number of covered neighbours that are not certainly mines."""
    cell: Cell


def _look_ahead(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> Cell:
    """Return the candidate that leaves the most valuable position."""
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
    """Return the cells whose risk is close to the lowest, the safest first."""
    limit = mined_count_limit(odds)
    candidates = []
    for group in odds.risk_groups:
        if group.mined_count > limit:
            continue
        cells = [
            _Candidate(group.mined_count, _count_possibly_safe_neighbours(clues, odds, cell), cell)
            for cell in cells_of(group.cells)
        ]
        candidates += _select_from_sea(clues, odds, cells) if group.cells == odds.sea else cells
    return sorted(candidates)[:MAX_CANDIDATES]


def _count_possibly_safe_neighbours(clues: Clues, odds: Odds, cell: Cell) -> int:
    """Return the number of covered neighbours that are not certainly mines."""
    return (neighbour_sets(clues.grid)[cell] & clues.covered & ~odds.mines).bit_count()


def _select_from_sea(clues: Clues, odds: Odds, cells: list[_Candidate]) -> list[_Candidate]:
    """Return three cells with the fewest possibly safe neighbours, and three that touch most coast.

    The coast consists of the covered cells outside the sea that are not certainly mines. Cells that
    touch none of it are interchangeable if they have the same number of possibly safe neighbours:
    one of them is enough.
    """
    around = neighbour_sets(clues.grid)
    coast = clues.covered & ~odds.mines & ~odds.sea
    coast_count = {each.cell: (around[each.cell] & coast).bit_count() for each in cells}
    cells.sort(key=lambda each: (each.possibly_safe_neighbours, each.cell))
    by_coast = sorted(cells[3:], key=lambda each: (-coast_count[each.cell], each.cell))
    distinct = {
        -each.cell if coast_count[each.cell] else each.possibly_safe_neighbours: each
        for each in reversed(cells[:3] + by_coast[:3])
    }
    return list(distinct.values())


def _score(
    clues: Clues,
    proved: Deduction,
    odds: Odds,
    candidate: _Candidate,
    counts: Counts,
    to_beat: float,
) -> float:
    """Return the expected value of the position after revealing the candidate; a loss counts 0.

    Stop as soon as it cannot exceed `to_beat`.
    """
    total = odds.layout_count
    left = total - candidate.mined_count
    near = CellSet(neighbour_sets(clues.grid)[candidate.cell] & clues.covered)
    lowest = (near & odds.mines).bit_count()
    mean = sum(odds.mined_count(cell) for cell in cells_of(near)) / total
    numbers = range(lowest, lowest + candidate.possibly_safe_neighbours + 1)
    score, possible_numbers = 0.0, 0
    for number in sorted(numbers, key=lambda each: abs(each - mean)):  # the likeliest first
        if not left or score + left / total * MAX_VALUE <= to_beat:
            break
        after = _odds_after(clues, proved, candidate.cell, number, counts)
        if after is not None:
            possible_numbers += 1
            left -= after.layout_count
            score += after.layout_count / total * _value(after)
    return score - (NO_NEWS_COST if possible_numbers == 1 else 0)


def _value(after: Odds) -> float:
    """Return the value of a position before its next reveal."""
    total = after.layout_count
    risks = [group.mined_count / total for group in after.risk_groups]
    uncertainty = sum(min(risk, 1 - risk) for risk in risks)
    safe = min(after.safe.bit_count(), MAX_SAFE_COUNTED)
    survival = 1 if safe else 1 - min((risk for risk in risks if risk < 1), default=0)
    return (
        SURVIVAL_VALUE
        + (1 - SURVIVAL_VALUE) * survival
        + SAFE_CELL_VALUE * log1p(safe)
        - UNCERTAINTY_COST * uncertainty
    )


def _odds_after(
    clues: Clues, proved: Deduction, cell: Cell, number: int, counts: Counts
) -> Odds | None:
    """Return the odds if the cell showed this number.

    Return None if it cannot show it, or if the position would be too wide to count.
    """
    numbers = bytearray(clues.numbers)
    numbers[cell] = number
    after = clues._replace(revealed=clues.revealed | 1 << cell, numbers=bytes(numbers))
    try:
        odds = analyse(after, proved, counts)
    except ContradictionError:
        return None
    return odds if odds.layout_count else None
