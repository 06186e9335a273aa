"""The side: what is said beside a board or a page, once, and drawn in two ways.

A column stands beside the field, a strip under it. What does not fit gives way in an order of its
own: first what is least important, and of a sentence first its reason.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import Canvas, Style, cut, first_that_fits, width, wrap
from minesweeper.tui.events import Event
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import END_OF_SPAN, TextRole, emphasis, put_text, role_style
from minesweeper.tui.look.zooms import ZOOMS
from minesweeper.tui.widgets.key_line import Word, draw_key_line, with_key_names
from minesweeper.tui.widgets.large_digits import (
    DIGIT_ROWS,
    FACE_COLUMNS,
    LED_ROWS,
    digits_width,
    draw_digits,
    draw_face,
    draw_led,
)
from minesweeper.tui.widgets.layout import SIDE_COLUMNS, WIDE_STRIP_COLUMNS, Box, Placement


class Counters(NamedTuple):
    """What a running game counts."""

    mines: int
    """The mines that are left."""
    clock: str
    is_running: bool = True
    """Whether the clock runs."""


class Block(NamedTuple):
    """Part of a side that is more than text."""

    rows: int
    """The rows that it takes in a column."""
    strip_rows: int
    """The rows that it takes in a strip; 0: it is left out."""
    draw: Callable[[Canvas, int, int, int, bool], None]
    """Called with the canvas, the column and row of the place, its columns, and whether it is in a
    strip."""
    text: str = ""
    """What a narrow strip says in its place, and a wide one if it has no rows there.

    Of facts with ", " between them, a narrow strip says as many as fit.
    """


Part = str | Block
"""A text may hold tiles and emphasis, and "\\n": a new line in a column, ", " in a strip."""


class Side(NamedTuple):
    """What a screen says."""

    title: str = ""
    title_role: TextRole = "bright"
    value: str = ""
    """What stands right of the title."""
    value_role: TextRole = "dim"
    short: str = ""
    """What stands right of the title of a narrow strip instead of the value."""
    digits: str = ""
    """Large digits under the title."""
    digits_role: TextRole = "bright"
    unit: str = ""
    """What the digits count; it stands right of them."""
    rows: Sequence[Part] = ()
    """Up to four rows that belong to the title."""
    body: Sequence[Part] = ()
    body_role: TextRole = "text"
    main: Sequence[Word] = ()
    """Up to four words: what to do with what was just said."""
    foot: Sequence[str] = ()
    """Up to two dim lines: what the game is, and what it is measured by."""
    more: Sequence[Word] = ()
    """The words of the key line."""
    counters: Counters | None = None
    new: Event | None = None
    """What a click on the counters, or on the title if there are none, sends."""


_FEWEST_COLUMN_ROWS: Final = 13
_FEWEST_ROWS_FOR_DIGITS: Final = 16
# The rows from a counter to the one under it.
_COUNTER_PITCH: Final = 4
_STRIP_ROWS: Final = 4
_TEXT_COLUMNS: Final = 78
# A wide strip has two boxes: the left one, a gap, and the rest.
_LEFT_COLUMNS: Final = 26
_BOX_GAP: Final = 3
_DOTS: Final = "..."

_Line = str | Block
"""A row of text, or the first row of a block; its other rows are empty texts."""


def draw_side(canvas: Canvas, place: Placement, side: Side, theme: Theme) -> None:
    """Draw a side as a column or as a strip, and the key line."""
    box = place.side._replace(columns=min(_TEXT_COLUMNS, place.side.columns))
    main: Sequence[Word] = side.main
    if place.kind == "column" and box.rows >= _FEWEST_COLUMN_ROWS:
        shares_rows = ZOOMS[place.zoom].shares_rows and box.row == place.field.row
        _Column(canvas, box, side, theme, is_low=shares_rows).draw()
        main = ()  # they stand in the column
    elif box.columns >= WIDE_STRIP_COLUMNS and box.rows >= _STRIP_ROWS:
        _WideStrip(canvas, box, side, theme).draw()
    else:
        _NarrowStrip(canvas, box, side, theme).draw(in_column=place.kind == "column")
    draw_key_line(canvas, place, main, side.more, theme)


class _Drawing:
    """What the drawings of a side have in common."""

    def __init__(self, canvas: Canvas, box: Box, side: Side, theme: Theme) -> None:
        self.canvas = canvas
        self.box = box
        self.side = side
        self.theme = theme

    def style(self, role: TextRole) -> Style:
        return role_style(role, self.theme)

    def put(self, row: int, text: str, role: TextRole, box: Box) -> None:
        put_text(self.canvas, box.column, row, cut(text, box.columns), self.style(role), self.theme)

    def put_right(self, row: int, text: str, role: TextRole, box: Box) -> None:
        """Draw a text at the right end of a box."""
        column = box.right + 1 - width(text)
        put_text(self.canvas, column, row, text, self.style(role), self.theme)

    def put_line(self, row: int, line: _Line, role: TextRole, box: Box, *, in_strip: bool) -> None:
        if isinstance(line, Block):
            columns = min(box.columns, SIDE_COLUMNS)
            line.draw(self.canvas, box.column, row, columns, in_strip)
        else:
            self.put(row, line, role, box)

    def put_title(self, row: int, box: Box, value: str, value_role: TextRole) -> None:
        """Draw the title, and what stands right of it if there is room."""
        self.put(row, self.side.title, self.side.title_role, box)
        if width(self.side.title) < box.columns - width(value):
            self.put_right(row, value, value_role, box)
        if self.side.title and not self.side.counters:
            self.add_target(row, 1, box)

    def put_counters(self, row: int, counters: Counters, box: Box) -> None:
        """Draw the counters as texts."""
        self.put(row, f"{counters.mines} {_mines_left(counters)}", "flag", box)
        self.put_right(row, counters.clock, _clock_role(counters), box)
        self.add_target(row, 1, box)

    def add_target(self, row: int, rows: int, box: Box) -> None:
        """Make rows of a box a target that deals a new board."""
        if self.side.new:
            columns = range(box.column, box.column + box.columns)
            self.canvas.target(columns, range(row, row + rows), self.side.new)

    def put_foot(self, lines: Sequence[str], box: Box) -> None:
        """Draw the foot on the last rows of a box."""
        for row, line in enumerate(lines, box.bottom + 1 - len(lines)):
            self.put(row, line, "dim", box)

    def put_digits(self, row: int, box: Box, *, is_low: bool = False, is_large: bool = True) -> int:
        """Draw the digits, as a text if large ones are too wide; return the rows they take."""
        text, role, unit = self.side.digits, self.side.digits_role, self.side.unit
        columns = digits_width(text)
        is_large = is_large and columns + bool(unit) + width(unit) <= box.columns
        if self.theme.glyphs.is_ascii or not is_large:
            is_seconds = "." in text and ":" not in text
            unit = unit or "s" * is_seconds
            self.put(row, f"{emphasis(role, text)} {unit}".rstrip(), "dim", box)
            return 1
        draw_digits(self.canvas, box.column, row, text, role, self.theme, is_low=is_low)
        self.canvas.put(box.column + columns + 1, row + DIGIT_ROWS - 1, unit, self.style("dim"))
        return DIGIT_ROWS


class _Column(_Drawing):
    def __init__(self, canvas: Canvas, box: Box, side: Side, theme: Theme, *, is_low: bool) -> None:
        """With `is_low`, large digits begin half a row lower, in line with the board."""
        super().__init__(canvas, box, side, theme)
        self.is_low = is_low

    def draw(self) -> None:
        side, row = self.side, self.draw_head()
        room = self.box.bottom + 1 - row - (len(side.main) + 1 if side.main else 0)
        foot_rows = len(side.foot) + 1 if side.foot else 0
        lines = self.lines(side.body, is_spaced=True)
        if len(lines) + foot_rows > room:
            foot_rows = 0
        if len(lines) > room:
            lines = _fit(side.body, room, self.lines)
        for line in lines:
            self.put_line(row, line, side.body_role, self.box, in_strip=False)
            row += 1
        self.draw_main(row + 1 if lines else row)
        if foot_rows:
            self.put_foot(side.foot, self.box)

    def draw_head(self) -> int:
        """Draw what stands above the body; return the row of the body."""
        side, row = self.side, self.box.row
        if side.counters:
            row += self.draw_counters(row, side.counters) + 1
        if side.title:
            self.put_title(row, self.box, side.value, side.value_role)
            row += 2
        if side.digits:
            is_large = self.box.rows >= _FEWEST_ROWS_FOR_DIGITS
            row += self.put_digits(row, self.box, is_low=self.is_low, is_large=is_large) + 1
        if side.rows:
            for line in self.lines(side.rows):
                self.put_line(row, line, "text", self.box, in_strip=False)
                row += 1
            row += 1
        return row

    def draw_counters(self, row: int, counters: Counters) -> int:
        """Draw the counters; return the rows that they take."""
        if self.theme.glyphs.is_ascii or self.box.rows < _FEWEST_ROWS_FOR_DIGITS:
            self.put_counters(row, counters, self.box)
            return 1
        is_classic, words = self.theme.is_classic, _mines_left(counters)
        rows = LED_ROWS if is_classic else DIGIT_ROWS
        end = self.put_counter(row, str(counters.mines), "flag")
        if end + 1 + width(words) <= self.box.right + 1:
            self.canvas.put(end + 1, row + rows - 1, words, self.style("dim"))
        row_of_clock = row + _COUNTER_PITCH
        end = self.put_counter(row_of_clock, counters.clock, _clock_role(counters))
        face = self.box.right + 1 - FACE_COLUMNS
        if is_classic and end < face:
            draw_face(self.canvas, face, row_of_clock, self.theme, is_low=self.is_low)
        self.add_target(row, _COUNTER_PITCH + rows, self.box)
        return _COUNTER_PITCH + rows

    def put_counter(self, row: int, text: str, role: TextRole) -> int:
        """Draw a counter, as a text if it is too wide; return the column after it."""
        column, is_classic = self.box.column, self.theme.is_classic
        if digits_width(text) + 2 * is_classic > self.box.columns:
            self.put(row + 1, text, role, self.box)
            return column + width(text)
        if is_classic:
            return draw_led(self.canvas, column, row, text, self.theme, is_low=self.is_low)
        return draw_digits(self.canvas, column, row, text, role, self.theme, is_low=self.is_low)

    def lines(self, parts: Sequence[Part], *, is_spaced: bool = False) -> list[_Line]:
        lines: list[_Line] = []
        for part in parts:
            if lines and is_spaced:
                lines.append("")
            if isinstance(part, Block):
                lines += [part, *[""] * (part.rows - 1)]
            else:
                lines += [row for text in part.split("\n") for row in wrap(text, self.box.columns)]
        return lines

    def draw_main(self, row: int) -> None:
        """Draw the words of what to do, one in a row."""
        words = with_key_names(self.side.main, self.theme)
        text_column = self.box.column + max((width(word.key_text) for word in words), default=0) + 1
        for at, word in enumerate(words):
            text_style = self.theme.style("text" if at else "bright")
            self.canvas.put(self.box.column, row + at, word.key_text, self.style("key"))
            self.canvas.put(text_column, row + at, word.text, text_style)
            if word.event:
                columns = range(self.box.column, text_column + width(word.text))
                self.canvas.target(columns, range(row + at, row + at + 1), word.event)


class _WideStrip(_Drawing):
    def draw(self) -> None:
        left = self.box._replace(columns=_LEFT_COLUMNS)
        shift = _LEFT_COLUMNS + _BOX_GAP
        right = self.box._replace(column=self.box.column + shift, columns=self.box.columns - shift)
        side, row, foot = self.side, self.box.row, self.side.foot
        if side.counters:
            foot = self.draw_counters(left, side.counters)
            if side.title:
                self.put(row, side.title, side.title_role, right)
                row += 1
        else:
            self.draw_title(left)
        end = self.box.bottom + 1
        for line in _fit(side.body, end - row, lambda parts: self.lines(parts, right.columns)):
            self.put_line(row, line, side.body_role, right, in_strip=True)
            row += 1
        self.put_foot(foot[: end - row], right)

    def draw_counters(self, box: Box, counters: Counters) -> Sequence[str]:
        """Draw the counters; return the lines of the foot that do not stand under them."""
        mines, clock = str(counters.mines), counters.clock
        columns = digits_width(clock)
        if self.theme.glyphs.is_ascii or digits_width(mines) + 2 + columns > box.columns:
            self.put_counters(box.row, counters, box)
            words = ""
        else:
            draw_digits(self.canvas, box.column, box.row, mines, "flag", self.theme)
            role = _clock_role(counters)
            draw_digits(self.canvas, box.right + 1 - columns, box.row, clock, role, self.theme)
            words = _mines_left(counters)
            self.put(box.bottom, words, "dim", box)
            self.add_target(box.row, box.rows, box)
        first, *others = [*self.side.foot, ""]
        if width(first) + 2 + width(words) > box.columns:
            return self.side.foot
        self.put_right(box.bottom, first, "dim", box)
        return others

    def draw_title(self, box: Box) -> None:
        side, row = self.side, box.row
        self.put_title(row, box, side.value, side.value_role)
        row += 1
        if side.digits:
            row += self.put_digits(row, box, is_large=not side.rows)
        for part in self.lines(side.rows, box.columns)[: box.bottom + 1 - row]:
            self.put_line(row, part, "text", box, in_strip=True)
            row += 1

    def lines(self, parts: Sequence[Part], columns: int) -> list[_Line]:
        lines: list[_Line] = []
        for part in parts:
            if isinstance(part, Block) and part.strip_rows:
                lines += [part, *[""] * (part.strip_rows - 1)]
            elif text := part.text if isinstance(part, Block) else part:
                lines += wrap(text.replace("\n", ", "), columns)
        return lines


class _NarrowStrip(_Drawing):
    def draw(self, *, in_column: bool) -> None:
        """Draw the side; in a column that is too low for one the foot has rows of its own."""
        side, box, row = self.side, self.box, self.box.row
        if side.counters:
            self.put_counters(row, side.counters, box)
            left, right = f"{side.counters.mines} {_mines_left(side.counters)}", side.counters.clock
        else:
            left, right = side.title, side.short or side.value
            self.put_title(row, box, right, "bright" if side.short else side.value_role)
        if not in_column:
            self.put_between(row, box.column + width(left) + 2, box.right - 1 - width(right))
        texts = [
            text
            for part in side.body
            for text in ([part] if isinstance(part, str) else part.text.split(", "))
            if text
        ]
        for line in _fit(texts, box.rows - 1, lambda parts: _running_text(parts, box.columns)):
            row += 1
            self.put_line(row, line, side.body_role, box, in_strip=True)
        if in_column:
            self.put_foot(side.foot[: box.bottom - row], box)

    def put_between(self, row: int, column: int, end: int) -> None:
        """Draw what fits of the foot between two columns."""
        texts = [form for line in self.side.foot for form in (line, line.partition(":")[0])]
        text = first_that_fits(texts, end - column)
        put_text(self.canvas, column, row, text, self.style("dim"), self.theme)


def _mines_left(counters: Counters) -> str:
    return "mine left" if counters.mines == 1 else "mines left"


def _clock_role(counters: Counters) -> TextRole:
    return "bright" if counters.is_running else "dim"


def _running_text(parts: Sequence[Part], columns: int) -> list[_Line]:
    """Return the texts among the parts as rows of one text."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            separator = " " if re.search(_ENDS_SENTENCE, text) else ", "
            text = f"{text}{separator}{part}" if text else part
    return [*wrap(text.replace("\n", ", "), columns)]


# Texts, which are compiled when a sentence is too long for the first time.
_ENDS_SENTENCE: Final = f"[.!?]{END_OF_SPAN}?$"
_BETWEEN_SENTENCES: Final = f"(?<=[.!?]) |(?<=[.!?]{END_OF_SPAN}) "
_END_OF_PART: Final = f"[.,:;]*({END_OF_SPAN}?)$"
_REASON: Final = f":({END_OF_SPAN}?) .*"


def _fit(
    parts: Sequence[Part], rows: int, lines_of: Callable[[Sequence[Part]], list[_Line]]
) -> list[_Line]:
    """Return the lines of as many parts as fit, the last one perhaps shortened."""
    shown: list[Part] = []
    for part in parts:
        if len(lines_of([*shown, part])) > rows:
            if isinstance(part, str) and re.search(_ENDS_SENTENCE, part):
                forms = (
                    lines_of([*shown, form]) for form in _shorter_forms(part, is_first=not shown)
                )
                return next((lines for lines in forms if len(lines) <= rows), lines_of(shown))
            break
        shown.append(part)
    return lines_of(shown)


def _shorter_forms(text: str, *, is_first: bool) -> Iterator[str]:
    """Yield a text without the reason of its last sentence, without that sentence, and so on.

    Of a sentence that has no reason and is the first of all, its beginnings are left, with dots.
    """
    sentences = re.split(_BETWEEN_SENTENCES, text)
    shortest = text
    for count in range(len(sentences), 0, -1):
        *before, last = sentences[:count]
        for form in (last, re.sub(_REASON, r".\1", last)):
            shortest = " ".join([*before, form])
            if shortest != text:
                yield shortest
    words = shortest.split(" ")
    for count in range(len(words) - 1, 0, -1) if is_first else ():
        yield re.sub(_END_OF_PART, rf"\1{_DOTS}", " ".join(words[:count]), count=1)
