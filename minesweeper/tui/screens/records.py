"""The pages of records, games and trends, and the first of them: the best results of a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.play.replay import format_seconds
from minesweeper.store.records import Summary, Table, table_of
from minesweeper.store.report import ASCII, UNICODE, luck_text, sparkline
from minesweeper.store.sitting import Games
from minesweeper.store.stored_games import StoredGame, last_games
from minesweeper.store.tables import seconds_text
from minesweeper.store.trends import Average, averages, best_games
from minesweeper.tui.canvas import wrap
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import Event, Reaction
from minesweeper.tui.screens.archive import WIDE, Archive, TableTab, heading, table_name
from minesweeper.tui.screens.games import GamesTab
from minesweeper.tui.screens.trends import TrendsTab
from minesweeper.tui.widgets.page import Line, Tab, TabbedPage

if TYPE_CHECKING:
    from sqlite3 import Connection

# Of how many games the results are shown as marks.
LAST: Final = 20
# Where the figures begin beside the best games, and their values beside their names.
FIGURES: Final = 38
DATES: Final = 24
VALUES: Final = 12
# The columns of the numbers in the overview of all tables.
OVERVIEW: Final = 28
_WORDS: Final = {"cleared": "Best cleared", "flagged": "Best flagged"}


def records_of(games: Games, looks: Looks, keymap: Keymap, *, speak: bool) -> "RecordsPage":
    """Return the pages of the history, with the table of the present game first."""
    archive = Archive(games.history, table_of(games.session.game.setup))
    games_tab = GamesTab(archive, looks, keymap, speak=speak)
    tabs = [RecordsTab(archive), games_tab, TrendsTab(archive)]
    return RecordsPage(looks, tabs, archive, keymap)


class RecordsPage(TabbedPage):
    """The pages of records, games and trends.

    Left with `TakenOver` where the player takes over a game that is watched.
    """

    def __init__(self, looks: Looks, tabs: Sequence[Tab], archive: Archive, keymap: Keymap) -> None:
        super().__init__(looks, tabs, "records", keymap)
        self._archive = archive

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; what could not be read is tried again."""
        if self._archive.trouble:
            self._archive.forget()
        return super().handle(event, now)


class Data(NamedTuple):
    """What is shown of a table besides its summary."""

    best: dict[str, list[StoredGame]]
    averages: list[Average]
    last: list[StoredGame]


def read(db: "Connection", table: Table) -> Data:
    """Return what is shown of a table besides its summary."""
    return Data(
        {ending: best_games(db, table, ending) for ending in _WORDS},
        averages(db, table),
        last_games(db, table, LAST),
    )


class RecordsTab(TableTab):
    """The best games of one table, and the figures of all."""

    name = "Records"
    empty = (
        "Your ten best games of each level will stand here,",
        "with averages, streaks and luck: win one first.",
    )

    def lines(self, summary: Summary, columns: int, rows: int, theme: Theme) -> list[Line]:
        data = self.archive.about_table(read, summary.table) or Data({}, [], [])
        best = self._best(data, min(columns, FIGURES), theme)
        head = [heading(summary.table, columns, theme), []]
        if columns < WIDE:
            return [*head, *best, [], *figures(summary, data, columns, theme)]
        beside = figures(summary, data, columns - FIGURES, theme)
        length = max(len(best), len(beside))
        best, beside = (side + [[]] * (length - len(side)) for side in (best, beside))
        both = (
            [*left, *((FIGURES + at, text, style) for at, text, style in right)]
            for left, right in zip(best, beside, strict=True)
        )
        lines = [*head, *both]
        others = overview(self.archive.tables, summary, columns, theme)
        return [*lines, [], *others] if len(lines) + len(others) < rows else lines

    def _best(self, data: Data, columns: int, theme: Theme) -> list[Line]:
        """Return the best games, apart by how the board was finished."""
        lines: list[Line] = []
        for ending, games in data.best.items():
            if games:
                lines += [[]] if lines else []
                heads = [(0, _WORDS[ending], theme.text), (16, "3BV/s", theme.dim)]
                found = [
                    [*heads, (DATES, "Date", theme.dim)],
                    *(self._game(*each, theme) for each in enumerate(games, 1)),
                ]
                lines += [_that_fit(line, columns) for line in found]
        return lines or [[(0, "No win yet that counts as a record", theme.dim)]]

    def _game(self, place: int, game: StoredGame, theme: Theme) -> Line:
        is_today = game.day == self.archive.today
        speed = f"{game.speed:.2f}" if game.speed is not None else "-"
        time = theme.accent if place == 1 else theme.text
        return [
            (0, f"{place:2}", theme.dim),
            (4, f"{format_seconds(game.milliseconds):>9}", time),
            (15, f"{speed:>6}", theme.dim),
            (DATES, "Today" if is_today else game.day, theme.won if is_today else theme.dim),
        ]


def _that_fit(line: Line, columns: int) -> Line:
    """Return a line without its last pieces, if there is no room for a whole date or speed."""
    if columns >= DATES + 10:
        return line
    return line[:-1] if columns >= DATES - 3 else line[:-2]


def overview(tables: list[Summary], shown: Summary, columns: int, theme: Theme) -> list[Line]:
    """Return a line for each table, and a heading; none if there is only one table."""
    if len(tables) == 1:
        return []
    left = columns - OVERVIEW
    heads: Line = [(0, "All tables", theme.text), (left, " Games   Win rate  Best time", theme.dim)]
    return [heads, *(_table(each, left, theme, is_shown=each is shown) for each in tables)]


def _table(summary: Summary, left: int, theme: Theme, *, is_shown: bool) -> Line:
    rate = "-" if summary.win_rate is None else f"{100 * summary.win_rate:.1f} %"
    best = seconds_text(summary.best_cleared_ms or summary.best_flagged_ms)
    style = theme.accent if is_shown else theme.dim
    name = theme.glyphs.dot.join(table_name(summary.table, theme.glyphs))
    return [
        (0, name[: left - 2], style),
        (left, f"{summary.games:6}   {rate:>8}  {best:>9}", style),
    ]


# The figures


def figures(summary: Summary, data: Data, columns: int, theme: Theme) -> list[Line]:
    """Return averages, win rate, streaks and luck, as lines of so many columns."""
    results = {
        "Win rate": _win_rate(summary),
        "Streak": f"{summary.streak}, longest {summary.longest_streak}",
        "Best 3BV/s": _speed(summary.best_3bv_per_s),
        "Abandoned": str(summary.abandoned),
        "Helped": _helped(summary),
    }
    luck = luck_text(summary.guesses, summary.guesses_survived, summary.guesses_expected)
    chances = {"Luck": luck, "Lost by": _lost_by(summary)}
    groups = [
        _averages(data.averages, theme),
        *(
            [line for name, text in group.items() for line in _figure(name, text, columns, theme)]
            for group in (results, chances)
        ),
        _last(data.last, theme),
    ]
    return [line for group in groups if group for line in ([], *group)][1:]


def _averages(found: list[Average], theme: Theme) -> list[Line]:
    lines: list[Line] = [[(0, "Average of", theme.text), (VALUES + 6, "now      best", theme.dim)]]
    for average in found:
        now, best = average.current, average.best
        style = theme.accent if now is not None and now == best else theme.text
        lines.append(
            [
                (0, f"{average.span:10}", theme.dim),
                (VALUES, f"{seconds_text(now):>9}", style),
                (VALUES + 10, f"{seconds_text(best):>9}", theme.accent if best else theme.text),
            ]
        )
    return lines


def _figure(name: str, text: str, columns: int, theme: Theme) -> list[Line]:
    """Return a figure, on as many rows as it takes; none if there is none."""
    rows = wrap(text, max(1, columns - VALUES))
    lines: list[Line] = [[(VALUES, row, theme.text)] for row in rows]
    return [[(0, name, theme.dim), *line] if at == 0 else line for at, line in enumerate(lines)]


def _win_rate(summary: Summary) -> str:
    if summary.win_rate is None:
        return "-"
    return f"{100 * summary.win_rate:.1f} %, {summary.won} of {summary.won + summary.lost}"


def _speed(speed: float | None) -> str:
    return "-" if speed is None else f"{speed:.3f}"


def _helped(summary: Summary) -> str:
    games, won, lost = summary.helped_games, summary.helped_won, summary.helped_lost
    return f"{games}, won {won}, lost {lost}" if games else ""


def _lost_by(summary: Summary) -> str:
    needless, unlucky = summary.lost_needlessly, summary.lost_unluckily
    return f"needless guess {needless}, bad luck {unlucky}" if needless or unlucky else ""


def _last(games: list[StoredGame], theme: Theme) -> list[Line]:
    """Return the results of the last games as marks, and what they mean."""
    if not games:
        return []
    marks = ASCII if theme.glyphs.border[0].isascii() else UNICODE
    return [
        [(0, f"Last {len(games)}", theme.dim), (VALUES, sparkline(games, marks), theme.text)],
        [(VALUES, f"{marks.wins[0]} fast {marks.wins[-1]} slow {marks.lost} lost", theme.dim)],
    ]
