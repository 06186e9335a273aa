"""Plots of numbers as rows of text: a column of blocks for each value, beside an axis."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Final, NamedTuple


class Blocks(NamedTuple):
    """The characters of a plot: the partial blocks of a column, the full one last, and the axis."""

    parts: str
    tick: str
    side: str
    corner: str
    floor: str


UNICODE_BLOCKS: Final = Blocks("▁▂▃▄▅▆▇█", "┤", "│", "╰", "─")
ASCII_BLOCKS: Final = Blocks(".:#", "+", "|", "+", "-")

# The largest number of columns for one value.
MAX_COLUMNS_A_VALUE: Final = 3


def round_top(values: Iterable[float]) -> int:
    """Return a round number that no value exceeds, for the upper end of an axis.

    It is a multiple of a step from 1, 2, 5, 10, 20, ...: the largest step that is at most a quarter
    of the highest value, or 1.
    """
    highest = max(values, default=0)
    step = _round_step(highest / 4)
    return step * max(1, ceil(highest / step))


def _round_step(limit: float) -> int:
    """Return the largest of 1, 2, 5, 10, 20, ... that does not exceed a limit; at least 1."""
    power = 1
    while 10 * power <= limit:
        power *= 10
    return power * next(digit for digit in (5, 2, 1) if power * digit <= limit or digit == 1)


def plot(
    values: Sequence[float],
    top: int,
    width: int,
    height: int,
    label: Callable[[int], str],
    blocks: Blocks,
) -> list[str]:
    """Return `height` rows and the floor below them, at most `width` columns wide.

    Each value is a column. If there are too many, each column is the mean of several neighbouring
    values. The axis goes from 0, the floor, to `top`, the tick in the middle of the highest row:
    a column ends there at the latest. Both ends are labelled with `label(value)`.
    """
    labels = {0: label(0), height: label(top)}
    margin = max(map(len, labels.values()))
    columns = bucket_means(values, max(1, width - margin - 2))
    parts = len(blocks.parts)
    heights = [_height(value, top, height * parts - parts // 2) for value in columns]
    rows = []
    for row in reversed(range(height)):
        text = labels.get(row + 1, "")
        side = blocks.tick if text else blocks.side
        drawn = "".join(_part(each, row, blocks.parts) for each in heights)
        rows.append(f"{text:>{margin}} {side}{drawn}".rstrip())
    return [*rows, f"{labels[0]:>{margin}} {blocks.corner}{blocks.floor * len(heights)}"]


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


def _height(value: float, top: int, parts: int) -> int:
    """Return the height of a column in partial blocks, at most `parts`; 0 only for 0."""
    return max(int(value > 0), round(parts * min(1.0, value / top)))


def _part(height: int, row: int, parts: str) -> str:
    """Return the block of a column in a row, counted from the bottom; " " above the column."""
    filled = min(len(parts), height - row * len(parts))
    return parts[filled - 1] if filled > 0 else " "
