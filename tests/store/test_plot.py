"""Numbers drawn as columns beside an axis."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.store.plot import (
    ASCII_BLOCKS,
    UNICODE_BLOCKS,
    Blocks,
    bucket_means,
    plot,
    repeat_to_fill,
    round_top,
)

BLOCKS = (UNICODE_BLOCKS, ASCII_BLOCKS)
values = st.lists(st.integers(0, 10**7), min_size=1, max_size=90)


def drawn(text: str) -> list[str]:
    """Return the rows of a picture, between the bars that hold its left edge."""
    return [row.strip().removeprefix("¦") for row in text.strip().splitlines()]


def heights(rows: list[str], parts: str) -> list[int]:
    """Return how many parts each column of a plot without labels has, read off the picture."""
    cells = [row[2:] for row in rows[:-1]]
    width = len(rows[-1]) - 2
    columns = zip(*(row.ljust(width) for row in cells), strict=True)
    return [sum(parts.find(each) + 1 for each in column) for column in columns]


def test_columns_stand_beside_an_axis_whose_ends_are_labelled() -> None:
    rows = plot([0, 1, 50, 75, 100], 100, 40, 3, lambda value: f"{value}%", UNICODE_BLOCKS)
    assert rows == drawn("""
        ¦100% ┤    ▄
        ¦     │  ▂▇█
        ¦     │ ▁███
        ¦  0% ╰─────
    """)


def test_a_plot_can_be_drawn_in_ascii() -> None:
    rows = plot([0, 20, 40, 50, 80], 80, 40, 3, lambda value: f"{value} s", ASCII_BLOCKS)
    assert rows == drawn("""
        ¦80 s +    :
        ¦     |  .:#
        ¦     | :###
        ¦ 0 s +-----
    """)


@pytest.mark.parametrize("values", [[7], [7, 7, 7]])
def test_equal_values_are_columns_of_one_height(values: list[float]) -> None:
    rows = plot(values, round_top(values), 40, 3, str, UNICODE_BLOCKS)
    assert rows[0] == f"7 ┤{len(values) * '▄'}"


def test_where_columns_are_few_each_is_the_mean_of_as_many_values() -> None:
    assert bucket_means([1, 3, 5, 7, 10], 3) == [2, 6, 10]
    assert bucket_means([1, 2, 3], 3) == [1, 2, 3]
    assert bucket_means([], 3) == []


def test_few_values_are_stretched_to_no_more_than_fit() -> None:
    assert repeat_to_fill([1, 2], 9) == [1, 1, 1, 2, 2, 2]
    assert repeat_to_fill([1, 2], 5) == [1, 1, 2, 2]
    assert repeat_to_fill([1, 2, 3], 2) == [1, 2, 3]
    assert repeat_to_fill([], 9) == []


def test_an_axis_ends_with_a_round_number() -> None:
    assert round_top([41.2, 63.9]) == 70
    assert round_top([7]) == 7
    assert round_top([0.2, 0.9]) == 1
    assert round_top([1_234, 9_876]) == 10_000
    assert round_top([0]) == 1
    assert round_top([]) == 1


@given(values)
def test_an_axis_holds_all_values_and_wastes_little(values: list[float]) -> None:
    beyond = round_top(values) - max(values)
    assert 0 <= beyond <= max(1, max(values) / 4)


@given(values, st.integers(2, 9), st.sampled_from(BLOCKS))
def test_the_higher_value_has_the_higher_column(
    values: list[float], height: int, blocks: Blocks
) -> None:
    rows = plot(values, round_top(values), 200, height, lambda value: "", blocks)
    found = heights(rows, blocks.parts)
    pairs = sorted(zip(values, found, strict=True))
    assert [column for _, column in pairs] == sorted(found)
    assert [column == 0 for _, column in pairs] == [value == 0 for value, _ in pairs]


@given(values, st.integers(2, 9), st.sampled_from(BLOCKS))
def test_columns_begin_at_zero_and_end_at_the_tick_at_the_latest(
    values: list[float], height: int, blocks: Blocks
) -> None:
    """The tick is in the middle of its row, where a block of half the height ends."""
    top = round_top(values)
    labelled = plot(values, top, 200, height, str, blocks)
    assert labelled[0].split(blocks.tick)[0].strip() == str(top)
    assert labelled[-1].split(blocks.corner)[0].strip() == "0"
    assert all(row.lstrip()[0] == blocks.side for row in labelled[1:-1])
    rows = plot([0, top / 2, top], top, 200, height, lambda value: "", blocks)
    half = len(blocks.parts) // 2
    zero, middle, highest = heights(rows, blocks.parts)
    assert (zero, highest) == (0, height * len(blocks.parts) - half)
    assert abs(2 * middle - highest) <= 1


@given(values, st.integers(12, 60), st.sampled_from(BLOCKS))
def test_no_row_is_wider_than_asked(values: list[float], width: int, blocks: Blocks) -> None:
    rows = plot(values, round_top(values), width, 4, str, blocks)
    assert len(rows) == 5
    assert max(map(len, rows)) <= width
