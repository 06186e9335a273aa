"""The screen on which a replay is watched: its moves at their own times, forwards and backwards."""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from random import Random
from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Refusal, Status
from minesweeper.formats.claims import parse_timestamp
from minesweeper.play.dates import day_and_year
from minesweeper.play.mouse import MousePath
from minesweeper.play.replay import (
    Playback,
    Replay,
    header_of,
    printable_header,
    result_of,
    session_of,
)
from minesweeper.play.words import (
    clock_text,
    move_text,
    refusal_text,
    result_text,
    too_large_text,
)
from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import ROWS, Keymap, KeyRow, action_of, only_quitting, without_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import TextRole, emphasis
from minesweeper.tui.pacer import Pacer
from minesweeper.tui.screen import Leave, Reaction, Screen
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets import blocks
from minesweeper.tui.widgets.board_screen import LOOKS_ACTIONS, BoardScreen, Method, Scene
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import SIDE_COLUMNS
from minesweeper.tui.widgets.side import Block, Counters, Side

# The limit of moves that are made between two frames; a longer jump takes several frames.
MOVES_A_FRAME: Final = 10_000
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


# The screen

REPLAY_KEYMAP: Final = (
    KeyRow("pause, go on, begin again", {"pause": (" ", "p")}),
    KeyRow("play on from here", {"take-over": ("enter",)}),
    KeyRow("step forward, step back", {"on": ("right", "l"), "back": ("left", "h")}),
    KeyRow("speed up, slow down", {"faster": ("up", "k"), "slower": ("down", "j")}),
    KeyRow("go to the start, to the end", {"first": ("home", "0"), "last": ("end", "$")}),
    KeyRow(
        "ten back, ten forward",
        {"page-back": ("page-up",), "page-on": ("page-down",)},
    ),
)
# The actions that a replay shares with a game. The player may have bound other keys to them.
_SHARED_ACTIONS: Final = ("help", "quit", "theme", "zoom-in", "repaint")
REPLAY_MOUSE_HELP: Final = (("click on the bar", "go there"), ("wheel", "step back, step forward"))


class ReplayScreen(BoardScreen):
    """Shows a replay on the board."""

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
        self.replay = replay
        self._playhead = Playhead(replay)
        self._take_over = take_over
        self._game_keymap = keymap
        self._overdue_reviews = overdue_reviews
        super().__init__(looks, self.game.grid, replay_keymap(keymap, is_page=self.is_page))

    def methods(self) -> dict[str, Method]:
        playhead = self._playhead
        return {
            **{action: partial(self.change_looks, action) for action in LOOKS_ACTIONS},
            "pause": lambda now: playhead.pause(),
            "take-over": lambda now: self._branch_off(),
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
                self.looks, self.keymap, REPLAY_MOUSE_HELP, self._game_keymap
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

    # The board

    def scroll_to_start(self) -> None:
        self.scroll_again()

    def scroll_again(self) -> None:
        if self.cursor is not None:
            self.view.follow(self.cursor)

    def scene(self, now: int) -> Scene:
        pressed = self.view.pressed_overlay(self.game, self._playhead.pressed)
        cursor = self.cursor if self._can_play_on else None
        return Scene(self.game, cursor, overlay=pressed)

    # The side

    @property
    def _can_play_on(self) -> bool:
        """Whether the game is not over; if it is, its result would count as the player's."""
        return self.game.status is Status.PLAYING

    def side(self, now: int) -> Side:
        playhead = self._playhead
        text, role = self._comment()
        return Side(
            counters=Counters(
                self.game.mines_left,
                clock_text(max(0, playhead.time(now))),
                is_running=not (playhead.pacer.stopped or playhead.at_end),
            ),
            body=[self._progress(), *([emphasis(role, text)] if text else [])],
            foot=self._foot,
            more=self._words(),
        )

    def _progress(self) -> Block:
        """Return the bar of the moves that are shown, with their number and the speed below."""
        playhead, theme = self._playhead, self.looks.theme
        count = f"move {playhead.index} of {playhead.moves}"
        speed = playhead.pacer.speed_text(theme.glyphs.times)

        def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
            bar = blocks.bar(playhead.index / max(1, playhead.moves), theme, "key")
            bar.draw(canvas, column, row, columns, in_strip)
            for place in range(columns):
                move = round(place * playhead.moves / (columns - 1))
                at = column + place
                canvas.target(range(at, at + 1), range(row, row + 1), Pick(move))
            canvas.put(column, row + 1, count, theme.text)
            canvas.put(column + columns - len(speed), row + 1, speed, theme.dim)

        return Block(2, 2, draw, f"{count}, {speed}")

    def _comment(self) -> tuple[str, TextRole]:
        """Return the message, how the game ended, or why a move had no effect, and its colour."""
        playhead = self._playhead
        if self.message:
            return sentence(self.message), "note"
        if self.game.status is not Status.PLAYING:
            return ("Won", "good") if self.game.status is Status.WON else ("Boom", "bad")
        if playhead.refusal and self.index:
            move = move_text(self.game.grid, playhead.steps[self.index - 1].move)
            reason = refusal_text(playhead.refusal)
            return sentence(f"{move} had no effect: {reason}"), "text"
        return ("" if playhead.moves else "No move was made."), "text"

    @cached_property
    def _foot(self) -> list[str]:
        """Who played and when, and the result, but of a long game, which takes a while to play."""
        when = parse_timestamp(header_of(self.replay, "Timestamp")).partition("T")[0]
        day = day_and_year(when) if when else ""
        both = ", ".join(filter(None, (printable_header(self.replay, "Player"), day)))
        lines = [both if width(both) <= SIDE_COLUMNS else day]
        if self._playhead.moves <= MOVES_A_FRAME:
            result = result_of(self.replay)
            is_over = result.status is not Status.PLAYING
            lines.append(result_text(*result[:2]) if is_over else "not finished")
        return [*filter(None, lines)]

    def _words(self) -> list[Word]:
        playhead = self._playhead
        step = "back" if playhead.at_end else "on"
        pause = "pause"
        if playhead.at_end:
            pause = "once more"
        elif playhead.pacer.stopped:
            pause = "go on"
        return [
            *self.words({"pause": pause}),
            *self.pair("step", "back", "on", click=step),
            *self.pair("speed", "faster", "slower", click="faster"),
            *self.words({"take-over": "play on"} if self._can_play_on else {}),
            *self.words({"quit": "back" if self.is_page else "quit"}),
        ]

    # Time and events

    def tick(self, now: int) -> None:
        before = self.cursor
        if self._playhead.tick(now):
            self.message = ""
        if self.cursor != before:
            self.scroll_again()

    def next_wakeup(self, now: int) -> int:
        longest = super().next_wakeup(now)
        return longest if self._playhead.is_still else min(longest, self._playhead.next_wakeup(now))

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event; the clock is held until the next tick."""
        self.tick(now)
        self._playhead.pacer.hold(now)
        before, reaction = self.index, self._act(event, now)
        if self.index != before:
            self.scroll_again()
        return reaction

    def _act(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self.press_key(event.name, now)
        if self.is_too_small:
            return None
        if isinstance(event, Pick):
            self.message = ""
            self._playhead.go_to(event.number)
        elif isinstance(event, Mouse) and event.wheel:
            self.message = ""
            self._playhead.step(event.wheel)
        return None

    def _branch_off(self) -> Reaction:
        self._playhead.pacer.stopped = True
        if not self._can_play_on:
            self.message = "The game is over here: go back to play on"
            return None
        return self._take_over(self.index)

    def _review(self) -> Reaction:
        """Open the review, or say why there is none."""
        self._playhead.pacer.stopped = True
        self.message = too_large_text("review", self.game.grid)
        if self.message:
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
    from minesweeper.play.coach import Coach  # late: the solver
    from minesweeper.tui.screens.review import ReviewScreen  # late: the solver

    session = session_of(replay)

    def train(moves: int) -> Screen | str:
        exercise = exercise_before(session, moves)
        if not exercise:
            return why_no_moment(session, moves)
        from minesweeper.learn.training import train_once  # late: as rarely asked for
        from minesweeper.tui.screens.lesson import LessonScreen  # late: as rarely asked for

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
        KeyRow("go back", {"quit": ("escape", *row.actions["quit"])})
        if is_page and "quit" in row.actions
        else row._replace(section="")
        for row in only_quitting(keymap)
        if not {*row.actions}.isdisjoint(_SHARED_ACTIONS)
    ]
    reviewing = [
        KeyRow("look back at the guesses", {"review": row.actions["hint"]})
        for row in keymap
        if "hint" in row.actions
    ]
    return (*REPLAY_KEYMAP, *without_keys([*reviewing, *shared], action_of(REPLAY_KEYMAP)))
