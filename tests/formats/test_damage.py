"""Damaged files: each is a game, or refused in one line with its place; nothing else happens."""

import re
from random import Random

import pytest

from minesweeper.engine.notation import NotationError
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.formats.replay_files import parse_replays
from minesweeper.play.mouse import format_mouse, parse_mouse
from minesweeper.play.replay import result_of, wrong_claims
from tests.harness.foreign_formats import FOREIGN_FORMATS, SAMPLES

RAWVF = b"""\
RawVF_Version: Rev6
Player: Jo
Width: 4
Height: 3
Mines: 2
Time: 1.500
Board:
*000
0000
000*
Events:
-0.100 mv 4 1 (56 3)
0.000 start
0.000 lc 4 1 (50 2)
0.000 lr 4 1 (50 2)
1.000 lc 1 3 (2 34)
1.500 lr 1 3 (2 34)
won
"""
RAWVF_SAMPLES = [RAWVF, RAWVF.replace(b"Mines", b"SuperClick: On\nMines")]
ALL_SAMPLES = SAMPLES | {"RawVF": RAWVF_SAMPLES}
in_each_format = pytest.mark.parametrize("name", ALL_SAMPLES)
PLACE = re.compile(r"(\(\w+\) )?(offset \d+, [^:]+|line \d+): .+")


def damaged(data: bytes, rng: Random) -> bytes:
    """Return a file with a few bytes changed, added or left out, mostly near its beginning."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(rng.choice((min(len(changed), 200), len(changed))))
        length = rng.randrange(1, 9)
        match rng.randrange(5):
            case 0:
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                changed[at] = rng.randrange(256)
            case 2:
                del changed[at : at + length]
            case 3:
                changed[at:at] = rng.randbytes(length)
            case 4:
                changed[at : at + length] = rng.choice((b"\0", b"\xff")) * length
        if not changed:
            return b""
    return bytes(changed)


def check(data: bytes) -> bool:
    """Read a file, play and export its games; return whether it was refused."""
    try:
        for replay in parse_replays(data):
            if isinstance(replay, NotationError):
                raise replay
            result_of(replay)
            again = parse_rawvf(format_rawvf(replay))
            assert (again.steps, again.board) == (replay.steps, replay.board)
            if replay.mouse:  # a path without a movement is none in RawVF
                assert again.mouse in (replay.mouse, ())
                assert parse_mouse(format_mouse(replay.mouse)) == [*replay.mouse]
            wrong_claims(replay)
    except NotationError as error:
        message = str(error)
        assert message.isprintable()
        assert PLACE.fullmatch(message) or "is not a number" in message
        return True
    return False


@in_each_format
def test_a_sound_file_is_read(name: str) -> None:
    for data in ALL_SAMPLES[name]:
        assert not check(data)


@in_each_format
@pytest.mark.samples(25, 400)
def test_a_damaged_file_is_a_game_or_refused_with_its_place(name: str, count: int) -> None:
    for number, data in enumerate(ALL_SAMPLES[name]):
        rng = Random(f"{name} {number}")
        refused = [check(damaged(data, rng)) for _ in range(count)]
        assert any(refused)


@in_each_format
@pytest.mark.samples(25, 10_000)
def test_a_cut_file_is_refused_with_its_place_unless_nothing_that_is_needed_is_lost(
    name: str, count: int
) -> None:
    rng = Random(name)
    needed = FOREIGN_FORMATS[name].needed if name in FOREIGN_FORMATS else None
    for data in ALL_SAMPLES[name]:
        least = needed(data) if needed else 1
        lengths = rng.sample(range(len(data)), min(count, len(data)))
        for length in {0, least - 1, least, *lengths}:
            is_refused = check(data[:length])
            assert is_refused == (length < least) or (not needed and length > 0)
