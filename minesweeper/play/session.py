"""A game being played: its clock, its journal, undo, the help used, and how it went.

The clock is handed in as `now`, integer milliseconds of a monotonic clock.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.game import Game, LayMines, Move, Rearrange, Refusal, Status
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import (
    Entry,
    Head,
    Help,
    Journal,
    Origin,
    Word,
    format_entries,
    format_journal,
)
from minesweeper.play.progress import Progress, Result, fold

if TYPE_CHECKING:  # the solver is only loaded where it is used: the first frame comes sooner
    from minesweeper.solver.guess_free import GuessFree


Write = Callable[[str], None]
OpenJournal = Callable[[Head], Write]

NO_ID: Final = "0"
NO_TIME: Final = "0000-00-00T00:00:00Z"


def write_nothing(text: str) -> None:
    """For a game that nobody keeps."""


class Session:
    """One game from its first look to its end.

    The clock starts with the first reveal, or with the first flag where the layout is known from
    the start; paused time does not count; the move that ends the game stops it. All that happens is
    journalled before it is seen, from the first reveal on: without one there is nothing to keep. A
    daily board, which begins with a reveal, is journalled from the player's own first move on.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        *,
        head: Head | None = None,
        write: Write = write_nothing,
    ) -> None:
        """`seed` is what the board is dealt from; None for a layout that was given."""
        origin = Origin("board" if isinstance(game.layout, Board) else "drawn", seed)
        head = head or Head(NO_ID, NO_TIME, game.setup, origin)
        progress = Progress(head, game.layout, game.rearrange)
        self._begin(progress, _known_from_the_start(game.layout), seed, write)

    def _begin(
        self, progress: Progress, entries: list[Entry], seed: int | None, write: Write
    ) -> None:
        self.seed = seed
        self.head = progress.head
        self.entries = entries
        self._progress = progress
        self._write = write
        self._is_written = False
        # What to add to the clock handed in for the time of the journal; None before the first.
        self._offset: int | None = None

    @classmethod
    def dealt(cls, layout: Board | LayMines, head: Head, write: Write) -> "Session":
        """A new game. Made once, and not as a `Game` first: the largest are slow to make."""
        session = cls.__new__(cls)
        seed = head.origin.seed
        progress = Progress(head, layout, guess_rule(head.setup, seed))
        session._begin(progress, _known_from_the_start(layout), seed, write)
        return session

    @classmethod
    def resumed(cls, journal: Journal, now: int, write: Write = write_nothing) -> "Session":
        """Return the saved game of a journal, which `write` goes on writing."""
        return cls._continued(journal, now, write, is_written=True)

    @classmethod
    def branched(cls, journal: Journal, now: int, write: Write = write_nothing) -> "Session":
        """A game taken over from a replay, as a journal of its own that is not yet written."""
        return cls._continued(journal, now, write, is_written=False)

    @classmethod
    def _continued(cls, journal: Journal, now: int, write: Write, *, is_written: bool) -> "Session":
        head, entries = journal
        seed = head.origin.seed
        session = cls.__new__(cls)
        progress = fold(journal, guess_rule(head.setup, seed))
        session._begin(progress, list(entries), seed, write)
        session._offset = session._progress.time - now
        session._is_written = is_written
        session._add("restart", now)
        return session

    @property
    def game(self) -> Game:
        return self._progress.game

    @property
    def board(self) -> Board | None:
        """The mines, from the moment they are laid; no undo lifts them."""
        return self._progress.board

    @property
    def progress(self) -> Progress:
        """Everything that the journal adds up to."""
        return self._progress

    @property
    def moves(self) -> list[Move]:
        """The moves that stand, refused ones too."""
        return [step.move for step in self._progress.steps]

    @property
    def helps(self) -> set[str]:
        """The kinds of help that were used before the end."""
        return set(self._progress.helps)

    @property
    def clicks(self) -> int:
        return self._progress.clicks

    @property
    def paused(self) -> bool:
        return self._progress.paused

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has; what is played after an undo does not change it."""
        return self._progress.result

    @property
    def over(self) -> bool:
        """Nothing can be played on; after an undo past the end it can, and this is False again."""
        return self._progress.over

    @property
    def running(self) -> bool:
        """The clock runs."""
        return self._progress.running

    @property
    def reasons(self) -> list[str]:
        """Why the game is no record, as sentences."""
        from minesweeper.play.eligibility import reasons

        return reasons(self._progress)

    @property
    def is_touched(self) -> bool:
        """Return whether the player has changed something, even if it was taken back."""
        return bool(self._progress.undone) or self._has_own_move

    @property
    def can_undo(self) -> bool:
        """Return whether there is a move to take back; the start of a daily board is none."""
        return self._progress.can_undo and self._has_own_move

    @property
    def _has_own_move(self) -> bool:
        return any(step.changed and step.word != "start" for step in self._progress.steps)

    def milliseconds(self, now: int) -> int:
        """What the clock shows."""
        return self._progress.milliseconds(self._time(now))

    def text(self) -> str:
        """The journal."""
        return format_journal(Journal(self.head, self.entries))

    def play(self, move: Move, now: int) -> Refusal | None:
        """Make a move; return a Refusal if nothing changed.

        Every attempt in a running game is a click.
        """
        if self.paused or self._progress.over:
            return Refusal("paused" if self.paused else "over")
        self._add(move.verb, now, move)
        return self._progress.steps[-1].refusal

    def start(self, move: Move, now: int) -> None:
        """Make the reveal that a daily board begins with, which the clock does not wait for."""
        self._add("start", now, move)

    def undo(self, now: int) -> bool:
        """Take back the last move that changed something, also after the end; False if none did."""
        return self.can_undo and self._add("undo", now)

    def redo(self, now: int) -> bool:
        """Make the move again that was taken back last; False if there is none."""
        return self._progress.can_redo and self._add("redo", now)

    def help(self, kind: Help, now: int) -> None:
        """Note that help was used, which keeps the game out of the records."""
        self._add("help", now, kind)

    def pause(self, now: int) -> None:
        """Stop the clock; without effect before it runs and after the end."""
        if self.running:
            self._add("pause", now)

    def resume(self, now: int) -> None:
        if self.paused:
            self._add("resume", now)

    def leave(self, now: int) -> None:
        """Stop the clock for good: the program is about to end, and the game to wait."""
        if self.running:
            self._add("left", now)

    def come_back(self, now: int) -> None:
        """Let the clock run on that `leave` has stopped."""
        if not self._progress.over:
            self._add("restart", now)

    def abandon(self, now: int) -> None:
        """Give the game up for another one."""
        if not self._progress.over:
            self._add("abandoned", now)

    def _time(self, now: int) -> int:
        """The time of the journal, which never goes back."""
        if self._offset is None:
            return 0
        return max(self._progress.time, now + self._offset)

    def _add(self, word: Word, now: int, detail: Move | Help | None = None) -> bool:
        """Let it happen, and write it down with what it brings about."""
        if self._offset is None:
            self._offset = -now
        entry = Entry(self._time(now), word, detail)
        was_over, board_before = self._progress.over, self.board
        self._progress.add(entry)
        added = [entry]
        if self.board is not None and self.board is not board_before:
            added.insert(0, Entry(entry.time, "mines", self.board))
        if not was_over and self.game.status is not Status.PLAYING:
            added.append(Entry(entry.time, "won" if self.game.status is Status.WON else "lost"))
        self.entries += added
        self._keep(added)
        return True

    def _keep(self, added: list[Entry]) -> None:
        if self._is_written:
            self._write(format_entries(added, self.game.grid))
        elif self._progress.has_begun:
            self._is_written = True
            self._write(self.text())


class Plan(NamedTuple):
    """What decides which games a dealer deals next."""

    setup: Setup
    found: "GuessFree | None"
    next_seed: int | None
    """The seed of the next game; None if it will be drawn."""


def guess_rule(setup: Setup, seed: int | None) -> Rearrange | None:
    """What becomes of guesses, where it is not left to luck."""
    if setup.on_guess == "luck":
        return None
    from minesweeper.solver.guess_rules import GuessRule

    return GuessRule(setup.on_guess, seed or 0)


def _known_from_the_start(layout: Board | LayMines) -> list[Entry]:
    """What the journal begins with, where the mines were laid before it."""
    return [Entry(0, "mines", layout)] if isinstance(layout, Board) else []
