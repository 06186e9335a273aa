"""The screen on which the game is played: events to moves, help and new games."""

from minesweeper.board import MAX_CELLS
from minesweeper.cells import Cell
from minesweeper.game import Move, Status, Verb
from minesweeper.keeping import Keeping
from minesweeper.light import partial
from minesweeper.session import Dealer, Session
from minesweeper.tui import status
from minesweeper.tui.board_view import BoardView, Overlay
from minesweeper.tui.canvas import Canvas, wrap
from minesweeper.tui.covers import Covers
from minesweeper.tui.events import Event, Key, Mouse
from minesweeper.tui.game_frame import GameFrame, Message
from minesweeper.tui.games import Daily, Games
from minesweeper.tui.glow import Glow
from minesweeper.tui.help import WAYS, Help
from minesweeper.tui.keys import LOOKS_ROWS, ROWS, Row, action_of, key_names
from minesweeper.tui.looks import Looks
from minesweeper.tui.moving import MOVING, destination
from minesweeper.tui.pointer import WHEEL_DOWN, WHEEL_UP, Pointer
from minesweeper.tui.screen import Ask, Reaction, Screen
from minesweeper.tui.search import Search
from minesweeper.typed import TYPE_CHECKING, Callable, Final, Iterator

if TYPE_CHECKING:  # loaded when they are asked for: the first frame comes sooner
    from minesweeper.tui.desk import Desk, Texts
    from minesweeper.tui.speech import Speech

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
        desk: "Desk | None" = None,
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
        self._window = (0, 0, 0)

    def _dispatch(self) -> dict[str, Callable[[int], Reaction]]:
        """What each action does."""
        return {
            **{action: partial(self._move, action) for action in MOVING},
            **{action: partial(self._look, action) for action in action_of(LOOKS_ROWS).values()},
            "reveal": self.reveal,
            "flag": partial(self.play, "flag"),
            "chord": partial(self.play, "chord"),
            "new": self.deal,
            "again": self._again,
            **{way: partial(self._ask, way) for way in WAYS},
            "undo": self._undo,
            "redo": self._redo,
            "resume": self._resume,
            "menu": lambda now: self._covers.menu(self.rows, self.most_cells, self.started, now),
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
        return status.keys_line(self._key_names, status.wanted_keys(self.session), columns)

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
        yield self._said(), self.looks.theme.message
        yield self._news, self.looks.theme.message
        yield from ((line, self.looks.theme.text) for line in self._lessons(columns))

    def _said(self) -> str:
        """What just did not work, or what helps; to who listens, in front of the cell."""
        said = self.message or self._help.said(self.session)
        odds, idle = self._help.odds_of(self.session, self.cursor), self._untold(self.idle_text())
        if not self._speech:
            return said or odds or idle
        return self._speech.text(
            self.session, self.cursor, said=said or idle, odds=odds, mines=self._show_mines
        )

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
        from minesweeper.tui.lessons import lessons

        said = len(wrap(self._said(), columns))
        return lessons(self.help_rows, columns, self._frame.message_rows(self._window[1]) - said)

    def idle_text(self) -> str:
        """What there is to say while nothing else is."""
        if self._games.can_resume:
            return f"a game is waiting: {self._key('go on')} goes on with it"
        return ""

    def _key(self, short: str) -> str:
        """What is pressed for something, by its name in the line of keys."""
        return self._key_names.get(short, "the menu")

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        self.message = self._news = ""
        self._reads = not self._looks_at_field(event)
        self._glow.end()
        self.listen(now)
        if self.searching:
            return self._interrupt_search(event, now)
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        return self._handle_key(event, now)

    def _looks_at_field(self, event: Event) -> bool:
        """Whether an event is about cells, which no message may hide then."""
        if isinstance(event, Mouse):
            return event.pressed
        return self._actions.get(event.name) in MOVING

    def listen(self, now: int) -> None:
        """What happens from here on is told, where somebody listens."""
        if self._speech:
            told = [*self._ending(self._window[0], now), self.idle_text()]
            self._speech.listen(self.session, told)
            self._help.heard()

    def tick(self, now: int) -> None:
        self._glow.tick(now)
        held = self._pointer.held(now)
        if held:
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
        self._news = self._games.keeping.news() or self._news

    def patience(self, now: int) -> int:
        if self.searching or self._help.busy or not self._games.keeping.settled:
            return 0
        due = [self._pointer.patience(now), self._glow.patience(now)]
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min((each for each in due if each is not None), default=super().patience(now))

    def uncovered(self, now: int) -> None:
        self._quiet_since = now
        self._covers.uncover(now)

    def _handle_key(self, key: Key, now: int) -> Reaction:
        action = self._actions.get(key.name)
        was_quiet = now - self._quiet_since >= QUIET
        self._quiet_since = now
        if self.session.paused and (action == "pause" or key.name in ("enter", " ")):
            self.session.resume(now)
            return None
        if self.session.over and action == "reveal":
            if was_quiet:
                self.deal(now)
            return None
        method = self._methods.get(action or "")
        return method(now) if method else None

    def _handle_mouse(self, mouse: Mouse, now: int) -> Reaction:
        if mouse.button in (WHEEL_UP, WHEEL_DOWN):
            self.cursor = self.view.wheel(-1 if mouse.button == WHEEL_UP else 1, self.cursor)
            return None
        cell = None if self.session.paused else self._frame.cell_at(mouse.column, mouse.row)
        if mouse.pressed and cell:
            self.cursor = cell
        on_status = self._frame.on_status(mouse.column, mouse.row)
        what = self._pointer.follow(mouse, cell, on_status=on_status, now=now)
        if what:
            self.cursor = cell or self.cursor
            self._methods[what](now)
        return None

    # Moving

    def _move(self, action: str, now: int) -> None:
        if self.session.paused:
            return
        cell = destination(action, self.view, self.session.game, self.cursor)
        if cell is None:
            self.message = "no covered cell that way"
        else:
            self.go_to(cell)

    def go_to(self, cell: Cell) -> None:
        self.cursor = cell
        self.view.follow(cell)

    # Playing

    def reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        if self.session.game.is_revealed(self.cursor):
            self.play("chord", now)
        elif self.session.paused:
            return
        elif self._search.begin(self.session, self.cursor, now):
            self._pointer.forget()
        else:
            self.play("reveal", now)

    def play(self, verb: Verb, now: int) -> None:
        move = Move(verb, self.cursor)
        if self.session.paused:
            return
        self.message = self.session.game.refusal(move)
        if self.message and verb == "chord":
            self._glow.light(self.session.game, self.cursor, now)
        if self._show_mines and "shown mines" not in self.session.helps:
            self.session.help("shown mines", now)
        if self.session.play(move, now):
            self._after_move()

    def _after_move(self) -> None:
        self._first_time = False
        if self.session.over:
            self._remark = self._games.keeping.ended(self.session)
        self._help.after_move(self.session)

    def _ask(self, way: str, now: int) -> None:
        key, aloud = self._key("hint"), self._speech is not None
        self.message = self._help.ask(way, self.session, self.cursor, now, key, aloud=aloud)

    def _undo(self, now: int) -> None:
        self.message = "undone" if self.session.undo(now) else "there is nothing to undo"
        self._after_return()

    def _redo(self, now: int) -> None:
        self.message = "" if self.session.redo(now) else "there is nothing to redo"
        self._after_return()

    def _after_return(self) -> None:
        self._remark = ""
        self._help.after_move(self.session)

    def _pause(self, now: int) -> None:
        self.session.pause(now)
        if not self.session.paused and not self.session.over:
            self.message = "the clock does not run yet"

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
        self._games.deal(now)
        self.started()

    def _again(self, now: int) -> None:
        self._games.again(now)
        self.started()
        self.message = "the same board again"

    def _resume(self, now: int) -> None:
        """Go on with the game that waits, while nothing is played yet."""
        if not self._games.can_resume:
            self.message = "no game is waiting"
        elif self._games.resume(now):
            self.started()
        else:
            self.message = "the game that waited is gone"

    def started(self) -> None:
        """Another game is played from here on; a board of the same size keeps the cursor."""
        setup = self.session.game.setup
        if self.session.moves or (setup.width, setup.height) != (self.grid.width, self.grid.height):
            self._set_up_field()
        self._covers.forget()
        self._pointer.forget()
        self._help = Help(self.looks, self.view)
        self._remark = ""

    def leave(self, now: int) -> None:
        self._games.leave(now)

    # Pages over the game

    def _settings(self, now: int) -> Reaction:
        if not self._desk:
            self.message = "nothing can be set here"
            return None
        apply = partial(self._apply, self._desk)
        return self._covers.settings(self.rows, self._desk, apply, now)

    def _apply(self, desk: "Desk", texts: "Texts") -> None:
        """Put settings in force; the rules from the next game on. Raises SettingsError."""
        from minesweeper.tui.settings_page import with_rules

        setup = with_rules(self._games.dealer.setup, texts)
        rows = desk.rows(texts["keys"]) if "keys" in texts else self.rows
        glyphs = desk.glyphs(texts["glyphs"]) if "glyphs" in texts else ""
        self.looks.apply(texts.get("theme", ""), glyphs, int(texts.get("zoom", 0)))
        self._games.dealer.setup = setup
        self._bind(rows)
        if "speak" in texts:
            self._speech = _speech(self.session) if texts["speak"] == "true" else None

    # The search that the first reveal waits for

    @property
    def searching(self) -> bool:
        return self._search.under_way

    def _end_search(self, now: int) -> None:
        self._search.end()
        self.play("reveal", now)

    def _interrupt_search(self, event: Event, now: int) -> Reaction:
        """Esc takes the best board so far; quitting needs no board."""
        if event == Key("escape"):
            self._end_search(now)
        elif isinstance(event, Key) and self._actions.get(event.name) == "quit":
            return Ask.QUIT
        return None


def _speech(session: Session) -> "Speech":
    from minesweeper.tui.speech import Speech

    return Speech(session)
