"""The screen on which the game is played: events to moves, help and other games."""

from functools import partial
from typing import TYPE_CHECKING, Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import FLAGGING, Move, Refusal, Verb
from minesweeper.engine.notation import counted
from minesweeper.engine.setup import MAX_SIDE, Setup, too_large_to_solve
from minesweeper.play.words import refusal_text
from minesweeper.settings.values import sentence
from minesweeper.store.sitting import Games
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import LOOKS_ROWS, ROWS, Keymap, action_of, bound_rows
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import QUIT, Copy, Event, Key, Mouse, Reaction, Screen
from minesweeper.tui.screens import controls
from minesweeper.tui.screens.controls import Pointer
from minesweeper.tui.screens.display import GameDisplay

if TYPE_CHECKING:  # loaded when they are asked for: the first frame comes sooner
    from minesweeper.settings.resolve import LiveSettings, Texts
    from minesweeper.solver.guess_free import GuessFree
    from minesweeper.tui.screens.coach import Coach

# After the end Enter deals only if no key came for so long: a held key must not wipe the board.
QUIET: Final = 500
ONE_ATTEMPT: Final = "Only the first attempt at a daily board is shared"
MINUTE: Final = 60_000
# How long cells are lit.
MOMENT: Final = 200

_LOOKS: Final = frozenset(action_of(LOOKS_ROWS).values())
# Where keys take the cursor, in columns and rows; at the wall it stops.
_STEPS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-1, -1),
    "up-right": (1, -1),
    "down-left": (-1, 1),
    "down-right": (1, 1),
    "row-start": (-MAX_SIDE, 0),
    "row-end": (MAX_SIDE, 0),
    "top": (0, -MAX_SIDE),
    "bottom": (0, MAX_SIDE),
}
_SKIPS: Final = {f"skip-{way}": _STEPS[way] for way in ("left", "right", "up", "down")}
_WINDOWS: Final = {"page-up": -1, "page-down": 1}
_MOVING: Final = frozenset((*_STEPS, *_SKIPS, *_WINDOWS))


class GameScreen(GameDisplay):
    """Plays one game after the other.

    The action "check-flags", say, is done by the method `do_check_flags`.
    """

    needs_solver = False
    """Whether only boards can be played here that the solver works on."""

    def __init__(
        self,
        games: Games,
        looks: Looks,
        *,
        keymap: Keymap = ROWS,
        live: "LiveSettings | None" = None,
        show_mines: bool = False,
        first_time: bool = False,
        speak: bool = False,
        idle_pause: int = 0,
        message: str = "",
    ) -> None:
        """Show the first of the games; `live` is what the page of settings changes.

        With `first_time` the keys are taught; with `speak` all that happens is told in words.
        The game pauses after `idle_pause` minutes without a key or a click, unless they are 0.
        `message` is shown until the first key.
        """
        super().__init__(
            games, looks, keymap, show_mines=show_mines, first_time=first_time, speak=speak
        )
        self.message = message
        self.live = live
        self._pointer = Pointer()
        self._idle_pause = idle_pause
        self._last_input: int | None = None
        self._quiet_since = 0
        self._lit_until = 0
        self._resumes_clock = False
        """The clock ran before a page covered the game."""

    def handle(self, event: Event, now: int) -> Reaction:
        """Do what an event asks for, if the gate lets it through."""
        self._pause_if_idle(now)
        self._last_input = now
        self._lit = {}
        if isinstance(event, Key):
            return self._handle_key(event, now)
        if event.wheel:
            self._turn_wheel(event.wheel, now)
            return None
        key = self._frame.clicked(event, paused=self.session.paused)
        if key:
            self._pointer.forget()
            return self._handle_key(Key(key), now)
        self._handle_button(event, now)
        return None

    def tick(self, now: int) -> Screen | None:
        self._pause_if_idle(now)
        if self._lit and now >= self._lit_until:
            self._lit = {}
        held = self._pointer.held(now)
        if held and controls.answers(self.state, held[0]):
            self._reads = True
            action, self.cursor = held
            if action == "flag":
                self.play("flag", now)  # only a click on a number is a flag-chord
            else:
                self._do(action, now)
        is_search_over = self._search and self._search.step()
        page = self.do_end_search(now, stopped=False) if is_search_over else None
        if self._obvious and not self._obvious.step():
            self.do_end_obvious(now)
        if self._coach:
            review = self._coach.step(self.session)
            if review:
                self.games.store_luck(review)
                self.show_marks(now, cursor_first=True)
        if self._may_settle:
            self.games.settle()
        history = self.games.history
        messages = history.take_messages() or self._disk_message
        self._disk_message = messages or history.why_unsaved(self.session)
        return page

    def next_wakeup(self, now: int) -> int:
        is_busy = self._search or self._obvious or (self._coach and self._coach.busy)
        if is_busy or self._may_settle:
            return 0
        due = [super().next_wakeup(now)]
        held = self._pointer.next_wakeup(now)
        if held is not None:
            due.append(held)
        if self._lit:
            due.append(max(0, self._lit_until - now))
        if self._may_pause:
            due.append(max(0, self._idle_until(now) - now))
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min(due)

    @property
    def _may_settle(self) -> bool:
        """Whether there is more to learn about the saved games, once the field was shown."""
        return self.is_drawn and not self.games.settled

    def leave(self, now: int) -> None:
        if self._obvious:
            self._obvious.stop()
        self.games.leave(now)

    # Events

    def _handle_key(self, key: Key, now: int) -> Reaction:
        was_quiet = now - self._quiet_since >= QUIET
        self._quiet_since = now
        bound = self.action_of(key.name)
        action = controls.meant(self.state, key.name, bound, quiet=was_quiet)
        if action:
            self._clear_messages(now, reads=self._reads or action not in _MOVING)
            return self._do(action, now)
        self.message = ""
        self._refuse(bound)
        return None

    def action_of(self, key: str) -> str:
        """Return the action that a key is bound to now; empty if it is bound to none."""
        return self._actions.get(key, "")

    def _do(self, action: str, now: int) -> Reaction:
        """Do what the gate has let through."""
        if action in _MOVING:
            self._move(action)
        elif action in _LOOKS:
            self.message = self.looks.change(action)
        else:
            reaction: Reaction = getattr(self, f"do_{action.replace('-', '_')}")(now)
            return reaction
        return None

    def _refuse(self, action: str) -> None:
        """Say why an action is not answered, where the screen does not show it."""
        if self.state == "finished" and action not in ("", "reveal"):
            self.message = "The game is over"

    def _clear_messages(self, now: int, *, reads: bool) -> None:
        """Let go of what was said; `reads` is whether a message may go on hiding the field."""
        self.message = self._disk_message = ""
        self._reads = reads
        self.listen(now)

    def _handle_button(self, mouse: Mouse, now: int) -> None:
        state = self.state
        if state == "paused":  # all of the window is one place then
            if self._pointer.follow(mouse, None, on_header=True, now=now):
                self._clear_messages(now, reads=self._reads)
                self.do_pause(now)
            return
        on_header = self._frame.on_header(mouse.column, mouse.row) and controls.answers(
            state, "new"
        )
        cell = self._frame.cell_at(mouse.column, mouse.row)
        if cell and not controls.answers(state, "chord"):
            self._refuse("chord")
            cell = None
        action = self._pointer.follow(mouse, cell, on_header=on_header, now=now)
        if action or (mouse.pressed and cell):
            self._clear_messages(now, reads=not mouse.pressed)
            self.cursor = cell or self.cursor
        if action:
            self._do(action, now)

    def _turn_wheel(self, way: int, now: int) -> None:
        if not controls.answers(self.state, "page-down"):
            return
        before = self.cursor, self.view.left, self.view.top
        self.cursor = self.view.wheel(way, self.cursor)
        if (self.cursor, self.view.left, self.view.top) != before:
            self._clear_messages(now, reads=False)

    # Moving

    def _move(self, action: str) -> None:
        cell = self._destination(action)
        if cell is None:
            self.message = "No covered cell that way"
        else:
            self._reads = self._reads and cell == self.cursor
            self.go_to(cell)

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell, and scroll to it."""
        self.cursor = cell
        self.view.follow(cell)

    def _destination(self, action: str) -> Cell | None:
        """Return where one of the moving actions leads; None if there is nothing that way."""
        if action in _SKIPS:
            return self._next_covered(*_SKIPS[action])
        columns, rows = _STEPS.get(action) or (0, _WINDOWS[action] * max(1, self.view.down - 1))
        column, row = self.grid.place(self.cursor)
        column = max(1, min(column + columns, self.grid.width))
        return self.grid.cell(column, max(1, min(row + rows, self.grid.height)))

    def _next_covered(self, columns: int, rows: int) -> Cell | None:
        step = rows * self.grid.stride + columns
        cell = Cell(self.cursor + step)
        while cell in self.grid and self.session.game.is_revealed(cell):
            cell = Cell(cell + step)
        return cell if cell in self.grid else None

    # Playing

    def do_reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        if self.session.game.is_revealed(self.cursor):
            self.play("chord", now)
        elif not self._search_for(self.session.game.setup, now):
            self.play("reveal", now)

    def _search_for(self, setup: Setup, now: int) -> bool:
        """Search for a board to reveal the cell under the cursor on, if it takes a search."""
        steps = self.games.dealer.search(self.session, self.cursor, setup)
        if steps:
            from minesweeper.tui.screens.search import Search

            self._pointer.forget()
            self._search = Search(steps, setup, now)
        return steps is not None

    def do_end_search(self, now: int, *, stopped: bool = True) -> Screen | None:
        """Play the board that was found; without one, or if stopped, ask what to play instead."""
        search, self._search = self._search, None
        assert search, "a search is under way"
        if stopped or not search.found:
            return self.unfound(search.setup, now, stopped=stopped)
        self._reveal_by(search.setup, search.found, now)
        return None

    def unfound(self, setup: Setup, now: int, *, stopped: bool) -> Screen | None:
        """Ask what to play instead of a guess-free board that was not found."""
        from minesweeper.tui.screens.search import UnfoundPage

        any_board = self.session.game.setup._replace(no_guess=False)
        return UnfoundPage(self.looks, self.keymap, setup, any_board, stopped=stopped)

    def play_instead(self, setup: Setup, now: int) -> None:
        """Make the first reveal by another setup than that of the board that was not found."""
        if not self._search_for(setup, now):
            self._reveal_by(setup, None, now)

    def _reveal_by(self, setup: Setup, found: "GuessFree | None", now: int) -> None:
        """Make the first reveal by a setup; say how it differs from what was asked for."""
        is_other = setup != self.session.game.setup
        self.games.play_by(setup, found)
        self.listen(now)  # that another session goes on is nothing to tell
        self.play("reveal", now)
        if is_other and not self.session.over:
            guess_free = f"A guess-free board with {counted(setup.mines, 'mine')}"
            self.message = guess_free if found else "You may have to guess on this board"

    def do_flag(self, now: int) -> None:
        """Flag the cell under the cursor, or take its flag away; flag-chord if it is a number."""
        is_number = self.session.game.is_revealed(self.cursor)
        self.play("flag-chord" if is_number else "flag", now)

    def do_chord(self, now: int) -> None:
        """Reveal the neighbours of the number under the cursor."""
        self.play("chord", now)

    def play(self, verb: Verb, now: int) -> None:
        """Make a move at the cursor, or say why the rules refuse it."""
        refusal = self._attempt(Move(verb, self.cursor), now)
        if refusal is None:
            self.message = ""
            self._after_move(verb, now)
            return
        self.message = refusal_text(refusal)
        if refusal.kind in ("flags", "covered"):
            self._lit_until = now + MOMENT
            self.light_around(self.cursor)

    def _attempt(self, move: Move, now: int) -> Refusal | None:
        """Make a move, or return why the rules refuse it."""
        self._note_shown_mines(now)
        return self.session.play(move, now)

    def _note_shown_mines(self, now: int) -> None:
        if self._show_mines and "shown mines" not in self.session.helps:
            self.session.help("shown mines", now)

    def _after_move(self, verb: Verb, now: int) -> None:
        self._first_time = False
        is_over = self.session.over
        if verb not in FLAGGING or is_over:
            self.games.abandon_parked(now)
        if is_over:
            self._remark = self.games.record()
            self._share = self.games.share_line()
        if is_over or self._coach:
            self._opened_coach().position_changed(self.session)

    def do_undo(self, now: int) -> None:
        """Take back a move; where there is none, return to the game that was left for this one."""
        if self.session.undo(now):
            self.message = "Undone"
            self._after_return()
        elif self.games.go_back(now):
            self.started()
            # Speech tells of it by itself.
            self.message = "" if self._speech else "Back to the game that you left"
        else:
            self.message = "There is nothing to undo"

    def do_redo(self, now: int) -> None:
        """Make the move again that was taken back last."""
        if self.session.redo(now):
            self._after_return()
        else:
            self.message = "There is nothing to redo"

    def _after_return(self) -> None:
        self._remark = self._share = ""
        if self.session.over or self._coach:
            self._opened_coach().position_changed(self.session)

    def do_pause(self, now: int) -> None:
        """Pause, or end a pause."""
        self._pointer.forget()
        if self.session.paused:
            self.session.resume(now)
        else:
            self.session.pause(now)
            self.message = "" if self.session.paused else "The clock is not running yet"

    @property
    def may_idle(self) -> bool:
        """Whether time without a key counts as the player's."""
        return self.state == "playing"

    @property
    def _may_pause(self) -> bool:
        """Whether the game pauses by itself if no key comes for long."""
        return bool(self._idle_pause) and self.session.running and self.may_idle

    def _idle_until(self, now: int) -> int:
        """Return when no key will have come for long, if none comes before."""
        since = now if self._last_input is None else self._last_input
        return since + self._idle_pause * MINUTE

    def _pause_if_idle(self, now: int) -> None:
        """Pause if no key came for too long; the clock stops when that became so."""
        if self._last_input is None:
            self._last_input = now
        until = self._idle_until(now)
        if now >= until and self._may_pause:
            self._pointer.forget()
            self.session.pause(until)
            self.message = f"Paused after {counted(self._idle_pause, 'minute')} without a key"

    def do_swap_buttons(self, now: int) -> None:
        """Swap what the left and the right button do."""
        self._pointer.swapped = swapped = not self._pointer.swapped
        left, right = ("flags", "reveals") if swapped else ("reveals", "flags")
        self.message = f"The left button {left}, the right one {right}"

    # Help

    @property
    def coach(self) -> "Coach | None":
        """The help in this game, once it was asked for or the game has ended."""
        return self._coach

    def _opened_coach(self) -> "Coach":
        if self._coach is None:
            from minesweeper.tui.screens.coach import Coach

            self._coach = Coach(self.looks, self.view)
        return self._coach

    def _can_solve(self) -> bool:
        """Return whether the solver works on this board; say so if it does not."""
        fault = too_large_to_solve(self.grid.width, self.grid.height)
        self.message = sentence(fault)
        return not fault

    def do_hint(self, now: int) -> None:
        """Point at the next certain move."""
        if not self._can_solve():
            return
        coach = self._opened_coach()
        if coach.plays_next:
            self._play_hint(coach, now)
            return
        coach.hint(self.session, self.cursor, now, self._key("hint"))
        self.show_marks(now)

    def _play_hint(self, coach: "Coach", now: int) -> None:
        """Make the moves that the hint is about."""
        made = [move for move in coach.moves(self.session) if not self._attempt(move, now)]
        if made:
            self._after_move(made[-1].verb, now)
            self.message = "" if self.session.over else "Played the hint"

    def do_review(self, now: int) -> Reaction:
        """Show the details of the review."""
        if not self._can_solve():
            return None
        if self._coach and self._coach.reviewed:
            from minesweeper.tui.screens.review import ReviewPage

            return self._open(ReviewPage(self.looks, self._coach.reviewed, self.keymap), now)
        is_coming = self._coach and self._coach.busy
        self.message = "The review is not done yet" if is_coming else "This board was not reviewed"
        return None

    def do_copy(self, now: int) -> Reaction:
        """Copy the line to share of a daily board."""
        if self._share:
            return Copy(self._share)
        is_daily = self.session.head.origin.kind == "daily"
        self.message = ONE_ATTEMPT if is_daily else "The game is over"
        return None

    def copied(self, said: str) -> None:
        self.message = said

    def do_odds(self, now: int) -> None:
        """Show the odds of all cells, or hide them."""
        if self._can_solve():
            self._opened_coach().toggle_odds(self.session, now)

    def do_check_flags(self, now: int) -> None:
        """Say which flags are wrong for certain."""
        if self._can_solve():
            self._opened_coach().check_flags(self.session, now)

    def do_obvious(self, now: int) -> None:
        """Reveal and flag all that single numbers prove."""
        from minesweeper.play.obvious import ObviousPlay
        from minesweeper.tui.screens.coach import NOTHING_KNOWN

        if not self._can_solve():
            return
        if self.session.board is None:
            self.message = NOTHING_KNOWN
            return
        self._note_shown_mines(now)
        self._pointer.forget()
        self._obvious = ObviousPlay(self.session, now)
        if not self._obvious.step():
            self.do_end_obvious(now)

    def do_end_obvious(self, now: int) -> None:
        """Say what was played, and play no more of it."""
        obvious, self._obvious = self._obvious, None
        assert obvious, "something is being played"
        obvious.stop()
        played = obvious.played
        if played.revealed or played.flagged:
            self._after_move("chord" if played.revealed else "flag", now)
        is_told = self._speech and (played.revealed or played.flagged)
        self.message = "" if is_told else played.text

    # Games

    def do_new(self, now: int) -> None:
        """Deal another game."""
        self.games.deal(now)
        self.started()

    def do_again(self, now: int) -> None:
        """Play the same board again."""
        self.games.again(now)
        self.started()
        self.message = "The same board again"

    def do_resume(self, now: int) -> None:
        """Resume the saved game."""
        refusal = self.games.resume(now)
        if not refusal:
            self.started()
        self.message = refusal

    def do_quit(self, now: int) -> Reaction:
        """End the program."""
        return QUIT

    def started(self) -> None:
        """Show another game; a board of the same size keeps the cursor."""
        self.message = ""
        setup = self.session.game.setup
        if self.session.steps or (setup.width, setup.height) != (self.grid.width, self.grid.height):
            self.set_up_field()
        self._pointer.forget()
        self._coach = None
        self._after_return()

    # Pages over the game

    def do_help(self, now: int) -> Reaction:
        """Show all keys."""
        from minesweeper.tui.screens.help import HelpPage

        return self._open(HelpPage(self.looks, self.help_keymap, keymap=self.keymap), now)

    def do_map(self, now: int) -> Reaction:
        """Show the map of the board."""
        from minesweeper.tui.screens.map import MapPage

        game, window = self.session.game, Canvas(*self.window)
        speak = self._speech is not None
        page = MapPage(self.looks, game, self.view, self.cursor, window, self.keymap, speak=speak)
        return self._open(page, now)

    def do_menu(self, now: int) -> Reaction:
        """Show the menu."""
        from minesweeper.tui.screens.menu import menu_of

        page = menu_of(self.games, self.looks, self.keymap, needs_solver=self.needs_solver)
        return self._open(page, now)

    def do_records(self, now: int) -> Reaction:
        """Show the results."""
        from minesweeper.tui.screens.records import records_of

        speak = self._speech is not None
        return self._open(records_of(self.games, self.looks, self.keymap, speak=speak), now)

    def do_settings(self, now: int) -> Reaction:
        """Show the settings, if there are any."""
        if not self.live:
            self.message = "Nothing can be set here"
            return None
        from minesweeper.tui.screens.settings import SettingsPage

        setup = self.games.dealer.setup
        return self._open(SettingsPage(self.looks, self.live, setup, self.keymap), now)

    def _open(self, page: Screen, now: int) -> Screen:
        """Open a page; the clock stands meanwhile."""
        self._resumes_clock = not self.session.paused
        self._pointer.forget()
        self.session.pause(now)
        return page

    def uncovered(self, result: object, now: int) -> None:
        """Let the clock run on, and do what was chosen on the page."""
        self._quiet_since = self._last_input = now
        if self._resumes_clock:
            self.session.resume(now)
        self._resumes_clock = False
        if result is None:
            return
        from minesweeper.tui.screens.games import TakenOver
        from minesweeper.tui.screens.map import GoTo
        from minesweeper.tui.screens.menu import Daily, SavedGame
        from minesweeper.tui.screens.search import Instead
        from minesweeper.tui.screens.settings import Changed

        match result:
            case Setup():
                self.games.play_setup(result, now)
                self.started()
            case Instead(setup):
                self.play_instead(setup, now)
            case Daily(level):
                self.games.play_daily(level, now)
                self.started()
            case TakenOver(replay, moves):
                self.games.take_over(replay, moves, now)
                self.started()
            case SavedGame():
                self.do_resume(now)
            case GoTo(cell):
                self._reads = False
                self.cursor = cell
                self.view.centre(cell)
            case Changed(texts):
                self._change_settings(texts)

    def _change_settings(self, texts: "Texts") -> None:
        """Put settings in force; the rules from the next game on."""
        from minesweeper.tui.screens.settings import fitting_rules

        if "keys" in texts and self.live:
            self.bind(bound_rows(texts["keys"], self.live.bindings))
        if "speak" in texts:
            self.set_speech(on=texts["speak"] == "true")
        if "idle-pause" in texts:
            self._idle_pause = int(texts["idle-pause"])
        self.games.change_rules(partial(fitting_rules, texts=texts))
