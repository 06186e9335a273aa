"""The games that have ended as a table of text, for the command and the screen."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from minesweeper.engine.setup import level_name
from minesweeper.play.replay import format_seconds
from minesweeper.settings.values import sentence
from minesweeper.store.records import Table
from minesweeper.store.stored_games import StoredGame


def seconds_text(milliseconds: int | None) -> str:
    """Return milliseconds as seconds; a dash for none."""
    return "-" if milliseconds is None else format_seconds(milliseconds)


EMPTY: Final = "No games yet"
HELPED: Final = "* With help, --seed, r or --daily: no record"
NOT_COUNTED_TEXT: Final = (
    "! On a given board, taken over, imported or played by a program: never counted"
)
BRANCH: Final = "+ A branch, played on after undoing past the end of a game: never counted"
_MARKS: Final = {"counted": "", "helped": " *", "not counted": " !"}
_LEGEND: Final = {"*": HELPED, "!": NOT_COUNTED_TEXT, "+": BRANCH}


class Column(NamedTuple):
    """A column of the table."""

    name: str
    show: Callable[[StoredGame], str]
    is_number: bool = False
    """Whether it stands on the right."""
    can_miss: int = 0
    """When it is left out of a narrow table: the highest goes first, and 0 never."""


def board_name(table: Table) -> str:
    """Return a table in few words: "expert", "20x10/30, first safe", "classic, guess-free"."""
    words = [level_name(*table[:3]) or f"{table.width}x{table.height}/{table.mines}"]
    words += [f"first {table.first}"] * (table.first != "opening")
    words += ["guess-free"] * table.no_guess
    words += [f"guesses {table.on_guess}"] * (table.on_guess != "luck")
    return ", ".join(words)


def _result(game: StoredGame) -> str:
    return sentence(game.result) + (" +" if game.is_branch else _MARKS[game.standing])


def _speed(game: StoredGame) -> str:
    return "-" if game.speed is None else f"{game.speed:.2f}"


def _efficiency(game: StoredGame) -> str:
    return "-" if game.efficiency is None else f"{100 * game.efficiency:.0f}%"


def _gain(game: StoredGame) -> str:
    # Nothing is added to a rounded -0.0, but its sign is lost.
    return "-" if game.gain is None else f"{round(game.gain, 1) + 0.0:+.1f}"


BOARD: Final = Column("Board", lambda game: sentence(board_name(game.table)))
COLUMNS: Final = (
    Column("Date", lambda game: game.day or "-", can_miss=1),
    BOARD,
    Column("Result", _result),
    Column("Time (s)", lambda game: format_seconds(game.milliseconds), is_number=True),
    Column("3BV/s", _speed, is_number=True, can_miss=2),
    Column("Eff.", _efficiency, is_number=True, can_miss=3),
    Column("Luck", _gain, is_number=True, can_miss=4),
    Column("ID", lambda game: game.short_id),
)
GAP: Final = "  "
# The board is shortened to this, before columns are left out.
LEAST_BOARD: Final = 8


def games_lines(games: Sequence[StoredGame], width: int, *, unicode: bool = True) -> list[str]:
    """Return a head and a line for each game, and what their marks mean, for so many columns.

    Where they are few, the board is shortened, and columns are left out.
    """
    if not games:
        return [EMPTY]
    marks = {_result(game)[-1] for game in games}
    legend = [text for mark, text in _LEGEND.items() if mark in marks]
    explained = [line for text in legend for line in wrap(text, max(width, 1))]
    return [*games_table(games, width, unicode=unicode), *[""] * bool(legend), *explained]


def games_table(games: Sequence[StoredGame], width: int, *, unicode: bool = True) -> list[str]:
    """Return a head and a line for each game, for so many columns of the terminal."""
    texts = {column: [column.name, *map(column.show, games)] for column in COLUMNS}
    widths = _fitting({column: max(map(len, texts[column])) for column in COLUMNS}, width)
    more = "…" if unicode else "~"
    cells = [
        [_cell(text, column, size, more) for text in texts[column]]
        for column, size in widths.items()
    ]
    return [GAP.join(line)[:width].rstrip() for line in zip(*cells, strict=True)]


def _fitting(widths: dict[Column, int], most: int) -> dict[Column, int]:
    """Return the columns that fit side by side, and their widths."""
    beyond = sum(widths.values()) + len(GAP) * (len(widths) - 1) - most
    shortened = max(min(LEAST_BOARD, widths[BOARD]), widths[BOARD] - max(0, beyond))
    first = max(widths, key=lambda column: column.can_miss)
    if beyond <= widths[BOARD] - shortened or not first.can_miss:
        return widths | {BOARD: shortened}
    return _fitting({column: widths[column] for column in widths if column is not first}, most)


def _cell(text: str, column: Column, size: int, more: str) -> str:
    """Return a text in its column; one that is too long ends with `more`."""
    shown = text if len(text) <= size else text[: size - 1] + more
    return shown.rjust(size) if column.is_number else shown.ljust(size)
