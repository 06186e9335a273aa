"""The smallest proofs by an independent search: smallest unsatisfiable subsets, by python-sat."""

from itertools import count
from typing import Any

import pytest

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.solver.clues import Clues
from tests.harness.positions import numbered


def smallest_proof(clues: Clues, target: Cell, *, mine: bool, total: bool) -> int | None:
    """Return how many numbers a proof of the cell takes at least; None if there is none."""
    pytest.importorskip("pysat.solvers")
    from pysat.card import CardEnc, EncType
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    covered = cells_of(clues.covered)
    variable = {cell: at for at, cell in enumerate(covered, 1)}
    fresh = count(len(covered) + 1)
    formula = WCNF()
    formula.append([-variable[target] if mine else variable[target]])

    def add_sum(cells: list[Cell], amount: int, unless: list[int]) -> None:
        nonlocal fresh
        top = next(fresh)
        literals = [variable[cell] for cell in cells]
        encoded: Any = CardEnc.equals(literals, amount, top_id=top, encoding=EncType.seqcounter)
        fresh = count(max(top, encoded.nv) + 1)
        for clause in encoded.clauses:
            formula.append([*clause, *unless])

    if total:
        add_sum(covered, clues.mine_count, [])
    for number in numbered(clues):
        near = [cell for cell in clues.grid.neighbours(number) if cell in variable]
        if near:
            kept = next(fresh)
            add_sum(near, clues.numbers[number], [-kept])
            formula.append([kept], weight=1)
    with OptUx(formula) as search:
        found = search.compute()
    return None if found is None else len(found)
