"""Which numbers are blamed for a contradiction: those of a real one, and no others."""

from random import Random

import pytest

from minesweeper.engine.cells import NO_CELLS, cells_of
from minesweeper.solver.clues import Clues, parse_position
from minesweeper.solver.contradictions import contradicting_numbers, contradiction_text
from tests.harness.positions import (
    cells_at,
    format_clues,
    layouts_by_brute_force,
    scattered,
    small_positions,
)


def with_wrong_numbers(seed: int, count: int) -> list[Clues]:
    """Return small positions with one number that was invented, or several."""
    rng = Random(seed)
    wrong = []
    for _, clues in small_positions(seed, count):
        numbers = bytearray(clues.numbers)
        for cell in rng.sample(
            cells_of(clues.revealed), rng.randint(0, clues.revealed.bit_count())
        ):
            numbers[cell] = rng.randrange(6)
        wrong.append(clues._replace(numbers=bytes(numbers)))
    return wrong


def agrees_without_total(clues: Clues, numbers: int) -> bool:
    left = clues._replace(forgotten=clues.revealed & ~numbers)
    return bool(layouts_by_brute_force(left, any_total=True))


@pytest.mark.samples(150, 3_000)
def test_numbers_are_blamed_that_contradict_each_other_and_each_is_needed(count: int) -> None:
    blamed = 0
    for clues in with_wrong_numbers(7, count):
        numbers = contradicting_numbers(clues)
        blamed += bool(numbers)
        assert agrees_without_total(clues, clues.revealed) == (not numbers), format_clues(clues)
        if numbers:
            assert not agrees_without_total(clues, numbers), format_clues(clues)
        for number in cells_of(numbers):
            assert agrees_without_total(clues, numbers & ~(1 << number)), format_clues(clues)
    assert blamed > count / 5


@pytest.mark.parametrize(
    ("picture", "mines", "places", "text"),
    [
        ("2#", 1, [(1, 1)], "the number at (1,1) cannot be met"),
        (
            "####\n##41\n####\n##4#\n1#1#",
            7,
            [(4, 2), (3, 4), (3, 5)],
            "the numbers at (4,2), (3,4) and (3,5) contradict each other",
        ),
        ("1#1\n111\n...", 1, [], "the mine total agrees with no layout"),
        ("1#\n##", 3, [], "the mine total agrees with no layout"),
    ],
)
def test_a_contradiction_is_told_by_its_numbers_or_the_total(
    picture: str, mines: int, places: list[tuple[int, int]], text: str
) -> None:
    clues = parse_position(picture, mines)
    assert contradicting_numbers(clues) == cells_at(clues, *places)
    assert contradiction_text(clues) == text


def test_one_wrong_number_among_thousands_is_found() -> None:
    clues = scattered(100, 100, 2_000, 2_000, 1)
    assert contradicting_numbers(clues) == NO_CELLS
    numbers = bytearray(clues.numbers)
    wrong = cells_of(clues.revealed)[1_000]
    numbers[wrong] = 8
    assert contradicting_numbers(clues._replace(numbers=bytes(numbers))) >> wrong & 1
