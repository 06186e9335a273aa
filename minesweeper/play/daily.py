"""The daily board: the same for everybody, from the date and the level alone.

The date is the one in UTC, as ISO 8601 text. The boards have a version: a change in how boards are
dealt needs a new one.
"""

import re
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Move, Status
from minesweeper.engine.notation import NotationError, counted, parse_number
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.journal import Head, Origin
from minesweeper.play.replay import (
    Replay,
    format_seconds,
    parse_seconds,
    result_of,
)
from minesweeper.play.session import OpenJournal, Session
from minesweeper.play.words import help_text
from minesweeper.solver.guess_free import deal_guess_free

VERSION: Final = 1


class Daily(NamedTuple):
    """A day's board before it is dealt: its setup, its seed and the cell of its first reveal."""

    name: str
    setup: Setup
    seed: int
    start: Cell

    def deal(self) -> Board:
        """Return the layout, which needs no guess; its start is a zero."""
        return deal_guess_free(self.setup, self.seed, self.start).board

    def begin(self, identity: str, begun: str, open_journal: OpenJournal, now: int) -> Session:
        """Return a game on the board, with its start revealed; `begun` as in a `Head`."""
        head = Head(identity, begun, self.setup, Origin("daily", self.seed, self.name))
        session = Session.new(head, lambda first: self.deal(), open_journal(head))
        session.start(Move("reveal", self.start), now)
        return session


def daily(date: str, level: str) -> Daily:
    """Return the board of a day; raise NotationError if there is no such day."""
    from hashlib import sha256

    parse_date(date)
    setup = LEVELS[level]._replace(no_guess=True)
    drawn = sha256(f"minesweeper daily {VERSION} {date} {level}".encode("ascii")).digest()
    column = int.from_bytes(drawn[8:12], "big") % setup.width + 1
    row = int.from_bytes(drawn[12:16], "big") % setup.height + 1
    grid = Grid(setup.width, setup.height)
    seed = int.from_bytes(drawn[:8], "big")
    return Daily(daily_name(date, level), setup, seed, grid.cell(column, row))


def daily_name(date: str, level: str) -> str:
    """Return what a journal and the history call the board."""
    return f"{VERSION}/{date}/{level}"


def parse_daily_name(name: str) -> tuple[str, str, str]:
    """Return the version, the date and the level of a name; what is missing is empty."""
    version, _, board = name.partition("/")
    date, _, level = board.partition("/")
    return version, date, level


def parse_date(text: str) -> tuple[int, int, int]:
    """Return year, month and day of a date like 2025-11-21; raise NotationError if it is none."""
    parts = text.split("-")
    if [len(part) for part in parts] == [4, 2, 2] and text.isascii():
        year, month, day = (int(part) if part.isdigit() else 0 for part in parts)
        is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        days = (31, 28 + is_leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
        if year and 1 <= month <= 12 and 1 <= day <= days[month - 1]:
            return year, month, day
    raise NotationError(f"{text[:40]!a} is not a date like 2025-11-21")


def check_begun(date: str, latest: str) -> None:
    """Raise NotationError for a day that has begun nowhere; `latest` is the date in UTC+14."""
    if parse_date(date) > parse_date(latest):
        raise NotationError(f"{date} is yet to come: the latest day is {latest}")


# A result to paste

_LINE: Final = re.compile(
    rf"minesweeper daily {VERSION} (?P<date>\S+) (?P<level>\w+): (?P<status>won|lost)"
    r" (?P<time>\S+) s ?(?P<how>.*?), 3BV (?P<solved>\d+)/(?P<bbbv>\d+), (?P<clicks>\d+) clicks?",
    re.ASCII,
)


class Share(NamedTuple):
    """The result of a daily board, which anyone can check against the replay, but for the help."""

    date: str
    level: str
    status: Status
    milliseconds: int
    solved: int
    bbbv: int
    clicks: int
    how: str = ""
    """The help in words, as in "with 2 hints"; empty without any."""


def format_share(share: Share) -> str:
    """Return the result as a line of text."""
    date, level, status, milliseconds, solved, bbbv, clicks, how = share
    result = f"{status.value} {format_seconds(milliseconds)} s {how}".rstrip()
    return (
        f"minesweeper daily {VERSION} {date} {level}: {result},"
        f" 3BV {solved}/{bbbv}, {counted(clicks, 'click')}"
    )


def share_line(session: Session) -> str:
    """Return the line to share of a daily board that has ended; empty for any other game."""
    kind, _, name = session.head.origin
    version, date, level = parse_daily_name(name)
    result = session.result
    if kind != "daily" or version != str(VERSION) or result is None:
        return ""
    pipe = "through a pipe" if "pipe" in session.helps else ""  # by a program, most likely
    how = " ".join(filter(None, [help_text(session), pipe]))
    status, milliseconds, bbbv, solved, clicks = result
    return format_share(Share(date, level, status, milliseconds, solved, bbbv, clicks, how))


def parse_share(text: str) -> Share:
    """Return the result in a line; raise NotationError if it is no such line of this version."""
    found = _LINE.fullmatch(text.strip())
    if found and found["level"] in LEVELS:
        parse_date(found["date"])
        status, time = Status(found["status"]), parse_seconds(found["time"])
        names = ("solved", "bbbv", "clicks")
        solved, bbbv, clicks = (parse_number(found[name], 10**9) for name in names)
        share = Share(
            found["date"], found["level"], status, time, solved, bbbv, clicks, found["how"]
        )
        if format_share(share) == text.strip():  # as we write it
            return share
    raise NotationError(f"{text[:80]!a} is not the result of a daily board")


def share_of(replay: Replay, date: str, level: str) -> Share:
    """Return the result that the moves of a replay have, which show no help."""
    status, milliseconds, bbbv, solved, clicks = result_of(replay)
    return Share(date, level, status, milliseconds, solved, bbbv, clicks)


def wrong_share(share: Share, replay: Replay) -> list[str]:
    """Return, as sentences, what the line claims and the replay contradicts."""
    day = daily(share.date, share.level)
    if (replay.setup, replay.known) != (day.setup, False) or not replay.steps:
        return [f"the replay is no game of the daily board of {share.date}"]
    if replay.board != day.deal():
        return [f"the replay has another board than that of {share.date}"]
    if replay.steps[0] != (0, Move("reveal", day.start)):
        return ["the replay does not begin where the daily board does"]
    if not share.how and any(replay.headers.get(key, "0") != "0" for key in ("Helps", "Undos")):
        return ["how: without help, but the file says that some was used"]
    true = share_of(replay, share.date, share.level)._replace(how=share.how)
    if "undo" in share.how:  # the moves that were taken back are in no replay
        true = true._replace(clicks=max(true.clicks, share.clicks))
    return [
        f"{name}: {said}, but it is {is_so}"
        for name, said, is_so in zip(
            Share._fields, map(_text, share), map(_text, true), strict=True
        )
        if said != is_so
    ]


def _text(value: object) -> str:
    return value.value if isinstance(value, Status) else str(value)
