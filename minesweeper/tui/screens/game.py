"""The screen on which the game is played: events to moves, help and new games."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Move, Status, Verb
from minesweeper.engine.setup import MAX_CELLS
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.play.words import goal_text, refusal_text
from minesweeper.store.keeping import Keeping
from minesweeper.tui.canvas import Canvas, wrap
from minesweeper.tui.keys import LOOKS_ROWS, ROWS, Row, action_of, bound_rows, key_names
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Ask, Event, Key, Mouse, Reaction, Screen
from minesweeper.tui.screens import gate
from minesweeper.tui.screens.covers import Covers
from minesweeper.tui.screens.games import Begin, Daily, Games
from minesweeper.tui.screens.glow import Glow
from minesweeper.tui.screens.help import WAYS, Help
from minesweeper.tui.screens.moving import MOVING, destination
from minesweeper.tui.screens.search import Search
from minesweeper.tui.widgets import status
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.frame import GameFrame, Message
from minesweeper.tui.widgets.pointer import WHEEL_DOWN, WHEEL_UP, Pointer

if TYPE_CHECKING:  # loaded when they are asked for: the first frame comes sooner
    from minesweeper.settings.live import LiveSettings, Texts
    from minesweeper.tui.screens.speech import Speech

# After the end Enter deals once no key came for so long: a held key must not wipe the board.
QUIET: Final = 500


class GameScreen(Screen):
    """Plays the games that the dealer deals, one after the other."""

    most_cells = MAX_CELLS

    def __init__(
        self,
        dealer: Dealer,
        looks: Looks,
        *,
        session: Session | None = None,
        keeping: Keeping | None = None,
        show_mines: bool = False,
        daily: Daily | None = None,
        rows: tuple[Row, ...] = ROWS,
        desk: "LiveSettings | None" = None,
        first_time: bool = False,
        speak: bool = False,
    ) -> None:
        """Begin with the session given, or the first one dealt.

        `daily` deals today's board of a level; `rows` are the keys in force, and at the `desk` is
        what can be set; with `first_time` the keys are taught; with `speak` all that happens is
        told in words.
        """
        self._bind(rows)
        self._set_up_words()
        self.looks = looks
        self._games = Games(dealer, keeping or Keeping(), session, daily)
        self._window = (0, 0, 0)
        self._set_up_field()
        self._pointer = Pointer()
        self._show_mines = show_mines
        self._quiet_since = 0
        self._covers = Covers(looks, self._games, self._pointer)
        self._first_time = first_time
        self._glow = Glow()
        self._speech = _speech(self.session) if speak else None
        self._search = Search(dealer)
        self._help = Help(looks, self.view)
        self._painted = False
        self._desk = desk
        self._methods = self._dispatch()

    def _set_up_words(self) -> None:
        """There is nothing to tell yet."""
        self.message = ""
        self._news = ""
        """What went wrong with the disk, until the next key."""
        self._remark = ""
        """What is best about a game that has ended, or why it is no record."""
        self._reads = True
        """Nothing was done yet but to read: a long message may lie over the field."""

    def _bind(self, rows: tuple[Row, ...]) -> None:
        """Put keys in force."""
        self.rows = rows
        self._actions = action_of(rows)
        self._key_names = key_names(rows)

    def _set_up_field(self) -> None:
        """Show the board of the session, with the cursor where the last move was."""
        self.grid = self.session.game.grid
        self.view = BoardView(self.grid, self.looks)
        self._frame = GameFrame(self.looks, self.view)
        moves = self.session.moves
        self.cursor = moves[-1].cell if moves else self.grid.cell(1, 1)
        columns, rows, _ = self._window
        self._window = (columns, rows, 0)
        if rows:  # keys may come before it is drawn
            self._frame.place(columns, rows)

    def _dispatch(self) -> dict[str, Callable[[int], Reaction]]:
        """What each action does."""
        return {
            **{action: partial(self._move, action) for action in MOVING},
            **{action: partial(self._look, action) for action in action_of(LOOKS_ROWS).values()},
            "reveal": self.reveal,
            "flag": partial(self.play, "flag"),
            "chord": partial(self.play, "chord"),
            "end-search": self._end_search,
            "new": self.deal,
            "again": self._again,
            **{way: partial(self._ask, way) for way in WAYS},
            "undo": self._undo,
            "redo": self._redo,
            "resume": partial(self._begin, self._games.resume),
            "menu": lambda now: self._covers.menu(self.rows, self.most_cells, self._begin, now),
            "records": lambda now: self._covers.records(self.rows, now),
            "settings": self._settings,
            "pause": self._pause,
            "swap-buttons": self._swap_buttons,
            "help": lambda now: self._covers.help(self.rows, self.help_rows, now),
            "quit": lambda now: Ask.QUIT,
        }

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        if not self._frame.place(canvas.columns, canvas.rows):
            self._frame.draw_too_small(canvas)
            return
        window = (canvas.columns, canvas.rows, self.view.cell_width)
        if window != self._window:
            self._window = window
            self.view.follow(self.cursor)
        title = status.title(self.session, self._remarks(), canvas.columns)
        self._frame.draw_status(canvas, self.session, title, now)
        self._frame.draw_field(
            canvas, self.session, self.cursor, self._overlay(), mines=self._show_mines
        )
        keys = self.keys_line(canvas.columns)
        self._frame.draw_below(
            canvas,
            self._messages(canvas.columns, now),
            title,
            keys,
            over_field=self._reads or self._speech is not None,
        )
        self._painted = True

    @property
    def help_rows(self) -> tuple[Row, ...]:
        """The keys in force, as the help tells of them."""
        return self.rows

    def keys_line(self, columns: int) -> str:
        """What can be pressed now."""
        wanted = status.wanted_keys(self.session)
        return status.keys_line(self._key_names, wanted, columns, pauses=self.session.paused)

    def _overlay(self) -> Overlay:
        return self._glow.over(self._help.overlay(self.session), self.looks.theme)

    def _remarks(self) -> list[str]:
        """What the title says besides the setup: what was searched for, and the help used."""
        found = self._games.dealer.found
        remarks = status.search_remarks(found) if found else []
        remarks += ["guesses left to luck"] if self.session.progress.guesses_left_to_luck else []
        return remarks + (["practice"] if self._show_mines else []) + sorted(self.session.helps)

    def _messages(self, columns: int, now: int) -> Iterator[Message]:
        """The search; or the result, what just did not work, what helps, what waits."""
        if self.searching:
            yield self._search.text(now), self.looks.theme.message
            return
        won = self.session.game.status is Status.WON
        style = self.looks.theme.won if won else self.looks.theme.lost
        yield from ((self._untold(text), style) for text in self._ending(columns, now))
        yield from ((text, self.looks.theme.message) for text in self._said())
        yield self._news, self.looks.theme.message
        yield from ((line, self.looks.theme.text) for line in self._lessons(columns))

    def _said(self) -> list[str]:
        """What just did not work, or what helps; to who listens, in front of the cell.

        The look back on a finished game stays, whatever does not work beside it.
        """
        helps = self._help.said(self.session)
        said = [helps, self.message] if self.session.over else [self.message or helps]
        said = [text for text in said if text]
        odds, idle = self._help.odds_of(self.session, self.cursor), self._untold(self.idle_text())
        if not self._speech:
            return said or [odds or idle]
        told = "; ".join(said) or idle
        mines = self._show_mines
        return [self._speech.text(self.session, self.cursor, said=told, odds=odds, mines=mines)]

    def _ending(self, columns: int, now: int) -> list[str]:
        """How the game ended."""
        if not self.session.over:
            return []
        return [status.end_text(self.session, now, columns), self._remark]

    def _untold(self, text: str) -> str:
        """A text that stands there for longer; who listens hears it once."""
        return self._speech.untold(text) if self._speech else text

    def _lessons(self, columns: int) -> list[str]:
        """What a first-time player is taught, where that hides nothing."""
        if not self._first_time:
            return []
        from minesweeper.tui.screens.lessons import lessons

        said = sum(len(wrap(text, columns)) for text in self._said())
        return lessons(self.help_rows, columns, self._frame.message_rows(self._window[1]) - said)

    def idle_text(self) -> str:
        """What there is to say while nothing else is."""
        if self._games.can_go_back and "undo" in self._key_names:
            return f"Press {self._key('undo')} to return to the game that you left"
        if self.session.game.setup.win == "flags":
            goal = goal_text(self.session.game)
            if goal:
                return goal
        if self._games.can_resume:
            return f"Saved game: press {self._key('resume')} to resume"
        return ""

    def _key(self, short: str) -> str:
        """What is pressed for something, by its name in the line of keys."""
        return self._key_names.get(short, "the menu")

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Do what an event asks for, if the gate lets it through."""
        self._glow.end()
        if isinstance(event, Mouse):
            self._handle_mouse(event, now)
            return None
        return self._handle_key(event, now)

    @property
    def state(self) -> gate.State:
        """Return what decides which actions are answered."""
        if self.searching:
            return "searching"
        if self._frame.is_too_small:
            return "too small"
        if self.session.paused:
            return "paused"
        return "finished" if self.session.over else "playing"

    def action_of(self, key: str) -> str:
        """Return the action that a key is bound to now; empty if it is bound to none."""
        return self._actions.get(key, "")

    def _clear_messages(self, now: int, *, reads: bool) -> None:
        """Something is done: what was said goes; who `reads` needs not see all of the field."""
        self.message = self._news = ""
        self._reads = reads
        self.listen(now)

    def listen(self, now: int) -> None:
        """What happens from here on is told, where somebody listens."""
        if self._speech:
            told = [*self._ending(self._window[0], now), self.idle_text()]
            self._speech.listen(self.session, told)
            self._help.heard()

    def tick(self, now: int) -> None:
        self._glow.tick(now)
        held = self._pointer.held(now)
        if held and gate.answers(self.state, held[0]):
            self._reads = True
            what, self.cursor = held
            self._methods[what](now)
        if self._search.step():
            self._end_search(now)
        answer = self._help.step(self.session)
        if answer:
            self._games.keeping.note(self.session, answer)
        if self._painted and not self._games.keeping.settled:
            self._games.settle()
        keeping = self._games.keeping
        self._news = keeping.news() or self._news or keeping.trouble(self.session)

    def next_wakeup(self, now: int) -> int:
        if self.searching or self._help.busy or not self._games.keeping.settled:
            return 0
        due = [self._pointer.next_wakeup(now), self._glow.next_wakeup(now)]
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min((each for each in due if each is not None), default=super().next_wakeup(now))

    def uncovered(self, now: int) -> None:
        self._quiet_since = now
        self._covers.uncover(now)

    def _handle_key(self, key: Key, now: int) -> Reaction:
        was_quiet = now - self._quiet_since >= QUIET
        self._quiet_since = now
        bound = self.action_of(key.name)
        action = gate.meant(self.state, key.name, bound, quiet=was_quiet)
        method = self._methods.get(action)
        if method:
            self._clear_messages(now, reads=self._reads or action not in MOVING)
            return method(now)
        self.message = ""
        self._refuse(bound)
        return None

    def _refuse(self, action: str) -> None:
        """Say why an action is not answered, where the screen does not show it."""
        if self.state == "finished" and action in gate.MOVES_AND_HELP:
            self.message = "the game is over"

    def _handle_mouse(self, mouse: Mouse, now: int) -> None:
        if mouse.button in (WHEEL_UP, WHEEL_DOWN):
            self._turn_wheel(-1 if mouse.button == WHEEL_UP else 1, now)
            return
        state = self.state
        on_status = self._frame.on_status(mouse.column, mouse.row) and gate.answers(state, "new")
        cell = self._frame.cell_at(mouse.column, mouse.row)
        if cell and not gate.answers(state, "chord"):
            self._refuse("chord")
            cell = None
        what = self._pointer.follow(mouse, cell, on_status=on_status, now=now)
        if what or (mouse.pressed and cell):
            self._clear_messages(now, reads=not mouse.pressed)
            self.cursor = cell or self.cursor
        if what:
            self._methods[what](now)

    def _turn_wheel(self, way: int, now: int) -> None:
        if not gate.answers(self.state, "wheel"):
            return
        before = self.cursor, self.view.left, self.view.top
        self.cursor = self.view.wheel(way, self.cursor)
        if (self.cursor, self.view.left, self.view.top) != before:
            self._clear_messages(now, reads=False)

    # Moving

    def _move(self, action: str, now: int) -> None:
        cell = destination(action, self.view, self.session.game, self.cursor)
        if cell is None:
            self.message = "no covered cell that way"
        else:
            self._reads = self._reads and cell == self.cursor
            self.go_to(cell)

    def go_to(self, cell: Cell) -> None:
        self.cursor = cell
        self.view.follow(cell)

    # Playing

    def reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        if self.session.game.is_revealed(self.cursor):
            self.play("chord", now)
        elif self._search.begin(self.session, self.cursor, now):
            self._pointer.forget()
        else:
            self.play("reveal", now)

    def play(self, verb: Verb, now: int) -> None:
        move = Move(verb, self.cursor)
        if self._show_mines and "shown mines" not in self.session.helps:
            self.session.help("shown mines", now)
        refusal = self.session.play(move, now)
        self.message = refusal_text(refusal) if refusal else ""
        if not refusal:
            self._after_move(verb, now)
        elif verb == "chord":
            self._glow.light(self.session.game, self.cursor, now)

    def _after_move(self, verb: Verb, now: int) -> None:
        self._first_time = False
        if verb != "flag" or self.session.over:
            self._games.revealed(now)
        if self.session.over:
            self._remark = self._games.keeping.ended(self.session)
        self._help.after_move(self.session)

    def _ask(self, way: str, now: int) -> None:
        key, aloud = self._key("hint"), self._speech is not None
        self.message = self._help.ask(way, self.session, self.cursor, now, key, aloud=aloud)

    def _undo(self, now: int) -> None:
        """Take back a move; where there is none, return to the game that was left for this one."""
        if self.session.undo(now):
            self.message = "undone"
            self._after_return()
        elif self._games.go_back(now):
            self.started()
            self.message = "Back to the game that you left"
        else:
            self.message = "there is nothing to undo"

    def _redo(self, now: int) -> None:
        if self.session.redo(now):
            self._after_return()
        else:
            self.message = "there is nothing to redo"

    def _after_return(self) -> None:
        self._remark = ""
        self._help.after_move(self.session)

    def _pause(self, now: int) -> None:
        """Pause, or end a pause."""
        self._pointer.forget()
        if self.session.paused:
            self.session.resume(now)
        else:
            self.session.pause(now)
            self.message = "" if self.session.paused else "the clock does not run yet"

    def _look(self, action: str, now: int) -> None:
        self.message = self.looks.change(action)

    def _swap_buttons(self, now: int) -> None:
        self._pointer.swapped = swapped = not self._pointer.swapped
        left, right = ("flags", "reveals") if swapped else ("reveals", "flags")
        self.message = f"the left button {left}, the right one {right}"

    # Games

    @property
    def session(self) -> Session:
        """The game that is played."""
        return self._games.session

    def deal(self, now: int) -> None:
        self._begin(self._games.deal, now)

    def _again(self, now: int) -> None:
        self._begin(self._games.again, now)
        self.message = "the same board again"

    def _begin(self, begin: Begin, now: int) -> None:
        """Go over to another game, from this one or from a page over it; or say why not."""
        self._covers.uncover(now)
        self.message = begin(now) or ""
        if not self.message:
            self.started()

    def started(self) -> None:
        """Another game is played from here on; a board of the same size keeps the cursor."""
        setup = self.session.game.setup
        if self.session.moves or (setup.width, setup.height) != (self.grid.width, self.grid.height):
            self._set_up_field()
        self._pointer.forget()
        self._help = Help(self.looks, self.view)
        self._after_return()

    def leave(self, now: int) -> None:
        self._games.leave(now)

    # Pages over the game

    def _settings(self, now: int) -> Reaction:
        if not self._desk:
            self.message = "nothing can be set here"
            return None
        apply = partial(self._apply, self._desk)
        return self._covers.settings(self.rows, self._desk, apply, now)

    def _apply(self, desk: "LiveSettings", texts: "Texts") -> None:
        """Put settings in force; the rules from the next game on. Raises SettingsError."""
        from minesweeper.tui.screens.settings import fitting_rules, with_rules

        setup = with_rules(self._games.dealer.setup, texts)
        rows = bound_rows(texts["keys"], desk.bindings) if "keys" in texts else self.rows
        glyphs = desk.glyphs(texts["glyphs"]) if "glyphs" in texts else ""
        self.looks.apply(texts.get("theme", ""), glyphs, int(texts.get("zoom", 0)))
        self._games.dealer.setup = setup
        self._games.keeping.replan(partial(fitting_rules, texts=texts))
        self._bind(rows)
        if "speak" in texts:
            self._speech = _speech(self.session) if texts["speak"] == "true" else None

    # The search that the first reveal waits for

    @property
    def searching(self) -> bool:
        return self._search.under_way

    def _end_search(self, now: int) -> None:
        """Take the best board so far."""
        self._search.end()
        self.play("reveal", now)


def _speech(session: Session) -> "Speech":
    from minesweeper.tui.screens.speech import Speech

    return Speech(session)
