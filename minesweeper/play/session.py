"""A game in progress: the result of the entries of its journal, in order (a fold).

While a game is played, each entry is added as it happens; when a journal is read, its entries are
added one after the other. An undo plays all moves but the last again.

Every `now` is in integer milliseconds of a monotonic clock. The time of an entry is in milliseconds
since the journal was begun, without the time in which the program did not run.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from minesweeper.engine.board import FLAG, MINE, QUESTION, Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import (
    FLAGGING,
    Game,
    GuessRule,
    LayMines,
    Move,
    Refusal,
    Status,
)
from minesweeper.engine.metrics import bbbv_and_solved
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import OnGuess
from minesweeper.play.journal import (
    Detail,
    Entry,
    EntryWord,
    Head,
    Help,
    Journal,
    ReplayText,
    format_entries,
    format_journal,
    parse_player,
)
from minesweeper.play.steps import Step, Steps, same_board
from minesweeper.play.stopwatch import Stopwatch

WriteJournal = Callable[[str], None]
OpenJournal = Callable[[Head], WriteJournal]

NO_ID: Final = "0"
NO_TIME: Final = "0000-00-00T00:00:00Z"

Ending = Literal["", "cleared", "flagged"]


def write_nothing(text: str) -> None:
    """Write nothing, for games that are not saved."""


class Result(NamedTuple):
    """How a game ended; `clicks` includes refused moves."""

    status: Status
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int
    has_obvious_moves: bool = False
    """Whether the program played obvious moves, of which one click makes many."""

    @property
    def bbbv_per_second(self) -> float | None:
        """The 3BV solved per second; None for a game without a duration."""
        return 1000 * self.solved / self.milliseconds if self.milliseconds else None

    @property
    def efficiency(self) -> float | None:
        """The 3BV solved per click: 1.0 for the fewest clicks that clear the board.

        It is None without a click, and with obvious moves.
        """
        is_own = self.clicks and not self.has_obvious_moves
        return self.solved / self.clicks if is_own else None


class Session:
    """A game with its clock, its journal, and the help that was used.

    The clock starts with the first reveal, or with the first flag if the layout is known from the
    start. Paused time does not count, and the move that ends the game stops the clock. From the
    first reveal on, every entry is written to the journal before the move is shown. A daily board
    begins with a reveal: its journal is written from the player's own first move on.

    The journal ends with the game. An end can be undone, but what is played on then is practice,
    of which nothing is kept.
    """

    def __init__(
        self,
        head: Head,
        layout: Board | LayMines,
        write: WriteJournal = write_nothing,
        guess_rule: GuessRule | None = None,
    ) -> None:
        """Begin a game; with a `Board`, its layout is known from the start.

        Otherwise the first reveal calls `layout` for the board. `write` appends text to the file of
        the journal.
        """
        self.head = head
        self.entries = [Entry(0, "layout", layout)] if isinstance(layout, Board) else []
        """Everything that has happened so far."""
        self.time = 0
        """The time of the last entry."""
        self.board = layout if isinstance(layout, Board) else None
        """The board; None until the mines are laid. An undo does not remove it."""
        self.on_guess = head.setup.on_guess
        """The guess rule in force: that of the setup, or "luck" once guesses are left to chance."""
        self._game: Game | None = Game(head.setup, layout, guess_rule)
        self._steps = Steps()
        self.steps, self.undone_steps = self._steps.made, self._steps.undone
        self.clock_started_at: int | None = None
        """The time of the journal at which the clock first started; None before."""
        self.has_revealed = False
        """Whether a cell was ever revealed, even if that move was taken back."""
        self.paused = False
        self.abandoned = False
        self.clicks = 0
        """The number of moves, including refused ones; what `play_obvious` makes is one."""
        self.undos = 0
        """How often a reveal was taken back before the end; a flag taken back is nothing."""
        self.mode = ""
        """The mode in which the board was dealt, if the game is a replay in an unusual one."""
        self.player = ""
        """The name of the player, if the game is a replay whose file has it."""
        self.mouse = ReplayText("")
        """The path of the mouse, if the game is a replay that has it."""
        self.helps: dict[str, int] = {}
        """How often each kind of help was used before the end."""
        self.result: Result | None = None
        """The result of the first end; what is played on after undoing it is practice."""
        self.ending: Ending = ""
        self.is_practice = False
        """Whether an effective move was made after the first end was undone."""
        self.covered_at_start = 0
        """The safe cells that the first click left covered."""
        self._layout = layout
        self._guess_rule = guess_rule
        self._stopwatch = Stopwatch()
        self._write = write
        self._is_written = False
        # What is added to `now` to get the time of the journal; None before the first entry.
        self._offset: int | None = None

    @classmethod
    def new(
        cls, head: Head, layout: Board | LayMines, write: WriteJournal = write_nothing
    ) -> "Session":
        """Return a new game with the guess rule of its setup."""
        return cls(head, layout, write, _guess_rule(head))

    def reopen(self, now: int, write: WriteJournal = write_nothing, *, is_written: bool) -> None:
        """Continue a game that was read from a journal.

        With `is_written`, `write` appends to that journal; otherwise it begins a new one.
        """
        self._write, self._is_written = write, is_written
        self._offset = self.time - now
        if not self.guesses_left_to_luck:
            self._guess_rule = self.game.guess_rule = _guess_rule(self.head)
        self._add("restart", now)

    def with_head(self, head: Head, layout: LayMines, write: WriteJournal) -> "Session":
        """Return this game with another head of the same size; its mines must not be laid yet.

        `write` writes the journal of that head.
        """
        session = Session.new(head, layout, write)
        for entry in self.entries:
            session.add(entry)
        session._offset = self._offset
        return session

    # The state of the game

    @property
    def game(self) -> Game:
        """The game after all moves that were not taken back.

        After an undo it is replayed only when it is needed: a journal may have many undos in a row.
        """
        if self._game is None:
            self._game = self._steps.replay(lambda: Game(self.head.setup, self._layout), self.board)
            self._game.guess_rule = self._guess_rule
        return self._game

    @property
    def has_known_layout(self) -> bool:
        """Whether the layout was known from the start."""
        return isinstance(self._layout, Board)

    @property
    def guesses_left_to_luck(self) -> bool:
        """Whether the guess rule ended with an undo, or a position was too complex for it."""
        return self.on_guess != self.head.setup.on_guess

    @property
    def has_begun(self) -> bool:
        """Whether the game is worth keeping: the player has revealed a cell."""
        return bool(self.result) or (self.has_revealed and self.clock_started_at is not None)

    @property
    def running(self) -> bool:
        """Whether the clock is running."""
        return self._stopwatch.is_running

    @property
    def over(self) -> bool:
        """Whether the game is won, lost or abandoned; an undo can go back past a win or a loss."""
        return self.abandoned or self.game.status is not Status.PLAYING

    @property
    def shown_result(self) -> Result | None:
        """The result of the end that the board shows; None in progress and in practice."""
        return self.result if self.over and not self.is_practice else None

    @property
    def is_touched(self) -> bool:
        """Whether the player has changed something, even if it was taken back."""
        return bool(self.undone_steps or self._steps.own_count)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back; the first reveal of a daily board cannot."""
        return not self.paused and not self.abandoned and self._steps.own_count > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back, and none was made since."""
        return bool(self.undone_steps) and not self.paused and not self.abandoned

    @property
    def elapsed(self) -> int:
        """The time of the clock at the last entry, in milliseconds."""
        return self._stopwatch.at(self.time)

    def milliseconds(self, now: int) -> int:
        """Return the time of the clock, in milliseconds."""
        return self._stopwatch.at(self._time(now))

    def journal_text(self) -> str:
        """Return the text of the journal."""
        return format_journal(Journal(self.head, self.entries))

    # The player's actions

    def play(self, move: Move, now: int) -> Refusal | None:
        """Make a move; return a Refusal if it changed nothing.

        A refused move also counts as a click, unless the game is paused or over.
        """
        if self.paused or self.over:
            return Refusal("paused" if self.paused else "over")
        self._add(move.verb, now, move)
        return self.steps[-1].refusal

    def start(self, move: Move, now: int) -> None:
        """Make the reveal that a daily board begins with; it does not start the clock."""
        self._add("start", now, move)

    def undo(self, now: int) -> bool:
        """Take back the last move that changed something; return False if there is none."""
        return self.can_undo and self._add("undo", now)

    def redo(self, now: int) -> bool:
        """Make again the last move that was taken back; return False if there is none."""
        return self.can_redo and self._add("redo", now)

    def note_help(self, kind: Help, now: int) -> None:
        """Note in the journal that help was used, so that the game is unranked."""
        self._add("help", now, kind)

    def play_obvious(self, moves: list[Move], now: int) -> None:
        """Make moves for the player, which are certain: one click, and one undo takes all back.

        It counts as help, even without a move. Moves that the rules refuse are left out.
        """
        if not (self.paused or self.over):
            self._add("obvious", now, moves)

    def pause(self, now: int) -> None:
        """Stop the clock until `resume`; do nothing if it is not running."""
        if self.running:
            self._add("pause", now)

    def resume(self, now: int) -> None:
        """End a pause."""
        if self.paused:
            self._add("resume", now)

    def leave(self, now: int) -> None:
        """Stop the clock while the player is away from the game."""
        if self.running:
            self._add("left", now)

    def return_to(self, now: int) -> None:
        """Restart the clock that `leave` stopped."""
        if not self.over:
            self._add("restart", now)

    def abandon(self, now: int) -> None:
        """End the game without a result."""
        if not self.over:
            self._add("abandoned", now)

    def _time(self, now: int) -> int:
        """Return the time of the journal, which never decreases."""
        return 0 if self._offset is None else max(self.time, now + self._offset)

    def _add(self, word: EntryWord, now: int, detail: Detail = None) -> bool:
        """Add an entry and the entries that follow from it, and write them; return True.

        After the first end nothing is added: the entry only has its effect.
        """
        if self._offset is None:
            self._offset = -now
        had_ended, board, on_guess = self.result is not None, self.board, self.on_guess
        entry = Entry(self._time(now), word, detail)
        self._apply(entry)
        if had_ended:
            return True
        added = [entry]
        if self.board is not board:
            added.insert(0, Entry(entry.time, "mines", self.board))
        if self.on_guess != on_guess:
            added.insert(0, Entry(entry.time, "luck"))
        if self.result:
            added.append(Entry(entry.time, "won" if self.result.status is Status.WON else "lost"))
        self.entries += added
        if self._is_written:
            self._write(format_entries(added, self.game.grid))
        elif self.has_begun:
            self._is_written = True
            self._write(self.journal_text())
        return True

    # The effects of entries

    def add(self, entry: Entry) -> None:
        """Add the next entry of a journal that is read."""
        self._apply(entry)
        self.entries.append(entry)

    def _apply(self, entry: Entry) -> None:  # noqa: C901  # a case for each word of a journal
        self.time = entry.time
        match entry.word:
            case "start" | "reveal" | "flag" | "chord" | "flag-chord":
                self._move(entry)
            case "layout" | "mines":
                assert isinstance(entry.detail, Board)
                self._lay_mines(entry.detail, is_known=entry.word == "layout")
            case "luck":
                self._leave_to_luck()
            case "undo" if self.can_undo:
                self._undo()
            case "redo" if self.can_redo:
                for step in self._steps.redo():
                    self._make_move(step.word, step.move, step.press, step.on_guess)
            case "help":
                self._help(str(entry.detail))
            case "obvious":
                self._play_obvious(entry)
            case "pause" if self.running:
                self._stopwatch.stop(self.time)
                self.paused = True
            case "resume":
                self.paused = False
                self._start_clock()
            case "restart":
                self._start_clock()
            case "left" | "abandoned":
                self._stopwatch.stop(self.time)
                self.abandoned |= entry.word == "abandoned"
            case "clock" if self.clock_started_at is None:
                self.clock_started_at = self.time
                self._start_clock()
            case "mode":
                self.mode = str(entry.detail)
            case "player":
                self.player = parse_player(str(entry.detail))
            case "mouse":
                self.mouse = ReplayText(str(entry.detail))

    def _lay_mines(self, board: Board, *, is_known: bool) -> None:
        """Lay the mines, or move them under the present position."""
        self.board = board
        if is_known:
            if self.entries:
                raise NotationError("a layout that was known from the start comes late")
            self._layout, self._game = board, Game(self.head.setup, board)
        elif self.game.board is None:
            self.game.layout = partial(same_board, board)
        else:
            self.game.replace_board(board)

    def _leave_to_luck(self) -> None:
        """Leave the guesses to chance from now on."""
        self.on_guess, self._guess_rule = "luck", None
        if self._game:
            self._game.guess_rule = None

    def _move(self, entry: Entry) -> None:
        assert isinstance(entry.detail, Move)
        if self.over or self.paused:
            return
        self.clicks += entry.word != "start"
        had_ended = self.result is not None
        if self._make_move(entry.word, entry.detail):
            self.undone_steps.clear()
            self.is_practice |= had_ended

    def _play_obvious(self, entry: Entry) -> None:
        """Make the moves that the rules allow: one may open the next, or end the game."""
        assert isinstance(entry.detail, list)
        if self.over or self.paused:
            return
        self.clicks += 1
        self._help("obvious moves")
        had_ended = self.result is not None
        game = self.game
        rule, game.guess_rule = game.guess_rule, None  # no move is a guess, and asking takes long
        for move in entry.detail:
            if not game.refusal(move):
                self._make_move(move.verb, move, press=self.clicks)
                self.undone_steps.clear()
                self.is_practice |= had_ended
        game.guess_rule = rule

    def _make_move(
        self, word: EntryWord, move: Move, press: int = 0, on_guess: OnGuess | None = None
    ) -> bool:
        """Make a move, or make it again under the rule of then; return False if it was refused."""
        game = self.game
        refusal = game.play(move)
        if self._guess_rule and self._guess_rule.guesses_left_to_luck:
            self._leave_to_luck()
        self.board = game.board or self.board
        changed = refusal is None
        if changed and game.board and self.clock_started_at is None and word != "start":
            self.clock_started_at = self.time
            self._stopwatch.start(self.time)
            self.covered_at_start = game.safe_left
        self.has_revealed |= changed and game.board is not None and move.verb not in FLAGGING
        rule = on_guess or self.on_guess
        self._steps.add(Step(self.time, self.elapsed, word, move, refusal, press, self.board, rule))
        if game.status is not Status.PLAYING:
            self._end()
        return changed

    def _undo(self) -> None:
        undone = self._steps.undo()
        self._game = None
        if any(step.move.verb not in FLAGGING for step in undone):
            self._leave_to_luck()
            self.undos += not self.result
        if self.clock_started_at is not None:
            self._stopwatch.start(self.time)  # the game goes on, even if its end was taken back

    def _help(self, kind: str) -> None:
        if not self.result:
            self.helps[kind] = self.helps.get(kind, 0) + 1

    # The clock and the end

    def _start_clock(self) -> None:
        """Start the clock again, if it was started before and nothing else stops it."""
        if self.clock_started_at is not None and not (self.paused or self.over):
            self._stopwatch.start(self.time)

    def _end(self) -> None:
        """Stop the clock, and note the result if this is the first end."""
        self._stopwatch.stop(self.time)
        if not self.result:
            self.result, self.ending = _result(self), _ending(self.game)


def fold(journal: Journal) -> Session:
    """Return the game of a journal, up to its first end.

    Raise NotationError for a reveal before the mines are laid.
    """
    session = unplayed_session(journal.head)
    for entry in journal.entries:
        if session.result and entry.word == "undo":
            break  # practice
        session.add(entry)
    return session


def unplayed_session(head: Head) -> Session:
    """Return the game of a journal before its first entry, to which its entries are added."""
    return Session(head, _no_layout)


def _guess_rule(head: Head) -> GuessRule | None:
    """Return the guess rule of a game that is played; None if guesses are left to luck."""
    if head.setup.on_guess == "luck":
        return None
    from minesweeper.solver.guess_rules import MovingMines  # late: the solver

    return MovingMines(head.setup.on_guess, head.origin.seed or 0)


def _no_layout(first: Cell) -> Board:
    raise NotationError("a reveal before the mines were laid")


# 1 for the byte of a covered, safe cell, whether marked or not.
_COVERED_SAFE: Final = bytes(value & ~(FLAG | QUESTION) < MINE for value in range(256))


def _ending(game: Game) -> Ending:
    if game.status is not Status.WON:
        return ""
    return "flagged" if 1 in game.cells.translate(_COVERED_SAFE) else "cleared"


def _result(session: Session) -> Result:
    game, is_obvious = session.game, "obvious moves" in session.helps
    assert game.board is not None, "a game ends on a laid board"
    bbbv, solved = bbbv_and_solved(game.board, game)
    return Result(game.status, session.elapsed, bbbv, solved, session.clicks, is_obvious)
