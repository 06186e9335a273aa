"""How a probability is written: "under 1%", "12.5%", "3 in 5"."""

from fractions import Fraction
from typing import Final

MAX_DENOMINATOR: Final = 20
"""Fractions are written as "3 in 5" up to this denominator, and as percentages beyond it."""


def percent_text(chance: Fraction) -> str:
    """Return a probability to a percent; only certainty is written as 0% or 100%."""
    percent = int(100 * chance + Fraction(1, 2))
    if 0 < chance < 1 and percent in (0, 100):
        return "over 99%" if percent else "under 1%"
    return f"{percent}%"


def precise_percent_text(chance: Fraction) -> str:
    """Return a probability to a tenth of a percent; only certainty is written as 0% or 100%."""
    if not 0 < chance < 1:
        return f"{100 * chance}%"
    tenths = int(1000 * chance + Fraction(1, 2))
    if not 0 < tenths < 1000:
        return "over 99.9%" if tenths else "under 0.1%"
    return f"{tenths // 10}.{tenths % 10}%"


def chance_text(chance: Fraction) -> str:
    """Return a probability as "3 in 5" if the denominator is small, else in percent."""
    if chance.denominator <= MAX_DENOMINATOR:
        return f"{chance.numerator} in {chance.denominator}"
    return percent_text(chance)


def different_chance_texts(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities in the shortest form that tells them apart, if they differ."""
    if max(one.denominator, other.denominator) <= MAX_DENOMINATOR:
        return chance_text(one), chance_text(other)
    return different_percent_texts(one, other)


def different_percent_texts(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Return two probabilities to a percent; to a tenth if only that tells them apart."""
    texts = percent_text(one), percent_text(other)
    if one == other or texts[0] != texts[1]:
        return texts
    return precise_percent_text(one), precise_percent_text(other)
