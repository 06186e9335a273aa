"""What cannot be printed: whatever the program was asked, it ends in order, and says so."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from minesweeper.cli.commands import COMMANDS
from tests.harness.program import MINESWEEPER, ROOT

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk always full")


class Way(NamedTuple):
    """A way to lose the output, and how the program ends."""

    path: str
    status: int
    complaint: str


WAYS: Final = {
    "a full disk": Way("/dev/full", 2, "minesweeper: output: No space left on device\n"),
    "a closed pipe": Way("|", 1, ""),
    "a closed output": Way("", 2, "minesweeper: standard output is closed\n"),
}
PRINTING: Final = [
    *("--version", "--help", "--print-manual", "--print-completion bash"),
    *("--save-settings --theme=light", "--plain", "--plain=board", "generate"),
    *(f"{name} --help" for name in COMMANDS),
]


@contextmanager
def output(path: str) -> Iterator[int | None]:
    """Yield the descriptor of an output that loses everything; None if it is to be closed."""
    if not path:
        yield None
        return
    if path == "|":
        reader, writer = os.pipe()
        os.close(reader)
    else:
        writer = os.open(path, os.O_WRONLY)
    yield writer
    os.close(writer)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("words", PRINTING)
def test_a_lost_output_gets_one_line_at_most(words: str, way: str, tmp_path: Path) -> None:
    path, status, complaint = WAYS[way]
    command = [*MINESWEEPER, *words.split()]
    with output(path) as stdout:
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", *command] if stdout is None else command,
            cwd=ROOT,
            env={**os.environ, "MINESWEEPER_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.stderr, done.returncode) == (complaint, status)
