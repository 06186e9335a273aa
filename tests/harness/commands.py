"""Commands, run in the tests' own process: their statuses, what they print and complain of."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.main import main, run_on_history
from minesweeper.cli.parser import command_parser
from minesweeper.store.history import History


class Done(NamedTuple):
    """What a command line has done."""

    status: int
    out: str
    err: str


def run(*arguments: str, typed: str = "") -> Done:
    """Run the program as a command line starts it, but in this process."""
    stdin = TextIOWrapper(BytesIO(typed.encode()), "utf-8")
    with TextIOWrapper(BytesIO(), "utf-8") as out, StringIO() as err:
        with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stdin):
            status = main(arguments)
        out.seek(0)
        return Done(status, out.read(), err.getvalue())


def run_command(history: History, *arguments: str) -> int:
    name, *argv = arguments
    if COMMANDS[name].needs_history:
        return run_on_history(name, argv, history)
    status: int = COMMANDS[name].load().run(command_parser(name).parse(argv))
    return status


def outcome(
    history: History, *arguments: str, encoding: str = "utf-8"
) -> tuple[int, str, list[str]]:
    """The status of a command, what it prints, and what it complains of."""
    with TextIOWrapper(BytesIO(), encoding) as out, StringIO() as err:
        with redirect_stdout(out), redirect_stderr(err):
            status = run_command(history, *arguments)
        out.seek(0)
        return status, out.read(), err.getvalue().splitlines()


def printed(history: History, *arguments: str) -> str:
    """What a command prints that has nothing to complain about."""
    status, out, complaints = outcome(history, *arguments)
    assert (status, complaints) == (0, [])
    return out


def written(directory: Path, name: str, text: str) -> str:
    """Write a file, and return its path."""
    path = directory / name
    path.write_text(text, "utf-8")
    return str(path)
