"""Players that keep what they do until they are killed, and say what was answered.

    python -m tests.harness.keepers HOME SEED [WORD ...]

Each line says what is kept by then: `moves ID ENTRIES`, `ended ID STATUS`, `answer NUMBER`,
`imported ID`, `deleted ID`, `closed`. The words decide what is done: "resume" plays the games of
others on, "runs" begins a new run, with a backup of the last, after each few games, "import" and
"delete" do that now and then, and "no-wal" plays on a file system without shared memory.
"""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS
from minesweeper.play.session import Session, fold
from minesweeper.store.errors import StoreError
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished
from tests.harness.kept_games import dealer, kept, open_store
from tests.harness.learned import attempt, keep_answer

ROOT = Path(__file__).parents[2]


def without_shared_memory() -> None:
    """Let files with a log be opened exclusively alone."""
    connect = sqlite3.connect

    class NoWal(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401  # of many forms
            if "= WAL" in sql:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMMAP
                raise error
            return super().execute(sql, *values)

    sqlite3.connect = lambda *a, **k: connect(*a, **{"factory": NoWal, **k})


def real_clock() -> str:
    """Return the time in UTC, as the program reads it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def moves_of(session: Session, rng: Random) -> Iterator[Move]:
    """Yield the moves of a player who knows the mines, flags most and steps on one now and then."""
    cells = [*session.game.grid]
    rng.shuffle(cells)
    for cell in cells:
        if session.over:
            return
        if not session.game.is_revealed(cell) and not session.game.is_flagged(cell):
            is_mine = session.board is not None and session.board.is_mine(cell)
            yield Move("flag" if is_mine and rng.random() < 0.98 else "reveal", cell)


def play(home: str, seed: int, words: Sequence[str]) -> None:
    """Play, answer, import and delete for ever."""
    rng = Random(seed)
    store = open_store(home, longest_wait=1000, read_clock=real_clock)
    deal = dealer(store, LEVELS[rng.choice(("classic", "expert"))], first=1 + 10_000 * seed)
    say("ready")
    for number in range(1, 10**9):
        session = _next(store, words) or deal.next()
        for now, move in enumerate(moves_of(session, rng), session.time + 1):
            session.play(move, now)
            if session.over:
                store.finish(session)
                assert session.result
                if store.is_saved(session):
                    say(f"ended {session.head.id} {session.result.status.value}")
            elif session.has_begun and store.is_saved(session):
                say(f"moves {session.head.id} {len(session.entries)}")
        _do_more(store, rng, seed, number, words)
        if "runs" in words and number % 3 == 0:
            store.close()
            say("closed")
            store = open_store(home, longest_wait=1000, read_clock=real_clock)
            deal = dealer(store, first=1 + 10_000 * seed + number)


def _next(store: Store, words: Sequence[str]) -> Session | None:
    """Return the unfinished game that was played last, if games of others are played on."""
    if "resume" in words:
        for game in store.read(find_unfinished):
            try:
                return store.resume(game.id, 0)
            except StoreError:
                return None
    return None


def _do_more(store: Store, rng: Random, seed: int, number: int, words: Sequence[str]) -> None:
    milliseconds = 100_000 * seed + number
    keep_answer(store, attempt(milliseconds))
    if store.flush():
        say(f"answer {milliseconds}")
    if "import" in words:
        from tests.harness.replays import imported  # late: it loads hypothesis, in each process

        ids = [f"{milliseconds * 1000 + each:x}" for each in range(120)]
        store.import_games([fold(imported(identity)) for identity in ids])
        for identity in ids:
            say(f"imported {identity}")
    if "delete" in words and rng.random() < 0.5 and (games := kept(store, 1)):
        store.delete(games[0].id)
        say(f"deleted {games[0].id}")


def start(home: Path, seed: int, *words: str) -> "subprocess.Popen[str]":
    """Start a player, and wait until it plays."""
    command = (sys.executable, "-m", "tests.harness.keepers", str(home), str(seed), *words)
    player = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert player.stdout
    player.stdout.readline()
    return player


def kill(player: "subprocess.Popen[str]") -> list[str]:
    """Kill a player; return the lines that it has said."""
    player.kill()
    assert player.stdout
    with player.stdout:
        text = player.stdout.read()
    player.wait()
    return text[: text.rfind("\n") + 1].splitlines()


if __name__ == "__main__":
    if "no-wal" in sys.argv:
        without_shared_memory()
    play(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
