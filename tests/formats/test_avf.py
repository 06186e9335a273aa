"""AVF: the games of Arbiter are read back; a damaged file is refused in one line."""

import pytest

from minesweeper.engine.notation import format_layout
from minesweeper.formats.avf import parse_avf
from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.formats.replay_files import parse_replays
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import wrong_claims
from tests.harness.beginner_games import (
    BEGINNER_LAYOUT,
    LOST,
    LOST_MOVES,
    LOST_POSITION,
    WON,
    WON_MOVES,
    WON_POSITION,
    cut_moves,
    cut_to_hundredths,
)
from tests.harness.boards import picture
from tests.harness.foreign_games import LAYOUT, format_of, last_position, mouse, moves_of
from tests.harness.foreign_games import WON as WON_4X3
from tests.harness.written_arbiter import (
    FILLER,
    LONG,
    arbiter_samples,
    hidden,
    write_avf,
)

SAMPLES = {name: data for name, data in arbiter_samples().items() if name.startswith("avf")}
OLD_VERSIONS = pytest.mark.parametrize("version", [35, 46, 48])
ALL_VERSIONS = pytest.mark.parametrize("version", [35, 46, 48, 49, 52])


def refusal(data: bytes) -> str:
    """Return the message that refuses a file."""
    with pytest.raises(FormatError) as caught:
        parse_avf(data)
    return str(caught.value)


# What is written is read back


@ALL_VERSIONS
def test_a_won_game_is_read_back(version: int) -> None:
    replay = parse_avf(write_avf(WON, version))
    assert format_layout(replay.board) == picture(BEGINNER_LAYOUT)
    assert moves_of(replay) == cut_moves(WON_MOVES)
    assert list(replay.mouse) == cut_to_hundredths(WON).mouse
    assert last_position(replay) == WON_POSITION
    assert replay.setup == (8, 8, 10, "any", "clear", False, False, "luck")
    assert replay.headers == {
        "Program": "Minesweeper Arbiter",
        "Version": f"0.{version}.3",
        "Player": "Zoë",
        "Level": "Beginner",
        "Width": "8",
        "Height": "8",
        "Mines": "10",
        "Marks": "Off",
        "Time": "1.580",
        "BBBV": "3",
        "Timestamp": "2023-11-14T22:13:20",
        "Not_Checked": "anti-cheat code",
    }
    assert wrong_claims(replay) == []


@ALL_VERSIONS
def test_a_lost_game_with_question_marks_is_read_back(version: int) -> None:
    replay = parse_avf(write_avf(LOST, version))
    assert moves_of(replay) == cut_moves(LOST_MOVES)
    assert list(replay.mouse) == cut_to_hundredths(LOST).mouse
    assert last_position(replay) == LOST_POSITION
    assert replay.setup.question_marks
    assert replay.headers["Marks"] == "On"
    assert wrong_claims(replay) == []


@ALL_VERSIONS
def test_a_custom_board_and_large_times_and_places_are_read_back(version: int) -> None:
    replay = parse_avf(write_avf(LONG, version))
    assert format_layout(replay.board) == picture(LAYOUT)
    assert [replay.headers[key] for key in ("Level", "Width", "Height", "Mines", "Time")] == [
        *("Custom", "4", "3", "2", "600.070"),
    ]
    assert list(replay.mouse) == LONG.mouse
    assert wrong_claims(replay) == []


@pytest.mark.parametrize(
    ("code", "event"),
    [
        *((1, "mv"), (3, "lc"), (5, "lr"), (9, "rc"), (17, "rr"), (33, "mc"), (65, "mr")),
        *((11, "sc"), (21, "lr"), (145, "rr"), (193, "mr")),
    ],
)
def test_each_code_is_an_event(code: int, event: str) -> None:
    written = bytes([code, 1, 2, 3, 4, 5, 0, 6])
    replay = parse_avf(write_avf(LONG._replace(mouse=mouse("0 mv 0 0")), events=written))
    assert replay.mouse == (MouseEvent(1040, event, 259, 1286),)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b"", ""),
        (b"Anonymous!", "Anonymous!"),
        ("匿名".encode(), "匿名"),
        (b"Jos\xe9", "Jos\\xe9"),
        ("王".encode("gbk"), "\\xcd\\xf5"),
        (b"[0|x|B9T9.99]", "[0|x|B9T9.99]"),
        (b"a: b", "a: b"),
    ],
)
@ALL_VERSIONS
def test_a_name_may_have_any_encoding(version: int, name: bytes, expected: str) -> None:
    replay = parse_avf(write_avf(WON._replace(player=name), version))
    assert replay.headers.get("Player", "") == expected


@pytest.mark.parametrize("version", [46, 52])
def test_a_name_that_is_stored_like_an_info_text_fools_nobody(version: int) -> None:
    stored = b"\x11\x0e[0|x|B9T9.99" if version == 46 else b"\x11\x0e[0|x|B9T9.99]"
    name = bytes((byte + 45) & 255 for byte in stored)
    assert hidden(name) == stored
    replay = parse_avf(write_avf(WON._replace(player=name), version))
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
    headers = parse_avf(write_avf(WON, version, info)).headers
    found = [headers.get(key, "-") for key in ("Time", "BBBV", "Timestamp")]
    assert " ".join(found) == expected


def test_a_wrong_time_in_the_info_text_is_a_wrong_claim() -> None:
    replay = parse_avf(write_avf(WON, info=b"[0|x|x|B4T9.99]"))
    assert wrong_claims(replay) == ["Time: 8.990, but it is 1.580", "BBBV: 4, but it is 3"]


def test_the_program_may_be_missing_at_the_end() -> None:
    replay = parse_avf(
        write_avf(WON, digits=b"", code=b"", lines=b"", name_at_end=b"", program=b"")
    )
    assert moves_of(replay) == cut_moves(WON_MOVES)
    assert [replay.headers[key] for key in ("Player", "Version")] == ["Zoë", "0.52"]


def test_from_version_49_on_the_name_is_that_with_a_checksum() -> None:
    replay = parse_avf(write_avf(WON, name_at_end=b"Nobody\r"))
    assert replay.headers.get("Player", "") == "Zoë"


@OLD_VERSIONS
@pytest.mark.parametrize("digit", [3, 5, 9, 11])
@pytest.mark.parametrize("start", ["0 mv 301 8, 10 mv 302 8", "0 mv 256 17, 0 mv 300 17"])
def test_before_version_49_the_first_event_may_be_a_movement_far_to_the_right(
    version: int, digit: int, start: str
) -> None:
    game = WON_4X3._replace(mouse=mouse(f"{start}, 20 lc 56 8, 40 lr 56 8"))
    replay = parse_avf(write_avf(game, version, info_sum=bytes([4, digit])))
    assert list(replay.mouse) == game.mouse


@OLD_VERSIONS
def test_before_version_49_the_name_at_the_end_is_not_sought_in_the_code(version: int) -> None:
    replay = parse_avf(write_avf(WON, version, code=b"cs=" + b"a\rNobody\rNobody\r" + b"\r"))
    assert replay.headers.get("Player", "") == "Zoë"


@OLD_VERSIONS
def test_before_version_49_the_name_of_the_mouse_is_no_part_of_the_players(version: int) -> None:
    replay = parse_avf(write_avf(WON, version, name_at_end=b"Zo<Logitech>mouse\r"))
    assert replay.headers["Player"] == "Zo"


@pytest.mark.parametrize(("version", "reveals"), [(44, True), (45, False), (52, False)])
def test_up_to_version_44_a_chord_on_a_covered_cell_reveals_it(version: int, reveals: bool) -> None:
    opening = "0 lc 56 8, 0 lr 56 8,"
    rilian = "100 lc 8 40, 110 rc 8 40, 120 rr 8 40, 130 lr 8 40"
    replay = parse_avf(write_avf(WON_4X3._replace(mouse=mouse(opening + rilian)), version))
    assert moves_of(replay)[1:] == ["120 chord 1 3"] + ["130 reveal 1 3"] * reveals
    assert parse_rawvf(format_rawvf(replay)).steps == replay.steps


@pytest.mark.parametrize("version", [44, 52])
def test_a_chord_on_a_number_reveals_nothing_else(version: int) -> None:
    events = "0 lc 56 8, 0 lr 56 8, 100 lc 24 8, 110 rc 24 8, 120 rr 24 8, 130 lr 24 8"
    replay = parse_avf(write_avf(WON_4X3._replace(mouse=mouse(events)), version))
    assert moves_of(replay)[1:] == ["120 chord 2 1"]


# Told from other formats


@pytest.mark.parametrize("name", SAMPLES)
def test_avf_is_found_by_its_content(name: str) -> None:
    assert format_of(SAMPLES[name]) == "AVF"
    [replay] = parse_replays(SAMPLES[name])
    assert replay == parse_avf(SAMPLES[name])


@pytest.mark.parametrize(
    "info",
    [b"", b"[0|no times]", b"[[0|x|B3T2.58]", b"[0|x|B3T1.2.3]", b"[0|x|B" + b"3" * 100 + b"T1.2]"],
)
def test_an_info_text_in_another_form_claims_nothing(info: bytes) -> None:
    replay = parse_avf(write_avf(WON, info=info))
    assert moves_of(replay) == cut_moves(WON_MOVES)
    assert not {"Time", "BBBV", "Timestamp"} & {*replay.headers}
    assert replay.headers["Player"] == "Zo\u00eb"


# Damage


@pytest.mark.parametrize("version", [49, 52])
@pytest.mark.parametrize(
    ("field", "digits", "message"),
    [
        (
            "board_sum",
            b"1234",
            "offset 26, board checksum: '1234' does not fit: it should be 3696",
        ),
        (
            "name_sum",
            b"1178",
            "offset 40, name checksum: '1178' does not fit: it should be 1581",
        ),
        (
            "info_sum",
            b"92155",
            "offset 100, info checksum: '92155' does not fit: it should be 92154",
        ),
    ],
)
def test_from_version_49_on_each_checksum_is_checked(
    version: int, field: str, digits: bytes, message: str
) -> None:
    assert refusal(write_avf(WON, version, **{field: hidden(digits)})) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            write_avf(WON, count=hidden(bytes([0, 0, 0, 29]))),
            "offset 105, events: 23 instead of 24",
        ),
        (write_avf(WON, events=b""), "offset 105, events: 0 instead of 23"),
        (
            write_avf(WON, fillers=b""),
            "offset 422, events: the file ends before the last of them",
        ),
        (
            write_avf(WON, marks=b"\x12"),
            "offset 44, question marks: 18 is neither 17 nor 127",
        ),
        (write_avf(WON, level=b"\7"), "offset 5, level: 7 is not a number from 3 to 6"),
        (write_avf(WON, level=b"\2"), "offset 5, level: 2 is not a number from 3 to 6"),
        (
            write_avf(WON, mines=b"\1\1" + b"\2\x09" + b"\3\3" * 8),
            "offset 8, mines: (9,2) is not on the board of 8x8",
        ),
        (
            write_avf(WON, mines=b"\1\1" + b"\0\4" + b"\3\3" * 8),
            "offset 8, mines: (4,0) is not on the board of 8x8",
        ),
        (
            write_avf(WON, mines=b"\1\1" + b"\4\3" * 9),
            "offset 10, mines: (3,4) has two mines",
        ),
        (
            write_avf(LONG, size=bytes([3, 2, 0, 12])),
            "offset 10, number of mines: 12 mines do not fit on 4x3",
        ),
    ],
)
def test_damage_is_refused_with_its_offset_and_field(data: bytes, message: str) -> None:
    assert refusal(data) == message


def test_an_unknown_event_is_refused() -> None:
    events = bytes([3, 0, 1, 56, 0, 0, 0, 56]) + bytes([2, 0, 1, 56, 0, 0, 0, 56])
    game = WON._replace(mouse=WON.mouse[:2])
    assert refusal(write_avf(game, events=events)) == "offset 113, events: 2 is no event"


@OLD_VERSIONS
def test_before_version_49_an_info_text_and_an_event_must_be_found(version: int) -> None:
    no_marks = write_avf(WON, version, marks=b"\x12")
    assert refusal(no_marks) == "offset 26, info text: there is none"
    no_events = write_avf(WON, version, events=b"", fillers=b"")
    assert refusal(no_events) == "offset 91, events: there is none"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_ends_before_its_events_do_is_refused(name: str) -> None:
    data = SAMPLES[name]
    for length in range(data.index(FILLER + FILLER)):
        message = refusal(data[:length])
        assert message.startswith("offset ")
        assert message.isprintable()
