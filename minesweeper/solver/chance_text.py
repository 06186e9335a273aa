"""How a probability is written: "under 1%", "12.5%", "3 in 5"."""

from fractions import Fraction
from typing import Final

from minesweeper.engine.notation import percent_text

MAX_DENOMINATOR: Final = 20
"""Fractions are written as "3 in 5" up to this denominator, and as percentages beyond it."""


def chance_percent_text(chance: Fraction, decimals: int = 0) -> str:
    """Return a probability as a percentage; a nearly certain one is "under 1%" or "over 99%"."""
    text, half = percent_text(chance, decimals), Fraction(1, 200 * 10**decimals)
    if 0 < chance < half:
        return f"under {text}"
    return f"over {text}" if 1 - half <= chance < 1 else text


def chance_text(chance: Fraction) -> str:
    """Return a probability as "3 in 5" if the denominator is small, else in percent."""
    if chance.denominator <= MAX_DENOMINATOR:
        return f"{chance.numerator} in {chance.denominator}"
    return chance_percent_text(chance)


def different_chance_texts(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities in the shortest form that tells them apart, if they differ."""
    if max(one.denominator, other.denominator) <= MAX_DENOMINATOR:
        return chance_text(one), chance_text(other)
    return different_percent_texts(one, other)


def different_percent_texts(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities to a percent; to a tenth if only that tells them apart."""
    texts = chance_percent_text(one), chance_percent_text(other)
    if one == other or texts[0] != texts[1]:
        return texts
    return chance_percent_text(one, 1), chance_percent_text(other, 1)
