"""Every sentence of a proof, read back from its text and compared with brute force."""

from collections import Counter
from random import Random

import pytest

from minesweeper.engine.cells import cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import deduce
from minesweeper.solver.proofs import prove
from tests.harness.brute import certain_cells
from tests.harness.positions import format_clues, random_board, some_clues
from tests.harness.sentences import check_sentence


def random_window(rng: Random) -> Clues:
    """Return a position in which some mines are known; in most of them, all that are obvious."""
    width, height = rng.randrange(3, 7), rng.randrange(3, 6)
    board = random_board(rng, width, height, width * height // rng.randrange(3, 6))
    mines = [cell for cell in board.grid if board.is_mine(cell)]
    known = set_of(rng.sample(mines, rng.randrange(len(mines))))
    clues = some_clues(board, rng)._replace(known_mines=known)
    if rng.random() < 0.2:
        return clues
    obvious = deduce(clues, pairs=False)
    return clues.with_safe(obvious.safe)._replace(known_mines=obvious.mines)


@pytest.mark.samples(120, 2_500)
@pytest.mark.parametrize("with_total", [False, True])
def test_every_claim_of_a_proof_is_true(count: int, with_total: bool) -> None:
    rng = Random(46)
    reasons = Counter[str]()
    while reasons.total() < count:
        clues = random_window(rng)
        safe, mines = certain_cells(clues, with_total=with_total)
        for mine, cells in ((False, safe), (True, mines)):
            for cell in cells_of(cells):
                proof = prove(clues, [cell], mine=mine)
                assert proof, format_clues(clues)
                reasons[proof.pattern.label if proof.pattern else proof.rule] += 1
                check_sentence(str(proof.describe(clues.grid)), clues, proof, with_total=with_total)
    assert {"single number", "supposition", "1-1", "reduced 1-2"} <= {*reasons}
