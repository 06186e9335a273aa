"""Fifty-fifties that may be left over, and the risk that they make unavoidable."""

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues, ContradictionError, format_clues, parse_position
from minesweeper.solver.deduction import deduce
from minesweeper.solver.fifty_fifty import LIKELY, Looming, looming, settled_by
from minesweeper.solver.hints import hint, judge
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.player import choose, tolerated
from tests.harness.positions import layouts_by_brute_force, small_positions, stuck_positions
from tests.harness.samples import few_or_many


def odds_of(clues: Clues) -> Odds:
    odds = analyse(clues)
    assert isinstance(odds, Odds)
    return odds


def named(clues: Clues, cells: CellSet) -> list[tuple[int, int]]:
    return [clues.grid.place(cell) for cell in cells_of(cells)]


def test_a_box_in_a_corner_is_a_fifty_fifty_of_two_diagonals() -> None:
    clues = parse_position("##1.\n##21\n12#1\n.111", 3)
    odds = odds_of(clues)
    (box,) = looming(clues, odds)
    assert named(clues, box.mines) == [(1, 1), (2, 2)]
    assert named(clues, box.safe) == [(2, 1), (1, 2)]
    assert not box.witnesses, "the mine that sees one cell of it alone is proved"
    settled = settled_by(clues, deduce(clues), odds)
    assert settled == dict.fromkeys(cells_of(box.mines | box.safe), 1), "1 layout of 2"


def test_a_pair_is_a_fifty_fifty_only_if_its_witnesses_are_mines() -> None:
    """The 3 has one mine in the pair, one at 3,2, and the last at 3,1 or 3,3."""
    clues = parse_position("####\n13##\n.2##\n.1##", 4)
    odds = odds_of(clues)
    pair = next(each for each in looming(clues, odds) if (1, 1) in named(clues, each.mines))
    assert named(clues, pair.witnesses) == [(3, 1)]
    both = [
        layout
        for layout in map(set_of, layouts_by_brute_force(clues))
        if layout & pair.witnesses == pair.witnesses
    ]
    settled = settled_by(clues, deduce(clues), odds)
    assert 2 * settled[clues.grid.cell(1, 1)] == len(both) > 0


def test_a_number_beside_a_pair_keeps_it_from_being_a_fifty_fifty() -> None:
    clues = parse_position("##1.\n111.", 1)
    assert not looming(clues, odds_of(clues))
    assert not settled_by(clues, deduce(clues), odds_of(clues))


@few_or_many(600, 3000)
def test_looming_fifty_fifties_are_swapped_without_a_trace_if_the_witnesses_are_mines(
    count: int,
) -> None:
    found = 0
    for _, clues in small_positions(71, count):
        layouts = {set_of(mines) for mines in layouts_by_brute_force(clues)}
        if len(layouts) < 2 or not clues.covered:
            continue
        odds, expected = odds_of(clues), dict.fromkeys(clues.grid, 0)
        for each in looming(clues, odds):
            one = {layout for layout in layouts if _holds(each, layout)}
            assert {layout ^ (each.mines | each.safe) for layout in one} <= layouts
            found += len(one)
            if 2 * len(one) >= LIKELY * len(layouts):
                for cell in cells_of(each.mines | each.safe | each.witnesses):
                    expected[cell] += len(one)
        for cell, lost in expected.items():
            mined = sum(layout >> cell & 1 for layout in layouts)
            expected[cell] = min(lost, mined, len(layouts) - mined)
        settled = settled_by(clues, deduce(clues), odds)
        for cell, lost in expected.items():
            assert settled.get(cell, 0) == lost, format_clues(clues)
    assert found > count // 10


def _holds(each: Looming, layout: CellSet) -> bool:
    mines = each.mines | each.witnesses
    return layout & mines == mines and not layout & each.safe


@few_or_many(250, 1000)
def test_more_than_the_lowest_risk_is_taken_only_where_it_would_be_taken_anyway(
    count: int,
) -> None:
    found = 0
    for clues in stuck_positions(7200, count):
        choice = choose(clues)
        if choice.strategy != "look-ahead":
            continue
        assert isinstance(choice.odds, Odds)
        excess = choice.odds.mined_count(choice.cell) - tolerated(choice.odds)
        if excess > 0:
            found += 1
            assert settled_by(clues, deduce(clues), choice.odds)[choice.cell] >= excess
            told = hint(clues, flags=choice.odds.mines).sentence
            assert told.startswith("Nothing is certain. The best guess is (")
            assert told.endswith("% risk")
            assert judge(clues, choice.cell).sentence.startswith("Unavoidable: ")
    assert found


WALLED_IN = """\
.2#3#1...2###1##1#############
.2#3122213#4112232############
1221.1##24#3..1#2#3#3##3######
2#1..135#4#2..112122#22#######
#21..13##31211.111123223######
11.112##42.1#211#11#2#22######
...1#223#1.23#11112243#22#####
...1121211.2#31...1#2#3#######
.....1#21113#2.11111213#######
111..23#23#43312#2..113#######
1#1.12#3#3#3##12#31.1#3#######
222.1#33122343212#11222#######
1#1.23#1..1#2#1.1111#223######
111.1#21..11323111123#3#######
11.1221..1223#3#11#23#########
#1.1#1...1##3#311112#3########
"""


def test_a_cell_that_can_tell_nothing_is_not_guessed_while_others_tell_more() -> None:
    """The cell in the first row, between 3 and 4, can show one number alone; it is no riskier."""
    clues = parse_position(WALLED_IN, 99)
    dead = clues.grid.cell(12, 1)
    choice = choose(clues)
    assert isinstance(choice.odds, Odds)
    assert choice.cell != dead
    assert choice.odds.mined_count(dead) <= choice.odds.mined_count(choice.cell)
    assert sum(_can_show(clues, dead, number) for number in range(9)) == 1


def _can_show(clues: Clues, cell: Cell, number: int) -> bool:
    numbers = bytearray(clues.numbers)
    numbers[cell] = number
    seen = clues._replace(revealed=CellSet(clues.revealed | 1 << cell), numbers=bytes(numbers))
    try:
        return bool(analyse(seen))
    except ContradictionError:
        return False
