"""Damaged databases: read, salvaged or set aside, and always of use."""

import json
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import parse_journal
from minesweeper.play.progress import fold
from minesweeper.store.history import History
from minesweeper.store.listing import games_json, games_lines, games_played
from minesweeper.store.records import journal_text
from minesweeper.store.report import LAST, records_json, records_lines
from minesweeper.store.trends import results
from tests.harness.kept_games import dealer, kept, lose, open_history, win
from tests.harness.samples import few_or_many

GAMES = 90
PAGE = 4096


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database of many small games, with more than one page in every table."""
    home = tmp_path_factory.mktemp("whole")
    history = open_history(home)
    deals = [dealer(history, Setup(5, 5, mines), first=100 * mines) for mines in (3, 4, 5)]
    for number in range(GAMES):
        session = deals[number % 3].next()
        (lose if number % 4 else win)(session, 1_000 + number)
        history.finish(session)
        if session.result and number % 2:
            history.store_luck(session, 1, 0, 0.5, "bad luck")
    history.close()
    return (home / "history.db").read_bytes()


def damaged(whole: bytes, rng: Random) -> bytes:
    """Flip a few bits, half of them in the first page, or cut off the end."""
    data = bytearray(whole)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data)) :]
    for _ in range(rng.randrange(1, 4) if len(data) == len(whole) else rng.randrange(2)):
        size = rng.choice((min(PAGE, len(data)), len(data)))
        if size:
            data[rng.randrange(size)] ^= 1 << rng.randrange(8)
    return bytes(data)


def look(history: History) -> None:
    """Do everything that the program does with stored games."""
    found = history.query(lambda db: results(db, LAST)) or []
    assert all(line.isprintable() for line in records_lines(found))
    records_json(found)
    games = history.query(games_played) or []
    assert all(line.isprintable() for line in games_lines(games, 80))
    games_json(games)
    for row in kept(history)[:3]:
        text = history.query(partial(journal_text, identity=row.id))
        with suppress(NotationError):  # which the command says
            fold(parse_journal(text or ""))


def survive(home: Path, data: bytes) -> str:
    """Read a damaged copy and play another game; return the messages."""
    home.mkdir()
    path = home / "history.db"
    path.write_bytes(data)
    history = open_history(home)
    look(history)
    session = dealer(history, first=0xF00).next()
    win(session)
    is_recorded = history.store_result(session) is not None
    look(history)
    news = history.take_messages()
    assert is_recorded, news
    assert "f00" in [row.id for row in kept(history)]
    history.finish(session)
    history.close()
    asides = [*home.glob("history-damaged-*.db")]
    assert len(asides) == news.count("set aside as")
    assert all(aside.stat().st_size >= len(data) // PAGE * PAGE for aside in asides)
    assert news.isprintable()
    return news


@few_or_many(25, 2_000)
def test_damaged_databases_are_read_or_salvaged_or_set_aside(
    tmp_path: Path, database: bytes, count: int
) -> None:
    said = [survive(tmp_path / str(n), damaged(database, Random(n))) for n in range(count)]
    assert 0 < sum(not news for news in said) < len(said)
    assert any("games recovered" in news for news in said)


@pytest.mark.parametrize(
    "change",
    [
        "luck SET guesses = 1 << 62",
        "luck SET survived = 2 WHERE rowid = 1",
        "luck SET expected = 9e999 WHERE rowid = 1",
        "luck SET expected = -1 WHERE rowid = 1",
        "games SET milliseconds = 1 << 62",
    ],
)
def test_impossible_numbers_are_left_behind_once(
    tmp_path: Path, database: bytes, change: str
) -> None:
    path = tmp_path / "history.db"
    path.write_bytes(database)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"UPDATE {change}")
        db.commit()
    for _ in range(3):
        history = open_history(tmp_path)
        found = history.query(lambda db: results(db, LAST)) or []
        json.dumps(records_json(found), allow_nan=False)
        json.dumps(games_json(history.query(games_played) or []), allow_nan=False)
        history.close()
    assert len([*tmp_path.glob("history-damaged-*")]) <= 1
