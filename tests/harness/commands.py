"""Commands, run in the tests' own process: their statuses, what they print and complain of."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.main import main
from minesweeper.cli.output import complain
from minesweeper.cli.parser import command_parser
from minesweeper.store.store import Store


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


def run_command(store: Store, *arguments: str) -> int:
    name, *argv = arguments
    parsed = command_parser(name).parse(argv)
    stores = [store] if COMMANDS[name].needs_store else []
    try:
        status: int = COMMANDS[name].load().run(parsed, *stores)
    finally:
        complain(store.take_messages())
    return status


def outcome(store: Store, *arguments: str, encoding: str = "utf-8") -> tuple[int, str, list[str]]:
    """The status of a command, what it prints, and what it complains of."""
    with TextIOWrapper(BytesIO(), encoding) as out, StringIO() as err:
        with redirect_stdout(out), redirect_stderr(err):
            status = run_command(store, *arguments)
        out.seek(0)
        return status, out.read(), err.getvalue().splitlines()


def printed(store: Store, *arguments: str) -> str:
    """What a command prints that has nothing to complain about."""
    status, out, complaints = outcome(store, *arguments)
    assert (status, complaints) == (0, [])
    return out


def written(directory: Path, name: str, text: str) -> str:
    """Write a file, and return its path."""
    path = directory / name
    path.write_text(text, "utf-8")
    return str(path)
