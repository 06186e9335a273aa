"""The ten best games, averages, and win rate and time as series."""

from collections.abc import Callable
from functools import partial
from sqlite3 import Connection
from statistics import fmean
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Move
from minesweeper.store.categories import Category, category_of
from minesweeper.store.history import History
from minesweeper.store.records import (
    Average,
    compute_average,
    compute_averages,
    read_best_games,
    read_win_rates,
    read_win_times,
)
from minesweeper.store.summaries import read_summaries
from tests.harness.kept_games import SETUP, begin, dealer, game_of, lose, play, win

T = TypeVar("T")
CATEGORY = category_of(SETUP)
times = st.lists(st.integers(1, 999_999), max_size=150)


def asked(history: History, query: Callable[[Connection], T]) -> T:
    answer = history.query(query)
    assert answer is not None
    return answer


def play_on(history: History, number: int, begun: str, seconds: int = 0) -> None:
    """Store a win after the given number of seconds, or a loss, with the given start."""
    session = game_of(history, str(number), begun)
    (win if seconds else lose)(session, 1_000 * seconds)
    history.finish(session)


# The best


def test_the_best_games_are_the_fastest_with_their_dates(history: History) -> None:
    for number, seconds in enumerate([9, 4, 0, 7, 4], 1):
        play_on(history, number, f"2025-03-0{number}T12:00:00Z", seconds)
    play(history, "H")
    best = asked(history, lambda db: read_best_games(db, CATEGORY, "cleared"))
    assert [(game.id, game.milliseconds, game.day) for game in best] == [
        ("2", 4_000, "2025-03-02"),
        ("5", 4_000, "2025-03-05"),
        ("4", 7_000, "2025-03-04"),
        ("1", 9_000, "2025-03-01"),
    ]


def test_boards_cleared_and_boards_flagged_have_lists_of_their_own(history: History) -> None:
    play(history, "W")
    session = dealer(history, first=2).next()
    board = begin(session)
    for cell in board.grid:
        if board.is_mine(cell):
            session.play(Move("flag", cell), 8_000)
    history.finish(session)
    [cleared] = asked(history, lambda db: read_best_games(db, CATEGORY, "cleared"))
    [flagged] = asked(history, lambda db: read_best_games(db, CATEGORY, "flagged"))
    assert (cleared.id, cleared.result) == ("1", "cleared")
    assert (flagged.id, flagged.result) == ("2", "flagged")


def test_there_are_ten_best(history: History) -> None:
    play(history, "W" * 11)
    assert len(asked(history, lambda db: read_best_games(db, CATEGORY, "cleared"))) == 10


# Averages


def test_of_five_wins_the_best_and_the_worst_are_dropped() -> None:
    assert compute_average([10, 2, 90, 12, 14], 5) == Average(5, 12, 12)
    assert compute_average([10, 2, 90, 12, 14, 1, 1], 5) == Average(5, 9, 9)
    assert compute_average([1, 1, 1, 1, 10, 10, 10, 10], 5) == Average(5, 10, 1)


def test_of_twelve_wins_the_best_and_the_worst_are_dropped() -> None:
    assert compute_average([1, *[30] * 9, 40, 10**6], 12) == Average(12, 31, 31)


def test_of_a_hundred_wins_five_each_are_dropped() -> None:
    assert compute_average([*[10**6] * 5, *range(101, 191), *[1] * 5], 100) == Average(
        100, 146, 146
    )
    assert compute_average([*[10**6] * 6, *[90] * 94], 100).current == (10**6 + 89 * 90) // 90


def test_with_fewer_wins_there_is_no_average(history: History) -> None:
    assert compute_average([7] * 4, 5) == Average(5, None, None)
    play(history, "WWWW")
    assert asked(history, lambda db: compute_averages(read_win_times(db, CATEGORY))) == [
        (5, None, None),
        (12, None, None),
        (100, None, None),
    ]


@given(times, st.sampled_from([(5, 1), (12, 1), (100, 5)]))
def test_averages_are_those_of_every_run(times: list[int], rule: tuple[int, int]) -> None:
    span, dropped = rule
    runs = [sorted(times[end - span : end]) for end in range(span, len(times) + 1)]
    means = [fmean(run[dropped:-dropped]) for run in runs]
    found = compute_average(times, span)
    if means:
        assert found.current == pytest.approx(means[-1], abs=0.51)
        assert found.best == pytest.approx(min(means), abs=0.51)
    else:
        assert found == (span, None, None)


def test_averages_are_of_consecutive_counted_wins(history: History) -> None:
    for number, seconds in enumerate([50, 3, 0, 4, 5, 0, 6, 7], 1):
        play_on(history, number, f"2025-03-0{number}T12:00:00Z", seconds)
    play(history, "H")
    assert asked(history, lambda db: read_win_times(db, CATEGORY)) == [
        50_000,
        *range(3_000, 8_000, 1_000),
    ]
    assert asked(history, lambda db: compute_averages(read_win_times(db, CATEGORY)))[0] == (
        5,
        5_000,
        5_000,
    )


# Series


def test_a_win_rate_moves_from_game_to_game(history: History) -> None:
    play(history, "WLAWHWF")
    rates = asked(history, lambda db: read_win_rates(db, CATEGORY, 9, window=2))
    assert rates == [1, 1 / 2, 1 / 2, 1]
    assert asked(history, lambda db: read_win_rates(db, CATEGORY, 2, window=2)) == rates[-2:]
    assert asked(history, lambda db: read_win_rates(db, CATEGORY, 9)) == [1, 1 / 2, 2 / 3, 3 / 4]


def test_the_first_rates_of_a_long_series_count_the_games_before_it(history: History) -> None:
    games = "WWWLWLWWL"
    play(history, games)
    rates = asked(history, lambda db: read_win_rates(db, CATEGORY, 6, window=2))
    assert rates == [games[end - 2 : end].count("W") / 2 for end in range(4, 10)]


def test_a_category_without_games_has_no_series(history: History) -> None:
    play(history, "W")
    none = Category(5, 5, 5, "any", 0, "luck")
    assert asked(history, lambda db: read_win_rates(db, none, 9)) == []
    assert asked(history, lambda db: read_win_times(db, none)) == []
    assert asked(history, lambda db: read_best_games(db, none, "cleared")) == []


def test_the_summary_of_one_category_is_that_among_all(history: History) -> None:
    play(history, "WL")
    other = dealer(history, SETUP._replace(mines=5), first=9).next()
    win(other)
    history.finish(other)
    every = asked(history, read_summaries)
    assert len(every) == 2
    for summary in every:
        assert asked(history, partial(read_summaries, only=summary.category)) == [summary]
