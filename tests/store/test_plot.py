"""Numbers drawn as columns beside an axis."""

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.store.plot import (
    ASCII_BLOCKS,
    PERCENT,
    UNICODE_BLOCKS,
    Axis,
    Blocks,
    axis_for,
    bucket_means,
    plot,
    repeat_to_fill,
)

BLOCKS = (UNICODE_BLOCKS, ASCII_BLOCKS)
values = st.lists(st.integers(0, 10**7), min_size=1, max_size=90)


def drawn(text: str) -> list[str]:
    """Return the rows of a picture, between the bars that hold its left edge."""
    return [row.strip().removeprefix("¦") for row in text.strip().splitlines()]


def heights(rows: list[str], parts: str) -> list[int]:
    """Return how many parts each column of a plot without labels has, read off the picture."""
    cells = [row[2:] for row in rows[:-1]]
    width = max(map(len, cells))
    columns = zip(*(row.ljust(width) for row in cells), strict=True)
    return [sum(parts.find(each) + 1 for each in column) for column in columns]


def test_columns_stand_beside_an_axis_whose_ends_are_labelled() -> None:
    rows = plot([0, 25, 50, 75, 100], PERCENT, 40, 3, lambda value: f"{value} %", UNICODE_BLOCKS)
    assert rows == drawn("""
        ¦100 % ┤   ▂█
        ¦      │  ▅██
        ¦  0 % ┤▁▇███
        ¦      └─────
    """)


def test_a_plot_can_be_drawn_in_ascii() -> None:
    rows = plot([20, 30, 40, 50, 80], Axis(20, 80), 40, 3, lambda value: f"{value} s", ASCII_BLOCKS)
    assert rows == drawn("""
        ¦80 s +    #
        ¦     |  .:#
        ¦20 s +.:###
        ¦     +-----
    """)


def test_where_columns_are_few_each_is_the_mean_of_as_many_values() -> None:
    assert bucket_means([1, 3, 5, 7, 10], 3) == [2, 6, 10]
    assert bucket_means([1, 2, 3], 3) == [1, 2, 3]
    assert bucket_means([], 3) == []


def test_few_values_are_stretched_to_no_more_than_fit() -> None:
    assert repeat_to_fill([1, 2], 9) == [1, 1, 1, 2, 2, 2]
    assert repeat_to_fill([1, 2], 5) == [1, 1, 2, 2]
    assert repeat_to_fill([1, 2, 3], 2) == [1, 2, 3]
    assert repeat_to_fill([], 9) == []


def test_an_axis_ends_with_round_numbers() -> None:
    assert axis_for([41.2, 63.9]) == (40, 65)
    assert axis_for([7]) == (7, 8)
    assert axis_for([0.2, 0.9]) == (0, 1)
    assert axis_for([1_234, 9_876]) == (0, 10_000)
    assert axis_for([]) == (0, 1)


@given(values)
def test_an_axis_holds_all_values_and_wastes_little(values: list[float]) -> None:
    low, high = axis_for(values)
    assert low <= min(values) <= max(values) <= high
    beyond = max(1, (max(values) - min(values)) / 4)
    assert min(values) - low <= beyond
    assert high - max(values) <= beyond


@given(values, st.integers(2, 9), st.sampled_from(BLOCKS))
def test_the_higher_value_has_the_higher_column(
    values: list[float], height: int, blocks: Blocks
) -> None:
    rows = plot(values, axis_for(values), 200, height, lambda value: "", blocks)
    found = heights(rows, blocks.parts)
    pairs = sorted(zip(values, found, strict=True))
    assert [column for _, column in pairs] == sorted(found)
    assert min(found) > 0


@given(values, st.integers(2, 9), st.sampled_from(BLOCKS))
def test_the_labels_say_where_the_axis_starts_and_ends(
    values: list[float], height: int, blocks: Blocks
) -> None:
    """Values at the ends of the axis, as these are labelled, are the lowest and highest columns."""
    axis = axis_for(values)
    labelled = plot(values, axis, 200, height, str, blocks)
    top, foot = (int(labelled[row].split()[0].rstrip(blocks.tick)) for row in (0, height - 1))
    rows = plot([foot, top], axis, 200, height, lambda value: "", blocks)
    assert heights(rows, blocks.parts) == [1, height * len(blocks.parts)]
    assert all(row.lstrip()[0] == blocks.side for row in labelled[1 : height - 1])


@given(values, st.integers(12, 60), st.sampled_from(BLOCKS))
def test_no_row_is_wider_than_asked(values: list[float], width: int, blocks: Blocks) -> None:
    rows = plot(values, axis_for(values), width, 4, str, blocks)
    assert len(rows) == 5
    assert max(map(len, rows)) <= width
