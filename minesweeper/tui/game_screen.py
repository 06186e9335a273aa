"""The screen on which the game is played: events to moves, help and new games."""

import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from minesweeper.board import LEVELS, MAX_CELLS, Setup
from minesweeper.cells import Cell
from minesweeper.game import Move, Status, Verb
from minesweeper.keeping import Keeping
from minesweeper.session import Dealer, Session
from minesweeper.tui import status
from minesweeper.tui.board_view import BoardView, Overlay
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event, Key, Mouse
from minesweeper.tui.game_frame import GameFrame, Message
from minesweeper.tui.glow import Glow
from minesweeper.tui.keys import LOOKS_ROWS, ROWS, Row, action_of
from minesweeper.tui.looks import Looks
from minesweeper.tui.moving import MOVING, destination
from minesweeper.tui.pages import HelpPage
from minesweeper.tui.pointer import WHEEL_DOWN, WHEEL_UP, Pointer
from minesweeper.tui.screen import Ask, Reaction, Screen

if TYPE_CHECKING:  # the solver is only loaded when help is asked for: the first frame comes sooner
    from minesweeper.tui.coach import HelpDesk
    from minesweeper.tui.search import Search
    from minesweeper.tui.speech import Speech

Daily = Callable[[str], Session]

# After the end Enter deals once no key came for so long: a held key must not wipe the board.
QUIET: Final = 500
# A search for a board is shown once it takes longer than this.
SEARCH_SHOWN: Final = 100


class GameScreen(Screen):
    """Plays the games that the dealer deals, one after the other."""

    help_rows: tuple[Row, ...] = ROWS
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
        first_time: bool = False,
        speak: bool = False,
    ) -> None:
        """Begin with the session given, or the first one dealt.

        `daily` deals today's board of a level; with `first_time` the keys are taught; with `speak`
        all that happens is told in words.
        """
        self.looks = looks
        self.session = session or dealer.next()
        self.message = ""
        self._keeping = keeping or Keeping()
        self._set_up_field()
        self._pointer = Pointer()
        self._dealer = dealer
        self._show_mines = show_mines
        self._quiet_since = 0
        self._resume_after_help = False
        self._daily = daily
        self._first_time = first_time
        self._glow = Glow()
        self._speech = _speech(self.session) if speak else None
        self._search: Search | None = None
        self._help_desk: HelpDesk | None = None
        self._news = ""
        """What went wrong with the disk, until the next key."""
        self._remark = ""
        """What is best about a game that has ended, or why it is no record."""
        self._painted = False
        self._actions = action_of(ROWS)
        self._methods = self._dispatch()

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
            "hint": self._hint,
            "odds": self._toggle_odds,
            "check-flags": self._check_flags,
            "undo": self._undo,
            "redo": self._redo,
            "resume": self._resume,
            "menu": self._menu,
            "records": self._records,
            "pause": self._pause,
            "swap-buttons": self._swap_buttons,
            "help": self._help,
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
        self._frame.draw_below(canvas, self._messages(canvas.columns, now), title, keys)
        self._painted = True

    def keys_line(self, columns: int) -> str:
        """What can be pressed now."""
        return status.keys_line(ROWS, status.wanted_keys(self.session), columns)

    def _overlay(self) -> Overlay:
        overlay = self._help_desk.overlay(self.session) if self._help_desk else {}
        return self._glow.over(overlay, self.looks.theme)

    def _remarks(self) -> list[str]:
        """What the title says besides the setup: what was searched for, and the help used."""
        found = self._dealer.found
        remarks = status.search_remarks(found) if found else []
        remarks += ["guesses left to luck"] if self.session.progress.guesses_left_to_luck else []
        return remarks + (["practice"] if self._show_mines else []) + sorted(self.session.helps)

    def _messages(self, columns: int, now: int) -> Iterator[Message]:
        """The search; or the result, what just did not work, what helps, what waits."""
        if self._search:
            if self._search.since + SEARCH_SHOWN <= now:
                yield self._search.text(), self.looks.theme.message
            return
        if self.session.over:
            won = self.session.game.status is Status.WON
            style = self.looks.theme.won if won else self.looks.theme.lost
            yield status.end_text(self.session, now, columns), style
            yield self._remark, style
        yield self._said(), self.looks.theme.message
        yield self._news, self.looks.theme.message
        yield from ((line, self.looks.theme.text) for line in self._lessons(columns))

    def _said(self) -> str:
        """What just did not work, or what helps; to who listens, in front of the cell."""
        said = self.message or self._helped() or self.idle_text()
        if not self._speech:
            return said
        return self._speech.text(self.session, self.cursor, said=said, mines=self._show_mines)

    def _lessons(self, columns: int) -> list[str]:
        """What a first-time player is taught, where that hides nothing."""
        if not self._first_time:
            return []
        from minesweeper.tui.lessons import lessons

        said = len(textwrap.wrap(self._said(), columns))
        return lessons(self.help_rows, columns, self._frame.message_rows(self._window[1]) - said)

    def _helped(self) -> str:
        """What the help desk says, unless that would tell of a board that is hidden."""
        if self.session.paused or not self._help_desk:
            return ""
        return self._help_desk.message(self.session, self.cursor)

    def idle_text(self) -> str:
        """What there is to say while nothing else is."""
        if self._keeping.waiting and not self.session.clicks:
            return "a game is waiting: e goes on with it"
        return ""

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        self.message = self._news = ""
        self._glow.end()
        self.listen()
        if self._search:
            return self._interrupt_search(event, now)
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        return self._handle_key(event, now)

    def listen(self) -> None:
        """What happens from here on is told, where somebody listens."""
        if self._speech:
            self._speech.listen(self.session)

    def tick(self, now: int) -> None:
        self._glow.tick(now)
        held = self._pointer.held(now)
        if held:
            what, self.cursor = held
            self._click(what, now)
        if self._search and self._search.step():
            self._end_search(now)
        answer = self._help_desk.step(self.session) if self._help_desk else None
        if answer:
            self._keeping.note(self.session, answer)
        if self._painted:
            self._keeping.settle()
        self._news = self._keeping.news() or self._news

    def patience(self, now: int) -> int:
        if self._search or (self._help_desk and self._help_desk.busy):
            return 0
        if not self._keeping.settled:
            return 0
        due = [self._pointer.patience(now), self._glow.patience(now)]
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min((each for each in due if each is not None), default=super().patience(now))

    def uncovered(self, now: int) -> None:
        self._quiet_since = now
        if self._resume_after_help:
            self.session.resume(now)

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
            self._scroll(-1 if mouse.button == WHEEL_UP else 1)
            return None
        cell = self._cell_at(mouse)
        if mouse.pressed and cell:
            self.cursor = cell
        on_status = self._frame.on_status(mouse.column, mouse.row)
        what = self._pointer.follow(mouse, cell, on_status=on_status, now=now)
        if what:
            self.cursor = cell or self.cursor
            self._click(what, now)
        return None

    def _cell_at(self, mouse: Mouse) -> Cell | None:
        if self.session.paused or not self._frame.shows_field:
            return None
        return self.view.cell_at(mouse.column, mouse.row)

    def _click(self, what: str, now: int) -> None:
        if what == "deal":
            self.deal(now)
        elif what == "reveal":
            self.reveal(now)
        else:
            self.play("flag" if what == "flag" else "chord", now)

    # Moving

    def _move(self, action: str, now: int) -> None:
        if self.session.paused:
            return
        cell = destination(action, self.view, self.session.game, self.cursor)
        if cell is None:
            self.message = "no covered cell that way"
        else:
            self.go_to(cell)

    def _scroll(self, way: int) -> None:
        """Scroll rows, or columns where all rows are in sight; the cursor stays in sight."""
        if self.view.down < self.grid.height:
            self.view.scroll(0, 3 * way)
        else:
            self.view.scroll(3 * way, 0)
        self.cursor = self.view.nearest_in_sight(self.cursor)

    def go_to(self, cell: Cell) -> None:
        self.cursor = cell
        self.view.follow(cell)

    # Playing

    def reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        if self.session.game.is_revealed(self.cursor):
            self.play("chord", now)
        elif not self.session.paused and not self._begin_search(now):
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
            self._remark = self._keeping.ended(self.session)
            self._desk().after_move(self.session)
        elif self._help_desk:
            self._help_desk.after_move(self.session)

    def _undo(self, now: int) -> None:
        self.message = "undone" if self.session.undo(now) else "there is nothing to undo"
        self._after_return()

    def _redo(self, now: int) -> None:
        self.message = "" if self.session.redo(now) else "there is nothing to redo"
        self._after_return()

    def _after_return(self) -> None:
        self._remark = ""
        if self._help_desk:
            self._help_desk.after_move(self.session)

    def deal(self, now: int) -> None:
        self.start(self._dealer.next(), now)

    def _again(self, now: int) -> None:
        self.start(self._dealer.again(self.session), now)
        self.message = "the same board again"

    def _resume(self, now: int) -> None:
        """Go on with the game that waits, while nothing is played yet."""
        if not self._keeping.waiting or self.session.clicks:
            self.message = "no game is waiting"
        else:
            self._go_on(now)

    def _go_on(self, now: int) -> None:
        """Go on with the game that waits; the one that is played is given up for it."""
        session = self._keeping.resume(now)
        if session:
            self._dealer.follow(session)
            self._start_elsewhere(session, now)
        else:
            self.message = "the game that waited is gone"

    def _play_level(self, setup: Setup, now: int) -> None:
        """Play a level of the menu from now on."""
        same_size = setup[:2] == self.session.game.setup[:2]
        self._dealer.change(setup)
        if same_size:
            self.deal(now)
        else:
            self._start_elsewhere(self._dealer.next(), now)

    def _play_daily(self, daily: Daily, level: str, now: int) -> None:
        """Play today's board, and boards of its size after it."""
        self._dealer.change(self._dealer.setup._replace(**LEVELS[level]._asdict()))
        self._start_elsewhere(daily(level), now)

    def _start_elsewhere(self, session: Session, now: int) -> None:
        """Start a game on a board that may have another size."""
        self.start(session, now)
        self._set_up_field()

    def start(self, session: Session, now: int) -> None:
        self._keeping.put_away(self.session, now)
        self.session = session
        self._resume_after_help = False
        self._pointer.forget()
        self._help_desk = None
        self._remark = ""

    def leave(self, now: int) -> None:
        """The program ends: the game is kept, to be gone on with."""
        self._keeping.leave(self.session, now)

    def _records(self, now: int) -> Reaction:
        from minesweeper.tui.records_page import RecordsPage

        self._cover(now)
        return RecordsPage(
            self.looks,
            self._keeping.record_lines(unicode=not self.looks.theme.glyphs.wall.isascii()),
        )

    def _menu(self, now: int) -> Reaction:
        from minesweeper.tui.menu_page import MenuPage, Offers

        self._cover(now)
        offers = Offers(
            self._play_level,
            partial(self._play_daily, self._daily) if self._daily else None,
            self._go_on if self._keeping.waiting else None,
            self._keeping.bests(),
            self.most_cells,
        )
        return MenuPage(self.looks, self._dealer.setup, offers)

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

    def _help(self, now: int) -> Reaction:
        self._cover(now)
        return HelpPage(self.looks, self.help_rows)

    def _cover(self, now: int) -> None:
        """The clock stands while a page hides the board."""
        self._resume_after_help = not self.session.paused
        self._pointer.forget()
        self.session.pause(now)

    # The search for a board that needs no guess, which the first reveal waits for

    @property
    def searching(self) -> bool:
        return self._search is not None

    def _begin_search(self, now: int) -> bool:
        if self.session.over or self.session.game.refusal(Move("reveal", self.cursor)):
            return False
        steps = self._dealer.search(self.session, self.cursor)
        if not steps:
            return False
        from minesweeper.tui.search import Search

        self._search = Search(steps, now)
        self._pointer.forget()
        return True

    def _end_search(self, now: int) -> None:
        assert self._search, "there is a search to end"
        self._dealer.found, self._search = self._search.best, None
        self.play("reveal", now)

    def _interrupt_search(self, event: Event, now: int) -> Reaction:
        """Esc takes the best board so far; quitting needs no board."""
        if event == Key("escape"):
            self._end_search(now)
        elif isinstance(event, Key) and self._actions.get(event.name) == "quit":
            return Ask.QUIT
        return None

    # Help

    def _desk(self) -> "HelpDesk":
        from minesweeper.tui.coach import HelpDesk

        if self._help_desk is None:
            self._help_desk = HelpDesk(self.looks, self.view)
        return self._help_desk

    def _can_help(self) -> bool:
        if self.session.over:
            self.message = "the game is over"
        return not (self.session.paused or self.session.over)

    def _hint(self, now: int) -> None:
        if not self.session.board:
            self.message = "nothing is known yet: reveal any cell"
        elif self._can_help():
            self._desk().hint(self.session, self.cursor, now)

    def _check_flags(self, now: int) -> None:
        if self._can_help():
            self._desk().check_flags(self.session, now)

    def _toggle_odds(self, now: int) -> None:
        if self._can_help():
            self._desk().toggle_odds(self.session, now)


def _speech(session: Session) -> "Speech":
    from minesweeper.tui.speech import Speech

    return Speech(session)
