"""Replays of other programs in the real program: imported, killed, watched and reviewed."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from signal import SIGINT

import pytest

from minesweeper.formats.rawvf import format_rawvf
from tests.harness.player import TWO_MINES
from tests.harness.program import ESC, MINESWEEPER, ROOT, minesweeper
from tests.harness.real_terminal import RealTerminal
from tests.harness.replays import replay_on

FILES = 400


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of games, each with another time."""
    folder = tmp_path_factory.mktemp("replays")
    for number in range(FILES):
        (folder / f"{number}.rawvf").write_text(game(100 + number), encoding="ascii")
    return folder


def game(milliseconds: int) -> str:
    replay = replay_on(TWO_MINES, "0 reveal 4 1", f"{milliseconds} reveal 1 3")
    return format_rawvf(replay._replace(headers={"Width": "4", "Height": "3", "Player": "Jo"}))


def kill_while_storing(home: Path, replays: Path, transactions: int) -> None:
    """Import, and kill the program in its n-th transaction, or once it has ended."""
    environ = {**os.environ, "MINESWEEPER_HOME": str(home)}
    process = subprocess.Popen(
        [*MINESWEEPER, "import", str(replays)], cwd=ROOT, env=environ, stdout=subprocess.DEVNULL
    )
    was_open = False
    while process.poll() is None and transactions:
        is_open = (home / "history.db-journal").exists()
        transactions -= is_open and not was_open
        was_open = is_open
    process.kill()
    process.wait()


@pytest.mark.samples(3, 20)
def test_an_import_that_is_killed_loses_nothing_and_is_completed_by_the_next(
    tmp_path: Path, replays: Path, count: int
) -> None:
    for number in range(1, count + 1):
        home = tmp_path / str(number)
        kill_while_storing(home, replays, 1 + number % 4)
        done = minesweeper(home, "import", str(replays))
        assert (done.returncode, done.stderr) == (0, "")
        new, known, refused = (int(part.split()[0]) for part in done.stdout.split(", "))
        assert (new + known, refused) == (FILES, 0)
        with closing(sqlite3.connect(home / "history.db")) as db:
            assert db.execute("SELECT count(*) FROM games").fetchone() == (FILES,)
            assert db.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_an_import_at_a_terminal_shows_its_progress(tmp_path: Path, replays: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal([*MINESWEEPER, "import", str(replays)], cwd=ROOT, env=env) as terminal:
        terminal.wait_for("[#")
        terminal.wait_for(f"{FILES} new, 0 already known, 0 refused")
        assert terminal.wait_exit() == 0


def test_an_import_that_is_interrupted_says_how_far_it_came(tmp_path: Path, replays: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    command = [*MINESWEEPER, "import", str(replays)]
    with RealTerminal(command, columns=120, cwd=ROOT, env=env) as terminal:
        terminal.wait_for("[#")
        terminal.signal(SIGINT)  # as Ctrl+C, for which the kernel may drop what is being printed
        terminal.wait_for(f" of {FILES} files: ")
        assert terminal.wait_exit() == 130
    said = re.search(r"(\d+) new, 0 already known, 0 refused", terminal.text)
    assert said
    stored = int(said[1])
    done = minesweeper(tmp_path, "import", str(replays))
    assert done.stdout == f"{FILES - stored} new, {stored} already known, 0 refused\n"


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
