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
only if an event has no pixels, or to detect pixels of 16 per cell despite another SquareSize.
Converters leave "Board:" out, or write it behind an empty "Status:", and call custom boards of
Arbiter "Density".

The format has no flag-chord. It is written as `mv`, the mouse moving to the number, followed by the
right clicks that set the flags. The key Flag_Chords tells our own reader that each `mv` begins a
flag-chord, which is a single click.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple, cast, get_args

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.engine.notation import (
    NotationError,
    format_seconds,
    parse_layout,
    parse_number,
    parse_seconds,
)
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE, FirstReveal, OnGuess, Setup, WinRule
from minesweeper.formats.modes import has_classic_rules, why_not_classic
from minesweeper.formats.mouse_moves import MouseMoves
from minesweeper.play.journal import MAX_EVENTS, MAX_TEXT
from minesweeper.play.mouse import MOUSE_EVENTS, PIXELS, MouseEvent
from minesweeper.play.replay import Replay, unplayed_game

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
    for time, lines in _mouse_lines(replay) if replay.mouse else _move_lines(replay):
        if time >= 0 and not is_started:
            is_started = True
            yield "0.000 start"
        yield from lines
    status = replay.headers.get("Status")
    if status in ("won", "lost"):
        yield status  # with a time, it crashes a reader of another program


def _mouse_lines(replay: Replay) -> Iterator[tuple[int, list[str]]]:
    """Yield the time and the line of each event of the mouse."""
    for event in replay.mouse:
        yield event.milliseconds, [_mouse_line(event)]


def _move_lines(replay: Replay) -> Iterator[tuple[int, list[str]]]:
    """Yield the time and the lines of each move, as if it was made with a mouse."""
    game = unplayed_game(replay)
    for time, move in replay.steps:
        if move.verb == "flag-chord":
            yield time, [*_flag_chord_events(game, time, move.cell)]
        else:
            yield time, [*_click_events(game.grid, time, move)]
        game.play(move)


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
    return _mouse_line(MouseEvent(time, event, _middle(column), _middle(row)))


def _mouse_line(event: MouseEvent) -> str:
    column, row = event.place
    time = format_seconds(event.milliseconds)
    return f"{time} {event.event} {column} {row} ({event.x} {event.y})"


# Reading


def parse_rawvf(text: str) -> Replay:
    """Return the replay in a file of any program; raise RawVFError for a wrong line."""
    if len(text) > MAX_TEXT:
        line = text.count("\n", 0, MAX_TEXT) + 1
        raise RawVFError(line, f"more than {MAX_TEXT // 2**20} MB are not read")
    lines = text.removeprefix("\ufeff").split("\n")
    headers, line = _parse_headers(lines)
    _check_classic(headers)
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
    return _with_events(lines, line + setup.height + 1, headers, replay)


# Settings of Freesweeper by which one click flags or reveals more than a cell.
_CHEATS: Final = ("superflag", "nonomouse", "elmartechnique")


def _check_classic(headers: dict[str, "Header"]) -> None:
    """Raise RawVFError if the game is not the classic one; a marathon is called a level."""
    for key, is_classic in (
        ("mode", has_classic_rules(_value(headers, "mode"))),
        ("level", _value(headers, "level") != "marathon"),
        ("lives", _value(headers, "lives") in ("", "0", "1")),
        *((key, _value(headers, key) != "on") for key in _CHEATS),
    ):
        if not is_classic:
            header = headers[key]
            why = why_not_classic(ascii(header.value[:40]))
            raise RawVFError(header.line, f"{header.key}: {why}")


def _with_events(
    lines: list[str], start: int, headers: dict[str, "Header"], replay: Replay
) -> Replay:
    """Add the moves of the events to a replay, and return it with the path of its mouse, if any.

    The events begin at line index `start`.
    """
    if len(lines) > start + MAX_EVENTS:
        raise RawVFError(start + MAX_EVENTS + 1, f"more than {MAX_EVENTS:,} events are not read")
    square = headers.get("squaresize")
    pixels = _number(square, 1, 1000) if square else PIXELS
    superclick = _value(headers, "superclick") == "on"
    flag_chords = "flag_chords" in headers
    reader = EventReader(replay, pixels, superclick=superclick, flag_chords=flag_chords)
    for index in range(start, len(lines)):
        try:
            reader.read(lines[index].strip())
        except NotationError as error:
            raise RawVFError(index + 1, error) from None
    # Without a movement, the clicks were composed from moves: there was no mouse. With superclick
    # the same clicks would be other moves in an export.
    has_moved = any(event.event == "mv" for event in reader.path)
    has_path = has_moved and not flag_chords and not superclick
    mouse = tuple(reader.path) if has_path else ()
    return replay._replace(mouse=mouse, ran_back_at=reader.ran_back_at)


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
        if _begins_board(line):
            return headers, index
        if not line.strip() and index < len(lines) - 1:
            continue
        if _is_row(line, headers):  # one program leaves the line "Board:" out
            return headers, index - 1
        if not colon or not key.isprintable():
            raise RawVFError(index + 1, f"{line[:40]!a} is neither 'Key: value' nor 'Board:'")
        headers[key.strip().casefold()] = Header(index + 1, key.strip(), value.strip())
    raise RawVFError(min(len(lines), MAX_HEADERS), "there is no line 'Board:'")


def _begins_board(line: str) -> bool:
    """Return whether a line is "Board:", which one program writes behind an empty status."""
    return "".join(line[:MAX_KEY_LENGTH].casefold().split()) in ("board:", "status:board:")


def _is_row(line: str, headers: dict[str, Header]) -> bool:
    """Return whether a line is a row of the board, whose width the headers name."""
    row = line.strip()
    return "width" in headers and not row.strip("*0.") and str(len(row)) == headers["width"].value


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
        return parse_layout("\n".join(rows))
    except NotationError as error:
        raise RawVFError(line + 2, error) from None


# Events

MAX_EVENT_LENGTH: Final = 200
# The widest board, with the largest cells.
MAX_PIXELS: Final = 10_000_000

# Events that follow from the moves or do not matter; a common converter writes the last two.
_SKIPPED: Final = frozenset(
    [f"number{number}" for number in range(9)]
    + ["closed", "flag", "pressed", "questionmark", "pressedqm", "blast", "events:"]
    + ["start", "won", "boom", "lost", "nonstandard", "sx", "sy", "mt", "cell", "solved"]
)


class EventReader:
    """Reads the lines of the events, and adds their moves to a replay."""

    def __init__(self, replay: Replay, pixels: int, *, superclick: bool, flag_chords: bool) -> None:
        """Begin before the first line.

        `pixels` is the size of a cell in the file; with `flag_chords`, each movement of the mouse
        is a flag-chord.
        """
        self.path: list[MouseEvent] = []
        """What the mouse did; with flag-chords, nothing is known of it."""
        self.ran_back_at = 0
        """The number of the first event that is earlier than the one before; 0 without one."""
        self._time = -(10**9)
        self._pixels = pixels
        self._moves = MouseMoves(replay, superclick=superclick)
        self._has_flag_chords = flag_chords
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
        name = words[1].casefold() if len(words) > 1 else ""
        if name in _SKIPPED:
            return
        if name not in MOUSE_EVENTS or len(line) > MAX_EVENT_LENGTH:
            raise NotationError(f"{line[:40]!a} is not an event")
        if time < self._time:
            self.ran_back_at = self.ran_back_at or len(self.path) + 1
        self._time = max(self._time, time)
        event = MouseEvent(self._time, name, *self._position(line, words[2:]))
        if name != "mv":
            self._moves.handle(event)
        elif self._has_flag_chords:
            self._flag_chord(event)
        self.path.append(event)

    def _position(self, line: str, words: list[str]) -> tuple[int, int]:
        """Return where the mouse is, in our pixels."""
        _, bracket, pixels = line.partition("(")
        if bracket:
            across, _, down = pixels.partition(")")[0].strip().partition(" ")
            x, y = _integer(across), _integer(down.strip())
            scaled = x * PIXELS // self._pixels, y * PIXELS // self._pixels
            # One program has converted the pixels, and nevertheless names another size.
            is_scaled = words[:2] == _cell_words(x, y) != _cell_words(*scaled)
            return (x, y) if is_scaled else scaled
        if len(words) < 2:
            raise NotationError(f"{line[:40]!a} names no cell")
        column, row = _integer(words[0]), _integer(words[1])
        return _middle(column), _middle(row)

    def _flag_chord(self, event: MouseEvent) -> None:
        game = self._moves.game
        cell = self._moves.cell_at(event)
        if cell is not None and game.status is Status.PLAYING:
            _, *flags = _flag_chord_events(game, event.milliseconds, cell)
            self._expected_flags.extend(flags)
            self._moves.make_move(event.milliseconds, Move("flag-chord", cell))

    def _skip_flag(self, words: list[str]) -> None:
        """Skip a right click that belongs to a flag-chord."""
        expected = self._expected_flags.popleft()
        if words != expected.split():
            raise NotationError(
                f"{' '.join(words)[:40]!a} is not {expected!a}, as the flag-chord needs"
            )


def _cell_words(x: int, y: int) -> list[str]:
    """Return the words for the cell at a position in our pixels."""
    return [str(x // PIXELS + 1), str(y // PIXELS + 1)]


def _middle(number: int) -> int:
    """Return the middle of a column or row, in pixels."""
    return (number - 1) * PIXELS + PIXELS // 2


def _integer(text: str) -> int:
    """Return a number that may be negative; raise NotationError for anything else."""
    number = parse_number(text.removeprefix("-"), MAX_PIXELS)
    return -number if text.startswith("-") else number
