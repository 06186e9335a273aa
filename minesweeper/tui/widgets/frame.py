"""How the game screen is laid out and drawn, from top to bottom as far as the height allows.

title           level, size, mines, seed
header          mines left, safe cells left, the indicator, the clock
field           the board inside its wall
message         what just happened or did not work; the result; as many lines as it takes
keys            what can be pressed; where there is no row for that, while there is no message

A message that takes more rows than there are lies over the lowest rows of the field, until the
cursor moves.
"""

from collections.abc import Iterable
from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.play.session import Session
from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import Canvas, Style, first_lines, width, wrap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets import status
from minesweeper.tui.widgets.board import BoardView, Overlay

# The narrowest header, the narrowest window, and the least of the field that can be played.
HEADER: Final = 40
MIN_COLUMNS: Final = 16
MIN_FIELD_ROWS: Final = 3
# Rows for messages that are kept free, before the whole is centred, besides the first one.
MESSAGE_ROWS: Final = 2

Message = tuple[str, Style]


class GameFrame:
    """Where on the screen the parts of a game are, and how they are drawn."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self.looks = looks
        self.view = view
        self.shows_field = False
        self.is_too_small = False
        """The window cannot show the field; before there is a window, that is not known."""
        self._placed_for = (0, 0, 0)
        self._has_title = self._has_keys = False
        self._keys_share = False
        """All of the board just fits: rather than one of its rows, the keys give up theirs."""
        self._status = range(0)

    def place(self, columns: int, rows: int) -> bool:
        """Share out the rows of a window; False if it is too small to play in."""
        placed_for = columns, rows, id(self.looks.theme)
        if placed_for != self._placed_for:
            self._placed_for = placed_for
            self.shows_field = self._place(columns, rows)
            self.is_too_small = not self.shows_field
        return self.shows_field

    def _place(self, columns: int, rows: int) -> bool:
        if columns < MIN_COLUMNS or rows < self._least_rows():
            return False
        # Header, message and the two walls are always there; the field comes before the rest.
        _, wall_rows = self.view.full_size()
        spare = rows - wall_rows - 2
        self._has_title, self._keys_share = spare >= 2, spare == 0
        self._has_keys = spare >= 1 or (spare < 0 and rows >= 10)
        top = max(0, (spare - self._has_keys - self._has_title - MESSAGE_ROWS) // 2)
        field_row = top + self._has_title + 1
        below = rows - 1 - self._has_keys
        self.view.place(field_row, columns, min(wall_rows, below - field_row))
        return True

    def draw_too_small(self, canvas: Canvas) -> None:
        texts = "Too small", f"{MIN_COLUMNS}x{self._least_rows()} needed"
        lines = [line for text in texts for line in wrap(text, max(1, canvas.columns))]
        for row, line in enumerate(lines):
            canvas.put(0, row, line, self.looks.theme.message)

    def draw_status(self, canvas: Canvas, shown: status.Shown, title: str, now: int) -> None:
        """The title; then counts to the left, the indicator in the middle, the clock."""
        row = self.view.row - 2
        if self._has_title:
            canvas.put_centred(row - 1, title, self.looks.theme.dim)
        columns = min(max(HEADER, self.view.full_size()[0]), canvas.columns)
        left = (canvas.columns - columns) // 2
        self._status = range(left, left + columns)
        face = status.indicator(shown, self.looks.theme.glyphs)
        middle = left + (columns - width(face)) // 2
        counts = status.counts(shown.game, self.looks.theme.glyphs, middle - left - 1)
        clock = status.clock(shown.milliseconds(now))
        canvas.put(left, row, counts, self.looks.theme.header)
        canvas.put(middle, row, face, self.looks.theme.header)
        canvas.put(left + columns - width(clock), row, clock, self.looks.theme.header)

    def on_status(self, column: int, row: int) -> bool:
        """Whether a place of the screen is in the header, where a click deals."""
        return self.shows_field and row == self.view.row - 2 and column in self._status

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cell at a place of the screen, where the field is shown at all."""
        return self.view.cell_at(column, row) if self.shows_field else None

    def draw_field(
        self, canvas: Canvas, session: Session, cursor: Cell, overlay: Overlay, *, mines: bool
    ) -> None:
        if session.paused:
            self.view.draw_hidden(canvas)
            canvas.put_centred(
                self.view.row + self.view.down // 2, "Paused", self.looks.theme.message
            )
        else:
            self.view.draw(canvas, session.game, cursor, mines=mines, overlay=overlay)

    def draw_below(
        self,
        canvas: Canvas,
        messages: Iterable[Message],
        title: str,
        keys: str,
        *,
        over_field: bool,
    ) -> int:
        """The messages, if need be over the field or else cut; the keys, if a row is left.

        Where nothing is said, their row is for what has none: the title, or the keys. The result is
        the row where the messages begin.
        """
        below = self.view.row + self.view.down + 1
        lines = [
            (line, style)
            for text, style in messages
            for line in wrap(sentence(text), canvas.columns)
        ]
        if not lines:
            idle = keys if self._keys_share else "" if self._has_title else title
            lines = [(idle, self.looks.theme.dim)]
        highest = 0 if over_field else below - 1  # no cell is in the wall
        first = max(highest, min(below, canvas.rows - len(lines)))
        texts = first_lines([text for text, _ in lines], canvas.rows - first)
        for row, (text, (_, style)) in enumerate(zip(texts, lines, strict=False), first):
            canvas.put_row(row, [])
            canvas.put_centred(row, text, style)
        if self._has_keys:  # unless a long message has taken their row
            canvas.put_centred(first + len(lines), keys, self.looks.theme.dim)
        return first

    def message_rows(self, rows: int) -> int:
        """How many rows there are for messages, between the field and the keys."""
        return rows - (self.view.row + self.view.down + 1) - self._has_keys

    def _least_rows(self) -> int:
        return min(MIN_FIELD_ROWS, self.view.grid.height) + 4
