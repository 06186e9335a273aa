"""A page of choices over the game: lines to pick, to turn to another value, or to type into.

A page remakes its lines for every frame and every event; it only keeps which line has the focus.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise
from minesweeper.tui.canvas import Canvas, Piece, cut, first_that_fits, width, with_dots, wrap
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import ROWS, KeyRow
from minesweeper.tui.look.glyphs import with_times
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, LeaveAction, Reaction
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.page import FramedPage, Scroller, Sheet, lay_sheet, text_rows

# The columns of the keys, on a page that has any, and of the labels, which the values follow.
_KEY_COLUMNS: Final = 3
_LABEL_COLUMNS: Final = 14
_COLUMN_GAP: Final = 2
# The rows of the note below the lines, which are always kept free so that the lines do not move.
_NOTE_ROWS: Final = 3
# With fewer rows for text, there is no blank row above the note.
_FEW_ROWS: Final = 9
# What turns a value does, in the footer.
_CHANGE: Final = "change"
# The maximum number of characters of a typed number.
_MAX_TYPED: Final = 8
# The distance by which an action turns a value, and the longer distances for numbers.
_VALUE_STEPS: Final = {"left": -1, "right": 1, "skip-left": -1, "skip-right": 1}
_NUMBER_STEPS: Final = {"skip-left": -10, "skip-right": 10}


class ChoiceLine(NamedTuple):
    """A line of a page of choices; the fields for what it cannot do are empty."""

    label: str
    value: str = ""
    """The current value of a line that can be turned."""
    details: tuple[str, ...] = ()
    """Texts in columns at the right edge; every line that has any has the same number of them.

    Every second column is dim, so that neighbours stand apart.
    """
    aside: str = ""
    """A single text at the right edge, drawn if there is room for it."""
    short_aside: str = ""
    """A shorter form of it, if there is one."""
    help: str = ""
    """Shown below the lines while this line has the focus."""
    remark: str = ""
    """Shown below the help."""
    message: str = ""
    """What is wrong, or what was just done; shown instead of the remark."""
    verb: str = ""
    """What Enter does, if it differs from the other lines."""
    pick: Callable[[int], Reaction] | None = None
    """Called on Enter, with the time."""
    turn: Callable[[int], None] | None = None
    """Called to change to another value, with its distance in places, negative for backwards."""
    write: Callable[[str], None] | None = None
    """Called with the text of a number as it is typed."""
    key: str = ""
    """A letter that moves the focus to this line, or a digit that also picks it.

    A number of several digits cannot be pressed; it only stands in the same column.
    """
    begins_group: bool = False
    """Whether a blank row comes before the line, if there is room for all of them."""


def in_groups(*groups: Sequence[ChoiceLine]) -> list[ChoiceLine]:
    """Return the lines of all groups, with the first of each marked as beginning a group."""
    lines: list[ChoiceLine] = []
    for first, *others in filter(None, groups):
        lines += [first._replace(begins_group=bool(lines)), *others]
    return lines


def next_value(values: Sequence[str], value: str, way: int) -> str:
    """Return the value `way` places after another; the first follows the last."""
    return values[(values.index(value) + way) % len(values)]


class Columns(NamedTuple):
    """The columns of the parts of lines, from the left edge of the text."""

    labels: int
    """The first column of the labels."""
    details: tuple[int, ...]
    """The widths of the columns of details that fit."""
    end: int
    """The column after the last one."""

    def arrows(self, line: ChoiceLine) -> tuple[int, int]:
        """Return the columns of the arrows on both sides of a value."""
        wide = width(line.value) + 3
        left = max(
            self.labels, min(self.labels + _LABEL_COLUMNS + _COLUMN_GAP, self.end - wide - 1)
        )
        return left, min(left + wide, self.end - 1)

    def pieces(self, line: ChoiceLine, theme: Theme) -> Iterator[Piece]:
        """Yield the pieces of a line."""
        left, right = self.arrows(line) if line.turn else (self.end + 1, self.end)
        label = cut(line.label, left - self.labels - 1)
        yield 0, line.key, theme.accent if len(line.key) == 1 else theme.text
        yield self.labels, label, theme.text
        end = self.labels + width(label)
        if line.turn:
            back, forth = theme.glyphs.scroll_arrows[:2]
            yield left, back, theme.dim
            value = cut(line.value, right - left - 3)
            switch = {"on": theme.won, "off": theme.dim}
            yield left + 2, value, switch.get(line.value, theme.text)
            yield right, forth, theme.dim
            end = right + 1
        forms = line.aside, line.short_aside
        if aside := first_that_fits(forms, self.end - end - _COLUMN_GAP):
            yield self.end - width(aside), aside, theme.dim
        column = self.end + _COLUMN_GAP - sum(_COLUMN_GAP + wide for wide in self.details)
        styles = cycle((theme.text, theme.dim))
        for text, wide, style in zip(line.details, self.details, styles, strict=False):
            yield column + wide - width(text), text, style
            column += wide + _COLUMN_GAP


def lay_columns(lines: Sequence[ChoiceLine], end: int) -> Columns:
    """Return the columns of the parts of the lines in a text of `end` columns."""
    labels = _KEY_COLUMNS if any(line.key for line in lines) else 0
    rows = [line.details for line in lines if line.details]
    details = [max(map(width, texts)) for texts in zip(*rows, strict=True)]
    while labels + _LABEL_COLUMNS + sum(_COLUMN_GAP + wide for wide in details) > end and details:
        details.pop()
    return Columns(labels, tuple(details), end)


class ChoicesPage(FramedPage):
    """A page of lines, one of which has the focus."""

    heading = ""
    """A heading for the last column of details, drawn in the border above it."""
    columns = 56
    """The columns of the text; they are fixed, so that the frame never changes its size."""
    verb = _CHANGE
    """What Enter does, in a word or two."""

    def __init__(
        self, looks: Looks, title: str, page_action: str, keymap: Iterable[KeyRow] = ROWS
    ) -> None:
        """Take the action whose keys open the page in a game; here they leave it."""
        super().__init__(looks, keymap)
        self.title = title
        self.focus = 0
        self._page_action = page_action
        self._scroller = Scroller()
        self._typing = False

    @abstractmethod
    def choices(self) -> Sequence[ChoiceLine]:
        """Return the lines; their number must not change while the page is open."""

    def enter(self, line: ChoiceLine, now: int) -> Reaction:
        """Act on Enter on a line that cannot be picked: turn its value."""
        if line.turn:
            line.turn(1)
        return None

    def leave_action(self) -> LeaveAction | None:
        """Return what the game is to do when the page is left without a choice."""
        return None

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        theme, lines = self.looks.theme, self.choices()
        rows = text_rows(canvas.rows)
        note_rows = _NOTE_ROWS + (rows >= _FEW_ROWS)
        gaps = sum(line.begins_group for line in lines)
        has_gaps = len(lines) + gaps + note_rows <= rows
        sheet = lay_sheet(canvas, self.columns, len(lines) + gaps * has_gaps + note_rows)
        columns = lay_columns(lines, sheet.columns)
        self._scroller.fit(len(lines), sheet.rows - note_rows)
        self._scroller.show(self.focus)
        has_all_details = len(columns.details) == max(len(line.details) for line in lines)
        heading = self.heading if has_all_details else ""
        sheet.draw(canvas, theme, self.title, heading, self._scroller.position)
        row = 0
        for index in self._scroller.lines:
            line = lines[index]
            row += line.begins_group and has_gaps
            pieces = [*columns.pieces(line, theme)]
            left, right = (sheet.column + column for column in columns.arrows(line))
            if index == self.focus:
                sheet.put_selected(canvas, pieces, row, theme)
                cursor = right - 1 if line.write else sheet.column
                canvas.cursor = (cursor, sheet.first_row + row)
            else:
                sheet.put_lines(canvas, [pieces], row)
            sheet.target(canvas, row, Pick(index))
            if line.turn:
                at = range(sheet.first_row + row, sheet.first_row + row + 1)
                canvas.target(range(left, left + 2), at, Pick(index, -1))
                canvas.target(range(right - 1, right + 1), at, Pick(index, 1))
            row += 1
        self._draw_note(canvas, sheet, lines[self.focus])
        draw_footer(canvas, sheet.footer_row, self._footer_words(lines), theme)

    def _draw_note(self, canvas: Canvas, sheet: Sheet, line: ChoiceLine) -> None:
        """Draw the help and the remark or message of a line in the last rows of the page."""
        theme = self.looks.theme
        style = theme.message if line.message else theme.dim
        note = [
            [(0, row, style)]
            for text, style in ((line.help, theme.text), (line.message or line.remark, style))
            for row in wrap(with_times(capitalise(text), theme.glyphs), sheet.columns)
        ]
        if len(note) > _NOTE_ROWS:
            column, text, style = note[_NOTE_ROWS - 1][0]
            note[_NOTE_ROWS - 1] = [(column, with_dots(text, sheet.columns), style)]
        sheet.put_lines(canvas, note, sheet.rows - _NOTE_ROWS)

    def _footer_words(self, lines: Sequence[ChoiceLine]) -> Iterator[FooterWord]:
        line = lines[self.focus]
        verb = line.verb or self.verb
        yield FooterWord("Enter", verb, "enter", is_essential=True)
        if line.turn and verb != _CHANGE:
            yield FooterWord("Space", _CHANGE, " ")
        yield FooterWord("arrows", "choose")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        lines = self.choices()
        if isinstance(event, Mouse):
            self._move(lines, self.focus + event.wheel)
            return None
        if isinstance(event, Pick):
            return self._pick(lines, event, now)
        if not isinstance(event, Key):
            return None
        line, key, action = lines[self.focus], event.name, self._actions.get(event.name, "")
        with_key = [index for index, each in enumerate(lines) if each.key.lower() == key.lower()]
        if key == "escape" or action in ("quit", self._page_action):
            return Leave(self.leave_action())
        if line.write and (key in "0123456789%" or key == "backspace"):
            self._type(line, key)
        elif key == "enter":
            return line.pick(now) if line.pick else self.enter(line, now)
        elif key == " " and not line.turn:
            return line.pick(now) if line.pick else None
        elif with_key:
            return self._go_to_key(lines, with_key[0], key, now)
        elif line.turn and (key == " " or action in _VALUE_STEPS):
            self._typing = False
            line.turn((_VALUE_STEPS | _NUMBER_STEPS if line.write else _VALUE_STEPS).get(action, 1))
        else:
            # A key may come before the first frame, which fits the scroller.
            self._scroller.fit(len(lines), self._scroller.in_sight)
            way = self._scroller.distance(action)
            self._move(lines, self.focus + way if way else self._next_with_initial(lines, key))
        return None

    def _type(self, line: ChoiceLine, key: str) -> None:
        """Type into a number: the first digit begins a new one, and % ends a share of the cells."""
        assert line.write, "only numbers are typed"
        if key == "backspace":
            line.write(line.value[:-1])
        else:
            start = line.value if self._typing or key == "%" else ""
            line.write((start + key)[:_MAX_TYPED])
        self._typing = key != "%"

    def _go_to_key(self, lines: Sequence[ChoiceLine], index: int, key: str, now: int) -> Reaction:
        """Move the focus to the line of a key; a digit also picks the line."""
        self._move(lines, index)
        pick = lines[index].pick
        return pick(now) if pick and key.isdigit() else None

    def _next_with_initial(self, lines: Sequence[ChoiceLine], letter: str) -> int:
        """Return the index of the next line that begins with a letter, or of the one in focus."""
        others = [*range(self.focus + 1, len(lines)), *range(self.focus)]
        initials = ((index, lines[index].label.strip()[0].lower()) for index in others)
        return next((index for index, each in initials if each == letter.lower()), self.focus)

    def _move(self, lines: Sequence[ChoiceLine], index: int) -> None:
        self.focus = max(0, min(index, len(lines) - 1))
        self._typing = False

    def _pick(self, lines: Sequence[ChoiceLine], place: Pick, now: int) -> Reaction:
        """Turn a value by its arrow, or pick or turn a line."""
        line = lines[place.number]
        self._move(lines, place.number)
        if line.turn and place.step:
            line.turn(place.step)
        elif line.pick and not line.write:
            return line.pick(now)
        elif line.turn and not line.write:
            line.turn(1)
        return None
