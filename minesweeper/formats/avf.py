"""AVF, the replays of Minesweeper Arbiter 0.35 to 0.52.

    1         version: 52 is Arbiter 0.52.x
    4         random bytes
    1         level: 3 beginner (8x8), 4 intermediate, 5 expert, 6 custom
    4         custom only: width - 1, height - 1, number of mines (2)
    2 each    mines: row, column, from 1
    n *       board checksum: the sum of v * x * (y + 1) over all cells, x and y from 0, where v is
              10 for a mine, else its number + 1; decimal
    4 *       number of events, with five of the fillers
    1         country
    1, n *    name of the player, its length first; in any encoding
    n *       name checksum: the sum of i * byte, i from 1; decimal
    1         question marks: 17 on, 127 off
    1, n      info text, its length first: [level|WwHhMm|start|end|HS|Bbbbv Ttime], parts of which
              may be missing; the time is one second too long
    n *       info checksum, as that of the name
    8 each    events: code, x high, seconds low, x low, hundredths, y high, seconds high, y low;
              seconds count from 1
    8 x 6     fillers, of 0 seconds: the first of them ends the events
    ...       anti-cheat digits and bytes, CR, "cs=" and a code (16), CR
    ...       lines ended by CR: from version 47 on RealTime and Skin; name and <mouse>, program

From what is marked *, 45 is subtracted in each byte (mod 256). Only versions 49, 51 and 52 could be
compared; in those before 49, the info text and the first event are searched for, and the name is
that at the end. Up to version 44, a chord on a covered cell reveals it if the left button is
released last (a Rilian click). Sources: the notes of the community's RawVF converters, and a
comparison of real files.
"""

import re
from struct import Struct
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.formats.byte_reader import ByteReader, FormatError, decode_name
from minesweeper.formats.claims import (
    NOT_CHECKED,
    marks_claim,
    parse_timestamp,
    size_claims,
    time_claims,
)
from minesweeper.formats.layouts import read_mines
from minesweeper.formats.mouse_moves import replay_of_mouse
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Replay

# The first version whose checksums are known.
FIRST_SUMMED_VERSION: Final = 49
# The last version in which a chord on a covered cell can reveal it.
LAST_RILIAN_VERSION: Final = 44
AVF_VERSIONS: Final = range(35, 53)
AVF_SIZES: Final = {3: (8, 8, 10), 4: (16, 16, 40), 5: (30, 16, 99)}
AVF_MARKS: Final = {17: True, 127: False}
CUSTOM_LEVEL: Final = 6
_EVENT: Final = Struct(">8B")
_FILLERS: Final = 5
_FILLER: Final = b"\1" + bytes(7)
_SHIFT: Final = 45
_ENCODED: Final = bytes((value - _SHIFT) % 256 for value in range(256))
_DECODED: Final = bytes((value + _SHIFT) % 256 for value in range(256))
_EVENTS: Final = {
    1: "mv",
    3: "lc",
    5: "lr",
    9: "rc",
    17: "rr",
    33: "mc",
    65: "mr",
    11: "sc",
    21: "lr",
    145: "rr",
    193: "mr",
}
_INFO: Final = re.compile(
    rb"\[[0-3]\|(?:W\d+H\d+M\d+\|)?(?P<start>[^|\[\]]{0,40}+)[^\[\]]{0,250}?"
    rb"B(?P<bbbv>\d{1,5})T(?P<time>\d{1,9}(?:[.,]\d*)?)\]"
)
_MARKED_INFO: Final = re.compile(rb"(?s:([\x11\x7f]).)" + _INFO.pattern)
# An event of the first second, and the code of the next one. It may fit one byte too early as well,
# where the first event is a movement at x = 256 or more, which begins with 1 1 1.
_FIRST_EVENT: Final = re.compile(
    b"(?s)[%b][\0\1]\1.[\0-\x63].\0.[%b]" % ((re.escape(bytes(_EVENTS)),) * 2)
)
_PROGRAM: Final = re.compile(rb"Minesweeper Arbiter (0\.[^\r]{1,20}?)\.? Copyright")
_CODE_LENGTH: Final = 16


def looks_like_avf(data: bytes) -> bool:
    """Return whether a file begins as AVF does."""
    return len(data) > 6 and data[0] in AVF_VERSIONS and 3 <= data[5] <= CUSTOM_LEVEL


def parse_avf(data: bytes) -> Replay:
    """Return the replay in a file of Arbiter; raise FormatError if it is damaged."""
    reader = ByteReader(data)
    version = reader.number(1, "version")
    reader.take(4, "random bytes")
    board = read_avf_board(reader)
    if version >= FIRST_SUMMED_VERSION:
        headers, count = _read_headers(reader, board)
    else:
        headers, count = search_avf_headers(reader), None
    events = read_avf_events(reader, count)
    if "Player" not in headers:
        headers |= player_at_end(data[reader.offset :].partition(b"\rcs=")[2])
    program = _PROGRAM.search(data, reader.offset)
    headers["Program"] = "Minesweeper Arbiter"
    headers["Version"] = decode_name(program[1]) if program else f"0.{version}"
    headers |= size_claims(board.grid.width, board.grid.height, board.mine_count)
    headers[NOT_CHECKED] = "anti-cheat code"
    return replay_of_mouse(
        board,
        events,
        headers,
        question_marks=headers["Marks"] == "On",
        rilian_clicks=version <= LAST_RILIAN_VERSION,
    )


def read_avf_board(reader: ByteReader) -> Board:
    """Return the board that follows, beginning with its level."""
    level = reader.number_from(1, "level", min(AVF_SIZES), CUSTOM_LEVEL)
    if level == CUSTOM_LEVEL:
        width, height = reader.number(1, "width") + 1, reader.number(1, "height") + 1
        size = width, height, reader.number(2, "number of mines")
    else:
        size = AVF_SIZES[level]
    return read_mines(reader, size, 1, row_first=True)


def _read_headers(reader: ByteReader, board: Board) -> tuple[dict[str, str], int]:
    """Return the headers and the number of events; raise FormatError for a wrong checksum."""
    _check_sum(reader, _board_sum(board), "board checksum")
    count = int.from_bytes(reader.take(4, "number of events").translate(_DECODED), "big")
    reader.take(1, "country")
    name = reader.take(reader.number(1, "length of the name"), "name").translate(_DECODED)
    _check_sum(reader, _text_sum(name), "name checksum")
    marks = reader.number(1, "question marks")
    if marks not in AVF_MARKS:
        reader.fail("question marks", f"{marks} is neither 17 nor 127", 1)
    text = reader.take(reader.number(1, "length of the info text"), "info text")
    _check_sum(reader, _text_sum(text), "info checksum")
    info = _INFO.fullmatch(text)
    claims = _claims(info) if info else {}  # in another form, it claims nothing that we understand
    headers = {"Player": decode_name(name), **marks_claim(AVF_MARKS[marks]), **claims}
    return headers, count - _FILLERS


def search_avf_headers(reader: ByteReader, time_offset: int = 1000) -> dict[str, str]:
    """Return the headers of a file without known checksums; move to its first event.

    `time_offset` is how many milliseconds too long the time in the info text is.
    """
    info = _MARKED_INFO.search(reader.data, reader.offset)
    if not info:
        raise FormatError(reader.offset, "info text", "there is none")
    first = _FIRST_EVENT.search(reader.data, info.end())
    if not first:
        raise FormatError(info.end(), "events", "there is none")
    # The right one of the places where it fits is that from which the events end in a filler.
    starts = range(first.start(), first.start() + _EVENT.size)
    fitting = (at for at in starts if _FIRST_EVENT.match(reader.data, at))
    aligned = (at for at in fitting if _ends_in_filler(reader.data, at))
    reader.offset = next(aligned, first.start())
    return {**marks_claim(AVF_MARKS[info[1][0]]), **_claims(info, time_offset)}


def player_at_end(tail: bytes) -> dict[str, str]:
    """Return the header of the player, from what follows "cs=" at the end of a file.

    The name of the mouse may follow in angle brackets.
    """
    lines = tail[_CODE_LENGTH:].split(b"\r")[1:]
    names = [line for line in lines if not line.startswith((b"RealTime:", b"Skin:"))]
    return {"Player": decode_name(names[0].partition(b"<")[0])} if len(names) > 1 else {}


def _claims(info: re.Match[bytes], time_offset: int = 1000) -> dict[str, str]:
    """Return the headers in an info text."""
    seconds, _, decimals = info["time"].decode().replace(",", ".").partition(".")
    milliseconds = int(seconds + decimals[:3].ljust(3, "0")) - time_offset
    headers = time_claims(milliseconds, int(info["bbbv"]))
    if start := parse_timestamp(info["start"].decode("latin-1")):
        headers["Timestamp"] = start
    return headers


def read_avf_events(reader: ByteReader, count: int | None) -> list[MouseEvent]:
    """Return the events before the first filler; raise FormatError if they are not `count`."""
    begin = reader.offset
    number = _event_count(reader.data, begin)
    if number is None:
        raise FormatError(len(reader.data), "events", "the file ends before the last of them")
    if count not in (None, number):
        raise FormatError(begin, "events", f"{number} instead of {count}")
    whole = reader.take(number * _EVENT.size, "events")
    for at, code in enumerate(whole[:: _EVENT.size]):
        if code not in _EVENTS:
            raise FormatError(begin + at * _EVENT.size, "events", f"{code} is no event")
    return [
        MouseEvent(
            256_000 * s1 + 1000 * (s0 - 1) + 10 * hundredths,
            _EVENTS[code],
            256 * x1 + x0,
            256 * y1 + y0,
        )
        for code, x1, s0, x0, hundredths, y1, s1, y0 in _EVENT.iter_unpack(whole)
    ]


def _event_count(data: bytes, begin: int) -> int | None:
    """Return the number of events before the first of 0 seconds; None if there is no such one."""
    whole = data[begin : len(data) - (len(data) - begin) % _EVENT.size]
    seconds = zip(whole[2 :: _EVENT.size], whole[6 :: _EVENT.size], strict=True)
    return next((at for at, second in enumerate(seconds) if second == (0, 0)), None)


def _ends_in_filler(data: bytes, begin: int) -> bool:
    count = _event_count(data, begin)
    return count is not None and data.startswith(_FILLER, begin + count * _EVENT.size)


def _board_sum(board: Board) -> int:
    return sum(
        (10 if board.is_mine(cell) else board.number(cell) + 1) * (column - 1) * row
        for cell in board.grid
        for column, row in [board.grid.place(cell)]
    )


def _text_sum(text: bytes) -> int:
    return sum(number * value for number, value in enumerate(text, 1))


def _check_sum(reader: ByteReader, actual: int, field: str) -> None:
    """Read a checksum in encoded digits; raise FormatError if it is not `actual`."""
    expected = str(actual).encode().translate(_ENCODED)
    found = reader.take(len(expected), field)
    if found != expected:
        why = f"{found.translate(_DECODED).decode('latin-1')!a} does not fit: it should be {actual}"
        reader.fail(field, why, len(found))
