"""How a probability is written: "under 1%", "12.5%", "3 times in 5"."""

from fractions import Fraction
from typing import Final

from minesweeper.engine.notation import percent_text

MAX_DENOMINATOR: Final = 20
"""Chances are written as "3 times in 5" up to this denominator, and "times in 100" beyond it."""


def chance_percent_text(chance: Fraction, decimals: int = 0) -> str:
    """Return a probability as a percentage; a nearly certain one is "under 1%" or "over 99%"."""
    text, half = percent_text(chance, decimals), Fraction(1, 200 * 10**decimals)
    if 0 < chance < half:
        return f"under {text}"
    return f"over {text}" if 1 - half <= chance < 1 else text


def times_text(chance: Fraction) -> str:
    """Return how often something happens: "3 times in 5", "62 times in 100"."""
    if chance.denominator <= MAX_DENOMINATOR:
        return _times(chance.numerator, chance.denominator)
    return _times(max(1, min(99, round(100 * chance))), 100)


def compared_times(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two chances that differ as "62 times in 100" and "40".

    They are out of 1,000 if out of 100 they would look the same.
    """
    total = 100 if round(100 * one) != round(100 * other) else 1000
    return _times(round(total * one), total), str(round(total * other))


def _times(count: int, total: int) -> str:
    return f"{'once' if count == 1 else f'{count} times'} in {total:,}"


def different_percent_texts(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities to a percent; to a tenth if only that tells them apart."""
    texts = chance_percent_text(one), chance_percent_text(other)
    if one == other or texts[0] != texts[1]:
        return texts
    return chance_percent_text(one, 1), chance_percent_text(other, 1)
