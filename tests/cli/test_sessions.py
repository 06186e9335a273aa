"""Commands on an EVFS file, which holds the games of a session."""

import json
from pathlib import Path

import pytest

from minesweeper.cli.output import UsageError
from tests.harness.commands import outcome, printed, run_command
from tests.harness.foreign_games import LOST, WON
from tests.harness.kept_games import kept, open_store
from tests.harness.written_metasweeper import write_evf, write_evfs

MODE = "game 2: offset 8, mode: Cheat (mode 2) is not the classic game"


@pytest.fixture
def session(tmp_path: Path) -> str:
    """A file with a win, a game of another mode, and a loss."""
    path = tmp_path / "session.evfs"
    games = (write_evf(WON, 4), write_evf(WON._replace(mode=2), 4), write_evf(LOST, 4))
    path.write_bytes(write_evfs(*games))
    return str(path)


def test_the_games_of_a_session_are_imported_but_those_of_other_modes(
    tmp_path: Path, session: str
) -> None:
    store = open_store(tmp_path / "home")
    status, out, [complaint] = outcome(store, "import", session)
    assert (status, out) == (2, "2 new, 0 already known, 1 refused\n")
    assert complaint.endswith(MODE)
    assert sorted(game.status for game in kept(store)) == ["lost", "won"]


def test_the_games_of_a_session_are_verified_one_by_one(tmp_path: Path, session: str) -> None:
    status, out, [complaint] = outcome(open_store(tmp_path / "home"), "verify", session)
    assert status == 2
    assert out == (
        f"{session}: ok (its signature was not checked)\n"
        f"{session}, game 3: ok (its signature was not checked)\n"
    )
    assert complaint.endswith(MODE)


def test_the_games_of_a_session_are_reviewed_with_their_numbers(
    tmp_path: Path, session: str
) -> None:
    status, out, _ = outcome(open_store(tmp_path / "home"), "review", "--json", session)
    assert status == 2
    games = [(game["game"], game["outcome"]) for game in json.loads(out)]
    assert games == [(1, "won"), (3, "lost")]


def test_one_game_of_a_session_is_watched(tmp_path: Path, session: str) -> None:
    store = open_store(tmp_path / "home")
    first = printed(store, "replay", "--plain", session)
    assert first == printed(store, "replay", "--plain", "--game", "1", session)
    assert "Won in" in first
    assert "Lost after" in printed(store, "replay", "--plain", "--game", "3", session)


@pytest.mark.parametrize(
    ("number", "why"), [("2", MODE), ("4", "--game: 4, but '.*session.evfs' has 3 games")]
)
def test_a_game_that_is_not_there_or_not_read_is_named(
    tmp_path: Path, session: str, number: str, why: str
) -> None:
    with pytest.raises(UsageError, match=why.replace("(", r"\(").replace(")", r"\)")):
        run_command(open_store(tmp_path / "home"), "replay", "--plain", "--game", number, session)


def test_a_mode_that_deals_otherwise_is_named_kept_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "game.evf"
    path.write_bytes(write_evf(WON._replace(mode=10), 4))
    home = open_store(tmp_path / "home")
    named = "Weakly guessable"
    assert f"mode {named}" in printed(home, "verify", str(path))
    assert named in printed(home, "replay", "--plain", str(path))
    assert named in printed(home, "review", "--plain", str(path))
    assert printed(home, "import", str(path)) == "1 new, 0 already known, 0 refused\n"
    [game] = json.loads(printed(home, "games", "--json"))
    assert named in printed(home, "review", "--plain", game["id"])
    exported = printed(home, "export", game["id"])
    assert f"Mode: {named}\n" in exported
    assert "No_Record: imported\n" in exported
    (tmp_path / "again").write_text(exported)
    assert printed(home, "import", str(tmp_path / "again")).startswith("0 new, 1 already known")
    [reviewed] = json.loads(printed(home, "review", "--json", game["id"]))
    assert reviewed["mode"] == named
