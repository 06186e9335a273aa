"""What is opened: regular files only, and none of the game's own through a link."""

import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.settings.safe_files import REPLACE_WAIT, open_regular
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.table import SettingsError
from tests.harness.commands import run
from tests.harness.windows import in_use

# FIFOs and sockets are made, for which nothing may wait.
pytest.importorskip("fcntl")

OWN_FILES = [
    "state",
    f"state.{os.getpid()}.new",
    *(f"games.db{suffix}" for suffix in ("", "-wal", "-shm", "-journal", ".new")),
    *(f"games-backup.db{suffix}" for suffix in ("", ".new")),
]


def fifo(path: Path) -> None:
    os.mkfifo(path)


def directory(path: Path) -> None:
    path.mkdir()


def unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        before = os.getcwd()
        os.chdir(path.parent)  # the name of a socket is short
        try:
            server.bind(path.name)
        finally:
            os.chdir(before)


def link_to_a_file(path: Path) -> None:
    target = path.parent.parent / f"target of {path.name}"
    target.write_text("mine\n" * 9)
    path.symlink_to(target)


def link_to_a_fifo(path: Path) -> None:
    target = path.parent.parent / f"fifo of {path.name}"
    os.mkfifo(target)
    path.symlink_to(target)


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent.parent / f"nothing of {path.name}")


no_regular_file = pytest.mark.parametrize(
    "make", [fifo, directory, unix_socket, link_to_a_file, link_to_a_fifo, link_to_nothing]
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home, in which the commands run."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("MINESWEEPER_HOME", str(home))
    return home


@no_regular_file
def test_only_a_regular_file_is_opened_and_none_is_waited_for(
    home: Path, make: Callable[[Path], None]
) -> None:
    path = home / "file"
    make(path)
    for flags in (os.O_RDONLY, os.O_RDWR | os.O_CREAT, os.O_WRONLY | os.O_APPEND):
        with pytest.raises(OSError, match=r"not a regular file|Is a directory"):
            open_regular(str(path), flags)
    assert os.listdir(home) == ["file"]


@no_regular_file
def test_the_game_is_played_beside_whatever_is_named_like_its_files(
    home: Path, make: Callable[[Path], None]
) -> None:
    for name in OWN_FILES:
        make(home / name)
    before = {path.name: path.lstat().st_mode for path in home.iterdir()}
    played = run("--plain=board", typed="reveal 4 4\nquit\n")
    assert played.status == 1
    assert played.out.splitlines()[-1].startswith(("playing", "won"))
    assert f"minesweeper: not saved: {home}/games.db: " in played.err
    assert f"minesweeper: 1 game could not be stored in {home}\n" in played.err
    records = run("records", "--json")
    assert (records.status, records.out) == (2, "")
    assert f"{home}/games.db" in records.err
    learned = run("learn", "1", "--plain", typed="nothing\nquit\n")
    assert learned.status == 1
    assert "of 1 right\n" in learned.out
    assert f"minesweeper: 1 answer could not be stored in {home}" in learned.err
    after = {path.name: path.lstat().st_mode for path in home.iterdir()}
    assert before.items() <= after.items()
    for target in home.parent.glob("target of *"):
        assert target.read_text() == "mine\n" * 9
    assert not [*home.parent.glob("nothing of *")]


@pytest.mark.parametrize("make", [fifo, directory, unix_socket, link_to_a_fifo])
def test_settings_that_are_no_regular_file_are_told_of(
    home: Path, make: Callable[[Path], None]
) -> None:
    make(home / "config.toml")
    played = run("--plain", typed="quit\n")
    assert played.status == 2
    assert played.err.startswith(f"minesweeper: {home / 'config.toml'}: ")
    assert played.err.count("\n") == 1
    saved = run("--theme=sea", "--save-settings")
    assert saved.status == 2


def test_settings_may_be_a_link_to_where_the_player_keeps_them(home: Path) -> None:
    settings = home.parent / "dotfiles.toml"
    settings.write_text("width = 5\nheight = 4\nmines = 3\n")
    (home / "config.toml").symlink_to(settings)
    played = run("--plain=board", typed="quit\n")
    assert played.out.splitlines()[:4] == ["#####"] * 4


def test_settings_may_be_a_link_to_nothing(home: Path) -> None:
    link_to_nothing(home / "config.toml")
    assert run("--plain", typed="quit\n").status == 0


# Other programs that hold a file for a moment


class Scanner:
    """Holds whatever is replaced, for the given number of attempts."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        most: int,
        refusal: Callable[[], PermissionError] = in_use,
    ) -> None:
        self.attempts = 0

        def replace_unless_held(old: str, new: str) -> None:
            self.attempts += 1
            if self.attempts <= most:
                raise refusal()
            os.rename(old, new)

        monkeypatch.setattr(os, "replace", replace_unless_held)


def test_a_file_that_a_scanner_holds_for_a_moment_is_replaced(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = SavedSettings(str(home), all_options())
    state.save({"theme": "sea"})
    for attempts, theme in ((1, "light"), (5, "mono")):
        Scanner(monkeypatch, attempts)
        state.save({"theme": theme})
        assert f"theme = {theme}\n" in (home / "state").read_text()


def test_a_file_that_is_never_let_go_of_is_given_up_after_half_a_second(
    home: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[int]
) -> None:
    scanner = Scanner(monkeypatch, sys.maxsize)
    with pytest.raises(SettingsError, match="it is being used by another process"):
        SavedSettings(str(home), all_options()).save({"theme": "sea"})
    assert sum(pauses) == REPLACE_WAIT == 500
    assert scanner.attempts == 1 + len(pauses)
    assert os.listdir(home) == []


def test_a_directory_that_may_not_be_written_is_not_tried_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[int]
) -> None:
    scanner = Scanner(monkeypatch, sys.maxsize, lambda: PermissionError(errno.EPERM, "not here"))
    with pytest.raises(SettingsError, match="not here"):
        SavedSettings(str(home), all_options()).save({"theme": "sea"})
    assert (scanner.attempts, pauses) == (1, [])
