"""What the entries of a journal add up to: the game, its clock, its clicks, its result.

A game in progress adds each entry as it happens, a journal that is read adds them all at once. Undo
is the fold of one move less.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import (
    FLAG,
    FLAGGING,
    QUESTION,
    Game,
    GuessRule,
    LayMines,
    Move,
    Refusal,
    Status,
)
from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import HEAD_LINES, Entry, Head, Journal, JournalError, Word

# The name of the origin of a game taken over, or a branch, with a layout known from the start. The
# first entry does not tell: a game that begins with a reveal also begins with its mines.
KNOWN: Final = "known"

Ending = Literal["", "cleared", "flagged"]


class Result(NamedTuple):
    """How a game ended."""

    status: Status
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int

    @property
    def bbbv_per_second(self) -> float | None:
        """Return the 3BV solved in a second; None for a game without a duration."""
        return 1000 * self.solved / self.milliseconds if self.milliseconds else None

    @property
    def efficiency(self) -> float | None:
        """Return the 3BV solved by a click: 1.0 for the fewest clicks that clear the board."""
        return self.solved / self.clicks if self.clicks else None


class Step(NamedTuple):
    """A move and its time, by the journal and by the clock; a refused move is a click as well.

    The moves that the program played at one press have the number of that press, all others 0.
    """

    time: int
    milliseconds: int
    word: Word
    move: Move
    refusal: Refusal | None
    press: int = 0
    board: Board | None = None
    """The layout that the move was made on; a rule for guesses may have moved the mines to it."""

    @property
    def changed(self) -> bool:
        """Return whether the move was not refused."""
        return self.refusal is None


class Progress:
    """A game as far as it has been played."""

    def __init__(
        self, head: Head, layout: Board | LayMines, guess_rule: GuessRule | None = None
    ) -> None:
        """With a `Board` the layout is known from the start; else the first reveal lays it."""
        self.head = head
        self.time = 0
        self.started: int | None = None
        self.revealed = False
        self.paused = False
        self.abandoned = False
        self.clicks = 0
        self.undos = 0
        self.helps: dict[str, int] = {}
        """How often each kind of help was used."""
        self.result: Result | None = None
        self.ending: Ending = ""
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.steps_to_result: list[Step] = []
        self.moves_after_end = 0
        """How many moves changed something after the first end had been taken back."""
        self._mines = _Mines(layout)
        self.game = Game(head.setup, self._mines.layout)
        """The game of the moves that were not taken back."""
        self._has_undone = False
        self._guess_rule: GuessRule | None = None
        self.set_guess_rule(guess_rule)
        self._presses = 0
        self.is_playing_obvious = False
        """The next move is one that the program plays."""
        self._counted = 0
        self._running_since: int | None = None

    @property
    def board(self) -> Board | None:
        """Return the board once the mines are laid; undo never lifts them."""
        return self._mines.board

    @property
    def guesses_left_to_luck(self) -> bool:
        """Return whether an undo ended the rule, or a position was too wide for it."""
        rule = self._guess_rule
        return rule is not None and (self._has_undone or rule.guesses_left_to_luck)

    @property
    def has_begun(self) -> bool:
        """Return whether there is a game to keep: one with a reveal by the player."""
        return bool(self.result) or (self.revealed and self.started is not None)

    @property
    def running(self) -> bool:
        """Return whether the clock runs."""
        return self._running_since is not None

    @property
    def over(self) -> bool:
        """Return whether the game was won, lost or abandoned; an undo can go back past the end."""
        return self.abandoned or self.game.status is not Status.PLAYING

    @property
    def can_undo(self) -> bool:
        """Return whether a move that changed something can be taken back."""
        is_played = not self.paused and not self.abandoned
        return is_played and any(step.changed for step in reversed(self.steps))

    @property
    def can_redo(self) -> bool:
        """Return whether a move was taken back, and none made since."""
        return bool(self.undone) and not self.paused and not self.abandoned

    def milliseconds(self, time: int) -> int:
        """Return what the clock shows at a time of the journal."""
        running = 0 if self._running_since is None else time - self._running_since
        return self._counted + running

    def add(self, entry: Entry) -> None:
        """Add what happened next."""
        self.time = entry.time
        adder = _ADDERS.get(entry.word)  # "won" and "lost" follow from the moves
        if adder:
            adder(self, entry)

    def set_guess_rule(self, guess_rule: GuessRule | None) -> None:
        """Set the rule for the guesses to come.

        Once a reveal was undone the mines stay: another layout would also have to agree with the
        numbers that were taken back.
        """
        self._guess_rule = guess_rule
        self.game.guess_rule = None if self._has_undone else guess_rule

    # What can happen

    def _lay(self, entry: Entry) -> None:
        """Lay the mines, or move them under the position as it stands."""
        assert isinstance(entry.detail, Board)
        self._mines.board = entry.detail
        if self.game.board is not None:
            self.game.replace_board(entry.detail)

    def _move(self, entry: Entry) -> None:
        assert isinstance(entry.detail, Move)
        if self.abandoned or self.paused or self.game.status is not Status.PLAYING:
            return
        self.clicks += entry.word != "start"
        had_ended = self.result is not None
        if self._make(entry, entry.detail, self._presses if self.is_playing_obvious else 0):
            self.undone.clear()
            self.moves_after_end += had_ended

    def _make(self, entry: Entry, move: Move, press: int) -> bool:
        """Make a move on the game; False if it was refused."""
        game = self.game
        refusal = game.play(move)
        self._mines.board = game.board or self.board
        changed = refusal is None
        if changed and game.board and self.started is None and entry.word != "start":
            self.started = self._running_since = entry.time
        self.revealed |= changed and game.board is not None and move.verb not in FLAGGING
        clock = self.milliseconds(entry.time)
        self.steps.append(Step(entry.time, clock, entry.word, move, refusal, press, self.board))
        if game.status is not Status.PLAYING:
            self._end(entry.time)
        return changed

    def _undo(self, entry: Entry) -> None:
        """Take back the last move that changed something, and what was refused after it.

        The moves that were played at one press are taken back together.
        """
        if not self.can_undo:
            return
        while not self.steps[-1].changed:
            self.steps.pop()
        press = self.steps[-1].press
        self._take_back()
        while press and self.steps and self.steps[-1].press == press:
            self._take_back()
        if self.head.origin.kind == "branch":  # its result is that of its last end
            self.result, self.ending = None, ""
        self.undos += not self.result
        self._run(entry.time)

    def _take_back(self) -> None:
        step = self.steps.pop()
        if step.changed:
            self.game.undo()
            self.undone.append(step)
            if step.move.verb not in FLAGGING:
                self._has_undone = True
                self.game.guess_rule = None

    def _redo(self, entry: Entry) -> None:
        if not self.can_redo:
            return
        press = self.undone[-1].press
        self._make_again(entry)
        while press and self.undone and self.undone[-1].press == press:
            self._make_again(entry)

    def _make_again(self, entry: Entry) -> None:
        step = self.undone.pop()
        self._make(entry._replace(word=step.word), step.move, step.press)

    def _help(self, entry: Entry) -> None:
        if entry.detail == "obvious moves":
            self._presses += 1
            self.is_playing_obvious = True
        if not self.result:
            kind = str(entry.detail)
            self.helps[kind] = self.helps.get(kind, 0) + 1

    def _end_press(self, entry: Entry) -> None:
        self.is_playing_obvious = False

    def _restart(self, entry: Entry) -> None:
        """Resume a saved game, which a kill may have left amid what the program played."""
        self.is_playing_obvious = False
        self._run(entry.time)

    def _pause(self, entry: Entry) -> None:
        if self.running:
            self._stop(entry.time)
            self.paused = True

    def _resume(self, entry: Entry) -> None:
        self.paused = False
        self._run(entry.time)

    def _abandon(self, entry: Entry) -> None:
        self._stop(entry.time)
        self.abandoned = True

    # The clock and the end

    def _run(self, time: int) -> None:
        """Start the clock again, if it had been started and nothing else stops it."""
        if self.started is not None and not self.running and not self.paused:
            if self.abandoned or self.game.status is not Status.PLAYING:
                return
            self._running_since = time

    def _stop(self, time: int) -> None:
        self._counted = self.milliseconds(time)
        self._running_since = None

    def _end(self, time: int) -> None:
        """Stop the clock; the first end is the one that counts."""
        from minesweeper.engine.metrics import bbbv_and_solved  # late: for the end only

        game = self.game
        assert game.board is not None, "a game ends on a laid board"
        self._stop(time)
        if self.result:
            return
        bbbv, solved = bbbv_and_solved(game.board, game)
        self.result = Result(game.status, self._counted, bbbv, solved, self.clicks)
        if game.status is Status.WON:
            self.ending = "cleared" if _is_cleared(game) else "flagged"
        self.steps_to_result = self.steps.copy()


class _Mines:
    """The mines, which stay once they are laid, whatever is undone.

    Games refer to them instead of the `Progress`, so that no references form a circle and a large
    board is freed as soon as the next one is dealt.
    """

    def __init__(self, layout: Board | LayMines) -> None:
        self._layout = layout
        self.board = layout if isinstance(layout, Board) else None

    @property
    def layout(self) -> Board | LayMines:
        """Return what a new game is made of."""
        known = isinstance(self._layout, Board)
        return self.board if known and self.board else self._lay

    def _lay(self, first: Cell) -> Board:
        if self.board is None:
            assert not isinstance(self._layout, Board)
            self.board = self._layout(first)
        return self.board


# What each word of a journal does.
_ADDERS: Final[Mapping[str, Callable[[Progress, Entry], None]]] = {
    "mines": Progress._lay,
    "start": Progress._move,
    "reveal": Progress._move,
    "flag": Progress._move,
    "chord": Progress._move,
    "flag-chord": Progress._move,
    "undo": Progress._undo,
    "redo": Progress._redo,
    "help": Progress._help,
    "played": Progress._end_press,
    "pause": Progress._pause,
    "resume": Progress._resume,
    "left": lambda progress, entry: progress._stop(entry.time),
    "restart": Progress._restart,
    "abandoned": Progress._abandon,
}


def fold(journal: Journal) -> Progress:
    """Return the game that a journal holds.

    Raise JournalError, with the number of the line, where a move cannot have been made.
    """
    progress, entries = before_first_entry(journal)
    # No move can fail where the layout is known, so that the missing entry does not matter.
    for line, entry in enumerate(entries, HEAD_LINES + 1):
        try:
            progress.add(entry)
        except NotationError as error:
            raise JournalError(line, error) from None
    return progress


def before_first_entry(journal: Journal) -> tuple[Progress, list[Entry]]:
    """Return the game that a journal holds before anything happened in it, and what then happened.

    The layout of a game is no entry if it is known from the start.
    """
    head, entries = journal
    kind, _, name = head.origin
    continued = kind in ("replay", "import", "branch") and name != KNOWN
    dealt = continued or kind in ("drawn", "given", "daily")
    if dealt or not entries or entries[0].word != "mines":
        return Progress(head, _not_laid), entries
    board = entries[0].detail
    assert isinstance(board, Board)
    return Progress(head, board), entries[1:]


# A covered safe cell is below MINE, a flag aside; with its question mark it is not.
_COVERED_SAFE: Final = bytes(value & ~(FLAG | QUESTION) < MINE for value in range(256))


def _is_cleared(game: Game) -> bool:
    return 1 not in game.cells.translate(_COVERED_SAFE)


def _not_laid(first: Cell) -> Board:
    raise NotationError("a reveal before the mines were laid")


# What a game counts for. Help is never forbidden, but a game with help is no record.

PLAYED_ON: Final = "it was played on after its end"
# These games do not show how well the player plays.
NOT_COUNTED: Final = ("board", "replay", "import", "branch")
NOT_THE_PLAYER: Final = ("demo", "pipe")


def why_no_record(progress: Progress) -> list[str]:
    """Return, as sentences, why the game is no record; none if it may be one."""
    found = helps_used(progress)
    origin = _ORIGINS.get(progress.head.origin.kind)
    if origin:
        found.insert(0, origin)
    result = progress.result
    if result and not result.milliseconds:
        found.append("it was over as soon as its clock began")
    return found


def helps_used(progress: Progress) -> list[str]:
    """Return, as sentences, the help that was used; undo is help."""
    found = []
    hints, undos = progress.helps.get("hint", 0), progress.undos
    if hints:
        found.append("a hint was used" if hints == 1 else f"{hints} hints were used")
    found += [text for kind, text in _HELPS.items() if kind in progress.helps]
    if undos:
        found.append("a move was undone" if undos == 1 else f"{undos} moves were undone")
    return found


_ORIGINS: Final = {
    "given": "the seed was given",
    "board": "the board was given",
    "again": "the layout was known",
    "daily": "it is the daily board",
    "replay": "it was taken over from a replay",
    "import": "it was imported",
    "branch": PLAYED_ON,
}
_HELPS: Final = {
    "odds": "the odds were shown",
    "flag check": "the flags were checked",
    "shown mines": "the mines were shown",
    "demo": "the solver played",
    "pipe": "it was not played at a terminal",
    "obvious moves": "the obvious was played",
}


def is_counted(progress: Progress) -> bool:
    """Return whether the statistics count the game: not on a given board, not of other players."""
    kind, seed, _ = progress.head.origin
    is_given = kind in NOT_COUNTED or (kind == "again" and seed is None)
    return not is_given and not any(helper in progress.helps for helper in NOT_THE_PLAYER)


def is_unaided(progress: Progress) -> bool:
    """Return whether the win rate and the streak count it: a new layout, played without help."""
    return progress.head.origin.kind not in _ORIGINS and not helps_used(progress)
