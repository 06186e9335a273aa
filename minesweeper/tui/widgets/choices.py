"""A page of choices over the game: lines to pick, to turn to another value, or to type.

Subclasses say for every frame what the choices are and what they do: only which of them has the
focus is kept here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import MORE, Canvas, Style, cut, width, wrap
from minesweeper.tui.keys import ROWS, Row, page_actions
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import LEFT, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.page import (
    Line,
    Sheet,
    is_framed,
    lay_sheet,
    line_end,
    text_columns,
    text_rows,
)

# Columns between the parts of a line.
GAP: Final = 2
# In fewer columns only one lies between a key and its label.
FEW: Final = 30
# How the values of a switch are painted, by the names of the theme.
_SWITCH: Final = {"on": "won", "off": "dim"}
# Rows below the choices for the help, so that nothing moves when it gets longer.
NOTE_ROWS: Final = 2
# In fewer rows each is needed for a choice: there the help takes one, unless it is longer.
FEW_ROWS: Final = 8
# With fewer of them in sight, a list of values is not worth its rows.
FEW_VALUES: Final = 5
# Columns to the left of a line, where the focused one is marked if there are no colours.
MARK: Final = 2
MOST_DIGITS: Final = 8
# The arrows beside a value, and the way that each turns it; a number is turned by ten, too.
_ARROWS: Final = {"<": -1, ">": 1}
_WAYS: Final = {"left": -1, "right": 1, "skip-left": -1, "skip-right": 1}
_TENS: Final = {"skip-left": -10, "skip-right": 10}
# What is said of a line of choices.
Note = list[Line]


# Lines


class Choice(NamedTuple):
    """A line of a page of choices; what it cannot do is left out."""

    label: str
    details: tuple[str, ...] = ()
    """Texts beside the label, each in a column of its own; of a value, only the value."""
    aside: str = ""
    """A text at the end of the line, where there is room for it."""
    help: str = ""
    """Shown while the line has the focus: a line, and perhaps another with details."""
    told: tuple[tuple[str, str], ...] = ()
    """All values and what each does, shown with the details where there is room."""
    pick: Callable[[int], Reaction] | None = None
    """Does what Enter does; is given the time."""
    turn: Callable[[int], None] | None = None
    """Changes to the value so many places on, or back if negative."""
    write: Callable[[str], None] | None = None
    """Takes the number as it is typed."""
    key: str = ""
    """The letter that moves the focus here from anywhere, or the digit that also picks the line."""
    leads_on: bool = False
    """That digit moves the focus to the line below instead, where there is something to type."""


def option(
    label: str,
    values: Sequence[str],
    value: str,
    change: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    key: str = "",
    aside: str = "",
) -> Choice:
    """Return a line with a value out of several, of which the first follows the last."""

    def turn(way: int) -> None:
        change(values[(values.index(value) + way) % len(values)])

    return Choice(label, (value,), aside, said, pick=pick, turn=turn, key=key)


def number(
    label: str,
    text: str,
    allowed: range,
    write: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    aside: str = "",
) -> Choice:
    """Return a line with a number: any can be typed, the arrows keep to what is allowed.

    They leave out a % that was typed where no share is meant.
    """

    def turn(way: int) -> None:
        typed = int(text.removesuffix("%") or 0)
        write(str(max(allowed[0], min(typed + way, allowed[-1]))))

    return Choice(label, (text,), aside, said, pick=pick, turn=turn, write=write)


class Part(NamedTuple):
    """A text in a line, with its column and the name of its style in the theme."""

    column: int
    text: str
    style: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + width(self.text)


class Lines:
    """Lines whose parts stand below each other, as far as they fit."""

    def __init__(self, lines: Sequence[Choice | None], room: int) -> None:
        """Between two lines None is a gap; there is room for so many columns."""
        self._lines = lines
        choices = [line for line in lines if line]
        turned = [line.label for line in choices if line.turn]
        told = [line for line in choices if line.details and not line.turn]
        self._keys = (3 if room >= FEW else 2) if any(line.key for line in choices) else 0
        self._values = self._keys + max(map(width, turned), default=0) + GAP
        self._labels = self._keys + max((width(line.label) for line in told), default=0)
        self._details = _widths([line.details for line in told])

    @property
    def width(self) -> int:
        """How many columns they take where there is room for everything."""
        ends = [
            (self._values + width(_value(line)) if line.turn else self._keys + width(line.label))
            + (GAP + width(line.aside) if line.aside else 0)
            for line in self._lines
            if line
        ]
        return max(*ends, self._labels + _details_width(self._details, GAP))

    def has_room(self, columns: int) -> bool:
        """Return whether all details can be told in so many columns."""
        return len(self._edges(columns)) == len(self._details)

    def parts(self, columns: int) -> list[list[Part]]:
        """Return the parts of each line in so many columns."""
        edges = self._edges(columns)
        return [[*self._parts(line, edges, columns)] if line else [] for line in self._lines]

    def _edges(self, columns: int) -> list[int]:
        """Return where the details end: as many as fit, the last at the right edge."""
        room = columns - self._labels
        for count in range(len(self._details), 0, -1):
            details = self._details[:count]
            for gap in (GAP, 1):
                if _details_width(details, gap) <= room:
                    return [
                        columns - _details_width(details[at:], gap) for at in range(1, count + 1)
                    ]
        return []

    def _parts(self, line: Choice, edges: list[int], columns: int) -> Iterator[Part]:
        """Yield the key and the label, and the value or the details behind them."""
        if line.key:
            yield Part(0, line.key, "accent")
        value = _value(line) if line.turn else ""
        at = min(self._values, max(self._keys, columns - width(value)))
        label = cut(line.label, max(0, columns - self._keys))
        if line.turn and self._keys + width(line.label) >= at:
            label = cut(line.label.strip(), max(0, at - self._keys - 1))
        yield Part(self._keys, label, "text")
        end = self._keys + width(label)
        if line.turn:
            yield Part(at, "<", "dim")
            yield Part(at + 2, line.details[0], _SWITCH.get(line.details[0], "text"))
            end = at + width(value)
            yield Part(end - 1, ">", "dim")
        else:
            for edge, text in zip(edges, line.details, strict=False):
                yield Part(edge - width(text), text, "dim")
        if line.aside and end + GAP + width(line.aside) <= columns:
            yield Part(columns - width(line.aside), line.aside, "dim")


def _value(line: Choice) -> str:
    return f"< {line.details[0]} >"


def _details_width(details: list[int], gap: int) -> int:
    """Return how many columns details of these widths take, with a gap before each."""
    return sum(gap + wide for wide in details)


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of the columns of details."""
    most = max(map(len, rows), default=0)
    return [max(width(row[at]) for row in rows if at < len(row)) for at in range(most)]


# The page


class Spot(NamedTuple):
    """A part of a line that can be clicked: all of it, or an arrow beside its value."""

    columns: range
    row: int
    place: int
    way: int


class _Arrangement(NamedTuple):
    """What of a page there is room for."""

    lines: Sequence[Choice | None]
    columns: int
    note: Note
    note_rows: int
    listed: int
    """How many values of the line in focus the note lists at most."""


class ChoicesPage(Screen):
    """Choices, one of which has the focus."""

    heading = ""
    """What the last details of the lines are, in the border above them."""
    least = 46
    """The columns that the frame has room for, however short the lines are."""

    def __init__(self, looks: Looks, title: str, own: str, keymap: Iterable[Row] = ROWS) -> None:
        """`own` is the action whose keys open the page: they leave it, too."""
        self.looks = looks
        self.title = title
        self.focus = 0
        self._own = own
        self._first = 0
        self._typing = False
        self._spots: list[Spot] = []
        self._pressed: str | Spot | None = None
        """Where a button is down: on a word of the footer, or on a line."""
        self._footer = Footer()
        self._actions = page_actions(keymap)

    def choices(self) -> Sequence[Choice | None]:
        """Return the lines, None for a gap; always as many while the page is open."""
        raise NotImplementedError  # this is all that the pages do not share

    def verb(self) -> str:
        """Return what Enter does, in a word or two."""
        return "chooses"

    def enter(self, now: int) -> Reaction:
        """Do what Enter does on a line on which there is nothing to pick: turn its value."""
        if self.focused.turn and not self._typing:
            self.focused.turn(1)
        self._typing = False  # what was typed stays
        return None

    def fault(self) -> str:
        """Return what is wrong with a choice, to be shown instead of the help."""
        return ""

    def said(self) -> str:
        """Return what was just done, to be shown below the first line of the help."""
        return ""

    def result(self) -> object:
        """Return what the page is left with where nothing was chosen."""
        return None

    @property
    def _lines(self) -> list[Choice]:
        return [choice for choice in self.choices() if choice]

    @property
    def focused(self) -> Choice:
        return self._lines[self.focus]

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        lines, columns, note, note_rows, listed = self._arrange(canvas)
        wanted = min(text_rows(canvas), len(lines) + 1 + note_rows)
        in_sight = min(len(lines), max(1, wanted - note_rows))
        sheet = lay_sheet(canvas, columns, wanted, MARK)
        heading = self.heading if Lines(lines, columns).has_room(columns) else ""
        sheet.draw(canvas, self.looks.theme, self.title, heading, self._scroll(lines, in_sight))
        self._draw_lines(canvas, sheet, lines, in_sight)
        first_row = sheet.first_row + max(in_sight, sheet.rows - note_rows)
        left = min(sheet.column, canvas.columns - max(map(line_end, note), default=0))
        for row, pieces in enumerate(_shortened(note, sheet.text_end - first_row), first_row):
            for column, text, style in pieces:
                canvas.put(left + column, row, text, style)
        self._add_value_spots(sheet, range(first_row, first_row + listed))
        self._footer.draw(canvas, sheet.footer_row, self._footer_words(), self.looks.theme)

    def _arrange(self, canvas: Canvas) -> "_Arrangement":
        """Return what there is room for: all values before gaps between the lines.

        A line whose values are too long to be listed tells of the one in force alone.
        """
        lines, rows = self.choices(), text_rows(canvas)
        room = max(1, text_columns(canvas, MARK))
        told = [width for width in map(_told_width, self._lines) if width <= room]
        columns = min(room, max(self.least, Lines(lines, room).width, *told))
        least = NOTE_ROWS if rows >= FEW_ROWS else 1
        most = max(len(line.told) * (_told_width(line) <= columns) for line in self._lines)
        list_rows = min(most, rows - len(self._lines) - 2)
        if list_rows < min(most, FEW_VALUES):
            list_rows = 0
        listed = list_rows if _told_width(self.focused) <= columns else 0
        if listed:
            note = self._values_note(columns, listed)
        else:
            note = self._note(columns if is_framed(canvas) else canvas.columns, rows)
        note_rows = max(least, len(note), list_rows + 1)
        has_gaps = len(lines) + 1 + note_rows <= rows
        lines = lines if has_gaps else self._lines
        return _Arrangement(lines, columns, note, note_rows, listed)

    def _note(self, columns: int, rows: int) -> Note:
        """Return what there is to say of the line in focus; without details in few rows."""
        theme, fault, said = self.looks.theme, self.fault(), self.said()
        first, _, details = self.focused.help.partition("\n")
        if fault:
            return _wrapped(fault, columns, theme.message)
        note = _wrapped(first, columns, theme.text)
        if said:
            return note + _wrapped(said, columns, theme.message)
        return note if rows < FEW_ROWS else note + _wrapped(details, columns, theme.dim)

    def _values_note(self, columns: int, rows: int) -> Note:
        """Return the values of the line in focus with what each does, and the details."""
        theme, line, said = self.looks.theme, self.focused, self.said()
        if not line.told:
            return self._note(columns, FEW_ROWS)
        widest = max(width(value) for value, _ in line.told)
        note: Note = []
        for value, does in self._listed(rows):
            is_in_force = value == line.details[0]
            style = theme.text if is_in_force else theme.dim
            note.append(
                [(0, value, theme.header if is_in_force else style), (widest + GAP, does, style)]
            )
        details = line.help.partition("\n")[2]
        return note + _wrapped(said or details, columns, theme.message if said else theme.dim)

    def _listed(self, rows: int) -> Sequence[tuple[str, str]]:
        """Return as many values of the line in focus as there are rows, with that in force."""
        told = self.focused.told
        values = [value for value, _ in told]
        at = values.index(self.focused.details[0]) if values else 0
        first = max(0, min(at - rows // 2, len(told) - rows))
        return told[first : first + rows]

    def _footer_words(self) -> Iterator[Word]:
        yield Word("Enter", self.verb(), "enter")
        yield Word("Esc", "goes back", "escape")
        has_values = any(line.turn for line in self._lines)
        yield Word("arrows", "choose and change" if has_values else "choose")

    def _scroll(self, lines: Sequence[Choice | None], in_sight: int) -> str:
        """Bring the line in focus into sight; return which lines are, if not all."""
        at, most = self._place(lines), len(lines) - in_sight
        self._first = max(0, at - in_sight + 1, min(self._first, at, most))
        return f"{self._first + 1}-{self._first + in_sight}/{len(lines)}" if most else ""

    def _place(self, lines: Sequence[Choice | None]) -> int:
        """Return the place of the line in focus, gaps counted."""
        return [place for place, line in enumerate(lines) if line][self.focus]

    def _draw_lines(
        self, canvas: Canvas, sheet: Sheet, lines: Sequence[Choice | None], in_sight: int
    ) -> None:
        """Draw the lines that are in sight, and note where they can be clicked."""
        parts, index = Lines(lines, sheet.columns).parts(sheet.columns), -1
        rows = range(sheet.first_row - self._first, sheet.first_row + in_sight)
        self._spots = []
        for place, row in zip(range(len(lines)), rows, strict=False):
            line = lines[place]
            index += 1 if line else 0
            if line and row >= sheet.first_row:
                self._draw_line(canvas, sheet, row, parts[place], is_focused=index == self.focus)
                if index == self.focus:
                    typed = [part.column - 1 for part in parts[place] if part.text == ">"]
                    column = typed[0] if line.write else parts[place][0].column
                    canvas.cursor = (sheet.column + column, row)
                self._add_spots(sheet, row, index, parts[place] if line.turn else [])
        if not sheet.is_framed:
            self._draw_beyond(canvas, sheet.first_row, in_sight, len(lines))

    def _draw_line(
        self, canvas: Canvas, sheet: Sheet, row: int, parts: list[Part], *, is_focused: bool
    ) -> None:
        """Draw a line; that in focus is one colour across the page, or marked without colours."""
        selected = self.looks.theme.selected
        if is_focused:
            canvas.put(sheet.inside.start, row, " " * len(sheet.inside), selected)
            if not selected.background:
                canvas.put(sheet.column - MARK, row, ">", selected)
        for part in parts:
            style = selected if is_focused else getattr(self.looks.theme, part.style)
            canvas.put(sheet.column + part.column, row, part.text, style)

    def _add_spots(self, sheet: Sheet, row: int, index: int, parts: list[Part]) -> None:
        """Note where a line can be clicked, and which arrows it has."""
        for part in parts:
            if part.text in _ARROWS:
                column = sheet.column + part.column
                way = _ARROWS[part.text]
                first = column if way < 0 else column - 1
                self._spots.append(Spot(range(first, first + 2), row, index, way))
        self._spots.append(Spot(sheet.inside, row, index, 0))

    def _add_value_spots(self, sheet: Sheet, rows: range) -> None:
        """Note where the values of the line in focus can be clicked."""
        values = [value for value, _ in self._listed(len(rows))]
        for index, row in enumerate(rows[: len(values)]):
            way = index - values.index(self.focused.details[0])
            if way:
                self._spots.append(Spot(sheet.inside, row, self.focus, way))

    def _draw_beyond(self, canvas: Canvas, row: int, in_sight: int, lines: int) -> None:
        """Show at the edge of the window that there are lines above or below."""
        *_, above, below = self.looks.theme.glyphs.beyond
        edge = canvas.columns - width(above)
        if self._first > 0:
            canvas.put(edge, row, above, self.looks.theme.beyond)
        if self._first < lines - in_sight:
            canvas.put(edge, row + in_sight - 1, below, self.looks.theme.beyond)

    # Events

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Mouse):
            return self._handle_mouse(event, now)
        line, action = self.focused, self._actions.get(event.name, "")
        if event.name == "escape" or action in ("quit", self._own):
            return Leave(self.result())
        if line.write and (event.name in "0123456789%" or event.name == "backspace"):
            self._type(line, event.name)
        elif event.name == "enter":
            return line.pick(now) if line.pick else self.enter(now)
        elif event.name == " " and not line.turn:
            return line.pick(now) if line.pick else None
        elif (index := self._index_of(event.name)) is not None:
            return self._go_to_key(index, event.name, now)
        elif line.turn and (event.name == " " or action in _WAYS):
            self._typing = False
            line.turn((_TENS if line.write else _WAYS).get(action) or _WAYS.get(action, 1))
        else:
            self._move(self._target(action, event))
        return None

    def _type(self, line: Choice, key: str) -> None:
        """Type into a number: the first digit begins a new one, a % ends a share of the cells."""
        assert line.write, "a number is typed"
        text = line.details[0]
        if key == "backspace":
            line.write(text[:-1])
        else:
            begun = text if self._typing or key == "%" else ""
            line.write((begun + key)[:MOST_DIGITS])
        self._typing = key != "%"

    def _index_of(self, key: str) -> int | None:
        """Return the index of the line that has a key of its own; None if none has."""
        indices = (
            index for index, line in enumerate(self._lines) if line.key.lower() == key.lower()
        )
        return next(indices, None)

    def _go_to_key(self, index: int, key: str, now: int) -> Reaction:
        """Go to the line of a key, or to the one that it leads on to; a digit picks it at once."""
        line = self._lines[index]
        self._move(index + line.leads_on)
        return line.pick(now) if line.pick and key.isdigit() and not line.leads_on else None

    def _target(self, action: str, key: Key) -> int:
        """Return the line that a key leads to, or the one in focus."""
        last = len(self._lines) - 1
        ways = {"up": self.focus - 1, "down": self.focus + 1, "page-up": 0, "page-down": last}
        ways |= {"top": 0, "row-start": 0, "bottom": last, "row-end": last}
        if action in ways:
            return ways[action]
        behind = [*range(self.focus + 1, last + 1), *range(self.focus)]
        letters = (self._lines[index].label.strip()[:1].lower() for index in behind)
        named = [
            at for at, letter in zip(behind, letters, strict=True) if letter == key.name.lower()
        ]
        return named[0] if named else self.focus

    def _move(self, index: int) -> None:
        self.focus = max(0, min(index, len(self._lines) - 1))
        self._typing = False

    def _handle_mouse(self, mouse: Mouse, now: int) -> Reaction:
        if mouse.wheel:
            self._move(self.focus + mouse.wheel)
        return self._handle_left(mouse, now) if mouse.button == LEFT else None

    def _handle_left(self, mouse: Mouse, now: int) -> Reaction:
        """Act on a press when it is released where it went down."""
        key = self._footer.key_at(mouse.column, mouse.row)
        spot = self._spot_at(mouse.column, mouse.row)
        pressed, self._pressed = self._pressed, (key or spot) if mouse.pressed else None
        if mouse.pressed or not pressed or pressed != (key or spot):
            return None
        return self.handle(Key(key), now) if key else self._click(spot, now) if spot else None

    def _spot_at(self, column: int, row: int) -> Spot | None:
        found = (spot for spot in self._spots if spot.row == row and column in spot.columns)
        return next(found, None)

    def _click(self, spot: Spot, now: int) -> Reaction:
        self._move(spot.place)
        line = self.focused
        if spot.way and line.turn:
            line.turn(spot.way)
        elif line.pick and not line.write:
            return line.pick(now)
        elif line.turn and not line.write:
            line.turn(1)
        return None


def _wrapped(text: str, columns: int, style: Style) -> Note:
    """Return a sentence on as many rows as it takes."""
    return [[(0, row, style)] for row in wrap(sentence(text), columns)]


def _shortened(note: Note, rows: int) -> Note:
    """Return the rows that there is room for; the last of them says if there are more."""
    if len(note) <= rows:
        return note
    if rows < 1:
        return []
    *before, (column, text, style) = note[rows - 1]
    return [*note[: rows - 1], [*before, (column, text[: -len(MORE)] + MORE, style)]]


def _told_width(line: Choice) -> int:
    """Return the columns that the list of a line's values takes."""
    values = max((width(value) for value, _ in line.told), default=0)
    return max((values + GAP + width(does) for _, does in line.told), default=0)
