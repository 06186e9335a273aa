"""The parts of a game's screen around the field: where they are, and their texts.

From top to bottom, as far as the height of the window allows:

header          mines left, the face, the clock; a click on the face deals a new game
frame           the board, with level, size, rules and seed in the upper edge
notices         messages, help or the result, on the rows that are free
footer          the keys that can be pressed, in the last row

At the right of the frame, where at least MIN_PANEL_ROOM columns are free, a panel has the result of
a game that is over, and help that needs more rows than there are below; else the records of the
player. In a low window the header
is in the upper edge of the frame. Nothing is drawn over the frame, the field or the footer: notices
that have no room are left out, those of the highest rank first.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.play.journal import Head
from minesweeper.play.session import Session
from minesweeper.play.words import clock_text, origin_text, setup_parts
from minesweeper.tui.canvas import PLAIN, Canvas, Style, first_that_fits, width, wrap
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.theme import MIN_FIELD_ROWS, Looks, Theme
from minesweeper.tui.look.tiles import put_text, without_colours
from minesweeper.tui.screen import Click
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.border import NO_TEXTS, Box, EdgeTexts, draw_border, edges
from minesweeper.tui.widgets.footer import Footer, FooterWord
from minesweeper.tui.widgets.notice import (
    MIN_SENTENCE_COLUMNS,
    Notice,
    NoticeLine,
    lines_below,
    lines_beside,
)

# The minimum columns of the header, and those of the window with which a game can be played.
MIN_HEADER_COLUMNS: Final = 18
MIN_COLUMNS: Final = 16
# In a window with fewer rows the field takes the rows of the header and the notices.
COMFORTABLE_ROWS: Final = 10
# The columns that the footer may take even if the field is narrower.
MIN_FOOTER_COLUMNS: Final = 64
# The rows of the frame that is drawn in the middle of a paused field.
PAUSE_ROWS: Final = 5
# The rows that stay free for notices below the frame if there are enough.
NOTICE_ROWS: Final = 2
# The minimum columns beside the frame for a panel, its maximum columns, and the blank columns on
# both sides of it if there are enough; at the edge of the window one less will do.
MIN_PANEL_ROOM: Final = 16
MAX_PANEL_COLUMNS: Final = 28
PANEL_GAP: Final = 3
# Notices of higher ranks are not worth hiding part of the board for them.
MAX_IMPORTANT_RANK: Final = 1
# More rows than any window has.
MANY_ROWS: Final = 10_000
# The action of a click on the face, and the columns at each side of it that can be clicked too.
FACE_ACTION: Final = "new"
FACE_MARGIN: Final = 1
# The rows that the frame leaves free at a zoom above the usual one: for the header and a notice
# where a panel has room beside it, else for the header and more notices.
ROWS_BESIDE: Final = 2
ROWS_WITHOUT_PANEL: Final = 4


class TimedGame(Protocol):
    """A game with a clock, as the frame shows it: a session or a `Moment`."""

    @property
    def game(self) -> Game: ...

    @property
    def paused(self) -> bool: ...

    def milliseconds(self, now: int) -> int: ...


class Moment(NamedTuple):
    """A moment of a finished game, as the frame shows it."""

    game: Game
    clock: int
    """The time of the clock in milliseconds."""
    paused: bool = False

    def milliseconds(self, now: int) -> int:
        """Return the time of the clock in milliseconds."""
        return self.clock


class Title(NamedTuple):
    """The texts about a game in the edges of its frame."""

    name: str
    details: tuple[str, ...] = ()
    """Texts that are left out if they do not fit, the most important first."""
    remarks: tuple[str, ...] = ()
    """The forms of a text in the lower edge, the longest first; empty for none."""


class GameFrame:
    """Places and draws the parts of a game's screen."""

    def __init__(self, looks: Looks, view: BoardView, *, has_bar: bool = False) -> None:
        """With `has_bar` the row below the frame is kept for a bar that the caller draws."""
        self.looks = looks
        self.view = view
        self.shows_field = False
        self.is_too_small = False
        """Whether the frame was placed in a window that is too small for the field."""
        self._has_bar = has_bar
        self._window_columns = 0
        self._has_header = False
        """Whether the header has a row above the frame; otherwise it is in the upper edge."""
        self._border_style = PLAIN
        """The style of the frame that was drawn last."""
        self.bar_row = -1
        """The row of the screen for the bar; -1 without one."""
        self._notice_rows = range(0)
        """The rows of the screen for notices below the frame."""
        self._face_columns = range(0)
        """The columns of the screen for a click on the face; empty if it is not shown."""
        self._panel_columns = range(0)
        """The columns of the screen for a panel beside the frame."""
        self._footer = Footer()
        self._pause = Footer()
        """The key that ends a pause, in the middle of the field."""

    def place(
        self, columns: int, rows: int, wanted_rows: int = 0, *, has_panel: bool = False
    ) -> bool:
        """Divide the rows of a window among the parts.

        If part of the board is out of sight, `wanted_rows` rows are left for notices, but at most
        a third of the window. With `has_panel` the frame makes way for a panel at its right if the
        window is wide enough for both. Return False if the window is too small to play in.
        """
        needed, self._window_columns = self._minimum_rows(), columns
        self.shows_field = columns >= MIN_COLUMNS and rows >= needed
        self.is_too_small = not self.shows_field
        if self.shows_field:
            footer_rows = int(rows > needed)
            free = rows - footer_rows  # for all but the footer
            bar_rows = min(int(self._has_bar), free - needed)
            with_panel = columns - MIN_PANEL_ROOM, free - ROWS_BESIDE
            without_panel = columns, free - ROWS_WITHOUT_PANEL
            self.view.fit((columns, free - bar_rows), [with_panel, without_panel])
            panel_room = self._panel_room(columns) if has_panel else 0
            self._place(columns, free, bar_rows, min(wanted_rows, rows // 3), panel_room)
        return self.shows_field

    def _place(
        self, columns: int, rows: int, bar_rows: int, wanted_rows: int, panel_room: int
    ) -> None:
        """Place the header, the frame and the notices on `rows` rows."""
        _, frame_rows = self.view.full_size()
        spare = rows - frame_rows
        if spare < bar_rows:  # part of the board is out of sight
            self._has_header = rows >= COMFORTABLE_ROWS
            other_rows = max(wanted_rows, 1) + bar_rows
            other_rows = min(other_rows, rows - self._minimum_rows() - self._has_header)
            top = int(self._has_header)
        else:
            self._has_header = spare >= 2
            other_rows = bar_rows
            top = max(0, (spare - NOTICE_ROWS - 1) // 2) + self._has_header
        self.view.place(top, columns, min(frame_rows, rows - top - other_rows), panel_room)
        below = self.view.box.bottom + 1
        self.bar_row = below if bar_rows else -1
        self._notice_rows = range(below + bar_rows, rows)
        self._panel_columns = self._columns_beside(columns)

    def _panel_room(self, columns: int) -> int:
        """Return the columns to leave at the right of the frame for a panel; 0 if they are few."""
        frame_columns, _ = self.view.full_size()
        room = min(columns - frame_columns, MAX_PANEL_COLUMNS + 2 * PANEL_GAP)
        return room if room >= MIN_PANEL_ROOM else 0

    def _columns_beside(self, columns: int) -> range:
        """Return the columns for a panel; an empty range if few are free beside the frame."""
        first = self.view.box.right + 1
        room = columns - first
        if room < MIN_PANEL_ROOM:
            return range(0)
        gap = min(PANEL_GAP, (room - MIN_PANEL_ROOM) // 2 + 1)
        return range(first + gap, first + gap + min(MAX_PANEL_COLUMNS, room - 2 * gap + 1))

    def draw_too_small(self, canvas: Canvas) -> None:
        """Say how large the window has to be."""
        draw_too_small(canvas, self.looks.theme, MIN_COLUMNS, self._minimum_rows())

    def draw_frame(self, canvas: Canvas, timed_game: TimedGame, title: Title, now: int) -> None:
        """Draw the frame with its title, and the header above it.

        In a low window the header is in the upper edge, instead of the title.
        """
        box, style = self.view.box, self.border_style(timed_game)
        header = self._header(timed_game, now)
        self._face_columns = self._place_face(header)
        if self._has_header:
            self._draw_header(canvas, header)
        self._border_style = style
        top = None if self._has_header else header
        texts = _edge_texts(box, self.looks.theme, title, self.view.notes(), style, top)
        upper, lower = edges(box, self.looks.theme, style, *texts)
        canvas.put_pieces(box.row, upper)
        canvas.put_pieces(box.bottom, lower)

    def _draw_header(self, canvas: Canvas, header: EdgeTexts) -> None:
        columns, row = self._header_columns(), self.view.box.row - 1
        theme = self.looks.theme
        canvas.put(columns.start, row, *header.left)
        canvas.put(columns.start, row, theme.glyphs.signs[Face.FLAG], theme.flag)
        canvas.put(self._face_columns.start + FACE_MARGIN, row, *header.middle)
        canvas.put(columns.stop - width(header.right[0]), row, *header.right)

    def _header_columns(self) -> range:
        """Return the columns of the header: those of the field, or more if it is narrow."""
        box = self.view.box
        columns = min(max(MIN_HEADER_COLUMNS, box.columns - 2), self._window_columns)
        middle = box.column + 1 - (columns - box.columns + 2) // 2
        first = max(0, min(middle, self._window_columns - columns))
        return range(first, first + columns)

    def _place_face(self, header: EdgeTexts) -> range:
        """Return the columns for a click on the face; an empty range if there is no room for it."""
        box, columns, face = self.view.box, self._header_columns(), header.middle[0]
        if not self._has_header:
            columns = range(box.column, box.right + 1)
            if not header.fit(len(columns)):
                return range(0)
        first = columns.start + (len(columns) - width(face)) // 2
        return range(first - FACE_MARGIN, first + width(face) + FACE_MARGIN)

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
        """Return the action of a click at a place of the screen: a new game on the face.

        Return "" elsewhere; see `cell_at` for the field, and `clicked` for the footer.
        """
        face_row = self.view.box.row - self._has_header
        is_on_face = row == face_row and column in self._face_columns
        return FACE_ACTION if self.shows_field and is_on_face else ""

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell at a column and row of the screen; None outside the field."""
        return self.view.cell_at(column, row) if self.shows_field else None

    def draw_field(
        self,
        canvas: Canvas,
        timed_game: TimedGame,
        cursor: Cell | None,
        overlay: Overlay,
        *,
        mines: bool,
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

    def draw_notices(
        self,
        canvas: Canvas,
        notices: Sequence[Notice],
        words: Sequence[FooterWord],
        panel: Sequence[Notice] = (),
        records: Sequence[Notice] = (),
    ) -> None:
        """Draw the notices below the frame, the panel or the records beside it, and the footer.

        If there is no room for a panel, its notices are below the frame, after the others. If there
        is no panel, notices that need more rows than there are below are beside the frame where
        there is room. Below a panel, a notice that is not to be wrapped has the whole width.
        """
        theme = self.looks.theme
        if panel and not self._panel_columns:
            panel, notices = (), [*notices, *panel]
        elif not panel and self._panel_columns and self.missing_rows(notices, canvas.columns):
            panel, notices = notices, ()
        if panel:
            wide = [notice for notice in notices if notice.is_unbroken]
            narrow = [notice for notice in notices if not notice.is_unbroken]
            stop = self._draw_below(canvas, narrow, self._panel_columns.start - 1)
            end = self._notice_rows.stop if self.bar_row < 0 else self.bar_row
            beside = range(self.view.box.row, end)
            stop = max(stop, self._draw_beside(canvas, panel, beside, theme.header))
            with_blank = min(stop + 1, self._notice_rows.stop - 1)
            self._put_below(canvas, wide, canvas.columns, max(stop, with_blank))
        else:
            self._draw_below(canvas, notices, canvas.columns)
            beside = range(self.view.box.row, self.view.box.bottom + 1)
            self._draw_beside(canvas, records, beside, theme.text)
        columns = max(MIN_FOOTER_COLUMNS, self.view.box.columns)
        has_footer = self._notice_rows.stop < canvas.rows
        self._footer.draw(canvas, canvas.rows - 1, words if has_footer else (), theme, columns)

    def _draw_below(self, canvas: Canvas, notices: Sequence[Notice], columns: int) -> int:
        """Draw notices below the middle of the frame, in the first `columns` columns.

        Return the row after them.
        """
        if not self._notice_rows:
            self._draw_in_edge(canvas, notices)
            return self.view.box.bottom + 1
        return self._put_below(canvas, notices, columns, self._notice_rows.start)

    def _put_below(
        self, canvas: Canvas, notices: Sequence[Notice], columns: int, first: int
    ) -> int:
        middle = self.view.box.column + self.view.box.columns // 2
        lines = self._lines_below(notices, columns, max(0, self._notice_rows.stop - first))
        for row, line in enumerate(lines, first):
            taken = width(line.text)
            column = max(0, min(middle - taken // 2, columns - taken))
            put_text(canvas, column, row, line.text, line.style, self.looks.theme)
        return first + len(lines)

    def _lines_below(self, notices: Sequence[Notice], columns: int, rows: int) -> list[NoticeLine]:
        sentence_columns = min(columns, max(MIN_SENTENCE_COLUMNS, self.view.box.columns))
        return lines_below(notices, columns, sentence_columns, rows)

    def missing_rows(self, notices: Sequence[Notice], columns: int) -> int:
        """Return how many more rows than there are below the frame the important notices need."""
        important = [notice for notice in notices if notice.rank <= MAX_IMPORTANT_RANK]
        needed = len(self._lines_below(important, columns, MANY_ROWS))
        return max(0, needed - len(self._notice_rows))

    def _draw_beside(
        self, canvas: Canvas, panel: Sequence[Notice], rows: range, value_style: Style
    ) -> int:
        """Draw a panel on the given rows, from the second one on if there is room.

        Return the row after it.
        """
        columns = self._panel_columns
        theme = self.looks.theme
        lines = lines_beside(panel, len(columns), len(rows), theme)
        first = rows.start + (len(lines) < len(rows))
        for row, line in enumerate(lines, first):
            _put_line(canvas, columns.start, row, line, theme)
            canvas.put(columns.stop - width(line.value), row, line.value, value_style)
        return first + len(lines)

    def _draw_in_edge(self, canvas: Canvas, notices: Sequence[Notice]) -> None:
        """Draw the first notice in the lower edge of the frame, in a window without other room."""
        box, theme = self.view.box, self.looks.theme
        room = box.columns - 4
        if room <= 3:  # of which a text that is cut would have nothing but its dots
            return
        for line in lines_below(notices, room, room, 1):
            texts = EdgeTexts(middle=(without_colours(line.text), line.style))
            _, lower = edges(box, theme, self._border_style, NO_TEXTS, texts)
            canvas.put_row(box.bottom, [*lower])

    @property
    def panel_columns(self) -> int:
        """The columns of a panel beside the frame; 0 if there is no room for one."""
        return len(self._panel_columns)

    @property
    def notice_rows(self) -> int:
        """The number of rows below the frame for notices."""
        return len(self._notice_rows)

    def has_room_in_edge(self, text: str) -> bool:
        """Return whether an edge of the frame has room for a text, if it has no other."""
        return EdgeTexts(right=(text, PLAIN)).fit(self.view.box.columns)

    def columns_below(self, columns: int, minimum: int) -> range:
        """Return the columns for a bar in a window of `columns` columns: those of the frame.

        They are at least `minimum` columns, if the window has them.
        """
        box = self.view.box
        taken = min(max(minimum, box.columns), columns)
        first = max(0, min(box.column - (taken - box.columns) // 2, columns - taken))
        return range(first, first + taken)

    def _minimum_rows(self) -> int:
        return min(MIN_FIELD_ROWS, self.view.grid.height) + 2


def _put_line(canvas: Canvas, column: int, row: int, line: NoticeLine, theme: Theme) -> None:
    for text, style in ((line.text, line.style), *line.more):
        put_text(canvas, column, row, text, style, theme)
        column += width(text)


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
) -> tuple[EdgeTexts, EdgeTexts]:
    """Return the texts of the upper and the lower edge.

    The upper edge has the title with as many details as fit, or a header instead. The lower one has
    the longest of the notes that fits, and the remark or, without one, the rest of the details.
    """
    top, rest, dot = header, list(title.details), theme.glyphs.dot
    if top is None:
        name = first_that_fits((title.name, title.name.split()[-1]), box.columns - 4)
        top = EdgeTexts((name, theme.header if style is theme.border else style))
        right, rest = _right_of(top, rest, box.columns, dot)
        top = top._replace(right=(right, theme.dim))
    with_remarks = (
        EdgeTexts(middle=(note, theme.scroll_arrow), right=(remark, theme.dim))
        for note in [*notes, ""]
        for remark in title.remarks
    )
    without = (EdgeTexts(middle=(note, theme.scroll_arrow)) for note in [*notes, ""])
    bottom = next(texts for texts in [*with_remarks, *without] if texts.fit(box.columns))
    if not title.remarks:
        right, _ = _right_of(bottom, rest, box.columns, dot)
        bottom = bottom._replace(right=(right, theme.dim))
    return top, bottom


def _right_of(
    texts: EdgeTexts, details: Iterable[str], columns: int, dot: str
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


def game_title(session: Session, remarks: tuple[str, ...], glyphs: Glyphs) -> Title:
    """Return the title of a session: level and size, rules, the origin of the board, a remark.

    `remarks` are the forms of the remark, the longest first.
    """
    name, details = _setup_texts(session.head, glyphs.times)
    status = session.game.status
    if status is Status.PLAYING:
        return Title(name, details, remarks)
    return Title("Won" if status is Status.WON else "Lost", (name, *details), remarks)


def _setup_texts(head: Head, times: str) -> tuple[str, tuple[str, ...]]:
    """Return level and size of a game; and its rules with the origin of its board."""
    size, _, *rules = setup_parts(head.setup, times)  # the header has the mines
    return size, (*rules, origin_text(head.origin))


def indicator_text(timed_game: TimedGame, glyphs: Glyphs) -> str:
    """Return the face that shows whether a game is played, paused, won or lost."""
    return glyphs.paused if timed_game.paused else glyphs.indicators[timed_game.game.status]
