"""EVFS, the games that Metasweeper played in one session.

    1         version, 0
    2         length of each checksum
              then for each game:
    text 0    its name
    4, n      the game in EVF, after its length
    n         a checksum; only the program can make it

Source: the specification of EVFS.
"""

from collections.abc import Iterator
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.formats.byte_reader import MAX_REPLAY_BYTES, ByteReader, FormatError
from minesweeper.formats.evf import LAST_EVF_VERSION, parse_evf
from minesweeper.play.replay import Replay

_LONGEST_NAME: Final = 1000


def looks_like_evfs(data: bytes) -> bool:
    """Return whether a file begins as EVFS does: with a game that lies wholly in the file."""
    name_end = data.find(b"\0", 3, 3 + _LONGEST_NAME)
    if data[:1] != b"\0" or name_end < 0:
        return False
    length = int.from_bytes(data[name_end + 1 : name_end + 5], "big")
    game = data[name_end + 5 : name_end + 5 + length]
    return 0 < length == len(game) and game[0] <= LAST_EVF_VERSION


def parse_evfs(data: bytes) -> Iterator[Replay | FormatError]:
    """Yield the replays in a file of Metasweeper, or why one of them is not read.

    Raise FormatError if the file is damaged between two games.
    """
    reader = ByteReader(data)
    reader.number_from(1, "version", 0, 0)
    checksum_length = reader.number(2, "length of the checksums")
    count = 0
    while reader.rest:
        count += 1
        reader.zero_ended("name of the game")
        length = reader.number(4, "length of the game")
        begin = reader.offset
        game = reader.take(length, "game")
        if length > MAX_REPLAY_BYTES:
            why = f"more than {MAX_REPLAY_BYTES // 2**20} MB are not read"
            yield FormatError(begin, f"game {count}", why)
        else:
            try:
                yield parse_evf(game)
            except NotationError as error:
                yield FormatError(begin, f"game {count}", error)
        reader.take(checksum_length, "checksum")
