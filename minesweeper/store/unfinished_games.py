"""The games that have not ended: which there are, and reading and writing their journals.

A game belongs to the run that has begun or resumed it last: every change asks for that run. The
functions run SQL in a transaction.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import HEAD_LINES, Head, parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.store.categories import Category
from minesweeper.store.errors import StoreError, UnreadableError
from minesweeper.store.finished_games import (
    HEAD_COLUMNS,
    LOCAL_START,
    StoredGame,
    head_values,
    pack_journal,
    update_finished,
)

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

# A journal of more characters than this takes long to read, so it is read only to resume the game.
LARGE_JOURNAL: Final = 200_000


class UnfinishedGame(NamedTuple):
    """A game that can be resumed."""

    id: str
    width: int
    height: int
    mines: int
    first: str
    guess_free: int
    on_guess: str
    origin: str
    name: str
    """The name of a daily board, or a mark of how the layout was dealt; or ""."""
    day: str
    """The local date at which it began: "2026-11-22"; "" if it is not known."""
    time_of_day: str
    """The local time of day at which it began: "18:05"; "" if it is not known."""

    @property
    def category(self) -> Category:
        """The category in which its result will be compared."""
        return Category(*self[1:7])


def find_unfinished(db: "Connection") -> list[UnfinishedGame]:
    """Return the games that can be resumed; that which was begun or resumed last is the first."""
    columns = ", ".join(UnfinishedGame._fields[:-2])
    last_first = "WHERE ended IS NULL ORDER BY played DESC, n DESC"
    rows = db.execute(f"SELECT {columns}, {LOCAL_START} FROM game {last_first}")
    return [*map(UnfinishedGame._make, rows)]


def preview_game(db: "Connection", identity: str) -> Session | None:
    """Return an unfinished game to look at; None if it is gone, or cannot be read.

    A large one is returned without its moves.
    """
    texts = _read_texts(db, identity)
    text = "".join(texts)
    if len(text) > LARGE_JOURNAL:
        text = "".join(texts[0].splitlines(keepends=True)[:HEAD_LINES])
    try:
        return fold(parse_journal(text)) if texts else None
    except NotationError:  # resuming it says why
        return None


class TakenGame(NamedTuple):
    """A game that a run has just taken: its moves, its lines, and whose it was."""

    session: Session
    texts: list[str]
    run: str


def take_game(db: "Connection", identity: str, run: str) -> TakenGame:
    """Make an unfinished game that of a run; raise StoreError if it is gone or cannot be read."""
    sql = "SELECT run FROM game WHERE id = ? AND ended IS NULL"
    row = db.execute(sql, [identity]).fetchone()
    if not row:
        raise StoreError("The game is gone, or has ended")
    texts = _read_texts(db, identity)
    try:
        session = fold(parse_journal("".join(texts)))
    except NotationError as error:
        raise UnreadableError(f"The game {identity} cannot be read: {error}") from None
    claim_game(db, identity, run)
    return TakenGame(session, texts, row[0])


def abandon_unread(db: "Connection", identity: str, run: str, ended: str) -> None:
    """End a game that cannot be read without a result; its journal stays as it is."""
    sql = f"SELECT {', '.join(HEAD_COLUMNS)} FROM game WHERE id = ?"
    head = db.execute(sql, [identity]).fetchone()
    text = "".join(_read_texts(db, identity)).encode("ascii", "replace").decode("ascii")
    claim_game(db, identity, run)
    figures = (0,) * 8  # none is known, and nothing counts it
    game = StoredGame(*(*head, ended, "abandoned", "", *figures, "", ""))
    update_finished(db, game, pack_journal(text), run)


def _read_texts(db: "Connection", identity: str) -> list[str]:
    sql = "SELECT text FROM line JOIN game ON game.n = game WHERE id = ? ORDER BY position"
    return [row[0] for row in db.execute(sql, [identity])]


def append_texts(
    db: "Connection", identity: str, run: str, texts: Sequence[str], start: int
) -> bool:
    """Add texts to the journal of a game, from a position on; False if the run does not play it."""
    return all(
        db.execute(_APPEND, (position, text, identity, run)).rowcount
        for position, text in enumerate(texts, start)
    )


# It may be written already, if the disk failed at the end of the transaction.
_APPEND: Final = (
    "INSERT OR REPLACE INTO line SELECT n, ?, ? FROM game"
    " WHERE id = ? AND run = ? AND ended IS NULL"
)
_NEXT: Final = "(SELECT coalesce(max(played), 0) + 1 FROM game WHERE ended IS NULL)"


def insert_game(db: "Connection", head: Head, run: str) -> None:
    """Add the row of a game that begins."""
    columns = ", ".join((*HEAD_COLUMNS, "run", "played"))
    marks = "?, " * (len(HEAD_COLUMNS) + 1)
    db.execute(f"INSERT INTO game ({columns}) VALUES ({marks}{_NEXT})", (*head_values(head), run))


def claim_game(db: "Connection", identity: str, run: str) -> None:
    """Make an unfinished game that of a run, and the one that was played last."""
    db.execute(f"UPDATE game SET run = ?, played = {_NEXT} WHERE id = ?", (run, identity))


class Owner(NamedTuple):
    """Whose a game is, and when it ended; None if it has not."""

    run: str
    ended: str | None


def find_owner(db: "Connection", identity: str) -> Owner | None:
    """Return whose a stored game is; None if it is not stored."""
    row = db.execute("SELECT run, ended FROM game WHERE id = ?", [identity]).fetchone()
    return Owner._make(row) if row else None
