"""Lines of input, whatever bytes they hold, and what the answers to them share."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.notation import NotationError, parse_number

_T = TypeVar("_T")

WriteText = Callable[[str], object]

# The length at which a line is cut: no command is nearly as long.
MAX_LINE: Final = 1000
# The length up to which a wrong line is quoted.
MAX_QUOTED_LINE: Final = 40
# A task is announced once it has taken this many milliseconds.
_ANNOUNCE_AFTER: Final = 100
# A cell may be typed as the program itself names it, (3,5), or without the brackets.
_PLACE: Final = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)|(\d+)\s*,\s*(\d+)")


def input_lines(read_line: Callable[[int], bytes]) -> Iterator[str]:
    """Yield the lines of the input, whatever bytes they hold.

    `read_line` reads a line, up to the given number of bytes. A lost terminal ends the input.
    """
    try:
        while line := read_line(MAX_LINE):
            rest = line
            while len(rest) == MAX_LINE and not rest.endswith(b"\n"):
                rest = read_line(MAX_LINE)
            yield line.decode("utf-8", "replace")
    except OSError:
        return


def quoted_line(line: str) -> str:
    """Return the beginning of a line, with all but printable ASCII escaped."""
    return f"{line.strip()[:MAX_QUOTED_LINE]!a}"


def words_of(line: str) -> list[str]:
    """Return the words of a line in small letters; the column and the row of a cell are two."""
    return _PLACE.sub(r" \1\3 \2\4 ", line.lower()).split()


def parse_cell_words(words: Sequence[str], grid: Grid) -> Cell:
    """Return the cell in a column and a row; raise NotationError if it is not on the grid."""
    try:
        column, row = parse_number(words[0], grid.width), parse_number(words[1], grid.height)
    except NotationError:
        column = row = 0
    if not column or not row:
        raise NotationError(
            f"{quoted_line(' '.join(words))} does not name a cell: {ranges_text(grid)}"
        )
    return grid.cell(column, row)


def ranges_text(grid: Grid) -> str:
    """Return "columns are 1 to 8, rows 1 to 8"."""
    return f"columns are 1 to {grid.width}, rows 1 to {grid.height}"


def usage_error(line: str, usage: str, ranges: str) -> NotationError:
    """Return the error for a line with too many or too few words after its command."""
    return NotationError(
        f"{quoted_line(line)} is not understood: type {usage}{ranges and f' ({ranges})'}"
    )


def announced(
    steps: Iterator[_T], text: str, now: Callable[[], int], err: WriteText
) -> Iterator[_T]:
    """Yield the steps of a task, and announce it with `text` once it has taken a while."""
    start, is_announced = now(), False
    for step in steps:
        if not is_announced and now() - start > _ANNOUNCE_AFTER:
            is_announced = True
            err(f"minesweeper: {text}\n")
        yield step
