"""The command line: argv -> what to run, and its exit status.

Everything is parsed and checked before the screen is touched; what is wrong is said in one line on
standard error, with status 2.
"""

import os
import sys
from collections.abc import Sequence

from minesweeper.cli.commands import COMMANDS, play
from minesweeper.cli.environment import open_history, own_themes
from minesweeper.cli.output import UsageError, check_output, complain
from minesweeper.cli.parser import command_parser, play_parser
from minesweeper.settings.safe_files import reason
from minesweeper.settings.table import SettingsError
from minesweeper.settings.values import quoted
from minesweeper.store.history import History


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments and not arguments[0].startswith("-"):
            status = _run_command(arguments[0], arguments[1:])
            sys.stdout.flush()  # here, where an error is still answered
            return status
        return play.run(play_parser(own_themes()).parse(arguments))
    except SettingsError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:  # the reader of our output has left, and wants no more of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk under our output
        complain(f"output: {reason(error)}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def _run_command(name: str, argv: Sequence[str]) -> int:
    check_output()
    if name not in COMMANDS:
        raise UsageError(f"unknown command {quoted(name)}: choose from {', '.join(COMMANDS)}")
    if COMMANDS[name].asks_history:
        history = open_history()
        try:
            return run_on_history(name, argv, history)
        finally:
            history.close()
            history.back_up()
            complain(history.take_messages())
    arguments = command_parser(name, own_themes()).parse(argv)
    status: int = COMMANDS[name].load().run(arguments)
    return status


def run_on_history(name: str, argv: Sequence[str], history: History) -> int:
    """Run a command that asks the history; return the exit status."""
    arguments = command_parser(name, own_themes()).parse(argv)
    history.store_ended_games()
    complain(history.take_messages())
    status: int = COMMANDS[name].load().run(arguments, history)
    complain(history.take_messages())
    return status
