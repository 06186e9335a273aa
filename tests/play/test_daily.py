"""The daily board: the same for everybody, and a result to share."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Move
from minesweeper.engine.notation import NotationError, format_code
from minesweeper.engine.setup import LEVELS
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.daily import (
    check_begun,
    daily,
    parse_date,
    share_line,
)
from minesweeper.play.dates import (
    days_later,
    last_of_month,
    months_later,
    seconds_of,
    weeks_of_month,
)
from minesweeper.play.journal import Help, parse_journal
from minesweeper.play.ranking import why_unranked
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
            session.note_help(cast(Help, kind), 60_000)


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
        assert day.setup == LEVELS[level]._replace(no_guess=True)


def test_days_and_levels_have_boards_of_their_own() -> None:
    seeds = {daily(f"2025-01-{day:02}", level).seed for day in range(1, 32) for level in LEVELS}
    assert len(seeds) == 31 * len(LEVELS)


@pytest.mark.parametrize("text", ["2025-11-21", "2024-02-29", "2000-02-29", "0001-01-01"])
def test_a_date_is_read(text: str) -> None:
    day = parse_date(text)
    assert f"{day.year:04}-{day.month:02}-{day.day:02}" == text


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
        "2025-W47-5",
        "2025W475",
        "2025-11-21T00:00",
        "2025-11-21 ",
        "2025-11-2\u0661",
        "-025-11-21",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a date \(use YYYY-MM-DD\)"):
        daily(text, "classic")


def test_a_day_that_has_begun_nowhere_has_no_board_yet() -> None:
    for day in ("2025-11-21", "2025-11-20", "0001-01-01"):
        check_begun(day, latest="2025-11-21")
    for day in ("2025-11-22", "2025-12-01", "9999-12-31"):
        with pytest.raises(NotationError, match="is in the future: the latest day is 2025-11-21"):
            check_begun(day, latest="2025-11-21")


def test_the_result_of_a_daily_board_is_a_line() -> None:
    session = play_daily()
    assert session.result
    line = share_line(session)
    assert line.startswith("Minesweeper daily 2025-11-21 classic: won in 9.876 s, 3BV ")
    bbbv = session.result.bbbv
    assert line.endswith(f", 3BV {bbbv}/{bbbv}, {session.result.clicks} clicks")
    assert "\n" not in line
    assert why_unranked(session) == ["daily board"]


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
    line = share_line(play_daily(helps=helps))
    assert f": won in 9.876 s{how}," in f"{line},"
    assert len(line) <= 100


def test_a_line_that_would_wrap_leaves_figures_out_and_never_help() -> None:
    helps = ["undo", "odds", "undo", "flag check"]
    line = share_line(play_daily(helps=helps))
    assert line.endswith(" with 2 undos, odds and a check of flags")
    line = share_line(play_daily(helps=["hint", "hint", *helps, "shown mines", "obvious moves"]))
    assert line.endswith(", odds, a check of flags, obvious moves and mines shown")


def test_what_the_history_and_the_line_call_clicks_are_the_players_own() -> None:
    session = play_daily(helps=["undo"])
    assert session.result
    own = [
        entry for entry in parse_journal(session.journal_text()).entries if entry.word == "reveal"
    ]
    assert session.result.clicks == len(own)
    assert share_line(session).endswith(f", {len(own)} clicks")
    shown = replay(session)
    assert wrong_claims(shown) == []
    assert result_of(shown).clicks == len(own) - 1  # the move that was taken back is not shown


# Days and months

days = st.dates()


@given(days)
def test_the_weeks_of_a_month_hold_its_days_from_monday_to_sunday(day: date) -> None:
    weeks = weeks_of_month(str(day))
    in_order = [text for week in weeks for text in week if text]
    assert in_order == [f"{str(day)[:8]}{1 + at:02}" for at in range(len(in_order))]
    assert in_order[-1] == last_of_month(str(day))
    assert days_later(in_order[-1], 1)[8:] in ("01", "31")  # the last of all days has no next
    for week in weeks:
        assert all(parse_date(text).weekday() == at for at, text in enumerate(week) if text)


@given(days, st.integers(-40, 40))
def test_months_later_is_the_same_day_or_the_last_one_of_a_month(day: date, months: int) -> None:
    later = parse_date(months_later(str(day), months))
    passed = (later.year - day.year) * 12 + later.month - day.month
    first, last = -(day.year - 1) * 12 - day.month + 1, (9999 - day.year) * 12 + 12 - day.month
    assert passed == max(first, min(months, last))
    assert later.day == day.day or str(later) == last_of_month(str(later))


@given(days, st.integers(-400, 400))
def test_days_later_is_as_far_as_there_are_days(day: date, count: int) -> None:
    later = parse_date(days_later(str(day), count))
    assert later.toordinal() == max(1, min(day.toordinal() + count, date.max.toordinal()))


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_in_utc_is_so_many_seconds_after_1970(time: datetime) -> None:
    time = time.replace(microsecond=0)
    assert seconds_of(f"{time.date()}T{time:%H:%M:%S}Z") == time.timestamp()
