"""Reading a replay of any program: the format is told by the content."""

from pathlib import Path

import pytest

from minesweeper.engine.notation import NotationError
from minesweeper.formats.byte_reader import ByteReader, FormatError, decode_name
from minesweeper.formats.replay_files import FORMAT_NAMES, REPLAY_FORMATS, parse_replays
from minesweeper.play.replay import Replay
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


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("utf-8", "王嘉宁 José 匿 Kamil\u00a0Murański"),
        ("gb18030", "王嘉宁 李玥 朱镕基 赵喆 聶小雨 王G15208"),
        ("cp1252", "José Müller Françoise Zoë Núñez-Gómez Åsa Søren Bjørn Jürgen Øystein Mañana é"),
    ],
)
def test_the_encoding_of_a_name_is_told_by_its_bytes(encoding: str, names: str) -> None:
    for name in names.split(" "):
        assert decode_name(name.encode(encoding)) == name


def test_a_byte_that_is_in_no_encoding_is_marked() -> None:
    assert decode_name(b"\x81 Ada") == "\ufffd Ada"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_text_file_may_have_any_encoding_as_well(encoding: str) -> None:
    text = "Player: 王嘉宁\nWidth: 4\nHeight: 1\nBoard:\n*000\nEvents:\n0 lc 4 1\n0 lr 4 1\n"
    [replay] = parse_replays(text.encode(encoding))
    assert isinstance(replay, Replay)
    assert replay.headers["Player"] == "王嘉宁"
    assert len(replay.steps) == 1
