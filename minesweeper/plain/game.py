"""Plain mode, the game in lines of text: for screen readers, serial lines, `M-x shell` and bots.

Each line of input is a command, which is answered in words. With `board` every line, even an empty
or a wrong one, is answered by a picture of the position and a status line alone: everything else
is written to the error writer.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import FLAGGING, Game, Move, Status, Verb
from minesweeper.engine.notation import (
    NotationError,
    capitalise,
    format_position,
    list_text,
)
from minesweeper.plain import text
from minesweeper.plain.lines import (
    WriteText,
    announced,
    parse_cell_words,
    quoted_line,
    ranges_text,
    usage_error,
    words_of,
)
from minesweeper.plain.odds_text import board_odds_text, cell_odds_text
from minesweeper.play.coach import Coach
from minesweeper.play.journal import Help
from minesweeper.play.obvious import play_obvious
from minesweeper.play.review_words import step_lines
from minesweeper.play.session import Session
from minesweeper.play.words import (
    LEFT_TO_LUCK,
    first_text,
    not_found_text,
    refusal_text,
    too_large_text,
)
from minesweeper.store.open_games import OpenGames

if TYPE_CHECKING:  # late: few games are followed by a lesson
    from minesweeper.learn.course import Course
    from minesweeper.plain.lesson import PlainTraining

_T = TypeVar("_T")

RESUME: Final = "Resume with: minesweeper --plain --resume"


# Commands

# The name of the command that an empty line stands for.
EMPTY_LINE: Final = ""


class PlainCommand(NamedTuple):
    """A command of plain mode."""

    name: str
    # Whether its first letter is enough.
    has_letter: bool
    # The cell that follows it: none, required or optional.
    place: Literal["", "C R", "[C R]"]
    help: str

    @property
    def usage(self) -> str:
        """How to type the command: "reveal C R"."""
        return f"{self.name} {self.place}".rstrip()


PLAIN_COMMANDS: Final = (
    PlainCommand("reveal", True, "C R", "reveal the cell in column C, row R"),
    PlainCommand("flag", True, "C R", "set or remove a flag"),
    PlainCommand("chord", True, "C R", "reveal the other cells around a number with all its flags"),
    PlainCommand(
        "hint", True, "", "say where to look; the second time, name the move and the reason"
    ),
    PlainCommand("undo", True, "", "take back the last move, even after the end"),
    PlainCommand("look", True, "[C R]", "read the board, or a cell and its neighbours"),
    PlainCommand("new", True, "", "deal another board"),
    PlainCommand("quit", True, "", "save the game and quit"),
    PlainCommand(
        "flag-chord", False, "C R", "flag the covered cells around a number if all must be mines"
    ),
    PlainCommand("redo", False, "", "repeat the move that was undone"),
    PlainCommand("restart", False, "", "start the same board again"),
    PlainCommand(
        "odds", False, "[C R]", "list safe cells, mines and the lowest risk; C R: its risk"
    ),
    PlainCommand("check", False, "", "say how many flags can be proved wrong"),
    PlainCommand("map", False, "", "list the fronts: groups of covered cells next to numbers"),
    PlainCommand("obvious", False, "", "reveal and flag everything that single numbers prove"),
    PlainCommand(
        "review", False, "", "tell each guess and the fatal move step by step, after the end"
    ),
    PlainCommand("train", False, "", "ask you about the position in which you lost, after a loss"),
    PlainCommand("help", False, "", "list the commands"),
)
_BY_WORD: Final = {command.name: command for command in PLAIN_COMMANDS} | {
    command.name[0]: command for command in PLAIN_COMMANDS if command.has_letter
}


def help_lines() -> list[str]:
    """Return the help: the commands, and how to type them."""
    # The indent keeps the names of the commands in lower case, as they are typed.
    lines = [f"  {command.usage}: {command.help}" for command in PLAIN_COMMANDS]
    letters = list_text([command.name for command in PLAIN_COMMANDS if command.has_letter])
    return [
        *lines,
        f"the first letter is enough for {letters}",
        "columns and rows count from 1: 3 5, 3,5 and (3,5) all mean column 3, row 5",
        f"if a move reveals more than {text.MAX_CELLS_READ} cells, only those near it are read",
    ]


def parse_command(line: str, grid: Grid) -> tuple[str, Cell | None]:
    """Return the name of a command, and its cell if one is named.

    An empty line is EMPTY_LINE. Raise NotationError, with a message of one line, for a wrong one.
    """
    words = words_of(line)
    if not words:
        return EMPTY_LINE, None
    command = _BY_WORD.get(words[0])
    if not command:
        raise NotationError(f"{quoted_line(line)} is not a command (type help for a list)")
    if len(words) == 1 and command.place != "C R":
        return command.name, None
    if len(words) == 3 and command.place:
        return command.name, parse_cell_words(words[1:], grid)
    raise usage_error(line, command.usage, ranges_text(grid) if command.place else "")


# The game


class PlainMode:
    """The games that a player plays in plain mode, one after the other."""

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
        make_course: "Callable[[], Course] | None" = None,
    ) -> None:
        """Begin with the game of `games`; `now` returns the clock in milliseconds.

        A game that is not played `at_terminal` is unranked, since a program may be playing it.
        The `prompt` is written before each line is read. Without `make_course`, nothing can be
        learned here.
        """
        self._games = games
        self._now = now
        self._out = out
        self._err = err
        self._board = board
        self._at_terminal = at_terminal
        self._prompt = prompt
        self._show_mines = show_mines
        self._make_course = make_course
        self._training: PlainTraining | None = None
        """The training that the lines answer at present; None while they play."""
        self._cell = self._last_cell()
        self._coach = Coach(self.session)
        self._lines: list[str] = []
        """The lines of the answer that is written next."""
        self._has_warned = self._has_explained_rank = False
        self._busy = False
        self._quits = False
        self.status = 0
        """The exit status: 1 if no guess-free board was found."""
        self._commands = self._methods()

    def _methods(self) -> dict[str, Callable[[Cell | None], object]]:
        """Return the method of each command, which takes the cell that the command names."""
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
            "map": lambda _: self._say(*text.map_lines(self._game)),
            "obvious": lambda _: self._play_obvious(),
            "check": lambda _: self._check_flags(),
            "review": lambda _: self._review(),
            "train": lambda _: self._train(),
            "help": lambda _: self._say(*help_lines()),
            "quit": lambda _: self._quit(),
            EMPTY_LINE: lambda _: self._describe(text.state_text(self._game)),
        }

    @property
    def session(self) -> Session:
        """The current game."""
        return self._games.session

    @property
    def _game(self) -> Game:
        return self.session.game

    def run(self, lines: Iterator[str]) -> None:
        """Answer the lines one by one, until they end or a command quits.

        The game is saved at the end, even if nobody reads the answers any more. An exception
        inside a command leaves the game alone: its journal holds everything that came before.
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
        self._games.prepare()
        self._describe(f"minesweeper: {text.session_text(self.session)}")
        self._say_unranked()
        if self.session.steps:
            self._describe(text.remaining_text(self._game))
            if self.session.paused:
                self._describe("Paused: your next move restarts the clock")
        elif self._games.resumable:
            self._describe(f"You have a saved game. {RESUME}")
        self._describe("Type help to list the commands")
        self._write()

    def _answer(self, line: str) -> None:
        if self._training:
            self._go_on_training(self._training, line)
            return
        self._busy = True
        try:
            name, cell = parse_command(line, self._game.grid)
            self._cell = cell or self._cell
            self._commands[name](cell)
            self._say_unranked()
        except NotationError as error:
            self._say(str(error))
        self._busy = False
        self._write()

    # Words

    def _describe(self, *lines: str) -> None:
        """Add lines to the answer, unless a picture shows what they say."""
        if not self._board:
            self._lines += lines

    def _say(self, *lines: str) -> None:
        """Add lines to the answer that no picture replaces; beside pictures they are errors."""
        if self._board:
            self._err("".join(f"minesweeper: {line}\n" for line in lines))
        else:
            self._lines += lines

    def _write_messages(self) -> None:
        """Write the messages of the store, such as disk errors."""
        if messages := self._games.store.take_messages():
            self._err(f"minesweeper: {messages}\n")

    def _write(self) -> None:
        """Write the answer: the picture and the status line, or the lines collected so far."""
        self._write_messages()
        if self._board:
            picture = format_position(self._game, mines=self._show_mines)
            self._out(picture + text.status_line(self.session, self._now()))
        else:
            self._out("".join(f"{capitalise(line)}\n" for line in self._lines))
            self._lines.clear()

    def _write_prompt(self, end: str = "") -> None:
        """Write the prompt, if there is one, or `end` instead when the input has ended."""
        if self._prompt:
            self._out(end or self._prompt)

    def _look(self, cell: Cell | None) -> None:
        game, mines = self._game, self._show_mines
        if cell:
            self._say(*text.cell_lines(game, cell, mines=mines))
        else:
            self._say(*text.board_lines(game, mines=mines), text.remaining_text(game))

    # Moves

    def _play(self, verb: Verb) -> None:
        move = Move(verb, self._cell)
        if verb == "reveal" and not self._ensure_board(move.cell):
            return
        self._end_pause()
        self._note_unranked()
        before = [] if self._board else text.faces_of(self._game)
        refusal = self.session.play(move, self._now())
        if refusal:
            next_step = f": {text.NEXT_STEP}" if self.session.over else ""
            self._say(refusal_text(refusal) + next_step)
            return
        if not self._board:
            lines = text.move_lines(self._game, move, before, mines=self._show_mines)
            self._describe(*lines)
        self._after_move(has_revealed=verb not in FLAGGING)

    def _after_move(self, *, has_revealed: bool) -> None:
        if has_revealed or self.session.over:
            self._games.settle_left_game(self._now())
        self._warn_of_luck()
        if self.session.over:
            self._end()

    def _play_obvious(self) -> None:
        """Reveal and flag everything that single numbers prove."""
        if not self._can_help():
            return
        self._end_pause()
        self._note_unranked()
        before = [] if self._board else text.faces_of(self._game)
        result = play_obvious(self.session, self._now())
        if not (result.revealed_count or result.flagged_count):
            self._say(result.text)
            return
        if not self._board:
            self._describe(*text.obvious_lines(self._game, result.text, before))
        self._after_move(has_revealed=bool(result.revealed_count))

    def _end_pause(self) -> None:
        """Restart the clock, if it was paused on the screen: there is no command for that alone."""
        self.session.resume(self._now())

    def _note_unranked(self) -> None:
        """Record in the journal, before a move, what makes the game unranked."""
        if not self._at_terminal:
            self._note("pipe")
        if self._show_mines:
            self._note("shown mines")

    def _say_unranked(self) -> None:
        """Say, once in a game, why it is unranked; its end says it again."""
        if self._board or self._has_explained_rank or self.session.over:
            return
        if unranked := self._games.unranked_text(before_first_move=True):
            self._has_explained_rank = True
            self._describe(capitalise(unranked))

    def _note(self, kind: Help) -> None:
        """Record in the journal, once, a help that makes the game unranked."""
        if not self.session.result and kind not in self.session.helps:
            self.session.note_help(kind, self._now())

    def _warn_of_luck(self) -> None:
        """Say, once, if the guess rule no longer applies."""
        if not self._has_warned and self.session.guesses_left_to_luck:
            self._has_warned = True
            self._say(LEFT_TO_LUCK)

    def _ensure_board(self, first: Cell) -> bool:
        """Search for a guess-free board, if this reveal needs one.

        Return False, and quit, if none is found.
        """
        setup = self._game.setup
        steps = self._games.dealer.search(self.session, first, setup)
        if not steps:
            return True
        *_, result = self._announced(steps, "looking for a guess-free board")
        if result.proved:
            self._games.change_setup(setup, result)
            self._coach = Coach(self.session)
        else:
            self._err(f"minesweeper: {not_found_text(setup)}\n")
            self._quits, self.status = True, 1
            if self._games.has_unfinished_saved_game:
                self._describe(f"Saved. {RESUME}")
        return result.proved

    def _announced(self, steps: Iterator[_T], text: str) -> Iterator[_T]:
        """Return the steps of a task, which is announced unless a program plays."""
        return steps if self._board else announced(steps, text, self._now, self._err)

    def _end(self) -> None:
        """Describe at once how the game ended, and then the review, which takes longer."""
        ranking = self._games.record()
        if self._board:  # a program that plays many games should not wait for reviews
            return
        self._describe(text.ending_text(self.session, self._now()))
        self._describe(*filter(None, [ranking.text, self._games.share_line()]))
        self._write()
        if review := self._coach.finish_review():
            self._games.store_luck(review)
            self._describe(*map(str, review.sentences))

    def _undo(self) -> None:
        """Take back a move, or, if there is none, return to the game that was left for this one."""
        self._end_pause()
        if self.session.undo(self._now()):
            self._describe(text.undone_text(self._game, self.session.undone_steps[-1]))
            self._warn_of_luck()
        elif self._games.go_back(self._now()):
            self._begin_game()
            self._describe(text.remaining_text(self._game))
        else:
            self._say("nothing to undo")

    def _redo(self) -> None:
        self._end_pause()
        if not self.session.redo(self._now()):
            self._say("nothing to redo")
            return
        self._describe(text.redone_text(self._game, self.session.steps[-1]))
        if self.session.over:
            self._describe(text.ending_text(self.session, self._now()))

    # Games

    def _start(self, deal: Callable[[int], None]) -> None:
        """Leave the current game for the one that `deal` starts."""
        deal(self._now())
        self._begin_game()
        if self._games.left_game:
            self._describe("Type undo to return to the game you left")

    def _begin_game(self) -> None:
        """Describe the new current game."""
        self._cell = self._last_cell()
        self._coach = Coach(self.session)
        self._has_warned = self._has_explained_rank = False
        self._describe(text.session_text(self.session))
        self._say_unranked()

    def _last_cell(self) -> Cell:
        steps = self.session.steps
        return steps[-1].move.cell if steps else self._game.grid.cell(1, 1)

    def _quit(self) -> None:
        self._quits = True
        self._describe(f"Saved. {RESUME}" if self._games.has_unfinished_saved_game else "goodbye")

    # Help

    def _can_help(self) -> bool:
        if self.session.over:
            self._say(f"the game is over: {text.NEXT_STEP}")
        elif self._can_solve():
            if self._game.board:
                return True
            self._say(first_text(self.session))
        return False

    def _can_solve(self, help_name: str = "hints") -> bool:
        """Return whether the board is small enough for the solver; if not, say so."""
        fault = too_large_text(help_name, self._game.grid)
        if fault:
            self._say(fault)
        return not fault

    def _hint(self) -> None:
        if self._can_help():
            self._coach.ask_hint(self._cell, self._now(), "type hint")
            self._say(*map(str, self._coach.answer))

    def _odds(self, cell: Cell | None) -> None:
        if not self._can_help():
            return
        clues, odds = self._coach.clues, self._coach.odds
        if not odds:
            self._say(first_text(self.session))
            return
        if cell is None or clues.covered >> cell & 1:
            self.session.note_help("odds", self._now())
        self._say(cell_odds_text(clues, odds, cell) if cell else board_odds_text(clues.grid, odds))

    def _check_flags(self) -> None:
        if self._can_help():
            self._say(self._coach.check_flags(self._now()).sentence)

    def _review(self) -> None:
        if not self.session.over:
            self._say("the game is not over yet")
        elif self._can_solve("review") and (review := self._coach.finish_review()):
            lines = step_lines(self.session, review)
            self._say(*self._announced(lines, "explaining the guesses"))

    # Training

    def _train(self) -> None:
        """Ask the position in which the game was lost; the next lines answer it."""
        if self._game.status is not Status.LOST:
            self._say("after a loss, train asks about the position in which you lost")
        elif self._board or not self._make_course:
            self._say("positions are asked in words only: use --plain")
        elif self._can_solve("exercises"):
            self._begin_training(self._make_course())

    def _begin_training(self, course: "Course") -> None:
        from minesweeper.learn.own_games import last_move, moment_before, why_no_moment  # late
        from minesweeper.plain.lesson import PlainTraining

        moves = last_move(self.session)
        moment = moment_before(self.session, moves)
        if not moment:
            self._say(why_no_moment(self.session, moves))
            return
        training = course.train_moments([moment])
        self._training = PlainTraining(training, self._now, self._out, self._err)
        self._training.begin()

    def _go_on_training(self, training: "PlainTraining", line: str) -> None:
        training.answer(line)
        if training.is_left:
            self._training = None
            self._describe(text.state_text(self._game))
            self._write()
