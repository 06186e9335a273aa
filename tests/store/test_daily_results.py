"""The results of daily boards: the first attempt of each day, streaks and totals."""

from datetime import date, timedelta
from sqlite3 import Connection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.play.daily import daily
from minesweeper.play.journal import Help
from minesweeper.play.session import Session
from minesweeper.store.daily_results import (
    DailyResult,
    attempt_text,
    daily_figures,
    figures_parts,
    read_daily_results,
    read_daily_session,
)
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_first_daily, find_last_daily
from minesweeper.store.store import Store
from tests.harness.kept_games import keep_daily, moves_that_win, play

TODAY = "2026-11-24"
FIRST = date.fromisoformat("2026-11-10")


def results_of(store: Store, level: str = "classic") -> dict[str, DailyResult]:
    return store.read(read_daily_results, level)


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


def test_only_the_first_attempt_at_a_board_is_its_result(store: Store) -> None:
    keep_daily(store, "da", "2026-11-21T10:00:00Z", seconds=9)
    keep_daily(store, "db", "2026-11-21T11:00:00Z", seconds=2)
    keep_daily(store, "dc", "2026-11-22T11:00:00Z", end=False)
    keep_daily(store, "dd", "2026-11-22T12:00:00Z")
    keep_daily(store, "de", "2026-11-20T12:00:00Z", helps=("hint",))
    results = results_of(store)
    assert [(day, each.id, each.state) for day, each in results.items()] == [
        ("2026-11-20", "de", "helped"),
        ("2026-11-21", "da", "won"),
        ("2026-11-22", "dc", "given up"),
    ]
    assert results_of(store, "expert") == {}


def test_a_result_says_when_it_was_played_if_that_was_another_day(store: Store) -> None:
    keep_daily(store, "da", "2026-11-21T10:00:00Z", day="2026-11-19", seconds=9)
    result = results_of(store)["2026-11-19"]
    assert not result.is_on_its_day
    assert attempt_text(result) == "won in 9.000 s, played on 2026-11-21"


def begun(store: Store, identity: str) -> Session:
    """Return an attempt at the board of a day with a move."""
    day = "2026-11-21"
    session = daily(day, "classic").begin(identity, f"{day}T10:00:00Z", store.open_journal, 0)
    assert session.board
    move = next(
        each for each in moves_that_win(session.board) if not session.game.is_revealed(each.cell)
    )
    session.play(move, 0)
    return session


def test_the_first_attempt_is_the_one_that_was_begun_first(store: Store) -> None:
    first = begun(store, "da")
    assert results_of(store) == {}
    second = begun(store, "db")
    for session in (second, first):
        session.abandon(9_000)
        store.finish(session)
    assert [each.id for each in results_of(store).values()] == ["da"]
    found = store.read(find_first_daily, first.head.origin.name)
    assert found
    assert found.id == "da"


def test_the_last_daily_game_is_the_one_that_was_won_or_lost_last(store: Store) -> None:
    assert store.read(find_last_daily) is None
    keep_daily(store, "da", "2026-11-21T10:00:00Z")
    keep_daily(store, "db", "2026-11-20T10:00:00Z", loses=True)
    keep_daily(store, "dc", "2026-11-22T10:00:00Z", end=False)
    play(store, "W")
    found = store.read(find_last_daily)
    assert found
    assert found.id == "db"


HELPS: list[Help | None] = ["hint", "odds", "flag check", "shown mines", "obvious moves", None]


@pytest.mark.parametrize("kind", HELPS)
def test_any_help_or_undo_makes_a_win_a_helped_one(store: Store, kind: Help | None) -> None:
    session = begun(store, "da")
    assert session.board
    if kind:
        session.note_help(kind, 0)
    else:
        session.undo(0)
    for move in moves_that_win(session.board):
        session.play(move, 2_000)
    store.finish(session)
    assert results_of(store)["2026-11-21"].state == "helped"


def test_the_game_of_a_result_is_read(store: Store) -> None:
    keep_daily(store, "da", "2026-11-21T10:00:00Z", seconds=9)
    result = results_of(store)["2026-11-21"]
    session = store.read(read_daily_session, result)
    assert session.result
    assert (session.head.id, session.result.milliseconds) == ("da", 9_000)
    store.delete("da")
    with pytest.raises(StoreError, match="no game has the ID da"):
        store.read(read_daily_session, result)


def test_a_row_whose_day_is_none_hides_no_other(store: Store) -> None:
    keep_daily(store, "da", "2026-11-21T10:00:00Z")
    keep_daily(store, "db", "2026-11-22T10:00:00Z")
    name = "1/2026-02-30/classic"
    store.keep(lambda db: db.execute("UPDATE game SET name = ? WHERE id = 'da'", [name]))
    assert [*results_of(store)] == ["2026-11-22"]


def test_the_results_of_ten_thousand_games_are_found_by_an_index(store: Store) -> None:
    keep_daily(store, "da", "2026-11-21T10:00:00Z")
    seen: list[str] = []

    def watch(db: Connection) -> list[str]:
        db.set_trace_callback(seen.append)
        read_daily_results(db, "classic")
        find_first_daily(db, daily("2026-11-21", "classic").name)
        db.set_trace_callback(None)
        return [row[-1] for sql in seen for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]

    assert store.read(watch) == [
        "SEARCH game USING INDEX by_daily (name>? AND name<?)",
        "SEARCH game USING INDEX by_daily (name=?)",
    ]
