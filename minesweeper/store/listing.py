"""The games that have ended as a list: what it is filtered by, deleting one, and the list as text.

Games are read and deleted by SQL over a connection that `database` has opened; no journal is read.
"""

from collections.abc import Callable, Collection, Sequence
from sqlite3 import Connection
from textwrap import wrap
from typing import Any, Final, NamedTuple, get_args

from minesweeper.engine.setup import LEVELS, Size, level_name
from minesweeper.play.journal import Kind
from minesweeper.play.replay import format_seconds
from minesweeper.settings.values import sentence
from minesweeper.store.records import (
    STATUSES,
    TABLE_COLUMNS,
    DamagedError,
    Table,
    are_chances,
    check_types,
    read_table,
)

RESULTS: Final = ("won", "cleared", "flagged", "lost", "abandoned")
"""What the list can be filtered by; a won game is either cleared or flagged."""

# How many letters of an id begin a game's name at least, and how many are shown.
FEWEST_LETTERS: Final = 4
LETTERS_SHOWN: Final = 7


class Filter(NamedTuple):
    """Which games are listed: those that meet all that is given."""

    table: Table | None = None
    size: Size | None = None
    result: str = ""
    """One of RESULTS."""
    text: str = ""
    """Words; each begins a word of the game: its date, level, size, rules, result, kind or id."""


ALL: Final = Filter()


class Luck(NamedTuple):
    """What the guesses of a reviewed game came to."""

    guesses: int
    survived: int
    expected: float
    lost_by: str


class Played(NamedTuple):
    """A game in the list."""

    id: str
    short_id: str
    """The shortest part of the id that names the game, of LETTERS_SHOWN letters at least."""
    begun: str
    """When it began, in UTC, as in 2026-11-22T18:05:00Z."""
    day: str
    """The local date at which it began, as in 2026-11-22; empty if it is not known."""
    clock: str
    """The local time of day, as in 18:05; empty if it is not known."""
    table: Table
    kind: str
    """Where the game is from: drawn, given, daily, again, board, replay, import or branch."""
    status: str
    ending: str
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int
    counted: bool
    """Whether any statistics count it."""
    unaided: bool
    """Whether the win rate counts it: without help, on a board drawn for the player."""
    luck: Luck | None
    """None where the game was not reviewed."""

    @property
    def result(self) -> str:
        """Return one word: cleared, flagged, lost or abandoned."""
        return self.ending if self.status == "won" and self.ending else self.status

    @property
    def is_branch(self) -> bool:
        """Return whether the game is what was played on after the end of another one."""
        return self.kind == "branch"

    @property
    def standing(self) -> str:
        """Return what the game counts for: counted, helped or not counted."""
        if not self.counted:
            return "not counted"
        return "counted" if self.unaided else "helped"

    @property
    def speed(self) -> float | None:
        """Return the 3BV solved in a second; None without a duration or a result."""
        has_speed = self.milliseconds and self.status != "abandoned"
        return 1000 * self.solved / self.milliseconds if has_speed else None

    @property
    def efficiency(self) -> float | None:
        """Return the 3BV solved by a click, 1.0 for the fewest clicks; None without a result."""
        is_measured = self.clicks and self.status != "abandoned"
        return self.solved / self.clicks if is_measured else None

    @property
    def gain(self) -> float | None:
        """Return how many more guesses were survived than expected; None without a measure.

        There is none without a guess, where a rule moves mines or chooses boards, and where the
        game was not reviewed.
        """
        if not self.luck or not self.luck.guesses or not self.table.is_by_chance:
            return None
        return self.luck.survived - self.luck.expected


_LEVEL: Final = " ".join(
    f"WHEN (width, height, mines) = ({level.width}, {level.height}, {level.mines}) THEN '{name} '"
    for name, level in LEVELS.items()
)
# A blank, and then the words that a text may begin, each with a blank behind it.
_WORDS: Final = f"""
    ' ' || coalesce(date(begun, 'localtime') || ' ', '') || CASE {_LEVEL} ELSE '' END
    || width || 'x' || height || ' ' || mines || ' '
    || CASE WHEN no_guess THEN 'guess-free ' ELSE '' END
    || CASE on_guess WHEN 'luck' THEN '' ELSE on_guess || ' ' END
    || status || ' ' || ending || ' '
    || CASE WHEN NOT counted THEN 'not counted ' WHEN unaided THEN 'counted ' ELSE 'helped ' END
    || kind || ' ' || games.id || ' '
"""
# The ids before and behind tell how many letters are needed.
_PLAYED: Final = f"""
    SELECT games.id,
        (SELECT max(id) FROM games AS other WHERE other.id < games.id),
        (SELECT min(id) FROM games AS other WHERE other.id > games.id),
        begun, date(begun, 'localtime'), strftime('%H:%M', begun, 'localtime'),
        {TABLE_COLUMNS}, kind, status, ending, milliseconds, bbbv, solved, clicks,
        counted, unaided, guesses, survived, expected, lost_by
    FROM games LEFT JOIN luck ON luck.id = games.id
"""


def games_played(
    db: Connection, chosen: Filter = ALL, limit: int = -1, offset: int = 0
) -> list[Played]:
    """Return the games that a filter lets through, the newest first; a limit of -1 is none."""
    where, values = _where(chosen)
    which = f"WHERE {where} ORDER BY begun DESC, n DESC LIMIT ? OFFSET ?"
    return read_played(db, which, [*values, limit, offset])


def count_played(db: Connection, chosen: Filter = ALL) -> int:
    """Return how many games a filter lets through."""
    where, values = _where(chosen)
    sql = f"SELECT count(*) FROM games WHERE {where}"
    count: int = db.execute(sql, values).fetchone()[0]
    return count


def read_played(db: Connection, which: str, values: Sequence[object]) -> list[Played]:
    """Return the games that the end of an SQL statement chooses."""
    return [_played(row) for row in db.execute(f"{_PLAYED} {which}", values).fetchall()]


def _where(chosen: Filter) -> tuple[str, list[object]]:
    """Return a filter as SQL, and its values."""
    parts: list[tuple[str, Sequence[object]]] = [("true", ())]
    if chosen.table:
        parts.append((f"({TABLE_COLUMNS}) = (?, ?, ?, ?, ?, ?)", chosen.table))
    if chosen.size:
        parts.append(("(width, height, mines) = (?, ?, ?)", chosen.size))
    if chosen.result:
        parts.append(("? IN (status, ending)", (chosen.result,)))
    parts += [(f"instr({_WORDS}, ?)", (f" {word}",)) for word in chosen.text.lower().split()]
    return " AND ".join(sql for sql, _ in parts), [value for _, each in parts for value in each]


def _played(row: Sequence[Any]) -> Played:
    identity, before, behind, begun, day, clock = row[:6]
    table, results, luck = read_table(row[6:12]), row[12:21], row[21:]
    check_types((identity, begun, *results), *[(str,)] * 5, *[(int,)] * 6)
    check_types((before, behind), *[(str, type(None))] * 2)
    kind, status, ending = results[:3]
    if identity.strip("0123456789abcdef") or kind not in get_args(Kind):
        raise DamagedError("an unknown origin")
    if status not in STATUSES or (ending and ending not in RESULTS):
        raise DamagedError(f"{status!a} is not an end of a game")
    short = short_id(identity, [before or "", behind or ""])
    counts = map(bool, results[-2:])
    when = begun, day or "", clock or ""
    return Played._make([identity, short, *when, table, *results[:-2], *counts, _luck(luck)])


def _luck(values: Sequence[Any]) -> Luck | None:
    if values[0] is None:
        return None
    check_types(values, (int,), (int,), (int, float), (str,))
    if not are_chances(*values[:3]):
        raise DamagedError("impossible guesses")
    return Luck(*values)


def short_id(identity: str, others: Collection[str]) -> str:
    """Return the first letters of an id, enough to tell it from the others."""
    length = LETTERS_SHOWN
    while any(other.startswith(identity[:length]) for other in others) and length < len(identity):
        length += 1
    return identity[:length]


# Deleting


def delete_game(db: Connection, identity: str) -> bool:
    """Delete a game for good, with its journal and its luck; False if there is no such game.

    All results follow from the games that are left.
    """
    with db:
        db.execute("BEGIN IMMEDIATE")
        for table in ("journals", "luck"):
            db.execute(f"DELETE FROM {table} WHERE id = ?", (identity,))
        return db.execute("DELETE FROM games WHERE id = ?", (identity,)).rowcount == 1


def seconds_text(milliseconds: int | None) -> str:
    """Return milliseconds as seconds; a dash for none."""
    return "-" if milliseconds is None else format_seconds(milliseconds)


# The list as text: a table for people, JSON for scripts

EMPTY: Final = "No games yet"
HELPED: Final = "* With help, --seed, r or --daily: no record"
NOT_COUNTED_TEXT: Final = (
    "! On a given board, taken over, imported or played by a program: never counted"
)
BRANCH: Final = "+ A branch, played on after undoing past the end of a game: never counted"
COLUMNS_HELP: Final = (
    "The columns: Eff. is the efficiency, the 3BV solved by a click; Luck is how many more guesses"
    " than expected were survived. "
)
JSON_KEYS: Final = (
    "The JSON is a list of objects, the newest game first. Their keys: id, begun (in UTC), level"
    " (null for another size), width, height, mines, first, guess_free, on_guess; origin (drawn,"
    " given, daily, again, board, replay, import, or branch where it was played on after undoing"
    " past the end of a game); status (won, lost or abandoned), ending"
    " (cleared or flagged, null if it was not won), ms, 3bv, 3bv_solved, clicks, 3bv_per_s,"
    " efficiency (3BV solved by a click); counts (counted, helped or not counted); guesses,"
    " guesses_survived, guesses_expected, the sum of their chances (null where the game was not"
    " reviewed, or the rules move or choose mines), lost_by (needless or bad luck). A value that"
    " does not exist is null."
)


_MARKS: Final = {"counted": "", "helped": " *", "not counted": " !"}
_LEGEND: Final = {"*": HELPED, "!": NOT_COUNTED_TEXT, "+": BRANCH}


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
    return sentence(game.result) + (" +" if game.is_branch else _MARKS[game.standing])


def _speed(game: Played) -> str:
    return "-" if game.speed is None else f"{game.speed:.2f}"


def _efficiency(game: Played) -> str:
    return "-" if game.efficiency is None else f"{100 * game.efficiency:.0f}%"


def _gain(game: Played) -> str:
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


def games_lines(games: Sequence[Played], width: int, *, unicode: bool = True) -> list[str]:
    """Return a head and a line for each game, and what their marks mean, for so many columns.

    Where they are few, the board is shortened, and columns are left out.
    """
    if not games:
        return [EMPTY]
    marks = {_result(game)[-1] for game in games}
    legend = [text for mark, text in _LEGEND.items() if mark in marks]
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
