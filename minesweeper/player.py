"""The solver as a player: which cell next.

What is safe is revealed; where nothing is, the cell to guess is chosen by

    endgame      of few layouts, the move that wins most of them
    fifty-fifty  one mine in two cells that nothing will ever tell apart: it must be guessed, so now
    look-ahead   of the cells with about the least risk, the one after which the next move is best
    least risk   on huge boards that alone, and then the fewest covered neighbours: likely a zero

All limits count work, so that a position is played alike on every machine.
"""

from minesweeper.cells import Cell, cells_of, neighbour_sets
from minesweeper.clues import Clues, ContradictionError
from minesweeper.deduction import Deduction, deduce
from minesweeper.endgame import best_reveal
from minesweeper.layouts import list_layouts
from minesweeper.odds import Counts, Odds, Share, TooWide, analyse
from minesweeper.typed import Final, Literal, NamedTuple

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
    cell, reason = _guess(clues, proved, odds, counts)
    return Choice(cell, reason, 0, odds)


def _guess(clues: Clues, proved: Deduction, odds: Odds, counts: Counts) -> tuple[Cell, Reason]:
    won = _endgame(clues, proved, odds)
    if won is not None:
        return won, "endgame"
    forced = _fifty_fifty(clues, odds)
    if forced is not None:
        return forced, "fifty-fifty"
    if len(clues.grid) > LOOK_AHEAD_CELLS:
        return _least_risk(clues, odds), "least risk"
    return _look_ahead(clues, proved, odds, counts), "look-ahead"


def _anywhere(clues: Clues, known: TooWide) -> Cell:
    """Nothing is known: the open cell with the fewest covered neighbours."""
    around, covered = neighbour_sets(clues.grid), clues.covered
    return min(
        cells_of(covered & ~known.mines), key=lambda cell: (around[cell] & covered).bit_count()
    )


def _endgame(clues: Clues, proved: Deduction, odds: Odds) -> Cell | None:
    if odds.layouts > ENDGAME_LAYOUTS:
        return None
    layouts = list_layouts(clues, proved, ENDGAME_LAYOUTS)
    return None if layouts is None else best_reveal(clues, layouts, ENDGAME_WORK)


def _fifty_fifty(clues: Clues, odds: Odds) -> Cell | None:
    """A cell of a pair that shares one mine and all other covered neighbours."""
    around = neighbour_sets(clues.grid)
    open_cells = clues.covered & ~odds.mines
    for share in odds.shares:
        if 2 * share.mined == odds.layouts and share.cells.bit_count() == 2:
            one, other = cells_of(share.cells)
            if not (around[one] ^ around[other]) & open_cells & ~share.cells:
                return one
    return None


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
    shares = _by_risk(odds)
    least = shares[0].mined
    most = least + (odds.layouts - least) // TOLERANCE
    found = []
    for share in shares:
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
