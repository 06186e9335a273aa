"""Numbers that are dimmed once they have all their flags.

Only flags are counted, right or wrong, so this is no help. All cells are worked on at once, as the
bytes of large integers: it takes some microseconds a frame.
"""

from collections.abc import Mapping
from typing import Final

from minesweeper.engine.board import FLAG
from minesweeper.engine.game import Game
from minesweeper.tui.look.glyphs import DIGITS, DIMMED

# A number of n becomes this plus n, so that subtracting its flags borrows nothing from the byte of
# the next cell; all other faces become 0.
_BIAS: Final = 0x20


def _table(values: Mapping[int, int]) -> bytes:
    return bytes(values.get(value, 0) for value in range(256))


_FLAGS: Final = bytes(bool(value & FLAG) for value in range(256))
_BIASED: Final = _table({face: _BIAS + number for number, face in enumerate(DIGITS, 1)})
_IS_NUMBER: Final = _table({_BIAS + number: 0xFF for number in range(1, 9)})
_IS_DONE: Final = _table({_BIAS: 0xFF})
_TO_DIMMED: Final = _table(dict(zip(DIGITS, DIMMED[1:], strict=True)))


def dim_done(faces: bytes, game: Game, rows: range, columns: range) -> bytes:
    """Return the faces of some rows and columns; numbers that have all their flags are dimmed."""
    numbers = faces.translate(_BIASED)
    flags = _integer(_flags_around(game, rows, columns)) & _integer(numbers.translate(_IS_NUMBER))
    left = (_integer(numbers) - flags).to_bytes(len(faces), "little")
    done, dimmed = _integer(left.translate(_IS_DONE)), _integer(faces.translate(_TO_DIMMED))
    return (_integer(faces) & ~done | dimmed & done).to_bytes(len(faces), "little")


def _flags_around(game: Game, rows: range, columns: range) -> bytes:
    """Return how many flags are around each cell of some rows and columns, a byte for each.

    The border of the padded grid has none, and lies between the ends of its rows.
    """
    stride = game.grid.stride
    begin, end = (rows.start - 1) * stride, (rows.stop + 1) * stride
    flags = _integer(game.cells[begin:end].translate(_FLAGS))
    in_row = flags + (flags << 8) + (flags >> 8)
    around = in_row + (in_row << 8 * stride) + (in_row >> 8 * stride)
    counts = around.to_bytes(end - begin + stride + 1, "little")
    starts = range(stride + columns.start, stride * (len(rows) + 1), stride)
    return b"".join([counts[at : at + len(columns)] for at in starts])


def _integer(cells: bytes | bytearray) -> int:
    return int.from_bytes(cells, "little")
