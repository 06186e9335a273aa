"""The records of a category as lines of text."""

import pytest

from minesweeper.engine.setup import LEVELS
from minesweeper.store.categories import Category, category_of
from minesweeper.store.characters import ASCII, UNICODE
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.records_text import records_lines, sparkline_text
from minesweeper.store.statistics import SPANS, Average, CategoryRecords, Summary

CATEGORY = category_of(LEVELS["beginner"])
STORED = StoredGame(
    *("f" * 16, "2025-01-01T00:00:00Z", *CATEGORY, "either", "drawn", "", "", "", "won", "cleared"),
    ms=10**12,
    bbbv=1_000_000,
    solved=1_000_000,
    clicks=1_000_000,
    revealed=71,
    counted=1,
    unaided=1,
    ranked=1,
    reasons="",
    player="",
    day="2025-01-01",
    time_of_day="00:00",
)

ONE_WIN = Summary(
    CATEGORY,
    1,
    1,
    0,
    0,
    1.0,
    0,
    0,
    0,
    5_000,
    None,
    200.0,
    0,
    0,
    guesses=0,
    guesses_survived=0,
    guesses_expected=0.0,
    streak=1,
    longest_streak=1,
)


def stored(status: str, milliseconds: int = 0) -> StoredGame:
    return STORED._replace(status=status, ms=milliseconds)


@pytest.mark.parametrize("unicode", [True, False])
def test_the_widest_results_fit_into_80_columns(unicode: bool) -> None:
    category = Category(10_000, 100, 999_999, "opening", 1, "strict")
    count, time = 1_000_000, 10**12
    figures = [3 * count, count, count, count, 0.5, 3 * count, count, count]
    figures += [time, time, 12345.6789, count, count, 3 * count, count, 1e6, count, count]
    categories = [
        CategoryRecords(Summary._make([category, *figures]), [stored("lost")] * 20),
        CategoryRecords(
            Summary._make([CATEGORY, *figures]),
            best_cleared=[STORED] * 10,
            best_flagged=[STORED] * 10,
            averages=[Average(span, time, time) for span in SPANS],
            win_rates=[0.0, 1.0] * 50,
            times_ms=[1, time] * 50,
        ),
    ]
    lines = records_lines(categories, UNICODE if unicode else ASCII)
    assert "Luck        3000000 guesses:" in "".join(lines)
    assert max(map(len, lines)) <= 80
    assert "".join(lines).isascii() is not unicode


def test_a_heading_names_the_setup_and_its_rules() -> None:
    categories = [
        CategoryRecords(ONE_WIN._replace(category=category))
        for category in (
            Category(16, 16, 40, "opening", 1, "luck"),
            Category(5, 4, 1, "any", 0, "fair"),
        )
    ]
    lines = records_lines(categories, ASCII)
    assert "Intermediate 16x16 - 40 mines - guess-free" in lines
    assert "5x4 - 1 mine - first any - guesses fair" in lines


def test_wins_are_as_tall_as_they_were_slow() -> None:
    games = [stored("won", 1_000 * seconds) for seconds in range(8)]
    assert sparkline_text(games) == "█▇▆▅▄▃▂▁"
    assert sparkline_text([stored("won", 9), stored("lost", 99), stored("abandoned", 999)]) == "∙✗▁"
    assert sparkline_text([stored("won", 9)] * 3, ASCII) == "111"
    assert sparkline_text([], UNICODE) == ""
