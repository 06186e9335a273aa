"""What one run of the program keeps: its games, answers and reviews, in the file of all games.

No method that is called during a game raises, or waits for long. What cannot be written stays in
memory, and is written with what comes next; if another file takes the place of the one that this
run has used, everything that it has written is written again.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from minesweeper.engine.notation import count_text
from minesweeper.play.journal import Entry, Head, format_entries
from minesweeper.play.session import Session
from minesweeper.settings.safe_files import DATABASE_WAIT, pause, printable
from minesweeper.store.errors import ReplacedError, RowError, StoreError, UnreadableError
from minesweeper.store.finished_games import (
    STORE_LUCK,
    Luck,
    StoredGame,
    delete_game,
    insert_finished,
    pack_journal,
    row_of,
    update_finished,
)
from minesweeper.store.unfinished_games import (
    abandon_unread,
    append_texts,
    claim_game,
    find_owner,
    find_unfinished,
    insert_game,
    take_game,
)

if TYPE_CHECKING:  # late: sqlite3
    from sqlite3 import Connection

    from minesweeper.store.database import Database
    from minesweeper.store.statistics import NewBest

_T = TypeVar("_T")
_Values = ParamSpec("_Values")

GAMES_FILE: Final = "games.db"
# For how many milliseconds a key of a game waits for another copy that is writing.
KEY_WAIT: Final = 20
# How many pieces of a journal, and games that have ended, are written at once. A key writes no more
# than that, however much is waiting.
TEXTS_AT_ONCE: Final = 100
TEXTS_PER_RESULT: Final = 10
# The games of an import are stored in transactions of less than ten milliseconds, with pauses, so
# that a key of another copy always finds room.
GAMES_AT_ONCE: Final = 50
IMPORT_PAUSE: Final = 10
MAX_UNFINISHED: Final = 100

ELSEWHERE: Final = "This game goes on in another window"
ENDED_ELSEWHERE: Final = "This game was ended in another window"
DELETED_ELSEWHERE: Final = "This game was deleted in another window"


class GameLostError(RowError):
    """A game is not this run's any more; the text says why, in words for a player."""


class KeptGame:
    """A game that this run plays: its journal, and how much of it is in the file."""

    def __init__(
        self, head: Head, run: str, texts: Iterable[str] = (), taken_from: str = ""
    ) -> None:
        """Begin with the texts that are in the file, if it was taken from another run."""
        self.head = head
        self.texts = [*texts]
        self.result: StoredGame | None = None
        self.why_lost = ""
        """Why nothing more of it is kept; "" as long as it is this run's."""
        self._run = run
        self._taken_from = taken_from
        self._stored = len(self.texts)
        self._is_in_file = bool(self.texts)
        self._is_ended = False
        """Whether the file has its result."""
        self._packed = b""

    @property
    def is_complete(self) -> bool:
        """Whether all of it is in the file, or nothing more of it is kept."""
        is_stored = self._is_ended if self.result else self._stored == len(self.texts)
        return is_stored or bool(self.why_lost)

    def end(self, result: StoredGame) -> None:
        """Write a result, with the whole journal, in place of what is not written yet."""
        self.result = result

    def prepare(self) -> None:
        """Do what takes long before `save`, which has to be quick."""
        if self.result and not self._packed:
            self._packed = pack_journal("".join(self.texts))
            self.texts.clear()

    def save(self, db: "Connection") -> int:
        """Write the next part of what is not stored; return how many texts it holds.

        Raise GameLostError if it is not this run's game any more.
        """
        if self.result:
            self._save_result(db, self.result)
            return 0
        part = self.texts[self._stored : self._stored + TEXTS_AT_ONCE]
        if not append_texts(db, self.head.id, self._run, part, self._stored):
            self._claim(db)
            append_texts(db, self.head.id, self._run, part, self._stored)
        return len(part)

    def note_stored(self, texts: int) -> None:
        """Note what `save` has returned, once its transaction is done."""
        self._stored += texts
        self._is_in_file, self._is_ended = True, self.result is not None

    def forget_stored(self) -> None:
        """Write all of it again, into another file."""
        self._stored, self._is_in_file, self._is_ended = 0, False, False

    def _save_result(self, db: "Connection", result: StoredGame) -> None:
        if update_finished(db, result, self._packed, self._run):
            return
        if find_owner(db, result.id) == (self._run, result.ended):
            return  # the disk failed at the end of a transaction that was done
        self._claim(db)
        update_finished(db, result, self._packed, self._run)

    def _claim(self, db: "Connection") -> None:
        """Add the row of the game, or make it this run's again in a file that took another's place.

        Raise GameLostError if another run plays it, or has ended or deleted it.
        """
        owner = find_owner(db, self.head.id)
        if owner is None:
            if self._is_in_file:
                raise GameLostError(DELETED_ELSEWHERE)
            insert_game(db, self.head, self._run)
        elif owner.ended:
            raise GameLostError(ENDED_ELSEWHERE)
        elif self._is_in_file or owner.run not in (self._run, self._taken_from):
            raise GameLostError(ELSEWHERE)
        else:
            claim_game(db, self.head.id, self._run)


class Store:
    """The games and answers of one player, of which this run keeps its own.

    A run is one start of the program. All running copies share the file.
    """

    def __init__(
        self,
        directory: str,
        run: str,
        read_clock: Callable[[], str],
        *,
        longest_wait: int = DATABASE_WAIT,
    ) -> None:
        """Use the file in a directory; without one, "", nothing can be kept.

        `run` is the random id of this run. `read_clock` returns the time in UTC as ISO 8601 text.
        The longest wait for another copy, for what the player asked for, is in milliseconds.
        """
        self.directory = directory
        self.is_lost = False
        """Whether something could not be stored before the program ended."""
        self._run = run
        self._read_clock = read_clock
        self._longest_wait = longest_wait
        self._why_not = "" if directory else "Games are not saved here"
        self._opened: Database | None = None
        self._games: dict[str, KeptGame] = {}
        self._waiting: dict[str, KeptGame] = {}
        """The games of which something is not stored, the oldest first."""
        self._rows: list[Callable[[Connection], object]] = []
        """What this run has written, or has to write, beside its games."""
        self._rows_stored = 0
        self._answers = 0
        self._trouble = ""
        """Why something could not be stored; "" if everything is."""
        self._messages: dict[str, None] = {}

    def take_messages(self) -> str:
        """Return what went wrong since the last call, in one line; "" if nothing did."""
        if self._opened:
            self._messages |= dict.fromkeys(self._opened.news)
            self._opened.news.clear()
        text = "; ".join(self._messages)
        self._messages.clear()
        return printable(text)

    def read(
        self,
        query: "Callable[Concatenate[Connection, _Values], _T]",
        *values: _Values.args,
        **named: _Values.kwargs,
    ) -> _T:
        """Return what a function reads, given a connection and values; raise StoreError."""
        database = self._database
        if database.is_replaced:
            self.flush(KEY_WAIT)
        return database.read(query, *values, **named)

    # The games of this run

    def open_journal(self, head: Head) -> Callable[[str], None]:
        """Return the function that writes the journal of a new game.

        Its first call adds the game. The text that ends it is written by `finish`.
        """
        return partial(self._write_journal, KeptGame(head, self._run))

    def _write_journal(self, game: KeptGame, text: str) -> None:
        if game.result or game.why_lost or not self.directory:  # such as practice
            return
        self._games.setdefault(game.head.id, game)
        game.texts.append(text)
        if not text.endswith(_ENDS):
            self._waiting[game.head.id] = game
            self.flush(KEY_WAIT)

    def is_saved(self, session: Session) -> bool:
        """Return whether the file holds all of a game of this run."""
        game = self._games.get(session.head.id)
        return game is not None and game.is_complete and not game.why_lost

    def why_unsaved(self, session: Session) -> str:
        """Return why a part of a game is not in the file; "" if all of it is, or soon will be."""
        game = self._games.get(session.head.id)
        if not game or game.is_complete:
            return game.why_lost if game else ""
        return printable(_not_saved(self._trouble)) if self._trouble else ""

    def is_elsewhere(self, session: Session) -> bool:
        """Return whether a game that has begun here goes on in another window."""
        game = self._games.get(session.head.id)
        return game is not None and game.why_lost == ELSEWHERE

    def resume(self, identity: str, now: int) -> Session:
        """Return an unfinished game, which is this run's from now on; raise StoreError."""
        session, game = self._take(identity)
        session.reopen(now, partial(self._write_journal, game), is_written=True)
        return session

    def _take(self, identity: str) -> tuple[Session, KeptGame]:
        session, texts, run = self._write(partial(take_game, identity=identity, run=self._run))
        game = self._games[identity] = KeptGame(session.head, self._run, texts, run)
        return session, game

    def finish(self, session: Session) -> "NewBest | None":
        """Store the result of a game that has just ended, or is abandoned.

        Return how it compares with earlier games; None if it is no ranked win, is not this run's
        game, has a result already, or cannot be stored now.
        """
        game = self._games.get(session.head.id)
        if not game or game.result or game.why_lost:
            return None
        from minesweeper.store.statistics import compare_result  # late: when a game is over

        result, best = row_of(session, self._read_clock()), None
        with suppress(StoreError):
            best = self.read(compare_result, result)
        return best if self._end(game, result, KEY_WAIT) else None

    def _end(self, game: KeptGame, result: StoredGame, wait: int) -> bool:
        """Store the result of a game; return whether it is stored now."""
        game.end(result)
        self._waiting[result.id] = game
        return self.flush(wait) and not game.why_lost

    def abandon(self, identity: str) -> None:
        """End an unfinished game without a result; raise StoreError.

        One that cannot be read keeps what is there of it.
        """
        try:
            session, game = self._take(identity)
        except UnreadableError:
            now = self._read_clock()
            self._write(partial(abandon_unread, identity=identity, run=self._run, ended=now))
            self._database.is_changed = True
            return
        entry = Entry(session.time, "abandoned")
        session.add(entry)
        game.texts.append(format_entries([entry], session.game.grid))
        if not self._end(game, row_of(session, self._read_clock()), self._longest_wait):
            raise StoreError(game.why_lost or self._trouble)

    def abandon_oldest(self, limit: int = MAX_UNFINISHED) -> None:
        """Abandon the unfinished games beyond those that were played last, but none of this run."""
        with suppress(StoreError):  # the next run tries again
            for game in self.read(find_unfinished)[limit:]:
                if game.id not in self._games:
                    self.abandon(game.id)

    def import_games(self, sessions: Sequence[Session]) -> None:
        """Store games that were played elsewhere, but none that is stored already.

        Raise StoreError if that is not possible now; some of them may be stored then.
        """
        now = self._read_clock()
        rows = [(row_of(each, now), pack_journal(each.journal_text())) for each in sessions]
        for start in range(0, len(rows), GAMES_AT_ONCE):
            if start:
                pause(IMPORT_PAUSE)
            self._import(rows[start : start + GAMES_AT_ONCE])

    def _import(self, rows: Sequence[tuple[StoredGame, bytes]]) -> None:
        """Store rows together; if one of them cannot be stored, store the others one by one."""

        def insert(db: "Connection") -> None:
            for game, journal in rows:
                insert_finished(db, game, journal)

        try:
            self._write(insert)
        except RowError as error:
            if len(rows) == 1:
                self._messages[f"game {rows[0][0].id} cannot be stored: {error}"] = None
                return
            for row in rows:
                self._import([row])
        self._database.is_changed = True

    def delete(self, identity: str) -> None:
        """Delete a game that has ended for good, with its journal; raise StoreError.

        It is not stored again, even if another file takes the place of this one.
        """
        self._rows.append(partial(delete_game, identity=identity))
        if not self.flush():
            self._rows.pop()
            raise StoreError(self._trouble)
        self._games.pop(identity, None)

    def store_luck(self, session: Session, luck: Luck) -> None:
        """Store the results of the guesses of a finished game, unless they are stored."""
        self.keep(_statement(STORE_LUCK, (*luck, session.head.id)))

    def keep(self, write: "Callable[[Connection], object]") -> None:
        """Keep what a function writes in a transaction; it may be called more than once."""
        if self.directory:
            self._rows.append(write)
            self.flush(KEY_WAIT)

    def next_answer(self) -> tuple[str, int]:
        """Return the key of the next answer of this run."""
        self._answers += 1
        return self._run, self._answers

    # Writing

    def flush(self, wait: int | None = None) -> bool:
        """Write what is not stored yet, the oldest first; return whether all of it is stored.

        Wait so many milliseconds for another copy, or as long as for what the player asked for.
        While something is in the way a key does not wait again, and it writes only a part of what
        is waiting.
        """
        wait = self._longest_wait if wait is None else wait
        if not (self._waiting or self._rows_stored < len(self._rows) or self._is_replaced):
            return True
        is_key = wait <= KEY_WAIT
        try:
            self._write_waiting(0 if is_key and self._trouble else wait, is_key=is_key)
        except ReplacedError:
            return self.flush(wait)
        except StoreError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._messages[_not_saved(self._trouble)] = None
            return False
        self._trouble = ""
        return not self._waiting and self._rows_stored == len(self._rows)

    def _write_waiting(self, wait: int, *, is_key: bool) -> None:
        """Write each piece in a transaction of its own; raise StoreError."""
        database = self._database
        if database.is_replaced:
            self._forget_stored()
        room = TEXTS_AT_ONCE
        for identity, game in [*self._waiting.items()]:
            while not game.is_complete:
                if is_key and room <= 0:
                    return
                room -= self._save_part(game, wait)
            del self._waiting[identity]
        while self._rows_stored < len(self._rows) and (room > 0 or not is_key):
            self._save_row(self._rows[self._rows_stored], wait)
            room -= 1

    def _save_part(self, game: KeptGame, wait: int) -> int:
        """Write the next part of a game; return how much of the room for a key it takes."""
        texts, database = 0, self._database
        try:
            game.prepare()
            texts = database.write(game.save, wait)
            game.note_stored(texts)
        except RowError as error:
            is_lost = not isinstance(error, GameLostError)
            self.is_lost |= is_lost
            game.why_lost = f"this game cannot be stored: {error}" if is_lost else str(error)
            self._messages[game.why_lost] = None
        database.is_changed |= game.result is not None
        return texts or TEXTS_PER_RESULT

    def _save_row(self, write: "Callable[[Connection], object]", wait: int) -> None:
        try:
            self._database.write(write, wait)
        except RowError as error:
            self.is_lost = True
            self._messages[f"something cannot be stored: {error}"] = None
        self._rows_stored += 1
        self._database.is_changed = True

    def _write(self, work: "Callable[[Connection], _T]") -> _T:
        """Do what the player asked for, after all that is waiting; raise StoreError."""
        while self.flush():
            with suppress(ReplacedError):
                return self._database.write(work, self._longest_wait)
        raise StoreError(self._trouble)

    def _forget_stored(self) -> None:
        """Write all of this run again: another file has taken the place of the one it used."""
        self._database.is_replaced = False
        for game in self._games.values():
            if not game.why_lost:
                game.forget_stored()
        self._waiting = {key: game for key, game in self._games.items() if not game.is_complete}
        self._rows_stored = 0

    @property
    def _is_replaced(self) -> bool:
        return self._opened is not None and self._opened.is_replaced

    @property
    def _database(self) -> "Database":
        """The database, which is loaded when it is needed; raise StoreError if it cannot be."""
        if self._why_not:
            raise StoreError(self._why_not)
        if not self._opened:
            try:
                import zlib as zlib  # whether there is one: journals are compressed

                from minesweeper.store.database import Database  # late: sqlite3
            except ImportError as missing:
                name = (missing.name or "sqlite3").removeprefix("_")
                self._why_not = f"no game is kept: this Python has no {name}"
                raise StoreError(self._why_not) from None
            path = os.path.join(self.directory, GAMES_FILE)
            self._opened = Database(path, self._read_clock, longest_wait=self._longest_wait)
        return self._opened

    def close(self) -> None:
        """Try for the last time to store everything, write the backup, and close the file.

        Call it after the screen is restored.
        """
        if self._opened:
            self._opened.check_place()
        is_stored = self.flush()
        if self._opened:
            try:
                self._opened.back_up()
            except StoreError as error:
                self._messages[str(error)] = None
                self._opened.is_changed = False  # what calls this again says it no second time
            self._opened.check_place()
            if self._is_replaced:  # the file was damaged: the backup is in its place
                is_stored = self.flush()
            self._opened.close()
        if not is_stored and not self._why_not:
            lost = count_text(len(self._waiting), "game")
            answers = count_text(len(self._rows) - self._rows_stored, "answer")
            what = lost if self._waiting else answers
            first = f"{what} could not be stored in {self.directory}"
            self._messages = {first: None, **self._messages}
            self.is_lost = True
            self._waiting.clear()
            self._rows_stored = len(self._rows)


def _not_saved(trouble: str) -> str:
    """Return what a player is told who has not asked for what fails."""
    return trouble if "kept" in trouble else f"not saved: {trouble}"


# The text with which a journal ends.
_ENDS: Final = (" won\n", " lost\n", " abandoned\n")


def _statement(sql: str, values: Sequence[object]) -> "Callable[[Connection], object]":
    return lambda db: db.execute(sql, values)
