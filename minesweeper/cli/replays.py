"""Files of replays that the command line names; apart, since a start does not need their format."""

from minesweeper.cli.inputs import read_bytes
from minesweeper.cli.output import UsageError
from minesweeper.engine.notation import NotationError
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.play.journal import MAX_TEXT
from minesweeper.play.replay import Replay
from minesweeper.settings.values import quoted_path


def read_replay_text(path: str) -> str:
    """Return the text of a replay, whatever encoding other programs write a player's name in."""
    return read_bytes(path, MAX_TEXT).decode("utf-8-sig", "replace")


def read_rawvf(path: str) -> Replay:
    """Return the replay in a RawVF file; NotationError names the file."""
    try:
        return parse_rawvf(read_replay_text(path))
    except UsageError as error:
        raise NotationError(str(error)) from None
    except NotationError as error:
        raise NotationError(f"{quoted_path(path)} {error}") from None
