"""EVFS: the games of a session in their order, without those that cannot be read."""

import re

import pytest

from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.evf import parse_evf
from minesweeper.formats.evfs import looks_like_evfs, parse_evfs
from tests.harness.foreign_games import LONG, LOST, moves_of
from tests.harness.written_metasweeper import CHECKSUM, write_evf, write_evfs

WIN, LOSS = write_evf(LONG, 4), write_evf(LOST, 4)


def contents(data: bytes) -> list[list[str] | str]:
    """Return the moves of each game, or why it was refused, and last what ended the reading."""
    found: list[list[str] | str] = []
    try:
        found.extend(
            str(each) if isinstance(each, FormatError) else moves_of(each)
            for each in parse_evfs(data)
        )
    except FormatError as error:
        found.append(str(error))
    return found


@pytest.mark.parametrize("checksum", [CHECKSUM, b"", bytes(300)])
def test_the_games_are_read_in_their_order(checksum: bytes) -> None:
    games = (WIN, LOSS, write_evf(LONG, 0), write_evf(LOST, 3))
    data = write_evfs(*games, checksum=checksum)
    assert contents(data) == [LONG.moves, LOST.moves] * 2
    assert [*parse_evfs(data)] == [parse_evf(game) for game in games]


def test_a_game_may_have_been_left_before_its_first_reveal() -> None:
    unplayed = write_evf(LOST, 4, events=b"")
    assert contents(write_evfs(unplayed, WIN)) == [[], LONG.moves]


def test_the_first_game_may_be_without_a_name() -> None:
    data = write_evfs(WIN, LOSS).replace(b"a.evf", b"", 1)
    assert looks_like_evfs(data)
    assert contents(data) == [LONG.moves, LOST.moves]


def test_a_session_may_be_without_games() -> None:
    assert contents(write_evfs()) == []


def test_a_damaged_game_is_named_and_those_around_it_are_read() -> None:
    damaged = LOSS[:3] + b"\0" + LOSS[4:]
    offset = 3 + 2 * (10 + 32) + 10 + len(WIN) + len(LOSS)
    assert contents(write_evfs(WIN, LOSS, damaged, WIN)) == [
        LONG.moves,
        LOST.moves,
        f"offset {offset}, game 3: offset 7, size: 8x0 is not the size of a board",
        LONG.moves,
    ]


def test_a_game_that_is_too_long_is_named_and_those_around_it_are_read() -> None:
    pauses = b"\xff\xff\xff" * (2 * 2**20 // 3)
    assert contents(write_evfs(write_evf(LONG, 4, events=pauses), WIN)) == [
        "offset 13, game 1: more than 2 MB are not read",
        LONG.moves,
    ]


def test_a_game_of_another_mode_is_named_and_those_around_it_are_read() -> None:
    other = write_evf(LONG._replace(mode=2), 4)
    assert contents(write_evfs(other, WIN)) == [
        "offset 13, game 1: offset 8, mode: Cheat (mode 2) is not the classic game",
        LONG.moves,
    ]


def test_a_game_must_end_where_it_says() -> None:
    data = write_evfs(WIN, LOSS)
    assert data[9:13] == len(WIN).to_bytes(4, "big")
    shorter = data[:9] + (len(WIN) - 1).to_bytes(4, "big") + data[13:]
    offset = len(WIN) - 32
    why = f"offset {offset}, checksum: only 31 of 32 bytes are left"
    assert contents(shorter)[0] == f"offset 13, game 1: {why}"


def test_another_version_is_refused() -> None:
    data = b"\1" + write_evfs(WIN)[1:]
    assert contents(data) == ["offset 0, version: 1 is not a number from 0 to 0"]


def test_a_file_that_ends_anywhere_keeps_the_games_before_its_end() -> None:
    data = write_evfs(WIN, LOSS)
    first, second = 13 + len(WIN), 13 + len(WIN) + 32 + 10 + len(LOSS)
    for length in {*range(len(data))} - {3, first + 32}:
        *games, message = contents(data[:length])
        assert re.search(r": (the file ends|only) ", str(message))
        assert games == [LONG.moves, LOST.moves][: (length >= first) + (length >= second)]
    assert contents(data[:-1])[-1] == f"offset {second}, checksum: only 31 of 32 bytes are left"
    assert contents(data[: first + 32 + 10])[-1] == (
        f"offset {first + 42}, game: only 0 of {len(LOSS)} bytes are left"
    )


def test_a_single_game_is_no_session() -> None:
    assert not looks_like_evfs(write_evf(LONG, 0))
    assert not looks_like_evfs(write_evfs())
