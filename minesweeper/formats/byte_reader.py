"""Read the bytes of a file one field after the other; an error names the offset and the field."""

import re
from typing import Final, NoReturn

from minesweeper.engine.notation import NotationError

MAX_REPLAY_BYTES: Final = 2 * 2**20
"""The largest binary replay that is read: one of this size has hours of a moving mouse."""


class FormatError(NotationError):
    """A file is damaged, or not what it claims to be; the message begins with the offset."""

    def __init__(self, offset: int, field: str, reason: object) -> None:
        super().__init__(f"offset {offset}, {field}: {reason}")


class ByteReader:
    """The bytes of a file, and the offset of the next field.

    Numbers are big-endian. Every method raises FormatError where the file ends too early.
    """

    def __init__(self, data: bytes, offset: int = 0) -> None:
        self.data = data
        self.offset = offset

    @property
    def rest(self) -> int:
        """The number of bytes that have not been read yet."""
        return len(self.data) - self.offset

    def take(self, length: int, field: str) -> bytes:
        """Return the next `length` bytes."""
        if length > self.rest:
            reason = f"only {max(0, self.rest)} of {length} bytes are left"
            raise FormatError(self.offset, field, reason)
        taken = self.data[self.offset : self.offset + length]
        self.offset += length
        return taken

    def number(self, length: int, field: str) -> int:
        """Return the number in the next `length` bytes."""
        return int.from_bytes(self.take(length, field), "big")

    def number_from(self, length: int, field: str, minimum: int, maximum: int) -> int:
        """Return the number in the next `length` bytes; raise FormatError if it is out of range."""
        number = self.number(length, field)
        if not minimum <= number <= maximum:
            self.fail(field, f"{number} is not a number from {minimum} to {maximum}", length)
        return number

    def text(self, length: int, field: str) -> str:
        """Return the text in the next `length` bytes, whatever its encoding."""
        return decode_name(self.take(length, field))

    def until(self, end: bytes, field: str) -> bytes:
        """Return the bytes before the next `end`, and move past it."""
        at = self.data.find(end, self.offset)
        if at < 0:
            why = f"the file ends before {end.decode('latin-1')!a}"
            raise FormatError(self.offset, field, why)
        taken = self.data[self.offset : at]
        self.offset = at + len(end)
        return taken

    def zero_ended(self, field: str) -> str:
        """Return the text before the next zero byte, whatever its encoding."""
        return decode_name(self.until(b"\0", field))

    def fail(self, field: str, reason: object, back: int = 0) -> NoReturn:
        """Raise FormatError for a field that began `back` bytes ago."""
        raise FormatError(self.offset - back, field, reason)


# Any accent and the letter behind it can be Chinese. In a row, as Chinese bytes are, accents are
# rare, and those that are not are in the private part of GB18030, such as the middle of "Núñez".
_PAIR: Final = re.compile(rb"[\x80-\xff]{2}")
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")


def decode_name(data: bytes) -> str:
    """Return a text of unknown encoding: UTF-8 if it can be that, else GB18030, else cp1252."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return decode_old_name(data)


def decode_old_name(data: bytes) -> str:
    """Return a text that is not in UTF-8: in GB18030 if it looks so, else in cp1252."""
    try:
        chinese = data.decode("gb18030")
    except UnicodeDecodeError:
        chinese = ""
    if chinese and _PAIR.search(data) and not _PRIVATE.search(chinese):
        return chinese
    return data.decode("cp1252", "replace")
