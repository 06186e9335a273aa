"""The screen on which a game is watched: all its moves by its own clock, forwards and backwards."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from math import ceil
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Status
from minesweeper.play.progress import Result
from minesweeper.play.replay import Playback, Replay, result_of
from minesweeper.play.session import NO_TIME
from minesweeper.play.words import cell_text, refusal_text
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import LOOKS_ROWS, ROWS, Row, action_of, key_names, without_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Event, Leave, Mouse, Reaction, Screen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets import status
from minesweeper.tui.widgets.board import BoardView
from minesweeper.tui.widgets.frame import HEADER, GameFrame, Message
from minesweeper.tui.widgets.pointer import LEFT, WHEEL_DOWN, WHEEL_UP

SLOWEST: Final = 1 / 4
FASTEST: Final = 16
# The least of the bar between its brackets: rather than less, what stands beside it goes.
MIN_BAR: Final = 4
LONGEST_HEADER: Final = 40

REPLAY_ROWS: Final = (
    Row("pause, continue; at the end: start again", "pause", {"pause": (" ", "p")}),
    Row("take over: play on from here", "take over", {"take-over": ("enter",)}),
    Row("one move on, back", "step", {"on": ("right", "l"), "back": ("left", "h")}),
    Row("faster, slower", "faster", {"faster": ("up", "k"), "slower": ("down", "j")}),
    Row("to the start, the end", "start", {"first": ("home", "0"), "last": ("end", "$")}),
    Row("ten moves back, on", "", {"page-back": ("page-up",), "page-on": ("page-down",)}),
)
# What a replay has in common with a game: here the player's own keys are in force.
_SHARED: Final = ("help", "quit", "theme", "zoom-in", "repaint")
# The most useful keys first: where the line of keys is too short, the last ones go.
_NAMED: Final = ("pause", "take over", "help", "leave", "step", "faster", "start", "theme", "zoom")

MOUSE_HELP: Final = (("click on the bar", "go there"), ("wheel", "one move back, on"))


class Shown(NamedTuple):
    """What the frame asks of a session, at one moment of a replay."""

    game: Game
    paused: bool
    clock: int

    def milliseconds(self, now: int) -> int:
        return self.clock


class Bar:
    """How many of the moves were made, drawn as a bar between brackets with its numbers."""

    def __init__(self, columns: int, made: int, moves: int, speed: float) -> None:
        counts = f" {made:{len(str(moves))}}/{moves}"
        times = f" x{speed:g}" if speed >= 1 else f" x1/{1 / speed:g}"
        numbers = status.first_that_fits((counts + times, counts), columns - MIN_BAR - 2)
        self.columns = columns
        self._moves = moves
        self._inner = columns - 2 - len(numbers)
        filled = "#" * (self._inner * made // max(1, moves))
        self.text = f"[{filled:.<{self._inner}}]{numbers}"

    def index_at(self, column: int) -> int | None:
        """How many moves were made at a column of the bar; None beside it."""
        if not 0 <= column < self._inner + 2:
            return None
        place = max(0, min(column - 1, self._inner - 1))
        return round(place * self._moves / (self._inner - 1))


class ReplayClock:
    """What the clock of a replay shows: real time at a speed. It stands until it is started."""

    def __init__(self, time: int, end: int) -> None:
        self.speed: float = 1
        self._end = end
        self._time = time
        self._since: int | None = None

    def time(self, now: int) -> int:
        if self._since is None:
            return self._time
        return min(self._end, self._time + int((now - self._since) * self.speed))

    def start(self, now: int) -> None:
        if self._since is None:
            self._since = now

    def stop(self, now: int) -> None:
        self.set(self.time(now))

    def set(self, time: int) -> None:
        """Stand at a time."""
        self._time, self._since = time, None

    def until(self, time: int, now: int) -> int:
        """Milliseconds until it shows a time; of one that stands, if it were started now."""
        since = now if self._since is None else self._since
        return max(0, since + ceil((time - self._time) / self.speed) - now)


class ReplayScreen(Screen):
    """Plays a replay on the game's own screen."""

    def __init__(
        self,
        replay: Replay,
        looks: Looks,
        take_over: Callable[[int], Screen],
        *,
        rows: tuple[Row, ...] = ROWS,
        speak: bool = False,
    ) -> None:
        """`take_over` makes the screen of a game that goes on after so many moves.

        `rows` are the keys in force in a game. With `speak` the cell of the last move is told in
        words.
        """
        self.looks = looks
        self.replay = replay
        self.moves = len(replay.steps)
        self.paused = False
        self._take_over = take_over
        self._speak = speak
        self._playback = Playback(replay)
        self._clock = ReplayClock(self._time_of(0), self._playback.length)
        self.view = BoardView(self.game.grid, looks)
        self._frame = GameFrame(looks, self.view)
        self._window = (0, 0, 0)
        self._bar_row = 0
        self._refusal = ""
        self._message = ""
        self._keys = rows
        self._rows = replay_rows(rows)
        self._actions = action_of(self._rows)
        self._methods = self._dispatch()

    def _dispatch(self) -> dict[str, Callable[[int], Reaction]]:
        """What each action does."""
        return {
            **{action: partial(self._look, action) for action in action_of(LOOKS_ROWS).values()},
            "pause": self._pause,
            "take-over": self._branch_off,
            "on": partial(self._step, 1),
            "back": partial(self._step, -1),
            "page-on": partial(self._step, 10),
            "page-back": partial(self._step, -10),
            "faster": partial(self._change_speed, 2),
            "slower": partial(self._change_speed, 1 / 2),
            "first": lambda now: self._go_to(0),
            "last": lambda now: self._go_to(self.moves),
            "help": lambda now: HelpPage(self.looks, self._rows, MOUSE_HELP, self._keys),
            "quit": lambda now: Leave(),
        }

    @property
    def game(self) -> Game:
        """The game as far as it is shown."""
        return self._playback.game

    @property
    def index(self) -> int:
        """How many moves are shown."""
        return self._playback.index

    @property
    def at_end(self) -> bool:
        return self.index == self.moves

    @property
    def cursor(self) -> Cell:
        """The cell of the last move."""
        if not self.index:
            return self.game.grid.cell(1, 1)
        return self.replay.steps[self.index - 1].move.cell

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        columns, rows = canvas.columns, canvas.rows
        # The bar needs a row besides the message's, if there is one to spare.
        if not self._frame.place(columns, rows - 1) and not self._frame.place(columns, rows):
            self._frame.draw_too_small(canvas)
            return
        window = (columns, rows, self.view.cell_width)
        if window != self._window:
            self._window = window
            self.view.follow(self.cursor)
        title = title_of(self.replay, columns)
        shown = Shown(self.game, self.paused and not self.at_end, max(0, self._clock.time(now)))
        # Of a session the frame asks nothing else.
        self._frame.draw_status(canvas, shown, title, now)
        self.view.draw(canvas, self.game, self.cursor, mines=False, overlay={})
        pauses = self.paused and not self.at_end
        keys = status.keys_line(key_names(self._rows), _NAMED, columns, pauses=pauses)
        messages = self._messages(columns)
        self._bar_row = self._frame.draw_below(
            canvas, messages, title, keys, over_field=self._speak
        )

    @cached_property
    def _result(self) -> Result:
        return result_of(self.replay)

    def _bar(self) -> Bar:
        """The bar, as wide as the header above the field."""
        columns = min(max(HEADER, self.view.full_size()[0]), self._window[0])
        return Bar(columns, self.index, self.moves, self._clock.speed)

    def _messages(self, columns: int) -> Iterator[Message]:
        theme = self.looks.theme
        yield self._bar().text, theme.text
        if self.at_end and self.game.status is not Status.PLAYING:
            style = theme.won if self.game.status is Status.WON else theme.lost
            yield status.result_text(self._result, columns), style
            yield self._message, theme.message
        else:
            yield self._message or self._last_move(), theme.message
        if self._speak and self.index:
            yield cell_text(self.game, self.cursor), theme.message

    def _last_move(self) -> str:
        """What the last move was, and what became of it."""
        if not self.index:
            return "before the first move" if self.moves else "no move was made"
        column, row = self.game.grid.place(self.cursor)
        verb = self.replay.steps[self.index - 1].move.verb
        refused = f", refused: {self._refusal}" if self._refusal else ""
        end = "; ends here" if self.at_end else ""
        return f"{verb} {column},{row}{refused}{end}"

    # Time

    def tick(self, now: int) -> None:
        if self.paused or self.at_end:
            return
        self._clock.start(now)
        self._show(self._playback.index_at(self._clock.time(now)))

    def next_wakeup(self, now: int) -> int:
        if self.paused or self.at_end:
            return super().next_wakeup(now)
        second = 1000 * (max(0, self._clock.time(now)) // 1000 + 1)
        due = min(second, self.replay.steps[self.index].milliseconds)
        return min(super().next_wakeup(now), self._clock.until(due, now))

    def _time_of(self, index: int) -> int:
        """What the clock shows after so many moves; below 0 for what came before it ran."""
        if index:
            return self.replay.steps[index - 1].milliseconds
        return min(0, self.replay.steps[0].milliseconds) if self.moves else 0

    def _show(self, index: int) -> None:
        """Make the moves up to this one, or take back those after it."""
        if index == self.index:
            return
        self._refusal = self._message = ""
        if index:
            move = self.replay.steps[index - 1].move
            refusal = self._playback.go_to(index - 1).refusal(move)
            self._refusal = refusal_text(refusal) if refusal else ""
        self._playback.go_to(index)
        self.view.follow(self.cursor)

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        """Each event finds the clock standing at what it shows; the next tick starts it again."""
        self.tick(now)
        self._clock.stop(now)
        self._message = ""
        if isinstance(event, Mouse):
            self._handle_mouse(event, now)
            return None
        method = self._methods.get(self._actions.get(event.name, ""))
        return method(now) if method else None

    def _handle_mouse(self, mouse: Mouse, now: int) -> None:
        """The wheel steps; the left button takes the bar to where it goes down, and comes up."""
        if mouse.button in (WHEEL_UP, WHEEL_DOWN):
            self._step(-1 if mouse.button == WHEEL_UP else 1, now)
        elif mouse.button == LEFT and self._frame.shows_field:
            bar = self._bar()
            index = bar.index_at(mouse.column - (self._window[0] - bar.columns) // 2)
            if mouse.row == self._bar_row and index is not None:
                self._go_to(index)

    def _go_to(self, index: int) -> None:
        self._show(max(0, min(index, self.moves)))
        self._clock.set(self._time_of(self.index))

    def _step(self, moves: int, now: int) -> None:
        self.paused = True
        self._go_to(self.index + moves)

    def _pause(self, now: int) -> None:
        """Pause, go on, or start anew."""
        if self.at_end:
            self.paused = False
            self._go_to(0)
        else:
            self.paused = not self.paused

    def _change_speed(self, factor: float, now: int) -> None:
        self._clock.speed = max(SLOWEST, min(self._clock.speed * factor, FASTEST))

    def _look(self, action: str, now: int) -> None:
        self._message = self.looks.change(action)

    def _branch_off(self, now: int) -> Reaction:
        self.paused = True
        return self._take_over(self.index)


def replay_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The keys of a replay, and those of a game that mean the same here."""
    shared = [
        row._replace(section="", help="leave", short="leave")
        if "quit" in row.actions
        else row._replace(section="")
        for row in rows
        if not {*row.actions}.isdisjoint(_SHARED)
    ]
    return (*REPLAY_ROWS, *without_keys(shared, action_of(REPLAY_ROWS)))


def title_of(replay: Replay, columns: int) -> str:
    """What is watched, who played it and when, as far as its file says so and it fits."""
    said = {  # a foreign text may hold what would upset a terminal
        key.casefold(): "".join(filter(str.isprintable, value[:LONGEST_HEADER])).strip()
        for key, value in replay.headers.items()
    }
    program = f"{said.get('program', '')} {said.get('version', '')}".strip()
    date = said.get("timestamp", "").removeprefix(NO_TIME).partition("T")[0]
    about = filter(None, (said.get("player"), date, program))
    parts = [status.setup_text(replay.setup), "replay", *about]
    shorter = ("  ".join(parts[:end]) for end in range(len(parts), 1, -1))
    return status.first_that_fits([*shorter, "replay"], columns)
