"""The list of finished games, as lines of text."""

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from minesweeper.engine.notation import capitalise, percent_text
from minesweeper.engine.setup import LEVELS, level_name
from minesweeper.play.words import rules_parts, speed_text, time_text
from minesweeper.store.categories import Category
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.text_lines import UNICODE, Characters, Role, TextLine, join_texts

_Game = TypeVar("_Game")


def board_name(category: Category, times: str = "x") -> str:
    """Return a short name: "expert", "20x10/30, first safe", "classic, guess-free".

    `times` replaces the "x".
    """
    size = f"{category.width}{times}{category.height}/{category.mines}"
    name = level_name(*category.size) or size
    return ", ".join([name, *rules_parts(category)])


class Column(NamedTuple, Generic[_Game]):
    """One column in the list of games."""

    name: str
    text: Callable[[_Game], str]
    width: int
    rank: int
    """If not all columns fit, those of the highest rank are left out first."""
    is_number: bool = False
    """Whether the text is aligned to the right."""
    role: Role | Literal["result"] = "dim"
    """The role of the text; "result" stands for the role of the game's result."""
    max_width: int = 0
    """The width to which it grows if there is room."""
    fit: Callable[[_Game, int, Characters], str] | None = None
    """Returns the text for a width and the characters of the list, if it depends on them."""


_GAP: Final = "  "
# In fewer columns, dates and results are abbreviated.
NARROW_LIST: Final = 54
NO_GAMES: Final = "No games yet"
_MARKS: Final = {"counted": "", "helped": " *", "not counted": " !"}
_LEGEND: Final = {
    "*": "* Unranked: with help, --seed, r or --daily",
    "!": "! Unranked: your own layout, taken over, imported, or played by a program",
    "+": "+ Unranked: a branch, played on after undoing past the end of a game",
}
_SHORT_RESULTS: Final = {"won": "Won", "lost": "Lost", "abandoned": "-"}
_RESULT_ROLES: Final[dict[str, Role]] = {"won": "won", "lost": "lost", "abandoned": "dim"}


def _short_speed(game: StoredGame) -> str:
    """Return 3BV/s in at most five columns, if it is below 100,000."""
    speed = game.speed or 0
    return speed_text(game.speed, 2 if speed < 99.995 else 1 if speed < 999.95 else 0)


def _result(game: StoredGame) -> str:
    return capitalise(game.status) + " +" * game.is_branch


def _marked_result(game: StoredGame) -> str:
    return _result(game) + ("" if game.is_branch else _MARKS[game.standing])


def _efficiency(game: StoredGame) -> str:
    return "-" if game.efficiency is None else percent_text(game.efficiency)


def _gain(game: StoredGame) -> str:
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return "-" if game.gain is None else f"{round(game.gain, 1) + 0.0:+.1f}"


def fit_board(name: str, width: int) -> str:
    """Return the name of a board; if it is too long, shorten the level to three letters."""
    level, comma, rest = name.partition(",")
    shortens = len(name) > width and comma and level.lower() in LEVELS
    return f"{level[:3]}.{rest}" if shortens else name


def _board(game: StoredGame, times: str = "x") -> str:
    name = capitalise(board_name(game.category, times))
    # Foreign rules would be the same in every line; the details have them.
    return name.partition(",")[0] if game.kind == "import" else name


_BOARD: Final = Column[StoredGame](
    "Board",
    _board,
    12,
    3,
    role="text",
    max_width=26,
    fit=lambda game, width, characters: fit_board(_board(game, characters.times), width),
)
_TIME: Final = Column[StoredGame](
    "Time", lambda game: time_text(game.milliseconds), 8, 0, is_number=True, role="text"
)
_RESULT: Final = Column[StoredGame]("Result", _result, 9, 1, role="result")
# The command marks unranked games; the page says it below the list instead.
_MARKED_RESULT: Final = _RESULT._replace(text=_marked_result)
COLUMNS: Final[tuple[Column[StoredGame], ...]] = (
    Column("Date", lambda game: game.day or "-", 10, 4),
    _BOARD,
    _RESULT,
    _TIME,
    Column("3BV/s", _short_speed, 5, 5, is_number=True),
    Column("Eff.", _efficiency, 4, 6, is_number=True),
    Column("Luck", _gain, 5, 7, is_number=True),
    Column("ID", lambda game: game.short_id, 7, 2),
)
# The command adds it, cut so that 80 columns hold most others, if any game has a player.
_PLAYER: Final = Column[StoredGame]("Player", lambda game: game.player[:14] or "-", 14, 5)
# With the time of day, for wide windows.
WIDE_COLUMNS: Final[tuple[Column[StoredGame], ...]] = (
    COLUMNS[0],
    Column("", lambda game: game.time_of_day, 5, 8),
    *COLUMNS[1:],
)
NARROW_COLUMNS: Final[tuple[Column[StoredGame], ...]] = (
    Column("Date", lambda game: game.day[5:], 5, 2),
    _BOARD,
    Column("", lambda game: _SHORT_RESULTS[game.status], 4, 1, role="result"),
    _TIME,
)


def columns_that_fit(columns: Iterable[Column[_Game]], room: int) -> list[Column[_Game]]:
    """Return the most important columns that fit in `room`, widened if there is more room."""
    fitting = list(columns)
    while len(fitting) > 1 and _width(fitting) > room:
        fitting.remove(max(fitting, key=lambda column: column.rank))
    spare = max(0, room - _width(fitting))
    return [
        each._replace(width=max(each.width, min(each.max_width, each.width + spare)))
        for each in fitting
    ]


def with_whole_times(
    columns: Iterable[Column[StoredGame]], games: Iterable[StoredGame]
) -> list[Column[StoredGame]]:
    """Return the columns, with the column of times as wide as the longest time."""
    width = max([_TIME.width, *(len(_TIME.text(game)) for game in games)])
    return [each._replace(width=width) if each is _TIME else each for each in columns]


def _width(columns: Sequence[Column[_Game]]) -> int:
    return sum(column.width + len(_GAP) for column in columns) - len(_GAP)


def heading_line(columns: Sequence[Column[_Game]]) -> TextLine:
    """Return the line of the columns' names."""
    return _join_cells([(column.name, "dim") for column in columns], columns, "")


def game_line(
    game: StoredGame, columns: Sequence[Column[StoredGame]], characters: Characters
) -> TextLine:
    """Return the line of a game; a text that is too long for its column is cut."""
    return list_line(game, columns, characters, _RESULT_ROLES[game.status])


def list_line(
    game: _Game, columns: Sequence[Column[_Game]], characters: Characters, result: Role = "dim"
) -> TextLine:
    """Return the line of a game in a list of games of any kind.

    `result` is the role of the game's result, if the list has one.
    """
    cells: TextLine = [
        (
            column.fit(game, column.width, characters) if column.fit else column.text(game),
            result if column.role == "result" else column.role,
        )
        for column in columns
    ]
    return _join_cells(cells, columns, characters.more)


def _join_cells(cells: TextLine, columns: Sequence[Column[_Game]], more: str) -> TextLine:
    line: TextLine = []
    for (text, role), column in zip(cells, columns, strict=True):
        width, is_last = column.width, column is columns[-1]
        if len(text) > width and (not is_last or column.is_number):
            text = text[: width - 1] + more
        if is_last:
            line.append((text.rjust(width) if column.is_number else text, role))
        else:
            shown = f"{text:{'>' if column.is_number else '<'}{width}}"
            line.append((shown + _GAP, role))
    return line


def games_lines(
    games: Sequence[StoredGame], width: int, characters: Characters = UNICODE
) -> list[str]:
    """Return a heading, a line for each game, and the legend of their marks, `width` wide at most.

    The columns are as wide as their texts. If they do not fit, first the names of boards are cut,
    and then columns are left out.
    """
    if not games:
        return [NO_GAMES]
    characters = characters._replace(times="x")  # the multiplication sign is for screens only
    marked = [_MARKED_RESULT if column is _RESULT else column for column in COLUMNS]
    marked += [_PLAYER] * any(game.player for game in games)
    columns = columns_that_fit((fit_to_games(column, games) for column in marked), width)
    lines = [heading_line(columns), *(game_line(game, columns, characters) for game in games)]
    marks = {_marked_result(game)[-1] for game in games}
    notes = [note for mark, note in _LEGEND.items() if mark in marks]
    legend = [line for note in notes for line in wrap(note, max(width, 1))]
    return [*(join_texts(line)[:width] for line in lines), *[""] * bool(legend), *legend]


# The width to which names of boards are cut before columns are left out.
_MIN_BOARD_WIDTH: Final = 8


def fit_to_games(column: Column[_Game], games: Sequence[_Game]) -> Column[_Game]:
    """Return a column as wide as its longest text; the one of boards may be narrower."""
    width = max(len(column.name), *(len(column.text(game)) for game in games))
    minimum = min(width, _MIN_BOARD_WIDTH) if column.max_width else width
    return column._replace(width=minimum, max_width=width if column.max_width else 0)
