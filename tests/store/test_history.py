"""Saved games, finished games, and the best of them."""

import re
from pathlib import Path
from sqlite3 import Connection

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.notation import format_position
from minesweeper.play.journal import Origin
from minesweeper.store.categories import Category, category_of
from minesweeper.store.finished_games import NewBest, find_games, find_ids, read_last_games
from minesweeper.store.history import History
from minesweeper.store.records import read_all_records
from minesweeper.store.summaries import read_summaries
from tests.harness.kept_games import (
    SETUP,
    begin,
    dealer,
    game_of,
    kept,
    lose,
    moves_that_win,
    of_origin,
    only_summary,
    open_history,
    play,
    win,
)
from tests.harness.windows import replace_no_open_file


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("*.journal"))


# Saved games


def test_a_game_that_was_left_is_resumed_where_it_was(tmp_path: Path) -> None:
    home = tmp_path / "not" / "there" / "yet"
    first = open_history(home)
    session = dealer(first).next()
    begin(session, 1_000)
    session.play(Move("flag", session.game.grid.cell(1, 1)), 3_000)
    session.leave(3_500)
    first.leave(session)
    first.close()

    second = open_history(home)
    assert [*second.saved_game_ids()] == ["1"]
    again = second.resume("1", 900_000)
    assert again
    assert format_position(again.game) == format_position(session.game)
    assert again.milliseconds(900_100) == 2_600
    assert (again.head, again.clicks) == (session.head, 2)
    assert second.take_messages() == first.take_messages() == ""


def test_a_resumed_game_is_stored_like_any_other(tmp_path: Path) -> None:
    first = open_history(tmp_path)
    session = dealer(first).next()
    board = begin(session)
    first.leave(session)
    second = open_history(tmp_path)
    again = second.resume("1", 0)
    assert again
    for move in moves_that_win(board):
        again.play(move, 4_000)
    assert second.store(again) == NewBest(time=True, speed=True)
    second.finish(again)
    assert files(tmp_path) == []
    assert [row.status for row in kept(second)] == ["won"]


def test_a_game_that_is_played_is_held(tmp_path: Path) -> None:
    first, second = open_history(tmp_path), open_history(tmp_path)
    session = dealer(first).next()
    begin(session)
    assert [*first.saved_game_ids(), *second.saved_game_ids()] == []
    assert second.resume("1", 0) is None
    first.leave(session)
    assert [*second.saved_game_ids()] == ["1"]
    assert second.resume("1", 0)
    assert [*first.saved_game_ids()] == []
    assert first.resume("1", 0) is None


def test_a_game_without_a_reveal_leaves_nothing(history: History, tmp_path: Path) -> None:
    session = dealer(history).next()
    session.play(Move("flag", session.game.grid.cell(1, 1)), 0)
    session.abandon(1)
    history.finish(session)
    history.close()
    assert list(tmp_path.iterdir()) == []


def test_a_saved_game_whose_last_line_was_cut_is_resumed_from_the_line_before(
    history: History,
    tmp_path: Path,
) -> None:
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    for torn in (b"12", b"50 reveal 3", b"\0" * 600):
        whole = path.read_bytes()
        path.write_bytes(whole + torn)
        again = history.resume("1", 0)
        assert again
        again.play(Move("flag", again.game.grid.cell(1, 1)), 10)
        history.leave(again)
        assert path.read_bytes() == again.journal_text().encode()
        assert path.read_bytes().startswith(whole)


def test_a_damaged_journal_is_set_aside_with_a_message(history: History, tmp_path: Path) -> None:
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    damaged = path.read_text().replace("reveal", "reveil") + "7 hello\n"
    path.write_text(damaged)
    assert history.resume("1", 0) is None
    assert history.take_messages().startswith(
        "a damaged saved game was set aside as 1.damaged: line 7: "
    )
    assert history.take_messages() == ""
    assert (tmp_path / "1.damaged").read_text() == damaged
    assert [*history.saved_game_ids()] == []


def test_a_saved_game_on_a_board_larger_than_is_played_now_stays_and_is_refused(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    large = re.sub("(?m)^setup [0-9]+ [0-9]+ ", "setup 1001 1000 ", path.read_text())
    path.write_text(large)
    assert history.resume("1", 0) is None
    assert history.take_messages() == (
        "the saved game 1 is refused: a board of 1001x1000 is too large: at most 1,000,000 cells"
    )
    assert path.read_text() == large


def test_a_damaged_journal_is_set_aside_only_once_where_no_open_file_can_be_renamed(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where the same message came at every start."""
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    damaged = path.read_text().replace("reveal", "reveil") + "7 hello\n"
    path.write_text(damaged)
    replace_no_open_file(monkeypatch)
    assert history.resume("1", 0) is None
    assert "set aside as 1.damaged" in history.take_messages()
    assert (tmp_path / "1.damaged").read_text() == damaged
    assert files(tmp_path) == []


def test_a_damaged_journal_takes_the_name_of_no_other_that_was_set_aside(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    whole = path.read_text()
    for turn in range(3):
        path.write_text(f"{whole}{turn} hello\n8 hello\n")
        assert history.resume("1", 0) is None
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "1-2.damaged",
        "1-3.damaged",
        "1.damaged",
    ]


def test_a_journal_that_was_cut_before_its_first_reveal_is_removed(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    path = tmp_path / "1.journal"
    whole = path.read_text()
    reveal = whole.index("0 reveal")
    for end in (0, whole.index("id 1") + 2, whole.index("0 mines"), reveal - 1, reveal + 3):
        path.write_text(whole[:end])
        assert not any(history.resume(identity, 0) for identity in history.saved_game_ids())
        assert (files(tmp_path), history.take_messages()) == ([], "")


# Storing


def test_a_game_that_ended_is_one_row_however_often_it_is_stored(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    win(session)
    assert history.store(session) == NewBest(time=True, speed=True)
    assert history.store(session) == NewBest()
    assert files(tmp_path) == ["1.journal"]
    history.finish(session)
    assert files(tmp_path) == []
    [row] = kept(history)
    assert (row.id, row.status, row.ending, row.milliseconds) == ("1", "won", "cleared", 5_000)
    assert row.category == Category(9, 9, 10, "opening", 0, "luck") == category_of(SETUP)
    assert reasons(history) == [""]


def test_a_game_that_was_killed_after_its_end_is_stored_later(tmp_path: Path) -> None:
    session = dealer(open_history(tmp_path)).next()
    win(session)
    (tmp_path / "left.journal").write_text(session.journal_text())
    history = open_history(tmp_path)
    assert [*history.saved_game_ids()] == []
    history.store_ended_games()
    assert files(tmp_path) == ["1.journal"]
    assert [row.status for row in kept(history)] == ["won"]


def test_a_game_whose_end_was_cut_off_cannot_be_resumed(tmp_path: Path) -> None:
    session = dealer(open_history(tmp_path / "other")).next()
    lose(session)
    (tmp_path / "1.journal").write_text(session.journal_text().removesuffix("5000 lost\n"))
    history = open_history(tmp_path)
    assert [*history.saved_game_ids()] == ["1"]
    assert history.resume("1", 0) is None
    assert [row.status for row in kept(history)] == ["lost"]
    assert [*history.saved_game_ids()] == []


def test_an_abandoned_game_is_stored_and_no_loss(history: History, tmp_path: Path) -> None:
    session = dealer(history).next()
    begin(session)
    session.abandon(4_000)
    history.finish(session)
    [row] = kept(history)
    assert (row.status, row.milliseconds, files(tmp_path)) == ("abandoned", 4_000, [])
    assert only_summary(history).win_rate is None


# Records


def reasons(history: History) -> list[str]:
    """Return why each game is no record, by its row; empty for a record."""
    rows = history.query(lambda db: db.execute("SELECT reasons FROM games").fetchall()) or []
    return [row[0] for row in rows]


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
def test_streaks(history: History, games: str, longest: int, current: int) -> None:
    play(history, games)
    summary = only_summary(history)
    assert (summary.longest_streak, summary.streak) == (longest, current)


def test_a_streak_is_of_games_in_the_order_in_which_they_began(history: History) -> None:
    for identity, minute, end in [("5", 5, win), ("2", 2, lose), ("4", 4, win), ("3", 3, win)]:
        session = game_of(history, identity, f"2025-01-01T00:0{minute}:00Z")
        end(session)
        history.finish(session)
    session = game_of(history, "1", "2025-01-01T00:01:00Z")
    win(session)
    history.finish(session)
    summary = only_summary(history)
    assert (summary.longest_streak, summary.streak) == (3, 3)


def test_no_result_depends_on_the_order_in_which_sqlite_finds_the_games(history: History) -> None:
    """SQLite can turn the order around wherever none was asked for."""
    for setup in (SETUP, SETUP._replace(first="safe"), SETUP._replace(mines=11)):
        play(history, "WWLWAHFWW", setup)

    def everything(db: Connection) -> object:
        return (
            read_all_records(db),
            find_games(db),
            read_last_games(db, category_of(SETUP), 9),
            find_ids(db, "1"),
        )

    def turned_around(db: Connection) -> object:
        db.execute("PRAGMA reverse_unordered_selects = ON")
        return everything(db)

    expected = history.query(everything)
    assert history.query(turned_around) == expected


def test_the_win_rate_is_of_the_unaided_games_that_ended(history: History) -> None:
    play(history, "WLALHHF")
    summary = only_summary(history)
    assert (summary.games, summary.won, summary.lost, summary.abandoned) == (4, 1, 2, 1)
    assert summary.win_rate == 1 / 3
    assert (summary.helped_games, summary.helped_won, summary.helped_lost) == (3, 2, 1)


@pytest.mark.parametrize(
    ("origin", "games", "helped"),
    [
        (Origin("drawn", 7), 1, 0),
        (Origin("given", 7), 0, 1),
        (Origin("daily", 7, "2025-11-21/classic"), 0, 1),
        (Origin("again", 7), 0, 1),
        (Origin("again"), 0, 0),
        (Origin("board"), 0, 0),
        (Origin("replay"), 0, 0),
        (Origin("import"), 0, 0),
    ],
)
def test_only_boards_that_were_drawn_for_the_player_raise_the_win_rate(
    history: History, origin: Origin, games: int, helped: int
) -> None:
    session = of_origin(history, origin)
    win(session)
    history.finish(session)
    assert len(kept(history)) == 1
    found = history.query(read_summaries) or []
    assert [(each.games, each.won, each.helped_won) for each in found] == (
        [(games, games, helped)] if games or helped else []
    )
    assert [each.win_rate for each in found] == ([1.0] if games else [None] if helped else [])


def test_the_streak_does_not_end_with_a_loss_on_a_board_of_ones_own(history: History) -> None:
    play(history, "WW")
    session = of_origin(history, Origin("board"), first=3)
    lose(session)
    history.finish(session)
    assert only_summary(history).streak == 2


def test_a_game_may_be_the_best_in_time_and_in_speed(history: History) -> None:
    deal = dealer(history)
    bests = []
    for now in (5_000, 9_000, 4_000):
        session = deal.next()
        win(session, now)
        bests.append(history.store(session))
    assert bests[0] == NewBest(time=True, speed=True)
    assert bests[1] == NewBest()
    assert bests[2]
    assert bests[2].time
    summary = only_summary(history)
    assert (summary.best_cleared_ms, summary.best_flagged_ms) == (4_000, None)
    rows = kept(history)
    assert summary.best_3bv_per_s == max(1000 * row.solved / row.milliseconds for row in rows)


def test_boards_flagged_and_boards_cleared_have_best_times_of_their_own(history: History) -> None:
    deal = dealer(history)
    cleared, flagged = deal.next(), deal.next()
    win(cleared, 3_000)
    assert history.store(cleared)
    board = begin(flagged)
    for cell in board.grid:
        if board.is_mine(cell):
            flagged.play(Move("flag", cell), 8_000)
    assert history.store(flagged) == NewBest(time=True, speed=False)
    summary = only_summary(history)
    assert (summary.best_cleared_ms, summary.best_flagged_ms) == (3_000, 8_000)


def test_a_game_with_help_is_stored_with_its_reason_and_never_best(history: History) -> None:
    session = dealer(history).next()
    session.note_help("odds", 0)
    win(session)
    assert history.store(session) == NewBest()
    assert reasons(history) == ["odds shown"]
    assert only_summary(history).best_cleared_ms is None


def test_results_are_compared_within_a_size_mine_count_and_rules(history: History) -> None:
    setups = [
        SETUP,
        SETUP._replace(mines=11),
        SETUP._replace(width=10),
        SETUP._replace(height=10),
        SETUP._replace(first="safe"),
        SETUP._replace(no_guess=True),
        SETUP._replace(win="clear", on_guess="fair"),
    ]
    for setup in setups:
        play(history, "W", setup)
    play(history, "LL", SETUP._replace(win="flags", question_marks=True))
    found = history.query(read_summaries)
    assert found
    assert {summary.category for summary in found} == {category_of(setup) for setup in setups}
    assert found[0].category == category_of(SETUP)
    assert found[0].games == 3
    assert len(history.query(lambda db: read_last_games(db, category_of(SETUP), 9)) or []) == 3
