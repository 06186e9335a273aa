"""RMV: what only the files of Viennasweeper have, and damage, refused in one line."""

import pytest

from minesweeper.formats.rmv import parse_rmv
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Replay
from tests.harness.foreign_games import (
    LONG,
    ForeignGame,
    last_position,
    mouse,
    moves_of,
    refusal_of,
)
from tests.harness.written_vienna import (
    BOARD_EVENTS,
    TIME_STAMP,
    end_event,
    mouse_event,
    player_fields,
    write_rmv,
)

both_versions = pytest.mark.parametrize("version", [1, 2])
END = end_event("won", 900)


def read(version: int, game: ForeignGame = LONG, **replaced: bytes) -> Replay:
    return parse_rmv(write_rmv(game, version, **replaced))


def played(version: int, text: str, *, cell_size: int = 16) -> Replay:
    """Return the game of these events alone; none of them is left out."""
    written = [mouse_event(event, version, cell_size) for event in mouse(text)]
    game = LONG._replace(cell_size=cell_size)
    return read(version, game, events=b"".join(written) + END)


# What is read


def test_a_3bv_may_need_two_bytes() -> None:
    game = LONG._replace(bbbv=515)
    assert read(1, game).headers["BBBV"] == read(2, game).headers["BBBV"] == "515"


def test_a_game_may_end_in_another_way() -> None:
    replay = read(2, LONG._replace(status="nonstandard", milliseconds=70_000))
    assert (replay.headers["Status"], replay.headers["Time"]) == ("nonstandard", "70.000")


@pytest.mark.parametrize(
    ("program", "name", "version"),
    [
        ("Vienna Minesweeper - Release 5.0.0b4", "Vienna Minesweeper", "Release 5.0.0b4"),
        (
            "Vienna Minesweeper - Home Edition - Release 3.0H Copyright (C) 2008-2012 Somebody.",
            "Vienna Minesweeper",
            "Home Edition - Release 3.0H",
        ),
        ("Vienna Minesweeper - Release 2.2 (c)2008 Somebody", "Vienna Minesweeper", "Release 2.2"),
        ("Vienna Minesweeper - Release 2 beta.2008", "Vienna Minesweeper", "Release 2 beta"),
        ("Budapest-Client", "Budapest-Client", None),
    ],
)
def test_a_program_and_its_version(program: str, name: str, version: str | None) -> None:
    headers = read(1, LONG._replace(program=program.encode())).headers
    assert (headers["Program"], headers.get("Version")) == (name, version)


def test_a_player_may_have_any_number_of_fields() -> None:
    names = {"Player", "Nickname", "Country"}
    none = read(2, player=player_fields()).headers
    assert names.isdisjoint(none)
    more = read(2, player=player_fields(b"", b"b", b"c", b"d", b"e")).headers
    assert (more["Nickname"], more["Country"]) == ("b", "c")
    assert "Player" not in more
    assert {"d", "e"}.isdisjoint(more.values())


@pytest.mark.parametrize(
    ("properties", "text"),
    [(b"\0\0\0\3\0", "aa葢aa"), (b"\0\0\0\3\1", "aaȑaa"), (b"\0\0\0\3", "aaȑaa")],
)
def test_a_property_of_version_1_says_whether_texts_are_in_utf_8(
    properties: bytes, text: str
) -> None:
    both = "aaȑaa".encode()
    assert both == "aa葢aa".encode("gb18030")
    game = LONG._replace(player=both, program=both)
    headers = read(1, game, properties=properties).headers
    assert (headers["Player"], headers["Program"]) == (text, text)


def test_further_properties_and_extensions_are_skipped() -> None:
    replay = read(2, properties=b"\1\1\0\3\2\0\x10further", extensions=b"\0\1\1a\4*rmv")
    assert moves_of(replay) == LONG.moves
    assert (replay.headers["Style"], replay.headers["BBBV"]) == ("NF", "2")


def test_a_file_may_be_without_a_date_and_a_checksum() -> None:
    headers = read(2, LONG._replace(begun=0), checksum=b"").headers
    assert {"Timestamp", "Not_Checked"}.isdisjoint(headers)


@both_versions
@pytest.mark.parametrize("wrong", [-2, 1000])
def test_the_size_of_the_file_may_be_wrong(version: int, wrong: int) -> None:
    data = write_rmv(LONG, version)
    at = 8 if version == 2 else 6
    assert data[at : at + 4] == len(data).to_bytes(4, "big")
    size = (len(data) + wrong).to_bytes(4, "big")
    assert moves_of(parse_rmv(data[:at] + size + data[at + 4 :])) == LONG.moves


# Events


@both_versions
def test_a_release_at_the_beginning_gets_the_press_that_is_missing(version: int) -> None:
    replay = played(version, "30 mv 60 8, 40 lr 56 8, 90 lc 8 40, 95 lr 8 40")
    assert [event.event for event in replay.mouse] == ["mv", "lc", "lr", "lc", "lr"]
    assert replay.mouse[1] == (40, "lc", 56, 8)
    assert moves_of(replay) == ["40 reveal 4 1", "95 reveal 1 3"]


@both_versions
def test_a_press_at_the_beginning_is_the_first_one(version: int) -> None:
    replay = played(version, "10 rc 8 8, 20 rr 8 8, 30 lc 56 8, 40 lr 56 8")
    assert [event.event for event in replay.mouse] == ["rc", "rr", "lc", "lr"]
    assert moves_of(replay) == ["10 flag 1 1", "40 reveal 4 1"]


@both_versions
def test_flags_before_the_start_are_flags(version: int) -> None:
    replay = read(version, preflags=b"\0\2\0\0\3\2")
    assert moves_of(replay)[:3] == ["0 flag 1 1", "0 flag 4 3", "0 reveal 4 1"]
    assert replay.mouse[:2] == ((0, "rc", 8, 8), (0, "rr", 8, 8))
    assert replay.mouse[2:4] == ((0, "rc", 56, 40), (0, "rr", 56, 40))


@both_versions
def test_a_file_without_such_flags_may_leave_out_their_number(version: int) -> None:
    assert moves_of(read(version, preflags=b"")) == LONG.moves


@both_versions
@pytest.mark.parametrize(
    "buttons",
    [
        "500 lc 24 24, 510 rc 24 24, 600 rr 24 24, 620 lr 24 24",
        "500 rc 24 24, 510 lc 24 24, 600 lr 24 24, 620 rr 24 24",
        "500 mc 24 24, 600 mr 24 24",
    ],
)
def test_both_buttons_and_the_middle_one_make_chords(version: int, buttons: str) -> None:
    replay = played(version, f"0 lr 56 8, 300 rc 8 8, 350 rr 8 8, {buttons}")
    assert moves_of(replay) == ["0 reveal 4 1", "300 flag 1 1", "600 chord 2 2"]
    assert last_position(replay) == LONG.position


@both_versions
def test_places_may_be_left_of_the_board_and_above_it(version: int) -> None:
    events = "0 lr 56 8, 10 mv -12 -56, 20 lc -2 8, 30 lr 8 -2"
    replay = played(version, events)
    assert [event[2:] for event in replay.mouse[2:]] == [(-12, -56), (-2, 8), (8, -2)]
    assert moves_of(replay) == ["0 reveal 4 1", "30 reveal 4 1"]


def test_places_of_version_1_may_be_very_far_right() -> None:
    replay = played(1, "0 lr 56 8, 10 mv 40000 8")
    assert replay.mouse[2] == (10, "mv", 40_000, 8)


def test_a_cell_may_have_24_pixels() -> None:
    written = mouse_event(MouseEvent(0, "lr", 72, 47), 2) + mouse_event(
        MouseEvent(9, "mv", -1, 23), 2
    )
    replay = read(2, LONG._replace(cell_size=24), events=written + END)
    assert replay.mouse == ((0, "lc", 48, 31), (0, "lr", 48, 31), (9, "mv", -1, 15))
    assert moves_of(replay) == ["0 reveal 4 2"]


def test_short_movements_go_on_from_the_last_place_and_time() -> None:
    start = mouse_event(MouseEvent(1000, "lr", 56, 8), 2)
    short = bytes([28, 255, 0x78, 28, 0, 0x8F, 28, 3, 0x01])  # (7,-8), (-8,-1), (0,1)
    replay = read(2, events=start + short + mouse_event(MouseEvent(2000, "mv", 4, 4), 2) + END)
    assert replay.mouse[2:] == (
        (1255, "mv", 63, 0),
        (1255, "mv", 55, -1),
        (1258, "mv", 55, 0),
        (2000, "mv", 4, 4),
    )


def test_a_short_movement_may_come_first() -> None:
    replay = read(2, events=bytes([28, 5, 0x32]) + END)
    assert replay.mouse == ((5, "mv", 3, 2),)


def test_short_movements_are_pixels_of_the_file() -> None:
    start = mouse_event(MouseEvent(0, "lr", 24, 24), 2)
    replay = read(2, LONG._replace(cell_size=24), events=start + bytes([28, 5, 0x33]) + END)
    assert replay.mouse[1:] == ((0, "lr", 16, 16), (5, "mv", 18, 18))


@both_versions
def test_what_cells_show_is_skipped(version: int) -> None:
    shown = b"".join(bytes([code, 1, 0]) for code in BOARD_EVENTS)
    click = mouse_event(MouseEvent(70_000, "lr", 56, 8), version)
    replay = read(version, events=shown + click + shown + END)
    assert moves_of(replay) == ["70000 reveal 4 1"]


def test_time_stamps_of_version_1_are_skipped() -> None:
    click = mouse_event(MouseEvent(5, "lr", 56, 8), 1)
    assert moves_of(read(1, events=TIME_STAMP + click + TIME_STAMP + END)) == ["5 reveal 4 1"]


def test_events_after_the_end_are_not_read() -> None:
    click = mouse_event(MouseEvent(5, "lr", 56, 8), 2)
    assert moves_of(read(2, events=click + END + click + b"\xff")) == ["5 reveal 4 1"]


# What is refused


def board(*mines: tuple[int, int], width: int = 4, height: int = 3, count: int = 2) -> bytes:
    places = b"".join(map(bytes, mines))
    return bytes([0, 0, 0, 0, width, height]) + count.to_bytes(2, "big") + places


CLICK = mouse_event(MouseEvent(5, "lr", 56, 8), 2)


@pytest.mark.parametrize(
    ("replaced", "complaint"),
    [
        ({"board": board((0, 0), (4, 2))}, "offset 82, mines: (5,3) is not on the board of 4x3"),
        ({"board": board((0, 3), (3, 2))}, "offset 80, mines: (1,4) is not on the board of 4x3"),
        ({"board": board((3, 2), (3, 2))}, "offset 82, mines: (4,3) has two mines"),
        ({"board": board(count=12)}, "offset 80, number of mines: 12 mines do not fit on 4x3"),
        ({"board": board(width=0)}, "offset 80, size: 0x3 is not the size of a board"),
        ({"board": board(height=0)}, "offset 80, size: 4x0 is not the size of a board"),
        ({"properties": b"\0\0\0\3\2\0\0"}, "offset 92, size of a cell: 0 pixels"),
        (
            {"events": CLICK + b"\x08" + END},
            "offset 112, events: 8 is no event, or not a whole one",
        ),
        (
            {"events": CLICK + b"\x1d" + END},
            "offset 112, events: 29 is no event, or not a whole one",
        ),
        # Time stamps are in version 1 only.
        (
            {"events": CLICK + TIME_STAMP + END},
            "offset 112, events: 0 is no event, or not a whole one",
        ),
    ],
)
def test_what_cannot_be_is_named_with_its_offset(
    replaced: dict[str, bytes], complaint: str
) -> None:
    assert refusal_of(parse_rmv, write_rmv(LONG, 2, **replaced)) == complaint


@pytest.mark.parametrize(
    ("replaced", "complaint"),
    [
        ({"board": b"\0"}, "offset 72, time of the board: only 1 of 4 bytes are left"),
        ({"board": board((0, 0))}, "offset 82, mines: only 0 of 2 bytes are left"),
        (
            {"player": b"\0\2\0"},
            "offset 55, length of a player field: only 0 of 1 bytes are left",
        ),
        ({"player": b"\0\1\5Zoe"}, "offset 55, player: only 3 of 5 bytes are left"),
        (
            {"preflags": b"\0\2\0\0"},
            "offset 88, flags before the start: only 0 of 2 bytes are left",
        ),
        ({"properties": b"\0\0"}, "offset 86, properties: only 2 of 3 bytes are left"),
        (
            {"properties": b"\0\0\0\3\2\0"},
            "offset 89, properties: only 3 of 4 bytes are left",
        ),
        ({"events": b""}, "offset 103, events: only 0 of 1 bytes are left"),
        ({"events": CLICK}, "offset 112, events: only 0 of 1 bytes are left"),
        ({"events": CLICK[:-1]}, "offset 103, events: 3 is no event, or not a whole one"),
        ({"events": CLICK + b"\x1c\0"}, "offset 112, events: 28 is no event, or not a whole one"),
        ({"events": CLICK + b"\x09\0"}, "offset 112, events: 9 is no event, or not a whole one"),
        ({"events": CLICK + END[:-1]}, "offset 113, time: only 2 of 3 bytes are left"),
    ],
)
def test_a_section_that_is_too_short_is_named(replaced: dict[str, bytes], complaint: str) -> None:
    assert refusal_of(parse_rmv, write_rmv(LONG, 2, **replaced)) == complaint


def test_there_are_no_short_movements_in_version_1() -> None:
    short = bytes([28, 1, 0x11])
    data = write_rmv(LONG, 1, events=mouse_event(MouseEvent(5, "lr", 56, 8), 1) + short + END)
    at = data.index(short + END)
    assert refusal_of(parse_rmv, data) == (
        f"offset {at}, events: 28 is no event, or not a whole one"
    )


@pytest.mark.parametrize("version", [0, 3, 256])
def test_another_version_is_refused(version: int) -> None:
    assert refusal_of(parse_rmv, write_rmv(LONG, version)) == (
        f"offset 4, version: {version} is not a number from 1 to 2"
    )
