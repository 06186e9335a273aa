"""Real files of other programs, which lie beside the project, not in it: skipped without them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.notation import NotationError, format_layout
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.formats.replay_files import parse_replays
from minesweeper.play.replay import Replay, result_of, wrong_claims

FOLDER: Final = Path(__file__).parents[3] / "shared" / "replays"
PATHS: Final = sorted(FOLDER.glob("*.*"))
IN_EACH_FILE: Final = pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.name))

if not PATHS:
    pytest.skip("there are no real replays here", allow_module_level=True)


class Outcome(NamedTuple):
    """What a file or a peer says of a game; the time is in milliseconds."""

    size: tuple[int, int, int]
    milliseconds: int
    bbbv: int
    solved: int


REFUSED: Final = {
    "wrong-event.rawvf": "line 831: '3.07 ll 7 5 (99 67)' is not an event",
}


def read(path: Path) -> Replay:
    [replay] = parse_replays(path.read_bytes())
    assert isinstance(replay, Replay)
    return replay


def outcome_of(replay: Replay) -> Outcome:
    result = result_of(replay)
    return Outcome(replay.setup.size, result.milliseconds, result.bbbv, result.solved)


@IN_EACH_FILE
def test_a_real_game_is_what_its_file_claims(path: Path) -> None:
    if path.name in REFUSED:
        with pytest.raises(NotationError) as caught:
            read(path)
        assert str(caught.value) == REFUSED[path.name]
        return
    replay = read(path)
    assert wrong_claims(replay) == []
    result = result_of(replay)
    has_ended = result.status is not Status.PLAYING
    assert has_ended == (path.name != "ends-early.rawvf")
    if result.status is Status.WON:
        assert result.solved == result.bbbv


@IN_EACH_FILE
def test_a_real_game_is_exported_with_its_mouse_to_the_same_game(path: Path) -> None:
    if path.name in REFUSED:
        return
    replay = read(path)
    again = parse_rawvf(format_rawvf(replay))
    assert (again.steps, again.mouse, again.board) == (replay.steps, replay.mouse, replay.board)


PEER: Final = """
import json, sys, ms_toollib
kind = {"avf": "Avf", "rmv": "Rmv", "evf": "Evf", "mvf": "Mvf"}[sys.argv[1].rpartition(".")[2]]
video = getattr(ms_toollib, kind + "Video")(sys.argv[1])
video.parse()
video.analyse()
video.current_time = 1_000_000
size = video.column, video.row, video.mine_num
mines = [[cell == -1 for cell in row] for row in video.board]
print(json.dumps([mines, size, round(1000 * video.rtime), video.bbbv, video.bbbv_solved]))
"""
# The peer aborts on these two formats, and on this file.
BEYOND_THE_PEER: Final = ("0.96.mvf", "2007.mvf", "name-invalid-utf8.rmv")
# The file counts its time from the press of the first click, the peer from its release.
FIRST_RELEASES: Final = {"0.97.mvf": 10}


@IN_EACH_FILE
def test_a_real_game_is_what_a_peer_reads(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("ms_toollib")
    if path.suffix == ".rawvf" or path.name in BEYOND_THE_PEER:
        return
    done = subprocess.run(  # where the peer aborts, it leaves a file behind
        [sys.executable, "-c", PEER, str(path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    mines, size, milliseconds, *figures = json.loads(done.stdout)
    later = FIRST_RELEASES.get(path.name, 0)
    replay = read(path)
    assert mines == [[mark == "*" for mark in row] for row in format_layout(replay.board).split()]
    assert outcome_of(replay) == Outcome(tuple(size), milliseconds + later, *figures)
