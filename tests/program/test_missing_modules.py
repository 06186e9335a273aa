"""A Python that was built without a part of its library plays as well."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.notation import capitalise
from minesweeper.store.store import GAMES_FILE
from tests.harness.posix import in_another_process as in_another_process  # Windows skips these
from tests.harness.program import ENTER, ROOT, run_in, says
from tests.harness.real_terminal import RealTerminal

# Runs command lines without some modules, and says how each of them ended.
WITHOUT: Final = """
import sys
missing, lines = sys.argv[1:3]
sys.modules.update(dict.fromkeys(missing.split()))
from minesweeper.cli.main import main
for line in lines.splitlines():
    print("status", main(line.split()), "of", line, flush=True)
"""
# The board is cleared by its first reveal.
ONE_REVEAL: Final = "--width=5 --height=5 --mines=1 --seed=1"
NEEDS_NO_GAMES: Final = """
review played.rawvf
verify played.rawvf
replay played.rawvf --plain
generate
--save-settings --theme=light
"""
SAYS_SO: Final = f"""
--plain {ONE_REVEAL}
--plain --daily
learn 1 --plain
learn --own --plain
"""
NEEDS_GAMES: Final = """
--plain --resume
games
games --json
games --saved
games --give-up=abcd
records
daily
share
export
import played.rawvf
review last
review --all
replay last --plain
"""
DATABASE: Final = {"_sqlite3": "sqlite3", "sqlite3": "sqlite3", "zlib": "zlib"}
# What is imported by something that we import, or might be one day, and systems leave out.
NOT_EVERYWHERE: Final = (
    *("_bz2", "_lzma", "_ctypes", "_uuid", "_ssl", "_hashlib", "_decimal", "_zoneinfo"),
    *("readline", "multiprocessing", "_multiprocessing", "_posixshmem", "_tkinter", "_asyncio"),
    *("pyexpat", "_elementtree", "_queue", "_contextvars"),
)


def run_without(home: Path, missing: str, lines: str) -> subprocess.CompletedProcess[str]:
    """Run command lines in a Python without a module."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, missing, lines.strip()],
        cwd=home.parent,
        env={**os.environ, "MINESWEEPER_HOME": str(home), "PYTHONPATH": str(ROOT)},
        input="reveal 1 1\nnothing\nquit\n" * 9,
        capture_output=True,
        text=True,
        check=False,
    )


def outcomes(home: Path, missing: str, lines: str) -> tuple[list[str], str]:
    """Return how each of these command lines ends in a Python without a module, and complaints."""
    done = run_without(home, missing, lines)
    ends = [line for line in done.stdout.splitlines() if line.startswith("status ")]
    return ends, done.stderr


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a won game, beside the file of its replay."""
    path = tmp_path / "home"
    run_in(path, "--plain", *ONE_REVEAL.split(), typed="reveal 1 1\nquit\n")
    (tmp_path / "played.rawvf").write_text(run_in(path, "export").out)
    return path


def why_none(missing: str) -> str:
    return f"no game is kept: this Python has no {DATABASE[missing]}"


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_all_works_that_needs_no_games(missing: str, home: Path) -> None:
    ends, complaints = outcomes(home, missing, NEEDS_NO_GAMES)
    assert ends == [f"status 0 of {line}" for line in NEEDS_NO_GAMES.split("\n")[1:-1]]
    assert complaints == ""


@pytest.mark.parametrize("missing", DATABASE)
@pytest.mark.parametrize("line", SAYS_SO.split("\n")[1:-1])
def test_without_a_database_it_is_said_once_that_no_game_is_kept(
    line: str, missing: str, home: Path
) -> None:
    done = run_without(home, missing, line)
    assert f"status 0 of {line}\n" in done.stdout
    assert (done.stdout + done.stderr).casefold().count(why_none(missing).casefold()) == 1


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_what_needs_games_says_so_in_one_line(missing: str, home: Path) -> None:
    ends, complaints = outcomes(home, missing, NEEDS_GAMES)
    commands = NEEDS_GAMES.split("\n")[1:-1]
    assert ends == [f"status 2 of {line}" for line in commands]
    lines = complaints.splitlines()
    assert len(lines) == len(commands)
    for line in lines:
        assert line.startswith("minesweeper: ")
        assert line.endswith(why_none(missing))


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_nothing_is_changed_in_the_one_there_is(
    missing: str, home: Path
) -> None:
    before = (home / GAMES_FILE).read_bytes()
    outcomes(home, missing, SAYS_SO + NEEDS_GAMES)
    assert (home / GAMES_FILE).read_bytes() == before
    assert "Won" in run_in(home, "games").out


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_the_screen_says_that_no_game_is_kept(missing: str, home: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, missing, f"{ONE_REVEAL} --ascii --zoom=2"]
    environ = {"MINESWEEPER_HOME": str(home)}
    with RealTerminal(command, cwd=ROOT, env=environ) as terminal:
        terminal.wait_for("quit")
        terminal.type(ENTER)
        terminal.wait_for(says(capitalise(why_none(missing))))
        terminal.wait_for("Won")
        terminal.type("q")
        assert terminal.wait_exit() == 0
        assert "status 0" in terminal.text
        assert "no game is kept" not in terminal.text


@pytest.mark.parametrize("missing", NOT_EVERYWHERE)
def test_what_else_a_python_may_lack_is_not_missed(missing: str, home: Path) -> None:
    lines = [f"--plain {ONE_REVEAL}", "games", "verify played.rawvf", "learn --plain"]
    ends, complaints = outcomes(home, missing, "\n".join(lines))
    assert ends == [f"status 0 of {line}" for line in lines]
    # On a busy machine it may take long to make an exercise.
    assert complaints.replace("minesweeper: looking for a position\n", "") == ""
