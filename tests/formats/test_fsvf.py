"""FSVF: what only the files of Freesweeper have, and damage, refused in one line."""

import pytest

from minesweeper.formats.fsvf import parse_fsvf
from tests.harness.foreign_games import LONG, LOST, WON, moves_of, refusal_of
from tests.harness.written_arbiter import CODE, write_fsvf

FIRST_EVENT = bytes([3, 0, 1, 56, 0, 0, 0, 56])
CODES = [b"a\rNobody\rNobody\r\r", b"a\rNobody\rNobody\rx\r", bytes(range(100, 120)) + b"\r"]


@pytest.mark.parametrize("code", CODES)
def test_the_name_is_not_sought_in_the_code(code: bytes) -> None:
    assert parse_fsvf(write_fsvf(WON, code=code)).headers.get("Player", "") == "Zoë"


def test_what_follows_the_milliseconds_may_be_missing() -> None:
    for name, code in ((b"", b""), (b"Zo", CODE + b"\r")):
        replay = parse_fsvf(write_fsvf(WON, code=code, lines=b"", name_at_end=name, program=b""))
        assert moves_of(replay) == WON.moves
        assert "Player" not in replay.headers


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (write_fsvf(WON, cheats=b"\1"), "offset 2, cheats: Lucky is not the classic game"),
        (write_fsvf(WON, cheats=b"\x08"), "offset 2, cheats: Cheat is not the classic game"),
        (write_fsvf(WON, cheats=b"\x10"), "offset 2, cheats: Cheat is not the classic game"),
        (write_fsvf(WON, level=b"\7"), "offset 5, level: 7 is not a number from 3 to 6"),
        (
            write_fsvf(WON, mines=b"\1\1\2\x09"),
            "offset 8, mines: (9,2) is not on the board of 8x8",
        ),
        (
            write_fsvf(LONG, size=bytes([3, 2, 1, 0])),
            "offset 10, number of mines: 256 mines do not fit on 4x3",
        ),
        (write_fsvf(WON, marks=b"\x12"), "offset 26, info text: there is none"),
        (write_fsvf(WON, events=b"", fillers=b""), "offset 92, events: there is none"),
        (
            write_fsvf(LOST, events=FIRST_EVENT + FIRST_EVENT + b"\2" + FIRST_EVENT[1:]),
            "offset 113, events: 2 is no event",
        ),
        (
            write_fsvf(WON, fillers=b"", digits=b"", code=b"", lines=b"", program=b""),
            "offset 330, events: the file ends before the last of them",
        ),
        (
            write_fsvf(WON, milliseconds=b"", code=b"", lines=b""),
            "offset 297, milliseconds: the file ends before 'cs='",
        ),
        (
            write_fsvf(WON, milliseconds=b"cs=12345", code=b"", lines=b"", program=b""),
            "offset 376, milliseconds: only 10 of 25 bytes are left",
        ),
    ],
)
def test_damage_is_refused_with_its_offset_and_field(data: bytes, complaint: str) -> None:
    assert refusal_of(parse_fsvf, data) == complaint
