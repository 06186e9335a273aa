"""Hints and the flag check; every claim is compared with brute force."""

from fractions import Fraction

import pytest

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget
from minesweeper.solver.hints import certain_hint, check_flags, find_hint
from minesweeper.solver.odds import TooWide, analyse, certain_without_total
from minesweeper.solver.phrases import name_by_place
from minesweeper.solver.proofs import Proof
from tests.harness.positions import (
    FOUR_MINES,
    SWAPPED,
    cells_at,
    clues_in,
    drawn,
    format_clues,
    lattice,
    layouts_by_brute_force,
    numbered,
    small_positions,
    stuck_positions,
)


def proof_of(clues: Clues) -> Proof:
    proof = find_hint(clues).proof
    assert proof is not None
    return proof


def follows(clues: Clues, proof: Proof, premises: set[Cell]) -> bool:
    """Return whether the conclusion holds in every layout that agrees with these premises."""
    with_premises = clues._replace(forgotten=clues.revealed & ~set_of(premises))
    layouts = layouts_by_brute_force(with_premises, any_total=not proof.counts_mines)
    if proof.mine:
        return all(proof.cells & ~set_of(mines) == 0 for mines in layouts)
    return all(not proof.cells & set_of(mines) for mines in layouts)


def some_hints(seed: int, count: int) -> list[tuple[Clues, Proof]]:
    """Return positions small enough to try all layouts with any mine total, with their proofs."""
    hints = []
    for _, clues in small_positions(seed, count):
        if 0 < clues.covered.bit_count() <= 9 and clues.covered.bit_count() > clues.mine_count:
            proof = find_hint(clues).proof
            if proof:
                hints.append((clues, proof))
    return hints


@pytest.mark.samples(120, 700)
def test_the_conclusion_follows_from_the_premises(count: int) -> None:
    hints = some_hints(51, count)
    assert len(hints) > count * 2 // 7
    for clues, proof in hints:
        assert follows(clues, proof, set(proof.premises)), format_clues(clues)


@pytest.mark.samples(120, 700)
def test_every_certain_mine_has_a_proof_while_other_cells_are_safe(count: int) -> None:
    proved = 0
    for _, clues in small_positions(53, count):
        if not 0 < clues.covered.bit_count() <= 9:
            continue
        for mine in cells_of(analyse(clues).mines):
            proof = certain_hint(clues, [mine], mine=True).proof
            if proof:
                proved += 1
                assert proof.cells >> mine & 1, format_clues(clues)
                assert follows(clues, proof, set(proof.premises)), format_clues(clues)
    assert proved > count // 2


@pytest.mark.samples(200, 900)
def test_the_mine_total_is_a_premise_only_if_it_is_needed(count: int) -> None:
    counted = [(clues, proof) for clues, proof in some_hints(53, count) if proof.counts_mines]
    assert len(counted) > count // 45
    for clues, proof in counted:
        open_total = proof._replace(counts_mines=False)
        assert not follows(clues, open_total, set(numbered(clues))), format_clues(clues)
        assert "mine" in str(proof.reason)


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


def test_a_hint_by_one_number_says_that_it_has_its_mines() -> None:
    clues = clues_in("""
        #1#
        11#
    """, 1)  # fmt: skip
    advice = find_hint(clues, near=clues.grid.cell(3, 1))
    assert advice.sentence == (
        "The 1 at (2,1) already touches its mine at (1,1), as the 1 at (1,2) shows,"
        " so (3,1) and (3,2) are safe"
    )
    assert advice.proof is not None
    assert advice.proof.rule == "single number"
    assert advice.cells == cells_at(clues, (3, 1), (3, 2))


def test_a_hint_by_two_numbers_compares_them() -> None:
    clues = clues_in("""
        ####
        11##
    """, 2)  # fmt: skip
    proof = proof_of(clues)
    assert proof.rule == "two numbers"
    assert set_of(proof.premises) == cells_at(clues, (1, 2), (2, 2))
    assert proof.cells == cells_at(clues, (3, 1), (3, 2))


@pytest.mark.samples(400, 3000)
def test_three_numbers_may_prove_together_what_no_two_of_them_prove(count: int) -> None:
    proofs = [proof for _, proof in some_hints(56, count) if proof.rule == "supposition"]
    assert proofs
    assert all(len(proof.premises) >= 3 for proof in proofs)


def test_when_all_mines_are_found_the_rest_is_safe_by_the_mine_count() -> None:
    """The column between the two parts is known to be safe, but its numbers are forgotten."""
    clues = clues_in("""
        #1..###
        11..###
        ....###
    """, 1)  # fmt: skip
    islands = clues._replace(forgotten=cells_at(clues, (4, 1), (4, 2), (4, 3)))
    proof = proof_of(islands)
    assert proof.rule == "mine count"
    assert proof.cells == islands.covered & ~cells_at(clues, (1, 1))
    assert proof.describe(clues.grid).sentence(name_by_place) == (
        "The only mine is found, so (5,1), (6,1), (7,1) and 6 more are safe"
    )


def test_when_as_many_mines_as_cells_are_left_they_are_all_mines() -> None:
    clues = clues_in("##\n##", 3)
    clues = clues._replace(revealed=cells_at(clues, (1, 1)), forgotten=cells_at(clues, (1, 1)))
    proof = proof_of(clues)
    assert proof.mine
    assert proof.rule == "mine count"
    assert str(proof.reason) == "3 mines are left for 3 cells"


def test_a_mine_is_suggested_if_nothing_is_safe_and_it_is_not_flagged() -> None:
    clues = clues_in("3###\n####", 4)
    corner = cells_at(clues, (2, 1), (1, 2), (2, 2))
    advice = find_hint(clues)
    assert advice.cells == corner
    assert advice.proof is not None
    assert advice.proof.mine
    assert advice.sentence == (
        "The 3 at (1,1) touches only 3 cells that can be mines, so (2,1), (1,2) and (2,2) are mines"
    )
    assert find_hint(clues, flags=corner).proof is None


def test_a_mine_that_is_known_is_not_suggested() -> None:
    assert find_hint(drawn("#3F/#3F", 3)).is_guess


def test_without_certainty_the_best_guess_is_named_with_its_risk() -> None:
    clues = clues_in("""
        1#######
        ########
        ########
        ########
        ########
    """, 8)  # fmt: skip
    advice = find_hint(clues)
    assert advice.proof is None
    assert advice.cells == 1 << choose_reveal(clues).cell
    assert advice.risk == Fraction(7, 36)
    assert advice.sentence == "Nothing is certain. The best guess is (8,1): 19% risk"


def test_in_an_endgame_the_best_guess_is_named_with_its_chance_to_win() -> None:
    clues = clues_in(FOUR_MINES, 4)
    advice = find_hint(clues)
    assert advice.cells == cells_at(clues, (4, 3))
    assert advice.risk == Fraction(2, 5)
    assert (
        advice.sentence == "Nothing is certain. The best guess is (4,3): 40% risk, "
        "and a chance of 3 in 5 to win. A cell at 20% wins less often"
    )


def test_a_fifty_fifty_is_to_be_guessed_now() -> None:
    clues = clues_in(SWAPPED, 6)
    advice = find_hint(clues)
    assert advice.cells == cells_at(clues, (1, 1))
    assert advice.sentence == (
        "Nothing is certain. The best guess is (1,1): a fifty-fifty with (1,2), "
        "so waiting does not help"
    )


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
    assert isinstance(analyse(clues), TooWide)
    advice = find_hint(clues)
    assert advice.proof is not None
    assert not advice.proof.mine


def test_flags_are_checked_by_visible_numbers_only() -> None:
    for picture, flags, sentence in [
        ("####\n11##", [(3, 1)], "Your only flag can be proved wrong"),
        ("####\n11##", [(3, 1), (1, 1)], "1 of your 2 flags can be proved wrong"),
        ("####\n11##", [(1, 1)], "No flag can be proved wrong"),
        ("####\n11##", [], "There are no flags to check"),
    ]:
        clues = clues_in(picture, 2)
        check = check_flags(clues, cells_at(clues, *flags))
        assert check.sentence == sentence
        assert check.wrong == cells_at(clues, *flags) & cells_at(clues, (3, 1), (3, 2))


def test_a_proof_by_the_mine_count_names_the_mines_left() -> None:
    clues = clues_in("#1#1##", 1)
    assert find_hint(clues, near=clues.grid.cell(6, 1)).sentence == (
        "The 1 at (4,1) needs the only mine left, so (1,1) and (6,1) are safe"
    )
    proved = clues_in("#1#1###1", 2)
    assert find_hint(proved, near=proved.grid.cell(5, 1)).sentence == (
        "The 1 at (2,1) needs the only mine left, so (5,1) and (6,1) are safe"
    )


@pytest.mark.parametrize(
    ("picture", "mine_count", "cell", "sentence"),
    [
        (
            "#1##1###",
            2,
            (7, 1),
            "The 1 at (2,1) and the 1 at (5,1) need both mines left, and share neither,"
            " so (7,1) and (8,1) are safe",
        ),
        (
            "##2### #####2",
            4,
            (1, 1),
            "The 2 at (3,1) and the 2 at (6,2) need all 4 mines left, and share none,"
            " so (1,1) and (1,2) are safe",
        ),
        (
            "###1#1###",
            1,
            (5, 1),
            "The 1 at (4,1) and the 1 at (6,1) together need 2 mines, but only 1 is left,"
            " and they share only one cell, so (5,1) is a mine",
        ),
        (
            "#222## ######",
            3,
            (6, 1),
            "The 2 at (2,1) and the 2 at (4,1) together need 4 mines, but only 3 are left,"
            " and they share only one cell, so (6,1) and (6,2) are safe",
        ),
        (
            "#1#1.###.",
            2,
            (7, 1),
            "The 1 at (2,1) needs only one of the 2 mines left, and there is only one other cell,"
            " so (7,1) is a mine",
        ),
        (
            "##1##1#1#",
            4,
            (1, 1),
            "The 1 at (3,1) and the 1 at (6,1) need only 2 of the 4 mines left,"
            " and there are only 2 other cells, so (1,1) and (9,1) are mines",
        ),
        (
            "##1##1#1#",
            4,
            (7, 1),
            "The numbers at (3,1), (6,1) and (8,1) and the 4 mines left prove together"
            " that (7,1) is safe",
        ),
    ],
)
def test_a_proof_by_the_mine_count_compares_what_numbers_need_with_what_is_left(
    picture: str, mine_count: int, cell: tuple[int, int], sentence: str
) -> None:
    clues = clues_in(picture.replace(" ", "\n"), mine_count)
    target = clues.grid.cell(*cell)
    mine = sentence.endswith(("mine", "mines"))
    assert certain_hint(clues, [target], mine=mine).sentence == sentence


@pytest.mark.parametrize(
    ("drawing", "sentence"),
    [
        ("###/11o", "1-1: the 1 at (1,2) and the 1 at (2,2) share their mine, so (3,1) is safe"),
        (
            "####/o12o",
            "1-2: the 2 at (3,2) needs one more mine than the 1 at (2,2) and has only one cell of"
            " its own, the mine at (4,1), so (1,1) is safe",
        ),
        (
            "####/o13#/oooo",
            "1-3: the 3 at (3,2) needs 2 more mines than the 1 at (2,2) and has only 2 cells of"
            " its own, the mines at (4,1) and (4,2), so (1,1) is safe",
        ),
        (
            "####/o22o/Fooo",
            "Reduced 1-2: the 2 at (3,2) still needs one more mine than the 2 at (2,2) and has only"
            " one cell of its own, the mine at (4,1), so (1,1) is safe",
        ),
        (
            "###/22o/Foo",
            "Reduced 1-1: the 2 at (1,2) and the 2 at (2,2) share their last mine,"
            " so (3,1) is safe",
        ),
        (
            "###/121",
            "1-2-1: the 1 at (1,2) and the 1 at (3,2) each have one of the 2 mines of the 2 at"
            " (2,2), so the middle cell (2,1) is safe",
        ),
        (
            "####/1221",
            "1-2-2-1: the 2 at (2,2) and the 2 at (3,2) share their 2 mines, as the numbers"
            " at (1,2) and (4,2) show, so (1,1) and (4,1) are safe",
        ),
        (
            "###/#1#/o1o",
            "Hole: the 1 at (2,3) and the 1 at (2,2) share their mine,"
            " so (1,1), (2,1) and (3,1) are safe",
        ),
        (
            "###/23#/F2#",
            "Reduced corner 1-2-1: the 2 at (1,2) and the 2 at (2,3) each need one of the last"
            " 2 mines of the 3 at (2,2), having too few other cells, so (3,1) is safe",
        ),
        (
            "####/#22o/#2oo/#ooo",
            "Corner 2-2-2: the 2 at (3,2) and the 2 at (2,3) each need one of the 2 mines of"
            " the 2 at (2,2), having too few other cells, so (1,1) is safe",
        ),
        (
            "####/#31o/#1oo/#ooo",
            "Corner 1-3-1: the 1 at (3,2) and the 1 at (2,3) each have only one of the 3 mines of"
            " the 3 at (2,2), which has only one other cell, so (4,1) and (1,4) are safe",
        ),
    ],
)
def test_a_hint_names_the_pattern_of_its_last_step(drawing: str, sentence: str) -> None:
    clues = drawn(drawing)
    safe, _ = certain_without_total(clues, Budget(1000))
    assert certain_hint(clues, cells_of(safe), mine=False).sentence == sentence
