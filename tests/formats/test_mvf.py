"""MVF: the games of Minesweeper Clone are read back; a damaged file is refused in one line."""

from contextlib import suppress
from random import Random

import pytest

from minesweeper.engine.notation import NotationError, format_layout
from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.mvf import looks_like_mvf, parse_mvf
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
from tests.harness.foreign_games import LAYOUT, ForeignGame, format_of, last_position, moves_of
from tests.harness.written_clone import (
    FUNNY,
    HACK,
    LONG,
    clone_samples,
    write_mvf,
    write_old_mvf,
)

OLD_VERSIONS = pytest.mark.parametrize("version", ["0.75", "0.76", "0.96"])
VERSIONS_WITH_HUNDREDTHS = pytest.mark.parametrize("version", ["0.97", HACK])
LATER_VERSIONS = pytest.mark.parametrize("version", ["2006", "2007"])
VERSIONS_WITH_A_KEY = pytest.mark.parametrize("version", ["0.97", HACK, "2006", "2007"])
SAMPLES = clone_samples()
NAMES = {
    "0.75": "0.75 or earlier",
    "0.76": "0.76",
    "0.96": "0.96 or earlier",
    "0.97": "0.97 beta",
    HACK: "0.97 hack",
    "2006": "2006 release 1",
    "2007": "2007 release 1",
}
BEGINNER = {"Level": "Beginner", "Width": "8", "Height": "8", "Mines": "10"}


def refusal(data: bytes) -> str:
    """Return the message that refuses a file."""
    with pytest.raises(FormatError) as caught:
        parse_mvf(data)
    return str(caught.value)


def without_last_release(game: ForeignGame) -> list[MouseEvent]:
    """Return the mouse of a game in which the time of the last release is that of its press."""
    *events, press, release = cut_to_hundredths(game).mouse
    return [*events, press, release._replace(milliseconds=press.milliseconds)]


# 0.97, 2006 and 2007


@VERSIONS_WITH_HUNDREDTHS
def test_a_won_game_of_097_is_read_back(version: str) -> None:
    replay = parse_mvf(write_mvf(WON, version))
    assert format_layout(replay.board) == picture(BEGINNER_LAYOUT)
    assert moves_of(replay) == cut_moves(WON_MOVES)
    assert list(replay.mouse) == cut_to_hundredths(WON).mouse
    assert last_position(replay) == WON_POSITION
    assert replay.setup == (8, 8, 10, "any", "clear", False, False, "luck")
    assert replay.headers == {
        "Program": "Minesweeper Clone",
        "Version": NAMES[version],
        "Player": "Zoë",
        **BEGINNER,
        "Mode": "Classic",
        "Marks": "Off",
        "Time": "1.580",
        "BBBV": "3",
        "Solved_BBBV": "3",
        "Status": "won",
        "Timestamp": "2023-11-14T22:13:20",
        "Not_Checked": "code",
    }
    assert wrong_claims(replay) == []


@VERSIONS_WITH_HUNDREDTHS
def test_a_lost_game_of_097_claims_its_solved_3bv(version: str) -> None:
    replay = parse_mvf(write_mvf(LOST, version, solved=1))
    assert moves_of(replay) == cut_moves(LOST_MOVES)
    assert last_position(replay) == LOST_POSITION
    assert [replay.headers[key] for key in ("BBBV", "Solved_BBBV", "Status")] == ["3", "1", "lost"]
    assert wrong_claims(replay) == []


def test_wrong_statistics_are_wrong_claims() -> None:
    assert wrong_claims(parse_mvf(write_mvf(WON, "0.97", solved=2))) == [
        "Solved_BBBV: 2, but it is 3",
        "Status: lost, but it is won",
    ]


@LATER_VERSIONS
def test_a_won_game_of_2006_and_2007_is_read_back_with_its_milliseconds(version: str) -> None:
    replay = parse_mvf(write_mvf(WON, version))
    assert format_layout(replay.board) == picture(BEGINNER_LAYOUT)
    assert moves_of(replay) == WON_MOVES
    assert list(replay.mouse) == WON.mouse
    assert last_position(replay) == WON_POSITION
    assert replay.headers == {
        "Program": "Minesweeper Clone",
        "Version": NAMES[version],
        "Player": "Zoë",
        **BEGINNER,
        "Mode": "Classic",
        "Marks": "Off",
        "Time": "1.588",
        "Timestamp": "2023-11-14T22:13:20",
        "Not_Checked": "code",
    }
    assert wrong_claims(replay) == []


@LATER_VERSIONS
def test_a_lost_game_of_2006_and_2007_is_read_back(version: str) -> None:
    replay = parse_mvf(write_mvf(LOST, version))
    assert moves_of(replay) == LOST_MOVES
    assert last_position(replay) == LOST_POSITION


@LATER_VERSIONS
def test_a_place_of_2006_and_2007_may_be_left_of_and_above_the_board(version: str) -> None:
    game = WON._replace(mouse=[MouseEvent(0, "mv", -32, -31), MouseEvent(1, "lc", -32, -31)])
    assert list(parse_mvf(write_mvf(game, version)).mouse) == game.mouse


@VERSIONS_WITH_A_KEY
def test_question_marks_are_on_or_off(version: str) -> None:
    for game, is_on in ((LOST, True), (WON, False)):
        replay = parse_mvf(write_mvf(game, version))
        assert replay.setup.question_marks == is_on
        assert replay.headers["Marks"] == ("On" if is_on else "Off")


@VERSIONS_WITH_A_KEY
def test_a_custom_board_and_large_times_and_places_are_read_back(version: str) -> None:
    replay = parse_mvf(write_mvf(LONG, version))
    assert format_layout(replay.board) == picture(LAYOUT)
    assert list(replay.mouse) == LONG.mouse
    assert [replay.headers[key] for key in ("Level", "Width", "Height", "Mines", "Time")] == [
        *("Custom", "4", "3", "2", "600.110"),
    ]
    assert wrong_claims(replay) == []


@VERSIONS_WITH_A_KEY
def test_any_key_orders_the_bits_of_the_events(version: str) -> None:
    # A number that keys make is 1.00000000, with one digit too many, by these; 0 by the next.
    keys = [2241, 2805, 6765, 16353, 36722, 37720, 65535, 0, *Random(7).sample(range(65536), 50)]
    for key in keys:
        assert list(parse_mvf(write_mvf(LONG, version, key=key)).mouse) == LONG.mouse


@VERSIONS_WITH_A_KEY
@pytest.mark.parametrize("day", [0, 31])
def test_a_day_that_does_not_exist_is_not_claimed(version: str, day: int) -> None:
    replay = parse_mvf(write_mvf(WON, version, date=bytes([11, day, 7, 231])))
    assert "Timestamp" not in replay.headers


@VERSIONS_WITH_A_KEY
@pytest.mark.parametrize(
    ("name", "expected"),
    [(b"", ""), (b" \xb1 [", " \\xb1 ["), ("匿名".encode(), "匿名"), (b"x" * 255, "x" * 255)],
)
def test_a_name_may_have_any_encoding(version: str, name: bytes, expected: str) -> None:
    assert (
        parse_mvf(write_mvf(WON._replace(player=name), version)).headers.get("Player", "")
        == expected
    )


# Up to 0.96


@OLD_VERSIONS
def test_a_won_game_up_to_096_is_read_back(version: str) -> None:
    replay = parse_mvf(write_old_mvf(WON, version))
    assert format_layout(replay.board) == picture(BEGINNER_LAYOUT)
    assert moves_of(replay) == cut_moves(WON_MOVES)
    assert list(replay.mouse) == without_last_release(WON)
    assert last_position(replay) == WON_POSITION
    player = {} if version == "0.75" else {"Player": "Zoë"}
    assert replay.headers == {
        "Program": "Minesweeper Clone",
        "Version": NAMES[version],
        **player,
        **BEGINNER,
        "Marks": "Off",
        "Time": "1.580",
        "Not_Checked": "code",
    }
    assert wrong_claims(replay) == []


@OLD_VERSIONS
def test_a_lost_game_up_to_096_with_question_marks_is_read_back(version: str) -> None:
    replay = parse_mvf(write_old_mvf(LOST, version))
    assert moves_of(replay) == cut_moves(LOST_MOVES)
    assert list(replay.mouse) == without_last_release(LOST)
    assert last_position(replay) == LOST_POSITION
    assert replay.setup.question_marks
    assert replay.headers["Marks"] == "On"
    assert wrong_claims(replay) == []


@OLD_VERSIONS
@pytest.mark.parametrize(
    "left_over",
    [b"", bytes([1, 57, 1, 0, 8, 0, 8, 0]), bytes([1, 59, 1, 0, 8, 0, 8, 0]), bytes(80)],
)
def test_up_to_096_the_events_end_where_the_time_runs_back_or_is_over(
    version: str, left_over: bytes
) -> None:
    replay = parse_mvf(write_old_mvf(WON, version, left_over=left_over))
    assert list(replay.mouse) == without_last_release(WON)


@OLD_VERSIONS
def test_a_game_up_to_096_may_have_no_events(version: str) -> None:
    replay = parse_mvf(write_old_mvf(WON, version, events=b"", left_over=b""))
    assert (replay.mouse, moves_of(replay)) == ((), [])


@pytest.mark.parametrize("version", ["0.76", "0.96"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [(b"", ""), (b"\xb1 [", "\\xb1 ["), ("匿名".encode(), "匿名"), (b"Zo\0\0", "Zo")],
)
def test_a_name_up_to_096_may_have_any_encoding(version: str, name: bytes, expected: str) -> None:
    replay = parse_mvf(write_old_mvf(WON._replace(player=name), version))
    assert replay.headers.get("Player", "") == expected


# Told from other formats


@pytest.mark.parametrize("name", SAMPLES)
def test_mvf_is_found_by_its_content(name: str) -> None:
    assert format_of(SAMPLES[name]) == "MVF"
    [replay] = parse_replays(SAMPLES[name])
    assert replay == parse_mvf(SAMPLES[name])


def test_old_files_of_other_sizes_are_not_known() -> None:
    data = write_old_mvf(WON._replace(layout=LAYOUT), "0.96")
    assert not looks_like_mvf(data)
    assert refusal(data) == "offset 0, size: only the three levels are known"


# Damage


def test_the_game_of_the_hack_with_known_mines_is_refused() -> None:
    message = "offset 0, header: UPK is not the classic game"
    assert refusal(write_mvf(WON, FUNNY)) == message
    with pytest.raises(NotationError, match=message):
        list(parse_replays(write_mvf(WON, FUNNY)))


@pytest.mark.parametrize(
    ("mode", "name"), [(2, "Density"), (3, "UPK"), (4, "Cheat"), (0, "unknown"), (9, "unknown")]
)
@pytest.mark.parametrize(
    ("version", "offset"), [("0.97", 82), (HACK, 15), ("2006", 79), ("2007", 79)]
)
def test_another_mode_is_refused(version: str, offset: int, mode: int, name: str) -> None:
    message = f"offset {offset}, mode: {name} (mode {mode}) is not the classic game"
    assert refusal(write_mvf(WON, version, mode=bytes([mode]))) == message


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
    message = f"offset {offset}, events: only {23 * length + 32} of {30 * length}"
    assert refusal(write_mvf(WON, version, count=b"\0\0\x1e")) == f"{message} bytes are left"


@pytest.mark.parametrize("name", [name for name in SAMPLES if name[4:8] >= "0.97"])
def test_a_file_that_ends_before_its_events_do_is_refused(name: str) -> None:
    data = SAMPLES[name]
    for length in range(len(data) - 32):
        message = refusal(data[:length])
        assert message.startswith("offset ")
        assert message.isprintable()


@OLD_VERSIONS
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


@OLD_VERSIONS
def test_a_short_file_up_to_096_is_refused_or_a_shorter_game(version: str) -> None:
    data = write_old_mvf(WON, version)
    for length in range(len(data)):
        with suppress(FormatError):
            moves = moves_of(parse_mvf(data[:length]))
            # The release that is added at the end may make another move.
            assert moves[:-1] == cut_moves(WON_MOVES)[: len(moves[:-1])]


def test_years_of_no_known_version_are_refused() -> None:
    data = write_mvf(WON, "2007").replace(b"2004-2007", b"2004-2009")
    assert refusal(data) == "offset 0, header: '2004-2009' are not the years of a version"
