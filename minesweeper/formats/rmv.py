"""RMV, the replays of Viennasweeper, versions 1 and 2.

    4         "*rmv"
    2         version of the format
    1, 1      version 2: the program (0 unnamed, 1 Viennasweeper) and its major version
    4         size of the file; 2 too small in version 2
    2 each    lengths: result (version 1), program, player, board, flags before the start,
              properties, extensions (version 2); then events (4), checksum (2)
    ...       result: LEVEL, SCORE, NAME, NICK, 3BV, NF, TIMESTAMP as "key:value#"; 3BV is 0 if lost
    ...       program: its name and version
    ...       player: number of fields (2), each with its length (1): name, nickname, country, token
    ...       board: time of its making (4, seconds since 1970), width, height, number of mines (2),
              mines (column, row, from 0)
    ...       flags before the start: their number (2), column and row of each
    ...       properties, one byte each: question marks, no flags, mode, level; then in version 1
              whether texts are in UTF-8, as they always are in version 2, which has the 3BV (low
              byte first) and the size of a cell in pixels
    ...       extensions: their number (2), a name and a value of each, with lengths (1)
    ...       events, by their code:
              0            time stamp (4), version 1
              1-7          mouse: milliseconds (3), buttons (1), x (2), y (2); in version 1 from
                           (-12, -56), in version 2 signed and from the corner of the board
              9-14, 18-27  what a cell shows: column, row; not needed here
              15-17        the end, lost, won or neither: milliseconds (3)
              28           movement, version 2: milliseconds later (1), x and y further (4 bits
                           each, signed)
    18        checksum; only the program can make it

The first press of the left button is missing, as the clock starts at its release. UMF is older: see
`umf.py`. Source: the specification of RMV (a draft of 2024), and a comparison of 16 files.
"""

import re
from collections.abc import Callable, Mapping
from struct import Struct
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.formats.byte_reader import ByteReader, decode_name, decode_old_name
from minesweeper.formats.claims import (
    NOT_CHECKED,
    marks_claim,
    size_claims,
    time_claims,
    utc_text,
)
from minesweeper.formats.layouts import read_mines
from minesweeper.formats.modes import mode_name
from minesweeper.formats.mouse_moves import replay_of_mouse
from minesweeper.play.mouse import PIXELS, MouseEvent
from minesweeper.play.replay import Replay

RMV_SIGNATURE: Final = b"*rmv"
_PLAYER_FIELDS: Final = ("Player", "Nickname", "Country")  # the next one is a secret
_MOUSE: Final = {1: "mv", 2: "lc", 3: "lr", 4: "rc", 5: "rr", 6: "mc", 7: "mr"}
_CELL_EVENTS: Final = frozenset([*range(9, 15), *range(18, 28)])
_ENDS: Final = {15: "lost", 16: "won", 17: "nonstandard"}
_UTF_8: Final = 4  # which of the properties says so, in version 1
_TIME_STAMP: Final = 0
_SHORT_MOVE: Final = 28
# Milliseconds, buttons, and the place of the mouse.
_UNSIGNED: Final = Struct(">BHxHH")
_SIGNED: Final = Struct(">BHxhh")
# Where the corner of the board is in the window of the program.
_CORNER: Final = (12, 56)


class ViennaHeader(NamedTuple):
    """What tells the formats of Viennasweeper apart."""

    version: int
    """The version of RMV; 0 for UMF."""
    lengths: Mapping[str, int]
    """The lengths of the sections, in their order."""


def looks_like_rmv(data: bytes) -> bool:
    """Return whether a file begins as RMV does."""
    return data.startswith(RMV_SIGNATURE)


def parse_rmv(data: bytes) -> Replay:
    """Return the replay in a file of Viennasweeper; raise FormatError if it is damaged."""
    reader = ByteReader(data, len(RMV_SIGNATURE))
    version = reader.number_from(2, "version", 1, 2)
    if version == 2:
        reader.take(2, "program number")
    reader.take(4, "size of the file")
    names = ["result"] if version == 1 else []
    names += ["program", "player", "board", "flags before the start", "properties"]
    names += ["extensions"] if version == 2 else []
    lengths = {name: reader.number(2, f"length: {name}") for name in names}
    lengths["events"] = reader.number(4, "length: events")
    lengths["checksum"] = reader.number(2, "length: checksum")
    return read_vienna_sections(reader, ViennaHeader(version, lengths))


def read_vienna_sections(reader: ByteReader, header: ViennaHeader) -> Replay:
    """Return the replay in the sections that follow a header; raise FormatError if damaged."""
    sections = {}
    for name, length in header.lengths.items():
        sections[name] = ByteReader(reader.data[: reader.offset + length], reader.offset)
        reader.take(length, name)
    decode = _decoder(sections["properties"], header.version)
    claims = _result_claims(sections.get("result"))
    claims |= _program_claims(sections["program"], decode)
    claims |= _player_claims(sections["player"], decode)
    board = _read_board(sections["board"], claims)
    preflags = _read_flags(sections["flags before the start"])
    cell_size = _read_properties(sections["properties"], header.version, claims)
    events = [*preflags, *_read_events(sections["events"], header.version, cell_size, claims)]
    claims |= size_claims(board.grid.width, board.grid.height, board.mine_count)
    if header.lengths.get("checksum"):
        claims[NOT_CHECKED] = "signature"
    return replay_of_mouse(board, events, claims, question_marks=claims["Marks"] == "On")


def _decoder(properties: ByteReader, version: int) -> Callable[[bytes], str]:
    """Return how the texts are decoded; what should be UTF-8, but is not, is marked by U+FFFD."""
    utf_8 = properties.data[properties.offset :][_UTF_8 : _UTF_8 + 1]
    if version == 2 or (version == 1 and utf_8 not in (b"", b"\0")):
        return lambda data: data.decode("utf-8", "replace")
    return decode_old_name if version == 1 and utf_8 else decode_name


def _result_claims(reader: ByteReader | None) -> dict[str, str]:
    """Return the 3BV that the result of version 1 names."""
    found = re.search(rb"#3BV:(\d{1,5})#", reader.data[reader.offset :]) if reader else None
    return time_claims(0, int(found[1])) if found else {}


def _program_claims(reader: ByteReader, decode: Callable[[bytes], str]) -> dict[str, str]:
    text = decode(reader.take(reader.rest, "program")).strip()
    name, _, version = text.partition(" - ")
    version = re.split(r"\s*(?:Copyright|\(c\)|\.\d{4}$)", version, maxsplit=1)[0]
    return {"Program": name, **({"Version": version} if version else {})}


def _player_claims(reader: ByteReader, decode: Callable[[bytes], str]) -> dict[str, str]:
    claims = {}
    for number in range(reader.number(2, "number of player fields")):
        text = decode(reader.take(reader.number(1, "length of a player field"), "player"))
        if text and number < len(_PLAYER_FIELDS):
            claims[_PLAYER_FIELDS[number]] = text
    return claims


def _read_board(reader: ByteReader, claims: dict[str, str]) -> Board:
    stamp = reader.number(4, "time of the board")
    size = reader.number(1, "width"), reader.number(1, "height"), reader.number(2, "mines")
    if stamp:
        claims["Timestamp"] = utc_text(stamp)
    return read_mines(reader, size)


def _read_flags(reader: ByteReader) -> list[MouseEvent]:
    """Return the clicks that set the flags before the start."""
    events = []
    for _ in range(reader.number(2, "number of flags") if reader.rest else 0):
        column, row = reader.take(2, "flags before the start")
        place = column * PIXELS + PIXELS // 2, row * PIXELS + PIXELS // 2
        events += [MouseEvent(0, "rc", *place), MouseEvent(0, "rr", *place)]
    return events


def _read_properties(reader: ByteReader, version: int, claims: dict[str, str]) -> int:
    """Add what the properties claim; return the size of a cell in pixels."""
    marks, no_flags, mode = reader.take(3, "properties")
    claims |= marks_claim(bool(marks))
    claims["Mode"] = mode_name(mode, reader.offset - 1)
    claims["Style"] = "NF" if no_flags else "FL"
    if version != 2:
        return PIXELS
    _, low, high, cell_size = reader.take(4, "properties")
    if not cell_size:
        reader.fail("size of a cell", "0 pixels", 1)
    claims |= time_claims(0, low + 256 * high)
    return cell_size


def _read_events(
    reader: ByteReader, version: int, cell_size: int, claims: dict[str, str]
) -> list[MouseEvent]:
    """Return the mouse events up to the end of the game, and add what the end claims."""
    events: list[MouseEvent] = []
    data = reader.data
    mouse, corner = (_SIGNED, (0, 0)) if version == 2 else (_UNSIGNED, _CORNER)
    time = x = y = 0
    while reader.rest:
        at = reader.offset
        code = data[at]
        if code in _CELL_EVENTS and reader.rest > 2:
            reader.offset += 3
            continue
        if code in _MOUSE and reader.rest > mouse.size:
            high, low, x, y = mouse.unpack_from(data, at + 1)
            time, x, y = (high << 16) + low, x - corner[0], y - corner[1]
            reader.offset += 1 + mouse.size
        elif code == _SHORT_MOVE and version == 2 and reader.rest > 2:
            move = data[at + 2]
            time, x, y = time + data[at + 1], x + _nibble(move >> 4), y + _nibble(move & 15)
            reader.offset += 3
        elif code == _TIME_STAMP and version != 2:
            reader.take(5, "events")
            continue
        else:
            break
        place = x * PIXELS // cell_size, y * PIXELS // cell_size
        events.append(MouseEvent(time, _MOUSE.get(code, "mv"), *place))
    _read_end(reader, version, claims)
    return _with_first_press(events)


def _read_end(reader: ByteReader, version: int, claims: dict[str, str]) -> None:
    """Add what the end of the game claims; raise FormatError for anything else."""
    code = reader.number(1, "events")
    if code not in _ENDS:
        reader.fail("events", f"{code} is no event, or not a whole one", 1)
    claims["Status"] = _ENDS[code]
    if version or reader.rest:  # UMF may leave it out
        claims |= time_claims(reader.number(3, "time"), 0)


def _nibble(bits: int) -> int:
    """Return the signed number in four bits."""
    return bits - 16 if bits > 7 else bits


def _with_first_press(events: list[MouseEvent]) -> list[MouseEvent]:
    """Return the events with the press that belongs to a release at the beginning."""
    for number, event in enumerate(events):
        if event.event == "lr":
            return [*events[:number], event._replace(event="lc"), *events[number:]]
        if event.event != "mv":
            break
    return events
