"""UMF, the replays of Viennasweeper before RMV.

    4         "*umf"
    2         version of the format, 1
    4         size of the file
    2 each    lengths: program, player, board, flags before the start, properties; then events (4)
    2         only in some descriptions, and not needed: perhaps the length of a checksum
    ...       these sections, as in version 1 of RMV (`rmv.py`), without a result and a checksum

Source: the notes of the community's RawVF converter. The length of the board, which follows from
its number of mines, tells where the sections begin.
"""

from typing import Final

from minesweeper.formats.byte_reader import ByteReader, FormatError
from minesweeper.formats.rmv import ViennaHeader, read_vienna_sections
from minesweeper.play.replay import Replay

UMF_SIGNATURE: Final = b"*umf"
# Its time, its size and its number of mines.
_BOARD_HEAD: Final = 8


def looks_like_umf(data: bytes) -> bool:
    """Return whether a file begins as UMF does."""
    return data.startswith(UMF_SIGNATURE)


def parse_umf(data: bytes) -> Replay:
    """Return the replay in an old file of Viennasweeper; raise FormatError if it is damaged."""
    reader = ByteReader(data, len(UMF_SIGNATURE))
    reader.number_from(2, "version", 1, 1)
    reader.take(4, "size of the file")
    names = ("program", "player", "board", "flags before the start", "properties")
    lengths = {name: reader.number(2, f"length: {name}") for name in names}
    lengths["events"] = reader.number(4, "length: events")
    reader.take(_extra_bytes(reader, lengths), "header")
    return read_vienna_sections(reader, ViennaHeader(0, lengths))


def _extra_bytes(reader: ByteReader, lengths: dict[str, int]) -> int:
    """Return the number of bytes before the sections, 0 or 2, by which the board fits."""
    for extra in (0, 2):
        board = reader.offset + extra + lengths["program"] + lengths["player"]
        mines = int.from_bytes(reader.data[board + 6 : board + 8], "big")
        if lengths["board"] == _BOARD_HEAD + 2 * mines:
            return extra
    raise FormatError(reader.offset, "board", "its length does not fit its number of mines")
