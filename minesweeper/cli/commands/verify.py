"""Check the claims that replays make about their games."""

import sys
from argparse import Namespace

from minesweeper.cli.output import complain, one_line
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import REPLAY_FILES_HELP, read_replays
from minesweeper.engine.notation import NotationError
from minesweeper.formats.claims import NOT_CHECKED
from minesweeper.play.replay import Replay, wrong_claims
from minesweeper.settings.values import quoted_path


def add_arguments(parser: Parser) -> None:
    """Add the files."""
    text = f"{REPLAY_FILES_HELP}; - is standard input"
    parser.add_argument("files", nargs="+", metavar="FILE", help=text)


def run(arguments: Namespace) -> int:
    """Print wrong claims; return 0 if all claims hold, 1 if not, 2 if a file is unreadable."""
    return max(_verify(path) for path in arguments.files)


def _verify(path: str) -> int:
    """Print the wrong claims of a file, or "ok", for each of its games; return its status."""
    status = 0
    try:
        for number, replay in enumerate(read_replays(path), 1):
            name = path if number == 1 else f"{path}, game {number}"
            wrong = _wrong_claims(path, replay)
            status = max(status, bool(wrong))
            for text in wrong or [_ok(replay)]:
                print(one_line(f"{name}: {text}", sys.stdout))
    except NotationError as error:
        complain(str(error))
        return 2
    return status


def _ok(replay: Replay) -> str:
    """Return "ok", with what only the program that wrote the file can check."""
    unchecked = replay.headers.get(NOT_CHECKED)
    return f"ok (its {unchecked} was not checked)" if unchecked else "ok"


def _wrong_claims(path: str, replay: Replay) -> list[str]:
    """Return the wrong claims as sentences; NotationError, with the path, if one is unreadable."""
    try:
        return wrong_claims(replay)
    except NotationError as error:
        raise NotationError(f"{quoted_path(path)} {error}") from None
