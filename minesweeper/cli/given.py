"""Files that the command line names, or that came with the program, as text."""

from typing import Final

from minesweeper.cli.options import UsageError
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError, parse_layout
from minesweeper.engine.setup import MAX_CELLS
from minesweeper.play.journal import MAX_TEXT
from minesweeper.settings.files import reason
from minesweeper.settings.values import shown_path

# A layout of the most cells allowed, one of them a line, with two characters of line end each.
MAX_BOARD_FILE: Final = 3 * MAX_CELLS


def read_board(path: str) -> Board:
    try:
        return parse_layout(read_text(path))
    except NotationError as error:
        raise UsageError(f"{shown_path(path)} {error}") from None


def read_text(path: str) -> str:
    """The text of a file; "-" is standard input."""
    try:
        return _read(path, MAX_BOARD_FILE).decode("utf-8-sig")
    except UnicodeDecodeError:
        why = "is not text: a picture of a board is expected, a row a line"
        raise UsageError(f"{shown_path(path)}: {why}") from None


def read_replay(path: str) -> str:
    """The text of a replay, whatever other programs encode a player's name in."""
    return _read(path, MAX_TEXT).decode("utf-8-sig", "replace")


def _read(path: str, most: int) -> bytes:
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        raise UsageError(f"{shown_path(path)}: {reason(error)}") from None


def completion(shell: str) -> bytes:
    """The script that completes the command line in a shell."""
    from importlib.resources import files

    return (files("minesweeper") / "data" / f"minesweeper.{shell}").read_bytes()
