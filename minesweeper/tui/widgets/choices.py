"""A page of choices over the game: lines to pick, to turn to another value, or to type.

Subclasses say for every frame what the choices are and what they do: only which of them has the
focus is kept here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import MORE, Canvas, Piece, Style, width, wrap
from minesweeper.tui.keys import ROWS, Row, action_of
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import LEFT, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.lines import GAP, Choice, Lines, Part
from minesweeper.tui.widgets.page import Sheet, is_framed, lay_sheet, text_columns, text_rows

# Rows below the choices for the help, so that nothing moves when it gets longer.
NOTE_ROWS: Final = 2
# In fewer rows each is needed for a choice: there the help takes one, unless it is longer.
FEW_ROWS: Final = 8
# With fewer of them in sight, a list of values is not worth its rows.
FEW_VALUES: Final = 5
# Columns to the left of a line, where the focused one is marked if there are no colours.
MARK: Final = 2
MOST_DIGITS: Final = 8
# The arrows beside a value, and the way that each turns it.
_ARROWS: Final = {"<": -1, ">": 1}
_WAYS: Final = {"left": -1, "right": 1, "skip-left": -10, "skip-right": 10}


# What is said of a line: rows of pieces of text, each with its column.
Note = list[list[Piece]]


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

    verb = "chooses"
    """What Enter does, in a word."""
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
        self._actions = action_of(keymap)

    def choices(self) -> Sequence[Choice | None]:
        """Return the lines, None for a gap; always as many while the page is open."""
        raise NotImplementedError  # this is all that the pages do not share

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
        left = min(sheet.column, canvas.columns - _width_of(note))
        for row, pieces in enumerate(_shortened(note, sheet.text_end - first_row), first_row):
            for column, text, style in pieces:
                canvas.put(left + column, row, text, style)
        self._add_value_spots(sheet, range(first_row, first_row + listed))
        self._footer.draw(canvas, sheet.footer_row, self._footer_words(), self.looks.theme)

    def _arrange(self, canvas: Canvas) -> "_Arrangement":
        """Return what there is room for: all values before gaps between the lines."""
        lines, rows = self.choices(), text_rows(canvas)
        room = max(1, text_columns(canvas, MARK))
        told = max(map(_told_width, self._lines))
        columns = min(room, max(self.least, Lines(lines, room).width, told))
        least = NOTE_ROWS if rows >= FEW_ROWS else 1
        most = max(len(line.told) for line in self._lines)
        listed = min(most, rows - len(self._lines) - 2)
        note = self._values_note(columns, listed)
        note_rows = max(least, len(note), listed + 1)
        if listed < min(most, FEW_VALUES) or told > columns:
            listed = 0
            note = self._note(columns if is_framed(canvas) else canvas.columns, rows)
            note_rows = max(least, len(note))
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
        yield Word("Enter", self.verb, "enter")
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
        elif event.name in ("enter", " "):
            return self._use(line, now)
        elif self._go_to_key(event.name):
            pass
        elif action in _WAYS and line.turn:
            line.turn(_WAYS[action])
        else:
            self._move(self._target(action, event))
        return None

    def _use(self, line: Choice, now: int) -> Reaction:
        if line.pick:
            return line.pick(now)
        if line.turn:
            line.turn(1)
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

    def _go_to_key(self, key: str) -> bool:
        """Move the focus to the line of a key; False if there is none."""
        found = [index for index, line in enumerate(self._lines) if line.key == key.lower()]
        for index in found:
            self._move(index + self._lines[index].leads_on)
        return bool(found)

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
            return None
        return None if line.write else self._use(line, now)


def _wrapped(text: str, columns: int, style: Style) -> Note:
    """Return a sentence on as many rows as it takes."""
    return [[(0, row, style)] for row in wrap(sentence(text), columns)]


def _shortened(note: Note, rows: int) -> Note:
    """Return the rows that there is room for; the last of them says if there are more."""
    if len(note) <= rows:
        return note
    *before, (column, text, style) = note[rows - 1]
    return [*note[: rows - 1], [*before, (column, text[: -len(MORE)] + MORE, style)]]


def _told_width(line: Choice) -> int:
    """Return the columns that the list of a line's values takes."""
    values = max((width(value) for value, _ in line.told), default=0)
    return max((values + GAP + width(does) for _, does in line.told), default=0)


def _width_of(note: Note) -> int:
    return max((column + width(text) for pieces in note for column, text, _ in pieces), default=0)
