"""FSVF, the replays of Freesweeper up to R10, a variant of AVF.

    1         0, where AVF has its version
    1         version: 10 is R10
    1         cheats, bits 0, 3 and 4: a game with any of them is not the classic game
    2         not used
    ...       level, size, mines, question marks, info text and events as in AVF; the time in the
              info text is exact
    ...       fillers, and what stands before "cs="
    n         one byte for each event, whose lower half is its milliseconds, in addition to the
              hundredths
    ...       a code (16 or more), CR, and the lines of AVF

Source: the notes of the community's RawVF converter. No checksum is known.
"""

from typing import Final

from minesweeper.formats.avf import (
    player_at_end,
    read_avf_board,
    read_avf_events,
    search_avf_headers,
)
from minesweeper.formats.byte_reader import ByteReader
from minesweeper.formats.claims import NOT_CHECKED, size_claims
from minesweeper.formats.modes import why_not_classic
from minesweeper.formats.mouse_moves import replay_of_mouse
from minesweeper.play.replay import Replay

_CHEATS: Final = {0x01: "Lucky", 0x08: "Cheat", 0x10: "Cheat"}
_MILLISECONDS: Final = 0x0F


def looks_like_fsvf(data: bytes) -> bool:
    """Return whether a file begins as FSVF does."""
    return len(data) > 6 and data[0] == 0 and 1 <= data[1] < 16 and 3 <= data[5] <= 6


def parse_fsvf(data: bytes) -> Replay:
    """Return the replay in a file of Freesweeper; raise FormatError if it is damaged."""
    reader = ByteReader(data, 1)
    version = reader.number(1, "version")
    cheats = reader.number(1, "cheats")
    for bit, name in _CHEATS.items():
        if cheats & bit:
            reader.fail("cheats", why_not_classic(name), 1)
    reader.take(2, "unused bytes")
    board = read_avf_board(reader)
    headers = search_avf_headers(reader, time_offset=0)
    events = read_avf_events(reader, None)
    reader.until(b"cs=", "milliseconds")
    rests = reader.take(len(events), "milliseconds")
    events = [
        event._replace(milliseconds=event.milliseconds + (rest & _MILLISECONDS))
        for event, rest in zip(events, rests, strict=True)
    ]
    headers |= player_at_end(data[reader.offset :])
    headers |= {"Program": "Freesweeper", "Version": f"R{version}"}
    headers |= size_claims(board.grid.width, board.grid.height, board.mine_count)
    headers[NOT_CHECKED] = "anti-cheat code"
    return replay_of_mouse(board, events, headers, question_marks=headers["Marks"] == "On")
