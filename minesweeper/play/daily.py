"""The daily board: the same for everybody, as it depends only on the date and the level.

Dates are in UTC, as ISO 8601 text. The boards have a version, which any change in how boards are
dealt must increase.
"""

from datetime import date
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Move
from minesweeper.engine.notation import NotationError, count_text
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.journal import Head, Origin, parse_daily_name
from minesweeper.play.session import OpenJournal, Session
from minesweeper.play.words import help_text, result_text

DAILY_VERSION: Final = 1
# In a longer line to share, figures are left out.
_LONGEST_LINE: Final = 100


class Daily(NamedTuple):
    """A daily board before it is dealt: its setup, its seed, and the cell of its first reveal."""

    name: str
    setup: Setup
    seed: int
    start: Cell

    def deal(self) -> Board:
        """Return the layout, which is guess-free from `start`, a zero."""
        # Late: it loads the solver, and the menu needs only the names of the boards.
        from minesweeper.solver.guess_free import deal_guess_free  # late

        return deal_guess_free(self.setup, self.seed, self.start).board

    def begin(self, identity: str, begun: str, open_journal: OpenJournal, now: int) -> Session:
        """Return a game on the board, with its start revealed.

        `identity` and `begun` become the id and the time of its head.
        """
        head = Head(identity, begun, self.setup, Origin("daily", self.seed, self.name))
        session = Session.new(head, lambda first: self.deal(), open_journal(head))
        session.start(Move("reveal", self.start), now)
        return session


def daily(day: str, level: str) -> Daily:
    """Return the board of a day and level; raise NotationError if `day` is not a date."""
    from hashlib import sha256  # late: only a daily board needs it

    parse_date(day)
    setup = LEVELS[level]._replace(no_guess=True)
    drawn = sha256(f"minesweeper daily {DAILY_VERSION} {day} {level}".encode("ascii")).digest()
    column = int.from_bytes(drawn[8:12], "big") % setup.width + 1
    row = int.from_bytes(drawn[12:16], "big") % setup.height + 1
    grid = Grid(setup.width, setup.height)
    seed = int.from_bytes(drawn[:8], "big")
    return Daily(daily_name(day, level), setup, seed, grid.cell(column, row))


def daily_name(day: str, level: str) -> str:
    """Return the name of the board in a journal and in the history."""
    return f"{DAILY_VERSION}/{day}/{level}"


def parse_date(text: str) -> date:
    """Return the date in a text like "2025-11-21"; raise NotationError for anything else."""
    try:
        day = date.fromisoformat(text)
        if str(day) == text:  # refuse other forms of ISO 8601, like 20251121
            return day
    except ValueError:
        pass
    raise NotationError(f"{text[:40]!a} is not a date (use YYYY-MM-DD)")


def check_begun(day: str, latest: str) -> None:
    """Raise NotationError for a day that has not begun anywhere; `latest` is the date in UTC+14."""
    if parse_date(day) > parse_date(latest):
        raise NotationError(f"{day} is in the future: the latest day is {latest}")


def share_line(session: Session) -> str:
    """Return the result of a daily board as a line to share.

    Return "" for any other game, for another version of the boards, and before the end.
    """
    kind, _, name = session.head.origin
    version, day, level = parse_daily_name(name)
    result = session.result
    if kind != "daily" or version != str(DAILY_VERSION) or result is None:
        return ""
    pipe = "through a pipe" if "pipe" in session.helps else ""  # probably by a program
    end = result_text(result.status, result.milliseconds)
    end = " ".join(filter(None, [end, help_text(session), pipe]))
    line = f"Minesweeper daily {day} {level}: {end}"
    figures = f"3BV {result.solved}/{result.bbbv}", count_text(result.clicks, "click")
    for figure in figures:  # a line that wraps is copied as two
        if len(line) + len(figure) + 2 <= _LONGEST_LINE:
            line += f", {figure}"
    return line
