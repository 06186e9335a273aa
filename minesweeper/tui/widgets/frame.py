"""The parts of a game's screen around the field: where they are, and their texts.

From top to bottom, as far as the height of the window allows:

header          mines left, the face, the clock; a click on it deals a new game
frame           the board, with level, size, rules and seed in the upper edge
notices         messages, help or the result, on the rows that they need
footer          the keys that can be pressed

In a low window the header is in the upper edge of the frame, and a notice in the lower one. Notices
that need more rows than are free lie over the lowest rows of the field until the cursor moves.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.notation import capitalise
from minesweeper.play.journal import Head
from minesweeper.play.session import Result, Session
from minesweeper.play.words import (
    clock_text,
    origin_text,
    result_parts,
    setup_parts,
    time_text,
)
from minesweeper.tui.canvas import PLAIN, Canvas, Style, first_that_fits, width, with_dots, wrap
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import Click
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.border import NO_TEXTS, Box, EdgeTexts, draw_border, edges
from minesweeper.tui.widgets.footer import Footer, FooterWord

# The minimum columns of the header, the minimum columns of the window, and the minimum rows of the
# field with which a game can be played.
MIN_HEADER_COLUMNS: Final = 18
MIN_COLUMNS: Final = 16
MIN_FIELD_ROWS: Final = 3
# In a window with fewer rows the field takes the rows of the header and the notices.
COMFORTABLE_ROWS: Final = 10
# The columns that the footer may take even if the field is narrower.
MIN_FOOTER_COLUMNS: Final = 64
# The rows of the frame that is drawn in the middle of a paused field.
PAUSE_ROWS: Final = 5
# The rows that stay free for notices below the frame, not counting the blank row above the footer.
NOTICE_ROWS: Final = 2
# The action of a click on the header.
HEADER_ACTION: Final = "new"
# The rows that the frame leaves free at a zoom above the usual one: for the header, a notice and
# the footer.
ROWS_BESIDE: Final = 3


class Notice(NamedTuple):
    """A text below the field; a notice with an empty text is not shown."""

    text: str
    """One or several lines, which are wrapped."""
    style: Style
    is_optional: bool = False
    """Whether the notice is left out if there is no room for it."""


class NoticeLine(NamedTuple):
    """A row of the screen with part of a notice."""

    text: str
    style: Style
    is_last: bool = True
    """Whether it is the last row of the notice."""


class TimedGame(Protocol):
    """A game with a clock, as the frame shows it: a session, or a moment of a replay."""

    @property
    def game(self) -> Game: ...

    @property
    def paused(self) -> bool: ...

    def milliseconds(self, now: int) -> int: ...


class Title(NamedTuple):
    """The texts about a game in the edges of its frame."""

    name: str
    details: tuple[str, ...] = ()
    """Texts that are left out if they do not fit, the most important first."""
    remarks: tuple[str, ...] = ()
    """Texts that go below the frame if they do not fit in its edges."""
    time: str = ""
    """A time to draw in large digits above the frame if there is room."""


class GameFrame:
    """Places and draws the parts of a game's screen."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self.looks = looks
        self.view = view
        self.shows_field = False
        self.is_too_small = False
        """Whether the frame was placed in a window that is too small for the field."""
        self._has_header = False
        """Whether the header has a row above the frame; otherwise it is in the upper edge."""
        self._border_style = PLAIN
        """The style of the frame that was drawn last."""
        self._lower = NO_TEXTS
        """The texts in its lower edge."""
        self._remarks_left = ""
        """The remarks of the title that fit in neither edge."""
        self._footer = Footer()
        self._pause = Footer()
        """The key that ends a pause, in the middle of the field."""

    def place(self, columns: int, rows: int, below: int = 0) -> bool:
        """Divide the rows of a window among the parts, leaving `below` rows free below the frame.

        Return False if the window is too small to play in.
        """
        self.view.fit(columns, rows - below, max(0, ROWS_BESIDE - below))
        self.shows_field = self._place(columns, rows, below)
        self.is_too_small = not self.shows_field
        return self.shows_field

    def _place(self, columns: int, rows: int, below: int) -> bool:
        if columns < MIN_COLUMNS or rows < self._minimum_rows() + below:
            return False
        _, frame_rows = self.view.full_size()
        # If the whole board only fits without the rows of header and notices, it takes them.
        spare = rows - frame_rows - below
        self._has_header = spare >= 2 or (spare < 0 and rows >= COMFORTABLE_ROWS)
        if not self._has_header:
            self.view.place(0, columns, min(frame_rows, rows - below))
            return True
        top = max(0, (spare - NOTICE_ROWS - 2) // 2)  # without header and footer
        other_rows = 3 if spare < 0 else 2  # the footer goes if the board then fits as a whole
        self.view.place(top + 1, columns, min(frame_rows, rows - below - other_rows))
        return True

    def draw_too_small(self, canvas: Canvas) -> None:
        """Say how large the window has to be."""
        draw_too_small(canvas, self.looks.theme, MIN_COLUMNS, self._minimum_rows())

    def draw_frame(self, canvas: Canvas, timed_game: TimedGame, title: Title, now: int) -> None:
        """Draw the frame with its title, and the header above it.

        In a low window the header is in the upper edge, instead of the title.
        """
        box, style = self.view.box, self.border_style(timed_game)
        header: EdgeTexts | None = self._header(timed_game, now)
        if header and self._has_header:
            self._draw_header(canvas, header)
            self._draw_large_time(canvas, title.time, style)
            header = None
        theme, notes = self.looks.theme, self.view.notes()
        upper_texts, self._lower, self._remarks_left = _edge_texts(
            box, theme, title, notes, style, header
        )
        self._border_style = style
        upper, lower = edges(box, theme, style, upper_texts, self._lower)
        canvas.put_pieces(box.row, upper)
        canvas.put_pieces(box.bottom, lower)

    def _draw_header(self, canvas: Canvas, header: EdgeTexts) -> None:
        columns, row = self._header_columns(), self.view.box.row - 1
        theme, symbol = self.looks.theme, header.middle[0]
        canvas.put(columns.start, row, *header.left)
        canvas.put(columns.start, row, theme.glyphs.signs[Face.FLAG], theme.flag)
        canvas.put(columns.start + (len(columns) - width(symbol)) // 2, row, *header.middle)
        canvas.put(columns.stop - width(header.right[0]), row, *header.right)

    def _draw_large_time(self, canvas: Canvas, time: str, style: Style) -> None:
        if not time or self.looks.theme.glyphs.border[0].isascii():
            return
        row = self.view.box.row - 2 - DIGIT_ROWS
        if row >= 0:
            _draw_digits(canvas, row, time, style)

    def _header_columns(self) -> range:
        """Return the columns of the header: those of the field, or more if it is narrow."""
        box = self.view.box
        wider = max(0, MIN_HEADER_COLUMNS - box.columns + 2)
        return range(box.column + 1 - wider // 2, box.right + (wider + 1) // 2)

    def border_style(self, timed_game: TimedGame) -> Style:
        """Return the style of the frame: green for a win, red for a loss."""
        theme = self.looks.theme
        status = timed_game.game.status
        if status is Status.PLAYING:
            return theme.border
        return theme.won if status is Status.WON else theme.lost

    def _header(self, timed_game: TimedGame, now: int) -> EdgeTexts:
        theme, glyphs = self.looks.theme, self.looks.theme.glyphs
        flag = glyphs.signs[Face.FLAG]
        return EdgeTexts(
            (f"{flag} {timed_game.game.mines_left}", theme.counter),
            (indicator_text(timed_game, glyphs), theme.face),
            (clock_text(timed_game.milliseconds(now)), theme.counter),
        )

    def action_at(self, column: int, row: int) -> str:
        """Return the action of a click at a place of the screen: a new game on the header.

        Return "" elsewhere; see `cell_at` for the field, and `clicked` for the footer.
        """
        header_row = self.view.box.row - self._has_header
        if self.shows_field and row == header_row and column in self._header_columns():
            return HEADER_ACTION
        return ""

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell at a column and row of the screen; None outside the field."""
        return self.view.cell_at(column, row) if self.shows_field else None

    def draw_field(
        self, canvas: Canvas, timed_game: TimedGame, cursor: Cell, overlay: Overlay, *, mines: bool
    ) -> None:
        """Draw the board with an overlay and the cursor; with `mines`, all mines are shown."""
        border = self.border_style(timed_game)
        self.view.draw(canvas, timed_game.game, cursor, border, mines=mines, overlay=overlay)

    def draw_pause(
        self, canvas: Canvas, timed_game: TimedGame, words: Sequence[FooterWord]
    ) -> None:
        """Draw an empty field with "Paused" and the key that ends the pause, the first of `words`.

        They are in a frame of their own if there is room for it.
        """
        view, theme = self.view, self.looks.theme
        view.draw_empty(canvas, self.border_style(timed_game))
        title, keys = "Paused", words[:1]
        columns = max(width(text) for text in (title, *(word.text for word in keys))) + 6
        field = view.box
        middle = (field.row + field.bottom) // 2
        if field.rows >= PAUSE_ROWS + 4 and field.columns >= columns + 4:
            left = (canvas.columns - columns) // 2
            for row in range(middle - 1, middle + 2):
                canvas.put(left, row, " " * columns, theme.text)
            draw_border(canvas, Box(left, middle - 2, columns, PAUSE_ROWS), theme)
        has_keys = field.rows > 4 and field.columns > columns - 4
        canvas.put_centred(middle - has_keys, title, theme.header)
        self._pause.draw(canvas, middle + has_keys, keys if has_keys else [], theme)

    def clicked(self, click: Click, *, paused: bool = False) -> str:
        """Return the key of the footer word that was clicked, or "".

        While `paused`, the word in the middle of the field counts too.
        """
        return self._footer.clicked(click) or (self._pause.clicked(click) if paused else "")

    def lay_out(self, notices: Iterable[Notice], columns: int, rows: int) -> list[NoticeLine]:
        """Return the lines of the notices, and of remarks that the edges had no room for.

        The window has the given columns and rows. Optional notices are left out, the last first,
        until the others fit below the frame. Remarks take the row of the footer if need be.
        """
        fitting = [notice for notice in notices if notice.text]
        lines = _lines_of(fitting, columns)
        while len(lines) > self.notice_rows(rows) and any(each.is_optional for each in fitting):
            fitting.remove(next(each for each in reversed(fitting) if each.is_optional))
            lines = _lines_of(fitting, columns)
        if self._remarks_left and len(lines) <= self.notice_rows(rows):
            box, remarks = self.view.box, capitalise(self._remarks_left)
            is_in_edge = len(lines) >= rows - box.bottom - 1
            parts = remarks.split(", ")
            texts = [
                remarks,
                *(", ".join([*parts[:end], "..."]) for end in range(len(parts) - 1, 0, -1)),
            ]
            room = box.columns - 4 if is_in_edge else columns
            texts.append(remarks.partition(":")[0])
            text = first_that_fits(texts, room) or with_dots(remarks, room)
            lines.append(NoticeLine(text, self.looks.theme.dim))
        return lines

    def draw_below(
        self,
        canvas: Canvas,
        lines: Sequence[NoticeLine],
        words: Sequence[FooterWord],
        *,
        over_field: bool,
    ) -> int:
        """Draw the notices and the footer below the frame; return the row of the first notice.

        If there is one row too few, the first line is drawn in the lower edge of the frame. More
        lines are drawn over the field with `over_field`, and cut off without it. The footer is only
        drawn if the notices leave a row for it.
        """
        bottom = self.view.box.bottom
        highest = 0 if over_field else bottom + self._has_header
        first = max(highest, min(bottom + 1, canvas.rows - len(lines)))
        rows = canvas.rows - first
        for row, line in enumerate(lines[:rows], first):
            is_cut = row == canvas.rows - 1 and not line.is_last
            text = with_dots(line.text, canvas.columns) if is_cut else line.text
            self._draw_line(canvas, row, text, line.style, in_edge=row == bottom == first)
        roomy = max(bottom + NOTICE_ROWS + 2, first + len(lines) + 1)
        footer_row = max(min(roomy, canvas.rows - 1), first + len(lines))
        columns = max(MIN_FOOTER_COLUMNS, self.view.box.columns)
        has_footer = bottom < footer_row < canvas.rows
        self._footer.draw(
            canvas, footer_row, words if has_footer else (), self.looks.theme, columns
        )
        return first

    def _draw_line(
        self, canvas: Canvas, row: int, text: str, style: Style, *, in_edge: bool
    ) -> None:
        """Draw a line of a notice on an empty row, or with `in_edge` in the lower edge if it fits.

        The other texts of the edge stay if there is room for all.
        """
        box, theme = self.view.box, self.looks.theme
        canvas.put_row(row, [])
        if in_edge and width(text) <= box.columns - 4:
            texts = self._lower._replace(middle=(text, style))
            if not texts.fit(box.columns):
                texts = EdgeTexts(middle=(text, style))
            _, lower = edges(box, theme, self._border_style, NO_TEXTS, texts)
            canvas.put_pieces(row, lower)
        else:
            canvas.put_centred(row, text, style)

    def notice_rows(self, rows: int) -> int:
        """Return the number of rows between the frame and the footer in a window of `rows` rows."""
        return max(0, rows - self.view.box.bottom - 2)

    def _minimum_rows(self) -> int:
        return min(MIN_FIELD_ROWS, self.view.grid.height) + 2


def _lines_of(notices: Iterable[Notice], columns: int) -> list[NoticeLine]:
    lines = []
    for notice in notices:
        rows = [row for line in notice.text.split("\n") for row in wrap(capitalise(line), columns)]
        lines += [NoticeLine(row, notice.style, at == len(rows)) for at, row in enumerate(rows, 1)]
    return lines


def draw_too_small(
    canvas: Canvas, theme: Theme, columns: int, rows: int, way_out: str = ""
) -> None:
    """Say how large the window has to be, and with `way_out` how to leave the page."""
    texts = "Too small", f"{columns}{theme.glyphs.times}{rows} needed", way_out
    lines = [line for text in texts for line in wrap(text, max(1, canvas.columns))]
    for row, line in enumerate(lines):
        canvas.put(0, row, line, theme.message)


def _edge_texts(
    box: Box,
    theme: Theme,
    title: Title,
    notes: tuple[str, ...],
    style: Style,
    header: EdgeTexts | None,
) -> tuple[EdgeTexts, EdgeTexts, str]:
    """Return the texts of the upper and the lower edge, and the remarks that fit in neither.

    The upper edge has the title, or a header instead, and the lower one the longest of the notes
    that fits. Details and remarks are put at the right of the upper edge, the rest of them at the
    right of the lower one.
    """
    top, dot = header, theme.glyphs.dot
    rest = [*title.details, *title.remarks]
    if top is None:
        name = first_that_fits((title.name, title.name.split()[-1]), box.columns - 4)
        top = EdgeTexts((name, theme.header if style is theme.border else style))
        right, rest = _right_of(top, rest, box.columns, dot)
        top = top._replace(right=(right, theme.dim))
    fitting = (note for note in notes if EdgeTexts(middle=(note, PLAIN)).fit(box.columns))
    bottom = EdgeTexts(middle=(next(fitting, ""), theme.scroll_arrow))
    right, rest = _right_of(bottom, rest, box.columns, dot)
    bottom = bottom._replace(right=(right, theme.dim))
    return top, bottom, dot.join(text for text in rest if text in title.remarks)


def _right_of(
    texts: EdgeTexts, details: list[str], columns: int, dot: str
) -> tuple[str, list[str]]:
    """Return the details that fit at the right of an edge, joined, and the list of the others."""
    right, left = "", []
    for text in details:
        longer = dot.join(filter(None, (right, text)))
        if texts._replace(right=(longer, PLAIN)).fit(columns):
            right = longer
        else:
            left.append(text)
    return right, left


def game_title(session: Session, remarks: Iterable[str], glyphs: Glyphs) -> Title:
    """Return the title of a session: level and size, rules, the origin of the board, remarks."""
    name, details = _setup_texts(session.head, glyphs.times)
    status = session.game.status
    if status is Status.PLAYING:
        return Title(name, details, tuple(remarks))
    won, result = status is Status.WON, session.shown_result
    time = time_text(result.milliseconds).removesuffix(" s") if won and result else ""
    return Title("Won" if won else "Lost", (name, *details), tuple(remarks), time)


def _setup_texts(head: Head, times: str) -> tuple[str, tuple[str, ...]]:
    """Return level and size of a game; and its rules with the origin of its board."""
    size, _, *rules = setup_parts(head.setup, times)  # the header has the mines
    return size, (*rules, origin_text(head.origin))


def indicator_text(timed_game: TimedGame, glyphs: Glyphs) -> str:
    """Return the face that shows whether a game is played, paused, won or lost."""
    return glyphs.paused if timed_game.paused else glyphs.indicators[timed_game.game.status]


def figures_text(result: Result, columns: int) -> str:
    """Return the figures of a result, as many as fit in `columns` columns."""
    parts = [capitalise(part) for part in result_parts(result)]
    return first_that_fits(["   ".join(parts[:end]) for end in range(len(parts), 0, -1)], columns)


# A time in large digits

DIGIT_ROWS: Final = 3

# The rows of each character, drawn with half blocks.
_DIGIT_SHAPES: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    ":": ("▄", "▄", " "),
    ".": (" ", " ", "▀"),
}


def _draw_digits(canvas: Canvas, row: int, text: str, style: Style) -> None:
    """Draw a time in large digits, centred on the rows from `row` on."""
    for at in range(DIGIT_ROWS):
        line = " ".join(_DIGIT_SHAPES[character][at] for character in text)
        canvas.put_centred(row + at, line, style)
