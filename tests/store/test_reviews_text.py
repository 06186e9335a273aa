"""The table of reviewed games: what it shows in few columns."""

import sys
import tracemalloc

from minesweeper.play.replay import session_of
from minesweeper.play.review_figures import review_game
from minesweeper.store.reviews_text import ReviewRow, review_row, reviews_lines
from tests.harness.boards import picture
from tests.harness.player import TWO_MINES
from tests.harness.replays import replay_on


def row(name: str, *steps: str) -> ReviewRow:
    return review_row(name, review_game(session_of(replay_on(TWO_MINES, *steps))))


ROWS = [
    row("replays/won.avf", "0 reveal 4 1", "2500 reveal 1 3"),
    row("replays/lost.rmv", "0 reveal 4 1", "1200 reveal 1 1"),
]


def table(width: int) -> str:
    return "".join(f"{line}\n" for line in reviews_lines(ROWS, width))


def test_a_table_names_files_without_their_folders() -> None:
    assert table(95) == picture("""
        Game      Board  Result     Time  3BV  Guesses  Avoidable  Luck  Think  Clicks  ZiNi  Eff.
        won.avf   4x3/2  Won     2.500 s    2        0          0     -  2.5 s       2     2  100%
        lost.rmv  4x3/2  Lost    1.200 s  1/2        1          1  -0.5      -       2     2   50%
    """)


def test_in_few_columns_the_most_important_ones_are_left() -> None:
    assert table(50) == picture("""
        Game      Result     Time  Guesses  Avoidable
        won.avf   Won     2.500 s        0          0
        lost.rmv  Lost    1.200 s        1          1
    """)


def test_a_table_takes_little_more_memory_than_its_lines() -> None:
    rows = ROWS * 1000
    tracemalloc.start()
    try:
        lines = reviews_lines(rows, sys.maxsize)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * sum(map(sys.getsizeof, lines))
