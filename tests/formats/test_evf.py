"""EVF: what only the files of Metasweeper have, and damage, refused in one line with its offset."""

import pytest

from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.evf import parse_evf
from minesweeper.play.replay import Replay
from tests.harness.foreign_games import (
    LONG,
    LOST,
    WON,
    ForeignGame,
    last_position,
    moves_of,
    on_small_board,
    refusal_of,
)
from tests.harness.written_metasweeper import (
    FIGURE,
    PAUSE,
    SHOWN,
    STATE,
    TEXT,
    evf_fields,
    write_evf,
    zero_ended,
)

# The events are the same in versions 0 to 3.
old_and_new_events = pytest.mark.parametrize("version", [3, 4])
old_versions = pytest.mark.parametrize("version", range(4))


def read(version: int, game: ForeignGame = WON, **replaced: bytes) -> Replay:
    return parse_evf(write_evf(game, version, **replaced))


def played(version: int, text: str) -> Replay:
    return read(version, on_small_board(text))


# What is read


@pytest.mark.parametrize(("version", "longest"), [(3, 0xFFFFFF), (4, 0xFFFFFFFF)])
def test_a_time_may_be_longer_from_version_4_on(version: int, longest: int) -> None:
    time = read(version, WON._replace(milliseconds=longest)).headers["Time"]
    assert time == f"{longest // 1000}.{longest % 1000}"


@pytest.mark.parametrize(
    ("start", "timestamp"),
    [
        (b"1700000000123456", "2023-11-14T22:13:20Z"),
        (b"1700000000", "2023-11-14T22:13:20Z"),
        (b"1700000000123", "2023-11-14T22:13:20Z"),
        (b"12.10.2021.20:29:35", "2021-10-12T20:29:35"),
        (b"99999999999999999999", None),
        ("\uff11\uff17".encode(), None),
        (b"0", None),
        (b"", None),
    ],
)
def test_before_version_4_the_start_may_be_any_text(start: bytes, timestamp: str | None) -> None:
    texts = zero_ended(b"program", b"player", b"", b"", start, b"", b"")
    assert read(1, texts=texts).headers.get("Timestamp") == timestamp


@pytest.mark.parametrize("begun", [0, 2**63 // 10**6])
def test_an_unknown_start_is_not_claimed(begun: int) -> None:
    assert "Timestamp" not in read(4, WON._replace(begun=begun)).headers


@old_versions
def test_texts_may_be_empty(version: int) -> None:
    headers = read(version, texts=bytes(7 if version < 2 else 8)).headers
    assert {"Program", "Player", "Country", "Timestamp"}.isdisjoint(headers)


def test_a_transcoded_file_names_the_transcoding_program_as_well() -> None:
    replay = read(4, WON._replace(is_transcoded=True))
    assert dict(replay.headers) == dict(read(4).headers)
    assert moves_of(replay) == WON.moves


@pytest.mark.parametrize(
    ("encoding", "written", "name"),
    [
        (b"Latin-1", "王".encode("gbk"), "Íõ"),
        (b"gbk", "M\xfcller".encode("cp1252"), "M黮ler"),
        (b"big5", "王嘉寧".encode("big5"), "王嘉寧"),
        (b"shift-jis", "タロウ".encode("shift-jis"), "タロウ"),
        (b"utf-8", b"Zo\xeb", "Zo\ufffd"),
        # Without a name, and with one of no encoding, or of a slow one, it is guessed.
        (b"", b"Zo\xeb", "Zoë"),
        (b"none", b"Zo\xeb", "Zoë"),
        (b"rot13", b"Zo\xeb", "Zoë"),
        (b"idna", b"Zo\xeb", "Zoë"),
    ],
)
def test_a_transcoded_file_may_name_the_encoding_of_its_player(
    encoding: bytes, written: bytes, name: str
) -> None:
    game = WON._replace(is_transcoded=True, player=written)
    texts = evf_fields(game, 4)["texts"].replace(b"utf-8\0", encoding + b"\0")
    assert read(4, game, texts=texts).headers["Player"] == name


@pytest.mark.parametrize(
    ("version", "end"), [*((version, b"\xff") for version in range(4)), (4, b"\0\0\0")]
)
def test_a_file_may_be_without_a_checksum(version: int, end: bytes) -> None:
    replay = read(version, end=end, checksum=b"")
    assert moves_of(replay) == WON.moves
    assert "Not_Checked" not in replay.headers


# The clock


@old_and_new_events
@pytest.mark.parametrize(
    ("events", "moves", "times"),
    [
        (
            "0 rc 8 8, 60 rr 8 8, 900 lc 56 8, 1000 lr 56 8, 1200 rc 56 40, 1250 rr 56 40",
            ["-1000 flag 1 1", "0 reveal 4 1", "200 flag 4 3"],
            [-1000, -940, -100, 0, 200, 250],
        ),
        (  # a click on a flag does not start it
            "0 rc 8 8, 60 rr 8 8, 150 lc 8 8, 200 lr 8 8, 900 lc 56 8, 1000 lr 56 8",
            ["-1000 flag 1 1", "-800 reveal 1 1", "0 reveal 4 1"],
            [-1000, -940, -850, -800, -100, 0],
        ),
        ("0 rc 8 8, 60 rr 8 8", ["0 flag 1 1"], [0, 60]),  # no reveal
    ],
)
def test_the_clock_starts_at_the_first_reveal(
    version: int, events: str, moves: list[str], times: list[int]
) -> None:
    replay = played(version, events)
    assert moves_of(replay) == moves
    assert [event.milliseconds for event in replay.mouse] == times


@old_and_new_events
def test_a_game_may_have_no_events(version: int) -> None:
    replay = read(version, events=b"")
    assert (moves_of(replay), replay.mouse) == ([], ())


def mouse_4(code: int, later: int, x: int, y: int) -> bytes:
    """Return an event of version 4; the place is relative to the one before."""
    return (
        bytes([code, later]) + x.to_bytes(2, "big", signed=True) + y.to_bytes(2, "big", signed=True)
    )


PRESS = mouse_4(2, 10, 56, 8)
RELEASE = mouse_4(3, 5, 0, 0)


def test_from_version_4_on_times_and_places_are_relative() -> None:
    replay = read(4, events=PRESS + RELEASE + mouse_4(1, 255, -60, 1) + mouse_4(1, 1, 2, -10))
    assert replay.mouse == (
        (-5, "lc", 56, 8),
        (0, "lr", 56, 8),
        (255, "mv", -4, 9),
        (256, "mv", -2, -1),
    )


def test_a_place_beyond_16_bits_is_refused() -> None:
    far = mouse_4(1, 1, 0, -32_767)
    assert read(4, events=PRESS + RELEASE + far).mouse[-1].y == 8 - 32_767
    with pytest.raises(FormatError, match=r"events: \(56,-65526\) is too far from the board"):
        read(4, events=PRESS + RELEASE + far + far)


@pytest.mark.parametrize(
    ("further", "milliseconds"),
    [
        (PAUSE, 256),
        (PAUSE + PAUSE, 512),
        (STATE, 2),
        (SHOWN, 3),
        (SHOWN + bytes([199, 200, 0, 0]), 203),
        (FIGURE, 4),
        (TEXT, 5),
        (PAUSE + STATE + SHOWN + FIGURE + TEXT, 270),
    ],
)
def test_time_passes_in_every_event_of_version_4(further: bytes, milliseconds: int) -> None:
    replay = read(4, events=PRESS + RELEASE + further + mouse_4(1, 1, 0, 0))
    assert replay.mouse[2] == (milliseconds + 1, "mv", 56, 8)
    assert moves_of(replay) == ["0 reveal 4 1"]


def test_the_names_of_figures_are_skipped() -> None:
    names = b"\0\3" + zero_ended(b"one", "zwölf".encode(), b"")
    assert moves_of(read(4, names=names)) == WON.moves
    assert moves_of(read(4, names=b"\0\0")) == WON.moves


@pytest.mark.parametrize(
    ("code", "status"), [(81, "nonstandard"), (82, None), (83, "lost"), (99, None)]
)
def test_a_state_may_say_how_a_game_ended(code: int, status: str | None) -> None:
    events = PRESS + RELEASE + bytes([code, 0]) + SHOWN + STATE
    assert read(4, LOST, events=events).headers.get("Status") == status
    assert read(4, WON, events=events).headers["Status"] == "won"


# Buttons


@old_and_new_events
@pytest.mark.parametrize(
    "buttons",
    [
        "500 lc 24 24, 510 rc 24 24, 600 rr 24 24, 620 lr 24 24",
        "500 rc 24 24, 510 lc 24 24, 600 lr 24 24, 620 rr 24 24",
        "500 mc 24 24, 600 mr 24 24",
        # Both at once; the one that is not pressed yet.
        "500 cc 24 24, 600 lr 24 24, 620 rr 24 24",
        "500 lc 24 24, 510 cc 24 24, 600 rr 24 24, 620 lr 24 24",
        "500 rc 24 24, 510 cc 24 24, 600 lr 24 24, 620 rr 24 24",
        # Pressed or released.
        "500 l 24 24, 510 r 24 24, 600 l 24 24, 620 r 24 24",
        "500 m 24 24, 600 m 24 24",
        "500 lc 24 24, 510 r 24 24, 600 l 24 24, 620 rr 24 24",
    ],
)
def test_both_buttons_and_the_middle_one_make_chords(version: int, buttons: str) -> None:
    replay = played(version, f"0 lc 56 8, 0 lr 56 8, 300 rc 8 8, 350 rr 8 8, {buttons}")
    assert moves_of(replay) == ["0 reveal 4 1", "300 flag 1 1", "600 chord 2 2"]
    assert last_position(replay) == LONG.position


@old_and_new_events
def test_a_flag_before_the_start_is_a_flag(version: int) -> None:
    replay = played(version, "0 pf 8 8, 0 pf 56 40, 10 lc 56 8, 50 lr 56 8")
    assert moves_of(replay) == ["-50 flag 1 1", "-50 flag 4 3", "0 reveal 4 1"]
    assert [event.event for event in replay.mouse] == ["rc", "rr", "rc", "rr", "lc", "lr"]


def test_the_path_has_the_buttons_that_an_event_stands_for() -> None:
    replay = played(4, "0 l 56 8, 0 l 56 8, 5 r 8 8, 6 cc 8 8, 7 cc 9 9, 8 m 8 8, 9 m 8 8, 9 r 8 8")
    assert [event.event for event in replay.mouse] == ["lc", "lr", "rc", "lc", "mc", "mr", "rr"]


# What is refused


def start_of(version: int, field: str) -> int:
    """Return the offset of a field of the written game."""
    fields = evf_fields(LONG, version)
    before = list(fields)[: list(fields).index(field)]
    return sum(len(fields[name]) for name in before)


def test_another_version_is_refused() -> None:
    assert refusal_of(parse_evf, b"\5" + write_evf(WON, 4)[1:]) == (
        "offset 0, version: 5 is not a number from 0 to 4"
    )


@pytest.mark.parametrize(
    ("version", "field", "written", "further", "complaint"),
    [
        (0, "size", b"\0\4", 4, "size: 4x0 is not the size of a board"),
        (4, "size", b"\3\0", 4, "size: 0x3 is not the size of a board"),
        (0, "count", b"\0\x0c", 2, "number of mines: 12 mines do not fit on 4x3"),
        (4, "count", b"\1\0", 2, "number of mines: 256 mines do not fit on 4x3"),
        (0, "cell_size", b"\0", 0, "size of a cell: 0 is not a number from 1 to 255"),
        (0, "mines", b"\x80\0", 0, "mines: 1, but the number of mines is 2"),
        (4, "mines", b"\xff\0", 0, "mines: 8, but the number of mines is 2"),
        (3, "events", b"\x0d" + bytes(7), 0, "events: 13 is no event"),
        (3, "events", b"\xfe" + bytes(7), 0, "events: 254 is no event"),
        (4, "events", PRESS + mouse_4(13, 0, 0, 0), 6, "events: 13 is no event"),
        (4, "events", PRESS + mouse_4(80, 0, 0, 0), 6, "events: 80 is no event"),
        (4, "events", PRESS + b"\xca\0\0\0text\0", 6, "events: 202 is no event"),
        (4, "events", PRESS + b"\xfe\0\0\0text\0", 6, "events: 254 is no event"),
    ],
)
def test_what_cannot_be_is_named_with_its_offset(
    version: int, field: str, written: bytes, further: int, complaint: str
) -> None:
    offset = start_of(version, field) + further
    assert refusal_of(parse_evf, write_evf(LONG, version, **{field: written})) == (
        f"offset {offset}, {complaint}"
    )


@pytest.mark.parametrize(
    ("version", "field", "complaint"),
    [
        (0, "texts", "program: the file ends before '\\x00'"),
        (4, "texts", "country: only 0 of 2 bytes are left"),
        (3, "mines", "mines: only 0 of 2 bytes are left"),
        (3, "events", "events: only 0 of 8 bytes are left"),
        (4, "names", "number of figures: only 0 of 2 bytes are left"),
        (4, "events", "events: only 0 of 1 bytes are left"),
        (3, "checksum", "checksum: only 0 of 32 bytes are left"),
        (4, "checksum", "checksum: only 0 of 32 bytes are left"),
    ],
)
def test_a_file_that_ends_before_a_field_names_it(version: int, field: str, complaint: str) -> None:
    offset = start_of(version, field)
    assert refusal_of(parse_evf, write_evf(LONG, version)[:offset]) == (
        f"offset {offset}, {complaint}"
    )
