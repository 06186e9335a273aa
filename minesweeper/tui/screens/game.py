"""The screen on which a game is played: it turns events into moves, help and other games."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import FLAGGING, Move, Refusal, Status, Verb
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.play.ranking import is_helped, unranked_words
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import Session
from minesweeper.play.words import (
    clock_text,
    first_text,
    goal_text,
    refusal_text,
    time_text,
    too_large_text,
)
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.resolve import change_rules_if_possible
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.tui.events import Click, Event, Key, Mouse
from minesweeper.tui.keys import ROWS, Keymap, ScreenState, keys_text
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screen import QUIT, Copy, Leave, LeaveAction, Reaction, Screen
from minesweeper.tui.screens import controls, game_side
from minesweeper.tui.screens.controls import MOVE_ACTIONS, Pointer
from minesweeper.tui.screens.game_side import FirstSteps, sentence
from minesweeper.tui.screens.help import GameHelpPage
from minesweeper.tui.screens.settings import SettingsPage
from minesweeper.tui.widgets import blocks
from minesweeper.tui.widgets.board_screen import LOOKS_ACTIONS, BoardScreen, Method, Scene
from minesweeper.tui.widgets.field import Overlay
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.motion import Motion, has_motion
from minesweeper.tui.widgets.side import Part, Side

if TYPE_CHECKING:  # late: the solver, which no first frame needs
    from minesweeper.learn.course import Course
    from minesweeper.play.coach import Coach
    from minesweeper.solver.guess_free import GuessFreeResult
    from minesweeper.store.statistics import Summary
    from minesweeper.tui.screens.coach_view import CoachView
    from minesweeper.tui.screens.guess_free_search import GuessFreeSearch

# Milliseconds without a key before Enter deals a new game after the end: a held key must not wipe
# the board.
CALM_TIME: Final = 500
CANNOT_TRAIN: Final = "Nothing can be trained here"
NOT_LOST: Final = "You have not lost this game"
FARTHEST: Final = "your farthest yet here"
ONE_ATTEMPT: Final = "Only the first attempt at a daily board is shared"
MINUTE: Final = 60_000
# Milliseconds for which cells are highlighted.
FLASH_TIME: Final = 200

# What each state of the game offers, in order: an action and its word.
_PLAYING: Final = {
    "reveal": "reveal",
    "flag": "flag",
    "hint": "hint",
    "map": "map",
    "undo": "undo",
    "menu": "menu",
    "help": "help",
    "quit": "quit",
}
_PAUSED: Final = {"new": "new", "menu": "menu", "help": "help", "quit": "quit"}
_ENDED: Final = {"menu": "menu", "records": "records", "help": "help", "quit": "quit"}
_AFTER_A_WIN: Final = {"reveal": "play again", "hint": "look back"}
_AFTER_A_LOSS: Final = {
    "undo": "take it back",
    "reveal": "new board",
    "again": "this board again",
    "hint": "look back",
}


class GameScreen(BoardScreen):
    """Plays one game after another.

    It only keeps what belongs to the present moment, such as messages and the cursor; everything
    else is read from the game.
    """

    needs_solver = False
    """Whether the screen only deals boards that the solver can work on."""

    def __init__(
        self,
        games: OpenGames,
        looks: Looks,
        *,
        keymap: Keymap = ROWS,
        live: LiveSettings | None = None,
        show_mines: bool = False,
        first_time: bool = False,
        idle_pause: int = 0,
        message: str = "",
        make_course: "Callable[[], Course] | None" = None,
    ) -> None:
        """Show the first of the games.

        `live` holds the settings that the settings page changes; without it there is no such page.
        With `show_mines` all mines are shown. With `first_time` the side teaches the keys. The game
        pauses after `idle_pause` minutes without input, unless that is 0. `message` is shown until
        the first key. Without `make_course`, nothing can be learned here.
        """
        self.games = games
        self.live = live
        self._disk_message = ""
        """A problem with the disk, shown until the next key."""
        self._ranking = RankingNote()
        """Whether the game that has ended is a new best, or why it is unranked."""
        self._share_line = ""
        """The line to share of a finished daily board; empty if there is none."""
        self._summary: Summary | None = None
        """The player's results on boards like this one, once they are read; None without any."""
        self._summary_of: Setup | None = None
        """The setup whose results were read last; None if a game has ended since."""
        self._make_course = make_course
        self._show_mines = show_mines
        self._first_steps = FirstSteps(is_first_start=first_time)
        self._search: GuessFreeSearch | None = None
        """The search for a guess-free board, while there is one."""
        self._coach: CoachView | None = None
        self._flash: Overlay = {}
        """Cells that are highlighted for a moment."""
        self._flash_until = 0
        self._motion: Motion | None = None
        """What moves after the move that ended the game, until it rests."""
        self._pointer = Pointer()
        self._idle_pause = idle_pause
        self._last_input: int | None = None
        self._last_key = 0
        """When the last key was pressed, or a page was left."""
        self._resumes_clock = False
        """Whether the clock was running before a page was opened."""
        self.cursor = Cell(0)
        super().__init__(looks, self.session.game.grid, keymap)
        self.message = message
        self._methods = self.methods()
        self.set_up_field()

    def methods(self) -> dict[str, Method]:
        """Return the method of each action; it is called with the time."""
        return {
            **{action: partial(self._move, action) for action in MOVE_ACTIONS},
            **{action: partial(self.change_looks, action) for action in LOOKS_ACTIONS},
            "reveal": self.do_reveal,
            "flag": self.do_flag,
            "chord": self.do_chord,
            "undo": self.do_undo,
            "redo": self.do_redo,
            "pause": self.do_pause,
            "hint": self.do_hint,
            "odds": self.do_odds,
            "check-flags": self.do_check_flags,
            "obvious": self.do_obvious,
            "stop-search": self.do_stop_search,
            "any-board": self.do_any_board,
            "fewer-mines": self.do_fewer_mines,
            "cancel-search": self.do_cancel_search,
            "review": self.do_review,
            "train": self.do_train,
            "copy": self.do_copy,
            "new": self.do_new,
            "again": self.do_again,
            "resume": self.do_resume,
            "menu": self.do_menu,
            "records": self.do_records,
            "settings": self.do_settings,
            "map": self.do_map,
            "help": self.do_help,
            "swap-buttons": self.do_swap_buttons,
            "quit": self.do_quit,
        }

    def set_up_field(self) -> None:
        """Show the board of the session, with the cursor at the last move or in the middle."""
        steps, grid = self.session.steps, self.session.game.grid
        self.cursor = steps[-1].move.cell if steps else grid.middle
        self.show_grid(grid)

    @property
    def session(self) -> Session:
        """The game that is being played."""
        return self.games.session

    @property
    def state(self) -> ScreenState:
        """The state of the screen, which decides which actions are allowed."""
        if self._search:
            return "asking" if self._search.has_failed else "searching"
        if self.is_too_small:
            return "too small"
        if self.session.paused:
            return "paused"
        return "finished" if self.session.over else "playing"

    # The board

    def scroll_to_start(self) -> None:
        self.view.centre(self.cursor)

    def scroll_again(self) -> None:
        self.view.follow(self.cursor)

    def scene(self, now: int) -> Scene:
        session = self.session
        lit = self.view.pressed_overlay(session.game, self._pointer.cells_lit(session.game))
        moving = self._motion.overlay(self.view) if self._motion else {}
        return Scene(
            session.game,
            None if session.over else self.cursor,
            is_quiet=self.has_help_on_board,
            mines=self._show_mines,
            overlay=moving or {**self.overlay(), **self._flash, **lit},
            is_paused=session.paused,
        )

    @property
    def has_help_on_board(self) -> bool:
        """Whether help is drawn on the board, so that the cursor must hide none of it."""
        return self._coach is not None and self._coach.is_on_board

    def overlay(self) -> Overlay:
        """Return the overlay of the coach's marks and odds."""
        return self._coach.overlay() if self._coach else {}

    # The side

    def side(self, now: int) -> Side:
        if self._search and self._search.is_worth_saying(now):
            return self._search.side(self.words({"quit": "quit"}))
        if self.session.paused:
            return self._paused_side(now)
        if self.session.over:
            return self._won_side() if self._is_won else self._lost_side()
        return self._playing_side(now)

    @property
    def _is_won(self) -> bool:
        return self.session.game.status is Status.WON

    def _with_messages(self, side: Side) -> Side:
        """Return a side that says what the last key did, in place of what it says otherwise."""
        said = [sentence(text) for text in (self.message, self._disk_message) if text]
        return side._replace(body=said, body_role="note") if said else side

    def _foot(self) -> list[str]:
        return game_side.foot_lines(
            self.games,
            self._summary,
            is_unsaved=bool(self.games.store.why_unsaved(self.session)),
            shows_mines=self._show_mines,
        )

    def playing_words(self) -> list[Word]:
        """Return the words of the key line while a game is played."""
        offers = dict(_PLAYING)
        if self.view.shows_whole_board:
            del offers["map"]
        return self.words(offers)

    def _playing_side(self, now: int) -> Side:
        coach = self._coach
        offers = coach.offers() if coach else {}
        return self._with_messages(
            Side(
                counters=game_side.counters_of(self.session, now),
                title=coach.title if coach else "",
                body=self.body(),
                main=self.words(offers),
                foot=self._foot(),
                more=self.playing_words(),
                new=self.click("new"),
            )
        )

    def body(self) -> list[Part]:
        """Return what there is to say while a game is played, when no message says more."""
        if answer := self._coach.body(self.cursor) if self._coach else []:
            return answer
        if goal := goal_text(self.session.game):
            return [sentence(goal)]
        moves = next((keys_text(row) for row in self.keymap if "left" in row.actions), "")
        keys = [moves.split(" ")[0], *map(self.key_name, ("reveal", "flag", "hint"))]
        steps = self._first_steps.texts(keys, self.session, self.looks.theme)
        idle = game_side.idle_text(self.games, self.key_name("undo"), self.key_name("resume"))
        return [*filter(None, [idle]), *steps]

    def _paused_side(self, now: int) -> Side:
        go_on = self.words({"pause": "go on"}) or [Word("Enter", "go on", Key("enter"))]
        return self._with_messages(
            Side(
                counters=game_side.counters_of(self.session, now),
                title="Paused",
                body=["The board is hidden, and the clock is stopped."],
                main=go_on,
                foot=self._foot(),
                more=self.words(_PAUSED),
                new=self.click("new"),
            )
        )

    def _end_words(self, offers: Mapping[str, str]) -> tuple[list[Word], list[Word]]:
        """Return the main words after an end, and the others."""
        can_review = not why_too_large_to_solve(self.grid.width, self.grid.height)
        main = self.words({a: text for a, text in offers.items() if can_review or a != "hint"})
        more = self.words(_ENDED)
        if self._share_line:
            copy = self.words({"chord": "copy to share"})
            main = [*main, *copy] if self._is_won else main
            more = more if self._is_won else [*self.words({"chord": "copy"}), *more]
        return main, more

    def _won_side(self) -> Side:
        session, glyphs = self.session, self.looks.theme.glyphs
        result, main_more = session.shown_result, self._end_words(_AFTER_A_WIN)
        milliseconds = result.milliseconds if result else session.elapsed
        helped = is_helped(unranked_words(session))
        reasons = [] if session.is_practice else self.games.unranked_reasons()
        no_record = game_side.no_record_text(reasons, is_helped=helped)
        figures = [game_side.figures_line(result, glyphs.dot)] if result else []
        review = self._coach.coach.review if self._coach else None
        return self._with_messages(
            Side(
                title="New best" if self._ranking.is_new_best else "Won",
                title_role="good",
                value=game_side.setup_name(session.head.setup, glyphs.times),
                short=time_text(milliseconds),
                digits=game_side.digits_of_time(milliseconds),
                digits_role="good",
                body=game_side.win_body(self._ranking, review, no_record, self.looks.theme),
                main=main_more[0],
                foot=["practice: not kept"] if session.is_practice else figures,
                more=main_more[1],
                new=self.click("new"),
            )
        )

    def _lost_side(self) -> Side:
        session, game = self.session, self.session.game
        result, (main, more) = session.shown_result, self._end_words(_AFTER_A_LOSS)
        milliseconds = result.milliseconds if result else session.elapsed
        safe = game_side.safe_cells(game)
        revealed = safe - game.safe_left
        farthest = [emphasis("dim", FARTHEST)] if self._ranking.is_farthest else []
        return self._with_messages(
            Side(
                title="Boom",
                title_role="bad",
                value=clock_text(milliseconds),
                short=f"{revealed} of {safe} cells",
                digits=str(revealed),
                digits_role="note",
                unit=f"of {safe} cells",
                rows=[blocks.bar(revealed / safe, self.looks.theme), *farthest],
                body=self._coach.verdict() if self._coach else [],
                main=main,
                foot=["practice: not kept"] if session.is_practice else [],
                more=more,
                new=self.click("new"),
            )
        )

    def _show_marks(self) -> None:
        """Scroll to the marked cells if they are out of sight; the cursor stays on its cell.

        After the end, the cell of the last move has precedence over them.
        """
        marked = self._coach.marked if self._coach else []
        if marked and self.is_drawn:
            cursor = self.grid.place(self.cursor)
            self.view.show([cursor, *marked] if self.session.over else [*marked, cursor])

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event, if the state of the screen allows it."""
        self._pause_if_idle(now)
        self._last_input = now
        self._flash = {}
        if isinstance(event, Key) or (isinstance(event, Mouse) and event.pressed):
            self._end_motion()
        if isinstance(event, Key):
            return self._handle_key(event, now)
        if isinstance(event, Click):
            self._handle_click(now)
        elif isinstance(event, Mouse):
            if event.wheel:
                self._turn_wheel(event.wheel, now)
            else:
                self._handle_button(event, now)
        return None

    def tick(self, now: int) -> None:
        self._pause_if_idle(now)
        if self._flash and now >= self._flash_until:
            self._flash = {}
        if self._motion:
            self._motion.tick(now)
            if self._motion.is_over:
                self._end_motion()
        long_press = self._pointer.take_long_press(now)
        if long_press and controls.allows(self.state, long_press[0]):
            action, self.cursor = long_press
            if action == "flag":
                self.play("flag", now)  # only a click on a number is a flag-chord
            else:
                self._methods[action](now)
        if self._search and not self._search.has_failed and self._search.step():
            self._end_search(now)
        review = self._coach.coach.step_review() if self._coach else None
        if review:
            self.games.store_luck(review)
            if not self._motion:
                self._show_marks()
        if self.is_drawn:
            self.games.prepare()
        self._read_summary()
        messages, why = self.games.store.take_messages(), self._why_unsaved()
        said = why if why.startswith(messages) else messages
        self._disk_message = said or self._disk_message

    def _why_unsaved(self) -> str:
        """Return why a part of the game is not stored, and what can be done; "" if all of it is."""
        store, key = self.games.store, self.key_name("resume")
        why = store.why_unsaved(self.session)
        return f"{why}: {key} brings it back" if key and store.is_elsewhere(self.session) else why

    def _read_summary(self) -> None:
        """Read the player's results on boards like this one."""
        setup = self.session.head.setup
        if self.games.is_prepared and setup != self._summary_of:
            self._summary_of, self._summary = setup, self.games.read_summary()

    def next_wakeup(self, now: int) -> int:
        is_searching = self.state == "searching"
        is_busy = is_searching or (self._coach and self._coach.coach.is_reviewing)
        if is_busy or (self.is_drawn and not self.games.is_prepared):
            return 0
        due = [super().next_wakeup(now)]
        long_press = self._pointer.next_wakeup(now)
        if long_press is not None:
            due.append(long_press)
        if self._flash:
            due.append(max(0, self._flash_until - now))
        if self._motion:
            due.append(self._motion.next_wakeup(now))
        if self._may_pause:
            due.append(max(0, self._idle_until(now) - now))
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min(due)

    def note_written(self, milliseconds: int) -> None:
        if self._motion:
            self._motion.note_written(milliseconds)

    def _end_motion(self) -> None:
        """Show the board at rest, and what the review has marked meanwhile."""
        if self._motion:
            self._motion = None
            self._show_marks()

    def leave(self, now: int) -> None:
        self.games.leave(now)

    # Keys and mouse

    def _handle_key(self, key: Key, now: int) -> Reaction:
        was_calm = now - self._last_key >= CALM_TIME
        self._last_key = now
        bound = self.action_of(key.name)
        action = controls.resolve_action(self.state, key.name, bound, may_deal=was_calm)
        if action:
            self._clear_messages()
            return self._methods[action](now)
        if bound or self.state not in ("playing", "finished"):
            self.message = ""
            self._refuse(bound)
        else:
            self.advise(self.message, key.name, self.help_keymap)
        return None

    def _refuse(self, action: str) -> None:
        """Say why an action is not allowed, unless that is obvious from the screen."""
        if self.state == "finished" and action not in ("", "reveal"):
            self.message = "The game is over"

    def _clear_messages(self) -> None:
        self.message = self._disk_message = ""

    def _handle_click(self, now: int) -> None:
        """End a pause; what a click on a word means, the canvas says."""
        if self._pointer.press and self.state == "paused":
            self._clear_messages()
            self.do_pause(now)

    def _handle_button(self, mouse: Mouse, now: int) -> None:
        is_shown = not (self.is_too_small or self._search)
        cell = self.view.cell_at(mouse.column, mouse.row) if is_shown else None
        if cell and not controls.allows(self.state, "chord"):
            self._refuse("chord")
            cell = None
        action = self._pointer.follow(mouse, cell, now)
        if action or (mouse.pressed and cell):
            self._clear_messages()
            self.cursor = cell or self.cursor
        if action:
            self._methods[action](now)

    def _turn_wheel(self, way: int, now: int) -> None:
        if not controls.allows(self.state, "page-down"):
            return
        before = self.cursor, self.view.left, self.view.top
        self.cursor = self.view.scroll_by_wheel(way, self.cursor)
        if (self.cursor, self.view.left, self.view.top) != before:
            self._clear_messages()

    # Moving

    def _move(self, action: str, now: int) -> None:
        cell = controls.destination(action, self.cursor, self.session.game, self.view.down)
        if cell is None:
            self.message = "No covered cell that way"
        else:
            self.go_to(cell)

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell, and scroll to it."""
        self.cursor = cell
        self.view.follow(cell)

    # Playing

    def do_reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        if self.session.game.is_revealed(self.cursor):
            self.play("chord", now)
        elif not self._search_for(self.session.game.setup, now):
            self.play("reveal", now)

    def _search_for(self, setup: Setup, now: int) -> bool:
        """Start the search for a board that is guess-free from the cursor, if the setup needs one.

        Return whether a search was started.
        """
        steps = self.games.dealer.search(self.session, self.cursor, setup)
        if steps:
            from minesweeper.tui.screens.guess_free_search import (
                GuessFreeSearch,  # late: the solver
            )

            self._pointer.forget()
            self._search = GuessFreeSearch(steps, setup, now)
        return steps is not None

    def _end_search(self, now: int) -> None:
        """Reveal on the board that was found; if there is none, the side asks what to play."""
        assert self._search, "only a search in progress ends"
        if self._search.result:
            search, self._search = self._search, None
            self._reveal_with(search.setup, search.result, now)
        else:
            self.ask_what_instead(now)

    def ask_what_instead(self, now: int) -> None:
        """Ask what to play instead of a guess-free board that was not found."""

    def do_stop_search(self, now: int) -> None:
        """Stop the search, and ask what to play."""
        assert self._search, "only a search in progress is stopped"
        self._search.stop()
        self.ask_what_instead(now)

    def do_any_board(self, now: int) -> None:
        """Play a board on which the player may have to guess."""
        self._search = None
        self.play_instead(self.session.game.setup._replace(no_guess=False), now)

    def do_fewer_mines(self, now: int) -> None:
        """Search for a guess-free board with fewer mines."""
        search, self._search = self._search, None
        assert search, "only after a search"
        self.play_instead(search.setup_with_fewer_mines, now)

    def do_cancel_search(self, now: int) -> None:
        """Go back to the covered board."""
        self._search = None

    def play_instead(self, setup: Setup, now: int) -> None:
        """Make the first reveal with this setup, after no guess-free board was found."""
        if not self._search_for(setup, now):
            self._reveal_with(setup, None, now)

    def _reveal_with(self, setup: Setup, found: "GuessFreeResult | None", now: int) -> None:
        """Make the first reveal with a setup; say how it differs from that of the game."""
        differs = setup != self.session.game.setup
        self.games.change_setup(setup, found)
        self.play("reveal", now)
        if differs and not self.session.over:
            guess_free = f"A guess-free board with {count_text(setup.mines, 'mine')}"
            self.message = guess_free if found else "You may have to guess on this board"

    def do_flag(self, now: int) -> None:
        """Flag or unflag the cell under the cursor; flag-chord if it is a number."""
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
            self._flash_until = now + FLASH_TIME
            game, below = self.session.game, self.overlay()
            self._flash = self.view.flash_overlay(game, self.cursor, below)

    def _attempt(self, move: Move, now: int) -> Refusal | None:
        """Make a move, or return why the rules refuse it."""
        self._note_shown_mines(now)
        return self.session.play(move, now)

    def _note_shown_mines(self, now: int) -> None:
        if self._show_mines and "shown mines" not in self.session.helps:
            self.session.note_help("shown mines", now)

    def _after_move(self, verb: Verb, now: int) -> None:
        is_over = self.session.over
        if is_over:
            self._first_steps.end()
        elif verb not in FLAGGING:
            self._first_steps.note_reveal()
        if verb not in FLAGGING or is_over:
            self.games.settle_left_game(now)
        if is_over:
            self._ranking = self.games.record()
            self._summary_of = None
            self._share_line = self.games.share_line()
            self._open_coach()  # it reviews the game
            self._begin_motion()

    def _begin_motion(self) -> None:
        session = self.session
        if has_motion(self.looks, session.game):
            last = session.steps[-1].move.cell
            self._motion = Motion(session.game, last, shows_mines=self._show_mines)

    def do_undo(self, now: int) -> None:
        """Take back a move; if there is none, return to the game that was left for this one."""
        if self.session.undo(now):
            self.message = "Undone"
            self._after_return()
        elif self.games.go_back(now):
            self.show_new_game()
            self.message = "Back in the game that you left"
        else:
            self.message = "Nothing to undo"

    def do_redo(self, now: int) -> None:
        """Redo the last move that was undone."""
        if self.session.redo(now):
            self.message = "Redone"
            self._after_return()
        else:
            self.message = "Nothing to redo"

    def _after_return(self) -> None:
        """Forget the last result; let the coach review the game if it is over."""
        self._ranking, self._share_line = RankingNote(), ""
        if self.session.over:
            self._open_coach()

    def do_pause(self, now: int) -> None:
        """Pause, or end a pause."""
        self._pointer.forget()
        if self.session.paused:
            self.session.resume(now)
        else:
            self.session.pause(now)
            self.message = "" if self.session.paused else "There is nothing to pause yet"

    @property
    def may_idle(self) -> bool:
        """Whether the game may pause if no input comes."""
        return self.state == "playing"

    @property
    def _may_pause(self) -> bool:
        """Whether the game pauses if no input comes for too long."""
        return bool(self._idle_pause) and self.session.running and self.may_idle

    def _idle_until(self, now: int) -> int:
        """Return the time at which the game pauses if no input comes until then."""
        since = now if self._last_input is None else self._last_input
        return since + self._idle_pause * MINUTE

    def _pause_if_idle(self, now: int) -> None:
        """Pause if no input came for too long; the clock stops at the time of the limit."""
        if self._last_input is None:
            self._last_input = now
        until = self._idle_until(now)
        if now >= until and self._may_pause:
            self._pointer.forget()
            self.session.pause(until)
            minutes = count_text(self._idle_pause, "minute")
            self.message = f"{minutes} without a key or click"

    def lose_focus(self, now: int) -> None:
        self._pause_if_idle(now)
        if self._may_pause:
            self._pointer.forget()
            self.session.pause(now)
            self.message = "The window lost the focus"

    def do_swap_buttons(self, now: int) -> None:
        """Swap the left and the right mouse button."""
        self._pointer.swapped = swapped = not self._pointer.swapped
        left, right = ("flags", "reveals") if swapped else ("reveals", "flags")
        self.message = f"The left button {left}, the right one {right}"

    # Help

    def _open_coach(self) -> "CoachView":
        """Return the view of the coach for the present game; it is made when it is first needed."""
        if self._coach is None or self._coach.coach.session is not self.session:
            from minesweeper.tui.screens.coach_view import CoachView  # late: the solver

            self._coach = CoachView(self.session, self.looks, self.view)
        return self._coach

    def _can_solve(self, help_name: str = "hints") -> bool:
        """Return whether the solver can work on this board; if not, the message says why."""
        self.message = too_large_text(help_name, self.grid)
        return not self.message

    def _can_help(self) -> bool:
        """Return whether the solver can help now; if not, the message says why."""
        if self._can_solve() and self.session.game.board is None:
            self.message = first_text(self.session)
        return not self.message

    def do_hint(self, now: int) -> None:
        """Point at the next certain move, then name it, then play it."""
        if not self._can_help():
            return
        view = self._open_coach()
        if view.coach.has_named_move:
            self._play_hint(view.coach, now)
            return
        view.shows_odds = False
        view.coach.ask_hint(self.cursor, now, self.key_name("hint"))
        self._show_marks()

    def _play_hint(self, coach: "Coach", now: int) -> None:
        """Make the moves of the hint."""
        moves = [move for move in coach.hint_moves() if not self._attempt(move, now)]
        if moves:
            self._after_move(moves[-1].verb, now)
            self.message = "" if self.session.over else "Played the hint"

    def do_review(self, now: int) -> Reaction:
        """Open the review on the board."""
        if not self._can_solve("review"):
            return None
        from minesweeper.tui.screens.review import ReviewScreen  # late: the solver

        replay = replay_of(self.session, "")

        def take_over(moves: int) -> Reaction:
            return Leave(lambda game, now: game.take_over(replay, moves, now))

        coach = self._open_coach().coach
        store, overdue_reviews = self.games.store_luck, self.games.step_overdue_reviews()
        train = self._train if self._make_course else None
        screen = ReviewScreen(
            self.looks, coach, take_over, self.keymap, store, overdue_reviews, train
        )
        return self._open(screen, now)

    def do_train(self, now: int) -> Reaction:
        """Ask the position in which the game was lost, as an exercise."""
        self.message = "" if self.session.game.status is Status.LOST else NOT_LOST
        if self.message or not self._can_solve("exercises"):
            return None
        from minesweeper.learn.own_games import last_move  # late: the solver

        page = self._train(last_move(self.session))
        if isinstance(page, str):
            self.message = page
            return None
        return self._open(page, now)

    def _train(self, moves: int) -> Screen | str:
        """Return a page that asks the position before a reveal, or why there is none."""
        from minesweeper.learn.own_games import moment_before, why_no_moment  # late: the solver
        from minesweeper.tui.screens.lesson import LessonScreen  # late: the solver

        if not self._make_course:
            return CANNOT_TRAIN
        moment = moment_before(self.session, moves)
        if not moment:
            return why_no_moment(self.session, moves)
        training = self._make_course().train_moments([moment])
        return LessonScreen(self.looks, training, self.keymap)

    def do_copy(self, now: int) -> Reaction:
        """Copy the line with the result of a daily board."""
        if self._share_line:
            return Copy(self._share_line)
        is_daily = self.session.head.origin.kind == "daily"
        self.message = ONE_ATTEMPT if is_daily else "The game is over"
        return None

    def show_copy_result(self, result: str) -> None:
        self.message = result

    def do_odds(self, now: int) -> None:
        """Show the odds of all cells, or hide them."""
        if not self._can_help():
            return
        view = self._open_coach()
        if view.coach.odds:
            view.toggle_odds(now)
        else:
            self.message = first_text(self.session)

    def do_check_flags(self, now: int) -> None:
        """Say how many flags are certainly wrong; asked again, go to one after the other."""
        if not self._can_help():
            return
        view = self._open_coach()
        self.message = view.check_flags(now)
        if view.wrong_flag is not None:
            self.go_to(view.wrong_flag)

    def do_obvious(self, now: int) -> None:
        """Reveal and flag every cell that a single number proves."""
        if not self._can_help():
            return
        from minesweeper.play.obvious import play_obvious  # late: the solver

        self._note_shown_mines(now)
        self._pointer.forget()
        result = play_obvious(self.session, now)
        if result.revealed_count or result.flagged_count:
            self._after_move("chord" if result.revealed_count else "flag", now)
        self.message = result.text

    # Games

    def do_new(self, now: int) -> None:
        """Deal another game."""
        self.games.deal(now)
        self.show_new_game()

    def do_again(self, now: int) -> None:
        """Play the same board again."""
        self.games.play_again(now)
        self.show_new_game()
        self.message = "The same board again"

    def do_resume(self, now: int) -> Reaction:
        """Resume the saved game, or open the page of saved games if there is a choice."""
        self.games.prepare()  # the key may come first
        if len(self.games.resumable) > 1:
            from minesweeper.tui.screens.saved_games import SavedGamesPage  # late: sqlite3

            return self._open(SavedGamesPage(self.games, self.looks, self.keymap), now)
        self.resume("", now)
        return None

    def resume(self, identity: str, now: int) -> None:
        """Resume the saved game with this id, or without one the newest; say if that fails."""
        refusal = self.games.resume(now, identity)
        if not refusal:
            self.show_new_game()
        self.message = refusal

    def do_quit(self, now: int) -> Reaction:
        """End the program."""
        return QUIT

    def show_new_game(self) -> None:
        """Show the game that was just dealt or resumed.

        The cursor stays where it is if a new board has the same size.
        """
        self.message = ""
        self._first_steps.begin_again()
        setup = self.session.game.setup
        if self.session.steps or (setup.width, setup.height) != (self.grid.width, self.grid.height):
            self.set_up_field()
        self._pointer.forget()
        self._coach = None
        self._after_return()

    # Pages over the game

    def do_help(self, now: int) -> Reaction:
        """Open the help page."""
        return self._open(GameHelpPage(self.looks, self.help_keymap, self.keymap), now)

    def do_map(self, now: int) -> Reaction:
        """Open the map of the board."""
        from minesweeper.tui.screens.map import MapPage  # late: the solver

        game = self.session.game
        page = MapPage(self.looks, game, self.cursor, self.window, self.keymap)
        return self._open(page, now)

    def do_menu(self, now: int) -> Reaction:
        """Open the menu."""
        from minesweeper.tui.screens.menu import MenuPage  # late: sqlite3

        self.games.prepare()  # the key may come first
        self.games.refresh()
        page = MenuPage(
            self.games,
            self.looks,
            self.keymap,
            open_records=self._open_records,
            open_settings=partial(self._open_settings, self.live) if self.live else None,
            open_course=self._open_course if self._make_course else None,
            needs_solver=self.needs_solver,
        )
        return self._open(page, now)

    def _open_course(self) -> Screen:
        from minesweeper.tui.screens.learn import LearnPage  # late: the solver

        assert self._make_course, "only a screen with a course opens it"
        return LearnPage(self.looks, self._make_course(), self.keymap)

    def do_records(self, now: int) -> Reaction:
        """Open the pages of records and games."""
        return self._open(self._open_records(), now)

    def _open_records(self) -> Screen:
        from minesweeper.tui.screens.records import make_history_screen  # late: sqlite3

        return make_history_screen(self.games, self.looks, self.keymap)

    def do_settings(self, now: int) -> Reaction:
        """Open the settings page, if the screen has settings."""
        if not self.live:
            self.message = "No settings can be changed here"
            return None
        return self._open(self._open_settings(self.live), now)

    def _open_settings(self, live: LiveSettings) -> Screen:
        return SettingsPage(self.looks, live, self.games.dealer.setup, self.keymap)

    def _open(self, page: Screen, now: int) -> Screen:
        """Open a page; the clock is paused until it is left."""
        self._resumes_clock = not self.session.paused
        self._pointer.forget()
        self.session.pause(now)
        return page

    def continue_after(self, do: LeaveAction | None, now: int) -> None:
        """Let the clock continue, and do what the page was left for."""
        self._last_key = self._last_input = now
        if self._resumes_clock:
            self.session.resume(now)
        self._resumes_clock = False
        if do:
            do(self, now)

    # Actions that pages ask for

    def play_setup(self, setup: Setup, now: int) -> None:
        """Deal a game with this setup, which the games after it will have as well."""
        self.games.play_setup(setup, now)
        self.show_new_game()

    def play_daily(self, level: str, now: int, day: str = "") -> None:
        """Deal the daily board of a level and a day, by default of today."""
        self.games.play_daily(level, now, day)
        self.show_new_game()

    def take_over(self, replay: Replay, moves: int, now: int) -> None:
        """Deal a game that continues a replay after its first `moves` moves."""
        self.games.take_over(replay, moves, now)
        self.show_new_game()

    def show_cell(self, cell: Cell) -> None:
        """Put the cursor on a cell, and scroll the cell to the middle of the window."""
        self.cursor = cell
        self.view.centre(cell)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Deal the next games with the rules among changed settings, by name."""
        self.games.change_rules(partial(change_rules_if_possible, values=values))
