"""A page of choices over the game: drawn, scrolled, and reached by keys and mouse.

What the choices are and what they do, its subclasses say, anew for every frame: nothing of that is
kept here but which of them has the focus.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import Canvas, first_lines, width, wrap
from minesweeper.tui.keys import ROWS, Row, action_of
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.widgets.choices import Choice, texts
from minesweeper.tui.widgets.footer import Footer, Word
from minesweeper.tui.widgets.page import title_that_fits
from minesweeper.tui.widgets.pointer import LEFT, WHEEL_DOWN, WHEEL_UP

# Rows below the choices for what there is to say, so that nothing moves when it gets longer.
NOTE_ROWS: Final = 2
# Columns to the left of a line, where the focused one is marked.
MARK: Final = 2
MOST_DIGITS: Final = 8
_WAYS: Final = {"left": -1, "right": 1, "skip-left": -10, "skip-right": 10}


class Spot(NamedTuple):
    """A part of a line that can be clicked: all of it, or the end where its value is turned."""

    columns: range
    row: int
    place: int
    way: int


class ChoicesPage(Screen):
    """The choices, one of them in focus."""

    verb = "chooses"
    """What Enter does, in a word."""

    def __init__(self, looks: Looks, title: str, own: str, keymap: Iterable[Row] = ROWS) -> None:
        """`own` is the action whose keys open the page: they leave it as well."""
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
        """The lines, None for a gap. There are as many as long as the page is open."""
        raise NotImplementedError  # what is chosen is all that the pages do not share

    def result(self) -> object:
        """Return what the page is left with where nothing was chosen."""
        return None

    def fault(self) -> str:
        """What is wrong with what was chosen; it takes the place of the help."""
        return ""

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
        self._footer.draw(canvas, footer_row, self._words(), self.looks.theme.dim)

    def _words(self) -> Iterator[Word]:
        yield Word(f"Enter {self.verb}", "enter")
        yield Word("Esc goes back", "escape")
        yield Word("arrows choose and change")

    def _draw_lines(self, canvas: Canvas, lines: Sequence[Choice | None], rows: range) -> int:
        """As many lines as there are rows, the focused one among them; where they begin."""
        written = texts(lines, max(0, canvas.columns - MARK))
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
        """The first digit begins a new number; a share of the cells ends with a %."""
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
        """Which line a key leads to; the one in focus where it leads nowhere."""
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
        if mouse.button in (WHEEL_UP, WHEEL_DOWN):
            self._move(self.focus + (-1 if mouse.button == WHEEL_UP else 1))
        return self._handle_left(mouse, now) if mouse.button == LEFT else None

    def _handle_left(self, mouse: Mouse, now: int) -> Reaction:
        """A press acts where it is released, if that is where it went down."""
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
