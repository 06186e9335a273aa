"""Positions and layouts as pictures: one character a cell, one row a line.

#  covered      F  flag       ?  question      .  revealed zero      1-8  revealed number
*  mine, shown  @  exploded   X  wrong flag
layouts:  *  mine   .  safe
"""

from minesweeper.board import MAX_CELLS, MAX_SIDE, Board
from minesweeper.cells import Grid
from minesweeper.clues import Clues, clues_from
from minesweeper.game import Game


class NotationError(ValueError):
    """A text that is not what it should be; the message says where and what is allowed."""


def format_position(game: Game) -> str:
    """What the player sees."""
    rows = range(1, game.grid.height + 1)
    return "".join(game.faces(row).decode("ascii") + "\n" for row in rows)


def format_layout(board: Board) -> str:
    """Where the mines are."""
    grid = board.grid
    text = "".join("*" if board.is_mine(cell) else "." for cell in grid)
    return "".join(text[at : at + grid.width] + "\n" for at in range(0, len(text), grid.width))


def format_mbf(board: Board) -> bytes:
    """The board in the community's binary format: width, height, mines, then each mine's place.

    Sizes take a byte and the mines two; places count from 0. For boards up to 255 a side.
    """
    grid = board.grid
    mines = [cell for cell in grid if board.is_mine(cell)]
    places = (part - 1 for cell in mines for part in grid.place(cell))
    return bytes([grid.width, grid.height]) + len(mines).to_bytes(2, "big") + bytes(places)


def format_clues(clues: Clues) -> str:
    """What the player sees, without flags and question marks."""
    grid = clues.grid
    shown = (clues.numbers[cell] or "." if clues.revealed >> cell & 1 else "#" for cell in grid)
    text = "".join(map(str, shown))
    return "".join(text[at : at + grid.width] + "\n" for at in range(0, len(text), grid.width))


def parse_layout(text: str) -> Board:
    """The board that a layout draws; empty lines after it are ignored.

    Raises NotationError for anything that is no such picture or has nothing to play.
    """
    lines = _rows(text, "*.", "* (mine) and . (safe)", "* and .")
    if not any("." in line for line in lines):
        raise NotationError("has a mine in every cell: at least one safe cell is needed")
    return Board(Grid(len(lines[0]), len(lines)), _layout(lines))


def parse_position(text: str, mines: int) -> Clues:
    """What the player sees in a position; flags and question marks count as covered.

    Raises NotationError for anything that is no such picture, the end of a game included.
    """
    lines = _rows(text, "#F?.12345678", "# (covered) and numbers", "# F ? . and 1-8")
    grid = Grid(len(lines[0]), len(lines))
    shown = zip(grid, "".join(lines), strict=True)
    numbers = {cell: int(face.replace(".", "0")) for cell, face in shown if face not in "#F?"}
    return clues_from(grid, mines, numbers)


def _rows(text: str, faces: str, expected: str, allowed: str) -> list[str]:
    """The lines of a picture, checked."""
    text = text.replace("\r\n", "\n").rstrip("\n")
    lines = text.split("\n")  # and not splitlines, which also splits at \f, \x1c and the like
    if not text:
        raise NotationError(f"is empty: a row of {expected} a line is expected")
    width, height = len(lines[0]), len(lines)
    if max(width, height) > MAX_SIDE or width * height > MAX_CELLS:
        raise NotationError(
            f"is {width}x{height}: at most {MAX_SIDE} a side and {MAX_CELLS} cells are allowed"
        )
    for number, line in enumerate(lines, 1):
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


def _layout(lines: list[str]) -> bytes:
    """The padded bytes that `Board` takes: border, then each row with its leading border."""
    blank_row = " " * (len(lines[0]) + 1)
    rows = "".join(" " + line for line in lines)
    return (blank_row + rows + blank_row + " ").encode("ascii").translate(_MINE)


_MINE = bytes(int(value == ord("*")) for value in range(256))
