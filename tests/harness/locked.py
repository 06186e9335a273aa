"""Another program that uses the file of all games for longer than anybody waits."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from minesweeper.store.store import GAMES_FILE, Store


@contextmanager
def in_use(store: Store) -> Iterator[None]:
    """Let nobody else read or write the games of a store, which closes its file."""
    store.close()
    with _held(store, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"):
        yield


@contextmanager
def being_written(store: Store) -> Iterator[None]:
    """Let others read the games of a store, but write none of them."""
    with _held(store, "BEGIN IMMEDIATE"):
        yield


@contextmanager
def _held(store: Store, *statements: str) -> Iterator[None]:
    path = Path(store.directory) / GAMES_FILE
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)
        yield
