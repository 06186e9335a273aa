"""A canvas on the terminal's screen: only what differs from the last frame is written."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from types import ModuleType
from typing import Any, Final

from minesweeper.tui.canvas import PLAIN, Canvas, Colour, Piece, Style, width

_MOST_PAIRS: Final = 255  # an attribute has no room for the number of a pair beyond
_NOTHING: Final[list[Piece]] = []


class Painter:
    """Writes frames to a curses window, which it is given when the screen is open."""

    def __init__(self, curses: ModuleType, *, windows: bool) -> None:
        self._curses: Any = curses
        self._window: Any = None
        self._attributes = Attributes(curses, windows=windows)
        self._painted: list[list[Piece]] = []
        self._painted_size = (0, 0)
        self._painted_cursor: tuple[int, int] | None = None
        self._blank = PLAIN
        self._stale = True
        self._cursor_shown = True

    def start(self, window: object, colours: int) -> None:
        """Paint on this window with so many colours, 0 for none."""
        self._window = window
        self._attributes.colours = colours

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the window."""
        rows, columns = self._window.getmaxyx()
        return columns, rows

    def needs_paint(self) -> bool:
        """Return whether the window has changed its size, or everything must be redrawn."""
        return self._stale or self.size() != self._painted_size

    def repaint(self) -> None:
        """Redraw everything in the next frame, whatever the screen seems to show."""
        self._stale = True  # and not erased yet: the next reading would show that

    def paint(self, canvas: Canvas) -> None:
        """Write the rows that differ from the last frame, and place the cursor."""
        if canvas.blank is not self._blank:
            self._change_blank(canvas.blank)
        if self._stale or self._painted_size != (canvas.columns, canvas.rows):
            self._erase(canvas)
        changed = self._changed_rows(canvas)
        if not changed and canvas.cursor == self._painted_cursor:
            return
        later = self._seems_scrolled(canvas)
        for row in changed:
            if row != later:
                self._paint_row(row, canvas.pieces)
        if later is not None:
            self._refresh(canvas.cursor)
            self._paint_row(later, canvas.pieces)
        self._painted = canvas.pieces
        self._painted_cursor = canvas.cursor
        self._refresh(canvas.cursor)

    def paint_over(self, text: str) -> None:
        """Write a text over the last row of the frame that was painted, until the next one."""
        columns, rows = self._painted_size
        frame = Canvas(columns, rows, blank=self._blank)
        frame.put_rows(0, self._painted)
        frame.put_centred(rows - 1, text, self._blank)
        frame.cursor = self._painted_cursor
        self.paint(frame)

    def show_cursor(self, shown: bool) -> None:
        """Show or hide the terminal's cursor."""
        if shown is not self._cursor_shown:
            self._cursor_shown = shown
            with suppress(self._curses.error):
                self._curses.curs_set(1 if shown else 0)

    def wipe(self) -> None:
        """Erase the window if its blanks are coloured."""
        if self._attributes[self._blank]:
            self._window.bkgdset(" ", 0)
            self._window.erase()
            self._window.refresh()

    def _change_blank(self, style: Style) -> None:
        """Redraw the window on another blank; another theme may use all colour pairs."""
        self._blank = style
        self._attributes.forget()
        self._window.bkgdset(" ", self._attributes[style])
        self._stale = True

    def _erase(self, canvas: Canvas) -> None:
        self._stale = False
        self._painted_size = (canvas.columns, canvas.rows)
        self._painted = []
        self._window.erase()
        self._window.redrawwin()

    def _changed_rows(self, canvas: Canvas) -> list[int]:
        """Return the rows that differ from the last frame: all of them after an erasure."""
        both = zip_longest(canvas.pieces, self._painted, fillvalue=_NOTHING)
        return [
            row
            for row, (pieces, before) in enumerate(both)
            if pieces is not before and pieces != before
        ]

    def _seems_scrolled(self, canvas: Canvas) -> int | None:
        """Return the row that now has the text that another had before the cursor moved from there.

        ncurses compares no colours, and takes that for scrolling: it would move all the rows
        between, and then rewrite one, unless the row with the cursor is written after the row that
        it left is on the screen. On an expert board a move down takes 92 bytes so, and 295
        otherwise.
        """
        if canvas.cursor and self._painted and self._painted_cursor:
            now, then = canvas.cursor[1], self._painted_cursor[1]
            row = canvas.pieces[now]
            # A cursor on a blank leaves rows that many others look like: those are not compared.
            is_seen = bool(row) and bool(row[-1][1].strip())
            if now != then and is_seen and _has_text_of(row, self._painted[then]):
                return now
        return None

    def _paint_row(self, row: int, now: Sequence[list[Piece]]) -> None:
        """Blank the columns that changed, and write what is there now."""
        before = self._painted[row] if self._painted else _NOTHING
        changed = _whole_pieces(now[row], _changed_columns(before, now[row]))
        self._add(row, changed.start, " " * len(changed), 0)
        for column, text, style in _runs(now[row], changed):
            self._add(row, column, text, self._attributes[style])

    def _add(self, row: int, column: int, text: str, attribute: int) -> None:
        try:
            self._window.addstr(row, column, text, attribute)
        except self._curses.error:
            return  # for the bottom right corner, though it is drawn; for a window that has shrunk

    def _refresh(self, cursor: tuple[int, int] | None) -> None:
        """Bring what was written to the screen, the cursor last."""
        self.show_cursor(cursor is not None)
        if cursor:
            with suppress(self._curses.error):
                self._window.move(cursor[1], cursor[0])
        self._window.refresh()


class Attributes(dict[Style, int]):
    """The curses attribute of each style, made when the style is first met."""

    def __init__(self, curses: ModuleType, *, windows: bool) -> None:
        super().__init__()
        self.colours = 0
        self._curses: Any = curses
        self._windows = windows
        self._pairs: dict[tuple[int, int], int] = {}

    def forget(self) -> None:
        """Free the colour pairs."""
        self.clear()
        self._pairs.clear()

    def __missing__(self, style: Style) -> int:
        curses = self._curses
        attribute = int(curses.A_BOLD) if style.bold and self._can_be_bold(style) else 0
        if self.colours and (style.foreground or style.background):
            attribute |= self._pair(self._index(style.foreground), self._index(style.background))
        else:
            attribute |= int(curses.A_REVERSE) if style.reverse else 0
            attribute |= int(curses.A_UNDERLINE) if style.underline else 0
        self[style] = attribute
        return attribute

    def _can_be_bold(self, style: Style) -> bool:
        """Return whether bold text stays legible.

        Of 8 colours, bold ones are bright: lost on a background that is no darker. With 256,
        PDCurses would add 8 to the colour's number.
        """
        if self._windows and self.colours >= 256 and style.foreground:
            return False
        if style.background is None or not self.colours:
            return True
        return self.colours >= 16 or style.background.of_8 <= 0

    def _index(self, colour: Colour | None) -> int:
        if colour is None:
            return -1
        if self.colours >= 256:
            return colour.of_256
        return colour.of_8 if self.colours < 16 or colour.of_16 is None else colour.of_16

    def _pair(self, foreground: int, background: int) -> int:
        """Return the attribute of a colour pair, or 0 where the terminal has no more pairs."""
        curses = self._curses
        if (foreground, background) not in self._pairs:
            number = len(self._pairs) + 1
            if number > _MOST_PAIRS:
                return 0
            try:
                curses.init_pair(number, foreground, background)
            except (curses.error, ValueError):
                return 0
            self._pairs[foreground, background] = number
        return int(curses.color_pair(self._pairs[foreground, background]))


def _runs(pieces: list[Piece], columns: range) -> list[Piece]:
    """Return the pieces in these columns, joined to runs of one style.

    A blank shows its background and no foreground, so it goes on in the style before it where that
    looks the same: a change of colours takes 22 bytes.
    """
    runs: list[Piece] = []
    start, joined, style, end = 0, "", PLAIN, -1
    for column, text, own in pieces:
        # No text is wider than twice its length: most need not be measured.
        if column >= columns.stop or column + 2 * len(text) <= columns.start:
            continue
        after = column + width(text)
        if after <= columns.start:
            continue
        if column != end or (own is not style and not _blank_alike(style, own)):
            runs.append((start, joined, style))
            start, joined, style = column, text, own
        elif own is style:
            joined += text
        else:
            rest = text.lstrip(" ")
            joined += text[: len(text) - len(rest)]
            if rest:
                runs.append((start, joined, style))
                start, joined, style = after - width(rest), rest, own
        end = after
    return [*runs[1:], (start, joined, style)] if end >= 0 else []


def _has_text_of(pieces: list[Piece], others: list[Piece]) -> bool:
    """Return whether two rows differ by their styles at most."""
    return len(pieces) == len(others) and all(
        one[:2] == other[:2] for one, other in zip(pieces, others, strict=True)
    )


def _blank_alike(one: Style, other: Style) -> bool:
    """Return whether a blank looks the same in both styles."""
    return (one.background, one.reverse, one.underline) == (
        other.background,
        other.reverse,
        other.underline,
    )


def _changed_columns(before: list[Piece], after: list[Piece]) -> range:
    """Return the columns from the first to the last in which a row may differ."""
    start, stop = 1 << 30, 0
    for old, new in zip_longest(before, after):
        if old is not new and old != new:
            for column, text, _ in filter(None, (old, new)):
                start = min(start, column)
                stop = max(stop, column + width(text))
    return range(start, stop)


def _whole_pieces(pieces: list[Piece], columns: range) -> range:
    """Return the columns of all pieces that reach into these.

    Each is written whole, and covers what was put on it further along, which is then written again.
    """
    start, stop = columns.start, columns.stop
    for column, text, _ in pieces:
        # No text is wider than twice its length: most need not be measured.
        if column < stop and column + 2 * len(text) > start:
            after = column + width(text)
            if after > start:
                start, stop = min(start, column), max(stop, after)
    wider = range(start, stop)
    return columns if wider == columns else _whole_pieces(pieces, wider)
