"""The lines that plain mode understands: a word or its first letter, a column and a row."""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.notation import NotationError, parse_number

# The rest of a longer line is skipped: no command is nearly as long.
LONGEST: Final = 1000
# How much of a wrong line is quoted.
QUOTED: Final = 40
# The name of the command that an empty line gives.
NOTHING: Final = ""


class Command(NamedTuple):
    """A command: whether its first letter stands for it, and the cell that follows it."""

    name: str
    has_letter: bool
    place: Literal["", "C R", "[C R]"]
    help: str

    @property
    def usage(self) -> str:
        """Return how the command is typed: "reveal C R"."""
        return f"{self.name} {self.place}".rstrip()


COMMANDS: Final = (
    Command("reveal", True, "C R", "reveal the cell in column C, row R"),
    Command("flag", True, "C R", "set or remove a flag"),
    Command("chord", True, "C R", "reveal the cells around a number whose flags are set"),
    Command("hint", True, "", "say where to look; again: name the move and say why"),
    Command("undo", True, "", "take back the last move, even after the end"),
    Command("look", True, "[C R]", "read the board, or a cell and its neighbours"),
    Command("new", True, "", "deal another board"),
    Command("quit", True, "", "quit; the game is saved"),
    Command("flag-chord", False, "C R", "flag the covered cells around a number if all are mines"),
    Command("redo", False, "", "make the move again that was taken back"),
    Command("restart", False, "", "begin the same board again"),
    Command("odds", False, "[C R]", "say how likely a mine is"),
    Command("check", False, "", "say whether a flag can be proved wrong"),
    Command("obvious", False, "", "reveal and flag all that single numbers prove"),
    Command("help", False, "", "list the commands"),
)
_BY_WORD: Final = {command.name: command for command in COMMANDS} | {
    command.name[0]: command for command in COMMANDS if command.has_letter
}
# A cell may be typed as the program itself names it: 3,5.
_COMMA: Final = re.compile(r"(?<=\d)\s*,\s*(?=\d)")


def help_lines() -> list[str]:
    """Return the lines of help: the commands, and how to type them."""
    lines = [f"{command.usage}: {command.help}" for command in COMMANDS]
    letters = ", ".join(command.name for command in COMMANDS if command.has_letter)
    return [
        *lines,
        f"the first letter is enough for {letters}; columns and rows count from 1;"
        " 3,5 or 3 5 is column 3, row 5",
    ]


def parse_command(line: str, grid: Grid) -> tuple[str, Cell | None]:
    """Return the name of a command, and its cell if one is named.

    An empty line is NOTHING. Raise NotationError with a line that says what is wrong.
    """
    words = _COMMA.sub(" ", line.lower()).split()
    if not words:
        return NOTHING, None
    command = _BY_WORD.get(words[0])
    if not command:
        raise NotationError(f"{_quoted(line)} is not a command: type help to list them")
    if len(words) == 1 and command.place != "C R":
        return command.name, None
    if len(words) == 3 and command.place:
        return command.name, _parse_place(line, words[1:], grid)
    raise NotationError(_expected(line, command, grid))


def _parse_place(line: str, words: list[str], grid: Grid) -> Cell:
    try:
        column, row = parse_number(words[0], grid.width), parse_number(words[1], grid.height)
    except NotationError:
        column = row = 0
    if not column or not row:
        raise NotationError(f"{_quoted(line)} names no cell: {_range(grid)}")
    return grid.cell(column, row)


def _expected(line: str, command: Command, grid: Grid) -> str:
    ranges = f" ({_range(grid)})" if command.place else ""
    return f"{_quoted(line)} is not understood: type {command.usage}{ranges}"


def _range(grid: Grid) -> str:
    return f"columns are 1 to {grid.width}, rows 1 to {grid.height}"


def _quoted(line: str) -> str:
    """Return the beginning of a line, with all but printable ASCII escaped."""
    return f"{line.strip()[:QUOTED]!a}"


def input_lines(read_line: Callable[[int], bytes]) -> Iterator[str]:
    """Yield the lines of the input, whatever bytes they hold.

    `read_line` reads a line, but no more than so many bytes. A lost terminal ends the input.
    """
    try:
        while line := read_line(LONGEST):
            rest = line
            while len(rest) == LONGEST and not rest.endswith(b"\n"):
                rest = read_line(LONGEST)
            yield line.decode("utf-8", "replace")
    except OSError:
        return
