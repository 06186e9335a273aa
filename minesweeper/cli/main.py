"""Run what the command line asks for, and return the exit status.

Everything is parsed and checked before the screen is touched. An error is one line on standard
error, with status 2.
"""

import os
import sys
from collections.abc import Sequence
from typing import Final

from minesweeper.cli.commands import COMMANDS, play
from minesweeper.cli.environment import open_store
from minesweeper.cli.output import UsageError, check_output, complain
from minesweeper.cli.parser import MAX_ERROR, command_parser, play_parser
from minesweeper.engine.setup import LEVELS
from minesweeper.settings.safe_files import reason_of
from minesweeper.settings.table import SettingsError
from minesweeper.settings.values import quoted


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        if sys.stdout:
            sys.stdout.flush()  # here, where an error is still caught
        return status
    except SettingsError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
        return 1
    except OSError as error:  # such as a full disk
        complain(f"output: {reason_of(error)}")
        _drop_output()
        return 2


def _drop_output() -> None:
    """Keep Python from trying at its exit to write again what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    try:
        if arguments and not arguments[0].startswith("-"):
            return _run_command(arguments[0], arguments[1:])
        return play.run(play_parser().parse(arguments))
    except SystemExit:  # argparse has printed the help or the version
        return 0


_OTHER_NAMES: Final = {"analyze": "analyse"}
"""Commands by the names that some players type."""


def _run_command(name: str, argv: Sequence[str]) -> int:
    check_output()
    name = _OTHER_NAMES.get(name, name)
    if name not in COMMANDS:
        unknown = f"unknown command {quoted(name)}"
        if name in LEVELS:
            raise UsageError(f"{unknown}: minesweeper --level {name} plays that level")
        listed = f"{unknown} (choose from {', '.join(COMMANDS)})"
        here = f"{unknown} (minesweeper --help lists them)"
        raise UsageError(listed if len(listed) <= MAX_ERROR else here)
    if COMMANDS[name].needs_store:
        return _run_with_store(name, argv)
    arguments = command_parser(name).parse(argv)
    status: int = COMMANDS[name].load().run(arguments)
    return status


def _run_with_store(name: str, argv: Sequence[str]) -> int:
    store = open_store()
    try:
        arguments = command_parser(name).parse(argv)
        status: int = COMMANDS[name].load().run(arguments, store)
    finally:
        store.close()
        complain(store.take_messages())
    return status or int(store.is_lost)
