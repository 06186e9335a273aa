"""AVF: what only the files of Arbiter have, and damage, refused in one line with its offset."""

from functools import partial

import pytest

from minesweeper.formats.avf import parse_avf
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Replay, wrong_claims
from tests.harness.foreign_games import (
    LONG,
    WON,
    ForeignGame,
    cut_to_hundredths,
    moves_of,
    on_small_board,
    refusal_of,
)
from tests.harness.written_arbiter import hidden, write_avf

old_versions = pytest.mark.parametrize("version", [35, 46, 48])
refusal = partial(refusal_of, parse_avf)
CUT_WON = cut_to_hundredths(WON)


def read(version: int = 52, game: ForeignGame = WON, **replaced: bytes) -> Replay:
    return parse_avf(write_avf(game, version, **replaced))


@pytest.mark.parametrize(
    ("code", "event"),
    [
        *((1, "mv"), (3, "lc"), (5, "lr"), (9, "rc"), (17, "rr"), (33, "mc"), (65, "mr")),
        *((11, "sc"), (21, "lr"), (145, "rr"), (193, "mr")),
    ],
)
def test_each_code_is_an_event(code: int, event: str) -> None:
    written = bytes([code, 1, 2, 3, 4, 5, 0, 6])
    replay = read(game=on_small_board("0 mv 0 0"), events=written)
    assert replay.mouse == (MouseEvent(1040, event, 259, 1286),)


@pytest.mark.parametrize("version", [46, 52])
def test_a_name_that_is_stored_like_an_info_text_fools_nobody(version: int) -> None:
    stored = b"\x11\x0e[0|x|B9T9.99" if version == 46 else b"\x11\x0e[0|x|B9T9.99]"
    name = bytes((byte + 45) & 255 for byte in stored)
    assert hidden(name) == stored
    replay = read(version, WON._replace(player=name))
    assert [replay.headers[key] for key in ("Marks", "Time", "BBBV")] == ["Off", "1.580", "3"]


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (b"[0|17.7.2012.12:08:03:3338|17.12:09:44:6697B3T2,58]", "1.580 3 2012-07-17T12:08:03"),
        (b"[0|1.2.2025.7:33:58|1.7:34:08|B22T10.20]", "9.200 22 2025-02-01T07:33:58"),
        (b"[0|12:08:03|12:09:44|B3T2.5]", "1.500 3 -"),
        (b"[0|30.2.2012.12:08:03|x|HS|B3T1.00]", "- 3 -"),
        (b"[3|W8H8M10|1.1.2012.0:00:00|x|B3T3.001]", "2.001 3 2012-01-01T00:00:00"),
        (b"[0||B3T0.5]", "-0.500 3 -"),
    ],
)
@pytest.mark.parametrize("version", [46, 52])
def test_the_info_text_may_lack_parts(version: int, info: bytes, expected: str) -> None:
    headers = read(version, info=info).headers
    found = [headers.get(key, "-") for key in ("Time", "BBBV", "Timestamp")]
    assert " ".join(found) == expected


def test_a_wrong_time_in_the_info_text_is_a_wrong_claim() -> None:
    replay = read(info=b"[0|x|x|B4T9.99]")
    assert wrong_claims(replay) == ["Time: 8.990, but it is 1.580", "BBBV: 4, but it is 3"]


def test_the_program_may_be_missing_at_the_end() -> None:
    replay = read(digits=b"", code=b"", lines=b"", name_at_end=b"", program=b"")
    assert moves_of(replay) == CUT_WON.moves
    assert [replay.headers[key] for key in ("Player", "Version")] == ["Zoë", "0.52"]


def test_from_version_49_on_the_name_is_that_with_a_checksum() -> None:
    replay = read(name_at_end=b"Nobody\r")
    assert replay.headers.get("Player", "") == "Zoë"


@old_versions
@pytest.mark.parametrize("digit", [3, 5, 9, 11])
@pytest.mark.parametrize("start", ["0 mv 301 8, 10 mv 302 8", "0 mv 256 17, 0 mv 300 17"])
def test_before_version_49_the_first_event_may_be_a_movement_far_to_the_right(
    version: int, digit: int, start: str
) -> None:
    game = on_small_board(f"{start}, 20 lc 56 8, 40 lr 56 8")
    replay = read(version, game, info_sum=bytes([4, digit]))
    assert list(replay.mouse) == game.mouse


@old_versions
def test_before_version_49_the_name_at_the_end_is_not_sought_in_the_code(version: int) -> None:
    replay = read(version, code=b"cs=" + b"a\rNobody\rNobody\r" + b"\r")
    assert replay.headers.get("Player", "") == "Zoë"


@old_versions
def test_before_version_49_the_name_of_the_mouse_is_no_part_of_the_players(version: int) -> None:
    replay = read(version, name_at_end=b"Zo<Logitech>mouse\r")
    assert replay.headers["Player"] == "Zo"


@pytest.mark.parametrize(("version", "reveals"), [(44, True), (45, False), (52, False)])
def test_up_to_version_44_a_chord_on_a_covered_cell_reveals_it(version: int, reveals: bool) -> None:
    opening = "0 lc 56 8, 0 lr 56 8,"
    rilian = "100 lc 8 40, 110 rc 8 40, 120 rr 8 40, 130 lr 8 40"
    replay = read(version, on_small_board(opening + rilian))
    assert moves_of(replay)[1:] == ["120 chord 1 3"] + ["130 reveal 1 3"] * reveals
    assert parse_rawvf(format_rawvf(replay)).steps == replay.steps


@pytest.mark.parametrize("version", [44, 52])
def test_a_chord_on_a_number_reveals_nothing_else(version: int) -> None:
    events = "0 lc 56 8, 0 lr 56 8, 100 lc 24 8, 110 rc 24 8, 120 rr 24 8, 130 lr 24 8"
    replay = read(version, on_small_board(events))
    assert moves_of(replay)[1:] == ["120 chord 2 1"]


@pytest.mark.parametrize(
    "info",
    [b"", b"[0|no times]", b"[[0|x|B3T2.58]", b"[0|x|B3T1.2.3]", b"[0|x|B" + b"3" * 100 + b"T1.2]"],
)
def test_an_info_text_in_another_form_claims_nothing(info: bytes) -> None:
    replay = read(info=info)
    assert moves_of(replay) == CUT_WON.moves
    assert not {"Time", "BBBV", "Timestamp"} & {*replay.headers}
    assert replay.headers["Player"] == "Zo\u00eb"


# Damage


@pytest.mark.parametrize("version", [49, 52])
@pytest.mark.parametrize(
    ("field", "digits", "complaint"),
    [
        ("board_sum", b"1234", "offset 26, board checksum: '1234' does not fit: it should be 3696"),
        ("name_sum", b"1178", "offset 40, name checksum: '1178' does not fit: it should be 1581"),
        (
            "info_sum",
            b"92155",
            "offset 100, info checksum: '92155' does not fit: it should be 92154",
        ),
    ],
)
def test_from_version_49_on_each_checksum_is_checked(
    version: int, field: str, digits: bytes, complaint: str
) -> None:
    assert refusal(write_avf(WON, version, **{field: hidden(digits)})) == complaint


@pytest.mark.parametrize(
    ("field", "written", "complaint"),
    [
        ("count", hidden(bytes([0, 0, 0, 31])), "offset 105, events: 25 instead of 26"),
        ("events", b"", "offset 105, events: 0 instead of 25"),
        ("fillers", b"", "offset 438, events: the file ends before the last of them"),
        ("marks", b"\x12", "offset 44, question marks: 18 is neither 17 nor 127"),
        ("level", b"\7", "offset 5, level: 7 is not a number from 3 to 6"),
        ("level", b"\2", "offset 5, level: 2 is not a number from 3 to 6"),
        ("mines", b"\1\1\2\x09", "offset 8, mines: (9,2) is not on the board of 8x8"),
        ("mines", b"\1\1\0\4", "offset 8, mines: (4,0) is not on the board of 8x8"),
        ("mines", b"\1\1\4\3\4\3", "offset 10, mines: (3,4) has two mines"),
    ],
)
def test_damage_is_refused_with_its_offset_and_field(
    field: str, written: bytes, complaint: str
) -> None:
    assert refusal(write_avf(WON, 52, **{field: written})) == complaint


def test_more_mines_than_fit_are_refused() -> None:
    assert refusal(write_avf(LONG, size=bytes([3, 2, 0, 12]))) == (
        "offset 10, number of mines: 12 mines do not fit on 4x3"
    )


def test_an_unknown_event_is_refused() -> None:
    events = bytes([3, 0, 1, 56, 0, 0, 0, 56]) + bytes([2, 0, 1, 56, 0, 0, 0, 56])
    game = WON._replace(mouse=WON.mouse[:2])
    assert refusal(write_avf(game, events=events)) == "offset 113, events: 2 is no event"


@old_versions
def test_before_version_49_an_info_text_and_an_event_must_be_found(version: int) -> None:
    no_marks = write_avf(WON, version, marks=b"\x12")
    assert refusal(no_marks) == "offset 26, info text: there is none"
    no_events = write_avf(WON, version, events=b"", fillers=b"")
    assert refusal(no_events) == "offset 91, events: there is none"
