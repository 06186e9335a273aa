"""A Python that was built without a part of its library plays as well."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

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
NEEDS_NO_HISTORY: Final = f"""
--plain {ONE_REVEAL}
--plain --daily
learn --plain
learn --report
review played.rawvf
verify played.rawvf
replay played.rawvf --plain
games --saved
generate
simulate --games=2 --jobs=1
--save-settings --theme=light
"""
NEEDS_HISTORY: Final = """
games
games --json
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


def outcomes(home: Path, missing: str, lines: str) -> tuple[list[str], str]:
    """Return how each of these command lines ends in a Python without a module, and complaints."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, missing, lines.strip()],
        cwd=home.parent,
        env={**os.environ, "MINESWEEPER_HOME": str(home), "PYTHONPATH": str(ROOT)},
        input="reveal 1 1\nquit\n" * 9,
        capture_output=True,
        text=True,
        check=False,
    )
    ends = [line for line in done.stdout.splitlines() if line.startswith("status ")]
    return ends, done.stderr


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a won game, beside the file of its replay."""
    path = tmp_path / "home"
    run_in(path, "--plain", *ONE_REVEAL.split(), typed="reveal 1 1\nquit\n")
    (tmp_path / "played.rawvf").write_text(run_in(path, "export").out)
    return path


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_all_works_that_needs_no_history(missing: str, home: Path) -> None:
    ends, complaints = outcomes(home, missing, NEEDS_NO_HISTORY)
    assert ends == [f"status 0 of {line}" for line in NEEDS_NO_HISTORY.split("\n")[1:-1]]
    assert complaints
    for line in complaints.splitlines():
        assert line.startswith("minesweeper: ")
        assert line.endswith(f": this Python has no {DATABASE[missing]}")


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_what_needs_the_history_says_so_in_one_line(
    missing: str, home: Path
) -> None:
    ends, complaints = outcomes(home, missing, NEEDS_HISTORY)
    commands = NEEDS_HISTORY.split("\n")[1:-1]
    assert ends == [f"status 2 of {line}" for line in commands]
    lines = complaints.splitlines()
    assert len(lines) == len(commands)
    assert {line.rpartition(": ")[2] for line in lines} == {
        f"this Python has no {DATABASE[missing]}"
    }


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_a_game_is_kept_for_a_python_that_has_one(
    missing: str, tmp_path: Path
) -> None:
    outcomes(tmp_path / "home", missing, f"--plain {ONE_REVEAL}")
    assert "Won" in run_in(tmp_path / "home", "games").out


@pytest.mark.parametrize("missing", DATABASE)
def test_without_a_database_the_screen_says_that_the_game_is_not_stored(
    missing: str, home: Path
) -> None:
    command = [sys.executable, "-c", WITHOUT, missing, ONE_REVEAL]
    environ = {"MINESWEEPER_HOME": str(home)}
    with RealTerminal(command, cwd=ROOT, columns=160, env=environ) as terminal:
        terminal.wait_for("quit")
        terminal.type(ENTER)
        terminal.wait_for(says("Finished games cannot be stored in"))
        terminal.wait_for(says(f"this Python has no {DATABASE[missing]}"))
        terminal.type("q")
        assert terminal.wait_exit() == 0
        assert "status 0" in terminal.text


@pytest.mark.parametrize("missing", NOT_EVERYWHERE)
def test_what_else_a_python_may_lack_is_not_missed(missing: str, home: Path) -> None:
    lines = [f"--plain {ONE_REVEAL}", "games", "verify played.rawvf", "learn --plain"]
    ends, complaints = outcomes(home, missing, "\n".join(lines))
    assert ends == [f"status 0 of {line}" for line in lines]
    assert complaints == ""
