"""Check the claims that replays make about their games."""

import sys
from argparse import Namespace

from minesweeper.cli.output import complain, one_line
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import read_rawvf
from minesweeper.engine.notation import NotationError
from minesweeper.play.replay import wrong_claims
from minesweeper.settings.values import quoted_path


def add_arguments(parser: Parser) -> None:
    """Add the files."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a RawVF file of any program; - is standard input"
    )


def run(arguments: Namespace) -> int:
    """Print wrong claims; return 0 if all claims hold, 1 if not, 2 if a file is unreadable."""
    return max(_verify(path) for path in arguments.files)


def _verify(path: str) -> int:
    """Print the wrong claims of a file, or "ok"; return its status."""
    try:
        wrong = _wrong_claims(path)
    except NotationError as error:
        complain(str(error))
        return 2
    for text in wrong or ["ok"]:
        print(one_line(f"{path}: {text}", sys.stdout))
    return 1 if wrong else 0


def _wrong_claims(path: str) -> list[str]:
    """Return the wrong claims as sentences; NotationError, with the path, if it is unreadable."""
    replay = read_rawvf(path)
    try:
        return wrong_claims(replay)
    except NotationError as error:
        raise NotationError(f"{quoted_path(path)} {error}") from None
