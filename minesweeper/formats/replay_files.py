"""Read a replay of any program: the format is recognized by its content, not by its name."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, list_text
from minesweeper.formats.avf import looks_like_avf, parse_avf
from minesweeper.formats.byte_reader import MAX_REPLAY_BYTES, FormatError, decode_name
from minesweeper.formats.evf import looks_like_evf, parse_evf
from minesweeper.formats.evfs import looks_like_evfs, parse_evfs
from minesweeper.formats.fsvf import looks_like_fsvf, parse_fsvf
from minesweeper.formats.mvf import looks_like_mvf, parse_mvf
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.formats.rmv import looks_like_rmv, parse_rmv
from minesweeper.formats.umf import looks_like_umf, parse_umf
from minesweeper.play.journal import MAX_TEXT
from minesweeper.play.replay import Replay


class UnknownFormatError(FormatError):
    """A file is in none of the formats that are read."""


class ReplayFormat(NamedTuple):
    """A format of replays: how to recognize it, and how to read it."""

    name: str
    looks_like: Callable[[bytes], bool]
    parse: Callable[[bytes], Iterable[Replay | FormatError]]
    max_bytes: int = MAX_REPLAY_BYTES
    """The largest file that is read."""


def looks_like_rawvf(data: bytes) -> bool:
    """Return whether a file begins with a key, as RawVF does."""
    line = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0].rstrip()
    return b":" in line and min(line.expandtabs()) >= ord(" ")


def _parse_text(data: bytes) -> list[Replay]:
    """Return the replay in a RawVF file, in which the name of a player may have any encoding."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\n".join(map(decode_name, data.split(b"\n")))
    return [parse_rawvf(text)]


# In an order in which the first that looks like a file is the right one.
REPLAY_FORMATS: Final = (
    ReplayFormat("RMV", looks_like_rmv, lambda data: [parse_rmv(data)]),
    ReplayFormat("UMF", looks_like_umf, lambda data: [parse_umf(data)]),
    ReplayFormat("EVFS", looks_like_evfs, parse_evfs, MAX_TEXT),
    ReplayFormat("MVF", looks_like_mvf, lambda data: [parse_mvf(data)]),
    ReplayFormat("FSVF", looks_like_fsvf, lambda data: [parse_fsvf(data)]),
    ReplayFormat("EVF", looks_like_evf, lambda data: [parse_evf(data)]),
    ReplayFormat("AVF", looks_like_avf, lambda data: [parse_avf(data)]),
    ReplayFormat("RawVF", looks_like_rawvf, _parse_text, 2 * MAX_TEXT),
)
FORMAT_NAMES: Final = sorted((each.name for each in REPLAY_FORMATS), key=str.casefold)


def parse_replays(data: bytes) -> Iterator[Replay | NotationError]:
    """Yield the replays in a file: one, or in EVFS all of a session.

    A game of a session that cannot be read is an error instead. Raise NotationError if the file is
    damaged, or in no known format; the message says where the damage is.
    """
    form = next((each for each in REPLAY_FORMATS if each.looks_like(data)), None)
    if form is None:
        why = f"it is none of {list_text(FORMAT_NAMES)}" if data else "the file is empty"
        raise UnknownFormatError(0, "format", why)
    if len(data) > form.max_bytes:
        raise NotationError(f"({form.name}) more than {form.max_bytes // 2**20} MB are not read")
    try:
        for each in form.parse(data):
            yield NotationError(f"({form.name}) {each}") if isinstance(each, FormatError) else each
    except FormatError as error:
        raise NotationError(f"({form.name}) {error}") from None
