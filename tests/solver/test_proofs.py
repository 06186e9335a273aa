"""Proofs from few and from many numbers, compared with brute force, and proofs on full boards."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, Grid, bytes_of, cells_of, set_of
from minesweeper.solver.clues import Clues, parse_position
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.hints import find_hint
from minesweeper.solver.odds import analyse
from minesweeper.solver.phrases import name_by_place
from minesweeper.solver.proofs import Proof, prove, small_proofs
from tests.harness.positions import (
    clues_from,
    drawn,
    format_clues,
    layouts_by_brute_force,
    numbered,
    small_positions,
)
from tests.harness.work import count_calls


def test_if_three_numbers_are_not_enough_a_chain_is_followed_in_order() -> None:
    clues = parse_position(
        "#1...2#2\n111223#2\n..1##322\n1123#2##\n##3#212#\n####2.1#\n####212#\n########\n", 14
    )
    cell = clues.grid.cell(8, 7)
    proof = prove(clues, [cell], mine=False)
    assert proof
    assert proof.cells == 1 << cell
    assert proof.describe(clues.grid).sentence(name_by_place) == (
        "If (8,7) were a mine, the 1 at (7,6) would make (8,5) and (8,6) safe,"
        " then the 2 at (7,5) would make (7,4) and (8,4) mines,"
        " then the 2 at (7,3) would make (7,2) safe,"
        " then the 3 at (6,3) would make (5,4) a mine,"
        " and the 1 at (6,5) would touch too many mines, so (8,7) is safe"
    )


def test_a_step_of_a_chain_may_take_two_numbers() -> None:
    clues = drawn("..oo/112F/##2#/#22o/###o")
    proof = prove(clues, [clues.grid.cell(1, 4)], mine=False)
    assert proof
    assert proof.describe(clues.grid).sentence(name_by_place) == (
        "If (1,4) were a mine, the 1 at (2,2) and the 2 at (2,4) would make (2,5) and (3,5) safe,"
        " then the 2 at (3,4) would make (2,3) and (4,3) mines,"
        " and the 2 at (3,3) would touch too many mines, so (1,4) is safe"
    )


def test_of_a_long_chain_only_the_numbers_are_named() -> None:
    clues = drawn(".1FF3#/.13#4#/.12#3#/.1F3##/134#2#/oFF###")
    proof = prove(clues, [clues.grid.cell(6, 5)], mine=False)
    assert proof
    assert proof.describe(clues.grid).sentence(name_by_place) == (
        "If (6,5) were a mine, the 4 at (3,5) would touch too few mines, as the numbers"
        " at (4,4), (5,5), (3,3), (5,1), (5,2) and (5,3) show, so (6,5) is safe"
    )


def test_known_mines_make_proofs_small() -> None:
    clues = drawn("###/12o/ooF")
    (proof,) = small_proofs(clues, Deduction(safe=CellSet(1 << clues.grid.cell(3, 1))))
    assert [clues.grid.place(number) for number in proof.premises] == [(1, 2), (2, 2)]


def proves(clues: Clues, proof: Proof, premises: tuple[Cell, ...]) -> int:
    """Return what these numbers prove by brute force: mines if the proof is of mines, else safe."""
    with_premises = clues._replace(forgotten=clues.revealed & ~set_of(premises))
    layouts = layouts_by_brute_force(with_premises, any_total=not proof.counts_mines)
    if proof.mine:
        return set_of(frozenset.intersection(*layouts))
    return clues.covered & ~set_of(frozenset.union(*layouts))


@cache
def some_proofs() -> list[tuple[Clues, Proof]]:
    proofs = []
    for _, clues in small_positions(61, 1800):
        if clues.mine_count < clues.covered.bit_count() <= 8 and len(numbered(clues)) <= 9:
            proof = find_hint(clues).proof
            proofs += [(clues, proof)] if proof else []
    return proofs


def test_a_larger_proof_is_given_only_if_no_three_numbers_prove_any_cell() -> None:
    tested = 0
    for clues, proof in some_proofs():
        tested += len(proof.premises) > 2 or proof.counts_mines
        without_total = proof._replace(counts_mines=False)
        least = 4 if proof.counts_mines else len(proof.premises)
        for size in range(min(4, least)):
            for fewer in combinations(numbered(clues), size):
                assert not proves(clues, without_total, fewer), (format_clues(clues), proof)
    assert tested > 10


def test_no_number_of_a_larger_proof_can_be_dropped() -> None:
    tested = 0
    for clues, proof in some_proofs():
        cell = cells_of(proof.cells)[0]
        assert proves(clues, proof, proof.premises) >> cell & 1
        if proof.premises and proof.rule not in ("single number", "two numbers", "corner"):
            tested += 1
            for fewer in combinations(proof.premises, len(proof.premises) - 1):
                assert not proves(clues, proof, fewer) >> cell & 1, format_clues(clues)
    assert tested > 5


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
    assert hint.sentence == (f"All {clues.mine_count} mines are found, so (50,50) is safe")
