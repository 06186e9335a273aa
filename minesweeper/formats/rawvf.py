"""RawVF, the community's open replay format: lines of "Key: value", the layout, mouse events.

    RawVF_Version: Rev6                  readers skip keys that they do not know
    Width: 9
    ...
    Board:
    00*000000                            * mine, 0 safe
    ...
    Events:
    -0.300 rc 1 1 (8 8)                  seconds, event, column, row, pixels (16 per cell)
    -0.300 rr 1 1 (8 8)
    0.000 start
    0.000 lc 3 5 (40 72)
    0.000 lr 3 5 (40 72)
    won

Moves made on a keyboard are written as the equivalent mouse events. Like other readers, this one
divides the pixels by the size of a cell. It reads column and row, which some programs count from 0,
only if an event has no pixels.

The format has no flag-chord. It is written as `mv`, the mouse moving to the number, followed by the
right clicks that set the flags. The key Flag_Chords tells our own reader that each `mv` begins a
flag-chord, which is a single click.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple, cast, get_args

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Move, Status, Verb
from minesweeper.engine.notation import (
    NotationError,
    format_seconds,
    parse_layout,
    parse_number,
    parse_seconds,
)
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE, FirstReveal, OnGuess, Setup, WinRule
from minesweeper.play.journal import MAX_EVENTS, MAX_TEXT
from minesweeper.play.replay import Replay, TimedMove, unplayed_game

PIXELS: Final = 16
MAX_HEADERS: Final = 1000
MAX_KEY_LENGTH: Final = 200

_BUTTON: Final = {"reveal": "l", "flag": "r", "chord": "m"}


class RawVFError(NotationError):
    """A text is not RawVF; the message begins with the number of the wrong line."""

    def __init__(self, line: int, reason: object) -> None:
        super().__init__(f"line {line}: {reason}")


# Writing


def format_rawvf(replay: Replay) -> str:
    """Return the text of a replay's file; raise NotationError if it would be too long to read."""
    text = "".join(f"{line}\n" for line in _lines(replay))
    if text.count("\n", text.index("\nEvents:\n")) > MAX_EVENTS or len(text) > MAX_TEXT:
        limit = f"{MAX_EVENTS:,} events or {MAX_TEXT // 2**20} MB"
        raise NotationError(f"the game is too long: replays of more than {limit} are not read")
    return text


def _lines(replay: Replay) -> Iterator[str]:
    """Yield the lines of a replay's file."""
    yield from (f"{key}: {value}" for key, value in replay.headers.items())
    yield "Board:"
    board, grid = replay.board, replay.board.grid
    cells = "".join("*" if board.is_mine(cell) else "0" for cell in grid)
    yield from (cells[at : at + grid.width] for at in range(0, len(cells), grid.width))
    yield "Events:"
    is_started = False
    game = unplayed_game(replay)
    for time, move in replay.steps:
        if time >= 0 and not is_started:
            is_started = True
            yield "0.000 start"
        if move.verb == "flag-chord":
            yield from _flag_chord_events(game, time, move.cell)
        else:
            yield from _click_events(grid, time, move)
        game.play(move)
    status = replay.headers.get("Status")
    if status in ("won", "lost"):
        yield status  # with a time, it crashes a reader of another program


def _click_events(grid: Grid, time: int, move: Move) -> Iterator[str]:
    """Yield the two mouse events of a move."""
    for action in "cr":
        yield _event(grid, time, _BUTTON[move.verb] + action, move.cell)


def _flag_chord_events(game: Game, time: int, number: Cell) -> Iterator[str]:
    """Yield the events of a flag-chord: only a mouse movement if it is refused."""
    yield _event(game.grid, time, "mv", number)
    if game.refusal(Move("flag-chord", number)):
        return
    for near in game.grid.neighbours(number):
        clicks = _CLICKS_TO_FLAG.get(game.face(near), 0)
        for _ in range(clicks):
            yield from _click_events(game.grid, time, Move("flag", near))


# The first right click on a question mark removes it.
_CLICKS_TO_FLAG: Final = {Face.COVERED: 1, Face.QUESTION: 2}


def _event(grid: Grid, time: int, event: str, cell: Cell) -> str:
    column, row = grid.place(cell)
    middle = PIXELS // 2
    pixels = f"({(column - 1) * PIXELS + middle} {(row - 1) * PIXELS + middle})"
    return f"{format_seconds(time)} {event} {column} {row} {pixels}"


# Reading


def parse_rawvf(text: str) -> Replay:
    """Return the replay in a file of any program; raise RawVFError for a wrong line."""
    if len(text) > MAX_TEXT:
        line = text.count("\n", 0, MAX_TEXT) + 1
        raise RawVFError(line, f"more than {MAX_TEXT // 2**20} MB are not read")
    lines = text.removeprefix("\ufeff").split("\n")
    headers, line = _parse_headers(lines)
    setup = _parse_setup(headers)
    board = _parse_board(lines, line, setup)
    mines = headers.get("mines")
    if mines and board.mine_count != setup.mines:
        raise RawVFError(mines.line, f"{setup.mines} mines, but the board has {board.mine_count}")
    setup = setup._replace(mines=board.mine_count)
    has_known_layout = _value(headers, "known") == "yes"
    replay = Replay(
        setup, board, has_known_layout, [], {key: value for _, key, value in headers.values()}
    )
    _parse_events(lines, line + setup.height + 1, headers, replay)
    return replay


def _parse_events(
    lines: list[str], start: int, headers: dict[str, "Header"], replay: Replay
) -> None:
    """Add the moves of the events, which begin at line index `start`, to the replay."""
    if len(lines) > start + MAX_EVENTS:
        raise RawVFError(start + MAX_EVENTS + 1, f"more than {MAX_EVENTS:,} events are not read")
    square = headers.get("squaresize")
    pixels = _number(square, 1, 1000) if square else PIXELS
    superclick = _value(headers, "superclick") == "on"
    mouse = MouseReplay(replay, pixels, superclick=superclick, flag_chords="flag_chords" in headers)
    for index in range(start, len(lines)):
        try:
            mouse.read(lines[index].strip())
        except NotationError as error:
            raise RawVFError(index + 1, error) from None


class Header(NamedTuple):
    """A header: the number of its line, its key as written, and its value."""

    line: int
    key: str
    value: str


def _parse_headers(lines: list[str]) -> tuple[dict[str, Header], int]:
    """Return the headers by their lower-case keys, and the index of the line "Board:"."""
    headers: dict[str, Header] = {}
    for index, line in enumerate(lines[:MAX_HEADERS]):
        key, colon, value = line[:MAX_KEY_LENGTH].partition(":")
        if key.strip().casefold() == "board" and colon and not value.strip():
            return headers, index
        if not line.strip() and index < len(lines) - 1:
            continue
        if not colon or not key.isprintable():
            raise RawVFError(index + 1, f"{line[:40]!a} is neither 'Key: value' nor 'Board:'")
        headers[key.strip().casefold()] = Header(index + 1, key.strip(), value.strip())
    raise RawVFError(min(len(lines), MAX_HEADERS), "there is no line 'Board:'")


def _value(headers: dict[str, Header], key: str) -> str:
    """Return the lower-case value of a key; "" if the key is missing."""
    return headers[key].value.casefold() if key in headers else ""


def _number(header: Header, minimum: int, maximum: int) -> int:
    """Return a header's number; raise RawVFError if it is out of range or not a number."""
    try:
        number = parse_number(header.value, maximum)
    except NotationError:
        number = minimum - 1
    if number < minimum:
        reason = f"{header.key}: {header.value[:40]!a} is not a number from {minimum} to {maximum}"
        raise RawVFError(header.line, reason)
    return number


def _parse_setup(headers: dict[str, Header]) -> Setup:
    """Return the setup that the headers describe, with 0 mines if they name no number."""
    missing = [key for key in ("width", "height") if key not in headers]
    if missing:
        raise RawVFError(1, f"the key {missing[0].capitalize()} is missing")
    width, height = (_number(headers[key], 1, MAX_SIDE) for key in ("width", "height"))
    if width * height > MAX_CELLS:
        raise RawVFError(headers["height"].line, f"more than {MAX_CELLS:,} cells are not read")
    mines = _number(headers["mines"], 0, width * height - 1) if "mines" in headers else 0
    # The defaults are the rules of other programs, which do not write these three keys.
    first = _one_of(_value(headers, "first"), "any", get_args(FirstReveal))
    win = _one_of(_value(headers, "win"), "clear", get_args(WinRule))
    on_guess = _one_of(_value(headers, "on_guess"), "luck", get_args(OnGuess))
    return Setup(
        width,
        height,
        mines,
        cast(FirstReveal, first),
        cast(WinRule, win),
        _value(headers, "marks") == "on",
        _value(headers, "no_guess") == "yes",
        cast(OnGuess, on_guess),
    )


def _one_of(value: str, default: str, allowed: tuple[str, ...]) -> str:
    return value if value in allowed else default


def _parse_board(lines: list[str], line: int, setup: Setup) -> Board:
    """Return the board below the line "Board:", which has the index `line`."""
    rows = [row.strip() for row in lines[line + 1 : line + 1 + setup.height]]
    for number, row in enumerate(rows, line + 2):
        if len(row) != setup.width or row.strip("*0."):
            raise RawVFError(number, f"{row[:40]!a} is not a row of {setup.width} cells, * or 0")
    if len(rows) < setup.height:
        raise RawVFError(len(lines), f"the board ends after {len(rows)} of {setup.height} rows")
    try:
        return parse_layout("\n".join(rows).replace("0", "."))
    except NotationError as error:
        raise RawVFError(line + 2, error) from None


# The mouse. Releasing the left button reveals a cell; pressing the right one flags it. A chord is
# the release of one button while both are pressed, the middle button, or the left one with Shift.
# After the first reveal, clicks without effect count as well: a right click on a number, wherever
# the button is released, and a click beside the board.

MAX_EVENT_LENGTH: Final = 200

_EVENTS: Final = ("lc", "lr", "rc", "rr", "mc", "mr", "sc")
# Events that follow from the moves or do not matter; a common converter writes the last two.
_SKIPPED: Final = frozenset(
    [f"number{number}" for number in range(9)]
    + ["closed", "flag", "pressed", "questionmark", "pressedqm", "blast", "events:"]
    + ["start", "won", "boom", "lost", "nonstandard", "sx", "sy", "mv", "mt", "cell", "solved"]
)


class MouseReplay:
    """Turns presses and releases of mouse buttons into moves, as the community's programs do."""

    def __init__(self, replay: Replay, pixels: int, *, superclick: bool, flag_chords: bool) -> None:
        self._steps = replay.steps
        self._pixels = pixels
        self._superclick = superclick
        self._time = -(10**9)
        self._game = unplayed_game(replay)
        self._left = self._right = self._middle = self._shift = False
        # A right press has set a flag; one button of a completed chord is still pressed.
        self._has_flagged = self._has_chorded = False
        # The last cell revealed by a click, where clicks without effect are recorded.
        self._revealed: Cell | None = None
        presses = (self._lc, self._lr, self._rc, self._rr, self._mc, self._mr, self._sc)
        self._handlers = dict(zip(_EVENTS, presses, strict=True))
        if flag_chords:
            self._handlers["mv"] = self._mv
        # The right clicks still to come that belong to the last flag-chord.
        self._expected_flags: deque[str] = deque()

    def read(self, line: str) -> None:
        """Read one event, and add the move that it makes, if any, to the replay."""
        words = line[:MAX_EVENT_LENGTH].split()
        if self._expected_flags:
            self._skip_flag(words)
            return
        if not words or words[0].casefold() in _SKIPPED:
            return
        time = parse_seconds(words[0])
        event = words[1].casefold() if len(words) > 1 else ""
        if event in _SKIPPED and event not in self._handlers:
            return
        if event not in self._handlers or len(line) > MAX_EVENT_LENGTH:
            raise NotationError(f"{line[:40]!a} is not an event")
        self._time = max(self._time, time)
        self._handlers[event](self._cell(line, words[2:]))

    def _cell(self, line: str, words: list[str]) -> Cell | None:
        """Return the cell under the mouse; None if it is beside the board."""
        grid = self._game.grid
        _, bracket, pixels = line.partition("(")
        if bracket:
            across, _, down = pixels.partition(")")[0].strip().partition(" ")
            column, row = (_integer(text) // self._pixels + 1 for text in (across, down.strip()))
        elif len(words) >= 2:
            column, row = _integer(words[0]), _integer(words[1])
        else:
            raise NotationError(f"{line[:40]!a} names no cell")
        inside = 1 <= column <= grid.width and 1 <= row <= grid.height
        return grid.cell(column, row) if inside else None

    def _add_move(self, verb: Verb, cell: Cell) -> None:
        """Add a move, unless the game is over."""
        if self._game.status is Status.PLAYING:
            self._steps.append(TimedMove(self._time, Move(verb, cell)))
            if not self._game.play(Move(verb, cell)) and verb == "reveal":
                self._revealed = cell

    def _add_ineffective_click(self, verb: Verb, cell: Cell | None) -> None:
        """Add a move without effect: at the cell if it is revealed, otherwise at a revealed one."""
        if cell is None or not self._game.is_revealed(cell):
            cell = self._revealed
        if cell is not None:
            self._add_move(verb, cell)

    def _mv(self, cell: Cell | None) -> None:
        if cell is not None and self._game.status is Status.PLAYING:
            _, *flags = _flag_chord_events(self._game, self._time, cell)
            self._expected_flags.extend(flags)
            self._add_move("flag-chord", cell)

    def _skip_flag(self, words: list[str]) -> None:
        """Skip a right click that belongs to a flag-chord."""
        expected = self._expected_flags.popleft()
        if words != expected.split():
            raise NotationError(
                f"{' '.join(words)[:40]!a} is not {expected!a}, as the flag-chord needs"
            )

    def _lc(self, cell: Cell | None) -> None:
        if not self._middle:
            self._left, self._shift = True, False

    def _sc(self, cell: Cell | None) -> None:
        if not self._middle:
            self._left = self._shift = True

    def _lr(self, cell: Cell | None) -> None:
        if not self._left:
            return
        self._left = False
        is_chord = self._right or self._shift
        if cell is None:
            if not is_chord and not self._has_chorded:
                self._add_ineffective_click("reveal", cell)
            self._has_chorded = self._right
        elif is_chord or (self._superclick and self._game.is_revealed(cell)):
            self._add_move("chord", cell)
            self._has_chorded, self._shift = self._right, False
        else:
            if not self._has_chorded:
                self._add_move("reveal", cell)
            self._has_chorded = False

    def _rc(self, cell: Cell | None) -> None:
        if self._middle:
            return
        self._right, self._shift = True, False
        if cell is not None and not self._left and not self._game.is_revealed(cell):
            self._has_flagged, self._has_chorded = True, False
            self._add_move("flag", cell)

    def _rr(self, cell: Cell | None) -> None:
        if not self._right:
            return
        self._right = self._shift = False
        if self._left:
            self._has_chorded = True
            if cell is not None:
                self._add_move("chord", cell)
        else:
            if not self._has_flagged and not self._has_chorded:
                self._add_ineffective_click("flag", cell)
            self._has_chorded = False
        self._has_flagged = False

    def _mc(self, cell: Cell | None) -> None:
        self._left = self._right = self._shift = self._has_flagged = self._has_chorded = False
        self._middle = True

    def _mr(self, cell: Cell | None) -> None:
        if self._middle and cell is not None:
            self._add_move("chord", cell)
        self._middle = False


def _integer(text: str) -> int:
    """Return a number that may be negative; raise NotationError for anything else."""
    number = parse_number(text.removeprefix("-"), 10**9)
    return -number if text.startswith("-") else number
