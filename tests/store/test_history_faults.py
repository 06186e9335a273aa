"""What games survive: kills, other copies, full and read-only disks, damaged files."""

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from minesweeper.cli.main import run_on_history
from minesweeper.cli.output import UsageError
from minesweeper.cli.parser import all_options
from minesweeper.engine.game import Move
from minesweeper.engine.notation import format_position
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.store import database
from minesweeper.store.categories import category_of
from minesweeper.store.database import SHORT_WAIT
from minesweeper.store.finished_games import find_games
from minesweeper.store.history import BUSY, History
from minesweeper.store.saved_games import NEW_FILE_WAIT
from minesweeper.tui.screens.history_pages import HistoryReader
from tests.harness.databases import other_text, two_games
from tests.harness.kept_games import (
    SETUP,
    begin,
    dealer,
    entries_of,
    kept,
    lose,
    open_history,
    win,
)
from tests.harness.player import at_kept_games, text_of
from tests.harness.posix import (
    as_somebody_else,
    full_disk,
    in_another_process,
    lose_the_rights_of_root,
)
from tests.harness.writer import killed

fcntl = pytest.importorskip("fcntl")

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes or pipes")
WRITER = (sys.executable, "-m", "tests.harness.writer")
ROOT = Path(__file__).parents[2]


# Kills


def kill_and_resume(home: Path, number: int) -> bool:
    """Play in another process, kill it at some point, and resume its game here.

    Return whether the kill came when a line was on the disk, and not said to be.
    """
    identity = f"{number:x}"
    made = int(killed(Random(number), 150, "play", str(home), identity)[-1])
    history = open_history(home)
    history.store_ended_games()
    left = [path.stem for path in home.glob("*.journal")]
    if identity not in left:  # it was killed between an explosion and its undo
        assert identity in [row.id for row in kept(history)]
        return False
    assert [*history.saved_game_ids()] == [identity]
    session = history.resume(identity, 0)
    assert session
    # One more entry, "restart", is ours; the kill may have come before the last line was said.
    unsaid = len(entries_of(session)) - 1 - made
    assert unsaid >= 0
    assert fold(parse_journal(session.journal_text())).steps == session.steps
    session.abandon(1)
    history.finish(session)
    history.close()
    assert list(home.glob("*.journal")) == []
    return unsaid > 0


@pytest.mark.samples(6, 100)
def test_a_game_is_resumed_after_a_kill_at_any_moment(tmp_path: Path, count: int) -> None:
    met = sum(kill_and_resume(tmp_path, number) for number in range(1, count + 1))
    assert met > 0
    games = open_history(tmp_path).query(find_games) or []
    assert len([game for game in games if not game.is_branch]) == count


# Several copies


@pytest.mark.parametrize(
    ("copies", "games"), [(3, 12), pytest.param(4, 500, marks=pytest.mark.long)]
)
def test_copies_that_end_games_at_the_same_time_store_each_once(
    tmp_path: Path, copies: int, games: int
) -> None:
    writers = [
        subprocess.Popen(
            (*WRITER, "finish", str(tmp_path), str(1 + copy * games), str(games)), cwd=ROOT
        )
        for copy in range(copies)
    ]
    try:
        assert [writer.wait() for writer in writers] == [0] * copies
    finally:
        for writer in writers:
            writer.kill()
    history = open_history(tmp_path)
    history.store_ended_games()
    ids = sorted(int(row.id, 16) for row in kept(history, 10**6))
    assert ids == list(range(1, copies * games + 1))
    assert list(tmp_path.glob("*.journal")) == []
    assert history.take_messages() == ""


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
    assert history.store(second) is None
    history.finish(second)
    assert [path.name for path in tmp_path.glob("*.journal")] == ["2.journal"]
    busy.execute("COMMIT")
    busy.close()
    history.store_ended_games()
    assert [row.id for row in kept(history)] == ["2", "1"]
    assert history.take_messages() == ""


# Disks


@pytest.mark.parametrize("size", range(0, 1000, 130))
def test_a_disk_that_is_full_for_a_while_leaves_whole_lines_and_then_the_whole_game(
    history: History, tmp_path: Path, size: int
) -> None:
    session = dealer(history).next()
    with full_disk(size):
        begin(session)
        for cell in session.game.grid:  # more than a page of lines
            session.play(Move("flag", cell), 100)
        news = history.take_messages()
        path = tmp_path / "1.journal"
        written = path.read_text()
    assert news.startswith("this game cannot be saved in ")
    assert news.count("cannot be saved") == 1
    assert session.journal_text().startswith(written)
    assert written.endswith("\n") or not written
    session.note_help("hint", 200)
    assert path.read_text() == session.journal_text()
    history.leave(session)
    again = history.resume("1", 0)
    assert again
    assert format_position(again.game) == format_position(session.game)


def test_a_disk_that_is_full_again_gets_another_message(history: History) -> None:
    session = dealer(history).next()
    for full in (True, False, True):
        with full_disk(0 if full else 10**6):
            begin(session)
            session.note_help("hint", 100)
        assert ("cannot be saved" in history.take_messages()) is full
        assert bool(history.why_unsaved(session)) is full


def test_a_message_stays_for_as_long_as_the_disk_is_full(history: History, tmp_path: Path) -> None:
    player = at_kept_games(history)
    with full_disk(0):
        player.press("enter")
        for key in ("right", "f", "right"):
            assert "This game cannot be saved in" in text_of(player)
            player.press(key)
        assert "This game cannot be saved in" in text_of(player)
    player.press("f")
    assert "cannot be saved" not in text_of(player)
    player.screen.leave(player.now)
    assert not history.has_lost_game
    assert (tmp_path / "1.journal").read_text() == player.session.journal_text()


def test_a_game_that_could_never_be_saved_is_reported_at_the_end(history: History) -> None:
    player = at_kept_games(history)
    with full_disk(0):
        player.press("enter")
        assert "cannot be saved" in text_of(player)
        player.screen.leave(player.now)
    assert history.has_lost_game
    assert history.take_messages().startswith(
        "the game is not saved: this game cannot be saved in "
    )


def test_a_game_that_ended_and_could_never_be_stored_is_reported(history: History) -> None:
    player = at_kept_games(history)
    with full_disk(0):
        player.press("enter")
        player.explode()
        player.press("n")
        text_of(player)
        player.screen.leave(player.now)
    assert history.has_lost_game
    assert "1 game could not be stored in " in history.take_messages()


def test_a_saved_game_with_a_name_that_is_no_text_spoils_no_screen(tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/\x1b[31m\n.journal")
    player = at_kept_games(open_history(tmp_path))
    player.press("e")
    assert r"The saved game \x1b[31m\n cannot be read" in " ".join(text_of(player).split())


@pytest.mark.parametrize("size", [0, 100, 4_096, 8_192, 30_000])
def test_a_game_that_ends_on_a_full_disk_is_stored_later(
    history: History, tmp_path: Path, size: int
) -> None:
    deal = dealer(history)
    session = deal.next()
    win(session)
    with full_disk(size):
        assert history.store(session) is None
        history.finish(session)
        news = history.take_messages()
    assert "finished games cannot be stored in " in news
    path = tmp_path / "1.journal"
    assert path.read_text() == session.journal_text() if path.exists() else kept(history)
    other = open_history(tmp_path)
    other.store_ended_games()
    assert [row.id for row in kept(other)] == ["1"]
    assert list(tmp_path.glob("*.journal")) == []


def test_a_game_that_could_be_written_nowhere_is_stored_once_there_is_room(
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
    assert history.store(session) is None
    history.finish(session)
    news = history.take_messages()
    assert "this game cannot be saved in " in news
    assert "finished games cannot be stored in " in news
    assert "\n" not in news
    assert ([*history.saved_game_ids()], kept(history)) == ([], [])
    history.close()


def test_a_home_that_can_only_be_read_shows_its_records_and_lets_the_game_be_played(
    common_path: Path,
) -> None:
    home = common_path / "my 100% home?"
    two_games(home)

    def play_there() -> str:
        history = open_history(home)
        session = dealer(history, first=3).next()
        win(session)
        record = history.store(session)
        history.finish(session)
        return (
            f"{session.result is not None} {record} {len(kept(history))} {history.take_messages()}"
        )

    said = as_somebody_else(home, play_there)
    assert said.startswith("True None 2 this game cannot be saved in ")
    assert "finished games cannot be stored in" in said
    assert [row.id for row in kept(open_history(home))] == ["2", "1"]


@pytest.mark.parametrize("arguments", [("records",), ("records", "--json"), ("export", "last")])
def test_records_in_a_directory_that_cannot_be_read_are_not_reported_as_none(
    common_path: Path, arguments: tuple[str, ...]
) -> None:
    home = common_path / "home"
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

    said = in_another_process(ask_there)
    home.chmod(0o755)
    assert said == f"the games in {home} cannot be read: Permission denied"


def test_a_saved_game_that_may_not_be_read_is_reported(common_path: Path) -> None:
    home = common_path / "home"
    history = open_history(home)
    session = dealer(history).next()
    begin(session)
    history.leave(session)
    history.close()

    def resume_there() -> str:
        history = open_history(home)
        sessions = [history.resume(identity, 0) for identity in history.saved_game_ids()]
        return f"{sessions} {history.why_no_saved_game()}"

    assert as_somebody_else(home, resume_there) == (
        "[] the saved game 1 cannot be read: Permission denied"
    )


def test_a_journal_is_held_from_the_moment_that_others_can_see_it(
    history: History, tmp_path: Path
) -> None:
    """A copy that starts between the making of a file and its locking must not take it."""
    begin(dealer(history).next())
    assert [path.suffix for path in tmp_path.iterdir() if path.suffix == ".new"] == []
    assert [*open_history(tmp_path).saved_game_ids()] == []


@pytest.mark.parametrize("times", [4, 5])
def test_a_new_game_is_saved_although_copies_that_clear_up_hold_its_file_for_a_moment(
    history: History, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Eight copies that start at once look at each other's new files."""
    held = iter(range(times))

    def lock_unless_held(fd: int, how: int) -> None:
        if next(held, None) is not None:
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK))
        flock(fd, how)

    flock = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", lock_unless_held)
    session = dealer(history).next()
    begin(session)
    assert history.is_saved(session), history.take_messages()
    assert history.take_messages() == ""


def test_a_new_game_whose_file_is_held_for_ever_is_played_without_waiting_long(
    history: History, monkeypatch: pytest.MonkeyPatch, pauses: list[int]
) -> None:
    def refuse(fd: int, how: int) -> None:
        raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    session = dealer(history).next()
    begin(session)
    assert sum(pauses) == NEW_FILE_WAIT
    assert "cannot be saved" in history.take_messages()


# Others who hold what we need


def test_a_history_that_another_copy_uses_is_waited_for_once_and_reported_as_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_games(tmp_path)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    history = open_history(tmp_path, longest_wait=LONG)
    waits = waits_for_sqlite(monkeypatch)
    reader = HistoryReader(history, category_of(SETUP))
    assert reader.categories == []
    assert reader.trouble == BUSY
    assert waits == [LONG]
    busy.close()
    assert len(kept(history)) == 2


def test_games_that_cannot_be_stored_are_not_waited_for_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_games(tmp_path)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    first = open_history(tmp_path, longest_wait=LONG)
    deal = dealer(first, first=3)
    for has_room in (True, True, True, False, False, False):
        with full_disk(10**6 if has_room else 0):
            lose(session := deal.next())
            first.finish(session)
    waits = waits_for_sqlite(monkeypatch)
    first.store_ended_games(wait=True)
    assert waits == [LONG], "of those that are in a file"
    waits.clear()
    first.close()
    assert waits == [LONG, SHORT_WAIT, SHORT_WAIT], "of those that are in none"
    assert first.take_messages().startswith("3 games could not be stored in ")
    busy.close()
    second = open_history(tmp_path)
    second.store_ended_games()
    assert len(kept(second)) == 5


LONG = 2 * SHORT_WAIT


def waits_for_sqlite(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list to which each connection adds how long it waits, in milliseconds."""
    waits: list[int] = []

    def connect_and_note(
        path: str, *, isolation_level: None = None, timeout: float | None = None
    ) -> sqlite3.Connection:
        if timeout is None:  # one in memory
            return connect(path, isolation_level=isolation_level)
        waits.append(round(1_000 * timeout))
        return connect(path, isolation_level=isolation_level, timeout=timeout)

    connect = sqlite3.connect
    monkeypatch.setattr(database, "connect", connect_and_note)
    return waits


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
    SavedSettings(str(home), all_options()).save({"theme": "dark"})
    found = modes(home)
    assert {"history.db", "history.lock", "9.journal", "state"} < found.keys()
    assert {mode for name, mode in found.items() if name != "home"} == {0o600}
    assert found["home"] == modes(tmp_path / "deep")["deep"] == 0o700


@posix_only
def test_what_others_could_read_before_becomes_the_players_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    two_games(home)
    reader = sqlite3.connect(home / "history.db")
    reader.execute("PRAGMA journal_mode = wal")  # with files of SQLite's beside it
    history = open_history(home)
    begin(left := dealer(history, first=8).next())
    history.leave(left)
    (home / "state").write_text("theme = light\n")
    (home / "history.lock").touch()
    for path in home.iterdir():
        path.chmod(0o644)
    reader.execute("SELECT count(*) FROM games").fetchone()
    history = open_history(home)
    begin(dealer(history, first=9).next())
    assert [*history.saved_game_ids()] == ["8"]
    kept(history)
    SavedSettings(str(home), all_options()).save({"theme": "dark"})
    assert {name: mode for name, mode in modes(home).items() if mode & 0o077} == {
        "history.lock": 0o644  # not in use
    }
    reader.close()


@posix_only
@pytest.mark.parametrize("mode", [0o755, 0o750, 0o1777])
def test_a_directory_that_was_there_keeps_its_mode_and_the_files_in_it_are_the_players_alone(
    tmp_path: Path, mode: int
) -> None:
    """The home directory for example, into which a web server may have to look."""
    tmp_path.chmod(mode)
    SavedSettings(str(tmp_path), all_options()).save({"theme": "dark"})
    history = two_games(tmp_path)
    begin(left := dealer(history, first=3).next())
    history.leave(left)
    kept(history)
    assert tmp_path.stat().st_mode & 0o7777 == mode
    found = modes(tmp_path)
    assert {"history.db", "3.journal", "state"} < found.keys()
    assert {found[path.name] for path in tmp_path.iterdir()} == {0o600}


@posix_only
def test_a_pipe_named_like_the_lock_is_never_opened(tmp_path: Path) -> None:
    two_games(tmp_path)
    other_text(tmp_path / "history.db")
    os.mkfifo(tmp_path / "history.lock")
    history = open_history(tmp_path)
    assert kept(history) == []
    assert history.take_messages().endswith("not a regular file")
