"""The games of one player: unfinished ones as journal files, finished ones in one SQLite file.

A finished game is stored in the database before its journal file is removed; storing it twice
changes nothing. At the end of the program `close` closes all files, and `back_up` writes a backup.
No method raises because of a disk error: the game goes on, `take_messages` returns what went wrong,
and `why_unsaved` returns it for as long as the game is not saved.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from minesweeper.engine.notation import NotationError, count_text
from minesweeper.play.branches import find_branches
from minesweeper.play.journal import HEAD_LINES, Entry, Head, Journal, parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.settings.safe_files import DATABASE_WAIT, printable, reason_of
from minesweeper.store.messages import Messages
from minesweeper.store.saved_games import JournalFile, SavedGames
from minesweeper.store.schema import HISTORY_SCHEMA

if TYPE_CHECKING:  # imported late, as a game can begin without them
    from minesweeper.store.database import Database
    from minesweeper.store.finished_games import Luck, NewBest
    from minesweeper.store.sqlite import Connection

_T = TypeVar("_T")

DATABASE: Final = "history.db"
# How many saved games are kept; older ones are abandoned.
MAX_SAVED_GAMES: Final = 100
# A journal of more bytes than this takes long to read, so it is read only to resume the game.
LARGE_JOURNAL: Final = 200_000
BUSY: Final = "the history is in use by another copy of the program: try again"


class History:
    """The games of one player, shared by all running copies of the program.

    With `wait`, a method gives another copy that is writing up to a second to finish. Without it,
    as during a game, it gives up at once.
    """

    def __init__(self, directory: str, today: str, *, longest_wait: int = DATABASE_WAIT) -> None:
        """Use the games in a directory.

        `today` is the player's local date, which becomes part of the name of a damaged file. The
        longest wait for another copy is in milliseconds.
        """
        self.directory = directory
        self.has_lost_game = False
        """Whether a game could not be saved or stored before the program ended."""
        self.is_unreadable = False
        """Whether a database exists, but could not answer the last query."""
        self.today = today
        self._messages = Messages()
        self._saved_games = SavedGames(directory, self._messages)
        self._deleted: set[str] = set()
        self._is_checked = False
        self._unstored: list[tuple[Session, JournalFile | None]] = []
        self._longest_wait = longest_wait
        self._opened: Database | None = None

    def take_messages(self) -> str:
        """Return what went wrong since the last call, in one line; "" if nothing did."""
        return self._messages.take()

    def is_empty(self) -> bool:
        """Return whether no game was ever kept here, judging by a few file names."""
        return not (os.path.lexists(self._database_path) or self._saved_games.may_hold_games())

    # The present game

    def open_journal(self, head: Head) -> Callable[[str], None]:
        """Return the function that writes the journal of a new game.

        Its first call creates the file.
        """
        return self._saved_games.new_file(head.id).write

    def is_saved(self, session: Session) -> bool:
        """Return whether the file of an open game holds all of it."""
        file = self._saved_games.open_files.get(session.head.id)
        return file is not None and file.is_complete

    def why_unsaved(self, session: Session) -> str:
        """Return why a part of an open game is not in its file; "" if all of it is."""
        file = self._saved_games.open_files.get(session.head.id)
        return printable(file.why_unsaved) if file and file.why_unsaved else ""

    def store(self, session: Session, *, wait: bool = False) -> "NewBest | None":
        """Store a game with its journal and its branches; return its new bests.

        Return None if it cannot be stored now.
        """
        from minesweeper.store.finished_games import NewBest  # late: sqlite3

        if session.head.id in self._deleted:
            return NewBest()
        best = self._store(session, wait=wait)
        if best is None or (
            session.moves_after_end and not self._store_branches(session, wait=wait)
        ):
            return None
        return best

    def store_all(self, sessions: Sequence[Session]) -> bool:
        """Store finished games at once; return False if they cannot be stored now."""
        from minesweeper.store.finished_games import insert_games  # late: sqlite3

        def insert(db: "Connection") -> bool:
            insert_games(db, sessions)
            return True

        return bool(self._database.write(insert, wait=True))

    def _store(self, session: Session, *, wait: bool) -> "NewBest | None":
        from minesweeper.store.finished_games import insert_game  # late: sqlite3

        text = session.journal_text()
        return self._database.write(lambda db: insert_game(db, session, text), wait=wait)

    def _store_branches(self, session: Session, *, wait: bool) -> bool:
        """Store each branch of a game as a game of its own; return False if that fails now."""
        from minesweeper.store.finished_games import count_stored_lines  # late: sqlite3

        for branch in find_branches(Journal(session.head, session.entries)):
            identity = branch.head.id
            lines = self._database.write(partial(count_stored_lines, identity=identity), wait=wait)
            if lines or identity in self._deleted:
                continue
            if self._store(fold(branch), wait=wait) is None:
                return False
        return True

    def store_luck(self, session: Session, luck: "Luck") -> None:
        """Store the results of the guesses of a finished game."""
        from minesweeper.store.finished_games import store_luck  # late: sqlite3

        identity = session.head.id
        if identity not in self._deleted:
            self._database.write(lambda db: store_luck(db, identity, luck))

    def finish(self, session: Session) -> None:
        """Store a finished or abandoned game, and remove its file."""
        file = self._saved_games.open_files.pop(session.head.id, None)
        if not session.has_begun:
            return
        if self._is_stored(session) or self.store(session):
            if file:
                file.remove()
        elif not file or not file.close():
            self._unstored.append((session, file))

    def _is_stored(self, session: Session) -> bool:
        """Return whether all of a game is in the database, which may have been restored since.

        Return False for a game that was played on after its end, as it also has branches.
        """
        from minesweeper.store.finished_games import count_stored_lines  # late: sqlite3

        if session.moves_after_end:
            return False
        lines = self._database.write(lambda db: count_stored_lines(db, session.head.id))
        return lines == HEAD_LINES + len(session.entries)

    def leave(self, session: Session) -> None:
        """Save an unfinished game and close its file; `finish` one that has ended."""
        if session.over:
            self.finish(session)
        elif file := self._saved_games.open_files.pop(session.head.id, None):
            if session.has_begun and not file.is_complete:
                file.write("")  # try again to write what failed before
            if not file.close():
                self._report_loss(f"the game is not saved: {file.why_unsaved}")

    def close(self) -> None:
        """Close every file, and try for the last time to store games that could not be stored."""
        for file in self._saved_games.open_files.values():
            file.close()
        self._saved_games.open_files.clear()
        lost = 0
        for session, unstored_file in self._unstored:
            if self.store(session, wait=not lost) is None:
                lost += 1
            elif unstored_file:
                with suppress(OSError):  # the file may be missing
                    if unstored_file.lock():
                        unstored_file.remove()
        if lost:
            self._report_loss(f"{count_text(lost, 'game')} could not be stored in {self.directory}")
        self._unstored.clear()
        if self._opened:
            self._opened.close()

    def back_up(self) -> None:
        """Write a backup of the finished games, if this run changed them or no backup exists.

        With 20,000 games it takes 0.1 s: call it at the end of the program, after the screen is
        restored.
        """
        if self._opened:
            self._opened.back_up()

    def _report_loss(self, text: str) -> None:
        self.has_lost_game = True
        self._messages.add_first(text)

    # Saved games

    def saved_game_ids(self) -> Iterator[str]:
        """Yield the ids of the saved games that no running copy plays, the newest first.

        No file stays open between two ids.
        """
        for identity in self._saved_games.ids_newest_first():
            if identity and (file := self._saved_games.lock(identity)):
                file.close()
                if not file.is_over:
                    yield identity

    def find_saved_daily(self, name: str) -> str:
        """Return the id of a saved game on the daily board with this name; "" without one."""
        return self.saved_dailies().get(name, "")

    def saved_dailies(self) -> dict[str, str]:
        """Return the ids of the saved games on daily boards, by the name of the board."""
        found: dict[str, str] = {}
        for identity in self.saved_game_ids():
            head = self._saved_games.read_head(identity)
            if head and head.origin.kind == "daily":
                found.setdefault(head.origin.name, identity)
        return found

    def why_no_saved_game(self) -> str:
        """Return why `saved_game_ids` yields no id: the first obstacle, if there was one."""
        obstacles = self._saved_games.obstacles
        return printable(obstacles[0]) if obstacles else "there is no saved game"

    def resume(self, identity: str, now: int) -> Session | None:
        """Resume a saved game; return None if it is gone, has ended, or cannot be read."""
        file, session = self._open_saved_game(identity)
        if not file or not session:
            return None
        if session.over:
            self._store_leftover(file, session)
            return None
        self._saved_games.open_files[session.head.id] = file
        session.reopen(now, file.write, is_written=True)
        return session

    def _open_saved_game(self, identity: str) -> tuple[JournalFile | None, Session | None]:
        """Lock and read a saved game; add a message if that fails."""
        earlier = len(self._saved_games.obstacles)
        file = self._saved_games.lock(identity)
        session = self._saved_games.read(file) if file else None
        for obstacle in self._saved_games.obstacles[earlier:]:
            self._messages.add(obstacle)
        return file, session

    def saved_games(self) -> Iterator[Session | None]:
        """Yield the saved games that can be resumed, the newest first, and None after each slice.

        A large one takes long to read: it is yielded without its moves. Add a message for each that
        cannot be opened.
        """
        self._messages.allow_repeats()
        for identity in self._saved_games.ids_newest_first():
            file = self._saved_games.lock(identity) if identity else None
            session = None
            if file:
                session = None if file.is_over else self._read_or_preview(file)
                file.close()  # before the game is yielded: the player may resume it at once
            if session or not identity:
                yield session
        for obstacle in self._saved_games.obstacles:
            self._messages.add(obstacle)

    def _read_or_preview(self, file: JournalFile) -> Session | None:
        if file.size <= LARGE_JOURNAL:
            session = self._saved_games.read(file)
            return session if session and not session.over else None
        lines = file.read().splitlines(keepends=True)
        try:
            return fold(parse_journal("".join(lines[:HEAD_LINES])))
        except NotationError:  # it is set aside when it is resumed
            return None

    def find_saved_ids(self, beginning: str) -> list[str]:
        """Return the ids of saved games that begin so; another copy may play such a game."""
        ids = self._saved_games.ids_newest_first()
        return [each for each in ids if each.startswith(beginning)]

    def preview_saved_game(self, identity: str) -> Session | None:
        """Return a saved game to look at; None if it is large, or cannot be opened now."""
        file = self._saved_games.lock(identity)
        if not file:
            return None
        session = self._saved_games.read(file) if file.size <= LARGE_JOURNAL else None
        file.close()
        return session

    def tidy(self, limit: int = MAX_SAVED_GAMES, *, wait: bool = False) -> Iterator[list[str]]:
        """Clear up the files of earlier runs, in slices.

        Store the finished games that were not stored because of a kill or a full disk. Keep the
        newest `limit` saved games, and abandon the others; those that were left for another game
        go first. Yield after each slice the ids of the saved games found in it, the newest first.
        """
        saved: list[str] = []
        left_behind: list[str] = []
        found: list[str] = []
        can_store = True
        for identity in self._saved_games.ids_newest_first():
            file = self._saved_games.lock(identity) if identity else None
            if file is None:
                if not identity:
                    yield found
                    found = []
                continue
            file.close()
            if not file.is_over:
                found.append(identity)
                (left_behind if file.is_left_behind else saved).append(identity)
            elif can_store:
                can_store = self._end_saved_game(identity, wait=wait)
                yield []
        yield found
        for identity in [*saved, *left_behind][limit:]:
            if can_store:
                can_store = self._end_saved_game(identity, wait=wait)
                yield []

    def give_up(self, identity: str) -> bool:
        """Abandon a saved game, which stays in the history; if that fails, add a message."""
        self._messages.allow_repeats()
        file, session = self._open_saved_game(identity)
        if not file or not session:
            trouble = "the game is gone already"
        elif self._end_leftover(file, session, wait=True):
            return True
        else:
            trouble = BUSY
        if not self._messages:
            self._messages.add(trouble)
        return False

    def _end_leftover(self, file: JournalFile, session: Session, *, wait: bool) -> bool:
        """Store a saved game for good, abandoned if it has not ended; return False on failure."""
        if not session.over:
            session.add(Entry(session.time, "abandoned"))
        return self._store_leftover(file, session, wait=wait)

    def _end_saved_game(self, identity: str, *, wait: bool) -> bool:
        """Store a saved game for good, abandoned if it has not ended, and remove its file.

        Return False if the history cannot store it now; a file that cannot be read is left.
        """
        file = self._saved_games.lock(identity)
        session = self._saved_games.read(file) if file else None
        return not file or not session or self._end_leftover(file, session, wait=wait)

    def store_ended_games(self, *, wait: bool = False) -> None:
        """Store at once all finished games that earlier runs could not store."""
        for _ in self.tidy(limit=sys.maxsize, wait=wait):
            pass

    def _store_leftover(self, file: JournalFile, session: Session, *, wait: bool = False) -> bool:
        """Store a game of an earlier run and remove its file; return False if that fails."""
        is_stored = self._is_sound(wait=wait) and self.store(session, wait=wait) is not None
        if is_stored:
            file.remove()
        file.close()
        return is_stored

    def _is_sound(self, *, wait: bool) -> bool:
        """Return whether the database is sound; check it only once.

        The check comes before journal files are removed, because no backup holds their games yet.
        """
        self._is_checked = self._is_checked or self._database.is_sound(wait=wait)
        return self._is_checked

    # Finished games

    def query(self, query: "Callable[[Connection], _T]", *, is_asked: bool = True) -> _T | None:
        """Return the answer to a query of the database; None if no database exists.

        If the database cannot answer, set `is_unreadable`, add a message and return None. If the
        player has not asked, nothing is said twice, nor of a file that is in use or out of reach.
        """
        self.is_unreadable = False
        if is_asked:
            self._messages.allow_repeats()
        try:
            if not self._database.exists():
                return None
        except OSError as error:
            self.is_unreadable = True
            if is_asked:
                text = f"the games in {self.directory} cannot be read: {reason_of(error)}"
                self._messages.add(text)
            return None
        answer = self._database.read(lambda db: (query(db),))
        self.is_unreadable = answer is None
        if self.is_unreadable and is_asked and not self._messages:
            self._messages.add(BUSY)
        return answer[0] if answer else None

    def delete(self, identity: str) -> bool:
        """Delete a finished game for good, with its journal; on failure add a message.

        Return whether the game was deleted. It is not stored again, even if it is still open.
        """
        from minesweeper.store.finished_games import delete_game  # late: sqlite3

        is_deleted = self._database.write(lambda db: delete_game(db, identity), wait=True)
        if is_deleted is None and not self._messages:
            self._messages.add(BUSY)
        if is_deleted:
            self._deleted.add(identity)
        return bool(is_deleted)

    @property
    def _database_path(self) -> str:
        return os.path.join(self.directory, DATABASE)

    @property
    def _database(self) -> "Database":
        from minesweeper.store.database import Database  # late: sqlite3

        if self._opened is None:
            self._opened = Database(
                self._database_path,
                HISTORY_SCHEMA,
                self.today,
                self._messages,
                longest_wait=self._longest_wait,
            )
        return self._opened
