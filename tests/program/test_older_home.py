"""Files that an earlier version wrote are read in full: history, saved game, settings, config.toml.

The home in older_home was made by playing; the history is its SQL dump.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.cli.main import run_on_history
from minesweeper.engine.notation import format_position
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.store.history import History
from tests.harness.boards import picture
from tests.harness.kept_games import close_histories, open_history
from tests.harness.program import backgrounds, playing, quit_cleanly

OLDER_HOME = Path(__file__).parent / "older_home"
SAVED = "eb4803cfbc57d57f"

# The id of each game, its origin, how it ended, its time, and what it counts for.
GAMES = """
    2234567890abcdef import won cleared 50000 not counted
    1234567890abcdef daily won cleared 40000 helped
    8fc3edf17d04c71c branch won cleared 14000 not counted
    f1b2c3d4e5f60718 drawn lost None 4000 counted
    e1b2c3d4e5f60718 drawn won flagged 12345 counted
    d1b2c3d4e5f60718 drawn won cleared 30000 helped
    c1b2c3d4e5f60718 drawn abandoned None 1900 counted
    b1b2c3d4e5f60718 drawn lost None 7250 counted
    a1b2c3d4e5f60718 drawn won cleared 21500 counted
    20 drawn lost None 9000 counted
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in (f"{SAVED}.journal", "state", "config.toml"):
        shutil.copy(OLDER_HOME / name, tmp_path)
    with closing(sqlite3.connect(tmp_path / "history.db")) as db:
        db.executescript((OLDER_HOME / "history.sql").read_text("ascii"))
    return tmp_path


@pytest.fixture
def history(home: Path) -> Iterator[History]:
    yield open_history(home)
    close_histories()


def printed(history: History, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that has nothing to complain about."""
    name, *argv = arguments
    status = run_on_history(name, argv, history)
    out, complaints = capsys.readouterr()
    assert (status, complaints) == (0, "")
    return out


def test_every_game_is_listed(history: History, capsys: pytest.CaptureFixture[str]) -> None:
    games = json.loads(printed(history, capsys, "games", "--json"))
    keys = ("id", "origin", "status", "ending", "ms", "counts")
    lines = [" ".join(str(game[key]) for key in keys) for game in games]
    assert lines == [line.strip() for line in GAMES.strip().splitlines()]
    luck = {game["id"][:2]: (game["guesses"], game["lost_by"]) for game in games if game["guesses"]}
    assert luck == {"a1": (2, None), "b1": (1, "bad luck")}


def test_the_records_are_those_of_the_games(
    history: History, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = json.loads(printed(history, capsys, "records", "--json"))
    keys = ("on_guess", "games", "won", "lost", "helped_won", "best_cleared_ms", "best_flagged_ms")
    assert [tuple(table[key] for key in keys) for table in tables] == [
        ("luck", 5, 2, 2, 1, 21_500, 12_345),
        ("fair", 1, 0, 1, 0, None, None),
        ("luck", 0, 0, 0, 1, None, None),
    ]
    drawn = tables[0]
    assert (drawn["streak"], drawn["longest_streak"], drawn["abandoned"]) == (0, 1, 1)
    assert (drawn["guesses"], drawn["guesses_survived"], drawn["guesses_expected"]) == (3, 2, 1.75)


def test_every_game_can_be_replayed_to_its_end(
    history: History, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in json.loads(printed(history, capsys, "games", "--json")):
        headers = parse_rawvf(printed(history, capsys, "export", game["id"])).headers
        assert headers["Id"] == game["id"]
        if game["status"] != "abandoned":
            assert headers["Status"] == game["status"]
            assert float(headers["Time"]) == game["ms"] / 1000
            assert int(headers["BBBV"]) == game["3bv"]


def test_the_first_daily_game_is_shared(
    history: History, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "2026-11-03" in printed(history, capsys, "share")


def test_the_saved_game_is_resumed_as_it_was_left(history: History) -> None:
    assert [*history.saved_game_ids()] == [SAVED]
    session = history.resume(SAVED, 0)
    assert session
    assert format_position(session.game) == picture("""
        .........
        ......111
        ......1#F
        ..12211##
        ..1######
        111######
        #########
        #########
        #########
    """)
    assert (session.milliseconds(0), set(session.helps)) == (11_796, {"hint"})
    assert session.undo(0)
    assert history.take_messages() == ""


def test_the_program_starts_with_its_settings_and_resumes_the_game(home: Path) -> None:
    with playing("--resume", env={"MINESWEEPER_HOME": str(home)}) as terminal:
        terminal.wait_for("Beginner 9x9")
        terminal.wait_for(lambda t: {"005f87", "005f5f"} <= backgrounds(t))
        terminal.wait_for("Ctrl+T hint")
        terminal.wait_for("F 9 ")
        terminal.type(b"\x7f")  # bound to undo
        terminal.wait_for("F 10 ")
        quit_cleanly(terminal)
