"""What the reveals of a game risked, counted from one to the next: the same as counted anew."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues, clues_of, parse_position
from minesweeper.solver.counting import count_layouts
from minesweeper.solver.deduction import deduce
from minesweeper.solver.survivals import Survivals
from minesweeper.solver.verdicts import assess_risk
from tests.harness.positions import lattice, random_board, scattered
from tests.harness.work import count_calls


def game_of_any_reveals(rng: Random, size: tuple[int, int, int]) -> list[tuple[Clues, CellSet]]:
    """Return the clues before each reveal of safe cells, one or a few at once, and the cells."""
    board = random_board(rng, *size)
    game = Game(Setup(*size, win="clear"), board)
    reveals = []
    safe = [cell for cell in board.grid if not board.is_mine(cell)]
    rng.shuffle(safe)
    while game.status is Status.PLAYING:
        covered = [cell for cell in safe if not game.is_revealed(cell)]
        cells = covered[: rng.choice([1, 1, 2, 3])]
        if clues_of(game).revealed:
            reveals.append((clues_of(game), set_of(cells)))
        for cell in cells:
            game.play(Move("reveal", cell))
    return reveals


@pytest.mark.samples(30, 600)
def test_each_chance_is_that_of_the_whole_board(count: int) -> None:
    rng, guesses = Random(3), 0
    for _ in range(count):
        survivals = Survivals()
        for clues, cells in game_of_any_reveals(
            rng, rng.choice([(5, 4, 5), (9, 9, 14), (20, 3, 9)])
        ):
            risk = assess_risk(clues, *cells_of(cells))
            assert risk
            guesses += risk.is_guess
            assert survivals.chance(clues, cells, deduce(clues)) == risk.survival
    assert guesses > 3 * count


@pytest.mark.parametrize(("cell", "chance"), [((2, 1), 0), ((1, 3), 1)])
def test_what_is_certain_has_a_chance_of_0_or_1(cell: tuple[int, int], chance: int) -> None:
    clues = parse_position("1#1\n111\n###", 1)
    revealed = CellSet(1 << clues.grid.cell(*cell))
    assert Survivals().chance(clues, revealed, deduce(clues)) == chance


def test_all_cells_of_a_number_cannot_be_safe_at_once() -> None:
    clues = parse_position("1#\n##", 1)
    assert Survivals().chance(clues, clues.covered, deduce(clues)) == 0


def test_what_a_reveal_does_not_change_is_not_counted_again() -> None:
    clues, survivals = scattered(40, 40, 300, 300, 1), Survivals()
    counts = []
    for cell in risky_cells(clues)[:20]:
        ask = partial(survivals.chance, clues, CellSet(1 << cell), deduce(clues))
        calls, _ = count_calls(count_layouts, ask)
        counts.append(calls)
        clues = clues.with_safe(CellSet(1 << cell))
    assert counts[0] > 20
    assert max(counts[1:]) < 5


def risky_cells(clues: Clues) -> list[Cell]:
    proved = deduce(clues)
    return cells_of(clues.covered & ~(proved.safe | proved.mines))


def test_too_much_work_is_no_answer_and_spoils_no_later_one() -> None:
    wide, clues = lattice(61), parse_position("1#\n##", 1)
    survivals = Survivals()
    for asked, chance in [(wide, None), (clues, Fraction(2, 3)), (wide, None)]:
        cell = CellSet(1 << risky_cells(asked)[-1])
        assert survivals.chance(asked, cell, deduce(asked)) == chance
