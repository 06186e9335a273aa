"""FSVF: the games of Freesweeper are read back; a damaged file is refused in one line."""

import pytest

from minesweeper.engine.notation import format_layout
from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.fsvf import parse_fsvf
from minesweeper.formats.replay_files import parse_replays
from minesweeper.play.replay import wrong_claims
from tests.harness.beginner_games import (
    BEGINNER_LAYOUT,
    LOST,
    LOST_MOVES,
    LOST_POSITION,
    WON,
    WON_MOVES,
    WON_POSITION,
)
from tests.harness.boards import picture
from tests.harness.foreign_games import LAYOUT, format_of, last_position, moves_of
from tests.harness.written_arbiter import CODE, LONG, arbiter_samples, write_fsvf

FIRST_EVENT = bytes([3, 0, 1, 56, 0, 0, 0, 56])
SAMPLES = {name: data for name, data in arbiter_samples().items() if name.startswith("fsvf")}


def refusal(data: bytes) -> str:
    """Return the message that refuses a file."""
    with pytest.raises(FormatError) as caught:
        parse_fsvf(data)
    return str(caught.value)


def test_a_won_game_is_read_back_with_its_milliseconds() -> None:
    replay = parse_fsvf(write_fsvf(WON))
    assert format_layout(replay.board) == picture(BEGINNER_LAYOUT)
    assert moves_of(replay) == WON_MOVES
    assert list(replay.mouse) == WON.mouse
    assert last_position(replay) == WON_POSITION
    assert replay.setup == (8, 8, 10, "any", "clear", False, False, "luck")
    assert replay.headers == {
        "Program": "Freesweeper",
        "Version": "R10",
        "Player": "Zoë",
        "Level": "Beginner",
        "Width": "8",
        "Height": "8",
        "Mines": "10",
        "Marks": "Off",
        "Time": "1.588",
        "BBBV": "3",
        "Timestamp": "2023-11-14T22:13:20",
        "Not_Checked": "anti-cheat code",
    }
    assert wrong_claims(replay) == []


def test_a_lost_game_with_question_marks_is_read_back() -> None:
    replay = parse_fsvf(write_fsvf(LOST))
    assert moves_of(replay) == LOST_MOVES
    assert list(replay.mouse) == LOST.mouse
    assert last_position(replay) == LOST_POSITION
    assert replay.setup.question_marks
    assert replay.headers["Marks"] == "On"
    assert wrong_claims(replay) == []


def test_a_custom_board_and_large_times_and_places_are_read_back() -> None:
    replay = parse_fsvf(write_fsvf(LONG))
    assert format_layout(replay.board) == picture(LAYOUT)
    assert list(replay.mouse) == LONG.mouse
    assert [replay.headers[key] for key in ("Level", "Width", "Height", "Mines", "Time")] == [
        *("Custom", "4", "3", "2", "600.070"),
    ]
    assert wrong_claims(replay) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b"", ""),
        ("匿名".encode(), "匿名"),
        (b"Jos\xe9", "Jos\\xe9"),
        (b"Clan: Zoe [0|", "Clan: Zoe [0|"),
    ],
)
def test_a_name_may_have_any_encoding(name: bytes, expected: str) -> None:
    assert parse_fsvf(write_fsvf(WON._replace(player=name))).headers.get("Player", "") == expected


@pytest.mark.parametrize(
    "code",
    [
        b"a\rNobody\rNobody\r" + b"\r",
        b"a\rNobody\rNobody\r" + b"x\r",
        bytes(range(100, 120)) + b"\r",
    ],
)
def test_the_name_is_not_sought_in_the_code(code: bytes) -> None:
    assert parse_fsvf(write_fsvf(WON, code=code)).headers.get("Player", "") == "Zoë"


def test_what_follows_the_milliseconds_may_be_missing() -> None:
    for name, code in ((b"", b""), (b"Zo", CODE + b"\r")):
        replay = parse_fsvf(write_fsvf(WON, code=code, lines=b"", name_at_end=name, program=b""))
        assert moves_of(replay) == WON_MOVES
        assert "Player" not in replay.headers


@pytest.mark.parametrize("name", SAMPLES)
def test_fsvf_is_found_by_its_content(name: str) -> None:
    assert format_of(SAMPLES[name]) == "FSVF"
    [replay] = parse_replays(SAMPLES[name])
    assert replay == parse_fsvf(SAMPLES[name])


# Damage


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            write_fsvf(WON, cheats=b"\1"),
            "offset 2, cheats: Lucky is not the classic game",
        ),
        (write_fsvf(WON, cheats=b"\x08"), "offset 2, cheats: Cheat is not the classic game"),
        (write_fsvf(WON, cheats=b"\x10"), "offset 2, cheats: Cheat is not the classic game"),
        (write_fsvf(WON, level=b"\7"), "offset 5, level: 7 is not a number from 3 to 6"),
        (
            write_fsvf(WON, mines=b"\1\1" + b"\2\x09" + b"\3\3" * 8),
            "offset 8, mines: (9,2) is not on the board of 8x8",
        ),
        (
            write_fsvf(WON, mines=b"\1\1" + b"\4\3" * 9),
            "offset 10, mines: (3,4) has two mines",
        ),
        (
            write_fsvf(LONG, size=bytes([3, 2, 1, 0])),
            "offset 10, number of mines: 256 mines do not fit on 4x3",
        ),
        (write_fsvf(WON, marks=b"\x12"), "offset 26, info text: there is none"),
        (
            write_fsvf(WON, events=b"", fillers=b""),
            "offset 92, events: there is none",
        ),
        (
            write_fsvf(LOST, events=FIRST_EVENT + FIRST_EVENT + b"\2" + FIRST_EVENT[1:]),
            "offset 113, events: 2 is no event",
        ),
        (
            write_fsvf(WON, fillers=b"", digits=b"", code=b"", lines=b"", program=b""),
            "offset 312, events: the file ends before the last of them",
        ),
        (
            write_fsvf(WON, milliseconds=b"", code=b"", lines=b""),
            "offset 281, milliseconds: the file ends before 'cs='",
        ),
        (
            write_fsvf(WON, milliseconds=b"cs=12345", code=b"", lines=b"", program=b""),
            "offset 360, milliseconds: only 10 of 23 bytes are left",
        ),
    ],
)
def test_damage_is_refused_with_its_offset_and_field(data: bytes, message: str) -> None:
    assert refusal(data) == message


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_ends_before_its_milliseconds_do_is_refused(name: str) -> None:
    data = SAMPLES[name]
    events = len(LONG.mouse if "custom" in name else LOST.mouse if "lost" in name else WON.mouse)
    for length in range(data.rindex(b"cs=") + 3 + events):
        message = refusal(data[:length])
        assert message.startswith("offset ")
        assert message.isprintable()
