"""A game as lines of text: what is written is read back, and what is wrong is said in a line."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import Grid
from minesweeper.engine.game import VERBS, Move
from minesweeper.engine.notation import (
    NotationError,
    format_code,
    format_layout,
    format_move,
    parse_code,
    parse_layout,
    parse_move,
)
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import (
    HELPS,
    KINDS,
    Entry,
    EntryWord,
    Head,
    Help,
    Journal,
    Origin,
    format_journal,
    parse_journal,
)
from tests.harness.boards import FIRSTS, WINS, layouts, picture

JOURNAL = picture("""
    minesweeper journal 1
    id 5f0c
    begun 2025-11-21T02:19:07Z
    setup 3 2 1 opening either no no luck
    origin drawn 7 -
    0 flag 1 1
    50 mines IA==
    50 reveal 3 2
    812 chord 2 2
    900 undo
    950 help hint
    1200 obvious flag 1 1 reveal 3 2
    4100 lost
""")


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    return Setup(
        width,
        height,
        draw(st.integers(0, width * height - 1)),
        draw(st.sampled_from(FIRSTS)),
        draw(st.sampled_from(WINS)),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.sampled_from(["luck", "fair", "strict"])),
    )


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    """A journal with every kind of line, in an order that the grammar allows."""
    board = parse_layout(draw(layouts()))
    grid = board.grid
    setup = draw(setups())._replace(width=grid.width, height=grid.height, mines=board.mine_count)
    seed, name = draw(st.none() | st.integers(0, 2**64 - 1)), draw(st.sampled_from(["", "classic"]))
    origin = Origin(draw(st.sampled_from(KINDS)), seed, name)
    head = Head(draw(st.text("0123456789abcdef", min_size=1, max_size=16)), "2025", setup, origin)
    verbs = st.sampled_from(VERBS)
    moves = st.builds(Move, verbs, st.sampled_from(list(grid)))
    played = moves.map(lambda move: Entry(0, move.verb, move))
    started = moves.map(lambda move: Entry(0, "start", move._replace(verb="reveal")))
    helps = st.sampled_from(HELPS).map(lambda kind: Entry(0, "help", cast(Help, kind)))
    words = ["undo", "redo", "pause", "resume", "left", "restart", "won", "lost", "abandoned"]
    others = st.sampled_from(words).map(lambda word: Entry(0, cast(EntryWord, word)))
    obvious = st.lists(moves, max_size=4).map(lambda moves: Entry(0, "obvious", moves))
    events = draw(st.lists(played | started | helps | obvious | others))
    times = sorted(
        draw(st.lists(st.integers(0, 10**9), min_size=len(events), max_size=len(events)))
    )
    entries = [Entry(0, "mines", board)]
    for time, event in zip(times, events, strict=True):
        entries.append(event._replace(time=time))
    return Journal(head, entries)


@given(journals())
def test_what_is_written_is_read_back(journal: Journal) -> None:
    assert parse_journal(format_journal(journal)) == journal


@given(layouts())
def test_the_code_of_a_layout_is_read_back(layout: str) -> None:
    board = parse_layout(layout)
    assert format_layout(parse_code(format_code(board), board.grid)) == layout


def test_a_code_is_a_bit_a_cell() -> None:
    board = parse_layout("*...*...\n......**\n")
    assert format_code(board) == "iAM="
    assert len(format_code(parse_layout(("." * 1000 + "\n") * 1000))) == 166_668


@pytest.mark.parametrize("code", ["", "iAM", "iAM=\n", "iAMA", "é", "!!!!", "iAM=iAM=", "/////w=="])
def test_a_code_that_fits_no_such_grid_is_refused(code: str) -> None:
    with pytest.raises(NotationError):
        parse_code(code, Grid(8, 2))


def test_a_code_has_nothing_after_its_last_cell() -> None:
    assert parse_code("Dw==", Grid(4, 1)).mine_count == 4
    with pytest.raises(NotationError):
        parse_code("Hw==", Grid(4, 1))


@given(st.data())
def test_a_move_is_read_back(data: st.DataObject) -> None:
    grid = Grid(data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12)))
    verb = data.draw(st.sampled_from(["reveal", "flag", "chord"]))
    column, row = data.draw(st.integers(1, grid.width)), data.draw(st.integers(1, grid.height))
    text = f"{verb} {column} {row}"
    assert format_move(grid, parse_move(grid, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "reveal",
        "reveal 1",
        "reveal 1 1 1",
        "open 1 1",
        "reveal 0 1",
        "reveal 4 1",
        "reveal 1 3",
        "reveal -1 1",
        "reveal 1  1",
        "Reveal 1 1",
        "reveal \u0661 1",
        "reveal 1 1\n",
        "reveal 1_0 1",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(Grid(3, 2), text)


def test_a_journal_cut_at_any_byte_is_the_game_up_to_its_last_whole_line() -> None:
    whole = parse_journal(JOURNAL)
    head = JOURNAL.index("0 flag")
    for length in range(head, len(JOURNAL)):
        text = JOURNAL[:length]
        lines = text[head:].count("\n")
        assert parse_journal(text) == Journal(whole.head, whole.entries[:lines])


def test_a_journal_cut_before_its_game_begins_is_said_to_be() -> None:
    for length in range(JOURNAL.index("0 flag")):
        with pytest.raises(NotationError, match="the journal ends before its game begins"):
            parse_journal(JOURNAL[:length])


def test_zeros_after_a_power_cut_are_a_last_line_that_is_ignored() -> None:
    assert parse_journal(JOURNAL + "\0" * 500) == parse_journal(JOURNAL)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("journal 1", "journal 2", "'minesweeper journal 2' is not one of minesweeper journal 1"),
        ("begun 2025", "began 2025", "'began 2025-11-21T02:19:07Z' is not the 'begun' line"),
        ("id 5f0c", "id ../x", "'../x' is not made of"),
        ("begun 2025", "begun x", "'x-11-21T02:19:07Z' is not made of"),
        ("2 1 opening", "2 6 opening", "mines: 6 is not a number from 0 to 5"),
        ("3 2 1", "0 2 1", "width: 0 is not a number from 1 to 10000"),
        ("3 2 1", "9999 9999 1", "a board of 9999x9999 is too large: at most 1,000,000 cells"),
        ("3 2 1", "999999999 1 1", "'999999999' is not a number from 0 to 10000"),
        ("opening", "kind", "first: 'kind' is not one of any, safe, opening"),
        ("no no luck", "no luck", "7 words, not 8"),
        ("drawn 7 -", "drawn", "origin 'drawn': 1 word, not 3"),
        ("origin drawn", "origin stolen", "origin 'stolen 7 -': 'stolen' is not one of"),
        ("drawn 7", f"drawn {2**64}", "is not a number from 0 to"),
        ("0 flag 1 1", "0 flag 4 1", "in '0 flag 4 1': '4' is not a number from 1 to 3"),
        ("0 flag 1 1", "0 jump 1 1", "in '0 jump 1 1': 'jump' is not an event"),
        ("0 flag 1 1", "x flag 1 1", "in 'x flag 1 1': 'x' is not a number"),
        ("0 flag 1 1", "\0\0", r"in '\x00\x00': '' is not an event"),
        ("IA==", "MA==", "in '50 mines MA==': the layout has 2 mines, the setup 1"),
        ("IA==", "", "in '50 mines ': the code has no layout of 3x2 cells"),
        ("812 chord", "12 chord", "in '12 chord 2 2': the time goes back from 50 to 12"),
        ("900 undo", "900 undo 2", "in '900 undo 2': '2' after undo"),
        ("help hint", "help me", "in '950 help me': 'me' is not one of"),
        ("1 reveal 3 2", "1 reveal 4 2", "reveal 4 2': '4' is not a number from 1 to 3"),
        ("1 reveal 3 2", "1 reveal 3", "reveal 3': 'reveal 3' is not a move"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(old: str, new: str, complaint: str) -> None:
    assert old in JOURNAL
    with pytest.raises(NotationError) as caught:
        parse_journal(JOURNAL.replace(old, new, 1))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_events_are_refused_at_once() -> None:
    with pytest.raises(NotationError, match="more than 2,000,000 events"):
        parse_journal(JOURNAL + "4200 undo\n" * 2_000_000)
    with pytest.raises(NotationError, match="more than 2,000,000 events"):
        parse_journal(JOURNAL + "4200 obvious" + " flag 1 1" * 2_000_000 + "\n")


def test_too_long_a_text_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match="more than 64 MB"):
        parse_journal(JOURNAL + "x" * 2**26)
