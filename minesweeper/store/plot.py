"""Plots of numbers as rows of text: a column of blocks for each value, beside an axis."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple


class Blocks(NamedTuple):
    """The characters of a plot: the partial blocks of a column, the full one last, and the axis."""

    parts: str
    tick: str
    side: str
    corner: str
    floor: str


UNICODE_BLOCKS: Final = Blocks("▁▂▃▄▅▆▇█", "┤", "│", "└", "─")
ASCII_BLOCKS: Final = Blocks(".:#", "+", "|", "+", "-")


class Axis(NamedTuple):
    """The values at the bottom of the lowest row and at the top of the highest."""

    low: int
    high: int


# The largest number of columns for one value.
MAX_COLUMNS_A_VALUE: Final = 3
PERCENT: Final = Axis(0, 100)


def axis_for(values: Sequence[float]) -> Axis:
    """Return an axis between round numbers that holds all values.

    Its ends are multiples of a step from 1, 2, 5, 10, 20, ...: the largest step that is at most a
    quarter of the range of the values, or 1.
    """
    low, high = min(values, default=0), max(values, default=0)
    step = _round_step((high - low) / 4)
    axis = Axis(step * floor(low / step), step * ceil(high / step))
    return axis if axis.high > axis.low else Axis(axis.low, axis.low + step)


def _round_step(limit: float) -> int:
    """Return the largest of 1, 2, 5, 10, 20, ... that does not exceed a limit; at least 1."""
    power = 1
    while 10 * power <= limit:
        power *= 10
    return power * next(digit for digit in (5, 2, 1) if power * digit <= limit or digit == 1)


def plot(
    values: Sequence[float],
    axis: Axis,
    width: int,
    height: int,
    label: Callable[[int], str],
    blocks: Blocks,
) -> list[str]:
    """Return `height` rows and the floor below them, at most `width` columns wide.

    Each value is a column. If there are too many, each column is the mean of several neighbouring
    values. A column is one partial block high at `axis.low`, and fills all rows at `axis.high`;
    values outside the axis are clamped. The ends of the axis are labelled with `label(value)`.
    """
    top, foot = label(axis.high), label(axis.low)
    margin = max(len(top), len(foot))
    columns = bucket_means(values, max(1, width - margin - 2))
    heights = [_height(value, axis, height * len(blocks.parts)) for value in columns]
    rows = []
    for row in reversed(range(height)):
        text = {0: foot, height - 1: top}.get(row, "")
        side = blocks.tick if text else blocks.side
        drawn = "".join(_part(each, row, blocks.parts) for each in heights)
        rows.append(f"{text:>{margin}} {side}{drawn}".rstrip())
    return [*rows, f"{'':{margin}} {blocks.corner}{blocks.floor * len(heights)}"]


def repeat_to_fill(values: Sequence[float], columns: int) -> list[float]:
    """Return each value MAX_COLUMNS_A_VALUE times, or less often so that all fit `columns`."""
    times = max(1, min(MAX_COLUMNS_A_VALUE, columns // max(1, len(values))))
    return [value for value in values for _ in range(times)]


def bucket_means(values: Sequence[float], limit: int) -> list[float]:
    """Return at most `limit` means, each of the same number of neighbouring values.

    The last may be the mean of fewer.
    """
    size = max(1, ceil(len(values) / limit))
    groups = [values[start : start + size] for start in range(0, len(values), size)]
    return [sum(group) / len(group) for group in groups]


def _height(value: float, axis: Axis, parts: int) -> int:
    """Return the height of a column in partial blocks, from 1 to `parts`."""
    share = (value - axis.low) / (axis.high - axis.low)
    return 1 + round((parts - 1) * min(1.0, max(0.0, share)))


def _part(height: int, row: int, parts: str) -> str:
    """Return the block of a column in a row, counted from the bottom; " " above the column."""
    filled = min(len(parts), height - row * len(parts))
    return parts[filled - 1] if filled > 0 else " "
