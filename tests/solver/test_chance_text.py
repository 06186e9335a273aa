"""How a probability is written."""

from fractions import Fraction

import pytest

from minesweeper.solver.chance_text import chance_percent_text, compared_times, times_text


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


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 2), "once in 2"),
        (Fraction(3, 5), "3 times in 5"),
        (Fraction(19, 20), "19 times in 20"),
        (Fraction(13, 21), "62 times in 100"),
        (Fraction(1, 1000), "once in 100"),
        (Fraction(999, 1000), "99 times in 100"),
    ],
)
def test_a_chance_is_written_as_how_often_something_happens(chance: Fraction, text: str) -> None:
    assert times_text(chance) == text


@pytest.mark.parametrize(
    ("chances", "texts"),
    [
        ((Fraction(3, 5), Fraction(2, 5)), ("60 times in 100", "40")),
        ((Fraction(814, 1000), Fraction(811, 1000)), ("814 times in 1,000", "811")),
        ((Fraction(9, 1000), Fraction(0)), ("once in 100", "0")),
    ],
)
def test_two_chances_that_are_compared_look_different(
    chances: tuple[Fraction, Fraction], texts: tuple[str, str]
) -> None:
    assert compared_times(*chances) == texts
