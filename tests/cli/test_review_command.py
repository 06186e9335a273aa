"""Reviewing games on the command line: one in words, many in a table or as JSON."""

import json
import re
import sqlite3
import zlib
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from minesweeper.cli.output import ProgressBar
from minesweeper.engine.game import Status
from minesweeper.formats.rawvf import format_rawvf
from minesweeper.store.store import GAMES_FILE, Store
from tests.harness.commands import outcome, printed, run_command, written
from tests.harness.kept_games import (
    begin,
    dealer,
    kept,
    lose,
    moves_that_win,
    win,
)
from tests.harness.player import TWO_MINES
from tests.harness.replays import replay_on

WON = ("0 reveal 4 1", "2500 reveal 1 3")
LOST = ("0 reveal 4 1", "1200 reveal 1 1")
LEFT = ("0 reveal 4 1", "700 flag 1 1")


def game_file(folder: Path, name: str, *steps: str) -> str:
    """Write a replay on four columns and three rows, and return the path of its file."""
    headers = {"Program": "Some Clone", "Version": "2", "Player": "Jo", "Width": "4", "Height": "3"}
    replay = replay_on(TWO_MINES, *steps)._replace(headers=headers)
    return written(folder, name, format_rawvf(replay))


def reviewed(store: Store, *arguments: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(printed(store, "review", "--json", *arguments))
    return read


def test_one_game_is_reviewed_in_words(store: Store, tmp_path: Path) -> None:
    path = game_file(tmp_path, "lost.rawvf", *LOST)
    assert printed(store, "review", path).splitlines() == [
        "4x3, 2 mines, first any",
        "Lost after 1.200 s; 3BV 1 of 2, 3BV/s 0.83, efficiency 50%, 2 clicks",
        "About 2 clicks clear the board (ZiNi)",
        "Guess 1 of 1, after 1 move: revealed (1,1), 50% risk (1/2)",
        "You guessed, but (1,3), (2,3) and (3,3) were safe:"
        " the 1 at (2,1) and the 1 at (2,2) share their mine.",
        "Yours was a mine.",
        "You guessed once where you could have known: 50% to survive it",
        "0 survived, 0.5 expected",
    ]


def test_many_games_are_a_table(store: Store, tmp_path: Path) -> None:
    for name, steps in {"a.rawvf": LOST, "b.rawvf": WON, "c.rawvf": LEFT}.items():
        game_file(tmp_path, name, *steps)
    out = printed(store, "review", str(tmp_path))
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "Game Board Result Time 3BV Guesses Avoidable Luck Think Clicks ZiNi Eff.",
        "a.rawvf 4x3/2 Lost 1.200 s 1/2 1 1 -0.5 - 2 2 50%",
        "b.rawvf 4x3/2 Won 2.500 s 2 0 0 - 2.5 s 2 2 100%",
        "c.rawvf 4x3/2 Abandoned 0.700 s 1/2 0 0 - - 2 2 50%",
    ]


def test_json_has_an_object_for_each_game(store: Store, tmp_path: Path) -> None:
    path = game_file(tmp_path, "lost.rawvf", *LOST)
    guess = {
        "moves": 1,
        "time": 1.2,
        "cells": [[1, 1]],
        "risk": 0.5,
        "exact_risk": "1/2",
        "avoidable": True,
        "costly": True,
        "survived": False,
    }
    assert reviewed(store, path) == [
        {
            "file": path,
            "game": 1,
            "id": None,
            "player": "Jo",
            "program": "Some Clone 2",
            "mode": None,
            "width": 4,
            "height": 3,
            "mines": 2,
            "outcome": "lost",
            "time": 1.2,
            "bbbv": 2,
            "solved_bbbv": 1,
            "clicks": 2,
            "fewest_clicks": 2,
            "efficiency": 0.5,
            "guesses": [guess],
            "fatal_move": guess,
            "avoidable_guesses": 1,
            "lost_by": "needless",
            "survived_guesses": 0,
            "expected_guesses": 0.5,
            "thinks": [],
        }
    ]


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_progress_does_not_mix_with_json(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = written(tmp_path, "bad.rawvf", "Width: 4\n")
    good = [game_file(tmp_path, f"{name}.rawvf", *LOST) for name in "abc"]
    monkeypatch.setattr(ProgressBar, "DELAY", 0)
    with redirect_stdout(Terminal()) as shown, redirect_stderr(shown):
        run_command(store, "review", "--json", good[0], good[1], bad, good[2], bad)
    parts = [line.rpartition("\r") for line in shown.getvalue().split("\n")]
    assert re.fullmatch(r"(\r|\[[#.]{40}\] +\d+%| )*", "".join(hidden for hidden, _, _ in parts))
    lines = [line for _, _, line in parts]
    complaints = [line for line in lines if line.startswith("minesweeper: ")]
    assert len(complaints) == 2
    games = json.loads("\n".join(line for line in lines if line not in complaints))
    assert [game["file"] for game in games] == good


def test_json_names_the_longest_thinks(store: Store, tmp_path: Path) -> None:
    [game] = reviewed(store, game_file(tmp_path, "won.rawvf", *WON))
    assert game["thinks"] == [{"moves": 1, "seconds": 2.5, "cell": [1, 3]}]


def test_a_board_too_large_for_the_solver_has_its_result_only(store: Store, tmp_path: Path) -> None:
    large = "\n".join(["*" + "." * 199, *["." * 200] * 50])
    replay = replay_on(large, "0 reveal 200 1")
    headers = {"Width": "200", "Height": "51"}
    path = written(tmp_path, "large.rawvf", format_rawvf(replay._replace(headers=headers)))
    [game] = reviewed(store, path)
    assert (game["outcome"], game["bbbv"], game["solved_bbbv"]) == ("won", 1, 1)
    assert [game[key] for key in ("guesses", "fewest_clicks", "lost_by", "thinks")] == [None] * 4
    last = printed(store, "review", path).splitlines()[-1]
    assert last == "The guesses are reviewed only for boards of up to 10,000 cells"


def test_games_of_the_history_are_reviewed_by_their_ids_or_all(store: Store) -> None:
    deal = dealer(store)
    for end in (win, lose):
        session = deal.next()
        end(session, 5_000)
        store.finish(session)
    assert [(game["id"], game["file"]) for game in reviewed(store, "last")] == [("2", None)]
    assert [game["id"] for game in reviewed(store, "--all")] == ["2", "1"]
    assert [game.luck is not None for game in kept(store)] == [True, True]


def test_a_game_that_was_undone_and_won_is_reviewed_as_lost(store: Store) -> None:
    session = dealer(store).next()
    lose(session, 5_000)
    store.finish(session)
    session.undo(6_000)
    assert session.board
    for move in moves_that_win(session.board):
        session.play(move, 7_000)
    assert session.game.status is Status.WON
    store.finish(session)
    games = reviewed(store, "--all")
    assert [(game["outcome"], game["time"]) for game in games] == [("lost", 5.0)]


def test_a_game_that_was_given_up_is_reviewed_up_to_there(store: Store) -> None:
    session = dealer(store).next()
    begin(session)
    session.abandon(3_000)
    store.finish(session)
    [game] = reviewed(store, "--all")
    assert (game["id"], game["outcome"], game["lost_by"]) == ("1", "abandoned", "")
    assert [each.luck for each in kept(store)] == [None]


def replace_journal(store: Store, identity: str, journal: bytes) -> None:
    sql = "UPDATE game SET journal = ? WHERE id = ?"
    with closing(sqlite3.connect(Path(store.directory, GAMES_FILE))) as db, db:
        assert db.execute(sql, (journal, identity)).rowcount == 1


def test_a_stored_game_without_an_end_is_reviewed_as_given_up(store: Store) -> None:
    session = dealer(store).next()
    lose(session, 5_000)
    store.finish(session)
    cut = session.journal_text().rpartition("\n5000 reveal")[0] + "\n"
    replace_journal(store, "1", zlib.compress(cut.encode()))
    [game] = reviewed(store, "--all")
    assert (game["outcome"], game["guesses"]) == ("abandoned", [])


def test_a_stored_game_that_cannot_be_read_does_not_stop_the_others(store: Store) -> None:
    deal = dealer(store)
    for _ in range(2):
        session = deal.next()
        lose(session)
        store.finish(session)
    replace_journal(store, "1", b"\0")
    status, out, [complaint] = outcome(store, "review", "--all", "--json")
    assert status == 2
    assert [game["id"] for game in json.loads(out)] == ["2"]
    assert complaint.startswith("minesweeper: game '1' cannot be read: ")


def test_an_empty_history_has_nothing_to_review(store: Store) -> None:
    assert reviewed(store, "--all") == []
    assert printed(store, "review", "--all") == "No games yet\n"


def test_a_game_that_cannot_be_read_does_not_stop_the_others(store: Store, tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.rawvf", "Width: 4\n")
    good = game_file(tmp_path, "good.rawvf", *LOST)
    status, out, complaints = outcome(store, "review", "--json", bad, good, "abcd")
    assert status == 2
    assert [game["file"] for game in json.loads(out)] == [good]
    assert outcome(store, "review", bad, good)[0] == 2
    assert complaints == [
        f"minesweeper: {bad!a} line 2: '' is neither 'Key: value' nor 'Board:'",
        "minesweeper: no game in the history has the ID 'abcd'",
    ]
