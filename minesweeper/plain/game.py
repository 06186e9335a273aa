"""The game as lines of text: for screen readers, serial lines, `M-x shell`, and bots.

A line is a command. It is answered in words; or, with `board`, by the picture of the position and a
line that says how the game stands, exactly one such block after every line, empty and bad ones too.
Whatever else there is to say then goes to the error writer.
"""

from collections.abc import Callable, Iterator
from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Verb
from minesweeper.engine.notation import NotationError, format_position
from minesweeper.plain import text as plain_text
from minesweeper.plain.coach import Coach, review_game
from minesweeper.plain.commands import NOTHING, help_lines, parse_command
from minesweeper.play.journal import Help
from minesweeper.play.session import Session
from minesweeper.play.words import refusal_text
from minesweeper.settings.values import sentence
from minesweeper.store.games import Games

Write = Callable[[str], object]

# A search for a board is announced once it has taken longer than this.
SEARCH_SAID: Final = 100


class Plain:
    """Plays the games that the dealer deals, one after the other."""

    def __init__(
        self,
        games: Games,
        now: Callable[[], int],
        out: Write,
        err: Write,
        *,
        board: bool = False,
        at_terminal: bool = True,
        show_mines: bool = False,
    ) -> None:
        """Play the first of the games.

        A game whose input is not a terminal may be a program's, and is no record.
        """
        self._games = games
        self._now = now
        self._out = out
        self._err = err
        self._board = board
        self._at_terminal = at_terminal
        self._show_mines = show_mines
        self._near = self._last_cell()
        self._coach: Coach | None = None
        self._told: list[str] = []
        self._luck_said = False
        self._busy = False
        self._quits = False
        self._methods = self._dispatch()

    def _dispatch(self) -> dict[str, Callable[[], object]]:
        """What each command does, at the cell that was named last."""
        return {
            "reveal": lambda: self._play("reveal"),
            "flag": lambda: self._play("flag"),
            "chord": lambda: self._play("chord"),
            "undo": self._undo,
            "redo": self._redo,
            "new": lambda: self._start(self._games.deal),
            "restart": lambda: self._start(self._games.again),
            "hint": self._hint,
            "check": self._check_flags,
            "help": lambda: self._say(*help_lines()),
            "quit": self._quit,
            NOTHING: lambda: self._tell(plain_text.state_text(self._game)),
        }

    @property
    def session(self) -> Session:
        """The game that is played."""
        return self._games.session

    @property
    def _game(self) -> Game:
        return self.session.game

    def run(self, lines: Iterator[str]) -> None:
        """Answer one line after the other, until they end or one of them quits.

        Leave the game saved also where nobody reads the answers any more; not where a command was
        interrupted: the journal holds all that happened before it.
        """
        try:
            self._begin()
            for line in lines:
                self._answer(line)
                if self._quits:
                    break
        finally:
            if not self._busy:
                self._games.leave(self._now())
                self._say_news()

    def _begin(self) -> None:
        while not (self._games.saved or self._games.settled):
            self._games.settle()
        self._tell(f"minesweeper: {plain_text.setup_text(self.session)}")
        if self.session.clicks:
            self._tell(plain_text.left_text(self._game))
        elif self._games.saved:
            self._tell("Saved game: minesweeper --plain --resume resumes it")
        self._tell("Type help to list the commands")
        self._write()

    def _answer(self, line: str) -> None:
        self._busy = True
        try:
            self._do(*parse_command(line, self._game.grid))
        except NotationError as error:
            self._say(str(error))
        self._busy = False
        self._write()
        self._games.settle()

    def _do(self, name: str, cell: Cell | None) -> None:
        self._near = cell or self._near
        if name == "look":
            self._look(cell)
        elif name == "odds":
            self._odds(cell)
        else:
            self._methods[name]()

    # What is said

    def _tell(self, *lines: str) -> None:
        """Say in words what the picture shows."""
        if not self._board:
            self._told += lines

    def _say(self, *lines: str) -> None:
        """Say what no picture shows."""
        if self._board:
            self._err("".join(f"minesweeper: {line}\n" for line in lines))
        else:
            self._told += lines

    def _say_news(self) -> None:
        """What went wrong with the disk."""
        news = self._games.history.take_messages()
        if news:
            self._err(f"minesweeper: {news}\n")

    def _write(self) -> None:
        self._say_news()
        if self._board:
            picture = format_position(self._game, mines=self._show_mines)
            self._out(picture + plain_text.status_line(self.session, self._now()))
        else:
            self._out("".join(f"{sentence(line)}\n" for line in self._told))
            self._told.clear()

    def _look(self, cell: Cell | None) -> None:
        game, mines = self._game, self._show_mines
        if cell:
            self._say(*plain_text.cell_lines(game, cell, mines=mines))
        else:
            self._say(*plain_text.board_lines(game, mines=mines), plain_text.left_text(game))

    # Moves

    def _play(self, verb: Verb) -> None:
        move = Move(verb, self._near)
        if verb == "reveal":
            self._search(move.cell)
        if not self._at_terminal:
            self._note("pipe")
        if self._show_mines:
            self._note("shown mines")
        before = [] if self._board else plain_text.faces_of(self._game)
        refusal = self.session.play(move, self._now())
        if refusal:
            ways_on = ": new deals another board" if self.session.over else ""
            self._say(refusal_text(refusal) + ways_on)
            return
        if verb != "flag" or self.session.over:
            self._games.abandon_parked(self._now())
        self._coach = None
        self._tell_move(move, before)
        self._say_luck()
        if self.session.over:
            self._end()

    def _tell_move(self, move: Move, before: list[bytes]) -> None:
        if not self._board:
            lines = plain_text.move_lines(self._game, move, before, mines=self._show_mines)
            self._tell(*lines)

    def _note(self, kind: Help) -> None:
        """Note once what keeps the game out of the records."""
        if not self.session.result and kind not in self.session.helps:
            self.session.help(kind, self._now())

    def _say_luck(self) -> None:
        if not self._luck_said and self.session.progress.guesses_left_to_luck:
            self._luck_said = True
            self._say("guesses are left to luck from here on")

    def _search(self, first: Cell) -> None:
        """Look for a board that needs no guess, where the first reveal has to wait for one."""
        steps = self._games.dealer.search(self.session, first)
        if not steps:
            return
        since, is_said = self._now(), False
        for found in steps:
            self._games.dealer.found = found
            if not is_said and self._now() - since > SEARCH_SAID:
                is_said = True
                self._announce_search()
        if self._games.dealer.found and not self._games.dealer.found.proved:
            self._say("this board is not proved to need no guess")

    def _announce_search(self) -> None:
        if not self._board:
            self._err("minesweeper: looking for a board that needs no guess\n")

    def _end(self) -> None:
        """Say how it ended at once, and then look back, which takes longer."""
        remark = self._games.record()
        if self._board:  # a program's games are not looked back on: they are many
            return
        self._tell_end()
        self._tell(*filter(None, [remark]))
        self._write()
        answer = review_game(self.session)
        if answer:
            self._games.store_luck(answer)
            self._tell(answer.sentence)

    def _tell_end(self) -> None:
        self._tell(plain_text.end_text(self.session, self._now()))

    def _undo(self) -> None:
        """Take back a move; where there is none, return to the game that was left for this one."""
        if not self.session.undo(self._now()):
            if self._games.go_back(self._now()):
                self._play_on()
                self._tell(plain_text.left_text(self._game))
            else:
                self._say("there is nothing to undo")
            return
        self._coach = None
        move = self.session.progress.undone[-1].move
        self._tell(plain_text.undone_text(self._game, move))
        self._say_luck()

    def _redo(self) -> None:
        if not self.session.redo(self._now()):
            self._say("there is nothing to redo")
            return
        self._coach = None
        self._tell(plain_text.redone_text(self._game, self.session.moves[-1]))
        if self.session.over:
            self._tell_end()

    # Games

    def _start(self, deal: Callable[[int], None]) -> None:
        """Leave the game for another one."""
        deal(self._now())
        self._play_on()
        if self._games.parked:
            self._tell("Type undo to return to the game that you left")

    def _play_on(self) -> None:
        """Tell of another game."""
        self._near = self._last_cell()
        self._coach = None
        self._luck_said = False
        self._tell(plain_text.setup_text(self.session))

    def _last_cell(self) -> Cell:
        moves = self.session.moves
        return moves[-1].cell if moves else self._game.grid.cell(1, 1)

    def _quit(self) -> None:
        self._quits = True
        saved = "The game is saved: minesweeper --plain --resume resumes it"
        self._tell(saved if self._games.is_saved else "goodbye")

    # Help

    def _can_help(self) -> bool:
        if self.session.over:
            self._say("the game is over: new deals another board")
        elif not self.session.board:
            self._say("nothing is known yet: reveal any cell")
        return bool(self.session.board) and not self.session.over

    def _desk(self) -> Coach:
        """The help for this position; it is kept, since a second hint says more than the first."""
        if self._coach is None:
            self._coach = Coach(self._game, self._near)
        return self._coach

    def _hint(self) -> None:
        if self._can_help():
            self.session.help("hint", self._now())
            self._say(self._desk().hint())

    def _odds(self, cell: Cell | None) -> None:
        if self._can_help():
            self.session.help("odds", self._now())
            helper = Coach(self._game, self._near)
            self._say(helper.odds_of(cell) if cell else helper.odds())

    def _check_flags(self) -> None:
        if self._can_help():
            checked = self._desk().check_flags()
            if checked.flags:  # without any, nothing is told
                self.session.help("flag check", self._now())
            self._say(checked.sentence)
