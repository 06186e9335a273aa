"""Painting a canvas on the terminal: only rows that differ from the last frame are written."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import zip_longest
from types import ModuleType
from typing import Any, Final

from minesweeper.tui.canvas import PLAIN, Canvas, Piece, Style, row_text
from minesweeper.tui.colours import FIRST_FIXED, Colour, Rgb, levels_of, nearest_free

ALL_COLOURS: Final = 256
DIRECT: Final = 1 << 24
"""The number of colours of a terminal whose numbers, from 8 on, are RGB values."""

# A move changes the rows of two cells and of the clock. With more, a page or a board has scrolled.
_MOST_MOVED: Final = 16
_MAX_PAIRS: Final = 255  # larger pair numbers do not fit in an attribute


class Painter:
    """Writes frames to a curses window, which `start` sets once the screen is open.

    What curses has no function for is sent by `send`.
    """

    def __init__(
        self, curses: ModuleType, *, windows: bool, send: Callable[[bytes], object]
    ) -> None:
        self._curses: Any = curses
        self._window: Any = None
        self._attributes = Attributes(curses, windows=windows, send=send)
        self._painted: list[list[Piece]] = []
        self._painted_size = (0, 0)
        self._painted_cursor: tuple[int, int] | None = None
        self._blank = PLAIN
        self._stale = True

    def start(self, window: object, colours: int) -> None:
        """Paint on a curses window, with `colours` colours, or 0 for none."""
        self._window = window
        self._attributes.colours = colours

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the window."""
        rows, columns = self._window.getmaxyx()
        return columns, rows

    def needs_paint(self) -> bool:
        """Return whether a frame is due: the window has another size, or must be redrawn."""
        return self._stale or self.size() != self._painted_size

    def repaint(self) -> None:
        """Redraw everything in the next frame, even what seems to be on the screen."""
        self._stale = True  # not erased now: curses would show that when it reads a key

    def paint(self, canvas: Canvas) -> None:
        """Write the rows that differ from the last frame, and place the cursor.

        Within a row, ncurses finds the cells that differ.
        """
        if canvas.blank is not self._blank:  # another theme, which needs its own colours
            self._blank, self._stale = canvas.blank, True
            self._attributes.forget()
        if self._stale or self._painted_size != (canvas.columns, canvas.rows):
            self._erase(canvas)
        changed = self._changed_rows(canvas)
        if not changed and canvas.cursor == self._painted_cursor:
            return
        self._write(changed, canvas)
        if self._attributes.lacks_pairs:
            self._attributes.free_pairs()
            self._erase(canvas)
            self._write(range(canvas.rows), canvas)
        self._painted = canvas.pieces
        self._painted_cursor = canvas.cursor
        self._refresh(canvas.cursor)

    def wipe(self) -> None:
        """Erase the window if its empty parts are coloured."""
        if self._attributes[self._blank]:
            self._window.bkgdset(" ", 0)
            self._window.erase()
            self._window.refresh()

    def show_exact(self) -> None:
        """From now on, redefine colours wherever a theme has exact ones."""
        self._attributes.is_exact = True

    def redefine(self, number: int, rgb: Rgb) -> None:
        """Redefine a colour, until `reset_palette` gives it back."""
        self._attributes.redefine(number, rgb)

    def set_palette(self) -> None:
        """Redefine the colours that `reset_palette` has given back."""
        self._attributes.set_palette()

    def reset_palette(self) -> None:
        """Give back the colours that were redefined, and no others, which may be the player's."""
        self._attributes.reset_palette()

    def _erase(self, canvas: Canvas) -> None:
        self._stale = False
        self._painted_size = (canvas.columns, canvas.rows)
        self._painted = []
        self._window.bkgdset(" ", self._attributes[canvas.blank])
        self._window.erase()
        self._window.redrawwin()

    def _changed_rows(self, canvas: Canvas) -> list[int]:
        """Return the rows that differ from the last frame; after an erasure, all of them."""
        both = zip_longest(canvas.pieces, self._painted)
        return [row for row, (pieces, before) in enumerate(both) if pieces != before]

    def _moved_rows(self, rows: Sequence[int], canvas: Canvas) -> list[int]:
        """Return the rows with the text that another one had, in the order in which to write them.

        ncurses compares texts without colours and takes this for scrolling: where the cursor has
        gone down a row it would move the rows in between and send them again, 5 kB instead of 200
        bytes. This is avoided if no row is on the screen twice when it looks.
        """
        if not self._painted or len(rows) > _MOST_MOVED:
            return []
        before = {row: row_text(self._painted[row]) for row in rows}
        now = {row: row_text(canvas.pieces[row]) for row in rows}
        gone = {before[row] for row in rows if before[row] != now[row]}
        moved = [row for row in rows if before[row] != now[row] and now[row] in gone]
        cursor, last = canvas.cursor, self._painted_cursor
        is_upward = cursor and last and cursor[1] < last[1]
        return moved[::-1] if is_upward else moved

    def _write(self, rows: Sequence[int], canvas: Canvas) -> None:
        moved = self._moved_rows(rows, canvas)
        order = [*(row for row in rows if row not in moved), *moved]
        for written, row in enumerate(order):
            if written and row in moved and not self._attributes.lacks_pairs:
                self._refresh(canvas.cursor)
            self._paint_row(row, canvas)

    def _paint_row(self, row: int, canvas: Canvas) -> None:
        """Write a row, with blanks between its pieces."""
        self._add(row, 0, " " * canvas.columns, 0)
        for column, text, style in canvas.pieces[row]:
            self._add(row, column, text, self._attributes[style])

    def _add(self, row: int, column: int, text: str, attribute: int) -> None:
        try:
            self._window.addstr(row, column, text, attribute)
        except self._curses.error:
            return  # the window has shrunk, or this is its last cell, which is drawn all the same

    def _refresh(self, cursor: tuple[int, int] | None) -> None:
        """Show what was written, with the hidden cursor in its place."""
        if cursor:
            with suppress(self._curses.error):
                self._window.move(cursor[1], cursor[0])
        self._window.refresh()


class Attributes(dict[Style, int]):
    """The curses attributes of styles, each made when it is first looked up."""

    def __init__(
        self, curses: ModuleType, *, windows: bool, send: Callable[[bytes], object]
    ) -> None:
        super().__init__()
        self.colours = 0
        self.is_exact = False
        """Whether the terminal shows colours as they are redefined."""
        self.lacks_pairs = False
        """Whether a style was looked up for which there was no colour pair left."""
        self._curses: Any = curses
        self._windows = windows
        self._send = send
        self._pairs: dict[tuple[int, int], int] = {}
        self._indices: dict[Rgb, int] = {}
        self._shown_as: dict[int, Rgb] = {}
        """What the redefined colours show."""

    def forget(self) -> None:
        """Forget all attributes, and free their colour pairs and the numbers of their colours."""
        self.free_pairs()
        self._indices.clear()

    def free_pairs(self) -> None:
        """Forget all attributes, and free their colour pairs."""
        self.clear()
        self._pairs.clear()
        self.lacks_pairs = False

    def set_palette(self) -> None:
        """Redefine the colours that `reset_palette` has given back."""
        for index, rgb in list(self._shown_as.items()):
            self.redefine(index, rgb)

    def reset_palette(self) -> None:
        """Give back the colours that were redefined."""
        for index in self._shown_as:  # one by one: st obeys only the first of several
            self._send(b"\x1b]104;%d\x1b\\" % index)

    def __missing__(self, style: Style) -> int:
        curses = self._curses
        # With 256 colours, PDCurses adds 8 to the number of a bold colour.
        is_bold = style.bold and not (self._windows and self.colours and style.foreground)
        attribute = int(curses.A_BOLD) if is_bold else 0
        attribute |= int(curses.A_DIM) if style.dim else 0
        attribute |= int(curses.A_REVERSE) if style.reverse else 0
        attribute |= int(curses.A_UNDERLINE) if style.underline else 0
        if self.colours and (style.foreground or style.background):
            attribute |= self._pair(self._index(style.foreground), self._index(style.background))
        self[style] = attribute
        return attribute

    def _index(self, colour: Colour | None) -> int:
        if colour is None:
            return -1
        if self.colours == DIRECT:
            return _direct_index(colour.rgb)
        if self.is_exact and colour.number >= FIRST_FIXED:
            return self._exact_index(colour.rgb)
        return colour.number

    def _exact_index(self, rgb: Rgb) -> int:
        """Return the number of a colour of its own, redefined if it shows another one.

        It is the nearest that is free: where the terminal ignores the redefinition, or keeps it
        after the end of the game, there is little to see.
        """
        if rgb not in self._indices:
            index = nearest_free(rgb, self._indices.values())
            if self._shown_as.get(index, levels_of(index)) != rgb:
                self.redefine(index, rgb)
            self._indices[rgb] = index
        return self._indices[rgb]

    def redefine(self, index: int, rgb: Rgb) -> None:
        """Redefine a colour without curses, which would reset all 256 at the end."""
        self._shown_as[index] = rgb
        self._send(b"\x1b]4;%d;rgb:%02x/%02x/%02x\x1b\\" % (index, *rgb))

    def _pair(self, foreground: int, background: int) -> int:
        """Return the attribute of a colour pair, or 0 if the terminal has no pairs left."""
        curses = self._curses
        if (foreground, background) not in self._pairs:
            number = len(self._pairs) + 1
            try:
                if number > _MAX_PAIRS:
                    raise ValueError
                curses.init_pair(number, foreground, background)
            except (curses.error, ValueError):
                self.lacks_pairs = True
                return 0
            self._pairs[foreground, background] = number
        return int(curses.color_pair(self._pairs[foreground, background]))


def _direct_index(rgb: Rgb) -> int:
    """Return the number of an RGB colour on a terminal with direct colours."""
    red, green, blue = rgb
    number = red << 16 | green << 8 | blue
    # Smaller numbers may be those of a palette: 8, 16 or all 256 of them. A 255th of green more
    # cannot be seen.
    return number if number >= 256 else number | 256
