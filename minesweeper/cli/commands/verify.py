"""Checking what replays claim of their games."""

import sys
from argparse import Namespace

from minesweeper.cli.output import complain, one_line
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import read_rawvf
from minesweeper.engine.notation import NotationError
from minesweeper.play.replay import wrong_claims
from minesweeper.settings.values import quoted_path


def add_arguments(parser: Parser) -> None:
    """Add what a check takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="RawVF of any program; - is input")


def run(arguments: Namespace) -> int:
    """Print what is wrong; return 0 if all claims hold, 1 if not, 2 if a file is unreadable."""
    return max(_verify(path) for path in arguments.files)


def _verify(path: str) -> int:
    """Print what is wrong with a file; return its status."""
    try:
        wrong = _wrong(path)
    except NotationError as error:
        complain(str(error))
        return 2
    for text in wrong or ["ok"]:
        print(one_line(f"{path}: {text}", sys.stdout))
    return 1 if wrong else 0


def _wrong(path: str) -> list[str]:
    """Return what is wrong, as sentences; NotationError names a file that cannot be read."""
    replay = read_rawvf(path)
    try:
        return wrong_claims(replay)
    except NotationError as error:
        raise NotationError(f"{quoted_path(path)} {error}") from None
