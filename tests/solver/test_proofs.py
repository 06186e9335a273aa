"""Proofs: how few numbers they take, each step of a chain by brute force, and full boards."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, bytes_of, cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import Deduction, deduce
from minesweeper.solver.hints import find_hint
from minesweeper.solver.inference import Chain
from minesweeper.solver.odds import analyse, certain_without_total
from minesweeper.solver.proofs import Proof, prove, small_proofs
from tests.harness.brute import certain_cells, find_board, proves, smallest_proofs
from tests.harness.positions import (
    clues_from,
    drawn,
    format_clues,
    random_board,
    small_positions,
    some_clues,
)
from tests.harness.work import count_calls


def test_known_mines_make_proofs_small() -> None:
    clues = drawn("###/12o/ooF")
    (proof,) = small_proofs(clues, Deduction(safe=CellSet(1 << clues.grid.cell(3, 1))))
    assert [clues.grid.place(number) for number in proof.premises] == [(1, 2), (2, 2)]


# How few numbers a proof takes


def hints(seed: int, count: int) -> Iterator[tuple[Clues, Proof]]:
    """Yield proofs of hints that do not count the mines."""
    for _, clues in small_positions(seed, count):
        if clues.mine_count < clues.covered.bit_count() <= 12:
            proof = find_hint(clues).proof
            if proof and not proof.counts_mines:
                yield clues, proof


def fewest(clues: Clues, *, mine: bool) -> int:
    """Return how many numbers it takes to prove any of the cells; 4 for more than three."""
    cells = cells_of(certain_cells(clues)[mine])
    found = [smallest_proofs(clues, cell, mine=mine) for cell in cells]
    return min(len(each[0]) if each else 4 for each in found)


@pytest.mark.samples(300, 1_500)
def test_if_one_number_proves_a_cell_the_hint_takes_one_and_seldom_more_than_needed(
    count: int,
) -> None:
    tested = larger = 0
    for clues, proof in hints(61, count):
        taken, needed = len(proof.premises), fewest(clues, mine=proof.mine)
        assert (taken == 1) == (needed == 1), format_clues(clues)
        assert taken >= min(needed, 4)
        tested += 1
        larger += taken > needed and needed < 4
    assert tested > count // 3
    assert larger < tested / 50


# Suppositions


@cache
def suppositions(count: int) -> list[tuple[Clues, Proof]]:
    """Return proofs in random windows that suppose the contrary, or only name their numbers."""
    rng, found = Random(62), []
    for _ in range(count):
        width, height = rng.randrange(3, 7), rng.randrange(3, 6)
        board = random_board(rng, width, height, width * height // rng.randrange(3, 5))
        clues = some_clues(board, rng)
        if any(deduce(clues)):
            continue
        safe, mines = certain_without_total(clues, Budget(10_000))
        for cells, mine in ((safe, False), (mines, True)):
            for cell in cells_of(cells):
                proof = prove(clues, [cell], mine=mine)
                assert proof
                found.append((clues, proof))
    return found


@pytest.mark.samples(3_000, 20_000)
def test_no_number_of_a_supposition_can_be_dropped(count: int) -> None:
    tested = 0
    for clues, proof in suppositions(count):
        [cell] = cells_of(proof.cells)
        for number in proof.premises:
            fewer = {*proof.premises} - {number}
            assert not proves(clues, fewer, cell, mine=proof.mine), format_clues(clues)
            tested += 1
    assert tested > count // 200


@pytest.mark.samples(3_000, 20_000)
def test_each_step_of_a_chain_follows_from_its_numbers_and_from_the_steps_before(
    count: int,
) -> None:
    chains = [(clues, proof) for clues, proof in suppositions(count) if proof.chain]
    for clues, proof in chains:
        assert proof.chain
        assert not forced_in_vain(clues, proof.chain), format_clues(clues)
        safe, mines = (proof.cells, NO_CELLS) if proof.mine else (NO_CELLS, proof.cells)
        for step in proof.chain.steps:
            for cell in cells_of(step.safe | step.mines):
                contrary = safe | step.mines & 1 << cell, mines | step.safe & 1 << cell
                assert not fits(clues, step.numbers, *contrary), format_clues(clues)
            safe, mines = CellSet(safe | step.safe), CellSet(mines | step.mines)
        assert not fits(clues, [proof.chain.last], safe, mines)
    assert len(chains) > count // 500


def forced_in_vain(clues: Clues, chain: Chain) -> CellSet:
    """Return the cells that a chain forces and that touch no number after that."""
    later, in_vain = set_of(clues.grid.neighbours(chain.last)), NO_CELLS
    for step in reversed(chain.steps):
        in_vain |= (step.safe | step.mines) & ~later
        later |= set_of(near for number in step.numbers for near in clues.grid.neighbours(number))
    return in_vain


def fits(clues: Clues, numbers: Iterable[Cell], safe: int, mines: int) -> bool:
    """Return whether a board fits these numbers, and what was forced."""
    return find_board(clues, safe=safe, mines=mines, numbers=numbers) is not None


# Full boards of the largest size that the solver accepts


def walled_in(share: int) -> Clues:
    """Return a position of 100x100 in which only one safe cell is covered, in a ring of mines."""
    grid, rng = Grid(100, 100), Random(23)
    middle = grid.cell(50, 50)
    near = grid.neighbours(middle)
    beside = {Cell(at) for cell in near for at in grid.neighbours(cell)} - {middle, *near}
    others = [cell for cell in grid if cell not in {middle, *near, *beside}]
    mines = set_of([*near, *rng.sample(others, len(grid) * share // 100)])
    board = Board(grid, bytes_of(mines, grid.padded_size))
    numbers = {cell: board.number(cell) for cell in grid if not board.is_mine(cell)}
    del numbers[middle]
    return clues_from(grid, board.mine_count, numbers)


@pytest.mark.parametrize("share", [10, 20])
def test_a_proof_by_the_mines_of_a_full_board_is_found_at_once(share: int) -> None:
    """Trying to drop each of thousands of numbers took minutes."""
    clues = walled_in(share)
    count, hint = count_calls(analyse, lambda: find_hint(clues))
    assert count < 20
    assert str(hint.sentence) == f"(50,50) is safe: all {clues.mine_count} mines are found."
