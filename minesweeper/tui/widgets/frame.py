"""Everything around the field of a game: where it is drawn, and its texts.

From top to bottom, as far as the height allows:

header          mines left, the indicator, the clock
frame           the board, with what is played in the upper edge: level, size, seed
message         what just happened or did not work, the result: as many lines as it takes
keys            what can be pressed

In a low window the header stands in the upper edge, and messages in the lower one. A message that
takes more rows than there are lies over the lowest rows of the field, until the cursor moves.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.notation import capitalised
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
from minesweeper.tui.widgets.border import NO_TEXTS, Box, Texts, draw_border, edges
from minesweeper.tui.widgets.footer import Footer, FooterWord

# The narrowest header, the narrowest window, and the least of the field that can be played.
HEADER: Final = 18
MIN_COLUMNS: Final = 16
MIN_FIELD_ROWS: Final = 3
# In a lower window the field takes the rows of the header and the messages.
COMFORTABLE_ROWS: Final = 10
# The columns that the line of keys may take below a narrower field.
MIN_FOOTER_COLUMNS: Final = 64
# The rows of a frame round what ends a pause.
PAUSE_ROWS: Final = 5
# Rows for messages that stay free below the frame, besides a blank one above the keys.
MESSAGE_ROWS: Final = 2
# What a click on the header does.
HEADER_ACTION: Final = "new"
# Rows that stay free beside the frame when cells are larger than usual: for the header, a message
# and the keys.
ROWS_BESIDE: Final = 3


class Notice(NamedTuple):
    """A text below the field; one that is empty is not shown."""

    text: str
    """One line or several, each of which takes as many rows as it needs."""
    style: Style
    is_optional: bool = False
    """It is left out where there is no room for it."""


class Line(NamedTuple):
    """A row of a notice."""

    text: str
    style: Style
    is_last: bool = True
    """The notice ends with it."""


class TimedGame(Protocol):
    """A game and its clock, as far as the header shows them: a session, or a replay."""

    @property
    def game(self) -> Game: ...

    @property
    def paused(self) -> bool: ...

    def milliseconds(self, now: int) -> int: ...


class Title(NamedTuple):
    """What the frame says of a game."""

    name: str
    about: tuple[str, ...] = ()
    """What else there is to say, the most important first."""
    remarks: tuple[str, ...] = ()
    """What has to be said, below the frame if need be."""
    time: str = ""
    """A time to be drawn large above it where there is room."""


class GameFrame:
    """Where on the screen the parts of a game are, and how they are drawn."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self.looks = looks
        self.view = view
        self.shows_field = False
        self.is_too_small = False
        """The window is known, and cannot show the field."""
        self._has_header = False
        """There is a row for it above the frame; else it is in the frame's upper edge."""
        self._line = PLAIN
        """The style of the frame that was drawn."""
        self._lower = NO_TEXTS
        """What stands in its lower edge."""
        self._rest = ""
        """What of the title fits in no edge."""
        self._footer = Footer()
        self._pause = Footer()
        """What ends a pause, in the middle of the field."""

    def place(self, columns: int, rows: int, below: int = 0) -> bool:
        """Divide the rows of a window; return False if it is too small to play in.

        At least `below` rows are left free below the frame.
        """
        self.view.fit(columns, rows - below, max(0, ROWS_BESIDE - below))
        self.shows_field = self._place(columns, rows, below)
        self.is_too_small = not self.shows_field
        return self.shows_field

    def _place(self, columns: int, rows: int, below: int) -> bool:
        if columns < MIN_COLUMNS or rows < self._minimum_rows() + below:
            return False
        _, frame_rows = self.view.full_size()
        # Where all of the board fits without the rows for header and messages, they give way.
        spare = rows - frame_rows - below
        self._has_header = spare >= 2 or (spare < 0 and rows >= COMFORTABLE_ROWS)
        if not self._has_header:
            self.view.place(0, columns, min(frame_rows, rows - below))
            return True
        top = max(0, (spare - MESSAGE_ROWS - 2) // 2)  # besides the header and the keys
        others = 3 if spare < 0 else 2  # where all of the board just fits, the keys give way
        self.view.place(top + 1, columns, min(frame_rows, rows - below - others))
        return True

    def draw_too_small(self, canvas: Canvas) -> None:
        """Draw how large the window has to be."""
        draw_too_small(canvas, self.looks.theme, MIN_COLUMNS, self._minimum_rows())

    def draw_frame(self, canvas: Canvas, timed_game: TimedGame, title: Title, now: int) -> None:
        """Draw the frame and its title, and the counts, the indicator and the clock above it.

        In a low window they stand in the upper edge, and the title is left out.
        """
        box, line = self.view.box, self.line(timed_game)
        header: Texts | None = self._header(timed_game, now)
        if header and self._has_header:
            self._draw_header(canvas, header)
            self._draw_large(canvas, title.time, line)
            header = None
        theme, notes = self.looks.theme, self.view.notes()
        upper_texts, self._lower, self._rest = _edges(box, theme, title, notes, line, header)
        self._line = line
        upper, lower = edges(box, theme, line, upper_texts, self._lower)
        canvas.put_pieces(box.row, upper)
        canvas.put_pieces(box.bottom, lower)

    def _draw_header(self, canvas: Canvas, header: Texts) -> None:
        columns, row = self._header_columns(), self.view.box.row - 1
        theme, symbol = self.looks.theme, header.middle[0]
        canvas.put(columns.start, row, *header.left)
        canvas.put(columns.start, row, theme.glyphs.signs[Face.FLAG], theme.flag)
        canvas.put(columns.start + (len(columns) - width(symbol)) // 2, row, *header.middle)
        canvas.put(columns.stop - width(header.right[0]), row, *header.right)

    def _draw_large(self, canvas: Canvas, time: str, style: Style) -> None:
        if not time or self.looks.theme.glyphs.border[0].isascii():
            return
        row = self.view.box.row - 2 - DIGIT_ROWS
        if row >= 0:
            _draw_digits(canvas, row, time, style)

    def _header_columns(self) -> range:
        """Return the columns of the header: those of the cells, or more round their middle."""
        box = self.view.box
        wider = max(0, HEADER - box.columns + 2)
        return range(box.column + 1 - wider // 2, box.right + (wider + 1) // 2)

    def line(self, timed_game: TimedGame) -> Style:
        """Return the style of the frame: green for a win, red for a loss."""
        theme = self.looks.theme
        status = timed_game.game.status
        if status is Status.PLAYING:
            return theme.border
        return theme.won if status is Status.WON else theme.lost

    def _header(self, timed_game: TimedGame, now: int) -> Texts:
        theme, glyphs = self.looks.theme, self.looks.theme.glyphs
        flag = glyphs.signs[Face.FLAG]
        return Texts(
            (f"{flag} {timed_game.game.mines_left}", theme.counter),
            (indicator(timed_game, glyphs), theme.face),
            (clock_text(timed_game.milliseconds(now)), theme.counter),
        )

    def action_at(self, column: int, row: int) -> str:
        """Return the action of a click at a place of the screen: a new game on the header.

        Return "" elsewhere: `cell_at` and `clicked` tell about the field and the keys.
        """
        header_row = self.view.box.row - self._has_header
        if self.shows_field and row == header_row and column in self._header_columns():
            return HEADER_ACTION
        return ""

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell at a place of the screen, or None."""
        return self.view.cell_at(column, row) if self.shows_field else None

    def draw_field(
        self, canvas: Canvas, timed_game: TimedGame, cursor: Cell, overlay: Overlay, *, mines: bool
    ) -> None:
        """Draw the board."""
        line = self.line(timed_game)
        self.view.draw(canvas, timed_game.game, cursor, line, mines=mines, overlay=overlay)

    def draw_pause(
        self, canvas: Canvas, timed_game: TimedGame, words: Sequence[FooterWord]
    ) -> None:
        """Draw an empty field with what ends the pause, in a frame of its own if it has room."""
        view, theme = self.view, self.looks.theme
        view.draw_hidden(canvas, self.line(timed_game))
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
        """Return the key of a word that was clicked; "" for none."""
        return self._footer.clicked(click) or (self._pause.clicked(click) if paused else "")

    def lay_out(self, notices: Iterable[Notice], columns: int, rows: int) -> list[Line]:
        """Return the notices as lines in a window of the given size, and the remarks on the game.

        The last of the optional ones are left out until the others fit below the frame. For the
        remarks the line of keys makes room.
        """
        timed_game = [notice for notice in notices if notice.text]
        lines = _lines_of(timed_game, columns)
        while len(lines) > self.message_rows(rows) and any(each.is_optional for each in timed_game):
            timed_game.remove(next(each for each in reversed(timed_game) if each.is_optional))
            lines = _lines_of(timed_game, columns)
        if self._rest and len(lines) <= self.message_rows(rows):
            box, remarks = self.view.box, capitalised(self._rest)
            is_in_edge = len(lines) >= rows - box.bottom - 1
            parts = remarks.split(", ")
            texts = [
                remarks,
                *(", ".join([*parts[:end], "..."]) for end in range(len(parts) - 1, 0, -1)),
            ]
            room = box.columns - 4 if is_in_edge else columns
            texts.append(remarks.partition(":")[0])
            text = first_that_fits(texts, room) or with_dots(remarks, room)
            lines.append(Line(text, self.looks.theme.dim))
        return lines

    def draw_below(
        self,
        canvas: Canvas,
        lines: Sequence[Line],
        words: Sequence[FooterWord],
        *,
        over_field: bool,
    ) -> int:
        """Draw the notices and the keys below the frame; return the row of the first notice.

        Where there is no row below it, a notice lies in its lower edge. Long ones lie over the
        field or are cut; the keys give way to them.
        """
        bottom = self.view.box.bottom
        highest = 0 if over_field else bottom + self._has_header
        first = max(highest, min(bottom + 1, canvas.rows - len(lines)))
        rows = canvas.rows - first
        for row, line in enumerate(lines[:rows], first):
            is_cut = row == canvas.rows - 1 and not line.is_last
            text = with_dots(line.text, canvas.columns) if is_cut else line.text
            self._draw_line(canvas, row, text, line.style, in_edge=row == bottom == first)
        wanted = max(bottom + MESSAGE_ROWS + 2, first + len(lines) + 1)
        keys_row = max(min(wanted, canvas.rows - 1), first + len(lines))
        columns = max(MIN_FOOTER_COLUMNS, self.view.box.columns)
        has_keys = bottom < keys_row < canvas.rows
        self._footer.draw(canvas, keys_row, words if has_keys else (), self.looks.theme, columns)
        return first

    def _draw_line(
        self, canvas: Canvas, row: int, text: str, style: Style, *, in_edge: bool
    ) -> None:
        """Draw a line of a notice on an empty row, or in the lower edge if it fits there.

        What else stands in the edge stays if there is room for both.
        """
        box, theme = self.view.box, self.looks.theme
        canvas.put_row(row, [])
        if in_edge and width(text) <= box.columns - 4:
            texts = self._lower._replace(middle=(text, style))
            if not texts.fit(box.columns):
                texts = Texts(middle=(text, style))
            _, lower = edges(box, theme, self._line, NO_TEXTS, texts)
            canvas.put_pieces(row, lower)
        else:
            canvas.put_centred(row, text, style)

    def message_rows(self, rows: int) -> int:
        """Return how many rows there are for messages, between the frame and the keys."""
        return max(0, rows - self.view.box.bottom - 2)

    def _minimum_rows(self) -> int:
        return min(MIN_FIELD_ROWS, self.view.grid.height) + 2


def _lines_of(notices: Iterable[Notice], columns: int) -> list[Line]:
    lines = []
    for notice in notices:
        rows = [row for line in notice.text.split("\n") for row in wrap(capitalised(line), columns)]
        lines += [Line(row, notice.style, at == len(rows)) for at, row in enumerate(rows, 1)]
    return lines


def draw_too_small(
    canvas: Canvas, theme: Theme, columns: int, rows: int, way_out: str = ""
) -> None:
    """Draw how large the window has to be, and how to leave what does not fit in it."""
    texts = "Too small", f"{columns}x{rows} needed", way_out
    lines = [line for text in texts for line in wrap(text, max(1, canvas.columns))]
    for row, line in enumerate(lines):
        canvas.put(0, row, line, theme.message)


def _edges(
    box: Box, theme: Theme, title: Title, notes: tuple[str, ...], line: Style, header: Texts | None
) -> tuple[Texts, Texts, str]:
    """Return what stands in the edges, title and the longest note that fits, and what does not.

    What does not fit at the right of the upper edge goes to the lower one; of what fits in neither
    only the remarks are left. A header takes all of the upper one.
    """
    top, dot = header, theme.glyphs.dot
    rest = [*title.about, *title.remarks]
    if top is None:
        name = first_that_fits((title.name, title.name.split()[-1]), box.columns - 4)
        top = Texts((name, theme.header if line is theme.border else line))
        right, rest = _right_of(top, rest, box.columns, dot)
        top = top._replace(right=(right, theme.dim))
    fitting = (note for note in notes if Texts(middle=(note, PLAIN)).fit(box.columns))
    bottom = Texts(middle=(next(fitting, ""), theme.scroll_arrow))
    right, rest = _right_of(bottom, rest, box.columns, dot)
    bottom = bottom._replace(right=(right, theme.dim))
    return top, bottom, dot.join(text for text in rest if text in title.remarks)


def _right_of(texts: Texts, about: list[str], columns: int, dot: str) -> tuple[str, list[str]]:
    """Return as much as fits at the right of an edge, and what is left."""
    right, left = "", []
    for text in about:
        longer = dot.join(filter(None, (right, text)))
        if texts._replace(right=(longer, PLAIN)).fit(columns):
            right = longer
        else:
            left.append(text)
    return right, left


def game_title(session: Session, remarks: Iterable[str], glyphs: Glyphs) -> Title:
    """Return what is played, the rules, the seed that deals it again, and the remarks."""
    name, about = _played(session.head, glyphs.times)
    status = session.game.status
    if status is Status.PLAYING:
        return Title(name, about, tuple(remarks))
    won, result = status is Status.WON, session.shown_result
    time = time_text(result.milliseconds).removesuffix(" s") if won and result else ""
    return Title("Won" if won else "Lost", (name, *about), tuple(remarks), time)


def _played(head: Head, times: str) -> tuple[str, tuple[str, ...]]:
    """Return level and size of a game; its rules, and where its board comes from."""
    size, _, *rules = setup_parts(head.setup, times)  # the mines are counted in the header
    return size, (*rules, origin_text(head.origin))


def indicator(timed_game: TimedGame, glyphs: Glyphs) -> str:
    """Return the face that shows how the game stands."""
    return glyphs.paused if timed_game.paused else glyphs.indicators[timed_game.game.status]


def figures_text(result: Result, columns: int) -> str:
    """Return the figures of a game, as many as fit."""
    parts = [capitalised(part) for part in result_parts(result)]
    return first_that_fits(["   ".join(parts[:end]) for end in range(len(parts), 0, -1)], columns)


# A time in large digits, made of half blocks

DIGIT_ROWS: Final = 3

# The rows of each character, from top to bottom.
_SHAPES: Final = {
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
    """Draw a time in the middle of three rows, from `row` on."""
    for at in range(DIGIT_ROWS):
        line = " ".join(_SHAPES[character][at] for character in text)
        canvas.put_centred(row + at, line, style)
