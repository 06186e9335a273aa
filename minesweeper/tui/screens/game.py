"""The screen on which a game is played: it turns events into moves, help and other games."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import FLAGGING, Move, Refusal, Status, Verb
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import Session
from minesweeper.play.words import LEFT_TO_LUCK, NOTHING_KNOWN, refusal_text
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.resolve import change_rules_if_possible
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import (
    LOOKS_ROWS,
    ROWS,
    KeyAdvice,
    Keymap,
    ScreenState,
    action_of,
    bound_rows,
    key_names,
)
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import (
    QUIT,
    Click,
    Copy,
    Event,
    Key,
    Leave,
    LeaveAction,
    Mouse,
    Reaction,
    Screen,
)
from minesweeper.tui.screens import controls, notices
from minesweeper.tui.screens.controls import MOVE_ACTIONS, Pointer
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.settings import SettingsPage
from minesweeper.tui.widgets import footer, frame
from minesweeper.tui.widgets.board import BoardView, Overlay, flash_overlay, pressed_overlay
from minesweeper.tui.widgets.footer import FooterWord
from minesweeper.tui.widgets.frame import GameFrame
from minesweeper.tui.widgets.notice import MIN_RANK_FOR_SHORT_TEXTS, Notice

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
ONE_ATTEMPT: Final = "Only the first attempt at a daily board is shared"
MINUTE: Final = 60_000
# Milliseconds for which cells are highlighted.
FLASH_TIME: Final = 200

_LOOKS: Final = frozenset(action_of(LOOKS_ROWS).values())


class GameScreen(Screen):
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
        With `show_mines` all mines are shown. With `first_time` lines below the field teach the
        keys. The game pauses after `idle_pause` minutes without input, unless that is 0. `message`
        is shown until the first key. Without `make_course`, nothing can be learned here.
        """
        self.games = games
        self.looks = looks
        self.live = live
        self.bind(keymap)
        self.message = message
        """The result of the last key or click, or why it could not be done."""
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
        self._first_time = first_time
        self._window = (0, 0, 0)
        """The columns and rows of the last frame, and the columns of a cell; 0 before it."""
        self._search: GuessFreeSearch | None = None
        """The search for a guess-free board, while there is one."""
        self._coach: CoachView | None = None
        self._flash: Overlay = {}
        """Cells that are highlighted for a moment."""
        self._flash_until = 0
        self._pointer = Pointer()
        self._idle_pause = idle_pause
        self._last_input: int | None = None
        self._last_key = 0
        """When the last key was pressed, or a page was left."""
        self._resumes_clock = False
        """Whether the clock was running before a page was opened."""
        self._advice = KeyAdvice()
        self._methods = self.methods()
        self.set_up_field()

    def methods(self) -> dict[str, Callable[[int], Reaction]]:
        """Return the method of each action; it is called with the time."""
        return {
            **{action: partial(self._move, action) for action in MOVE_ACTIONS},
            **{action: partial(self._change_looks, action) for action in _LOOKS},
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
            "end-search": self.do_end_search,
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

    def bind(self, keymap: Keymap) -> None:
        """Use the keys of a keymap."""
        self.keymap = keymap
        self._actions = action_of(keymap)
        self._key_names = key_names(keymap)

    def set_up_field(self) -> None:
        """Show the board of the session, with the cursor at the last move or in the middle."""
        self.grid = self.session.game.grid
        self.view = BoardView(self.grid, self.looks)
        self._frame = GameFrame(self.looks, self.view)
        steps = self.session.steps
        self.cursor: Cell = steps[-1].move.cell if steps else self.grid.middle
        columns, rows, _ = self._window
        self._window = (columns, rows, 0)
        if rows:  # keys may come before it is drawn
            self._frame.place(columns, rows)

    @property
    def session(self) -> Session:
        """The game that is being played."""
        return self.games.session

    @property
    def state(self) -> ScreenState:
        """The state of the screen, which decides which actions are allowed."""
        if self._search:
            return "searching"
        if self._frame.is_too_small:
            return "too small"
        if self.session.paused:
            return "paused"
        return "finished" if self.session.over else "playing"

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        columns, rows = canvas.columns, canvas.rows
        left, top = self.view.left, self.view.top
        if not self._frame.place(columns, rows, has_panel=self.session.over):
            self._frame.draw_too_small(canvas)
            return
        window = (columns, rows, self.view.cell_width)
        is_first_frame = not self._window[2]
        is_other_window, self._window = window != self._window, window
        if is_other_window:
            self._scroll_to_cursor(is_first=is_first_frame)
        notices, panel = self.notices(now), self._panel(now)
        if self._make_room([*notices, *panel]):
            # With more rows, the end of the board had stopped it further up.
            self.view.scroll(left - self.view.left, top - self.view.top)
            if is_other_window:
                self._scroll_to_cursor(is_first=is_first_frame)
            notices, panel = self.notices(now), self._panel(now)  # cells out of sight have names
        session = self.session
        title = frame.game_title(session, self._remarks(), self.looks.theme.glyphs)
        self._frame.draw_frame(canvas, session, title, now)
        if session.paused:
            self._frame.draw_pause(canvas, session, self.footer_words())
        else:
            lit = pressed_overlay(
                session.game, self._pointer.cells_lit(session.game), self.looks.theme
            )
            overlay, mines = {**self.overlay(), **self._flash, **lit}, self._show_mines
            self._frame.draw_field(canvas, session, self.cursor, overlay, mines=mines)
        words, records = self.footer_words(), self._records()
        self._frame.draw_notices(canvas, notices, words, panel, records)

    def _scroll_to_cursor(self, *, is_first: bool) -> None:
        if is_first:
            self.view.centre(self.cursor)
        else:
            self.view.follow(self.cursor)

    def overlay(self) -> Overlay:
        """Return the overlay of the coach's marks and odds."""
        return self._coach.overlay(self.cursor) if self._coach else {}

    @property
    def is_drawn(self) -> bool:
        """Whether the field has been drawn."""
        return self._window[0] > 0

    @property
    def window(self) -> tuple[int, int]:
        """The columns and rows of the window of the last frame; 0 before the first."""
        return self._window[:2]

    @property
    def help_keymap(self) -> Keymap:
        """The keymap for the help page."""
        return self.keymap

    def footer_words(self) -> tuple[FooterWord, ...]:
        """Return the words of the footer for the present state."""
        descriptions = {"hint": self.hint_word} | ({"chord": "copy"} if self._share_line else {})
        offers = footer.actions_to_offer(
            self.session,
            copies=bool(self._share_line),
            trains=self._can_train,
            shows_whole_board=self.view.shows_whole_board,
        )
        paused = self.session.paused
        return footer.footer_words(self.keymap, offers, paused=paused, **descriptions)

    @property
    def hint_word(self) -> str:
        """What the key for a hint does now, in words for the footer."""
        if self.session.over:
            return "review"
        has_named_move = self._coach and self._coach.coach.has_named_move
        if has_named_move:
            return "play it"
        return "tell me" if self._coach and self._coach.coach.hint else "hint"

    def _remarks(self) -> tuple[str, ...]:
        """Return the forms of the remark in the frame, the longest first; after the end none.

        Some reasons are left out only where a notice cannot name them all.
        """
        reasons = [] if self.session.over else self.games.unranked_reasons()  # the panel says so
        ends = () if self._frame.notice_rows else range(len(reasons) - 1, 0, -1)
        forms = [", ".join([*reasons[:end], "..."]) for end in ends]
        texts = [", ".join(reasons), *forms] if reasons else []
        return (*(f"unranked: {text}" for text in texts), *(["unranked"] if reasons else []))

    # Notices

    def notices(self, now: int) -> list[Notice]:
        """Return the notices below the field, without the result of a game that is over."""
        session, theme = self.session, self.looks.theme
        if self._search:
            return [Notice(self._search.text(now), theme.message)]
        message = Notice(self.message, theme.message)
        disk = Notice(self._disk_message, theme.message)
        if session.over:
            share_line = Notice(self._share_line, theme.dim, rank=4, is_unbroken=True)
            return [message, disk, share_line]
        answer = self._answer()
        if not (self.message or answer):
            answer = [Notice(self._odds_text() or self.idle_text(), theme.message)]
        luck = Notice(session.guesses_left_to_luck * LEFT_TO_LUCK, theme.dim, rank=1)
        all_notices = [message, *answer, disk, luck]
        unranked = self.games.unranked_text()
        if self._frame.notice_rows and not self._frame.has_room_in_edge(unranked):
            all_notices.append(Notice(unranked, theme.dim, rank=2))
        if self._first_time:
            room = self._window[0], self._frame.notice_rows
            all_notices.append(notices.lesson_notice(self.help_keymap, *room, theme))
        return all_notices

    def _answer(self) -> list[Notice]:
        """Return the coach's answer to the last question."""
        if not self._coach or self.session.paused:
            return []
        lines, short = self._coach.lines(), self._coach.short_answer()
        theme = self.looks.theme
        names = [Notice(line, theme.dim, rank=MIN_RANK_FOR_SHORT_TEXTS) for line in lines[1:]]
        return [*(Notice(line, theme.message, short=short) for line in lines[:1]), *names]

    def _panel(self, now: int) -> list[Notice]:
        """Return the notices about the result of a game that is over."""
        if not self.session.over:
            return []
        theme = self.looks.theme
        review = self._coach.lines() if self._coach else []
        unranked = self.games.unranked_text()
        return [
            *notices.end_notices(self.session, now, review, self._ranking, theme),
            Notice(unranked, theme.dim, rank=2, short=unranked.partition(":")[0]),
        ]

    def _records(self) -> list[Notice]:
        """Return the player's results on boards like this one, for beside a game in progress."""
        if not self._summary or self.session.over:
            return []
        columns = self._frame.panel_columns
        return [notices.record_notice(self._summary, columns, self.looks.theme)]

    def _odds_text(self) -> str:
        """Return the odds of the cell under the cursor in words; "" unless odds are shown."""
        if not self._coach or self.session.paused:
            return ""
        return self._coach.odds_text(self.cursor)

    def idle_text(self) -> str:
        """Return the text below the field for when there is no other notice."""
        return notices.idle_text(self.games, self._key_names, self._window[0])

    def _make_room(self, texts: Sequence[Notice]) -> bool:
        """Leave more rows for notices that need them, if part of the board is out of sight.

        Return whether any were needed.
        """
        columns, rows, _ = self._window
        missing = self._frame.missing_rows(texts, columns)
        if self._frame.panel_columns or not missing:
            return False
        wanted = self._frame.notice_rows + missing
        return self._frame.place(columns, rows, wanted, has_panel=self.session.over)

    def _show_marks(self, now: int) -> None:
        """Scroll to the marked cells if they are out of sight; the cursor stays on its cell.

        After the end, the cell of the last move has precedence over them.
        """
        marked = self._coach.marked if self._coach else []
        if marked and self.is_drawn:
            self._make_room([*self.notices(now), *self._panel(now)])
            cursor = self.grid.place(self.cursor)
            self.view.show([cursor, *marked] if self.session.over else [*marked, cursor])

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event, if the state of the screen allows it."""
        self._pause_if_idle(now)
        self._last_input = now
        self._flash = {}
        if isinstance(event, Key):
            return self._handle_key(event, now)
        if isinstance(event, Click):
            return self._handle_click(event, now)
        if event.wheel:
            self._turn_wheel(event.wheel, now)
        else:
            self._handle_button(event, now)
        return None

    def tick(self, now: int) -> Screen | None:
        self._pause_if_idle(now)
        if self._flash and now >= self._flash_until:
            self._flash = {}
        long_press = self._pointer.take_long_press(now)
        if long_press and controls.allows(self.state, long_press[0]):
            action, self.cursor = long_press
            if action == "flag":
                self.play("flag", now)  # only a click on a number is a flag-chord
            else:
                self._methods[action](now)
        is_search_over = self._search and self._search.step()
        page = self.do_end_search(now, stopped=False) if is_search_over else None
        review = self._coach.coach.step_review() if self._coach else None
        if review:
            self.games.store_luck(review)
            self._show_marks(now)
        if self.is_drawn:
            self.games.prepare()
        self._read_summary()
        messages, why = self.games.store.take_messages(), self._why_unsaved()
        said = why if why.startswith(messages) else messages
        self._disk_message = said or self._disk_message
        return page

    def _why_unsaved(self) -> str:
        """Return why a part of the game is not stored, and what can be done; "" if all of it is."""
        store, key = self.games.store, self._key_names.get("resume")
        why = store.why_unsaved(self.session)
        return f"{why}: {key} brings it back" if key and store.is_elsewhere(self.session) else why

    def _read_summary(self) -> None:
        """Read the player's results on boards like this one, if there is room to show them."""
        setup, has_room = self.session.head.setup, self._frame.panel_columns > 0
        if has_room and self.games.is_prepared and setup != self._summary_of:
            self._summary_of, self._summary = setup, self.games.read_summary()

    def next_wakeup(self, now: int) -> int:
        is_busy = self._search or (self._coach and self._coach.coach.is_reviewing)
        if is_busy or (self.is_drawn and not self.games.is_prepared):
            return 0
        due = [super().next_wakeup(now)]
        long_press = self._pointer.next_wakeup(now)
        if long_press is not None:
            due.append(long_press)
        if self._flash:
            due.append(max(0, self._flash_until - now))
        if self._may_pause:
            due.append(max(0, self._idle_until(now) - now))
        if self.session.running:
            due.append(1000 - self.session.milliseconds(now) % 1000)
        return min(due)

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
            in_ascii = self.looks.theme.glyphs.is_ascii
            self.message = self._advice.after(
                self.message, key.name, self.help_keymap, in_ascii=in_ascii
            )
        return None

    def action_of(self, key: str) -> str:
        """Return the action that a key is bound to, or ""."""
        return self._actions.get(key, "")

    def _change_looks(self, action: str, now: int) -> None:
        self.message = self.looks.change(action)

    def _refuse(self, action: str) -> None:
        """Say why an action is not allowed, unless that is obvious from the screen."""
        if self.state == "finished" and action not in ("", "reveal"):
            self.message = "The game is over"

    def _clear_messages(self) -> None:
        self.message = self._disk_message = ""

    def _handle_click(self, click: Click, now: int) -> Reaction:
        """Press the key of a footer word, end a pause, or do the action of the header."""
        if not self._pointer.press:
            return None
        key = self._frame.clicked(click, paused=self.session.paused)
        if key:
            self._pointer.forget()
            return self._handle_key(Key(key), now)
        if self.state == "paused":
            self._clear_messages()
            self.do_pause(now)
            return None
        action = self._frame.action_at(click.column, click.row)
        if action and controls.allows(self.state, action):
            self._clear_messages()
            return self._methods[action](now)
        return None

    def _handle_button(self, mouse: Mouse, now: int) -> None:
        cell = self._frame.cell_at(mouse.column, mouse.row)
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

    def do_end_search(self, now: int, *, stopped: bool = True) -> Screen | None:
        """Reveal on the board that was found; if there is none, ask what to play instead.

        `stopped` is whether the player stopped the search.
        """
        search, self._search = self._search, None
        assert search, "only a search in progress ends"
        if stopped or not search.result:
            return self.ask_what_instead(search.setup, now, stopped=stopped)
        self._reveal_with(search.setup, search.result, now)
        return None

    def ask_what_instead(self, setup: Setup, now: int, *, stopped: bool) -> Screen | None:
        """Ask what to play instead of a guess-free board that was not found."""
        from minesweeper.tui.screens.guess_free_search import SearchFailedPage  # late: the solver

        any_board = self.session.game.setup._replace(no_guess=False)
        return SearchFailedPage(self.looks, self.keymap, setup, any_board, stopped=stopped)

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
            self._flash = flash_overlay(
                self.session.game, self.cursor, self.overlay(), self.looks.theme
            )

    def _attempt(self, move: Move, now: int) -> Refusal | None:
        """Make a move, or return why the rules refuse it."""
        self._note_shown_mines(now)
        return self.session.play(move, now)

    def _note_shown_mines(self, now: int) -> None:
        if self._show_mines and "shown mines" not in self.session.helps:
            self.session.note_help("shown mines", now)

    def _after_move(self, verb: Verb, now: int) -> None:
        self._first_time = False
        is_over = self.session.over
        if verb not in FLAGGING or is_over:
            self.games.settle_left_game(now)
        if is_over:
            self._ranking = self.games.record()
            self._summary_of = None
            self._share_line = self.games.share_line()
            self._open_coach()  # it reviews the game

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
            self.message = "" if self.session.paused else "The clock is not running yet"

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
            self.message = f"Paused after {minutes} without a key or click"

    def lose_focus(self, now: int) -> None:
        self._pause_if_idle(now)
        if self._may_pause:
            self._pointer.forget()
            self.session.pause(now)
            self.message = "Paused as the window lost the focus"

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

    def _can_solve(self) -> bool:
        """Return whether the solver can work on this board; if not, the message says why."""
        self.message = why_too_large_to_solve(self.grid.width, self.grid.height)
        return not self.message

    def _can_help(self) -> bool:
        """Return whether the solver can help now; if not, the message says why."""
        if self._can_solve() and self.session.game.board is None:
            self.message = NOTHING_KNOWN
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
        view.coach.ask_hint(self.cursor, now, self._key_names["hint"])
        self._show_marks(now)

    def _play_hint(self, coach: "Coach", now: int) -> None:
        """Make the moves of the hint."""
        moves = [move for move in coach.hint_moves() if not self._attempt(move, now)]
        if moves:
            self._after_move(moves[-1].verb, now)
            self.message = "" if self.session.over else "Played the hint"

    def do_review(self, now: int) -> Reaction:
        """Open the review on the board."""
        if not self._can_solve():
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

    @property
    def _can_train(self) -> bool:
        """Whether the game was lost in a position that can be asked: not at the first reveal."""
        game, setup = self.session.game, self.session.game.setup
        was_lost = self._make_course is not None and game.status is Status.LOST
        knew_some = game.safe_left < len(self.grid) - setup.mines
        return was_lost and knew_some and not why_too_large_to_solve(setup.width, setup.height)

    def do_train(self, now: int) -> Reaction:
        """Ask the position in which the game was lost, as an exercise."""
        self.message = "" if self.session.game.status is Status.LOST else NOT_LOST
        if self.message or not self._can_solve():
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
            self.message = NOTHING_KNOWN

    def do_check_flags(self, now: int) -> None:
        """Say which flags are certainly wrong."""
        if self._can_help():
            self.message = self._open_coach().coach.check_flags(now)

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
        setup = self.session.game.setup
        if self.session.steps or (setup.width, setup.height) != (self.grid.width, self.grid.height):
            self.set_up_field()
        self._pointer.forget()
        self._coach = None
        self._after_return()

    # Pages over the game

    def do_help(self, now: int) -> Reaction:
        """Open the help page."""
        return self._open(HelpPage(self.looks, self.help_keymap, keymap=self.keymap), now)

    def do_map(self, now: int) -> Reaction:
        """Open the map of the board."""
        from minesweeper.tui.screens.map import MapPage  # late: the solver

        game = self.session.game
        page = MapPage(self.looks, game, self.view, self.cursor, self.window, self.keymap)
        return self._open(page, now)

    def do_menu(self, now: int) -> Reaction:
        """Open the menu."""
        from minesweeper.tui.screens.menu import make_menu_page  # late: sqlite3

        self.games.prepare()  # the key may come first
        self.games.refresh()
        page = make_menu_page(
            self.games,
            self.looks,
            self.keymap,
            needs_solver=self.needs_solver,
            open_course=self._open_course if self._make_course else None,
        )
        return self._open(page, now)

    def _open_course(self) -> Screen:
        from minesweeper.tui.screens.learn import LearnPage  # late: the solver

        assert self._make_course, "only a screen with a course opens it"
        return LearnPage(self.looks, self._make_course(), self.keymap)

    def do_records(self, now: int) -> Reaction:
        """Open the pages of records, games and trends."""
        from minesweeper.tui.screens.records import make_records_page  # late: sqlite3

        return self._open(make_records_page(self.games, self.looks, self.keymap), now)

    def do_settings(self, now: int) -> Reaction:
        """Open the settings page, if the screen has settings."""
        if not self.live:
            self.message = "No settings can be changed here"
            return None
        setup = self.games.dealer.setup
        return self._open(SettingsPage(self.looks, self.live, setup, self.keymap), now)

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
        """Apply changed settings, by name; rules apply from the next game on."""
        if "keys" in values and self.live:
            self.bind(bound_rows(values["keys"], self.live.bindings))
        self._idle_pause = values.get("idle-pause", self._idle_pause)
        self.games.change_rules(partial(change_rules_if_possible, values=values))
