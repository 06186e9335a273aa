"""The games that have ended as a list: what a row shows, what it is filtered by, and deleting one.

Everything here is SQL over a connection that `database` has opened, and no journal is read.
"""

from collections.abc import Collection, Sequence
from sqlite3 import Connection
from typing import Any, Final, NamedTuple, get_args

from minesweeper.engine.setup import LEVELS, Size
from minesweeper.play.journal import Kind
from minesweeper.play.replay import format_seconds
from minesweeper.store.records import (
    STATUSES,
    TABLE_COLUMNS,
    DamagedError,
    Summary,
    Table,
    are_chances,
    check_types,
    read_table,
    summary_without,
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
    """Where the board is from: drawn, given, daily, again, board, replay or import."""
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
    kind, status, ending = results[:3]
    if not identity.isprintable() or kind not in get_args(Kind):
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


def changes_by_deleting(db: Connection, identity: str) -> list[str]:
    """Return, as phrases, what would change in the results of the game's table; none if nothing.

    As in "best cleared 5.000 becomes 7.000".
    """
    row = db.execute(f"SELECT {TABLE_COLUMNS} FROM games WHERE id = ?", (identity,)).fetchone()
    if row is None:
        return []
    table = read_table(row)
    before, after = summary_without(db, table), summary_without(db, table, identity)
    return _changes(before, after) if before else []


def _changes(before: Summary, after: Summary | None) -> list[str]:
    old, new = _figures(before), _figures(after) if after else {}
    changed = {name: (value, new.get(name, "-")) for name, value in old.items()}
    return [f"{name} {was} becomes {will}" for name, (was, will) in changed.items() if was != will]


def _figures(summary: Summary) -> dict[str, str]:
    speed = summary.best_speed
    return {
        "best cleared": seconds_text(summary.best_cleared),
        "best flagged": seconds_text(summary.best_flagged),
        "best 3BV/s": "-" if speed is None else f"{speed:.3f}",
        "longest streak": str(summary.longest_streak),
        "streak": str(summary.streak),
        "games": str(summary.games),
        "won": str(summary.won),
        "lost": str(summary.lost),
        "helped games": str(summary.helped.games),
    }


def seconds_text(milliseconds: int | None) -> str:
    """Return milliseconds as seconds; a dash for none."""
    return "-" if milliseconds is None else format_seconds(milliseconds)
