"""Summaries, streaks, new bests, the ten best games, averages, and results as series."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Move
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import Origin
from minesweeper.store.categories import Category, category_of
from minesweeper.store.finished_games import (
    StoredGame,
    find_games,
    find_ids,
    insert_finished,
    read_last_games,
)
from minesweeper.store.statistics import (
    BEST_GAMES,
    LAST_GAMES,
    SERIES_LENGTH,
    WINDOW,
    Average,
    CategoryRecords,
    NewBest,
    Summary,
    compare_result,
    compute_average,
    find_last_own_size,
    read_all_records,
    read_category_records,
    read_summaries,
)
from minesweeper.store.store import Store
from tests.harness.kept_games import (
    NOW,
    SETUP,
    begin,
    dealer,
    game_of,
    kept,
    lose,
    of_origin,
    only_summary,
    open_store,
    play,
    win,
)

CATEGORY = category_of(SETUP)
times = st.lists(st.integers(1, 999_999), max_size=150)


def only_records(store: Store) -> CategoryRecords:
    [records] = store.read(read_all_records)
    return records


def play_on(store: Store, number: int, begun: str, seconds: int = 0) -> NewBest | None:
    """Store a win after the given number of seconds, or a loss, with the given start."""
    session = game_of(store, str(number), begun)
    (win if seconds else lose)(session, 1_000 * seconds)
    return store.finish(session)


def win_by_flags(store: Store, number: int, milliseconds: int) -> NewBest | None:
    session = dealer(store, first=number).next()
    board = begin(session)
    for cell in board.grid:
        if board.is_mine(cell):
            session.play(Move("flag", cell), milliseconds)
    assert session.ending == "flagged"
    return store.finish(session)


# Rows as they are stored, without games

ROW = StoredGame(
    *("", "2025-01-01T12:00:00Z", *CATEGORY, "either", "drawn", "1", "", NOW),
    *("won", "cleared", 1_000, 10, 10, 10, 71, 1, 1, 1, "", ""),
)
LOST: dict[str, Any] = {"status": "lost", "ending": "", "ranked": 0}
ABANDONED: dict[str, Any] = {"status": "abandoned", "ending": "", "ranked": 0, "solved": 0}
HELPED: dict[str, Any] = {"unaided": 0, "ranked": 0, "reasons": "hint"}
# As `play` has them; and boards that were flagged, given up with help, over at once, known to the
# player or played by a program.
LETTERS: dict[str, dict[str, Any]] = {
    "W": {},
    "L": LOST,
    "A": ABANDONED,
    "H": HELPED,
    "F": {**LOST, **HELPED},
    "B": {"ending": "flagged"},
    "G": {**ABANDONED, **HELPED},
    "O": {"ms": 0, "ranked": 0, "reasons": "over at once"},
    "K": {"origin": "daily", "unaided": 0, "ranked": 0, "reasons": "daily"},
    "P": {"counted": 0, "unaided": 0, "ranked": 0, "reasons": "demo"},
}


CATEGORIES = (
    CATEGORY,
    CATEGORY._replace(mines=11),
    CATEGORY._replace(guess_free=1),
    CATEGORY._replace(on_guess="strict"),
)


@st.composite
def rows(draw: st.DrawFn) -> list[StoredGame]:
    """Draw results in the order of their ends; few times, so that some are equal."""
    found = []
    for number in range(draw(st.integers(0, 40))):
        row = ROW._replace(
            id=f"{number}",
            ms=500 * draw(st.integers(1, 12)),
            solved=draw(st.integers(1, 9)),
            begun=f"2025-01-{draw(st.integers(1, 28)):02}T12:00:00Z",
            **draw(st.sampled_from(CATEGORIES))._asdict(),
        )._replace(**LETTERS[draw(st.sampled_from("WWWLL" + "".join(LETTERS)))])
        if draw(st.booleans()):
            guesses = draw(st.integers(0, 3))
            by = draw(st.sampled_from(["needless", "bad luck"])) if row.status == "lost" else ""
            row = row._replace(
                guesses=guesses,
                guesses_survived=draw(st.integers(0, guesses)),
                guesses_expected=guesses * 0.5,
                lost_by=by,
            )
        found.append(row)
    return found


def insert(db: Connection, rows: Iterable[StoredGame]) -> None:
    """Store rows, with their luck."""
    sql = (
        "UPDATE game SET (guesses, guesses_survived, guesses_expected, lost_by) = (?, ?, ?, ?)"
        " WHERE id = ?"
    )
    for row in rows:
        insert_finished(db, row, b"")
        luck = row.guesses, row.guesses_survived, row.guesses_expected, row.lost_by
        db.execute(sql, (*luck, row.id))


def insert_letters(store: Store, letters: str) -> None:
    """Store a row for each letter; its time is its number, from 1, in seconds."""
    numbered = [
        ROW._replace(id=f"{number}", ms=1_000 * number, **LETTERS[letter])
        for number, letter in enumerate(letters, 1)
    ]
    store.keep(partial(insert, rows=numbered))


# Summaries


def summary_by_hand(category: Category, newest_first: list[StoredGame]) -> Summary:
    """Return the summary of games of a category that are listed, counted one by one."""
    games = [game for game in newest_first[::-1] if game.counted and game.category == category]
    ends: Counter[tuple[str, bool]] = Counter((game.status, bool(game.unaided)) for game in games)
    won, lost = ends["won", True], ends["lost", True]
    bests: dict[str, list[int]] = {"cleared": [], "flagged": []}
    speeds, guesses, survived, expected, lost_by, streak, longest = [], 0, 0, 0.0, [], 0, 0
    for game in games:
        if game.ranked:
            bests[game.ending].append(game.ms)
            speeds.append(game.speed or 0)
        if game.unaided and game.luck:
            guesses += game.luck.guesses
            survived += game.luck.guesses_survived
            expected += game.luck.guesses_expected
            lost_by.append(game.luck.lost_by)
        if game.status == "lost":
            streak = 0
        elif game.status == "won" and game.unaided:
            streak += 1
            longest = max(longest, streak)
    is_by_chance = category.on_guess == "luck" and not category.guess_free
    return Summary(
        category,
        games=won + lost + ends["abandoned", True],
        won=won,
        lost=lost,
        abandoned=ends["abandoned", True],
        win_rate=won / (won + lost) if won + lost else None,
        helped_games=sum(not game.unaided for game in games),
        helped_won=ends["won", False],
        helped_lost=ends["lost", False],
        best_cleared_ms=min(bests["cleared"], default=None),
        best_flagged_ms=min(bests["flagged"], default=None),
        best_3bv_per_s=max(speeds, default=None),
        lost_needlessly=lost_by.count("needless"),
        lost_unluckily=lost_by.count("bad luck"),
        guesses=guesses if is_by_chance else None,
        guesses_survived=survived if is_by_chance else None,
        guesses_expected=expected if is_by_chance else None,
        streak=streak,
        longest_streak=longest,
    )


@given(rows())
def test_summaries_are_what_is_counted_by_hand(
    tmp_path_factory: pytest.TempPathFactory, stored: list[StoredGame]
) -> None:
    store = open_store(tmp_path_factory.mktemp("home"))
    store.keep(partial(insert, rows=stored))
    games = store.read(find_games)
    assert len(games) == len(stored)
    sizes = Counter(game.category for game in games if game.counted)
    found = store.read(read_summaries)
    assert [summary.category for summary in found] == sorted(
        sizes, key=lambda category: (-sizes[category], category)
    )
    for summary in found:
        assert summary == summary_by_hand(summary.category, games)
        assert store.read(read_summaries, only=summary.category) == [summary]
    store.close()


@pytest.mark.parametrize(
    ("games", "longest", "current"),
    [
        ("W", 1, 1),
        ("L", 0, 0),
        ("WWL", 2, 0),
        ("WWLW", 2, 1),
        ("WAWHW", 3, 3),
        ("WWFW", 2, 1),
        ("LWWWLWW", 3, 2),
        ("H", 0, 0),
    ],
)
def test_streaks(store: Store, games: str, longest: int, current: int) -> None:
    play(store, games)
    summary = only_summary(store)
    assert (summary.longest_streak, summary.streak) == (longest, current)


def test_a_streak_is_of_games_in_the_order_in_which_they_ended(store: Store) -> None:
    ends = [("5", win), ("2", lose), ("4", win), ("3", win)]
    sessions = {each: game_of(store, each, f"2025-01-01T00:0{each}:00Z") for each, _ in ends}
    for session in sessions.values():
        begin(session)
    for identity, end in ends:
        end(sessions[identity])
        store.finish(sessions[identity])
    summary = only_summary(store)
    assert (summary.longest_streak, summary.streak) == (2, 2)
    assert [game.id for game in only_records(store).last_games] == ["3", "4", "2", "5"]


def test_no_result_depends_on_the_order_in_which_sqlite_finds_the_games(store: Store) -> None:
    """SQLite can turn the order around wherever none was asked for."""
    for setup in (SETUP, SETUP._replace(first="safe"), SETUP._replace(mines=11)):
        play(store, "WWLWAHFWW", setup)
    new = kept(store)[0]._replace(id="f")

    def everything(db: Connection) -> object:
        return (
            read_all_records(db),
            find_games(db),
            read_last_games(db, CATEGORY, 9),
            find_ids(db, "1"),
            compare_result(db, new),
        )

    def turned_around(db: Connection) -> object:
        db.execute("PRAGMA reverse_unordered_selects = ON")
        return everything(db)

    expected = store.read(everything)
    assert store.read(turned_around) == expected


def test_the_win_rate_is_of_the_unaided_games_that_ended(store: Store) -> None:
    play(store, "WLALHHF")
    summary = only_summary(store)
    assert (summary.games, summary.won, summary.lost, summary.abandoned) == (4, 1, 2, 1)
    assert summary.win_rate == 1 / 3
    assert (summary.helped_games, summary.helped_won, summary.helped_lost) == (3, 2, 1)


@pytest.mark.parametrize(
    ("origin", "games", "helped"),
    [
        (Origin("drawn", 7), 1, 0),
        (Origin("given", 7), 0, 1),
        (Origin("daily", 7, "1/2025-11-21/classic"), 0, 1),
        (Origin("again", 7), 0, 1),
        (Origin("again"), 0, 0),
        (Origin("board"), 0, 0),
        (Origin("replay"), 0, 0),
        (Origin("import"), 0, 0),
    ],
)
def test_only_boards_that_were_drawn_for_the_player_raise_the_win_rate(
    store: Store, origin: Origin, games: int, helped: int
) -> None:
    session = of_origin(store, origin)
    win(session)
    assert bool(store.finish(session)) is bool(games)
    assert len(kept(store)) == 1
    found = store.read(read_summaries)
    assert [(each.games, each.won, each.helped_won) for each in found] == (
        [(games, games, helped)] if games or helped else []
    )
    assert [each.win_rate for each in found] == ([1.0] if games else [None] if helped else [])


def test_the_streak_does_not_end_with_a_loss_on_a_board_of_ones_own(store: Store) -> None:
    play(store, "WW")
    session = of_origin(store, Origin("board"), first=3)
    lose(session)
    store.finish(session)
    assert only_summary(store).streak == 2


def test_an_unfinished_game_is_in_no_summary(store: Store) -> None:
    begin(dealer(store).next())
    assert store.read(read_summaries) == []
    begin(dealer(store, first=2).next())
    play(store, "W", SETUP._replace(mines=5))
    assert only_summary(store).games == 1


SETUPS = (
    SETUP,
    SETUP._replace(mines=11),
    SETUP._replace(width=10),
    SETUP._replace(height=10),
    SETUP._replace(first="safe"),
    SETUP._replace(no_guess=True),
    SETUP._replace(win="clear", on_guess="fair"),
)


def test_results_are_compared_within_a_size_mine_count_and_rules(store: Store) -> None:
    for setup in SETUPS:
        assert only_best(store, setup).rank == 1
    play(store, "LL", SETUP._replace(win="flags", question_marks=True))
    found = store.read(read_summaries)
    assert {summary.category for summary in found} == {category_of(setup) for setup in SETUPS}
    assert found[0].category == CATEGORY
    assert found[0].games == 3
    assert len(store.read(read_last_games, CATEGORY, 9)) == 3


def only_best(store: Store, setup: Setup) -> NewBest:
    """Win a game, and return how it compares."""
    session = dealer(store, setup, first=1 + len(kept(store))).next()
    win(session)
    best = store.finish(session)
    assert best
    return best


def test_all_results_of_a_category_are_found_by_an_index(store: Store) -> None:
    play(store, "WL")

    def plans(db: Connection) -> list[str]:
        asked: list[str] = []
        db.set_trace_callback(asked.append)
        [summary] = read_summaries(db)
        read_summaries(db, only=CATEGORY)
        read_category_records(db, summary)
        compare_result(db, ROW)
        find_last_own_size(db)
        db.set_trace_callback(None)
        return [row[-1] for sql in asked for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]

    used = [plan for plan in store.read(plans) if " game" in plan]
    assert len(used) > 10
    assert all(" game USING INDEX by_category" in plan for plan in used)


# A new result


def compared_by_hand(game: StoredGame, newest_first: list[StoredGame]) -> NewBest | None:
    """Return how a game compares with those that are listed."""
    if not game.ranked:
        return None
    counted = [each for each in newest_first if each.counted and each.category == game.category]
    ranked = [each for each in counted if each.ranked]
    alike = [each for each in reversed(ranked) if each.ending == game.ending]
    oldest_best = min(alike, key=lambda each: each.ms, default=None)
    is_faster = not oldest_best or game.ms < oldest_best.ms
    streak = 1
    for each in counted:
        if each.status == "lost":
            break
        streak += each.status == "won" and bool(each.unaided)
    return NewBest(
        time=is_faster,
        speed=all((game.speed or 0) > (each.speed or 0) for each in ranked),
        best=oldest_best.ms if oldest_best else None,
        since=oldest_best.day if oldest_best and is_faster else "",
        rank=1 + sum(each.ms <= game.ms for each in alike),
        wins=1 + len(alike),
        streak=streak,
        times=(*[each.ms for each in alike][-11:], game.ms),
    )


@given(rows())
def test_a_result_is_compared_as_by_hand(
    tmp_path_factory: pytest.TempPathFactory, stored: list[StoredGame]
) -> None:
    store = open_store(tmp_path_factory.mktemp("home"))

    def store_and_compare(db: Connection) -> None:
        for row in stored:
            assert compare_result(db, row) == compared_by_hand(row, find_games(db))
            insert(db, [row])

    store.keep(store_and_compare)
    assert len(kept(store)) == len(stored)
    store.close()


def test_a_game_may_be_the_best_in_time_and_in_speed(store: Store) -> None:
    bests = [
        play_on(store, number, f"2025-01-0{number}T12:00:00Z", seconds)
        for number, seconds in enumerate((5, 9, 4, 0, 4, 3), 1)
    ]
    first, slower, faster, lost, equal, best = bests
    assert first == NewBest(True, True, None, "", 1, 1, 1, (5_000,))
    assert slower == NewBest(False, False, 5_000, "", 2, 2, 2, (5_000, 9_000))
    assert faster
    assert (faster.time, faster.best, faster.since) == (True, 5_000, "2025-01-01")
    assert lost is None
    assert equal
    assert (equal.time, equal.best, equal.rank, equal.wins, equal.streak) == (False, 4_000, 2, 4, 1)
    assert best
    assert (best.time, best.best, best.since) == (True, 4_000, "2025-01-03")
    summary = only_summary(store)
    assert (summary.best_cleared_ms, summary.best_flagged_ms) == (3_000, None)
    speeds = [game.speed for game in kept(store) if game.ranked and game.speed]
    assert summary.best_3bv_per_s == max(speeds)


@pytest.mark.usefixtures("_in_tonga")
def test_a_best_time_was_reached_on_the_day_of_the_player(store: Store) -> None:
    play_on(store, 1, "2025-12-31T20:30:00Z", 9)
    best = play_on(store, 2, "2026-01-05T20:30:00Z", 5)
    assert best
    assert best.since == "2026-01-01"


def test_a_game_that_another_copy_goes_on_with_is_compared_with_the_games_of_both(
    store: Store, tmp_path: Path
) -> None:
    play_on(store, 1, "2025-01-01T12:00:00Z", 5)
    begin(dealer(store, first=2).next())
    other = open_store(tmp_path)
    again = other.resume("2", 0)
    win(again, 4_000)
    best = other.finish(again)
    assert best
    assert (best.time, best.best, best.wins) == (True, 5_000, 2)


def test_boards_flagged_and_boards_cleared_have_best_times_of_their_own(store: Store) -> None:
    play_on(store, 1, "2025-01-01T12:00:00Z", 3)
    best = win_by_flags(store, 2, 8_000)
    assert best == NewBest(True, False, None, "", 1, 1, 2, (8_000,))
    summary = only_summary(store)
    assert (summary.best_cleared_ms, summary.best_flagged_ms) == (3_000, 8_000)


@pytest.mark.parametrize("letter", "AHLF")
def test_only_a_ranked_win_is_compared(store: Store, letter: str) -> None:
    play(store, letter)
    [game] = kept(store)
    assert store.read(compare_result, game) is None
    assert only_summary(store).best_cleared_ms is None


def test_a_win_that_is_over_at_once_is_no_record(store: Store) -> None:
    session = dealer(store).next()
    win(session, 0)
    assert store.finish(session) is None
    [game] = kept(store)
    assert (game.reasons, game.unaided, game.ranked) == ("over at once", 1, 0)
    summary = only_summary(store)
    assert (summary.won, summary.streak, summary.best_cleared_ms) == (1, 1, None)


# The best


def test_the_best_games_are_the_fastest_with_their_dates(store: Store) -> None:
    for number, seconds in enumerate([9, 4, 0, 7, 4], 1):
        play_on(store, number, f"2025-03-0{number}T12:00:00Z", seconds)
    play(store, "H")
    best = only_records(store).best_cleared
    assert [(game.id, game.ms, game.day) for game in best] == [
        ("2", 4_000, "2025-03-02"),
        ("5", 4_000, "2025-03-05"),
        ("4", 7_000, "2025-03-04"),
        ("1", 9_000, "2025-03-01"),
    ]


def test_boards_cleared_and_boards_flagged_have_lists_of_their_own(store: Store) -> None:
    play(store, "W")
    win_by_flags(store, 2, 8_000)
    [cleared] = only_records(store).best_cleared
    [flagged] = only_records(store).best_flagged
    assert (cleared.id, cleared.result) == ("1", "cleared")
    assert (flagged.id, flagged.result) == ("2", "flagged")


def test_there_are_ten_best_and_twenty_last(store: Store) -> None:
    insert_letters(store, "W" * 11 + "L" * 15)
    records = only_records(store)
    assert [game.id for game in records.best_cleared] == [f"{each}" for each in range(1, 11)]
    assert [game.id for game in records.last_games] == [f"{each}" for each in range(26, 6, -1)]
    assert (BEST_GAMES, LAST_GAMES) == (10, 20)


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
    assert compute_average([*[10**6] * 6, *[90] * 94], 100).current_ms == (10**6 + 89 * 90) // 90


def test_with_fewer_wins_there_is_no_average(store: Store) -> None:
    assert compute_average([7] * 4, 5) == Average(5, None, None)
    play(store, "WWWW")
    assert only_records(store).averages == [(5, None, None), (12, None, None), (100, None, None)]


@given(times, st.sampled_from([(5, 1), (12, 1), (100, 5)]))
def test_averages_are_those_of_every_run(times: list[int], rule: tuple[int, int]) -> None:
    span, dropped = rule
    runs = [sorted(times[end - span : end]) for end in range(span, len(times) + 1)]
    means = [fmean(run[dropped:-dropped]) for run in runs]
    found = compute_average(times, span)
    if means:
        assert found.current_ms == pytest.approx(means[-1], abs=0.51)
        assert found.best_ms == pytest.approx(min(means), abs=0.51)
    else:
        assert found == (span, None, None)


def test_averages_are_of_consecutive_ranked_wins_in_the_order_of_their_ends(store: Store) -> None:
    for number, seconds in enumerate([50, 3, 0, 4, 5, 0, 6, 7], 1):
        play_on(store, number, f"2025-03-0{9 - number}T12:00:00Z", seconds)
    play(store, "H")
    records = only_records(store)
    assert records.times_ms == [50_000, *range(3_000, 8_000, 1_000)]
    assert records.averages[0] == (5, 5_000, 5_000)


# Series


def test_a_win_rate_moves_from_game_to_game(store: Store) -> None:
    play(store, "WLAWHWF")
    assert only_records(store).win_rates == [1, 1 / 2, 2 / 3, 3 / 4]


def test_a_win_rate_is_of_the_last_twenty_games(store: Store) -> None:
    games = "L" * 7 + "WWLWL" * 6
    insert_letters(store, games)
    rates = only_records(store).win_rates
    assert rates == [
        games[max(0, end - WINDOW) : end].count("W") / min(end, WINDOW)
        for end in range(1, len(games) + 1)
    ]


def test_the_first_rates_of_a_long_series_count_the_games_before_it(store: Store) -> None:
    games = "W" * 15 + "WLLWLWLLWWWL" * 10
    insert_letters(store, games)
    records = only_records(store)
    first = len(games) - SERIES_LENGTH + 1
    assert records.win_rates == [
        games[end - WINDOW : end].count("W") / WINDOW for end in range(first, len(games) + 1)
    ]


def test_a_long_series_of_times_is_that_of_the_last_wins(store: Store) -> None:
    insert_letters(store, "W" * 20 + "WL" * 95)
    records = only_records(store)
    wins = [*range(1_000, 21_000, 1_000), *range(21_000, 211_000, 2_000)]
    assert records.times_ms == wins[-SERIES_LENGTH:]
    assert records.averages[2] == compute_average(wins, 100)


def test_a_category_without_games_has_no_series(store: Store) -> None:
    play(store, "W")
    none = Category(5, 5, 5, "any", 0, "luck")
    assert store.read(read_summaries, only=none) == []
    records = store.read(read_category_records, only_summary(store)._replace(category=none))
    assert (records.win_rates, records.times_ms) == ([], [])
    assert (records.last_games, records.best_cleared, records.best_flagged) == ([], [], [])
