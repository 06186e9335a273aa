"""The screen on which the game is played.

From top to bottom, as far as the window's height allows:

    title           level, size, mines, seed
    header          mines left, safe cells left, the indicator, the clock
    field           the board inside its wall
    message         what just happened or did not work; the result
    keys            what can be pressed
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from minesweeper.cells import Cell
from minesweeper.game import Move, Status, Verb
from minesweeper.session import Dealer, Session
from minesweeper.tui import status
from minesweeper.tui.board_view import BoardView
from minesweeper.tui.canvas import Canvas, Style, width
from minesweeper.tui.events import Event, Key, Mouse
from minesweeper.tui.keys import ROWS, action_of
from minesweeper.tui.pages import HelpPage
from minesweeper.tui.screen import Ask, Reaction, Screen
from minesweeper.tui.theme import Theme

# A held mouse button flags after this long; after the end Enter deals once no key came for as long.
HELD: Final = 500

# The narrowest header, the narrowest window, and the least of the field that can be played.
HEADER: Final = 40
MIN_COLUMNS: Final = 16
MIN_FIELD_ROWS: Final = 3

_STEPS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-1, -1),
    "up-right": (1, -1),
    "down-left": (-1, 1),
    "down-right": (1, 1),
}
_WAYS: Final = ("left", "right", "up", "down")
_LEFT, _MIDDLE, _RIGHT, _WHEEL_UP, _WHEEL_DOWN = 1, 2, 3, 4, 5


class Press(NamedTuple):
    """A mouse button that is down: on a cell, or on the status above the field."""

    button: int
    cell: Cell | None
    since: int


class GameScreen(Screen):
    """Plays the games that the dealer deals, one after the other."""

    def __init__(self, dealer: Dealer, theme: Theme, *, show_mines: bool = False) -> None:
        self.theme = theme
        self.session = dealer.next()
        self.grid = self.session.game.grid
        self.view = BoardView(self.grid, theme)
        self.cursor = self.grid.cell(1, 1)
        self.message = ""
        self._dealer = dealer
        self._show_mines = show_mines
        self._buttons_swapped = False
        self._press: Press | None = None
        self._quiet_since = 0
        self._resume_after_help = False
        self._status_rows = range(0)
        self._size = (0, 0)
        self._actions = action_of(ROWS)
        self._methods = self._dispatch()

    def _dispatch(self) -> dict[str, Callable[[int], Reaction]]:
        """What each action does."""
        steps = {action: partial(self._step, *step) for action, step in _STEPS.items()}
        skips = {f"skip-{way}": partial(self._skip, *_STEPS[way]) for way in _WAYS}
        ends = {
            "row-start": (-self.grid.width, 0),
            "row-end": (self.grid.width, 0),
            "top": (0, -self.grid.height),
            "bottom": (0, self.grid.height),
        }
        jumps = {action: partial(self._step, *jump) for action, jump in ends.items()}
        return {
            **steps,
            **skips,
            **jumps,
            "page-up": partial(self._page, -1),
            "page-down": partial(self._page, 1),
            "reveal": self._enter,
            "flag": partial(self._play, "flag"),
            "chord": partial(self._play, "chord"),
            "new": self._new,
            "again": self._again,
            "pause": self._pause,
            "swap-buttons": self._swap_buttons,
            "help": self._help,
            "quit": lambda now: Ask.QUIT,
        }

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        least = MIN_FIELD_ROWS if self.grid.height > MIN_FIELD_ROWS else self.grid.height
        if canvas.columns < MIN_COLUMNS or canvas.rows < least + 4:
            self._draw_too_small(canvas, least + 4)
            return
        # Header, message and the two walls are always there; the field comes before the rest.
        wall_columns, wall_rows = self.view.full_size()
        spare = canvas.rows - wall_rows - 2
        has_keys, has_title = spare >= 1 or canvas.rows >= 10, spare >= 2
        top = max(0, (spare - has_keys - has_title) // 2)
        field_row = top + has_title + 1
        below = canvas.rows - 1 - has_keys
        self.view.place(field_row, canvas.columns, min(wall_rows, below - field_row))
        if (canvas.columns, canvas.rows) != self._size:
            self._size = (canvas.columns, canvas.rows)
            self.view.follow(self.cursor)
        if has_title:
            text = status.title(self.session, show_mines=self._show_mines, columns=canvas.columns)
            canvas.put_centred(top, text, self.theme.dim)
        self._draw_header(canvas, field_row - 1, max(HEADER, wall_columns), now)
        self._status_rows = range(field_row)
        self._draw_field(canvas)
        message_row = self.view.row + self.view.down + 1
        canvas.put_centred(message_row, *self._message(canvas.columns, has_title))
        if has_keys:
            keys = status.keys_line(self.session, canvas.columns)
            canvas.put_centred(message_row + 1, keys, self.theme.dim)

    def _draw_too_small(self, canvas: Canvas, rows: int) -> None:
        self._status_rows = range(0)
        needed = f"{MIN_COLUMNS}x{rows}"
        for row, text in enumerate(("too small:", f"{needed} needed")):
            canvas.put(0, row, text, self.theme.message)

    def _draw_header(self, canvas: Canvas, row: int, columns: int, now: int) -> None:
        """Counts to the left, the indicator in the middle, the clock to the right."""
        columns = min(columns, canvas.columns)
        left = (canvas.columns - columns) // 2
        face = status.indicator(self.session, self.theme.glyphs)
        middle = left + (columns - width(face)) // 2
        counts = status.counts(self.session.game, self.theme.glyphs, middle - left - 1)
        clock = status.clock(self.session.milliseconds(now))
        canvas.put(left, row, counts, self.theme.header)
        canvas.put(middle, row, face, self.theme.header)
        canvas.put(left + columns - width(clock), row, clock, self.theme.header)

    def _draw_field(self, canvas: Canvas) -> None:
        if self.session.paused:
            self.view.draw_hidden(canvas)
            canvas.put_centred(self.view.row + self.view.down // 2, "paused", self.theme.message)
        else:
            self.view.draw(canvas, self.session.game, self.cursor, mines=self._show_mines)

    def _message(self, columns: int, has_title: bool) -> tuple[str, Style]:
        """What just did not work; else the result; else what is played, if no title says it."""
        result = self.session.result
        if self.message:
            return self.message, self.theme.message
        if result:
            won = result.status is Status.WON
            text = status.result_text(result, columns)
            return text, self.theme.won if won else self.theme.lost
        if has_title:
            return "", self.theme.text
        text = status.title(self.session, show_mines=self._show_mines, columns=columns)
        return text, self.theme.dim

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        self.message = ""
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        return self._handle_key(event, now)

    def tick(self, now: int) -> None:
        """A left button held long enough flags."""
        press = self._press
        if press and press.button == _LEFT and press.cell and now - press.since >= HELD:
            self._press = None
            self._play("reveal" if self._buttons_swapped else "flag", now)

    def patience(self, now: int) -> int:
        if self._press:
            return max(0, self._press.since + HELD - now)
        if self.session.running:
            return 1000 - self.session.milliseconds(now) % 1000
        return super().patience(now)

    def uncovered(self, now: int) -> None:
        if self._resume_after_help:
            self.session.resume(now)

    def _handle_key(self, key: Key, now: int) -> Reaction:
        action = self._actions.get(key.name)
        was_quiet = now - self._quiet_since >= HELD
        self._quiet_since = now
        if self.session.paused and (action == "pause" or key.name in ("enter", " ")):
            self.session.resume(now)
            return None
        if self.session.result and action == "reveal":
            if was_quiet:
                self._new(now)
            return None
        method = self._methods.get(action or "")
        return method(now) if method else None

    def _handle_mouse(self, mouse: Mouse, now: int) -> Reaction:
        if mouse.button in (_WHEEL_UP, _WHEEL_DOWN):
            self._scroll(-1 if mouse.button == _WHEEL_UP else 1)
        elif mouse.pressed:
            self._press_button(mouse, now)
        elif self._press:
            press, self._press = self._press, None
            if self._target(mouse) == press.cell and (press.cell or self._on_status(mouse)):
                self._click(press, now)
        return None

    def _press_button(self, mouse: Mouse, now: int) -> None:
        """A second button that goes down before the first is released makes a chord."""
        cell = self._target(mouse)
        if cell:
            self.cursor = cell
        if cell or self._on_status(mouse):
            self._press = Press(_MIDDLE if self._press else mouse.button, cell, now)

    def _click(self, press: Press, now: int) -> None:
        if press.cell is None:
            self._new(now)
        elif press.button == _MIDDLE:
            self._play("chord", now)
        elif (press.button == _LEFT) is not self._buttons_swapped:
            self._reveal(now)
        else:
            self._play("flag", now)

    def _target(self, mouse: Mouse) -> Cell | None:
        return None if self.session.paused else self.view.cell_at(mouse.column, mouse.row)

    def _on_status(self, mouse: Mouse) -> bool:
        return mouse.row in self._status_rows

    # Actions

    def _step(self, columns: int, rows: int, now: int) -> None:
        """Move the cursor, to the wall at most."""
        if self.session.paused:
            return
        column, row = self.grid.place(self.cursor)
        column = max(1, min(column + columns, self.grid.width))
        row = max(1, min(row + rows, self.grid.height))
        self._move_to(self.grid.cell(column, row))

    def _skip(self, columns: int, rows: int, now: int) -> None:
        """Move to the next covered cell that way."""
        step = rows * self.grid.stride + columns
        cell = Cell(self.cursor + step)
        while cell in self.grid and self.session.game.is_revealed(cell):
            cell = Cell(cell + step)
        if self.session.paused:
            return
        if cell in self.grid:
            self._move_to(cell)
        else:
            self.message = "no covered cell that way"

    def _page(self, way: int, now: int) -> None:
        self._step(0, way * max(1, self.view.down - 1), now)

    def _scroll(self, way: int) -> None:
        """Scroll rows, or columns where all rows are in sight; the cursor stays in sight."""
        if self.view.down < self.grid.height:
            self.view.scroll(0, 3 * way)
        else:
            self.view.scroll(3 * way, 0)
        self.cursor = self.view.nearest_in_sight(self.cursor)

    def _move_to(self, cell: Cell) -> None:
        self.cursor = cell
        self.view.follow(cell)

    def _enter(self, now: int) -> None:
        self._reveal(now)

    def _reveal(self, now: int) -> None:
        """Reveal the cell under the cursor, or chord if it is a number."""
        self._play("chord" if self.session.game.is_revealed(self.cursor) else "reveal", now)

    def _play(self, verb: Verb, now: int) -> None:
        move = Move(verb, self.cursor)
        if self.session.paused:
            return
        self.message = self.session.game.refusal(move)
        self.session.play(move, now)

    def _new(self, now: int) -> None:
        self._start(self._dealer.next())

    def _again(self, now: int) -> None:
        self._start(self._dealer.again(self.session))
        self.message = "the same board again"

    def _start(self, session: Session) -> None:
        self.session = session
        self._press = None

    def _pause(self, now: int) -> None:
        self.session.pause(now)
        if not self.session.paused and not self.session.result:
            self.message = "the clock does not run yet"

    def _swap_buttons(self, now: int) -> None:
        self._buttons_swapped = not self._buttons_swapped
        left, right = ("flags", "reveals") if self._buttons_swapped else ("reveals", "flags")
        self.message = f"the left button {left}, the right one {right}"

    def _help(self, now: int) -> Reaction:
        """The clock stands while the help hides the board."""
        self._resume_after_help = not self.session.paused
        self.session.pause(now)
        return HelpPage(self.theme)
