"""The link to a board, as other programs and their players write it.

    https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=1&m=g2000000g00000000

b is 1, 2 or 3 for 9x9, 16x16 and 30x16, otherwise the width and the height, two digits each. m has
a bit for each cell, row by row, as a number of base 32: five cells a digit, the first the highest.
Without m there are no mines.
"""

import re
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError, format_layout, parse_layout

# LlamaSweeper takes links to this calculator only, and its own have the same query.
_PAGE: Final = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
_SIZES: Final = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
_CODES: Final = {size: code for code, size in _SIZES.items()}
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
_PARAMETER: Final = re.compile("(?:^|[?&])([bm])=([^&#]*)")
MAX_LINK_SIDE: Final = 99


def format_link(board: Board) -> str:
    """Return the link to a board; raise NotationError for a side of more than 99 cells."""
    width, height = board.grid.width, board.grid.height
    if max(width, height) > MAX_LINK_SIDE:
        raise NotationError(
            f"{width}x{height} is too large for a link: at most {MAX_LINK_SIDE} a side"
        )
    size = _CODES.get((width, height), f"{width:02}{height:02}")
    bits = "".join(format_layout(board).split()).replace("*", "1").replace(".", "0")
    fives = [bits[start : start + 5].ljust(5, "0") for start in range(0, len(bits), 5)]
    return f"{_PAGE}?b={size}&m={''.join(_DIGITS[int(five, 2)] for five in fives)}\n"


def is_link(text: str) -> bool:
    """Return whether a text is a link to a board, or the query of one."""
    return "b" in dict(_PARAMETER.findall(text))


def parse_link(text: str) -> Board:
    """Return the board of a link, or of its query; raise NotationError if there is none."""
    parameters = dict(_PARAMETER.findall(text))
    width, height = _parse_size(parameters["b"])
    expected = -(-width * height // 5)
    mines = parameters.get("m", "0" * expected)
    if wrong := mines.strip(_DIGITS)[:1]:
        raise NotationError(f"m has {wrong!a}: only 0-9 and a-v are allowed")
    if len(mines) != expected:
        raise NotationError(
            f"m has {len(mines)} digits: a board of {width}x{height} cells has {expected}"
        )
    bits = format(int(mines, 32), f"0{5 * expected}b")
    if "1" in bits[width * height :]:
        raise NotationError("m has a mine after the last cell")
    picture = bits.replace("1", "*").replace("0", ".")
    starts = range(0, width * height, width)
    return parse_layout("\n".join(picture[start : start + width] for start in starts))


def _parse_size(code: str) -> tuple[int, int]:
    """Return width and height; LlamaSweeper writes less than four digits for a width below 10."""
    middle = len(code) // 2
    width, height = code[:middle], code[middle:]
    if code in _SIZES:
        return _SIZES[code]
    if code.isascii() and code.isdigit() and 2 <= len(code) <= 4 and int(width) and int(height):
        return int(width), int(height)
    raise NotationError(f"b is {code[:20]!a}, neither 1, 2, 3 nor a size such as 0816 for 8x16")
