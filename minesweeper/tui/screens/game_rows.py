"""How a game is written in a row of the list of games, and below it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from minesweeper.play.replay import format_seconds
from minesweeper.play.words import counted
from minesweeper.settings.values import sentence
from minesweeper.store.listing import COLUMNS, board_name
from minesweeper.store.played import Played
from minesweeper.store.report import luck_text, title
from minesweeper.tui.canvas import first_that_fits
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.page import Line

# How many columns of the screen are between two of the list.
GAP: Final = 2
# In fewer columns dates and results are shorter, and the board's rules are not told.
NARROW: Final = 50
# The columns of a board, and the most that it takes where there is room.
BOARD: Final = 12
WIDEST_BOARD: Final = 26
# What the command writes into its columns, by their names.
_SHOW: Final = {column.name: column.show for column in COLUMNS}
_RESULTS: Final = {"won": "Won", "lost": "Lost", "abandoned": "-"}


class Column(NamedTuple):
    """A column of the list."""

    heading: str
    columns: int
    text: Callable[[Played], str]
    rank: int
    """Where there is no room for all columns, those of the highest rank go."""
    is_number: bool = False
    style: str = "dim"
    """How it is painted, by the names of the theme; "result" is by how the game ended."""


def _time(game: Played) -> str:
    return format_seconds(game.milliseconds)


_WIDE_COLUMNS: Final = (
    Column("Date", 10, lambda game: game.day, 2),
    Column("", 5, lambda game: game.clock, 8),
    Column("Board", BOARD, lambda game: "", 3, style="text"),
    Column("Result", 9, lambda game: sentence(game.result), 1, style="result"),
    Column("Time", 8, _time, 0, is_number=True, style="text"),
    Column("3BV/s", 5, _SHOW["3BV/s"], 5, is_number=True),
    Column("Eff.", 4, _SHOW["Eff."], 6, is_number=True),
    Column("Luck", 5, _SHOW["Luck"], 7, is_number=True),
    Column("ID", 7, lambda game: game.short_id, 4),
)
_NARROW_COLUMNS: Final = (
    Column("Date", 5, lambda game: game.day[5:], 2),
    Column("Board", BOARD, lambda game: "", 3, style="text"),
    Column("", 4, lambda game: _RESULTS[game.status], 1, style="result"),
    Column("Time", 8, _time, 0, is_number=True, style="text"),
)


def columns_for(room: int) -> list[Column]:
    """Return the columns of the list that there is room for, the most important ones."""
    columns = list(_WIDE_COLUMNS if room >= NARROW else _NARROW_COLUMNS)
    while len(columns) > 1 and _width_of(columns) > room:
        columns.remove(max(columns, key=lambda column: column.rank))
    wide = min(WIDEST_BOARD, BOARD + max(0, room - _width_of(columns)))
    return [
        each._replace(columns=wide, text=_board(wide)) if each.heading == "Board" else each
        for each in columns
    ]


def _width_of(columns: list[Column]) -> int:
    return sum(each.columns + GAP for each in columns) - GAP


def _board(columns: int) -> Callable[[Played], str]:
    """Return what writes a board and its rules, as far as they fit."""

    def text(game: Played) -> str:
        name = board_name(game.table)
        return sentence(first_that_fits((name, name.partition(",")[0]), columns))

    return text


def heading_line(columns: list[Column], theme: Theme) -> Line:
    """Return what the columns are called."""
    names = (column.heading for column in columns)
    return [(at, name, theme.dim) for at, name in _aligned(names, columns)]


def game_line(game: Played, columns: list[Column], theme: Theme) -> Line:
    """Return a game in its columns."""
    result = {"won": theme.won, "lost": theme.lost}.get(game.status, theme.dim)
    styles = {"result": result, "text": theme.text, "dim": theme.dim}
    texts = _aligned((column.text(game) for column in columns), columns)
    return [
        (at, text, styles[column.style]) for column, (at, text) in zip(columns, texts, strict=True)
    ]


def _aligned(texts: Iterable[str], columns: list[Column]) -> Iterator[tuple[int, str]]:
    """Yield where each text begins, and the text, at the right of its column if it is a number."""
    at = 0
    for text, column in zip(texts, columns, strict=True):
        shown = text if column.heading == "ID" else text[: column.columns]
        yield at, shown.rjust(column.columns) if column.is_number else shown
        at += column.columns + GAP


def about_game(game: Played, columns: int) -> str:
    """Return what the columns of the list leave out; the rules, too, where there is room."""
    standing = "" if game.standing == "counted" else game.standing
    size = f"3BV {game.bbbv}" if game.bbbv else ""
    rest = (standing, size, counted(game.clicks, "click"))
    if columns < NARROW:
        return _sentence(game.clock, *rest, _luck(game))
    rules = title(game.table).replace(", first opening", "")
    when = f"{game.day} {game.clock}".strip()
    luck = f" Luck: {_luck(game)}." if _luck(game) else ""
    return f"{_sentence(rules)} {_sentence(when, game.result, *rest)}{luck}"


def _luck(game: Played) -> str:
    """Return what the guesses came to, in words; empty if there is nothing to say."""
    luck = game.luck
    if not luck or not luck.guesses or not game.table.is_by_chance:
        return ""
    return luck_text(luck.guesses, luck.survived, luck.expected)


def _sentence(*parts: str) -> str:
    return f"{sentence(', '.join(filter(None, parts)))}."
