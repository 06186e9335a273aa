"""Win rate and time as plots over the last games."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.notation import counted
from minesweeper.store.plot import ASCII, PERCENT, UNICODE, Axis, axis_for, plot, stretched
from minesweeper.store.records import Summary, Table
from minesweeper.store.trends import WINDOW, win_rates, win_times
from minesweeper.tui.canvas import Style, first_that_fits
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screens.archive import WIDE, Archive, TableTab, heading
from minesweeper.tui.widgets.page import Line

if TYPE_CHECKING:
    from sqlite3 import Connection

# The most games that are read: no plot is wider.
MOST_GAMES: Final = 100
# Columns between two plots side by side; rows of a plot besides its blocks, where there are many.
BETWEEN: Final = 4
AROUND: Final = 3
FEW_ROWS: Final = 8
MANY_ROWS: Final = 20
HIGH: Final = 16
# The columns of the longest label of an axis, and of the axis.
LABEL: Final = 8


class Data(NamedTuple):
    """What is plotted of a table."""

    win_rates: list[float]
    times: list[int]


def read(db: "Connection", table: Table) -> Data:
    """Return what is plotted of a table."""
    return Data(
        win_rates(db, table, MOST_GAMES),
        win_times(db, table, MOST_GAMES),
    )


class Plot(NamedTuple):
    """Values with what they are; the oldest first."""

    titles: tuple[str, str]
    """What it shows; in short where there is no room for more."""
    values: Sequence[float]
    axis: Axis
    unit: str
    since: str
    until: str
    style: Style


class TrendsTab(TableTab):
    """The plots of one table."""

    name = "Trends"
    empty = ("Your win rate and your times will be plotted here:", "finish a game first.")

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive)
        self._block = 1
        """How many lines an arrow key scrolls: a plot where they are below each other."""

    # Drawing

    def step(self) -> int:
        return self._block

    def lines(self, summary: Summary, columns: int, rows: int, theme: Theme) -> list[Line]:
        """Return the plots side by side, or below each other with as many in sight as fit."""
        data = self.archive.about_table(read, summary.table)
        head = [heading(summary.table, columns, theme)] if rows >= FEW_ROWS else []
        room = (columns - BETWEEN) // 2 if columns >= WIDE else columns
        plots = _plots(data or Data([], []), room - LABEL, theme)
        if columns >= WIDE:
            gap: list[Line] = [[]] if rows >= MANY_ROWS else []
            height = max(1, min(HIGH, rows - 1 - len(gap) - AROUND))
            left, right = (_draw(each, room, height, theme) for each in plots)
            self._block = 1
            return head + gap + _beside(left, right, room + BETWEEN)
        self._block = rows // max(1, rows // HIGH)
        around = AROUND if head else AROUND - 1
        height = max(1, self._block - len(head) - around)
        return [
            line
            for each in plots
            for line in [*head, *_draw(each, room, height, theme, has_foot=bool(head))]
        ]


def _plots(data: Data, most: int, theme: Theme) -> list[Plot]:
    """Return the plots of at most so many values each."""
    rates = [100 * rate for rate in data.win_rates[-most:]]
    seconds = [time / 1000 for time in data.times[-most:]]
    return [
        Plot(
            (f"Win rate over {WINDOW} games", "Win rate"),
            rates,
            PERCENT,
            "%",
            *_ago(len(rates), "game"),
            theme.won,
        ),
        Plot(
            ("Time of each win", "Time of wins"),
            seconds,
            axis_for(seconds),
            "s",
            *_ago(len(seconds), "win"),
            theme.accent,
        ),
    ]


def _ago(count: int, name: str) -> tuple[str, str]:
    return (f"last {counted(count, name)}", "now") if count > 1 else (f"one {name}", "")


def _draw(
    shown: Plot, columns: int, height: int, theme: Theme, *, has_foot: bool = True
) -> list[Line]:
    """Return a plot as lines, with its title above it and its time span below."""
    title: Line = [(0, first_that_fits(shown.titles, columns), theme.text)]
    if not shown.values:
        nothing: list[Line] = [[(0, "Nothing to plot yet"[:columns], theme.dim)]]
        return [title, *nothing, *([[]] * (height + has_foot))]
    is_ascii = theme.glyphs.border[0].isascii()
    rows = plot(
        stretched(shown.values, columns - LABEL),
        shown.axis,
        columns,
        height,
        lambda number: f"{number} {shown.unit}",
        ASCII if is_ascii else UNICODE,
    )
    margin = len(rows[-1]) - len(rows[-1].lstrip()) + 1
    lines = [[(0, row[:margin], theme.dim), (margin, row[margin:], shown.style)] for row in rows]
    floor = [[(0, rows[-1], theme.dim)]]
    foot = _foot(shown, margin, len(rows[-1]), theme)
    return [title, *lines[:-1], *floor, *([foot] * has_foot)]


def _foot(shown: Plot, start: int, end: int, theme: Theme) -> Line:
    """Return which time is at the left end and at the right end of a plot."""
    left = (start, shown.since, theme.dim)
    if shown.until in ("", shown.since):
        return [left]
    right = max(start + len(shown.since) + 2, end - len(shown.until))
    return [left, (right, shown.until, theme.dim)]


def _beside(left: list[Line], right: list[Line], column: int) -> list[Line]:
    return [
        [*one, *((column + at, text, style) for at, text, style in other)]
        for one, other in zip(left, right, strict=True)
    ]
