"""A database with a few games, and ways to damage it."""

import sqlite3
from pathlib import Path

from minesweeper.store.history import History
from tests.harness.kept_games import (
    dealer,
    lose,
    open_history,
    win,
)


def two_games(home: Path) -> History:
    history = open_history(home)
    deal = dealer(history)
    for end in (win, lose):
        session = deal.next()
        end(session)
        history.finish(session)
    history.close()
    return history


def cut_to_a_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096])


def zero_filled(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def zero_filled_behind_its_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + bytes(path.stat().st_size - 4096))


def other_text(path: Path) -> None:
    path.write_text("This is no database.\n" * 300)


def later_version(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()


def other_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (title TEXT)")
    db.close()
