"""What games survive: kills, other copies, full and read-only disks, damaged files."""

import os
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from minesweeper.cli.main import run_on_history
from minesweeper.cli.output import UsageError
from minesweeper.engine.game import Move
from minesweeper.engine.notation import format_position
from minesweeper.play.journal import Origin, parse_journal
from minesweeper.play.progress import fold
from minesweeper.play.session import Session
from minesweeper.settings.files import lock
from minesweeper.settings.sources import State
from minesweeper.store.history import History
from minesweeper.store.keeping import Keeping
from minesweeper.store.records import Chances, journal_text
from tests.harness.keeping import (
    begin,
    close_histories,
    dealer,
    kept,
    lose,
    moves_that_win,
    of_origin,
    only_summary,
    open_history,
    win,
)
from tests.harness.posix import full_disk
from tests.store.test_keeping import Sitting

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes or pipes")
WRITER = (sys.executable, "-m", "tests.harness.writer")
ROOT = Path(__file__).parents[2]


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
    history.store_ended_games()
    left = [path.stem for path in home.glob("*.journal")]
    if identity not in left:  # it was killed between an explosion and its undo
        assert identity in [row.id for row in kept(history)]
        return
    assert [*history.saved_ids()] == [identity]
    session = history.resume(identity, 0)
    assert session
    # One more entry, "restart", is ours; the kill may have come before the last line was said.
    assert len(session.entries) - 1 >= made
    assert fold(parse_journal(session.text())).steps == session.progress.steps
    session.abandon(1)
    history.finish(session)
    history.close()
    assert list(home.glob("*.journal")) == []


def test_a_game_goes_on_after_a_kill_at_any_moment(tmp_path: Path) -> None:
    for number in range(1, 11):
        kill_and_resume(tmp_path, number)
    assert len(kept(open_history(tmp_path))) == 10


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
    history.store_ended_games()
    ids = sorted(int(row.id, 16) for row in kept(history, 10**6))
    assert ids == list(range(1, copies * games + 1))
    assert list(home.glob("*.journal")) == []
    assert history.take_messages() == ""


def test_copies_that_end_games_at_the_same_time_keep_each_once(tmp_path: Path) -> None:
    finish_side_by_side(tmp_path, copies=3, games=12)


@pytest.mark.long
def test_four_copies_end_thousands_of_games_and_each_is_kept_once(tmp_path: Path) -> None:
    finish_side_by_side(tmp_path, copies=4, games=1_500)


def test_a_copy_that_writes_for_long_makes_nobody_wait_and_loses_nothing(
    history: History, tmp_path: Path
) -> None:
    deal = dealer(history)
    first, second = deal.next(), deal.next()
    win(first)
    history.finish(first)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    win(second)
    assert history.store_result(second) is None
    history.finish(second)
    assert [path.name for path in tmp_path.glob("*.journal")] == ["2.journal"]
    busy.execute("COMMIT")
    busy.close()
    history.store_ended_games()
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.take_messages() == ""


# Disks


@pytest.mark.parametrize("size", range(0, 1000, 37))
def test_a_disk_that_is_full_for_a_while_leaves_whole_lines_and_then_the_whole_game(
    history: History, tmp_path: Path, size: int
) -> None:
    session = dealer(history).next()
    with full_disk(size):
        begin(session)
        flag_all(session)
        news = history.take_messages()
        path = tmp_path / "1.journal"
        written = path.read_text()
    assert news.startswith("this game cannot be saved in ")
    assert news.count("cannot be saved") == 1
    assert session.text().startswith(written)
    assert written.endswith("\n") or not written
    session.help("hint", 200)
    assert path.read_text() == session.text()
    history.leave(session)
    again = history.resume("1", 0)
    assert again
    assert format_position(again.game) == format_position(session.game)


def test_a_disk_that_is_full_again_is_told_of_again(history: History) -> None:
    session = dealer(history).next()
    for full in (True, False, True):
        with full_disk(0 if full else 10**6):
            begin(session)
            session.help("hint", 100)
        assert ("cannot be saved" in history.take_messages()) is full
        assert bool(history.why_unsaved(session)) is full


def test_a_full_disk_is_told_of_for_as_long_as_it_is_full(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    sitting = Sitting(history)
    with full_disk(0):
        sitting.press("enter")
        for key in ("right", "f", "right"):
            assert "This game cannot be saved in " in sitting.look()
            sitting.press(key)
        assert "This game cannot be saved in " in sitting.look()
    sitting.press("f")
    assert "cannot be saved" not in sitting.look()
    sitting.screen.leave(sitting.now)
    assert not history.has_lost_game
    assert (tmp_path / "1.journal").read_text() == sitting.session.text()


def test_a_game_that_is_lost_with_the_program_is_told_of_at_the_end(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    sitting = Sitting(history)
    with full_disk(0):
        sitting.press("enter")
        assert "cannot be saved" in sitting.look()
        sitting.screen.leave(sitting.now)
    assert history.has_lost_game
    assert history.take_messages().startswith(
        "the game is not saved: this game cannot be saved in "
    )


def test_a_game_that_ended_and_is_lost_with_the_program_is_told_of(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    sitting = Sitting(history)
    with full_disk(0):
        sitting.lose()
        sitting.press("n")
        sitting.look()
        sitting.screen.leave(sitting.now)
    assert history.has_lost_game
    assert "1 game could not be stored in " in history.take_messages()


def test_a_saved_game_with_a_name_that_is_no_text_spoils_no_screen(tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/\x1b[31m\n.journal")
    sitting = Sitting(open_history(tmp_path))
    sitting.press("e")
    assert r"The saved game \x1b[31m\n cannot be read" in " ".join(sitting.look().split())


@pytest.mark.parametrize("size", [0, 100, 4_096, 8_192, 30_000])
def test_a_game_that_ends_on_a_full_disk_is_taken_in_later(
    history: History, tmp_path: Path, size: int
) -> None:
    deal = dealer(history)
    session = deal.next()
    win(session)
    with full_disk(size):
        assert history.store_result(session) is None
        history.finish(session)
        news = history.take_messages()
    assert "finished games cannot be stored in " in news
    path = tmp_path / "1.journal"
    assert path.read_text() == session.text() if path.exists() else kept(history)
    other = open_history(tmp_path)
    other.store_ended_games()
    assert [row.id for row in kept(other)] == ["1"]
    assert list(tmp_path.glob("*.journal")) == []


def test_a_game_that_could_be_written_nowhere_is_taken_in_once_there_is_room(
    history: History,
) -> None:
    session = dealer(history).next()
    with full_disk(0):
        win(session)
        history.finish(session)
    history.close()
    assert [row.id for row in kept(history)] == ["1"]


@pytest.mark.parametrize("home", ["{tmp}/file/games", "/proc/games", "/dev/null/games"])
def test_a_game_is_played_where_nothing_can_be_written(tmp_path: Path, home: str) -> None:
    (tmp_path / "file").write_text("")
    history = open_history(home.format(tmp=tmp_path))
    session = dealer(history).next()
    win(session)
    assert session.result
    assert history.store_result(session) is None
    history.finish(session)
    news = history.take_messages()
    assert "this game cannot be saved in " in news
    assert "finished games cannot be stored in " in news
    assert "\n" not in news
    assert ([*history.saved_ids()], kept(history)) == ([], [])
    history.close()


def as_somebody_else(home: Path, work: Callable[[], str]) -> str:
    """What the work says in a process that may read the home and not write it."""
    for path in (home, *home.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)

    def work_there() -> str:
        lose_the_rights_of_root()
        return work()

    text = in_another_process(home, work_there)
    for path in (home, *home.iterdir()):
        path.chmod(0o755)
    return text


def lose_the_rights_of_root() -> None:
    """Become somebody whom modes stop."""
    if os.geteuid() == 0:
        os.setuid(65534)


def in_another_process(home: Path, work: Callable[[], str]) -> str:
    """What the work says in a process of its own, which may go where the home is."""
    for parent in home.parents:
        if parent.stat().st_mode & 0o077 == 0:  # pytest's own, for its user alone
            parent.chmod(0o755)
    reader, writer = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(writer, work().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as said:
        text = said.read()
    os.waitpid(child, 0)
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
        record = history.store_result(session)
        history.finish(session)
        return (
            f"{session.result is not None} {record} {len(kept(history))} {history.take_messages()}"
        )

    said = as_somebody_else(home, play_there)
    assert said.startswith("True None 2 this game cannot be saved in ")
    assert "finished games cannot be stored in" in said
    assert [row.id for row in kept(open_history(home))] == ["2", "1"]


@pytest.mark.parametrize("arguments", [("records",), ("records", "--json"), ("export", "last")])
def test_records_in_a_directory_that_cannot_be_read_are_not_called_none(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    home = tmp_path / "home"
    two_games(home)

    def ask_there() -> str:
        home.chmod(0)
        lose_the_rights_of_root()
        with redirect_stdout(StringIO()) as out:
            try:
                status = run_on_history(arguments[0], arguments[1:], open_history(home))
            except UsageError as error:
                return f"{out.getvalue()}{error}"
            return f"{out.getvalue()}{status}"

    said = in_another_process(tmp_path, ask_there)
    home.chmod(0o755)
    assert said == f"the games in {home} cannot be read: Permission denied"


def test_a_saved_game_that_may_not_be_read_is_told_of(tmp_path: Path) -> None:
    home = tmp_path / "home"
    history = open_history(home)
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    history.close()

    def resume_there() -> str:
        history = open_history(home)
        sessions = [history.resume(identity, 0) for identity in history.saved_ids()]
        return f"{sessions} {history.why_no_saved_game()}"

    assert as_somebody_else(home, resume_there) == (
        "[] the saved game 1 cannot be read: Permission denied"
    )


# Damaged databases


def two_games(home: Path) -> History:
    history = open_history(home)
    deal = dealer(history)
    for end in (win, lose):
        session = deal.next()
        end(session)
        history.finish(session)
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
        db.execute("PRAGMA user_version = 99")
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
    assert history.store_result(session)
    history.finish(session)
    aside = "history-damaged-2025-11-21.db"
    assert history.take_messages() == f"the history could not be read: it was set aside as {aside}"
    assert (tmp_path / aside).read_bytes() == before
    assert [row.id for row in kept(history)] == ["3"]
    assert history.take_messages() == ""
    assert [row.id for row in kept(open_history(tmp_path))] == ["3"]


def test_of_a_database_of_a_later_version_a_copy_is_gone_on_with(tmp_path: Path) -> None:
    two_games(tmp_path)
    later_version(tmp_path / "history.db")
    history = open_history(tmp_path)
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.take_messages() == (
        "the history could not be read: it was set aside as history-damaged-2025-11-21.db;"
        " games recovered: 2"
    )
    with sqlite3.connect(tmp_path / "history-damaged-2025-11-21.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)
    db.close()


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
    first.finish(session)
    zero_filled(tmp_path / "history.db")
    second = open_history(tmp_path)
    other = dealer(second, first=9).next()
    win(other)
    second.finish(other)
    session = deal.next()
    win(session)
    first.finish(session)
    assert {row.id for row in kept(second)} >= {"9", "2"}


def test_an_empty_database_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "history.db").write_bytes(b"")
    assert two_games(tmp_path).take_messages() == ""
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
    assert history.store_result(session)
    assert [row.id for row in kept(history)] == ["3"]


def test_a_journal_is_held_from_the_moment_that_others_can_see_it(
    history: History, tmp_path: Path
) -> None:
    """A copy that starts between the making of a file and its locking must not take it."""
    begin(dealer(history).next())
    assert [path.suffix for path in tmp_path.iterdir() if path.suffix == ".new"] == []
    assert [*open_history(tmp_path).saved_ids()] == []


def test_a_damaged_journal_in_the_database_is_no_game(history: History, tmp_path: Path) -> None:
    session = dealer(history).next()
    win(session)
    history.store_result(session)
    identity = session.head.id
    with sqlite3.connect(tmp_path / "history.db") as db:
        db.execute("UPDATE journals SET text = x'00ff00ff'")
    db.close()
    assert history.query(lambda db: journal_text(db, identity)) == ""


def test_a_journal_that_was_cut_in_the_database_is_no_shorter_game(tmp_path: Path) -> None:
    history = two_games(tmp_path)
    whole = history.query(lambda db: journal_text(db, "2")) or ""
    assert fold(parse_journal(whole)).result
    cut = zlib.compress(whole.encode())[:-40]
    assert history.query(lambda db: db.execute("UPDATE journals SET text = ?", (cut,)).rowcount)
    assert history.query(lambda db: journal_text(db, "2")) == ""


# The first version's databases


def as_the_first_version_left_it(path: Path) -> None:
    """Written ahead, with products of risks in place of sums, and boards of one's own counted."""
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


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    two_old_games_and_one_on_a_board_of_ones_own(tmp_path)
    for _ in range(2):
        history = open_history(tmp_path)
        summary = only_summary(history)
        assert [row.id for row in kept(history)] == ["3", "2", "1"]
        assert (summary.games, summary.won, summary.chances) == (2, 1, Chances())
        assert history.take_messages() == ""
        close_histories()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.db"]
    history = open_history(tmp_path)
    session = dealer(history, first=4).next()
    lose(session)
    history.finish(session)
    history.store_luck(session, 2, 1, 1.25, "bad luck")
    assert only_summary(history).chances == (0, 1, 2, 1, 1.25)


def test_of_a_damaged_database_of_the_first_version_the_same_games_count(tmp_path: Path) -> None:
    two_old_games_and_one_on_a_board_of_ones_own(tmp_path)
    with (tmp_path / "history.db").open("r+b") as file:
        file.seek(100)  # where the names of the tables begin
        file.write(bytes(16))
    history = open_history(tmp_path)
    assert only_summary(history).games == 2
    assert len(kept(history)) == 3
    assert history.take_messages().endswith("games recovered: 3")


def test_a_database_of_the_first_version_is_shown_where_nothing_can_be_written(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    two_old_games_and_one_on_a_board_of_ones_own(home)

    def look() -> str:
        history = open_history(home)
        return f"{len(kept(history))} {only_summary(history).games} {history.take_messages()}"

    assert as_somebody_else(home, look) == "3 2 "


def test_what_a_killed_copy_has_not_taken_over_is_shown_where_nothing_can_be_written(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    two_games(home).close()
    killed = sqlite3.connect(home / "history.db", isolation_level=None)
    killed.execute("PRAGMA journal_mode = wal")
    killed.execute("UPDATE games SET id = 'f' || id")

    def look() -> str:
        history = open_history(home)
        return f"{[row.id for row in kept(history)]}{history.take_messages()}"

    assert as_somebody_else(home, look) == "['f2', 'f1']"
    killed.close()


def test_a_database_of_the_first_version_that_can_only_be_read_is_shown(tmp_path: Path) -> None:
    home = tmp_path / "home"
    two_old_games_and_one_on_a_board_of_ones_own(home)
    home.chmod(0o777)
    (home / "history.db").chmod(0o444)

    def look() -> str:
        lose_the_rights_of_root()
        history = open_history(home)
        return f"{len(kept(history))} {history.take_messages()}"

    assert in_another_process(home, look) == "3 "


# Others who hold what we need


def test_a_history_that_another_copy_keeps_busy_is_said_to_be_busy(tmp_path: Path) -> None:
    two_games(tmp_path)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    history = open_history(tmp_path)
    since = time.monotonic()
    assert kept(history) == []
    assert time.monotonic() - since < 3
    assert (
        history.take_messages() == "the history is in use by another copy of the program: try again"
    )
    shown = Keeping(history).record_lines(unicode=False)
    assert shown == ["the history is in use by another copy of the program: try again"]
    busy.close()
    assert len(kept(history)) == 2


def test_games_that_cannot_be_taken_in_are_not_waited_for_one_by_one(tmp_path: Path) -> None:
    two_games(tmp_path)
    history = open_history(tmp_path)
    deal = dealer(history, first=3)
    for session in [deal.next() for _ in range(40)]:
        with full_disk(0):
            lose(session)
            history.finish(session)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    since = time.monotonic()
    history.store_ended_games(wait=True)
    assert time.monotonic() - since < 5
    busy.close()
    history.close()
    assert len(kept(history)) == 42


def test_a_damaged_database_waits_for_no_copy_that_holds_the_lock_for_ever(tmp_path: Path) -> None:
    two_games(tmp_path)
    other_text(tmp_path / "history.db")
    with (tmp_path / "history.lock").open("w") as held:
        assert lock(held.fileno())
        history = open_history(tmp_path)
        since = time.monotonic()
        assert kept(history) == []
        assert time.monotonic() - since < 3
        assert history.take_messages().endswith(f"another copy holds {tmp_path / 'history.lock'}")
    assert kept(history) == []
    assert "set aside as" in history.take_messages()


@pytest.mark.parametrize("size", [0, 4_096, 16_384])
def test_a_damaged_database_on_a_full_disk_is_salvaged_once_there_is_room(
    tmp_path: Path, size: int
) -> None:
    two_games(tmp_path)
    later_version(tmp_path / "history.db")
    history = open_history(tmp_path)
    with full_disk(size):
        assert kept(history) == []
        assert "history.db: " in history.take_messages()
    close_histories()
    history = open_history(tmp_path)
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.take_messages().endswith("games recovered: 2")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["history-damaged-2025-11-21.db", "history.db", "history.lock"]


def test_nothing_is_written_ahead_since_sqlite_waits_ten_seconds_for_that(tmp_path: Path) -> None:
    """Where locks fail, on a network's disk say, it tries again and again whatever it is told."""
    history = two_games(tmp_path)
    assert len(kept(history)) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.db"]


# Privacy


def modes(home: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (home, *home.iterdir())}


@posix_only
def test_all_that_is_kept_is_the_players_alone(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "down" / "home"
    history = open_history(home)
    begin(dealer(history, first=9).next())
    two_games(home)
    other_text(home / "history.db")
    kept(history)
    State(str(home)).save({"theme": "dark"})
    found = modes(home)
    assert {"history.db", "history.lock", "9.journal", "state"} < found.keys()
    assert {mode for name, mode in found.items() if name != "home"} == {0o600}
    assert found["home"] == modes(tmp_path / "deep")["deep"] == 0o700


@posix_only
def test_what_others_could_read_before_becomes_the_players_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    two_games(home)
    as_the_first_version_left_it(home / "history.db")
    history = open_history(home)
    begin(left := dealer(history, first=8).next())
    history.leave(left)
    (home / "state").write_text("theme = light\n")
    (home / "history.lock").touch()
    for path in (home, *home.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    reader = sqlite3.connect(home / "history.db")
    reader.execute("SELECT count(*) FROM games").fetchone()  # with files of SQLite's beside it
    history = open_history(home)
    begin(dealer(history, first=9).next())
    assert [*history.saved_ids()] == ["8"]
    kept(history)
    State(str(home)).save({"theme": "dark"})
    assert {name: mode for name, mode in modes(home).items() if mode & 0o077} == {
        "history.lock": 0o644  # not in use
    }
    reader.close()


@posix_only
def test_a_directory_that_is_everybodys_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    two_games(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "history.db").stat().st_mode & 0o777 == 0o600


@posix_only
@pytest.mark.parametrize("name", ["history.db", "history.lock"])
def test_a_pipe_named_like_one_of_ours_is_never_opened(tmp_path: Path, name: str) -> None:
    if name == "history.lock":
        two_games(tmp_path)
        other_text(tmp_path / "history.db")
    os.mkfifo(tmp_path / name)
    history = open_history(tmp_path)
    assert kept(history) == []
    assert history.take_messages().endswith("not a regular file")
