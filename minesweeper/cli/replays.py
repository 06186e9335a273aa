"""Read the replay files named on the command line; apart from `inputs` to start faster."""

from collections.abc import Iterator

from minesweeper.cli.inputs import read_bytes
from minesweeper.cli.output import PROGRAM, UsageError
from minesweeper.engine.notation import NotationError
from minesweeper.formats.replay_files import is_text, parse_replays
from minesweeper.play.journal import JOURNAL_VERSION, MAX_TEXT, parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.values import quoted_path

_JOURNAL: bytes = JOURNAL_VERSION.rpartition(" ")[0].encode()
REPLAY_FILES_HELP = "a replay of any program (AVF, EVF, EVFS, FSVF, MVF, RawVF, RMV or UMF)"


def read_replays(path: str) -> Iterator[Replay]:
    """Yield the replays in a file of any program; NotationError, with the path, if it is damaged.

    A file holds one replay, an EVFS file those of a session.
    """
    try:
        data = read_bytes(path, MAX_TEXT)
        if data.startswith(_JOURNAL):
            yield replay_of(fold(parse_journal(data.decode("ascii", "replace"))), PROGRAM)
        else:
            yield from parse_replays(data)
    except UsageError as error:
        raise NotationError(str(error)) from None
    except NotationError as error:
        reason: object = error
        if path.casefold().endswith(".mvr") and not is_text(data):
            reason = "is an MVR file of Minesweeper X: the format is secret, and cannot be read"
        raise NotationError(f"{quoted_path(path)} {reason}") from None
