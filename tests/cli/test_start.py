"""What keeps the start fast: what is loaded before the first frame."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from tests.bench.program import Program
from tests.harness.real_terminal import LIMIT

# What costs a tenth of the whole start or more, and what of our own is not needed yet.
TOO_SLOW: Final = {
    *("sqlite3", "json", "tomllib", "fractions", "pathlib", "inspect"),
    *("dataclasses", "shutil", "threading"),
}
NOT_YET: Final = {
    *("play.daily", "play.obvious"),
    *("store.statistics", "store.database", "store.learning", "store.stored_games"),
    *("cli.commands.analyse", "cli.commands.replay"),
    *(
        "tui.widgets.marks",
        "tui.screens.menu",
        "tui.screens.guess_free_search",
        "tui.screens.coach_view",
    ),
}
# Ranks of which nothing is needed yet.
LATER_RANKS: Final = ("minesweeper.solver", "minesweeper.learn", "minesweeper.plain")


# What argparse loads by itself: since Python 3.14 what colours its help, and all below it.
AN_OPTION: Final = """
import argparse, sys
from functools import partial
parser = argparse.ArgumentParser(formatter_class=partial(argparse.HelpFormatter, width=80))
parser.add_argument("--option")
print(*sys.modules)
"""


def loaded_by_argparse() -> set[str]:
    command = [sys.executable, "-S", "-c", AN_OPTION]
    return {*subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()}


def written_before_quit_can_be_read(command: list[str], home: Path) -> str:
    """What a program writes, as text and as complaints, until the first frame names the key."""
    written = b""
    with Program(command, str(home)) as program:
        for piece in program.pieces(LIMIT, LIMIT):
            written += piece.data
            if b"quit" in written:
                return written.partition(b"quit")[0].decode()
    raise AssertionError(written.decode())


def test_modules_that_load_late_exist() -> None:
    assert [name for name in NOT_YET if not find_spec(f"minesweeper.{name}")] == []


@pytest.mark.parametrize("size", [[], ["--width=10", "--height=10", "--mines=20"]])
def test_the_first_frame_loads_only_what_it_draws(size: list[str], tmp_path: Path) -> None:
    # Without `site`, which loads what other packages of the interpreter ask for.
    # And as the installed script starts: `-m` loads a part of them before we are asked.
    # The report goes to the terminal: what is loaded later comes after the frame, whenever we look.
    start = "from minesweeper.__main__ import main; main()"
    command = [sys.executable, "-S", "-X", "importtime", "-c", start, *size]
    written = written_before_quit_can_be_read(command, tmp_path)
    loaded = {line.rpartition("|")[2].strip() for line in written.splitlines()}
    assert "minesweeper.tui.screens.game" in loaded
    too_early = TOO_SLOW - loaded_by_argparse() | {f"minesweeper.{name}" for name in NOT_YET}
    assert not loaded & too_early
    assert not {name for name in loaded if name.startswith(LATER_RANKS)}


def test_the_menu_is_opened_without_the_solver() -> None:
    program = "import sys, minesweeper.tui.screens.menu; print(*sys.modules)"
    command = [sys.executable, "-S", "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "minesweeper.tui.screens.menu" in loaded
    assert [name for name in loaded if name.startswith("minesweeper.solver")] == []


LEAVING_A_PAGE: Final = """
import sys
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.store.open_games import OpenGames
from minesweeper.store.store import Store
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.events import Key
from minesweeper.tui.screens.game import GameScreen

games = OpenGames(Dealer(Setup(8, 8, 10), lambda: 1), Store("", "", lambda: ""))
screen = GameScreen(games, Looks())
page = screen.handle(Key("?"), 0)
loaded = {*sys.modules}
screen.continue_after(page.handle(Key("escape"), 1).do, 1)
screen.continue_after(lambda game, now: game.play_setup(Setup(9, 9, 10), now), 2)
print(*{*sys.modules} - loaded)
"""


def test_leaving_a_page_loads_no_other_page() -> None:
    command = [sys.executable, "-c", LEAVING_A_PAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
