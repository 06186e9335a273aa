"""Numbers drawn as columns of blocks beside an axis, as rows of text: no files, no games."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple


class Blocks(NamedTuple):
    """The characters of a plot: the parts of a column, the full one last, and the axis."""

    parts: str
    tick: str
    side: str
    corner: str
    floor: str


UNICODE_BLOCKS: Final = Blocks("▁▂▃▄▅▆▇█", "┤", "│", "└", "─")
ASCII_BLOCKS: Final = Blocks(".:#", "+", "|", "+", "-")


class Axis(NamedTuple):
    """What the foot of the lowest row stands for, and the top of the highest."""

    low: int
    high: int


# How many columns a value takes at most, where there are few.
WIDEST: Final = 3
PERCENT: Final = Axis(0, 100)


def axis_for(values: Sequence[float]) -> Axis:
    """Return an axis of round numbers around all values, about as narrow as they allow.

    Its ends are multiples of 1, 2 or 5 times a power of ten, at most a quarter of its length beyond
    the values, or 1 where that is more.
    """
    low, high = min(values, default=0), max(values, default=0)
    step = _round_step((high - low) / 4)
    axis = Axis(step * floor(low / step), step * ceil(high / step))
    return axis if axis.high > axis.low else Axis(axis.low, axis.low + step)


def _round_step(most: float) -> int:
    """Return the largest of 1, 2, 5, 10, 20, ... that is no more than this; at least 1."""
    power = 1
    while 10 * power <= most:
        power *= 10
    return power * next(digit for digit in (5, 2, 1) if power * digit <= most or digit == 1)


def plot(
    values: Sequence[float],
    axis: Axis,
    width: int,
    height: int,
    label: Callable[[int], str],
    blocks: Blocks,
) -> list[str]:
    """Return `height` rows and the floor below them, none wider than `width`.

    Each value is a column; where there are more than fit, each column is the mean of as many values
    in a row, and the last may be of fewer. A column's height grows with its value, from one part at
    the foot of the axis, `axis.low`, to all rows at its top, `axis.high`; what lies beyond is drawn
    as they are. The ends of the axis are labelled beside their rows.
    """
    top, foot = label(axis.high), label(axis.low)
    margin = max(len(top), len(foot))
    columns = columns_of(values, max(1, width - margin - 2))
    heights = [_height(value, axis, height * len(blocks.parts)) for value in columns]
    rows = []
    for row in reversed(range(height)):
        text = {0: foot, height - 1: top}.get(row, "")
        side = blocks.tick if text else blocks.side
        drawn = "".join(_part(each, row, blocks.parts) for each in heights)
        rows.append(f"{text:>{margin}} {side}{drawn}".rstrip())
    return [*rows, f"{'':{margin}} {blocks.corner}{blocks.floor * len(heights)}"]


def stretched(values: Sequence[float], columns: int) -> list[float]:
    """Return each value as often as fits so many columns, so that few are no thin line."""
    times = max(1, min(WIDEST, columns // max(1, len(values))))
    return [value for value in values for _ in range(times)]


def columns_of(values: Sequence[float], most: int) -> list[float]:
    """Return at most `most` means of neighbouring values, each of as many."""
    size = max(1, ceil(len(values) / most))
    groups = [values[start : start + size] for start in range(0, len(values), size)]
    return [sum(group) / len(group) for group in groups]


def _height(value: float, axis: Axis, parts: int) -> int:
    """Return of how many parts a column is, from 1 to all."""
    share = (value - axis.low) / (axis.high - axis.low)
    return 1 + round((parts - 1) * min(1.0, max(0.0, share)))


def _part(height: int, row: int, parts: str) -> str:
    """Return what a column of this height shows in a row, which is counted from the foot."""
    filled = min(len(parts), height - row * len(parts))
    return parts[filled - 1] if filled > 0 else " "
