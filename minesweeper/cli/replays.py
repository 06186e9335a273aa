"""Read the replay files named on the command line; apart from `inputs` to start faster."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from typing import NamedTuple

from minesweeper.cli.inputs import open_named
from minesweeper.cli.output import PROGRAM
from minesweeper.engine.notation import NotationError
from minesweeper.formats.replay_files import UnknownFormatError, parse_replays
from minesweeper.play.journal import JOURNAL_VERSION, MAX_TEXT, parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.safe_files import decode_text, is_utf_16, reason_of
from minesweeper.settings.values import quoted_path

_JOURNAL: bytes = JOURNAL_VERSION.rpartition(" ")[0].encode()
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
REPLAY_FILES_HELP = (
    "a replay of any program (AVF, EVF, EVFS, FSVF, MVF, RawVF, RMV or UMF), or a directory or a"
    " zip of them; - is standard input"
)
MVR_IS_SECRET = "is an MVR file of Minesweeper X: the format is secret, and cannot be read"


class FileReplay(NamedTuple):
    """A game in a file, or why it cannot be read."""

    path: str
    """The path of the file; in a zip that of the zip and its name there."""
    number: int
    """The number of the game in its file, from 1."""
    replay: Replay | NotationError
    """The game, or an error whose message begins with the path."""
    done: float = 0
    """How much of the zip was read before, from 0 to 1."""


def read_replays(path: str) -> Iterator[FileReplay]:
    """Yield the games in a file of any program: one, those of a session, or those of a zip.

    "-" is standard input. What cannot be read is yielded as an error.
    """
    try:
        with open_named(path) as file:
            data = file.read(len(_ZIP[0])) or b""
            if data in _ZIP and file.seekable():
                yield from _read_zip(path, file)
                return
            data += file.read(MAX_TEXT + 1) or b""
    except (OSError, ValueError) as error:  # a NUL in a path is a ValueError
        yield FileReplay(path, 1, NotationError(f"{quoted_path(path)}: {reason_of(error)}"))
        return
    if data.startswith(_ZIP) and len(data) <= MAX_TEXT:
        yield from _read_zip(path, BytesIO(data))
    else:
        yield from _read_games(path, data)


def game_name(path: str, number: int) -> str:
    """Return the name of a game in a file, which for the first one is the path."""
    return path if number == 1 else f"{path}, game {number}"


def _read_zip(path: str, file: BufferedReader | BytesIO) -> Iterator[FileReplay]:
    from minesweeper.cli.zip_files import ZipError, read_zip  # late: zipfile takes 10 ms

    try:
        for name, data, done in read_zip(file, MAX_TEXT):
            member = f"{path}/{name}"
            if isinstance(data, ZipError):
                yield _refusal(member, data)
            elif data.startswith(_ZIP):
                yield _refusal(member, "is a zip in a zip, which is not read")
            else:
                yield from (each._replace(done=done) for each in _read_games(member, data))
    except ZipError as error:
        yield _refusal(path, error)


def _read_games(path: str, data: bytes) -> Iterator[FileReplay]:
    """Yield the games in the bytes of a file."""
    number = 0
    try:
        for number, replay in enumerate(_parse(data), 1):
            if isinstance(replay, NotationError):
                yield _refusal(path, replay, number)
            else:
                yield FileReplay(path, number, replay)
    except UnknownFormatError as error:
        is_mvr = path.casefold().endswith(".mvr")
        yield _refusal(path, MVR_IS_SECRET if is_mvr else error)
    except NotationError as error:
        yield _refusal(path, error, number + 1)


def _parse(data: bytes) -> Iterator[Replay | NotationError]:
    if len(data) > MAX_TEXT:
        raise NotationError(f"is too large: more than {MAX_TEXT // 2**20} MB are not read")
    if is_utf_16(data):
        try:
            data = decode_text(data).encode()
        except UnicodeDecodeError as error:
            raise NotationError(f"is damaged UTF-16 text, at offset {error.start}") from None
    text = data.removeprefix(BOM_UTF8)
    if text.startswith(_JOURNAL):
        lines = text.decode("ascii", "replace").replace("\r\n", "\n")
        yield replay_of(fold(parse_journal(lines)), PROGRAM)
    else:
        yield from parse_replays(data)


def _refusal(path: str, reason: object, number: int = 1) -> FileReplay:
    return FileReplay(path, number, NotationError(f"{quoted_path(path)} {reason}"))
