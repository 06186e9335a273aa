"""The search for windows in the solver's own games, at moments that call for a lesson's rule."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from minesweeper.engine.cells import NO_CELLS, CellSet, Grid, cells_of, grow, neighbour_sets, set_of
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.learn.classification import find_certain, lesson_of
from minesweeper.learn.lessons import WHOLE_BOARD_LESSONS
from minesweeper.learn.windows import Window, cut_window, whole_board
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Deduction, Position, deduce_next, single_numbers
from minesweeper.solver.patterns import find_patterns
from minesweeper.solver.playout import Playout, start_playout
from minesweeper.solver.proofs import Proof, prove, small_proofs

BOARDS: Final = (Setup(9, 9, 13), Setup(9, 9, 17), Setup(12, 12, 31), Setup(16, 16, 45))
DENSE_BOARDS: Final = (Setup(8, 8, 15), Setup(9, 9, 17), Setup(9, 9, 20))
"""Boards on which several numbers are needed more often."""
SMALL_BOARDS: Final = (Setup(5, 5, 5), Setup(6, 5, 6), Setup(7, 6, 9), Setup(8, 7, 12))
"""Boards that are shown whole, near their end."""
CUTS: Final = 3
"""How many windows, with different margins, are cut around the same numbers."""
MAX_SKIPPED: Final = 8
"""At most this many steps of a game are skipped, so that windows are found at any moment."""


def windows_of_game(lesson: int, rng: Random) -> Iterator[Window | None]:
    """Yield windows of a game that may be good for a lesson; None after each step without one."""
    is_whole = lesson in WHOLE_BOARD_LESSONS
    boards = SMALL_BOARDS if is_whole else DENSE_BOARDS if lesson >= 11 else BOARDS
    game = _play(rng.choice(boards), rng)
    for playout in islice(game, rng.randint(0, MAX_SKIPPED), None):
        clues = playout.clues()._replace(known_mines=playout.position.mines)
        if is_whole:
            is_stuck = not any(deduce_next(playout.position))
            yield whole_board(clues) if is_stuck else None
        elif numbers := _choose_numbers(lesson, clues, playout.position, rng):
            yield from (cut_window(clues, numbers, rng) for _ in range(CUTS))
        else:
            yield None


def _play(setup: Setup, rng: Random) -> Iterator[Playout]:
    """Yield a game of the solver before each of its steps.

    It uses single numbers first, then pairs; where it has to guess, it is always lucky.
    """
    first = rng.choice(list(Grid(setup.width, setup.height)))
    playout = start_playout(deal(setup, rng.getrandbits(64), first), first)
    while not playout.is_cleared:
        yield playout
        safe, mines = deduce_next(playout.position)
        playout.position.mines |= mines
        playout.reveal(safe if safe or mines else _lucky_guess(playout, rng))


def _lucky_guess(playout: Playout, rng: Random) -> CellSet:
    """Return a safe cell, next to a number if there is one."""
    safe = playout.safe & ~playout.revealed
    near = safe & grow(playout.revealed, playout.grid.stride)
    return CellSet(1 << rng.choice(cells_of(near or safe)))


def _choose_numbers(lesson: int, clues: Clues, position: Position, rng: Random) -> CellSet:
    """Return numbers that may prove something by the rule of a lesson; none if there are none."""
    alone = single_numbers(position)
    if lesson <= 2:
        return _choose_number(alone.mines if lesson == 1 else alone.safe, position, rng)
    if any(alone):
        return NO_CELLS
    patterns = find_patterns(clues, position)
    fitting = [each.numbers for each in patterns if lesson_of(each) == lesson]
    if fitting:
        return set_of(rng.choice(fitting))
    return NO_CELLS if patterns or lesson < 11 else _choose_many_numbers(lesson, clues, rng)


def _choose_number(proved: CellSet, position: Position, rng: Random) -> CellSet:
    """Return a number next to a proved cell."""
    if not proved:
        return NO_CELLS
    near = neighbour_sets(position.grid)[rng.choice(cells_of(proved))]
    return CellSet(1 << rng.choice(cells_of(near & position.numbered)))


def _choose_many_numbers(lesson: int, clues: Clues, rng: Random) -> CellSet:
    """Return the numbers of a proof from three numbers, or, for lesson 12, from more."""
    certain = find_certain(clues, counts_mines=False)
    if not any(certain):
        return NO_CELLS
    proofs = small_proofs(clues, certain)
    if lesson == 12:
        proofs = [] if proofs else _large_proof(clues, certain, rng)
    return set_of(rng.choice(proofs).premises) if proofs else NO_CELLS


def _large_proof(clues: Clues, certain: Deduction, rng: Random) -> list[Proof]:
    """Return the proof of one of the certain cells, if it is not too much work to find."""
    cells = cells_of(certain.safe or certain.mines)
    proof = prove(clues, [rng.choice(cells)], mine=not certain.safe)
    return [proof] if proof else []
