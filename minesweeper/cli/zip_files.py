"""Read the files in a zip, one after the other, whatever the zip claims to hold."""

from collections.abc import Iterator
from io import BufferedReader, BytesIO
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from minesweeper.engine.notation import NotationError

# In bytes. The longest list of files: some 80,000 of them, which take 170 MB of memory at most.
MAX_LIST: Final = 8 * 2**20
# What is read of all files together: a zip of a few kilobytes may claim to hold terabytes.
MAX_ZIP: Final = 2**30
_CHUNK: Final = 2**16
_IS_ENCRYPTED: Final = 1


class ZipError(NotationError):
    """A zip, or one of the files in it, is not read."""


class ZippedFile(NamedTuple):
    """A file in a zip."""

    name: str
    data: bytes | ZipError
    """Its bytes, or why they are not read."""
    done: float
    """How many of the files come before it, from 0 to 1."""


def read_zip(file: BufferedReader | BytesIO, limit: int) -> Iterator[ZippedFile]:
    """Yield the files in a zip, in the order of their names, at most `limit` + 1 bytes of each.

    Those whose names begin with a dot are left out, as in a directory. Raise ZipError if the zip is
    damaged, too large or empty.
    """
    try:
        archive = ZipFile(_ShortReads(file))
    except ZipError:
        raise
    except Exception:  # damage raises errors of many kinds
        raise ZipError("is a damaged zip") from None
    members = sorted(filter(_is_wanted, archive.infolist()), key=lambda each: each.filename)
    if not members:
        raise ZipError("is a zip that holds no files")
    left = MAX_ZIP
    for number, member in enumerate(members):
        left -= member.compress_size
        chunks: list[bytes] = []
        data: bytes | ZipError
        try:
            for chunk in _chunks(archive, member, limit + 1):
                chunks.append(chunk)
                left -= len(chunk)
            data = b"".join(chunks)
        except ZipError as error:
            data = error
        if left < 0:
            raise ZipError(f"holds more than {MAX_ZIP // 2**30} GB, which are not read")
        yield ZippedFile(member.filename, data, number / len(members))


class _ShortReads:
    """A file that refuses to read much at once, as only the list of the files would be."""

    def __init__(self, file: BufferedReader | BytesIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > MAX_LIST:
            raise ZipError("is a zip that lists too many files")
        return self._file.read(size)


def _is_wanted(member: ZipInfo) -> bool:
    name = member.filename.rpartition("/")[2]  # of a directory it is empty
    return name != "" and not name.startswith(".")


def _chunks(archive: ZipFile, member: ZipInfo, size: int) -> Iterator[bytes]:
    """Yield the first `size` bytes of a file, in pieces; raise ZipError if it cannot be read."""
    if member.flag_bits & _IS_ENCRYPTED:
        raise ZipError("is encrypted")
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ZipError(f"is compressed by method {member.compress_type}, which is not read")
    try:
        with archive.open(member) as file:
            while size > 0 and (chunk := file.read(min(size, _CHUNK))):
                size -= len(chunk)
                yield chunk
    except RuntimeError as error:  # such as for a Python without zlib
        raise ZipError(f"is not read: {error}") from None
    except Exception:
        raise ZipError("is damaged") from None
