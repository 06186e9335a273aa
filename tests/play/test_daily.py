"""The daily board: the same for everybody, and a result that anyone can check."""

from collections.abc import Iterable, Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Move, Status
from minesweeper.engine.notation import NotationError, format_code
from minesweeper.engine.setup import LEVELS
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.daily import (
    Share,
    check_begun,
    daily,
    format_share,
    parse_date,
    parse_share,
    share_line,
    share_of,
    wrong_share,
)
from minesweeper.play.journal import Help, parse_journal
from minesweeper.play.ranking import why_no_record
from minesweeper.play.replay import Replay, replay_of, result_of, wrong_claims
from minesweeper.play.session import Session, write_nothing

DATE = "2025-11-21"


def play_daily(level: str = "classic", date: str = DATE, helps: Sequence[str] = ()) -> Session:
    """The board of the day, cleared in 9.876 seconds from the player's first move."""
    day = daily(date, level)
    session = day.begin("d", "2025", lambda head: write_nothing, 1_000)
    assert session.board
    safe = [cell for cell in session.board.grid if not session.board.is_mine(cell)]
    covered = [cell for cell in safe if not session.game.is_revealed(cell)]
    for number, cell in enumerate(covered):
        session.play(Move("reveal", cell), 60_000 + (9_876 if number else 0))
        if not number:
            use(session, cell, helps)
    assert session.result
    return session


def use(session: Session, revealed: Cell, helps: Iterable[str]) -> None:
    """Use each kind of help; "undo" takes back the last reveal, which is then made again."""
    for kind in helps:
        if kind == "undo":
            session.undo(60_000)
            session.play(Move("reveal", revealed), 60_000)
        else:
            session.help(cast(Help, kind), 60_000)
    session.end_obvious(60_000)


def replay(session: Session) -> Replay:
    return parse_rawvf(format_rawvf(replay_of(session, "minesweeper 0.1.0")))


@pytest.mark.parametrize(
    ("date", "level", "start", "code"),
    [
        ("2025-11-21", "classic", (3, 8), "CBEQsCAgCAA="),
        (
            "2026-02-28",
            "expert",
            (1, 4),
            "IAwQABBwQGAABhQFRFYQAAgAIREAAFLgAiOI4AQSgSEAgAFCoApoGQSgkoQgDABUABQIIBARQgmVOAAR",
        ),
        ("2030-12-31", "beginner", (2, 5), "AEAAkAAggIAMAEQ="),
    ],
)
def test_the_boards_of_three_days_are_what_they_always_were(
    date: str, level: str, start: tuple[int, int], code: str
) -> None:
    day = daily(date, level)
    board = day.deal()
    assert (board.grid.place(day.start), format_code(board)) == (start, code)


@pytest.mark.parametrize("level", LEVELS)
def test_a_daily_board_starts_with_an_opening(level: str) -> None:
    for month in range(1, 13):
        day = daily(f"2025-{month:02}-17", level)
        board = day.deal()
        assert not board.is_mine(day.start)
        assert board.number(day.start) == 0
        assert (board.grid.width, board.grid.height, board.mine_count) == LEVELS[level].size


def test_days_and_levels_have_boards_of_their_own() -> None:
    seeds = {daily(f"2025-01-{day:02}", level).seed for day in range(1, 32) for level in LEVELS}
    assert len(seeds) == 31 * len(LEVELS)


@pytest.mark.parametrize("text", ["2025-11-21", "2024-02-29", "2000-02-29", "0001-01-01"])
def test_a_date_is_read(text: str) -> None:
    year, month, day = parse_date(text)
    assert f"{year:04}-{month:02}-{day:02}" == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "2025-11",
        "2025-13-01",
        "2025-00-10",
        "2025-04-31",
        "2025-02-29",
        "1900-02-29",
        "0000-01-01",
        "2025-1-1",
        "20251121",
        "2025-11-21 ",
        "2025-11-2\u0661",
        "-025-11-21",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a date like 2025-11-21"):
        daily(text, "classic")


def test_a_day_that_has_begun_nowhere_has_no_board_yet() -> None:
    for date in ("2025-11-21", "2025-11-20", "0001-01-01"):
        check_begun(date, latest="2025-11-21")
    for date in ("2025-11-22", "2025-12-01", "9999-12-31"):
        with pytest.raises(NotationError, match="is yet to come: the latest day is 2025-11-21"):
            check_begun(date, latest="2025-11-21")


def test_the_result_of_a_daily_board_is_a_line() -> None:
    session = play_daily()
    assert session.result
    line = format_share(share_of(replay(session), DATE, "classic"))
    assert line.startswith("minesweeper daily 1 2025-11-21 classic: won 9.876 s, 3BV ")
    assert line.endswith(f"/{session.result.bbbv}, {session.result.clicks} clicks")
    assert line == share_line(session)
    assert "\n" not in line
    assert wrong_share(parse_share(line), replay(session)) == []
    assert why_no_record(session) == ["it is the daily board"]


@pytest.mark.parametrize(
    ("helps", "how"),
    [
        ([], ""),
        (["hint"], " with 1 hint"),
        (["hint"] * 28 + ["undo"], " with 28 hints and 1 undo"),
        (["undo", "odds", "undo", "flag check"], " with 2 undos, odds and a check of flags"),
        (["pipe", "shown mines"], " with mines shown through a pipe"),
        (["pipe"], " through a pipe"),
    ],
)
def test_the_line_says_which_help_was_used(helps: list[str], how: str) -> None:
    session = play_daily(helps=helps)
    line = share_line(session)
    assert f": won 9.876 s{how}, 3BV " in line
    shown = replay(session)
    assert wrong_share(parse_share(line), shown) == []
    bare = parse_share(line.replace(how, ""))
    said = ["how: without help, but the file says that some was used"] if how else []
    assert wrong_share(bare, shown) == said


def test_what_the_history_and_the_line_call_clicks_are_the_players_own() -> None:
    session = play_daily(helps=["undo"])
    assert session.result
    own = [entry for entry in parse_journal(session.text()).entries if entry.word == "reveal"]
    assert session.result.clicks == len(own)
    assert share_line(session).endswith(f", {len(own)} clicks")
    shown = replay(session)
    assert wrong_claims(shown) == []
    assert result_of(shown).clicks == len(own) - 1  # the move that was taken back is not shown


@given(
    st.builds(
        Share,
        st.dates().map(str),
        st.sampled_from(list(LEVELS)),
        st.sampled_from([Status.WON, Status.LOST]),
        *[st.integers(0, 10**8)] * 4,
        st.sampled_from(["", "with 2 hints", "with 1 undo and odds through a pipe"]),
    )
)
def test_a_shared_line_is_read_back(share: Share) -> None:
    assert parse_share(format_share(share)) == share
    assert parse_share(f"  {format_share(share)}\n") == share


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("daily 1", "daily 2"),
        ("classic", "huge"),
        ("won", "drawn"),
        ("9.876", "9.87"),
        ("s,", "s"),
        ("11-21", "11-31"),
        ("clicks", "click"),
        ("won 9.876 s", "won  9.876 s"),
        ("3BV ", "3BV -"),
        ("minesweeper", "mines"),
    ],
)
def test_what_is_no_shared_line_is_refused(old: str, new: str) -> None:
    line = "minesweeper daily 1 2025-11-21 classic: won 9.876 s, 3BV 31/31, 40 clicks"
    assert parse_share(line)
    assert old in line
    with pytest.raises(NotationError):
        parse_share(line.replace(old, new))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("milliseconds", 9_875, "milliseconds: 9875, but it is 9876"),
        ("status", Status.LOST, "status: lost, but it is won"),
        ("date", "2025-11-22", "the replay has another board than that of 2025-11-22"),
        ("level", "beginner", "the replay is no game of the daily board of 2025-11-21"),
    ],
)
def test_a_line_that_the_replay_does_not_bear_out_is_found(
    field: str, value: object, said: str
) -> None:
    shown = replay(play_daily())
    share = share_of(shown, DATE, "classic")._replace(**{field: value})  # type: ignore[arg-type]  # any
    assert wrong_share(share, shown) == [said]


def test_a_replay_that_begins_elsewhere_is_found() -> None:
    shown = replay(play_daily())
    late = shown._replace(steps=shown.steps[1:])
    share = share_of(late, DATE, "classic")
    assert wrong_share(share, late) == ["the replay does not begin where the daily board does"]
