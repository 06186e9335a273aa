"""Read the replay files named on the command line; apart from `inputs` to start faster."""

from minesweeper.cli.inputs import read_bytes
from minesweeper.cli.output import UsageError
from minesweeper.engine.notation import NotationError
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.play.journal import MAX_TEXT
from minesweeper.play.replay import Replay
from minesweeper.settings.values import quoted_path


def read_replay_text(path: str) -> str:
    """Return the text of a replay, in which a player's name may have any encoding."""
    return read_bytes(path, MAX_TEXT).decode("utf-8-sig", "replace")


def read_rawvf(path: str) -> Replay:
    """Return the replay in a RawVF file; NotationError, with the path, if it cannot be read."""
    try:
        return parse_rawvf(read_replay_text(path))
    except UsageError as error:
        raise NotationError(str(error)) from None
    except NotationError as error:
        raise NotationError(f"{quoted_path(path)} {error}") from None
