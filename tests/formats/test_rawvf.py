"""RawVF: ours is read back to the same game, others' well enough to watch, damage in one line."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.board import Board
from minesweeper.engine.game import Move, Status
from minesweeper.engine.notation import (
    NotationError,
    format_layout,
    format_position,
    parse_layout,
)
from minesweeper.formats.rawvf import RawVFError, format_rawvf, parse_rawvf
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Playback, Replay, TimedMove, replay_of, wrong_claims
from minesweeper.play.session import Session
from tests.harness.boards import game_on, number_rows, picture
from tests.harness.foreign_games import last_position, moves_of
from tests.harness.played import click, journalled, played, session_on

PROGRAM = "minesweeper 0.1.0"

Event = tuple[str, int, int]
"""What happened, and in which column and row."""

FOREIGN = picture("""
    RawVF_Version: Rev6
    Program: Some Clone
    Player: José
    Width: 4
    Height: 3
    Mines: 2
    Marks: Off
    Time: 4.50
    BBBV: 3
    Status: won
    Some Key: of theirs
    Board:
    *000
    0000
    000*
    Events:
    -1.00 start
    0.00 mv 1 1 (0 0)
    {events}
    won
""")


def foreign(*events: str) -> Replay:
    return parse_rawvf(FOREIGN.replace("{events}", "\n".join(events)))


# Ours


def test_a_replay_of_ours_reads_like_this() -> None:
    session, _ = journalled(known=False)
    click(session, "flag 1 1", now=700)
    click(session, "reveal 3 1", now=1_000)
    click(session, "flag 5 1", now=2_250)
    click(session, "chord 4 1", now=3_000)
    click(session, "reveal 9 1", now=4_500)
    assert format_rawvf(replay_of(session, PROGRAM)) == picture("""
        RawVF_Version: Rev6
        Program: minesweeper
        Version: 0.1.0
        Level: Custom
        Width: 9
        Height: 2
        Mines: 3
        Marks: Off
        Time: 3.500
        BBBV: 5
        BBBVS: 0.571
        Solved_BBBV: 2
        Status: lost
        Timestamp: 0000-00-00T00:00:00Z
        Mode: Classic
        Style: FL
        First: opening
        Win: either
        Known: No
        No_Guess: No
        On_Guess: luck
        Origin: drawn
        Seed: -
        Clicks: 5
        Undos: 0
        Helps: 0
        No_Record: -
        Id: 0
        Board:
        *000*000*
        000000000
        Events:
        -0.300 rc 1 1 (8 8)
        -0.300 rr 1 1 (8 8)
        0.000 start
        0.000 lc 3 1 (40 8)
        0.000 lr 3 1 (40 8)
        1.250 rc 5 1 (72 8)
        1.250 rr 5 1 (72 8)
        2.000 mc 4 1 (56 8)
        2.000 mr 4 1 (56 8)
        3.500 lc 9 1 (136 8)
        3.500 lr 9 1 (136 8)
        lost
    """)


def flag_chorded() -> Replay:
    """A game with flag-chords, one of which is refused, and a question mark."""
    game = game_on("*.*\n...", win="flags", question_marks=True, known=False)
    session = session_on(game)
    for time, text in enumerate(
        [
            *("reveal 2 1", "flag 1 1", "flag 1 1", "flag-chord 2 1"),
            *("reveal 1 2", "reveal 2 2", "reveal 3 2", "flag-chord 2 1"),
        ]
    ):
        click(session, text, now=1_000 * time)
    return replay_of(session, PROGRAM)


def test_a_flag_chord_is_written_as_single_flags_and_read_back_as_one_click() -> None:
    text = format_rawvf(flag_chorded())
    assert "Clicks: 8\nFlag_Chords: 2\n" in text
    assert text.partition("6.000 lr 3 2 (40 24)\n")[2] == picture("""
        7.000 mv 2 1 (24 8)
        7.000 rc 1 1 (8 8)
        7.000 rr 1 1 (8 8)
        7.000 rc 1 1 (8 8)
        7.000 rr 1 1 (8 8)
        7.000 rc 3 1 (40 8)
        7.000 rr 3 1 (40 8)
        won
    """)
    read = parse_rawvf(text)
    assert read == flag_chorded()
    assert wrong_claims(read) == []
    assert last_position(read) == "F2F\n121\n"


def test_a_program_without_the_flag_chord_reads_the_same_game() -> None:
    text = format_rawvf(flag_chorded()).replace("Flag_Chords: 2\n", "")
    read = parse_rawvf(text)
    assert last_position(read) == "F2F\n121\n"
    assert moves_of(read)[-3:] == ["7000 flag 1 1", "7000 flag 1 1", "7000 flag 3 1"]
    assert wrong_claims(read) == ["Clicks: 8, but it is 9"]


@pytest.mark.parametrize("other", ["7.000 rc 2 1 (24 8)", "8.000 rc 1 1 (8 8)", "won", ""])
def test_a_flag_chord_with_other_flags_is_refused(other: str) -> None:
    lines = format_rawvf(flag_chorded()).splitlines()
    number = lines.index("7.000 rc 1 1 (8 8)") + 1
    lines[number - 1] = other
    with pytest.raises(RawVFError) as caught:
        parse_rawvf("\n".join(lines))
    assert str(caught.value) == (
        f"line {number}: {other!a} is not '7.000 rc 1 1 (8 8)', as the flag-chord needs"
    )


@given(played())
def test_a_replay_of_ours_is_read_back_to_the_same_game(game: tuple[Session, list[str]]) -> None:
    session, _ = game
    if session.board is None:
        return
    replay = replay_of(session, PROGRAM)
    read = parse_rawvf(format_rawvf(replay))
    assert format_layout(read.board) == format_layout(replay.board)
    assert read._replace(board=replay.board) == replay
    if not session.result:
        assert last_position(read) == format_position(session.game)


def test_a_click_of_ours_that_did_nothing_is_read_back_where_it_was_made() -> None:
    session, _ = journalled(known=False)
    clicks = ["reveal 3 1", "reveal 4 1", "flag 3 1", "flag 4 1", "reveal 3 1", "chord 4 1"]
    for text in clicks:
        click(session, text)
    read = parse_rawvf(format_rawvf(replay_of(session, PROGRAM)))
    assert moves_of(read) == [f"0 {text}" for text in clicks]


# Others'


def test_a_foreign_file_is_won_by_clearing_and_promises_nothing() -> None:
    replay = foreign()
    assert replay.setup == (4, 3, 2, "any", "clear", False, False, "luck")
    assert not replay.has_known_layout
    assert replay.headers["Some Key"] == "of theirs"


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ("0.00 lc (50 2)|0.15 mv (51 2)|0.20 lr 4 1 (51 2)", ["200 reveal 4 1"]),
        ("0.00 lc (50 2)|0.20 lr (2 2)", ["200 reveal 1 1"]),
        ("0.00 lc (50 2)|0.20 lr (-2 2)", []),
        ("0.00 lc (50 2)|0.20 lr (64 2)", []),
        ("0.00 rc (2 2)|0.10 rr (2 2)", ["0 flag 1 1"]),
        ("0.00 mc (2 2)|0.10 mr (2 2)", ["100 chord 1 1"]),
        ("0.00 sc (2 2)|0.10 lr (2 2)", ["100 chord 1 1"]),
        ("0.00 lc (2 2)|0.01 rc (2 2)|0.10 lr (2 2)|0.12 rr (2 2)", ["100 chord 1 1"]),
        ("0.00 lc (2 2)|0.01 rc (2 2)|0.10 rr (2 2)|0.12 lr (2 2)", ["100 chord 1 1"]),
        # Flag, and slide onto the number with both held.
        (
            "0.00 rc (2 2)|0.01 lc (18 2)|0.10 lr (18 2)|0.12 rr (18 2)",
            ["0 flag 1 1", "100 chord 2 1"],
        ),
        # A right click on a number that makes no chord is a wasted click.
        (
            "0.00 lc (18 2)|0.00 lr (18 2)|0.01 rc (18 2)|0.05 rr (18 2)",
            ["0 reveal 2 1", "50 flag 2 1"],
        ),
        # ... wherever the button comes up.
        (
            "0.00 lc (18 2)|0.00 lr (18 2)|0.01 rc (18 2)|0.05 rr (50 2)",
            ["0 reveal 2 1", "50 flag 2 1"],
        ),
        # So are clicks beside the board, once a cell is revealed; but no chord, begun or made.
        (
            "0.00 lc (18 2)|0.00 lr (18 2)|0.01 lc (18 2)|0.05 lr (64 2)",
            ["0 reveal 2 1", "50 reveal 2 1"],
        ),
        (
            "0.00 lc (18 2)|0.00 lr (18 2)|0.01 rc (-1 2)|0.05 rr (-1 2)",
            ["0 reveal 2 1", "50 flag 2 1"],
        ),
        (
            "0.0 lc (18 2)|0.0 lr (18 2)|0.1 lc (2 2)|0.2 rc (2 2)|0.5 lr (64 2)|0.6 rr (2 2)",
            ["0 reveal 2 1"],
        ),
        ("0.00 rc (-1 2)|0.05 rr (-1 2)|0.06 lc (2 2)|0.07 lr (2 64)", []),
        ("0.00 lr (2 2)|0.01 rr (2 2)|0.02 mr (2 2)", []),
        # The middle button ends all that the others have begun: a chord, a flag, a chord's rest.
        (
            "0.0 lc (18 2)|0.0 lr (18 2)|0.1 lc (2 2)|0.2 rc (2 2)|0.3 mc (18 2)|0.4 mr (18 2)"
            "|0.5 lr (2 2)|0.6 rr (2 2)",
            ["0 reveal 2 1", "400 chord 2 1"],
        ),
        (
            "0.0 lc (18 2)|0.0 lr (18 2)|0.1 rc (2 2)|0.3 mc (2 2)|0.4 mr (2 2)|0.5 rr (2 2)"
            "|0.6 rc (18 2)|0.7 rr (18 2)",
            ["0 reveal 2 1", "100 flag 1 1", "400 chord 1 1", "700 flag 2 1"],
        ),
        (
            "0.0 lc (18 2)|0.1 rc (18 2)|0.2 rr (18 2)|0.3 mc (18 2)|0.4 mr (18 2)|0.5 lr (2 2)"
            "|0.6 lc (2 2)|0.7 lr (2 2)",
            ["200 chord 2 1", "400 chord 2 1", "700 reveal 1 1"],
        ),
        # While it is pressed, the others do nothing.
        (
            "0.0 mc (18 2)|0.1 lc (2 2)|0.2 rc (2 2)|0.3 lr (2 2)|0.4 rr (2 2)|0.5 sc (2 2)"
            "|0.6 lr (2 2)|0.7 mr (18 2)",
            ["700 chord 2 1"],
        ),
        ("0.10 lc 4 1|0.20 lr 4 1", ["200 reveal 4 1"]),
        ("0.10 lc 4 1 (50 2) (l)|0.20 lr 4 1 (50 2) (l)", ["200 reveal 4 1"]),
        ("0.10 mt 1 1 (0 0)|0.20 sx 4|number3 1 2|pressed 1 1|0.300 nonstandard", []),
        ("0.123 lc (50 2)|12.5 lr (50 2)", ["12500 reveal 4 1"]),
        ("0.00 lc (10000000 2)|0.10 lr (50 10000000)", []),
    ],
)
def test_buttons_that_go_down_and_up_are_moves(events: str, expected: list[str]) -> None:
    assert moves_of(foreign(*events.split("|"))) == expected


MOUSE = """\
-0.500 rc 1 1 (2 2)
-0.400 rr 1 1 (3 2)
-0.010 mv 4 1 (50 2)
0.000 start
0.000 lc 4 1 (50 2)
0.200 lr 4 1 (51 3)
0.900 mv 0 1 (-1 2)
1.000 lc 1 3 (2 34)
1.500 lr 1 3 (2 34)
won
"""


def test_the_path_of_a_mouse_is_read_and_written_with_the_times_of_its_buttons() -> None:
    text = FOREIGN.replace("-1.00 start\n0.00 mv 1 1 (0 0)\n{events}\nwon\n", MOUSE)
    replay = parse_rawvf(text)
    assert replay.mouse[0] == MouseEvent(-500, "rc", 2, 2)
    assert " ".join(event.event for event in replay.mouse) == "rc rr mv lc lr mv lc lr"
    written = format_rawvf(replay)
    assert written.partition("Events:\n")[2] == MOUSE
    assert parse_rawvf(written) == replay


def test_without_a_movement_the_clicks_were_no_path() -> None:
    assert foreign("0.00 lc (50 2)", "0.20 lr (50 2)").mouse[0].event == "mv"
    text = FOREIGN.replace("0.00 mv 1 1 (0 0)\n", "")
    clicks = parse_rawvf(text.replace("{events}", "0.00 lc (50 2)\n0.20 lr (50 2)"))
    assert (moves_of(clicks), clicks.mouse) == (["200 reveal 4 1"], ())


@pytest.mark.parametrize(
    "header",
    [
        *("Mode: Cheat", "Mode: cheat (hinted)", "Mode: Flag recursive", "mode: Lucky"),
        *("Level: marathon", "Lives: 3"),
        *("SuperFlag: On", "NonoMouse: On", "ElmarTechnique: On"),
    ],
)
def test_what_is_not_the_classic_game_is_refused_by_name(header: str) -> None:
    key, _, value = header.partition(": ")
    with pytest.raises(RawVFError) as caught:
        parse_rawvf(FOREIGN.replace("Marks", f"{header}\nMarks"))
    assert str(caught.value) == f"line 7: {key}: {value!a} is not the classic game"


CLICK_4_1 = FOREIGN.replace("{events}", "0 lc (50 2)\n0.1 lr (50 2)")


@pytest.mark.parametrize(
    "header",
    [
        *(f"Mode: {mode}" for mode in ("", "Classic", "classic", "Standard", "Win7")),
        *("Mode: No Guess", "Mode: Classic NG", "Mode: Eff Boards", "Lives: 1"),
        *("Mode: UPK", "Mode: upk", "Mode: Density", "Mode: Weakly solvable"),
        *("SuperFlag: Off", "NonoMouse: Off", "ElmarTechnique: Off"),
    ],
)
def test_other_names_of_the_classic_game_are_read(header: str) -> None:
    text = CLICK_4_1.replace("Program: Some Clone\n", "").replace("Marks", f"{header}\nMarks")
    assert moves_of(parse_rawvf(text)) == ["100 reveal 4 1"]


@pytest.mark.parametrize("before", ["", "Status: Board:\n", "BOARD :\n"])
def test_the_line_before_the_board_may_be_missing_or_joined_with_another(before: str) -> None:
    read = parse_rawvf(CLICK_4_1.replace("Board:\n", before))
    assert read.board == parse_rawvf(CLICK_4_1).board
    assert moves_of(read) == ["100 reveal 4 1"]


def test_a_row_is_no_header_if_it_has_another_width() -> None:
    with pytest.raises(RawVFError, match=r"line 12: .* is neither 'Key: value' nor 'Board:'"):
        parse_rawvf(FOREIGN.replace("Board:\n*000", "*0000"))


@pytest.mark.parametrize(
    ("header", "events", "expected"),
    [
        ("SquareSize: 40", "0 lc (150 2)|0.1 lr (150 2)", ["100 reveal 4 1"]),
        # Positions may be in our pixels though a cell has another size.
        ("SquareSize: 24", "0 lc 4 1 (56 8)|0.1 lr 4 1 (56 8)", ["100 reveal 4 1"]),
        # A left click on a number may be a chord.
        (
            "SuperClick: On",
            "0 lc (18 2)|0.1 lr (18 2)|0.2 lc (18 2)|0.3 lr (18 2)",
            ["100 reveal 2 1", "300 chord 2 1"],
        ),
    ],
)
def test_headers_may_say_how_events_are_meant(
    header: str, events: str, expected: list[str]
) -> None:
    text = FOREIGN.replace("Marks", f"{header}\nMarks")
    assert moves_of(parse_rawvf(text.replace("{events}", events.replace("|", "\n")))) == expected


def test_nothing_is_played_after_the_end() -> None:
    replay = foreign(*["0.0 lc (2 2)", "0.1 lr (2 2)"] * 3)
    assert moves_of(replay) == ["100 reveal 1 1"]
    assert Playback(replay).go_to(9).status is Status.LOST


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    assert parse_rawvf("\ufeff" + CLICK_4_1.replace("\n", "\r\n")) == parse_rawvf(CLICK_4_1)


COUNT_AS_OTHERS = """
import json, sys
from ms_toollib import MinesweeperBoard
for numbers, events in json.load(sys.stdin):
    board = MinesweeperBoard(numbers)
    for event, column, row in events:
        board.step(event, (row - 1, column - 1))
    print(board.left, board.right, board.double)
"""


def clicks_of_others(
    games: list[tuple[list[list[int]], list[Event]]], directory: Path
) -> list[list[int]]:
    """How many reveals, flags and chords ms_toollib counts.

    In a process of its own, as it aborts on what it does not like, and leaves a log behind.
    """
    done = subprocess.run(
        [sys.executable, "-c", COUNT_AS_OTHERS],
        input=json.dumps(games),
        capture_output=True,
        text=True,
        check=True,
        cwd=directory,
    )
    return [[int(number) for number in line.split()] for line in done.stdout.splitlines()]


def wild_clicking(board: Board, rng: Random) -> list[Event]:
    """A number is revealed; then both buttons go down and up anywhere, also beside the board."""
    grid = board.grid
    numbers = [cell for cell in grid if not board.is_mine(cell) and board.number(cell)]
    first = grid.place(rng.choice(numbers))
    events = [("lc", *first), ("lr", *first)]
    down = {"l": False, "r": False}
    place = first
    for _ in range(30):
        if rng.random() < 0.4:
            place = grid.place(rng.choice(list(grid)))
        button = rng.choice("lr")
        beside = rng.random() < 0.15
        at = (grid.width + 1, grid.height + 1) if beside else place
        events.append((button + ("r" if down[button] else "c"), *at))
        down[button] = not down[button]
    return events + [(f"{button}r", *place) for button in "lr" if down[button]]


def replayed(board: Board, events: list[Event]) -> Replay:
    rows = format_layout(board).replace(".", "0")
    width, height = board.grid.width, board.grid.height
    lines = "".join(f"0.0 {event} {column} {row}\n" for event, column, row in events)
    return parse_rawvf(f"Width: {width}\nHeight: {height}\nBoard:\n{rows}Events:\n{lines}")


def test_as_many_clicks_are_counted_as_by_the_community_s_parser(tmp_path: Path) -> None:
    pytest.importorskip("ms_toollib")
    rng = Random(37)
    games: list[tuple[Board, list[Event]]] = []
    while len(games) < 500:
        board = parse_layout("\n".join("".join(rng.choices("*....", k=5)) for _ in range(4)))
        if board.mine_count:
            games.append((board, wild_clicking(board, rng)))
    ours = []
    for board, events in games:
        verbs = Counter(step.move.verb for step in replayed(board, events).steps)
        ours.append([verbs["reveal"], verbs["flag"], verbs["chord"]])
    theirs = [(number_rows(board), events) for board, events in games]
    assert clicks_of_others(theirs, tmp_path) == ours


# Damage


def read_or_refused(text: str) -> Replay | None:
    """The replay; None if it was refused as it should be."""
    try:
        return parse_rawvf(text)
    except RawVFError:
        return None


WHOLE = FOREIGN.replace("{events}", "0.00 lc 4 1 (50 2)\n0.10 lr 4 1 (50 2)")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Width: 4\n", "", "line 1: the key Width is missing"),
        ("Width: 4", "Width: 5", "line 13: '*000' is not a row of 5 cells"),
        ("Width: 4", "Width: 1000000000", "line 4: Width: '1000000000' is not a number from 1 to"),
        ("Width: 4", "Width: 0", "line 4: Width: '0' is not a number"),
        ("Width: 4", "Width: 9999", "line 13: "),
        ("Height: 3", "Height: 4", "line 16: 'Events:' is not a row of 4 cells"),
        ("Height: 3", "Height: -3", "line 5: Height: '-3' is not a number"),
        ("Mines: 2", "Mines: 3", "line 6: 3 mines, but the board has 2"),
        ("Mines: 2", "Mines: 12", "line 6: Mines: '12' is not a number from 0 to 11"),
        ("Board:", "Bored", "line 12: 'Bored' is neither 'Key: value' nor 'Board:'"),
        ("*000", "*0A0", "line 13: '*0A0' is not a row"),
        ("*000\n0000\n000*", "****\n****\n****", "line 13: has a mine in every cell"),
        ("Marks: Off", "SquareSize: 0", "line 7: SquareSize: '0' is not a number"),
        ("Player: José", "\0\0\0", "line 3: '\\x00\\x00\\x00' is neither"),
        ("0.00 lc 4", "0.00 xc 4", "line 19: '0.00 xc 4 1 (50 2)' is not an event"),
        ("0.00 lc 4", "zero lc 4", "line 19: 'zero' is "),
        ("0.00 lc 4", "0.0000 lc 4", "line 19: '0.0000' is not a time"),
        ("0.00 lc 4", "9" * 500 + " lc 4", "line 19: "),
        ("0.00 lc 4 1 (50 2)", "0.00", "line 19: '0.00' is not an event"),
        ("0.00 lc 4 1 (50 2)", "0.00 lc", "line 19: '0.00 lc' names no cell"),
        ("0.00 lc 4 1 (50 2)", "0.00 lc (5", "line 19: "),
        ("0.00 lc 4 1 (50 2)", "0.00 lc (x y)", "line 19: "),
        ("0.00 lc 4 1 (50 2)", "0.00 lc (10000001 2)", "line 19: '10000001' is not a number from "),
        ("0.00 lc 4 1 (50 2)", "\0" * 4096, "line 19: "),
    ],
)
def test_damage_is_named_with_its_line(old: str, new: str, complaint: str) -> None:
    assert old in WHOLE
    with pytest.raises(RawVFError) as caught:
        parse_rawvf(WHOLE.replace(old, new, 1))
    said = str(caught.value)
    assert said.startswith(complaint)
    assert len(said) < 250
    assert said.isprintable()


def test_a_file_cut_anywhere_is_a_shorter_game_or_one_clear_line() -> None:
    for length in range(len(WHOLE)):
        replay = read_or_refused(WHOLE[:length])
        if replay:
            assert length > WHOLE.index("Events") - 2
            assert moves_of(replay) in ([], ["100 reveal 4 1"])


@given(st.text(alphabet="RWidthHegBoard:\n*0 .1lcr()\0é9-", max_size=200))
def test_noise_is_refused(text: str) -> None:
    with pytest.raises(RawVFError):
        parse_rawvf(text)


@pytest.mark.samples(100, 10_000)
def test_a_damaged_character_is_no_crash(count: int) -> None:
    rng = Random(12)
    for _ in range(count):
        at = rng.randrange(len(WHOLE))
        read_or_refused(
            WHOLE[:at] + chr(rng.randrange(rng.choice((128, 0xD800)))) + WHOLE[at + 1 :]
        )


def test_millions_of_events_are_refused() -> None:
    text = WHOLE + "0.1 mv 1 1 (1 1)\n" * 2_000_001
    with pytest.raises(RawVFError, match="line 2000016: more than 2,000,000 events"):
        parse_rawvf(text)


def test_a_text_of_many_megabytes_is_refused() -> None:
    with pytest.raises(RawVFError, match="line 22: more than 64 MB"):
        parse_rawvf(WHOLE + "x" * 2**26)


def test_a_replay_of_more_megabytes_than_are_read_is_not_written() -> None:
    replay = parse_rawvf(WHOLE)
    headers = {"Width": "4", "Height": "3", "Player": ""}
    left = 2**26 - len(format_rawvf(replay._replace(headers=headers)))
    written = format_rawvf(replay._replace(headers={**headers, "Player": "x" * left}))
    assert parse_rawvf(written).steps == replay.steps
    with pytest.raises(NotationError, match="more than 2,000,000 events or 64 MB are not read"):
        format_rawvf(replay._replace(headers={**headers, "Player": "x" * (left + 1)}))


@pytest.mark.long
def test_a_replay_of_more_events_than_are_read_is_not_written() -> None:
    replay = parse_rawvf(WHOLE)
    flag = TimedMove(0, Move("flag", replay.board.grid.cell(1, 1)))
    flags = [flag] * 999_998
    replay = replay._replace(mouse=())
    written = format_rawvf(replay._replace(steps=flags))
    assert len(parse_rawvf(written).steps) == len(flags)
    with pytest.raises(NotationError, match="more than 2,000,000 events or 64 MB are not read"):
        format_rawvf(replay._replace(steps=[*flags, flag]))


def test_times_that_run_back_are_named_and_put_in_order() -> None:
    events = ["0 start", "0 mv 1 1", "0.5 lc 4 1", "0.6 number1 4 1", "0.4 lr 4 1", "0.3 mv 2 2"]
    header = FOREIGN.split("Events:", maxsplit=1)[0]
    replay = parse_rawvf("\n".join([header + "Events:", *events]))
    assert [event.milliseconds for event in replay.mouse] == [0, 500, 500, 500]
    assert replay.ran_back_at == 3
    assert "times run back at event 3" in wrong_claims(replay)
