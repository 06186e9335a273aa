"""The moment of a replay that is shown: its moves, its clock, its speed, and the bar for them."""

from math import ceil
from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Refusal
from minesweeper.play.replay import Playback, Replay
from minesweeper.tui.canvas import first_that_fits

SLOWEST: Final = 1 / 4
FASTEST: Final = 16
# So many moves are made, or taken back, between two frames: a way through more is seen.
SLICE: Final = 10_000
# The least of the bar between its brackets: rather than less, what stands beside it goes.
MIN_BAR: Final = 4


class Playhead:
    """The moment that is shown, which moves on with real time unless it is paused."""

    def __init__(self, replay: Replay) -> None:
        self.steps = replay.steps
        self.moves = len(replay.steps)
        self.paused = False
        self.speed: float = 1
        self.refusal: Refusal | None = None
        """Why the last move that is shown did nothing."""
        self._playback = Playback(replay)
        self._goal: int | None = None
        """After how many moves it will stop, None once it is there."""
        self._time = self._time_of(0)
        self._since: int | None = None
        """When the clock was started at `_time`, None while it stands."""

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
        """Whether all moves are shown."""
        return self.index == self.moves

    @property
    def stands(self) -> bool:
        """Whether it moves only by keys and mouse."""
        return self._goal is None and (self.paused or self.at_end)

    @property
    def cursor(self) -> Cell:
        """The cell of the last move."""
        return self.steps[self.index - 1].move.cell if self.index else self.game.grid.cell(1, 1)

    def time(self, now: int) -> int:
        """Return what the clock shows, in milliseconds; below 0 before the game's clock runs."""
        if self._since is None:
            return self._time
        return min(self._playback.length, self._time + int((now - self._since) * self.speed))

    def tick(self, now: int) -> bool:
        """Let the clock run, and make the moves that are due; return whether there were any."""
        if self.stands:
            return False
        if self._goal is not None:
            return self._approach(self._goal)
        if self._since is None:
            self._since = now
        return self._show(self._playback.index_at(self.time(now)))

    def hold(self, now: int) -> None:
        """Stop the clock at what it shows, until the next tick."""
        self._time, self._since = self.time(now), None

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until the next move or second, if the clock runs from now on."""
        if self._goal is not None:
            return 0
        second = 1000 * (max(0, self.time(now)) // 1000 + 1)
        due = min(second, self.steps[self.index].milliseconds)
        since = now if self._since is None else self._since
        return max(0, since + ceil((due - self._time) / self.speed) - now)

    def go_to(self, index: int) -> None:
        """Show the game after so many moves, or after the nearest number that there is.

        A long way is gone in slices, the next ones by `tick`.
        """
        index = max(0, min(index, self.moves))
        if index < self.index // 2:  # it is nearer to the start
            self._show(0)
        self._approach(index)

    def _approach(self, goal: int) -> bool:
        """Show what is a slice nearer to the goal; return whether that is another move."""
        is_other = self._show(goal)
        self._goal = None if self.index == goal else goal
        self._time, self._since = self._time_of(self.index), None
        return is_other

    def step(self, moves: int) -> None:
        """Pause, and show so many moves more or, if negative, less."""
        self.paused = True
        self.go_to(self.index + moves)

    def pause(self) -> None:
        """Pause, continue, or at the end start again."""
        if self.at_end:
            self.paused = False
            self.go_to(0)
        else:
            self.paused = not self.paused

    def change_speed(self, factor: float) -> None:
        """Multiply the speed, within its limits."""
        self.speed = max(SLOWEST, min(self.speed * factor, FASTEST))

    def _time_of(self, index: int) -> int:
        """Return what the clock shows after so many moves."""
        if index:
            return self.steps[index - 1].milliseconds
        return min(0, self.steps[0].milliseconds) if self.moves else 0

    def _show(self, index: int) -> bool:
        """Make the moves up to this one, or take back those after it, a slice at most."""
        if index:
            index = max(self.index - SLICE, min(index, self.index + SLICE))
        if index == self.index:
            return False
        self.refusal = None
        if index:
            self.refusal = self._playback.go_to(index - 1).refusal(self.steps[index - 1].move)
        self._playback.go_to(index)
        return True


class Bar:
    """How many of the moves are shown, as a bar between brackets with its numbers."""

    def __init__(self, columns: int, playhead: Playhead) -> None:
        made, moves, speed = playhead.index, playhead.moves, playhead.speed
        counts = f" {made:{len(str(moves))}}/{moves}"
        times = f" x{speed:g}" if speed >= 1 else f" x1/{1 / speed:g}"
        numbers = first_that_fits((counts + times, counts), columns - MIN_BAR - 2)
        self.columns = columns
        self._moves = moves
        self._inner = columns - 2 - len(numbers)
        filled = "#" * (self._inner * made // max(1, moves))
        self.text = f"[{filled:.<{self._inner}}]{numbers}"

    def index_at(self, column: int) -> int | None:
        """Return how many moves are shown at a column of the bar; None beside it."""
        if not 0 <= column < self._inner + 2:
            return None
        place = max(0, min(column - 1, self._inner - 1))
        return round(place * self._moves / (self._inner - 1))
