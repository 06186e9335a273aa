"""Hints and the flag check; every claim is compared with brute force."""

import re
from fractions import Fraction

import pytest

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.counting import Budget
from minesweeper.solver.hints import certain_hint, check_flags, find_hint
from minesweeper.solver.odds import analyse, certain_without_total
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


@pytest.mark.samples(400, 3000)
def test_three_numbers_may_prove_together_what_no_two_of_them_prove(count: int) -> None:
    proofs = [proof for _, proof in some_hints(56, count) if proof.rule == "supposition"]
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
    assert guess.sentence == "Too complex to count, and nothing simple is certain: try (4,1)"
    assert (guess.risk, guess.proof) == (None, None)


def test_a_cell_whose_proof_takes_too_much_work_is_only_called_certain() -> None:
    """All 17 mines have to be counted, in 94 cells that all have to do with each other."""
    clues = lattice(11)._replace(mine_count=17)
    corner = clues.grid.cell(11, 11)
    assert analyse(clues).safe >> corner & 1
    advice = certain_hint(clues, [corner], mine=False)
    assert advice.sentence == "(11,11) is safe, but the proof is too long to show"
    assert (advice.cells, advice.proof, advice.risk) == (1 << corner, None, Fraction(0))


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


# The words

# Each hint has a line with the rule of its proof, the position, the mine total if it plays a part,
# and the cell to be proved if it is not the first one that is found.
WORDINGS = """\
single number; #1#/11#; 1; 3 1
    The 1 at (2,1) already touches its mine at (1,1), as the 1 at (1,2) shows, so (3,1) and
    (3,2) are safe
single number; 3###/####; 4
    The 3 at (1,1) touches only 3 cells that can be mines, so (2,1), (1,2) and (2,2) are
    mines
two numbers; ####/11##; 2
    1-1: the 1 at (1,2) and the 1 at (2,2) share their mine, so (3,1) and (3,2) are safe
mine count; #1.o###/11.o###/...o###; 1
    The only mine is found, so (5,1), (6,1), (7,1) and 6 more are safe
mine count; o#/##; 3
    3 mines are left for 3 cells, so (2,1), (1,2) and (2,2) are mines
mine count; #1#1##; 1; 6 1
    The 1 at (4,1) needs the only mine left, so (1,1) and (6,1) are safe
mine count; #1#1###1; 2; 5 1
    The 1 at (2,1) needs the only mine left, so (5,1) and (6,1) are safe
mine count; #1##1###; 2; 7 1
    The 1 at (2,1) and the 1 at (5,1) need both mines left, and share neither, so (7,1) and
    (8,1) are safe
mine count; ##2###/#####2; 4; 1 1
    The 2 at (3,1) and the 2 at (6,2) need all 4 mines left, and share none, so (1,1) and
    (1,2) are safe
mine count; ###1#1###; 1; 5 1
    The 1 at (4,1) and the 1 at (6,1) together need 2 mines, but only 1 is left, and they
    share only one cell, so (5,1) is a mine
mine count; #222##/######; 3; 6 1
    The 2 at (2,1) and the 2 at (4,1) together need 4 mines, but only 3 are left, and they
    share only one cell, so (6,1) and (6,2) are safe
mine count; #1#1.###.; 2; 7 1
    The 1 at (2,1) needs only one of the 2 mines left, and there is only one other cell, so
    (7,1) is a mine
mine count; ##1##1#1#; 4; 1 1
    The 1 at (3,1) and the 1 at (6,1) need only 2 of the 4 mines left, and there are only 2
    other cells, so (1,1) and (9,1) are mines
all layouts; ##1##1#1#; 4; 7 1
    The numbers at (3,1), (6,1) and (8,1) and the 4 mines left prove together that (7,1) is
    safe
mine count; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 12; 49 1
    The numbers at (2,1), (6,1), (10,1), (14,1), (18,1), (22,1), (26,1), (30,1), (34,1),
    (38,1), (42,1) and (46,1) need all 12 mines left, and share none, so (49,1) and (50,1)
    are safe
all layouts; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 13; 53 1
    The numbers and the 13 mines left prove together that (53,1) is safe
two numbers; ###/11o; any total
    1-1: the 1 at (1,2) and the 1 at (2,2) share their mine, so (3,1) is safe
two numbers; ####/o12o; any total
    1-2: the 2 at (3,2) needs one more mine than the 1 at (2,2) and has only one cell of its
    own, the mine at (4,1), so (1,1) is safe
two numbers; ####/o13#/oooo; any total
    1-3: the 3 at (3,2) needs 2 more mines than the 1 at (2,2) and has only 2 cells of its
    own, the mines at (4,1) and (4,2), so (1,1) is safe
two numbers; ####/o22o/Fooo; any total
    Reduced 1-2: the 2 at (3,2) still needs one more mine than the 2 at (2,2) and has only
    one cell of its own, the mine at (4,1), so (1,1) is safe
two numbers; ###/22o/Foo; any total
    Reduced 1-1: the 2 at (1,2) and the 2 at (2,2) share their last mine, so (3,1) is safe
two numbers; ###/121; any total
    1-2-1: the 1 at (1,2) and the 1 at (3,2) each have one of the 2 mines of the 2 at (2,2),
    so the middle cell (2,1) is safe
two numbers; ####/1221; any total
    1-2-2-1: the 2 at (2,2) and the 2 at (3,2) share their 2 mines, as the numbers at (1,2)
    and (4,2) show, so (1,1) and (4,1) are safe
two numbers; ###/#1#/o1o; any total
    Hole: the 1 at (2,3) and the 1 at (2,2) share their mine, so (1,1), (2,1) and (3,1) are
    safe
corner; ###/23#/F2#; any total
    Reduced corner 1-2-1: the 2 at (1,2) and the 2 at (2,3) each need one of the last 2
    mines of the 3 at (2,2), having too few other cells, so (3,1) is safe
corner; ####/#22o/#2oo/#ooo; any total
    Corner 2-2-2: the 2 at (3,2) and the 2 at (2,3) each need one of the 2 mines of the 2 at
    (2,2), having too few other cells, so (1,1) is safe
corner; ####/#31o/#1oo/#ooo; any total
    Corner 1-3-1: the 1 at (3,2) and the 1 at (2,3) each have only one of the 3 mines of the
    3 at (2,2), which has only one other cell, so (4,1) and (1,4) are safe
guess; 1#######/########/########/########/########; 8
    Nothing is certain. The best guess is (8,1): 19% risk
guess; 1#1./1#21/23##/####; 4
    Nothing is certain. The best guess is (4,3): 40% risk, and a chance of 3 in 5 to win. A
    cell at 20% wins less often
guess; #1.1############/#1.1############; 6
    Nothing is certain. The best guess is (1,1): a fifty-fifty with (1,2), so waiting does
    not help
"""


@pytest.mark.parametrize("row", re.findall(r"^\S.*(?:\n    .*)+", WORDINGS, re.MULTILINE))
def test_a_hint_says_what_to_do_and_why(row: str) -> None:
    head, *lines = map(str.strip, row.splitlines())
    rule, drawing, total, *places = head.split("; ")
    sentence = " ".join(lines)
    clues = drawn(drawing) if total == "any total" else drawn(drawing, int(total))
    if places:
        column, row_number = map(int, places[0].split())
        mine = sentence.endswith(("mine", "mines"))
        advice = certain_hint(clues, [clues.grid.cell(column, row_number)], mine=mine)
    elif total == "any total":
        safe, _ = certain_without_total(clues, Budget(1000))
        advice = certain_hint(clues, cells_of(safe), mine=False)
    else:
        advice = find_hint(clues)
    assert advice.sentence == sentence
    assert rule == (advice.proof.rule if advice.proof else "guess")


@pytest.mark.parametrize(("count", "shown"), [(12, 12), (13, 0)])
def test_the_numbers_of_a_count_are_to_be_looked_at_if_they_are_few(count: int, shown: int) -> None:
    clues = drawn("#1#o" * count + "##", count)
    proof = find_hint(clues, near=clues.grid.cell(4 * count + 1, 1)).proof
    assert proof
    assert (len(proof.premises), len(proof.area)) == (count, shown)
