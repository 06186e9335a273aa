"""Verdicts on reveals, compared with brute force and with the solver's own guesses."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.best_guess import choose_reveal, endgame
from minesweeper.solver.clues import Clues
from minesweeper.solver.hints import find_hint
from minesweeper.solver.odds import analyse
from minesweeper.solver.playout import best_first, start_playout
from minesweeper.solver.verdicts import Verdict, assess_risk, judge
from tests.harness.positions import (
    SWAPPED,
    cells_at,
    clues_in,
    format_clues,
    lattice,
    layouts_by_brute_force,
    small_positions,
    stuck_positions,
    wins_after,
)


def test_an_avoidable_guess_has_the_safe_cells_and_how_they_could_be_known() -> None:
    clues = clues_in("####\n11##", 2)
    verdict = judge(clues, clues.grid.cell(4, 1))
    assert verdict.is_avoidable
    assert verdict.safe == cells_at(clues, (3, 1), (3, 2))
    assert verdict.explanation is not None
    assert verdict.explanation.proof is not None
    assert verdict.risk is not None
    assert verdict.risk.is_avoidable_guess


def test_a_forced_guess_has_its_risk_and_the_lowest_risk() -> None:
    clues = clues_in("1#######\n" + "########\n" * 4, 8)
    best = judge(clues, clues.grid.cell(8, 5))
    assert (best.risk, best.best) == ((Fraction(29, 36), Fraction(7, 36)), None)
    worse = judge(clues, clues.grid.cell(2, 2))
    assert worse.best == clues.grid.cell(8, 1)
    for verdict in (best, worse):
        assert not verdict.is_avoidable
        assert verdict.risk is not None
        assert verdict.risk.is_guess
        assert not verdict.risk.is_avoidable_guess


@pytest.mark.samples(200, 900)
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
            is_worse = wins[cell] < max(wins.values())
            assert is_worse == (judge(clues, cell).best is not None), format_clues(clues)
    assert tested > count // 9


@pytest.mark.samples(40, 200)
def test_hint_and_verdict_call_the_same_cell_the_best(count: int) -> None:
    """The hint's own cell is no mistake, and where another one is, the hint's was better."""
    rng, better, close = Random(4100), 0, 0
    for clues in stuck_positions(4100, count):
        choice = choose_reveal(clues)
        if choice.safe:
            continue
        hint = find_hint(clues, flags=choice.odds.mines)
        assert hint.cells == 1 << choice.cell
        assert judge(clues, choice.cell).best is None, format_clues(clues)
        others = cells_of(clues.covered & ~choice.odds.mines & ~hint.cells)
        for cell in rng.sample(others, min(3, len(others))):
            best = judge(clues, cell).best
            assert best in (None, choice.cell), format_clues(clues)
            better += best is not None
            close += best is None
    assert min(better, close) > count // 10


def test_a_risk_within_the_tolerance_of_the_solver_is_no_mistake() -> None:
    """Next to the 1 the risk is 1/3, in the sea 9/28: survival is 2% less likely."""
    clues = clues_in("1#######\n" + "########\n" * 3, 10)
    verdict = judge(clues, clues.grid.cell(2, 2))
    assert verdict.risk == (Fraction(2, 3), Fraction(9, 28))
    assert verdict.best is None


def test_a_guess_at_a_fifty_fifty_is_no_mistake() -> None:
    clues = clues_in(SWAPPED, 6)
    verdict = judge(clues, clues.grid.cell(1, 2))
    assert verdict.risk == (Fraction(1, 2), Fraction(2, 11))
    assert verdict.best is None


@pytest.mark.parametrize("cells", [[(4, 3)], [(1, 1), (1, 2)]])
def test_what_is_certain_to_explode_is_no_guess(cells: list[tuple[int, int]]) -> None:
    clues = clues_in("#1..\n#111\n####", 2)
    verdict = judge(clues, *(clues.grid.cell(*place) for place in cells))
    assert verdict.is_avoidable
    assert verdict.risk is not None
    assert not verdict.risk.is_guess


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
        not verdict.is_costly and str(verdict.if_lost).startswith("Bad luck. ")
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
        assert all_forced(verdicts_on_the_solver(setup, range(150)))
    verdicts = verdicts_on_the_solver(Setup(30, 16, 99, "safe"), range(150))
    assert len(verdicts) > 450
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
    clues = lattice(61)
    mine = cells_of(analyse(clues).mines)[0]
    assert assess_risk(clues, mine) == (Fraction(0), Fraction(0))
    assert judge(clues, mine).is_avoidable


@pytest.mark.samples(200, 900)
def test_a_chord_in_an_endgame_wins_what_is_left_after_all_its_numbers(count: int) -> None:
    tested = 0
    for _, clues in small_positions(94, count):
        layouts = [set_of(mines) for mines in layouts_by_brute_force(clues)]
        odds = analyse(clues)
        if odds.safe or not 2 <= clues.covered.bit_count() <= 8 or not 3 <= len(layouts) <= 16:
            continue
        assert odds.layout_count
        ending = endgame(clues, odds)
        assert ending is not None
        for pair in combinations(cells_of(clues.covered & ~odds.mines), 2):
            tested += 1
            wins = wins_after(clues, pair, layouts)
            assert ending.win_count_after(set_of(pair)) == wins, format_clues(clues)
    assert tested > count // 15
