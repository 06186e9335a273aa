"""Hints, the flag check and verdicts; every claim is compared with brute force."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.best_guess import choose_reveal, endgame
from minesweeper.solver.chance_text import percent_text, precise_percent_text
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.hints import check_flags, find_hint
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.phrases import name_by_place
from minesweeper.solver.proofs import Proof
from minesweeper.solver.simulate import best_first, start_playout
from minesweeper.solver.verdicts import Verdict, assess_risk, judge
from tests.harness.positions import (
    clues_in,
    format_clues,
    lattice,
    layouts_by_brute_force,
    numbered,
    small_positions,
    stuck_positions,
    wins_after,
)
from tests.harness.samples import few_or_many

# Revealing (4,3) wins three of the five layouts; (2,1), the cell with the lowest risk, only two.
FOUR_MINES = """
    1#1.
    1#21
    23##
    ####
"""
# No number can ever tell the two cells of the first column apart.
SWAPPED = """
    #1.1############
    #1.1############
"""


def at(clues: Clues, *places: tuple[int, int]) -> CellSet:
    return set_of(clues.grid.cell(*place) for place in places)


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


@few_or_many(200, 700)
def test_the_conclusion_follows_from_the_premises(count: int) -> None:
    hints = some_hints(51, count)
    assert len(hints) > count * 2 // 7
    for clues, proof in hints:
        assert follows(clues, proof, set(proof.premises)), format_clues(clues)


@few_or_many(300, 900)
def test_the_mine_total_is_a_premise_only_if_it_is_needed(count: int) -> None:
    counted = [(clues, proof) for clues, proof in some_hints(53, count) if proof.counts_mines]
    assert len(counted) > count // 45
    for clues, proof in counted:
        open_total = proof._replace(counts_mines=False)
        assert not follows(clues, open_total, set(numbered(clues))), format_clues(clues)
        assert "mine" in str(proof.reason)


@few_or_many(100, 300)
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
        "The 1 at (2,1) already touches its mine, as the 1 at (1,2) shows,"
        " so (3,1) and (3,2) are safe"
    )
    assert advice.proof is not None
    assert advice.proof.rule == "single number"
    assert advice.cells == at(clues, (3, 1), (3, 2))


def test_a_hint_by_two_numbers_compares_them() -> None:
    clues = clues_in("""
        ####
        11##
    """, 2)  # fmt: skip
    proof = proof_of(clues)
    assert proof.rule == "two numbers"
    assert set_of(proof.premises) == at(clues, (1, 2), (2, 2))
    assert proof.cells == at(clues, (3, 1), (3, 2))


@few_or_many(1000, 3000)
def test_three_numbers_may_prove_together_what_no_two_of_them_prove(count: int) -> None:
    proofs = [proof for _, proof in some_hints(56, count) if proof.rule == "several numbers"]
    assert proofs
    assert all(len(proof.premises) >= 3 for proof in proofs)


def test_when_all_mines_are_found_the_rest_is_safe_by_the_mine_count() -> None:
    """The column between the two parts is known to be safe, but its numbers are forgotten."""
    clues = clues_in("""
        #1..###
        11..###
        ....###
    """, 1)  # fmt: skip
    islands = clues._replace(forgotten=at(clues, (4, 1), (4, 2), (4, 3)))
    proof = proof_of(islands)
    assert proof.rule == "mine count"
    assert proof.cells == islands.covered & ~at(clues, (1, 1))
    assert proof.describe(clues.grid).sentence(name_by_place) == (
        "The only mine is found, so (5,1), (6,1), (7,1) and 6 more are safe"
    )


def test_when_as_many_mines_as_cells_are_left_they_are_all_mines() -> None:
    clues = clues_in("##\n##", 3)
    clues = clues._replace(revealed=at(clues, (1, 1)), forgotten=at(clues, (1, 1)))
    proof = proof_of(clues)
    assert proof.mine
    assert proof.rule == "mine count"
    assert str(proof.reason) == "3 mines are left for 3 cells"


def test_a_mine_is_suggested_if_nothing_is_safe_and_it_is_not_flagged() -> None:
    clues = clues_in("3###\n####", 4)
    corner = at(clues, (2, 1), (1, 2), (2, 2))
    advice = find_hint(clues)
    assert advice.cells == corner
    assert advice.proof is not None
    assert advice.proof.mine
    assert advice.sentence == (
        "The 3 at (1,1) touches only 3 cells that can be mines, so (2,1), (1,2) and (2,2) are mines"
    )
    assert find_hint(clues, flags=corner).proof is None


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
    assert advice.cells == at(clues, (4, 3))
    assert advice.risk == Fraction(2, 5)
    assert advice.sentence == "Nothing is certain. The best guess is (4,3): 3 in 5 to win"


def test_a_fifty_fifty_is_to_be_guessed_now() -> None:
    clues = clues_in(SWAPPED, 6)
    advice = find_hint(clues)
    assert advice.cells == at(clues, (1, 1))
    assert advice.sentence == (
        "Nothing is certain. The best guess is (1,1): no number can ever tell it from (1,2)"
    )


@few_or_many(12, 30)
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
    row = row._replace(forgotten=row.revealed & ~at(row, (1, 2), (2, 2), (15, 2), (16, 2)))
    assert find_hint(row, near=row.grid.cell(1, 1)).cells == at(row, (3, 1), (3, 2))
    assert find_hint(row, near=row.grid.cell(16, 1)).cells == at(row, (14, 1), (14, 2))


def test_a_contradiction_gives_no_hint() -> None:
    with pytest.raises(ContradictionError):
        find_hint(clues_in("3#\n##", 2)._replace(mine_count=4))


def test_a_position_too_wide_still_gets_advice() -> None:
    clues = lattice(41)
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
        check = check_flags(clues, at(clues, *flags))
        assert check.sentence == sentence
        assert check.wrong == at(clues, *flags) & at(clues, (3, 1), (3, 2))


def test_the_verdict_on_an_avoidable_loss_names_the_safe_cells_and_the_reason() -> None:
    clues = clues_in("####\n11##", 2)
    verdict = judge(clues, clues.grid.cell(4, 1))
    assert verdict.is_avoidable
    assert verdict.safe == at(clues, (3, 1), (3, 2))
    assert verdict.sentence.startswith("Avoidable: (3,1) and (3,2) were safe. ")
    assert verdict.explanation is not None
    assert verdict.explanation.proof is not None
    assert verdict.risk is not None
    assert verdict.risk.is_avoidable_guess


def test_the_verdict_on_a_forced_loss_names_its_risk_and_the_lowest_risk() -> None:
    clues = clues_in("1#######\n" + "########\n" * 4, 8)
    best = judge(clues, clues.grid.cell(8, 5))
    assert best.sentence == "Forced guess: 19% was the lowest risk"
    assert best.risk == (Fraction(29, 36), Fraction(7, 36))
    worse = judge(clues, clues.grid.cell(2, 2))
    assert worse.sentence == "Forced guess, but (3,1) was safer: 19%, not 33%"
    for verdict in (best, worse):
        assert not verdict.is_avoidable
        assert verdict.risk is not None
        assert verdict.risk.is_guess
        assert not verdict.risk.is_avoidable_guess


def test_the_verdict_on_a_worse_guess_in_an_endgame_names_what_it_cost() -> None:
    """The cell with the lowest risk, (2,1), wins less often than one that is twice as risky."""
    clues = clues_in(FOUR_MINES, 4)
    safest = judge(clues, clues.grid.cell(2, 1))
    assert safest.risk == (Fraction(4, 5), Fraction(1, 5))
    assert safest.sentence == "Forced guess, but (4,3) was better: 3 in 5 to win, not 2 in 5"
    best = judge(clues, clues.grid.cell(4, 3))
    assert best.risk == (Fraction(3, 5), Fraction(1, 5))
    assert best.sentence == "Forced guess: 3 in 5 was the best chance to win"


@few_or_many(300, 900)
def test_the_chance_to_win_after_a_guess_in_an_endgame_is_that_of_perfect_play(count: int) -> None:
    tested = 0
    for _, clues in small_positions(93, count):
        odds = analyse(clues)
        layouts = [set_of(mines) for mines in layouts_by_brute_force(clues)]
        open_cells = cells_of(clues.covered & ~odds.mines)
        if odds.safe or not open_cells or len(open_cells) > 8 or not 2 <= len(layouts) <= 16:
            continue
        wins = {cell: wins_after(clues, [cell], layouts) for cell in open_cells}
        for cell in open_cells:
            tested += 1
            worse = judge(clues, cell).sentence.startswith("Forced guess, but")
            assert worse == (wins[cell] < max(wins.values())), format_clues(clues)
    assert tested > count // 9


@few_or_many(120, 1000)
def test_the_solvers_own_guess_is_no_mistake(count: int) -> None:
    best_guess_count = 0
    for clues in stuck_positions(4100, count):
        choice = choose_reveal(clues)
        if choice.safe:
            continue
        sentence = judge(clues, choice.cell).sentence
        assert sentence.startswith("Forced guess: "), format_clues(clues)
        best_guess_count += "was the best guess" in sentence
    assert best_guess_count, "some guess has a risk that is not close to the lowest"


def test_a_risk_within_the_tolerance_of_the_solver_is_no_mistake() -> None:
    """Next to the 1 the risk is 1/3, in the sea 9/28: survival is 2% less likely."""
    clues = clues_in("1#######\n" + "########\n" * 3, 10)
    verdict = judge(clues, clues.grid.cell(2, 2))
    assert verdict.risk == (Fraction(2, 3), Fraction(9, 28))
    assert verdict.sentence == "Forced guess: 33% was close to the lowest risk, 32%"


def test_a_guess_at_a_fifty_fifty_is_no_mistake() -> None:
    clues = clues_in(SWAPPED, 6)
    verdict = judge(clues, clues.grid.cell(1, 2))
    assert verdict.risk == (Fraction(1, 2), Fraction(2, 11))
    assert verdict.sentence == "Forced guess: no number could ever tell (1,1) from (1,2)"


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ([(4, 3)], "Avoidable: (4,3) was certainly a mine, and (1,3), (2,3) and (3,3) were safe. "),
        (
            [(1, 1), (1, 2)],
            "Avoidable: one of (1,1) and (1,2) was certainly a mine, and (1,3), (2,3) and ",
        ),
    ],
)
def test_revealing_a_certain_mine_is_not_a_guess(
    cells: list[tuple[int, int]], sentence: str
) -> None:
    clues = clues_in("#1..\n#111\n####", 2)
    verdict = judge(clues, *(clues.grid.cell(*place) for place in cells))
    assert verdict.is_avoidable
    assert verdict.risk is not None
    assert not verdict.risk.is_guess
    assert verdict.sentence.startswith(sentence)


def test_if_nothing_was_safe_the_verdict_says_how_the_mine_could_be_known() -> None:
    clues = clues_in("3###\n####", 4)
    verdict = judge(clues, clues.grid.cell(2, 2))
    assert verdict.is_avoidable
    assert verdict.sentence == (
        "Avoidable: (2,2) was certainly a mine. The 3 at (1,1) touches only 3 cells that can"
        " be mines, so (2,1), (1,2) and (2,2) are mines"
    )


def verdicts_on_the_solver(setup: Setup, seeds: range) -> list[Verdict]:
    """Return the verdict on each guess that the solver makes, which includes all its losses."""
    verdicts = []
    first = best_first(setup)
    for seed in seeds:
        board = deal(setup, seed, first)
        if board.is_mine(first):
            continue
        playout = start_playout(board, first)
        alive = True
        while alive and not playout.is_cleared:
            clues = playout.clues()
            choice = choose_reveal(clues)
            alive = not board.is_mine(choice.cell)
            if not choice.safe:
                verdicts.append(judge(clues, choice.cell))
            playout.reveal(choice.safe or CellSet(alive << choice.cell))
    return verdicts


def all_forced(verdicts: list[Verdict]) -> bool:
    return all(
        not verdict.is_avoidable and verdict.sentence.startswith("Forced guess: ")
        for verdict in verdicts
    )


def test_no_guess_of_the_solver_is_called_a_mistake() -> None:
    verdicts = verdicts_on_the_solver(Setup(9, 9, 18), range(40))
    verdicts += verdicts_on_the_solver(Setup(30, 16, 99), range(2))
    assert len(verdicts) > 40
    assert all_forced(verdicts)


@pytest.mark.long
def test_no_guess_of_the_solver_in_hundreds_of_games_is_called_a_mistake() -> None:
    for setup in (Setup(9, 9, 18), Setup(8, 8, 14, "any"), Setup(16, 16, 40, "safe")):
        assert all_forced(verdicts_on_the_solver(setup, range(300)))
    verdicts = verdicts_on_the_solver(Setup(30, 16, 99, "safe"), range(300))
    assert len(verdicts) > 900
    assert all_forced(verdicts)


def test_the_survival_of_several_cells_is_the_share_of_layouts_without_a_mine_in_any() -> None:
    rng = Random(57)
    for _, clues in small_positions(58, 200):
        covered = cells_of(clues.covered)
        if not covered or clues.covered == analyse(clues).mines:
            continue
        cells = rng.sample(covered, min(len(covered), rng.randrange(1, 4)))
        risk = assess_risk(clues, *cells)
        assert risk is not None
        assert risk.survival == survival_by_brute_force(clues, cells), format_clues(clues)


def survival_by_brute_force(clues: Clues, cells: list[Cell]) -> Fraction:
    layouts = layouts_by_brute_force(clues)
    alive = [mines for mines in layouts if not mines.intersection(cells)]
    return Fraction(len(alive), len(layouts))


def test_a_certain_mine_leaves_no_chance_even_if_the_position_is_too_wide() -> None:
    clues = lattice(41)
    mine = cells_of(analyse(clues).mines)[0]
    assert assess_risk(clues, mine) == (Fraction(0), Fraction(0))
    assert judge(clues, mine).is_avoidable


def test_chances_that_are_nearly_equal_are_written_differently() -> None:
    clues = clues_in("1#### ##### ##### #####", 3)
    assert judge(clues, clues.grid.cell(1, 4)).sentence == (
        "Forced guess, but (5,2) was better: 81.4% to win, not 81.1%"
    )


@few_or_many(300, 900)
def test_a_chord_in_an_endgame_wins_what_is_left_after_all_its_numbers(count: int) -> None:
    tested = 0
    for _, clues in small_positions(94, count):
        layouts = [set_of(mines) for mines in layouts_by_brute_force(clues)]
        odds = analyse(clues)
        if odds.safe or not 2 <= clues.covered.bit_count() <= 8 or not 3 <= len(layouts) <= 16:
            continue
        assert isinstance(odds, Odds)
        ending = endgame(clues, odds)
        assert ending is not None
        for pair in combinations(cells_of(clues.covered & ~odds.mines), 2):
            tested += 1
            wins = wins_after(clues, pair, layouts)
            assert ending.win_count_after(set_of(pair)) == wins, format_clues(clues)
    assert tested > count // 8 - 12


def test_a_proof_by_the_mine_count_names_the_mines_left() -> None:
    clues = clues_in("#1#1##", 1)
    assert find_hint(clues, near=clues.grid.cell(6, 1)).sentence == (
        "Counting the 1 mine left, (6,1) is safe in every layout"
    )
    proved = clues_in("#1#1###1", 2)
    assert find_hint(proved, near=proved.grid.cell(5, 1)).sentence == (
        "Counting the 1 mine left, (5,1) is safe in every layout"
    )


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 10**30), "under 0.1%"),
        (Fraction(1, 3000), "under 0.1%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(2999, 3000), "over 99.9%"),
        (1 - Fraction(1, 10**30), "over 99.9%"),
        (Fraction(1), "100%"),
    ],
)
def test_only_certainty_is_written_as_0_or_100_percent(chance: Fraction, text: str) -> None:
    assert precise_percent_text(chance) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "under 1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(2, 3), "67%"),
        (Fraction(99, 480), "21%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_a_chance_is_rounded_to_the_nearest_percent_but_never_to_a_certainty(
    chance: Fraction, text: str
) -> None:
    assert percent_text(chance) == text
