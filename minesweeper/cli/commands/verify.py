"""Check the claims that replays make about their games."""

import sys
from argparse import Namespace

from minesweeper.cli.inputs import files_below
from minesweeper.cli.output import complain, one_line
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import REPLAY_FILES_HELP, game_name, read_replays
from minesweeper.engine.notation import NotationError
from minesweeper.formats.claims import NOT_CHECKED
from minesweeper.play.replay import Replay, unusual_mode, wrong_claims
from minesweeper.settings.values import quoted_path


def add_arguments(parser: Parser) -> None:
    """Add the files."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=REPLAY_FILES_HELP)


def run(arguments: Namespace) -> int:
    """Print wrong claims; return 0 if all claims hold, 1 if not, 2 if a file is unreadable."""
    status = 0
    for path in (path for name in arguments.files for path in files_below(name)):
        for game in read_replays(path):
            status = max(status, _verify(game_name(game.path, game.number), game.replay))
    return status


def _verify(name: str, replay: Replay | NotationError) -> int:
    """Print the wrong claims of a game, or "ok"; return its status."""
    if isinstance(replay, NotationError):
        complain(str(replay))
        return 2
    try:
        wrong = wrong_claims(replay)
    except NotationError as error:
        complain(f"{quoted_path(name)} {error}")
        return 2
    for text in wrong or [_ok(replay)]:
        print(one_line(f"{name}: {text}", sys.stdout))
    return int(bool(wrong))


def _ok(replay: Replay) -> str:
    """Return "ok", with an unusual mode, and what only the program that wrote it can check."""
    unchecked = replay.headers.get(NOT_CHECKED)
    mode = unusual_mode(replay)
    remarks = [f"mode {mode}"] * bool(mode) + [f"its {unchecked} was not checked"] * bool(unchecked)
    return f"ok ({'; '.join(remarks)})" if remarks else "ok"
