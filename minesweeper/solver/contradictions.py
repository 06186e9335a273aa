"""Which numbers of a position contradict each other."""

from collections.abc import Callable

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import ODDS_WORK, certain_without_total
from minesweeper.solver.sentences import cells_text

_Check = Callable[[Clues], object]
"""Raises ContradictionError for numbers that contradict each other, as far as it sees that."""


def contradiction_text(clues: Clues) -> str:
    """Return why no layout agrees with the clues: numbers, each of them needed, or the total."""
    numbers = contradicting_numbers(clues)
    if not numbers:
        return "the mine total agrees with no layout"
    where = cells_text(clues.grid, numbers)
    if numbers.bit_count() == 1:
        return f"the number at {where} cannot be met"
    return f"the numbers at {where} contradict each other"


def contradicting_numbers(clues: Clues) -> CellSet:
    """Return numbers that contradict each other, but not if any one of them is left out.

    The set is empty if the numbers agree with some layout of any number of mines. Deduction, which
    is quick, leaves few numbers for the check that counts.
    """
    numbers = cells_of(clues.numbered)
    if _contradict(clues, numbers, deduce):
        numbers = _needed(clues, [], numbers, deduce)
    if not _contradict(clues, numbers, _count):
        return NO_CELLS
    return set_of(_needed(clues, [], numbers, _count))


def _count(clues: Clues) -> None:
    certain_without_total(clues, Budget(ODDS_WORK))


def _needed(clues: Clues, kept: list[Cell], numbers: list[Cell], check: _Check) -> list[Cell]:
    """Return those of the numbers without which they, and those that are kept, do not contradict.

    By halves, as QuickXplain does (Junker, 2004): a few numbers among thousands are found by a few
    dozen checks. Those that are kept do not contradict each other.
    """
    if len(numbers) == 1:
        return numbers
    middle = len(numbers) // 2
    first, second = numbers[:middle], numbers[middle:]
    later = []
    if not _contradict(clues, kept + first, check):
        later = _needed(clues, kept + first, second, check)
    if _contradict(clues, kept + later, check):
        return later
    return _needed(clues, kept + later, first, check) + later


def _contradict(clues: Clues, numbers: list[Cell], check: _Check) -> bool:
    try:
        check(clues._replace(forgotten=clues.revealed & ~set_of(numbers)))
    except ContradictionError:
        return True
    return False
