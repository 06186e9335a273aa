"""A page of choices over the game: lines to pick, to turn to another value, or to type.

Subclasses say for every frame what the choices are and what they do: only which of them has the
focus is kept here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import Canvas, cut, first_lines, width, wrap
from minesweeper.tui.keys import ROWS, Row, action_of
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import LEFT, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.page import title_that_fits

# Columns between the parts of a line.
GAP: Final = 2
# Rows below the choices for the help, so that nothing moves when it gets longer.
NOTE_ROWS: Final = 2
# Columns to the left of a line, where the focused one is marked.
MARK: Final = 2
MOST_DIGITS: Final = 8
_WAYS: Final = {"left": -1, "right": 1, "skip-left": -10, "skip-right": 10}


class Choice(NamedTuple):
    """A line of a page of choices; what it cannot do is left out."""

    label: str
    details: tuple[str, ...] = ()
    """Texts beside the label, each in a column of its own; of a value, only the value."""
    help: str = ""
    """Shown while the line has the focus."""
    pick: Callable[[int], Reaction] | None = None
    """Does what Enter does; is given the time."""
    turn: Callable[[int], None] | None = None
    """Changes to the value so many places on, or back if negative."""
    write: Callable[[str], None] | None = None
    """Takes the number as it is typed."""
    digit: str = ""
    """The key that moves the focus here from anywhere."""
    leads_on: bool = False
    """That key moves the focus to the line below, where there is something to type."""


def option(
    label: str,
    values: Sequence[str],
    value: str,
    change: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    digit: str = "",
) -> Choice:
    """Return a line with a value out of several, of which the first follows the last."""

    def turn(way: int) -> None:
        change(values[(values.index(value) + way) % len(values)])

    return Choice(label, (value,), said, pick, turn, digit=digit)


def number(
    label: str,
    text: str,
    allowed: range,
    write: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
) -> Choice:
    """Return a line with a number: any can be typed, the arrows keep to what is allowed."""

    def turn(way: int) -> None:
        write(str(max(allowed[0], min(int(text or 0) + way, allowed[-1]))))

    return Choice(label, (text,), said, pick, turn, write)


class Spot(NamedTuple):
    """A part of a line that can be clicked: all of it, or an arrow beside its value."""

    columns: range
    row: int
    place: int
    way: int


class ChoicesPage(Screen):
    """Choices, one of which has the focus."""

    verb = "chooses"
    """What Enter does, in a word."""

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
        lines, fault = self.choices(), self.fault()
        focused = self.focused
        note = wrap(sentence(fault or focused.help), max(1, canvas.columns))
        spare = canvas.rows - len(lines) - NOTE_ROWS - 4
        if spare >= 0:
            top = spare // 2
            rows = range(top + 2, top + 2 + len(lines))
            note_row = rows.stop + 1
            footer_row = note_row + NOTE_ROWS
        else:  # every row is needed: no gaps, and perhaps not all of the lines
            top, footer_row = 0, canvas.rows - 1
            lines = self._lines
            note_row = max(2, footer_row - max(1, len(note)))
            rows = range(1, note_row)
        canvas.put_centred(
            top, title_that_fits(self.title, canvas.columns), self.looks.theme.header
        )
        left = self._draw_lines(canvas, lines, rows)
        for row, text in enumerate(first_lines(note, footer_row - note_row), note_row):
            style = self.looks.theme.message if fault else self.looks.theme.dim
            canvas.put(max(0, min(left, canvas.columns - width(text))), row, text, style)
        self._footer.draw(canvas, footer_row, self._footer_words(), self.looks.theme)

    def _footer_words(self) -> Iterator[Word]:
        yield Word("Enter", self.verb, "enter")
        yield Word("Esc", "goes back", "escape")
        yield Word("arrows", "choose and change")

    def _draw_lines(self, canvas: Canvas, lines: Sequence[Choice | None], rows: range) -> int:
        """Draw the lines that there are rows for, with the focused one; return their column."""
        written = line_texts(lines, max(0, canvas.columns - MARK))
        longest = max(map(width, written))
        left = max(MARK, (canvas.columns - longest) // 2)
        places = [place for place, line in enumerate(lines) if line]
        at, most = places[self.focus], len(lines) - len(rows)
        self._first = max(0, at - len(rows) + 1, min(self._first, at, most))
        self._spots = []
        for row, place in zip(rows, range(self._first, len(lines)), strict=False):
            line = lines[place]
            if line:
                text = written[place].ljust(longest)
                self._draw_line(canvas, left, row, line, text, places.index(place))
        *_, above, below = self.looks.theme.glyphs.beyond
        edge = canvas.columns - width(above)
        if self._first > 0:
            canvas.put(edge, rows[0], above, self.looks.theme.beyond)
        if self._first < most:
            canvas.put(edge, rows[-1], below, self.looks.theme.beyond)
        return left

    def _draw_line(
        self, canvas: Canvas, left: int, row: int, line: Choice, text: str, index: int
    ) -> None:
        style = self.looks.theme.text
        if index == self.focus:
            style = self.looks.theme.focused[Face.COVERED][1]
            canvas.put(left - MARK, row, ">".ljust(MARK), style)
            behind_number = text.rfind(" >") if line.write else 0
            canvas.cursor = (left + behind_number, row)
        canvas.put(left, row, text, style)
        if line.turn:
            opening, closing = left + text.rfind("<"), left + text.rfind(">")
            self._spots.append(Spot(range(opening, opening + 2), row, index, -1))
            self._spots.append(Spot(range(closing - 1, closing + 1), row, index, 1))
        self._spots.append(Spot(range(left - MARK, left + width(text)), row, index, 0))

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
        elif event.name in "123456789":
            self._go_to_digit(event.name)
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

    def _go_to_digit(self, digit: str) -> None:
        for index, line in enumerate(self._lines):
            if line.digit == digit:
                self._move(index + line.leads_on)

    def _target(self, action: str, key: Key) -> int:
        """Return the line that a key leads to, or the one in focus."""
        last = len(self._lines) - 1
        ways = {"up": self.focus - 1, "down": self.focus + 1, "page-up": 0, "page-down": last}
        ways |= {"top": 0, "row-start": 0, "bottom": last, "row-end": last}
        if action in ways:
            return ways[action]
        behind = [*range(self.focus + 1, last + 1), *range(self.focus)]
        letters = (self._lines[index].label.strip()[:1] for index in behind)
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


def line_texts(lines: Sequence[Choice | None], columns: int) -> list[str]:
    """Return the lines as they are written, aligned in columns, as far as they fit."""
    choices = [line for line in lines if line]
    widths = [max(len(each.label) for each in choices), *_detail_widths(choices)]
    has_digits = any(each.digit for each in choices)
    return [_line_text(line, widths, columns, has_digits) if line else "" for line in lines]


def _detail_widths(choices: list[Choice]) -> list[int]:
    """Return the widths of the columns beside the labels, in which values are not counted."""
    details = [each.details for each in choices if not each.turn]
    most = max(map(len, details), default=0)
    return [max(len(row[at]) for row in details if at < len(row)) for at in range(most)] or [0]


def _line_text(line: Choice, widths: list[int], columns: int, has_digits: bool) -> str:
    digit = f"{line.digit:{GAP}}" * has_digits
    if line.turn:
        value = f"< {line.details[0]} >"
        aligned = f"{digit}{line.label:{widths[0]}}{' ' * GAP}{value}"
        room = max(0, columns - width(digit + value) - 1)
        label = line.label.strip()[:room]
        return aligned if width(aligned) <= columns else cut(f"{digit}{label} {value}", columns)
    text = digit + f"{line.label:{widths[0]}}"
    for detail, wide in zip(line.details, widths[1:], strict=False):
        longer = f"{text}{' ' * GAP}{detail:{wide}}"
        if len(longer.rstrip()) > columns:
            break
        text = longer
    return cut(text.rstrip(), columns)
