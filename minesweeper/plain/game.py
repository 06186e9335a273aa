"""The game in lines of text: for screen readers, serial lines, `M-x shell` and bots.

A line is a command, and it is answered in words. With `board` every line, empty and wrong ones
included, is answered by the picture of the position and a status line, and by nothing else: other
words go to the error writer.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple, TypeVar

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import FLAGGING, Game, Move, Verb
from minesweeper.engine.notation import NotationError, capitalise, format_position, parse_number
from minesweeper.engine.setup import too_large_to_solve
from minesweeper.plain import text as plain_text
from minesweeper.plain.coach import odds_of, odds_text
from minesweeper.play.coach import Coach
from minesweeper.play.journal import Help
from minesweeper.play.obvious import ObviousPlay
from minesweeper.play.review_details import review_details
from minesweeper.play.session import Session
from minesweeper.play.words import NOTHING_KNOWN, not_found_text, refusal_text
from minesweeper.store.open_games import OpenGames

_T = TypeVar("_T")
WriteText = Callable[[str], object]

# What takes long is announced after so many milliseconds.
ANNOUNCED_AFTER: Final = 100
RESUME: Final = "Resume with: minesweeper --plain --resume"


# The lines that it understands

# The rest of a longer line is skipped: no command is nearly as long.
LONGEST: Final = 1000
# How much of a wrong line is quoted.
QUOTED: Final = 40
# The name of the command that an empty line gives.
NOTHING: Final = ""


class PlainCommand(NamedTuple):
    """A command: whether its first letter stands for it, and the cell that follows it."""

    name: str
    has_letter: bool
    place: Literal["", "C R", "[C R]"]
    help: str

    @property
    def usage(self) -> str:
        """Return how the command is typed: "reveal C R"."""
        return f"{self.name} {self.place}".rstrip()


PLAIN_COMMANDS: Final = (
    PlainCommand("reveal", True, "C R", "reveal the cell in column C, row R"),
    PlainCommand("flag", True, "C R", "set or remove a flag"),
    PlainCommand("chord", True, "C R", "reveal the cells around a number whose flags are set"),
    PlainCommand("hint", True, "", "say where to look; again: name the move and say why"),
    PlainCommand("undo", True, "", "take back the last move, even after the end"),
    PlainCommand("look", True, "[C R]", "read the board, or a cell and its neighbours"),
    PlainCommand("new", True, "", "deal another board"),
    PlainCommand("quit", True, "", "quit; the game is saved"),
    PlainCommand(
        "flag-chord", False, "C R", "flag the covered cells around a number if all are mines"
    ),
    PlainCommand("redo", False, "", "make the move again that was taken back"),
    PlainCommand("restart", False, "", "begin the same board again"),
    PlainCommand("odds", False, "[C R]", "say how likely a mine is"),
    PlainCommand("check", False, "", "say whether a flag can be proved wrong"),
    PlainCommand("map", False, "", "list the places where covered cells touch numbers"),
    PlainCommand("obvious", False, "", "reveal and flag everything that single numbers prove"),
    PlainCommand("review", False, "", "after the end: judge each guess"),
    PlainCommand("help", False, "", "list the commands"),
)
_BY_WORD: Final = {command.name: command for command in PLAIN_COMMANDS} | {
    command.name[0]: command for command in PLAIN_COMMANDS if command.has_letter
}
# A cell may be typed as the program itself names it, (3,5), or without the brackets.
_PLACE: Final = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)|(\d+)\s*,\s*(\d+)")


def help_lines() -> list[str]:
    """Return the lines of help: the commands, and how to type them."""
    lines = [f"{command.usage}: {command.help}" for command in PLAIN_COMMANDS]
    letters = ", ".join(command.name for command in PLAIN_COMMANDS if command.has_letter)
    return [
        *lines,
        f"the first letter is enough for {letters}; columns and rows count from 1;"
        f" 3 5, 3,5 or (3,5) is column 3, row 5; of more than {plain_text.MOST_READ} cells revealed"
        " at once, only those near the move are read",
    ]


def parse_command(line: str, grid: Grid) -> tuple[str, Cell | None]:
    """Return the name of a command, and its cell if one is named.

    An empty line is NOTHING. Raise NotationError with a line that says what is wrong.
    """
    words = _PLACE.sub(r" \1\3 \2\4 ", line.lower()).split()
    if not words:
        return NOTHING, None
    command = _BY_WORD.get(words[0])
    if not command:
        raise NotationError(f"{_quoted(line)} is not a command: type help to list them")
    if len(words) == 1 and command.place != "C R":
        return command.name, None
    if len(words) == 3 and command.place:
        return command.name, _parse_place(line, words[1:], grid)
    raise NotationError(_expected(line, command, grid))


def _parse_place(line: str, words: list[str], grid: Grid) -> Cell:
    try:
        column, row = parse_number(words[0], grid.width), parse_number(words[1], grid.height)
    except NotationError:
        column = row = 0
    if not column or not row:
        raise NotationError(f"{_quoted(line)} names no cell: {_range(grid)}")
    return grid.cell(column, row)


def _expected(line: str, command: PlainCommand, grid: Grid) -> str:
    ranges = f" ({_range(grid)})" if command.place else ""
    return f"{_quoted(line)} is not understood: type {command.usage}{ranges}"


def _range(grid: Grid) -> str:
    return f"columns are 1 to {grid.width}, rows 1 to {grid.height}"


def _quoted(line: str) -> str:
    """Return the beginning of a line, with all but printable ASCII escaped."""
    return f"{line.strip()[:QUOTED]!a}"


def input_lines(read_line: Callable[[int], bytes]) -> Iterator[str]:
    """Yield the lines of the input, whatever bytes they hold.

    `read_line` reads a line, but no more than so many bytes. A lost terminal ends the input.
    """
    try:
        while line := read_line(LONGEST):
            rest = line
            while len(rest) == LONGEST and not rest.endswith(b"\n"):
                rest = read_line(LONGEST)
            yield line.decode("utf-8", "replace")
    except OSError:
        return


# The game


class Plain:
    """A player's games in plain mode, one after the other."""

    def __init__(
        self,
        games: OpenGames,
        now: Callable[[], int],
        out: WriteText,
        err: WriteText,
        *,
        board: bool = False,
        at_terminal: bool = True,
        prompt: str = "",
        show_mines: bool = False,
    ) -> None:
        """Begin with the game that `games` has; `now` is the clock in milliseconds.

        A game is a record only if it is played `at_terminal`: else a program may play it. The
        `prompt` is written before each line is read.
        """
        self._games = games
        self._now = now
        self._out = out
        self._err = err
        self._board = board
        self._at_terminal = at_terminal
        self._prompt = prompt
        self._show_mines = show_mines
        self._near = self._last_cell()
        self._coach = Coach(self.session)
        self._lines: list[str] = []
        """What was said since the last answer was written."""
        self._has_warned = False
        self._busy = False
        self._quits = False
        self.status = 0
        """The exit status so far: 1 once no guess-free board was found."""
        self._commands = self._methods()

    def _methods(self) -> dict[str, Callable[[Cell | None], object]]:
        """Return what each command calls, with the cell that it names."""
        return {
            "reveal": lambda _: self._play("reveal"),
            "flag": lambda _: self._play("flag"),
            "chord": lambda _: self._play("chord"),
            "flag-chord": lambda _: self._play("flag-chord"),
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "new": lambda _: self._start(self._games.deal),
            "restart": lambda _: self._start(self._games.play_again),
            "look": self._look,
            "hint": lambda _: self._hint(),
            "odds": self._odds,
            "map": lambda _: self._say(*plain_text.map_lines(self._game)),
            "obvious": lambda _: self._play_obvious(),
            "check": lambda _: self._check_flags(),
            "review": lambda _: self._review(),
            "help": lambda _: self._say(*help_lines()),
            "quit": lambda _: self._quit(),
            NOTHING: lambda _: self._describe(plain_text.state_text(self._game)),
        }

    @property
    def session(self) -> Session:
        """Return the game that is played."""
        return self._games.session

    @property
    def _game(self) -> Game:
        return self.session.game

    def run(self, lines: Iterator[str]) -> None:
        """Answer one line after the other, until they end or one of them quits.

        The game is left saved, even if nobody reads the answers any more. An interrupted command
        leaves it alone: the journal has all that happened before.
        """
        try:
            self._begin()
            self._write_prompt()
            for line in lines:
                self._answer(line)
                if self._quits:
                    break
                self._write_prompt()
            else:
                self._write_prompt("\n")
        finally:
            if not self._busy:
                self._games.leave(self._now())
                self._write_messages()

    def _begin(self) -> None:
        while not (self._games.saved_id or self._games.is_tidied):
            self._games.step_tidying()
        self._describe(f"minesweeper: {plain_text.session_text(self.session)}")
        if self.session.steps:
            self._describe(plain_text.left_text(self._game))
            if self.session.paused:
                self._describe("Paused: the next move starts the clock again")
        elif self._games.saved_id:
            self._describe(f"A game is saved. {RESUME}")
        self._describe("Type help to list the commands")
        self._write()

    def _answer(self, line: str) -> None:
        self._busy = True
        try:
            name, cell = parse_command(line, self._game.grid)
            self._near = cell or self._near
            self._commands[name](cell)
        except NotationError as error:
            self._say(str(error))
        self._busy = False
        self._write()
        self._games.step_tidying()

    # Words

    def _describe(self, *lines: str) -> None:
        """Say what a picture would show."""
        if not self._board:
            self._lines += lines

    def _say(self, *lines: str) -> None:
        """Say what no picture shows."""
        if self._board:
            self._err("".join(f"minesweeper: {line}\n" for line in lines))
        else:
            self._lines += lines

    def _write_messages(self) -> None:
        """Write what went wrong with the disk."""
        if messages := self._games.history.take_messages():
            self._err(f"minesweeper: {messages}\n")

    def _write(self) -> None:
        """Write the answer to a line."""
        self._write_messages()
        if self._board:
            picture = format_position(self._game, mines=self._show_mines)
            self._out(picture + plain_text.status_line(self.session, self._now()))
        else:
            self._out("".join(f"{capitalise(line)}\n" for line in self._lines))
            self._lines.clear()

    def _write_prompt(self, end: str = "") -> None:
        """Write the prompt, or what ends its line where no line was typed; nothing without one."""
        if self._prompt:
            self._out(end or self._prompt)

    def _look(self, cell: Cell | None) -> None:
        game, mines = self._game, self._show_mines
        if cell:
            self._say(*plain_text.cell_lines(game, cell, mines=mines))
        else:
            self._say(*plain_text.board_lines(game, mines=mines), plain_text.left_text(game))

    # Moves

    def _play(self, verb: Verb) -> None:
        move = Move(verb, self._near)
        if verb == "reveal" and not self._finds_board(move.cell):
            return
        self._end_pause()
        self._note_who_plays()
        before = [] if self._board else plain_text.faces_of(self._game)
        refusal = self.session.play(move, self._now())
        if refusal:
            next_step = f": {plain_text.NEXT}" if self.session.over else ""
            self._say(refusal_text(refusal) + next_step)
            return
        if not self._board:
            lines = plain_text.move_lines(self._game, move, before, mines=self._show_mines)
            self._describe(*lines)
        self._after_move(has_revealed=verb not in FLAGGING)

    def _after_move(self, *, has_revealed: bool) -> None:
        if has_revealed or self.session.over:
            self._games.abandon_parked_games(self._now())
        self._warn_of_luck()
        if self.session.over:
            self._end()

    def _play_obvious(self) -> None:
        """Play all that single numbers prove."""
        if not self._can_help():
            return
        self._end_pause()
        self._note_who_plays()
        before = [] if self._board else plain_text.faces_of(self._game)
        obvious = ObviousPlay(self.session, self._now())
        for _ in self._announced(iter(obvious.step, False), "playing what is obvious"):
            pass
        result = obvious.result
        if not (result.revealed_count or result.flagged_count):
            self._say(result.text)
            return
        if not self._board:
            self._describe(*plain_text.obvious_lines(self._game, result.text, before))
        self._after_move(has_revealed=bool(result.revealed_count))

    def _end_pause(self) -> None:
        """Start the clock again that was stopped on the screen: no command does only that."""
        self.session.resume(self._now())

    def _note_who_plays(self) -> None:
        """Record what keeps the game out of the records, before a move."""
        if not self._at_terminal:
            self._note("pipe")
        if self._show_mines:
            self._note("shown mines")

    def _note(self, kind: Help) -> None:
        """Record once in the game what keeps it out of the records."""
        if not self.session.result and kind not in self.session.helps:
            self.session.help(kind, self._now())

    def _warn_of_luck(self) -> None:
        """Say once that the rule for guesses no longer holds."""
        if not self._has_warned and self.session.guesses_left_to_luck:
            self._has_warned = True
            self._say("guesses are left to chance from here on")

    def _finds_board(self, first: Cell) -> bool:
        """Search for a guess-free board, if this reveal needs one; quit if there is none."""
        setup = self._game.setup
        steps = self._games.dealer.search(self.session, first, setup)
        if not steps:
            return True
        *_, found = self._announced(steps, "looking for a guess-free board")
        if found.proved:
            self._games.change_setup(setup, found)
            self._coach = Coach(self.session)
        else:
            self._err(f"minesweeper: {not_found_text(setup)}\n")
            self._quits, self.status = True, 1
            if self._games.has_unfinished_saved_game:
                self._describe(f"Saved. {RESUME}")
        return found.proved

    def _announced(self, steps: Iterator[_T], text: str) -> Iterator[_T]:
        """Yield the steps of a task; say which it is once they have taken a while."""
        since, is_announced = self._now(), self._board
        for step in steps:
            if not is_announced and self._now() - since > ANNOUNCED_AFTER:
                is_announced = True
                self._err(f"minesweeper: {text}\n")
            yield step

    def _end(self) -> None:
        """Say at once how the game ended, and then review it, which takes longer."""
        ranking = self._games.record()
        if self._board:  # a program plays many games: it does not wait for reviews
            return
        self._describe(plain_text.ending_text(self.session, self._now()))
        self._describe(*filter(None, [ranking.text, self._games.share_line()]))
        self._write()
        if review := self._coach.finish_review():
            self._games.store_luck(review)
            self._describe(review.sentence)

    def _undo(self) -> None:
        """Take back a move; if there is none, return to the game that was left for this one."""
        self._end_pause()
        if self.session.undo(self._now()):
            self._describe(plain_text.undone_text(self._game, self.session.undone_steps[-1]))
            self._warn_of_luck()
        elif self._games.go_back(self._now()):
            self._begin_game()
            self._describe(plain_text.left_text(self._game))
        else:
            self._say("there is nothing to undo")

    def _redo(self) -> None:
        self._end_pause()
        if not self.session.redo(self._now()):
            self._say("there is nothing to redo")
            return
        self._describe(plain_text.redone_text(self._game, self.session.steps[-1]))
        if self.session.over:
            self._describe(plain_text.ending_text(self.session, self._now()))

    # Games

    def _start(self, deal: Callable[[int], None]) -> None:
        """Leave the game for another one."""
        deal(self._now())
        self._begin_game()
        if self._games.parked_game:
            self._describe("Type undo to return to the game that you left")

    def _begin_game(self) -> None:
        """Say what is played from now on."""
        self._near = self._last_cell()
        self._coach = Coach(self.session)
        self._has_warned = False
        self._describe(plain_text.session_text(self.session))

    def _last_cell(self) -> Cell:
        steps = self.session.steps
        return steps[-1].move.cell if steps else self._game.grid.cell(1, 1)

    def _quit(self) -> None:
        self._quits = True
        self._describe(f"Saved. {RESUME}" if self._games.has_unfinished_saved_game else "goodbye")

    # Help

    def _can_help(self) -> bool:
        if self.session.over:
            self._say(f"the game is over: {plain_text.NEXT}")
        elif fault := too_large_to_solve(self._game.grid.width, self._game.grid.height):
            self._say(fault)
        elif not self._game.board:
            self._say(NOTHING_KNOWN)
        else:
            return True
        return False

    def _hint(self) -> None:
        if self._can_help():
            self._coach.ask_hint(self._near, self._now(), "type hint again")
            self._say(*map(str, self._coach.answer))

    def _odds(self, cell: Cell | None) -> None:
        if self._can_help():
            if cell is None or self._coach.clues.covered >> cell & 1:
                self.session.help("odds", self._now())
            self._say(odds_of(self._coach, cell) if cell else odds_text(self._coach))

    def _check_flags(self) -> None:
        if self._can_help():
            self._coach.check_flags(self._now())
            self._say(*map(str, self._coach.answer))

    def _review(self) -> None:
        if not self.session.over:
            self._say("the game is not over yet")
        elif review := self._coach.finish_review():
            # Headings, which are not indented, say nothing aloud.
            self._say(*(line.strip() for line in review_details(review) if line.startswith(" ")))
        else:
            self._say(too_large_to_solve(self._game.grid.width, self._game.grid.height))
