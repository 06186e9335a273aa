"""What games survive: kills, other copies, full and read-only disks, damaged files."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from minesweeper.game import Move
from minesweeper.history import History
from minesweeper.journal import parse_journal
from minesweeper.notation import format_position
from minesweeper.progress import fold
from minesweeper.records import journal_text
from minesweeper.session import Session
from tests.keeping import (
    begin,
    close_histories,
    dealer,
    kept,
    lose,
    moves_that_win,
    open_history,
    win,
)
from tests.posix import resource

WRITER = (sys.executable, "-m", "tests.writer")
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _histories_closed() -> Iterator[None]:
    yield
    close_histories()


def flag_all(session: Session) -> None:
    """A line for every covered cell, and more than one page of them."""
    for cell in session.game.grid:
        session.play(Move("flag", cell), 100)


# Kills


def kill_and_resume(home: Path, number: int) -> None:
    """Play in another process, kill it somewhere, and go on here with what it left."""
    identity = f"{number:x}"
    command = (*WRITER, "play", str(home), identity)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        said = [writer.stdout.readline() for _ in range(Random(number).randrange(1, 400))]
        writer.kill()
        said += writer.stdout.read().splitlines(keepends=True)
    made = max(int(line) for line in said if line.endswith("\n"))
    history = open_history(home)
    history.take_in_left()
    left = [path.stem for path in home.glob("*.journal")]
    if identity not in left:  # it was killed between an explosion and its undo
        assert identity in [row.id for row in kept(history)]
        return
    assert history.waiting() == [identity]
    session = history.resume(identity, 0)
    assert session
    # One more entry, "restart", is ours; the kill may have come before the last line was said.
    assert len(session.entries) - 1 >= made
    assert fold(parse_journal(session.text())).steps == session.progress.steps
    session.abandon(1)
    history.put_away(session)
    history.close()
    assert list(home.glob("*.journal")) == []


def test_a_game_goes_on_after_a_kill_at_any_moment(tmp_path: Path) -> None:
    for number in range(1, 21):
        kill_and_resume(tmp_path, number)
    assert len(kept(open_history(tmp_path))) == 20


@pytest.mark.long
def test_games_go_on_after_200_kills(tmp_path: Path) -> None:
    for number in range(1, 201):
        kill_and_resume(tmp_path, number)
    assert len(kept(open_history(tmp_path))) == 200


# Several copies


def finish_side_by_side(home: Path, copies: int, games: int) -> None:
    """Several copies end games at the same time; each game has to be there, once."""
    writers = [
        subprocess.Popen(
            (*WRITER, "finish", str(home), str(1 + copy * games), str(games)), cwd=ROOT
        )
        for copy in range(copies)
    ]
    try:
        assert [writer.wait() for writer in writers] == [0] * copies
    finally:
        for writer in writers:
            writer.kill()
    history = open_history(home)
    history.take_in_left()
    ids = sorted(int(row.id, 16) for row in kept(history, 10**6))
    assert ids == list(range(1, copies * games + 1))
    assert list(home.glob("*.journal")) == []
    assert history.news() == ""


def test_copies_that_end_games_at_the_same_time_keep_each_once(tmp_path: Path) -> None:
    finish_side_by_side(tmp_path, copies=3, games=12)


@pytest.mark.long
def test_four_copies_end_thousands_of_games_and_each_is_kept_once(tmp_path: Path) -> None:
    finish_side_by_side(tmp_path, copies=4, games=1_500)


def test_a_copy_that_writes_for_long_makes_nobody_wait_and_loses_nothing(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    deal = dealer(history)
    first, second = deal.next(), deal.next()
    win(first)
    history.put_away(first)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    win(second)
    assert history.record(second) is None
    history.put_away(second)
    assert [path.name for path in tmp_path.glob("*.journal")] == ["2.journal"]
    busy.execute("COMMIT")
    busy.close()
    history.take_in_left()
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.news() == ""


# Disks


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file can grow beyond the size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", range(0, 1000, 37))
def test_a_disk_that_is_full_for_a_while_leaves_whole_lines_and_then_the_whole_game(
    tmp_path: Path, size: int
) -> None:
    history = open_history(tmp_path)
    session = dealer(history).next()
    with full_disk(size):
        begin(session)
        flag_all(session)
        news = history.news()
        path = tmp_path / "1.journal"
        written = path.read_text()
    assert news.startswith("this game cannot be kept in ")
    assert news.count("cannot be kept") == 1
    assert session.text().startswith(written)
    assert written.endswith("\n") or not written
    session.help("hint", 200)
    assert path.read_text() == session.text()
    history.leave(session)
    again = history.resume("1", 0)
    assert again
    assert format_position(again.game) == format_position(session.game)


@pytest.mark.parametrize("size", [0, 100, 4_096, 8_192, 30_000, 50_000])
def test_a_game_that_ends_on_a_full_disk_is_taken_in_later(tmp_path: Path, size: int) -> None:
    history = open_history(tmp_path)
    deal = dealer(history)
    session = deal.next()
    win(session)
    with full_disk(size):
        assert history.record(session) is None
        history.put_away(session)
        news = history.news()
    assert "games that end cannot be kept in " in news
    path = tmp_path / "1.journal"
    assert path.read_text() == session.text() if path.exists() else kept(history)
    other = open_history(tmp_path)
    other.take_in_left()
    assert [row.id for row in kept(other)] == ["1"]
    assert list(tmp_path.glob("*.journal")) == []


def test_a_game_that_could_be_written_nowhere_is_taken_in_once_there_is_room(
    tmp_path: Path,
) -> None:
    history = open_history(tmp_path)
    session = dealer(history).next()
    with full_disk(0):
        win(session)
        history.put_away(session)
    history.close()
    assert [row.id for row in kept(history)] == ["1"]


@pytest.mark.parametrize("home", ["{tmp}/file/games", "/proc/games", "/dev/null/games"])
def test_a_game_is_played_where_nothing_can_be_written(tmp_path: Path, home: str) -> None:
    (tmp_path / "file").write_text("")
    history = open_history(home.format(tmp=tmp_path))
    session = dealer(history).next()
    win(session)
    assert session.result
    assert history.record(session) is None
    history.put_away(session)
    news = history.news()
    assert "this game cannot be kept in " in news
    assert "games that end cannot be kept in " in news
    assert "\n" not in news
    assert (history.waiting(), kept(history)) == ([], [])
    history.close()


def as_somebody_else(home: Path, work: Callable[[], str]) -> str:
    """What the work says in a process that may read the home and not write it."""
    for path in (home, *home.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for parent in home.parents[:3]:  # pytest's own, for its user alone
        parent.chmod(0o755)
    reader, writer = os.pipe()
    if not (child := os.fork()):
        try:
            if os.geteuid() == 0:  # whom no mode stops
                os.setuid(65534)
            os.write(writer, work().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as said:
        text = said.read()
    os.waitpid(child, 0)
    for path in (home, *home.iterdir()):
        path.chmod(0o755)
    return text


def test_a_home_that_can_only_be_read_shows_its_records_and_lets_the_game_be_played(
    tmp_path: Path,
) -> None:
    home = tmp_path / "my 100% home?"
    two_games(home)

    def play_there() -> str:
        history = open_history(home)
        session = dealer(history, first=3).next()
        win(session)
        record = history.record(session)
        history.put_away(session)
        return f"{session.result is not None} {record} {len(kept(history))} {history.news()}"

    said = as_somebody_else(home, play_there)
    assert said.startswith("True None 2 this game cannot be kept in ")
    assert "games that end cannot be kept in" in said
    assert [row.id for row in kept(open_history(home))] == ["2", "1"]


# Damaged databases


def two_games(home: Path) -> History:
    history = open_history(home)
    deal = dealer(history)
    for end in (win, lose):
        session = deal.next()
        end(session)
        history.put_away(session)
    history.close()
    return history


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


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
        db.execute("PRAGMA user_version = 2")
    db.close()


def other_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (title TEXT)")
    db.close()


@pytest.mark.parametrize(
    "damage",
    [
        truncated,
        cut_to_a_page,
        zero_filled,
        zero_filled_behind_its_header,
        other_text,
        later_version,
        other_program,
    ],
)
def test_a_database_that_cannot_be_read_is_set_aside_and_a_new_one_begun(
    tmp_path: Path, damage: object
) -> None:
    two_games(tmp_path)
    path = tmp_path / "history.db"
    assert callable(damage)
    damage(path)
    before = path.read_bytes()
    history = open_history(tmp_path)
    session = dealer(history, first=3).next()
    win(session)
    assert history.record(session)
    history.put_away(session)
    aside = "history-damaged-2025-11-21.db"
    assert history.news() == f"the history could not be read: it is set aside as {aside}"
    assert (tmp_path / aside).read_bytes() == before
    assert [row.id for row in kept(history)] == ["3"]
    assert history.news() == ""
    assert [row.id for row in kept(open_history(tmp_path))] == ["3"]


def test_each_database_that_is_set_aside_keeps_a_name_of_its_own(tmp_path: Path) -> None:
    for turn in range(3):
        zero_filled(tmp_path / "history.db") if turn else None
        two_games(tmp_path)
    names = sorted(path.name for path in tmp_path.glob("history*.db"))
    assert names == [
        "history-damaged-2025-11-21-2.db",
        "history-damaged-2025-11-21.db",
        "history.db",
    ]


def test_a_copy_that_had_the_damaged_database_open_goes_on_in_the_new_one(tmp_path: Path) -> None:
    first = open_history(tmp_path)
    deal = dealer(first)
    session = deal.next()
    win(session)
    first.put_away(session)
    zero_filled(tmp_path / "history.db")
    second = open_history(tmp_path)
    other = dealer(second, first=9).next()
    win(other)
    second.put_away(other)
    session = deal.next()
    win(session)
    first.put_away(session)
    assert {row.id for row in kept(second)} >= {"9", "2"}


def test_an_empty_database_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "history.db").write_bytes(b"")
    assert two_games(tmp_path).news() == ""
    assert len(kept(open_history(tmp_path))) == 2


def test_the_games_of_a_database_that_was_lost_wait_for_nothing(tmp_path: Path) -> None:
    """A game that is played while the database disappears is still taken in at its end."""
    history = two_games(tmp_path)
    session = dealer(history, first=3).next()
    board = begin(session)
    for path in tmp_path.glob("history.db*"):
        path.unlink()
    for move in moves_that_win(board):
        session.play(move, 2_000)
    assert history.record(session)
    assert [row.id for row in kept(history)] == ["3"]


def test_a_journal_is_held_from_the_moment_that_others_can_see_it(tmp_path: Path) -> None:
    """A copy that starts between the making of a file and its locking must not take it."""
    history = open_history(tmp_path)
    begin(dealer(history).next())
    assert [path.suffix for path in tmp_path.iterdir() if path.suffix == ".new"] == []
    assert open_history(tmp_path).waiting() == []


def test_a_damaged_journal_in_the_database_is_no_game(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    session = dealer(history).next()
    win(session)
    history.record(session)
    identity = session.head.id
    with sqlite3.connect(tmp_path / "history.db") as db:
        db.execute("UPDATE journals SET text = x'00ff00ff'")
    db.close()
    assert history.ask(lambda db: journal_text(db, identity)) == ""
