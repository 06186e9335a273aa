"""Replays of other programs in the real program: imported, killed, watched and reviewed."""

import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from signal import SIGINT
from zipfile import ZipFile

from minesweeper.cli.output import ProgressBar
from minesweeper.formats.rawvf import format_rawvf
from minesweeper.store.store import GAMES_FILE
from tests.harness.player import TWO_MINES
from tests.harness.program import ESC, MINESWEEPER, ROOT, minesweeper
from tests.harness.real_terminal import RealTerminal
from tests.harness.replays import replay_on


def game(milliseconds: int) -> str:
    replay = replay_on(TWO_MINES, "0 reveal 4 1", f"{milliseconds} reveal 1 3")
    return format_rawvf(replay._replace(headers={"Width": "4", "Height": "3", "Player": "Jo"}))


GAMES = 1000


def count_games(home: Path) -> int:
    with closing(sqlite3.connect(home / GAMES_FILE)) as db:
        count: int = db.execute("SELECT count(*) FROM game").fetchone()[0]
        return count


def kill_while_storing(home: Path, replays: Path) -> int:
    """Import, and kill the program as soon as it has stored something; return how many games."""
    environ = {**os.environ, "MINESWEEPER_HOME": str(home)}
    command = [*MINESWEEPER, "import", str(replays)]
    with subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and count_games(home) == 1:
            time.sleep(0.001)
        process.kill()
    return count_games(home)


def test_an_import_that_is_killed_loses_nothing_and_is_completed_by_the_next(
    tmp_path: Path,
) -> None:
    first, replays = tmp_path / "first.rawvf", tmp_path / "replays.zip"
    first.write_text(game(100), encoding="ascii")
    with ZipFile(replays, "w") as archive:
        for number in range(GAMES):
            archive.writestr(f"{number}.rawvf", game(100 + number))
    # A busy machine may let us kill it too late.
    for home in (tmp_path / f"home {attempt}" for attempt in range(9)):
        assert minesweeper(home, "import", str(first)).returncode == 0
        if (stored := kill_while_storing(home, replays)) < GAMES:
            break
    assert 1 < stored < GAMES
    done = minesweeper(home, "import", str(replays))
    summary = f"{GAMES - stored} new, {stored} already known, 0 refused\n"
    assert (done.stdout, done.stderr) == (summary, "")
    assert count_games(home) == GAMES
    with closing(sqlite3.connect(home / GAMES_FILE)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


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
        terminal.wait_for("Not one guess")
        terminal.type(ESC)
        assert terminal.wait_exit() == 0
        assert terminal.is_clean() == []


def test_the_review_of_one_game_is_printed_without_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(game(2_500), encoding="ascii")
    done = minesweeper(tmp_path / "home", "review", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Won without a guess.\nThought for 2.500 s before (1,3), after 1 move\n" in done.stdout
