"""Exact odds, compared with brute force and with ms_toollib."""

import tracemalloc
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, cells_of, set_of
from minesweeper.solver.clues import Clues, ContradictionError, parse_position
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import deduce
from minesweeper.solver.layouts import draw_layout, draw_small_layout, list_layouts
from minesweeper.solver.odds import ODDS_WORK, Counts, Odds, analyse
from tests.harness.boards import board_of
from tests.harness.positions import (
    clues_from,
    format_clues,
    lattice,
    layouts_by_brute_force,
    scattered,
    small_positions,
    stuck_positions,
)


def odds_of(clues: Clues) -> Odds:
    odds = analyse(clues)
    assert odds.layout_count
    return odds


def probabilities(clues: Clues) -> dict[Cell, Fraction]:
    odds = odds_of(clues)
    risks = {cell: odds.probability(cell) for cell in cells_of(clues.covered)}
    return {cell: risk for cell, risk in risks.items() if risk is not None}


def test_odds_are_the_exact_share_of_layouts() -> None:
    for _, clues in small_positions(11, 440):
        layouts = layouts_by_brute_force(clues)
        mined = Counter(cell for mines in layouts for cell in mines)
        expected = {cell: Fraction(mined[cell], len(layouts)) for cell in cells_of(clues.covered)}
        assert probabilities(clues) == expected, format_clues(clues)


def test_certain_cells_are_the_same_in_every_layout() -> None:
    for _, clues in small_positions(12, 330):
        layouts = layouts_by_brute_force(clues)
        odds = odds_of(clues)
        assert odds.layout_count == len(layouts)
        assert odds.mines == set_of(frozenset.intersection(*layouts))
        assert odds.safe == clues.covered & ~set_of(frozenset.union(*layouts))


def test_an_invented_number_is_a_contradiction_exactly_if_no_layout_agrees() -> None:
    contradictions = 0
    rng = Random(13)
    for _, clues in small_positions(14, 300):
        revealed = cells_of(clues.revealed)
        if not revealed:
            continue
        numbers = bytearray(clues.numbers)
        numbers[rng.choice(revealed)] = rng.randrange(5)
        wrong = clues._replace(numbers=bytes(numbers))
        if layouts_by_brute_force(wrong):
            odds_of(wrong)
        else:
            contradictions += 1
            with pytest.raises(ContradictionError):
                analyse(wrong)
    assert contradictions > 50


def test_the_mine_total_clears_the_sea_when_the_coast_needs_all_mines() -> None:
    clues = parse_position("#1###\n11###", 1)
    corner = set_of([clues.grid.cell(1, 1)])
    assert odds_of(clues).safe == clues.covered & ~corner


def test_a_forgotten_number_proves_nothing_but_its_cell_is_safe() -> None:
    clues = parse_position("1#\n##", 1)
    forgotten = clues._replace(forgotten=clues.revealed, mine_count=2)
    assert set(probabilities(forgotten).values()) == {Fraction(2, 3)}


def test_a_position_too_wide_for_the_budget_says_so_and_keeps_what_is_proved() -> None:
    clues = lattice(41)
    answer = analyse(clues, budget=Budget(3_000))
    assert not answer.layout_count
    assert (answer.safe, answer.mines) == tuple(deduce(clues))
    assert answer.mines
    assert answer.safe
    known = {0: answer.safe, 1: answer.mines, None: clues.covered & ~answer.safe & ~answer.mines}
    for probability, cells in known.items():
        assert {answer.probability(cell) for cell in cells_of(cells)} == {probability}


def test_a_large_board_is_too_wide_for_the_limit_of_work() -> None:
    """A board of 60x60 with 900 mines, a quarter of it revealed at random: minutes of work."""
    budget = Budget(ODDS_WORK)
    assert not analyse(scattered(60, 60, 900, 900, 2), budget=budget).layout_count
    assert budget.left < 0


def test_if_a_component_is_too_wide_the_others_still_prove_what_they_can() -> None:
    """Left of the lattice several numbers prove a cell together, though no two of them do."""
    small = parse_position("###2\n2###\n##3#\n##2#", 5)
    wide = lattice(41)
    grid = Grid(47, 41)
    numbers = {
        grid.cell(column + moved, row): part.numbers[cell]
        for part, moved in ((small, 0), (wide, 6))
        for cell in cells_of(part.revealed)
        for column, row in [part.grid.place(cell)]
    }
    beside = [grid.cell(5, row) for row in range(1, 6)] + [grid.cell(c, 5) for c in range(1, 5)]
    clues = clues_from(grid, 450, numbers).with_safe(set_of(beside))
    cell = grid.cell(2, 2)
    assert not deduce(clues).safe >> cell & 1
    answer = analyse(clues, budget=Budget(3_000))
    assert not answer.layout_count
    assert answer.safe >> cell & 1


def pairs_of(*numbers: int) -> Clues:
    """Return pairs of equal numbers with three cells between, and just enough mines for those."""
    grid = Grid(6 * len(numbers), 3)
    numbers_by_cell = {
        grid.cell(6 * at + column, 2): number
        for at, number in enumerate(numbers)
        for column in (2, 4)
    }
    return clues_from(grid, sum(numbers), numbers_by_cell)


def test_no_layout_of_a_position_too_wide_to_count_is_drawn_or_listed() -> None:
    clues = lattice(61)
    assert draw_layout(clues, Random(1)) is None
    assert draw_small_layout(clues, Random(1)) is None
    assert list_layouts(clues, deduce(clues)) is None


def test_no_layout_is_drawn_that_the_mine_total_contradicts() -> None:
    with pytest.raises(ContradictionError):
        draw_layout(parse_position("1#", 1)._replace(mine_count=2), Random(1))


def test_few_layouts_are_listed_though_the_parts_have_millions() -> None:
    clues = pairs_of(3, 3, 2, 2, 2, 2)
    between = [set_of(clues.grid.cell(6 * at + 3, row) for row in (1, 2, 3)) for at in range(6)]
    tracemalloc.start()
    layouts = list_layouts(clues, deduce(clues), 400)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert layouts is not None
    assert len(set(layouts)) == len(layouts) == 3**4
    for mines in layouts:
        assert [(mines & cells).bit_count() for cells in between] == [3, 3, 2, 2, 2, 2]
    assert peak < 2e6


def test_too_many_layouts_are_not_listed() -> None:
    clues = pairs_of(2, 2, 2, 2)
    assert list_layouts(clues, deduce(clues), 80) is None
    layouts = list_layouts(clues, deduce(clues), 81)
    assert layouts is not None
    assert len(layouts) == 81


def test_equal_calls_return_the_same_with_and_without_remembered_counts() -> None:
    counts: Counts = {}
    for _, clues in small_positions(15, 60):
        assert analyse(clues, counts=counts) == analyse(clues)


def test_every_layout_is_listed_once() -> None:
    for _, clues in small_positions(16, 330):
        expected = {set_of(mines) for mines in layouts_by_brute_force(clues)}
        listed = list_layouts(clues, deduce(clues))
        if len(expected) > 60:
            assert listed is None
        elif listed is not None:
            assert len(listed) == len(expected)
            assert set(listed) == expected


def is_uniform(
    clues: Clues, rng: Random, *, safe: CellSet = NO_CELLS, mines: CellSet = NO_CELLS
) -> bool:
    """Return whether drawn layouts are uniform, by a chi-square test over all that may be drawn."""
    layouts = [set_of(layout) for layout in layouts_by_brute_force(clues)]
    layouts = [each for each in layouts if not each & safe and not mines & ~each]
    draws = range(40 * len(layouts))
    drawn = Counter(draw_layout(clues, rng, safe=safe, mines=mines) for _ in draws)
    square = sum((drawn[layout] - 40) ** 2 / 40 for layout in layouts)
    freedom = len(layouts) - 1
    return set(drawn) <= set(layouts) and square < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.samples(60, 300)
def test_drawn_layouts_are_uniform_by_chi_square_over_all_of_them(count: int) -> None:
    rng = Random(17)
    positions = [clues for _, clues in small_positions(18, count)]
    tested = [clues for clues in positions if 10 <= len(layouts_by_brute_force(clues)) <= 40]
    assert len(tested) >= count // 30
    for clues in tested:
        assert is_uniform(clues, rng), format_clues(clues)


def test_drawn_layouts_are_uniform_if_groups_of_several_cells_share_a_number() -> None:
    for picture, mines in (("#######\n#2#2#1#", 4), ("#######\n#1#2#2#", 4), ("####\n#3#2", 3)):
        assert is_uniform(parse_position(picture, mines), Random(19)), picture


@pytest.mark.parametrize(
    ("seed", "layout"),
    [
        (
            1,
            """
            *......**
            ..*.*...*
            .........
            **.....*.
            """,
        ),
        (
            2,
            """
            *..*...*.
            ....*...*
            .*.......
            ...*..*.*
            """,
        ),
        (
            2**64 - 1,
            """
            ........*
            *...*...*
            ..*......
            .**.*.*..
            """,
        ),
    ],
)
def test_a_seed_draws_the_layout_it_has_always_drawn(seed: int, layout: str) -> None:
    """As for dealt boards, these must not change, whatever the platform or the Python version."""
    clues = parse_position("#########\n#2#2#1###\n#########\n#########", 9)
    board = board_of(layout)
    mines = set_of(cell for cell in board.grid if board.is_mine(cell))
    assert draw_layout(clues, Random(seed)) == mines


def test_a_layout_can_be_drawn_in_which_a_guess_is_safe_or_deadly() -> None:
    clues = parse_position("#######\n#2#2#1#", 4)
    guess = set_of([clues.grid.cell(2, 1)])
    assert is_uniform(clues, Random(22), safe=guess)
    assert is_uniform(clues, Random(22), mines=guess)


@pytest.mark.samples(30, 500)
def test_stuck_expert_positions_have_the_odds_of_ms_toollib(count: int) -> None:
    toollib = pytest.importorskip("ms_toollib")
    for clues in stuck_positions(20, count):
        entries = [clues.numbers[cell] if clues.revealed >> cell & 1 else 10 for cell in clues.grid]
        rows = [entries[at : at + 30] for at in range(0, len(entries), 30)]
        theirs, _ = toollib.cal_probability_onboard(rows, clues.mine_count)
        ours = odds_of(clues)
        for cell in cells_of(clues.covered):
            column, row = clues.grid.place(cell)
            expected = pytest.approx(theirs[row - 1][column - 1], rel=0, abs=1e-12)
            assert ours.mined_count(cell) / ours.layout_count == expected, format_clues(clues)
