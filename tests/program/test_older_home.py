"""A home of version 0.1: its settings are read, and its games stay where they are."""

import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.harness.commands import Done
from tests.harness.program import ENTER, backgrounds, playing, quit_cleanly, run_in, says

OLDER_HOME: Final = Path(__file__).parent / "older_home"
HISTORY: Final = b"SQLite format 3\0" + bytes(4080)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("state", "config.toml"):
        shutil.copy(OLDER_HOME / name, tmp_path)
    (tmp_path / "history.db").write_bytes(HISTORY)
    return tmp_path


def test_it_is_said_once_that_the_games_stay_unread(home: Path) -> None:
    assert run_in(home, "games") == Done(0, "No games yet\n", "")
    path = home / "history.db"
    said = f"minesweeper: the games of version 0.1 stay in {path}, unread\n"
    for times in (1, 0):
        done = run_in(home, "--plain", typed="reveal 1 1\nquit\n")
        assert (done.status, done.err.count(said)) == (0, times)
    assert path.read_bytes() == HISTORY


def test_names_that_mean_nothing_any_more_are_a_warning(home: Path) -> None:
    done = run_in(home, "--plain", typed="quit\n")
    assert (done.status, done.out.count("16x16")) == (0, 1)
    assert "config.toml, line 11: base: 'dark' is now 'sea'" in done.err


def test_it_is_not_said_where_there_are_games_already(tmp_path: Path) -> None:
    run_in(tmp_path, "--plain", typed="reveal 1 1\nquit\n")
    (tmp_path / "history.db").write_bytes(HISTORY)
    assert run_in(tmp_path, "--plain", typed="reveal 1 1\nquit\n").err == ""


def test_the_program_starts_with_its_settings(home: Path) -> None:
    with playing(env={"MINESWEEPER_HOME": str(home)}, columns=120) as terminal:
        terminal.wait_for("40 mines left")
        terminal.wait_for(lambda t: {"005f87", "005f5f"} <= backgrounds(t))
        terminal.wait_for("Ctrl+T hint")
        terminal.type("f")
        terminal.wait_for("39 mines left")
        terminal.type(b"\x7f")  # bound to undo
        terminal.wait_for("40 mines left")
        terminal.type(ENTER)
        terminal.wait_for(says("The games of version 0.1 stay in"))
        quit_cleanly(terminal)
