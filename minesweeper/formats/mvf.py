"""MVF, the replays of Minesweeper Clone, in eight layouts.

Minesweeper Clone 0.97, 2006 and 2007, and a hack of 0.97 by which the mines are known (UPK):

    n x 4     program, years, author, version, each after its length (1); the last digit of the
              years tells the layouts apart: 5 is 0.97, 6 and 7 are 2006 and 2007, 8 is the hack
    3         varying; in another hack of 0.97, 7 bytes that begin with 0 0 stand for all of this
    1, 1, 2   month, day, year; the day may be 0
    1, 1, 1   hour, minute, second
    1, 1      level, mode: 1 classic, 2 density, 3 UPK, 4 cheat
    3         time: seconds (2), hundredths; in 2006 and 2007 milliseconds
    2 x 5     0.97 only: 3BV, solved 3BV, left, double and right clicks
    1         question marks
    1, 1, 2   width, height, number of mines; then the mines: column, row, from 1
    1, n      name of the player, after its length; in any encoding
    2         key: the digits of five or six numbers made from it order the bits of the events
    3         number of events
    5, 6      events. Bits from the lowest: right, middle and left button, y, x, time: 9, 9 and
              7 + 10 bits (hundredths, seconds), in 2006 and 2007 11, 11 and 22 (milliseconds), with
              x and y too large by 32
    32        code; only the program can make it

Up to 0.96, where only the three levels are saved:

    1, 1, 2   width, height, number of mines; then the mines: column, row, from 0
    1, 1      question marks; not used
    8         events: seconds, hundredths, buttons (1 left, 2 middle, 4 right), x (2), y (2), not
              used; they end before the first that runs back, or is later than the time of the game
    3         time: seconds (2), hundredths
    100       name of the player, from 0.76 on
    22, 10    0, 20 bytes of a code and 0, from 0.8 on; before, 10 digits

The press of the first click has the time 0. So has its release, except in 0.97, where the clock
starts at the press. The last release is missing up to 0.96. Sources: the notes of the community's
RawVF converters, and a comparison of 7 files.
"""

from collections.abc import Iterable, Iterator
from math import cos, sin, sqrt
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.formats.byte_reader import ByteReader, FormatError, decode_name
from minesweeper.formats.claims import (
    NOT_CHECKED,
    local_text,
    marks_claim,
    size_claims,
    time_claims,
)
from minesweeper.formats.layouts import read_mines
from minesweeper.formats.modes import mode_name, why_not_classic
from minesweeper.formats.mouse_moves import replay_of_mouse
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Replay

MVF_SIGNATURE: Final = b"\x11Minesweeper Clone"
HACK_SIGNATURE: Final = b"\0\0"
_HACK_HEAD: Final = 7
_OLD_SIZES: Final = ((8, 8), (16, 16), (30, 16))
_MODES: Final = {1: "Classic", 2: "Density", 3: "UPK", 4: "Cheat"}
# The length of what follows the events, by the version.
_NEW_CODE, _OLD_CODE, _NAME, _TIME = 22, 10, 100, 3


class Layout(NamedTuple):
    """The widths in bits of what an event holds, and the length of an event in bytes."""

    length: int
    place_bits: int
    hundredths_bits: int
    """The bits of the hundredths of a second; 0 where the time is in milliseconds."""
    place_offset: int


LAYOUT_097: Final = Layout(5, 9, 7, 0)
LAYOUT_2007: Final = Layout(6, 11, 0, 32)

# By the last digit of the years.
_LAYOUTS: Final = {"5": LAYOUT_097, "6": LAYOUT_2007, "7": LAYOUT_2007}
_UPK_YEAR: Final = "8"

_State = tuple[int, tuple[bool, bool, bool], int, int]
"""The milliseconds, the buttons pressed (left, right, middle), and the place of a mouse."""


def looks_like_mvf(data: bytes) -> bool:
    """Return whether a file begins as MVF does."""
    if data.startswith(MVF_SIGNATURE):
        return True
    if data.startswith(HACK_SIGNATURE):
        month, day, century = data[_HACK_HEAD : _HACK_HEAD + 3].ljust(3, b"\0")
        return 1 <= month <= 12 and day <= 31 and century == 7
    return tuple(data[:2]) in _OLD_SIZES


def parse_mvf(data: bytes) -> Replay:
    """Return the replay in a file of Minesweeper Clone; raise FormatError if it is damaged."""
    reader = ByteReader(data)
    if data.startswith(MVF_SIGNATURE):
        names = [reader.text(reader.number(1, "length"), "header") for _ in range(4)]
        reader.take(3, "header")
        year, version = names[1][-1:], names[3].removeprefix("version ")
        if year == _UPK_YEAR:
            raise FormatError(0, "header", why_not_classic("a hack by which the mines are known"))
        if year not in _LAYOUTS:
            raise FormatError(0, "header", f"{names[1][:20]!a} are not the years of a version")
        return _parse_new(reader, version, _LAYOUTS[year])
    if data.startswith(HACK_SIGNATURE):
        reader.take(_HACK_HEAD, "header")
        return _parse_new(reader, "0.97 hack", LAYOUT_097)
    return _parse_old(reader)


# 0.97, 2006 and 2007


def _parse_new(reader: ByteReader, version: str, layout: Layout) -> Replay:
    is_097 = layout is LAYOUT_097
    month, day, year = (reader.number(size, "date") for size in (1, 1, 2))
    hour, minute, second = reader.take(3, "time of day")
    reader.take(1, "level")
    claims = {"Program": "Minesweeper Clone", "Version": version}
    claims["Mode"] = mode_name(reader.number(1, "mode"), reader.offset - 1, _MODES)
    if stamp := local_text((year, month, day), (hour, minute, second)):
        claims["Timestamp"] = stamp
    time = _read_time(reader) if is_097 else reader.number(3, "time")
    if is_097:
        bbbv, solved, *_ = (reader.number(2, "statistics") for _ in range(5))
        claims |= time_claims(0, bbbv)
        claims |= {"Solved_BBBV": str(solved), "Status": "won" if solved == bbbv else "lost"}
    marks = reader.number(1, "question marks") != 0
    board = _read_board(reader, 1)
    claims["Player"] = reader.text(reader.number(1, "length of the name"), "name")
    tables = bit_tables(reader.number(2, "key"), layout)
    events = mouse_events(_states(reader, tables, layout))
    claims[NOT_CHECKED] = "code"
    return _replay(board, events, claims | time_claims(time, 0), marks)


def _read_time(reader: ByteReader) -> int:
    return 1000 * reader.number(2, "time") + 10 * reader.number(1, "time")


def _read_board(reader: ByteReader, first: int) -> Board:
    width, height = reader.take(2, "size")
    return read_mines(reader, (width, height, reader.number(2, "number of mines")), first)


def bit_tables(key: int, layout: Layout) -> list[list[int]]:
    """Return for each byte of an event what its values contribute to the bits in their order."""
    digits = _digits_of(key)[: 8 * layout.length]
    order = [at for digit in "0123456789" for at, each in enumerate(digits) if each == digit]
    tables = [[0] * 256 for _ in range(layout.length)]
    for number, at in enumerate(order):
        tables[at // 8][1 << at % 8] = 1 << number
    for table in tables:
        for value in range(1, 256):  # its lowest bit, and the rest of it, which is in the table
            table[value] = table[value & -value] | table[value & (value - 1)]
    return tables


def _digits_of(key: int) -> str:
    """Return the first eight digits of each of the numbers that a key makes, times 10**8."""
    one, two = sqrt(key), sqrt(key + 1000)
    three, four = sqrt(one + 1000), sqrt(two + 1000)
    numbers = (
        *(cos(three + 1000), sin(sqrt(two)), cos(three)),
        *(sin(sqrt(one) + 1000), cos(four), sin(four)),
    )
    return "".join(f"{round(abs(number) * 1e8):08}"[:8] for number in numbers)


def _states(reader: ByteReader, tables: list[list[int]], layout: Layout) -> Iterator[_State]:
    """Yield the states of the mouse."""
    count = reader.number(3, "number of events")
    data = reader.take(count * layout.length, "events")
    place_mask = (1 << layout.place_bits) - 1
    y_at, x_at = 3, 3 + layout.place_bits
    time_at = x_at + layout.place_bits
    for at in range(0, len(data), layout.length):
        bits = 0
        for table, value in zip(tables, data[at : at + layout.length], strict=True):
            bits |= table[value]
        x = (bits >> x_at & place_mask) - layout.place_offset
        y = (bits >> y_at & place_mask) - layout.place_offset
        time = bits >> time_at
        if layout.hundredths_bits:
            hundredths = time & (1 << layout.hundredths_bits) - 1
            time = 1000 * (time >> layout.hundredths_bits & 1023) + 10 * hundredths
        else:
            time &= (1 << 22) - 1
        yield time, (bool(bits & 4), bool(bits & 1), bool(bits & 2)), x, y


# Up to 0.96


def _parse_old(reader: ByteReader) -> Replay:
    if tuple(reader.data[:2]) not in _OLD_SIZES:
        reader.fail("size", "only the three levels are known")
    board = _read_board(reader, 0)
    marks = reader.number(1, "question marks") != 0
    reader.take(1, "unused byte")
    version, tail = _old_version(reader.data)
    end = len(reader.data) - tail
    footer = ByteReader(reader.data, max(reader.offset, end))
    time = _read_time(footer)
    claims = {"Program": "Minesweeper Clone", "Version": version}
    if tail > _TIME + _OLD_CODE:
        claims["Player"] = decode_name(footer.take(_NAME, "name").rstrip(b" \0"))
    states = list(_old_states(reader, end, time))
    if states:
        last_time, _, x, y = states[-1]
        states.append((last_time, (False, False, False), x, y))
    claims[NOT_CHECKED] = "code"
    return _replay(board, mouse_events(states), claims | time_claims(time, 0), marks)


def _old_version(data: bytes) -> tuple[str, int]:
    """Return the version that wrote a file, and the number of bytes behind its events."""
    if data[-1:] == data[-_NEW_CODE : 1 - _NEW_CODE] == b"\0":
        return "0.96 or earlier", _TIME + _NAME + _NEW_CODE
    if not data[-_OLD_CODE:].strip().isdigit():
        at = max(0, len(data) - _OLD_CODE)
        raise FormatError(at, "code", "neither 10 digits nor a code between zeros ends the file")
    if data[-_OLD_CODE - 3 : -_OLD_CODE] == b"   ":
        return "0.76", _TIME + _NAME + _OLD_CODE
    return "0.75 or earlier", _TIME + _OLD_CODE


def _old_states(reader: ByteReader, end: int, last: int) -> Iterator[_State]:
    """Yield the states of the mouse up to the time of the game."""
    before = 0
    while reader.offset + 8 <= end:
        second, hundredth, buttons, x1, x0, y1, y0, _ = reader.take(8, "events")
        time = 1000 * second + 10 * hundredth
        if not before <= time <= last:
            break
        before = time
        pressed = bool(buttons & 1), bool(buttons & 4), bool(buttons & 2)
        yield time, pressed, 256 * x1 + x0, 256 * y1 + y0


# Both


def mouse_events(states: Iterable[_State]) -> list[MouseEvent]:
    """Return the events between the states of a mouse, whose buttons were up before the first."""
    events = []
    before: _State = (0, (False, False, False), -1, -1)
    for state in states:
        time, pressed, x, y = state
        if (x, y) != before[2:]:
            events.append(MouseEvent(time, "mv", x, y))
        if pressed != before[1]:
            changes = list(zip("lrm", pressed, before[1], strict=True))
            presses = [f"{button}c" for button, now, earlier in changes if now > earlier]
            releases = [f"{button}r" for button, now, earlier in changes if now < earlier]
            events += [MouseEvent(time, event, x, y) for event in (*presses, *releases)]
        before = state
    return events


def _replay(board: Board, events: list[MouseEvent], claims: dict[str, str], marks: bool) -> Replay:
    size = board.grid.width, board.grid.height, board.mine_count
    claims |= size_claims(*size) | marks_claim(marks)
    return replay_of_mouse(board, events, claims, question_marks=marks)
