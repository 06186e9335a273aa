"""How much the real program sends for a key or a tick: what counts over a slow line."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.harness.program import DOWN, ENTER, LEFT, RIGHT, UP, playing
from tests.harness.real_terminal import RealTerminal

EXPERT = ("--level=expert", "--seed=3", "--theme=dark")
COLUMN, ROW = 15, 8
# The background of the cell under the cursor, and those of covered cells.
CURSOR, COVERED = "ffd700", ("444444", "4e4e4e")


@pytest.fixture
def terminal() -> Iterator[RealTerminal]:
    """A game with the cursor in the middle."""
    with playing(*EXPERT) as terminal:
        wait_for_cursor(terminal, COLUMN, ROW)
        terminal.mark()
        yield terminal


def wait_for_cursor(terminal: RealTerminal, column: int, row: int) -> None:
    """The terminal's own cursor is placed last, when all is painted."""
    left, top = terminal.find("╭")
    place = left + 2 * column + 1, top + row
    terminal.wait_for(lambda t: t.cursor == place and t.cell(*place).bg == CURSOR)


def seconds(terminal: RealTerminal) -> int:
    """What the clock shows."""
    clock = re.search(r" 0:(\d\d)$", terminal.text, re.MULTILINE)
    return int(clock[1]) if clock else 0


def covered(terminal: RealTerminal) -> int:
    """How many cells are covered, of two columns each."""
    places = product(range(terminal.columns), range(terminal.rows))
    return sum(terminal.cell(*place).bg in COVERED for place in places) // 2


def test_a_move_over_covered_cells_sends_two_cells_and_no_row(terminal: RealTerminal) -> None:
    """A row of this board would be 170 bytes."""
    column, row = COLUMN, ROW
    for key, right, down, most in (
        (RIGHT, 1, 0, 70),
        (LEFT, -1, 0, 75),
        (DOWN, 0, 1, 80),
        (UP, 0, -1, 80),
    ):
        terminal.mark()
        for _ in range(5):
            terminal.type(key)
            column, row = column + right, row + down
            wait_for_cursor(terminal, column, row)
        assert 5 * 40 < terminal.written_since_mark <= 5 * most, key


def test_an_opening_sends_each_colour_once_in_a_run_and_a_tick_the_clock_alone(
    terminal: RealTerminal,
) -> None:
    """43 cells in 10 rows, the header and what stood below it; each cell has 22 bytes of colours.

    So has the clock, on the background of the theme, and 14 to leave the colours again.
    """
    cursor = terminal.cursor
    terminal.type(ENTER)
    terminal.wait_for(
        lambda t: covered(t) == 437 and "Arrows move" not in t.text and t.cursor == cursor
    )
    begun = seconds(terminal)  # not 0 where this took long
    assert terminal.written_since_mark <= 1250 + 55 * begun
    terminal.mark()
    terminal.wait_for(lambda t: seconds(t) > begun)
    assert terminal.written_since_mark <= 55 * (seconds(terminal) - begun)


def test_a_move_over_a_wide_opening_sends_two_cells_and_no_row(tmp_path: Path) -> None:
    """Its rows look alike, and the dot under the cursor moves among them."""
    board = tmp_path / "board"
    board.write_text("." * 27 + "*.*\n" + ("." * 30 + "\n") * 15)
    with playing(f"--board={board}", "--theme=dark", "--zoom=2") as terminal:
        terminal.type(ENTER)
        terminal.wait_for(lambda t: covered(t) == 3)
        row = ROW
        for key, down in ((DOWN, 1), (UP, -1)):
            terminal.type(key)  # the first one also takes away what was said
            row += down
            wait_for_cursor(terminal, COLUMN, row)
            terminal.mark()
            begun = seconds(terminal)
            for _ in range(5):
                terminal.type(key)
                row += down
                wait_for_cursor(terminal, COLUMN, row)
            ticks = 55 * (seconds(terminal) - begun)
            assert terminal.written_since_mark <= 5 * 90 + ticks, key
