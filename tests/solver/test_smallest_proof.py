"""The fewest numbers that prove a cell, held against searches that share no code with ours."""

from collections.abc import Iterator
from itertools import combinations, count

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues, format_clues, parse_position
from minesweeper.solver.hints import hint
from minesweeper.solver.odds import analyse
from minesweeper.solver.proofs import Proof, prove
from minesweeper.solver.sentences import by_place
from tests.harness.positions import layouts_by_brute_force, numbered, positions_met, small_positions
from tests.harness.samples import few_or_many
from tests.harness.smallest import smallest_proof


def hard_positions(width: int, height: int, mines: int, seed: int) -> Iterator[Clues]:
    """Yield positions in which something is safe that pairs of numbers do not prove."""
    middle = (width + 1) // 2, (height + 1) // 2
    for clues in positions_met(Setup(width, height, mines), middle, count(seed + 1)):
        if analyse(clues).safe:
            yield clues


def hard_proofs(seed: int, most: int) -> Iterator[tuple[Clues, Proof]]:
    """Proofs of four numbers or more, or with the mine count, that claim to be the smallest."""
    for clues in hard_positions(8, 8, 14, seed):
        proof = hint(clues).proof
        if proof and proof.fewest and (len(proof.premises) > 3 or proof.counts_mines):
            yield clues, proof
            most -= 1
            if not most:
                return


def test_the_drawn_position_takes_four_numbers() -> None:
    clues = parse_position(
        "#1...2#2\n111223#2\n..1##322\n1123#2##\n##3#212#\n####2.1#\n####212#\n########\n", 14
    )
    cell = clues.grid.cell(8, 7)
    proof = prove(clues, [cell], mine=False)
    assert proof
    assert proof.cells == 1 << cell
    assert proof.fewest
    assert len(proof.premises) == 4
    assert proof.told(clues.grid).sentence(by_place) == (
        "Taking these 4 numbers together, 8,7 is safe in every layout"
    )


def proves(clues: Clues, proof: Proof, premises: tuple[Cell, ...]) -> bool:
    """Whether these numbers prove any cell to be what the proof says of its own, by trying all."""
    known = clues._replace(forgotten=clues.revealed & ~set_of(premises))
    layouts = layouts_by_brute_force(known, any_total=not proof.counts_mines)
    if proof.mine:
        return bool(set_of(frozenset.intersection(*layouts)))
    return clues.covered != set_of(frozenset.union(*layouts))


def test_no_smaller_set_of_numbers_proves_any_cell() -> None:
    """Of all sets of numbers that could, with the mine count where the proof needs it."""
    tested = 0
    for _, clues in small_positions(61, 1200):
        if not clues.mine_count < clues.covered.bit_count() <= 8 or len(numbered(clues)) > 9:
            continue
        proof = hint(clues).proof
        if not proof:
            continue
        tested += len(proof.premises) > 3 or proof.counts_mines
        assert proof.fewest
        assert proves(clues, proof, proof.premises)
        for size in range(len(proof.premises)):
            for fewer in combinations(numbered(clues), size):
                assert not proves(clues, proof, fewer), (format_clues(clues), proof)
    assert tested > 20


@few_or_many(10, 1000)
def test_proofs_that_claim_to_be_the_smallest_are(count: int) -> None:
    for clues, proof in hard_proofs(300, count):
        (cell, *_) = cells_of(proof.cells)
        smallest = smallest_proof(clues, cell, mine=proof.mine, total=proof.counts_mines)
        assert smallest == len(proof.premises), format_clues(clues)


def test_no_other_safe_cell_has_a_smaller_proof() -> None:
    for clues, proof in hard_proofs(500, 4):
        for cell in cells_of(analyse(clues).safe):
            smallest = smallest_proof(clues, cell, mine=proof.mine, total=proof.counts_mines)
            assert smallest is None or smallest >= len(proof.premises), format_clues(clues)
