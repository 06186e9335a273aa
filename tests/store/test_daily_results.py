"""The results of daily boards: the first attempt of each day, streaks and totals."""

from contextlib import closing
from datetime import date, timedelta
from sqlite3 import Connection, connect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.play.daily import daily, daily_name
from minesweeper.store.daily_results import (
    DailyResult,
    attempt_text,
    daily_figures,
    figures_parts,
    read_daily_results,
)
from minesweeper.store.history import History
from minesweeper.store.schema import DamagedError
from tests.harness.kept_games import keep_daily

TODAY = "2026-11-24"
FIRST = date.fromisoformat("2026-11-10")


def results_of(history: History, level: str = "classic") -> dict[str, DailyResult]:
    return history.query(lambda db: read_daily_results(db, level)) or {}


def made(letters: str) -> dict[str, DailyResult]:
    """Return results from FIRST on, a day for each letter.

    W is a win, H a helped one, L a loss, A a game given up, "." no game; l, w and so on were played
    on the day after.
    """
    results = {}
    for number, letter in enumerate(letters):
        day = str(FIRST + timedelta(number))
        played = str(FIRST + timedelta(number + letter.islower()))
        status = {"W": "won", "H": "won", "L": "lost", "A": "abandoned"}.get(letter.upper())
        if status:
            is_helped = letter in "Hh"
            results[day] = DailyResult(day, day, f"{played}T10:00:00Z", status, 9_000, is_helped)
    return results


def day_of(letters: str) -> str:
    """Return the day of the last letter."""
    return str(FIRST + timedelta(len(letters) - 1))


@pytest.mark.parametrize(
    ("letters", "streak", "longest"),
    [
        ("", 0, 0),
        ("WWW", 3, 3),
        ("WWW.", 3, 3),  # today is not played yet
        ("WWW..", 0, 3),
        ("WWWL", 0, 3),
        ("WWAWW", 2, 2),
        ("WWHWW", 4, 4),  # neither counts nor ends it
        ("WWH.", 2, 2),
        ("H", 0, 0),
        ("WWwWW", 2, 2),  # played later
        ("WWhWW", 2, 2),
        ("WWw", 2, 2),
    ],
)
def test_a_streak_counts_wins_without_help_on_the_day_itself(
    letters: str, streak: int, longest: int
) -> None:
    figures = daily_figures(made(letters), day_of(letters))
    assert (figures.streak, figures.longest) == (streak, longest)


@given(st.text("WHLAwh.", min_size=1, max_size=30))
def test_streaks_are_those_of_a_day_by_day_count(letters: str) -> None:
    until_now = letters if letters[-1].isupper() else letters[:-1]
    runs = "".join(each if each in "WH" else "x" for each in until_now).split("x")
    wins = [run.count("W") for run in runs]
    figures = daily_figures(made(letters), day_of(letters))
    assert (figures.streak, figures.longest) == (wins[-1], max(wins))


def test_the_totals_count_each_board_once_and_the_best_time_is_without_help() -> None:
    results = made("WHLAw.")
    day = day_of("WH")
    results[day] = results[day]._replace(milliseconds=1_000)
    parts = [*figures_parts(daily_figures(results, TODAY))]
    assert parts == ["Streak 0, longest 1", "3 of 5 won, 1 with help", "best 9.000 s"]
    assert [*figures_parts(daily_figures({}, TODAY))] == ["Streak 0, longest 0", "none played yet"]


def test_only_the_first_attempt_at_a_board_is_its_result(history: History) -> None:
    keep_daily(history, "da", "2026-11-21T10:00:00Z", seconds=9)
    keep_daily(history, "db", "2026-11-21T11:00:00Z", seconds=2)
    keep_daily(history, "dc", "2026-11-22T11:00:00Z", end=False)
    keep_daily(history, "dd", "2026-11-22T12:00:00Z")
    keep_daily(history, "de", "2026-11-20T12:00:00Z", helps=("hint",))
    results = results_of(history)
    assert [(day, each.id, each.state) for day, each in results.items()] == [
        ("2026-11-20", "de", "helped"),
        ("2026-11-21", "da", "won"),
        ("2026-11-22", "dc", "given up"),
    ]
    assert results_of(history, "expert") == {}


def test_a_result_says_when_it_was_played_if_that_was_another_day(history: History) -> None:
    keep_daily(history, "da", "2026-11-21T10:00:00Z", day="2026-11-19", seconds=9)
    result = results_of(history)["2026-11-19"]
    assert not result.is_on_its_day
    assert attempt_text(result) == "won in 9.000 s, played on 2026-11-21"


def test_the_results_of_ten_thousand_games_are_found_by_an_index(history: History) -> None:
    keep_daily(history, "da", "2026-11-21T10:00:00Z")
    seen: list[str] = []

    def watch(db: Connection) -> None:
        db.set_trace_callback(seen.append)
        read_daily_results(db, "classic")
        [(*_, plan)] = db.execute(f"EXPLAIN QUERY PLAN {seen[0]}").fetchall()
        assert "by_name (name>? AND name<?)" in plan

    history.query(watch)
    assert daily("2026-11-21", "classic").name in seen[0].replace("*", "2026-11-21")


@pytest.mark.parametrize("column", ["id", "begun", "milliseconds", "reasons"])
def test_a_result_with_a_value_that_nobody_wrote_is_damaged(column: str) -> None:
    with closing(connect(":memory:")) as db:
        db.execute(
            """CREATE TABLE games AS SELECT 'daily' AS kind, ? AS name, 1 AS n, '1' AS id,
            '2026-11-10T10:00:00Z' AS begun, 'won' AS status, 9000 AS milliseconds, '' AS reasons
            """,
            [daily_name("2026-11-10", "classic")],
        )
        assert read_daily_results(db, "classic")["2026-11-10"].state == "won"
        db.execute(f"UPDATE games SET {column} = x'ff'")
        with pytest.raises(DamagedError):
            read_daily_results(db, "classic")
