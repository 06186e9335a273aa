"""UMF: what only it has, with and without the two bytes that descriptions disagree on."""

import pytest

from minesweeper.formats.umf import parse_umf
from minesweeper.play.mouse import MouseEvent
from tests.harness.boards import picture
from tests.harness.foreign_games import LONG, layout_of, moves_of, refusal_of
from tests.harness.written_vienna import (
    TIME_STAMP,
    end_event,
    mouse_event,
    player_fields,
    write_umf,
)

with_and_without = pytest.mark.parametrize("extra", [b"", b"\n ", b"\0\0", b"\0\x12"])
CLICK = mouse_event(MouseEvent(5, "lr", 56, 8), 0)


@with_and_without
def test_flags_before_the_start_are_flags(extra: bytes) -> None:
    replay = parse_umf(write_umf(LONG, extra, preflags=b"\0\1\3\2"))
    assert moves_of(replay)[:2] == ["0 flag 4 3", "0 reveal 4 1"]


@with_and_without
def test_a_board_may_be_without_mines(extra: bytes) -> None:
    empty = picture("""
        ...
        ...
    """)
    assert layout_of(parse_umf(write_umf(LONG._replace(layout=empty), extra))) == empty


def test_a_player_may_have_no_name() -> None:
    assert "Player" not in parse_umf(write_umf(LONG, player=player_fields())).headers


def test_the_end_may_be_without_a_time() -> None:
    replay = parse_umf(write_umf(LONG, events=CLICK + end_event("won", 0)[:1]))
    assert replay.headers["Status"] == "won"
    assert "Time" not in replay.headers


def test_time_stamps_are_skipped() -> None:
    events = CLICK + TIME_STAMP + end_event("won", 900)
    replay = parse_umf(write_umf(LONG, events=events))
    assert moves_of(replay) == ["5 reveal 4 1"]
    assert replay.headers["Time"] == "0.900"


# Damage


def test_a_board_that_does_not_fit_its_mines_is_refused() -> None:
    data = write_umf(LONG)
    mines = data.index(b"\4\3\0\2") + 3
    assert refusal_of(parse_umf, data[:mines] + b"\3" + data[mines + 1 :]) == (
        "offset 24, board: its length does not fit its number of mines"
    )


@pytest.mark.parametrize("version", [0, 2])
def test_another_version_is_refused(version: int) -> None:
    data = write_umf(LONG)
    assert refusal_of(parse_umf, data[:5] + bytes([version]) + data[6:]) == (
        f"offset 4, version: {version} is not a number from 1 to 1"
    )


@pytest.mark.parametrize("code", [8, 28, 29, 255])
def test_an_unknown_event_is_refused(code: int) -> None:
    data = write_umf(LONG, events=CLICK + bytes([code, 1, 1]) + end_event("won", 900))
    assert refusal_of(parse_umf, data) == (
        f"offset 91, events: {code} is no event, or not a whole one"
    )
