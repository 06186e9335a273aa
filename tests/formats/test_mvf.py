"""MVF: what only the files of Minesweeper Clone have, and damage, refused in one line."""

from contextlib import suppress
from functools import partial
from random import Random

import pytest

from minesweeper.engine.notation import NotationError
from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.mvf import looks_like_mvf, parse_mvf
from minesweeper.formats.replay_files import parse_replays
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import wrong_claims
from tests.harness.foreign_games import LONG, WON, cut_to_hundredths, moves_of, refusal_of
from tests.harness.written_clone import FUNNY, HACK, write_mvf, write_old_mvf

old_versions = pytest.mark.parametrize("version", ["0.75", "0.76", "0.96"])
later_versions = pytest.mark.parametrize("version", ["2006", "2007"])
versions_with_a_key = pytest.mark.parametrize("version", ["0.97", HACK, "2006", "2007"])
refusal = partial(refusal_of, parse_mvf)
CUT_WON = cut_to_hundredths(WON)


# 0.97, 2006 and 2007


def test_wrong_statistics_are_wrong_claims() -> None:
    assert wrong_claims(parse_mvf(write_mvf(WON._replace(solved=2), "0.97"))) == [
        "Solved_BBBV: 2, but it is 3",
        "Status: lost, but it is won",
    ]


@later_versions
def test_a_place_of_2006_and_2007_may_be_left_of_and_above_the_board(version: str) -> None:
    game = WON._replace(mouse=[MouseEvent(0, "mv", -32, -31), MouseEvent(1, "lc", -32, -31)])
    assert list(parse_mvf(write_mvf(game, version)).mouse) == game.mouse


@versions_with_a_key
def test_any_key_orders_the_bits_of_the_events(version: str) -> None:
    # A number that keys make is 1.00000000, with one digit too many, by these; 0 by the next.
    keys = [2241, 2805, 6765, 16353, 36722, 37720, 65535, 0, *Random(7).sample(range(65536), 15)]
    for key in keys:
        assert list(parse_mvf(write_mvf(LONG, version, key=key)).mouse) == LONG.mouse


@pytest.mark.parametrize("day", [0, 31])
def test_a_day_that_does_not_exist_is_not_claimed(day: int) -> None:
    replay = parse_mvf(write_mvf(WON, "2007", date=bytes([11, day, 7, 231])))
    assert "Timestamp" not in replay.headers


@pytest.mark.parametrize("name", ["", " x", "x" * 255])
def test_a_name_may_have_any_length(name: str) -> None:
    headers = parse_mvf(write_mvf(WON._replace(player=name.encode()), "2007")).headers
    assert headers.get("Player", "") == name


# Up to 0.96


@old_versions
@pytest.mark.parametrize(
    "left_over",
    [b"", bytes([1, 57, 1, 0, 8, 0, 8, 0]), bytes([1, 59, 1, 0, 8, 0, 8, 0]), bytes(80)],
)
def test_up_to_096_the_events_end_where_the_time_runs_back_or_is_over(
    version: str, left_over: bytes
) -> None:
    replay = parse_mvf(write_old_mvf(WON, version, left_over=left_over))
    assert list(replay.mouse) == CUT_WON.mouse


@old_versions
def test_a_game_up_to_096_may_have_no_events(version: str) -> None:
    replay = parse_mvf(write_old_mvf(WON, version, events=b"", left_over=b""))
    assert (replay.mouse, moves_of(replay)) == ((), [])


def test_the_zeros_after_a_name_up_to_096_are_no_part_of_it() -> None:
    replay = parse_mvf(write_old_mvf(WON._replace(player=b"Zo\0\0"), "0.96"))
    assert replay.headers["Player"] == "Zo"


# Told from other formats


def test_old_files_of_other_sizes_are_not_known() -> None:
    data = write_old_mvf(WON._replace(layout=LONG.layout), "0.96")
    assert not looks_like_mvf(data)
    assert refusal(data) == "offset 0, size: only the three levels are known"


# Damage


def test_the_game_of_the_hack_with_known_mines_is_refused() -> None:
    message = "offset 0, header: a hack by which the mines are known is not the classic game"
    assert refusal(write_mvf(WON, FUNNY)) == message
    with pytest.raises(NotationError, match=message):
        list(parse_replays(write_mvf(WON, FUNNY)))


@pytest.mark.parametrize(
    ("version", "offset"), [("0.97", 101), (HACK, 34), ("2006", 88), ("2007", 88)]
)
def test_damaged_boards_are_refused(version: str, offset: int) -> None:
    for mines, place, message in (
        (b"\1\1" + b"\x09\2" * 9, 2, "mines: (9,2) is not on the board of 8x8"),
        (b"\1\1" + b"\4\0" * 9, 2, "mines: (4,0) is not on the board of 8x8"),
        (b"\1\1" + b"\3\4" * 9, 4, "mines: (3,4) has two mines"),
    ):
        refused = refusal(write_mvf(WON, version, mines=mines))
        assert refused == f"offset {offset + place}, {message}"
    refused = refusal(write_mvf(WON, version, mine_count=b"\0\x40"))
    assert refused == f"offset {offset}, number of mines: 64 mines do not fit on 8x8"
    refused = refusal(write_mvf(WON, version, size=b"\x08\0"))
    assert refused == f"offset {offset}, size: 8x0 is not the size of a board"


@pytest.mark.parametrize(
    ("version", "offset"), [("0.97", 131), (HACK, 64), ("2006", 118), ("2007", 118)]
)
def test_more_events_than_there_are_are_refused(version: str, offset: int) -> None:
    length = 6 if version in ("2006", "2007") else 5
    message = f"offset {offset}, events: only {25 * length + 32} of {40 * length}"
    assert refusal(write_mvf(WON, version, count=b"\0\0\x28")) == f"{message} bytes are left"


@old_versions
def test_damaged_boards_up_to_096_are_refused(version: str) -> None:
    for mines, message in (
        (b"\0\0" + b"\x08\2" * 9, "offset 6, mines: (9,3) is not on the board of 8x8"),
        (b"\0\0" + b"\2\x08" * 9, "offset 6, mines: (3,9) is not on the board of 8x8"),
        (b"\0\0" + b"\3\4" * 9, "offset 8, mines: (4,5) has two mines"),
    ):
        assert refusal(write_old_mvf(WON, version, mines=mines)) == message
    refused = refusal(write_old_mvf(WON, version, mine_count=b"\0\x40"))
    assert refused == "offset 4, number of mines: 64 mines do not fit on 8x8"


@pytest.mark.parametrize(("version", "lost"), [("0.75", 10), ("0.96", 100)])
def test_a_file_up_to_096_without_its_whole_code_is_refused(version: str, lost: int) -> None:
    data = write_old_mvf(WON, version)
    why = "neither 10 digits nor a code between zeros ends the file"
    for length in range(len(data) - lost, len(data)):
        assert refusal(data[:length]) == f"offset {length - 10}, code: {why}"


@old_versions
def test_a_short_file_up_to_096_is_refused_or_a_shorter_game(version: str) -> None:
    data = write_old_mvf(WON, version)
    for length in range(len(data)):
        with suppress(FormatError):
            moves = moves_of(parse_mvf(data[:length]))
            # The release that is added at the end may make another move.
            assert moves[:-1] == CUT_WON.moves[: len(moves[:-1])]


def test_years_of_no_known_version_are_refused() -> None:
    data = write_mvf(WON, "2007").replace(b"2004-2007", b"2004-2009")
    assert refusal(data) == "offset 0, header: '2004-2009' are not the years of a version"
