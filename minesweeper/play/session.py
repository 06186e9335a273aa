"""A game being played: its clock, its journal, undo, and the help used.

Every `now` is in integer milliseconds of a monotonic clock.
"""

from collections.abc import Callable
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.engine.game import Game, GuessRule, LayMines, Move, Refusal, Status
from minesweeper.play.journal import (
    Entry,
    Head,
    Help,
    Journal,
    Word,
    format_entries,
    format_head,
    parse_journal,
)
from minesweeper.play.progress import Progress, Result, fold, why_no_record

Write = Callable[[str], None]
OpenJournal = Callable[[Head], Write]

NO_ID: Final = "0"
NO_TIME: Final = "0000-00-00T00:00:00Z"


def write_nothing(text: str) -> None:
    """Write nothing: for games that are not kept."""


class Session:
    """A game, its journal and its clock.

    The clock starts with the first reveal, or with the first flag if the layout is known from the
    start; paused time does not count; the move that ends the game stops it. From the first reveal
    on, everything is written to the journal before it is shown. A daily board begins with a reveal:
    its journal is written from the player's own first move on.
    """

    def __init__(
        self, progress: Progress, entries: list[Entry], write: Write, *, is_written: bool = False
    ) -> None:
        """`progress` is the sum of `entries`; `is_written` says that `write` has written these."""
        self.head = progress.head
        self.seed = progress.head.origin.seed
        self.progress = progress
        # As text they take a tenth of the memory, and are written only once.
        self._entries = bytearray()
        self._keep(entries)
        self._write = write
        self._is_written = is_written
        # What to add to `now` for the time of the journal; None before the first entry.
        self._offset: int | None = None

    @classmethod
    def new(cls, head: Head, layout: Board | LayMines, write: Write = write_nothing) -> "Session":
        """Return a new game. With a `Board` the layout is known from the start."""
        entries = [Entry(0, "mines", layout)] if isinstance(layout, Board) else []
        return cls(Progress(head, layout, _guess_rule(head)), entries, write)

    @classmethod
    def resumed(
        cls,
        journal: Journal,
        now: int,
        write: Write = write_nothing,
        progress: Progress | None = None,
    ) -> "Session":
        """Return the saved game of a journal, which `write` goes on writing.

        `progress` is the sum of the journal, where the caller has it: large ones take seconds.
        """
        progress = progress or fold(journal)
        return cls._continued(progress, journal, now, write, is_written=True)

    @classmethod
    def branched(cls, journal: Journal, now: int, write: Write = write_nothing) -> "Session":
        """Return a game taken over from a replay, as a journal that is not yet written."""
        return cls._continued(fold(journal), journal, now, write, is_written=False)

    @classmethod
    def _continued(
        cls, progress: Progress, journal: Journal, now: int, write: Write, *, is_written: bool
    ) -> "Session":
        progress.set_guess_rule(_guess_rule(journal.head))
        session = cls(progress, journal.entries, write, is_written=is_written)
        session._offset = progress.time - now
        session._add("restart", now)
        return session

    def with_head(self, head: Head, layout: LayMines) -> "Session":
        """Return this game with another head, of the same size; no mines may be laid yet."""
        session = Session.new(head, layout, self._write)
        for entry in parse_journal(self.text()).entries:
            session.progress.add(entry)
        session._entries, session._offset = self._entries, self._offset
        return session

    @property
    def game(self) -> Game:
        """Return the game of the moves that were not taken back."""
        return self.progress.game

    @property
    def board(self) -> Board | None:
        """Return the board once the mines are laid; undo never lifts them."""
        return self.progress.board

    @property
    def moves(self) -> list[Move]:
        """Return the moves that were not taken back, refused ones included."""
        return [step.move for step in self.progress.steps]

    @property
    def helps(self) -> set[str]:
        """Return the kinds of help that were used before the end."""
        return set(self.progress.helps)

    @property
    def clicks(self) -> int:
        """Return the number of moves made, refused ones included."""
        return self.progress.clicks

    @property
    def paused(self) -> bool:
        """Return whether the game is paused."""
        return self.progress.paused

    @property
    def result(self) -> Result | None:
        """Return the first end of the game; moves after an undo do not change it."""
        return self.progress.result

    @property
    def over(self) -> bool:
        """Return whether the game was won, lost or abandoned; an undo can go back past the end."""
        return self.progress.over

    @property
    def running(self) -> bool:
        """Return whether the clock runs."""
        return self.progress.running

    @property
    def why_no_record(self) -> list[str]:
        """Return, as sentences, why the game is no record; none if it may be one."""
        return why_no_record(self.progress)

    @property
    def is_touched(self) -> bool:
        """Return whether the player has changed something, even if it was taken back."""
        return bool(self.progress.undone) or self._has_own_move

    @property
    def can_undo(self) -> bool:
        """Return whether there is a move to take back; the start of a daily board stays."""
        return self.progress.can_undo and self._has_own_move

    @property
    def _has_own_move(self) -> bool:
        return any(step.changed and step.word != "start" for step in self.progress.steps)

    def milliseconds(self, now: int) -> int:
        """Return what the clock shows, in milliseconds."""
        return self.progress.milliseconds(self._time(now))

    def text(self) -> str:
        """Return the journal."""
        return format_head(self.head) + self._entries.decode("ascii")

    @property
    def length(self) -> int:
        """Return how long the journal is: it grows with all that happens."""
        return len(self._entries)

    def play(self, move: Move, now: int) -> Refusal | None:
        """Make a move; return a Refusal if nothing changed.

        Every attempt in a running game is a click.
        """
        if self.paused or self.progress.over:
            return Refusal("paused" if self.paused else "over")
        self._add(move.verb, now, move)
        return self.progress.steps[-1].refusal

    def start(self, move: Move, now: int) -> None:
        """Make the reveal that a daily board begins with; it does not start the clock."""
        self._add("start", now, move)

    def undo(self, now: int) -> bool:
        """Take back the last move that changed something; return False if there is none."""
        return self.can_undo and self._add("undo", now)

    def redo(self, now: int) -> bool:
        """Make the move again that was taken back last; return False if there is none."""
        return self.progress.can_redo and self._add("redo", now)

    def help(self, kind: Help, now: int) -> None:
        """Note in the journal that help was used: such a game is no record."""
        self._add("help", now, kind)

    def play_obvious(self, move: Move, now: int) -> Refusal | None:
        """Make a move that the program plays for the player, which is help.

        Return a Refusal if nothing changed: then the program has to stop. One undo takes back all
        such moves up to `end_obvious`.
        """
        if not self.progress.is_playing_obvious:
            self.help("obvious moves", now)
        return self.play(move, now)

    def end_obvious(self, now: int) -> None:
        """Note that the next move is the player's own again."""
        if self.progress.is_playing_obvious:
            self._add("played", now)

    def pause(self, now: int) -> None:
        """Stop the clock until `resume`; do nothing before it runs and after the end."""
        if self.running:
            self._add("pause", now)

    def resume(self, now: int) -> None:
        """End a pause."""
        if self.paused:
            self._add("resume", now)

    def leave(self, now: int) -> None:
        """Stop the clock because the player leaves a saved game."""
        if self.running:
            self._add("left", now)

    def come_back(self, now: int) -> None:
        """Start the clock again that `leave` has stopped."""
        if not self.progress.over:
            self._add("restart", now)

    def abandon(self, now: int) -> None:
        """End the game without a result."""
        if not self.progress.over:
            self._add("abandoned", now)

    def _time(self, now: int) -> int:
        """Return the time of the journal, which never goes back."""
        if self._offset is None:
            return 0
        return max(self.progress.time, now + self._offset)

    def _add(self, word: Word, now: int, detail: Move | Help | None = None) -> bool:
        """Add an entry, and write it with the entries that follow from it."""
        if self._offset is None:
            self._offset = -now
        entry = Entry(self._time(now), word, detail)
        was_over, board_before = self.progress.over, self.board
        self.progress.add(entry)
        added = [entry]
        if self.board is not None and self.board is not board_before:
            added.insert(0, Entry(entry.time, "mines", self.board))
        if not was_over and self.game.status is not Status.PLAYING:
            added.append(Entry(entry.time, "won" if self.game.status is Status.WON else "lost"))
        text = self._keep(added)
        if self._is_written:
            self._write(text)
        elif self.progress.has_begun:
            self._is_written = True
            self._write(self.text())
        return True

    def _keep(self, entries: list[Entry]) -> str:
        """Add entries to the journal; return their lines."""
        text = format_entries(entries, self.game.grid)
        self._entries += text.encode("ascii")
        return text


def _guess_rule(head: Head) -> GuessRule | None:
    """Return what becomes of guesses; None where it is left to luck."""
    if head.setup.on_guess == "luck":
        return None
    from minesweeper.solver.guess_rules import MovingMines

    return MovingMines(head.setup.on_guess, head.origin.seed or 0)
