"""How much the real program sends for a key or a tick: what counts over a slow line."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.harness.program import DOWN, ENTER, LEFT, RIGHT, UP, playing
from tests.harness.real_terminal import RealTerminal

EXPERT = ("--level=expert", "--seed=3", "--theme=sea", "--ascii")
TEN = ("--width=10", "--height=10", "--mines=20", "--theme=sea")
COVERED = "005f87"
UNDER_CURSOR = ("ffd75f", "c6c6c6")
# The clock in lines of text is one colour, a digit or two, and what leaves the colour again.
TICK = 65


def wait_for_cursor(terminal: RealTerminal, place: tuple[int, int]) -> None:
    """Wait for the cursor's colour, and for the terminal's own cursor, which is placed last.

    Classic has a ring in place of a colour.
    """
    terminal.wait_for(lambda t: t.cursor == place and t.cell(*place).bg in UNDER_CURSOR)


def seconds(terminal: RealTerminal) -> int:
    """What the clock shows."""
    clock = re.search(r" 0:(\d\d)\b", terminal.text)
    return int(clock[1]) if clock else 0


def covered(terminal: RealTerminal) -> int:
    """How many cells are covered, of two columns each."""
    places = product(range(terminal.columns), range(terminal.rows))
    return sum(terminal.cell(*place).bg == COVERED for place in places) // 2


@pytest.mark.parametrize(
    ("options", "window", "cursor", "size", "most"),
    [
        ((*EXPERT, "--zoom=2"), (80, 24), (38, 8), (2, 1), 90),
        ((*TEN, "--zoom=5"), (80, 24), (23, 10), (5, 2), 230),
        (("--level=expert", "--theme=classic", "--zoom=3"), (120, 40), (44, 18), (3, 2), 700),
    ],
    ids=["2x1", "5x2", "edges"],
)
def test_a_move_over_covered_cells_sends_two_cells_and_no_row(
    options: tuple[str, ...],
    window: tuple[int, int],
    cursor: tuple[int, int],
    size: tuple[int, int],
    most: int,
) -> None:
    """Rows that look like others must not be taken for rows that were scrolled: up to 5 kB."""
    columns, rows = window
    with playing(*options, columns=columns, rows=rows) as terminal:
        (column, row), (across, down) = cursor, size
        wait_for_cursor(terminal, cursor)
        for key, right, below in ((RIGHT, 1, 0), (LEFT, -1, 0), (DOWN, 0, 1), (UP, 0, -1)):
            column, row = column + right * across, row + below * down
            terminal.type(key)
            wait_for_cursor(terminal, (column, row))
            terminal.mark()
            for _ in range(3):
                column, row = column + right * across, row + below * down
                terminal.type(key)
                wait_for_cursor(terminal, (column, row))
            assert 3 * 40 < terminal.written_since_mark <= 3 * most, key


def test_an_opening_sends_each_colour_once_in_a_run_and_a_tick_the_clock_alone() -> None:
    """43 cells in 10 rows, and the side; each cell has 22 bytes of colours."""
    with playing(*EXPERT, "--zoom=2") as terminal:
        wait_for_cursor(terminal, (38, 8))
        terminal.mark()
        terminal.type(ENTER)
        terminal.wait_for(
            lambda t: covered(t) == 437 and "Arrows" not in t.text and t.cursor == (38, 8)
        )
        begun = seconds(terminal)  # not 0 where this took long
        assert terminal.written_since_mark <= 1900 + TICK * begun
        terminal.mark()
        terminal.wait_for(lambda t: seconds(t) > begun)
        assert terminal.written_since_mark <= TICK * (seconds(terminal) - begun)


def test_a_move_over_a_wide_opening_sends_two_cells_and_no_row(tmp_path: Path) -> None:
    """Its rows look alike, and the dot under the cursor moves among them."""
    board = tmp_path / "board"
    board.write_text("." * 27 + "*.*\n" + ("." * 30 + "\n") * 15)
    with playing(f"--board={board}", "--ascii", "--theme=sea", "--zoom=2") as terminal:
        column, row = 38, 8
        wait_for_cursor(terminal, (column, row))
        terminal.type(ENTER)
        terminal.wait_for(lambda t: covered(t) == 3)
        for key, down in ((DOWN, 1), (UP, -1)):
            terminal.type(key)  # the first one also takes away what was said
            row += down
            wait_for_cursor(terminal, (column, row))
            terminal.mark()
            begun = seconds(terminal)
            for _ in range(5):
                row += down
                terminal.type(key)
                wait_for_cursor(terminal, (column, row))
            ticks = TICK * (seconds(terminal) - begun)
            assert terminal.written_since_mark <= 5 * 90 + ticks, key
