"""Homes that cannot be written or read, go away, or lie on odd file systems; what is no file."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from minesweeper.play.session import Session
from minesweeper.store.database import BUSY
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import Filter, find_games
from minesweeper.store.statistics import read_all_records
from minesweeper.store.store import Store
from tests.harness.kept_games import begin, dealer, flag, kept, open_store, unfinished, win
from tests.harness.learned import attempt, keep_answer, kept_attempts
from tests.harness.posix import as_somebody_else, in_another_process, lose_the_rights_of_root

NAMES: Final = ("games.db", "games.db-wal", "games.db-shm", "games.db-journal")


def begun(store: Store, first: int = 1) -> Session:
    session = dealer(store, first=first).next()
    begin(session)
    return session


def fill(home: Path) -> Store:
    """Keep a won game and an unfinished one; the store stays open."""
    store = open_store(home)
    win(session := begun(store, 1))
    store.finish(session)
    begun(store, 2)
    return store


# Nothing was ever kept


def test_to_look_at_games_makes_no_file(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    assert [*kept(store), *unfinished(store), *kept_attempts(store)] == []
    store.close()
    assert [*tmp_path.iterdir()] == []


def test_the_files_are_the_players_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = fill(tmp_path / "a" / "home")
        store.close()
    finally:
        os.umask(before)
    home = tmp_path / "a" / "home"
    modes = {path.name: path.stat().st_mode & 0o777 for path in (home, *home.iterdir())}
    assert modes == {"home": 0o700, "games.db": 0o600, "games-backup.db": 0o600}


def test_what_exists_keeps_its_mode(tmp_path: Path) -> None:
    fill(tmp_path).close()
    tmp_path.chmod(0o750)
    (tmp_path / "games.db").chmod(0o640)
    win(session := begun(again := open_store(tmp_path), 3))
    again.finish(session)
    again.close()
    assert tmp_path.stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "games.db").stat().st_mode & 0o777 == 0o640


def test_the_games_of_version_0_1_are_named_once(tmp_path: Path) -> None:
    (tmp_path / "history.db").touch()
    first = fill(tmp_path)
    assert first.take_messages() == (
        f"the games of version 0.1 stay in {tmp_path}/history.db, unread"
    )
    first.close()
    again = open_store(tmp_path)
    assert len(kept(again)) == 1
    assert again.take_messages() == ""


# Homes that go away while a game is played


def _remove_all(home: Path) -> None:
    shutil.rmtree(home)


def _remove_file(home: Path) -> None:
    for path in home.iterdir():
        path.unlink()


def _move(home: Path) -> None:
    home.rename(home.with_name("elsewhere"))


def _move_and_put_back(home: Path) -> None:
    home.rename(home.with_name("elsewhere")).rename(home)


def _replace(home: Path) -> None:
    _remove_file(home)
    fill(home)


GONE: Final = [_remove_all, _remove_file, _move, _move_and_put_back]


@pytest.mark.parametrize("go", GONE)
def test_what_this_run_has_kept_is_made_again_where_its_home_was(
    tmp_path: Path, go: Callable[[Path], None]
) -> None:
    home = tmp_path / "home"
    store = fill(home)
    session = store.resume("2", 0)
    keep_answer(store, attempt())
    go(home)
    flag(session, 1)
    assert store.is_saved(session)
    store.close()
    assert not store.is_lost
    after = open_store(home)
    assert [row.id for row in kept(after)] == ["1"]
    assert unfinished(after) == ["2"]
    assert len(kept_attempts(after)) == 1
    assert after.resume("2", 0).entries[:-1] == session.entries


@pytest.mark.parametrize("go", GONE)
def test_a_run_that_rests_notices_at_its_end_that_its_home_is_gone(
    tmp_path: Path, go: Callable[[Path], None]
) -> None:
    home = tmp_path / "home"
    store = fill(home)
    go(home)
    store.close()
    assert not store.is_lost
    assert [row.id for row in kept(open_store(home))] == ["1"]
    assert unfinished(open_store(home)) == ["2"]


def test_a_home_that_was_made_again_by_another_copy_gets_the_games_of_both(tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = open_store(home)
    session = begun(store, 7)
    _replace(home)
    win(session)
    store.finish(session)
    assert sorted(row.id for row in kept(store)) == ["1", "7"]
    assert unfinished(store) == ["2"]


def test_a_home_that_cannot_be_made_again_is_said_at_the_end(tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = fill(home)
    shutil.rmtree(home)
    home.touch()
    store.close()
    assert store.is_lost
    assert store.take_messages().startswith(f"2 games could not be stored in {home}; ")


# Homes that cannot be written, or not even entered


@pytest.mark.parametrize("has_log", [False, True])
def test_a_home_that_may_only_be_read_is_read(common_path: Path, *, has_log: bool) -> None:
    store = fill(common_path / "home")
    if not has_log:
        store.close()
    home = Path(shutil.copytree(common_path / "home", common_path / "copy"))
    assert (home / "games.db-wal").exists() is has_log
    assert as_somebody_else(home, lambda: _play_in(home)) == (
        "1 game, 1 unfinished, lost: attempt to write a readonly database"
    )
    assert not [*home.glob("*damaged*")]


def _play_in(home: Path) -> str:
    store = open_store(home)
    games, going_on = len(kept(store)), len(unfinished(store))
    session = begun(store, 9)
    why = store.why_unsaved(session).rpartition(": ")[2]
    store.close()
    return f"{games} game, {going_on} unfinished, {'lost' if store.is_lost else 'kept'}: {why}"


@pytest.mark.parametrize("mode", [0o000, 0o500])
def test_in_a_home_that_is_somebody_elses_the_game_is_played(common_path: Path, mode: int) -> None:
    home = common_path / "home"
    home.mkdir()
    home.chmod(mode)

    def work() -> str:
        lose_the_rights_of_root()
        store = open_store(home)
        session = begun(store)
        win(session)
        store.finish(session)
        message = store.take_messages()
        store.close()
        return f"{message}, {store.is_lost}"

    try:
        said = in_another_process(work)
    finally:
        home.chmod(0o700)
    assert said == f"not saved: {home}/games.db: Permission denied, True"


# File systems without memory to share, without locks


@pytest.fixture
def _no_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system on which files with a log can only be opened exclusively."""
    connect = sqlite3.connect

    class NoWal(sqlite3.Connection):
        is_exclusive = False

        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            self.is_exclusive |= "= EXCLUSIVE" in sql
            if "= WAL" in sql and not self.is_exclusive:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMMAP
                raise error
            return super().execute(sql, *values)  # type: ignore[arg-type]  # as above

    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{"factory": NoWal, **k}))


@pytest.mark.parametrize("was_made_in_wal", [False, True])
@pytest.mark.usefixtures("_no_shared_memory")
def test_without_shared_memory_games_are_kept_too(tmp_path: Path, *, was_made_in_wal: bool) -> None:
    if was_made_in_wal:
        with pytest.MonkeyPatch.context() as patch:
            patch.undo()
            fill(tmp_path).close()
    else:
        fill(tmp_path).close()
    first, second = open_store(tmp_path), open_store(tmp_path)
    session = first.resume("2", 0)
    flag(session, 1)
    assert first.is_saved(session)
    again = second.resume("2", 0)
    assert again.entries[:-1] == session.entries
    win(other := begun(second, 3))
    assert second.finish(other)
    for store in (first, second):
        store.close()
        assert not store.is_lost
    db = sqlite3.connect(tmp_path / "games.db")
    assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    db.close()


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_while_another_program_holds_the_file_the_game_goes_on(tmp_path: Path, how: str) -> None:
    store = fill(tmp_path)
    session = store.resume("2", 0)
    db = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    db.execute(f"BEGIN {how}")
    for number in range(1, 4):
        flag(session, number)
    assert store.why_unsaved(session) == f"not saved: {BUSY}"
    assert len(kept(store)) == 1  # who only reads does not wait
    db.execute("COMMIT")
    db.close()
    flag(session, 4)
    assert store.is_saved(session)


def test_a_run_that_ends_while_another_program_holds_the_file_says_what_is_lost(
    tmp_path: Path,
) -> None:
    store = fill(tmp_path)
    session = store.resume("2", 0)
    db = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    flag(session, 1)
    store.close()
    assert store.is_lost
    assert store.take_messages().startswith(f"1 game could not be stored in {tmp_path}; ")
    db.close()


# Files that are none


def _folder(path: Path) -> None:
    path.mkdir()


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _link(path: Path) -> None:
    path.symlink_to(path.with_name("target"))


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [_folder, _fifo, _link, _device])
def test_nothing_but_a_file_is_opened(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    fill(tmp_path).close()
    path = tmp_path / name
    path.unlink(missing_ok=True)
    make(path)
    store = open_store(tmp_path)
    with pytest.raises(StoreError, match=r"(it is not a regular file|Is a directory)$"):
        store.read(find_games)
    session = begun(store, 5)
    assert store.why_unsaved(session)
    store.close()
    assert not (tmp_path / "target").exists()
    assert os.path.lexists(path)


# Older SQLite


def test_no_statement_needs_more_than_the_oldest_sqlite_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = set()
    connect = sqlite3.connect

    class Listening(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            statements.add(sql)
            return super().execute(sql, *values)  # type: ignore[arg-type]  # as above

    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=Listening, **k))
    store = fill(tmp_path)
    store.read(read_all_records)
    store.read(find_games, Filter(text="won"))
    store.delete("1")
    store.abandon("2")
    keep_answer(store, attempt())
    store.close()
    (tmp_path / "games.db").write_bytes(b"hello" * 1000)
    kept(open_store(tmp_path))
    words = {word for sql in statements for word in re.findall("[A-Z]+", sql)}
    assert {"CREATE", "INSERT", "UPDATE", "DELETE", "PRAGMA"} <= words
    # Those of 3.37, 3.35 and 3.27: 3.26 is met with Python 3.11.
    assert words.isdisjoint({"STRICT", "RETURNING", "MATERIALIZED", "VACUUM"})
