"""The screen on which a replay is watched: its moves at their own times, forwards and backwards."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from random import Random
from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Refusal, Status
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.formats.claims import parse_timestamp
from minesweeper.play.mouse import MousePath
from minesweeper.play.replay import (
    Playback,
    Replay,
    header_of,
    printable_header,
    result_of,
    session_of,
    unusual_mode,
)
from minesweeper.play.session import Result
from minesweeper.play.words import move_text, refusal_text, result_text, size_text
from minesweeper.tui.canvas import Canvas, first_that_fits
from minesweeper.tui.keys import (
    LOOKS_ROWS,
    ROWS,
    KeyAdvice,
    Keymap,
    KeyRow,
    action_of,
    without_keys,
)
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.pacer import Pacer
from minesweeper.tui.screen import LEFT, Click, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.notices import result_notices
from minesweeper.tui.widgets.board import BoardView, pressed_overlay
from minesweeper.tui.widgets.footer import GO_BACK, footer_words
from minesweeper.tui.widgets.frame import GameFrame, Moment, Title
from minesweeper.tui.widgets.notice import Notice

# The limit of moves that are made between two frames; a longer jump takes several frames.
MOVES_A_FRAME: Final = 10_000
# The minimum columns between the ends of the bar; if they do not fit, the speed is left out.
MIN_BAR_INSIDE: Final = 4


# The milliseconds between two frames in which only the mouse moves.
MOUSE_WAIT: Final = 25


# The playhead


class Playhead:
    """The moment of a replay that is shown. It moves with the time, unless it is stopped."""

    def __init__(self, replay: Replay) -> None:
        self.steps = replay.steps
        self.moves = len(replay.steps)
        self.refusal: Refusal | None = None
        """Why the rules refused the last move that is shown; None if they did not."""
        self._playback = Playback(replay)
        self._mouse = replay.mouse
        self._pointer = MousePath(replay.mouse)
        self._goal: int | None = None
        """The number of moves that `tick` is making for `go_to`; None once they are made."""
        self.pacer = Pacer(self._time_of(0))
        self._shown_time = self._time_of(0)

    @property
    def game(self) -> Game:
        """The game after the moves that are shown."""
        return self._playback.game

    @property
    def index(self) -> int:
        """The number of moves that are shown."""
        return self._playback.index

    @property
    def at_end(self) -> bool:
        """Whether all moves are shown."""
        return self.index == self.moves

    @property
    def is_still(self) -> bool:
        """Whether only keys and mouse change the moment that is shown."""
        return self._goal is None and (self.pacer.stopped or self.at_end)

    @property
    def cursor(self) -> Cell | None:
        """The cell under the mouse, or None if it is beside the board.

        Without a path of the mouse it is the cell of the last move that is shown, and before the
        first one that in the middle.
        """
        pointer, grid = self._pointer.at(self._shown_time), self.game.grid
        if pointer:
            return grid.find(*pointer.place)
        return self.steps[self.index - 1].move.cell if self.index else grid.middle

    @property
    def pressed(self) -> list[Cell]:
        """The covered cells on which the mouse presses its buttons."""
        pointer, game, cursor = self._pointer.at(self._shown_time), self.game, self.cursor
        if not pointer or cursor is None or game.status is not Status.PLAYING:
            return []
        cells = [cursor] if pointer.presses_cell else []
        cells += game.grid.neighbours(cursor) if pointer.presses_around else []
        return [cell for cell in cells if game.face(cell) is Face.COVERED]

    def time(self, now: int) -> int:
        """Return the time of the replay in milliseconds, negative before the game's clock runs."""
        return min(self._playback.length, self.pacer.time(now))

    def tick(self, now: int) -> bool:
        """Let the clock run, and show the moves that are due; return whether there were any."""
        if self.is_still:
            return False
        if self._goal is not None:
            return self._approach(self._goal)
        self.pacer.run(now)
        self._shown_time = self.time(now)
        return self._show(self._playback.index_at(self._shown_time))

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until anything changes if the clock runs from now on.

        That is the next move, the next second, or the next movement of the mouse.
        """
        if self._goal is not None:
            return 0
        second = 1000 * (max(0, self.time(now)) // 1000 + 1)
        wait = self.pacer.wait(min(second, self.steps[self.index].milliseconds), now)
        movement = self._pointer.next_event(self._shown_time)
        if movement is None:
            return wait
        return min(wait, max(MOUSE_WAIT, self.pacer.wait(movement, now)))

    def go_to(self, index: int) -> None:
        """Show the game after `index` moves, or after the first or last move if there are fewer.

        If there are many moves in between, `tick` makes the rest of them. A long jump back begins
        at the start of the replay.
        """
        index = max(0, min(index, self.moves))
        if index < self.index - MOVES_A_FRAME:
            self._show(0)
        self._approach(index)

    def _approach(self, goal: int) -> bool:
        """Make at most MOVES_A_FRAME moves towards the goal; return whether there were any."""
        is_other = self._show(goal)
        self._goal = None if self.index == goal else goal
        self._shown_time = self._time_of(self.index)
        self.pacer.set(self._shown_time)
        return is_other

    def step(self, moves: int) -> None:
        """Stop the clock, and show `moves` more moves, or fewer if it is negative."""
        self.pacer.stopped = True
        self.go_to(self.index + moves)

    def pause(self) -> None:
        """Stop the clock or start it again; at the end, go back to the start."""
        if self.at_end:
            self.pacer.stopped = False
            self.go_to(0)
        else:
            self.pacer.stopped = not self.pacer.stopped

    def _time_of(self, index: int) -> int:
        """Return the time of the replay after `index` moves."""
        if index:
            return self.steps[index - 1].milliseconds
        begin = [step.milliseconds for step in self.steps[:1]]
        begin += [event.milliseconds for event in self._mouse[:1]]
        return min([0, *begin])

    def _show(self, index: int) -> bool:
        """Show the game after `index` moves, or as far as MOVES_A_FRAME moves lead.

        Return whether that changed the game.
        """
        index = min(index, self.index + MOVES_A_FRAME)
        if index == self.index:
            return False
        self._playback.go_to(index)
        self.refusal = self._playback.refusal
        return True


class Bar:
    """A progress bar between its ends, with the number of moves shown and the speed."""

    def __init__(self, columns: int, playhead: Playhead, theme: Theme) -> None:
        shown_count, moves = playhead.index, playhead.moves
        counts = f" {shown_count:{len(str(moves))}}/{moves}"
        texts = f"{counts} {playhead.pacer.speed_text(theme.glyphs.times)}", counts
        numbers = first_that_fits(texts, columns - MIN_BAR_INSIDE - 2)
        self._moves = moves
        self._inner = columns - 2 - len(numbers)
        first, done, to_come, last = theme.glyphs.bar
        filled = self._inner * shown_count // max(1, moves)
        self.pieces = (
            (first, theme.dim),
            (done * filled, theme.accent),
            (to_come * (self._inner - filled) + last, theme.dim),
            (numbers, theme.text),
        )

    def index_at(self, column: int) -> int | None:
        """Return the number of moves for a column of the bar; None outside the bar."""
        if not 0 <= column < self._inner + 2:
            return None
        place = max(0, min(column - 1, self._inner - 1))
        return round(place * self._moves / (self._inner - 1))


# The screen

MIN_BAR_COLUMNS: Final = 40

REPLAY_KEYMAP: Final = (
    KeyRow("Pause, continue; at the end: restart", "pause", {"pause": (" ", "p")}),
    KeyRow("Play on from here", "play on", {"take-over": ("enter",)}),
    KeyRow("Step forward, step back", "step", {"on": ("right", "l"), "back": ("left", "h")}),
    KeyRow("Speed up, slow down", "speed up", {"faster": ("up", "k"), "slower": ("down", "j")}),
    KeyRow("Go to the start, to the end", "rewind", {"first": ("home", "0"), "last": ("end", "$")}),
    KeyRow(
        "Go back by ten, go forward by ten",
        "",
        {"page-back": ("page-up",), "page-on": ("page-down",)},
    ),
)
# The actions that a replay shares with a game. The player may have bound other keys to them.
_SHARED_ACTIONS: Final = ("help", "quit", "theme", "zoom-in", "repaint")
# The short names of the actions in the footer, in order.
_FOOTER_NAMES: Final = (
    "pause",
    "play on",
    "review",
    "step",
    "speed up",
    "rewind",
    "change theme",
    "zoom",
    "help",
    "quit",
)

REPLAY_MOUSE_HELP: Final = (("Click on the bar", "Go there"), ("Wheel", "Step back, step forward"))


class ReplayScreen(Screen):
    """Shows a replay in the frame of a game."""

    is_page = False
    """Whether it lies over another screen, to which Esc goes back."""

    def __init__(
        self,
        replay: Replay,
        looks: Looks,
        take_over: Callable[[int], Reaction],
        *,
        keymap: Keymap = ROWS,
        overdue_reviews: Iterable[bool] = (),
    ) -> None:
        """Show a replay from its start.

        `take_over` is called with a number of moves, and returns the reaction that leads to a game
        that continues after them. `keymap` is that of the game. `overdue_reviews` is passed on to
        the review.
        """
        self.looks = looks
        self.replay = replay
        self._playhead = Playhead(replay)
        self._take_over = take_over
        self.view = BoardView(self.game.grid, looks)
        self._frame = GameFrame(looks, self.view, has_bar=True)
        self._window = (0, 0, 0)
        self._message = ""
        self._advice = KeyAdvice()
        self._game_keymap = keymap
        self._overdue_reviews = overdue_reviews
        self._keymap = replay_keymap(keymap, is_page=self.is_page)
        self._actions = action_of(self._keymap)
        self._methods = self._make_methods()

    def _make_methods(self) -> dict[str, Callable[[int], Reaction]]:
        """Return the method of each action; it is called with the time."""
        playhead = self._playhead
        return {
            **{
                action: partial(self._change_looks, action)
                for action in action_of(LOOKS_ROWS).values()
            },
            "pause": lambda now: playhead.pause(),
            "take-over": self._branch_off,
            "review": lambda now: self._review(),
            "on": lambda now: playhead.step(1),
            "back": lambda now: playhead.step(-1),
            "page-on": lambda now: playhead.step(10),
            "page-back": lambda now: playhead.step(-10),
            "faster": lambda now: playhead.pacer.change_speed(2, now),
            "slower": lambda now: playhead.pacer.change_speed(1 / 2, now),
            "first": lambda now: playhead.go_to(0),
            "last": lambda now: playhead.go_to(playhead.moves),
            "help": lambda now: HelpPage(
                self.looks, self._keymap, REPLAY_MOUSE_HELP, self._game_keymap
            ),
            "quit": lambda now: Leave(),
        }

    @property
    def game(self) -> Game:
        """The game after the moves that are shown."""
        return self._playhead.game

    @property
    def index(self) -> int:
        """The number of moves that are shown."""
        return self._playhead.index

    @property
    def cursor(self) -> Cell | None:
        """The cell under the mouse, or that of the last move."""
        return self._playhead.cursor

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        columns, rows = canvas.columns, canvas.rows
        if not self._frame.place(columns, rows, has_panel=True):
            self._frame.draw_too_small(canvas)
            return
        window = (columns, rows, self.view.cell_width)
        if window != self._window:
            self._window = window
            self._follow()
        playhead = self._playhead
        paused = playhead.pacer.stopped and not playhead.at_end
        moment = Moment(self.game, max(0, playhead.time(now)), paused)
        title = replay_title(self.replay, self.looks.theme.glyphs)
        self._frame.draw_frame(canvas, moment, title, now)
        pressed = pressed_overlay(self.game, playhead.pressed, self.looks.theme)
        self._frame.draw_field(canvas, moment, self.cursor, pressed, mines=False)
        at_end = {"pause": "restart"} if playhead.at_end else {}
        offers = [each for each in _FOOTER_NAMES if self._can_play_on or each != "play on"]
        keys = footer_words(self._keymap, offers, paused=paused, **at_end)
        way_out = (GO_BACK,) * self.is_page
        self._draw_bar(canvas)
        self._frame.draw_notices(canvas, [], (*keys, *way_out), [*self._panel()])

    @property
    def _can_play_on(self) -> bool:
        """Whether the game is not over; if it is, its result would count as the player's."""
        return self.game.status is Status.PLAYING

    @cached_property
    def _result(self) -> Result:
        return result_of(self.replay)

    @property
    def _bar_columns(self) -> range:
        """The columns of the screen that the bar takes."""
        return self._frame.columns_below(self._window[0], MIN_BAR_COLUMNS)

    def _bar(self) -> Bar:
        return Bar(len(self._bar_columns), self._playhead, self.looks.theme)

    def _draw_bar(self, canvas: Canvas) -> None:
        column = self._bar_columns.start
        for text, style in self._bar().pieces:
            canvas.put(column, self._frame.bar_row, text, style)
            column += len(text)

    def _panel(self) -> Iterator[Notice]:
        """Yield the last move, or the result at the end."""
        theme, playhead = self.looks.theme, self._playhead
        if playhead.at_end and self.game.status is not Status.PLAYING:
            yield from result_notices(self._result, result_text(*self._result[:2]), theme)
            yield Notice(self._message, theme.message)
        else:
            title = f"Move {self.index} of {playhead.moves}"
            yield Notice("", theme.header, title=title)
            yield Notice(self._message or self._last_move(), theme.message)

    def _last_move(self) -> str:
        """Return the last move in words, with the reason if the rules refused it."""
        playhead = self._playhead
        if not self.index:
            return "before the first move" if playhead.moves else "no move was made"
        move = move_text(self.game.grid, playhead.steps[self.index - 1].move)
        refusal = f", no effect: {refusal_text(playhead.refusal)}" if playhead.refusal else ""
        end = ", the end" if playhead.at_end else ""
        return f"{move}{refusal}{end}"

    # Time and events

    def tick(self, now: int) -> None:
        before = self.cursor
        if self._playhead.tick(now):
            self._message = ""
        if self.cursor != before:
            self._follow()

    def next_wakeup(self, now: int) -> int:
        longest = super().next_wakeup(now)
        return longest if self._playhead.is_still else min(longest, self._playhead.next_wakeup(now))

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; the clock is held until the next tick."""
        self.tick(now)
        self._playhead.pacer.hold(now)
        message, self._message = self._message, ""
        before = self.index
        reaction = self._act(event, message, now)
        if self.index != before:
            self._follow()
        return reaction

    def _follow(self) -> None:
        """Keep the cursor in sight."""
        if self.cursor is not None:
            self.view.follow(self.cursor)

    def _act(self, event: Event, message: str, now: int) -> Reaction:
        """Act on an event, before which there was a message."""
        if isinstance(event, Mouse):
            self._handle_mouse(event)
            return None
        if isinstance(event, Click):
            event = Key(self._frame.clicked(event))
        action = self._actions.get(event.name, "")
        if action:
            method = self._methods.get(action)
            return method(now) if method else None
        self._message = self._advice.after(
            message, event.name, self._keymap, in_ascii=self.looks.theme.glyphs.is_ascii
        )
        return None

    def _handle_mouse(self, mouse: Mouse) -> None:
        """Step with the wheel; go to the place of the bar where the left button is pressed."""
        if mouse.wheel:
            self._playhead.step(mouse.wheel)
        elif mouse.button == LEFT and self._frame.shows_field and mouse.row == self._frame.bar_row:
            bar = self._bar()
            index = bar.index_at(mouse.column - self._bar_columns.start)
            if index is not None:
                self._playhead.go_to(index)

    def _change_looks(self, action: str, now: int) -> None:
        self._message = self.looks.change(action)

    def _branch_off(self, now: int) -> Reaction:
        self._playhead.pacer.stopped = True
        if not self._can_play_on:
            self._message = "the game is over here: go back to play on"
            return None
        return self._take_over(self.index)

    def _review(self) -> Reaction:
        """Open the review, or say why there is none."""
        self._playhead.pacer.stopped = True
        self._message = why_too_large_to_solve(self.game.grid.width, self.game.grid.height)
        if self._message:
            return None
        return make_review_screen(
            self.replay, self.looks, self._take_over, self._game_keymap, self._overdue_reviews
        )


def make_review_screen(
    replay: Replay,
    looks: Looks,
    take_over: Callable[[int], Reaction],
    keymap: Keymap,
    overdue_reviews: Iterable[bool] = (),
) -> Screen:
    """Return the review of a replay; the other arguments are as in `ReviewScreen`.

    Its positions are asked as exercises whose answers are not kept: the player may be another one.
    """
    from minesweeper.learn.own_games import exercise_before, why_no_moment  # late: the solver
    from minesweeper.learn.training import train_once  # late: the solver
    from minesweeper.play.coach import Coach  # late: the solver
    from minesweeper.tui.screens.lesson import LessonScreen  # late: the solver
    from minesweeper.tui.screens.review import ReviewScreen  # late: the solver

    session = session_of(replay)

    def train(moves: int) -> Screen | str:
        exercise = exercise_before(session, moves)
        if not exercise:
            return why_no_moment(session, moves)
        return LessonScreen(looks, train_once(exercise, Random(moves)), keymap)

    return ReviewScreen(
        looks,
        Coach(session),
        take_over,
        keymap,
        overdue_reviews=overdue_reviews,
        train=train,
    )


def replay_keymap(keymap: Keymap, *, is_page: bool = False) -> Keymap:
    """Return the keys of a replay, with the keys of a game that have the same meaning there.

    On a page the keys that quit a game go back, as Esc does.
    """
    shared = [
        KeyRow("Go back", "", {"quit": ("escape", *row.actions["quit"])})
        if is_page and "quit" in row.actions
        else row._replace(section="")
        for row in keymap
        if not {*row.actions}.isdisjoint(_SHARED_ACTIONS)
    ]
    reviewing = [
        KeyRow("Review the guesses", "review", {"review": row.actions["hint"]})
        for row in keymap
        if "hint" in row.actions
    ]
    return (*REPLAY_KEYMAP, *without_keys([*reviewing, *shared], action_of(REPLAY_KEYMAP)))


def replay_title(replay: Replay, glyphs: Glyphs) -> Title:
    """Return the title of a replay: its size, and mode, player, date and program if known."""
    program = f"{printable_header(replay, 'Program')} {printable_header(replay, 'Version')}".strip()
    # The program wrote the file, but the game is another's.
    if header_of(replay, "Origin") == "import":
        program = "imported"
    date = parse_timestamp(header_of(replay, "Timestamp")).partition("T")[0]
    about = filter(None, (unusual_mode(replay), printable_header(replay, "Player"), date, program))
    return Title("Replay", (size_text(replay.setup.size, glyphs.times), *about))
