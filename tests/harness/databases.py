"""A database with a few games, and ways to damage it."""

import sqlite3
from pathlib import Path
from random import Random

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


def damaged(whole: bytes, rng: Random) -> bytes:
    """Return the data with its end cut off, a part overwritten, or a few bits flipped."""
    data = bytearray(whole)
    way = rng.random()
    if way < 0.15:
        del data[rng.randrange(len(data) + 1) :]
    elif way < 0.25:
        start, length = rng.randrange(len(data)), rng.choice((1, 16, 512, 4096, 9000))
        part = data[start : start + length]
        data[start : start + length] = rng.choice((bytes(len(part)), rng.randbytes(len(part))))
    else:
        for _ in range(rng.choice((1, 1, 1, 2, 5, 50))):
            # Half of them where the file says what it is.
            data[rng.randrange(rng.choice((100, 4096, len(data), len(data))))] ^= (
                1 << rng.randrange(8)
            )
    return bytes(data)
