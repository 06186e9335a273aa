"""Positions, layouts and moves as text.

A picture has one character for each cell and one line for each row:

#  covered      F  flag       ?  question      .  revealed zero      1-8  revealed number
*  mine         @  exploded   X  wrong flag
layouts:  *  mine   .  safe

A move is written as a word, a column and a row, which count from 1: "reveal 3 5", "flag-chord 2 1".
The code of a layout has a bit for each cell in reading order, written in base64: short enough for
one line of a journal.
"""

from binascii import a2b_base64, b2a_base64
from typing import TYPE_CHECKING, Final, cast

from minesweeper.engine.board import BORDER, MINE, Board
from minesweeper.engine.cells import Cell, CellSet, Grid, bytes_of
from minesweeper.engine.game import VERBS, Game, Move, Verb
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE

if TYPE_CHECKING:  # late: a slow import, which no first frame needs
    from fractions import Fraction


class NotationError(ValueError):
    """A text that cannot be read; the message says where it is wrong and what is allowed.

    >>> parse_layout("*.\\n.#")
    Traceback (most recent call last):
        ...
    minesweeper.engine.notation.NotationError: line 2, column 2 is '#': only * . and 0 are allowed
    """


def format_position(game: Game, *, mines: bool = False) -> str:
    """Return a picture of what the player sees; with `mines`, covered mines are shown as well.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> format_position(game), format_position(game, mines=True)
    ('###\\n', '*##\\n')
    """
    rows = range(1, game.grid.height + 1)
    return "".join(game.faces(row, mines=mines).decode("ascii") + "\n" for row in rows)


def format_layout(board: Board) -> str:
    """Return a picture of the mines, with a line break at the end."""
    return f"{board}\n"


def parse_layout(text: str) -> Board:
    """Return the board that a picture shows: * is a mine, and . or 0 a safe cell.

    Empty lines before and after it are ignored, and so are blanks, as between the cells.

    Raise NotationError for any other text, and for a picture without a safe cell.

    >>> print(parse_layout("*..\\n..."))
    *..
    ...
    """
    lines = [
        line.replace("0", ".")
        for line in picture_rows(text, "*.0", "* (mine) and . (safe)", "* . and 0")
    ]
    if not any("." in line for line in lines):
        raise NotationError("has a mine in every cell: at least one safe cell is needed")
    return Board(Grid(len(lines[0]), len(lines)), pad_picture(lines).translate(_MINE))


_NO_BLANKS: Final = {ord(" "): None, ord("\t"): None}


def picture_rows(text: str, faces: str, expected: str, allowed: str) -> list[str]:
    """Return the lines of a picture, one for each row, without blanks.

    Raise NotationError for a picture that is empty or too large, and unless all lines have the same
    length and consist of `faces` only. `expected` and `allowed` describe the faces in its message.
    """
    if not isinstance(text, str):
        raise NotationError(f"is {text!r}, not a text")
    text = text.replace("\r\n", "\n").translate(_NO_BLANKS).rstrip("\n")
    blank_lines = len(text) - len(text.lstrip("\n"))
    lines = text[blank_lines:].split("\n")  # splitlines also splits at \f, \x1c and the like
    if not text:
        raise NotationError(f"is empty: a row of {expected} a line is expected")
    width, height = len(lines[0]), len(lines)
    if max(width, height) > MAX_SIDE or width * height > MAX_CELLS:
        raise NotationError(
            f"is {width}x{height}: at most {MAX_SIDE:,} a side and {MAX_CELLS:,} cells are allowed"
        )
    for number, line in enumerate(lines, 1 + blank_lines):
        _check_line(number, line, width, faces, allowed)
    return lines


def _check_line(number: int, line: str, width: int, faces: str, allowed: str) -> None:
    if len(line) != width:
        raise NotationError(f"line {number} has {len(line)} cells, the first line has {width}")
    wrong = line.strip(faces)[:1]
    if wrong:
        column = line.index(wrong) + 1
        raise NotationError(
            f"line {number}, column {column} is {wrong!a}: only {allowed} are allowed"
        )


def pad_picture(lines: list[str]) -> bytes:
    """Return a picture as bytes of the padded grid, with blanks for the border."""
    blank_row = " " * (len(lines[0]) + 1)
    rows = "".join(" " + line for line in lines)
    return (blank_row + rows + blank_row + " ").encode("ascii")


_MINE: Final = bytes(int(value == ord("*")) for value in range(256))


def format_move(grid: Grid, move: Move) -> str:
    """Return a move as words, with column and row.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> format_move(game.grid, best_move(game))
    'reveal 1 1'
    """
    column, row = grid.place(move.cell)
    return f"{move.verb} {column} {row}"


def parse_move(grid: Grid, text: str) -> Move:
    """Return the move that a text describes; raise NotationError if it is no move on this grid.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> game.play(parse_move(game.grid, "flag 2 1"))
    >>> print(game)
    #F#
    """
    match text.split(" "):
        case [verb, column, row] if verb in VERBS:
            return Move(cast(Verb, verb), parse_cell(grid, column, row))
    raise NotationError(f"{text[:40]!a} is not a move like 'reveal 3 5'")


def parse_cell(grid: Grid, column: str, row: str) -> Cell:
    """Return the cell in a column and a row; raise NotationError if it is not on the grid."""
    return grid.cell(parse_number(column, grid.width, 1), parse_number(row, grid.height, 1))


def parse_number(text: str, maximum: int, minimum: int = 0) -> int:
    """Return the number that a text of ASCII digits describes.

    Raise NotationError for any other text, and for a number out of the range.
    """
    if text.isascii() and text.isdigit() and len(text) <= len(str(maximum)):
        number = int(text)
        if minimum <= number <= maximum:
            return number
    raise NotationError(f"{text[:40]!a} is not a number from {minimum} to {maximum}")


def format_seconds(milliseconds: int) -> str:
    """Return milliseconds as seconds with three decimals, like "75.123"."""
    seconds, rest = divmod(abs(milliseconds), 1000)
    return f"{'-' if milliseconds < 0 else ''}{seconds}.{rest:03}"


def parse_seconds(text: str) -> int:
    """Return seconds with up to three decimals as milliseconds.

    Raise NotationError for any other text.
    """
    whole, _, decimals = text.removeprefix("-").partition(".")
    if len(decimals) > 3 or not text.isascii():
        raise NotationError(f"{text[:40]!a} is not a time in seconds")
    rest = parse_number(decimals.ljust(3, "0"), 999) if decimals else 0
    milliseconds = 1000 * parse_number(whole, 10**9) + rest
    return -milliseconds if text.startswith("-") else milliseconds


def format_code(board: Board) -> str:
    """Return the code of a layout: one word, which does not include the size."""
    bits = board.cells.translate(_BIT, bytes([BORDER]))
    return b2a_base64(int(bits, 2).to_bytes((len(bits) + 7) // 8, "big"), newline=False).decode()


def parse_code(code: str, grid: Grid) -> Board:
    """Return the board of a code; raise NotationError if it is not a layout of this grid."""
    try:
        packed = a2b_base64(code.encode("ascii"), strict_mode=True)
    except ValueError:
        raise NotationError("a code of a layout is in base64") from None
    cells = bytes_of(CellSet(int.from_bytes(packed, "big")), len(grid))[::-1]
    if len(packed) != (len(grid) + 7) // 8 or len(cells) != len(grid):
        raise NotationError(f"the code has no layout of {grid.width}x{grid.height} cells")
    width = grid.width
    rows = b"".join(b"\0" + cells[at : at + width] for at in range(0, len(cells), width))
    border = bytes(grid.stride)
    return Board(grid, border + rows + border + b"\0")


# Words


def place_name(place: tuple[int, int]) -> str:
    """Return a column and a row as text: "(3,1)"."""
    column, row = place
    return f"({column},{row})"


def count_text(count: int, noun: str) -> str:
    """Return a count with its noun: "1 flag", "2 flags", "2 guesses"."""
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count} {noun}{ending}"


def percent_text(share: "float | Fraction", decimals: int = 0) -> str:
    """Return a share as a percentage: "83%", or with a decimal "83.3%".

    Only 0 and 1 are written as "0%" and "100%": any other share below 1 is at least one step of the
    last digit away from them.
    """
    steps = 100 * 10**decimals
    if share in (0, 1):
        return f"{100 * int(share)}%"
    rounded = int((2 * steps * share + 1) // 2)
    if share < 1:
        rounded = max(1, min(rounded, steps - 1))
    return f"{rounded / 10**decimals:.{decimals}f}%"


def ordinal_text(number: int) -> str:
    """Return a place in an order: "1st", "2nd", "13th", "22nd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def capitalise(text: str) -> str:
    """Return a text with a capital first letter; the rest does not change."""
    return text[:1].upper() + text[1:]


def list_text(names: list[str]) -> str:
    """Return names separated by commas, with "and" before the last."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


_BIT: Final = bytes(b"01"[value & MINE > 0] for value in range(256))
