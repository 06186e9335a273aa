"""The best move when only a few layouts are left: by trying every way to play on.

A set of layouts is an int too, bit *i* for the *i*-th layout. Revealing a cell loses the layouts in
which it is a mine, and its number tells the others apart.
"""

from minesweeper.cells import Cell, cells_of, neighbour_sets
from minesweeper.clues import Clues
from minesweeper.counting import Budget, TooWideError
from minesweeper.typed import NamedTuple


class Reveal(NamedTuple):
    """A covered cell and what revealing it would do."""

    cell: Cell
    mined: int
    """The layouts in which it is a mine."""
    parts: tuple[int, ...]
    """The other layouts, apart by the number that the cell would show."""


def best_reveal(clues: Clues, layouts: list[int], work: int) -> Cell | None:
    """The cell that wins in the most layouts when play goes on perfectly; None if out of work."""
    reveals = [_reveal(clues, cell, layouts) for cell in cells_of(clues.covered)]
    tree = _Tree([each for each in reveals if each.parts], Budget(work))
    try:
        return tree.best((1 << len(layouts)) - 1)
    except TooWideError:
        return None


def _reveal(clues: Clues, cell: Cell, layouts: list[int]) -> Reveal:
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

    def best(self, layouts: int) -> Cell | None:
        """The first move; no cell is safe in all of the layouts."""
        best, most = None, -1
        for survived, reveal in _by_survival(self._reveals, layouts):
            if survived <= most:
                break
            wins = self._won_after(reveal, layouts, self._reveals, survived, most)
            if wins > most:
                best, most = reveal.cell, wins
        return best

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
