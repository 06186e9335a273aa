"""Databases of other versions, and those that cannot be read: kept and replaced.

What backups are good for is in test_backups.
"""

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.settings.safe_files import LOCK_WAIT, lock
from minesweeper.store.database import SHORT_WAIT, Database
from minesweeper.store.finished_games import read_journal_text
from minesweeper.store.history import History
from minesweeper.store.messages import Messages
from minesweeper.store.schema import HISTORY_SCHEMA
from tests.harness.databases import (
    cut_to_a_page,
    later_version,
    other_program,
    other_text,
    two_games,
    zero_filled,
    zero_filled_behind_its_header,
)
from tests.harness.kept_games import (
    TODAY,
    begin,
    close_histories,
    dealer,
    kept,
    moves_that_win,
    only_summary,
    open_history,
    win,
)
from tests.harness.posix import (
    full_disk,
    in_another_process,
    lose_the_rights_of_root,
)


def replaced(kept_as: Path, games: int | None = None) -> str:
    """Return the message on a history that could not be read; without games there is no backup."""
    starts_empty = "starts empty, as there is no sound backup"
    remedy = starts_empty if games is None else f"was restored with {games} games"
    return f"the history could not be read and {remedy}; the unreadable file is now {kept_as}"


# Databases that cannot be read


@pytest.mark.parametrize(
    "damage",
    [
        cut_to_a_page,
        zero_filled,
        zero_filled_behind_its_header,
        other_text,
        other_program,
    ],
)
def test_a_database_that_cannot_be_read_is_kept_and_a_new_one_begun_without_a_backup(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    two_games(tmp_path)
    path = tmp_path / "history.db"
    damage(path)
    before = path.read_bytes()
    history = open_history(tmp_path)
    session = dealer(history, first=3).next()
    win(session)
    assert history.store(session)
    history.finish(session)
    kept_as = tmp_path / "history-damaged-2025-11-21.db"
    assert history.take_messages() == replaced(kept_as)
    assert kept_as.read_bytes() == before
    assert [row.id for row in kept(history)] == ["3"]
    assert history.take_messages() == ""
    assert [row.id for row in kept(open_history(tmp_path))] == ["3"]


def test_a_database_of_a_later_version_is_kept_and_a_backup_restored(tmp_path: Path) -> None:
    two_games(tmp_path).back_up()
    later_version(tmp_path / "history.db")
    history = open_history(tmp_path)
    assert [row.id for row in kept(history)] == ["2", "1"]
    kept_as = tmp_path / "history-damaged-2025-11-21.db"
    assert history.take_messages() == replaced(kept_as, 2)
    with sqlite3.connect(kept_as) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)
    db.close()


def test_each_database_that_is_kept_has_a_name_of_its_own(tmp_path: Path) -> None:
    for turn in range(3):
        zero_filled(tmp_path / "history.db") if turn else None
        two_games(tmp_path)
    names = sorted(path.name for path in tmp_path.glob("history*.db"))
    assert names == [
        "history-damaged-2025-11-21-2.db",
        "history-damaged-2025-11-21.db",
        "history.db",
    ]


def test_a_copy_that_had_the_damaged_database_open_continues_in_the_new_one(tmp_path: Path) -> None:
    first = open_history(tmp_path)
    deal = dealer(first)
    session = deal.next()
    win(session)
    first.finish(session)
    zero_filled(tmp_path / "history.db")
    second = open_history(tmp_path)
    other = dealer(second, first=9).next()
    win(other)
    second.finish(other)
    session = deal.next()
    win(session)
    first.finish(session)
    assert {row.id for row in kept(second)} >= {"9", "2"}


def test_an_empty_database_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "history.db").write_bytes(b"")
    assert two_games(tmp_path).take_messages() == ""
    assert len(kept(open_history(tmp_path))) == 2


def test_a_game_is_stored_although_the_database_disappeared(tmp_path: Path) -> None:
    history = two_games(tmp_path)
    session = dealer(history, first=3).next()
    board = begin(session)
    for path in tmp_path.glob("history.db*"):
        path.unlink()
    for move in moves_that_win(board):
        session.play(move, 2_000)
    assert history.store(session)
    assert [row.id for row in kept(history)] == ["3"]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda whole: whole[:-40], id="cut"),
        pytest.param(lambda _: b"\0\xff\0\xff", id="overwritten"),
    ],
)
def test_a_damaged_journal_in_the_database_is_read_as_empty(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    history = two_games(tmp_path)
    whole = history.query(lambda db: read_journal_text(db, "2")) or ""
    assert fold(parse_journal(whole)).result
    data = damage(zlib.compress(whole.encode()))
    assert history.query(lambda db: db.execute("UPDATE journals SET text = ?", (data,)).rowcount)
    assert history.query(lambda db: read_journal_text(db, "2")) == ""


# Where nothing can be written


@pytest.mark.parametrize("mode", [0o555, 0o777])
def test_a_database_is_read_where_it_cannot_be_written(common_path: Path, mode: int) -> None:
    home = common_path / "a home?"
    two_games(home)
    (home / "history.db").chmod(0o444)
    home.chmod(mode)

    def look() -> str:
        lose_the_rights_of_root()
        history = open_history(home)
        return f"{len(kept(history))} {only_summary(history).games} {history.take_messages()}"

    said = in_another_process(look)
    home.chmod(0o755)
    assert said == "2 2 "
    assert sorted(path.name for path in home.iterdir()) == ["history.db"]


# Full disks and held locks


def test_another_copy_is_waited_for_for_most_of_a_second_but_not_during_a_game(
    tmp_path: Path,
) -> None:
    database = Database(str(tmp_path / "history.db"), HISTORY_SCHEMA, TODAY, Messages())

    def patience(db: sqlite3.Connection) -> tuple[int]:
        milliseconds: tuple[int] = db.execute("PRAGMA busy_timeout").fetchone()
        return milliseconds

    assert database.write(patience) == (SHORT_WAIT,)
    assert database.write(patience, wait=True) == database.read(patience) == (900,)
    database.close()
    with closing(History(str(tmp_path), TODAY)) as history:
        assert history.query(patience) == (900,)


def test_a_lock_that_is_never_released_is_waited_for_only_once(
    tmp_path: Path, pauses: list[int]
) -> None:
    two_games(tmp_path)
    other_text(tmp_path / "history.db")
    with (tmp_path / "history.lock").open("w") as held:
        assert lock(held.fileno())
        history = open_history(tmp_path)
        assert kept(history) == []
        assert sum(pauses) == LOCK_WAIT
        assert history.take_messages().endswith(f"another copy holds {tmp_path / 'history.lock'}")
    assert kept(history) == []
    assert history.take_messages() == replaced(tmp_path / "history-damaged-2025-11-21.db")


@pytest.mark.parametrize("size", [0, 4_096, 16_384])
def test_a_damaged_database_on_a_full_disk_is_replaced_once_there_is_room(
    tmp_path: Path, size: int
) -> None:
    two_games(tmp_path).back_up()
    later_version(tmp_path / "history.db")
    history = open_history(tmp_path)
    with full_disk(size):
        assert kept(history) == []
        assert f"{tmp_path / 'history.db'} cannot be read: " in history.take_messages()
    close_histories()
    history = open_history(tmp_path)
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.take_messages() == replaced(tmp_path / "history-damaged-2025-11-21.db", 2)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "history-backup-1.db",
        "history-damaged-2025-11-21.db",
        "history.db",
        "history.lock",
    ]


def test_nothing_is_written_ahead_since_sqlite_waits_ten_seconds_for_that(tmp_path: Path) -> None:
    """Where locks fail, as on some network drives, it retries regardless of the timeout."""
    history = two_games(tmp_path)
    assert len(kept(history)) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.db"]
