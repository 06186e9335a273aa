"""A database with a few games, and what can have happened to it."""

import sqlite3
from pathlib import Path

from minesweeper.play.journal import Origin
from minesweeper.store.history import History
from tests.harness.kept_games import (
    dealer,
    lose,
    of_origin,
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


def as_the_first_version_left_it(path: Path) -> None:
    """Write ahead, have products of risks in place of sums, and count the player's own boards."""
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE luck")
        db.execute("CREATE TABLE luck (id TEXT PRIMARY KEY, chance REAL NOT NULL, lost_by TEXT)")
        db.execute("INSERT INTO luck VALUES ('2', 0.5, 'needless')")
        db.execute("UPDATE games SET counted = 1")
        db.execute("PRAGMA user_version = 1")
    db.execute("PRAGMA journal_mode = wal")
    db.close()


def two_old_games_and_one_on_a_board_of_ones_own(home: Path) -> None:
    history = two_games(home)
    session = of_origin(history, Origin("board"), first=3)
    win(session)
    history.finish(session)
    history.close()
    as_the_first_version_left_it(home / "history.db")
