"""Which lesson the easiest certain move of a position needs."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import Deduction, Position, position_of, single_numbers
from minesweeper.solver.odds import ODDS_WORK, analyse, certain_without_total
from minesweeper.solver.patterns import Pattern, find_patterns
from minesweeper.solver.proofs import small_proofs


class Skill(NamedTuple):
    """What a certain move needs: the rule of a lesson."""

    lesson: int
    safe: CellSet
    """The safe cells that this rule proves at once."""
    mines: CellSet
    """The mines that it proves at once."""


def easiest_skill(clues: Clues, *, counts_mines: bool) -> Skill | None:
    """Return the first lesson whose rule proves something new, with all that it proves.

    The known mines of the clues are subtracted. Without `counts_mines` the mine total is unknown.
    Return None if nothing is certain, or if the position is too wide to count. If single numbers
    prove safe cells as well as mines, it is lesson 2: the mines may follow from the safe cells.
    """
    position = position_of(clues)
    return (
        _skill_of_one_number(position)
        or _skill_of_patterns(clues, position)
        or _skill_of_many_numbers(clues)
        or (_skill_of_mine_count(clues) if counts_mines else None)
    )


def _skill_of_one_number(position: Position) -> Skill | None:
    safe, mines = single_numbers(position)
    if safe:
        return Skill(2, safe, NO_CELLS)
    return Skill(1, NO_CELLS, mines) if mines else None


LESSONS_OF_LARGE_PATTERNS: Final = {"1-2-1": 6, "1-2-2-1": 8, "hole": 9}


def lesson_of(pattern: Pattern) -> int:
    """Return the number of the lesson that teaches a pattern."""
    if large := LESSONS_OF_LARGE_PATTERNS.get(pattern.name):
        return large
    if pattern.is_reduced:
        return 5
    one, other = pattern.name.split("-")
    return 3 if one == other else 4


def _skill_of_patterns(clues: Clues, position: Position) -> Skill | None:
    """Return the skill of the patterns of the first lesson that has any."""
    by_lesson: dict[int, list[Pattern]] = {}
    for pattern in find_patterns(clues, position):
        by_lesson.setdefault(lesson_of(pattern), []).append(pattern)
    if not by_lesson:
        return None
    lesson, patterns = min(by_lesson.items())
    return Skill(
        lesson,
        _union(each.safe for each in patterns),
        _union(each.mines for each in patterns),
    )


def _union(sets: Iterable[CellSet]) -> CellSet:
    return reduce(or_, sets, NO_CELLS)


def _skill_of_many_numbers(clues: Clues) -> Skill | None:
    """Return the skill of three numbers, or of more."""
    certain = find_certain(clues, counts_mines=False)
    if not any(certain):
        return None
    proofs = small_proofs(clues, certain)
    if not proofs:
        return Skill(12, *certain)
    return Skill(
        11,
        _union(each.cells for each in proofs if not each.mine),
        _union(each.cells for each in proofs if each.mine),
    )


def _skill_of_mine_count(clues: Clues) -> Skill | None:
    certain = find_certain(clues, counts_mines=True)
    return Skill(7, *certain) if any(certain) else None


def find_certain(clues: Clues, *, counts_mines: bool) -> Deduction:
    """Return everything that is certain besides the known mines, as far as it can be counted."""
    certain = all_certain(clues, counts_mines=counts_mines)
    return Deduction(certain.safe, certain.mines & ~clues.known_mines)


def all_certain(clues: Clues, *, counts_mines: bool) -> Deduction:
    """Return what is certain by the numbers and, with `counts_mines`, by the mine total.

    Raise ContradictionError if no layout agrees with them.
    """
    if counts_mines:
        odds = analyse(clues)
        return Deduction(odds.safe, odds.mines)
    return certain_without_total(clues, Budget(ODDS_WORK))
