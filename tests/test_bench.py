"""The table of measurements: that each row can be measured, whatever figure comes out."""

import json
import os
from collections.abc import Iterable

import pytest

from tests.bench import huge, screen, whole
from tests.bench.__main__ import BENCHES, main
from tests.bench.engine import snake
from tests.bench.solver import wilson_interval
from tests.bench.table import Bench, Goal, Row, format_row

NAMES = [name for bench in BENCHES for name in bench.names]
IN_A_TERMINAL = [*whole.BENCHES, *screen.BENCHES, *huge.BENCHES]


def test_every_row_has_a_unique_name() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_the_list_names_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert capsys.readouterr().out.split() == NAMES


def test_an_unknown_row_is_an_error() -> None:
    with pytest.raises(SystemExit, match="no row is called tea"):
        main(["tea"])


def assert_all_rows(benches: Iterable[Bench], capsys: pytest.CaptureFixture[str]) -> None:
    """Run benches quickly, by their names, and check that they print their rows and no others."""
    names = [name for bench in benches for name in bench.names]
    main(["--quick", "--json", *names])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["name"] for row in rows] == names


def test_every_row_that_needs_no_terminal_can_be_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert_all_rows((bench for bench in BENCHES if bench not in IN_A_TERMINAL), capsys)


# Most of their time they wait, for the next second say.
@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "forkpty"), reason="there are no pseudo-terminals here")
@pytest.mark.parametrize("bench", IN_A_TERMINAL, ids=lambda bench: bench.names[0])
def test_every_row_of_the_program_in_a_terminal_can_be_measured(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert_all_rows([bench], capsys)


@pytest.mark.parametrize(
    ("goal", "reference", "ratio", "is_met"),
    [
        (Goal("at most", 10), None, None, True),
        (Goal("at most", 9), None, None, False),
        (Goal("at least", 10), None, None, True),
        (Goal("at least", 11), None, None, False),
        (Goal("slower", 2), 5, 2, True),
        (Goal("slower", 1.9), 5, 2, False),
        (Goal("faster", 0.5), 5, 0.5, True),
        (Goal("faster", 3), 20, 2, False),
        (Goal("faster", 3), None, None, None),
        (None, 5, 2, None),
    ],
)
def test_ten_milliseconds_are_compared_with_the_goal(
    goal: Goal | None, reference: float | None, ratio: float | None, is_met: bool | None
) -> None:
    row = Row("tea", "ms", 10, goal, reference)
    assert (row.ratio, row.is_met) == (ratio, is_met)


@pytest.mark.parametrize(
    ("goal", "is_met"),
    [
        (Goal("at least", 54), True),
        (Goal("at least", 54.1), False),
        (Goal("at most", 52), True),
        (Goal("at most", 51.9), False),
    ],
)
def test_an_estimate_meets_a_goal_within_its_interval(goal: Goal, is_met: bool) -> None:
    row = Row("tea", "%", 53, goal, interval=(52, 54))
    assert row.is_met is is_met
    assert " 53 %" in format_row(row)


def test_the_interval_of_a_win_rate_is_wilsons() -> None:
    low, high = wilson_interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def test_a_missing_reference_is_a_dash_with_the_reason() -> None:
    row = Row("tea", "ms", 10, Goal("faster", 2), None, "no kettle")
    assert " ".join(format_row(row).split()) == "tea 10 ms - - >= 2x faster - no kettle"


def test_the_snake_is_one_corridor_with_a_wall_beside_each_leg() -> None:
    board = snake(11)
    zeros = {cell for cell in board.grid if not board.cells[cell]}
    seen, front = set(), [min(zeros)]
    while front:
        cell = front.pop()
        seen.add(cell)
        front += [near for near in board.grid.neighbours(cell) if near in zeros - seen]
    assert seen == zeros
    assert board.mine_count == 2 * 8
