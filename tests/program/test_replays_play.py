"""Replays of other programs in the real program: imported, killed, watched and reviewed."""

import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from signal import SIGINT

from minesweeper.cli.output import ProgressBar
from minesweeper.formats.rawvf import format_rawvf
from tests.harness.player import TWO_MINES
from tests.harness.program import ESC, MINESWEEPER, ROOT, minesweeper
from tests.harness.real_terminal import RealTerminal
from tests.harness.replays import replay_on


def game(milliseconds: int) -> str:
    replay = replay_on(TWO_MINES, "0 reveal 4 1", f"{milliseconds} reveal 1 3")
    return format_rawvf(replay._replace(headers={"Width": "4", "Height": "3", "Player": "Jo"}))


def kill_while_storing(home: Path, replays: Path) -> bool:
    """Import, and kill the program before the end of its transaction; return whether it was open.

    While we read, nobody can end a transaction.
    """
    environ = {**os.environ, "MINESWEEPER_HOME": str(home)}
    opened = home / "history.db-journal"
    with closing(sqlite3.connect(home / "history.db", isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM games").fetchone()
        with subprocess.Popen(
            [*MINESWEEPER, "import", str(replays)],
            cwd=ROOT,
            env=environ,
            stderr=subprocess.DEVNULL,
        ) as process:
            while process.poll() is None and not opened.exists():
                time.sleep(0.01)
            process.kill()
        return opened.exists()


def test_an_import_that_is_killed_loses_nothing_and_is_completed_by_the_next(
    tmp_path: Path,
) -> None:
    replays, home = tmp_path / "replays", tmp_path / "home"
    replays.mkdir()
    for number in range(30):
        (replays / f"{number}.rawvf").write_text(game(100 + number), encoding="ascii")
    assert minesweeper(home, "import", str(replays / "0.rawvf")).returncode == 0
    # The program waits for us for a second: a busy machine may let us kill it too late.
    while not kill_while_storing(home, replays):
        pass
    done = minesweeper(home, "import", str(replays))
    assert (done.stdout, done.stderr) == ("29 new, 1 already known, 0 refused\n", "")
    with closing(sqlite3.connect(home / "history.db")) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (30,)
        assert db.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_a_long_import_shows_its_progress_and_how_far_it_came_when_it_is_interrupted(
    tmp_path: Path,
) -> None:
    files = first, second, third = [tmp_path / name for name in ("first", "second", "third")]
    for late in files:
        os.mkfifo(late)
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    command = [*MINESWEEPER, "import", *map(str, files)]
    with RealTerminal(command, columns=200, cwd=ROOT, env=env) as terminal:
        with first.open("w") as pipe:  # once the program reads it: its work has begun
            time.sleep(2 * ProgressBar.DELAY)  # and is now long, however busy the machine is
            pipe.write(game(100))
        terminal.wait_for(f"[{13 * '#'}{27 * '.'}]  33%")
        second.write_text("no game\n")
        terminal.wait_for(re.compile("^minesweeper: .*second", re.MULTILINE))
        with third.open("w"):
            terminal.signal(SIGINT)  # as Ctrl+C, for which the kernel may drop what it prints
        # A signal just before a read does not interrupt it: the end of the file does.
        terminal.wait_for("stopped after 2 of 3 files: 1 new, 0 already known, 1 refused")
        assert terminal.wait_exit() == 130
        assert "%" not in terminal.text
    first.unlink()
    first.write_text(game(100))
    done = minesweeper(tmp_path, "import", str(first))
    assert done.stdout == "0 new, 1 already known, 0 refused\n"


def test_reviews_are_printed_as_they_are_made(tmp_path: Path) -> None:
    """A file may hold more games than fit in memory."""
    files = first, second, late = [tmp_path / name for name in ("first", "second", "late")]
    for file in (first, second):
        file.write_text(game(100))
    os.mkfifo(late)
    command = [*MINESWEEPER, "review", "--json", *map(str, files)]
    with RealTerminal(command, columns=200, rows=100, cwd=ROOT) as terminal:
        terminal.wait_until_shown(f'"file": "{first}"')
        late.write_text(game(100))
        assert terminal.wait_exit() == 0
        assert terminal.lines[terminal.cursor[1] - 1] == "]"


def test_the_review_of_one_game_is_shown_on_its_board(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(game(2_500), encoding="ascii")
    env = {"MINESWEEPER_HOME": str(tmp_path / "home")}
    command = [*MINESWEEPER, "review", "--ascii", str(path)]
    with RealTerminal(command, cwd=ROOT, env=env) as terminal:
        terminal.wait_for("Won without a guess")
        terminal.wait_for("Thought for 2.500 s")
        terminal.type(ESC)
        assert terminal.wait_exit() == 0
        assert terminal.is_clean() == []


def test_the_review_of_one_game_is_printed_without_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(game(2_500), encoding="ascii")
    done = minesweeper(tmp_path / "home", "review", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Won without a guess\nThought for 2.500 s before (1,3), after 1 move\n" in done.stdout
