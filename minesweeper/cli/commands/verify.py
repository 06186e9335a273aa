"""Checking what replays claim of their games."""

import sys
from argparse import Namespace

from minesweeper.cli import machine
from minesweeper.cli.inputs import read_rawvf
from minesweeper.cli.output import UsageError, bar_beside, complain, one_line
from minesweeper.cli.parser import Parser
from minesweeper.engine.notation import NotationError
from minesweeper.play.daily import Share, check_begun, parse_share, wrong_share
from minesweeper.play.replay import wrong_claims
from minesweeper.settings.values import shown_path


def add_arguments(parser: Parser) -> None:
    """Add what a check takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="RawVF of any program; - is input")
    parser.add_argument("--share", metavar="LINE", help="check a shared result against the files")


def run(arguments: Namespace) -> int:
    """Print what is wrong; return 0 if all claims hold, 1 if not, 2 if a file is unreadable."""
    share = None if arguments.share is None else _share(arguments.share)
    return max(_verify(path, share) for path in arguments.files)


def _share(line: str) -> Share:
    """Return the result in a line; UsageError if it is none, or of a day that is yet to come."""
    try:
        share = parse_share(line)
        check_begun(share.date, machine.latest_date())
        return share
    except NotationError as error:
        raise UsageError(f"--share: {error}") from None


def _verify(path: str, share: Share | None) -> int:
    """Print what is wrong with a file; return its status."""
    try:
        with bar_beside(path):
            wrong = _wrong(path, share)
    except NotationError as error:
        complain(str(error))
        return 2
    for text in wrong or ["ok"]:
        print(one_line(f"{path}: {text}", sys.stdout))
    return 1 if wrong else 0


def _wrong(path: str, share: Share | None) -> list[str]:
    """Return what is wrong, as sentences; NotationError names a file that cannot be read."""
    replay = read_rawvf(path)
    try:
        return wrong_claims(replay) + (wrong_share(share, replay) if share else [])
    except NotationError as error:
        raise NotationError(f"{shown_path(path)} {error}") from None
