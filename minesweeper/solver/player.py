"""The solver as a player: which cell next.

What is safe is revealed; where nothing is, the cell to guess is chosen by

    endgame      of few layouts, the move that wins most of them
    fifty-fifty  one mine in two cells that nothing will ever tell apart: it must be guessed, so now
    look-ahead   of the cells with about the least risk, the one after which the next move is best
    least risk   on huge boards and in windows that alone, and then the fewest covered neighbours:
                 likely a zero

All limits count work, so that a position is played alike on every machine.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell, cells_of, neighbour_sets
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget, TooWideError
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.layouts import list_layouts
from minesweeper.solver.odds import Counts, Odds, Share, TooWide, analyse

# The endgame: the best move when only a few layouts are left, by trying every way to play on. A set
# of layouts is an int, bit *i* for the *i*-th layout. Revealing a cell loses the layouts in which
# it is a mine, and its number tells the others apart.


class Reveal(NamedTuple):
    """A covered cell and what revealing it would do."""

    cell: Cell
    mined: int
    """The layouts in which it is a mine."""
    parts: tuple[int, ...]
    """The other layouts, apart by the number that the cell would show."""


class Best(NamedTuple):
    """The reveal that wins most."""

    cell: Cell
    wins: int
    """The number of layouts that it wins when play goes on perfectly."""


class Endgame:
    """A position with few layouts, which can be played out in every way."""

    def __init__(self, clues: Clues, layouts: Sequence[int], work: int) -> None:
        self.layouts = layouts
        reveals = [_reveal(clues, cell, layouts) for cell in cells_of(clues.covered)]
        self._tree = _Tree([each for each in reveals if each.parts], Budget(work))

    def best(self) -> Best | None:
        """Return the reveal that wins in the most layouts; None if that is too much work."""
        try:
            return self._tree.best((1 << len(self.layouts)) - 1)
        except TooWideError:
            return None

    def wins_after(self, cells: int) -> int | None:
        """Return how many layouts are won after a reveal of all these cells at once.

        None if that is too much work.
        """
        survived = sum(1 << at for at, mines in enumerate(self.layouts) if not mines & cells)
        try:
            return self._tree.wins(survived)
        except TooWideError:
            return None


def _reveal(clues: Clues, cell: Cell, layouts: Sequence[int]) -> Reveal:
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
    """How many of a set of layouts can be won, remembered for each set met."""

    def __init__(self, reveals: list[Reveal], budget: Budget) -> None:
        self._reveals = reveals
        self._budget = budget
        self._wins: dict[int, int] = {}

    def best(self, layouts: int) -> Best | None:
        """The first move; no cell is safe in all of the layouts."""
        best, most = None, -1
        for survived, reveal in _by_survival(self._reveals, layouts):
            if survived <= most:
                break
            wins = self._won_after(reveal, layouts, self._reveals, survived, most)
            if wins > most:
                best, most = Best(reveal.cell, wins), wins
        return best

    def wins(self, layouts: int) -> int:
        """How many of these layouts are won; what is safe in all of them is revealed for free."""
        return self._value(layouts, self._reveals) if layouts else 0

    def _value(self, layouts: int, reveals: list[Reveal]) -> int:
        wins = self._wins.get(layouts)
        if wins is None:
            self._budget.spend(1)
            wins = self._wins[layouts] = self._search(layouts, reveals)
        return wins

    def _search(self, layouts: int, reveals: list[Reveal]) -> int:
        if layouts & (layouts - 1) == 0:
            return 1
        for reveal in reveals:
            if not reveal.mined & layouts:
                parts = [part & layouts for part in reveal.parts if part & layouts]
                if len(parts) > 1:  # costs nothing and tells something: it is never wrong
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
        """What a reveal wins; given up as soon as it cannot win more than `most`."""
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
    """The reveals that survive in some of the layouts, those that do in most of them first."""
    count = layouts.bit_count()
    survived = [(count - (reveal.mined & layouts).bit_count(), reveal) for reveal in reveals]
    return sorted((each for each in survived if each[0]), key=lambda each: -each[0])


Reason = Literal["safe", "endgame", "fifty-fifty", "look-ahead", "least risk", "too wide"]

ENDGAME_LAYOUTS: Final = 400
ENDGAME_WORK: Final = 60_000
LOOK_AHEAD_CELLS: Final = 10_000
"""On larger boards a look-ahead takes seconds."""
CANDIDATES: Final = 8
TOLERANCE: Final = 20
"""A candidate may be less likely to survive than the best by one part in so many."""
PROGRESS: Final = 0.1
"""What it is worth that the next move is certain."""


class Choice(NamedTuple):
    """The next cell to reveal and why."""

    cell: Cell
    reason: Reason
    safe: int
    """All cells that are certainly safe; the cell is one of them, if there are any."""
    odds: Odds | TooWide
    wins: Fraction | None = None
    """The chance to win by perfect play, where the endgame is played out."""


def choose(clues: Clues, proved: Deduction | None = None) -> Choice:
    """The next cell. `proved` is what is proved already, if anything is.

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
        return Choice(_anywhere(clues, odds), "too wide", 0, odds)
    ending = endgame(clues, odds, proved)
    best = ending.best() if ending else None
    if ending and best:
        wins = Fraction(best.wins, len(ending.layouts))
        return Choice(best.cell, "endgame", 0, odds, wins)
    cell, reason = _guess(clues, proved, odds, counts)
    return Choice(cell, reason, 0, odds)


def _guess(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> tuple[Cell, Reason]:
    if clues.beyond:  # layouts of two windows cannot be compared, nor what no number tells apart
        return _least_risk(clues, odds), "least risk"
    forced = next(fifty_fifties(clues, odds), 0)
    if forced:
        return cells_of(forced)[0], "fifty-fifty"
    if len(clues.grid) > LOOK_AHEAD_CELLS:
        return _least_risk(clues, odds), "least risk"
    return _look_ahead(clues, proved, odds, counts), "look-ahead"


def _anywhere(clues: Clues, known: TooWide) -> Cell:
    """Nothing is known: the open cell with the fewest covered neighbours."""
    around, covered = neighbour_sets(clues.grid), clues.covered
    return min(
        cells_of(covered & ~known.mines), key=lambda cell: (around[cell] & covered).bit_count()
    )


def endgame(clues: Clues, odds: Odds, proved: Deduction | None = None) -> Endgame | None:
    """Return the endgame to play out; None where the layouts are too many."""
    if odds.layouts > ENDGAME_LAYOUTS:
        return None
    layouts = list_layouts(clues, proved or deduce(clues), ENDGAME_LAYOUTS)
    return None if layouts is None else Endgame(clues, layouts, ENDGAME_WORK)


def fifty_fifties(clues: Clues, odds: Odds) -> Iterator[int]:
    """Yield the pairs that share one mine and all other covered neighbours."""
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    for share in odds.shares:
        if 2 * share.mined == odds.layouts and share.cells.bit_count() == 2:
            one, other = cells_of(share.cells)
            if not (around[one] ^ around[other]) & open_cells & ~share.cells:
                yield share.cells


def tolerated(odds: Odds) -> int:
    """Return in how many layouts a cell may be a mine and still be worth a look ahead."""
    least = min(share.mined for share in odds.shares)
    return least + (odds.layouts - least) // TOLERANCE


def _by_risk(odds: Odds) -> list[Share]:
    return sorted(
        (share for share in odds.shares if share.mined != odds.layouts),
        key=lambda share: share.mined,
    )


def _least_risk(clues: Clues, odds: Odds) -> Cell:
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    shares = _by_risk(odds)
    safest = [
        cell for share in shares if share.mined == shares[0].mined for cell in cells_of(share.cells)
    ]
    return min(safest, key=lambda cell: (around[cell] & open_cells).bit_count())


class _Candidate(NamedTuple):
    mined: int
    crowd: int
    """Covered neighbours."""
    cell: Cell


def _look_ahead(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> Cell:
    """The candidate after which two moves are survived most often, and progress is likeliest."""
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
    """The cells of about the least risk, those first."""
    most = tolerated(odds)
    found = []
    for share in _by_risk(odds):
        if share.mined <= most:
            cells = [
                _Candidate(share.mined, _crowd(clues, odds, cell), cell)
                for cell in cells_of(share.cells)
            ]
            found += _some_of_sea(clues, odds, cells) if share.cells == odds.sea else cells
    return sorted(found)[:CANDIDATES]


def _crowd(clues: Clues, odds: Odds, cell: Cell) -> int:
    return (neighbour_sets(clues.grid)[cell] & clues.covered & ~odds.mines).bit_count()


def _some_of_sea(clues: Clues, odds: Odds, cells: list[_Candidate]) -> list[_Candidate]:
    """Three of the fewest covered neighbours, and three that touch most of the coast.

    Where they touch no coast, those of as many neighbours are alike, and one of them is enough.
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
    """The chance to survive this reveal and the next, and a little for a next one that is safe.

    Stops as soon as it cannot beat the best so far.
    """
    total = odds.layouts
    left = total - candidate.mined
    survived = progress = 0
    known = (neighbour_sets(clues.grid)[candidate.cell] & odds.mines).bit_count()
    for number in range(known, known + candidate.crowd + 1):
        if not left or (survived + left) / total * (1 + PROGRESS) <= to_beat:
            break
        after = _odds_after(clues, proved, candidate.cell, number, counts)
        if after is not None:
            least = 0 if after.safe else min(share.mined for share in after.shares)
            left -= after.layouts
            survived += after.layouts - least
            progress += 0 if least else after.layouts
    return survived / total * (1 + PROGRESS * (progress / (total - candidate.mined)))


def _odds_after(
    clues: Clues, proved: Deduction, cell: Cell, number: int, counts: Counts
) -> Odds | None:
    """The odds if the cell showed this number; None if it cannot."""
    numbers = bytearray(clues.numbers)
    numbers[cell] = number
    seen = clues._replace(revealed=clues.revealed | 1 << cell, numbers=bytes(numbers))
    try:
        odds = analyse(seen, proved, counts)
    except ContradictionError:
        return None
    return odds if isinstance(odds, Odds) else None
