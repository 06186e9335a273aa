"""Lines of input, whatever bytes they hold, and what the answers to them share."""

from collections.abc import Callable, Iterator
from typing import Final

WriteText = Callable[[str], object]

# The length at which a line is cut: no command is nearly as long.
MAX_LINE: Final = 1000
# The length up to which a wrong line is quoted.
MAX_QUOTED_LINE: Final = 40
# A task is announced once it has taken this many milliseconds.
ANNOUNCE_AFTER: Final = 100


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
