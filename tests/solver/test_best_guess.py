"""The solver as a player: single guesses and whole games."""

from fractions import Fraction
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, CellSet, cells_of, neighbour_sets, set_of
from minesweeper.engine.game import Game, Move
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv
from minesweeper.engine.notation import parse_layout
from minesweeper.engine.setup import LEVELS, FirstReveal, Setup
from minesweeper.solver.best_guess import Endgame, choose_reveal, mined_count_limit
from minesweeper.solver.clues import Clues, ContradictionError, clues_of, parse_position
from minesweeper.solver.deduction import deduce
from minesweeper.solver.hints import find_hint
from minesweeper.solver.layouts import draw_layout, list_layouts
from minesweeper.solver.odds import analyse
from minesweeper.solver.playout import best_first, start_playout
from minesweeper.solver.verdicts import judge
from tests.bench.solver import wilson_interval
from tests.harness.positions import (
    clues_in,
    format_clues,
    lattice,
    layouts_by_brute_force,
    most_wins,
    random_board,
    small_positions,
    stuck_positions,
    wins_after,
)
from tests.harness.solver_games import count_wins, solver_wins


def test_a_proved_safe_cell_is_taken_before_any_guess() -> None:
    choice = choose_reveal(parse_position("####\n11##", 2))
    assert choice.strategy == "safe"
    assert choice.cell in cells_of(choice.safe)


def test_a_guess_is_not_made_next_to_a_number_if_the_sea_is_safer() -> None:
    """Next to the 1 the risk is a third; the sea has less."""
    clues = parse_position("1#######\n########\n########\n########", 4)
    choice = choose_reveal(clues)
    assert choice.strategy == "look-ahead"
    assert choice.cell not in clues.grid.neighbours(clues.grid.cell(1, 1))


@pytest.mark.parametrize(
    ("picture", "mines", "better", "worse"),
    [
        ("..1###\n..1###\n1122##\n##2###\n######", 6, (4, 1), (1, 5)),  # to be alive counts
        ("1#1#1\n##2##\n##2##\n#####\n#####", 6, (2, 2), (2, 4)),  # what is unsettled
    ],
)
def test_the_solver_makes_the_guess_that_perfect_play_wins_more_often(
    picture: str, mines: int, better: tuple[int, int], worse: tuple[int, int]
) -> None:
    """Without the named part of a position's value, the solver would make the other guess."""
    clues = parse_position(picture, mines)
    choice = choose_reveal(clues)
    assert (choice.strategy, clues.grid.place(choice.cell)) == ("look-ahead", better)
    layouts = list_layouts(clues, deduce(clues), 1_000)
    assert layouts
    ending = Endgame(clues, layouts, 1_000_000)
    wins, fewer = (ending.win_count_after(set_of([clues.grid.cell(*at)])) for at in (better, worse))
    assert wins is not None
    assert fewer is not None
    assert wins > fewer


@pytest.mark.parametrize(
    ("picture", "mines", "safest", "riskier", "loss", "choice"),
    [
        (
            "#1.1### 11.1### ...12## 1111### ##3#### #######",
            *(10, (7, 3), (5, 1), Fraction(1, 12), (5, 1)),
        ),
        (
            "#1.123## #1.1#### 11.13### #1..1### #21122## ########",
            *(12, (3, 6), (7, 5), Fraction(3, 34), (3, 6)),
        ),
    ],
)
def test_a_cell_that_tells_more_may_be_a_twelfth_less_likely_to_be_survived(
    picture: str,
    mines: int,
    safest: tuple[int, int],
    riskier: tuple[int, int],
    loss: Fraction,
    choice: tuple[int, int],
) -> None:
    clues = clues_in(picture, mines)
    made = choose_reveal(clues)
    assert (made.strategy, clues.grid.place(made.cell)) == ("look-ahead", choice)
    total = made.odds.layout_count
    chances = [total - made.odds.mined_count(cell) for cell in cells_of(clues.covered)]
    best, less = (total - made.odds.mined_count(clues.grid.cell(*at)) for at in (safest, riskier))
    assert best == max(chances)
    assert 1 - Fraction(less, best) == loss


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


def test_a_cell_with_only_one_possible_number_is_not_guessed_while_others_tell_more() -> None:
    """The cell between 3 and 4 in the first row can show only one number; it is no riskier."""
    clues = clues_in(WALLED_IN)
    dead = clues.grid.cell(12, 1)
    choice = choose_reveal(clues)
    assert choice.odds.layout_count
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


@pytest.mark.samples(30, 300)
def test_what_the_player_would_guess_is_judged_forced(count: int) -> None:
    """Even if another cell has less risk, as long as the difference is small."""
    riskier = 0
    for clues in stuck_positions(7200, count):
        choice = choose_reveal(clues)
        if choice.strategy != "look-ahead":
            continue
        assert choice.odds.layout_count
        mined = choice.odds.mined_count(choice.cell)
        assert mined <= mined_count_limit(choice.odds)
        is_riskier = mined > min(group.mined_count for group in choice.odds.risk_groups)
        riskier += is_riskier
        sentence = str(find_hint(clues, flags=choice.odds.mines).sentence)
        assert sentence.endswith("but leads to less." if is_riskier else ": nothing is certain.")
        assert str(judge(clues, choice.cell).if_lost).startswith("Bad luck. ")
    assert riskier > count // 30


@pytest.mark.samples(48, 128)
def test_a_fifty_fifty_is_a_pair_that_can_be_swapped_in_any_layout(count: int) -> None:
    rng = Random(34)
    pair_count = 0
    for clues in stuck_positions(3400, count):
        choice = choose_reveal(clues)
        if choice.strategy != "fifty-fifty":
            continue
        pair_count += 1
        assert choice.odds.layout_count
        (pair,) = (each.cells for each in choice.odds.risk_groups if each.cells >> choice.cell & 1)
        around = neighbour_sets(clues.grid)
        for _ in range(20):
            layout = draw_layout(clues, rng)
            assert layout is not None
            swapped = layout ^ pair
            open_cells = [cell for cell in clues.grid if not (swapped | pair) >> cell & 1]
            assert all(
                (around[cell] & layout).bit_count() == (around[cell] & swapped).bit_count()
                for cell in open_cells
            )
    assert pair_count > 2


def test_if_only_mines_are_left_nothing_can_be_chosen() -> None:
    with pytest.raises(ValueError, match="nothing"):
        choose_reveal(parse_position("#1\n11", 1))


def test_a_position_too_wide_is_still_played() -> None:
    """After revealing the safe cells of the corner, which touch no other number."""
    clues = lattice(61)
    choice = choose_reveal(clues)
    assert choice.strategy == "safe"
    clues = clues.with_safe(choice.safe)
    choice = choose_reveal(clues)
    assert choice.strategy == "too wide"
    assert choice.cell in cells_of(CellSet(clues.covered & ~choice.odds.mines))


@pytest.mark.samples(300, 1500)
def test_the_endgame_wins_as_often_as_perfect_play(count: int) -> None:
    tested = 0
    for _, clues in small_positions(32, count):
        layouts = [set_of(mines) for mines in layouts_by_brute_force(clues)]
        choice = choose_reveal(clues) if 2 <= len(layouts) <= 16 and clues.mine_count else None
        if choice is None or choice.safe or clues.covered.bit_count() > 9:
            continue
        tested += 1
        best = Endgame(clues, layouts, 10_000).best_reveal()
        assert best is not None
        assert best.win_count == most_wins(clues, layouts), format_clues(clues)
        assert best.win_count == wins_after(clues, [best.cell], layouts), format_clues(clues)
    assert tested > count // 75


def test_the_endgame_gives_up_when_its_work_is_used_up() -> None:
    clues = parse_position("####\n####", 2)
    layouts = [set_of(mines) for mines in layouts_by_brute_force(clues)]
    assert Endgame(clues, layouts, 3).best_reveal() is None
    assert Endgame(clues, layouts, 10_000).best_reveal() is not None


def test_a_playout_reveals_the_same_cells_as_a_game() -> None:
    rng = Random(33)
    for _ in range(60):
        width, height = rng.randrange(1, 14), rng.randrange(1, 10)
        mines = rng.randrange(width * height)
        board = random_board(rng, width, height, mines)
        safe = [cell for cell in board.grid if not board.is_mine(cell)]
        first, *others = rng.sample(safe, min(3, len(safe)))
        playout = start_playout(board, first)
        game = Game(Setup(width, height, mines, win="clear"), board)
        game.play(Move("reveal", first))
        for cell in others:
            playout.reveal(set_of([cell]))
            game.play(Move("reveal", cell))
        assert playout.clues()._replace(grid=game.grid) == clues_of(game)


@pytest.mark.samples(25, 500)
def test_the_solver_never_loses_by_a_cell_it_calls_safe(count: int) -> None:
    setup = LEVELS["intermediate"]._replace(first="safe")
    first = best_first(setup)
    for seed in range(count):
        playout = start_playout(deal(setup, seed, first), first)
        is_lost = False
        while not playout.is_cleared and not is_lost:
            choice = choose_reveal(playout.clues())
            assert not choice.safe & playout.mines
            is_lost = bool(playout.mines >> choice.cell & 1)
            playout.reveal(choice.safe or CellSet(1 << choice.cell) & ~playout.mines)


def test_a_board_that_opens_at_once_is_won_without_a_guess() -> None:
    board = parse_layout("*....\n.....\n.....")
    assert bbbv(board) == 1
    assert solver_wins(board, board.grid.cell(5, 3))


def test_look_ahead_works_with_more_layouts_than_a_float_can_hold() -> None:
    board = random_board(Random(38), 60, 80, 1400)
    safe = [cell for cell in board.grid if not board.is_mine(cell)]
    playout = start_playout(board, safe[0])
    playout.reveal(set_of(safe[: len(safe) * 45 // 100]))
    choice = choose_reveal(playout.clues())
    while choice.strategy == "safe":
        playout.reveal(choice.safe)
        choice = choose_reveal(playout.clues())
    assert choice.strategy == "look-ahead"
    assert choice.odds.layout_count
    assert choice.odds.layout_count > 10**400


def test_a_first_reveal_on_a_mine_loses() -> None:
    board: Board = parse_layout("*.\n..")
    assert not solver_wins(board, board.grid.cell(1, 1))


def test_nine_in_ten_beginner_openings_are_won() -> None:
    assert count_wins(LEVELS["beginner"]._replace(first="opening"), range(300)) > 0.94 * 300


@pytest.mark.long
@pytest.mark.parametrize(
    ("level", "first", "goal", "games"),
    [
        ("beginner", "safe", 0.912, 2000),
        ("beginner", "opening", 0.969, 2000),
        ("intermediate", "safe", 0.774, 2000),
        ("intermediate", "opening", 0.885, 2000),
        ("expert", "safe", 0.395, 1000),
        ("expert", "opening", 0.532, 1000),
    ],
)
def test_the_solver_wins_as_often_as_it_should(
    level: str, first: FirstReveal, goal: float, games: int
) -> None:
    won = count_wins(LEVELS[level]._replace(first=first), range(games))
    assert wilson_interval(won, games)[1] >= goal
