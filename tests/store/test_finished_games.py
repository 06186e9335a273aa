"""Listing the finished games, and deleting one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from sqlite3 import SQLITE_OK, Connection

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.journal import Origin
from minesweeper.play.session import NO_TIME
from minesweeper.store.categories import category_of
from minesweeper.store.finished_games import (
    NO_FILTER,
    Filter,
    Luck,
    StoredGame,
    count_games,
    find_games,
    read_journal_text,
    short_id,
)
from minesweeper.store.history import BUSY, History
from minesweeper.store.records import read_all_records
from tests.harness.kept_games import (
    SETUP,
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
from tests.harness.replays import import_game

SMALL = Setup(8, 5, 4, no_guess=True)
FAIR = Setup(8, 5, 4, on_guess="fair", win="clear")


def listed(history: History, chosen: Filter, limit: int = -1, offset: int = 0) -> list[StoredGame]:
    games = history.query(lambda db: find_games(db, chosen, limit, offset))
    count = history.query(lambda db: count_games(db, chosen))
    assert limit >= 0 or offset or len(games or []) == (count or 0)
    return games or []


def ids(history: History, chosen: Filter = NO_FILTER) -> str:
    """Return the ids of the games that a filter lets through, the newest first."""
    return " ".join(game.id for game in listed(history, chosen))


# The list


def test_a_game_is_listed_with_all_that_a_row_shows(history: History) -> None:
    play(history, "W")
    [game] = listed(history, NO_FILTER)
    [row] = kept(history)
    assert (game.id, game.short_id, game.begun) == ("1", "1", "2025-01-01T00:00:01Z")
    assert (game.category, game.kind, game.result) == (category_of(SETUP), "drawn", "cleared")
    assert (game.milliseconds, game.bbbv) == (5_000, row.bbbv)
    assert game.speed == row.solved / 5
    assert game.efficiency == row.solved / row.clicks
    assert (game.standing, game.luck, game.gain) == ("counted", None, None)


@pytest.mark.usefixtures("_in_tonga")
def test_the_date_is_the_players(history: History) -> None:
    session = game_of(history, "1", "2025-12-31T20:30:00Z")
    win(session)
    history.finish(session)
    [game] = listed(history, NO_FILTER)
    assert (game.day, game.time_of_day) == ("2026-01-01", "09:30")
    assert ids(history, Filter(text="2026-01")) == "1"
    assert ids(history, Filter(text="2025")) == ""


def test_an_imported_game_without_a_date_is_listed(history: History) -> None:
    session = of_origin(history, Origin("import"), begun=NO_TIME)
    win(session)
    history.finish(session)
    [game] = listed(history, NO_FILTER)
    assert (game.day, game.time_of_day, game.standing) == ("", "", "not counted")
    assert ids(history, Filter(text="import")) == "1"


def test_a_game_that_was_given_up_has_no_speed(history: History) -> None:
    play(history, "A")
    [game] = listed(history, NO_FILTER)
    assert (game.result, game.speed, game.efficiency) == ("abandoned", None, None)


def test_the_luck_of_a_reviewed_game_is_listed(history: History) -> None:
    deal = dealer(history)
    session = deal.next()
    win(session)
    history.store_luck(session, Luck(3, 3, 1.25, ""))
    history.finish(session)
    fair = dealer(history, FAIR, first=2).next()
    lose(fair)
    history.store_luck(fair, Luck(1, 0, 0.5, "bad luck"))
    history.finish(fair)
    lost, won = listed(history, NO_FILTER)
    assert (won.luck, won.gain) == (Luck(3, 3, 1.25, ""), 1.75)
    assert (lost.luck, lost.gain) == (Luck(1, 0, 0.5, "bad luck"), None)


def test_games_are_filtered_by_size(history: History) -> None:
    play(history, "WLA")
    play(history, "LW", SMALL)
    assert ids(history) == "5 4 3 2 1"
    assert ids(history, Filter(size=LEVELS["beginner"].size)) == "3 2 1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "5 4 3 2 1"),
        ("beg", "3 2 1"),
        ("Beginner  LOST", "2"),
        ("lost beginner", "2"),
        ("cleared", "5 3 1"),
        ("flagged", ""),
        ("8x5", "5 4"),
        ("guess-free won", "5"),
        ("2025-01-01", "5 4 3 2 1"),
        ("helped", "3"),
        ("ginner", ""),
        ("5", "5"),
        ("'", ""),
        ("%", ""),
        ("\0", ""),
    ],
)
def test_every_word_of_a_text_begins_a_word_of_the_game(
    history: History, text: str, found: str
) -> None:
    play(history, "WLH")
    play(history, "LW", SMALL)
    assert ids(history, Filter(text=text)) == found


def test_imported_games_are_found_by_their_player(history: History) -> None:
    play(history, "W")
    import_game(history, "Ad\u00e9 Lovelace")
    assert [game.player for game in listed(history, NO_FILTER)] == ["", "Ad\\xe9 Lovelace"]
    assert ids(history, Filter(text="love")) == "abc"
    assert ids(history, Filter(text="ad\u00e9 import")) == "abc"
    history.back_up()
    assert (len(listed(history, NO_FILTER)), history.take_messages()) == (2, "")


def test_a_known_layout_is_no_player(history: History) -> None:
    session = game_of(history, "1")
    win(session)
    history.finish(session)
    history.query(lambda db: db.execute("UPDATE games SET kind = 'import', name = 'known'"))
    assert [game.player for game in listed(history, NO_FILTER)] == [""]


def test_a_part_of_the_list_is_as_the_whole(history: History) -> None:
    play(history, "WLWLW")
    assert [game.id for game in listed(history, Filter(text="won"), 2)] == ["5", "3"]
    assert [game.id for game in listed(history, Filter(text="won"), 2, 2)] == ["1"]
    assert listed(history, Filter(), 9, 9) == []


def test_ids_are_shortened_as_far_as_they_are_told_apart(history: History) -> None:
    for number in (0x1234567890, 0x1234567899, 0x12345678AA, 0xFFFFFFFFFF):
        session = game_of(history, f"{number:x}")
        lose(session)
        history.finish(session)
    found = {game.id: game.short_id for game in listed(history, NO_FILTER)}
    assert found == {
        "1234567890": "1234567890",
        "1234567899": "1234567899",
        "12345678aa": "12345678a",
        "ffffffffff": "fffffff",
    }
    assert short_id("12345678", ["", "1234567"]) == "12345678"


def test_no_journal_is_opened_for_a_list_or_for_the_results(history: History) -> None:
    play(history, "WLH")
    read = set()

    def note(action: int, table: str | None, *_: object) -> int:
        read.add(table)
        return SQLITE_OK

    def look(db: Connection) -> None:
        db.set_authorizer(note)
        find_games(db, Filter(text="won"))
        read_all_records(db)

    history.query(look)
    assert "games" in read
    assert "journals" not in read


def test_a_list_of_no_games_is_empty(tmp_path: Path) -> None:
    assert listed(open_history(tmp_path / "none"), NO_FILTER) == []


# Deleting


def test_a_deleted_game_is_gone_with_its_journal_and_luck(history: History) -> None:
    deal = dealer(history)
    for end, now in [(win, 5_000), (win, 7_000)]:
        session = deal.next()
        end(session, now)
        history.store_luck(session, Luck(1, 1, 0.5, ""))
        history.finish(session)
    assert history.delete("1")
    assert ids(history) == "2"
    assert history.query(lambda db: read_journal_text(db, "1") is None)
    summary = only_summary(history)
    assert (summary.games, summary.best_cleared_ms, summary.guesses) == (1, 7_000, 1)
    assert history.query(lambda db: db.execute("SELECT id FROM luck").fetchall()) == [("2",)]
    assert history.take_messages() == ""


def test_a_game_that_is_not_there_is_not_deleted(history: History) -> None:
    play(history, "W")
    assert not history.delete("2")
    assert ids(history) == "1"


def test_no_game_is_deleted_while_another_copy_uses_the_history(
    history: History, tmp_path: Path
) -> None:
    play(history, "W")
    with closing(sqlite3.connect(tmp_path / "history.db", isolation_level=None)) as busy:
        busy.execute("BEGIN EXCLUSIVE")
        assert not history.delete("1")
    assert history.take_messages() == BUSY
    assert ids(history) == "1"
    assert history.delete("1")


def test_a_game_that_is_deleted_while_it_is_on_the_screen_stays_deleted(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    lose(session)
    history.store(session)
    assert history.delete("1")
    history.store_luck(session, Luck(1, 1, 0.5, ""))
    assert history.query(lambda db: db.execute("SELECT id FROM luck").fetchall()) == []
    assert session.board
    session.undo(6_000)
    for move in moves_that_win(session.board):
        session.play(move, 7_000)
    assert session.game.status is Status.WON
    history.finish(session)
    assert ids(history) == ""
    assert [path.name for path in tmp_path.glob("*.journal")] == []
    again = open_history(tmp_path)
    again.store_ended_games()
    assert ids(again) == ""


def test_deleting_an_uncounted_game_changes_nothing_else(history: History) -> None:
    play(history, "W")
    session = of_origin(history, Origin("import"), first=3)
    lose(session)
    history.finish(session)
    before = only_summary(history)
    assert history.delete("3")
    assert only_summary(history) == before
