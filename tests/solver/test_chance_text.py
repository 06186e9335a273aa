"""How a probability is written."""

from fractions import Fraction

import pytest

from minesweeper.solver.chance_text import chance_percent_text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 10**30), "under 0.1%"),
        (Fraction(1, 3000), "under 0.1%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(2999, 3000), "over 99.9%"),
        (1 - Fraction(1, 10**30), "over 99.9%"),
        (Fraction(1), "100%"),
    ],
)
def test_only_certainty_is_written_as_0_or_100_percent(chance: Fraction, text: str) -> None:
    assert chance_percent_text(chance, 1) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "under 1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(1, 8), "13%"),
        (Fraction(2, 3), "67%"),
        (Fraction(99, 480), "21%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_a_chance_is_rounded_to_the_nearest_percent_but_never_to_a_certainty(
    chance: Fraction, text: str
) -> None:
    assert chance_percent_text(chance) == text
