"""Everything around the field of a game: where it is drawn, and its texts.

From top to bottom, as far as the height allows:

title           level, size, mines, seed
header          mines left, safe cells left, the indicator, the clock
field           the board inside its wall
message         what just happened or did not work, the result: as many lines as it takes
keys            what can be pressed; without a row of its own, while there is no message

A message that takes more rows than there are lies over the lowest rows of the field, until the
cursor moves.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.setup import Setup, level_name
from minesweeper.play.progress import Result
from minesweeper.play.session import Session
from minesweeper.settings.values import sentence
from minesweeper.tui.canvas import Canvas, Style, first_lines, first_that_fits, width, wrap
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.board import BoardView, Overlay

if TYPE_CHECKING:
    from minesweeper.solver.guess_free import GuessFree

# The narrowest header, the narrowest window, and the least of the field that can be played.
HEADER: Final = 40
MIN_COLUMNS: Final = 16
MIN_FIELD_ROWS: Final = 3
# Rows for more than one message that stay free when all is centred.
MESSAGE_ROWS: Final = 2

Message = tuple[str, Style]

# The most useful keys first: where the line is too short, the last ones go.
_PLAYING_KEYS: Final[tuple[str, ...]] = (
    "reveal",
    "flag",
    "help",
    "quit",
    "new",
    "chord",
    "hint",
    "pause",
    "menu",
    "undo",
    "again",
    "odds",
    "move",
)
_ENDED_KEYS: Final[tuple[str, ...]] = (
    "new",
    "again",
    "undo",
    "help",
    "quit",
    "hint",
    "records",
    "menu",
)
_PAUSED_KEYS: Final[tuple[str, ...]] = ("pause", "help", "quit")
# What a key that pauses does during a pause.
_ENDS_PAUSE: Final[Mapping[str, str]] = {"pause": "continue", "stop": "continue"}


class Shown(Protocol):
    """A game and its clock, as far as the header shows them: a session, or a replay."""

    @property
    def game(self) -> Game: ...

    @property
    def paused(self) -> bool: ...

    def milliseconds(self, now: int) -> int: ...


class GameFrame:
    """Where on the screen the parts of a game are, and how they are drawn."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self.looks = looks
        self.view = view
        self.shows_field = False
        self.is_too_small = False
        """The window is known, and cannot show the field."""
        self._placed_for = (0, 0, 0)
        self._has_title = self._has_keys = False
        self._keys_yield = False
        """All of the board just fits: rather than the board, the keys give up a row."""
        self._header = range(0)

    def place(self, columns: int, rows: int) -> bool:
        """Divide the rows of a window; return False if it is too small to play in."""
        placed_for = columns, rows, id(self.looks.theme)
        if placed_for != self._placed_for:
            self._placed_for = placed_for
            self.shows_field = self._place(columns, rows)
            self.is_too_small = not self.shows_field
        return self.shows_field

    def _place(self, columns: int, rows: int) -> bool:
        if columns < MIN_COLUMNS or rows < self._least_rows():
            return False
        # Header, message and the two walls are always there; the field comes before the rest.
        _, wall_rows = self.view.full_size()
        spare = rows - wall_rows - 2
        self._has_title, self._keys_yield = spare >= 2, spare == 0
        self._has_keys = spare >= 1 or (spare < 0 and rows >= 10)
        top = max(0, (spare - self._has_keys - self._has_title - MESSAGE_ROWS) // 2)
        field_row = top + self._has_title + 1
        below = rows - 1 - self._has_keys
        self.view.place(field_row, columns, min(wall_rows, below - field_row))
        return True

    def draw_too_small(self, canvas: Canvas) -> None:
        """Draw how large the window has to be."""
        texts = "Too small", f"{MIN_COLUMNS}x{self._least_rows()} needed"
        lines = [line for text in texts for line in wrap(text, max(1, canvas.columns))]
        for row, line in enumerate(lines):
            canvas.put(0, row, line, self.looks.theme.message)

    def draw_header(self, canvas: Canvas, shown: Shown, title: str, now: int) -> None:
        """Draw the title, and below it the counts, the indicator in the middle, and the clock."""
        row = self.view.row - 2
        if self._has_title:
            canvas.put_centred(row - 1, title, self.looks.theme.dim)
        columns = min(max(HEADER, self.view.full_size()[0]), canvas.columns)
        left = (canvas.columns - columns) // 2
        self._header = range(left, left + columns)
        symbol = indicator(shown, self.looks.theme.glyphs)
        middle = left + (columns - width(symbol)) // 2
        counts = counts_text(shown.game, self.looks.theme.glyphs, middle - left - 1)
        clock = clock_text(shown.milliseconds(now))
        canvas.put(left, row, counts, self.looks.theme.header)
        canvas.put(middle, row, symbol, self.looks.theme.header)
        canvas.put(left + columns - width(clock), row, clock, self.looks.theme.header)

    def on_header(self, column: int, row: int) -> bool:
        """Return whether a place of the screen is in the header, where a click deals."""
        return self.shows_field and row == self.view.row - 2 and column in self._header

    def cell_at(self, column: int, row: int) -> Cell | None:
        """Return the cell at a place of the screen, or None."""
        return self.view.cell_at(column, row) if self.shows_field else None

    def draw_field(
        self, canvas: Canvas, session: Session, cursor: Cell, overlay: Overlay, *, mines: bool
    ) -> None:
        """Draw the board, or an empty field while the game is paused."""
        if session.paused:
            self.view.draw_hidden(canvas)
            canvas.put_centred(
                self.view.row + self.view.down // 2, "Paused", self.looks.theme.message
            )
        else:
            self.view.draw(canvas, session.game, cursor, mines=mines, overlay=overlay)

    def draw_below(
        self,
        canvas: Canvas,
        messages: Iterable[Message],
        title: str,
        keys: str,
        *,
        over_field: bool,
    ) -> int:
        """Draw the messages and, if a row is left, the keys; return the row of the first message.

        Long messages lie over the field or are cut. Without messages, their row is for the title
        or the keys where these have none.
        """
        below = self.view.row + self.view.down + 1
        lines = [
            (line, style)
            for text, style in messages
            for line in wrap(sentence(text), canvas.columns)
        ]
        if not lines:
            idle = keys if self._keys_yield else "" if self._has_title else title
            lines = [(idle, self.looks.theme.dim)]
        highest = 0 if over_field else below - 1  # no cell is in the wall
        first = max(highest, min(below, canvas.rows - len(lines)))
        texts = first_lines([text for text, _ in lines], canvas.rows - first)
        for row, (text, (_, style)) in enumerate(zip(texts, lines, strict=False), first):
            canvas.put_row(row, [])
            canvas.put_centred(row, text, style)
        if self._has_keys:  # unless a long message has taken their row
            canvas.put_centred(first + len(lines), keys, self.looks.theme.dim)
        return first

    def message_rows(self, rows: int) -> int:
        """Return how many rows there are for messages, between the field and the keys."""
        return rows - (self.view.row + self.view.down + 1) - self._has_keys

    def _least_rows(self) -> int:
        return min(MIN_FIELD_ROWS, self.view.grid.height) + 4


def clock_text(milliseconds: int) -> str:
    """Return whole seconds as the clock shows them, with hours only if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@cache
def setup_text(setup: Setup) -> str:
    """Return a setup as the title shows it: level, size, mines, rules."""
    name = level_name(setup.width, setup.height, setup.mines)
    size = " ".join(filter(None, (name, f"{setup.width}x{setup.height}")))
    mines = _mines(setup.mines)
    rules = ", no guess" if setup.no_guess else ""
    rules += "" if setup.on_guess == "luck" else f", {setup.on_guess}"
    return f"{size}, {mines}{rules}"


def title_text(session: Session, remarks: list[str], columns: int) -> str:
    """Return what is played, the seed that deals it again, and the remarks, as far as they fit."""
    dealt = _dealt(session)
    setup = setup_text(session.game.setup)
    remarked = "  ".join([dealt, *remarks])
    return first_that_fits((f"{setup}  {remarked}", remarked, f"{setup}  {dealt}", dealt), columns)


def _dealt(session: Session) -> str:
    """Return where the board comes from."""
    kind, seed, name = session.head.origin
    if kind == "daily":
        return f"daily {name.partition('/')[2].partition('/')[0]}"
    if kind == "replay":
        return "from a replay"
    return "the board given" if seed is None else f"seed {seed}"


def search_remarks(found: "GuessFree") -> list[str]:
    """Return how a board that needs no guess was found, or that it was not."""
    if not found.proved:
        return ["not proved"]
    return ["proved" if found.method == "rejection" else "proved, by moving mines"]


def counts_text(game: Game, glyphs: Glyphs, columns: int) -> str:
    """Return how many mines and safe cells are left."""
    mines, safe = game.mines_left, game.safe_left
    flag, covered = glyphs.cells[Face.FLAG].strip(), glyphs.cells[Face.COVERED].strip()
    texts = (
        f"{_mines(mines)}  {safe} safe",
        f"{flag} {mines}  {covered} {safe}",
        f"{mines} {safe}",
        f"{mines}",
    )
    return first_that_fits(texts, columns)


def indicator(shown: Shown, glyphs: Glyphs) -> str:
    """Return the face that shows how the game stands."""
    return glyphs.paused if shown.paused else glyphs.indicators[shown.game.status]


def result_text(result: Result, columns: int) -> str:
    """Return how the game ended, in as many words as fit."""
    face = "Won :)" if result.status is Status.WON else "Lost :("
    seconds = f"{result.milliseconds / 1000:.3f}"
    solved = "" if result.solved == result.bbbv else f"{result.solved}/"
    bbbv = f"{solved}{result.bbbv}"
    speed = _number(result.bbbv_per_second, "{:.2f}")
    efficiency = _number(result.efficiency, "{:.0%}")
    texts = (
        f"{face}  time {seconds} s  3BV {bbbv}  3BV/s {speed}  efficiency {efficiency}",
        f"{face} {seconds}s 3BV {bbbv} 3BV/s {speed} eff {efficiency}",
        f"{face} {seconds}s 3BV {bbbv} {speed}/s {efficiency}",
        f"{face} {seconds}s",
        face,
    )
    return first_that_fits(texts, columns)


def end_text(session: Session, now: int, columns: int) -> str:
    """Return how the game ended; a second end after an undo has no result of its own."""
    result, end = session.result, session.game.status
    if result and result.status is end and result.clicks == session.clicks:
        return result_text(result, columns)
    face = "Won :)" if end is Status.WON else "Lost :("
    return f"{face}  after an undo, {clock_text(session.milliseconds(now))}"


def wanted_keys(session: Session) -> tuple[str, ...]:
    """Return the short names of the actions that make sense now, the most useful first."""
    if session.over:
        return _ENDED_KEYS
    return _PAUSED_KEYS if session.paused else _PLAYING_KEYS


def keys_line(
    names: Mapping[str, str],
    wanted: Iterable[str],
    columns: int,
    *,
    pauses: bool = False,
    hint: str = "hint",
) -> str:
    """Return as many of the wanted keys as fit; with `pauses`, those that pause continue.

    `hint` is what the key for a hint does next.
    """
    does_now = {"hint": hint, **(_ENDS_PAUSE if pauses else {})}
    line = ""
    for short in wanted:
        if short not in names:
            continue  # the player bound no key to it
        longer = f"{line}  {names[short]} {does_now.get(short, short)}".lstrip()
        if width(longer) > columns:
            break
        line = longer
    return line


def _mines(count: int) -> str:
    return "1 mine" if count == 1 else f"{count} mines"


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
