"""How much the real program sends for a key or a tick: what counts over a slow line."""

from collections.abc import Iterator

import pytest

from tests.bench.program import DOWN, LEFT, RIGHT, UP, Program, playing

EXPERT = ("--level=expert", "--seed=3", "--theme=dark")
STILL = 0.2


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    with playing(*EXPERT) as program:
        program.press(RIGHT * 14 + DOWN * 3, STILL)
        yield program


@pytest.mark.parametrize(("key", "most"), [(RIGHT, 75), (LEFT, 80), (DOWN, 100), (UP, 100)])
def test_a_move_over_covered_cells_sends_two_cells_and_no_row(
    program: Program, key: str, most: int
) -> None:
    """A row of this board would be 170 bytes."""
    assert 40 < program.press(key, STILL).size <= most


def test_an_opening_sends_each_colour_once_in_a_run() -> None:
    """37 cells in 10 rows, the header and what stood below it, each colour with 22 bytes."""
    with playing(*EXPERT) as program:
        program.press(RIGHT * 14 + DOWN * 7, STILL)
        assert program.press("\r", STILL).size <= 850


def test_a_tick_sends_the_clock_alone() -> None:
    with playing(*EXPERT) as program:
        program.press("\r", STILL)
        pieces = program.listen(2.5)
    assert pieces, "the clock runs"
    assert max(len(data) for _, data in pieces) <= 40
