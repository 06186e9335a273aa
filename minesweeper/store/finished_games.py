"""The games that have ended: reading and finding them, their journals, and deleting one.

Everything here is SQL over a connection that `database` has opened. No journal is read for a list.
"""

import zlib
from collections.abc import Collection, Sequence
from sqlite3 import Connection
from typing import Any, Final, NamedTuple, get_args

from minesweeper.engine.setup import LEVELS, Size
from minesweeper.play.journal import MAX_TEXT, Kind
from minesweeper.play.session import Ending
from minesweeper.store.categories import CATEGORY_COLUMNS, IN_CATEGORY, Category, read_category
from minesweeper.store.results import are_possible_guesses
from minesweeper.store.schema import STATUSES, DamagedError, check_types

# How many letters of an id begin a game's name at least, and how many are shown.
MIN_ID_LETTERS: Final = 4
SHOWN_ID_LETTERS: Final = 7


class Filter(NamedTuple):
    """Which games are listed: those that meet all that is given."""

    size: Size | None = None
    text: str = ""
    """Words; each begins a word of the game: its date, level, size, rules, result, kind or id."""


ALL: Final = Filter()


class Luck(NamedTuple):
    """What the guesses of a reviewed game came to."""

    guesses: int
    survived: int
    expected: float
    lost_by: str


class StoredGame(NamedTuple):
    """A game that has ended, as it is stored, without its journal."""

    id: str
    short_id: str
    """The shortest part of the id that names the game, of LETTERS_SHOWN letters at least."""
    begun: str
    """When it began, in UTC, as in 2026-11-22T18:05:00Z."""
    day: str
    """The local date at which it began, as in 2026-11-22; empty if it is not known."""
    clock: str
    """The local time of day, as in 18:05; empty if it is not known."""
    category: Category
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
        if not self.luck or not self.luck.guesses or not self.category.is_by_chance:
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
_GAME: Final = f"""
    SELECT games.id,
        (SELECT max(id) FROM games AS other WHERE other.id < games.id),
        (SELECT min(id) FROM games AS other WHERE other.id > games.id),
        begun, date(begun, 'localtime'), strftime('%H:%M', begun, 'localtime'),
        {CATEGORY_COLUMNS}, kind, status, ending, milliseconds, bbbv, solved, clicks,
        counted, unaided, guesses, survived, expected, lost_by
    FROM games LEFT JOIN luck ON luck.id = games.id
"""


def find_games(
    db: Connection, chosen: Filter = ALL, limit: int = -1, offset: int = 0
) -> list[StoredGame]:
    """Return the games that a filter lets through, the newest first; a limit of -1 is none."""
    where, values = _where(chosen)
    which = f"WHERE {where} ORDER BY begun DESC, n DESC LIMIT ? OFFSET ?"
    return read_games(db, which, [*values, limit, offset])


def count_games(db: Connection, chosen: Filter = ALL) -> int:
    """Return how many games a filter lets through."""
    where, values = _where(chosen)
    sql = f"SELECT count(*) FROM games WHERE {where}"
    count: int = db.execute(sql, values).fetchone()[0]
    return count


def read_games(db: Connection, which: str, values: Sequence[object]) -> list[StoredGame]:
    """Return the games that the end of an SQL statement chooses."""
    return [_game(row) for row in db.execute(f"{_GAME} {which}", values).fetchall()]


def _where(chosen: Filter) -> tuple[str, list[object]]:
    """Return a filter as SQL, and its values."""
    parts: list[tuple[str, Sequence[object]]] = [("true", ())]
    if chosen.size:
        parts.append(("(width, height, mines) = (?, ?, ?)", chosen.size))
    parts += [(f"instr({_WORDS}, ?)", (f" {word}",)) for word in chosen.text.lower().split()]
    return " AND ".join(sql for sql, _ in parts), [value for _, each in parts for value in each]


def _game(row: Sequence[Any]) -> StoredGame:
    identity, before, behind, begun, day, clock = row[:6]
    category, results, luck = read_category(row[6:12]), row[12:21], row[21:]
    check_types((identity, begun, *results), *[(str,)] * 5, *[(int,)] * 6)
    check_types((before, behind), *[(str, type(None))] * 2)
    kind, status, ending = results[:3]
    if identity.strip("0123456789abcdef") or kind not in get_args(Kind):
        raise DamagedError("an unknown origin")
    if status not in STATUSES or ending not in get_args(Ending):
        raise DamagedError(f"{status!a} is not an end of a game")
    short = short_id(identity, [before or "", behind or ""])
    counts = map(bool, results[-2:])
    when = begun, day or "", clock or ""
    return StoredGame._make([identity, short, *when, category, *results[:-2], *counts, _luck(luck)])


def _luck(values: Sequence[Any]) -> Luck | None:
    if values[0] is None:
        return None
    check_types(values, (int,), (int,), (int, float), (str,))
    if not are_possible_guesses(*values[:3]):
        raise DamagedError("impossible guesses")
    return Luck(*values)


def short_id(identity: str, others: Collection[str]) -> str:
    """Return the first letters of an id, enough to tell it from the others."""
    length = SHOWN_ID_LETTERS
    while any(other.startswith(identity[:length]) for other in others) and length < len(identity):
        length += 1
    return identity[:length]


# Some of them


def last_games(db: Connection, category: Category, number: int) -> list[StoredGame]:
    """Return the last games that a table counts, the newest first."""
    which = f"WHERE {IN_CATEGORY} ORDER BY begun DESC, n DESC LIMIT ?"
    return read_games(db, which, [*category, number])


def first_daily(db: Connection, name: str) -> StoredGame | None:
    """Return the first attempt at a daily board, the one that counts."""
    rows = read_games(db, "WHERE kind = 'daily' AND name = ? ORDER BY begun, n LIMIT 1", [name])
    return rows[0] if rows else None


def last_daily(db: Connection) -> list[StoredGame]:
    """Return the last daily game that was won or lost, in a list; an empty one if there is none."""
    return read_games(
        db, "WHERE kind = 'daily' AND status != 'abandoned' ORDER BY begun DESC, n DESC LIMIT 1", []
    )


def find_ids(db: Connection, name: str) -> list[str]:
    """Return the ids of all games that begin with the name, in order; for "last" the newest one."""
    if name == "last":
        return [game.id for game in find_games(db, limit=1)]
    # Without the index, whose own copies of the ids may be damaged: it takes a few milliseconds.
    sql = "SELECT id FROM games NOT INDEXED WHERE id >= ? AND id < ? ORDER BY id"
    rows = db.execute(sql, (name, name + "~")).fetchall()
    check_types([row[0] for row in rows], *[(str,)] * len(rows))
    return [row[0] for row in rows]


# Their journals


def lines_stored(db: Connection, identity: str) -> int:
    """Return how many lines the stored journal of a game has; 0 if there is no such game."""
    sql = "SELECT lines FROM journals JOIN games USING (id) WHERE id = ?"
    row = db.execute(sql, (identity,)).fetchone()
    return row[0] if row else 0


def journal_text(db: Connection, identity: str) -> str | None:
    """Return the journal of a game, empty if it is damaged; None if there is no such game.

    Raise DamagedError if the index does not know it.
    """
    row = db.execute("SELECT lines, text FROM journals WHERE id = ?", (identity,)).fetchone()
    if row is None:
        if not db.execute("SELECT 1 FROM games WHERE id = ?", (identity,)).fetchone():
            return None
        sql = "SELECT 1 FROM journals NOT INDEXED WHERE id = ?"
        if db.execute(sql, (identity,)).fetchone():
            raise DamagedError("the index of the journals is damaged")
        return ""
    try:
        text = zlib.decompressobj().decompress(row[1], MAX_TEXT + 1).decode("ascii")
    except (zlib.error, UnicodeDecodeError, TypeError):
        return ""
    return text if text.count("\n") == row[0] else ""


def store_luck(db: Connection, identity: str, luck: Luck) -> None:
    """Store what the guesses of a game came to, unless this was stored before."""
    with db:
        db.execute("INSERT OR IGNORE INTO luck VALUES (?, ?, ?, ?, ?)", (identity, *luck))


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
