"""The list of games as text: a table for the command and the screen, JSON for scripts."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import level_name
from minesweeper.play.replay import format_seconds
from minesweeper.settings.values import sentence
from minesweeper.store.played import Played
from minesweeper.store.records import Table

EMPTY: Final = "No games yet"
HELPED: Final = "* With help, --seed, r or --daily: no record"
NOT_COUNTED: Final = "! On a given board, taken over or imported: never counted"
COLUMNS_HELP: Final = (
    "The columns: Eff. is the efficiency, the 3BV solved by a click; Luck is how many more guesses"
    " than expected were survived. "
)
JSON_KEYS: Final = (
    "The JSON is a list of objects, the newest game first. Their keys: id, begun (in UTC), level"
    " (null for another size), width, height, mines, first, guess_free, on_guess; origin (drawn,"
    " given, daily, again, board, replay or import); status (won, lost or abandoned), ending"
    " (cleared or flagged, null if it was not won), ms, 3bv, 3bv_solved, clicks, 3bv_per_s,"
    " efficiency (3BV solved by a click); counts (counted, helped or not counted); guesses,"
    " guesses_survived, guesses_expected, the sum of their chances (null where the game was not"
    " reviewed, or the rules move or choose mines), lost_by (needless or bad luck). A value that"
    " does not exist is null."
)


class Column(NamedTuple):
    """A column of the table."""

    name: str
    show: Callable[[Played], str]
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


def _result(game: Played) -> str:
    mark = {"counted": "", "helped": " *", "not counted": " !"}[game.standing]
    return sentence(game.result) + mark


def _speed(game: Played) -> str:
    return "-" if game.speed is None else f"{game.speed:.2f}"


def _efficiency(game: Played) -> str:
    return "-" if game.efficiency is None else f"{100 * game.efficiency:.0f}%"


def _luck(game: Played) -> str:
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
    Column("Luck", _luck, is_number=True, can_miss=4),
    Column("ID", lambda game: game.short_id),
)
GAP: Final = "  "
# The board is shortened to this, before columns are left out.
LEAST_BOARD: Final = 8


def games_lines(games: Sequence[Played], width: int, *, unicode: bool = True) -> list[str]:
    """Return a head and a line for each game, and what their marks mean, for so many columns.

    Where they are few, the board is shortened, and columns are left out.
    """
    if not games:
        return [EMPTY]
    standings = {game.standing for game in games}
    legend = [HELPED] * ("helped" in standings) + [NOT_COUNTED] * ("not counted" in standings)
    explained = [line for text in legend for line in wrap(text, max(width, 1))]
    return [*games_table(games, width, unicode=unicode), *[""] * bool(legend), *explained]


def games_table(games: Sequence[Played], width: int, *, unicode: bool = True) -> list[str]:
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


# For scripts


def games_json(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Return an object for each game, with the keys of JSON_KEYS."""
    return [_json(game) for game in games]


def _json(game: Played) -> dict[str, Any]:
    has_ended = game.status != "abandoned"
    guesses = game.luck if game.luck and game.table.is_by_chance else None
    return {
        "id": game.id,
        "begun": game.begun if game.day else None,
        **table_json(game.table),
        "origin": game.kind,
        "status": game.status,
        "ending": game.ending or None,
        "ms": game.milliseconds,
        "3bv": game.bbbv if has_ended else None,
        "3bv_solved": game.solved if has_ended else None,
        "clicks": game.clicks,
        "3bv_per_s": game.speed,
        "efficiency": game.efficiency,
        "counts": game.standing,
        "guesses": guesses and guesses.guesses,
        "guesses_survived": guesses and guesses.survived,
        "guesses_expected": guesses and guesses.expected,
        "lost_by": (game.luck and game.luck.lost_by) or None,
    }


def table_json(table: Table) -> dict[str, Any]:
    """Return what tells a table from the others, for a script."""
    width, height, mines, first, no_guess, on_guess = table
    return {
        "level": level_name(width, height, mines) or None,
        "width": width,
        "height": height,
        "mines": mines,
        "first": first,
        "guess_free": bool(no_guess),
        "on_guess": on_guess,
    }
