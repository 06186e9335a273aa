"""Printing a game from the history in a format that other programs read."""

import sys
from argparse import Namespace

from minesweeper.cli.inputs import find_game
from minesweeper.cli.output import PROGRAM, ProgressBar, UsageError
from minesweeper.cli.parser import Parser
from minesweeper.engine.notation import NotationError, format_layout, format_mbf
from minesweeper.formats.rawvf import format_rawvf
from minesweeper.play.replay import replay_of
from minesweeper.store.history import History


def add_arguments(parser: Parser) -> None:
    """Add what an export takes."""
    text = "a game ID, its first 4 letters or more, or last"
    parser.add_argument("game", metavar="ID|last", help=text)
    parser.add_argument(
        "--format",
        choices=["rawvf", "mbf", "picture"],
        default="rawvf",
        help="the replay (default: rawvf), or the layout alone",
    )


def run(arguments: Namespace, history: History) -> int:
    """Print the game."""
    with ProgressBar(sys.stderr):
        replay = replay_of(find_game(history, arguments.game), PROGRAM)
        is_replay = arguments.format == "rawvf"
        text = format_rawvf(replay) if is_replay else format_layout(replay.board)
    if arguments.format == "mbf":
        try:
            sys.stdout.buffer.write(format_mbf(replay.board))
        except NotationError as error:
            raise UsageError(f"--format mbf: {error}") from None
    else:
        print(text, end="")
    return 0
