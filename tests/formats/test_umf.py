"""UMF, from files written here, with and without the two bytes that descriptions disagree on."""

import pytest

from minesweeper.formats.modes import MODES
from minesweeper.formats.replay_files import parse_replays
from minesweeper.formats.umf import parse_umf
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import wrong_claims
from tests.harness.boards import picture
from tests.harness.foreign_games import (
    LAYOUT,
    LOST,
    LOST_MOVES,
    NOT_CLASSIC,
    WON,
    WON_MOVES,
    WON_POSITION,
    format_of,
    last_position,
    layout_of,
    moves_of,
    refusal_of,
)
from tests.harness.written_vienna import (
    TIME_STAMP,
    end_event,
    mouse_event,
    player_fields,
    vienna_samples,
    write_umf,
)

SAMPLES = {name: data for name, data in vienna_samples().items() if name.startswith("umf")}
with_and_without = pytest.mark.parametrize("extra", [b"", b"\n ", b"\0\0", b"\0\x12"])
CLICK = mouse_event(MouseEvent(5, "lr", 56, 8), 0)


@with_and_without
def test_a_game_that_is_written_is_read_back(extra: bytes) -> None:
    replay = parse_umf(write_umf(WON, extra))
    assert layout_of(replay) == picture(LAYOUT)
    assert moves_of(replay) == WON_MOVES
    assert last_position(replay) == WON_POSITION
    assert list(replay.mouse) == [MouseEvent(0, "lc", 56, 8), *WON.mouse[1:]]
    assert wrong_claims(replay) == []


@with_and_without
def test_its_claims_are_without_a_3bv_and_a_checksum(extra: bytes) -> None:
    assert dict(parse_umf(write_umf(LOST, extra)).headers) == {
        "Program": "Some Clone",
        "Version": "Release 7",
        "Player": "Zoë",
        "Nickname": "nick",
        "Timestamp": "2023-11-14T22:13:20Z",
        "Level": "Custom",
        "Width": "4",
        "Height": "3",
        "Mines": "2",
        "Marks": "On",
        "Mode": "Classic",
        "Style": "NF",
        "Status": "lost",
        "Time": "1.500",
    }


def test_a_lost_game_is_read_back() -> None:
    replay = parse_umf(write_umf(LOST))
    assert moves_of(replay) == LOST_MOVES
    assert replay.setup.question_marks


@with_and_without
def test_flags_before_the_start_are_flags(extra: bytes) -> None:
    replay = parse_umf(write_umf(WON, extra, preflags=b"\0\1\3\2"))
    assert moves_of(replay)[:2] == ["0 flag 4 3", "0 reveal 4 1"]


@with_and_without
def test_a_board_may_be_without_mines(extra: bytes) -> None:
    empty = picture("""
        ...
        ...
    """)
    assert layout_of(parse_umf(write_umf(WON._replace(layout=empty), extra))) == empty


def test_a_player_may_have_no_name() -> None:
    assert "Player" not in parse_umf(write_umf(WON, player=player_fields())).headers


def test_the_end_may_be_without_a_time() -> None:
    replay = parse_umf(write_umf(WON, events=CLICK + end_event("won", 0)[:1]))
    assert replay.headers["Status"] == "won"
    assert "Time" not in replay.headers


def test_time_stamps_are_skipped() -> None:
    events = CLICK + TIME_STAMP + end_event("won", 900)
    replay = parse_umf(write_umf(WON, events=events))
    assert moves_of(replay) == ["5 reveal 4 1"]
    assert replay.headers["Time"] == "0.900"


# Damage


def test_a_board_that_does_not_fit_its_mines_is_refused() -> None:
    data = write_umf(WON)
    mines = data.index(b"\4\3\0\2") + 3
    assert refusal_of(parse_umf, data[:mines] + b"\3" + data[mines + 1 :]) == (
        "offset 24, board: its length does not fit its number of mines"
    )


@pytest.mark.parametrize("version", [0, 2])
def test_another_version_is_refused(version: int) -> None:
    data = write_umf(WON)
    assert refusal_of(parse_umf, data[:5] + bytes([version]) + data[6:]) == (
        f"offset 4, version: {version} is not a number from 1 to 1"
    )


@with_and_without
@pytest.mark.parametrize("number", [each for each in NOT_CLASSIC if each < 256])
def test_a_mode_that_is_not_classic_is_named(number: int, extra: bytes) -> None:
    name, offset = MODES.get(number, "unknown"), 80 + len(extra)
    assert refusal_of(parse_umf, write_umf(WON._replace(mode=number), extra)) == (
        f"offset {offset}, mode: {name} (mode {number}) is not the classic game"
    )


@pytest.mark.parametrize("code", [8, 28, 29, 255])
def test_an_unknown_event_is_refused(code: int) -> None:
    data = write_umf(WON, events=CLICK + bytes([code, 1, 1]) + end_event("won", 900))
    assert refusal_of(parse_umf, data) == (
        f"offset 91, events: {code} is no event, or not a whole one"
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_ends_anywhere_is_refused(name: str) -> None:
    data = SAMPLES[name]
    for length in range(4, len(data)):
        refusal_of(parse_umf, data[:length])
    events = len(data) - int.from_bytes(data[20:24], "big")
    assert refusal_of(parse_umf, data[:-1]) == (
        f"offset {events}, events: "
        f"only {len(data) - 1 - events} of {len(data) - events} bytes are left"
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_the_content_of_a_file_tells_the_format(name: str) -> None:
    assert format_of(SAMPLES[name]) == "UMF"
    assert [*parse_replays(SAMPLES[name])] == [parse_umf(SAMPLES[name])]
