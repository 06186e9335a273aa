"""Read the replay files named on the command line; apart from `inputs` to start faster."""

from collections.abc import Iterator

from minesweeper.cli.inputs import read_bytes
from minesweeper.cli.output import PROGRAM, UsageError
from minesweeper.engine.notation import NotationError
from minesweeper.formats.replay_files import UnknownFormatError, parse_replays
from minesweeper.play.journal import JOURNAL_VERSION, MAX_TEXT, parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.values import quoted_path

_JOURNAL: bytes = JOURNAL_VERSION.rpartition(" ")[0].encode()
REPLAY_FILES_HELP = (
    "a replay of any program (AVF, EVF, EVFS, FSVF, MVF, RawVF, RMV or UMF), or a directory of"
    " them; - is standard input"
)
MVR_IS_SECRET = "is an MVR file of Minesweeper X: the format is secret, and cannot be read"


def read_replays(path: str) -> Iterator[Replay | NotationError]:
    """Yield the replays in a file of any program: one, or in EVFS those of a session.

    What cannot be read is yielded as an error, whose message begins with the path.
    """
    try:
        data = read_bytes(path, MAX_TEXT)
        if data.startswith(_JOURNAL):
            yield replay_of(fold(parse_journal(data.decode("ascii", "replace"))), PROGRAM)
        else:
            for each in parse_replays(data):
                yield _with_path(path, each) if isinstance(each, NotationError) else each
    except UsageError as error:
        yield NotationError(str(error))
    except UnknownFormatError as error:
        is_mvr = path.casefold().endswith(".mvr")
        yield _with_path(path, MVR_IS_SECRET if is_mvr else error)
    except NotationError as error:
        yield _with_path(path, error)


def game_name(path: str, number: int) -> str:
    """Return the name of a game in a file, which for the first one is the path."""
    return path if number == 1 else f"{path}, game {number}"


def _with_path(path: str, reason: object) -> NotationError:
    return NotationError(f"{quoted_path(path)} {reason}")
