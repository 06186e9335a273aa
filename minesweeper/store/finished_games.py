"""The finished games: storing, finding, listing and deleting them, and reading their journals.

The functions run SQL on a connection that `database` has opened. A game is one row, which is
written at the first end of the game and never changes. Its journal is in another table, so that
lists and statistics read no journals.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from minesweeper.engine.setup import LEVELS, MAX_SOLVER_CELLS, Size
from minesweeper.play.journal import MAX_TEXT, Kind
from minesweeper.play.ranking import SHOWN_MINES, is_counted, is_unaided, why_unranked
from minesweeper.play.session import KNOWN_LAYOUT, Ending, Session
from minesweeper.store.categories import (
    CATEGORY_COLUMNS,
    IN_CATEGORY,
    Category,
    category_of,
    read_category,
)
from minesweeper.store.schema import (
    NUMBER_OR_NULL,
    SPEED,
    STATUSES,
    DamagedError,
    are_possible_guesses,
    check_types,
)
from minesweeper.store.sqlite import Connection, zlib

if TYPE_CHECKING:  # loaded when a game is over
    from minesweeper.solver.review import Review

# How many letters of an id are enough to name a game, and how many of them are shown.
MIN_ID_LETTERS: Final = 4
SHOWN_ID_LETTERS: Final = 7


class Filter(NamedTuple):
    """The condition on the games to list: the size, if it is given, and the text."""

    size: Size | None = None
    text: str = ""
    """Words separated by spaces.

    Each must begin a word of the game: its date, level, size, rules, result, kind, player or id.
    """


NO_FILTER: Final = Filter()


class Luck(NamedTuple):
    """The results of the guesses in a reviewed game."""

    guesses: int
    survived: int
    expected: float
    """The sum of the guesses' chances of survival."""
    lost_by: str
    """What lost the game: "needless" or "bad luck"; "" for a win, or if it is not known."""


class StoredGame(NamedTuple):
    """A finished game as it is stored, without its journal."""

    id: str
    short_id: str
    """The first letters of the id that no other game shares, at least SHOWN_ID_LETTERS of them."""
    begun: str
    """When it began, in UTC: "2026-11-22T18:05:00Z"."""
    day: str
    """The local date at which it began: "2026-11-22"; "" if it is not known."""
    time_of_day: str
    """The local time of day at which it began: "18:05"; "" if it is not known."""
    category: Category
    kind: str
    """The origin: drawn, given, daily, again, board, replay, import or branch."""
    player: str
    """Who played it, in escaped ASCII, if it was imported and its file says so; otherwise ""."""
    status: str
    ending: str
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int
    is_counted: bool
    """Whether any statistics count the game."""
    is_unaided: bool
    """Whether the win rate counts it: played without help on a board drawn for the player."""
    luck: Luck | None
    """None if the game was not reviewed."""

    @property
    def result(self) -> str:
        """The result in one word: cleared, flagged, lost or abandoned."""
        return self.ending if self.status == "won" and self.ending else self.status

    @property
    def is_branch(self) -> bool:
        """Whether the game continues another one after its end was undone."""
        return self.kind == "branch"

    @property
    def standing(self) -> str:
        """How statistics count the game: "counted", "helped" or "not counted"."""
        if not self.is_counted:
            return "not counted"
        return "counted" if self.is_unaided else "helped"

    @property
    def speed(self) -> float | None:
        """The 3BV solved per second; None without a duration or a result."""
        has_speed = self.milliseconds and self.status != "abandoned"
        return 1000 * self.solved / self.milliseconds if has_speed else None

    @property
    def efficiency(self) -> float | None:
        """The 3BV solved per click: 1.0 for the fewest clicks; None without a result."""
        is_measured = self.clicks and self.status != "abandoned"
        return self.solved / self.clicks if is_measured else None

    @property
    def gain(self) -> float | None:
        """How many more guesses were survived than expected.

        It is None without guesses, without a review, and if a rule moves mines or selects boards.
        """
        if not self.luck or not self.luck.guesses or not self.category.is_by_chance:
            return None
        return self.luck.survived - self.luck.expected


_LEVEL: Final = " ".join(
    f"WHEN (width, height, mines) = ({level.width}, {level.height}, {level.mines}) THEN '{name} '"
    for name, level in LEVELS.items()
)
# Only a daily board has another name; earlier versions also wrote that a layout was known.
_PLAYER: Final = f"CASE WHEN kind = 'import' AND name != '{KNOWN_LAYOUT}' THEN name ELSE '' END"
# A space, and then the words that a filter may match, each followed by a space.
_WORDS: Final = f"""
    ' ' || coalesce(date(begun, 'localtime') || ' ', '') || CASE {_LEVEL} ELSE '' END
    || width || 'x' || height || ' ' || mines || ' '
    || CASE WHEN no_guess THEN 'guess-free ' ELSE '' END
    || CASE on_guess WHEN 'luck' THEN '' ELSE on_guess || ' ' END
    || status || ' ' || ending || ' '
    || CASE WHEN NOT counted THEN 'not counted ' WHEN unaided THEN 'counted ' ELSE 'helped ' END
    || kind || ' ' || lower({_PLAYER}) || ' ' || games.id || ' '
"""
# The previous and the next id decide how many letters tell a game from all others.
_GAME: Final = f"""
    SELECT games.id,
        (SELECT max(id) FROM games AS other WHERE other.id < games.id),
        (SELECT min(id) FROM games AS other WHERE other.id > games.id),
        begun, date(begun, 'localtime'), strftime('%H:%M', begun, 'localtime'),
        {CATEGORY_COLUMNS}, kind, {_PLAYER}, status, ending, milliseconds, bbbv, solved, clicks,
        counted, unaided, guesses, survived, expected, lost_by
    FROM games LEFT JOIN luck ON luck.id = games.id
"""


def find_games(
    db: Connection, game_filter: Filter = NO_FILTER, limit: int = -1, offset: int = 0
) -> list[StoredGame]:
    """Return the games that match a filter, the newest first; a limit of -1 means no limit."""
    where, values = _where(game_filter)
    which = f"WHERE {where} ORDER BY begun DESC, n DESC LIMIT ? OFFSET ?"
    return read_games(db, which, [*values, limit, offset])


def count_games(db: Connection, game_filter: Filter = NO_FILTER) -> int:
    """Return the number of games that match a filter."""
    where, values = _where(game_filter)
    sql = f"SELECT count(*) FROM games WHERE {where}"
    count: int = db.execute(sql, values).fetchone()[0]
    return count


def read_games(db: Connection, which: str, values: Sequence[object]) -> list[StoredGame]:
    """Return the games selected by the end of an SQL statement, from its WHERE on."""
    return [_game(row) for row in db.execute(f"{_GAME} {which}", values).fetchall()]


def _where(game_filter: Filter) -> tuple[str, list[object]]:
    """Return the SQL condition of a filter, and its values."""
    parts: list[tuple[str, Sequence[object]]] = [("true", ())]
    if game_filter.size:
        parts.append(("(width, height, mines) = (?, ?, ?)", game_filter.size))
    words = _escaped(game_filter.text.lower()).split()
    parts += [(f"instr({_WORDS}, ?)", (f" {word}",)) for word in words]
    return " AND ".join(sql for sql, _ in parts), [value for _, each in parts for value in each]


def _game(row: Sequence[Any]) -> StoredGame:
    identity, before, behind, begun, day, time_of_day = row[:6]
    category, results, luck = read_category(row[6:12]), row[12:22], row[22:]
    check_types((identity, begun, *results), *[(str,)] * 6, *[(int,)] * 6)
    check_types((before, behind), *[(str, type(None))] * 2)
    kind, _, status, ending = results[:4]
    if identity.strip("0123456789abcdef") or kind not in get_args(Kind):
        raise DamagedError("an unknown origin")
    if status not in STATUSES or ending not in get_args(Ending):
        raise DamagedError(f"{status!a} is not an end of a game")
    short = short_id(identity, [before or "", behind or ""])
    counts = map(bool, results[-2:])
    when = begun, day or "", time_of_day or ""
    return StoredGame._make([identity, short, *when, category, *results[:-2], *counts, _luck(luck)])


def _luck(values: Sequence[Any]) -> Luck | None:
    if values[0] is None:
        return None
    check_types(values, (int,), (int,), (int, float), (str,))
    if not are_possible_guesses(*values[:3]):
        raise DamagedError("impossible guesses")
    return Luck(*values)


def short_id(identity: str, others: Collection[str]) -> str:
    """Return the first letters of an id, at least SHOWN_ID_LETTERS, that no other id shares."""
    length = SHOWN_ID_LETTERS
    while any(other.startswith(identity[:length]) for other in others) and length < len(identity):
        length += 1
    return identity[:length]


# Particular games


def read_last_games(db: Connection, category: Category, number: int) -> list[StoredGame]:
    """Return the last `number` counted games of a category, the newest first."""
    which = f"WHERE {IN_CATEGORY} ORDER BY begun DESC, n DESC LIMIT ?"
    return read_games(db, which, [*category, number])


def find_first_daily(db: Connection, name: str) -> StoredGame | None:
    """Return the first attempt at a daily board, which is the one that counts."""
    rows = read_games(db, "WHERE kind = 'daily' AND name = ? ORDER BY begun, n LIMIT 1", [name])
    return rows[0] if rows else None


def find_last_daily(db: Connection) -> list[StoredGame]:
    """Return a list of the last daily game that was won or lost; an empty list without one."""
    return read_games(
        db, "WHERE kind = 'daily' AND status != 'abandoned' ORDER BY begun DESC, n DESC LIMIT 1", []
    )


def find_ids(db: Connection, name: str) -> list[str]:
    """Return the ids that begin with `name`, in order; for "last" the id of the newest game."""
    if name == "last":
        return [game.id for game in find_games(db, limit=1)]
    # Without the index, whose copies of the ids may be damaged; it takes a few milliseconds.
    sql = "SELECT id FROM games NOT INDEXED WHERE id >= ? AND id < ? ORDER BY id"
    rows = db.execute(sql, (name, name + "~")).fetchall()
    check_types([row[0] for row in rows], *[(str,)] * len(rows))
    return [row[0] for row in rows]


def list_ids(db: Connection) -> set[str]:
    """Return the ids of all games."""
    return {row[0] for row in db.execute("SELECT id FROM games NOT INDEXED")}


# Journals


def count_stored_lines(db: Connection, identity: str) -> int:
    """Return the number of lines in the stored journal of a game; 0 if the game is not stored."""
    sql = "SELECT lines FROM journals JOIN games USING (id) WHERE id = ?"
    row = db.execute(sql, (identity,)).fetchone()
    return row[0] if row else 0


def read_journal_text(db: Connection, identity: str) -> str | None:
    """Return the journal of a game: "" if it is damaged, None if the game is not stored.

    Raise DamagedError if the index of the journals is damaged.
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


def find_unreviewed_ids(db: Connection) -> list[str]:
    """Return the ids of the games that a review could be, but was not made of.

    Counted games are first, and of those the newest.
    """
    sql = (
        "SELECT id FROM games WHERE status IN ('won', 'lost') AND width * height <= ?"
        " AND NOT EXISTS (SELECT 1 FROM luck WHERE luck.id = games.id)"
        " ORDER BY counted DESC, begun DESC, n DESC"
    )
    return [row[0] for row in db.execute(sql, (MAX_SOLVER_CELLS,)).fetchall()]


def find_own_ids(db: Connection) -> list[str]:
    """Return the ids of the games that show how the player plays, the newest first.

    The player made every move, on a layout dealt for this game, with the mines covered.
    """
    sql = (
        "SELECT id FROM games WHERE status IN ('won', 'lost') AND width * height <= ? AND counted"
        f" AND kind != 'again' AND instr(reasons, '{SHOWN_MINES}') = 0"
        " ORDER BY begun DESC, n DESC"
    )
    return [row[0] for row in db.execute(sql, (MAX_SOLVER_CELLS,)).fetchall()]


def luck_of(review: "Review") -> Luck:
    """Return the luck that a review found."""
    expected = float(review.expected_survivals)
    return Luck(review.guess_count, review.survived_count, expected, review.lost_by)


def store_luck(db: Connection, identity: str, luck: Luck) -> None:
    """Store the results of a game's guesses, unless they are stored already."""
    with db:
        db.execute("INSERT OR IGNORE INTO luck VALUES (?, ?, ?, ?, ?)", (identity, *luck))


# Deleting


def delete_game(db: Connection, identity: str) -> bool:
    """Delete a game for good, with its journal and its luck; return whether it was stored.

    Statistics then follow from the remaining games.
    """
    with db:
        db.execute("BEGIN IMMEDIATE")
        for table in ("journals", "luck"):
            db.execute(f"DELETE FROM {table} WHERE id = ?", (identity,))
        return db.execute("DELETE FROM games WHERE id = ?", (identity,)).rowcount == 1


# Storing


class NewBest(NamedTuple):
    """Which results of a game are better than those of all earlier games of its category."""

    time: bool = False
    speed: bool = False
    beaten: int | None = None
    """The previous best time in milliseconds; None if there was none."""
    since: str = ""
    """The local date of the game with that time; "" if it is not known."""


def insert_game(db: Connection, session: Session, text: str) -> NewBest:
    """Store a game, and return which of its results are new bests.

    If the game is already stored, only replace its journal by a longer one.
    """
    with db:
        db.execute("BEGIN IMMEDIATE")
        return _insert(db, session, text)


def insert_games(db: Connection, sessions: Iterable[Session]) -> None:
    """Store all of the games, or none of them if the program is killed before it is done."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for session in sessions:
            _insert(db, session, session.journal_text())


def _insert(db: Connection, session: Session, text: str) -> NewBest:
    best = _best(db, session)
    is_new = _insert_row(db, _values(session))
    packed = zlib.compress(text.encode("ascii"), 3)  # 6 takes four times as long for a tenth
    db.execute(
        "INSERT INTO journals VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
        " SET lines = excluded.lines, text = excluded.text WHERE excluded.lines > lines",
        (session.head.id, text.count("\n"), packed),
    )
    return best if is_new else NewBest()


def _insert_row(db: Connection, values: dict[str, object]) -> bool:
    """Add the row of a game; return False if it already has one."""
    places = ", ".join("?" * len(values))
    sql = f"INSERT INTO games ({', '.join(values)}) VALUES ({places}) ON CONFLICT DO NOTHING"
    return db.execute(sql, list(values.values())).rowcount == 1


def _values(session: Session) -> dict[str, object]:
    head, result = session.head, session.result
    why_not = why_unranked(session)
    return {
        "id": head.id,
        "begun": head.begun,
        **category_of(head.setup)._asdict(),
        "win": head.setup.win,
        "kind": head.origin.kind,
        "seed": "" if head.origin.seed is None else str(head.origin.seed),
        "name": _escaped(session.player) or head.origin.name,
        "status": result.status.value if result else "abandoned",
        "ending": session.ending,
        "milliseconds": result.milliseconds if result else session.elapsed,
        "bbbv": result.bbbv if result else 0,
        "solved": result.solved if result else 0,
        "clicks": result.clicks if result else session.clicks,
        "counted": is_counted(session),
        "unaided": is_unaided(session),
        "record": bool(session.ending) and not why_not,
        "reasons": "\n".join(why_not),
    }


def _escaped(text: str) -> str:
    """Return a text in ASCII, which is all that the database may hold."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def _best(db: Connection, session: Session) -> NewBest:
    """Return which results of a game that is not stored yet beat those of the stored games."""
    result = session.result
    if not result or not session.ending or why_unranked(session):
        return NewBest()
    category = category_of(session.head.setup)
    records = f"FROM games WHERE {IN_CATEGORY} AND record"
    [speed] = db.execute(f"SELECT max({SPEED}) {records}", category).fetchone()
    time, since = db.execute(
        f"SELECT milliseconds, coalesce(date(begun, 'localtime'), '') {records}"
        " AND ending = ? ORDER BY milliseconds, n LIMIT 1",
        (*category, session.ending),
    ).fetchone() or (None, "")
    check_types((speed, time, since), NUMBER_OR_NULL, NUMBER_OR_NULL, (str,))
    own_speed = result.bbbv_per_second
    is_faster = time is None or result.milliseconds < time
    return NewBest(
        is_faster,
        own_speed is not None and (speed is None or own_speed > speed),
        *((time, since) if is_faster else ()),
    )
