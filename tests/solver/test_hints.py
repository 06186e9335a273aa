"""Hints and the flag check; every claim is compared with brute force."""

from fractions import Fraction

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.hints import certain_hint, check_flags, find_hint
from minesweeper.solver.odds import analyse
from minesweeper.solver.proofs import Proof, prove
from tests.harness.brute import proves
from tests.harness.positions import (
    FOUR_MINES,
    SWAPPED,
    cells_at,
    clues_in,
    drawn,
    format_clues,
    lattice,
    numbered,
    small_positions,
    stuck_positions,
)


def some_proofs(seed: int, count: int) -> list[tuple[Clues, Proof]]:
    """Return the proofs of hints in small positions."""
    proofs = []
    for _, clues in small_positions(seed, count):
        if 0 < clues.covered.bit_count() <= 9 and clues.covered.bit_count() > clues.mine_count:
            proof = find_hint(clues).proof
            proofs += [(clues, proof)] if proof else []
    return proofs


@pytest.mark.samples(200, 900)
def test_the_mine_total_is_a_premise_only_if_it_is_needed(count: int) -> None:
    counted = [(clues, proof) for clues, proof in some_proofs(53, count) if proof.counts_mines]
    assert len(counted) > count // 45
    for clues, proof in counted:
        for cell in cells_of(proof.cells):
            assert not proves(clues, numbered(clues), cell, mine=proof.mine), format_clues(clues)


@pytest.mark.samples(100, 300)
def test_a_proof_is_given_exactly_if_something_is_certain(count: int) -> None:
    for _, clues in small_positions(55, count):
        odds = analyse(clues)
        if clues.covered & ~odds.mines:
            advice = find_hint(clues)
            certain = odds.safe or odds.mines
            assert (advice.proof is not None) == bool(certain), format_clues(clues)
            if advice.proof:
                assert not advice.cells & ~certain


@pytest.mark.samples(400, 3_000)
def test_three_numbers_may_prove_together_what_no_two_of_them_prove(count: int) -> None:
    proofs = [proof for _, proof in some_proofs(56, count) if proof.chain]
    assert proofs
    assert all(len(proof.premises) >= 3 for proof in proofs)


def test_a_mine_that_is_flagged_is_not_suggested() -> None:
    clues = clues_in("3###\n####", 4)
    assert find_hint(clues).cells == (corner := cells_at(clues, (2, 1), (1, 2), (2, 2)))
    assert find_hint(clues, flags=corner).proof is None


def test_a_mine_that_is_known_is_not_suggested() -> None:
    assert find_hint(drawn("#3F/#3F", 3)).is_guess


@pytest.mark.parametrize(
    ("clues", "risk"),
    [
        (clues_in("1#######\n" + "########\n" * 4, 8), Fraction(7, 36)),
        (clues_in(FOUR_MINES, 4), Fraction(2, 5)),
        (clues_in(SWAPPED, 6), Fraction(1, 2)),
    ],
)
def test_without_certainty_the_best_guess_is_suggested(clues: Clues, risk: Fraction) -> None:
    advice = find_hint(clues)
    assert (advice.proof, advice.risk) == (None, risk)
    assert advice.cells == 1 << choose_reveal(clues).cell


@pytest.mark.samples(12, 30)
def test_a_hint_suggests_what_the_solver_would_play(count: int) -> None:
    guess_count = 0
    for clues in stuck_positions(91, count):
        choice = choose_reveal(clues)
        advice = find_hint(clues, flags=clues.covered & choice.odds.mines)
        assert advice.cells == 1 << choice.cell or choice.safe
        guess_count += not choice.safe
    assert guess_count > count * 2 // 3


def test_of_equal_proofs_the_nearest_is_chosen() -> None:
    row = clues_in("####........####\n11##........##11", 4)
    row = row._replace(forgotten=row.revealed & ~cells_at(row, (1, 2), (2, 2), (15, 2), (16, 2)))
    assert find_hint(row, near=row.grid.cell(1, 1)).cells == cells_at(row, (3, 1), (3, 2))
    assert find_hint(row, near=row.grid.cell(16, 1)).cells == cells_at(row, (14, 1), (14, 2))


def test_a_contradiction_gives_no_hint() -> None:
    with pytest.raises(ContradictionError):
        find_hint(clues_in("3#\n##", 2)._replace(mine_count=4))


def test_a_position_too_wide_still_gets_advice() -> None:
    clues = lattice(61)
    certain = analyse(clues)
    assert not certain.layout_count
    advice = find_hint(clues)
    assert advice.proof is not None
    assert not advice.proof.mine
    guess = find_hint(clues.with_safe(certain.safe), flags=certain.mines)
    assert (guess.risk, guess.proof) == (None, None)


def test_a_cell_whose_proof_takes_too_much_work_is_only_called_certain() -> None:
    """All 17 mines have to be counted, in 94 cells that all have to do with each other."""
    clues = lattice(11)._replace(mine_count=17)
    corner = clues.grid.cell(11, 11)
    assert analyse(clues).safe >> corner & 1
    advice = certain_hint(clues, [corner], mine=False)
    assert str(advice.sentence) == "(11,11) is safe, but the proof is too long to show."
    assert (advice.cells, advice.proof, advice.risk) == (1 << corner, None, Fraction(0))


def test_flags_are_checked_by_visible_numbers_only() -> None:
    for picture, flags, sentence in [
        ("####\n11##", [(3, 1)], "Your only flag is wrong."),
        ("####\n11##", [(1, 1)], "Your only flag is not provably wrong."),
        ("####\n11##", [(3, 1), (1, 1)], "One of your 2 flags is wrong."),
        ("####\n11##", [(3, 1), (3, 2), (1, 1)], "2 of your 3 flags are wrong."),
        ("####\n11##", [(1, 1), (2, 1)], "None of your 2 flags is provably wrong."),
        ("####\n11##", [], "There are no flags to check."),
    ]:
        clues = clues_in(picture, 2)
        check = check_flags(clues, cells_at(clues, *flags))
        assert check.sentence == sentence
        assert check.wrong == cells_at(clues, *flags) & cells_at(clues, (3, 1), (3, 2))


@pytest.mark.parametrize(("count", "is_shown"), [(12, True), (13, False)])
def test_a_proof_names_at_most_twelve_numbers(count: int, is_shown: bool) -> None:
    clues = drawn("#1#o" * count + "##", count)
    end = clues.grid.cell(4 * count + 1, 1)
    proof = prove(clues, [end], mine=False)
    assert proof
    assert len(proof.premises) == count
    assert bool(certain_hint(clues, [end], mine=False).proof) == is_shown
