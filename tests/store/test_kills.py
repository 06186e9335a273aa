"""Runs that are killed: whatever was answered is there, at any moment and after any call."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import which
from typing import Final

import pytest

from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.store.finished_games import list_ids, read_journal
from minesweeper.store.unfinished_games import preview_game
from tests.harness.faults import SHIM
from tests.harness.keepers import ROOT, kill, real_clock, start
from tests.harness.kept_games import dealer, kept, open_store, unfinished, win
from tests.harness.learned import kept_attempts

LONGEST_LIFE: Final = 0.25


class Answered:
    """What players have said, and the check that all of it is there."""

    def __init__(self) -> None:
        self.count = 0
        self._entries: dict[str, int] = {}
        self._ends: dict[str, str] = {}
        self._answers: set[int] = set()
        self._imported: set[str] = set()
        self._deleted: set[str] = set()

    def add(self, lines: Sequence[str]) -> None:
        """Note what a player has said before it was killed."""
        self.count += len(lines)
        for line in lines:
            match line.split():
                case ["moves", identity, entries]:
                    self._entries[identity] = max(int(entries), self._entries.get(identity, 0))
                case ["ended", identity, status]:
                    self._ends[identity] = status
                case ["answer", number]:
                    self._answers.add(int(number))
                case ["imported", identity]:
                    self._imported.add(identity)
                case ["deleted", identity]:
                    self._deleted.add(identity)
                case ["closed"]:
                    pass
                case _:
                    raise AssertionError(line)

    def missing(self, home: Path) -> list[str]:
        """Return what is not there."""
        store = open_store(home)
        ends = {row.id: row.status for row in kept(store, -1)}
        ids = store.read(list_ids)
        missing = [
            f"{identity} {status}, not {ends.get(identity)}"
            for identity, status in self._ends.items()
            if ends.get(identity) != status and identity not in self._deleted
        ]
        missing += [f"deleted {each}" for each in self._deleted & ids]
        missing += [f"imported {each}" for each in self._imported - ids - self._deleted]
        numbers = {each.milliseconds for each in kept_attempts(store)}
        missing += [f"answer {each}" for each in self._answers - numbers]
        for identity in unfinished(store):
            preview = store.read(preview_game, identity)
            if not preview or len(preview.entries) < self._entries.get(identity, 0):
                missing.append(f"moves of {identity}")
        for identity in self._entries.keys() - ids - self._deleted:
            missing.append(f"game {identity}")
        store.close()
        return missing


def is_sound(home: Path) -> bool:
    with closing(sqlite3.connect(home / "games.db")) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))


@pytest.mark.samples(4, 40)
@pytest.mark.parametrize(
    ("words", "copies"),
    [
        (("resume",), 1),
        (("resume", "runs", "import", "delete"), 1),
        (("resume", "no-wal"), 1),
        (("runs",), 2),
    ],
    ids=["one player", "all that is kept", "without a log", "two players"],
)
def test_no_kill_loses_what_was_answered(
    tmp_path: Path, count: int, words: tuple[str, ...], copies: int
) -> None:
    answered, rng = Answered(), Random(5)
    for number in range(count):
        players = [start(tmp_path, 1 + number * copies + each, *words) for each in range(copies)]
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        for player in players:
            player.kill()
        for player in players:
            answered.add(kill(player))
        assert answered.missing(tmp_path) == []
    assert is_sound(tmp_path)
    assert answered.count > 10 * count
    store = open_store(tmp_path)
    for row in kept(store):
        assert fold(parse_journal(store.read(read_journal, row.id))).over


# Restored by several copies


RESTORE: Final = """
import sys
from tests.harness.keepers import real_clock, say
from tests.harness.kept_games import begin, dealer, kept, open_store, win
home, seed = sys.argv[1:]
store = open_store(home, longest_wait=5000, read_clock=real_clock)
sys.stdin.readline()
for number in range(3):
    session = dealer(store, first=100 * int(seed) + number).next()
    win(session)
    store.finish(session)
    if store.is_saved(session):
        say(session.head.id)
store.close()
say(f"closed {store.is_lost} {store.take_messages()}")
"""


@pytest.mark.samples(1, 5)
@pytest.mark.parametrize("copies", [2, 6])
@pytest.mark.parametrize("damage", ["text", "missing"])
def test_copies_that_find_the_same_damage_restore_it_once(
    tmp_path: Path, count: int, copies: int, damage: str
) -> None:
    for number in range(count):
        home = tmp_path / str(number)
        store = open_store(home, read_clock=real_clock)
        for each in range(1, 6):
            win(session := dealer(store, first=each).next())
            store.finish(session)
        store.close()
        path = home / "games.db"
        path.write_bytes(b"hello\n" * 1000) if damage == "text" else path.unlink()
        command = [sys.executable, "-c", RESTORE, str(home)]
        players = [
            subprocess.Popen(
                [*command, str(each)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for each in range(1, copies + 1)
        ]
        said = []
        for player in players:
            assert player.stdin
            player.stdin.write("\n")
            player.stdin.flush()
        for player in players:
            said += player.communicate()[0].splitlines()
        ends = [line for line in said if line.startswith("closed")]
        assert [line[:12] for line in ends] == ["closed False"] * copies, said
        ids = {row.id for row in kept(open_store(home))}
        assert {*map(str, range(1, 6))} <= ids
        assert {line for line in said if not line.startswith("closed")} <= ids
        assert len(ids) == 5 + 3 * copies
        aside = [*home.glob("games-damaged-*.db")]
        assert len(aside) == (damage == "text"), said
        assert [*home.glob("*.new")] == []


# Calls of the C library


CALLS: Final = {
    "writing": ("pwrite-ENOSPC", "pwrite-EIO"),
    "opening": ("open-EMFILE", "open-EACCES", "open-ENOSPC", "rename-EIO", "unlink-EACCES"),
    "all else": ("pread-EIO", "fsync-EIO", "mmap-ENODEV", "ftruncate-EIO"),
    "the last call": tuple(
        f"{call}-KILL"
        for call in ("pwrite", "open", "fcntl", "fsync", "mmap", "unlink", "rename", "ftruncate")
    ),
    "locking": ("fcntl-ENOLCK",),
}


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that makes calls fail."""
    compiler = which("cc")
    if not compiler or sys.platform != "linux":
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("shim")
    (folder / "shim.c").write_text(SHIM)
    library = folder / "shim.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, folder / "shim.c", "-ldl"], check=True
    )
    return library


@pytest.mark.samples(24, 4)
@pytest.mark.parametrize("calls", CALLS)
def test_a_call_that_fails_or_is_the_last_one_loses_nothing(
    shim: Path, tmp_path: Path, calls: str, count: int
) -> None:
    # Where locks fail for good, SQLite itself tries for ten seconds, once a run.
    every = 300 if calls == "locking" else count
    done = subprocess.run(
        [sys.executable, "-m", "tests.harness.faults", tmp_path, str(every), *CALLS[calls]],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(shim)},
        capture_output=True,
        text=True,
        check=False,
    )
    *problems, last = done.stdout.splitlines() or [done.stderr]
    assert problems == [], done.stderr
    assert last.startswith("checked ")
