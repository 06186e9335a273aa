"""Reading a replay of any program: the format is told by the content."""

from pathlib import Path

import pytest

from minesweeper.engine.notation import NotationError
from minesweeper.formats.byte_reader import ByteReader, FormatError
from minesweeper.formats.replay_files import FORMAT_NAMES, REPLAY_FORMATS, parse_replays
from tests.harness.foreign_games import WON
from tests.harness.written_metasweeper import write_evf, write_evfs


def refusal(data: bytes) -> str:
    with pytest.raises(NotationError) as caught:
        list(parse_replays(data))
    return str(caught.value)


def test_a_file_in_no_known_format_is_refused_with_the_formats_that_are_read() -> None:
    why = "it is none of AVF, EVF, EVFS, FSVF, MVF, RawVF, RMV and UMF"
    assert refusal(b"\x01\x02\x03\x04") == f"offset 0, format: {why}"
    assert [*FORMAT_NAMES] == why.removeprefix("it is none of ").replace(" and ", ", ").split(", ")


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"") == "offset 0, format: the file is empty"


@pytest.mark.parametrize("text", [b"Dear: diary\n", b"Dear:\tdiary\r\n"])
def test_text_that_begins_with_a_key_is_read_as_rawvf(text: bytes) -> None:
    assert refusal(text).startswith("line 2: '' is neither 'Key: value' nor")


@pytest.mark.parametrize("start", [b"Dear diary,\n", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7\n", b"\n\n"])
def test_a_file_of_another_kind_is_in_no_known_format(start: bytes) -> None:
    assert refusal(start + b"rest").startswith("offset 0, format: it is none of ")


@pytest.mark.parametrize(
    ("name", "start", "megabytes"),
    [
        ("RMV", b"*rmv", 2),
        ("EVFS", write_evfs(write_evf(WON, 4)), 64),
        ("RawVF", b"Key: value\n", 128),
    ],
)
def test_a_file_that_is_too_large_for_its_format_is_not_read(
    name: str, start: bytes, megabytes: int
) -> None:
    too_large = start + bytes(megabytes * 2**20)
    assert refusal(too_large) == f"({name}) more than {megabytes} MB are not read"


def test_every_format_begins_with_its_layout_and_its_source() -> None:
    for form in REPLAY_FORMATS:
        name = form.name.casefold()
        path = Path(__file__).parents[2] / "minesweeper" / "formats" / f"{name}.py"
        doc = path.read_text(encoding="utf-8").split('"""')[1]
        assert doc.startswith(form.name)
        assert "\n    " in doc, "a table of the layout"
        if form.name != "RawVF":  # DESIGN names the source of the open format
            assert "Source" in doc


# Fields


def test_fields_are_read_one_after_the_other() -> None:
    reader = ByteReader(b"\x01\x02\x03name\0rest")
    assert reader.number(1, "one") == 1
    assert reader.number(2, "two") == 0x203
    assert reader.zero_ended("name") == "name"
    assert (reader.offset, reader.rest) == (8, 4)
    assert reader.text(4, "rest") == "rest"


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda reader: reader.take(4, "mines"), "only 2 of 4 bytes are left"),
        (lambda reader: reader.number(3, "mines"), "only 2 of 3 bytes are left"),
        (lambda reader: reader.zero_ended("mines"), "the file ends before '\\x00'"),
        (lambda reader: reader.number_from(1, "mines", 5, 9), "1 is not a number from 5 to 9"),
    ],
)
def test_a_field_that_cannot_be_read_is_named_with_its_offset(read: object, message: str) -> None:
    reader = ByteReader(b"\0\x01\x02")
    reader.take(1, "version")
    with pytest.raises(FormatError) as caught:
        read(reader)  # type: ignore[operator]  # a lambda of the list
    assert str(caught.value) == f"offset 1, mines: {message}"


def test_a_text_of_any_encoding_is_shown_with_its_bytes_escaped() -> None:
    reader = ByteReader("王".encode() + "王".encode("gbk"))
    assert (reader.text(3, "name"), reader.text(2, "name")) == ("王", "\\xcd\\xf5")
