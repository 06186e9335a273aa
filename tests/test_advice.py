"""Hints, the flag check and the verdict; every claim is held against brute force."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper.advice import check_flags, hint, judge, luck
from minesweeper.cells import Cell, cells_of, set_of
from minesweeper.clues import Clues, ContradictionError
from minesweeper.notation import format_clues, parse_position
from minesweeper.odds import TooWide, analyse
from minesweeper.reasons import Proof
from tests.positions import layouts_by_brute_force, numbered, small_positions
from tests.test_odds import lattice


def drawn(picture: str, mines: int) -> Clues:
    return parse_position("\n".join(picture.split()), mines)


def at(clues: Clues, *places: tuple[int, int]) -> int:
    return set_of(clues.grid.cell(*place) for place in places)


def proof_of(clues: Clues) -> Proof:
    proof = hint(clues).proof
    assert proof is not None
    return proof


def follows(clues: Clues, proof: Proof, premises: set[Cell]) -> bool:
    """Whether the conclusion holds in every layout that agrees with these premises."""
    known = clues._replace(forgotten=clues.revealed & ~set_of(premises))
    layouts = layouts_by_brute_force(known, any_total=not proof.counts_mines)
    if proof.mine:
        return all(proof.cells & ~set_of(mines) == 0 for mines in layouts)
    return all(not proof.cells & set_of(mines) for mines in layouts)


def some_hints(seed: int, count: int) -> list[tuple[Clues, Proof]]:
    """Positions small enough to try all layouts of any total, and what is proved there."""
    hints = []
    for _, clues in small_positions(seed, count):
        if 0 < clues.covered.bit_count() <= 9 and clues.covered.bit_count() > clues.mines:
            proof = hint(clues).proof
            if proof:
                hints.append((clues, proof))
    return hints


def test_the_conclusion_follows_from_the_premises() -> None:
    hints = some_hints(51, 700)
    assert len(hints) > 200
    for clues, proof in hints:
        assert follows(clues, proof, set(proof.premises)), format_clues(clues)


def test_no_premise_can_be_dropped() -> None:
    for clues, proof in some_hints(52, 700):
        for dropped in proof.premises:
            fewer = set(proof.premises) - {dropped}
            assert not follows(clues, proof, fewer), (format_clues(clues), proof)


def test_the_mine_total_is_a_premise_only_where_it_is_needed() -> None:
    counted = [(clues, proof) for clues, proof in some_hints(53, 900) if proof.counts_mines]
    assert len(counted) > 20
    for clues, proof in counted:
        open_total = proof._replace(counts_mines=False)
        assert not follows(clues, open_total, set(numbered(clues))), format_clues(clues)
        assert "mine" in proof.reason


def test_no_fewer_numbers_prove_any_safe_cell() -> None:
    tested = 0
    for clues, proof in some_hints(54, 900):
        if proof.mine or proof.counts_mines or not 2 <= len(proof.premises) <= 4:
            continue
        tested += 1
        for fewer in combinations(numbered(clues), len(proof.premises) - 1):
            known = clues._replace(forgotten=clues.revealed & ~set_of(fewer))
            layouts = layouts_by_brute_force(known, any_total=True)
            assert clues.covered == set_of(frozenset.union(*layouts)), format_clues(clues)
    assert tested > 40


def test_a_hint_is_given_exactly_where_something_is_certain() -> None:
    for _, clues in small_positions(55, 300):
        odds = analyse(clues)
        if clues.covered & ~odds.mines:
            advice = hint(clues)
            certain = odds.safe or odds.mines
            assert (advice.proof is not None) == bool(certain), format_clues(clues)
            if advice.proof:
                assert not advice.cells & ~certain


def test_a_met_number_says_so() -> None:
    clues = drawn("""
        #1#
        11#
    """, 1)  # fmt: skip
    advice = hint(clues, near=clues.grid.cell(3, 1))
    assert advice.sentence == (
        "the 1 at 2,1 already touches 1 mine (see the 1 at 1,2), so 3,1 and 3,2 are safe"
    )
    assert advice.proof is not None
    assert advice.proof.rule == "single number"
    assert advice.cells == at(clues, (3, 1), (3, 2))


def test_two_numbers_say_what_the_one_has_that_the_other_lacks() -> None:
    clues = drawn("""
        ####
        11##
    """, 2)  # fmt: skip
    proof = proof_of(clues)
    assert proof.rule == "two numbers"
    assert set_of(proof.premises) == at(clues, (1, 2), (2, 2))
    assert proof.cells == at(clues, (3, 1), (3, 2))


def test_three_numbers_may_prove_together_what_no_two_of_them_do() -> None:
    found = [proof for _, proof in some_hints(56, 3000) if proof.rule == "several numbers"]
    assert found
    assert all(len(proof.premises) >= 3 for proof in found)


def test_when_all_mines_are_found_the_rest_is_safe_by_the_mine_count() -> None:
    """The column between the two parts is known to be safe, but tells nothing."""
    clues = drawn("""
        #1..###
        11..###
        ....###
    """, 1)  # fmt: skip
    islands = clues._replace(forgotten=at(clues, (4, 1), (4, 2), (4, 3)))
    proof = proof_of(islands)
    assert proof.rule == "mine count"
    assert proof.cells == islands.covered & ~at(clues, (1, 1))
    assert proof.sentence(clues.grid) == (
        "the only mine is found, so 5,1, 6,1, 7,1 and 6 more are safe"
    )


def test_when_as_many_mines_as_cells_are_left_they_are_all_mines() -> None:
    clues = drawn("##\n##", 3)
    clues = clues._replace(revealed=at(clues, (1, 1)), forgotten=at(clues, (1, 1)))
    proof = proof_of(clues)
    assert proof.mine
    assert proof.rule == "mine count"
    assert proof.reason == "3 mines are left for 3 cells"


def test_a_mine_is_hinted_at_where_nothing_is_safe_and_no_flag_stands_on_it() -> None:
    clues = drawn("3###\n####", 4)
    corner = at(clues, (2, 1), (1, 2), (2, 2))
    advice = hint(clues)
    assert advice.cells == corner
    assert advice.proof is not None
    assert advice.proof.mine
    assert advice.sentence == (
        "the 3 at 1,1 touches only 3 cells that can be mines, so 2,1, 1,2 and 2,2 are mines"
    )
    assert hint(clues, flags=corner).proof is None


def test_without_certainty_the_safest_cell_is_named_with_its_risk() -> None:
    clues = drawn("""
        1###
        ####
        ####
    """, 2)  # fmt: skip
    advice = hint(clues)
    assert advice.proof is None
    assert advice.risk == Fraction(1, 8)
    assert advice.sentence == "nothing is certain; 3,1 is the safest guess, a mine in 12%"


def test_of_equal_proofs_the_nearest_is_given() -> None:
    row = drawn("####........####\n11##........##11", 4)
    row = row._replace(forgotten=row.revealed & ~at(row, (1, 2), (2, 2), (15, 2), (16, 2)))
    assert hint(row, near=row.grid.cell(1, 1)).cells == at(row, (3, 1), (3, 2))
    assert hint(row, near=row.grid.cell(16, 1)).cells == at(row, (14, 1), (14, 2))


def test_a_contradiction_is_no_hint() -> None:
    with pytest.raises(ContradictionError):
        hint(drawn("3#\n##", 2)._replace(mines=4))


def test_a_position_too_wide_still_gets_advice() -> None:
    clues = lattice(41)
    assert isinstance(analyse(clues), TooWide)
    advice = hint(clues)
    assert advice.proof is not None
    assert not advice.proof.mine


def test_flags_are_judged_by_what_is_visible_only() -> None:
    for picture, flags, sentence in [
        ("####\n11##", [(3, 1)], "your only flag can be proved wrong"),
        ("####\n11##", [(3, 1), (1, 1)], "1 of your 2 flags can be proved wrong"),
        ("####\n11##", [(1, 1)], "no flag can be proved wrong"),
        ("####\n11##", [], "there are no flags to check"),
    ]:
        clues = drawn(picture, 2)
        check = check_flags(clues, at(clues, *flags))
        assert check.sentence == sentence
        assert check.wrong == at(clues, *flags) & at(clues, (3, 1), (3, 2))


def test_an_avoidable_loss_names_what_was_safe_and_why() -> None:
    clues = drawn("####\n11##", 2)
    verdict = judge(clues, clues.grid.cell(4, 1))
    assert verdict.avoidable
    assert verdict.safe == at(clues, (3, 1), (3, 2))
    assert verdict.sentence.startswith("avoidable: 3,1 and 3,2 were safe; ")
    assert verdict.why is not None
    assert verdict.why.proof is not None
    assert verdict.luck is not None
    assert not verdict.luck.needed


def test_a_forced_loss_names_its_risk_and_the_least_there_was() -> None:
    clues = drawn("1###\n####\n####", 2)
    best = judge(clues, clues.grid.cell(4, 3))
    assert best.sentence == "forced: nothing was safer than its risk of 12%"
    assert best.luck == (Fraction(7, 8), Fraction(1, 8))
    worse = judge(clues, clues.grid.cell(2, 2))
    assert worse.sentence == "a guess was forced, but 3,1 risked 12%, not 33%"
    assert worse.luck is not None
    assert not worse.luck.needed


def test_the_luck_of_several_cells_is_the_share_of_layouts_without_a_mine_in_any() -> None:
    rng = Random(57)
    for _, clues in small_positions(58, 200):
        covered = cells_of(clues.covered)
        if not covered or clues.covered == analyse(clues).mines:
            continue
        cells = rng.sample(covered, min(len(covered), rng.randrange(1, 4)))
        layouts = layouts_by_brute_force(clues)
        alive = [mines for mines in layouts if not mines.intersection(cells)]
        taken = luck(clues, *cells)
        assert taken is not None
        assert taken.chance == Fraction(len(alive), len(layouts)), format_clues(clues)
