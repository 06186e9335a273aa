"""The lines that the plain mode understands: a word or its first letter, a column and a row."""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.notation import NotationError, parse_number

# More of a line is not read: no command is nearly as long.
LONGEST: Final = 1000
SHOWN: Final = 40
# What an empty line asks for.
NOTHING: Final = ""


class Command(NamedTuple):
    """A word that does something, whether it has a letter of its own, and what follows it."""

    name: str
    has_letter: bool
    place: Literal["", "C R", "[C R]"]
    help: str

    @property
    def usage(self) -> str:
        return f"{self.name} {self.place}".rstrip()


COMMANDS: Final = (
    Command("reveal", True, "C R", "reveal the cell in column C, row R"),
    Command("flag", True, "C R", "set or remove a flag"),
    Command("chord", True, "C R", "reveal the rest around a number whose flags are set"),
    Command("hint", True, "", "where to look; once more: the move and its reason"),
    Command("undo", True, "", "take back the last move, also after the end"),
    Command("look", True, "[C R]", "read the board, or a cell and what is around it"),
    Command("new", True, "", "another board"),
    Command("quit", True, "", "leave; the game stays saved"),
    Command("redo", False, "", "make the move again that was taken back"),
    Command("restart", False, "", "the same board again"),
    Command("odds", False, "[C R]", "how likely a mine is"),
    Command("check", False, "", "whether a flag can be proved wrong"),
    Command("help", False, "", "these lines"),
)
_BY_WORD: Final = {command.name: command for command in COMMANDS} | {
    command.name[0]: command for command in COMMANDS if command.has_letter
}
# Between two numbers it does for a space: it is how the program itself names a cell.
_COMMA: Final = re.compile(r"(?<=\d)\s*,\s*(?=\d)")


def help_lines() -> list[str]:
    """All commands, one a line."""
    lines = [f"{command.usage}: {command.help}" for command in COMMANDS]
    letters = ", ".join(command.name[0] for command in COMMANDS if command.has_letter)
    return [
        *lines,
        f"first letters do for {letters}; columns and rows count from 1;"
        " 3,5 or 3 5 is column 3, row 5",
    ]


def parse_command(line: str, grid: Grid) -> tuple[str, Cell | None]:
    """What a line asks for, and where; NotationError says in a line what is wrong with it.

    An empty line asks for NOTHING.
    """
    words = _COMMA.sub(" ", line.lower()).split()
    if not words:
        return NOTHING, None
    command = _BY_WORD.get(words[0])
    if not command:
        raise NotationError(f"{_quoted(line)} is no command: help lists them")
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
    what = f"{command.usage} is expected" + (f": {_range(grid)}" if command.place else "")
    return f"{_quoted(line)} is not understood: {what}"


def _range(grid: Grid) -> str:
    return f"columns are 1 to {grid.width}, rows 1 to {grid.height}"


def _quoted(line: str) -> str:
    """The beginning of a line, with control characters and whatever is not ASCII escaped."""
    return f"{line.strip()[:SHOWN]!a}"


def input_lines(read_line: Callable[[int], bytes]) -> Iterator[str]:
    """The lines that are read, whatever bytes they hold, to the end of the input.

    `read_line` reads a line, or so many bytes of it; a terminal that has gone ends the input too.
    """
    try:
        while line := read_line(LONGEST):
            rest = line
            while len(rest) == LONGEST and not rest.endswith(b"\n"):
                rest = read_line(LONGEST)
            yield line.decode("utf-8", "replace")
    except OSError:
        return
