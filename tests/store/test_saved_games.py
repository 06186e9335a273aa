"""Hundreds of saved games: which is resumed, when files are examined, which are abandoned."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.store.history import History
from minesweeper.store.messages import Messages
from minesweeper.store.open_games import OpenGames
from minesweeper.store.saved_games import SavedGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.game import GameScreen
from tests.harness.commands import run
from tests.harness.kept_games import begin, dealer, kept, lose, open_history
from tests.harness.posix import few_descriptors
from tests.harness.program import minesweeper

MOST = 100
# Files that may be looked at between two keys.
A_FEW = 150


def name(number: int) -> str:
    """Return an id whose place in the alphabet does not depend on the age of the game."""
    return f"{number * 7919 % 1_000_003:016x}"


def save_many(home: Path, number: int) -> None:
    """Save games of the same position, the first of them the newest."""
    history = open_history(home / "pattern")
    session = dealer(history).next()
    begin(session)
    text = session.journal_text()
    home.mkdir(exist_ok=True)
    for place in range(number):
        path = home / f"{name(place)}.journal"
        path.write_text(text.replace("\nid 1\n", f"\nid {name(place)}\n"))
        os.utime(path, (10**6 - place, 10**6 - place))


def saved(home: Path) -> list[str]:
    return sorted(path.stem for path in home.glob("*.journal"))


def names(numbers: range) -> list[str]:
    return sorted(map(name, numbers))


def tidied(history: History) -> OpenGames:
    games = OpenGames(dealer(history), history)
    while not games.is_tidied:
        games.step_tidying()
    return games


# Which is resumed


@pytest.fixture
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINESWEEPER_HOME", str(tmp_path))


@pytest.mark.usefixtures("_at_home")
def test_the_newest_saved_game_is_resumed_and_the_next_one_while_that_is_played(
    history: History, tmp_path: Path
) -> None:
    ages = {"2": 50, "3": 90, "4": 10, "5": 70}
    for first, width in zip(ages, (12, 13, 14, 15), strict=True):
        session = dealer(history, Setup(width, 5, 9), first=int(first)).next()
        begin(session)
        history.leave(session)
    for identity, second in ages.items():
        os.utime(tmp_path / f"{identity}.journal", (second, second))

    def width_of_the_resumed() -> int:
        done = run("--plain=board", "--resume", typed="quit\n")
        for identity, second in ages.items():  # as old as before
            os.utime(tmp_path / f"{identity}.journal", (second, second))
        return len(done.out.splitlines()[0])

    assert width_of_the_resumed() == 13
    assert history.resume("3", 0)
    assert width_of_the_resumed() == 15
    assert history.resume("5", 0)
    assert width_of_the_resumed() == 12


@pytest.mark.usefixtures("_at_home")
def test_the_saved_game_that_is_named_is_resumed(history: History, tmp_path: Path) -> None:
    for first, width in [(0xABCD2, 12), (0xABCD3, 14), (0x12345, 15)]:
        session = dealer(history, Setup(width, 5, 9), first=first).next()
        begin(session)
        history.leave(session)

    def resume(name: str) -> tuple[int, int, str]:
        """Return the status, the width of the board and the complaint."""
        done = run("--plain=board", "--resume", name, typed="quit\n")
        return done.status, len(done.out.partition("\n")[0]), done.err.strip()

    assert resume("abcd2") == (0, 12, "")
    assert resume("abcd3") == (0, 14, "")
    assert resume("1234") == (0, 15, "")
    assert history.resume("abcd3", 0)
    playing = "minesweeper: --resume: the saved game abcd3 is being played in another window"
    assert resume("abcd3") == (2, 0, playing)
    two = "2 games have an ID that begins with 'abcd': abcd3, abcd2"
    assert resume("abcd") == (2, 0, f"minesweeper: --resume: {two}")
    assert resume("")[:2] == (2, 0)
    unknown = "no saved game has the ID 'fedc': minesweeper games --saved lists them"
    assert resume("fedc") == (2, 0, f"minesweeper: --resume: {unknown}")
    path = tmp_path / "abcd2.journal"
    path.write_text(path.read_text().replace("\n0 reveal", "\n0 rveal"))
    status, _, said = resume("abcd2")
    assert status == 2
    assert "a damaged saved game was set aside as abcd2.damaged" in said
    assert "\n" not in said


def test_many_saved_games_need_no_more_descriptors_than_one(tmp_path: Path) -> None:
    save_many(tmp_path, 80)
    with few_descriptors(10):
        history = open_history(tmp_path)
        games = tidied(history)
        assert games.resume(0) == ""
        assert games.session.head.id == name(0)
        assert len([*open_history(tmp_path).saved_game_ids()]) == 79


def test_a_start_with_more_saved_games_than_descriptors_resumes_the_newest(
    tmp_path: Path,
) -> None:
    save_many(tmp_path, 90)
    with few_descriptors(30):
        done = minesweeper(tmp_path, "--plain", "--resume", typed="quit\n")
    assert done.returncode == 0
    assert (tmp_path / f"{name(0)}.journal").stat().st_mtime > 10**7
    assert len(saved(tmp_path)) == 90


# What is looked at, and when


class Watched:
    """How often the system is asked for the names in a folder, and to open a file."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.listed = self.named = self.opened = 0
        listdir, scandir, opened = os.listdir, os.scandir, os.open

        def list_names(path: str) -> list[str]:
            self.listed += 1
            return listdir(path)

        @contextmanager
        def scan(path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
            with scandir(path) as entries:
                yield self._count(entries)

        def open_file(path: str, flags: int, mode: int = 0o777) -> int:
            self.opened += 1
            return opened(path, flags, mode)

        monkeypatch.setattr(os, "listdir", list_names)
        monkeypatch.setattr(os, "scandir", scan)
        monkeypatch.setattr(os, "open", open_file)

    def _count(self, entries: Iterator[os.DirEntry[str]]) -> Iterator[os.DirEntry[str]]:
        for entry in entries:
            self.named += 1
            yield entry


def test_the_folder_is_listed_after_the_first_frame_and_looked_at_in_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_many(tmp_path, 250)
    watched = Watched(monkeypatch)
    history = open_history(tmp_path)
    assert not history.is_empty()
    games = OpenGames(dealer(history), history)
    screen = GameScreen(games, Looks(glyphs="ascii"))
    screen.tick(0)
    screen.draw(Canvas(80, 24), 0)
    assert (watched.listed, watched.opened) == (0, 0)
    assert watched.named <= 20
    frames = 0
    while screen.next_wakeup(0) == 0:
        before = watched.opened
        screen.tick(0)
        assert watched.opened - before <= A_FEW
        frames += 1
    assert frames > 250 / A_FEW
    assert watched.listed == 1
    assert games.saved_ids[0] == name(0)
    assert len(saved(tmp_path)) == MOST


def test_a_game_is_played_between_the_slices(tmp_path: Path) -> None:
    save_many(tmp_path, 150)
    history = open_history(tmp_path)
    screen = GameScreen(OpenGames(dealer(history), history), Looks(glyphs="ascii"))
    canvas = Canvas(80, 24)
    screen.draw(canvas, 0)
    screen.tick(0)
    screen.handle(Key("enter"), 0)
    while screen.next_wakeup(0) == 0:
        screen.tick(0)
    assert screen.session.clicks == 1
    assert saved(tmp_path) == sorted([*names(range(MOST)), "1"])


def test_only_a_folder_without_any_game_counts_as_empty(tmp_path: Path) -> None:
    assert open_history(tmp_path / "none").is_empty()
    (tmp_path / "state").write_text("")
    assert open_history(tmp_path).is_empty()
    (tmp_path / "1.journal").write_text("")
    assert not open_history(tmp_path).is_empty()


# Files that cannot be read


def fail(*_: object) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_saved_game_whose_end_cannot_be_read_is_named_and_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_many(tmp_path, 1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", fail)
        history = open_history(tmp_path)
        assert [*history.saved_game_ids()] == []
        why = f"the saved game {name(0)} cannot be read: {os.strerror(errno.EIO)}"
        assert history.why_no_saved_game() == why
    assert [*open_history(tmp_path).saved_game_ids()] == [name(0)]


def test_a_saved_game_that_cannot_be_read_any_more_is_named_and_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_many(tmp_path, 1)
    games = SavedGames(str(tmp_path), Messages())
    file = games.lock(name(0))
    assert file
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", fail)
        assert games.read(file) is None
        assert games.obstacles == [
            f"the saved game {name(0)} cannot be read: {os.strerror(errno.EIO)}"
        ]
    assert games.lock(name(0))


def test_the_head_of_a_saved_game_is_read_unless_it_is_damaged_or_another_copy_plays_it(
    tmp_path: Path,
) -> None:
    save_many(tmp_path, 2)
    games, other = (SavedGames(str(tmp_path), Messages()) for _ in range(2))
    head = games.read_head(name(0))
    assert head
    assert head.id == name(0)
    held = other.lock(name(0))
    assert held
    assert games.read_head(name(0)) is None
    path = tmp_path / f"{name(1)}.journal"
    path.write_text(path.read_text().replace("origin drawn", "origin drwan"))
    assert games.read_head(name(1)) is None
    assert other.lock(name(1)), "it is not held"


def test_a_damaged_game_that_cannot_be_set_aside_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_many(tmp_path, 1)
    path = tmp_path / f"{name(0)}.journal"
    path.write_text(path.read_text().replace("\n0 reveal", "\n0 rveal"))
    monkeypatch.setattr(os, "replace", fail)
    history = open_history(tmp_path)
    assert [*history.saved_games()] == []
    messages = history.take_messages()
    assert messages.startswith(f"the saved game {name(0)} is damaged, line 7")
    assert messages.endswith(f", and cannot be set aside: {os.strerror(errno.EIO)}")


# Which are abandoned


def test_all_but_the_newest_hundred_become_abandoned(tmp_path: Path) -> None:
    save_many(tmp_path, 130)
    history = open_history(tmp_path)
    assert tidied(history).saved_ids[0] == name(0)
    assert saved(tmp_path) == names(range(MOST))
    rows = kept(history)
    assert sorted(row.id for row in rows) == names(range(MOST, 130))
    assert {row.status for row in rows} == {"abandoned"}
    assert history.take_messages() == ""


def test_games_left_for_another_one_are_abandoned_before_those_left_by_quitting(
    tmp_path: Path,
) -> None:
    save_many(tmp_path, 110)
    for place in (0, 2, 4):  # the first of them is the newest of all
        path = tmp_path / f"{name(place)}.journal"
        path.write_text(path.read_text() + "5000 left-behind\n")
        os.utime(path, (10**6 - place, 10**6 - place))
    assert tidied(open_history(tmp_path)).saved_ids[0] == name(0)
    assert saved(tmp_path) == sorted(
        name(place) for place in range(MOST + 3) if place not in (0, 2, 4)
    )


def test_a_game_that_a_copy_plays_is_not_abandoned_however_old_it_is(tmp_path: Path) -> None:
    save_many(tmp_path, 110)
    other, history = open_history(tmp_path), open_history(tmp_path)
    played = [other.resume(name(place), 0) for place in (3, 105)]
    own = history.resume(name(109), 0)
    assert all(played)
    assert own
    for place in (3, 105, 109):
        os.utime(tmp_path / f"{name(place)}.journal", (10**6 - place, 10**6 - place))
    tidied(history)
    # A hundred, the played one among the newest, and the two old ones.
    expected = [*range(101), 105, 109]
    assert saved(tmp_path) == sorted(map(name, expected))


def test_games_that_ended_are_stored_and_not_counted_as_saved(tmp_path: Path) -> None:
    save_many(tmp_path, MOST)
    session = dealer(open_history(tmp_path / "pattern"), first=777).next()
    lose(session)
    path = tmp_path / f"{session.head.id}.journal"
    path.write_text(session.journal_text())
    history = open_history(tmp_path)
    tidied(history)
    assert saved(tmp_path) == names(range(MOST))
    assert [(row.id, row.status) for row in kept(history)] == [(session.head.id, "lost")]


def test_what_is_interrupted_is_done_at_the_next_start(tmp_path: Path) -> None:
    save_many(tmp_path, 120)
    first = open_history(tmp_path)
    games = OpenGames(dealer(first), first)
    while len(saved(tmp_path)) > 110:
        games.step_tidying()
    assert not games.is_tidied
    first.close()
    tidied(open_history(tmp_path))
    assert saved(tmp_path) == names(range(MOST))
    assert len(kept(open_history(tmp_path))) == 20


def test_nothing_is_abandoned_while_the_history_is_busy(tmp_path: Path) -> None:
    save_many(tmp_path, 120)
    kept(open_history(tmp_path))
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    before = {path: path.read_text() for path in tmp_path.glob("*.journal")}
    assert tidied(open_history(tmp_path)).saved_ids[0] == name(0)
    assert {path: path.read_text() for path in tmp_path.glob("*.journal")} == before
    busy.close()


def test_unfinished_journal_files_are_cleared_up(tmp_path: Path) -> None:
    save_many(tmp_path, 2)
    (tmp_path / "ab.journal.new").write_text("")
    (tmp_path / "cd.journal.new").write_text("minesweeper jour")
    history = open_history(tmp_path)
    assert sorted(history.saved_game_ids()) == names(range(2))
    assert saved(tmp_path) == names(range(2))
    assert [*tmp_path.glob("*.new")] == []


def test_a_journal_that_another_copy_is_making_is_left_alone(
    history: History, tmp_path: Path
) -> None:
    session = dealer(history).next()
    begin(session)
    (tmp_path / "1.journal").rename(tmp_path / "1.journal.new")
    assert [*open_history(tmp_path).saved_game_ids()] == []
    assert (tmp_path / "1.journal.new").read_text() == session.journal_text()
