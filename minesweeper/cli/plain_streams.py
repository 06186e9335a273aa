"""The standard streams as plain mode uses them: lines of input, and ASCII output."""

import sys
from collections.abc import Iterator
from typing import Final

from minesweeper.cli.output import check_output
from minesweeper.plain.lines import input_lines

PROMPT: Final = "> "


class PlainStreams:
    """Standard input, output and error; UsageError if standard output is closed."""

    def __init__(self) -> None:
        check_output()
        self.at_terminal = bool(sys.stdin and sys.stdin.isatty())
        """Whether a person types the input, and not a program."""
        self.prompt = PROMPT if self.at_terminal and sys.stdout.isatty() else ""
        """The prompt before each line: only for a person who also reads the output."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the input."""
        return input_lines(sys.stdin.buffer.readline if sys.stdin else lambda size: b"")

    def out(self, text: str) -> None:
        """Write to standard output at once."""
        sys.stdout.buffer.write(text.encode("ascii"))
        sys.stdout.flush()

    def err(self, text: str) -> None:
        """Write to standard error, unless it is closed."""
        if sys.stderr:
            sys.stderr.write(text)
