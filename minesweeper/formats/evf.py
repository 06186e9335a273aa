"""EVF, the replays of Metasweeper, versions 0 to 4.

    1         version
    1         flags: 128 completed, 64 official, 32 fair, from 1 on 16 no flags set, from 4 on
              8 transcoded
    1         from 3 on, settings: 128 question marks; the specification says "off", but a game of
              1,466 clicks agrees with its outcome only if the bit means "on"
    1, 1, 2   height, width, number of mines
    1         size of a cell in pixels
    2, 2      mode, 3BV
    3         time in milliseconds; from 4 on 4 bytes, and then
                  2         country
                  8, 8      start and end, in microseconds since 1970
    text 0    program; from 4 on in transcoded files also the program that transcoded it, and the
              encoding of the names
    text 0    player, tournament, remark on the player
    text 0    before 4: start, end, country; in 2 and 3 the device as well
    2, n      from 4 on: the device, after its length
    n         mines, a bit a cell, row by row from the highest bit
    2, text 0 from 4 on: the number of further figures, and the name of each
    ...       events

The events of versions 0 to 3 have 8 bytes: code, milliseconds (3), x (2), y (2). 0 ends them, and a
checksum of 32 bytes follows; after 255 there is none. From version 4 on:

    1-12      mouse: milliseconds later (1), x and y further (2 each, signed); the first is absolute
    81-99     a state of the game: milliseconds later (1)
    100-199   what a cell shows: milliseconds later (1), row, column; not needed here
    200, 201  a figure: milliseconds later (1), its number (2), and 8 bytes, or text 0
    255       a pause: milliseconds (2)
    0         the end; the checksum follows after its length (2)

Time begins at the first press that matters; the clock starts at the first reveal. The program that
makes the checksum is not public. Source: the specification of EVF, and a comparison of 4 files.
"""

from collections.abc import Iterator
from struct import Struct
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.formats.byte_reader import ByteReader, decode_name
from minesweeper.formats.claims import (
    NOT_CHECKED,
    marks_claim,
    parse_timestamp,
    size_claims,
    time_claims,
    utc_text,
)
from minesweeper.formats.layouts import make_layout
from minesweeper.formats.modes import mode_name
from minesweeper.formats.mouse_moves import replay_of_mouse
from minesweeper.play.mouse import PIXELS, MouseEvent
from minesweeper.play.replay import Replay

LAST_EVF_VERSION: Final = 4
# Those in which a name can stand that ends with a zero byte.
_ENCODINGS: Final = (
    *("utf-8", "gbk", "gb2312", "big5", "shift-jis", "cp932", "latin-1", "iso-8859-1", "ascii"),
)
_COMPLETED: Final = 128
_NO_FLAGS: Final = 16
_TRANSCODED: Final = 8
_MARKS: Final = 128
_CODES: Final = {
    1: "mv",
    2: "lc",
    3: "lr",
    4: "rc",
    5: "rr",
    6: "mc",
    7: "mr",
    # A flag set before the start; both buttons pressed; a button pressed or released.
    8: "pf",
    9: "cc",
    10: "l",
    11: "r",
    12: "m",
}
_CHECKSUM: Final = 0
_PAUSE: Final = 255
_OLD_EVENT: Final = Struct(">BBHHH")
_PLACE: Final = Struct(">hh")
# The farthest place that the specification allows, in pixels.
_FARTHEST: Final = 32_767
_STATES: Final = {81: "nonstandard", 83: "lost"}
_NUMBER: Final = 200
_TEXT: Final = 201

_TimedEvent = tuple[int, str, int, int]
"""The milliseconds, the event of `_CODES`, and the place in pixels of the file."""


def looks_like_evf(data: bytes) -> bool:
    """Return whether a file begins as EVF does."""
    if len(data) < 12 or data[0] > LAST_EVF_VERSION:
        return False
    head = 2 if data[0] < 3 else 3
    height, width, cell_size = data[head], data[head + 1], data[head + 4]
    unused_flags = 7 if data[0] == LAST_EVF_VERSION else 15
    return bool(height and width and cell_size) and not data[1] & unused_flags


def parse_evf(data: bytes) -> Replay:
    """Return the replay in a file of Metasweeper; raise FormatError if it is damaged."""
    reader = ByteReader(data)
    version = reader.number_from(1, "version", 0, LAST_EVF_VERSION)
    flags = reader.number(1, "flags")
    marks = version >= 3 and bool(reader.number(1, "settings") & _MARKS)
    height, width = reader.take(2, "size")
    size = width, height, reader.number(2, "number of mines")
    grid, layout = make_layout(reader, size)
    cell_size = reader.number_from(1, "size of a cell", 1, 255)
    claims = {"Mode": mode_name(reader.number(2, "mode"), reader.offset - 2)}
    bbbv = reader.number(2, "3BV")
    claims |= time_claims(reader.number(4 if version >= 4 else 3, "time"), bbbv)
    if version >= 1:
        claims["Style"] = "NF" if flags & _NO_FLAGS else "FL"
    claims |= _read_new_names(reader, flags) if version >= 4 else _read_old_names(reader, version)
    board = _read_mines(reader, grid, layout, size[2])
    if version >= 4:
        timed, state = _read_new_events(reader)
        checksum = reader.take(reader.number(2, "length of the checksum"), "checksum")
    else:
        timed, checksum = _read_old_events(reader)
        state = ""
    claims["Status"] = "won" if flags & _COMPLETED else state
    if checksum:
        claims[NOT_CHECKED] = "signature"
    claims |= size_claims(*size) | marks_claim(marks)
    return replay_of_mouse(
        board,
        list(_mouse_events(timed, cell_size)),
        claims,
        question_marks=marks,
        starts_at_reveal=True,
    )


def _read_new_names(reader: ByteReader, flags: int) -> dict[str, str]:
    """Return what the texts of version 4 claim."""
    claims = {"Country": reader.text(2, "country")}
    if start := reader.number(8, "start"):  # 0 stands for an unknown time
        claims["Timestamp"] = utc_text(start // 10**6)
    reader.take(8, "end")
    claims["Program"] = reader.zero_ended("program")
    encoding = ""
    if flags & _TRANSCODED:
        reader.zero_ended("transcoding program")
        encoding = reader.zero_ended("encoding").casefold()
    player = reader.until(b"\0", "player")
    is_known = encoding in _ENCODINGS
    claims["Player"] = player.decode(encoding, "replace") if is_known else decode_name(player)
    reader.zero_ended("tournament")
    reader.zero_ended("remark")
    reader.take(reader.number(2, "length of the device"), "device")
    return claims


def _read_old_names(reader: ByteReader, version: int) -> dict[str, str]:
    """Return what the texts before version 4 claim."""
    names = ("program", "player", "tournament", "remark", "start", "end", "country")
    texts = {name: reader.zero_ended(name) for name in names}
    if version >= 2:
        reader.zero_ended("device")
    claims = {"Program": texts["program"], "Player": texts["player"], "Country": texts["country"]}
    claims["Timestamp"] = parse_timestamp(texts["start"])
    return claims


def _read_mines(reader: ByteReader, grid: Grid, layout: bytearray, count: int) -> Board:
    packed = reader.take((len(grid) + 7) // 8, "mines")
    for number, cell in enumerate(grid):
        layout[cell] = packed[number // 8] >> (7 - number % 8) & 1
    board = Board(grid, layout)
    if board.mine_count != count:
        why = f"{board.mine_count}, but the number of mines is {count}"
        reader.fail("mines", why, len(packed))
    return board


def _read_old_events(reader: ByteReader) -> tuple[list[_TimedEvent], bytes]:
    """Return the events before version 4, and the checksum."""
    events = []
    while reader.data[reader.offset : reader.offset + 1] not in (b"\0", b"\xff"):
        code, high, low, x, y = _OLD_EVENT.unpack(reader.take(_OLD_EVENT.size, "events"))
        events.append(((high << 16) + low, _event_name(code, reader, _OLD_EVENT.size), x, y))
    end = reader.number(1, "end of the events")
    return events, reader.take(32, "checksum") if end == _CHECKSUM else b""


def _read_new_events(reader: ByteReader) -> tuple[list[_TimedEvent], str]:
    """Return the events from version 4 on, and the status if they say it."""
    for _ in range(reader.number(2, "number of figures")):
        reader.zero_ended("figures")
    events: list[_TimedEvent] = []
    time = x = y = 0
    state = ""
    while code := reader.number(1, "events"):
        if code == _PAUSE:
            time += reader.number(2, "events")
            continue
        time += reader.number(1, "events")
        if code <= 80:
            further = _PLACE.unpack(reader.take(_PLACE.size, "events"))
            x, y = x + further[0], y + further[1]
            if max(abs(x), abs(y)) > _FARTHEST:
                reader.fail("events", f"({x},{y}) is too far from the board", 2 + _PLACE.size)
            events.append((time, _event_name(code, reader, 2 + _PLACE.size), x, y))
        elif code <= 99:
            state = _STATES.get(code, state)
        elif code <= 199:
            reader.take(2, "events")
        elif code == _NUMBER:
            reader.take(2 + 8, "events")
        elif code == _TEXT:
            reader.take(2, "events")
            reader.zero_ended("events")
        else:
            reader.fail("events", f"{code} is no event", 2)
    return events, state


def _event_name(code: int, reader: ByteReader, length: int) -> str:
    """Return the event with this code; raise FormatError if it has none."""
    if code not in _CODES:
        reader.fail("events", f"{code} is no event", length)
    return _CODES[code]


def _mouse_events(events: list[_TimedEvent], cell_size: int) -> Iterator[MouseEvent]:
    """Yield the events with the buttons that they press and release."""
    pressed = {"l": False, "r": False, "m": False}
    for time, event, x, y in events:
        place = x * PIXELS // cell_size, y * PIXELS // cell_size
        for each in _single_events(event, pressed):
            if each != "mv":
                pressed[each[0]] = each[1] == "c"
            yield MouseEvent(time, each, *place)


def _single_events(event: str, pressed: dict[str, bool]) -> list[str]:
    """Return the presses and releases that an event stands for, given the buttons pressed."""
    if event == "pf":
        return ["rc", "rr"]
    if event == "cc":
        return [f"{button}c" for button in "lr" if not pressed[button]]
    if event in pressed:
        return [event + ("r" if pressed[event] else "c")]
    return [event]
