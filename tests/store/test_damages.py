"""Files that are not as they were left: told from a disk that fails, set aside, restored."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from minesweeper.play.session import Session
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_games, read_journal
from minesweeper.store.statistics import read_all_records
from minesweeper.store.store import Store
from tests.harness.kept_games import (
    begin,
    dealer,
    flag,
    kept,
    lose,
    open_store,
    unfinished,
    win,
)
from tests.harness.learned import attempt, keep_answer, kept_attempts

PAGE: Final = 4096
GAMES: Final = 9
ASIDE: Final = "games-damaged-2025-11-21-120000"


def begun(store: Store, first: int) -> Session:
    session = dealer(store, first=first).next()
    begin(session)
    return session


def fill(home: Path, games: int = GAMES) -> None:
    """Keep some games, two of them unfinished, and an answer, with a backup of them all."""
    store = open_store(home)
    for number in range(1, games + 1):
        session = begun(store, number)
        (win if number % 2 else lose)(session)
        store.finish(session)
    begun(store, 100)
    flag(begun(store, 101), 1)
    keep_answer(store, attempt())
    store.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home that is copied, and not changed."""
    home = tmp_path_factory.mktemp("filled")
    fill(home)
    return home


@pytest.fixture
def home(filled: Path, tmp_path: Path) -> Path:
    """Return a home with games and a backup."""
    return Path(shutil.copytree(filled, tmp_path / "home"))


def games_in(home: Path) -> Path:
    return home / "games.db"


def is_whole(store: Store, more: int = 0) -> bool:
    """Return whether all games and the answer are there, and so many more games."""
    counts = len(kept(store)), len(unfinished(store)), len(kept_attempts(store))
    return counts == (GAMES + more, 2, 1)


def set_aside(home: Path) -> list[str]:
    return sorted(path.name for path in home.glob("games-damaged*.db"))


def next_run(home: Path, first: int = 200) -> str:
    """Look at the games, play one, answer a question; return what was said."""
    store = open_store(home)
    store.read(read_all_records)
    win(session := begun(store, first))
    store.finish(session)
    keep_answer(store, attempt(2))
    store.close()
    assert not store.is_lost
    return store.take_messages()


# Damage


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _random_page(number: int) -> Callable[[bytes], bytes]:
    noise = Random(number).randbytes(PAGE)
    return lambda data: data[: number * PAGE] + noise + data[(number + 1) * PAGE :]


DAMAGES: Final[dict[str, Callable[[bytes], bytes | None]]] = {
    "missing": lambda data: None,
    "no bytes": lambda data: b"",
    "one byte": lambda data: b"S",
    "511 bytes": lambda data: data[:511],
    "half of it": _cut,
    "a page less": lambda data: data[:-PAGE],
    "cut within a page": lambda data: data[:-1000],
    "zeros": lambda data: bytes(len(data)),
    "zeros behind its first page": lambda data: data[:PAGE] + bytes(len(data) - PAGE),
    "some text": lambda data: b"hello\n" * 1000,
    "a wrong header": lambda data: bytes(100) + data[100:],
    "a random first page": _random_page(0),
    "a random page": _random_page(3),
    "a random last page": lambda data: data[:-PAGE] + Random(1).randbytes(PAGE),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced_by_its_backup(home: Path, damage: str) -> None:
    path = games_in(home)
    data = DAMAGES[damage](path.read_bytes())
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    said = next_run(home)
    was = "missing" if data is None else "empty" if len(data) < 512 else "damaged"
    assert f"{path} was {was}: {GAMES + 2} games restored from its backup" in said
    assert set_aside(home) == [f"{ASIDE}.db"] * bool(data)
    if data:
        assert (home / f"{ASIDE}.db").read_bytes() == data
        assert f"it is now {home / ASIDE}.db" in said
    after = open_store(home)
    assert len(kept(after)) == GAMES + 1
    assert len(kept_attempts(after)) == 2
    assert next_run(home, 201) == ""


@pytest.mark.parametrize("damage", [name for name in DAMAGES if name not in ("missing",)])
def test_without_a_backup_it_starts_anew_and_the_damaged_file_is_kept(
    home: Path, damage: str
) -> None:
    path = games_in(home)
    data = DAMAGES[damage](path.read_bytes())
    assert data is not None
    path.write_bytes(data)
    (home / "games-backup.db").unlink()
    said = next_run(home)
    if len(data) < 2:  # for SQLite a new file
        assert (said, set_aside(home)) == ("", [])
    else:
        assert "was damaged: it starts anew; it is now" in said
        assert (home / f"{ASIDE}.db").read_bytes() == data
    assert len(kept(open_store(home))) == 1


def test_a_damaged_backup_of_a_damaged_file_is_no_backup(home: Path) -> None:
    for name in ("games.db", "games-backup.db"):
        path = home / name
        path.write_bytes(_random_page(0)(path.read_bytes()))
    assert "was damaged: it starts anew" in next_run(home)
    assert len(kept(open_store(home))) == 1
    assert next_run(home, 201) == ""


def test_a_backup_that_cannot_be_read_is_not_taken_for_none(home: Path) -> None:
    damaged = _random_page(0)(games_in(home).read_bytes())
    games_in(home).write_bytes(damaged)
    backup = home / "games-backup.db"
    whole = backup.rename(home / "elsewhere.db")
    backup.symlink_to(whole)
    store = open_store(home)
    win(session := begun(store, 200))
    assert store.finish(session) is None
    with pytest.raises(StoreError, match="was damaged: it is not a regular file"):
        store.read(find_games)
    store.close()
    assert games_in(home).read_bytes() == damaged
    assert set_aside(home) == []
    backup.unlink()
    whole.rename(backup)
    assert is_whole(open_store(home))


def test_a_file_that_somebody_else_has_restored_meanwhile_is_left_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = Path(shutil.copy(games_in(home), home / "sound.db"))
    games_in(home).write_bytes(b"hello\n" * 1000)
    copyfile = shutil.copyfile

    def copy_slowly(source: str, target: str) -> None:
        copyfile(source, target)
        sound.rename(games_in(home))

    monkeypatch.setattr(shutil, "copyfile", copy_slowly)
    store = open_store(home)
    assert is_whole(store)
    assert (set_aside(home), store.take_messages()) == ([], "")


def test_a_file_is_restored_once_a_run(home: Path) -> None:
    store = open_store(home)
    for number in range(2):
        games_in(home).write_bytes(b"hello\n" * 1000)
        if not number:
            assert len(kept(store)) == GAMES
            continue
        with pytest.raises(StoreError, match="it was restored already in this run"):
            store.read(find_games)
    assert len(set_aside(home)) == 1


def test_of_two_files_set_aside_in_one_second_both_are_kept(home: Path) -> None:
    for _ in range(2):
        games_in(home).write_bytes(b"hello\n" * 1000)
        assert is_whole(open_store(home))
    assert set_aside(home) == [f"{ASIDE}-2.db", f"{ASIDE}.db"]


@pytest.mark.samples(40, 600)
def test_flipped_bits_cost_at_most_what_they_hit(home: Path, count: int) -> None:
    path, rng = games_in(home), Random(8)
    sound = path.read_bytes()
    for number in range(count):
        data = bytearray(sound)
        for _ in range(8):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        for other in home.glob("games.db-*"):
            other.unlink()
        store = open_store(home)
        why = ""
        try:
            games = kept(store)
            store.read(read_all_records)
            assert abs(len(games) - GAMES) <= 8, number
            for game in games:
                store.read(read_journal, game.id)
        except StoreError as error:
            why = str(error)
        # Of a flipped letter in the text of the schema, in its number, or in one game.
        assert not why or "games.db" in why or "cannot be read" in why or "no game" in why, number
        store.close()
        for aside in home.glob("games-damaged*"):
            aside.unlink()


# What is no damage


@pytest.mark.parametrize("version", [1, 99])
def test_a_file_of_another_version_is_left_alone(home: Path, version: int) -> None:
    with sqlite3.connect(games_in(home)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    before = games_in(home).read_bytes()
    store = open_store(home)
    win(session := begun(store, 200))
    store.finish(session)
    assert store.take_messages() == f"no game is kept: {games_in(home)} is of another version"
    with pytest.raises(StoreError, match="is of another version"):
        store.read(find_games)
    store.close()
    assert games_in(home).read_bytes() == before
    assert set_aside(home) == []


def test_a_backup_of_another_version_is_left_alone(home: Path) -> None:
    with sqlite3.connect(home / "games-backup.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    games_in(home).unlink()
    with pytest.raises(StoreError, match="was missing: its backup is of another version"):
        open_store(home).read(find_games)
    assert not games_in(home).exists()


def test_a_file_of_an_earlier_state_of_development_is_set_aside(home: Path) -> None:
    for name in ("games.db", "games-backup.db"):
        with sqlite3.connect(home / name) as db:
            db.execute("PRAGMA user_version = -1000")
        db.close()
    assert "is of an earlier version: it starts anew; it is now" in next_run(home)
    assert len([*home.glob("games-old-*.db")]) == 1
    assert len(kept(open_store(home))) == 1


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(games_in(tmp_path)) as db:
        db.execute("CREATE TABLE game (title TEXT)")
    db.close()
    with pytest.raises(StoreError, match="is of another version"):
        open_store(tmp_path).read(find_games)


_CODES = """
    ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL
    CANTOPEN PROTOCOL EMPTY SCHEMA MISUSE NOLFS AUTH FORMAT RANGE NOTADB BUSY_SNAPSHOT
    BUSY_RECOVERY READONLY_DBMOVED READONLY_CANTINIT IOERR_SHORT_READ CORRUPT_INDEX CORRUPT_VTAB
    CANTOPEN_ISDIR
"""


@pytest.mark.parametrize("code", _CODES.split())
def test_no_error_moves_a_sound_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    failing: list[bool] = []
    connect = sqlite3.connect

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            if failing and sql.startswith("INSERT"):
                error = sqlite3.OperationalError(code.lower())
                error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
                raise error
            return super().execute(sql, *values)  # type: ignore[arg-type]  # as above

    monkeypatch.setattr(
        sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "factory": Failing})
    )
    store = open_store(home)
    session = begun(store, 200)
    failing.append(True)
    flag(session, 1)
    assert store.why_unsaved(session)
    assert store.take_messages()
    failing.clear()
    flag(session, 2)
    assert store.is_saved(session)
    store.close()
    assert (set_aside(home), store.is_lost) == ([], False)
    assert len(unfinished(open_store(home))) == 3


def test_what_breaks_a_rule_of_the_tables_holds_up_nothing_else(home: Path) -> None:
    store = open_store(home)
    wrong, right = begun(store, 200), begun(store, 201)
    lose(wrong)
    assert wrong.result
    wrong.result = wrong.result._replace(milliseconds=-1)
    store.finish(wrong)
    win(right)
    assert store.finish(right)
    assert "this game cannot be stored: CHECK constraint failed" in store.take_messages()
    store.close()
    assert store.is_lost
    after = open_store(home)
    assert len(kept(after)) == GAMES + 1
    assert set_aside(home) == []


# What this run has kept is kept again


def test_a_run_keeps_all_of_its_own_in_the_restored_file(home: Path) -> None:
    store = open_store(home)
    win(ended := begun(store, 200))
    store.finish(ended)
    going_on = begun(store, 201)
    resumed = store.resume("65", 0)
    flag(resumed, 2)
    keep_answer(store, attempt(2))
    store.delete("1")
    with sqlite3.connect(games_in(home)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    games_in(home).write_bytes(b"hello\n" * 1000)
    flag(going_on, 1)
    flag(resumed, 3)
    store.close()
    assert not store.is_lost
    after = open_store(home)
    assert {"c8"} <= {game.id for game in kept(after)}
    assert "1" not in {game.id for game in kept(after)}
    assert set(unfinished(after)) == {"64", "65", "c9"}
    assert len(kept_attempts(after)) == 2
    again = after.resume("65", 0)
    assert again.entries[:-1] == resumed.entries


def test_a_game_that_was_just_won_survives_the_damage_that_its_end_finds(home: Path) -> None:
    store = open_store(home)
    resumed = store.resume("65", 0)
    flag(resumed, 1)
    games_in(home).write_bytes(b"hello\n" * 1000)
    win(resumed, 5_000)
    store.finish(resumed)
    store.close()
    after = open_store(home)
    assert len(kept(after)) == GAMES + 1
    assert unfinished(after) == ["64"]


@pytest.mark.parametrize("what", ["writes on", "only closes", "rests, and ends a game"])
def test_a_copy_that_has_the_damaged_file_open_loses_nothing(home: Path, what: str) -> None:
    first, second = open_store(home), open_store(home)
    mine, ended = begun(second, 300), begun(second, 301)
    win(ended)
    second.finish(ended)
    with sqlite3.connect(games_in(home)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    with open(games_in(home), "r+b") as file:
        file.seek(3 * PAGE)
        file.write(b"\xff" * PAGE * 9)
    win(session := begun(first, 200))
    first.finish(session)
    first.close()
    if what == "writes on":
        flag(mine, 1)
    elif what != "only closes":
        win(mine, 8_000)
        second.finish(mine)
    second.close()
    assert (first.is_lost, second.is_lost) == (False, False)
    after = open_store(home)
    assert {"c8", "12d"} <= {game.id for game in kept(after)}
    assert ("12c" in unfinished(after)) is (what != "rests, and ends a game")
    assert len(set_aside(home)) == 1


# Logs that belong to another file


def test_a_log_without_its_file_is_set_aside_with_it(home: Path) -> None:
    store = open_store(home)
    flag(begun(store, 200), 1)
    log = (home / "games.db-wal").read_bytes()
    store.close()
    games_in(home).unlink()
    (home / "games.db-wal").write_bytes(log)
    assert "was missing" in next_run(home)
    assert [path.read_bytes() == log for path in home.glob("games-damaged-*-wal")] == [True]


def test_a_log_of_another_file_costs_nothing_of_the_backup(home: Path, tmp_path: Path) -> None:
    other = open_store(tmp_path / "other")
    for number in range(1, 5):
        win(session := begun(other, number))
        other.finish(session)
    shutil.copy(tmp_path / "other" / "games.db-wal", home)
    store = open_store(home)
    try:
        games = len(kept(store))
    except StoreError:
        games = -1
    store.close()
    backup = sqlite3.connect(home / "games-backup.db")
    [(saved,)] = backup.execute("SELECT count(*) FROM game WHERE number NOT NULL")
    backup.close()
    assert saved == GAMES or games == GAMES


def test_the_draft_of_a_killed_run_is_removed(home: Path) -> None:
    for name in ("games.db.new", "games-backup.db.new"):
        (home / name).write_bytes(b"half")
        os.utime(home / name, (0, 0))
    games_in(home).unlink()
    assert f"{GAMES + 2} games restored" in next_run(home)
    assert [*home.glob("*.new")] == []


def test_a_draft_of_another_copy_is_left_to_it(home: Path, tmp_path: Path) -> None:
    import time

    clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    (home / "games-backup.db.new").write_bytes(b"half")
    before = (home / "games-backup.db").read_bytes()
    store = open_store(home, read_clock=lambda: clock)
    win(session := begun(store, 200))
    store.finish(session)
    store.close()
    assert (store.take_messages(), store.is_lost) == ("", False)
    assert (home / "games-backup.db").read_bytes() == before
    assert (home / "games-backup.db.new").read_bytes() == b"half"
    games_in(home).write_bytes(b"hello\n" * 1000)
    (home / "games.db.new").write_bytes(b"half")
    with pytest.raises(StoreError, match="in use by another program"):
        open_store(home, read_clock=lambda: clock).read(find_games)
    assert set_aside(home) == []


# The backup


def test_a_run_that_stored_only_moves_writes_no_backup(home: Path) -> None:
    before = (home / "games-backup.db").stat().st_mtime_ns
    store = open_store(home)
    flag(begun(store, 200), 1)
    store.close()
    assert (home / "games-backup.db").stat().st_mtime_ns == before


@pytest.mark.parametrize("what", ["result", "answer", "deletion"])
def test_a_run_that_stored_more_than_moves_writes_a_backup(home: Path, what: str) -> None:
    store = open_store(home)
    if what == "result":
        win(session := begun(store, 200))
        store.finish(session)
    elif what == "answer":
        keep_answer(store, attempt(2))
    else:
        store.delete("1")
    store.close()
    games_in(home).unlink()
    after = open_store(home)
    assert len(kept(after)) == GAMES + {"result": 1, "answer": 0, "deletion": -1}[what]
    assert len(kept_attempts(after)) == 1 + (what == "answer")


def test_no_backup_is_written_of_a_damaged_file(home: Path) -> None:
    store = open_store(home)
    keep_answer(store, attempt(2))
    with sqlite3.connect(games_in(home)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(page,)] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'by_daily'")
    db.close()
    with open(games_in(home), "r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    store.close()
    assert "was damaged" in store.take_messages()
    assert len(set_aside(home)) == 1
    after = open_store(home)
    assert (len(kept(after)), len(kept_attempts(after))) == (GAMES, 2)


def test_a_backup_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "games-backup.db").unlink()
    (home / "games-backup.db").mkdir()
    store = open_store(home)
    keep_answer(store, attempt(2))
    store.close()
    assert "games-backup.db cannot be written" in store.take_messages()
    assert not store.is_lost
