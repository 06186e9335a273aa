"""The games that have ended: their rows, finding, listing and deleting them, and their journals.

The functions run SQL on a connection that `Store.read` or a transaction hands them. The row of a
game gets its result, and its journal, in one transaction when the game ends, and never changes.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.setup import MAX_SOLVER_CELLS, Size, level_name
from minesweeper.play.journal import MAX_TEXT, Head
from minesweeper.play.ranking import is_counted, is_unaided, unranked_words
from minesweeper.play.session import Session
from minesweeper.store.categories import IN_CATEGORY, Category
from minesweeper.store.errors import RowError, UnreadableError

if TYPE_CHECKING:  # loaded when a game is over
    from sqlite3 import Connection

    from minesweeper.play.review import Review

# How many letters of an id are enough to name a game, and how many of them are shown.
MIN_ID_LETTERS: Final = 4
SHOWN_ID_LETTERS: Final = 7
FLAGS: Final = ("guess_free", "counted", "unaided", "ranked")
"""The columns that hold 0 or 1."""
# What separates the words for why a game is unranked.
_BETWEEN_WORDS: Final = ", "


class Filter(NamedTuple):
    """The condition on the games to list: the size, if it is given, and the text."""

    size: Size | None = None
    text: str = ""
    """Words separated by spaces.

    Each must begin a word of the game: its date, level, size, rules, result, origin, player or id.
    """


NO_FILTER: Final = Filter()


class Luck(NamedTuple):
    """The results of the guesses in a reviewed game."""

    guesses: int
    guesses_survived: int
    guesses_expected: float
    """The sum of the guesses' chances of survival."""
    lost_by: str
    """What lost the game: "needless" or "bad luck"; "" for a win, or if it is not known."""


class StoredGame(NamedTuple):
    """A game that has ended, as it is stored, without its journal."""

    id: str
    begun: str
    """When it began, in UTC: "2026-11-22T18:05:00Z"."""
    width: int
    height: int
    mines: int
    first: str
    guess_free: int
    on_guess: str
    win: str
    origin: str
    """Where the layout came from: drawn, given, daily, again, board, replay or import."""
    seed: str
    name: str
    """The name of a daily board, or a mark of how the layout was dealt; or ""."""
    ended: str
    """When it ended, in UTC; of an imported game, when it was imported."""
    status: str
    ending: str
    """How it was won: cleared or flagged; "" if it was not."""
    ms: int
    """The time in milliseconds."""
    bbbv: int
    """The 3BV of the board; 0 if the game was abandoned, as are the next two."""
    solved: int
    clicks: int
    revealed: int
    """How many safe cells were revealed."""
    counted: int
    """Whether any statistics count the game."""
    unaided: int
    """Whether the win rate counts it: played without help on a board drawn for the player."""
    ranked: int
    """Whether it can be a record."""
    reasons: str
    """Why it is unranked: the words of `unranked_words`, with commas between them."""
    player: str
    """Who played it, if it was imported and its file says so; otherwise ""."""
    guesses: int | None = None
    """This and the next three are None until the game is reviewed."""
    guesses_survived: int | None = None
    guesses_expected: float | None = None
    lost_by: str | None = None
    day: str = ""
    """The local date at which it began: "2026-11-22"; "" if it is not known."""
    time_of_day: str = ""
    """The local time of day at which it began: "18:05"; "" if it is not known."""

    @property
    def short_id(self) -> str:
        """The letters of the id that are shown; seldom two games have the same."""
        return self.id[:SHOWN_ID_LETTERS]

    @property
    def category(self) -> Category:
        """The category that its result is compared in."""
        return Category(*self[2:8])

    @property
    def result(self) -> str:
        """The result in one word: cleared, flagged, lost or abandoned."""
        return self.ending if self.status == "won" and self.ending else self.status

    @property
    def standing(self) -> str:
        """How statistics count the game: "counted", "helped" or "not counted"."""
        if not self.counted:
            return "not counted"
        return "counted" if self.unaided else "helped"

    @property
    def speed(self) -> float | None:
        """The 3BV solved per second; None without a duration or a result."""
        has_speed = self.ms and self.status != "abandoned"
        return 1000 * self.solved / self.ms if has_speed else None

    @property
    def efficiency(self) -> float | None:
        """The 3BV solved per click: 1.0 for the fewest clicks.

        It is None without a click or a result, and if the program played obvious moves.
        """
        is_own = "obvious moves" not in words_in(self.reasons)
        is_measured = self.clicks and self.status != "abandoned" and is_own
        return self.solved / self.clicks if is_measured else None

    @property
    def luck(self) -> Luck | None:
        """The results of its guesses; None if it was not reviewed."""
        values = self.guesses, self.guesses_survived, self.guesses_expected, self.lost_by
        return None if self.guesses is None else Luck._make(values)

    @property
    def gain(self) -> float | None:
        """How many more guesses were survived than expected.

        It is None without guesses, without a review, and if a rule moves mines or selects boards.
        """
        luck = self.luck
        if not luck or not luck.guesses or not self.category.is_by_chance:
            return None
        return luck.guesses_survived - luck.guesses_expected


def words_in(reasons: str) -> list[str]:
    """Return the words for why a game is unranked that its row holds."""
    return reasons.split(_BETWEEN_WORDS)


HEAD_COLUMNS: Final = StoredGame._fields[: StoredGame._fields.index("ended")]
RESULT_COLUMNS: Final = StoredGame._fields[len(HEAD_COLUMNS) : -6]
# The local date and time of day at which a game began.
LOCAL_START: Final = (
    "coalesce(date(begun, 'localtime'), ''), coalesce(strftime('%H:%M', begun, 'localtime'), '')"
)
_GAME: Final = f"SELECT {', '.join(StoredGame._fields[:-2])}, {LOCAL_START} FROM game"


def head_values(
    head: Head,
) -> tuple[str, str, int, int, int, str, int, str, str, str, str, str]:
    """Return the values of HEAD_COLUMNS."""
    setup, (kind, seed, name) = head.setup, head.origin
    rules = setup.first, int(setup.no_guess), setup.on_guess, setup.win
    origin = kind, "" if seed is None else str(seed), name
    return (head.id, head.begun, setup.width, setup.height, setup.mines, *rules, *origin)


def row_of(session: Session, ended: str) -> StoredGame:
    """Return the row of a game that has just ended, or is abandoned, at a time in UTC."""
    result, words = session.result, unranked_words(session)
    setup = session.head.setup
    safe = setup.width * setup.height - setup.mines
    return StoredGame(
        *head_values(session.head),
        ended,
        result.status.value if result else "abandoned",
        session.ending,
        result.milliseconds if result else session.elapsed,
        result.bbbv if result else 0,
        result.solved if result else 0,
        result.clicks if result else session.clicks,
        safe - session.game.safe_left,
        int(is_counted(session)),
        int(is_unaided(session)),
        int(bool(session.ending) and not words),
        _BETWEEN_WORDS.join(words),
        session.player,
    )


def searched_words(game: StoredGame) -> str:
    """Return what a filter may match but the date, which is local: words in lower case."""
    board = level_name(game.width, game.height, game.mines)
    size = f"{game.width}x{game.height} {game.mines}"
    rules = "guess-free" if game.guess_free else "", game.on_guess.replace("luck", "")
    ends = game.status, game.ending, game.standing, game.origin
    text = " ".join((board, size, *rules, *ends, game.player, game.id))
    return f"{text.casefold()} "


# Finding games


def find_games(
    db: "Connection", game_filter: Filter = NO_FILTER, limit: int = -1, offset: int = 0
) -> list[StoredGame]:
    """Return the games that match a filter, the one that ended last first; -1 means no limit."""
    where, values = _where(game_filter)
    which = f"WHERE {where} ORDER BY number DESC LIMIT ? OFFSET ?"
    return read_games(db, which, [*values, limit, offset])


def count_games(db: "Connection", game_filter: Filter = NO_FILTER) -> int:
    """Return the number of games that match a filter."""
    where, values = _where(game_filter)
    count: int = db.execute(f"SELECT count(*) FROM game WHERE {where}", values).fetchone()[0]
    return count


def read_games(db: "Connection", which: str, values: Sequence[object]) -> list[StoredGame]:
    """Return the games selected by the end of an SQL statement, from its WHERE on."""
    return [*map(StoredGame._make, db.execute(f"{_GAME} {which}", values))]


def _where(game_filter: Filter) -> tuple[str, list[object]]:
    """Return the SQL condition of a filter, and its values."""
    sql, values = "number NOT NULL", list[object]()
    if game_filter.size:
        sql += " AND (width, height, mines) = (?, ?, ?)"
        values += game_filter.size
    for word in game_filter.text.casefold().split():
        sql += " AND instr(' ' || coalesce(date(begun, 'localtime'), '') || ' ' || words, ?)"
        values.append(f" {word}")
    return sql, values


def read_last_games(db: "Connection", category: Category, number: int) -> list[StoredGame]:
    """Return the last `number` counted games of a category, the newest first."""
    which = f"WHERE {IN_CATEGORY} ORDER BY number DESC LIMIT ?"
    return read_games(db, which, [*category, number])


def find_first_daily(db: "Connection", name: str) -> StoredGame | None:
    """Return the first attempt at a daily board, which is the one that counts."""
    which = "WHERE origin = 'daily' AND name = ? AND number NOT NULL ORDER BY n LIMIT 1"
    return next(iter(read_games(db, which, [name])), None)


def find_last_daily(db: "Connection") -> StoredGame | None:
    """Return the last daily game that was won or lost."""
    which = "WHERE origin = 'daily' AND status IN ('won', 'lost') ORDER BY number DESC LIMIT 1"
    return next(iter(read_games(db, which, [])), None)


def find_ids(db: "Connection", name: str) -> list[str]:
    """Return the ids that begin with `name`, in order; for "last" that of the last game."""
    if name == "last":
        return [game.id for game in find_games(db, limit=1)]
    sql = "SELECT id FROM game WHERE id >= ? AND id < ? AND number NOT NULL ORDER BY id"
    return [row[0] for row in db.execute(sql, (name, name + "~"))]


def list_ids(db: "Connection") -> set[str]:
    """Return the ids of all games, unfinished ones included."""
    return {row[0] for row in db.execute("SELECT id FROM game")}


def find_unreviewed_ids(db: "Connection") -> list[str]:
    """Return the ids of the games that a review could be, but was not made of.

    Counted games are first, and of those the newest.
    """
    sql = (
        "SELECT id FROM game WHERE status IN ('won', 'lost') AND width * height <= ?"
        " AND guesses IS NULL ORDER BY counted DESC, number DESC"
    )
    return [row[0] for row in db.execute(sql, (MAX_SOLVER_CELLS,))]


def find_own_ids(db: "Connection") -> list[str]:
    """Return the ids of the games that show how the player plays, the newest first.

    The player made every move, on a layout dealt for this game, with the mines covered.
    """
    sql = (
        "SELECT id FROM game WHERE status IN ('won', 'lost') AND width * height <= ? AND counted"
        " AND origin != 'again' AND NOT instr(reasons, 'shown mines') ORDER BY number DESC"
    )
    return [row[0] for row in db.execute(sql, (MAX_SOLVER_CELLS,))]


# Journals


def read_journal(db: "Connection", identity: str) -> str:
    """Return the journal of a game; raise StoreError if there is none that can be read."""
    sql = "SELECT journal FROM game WHERE id = ? AND number NOT NULL"
    row = db.execute(sql, [identity]).fetchone()
    if not row:
        raise UnreadableError(f"no game has the ID {identity}")
    import zlib  # here, as some Pythons have none

    reader = zlib.decompressobj()
    try:
        text = reader.decompress(row[0], MAX_TEXT + 1).decode("ascii")
    except (zlib.error, UnicodeDecodeError, TypeError):
        text = ""
    if text and (reader.eof or len(text) > MAX_TEXT):  # else its end is missing
        return text
    raise UnreadableError(f"the moves of game {identity} cannot be read")


def pack_journal(text: str) -> bytes:
    """Return a journal as it is stored."""
    import zlib  # here, as some Pythons have none

    try:
        return zlib.compress(text.encode("ascii"), 3)  # 6 takes four times as long for a tenth
    except UnicodeEncodeError as error:
        raise RowError(str(error)) from None


# Changing rows


def luck_of(review: "Review") -> Luck:
    """Return the luck that a review found."""
    expected = float(review.expected_survivals)
    return Luck(review.guess_count, review.survived_count, expected, review.lost_by)


STORE_LUCK: Final = (
    f"UPDATE game SET {' = ?, '.join(Luck._fields)} = ? WHERE id = ? AND guesses IS NULL"
)


def delete_game(db: "Connection", identity: str) -> bool:
    """Delete a game for good, with its moments; return whether it was stored.

    Statistics then follow from the remaining games.
    """
    for sql in (
        "DELETE FROM line WHERE game = (SELECT n FROM game WHERE id = ?)",
        "DELETE FROM moment WHERE game = ?",
    ):
        db.execute(sql, [identity])
    return db.execute("DELETE FROM game WHERE id = ?", [identity]).rowcount == 1


def insert_finished(db: "Connection", game: StoredGame, journal: bytes) -> None:
    """Add a game that was played elsewhere, unless its id is stored already."""
    columns = (*HEAD_COLUMNS, "run", "played", *_WRITTEN, "number")
    marks = "?, " * (len(columns) - 1)
    sql = (
        f"INSERT OR IGNORE INTO game ({', '.join(columns)})"
        f" VALUES ({marks}(SELECT coalesce(max(number), 0) + 1 FROM game))"
    )
    db.execute(sql, (*game[: len(HEAD_COLUMNS)], "", 0, *_written(game, journal)))


def update_finished(db: "Connection", game: StoredGame, journal: bytes, run: str) -> bool:
    """Write the result of a game that a run plays, in place of its lines; False if none does."""
    sql = (
        f"UPDATE game SET {' = ?, '.join(_WRITTEN)} = ?,"
        " number = (SELECT coalesce(max(number), 0) + 1 FROM game)"
        " WHERE id = ? AND run = ? AND ended IS NULL"
    )
    if not db.execute(sql, (*_written(game, journal), game.id, run)).rowcount:
        return False
    db.execute("DELETE FROM line WHERE game = (SELECT n FROM game WHERE id = ?)", [game.id])
    return True


_WRITTEN: Final = (*RESULT_COLUMNS, "words", "journal")


def _written(game: StoredGame, journal: bytes) -> tuple[object, ...]:
    start = len(HEAD_COLUMNS)
    return (*game[start : start + len(RESULT_COLUMNS)], searched_words(game), journal)
